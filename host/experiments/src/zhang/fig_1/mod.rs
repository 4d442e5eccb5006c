//! Zhang 1996, Fig. 1: forward estimation against alpha-beta on random trees.

mod claims;
mod random_branching;

use plyscope_core::Order;
use plyscope_core::random_tree::{Branching, EdgeCosts, RandomTree};
use plyscope_core::search::forward_estimation::{FixedBounds, Placement};
use plyscope_measure::trees::{Bounds, PLIES, forward_estimation_within, minimal_tree};
use plyscope_players::engine::Value as _;
use plyscope_report::{
    Axis, Case, Cell, Claim, Estimate, Figure, Mark, Plot, Series, Style, Summary, Table,
};
use plyscope_run::statistics::Mean;
use serde::{Deserialize, Serialize};

use crate::keys::{FirstSeed, SeedsOfEach};
use crate::kit::collect::Samples;
use crate::kit::independent::{Printed, SAME_TREES};
use crate::kit::lines::{Means, NodesRow, Piece, check_lists, first_trees, tasks};
use crate::kit::placements::{Placements, note};
use crate::kit::printed::{self, Data, independent};
use crate::{About, ExperimentError, Scale, Study};

/// The numbers of an independent measurement: nodes with ten children, growth per ply, and nodes to depth 8 on the
/// first trees with random numbers of children.
const TEN: Data = independent!("fig_1a.csv");
const GROWTHS: Data = independent!("fig_1a_growths.csv");
const DEPTH_8: Data = independent!("fig_1b.csv");
const TREES: u32 = 300;

/// A row's search: its name and number.
fn search(row: &printed::Row) -> (&str, usize) {
    (row.text("search"), row.place_in("search", &SEARCHES))
}

/// The searches: alpha-beta, and forward estimation with Table 1's placement. Others follow.
const SEARCHES: [&str; 2] = ["alpha-beta", "forward estimation"];

/// Nodes that a search may generate.
const BUDGET: u64 = 1_000_000;

/// Seeds of a task.
const PIECE: u32 = 5;

/// Fig. 1(a): uniform trees.
pub(super) struct Figure1a;
/// Fig. 1(b): trees with random numbers of children.
pub(super) struct Figure1b;

crate::settings! {
    pub(super) struct Settings {
        seed: FirstSeed,
        seeds: SeedsOfEach,
        /// children of a node, or their mean; one line for each search and number
        branching: Vec<u32>,
        /// deepest search for each number of children
        depths: Vec<u32>,
        placement: Placements,
    }
}

/// Nodes of some trees of a line, and the depth that each is searched to within the budget, on the trees with the most children.
#[derive(Serialize, Deserialize)]
pub(super) struct Row {
    #[serde(flatten)]
    nodes: NodesRow,
    reached: Vec<u32>,
}
impl Settings {
    fn check(&self, most: u32) -> Result<(), String> {
        let lengths = [("branching", self.branching.len()), ("depths", self.depths.len())];
        check_lists(&lengths)?;
        check_lists(&[lengths[0], ("seeds", self.seeds.len())])?;
        if self.branching.iter().any(|b| !(1..=most).contains(b)) {
            return Err(format!("give branching from 1 to {most}"));
        }
        if self.depths.iter().any(|depth| !(1..=PLIES as u32).contains(depth)) {
            return Err(format!("give depths from 1 to {PLIES}"));
        }
        let leaves = |(&b, &depth): (&u32, &u32)| f64::from(b).powi(depth as i32) > 1e13;
        if self.branching.iter().zip(&self.depths).any(leaves) {
            return Err("the trees have more than 10^13 leaves: give a smaller depth".to_owned());
        }
        Ok(())
    }

    /// The number of searches of each tree.
    fn searches(&self) -> usize {
        1 + self.placement.len()
    }

    /// The placement of a search; none for alpha-beta.
    fn of_search(&self, search: usize) -> Option<Placement> {
        self.placement.iter().nth(search.checked_sub(1)?)
    }

    fn tasks(&self) -> Vec<Piece> {
        let searches = self.searches();
        let lines = self.seeds.iter().flat_map(|&seeds| vec![(seeds, PIECE); searches]);
        tasks(self.seed, lines)
    }

    fn run(
        &self,
        piece: Piece,
        branching: impl Fn(u32) -> Result<Branching, ExperimentError>,
    ) -> Result<Vec<Row>, ExperimentError> {
        let (place, search) = (piece.line / self.searches(), piece.line % self.searches());
        let branching = branching(self.branching[place])?;
        let costs = EdgeCosts::Zhang;
        let exact = FixedBounds::exact(costs.lowest(), costs.highest());
        let (mut trees, mut reached) = (Vec::new(), Vec::new());
        for seed in piece.seeds() {
            let tree = RandomTree::new(seed, branching).with_edge_costs(costs);
            let bounds = match self.of_search(search) {
                None => Bounds::None,
                Some(placement) => Bounds::Placed(exact, placement),
            };
            let nodes = |depth, limit| {
                forward_estimation_within(&tree, Order::Static, depth, limit, bounds)
                    .map(|(found, _)| found.nodes)
            };
            let to = self.depths[place];
            let by_depth: Vec<u64> =
                (1..=to).map(|depth| nodes(depth, u64::MAX)).collect::<Result<_, _>>()?;
            if Some(&self.branching[place]) == self.branching.iter().max() {
                let within = by_depth.iter().rposition(|&nodes| nodes <= BUDGET);
                let mut depth = within.map_or(0, |place| place + 1);
                // Beyond the depths of the figure, a search ends with the budget.
                if depth == to as usize {
                    while depth < PLIES && nodes(depth as u32 + 1, BUDGET + 1)? <= BUDGET {
                        depth += 1;
                    }
                }
                reached.push(depth as u32);
            }
            trees.push(by_depth);
        }
        Ok(vec![Row { nodes: NodesRow::of(piece, &trees), reached }])
    }

    fn place(&self, branching: u32) -> Option<usize> {
        self.branching.iter().position(|&b| b == branching)
    }

    /// The line of a search of [`SEARCHES`].
    fn line(&self, branching: u32, search: usize) -> Option<usize> {
        let search = if search == 0 { 0 } else { 1 + self.placement.place(Placement::Table1)? };
        Some(self.place(branching)? * self.searches() + search)
    }

    /// A search in words.
    fn name(&self, search: usize) -> String {
        match self.of_search(search) {
            None => SEARCHES[0].to_owned(),
            Some(placement) => format!("{}{}", SEARCHES[1], note(placement)),
        }
    }

    fn labels(&self, kind: &str) -> Vec<String> {
        let label = |b, search| format!("{}, {kind} = {b}", self.name(search));
        let labels = |&b: &u32| (0..self.searches()).map(move |search| label(b, search));
        self.branching.iter().flat_map(labels).collect()
    }

    /// Alpha-beta and forward estimation with Table 1's placement.
    fn series(&self, means: &Means, kind: &str) -> Vec<Series> {
        let all = means.series(&self.labels(kind));
        let of = |(place, &b): (usize, &u32)| {
            let styled = |(search, style): (usize, Style)| {
                let series = all.get(self.line(b, search)?)?.clone();
                Some(series.styled(style).in_group(place))
            };
            [(0, Style::Line), (1, Style::Dashed)].map(styled)
        };
        self.branching.iter().enumerate().flat_map(of).flatten().collect()
    }

    /// Nodes of forward estimation over alpha-beta's, by placement, with the most children.
    fn ratios(&self, means: &Means, name: &str, title: &str) -> Figure {
        let first = self.branching.len().saturating_sub(1) * self.searches();
        let series = (1..self.searches()).map(|search| {
            let points = means.of_line(first + search).filter_map(|(depth, mean)| {
                let plain = means.estimate(first, depth)?;
                Some((depth, Estimate::from(mean).over(plain)))
            });
            let placement = self.of_search(search).map_or_else(String::new, |one| one.text());
            Series::line(placement, points)
        });
        Figure::Plot(Plot {
            name: format!("{name}-placements"),
            title: title.to_owned(),
            x: Axis::linear("search depth (plies)"),
            y: Axis::linear("nodes, of alpha-beta's"),
            series: series.collect(),
            marks: Vec::new(),
        })
    }

    /// The mean depth that a million nodes reach, by number of children and search.
    fn reached(&self, rows: &[Row]) -> Samples<(usize, usize)> {
        let mut samples = Samples::default();
        for row in rows {
            let line = row.nodes.line;
            let of = (line / self.searches(), line % self.searches());
            row.reached.iter().for_each(|&depth| samples.add(of, f64::from(depth)));
        }
        samples
    }

    fn reached_table(&self, rows: &[Row], children: &str) -> Table {
        let reached = self.reached(rows);
        let headings = (0..self.searches()).map(|search| self.name(search));
        let mut table = Table::new(
            "Mean depth reached with a million nodes (plies)",
            [children.to_owned()].into_iter().chain(headings),
        );
        for (place, &b) in self.branching.iter().enumerate() {
            let means: Vec<Option<Mean>> =
                (0..self.searches()).map(|search| reached.mean(&(place, search))).collect();
            if means.iter().all(Option::is_some) {
                let cells = means.into_iter().flatten().map(|mean| Cell::measured(mean, 2));
                table.rows.push([Cell::number(b, 0)].into_iter().chain(cells).collect());
            }
        }
        table
    }

    /// Growth per ply over the last two plies of each number of children, for both searches.
    fn growths(&self, means: &Means) -> Vec<(u32, u32, [Estimate; 2])> {
        let growths = |&b: &u32| {
            let (end, _) = means.last(self.line(b, 0)?)?;
            let from = end.checked_sub(2).filter(|&from| from > 0)?;
            let growth = |search| means.growth(self.line(b, search)?, from, end);
            Some((b, end, [growth(0)?, growth(1)?]))
        };
        self.branching.iter().filter_map(growths).collect()
    }
}

impl Study for Figure1a {
    type Settings = Settings;
    type Task = Piece;
    type Row = Row;

    fn about(&self) -> &About {
        &About {
            id: "zhang-fig-1a",
            title: "Forward estimation against alpha-beta on uniform trees",
            source: "Zhang 1996, Fig. 1(a)",
            what: "Uniform trees with 2, 5 and 10 children a node, edge costs from -16383 to 16384, 1000 trees at each \
                depth. Alpha-beta with static ordering is compared with forward estimation with exact bounds, which \
                finds the same values: the depths reached with a million nodes, and the effective branching factors.",
            settings: Settings::KEYS,
        }
    }

    fn settings(&self, scale: Scale) -> Settings {
        Settings {
            seed: 1,
            seeds: scale.pick(vec![400, 100, 30], vec![1000; 3], vec![1000; 3]),
            branching: vec![2, 5, 10],
            depths: scale.pick(vec![18, 11, 11], vec![20, 12, 11], vec![24, 13, 12]),
            placement: Placements::at(scale),
        }
    }

    fn check(&self, settings: &Settings) -> Result<(), String> {
        settings.check(128)
    }

    fn tasks(&self, settings: &Settings, _: &[Row]) -> Result<Vec<Piece>, ExperimentError> {
        Ok(settings.tasks())
    }

    fn run(&self, settings: &Settings, piece: &Piece) -> Result<Vec<Row>, ExperimentError> {
        settings.run(*piece, |b| Ok(Branching::uniform(b)?))
    }

    fn summarise(&self, settings: &Settings, rows: &[Row]) -> Summary {
        let means = Means::of(nodes_of(rows));
        let mut table = Table::new(
            "Growth of nodes per ply over a line's last two plies",
            [
                "children",
                "to depth",
                "alpha-beta",
                "forward estimation",
                "perfectly ordered alpha-beta",
            ],
        );
        for (b, end, [plain, estimating]) in settings.growths(&means) {
            table.rows.push(vec![
                Cell::number(b, 0),
                Cell::number(end, 0),
                Cell::measured(plain, 3),
                Cell::measured(estimating, 3),
                Cell::number(minimal_growth(b, end), 3),
            ]);
        }
        let mut series = settings.series(&means, "b");
        for (place, &b) in settings.branching.iter().enumerate() {
            let minimal = (1..=settings.depths[place])
                .map(|depth| (depth, Estimate::exact(minimal_tree(b.into(), depth) as f64)));
            let label = format!("perfect ordering, b = {b}");
            series.push(Series::line(label, minimal).styled(Style::Thin).in_group(place));
        }
        let plot = Plot {
            name: "zhang-fig-1a".to_owned(),
            title: "Nodes on uniform trees (Zhang, Fig. 1a)".to_owned(),
            x: Axis::linear("search depth (plies)"),
            y: Axis::log("nodes generated (mean)"),
            series,
            marks: vec![Mark::Horizontal { y: 1e6, label: "a million nodes".to_owned() }],
        };
        Summary {
            tables: vec![
                means.table("Mean nodes generated by depth", &settings.labels("b")),
                table,
                settings.reached_table(rows, "children"),
            ],
            figures: vec![
                Figure::Plot(plot),
                settings.ratios(&means, "zhang-fig-1a", "Placements of tests on uniform trees"),
            ],
            claims: claims::of_paper(settings, rows, &means)
                .into_iter()
                .chain(claims::independent(settings, rows, &means))
                .collect(),
        }
    }
}

/// The rows' nodes.
fn nodes_of(rows: &[Row]) -> impl Iterator<Item = &NodesRow> {
    rows.iter().map(|row| &row.nodes)
}

/// Growth of the minimal tree per ply over the two plies up to `end`.
fn minimal_growth(b: u32, end: u32) -> f64 {
    let nodes = |depth| minimal_tree(b.into(), depth) as f64;
    (nodes(end) / nodes(end - 2)).sqrt()
}
