//! A training: its stages as units of a run, and its learned files beside the rows.

use std::path::Path;

use plyscope_core::othello::{Bill, Patterns, Simple};
use plyscope_run::files;
use plyscope_run::interrupt;
use plyscope_run::record::{Manifest, RecordError, Shard};
use plyscope_run::seed::hash;
use plyscope_run::session::Place;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::games::{PlayedGame, ScoredBoard, play};
use super::stages::Stages;
use super::{
    Candidate, Generation, LearnError, LearnEvent, LearnedFile, Training, TrainingPlan, failed,
    sha256, write_whole,
};

/// The kind of these runs.
pub const KIND: &str = "training";

/// The name of the record of a finished training.
pub const RECORD: &str = "training.json";

/// The largest number of games in a generation: their positions take some 12 GB of memory.
pub const MOST_GAMES: u64 = 10_000_000;

/// Games in a unit: they are written to the disk together.
const GAMES_A_UNIT: u64 = 16;

/// One game in this many is kept out for testing the weights.
const HELD_OUT: usize = 20;

/// The file that earlier versions kept the plan in.
const EARLIER: &str = "plan.json";

/// Games of a generation.
#[derive(Serialize, Deserialize)]
struct GamesRow {
    games: Vec<PlayedGame>,
}

/// A file that a candidate learned. It was written before its row.
#[derive(Serialize, Deserialize)]
struct LearnedRow {
    learned: LearnedFile,
}

/// A training in a directory.
pub(super) struct Trainer<'a> {
    pub(super) plan: &'a TrainingPlan,
    pub(super) directory: &'a Path,
    pub(super) stages: Stages,
    pub(super) watch: &'a (dyn Fn(LearnEvent) + Sync),
}

/// Runs the plan, or resumes it, and reports progress to `watch`, until the end or an [interrupt].
///
/// # Errors
/// [`LearnError`], which names the file.
pub fn learn(
    plan: &TrainingPlan,
    place: &Place,
    threads: usize,
    watch: &(dyn Fn(LearnEvent) + Sync),
) -> Result<Training, LearnError> {
    if let Some(&games) = plan.games.iter().find(|&&games| games > MOST_GAMES) {
        return Err(LearnError::TooMany { games });
    }
    let directory = place.path().ok_or(LearnError::Nowhere)?;
    if plan.candidates.len() > 1 {
        text(directory)?;
    }
    if directory.join(EARLIER).exists() {
        return Err(LearnError::Earlier { path: directory.to_owned() });
    }
    let stages = Stages::open(place, manifest(plan)?, threads)?;
    let mut work = Trainer { plan, directory, stages, watch };
    let mut generations: Vec<Generation> = Vec::new();
    let (mut earlier, mut earlier_held_out) = (Vec::new(), Vec::new());
    for (number, &games) in (1..).zip(&plan.games) {
        let seed = hash(plan.seed, number as u64);
        let before = generations.last().and_then(|last| last.learned.first());
        let (mut samples, mut held_out) = work.games(number, games, before, seed)?;
        let last = number == plan.games.len();
        if last {
            samples.append(&mut earlier);
            held_out.append(&mut earlier_held_out);
        } else if number + plan.learn_from > plan.games.len() {
            earlier.extend_from_slice(&samples);
            earlier_held_out.extend_from_slice(&held_out);
        }
        let candidates = if last { plan.candidates.as_slice() } else { &plan.candidates[..1] };
        let data =
            TrainingData { number, candidates, samples: &samples, held_out: &held_out, seed };
        let learned = work.fits(&data)?;
        generations.push(Generation {
            number,
            games,
            positions: samples.len(),
            held_out_positions: held_out.len(),
            learned,
        });
    }
    let learned = generations.last().map_or(&[][..], |last| &last.learned);
    let standings = work.select(learned)?;
    let version = env!("CARGO_PKG_VERSION");
    let command = plan.command();
    let training = Training { version, command, plan: plan.clone(), generations, standings };
    let text = serde_json::to_string_pretty(&training).unwrap_or_default() + "\n";
    write_whole(&directory.join(RECORD), text.as_bytes())?;
    Ok(training)
}

/// The manifest of a run of this plan.
fn manifest(plan: &TrainingPlan) -> Result<Manifest, LearnError> {
    // By way of text, numbers are the shortest that mean the same.
    let text = serde_json::to_string(plan).unwrap_or_default();
    let configuration: Value = serde_json::from_str(&text).unwrap_or_default();
    let games: u64 = plan.games.iter().map(|games| games.div_ceil(GAMES_A_UNIT)).sum();
    let fits = plan.games.len().saturating_sub(1) + plan.candidates.len();
    let units = games + fits as u64 + plan.pairs_of_candidates()?;
    Ok(Manifest::new(KIND, configuration, Some(units), 1, Shard::WHOLE))
}

/// What the candidates of a generation learn from.
struct TrainingData<'a> {
    /// The generation's number.
    number: usize,
    candidates: &'a [Candidate],
    samples: &'a [ScoredBoard],
    held_out: &'a [ScoredBoard],
    seed: u64,
}

impl Trainer<'_> {
    /// The games of a generation: the positions to learn from and those kept out.
    fn games(
        &mut self,
        number: usize,
        games: u64,
        learned: Option<&LearnedFile>,
        seed: u64,
    ) -> Result<(Vec<ScoredBoard>, Vec<ScoredBoard>), LearnError> {
        let Self { plan, directory, stages, watch } = self;
        let player = learned.map(|learned| read(&directory.join(&learned.file))).transpose()?;
        let player = player.as_deref().map(|file| (Patterns::new(file), Bill::new(file)));
        let rules = &plan.self_play;
        let one = |game| {
            let seed = hash(seed, game);
            let game = match player {
                Some((Some(patterns), _)) => play(patterns, rules, seed),
                Some((None, Some(bill))) => play(bill, rules, seed),
                // The file was checked when it was learned.
                Some((None, None)) | None => play(Simple, rules, seed),
            };
            watch(LearnEvent::Game);
            game
        };
        let before = stages.units();
        let rows = stages.run(
            games.div_ceil(GAMES_A_UNIT),
            |units| {
                let there = games.min(units * GAMES_A_UNIT);
                watch(LearnEvent::Games { generation: number, games, there });
            },
            |unit| {
                let first = unit * GAMES_A_UNIT;
                Ok(GamesRow { games: (first..games.min(first + GAMES_A_UNIT)).map(one).collect() })
            },
        )?;
        let (mut samples, mut held_out) = (Vec::new(), Vec::new());
        for (game, played) in rows.into_iter().flat_map(|row| row.games).enumerate() {
            let scored = played.samples().ok_or_else(|| RecordError::Content {
                number: (before + game as u64 / GAMES_A_UNIT) as usize + 1,
                reason: "its moves are not those of a finished game".to_owned(),
            })?;
            if game.is_multiple_of(HELD_OUT) { &mut held_out } else { &mut samples }.extend(scored);
        }
        Ok((samples, held_out))
    }

    /// The files that the candidates of a generation learn, one per thread at a time.
    fn fits(&mut self, data: &TrainingData<'_>) -> Result<Vec<LearnedFile>, LearnError> {
        let Self { plan, directory, stages, watch } = self;
        if data.samples.is_empty() || data.held_out.is_empty() {
            return Err(LearnError::TooFew { generation: Some(data.number) });
        }
        let count = data.candidates.len();
        let rows = stages.run(
            count as u64,
            |there| {
                watch(LearnEvent::Fits(count, plan.fit.epochs));
                (0..there * u64::from(plan.fit.epochs)).for_each(|_| watch(LearnEvent::Epoch));
            },
            |unit| {
                let learned = data.learn(plan, data.candidates[unit as usize], directory, watch)?;
                Ok(LearnedRow { learned })
            },
        )?;
        let learned = rows.into_iter().map(|row| row.learned).collect::<Vec<_>>();
        for (learned, &candidate) in learned.iter().zip(data.candidates) {
            let path = directory.join(data.file(candidate));
            // A deleted file is learned again.
            let is_same = if path.exists() {
                sha256(&read(&path)?) == learned.sha256
            } else {
                data.learn(plan, candidate, directory, watch)? == *learned
            };
            if !is_same {
                return Err(LearnError::Damaged { path, candidate });
            }
        }
        Ok(learned)
    }
}

impl TrainingData<'_> {
    /// The name of a candidate's file.
    fn file(&self, candidate: Candidate) -> String {
        format!("generation-{}-{}.bin", self.number, candidate.file_name())
    }

    /// Lets a candidate learn, and writes its file.
    fn learn(
        &self,
        plan: &TrainingPlan,
        candidate: Candidate,
        directory: &Path,
        watch: &(dyn Fn(LearnEvent) + Sync),
    ) -> Result<LearnedFile, LearnError> {
        let generation = self.number;
        let too_few = || LearnError::TooFew { generation: Some(generation) };
        let file = self.file(candidate);
        let path = directory.join(&file);
        let bytes = candidate.fit(self.samples, &plan.fit, self.seed, |_| {
            watch(LearnEvent::Epoch);
            !interrupt::requested()
        });
        interrupt::check()?;
        let bytes = bytes.ok_or_else(too_few)?;
        let held_out = candidate.accuracy(&bytes, self.held_out);
        let held_out = held_out.ok_or(LearnError::Damaged { path: path.clone(), candidate })?;
        if candidate.is_blank(&bytes) {
            return Err(LearnError::Rate { generation, candidate, rate: plan.fit.rate });
        }
        if !held_out.correlation.is_finite() {
            return Err(too_few());
        }
        write_whole(&path, &bytes)?;
        Ok(LearnedFile { candidate, file, bytes: bytes.len(), sha256: sha256(&bytes), held_out })
    }
}

fn read(path: &Path) -> Result<Vec<u8>, LearnError> {
    files::read_ordinary(path, u64::MAX).map_err(failed(path))
}

/// The path as text, for an engine's evaluation.
pub(super) fn text(path: &Path) -> Result<&str, LearnError> {
    path.to_str().ok_or_else(|| LearnError::NoText { path: path.to_owned() })
}
