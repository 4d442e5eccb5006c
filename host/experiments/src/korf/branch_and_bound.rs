//! Korf & Chickering 1996, section 4.4: does the method of generating random trees change the work of single-agent search?

use plyscope_core::random_tree::{Branching, Generation, RandomTree};
use plyscope_measure::branch_and_bound::branch_and_bound;
use plyscope_report::{
    Axis, Case, Cell, Claim, Estimate, Figure, Mark, Plot, Series, Style, Summary, Table,
};
use plyscope_run::interrupt;
use serde::{Deserialize, Serialize};

use crate::kit::lines::{Piece, tasks};
use crate::kit::numbers::{Numbers, Row};
use crate::{About, ExperimentError, Scale, Study};

const SOURCE: &str = "Korf & Chickering 1996, section 4.4";

/// Seeds of a task.
const PIECE: u32 = 20;

/// The methods, `None` for on demand. The others are compared with the first.
const METHODS: [(Option<Generation>, &str); 4] = [
    (Some(Generation::BreadthFirst), "breadth-first"),
    (None, "on demand"),
    (Some(Generation::Hash), "hash of the path"),
    (Some(Generation::ReseedNode), "re-seeded: own index"),
];
const ON_DEMAND: usize = 1;
const RESEEDED: usize = 3;

/// The cases: children, depth, whether children are ordered by cost.
const CASES: [(u32, u32, bool); 5] =
    [(2, 16, false), (2, 20, true), (5, 8, false), (5, 10, true), (10, 6, false)];

/// Five cases at 95 % together: 1 % each, a normal quantile of 2.576 instead of 1.960.
const ALL_CASES: f64 = 2.576 / 1.960;

pub(super) struct BranchAndBound;

#[derive(Serialize, Deserialize)]
pub(super) struct Settings {
    seed: u32,
    seeds: u32,
}

fn name((b, depth, ordered): (u32, u32, bool)) -> String {
    let order = if ordered { "ordered" } else { "unordered" };
    format!("b = {b}, depth {depth}, {order}")
}

impl Study for BranchAndBound {
    type Settings = Settings;
    type Task = Piece;
    type Row = Row;

    fn about(&self) -> &About {
        &About {
            id: "korf-branch-and-bound",
            title: "Single-agent branch-and-bound on random trees, by method of generation",
            source: SOURCE,
            what: "Depth-first branch-and-bound finds the cheapest path on trees of MIN nodes. Its nodes are counted on \
                trees whose edge costs are drawn breadth-first, on demand, by a hash of the path, and after re-seeding at \
                each node with its own index. The paper prints neither sizes nor the order of children, and its edge costs \
                may be negative; ours are moved up to begin at 0, so that a path's cost is a bound.",
            settings: &[("seed", "first tree's seed"), ("seeds", "number of trees")],
        }
    }

    fn settings(&self, scale: Scale) -> Settings {
        Settings { seed: 1, seeds: scale.pick(300, 3000, 3000) }
    }

    fn tasks(&self, settings: &Settings, _: &[Row]) -> Result<Vec<Piece>, ExperimentError> {
        Ok(tasks(settings.seed, CASES.map(|_| (settings.seeds, PIECE))))
    }

    fn run(&self, _: &Settings, piece: &Piece) -> Result<Vec<Row>, ExperimentError> {
        let (b, depth, ordered) = CASES[piece.line];
        let branching = Branching::uniform(b)?;
        let row = Row::of(*piece, |seed| {
            interrupt::check()?;
            let tree = RandomTree::new(seed, branching);
            let of = |(generation, _): (Option<Generation>, &str)| {
                branch_and_bound(&tree, generation, depth, ordered)
            };
            Ok::<_, ExperimentError>(METHODS.map(of).to_vec())
        });
        Ok(vec![row?])
    }

    fn summarise(&self, settings: &Settings, rows: &[Row]) -> Summary {
        let numbers = Numbers(rows);
        let headings = ["case"].into_iter().chain(METHODS.map(|(_, name)| name));
        let title = format!("Mean nodes of depth-first branch-and-bound, {} trees", settings.seeds);
        let mut table = Table::new(title, headings);
        for (line, case) in CASES.iter().enumerate() {
            let mut row = vec![Cell::text(name(*case))];
            row.extend((0..METHODS.len()).map(|method| {
                Cell::or_empty(numbers.mean(line, method).map(|mean| Cell::measured(mean, 1)))
            }));
            table.rows.push(row);
        }
        // Trees of one seed have nothing in common but the seed, so the samples are independent.
        let ratio = |line: usize, method: usize| {
            let of = |method| numbers.mean(line, method).map(Estimate::from);
            Some(of(method)?.over(of(0)?))
        };
        let series = METHODS.iter().enumerate().skip(1).map(|(method, (_, name))| {
            let point = |line: usize| Some((line as u32 + 1, ratio(line, method)?));
            Series::line(*name, (0..CASES.len()).filter_map(point)).styled(Style::Points)
        });
        let plot = Plot {
            name: "korf-branch-and-bound".to_owned(),
            title: "Nodes of branch-and-bound over those on breadth-first trees".to_owned(),
            x: Axis::linear("case (in the table's order)").from_to(0.0, CASES.len() as f64 + 1.0),
            y: Axis::linear("nodes, of those on breadth-first trees"),
            series: series.collect(),
            marks: vec![Mark::Horizontal { y: 1.0, label: "the same".to_owned() }],
        };
        let case = |method: usize, so: fn(Estimate) -> Option<bool>| {
            (0..CASES.len()).map(move |line| match ratio(line, method) {
                Some(ratio) => {
                    (format!("{}: {}", name(CASES[line]), ratio.display(3)), Case::from(so(ratio)))
                }
                None => (name(CASES[line]), Case::NotMeasured),
            })
        };
        let of = |statement: &str| Claim::of(SOURCE, statement, "", 0);
        let claims = vec![
            of("branch-and-bound generates statistically the same numbers of nodes on breadth-first and on on-demand trees \
                (our test: at 95 % in all cases together)")
                .in_all(
                    "the same",
                    case(ON_DEMAND, |ratio| {
                        Some((ratio.value - 1.0).abs() <= ALL_CASES * ratio.half_width())
                    }),
                ),
            of("it generates significantly fewer on trees that are re-seeded at each node with its index")
                .in_all("fewer in all cases", case(RESEEDED, |ratio| ratio.is_below(1.0))),
        ];
        Summary { tables: vec![table], figures: vec![Figure::Plot(plot)], claims }
    }
}
