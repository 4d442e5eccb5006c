//! Korf & Chickering 1996, section 8.1: what saving the tree from move to move is worth.

use plyscope_core::random_tree::{Branching, RandomTree};
use plyscope_measure::games::{GAME, nodes_of_games};
use plyscope_report::{
    Axis, Case, Cell, Claim, Estimate, Figure, Mark, Plot, Series, Style, Summary, Table,
};
use serde::{Deserialize, Serialize};

use crate::kit::lines::{Piece, tasks};
use crate::kit::numbers::{Numbers, Row};
use crate::{About, ExperimentError, Scale, Study};

const SOURCE: &str = "Korf & Chickering 1996, section 8.1";

/// Seeds of a task.
const PIECE: u32 = 2;

/// Number of children, depth of alpha-beta, and the depth of best-first minimax at equal nodes (Fig. 13).
const CASES: [(u32, u32, u32); 6] =
    [(2, 4, 10), (2, 6, 19), (3, 4, 12), (3, 5, 18), (5, 3, 8), (5, 4, 14)];

/// The quantities: nodes of a game, by player, without and with a saved tree.
const ALPHA_BETA: [usize; 2] = [0, 1];
const BEST_FIRST: [usize; 2] = [2, 3];

pub(super) struct KeptTrees;

#[derive(Serialize, Deserialize)]
pub(super) struct Settings {
    seed: u32,
    seeds: u32,
}

impl Study for KeptTrees {
    type Settings = Settings;
    type Task = Piece;
    type Row = Row;

    fn about(&self) -> &About {
        &About {
            id: "korf-kept-trees",
            title: "Nodes of a game with and without the tree of earlier moves",
            source: SOURCE,
            what: "Alpha-beta and best-first minimax play each other on uniform random trees, 40 moves a game, at depths \
                with about equal nodes in Fig. 13. In one pair of games both keep what is left of their trees from move to \
                move, in another both begin each search anew. Nodes are counted when first generated.",
            settings: &[
                ("seed", "first tree's seed"),
                ("seeds", "number of trees, each of which is played twice"),
            ],
        }
    }

    fn settings(&self, scale: Scale) -> Settings {
        Settings { seed: 0, seeds: scale.pick(10, 200, 200) }
    }

    fn tasks(&self, settings: &Settings, _: &[Row]) -> Result<Vec<Piece>, ExperimentError> {
        Ok(tasks(settings.seed, CASES.map(|_| (settings.seeds, PIECE))))
    }

    fn run(&self, _: &Settings, piece: &Piece) -> Result<Vec<Row>, ExperimentError> {
        let (b, alpha_beta, best_first) = CASES[piece.line];
        let branching = Branching::uniform(b)?;
        let row = Row::of(*piece, |seed| {
            let tree = RandomTree::new(seed, branching).with_game_depth(GAME);
            let [fresh, kept] =
                [false, true].map(|keeps| nodes_of_games(&tree, (alpha_beta, best_first), keeps));
            let (fresh, kept) = (fresh?, kept?);
            Ok::<_, ExperimentError>(vec![fresh[0], kept[0], fresh[1], kept[1]])
        });
        Ok(vec![row?])
    }

    fn summarise(&self, settings: &Settings, rows: &[Row]) -> Summary {
        let numbers = Numbers(rows);
        let name = |line: usize| {
            let (b, alpha_beta, best_first) = CASES[line];
            format!("b = {b}, alpha-beta {alpha_beta}, best-first {best_first}")
        };
        let left = |line: usize, [fresh, kept]: [usize; 2]| numbers.ratio(line, kept, fresh);
        let mut table = Table::new(
            format!("Nodes of two games of 40 moves, {} trees", settings.seeds),
            [
                "",
                "alpha-beta, anew",
                "saved",
                "saved / anew",
                "best-first, anew",
                "saved",
                "saved / anew",
            ],
        );
        for line in 0..CASES.len() {
            let mut row = vec![Cell::text(name(line))];
            for player in [ALPHA_BETA, BEST_FIRST] {
                row.extend(player.map(|column| {
                    Cell::or_empty(numbers.mean(line, column).map(|mean| Cell::measured(mean, 0)))
                }));
                row.push(Cell::or_empty(left(line, player).map(|ratio| Cell::measured(ratio, 3))));
            }
            table.rows.push(row);
        }
        let series = [("alpha-beta", ALPHA_BETA), ("best-first minimax", BEST_FIRST)];
        let series = series.map(|(label, player)| {
            let point = |line: usize| Some((line as u32 + 1, left(line, player)?));
            Series::line(label, (0..CASES.len()).filter_map(point)).styled(Style::Points)
        });
        let plot = Plot {
            name: "korf-kept-trees".to_owned(),
            title: "Nodes with a saved tree over those without".to_owned(),
            x: Axis::linear("case (in the table's order)").from_to(0.0, CASES.len() as f64 + 1.0),
            y: Axis::linear("nodes with a saved tree, of those without"),
            series: series.to_vec(),
            marks: vec![Mark::Horizontal { y: 1.0, label: "the same".to_owned() }],
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
        let of = |statement: &str| Claim::of(SOURCE, statement, "", 0);
        let claims = vec![
            of("saving the tree improves best-first minimax considerably (our reading: it needs at most three quarters of the \
                nodes)")
                .in_all(
                    "considerably",
                    cases(&|line| {
                        let ratio = left(line, BEST_FIRST)?;
                        Some((ratio, ratio.is_below(0.75)))
                    }),
                ),
            of("saving the tree lets alpha-beta prune more: it generates fewer nodes").in_all(
                "fewer",
                cases(&|line| {
                    let ratio = left(line, ALPHA_BETA)?;
                    Some((ratio, ratio.is_below(1.0)))
                }),
            ),
            of("little of alpha-beta's tree is still of use, much of best-first minimax's: of its nodes, best-first minimax \
                saves the greater share")
                .in_all(
                    "the greater share",
                    cases(&|line| {
                        let (ours, theirs) = (left(line, BEST_FIRST)?, left(line, ALPHA_BETA)?);
                        let less = ours.less(theirs);
                        Some((less, less.is_below(0.0)))
                    }),
                ),
        ];
        Summary { tables: vec![table], figures: vec![Figure::Plot(plot)], claims }
    }
}
