//! Korf & Chickering 1996, section 6: at which level should static ordering end?

use plyscope_core::random_tree::{Branching, RandomTree};
use plyscope_measure::stop_ordering;
use plyscope_report::{
    Axis, Case, Cell, Claim, Estimate, Figure, Mark, Plot, Series, Summary, Table,
};
use plyscope_run::interrupt;
use serde::{Deserialize, Serialize};

use crate::kit::lines::{Piece, tasks};
use crate::kit::numbers::{Numbers, Row};
use crate::{About, ExperimentError, Scale, Study};

const SOURCE: &str = "Korf & Chickering 1996, section 6";

/// Seeds of a task.
const PIECE: u32 = 10;

/// The cases: children and depth.
const CASES: [(u32, u32); 6] = [(2, 10), (2, 16), (3, 9), (5, 6), (5, 8), (10, 6)];

/// Levels above the horizon without ordering: 1 is the paper's choice.
const LEVELS: usize = 5;
const PAPERS: usize = 1;

pub(super) struct StopOrdering;

#[derive(Serialize, Deserialize)]
pub(super) struct Settings {
    seed: u32,
    seeds: u32,
}

impl Study for StopOrdering {
    type Settings = Settings;
    type Task = Piece;
    type Row = Row;

    fn about(&self) -> &About {
        &About {
            id: "korf-stop-ordering",
            title: "Nodes of alpha-beta by the level at which static ordering ends",
            source: SOURCE,
            what: "Alpha-beta on uniform trees orders children by static value, except on the last levels above the \
                horizon, where it generates them one at a time: on none, the last (the paper's choice), the last two, and \
                so on. All numbers of a case are of the same trees.",
            settings: &[("seed", "first tree's seed"), ("seeds", "number of trees")],
        }
    }

    fn settings(&self, scale: Scale) -> Settings {
        Settings { seed: 1, seeds: scale.pick(100, 1000, 1000) }
    }

    fn tasks(&self, settings: &Settings, _: &[Row]) -> Result<Vec<Piece>, ExperimentError> {
        Ok(tasks(settings.seed, CASES.map(|_| (settings.seeds, PIECE))))
    }

    fn run(&self, _: &Settings, piece: &Piece) -> Result<Vec<Row>, ExperimentError> {
        let (b, depth) = CASES[piece.line];
        let branching = Branching::uniform(b)?;
        let row = Row::of(*piece, |seed| {
            interrupt::check()?;
            let tree = RandomTree::new(seed, branching);
            let nodes = |unordered: usize| stop_ordering::nodes(&tree, depth, unordered as u32);
            Ok::<_, ExperimentError>((0..LEVELS).map(nodes).collect())
        });
        Ok(vec![row?])
    }

    fn summarise(&self, settings: &Settings, rows: &[Row]) -> Summary {
        let numbers = Numbers(rows);
        let name = |line: usize| format!("b = {}, depth {}", CASES[line].0, CASES[line].1);
        let levels = (0..LEVELS).map(|level| format!("{level} levels unordered"));
        let title = format!("Mean nodes of alpha-beta, {} trees", settings.seeds);
        let mut table = Table::new(title, ["trees".to_owned()].into_iter().chain(levels));
        for line in 0..CASES.len() {
            let mut row = vec![Cell::text(name(line))];
            row.extend((0..LEVELS).map(|level| {
                Cell::or_empty(numbers.mean(line, level).map(|mean| Cell::measured(mean, 1)))
            }));
            table.rows.push(row);
        }
        let over_papers = |line, level| numbers.ratio(line, level, PAPERS);
        let series = (0..CASES.len()).map(|line| {
            let point = |level: usize| Some((level as u32, over_papers(line, level)?));
            Series::line(name(line), (0..LEVELS).filter_map(point))
        });
        let plot = Plot {
            name: "korf-stop-ordering".to_owned(),
            title: "Where ordering ends: nodes over those of the paper's choice".to_owned(),
            x: Axis::linear("levels above the horizon without ordering"),
            y: Axis::linear("nodes, of those with the last level unordered"),
            series: series.collect(),
            marks: vec![Mark::Horizontal { y: 1.0, label: "the paper's choice".to_owned() }],
        };
        let cases = |ours: &dyn Fn(usize) -> Option<(Estimate, Option<bool>)>| {
            let one = |line: usize| match ours(line) {
                Some((ratio, so)) => {
                    (format!("{}: {}", name(line), ratio.display(3)), Case::from(so))
                }
                None => (name(line), Case::NotMeasured),
            };
            (0..CASES.len()).map(one).collect::<Vec<_>>()
        };
        // The least of all levels, as a multiple of the paper's.
        let best = |line: usize| {
            let all: Option<Vec<Estimate>> =
                (0..LEVELS).map(|level| over_papers(line, level)).collect();
            all?.into_iter().min_by(|a, b| a.value.total_cmp(&b.value))
        };
        let sooner = (0..CASES.len())
            .filter_map(|line| Some(over_papers(line, PAPERS + 1)?.is_below(1.0) == Some(true)));
        let sooner: Vec<bool> = sooner.collect();
        let count =
            (!sooner.is_empty()).then(|| sooner.iter().filter(|sooner| **sooner).count() as f64);
        let of = |statement: &str, unit: &str| Claim::of(SOURCE, statement, unit, 0);
        let claims = vec![
            of("ordering the children at the search frontier, too, costs nodes", "").in_all(
                "no benefit",
                cases(&|line| {
                    let ratio = over_papers(line, 0)?;
                    Some((ratio, ratio.times(-1.0).is_below(-1.0)))
                }),
            ),
            of(
                "ordering at all levels but the last is close to the best (our reading of close: no choice saves more than a \
                 tenth)",
                "",
            )
            .in_all(
                "close to the best",
                cases(&|line| {
                    let ratio = best(line)?;
                    Some((ratio, ratio.is_below(0.9).map(|below| !below)))
                }),
            ),
            of("in some cases ending it sooner reduces the nodes: cases with fewer, when two levels are unordered", "cases")
                .at_least(1.0, count.map(Estimate::exact)),
        ];
        Summary { tables: vec![table], figures: vec![Figure::Plot(plot)], claims }
    }
}
