//! A player on a device.

use plyscope_core::Game;

use super::run::uninterrupted;
use super::{Choice, DeviceSearch, Failure, Player, Watch};
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
        self.choose_watched(record, &mut ())
    }

    fn choose_watched(
        &mut self,
        record: &GameRecord<G>,
        watch: &mut dyn Watch<G::Move>,
    ) -> Result<Choice<G::Move>, Failure> {
        let report = self.search.search(record.position(), &self.engine, watch)?;
        Choice::of(&uninterrupted(report)?, record)
    }
}
