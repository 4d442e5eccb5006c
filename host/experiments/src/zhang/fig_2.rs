//! Zhang 1996, Fig. 2: forward estimation with scaled bounds, a selective search.

mod claims;

use std::ops::RangeInclusive;

use plyscope_core::Order;
use plyscope_core::random_tree::RandomTree;
use plyscope_core::search::forward_estimation::Placement;
use plyscope_measure::trees::{Bounds, alpha_beta, forward_estimation};
use plyscope_report::{
    Axis, Case, Cell, Claim, Estimate, Figure, Mark, Meaning, Measured, Plot, Series, Summary,
    Table,
};
use plyscope_run::statistics::Mean;
use serde::{Deserialize, Serialize};

use super::fig_2_independent as independent;
use crate::keys::{FirstSeed, Seeds};
use crate::kit::between::{Between, between};
use crate::kit::collect::{Samples, pieces, share};
use crate::kit::lines::has_shape;
use crate::kit::placements::{Placements, note};
use crate::{About, ExperimentError, Scale, Study};

const SOURCE: &str = "Zhang 1996, section 4, Fig. 2";

/// The source of statements on other placements.
const AFTER: &str = "Zhang 1996, Fig. 2, by a placement that was chosen after the fact among four";

/// Depth of the trees.
const DEPTH: u32 = 10;

pub(super) struct Figure2;

crate::settings! {
    pub(super) struct Settings {
        seed: FirstSeed,
        seeds: Seeds,
        /// factors on the learned bounds, above 0 and at most 1, one line for each
        delta: Vec<f64>,
        placement: Placements,
    }
}

impl Settings {
    /// The number of searches of a tree: alpha-beta, then each delta with the first placement, and so on.
    fn searches(&self) -> usize {
        1 + self.placement.len() * self.delta.len()
    }

    /// Placement and delta of a search; none for alpha-beta.
    fn search(&self, number: usize) -> Option<(Placement, f64)> {
        let number = number.checked_sub(1)?;
        let placement = self.placement.iter().nth(number.checked_div(self.delta.len())?)?;
        Some((placement, *self.delta.get(number % self.delta.len())?))
    }

    /// The number of a search.
    fn number(&self, placement: Placement, delta: f64) -> Option<usize> {
        let delta = self.delta.iter().position(|&d| d == delta)?;
        Some(1 + self.placement.place(placement)? * self.delta.len() + delta)
    }

    fn label(&self, number: usize) -> String {
        match self.search(number) {
            None => "AB".to_owned(),
            Some((placement, delta)) => format!("FE-{delta:?}{}", note(placement)),
        }
    }
}

/// By search (as [`Settings::search`] numbers them), depth (from 1) and tree.
#[derive(Serialize, Deserialize)]
pub(super) struct Row {
    seed: u32,
    nodes: Vec<Vec<Vec<u64>>>,
    best: Vec<Vec<Vec<bool>>>,
}

impl Study for Figure2 {
    type Settings = Settings;
    type Task = (u32, u32);
    type Row = Row;

    fn about(&self) -> &About {
        &About {
            id: "zhang-fig-2",
            title: "Forward estimation as a selective search: decision quality against nodes",
            source: SOURCE,
            what: "1000 random trees of depth 10, 1 to 9 children (the root 5). Bounds are learned on line and scaled \
                by delta: 1.0, 0.8, 0.6, 0.4 and 0.2. The share of first moves that agree with a search to depth 10 is \
                plotted against nodes, for search depths 1 to 10, with each placement of the tests; claims are on Table 1's.",
            settings: Settings::KEYS,
        }
    }

    fn settings(&self, scale: Scale) -> Settings {
        Settings {
            seed: 1,
            seeds: scale.pick(1000, 10_000, 10_000),
            delta: vec![1.0, 0.8, 0.6, 0.5, 0.4, 0.2],
            placement: Placements::at(scale),
        }
    }

    fn check(&self, settings: &Settings) -> Result<(), String> {
        if !settings.delta.iter().all(|&delta| delta > 0.0 && delta <= 1.0) {
            return Err("give delta above 0 and at most 1".to_owned());
        }
        Ok(())
    }

    fn tasks(&self, settings: &Settings, _: &[Row]) -> Result<Vec<(u32, u32)>, ExperimentError> {
        Ok(pieces(settings.seed, settings.seeds, 10).collect())
    }

    fn run(
        &self,
        settings: &Settings,
        &(seed, count): &(u32, u32),
    ) -> Result<Vec<Row>, ExperimentError> {
        let searches = settings.searches();
        let empty = || vec![vec![0; count as usize]; DEPTH as usize];
        let mut nodes = vec![empty(); searches];
        let mut best = vec![vec![vec![false; count as usize]; DEPTH as usize]; searches];
        for i in 0..count {
            let tree = RandomTree::zhang(seed.wrapping_add(i));
            let optimal = alpha_beta(&tree, Order::Static, DEPTH)?.best;
            for (search, (nodes, best)) in nodes.iter_mut().zip(&mut best).enumerate() {
                for (depth, (nodes, best)) in (1..).zip(nodes.iter_mut().zip(best)) {
                    let found = match settings.search(search) {
                        None => alpha_beta(&tree, Order::Static, depth)?,
                        Some((placement, delta)) => {
                            let bounds = Bounds::LearnedScaled(delta, placement);
                            forward_estimation(&tree, Order::Static, depth, bounds)?
                        }
                    };
                    nodes[i as usize] = found.nodes;
                    best[i as usize] = found.best == optimal;
                }
            }
        }
        Ok(vec![Row { seed, nodes, best }])
    }

    fn fits(&self, settings: &Settings, row: &Row) -> bool {
        let shape = (settings.searches(), DEPTH as usize);
        let trees = row.best.first().and_then(|depths| depths.first()).map_or(0, Vec::len);
        has_shape(&row.best, shape, trees) && has_shape(&row.nodes, shape, trees)
    }

    fn summarise(&self, settings: &Settings, rows: &[Row]) -> Summary {
        let numbers = LevelMeans::of(rows);
        let (mut tables, mut figures) = (Vec::new(), Vec::new());
        for placement in settings.placement.iter() {
            let of = |delta: &f64| settings.number(placement, *delta);
            let searches: Vec<usize> =
                [0].into_iter().chain(settings.delta.iter().filter_map(of)).collect();
            tables.push(table(settings, &numbers, placement, &searches));
            figures.push(Figure::Plot(plot(settings, &numbers, placement, &searches)));
        }
        Summary { tables, figures, claims: claims::of(settings, &numbers) }
    }
}

/// The table of these searches.
fn table(
    settings: &Settings,
    numbers: &LevelMeans,
    placement: Placement,
    searches: &[usize],
) -> Table {
    let labels = searches.iter().map(|&search| settings.label(search));
    let headings =
        labels.flat_map(|label| [format!("{label}, nodes"), format!("{label}, best moves (%)")]);
    let title =
        format!("Mean nodes and decision quality on {} trees{}", settings.seeds, note(placement));
    let mut table = Table::new(title, ["search depth".to_owned()].into_iter().chain(headings));
    for depth in 1..=DEPTH {
        let mut row = vec![Cell::number(depth, 0)];
        for &search in searches {
            let nodes = numbers.nodes.mean(&(search, depth));
            row.push(Cell::or_empty(nodes.map(|mean| Cell::measured(mean, 1))));
            let quality = numbers.quality(search, depth);
            row.push(Cell::or_empty(quality.map(|quality| Cell::measured(quality, 1))));
        }
        table.rows.push(row);
    }
    table
}

/// The figure of these searches.
fn plot(
    settings: &Settings,
    numbers: &LevelMeans,
    placement: Placement,
    searches: &[usize],
) -> Plot {
    let series = searches.iter().map(|&search| {
        let points = numbers.curve(search).into_iter().map(|(_, x, y)| (x, y));
        Series::line(settings.label(search), points)
    });
    let note = note(placement);
    Plot {
        name: format!("zhang-fig-2{}", note.replace(", ", "-")),
        title: format!("Decision quality of scaled forward estimation{note} (Zhang, Fig. 2)"),
        x: Axis::log("nodes generated (mean; search depths 1 to 10)"),
        y: Axis::linear("best moves (%)"),
        series: series.collect(),
        marks: vec![Mark::Horizontal { y: 100.0, label: "full depth".to_owned() }],
    }
}

#[derive(Default)]
struct LevelMeans {
    /// By search and depth.
    nodes: Samples<(usize, u32)>,
    best: Samples<(usize, u32)>,
    /// Whether the best move was found, by tree, search and depth (from 1).
    trees: Vec<Vec<Vec<f64>>>,
}

impl LevelMeans {
    fn of(rows: &[Row]) -> Self {
        let mut numbers = Self::default();
        for row in rows {
            numbers.nodes.add_trees(
                &row.nodes,
                |search, depth| (search, depth),
                |nodes| nodes as f64,
            );
            let trees = row.best.first().and_then(|depths| depths.first()).map_or(0, Vec::len);
            numbers.trees.extend((0..trees).map(|tree| {
                let best = |trees: &Vec<bool>| share(trees[tree]);
                row.best.iter().map(|depths| depths.iter().map(best).collect()).collect()
            }));
            numbers.best.add_trees(&row.best, |search, depth| (search, depth), share);
        }
        numbers
    }

    fn quality(&self, search: usize, depth: u32) -> Option<Estimate> {
        let mean = self.best.mean(&(search, depth))?;
        Some(Estimate::percent((mean.mean * mean.count as f64).round() as u64, mean.count))
    }

    /// The mean over these depths of one search's quality minus another's at equal nodes, in percentage points, with
    /// the interval of the differences per tree.
    fn advantage(
        &self,
        search: usize,
        depths: RangeInclusive<u32>,
        other: usize,
    ) -> Option<Estimate> {
        let curve = self.curve(other);
        let place = |depth| between(&curve, self.nodes.mean(&(search, depth))?.mean);
        let places: Vec<(u32, Between)> =
            depths.map(|depth| Some((depth, place(depth)?))).collect::<Option<_>>()?;
        let tree = |best: &Vec<Vec<f64>>| {
            let all = places
                .iter()
                .map(|(depth, place)| best[search][*depth as usize - 1] - place.of(&best[other]));
            100.0 * all.sum::<f64>() / places.len() as f64
        };
        Some(Mean::of(self.trees.iter().map(tree)).into())
    }

    /// Depth, nodes and quality.
    fn curve(&self, search: usize) -> Vec<(u32, f64, Estimate)> {
        let point = |depth| {
            let nodes = self.nodes.mean(&(search, depth))?.mean;
            Some((depth, nodes, self.quality(search, depth)?))
        };
        (1..=DEPTH).filter_map(point).collect()
    }
}
