//! Othello's evaluations, by name.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use plyscope_core::othello::{Board, DiscDifference, Patterns, Simple};
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

// Each search is compiled once for all of them. Patterns are faster with state.
plyscope_engine::any_evaluation! {
    Board, Evaluation {
        Self::Simple => Simple,
        Self::Discs => DiscDifference,
        Self::PatternsSmall => Patterns::SMALL,
    }
}
