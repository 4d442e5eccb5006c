//! A static evaluation that orders moves far from the end.

use heapless::Vec;

use crate::othello::Board;
use crate::{Ends, Evaluator, Value};

/// What orders moves where many squares are empty, besides the solver's own rules. It changes the number of nodes, never a
/// result.
pub trait Guide {
    /// Whether there is an evaluation at all. Without one, its code vanishes.
    const GUIDES: bool;

    /// The evaluation's state for a position.
    type State: Clone;

    /// Computes the state of a position.
    fn state(&self, board: &Board) -> Self::State;

    /// Computes the state of a position one move after `parent`.
    fn update(&self, parent: &Board, state: &Self::State, child: &Board) -> Self::State;

    /// The value of `child`, one move after `parent`, for the side to move in `child`, in eighths of a disc. The second part of
    /// `parent` is its state.
    fn eighths(&self, parent: (&Board, &Self::State), child: &Board) -> i32;

    /// As [`eighths`](Self::eighths), so many plies ahead, one at least: the minimax value of those after each of `replies`, the
    /// moves in `child`, or, if that is at least `most`, a number that is at least `most`, too.
    fn eighths_ahead(
        &self,
        (parent, before): (&Board, &Self::State),
        child: &Board,
        replies: u64,
        plies: usize,
        most: i32,
    ) -> i32 {
        if replies == 0 {
            // A pass changes little.
            return self.eighths((parent, before), child);
        }
        let mut path: Vec<Looked<Self::State>, MOST_AHEAD> = Vec::new();
        let state = self.update(parent, before, child);
        let first = Looked { board: *child, state, left: replies, best: NONE, most };
        let _ = path.push(first);
        let mut value = NONE;
        loop {
            let depth = path.len();
            let Some(last) = path.last_mut() else { return value };
            if last.left == 0 || last.best >= last.most {
                value = last.best;
                path.truncate(depth.wrapping_sub(1));
                if let Some(before) = path.last_mut() {
                    before.best = before.best.max(value.wrapping_neg());
                }
                continue;
            }
            let square = last.left.trailing_zeros();
            last.left &= last.left.wrapping_sub(1);
            let board = last.board.place(square);
            let moves = if depth < plies.min(MOST_AHEAD) { board.moves() } else { 0 };
            if moves == 0 {
                let found = self.eighths((&last.board, &last.state), &board).wrapping_neg();
                last.best = last.best.max(found);
            } else {
                let state = self.update(&last.board, &last.state, &board);
                let most = last.best.wrapping_neg();
                let _ = path.push(Looked { board, state, left: moves, best: NONE, most });
            }
        }
    }
}

/// The most plies of a look ahead: one where there is no operating system, and hardly ever a table for more.
pub(super) const MOST_AHEAD: usize = if cfg!(target_os = "none") { 1 } else { 4 };

/// Below any value in eighths.
const NONE: i32 = -100_000;

/// A position of a look ahead.
struct Looked<S> {
    board: Board,
    state: S,
    /// Moves not yet looked at.
    left: u64,
    best: i32,
    /// A value of so much, or more, is as good as this.
    most: i32,
}

/// No evaluation.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Unguided;

impl Guide for Unguided {
    const GUIDES: bool = false;
    type State = ();

    #[inline]
    fn state(&self, _: &Board) {}

    #[inline]
    fn update(&self, _: &Board, (): &(), _: &Board) {}

    #[inline]
    fn eighths(&self, _: (&Board, &()), _: &Board) -> i32 {
        0
    }
}

/// An evaluation in hundredths of a disc, such as [`Patterns`](crate::othello::Patterns).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Guided<E>(pub E);

impl<E: Evaluator<Board>> Guide for Guided<E> {
    const GUIDES: bool = true;
    type State = E::State;

    #[inline]
    fn state(&self, board: &Board) -> E::State {
        self.0.state(board)
    }

    #[inline]
    fn update(&self, parent: &Board, state: &E::State, child: &Board) -> E::State {
        self.0.update(parent, state, child)
    }

    fn eighths(&self, parent: (&Board, &E::State), child: &Board) -> i32 {
        // Any evaluation's values are allowed; beyond the discs of a board they only rank first or last.
        const MOST: Value = Value::new(10_000);
        let value = self.0.child_value(parent, child, Ends::Scored, || None).clamp(-MOST, MOST);
        value.get().wrapping_mul(8) / 100
    }
}

#[cfg(test)]
mod tests {
    use super::{Guide, Guided, MOST_AHEAD};
    use crate::Game;
    use crate::othello::{Board, Move, Othello, Patterns};

    const GUIDE: Guided<Patterns<'static>> = Guided(Patterns::SMALL);

    /// The value so many plies ahead by its definition.
    fn minimax(parent: &Board, child: &Board, plies: usize) -> i32 {
        let replies = child.moves();
        if plies == 0 || replies == 0 {
            return GUIDE.eighths((parent, &GUIDE.state(parent)), child);
        }
        (0..64)
            .filter(|square| replies >> square & 1 != 0)
            .map(|square| -minimax(child, &child.place(square), plies - 1))
            .max()
            .unwrap_or_default()
    }

    #[test]
    fn a_look_ahead_is_the_minimax_value_or_a_bound_of_it() {
        let (mut board, mut random, mut bounds) = (Board::START, 1u64, 0);
        while !board.is_over() {
            if board.must_pass() {
                board = board.passed();
                continue;
            }
            let squares = (0..64).filter(|square| board.moves() >> square & 1 != 0);
            for square in squares.clone().step_by(8) {
                let child = board.place(square);
                for plies in 1..=MOST_AHEAD {
                    let exact = minimax(&board, &child, plies);
                    let ahead = |most| {
                        let parent = (&board, &GUIDE.state(&board));
                        GUIDE.eighths_ahead(parent, &child, child.moves(), plies, most)
                    };
                    assert_eq!(ahead(i32::MAX), exact);
                    for most in [exact - 9, exact, exact + 1] {
                        let found = ahead(most);
                        if exact < most {
                            assert_eq!(found, exact);
                        } else {
                            assert!(most <= found);
                            bounds += usize::from(found != exact);
                        }
                    }
                }
            }
            random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            let number = (random >> 33) as usize % squares.clone().count();
            let square = squares.clone().nth(number).unwrap();
            board = Othello.play(&board, Move::to(square as u8).unwrap());
        }
        assert!(bounds > 10, "no bound was other than the value");
    }
}
