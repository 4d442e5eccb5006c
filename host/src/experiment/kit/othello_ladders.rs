//! Ladders in Othello: what the papers' figures of it share.

use crate::domain::{OthelloDomain, OthelloEvaluation};
use crate::engine::Engine;
use crate::tournament::ladder::{Equal, Ladder};

use super::ladders::Curve;

/// The evaluation that experiments after the papers take by default.
pub(crate) const EVALUATION: &str = "bill";
/// The stronger one, with which the same experiments are repeated.
pub(crate) const STRONGER: &str = "patterns";

/// All openings of four plies: the papers' pairs of games.
pub(crate) const PAIRS: u32 = 244;

/// Pairs of a task.
const PIECE: u64 = 4;

/// What the settings mean that all have.
pub(crate) const SEED: (&str, &str) = ("seed", "chooses openings where not all are played");
pub(crate) const SEEDS: (&str, &str) =
    ("seeds", "number of openings, of the 244 of four plies; each is played twice");
pub(crate) const DEPTH: (&str, &str) = ("depth", "greatest depth of alpha-beta");
pub(crate) const NAME: (&str, &str) =
    ("evaluation", "the evaluation of both sides, as in plyscope tournament othello");
pub(crate) const BUDGET: (&str, &str) = (
    "budget",
    "what is to be equal: nodes, or time (of the processor; rows then are not the same twice)",
);

/// The work that a budget stands for.
pub(crate) fn equal(budget: &str) -> Result<Equal, String> {
    match budget {
        "nodes" => Ok(Equal::Nodes),
        "time" => Ok(Equal::Time),
        other => Err(format!("budget {other:?}: write nodes or time")),
    }
}

/// Checks what all have.
pub(crate) fn check(seeds: u32, depth: u32, evaluation: &str, budget: &str) -> Result<(), String> {
    if !(1..=PAIRS).contains(&seeds) || !(1..=60).contains(&depth) {
        return Err(format!("give seeds from 1 to {PAIRS} and depth from 1 to 60"));
    }
    equal(budget)?;
    OthelloEvaluation::check(evaluation).map_err(|error| error.to_string())
}

/// Who plays whom, and how far.
pub(crate) struct Match<'s> {
    pub(crate) label: String,
    pub(crate) reference: Engine,
    pub(crate) challenger: Engine,
    /// Depths of alpha-beta; the challenger begins with the first, too.
    pub(crate) depths: (u32, u32),
    pub(crate) seed: u32,
    pub(crate) seeds: u32,
    pub(crate) evaluation: &'s str,
    pub(crate) equal: Equal,
}

/// Makes a ladder of it.
pub(crate) fn curve(game: Match<'_>) -> Curve<OthelloDomain> {
    let evaluation =
        |engine: Engine| Engine { evaluation: Some(game.evaluation.to_owned()), ..engine };
    let (first, last) = game.depths;
    Curve {
        label: game.label,
        ladder: Ladder {
            domain: OthelloDomain::default(),
            reference: evaluation(game.reference),
            challenger: evaluation(game.challenger),
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
