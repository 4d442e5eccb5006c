//! Korf & Chickering 1996, Fig. 14: best-first minimax against alpha-beta on trees with random branching.

use plyscope_core::random_tree::Branching;
use plyscope_players::engine::{Algorithm, Engine};
use plyscope_report::{Case, Claim, Estimate};

use crate::About;
use crate::kit::ladder_report::{Names, WIDEST, asks_of_drop, between, cases, drops, widest};
use crate::kit::ladders::{Climbed, Played};
use crate::kit::printed::{Data, independent};
use crate::kit::tree_ladders::{Settings, Stated, TreeLadders, independent_claims};

const SOURCE: &str = "Korf & Chickering 1996, section 8.2, Fig. 14";
const PRINTED: Data = independent!("fig_14.csv");
const NAMES: Names = Names { reference: "alpha-beta", challenger: "best-first" };

/// The point given in the paper's text: the greatest branching factor, the depths of alpha-beta and of best-first
/// minimax, and the latter's wins in per cent.
const B: u32 = 20;
const DEPTH: u32 = 6;
const OTHER: f64 = 39.0;
const WINS: f64 = 18.0;

pub(super) const FIGURE_14: TreeLadders = TreeLadders {
    about: About {
        id: "korf-fig-14",
        title: "Best-first minimax against alpha-beta on trees with random branching",
        source: SOURCE,
        what: "Like Fig. 13, on trees whose nodes have 1 to B children: 200 pairs of games on the trees of seeds 0 to \
            199. Both sides save their trees, and the ladder of equal nodes sets the depths. Here best-first minimax \
            wins at moderate depths and loses at great ones, sooner with larger B.",
        settings: Settings::KEYS,
    },
    names: NAMES,
    engines: || [Algorithm::AbSaved, Algorithm::Bfm].map(Engine::new),
    from: 1,
    trees: "trees of random branching",
    symbol: "B",
    branching: Branching::random,
    scales: [
        (200, &[(2, 9), (5, 6), (10, 4), (20, 3)]),
        // With two children the ladder goes on to the games' end, before which the tables do not turn.
        (200, &[(2, 20), (5, 8), (10, 7), (20, 6)]),
        (200, &[(2, 20), (5, 9), (10, 8), (20, 6)]),
    ],
    // Equal work where best-first minimax first loses, as an independent program found.
    beyond: &[(5, (9, 52))],
    asks: |curve| {
        let lost = least(curve).filter(|(_, wins)| wins.value < 50.0 && !is_lost(curve, *wins));
        let lost = lost.map(|(depths, _)| depths);
        asks_of_drop(curve, middle(curve)).into_iter().chain(lost).collect()
    },
    titles: [
        "Equal nodes on {}",
        "Best-first against alpha-beta at equal nodes: {} (Fig. 14)",
        "Depths at equal nodes: {} (Fig. 14)",
    ],
    stated_wins: &[Stated::Point { branching: B, depth: DEPTH, y: WINS }],
    stated_depths: &[Stated::Point { branching: B, depth: DEPTH, y: OTHER }],
    claims,
};

/// The depth whose result the deepest one is compared with.
fn middle(curve: &Climbed) -> u32 {
    curve.steps.last().map_or(3, |step| (step.depth / 2).max(3))
}

/// The results at alpha-beta's depths from 2 on, those beyond the ladder last: the depths, and best-first minimax's wins.
fn results(curve: &Climbed) -> Vec<((u32, u32), Estimate)> {
    let beyond = curve.asked.iter().map(Played::depths);
    let beyond = beyond.filter(|depths| curve.step(depths.0).is_none());
    let all = curve.steps.iter().map(|step| step.nearest.depths()).chain(beyond);
    let all = all.filter(|depths| depths.0 > 1);
    all.filter_map(|depths| Some((depths, curve.wins_at(depths)?))).collect()
}

/// The least of the results.
fn least(curve: &Climbed) -> Option<((u32, u32), Estimate)> {
    results(curve).into_iter().min_by(|(_, a), (_, b)| a.value.total_cmp(&b.value))
}

/// Whether the least of the results is surely below half, among all of them.
fn is_lost(curve: &Climbed, least: Estimate) -> bool {
    least.among(results(curve).len()).is_below(50.0).decided() == Some(true)
}

/// The depth of alpha-beta from which best-first minimax wins less than half.
fn turn(curve: &Climbed) -> Option<u32> {
    let results = results(curve);
    let late = results.iter().rev().take_while(|(_, wins)| wins.value < 50.0);
    late.last().map(|(depths, _)| depths.0)
}

/// Whether the tables turn no later on the second curve than on the first.
fn turns_sooner(a: &Climbed, b: &Climbed) -> (String, Case) {
    let deepest = |curve: &Climbed| results(curve).last().map_or(0, |(depths, _)| depths.0);
    let text = |curve: &Climbed| match turn(curve) {
        Some(depth) => format!("{} at {depth}", curve.label),
        None => format!("{} not up to {}", curve.label, deepest(curve)),
    };
    let sooner = match (turn(a), turn(b)) {
        (Some(before), Some(after)) => Some(after <= before),
        (None, Some(after)) if deepest(a) >= after => Some(true),
        (Some(before), None) if deepest(b) > before => Some(false),
        _ => None,
    };
    (format!("{}, {}", text(a), text(b)), Case::measured(sooner))
}

/// The case that best-first minimax wins less than half at some depth. A depth that was not run may be the one.
fn outplayed(curve: &Climbed) -> (String, Case) {
    let Some((depths, wins)) = least(curve) else {
        return (curve.label.clone(), Case::NotMeasured);
    };
    let (label, least) = (&curve.label, format!("at {}: {} %", depths.0, wins.display(1)));
    let name = match curve.steps.last() {
        Some(last) if curve.at_the_end => format!(
            "{label}, beyond alpha-beta's {}, where best-first's line ends with the games of 100 moves (least, {least})",
            last.depth
        ),
        _ => format!("{label}, {least}"),
    };
    (name, if is_lost(curve, wins) { Case::True } else { Case::NotMeasured })
}

fn claims(settings: &Settings, climbed: &[Climbed]) -> Vec<Claim> {
    let of = |statement: &str, unit: &str| Claim::of(SOURCE, statement, unit, 0);
    let exact = settings.are_the_papers();
    let stated = settings.curve(climbed, B).and_then(|curve| curve.step(DEPTH));
    let mut claims = vec![
        of("B = 20: best-first minimax's depth for alpha-beta's 6", "plies").equals(
            OTHER,
            0.0,
            stated.filter(|_| exact).map(|step| Estimate::exact(between(step))),
        ),
        of("B = 20: its wins at alpha-beta's depth 6", "%").named("wins-at-6").equals(
            WINS,
            0.5,
            // The trees are the paper's, and so are the games: equality is the test.
            stated.map(|step| {
                let wins = step.nearest.wins;
                if exact { Estimate::exact(wins.value) } else { wins }
            }),
        ),
        of("for moderate depths (alpha-beta 3 and 4) it wins more than half", "").in_all(
            "all B",
            climbed.iter().flat_map(|curve| {
                cases(Some(curve), 3..=4, |step| {
                    let name = format!("{}, alpha-beta {}", curve.label, step.depth);
                    Some((name, curve.wins(step).is_at_least(50.0).into()))
                })
            }),
        ),
        of("its advantage decreases at greater depths: its deepest result is below that at half of alpha-beta's depth, from 3 on \
            (the depths are our choice; paired by tree)", "")
            .in_all("all B", climbed.iter().map(|curve| drops(curve, middle(curve)))),
        of("the depth at which the tables turn decreases with increasing B (depths by the points of the curves)", "")
            .in_all(
                "all B",
                climbed.windows(2).filter_map(|pair| {
                    let [a, b] = pair else { return None };
                    Some(turns_sooner(a, b))
                }),
            ),
        of("eventually alpha-beta outplays best-first minimax: with each B best-first wins less than half at some depth \
            (a depth that was not run may be the one)", "")
            .named("eventually")
            .in_all("all B", climbed.iter().map(outplayed)),
        Claim::of(SOURCE, WIDEST, "%", 1).named("widest")
            .below(7.0, widest(climbed).filter(|_| settings.seeds >= 200)),
    ];
    claims.extend(independent_claims(&PRINTED, NAMES, "B", settings, climbed));
    claims
}
