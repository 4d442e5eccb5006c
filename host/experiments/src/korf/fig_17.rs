//! Korf & Chickering 1996, Fig. 17: best-first extension against alpha-beta on trees with random branching.

use plyscope_core::random_tree::Branching;
use plyscope_players::engine::{Algorithm, Engine};
use plyscope_report::{Case, Claim, Estimate, Meaning};

use crate::About;
use crate::kit::growth::is_open;
use crate::kit::independent::{SAME_TREES, derived};
use crate::kit::ladder_report::{Names, WIDEST, cases, drops, widest};
use crate::kit::ladders::{Climbed, Step};
use crate::kit::printed::{Data, Number, independent};
use crate::kit::tree_ladders::{Settings, Stated, TreeLadders, independent_claims};

const SOURCE: &str = "Korf & Chickering 1996, section 9, Fig. 17";
const PRINTED: Data = independent!("fig_17.csv");
const NAMES: Names = Names { reference: "alpha-beta", challenger: "best-first extension" };

/// "At least 75 %" of the games, from alpha-beta's depth 3 on, in so many cases at default scale.
const STATED: f64 = 75.0;
const CASES: usize = 23;

pub(super) const FIGURE_17: TreeLadders = TreeLadders {
    about: About {
        id: "korf-fig-17",
        title: "Best-first extension against alpha-beta on trees with random branching",
        source: SOURCE,
        what: "Like Fig. 14, with best-first extension in place of best-first minimax: an alpha-beta search one ply \
            shallower than the opponent's, and a best-first search that continues from its tree. For each depth of \
            alpha-beta, the figures show the depth of the best-first search with the nearest number of nodes, both \
            parts counted, and its wins. The Othello games of the same section are in korf-fig-16.",
        settings: Settings::KEYS,
    },
    names: NAMES,
    engines: || [Algorithm::AbSaved, Algorithm::Extension].map(Engine::new),
    from: 2,
    trees: "trees of random branching",
    symbol: "B",
    branching: Branching::random,
    scales: [
        (200, &[(2, 8), (5, 6), (10, 4), (20, 3)]),
        (200, &[(2, 10), (5, 8), (10, 7), (20, 6)]),
        (200, &[(2, 10), (5, 9), (10, 8), (20, 6)]),
    ],
    beyond: &[],
    asks: |curve| {
        // At depth 2 its statement is that it wins more than half.
        let stated = |depth: u32| if depth == 2 { 50.0 } else { STATED };
        let open = |step: &&Step| is_open(curve.wins(step), stated(step.depth), CASES);
        curve.steps.iter().filter(open).map(|step| step.nearest.depths()).collect()
    },
    titles: [
        "Equal nodes on {}",
        "Best-first extension against alpha-beta: {} (Fig. 17)",
        "Depths at equal nodes: {} (Fig. 17)",
    ],
    stated_wins: &[Stated::Everywhere { y: STATED, label: "the paper: at least 75 %" }],
    stated_depths: &[],
    claims,
};

fn claims(settings: &Settings, climbed: &[Climbed]) -> Vec<Claim> {
    let of = |statement: &str, unit: &str| Claim::of(SOURCE, statement, unit, 0);
    let won = |from: u32, limit: f64| -> Vec<(String, Case)> {
        let of = |(curve, &deepest): (&Climbed, &u32)| {
            cases(Some(curve), from..=deepest, |step| {
                let wins = curve.wins(step);
                let name =
                    format!("{}, alpha-beta {}: {} %", curve.label, step.depth, wins.display(1));
                Some((name, wins.is_at_least(limit).into()))
            })
        };
        climbed.iter().zip(&settings.depths).flat_map(of).collect()
    };
    let all: Vec<f64> = climbed
        .iter()
        .flat_map(|curve| &curve.steps)
        .filter(|step| step.depth > 2)
        .map(|step| step.nearest.wins.value)
        .collect();
    let over_80 = all.iter().filter(|wins| **wins > 80.0).count() as f64;
    let share = (!all.is_empty()).then(|| 100.0 * over_80 / all.len() as f64);
    let mut claims = vec![
        of("beyond alpha-beta's depth 1 it wins more than half", "")
            .in_all("all depths", won(2, 50.0)),
        of(
            "it wins at least three of four games (from alpha-beta's depth 3 on: at 2 its alpha-beta searches one ply, so it \
             is best-first minimax)",
            "",
        )
        .named("three-of-four")
        .in_all("at least 75 % at all depths", won(3, STATED)),
        of(
            "it often wins more than four of five games: cases from alpha-beta's depth 3 on, by their points",
            "% of cases",
        )
        .reads(Meaning::at_least("often", 50.0), [("", share.map(Estimate::exact))]),
        of(
            "at increasing depths there seems to be some degradation: its deepest result is below that at alpha-beta's depth 3 \
             (the depths are our choice; paired by tree)",
            "",
        )
        .named("degradation")
        .in_some("some B", climbed.iter().map(|curve| drops(curve, 3))),
        Claim::of(SOURCE, WIDEST, "%", 1).named("widest")
            .below(7.0, widest(climbed).filter(|_| settings.seeds >= 200)),
    ];
    claims.extend(independent_claims(&PRINTED, NAMES, "B", settings, climbed));
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
        .named("fewer-nodes")
        .independent()
        .each([derived("fewer by", Number::new(8.0, 0), fewer.map(Estimate::exact), true)]),
    );
    claims
}
