//! Looks at nodes by shallow searches, as ProbCut does.

use super::{DepthFirst, Tactics};
use crate::search::frame::{Frame, Marks, Node, Phase};
use crate::search::probe::{Probe as _, Probed, Shallow};
use crate::search::{CapacityError, Observer, Reason, Store};
use crate::{Evaluator, Game, Value};

impl<G, E, P, S> DepthFirst<G, E, P, S>
where
    G: Game,
    E: Evaluator<G::Position>,
    P: Tactics<G::Move>,
    S: Store<G, E::State>,
{
    /// Makes the next shallow search of the node on top, or goes on to the full search. `next` counts the searches made.
    pub(super) fn probe<W: Observer<G>>(
        &mut self,
        ply: usize,
        observer: &mut W,
    ) -> Result<(), CapacityError> {
        let parts = self.storage.parts();
        let Some(frame) = parts.frames.last_mut() else { return Ok(()) };
        let made = u32::try_from(frame.next.wrapping_sub(frame.first)).unwrap_or(u32::MAX);
        let Node { static_value, window, position, state, .. } = &frame.node;
        let shallow = self.policy.parts().probe.probe(&Probed {
            made,
            static_value: *static_value,
            depth: frame.depth,
            window: *window,
            knows_move: frame.hinted.is_some(),
        });
        // The storage has a frame for each ply of the depth, so a search that is no shallower might not fit.
        let Some(shallow) = shallow.filter(|shallow| shallow.depth < frame.depth) else {
            frame.next = frame.first;
            if P::REMEMBERS && made > 0 {
                self.consult();
            }
            self.settle(ply, observer);
            return Ok(());
        };
        frame.next = frame.next.wrapping_add(1);
        if shallow.depth == 0 {
            // The static value is known.
            let value = static_value.unwrap_or_default();
            self.conclude(ply, shallow, value, observer);
            return Ok(());
        }
        let (position, state) = (position.clone(), state.clone());
        let node = Node::new(&self.game, position, state, shallow.window, *static_value);
        let mut frame = Frame::new(node, shallow.depth, false, frame.first, Phase::Enter);
        frame.marks.set(Marks::PROBE, true);
        observer.probing(ply, shallow.depth, shallow.window);
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
        let made = Shallow { depth: probe.depth, window: probe.node.window };
        self.conclude(ply, made, probe.node.best, observer);
    }

    /// Prunes the node on top, at `ply`, if the value that a probe of it has found leaves no doubt.
    fn conclude<W: Observer<G>>(
        &mut self,
        ply: usize,
        made: Shallow,
        value: Value,
        observer: &mut W,
    ) {
        observer.probed(ply, made.depth, value);
        let parts = self.storage.parts();
        let Some(frame) = parts.frames.last_mut() else { return };
        let range = self.policy.parts().probe.range_after(made, value, frame.depth);
        observer.estimated(ply, range);
        let window = frame.node.window;
        let reason = Reason::Selective { value, depth: made.depth, range, window };
        let value = if range.low >= window.beta {
            range.low
        } else if range.high <= window.alpha {
            range.high
        } else {
            return;
        };
        frame.node.best = value;
        frame.phase = Phase::Leave;
        observer.pruned(ply, reason);
        self.prune_by_estimate(false);
    }
}
