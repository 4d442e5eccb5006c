//! Ladders in Othello, shared by the papers' figures.

use crate::domain::{OthelloDomain, OthelloEvaluation};
use crate::engine::Engine;
use crate::tournament::ladder::{Equal, Ladder};

use super::ladders::Curve;

/// The default evaluation of experiments that repeat the papers'.
pub(crate) const EVALUATION: &str = "bill";
/// The stronger evaluation, with which the same experiments are repeated.
pub(crate) const STRONGER: &str = "patterns";

/// All openings of four plies: the papers' pairs of games.
pub(crate) const PAIRS: u32 = 244;

/// Pairs per task.
const PIECE: u64 = 4;

/// The meanings of the settings that all of them have.
pub(crate) const SEED: (&str, &str) = ("seed", "selects the openings when not all are played");
pub(crate) const SEEDS: (&str, &str) =
    ("seeds", "number of openings out of the 244 of four plies; each is played twice");
pub(crate) const DEPTH: (&str, &str) = ("depth", "greatest depth of alpha-beta");
pub(crate) const NAME: (&str, &str) =
    ("evaluation", "the evaluation of both sides, as in plyscope tournament othello");
pub(crate) const BUDGET: (&str, &str) =
    ("budget", "the work to equalise: nodes, or processor time (rows then vary from run to run)");

/// The work of a budget's name.
pub(crate) fn equal(budget: &str) -> Result<Equal, String> {
    match budget {
        "nodes" => Ok(Equal::Nodes),
        "time" => Ok(Equal::Time),
        other => Err(format!("budget {other:?}: write nodes or time")),
    }
}

/// Checks the settings that all of them have.
pub(crate) fn check(seeds: u32, depth: u32, evaluation: &str, budget: &str) -> Result<(), String> {
    if !(1..=PAIRS).contains(&seeds) || !(1..=60).contains(&depth) {
        return Err(format!("give seeds from 1 to {PAIRS} and depth from 1 to 60"));
    }
    equal(budget)?;
    OthelloEvaluation::check(evaluation).map_err(|error| error.to_string())
}

/// The engines and their depths.
pub(crate) struct MatchPlan<'s> {
    pub(crate) label: String,
    pub(crate) reference: Engine,
    pub(crate) challenger: Engine,
    /// Depths of alpha-beta. The challenger also begins with the first.
    pub(crate) depths: (u32, u32),
    pub(crate) seed: u32,
    pub(crate) seeds: u32,
    pub(crate) evaluation: &'s str,
    pub(crate) equal: Equal,
}

/// Makes a ladder of it.
pub(crate) fn curve(game: MatchPlan<'_>) -> Curve<OthelloDomain> {
    let evaluation =
        |engine: Engine| Engine { evaluation: Some(game.evaluation.to_owned()), ..engine };
    let (first, last) = game.depths;
    Curve {
        label: game.label,
        ladder: Ladder {
            domain: OthelloDomain::default(),
            reference: evaluation(game.reference).into(),
            challenger: evaluation(game.challenger).into(),
            reference_depths: first..=last,
            challenger_from: first,
            pairs: Some(game.seeds.into()),
            seed: game.seed.into(),
            equal: game.equal,
        },
        pairs: game.seeds.into(),
        piece: PIECE,
    }
}
