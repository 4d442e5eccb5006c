//! How best-first minimax expands a node: all its children, or one at a time (Korf & Chickering 1996, Fig. 3).

use plyscope_core::{Evaluator, Expansion, Game, Generated, Observer, Value, child_value};

use super::{BestFirst, Formulation, Frame};
use crate::arena::{NONE, Node};
use crate::{Tree, skip};

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
        if arena.get(*node).is_complete() {
            if !arena.get(*node).is_ordered() {
                arena.sort_children(*node, scratch, true);
                arena.get_mut(*node).set_ordered(true);
            }
            return Expanded::Complete;
        }
        let mut moves = self.game.moves(position);
        let (mut last, mut count, mut best) = (NONE, 0, Value::NEG_INFINITY);
        for child in arena.list(arena.get(*node).child) {
            last = child;
            count += 1;
            best = best.max(arena.get(child).value);
        }
        if observer.observes()
            && self.status.counts.generated < node_limit
            && self.game.has_more(position, &moves)
        {
            observer.principal_leaf(ply);
        }
        if count == 0 {
            self.status.counts.expanded += 1;
            observer.expanded(ply);
        } else {
            skip(&self.game, position, &mut moves, count);
        }
        let (mut generated, mut best_move) = (0, None);
        let outcome = loop {
            if self.status.counts.generated + generated >= node_limit {
                break if self.game.has_more(position, &moves) {
                    Expanded::Limit
                } else {
                    Expanded::Complete
                };
            }
            let Some((mv, child)) = self.game.next_child(position, &mut moves) else {
                break Expanded::Complete;
            };
            let (game, evaluator) = (&self.game, &self.evaluator);
            let value = -child_value(game, evaluator, (position, state), &child);
            let Ok(index) = arena.allocate(Node::new(self.game.pack(mv, count), value)) else {
                break Expanded::Full;
            };
            generated += 1;
            count += 1;
            observer.generated(&Generated::new(ply, mv, &child, Some(value), None));
            if last == NONE {
                arena.get_mut(*node).child = index;
            } else {
                arena.get_mut(last).next = index;
            }
            last = index;
            if value > best {
                (best, best_move) = (value, Some(mv));
            }
            if self.expansion == Expansion::Partial {
                let left = match self.formulation {
                    Formulation::Figure3 => (value > window.beta).then_some(value),
                    Formulation::Text => {
                        (best > window.beta || best < window.alpha).then_some(best)
                    }
                };
                if let Some(value) = left {
                    if let Some(mv) = best_move {
                        observer.backed_up(ply, mv, value);
                    }
                    break Expanded::Left(value);
                }
            }
        };
        self.status.counts.generated += generated;
        self.status.counts.evaluated += generated;
        if matches!(outcome, Expanded::Complete) {
            arena.sort_children(*node, scratch, false);
            arena.get_mut(*node).set_complete(true);
            arena.get_mut(*node).set_ordered(true);
        }
        outcome
    }
}
