//! Korf & Chickering 1996, Fig. 13: best-first minimax against alpha-beta on uniform random trees.

use plyscope_core::random_tree::Branching;
use plyscope_players::engine::{Algorithm, Engine};
use plyscope_report::{Case, Claim, Estimate, Meaning};

use crate::About;
use crate::kit::independent::{SAME_TREES, derived};
use crate::kit::ladder_report::{Names, WIDEST, between, bracket, cases, drops, widest};
use crate::kit::ladders::{Climbed, Played, Step};
use crate::kit::printed::{Data, Number, independent};
use crate::kit::tree_ladders::{Settings, Stated, TreeLadders, independent_claims};

const SOURCE: &str = "Korf & Chickering 1996, section 8.2, Fig. 13";
const PRINTED: Data = independent!("fig_13.csv");
const NAMES: Names = Names { reference: "alpha-beta", challenger: "best-first" };

pub(super) const FIGURE_13: TreeLadders = TreeLadders {
    about: About {
        id: "korf-fig-13",
        title: "Best-first minimax against alpha-beta on uniform random trees",
        source: SOURCE,
        what: "Tournaments of 200 pairs of games (trees of seeds 0 to 199, 100 moves deep). Each tree is played twice \
            with sides swapped; the player who was MAX in the game with the larger outcome wins the pair. Both keep \
            their trees from move to move. Both begin at depth 1; the player that generated fewer nodes in the last \
            tournament searches one ply deeper in the next. For each depth of alpha-beta, the figures show best-first \
            minimax's depth with the nearest number of nodes, and its wins.",
        settings: Settings::KEYS,
    },
    names: NAMES,
    engines: || [Algorithm::AbSaved, Algorithm::Bfm].map(Engine::new),
    from: 1,
    trees: "uniform random trees",
    symbol: "b",
    branching: Branching::uniform,
    scales: [
        (200, &[(2, 10), (3, 6), (4, 5), (5, 4)]),
        (200, &[(2, 10), (3, 10), (4, 9), (5, 8)]),
        (200, &[(2, 10), (3, 10), (4, 10), (5, 9)]),
    ],
    // Is the deepest best-first search still less work than alpha-beta to depth 9?
    beyond: &[(5, (9, MOVES))],
    asks: |_| Vec::new(),
    titles: [
        "Equal nodes on {}",
        "Best-first against alpha-beta at equal nodes: {} (Fig. 13)",
        "Depths at equal nodes: {} (Fig. 13)",
    ],
    stated_wins: &[],
    stated_depths: &[
        Stated::Point { branching: 2, depth: 10, y: 52.0 },
        Stated::Point { branching: 5, depth: 8, y: 80.0 },
    ],
    claims,
};

/// Moves of a game, beyond which best-first minimax cannot search.
const MOVES: u32 = 100;

/// Whether the curve's line ends before alpha-beta's depth 10, because best-first minimax would have to search beyond the game's end.
fn ends(curve: &Climbed) -> Option<bool> {
    let beyond = |played: &Played| played.depths().1 == MOVES && played.ratio < 1.0;
    let ended = curve.at_the_end || curve.asked.iter().any(beyond);
    (ended || curve.step(10).is_some()).then_some(ended)
}

/// The share of the ties beyond depth 1 that are of 5 children and alpha-beta's depth 2, in per cent.
fn same_game(settings: &Settings, climbed: &[Climbed]) -> Option<Estimate> {
    let ties = |step: &Step| step.nearest.rung.tally.draws as f64;
    let all = climbed.iter().flat_map(|curve| &curve.steps).filter(|step| step.depth > 1);
    let all: f64 = all.map(ties).sum();
    let these = ties(settings.curve(climbed, 5)?.step(2)?);
    (all > 0.0).then(|| Estimate::exact(100.0 * these / all))
}

fn claims(settings: &Settings, climbed: &[Climbed]) -> Vec<Claim> {
    let of = |statement: &str, unit: &str| Claim::of(SOURCE, statement, unit, 0);
    let exact = settings.are_the_papers();
    let step = |b, depth| settings.curve(climbed, b).and_then(|curve| curve.step(depth));
    let steps = || {
        climbed.iter().flat_map(|curve| curve.steps.iter().map(move |step| (&curve.label, step)))
    };
    let deep = || steps().filter(|(_, step)| step.depth >= 3);
    let case = |(label, step): (&String, &Step), so: bool| {
        (format!("{label}, alpha-beta {}", step.depth), so)
    };
    let over_90 = deep().filter(|(_, step)| step.nearest.wins.value > 90.0).count();
    let share = (deep().count() > 0).then(|| 100.0 * over_90 as f64 / deep().count() as f64);
    let every_game = climbed.iter().zip(&settings.depths).flat_map(|(curve, &deepest)| {
        cases(Some(curve), 3..=deepest, |step| {
            let wins = step.nearest.wins.value;
            let name = format!("{}, alpha-beta {}: {wins:.1} %", curve.label, step.depth);
            Some((name, (wins >= 100.0).into()))
        })
    });
    let mut claims = vec![
        of("binary trees: best-first minimax's depth for alpha-beta's 10", "plies").equals(
            52.0,
            0.0,
            step(2, 10).filter(|_| exact).map(|step| Estimate::exact(between(step))),
        ),
        of("b = 5: its depth for alpha-beta's 8, with roughly the same number of nodes", "plies")
            .in_bracket(80.0, step(5, 8).filter(|_| exact).map(bracket)),
        of("at depth 1 both make the same moves: all pairs tie", "").in_all(
            "all branching factors",
            steps().filter(|(_, step)| step.depth == 1).map(|(label, step)| {
                (label, step.nearest.rung.tally.draws == u64::from(settings.seeds))
            }),
        ),
        of("at alpha-beta's depth 2 best-first minimax searches to depth 3", "").in_all(
            "all branching factors",
            steps()
                .filter(|(_, step)| step.depth == 2)
                .map(|(label, step)| (label, step.nearest.rung.challenger_depth == 3)),
        ),
    ];
    for (label, step) in steps().filter(|(_, step)| step.depth == 2) {
        let statement = format!("{label}: wins at alpha-beta's depth 2");
        let claim =
            of(&statement, "%").point_of("wins-at-2", "b = …: wins at alpha-beta's depth 2");
        let wins = step.nearest.wins;
        // The trees are the paper's, and so are the games.
        let wins = if exact { Estimate::exact(wins.value) } else { wins };
        claims.push(claim.one_of(settings.branching.len()).within(55.0, 65.0, Some(wins)));
    }
    claims.extend([
        of("beyond that, it wins over 90 % in most cases (cases by their points)", "% of cases")
            .at_least(50.0, share.map(Estimate::exact)),
        of("in some cases it wins every game", "").in_some("every game", every_game),
        of("at greater depths its performance drops off: its deepest result is below that at alpha-beta's depth 4 (the \
            depths are our choice; paired by tree)", "")
            .in_all("all branching factors", climbed.iter().map(|curve| drops(curve, 4))),
        of("except at depth 1, ties are rare: the pairs of a tournament that tie", "%")
            .named("ties")
            .reads(
                Meaning::at_most("rare", 5.0),
                steps().filter(|(_, step)| step.depth > 1).map(|(label, step)| {
                    let tally = step.nearest.rung.tally;
                    let name = format!("{label}, alpha-beta {}", step.depth);
                    let ties = Estimate::percent(tally.draws, tally.games());
                    (name, Some(if exact { Estimate::exact(ties.value) } else { ties }))
                }),
            ),
        of("nearly all ties beyond depth 1 are where a best-first search to depth 3 meets alpha-beta to depth 2 with 5 children: it \
            decides as one to depth 2 does (section 7.2), so that both play the same game", "% of the tied pairs")
            .named("same-game")
            .inferred()
            .reads(Meaning::at_least("nearly all", 90.0), [("", same_game(settings, climbed))]),
        of("best-first minimax's depths grow faster than alpha-beta's at every step", "").in_all(
            "all depths",
            climbed.iter().flat_map(|curve| {
                let faster = |pair: &[Step]| {
                    let [a, b] = pair else { return None };
                    Some(case((&curve.label, b), between(b) - between(a) > 1.0))
                };
                curve.steps.windows(2).filter_map(faster).collect::<Vec<_>>()
            }),
        ),
        Claim::of(SOURCE, WIDEST, "%", 1).named("widest")
            .below(7.0, widest(climbed).filter(|_| settings.seeds >= 200)),
        of("in some cases lines end before alpha-beta's depth 10, because the games end after 100 moves", "")
            .in_some(
                "b = 3, 4 and 5",
                climbed.iter().zip(&settings.branching).filter(|(_, b)| **b > 2).map(|(curve, _)| {
                    (&curve.label, Case::measured(ends(curve)))
                }),
            ),
    ]);
    claims.extend(independent_claims(&PRINTED, NAMES, "b", settings, climbed));
    // Nodes in 400 games, in millions.
    let games = f64::from(2 * settings.seeds) / 1e6;
    let five = step(5, 8).filter(|_| exact);
    let played = |depth: u32| {
        let all = [five?.less.as_ref(), five?.more.as_ref()];
        all.into_iter().flatten().find(|played| played.rung.challenger_depth == depth)
    };
    let million = |nodes: f64| Estimate::exact(nodes * games);
    claims.push(
        Claim::of(SAME_TREES, "b = 5: nodes of a tournament at alpha-beta's depth 8", "million", 1)
            .independent()
            .each([
                derived(
                    "alpha-beta",
                    Number::new(100.5, 1),
                    five.map(|step| million(step.nearest.nodes[0])),
                    true,
                ),
                derived(
                    "best-first 80",
                    Number::new(99.1, 1),
                    played(80).map(|p| million(p.nodes[1])),
                    true,
                ),
                derived(
                    "best-first 81",
                    Number::new(101.6, 1),
                    played(81).map(|p| million(p.nodes[1])),
                    true,
                ),
            ]),
    );
    claims
}
