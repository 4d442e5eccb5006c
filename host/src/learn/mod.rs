//! Learning off line: evaluations from games of self-play.
//!
//! [`learn`] goes through generations: in the first, games are played by [`Simple`], in each later one by the weights that
//! the plan's first candidate got from the one before. In the last generation all candidates learn from the same games,
//! and then play each other, which decides between them. Everything depends on the plan and its seed alone. Whatever is
//! there already, down to single games, is not done again.

pub mod bill;
pub mod candidate;
pub mod correlation;
pub mod edge_costs;
pub mod fit;
pub mod games;
pub mod midgame;
mod select;
pub mod spreads;
mod store;

use std::fs;
use std::io;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use plyscope_core::othello::{Bill, Patterns, Simple};
use serde::Serialize;
use serde_json::{Value, json};
use sha2::{Digest as _, Sha256};

use crate::files::{self, LOCK, Lock};
use crate::interrupt::{self, Interrupted};
use crate::parallel::in_order;
use crate::record::difference;
use crate::seed::hash;
use crate::stream::in_order_of;
use crate::tournament::TournamentError;
pub use candidate::Candidate;
use fit::{Accuracy, Fit};
use games::{Sample, SelfPlay, play};
pub use select::Standing;
use store::Store;

/// How evaluations are learned.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Plan {
    /// Games of each generation.
    pub games: Vec<u64>,
    /// The last generation learns from the games of so many generations, its own among them.
    pub learn_from: usize,
    /// How they go.
    pub self_play: SelfPlay,
    /// How weights are fitted to them.
    pub fit: Fit,
    /// What is learned. The first plays the games of the next generation.
    pub candidates: Vec<Candidate>,
    /// Nodes for each move when the candidates play each other.
    pub nodes: u64,
    /// Pairs of games that each two of them play; all openings of four plies if there is no number.
    pub pairs: Option<u64>,
    /// Decides everything else.
    pub seed: u64,
}

impl Plan {
    /// The command that learns by this plan.
    #[must_use]
    pub fn command(&self) -> String {
        let Self { games, learn_from, self_play, fit, candidates, nodes, pairs, seed } = self;
        let list = |items: &mut dyn Iterator<Item = String>| items.collect::<Vec<_>>().join(",");
        let games = list(&mut games.iter().map(u64::to_string));
        let candidates = list(&mut candidates.iter().map(Candidate::to_string));
        let SelfPlay { random_plies, depth, solve } = self_play;
        let Fit { epochs, rate, jitter: _ } = fit;
        let pairs = pairs.map_or_else(String::new, |pairs| format!(" --pairs {pairs}"));
        format!(
            "plyscope learn evaluation --directory weights --candidates {candidates} --games {games} \
             --learn-from {learn_from} --random-plies {random_plies} --depth {depth} --solve {solve} \
             --epochs {epochs} --rate {rate} --nodes {nodes}{pairs} --seed {seed}"
        )
    }
}

/// The most games of a generation: their positions are held in memory, some 12 GB.
pub const MOST_GAMES: u64 = 10_000_000;

/// Version of what a training's directory holds. In the first, games and weights had no checksums.
const FORMAT: u64 = 2;

/// What says which plan a directory is of.
const PLAN: &str = "plan.json";

/// One game in so many is kept for finding out how good the weights are.
const HELD_OUT: usize = 20;

/// A file that was learned.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Learned {
    /// What it is.
    pub candidate: Candidate,
    /// Its name in the training's directory.
    pub file: String,
    /// Its length in bytes.
    pub bytes: usize,
    /// Its SHA-256.
    pub sha256: String,
    /// How well it tells the scores of positions from games that were not learned from.
    pub held_out: Accuracy,
}

/// What a generation came to.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Generation {
    /// Its number, from 1.
    pub number: usize,
    /// Games played.
    pub games: u64,
    /// Positions that were learned from.
    pub positions: usize,
    /// Positions of the games that were kept out.
    pub held_out_positions: usize,
    /// What was learned.
    pub learned: Vec<Learned>,
}

/// How a training went: what is written beside the weights as `manifest.json`.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Training {
    /// This program's version.
    pub version: &'static str,
    /// The command that does the same again.
    pub command: String,
    /// The plan.
    pub plan: Plan,
    /// What was done.
    pub generations: Vec<Generation>,
    /// How the last generation's candidates did against each other, the best first.
    pub standings: Vec<Standing>,
}

/// What happens while learning; told on any thread.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum LearnEvent {
    /// A generation begins to play so many games, of which some were there.
    Games {
        /// Its number.
        generation: usize,
        /// All its games.
        games: u64,
        /// Those that were there.
        there: u64,
    },
    /// One of them has been played.
    Game,
    /// So many candidates begin to learn from them, in so many epochs each.
    Fits(usize, u32),
    /// One epoch of one of them is done.
    Epoch,
    /// The candidates begin to play so many games against each other, of which some were there.
    Matches(u64, u64),
    /// A pair of these games has been played.
    Pair,
}

/// What went wrong.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum LearnError {
    /// A file could not be read or written.
    #[error("{}: {cause}", path.display())]
    File {
        /// Which.
        path: PathBuf,
        /// Why.
        cause: io::Error,
    },
    /// A file of games that holds something else.
    #[error(
        "{}: what begins at byte {place} is no game of this plan, and no interruption explains that: delete the file to play \
         its games again", path.display()
    )]
    NoGames {
        /// Which.
        path: PathBuf,
        /// Where.
        place: usize,
    },
    /// The directory holds what another plan has learned.
    #[error(
        "{} holds weights that were learned otherwise ({difference}): take another directory, or the same plan",
        path.display()
    )]
    OtherPlan {
        /// Which.
        path: PathBuf,
        /// What differs.
        difference: String,
    },
    /// The directory holds what an earlier version of this program has learned.
    #[error(
        "{} was made by an earlier version of this program, whose files have no checksums: finish it with that version, or \
         learn in another directory", path.display()
    )]
    Earlier {
        /// Which.
        path: PathBuf,
    },
    /// The directory holds something that was not learned.
    #[error(
        "{} is not empty, and holds no training: there is {name}; take another directory, or move that away", path.display()
    )]
    NotEmpty {
        /// Which.
        path: PathBuf,
        /// Something in it.
        name: String,
    },
    /// Another process learns there.
    #[error("{} is being written by another process: let that end, or end it, first", path.display())]
    Busy {
        /// Where.
        path: PathBuf,
    },
    /// More games than can be learned from.
    #[error("{games} games of a generation are too many: give at most {MOST_GAMES}")]
    TooMany {
        /// How many.
        games: u64,
    },
    /// Too few games.
    #[error(
        "generation {generation}: too few positions to learn from, or to see how good the weights are: play more games"
    )]
    TooFew {
        /// Which.
        generation: usize,
    },
    /// Weights that have not moved.
    #[error(
        "generation {generation}: a rate of {rate:?} is too small: no weight of {candidate} has moved by a sixteenth of a disc; \
         give a larger one, such as 0.3"
    )]
    Rate {
        /// Which.
        generation: usize,
        /// What was to learn.
        candidate: Candidate,
        /// Its rate.
        rate: f32,
    },
    /// A file of weights that was learned and is not what it was.
    #[error(
        "{} is damaged: it holds no weights of {candidate}; delete it, and it is learned again", path.display()
    )]
    Damaged {
        /// Which.
        path: PathBuf,
        /// What it is to hold.
        candidate: Candidate,
    },
    /// A plan that cannot be read.
    #[error("{} is damaged: restore it, or learn in another directory", path.display())]
    Plan {
        /// Which.
        path: PathBuf,
    },
    /// A directory that the candidates' evaluations cannot be named by.
    #[error(
        "{} is no text in UTF-8, and candidates that play each other are named by it: take another directory", path.display()
    )]
    NoText {
        /// Which.
        path: PathBuf,
    },
    /// The candidates could not play each other.
    #[error(transparent)]
    Match(#[from] TournamentError),
    /// It was asked to stop. The same command goes on from there.
    #[error("stopped: the same command goes on from here")]
    Stopped,
}

impl From<Interrupted> for LearnError {
    fn from(_: Interrupted) -> Self {
        Self::Stopped
    }
}

/// A training in a directory.
struct Trainer<'a> {
    plan: &'a Plan,
    directory: &'a Path,
    /// A hash of the plan.
    identity: u64,
    threads: usize,
    stop: &'a (dyn Fn() -> bool + Sync),
    watch: &'a (dyn Fn(LearnEvent) + Sync),
}

/// Learns as the plan says, in `directory`, and tells `watch` of it, until `stop` says so or there is an
/// [interrupt].
///
/// # Errors
/// [`LearnError`] names the file.
pub fn learn(
    plan: &Plan,
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

    /// Plays a generation's games, but for those that are there, and gives the positions to learn from and those kept out.
    fn games(
        &self,
        number: usize,
        games: u64,
        before: Option<&Learned>,
        seed: u64,
    ) -> Result<(Vec<Sample>, Vec<Sample>), LearnError> {
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
                // That the file is one of these was seen when it was written or read.
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

    /// Lets candidates learn, but for those that have, one on each thread.
    fn fits(
        &self,
        number: usize,
        candidates: &[Candidate],
        samples: &[Sample],
        held_out: &[Sample],
        seed: u64,
    ) -> Result<Vec<Learned>, LearnError> {
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
            Ok(Learned { candidate, file, bytes: bytes.len(), sha256, held_out })
        };
        in_order(&units, self.threads, one, |_, one| {
            learned.push(one);
            Ok::<_, LearnError>(ControlFlow::Continue(()))
        })?;
        Ok(learned)
    }

    fn read(&self, file: &str) -> Result<Vec<u8>, LearnError> {
        let path = self.directory.join(file);
        fs::read(&path).map_err(failed(&path))
    }
}

fn failed(path: &Path) -> impl FnOnce(io::Error) -> LearnError {
    let path = path.to_owned();
    move |cause| LearnError::File { path, cause }
}

/// A path by which engines can name an evaluation.
fn text(path: &Path) -> Result<&str, LearnError> {
    path.to_str().ok_or_else(|| LearnError::NoText { path: path.to_owned() })
}

/// Writes a file so that it is there whole or not at all.
fn write_whole(path: &Path, bytes: &[u8]) -> Result<(), LearnError> {
    files::write_own(path, bytes).map_err(failed(path))
}

/// Makes a directory this process's own, and this plan's; gives the lock and a hash of the plan.
fn open(plan: &Plan, directory: &Path) -> Result<(Lock, u64), LearnError> {
    fs::create_dir_all(directory).map_err(failed(directory))?;
    let file = directory.join(PLAN);
    // Before the lock's file is made; another process may begin meanwhile.
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
        let stored = fs::read(&file).map_err(failed(&file))?;
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

/// What is wrong with a plan that is not this one.
fn other_plan(stored: &[u8], here: &str, directory: &Path) -> LearnError {
    let path = directory.to_owned();
    let read = |text: &[u8]| serde_json::from_slice::<Value>(text).unwrap_or_default();
    let (there, here) = (read(stored), read(here.as_bytes()));
    if there.is_object() && there.get("format").is_none() {
        return LearnError::Earlier { path };
    }
    match difference(&there, &here).filter(|_| there.is_object()) {
        Some(difference) => LearnError::OtherPlan { path, difference },
        None => LearnError::Plan { path: path.join(PLAN) },
    }
}

/// Refuses a directory without a plan that has anything in it but what an attempt to begin leaves behind.
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
