//! Tournaments in run directories.

use std::ops::ControlFlow;
use std::path::Path;

use super::{GameRow, Schedule, Standings, TournamentError};
use crate::domain::Domain;
use crate::record::{Manifest, RecordError, Run, Shard};

/// What the manifests of tournaments call themselves.
pub const KIND: &str = "tournament";

/// A game as a row of a run directory.
#[must_use]
pub fn row(game: &GameRow) -> String {
    // Strings and numbers only: this cannot fail.
    serde_json::to_string(game).unwrap_or_default()
}

/// The pairs of games that rows of a run directory hold.
///
/// # Errors
/// If a row is no game.
pub fn games_of(lines: &[String]) -> Result<Vec<[GameRow; 2]>, serde_json::Error> {
    let mut games = Vec::new();
    for pair in lines.chunks_exact(2) {
        if let [first, second] = pair {
            games.push([serde_json::from_str(first)?, serde_json::from_str(second)?]);
        }
    }
    Ok(games)
}

impl<D: Domain> Schedule<'_, D> {
    /// The manifest of a run of this schedule, or of a part of it.
    #[must_use]
    pub fn manifest(&self, shard: Shard) -> Manifest {
        Manifest::new(KIND, self.configuration(), Some(self.units()), 2, shard)
    }

    /// Plays in a run directory: begins a run there, or goes on with the one that is there.
    ///
    /// # Errors
    /// As [`Schedule::play`], or if the directory cannot be used.
    pub fn play_recorded(&self, path: &Path, threads: usize) -> Result<Standings, TournamentError> {
        self.play_recorded_watched(path, threads, |_| (), || ControlFlow::Continue(()))
    }

    /// The same; `begin` is told how many games were there, `watch` of each further pair, after which it may end the run.
    ///
    /// # Errors
    /// As [`Schedule::play`], or if the directory cannot be used.
    pub fn play_recorded_watched(
        &self,
        path: &Path,
        threads: usize,
        begin: impl FnOnce(u64),
        mut watch: impl FnMut() -> ControlFlow<()>,
    ) -> Result<Standings, TournamentError> {
        let manifest = self.manifest(Shard::WHOLE);
        let (mut run, lines) = match Run::resume(path, &manifest) {
            Err(RecordError::NoRun(_)) => (Run::create(path, manifest)?, Vec::new()),
            resumed => resumed?,
        };
        let mut standings = Standings::new(self.tournament.domain.scores_pairs());
        let recorded = games_of(&lines).map_err(|error| RecordError::Manifest {
            path: path.to_owned(),
            reason: error.to_string(),
        })?;
        recorded.iter().for_each(|games| standings.add(games));
        begin(2 * recorded.len() as u64);
        self.play(&run.missing(), threads, |games| {
            run.append(&games.each_ref().map(row))?;
            standings.add(games);
            Ok(watch())
        })?;
        Ok(standings)
    }
}
