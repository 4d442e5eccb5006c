//! How far the building of a book has come, so that an interrupted book becomes the uninterrupted one.

use std::fmt::Write as _;

use plyscope_core::othello::{Board, Colour, parse_board};
use serde::{Deserialize, Serialize};

use super::Plan;
use crate::domain::OthelloEvaluation;
use crate::game_files::board_text;

/// The evaluation of plans without one: that of `strong`.
const USUAL: &str = "patterns-large";

/// The state of a build between two searches.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Growth {
    seed: u64,
    plies: u32,
    depth: u32,
    margin: i32,
    /// By its identity, not by a path.
    evaluation: String,
    /// The next round of games.
    pub(super) round: u64,
    /// Positions of the last round, in its order, that are not yet searched.
    #[serde(skip)]
    pub(super) next: Vec<Board>,
}

impl Growth {
    /// The state of a build by this plan: the one given if it has the same plan, otherwise the first.
    pub(super) fn of(plan: &Plan, before: Option<Box<Self>>) -> Box<Self> {
        let Plan { seed, plies, depth, margin, ref evaluation, .. } = *plan;
        let evaluation = OthelloEvaluation::identity(evaluation.as_deref().unwrap_or(USUAL));
        let first = Self { seed, plies, depth, margin, evaluation, round: 0, next: Vec::new() };
        let plan_of = |growth: &Self| Self { round: 0, next: Vec::new(), ..growth.clone() };
        before.filter(|before| plan_of(before) == first).unwrap_or_else(|| Box::new(first))
    }

    /// Writes the lines of a file.
    pub(super) fn write(&self, text: &mut String) {
        // Numbers and text: this cannot fail.
        let state = serde_json::to_string(self).unwrap_or_default();
        let _ = writeln!(text, "growth {state}");
        for board in &self.next {
            let _ = writeln!(text, "next {}", board_text(board, Colour::Black));
        }
    }

    /// Reads the first line, without its first word.
    pub(super) fn read(text: &str) -> Option<Self> {
        serde_json::from_str(text).ok()
    }

    /// Adds the position of a line, without its first word. Returns whether it is one.
    pub(super) fn add(&mut self, text: &str) -> bool {
        match parse_board(text) {
            Ok((board, Colour::Black)) if !board.is_over() && !board.must_pass() => {
                self.next.push(board);
                true
            }
            _ => false,
        }
    }
}
