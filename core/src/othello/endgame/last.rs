//! The last one to four empty squares: no lists of moves, no table; each empty square is tried in turn.
//!
//! All functions answer a question about a null window, from the mover's side: is the score above `alpha`? They return a
//! lower bound above `alpha` if it is, and otherwise an upper bound. [`one`] alone is always exact.

use super::squares::{near, quadrant};
use crate::othello::bitboard::{flips, last_flips};

/// The score of a full board, or of one whose last squares nobody can take, for the side with the discs `mover`.
#[inline]
pub(super) const fn final_score(mover: u64, opponent: u64) -> i32 {
    let (own, other) = (mover.count_ones().cast_signed(), opponent.count_ones().cast_signed());
    let empties = 64i32.wrapping_sub(own).wrapping_sub(other);
    let difference = own.wrapping_sub(other);
    difference.wrapping_add(difference.signum().wrapping_mul(empties))
}

/// The score with one empty square, `square`.
#[inline]
pub(super) fn one(mover: u64, square: u32, generated: &mut u64) -> i32 {
    let own = mover.count_ones().cast_signed();
    let flipped = last_flips(square, mover);
    if flipped != 0 {
        *generated = generated.wrapping_add(1);
        return own.wrapping_add(flipped.cast_signed()).wrapping_mul(2).wrapping_sub(62);
    }
    // The mover's discs include no empty square, so what is left are the opponent's.
    let other = !mover & !(1u64 << (square & 63));
    let flipped = last_flips(square, other);
    if flipped != 0 {
        // A pass and a move.
        *generated = generated.wrapping_add(2);
        return own.wrapping_sub(flipped.cast_signed()).wrapping_mul(2).wrapping_sub(64);
    }
    // The square stays empty and counts for the winner: 63 discs are never even.
    let full = own.wrapping_mul(2).wrapping_sub(64);
    if own >= 32 { full.wrapping_add(2) } else { full }
}

/// Lower than any score.
pub(super) const NONE: i32 = -100;

/// Two empty squares.
pub(super) fn two(
    mover: u64,
    opponent: u64,
    [first, second]: [u32; 2],
    alpha: i32,
    generated: &mut u64,
) -> i32 {
    let mut best = NONE;
    if near(first, opponent) {
        let flipped = flips(first, mover, opponent);
        if flipped != 0 {
            *generated = generated.wrapping_add(1);
            best = one(opponent ^ flipped, second, generated).wrapping_neg();
            if best > alpha {
                return best;
            }
        }
    }
    if near(second, opponent) {
        let flipped = flips(second, mover, opponent);
        if flipped != 0 {
            *generated = generated.wrapping_add(1);
            let score = one(opponent ^ flipped, first, generated).wrapping_neg();
            best = best.max(score);
        }
    }
    if best == NONE {
        return two_passed(mover, opponent, [first, second], alpha, generated);
    }
    best
}

/// Two empty squares where the mover must pass, or the game is over. (For the mover: the least of the opponent's results.)
fn two_passed(
    mover: u64,
    opponent: u64,
    [first, second]: [u32; 2],
    alpha: i32,
    generated: &mut u64,
) -> i32 {
    let mut best = NONE.wrapping_neg();
    for (square, other) in [(first, second), (second, first)] {
        if near(square, mover) {
            let flipped = flips(square, opponent, mover);
            if flipped != 0 {
                *generated = generated.wrapping_add(1);
                best = best.min(one(mover ^ flipped, other, generated));
                if best <= alpha {
                    break;
                }
            }
        }
    }
    if best == NONE.wrapping_neg() {
        return final_score(mover, opponent);
    }
    *generated = generated.wrapping_add(1);
    best
}

/// Three empty squares, in the order to try them.
pub(super) fn three(
    mover: u64,
    opponent: u64,
    squares: [u32; 3],
    alpha: i32,
    generated: &mut u64,
) -> i32 {
    let (mut own, mut other, mut bound, mut turned) = (mover, opponent, alpha, false);
    loop {
        let [a, b, c] = squares;
        let mut best = NONE;
        for (square, rest) in [(a, [b, c]), (b, [a, c]), (c, [a, b])] {
            if !near(square, other) {
                continue;
            }
            let flipped = flips(square, own, other);
            if flipped == 0 {
                continue;
            }
            *generated = generated.wrapping_add(1);
            let child = own | flipped | (1u64 << (square & 63));
            let score = two(other ^ flipped, child, rest, !bound, generated).wrapping_neg();
            best = best.max(score);
            if score > bound {
                break;
            }
        }
        if best != NONE {
            return if turned {
                *generated = generated.wrapping_add(1);
                best.wrapping_neg()
            } else {
                best
            };
        }
        if turned {
            return final_score(mover, opponent);
        }
        // Pass.
        (own, other, bound, turned) = (opponent, mover, !alpha, true);
    }
}

/// Four empty squares, in the order to try them.
pub(super) fn four(
    mover: u64,
    opponent: u64,
    squares: [u32; 4],
    alpha: i32,
    generated: &mut u64,
) -> i32 {
    let (mut own, mut other, mut bound, mut turned) = (mover, opponent, alpha, false);
    loop {
        let [a, b, c, d] = squares;
        let mut best = NONE;
        for (square, rest) in [(a, [b, c, d]), (b, [a, c, d]), (c, [a, b, d]), (d, [a, b, c])] {
            if !near(square, other) {
                continue;
            }
            let flipped = flips(square, own, other);
            if flipped == 0 {
                continue;
            }
            *generated = generated.wrapping_add(1);
            let child = own | flipped | (1u64 << (square & 63));
            let rest = single_first(rest);
            let score = three(other ^ flipped, child, rest, !bound, generated).wrapping_neg();
            best = best.max(score);
            if score > bound {
                break;
            }
        }
        if best != NONE {
            return if turned {
                *generated = generated.wrapping_add(1);
                best.wrapping_neg()
            } else {
                best
            };
        }
        if turned {
            return final_score(mover, opponent);
        }
        (own, other, bound, turned) = (opponent, mover, !alpha, true);
    }
}

/// Three squares with one that is alone in its quadrant first: whoever plays there leaves an even number everywhere.
#[inline]
fn single_first([a, b, c]: [u32; 3]) -> [u32; 3] {
    let (of_a, of_b, of_c) = (quadrant(a), quadrant(b), quadrant(c));
    if of_a == of_b {
        [c, a, b]
    } else if of_a == of_c {
        [b, a, c]
    } else {
        [a, b, c]
    }
}

/// The four empty squares of a board, those in quadrants with an odd number of them first.
#[inline]
pub(super) fn four_of(empties: u64, odd: u64) -> [u32; 4] {
    let mut squares = [0; 4];
    let (mut first, mut then) = (empties & odd, empties & !odd);
    for square in &mut squares {
        let from = if first == 0 { &mut then } else { &mut first };
        *square = from.trailing_zeros();
        *from &= from.wrapping_sub(1);
    }
    squares
}
