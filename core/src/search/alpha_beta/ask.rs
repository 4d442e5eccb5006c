//! Nodes that the search leaves to its caller.

use super::{DepthFirst, Tactics};
use crate::search::frame::Phase;
use crate::search::{Counts, Store};
use crate::{Evaluator, Game, Value, Window};

impl<G, E, P, S> DepthFirst<G, E, P, S>
where
    G: Game,
    E: Evaluator<G::Position>,
    P: Tactics<G::Move>,
    S: Store<G, E::State>,
{
    /// The node that the caller is to value, while the search is paused for that, with its window: what its
    /// [probe](crate::search::probe::Probe::asks) leaves to the caller. The search goes on once it has the [answer](Self::answer).
    #[must_use]
    pub fn asked(&self) -> Option<(&G::Position, Window)> {
        let frame = self.storage.path().last().filter(|frame| frame.phase == Phase::Ask)?;
        Some((&frame.node.position, frame.node.window))
    }

    /// Values the node that is [asked](Self::asked) for: by its exact value, or by a bound of it that is outside the window. The counts of
    /// the caller's search are added to those of this one. Without a question it does nothing.
    pub fn answer(&mut self, value: Value, counts: Counts) {
        let Some(frame) = self.storage.parts().top().filter(|frame| frame.phase == Phase::Ask)
        else {
            return;
        };
        frame.node.best = value;
        frame.phase = Phase::Leave;
        self.counts = self.counts.plus(counts);
    }
}
