//! Nodes just above the horizon, and finished games.

use super::expand::learn;
use super::{DepthFirst, Ordering as _, Tactics};
use crate::eval::cold_leaf_value;
use crate::search::frame::{Marks, Node, Phase, Scan, for_parent, mover_at};
use crate::search::{Counts, Generated, Observer, Progress, Reason, Store};
use crate::{Evaluator, Game, Value, Window, child_value};

/// Whether the game is known to end with the next move, so that children at the horizon have their final values.
#[inline]
pub(super) fn is_last_ply<G: Game>(game: &G, position: &G::Position) -> bool {
    game.most_plies(position).is_some_and(|plies| plies <= 1)
}

impl<G, E, P, S> DepthFirst<G, E, P, S>
where
    G: Game,
    E: Evaluator<G::Position>,
    P: Tactics<G::Move>,
    S: Store<G, E::State>,
{
    /// Continues at a node just above the horizon that has a frame.
    pub(super) fn frontier<W: Observer<G>>(
        &mut self,
        ply: usize,
        pause_at: u64,
        observer: &mut W,
    ) -> Progress {
        // Popped for now: scanning borrows the rest of the search.
        let Some(mut frame) = self.storage.parts().frames.pop() else { return Progress::Done };
        let scan = self.scan(ply, &mut frame.node, pause_at, observer);
        self.set_line(ply, scan.line_move);
        if P::REMEMBERS && scan.line_move.is_some() {
            frame.marks.set(Marks::RAISED, true);
        }
        if P::REMEMBERS && scan.met_horizon {
            frame.marks.set(Marks::HORIZON, true);
        }
        if ply == 0 && scan.best_move.is_some() {
            self.best_move = scan.best_move;
        }
        if !scan.paused {
            frame.phase = Phase::Leave;
        }
        // It was there before, so it fits.
        let _ = self.storage.parts().frames.push(frame);
        if scan.paused { Progress::Paused } else { Progress::Done }
    }

    /// Generates and evaluates children at the horizon one at a time. Most of a search's time is spent here.
    #[inline]
    pub(super) fn scan<W: Observer<G>>(
        &mut self,
        ply: usize,
        node: &mut Node<G, E::State>,
        pause_at: u64,
        observer: &mut W,
    ) -> Scan<G::Move> {
        let at = node.at(1, mover_at(self.root_mover, ply));
        let Window { mut alpha, beta } = node.window;
        let mut best = node.best;
        let mut scan = Scan { paused: false, met_horizon: false, best_move: None, line_move: None };
        let before = self.counts.generated;
        let mut generated = before;
        loop {
            if generated >= pause_at {
                scan.paused = self.game.has_more(&node.position, &node.moves);
                break;
            }
            let Some((mv, child)) = self.game.next_child(&node.position, &mut node.moves) else {
                break;
            };
            generated = generated.wrapping_add(1);
            let parent = (&node.position, &node.state);
            let value = child_value(&self.game, &self.evaluator, parent, &child);
            let value = for_parent(self.game.moves_again(parent.0, &child), value);
            if P::ESTIMATES {
                learn(&mut self.policy.parts_mut().estimator, &at, value, observer);
            }
            observer.generated(&Generated::new(ply, mv, &child, Some(value), node.static_value));
            if value > best {
                best = value;
                scan.best_move = Some(mv);
                observer.backed_up(ply, mv, value);
                if value > alpha {
                    let window = Window { alpha, beta };
                    alpha = value;
                    scan.line_move = Some(mv);
                    if P::CUTS && value >= beta {
                        observer.pruned(ply, Reason::Window { value, window });
                        if P::RANKS {
                            self.policy.parts_mut().order.cut_off(ply, 1, mv);
                        }
                        Counts::add(&mut self.counts.pruned_by_window);
                        break;
                    }
                }
            }
        }
        node.window.alpha = alpha;
        node.best = best;
        self.counts.add_evaluated(generated.wrapping_sub(before));
        // Once met, the horizon is of interest to tables only.
        if P::REMEMBERS || !self.met_horizon {
            scan.met_horizon = generated > before && !is_last_ply(&self.game, &node.position);
            self.met_horizon |= scan.met_horizon;
        }
        if best == Value::NEG_INFINITY && !scan.paused {
            node.best = self.outcome(node);
        }
        scan
    }

    /// The value of a node without children: the game's outcome.
    fn outcome(&mut self, node: &Node<G, E::State>) -> Value {
        node.static_value.unwrap_or_else(|| {
            Counts::add(&mut self.counts.evaluated);
            let Node { position, state, .. } = node;
            cold_leaf_value(&self.game, &self.evaluator, position, state)
        })
    }

    /// The node on top has no children.
    pub(super) fn game_over(&mut self) {
        let Some(mut frame) = self.storage.parts().frames.pop() else { return };
        frame.node.best = self.outcome(&frame.node);
        frame.phase = Phase::Leave;
        // It was there before, so it fits.
        let _ = self.storage.parts().frames.push(frame);
    }
}
