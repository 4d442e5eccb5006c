//! Zhang 1996: sentences of the text that no figure shows.

use plyscope_core::Order;
use plyscope_core::random_tree::{Branching, EdgeCosts, RandomTree};
use plyscope_core::search::forward_estimation::FixedBounds;
use plyscope_learn::edge_costs::{openings, sample};
use plyscope_measure::trees::{Bounds, child_of, forward_estimation_within};
use plyscope_players::domain::OthelloEvaluation;
use plyscope_players::player::PlayerError;
use plyscope_report::{Axis, Claim, Estimate, Mark, Meaning, Plot};
use plyscope_run::seed::hash;

use crate::kit::grid::{Column, Grid, Line, Measured, SETTINGS, Trees};
use crate::kit::increments::{DEPTH, measure};
use crate::kit::othello_ladders::EVALUATION;
use crate::{About, ExperimentError};

// The quantities on trees: depths searched, those with alpha-beta's value, and how far a leaf is from its sibling and from a leaf
// below another child of the root. In Othello: edges, and those of at least half the extreme increment.
const SEARCHED: usize = 0;
const SAME: usize = 1;
const SIBLINGS: usize = 2;
const UNRELATED: usize = 3;
const EDGES: usize = 0;
const LARGE: usize = 1;

/// Trees: their name, children unless they are random, and their depth; or the evaluation of Othello.
#[derive(Clone, Copy, Debug)]
pub(super) enum Case {
    Tree(&'static str, Option<u32>, u32),
    Othello,
}

const CONGREGATED: Column = Column::of("siblings' distance / unrelated leaves'", 3, |line| {
    (of_trees(line)).then(|| line.ratio(SIBLINGS, UNRELATED)).flatten()
});
const SAME_VALUES: Column = Column::of("searches with alpha-beta's value (%)", 1, |line| {
    Some((of_trees(line)).then(|| line.ratio(SAME, SEARCHED)).flatten()?.times(100.0))
});
const LARGE_EDGES: Column = Column::of("increments of half the extreme or more (%)", 3, |line| {
    Some((!of_trees(line)).then(|| line.ratio(LARGE, EDGES)).flatten()?.times(100.0))
});

fn of_trees(line: Line<'_>) -> bool {
    line.trees().any(|tree| tree.len() > LARGE + 1)
}

/// A leaf's value, after these first moves and moves by chance.
fn leaf(tree: &RandomTree, first: &[u32], depth: u32, seed: u32) -> i64 {
    let mut node = tree.root();
    for ply in 0..depth {
        let count = tree.count_children(&node);
        let by_chance = (hash(seed.into(), ply.into()) % u64::from(count.max(1))) as u32;
        let number = first.get(ply as usize).copied().unwrap_or(by_chance).min(count.max(1) - 1);
        node = child_of(tree, &node, number);
    }
    i64::from(node.value().get())
}

/// The distances of a leaf from a sibling, and from a leaf below another child of the root.
fn distances(tree: &RandomTree, depth: u32, seed: u32) -> Option<[i64; 2]> {
    let mut path = Vec::new();
    let mut node = tree.root();
    for ply in 0..depth {
        let count = tree.count_children(&node);
        let number = (hash(seed.into(), ply.into()) % u64::from(count.max(1))) as u32;
        path.push((number, count));
        node = child_of(tree, &node, number);
    }
    let value = i64::from(node.value().get());
    let (last, siblings) = *path.last()?;
    let (first, others) = *path.first()?;
    if siblings < 2 || others < 2 {
        return None;
    }
    let mut numbers: Vec<u32> = path.iter().map(|one| one.0).collect();
    *numbers.last_mut()? = (last + 1) % siblings;
    let sibling = leaf(tree, &numbers, depth, seed);
    let other = leaf(tree, &[(first + 1) % others], depth, seed ^ 0x5555_5555);
    Some([(value - sibling).abs(), (value - other).abs()])
}

fn on_tree(children: Option<u32>, depth: u32, seed: u32) -> Result<Vec<i64>, ExperimentError> {
    let branching = children.map_or(Ok(Branching::ZHANG), Branching::uniform)?;
    let costs = EdgeCosts::Zhang;
    let tree = RandomTree::new(seed, branching).with_edge_costs(costs);
    let exact = Bounds::Fixed(FixedBounds::exact(costs.lowest(), costs.highest()));
    let mut same = 0;
    for depth in 1..=depth {
        let value =
            |bounds| forward_estimation_within(&tree, Order::Static, depth, u64::MAX, bounds);
        same += i64::from(value(Bounds::None)?.1 == value(exact)?.1);
    }
    let mut numbers = vec![i64::from(depth), same];
    // A leaf without a sibling says nothing: 0 to 0.
    numbers.extend(distances(&tree, depth, seed).unwrap_or_default());
    Ok(numbers)
}

pub(super) const TEXT: Grid<Case> = Grid {
    about: About {
        id: "zhang-text",
        title: "Sentences of the text that no figure shows: exact bounds, leaves, extreme increments",
        source: "Zhang 1996, sections 3, 4 and 5.2",
        what: "Forward estimation with exact bounds on edge costs searches uniform and random trees to each depth, and its value is \
            compared with alpha-beta's. The values of leaves are compared with those of siblings and of leaves below another child of \
            the root. In Othello: how many increments over a ply are at least half the extreme of ten games.",
        settings: SETTINGS,
    },
    cases: &[
        Case::Tree("b = 2", Some(2), 12),
        Case::Tree("b = 5", Some(5), 7),
        Case::Tree("b = 10", Some(10), 5),
        Case::Tree("random branching, mean 5", None, 7),
        Case::Othello,
    ],
    name: |case| match case {
        Case::Tree(name, ..) => (*name).to_owned(),
        Case::Othello => format!("Othello ({EVALUATION})"),
    },
    trees: Trees { first: 1, scales: [40, 1000, 1000], piece: 10 },
    measure: |case, seeds| match *case {
        Case::Tree(_, children, depth) => seeds.each(|seed| on_tree(children, depth, seed)),
        Case::Othello => {
            let [low, high] = measure(EVALUATION)?.extreme;
            let evaluation = OthelloEvaluation::named(EVALUATION).map_err(PlayerError::from)?;
            let starts = openings(244);
            seeds.each(|seed| {
                let start = starts.get(seed as usize % starts.len().max(1)..).unwrap_or_default();
                let costs =
                    sample(&evaluation, start.get(..1).unwrap_or_default(), DEPTH, 1, &mut || ())?
                        .costs;
                let large =
                    costs.iter().filter(|&&cost| 2 * cost <= low || 2 * cost >= high).count();
                Ok([costs.len() as i64, large as i64])
            })
        }
    },
    table: |all| {
        let title = format!("Means of {} trees or games", all.settings.seeds);
        all.table(title, "", &[SAME_VALUES, CONGREGATED, LARGE_EDGES])
    },
    plots: |all| {
        vec![Plot {
            name: "zhang-text".to_owned(),
            title: "Distance of a leaf from its sibling, of that from an unrelated leaf".to_owned(),
            x: all.axis(),
            y: Axis::linear("distance of siblings / of unrelated leaves").from_to(0.0, 1.0),
            series: vec![all.points(&CONGREGATED.named("random trees"))],
            marks: vec![Mark::Horizontal { y: 1.0, label: "no nearer".to_owned() }],
        }]
    },
    claims,
};

fn claims(all: &Measured<'_, Case>) -> Vec<Claim> {
    let of = |section: &str, statement: &str, unit: &str| {
        Claim::of(format!("Zhang 1996, section {section}"), statement, unit, 3)
    };
    let trees = |of: &dyn Fn(Line<'_>) -> Option<Estimate>| -> Vec<(String, Option<Estimate>)> {
        let lines = all.lines().filter(|(case, _)| matches!(case, Case::Tree(..)));
        lines.map(|(case, line)| (all.name(case), of(line))).collect()
    };
    let same = trees(&|line| SAME_VALUES.number(line)).into_iter().map(|(name, share)| {
        let told =
            |share: Estimate| (format!("{} % of searches", share.display(1)), share.value >= 100.0);
        plyscope_report::Case::told(name, share.map(told))
    });
    let othello = all.lines().filter(|(case, _)| matches!(case, Case::Othello));
    let large: Vec<(String, Option<Estimate>)> =
        othello.map(|(case, line)| (all.name(case), LARGE_EDGES.number(line))).collect();
    vec![
        of("3", "with exact bounds, \"it is guaranteed that forward estimation produces exactly the same minimax value as alpha-beta \
            pruning\"", "")
            .named("exact-bounds")
            .in_all("always", same),
        of("4", "\"the values of leaf nodes are congregated\": a leaf's distance from its sibling, of that from an unrelated leaf", "")
            .reads(
                Meaning::at_most("not too different", 0.5),
                trees(&|line| CONGREGATED.number(line)),
            ),
        of("5.2", "the extremes are \"values that rarely occur\": increments of at least half the extreme", "%")
            .reads(Meaning::at_most("rarely", 1.0), large),
    ]
}
