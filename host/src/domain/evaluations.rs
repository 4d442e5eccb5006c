//! What engines evaluate positions by.

use plyscope_core::{Evaluator, Game};

use super::{DomainError, Rules};
use crate::engine::Bounds;

/// The evaluations of a game's positions, and what engines are to know of their values.
pub trait Evaluations: Rules {
    /// The evaluation.
    type Evaluation: Evaluator<<Self::Game as Game>::Position, State: 'static> + Clone + 'static;

    /// The evaluation of this name, or the usual one.
    ///
    /// # Errors
    /// [`DomainError`] lists the names.
    fn evaluation(&self, name: Option<&str>) -> Result<Self::Evaluation, DomainError>;

    /// What tells the evaluation of this name from others: the name, or where that names a file of weights, what is in it.
    fn evaluation_identity(&self, name: &str) -> String {
        name.to_owned()
    }

    /// The lowest and highest edge cost that there can be.
    ///
    /// # Errors
    /// Says what to use where that is not known.
    fn exact_bounds(&self) -> Result<(i32, i32), &'static str> {
        Err("use learned, learned-separate or LOWEST:HIGHEST")
    }

    /// The evaluation's most likely decrement and increment.
    ///
    /// # Errors
    /// Says what to use where they are not known.
    fn likely_bounds(&self, evaluation: &Self::Evaluation) -> Result<(i32, i32), &'static str> {
        let _ = evaluation;
        Err("use learned, learned-separate or LOWEST:HIGHEST")
    }

    /// The bounds that forward estimation takes if none are given.
    fn usual_bounds(&self, evaluation: &Self::Evaluation) -> Bounds {
        let _ = evaluation;
        Bounds::Learned
    }

    /// Half the width of the aspiration window if none is given: about what a ply changes a value by.
    fn usual_window(&self, evaluation: &Self::Evaluation) -> u32 {
        let _ = evaluation;
        1
    }
}

/// Accepts the only evaluation that a domain has, by name or by default.
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
