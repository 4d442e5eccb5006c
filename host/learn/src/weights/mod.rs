//! Learned weights of patterns from [labelled games](super::labels).
//!
//! A position that occurs in several games counts once, whichever way the board is turned, with the mean of its labels: otherwise
//! the beginning of the game would count as often as games begin.
//!
//! One set of weights is fitted to all positions. From there, each phase of the game gets its own by the positions with its
//! numbers of discs and, less and less, those with some more or fewer.

pub mod design;
mod distinct;
mod mixed;
pub mod regression;

use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use plyscope_core::hash::crc32;
use plyscope_core::othello::patterns::{MIXED, header, phase};
use plyscope_core::othello::{Othello, Patterns};
use plyscope_core::static_value;
use plyscope_run::escape::shell;
use plyscope_run::interrupt;
use plyscope_run::parallel::in_order;
use serde::Serialize;

use super::labels::{self, LabelledBoard, Source};
use super::{Candidate, LearnError};
use design::{Design, Shapes};
use distinct::{distinct, unseen};
use regression::{Regression, regress};

/// The name of the learned file.
pub const FILE: &str = "weights.bin";
/// The name of the manifest.
pub const MANIFEST: &str = "weights.json";

/// One game in this many is kept out, to test the weights on.
const HELD_OUT: usize = 20;

/// [`Regression::ridge`] of the fit to all phases.
const COMMON_RIDGE: f32 = 4.0;

/// The phases that errors of weights without phases are shown for.
const SHOWN: u8 = 5;

/// Numbers of discs of the first and last positions learned from.
const DISCS: (u32, u32) = (4, 63);

/// How weights are learned.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct WeightsPlan {
    /// Directories of games, in this order.
    pub games: Vec<PathBuf>,
    /// The set of patterns and the number of phases.
    pub candidate: Candidate,
    /// The regressions.
    #[serde(flatten)]
    pub regression: Regression,
    /// A phase also learns from positions with up to so many discs more or fewer.
    pub reach: u32,
    /// The share of later values in labels, as [`labels::read`] mixes them.
    pub lambda: f32,
    /// A position with this label, in discs, counts half as much as an even one: its share is 1 / (1 + (label / near)²).
    pub near: f32,
}

impl WeightsPlan {
    /// The command line of this plan.
    #[must_use]
    pub fn command(&self) -> String {
        let Self { games, candidate, regression, reach, lambda, near } = self;
        let Regression { iterations, ridge, limit } = regression;
        let games: Vec<String> = games.iter().map(|path| shell(path.as_os_str())).collect();
        format!(
            "plyscope learn weights --directory weights --games {} --set {candidate} --iterations {iterations} \
             --ridge {ridge} --limit {limit} --reach {reach} --lambda {lambda} --near {near}",
            games.join(" ")
        )
    }
}

/// What was learned of a phase.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Phase {
    /// The fewest and the most discs.
    pub discs: (u32, u32),
    /// Number of distinct positions learned from, without those of other phases.
    pub positions: usize,
    /// Number of distinct positions kept out.
    pub held_out: usize,
    /// Root mean square difference of the labels of these from the values, in discs.
    pub error: f64,
    /// The same for [`Patterns::LEARNED`].
    pub error_of_patterns: f64,
}

/// The record of a learning, written beside the file as [`MANIFEST`].
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct LearnedWeights {
    /// This program's version.
    pub version: &'static str,
    /// The plan.
    pub plan: WeightsPlan,
    /// The command that repeats it, given the games.
    pub command: String,
    /// The games, kept-out ones included.
    pub sources: Vec<Source>,
    /// Number of positions that are copies of others, and count no further. Kept-out positions that are also learned from are
    /// among them.
    pub repeated: usize,
    /// The learned file.
    pub file: String,
    /// Its length in bytes.
    pub bytes: usize,
    /// Its SHA-256.
    pub sha256: String,
    /// [`Patterns::fingerprint`].
    pub fingerprint: u32,
    /// The phases.
    pub phases: Vec<Phase>,
}

/// Learns, and writes [`FILE`] and [`MANIFEST`] into `directory`, which is created if needed. `advance` is called after each
/// iteration of each regression, on any thread: there are one more than phases. The result does not depend on `threads`.
///
/// # Errors
/// [`LearnError`], which names the file.
pub fn learn(
    plan: &WeightsPlan,
    directory: &Path,
    threads: usize,
    advance: &(dyn Fn() + Sync),
) -> Result<LearnedWeights, LearnError> {
    let (mut seen, mut held_out, mut sources) = (Vec::new(), Vec::new(), Vec::new());
    for path in &plan.games {
        let (source, games) = labels::read(path, plan.lambda)?;
        sources.push(source);
        for (number, game) in games.into_iter().enumerate() {
            if number % HELD_OUT == 0 { &mut held_out } else { &mut seen }.extend(game);
        }
    }
    let all = seen.len() + held_out.len();
    let seen = distinct(&seen);
    let held_out = unseen(distinct(&held_out), &seen);
    if seen.is_empty() || held_out.is_empty() {
        return Err(LearnError::TooFew { generation: None });
    }
    let file = fit(plan, &seen, threads, advance)?;
    // The file was made for this.
    let patterns = Patterns::new(&file);
    let fingerprint = patterns.map_or(0, Patterns::fingerprint);
    let phases = patterns.map_or_else(Vec::new, |patterns| phases(patterns, &seen, &held_out));
    let learning = LearnedWeights {
        version: env!("CARGO_PKG_VERSION"),
        plan: plan.clone(),
        command: plan.command(),
        sources,
        repeated: all - seen.len() - held_out.len(),
        file: FILE.to_owned(),
        bytes: file.len(),
        sha256: super::sha256(&file),
        fingerprint,
        phases,
    };
    let failed = |cause| LearnError::File { path: directory.to_owned(), cause };
    std::fs::create_dir_all(directory).map_err(failed)?;
    super::write_whole(&directory.join(FILE), &file)?;
    let text = serde_json::to_string_pretty(&learning).unwrap_or_default() + "\n";
    super::write_whole(&directory.join(MANIFEST), text.as_bytes())?;
    Ok(learning)
}

/// The bytes of the file that is learned from these samples.
fn fit(
    plan: &WeightsPlan,
    samples: &[LabelledBoard],
    threads: usize,
    advance: &(dyn Fn() + Sync),
) -> Result<Vec<u8>, LearnError> {
    let Candidate::Patterns { set, phases } = plan.candidate else {
        return Err(LearnError::NoPatterns);
    };
    let shapes = Shapes::new(set.shapes(), set.is_folded());
    if phases == MIXED {
        let Regression { iterations: passes, limit, .. } = plan.regression;
        let how = mixed::How { passes, limit, near: plan.near };
        let mut told = 0;
        let weights = mixed::fit(&shapes, samples, &how, |done| {
            while (told as f32) < done * passes as f32 {
                advance();
                told += 1;
            }
            !interrupt::requested()
        });
        // What was learned up to an interrupt is not kept.
        interrupt::check()?;
        return Ok(sealed([header(set, phases).as_slice(), &weights].concat()));
    }
    let design = Design::new(&shapes, samples);
    let go_on = || {
        advance();
        !interrupt::requested()
    };
    let mut common = vec![0.0; shapes.count()];
    let all = design.between(DISCS.0, DISCS.1);
    let counts = |target: &f32| 1.0 / (1.0 + (target / plan.near).powi(2));
    let shares: Vec<f32> = all.targets.iter().map(counts).collect();
    regress(
        &Regression { ridge: COMMON_RIDGE, ..plan.regression },
        all,
        &shares,
        &mut common,
        go_on,
    );
    drop(shares);
    let mut file = header(set, phases).to_vec();
    let one = |number: u8| {
        let mut weights = common.clone();
        let (from, to) = discs_of(number, phases);
        let (first, last) = (from.saturating_sub(plan.reach).max(DISCS.0), to + plan.reach);
        let shares: Vec<f32> = (first..=last.min(DISCS.1))
            .flat_map(|discs| {
                let away = from.saturating_sub(discs).max(discs.saturating_sub(to));
                let share = 1.0 - away as f32 / (plan.reach + 1) as f32;
                design
                    .between(discs, discs)
                    .targets
                    .iter()
                    .map(move |target| share * counts(target))
            })
            .collect();
        let part = design.between(first, last.min(DISCS.1));
        regress(&plan.regression, part, &shares, &mut weights, go_on);
        Ok::<_, LearnError>(shapes.bytes(&weights))
    };
    let numbers: Vec<u8> = (0..phases).collect();
    in_order(&numbers, threads, one, |_, bytes| {
        file.extend(bytes);
        Ok(ControlFlow::Continue(()))
    })?;
    Ok(sealed(file))
}

/// With its checksum.
fn sealed(mut file: Vec<u8>) -> Vec<u8> {
    file.extend(crc32(&[&file]).to_le_bytes());
    file
}

/// The fewest and the most discs of a phase.
fn discs_of(number: u8, phases: u8) -> (u32, u32) {
    let all = || (DISCS.0..=DISCS.1).filter(|&discs| phase(discs, phases) == usize::from(number));
    (all().next().unwrap_or(DISCS.0), all().next_back().unwrap_or(DISCS.1))
}

/// What was learned, phase by phase.
fn phases(
    patterns: Patterns<'_>,
    seen: &[LabelledBoard],
    held_out: &[LabelledBoard],
) -> Vec<Phase> {
    let error = |patterns: Patterns<'_>, samples: &[LabelledBoard]| {
        let squares: f64 = samples
            .iter()
            .map(|sample| {
                let told = static_value(&Othello, &patterns, &sample.board).get();
                f64::from(told - i32::from(sample.value)).powi(2)
            })
            .sum();
        (squares / samples.len().max(1) as f64).sqrt() / 100.0
    };
    let phases = if patterns.phases() == MIXED { SHOWN } else { patterns.phases() };
    (0..phases)
        .map(|number| {
            let (from, to) = discs_of(number, phases);
            let here = |sample: &&LabelledBoard| (from..=to).contains(&sample.discs());
            let kept: Vec<LabelledBoard> = held_out.iter().filter(here).copied().collect();
            Phase {
                discs: (from, to),
                positions: seen.iter().filter(here).count(),
                held_out: kept.len(),
                error: error(patterns, &kept),
                error_of_patterns: error(Patterns::LEARNED, &kept),
            }
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use plyscope_core::othello::{Bill, Othello, Patterns};
    use plyscope_core::static_value;

    use super::super::labels::{ANY, LabelledBoard, Teaching, WHOLE, game, samples};
    use super::regression::Regression;
    use super::{WeightsPlan, fit};

    const REGRESSION: Regression = Regression { iterations: 12, ridge: 4.0, limit: 30.0 };

    #[test]
    fn the_weights_of_a_file_are_those_that_were_learned_and_tell_labels_that_they_have_not_seen() {
        let teaching = Teaching {
            depth: 1,
            solve: 4,
            random_from: 6,
            random_to: 12,
            random_every: 4,
            until: WHOLE,
            within: ANY,
            seed: 1,
        };
        // The labels are the values of an evaluation that patterns can have.
        let taught = Patterns::SMALL;
        let label = |sample: LabelledBoard| LabelledBoard {
            value: static_value(&Othello, &taught, &sample.board).get().clamp(-6400, 6400) as i16,
            ..sample
        };
        let games = |numbers| -> Vec<LabelledBoard> {
            let games = game::play(&teaching, numbers);
            games.iter().filter_map(samples).flatten().map(label).collect()
        };
        let (seen, unseen) = (games(0..120), games(120..130));
        let learned = |phases: &str| {
            let plan = WeightsPlan {
                games: Vec::new(),
                candidate: format!("w:{phases}").parse().unwrap(),
                regression: REGRESSION,
                reach: 4,
                lambda: 0.0,
                near: 64.0,
            };
            let file = fit(&plan, &seen, 1, &|| ()).unwrap();
            assert_eq!(file, fit(&plan, &seen, 2, &|| ()).unwrap(), "any number of threads");
            file
        };
        for file in ["1", "3", "mixed"].map(learned) {
            assert!(Bill::new(&file).is_none());
            let patterns = Patterns::new(&file).unwrap();
            let (mut error, mut spread) = (0.0, 0.0);
            for sample in &unseen {
                let told = f64::from(static_value(&Othello, &patterns, &sample.board).get());
                error += (told - f64::from(sample.value)).powi(2);
                spread += f64::from(sample.value).powi(2);
            }
            assert!(error < 0.35 * spread, "{error} of {spread}");
        }
    }
}
