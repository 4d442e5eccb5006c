//! How a solver works in a team: what it puts off, and what it leaves to the others' results.

use super::frame::{Frame, FrameStore, Line};
use super::memory::Known;
use super::team::{DIVIDED, Ended, Team};
use super::{Endgame, Guide, Pass};
use crate::othello::Board;

impl<S, const PLIES: usize> Frame<S, PLIES> {
    /// Puts off the move to `square` if another solver of the team is searching it. Not the first move: the others of a
    /// position are divided only once the first has not sufficed.
    #[inline]
    pub(super) fn defers(&mut self, square: u8, team: Team<'_>) -> bool {
        if !team.divides() || self.empties <= DIVIDED || !self.began || self.again || self.waits {
            return false;
        }
        let child = self.board.place(square.into());
        let defers = team.has(self.empties.wrapping_sub(1), Known::key(&child));
        if defers {
            self.deferred |= Known::disc(square);
        }
        defers
    }
}

impl<E: Guide, F: FrameStore<E::State, PLIES>, const PLIES: usize> Endgame<'_, E, PLIES, F> {
    /// Ends a pass with this result, or with that of a solver that was earlier.
    pub(super) fn end_pass(&mut self, value: i32, root: &mut Frame<E::State, PLIES>) {
        let ended = Ended { value, square: root.best_square };
        let agreed = self.team.agree(self.passes, root.window(), ended);
        if agreed != ended {
            root.best_square = agreed.square;
            root.line.set(agreed.square, &Line::EMPTY);
        }
        self.finish_pass(agreed.value, root);
    }

    /// Takes over what the other solvers have found: results of passes, and positions that are decided.
    pub(super) fn take_over(&mut self) {
        while let Some(root) = self.frames.stack().first() {
            let Some(ended) = self.team.result(self.passes, root.window()) else { break };
            for frame in self.frames.stack().iter().skip(1) {
                self.team.leave(frame.empties);
            }
            self.frames.stack_mut().truncate(1);
            let Some(mut root) = self.frames.stack_mut().pop() else { break };
            root.best_square = ended.square;
            root.line.set(ended.square, &Line::EMPTY);
            self.finish_pass(ended.value, &root);
        }
        self.leave_decided();
    }

    /// The move of a position whose exact score is in the table and is this one.
    pub(super) fn recalled(&self, board: &Board, value: i32) -> Option<u8> {
        let known = Known::of(&self.far, Known::key(board), board);
        let [square, _] = known.moves;
        let is_exact = i32::from(known.lower) == value && i32::from(known.upper) == value;
        (is_exact && board.moves() & Known::disc(square) != 0).then_some(square)
    }

    /// Leaves the highest position on the stack of which the table meanwhile knows enough, with all below it.
    fn leave_decided(&mut self) {
        if self.pass == Pass::Guess {
            return;
        }
        let mut found = None;
        for (place, frame) in self.frames.stack().iter().enumerate() {
            if frame.empties < DIVIDED {
                break;
            }
            if frame.is_null() {
                let known = Known::of(&self.far, frame.key, &frame.board);
                if let Some(value) = known.decides(frame.alpha) {
                    found = Some((place, value, known));
                    break;
                }
            }
        }
        let Some((place, value, known)) = found else { return };
        for frame in self.frames.stack().iter().skip(place.wrapping_add(1)) {
            self.team.leave(frame.empties);
        }
        self.frames.stack_mut().truncate(place.wrapping_add(1));
        if let Some(frame) = self.frames.stack_mut().last_mut() {
            let [best_square, _] = known.moves;
            (frame.best, frame.best_square) = (value, best_square);
            // Nothing more to search here.
            (frame.width, frame.again, frame.waits) = (0, false, false);
        }
    }
}
