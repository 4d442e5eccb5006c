//! How best-first minimax expands a node: all its children, or one at a time (Korf & Chickering 1996, Fig. 3).

use plyscope_core::{Evaluator, Expansion, Game, Generated, Observer, Value, child_value};

use super::{BestFirst, Formulation, Frame};
use crate::Tree;
use crate::arena::{Fallen, Node};

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
    /// Generates the missing children of the node on top, which is `known`, and puts a child that fell behind its siblings before into
    /// its place.
    #[inline]
    pub(super) fn expand<O: Observer<G>>(
        &mut self,
        known: Node,
        node_limit: u64,
        fallen: Fallen,
        observer: &mut O,
    ) -> Expanded {
        let by_text = self.expansion == Expansion::Partial && self.formulation == Formulation::Text;
        if by_text {
            self.generate::<true, O>(known, node_limit, fallen, observer)
        } else {
            self.generate::<false, O>(known, node_limit, fallen, observer)
        }
    }

    /// The same, by the text's formulation or by Fig. 3: compiled for each, since the loop is where the time goes.
    #[inline]
    fn generate<const BY_TEXT: bool, O: Observer<G>>(
        &mut self,
        known: Node,
        node_limit: u64,
        mut fallen: Fallen,
        observer: &mut O,
    ) -> Expanded {
        let Tree { arena, scratch, .. } = &mut self.tree;
        let ply = self.frames.len() - 1;
        let Frame { position, state, node, window } = &self.frames[ply];
        let node = *node;
        if known.is_complete() {
            arena.place(fallen);
            if !known.is_ordered() {
                arena.sort_children(node, scratch, true);
                arena.get_mut(node).set_ordered(true);
            }
            return Expanded::Complete;
        }
        let (mut count, mut newest) = (arena.count_children(&known), known.child);
        let (game, evaluator) = (&self.game, &self.evaluator);
        let mut moves = game.moves_from(position, count);
        // Meanwhile the processor finds the state of the random tree's generator, for which the loop waits.
        arena.approach(&mut fallen);
        let allowed = node_limit.saturating_sub(self.status.counts.generated);
        if observer.observes() && allowed > 0 && game.has_more(position, &moves) {
            observer.principal_leaf(ply);
        }
        // Without a branch, which would be mispredicted as often as not.
        self.status.counts.expanded += u64::from(count == 0);
        if observer.observes() && count == 0 {
            observer.expanded(ply);
        }
        let is_partial = self.expansion == Expansion::Partial;
        // A value above this is enough, if no more than one is needed.
        let enough = if is_partial { window.beta } else { Value::INFINITY };
        let before = count;
        let most = before.saturating_add(u32::try_from(allowed).unwrap_or(u32::MAX));
        let row = arena.next_row();
        let watches = BY_TEXT || observer.observes();
        let mut best = Value::NEG_INFINITY;
        if watches {
            best =
                arena.list(known.child).fold(best, |best, child| best.max(arena.get(child).value));
        }
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
            let packed = game.pack(mv, count);
            // The usual case by itself: no result is put together for it.
            newest = if arena.has_room() {
                arena.push(newest, packed, value)
            } else if let Ok(index) = arena.find_room(newest, packed, value) {
                index
            } else {
                break Expanded::Full;
            };
            observer.generated(&Generated::new(ply, mv, &child, Some(value), None));
            count += 1;
            if watches && value > best {
                (best, best_move) = (value, Some(mv));
            }
            let left = if BY_TEXT {
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
        arena.place(fallen);
        let generated = u64::from(count - before);
        self.status.counts.generated += generated;
        self.status.counts.evaluated += generated;
        if matches!(outcome, Expanded::Complete) {
            match row {
                Some(first) if before == 0 => arena.sort_row(node, first, count),
                _ => arena.sort_generated(node, (newest, count), scratch),
            }
            let node = arena.get_mut(node);
            node.set_complete();
            node.set_ordered(true);
        } else {
            arena.set_children(node, newest, count);
        }
        outcome
    }
}
