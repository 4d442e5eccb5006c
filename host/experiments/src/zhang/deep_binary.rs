//! Zhang 1996, Fig. 1(a): how forward estimation's nodes grow on binary trees deeper than those of the figure.

use plyscope_core::Order;
use plyscope_core::random_tree::{Branching, EdgeCosts, RandomTree};
use plyscope_core::search::forward_estimation::FixedBounds;
use plyscope_measure::trees::{Bounds, forward_estimation, minimal_tree};
use plyscope_report::{Axis, Case, Cell, Claim, Estimate, Mark, Meaning, Plot};
use plyscope_run::statistics::Mean;

use crate::About;
use crate::kit::grid::{Column, Grid, Line, Measured, SETTINGS, Trees};

const SOURCE: &str = "Zhang 1996, section 2, Fig. 1(a)";

/// The depths between which growth is measured.
const APART: u32 = 4;

// The quantities: nodes of forward estimation to three depths so far apart.
const BEFORE: usize = 0;
const SHALLOW: usize = 1;
const DEEP: usize = 2;

const GROWTH: Column =
    Column::of("growth per ply", 4, |line| Some(per_ply(line.ratio(DEEP, SHALLOW)?)));
const SLOWED: Column = Column::of("of that before", 4, slowed);

/// A ratio of nodes as a growth per ply.
fn per_ply(Estimate { value, low, high }: Estimate) -> Estimate {
    let root = |x: f64| x.max(0.0).powf(1.0 / f64::from(APART));
    Estimate { value: root(value), low: root(low), high: root(high) }
}

/// The growth per ply over that before, on the same trees.
fn slowed(line: Line<'_>) -> Option<Estimate> {
    let nodes = |quantity| line.mean(quantity).map(|mean| mean.mean);
    let (before, shallow, deep) = (nodes(BEFORE)?, nodes(SHALLOW)?, nodes(DEEP)?);
    // The logarithm's interval is that of its residuals (the delta method).
    let residual = |tree: &[i64]| {
        let of = |quantity: usize, mean: f64| tree[quantity] as f64 / mean;
        of(BEFORE, before) - 2.0 * of(SHALLOW, shallow) + of(DEEP, deep)
    };
    let half = Mean::of(line.trees().filter(|tree| tree.len() > DEEP).map(residual)).half_width;
    let ratio = deep * before / (shallow * shallow);
    let [low, high] = [-half, half].map(|half| ratio * half.exp());
    Some(per_ply(Estimate { value: ratio, low, high }))
}

/// The growth per ply of perfectly ordered alpha-beta.
fn minimal(depth: u32) -> f64 {
    let nodes = |depth| minimal_tree(2, depth) as f64;
    (nodes(depth + APART) / nodes(depth)).powf(1.0 / f64::from(APART))
}

/// The cases: the second of three depths.
pub(super) const DEEP_BINARY: Grid<u32> = Grid {
    about: About {
        id: "zhang-deep-binary",
        title: "Growth of forward estimation's nodes on deep binary trees",
        source: SOURCE,
        what: "On binary trees to the depths of Fig. 1(a), forward estimation's nodes grow faster than those of perfectly ordered \
            alpha-beta. Is that an effect of the depth? Here they are measured to 34 plies, with exact bounds and the tests where \
            Table 1 has them.",
        settings: SETTINGS,
    },
    cases: &[14, 18, 22, 26, 30],
    name: |depth| format!("depths {depth} to {}", depth + APART),
    trees: Trees { first: 1, scales: [2, 200, 400], piece: 2 },
    measure: |&depth, seeds| {
        let branching = Branching::uniform(2)?;
        let costs = EdgeCosts::Zhang;
        let exact = Bounds::Fixed(FixedBounds::exact(costs.lowest(), costs.highest()));
        seeds.each(|seed| {
            let tree = RandomTree::new(seed, branching).with_edge_costs(costs);
            let nodes = |depth| {
                forward_estimation(&tree, Order::Static, depth, exact)
                    .map(|found| found.nodes as i64)
            };
            Ok([nodes(depth - APART)?, nodes(depth)?, nodes(depth + APART)?])
        })
    },
    table: |all| {
        let deep = Column::mean("nodes, 4 plies deeper", 0, DEEP);
        let columns = [Column::mean("nodes", 0, SHALLOW), deep, GROWTH, SLOWED];
        let first = |&depth: &u32| vec![Cell::number(depth, 0), Cell::number(minimal(depth), 4)];
        let title = format!("Forward estimation on {} binary trees", all.settings.seeds);
        all.table_by(title, &["from depth", "growth in perfect order"], first, &columns)
    },
    plots: |all| {
        vec![Plot {
            name: "zhang-deep-binary".to_owned(),
            title: "Growth of forward estimation's nodes on binary trees".to_owned(),
            x: Axis::linear("from this depth, over 4 plies"),
            y: Axis::linear("growth per ply"),
            series: vec![all.curve("forward estimation", &GROWTH, |&depth| Some(depth))],
            marks: vec![Mark::Horizontal { y: 2f64.sqrt(), label: "square root of 2".to_owned() }],
        }]
    },
    claims,
};

fn claims(all: &Measured<'_, u32>) -> Vec<Claim> {
    let of = |statement: &str| Claim::of(SOURCE, statement, "", 4);
    let growing = all.lines().filter(|(depth, _)| **depth < 26);
    let falls = growing.map(|(depth, line)| {
        let told = |ratio: Estimate| (ratio.display(4), ratio.is_below(1.0));
        Case::told(all.name(depth), SLOWED.number(line).map(told))
    });
    let deepest = all
        .lines()
        .last()
        .and_then(|(&depth, line)| Some(GROWTH.number(line)?.times(1.0 / minimal(depth))));
    vec![
        of("the growth of forward estimation's nodes falls with depth, up to 26 plies")
            .named("falls")
            .inferred()
            .in_all("below that of four plies before", falls),
        of("its growth between 30 and 34 plies is that of perfectly ordered alpha-beta: the one over the other")
            .named("perfect-order")
            .inferred()
            .reads(
                Meaning::at_most("that of perfect order", 0.01),
                [("", deepest.map(|ratio| ratio.distance_to(1.0)))],
            ),
    ]
}
