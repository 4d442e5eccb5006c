//! The main loop of a depth-first search: entering and leaving nodes.

use super::{DepthFirst, Ordering, Policy, Scout, Table};
use crate::search::forward_estimation::Estimator;
use crate::search::frame::{Marks, Phase, mover_at};
use crate::search::{CapacityError, Counts, Observer, Progress, Reason, Store};
use crate::{Evaluator, Game, Value};

/// How a line continues below a child.
#[derive(Clone, Copy)]
pub(super) enum Rest<M> {
    /// With this move at most: the child is at the horizon or just above it.
    Is(Option<M>),
    /// With the line stored for the next ply.
    Stored,
}

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
    /// Searches until the root is left, or until `pause_at` nodes are generated and there are more to generate.
    pub(super) fn run<W: Observer<G>>(
        &mut self,
        pause_at: u64,
        observer: &mut W,
    ) -> Result<Progress, CapacityError> {
        loop {
            let probes = if X::PROBES { usize::from(self.probes) } else { 0 };
            let frames = self.storage.parts().frames;
            // A probe has a frame of its own, but is at the ply of its node.
            let ply = frames.len().wrapping_sub(1).wrapping_sub(probes);
            let Some(frame) = frames.last_mut() else {
                return Ok(Progress::Done);
            };
            match frame.phase {
                Phase::Enter => self.enter(ply, observer),
                Phase::Probe => self.probe(ply, observer)?,
                Phase::Expand => {
                    if self.expand(ply, pause_at, observer)? == Progress::Paused {
                        return Ok(Progress::Paused);
                    }
                }
                Phase::Descend => {
                    if self.descend(ply, pause_at, observer)? == Progress::Paused {
                        return Ok(Progress::Paused);
                    }
                }
                Phase::Frontier => {
                    if self.frontier(ply, pause_at, observer) == Progress::Paused {
                        return Ok(Progress::Paused);
                    }
                }
                Phase::Leave => self.leave(ply, observer),
            }
        }
    }

    /// Records that a line below the node on top ends at the horizon.
    #[inline]
    pub(super) fn meet_horizon(&mut self) {
        self.met_horizon = true;
        if T::REMEMBERS {
            self.mark(Marks::HORIZON);
        }
    }

    /// Records that the value of the node on top may rest on estimates that err.
    pub(super) fn estimate(&mut self) {
        self.estimated = true;
        if T::REMEMBERS {
            self.mark(Marks::ESTIMATED);
        }
    }

    /// Sets a mark of the node on top.
    pub(super) fn mark(&mut self, mark: Marks) {
        if let Some(frame) = self.storage.parts().top() {
            frame.marks.set(mark, true);
        }
    }

    /// Records that a node was pruned by its estimate.
    pub(super) fn prune_by_estimate(&mut self) {
        Counts::add(&mut self.counts.pruned_by_estimate);
        self.rely_on_estimate();
    }

    /// Records that the value depends on an estimate: certain or not, it holds to the horizon only.
    fn rely_on_estimate(&mut self) {
        self.meet_horizon();
        if (T::REMEMBERS || !self.estimated) && !self.policy.estimator.is_sure() {
            self.estimate();
        }
    }

    /// Tests a node before its children are generated.
    fn enter<W: Observer<G>>(&mut self, ply: usize, observer: &mut W) {
        if T::REMEMBERS {
            let (known, left) = self.recall(ply, observer);
            if left {
                return;
            }
            if let Some(frame) = self.storage.parts().top() {
                frame.hinted = known;
            }
        }
        let Some(frame) = self.storage.path().last() else { return };
        let (depth, mut window) = (frame.depth, frame.node.window);
        let is_probe = X::PROBES && frame.marks.has(Marks::PROBE);
        // The root is never probed.
        if ply == 0 {
            observer.began(depth, window, frame.node.static_value);
        }
        let mut abandoned = None;
        let mut estimate = None;
        if X::ESTIMATES
            && !is_probe
            && let Some(static_value) = frame.node.static_value
        {
            let mover = mover_at(self.root_mover, ply);
            let (lowest, highest) = self.policy.estimator.range(static_value, depth, mover);
            observer.estimated(ply, (lowest, highest));
            let two_sided = self.policy.estimator.is_two_sided();
            let at_depth_1 = two_sided || self.policy.estimator.placement().tests_above_horizon();
            estimate = Some((static_value, (lowest, highest)));
            if lowest >= window.beta && (depth >= 2 || at_depth_1) {
                abandoned = Some(lowest);
            } else if two_sided && highest <= window.alpha {
                abandoned = Some(highest);
            } else if two_sided {
                // One less than the certain bound, so that a value equal to the bound is still found with its move.
                window.alpha = window.alpha.max(lowest.plus(-1));
                window.beta = window.beta.min(highest);
            }
        }
        let parts = self.storage.parts();
        let Some(frame) = parts.frames.last_mut() else { return };
        if let Some(value) = abandoned {
            frame.node.best = value;
            frame.phase = Phase::Leave;
            if let Some((static_value, range)) = estimate {
                // Nothing has narrowed the window of a node that is abandoned.
                let reason =
                    Reason::Estimate { static_value, depth, range, window, by_child: false };
                observer.pruned(ply, reason);
            }
            self.prune_by_estimate();
            return;
        }
        // A finished game's outcome depends on no window.
        let narrowed = X::ESTIMATES
            && self.policy.estimator.is_two_sided()
            && frame.node.window != window
            && self.game.has_more(&frame.node.position, &frame.node.moves);
        frame.node.window = window;
        if X::PROBES && !is_probe && ply > 0 && depth >= 2 {
            frame.phase = Phase::Probe;
        } else {
            self.settle(ply, observer);
        }
        if narrowed {
            observer.narrowed(ply, window);
            self.rely_on_estimate();
        }
    }

    /// Decides how the children of the node on top are generated.
    #[inline]
    pub(super) fn settle<W: Observer<G>>(&mut self, ply: usize, observer: &mut W) {
        Counts::add(&mut self.counts.expanded);
        observer.expanded(ply);
        let parts = self.storage.parts();
        let Some(frame) = parts.frames.last_mut() else { return };
        let depth = frame.depth;
        let ordered = self.policy.order.sorts(depth);
        if frame.on_hint {
            // The line may belong to another position.
            let hint = parts.first_line.get(ply).copied();
            let hint = hint.filter(|&mv| self.game.is_legal(&frame.node.position, mv));
            frame.on_hint = hint.is_some();
            frame.hinted = hint.or(frame.hinted);
        }
        frame.phase = match depth {
            // A known move may make the generation of the others needless.
            2.. if T::REMEMBERS && ordered && frame.hinted.is_some() => {
                frame.marks.set(Marks::TRIED, true);
                Phase::Descend
            }
            _ if ordered => Phase::Expand,
            1 => Phase::Frontier,
            _ => Phase::Descend,
        };
    }

    /// Sets the line from `ply` on to this one move, if there is one.
    #[inline]
    pub(super) fn set_line(&mut self, ply: usize, mv: Option<G::Move>) {
        if let Some(mv) = mv {
            self.storage.parts().lines.set(ply, mv, None);
        }
    }

    /// Records a child of the node on top, at `ply`, with its value and its line `rest`.
    #[inline]
    pub(super) fn improve<W: Observer<G>>(
        &mut self,
        ply: usize,
        mv: G::Move,
        value: Value,
        rest: Rest<G::Move>,
        observer: &mut W,
    ) {
        let mut parts = self.storage.parts();
        let Some(frame) = parts.frames.last_mut() else { return };
        if value <= frame.node.best {
            return;
        }
        frame.node.best = value;
        observer.backed_up(ply, mv, value);
        if ply == 0 {
            self.best_move = Some(mv);
        }
        let window = frame.node.window;
        if value > window.alpha {
            frame.node.window.alpha = value;
            if T::REMEMBERS {
                frame.marks.set(Marks::RAISED, true);
            }
            match rest {
                Rest::Is(next) => parts.lines.set(ply, mv, next),
                Rest::Stored => parts.lines.extend(ply, mv),
            }
            if X::CUTS && value >= frame.node.window.beta {
                frame.phase = Phase::Leave;
                observer.pruned(ply, Reason::Window { value, window });
                if O::RANKS {
                    self.policy.order.cut_off(ply, frame.depth, mv);
                }
                Counts::add(&mut self.counts.pruned_by_window);
            }
        }
    }

    /// Pops the node on top and backs up its value to its parent.
    fn leave<W: Observer<G>>(&mut self, ply: usize, observer: &mut W) {
        let parts = self.storage.parts();
        let Some(frame) = parts.frames.pop() else { return };
        parts.children.truncate(frame.first);
        let current = parts.frames.last().and_then(|parent| parent.current);
        if T::REMEMBERS {
            self.remember(ply, &frame);
        }
        if X::PROBES && frame.marks.has(Marks::PROBE) {
            self.infer(ply, &frame, observer);
            return;
        }
        observer.returned(ply, frame.node.best);
        if T::REMEMBERS
            && let Some(parent) = self.storage.parts().top()
        {
            parent.marks.inherit(frame.marks, Marks::HORIZON.and(Marks::ESTIMATED));
        }
        match current {
            Some(mv) => {
                let value = -frame.node.best;
                if L::LOOKS && self.looks_again(ply, mv, value, observer) {
                    // It was there before, so it fits.
                    let _ = self.search_again(frame);
                    return;
                }
                self.improve(ply.wrapping_sub(1), mv, value, Rest::Stored, observer);
            }
            None => self.value = frame.node.best,
        }
    }
}
