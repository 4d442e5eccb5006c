//! The strong player of Othello as an engine.

use plyscope_core::othello::strong::Strong;
use plyscope_core::othello::{Board, Othello, ProbCuts};
use plyscope_core::{Evaluator, Outcome, Value};

use super::booked::Booked;
use super::table::Lease;
use super::together::Together;
use super::{AnySearch, Local, PlayerError, Thinker};
use crate::book::Book;
use crate::domain::OthelloEvaluation;
use crate::engine::{self, Lease as _, Remembering, options};

/// Any evaluation in hundredths of a disc, roughly: the unit of the strong player.
#[derive(Clone, Copy, Debug)]
pub struct InHundredths(pub OthelloEvaluation);

impl Evaluator<Board> for InHundredths {
    type State = ();

    fn state(&self, _: &Board) {}

    fn evaluate(&self, board: &Board, _: &()) -> Value {
        let value = self.0.evaluate(board, &());
        match self.0 {
            OthelloEvaluation::Discs => Value::new(value.get().saturating_mul(100)),
            // Its likely change in a ply is a hundred times that of the others.
            OthelloEvaluation::Bill(_) => Value::new(value.get() / 100),
            OthelloEvaluation::Simple | OthelloEvaluation::Patterns(_) => value,
        }
    }

    /// Far beyond, whatever the evaluation.
    fn finished(&self, outcome: Outcome) -> Value {
        Value::decided(outcome)
    }
}

/// Creates the search, with these parameters of ProbCut for its evaluation.
///
/// # Errors
/// [`PlayerError::Unsupported`] if there is no memory for the table, no thread, or the book cannot be read.
pub fn strong(
    evaluation: OthelloEvaluation,
    cuts: Option<&'static ProbCuts<'static>>,
    options: &options::Strong,
) -> Result<AnySearch<Othello>, PlayerError> {
    let cuts = cuts.unwrap_or(&ProbCuts::NONE);
    let search = match evaluation.patterns() {
        Some(patterns) => build(patterns, cuts, options),
        None => build(InHundredths(evaluation), cuts, options),
    }?;
    let Some(path) = &options.book else { return Ok(AnySearch::Here(Local::Thinking(search))) };
    let book =
        Book::load(path).map_err(|error| PlayerError::Unsupported(format!("book {error}")))?;
    let margin = (100.0 * options.book_margin).round() as i32;
    let search = Booked::new(search, book, margin, options.book_seed);
    Ok(AnySearch::Here(Local::Thinking(Box::new(search))))
}

fn build<E>(
    evaluator: E,
    cuts: &'static ProbCuts<'static>,
    options: &options::Strong,
) -> Result<Box<dyn Thinker<Othello>>, PlayerError>
where
    E: Evaluator<Board, State: Send + 'static> + Copy + Send + 'static,
{
    let lease = Lease::new(options.table)?;
    let player = || engine::strong(evaluator, cuts, lease.table(), options);
    // It ages its table itself.
    if options.threads <= 1 {
        let search = Remembering::new(player(), lease, |_| ()).with_stages(Strong::finished);
        return Ok(Box::new(search));
    }
    let search = Together::new(options.threads as usize, |team| player().in_team(team))?;
    let search = Remembering::new(search, lease, |_| ())
        .with_stages(Together::finished)
        .with_pauses(Together::recall);
    Ok(Box::new(search))
}
