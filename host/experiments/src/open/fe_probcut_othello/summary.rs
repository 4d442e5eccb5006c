//! The summary of the searches.

use plyscope_report::{Axis, Cell, Claim, Estimate, Figure, Plot, Summary, Table};
use plyscope_run::statistics::Mean;

use super::games::{self, Played, SIDES};
use super::{
    BOTH, FIXED, FUTILITY, LESS_DEEP, METHODS, MULTI, PROBCUT, Row, SOURCE, SPREADS, Settings,
    discs,
};
use crate::kit::beside::{Beside, beside, curves};
use crate::kit::together::Together;

/// Tables, figures and claims.
pub(super) fn summary(settings: &Settings, rows: &[Row]) -> Summary {
    let numbers = ProbCutResults::of(settings, rows);
    let together = numbers.together(settings, rows);
    Summary {
        tables: vec![
            table(settings, &numbers),
            numbers.compared(settings, together),
            games::table(settings, rows),
        ],
        figures: vec![figure(settings, &numbers, true), figure(settings, &numbers, false)],
        claims: claims(settings, &numbers, rows, together),
    }
}

/// A method at a strictness.
#[derive(Clone, Copy)]
struct Measured {
    /// Nodes a position.
    nodes: Estimate,
    /// Per cent of moves that differ from those of full width.
    other_moves: Estimate,
    /// Root of the mean square of the value's difference, in discs. The interval is that of a normal distribution of mean squares; where
    /// a few positions have most of the sum, its upper end is too low.
    error: Estimate,
    /// That mean square.
    mean_square: Estimate,
    /// Mean of the difference.
    bias: Estimate,
}

fn root(mean_square: Estimate) -> Estimate {
    let Estimate { value, low, high } = mean_square;
    let [value, low, high] = [value, low, high].map(|number| number.max(0.0).sqrt());
    Estimate { value, low, high }
}

struct ProbCutResults {
    positions: usize,
    /// Nodes of full width.
    full: Option<Estimate>,
    /// By method and strictness.
    methods: Vec<Vec<Measured>>,
    /// The errors of values (squares) and of moves (1 where it is another one), by method, strictness, and position.
    errors: Vec<Vec<[Vec<f64>; 2]>>,
}

impl ProbCutResults {
    fn of(settings: &Settings, rows: &[Row]) -> Self {
        let all: Vec<_> = rows
            .iter()
            .filter_map(|row| match row {
                Row::Searches { positions } => Some(positions),
                Row::Values { .. } | Row::Games { .. } => None,
            })
            .flatten()
            .collect();
        if all.is_empty() {
            let (methods, errors) = METHODS.map(|_| Default::default()).into_iter().unzip();
            return Self { positions: 0, full: None, methods, errors };
        }
        let measured = |method: usize, place: usize| {
            let pairs = || {
                all.iter()
                    .filter_map(move |one| Some((one.full, *one.found.get(method)?.get(place)?)))
            };
            let mean = |numbers: &mut dyn Iterator<Item = f64>| Estimate::from(Mean::of(numbers));
            let difference = |full: i32, found: i32| discs(found) - discs(full);
            let others = pairs().filter(|(full, found)| full.best != found.best).count() as u64;
            let (squares, other_moves): (Vec<f64>, Vec<f64>) = pairs()
                .map(|(full, found)| {
                    let square = difference(full.value, found.value).powi(2);
                    (square, f64::from(u8::from(full.best != found.best)))
                })
                .unzip();
            let mean_square = mean(&mut squares.iter().copied());
            let measured = Measured {
                nodes: mean(&mut pairs().map(|(_, found)| found.nodes as f64)),
                other_moves: Estimate::percent(others, pairs().count() as u64),
                error: root(mean_square),
                mean_square,
                bias: mean(&mut pairs().map(|(full, found)| difference(full.value, found.value))),
            };
            (measured, [squares, other_moves])
        };
        let methods = (0..METHODS.len()).map(|method| {
            (0..settings.strictnesses(method).len()).map(|place| measured(method, place)).unzip()
        });
        let (methods, errors) = methods.unzip();
        let full = Mean::of(all.iter().map(|one| one.full.nodes as f64));
        Self { positions: all.len(), full: Some(full.into()), methods, errors }
    }

    /// A method's measurement at a strictness given as in the settings.
    fn at(&self, settings: &Settings, method: usize, strictness: u16) -> Option<Measured> {
        let strictnesses = settings.strictnesses(method);
        let place = strictnesses.iter().position(|&each| each == strictness)?;
        self.methods.get(method)?.get(place).copied()
    }

    /// A method at one of its strictnesses beside another with as many nodes; `None` where that has never so many, or never so few, or
    /// where neither errs.
    fn beside(&self, of: usize, method: usize, place: usize, other: usize) -> Option<Beside> {
        let all = |method: usize| {
            let nodes = self.methods[method].iter().map(|one| one.nodes.value);
            nodes.zip(self.errors[method].iter().map(move |errors| &*errors[of]))
        };
        let found = beside(all(method).nth(place)?, all(other))?;
        let [ours, theirs] = [found.ours, found.theirs].map(|mean| match of {
            VALUES => mean.sqrt(),
            _ => 100.0 * mean,
        });
        let less = found.less.times(if of == VALUES { 1.0 } else { 100.0 });
        (ours + theirs > 0.0).then_some(Beside { ours, theirs, less, ..found })
    }

    /// All strictnesses of a method beside another.
    fn all_beside(
        &self,
        settings: &Settings,
        of: usize,
        (method, other): (usize, usize),
    ) -> Vec<(String, Beside)> {
        let all = settings.strictnesses(method).into_iter().enumerate();
        let one = |(place, each)| {
            Some((strictness(method, each), self.beside(of, method, place, other)?))
        };
        all.filter_map(one).collect()
    }

    /// The correction of all that is asked: comparisons of values and of moves, one error, and the games.
    fn together(&self, settings: &Settings, rows: &[Row]) -> Together {
        let beside = |of: usize, pairs: &[(usize, usize)]| -> Vec<Estimate> {
            let all = pairs.iter().flat_map(|&pair| self.all_beside(settings, of, pair));
            all.map(|(_, beside)| beside.less).collect()
        };
        let (values, moves) = (beside(VALUES, &COMPARED), beside(MOVES, &[SIDES_COMPARED]));
        let less = values.into_iter().chain(moves).map(|less| (less, 0.0));
        let error =
            self.at(settings, BOTH, 150).map(|both| (both.mean_square, LARGEST_ERROR.powi(2)));
        let points = Played::of(rows).map(|played| (played.score, 50.0));
        Together::each(less.chain(error).chain(points))
    }

    /// Spreads beside ProbCut.
    fn compared(&self, settings: &Settings, together: Together) -> Table {
        let [ours, theirs] = SIDES.map(|method| METHODS[method]);
        let title = format!(
            "{ours} and {theirs} with as many nodes, on the same positions: {}",
            how(settings, self)
        );
        let headings = ["strictness of spreads", "nodes"].map(str::to_owned).into_iter();
        let of = ["rms error (discs)", "other moves (%)"].into_iter().flat_map(|of| {
            let less = if of.starts_with("rms") { "mean square less" } else { "less" };
            [format!("{ours}: {of}"), format!("{theirs}: {of}"), format!("{less} (corrected band)")]
        });
        let mut table = Table::new(title, headings.chain(of));
        let [values, moves] = [VALUES, MOVES].map(|of| {
            let all = self.all_beside(settings, of, SIDES_COMPARED);
            all.into_iter().map(move |(each, beside)| {
                let Beside { nodes, ours, theirs, less } = beside;
                (each, Beside { nodes, ours, theirs, less: together.widen(less) })
            })
        });
        let moves: Vec<(String, Beside)> = moves.collect();
        for (each, values) in values {
            let moves = moves.iter().find(|(other, _)| *other == each).map(|(_, moves)| moves);
            let mut row = vec![Cell::text(each), Cell::number(values.nodes, 0)];
            for (beside, decimals) in [(Some(&values), 2), (moves, 1)] {
                let cells = [
                    beside.map(|one| Cell::number(one.ours, decimals)),
                    beside.map(|one| Cell::number(one.theirs, decimals)),
                    beside.map(|one| Cell::measured(one.less, decimals)),
                ];
                row.extend(cells.map(Cell::or_empty));
            }
            table.rows.push(row);
        }
        table
    }
}

/// What the errors are of.
const VALUES: usize = 0;
const MOVES: usize = 1;

/// Below which the error of ProbCut and static values with 1.5 deviations should be, in discs (root of the mean square).
const LARGEST_ERROR: f64 = 1.0;

/// The methods of the main statement.
const SIDES_COMPARED: (usize, usize) = (SIDES[0], SIDES[1]);

/// The comparisons: a method, and another that should err more with as many nodes.
const COMPARED: [(usize, usize); 14] = [
    (SPREADS, PROBCUT),
    (MULTI, PROBCUT),
    (PROBCUT, FUTILITY),
    (PROBCUT, SPREADS),
    (PROBCUT, FIXED),
    (SPREADS, FIXED),
    (BOTH, PROBCUT),
    (BOTH, SPREADS),
    (FIXED, LESS_DEEP),
    (SPREADS, LESS_DEEP),
    (FUTILITY, LESS_DEEP),
    (PROBCUT, LESS_DEEP),
    (MULTI, LESS_DEEP),
    (BOTH, LESS_DEEP),
];

fn how(settings: &Settings, numbers: &ProbCutResults) -> String {
    let Settings { depth, evaluation, .. } = settings;
    format!("{} positions, evaluation {evaluation}, depth {depth}", numbers.positions)
}

/// A strictness in words.
fn strictness(method: usize, strictness: u16) -> String {
    match method {
        LESS_DEEP => format!("depth {strictness}"),
        FIXED => format!("{strictness} %"),
        _ => format!("{:.2} deviations", f64::from(strictness) / 100.0),
    }
}

fn table(settings: &Settings, numbers: &ProbCutResults) -> Table {
    let headings = [
        "estimates",
        "strictness",
        "nodes",
        "% of full width",
        "other moves (%)",
        "rms error (discs)",
        "mean error (discs)",
    ];
    let title = format!("Nodes and errors: {}", how(settings, numbers));
    let mut table = Table::new(title, headings);
    let Some(full) = numbers.full else { return table };
    let exact = Cell::number(0, 0);
    table.rows.push(vec![
        Cell::text("none: full width"),
        Cell::text(format!("depth {}", settings.depth)),
        Cell::measured(full, 0),
        Cell::number(100, 1),
        exact.clone(),
        exact.clone(),
        exact,
    ]);
    for (method, name) in METHODS.into_iter().enumerate() {
        let strictnesses = settings.strictnesses(method);
        for (&each, measured) in strictnesses.iter().zip(&numbers.methods[method]) {
            table.rows.push(vec![
                Cell::text(name),
                Cell::text(strictness(method, each)),
                Cell::measured(measured.nodes, 0),
                Cell::number(100.0 * measured.nodes.value / full.value, 1),
                Cell::measured(measured.other_moves, 1),
                Cell::measured(measured.error, 2),
                Cell::measured(measured.bias, 2),
            ]);
        }
    }
    table
}

fn figure(settings: &Settings, numbers: &ProbCutResults, of_values: bool) -> Figure {
    let curve = |(name, all): (&'static str, &Vec<Measured>)| {
        let of = |one: &Measured| if of_values { one.error } else { one.other_moves };
        (name, all.iter().map(|one| (one.nodes.value, of(one))).collect())
    };
    let (name, y) = if of_values {
        ("fe-probcut-othello-values", "rms error of the value (discs)")
    } else {
        ("fe-probcut-othello-moves", "moves other than full width's (%)")
    };
    Figure::Plot(Plot {
        name: name.to_owned(),
        title: format!("Estimators in one search: {}", how(settings, numbers)),
        x: Axis::log("nodes a position (mean)"),
        y: Axis::linear(y),
        series: curves(METHODS.into_iter().zip(&numbers.methods).map(curve), numbers.full),
        marks: Vec::new(),
    })
}

/// What the claims on pairs of methods say together.
const THAN_FULL_WIDTH: &str =
    "each method errs less than full width, less deep, with as many nodes";
const THAN_SIMPLER: &str = "each method errs less than a simpler one with as many nodes";

fn claims(
    settings: &Settings,
    numbers: &ProbCutResults,
    rows: &[Row],
    together: Together,
) -> Vec<Claim> {
    let of = |statement: String| Claim::of(SOURCE, statement, "", 2).own();
    // Whether a method errs less than another with as many nodes, at each of its strictnesses within the other's range.
    let less = |method: usize, other: usize| {
        let case = |(each, beside): (String, Beside)| {
            let Beside { ours, theirs, less, .. } = beside;
            let name = format!("{each} ({ours:.2} against {theirs:.2} discs)");
            (name, together.widen(less).is_at_least(0.0))
        };
        numbers
            .all_beside(settings, VALUES, (method, other))
            .into_iter()
            .map(case)
            .collect::<Vec<_>>()
    };
    let mut claims = Vec::new();
    for (method, other) in COMPARED {
        let statement = format!(
            "{}: values err less than with {} and as many nodes",
            METHODS[method], METHODS[other]
        );
        let claim = if other == LESS_DEEP {
            of(statement).point_of("than-full-width", THAN_FULL_WIDTH)
        } else {
            of(statement).point_of("than-simpler", THAN_SIMPLER)
        };
        claims.push(claim.in_all("all common numbers of nodes", less(method, other)));
    }
    let share = numbers
        .at(settings, BOTH, 150)
        .zip(numbers.full)
        .map(|(both, full)| Estimate::exact(100.0 * both.nodes.value / full.value));
    let of = |statement: &str, unit, decimals| Claim::of(SOURCE, statement, unit, decimals).own();
    claims.push(
        of("ProbCut and static values with 1.5 deviations: nodes, of full width's", "%", 1)
            .below(50.0, share),
    );
    let error = numbers.at(settings, BOTH, 150).map(|both| root(together.widen(both.mean_square)));
    claims.push(
        of("ProbCut and static values with 1.5 deviations: rms error of the value", "discs", 2)
            .below(LARGEST_ERROR, error),
    );
    let moves = numbers.all_beside(settings, MOVES, SIDES_COMPARED).into_iter();
    let moves = moves.map(|(each, Beside { ours, theirs, less, .. })| {
        let name = format!("{each} ({ours:.1} against {theirs:.1} %)");
        (name, together.widen(less).is_at_least(0.0))
    });
    let statement =
        "spreads choose no more moves that full width does not than ProbCut with as many nodes";
    claims.push(of(statement, "%", 1).named("moves").in_all("all common numbers of nodes", moves));
    let points = Played::of(rows).map(|played| together.widen(played.score).within(0.0, 100.0));
    let [ours, theirs] = [0, 1].map(|side| settings.game_nodes.get(side).copied().unwrap_or(0));
    let statement = format!(
        "spreads have at least half of the points in games, given {ours} nodes a move, against ProbCut given {theirs}"
    );
    claims.push(of(&statement, "%", 1).named("games").at_least(50.0, points));
    claims
}
