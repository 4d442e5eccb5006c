//! Zhang 1996, Fig. 3(b): forward estimation against alpha-beta in Othello.

mod claims;
mod increments;

use plyscope_core::search::forward_estimation::Placement;
use plyscope_players::domain::OthelloDomain;
use plyscope_players::engine::options::{Fe, FeSaved};
use plyscope_players::engine::{Algorithm, Bounds, Engine};
use plyscope_report::{Claim, Estimate, Meaning, Summary};

use crate::keys::{Evaluation, FirstSeed, Openings, Seeds};
use crate::kit::increments::{Increments, measure};
use crate::kit::ladder_report::{
    Names, bracket, cases, depths, less_and_more, table, together, tournaments,
};
use crate::kit::ladders::{Climbed, Curve, Ladders, Step};
use crate::kit::othello_ladders::{
    Budget, EVALUATION, MatchPlan, STRONGER, check, curve, equal, of_the_papers, openings_at,
    openings_text, usual_openings,
};
use crate::kit::placements::{Placements, note};
use crate::{About, ExperimentError, Scale};
use increments::{claims_on_increments, increments_table};

const SOURCE: &str = "Zhang 1996, section 5.2, Fig. 3(b)";
const NAMES: Names = Names { reference: "alpha-beta", challenger: "forward estimation" };

/// The source of statements by the reading that both players keep their trees.
const BOTH_KEEP: &str =
    "Zhang 1996, section 5.2, Fig. 3(b), read with both trees kept: a reading found after the fact";

/// What the labels of its curves end with.
const BOTH: &str = ", both trees saved";

/// The sources of bounds, as named in a setting.
const MEAN: &str = "mean";
const MODE: &str = "mode";
const FIFTIETH: &str = "fiftieth";
const EXTREME: &str = "extreme";
const LEARNED: &str = "learned";

const ALL: [&str; 5] = [MEAN, MODE, FIFTIETH, EXTREME, LEARNED];
/// The sources that are most likely increments.
const MOST_LIKELY: [&str; 3] = [MEAN, MODE, FIFTIETH];

/// The others.
const OTHERS: [&str; 2] = [EXTREME, LEARNED];

/// The paper's `l` and `u`, and its most likely `l'` and `u'`.
const EXTREMES: [i32; 2] = [-2_680_916, 2_993_448];
const LIKELY: [i32; 2] = [-53_618, 59_869];

/// With the papers' evaluation, or with the stronger one.
pub(super) struct Figure3b {
    about: About,
    /// The default evaluation of both sides.
    evaluation: &'static str,
    /// The placements at default scale.
    placements: fn() -> Placements,
    /// The measure of work.
    budget: &'static str,
    /// Whether players who both keep their trees play, too.
    both: bool,
}

impl Figure3b {
    /// With the papers' evaluation.
    pub(super) const PAPERS: Self = Self {
        about: About {
            id: "zhang-fig-3b",
            title: "Forward estimation against alpha-beta in Othello",
            source: SOURCE,
            what: "Off-line learning from ten games gives the evaluation's extreme and most likely increments over a \
                ply. With these bounds forward estimation plays alpha-beta: pairs of games on openings of four plies, \
                one of each kind (at paper scale all 244, as in the paper). For each depth of alpha-beta, the ladder finds forward estimation's deepest search with less \
                work (LESS) and its shallowest with more (MORE). The paper measures work in CPU time (--set \
                budget=time) and uses BILL's evaluation. Whether the players keep their trees it does not say; Zhang thanks Korf \
                for 'his game-playing code on random trees and the game of Othello' (ISI/RR-95-429), and both players of Korf & \
                Chickering keep theirs (section 8.1). So both ways are shown, with bounds fiftieth where both keep them: a reading \
                found after the fact. Claims without a placement are on Table 1's. The paper does not say how the most likely increments were found, \
                but they are one fiftieth of its extremes.",
            settings: Settings::KEYS,
        },
        evaluation: EVALUATION,
        placements: Placements::all,
        budget: "nodes",
        both: true,
    };

    /// With the stronger one.
    pub(super) const STRONGER: Self = Self {
        about: About {
            id: "zhang-fig-3b-patterns",
            title: "Fig. 3(b) with a stronger evaluation: forward estimation against alpha-beta in Othello",
            source: SOURCE,
            what: "zhang-fig-3b with the evaluation patterns, which was learned from self-play and is stronger than \
                the paper's. Do its conclusions still hold?",
            settings: Settings::KEYS,
        },
        evaluation: STRONGER,
        placements: || Placements::of(&[Placement::Table1, Placement::Entry1]),
        budget: "nodes",
        both: false,
    };

    /// At equal processor time, as in the paper.
    pub(super) const TIMED: Self = Self {
        about: About {
            id: "zhang-fig-3b-time",
            title: "Fig. 3(b) at equal processor time: forward estimation against alpha-beta in Othello",
            source: SOURCE,
            what: "zhang-fig-3b with the paper's measure of work: processor time. Its rows are not the same twice.",
            settings: Settings::KEYS,
        },
        evaluation: EVALUATION,
        placements: || Placements::of(&[Placement::Table1, Placement::Entry1]),
        budget: "time",
        both: false,
    };
}

crate::settings! {
    pub(super) struct Settings {
        /// selects the openings when not all are played
        seed: FirstSeed,
        /// number of openings; each is played twice
        seeds: Seeds,
        #[serde(default = "usual_openings")]
        openings: Openings,
        /// greatest depth of alpha-beta
        depth: u32,
        evaluation: Evaluation,
        budget: Budget,
        /// bounds, one curve for each: mean (most likely increments as means), mode (as the fullest of fifty bins), fiftieth (one
        /// fiftieth of the extremes, like the paper's), extreme (the extremes), learned (on line)
        bounds: Vec<String>,
        /// whether alpha-beta keeps its tree from move to move
        saved: bool,
        /// greatest depth of alpha-beta on curves of players who both keep their trees, with bounds fiftieth and the placements
        /// table1 and entry1 of those given; 0 for no such curves
        #[serde(default)]
        both: u32,
        placement: Placements,
    }
}
impl Ladders for Figure3b {
    type Domain = OthelloDomain;
    type Settings = Settings;
    const MEASURES: bool = true;

    fn about(&self) -> &About {
        &self.about
    }

    fn settings(&self, scale: Scale) -> Settings {
        let timed = self.budget == "time";
        let (openings, seeds) = openings_at(scale, if timed { 6 } else { 40 });
        Settings {
            seed: 0,
            seeds,
            openings,
            depth: scale.pick(if timed { 3 } else { 4 }, 6, 8),
            evaluation: self.evaluation.to_owned(),
            budget: self.budget.to_owned(),
            bounds: ALL.map(str::to_owned).to_vec(),
            saved: false,
            both: if self.both { scale.pick(4, 8, 8) } else { 0 },
            placement: scale.pick(
                Placements::of(&[Placement::Table1]),
                (self.placements)(),
                Placements::all(),
            ),
        }
    }

    fn check(&self, settings: &Settings) -> Result<(), String> {
        for depth in [settings.depth, settings.both.max(1)] {
            check((&settings.openings, settings.seeds), depth)?;
        }
        let zero = Increments::default();
        settings.bounds.iter().try_for_each(|name| bounds(name, &zero).map(|_| ()))
    }

    fn measure(&self, settings: &Settings) -> Result<Increments, ExperimentError> {
        measure(&settings.evaluation)
    }

    fn curves(
        &self,
        settings: &Settings,
        increments: &Increments,
    ) -> Result<Vec<Curve<OthelloDomain>>, ExperimentError> {
        let equal = equal(&settings.budget).map_err(ExperimentError::Other)?;
        let reference = if settings.saved { Algorithm::AbSaved } else { Algorithm::AlphaBeta };
        let one = |(placement, name, both): (Placement, &str, bool)| {
            let bounds = Some(bounds(name, increments).map_err(ExperimentError::Other)?);
            let (reference, challenger, end) = if both {
                let kept = FeSaved { bounds, placement, ..FeSaved::default() };
                (Algorithm::AbSaved, Engine::of(kept), BOTH)
            } else {
                let alone = Fe { bounds, placement, ..Fe::default() };
                (reference, Engine::of(alone), "")
            };
            curve(MatchPlan {
                label: format!("{name}{}{end}", note(placement)),
                reference: Engine::new(reference),
                challenger,
                depths: (1, if both { settings.both } else { settings.depth }),
                seed: settings.seed,
                seeds: settings.seeds,
                openings: &settings.openings,
                evaluation: &settings.evaluation,
                equal,
            })
        };
        let bounds =
            |placement| settings.bounds.iter().map(move |name| (placement, &**name, false));
        let kept = kept(settings).map(|placement| (placement, FIFTIETH, true));
        settings.placement.iter().flat_map(bounds).chain(kept).map(one).collect()
    }

    fn summarise(
        &self,
        settings: &Settings,
        increments: &Increments,
        climbed: &[Climbed],
    ) -> Summary {
        let how = format!(
            "{}, evaluation {}, equal {}",
            openings_text(settings.seeds, &settings.openings),
            settings.evaluation,
            settings.budget
        );
        let id = self.about.id;
        let mut figures = vec![depths(
            &format!("{id}-depths"),
            format!("Depths in Othello, {how} (Fig. 3b)"),
            NAMES,
            climbed,
            Vec::new(),
        )];
        for placement in settings.placement.iter() {
            let note = note(placement);
            let of = |names: &[&str]| {
                let labels: Vec<String> =
                    names.iter().map(|name| format!("{name}{note}")).collect();
                climbed.iter().filter(|curve| labels.contains(&curve.label)).collect::<Vec<_>>()
            };
            for (what, name, curves) in [
                ("most likely increments", "likely", of(&MOST_LIKELY)),
                ("other bounds", "others", of(&OTHERS)),
            ] {
                if !curves.is_empty() {
                    figures.push(less_and_more(
                        &format!("{id}-{name}{}", note.replace(", ", "-")),
                        format!("Othello, {what}{note}, {how} (Fig. 3b)"),
                        NAMES,
                        &curves,
                        Vec::new(),
                    ));
                }
            }
        }
        let both: Vec<&Climbed> =
            climbed.iter().filter(|curve| curve.label.ends_with(BOTH)).collect();
        if !both.is_empty() {
            figures.push(less_and_more(
                &format!("{id}-both-saved"),
                format!("Othello, bounds fiftieth, both trees saved, {how} (Fig. 3b)"),
                NAMES,
                &both,
                Vec::new(),
            ));
        }
        Summary {
            tables: vec![
                increments_table(settings, increments),
                table(format!("Forward estimation in Othello: {how}"), NAMES, climbed),
                tournaments(NAMES, climbed),
            ],
            figures,
            claims: of_the_papers(
                &settings.evaluation,
                &settings.budget,
                claims::of(settings, increments, climbed),
            )
            .into_iter()
            .map(|claim| {
                if id == Self::TIMED.about.id {
                    // The statement at equal nodes again.
                    claim.again_as_in(Self::PAPERS.about.id)
                } else {
                    claim
                }
            })
            .collect(),
        }
    }
}

/// The placements with which both players keep their trees.
fn kept(settings: &Settings) -> impl Iterator<Item = Placement> + '_ {
    let placements = settings.placement.iter().filter(|_| settings.both > 0);
    placements.filter(|one| matches!(one, Placement::Table1 | Placement::Entry1))
}

/// One fiftieth of the extremes.
fn fiftieth(increments: &Increments) -> [i32; 2] {
    increments.extreme.map(|extreme| (f64::from(extreme) / 50.0).round() as i32)
}

/// The bounds named in a setting.
fn bounds(name: &str, increments: &Increments) -> Result<Bounds, String> {
    let fixed = |[low, high]: [i32; 2]| Ok(Bounds::Fixed(low, high));
    match name {
        MEAN => fixed(increments.mean),
        MODE => fixed(increments.mode),
        FIFTIETH => fixed(fiftieth(increments)),
        EXTREME => fixed(increments.extreme),
        LEARNED => Ok(Bounds::Learned),
        other => Err(format!("bounds {other:?}: write {}", ALL.join(", "))),
    }
}
