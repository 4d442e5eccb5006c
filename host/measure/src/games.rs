//! Games of 40 moves on random trees between alpha-beta and best-first minimax with their trees in memory.

use plyscope_core::random_tree::{EdgeCostSum, RandomTree};
use plyscope_core::{Expansion, Game as _, Request};
use plyscope_run::interrupt;
use plyscope_tree::{BestFirst, SavedAlphaBeta, TreeSearch};

use crate::MeasureError;
use crate::trees::PLENTY;

/// Moves of a game, and the depth of searches that only their nodes limit.
pub const GAME: u32 = 40;

/// Plays the game twice, with sides swapped, at these depths. Returns the nodes of both players. Each search begins anew unless it
/// keeps its tree.
///
/// # Errors
/// [`MeasureError::Capacity`] if a tree in memory grows too large; [`MeasureError::Interrupted`].
pub fn nodes_of_games(
    tree: &RandomTree,
    (alpha_beta, best_first): (u32, u32),
    keeps: bool,
) -> Result<[i64; 2], MeasureError> {
    let mut nodes = [0, 0];
    for first in 0..2 {
        let fresh = || -> [Box<dyn TreeSearch<RandomTree>>; 2] {
            let tree = || tree.clone();
            [
                Box::new(SavedAlphaBeta::new(tree(), EdgeCostSum, PLENTY)),
                Box::new(BestFirst::new(tree(), EdgeCostSum, Expansion::Partial, PLENTY)),
            ]
        };
        let mut players = fresh();
        let mut node = tree.root();
        for ply in 0..GAME as usize {
            let player = (ply + first) % 2;
            if !keeps {
                players = fresh();
            }
            let depth = [alpha_beta, best_first][player];
            let search = players[player].as_mut();
            let report = interrupt::search(search, &Request::new(&node).depth(depth))?;
            nodes[player] += report.counts.generated as i64;
            let Some(mv) = report.best_move else { break };
            node = tree.play(&node, mv);
            players.iter_mut().for_each(|player| player.advance(mv));
        }
        interrupt::check()?;
    }
    Ok(nodes)
}

/// How far both players search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Budget {
    /// Alpha-beta's depth, and best-first minimax's.
    Horizons(u32, u32),
    /// Nodes a move.
    Nodes(u64),
}

/// Plays a pair with sides swapped. Returns the result for best-first minimax (1 won, 0 tied, -1 lost), and alpha-beta's nodes a
/// move. Both keep their trees.
///
/// # Errors
/// [`MeasureError::Capacity`] if a tree in memory grows too large; [`MeasureError::Interrupted`].
pub fn result_of_pair(tree: &RandomTree, budget: Budget) -> Result<(i64, i64), MeasureError> {
    let (mut nodes, mut moves) = (0, 0);
    // The outcome for MAX, who moves first: alpha-beta in the first game.
    let mut outcomes = [0; 2];
    for (first, outcome) in outcomes.iter_mut().enumerate() {
        let alpha_beta = match budget {
            Budget::Horizons(..) => SavedAlphaBeta::new(tree.clone(), EdgeCostSum, PLENTY),
            Budget::Nodes(_) => SavedAlphaBeta::deepening(tree.clone(), EdgeCostSum, PLENTY),
        };
        let best_first = BestFirst::new(tree.clone(), EdgeCostSum, Expansion::Partial, PLENTY);
        let mut players: [Box<dyn TreeSearch<RandomTree>>; 2] =
            [Box::new(alpha_beta), Box::new(best_first)];
        let mut node = tree.root();
        for ply in 0..GAME as usize {
            let player = (ply + first) % 2;
            let request = Request::new(&node);
            let request = match budget {
                Budget::Horizons(alpha_beta, best_first) => {
                    request.depth(if player == 0 { alpha_beta } else { best_first })
                }
                Budget::Nodes(nodes) => request.depth(GAME).nodes(nodes),
            };
            let report = interrupt::search(players[player].as_mut(), &request)?;
            if player == 0 {
                nodes += report.counts.generated;
                moves += 1;
            }
            let Some(mv) = report.best_move else { break };
            node = tree.play(&node, mv);
            players.iter_mut().for_each(|player| player.advance(mv));
        }
        *outcome = node.value().get();
        interrupt::check()?;
    }
    // Best-first minimax is MAX in the second game.
    Ok((i64::from(outcomes[1].cmp(&outcomes[0]) as i8), (nodes / moves.max(1)) as i64))
}
