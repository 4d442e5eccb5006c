//! Korf & Chickering 1996, section 3.2 and Fig. 4: children never inherit their parent's stored value.

use plyscope_core::random_tree::{Branching, RandomTree};
use plyscope_measure::inheritance::search;
use plyscope_report::{Axis, Case, Cell, Claim, Estimate, Figure, Plot, Series, Summary, Table};
use serde::{Deserialize, Serialize};

use crate::kit::lines::{Piece, tasks};
use crate::kit::numbers::{Numbers, Row};
use crate::{About, ExperimentError, Scale, Study};

const SOURCE: &str = "Korf & Chickering 1996, section 3.2, Fig. 4";

/// Seeds of a task.
const PIECE: u32 = 10;

/// Numbers of children, each with its search depths.
const CASES: [(u32, [u32; 4]); 3] = [(2, [4, 8, 12, 16]), (3, [3, 6, 9, 11]), (5, [2, 4, 6, 8])];

/// The quantities: nodes without and with inheritance; then, with it, expansions of nodes whose stored value is not the static
/// one, and children that inherit.
const PLAIN: usize = 0;
const INHERITING: usize = 1;
const AGAIN: usize = 2;
const INHERITED: usize = 3;

pub(super) struct Inheritance;

#[derive(Serialize, Deserialize)]
pub(super) struct Settings {
    seed: u32,
    seeds: u32,
}

fn line(case: usize, place: usize) -> usize {
    case * 4 + place
}

impl Study for Inheritance {
    type Settings = Settings;
    type Task = Piece;
    type Row = Row;

    fn about(&self) -> &About {
        &About {
            id: "korf-inheritance",
            title: "Inheritance of stored values in recursive best-first minimax",
            source: SOURCE,
            what: "In single-agent search, children that are generated again inherit their parent's stored value, which \
                spares regenerations. Recursive best-first minimax with full expansion, on uniform trees, without and \
                with inheritance: nodes generated, nodes expanded again, and children that inherit.",
            settings: &[("seed", "first tree's seed"), ("seeds", "number of trees")],
        }
    }

    fn settings(&self, scale: Scale) -> Settings {
        Settings { seed: 1, seeds: scale.pick(50, 1000, 1000) }
    }

    fn tasks(&self, settings: &Settings, _: &[Row]) -> Result<Vec<Piece>, ExperimentError> {
        let lines = CASES.iter().flat_map(|(_, depths)| depths);
        Ok(tasks(settings.seed, lines.map(|_| (settings.seeds, PIECE))))
    }

    fn run(&self, _: &Settings, piece: &Piece) -> Result<Vec<Row>, ExperimentError> {
        let (b, depths) = CASES[piece.line / 4];
        let (branching, depth) = (Branching::uniform(b)?, depths[piece.line % 4]);
        let row = Row::of(*piece, |seed| {
            plyscope_run::interrupt::check()?;
            let tree = RandomTree::new(seed, branching);
            let [plain, ..] = search(&tree, depth, false);
            let [inheriting, again, inherited] = search(&tree, depth, true);
            Ok::<_, ExperimentError>(vec![plain, inheriting, again, inherited])
        });
        Ok(vec![row?])
    }

    fn summarise(&self, settings: &Settings, rows: &[Row]) -> Summary {
        let numbers = Numbers(rows);
        let cases = || {
            CASES.iter().enumerate().flat_map(|(case, (b, depths))| {
                depths.iter().enumerate().map(move |(place, depth)| (line(case, place), *b, *depth))
            })
        };
        let mut table = Table::new(
            format!("Recursive best-first minimax with full expansion, {} trees", settings.seeds),
            ["children", "depth", "nodes", "nodes, inheriting", "expanded again", "inherited"],
        );
        for (line, b, depth) in cases() {
            let mut row = vec![Cell::number(b, 0), Cell::number(depth, 0)];
            row.extend([PLAIN, INHERITING, AGAIN, INHERITED].map(|column| {
                Cell::or_empty(numbers.mean(line, column).map(|mean| Cell::measured(mean, 1)))
            }));
            table.rows.push(row);
        }
        let series = CASES.iter().enumerate().map(|(case, (b, depths))| {
            let point = |(place, depth): (usize, &u32)| {
                Some((*depth, Estimate::from(numbers.mean(line(case, place), AGAIN)?)))
            };
            Series::line(format!("b = {b}"), depths.iter().enumerate().filter_map(point))
        });
        let plot = Plot {
            name: "korf-inheritance".to_owned(),
            title: "Nodes expanded again, whose children could inherit".to_owned(),
            x: Axis::linear("search depth (plies)"),
            y: Axis::linear("nodes expanded again (mean)"),
            series: series.collect(),
            marks: Vec::new(),
        };
        let case = |ours: &dyn Fn(usize) -> Option<(String, bool)>| -> Vec<(String, Case)> {
            let one = |(line, b, depth)| {
                let name = format!("b = {b}, depth {depth}");
                match ours(line) {
                    Some((what, so)) => (format!("{name}: {what}"), so.into()),
                    None => (name, Case::NotMeasured),
                }
            };
            cases().map(one).collect()
        };
        let of = |statement: &str| Claim::of(SOURCE, statement, "", 0);
        let claims = vec![
            of("with full expansion, inheritance of stored values changes no number of nodes")
                .in_all(
                    "no effect",
                    case(&|line| {
                        numbers.sum(line, PLAIN)?;
                        let differing = numbers
                            .of_line(line)
                            .filter(|tree| tree.get(PLAIN) != tree.get(INHERITING))
                            .count();
                        Some((format!("{differing} trees differ"), differing == 0))
                    }),
                ),
            of("children never inherit their parent's stored value").in_all(
                "never",
                case(&|line| {
                    let (all, again) = (numbers.sum(line, INHERITED)?, numbers.sum(line, AGAIN)?);
                    Some((format!("{all} below {again} nodes expanded again"), all == 0.0))
                }),
            ),
        ];
        Summary { tables: vec![table], figures: vec![Figure::Plot(plot)], claims }
    }
}
