//! The children of a node that are generated and ordered before one of them is searched, and the tests of children's estimates.

use super::frontier::is_last_ply;
use super::run::Rest;
use super::{DepthFirst, Tactics};
use crate::search::children::{best_to_front, keep, rest};
use crate::search::estimate::{At, Estimate, Range};
use crate::search::forward_estimation::ChildTest;
use crate::search::frame::{Marks, Phase, for_parent, mover_at};
use crate::search::{CapacityError, Generated, Observer, Progress, Reason, Store};
use crate::{Evaluator, Game, Value, child_value};

impl<G, E, P, S> DepthFirst<G, E, P, S>
where
    G: Game,
    E: Evaluator<G::Position>,
    P: Tactics<G::Move>,
    S: Store<G, E::State>,
{
    /// Generates and evaluates all children of a node, and tests one of them, or each, against the estimate.
    pub(super) fn expand<W: Observer<G>>(
        &mut self,
        ply: usize,
        pause_at: u64,
        observer: &mut W,
    ) -> Result<Progress, CapacityError> {
        let parts = self.storage.parts();
        let Some(frame) = parts.frames.last_mut() else { return Ok(Progress::Done) };
        let at = frame.node.at(frame.depth, mover_at(self.root_mover, ply));
        let before = self.counts.generated;
        let mut generated = before;
        let mut outcome = Ok(Progress::Done);
        let policy = self.policy.parts_mut();
        let tested = if P::ESTIMATES && frame.depth >= 2 {
            policy.placement.child_test()
        } else {
            ChildTest::Never
        };
        let mut certain = None;
        loop {
            if generated >= pause_at {
                if frame.has_more(&self.game) {
                    outcome = Ok(Progress::Paused);
                }
                break;
            }
            let Some((mv, child)) =
                self.game.next_child(&frame.node.position, &mut frame.node.moves)
            else {
                break;
            };
            if P::REMEMBERS && frame.marks.has(Marks::TRIED) && frame.hinted == Some(mv) {
                continue;
            }
            generated = generated.wrapping_add(1);
            let parent = (&frame.node.position, &frame.node.state);
            let value = child_value(&self.game, &self.evaluator, parent, &child);
            let value = for_parent(self.game.moves_again(parent.0, &child), value);
            if P::ESTIMATES {
                learn(&mut policy.estimator, &at, value, observer);
            }
            let parent_value = frame.node.static_value;
            observer.generated(&Generated::new(ply, mv, &child, Some(value), parent_value));
            if let Err(error) = keep(parts.children, mv, value) {
                outcome = Err(error);
                break;
            }
            if P::ESTIMATES && tested == ChildTest::Each {
                let beta = frame.node.window.beta;
                certain = assured(&policy.estimator, (&at, beta), (ply, mv, value), observer);
                if certain.is_some() {
                    break;
                }
            }
        }
        self.counts.add_evaluated(generated.wrapping_sub(before));
        if outcome != Ok(Progress::Done) {
            return outcome;
        }
        let kept = u32::try_from(parts.children.len()).unwrap_or(u32::MAX);
        self.counts.most_children = self.counts.most_children.max(kept);
        if P::ESTIMATES
            && let Some(child) = certain
        {
            self.rely_on_child(ply, child, observer);
            return Ok(Progress::Done);
        }
        let depth = frame.depth;
        let siblings = rest(parts.children, frame.first);
        best_to_front(siblings);
        let Some(best) = siblings.first().copied() else {
            if P::REMEMBERS && frame.marks.has(Marks::TRIED) {
                // The move searched first is the only one.
                frame.phase = Phase::Leave;
            } else {
                self.game_over();
            }
            return Ok(Progress::Done);
        };
        if depth == 1 {
            // Every child is known: the best of them is the value.
            if !is_last_ply(&self.game, &frame.node.position) {
                self.meet_horizon();
            }
            self.improve(ply, best.mv, best.value, Rest::Is(None), observer);
            if let Some(frame) = self.storage.parts().top() {
                frame.phase = Phase::Leave;
            }
            return Ok(Progress::Done);
        }
        frame.phase = Phase::Descend;
        if P::ESTIMATES && tested == ChildTest::Best {
            let beta = frame.node.window.beta;
            let best = (ply, best.mv, best.value);
            if let Some(child) = assured(&policy.estimator, (&at, beta), best, observer) {
                self.rely_on_child(ply, child, observer);
            }
        }
        Ok(Progress::Done)
    }

    /// Prunes the node on top, because this child, with its static value and range for the node's mover, makes it certain that the
    /// mover reaches the lowest value of the range.
    #[inline]
    pub(super) fn rely_on_child<W: Observer<G>>(
        &mut self,
        ply: usize,
        (mv, static_value, range): (G::Move, Value, Range),
        observer: &mut W,
    ) {
        if observer.observes()
            && let Some(frame) = self.storage.path().last()
        {
            let (depth, window) = (frame.depth.wrapping_sub(1), frame.node.window);
            let reason = Reason::Estimate { static_value, depth, range, window, by_child: true };
            observer.pruned(ply, reason);
        }
        self.leave_by_child(ply, mv, range.low);
    }

    /// Leaves the node on top with the value that this move makes certain.
    fn leave_by_child(&mut self, ply: usize, mv: G::Move, sure: Value) {
        if let Some(frame) = self.storage.parts().top() {
            frame.node.best = sure;
            frame.phase = Phase::Leave;
        }
        self.prune_by_estimate(self.policy.parts().estimator.is_sure());
        self.set_line(ply, Some(mv));
        if ply == 0 {
            self.best_move = Some(mv);
        }
    }
}

/// Tests a child of the node at `ply`, of this static value for the node's mover. Returns it with its range if its mover is certain to
/// reach beta by it.
#[inline]
pub(super) fn assured<G: Game, X: Estimate, W: Observer<G>>(
    estimator: &X,
    (node, beta): (&At, Value),
    (ply, mv, value): (usize, G::Move, Value),
    observer: &mut W,
) -> Option<(G::Move, Value, Range)> {
    let range = estimator.range_by_child(node, value);
    observer.estimated_child(ply, mv, range);
    (range.low >= beta).then_some((mv, value, range))
}

/// Lets the estimator learn from a child of this static value at `node`, and tells the observer if that changes what is learned.
#[inline]
pub(super) fn learn<G: Game, X: Estimate, W: Observer<G>>(
    estimator: &mut X,
    node: &At,
    child: Value,
    observer: &mut W,
) {
    let before = if observer.observes() { estimator.learned() } else { None };
    estimator.observe(node, child);
    if observer.observes()
        && let Some((lowest, highest)) = estimator.learned()
        && before != Some((lowest, highest))
    {
        observer.learned(lowest, highest);
    }
}
