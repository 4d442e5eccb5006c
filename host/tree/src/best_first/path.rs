//! The way along the principal variation: down to its leaf, and up when a node leaves it (Korf & Chickering 1996, Fig. 3).

use plyscope_core::{Evaluator, Game, Observer, Reason, Value, Window};

use super::{BestFirst, Frame};
use crate::arena::{Fallen, Node};

/// Where a descent along the principal variation ends.
pub(super) enum Descent {
    /// At this node, whose children are not all generated, or not in order.
    Open(Node),
    /// At a node that is off the principal variation with this value.
    Outside(Value),
    /// At the horizon, or at the end of the game.
    Finished,
}

impl<G: Game + Clone, E: Evaluator<G::Position> + Clone> BestFirst<G, E>
where
    G::Position: PartialEq,
{
    /// Goes down the principal variation from the node on top, as far as children are in order. `fallen` is the value of the child of
    /// that node that is in no list yet, if there is one.
    #[inline]
    pub(super) fn descend<O: Observer<G>>(
        &mut self,
        depth: u32,
        mut fallen: Value,
        observer: &mut O,
    ) -> Descent {
        let Self { game, evaluator, tree, frames, status, .. } = self;
        let nodes = tree.arena.nodes();
        let Some(top) = frames.last() else { return Descent::Finished };
        let mut node = nodes[top.node as usize];
        let descent = loop {
            if !node.is_settled() {
                break Descent::Open(node);
            }
            let plies = frames.len();
            let Some(&best) = nodes.get(node.child as usize) else {
                // There is no child: the game is over at the principal leaf.
                break Descent::Finished;
            };
            let Some(Frame { position: parent, state, window, .. }) = frames.last() else {
                break Descent::Finished;
            };
            if observer.observes()
                && let Some(mv) = game.unpack(parent, best.packed_move())
            {
                observer.backed_up(plies - 1, mv, best.value);
            }
            if best.value < window.alpha || best.value > window.beta {
                break Descent::Outside(best.value);
            }
            if plies as u64 >= u64::from(depth) {
                // The principal leaf is at the horizon.
                break Descent::Finished;
            }
            let second =
                nodes.get(best.next as usize).map_or(fallen, |next| next.value.max(fallen));
            fallen = Value::NEG_INFINITY;
            let window = Window { alpha: window.alpha.max(second), beta: window.beta }.negated();
            // `None` means that the game's `unpack` does not invert its `pack`.
            let Some(mv) = game.unpack(parent, best.packed_move()) else {
                break Descent::Finished;
            };
            let position = game.play(parent, mv);
            let state = evaluator.update(parent, state, &position);
            observer.descended(plies - 1, mv, window);
            frames.push(Frame { position, state, node: node.child, window });
            node = best;
        };
        status.counts.most_frames = status.counts.most_frames.max(frames.len() as u32);
        descent
    }

    /// Leaves the node on top, which has this value, and its ancestors up to the first that stays on the principal variation. If there
    /// is one, returns its child that was the best until now.
    #[inline]
    pub(super) fn leave<O: Observer<G>>(
        &mut self,
        mut left: Value,
        observer: &mut O,
    ) -> Option<Fallen> {
        let Self { game, tree, frames, status, .. } = self;
        while frames.len() > 1
            && let Some(top) = frames.pop()
            && let Some(parent) = frames.last()
        {
            status.counts.pruned_by_window += 1;
            let plies = frames.len();
            observer.pruned(plies, Reason::Window { value: left, window: top.window });
            observer.returned(plies, left);
            let (best, fallen) = tree.arena.back_up_first((parent.node, top.node), -left);
            if parent.window.alpha <= best && best <= parent.window.beta {
                return Some(fallen);
            }
            tree.arena.place(fallen);
            left = best;
            if observer.observes()
                && let arena = &tree.arena
                && let best = arena.get(arena.get(parent.node).child)
                && let Some(mv) = game.unpack(&parent.position, best.packed_move())
            {
                observer.backed_up(plies - 1, mv, left);
            }
        }
        // With a full window only the text's formulation can leave the root, which then has no meaning.
        self.left = (self.window != Window::FULL).then_some(left);
        None
    }
}
