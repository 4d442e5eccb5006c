//! Korf & Chickering 1996, Figs. 10 and 11: decision quality on uniform trees, and its staircase.

use plyscope_core::random_tree::Branching;
use plyscope_report::{Axis, Cell, Claim, Figure, Plot, Point, Series, Style, Summary, Table};

use super::quality_independent;
use crate::kit::independent::{SAME_TREES, derived};
use crate::kit::lines::Piece;
use crate::kit::printed::{Data, Number, independent};
use crate::kit::quality::{ALPHA_BETA, BEST_FIRST, DEPTH, Numbers, Row, Settings};
use crate::{About, ExperimentError, Scale, Study};

const PRINTED: Data = independent!("fig_10.csv");

const SOURCE: &str = "Korf & Chickering 1996, section 7.1, Fig. 10";
const STAIRCASE: &str = "Korf & Chickering 1996, section 7.2, Fig. 11";

/// Quality at depth 1 by number of children, as given in the text.
const STATED: [(u32, f64); 2] = [(2, 70.0), (10, 55.0)];

/// Fig. 10: quality against nodes.
pub(super) struct Figure10;
/// Fig. 11 explains the staircase of Fig. 10. Here it is measured.
pub(super) struct Staircase;

impl Study for Figure10 {
    type Settings = Settings;
    type Task = Piece;
    type Row = Row;

    fn about(&self) -> &About {
        &About {
            id: "korf-fig-10",
            title: "Decision quality on uniform trees: best-first minimax against alpha-beta",
            source: SOURCE,
            what: "Trees of depth 10 with 2, 3, 5 and 10 children a node, 10,000 of each (seeds 0 to 9999). The share \
                of trees on which a search to depth 1, ..., 10 chooses a full search's move, against the nodes that it \
                generates, for alpha-beta with static ordering and for best-first minimax with the tree in memory.",
            settings: Settings::KEYS,
        }
    }

    fn settings(&self, scale: Scale) -> Settings {
        Settings {
            seed: 0,
            seeds: scale.pick(vec![4000, 2000, 500, 60], vec![10_000; 4], vec![10_000; 4]),
            branching: vec![2, 3, 5, 10],
        }
    }

    fn check(&self, settings: &Settings) -> Result<(), String> {
        settings.check()
    }

    fn tasks(&self, settings: &Settings, _: &[Row]) -> Result<Vec<Piece>, ExperimentError> {
        Ok(settings.tasks())
    }

    fn run(&self, settings: &Settings, piece: &Piece) -> Result<Vec<Row>, ExperimentError> {
        Settings::run(*piece, Branching::uniform(settings.branching[piece.line])?)
    }

    fn fits(&self, settings: &Settings, row: &Row) -> bool {
        row.is_whole(settings)
    }

    fn summarise(&self, settings: &Settings, rows: &[Row]) -> Summary {
        let numbers = Numbers::of(rows);
        let mut claims = numbers.claims(settings, SOURCE, "b", &STATED);
        let below = |b: u32| {
            let line = settings.line(b)?;
            let share = numbers.quality(line, ALPHA_BETA, 9)?;
            Some(settings.on_papers_trees(line, share))
        };
        for &b in &settings.branching {
            let what = format!(
                "alpha-beta to depth 9 of 10 makes the best move less than 90 % of the time, b = {b}"
            );
            let whole =
                "alpha-beta to depth 9 of 10 makes the best move less than 90 % of the time, b = …";
            let claim = Claim::of(SOURCE, what, "%", 1).point_of("below-90", whole);
            claims.push(claim.one_of(settings.branching.len()).below(90.0, below(b)));
        }
        let mut grows = Vec::new();
        for (line, b) in settings.branching.iter().enumerate() {
            for (search, name) in [(ALPHA_BETA, "AB"), (BEST_FIRST, "BF")] {
                let (first, last) =
                    (numbers.quality(line, search, 1), numbers.quality(line, search, 9));
                if let (Some(first), Some(last)) = (first, last) {
                    grows.push((format!("{name}, b = {b}"), first.less(last).is_below(0.0)));
                }
            }
        }
        claims.push(
            Claim::of(
                SOURCE,
                "deeper searches decide better: random trees are not pathological",
                "",
                0,
            )
            .in_all("depth 9 better than 1", grows),
        );
        let lines = || settings.branching.iter().copied().enumerate();
        let better = lines().filter_map(|(line, b)| {
            let advantage = numbers.mean_advantage(line)?;
            Some((format!("b = {b}"), advantage.times(-1.0).is_below(0.0)))
        });
        claims.push(
            Claim::of(
                SOURCE,
                "at equal nodes best-first minimax decides better than alpha-beta (mean over its depths)",
                "",
                0,
            )
            .in_all("in general better", better),
        );
        let ends = lines().min_by_key(|(_, b)| *b).zip(lines().max_by_key(|(_, b)| *b));
        let growth =
            ends.filter(|((_, few), (_, many))| few < many).and_then(|((few, _), (many, _))| {
                Some(numbers.mean_advantage(few)?.less(numbers.mean_advantage(many)?))
            });
        claims.push(
            Claim::of(
                "Korf & Chickering 1996, section 7.3",
                "the advantage tends to grow with the number of children: advantage with the fewest minus that with \
                the most",
                "percentage points",
                1,
            )
            .below(0.0, growth),
        );
        claims.extend(quality_independent::claims(settings, rows, "b", &PRINTED));
        let names =
            ("korf-fig-10", "Decision quality on uniform trees (Korf & Chickering, Fig. 10)");
        Summary {
            tables: vec![numbers.table(settings, "b"), advantage_table(settings, &numbers)],
            figures: vec![numbers.figure(settings, "b", names, &STATED)],
            claims,
        }
    }
}

/// Best-first minimax's quality minus alpha-beta's at equal nodes.
pub(super) fn advantage_table(settings: &Settings, numbers: &Numbers) -> Table {
    let headings = settings.branching.iter().map(|b| format!("{b} children"));
    let mut table = Table::new(
        "Best moves of best-first minimax minus those of alpha-beta at equal nodes (percentage points)",
        ["best-first depth".to_owned()].into_iter().chain(headings),
    );
    let lines = 0..settings.branching.len();
    let advantages: Vec<_> = lines.clone().map(|line| numbers.advantage(line)).collect();
    for depth in 2..=DEPTH {
        let mut row = vec![Cell::number(depth, 0)];
        row.extend(advantages.iter().map(|all| {
            let found = all.iter().find(|(of, _)| *of == depth);
            Cell::or_empty(found.map(|(_, points)| Cell::measured(*points, 1)))
        }));
        table.rows.push(row);
    }
    let mut row = vec![Cell::text("mean")];
    row.extend(lines.map(|line| {
        Cell::or_empty(numbers.mean_advantage(line).map(|mean| Cell::measured(mean, 1)))
    }));
    table.rows.push(row);
    table
}

impl Study for Staircase {
    type Settings = Settings;
    type Task = Piece;
    type Row = Row;

    fn about(&self) -> &About {
        &About {
            id: "korf-fig-11",
            title: "The staircase in best-first minimax's decision quality",
            source: STAIRCASE,
            what: "The paper explains why quality rises much from odd to even depths and hardly from even to odd: \
                after an even depth the principal variation tends to stay in front, so the decision stays. Measured \
                are the gain in quality with each ply, and how often the decision changes.",
            settings: Settings::KEYS,
        }
    }

    fn settings(&self, scale: Scale) -> Settings {
        Settings {
            seed: 0,
            seeds: scale.pick(vec![4000, 500, 60], vec![10_000; 3], vec![10_000; 3]),
            branching: vec![2, 5, 10],
        }
    }

    fn check(&self, settings: &Settings) -> Result<(), String> {
        settings.check()
    }

    fn tasks(&self, settings: &Settings, _: &[Row]) -> Result<Vec<Piece>, ExperimentError> {
        Ok(settings.tasks())
    }

    fn run(&self, settings: &Settings, piece: &Piece) -> Result<Vec<Row>, ExperimentError> {
        Settings::run(*piece, Branching::uniform(settings.branching[piece.line])?)
    }

    fn fits(&self, settings: &Settings, row: &Row) -> bool {
        row.is_whole(settings)
    }

    fn summarise(&self, settings: &Settings, rows: &[Row]) -> Summary {
        let numbers = Numbers::of(rows);
        let changes = settings.branching.iter().enumerate().map(|(line, b)| {
            let points = (1..DEPTH).filter_map(|depth| {
                Some(Point { x: depth.into(), y: numbers.change(line, BEST_FIRST, depth)? })
            });
            let (label, points) = (format!("b = {b}"), points.collect());
            Series { label, style: Style::Bars, group: None, points }
        });
        let steps = (1..DEPTH).map(|depth| format!("{depth} to {}", depth + 1));
        let plot = Plot {
            name: "korf-fig-11".to_owned(),
            title: "Decisions that change with one more ply (Korf & Chickering, 7.2)".to_owned(),
            x: Axis::categories("depths of best-first minimax (plies)", steps),
            y: Axis::linear("trees on which the move changes (%)"),
            series: changes.collect(),
            marks: Vec::new(),
        };
        Summary {
            tables: vec![staircase_table(settings, &numbers)],
            figures: vec![Figure::Plot(plot)],
            claims: staircase_claims(settings, &numbers),
        }
    }
}

fn staircase_table(settings: &Settings, numbers: &Numbers) -> Table {
    let headings = settings.branching.iter().flat_map(|b| {
        [
            format!("b = {b}, best moves (%)"),
            format!("b = {b}, gain (points)"),
            format!("b = {b}, move changes (%)"),
        ]
    });
    let mut table = Table::new(
        "Best-first minimax with one more ply",
        ["to depth".to_owned()].into_iter().chain(headings),
    );
    for depth in 2..=DEPTH {
        let mut row = vec![Cell::number(depth, 0)];
        for line in 0..settings.branching.len() {
            let quality = numbers.quality(line, BEST_FIRST, depth);
            row.push(Cell::or_empty(quality.map(|quality| Cell::measured(quality, 1))));
            let gain = numbers.gain(line, BEST_FIRST, depth - 1);
            row.push(Cell::or_empty(gain.map(|gain| Cell::measured(gain, 1))));
            let change = numbers.change(line, BEST_FIRST, depth - 1);
            row.push(Cell::or_empty(change.map(|change| Cell::measured(change, 1))));
        }
        table.rows.push(row);
    }
    table
}

fn staircase_claims(settings: &Settings, numbers: &Numbers) -> Vec<Claim> {
    let of = |statement: &str, unit: &str| Claim::of(STAIRCASE, statement, unit, 2);
    let lines = || settings.branching.iter().enumerate();
    // Compares steps to even depths (from 1, 3, 5, 7) with the following steps to odd depths.
    let gains = lines().filter_map(|(line, b)| {
        let gain = |depth| Some(numbers.gain(line, BEST_FIRST, depth)?.value);
        let sum = |first: u32| (0..4).map(|i| gain(first + 2 * i)).sum::<Option<f64>>();
        Some((format!("b = {b}"), sum(1)? > sum(2)?))
    });
    let changes = lines().flat_map(|(line, b)| {
        [1, 3, 5, 7].into_iter().filter_map(move |depth| {
            let more = numbers.changes_more(line, BEST_FIRST, (depth + 1, depth))?;
            Some((format!("b = {b}, depth {depth}"), more.is_below(0.0)))
        })
    });
    let change = |b: u32, depth: u32| {
        settings.line(b).and_then(|line| numbers.change(line, BEST_FIRST, depth))
    };
    let ratio = |b: u32| Some(change(b, 2)?.over(change(b, 1)?));
    let both = ratio(2).zip(ratio(10)).map(|(two, ten)| ten.less(two));
    vec![
        of("quality gains more from odd to even depths than from even to odd, over depths 1 to 9", "")
            .in_all("all numbers of children", gains),
        of("a step from an even to an odd depth changes the decision less often than the step before", "")
            .in_all("every step", changes),
        of("a search to depth 3 tends to choose the same move as one to depth 2: share of changed moves, b = 10", "%")
            .below(50.0, change(10, 2)),
        of(
            "the staircase is more pronounced with more children: changes from 2 to 3 over those from 1 to 2, b = 10 \
            minus b = 2",
            "",
        )
        .below(0.0, both),
        Claim::of(SAME_TREES, "gain in best moves with one more ply, b = \
            10", "percentage points", 1).independent().each(
            [(2, 0.0), (3, 7.0)].map(|(depth, gain)| {
                let line = settings.line(10).filter(|_| settings.seed == 0);
                let ours = line.and_then(|line| numbers.gain(line, BEST_FIRST, depth));
                let all = line.is_some_and(|line| settings.seeds[line] == 10_000);
                derived(format!("depth {depth} to {}", depth + 1), Number::new(gain, 1), ours, all)
            }),
        ),
    ]
}
