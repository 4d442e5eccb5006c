//! The passes over the tree: a guess, then searches in windows around it.

use super::frame::{Frame, FrameStore};
use super::leaf::LEAF;
use super::memory::Known;
use super::{Endgame, Guide, Pass};
use crate::othello::{Move, Othello};
use crate::search::Counts;
use crate::{Bound, Game, Value, Window};

/// Empty squares from which a score is guessed first.
const GUESSED: u32 = 10;

/// Empty squares from which a search is made of null windows.
const TESTED: u32 = 18;

/// How far the window of a search reaches from the guess, in discs.
const REACH: i32 = 4;

impl<E: Guide, F: FrameStore<E::State, PLIES>, const PLIES: usize> Endgame<'_, E, PLIES, F> {
    /// Begins a search, given the score that is expected.
    pub(super) fn begin_search(&mut self, expected: Option<Value>) {
        self.ends = scores(self.window);
        self.reach = if self.tests() { 0 } else { REACH };
        (self.least, self.most) = (-64, 64);
        let (alpha, beta) = self.ends;
        let is_wide = beta.wrapping_sub(alpha) > REACH.wrapping_mul(2);
        let expected = expected.map(|value| value.get().clamp(-64, 64) & !1);
        let is_open = is_wide && expected.is_none();
        let guesses = is_open && self.root.empties().count_ones() >= GUESSED;
        self.pass = if guesses { Pass::Guess } else { Pass::Solve };
        let ends = match expected {
            _ if self.tests() && !guesses => self.test(expected.unwrap_or(0)),
            Some(score) if is_wide => self.around(score),
            _ => self.ends,
        };
        self.begin(ends);
    }

    /// Begins a pass in this window.
    fn begin(&mut self, (alpha, beta): (i32, i32)) {
        let passed = self.root.must_pass();
        let (board, ends) = if passed {
            Counts::add(&mut self.counts.generated);
            (self.root.passed(), (beta.wrapping_neg(), alpha.wrapping_neg()))
        } else {
            (self.root, (alpha, beta))
        };
        let key = Known::key(&board);
        let mut known = Known::of(&self.far, key, &board);
        if let Some(square) = self.first.and_then(Move::square).filter(|_| !passed) {
            known.begin_with(square);
        }
        let state = if E::GUIDES { Some(self.guide.state(&board)) } else { None };
        if let Err(error) = self.push(board, ends, passed, board.moves(), key, known, state) {
            self.failure = Some(error);
        }
    }

    /// A small window around an expected score, within the wider one of the request.
    fn around(&self, score: i32) -> (i32, i32) {
        let (alpha, beta) = self.ends;
        let width = REACH.wrapping_mul(2);
        let low = score.wrapping_sub(REACH).min(beta.wrapping_sub(width)).max(alpha);
        (low, low.wrapping_add(width))
    }

    /// Ends a pass that found `value`: another one, or the search, may begin or end with it.
    pub(super) fn finish_pass(&mut self, value: i32, root: &Frame<E::State, PLIES>) {
        let (alpha, beta) = self.ends;
        let (low, high) = root.window();
        self.passes = self.passes.wrapping_add(1);
        let (from, to) = (value.wrapping_sub(self.reach), value.wrapping_add(self.reach));
        if self.tests() {
            self.finish_test(value, root);
        } else if self.pass == Pass::Guess {
            self.pass = Pass::Solve;
            self.begin(self.around(value));
        } else if value <= low && low > alpha {
            self.reach = self.reach.wrapping_mul(2);
            self.begin((from.max(alpha), value.wrapping_add(2)));
        } else if value >= high && high < beta {
            self.reach = self.reach.wrapping_mul(2);
            self.begin((value.wrapping_sub(2), to.min(beta)));
        } else {
            self.finish(value, root);
        }
    }

    /// Whether all windows are null windows: in a team, and far from the end.
    fn tests(&self) -> bool {
        self.team.divides() || self.root.empties().count_ones() >= TESTED
    }

    /// The null window that asks whether the root's score is at least this, or as near to it as a question makes sense.
    fn test(&self, score: i32) -> (i32, i32) {
        let (alpha, beta) = self.ends;
        let least = self.least.max(alpha).wrapping_add(2);
        let most = self.most.min(beta.wrapping_add(1) & !1);
        let low = score.min(most).max(least).wrapping_sub(2);
        (low, low.wrapping_add(1))
    }

    /// As [`finish_pass`](Self::finish_pass), in a team: null windows only, until the score is known (Plaat and others'
    /// MTD(f)). In a wider window, the solvers would search moves whose windows another one has just narrowed. A last pass,
    /// most of which the table answers, finds the line.
    fn finish_test(&mut self, value: i32, root: &Frame<E::State, PLIES>) {
        let (alpha, beta) = self.ends;
        let (low, high) = root.window();
        if self.pass == Pass::Guess {
            self.pass = Pass::Solve;
            return self.begin(self.test(value));
        }
        let is_inside = low < value && value < high;
        let next = if value <= low {
            self.most = self.most.min(value);
            value.wrapping_sub(self.reach)
        } else {
            self.least = self.least.max(value);
            if !root.passed {
                self.best_move = Move::to(root.best_square).or(self.best_move);
            }
            value.wrapping_add(2).wrapping_add(self.reach)
        };
        // Each further step is two discs longer than the last.
        self.reach = self.reach.wrapping_add(2);
        if is_inside || self.most <= alpha || self.least >= beta {
            self.finish(value, root);
        } else if self.least == self.most {
            self.begin((value.wrapping_sub(2), value.wrapping_add(2)));
        } else {
            self.begin(self.test(next));
        }
    }

    /// Records the root's value.
    fn finish(&mut self, value: i32, root: &Frame<E::State, PLIES>) {
        self.value = Value::new(value);
        self.best_move = if root.passed { Some(Move::PASS) } else { Move::to(root.best_square) };
        self.line.clear();
        if self.window.classify(self.value) == Bound::Exact {
            self.whole_line = self.complete_line(value, root.line.squares());
        } else if let Some(mv) = self.best_move {
            let _ = self.line.push(mv);
        }
    }

    /// Makes the root's line a whole game: passes added, and the moves of the recursion found again. Returns whether that
    /// succeeded: a line that another solver of the team has found is in the table, if it was not replaced.
    fn complete_line(&mut self, value: i32, squares: &[u8]) -> bool {
        let (mut board, mut value) = (self.root, value);
        let mut squares = squares.iter().copied();
        loop {
            let moves = board.moves();
            let mut mv = None;
            if moves == 0 {
                mv = board.must_pass().then_some(Move::PASS);
            } else if let Some(square) = squares.next() {
                mv = Move::to(square);
            } else if board.empties().count_ones() <= LEAF {
                // The first move that keeps the value.
                let mut rest = moves;
                while rest != 0 && mv.is_none() {
                    let square = rest.trailing_zeros();
                    rest &= rest.wrapping_sub(1);
                    let lost = value.wrapping_neg();
                    let mut leaf = self.leaf();
                    let found = leaf.solve(board.place(square), lost);
                    self.counts.generated = leaf.generated.wrapping_add(1);
                    if found <= lost {
                        mv = Move::to(square as u8);
                    }
                }
            } else {
                mv = self.recalled(&board, value).and_then(Move::to);
            }
            let Some(mv) = mv else { return board.is_over() };
            if self.line.push(mv).is_err() {
                return false;
            }
            board = Othello.play(&board, mv);
            value = value.wrapping_neg();
        }
    }
}

/// The ends of a window, as scores: even numbers, since no score is odd, and with room for the least and the largest score
/// inside.
fn scores(window: Window) -> (i32, i32) {
    // Whether the value is above, below or equal to a number is a question of three answers.
    let apart = i32::from(window.alpha == window.beta);
    let alpha = window.alpha.plus(apart.wrapping_neg()).get().clamp(-66, 64);
    let beta = window.beta.plus(apart).get().clamp(-64, 66);
    // Down and up to even numbers. A null window may become one that is two wide, which asks the same.
    let (alpha, beta) = (alpha & !1, beta.wrapping_add(1) & !1);
    if beta <= alpha.wrapping_add(2) { (alpha, alpha.wrapping_add(1)) } else { (alpha, beta) }
}
