//! Othello's evaluations, by name.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use plyscope_core::othello::{Board, DiscDifference, Patterns, Simple};
use plyscope_core::{Ends, Evaluator, Outcome, Value};
use plyscope_engine::judged::Unit;
use plyscope_engine::{Engine, Knowledge, say};

/// An evaluation of Othello. The larger weights of the desktop are not in this module.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Evaluation {
    Simple,
    Discs,
    PatternsSmall,
}

impl Evaluation {
    /// Their names, as on the desktop.
    const NAMES: &'static [(&'static str, Self)] = &[
        ("simple", Self::Simple),
        ("discs", Self::Discs),
        ("patterns-small", Self::PatternsSmall),
    ];

    /// The evaluation of an engine.
    pub(crate) fn of(engine: &Engine) -> Result<Self, String> {
        let Some(given) = &engine.evaluation else { return Ok(Self::Simple) };
        let named = Self::NAMES.iter().find(|(name, _)| name == given);
        named.map(|&(_, evaluation)| evaluation).ok_or_else(|| {
            let names: Vec<&str> = Self::NAMES.iter().map(|&(name, _)| name).collect();
            format!("evaluation={given}: {}", say(&names))
        })
    }

    /// The unit of its values, and what is known about them.
    pub(crate) const fn about(self) -> (Unit, Knowledge) {
        match self {
            Self::Simple => (Unit::Hundredths, Knowledge::SIMPLE),
            Self::Discs => (Unit::Discs, Knowledge::DISCS),
            Self::PatternsSmall => (Unit::Hundredths, Knowledge::PATTERNS),
        }
    }
}

/// The state of an evaluation: that of patterns, which are slower without it, or nothing.
type State = Option<<Patterns<'static> as Evaluator<Board>>::State>;

/// Each search is compiled once for all of them.
impl Evaluator<Board> for Evaluation {
    type State = State;

    #[inline]
    fn state(&self, board: &Board) -> State {
        (*self == Self::PatternsSmall).then(|| Patterns::SMALL.state(board))
    }

    #[inline]
    fn update(&self, parent: &Board, state: &State, child: &Board) -> State {
        state.as_ref().map(|indices| Patterns::SMALL.update(parent, indices, child))
    }

    fn evaluate(&self, board: &Board, state: &State) -> Value {
        match (self, state) {
            (_, Some(indices)) => Patterns::SMALL.evaluate(board, indices),
            (Self::Discs, _) => DiscDifference.evaluate(board, &()),
            _ => Simple.evaluate(board, &()),
        }
    }

    fn finished(&self, outcome: Outcome) -> Value {
        match self {
            Self::Simple => Evaluator::<Board>::finished(&Simple, outcome),
            Self::Discs => Evaluator::<Board>::finished(&DiscDifference, outcome),
            Self::PatternsSmall => Patterns::SMALL.finished(outcome),
        }
    }

    fn leaf_value(
        &self,
        board: &Board,
        state: &State,
        ends: Ends,
        outcome: impl FnOnce() -> Option<Outcome>,
    ) -> Value {
        match (self, state) {
            (_, Some(indices)) => Patterns::SMALL.leaf_value(board, indices, ends, outcome),
            (Self::Discs, _) => DiscDifference.leaf_value(board, &(), ends, outcome),
            _ => Simple.leaf_value(board, &(), ends, outcome),
        }
    }

    #[inline]
    fn child_value(
        &self,
        (parent, state): (&Board, &State),
        child: &Board,
        ends: Ends,
        outcome: impl FnOnce() -> Option<Outcome>,
    ) -> Value {
        match state {
            Some(indices) => Patterns::SMALL.child_value((parent, indices), child, ends, outcome),
            None => self.leaf_value(child, &None, ends, outcome),
        }
    }
}
