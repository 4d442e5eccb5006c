//! Learning off line: evaluations from games of self-play.
//!
//! [`learn`] goes through generations: the first plays by [`Simple`], each later one by the weights of the one before.
//! Everything depends on the plan and its seed alone, and a generation whose weights are there is not learned again.

pub mod bill;
pub mod correlation;
pub mod fit;
pub mod games;

use std::fs;
use std::io;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use plyscope_core::othello::{Patterns, Simple};
use serde::Serialize;

use crate::domain::{WeightsError, read_weights};
use crate::parallel::in_order;
use crate::seed::hash;
use fit::{Accuracy, Fit, fit};
use games::{Sample, SelfPlay, play};

/// How an evaluation by patterns is learned.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Plan {
    /// Games of each generation.
    pub games: Vec<u64>,
    /// How they go.
    pub self_play: SelfPlay,
    /// How weights are fitted to them.
    pub fit: Fit,
    /// Decides everything else.
    pub seed: u64,
}

/// One game in so many is kept for finding out how good the weights are.
const HELD_OUT: usize = 20;

/// What a generation came to.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Generation {
    /// Its number, from 1.
    pub number: usize,
    /// Its weights' file.
    pub file: PathBuf,
    /// Positions that were learned from; 0 if the weights were there.
    pub samples: usize,
    /// How well the weights tell the positions of games that were kept out; none if the weights were there.
    pub held_out: Option<Accuracy>,
}

/// What happens while learning.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Step {
    /// A generation begins to play so many games.
    Games(usize, u64),
    /// One of them has been played.
    Game,
    /// All samples have been seen once more: which time, and how good the weights are now.
    Epoch(u32, Accuracy),
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
    /// A file of weights that are none.
    #[error(transparent)]
    Weights(#[from] WeightsError),
    /// The directory holds what another plan has learned.
    #[error("{} holds weights that were learned otherwise: take another directory, or the same plan", path.display())]
    OtherPlan {
        /// Which.
        path: PathBuf,
    },
}

/// Learns as the plan says, in `directory`, and tells `watch` of it.
///
/// # Errors
/// [`LearnError`] names the file.
pub fn learn(
    plan: &Plan,
    directory: &Path,
    threads: usize,
    mut watch: impl FnMut(Step),
) -> Result<Vec<Generation>, LearnError> {
    let failed = |path: &Path| {
        let path = path.to_owned();
        move |cause| LearnError::File { path, cause }
    };
    fs::create_dir_all(directory).map_err(failed(directory))?;
    let manifest = directory.join("plan.json");
    let text = format!("{}\n", serde_json::json!({ "plan": plan }));
    if manifest.exists() {
        if fs::read_to_string(&manifest).map_err(failed(&manifest))? != text {
            return Err(LearnError::OtherPlan { path: directory.to_owned() });
        }
    } else {
        write_whole(&manifest, text.as_bytes()).map_err(failed(&manifest))?;
    }
    let mut generations = Vec::new();
    let mut last: Option<Vec<u8>> = None;
    for (number, &games) in (1..).zip(&plan.games) {
        let file = directory.join(format!("generation-{number}.bin"));
        if file.exists() {
            last = Some(read_weights(&file)?);
            generations.push(Generation { number, file, samples: 0, held_out: None });
            continue;
        }
        watch(Step::Games(number, games));
        let seed = hash(plan.seed, number as u64);
        let units: Vec<u64> = (0..games).collect();
        let patterns = last.as_deref().and_then(Patterns::new);
        let one = |unit| {
            let seed = hash(seed, unit);
            Ok::<_, LearnError>(match patterns {
                Some(patterns) => play(patterns, &plan.self_play, seed),
                None => play(Simple, &plan.self_play, seed),
            })
        };
        let (mut samples, mut held_out): (Vec<Sample>, Vec<Sample>) = (Vec::new(), Vec::new());
        in_order(&units, threads, one, |unit, game| {
            let kept = (unit as usize).is_multiple_of(HELD_OUT);
            if kept { &mut held_out } else { &mut samples }.extend(game);
            watch(Step::Game);
            Ok(ControlFlow::Continue(()))
        })?;
        let mut accuracy = Accuracy::default();
        let weights = fit(&samples, &held_out, &plan.fit, seed, |epoch, now| {
            accuracy = now;
            watch(Step::Epoch(epoch, now));
        });
        let bytes = weights.bytes();
        write_whole(&file, &bytes).map_err(failed(&file))?;
        last = Some(bytes);
        let samples = samples.len();
        generations.push(Generation { number, file, samples, held_out: Some(accuracy) });
    }
    Ok(generations)
}

/// Writes a file so that it is there whole or not at all.
fn write_whole(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let part = path.with_extension("part");
    fs::write(&part, bytes)?;
    fs::rename(&part, path)
}
