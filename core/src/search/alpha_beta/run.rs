//! The main loop of a depth-first search: entering and leaving nodes.

use super::{DepthFirst, Ordering as _, Tactics};
use crate::search::estimate::{Estimate as _, Range};
use crate::search::frame::{Marks, Phase, for_parent, mover_at};
use crate::search::probe::Probe as _;
use crate::search::{CapacityError, Counts, Observer, Progress, Reason, Store};
use crate::{Evaluator, Game, Value, Window};

/// How a line continues below a child.
#[derive(Clone, Copy)]
pub(super) enum Rest<M> {
    /// With this move at most: the child is at the horizon or just above it.
    Is(Option<M>),
    /// With the line stored for the next ply.
    Stored,
}

impl<G, E, P, S> DepthFirst<G, E, P, S>
where
    G: Game,
    E: Evaluator<G::Position>,
    P: Tactics<G::Move>,
    S: Store<G, E::State>,
{
    /// Searches until the root is left, or until `pause_at` nodes are generated and there are more to generate.
    // Out of line: each way to call a search would have a copy of all of it.
    #[inline(never)]
    pub(super) fn run<W: Observer<G>>(
        &mut self,
        pause_at: u64,
        observer: &mut W,
    ) -> Result<Progress, CapacityError> {
        loop {
            let probes = if P::PROBES { usize::from(self.probes) } else { 0 };
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
                Phase::Ask if P::ASKS => return Ok(Progress::Paused),
                Phase::Leave | Phase::Ask => self.leave(ply, observer),
            }
        }
    }

    /// Records that a line below the node on top ends at the horizon.
    #[inline]
    pub(super) fn meet_horizon(&mut self) {
        self.met_horizon = true;
        if P::REMEMBERS {
            self.mark(Marks::HORIZON);
        }
    }

    /// Records that the value of the node on top may rest on estimates that err.
    pub(super) fn estimate(&mut self) {
        self.estimated = true;
        if P::REMEMBERS {
            self.mark(Marks::ESTIMATED);
        }
    }

    /// Sets a mark of the node on top.
    pub(super) fn mark(&mut self, mark: Marks) {
        if let Some(frame) = self.storage.parts().top() {
            frame.marks.set(mark, true);
        }
    }

    /// Records that a node was pruned by an estimate that is sure or not.
    pub(super) fn prune_by_estimate(&mut self, is_sure: bool) {
        Counts::add(&mut self.counts.pruned_by_estimate);
        self.rely_on_estimate(is_sure);
    }

    /// Records that the value depends on an estimate: certain or not, it holds to the horizon only.
    fn rely_on_estimate(&mut self, is_sure: bool) {
        self.meet_horizon();
        if !is_sure && (P::REMEMBERS || !self.estimated) {
            self.estimate();
        }
    }

    /// Tests a node before its children are generated.
    fn enter<W: Observer<G>>(&mut self, ply: usize, observer: &mut W) {
        if P::REMEMBERS {
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
        let is_probe = P::PROBES && frame.marks.has(Marks::PROBE);
        // The root is never probed.
        if ply == 0 {
            observer.began(depth, window, frame.node.static_value);
        }
        if P::ESTIMATES && !is_probe && self.prune_on_entry(ply, &mut window, observer) {
            return;
        }
        let parts = self.storage.parts();
        let Some(frame) = parts.frames.last_mut() else { return };
        // A finished game's outcome depends on no window.
        let narrowed = P::ESTIMATES
            && frame.node.window != window
            && self.game.has_more(&frame.node.position, &frame.node.moves);
        frame.node.window = window;
        if P::PROBES && !is_probe && ply > 0 && depth >= 2 {
            let asks = P::ASKS && self.policy.parts().probe.asks(depth);
            frame.phase = if asks { Phase::Ask } else { Phase::Probe };
        } else {
            self.settle(ply, observer);
        }
        if narrowed {
            observer.narrowed(ply, window);
            self.rely_on_estimate(self.policy.parts().estimator.is_sure());
        }
    }

    /// Prunes the node on top, at `ply`, if its estimate leaves no doubt. If not, two-sided estimates narrow its window.
    fn prune_on_entry<W: Observer<G>>(
        &mut self,
        ply: usize,
        window: &mut Window,
        observer: &mut W,
    ) -> bool {
        let parts = self.storage.parts();
        let Some(frame) = parts.frames.last_mut() else { return false };
        let Some(static_value) = frame.node.static_value else { return false };
        let depth = frame.depth;
        let policy = self.policy.parts();
        let range = policy.estimator.range(&frame.node.at(depth, mover_at(self.root_mover, ply)));
        observer.estimated(ply, range);
        let Range { low, high } = range;
        let value = if low >= window.beta && (depth >= 2 || policy.tests_above_horizon()) {
            low
        } else if !policy.two_sided {
            return false;
        } else if high <= window.alpha {
            high
        } else {
            // One less than the certain bound, so that a value equal to the bound is still found with its move.
            window.alpha = window.alpha.max(low.plus(-1));
            window.beta = window.beta.min(high);
            return false;
        };
        let is_sure = policy.estimator.is_sure();
        frame.node.best = value;
        frame.phase = Phase::Leave;
        let reason =
            Reason::Estimate { static_value, depth, range, window: *window, by_child: false };
        observer.pruned(ply, reason);
        self.prune_by_estimate(is_sure);
        true
    }

    /// Decides how the children of the node on top are generated.
    #[inline]
    pub(super) fn settle<W: Observer<G>>(&mut self, ply: usize, observer: &mut W) {
        Counts::add(&mut self.counts.expanded);
        observer.expanded(ply);
        let parts = self.storage.parts();
        let Some(frame) = parts.frames.last_mut() else { return };
        let depth = frame.depth;
        let ordered = self.policy.parts().order.sorts(depth);
        if frame.on_hint {
            // The line may belong to another position.
            let hint = parts.first_line.get(ply).copied();
            let hint = hint.filter(|&mv| self.game.is_legal(&frame.node.position, mv));
            frame.on_hint = hint.is_some();
            frame.hinted = hint.or(frame.hinted);
        }
        frame.phase = match depth {
            // A known move may make the generation of the others needless.
            2.. if P::REMEMBERS && ordered && frame.hinted.is_some() => {
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

    /// Records a child of the node on top, at `ply`, with its value and its line `rest`. Returns whether that cuts the node off.
    #[inline]
    pub(super) fn improve<W: Observer<G>>(
        &mut self,
        ply: usize,
        mv: G::Move,
        value: Value,
        rest: Rest<G::Move>,
        observer: &mut W,
    ) -> bool {
        let mut parts = self.storage.parts();
        let Some(frame) = parts.frames.last_mut() else { return false };
        if value <= frame.node.best {
            return false;
        }
        frame.node.best = value;
        observer.backed_up(ply, mv, value);
        if ply == 0 {
            self.best_move = Some(mv);
        }
        let window = frame.node.window;
        if value > window.alpha {
            frame.node.window.alpha = value;
            if P::REMEMBERS {
                frame.marks.set(Marks::RAISED, true);
            }
            match rest {
                Rest::Is(next) => parts.lines.set(ply, mv, next),
                Rest::Stored => parts.lines.extend(ply, mv),
            }
            if P::CUTS && value >= window.beta {
                frame.phase = Phase::Leave;
                observer.pruned(ply, Reason::Window { value, window });
                if P::RANKS {
                    self.policy.parts_mut().order.cut_off(ply, frame.depth, mv);
                }
                Counts::add(&mut self.counts.pruned_by_window);
                return true;
            }
        }
        false
    }

    /// Pops the node on top and backs up its value to its parent.
    fn leave<W: Observer<G>>(&mut self, ply: usize, observer: &mut W) {
        let parts = self.storage.parts();
        let Some(frame) = parts.frames.pop() else { return };
        parts.children.truncate(frame.first);
        let parent = parts.frames.last();
        let current = parent.and_then(|parent| parent.current);
        let again = G::EXTRA_MOVES
            && parent.is_some_and(|parent| {
                self.game.moves_again(&parent.node.position, &frame.node.position)
            });
        if P::REMEMBERS {
            self.remember(ply, &frame);
        }
        if P::PROBES && frame.marks.has(Marks::PROBE) {
            self.infer(ply, &frame, observer);
            return;
        }
        observer.returned(ply, frame.node.best);
        if P::REMEMBERS
            && let Some(parent) = self.storage.parts().top()
        {
            parent.marks.inherit(frame.marks, Marks::HORIZON.and(Marks::ESTIMATED));
        }
        match current {
            Some(mv) => {
                let value = for_parent(again, frame.node.best);
                if P::LOOKS && self.looks_again(ply, mv, (value, again), observer) {
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
