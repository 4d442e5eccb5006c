//! Compares candidates by games, not by errors.

use std::ops::ControlFlow;

use plyscope_players::domain::OthelloDomain;
use plyscope_players::engine::{Algorithm, Engine};
use plyscope_players::tournament::{Format, Tournament, TournamentError};
use plyscope_run::interrupt::Interrupted;
use plyscope_run::record::Shard;
use plyscope_run::session::Place;
use plyscope_run::statistics::Tally;
use serde::Serialize;

use super::{Candidate, LearnError, LearnEvent, LearnedFile, Trainer, text};

/// A candidate's result against all others.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Standing {
    /// The candidate.
    pub candidate: Candidate,
    /// Its size in bytes.
    pub bytes: usize,
    /// All its games.
    pub tally: Tally,
    /// Its share of the points.
    pub score: f64,
}

impl Trainer<'_> {
    /// Lets candidates play each other by alpha-beta with iterative deepening, with equal nodes per move, each opening
    /// twice with sides swapped. Returns the best first.
    pub(super) fn select(&self, learned: &[LearnedFile]) -> Result<Vec<Standing>, LearnError> {
        let mut standings: Vec<Standing> = learned
            .iter()
            .map(|&LearnedFile { candidate, bytes, .. }| Standing {
                candidate,
                bytes,
                tally: Tally::default(),
                score: 0.0,
            })
            .collect();
        if learned.len() < 2 {
            return Ok(standings);
        }
        let engine = |learned: &LearnedFile| {
            let file = self.directory.join(&learned.file);
            Ok::<_, LearnError>(
                Engine {
                    name: learned.candidate.to_string(),
                    nodes: Some(self.plan.nodes),
                    evaluation: Some(learned.candidate.evaluation(text(&file)?)),
                    ..Engine::new(Algorithm::AlphaBeta)
                }
                .into(),
            )
        };
        let tournament = Tournament {
            domain: OthelloDomain::default(),
            engines: learned.iter().map(engine).collect::<Result<_, _>>()?,
            format: Format::RoundRobin,
            pairs: self.plan.pairs,
            seed: self.plan.seed,
        };
        let schedule = tournament.schedule()?;
        let place = Place::Either(self.directory.join("matches"));
        let mut play = schedule.open(&place, schedule.manifest(Shard::WHOLE))?;
        let there = 2 * play.recorded.len() as u64;
        (self.watch)(LearnEvent::Matches(2 * schedule.units(), there));
        let played = play.play(self.threads, |_, _| {
            (self.watch)(LearnEvent::Pair);
            if (self.stop)() { Err(Interrupted.into()) } else { Ok(ControlFlow::Continue(())) }
        });
        match played {
            Err(TournamentError::Interrupted(_)) => return Err(LearnError::Stopped),
            played => played?,
        }
        for pairing in &play.standings.pairings {
            pairing.check_whole()?;
            for (name, tally) in
                pairing.engines.iter().zip([pairing.tally, pairing.tally.reversed()])
            {
                let of = standings.iter_mut().find(|one| one.candidate.to_string() == *name);
                if let Some(standing) = of {
                    standing.tally = standing.tally.plus(tally);
                }
            }
        }
        for standing in &mut standings {
            standing.score = standing.tally.score().unwrap_or_default();
        }
        standings.sort_by(|a, b| b.score.total_cmp(&a.score));
        Ok(standings)
    }
}
