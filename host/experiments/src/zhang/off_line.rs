//! Zhang 1995, section 3: bounds learned off line, on random trees with uniform and with random branching.

use plyscope_core::Order;
use plyscope_core::random_tree::{Branching, EdgeCosts, Node, RandomTree};
use plyscope_core::search::forward_estimation::FixedBounds;
use plyscope_measure::trees::{Bounds, Chosen, alpha_beta, child_of, forward_estimation};
use plyscope_report::{Axis, Cell, Claim, Estimate, Mark, Meaning, Plot, Series, Table};

use crate::About;
use crate::keys::{Key, SeedWithoutHalves, Seeds};
use crate::kit::grid::{Grid, Line, Measured, Trees};

const SOURCE: &str = "Zhang 1995, section 3";

/// Sampled trees to learn from, and plies of each that are looked at.
const SAMPLES: [u32; 3] = [1, 3, 10];
const PLIES: u32 = 3;
/// The first seed of sampled trees, far from those of the trees searched.
const SAMPLED: u32 = 1_000_000;

/// The searches: with exact bounds, learned on line, and off line from each number of samples.
const SEARCHES: usize = 2 + SAMPLES.len();

/// Some trees: their name, the number of children unless it is random, and their depth.
type Case = (&'static str, Option<u32>, u32);

/// The trees whose curves are shown.
const SHOWN: usize = 3;

/// Extends the bounds by the edge costs of a tree's first plies.
fn learn(tree: &RandomTree, node: &Node, plies: u32, bounds: &mut (i32, i32)) {
    for number in 0..tree.count_children(node) {
        let child = child_of(tree, node, number);
        let cost = child.value().get() - node.value().get();
        *bounds = (bounds.0.min(cost), bounds.1.max(cost));
        if plies > 1 {
            learn(tree, &child, plies - 1, bounds);
        }
    }
}

fn name(search: usize) -> String {
    match search {
        0 => "exact bounds".to_owned(),
        1 => "learned on line".to_owned(),
        _ => format!("learned off line, {} trees", SAMPLES[search - 2]),
    }
}

/// Where a search's numbers are: whether it finds alpha-beta's move to the full depth, and then its nodes, by depth from 3 on.
/// Before them are 1 and the nodes of alpha-beta.
fn place(search: usize, depth: u32) -> usize {
    2 * (1 + (depth as usize - 3) * SEARCHES + search)
}

/// The share of searches to this depth with alpha-beta's move.
fn quality(line: Line<'_>, search: usize, depth: u32) -> Option<Estimate> {
    line.share(place(search, depth))
}

/// The share of searches, of all depths, whose decisions are both best or both not.
fn alike(line: Line<'_>, search: usize, full: u32) -> Option<Estimate> {
    let (mut same, mut all) = (0, 0);
    for tree in line.trees() {
        for depth in 3..=full {
            let of = |search| tree.get(place(search, depth));
            if let (Some(ours), Some(exact)) = (of(search), of(0)) {
                (same, all) = (same + u64::from(ours == exact), all + 1);
            }
        }
    }
    (all > 0).then(|| Estimate::percent(same, all))
}

pub(super) const OFF_LINE: Grid<Case> = Grid {
    about: About {
        id: "zhang-off-line",
        title: "Bounds learned off line on random trees",
        source: SOURCE,
        what: "The bounds on edge costs are the extremes of the first three plies of 1, 3 or 10 other trees of the same \
            kind. Forward estimation searches uniform trees and trees of 1 to 9 children with these bounds, with exact \
            bounds and with bounds learned on line. Measured is whether its move is alpha-beta's to the full depth. The \
            paper prints on-line results alone, and does not say how trees were sampled.",
        settings: &[Key::of::<SeedWithoutHalves>("seed", ""), Key::of::<Seeds>("seeds", "")],
    },
    cases: &[
        ("b = 2", Some(2), 12),
        ("b = 5", Some(5), 8),
        ("b = 10", Some(10), 6),
        ("random branching, mean 5", None, 8),
    ],
    name: |(name, ..)| (*name).to_owned(),
    trees: Trees { first: 1, scales: [60, 1000, 1000], piece: 10 },
    measure: |&(_, children, full), seeds| {
        let branching = children.map_or(Ok(Branching::ZHANG), Branching::uniform)?;
        let costs = EdgeCosts::Zhang;
        let tree = |seed| RandomTree::new(seed, branching).with_edge_costs(costs);
        let learned = SAMPLES.map(|samples| {
            let mut bounds = (0, 0);
            for sample in 0..samples {
                let tree = tree(SAMPLED + sample);
                learn(&tree, &tree.root(), PLIES, &mut bounds);
            }
            FixedBounds::new(bounds.0, bounds.1)
        });
        let exact = FixedBounds::exact(costs.lowest(), costs.highest());
        seeds.each(|seed| {
            let tree = tree(seed);
            let order = Order::Static;
            let all = alpha_beta(&tree, order, full)?;
            let mut numbers = vec![1, all.nodes as i64];
            for depth in 3..=full {
                let mut add = |found: Chosen| {
                    numbers.extend([i64::from(found.best == all.best), found.nodes as i64]);
                };
                add(forward_estimation(&tree, order, depth, Bounds::Fixed(exact))?);
                add(forward_estimation(&tree, order, depth, Bounds::Learned)?);
                for bounds in learned {
                    add(forward_estimation(&tree, order, depth, Bounds::Fixed(bounds))?);
                }
            }
            Ok(numbers)
        })
    },
    table,
    plots: |all| {
        let (_, _, full) = OFF_LINE.cases[SHOWN];
        let series = (0..SEARCHES).map(|search| {
            let point = |depth| Some((depth, quality(all.line(SHOWN), search, depth)?));
            Series::line(name(search), (3..=full).filter_map(point))
        });
        vec![Plot {
            name: "zhang-off-line".to_owned(),
            title: "Decision quality by the way of learning bounds, random branching".to_owned(),
            x: Axis::linear("search depth (plies)"),
            y: Axis::linear("best moves (%)"),
            series: series.collect(),
            marks: vec![Mark::Horizontal { y: 100.0, label: "full depth".to_owned() }],
        }]
    },
    claims: |all| (1..SEARCHES).map(|search| claim(all, search)).collect(),
};

fn table(all: &Measured<'_, Case>) -> Table {
    let headings = (0..SEARCHES).map(|search| format!("{}: best moves (%)", name(search)));
    let headings = ["trees".to_owned(), "depth".to_owned()].into_iter().chain(headings);
    let seeds = all.settings.seeds;
    let title = format!("Decision quality by the way of learning bounds, {seeds} trees");
    let mut table = Table::new(title, headings);
    for (&(label, _, full), line) in all.lines() {
        for depth in 3..=full {
            let mut row = vec![Cell::text(label), Cell::number(depth, 0)];
            row.extend((0..SEARCHES).map(|search| {
                let quality = quality(line, search, depth);
                Cell::or_empty(quality.map(|quality| Cell::measured(quality, 1)))
            }));
            table.rows.push(row);
        }
    }
    table
}

fn claim(all: &Measured<'_, Case>, search: usize) -> Claim {
    const STATEMENT: &str = "forward estimation decides as well as with exact bounds most of the time: of searches to depth 3 and \
                             deeper, those that are both best or both not";
    let shares = all.lines().map(|(case, line)| (all.name(case), alike(line, search, case.2)));
    let claim = Claim::of(SOURCE, format!("{}: {STATEMENT}", name(search)), "%", 1);
    let claim = match search {
        1 => claim.again("zhang-table-1", "the-same"),
        _ => claim
            .point_of("off-line", format!("learned off line: {STATEMENT}"))
            .one_of(SAMPLES.len()),
    };
    claim.reads(Meaning::at_least("most of the time", 50.0), shares)
}
