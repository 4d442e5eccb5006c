//! The summary of the searches.

use std::collections::BTreeMap;

use plyscope_report::{Axis, Cell, Claim, Estimate, Figure, Plot, Series, Style, Summary, Table};

use super::{Position, Row, SOURCE, Settings};
use crate::kit::collect::ratio;
use crate::kit::schemes::{OffLine, Scheme};

/// Tables, figures and claims.
pub(super) fn summary(settings: &Settings, rows: &[Row]) -> Summary {
    let numbers = SchemeResults::of(rows);
    Summary {
        tables: vec![
            learned_table(settings, &numbers),
            schemes_table(settings, &numbers),
            growth_table(&numbers),
        ],
        figures: figures(settings, &numbers),
        claims: claims(settings, &numbers),
    }
}

/// The rows' results, by scheme and depth.
#[derive(Default)]
struct SchemeResults {
    learned: Option<Box<OffLine>>,
    /// A scheme's nodes and alpha-beta's, as sums over each game, because positions of a game are not independent.
    nodes: BTreeMap<(usize, u32), Vec<(f64, f64)>>,
    /// Nodes pruned by estimates, and estimates, as sums over each game.
    pruned: BTreeMap<(usize, u32), Vec<(f64, f64)>>,
    /// Moves equal to alpha-beta's, and all moves, as sums over each game.
    same: BTreeMap<(usize, u32), Vec<(f64, f64)>>,
    /// The greatest edge cost by depth and number of edges (a power of ten), as a multiple of the mean size.
    greatest: BTreeMap<(u32, u32), Vec<f64>>,
    /// The same at the end of the search.
    last: BTreeMap<u32, Vec<f64>>,
}

impl SchemeResults {
    fn of(rows: &[Row]) -> Self {
        let mut numbers = Self::default();
        for row in rows {
            match row {
                Row::Measured(learned) => numbers.learned = Some(learned.clone()),
                Row::Game { positions, .. } => {
                    for (scheme, depth, sums) in sums(positions) {
                        let [nodes, pruned, same] = sums;
                        let key = (scheme, depth);
                        numbers.nodes.entry(key).or_default().push(nodes);
                        numbers.pruned.entry(key).or_default().push(pruned);
                        numbers.same.entry(key).or_default().push(same);
                    }
                    positions.iter().for_each(|one| numbers.add_greatest(one));
                }
            }
        }
        numbers
    }

    /// The mean size of an edge cost.
    fn mean_change(&self) -> f64 {
        let Some(learned) = &self.learned else { return 1.0 };
        let [decrement, increment] = learned.increments.mean.map(f64::from);
        ((increment - decrement) / 2.0).max(1.0)
    }

    fn add_greatest(&mut self, one: &Position) {
        let mean = self.mean_change();
        let Some((&last, steps)) = one.greatest.split_last() else { return };
        self.last.entry(one.depth).or_default().push(f64::from(last) / mean);
        for (power, &greatest) in (0..).zip(steps) {
            let multiple = f64::from(greatest) / mean;
            self.greatest.entry((one.depth, power)).or_default().push(multiple);
        }
    }

    fn ratio(&self, scheme: usize, depth: u32) -> Option<Estimate> {
        Some(ratio(self.nodes.get(&(scheme, depth))?))
    }

    /// The share in per cent, or `None` without estimates.
    fn share(&self, scheme: usize, depth: u32) -> Option<Estimate> {
        let pairs = self.pruned.get(&(scheme, depth))?;
        pairs.iter().any(|pair| pair.1 > 0.0).then(|| ratio(pairs).times(100.0))
    }

    fn same(&self, scheme: usize, depth: u32) -> Option<Estimate> {
        Some(ratio(self.same.get(&(scheme, depth))?).times(100.0))
    }
}

/// Sums over a game's positions, by scheme and depth: nodes and alpha-beta's nodes, pruned nodes and estimates, moves
/// equal to alpha-beta's and all moves.
fn sums(positions: &[Position]) -> impl Iterator<Item = (usize, u32, [(f64, f64); 3])> {
    let mut sums: BTreeMap<(usize, u32), [(f64, f64); 3]> = BTreeMap::new();
    for one in positions {
        for (scheme, searched) in one.schemes.iter().enumerate() {
            let numbers = [
                (searched.nodes, one.plain),
                (searched.pruned, searched.estimates),
                (u64::from(searched.same), 1),
            ];
            let of_game = sums.entry((scheme, one.depth)).or_default();
            for (sum, (a, b)) in of_game.iter_mut().zip(numbers) {
                *sum = (sum.0 + a as f64, sum.1 + b as f64);
            }
        }
    }
    sums.into_iter().map(|((scheme, depth), sums)| (scheme, depth, sums))
}

/// The median, with the quartiles as its ends. Near the end of a game an edge may be a thousand times the mean.
fn median(numbers: &[f64]) -> Option<Estimate> {
    let mut sorted = numbers.to_vec();
    sorted.sort_unstable_by(f64::total_cmp);
    let at = |share: f64| {
        sorted.get((sorted.len().checked_sub(1)? as f64 * share).round() as usize).copied()
    };
    Some(Estimate { value: at(0.5)?, low: at(0.25)?, high: at(0.75)? })
}

/// The widths of linear bounds, from mean changes and from the extremes, at the spreads' depths.
fn learned_table(settings: &Settings, numbers: &SchemeResults) -> Table {
    let title = format!(
        "Assumed distance of a node's value from its static value, from the mover's side: evaluation {}, ten games",
        settings.evaluation
    );
    let headings = [
        "depth",
        "the middle 80 % of searches, from",
        "to",
        "the middle 80 % of gains by ply, from",
        "to",
        "mean increments, from",
        "to",
        "extremes, from",
        "to",
    ];
    let mut table = Table::new(title, headings);
    let Some(learned) = &numbers.learned else { return table };
    let [low, high] = learned.gains.map(f64::from);
    for (depth, &(spread_low, spread_high)) in (1u32..).zip(&learned.spreads) {
        let (own, others) = (f64::from(depth.div_ceil(2)), f64::from(depth / 2));
        let mut row = vec![Cell::number(depth, 0)];
        row.extend([spread_low, spread_high].map(|end| Cell::number(end, 0)));
        let gains = [own * low - others * high, own * high - others * low];
        row.extend(gains.map(|end| Cell::number(end, 0)));
        for bounds in [learned.increments.mean, learned.increments.extreme] {
            row.extend(bounds.map(|end| Cell::number(f64::from(end) * f64::from(depth), 0)));
        }
        table.rows.push(row);
    }
    table
}

fn schemes_table(settings: &Settings, numbers: &SchemeResults) -> Table {
    let headings = [
        "estimates by",
        "depth",
        "nodes / alpha-beta's",
        "estimates that prune (%)",
        "moves as alpha-beta (%)",
    ];
    let mut table = Table::new("Searches of the same positions", headings);
    for (scheme, name) in settings.schemes.iter().enumerate() {
        for depth in 2..=settings.depth {
            let cell = |estimate: Option<Estimate>, decimals| {
                Cell::or_empty(estimate.map(|estimate| Cell::measured(estimate, decimals)))
            };
            table.rows.push(vec![
                Cell::text(name.clone()),
                Cell::number(depth, 0),
                cell(numbers.ratio(scheme, depth), 3),
                cell(numbers.share(scheme, depth), 2),
                cell(numbers.same(scheme, depth), 1),
            ]);
        }
    }
    table
}

fn growth_table(numbers: &SchemeResults) -> Table {
    let title = "The greatest edge cost met by a search, as a multiple of the mean size: median and quartiles of the \
        positions";
    let mut table = Table::new(title, ["depth", "edges met", "greatest / mean"]);
    for (&(depth, power), multiples) in &numbers.greatest {
        let edges = 10f64.powi(power as i32);
        table.rows.push(vec![
            Cell::number(depth, 0),
            Cell::number(edges, 0),
            Cell::or_empty(median(multiples).map(|median| Cell::measured(median, 2))),
        ]);
    }
    table
}

fn figures(settings: &Settings, numbers: &SchemeResults) -> Vec<Figure> {
    let lines = |of: &dyn Fn(usize, u32) -> Option<Estimate>| -> Vec<Series> {
        let line = |(scheme, name): (usize, &String)| {
            let points = (2..=settings.depth).filter_map(|depth| Some((depth, of(scheme, depth)?)));
            Series::line(name.clone(), points)
        };
        settings.schemes.iter().enumerate().map(line).collect()
    };
    let plot = |name: &str, title: String, y: Axis, series| {
        Figure::Plot(Plot {
            name: format!("fe-online-othello-{name}"),
            title,
            x: Axis::linear("search depth (plies)").from_to(1.0, f64::from(settings.depth + 1)),
            y,
            series,
            marks: Vec::new(),
        })
    };
    let how = format!("Othello, evaluation {}", settings.evaluation);
    let of_deepest = numbers.greatest.iter().filter(|((depth, _), _)| *depth == settings.depth);
    let growth =
        of_deepest.filter_map(|((_, power), all)| Some((10f64.powi(*power as i32), median(all)?)));
    let growth = Series::line(format!("alpha-beta, depth {}", settings.depth), growth);
    vec![
        spreads_figure(settings, numbers),
        Figure::Plot(Plot {
            name: "fe-online-othello-growth".to_owned(),
            title: format!("The greatest edge cost grows during a search: {how}"),
            x: Axis::log("edges met"),
            y: Axis::linear("greatest / mean size of edge costs (median, quartiles)"),
            series: vec![growth],
            marks: Vec::new(),
        }),
        plot(
            "nodes",
            format!("Forward estimation's nodes by scheme: {how}"),
            Axis::linear("nodes / alpha-beta's"),
            lines(&|scheme, depth| numbers.ratio(scheme, depth)),
        ),
        plot(
            "pruning",
            format!("Estimates that prune: {how}"),
            Axis::linear("estimates that prune (%)"),
            lines(&|scheme, depth| numbers.share(scheme, depth)),
        ),
        plot(
            "moves",
            format!("Moves equal to alpha-beta's: {how}"),
            Axis::linear("moves as alpha-beta of the same depth (%)"),
            lines(&|scheme, depth| numbers.same(scheme, depth)),
        ),
    ]
}

/// Plots where values are, and where bounds on edges put them.
fn spreads_figure(settings: &Settings, numbers: &SchemeResults) -> Figure {
    let mut series = Vec::new();
    if let Some(learned) = &numbers.learned {
        let depths = || 1..=learned.spreads.len() as u32;
        let points = |ends: Vec<i32>| {
            depths().zip(ends).map(|(depth, end)| (depth, Estimate::exact(f64::from(end))))
        };
        let spreads = &learned.spreads;
        let ends = [
            spreads.iter().map(|spread| spread.0).collect(),
            spreads.iter().map(|spread| spread.1).collect(),
        ];
        for ((side, style), (ends, mean)) in [("from", Style::Line), ("to", Style::Dashed)]
            .into_iter()
            .zip(ends.into_iter().zip(learned.increments.mean))
        {
            let means = depths().map(|depth| mean * depth as i32).collect();
            for (group, (name, ends)) in
                [("the middle 80 % of searches", ends), ("mean increments by depth", means)]
                    .into_iter()
                    .enumerate()
            {
                let line = Series::line(format!("{name}, {side}"), points(ends));
                series.push(line.styled(style).in_group(group));
            }
        }
    }
    Figure::Plot(Plot {
        name: "fe-online-othello-spreads".to_owned(),
        title: format!(
            "Search values minus static values, both from the mover's side: Othello, evaluation {}",
            settings.evaluation
        ),
        x: Axis::linear("search depth (plies)"),
        y: Axis::linear("value minus static value (evaluation's unit)"),
        series,
        marks: Vec::new(),
    })
}

fn claims(settings: &Settings, numbers: &SchemeResults) -> Vec<Claim> {
    let depth = settings.depth;
    let of = |statement: String, unit: &str| Claim::of(SOURCE, statement, unit, 3).own();
    let place = |scheme: Scheme| settings.schemes().iter().position(|&other| other == scheme);
    let ratio_of = |scheme| numbers.ratio(place(scheme)?, depth);
    let share_of = |scheme| numbers.share(place(scheme)?, depth);
    let same_of = |scheme| numbers.same(place(scheme)?, depth);
    let width = |(low, high): (i32, i32)| f64::from(high) - f64::from(low);
    let last_spread = numbers.learned.as_ref().and_then(|l| l.spreads.last().copied());
    vec![
        of(
            format!(
                "First reason: the greatest edge cost is not typical. At the end of half the searches to depth {depth} \
                it is more than twice the mean size (on the paper's random trees, where all costs are equally likely, \
                it is at most twice)"
            ),
            "times",
        )
        .at_least(2.0, numbers.last.get(&depth).and_then(|multiples| median(multiples))),
        of(
            format!(
                "Second reason: with a bound on edges an estimate widens by the same amount with every ply, and values \
                do not. The middle 80 % of the values at depth {depth} lie within less than half of the width that \
                even mean increments give"
            ),
            "of that width",
        )
        .below(
            0.5,
            numbers.learned.as_ref().zip(last_spread).map(|(learned, spread)| {
                let [low, high] = learned.increments.mean;
                let linear = f64::from(high) - f64::from(low);
                Estimate::exact(width(spread) / (linear * f64::from(depth)))
            }),
        ),
        of(
            format!(
                "Therefore estimates by bounds learned on line prune less than half as often at depth {depth} as those \
                by mean increments"
            ),
            "of their share",
        )
        .below(
            0.5,
            share_of(Scheme::Learned).zip(share_of(Scheme::Mean)).map(|(a, b)| a.over(b)),
        ),
        of(
            format!("and on-line learning saves less than a tenth of alpha-beta's nodes at depth {depth}"),
            "times",
        )
        .at_least(0.9, ratio_of(Scheme::Learned)),
        of(
            format!("Gains of the mover learned on line save more than a tenth at depth {depth}"),
            "times",
        )
        .below(0.9, ratio_of(Scheme::LearnedGains(50))),
        of(format!("Spreads (the middle 50 %) save more than half at depth {depth}"), "times")
            .below(0.5, ratio_of(Scheme::Spreads(50))),
        of(
            format!(
                "At depth {depth} spreads (the middle 80 %) choose alpha-beta's move more often than gains learned on line \
                 (the middle 50 %): the difference in percentage points"
            ),
            "%",
        )
        .at_least(
            0.0,
            same_of(Scheme::Spreads(80))
                .zip(same_of(Scheme::LearnedGains(50)))
                .map(|(a, b)| a.less(b)),
        ),
        of(
            format!("and generate at most a tenth more nodes than these at depth {depth}"),
            "times",
        )
        .below(
            1.1,
            ratio_of(Scheme::Spreads(80))
                .zip(ratio_of(Scheme::LearnedGains(50)))
                .map(|(a, b)| a.over(b)),
        ),
    ]
}
