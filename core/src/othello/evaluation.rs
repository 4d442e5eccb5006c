//! Static evaluations of Othello: a simple heuristic one, and the difference of discs.

use super::halves::Halves;
use super::{Board, bitboard, halves};
use crate::{Ends, Evaluator, Outcome, Value};

/// An untrained evaluation of squares, mobility and corners. Its unit is roughly a hundredth of a disc.
///
/// The sum of three terms, each the mover's minus the opponent's:
/// - mobility: 100 for each legal move, and 30 for each empty square next to opposing discs (potential mobility);
/// - corners: 1500 for each corner held;
/// - dangerous squares: -700 for an X-square (diagonal to a corner) and -300 for a C-square (beside it on an edge) while
///   that corner is empty, and 100 for any other edge square.
///
/// The value of a finished game is its score in discs, plus 100,000,000 for a win ([`Value::decided`]).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Simple;

impl Simple {
    /// The most likely decrement and increment of the value over one ply, for forward estimation by Zhang's condition (2).
    ///
    /// Measured over ten games by alpha-beta to depth 4, 288,764 edges: the mean decrement is -550, the mean increment 546.
    /// The means are used because the distribution is flat around its mode (300 to 400).
    pub const MOST_LIKELY: (i32, i32) = (-550, 550);
}

const CORNERS: u64 = 0x8100_0000_0000_0081;
const EDGES: u64 = 0xff81_8181_8181_81ff;
/// X-squares and C-squares.
const NEXT_TO_CORNERS: u64 = 0x42c3_0000_0000_c342;
/// The values of a corner, an X-square and a C-square.
pub(super) const CORNER: i16 = 1500;
pub(super) const X_SQUARE: i16 = -700;
pub(super) const C_SQUARE: i16 = -300;
const NOT_A: u64 = 0xfefe_fefe_fefe_fefe;
const NOT_H: u64 = 0x7f7f_7f7f_7f7f_7f7f;

/// The squares of `discs` and their neighbours in all eight directions.
const fn neighbourhood(discs: u64) -> u64 {
    let row = discs | ((discs << 1) & NOT_A) | ((discs >> 1) & NOT_H);
    row | (row << 8) | (row >> 8)
}

/// The values of the squares near the corners, by the bytes of [`at_corners`]: of an edge's rank, and of the rank beside it.
/// Looking them up takes a chip half the instructions of counting.
#[expect(
    clippy::indexing_slicing,
    reason = "const-evaluated: an out-of-range index fails the build"
)]
static CORNER_VALUES: [[i16; 256]; 2] = {
    let mut values = [[0; 256]; 2];
    let mut byte = 0;
    while byte < 256 {
        let mut file = 0;
        while file < 8 {
            if byte >> file & 1 != 0 {
                let (edge, inner) = match file {
                    0 | 7 => (CORNER, C_SQUARE),
                    1 | 6 => (C_SQUARE, X_SQUARE),
                    _ => (0, 0),
                };
                values[0][byte] += edge;
                values[1][byte] += inner;
            }
            file += 1;
        }
        byte += 1;
    }
    values
};

/// The sum of the values of these discs, all at or next to a corner.
#[inline]
#[expect(clippy::indexing_slicing, reason = "bytes")]
fn at_corners(discs: u64) -> i32 {
    let [edge, inner] = &CORNER_VALUES;
    // The two ranks at either end of the board.
    let [first, second, .., seventh, eighth] = discs.to_le_bytes();
    [
        edge[usize::from(first)],
        inner[usize::from(second)],
        inner[usize::from(seventh)],
        edge[usize::from(eighth)],
    ]
    .into_iter()
    .fold(0, |sum, value| sum.wrapping_add(i32::from(value)))
}

/// The number of squares in `set`.
#[inline]
const fn count(set: u64) -> i32 {
    set.count_ones().cast_signed()
}

impl Evaluator<Board> for Simple {
    type State = ();

    #[inline]
    fn state(&self, _: &Board) {}

    #[inline]
    fn evaluate(&self, board: &Board, _: &()) -> Value {
        Self::value(board, board.moves(), board.passed().moves())
    }

    #[inline]
    fn leaf_value(
        &self,
        board: &Board,
        _: &(),
        ends: Ends,
        _: impl FnOnce() -> Option<Outcome>,
    ) -> Value {
        Self::leaf(board).unwrap_or_else(|| ended(self, board, ends))
    }
}

/// The value of a board by an evaluation that uses both sides' moves, which also show whether the game is over: then
/// there is none.
#[inline]
pub(super) fn by_moves(board: &Board, value: impl FnOnce(u64, u64) -> Value) -> Option<Value> {
    let (own, other) = (board.moves(), board.passed().moves());
    (own | other != 0).then(|| value(own, other))
}

/// The value of a finished game.
#[cold]
#[inline(never)]
pub(super) fn ended(evaluation: &impl Evaluator<Board>, board: &Board, ends: Ends) -> Value {
    ends.value(evaluation, Outcome::scored(board.score()))
}

impl Simple {
    /// The value of a board, or none if the game is over. Not generic, so that all callers share one copy: it takes 1.5 KB
    /// of a chip's flash. Out of line there: its values need more registers than a search leaves it.
    #[cfg_attr(target_pointer_width = "32", inline(never))]
    #[cfg_attr(not(target_pointer_width = "32"), inline)]
    fn leaf(board: &Board) -> Option<Value> {
        by_moves(board, |own, other| Self::value(board, own, other))
    }

    /// The value of an unfinished game, given the squares where either side may place a disc.
    #[inline]
    fn value(board: &Board, own_moves: u64, other_moves: u64) -> Value {
        Self::value_by::<{ bitboard::NARROW }>(board, own_moves, other_moves)
    }

    /// [`value`](Self::value), on halves of the board if `NARROW`.
    #[inline(always)]
    fn value_by<const NARROW: bool>(board: &Board, own_moves: u64, other_moves: u64) -> Value {
        Self::sum(if NARROW {
            halves::terms(
                Halves::of(board.mover),
                Halves::of(board.opponent),
                Halves::of(own_moves),
                Halves::of(other_moves),
            )
        } else {
            Self::terms(board, own_moves, other_moves)
        })
    }

    #[inline]
    fn sum([hundreds, potential, corners]: [i32; 3]) -> Value {
        // 100 and 30, by tens: fewer instructions on a chip.
        let tens = hundreds.wrapping_mul(10).wrapping_add(potential.wrapping_mul(3));
        Value::raw(tens.wrapping_mul(10).wrapping_add(corners))
    }

    /// The difference of mobility and of discs at edges, that of potential mobility, and the value of the discs at and next to
    /// the corners.
    #[inline(always)]
    fn terms(board: &Board, own_moves: u64, other_moves: u64) -> [i32; 3] {
        let (own, other) = (board.mover, board.opponent);
        let empties = board.empties();
        // Squares next to an empty corner; each is next to only one corner.
        let near = neighbourhood(empties & CORNERS);
        let safe_edges = EDGES & !near & !CORNERS;
        // Moves and discs at an edge count alike, and no square is both.
        let own_hundreds = count(own_moves | (own & safe_edges));
        let other_hundreds = count(other_moves | (other & safe_edges));
        // What counts there: corners, and squares next to an empty one.
        let counts = CORNERS | near & NEXT_TO_CORNERS;
        [
            own_hundreds.wrapping_sub(other_hundreds),
            count(empties & neighbourhood(other)).wrapping_sub(count(empties & neighbourhood(own))),
            at_corners(own & counts).wrapping_sub(at_corners(other & counts)),
        ]
    }
}

/// The difference of discs, with empty squares counted for the winner: a poor guide during a game, but exact at its end. A
/// search to the end gives the score in discs.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct DiscDifference;

impl Evaluator<Board> for DiscDifference {
    type State = ();

    #[inline]
    fn state(&self, _: &Board) {}

    #[inline]
    fn evaluate(&self, board: &Board, _: &()) -> Value {
        Value::new(board.score())
    }

    #[inline]
    fn finished(&self, outcome: Outcome) -> Value {
        Value::new(outcome.score())
    }
}

/// A value of [`Simple`] or [`Patterns`](super::Patterns) in hundredths of a disc, also for finished games, so that the values of
/// all positions can be compared or averaged.
///
/// ```
/// use plyscope_core::othello::hundredths;
/// use plyscope_core::{Outcome, Value};
/// assert_eq!(hundredths(Value::new(-250)), -250);
/// assert_eq!(hundredths(Value::decided(Outcome::scored(-12))), -1200);
/// ```
#[must_use]
pub const fn hundredths(value: Value) -> i32 {
    match value.outcome() {
        Some(outcome) => outcome.score().wrapping_mul(100),
        None => value.get(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Game as _;
    use crate::othello::Othello;

    #[test]
    fn halves_of_boards_have_the_same_value_as_boards() {
        let mut state = 1_u64;
        let mut random = |below: u64| {
            state = state.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(1);
            (state >> 33) % below
        };
        let mut checked = 0;
        for _ in 0..2000 {
            let mut board = Board::START;
            loop {
                let (own, other) = (board.moves(), board.passed().moves());
                assert_eq!(
                    Simple::value_by::<true>(&board, own, other),
                    Simple::value_by::<false>(&board, own, other),
                    "{board:?}"
                );
                checked += 1;
                if board.is_over() {
                    break;
                }
                let (mut moves, skipped) =
                    (Othello.moves(&board), random(Othello.count_moves(&board)));
                for _ in 0..skipped {
                    Othello.next_child(&board, &mut moves);
                }
                board = Othello.next_child(&board, &mut moves).unwrap().1;
            }
        }
        assert!(checked > 100_000, "{checked}");
        // Any discs at all, also where no game leads: full corners, empty ones, every square next to them.
        for _ in 0..200_000 {
            let [a, b, c] =
                [(); 3].map(|()| random(1 << 31) << 33 ^ random(1 << 31) << 16 ^ random(1 << 31));
            let (own, other) = (a & b, c & !(a & b));
            let board = Board { mover: own, opponent: other };
            let (own, other) = (board.moves(), board.passed().moves());
            assert_eq!(
                Simple::value_by::<true>(&board, own, other),
                Simple::value_by::<false>(&board, own, other),
                "{board:?}"
            );
        }
    }
}
