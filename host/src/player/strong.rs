//! The strong player of Othello as an engine.

use plyscope_core::othello::strong::{Level, Strong};
use plyscope_core::othello::{Board, Othello, Patterns, ProbCuts};
use plyscope_core::search::forward_estimation::Cut;
use plyscope_core::{Evaluator, Outcome, Value};

use super::booked::Booked;
use super::table::{Lease, Remembering};
use super::together::Together;
use super::{AnySearch, PlayerError, Thinker};
use crate::book::Book;
use crate::domain::OthelloEvaluation;
use crate::engine::{Storage, options};

/// Any evaluation in hundredths of a disc, roughly: the unit of the strong player.
#[derive(Clone, Copy, Debug)]
struct InHundredths(OthelloEvaluation);

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

    fn finished(&self, outcome: Outcome) -> Value {
        self.0.finished(outcome)
    }
}

/// The parameters of ProbCut for [`Patterns::LEARNED`].
fn learned_cuts(discs: u32) -> &'static [Cut] {
    ProbCuts::LEARNED.cuts(discs)
}

/// The parameters of ProbCut for [`Patterns::LARGE`].
fn large_cuts(discs: u32) -> &'static [Cut] {
    ProbCuts::LARGE.cuts(discs)
}

/// The parameters of ProbCut for [`Patterns::SMALL`].
fn small_cuts(discs: u32) -> &'static [Cut] {
    ProbCuts::SMALL.cuts(discs)
}

/// No parameters of ProbCut: every line is searched.
fn no_cuts(_: u32) -> &'static [Cut] {
    &[]
}

/// The parameters of ProbCut for these weights, by the number of discs: none for others than this project's, which may err
/// in other ways.
pub(crate) fn cuts_of(patterns: Patterns<'_>) -> fn(u32) -> &'static [Cut] {
    if patterns == Patterns::LARGE {
        large_cuts
    } else if patterns == Patterns::LEARNED {
        learned_cuts
    } else if patterns == Patterns::SMALL {
        small_cuts
    } else {
        no_cuts
    }
}

/// Creates the search.
///
/// # Errors
/// [`PlayerError::Unsupported`] if there is no memory for the table, no thread, or the book cannot be read.
pub(crate) fn strong(
    evaluation: OthelloEvaluation,
    options: &options::Strong,
) -> Result<AnySearch<Othello>, PlayerError> {
    let search = match evaluation.patterns() {
        Some(patterns) => build(patterns, cuts_of(patterns), options),
        None => build(InHundredths(evaluation), no_cuts, options),
    }?;
    let Some(path) = &options.book else { return Ok(AnySearch::Thinking(search)) };
    let book =
        Book::load(path).map_err(|error| PlayerError::Unsupported(format!("book {error}")))?;
    let margin = (100.0 * options.book_margin).round() as i32;
    Ok(AnySearch::Thinking(Box::new(Booked::new(search, book, margin, options.book_seed))))
}

fn build<E>(
    evaluator: E,
    cuts: fn(u32) -> &'static [Cut],
    options: &options::Strong,
) -> Result<Box<dyn Thinker<Othello>>, PlayerError>
where
    E: Evaluator<Board, State: Send + 'static> + Copy + Send + 'static,
{
    let number = options.level.map(|level| u8::try_from(level).unwrap_or(u8::MAX));
    let level = number.and_then(Level::numbered).unwrap_or_default();
    let lease = Lease::new(options.table)?;
    let player = || {
        <Strong<'_, _, _>>::new(evaluator, cuts, lease.table(), Storage::new())
            .level(level)
            .seed(options.mistakes)
            .without(options.without.part())
    };
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
