//! A player on a device.

use std::ops::ControlFlow;

use plyscope_core::{Game, Stop};
use plyscope_run::interrupt;

use super::{Choice, DeviceSearch, Failure, Player, SoFar, Thinking, Watch};
use crate::engine::Engine;
use crate::game::GameRecord;

/// A player whose searches run on a device.
pub struct DevicePlayer<G: Game> {
    engine: Engine,
    search: DeviceSearch<G>,
}

impl<G: Game> std::fmt::Debug for DevicePlayer<G> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("DevicePlayer").field("search", &self.search).finish_non_exhaustive()
    }
}

impl<G: Game> DevicePlayer<G> {
    /// A player with this engine and its `search`.
    pub(super) fn new(engine: &Engine, search: DeviceSearch<G>) -> Self {
        Self { engine: engine.clone(), search }
    }
}

impl<G: Game> Player<G> for DevicePlayer<G> {
    fn choose(&mut self, record: &GameRecord<G>) -> Result<Choice<G::Move>, Failure> {
        self.choose_watched(record, &mut |_| ControlFlow::Continue(()))
    }

    fn choose_watched(
        &mut self,
        record: &GameRecord<G>,
        watch: &mut Watch<'_, G::Move>,
    ) -> Result<Choice<G::Move>, Failure> {
        let watch = &mut |so_far: &SoFar| watch(Thinking::SoFar(so_far));
        let report = self.search.search(record.position(), &self.engine, watch)?;
        if report.stop == Stop::Polled {
            interrupt::check()?;
        }
        Choice::of(&report, record)
    }
}
