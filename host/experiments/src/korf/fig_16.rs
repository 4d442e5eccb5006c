//! Korf & Chickering 1996, Fig. 16: best-first minimax and best-first extension against alpha-beta in Othello.

use plyscope_players::domain::OthelloDomain;
use plyscope_players::engine::{Algorithm, Engine};
use plyscope_report::{Case, Claim, Estimate, Mark, Meaning, Summary};

use crate::keys::{Evaluation, FirstSeed, Openings, Seeds};
use crate::kit::increments::Increments;
use crate::kit::ladder_report::{
    Names, WIDEST, between, cases, depths, drops, table, together, tournaments, widest, wins,
};
use crate::kit::ladders::{Climbed, Curve, Ladders};
use crate::kit::othello_ladders::{
    Budget, EVALUATION, MatchPlan, PAIRS, STRONGER, check, curve, equal, of_the_papers,
    openings_at, openings_text, usual_openings,
};
use crate::{About, ExperimentError, Scale};

pub(super) const SOURCE: &str = "Korf & Chickering 1996, sections 8.3 and 9, Fig. 16";
pub(super) const NAMES: Names = Names { reference: "alpha-beta", challenger: "best-first" };

/// Where the shape of the curves is decided, on more openings.
const SHAPE: &str = "korf-fig-16-shape";

/// With the papers' evaluation, or with the stronger one.
pub(super) struct Figure16 {
    about: About,
    /// The default evaluation of both sides.
    evaluation: &'static str,
    /// The greatest depth of alpha-beta at default scale.
    depth: u32,
    /// The measure of work.
    budget: &'static str,
}

impl Figure16 {
    /// With the papers' evaluation.
    pub(super) const PAPERS: Self = Self {
        about: About {
            id: "korf-fig-16",
            title: "Best-first minimax and best-first extension against alpha-beta in Othello",
            source: SOURCE,
            what: "Tournaments on all 244 openings of four plies; each is played twice with sides swapped. Tied games do not \
                count. All engines save their trees from move to move. For each depth of \
                alpha-beta, the ladder finds the depth of best-first minimax with the nearest amount of work, and its \
                wins; likewise for best-first extension, whose alpha-beta is one ply shallower. The paper made CPU \
                times equal (--set budget=time) and used BILL's evaluation.",
            settings: Settings::KEYS,
        },
        evaluation: EVALUATION,
        depth: 7,
        budget: "nodes",
    };

    /// At equal processor time, as in the paper.
    pub(super) const TIMED: Self = Self {
        about: About {
            id: "korf-fig-16-time",
            title: "Fig. 16 at equal processor time: best-first minimax against alpha-beta in Othello",
            source: SOURCE,
            what: "korf-fig-16 with the paper's measure of work: processor time. Its rows are not the same twice.",
            settings: Settings::KEYS,
        },
        evaluation: EVALUATION,
        depth: 5,
        budget: "time",
    };

    /// With the stronger one.
    pub(super) const STRONGER: Self = Self {
        about: About {
            id: "korf-fig-16-patterns",
            title: "Fig. 16 with a stronger evaluation: best-first minimax against alpha-beta in Othello",
            source: SOURCE,
            what: "korf-fig-16 with the evaluation patterns, which was learned from self-play and is stronger than the \
                papers'. Do their conclusions still hold?",
            settings: Settings::KEYS,
        },
        evaluation: STRONGER,
        depth: 6,
        budget: "nodes",
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
    }
}

impl Ladders for Figure16 {
    type Domain = OthelloDomain;
    type Settings = Settings;

    fn about(&self) -> &About {
        &self.about
    }

    fn settings(&self, scale: Scale) -> Settings {
        let timed = self.budget == "time";
        // A statement is about the paper's number of games.
        let is_papers = scale == Scale::Default && self.about.id == Self::PAPERS.about.id;
        let sizes = if is_papers { Scale::Paper } else { scale };
        let (openings, seeds) = openings_at(sizes, if timed { 10 } else { 60 });
        Settings {
            seed: 0,
            seeds,
            openings,
            depth: scale.pick(if timed { 3 } else { 4 }, self.depth, 7),
            evaluation: self.evaluation.to_owned(),
            budget: self.budget.to_owned(),
        }
    }

    fn check(&self, settings: &Settings) -> Result<(), String> {
        check((&settings.openings, settings.seeds), settings.depth)?;
        if settings.depth < 2 {
            return Err("best-first extension needs a depth of 2 or more".to_owned());
        }
        Ok(())
    }

    fn curves(
        &self,
        settings: &Settings,
        _: &Increments,
    ) -> Result<Vec<Curve<OthelloDomain>>, ExperimentError> {
        let equal = equal(&settings.budget).map_err(ExperimentError::Other)?;
        let challengers = [
            ("best-first minimax", Algorithm::Bfm, 1),
            ("best-first extension", Algorithm::Extension, 2),
        ];
        let one = |(label, algorithm, from): (&str, Algorithm, u32)| {
            curve(MatchPlan {
                label: label.to_owned(),
                reference: Engine::new(Algorithm::AbSaved),
                challenger: Engine::new(algorithm),
                depths: (from, settings.depth),
                seed: settings.seed,
                seeds: settings.seeds,
                openings: &settings.openings,
                evaluation: &settings.evaluation,
                equal,
            })
        };
        challengers.into_iter().map(one).collect()
    }

    fn summarise(&self, settings: &Settings, _: &Increments, climbed: &[Climbed]) -> Summary {
        let how = format!(
            "{}, evaluation {}, equal {}",
            openings_text(settings.seeds, &settings.openings),
            settings.evaluation,
            settings.budget
        );
        let id = self.about.id;
        let stated = |y, label: &str| Mark::Horizontal { y, label: label.to_owned() };
        Summary {
            tables: vec![
                table(format!("Best-first against alpha-beta in Othello: {how}"), NAMES, climbed),
                tournaments(NAMES, climbed),
            ],
            figures: vec![
                wins(
                    &format!("{id}-wins"),
                    format!("Othello, {how} (Fig. 16)"),
                    NAMES,
                    climbed,
                    vec![
                        stated(78.0, "the paper: minimax's best, 78 %"),
                        stated(200.0 / 3.0, "the paper: extension from 6 on, 67 %"),
                    ],
                ),
                depths(
                    &format!("{id}-depths"),
                    format!("Depths in Othello, {how} (Fig. 16)"),
                    NAMES,
                    climbed,
                    Vec::new(),
                ),
            ],
            claims: of_the_papers(
                &settings.evaluation,
                &settings.budget,
                claims(settings, climbed),
            )
            .into_iter()
            .map(|claim| if id == Self::TIMED.about.id { twin(claim) } else { claim })
            .collect(),
        }
    }
}

/// The statement at equal nodes again, at equal processor time.
fn twin(claim: Claim) -> Claim {
    claim.again_as_in(Figure16::PAPERS.about.id)
}

/// The depth of alpha-beta at which the challenger wins most, and its wins there.
pub(super) fn best(curve: &Climbed) -> Option<(u32, Estimate)> {
    let wins = curve.steps.iter().map(|step| (step.depth, step.nearest.wins));
    wins.max_by(|a, b| a.1.value.total_cmp(&b.1.value))
}

/// The case that the challenger wins more at one depth than at another.
pub(super) fn paired(depth: u32, other: u32, more: Option<Estimate>) -> (String, Case) {
    let told =
        |more: Estimate| (format!("{} points", more.display(1)), more.times(-1.0).is_below(0.0));
    Case::told(format!("{depth} against {other}"), more.map(told))
}

fn claims(settings: &Settings, climbed: &[Climbed]) -> Vec<Claim> {
    let of = |statement: &str, unit: &str, decimals| Claim::of(SOURCE, statement, unit, decimals);
    let [minimax, extension] = climbed else { return Vec::new() };
    let wins = |curve: &Climbed, depth| curve.step(depth).map(|step| step.nearest.wins);
    let beaten = |curve: &Climbed| {
        cases(Some(curve), 2..=settings.depth, |step| {
            let wins = step.nearest.wins;
            let name = format!("alpha-beta {}: {:.1} %", step.depth, wins.value);
            Some((name, wins.is_at_least(50.0).into()))
        })
    };
    // How much more often it wins at the first depth than at the second.
    let more = |curve: &Climbed, depth: u32, than: u32| {
        curve.step(depth)?.nearest.more_than(&curve.step(than)?.nearest)
    };
    let games = || climbed.iter().flat_map(|curve| &curve.steps).map(|s| s.nearest.rung.tally);
    let ties: u64 = games().map(|tally| tally.draws).sum();
    let all: u64 = games().map(|tally| tally.games()).sum();
    // All depths are needed to show an increase and a decrease.
    let deep = settings.depth >= 5;
    let best_of_minimax = best(minimax).filter(|_| deep);
    let late = extension.steps.iter().filter(|step| step.depth >= 6);
    let stable = together(late.map(|step| step.nearest.wins));
    vec![
        of("at depth 1 best-first minimax is alpha-beta: each wins half of the games", "%", 1)
            .named("depth-1")
            .equals(50.0, 0.0, wins(minimax, 1)),
        of("at greater depths best-first minimax wins most games", "", 0)
            .named("most-games")
            .in_all("all depths from 2 on", beaten(minimax)),
        of("best-first minimax's best result", "%", 0).named("best-result").equals(
            78.0,
            0.5,
            best_of_minimax.map(|(_, wins)| wins),
        ),
        of("then its wins drop off: the deepest result is below its best (paired by kind of opening; the best was chosen \
            after the fact)", "", 0)
            .named("drops")
            .again(SHAPE, "drops")
            .in_all(
                "best-first minimax",
                [match best_of_minimax {
                    Some((depth, _)) => drops(minimax, depth),
                    None => ("best-first minimax".to_owned(), Case::NotMeasured),
                }],
            ),
        of("best-first extension beats alpha-beta at all depths from 2 on", "", 0)
            .named("extension-beats")
            .in_all("all depths from 2 on", beaten(extension)),
        of("best-first extension is best against alpha-beta's depths 3 and 4: it wins more at each than at any other (paired \
            by kind of opening)", "", 0)
            .named("best-depths")
            .again(SHAPE, "best-depths")
            .in_all(
                "3 and 4",
                [3, 4].into_iter().flat_map(|depth| {
                    let others = (2..=settings.depth.max(5)).filter(|other| !(3..=4).contains(other));
                    others.map(move |other| paired(depth, other, more(extension, depth, other)))
                }),
            ),
        of("it is worse at alpha-beta's depth 5 than at 3 and 4 (paired by kind of opening)", "", 0).named("worse-at-5")
            .again(SHAPE, "worse-at-5").in_all(
            "3 and 4",
            [3, 4].map(|depth| paired(depth, 5, more(extension, depth, 5))),
        ),
        of("beyond that it wins about two of three games: mean from depth 6 on", "%", 1)
            .named("two-of-three")
            .about("about", 200.0 / 3.0, 5.0, stable),
        of(
            "its alpha-beta takes little of the time, as the proximity of the two lower lines shows: its depth over best-first \
             minimax's",
            "",
            2,
        )
        .named("little-time")
        .reads(
            Meaning::at_least("proximity", 0.8),
            (2..=settings.depth).map(|depth| {
                let both = extension.step(depth).zip(minimax.step(depth));
                let share = both.map(|(with, alone)| between(with) / between(alone));
                (format!("alpha-beta {depth}"), share.map(Estimate::exact))
            }),
        ),
        of("tied games", "%", 1).named("ties").about(
            "about",
            3.0,
            0.5,
            (all > 0).then(|| Estimate::percent(ties, all)),
        ),
        of(WIDEST, "%", 1)
            .named("widest")
            .below(4.5, widest(climbed).filter(|_| settings.seeds == PAIRS && settings.openings == usual_openings())),
    ]
}
