//! The children of a node: generated and ordered, then searched one after another.

use super::run::Rest;
use super::{DepthFirst, Ordering, Policy, Scout, Table};
use crate::search::children::{
    best_to_front, best_to_front_by, keep, next_to_front, rest, to_front,
};
use crate::search::forward_estimation::{ChildTest, Estimator};
use crate::search::frame::{Frame, Marks, Node, Phase, gain, mover_at};
use crate::search::{CapacityError, Counts, Generated, Observer, Progress, Reason, Store};
use crate::{Evaluator, Game, Side, Value, Window, child_value};

impl<G, E, X, O, T, L, S> DepthFirst<G, E, Policy<X, O, T, L>, S>
where
    G: Game,
    E: Evaluator<G::Position>,
    X: Estimator,
    O: Ordering<G::Move>,
    T: Table,
    L: Scout,
    S: Store<G, E::State>,
{
    /// Generates and evaluates all children of a node, and tests one of them, or each, against the estimate.
    pub(super) fn expand<W: Observer<G>>(
        &mut self,
        ply: usize,
        pause_at: u64,
        observer: &mut W,
    ) -> Result<Progress, CapacityError> {
        let mover = mover_at(self.root_mover, ply);
        let parts = self.storage.parts();
        let Some(frame) = parts.frames.last_mut() else { return Ok(Progress::Done) };
        let before = self.counts.generated;
        let mut generated = before;
        let mut outcome = Ok(Progress::Done);
        let tested = if X::ESTIMATES && frame.depth >= 2 {
            self.policy.estimator.placement().child_test()
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
            if T::REMEMBERS && frame.marks.has(Marks::TRIED) && frame.hinted == Some(mv) {
                continue;
            }
            generated = generated.wrapping_add(1);
            let parent = (&frame.node.position, &frame.node.state);
            let value = -child_value(&self.game, &self.evaluator, parent, &child);
            if X::ESTIMATES {
                let gain = gain(frame.node.static_value, value);
                learn(&mut self.policy.estimator, gain, mover, observer);
            }
            observer.generated(&Generated::new(
                ply,
                mv,
                &child,
                Some(value),
                frame.node.static_value,
            ));
            if let Err(error) = keep(parts.children, mv, value) {
                outcome = Err(error);
                break;
            }
            if X::ESTIMATES && tested == ChildTest::Each {
                let range = range_by_child(&self.policy.estimator, value, frame.depth, mover);
                observer.estimated_child(ply, mv, range);
                if range.0 >= frame.node.window.beta {
                    certain = Some((mv, value, range));
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
        if X::ESTIMATES
            && let Some(child) = certain
        {
            self.rely_on_child(ply, child, observer);
            return Ok(Progress::Done);
        }
        let depth = frame.depth;
        let siblings = rest(parts.children, frame.first);
        best_to_front(siblings);
        let Some(best) = siblings.first().copied() else {
            if T::REMEMBERS && frame.marks.has(Marks::TRIED) {
                // The move searched first is the only one.
                frame.phase = Phase::Leave;
            } else {
                self.game_over();
            }
            return Ok(Progress::Done);
        };
        if depth == 1 {
            // Every child is known: the best of them is the value.
            self.meet_horizon();
            self.improve(ply, best.mv, best.value, Rest::Is(None), observer);
            if let Some(frame) = self.storage.parts().top() {
                frame.phase = Phase::Leave;
            }
            return Ok(Progress::Done);
        }
        frame.phase = Phase::Descend;
        if X::ESTIMATES && tested == ChildTest::Best {
            let beta = frame.node.window.beta;
            let range = range_by_child(&self.policy.estimator, best.value, depth, mover);
            observer.estimated_child(ply, best.mv, range);
            if range.0 >= beta {
                self.rely_on_child(ply, (best.mv, best.value, range), observer);
            }
        }
        Ok(Progress::Done)
    }

    /// Prunes the node on top, because this child, with its static value and range for the node's mover, makes it certain that the
    /// mover reaches the lowest value of the range.
    #[inline]
    fn rely_on_child<W: Observer<G>>(
        &mut self,
        ply: usize,
        (mv, static_value, range): (G::Move, Value, (Value, Value)),
        observer: &mut W,
    ) {
        if observer.observes()
            && let Some(frame) = self.storage.path().last()
        {
            let (depth, window) = (frame.depth.wrapping_sub(1), frame.node.window);
            let reason = Reason::Estimate { static_value, depth, range, window, by_child: true };
            observer.pruned(ply, reason);
        }
        self.leave_by_child(ply, mv, range.0);
    }

    /// Leaves the node on top with the value that this move makes certain.
    fn leave_by_child(&mut self, ply: usize, mv: G::Move, sure: Value) {
        if let Some(frame) = self.storage.parts().top() {
            frame.node.best = sure;
            frame.phase = Phase::Leave;
        }
        self.prune_by_estimate();
        self.set_line(ply, Some(mv));
        if ply == 0 {
            self.best_move = Some(mv);
        }
    }

    /// Chooses the next child and descends into it; loops here while the children need no frame.
    pub(super) fn descend<W: Observer<G>>(
        &mut self,
        ply: usize,
        pause_at: u64,
        observer: &mut W,
    ) -> Result<Progress, CapacityError> {
        let mover = mover_at(self.root_mover, ply);
        loop {
            let parts = self.storage.parts();
            let Some(frame) = parts.frames.last_mut() else { return Ok(Progress::Done) };
            // The move that the table knows comes before the other children are generated.
            let untried = T::REMEMBERS && frame.marks.has(Marks::TRIED) && frame.current.is_none();
            let chosen = if untried {
                if self.counts.generated >= pause_at {
                    return Ok(Progress::Paused);
                }
                frame.phase = Phase::Expand;
                frame.hinted.map(|mv| {
                    let position = self.game.play(&frame.node.position, mv);
                    Counts::add(&mut self.counts.generated);
                    let value = X::ESTIMATES.then(|| {
                        Counts::add(&mut self.counts.evaluated);
                        let parent = (&frame.node.position, &frame.node.state);
                        let (game, evaluator) = (&self.game, &self.evaluator);
                        let value = -child_value(game, evaluator, parent, &position);
                        let gain = gain(frame.node.static_value, value);
                        learn(&mut self.policy.estimator, gain, mover, observer);
                        value
                    });
                    let static_value = frame.node.static_value;
                    observer.generated(&Generated::new(ply, mv, &position, value, static_value));
                    (mv, position, value)
                })
            } else if !self.policy.order.sorts(frame.depth) {
                let next = if self.counts.generated < pause_at {
                    frame.next_unordered(&self.game)
                } else if frame.has_more(&self.game) {
                    return Ok(Progress::Paused);
                } else {
                    // Trusts the game's answer: asking for another child would exceed the limit.
                    None
                };
                next.map(|(mv, position)| {
                    Counts::add(&mut self.counts.generated);
                    let value = X::ESTIMATES.then(|| {
                        Counts::add(&mut self.counts.evaluated);
                        let parent = (&frame.node.position, &frame.node.state);
                        let (game, evaluator) = (&self.game, &self.evaluator);
                        let value = -child_value(game, evaluator, parent, &position);
                        let gain = gain(frame.node.static_value, value);
                        learn(&mut self.policy.estimator, gain, mover, observer);
                        value
                    });
                    observer.generated(&Generated::new(
                        ply,
                        mv,
                        &position,
                        value,
                        frame.node.static_value,
                    ));
                    (mv, position, value)
                })
            } else {
                let rest = rest(parts.children, frame.next);
                let tried = T::REMEMBERS && frame.marks.has(Marks::TRIED);
                match frame.hinted.filter(|_| !tried && frame.next == frame.first) {
                    Some(hint) => {
                        if let Some(place) = rest.iter().position(|child| child.mv == hint) {
                            to_front(rest, place);
                        }
                    }
                    None if O::RANKS => {
                        let order = &self.policy.order;
                        best_to_front_by(rest, |child| order.rank(ply, child.mv, child.value));
                    }
                    // The first child was moved to the front when the node was expanded.
                    None if frame.next == frame.first => {}
                    None if self.policy.order.skips(frame.depth) => {
                        // As many better ones were skipped as were searched before.
                        next_to_front(rest, frame.next.wrapping_sub(frame.first));
                    }
                    None => best_to_front(rest),
                }
                rest.first().map(|child| {
                    (child.mv, self.game.play(&frame.node.position, child.mv), Some(child.value))
                })
            };
            let Some((mv, position, value)) = chosen else {
                if frame.next == frame.first {
                    self.game_over();
                } else {
                    frame.phase = Phase::Leave;
                }
                return Ok(Progress::Done);
            };
            // Children generated in one batch have already been tested.
            if X::ESTIMATES
                && frame.depth >= 2
                && (untried || !self.policy.order.sorts(frame.depth))
                && self.policy.estimator.placement().child_test() == ChildTest::Each
                && let Some(value) = value
            {
                let range = range_by_child(&self.policy.estimator, value, frame.depth, mover);
                observer.estimated_child(ply, mv, range);
                if range.0 >= frame.node.window.beta {
                    self.rely_on_child(ply, (mv, value, range), observer);
                    return Ok(Progress::Done);
                }
            }
            let mut depth = frame.depth.wrapping_sub(1);
            let mut window = if X::CUTS { frame.node.window } else { Window::FULL };
            let tried = T::REMEMBERS && frame.marks.has(Marks::TRIED) && !untried;
            let number = frame.next.wrapping_sub(frame.first).wrapping_add(usize::from(tried));
            // A first look just above the horizon would save nothing.
            if L::LOOKS && X::CUTS && number > 0 && depth > 1 {
                let look = self.policy.scout.look(frame.depth, number);
                (window, depth) = frame.narrow(look, window, depth);
                if frame.marks.has(Marks::REDUCED) {
                    observer.reduced(ply, mv, frame.depth.wrapping_sub(depth).wrapping_sub(1));
                }
            }
            let window = window.negated();
            frame.next = frame.next.wrapping_add(usize::from(!untried));
            frame.current = Some(mv);
            let on_hint = frame.on_hint && frame.hinted == Some(mv);
            observer.descended(ply, mv, window);
            let Node { position: parent, state, .. } = &frame.node;
            let state = self.evaluator.update(parent, state, &position);
            let value = value.map(|value| -value);
            let mut node = Node::new(&self.game, position, state, window, value);
            // A node just above the horizon only scans its children, so it gets no frame; pushing one is what would make an
            // explicit stack slower than recursion. A policy with work to do there uses a frame.
            let is_two_sided = X::ESTIMATES && self.policy.estimator.is_two_sided();
            let remembers = T::REMEMBERS && self.policy.table.serves(1);
            let at_depth_1 = is_two_sided
                || X::ESTIMATES && self.policy.estimator.placement().tests_above_horizon();
            let on_frame = remembers || at_depth_1 || self.policy.order.sorts(1);
            // So does a reduced look, whose value decides whether the child is searched again.
            let is_reduced = L::LOOKS && frame.marks.has(Marks::REDUCED);
            let child_ply = ply.wrapping_add(1);
            let bare = depth == 1 && !on_frame && !is_reduced && child_ply < S::PLIES;
            if bare {
                self.count_frames(child_ply.wrapping_add(1));
                Counts::add(&mut self.counts.expanded);
                observer.expanded(child_ply);
                let scan = self.scan(child_ply, &mut node, pause_at, observer);
                if scan.paused {
                    let first = self.storage.parts().children.len();
                    let mut frame = Frame::new(node, depth, on_hint, first, Phase::Frontier);
                    frame.marks.set(Marks::HORIZON, true);
                    self.push(frame)?;
                    self.set_line(child_ply, scan.line_move);
                    return Ok(Progress::Paused);
                }
                observer.returned(child_ply, node.best);
                if T::REMEMBERS && scan.best_move.is_some() {
                    self.mark(Marks::HORIZON);
                }
                let value = -node.best;
                let Some(frame) = self.storage.path().last() else { return Ok(Progress::Done) };
                if value > frame.node.best {
                    self.improve(ply, mv, value, Rest::Is(scan.line_move), observer);
                    if self.storage.path().last().is_some_and(|frame| frame.phase == Phase::Leave) {
                        return Ok(Progress::Done);
                    }
                }
                if untried {
                    return Ok(Progress::Done);
                }
            } else {
                let first = self.storage.parts().children.len();
                self.push(Frame::new(node, depth, on_hint, first, Phase::Enter))?;
                return Ok(Progress::Done);
            }
        }
    }
}

/// The range that a child of this static value gives the value of a node, `depth` plies above the horizon, if its mover chooses that
/// child. The mover is sure of the lowest.
#[inline]
fn range_by_child<X: Estimator>(
    estimator: &X,
    value: Value,
    depth: u32,
    mover: Side,
) -> (Value, Value) {
    let (lowest, highest) = estimator.range(-value, depth.wrapping_sub(1), mover.other());
    (-highest, -lowest)
}

/// Records a gain of `mover`, and tells the observer if that changes what is learned.
#[inline]
pub(super) fn learn<G: Game, X: Estimator, W: Observer<G>>(
    estimator: &mut X,
    gain: i32,
    mover: Side,
    observer: &mut W,
) {
    let before = if observer.observes() { estimator.learned() } else { None };
    estimator.observe(gain, mover);
    if observer.observes()
        && let Some((lowest, highest)) = estimator.learned()
        && before != Some((lowest, highest))
    {
        observer.learned(lowest, highest);
    }
}
