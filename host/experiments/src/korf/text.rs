//! Korf & Chickering 1996: sentences of the text that no figure shows.

use plyscope_core::Expansion;
use plyscope_core::random_tree::{Branching, RandomTree};
use plyscope_measure::expansions::{bits_of_jumps, expanded_children};
use plyscope_measure::orderings::{in_order, in_static_order, soft_and_hard};
use plyscope_measure::proofs::watch;
use plyscope_report::{Axis, Case as Judged, Claim, Estimate, Mark, Meaning, Plot};
use plyscope_run::seed::hash;

use crate::About;
use crate::kit::grid::{Column, Grid, Line, Measured, SETTINGS, Trees};

const SOURCE: &str = "Korf & Chickering 1996";

/// Moves of a line of nodes whose jumps are looked at: those of a game.
const PLIES: u32 = 100;

// The quantities. Nodes of alpha-beta to one ply less, and those that it does not generate to the depth: in static order, in the
// best one and in the worst. The frontier in best and in worst order, and what is left of it after two moves.
const SHALLOWER: usize = 0;
const ONLY: usize = 1;
const ONLY_BEST: usize = 2;
const ONLY_WORST: usize = 3;
const BEST_FRONTIER: usize = 4;
const BEST_LEFT: usize = 5;
const WORST_FRONTIER: usize = 6;
const WORST_LEFT: usize = 7;
// Nodes of iterative deepening with the best value or bound returned, and with the violated bound.
const SOFT: usize = 8;
const HARD: usize = 9;
// Of recursive best-first minimax: the most nodes in memory, stored values, and those that do not fall.
const MOST: usize = 10;
const STORED: usize = 11;
const BROKEN: usize = 12;
const STORED_FULL: usize = 13;
const BROKEN_FULL: usize = 14;
// The root's children, those that best-first minimax to depth 2 expands, and the bits of jumps ahead.
const CHILDREN: usize = 15;
const EXPANDED: usize = 16;
const ONES: usize = 17;
const BITS: usize = 18;

const SHARE_ONLY: Column = Column::ratio("only to one ply less, share", 3, ONLY, SHALLOWER);
const LEFT_BEST: Column = Column::ratio("frontier left, best order", 4, BEST_LEFT, BEST_FRONTIER);
const LEFT_WORST: Column =
    Column::ratio("frontier left, worst order", 4, WORST_LEFT, WORST_FRONTIER);
const SOFT_OVER_HARD: Column = Column::ratio("best value / violated bound, nodes", 4, SOFT, HARD);
const MEMORY: Column = Column::mean("most nodes in memory", 1, MOST);
const EXPANDED_SHARE: Column = Column::of("root's children expanded to depth 2 (%)", 1, |line| {
    Some(line.ratio(EXPANDED, CHILDREN)?.times(100.0))
});
const BITS_OVER_ONES: Column = Column::ratio("bits of a jump / its ones", 3, BITS, ONES);

/// The cases: children, depth of alpha-beta, depth of best-first minimax.
type Case = (u32, u32, u32);

pub(super) const TEXT: Grid<Case> = Grid {
    about: About {
        id: "korf-text",
        title: "Sentences of the text that no figure shows: memory, stored values, node sets, jumps",
        source: "Korf & Chickering 1996, sections 3, 4.5, 6, 7.2 and 8.1",
        what: "On uniform random trees: the nodes that alpha-beta generates to one ply less and not to the depth, in static, best and \
            worst order; what is left of its frontier after two moves; iterative deepening with the best value or the violated bound \
            of subtrees outside the window; the memory of recursive best-first minimax, and the values that it stores; how many of \
            the root's children a best-first search to depth 2 expands; and the bits of jumps ahead in the random sequence.",
        settings: SETTINGS,
    },
    cases: &[(2, 10, 14), (3, 7, 10), (5, 5, 7), (10, 4, 5)],
    name: |(b, depth, deep)| format!("b = {b}, alpha-beta {depth}, best-first {deep}"),
    trees: Trees { first: 1, scales: [50, 1000, 1000], piece: 10 },
    measure: |&(b, depth, deep), seeds| {
        let branching = Branching::uniform(b)?;
        // The trees in best and worst order do not depend on the seed.
        let (best, best_frontier) = in_order(b, depth, true)?;
        let (worst, worst_frontier) = in_order(b, depth, false)?;
        seeds.each(|seed| {
            let tree = RandomTree::new(seed, branching);
            let ordered = in_static_order(&tree, depth)?;
            let [soft, hard] = soft_and_hard(&tree, depth);
            let [partial, full] =
                [Expansion::Partial, Expansion::Full].map(|how| watch(&tree, how, deep));
            let (partial, full) = (partial?, full?);
            let bits = bits_of_jumps(b, PLIES, |ply| (hash(seed.into(), ply.into()) >> 32) as u32);
            Ok([
                ordered.all,
                ordered.only,
                best.only,
                worst.only,
                best_frontier[0],
                best_frontier[1],
                worst_frontier[0],
                worst_frontier[1],
                soft,
                hard,
                partial.most.max(full.most) as i64,
                partial.stored as i64,
                partial.broken as i64,
                full.stored as i64,
                full.broken as i64,
                i64::from(b),
                expanded_children(&tree, 2),
                bits[0],
                bits[1],
            ])
        })
    },
    table: |all| {
        let columns = [
            SHARE_ONLY,
            LEFT_BEST,
            LEFT_WORST,
            SOFT_OVER_HARD,
            MEMORY,
            EXPANDED_SHARE,
            BITS_OVER_ONES,
        ];
        all.table(format!("Means of {} trees", all.settings.seeds), "", &columns)
    },
    plots: |all| {
        vec![Plot {
            name: "korf-text".to_owned(),
            title: "Alpha-beta's nodes to one ply less that it does not generate to the depth"
                .to_owned(),
            x: all.axis(),
            y: Axis::linear("share of the nodes to one ply less").from_to(0.0, 1.0),
            series: vec![all.points(&SHARE_ONLY.named("static order"))],
            marks: vec![Mark::Horizontal { y: 0.0, label: "best and worst order".to_owned() }],
        }]
    },
    claims,
};

/// The greatest of a quantity.
fn most(line: Line<'_>, quantity: usize) -> Option<f64> {
    line.each(quantity).max_by(f64::total_cmp)
}

fn claims(all: &Measured<'_, Case>) -> Vec<Claim> {
    let of = |section: &str, statement: &str| {
        Claim::of(format!("{SOURCE}, section {section}"), statement, "", 3)
    };
    let none = |quantity: usize| {
        all.judge(|_, line| {
            let sum = line.sum(quantity)?;
            Some((format!("{sum} nodes"), sum == 0.0))
        })
    };
    let falling = |stored: usize, broken: usize| {
        all.judge(|_, line| {
            let (stored, broken) = (line.sum(stored)?, line.sum(broken)?);
            Some((format!("{broken} of {} stored values do not", stored + broken), broken == 0.0))
        })
    };
    // The share that is left, times what the paper divides by.
    let left = |column: Column, power: i32| {
        let times = move |(&(b, ..), line): (&Case, Line<'_>)| {
            let share = column.number(line).map(|share| share.times(f64::from(b).powi(power)));
            (format!("b = {b}"), share.map(|share| share.distance_to(1.0)))
        };
        all.lines().map(times).collect::<Vec<(String, Option<Estimate>)>>()
    };
    let memory = all.judge(|&(b, _, deep), line| {
        let most = most(line, MOST)?;
        Some((format!("at most {most} nodes, b d = {}", b * deep), most <= f64::from(b * deep)))
    });
    vec![
        of("3", "\"the space complexity is O(bd)\": recursive best-first minimax never holds more than b d nodes")
            .in_all("at most b d", memory),
        of("3.1", "\"the sequence of values stored for each child node forms a strictly increasing sequence for that node\", below \
            MIN nodes, and symmetrically below MAX nodes")
            .in_all("always", falling(STORED, BROKEN)),
        of("3.2", "\"as long as node x remains in memory, the sequence of stored values assigned to x form a strictly decreasing \
            sequence\", with full expansion")
            .in_all("always", falling(STORED_FULL, BROKEN_FULL)),
        of("4.5", "with stored powers a jump ahead is \"further speeded up by a factor of two\": bits of a jump over its bits that are \
            one, distance from 2")
            .reads(Meaning::at_most("a factor of two", 0.25), {
                let apart = |(_, ratio): (String, Option<Estimate>)| ratio.map(|ratio| ratio.distance_to(2.0));
                let numbers = all.numbers(&BITS_OVER_ONES);
                numbers.into_iter().map(move |one| (one.0.clone(), apart(one)))
            }),
        of("6", "\"an alpha-beta search to depth d - 1 will generate some nodes that are not generated in an alpha-beta search of the \
            same tree to depth d\", in static order")
            .in_all("some, in general", all.judge(|_, line| {
                let only = line.share(ONLY)?;
                let some = only.times(-1.0).is_below(0.0);
                Some((format!("on {} % of the trees", only.display(1)), some))
            })),
        of("6", "\"this is not true for best-possible [...] ordering\"").in_all("none", none(ONLY_BEST)),
        of("6", "\"this is not true for [...] worst-possible ordering\"").in_all("none", none(ONLY_WORST)),
        of("6", "\"to get the full benefit of node ordering from iterative deepening [...] the best value or bound achieved for the \
            subtree should be returned\": fewer nodes than with the violated bound")
            .in_all("fewer", all.cases(&SOFT_OVER_HARD, |ratio| ratio.is_below(1.0))),
        of("7.2", "\"a depth-two best-first search will tend to expand most of the children of the root to depth two\"")
            .in_all("more than half", all.cases(&EXPANDED_SHARE, |share| share.is_at_least(50.0))),
        of("8.1", "without pruning, after two moves \"the fraction of the original search tree that is still relevant [...] is only \
            1/b^2\"")
            .in_all("1/b^2", left(LEFT_WORST, 2).into_iter().map(|(name, apart)| {
                (name, Judged::measured(apart.map(|apart| apart.value < 1e-9)))
            })),
        of("8.1", "of the minimal tree, \"the fraction of the original tree that is still relevant [...] is 1/b\" (by orders of \
            magnitude): that share times b, distance from 1")
            .reads(Meaning::at_most("1/b", 0.25), left(LEFT_BEST, 1)),
    ]
}
