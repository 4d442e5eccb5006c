//! Evaluations of positions.

use plyscope_core::{Evaluator, Game, Value};

use super::{DomainError, Rules};
use crate::engine::{AnyEngine, Bounds};

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

    /// What is appended to that identity for an engine that prunes by parameters of ProbCut that are not built in: the content of
    /// their file.
    fn cuts_identity(&self, name: &str) -> String {
        let _ = name;
        String::new()
    }

    /// The lowest and highest possible edge cost.
    ///
    /// # Errors
    /// What to use instead, if unknown.
    fn exact_bounds(&self) -> Result<(i32, i32), &'static str> {
        Err("use learned, learned-separate or LOWEST:HIGHEST")
    }

    /// The evaluation's most likely decrement and increment.
    ///
    /// # Errors
    /// What to use instead, if unknown.
    fn likely_bounds(&self, evaluation: &Self::Evaluation) -> Result<(i32, i32), &'static str> {
        let _ = evaluation;
        Err("use learned, learned-separate or LOWEST:HIGHEST")
    }

    /// The default bounds of forward estimation.
    fn usual_bounds(&self, evaluation: &Self::Evaluation) -> Bounds {
        let _ = evaluation;
        Bounds::Learned
    }

    /// A value that this engine reports, in hundredths of a disc, if the game counts discs and the unit is known.
    fn centidiscs(&self, engine: &AnyEngine, value: Value) -> Option<i32> {
        let _ = (engine, value);
        None
    }

    /// Default half width of the aspiration window: about the change of a value per ply.
    fn usual_window(&self, evaluation: &Self::Evaluation) -> u32 {
        let _ = evaluation;
        1
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
