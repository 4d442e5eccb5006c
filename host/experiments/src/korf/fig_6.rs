//! Korf & Chickering 1996, Figs. 6 and 7: nodes of best-first minimax with the tree in memory.

use plyscope_core::Expansion;
use plyscope_core::random_tree::{Branching, RandomTree};
use plyscope_measure::trees::best_first;
use plyscope_report::{
    Axis, AxisScale, Cell, Claim, Estimate, Figure, Mark, Plot, Series, Summary, Table,
};
use plyscope_tree::Formulation;

use crate::keys::{FirstSeed, Seeds};
use crate::kit::independent::{Printed, SAME_TREES, derived};
use crate::kit::lines::{Means, NodesRow, Piece, check_lists, check_trees, first_trees, tasks};
use crate::kit::printed::{Data, Row, independent};
use crate::{About, ExperimentError, Scale, Study};

/// The numbers of an independent measurement.
const PRINTED: Data = independent!("fig_6.csv");
const INTERVALS: Data = independent!("fig_6_intervals.csv");

const SOURCE: &str = "Korf & Chickering 1996, section 5, Figs. 6 and 7";

pub(super) struct Figures6And7;

crate::settings! {
    pub(super) struct Settings {
        seed: FirstSeed,
        /// number of trees on each line
        seeds: Seeds,
        /// children of a node, one line for each
        branching: Vec<u32>,
        /// deepest search of each line
        depths: Vec<u32>,
    }
}

impl Study for Figures6And7 {
    type Settings = Settings;
    type Task = Piece;
    type Row = NodesRow;

    fn about(&self) -> &About {
        &About {
            id: "korf-fig-6-7",
            title: "Best-first minimax with the tree in memory: nodes against depth, and against its cube",
            source: SOURCE,
            what: "Uniform trees with 2 to 100 children a node, depths 1 to 30, 1000 seeds each (1 to 1000). Children \
                are generated one at a time (partial expansion), and first generations count. Fig. 7 shows the same \
                nodes against the cube of the depth.",
            settings: Settings::KEYS,
        }
    }

    fn settings(&self, scale: Scale) -> Settings {
        Settings {
            seed: 1,
            seeds: scale.pick(1000, 1000, 1000),
            branching: vec![2, 3, 4, 5, 10, 20, 50, 100],
            depths: vec![30; 8],
        }
    }

    fn check(&self, settings: &Settings) -> Result<(), String> {
        let Settings { branching, depths, .. } = settings;
        check_lists(&[("branching", branching.len()), ("depths", depths.len())])?;
        check_trees(branching, depths)
    }

    fn tasks(&self, settings: &Settings, _: &[NodesRow]) -> Result<Vec<Piece>, ExperimentError> {
        Ok(tasks(settings.seed, settings.branching.iter().map(|_| (settings.seeds, 10))))
    }

    fn run(&self, settings: &Settings, piece: &Piece) -> Result<Vec<NodesRow>, ExperimentError> {
        let branching = Branching::uniform(settings.branching[piece.line])?;
        let depth = settings.depths[piece.line];
        let nodes = |seed| -> Vec<u64> {
            let tree = RandomTree::new(seed, branching);
            let found = best_first(&tree, Expansion::Partial, Formulation::Figure3, depth);
            found.iter().map(|found| found.nodes).collect()
        };
        Ok(vec![NodesRow::of(*piece, &piece.seeds().map(nodes).collect::<Vec<_>>())])
    }

    fn summarise(&self, settings: &Settings, rows: &[NodesRow]) -> Summary {
        let means = Means::of(rows);
        let labels: Vec<String> = settings.branching.iter().map(|b| format!("b = {b}")).collect();
        let title = format!("Mean nodes generated on {} trees by depth", settings.seeds);
        let slopes = slopes(settings, &means);
        let mut slope_table = Table::new(
            "Slope of log nodes over log depth, depths 15 to 30",
            ["children of a node", "slope"],
        );
        for &(b, slope) in &slopes {
            slope_table.rows.push(vec![Cell::number(b, 0), Cell::measured(slope, 2)]);
        }
        Summary {
            tables: vec![means.table(&title, &labels), slope_table],
            figures: figures(settings, &means, &labels),
            claims: claims(settings, &means, &slopes)
                .into_iter()
                .chain(independent(settings, rows, &means, &slopes))
                .collect(),
        }
    }
}

/// The slope between depths 15 and 30 of each line that goes that far.
fn slopes(settings: &Settings, means: &Means) -> Vec<(u32, Estimate)> {
    let slope = |(line, &b): (usize, &u32)| {
        let (from, to) = (means.estimate(line, 15)?, means.estimate(line, 30)?);
        let ratio = to.over(from);
        let log = |x: f64| x.max(f64::MIN_POSITIVE).ln() / 2f64.ln();
        let (value, low, high) = (log(ratio.value), log(ratio.low), log(ratio.high));
        Some((b, Estimate { value, low, high }))
    };
    settings.branching.iter().enumerate().filter_map(slope).collect()
}

fn figures(settings: &Settings, means: &Means, labels: &[String]) -> Vec<Figure> {
    let series: Vec<Series> = means.series(labels);
    let mark =
        Mark::Point { x: 17.0, y: 34_000.0, label: "paper: below 34,000 (b = 100)".to_owned() };
    let marks: Vec<Mark> = if settings.branching.contains(&100) { vec![mark] } else { Vec::new() };
    let plot = |name: &str, title: &str, x: Axis, y: Axis| {
        Figure::Plot(Plot {
            name: name.to_owned(),
            title: format!("Best-first minimax on uniform trees, {title}"),
            x,
            y,
            series: series.clone(),
            marks: marks.clone(),
        })
    };
    let cube =
        Axis { scale: AxisScale::Cube, ..Axis::linear("search depth (plies), spaced by its cube") };
    let nodes = "nodes generated (mean)";
    vec![
        plot(
            "korf-fig-6",
            "b children a node (Korf & Chickering, Fig. 6)",
            Axis::linear("search depth (plies)"),
            Axis::log(nodes),
        ),
        plot(
            "korf-fig-7",
            "against depth cubed (Korf & Chickering, Fig. 7)",
            cube,
            Axis::linear(nodes),
        ),
    ]
}

fn claims(settings: &Settings, means: &Means, slopes: &[(u32, Estimate)]) -> Vec<Claim> {
    let line = |b| settings.branching.iter().position(|&other| other == b);
    let hundred = line(100);
    let all_seeds = settings.seed == 1 && settings.seeds == 1000;
    let at_17 = hundred.and_then(|line| means.get(line, 17)).map(|mean| {
        // On the paper's own trees the mean is exact; other trees are a sample.
        if all_seeds { Estimate::exact(mean.mean) } else { mean.into() }
    });
    let width = |line: usize, depth: u32| {
        let mean = means.get(line, depth)?;
        Some(mean.printed_width()).filter(|_| all_seeds)
    };
    let lines = || 0..settings.branching.len();
    let last = |line| Some(means.last(line)?.0);
    let widest = lines().filter_map(|line| width(line, last(line)?)).max_by(f64::total_cmp);
    // The text names depth 17 for 100 children: the line may end there.
    let widest_if_short = lines()
        .map(|line| width(line, if hundred == Some(line) { 17 } else { last(line)? }))
        .collect::<Option<Vec<f64>>>()
        .and_then(|widths| widths.into_iter().max_by(f64::total_cmp));
    let steepest = slopes.iter().max_by(|a, b| a.1.value.total_cmp(&b.1.value));
    vec![
        Claim::of(SOURCE, "mean nodes to depth 17 with 100 children a node", "nodes", 0)
            .below(34_000.0, at_17),
        Claim::of(
            SOURCE,
            "nodes grow no faster than the cube of the depth: greatest slope of log nodes over log depth",
            "",
            2,
        )
        .below(3.0, steepest.map(|(_, slope)| *slope)),
        Claim::of(SOURCE, "the largest 95 % interval at the end of a line (the paper does not say where the lines \
            end)", "%", 2)
            .named("widest")
            .equals(3.36, 0.005, widest.map(Estimate::exact)),
        Claim::of(SOURCE, "the same, if the line of 100 children a node ends at depth 17", "%", 2)
            .reading_of("korf-fig-6-7", "widest")
            .equals(3.36, 0.005, widest_if_short.map(Estimate::exact)),
    ]
}

/// Claims that the numbers agree with an independent measurement.
fn independent(
    settings: &Settings,
    rows: &[NodesRow],
    means: &Means,
    slopes: &[(u32, Estimate)],
) -> Vec<Claim> {
    const TREES: u32 = 1000;
    const TIES: &str = " (its searches may break ties between costs differently)";
    let line = |b: u32| {
        let same = settings.seed == 1;
        settings.branching.iter().position(|&other| other == b).filter(|_| same)
    };
    let nodes = |b: u32, depth: u32| first_trees(rows, line(b)?, depth, (1, TREES));
    let all = |b: u32, depth: u32| nodes(b, depth).is_some_and(|mean| mean.count == 1000);
    let (rows, intervals) = (PRINTED.rows(), INTERVALS.rows());
    let column = |depth: u32| format!("depth_{depth}");
    let branching = |row: &Row| row.get("branching");
    let number = |depth: u32| {
        rows.iter().map(move |row| {
            let b = branching(row);
            let printed = Printed::new(row.number(&column(depth)), TREES);
            printed.on_the_same(format!("b = {b}"), nodes(b, depth))
        })
    };
    let slope = |row: &Row| {
        let b = branching(row);
        let ours = slopes.iter().find(|(of, _)| *of == b && line(b).is_some());
        let ours = ours.map(|(_, slope)| *slope);
        derived(format!("b = {b}"), row.number("slope"), ours, all(b, 30))
    };
    let width = |row: &Row| {
        let (b, depth) = (branching(row), row.get("depth"));
        let ours = line(b).and_then(|line| means.get(line, depth)).filter(|_| all(b, depth));
        let ours = ours.map(|mean| Estimate::exact(mean.printed_width()));
        derived(format!("b = {b}, depth {depth}"), row.number("half_width"), ours, true)
    };
    let of = |statement: &str, unit: &str| Claim::of(SAME_TREES, statement, unit, 2).independent();
    let greatest = |depth: u32| {
        let apart = rows.iter().map(|row| {
            let ours = nodes(branching(row), depth).filter(|_| all(branching(row), depth))?;
            Some(100.0 * (ours.mean / row.number(&column(depth)).value - 1.0).abs())
        });
        apart.collect::<Option<Vec<f64>>>()?.into_iter().max_by(f64::total_cmp)
    };
    let apart = "where ties are broken differently, the means differ little";
    let by_children = format!("mean nodes to depth … by children of a node{TIES}");
    let all_apart = format!("{apart}: greatest difference at depth …");
    vec![
        of(&format!("mean nodes to depth 17 by children of a node{TIES}"), "nodes")
            .point_of("nodes", by_children.as_str())
            .each(number(17)),
        of(&format!("mean nodes to depth 30 by children of a node{TIES}"), "nodes")
            .point_of("nodes", by_children.as_str())
            .each(number(30)),
        of(&format!("{apart}: greatest difference at depth 17"), "%")
            .point_of("apart", all_apart.as_str())
            .below(0.1, greatest(17).map(Estimate::exact)),
        of(&format!("{apart}: greatest difference at depth 30"), "%")
            .point_of("apart", all_apart.as_str())
            .below(0.1, greatest(30).map(Estimate::exact)),
        of("slope of log nodes over log depth, depths 15 to 30", "").each(rows.iter().map(slope)),
        of("half widths of 95 % intervals", "% of the mean").each(intervals.iter().map(width)),
    ]
}
