//! Korf & Chickering 1996, Fig. 16: the shape of its curves, on more openings and with several evaluations.

use plyscope_players::domain::OthelloDomain;
use plyscope_players::engine::{Algorithm, Engine};
use plyscope_players::tournament::ladder::Equal;
use plyscope_report::{Case, Cell, Claim, Estimate, Figure, Mark, Plot, Series, Summary, Table};

use super::fig_16::{NAMES, SOURCE, best, paired};
use crate::keys::{FirstSeed, Openings, Seeds};
use crate::kit::increments::Increments;
use crate::kit::ladder_report::{plot_of_wins, table, tournaments};
use crate::kit::ladders::{Climbed, Curve, Ladders};
use crate::kit::othello_ladders::{EVALUATION, MatchPlan, STRONGER, check, curve, openings_text};
use crate::kit::permutation::chance_of_fall;
use crate::{About, ExperimentError, Scale};

/// The evaluations of best-first extension's curves. The papers' comes first.
const EVALUATIONS: [&str; 4] = [EVALUATION, "simple", "discs", STRONGER];

/// The deepest alpha-beta of the other evaluations' curves.
const OTHERS: u32 = 5;

/// Pairs per task: to find the openings takes as long as some games.
const PIECE: u64 = 20;

pub(super) struct Shape;

crate::settings! {
    pub(super) struct Settings {
        /// selects the openings
        seed: FirstSeed,
        /// number of openings in the ladders, which find the depths at equal work; each is played twice
        seeds: Seeds,
        /// number of openings at these depths; with fewer than seeds, as many as those
        most: u32,
        openings: Openings,
        /// greatest depth of alpha-beta with the papers' evaluation; with others it is at most 5
        depth: u32,
    }
}

impl Ladders for Shape {
    type Domain = OthelloDomain;
    type Settings = Settings;

    fn about(&self) -> &About {
        &About {
            id: "korf-fig-16-shape",
            title: "Fig. 16 on more openings: the shape of its curves with four evaluations",
            source: SOURCE,
            what: "Best-first minimax and best-first extension against alpha-beta in Othello, on 500 kinds of openings of six plies; \
                each is played twice with sides swapped. Ladders on 60 of them find the depths at equal nodes. Does best-first \
                extension win less often against deeper alpha-beta, as in the paper, and does that depend on the evaluation?",
            settings: Settings::KEYS,
        }
    }

    fn settings(&self, scale: Scale) -> Settings {
        Settings {
            seed: 0,
            seeds: scale.pick(8, 60, 60),
            most: scale.pick(0, 500, 1500),
            openings: "6ply".to_owned(),
            depth: scale.pick(3, 5, 7),
        }
    }

    fn check(&self, settings: &Settings) -> Result<(), String> {
        check((&settings.openings, settings.seeds.max(settings.most)), settings.depth)?;
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
        let one = |(evaluation, algorithm, (from, to)): (&str, Algorithm, (u32, u32))| {
            let name = if algorithm == Algorithm::Bfm { "minimax" } else { "extension" };
            curve(MatchPlan {
                label: format!("best-first {name}, {evaluation}"),
                reference: Engine::new(Algorithm::AbSaved),
                challenger: Engine::new(algorithm),
                depths: (from, to),
                seed: settings.seed,
                seeds: settings.seeds,
                openings: &settings.openings,
                evaluation,
                equal: Equal::Nodes,
            })
        };
        let depth = settings.depth;
        let extension = |evaluation| {
            let to = if evaluation == EVALUATION { depth } else { depth.min(OTHERS) };
            (evaluation, Algorithm::Extension, (2, to))
        };
        let minimax = (EVALUATION, Algorithm::Bfm, (1, depth));
        let all = EVALUATIONS.map(extension).into_iter().chain([minimax]).map(one);
        all.map(|curve| Ok(Curve { piece: PIECE, ..curve? })).collect()
    }

    fn most(&self, settings: &Settings) -> u32 {
        settings.most
    }

    /// From the shallowest depth of the shape on.
    fn asks(&self, _: &Settings, _: usize, climbed: &Climbed) -> Vec<(u32, u32)> {
        climbed
            .steps
            .iter()
            .filter(|step| step.depth >= 3)
            .map(|step| step.nearest.depths())
            .collect()
    }

    fn summarise(&self, settings: &Settings, _: &Increments, climbed: &[Climbed]) -> Summary {
        let how = openings_text(settings.most.max(settings.seeds), &settings.openings);
        let series = climbed.iter().map(|curve| Series::line(curve.label.clone(), wins(curve)));
        let title = format!("Othello with four evaluations, {how} (Fig. 16)");
        let mark =
            Mark::Horizontal { y: 200.0 / 3.0, label: "the paper: from 6 on, 67 %".to_owned() };
        let name = "korf-fig-16-shape";
        let plot = plot_of_wins(name, title, NAMES, series.collect(), vec![mark]);
        let played = climbed
            .iter()
            .flat_map(|curve| curve.steps.iter().map(|step| curve.largest(step).pairs as usize));
        let y = plot.y.clone().with_samples_of(played, "openings");
        Summary {
            tables: vec![
                shapes(climbed),
                table(format!("Ladders on {} openings", settings.seeds), NAMES, climbed),
                tournaments(NAMES, climbed),
            ],
            figures: vec![Figure::Plot(Plot { y, ..plot })],
            claims: claims(climbed),
        }
    }
}

/// The wins at each depth of alpha-beta, on all openings that were played.
fn wins(curve: &Climbed) -> Vec<(u32, Estimate)> {
    curve.steps.iter().map(|step| (step.depth, curve.largest(step).wins)).collect()
}

/// By how much more often the challenger wins at one depth than at another.
fn more(curve: &Climbed, depth: u32, than: u32) -> Option<Estimate> {
    let [one, other] = [curve.step(depth)?, curve.step(than)?].map(|step| curve.largest(step));
    one.more_than(other)
}

/// The probability that chance alone makes the wins fall so much, from alpha-beta's depth 3 to `last`.
fn chance(curve: &Climbed, last: u32) -> Option<f64> {
    let places: Option<Vec<&[(f64, f64)]>> = (3..=last)
        .map(|depth| Some(curve.largest(curve.step(depth)?).clusters.as_slice()))
        .collect();
    chance_of_fall(&places?)
}

fn shapes(climbed: &[Climbed]) -> Table {
    let headings = [
        "curve",
        "alpha-beta 3, wins (%)",
        "4",
        "5",
        "6",
        "7",
        "chance of so great a fall from 3 to 5",
    ];
    let mut table =
        Table::new("Wins at equal nodes, and a permutation test of their fall", headings);
    for curve in climbed {
        let wins = (3..=7).map(|depth| {
            let step = curve.step(depth);
            Cell::or_empty(step.map(|step| Cell::measured(curve.largest(step).wins, 1)))
        });
        let chance = chance(curve, OTHERS).map(|chance| Cell::number(chance, 4));
        let cells = [Cell::text(curve.label.clone())].into_iter().chain(wins);
        table.rows.push(cells.chain([Cell::or_empty(chance)]).collect());
    }
    table
}

fn claims(climbed: &[Climbed]) -> Vec<Claim> {
    let of = |statement: &str| Claim::of(SOURCE, statement, "", 0);
    let [extension, .., minimax] = climbed else { return Vec::new() };
    let deepest = |curve: &Climbed| curve.steps.last().map_or(5, |step| step.depth.max(5));
    let top = best(minimax).map(|(depth, _)| depth).filter(|&depth| depth >= 3);
    let falls = climbed[..EVALUATIONS.len()].iter().map(|curve| {
        // Sure on one side, or on the other.
        let so = |chance: f64| match chance {
            low if low <= 0.05 => Some(true),
            high if high >= 0.95 => Some(false),
            _ => None,
        };
        let told = |chance| (format!("by chance with {chance:.3}"), so(chance));
        Case::told(&curve.label, chance(curve, OTHERS).map(told))
    });
    vec![
        of("best-first minimax's wins drop off: the deepest result is below its best (paired by kind of opening; the best was chosen \
            on the ladder's openings)")
            .named("drops")
            .in_all("best-first minimax", [paired(
                top.unwrap_or(0),
                deepest(minimax),
                top.and_then(|top| more(minimax, top, deepest(minimax))),
            )]),
        of("best-first extension is best against alpha-beta's depths 3 and 4: it wins more at each than at any other from 5 on (paired \
            by kind of opening)")
            .named("best-depths")
            .in_all("3 and 4", [3, 4].into_iter().flat_map(|depth| {
                (5..=deepest(extension)).map(move |other| paired(depth, other, more(extension, depth, other)))
            })),
        of("it is worse at alpha-beta's depth 5 than at 3 and 4 (paired by kind of opening)")
            .named("worse-at-5")
            .in_all("3 and 4", [3, 4].map(|depth| paired(depth, 5, more(extension, depth, 5)))),
        of("its wins fall from alpha-beta's depth 3 to 5 with each evaluation (a permutation test within kinds of openings, at 5 % on \
            each side)")
            .named("falls")
            .inferred()
            .in_all("all evaluations", falls),
    ]
}
