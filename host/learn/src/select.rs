//! Compares candidates by games, not by errors.

use plyscope_players::domain::OthelloDomain;
use plyscope_players::engine::{Algorithm, Engine};
use plyscope_players::tournament::{Format, GameRow, Standings, Tournament, TournamentError};
use plyscope_run::record::{RecordError, parse};
use plyscope_run::statistics::Tally;
use serde::{Deserialize, Serialize};

use super::trainer::{Trainer, text};
use super::{Candidate, LearnError, LearnEvent, LearnedFile};

/// Two games of two candidates with the same opening.
#[derive(Serialize, Deserialize)]
struct PairRow {
    pair: [GameRow; 2],
}

/// The games that candidates have played against each other, from the rows of a training.
///
/// # Errors
/// [`RecordError::Content`] if a row is not one of a training.
pub fn matches(rows: &[String]) -> Result<Vec<[GameRow; 2]>, RecordError> {
    #[derive(Deserialize)]
    struct AnyRow {
        pair: Option<[GameRow; 2]>,
    }
    let pairs = parse::<AnyRow>(rows).map(|row| Ok(row?.pair));
    pairs.filter_map(Result::transpose).collect()
}

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
    pub(super) fn select(&mut self, learned: &[LearnedFile]) -> Result<Vec<Standing>, LearnError> {
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
        let Self { plan, directory, stages, watch } = self;
        let engine = |learned: &LearnedFile| {
            let file = directory.join(&learned.file);
            Ok::<_, LearnError>(
                Engine {
                    name: learned.candidate.to_string(),
                    nodes: Some(plan.nodes),
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
            pairs: plan.pairs,
            seed: plan.seed,
        };
        let schedule = tournament.schedule()?;
        let rows = stages.run(
            schedule.units(),
            |pairs| watch(LearnEvent::Matches(2 * schedule.units(), 2 * pairs)),
            |unit| {
                let pair = schedule.play_unit(unit).map_err(|error| match error {
                    TournamentError::Interrupted(_) => LearnError::Stopped,
                    error => error.into(),
                })?;
                watch(LearnEvent::Pair);
                Ok(PairRow { pair })
            },
        )?;
        let mut played = Standings::of::<OthelloDomain>();
        rows.iter().for_each(|row| played.add(&row.pair));
        for pairing in &played.pairings {
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
