//! Korf & Chickering 1996, section 8.2: a fixed number of nodes a move instead of fixed horizons.

use plyscope_core::random_tree::{Branching, RandomTree};
use plyscope_measure::games::{Budget, GAME, result_of_pair};
use plyscope_report::{
    Axis, Case, Cell, Claim, Estimate, Figure, Mark, Plot, Series, Style, Summary, Table,
};
use serde::{Deserialize, Serialize};

use crate::kit::collect::difference;
use crate::kit::lines::{Piece, tasks};
use crate::kit::numbers::{Numbers, Row};
use crate::{About, ExperimentError, Scale, Study};

const SOURCE: &str = "Korf & Chickering 1996, section 8.2";

/// Seeds of a task.
const PIECE: u32 = 2;

/// Number of children, depth of alpha-beta, and the depth of best-first minimax at equal nodes (Fig. 13).
const CASES: [(u32, u32, u32); 5] = [(2, 4, 10), (2, 6, 19), (3, 4, 12), (5, 3, 8), (5, 4, 14)];

/// The quantities: results of a pair for best-first minimax (1 won, 0 tied, -1 lost) at fixed horizons and with fixed nodes, and
/// the nodes a move.
const HORIZONS: usize = 0;
const FIXED: usize = 1;
const NODES: usize = 2;

pub(super) struct FixedNodes;

#[derive(Serialize, Deserialize)]
pub(super) struct Settings {
    seed: u32,
    seeds: u32,
}

impl Study for FixedNodes {
    type Settings = Settings;
    type Task = Piece;
    type Row = Row;

    fn about(&self) -> &About {
        &About {
            id: "korf-fixed-nodes",
            title: "A fixed number of nodes a move instead of fixed horizons",
            source: SOURCE,
            what: "Best-first minimax plays alpha-beta on uniform random trees of 40 moves, twice with sides swapped: at \
                horizons with about equal nodes (Fig. 13), and with as many nodes a move for both as alpha-beta needed on \
                average in that tree's games at its horizon. With fixed nodes, alpha-beta deepens iteratively and plays the \
                move of its last complete iteration. All keep their trees.",
            settings: &[("seed", "first tree's seed"), ("seeds", "number of trees")],
        }
    }

    fn settings(&self, scale: Scale) -> Settings {
        Settings { seed: 0, seeds: scale.pick(20, 200, 400) }
    }

    fn tasks(&self, settings: &Settings, _: &[Row]) -> Result<Vec<Piece>, ExperimentError> {
        Ok(tasks(settings.seed, CASES.map(|_| (settings.seeds, PIECE))))
    }

    fn run(&self, _: &Settings, piece: &Piece) -> Result<Vec<Row>, ExperimentError> {
        let (b, alpha_beta, best_first) = CASES[piece.line];
        let branching = Branching::uniform(b)?;
        let row = Row::of(*piece, |seed| {
            let tree = RandomTree::new(seed, branching).with_game_depth(GAME);
            let (horizons, nodes) =
                result_of_pair(&tree, Budget::Horizons(alpha_beta, best_first))?;
            let nodes = nodes.max(1);
            let (fixed, _) = result_of_pair(&tree, Budget::Nodes(nodes as u64))?;
            Ok::<_, ExperimentError>(vec![horizons, fixed, nodes])
        });
        Ok(vec![row?])
    }

    fn summarise(&self, settings: &Settings, rows: &[Row]) -> Summary {
        let numbers = Numbers(rows);
        let name = |line: usize| {
            let (b, alpha_beta, best_first) = CASES[line];
            format!("b = {b}, alpha-beta {alpha_beta}, best-first {best_first}")
        };
        // Wins and decided pairs, by tree.
        let decided = |line: usize, column: usize| -> Vec<(f64, f64)> {
            let pair = |result: f64| (f64::from(u8::from(result > 0.0)), result.abs());
            numbers.column(line, column).map(pair).collect()
        };
        let wins = |line: usize, column: usize| {
            let all = decided(line, column);
            let [won, count] = [
                all.iter().map(|one| one.0).sum::<f64>(),
                all.iter().map(|one| one.1).sum::<f64>(),
            ];
            (count > 0.0).then(|| Estimate::percent(won as u64, count as u64))
        };
        let more = |line: usize| {
            difference(&decided(line, FIXED), &decided(line, HORIZONS))
                .map(|more| more.times(100.0))
        };
        let title =
            format!("Wins of best-first minimax of decided pairs (%), {} trees", settings.seeds);
        let headings = ["", "nodes a move", "fixed horizons", "fixed nodes", "difference (points)"];
        let mut table = Table::new(title, headings);
        for line in 0..CASES.len() {
            let measured =
                |ours: Option<Estimate>| Cell::or_empty(ours.map(|ours| Cell::measured(ours, 1)));
            table.rows.push(vec![
                Cell::text(name(line)),
                measured(numbers.mean(line, NODES).map(Estimate::from)),
                measured(wins(line, HORIZONS)),
                measured(wins(line, FIXED)),
                measured(more(line)),
            ]);
        }
        let series =
            [("fixed horizons", HORIZONS), ("fixed nodes", FIXED)].map(|(label, column)| {
                let point = |line: usize| Some((line as u32 + 1, wins(line, column)?));
                Series::line(label, (0..CASES.len()).filter_map(point)).styled(Style::Points)
            });
        let plot = Plot {
            name: "korf-fixed-nodes".to_owned(),
            title: "Best-first minimax against alpha-beta by the way of limiting them".to_owned(),
            x: Axis::linear("case (in the table's order)").from_to(0.0, CASES.len() as f64 + 1.0),
            y: Axis::linear("wins of best-first minimax (% of decided)").from_to(0.0, 100.0),
            series: series.to_vec(),
            marks: vec![Mark::Horizontal { y: 50.0, label: "even score".to_owned() }],
        };
        let cases = (0..CASES.len()).map(|line| match more(line) {
            Some(more) => (
                format!("{}: {} points", name(line), more.display(1)),
                Case::from(more.is_below(0.0).map(|below| !below)),
            ),
            None => (name(line), Case::NotMeasured),
        });
        let statement = "a fixed number of nodes would probably hurt alpha-beta more than best-first minimax: best-first minimax \
                         wins more often than at fixed horizons, paired by tree";
        let claims = vec![Claim::of(SOURCE, statement, "", 0).in_all("more often", cases)];
        Summary { tables: vec![table], figures: vec![Figure::Plot(plot)], claims }
    }
}
