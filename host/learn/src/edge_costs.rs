//! Edge costs of an evaluation: its change from one position to the next (Zhang 1996, section 5.2: off-line learning
//! from ten sampled games).

use std::collections::BTreeMap;
use std::ops::ControlFlow;

use plyscope_core::othello::{Board, Othello};
use plyscope_core::{
    AlphaBeta, Game as _, Generated, Observer, Order, Policy, Request, Value, static_value, storage,
};
use plyscope_players::domain::{self, OthelloEvaluation};
use plyscope_report::{Axis, Estimate, Figure, Mark, Plot, Series, Style};
use plyscope_run::interrupt::{self, Interrupted};
use plyscope_run::parallel::in_order;

/// The edges of a search.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct SearchEdges {
    /// The edge costs from MAX's side, without edges into finished games, whose values say nothing about the
    /// evaluation.
    pub costs: Vec<i32>,
    /// The same from the mover's side.
    pub gains: Vec<i32>,
    /// Edges into finished games.
    pub into_finished: u64,
}

/// Records every edge of a search.
struct Recorder {
    /// Of the searched position: alpha-beta does not need it.
    root_value: Value,
    sample: SearchEdges,
}

impl Observer<Othello> for Recorder {
    fn generated(&mut self, child: &Generated<'_, Othello>) {
        if child.position.is_over() {
            self.sample.into_finished += 1;
        } else if let Some(value) = child.value {
            let gain =
                value.get().saturating_sub(child.parent_value.unwrap_or(self.root_value).get());
            // MAX moves at the root.
            self.sample.costs.push(if child.ply.is_multiple_of(2) { gain } else { -gain });
            self.sample.gains.push(gain);
        }
    }
}

/// The edge costs of all nodes generated in a game of alpha-beta against itself. MAX is the side to move at the root of
/// each search.
fn of_game(evaluation: &OthelloEvaluation, opening: Board, depth: u32) -> SearchEdges {
    let mut search = Box::new(AlphaBeta::new(
        Othello,
        evaluation,
        Policy::new(Order::Static),
        storage!(64, 1024),
    ));
    let mut recorder = Recorder { root_value: Value::ZERO, sample: SearchEdges::default() };
    let mut board = opening;
    loop {
        recorder.root_value = static_value(&Othello, evaluation, &board);
        let request = Request::new(&board).depth(depth);
        // The capacities are large enough for any game.
        let found = interrupt::search_observed(search.as_mut(), &request, &mut recorder);
        let Some(mv) = found.ok().and_then(|report| report.best_move) else { break };
        board = Othello.play(&board, mv);
    }
    recorder.sample
}

/// Samples a game of alpha-beta to `depth` from each opening, and collects the edge costs of all nodes generated.
/// `watch` is called after each game.
///
/// # Errors
/// [`Interrupted`].
pub fn sample(
    evaluation: &OthelloEvaluation,
    openings: &[Board],
    depth: u32,
    threads: usize,
    watch: &mut dyn FnMut(),
) -> Result<SearchEdges, Interrupted> {
    let mut all = SearchEdges::default();
    let one = |opening| Ok::<_, Interrupted>(of_game(evaluation, opening, depth));
    in_order(openings, threads, one, |_, game| {
        all.costs.extend(game.costs);
        all.gains.extend(game.gains);
        all.into_finished += game.into_finished;
        watch();
        Ok(ControlFlow::Continue(()))
    })?;
    Ok(all)
}

/// The edge costs met in some games, without edges into finished games.
#[derive(Clone, PartialEq, Debug, serde::Serialize)]
pub struct EdgeCosts {
    /// Games sampled.
    pub games: usize,
    /// Depth of their searches.
    pub depth: u32,
    /// Edges met.
    pub edges: u64,
    /// Edges into finished games, which were left out.
    pub into_finished: u64,
    /// The smallest edge cost, Zhang's l.
    pub lowest: i32,
    /// The largest, u.
    pub highest: i32,
    /// The mean of the edge costs below 0, and of those above.
    pub means: (f64, f64),
    /// The centres of the fullest bins below and above 0: the most likely decrement and increment.
    pub modes: (i32, i32),
    /// The 1, 5, 25, 50, 75, 95 and 99 % quantiles of the edge costs.
    pub quantiles: [i32; 7],
    /// The same of the mover's gains per ply.
    pub gains: [i32; 7],
    /// Width of the bins.
    pub width: i32,
    /// The number of edges in each bin, by the bin's lower end in units of the width.
    pub bins: BTreeMap<i32, u64>,
}

/// The quantiles' shares.
const SHARES: [f64; 7] = [0.01, 0.05, 0.25, 0.5, 0.75, 0.95, 0.99];

/// The quantile of sorted numbers for this share; 0 if there are none.
#[must_use]
pub fn quantile(sorted: &[i32], share: f64) -> i32 {
    let place = (sorted.len().saturating_sub(1) as f64 * share).round() as usize;
    sorted.get(place).copied().unwrap_or(0)
}

/// A round number near `x`: 1, 2 or 5 times a power of ten.
fn rounded(x: f64) -> i32 {
    let power = 10f64.powf(x.max(1.0).log10().floor());
    let step = [1.0, 2.0, 5.0, 10.0].into_iter().find(|step| step * power >= x).unwrap_or(10.0);
    (step * power) as i32
}

/// The openings for this many games, evenly chosen from the 244 of four plies.
#[must_use]
pub fn openings(games: u64) -> Vec<Board> {
    let all = domain::openings(&Othello, &Board::START, 4);
    let place = |number: u64| (number * all.len() as u64 / games.max(1)) as usize;
    (0..games).filter_map(|number| all.get(place(number)).map(|opening| opening.0)).collect()
}

/// Samples a game from each opening, like [`sample`], and analyses the edge costs. `None` if no edge was met.
///
/// # Errors
/// [`Interrupted`].
pub fn measure(
    evaluation: &OthelloEvaluation,
    openings: &[Board],
    depth: u32,
    threads: usize,
    watch: &mut dyn FnMut(),
) -> Result<Option<EdgeCosts>, Interrupted> {
    let sample = sample(evaluation, openings, depth, threads, watch)?;
    Ok(costs_of(sample, openings.len(), depth))
}

/// Analyses the edge costs of a sample of this many games.
fn costs_of(sample: SearchEdges, games: usize, depth: u32) -> Option<EdgeCosts> {
    let SearchEdges { mut costs, mut gains, into_finished } = sample;
    costs.sort_unstable();
    gains.sort_unstable();
    let (&lowest, &highest) = (costs.first()?, costs.last()?);
    let mean = |side: &[i32]| {
        side.iter().map(|&cost| f64::from(cost)).sum::<f64>() / side.len().max(1) as f64
    };
    let negative = costs.partition_point(|&cost| cost < 0);
    let positive = costs.partition_point(|&cost| cost <= 0);
    let quantiles = SHARES.map(|share| quantile(&costs, share));
    let [rarest_low, .., rarest_high] = quantiles;
    let width = rounded(f64::from(rarest_high - rarest_low) / 80.0);
    let mut bins: BTreeMap<i32, u64> = BTreeMap::new();
    for cost in &costs {
        *bins.entry(cost.div_euclid(width)).or_default() += 1;
    }
    let mode = |below: bool| {
        let side = bins.iter().filter(|(bin, _)| (**bin < 0) == below);
        // Ties go to the bin nearest to 0.
        let most = side.max_by_key(|(bin, edges)| (**edges, -(2 * **bin + 1).abs()));
        most.map_or(0, |(bin, _)| bin * width + width / 2)
    };
    Some(EdgeCosts {
        games,
        depth,
        edges: costs.len() as u64,
        into_finished,
        lowest,
        highest,
        means: (mean(&costs[..negative]), mean(&costs[positive..])),
        modes: (mode(true), mode(false)),
        quantiles,
        gains: SHARES.map(|share| quantile(&gains, share)),
        width,
        bins,
    })
}

impl EdgeCosts {
    /// The histogram, without the outermost per cent at each end.
    #[must_use]
    pub fn figure(&self, evaluation: &str) -> Figure {
        let [low, .., high] = self.quantiles;
        let points = self.bins.iter().filter_map(|(&bin, &edges)| {
            let middle = bin * self.width + self.width / 2;
            let share = Estimate::exact(100.0 * edges as f64 / self.edges as f64);
            (low..=high).contains(&middle).then_some((f64::from(middle), share))
        });
        let shares = self.bins.values().map(|&edges| 100.0 * edges as f64 / self.edges as f64);
        // Room above the bars for the lines' labels.
        let top = 1.3 * shares.fold(0.0, f64::max);
        let mark = |x: f64, label: &str| Mark::Vertical { x, label: label.to_owned() };
        Figure::Plot(Plot {
            name: "edge-costs".to_owned(),
            title: format!(
                "Edge costs of {evaluation}, {} games, alpha-beta depth {}",
                self.games, self.depth
            ),
            x: Axis::linear("edge cost (the evaluation's unit)"),
            y: Axis::linear(format!("edges in a bin of {} (%)", self.width)).from_to(0.0, top),
            series: vec![Series::line("edges", points).styled(Style::Bars)],
            marks: vec![
                mark(self.means.0, "mean decrement"),
                mark(self.means.1, "mean increment"),
                mark(f64::from(self.modes.0), "most likely decrement"),
                mark(f64::from(self.modes.1), "most likely increment"),
            ],
        })
    }
}

#[cfg(test)]
mod tests {
    use plyscope_core::othello::Board;
    use plyscope_players::domain::OthelloEvaluation;

    use super::{measure, rounded};

    #[test]
    fn edge_costs_of_the_difference_of_discs_are_odd_and_a_moves_flips_bound_them() {
        let costs =
            measure(&OthelloEvaluation::Discs, &[Board::START], 3, 2, &mut || ()).unwrap().unwrap();
        assert_eq!(costs.games, 1);
        // A move flips up to 18 discs and places one; at the end, empty squares go to the winner.
        assert!(costs.lowest >= -128 && costs.highest <= 128, "{costs:?}");
        assert!(costs.means.0 < 0.0 && costs.means.1 > 0.0);
        assert_eq!(costs.bins.values().sum::<u64>(), costs.edges);
        assert!(costs.quantiles.is_sorted());
    }

    #[test]
    fn widths_are_round() {
        let widths = [0.3, 1.0, 1.1, 3.0, 7.0, 10.0, 14_000.0].map(rounded);
        assert_eq!(widths, [1, 1, 2, 5, 10, 10, 20_000]);
    }
}
