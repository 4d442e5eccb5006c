//! The summary of the estimators on random trees.

use plyscope_report::{
    Axis, Case, Cell, Claim, Estimate, Figure, Plot, Series, Style, Summary, Table,
};
use plyscope_run::statistics::Mean;

use super::estimators::{
    EstimatedSearch, FE, FUTILITY, LESS_DEEP, METHODS, MULTI, PROBCUT, Row, SOURCE, SPREADS,
    Settings, TreeSearches,
};

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
#[derive(Clone, Copy)]
struct Measured {
    nodes: Estimate,
    /// Per cent of moves that are worse than the best.
    worse: Estimate,
    /// Mean loss, in the unit of edge costs.
    loss: Estimate,
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
                methods: vec![Vec::new(); METHODS.len()],
            };
        }
        let measured = |method: usize, place: usize| {
            let pairs = || {
                trees
                    .iter()
                    .filter_map(move |one| Some((one.full, *one.found.get(method)?.get(place)?)))
            };
            let mean = |of: fn(EstimatedSearch) -> f64| {
                Estimate::from(Mean::of(pairs().map(|(_, found)| of(found))))
            };
            let worse = pairs().filter(|(_, found)| found.loss > 0).count() as u64;
            let squares =
                Mean::of(pairs().map(|(full, found)| f64::from(full.value - found.value).powi(2)));
            Measured {
                nodes: mean(|found| found.nodes as f64),
                worse: Estimate::percent(worse, trees.len() as u64),
                loss: mean(|found| f64::from(found.loss)),
                error: squares.mean.sqrt(),
            }
        };
        let methods = (0..METHODS.len()).map(|method| {
            (0..settings.strictnesses(method).len()).map(|place| measured(method, place)).collect()
        });
        let full = Mean::of(trees.iter().map(|one| one.full.nodes as f64));
        Self { trees: trees.len(), full: Some(full.into()), methods: methods.collect() }
    }

    fn by_nodes(&self, method: usize) -> Vec<Measured> {
        let mut all = self.methods.get(method).cloned().unwrap_or_default();
        all.sort_by(|a, b| a.nodes.value.total_cmp(&b.nodes.value));
        all
    }

    /// The loss of a method at this number of nodes, between its strictnesses (linear in the logarithm of nodes), with full
    /// width's own depth at the end of the first method; `None` outside of them.
    fn loss_at(&self, method: usize, nodes: f64) -> Option<Estimate> {
        let mut all: Vec<(f64, Estimate)> =
            self.by_nodes(method).iter().map(|one| (one.nodes.value, one.loss)).collect();
        if method == LESS_DEEP {
            all.extend(self.full.map(|full| (full.value, Estimate::exact(0.0))));
        }
        all.windows(2).find_map(|pair| {
            let [(less, at_less), (more, at_more)] = [pair[0], pair[1]];
            let share = (nodes.ln() - less.ln()) / (more.ln() - less.ln());
            let between =
                |end: fn(Estimate) -> f64| end(at_less) + share * (end(at_more) - end(at_less));
            (0.0..=1.0).contains(&share).then(|| Estimate {
                value: between(|one| one.value),
                low: between(|one| one.low),
                high: between(|one| one.high),
            })
        })
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
        let series = METHODS.into_iter().enumerate().map(|(method, name)| {
            let points = self.by_nodes(method).into_iter();
            let points =
                points.map(|one| (one.nodes.value, if of_moves { one.worse } else { one.loss }));
            // Full width's own depth ends its curve.
            let exact = self.full.filter(|_| method == LESS_DEEP);
            let end = exact.map(|full| (full.value, Estimate::exact(0.0)));
            let line = Series::line(name, points.chain(end));
            if method == LESS_DEEP { line.styled(Style::Dashed) } else { line }
        });
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
            series: series.collect(),
            marks: Vec::new(),
        })
    }

    fn claims(&self, settings: &Settings) -> Vec<Claim> {
        // Whether a method loses less than another with as many nodes, at each of its strictnesses within the other's range.
        let less = |method: usize, other: usize| {
            let strictnesses =
                settings.strictnesses(method).into_iter().zip(self.methods[method].clone());
            let case = move |(each, one): (u16, Measured)| {
                let theirs = self.loss_at(other, one.nodes.value)?;
                let name = format!("{each} ({:.0} against {:.0})", one.loss.value, theirs.value);
                let difference = one.loss.less(theirs);
                // Two samples without a single loss tell nothing.
                let case = match (difference.value, difference.half_width()) {
                    (0.0, 0.0) => Case::Undecided,
                    _ => difference.is_below(0.0).into(),
                };
                Some((name, case))
            };
            let statement =
                format!("{} loses less than {} at equal nodes", METHODS[method], METHODS[other]);
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
