//! Korf & Chickering 1996, Fig. 9: alpha-beta on binary trees, by ordering.

use std::collections::BTreeMap;

use plyscope_core::Order;
use plyscope_core::random_tree::{Branching, RandomTree};
use plyscope_measure::trees::{PLIES, alpha_beta, deepening, minimal_tree};
use plyscope_report::{Axis, Case, Cell, Claim, Estimate, Figure, Plot, Series, Summary, Table};
use serde::{Deserialize, Serialize};

use crate::keys::{FirstSeed, Seeds};
use crate::kit::collect::{Samples, pieces, ratio};
use crate::kit::independent::{Printed, SAME_TREES, derived};
use crate::kit::printed::{Data, independent};
use crate::{About, ExperimentError, Scale, Study};

/// The numbers of an independent measurement.
const PRINTED: Data = independent!("fig_9.csv");
const RATIOS: Data = independent!("fig_9_ratios.csv");

const SOURCE: &str = "Korf & Chickering 1996, section 6, Fig. 9";

/// The curves that are measured; the fourth is computed.
const SEARCHES: [&str; 3] = ["no ordering", "iterative deepening", "static ordering"];
const NONE: usize = 0;
const DEEPENING: usize = 1;
const STATIC: usize = 2;

/// Number of trees of the paper and of an independent measurement; seeds start at 1.
const TREES: u32 = 100;

/// Seeds of a task: one search to depth 26 takes about a tenth of a second.
const PIECE: u32 = 1;

pub(super) struct Figure9;

crate::settings! {
    pub(super) struct Settings {
        seed: FirstSeed,
        seeds: Seeds,
        /// children of a node
        branching: u32,
        /// deepest search in plies
        depth: u32,
    }
}

/// Nodes by search, depth (from 1) and tree.
#[derive(Serialize, Deserialize)]
pub(super) struct Row {
    seed: u32,
    nodes: [Vec<Vec<u64>>; 3],
}

impl Study for Figure9 {
    type Settings = Settings;
    type Task = (u32, u32);
    type Row = Row;

    fn about(&self) -> &About {
        &About {
            id: "korf-fig-9",
            title: "Alpha-beta on binary trees: orderings against iterative deepening",
            source: SOURCE,
            what: "100 uniform binary trees (seeds 1 to 100), depths 1 to 26. Alpha-beta without ordering, with static \
                ordering at all levels but the last, and with iterative deepening on a saved tree (only first \
                generations count), compared with the minimal tree.",
            settings: Settings::KEYS,
        }
    }

    fn settings(&self, scale: Scale) -> Settings {
        Settings { seed: 1, seeds: 100, branching: 2, depth: scale.pick(26, 26, 26) }
    }

    fn check(&self, settings: &Settings) -> Result<(), String> {
        Branching::uniform(settings.branching).map_err(|error| error.to_string())?;
        let nodes = f64::from(settings.branching).powi(settings.depth as i32);
        if settings.depth == 0 || settings.depth > PLIES as u32 || settings.branching > 128 {
            return Err(format!("give depth from 1 to {PLIES} and branching up to 128"));
        }
        if nodes > 1e9 {
            return Err("the trees have more than 10^9 leaves: give a smaller depth".to_owned());
        }
        Ok(())
    }

    fn tasks(&self, settings: &Settings, _: &[Row]) -> Result<Vec<(u32, u32)>, ExperimentError> {
        Ok(pieces(settings.seed, settings.seeds, PIECE).collect())
    }

    fn run(
        &self,
        settings: &Settings,
        &(seed, count): &(u32, u32),
    ) -> Result<Vec<Row>, ExperimentError> {
        let mut row = Row { seed, nodes: Default::default() };
        let branching = Branching::uniform(settings.branching)?;
        for depth in 1..=settings.depth {
            let mut nodes: [Vec<u64>; 3] = Default::default();
            for i in 0..count {
                let tree = RandomTree::new(seed.wrapping_add(i), branching);
                nodes[NONE].push(alpha_beta(&tree, Order::None, depth)?.nodes);
                nodes[DEEPENING].push(deepening(&tree, depth).nodes);
                nodes[STATIC].push(alpha_beta(&tree, Order::Static, depth)?.nodes);
            }
            for (all, nodes) in row.nodes.iter_mut().zip(nodes) {
                all.push(nodes);
            }
        }
        Ok(vec![row])
    }

    fn summarise(&self, settings: &Settings, rows: &[Row]) -> Summary {
        let numbers = NodeMeans::of(rows);
        Summary {
            tables: vec![table(settings, &numbers)],
            figures: vec![figure(settings, &numbers)],
            claims: claims(settings, &numbers)
                .into_iter()
                .chain(independent(settings, &numbers))
                .collect(),
        }
    }
}

/// Means of the rows.
#[derive(Default)]
struct NodeMeans {
    /// By search and depth.
    nodes: Samples<(usize, u32)>,
    /// Nodes of iterative deepening and of static ordering on the same tree, by depth.
    pairs: BTreeMap<u32, Vec<(f64, f64)>>,
}

impl NodeMeans {
    fn of(rows: &[Row]) -> Self {
        let mut numbers = Self::default();
        for row in rows {
            numbers.nodes.add_trees(
                &row.nodes,
                |search, depth| (search, depth),
                |nodes| nodes as f64,
            );
            for (depth, (a, b)) in (1..).zip(row.nodes[DEEPENING].iter().zip(&row.nodes[STATIC])) {
                let pairs = a.iter().zip(b).map(|(&a, &b)| (a as f64, b as f64));
                numbers.pairs.entry(depth).or_default().extend(pairs);
            }
        }
        numbers
    }

    /// Nodes of iterative deepening over those of static ordering on the same trees.
    fn ratio(&self, depth: u32) -> Option<Estimate> {
        Some(ratio(self.pairs.get(&depth)?))
    }
}

fn table(settings: &Settings, numbers: &NodeMeans) -> Table {
    let mut headings = vec!["depth".to_owned()];
    headings.extend(SEARCHES.map(|search| format!("{search}, nodes")));
    headings.extend(["minimal tree, nodes", "iterative deepening / static"].map(str::to_owned));
    let title = format!(
        "Mean nodes of alpha-beta on {} trees with {} children a node",
        settings.seeds, settings.branching
    );
    let mut table = Table::new(title, headings);
    for depth in 1..=settings.depth {
        let mut row = vec![Cell::number(depth, 0)];
        for search in 0..SEARCHES.len() {
            let ours = numbers.nodes.mean(&(search, depth));
            row.push(Cell::or_empty(ours.map(|mean| Cell::measured(mean, 1))));
        }
        row.push(Cell::number(minimal_tree(settings.branching.into(), depth) as f64, 0));
        row.push(Cell::or_empty(numbers.ratio(depth).map(|ratio| Cell::measured(ratio, 3))));
        table.rows.push(row);
    }
    table
}

fn figure(settings: &Settings, numbers: &NodeMeans) -> Figure {
    let depths = 1..=settings.depth;
    let mut series: Vec<Series> = SEARCHES
        .iter()
        .enumerate()
        .map(|(search, &label)| {
            let point =
                |depth| Some((depth, Estimate::from(numbers.nodes.mean(&(search, depth))?)));
            Series::line(label, depths.clone().filter_map(point))
        })
        .collect();
    let minimal = depths.map(|depth| {
        (depth, Estimate::exact(minimal_tree(settings.branching.into(), depth) as f64))
    });
    series.push(Series::line("minimal tree", minimal));
    Figure::Plot(Plot {
        name: "korf-fig-9".to_owned(),
        title: format!(
            "Alpha-beta on uniform trees, {} children a node (Korf & Chickering, Fig. 9)",
            settings.branching
        ),
        x: Axis::linear("search depth (plies)"),
        y: Axis::log("nodes generated (mean)").with_ratios_to("minimal tree"),
        series,
        marks: Vec::new(),
    })
}

fn claims(settings: &Settings, numbers: &NodeMeans) -> Vec<Claim> {
    let binary = settings.branching == 2;
    // The trees are the paper's own, so their means have no uncertainty.
    let of = |statement: &str, unit: &str, decimals| Claim::of(SOURCE, statement, unit, decimals);
    let ratio = |depth| numbers.ratio(depth).filter(|_| binary).map(|ratio| ratio.value);
    let ratios = |from: u32, to: u32, so: fn(f64) -> bool| {
        (from..=to)
            .map(move |depth| (depth, Case::measured(ratio(depth).map(so))))
            .collect::<Vec<_>>()
    };
    let widest = numbers
        .nodes
        .means()
        .map(|(_, mean)| mean.printed_width())
        .filter(|_| binary && settings.depth == 26)
        .max_by(f64::total_cmp);
    let best = (3..=12)
        .filter_map(ratio)
        .min_by(f64::total_cmp)
        .filter(|_| settings.depth >= 12)
        .map(|best| Estimate::exact(100.0 * (1.0 - best)));
    let between = (3..=settings.depth).filter_map(|depth| {
        let [none, deepening, ordered] =
            [NONE, DEEPENING, STATIC].map(|search| numbers.nodes.mean(&(search, depth)));
        let (none, worse, minimal) = (
            none?.mean,
            deepening?.mean.max(ordered?.mean),
            minimal_tree(settings.branching.into(), depth) as f64,
        );
        Some((depth, none > worse && deepening?.mean.min(ordered?.mean) > minimal))
    });
    let growth = |search: usize| {
        let nodes = |depth| numbers.nodes.mean(&(search, depth)).map(|mean| mean.mean);
        let plies = f64::from(settings.depth.checked_sub(13).filter(|&plies| plies > 5)?);
        Some((nodes(settings.depth)? / nodes(13)?).powf(1.0 / plies))
    };
    let diverging = growth(STATIC).zip(growth(DEEPENING)).filter(|_| binary);
    let diverging = diverging.map(|(ordered, deepening)| Estimate::exact(ordered - deepening));
    let shallow = ratios(1, 2, |ratio| (ratio - 1.0).abs() < 1e-12);
    vec![
        of("the largest 95 % confidence interval of any point", "%", 2).equals(
            6.16,
            0.005,
            widest.map(Estimate::exact),
        ),
        of(
            "both orderings are better than none and worse than the minimal tree, from depth 3 on",
            "",
            0,
        )
        .in_all("all depths", between),
        of("iterative deepening and static ordering are identical at depths 1 and 2", "", 0)
            .in_all("depths 1 and 2", shallow),
        of("iterative deepening generates fewer nodes at depths 3 to 12", "", 0)
            .in_all("depths 3 to 12", ratios(3, 12, |ratio| ratio < 1.0)),
        of("its greatest advantage over static ordering", "%", 1).below(8.0, best),
        of("static ordering generates fewer nodes at depths 13 and above", "", 0)
            .in_all("depths 13 to 26", ratios(13, settings.depth.max(26), |ratio| ratio > 1.0)),
        of(
            "the lines diverge: static ordering's growth per ply from depth 13 on, minus iterative deepening's",
            "",
            3,
        )
        .below(0.0, diverging),
    ]
}

/// Claims that the numbers agree with an independent measurement.
fn independent(settings: &Settings, numbers: &NodeMeans) -> Vec<Claim> {
    let same = settings.seed == 1 && settings.branching == 2 && settings.seeds <= TREES;
    let all = same && settings.seeds == TREES;
    let mut claims = Vec::new();
    for row in PRINTED.rows() {
        let depth = row.get("depth");
        let mut nodes: Vec<_> = SEARCHES
            .iter()
            .enumerate()
            .map(|(search, &name)| {
                let ours = numbers.nodes.mean(&(search, depth)).filter(|_| same);
                Printed::new(row.number(name), TREES).on_the_same(name, ours)
            })
            .collect();
        let ours = Estimate::exact(minimal_tree(2, depth) as f64);
        nodes.push(derived("minimal tree", row.number("minimal tree"), Some(ours), true));
        let statement = format!("mean nodes on binary trees to depth {depth}");
        let claim = Claim::of(SAME_TREES, statement, "nodes", 0).independent();
        claims.push(claim.point_of("nodes", "mean nodes on binary trees to depth …").each(nodes));
    }
    let rows = RATIOS.rows();
    let ratios = rows.iter().map(|row| {
        let depth = row.get("depth");
        let ours = numbers.ratio(depth).filter(|_| same);
        derived(format!("depth {depth}"), row.number("ratio"), ours, all)
    });
    let statement = "nodes of iterative deepening over those of static ordering on binary trees";
    claims.push(Claim::of(SAME_TREES, statement, "", 3).independent().each(ratios));
    claims
}
