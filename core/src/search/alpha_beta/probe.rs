//! Looks at nodes by shallow searches, for estimators such as ProbCut.

use super::{DepthFirst, Ordering, Policy, Scout, Table};
use crate::search::forward_estimation::{Estimator, Probe, Probed};
use crate::search::frame::{Frame, Marks, Node, Phase, mover_at};
use crate::search::{CapacityError, Observer, Reason, Store};
use crate::{Evaluator, Game, Value};

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
    /// Makes the next shallow search of the node on top, or goes on to the full search. `next` counts the searches made.
    pub(super) fn probe<W: Observer<G>>(
        &mut self,
        ply: usize,
        observer: &mut W,
    ) -> Result<(), CapacityError> {
        let mover = mover_at(self.root_mover, ply);
        let parts = self.storage.parts();
        let Some(frame) = parts.frames.last_mut() else { return Ok(()) };
        let made = u32::try_from(frame.next.wrapping_sub(frame.first)).unwrap_or(u32::MAX);
        let Node { static_value, window, position, state, .. } = &frame.node;
        // Without estimates there is no static value, but there may be probes.
        let known = if X::ESTIMATES { *static_value } else { Some(Value::ZERO) };
        let probe = known.and_then(|static_value| {
            self.policy.estimator.probe(&Probed {
                made,
                static_value,
                depth: frame.depth,
                window: *window,
                knows_move: frame.hinted.is_some(),
                mover,
            })
        });
        // The storage has a frame for each ply of the depth, so a search that is no shallower might not fit.
        let Some(probe) = probe.filter(|probe| probe.depth < frame.depth) else {
            frame.next = frame.first;
            if T::REMEMBERS && made > 0 {
                self.consult();
            }
            self.settle(ply, observer);
            return Ok(());
        };
        frame.next = frame.next.wrapping_add(1);
        if probe.depth == 0 {
            // The static value is known.
            let value = static_value.unwrap_or_default();
            self.conclude(ply, probe, value, observer);
            return Ok(());
        }
        let (position, state) = (position.clone(), state.clone());
        let node = Node::new(&self.game, position, state, probe.window, *static_value);
        let mut frame = Frame::new(node, probe.depth, false, frame.first, Phase::Enter);
        frame.marks.set(Marks::PROBE, true);
        observer.probing(ply, probe.depth, probe.window);
        self.probes = self.probes.wrapping_add(1);
        self.push(frame)
    }

    /// Infers the range of the value of the node on top, at `ply`, from a shallow search that has ended.
    pub(super) fn infer<W: Observer<G>>(
        &mut self,
        ply: usize,
        probe: &Frame<G, E::State>,
        observer: &mut W,
    ) {
        self.probes = self.probes.wrapping_sub(1);
        let mut lines = self.storage.parts().lines;
        lines.clear(ply);
        let made = Probe { depth: probe.depth, window: probe.node.window };
        self.conclude(ply, made, probe.node.best, observer);
    }

    /// Prunes the node on top, at `ply`, if the value that a probe of it has found leaves no doubt.
    fn conclude<W: Observer<G>>(
        &mut self,
        ply: usize,
        made: Probe,
        value: Value,
        observer: &mut W,
    ) {
        observer.probed(ply, made.depth, value);
        let mover = mover_at(self.root_mover, ply);
        let parts = self.storage.parts();
        let Some(frame) = parts.frames.last_mut() else { return };
        let (lowest, highest) = self.policy.estimator.range_after(made, value, frame.depth, mover);
        observer.estimated(ply, (lowest, highest));
        let (range, window) = ((lowest, highest), frame.node.window);
        let reason = Reason::Selective { value, depth: made.depth, range, window };
        let value = if lowest >= frame.node.window.beta {
            lowest
        } else if highest <= frame.node.window.alpha {
            highest
        } else {
            return;
        };
        frame.node.best = value;
        frame.phase = Phase::Leave;
        observer.pruned(ply, reason);
        self.prune_by_estimate();
    }
}
