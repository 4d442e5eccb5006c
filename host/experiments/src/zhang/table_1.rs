//! Zhang 1996, Table 1: nodes and decision quality on random trees of depth 10.

mod means;

use std::sync::LazyLock;

use plyscope_core::Order;
use plyscope_core::random_tree::{EdgeCosts, RandomTree};
use plyscope_core::search::forward_estimation::FixedBounds;
use plyscope_measure::trees::{Bounds, Chosen, alpha_beta, forward_estimation};
use plyscope_report::{
    Axis, Case, Cell, Claim, Compared, Estimate, Figure, Mark, Meaning, Measured, Plot, Series,
    Style, Summary, Table,
};
use plyscope_run::statistics::Mean;
use serde::{Deserialize, Serialize};

use crate::keys::{FirstSeed, Seeds};
use crate::kit::collect::pieces;
use crate::kit::independent::{OTHER_TREES, Printed, SAME_TREES};
use crate::kit::printed::{self, Data, Number, independent, printed};
use means::SearchMeans;

use crate::{About, ExperimentError, Scale, Study};

const SOURCE: &str = "Zhang 1995, Table 1";

/// Depth of the trees: a search to it finds the best move.
const DEPTH: u32 = 10;

/// Seeds of a task.
const PIECE: u32 = 10;

/// A row of the printed table: search depth; nodes of forward estimation with exact and with learned bounds and of
/// alpha-beta; and the share of their moves that are best, in per cent.
type Line = (u32, [f64; 3], [f64; 3]);

/// The printed table.
pub(super) static PRINTED: LazyLock<Vec<Line>> = LazyLock::new(|| {
    const TABLE: Data = printed!("table_1.csv");
    let line = |row: &printed::Row| {
        let nodes = COLUMNS.map(|column| row.get(column));
        let best = COLUMNS.map(|column| row.get(&format!("{column}_best")));
        (row.get("depth"), nodes, best)
    };
    TABLE.rows().iter().map(line).collect()
});

/// The table's numbers: nodes and qualities of three searches at ten depths.
const POINTS: usize = 60;

/// The searches' names in the files.
const COLUMNS: [&str; 3] = ["exact", "learned", "alpha_beta"];

/// The columns of the table.
const SEARCHES: [&str; 3] =
    ["forward estimation, exact", "forward estimation, learned", "alpha-beta"];

/// Numbers of an independent measurement on the same trees, and on some 20,000 without a generator's artefacts.
const AGAIN: Data = independent!("table_1_again.csv");
const IDEAL: Data = independent!("table_1_ideal.csv");
const IDEAL_TREES: u32 = 20_000;
pub(super) struct Table1;

crate::settings! {
    pub(super) struct Settings {
        seed: FirstSeed,
        seeds: Seeds,
        /// deepest search, from 1 to 10
        depth: u32,
    }
}

/// Nodes by search, search depth and tree, and whether the best move was found.
#[derive(Serialize, Deserialize)]
pub(super) struct Row {
    seed: u32,
    nodes: [Vec<Vec<u64>>; 3],
    best: [Vec<Vec<bool>>; 3],
}

impl Study for Table1 {
    type Settings = Settings;
    type Task = (u32, u32);
    type Row = Row;

    fn about(&self) -> &About {
        &About {
            id: "zhang-table-1",
            title: "Forward estimation against alpha-beta: nodes and decision quality",
            source: SOURCE,
            what: "1000 random trees of depth 10, 1 to 9 children (the root 5), edge costs from -16383 to 16384. \
                Alpha-beta with static ordering, and forward estimation with exact bounds and with bounds learned on \
                line, search to each depth. Measured are nodes, and the share of moves that agree with a search to \
                depth 10. The paper does not print its seeds.",
            settings: Settings::KEYS,
        }
    }

    fn settings(&self, scale: Scale) -> Settings {
        Settings { seed: 1, seeds: scale.pick(1000, 1000, 1000), depth: DEPTH }
    }

    fn check(&self, settings: &Settings) -> Result<(), String> {
        if (1..=DEPTH).contains(&settings.depth) && settings.seeds > 0 {
            Ok(())
        } else {
            Err(format!("give depth from 1 to {DEPTH} and at least one of seeds"))
        }
    }

    fn tasks(&self, settings: &Settings, _: &[Row]) -> Result<Vec<(u32, u32)>, ExperimentError> {
        Ok(pieces(settings.seed, settings.seeds, PIECE).collect())
    }

    fn run(
        &self,
        settings: &Settings,
        &(seed, count): &(u32, u32),
    ) -> Result<Vec<Row>, ExperimentError> {
        let costs = EdgeCosts::Zhang;
        let exact = FixedBounds::exact(costs.lowest(), costs.highest());
        let mut row = Row { seed, nodes: Default::default(), best: Default::default() };
        let trees: Vec<RandomTree> =
            (0..count).map(|i| RandomTree::zhang(seed.wrapping_add(i))).collect();
        let mut optimal = Vec::new();
        for tree in &trees {
            optimal.push(alpha_beta(tree, Order::Static, DEPTH)?.best);
        }
        for depth in 1..=settings.depth {
            let mut found: [Vec<Chosen>; 3] = Default::default();
            for tree in &trees {
                found[0].push(forward_estimation(
                    tree,
                    Order::Static,
                    depth,
                    Bounds::Fixed(exact),
                )?);
                found[1].push(forward_estimation(tree, Order::Static, depth, Bounds::Learned)?);
                found[2].push(alpha_beta(tree, Order::Static, depth)?);
            }
            for (best, found) in row.best.iter_mut().zip(&found) {
                let same = found.iter().zip(&optimal).map(|(found, best)| found.best == *best);
                best.push(same.collect());
            }
            for (nodes, found) in row.nodes.iter_mut().zip(&found) {
                nodes.push(found.iter().map(|found| found.nodes).collect());
            }
        }
        Ok(vec![row])
    }

    fn summarise(&self, settings: &Settings, rows: &[Row]) -> Summary {
        const TABLE: &str = "Table 1: mean nodes of alpha-beta and of forward estimation with exact and learned bounds, and \
                             shares of best moves, depths 1 to 10";
        let numbers = SearchMeans::of(rows);
        let mut summary = Summary::default();
        summary.tables.push(table(settings, &numbers));
        summary.figures.push(nodes_figure(settings, &numbers));
        for &(depth, printed, qualities) in PRINTED.iter() {
            for (search, (paper, quality)) in printed.into_iter().zip(qualities).enumerate() {
                let name = SEARCHES[search];
                let what = format!("{name} generates this many nodes to depth {depth}");
                let ours = numbers.nodes.mean(&(search, depth));
                let claim = |what, unit, digits| {
                    Claim::of(SOURCE, what, unit, digits).point_of("table", TABLE).one_of(POINTS)
                };
                summary.claims.push(claim(what, "nodes", 3).mean_of(paper, 1000, ours));
                let what = format!("share of best moves of {name} to depth {depth}");
                let ours = numbers.best.mean(&(search, depth)).map(Measured::percent);
                summary.claims.push(claim(what, "%", 1).mean_of(quality, 1000, ours));
            }
        }
        let saved = PRINTED.iter().filter(|(depth, ..)| *depth >= 3).map(|&(depth, ..)| {
            let mean = |search| numbers.nodes.mean(&(search, depth)).map(|mean| mean.mean);
            let fewer = || Some(mean(0)? < mean(2)? && mean(1)? < mean(0)?);
            (depth, Case::measured(fewer()))
        });
        for (search, name) in SEARCHES.iter().enumerate().take(2) {
            summary.claims.push(sharp(search, name, &numbers));
        }
        summary.claims.push(
            Claim::of(
                SOURCE,
                "with learned bounds it generates fewer nodes than with exact bounds, and with exact bounds fewer than \
                alpha-beta, from depth 3 on",
                "",
                0,
            )
            .in_all("depths 3 to 10", saved),
        );
        summary.claims.extend(more_claims(settings, &numbers));
        summary
    }
}

/// The share of alpha-beta's nodes that forward estimation generates. On the same trees the two numbers go together, so the
/// share varies much less from sample to sample than either number: this is the sharp test of the table.
fn sharp(search: usize, name: &str, numbers: &SearchMeans) -> Claim {
    let depths = PRINTED.iter().filter(|(depth, ..)| *depth >= 3);
    let each = depths.map(|&(depth, nodes, _)| {
        let share = nodes[search] / nodes[2];
        let ours = numbers.share(search, depth);
        // The paper's sample has the spread of ours, and as many trees as it had.
        let spread = numbers.nodes.mean(&(search, depth)).map(|mean| mean.count as f64 / 1000.0);
        let allowed = ours.zip(spread).map(|(ours, trees)| {
            // Eight depths at 95 % together: 0.64 % each, a normal quantile of 2.73 instead of 1.960.
            ours.half_width() * (1.0 + trees).sqrt() * 2.73 / 1.960
        });
        let allowed = allowed.unwrap_or(f64::INFINITY);
        Compared { name: format!("depth {depth}"), paper: share, decimals: 4, ours, allowed }
    });
    let statement = format!(
        "{name}: nodes over alpha-beta's on the same trees (the sharp test, paired by tree; at 95 % in all depths together)"
    );
    Claim::of(SOURCE, statement, "", 4).inferred().each(each)
}

/// Claims on several depths together, and those of an independent measurement.
fn more_claims(settings: &Settings, numbers: &SearchMeans) -> Vec<Claim> {
    let name = |depth: u32| format!("depth {depth}");
    let alike = (1..=DEPTH).filter_map(|depth| {
        let best = |search| Some(numbers.best.mean(&(search, depth))?.mean);
        Some((best(0)? - best(1)?).abs() < 1e-9)
    });
    let alike: Vec<bool> = alike.collect();
    let count = alike.iter().filter(|alike| **alike).count() as f64;
    let share = (!alike.is_empty()).then(|| Estimate::exact(100.0 * count / alike.len() as f64));
    let mut claims = vec![
        Claim::of(SOURCE, "learned bounds save these nodes over exact bounds", "nodes", 3).inferred().each(
            PRINTED.iter().filter(|(depth, ..)| *depth >= 3).map(|&(depth, printed, _)| {
                let [exact, learned, _] = printed;
                Printed::new(Number::new(exact - learned, 3), 1000)
                    .on_others(name(depth), numbers.saved.mean(&depth))
            }),
        ),
        Claim::of(
            SOURCE,
            "decision qualities with exact and with learned bounds are the same most of the time: depths with the same quality",
            "% of depths",
            0,
        )
        .named("the-same")
        .reads(Meaning::at_least("most of the time", 50.0), [("", share)]),
    ];
    let same = |mean: Option<Mean>| mean.filter(|_| settings.seed == 1);
    let of = |source: &str, statement: String, unit: &str| Claim::of(source, statement, unit, 3);
    let (again, ideal_rows) = (AGAIN.rows(), IDEAL.rows());
    let depth = |row: &printed::Row| row.get("depth");
    for search in [0, 2, 1] {
        let each = again.iter().filter(|row| row.text("trees") == "1000").filter_map(|row| {
            let ours = same(numbers.nodes.mean(&(search, depth(row))));
            let printed = Printed::new(row.maybe(COLUMNS[search])?, 1000);
            Some(printed.on_the_same(name(depth(row)), ours))
        });
        claims.push(
            of(SAME_TREES, format!("{}: mean nodes", SEARCHES[search]), "nodes")
                .independent()
                .each(each),
        );
    }
    let ideal = |column: &str, ours: &dyn Fn(u32) -> Option<Measured>| -> Vec<_> {
        let number = |row: &printed::Row| {
            let printed = Printed::new(row.number(column), IDEAL_TREES);
            printed.on_others(name(depth(row)), ours(depth(row)))
        };
        ideal_rows.iter().map(number).collect()
    };
    let without = "expected of trees without artefacts of a generator";
    claims.extend([
        of(OTHER_TREES, format!("{}: mean nodes {without}", SEARCHES[2]), "nodes")
            .independent()
            .each(ideal("alpha_beta", &|depth| numbers.nodes.mean(&(2, depth)).map(Into::into))),
        of(OTHER_TREES, format!("{}: mean nodes {without}", SEARCHES[0]), "nodes")
            .independent()
            .each(ideal("exact", &|depth| numbers.nodes.mean(&(0, depth)).map(Into::into))),
        of(OTHER_TREES, format!("nodes that learned bounds save, {without}"), "nodes")
            .independent()
            .each(ideal("saved", &|depth| numbers.saved.mean(&depth).map(Into::into))),
        of(OTHER_TREES, format!("share of best moves {without}"), "%")
            .independent()
            .each(ideal("best", &|depth| numbers.best.mean(&(2, depth)).map(Measured::percent))),
        of(SAME_TREES, "mean nodes to depth 10 on the first 5000 trees".to_owned(), "nodes")
            .independent()
            .each(again.iter().filter(|row| row.text("trees") == "5000").flat_map(|row| {
                [0, 2].map(|search| {
                    let ours = same(numbers.nodes.mean(&(search, depth(row))));
                    let printed = Printed::new(row.number(COLUMNS[search]), 5000);
                    printed.on_the_same(SEARCHES[search], ours)
                })
            })),
    ]);
    claims
}

fn table(settings: &Settings, numbers: &SearchMeans) -> Table {
    let headings = [
        "search depth",
        "FE exact, paper",
        "FE exact, nodes",
        "FE learned, paper",
        "FE learned, nodes",
        "AB, paper",
        "AB, nodes",
        "exact - learned, paper",
        "exact - learned",
        "best moves, paper (%)",
        "best moves (%)",
    ];
    let title = format!("Mean nodes and decision quality on {} trees", settings.seeds);
    let mut table = Table::new(title, headings);
    for depth in 1..=settings.depth {
        let printed = PRINTED.iter().find(|(printed, ..)| *printed == depth);
        let mut row = vec![Cell::number(depth, 0)];
        for search in 0..3 {
            row.push(Cell::or_empty(printed.map(|(_, nodes, _)| Cell::number(nodes[search], 3))));
            let ours = numbers.nodes.mean(&(search, depth));
            row.push(Cell::or_empty(ours.map(|mean| Cell::measured(mean, 3))));
        }
        row.push(Cell::or_empty(
            printed.map(|(_, [exact, learned, _], _)| Cell::number(exact - learned, 3)),
        ));
        row.push(Cell::or_empty(numbers.saved.mean(&depth).map(|mean| Cell::measured(mean, 3))));
        row.push(Cell::or_empty(printed.map(|(.., quality)| Cell::number(quality[2], 1))));
        let best = numbers.best.mean(&(2, depth)).map(Measured::percent);
        row.push(Cell::or_empty(best.map(|mean| Cell::measured(mean.estimate, 1))));
        table.rows.push(row);
    }
    table
}

fn nodes_figure(settings: &Settings, numbers: &SearchMeans) -> Figure {
    let series = [2, 0, 1].into_iter().map(|search| {
        let points = (1..=settings.depth).filter_map(|depth| {
            Some((depth, Estimate::from(numbers.nodes.mean(&(search, depth))?)))
        });
        let style = if search == 1 { Style::Dashed } else { Style::Line };
        Series::line(SEARCHES[search], points).styled(style)
    });
    let marks = PRINTED.iter().filter(|(depth, ..)| *depth <= settings.depth).flat_map(
        |&(depth, [exact, _, plain], _)| {
            [exact, plain].map(|y| Mark::Point {
                x: depth.into(),
                y,
                label: "printed by the paper".to_owned(),
            })
        },
    );
    Figure::Plot(Plot {
        name: "zhang-table-1".to_owned(),
        title: "Nodes on random trees, mean branching 5 (Zhang, Table 1)".to_owned(),
        x: Axis::linear("search depth (plies)"),
        y: Axis::log("nodes generated (mean)").with_ratios_to(SEARCHES[2]),
        series: series.collect(),
        marks: marks.collect(),
    })
}
