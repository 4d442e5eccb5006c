//! The best answer so far, and what each stage adds to it.

use heapless::Vec;

use super::{Stage, Strong};
use crate::othello::endgame::FrameStore;
use crate::othello::{Board, Move, Othello};
use crate::search::{Search as _, Stop, Store};
use crate::{Bound, Evaluator, Game as _, Outcome, Value};

/// Longest line of play that is reported, in moves.
pub(super) const LONGEST: usize = 128;

/// The best answer so far.
pub(super) struct Answer {
    pub(super) best_move: Option<Move>,
    pub(super) value: Value,
    pub(super) bound: Bound,
    pub(super) proven: bool,
    /// Whether the line ends the game.
    pub(super) ends: bool,
    pub(super) depth: u32,
    pub(super) line: Vec<Move, LONGEST>,
    /// Whether the value is that of a finished search of the middle game.
    pub(super) expected: Option<Value>,
    /// The last stage that was finished.
    pub(super) stage: Option<Stage>,
}

impl Answer {
    pub(super) const NONE: Self = Self {
        best_move: None,
        value: Value::ZERO,
        bound: Bound::Unknown,
        proven: false,
        ends: false,
        depth: 0,
        line: Vec::new(),
        expected: None,
        stage: None,
    };
}

impl<E, S, F, const PLIES: usize> Strong<'_, E, S, PLIES, F>
where
    E: Evaluator<Board>,
    S: Store<Othello, E::State>,
    F: FrameStore<E::State, PLIES>,
{
    /// Takes over what the current stage has found. What it has not finished counts if it is at least as good as the answer
    /// so far: each search begins with the best known move.
    pub(super) fn take_over(&mut self) {
        if let Stage::OneByOne { depth } = self.stage {
            self.take_over_one(depth);
            return;
        }
        let is_middle = matches!(self.stage, Stage::Middle { .. } | Stage::Selective { .. });
        let report = if is_middle { self.middle.report() } else { self.solver.report() };
        let finished = report.stop == Stop::Completed;
        let answer = &mut self.answer;
        if finished {
            answer.stage = Some(self.stage);
        }
        if is_middle {
            if !finished && report.bound == Bound::Unknown {
                return;
            }
            answer.best_move = report.best_move.or(answer.best_move);
            answer.value = report.value;
            answer.bound = report.bound;
            if finished {
                answer.depth = report.depth.min(self.root.empties().count_ones());
                answer.expected = Some(report.value);
            }
        } else {
            if !finished {
                // A move that is better than all before it; its value is a bound only.
                if report.bound == Bound::Lower && report.best_move != answer.best_move {
                    answer.best_move = report.best_move;
                    answer.line.clear();
                    let _ = answer.line.extend_from_slice(report.best_move.as_slice());
                }
                return;
            }
            answer.value = Value::decided(Outcome::scored(report.value.get()));
            answer.bound = report.bound;
            answer.proven = true;
            answer.depth = report.depth;
            if report.bound == Bound::Upper {
                // Every move loses; the middle game's choice is as good as any.
                return;
            }
            answer.ends = report.line_ends_game;
            answer.best_move = report.best_move.or(answer.best_move);
        }
        if !report.principal_variation.is_empty() {
            answer.line.clear();
            let _ = answer.line.extend_from_slice(report.principal_variation);
        }
    }

    /// Takes over the value of one of the root's moves if, misjudged as the level does, it is the best so far.
    fn take_over_one(&mut self, depth: u32) {
        let report = self.middle.report();
        let Some(mv) = self.one_by_one.current.filter(|_| report.stop == Stop::Completed) else {
            return;
        };
        let (child, value) = (Othello.play(&self.root, mv), -report.value);
        if self.one_by_one.is_best(self.level, self.seed, &child, value) {
            let answer = &mut self.answer;
            answer.best_move = Some(mv);
            answer.value = value;
            answer.bound = Bound::Estimate;
            answer.depth = depth.saturating_add(1);
            answer.line.clear();
            let _ = answer.line.push(mv);
            let rest = report.principal_variation;
            let rest = rest.get(..rest.len().min(LONGEST.saturating_sub(1))).unwrap_or_default();
            let _ = answer.line.extend_from_slice(rest);
        }
    }
}
