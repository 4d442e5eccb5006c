//! The best case of alpha-beta: Knuth & Moore's minimal tree (Eppstein's notes, April 22).

use plyscope_core::Order;
use plyscope_core::random_tree::{Branching, RandomTree};
use plyscope_measure::best_case::best_case;
use plyscope_measure::trees::{PLIES, alpha_beta, minimal_tree};
use plyscope_report::{
    Axis, Cell, Claim, Estimate, Figure, Meaning, Plot, Series, Style, Summary, Table,
};
use serde::{Deserialize, Serialize};

use crate::keys::{FirstSeed, Seeds};
use crate::kit::collect::{Samples, pieces};
use crate::{About, ExperimentError, Scale, Study};

const SOURCE: &str = "Eppstein 1997, notes of April 22, best case";

/// The searches whose nodes are counted.
const SEARCHES: [&str; 3] = ["perfect order", "static order", "no order"];
const PERFECT: usize = 0;

/// Leaves of the largest tree that is stored for reordering.
const LEAVES: f64 = 2e6;
/// Seeds of a task.
const PIECE: u32 = 2;

pub(super) struct BestCase;

crate::settings! {
    pub(super) struct Settings {
        seed: FirstSeed,
        seeds: Seeds,
        /// children of a node
        branching: Vec<u32>,
        /// greatest depth for each number of children
        depths: Vec<u32>,
    }
}

/// Nodes by search, depth (from 1) and tree.
#[derive(Serialize, Deserialize)]
pub(super) struct Row {
    branching: u32,
    seed: u32,
    nodes: [Vec<Vec<u64>>; 3],
}

impl Study for BestCase {
    type Settings = Settings;
    /// Place among the branching factors, first seed, number of seeds.
    type Task = (usize, u32, u32);
    type Row = Row;

    fn about(&self) -> &About {
        &About {
            id: "alpha-beta-best-case",
            title: "Alpha-beta on perfectly ordered trees: the minimal tree",
            source: SOURCE,
            what: "In the best case the best child always comes first. Minimax searches uniform random trees to the \
                end, their children are sorted by the values found, and alpha-beta searches the sorted trees. Only \
                every other level then grows by the branching factor, so alpha-beta searches twice as deep as minimax \
                with about the same work. For comparison: alpha-beta on the same trees in static order and without \
                order, and minimax.",
            settings: Settings::KEYS,
        }
    }

    fn settings(&self, scale: Scale) -> Settings {
        Settings {
            seed: 1,
            seeds: scale.pick(20, 100, 100),
            branching: vec![2, 5, 10],
            depths: scale.pick(vec![14, 6, 5], vec![16, 7, 5], vec![20, 8, 6]),
        }
    }

    fn check(&self, settings: &Settings) -> Result<(), String> {
        if settings.branching.len() != settings.depths.len() {
            return Err("give as many depths as branching factors".to_owned());
        }
        for (&b, &depth) in settings.branching.iter().zip(&settings.depths) {
            Branching::uniform(b).map_err(|error| error.to_string())?;
            if depth == 0
                || depth > PLIES as u32
                || f64::from(b).powi(depth as i32) > LEAVES
                || b > 128
            {
                return Err(format!("{b} children to depth {depth} give too many leaves, or none"));
            }
        }
        Ok(())
    }

    fn tasks(&self, settings: &Settings, _: &[Row]) -> Result<Vec<Self::Task>, ExperimentError> {
        Ok(pieces(settings.seed, settings.seeds, PIECE)
            .flat_map(|(seed, count)| (0..settings.branching.len()).map(move |b| (b, seed, count)))
            .collect())
    }

    fn run(
        &self,
        settings: &Settings,
        &(place, seed, count): &Self::Task,
    ) -> Result<Vec<Row>, ExperimentError> {
        let (branching, deepest) = (settings.branching[place], settings.depths[place]);
        let uniform = Branching::uniform(branching)?;
        let mut row = Row { branching, seed, nodes: Default::default() };
        for depth in 1..=deepest {
            let mut nodes: [Vec<u64>; 3] = Default::default();
            for i in 0..count {
                let tree = RandomTree::new(seed.wrapping_add(i), uniform);
                nodes[0].push(best_case(&tree, depth)?);
                nodes[1].push(alpha_beta(&tree, Order::Static, depth)?.nodes);
                nodes[2].push(alpha_beta(&tree, Order::None, depth)?.nodes);
            }
            for (all, nodes) in row.nodes.iter_mut().zip(nodes) {
                all.push(nodes);
            }
        }
        Ok(vec![row])
    }

    fn summarise(&self, settings: &Settings, rows: &[Row]) -> Summary {
        let mut nodes = Samples::default();
        for row in rows {
            let key = |search, depth| (row.branching, search, depth);
            nodes.add_trees(&row.nodes, key, |count| count as f64);
        }
        let curves = || settings.branching.iter().copied().zip(settings.depths.iter().copied());
        Summary {
            tables: curves().map(|(b, depth)| table(settings.seeds, &nodes, b, depth)).collect(),
            figures: curves().map(|(b, depth)| figure(&nodes, b, depth)).collect(),
            claims: claims(&nodes, &curves().collect::<Vec<_>>()),
        }
    }
}

/// Minimax's nodes: the whole tree.
fn all_nodes(branching: u32, depth: u32) -> f64 {
    (1..=depth).map(|i| f64::from(branching).powi(i as i32)).sum()
}

type Nodes = Samples<(u32, usize, u32)>;

fn table(seeds: u32, nodes: &Nodes, branching: u32, deepest: u32) -> Table {
    let title = format!("Mean nodes on {seeds} trees with {branching} children a node");
    let headings = [
        "depth",
        "alpha-beta, perfect order",
        "minimal tree (Knuth & Moore)",
        "alpha-beta, static order",
        "alpha-beta, no order",
        "minimax",
    ];
    let mut table = Table::new(title, headings);
    for depth in 1..=deepest {
        let mean = |search| {
            let mean = nodes.mean(&(branching, search, depth));
            Cell::or_empty(mean.map(|mean| Cell::measured(mean, 1)))
        };
        table.rows.push(vec![
            Cell::number(depth, 0),
            mean(PERFECT),
            Cell::number(minimal_tree(branching.into(), depth) as f64, 0),
            mean(1),
            mean(2),
            Cell::number(all_nodes(branching, depth), 0),
        ]);
    }
    table
}

fn figure(nodes: &Nodes, branching: u32, deepest: u32) -> Figure {
    let depths = || 1..=deepest;
    let exact = |label: &str, of: fn(u32, u32) -> f64| {
        Series::line(label, depths().map(|depth| (depth, Estimate::exact(of(branching, depth)))))
    };
    let mut series = vec![exact("minimax", all_nodes)];
    for search in [2, 1, PERFECT] {
        let points = depths().filter_map(|depth| {
            Some((depth, Estimate::from(nodes.mean(&(branching, search, depth))?)))
        });
        series.push(Series::line(format!("alpha-beta, {}", SEARCHES[search]), points));
    }
    let minimal = exact("minimal tree", |b, depth| minimal_tree(b.into(), depth) as f64);
    series.push(minimal.styled(Style::Dashed));
    Figure::Plot(Plot {
        name: format!("alpha-beta-best-case-{branching}"),
        title: format!("Best case of alpha-beta: {branching} children a node"),
        x: Axis::linear("search depth (plies)"),
        y: Axis::log("nodes generated (mean)").with_ratios_to("minimal tree"),
        series,
        marks: Vec::new(),
    })
}

fn claims(nodes: &Nodes, curves: &[(u32, u32)]) -> Vec<Claim> {
    let of = |statement: String, unit: &str, decimals| Claim::of(SOURCE, statement, unit, decimals);
    let cases = curves.iter().flat_map(|&(b, deepest)| {
        (1..=deepest).filter_map(move |depth| {
            let mean = nodes.mean(&(b, PERFECT, depth))?.mean;
            Some((format!("b = {b}, depth {depth}"), mean == minimal_tree(b.into(), depth) as f64))
        })
    });
    let mut claims = vec![
        Claim::of(
            "Knuth & Moore 1975",
            "in perfect order alpha-beta generates the minimal tree, b^ceil(i/2) + b^floor(i/2) - 1 nodes at each \
             level i",
            "",
            0,
        )
        .in_all("all depths", cases),
    ];
    for &(b, deepest) in curves {
        let mean = |depth| nodes.mean(&(b, PERFECT, depth)).map(|mean| mean.mean);
        let growth = deepest.checked_sub(2).and_then(mean).zip(mean(deepest));
        let growth = growth.map(|(before, after)| Estimate::exact(after / before));
        claims.push(
            of(
                format!(
                    "b = {b}: two more levels multiply the nodes by roughly the branching factor"
                ),
                "",
                2,
            )
            .point_of(
                "two-levels",
                "two more levels multiply the nodes by roughly the branching factor",
            )
            .about("roughly", b.into(), 0.15 * f64::from(b), growth),
        );
        let half = deepest / 2;
        let twice = mean(2 * half).filter(|_| half > 0);
        let twice = twice.map(|best| Estimate::exact(best / all_nodes(b, half)));
        // There are about twice as many leaves; three of four levels are inner ones with half the growth.
        claims.push(
            of(
                format!(
                    "b = {b}: best-case alpha-beta to depth {} does roughly the work of minimax to depth {half}: its nodes over \
                     minimax's",
                    2 * half
                ),
                "",
                2,
            )
            .point_of("half-depth", "best-case alpha-beta does roughly the work of minimax to half the depth")
            .reads(Meaning::at_most("roughly", 4.0), [("", twice)]),
        );
    }
    claims
}
