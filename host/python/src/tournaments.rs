//! Tournaments between engines.

use std::ops::ControlFlow;

use plyscope_engine::Engine;
use plyscope_players::engine::Entrant;
use plyscope_players::player::Posed;
use plyscope_players::tournament::{Format, Standings, Tournament, TournamentError};
use plyscope_run::interrupt::Interrupted;
use plyscope_run::parallel::threads;
use pyo3::prelude::*;
use serde_json::json;

use crate::leaving::AtWork;
use crate::signals::watched;
use crate::visit::{Known, Objects, Subject, Visit};
use crate::{failure, usage};

/// Plays every engine against every other from openings of a game, each twice with sides swapped: the games and the standings as JSON.
#[pyfunction]
#[pyo3(signature = (position, engines, pairs, seed, opening_plies, thread_count))]
pub(crate) fn tournament(
    py: Python<'_>,
    position: &Bound<'_, PyAny>,
    engines: Vec<Vec<(String, String)>>,
    pairs: Option<u64>,
    seed: u64,
    opening_plies: u32,
    thread_count: Option<u16>,
) -> PyResult<(Vec<String>, String)> {
    if thread_count == Some(0) {
        return Err(usage("threads must be at least 1"));
    }
    let engines: Vec<Engine> = engines
        .iter()
        .map(|pairs| crate::engines::engine(pairs, false))
        .collect::<PyResult<_>>()?;
    let at_work = AtWork::begin()?;
    let subject = Subject::of(position, opening_plies)?;
    let played = subject.visit(Play { py, engines, pairs, seed, thread_count })?;
    drop(at_work);
    played
}

struct Play<'py> {
    py: Python<'py>,
    engines: Vec<Engine>,
    pairs: Option<u64>,
    seed: u64,
    thread_count: Option<u16>,
}

impl Visit for Play<'_> {
    type Out = PyResult<(Vec<String>, String)>;

    fn visit<D: Objects + 'static>(self, at: Posed<'_, D>, _: Known) -> Self::Out {
        let Self { py, engines, pairs, seed, thread_count } = self;
        let domain = at.domain.clone();
        let entrants: Vec<Entrant> = engines.into_iter().map(Entrant::from).collect();
        let tournament =
            Tournament { domain, engines: entrants, format: Format::RoundRobin, pairs, seed };
        // Games in Python take turns with the interpreter: more threads would only wait.
        let threads = if D::CALLS_PYTHON { 1 } else { threads(thread_count) };
        let stop = || at.domain.stop();
        let played = watched(
            py,
            stop,
            |_, ()| Ok(()),
            |_| {
                let schedule = tournament.schedule()?;
                let mut rows = Vec::new();
                let mut standings = Standings::of::<D>();
                schedule.play(0..schedule.units(), threads, |games| {
                    if at.domain.has_failed() {
                        return Err(Interrupted.into());
                    }
                    standings.add(games);
                    rows.extend(
                        games.iter().map(|game| serde_json::to_string(game).unwrap_or_default()),
                    );
                    Ok(ControlFlow::Continue(()))
                })?;
                Ok((rows, standings))
            },
        );
        at.domain.check()?;
        let (rows, standings) = played?.map_err(|error: TournamentError| match error {
            TournamentError::Forfeited { .. } | TournamentError::Record(_) => failure(error),
            error => usage(error),
        })?;
        Ok((rows, table(&standings)))
    }
}

/// The standings as JSON.
fn table(standings: &Standings) -> String {
    let pairings = standings.pairings.iter().map(|pairing| {
        let found = pairing.clusters.estimates();
        json!({
            "engines": pairing.engines,
            "tally": pairing.tally,
            "score": pairing.tally.score(),
            "score_interval": found.map(|found| found.interval),
            "elo": found.map(|found| found.elo),
            "work": pairing.work,
            "forfeits": pairing.forfeits,
        })
    });
    let ranks = standings.crosstable().into_iter().map(|row| {
        json!({ "name": row.name, "elo": row.elo, "wins": row.tally.wins, "draws": row.tally.draws,
            "losses": row.tally.losses, "score": row.tally.score() })
    });
    json!({ "pairings": pairings.collect::<Vec<_>>(), "ranks": ranks.collect::<Vec<_>>() })
        .to_string()
}
