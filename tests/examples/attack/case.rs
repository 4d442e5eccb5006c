//! Cases, and how the cases of a group are tried and counted.

use std::collections::BTreeMap;
use std::fmt;
use std::fs;
use std::panic::{self, AssertUnwindSafe};
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::thread;
use std::time::{Duration, Instant};

use super::print;
use super::random::Random;

/// How many cases are tried at once.
const WORKERS: usize = 2;

/// Failures that are printed in full; more are counted only.
const SHOWN: usize = 40;

/// What all groups need.
#[derive(Debug)]
pub(crate) struct Attack {
    /// The attacked program.
    pub(crate) program: PathBuf,
    /// The repository.
    pub(crate) root: PathBuf,
    /// A directory for all cases.
    pub(crate) place: PathBuf,
    /// The seed.
    pub(crate) seed: u64,
    /// Part of the names of the cases that are tried.
    pub(crate) only: String,
}

/// What a case with its own directory and random numbers finds: an error says what the program did wrong.
pub(crate) type Verdict = Result<(), String>;

type Try = Box<dyn FnOnce(&Path, Random) -> Verdict + Send>;

/// One attack.
pub(crate) struct Case {
    name: String,
    attempt: Try,
}

impl Case {
    /// A case. The name says what is done.
    pub(crate) fn new(
        name: impl Into<String>,
        attempt: impl FnOnce(&Path, Random) -> Verdict + Send + 'static,
    ) -> Self {
        Self { name: name.into(), attempt: Box::new(attempt) }
    }
}

/// The cases of a group.
#[derive(Default)]
pub(crate) struct Group {
    /// Tried before all others, because they are few and always wanted.
    pub(crate) first: Vec<Case>,
    /// Tried in a random order, as many as the time allows.
    pub(crate) sampled: Vec<Case>,
    /// What cannot be tried here, with the reasons.
    pub(crate) left_out: Vec<(String, usize)>,
    /// What went wrong while the cases were made.
    pub(crate) broken: Vec<String>,
}

/// Counts of a group.
#[derive(Clone, Debug, Default)]
pub(crate) struct Tally {
    survived: usize,
    /// Cases that did not survive.
    pub(crate) failed: usize,
    /// Numbers of cases by the reason why they were not tried.
    pub(crate) left_out: BTreeMap<String, usize>,
}

impl Tally {
    /// Adds another group's.
    pub(crate) fn add(&mut self, other: &Self) {
        self.survived += other.survived;
        self.failed += other.failed;
        for (reason, times) in &other.left_out {
            *self.left_out.entry(reason.clone()).or_default() += times;
        }
    }
}

impl fmt::Display for Tally {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (left_out, tried) =
            (self.left_out.values().sum::<usize>(), self.survived + self.failed);
        let cases = tried + left_out;
        write!(f, "{cases:>7} {tried:>7} {:>9} {:>7} {left_out:>9}", self.survived, self.failed)
    }
}

/// What several workers share.
struct Shared {
    waiting: Vec<Case>,
    tally: Tally,
}

/// A name for a directory.
fn file_name(name: &str) -> String {
    let letters =
        name.chars().map(|letter| if letter.is_ascii_alphanumeric() { letter } else { '-' });
    letters.take(100).collect()
}

/// Tries the cases of a group until the time is up.
pub(crate) fn run(
    attack: &Attack,
    name: &str,
    make: fn(&Attack) -> Group,
    limit: Duration,
    mut random: Random,
) -> Tally {
    let begun = Instant::now();
    let Group { mut first, mut sampled, left_out, broken } = make(attack);
    let mut tally = Tally { left_out: left_out.into_iter().collect(), ..Tally::default() };
    for what in broken {
        print(&format!("FAILED  {name}: {what}"));
        tally.failed += 1;
    }
    random.shuffle(&mut sampled);
    // The last one is taken first.
    sampled.append(&mut first);
    sampled.retain(|case| case.name.contains(&attack.only));
    let shared = Mutex::new(Shared { waiting: sampled, tally });
    thread::scope(|scope| {
        for _ in 0..WORKERS {
            scope.spawn(|| {
                loop {
                    if begun.elapsed() > limit {
                        break;
                    }
                    let next = shared.lock().ok().and_then(|mut shared| shared.waiting.pop());
                    let Some(case) = next else { break };
                    try_one(attack, name, case, &shared);
                }
            });
        }
    });
    let Ok(Shared { waiting, mut tally }) = shared.into_inner() else {
        return Tally { failed: 1, ..Tally::default() };
    };
    if !waiting.is_empty() {
        let reason = format!("the time was up ({} s); another SEED tries others", limit.as_secs());
        *tally.left_out.entry(reason).or_default() += waiting.len();
    }
    print(&format!("{name}: {tally}"));
    tally
}

fn try_one(attack: &Attack, group: &str, case: Case, shared: &Mutex<Shared>) {
    let Case { name, attempt } = case;
    let place = attack.place.join(group).join(file_name(&name));
    let random = Random::new(attack.seed, &name);
    let verdict = fs::create_dir_all(&place).map_err(|error| error.to_string()).and_then(|()| {
        // A mistake of a case must not end the others.
        panic::catch_unwind(AssertUnwindSafe(|| attempt(&place, random)))
            .unwrap_or_else(|_| Err("the attack itself failed".to_owned()))
    });
    let Ok(mut shared) = shared.lock() else { return };
    match verdict {
        Ok(()) => {
            shared.tally.survived += 1;
            let _ = fs::remove_dir_all(&place);
        }
        Err(reason) => {
            shared.tally.failed += 1;
            if shared.tally.failed <= SHOWN {
                print(&format!(
                    "FAILED  {group}: {name}\n        {}",
                    reason.replace('\n', "\n        ")
                ));
            }
        }
    }
}
