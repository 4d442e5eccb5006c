//! The values of all moves of a position.

use std::cmp::Reverse;
use std::ops::ControlFlow;

use plyscope_core::{Bound, Game as _, Report, Stop, Value};

use super::run::uninterrupted;
use super::{AnySearch, Move, PlayerError, Position, Thinking, run_watched};
use crate::domain::Domain;
use crate::engine::Engine;
use crate::game::children;

/// A move with its value.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MoveValue<M> {
    /// The move.
    pub mv: M,
    /// Its value for the side that makes it.
    pub value: Value,
    /// How the value bounds the true one.
    pub bound: Bound,
    /// Whether that is proven for the game, not only at the horizon.
    pub proven: bool,
    /// Depth of the search, in plies, the move included.
    pub depth: u32,
    /// Nodes generated for it, over all depths.
    pub nodes: u64,
    /// The moves from this one on that the search expects.
    pub line: Vec<M>,
}

/// Receives the values of moves so far, best first. A break ends the search.
pub type MovesTold<'a, M> = dyn FnMut(&[MoveValue<M>]) -> ControlFlow<()> + 'a;

/// Values every move of a position by a search of its own, deeper and deeper, until `told` breaks, all values are proven exact, the
/// engine's depth is reached, or a search reaches another of the engine's limits, to which each keeps. Best moves come first; of
/// equal ones, the one that was better at the depth before.
///
/// All values are of the same depth, so that they can be compared: the last to which all moves were searched; only what is proven exact
/// is not searched again. Depths are even but for the engine's own, since evaluations favour one side, and a search that chooses a move
/// has even depths. Symmetric moves have the same value.
///
/// `told` receives the values after each depth; in between it receives the same ones again, now and then, and may break.
///
/// # Errors
/// As [`run`](super::run()).
pub fn value_moves<D: Domain>(
    domain: &D,
    search: &mut AnySearch<D::Game>,
    engine: &Engine,
    game: &D::Game,
    position: &Position<D>,
    told: &mut MovesTold<'_, Move<D>>,
) -> Result<Vec<MoveValue<Move<D>>>, PlayerError> {
    let children: Vec<_> = children(game, position).collect();
    let twins = twins(domain, &children);
    let mut known: Vec<MoveValue<Move<D>>> =
        children.iter().map(|&(mv, _)| MoveValue::unknown(mv)).collect();
    // The moves in the order of their search.
    let mut order: Vec<usize> = (0..children.len()).collect();
    let deepest = engine.limits().depth.max(2);
    let mut depth = 0;
    while depth < deepest {
        depth = (depth + 2).min(deepest);
        let is_first = depth == 2;
        let mut deeper = known.clone();
        for &number in order.iter().filter(|&&number| twins[number].is_none()) {
            let now = &mut deeper[number];
            if now.is_final() {
                continue;
            }
            let limited = Engine { depth: Some(depth - 1), ..engine.clone() };
            let so_far = in_order(&known, &order);
            let mut stopped = false;
            let mut watch = |_: Thinking<'_, Move<D>>| {
                let go_on = if is_first { ControlFlow::Continue(()) } else { told(&so_far) };
                stopped |= go_on.is_break();
                go_on
            };
            let child = &children[number].1;
            let again = game.moves_again(position, child);
            let report = uninterrupted(run_watched(search, &limited, child, &mut watch)?)?;
            let is_whole = !stopped && report.stop == Stop::Completed;
            known[number].nodes += report.counts.generated;
            if !is_whole && !is_first {
                return Ok(in_order(&known, &order));
            }
            let line = std::iter::once(now.mv).chain(report.principal_variation.iter().copied());
            *now = MoveValue {
                mv: now.mv,
                value: if again { report.value } else { -report.value },
                bound: if again { report.bound } else { report.bound.negated() },
                proven: report.proven,
                // A book's value costs no nodes, and has the depth of the book's search.
                depth: if costs_nothing(&report) { report.depth + 1 } else { depth },
                nodes: known[number].nodes,
                line: line.collect(),
            };
            if !is_first && told(&so_far).is_break() {
                return Ok(in_order(&known, &order));
            }
        }
        for (number, twin) in twins.iter().enumerate() {
            let Some((other, symmetry)) = *twin else { continue };
            let line = deeper[other].line.iter().skip(1);
            let line = line.map(|&mv| domain.mirrored(mv, symmetry));
            let line = std::iter::once(known[number].mv).chain(line).collect();
            deeper[number] =
                MoveValue { mv: known[number].mv, nodes: 0, line, ..deeper[other].clone() };
        }
        known = deeper;
        order.sort_by_key(|&number| Reverse(known[number].value));
        // What a book tells is the same at every depth.
        let is_settled = known.iter().all(|known| known.is_final() || known.nodes == 0);
        if told(&in_order(&known, &order)).is_break() || is_settled {
            break;
        }
    }
    Ok(in_order(&known, &order))
}

/// Whether a value was known without a search: it is that of a book.
fn costs_nothing<M>(report: &Report<'_, M>) -> bool {
    report.counts.generated == 0 && !report.proven
}

impl<M: Copy> MoveValue<M> {
    fn unknown(mv: M) -> Self {
        Self {
            mv,
            value: Value::ZERO,
            bound: Bound::Unknown,
            proven: false,
            depth: 0,
            nodes: 0,
            line: vec![mv],
        }
    }
}

impl<M> MoveValue<M> {
    /// Whether no deeper search can change the value.
    fn is_final(&self) -> bool {
        self.proven && self.bound == Bound::Exact
    }
}

/// For each child, an earlier one of which it is a mirror image, and the symmetry that maps that one to it.
fn twins<D: Domain>(domain: &D, children: &[(Move<D>, Position<D>)]) -> Vec<Option<(usize, u8)>> {
    let twin = |number: usize| {
        let (_, child) = &children[number];
        (0..number).find_map(|other| Some((other, domain.symmetry(&children[other].1, child)?)))
    };
    (0..children.len()).map(twin).collect()
}

/// The values in this order.
fn in_order<M: Clone>(known: &[MoveValue<M>], order: &[usize]) -> Vec<MoveValue<M>> {
    order.iter().map(|&number| known[number].clone()).collect()
}
