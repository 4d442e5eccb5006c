//! Two-sided forward estimation against one-sided on random trees: beyond the papers.

use std::collections::BTreeMap;

use plyscope_core::Order;
use plyscope_core::random_tree::{Branching, EdgeCosts, RandomTree};
use plyscope_core::search::forward_estimation::FixedBounds;
use plyscope_measure::trees::{Bounds, PLIES, forward_estimation_within};
use plyscope_report::{
    Axis, Cell, Claim, Estimate, Figure, Mark, Plot, Series, Style, Summary, Table,
};
use serde::{Deserialize, Serialize};

use crate::keys::{FirstSeed, SeedsOfEach};
use crate::kit::collect::{Samples, ratio};
use crate::kit::lines::{Piece, check_lists, tasks};
use crate::{About, ExperimentError, Scale, Study};

const SOURCE: &str = "open question: two-sided forward estimation";

/// The name of Zhang's random branching in a setting.
const ZHANG: &str = "zhang";

/// Seeds of a task.
const PIECE: u32 = 5;

const SEARCHES: [&str; 3] = ["alpha-beta", "one-sided", "two-sided"];
const PLAIN: usize = 0;
const ONE: usize = 1;
const TWO: usize = 2;

pub(super) struct TwoSidedEstimation;

crate::settings! {
    pub(super) struct Settings {
        seed: FirstSeed,
        /// number of trees of each kind
        seeds: SeedsOfEach,
        /// kinds of trees: a number of children, or zhang (Zhang's random branching)
        trees: Vec<String>,
        /// deepest search on each kind of tree
        depths: Vec<u32>,
    }
}

/// Some trees of a kind. Lists are by depth, from 1.
#[derive(Serialize, Deserialize)]
pub(super) struct Row {
    line: usize,
    seed: u32,
    /// Nodes of each search, by depth and tree.
    nodes: [Vec<Vec<u64>>; 3],
    /// One-sided and two-sided searches whose value differs from alpha-beta's.
    other_values: [Vec<u32>; 2],
    /// One-sided and two-sided searches whose move differs from alpha-beta's.
    other_moves: [Vec<u32>; 2],
}

impl Study for TwoSidedEstimation {
    type Settings = Settings;
    type Task = Piece;
    type Row = Row;

    fn about(&self) -> &About {
        &About {
            id: "fe-two-sided",
            title: "Two-sided forward estimation against one-sided on random trees",
            source: SOURCE,
            what: "Zhang's forward estimation abandons a node when its mover is sure to reach beta. A node's estimated \
                range [c + l d, c + u d] can also narrow the window from the other side, which is equally sound. Both \
                variants with exact bounds are compared with alpha-beta, all with static ordering, on the same trees: \
                uniform ones and Zhang's random branching (1 to 9 children, the root 5), edge costs from -16383 to \
                16384. Measured are the nodes saved, and whether values and moves stay alpha-beta's.",
            settings: Settings::KEYS,
        }
    }

    fn settings(&self, scale: Scale) -> Settings {
        Settings {
            seed: 1,
            seeds: scale.pick(
                vec![1000, 1000, 200, 1000],
                vec![1000, 1000, 300, 1000],
                vec![1000, 1000, 1000, 1000],
            ),
            trees: ["2", "5", "10", ZHANG].map(str::to_owned).to_vec(),
            depths: scale.pick(vec![18, 9, 6, 9], vec![22, 11, 9, 10], vec![24, 13, 10, 10]),
        }
    }

    fn check(&self, settings: &Settings) -> Result<(), String> {
        let Settings { seeds, trees, depths, .. } = settings;
        let lengths = [("trees", trees.len()), ("depths", depths.len())];
        check_lists(&lengths)?;
        check_lists(&[lengths[0], ("seeds", seeds.len())])?;
        for (name, &depth) in trees.iter().zip(depths) {
            let branching = kind(name, 0)?.branching();
            let leaves = f64::from(branching.maximum().min(10)).powi(depth as i32);
            if !(1..=PLIES as u32).contains(&depth) || leaves > 1e13 || branching.maximum() > 100 {
                return Err(format!(
                    "give depths from 1 to {PLIES}, at most 100 children, and trees of at most 10^13 leaves"
                ));
            }
        }
        Ok(())
    }

    fn tasks(&self, settings: &Settings, _: &[Row]) -> Result<Vec<Piece>, ExperimentError> {
        Ok(tasks(settings.seed, settings.seeds.iter().map(|&seeds| (seeds, PIECE))))
    }

    fn run(&self, settings: &Settings, piece: &Piece) -> Result<Vec<Row>, ExperimentError> {
        let costs = EdgeCosts::Zhang;
        let exact = FixedBounds::exact(costs.lowest(), costs.highest());
        let mut row = Row {
            line: piece.line,
            seed: piece.seed,
            nodes: Default::default(),
            other_values: Default::default(),
            other_moves: Default::default(),
        };
        for depth in 1..=settings.depths[piece.line] {
            let mut nodes: [Vec<u64>; 3] = Default::default();
            let (mut values, mut moves) = ([0; 2], [0; 2]);
            for seed in piece.seeds() {
                let tree =
                    kind(&settings.trees[piece.line], seed).map_err(ExperimentError::Other)?;
                let search = |bounds| {
                    forward_estimation_within(&tree, Order::Static, depth, u64::MAX, bounds)
                };
                let found = [
                    search(Bounds::None)?,
                    search(Bounds::Fixed(exact))?,
                    search(Bounds::TwoSided(exact))?,
                ];
                for (nodes, (found, _)) in nodes.iter_mut().zip(&found) {
                    nodes.push(found.nodes);
                }
                for side in [ONE, TWO] {
                    values[side - 1] += u32::from(found[side].1 != found[PLAIN].1);
                    moves[side - 1] += u32::from(found[side].0.best != found[PLAIN].0.best);
                }
            }
            for (all, nodes) in row.nodes.iter_mut().zip(nodes) {
                all.push(nodes);
            }
            for side in 0..2 {
                row.other_values[side].push(values[side]);
                row.other_moves[side].push(moves[side]);
            }
        }
        Ok(vec![row])
    }

    fn summarise(&self, settings: &Settings, rows: &[Row]) -> Summary {
        let numbers = TwoSidedResults::of(rows);
        Summary {
            tables: vec![table(settings, &numbers)],
            figures: vec![nodes_figure(settings, &numbers), ratio_figure(settings, &numbers)],
            claims: claims(settings, &numbers),
        }
    }
}

/// The tree with this seed of a kind named in a setting.
fn kind(name: &str, seed: u32) -> Result<RandomTree, String> {
    if name == ZHANG {
        return Ok(RandomTree::zhang(seed));
    }
    let wrong = || format!("trees: {name:?} is neither a number of children nor {ZHANG}");
    let children = name.parse().map_err(|_| wrong())?;
    let branching = Branching::uniform(children).map_err(|error| error.to_string())?;
    Ok(RandomTree::new(seed, branching).with_edge_costs(EdgeCosts::Zhang))
}

fn label(name: &str) -> String {
    if name == ZHANG { "random b, mean 5".to_owned() } else { format!("b = {name}") }
}

/// The rows' results. Lines are kinds of trees.
#[derive(Default)]
struct TwoSidedResults {
    /// By line, search and depth.
    nodes: Samples<(usize, usize, u32)>,
    /// Nodes of two-sided and one-sided forward estimation on the same tree, by line and depth.
    pairs: BTreeMap<(usize, u32), Vec<(f64, f64)>>,
    /// By line: the number of searches, and of one-sided and two-sided searches with a different value, and with a
    /// different move.
    searches: BTreeMap<usize, (u64, [u64; 2], [u64; 2])>,
    /// By line and depth: the number of trees on which the two-sided search generates more nodes.
    more: BTreeMap<usize, u64>,
}

impl TwoSidedResults {
    fn of(rows: &[Row]) -> Self {
        let mut numbers = Self::default();
        for row in rows {
            let key = |search, depth| (row.line, search, depth);
            numbers.nodes.add_trees(&row.nodes, key, |nodes| nodes as f64);
            let of_line = numbers.searches.entry(row.line).or_default();
            of_line.0 += row.nodes[PLAIN].iter().map(|trees| trees.len() as u64).sum::<u64>();
            for side in 0..2 {
                of_line.1[side] +=
                    row.other_values[side].iter().map(|&n| u64::from(n)).sum::<u64>();
                of_line.2[side] += row.other_moves[side].iter().map(|&n| u64::from(n)).sum::<u64>();
            }
            for (depth, (two, one)) in (1..).zip(row.nodes[TWO].iter().zip(&row.nodes[ONE])) {
                let pairs = two.iter().zip(one).map(|(&two, &one)| (two as f64, one as f64));
                numbers.pairs.entry((row.line, depth)).or_default().extend(pairs);
                let more = two.iter().zip(one).filter(|(two, one)| two > one).count() as u64;
                *numbers.more.entry(row.line).or_default() += more;
            }
        }
        numbers
    }

    fn ratio(&self, line: usize, depth: u32) -> Option<Estimate> {
        Some(ratio(self.pairs.get(&(line, depth))?))
    }

    fn last(&self, line: usize) -> Option<(u32, Estimate)> {
        let depth =
            self.pairs.keys().filter(|(of, _)| *of == line).map(|(_, depth)| *depth).max()?;
        Some((depth, self.ratio(line, depth)?))
    }
}

fn table(settings: &Settings, numbers: &TwoSidedResults) -> Table {
    let mut headings = vec!["trees".to_owned(), "depth".to_owned()];
    headings.extend(SEARCHES.map(|search| format!("{search}, nodes")));
    headings.push("two-sided / one-sided".to_owned());
    let mut table = Table::new("Mean nodes with exact bounds", headings);
    for (line, name) in settings.trees.iter().enumerate() {
        for depth in 1..=settings.depths[line] {
            let mut row = vec![Cell::text(label(name)), Cell::number(depth, 0)];
            for search in 0..SEARCHES.len() {
                let mean = numbers.nodes.mean(&(line, search, depth));
                row.push(Cell::or_empty(mean.map(|mean| Cell::measured(mean, 1))));
            }
            let ratio = numbers.ratio(line, depth);
            row.push(Cell::or_empty(ratio.map(|ratio| Cell::measured(ratio, 4))));
            table.rows.push(row);
        }
    }
    table
}

fn nodes_figure(settings: &Settings, numbers: &TwoSidedResults) -> Figure {
    let mut series = Vec::new();
    for (line, name) in settings.trees.iter().enumerate() {
        for (search, style) in [(ONE, Style::Line), (TWO, Style::Dashed)] {
            let points = (1..=settings.depths[line])
                .filter_map(|depth| Some((depth, numbers.nodes.mean(&(line, search, depth))?)));
            let label = format!("{}, {}", label(name), SEARCHES[search]);
            series.push(Series::line(label, points).styled(style).in_group(line));
        }
    }
    Figure::Plot(Plot {
        name: "fe-two-sided-nodes".to_owned(),
        title: "Forward estimation with exact bounds, one-sided and two-sided".to_owned(),
        x: Axis::linear("search depth (plies)"),
        y: Axis::log("nodes generated (mean)"),
        series,
        marks: Vec::new(),
    })
}

fn ratio_figure(settings: &Settings, numbers: &TwoSidedResults) -> Figure {
    let series = settings.trees.iter().enumerate().map(|(line, name)| {
        let points = (1..=settings.depths[line])
            .filter_map(|depth| Some((depth, numbers.ratio(line, depth)?)));
        Series::line(label(name), points)
    });
    Figure::Plot(Plot {
        name: "fe-two-sided-ratio".to_owned(),
        title: "Nodes of two-sided over one-sided forward estimation on the same trees".to_owned(),
        x: Axis::linear("search depth (plies)"),
        y: Axis::linear("nodes, two-sided / one-sided"),
        series: series.collect(),
        marks: vec![Mark::Horizontal { y: 1.0, label: "equal nodes".to_owned() }],
    })
}

fn claims(settings: &Settings, numbers: &TwoSidedResults) -> Vec<Claim> {
    let of = |statement: &str| Claim::of(SOURCE, statement, "", 4).own();
    let kinds = || {
        let line = |(line, name): (usize, &String)| {
            numbers.searches.get(&line).map(|searches| (line, label(name), *searches))
        };
        settings.trees.iter().enumerate().filter_map(line)
    };
    let same = |side: usize, moves: bool| {
        kinds().map(move |(_, name, (searches, values, other))| {
            let not = if moves { other[side] } else { values[side] };
            (format!("{name}, {not} of {searches} differ"), not == 0)
        })
    };
    let all = "every search";
    let mut claims = vec![
        of("one-sided forward estimation finds alpha-beta's value").in_all(all, same(0, false)),
        of("two-sided forward estimation finds alpha-beta's value").in_all(all, same(1, false)),
        of("one-sided forward estimation makes alpha-beta's move").in_all(all, same(0, true)),
        of("two-sided forward estimation makes alpha-beta's move").in_all(all, same(1, true)),
        of("two-sided forward estimation generates no more nodes than one-sided on any tree")
            .in_all(
                all,
                kinds().map(|(line, name, (searches, ..))| {
                    let more = numbers.more.get(&line).copied().unwrap_or(0);
                    (format!("{name}, more on {more} of {searches}"), more == 0)
                }),
            ),
    ];
    for (line, name, _) in kinds() {
        let Some((depth, ratio)) = numbers.last(line) else { continue };
        let statement = format!("{name}: nodes at depth {depth}, two-sided / one-sided");
        let claim =
            of(&statement).point_of("ratio", "nodes at the greatest depth, two-sided / one-sided");
        claims.push(claim.below(1.0, Some(ratio)));
    }
    claims
}
