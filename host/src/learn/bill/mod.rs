//! Learning [`Bill`]: the edge table by probabilistic minimax, the discriminants from games of self-play.
//!
//! [`learn`] goes through generations: the first plays by [`Simple`], each later one by the one before. Everything
//! depends on the plan and its seed alone, and a generation that is there is not learned again. A tie says nothing and
//! is left out.

pub mod edges;
pub mod fit;

use std::fs;
use std::ops::ControlFlow;
use std::path::Path;

use plyscope_core::othello::bill::Discriminant;
use plyscope_core::othello::{Bill, Simple};
use plyscope_core::{Evaluator as _, Value};
use serde::Serialize;

use super::fit::accuracy;
use super::games::{Sample, SelfPlay, play};
use super::{HELD_OUT, LearnError, write_whole};
use crate::domain::read_bill;
use crate::parallel::in_order;
use crate::seed::hash;

/// How `bill` is learned.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct BillPlan {
    /// Games of each generation.
    pub games: Vec<u64>,
    /// How they go.
    pub self_play: SelfPlay,
    /// Decides everything else.
    pub seed: u64,
}

/// What a generation came to.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct BillGeneration {
    /// Its number, from 1.
    pub number: usize,
    /// Its file of weights.
    pub file: std::path::PathBuf,
    /// Positions that were learned from; 0 if the file was there.
    pub samples: usize,
    /// How well it tells the positions of games that were kept out; none if the file was there.
    pub held_out: Option<Told>,
}

/// How well values tell outcomes.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Told {
    /// Correlation of the values with the scores.
    pub correlation: f64,
    /// The share of positions whose winner has the value's sign, ties left out.
    pub winners: f64,
}

/// What happens while learning.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum BillStep {
    /// A generation begins to play so many games.
    Games(usize, u64),
    /// One of them has been played.
    Game,
    /// All have.
    Fitting,
}

/// What went wrong.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum BillError {
    /// What can go wrong with patterns, too.
    #[error(transparent)]
    Learn(#[from] LearnError),
    /// Too few games.
    #[error("generation {0}: too few positions to learn from; play more games")]
    TooFew(usize),
}

impl From<crate::domain::WeightsError> for BillError {
    fn from(error: crate::domain::WeightsError) -> Self {
        Self::Learn(error.into())
    }
}

/// Learns as the plan says, in `directory`, and tells `watch` of it.
///
/// # Errors
/// [`BillError`] names the file, or the generation that had too few games.
pub fn learn(
    plan: &BillPlan,
    directory: &Path,
    threads: usize,
    mut watch: impl FnMut(BillStep),
) -> Result<Vec<BillGeneration>, BillError> {
    begin(plan, directory)?;
    let edges = edges::edge_table();
    let mut generations = Vec::new();
    let mut last: Option<Vec<u8>> = None;
    for (number, &games) in (1..).zip(&plan.games) {
        let file = directory.join(format!("generation-{number}.bin"));
        if file.exists() {
            last = Some(read_bill(&file)?);
            generations.push(BillGeneration { number, file, samples: 0, held_out: None });
            continue;
        }
        watch(BillStep::Games(number, games));
        let seed = hash(plan.seed, number as u64);
        let units: Vec<u64> = (0..games).collect();
        let bill = last.as_deref().and_then(Bill::new);
        let one = |unit| {
            let seed = hash(seed, unit);
            Ok::<_, LearnError>(match bill {
                Some(bill) => play(bill, &plan.self_play, seed),
                None => play(Simple, &plan.self_play, seed),
            })
        };
        let (mut samples, mut held_out): (Vec<Sample>, Vec<Sample>) = (Vec::new(), Vec::new());
        in_order(&units, threads, one, |unit, game| {
            let kept = (unit as usize).is_multiple_of(HELD_OUT);
            if kept { &mut held_out } else { &mut samples }.extend(game);
            watch(BillStep::Game);
            Ok(ControlFlow::Continue(()))
        })?;
        watch(BillStep::Fitting);
        let bytes = weights(&samples, &edges).ok_or(BillError::TooFew(number))?;
        let told = Bill::new(&bytes).map(|bill| told(&held_out, bill));
        write_whole(&file, &bytes)
            .map_err(|cause| LearnError::File { path: file.clone(), cause })?;
        last = Some(bytes);
        let samples = samples.len();
        generations.push(BillGeneration { number, file, samples, held_out: told });
    }
    Ok(generations)
}

/// Makes the directory, or sees that the same plan has been at work there.
fn begin(plan: &BillPlan, directory: &Path) -> Result<(), LearnError> {
    let failed = |path: &Path| {
        let path = path.to_owned();
        move |cause| LearnError::File { path, cause }
    };
    fs::create_dir_all(directory).map_err(failed(directory))?;
    let manifest = directory.join("plan.json");
    let text = format!("{}\n", serde_json::json!({ "bill": plan }));
    if !manifest.exists() {
        return write_whole(&manifest, text.as_bytes()).map_err(failed(&manifest));
    }
    if fs::read_to_string(&manifest).map_err(failed(&manifest))? == text {
        Ok(())
    } else {
        Err(LearnError::OtherPlan { path: directory.to_owned() })
    }
}

/// The file of weights that `samples` teach, with this edge table; `None` if they are too few.
#[must_use]
pub fn weights(samples: &[Sample], edges: &[i16]) -> Option<Vec<u8>> {
    // The features need an edge table, but no discriminant.
    let none = Discriminant { constant: 0, linear: [0; 4], quadratic: [0; 10] };
    let unlearned = file(0, &[none], edges);
    let (first, discriminants) = fit::fit(samples, &Bill::new(&unlearned)?)?;
    Some(file(first, &discriminants, edges))
}

/// A file of weights; the format is [`plyscope_core::othello::bill`]'s.
fn file(first: u32, discriminants: &[Discriminant], edges: &[i16]) -> Vec<u8> {
    let last = first as usize + discriminants.len() - 1;
    let mut bytes = b"BILL\x01\x00".to_vec();
    bytes.extend([first as u8, last as u8]);
    bytes.extend(discriminants.iter().flat_map(Discriminant::to_bytes));
    bytes.extend(edges.iter().flat_map(|value| value.to_le_bytes()));
    bytes
}

fn told(samples: &[Sample], bill: Bill<'_>) -> Told {
    let value = |sample: &Sample| bill.evaluate(&sample.board);
    let decided = || samples.iter().filter(|sample| sample.score != 0);
    let right = decided().filter(|sample| (value(sample) > Value::ZERO) == (sample.score > 0));
    Told {
        correlation: accuracy(samples, |sample| f64::from(value(sample).get())).correlation,
        winners: right.count() as f64 / decided().count() as f64,
    }
}
