//! Evaluations of positions.

use plyscope_core::{Evaluator, Game};

use super::{DomainError, Rules};
use crate::engine::{AnyEngine, Engine, Knowledge};
use crate::judged::Unit;

/// The evaluations of a game's positions, with the properties that engines need.
pub trait Evaluations: Rules {
    /// The evaluation.
    type Evaluation: Evaluator<<Self::Game as Game>::Position, State: 'static> + Clone + 'static;

    /// The evaluation of this name, or the default.
    ///
    /// # Errors
    /// [`DomainError`] lists the names.
    fn evaluation(&self, name: Option<&str>) -> Result<Self::Evaluation, DomainError>;

    /// The identity of the evaluation of this name: the name, or the content of its file of weights.
    fn evaluation_identity(&self, name: &str) -> String {
        name.to_owned()
    }

    /// What the game knows about the evaluation's values.
    fn knowledge(&self, evaluation: &Self::Evaluation) -> Knowledge {
        let _ = evaluation;
        Knowledge::without_bounds(Self::NAME, 1)
    }

    /// The unit of this engine's values.
    fn unit(&self, engine: &Engine) -> Unit {
        let _ = engine;
        Unit::Own
    }

    /// The unit of any engine's values. External engines play Othello and tell hundredths of a disc.
    fn unit_of(&self, engine: &AnyEngine) -> Unit {
        match engine {
            AnyEngine::Own(engine) => self.unit(engine),
            AnyEngine::Foreign(_) => Unit::Hundredths,
        }
    }
}

/// Accepts a domain's only evaluation, by name or by default.
pub(super) fn only_evaluation(
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
