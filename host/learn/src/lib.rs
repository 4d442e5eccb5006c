//! Off-line learning of evaluations from self-play games.
//!
//! [`learn`] works in generations. In the first, [`Simple`] plays the games; in each later one, the weights that the
//! plan's first candidate learned in the generation before. In the last generation all candidates learn from the same
//! games, and then play each other to decide which is best. Everything depends on the plan and its seed alone. Finished
//! work, down to single games, is not done again.

pub mod bill;
pub mod candidate;
pub mod correlation;
pub mod edge_costs;
mod error;
pub mod fit;
pub mod games;
pub mod labels;
pub mod midgame;
pub mod probcut;
mod select;
pub mod spreads;
mod store;
mod training;
pub mod weights;

use std::fs;
use std::io;
use std::ops::ControlFlow;
use std::path::Path;

use plyscope_core::othello::{Bill, Patterns, Simple};
use serde_json::{Value, json};
use sha2::{Digest as _, Sha256};

pub use candidate::Candidate;
pub use error::LearnError;
use games::{ScoredBoard, play};
use plyscope_run::files::{self, LOCK, Lock};
use plyscope_run::interrupt;
use plyscope_run::parallel::in_order;
use plyscope_run::record::difference;
use plyscope_run::seed::hash;
use plyscope_run::stream::in_order_of;
pub use select::Standing;
use store::Store;
pub use training::{Generation, LearnEvent, LearnedFile, Training, TrainingPlan};

/// The largest number of games in a generation: their positions take some 12 GB of memory.
pub const MOST_GAMES: u64 = 10_000_000;

/// Version of a training directory's format. In the first, games and weights had no checksums.
const FORMAT: u64 = 2;

/// The file with a directory's plan.
const PLAN: &str = "plan.json";

/// One game in this many is kept out for testing the weights.
const HELD_OUT: usize = 20;

/// A training in a directory.
struct Trainer<'a> {
    plan: &'a TrainingPlan,
    directory: &'a Path,
    /// A hash of the plan.
    identity: u64,
    threads: usize,
    stop: &'a (dyn Fn() -> bool + Sync),
    watch: &'a (dyn Fn(LearnEvent) + Sync),
}

/// Runs the plan in `directory` and reports progress to `watch`, until `stop` returns true or there is an [interrupt].
///
/// # Errors
/// [`LearnError`], which names the file.
pub fn learn(
    plan: &TrainingPlan,
    directory: &Path,
    threads: usize,
    stop: &(dyn Fn() -> bool + Sync),
    watch: &(dyn Fn(LearnEvent) + Sync),
) -> Result<Training, LearnError> {
    if let Some(&games) = plan.games.iter().find(|&&games| games > MOST_GAMES) {
        return Err(LearnError::TooMany { games });
    }
    if plan.candidates.len() > 1 {
        text(directory)?;
    }
    let (_lock, identity) = open(plan, directory)?;
    let work = Trainer { plan, directory, identity, threads, stop, watch };
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
        let learned = work.fits(number, candidates, &samples, &held_out, seed)?;
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
    write_whole(&directory.join("manifest.json"), text.as_bytes())?;
    Ok(training)
}

impl Trainer<'_> {
    fn go_on(&self) -> Result<(), LearnError> {
        if (self.stop)() || interrupt::requested() { Err(LearnError::Stopped) } else { Ok(()) }
    }

    /// Plays a generation's missing games, and returns the positions to learn from and those kept out.
    fn games(
        &self,
        number: usize,
        games: u64,
        before: Option<&LearnedFile>,
        seed: u64,
    ) -> Result<(Vec<ScoredBoard>, Vec<ScoredBoard>), LearnError> {
        let path = self.directory.join(format!("generation-{number}.games"));
        let identity = hash(self.identity, number as u64);
        let (mut store, mut played) = Store::open(&path, identity)?;
        played.truncate(games as usize);
        let there = played.len() as u64;
        (self.watch)(LearnEvent::Games { generation: number, games, there });
        let rules = &self.plan.self_play;
        let player = before.map(|learned| self.read(&learned.file)).transpose()?;
        let player = player.as_deref().map(|file| (Patterns::new(file), Bill::new(file)));
        let one = |unit| {
            let seed = hash(seed, unit);
            let samples = match player {
                Some((Some(patterns), _)) => play(patterns, rules, seed),
                Some((None, Some(bill))) => play(bill, rules, seed),
                // The file was checked when it was written or read.
                Some((None, None)) | None => play(Simple, rules, seed),
            };
            Ok::<_, LearnError>(samples.unwrap_or_default())
        };
        in_order_of(there..games, self.threads, one, |_, game| {
            self.go_on()?;
            store.append(&game).map_err(failed(&path))?;
            played.push(game);
            (self.watch)(LearnEvent::Game);
            Ok(ControlFlow::Continue(()))
        })?;
        store.sync().map_err(failed(&path))?;
        let (mut samples, mut held_out) = (Vec::new(), Vec::new());
        for (unit, game) in played.into_iter().enumerate() {
            if unit.is_multiple_of(HELD_OUT) { &mut held_out } else { &mut samples }.extend(game);
        }
        Ok((samples, held_out))
    }

    /// Lets the candidates that are not learned yet learn, one per thread.
    fn fits(
        &self,
        number: usize,
        candidates: &[Candidate],
        samples: &[ScoredBoard],
        held_out: &[ScoredBoard],
        seed: u64,
    ) -> Result<Vec<LearnedFile>, LearnError> {
        let too_few = || LearnError::TooFew { generation: number };
        if samples.is_empty() || held_out.is_empty() {
            return Err(too_few());
        }
        (self.watch)(LearnEvent::Fits(candidates.len(), self.plan.fit.epochs));
        let units: Vec<usize> = (0..candidates.len()).collect();
        let mut learned = Vec::new();
        let one = |unit: usize| {
            let candidate = candidates[unit];
            let file = format!("generation-{number}-{}.bin", candidate.file_name());
            let path = self.directory.join(&file);
            let is_there = path.exists();
            let bytes = if is_there {
                (0..self.plan.fit.epochs).for_each(|_| (self.watch)(LearnEvent::Epoch));
                self.read(&file)?
            } else {
                let bytes = candidate.fit(samples, &self.plan.fit, seed, |_| {
                    (self.watch)(LearnEvent::Epoch);
                    self.go_on().is_ok()
                });
                self.go_on()?;
                bytes.ok_or_else(too_few)?
            };
            let held_out = candidate
                .accuracy(&bytes, held_out)
                .ok_or_else(|| LearnError::Damaged { path: path.clone(), candidate })?;
            if candidate.is_blank(&bytes) {
                return Err(LearnError::Rate {
                    generation: number,
                    candidate,
                    rate: self.plan.fit.rate,
                });
            }
            if !held_out.correlation.is_finite() {
                return Err(too_few());
            }
            if !is_there {
                write_whole(&path, &bytes)?;
            }
            let sha256 = Sha256::digest(&bytes).iter().map(|byte| format!("{byte:02x}")).collect();
            Ok(LearnedFile { candidate, file, bytes: bytes.len(), sha256, held_out })
        };
        in_order(&units, self.threads, one, |_, one| {
            learned.push(one);
            Ok::<_, LearnError>(ControlFlow::Continue(()))
        })?;
        Ok(learned)
    }

    fn read(&self, file: &str) -> Result<Vec<u8>, LearnError> {
        let path = self.directory.join(file);
        files::read_ordinary(&path, u64::MAX).map_err(failed(&path))
    }
}

fn failed(path: &Path) -> impl FnOnce(io::Error) -> LearnError {
    let path = path.to_owned();
    move |cause| LearnError::File { path, cause }
}

/// The path as text, for an engine's evaluation.
fn text(path: &Path) -> Result<&str, LearnError> {
    path.to_str().ok_or_else(|| LearnError::NoText { path: path.to_owned() })
}

/// Writes a file atomically.
fn write_whole(path: &Path, bytes: &[u8]) -> Result<(), LearnError> {
    files::write_own(path, bytes).map_err(failed(path))
}

/// Claims a directory for this process and this plan. Returns the lock and a hash of the plan.
fn open(plan: &TrainingPlan, directory: &Path) -> Result<(Lock, u64), LearnError> {
    fs::create_dir_all(directory).map_err(failed(directory))?;
    let file = directory.join(PLAN);
    // Checked before the lock file is created; another process may start in between.
    if !file.exists()
        && let Err(error) = refuse_what_is_not_ours(directory)
        && !file.exists()
    {
        return Err(error);
    }
    let lock = Lock::take(directory).map_err(failed(&directory.join(LOCK)))?;
    let lock = lock.ok_or_else(|| LearnError::Busy { path: directory.to_owned() })?;
    let text = format!("{}\n", json!({ "format": FORMAT, "plan": plan }));
    if file.exists() {
        let stored = files::read_ordinary(&file, 100 * files::MB).map_err(failed(&file))?;
        if stored != text.as_bytes() {
            return Err(other_plan(&stored, &text, directory));
        }
    } else {
        refuse_what_is_not_ours(directory)?;
        write_whole(&file, text.as_bytes())?;
    }
    let hash = Sha256::digest(text);
    let identity = hash.first_chunk().copied().map(u64::from_le_bytes).unwrap_or_default();
    Ok((lock, identity))
}

/// The error for a plan that differs from this one.
fn other_plan(stored: &[u8], here: &str, directory: &Path) -> LearnError {
    let path = directory.to_owned();
    let read = |text: &[u8]| serde_json::from_slice::<Value>(text).unwrap_or_default();
    let (there, here) = (read(stored), read(here.as_bytes()));
    if there.is_object() && there.get("format").is_none() {
        return LearnError::Earlier { path };
    }
    match difference(&there, &here).filter(|_| there.is_object()) {
        Some(difference) => LearnError::OtherPlan { path, difference },
        None => LearnError::TrainingPlan { path: path.join(PLAN) },
    }
}

/// Refuses a directory without a plan, unless it is empty or holds only what a failed start leaves behind.
fn refuse_what_is_not_ours(directory: &Path) -> Result<(), LearnError> {
    let temporary = files::temporary(Path::new(PLAN));
    for entry in fs::read_dir(directory).map_err(failed(directory))? {
        let name = entry.map_err(failed(directory))?.file_name();
        if name != LOCK && temporary.as_os_str() != name {
            let name = name.to_string_lossy().into_owned();
            return Err(LearnError::NotEmpty { path: directory.to_owned(), name });
        }
    }
    Ok(())
}
