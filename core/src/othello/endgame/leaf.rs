//! The last plies: plain recursion in null windows, for positions with few empty squares.

use super::last::{NONE, final_score, four, four_of, one, three, two};
use super::squares::{CORNERS, odd_quadrants};
use super::stability;
use crate::othello::Board;
use crate::othello::bitboard::{flips, legal_moves};

/// The empty squares up to which a position is solved by recursion, in one go.
pub(super) const LEAF: u32 = 6;

/// Whether the score of `board` is above `alpha`, by a null window: a lower bound above `alpha`, or an upper bound. Any
/// number of empty squares, but the time grows with them.
pub(super) fn solve(board: Board, alpha: i32, generated: &mut u64) -> i32 {
    let Board { mover, opponent } = board;
    let empties = board.empties();
    match empties.count_ones() {
        0 => final_score(mover, opponent),
        1 => one(mover, empties.trailing_zeros(), generated),
        2 => {
            let [a, b, ..] = four_of(empties, 0);
            two(mover, opponent, [a, b], alpha, generated)
        }
        3 => {
            let [a, b, c, _] = four_of(empties, odd_quadrants(empties));
            three(mover, opponent, [a, b, c], alpha, generated)
        }
        4 => {
            let squares = four_of(empties, odd_quadrants(empties));
            four(mover, opponent, squares, alpha, generated)
        }
        count => few(mover, opponent, count, alpha, generated),
    }
}

/// The exact score of `board` if it is within the window; otherwise a bound: at most `alpha`, or at least `beta`. By null
/// windows, one after the other.
pub(super) fn in_window(board: Board, alpha: i32, beta: i32, generated: &mut u64) -> i32 {
    let mut best = solve(board, alpha, generated);
    while best > alpha && best < beta {
        // A lower bound. Is there more?
        let next = solve(board, best, generated);
        if next <= best {
            break;
        }
        best = next;
    }
    best
}

/// Five and more empty squares.
fn few(mover: u64, opponent: u64, count: u32, alpha: i32, generated: &mut u64) -> i32 {
    if stability::promises(count, alpha) {
        let most = stability::most(mover, opponent);
        if most <= alpha {
            return most;
        }
    }
    let moves = legal_moves(mover, opponent);
    if moves == 0 {
        if legal_moves(opponent, mover) == 0 {
            return final_score(mover, opponent);
        }
        *generated = generated.wrapping_add(1);
        return few(opponent, mover, count, !alpha, generated).wrapping_neg();
    }
    let empties = !(mover | opponent);
    let odd = odd_quadrants(empties);
    let mut best = NONE;
    for group in [moves & odd & CORNERS, moves & odd & !CORNERS, moves & !odd] {
        let mut group = group;
        while group != 0 {
            let square = group.trailing_zeros();
            let disc = group & group.wrapping_neg();
            group ^= disc;
            let flipped = flips(square, mover, opponent);
            *generated = generated.wrapping_add(1);
            let (own, other) = (opponent & !flipped, mover | flipped | disc);
            let score = if count == 5 {
                let rest = empties & !disc;
                let squares = four_of(rest, odd_quadrants(rest));
                four(own, other, squares, !alpha, generated)
            } else {
                few(own, other, count.wrapping_sub(1), !alpha, generated)
            }
            .wrapping_neg();
            if score > best {
                best = score;
                if score > alpha {
                    return best;
                }
            }
        }
    }
    best
}
