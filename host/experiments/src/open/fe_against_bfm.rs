//! Forward estimation against best-first minimax, head to head at equal nodes: Zhang's further work.

use plyscope_core::random_tree::Branching;
use plyscope_players::domain::OthelloDomain;
use plyscope_players::engine::options::Fe;
use plyscope_players::engine::{Algorithm, Bounds, Engine};
use plyscope_report::{Claim, Estimate, Summary};

use crate::keys::{Evaluation, FirstSeed, Key, Openings, Seeds};
use crate::kit::increments::{Increments, measure};
use crate::kit::ladder_report::{Names, depths, table, together, tournaments, wins};
use crate::kit::ladders::{Climbed, Curve, Ladders};
use crate::kit::othello_ladders::{
    Budget, EVALUATION, MatchPlan, check, curve, equal, openings_at, openings_text, usual_openings,
};
use crate::kit::tree_ladders::TreeLadders;
use crate::{About, ExperimentError, Scale};

const SOURCE: &str = "Zhang 1996, further work: forward estimation against best-first minimax";
const NAMES: Names = Names { reference: "forward estimation", challenger: "best-first" };

/// On random trees.
pub(super) const ON_TREES: TreeLadders = TreeLadders {
    about: About {
        id: "fe-against-bfm",
        title: "Best-first minimax against forward estimation on uniform random trees",
        source: SOURCE,
        what: "Tournaments on uniform random trees, 100 moves deep. Each tree is played twice with sides swapped; the \
            player who was MAX in the game with the larger outcome wins the pair. Forward estimation has exact bounds, \
            so it plays alpha-beta's moves. For each of its depths the ladder finds best-first minimax's depth with \
            the nearest number of nodes. Best-first minimax keeps its tree from move to move and counts first \
            generations. Forward estimation keeps nothing, like Zhang's, which puts it at a disadvantage.",
        settings: &[
            Key::of::<FirstSeed>("seed", ""),
            Key::of::<Seeds>("seeds", "number of trees, each of which is played twice"),
            Key::of::<Vec<u32>>("branching", "children of a node, one ladder for each"),
            Key::of::<Vec<u32>>(
                "depths",
                "greatest depth of forward estimation for each of the branching factors",
            ),
            Key::of::<u32>(
                "most",
                "most trees of a tournament that a claim asks for; here none does",
            ),
        ],
    },
    names: NAMES,
    engines: || {
        let reference = Engine::of(Fe { bounds: Some(Bounds::Exact), ..Fe::default() });
        [reference, Engine::new(Algorithm::Bfm)]
    },
    from: 1,
    trees: "uniform random trees",
    symbol: "b",
    branching: Branching::uniform,
    scales: [
        (100, &[(2, 7), (5, 3)]),
        (200, &[(2, 12), (5, 7), (10, 5)]),
        (200, &[(2, 14), (5, 9), (10, 6)]),
    ],
    beyond: &[],
    asks: |_| Vec::new(),
    titles: [
        "Best-first minimax against forward estimation: {}",
        "Best-first against forward estimation: {}",
        "Depths: {}",
    ],
    stated_wins: &[],
    stated_depths: &[],
    claims: |_, climbed| claims(climbed),
};

/// In Othello.
pub(super) struct InOthello;

/// Forward estimation's bounds, as named in a setting.
const MEAN: &str = "mean";
const EXTREME: &str = "extreme";

crate::settings! {
    pub(super) struct OthelloSettings {
        /// selects the openings when not all are played
        seed: FirstSeed,
        /// number of openings; each is played twice
        seeds: Seeds,
        #[serde(default = "usual_openings")]
        openings: Openings,
        /// greatest depth of forward estimation
        depth: u32,
        evaluation: Evaluation,
        budget: Budget,
        /// bounds, one curve for each: mean (most likely increments as means), extreme (the extremes)
        bounds: Vec<String>,
    }
}

fn bounds(name: &str, increments: &Increments) -> Result<Bounds, String> {
    let [low, high] = match name {
        MEAN => increments.mean,
        EXTREME => increments.extreme,
        other => return Err(format!("bounds {other:?}: write {MEAN}, {EXTREME}")),
    };
    Ok(Bounds::Fixed(low, high))
}

impl Ladders for InOthello {
    type Domain = OthelloDomain;
    type Settings = OthelloSettings;
    const MEASURES: bool = true;

    fn about(&self) -> &About {
        &About {
            id: "fe-against-bfm-othello",
            title: "Best-first minimax against forward estimation in Othello",
            source: SOURCE,
            what: "Tournaments on openings of four plies, one of each kind, each played twice with sides swapped. Tied games do \
                not count. Forward estimation uses the evaluation's most likely increments over a ply (means) or its \
                extremes, measured in ten games. For each of its depths the ladder finds best-first minimax's depth \
                with the nearest amount of work. Best-first minimax keeps its tree from move to move, counts first \
                generations, and switches to alpha-beta where that reaches the end of the game. Forward estimation \
                keeps nothing.",
            settings: OthelloSettings::KEYS,
        }
    }

    fn settings(&self, scale: Scale) -> OthelloSettings {
        let (openings, seeds) = openings_at(scale, 40);
        OthelloSettings {
            seed: 0,
            seeds,
            openings,
            depth: scale.pick(3, 7, 8),
            evaluation: EVALUATION.to_owned(),
            budget: "nodes".to_owned(),
            bounds: [MEAN, EXTREME].map(str::to_owned).to_vec(),
        }
    }

    fn check(&self, settings: &OthelloSettings) -> Result<(), String> {
        check((&settings.openings, settings.seeds), settings.depth)?;
        let zero = Increments::default();
        settings.bounds.iter().try_for_each(|name| bounds(name, &zero).map(|_| ()))
    }

    fn measure(&self, settings: &OthelloSettings) -> Result<Increments, ExperimentError> {
        measure(&settings.evaluation)
    }

    fn curves(
        &self,
        settings: &OthelloSettings,
        increments: &Increments,
    ) -> Result<Vec<Curve<OthelloDomain>>, ExperimentError> {
        let equal = equal(&settings.budget).map_err(ExperimentError::Other)?;
        let one = |name: &String| {
            let bounds = bounds(name, increments).map_err(ExperimentError::Other)?;
            curve(MatchPlan {
                label: format!("bounds: {name}"),
                reference: Engine::of(Fe { bounds: Some(bounds), ..Fe::default() }),
                challenger: Engine::new(Algorithm::Bfm),
                depths: (1, settings.depth),
                seed: settings.seed,
                seeds: settings.seeds,
                openings: &settings.openings,
                evaluation: &settings.evaluation,
                equal,
            })
        };
        settings.bounds.iter().map(one).collect()
    }

    fn summarise(
        &self,
        settings: &OthelloSettings,
        _: &Increments,
        climbed: &[Climbed],
    ) -> Summary {
        let OthelloSettings { seeds, openings, evaluation, budget, .. } = settings;
        let openings =
            openings_text(*seeds, openings).replacen("openings", "openings of Othello", 1);
        let how = format!("{openings}, evaluation {evaluation}, equal {budget}");
        let id = self.about().id;
        Summary {
            tables: vec![
                table(
                    format!("Best-first minimax against forward estimation: {how}"),
                    NAMES,
                    climbed,
                ),
                tournaments(NAMES, climbed),
            ],
            figures: vec![
                wins(
                    &format!("{id}-wins"),
                    format!("Best-first against forward estimation: {how}"),
                    NAMES,
                    climbed,
                    Vec::new(),
                ),
                depths(
                    &format!("{id}-depths"),
                    format!("Depths: {how}"),
                    NAMES,
                    climbed,
                    Vec::new(),
                ),
            ],
            claims: claims(climbed),
        }
    }
}

fn claims(climbed: &[Climbed]) -> Vec<Claim> {
    let of = |statement: String| Claim::of(SOURCE, statement, "%", 1).own();
    let mut claims = Vec::new();
    for curve in climbed {
        // At depth 1 both choose the best child.
        let deep: Vec<(u32, Estimate)> = curve
            .steps
            .iter()
            .filter(|step| step.depth >= 2)
            .map(|step| (step.depth, step.nearest.wins))
            .collect();
        let all = together(deep.iter().map(|(_, wins)| *wins));
        let label = &curve.label;
        claims.push(
            of(format!(
                "{label}: best-first minimax wins more than half from depth 2 on: mean of its wins"
            ))
            .point_of("more-than-half", "best-first minimax wins more than half from depth 2 on")
            .at_least(50.0, all),
        );
        let claim = of(format!("{label}: it wins significantly at every depth from 2 on"));
        let claim =
            claim.point_of("significantly", "it wins significantly at every depth from 2 on");
        claims.push(claim.in_all(
            "every depth",
            deep.iter().map(|(depth, wins)| {
                (format!("{depth} ({:.1} %)", wins.value), wins.is_at_least(50.0))
            }),
        ));
    }
    claims
}
