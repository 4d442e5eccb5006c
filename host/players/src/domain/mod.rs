//! The domains of experiments and tournaments: games with everything the runner needs, split by use. [`Rules`] has names and
//! notation, [`Openings`] the starts of tournaments, [`Evaluations`] the evaluations of engines; a [`Domain`] is all of these.
//! [`Conventions`] records what the papers did.

mod conventions;
mod evaluations;
pub mod opening_choice;
mod openings;
mod othello;
mod othello_cuts;
mod othello_evaluation;
mod random_tree;
mod rules;
mod small;

use std::time::Duration;

use plyscope_core::Game;

use crate::device::Translation;
use crate::engine::{Engine, ForeignEngine, options};
use crate::player::{AnySearch, Player, PlayerError, make_search};
pub use crate::with_domain;
pub use conventions::Conventions;
pub use evaluations::Evaluations;
use evaluations::only_evaluation;
pub use opening_choice::OpeningChoice;
use openings::choose;
pub use openings::{MOST_PAIRS, Openings};
pub use openings::{openings, shuffled};
pub use othello::{OpeningOrder, OthelloDomain};
pub use othello_cuts::cuts_of;
pub use othello_evaluation::{OthelloEvaluation, WeightsError};
pub use random_tree::{RandomTreeDomain, TreeParameters, branching_text};
pub use rules::{MoveError, Rules, Scoring, kinds_of, scoring_of};
pub use small::{ConnectFourDomain, HexapawnDomain, SearchedGame, SmallDomain};

/// A game with openings, evaluations and searches, for engines to play. All items have defaults.
pub trait Domain: Openings + Evaluations {
    /// The papers' conventions in this domain.
    const CONVENTIONS: Conventions = Conventions::NONE;

    /// What the game has if it is Othello.
    fn othello(&self) -> Option<&dyn OnlyOthello<Self::Game, Self::Start>> {
        None
    }

    /// The engine's search in one game. A domain that implements this method compiles the searches of its game once, instead of
    /// wherever a generic function is used, which took half of a build.
    ///
    /// # Errors
    /// As [`search_of`](crate::player::search_of).
    fn search(
        &self,
        engine: &Engine,
        game: Self::Game,
    ) -> Result<AnySearch<Self::Game>, PlayerError> {
        let evaluation = self.evaluation(engine.evaluation.as_deref())?;
        make_search(self, engine, game, &evaluation, evaluation.clone(), evaluation.clone())
    }
}

/// What only Othello has, for a domain with these games and starts.
pub trait OnlyOthello<G: Game, S> {
    /// The strong player.
    ///
    /// # Errors
    /// [`PlayerError`] if the domain lacks the engine's evaluation, or there is no memory for the table.
    fn strong(
        &self,
        engine: &Engine,
        options: &options::Strong,
    ) -> Result<AnySearch<G>, PlayerError>;

    /// The player of an external engine in a game from this start, in a process of its own. A move may exceed its time by
    /// `margin`.
    ///
    /// # Errors
    /// [`PlayerError::Foreign`] if the process does not start.
    fn foreign(
        &self,
        engine: &ForeignEngine,
        start: &S,
        margin: Duration,
    ) -> Result<Box<dyn Player<G>>, PlayerError>;

    /// Translation to a device's positions and moves.
    fn on_device(&self) -> Translation<G>;

    /// What is appended to the identity of the evaluation of this name for an engine that prunes by parameters of ProbCut that are
    /// not built in: the content of their file.
    fn cuts_identity(&self, name: &str) -> String;
}

/// Errors of domains.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum DomainError {
    /// An unknown evaluation.
    #[error("{domain} has no evaluation {name:?}: use one of {names}")]
    UnknownEvaluation {
        /// The domain.
        domain: &'static str,
        /// The request.
        name: String,
        /// What is available.
        names: &'static str,
    },
    /// A domain without any start.
    #[error(
        "{domain} has no start: starts() gives none, so game_start() must say where a game begins"
    )]
    NoStart {
        /// The domain.
        domain: &'static str,
    },
    /// Unreadable weights.
    #[error(transparent)]
    Weights(#[from] WeightsError),
    /// More pairs than a tournament may have.
    #[error("{pairs} pairs are too many: give at most {MOST_PAIRS}")]
    TooManyPairs {
        /// The request.
        pairs: u64,
    },
    /// Seeds beyond those of trees.
    #[error(
        "{pairs} pairs from seed {seed} on: a tree's seed is at most {}, and pair i has the tree of seed + i",
        u32::MAX
    )]
    Seeds {
        /// The first seed.
        seed: u64,
        /// The number of pairs.
        pairs: u64,
    },
    /// More pairs than different starts.
    #[error("{pairs} pairs are more than the {starts} openings of {plies} plies: {remedy}")]
    TooFewStarts {
        /// The request.
        pairs: u64,
        /// What is available.
        starts: usize,
        /// The length of an opening.
        plies: u32,
        /// The remedy.
        remedy: &'static str,
    },
}
