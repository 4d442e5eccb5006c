//! The summary of the estimators on random trees.

use plyscope_report::{Axis, Case, Cell, Claim, Estimate, Figure, Plot, Summary, Table};
use plyscope_run::statistics::Mean;

use super::estimators::{
    FE, FUTILITY, LESS_DEEP, METHODS, MULTI, PROBCUT, Row, SOURCE, SPREADS, Settings, TreeSearches,
};
use crate::kit::beside::{Beside, beside, curves};

/// Tables, figures and claims.
pub(super) fn summary(settings: &Settings, rows: &[Row]) -> Summary {
    let trees = rows.iter().filter_map(|row| match row {
        Row::Searches { trees } => Some(trees),
        Row::Values { .. } => None,
    });
    let numbers = EstimatorResults::of(settings, &trees.flatten().collect::<Vec<_>>());
    Summary {
        tables: vec![numbers.table(settings)],
        figures: vec![numbers.figure(settings, true), numbers.figure(settings, false)],
        claims: numbers.claims(settings),
    }
}

/// A method at a strictness.
struct Measured {
    nodes: Estimate,
    /// Per cent of moves that are worse than the best.
    worse: Estimate,
    /// Mean loss, in the unit of edge costs, and that in each tree.
    loss: Estimate,
    losses: Vec<f64>,
    /// Root of the mean square of the value's difference.
    error: f64,
}

struct EstimatorResults {
    trees: usize,
    full: Option<Estimate>,
    /// By method and strictness.
    methods: Vec<Vec<Measured>>,
}

impl EstimatorResults {
    fn of(settings: &Settings, trees: &[&TreeSearches]) -> Self {
        if trees.len() < 2 {
            return Self {
                trees: trees.len(),
                full: None,
                methods: METHODS.map(|_| Vec::new()).into(),
            };
        }
        let measured = |method: usize, place: usize| {
            let pairs = || {
                trees
                    .iter()
                    .filter_map(move |one| Some((one.full, *one.found.get(method)?.get(place)?)))
            };
            let losses: Vec<f64> = pairs().map(|(_, found)| f64::from(found.loss)).collect();
            let nodes = Mean::of(pairs().map(|(_, found)| found.nodes as f64));
            let worse = pairs().filter(|(_, found)| found.loss > 0).count() as u64;
            let squares =
                Mean::of(pairs().map(|(full, found)| f64::from(full.value - found.value).powi(2)));
            Measured {
                nodes: nodes.into(),
                worse: Estimate::percent(worse, trees.len() as u64),
                loss: Mean::of(losses.iter().copied()).into(),
                losses,
                error: squares.mean.sqrt(),
            }
        };
        let methods = (0..METHODS.len()).map(|method| {
            (0..settings.strictnesses(method).len()).map(|place| measured(method, place)).collect()
        });
        let full = Mean::of(trees.iter().map(|one| one.full.nodes as f64));
        Self { trees: trees.len(), full: Some(full.into()), methods: methods.collect() }
    }

    /// A method at one of its strictnesses beside another with as many nodes, on the same trees. Full width's own depth, which loses
    /// nothing, ends the first method.
    fn beside(&self, method: usize, place: usize, other: usize) -> Option<Beside> {
        let all =
            |method: usize| self.methods[method].iter().map(|one| (one.nodes.value, &*one.losses));
        let none = vec![0.0; self.trees];
        let full = self.full.filter(|_| other == LESS_DEEP).map(|full| (full.value, &*none));
        beside(all(method).nth(place)?, all(other).chain(full))
    }

    fn how(&self, settings: &Settings) -> String {
        let Settings { branching, depth, .. } = settings;
        format!("{} uniform trees, b = {branching}, depth {depth}", self.trees)
    }

    fn table(&self, settings: &Settings) -> Table {
        let headings = [
            "estimates",
            "strictness",
            "nodes",
            "% of full width",
            "worse moves (%)",
            "mean loss",
            "rms error of the value",
        ];
        let mut table = Table::new(format!("Nodes and errors: {}", self.how(settings)), headings);
        let Some(full) = self.full else { return table };
        let none = || Cell::number(0, 0);
        table.rows.push(vec![
            Cell::text("none: full width"),
            Cell::text(format!("depth {}", settings.depth)),
            Cell::measured(full, 0),
            Cell::number(100, 1),
            none(),
            none(),
            none(),
        ]);
        for (method, name) in METHODS.into_iter().enumerate() {
            for (each, one) in settings.strictnesses(method).into_iter().zip(&self.methods[method])
            {
                let strictness = match method {
                    LESS_DEEP => format!("depth {each}"),
                    FE => format!("delta {:.2}", f64::from(each) / 100.0),
                    _ => format!("{:.2} deviations", f64::from(each) / 100.0),
                };
                table.rows.push(vec![
                    Cell::text(name),
                    Cell::text(strictness),
                    Cell::measured(one.nodes, 0),
                    Cell::number(100.0 * one.nodes.value / full.value, 1),
                    Cell::measured(one.worse, 1),
                    Cell::measured(one.loss, 0),
                    Cell::number(one.error, 0),
                ]);
            }
        }
        table
    }

    fn figure(&self, settings: &Settings, of_moves: bool) -> Figure {
        let curve = |(name, all): (&'static str, &Vec<Measured>)| {
            let of = |one: &Measured| if of_moves { one.worse } else { one.loss };
            (name, all.iter().map(|one| (one.nodes.value, of(one))).collect())
        };
        let (name, y) = if of_moves {
            ("lineage-estimators-moves", "moves worse than full width's (%)")
        } else {
            ("lineage-estimators-loss", "mean loss of the move (unit: edge costs)")
        };
        Figure::Plot(Plot {
            name: name.to_owned(),
            title: format!("Estimators in one search: {}", self.how(settings)),
            x: Axis::log("nodes a tree (mean)"),
            y: Axis::linear(y),
            series: curves(METHODS.into_iter().zip(&self.methods).map(curve), self.full),
            marks: Vec::new(),
        })
    }

    fn claims(&self, settings: &Settings) -> Vec<Claim> {
        // Whether a method loses less than another with as many nodes, at each of its strictnesses within the other's range.
        let less = |method: usize, other: usize| {
            let case = |(place, each): (usize, u16)| {
                let Beside { ours, theirs, less, .. } = self.beside(method, place, other)?;
                // Two samples without a single loss tell nothing.
                let case = match (less.value, less.half_width()) {
                    (0.0, 0.0) => Case::Undecided,
                    _ => less.is_at_least(0.0).into(),
                };
                Some((format!("{each} ({ours:.0} against {theirs:.0})"), case))
            };
            let statement =
                format!("{} loses less than {} at equal nodes", METHODS[method], METHODS[other]);
            let strictnesses = settings.strictnesses(method).into_iter().enumerate();
            let cases: Vec<(String, Case)> = strictnesses.filter_map(case).collect();
            let (key, whole) = if other == LESS_DEEP {
                (
                    "than-full-width",
                    "each method loses less than full width, less deep, at equal nodes",
                )
            } else {
                ("than-another", "each method loses less than another at equal nodes")
            };
            let claim = Claim::of(SOURCE, statement, "", 0).own();
            claim.point_of(key, whole).at(METHODS[method]).in_all("each strictness", cases)
        };
        let mut claims: Vec<Claim> =
            [FE, SPREADS, FUTILITY, PROBCUT, MULTI].map(|method| less(method, LESS_DEEP)).into();
        claims.extend([less(FE, PROBCUT), less(SPREADS, FE), less(MULTI, PROBCUT)]);
        let place = settings.deltas.iter().position(|&delta| delta == 100);
        let exact = place.and_then(|place| self.methods[FE].get(place)).map(|one| one.loss);
        let statement = "forward estimation with exact bounds (delta 1) never loses";
        claims.push(Claim::of(SOURCE, statement, "", 0).own().equals(0.0, 0.0, exact));
        claims
    }
}
