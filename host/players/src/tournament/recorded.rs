//! Tournaments in run directories.

use std::ops::ControlFlow;
use std::path::Path;

use plyscope_run::record::{Manifest, RecordError, Run, Shard, reason};

use super::{GameRow, Schedule, Standings, TournamentError};
use crate::domain::Domain;

/// The kind of tournaments' manifests.
pub const KIND: &str = "tournament";

/// A game as a row of a run.
#[must_use]
pub fn row(game: &GameRow) -> String {
    // Only strings and numbers: this cannot fail.
    serde_json::to_string(game).unwrap_or_default()
}

/// The pairs of games in the rows of a run.
///
/// # Errors
/// [`RecordError::Content`] if a row is not a game.
pub fn games_of(lines: &[String]) -> Result<Vec<[GameRow; 2]>, RecordError> {
    let game = |number: usize, line: &String| {
        serde_json::from_str::<GameRow>(line)
            .map_err(|error| RecordError::Content { number: number + 1, reason: reason(&error) })
    };
    let mut games = Vec::new();
    for (number, pair) in lines.chunks_exact(2).enumerate() {
        if let [first, second] = pair {
            games.push([game(2 * number, first)?, game(2 * number + 1, second)?]);
        }
    }
    Ok(games)
}

impl<D: Domain> Schedule<'_, D> {
    /// The manifest of a run of this schedule or of a shard.
    #[must_use]
    pub fn manifest(&self, shard: Shard) -> Manifest {
        Manifest::new(KIND, self.configuration(), Some(self.units()), 2, shard)
    }

    /// Plays in a run directory, resuming the run if there is one.
    ///
    /// # Errors
    /// As [`Schedule::play`], or if the directory cannot be used.
    pub fn play_recorded(&self, path: &Path, threads: usize) -> Result<Standings, TournamentError> {
        self.play_recorded_watched(path, threads, |_| (), || ControlFlow::Continue(()))
    }

    /// The same; `begin` receives the number of recorded games, `watch` each further pair, after which it may end the run.
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
        let (mut run, lines) = Run::create_or_resume(path, &manifest)?;
        let mut standings = Standings::of::<D>();
        let recorded = games_of(&lines)?;
        recorded.iter().for_each(|games| standings.add(games));
        begin(2 * recorded.len() as u64);
        self.play(run.missing(), threads, |games| {
            run.append(&games.each_ref().map(row))?;
            standings.add(games);
            Ok(watch())
        })?;
        Ok(standings)
    }
}
