//! Zhang 1995, section 3: bounds learned off line, on random trees with uniform and with random branching.

use plyscope_core::Order;
use plyscope_core::random_tree::{Branching, EdgeCosts, Node, RandomTree};
use plyscope_core::search::forward_estimation::FixedBounds;
use plyscope_measure::trees::{Bounds, Chosen, alpha_beta, child_of, forward_estimation};
use plyscope_report::{
    Axis, Case, Cell, Claim, Estimate, Figure, Mark, Plot, Series, Summary, Table,
};
use plyscope_run::interrupt;
use serde::{Deserialize, Serialize};

use crate::kit::lines::{Piece, tasks};
use crate::kit::numbers::{Numbers, Row};
use crate::{About, ExperimentError, Scale, Study};

const SOURCE: &str = "Zhang 1995, section 3";

/// Seeds of a task.
const PIECE: u32 = 10;

/// The trees and their depth.
const TREES: [(&str, u32); 4] =
    [("b = 2", 12), ("b = 5", 8), ("b = 10", 6), ("random branching, mean 5", 8)];

/// Sampled trees to learn from, and plies of each that are looked at.
const SAMPLES: [u32; 3] = [1, 3, 10];
const PLIES: u32 = 3;
/// The first seed of sampled trees, far from those of the trees searched.
const SAMPLED: u32 = 1_000_000;

/// The searches: with exact bounds, learned on line, and off line from each number of samples.
const SEARCHES: usize = 2 + SAMPLES.len();

pub(super) struct OffLine;

#[derive(Serialize, Deserialize)]
pub(super) struct Settings {
    seed: u32,
    seeds: u32,
}

fn branching(trees: usize) -> Result<Branching, ExperimentError> {
    Ok(match trees {
        0 => Branching::uniform(2)?,
        1 => Branching::uniform(5)?,
        2 => Branching::uniform(10)?,
        _ => Branching::ZHANG,
    })
}

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

/// A search's columns: whether it finds alpha-beta's move to the full depth; its nodes, by depth from 3 on.
fn columns(search: usize, depth: u32) -> (usize, usize) {
    let place = 2 * (1 + (depth as usize - 3) * SEARCHES + search);
    (place, place + 1)
}

impl Study for OffLine {
    type Settings = Settings;
    type Task = Piece;
    type Row = Row;

    fn about(&self) -> &About {
        &About {
            id: "zhang-off-line",
            title: "Bounds learned off line on random trees",
            source: SOURCE,
            what: "The bounds on edge costs are the extremes of the first three plies of 1, 3 or 10 other trees of the same \
                kind. Forward estimation searches uniform trees and trees of 1 to 9 children with these bounds, with exact \
                bounds and with bounds learned on line. Measured is whether its move is alpha-beta's to the full depth. The \
                paper prints on-line results alone, and does not say how trees were sampled.",
            settings: &[("seed", "first tree's seed"), ("seeds", "number of trees")],
        }
    }

    fn settings(&self, scale: Scale) -> Settings {
        Settings { seed: 1, seeds: scale.pick(60, 1000, 1000) }
    }

    fn tasks(&self, settings: &Settings, _: &[Row]) -> Result<Vec<Piece>, ExperimentError> {
        Ok(tasks(settings.seed, TREES.map(|_| (settings.seeds, PIECE))))
    }

    fn run(&self, _: &Settings, piece: &Piece) -> Result<Vec<Row>, ExperimentError> {
        let branching = branching(piece.line)?;
        let (_, full) = TREES[piece.line];
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
        let row = Row::of(*piece, |seed| {
            interrupt::check()?;
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
            Ok::<_, ExperimentError>(numbers)
        });
        Ok(vec![row?])
    }

    fn summarise(&self, settings: &Settings, rows: &[Row]) -> Summary {
        let numbers = Numbers(rows);
        let quality = |trees: usize, search: usize, depth: u32| {
            let column = columns(search, depth).0;
            let all: Vec<f64> = numbers.column(trees, column).collect();
            let best = all.iter().sum::<f64>() as u64;
            (!all.is_empty()).then(|| Estimate::percent(best, all.len() as u64))
        };
        // The share of searches, of all depths, whose decisions are both best or both not.
        let alike = |trees: usize, search: usize| {
            let (mut same, mut all) = (0, 0);
            for tree in numbers.of_line(trees) {
                for depth in 3..=TREES[trees].1 {
                    let of = |search| tree.get(columns(search, depth).0);
                    if let (Some(ours), Some(exact)) = (of(search), of(0)) {
                        (same, all) = (same + u64::from(ours == exact), all + 1);
                    }
                }
            }
            (all > 0).then(|| Estimate::percent(same, all))
        };
        let headings = (0..SEARCHES).map(|search| format!("{}: best moves (%)", name(search)));
        let headings = ["trees".to_owned(), "depth".to_owned()].into_iter().chain(headings);
        let title =
            format!("Decision quality by the way of learning bounds, {} trees", settings.seeds);
        let mut table = Table::new(title, headings);
        for (trees, (label, full)) in TREES.iter().enumerate() {
            for depth in 3..=*full {
                let mut row = vec![Cell::text(*label), Cell::number(depth, 0)];
                row.extend((0..SEARCHES).map(|search| {
                    let quality = quality(trees, search, depth);
                    Cell::or_empty(quality.map(|quality| Cell::measured(quality, 1)))
                }));
                table.rows.push(row);
            }
        }
        let series = (0..SEARCHES).map(|search| {
            let trees = TREES.len() - 1;
            let point = |depth: u32| Some((depth, quality(trees, search, depth)?));
            Series::line(name(search), (3..=TREES[trees].1).filter_map(point))
        });
        let plot = Plot {
            name: "zhang-off-line".to_owned(),
            title: "Decision quality by the way of learning bounds, random branching".to_owned(),
            x: Axis::linear("search depth (plies)"),
            y: Axis::linear("best moves (%)"),
            series: series.collect(),
            marks: vec![Mark::Horizontal { y: 100.0, label: "full depth".to_owned() }],
        };
        const OFF_LINE: &str = "learned off line: forward estimation decides as well as with exact bounds most of the time (our \
                                reading: of searches to depth 3 and deeper, more than half are both best or both not)";
        let mut claims = Vec::new();
        for search in 1..SEARCHES {
            let statement = format!(
                "{}: forward estimation decides as well as with exact bounds most of the time (our reading: of searches to depth 3 \
                 and deeper, more than half are both best or both not)",
                name(search)
            );
            let cases =
                TREES.iter().enumerate().map(|(trees, (label, _))| match alike(trees, search) {
                    Some(share) => (
                        format!("{label}: {} %", share.display(1)),
                        Case::from(share.is_below(50.0).map(|below| !below)),
                    ),
                    None => ((*label).to_owned(), Case::NotMeasured),
                });
            let claim = Claim::of(SOURCE, statement, "", 0);
            let claim = if search == 1 { claim } else { claim.point_of("off-line", OFF_LINE) };
            claims.push(claim.in_all("all trees", cases));
        }
        Summary { tables: vec![table], figures: vec![Figure::Plot(plot)], claims }
    }
}
