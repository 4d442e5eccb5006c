//! Games of 40 moves on random trees between alpha-beta and best-first minimax, or two definitions of it, with their trees in memory.
//!
//! They are no [`Match`](plyscope_players::player::Match): nobody has a clock, a tree that grows too large is an error and no loss, and the
//! game ends after its moves wherever it is.

use plyscope_core::random_tree::{EdgeCostSum, Node, RandomTree};
use plyscope_core::{Expansion, Game as _, Request};
use plyscope_run::interrupt;
use plyscope_tree::{BestFirst, Formulation, SavedAlphaBeta, TreeSearch};

use crate::MeasureError;
use crate::trees::PLENTY;

/// Moves of a game, and the depth of searches that only their nodes limit.
pub const GAME: u32 = 40;

/// How far both players search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Budget {
    /// Alpha-beta's depth, and best-first minimax's.
    Horizons(u32, u32),
    /// Nodes a move.
    Nodes(u64),
}

/// The players of a game.
type Players = [Box<dyn TreeSearch<RandomTree>>; 2];

/// A game of two players.
struct TreeGame {
    /// The position after its moves.
    end: Node,
    /// Nodes of each player.
    nodes: [u64; 2],
    /// Moves of each player.
    moves: [u64; 2],
}

/// Alpha-beta and best-first minimax.
fn both(tree: &RandomTree, budget: Budget) -> Players {
    let alpha_beta = match budget {
        Budget::Horizons(..) => SavedAlphaBeta::new(tree.clone(), EdgeCostSum, PLENTY),
        Budget::Nodes(_) => SavedAlphaBeta::deepening(tree.clone(), EdgeCostSum, PLENTY),
    };
    let best_first = BestFirst::new(tree.clone(), EdgeCostSum, Expansion::Partial, PLENTY);
    [Box::new(alpha_beta), Box::new(best_first)]
}

/// Plays a game in which this player moves first. Each search begins anew unless it keeps its tree.
fn play(
    tree: &RandomTree,
    first: usize,
    fresh: impl Fn() -> Players,
    budget: Budget,
    keeps: bool,
) -> Result<TreeGame, MeasureError> {
    let mut players = fresh();
    let mut game = TreeGame { end: tree.root(), nodes: [0; 2], moves: [0; 2] };
    for ply in 0..GAME as usize {
        let player = (ply + first) % 2;
        if !keeps {
            players = fresh();
        }
        let request = Request::new(&game.end);
        let request = match budget {
            Budget::Horizons(alpha_beta, best_first) => {
                request.depth([alpha_beta, best_first][player])
            }
            Budget::Nodes(nodes) => request.depth(GAME).nodes(nodes),
        };
        let report = interrupt::search(players[player].as_mut(), &request)?;
        game.nodes[player] += report.counts.generated;
        game.moves[player] += 1;
        let Some(mv) = report.best_move else { break };
        game.end = tree.play(&game.end, mv);
        players.iter_mut().for_each(|player| player.advance(mv));
    }
    interrupt::check()?;
    Ok(game)
}

/// Plays a pair with sides swapped, at these depths. Returns the nodes of both players. Each search begins anew unless it keeps its
/// tree.
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
        let budget = Budget::Horizons(alpha_beta, best_first);
        let game = play(tree, first, || both(tree, budget), budget, keeps)?;
        nodes.iter_mut().zip(game.nodes).for_each(|(sum, nodes)| *sum += nodes as i64);
    }
    Ok(nodes)
}

/// Plays a pair with sides swapped. Returns the result for best-first minimax (1 won, 0 tied, -1 lost), and alpha-beta's nodes a
/// move. Both keep their trees.
///
/// # Errors
/// [`MeasureError::Capacity`] if a tree in memory grows too large; [`MeasureError::Interrupted`].
pub fn result_of_pair(tree: &RandomTree, budget: Budget) -> Result<(i64, i64), MeasureError> {
    let games = pair(tree, || both(tree, budget), budget)?;
    let of_alpha_beta = |of: fn(&TreeGame) -> [u64; 2]| games.iter().map(|game| of(game)[0]).sum();
    let (nodes, moves): (u64, u64) =
        (of_alpha_beta(|game| game.nodes), of_alpha_beta(|game| game.moves));
    Ok((result_for_second(&games), (nodes / moves.max(1)) as i64))
}

/// Plays two games with sides swapped; trees are kept.
fn pair(
    tree: &RandomTree,
    fresh: impl Fn() -> Players,
    budget: Budget,
) -> Result<[TreeGame; 2], MeasureError> {
    Ok([play(tree, 0, &fresh, budget, true)?, play(tree, 1, &fresh, budget, true)?])
}

/// The result of a pair for player 1: the outcome for MAX, who moves first, compared. Player 1 is MAX in the second game.
fn result_for_second([first, second]: &[TreeGame; 2]) -> i64 {
    i64::from(second.end.value().cmp(&first.end.value()) as i8)
}

/// Plays a pair with sides swapped between two definitions of best-first minimax, with this many nodes a move; both keep their trees.
/// Returns the result for the first (1 won, 0 tied, -1 lost), and the nodes that each used in both games.
///
/// # Errors
/// [`MeasureError::Capacity`] if a tree in memory grows too large; [`MeasureError::Interrupted`].
pub fn result_of_definitions(
    tree: &RandomTree,
    definitions: [(Expansion, Formulation); 2],
    nodes: u64,
) -> Result<(i64, [i64; 2]), MeasureError> {
    let fresh = || {
        definitions.map(|(expansion, formulation)| {
            let search = BestFirst::new(tree.clone(), EdgeCostSum, expansion, PLENTY);
            Box::new(search.with_formulation(formulation)) as Box<dyn TreeSearch<RandomTree>>
        })
    };
    let games = pair(tree, fresh, Budget::Nodes(nodes))?;
    let used = [0, 1].map(|player| games.iter().map(|game| game.nodes[player] as i64).sum());
    Ok((-result_for_second(&games), used))
}
