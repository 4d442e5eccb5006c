//! What a training is asked for, and its record.

use plyscope_players::domain::{Openings as _, OthelloDomain};
use serde::{Deserialize, Serialize};

use super::LearnError;
use super::candidate::Candidate;
use super::fit::{Accuracy, Fit};
use super::games::SelfPlay;
use super::select::Standing;

/// The plan of a training.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct TrainingPlan {
    /// Games of each generation.
    pub games: Vec<u64>,
    /// The last generation learns from the games of this many generations, including its own.
    pub learn_from: usize,
    /// Parameters of the games.
    pub self_play: SelfPlay,
    /// Parameters of the fit.
    pub fit: Fit,
    /// The candidates. The first plays the games of the next generation.
    pub candidates: Vec<Candidate>,
    /// Nodes per move when the candidates play each other.
    pub nodes: u64,
    /// Pairs of games that each two of them play; `None` means all openings of four plies.
    pub pairs: Option<u64>,
    /// The seed of all random choices.
    pub seed: u64,
}

impl TrainingPlan {
    /// Number of games that the candidates play against each other, in pairs.
    pub(super) fn pairs_of_candidates(&self) -> Result<u64, LearnError> {
        let candidates = self.candidates.len() as u64;
        let openings = OthelloDomain::default().starts(self.pairs, self.seed)?.len() as u64;
        Ok(openings * (candidates * candidates.saturating_sub(1) / 2))
    }

    /// The command line of this plan.
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

/// A learned file.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct LearnedFile {
    /// The candidate.
    pub candidate: Candidate,
    /// Its name in the training directory.
    pub file: String,
    /// Its length in bytes.
    pub bytes: usize,
    /// Its SHA-256.
    pub sha256: String,
    /// How well it predicts scores in games that it did not learn from.
    pub held_out: Accuracy,
}

/// The result of a generation.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Generation {
    /// Its number, from 1.
    pub number: usize,
    /// Games played.
    pub games: u64,
    /// Number of positions learned from.
    pub positions: usize,
    /// Number of positions in the games kept out.
    pub held_out_positions: usize,
    /// The learned files.
    pub learned: Vec<LearnedFile>,
}

/// The record of a training, written beside the weights as [`RECORD`](super::RECORD).
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Training {
    /// This program's version.
    pub version: &'static str,
    /// The command that repeats the training.
    pub command: String,
    /// The plan.
    pub plan: TrainingPlan,
    /// The generations' results.
    pub generations: Vec<Generation>,
    /// The results of the last generation's candidates against each other, best first.
    pub standings: Vec<Standing>,
}

/// Progress of a training, reported on any thread.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum LearnEvent {
    /// A generation starts playing its games, some of which may exist already.
    Games {
        /// Its number.
        generation: usize,
        /// All its games.
        games: u64,
        /// The games that already exist.
        there: u64,
    },
    /// A game has been played.
    Game,
    /// This many candidates start learning from the games, in this many epochs each.
    Fits(usize, u32),
    /// A candidate has finished an epoch.
    Epoch,
    /// The candidates start playing each other; some of these games may exist already.
    Matches(u64, u64),
    /// A pair of these games has been played.
    Pair,
}
