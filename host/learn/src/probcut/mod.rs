//! Cuts for ProbCut: what the value of a shallow search tells of the value of a deep one (Buro 1995, 1997).
//!
//! Positions of self-play games are [searched](sample) to every depth. For each [`Pair`] of depths and each phase of the
//! game, the [regression](fit) of deep on shallow values gives a [`Cut`](plyscope_core::search::probe::Cut).
//! Values are recorded in a run directory, so an interrupted learning goes on where it stopped.

pub mod fit;
pub mod sample;

use std::fmt;
use std::ops::ControlFlow;
use std::str::FromStr;

use plyscope_core::othello::ProbCuts;
use plyscope_core::othello::patterns::MOST_PHASES;
use plyscope_players::domain::OthelloEvaluation;
use plyscope_run::record::{Manifest, Shard, numbered, parse};
use plyscope_run::session::{Place, Session, Workers};
use serde::Serialize;
use serde_json::json;

use super::LearnError;
use fit::PairCut;
use sample::{DepthValues, Sampling};

/// The names of the learned file and of its manifest.
pub const FILE: &str = "probcut.bin";
/// The name of the manifest.
pub const MANIFEST: &str = "probcut.json";

/// The deepest search that a pair may estimate.
pub const DEEPEST: u8 = 60;

/// A deep search and the shallow one that estimates it; depths in plies. As text `DEEP:SHALLOW`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Pair {
    /// Depth of the deep search, at most [`DEEPEST`].
    pub deep: u8,
    /// Depth of the shallow search, less than the deep one. 0 is the static value.
    pub shallow: u8,
}

impl fmt::Display for Pair {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.deep, self.shallow)
    }
}

impl FromStr for Pair {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let wrong = || {
            format!("{text:?}: write DEEP:SHALLOW, such as 6:4, with a deep depth up to {DEEPEST}")
        };
        let (deep, shallow) = text.split_once(':').ok_or_else(wrong)?;
        let number = |text: &str| text.parse::<u8>().map_err(|_| wrong());
        let (deep, shallow) = (number(deep)?, number(shallow)?);
        if deep > shallow && deep <= DEEPEST { Ok(Self { deep, shallow }) } else { Err(wrong()) }
    }
}

impl Serialize for Pair {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

/// The plan of a learning.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct ProbCutPlan {
    /// The name of the evaluation of Othello.
    pub evaluation: String,
    /// The positions and their searches.
    #[serde(flatten)]
    pub sampling: Sampling,
    /// The number of phases, 1 to [`MOST_PHASES`].
    pub phases: u8,
    /// The pairs to learn.
    pub pairs: Vec<Pair>,
}

impl ProbCutPlan {
    /// The command line of this plan.
    #[must_use]
    pub fn command(&self) -> String {
        let Self { evaluation, sampling, phases, pairs } = self;
        let Sampling { positions, depth, seed, solved } = sampling;
        let pairs: Vec<String> = pairs.iter().map(Pair::to_string).collect();
        let ends = solved.map_or_else(String::new, |solved| format!("--ends {solved} "));
        format!(
            "plyscope learn probcut --directory probcut --evaluation {evaluation} {ends}--positions {positions} --depth {depth} \
             --phases {phases} --pairs {} --seed {seed}",
            pairs.join(",")
        )
    }

    /// Sorts the pairs, and checks the plan.
    ///
    /// # Errors
    /// What is wrong.
    pub fn checked(mut self) -> Result<Self, String> {
        self.pairs.sort_unstable();
        if let Some(twice) = self.pairs.windows(2).find(|pairs| pairs[0] == pairs[1]) {
            return Err(format!("{} is there twice", twice[0]));
        }
        if self.pairs.is_empty() || self.pairs.len() > usize::from(u8::MAX) {
            return Err(format!("give 1 to {} pairs", u8::MAX));
        }
        if !(1..=MOST_PHASES).contains(&self.phases) {
            return Err(format!("give 1 to {MOST_PHASES} phases"));
        }
        let depth = self.sampling.depth;
        let Some(solved) = self.sampling.solved else {
            let unknown = |pair: &&Pair| fit::stand_in(**pair, depth).is_none();
            return match self.pairs.iter().find(unknown) {
                Some(pair) => {
                    Err(format!("no search is deep enough to learn {pair}: give a greater depth"))
                }
                None => Ok(self),
            };
        };
        if self.phases != 1 {
            return Err("cuts to the end of the game have no phases: give --phases 1".to_owned());
        }
        let unknown = |pair: &&Pair| fit::stand_in_end(**pair, (solved, depth)).is_none();
        if let Some(pair) = self.pairs.iter().find(unknown) {
            return Err(format!(
                "{pair} cannot be learned from positions with {} to {solved} empty squares and searches up to depth {depth}",
                sample::FEWEST_SOLVED
            ));
        }
        Ok(self)
    }
}

/// The record of a learning, written beside the file as [`MANIFEST`].
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct LearnedCuts {
    /// This program's version.
    pub version: &'static str,
    /// The command that repeats it.
    pub command: String,
    /// The plan.
    pub plan: ProbCutPlan,
    /// The fingerprint of the evaluation's weights; 0 if it has none.
    pub fingerprint: u32,
    /// The learned file.
    pub file: String,
    /// Its length in bytes.
    pub bytes: usize,
    /// Its SHA-256.
    pub sha256: String,
    /// How each cut was learned, by phase and pair.
    pub learned: Vec<PairCut>,
}

/// Runs the plan: searches the positions that are not recorded yet, and writes [`FILE`] and [`MANIFEST`] into the run's directory.
/// `begin` is told how many positions are recorded, `advance` is called for each further one.
///
/// # Errors
/// [`LearnError`], which names the file.
pub fn learn(
    plan: &ProbCutPlan,
    place: &Place,
    threads: usize,
    begin: impl FnOnce(u64),
    advance: impl FnMut(),
) -> Result<LearnedCuts, LearnError> {
    let evaluation = OthelloEvaluation::named(&plan.evaluation)?;
    let samples = samples(plan, &evaluation, place, threads, begin, advance)?;
    let depth = plan.sampling.depth;
    let learned = match plan.sampling.solved {
        None => fit::fit(&samples, depth, plan.phases, &plan.pairs),
        Some(solved) => fit::fit_ends(&samples, (solved, depth), &plan.pairs),
    }?;
    let fingerprint = evaluation.patterns().map_or(0, |patterns| patterns.fingerprint());
    let cuts_a_phase = u8::try_from(plan.pairs.len()).unwrap_or(u8::MAX);
    let mut file = ProbCuts::header(plan.phases, cuts_a_phase, fingerprint).to_vec();
    file.extend(learned.iter().flat_map(|learned| ProbCuts::bytes(learned.cut())));
    file.extend(plyscope_core::hash::crc32(&[&file]).to_le_bytes());
    let learning = LearnedCuts {
        version: env!("CARGO_PKG_VERSION"),
        command: plan.command(),
        plan: plan.clone(),
        fingerprint,
        file: FILE.to_owned(),
        bytes: file.len(),
        sha256: super::sha256(&file),
        learned,
    };
    if let Some(directory) = place.path() {
        super::write_whole(&directory.join(FILE), &file)?;
        let text = serde_json::to_string_pretty(&learning).unwrap_or_default() + "\n";
        super::write_whole(&directory.join(MANIFEST), text.as_bytes())?;
    }
    Ok(learning)
}

/// All positions' values, some of which may be recorded. They do not depend on phases and pairs, so a directory serves for any.
fn samples(
    plan: &ProbCutPlan,
    evaluation: &OthelloEvaluation,
    place: &Place,
    threads: usize,
    begin: impl FnOnce(u64),
    mut advance: impl FnMut(),
) -> Result<Vec<DepthValues>, LearnError> {
    let identity = OthelloEvaluation::identity(&plan.evaluation);
    let configuration = json!({ "evaluation": identity, "sampling": plan.sampling });
    let total = plan.sampling.positions;
    let manifest = Manifest::new("probcut", configuration, Some(total), 1, Shard::WHOLE);
    let (mut session, lines) = Session::open(place, manifest)?;
    let mut samples = parse(&lines).collect::<Result<Vec<DepthValues>, _>>()?;
    begin(samples.len() as u64);
    session.run(
        Workers::new(threads),
        |unit| {
            let sample = sample::sample(evaluation, &plan.sampling, unit.number)?;
            let row = numbered(unit.number, &serde_json::to_string(&sample).unwrap_or_default());
            Ok::<_, LearnError>((vec![row], sample))
        },
        |_, sample| {
            samples.push(sample);
            advance();
            Ok(ControlFlow::Continue(()))
        },
    )?;
    Ok(samples)
}

#[cfg(test)]
mod tests {
    use super::Pair;

    #[test]
    fn pairs_are_a_deep_and_a_shallow_depth() {
        assert_eq!("12:8".parse(), Ok(Pair { deep: 12, shallow: 8 }));
        assert_eq!(Pair { deep: 2, shallow: 0 }.to_string(), "2:0");
        for wrong in ["", "4", "4:4", "3:5", "61:3", "4:-2", "4:2:1"] {
            assert!(wrong.parse::<Pair>().is_err(), "{wrong}");
        }
    }
}
