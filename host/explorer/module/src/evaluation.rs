//! Othello's evaluations, by name.

use alloc::format;
use alloc::vec::Vec;

use plyscope_core::othello::{Board, DiscDifference, Patterns, Simple};
use plyscope_core::{Ends, Evaluator, Outcome, Value};
use plyscope_engine::{Engine, say};

use crate::refusal::Refusal;

/// An evaluation of Othello.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Named {
    Simple,
    Discs,
    PatternsSmall,
}

impl Named {
    /// Their names, as on the desktop. The larger weights of the desktop are not in this module.
    const NAMES: &'static [(&'static str, Self)] = &[
        ("simple", Self::Simple),
        ("discs", Self::Discs),
        ("patterns-small", Self::PatternsSmall),
    ];

    /// The evaluation of an engine.
    pub(crate) fn of(engine: &Engine) -> Result<Self, Refusal> {
        let Some(given) = &engine.evaluation else { return Ok(Self::Simple) };
        let named = Self::NAMES.iter().find(|(name, _)| name == given);
        named.map(|&(_, evaluation)| evaluation).ok_or_else(|| {
            let names: Vec<&str> = Self::NAMES.iter().map(|&(name, _)| name).collect();
            format!("evaluation={given}: {}", say(&names)).into()
        })
    }

    /// The most likely change of a value in a ply, if it was measured.
    pub(crate) const fn most_likely(self) -> Option<(i32, i32)> {
        match self {
            Self::Simple => Some(Simple::MOST_LIKELY),
            Self::Discs => None,
            Self::PatternsSmall => Some(Patterns::MOST_LIKELY),
        }
    }

    /// Half the usual width of an aspiration window.
    pub(crate) const fn usual_window(self) -> u32 {
        match self {
            Self::Simple | Self::Discs => 500,
            Self::PatternsSmall => 1000,
        }
    }
}

/// The evaluations without a state, chosen at run time, so that each search is compiled once for both.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Stateless {
    Simple,
    Discs,
}

impl Evaluator<Board> for Stateless {
    type State = ();

    #[inline]
    fn state(&self, _: &Board) {}

    #[inline]
    fn evaluate(&self, board: &Board, _: &()) -> Value {
        match self {
            Self::Simple => Simple.evaluate(board, &()),
            Self::Discs => DiscDifference.evaluate(board, &()),
        }
    }

    #[inline]
    fn finished(&self, outcome: Outcome) -> Value {
        match self {
            Self::Simple => Value::decided(outcome),
            Self::Discs => DiscDifference.finished(outcome),
        }
    }

    #[inline]
    fn leaf_value(
        &self,
        board: &Board,
        _: &(),
        ends: Ends,
        outcome: impl FnOnce() -> Option<Outcome>,
    ) -> Value {
        match self {
            Self::Simple => Simple.leaf_value(board, &(), ends, outcome),
            Self::Discs => DiscDifference.leaf_value(board, &(), ends, outcome),
        }
    }
}
