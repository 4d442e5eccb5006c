//! Conventions that Zhang's Table 1 excludes: alpha-beta in other orders, bounds learned in another way.

use plyscope_core::Order;
use plyscope_core::random_tree::{EdgeCosts, Generation, RandomTree};
use plyscope_core::search::forward_estimation::{FixedBounds, Learned, LearnedSeparately};
use serde::{Deserialize, Serialize};

use super::table_1::PRINTED as PRINTED_TABLE;
use crate::experiment::kit::collect::Samples;
use crate::experiment::kit::independent::{OTHER_TREES, Printed, TOGETHER};
use crate::experiment::kit::lines::{Piece, has_shape, tasks};
use crate::experiment::kit::printed::{self, Data, Number, groups, printed};
use crate::experiment::kit::trees::{alpha_beta, forward_estimation};
use crate::experiment::{About, ExperimentError, Scale, Study};
use crate::report::{
    Axis, Cell, Claim, Compared, Estimate, Figure, Mark, Plot, Series, Style, Summary, Table,
};
use crate::statistics::Mean;

const SOURCE: &str = "Zhang 1995, Table 1";

/// Seeds of a task.
const PIECE: u32 = 10;
/// Search depths: shallower ones hardly tell conventions apart.
const FIRST: u32 = 3;
const DEPTHS: usize = 6;
/// Trees of the paper, and of the independent measurement.
const PAPERS_TREES: u32 = 1000;
const TREES: u32 = 5000;

/// The searches.
const SEARCHES: [&str; 8] = [
    "alpha-beta, static ordering but at the last level",
    "alpha-beta without ordering",
    "alpha-beta, static ordering at all levels",
    "forward estimation, exact bounds",
    "forward estimation, bounds learned as one magnitude",
    "forward estimation, bounds learned separately",
    "alpha-beta, edge costs of 16 bits",
    "forward estimation, exact bounds, edge costs of 16 bits",
];
/// Means of an independent measurement, and what learned bounds save against exact ones.
const PRINTED: Data = printed!("conventions.csv");
const PRINTED_SAVED: Data = printed!("conventions_saved.csv");
const EXACT: usize = 3;
const TOGETHER_LEARNED: usize = 4;
const SEPARATE: usize = 5;

pub(super) struct Conventions;

#[derive(Serialize, Deserialize)]
pub(super) struct Settings {
    seed: u32,
    seeds: u32,
}

/// Nodes by search, depth (from 3) and tree.
#[derive(Serialize, Deserialize)]
pub(super) struct Row {
    seed: u32,
    nodes: Vec<Vec<Vec<u64>>>,
}

fn nodes(tree: &RandomTree, search: usize, depth: u32) -> Result<u64, ExperimentError> {
    let costs = if search < 6 { EdgeCosts::Zhang } else { EdgeCosts::Zhang16 };
    let exact = FixedBounds::exact(costs.lowest(), costs.highest());
    let tree = &tree.clone().with_edge_costs(costs);
    let found = match search {
        1 => alpha_beta(tree, Order::None, depth)?,
        2 => alpha_beta(tree, Order::StaticAll, depth)?,
        EXACT | 7 => forward_estimation(tree, Order::Static, depth, exact)?,
        TOGETHER_LEARNED => forward_estimation(tree, Order::Static, depth, Learned::default())?,
        SEPARATE => forward_estimation(tree, Order::Static, depth, LearnedSeparately::default())?,
        _ => alpha_beta(tree, Order::Static, depth)?,
    };
    Ok(found.nodes)
}

impl Study for Conventions {
    type Settings = Settings;
    type Task = Piece;
    type Row = Row;

    fn about(&self) -> &About {
        &About {
            id: "zhang-conventions",
            title: "Conventions that Zhang's Table 1 excludes: orders of alpha-beta, ways of learning bounds",
            source: SOURCE,
            what: "The paper does not say how alpha-beta orders children or which extremes are learned, and prints no seeds. \
                   Table 1's trees (1 to 9 children, the root 5) from a hash, without artefacts of a generator, searched by \
                   alpha-beta in three orders and by forward estimation with exact bounds and with bounds learned in two \
                   ways; also with edge costs of 16 bits, as the paper's text has them. Which of them have its numbers?",
            settings: &[("seed", "first tree's seed"), ("seeds", "number of trees")],
        }
    }

    fn settings(&self, scale: Scale) -> Settings {
        Settings { seed: 1, seeds: scale.pick(500, 5000, 20_000) }
    }

    fn tasks(&self, settings: &Settings, _: &[Row]) -> Result<Vec<Piece>, ExperimentError> {
        Ok(tasks(settings.seed, [(settings.seeds, PIECE)]))
    }

    fn run(&self, _: &Settings, piece: &Piece) -> Result<Vec<Row>, ExperimentError> {
        let mut all = vec![vec![Vec::new(); DEPTHS]; SEARCHES.len()];
        for seed in piece.seeds() {
            let tree = RandomTree::zhang(seed).with_generation(Generation::Hash);
            for (search, depths) in all.iter_mut().enumerate() {
                for (depth, trees) in (FIRST..).zip(depths) {
                    trees.push(nodes(&tree, search, depth)?);
                }
            }
        }
        Ok(vec![Row { seed: piece.seed, nodes: all }])
    }

    fn fits(&self, _: &Settings, row: &Row) -> bool {
        let trees = row.nodes.first().and_then(|depths| depths.first()).map_or(0, Vec::len);
        has_shape(&row.nodes, (SEARCHES.len(), DEPTHS), trees)
    }

    fn summarise(&self, settings: &Settings, rows: &[Row]) -> Summary {
        let numbers = Numbers::of(rows);
        let series = SEARCHES.iter().enumerate().map(|(search, label)| {
            let style = if search < 6 { Style::Line } else { Style::Dashed };
            let points = depths().filter_map(|depth| {
                let ours = Estimate::from(numbers.nodes.mean(&(search, depth))?);
                Some((depth, ours.times(1.0 / paper(search, depth))))
            });
            Series::line(*label, points).styled(style)
        });
        let plot = Plot {
            name: "zhang-conventions".to_owned(),
            title: "Nodes over those of Zhang's Table 1, by convention".to_owned(),
            x: Axis::linear("search depth (plies)"),
            y: Axis::linear("nodes, of the paper's"),
            series: series.collect(),
            marks: vec![Mark::Horizontal { y: 1.0, label: "the paper".to_owned() }],
        };
        Summary {
            tables: vec![table(settings, &numbers)],
            figures: vec![Figure::Plot(plot)],
            claims: claims(&numbers),
        }
    }
}

fn depths() -> std::ops::Range<u32> {
    FIRST..FIRST + DEPTHS as u32
}

/// What the paper prints for a search of this kind.
fn paper(search: usize, depth: u32) -> f64 {
    let is_estimating = (EXACT..=SEPARATE).contains(&search) || search == 7;
    let [exact, _, alpha_beta] = papers(depth);
    if is_estimating { exact } else { alpha_beta }
}

/// Nodes of a line of Table 1.
fn papers(depth: u32) -> [f64; 3] {
    let line = PRINTED_TABLE.iter().find(|(printed, ..)| *printed == depth);
    line.map_or([f64::NAN; 3], |(_, nodes, _)| *nodes)
}

#[derive(Default)]
struct Numbers {
    /// By search and depth.
    nodes: Samples<(usize, u32)>,
    /// What learned bounds save against exact ones on the same tree.
    saved: Samples<(usize, u32)>,
}

impl Numbers {
    fn of(rows: &[Row]) -> Self {
        let mut numbers = Self::default();
        for row in rows {
            for (search, by_depth) in row.nodes.iter().enumerate() {
                for (place, (depth, trees)) in (FIRST..).zip(by_depth).enumerate() {
                    for (tree, &nodes) in trees.iter().enumerate() {
                        numbers.nodes.add((search, depth), nodes as f64);
                        let exact = row.nodes[EXACT][place][tree] as f64;
                        numbers.saved.add((search, depth), exact - nodes as f64);
                    }
                }
            }
        }
        numbers
    }
}

fn table(settings: &Settings, numbers: &Numbers) -> Table {
    let title = format!("Mean nodes on {} trees", settings.seeds);
    let headings = ["paper, alpha-beta", "paper, forward estimation"];
    let headings = ["depth"].into_iter().chain(headings).chain(SEARCHES);
    let mut table = Table::new(title, headings);
    for depth in depths() {
        let mut row = vec![Cell::number(depth, 0)];
        row.extend([0, EXACT].map(|search| Cell::number(paper(search, depth), 3)));
        row.extend((0..SEARCHES.len()).map(|search| {
            let mean = numbers.nodes.mean(&(search, depth));
            Cell::or_empty(mean.map(|mean| Cell::measured(mean, 2)))
        }));
        table.rows.push(row);
    }
    table
}

/// A number of the paper's 1000 trees beside the mean of ours.
fn beside(depth: u32, paper: f64, ours: Option<Mean>) -> Compared {
    Printed::new(Number::new(paper, 3), PAPERS_TREES).on_others(format!("depth {depth}"), ours)
}

fn claims(numbers: &Numbers) -> Vec<Claim> {
    let of = |source: &str, statement: String, unit: &str| Claim::of(source, statement, unit, 2);
    let mut claims = Vec::new();
    for search in [0, 1, 2, EXACT, 6, 7] {
        let mean = |depth: u32| numbers.nodes.mean(&(search, depth));
        let statement = format!("{} has the numbers of nodes of Table 1", SEARCHES[search]);
        claims.push(
            of(SOURCE, statement, "nodes")
                .own()
                .each(depths().map(|depth| beside(depth, paper(search, depth), mean(depth)))),
        );
    }
    for search in [TOGETHER_LEARNED, SEPARATE] {
        let saved = |depth: u32| numbers.saved.mean(&(search, depth));
        let statement =
            format!("{}: nodes that it saves against exact bounds are Table 1's", SEARCHES[search]);
        claims.push(of(SOURCE, statement, "nodes").own().each(depths().map(|depth| {
            let [exact, learned, _] = papers(depth);
            beside(depth, exact - learned, saved(depth))
        })));
    }
    let (nodes, saved) = (PRINTED.rows(), PRINTED_SAVED.rows());
    let printed = |rows: &[printed::Row], column: &str, ours: &Samples<(usize, u32)>| {
        let search = rows[0].place_in("search", &SEARCHES);
        let numbers = rows.iter().map(|row| {
            let depth: u32 = row.get("depth");
            let printed = Printed::new(row.number(column), TREES);
            printed.on_others(format!("depth {depth}"), ours.mean(&(search, depth)))
        });
        numbers.collect::<Vec<_>>()
    };
    for rows in groups(&nodes, &["search"]) {
        let statement = format!("{}: mean nodes", rows[0].text("search"));
        let numbers = printed(rows, "nodes", &numbers.nodes);
        claims.push(of(OTHER_TREES, statement, "nodes").independent().each(numbers));
    }
    for rows in groups(&saved, &["search"]) {
        let statement = format!("{}: nodes saved against exact bounds", rows[0].text("search"));
        let numbers = printed(rows, "saved", &numbers.saved);
        claims.push(of(OTHER_TREES, statement, "nodes").independent().each(numbers));
    }
    for (place, what) in ["alpha-beta", "forward estimation with exact bounds"].iter().enumerate() {
        let [small, large] = [[0, 6], [EXACT, 7]][place];
        let same = depths().filter_map(|depth| {
            let of = |search| Some(Estimate::from(numbers.nodes.mean(&(search, depth))?));
            let more = of(large)?.less(of(small)?);
            Some((format!("depth {depth}"), more.value.abs() <= TOGETHER * more.half_width()))
        });
        let statement =
            format!("edge costs of 15 and of 16 bits: statistically the same nodes of {what}");
        claims.push(
            of(OTHER_TREES, statement, "").independent().in_all("the same at all depths", same),
        );
    }
    claims
}
