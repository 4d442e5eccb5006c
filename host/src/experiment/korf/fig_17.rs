//! Korf & Chickering 1996, Fig. 17: best-first extension against alpha-beta on trees with random branching.

use plyscope_core::random_tree::Branching;

use crate::domain::RandomTreeDomain;
use crate::engine::Algorithm;
use crate::experiment::kit::increments::Increments;
use crate::experiment::kit::independent::{SAME_TREES, derived};
use crate::experiment::kit::korf_trees::{MEANINGS, Settings, curves};
use crate::experiment::kit::ladder_report::{
    Independent, Names, WIDEST, above, depths, independent, nearest, table, tournaments, widest,
    wins,
};
use crate::experiment::kit::ladders::{Climbed, Curve, Ladders};
use crate::experiment::{About, ExperimentError, Scale};
use crate::report::{Claim, Estimate, Mark, Summary};

const SOURCE: &str = "Korf & Chickering 1996, section 9, Fig. 17";
const NAMES: Names = Names { reference: "alpha-beta", challenger: "best-first extension" };

/// By maximum branching factor.
const INDEPENDENT: [(u32, &Independent); 3] = [
    (5, &[(2, 3, 62.0), (3, 7, 94.0), (4, 9, 95.0), (5, 13, 92.0), (6, 17, 90.0)]),
    (10, &[(2, 3, 58.0), (3, 8, 99.0), (4, 11, 93.0), (5, 18, 94.0)]),
    (20, &[(2, 3, 60.0), (3, 9, 98.0), (4, 13, 93.0), (5, 25, 95.0), (6, 31, 89.0)]),
];

pub(super) struct Figure17;

impl Ladders for Figure17 {
    type Domain = RandomTreeDomain;
    type Settings = Settings;

    fn about(&self) -> &About {
        &About {
            id: "korf-fig-17",
            title: "Best-first extension against alpha-beta on trees with random branching",
            source: SOURCE,
            what: "As Fig. 14, with best-first extension in place of best-first minimax: an alpha-beta search to one ply less \
                   than the opponent's, and a best-first search that goes on from its tree. For each depth of alpha-beta: the \
                   depth of the best-first search of most nearly the same number of nodes, both parts counted, and its wins. \
                   The Othello games of the same section are in korf-fig-16.",
            settings: MEANINGS,
        }
    }

    fn settings(&self, scale: Scale) -> Settings {
        scale.pick(
            Settings::new(200, &[(2, 8), (5, 6), (10, 4), (20, 3)]),
            Settings::new(200, &[(2, 10), (5, 8), (10, 7), (20, 6)]),
            Settings::new(200, &[(2, 10), (5, 9), (10, 8), (20, 6)]),
        )
    }

    fn check(&self, settings: &Settings) -> Result<(), String> {
        settings.check()?;
        if settings.depths.iter().any(|&depth| depth < 2) {
            return Err("its alpha-beta is one ply shallower: give depths from 2".to_owned());
        }
        Ok(())
    }

    fn curves(
        &self,
        settings: &Settings,
        _: &Increments,
    ) -> Result<Vec<Curve<RandomTreeDomain>>, ExperimentError> {
        curves(settings, "B", Branching::random, Algorithm::Extension, 2)
    }

    fn summarise(&self, settings: &Settings, _: &Increments, climbed: &[Climbed]) -> Summary {
        let trees = format!("{} trees of random branching", settings.seeds);
        let three_of_four =
            Mark::Horizontal { y: 75.0, label: "the paper: at least 75 %".to_owned() };
        Summary {
            tables: vec![
                table(format!("Equal nodes on {trees}"), NAMES, climbed),
                tournaments(NAMES, climbed),
            ],
            figures: vec![
                wins(
                    "korf-fig-17-wins",
                    format!("Best-first extension against alpha-beta: {trees} (Fig. 17)"),
                    NAMES,
                    climbed,
                    vec![three_of_four],
                ),
                depths(
                    "korf-fig-17-depths",
                    format!("Depths at equal nodes: {trees} (Fig. 17)"),
                    NAMES,
                    climbed,
                    Vec::new(),
                ),
            ],
            claims: claims(settings, climbed),
        }
    }
}

fn claims(settings: &Settings, climbed: &[Climbed]) -> Vec<Claim> {
    let of = |statement: &str, unit: &str| Claim::of(SOURCE, statement, unit, 0);
    let cases = |limit: f64| -> Vec<(String, Option<bool>)> {
        climbed
            .iter()
            .flat_map(|curve| curve.steps.iter().map(move |step| (curve, step)))
            .map(|(curve, step)| {
                let wins = step.nearest.wins;
                (
                    format!("{}, alpha-beta {}: {:.1} %", curve.label, step.depth, wins.value),
                    above(wins, limit),
                )
            })
            .collect()
    };
    let all: Vec<f64> = climbed
        .iter()
        .flat_map(|curve| curve.steps.iter().map(|step| step.nearest.wins.value))
        .collect();
    let over_80 = all.iter().filter(|wins| **wins > 80.0).count() as f64;
    let share = (!all.is_empty()).then(|| 100.0 * over_80 / all.len() as f64);
    let mut claims = vec![
        of("beyond alpha-beta's depth 1 it wins more than half", "")
            .in_all("all depths", cases(50.0)),
        of("it wins at least three of four games", "")
            .in_all("at least 75 % at all depths", cases(75.0)),
        of("cases in which it wins more than four of five games: often", "% of cases")
            .at_least(50.0, share.map(Estimate::exact)),
        Claim::of(SOURCE, WIDEST, "%", 1)
            .below(7.0, widest(climbed).filter(|_| settings.seeds >= 200)),
    ];
    for (b, theirs) in INDEPENDENT {
        let curve = settings.curve(climbed, b).filter(|_| settings.are_the_papers());
        claims.extend(independent(NAMES, &format!("B = {b}"), curve, nearest, theirs));
    }
    let curve = settings.curve(climbed, 20).filter(|_| settings.are_the_papers());
    let fewer =
        curve.and_then(|curve| curve.step(6)).map(|step| 100.0 * (1.0 - step.nearest.ratio));
    claims.push(
        Claim::of(
            SAME_TREES,
            "B = 20: best-first extension generates fewer nodes than alpha-beta's depth 6",
            "%",
            0,
        )
        .independent()
        .each([derived("fewer by", (8.0, 0), fewer.map(Estimate::exact), true)]),
    );
    claims
}
