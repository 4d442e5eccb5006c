//! What the expansion of a node does to its value (Korf & Chickering 1996, sections 2 and 7.3): the value of the best child minus
//! the node's own, from the side of the node's mover.

use plyscope_core::othello::{Board, Othello};
use plyscope_core::random_tree::{Node, RandomTree};
use plyscope_core::{Game as _, static_value};
use plyscope_players::domain::OthelloEvaluation;

use crate::trees::child_of;

/// A number that depends on the seed and the step alone.
fn pick(seed: u32, step: u32, count: u32) -> u32 {
    let mixed = ((u64::from(seed) << 32) | u64::from(step)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    ((mixed >> 33) % u64::from(count.max(1))) as u32
}

/// On a random tree, at one node 1 to 6 plies below the root.
#[must_use]
pub fn on_tree(tree: &RandomTree, seed: u32) -> i64 {
    let mut node: Node = tree.root();
    for step in 0..1 + pick(seed, 0, 6) {
        node = child_of(tree, &node, pick(seed, step + 1, tree.count_children(&node)));
    }
    let sign = if node.depth().is_multiple_of(2) { 1 } else { -1 };
    let value = |node: &Node| sign * i64::from(node.value().get());
    let children =
        (0..tree.count_children(&node)).map(|number| value(&child_of(tree, &node, number)));
    children.max().map_or(0, |best| best - value(&node))
}

/// In Othello, after an opening and 8 to 39 random moves. `None` if the game has ended.
#[must_use]
pub fn in_othello(evaluation: &OthelloEvaluation, starts: &[Board], seed: u32) -> Option<i64> {
    let mut board = *starts.get(seed as usize % starts.len().max(1))?;
    for step in 0..8 + pick(seed, 0, 32) {
        let mut moves = Othello.moves(&board);
        let children: Vec<Board> = std::iter::from_fn(|| Othello.next_child(&board, &mut moves))
            .map(|(_, child)| child)
            .collect();
        board = *children.get(pick(seed, step + 1, children.len() as u32) as usize)?;
    }
    let value = |board: &Board| i64::from(static_value(&Othello, evaluation, board).get());
    let mut moves = Othello.moves(&board);
    let children = std::iter::from_fn(|| Othello.next_child(&board, &mut moves));
    let best = children
        .filter(|(_, child)| Othello.outcome(child).is_none())
        .map(|(_, child)| -value(&child))
        .max()?;
    Some(best - value(&board))
}
