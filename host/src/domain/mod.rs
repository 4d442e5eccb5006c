//! The domains that experiments and tournaments run in: a game with what the runner must know about it.

mod hexapawn;
mod othello;
mod othello_evaluation;
mod random_tree;

use plyscope_core::{Evaluator, Game, Side, Value};

use crate::device::OnDevice;
use crate::engine::{Bounds, Engine, PLIES};
use crate::player::{AnySearch, PlayerError};
use crate::seed::hash;
use crate::tree::TreeGame;
pub use hexapawn::{HexapawnDomain, path_from_start};
pub use othello::OthelloDomain;
pub(crate) use othello::symmetric_copies;
pub use othello_evaluation::{OthelloEvaluation, WeightsError};
pub use random_tree::{RandomTreeDomain, TreeParameters};

/// A game, its evaluations, and what names and numbers mean in it.
pub trait Domain: Clone + Send + Sync {
    /// The rules; a game's value is made anew for each search.
    type Game: TreeGame<Position: Clone + PartialEq + 'static, Move: 'static> + Clone + 'static;
    /// The same game with positions that carry what some evaluations look up, which is then faster; elsewhere the game
    /// itself.
    type Informed: TreeGame<Position: Clone + PartialEq + 'static, Move = <Self::Game as Game>::Move>
        + Clone
        + 'static;
    /// The evaluation.
    type Evaluation: Evaluator<<Self::Game as Game>::Position>
        + Evaluator<<Self::Informed as Game>::Position>
        + Clone
        + 'static;
    /// What tells one game of a tournament from another: an opening, or a tree's seed.
    type Start: Clone + Send + Sync;

    /// The name on the command line.
    const NAME: &'static str;

    /// How its positions and moves are a device's, if devices play it.
    const ON_DEVICE: Option<OnDevice<Self::Game>> = None;

    /// Everything about this domain that decides how games go.
    fn configuration(&self) -> serde_json::Value;

    /// The evaluation of this name, or the usual one.
    ///
    /// # Errors
    /// [`DomainError`] lists the names.
    fn evaluation(&self, name: Option<&str>) -> Result<Self::Evaluation, DomainError>;

    /// What tells the evaluation of this name from others: the name, or where that names a file of weights, what is in it.
    fn evaluation_identity(&self, name: &str) -> String {
        name.to_owned()
    }

    /// The game to search instead, if that is faster with this evaluation. Results are the same.
    fn informed(&self, evaluation: &Self::Evaluation) -> Option<Self::Informed> {
        let _ = evaluation;
        None
    }

    /// The position as [`Domain::Informed`] has it.
    fn inform(
        informed: &Self::Informed,
        position: &<Self::Game as Game>::Position,
    ) -> <Self::Informed as Game>::Position;

    /// The engine's search in one game. A method of each domain, so that the searches in its game are compiled once, with
    /// the domain, and not again wherever a function of any domain is used: that took half of a build.
    ///
    /// # Errors
    /// As [`search_of`](crate::player::search_of).
    fn search(
        &self,
        engine: &Engine,
        game: Self::Game,
    ) -> Result<AnySearch<Self::Game>, PlayerError>;

    /// The lowest and highest edge cost that there can be.
    ///
    /// # Errors
    /// Says what to use where that is not known.
    fn exact_bounds(&self) -> Result<(i32, i32), &'static str>;

    /// The evaluation's most likely decrement and increment.
    ///
    /// # Errors
    /// Says what to use where they are not known.
    fn likely_bounds(&self, evaluation: &Self::Evaluation) -> Result<(i32, i32), &'static str>;

    /// The bounds that forward estimation takes if none are given.
    fn usual_bounds(&self, evaluation: &Self::Evaluation) -> Bounds;

    /// Half the width of the aspiration window if none is given.
    fn usual_window(&self, evaluation: &Self::Evaluation) -> u32;

    /// The starts of `pairs` pairs of games.
    ///
    /// # Errors
    /// [`DomainError`] if there are not so many.
    fn starts(&self, pairs: Option<u64>, seed: u64) -> Result<Vec<Self::Start>, DomainError>;

    /// A number for each start, the same for those that are one but for a symmetry: their games tend to be the same, and
    /// must not be taken for independent ones.
    fn kinds(&self, starts: &[Self::Start]) -> Vec<usize> {
        (0..starts.len()).collect()
    }

    /// The game and the first position of a start.
    fn set_up(&self, start: &Self::Start) -> (Self::Game, <Self::Game as Game>::Position);

    /// The start as a user would write it.
    fn start_name(&self, start: &Self::Start) -> String;

    /// The move as a user would write it.
    fn move_name(&self, mv: <Self::Game as Game>::Move) -> String;

    /// The outcome of a finished game for the side that would move: larger is better for it, 0 is even.
    fn outcome(&self, position: &<Self::Game as Game>::Position) -> i32;

    /// The outcome of a game that is lost before its end, for the side that has lost it: the worst there is.
    fn outcome_of_forfeit(&self) -> i32 {
        -1
    }

    /// Whether a pair of games is won as a whole, by the player with the larger outcome when moving first (random
    /// trees: a single outcome is nobody's merit), or each game by itself.
    fn scores_pairs(&self) -> bool {
        false
    }

    /// The evaluation as best-first minimax needs it at the end of games (Korf & Chickering, 8.3.1).
    fn for_best_first(&self, evaluation: Self::Evaluation) -> Self::Evaluation {
        evaluation
    }

    /// More plies than this the game cannot take any more, passes included: a search so deep sees every end.
    fn most_plies(&self, game: &Self::Game, position: &<Self::Game as Game>::Position) -> u32;

    /// About how many plies the game can still take, where that is known: what engines' `solve` goes by.
    fn plies_left(&self, position: &<Self::Game as Game>::Position) -> Option<u32> {
        let _ = position;
        None
    }

    /// The deepest search that makes sense in this game, in plies.
    fn deepest_search(&self) -> u32 {
        PLIES as u32
    }

    /// Whether best-first minimax is to use alpha-beta where a reference engine's alpha-beta sees the end of the game
    /// (Korf & Chickering, 8.3.1).
    fn solves_with_the_reference(&self) -> bool {
        false
    }

    /// Whether best-first minimax plays a principal variation that reaches the end of the game without searching again
    /// (Korf & Chickering, 8.2).
    fn plays_out_lines(&self) -> bool {
        false
    }

    /// A value, given for the side to move, from the side that the domain reports values from.
    fn reported_value(&self, value: Value, mover: Side) -> Value {
        let _ = mover;
        value
    }
}

/// The most pairs of games of a tournament: years of work, and starts of 64 MiB.
pub const MOST_PAIRS: u64 = 1 << 24;

/// What a domain cannot do.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum DomainError {
    /// An evaluation that the domain does not have.
    #[error("{domain} has no evaluation {name:?}: write one of {names}")]
    UnknownEvaluation {
        /// The domain.
        domain: &'static str,
        /// What was asked for.
        name: String,
        /// What there is.
        names: &'static str,
    },
    /// Weights of an evaluation that cannot be read.
    #[error(transparent)]
    Weights(#[from] WeightsError),
    /// Bounds that the domain does not know.
    #[error("{domain} does not know {bounds} bounds for this evaluation: {remedy}")]
    UnknownBounds {
        /// The domain.
        domain: &'static str,
        /// What was asked for.
        bounds: String,
        /// What would do.
        remedy: &'static str,
    },
    /// More pairs than a tournament has.
    #[error("{pairs} pairs are too many: give at most {MOST_PAIRS}")]
    TooManyPairs {
        /// What was asked for.
        pairs: u64,
    },
    /// Seeds beyond those that trees have.
    #[error(
        "{pairs} pairs from seed {seed} on: a tree's seed is at most {}, and pair i has the tree of seed + i",
        u32::MAX
    )]
    Seeds {
        /// The first seed.
        seed: u64,
        /// How many.
        pairs: u64,
    },
    /// More pairs than there are different starts.
    #[error("{pairs} pairs are more than the {starts} openings of {plies} plies: {remedy}")]
    TooFewStarts {
        /// What was asked for.
        pairs: u64,
        /// What there is.
        starts: usize,
        /// The length of an opening.
        plies: u32,
        /// What would do.
        remedy: &'static str,
    },
}

/// Accepts the only evaluation that a domain has, by name or by default.
fn only_evaluation(
    domain: &'static str,
    name: Option<&str>,
    only: &'static str,
) -> Result<(), DomainError> {
    match name {
        Some(name) if name != only => {
            Err(DomainError::UnknownEvaluation { domain, name: name.to_owned(), names: only })
        }
        _ => Ok(()),
    }
}

/// Every position `plies` plies from `start`, with the moves that lead to it, in the game's order; games that
/// end earlier are left out.
pub(crate) fn openings<G: Game>(
    game: &G,
    start: &G::Position,
    plies: u32,
) -> Vec<(G::Position, Vec<G::Move>)> {
    let mut all = vec![(start.clone(), Vec::new())];
    for _ in 0..plies {
        let mut next = Vec::new();
        for (position, line) in &all {
            let mut moves = game.moves(position);
            while let Some((mv, child)) = game.next_child(position, &mut moves) {
                let mut line = line.clone();
                line.push(mv);
                next.push((child, line));
            }
        }
        all = next;
    }
    all.retain(|(position, _)| !game.is_over(position));
    all
}

/// `pairs` of `all` chosen by `seed`, in their order; all of them without a number.
fn choose<T: Clone>(
    all: Vec<T>,
    pairs: Option<u64>,
    seed: u64,
    plies: u32,
    remedy: &'static str,
) -> Result<Vec<T>, DomainError> {
    let Some(pairs) = pairs else { return Ok(all) };
    let starts = all.len();
    let wanted = usize::try_from(pairs).unwrap_or(usize::MAX);
    if wanted > starts {
        return Err(DomainError::TooFewStarts { pairs, starts, plies, remedy });
    }
    // Each opening gets a random number; those with the smallest are chosen.
    let mut numbered: Vec<(u64, usize)> = (0..starts).map(|i| (hash(seed, i as u64), i)).collect();
    numbered.sort_unstable();
    let mut chosen: Vec<usize> = numbered.into_iter().take(wanted).map(|(_, i)| i).collect();
    chosen.sort_unstable();
    Ok(chosen.into_iter().filter_map(|i| all.get(i).cloned()).collect())
}
