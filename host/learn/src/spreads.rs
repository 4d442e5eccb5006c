//! The distance of minimax values from static values for each depth, the basis of [`Spreads`].
//!
//! [`Spreads`]: plyscope_core::search::forward_estimation::Spreads

use std::ops::ControlFlow;

use plyscope_core::othello::{Board, Othello};
use plyscope_core::{AlphaBeta, Game as _, Order, Policy, Request, static_value, storage};
use plyscope_players::domain::OthelloEvaluation;
use plyscope_run::interrupt::{self, Interrupted};
use plyscope_run::parallel::in_order;

use super::edge_costs::quantile;

/// Differences between minimax and static values, from the mover's side.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Differences {
    /// For each depth from 1 on, in ascending order.
    pub of_depth: Vec<Vec<i32>>,
}

impl Differences {
    /// The ends of the middle `share` (0 to 1) of the differences, for each depth.
    #[must_use]
    pub fn middle(&self, share: f64) -> Vec<(i32, i32)> {
        let tail = (1.0 - share) / 2.0;
        let ends = |sorted: &Vec<i32>| (quantile(sorted, tail), quantile(sorted, 1.0 - tail));
        self.of_depth.iter().map(ends).collect()
    }
}

/// Plays games of alpha-beta to depth `play` against itself, and searches all children of their positions to each depth
/// up to `deepest`. Values that reach the end of a game are left out, because they have another scale. `watch` is
/// called after each game.
///
/// # Errors
/// [`Interrupted`].
pub fn differences(
    evaluation: &OthelloEvaluation,
    openings: &[Board],
    play: u32,
    deepest: u32,
    threads: usize,
    watch: &mut dyn FnMut(),
) -> Result<Differences, Interrupted> {
    let mut all = Differences { of_depth: vec![Vec::new(); deepest as usize] };
    let one = |opening| Ok::<_, Interrupted>(of_game(evaluation, opening, play, deepest));
    in_order(openings, threads, one, |_, game| {
        for (all, of_game) in all.of_depth.iter_mut().zip(game) {
            all.extend(of_game);
        }
        watch();
        Ok(ControlFlow::Continue(()))
    })?;
    all.of_depth.iter_mut().for_each(|depth| depth.sort_unstable());
    Ok(all)
}

fn of_game(
    evaluation: &OthelloEvaluation,
    opening: Board,
    play: u32,
    deepest: u32,
) -> Vec<Vec<i32>> {
    let mut search = Box::new(AlphaBeta::new(
        Othello,
        evaluation,
        Policy::new(Order::Static),
        storage!(64, 1024),
    ));
    // The capacities are large enough for any game.
    let mut searched = |board: &Board, depth| {
        let report = interrupt::search(search.as_mut(), &Request::new(board).depth(depth)).ok()?;
        Some((report.best_move, report.value))
    };
    let mut found = vec![Vec::new(); deepest as usize];
    let mut board = opening;
    while let Some(mv) = searched(&board, play).and_then(|(best, _)| best) {
        let mut moves = Othello.moves(&board);
        while let Some((_, child)) = Othello.next_child(&board, &mut moves) {
            let before = static_value(&Othello, evaluation, &child);
            for (depth, found) in (1..).zip(&mut found) {
                let Some((_, value)) = searched(&child, depth) else { break };
                if before.outcome().is_none() && value.outcome().is_none() {
                    found.push(value.get().saturating_sub(before.get()));
                }
            }
        }
        board = Othello.play(&board, mv);
    }
    found
}
