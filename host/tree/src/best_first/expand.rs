//! How best-first minimax expands a node: all its children, or one at a time (Korf & Chickering 1996, Fig. 3).

use plyscope_core::{Evaluator, Expansion, Game, Generated, Observer, Value, child_value};

use super::{BestFirst, Formulation, Frame};
use crate::Tree;
use crate::arena::NONE;

/// The progress of a node's expansion.
pub(super) enum Expanded {
    /// All children are generated and sorted, best first.
    Complete,
    /// The node is off the principal variation with this value.
    Left(Value),
    /// More children are needed, but no more nodes are allowed.
    Limit,
    /// More children are needed, but memory is full.
    Full,
}

impl<G: Game + Clone, E: Evaluator<G::Position> + Clone> BestFirst<G, E>
where
    G::Position: PartialEq,
{
    /// Generates the missing children of the node on top.
    pub(super) fn expand<O: Observer<G>>(
        &mut self,
        ply: usize,
        node_limit: u64,
        observer: &mut O,
    ) -> Expanded {
        let Tree { arena, scratch, .. } = &mut self.tree;
        let Frame { position, state, node, window } = &self.frames[ply];
        let node = *node;
        let known = *arena.get(node);
        if known.is_complete() {
            if !known.is_ordered() {
                arena.sort_children(node, scratch, true);
                arena.get_mut(node).set_ordered(true);
            }
            return Expanded::Complete;
        }
        let (mut last, mut count, mut best) = (NONE, 0, Value::NEG_INFINITY);
        for child in arena.list(known.child) {
            last = child;
            count += 1;
            best = best.max(arena.get(child).value);
        }
        let (game, evaluator) = (&self.game, &self.evaluator);
        let mut moves = game.moves_from(position, count);
        let allowed = node_limit.saturating_sub(self.status.counts.generated);
        if observer.observes() && allowed > 0 && game.has_more(position, &moves) {
            observer.principal_leaf(ply);
        }
        if count == 0 {
            self.status.counts.expanded += 1;
            observer.expanded(ply);
        }
        let is_partial = self.expansion == Expansion::Partial;
        // A value above this is enough, if no more than one is needed.
        let enough = if is_partial { window.beta } else { Value::INFINITY };
        let by_text = is_partial && self.formulation == Formulation::Text;
        let before = count;
        let most = u64::from(before).saturating_add(allowed).min(u32::MAX.into()) as u32;
        let row = arena.next_row();
        let mut best_move = None;
        let outcome = loop {
            if count >= most {
                break if game.has_more(position, &moves) {
                    Expanded::Limit
                } else {
                    Expanded::Complete
                };
            }
            let Some((mv, child)) = game.next_child(position, &mut moves) else {
                break Expanded::Complete;
            };
            let value = -child_value(game, evaluator, (position, state), &child);
            let Ok(index) = arena.allocate(game.pack(mv, count), value) else {
                break Expanded::Full;
            };
            observer.generated(&Generated::new(ply, mv, &child, Some(value), None));
            arena.link(node, last, index);
            last = index;
            count += 1;
            if (by_text || observer.observes()) && value > best {
                (best, best_move) = (value, Some(mv));
            }
            let left = if by_text {
                (best > window.beta || best < window.alpha).then_some(best)
            } else {
                (value > enough).then_some(value)
            };
            if let Some(value) = left {
                if let Some(mv) = best_move {
                    observer.backed_up(ply, mv, value);
                }
                break Expanded::Left(value);
            }
        };
        let generated = u64::from(count - before);
        self.status.counts.generated += generated;
        self.status.counts.evaluated += generated;
        if matches!(outcome, Expanded::Complete) {
            match row {
                Some(first) if before == 0 => arena.sort_row(first, count),
                _ => arena.sort_children(node, scratch, false),
            }
            let node = arena.get_mut(node);
            node.set_complete();
            node.set_ordered(true);
        }
        outcome
    }
}
