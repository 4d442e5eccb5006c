//! Tournaments in run directories.

use std::ops::ControlFlow;

use plyscope_run::record::{Manifest, RecordError, Shard, parse};
use plyscope_run::session::{Place, Session, Workers};

use super::{GameRow, Schedule, Standings, TournamentError};
use crate::domain::Domain;

/// The kind of tournaments' manifests.
pub const KIND: &str = "tournament";

/// A game as a row of a run.
fn row(game: &GameRow) -> String {
    // Only strings and numbers: this cannot fail.
    serde_json::to_string(game).unwrap_or_default()
}

/// The pairs of games in the rows of a run.
///
/// # Errors
/// [`RecordError::Content`] if a row is not a game.
pub fn games_of(lines: &[String]) -> Result<Vec<[GameRow; 2]>, RecordError> {
    let mut rows = parse(lines);
    let mut games = Vec::new();
    while let (Some(first), Some(second)) = (rows.next(), rows.next()) {
        games.push([first?, second?]);
    }
    Ok(games)
}

/// A schedule that is played in a run.
pub struct RecordedPlay<'s, D: Domain> {
    schedule: &'s Schedule<'s, D>,
    session: Session,
    /// The pairs of games that the run held when it was opened.
    pub recorded: Vec<[GameRow; 2]>,
    /// The standings after all games so far.
    pub standings: Standings,
}

impl<D: Domain> std::fmt::Debug for RecordedPlay<'_, D> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("RecordedPlay").field("session", &self.session).finish_non_exhaustive()
    }
}

impl<D: Domain> Schedule<'_, D> {
    /// The manifest of a run of this schedule or of a shard.
    #[must_use]
    pub fn manifest(&self, shard: Shard) -> Manifest {
        Manifest::new(KIND, self.configuration(), Some(self.units()), 2, shard)
    }

    /// Opens a run of this schedule, which `manifest` describes: [that of the schedule](Self::manifest), or one with more in its
    /// configuration.
    ///
    /// # Errors
    /// [`RecordError`] if the directory cannot be used.
    pub fn open(
        &self,
        place: &Place,
        manifest: Manifest,
    ) -> Result<RecordedPlay<'_, D>, RecordError> {
        let (session, lines) = Session::open(place, manifest)?;
        let recorded = games_of(&lines)?;
        let mut standings = Standings::of::<D>();
        recorded.iter().for_each(|games| standings.add(games));
        Ok(RecordedPlay { schedule: self, session, recorded, standings })
    }
}

impl<D: Domain> RecordedPlay<'_, D> {
    /// The run.
    #[must_use]
    pub const fn session(&self) -> &Session {
        &self.session
    }

    /// Plays the pairs of games that are left. `watch` receives each after it is recorded, with the standings, and may end the play.
    ///
    /// # Errors
    /// As [`Schedule::play`], or if a game cannot be recorded.
    pub fn play(
        &mut self,
        threads: usize,
        mut watch: impl FnMut(&[GameRow; 2], &Standings) -> Result<ControlFlow<()>, TournamentError>,
    ) -> Result<(), TournamentError> {
        let Self { schedule, session, standings, .. } = self;
        session.run(
            Workers::new(threads),
            |unit| {
                let games = schedule.play_unit(unit.number)?;
                Ok((games.iter().map(row).collect(), games))
            },
            |_, games| {
                standings.add(&games);
                watch(&games, standings)
            },
        )
    }
}
