//! Patterns: an evaluation learned by self-play. Each of 46 lines and regions of the board has a weight for every way
//! that it can be filled; a position's value is the sum of the weights that it shows.
//!
//! Eleven kinds of pattern, each in all its places (Buro's idea, 1997; the set is this project's choice): edge, rows 2 to
//! 4, diagonals of 8 to 4 squares, corners of 2 x 4 and 3 x 3 squares. A filling is a number in base three: 0 empty, 1 the
//! mover's disc, 2 the opponent's, the least digit first.

use super::{Board, Simple, Terms};
use crate::{Evaluator, Value};

/// The kinds of pattern.
pub const KINDS: usize = 11;

/// How many squares each kind has, in the order of the weights.
pub const SQUARES: [u32; KINDS] = [8, 8, 8, 8, 8, 7, 6, 5, 4, 8, 9];

/// Where each kind's weights begin, and their number in all: one for every filling.
#[expect(clippy::indexing_slicing, reason = "computed by the compiler, which would say so")]
pub const OFFSETS: [usize; KINDS + 1] = {
    let mut offsets = [0usize; KINDS + 1];
    let mut kind = 0usize;
    while kind < KINDS {
        offsets[kind + 1] = offsets[kind].wrapping_add(3usize.pow(SQUARES[kind]));
        kind = kind.wrapping_add(1);
    }
    offsets
};

/// Weights of a whole set: 62,289.
pub const WEIGHTS: usize = OFFSETS[KINDS];

/// Patterns on a board, over all places.
pub const INSTANCES: usize = 46;

/// The number in base three with the binary digits of the index.
#[expect(clippy::indexing_slicing, reason = "computed by the compiler, which would say so")]
const TERNARY: [u16; 512] = {
    let mut table = [0u16; 512];
    let mut index = 0usize;
    while index < 512 {
        let (mut digit, mut power) = (0u32, 1u16);
        while digit < 9 {
            if index >> digit & 1 != 0 {
                table[index] = power.wrapping_add(table[index]);
            }
            power = power.wrapping_mul(3);
            digit = digit.wrapping_add(1);
        }
        index = index.wrapping_add(1);
    }
    table
};

/// Columns of a diagonal's squares, as the bits of a byte.
const fn by_column(diagonal: u64) -> u64 {
    diagonal.wrapping_mul(0x0101_0101_0101_0101) >> 56
}

/// The board mirrored in the diagonal from a1 to h8.
const fn transposed(board: u64) -> u64 {
    let mut x = board;
    let mut t = (x ^ (x >> 7)) & 0x00aa_00aa_00aa_00aa;
    x ^= t ^ (t << 7);
    t = (x ^ (x >> 14)) & 0x0000_cccc_0000_cccc;
    x ^= t ^ (t << 14);
    t = (x ^ (x >> 28)) & 0x0000_0000_f0f0_f0f0;
    x ^ t ^ (t << 28)
}

/// The eight views of a board: as it is, upside down, mirrored, turned by half; and those of its transposition.
const fn views(board: u64) -> [u64; 8] {
    let other = transposed(board);
    [
        board,
        board.swap_bytes(),
        board.reverse_bits().swap_bytes(),
        board.reverse_bits(),
        other,
        other.swap_bytes(),
        other.reverse_bits().swap_bytes(),
        other.reverse_bits(),
    ]
}

/// The views in which each kind shows a place that it has not shown before. The others show the same squares backwards.
const PLACES: [&[usize]; KINDS] = [
    &[0, 1, 4, 5],
    &[0, 1, 4, 5],
    &[0, 1, 4, 5],
    &[0, 1, 4, 5],
    &[0, 2],
    &[0, 1, 2, 3],
    &[0, 1, 2, 3],
    &[0, 1, 2, 3],
    &[0, 1, 2, 3],
    &[0, 1, 2, 3, 4, 5, 6, 7],
    &[0, 1, 2, 3],
];

/// The squares of a kind in a view, as bits from the lowest on.
#[inline]
const fn squares(kind: usize, view: u64) -> u64 {
    match kind {
        0 => view & 0xff,
        1 => view >> 8 & 0xff,
        2 => view >> 16 & 0xff,
        3 => view >> 24 & 0xff,
        4 => by_column(view & 0x8040_2010_0804_0201),
        5 => by_column(view & 0x0080_4020_1008_0402) >> 1,
        6 => by_column(view & 0x0000_8040_2010_0804) >> 2,
        7 => by_column(view & 0x0000_0080_4020_1008) >> 3,
        8 => by_column(view & 0x0000_0000_8040_2010) >> 4,
        9 => view & 0x0f | view >> 4 & 0xf0,
        _ => view & 0x07 | view >> 5 & 0x38 | view >> 10 & 0x1c0,
    }
}

/// The place among a set's weights of each pattern that `board` shows, as the mover sees it.
#[must_use]
#[inline]
pub fn indices(board: &Board) -> [u16; INSTANCES] {
    let (own, other) = (views(board.mover), views(board.opponent));
    let ternary = |bits: u64| {
        // Nine bits at most.
        TERNARY.get(bits as usize & 511).copied().unwrap_or(0)
    };
    let mut indices = [0; INSTANCES];
    let mut slots = indices.iter_mut();
    for ((kind, places), &offset) in PLACES.iter().enumerate().zip(&OFFSETS) {
        for &view in *places {
            let (Some(&own), Some(&other), Some(slot)) =
                (own.get(view), other.get(view), slots.next())
            else {
                break;
            };
            let filling = ternary(squares(kind, own))
                .wrapping_add(ternary(squares(kind, other)).wrapping_mul(2));
            *slot = (offset as u16).wrapping_add(filling);
        }
    }
    indices
}

/// The place among a set's weights that shows the same squares as `index`, read backwards where that is the same pattern:
/// both must have the same weight.
#[must_use]
pub fn backwards(index: u16) -> u16 {
    let place = usize::from(index);
    let kind = OFFSETS.iter().skip(1).take_while(|&&end| end <= place).count();
    let (Some(&offset), Some(&length)) = (OFFSETS.get(kind), SQUARES.get(kind)) else {
        return index;
    };
    let mut digits = [0usize; 9];
    let mut rest = place.wrapping_sub(offset);
    for digit in &mut digits {
        *digit = rest % 3;
        rest /= 3;
    }
    let order: &[usize] = match kind {
        // Its eight places are all there are: none is another one's reflection.
        9 => return index,
        // Mirrored in its diagonal.
        10 => &[0, 3, 6, 1, 4, 7, 2, 5, 8],
        _ => &[7, 6, 5, 4, 3, 2, 1, 0],
    };
    // A shorter line ends before the eighth square.
    let order = order.get(order.len().saturating_sub(length as usize)..).unwrap_or(order);
    let mut power = 1usize;
    let mut number = 0usize;
    for &from in order {
        number = number.wrapping_add(digits.get(from).copied().unwrap_or(0).wrapping_mul(power));
        power = power.wrapping_mul(3);
    }
    (offset.wrapping_add(number)) as u16
}

/// The evaluation by patterns.
///
/// The value's unit is a hundredth of a disc. A finished game is worth what [`Simple`] says.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Patterns<'w> {
    /// The weights of one or more phases, one set behind the other: signed bytes, in eighths of a disc.
    weights: &'w [u8],
}

impl Patterns<'static> {
    /// With the weights that come with this crate: one phase. `core/weights/README.md` says how they were learned, and how
    /// well they play.
    pub const LEARNED: Self = Self { weights: include_bytes!("../../weights/patterns.bin") };
}

impl<'w> Patterns<'w> {
    /// With these weights, signed bytes in eighths of a disc; `None` if they are not a whole number of sets of
    /// [`WEIGHTS`].
    #[must_use]
    pub const fn new(weights: &'w [u8]) -> Option<Self> {
        let sets = weights.len() / WEIGHTS;
        if sets == 0 || sets.wrapping_mul(WEIGHTS) != weights.len() {
            None
        } else {
            Some(Self { weights })
        }
    }

    /// How many phases there are.
    #[must_use]
    pub const fn phases(self) -> usize {
        self.weights.len() / WEIGHTS
    }
}

/// Which of `phases` a position with so many discs is in: equally many discs in each.
#[must_use]
#[inline]
pub const fn phase(discs: u32, phases: usize) -> usize {
    let played = discs.saturating_sub(5) as usize;
    let phase = played.wrapping_mul(phases) / 60;
    if phase < phases { phase } else { phases.saturating_sub(1) }
}

impl Terms for Patterns<'_> {
    #[inline]
    fn finished(&self, score: i32) -> Value {
        Simple.finished(score)
    }

    #[inline]
    fn unfinished(&self, board: &Board, _: u64, _: u64) -> Value {
        let discs = (board.mover | board.opponent).count_ones();
        let start = phase(discs, self.phases()).wrapping_mul(WEIGHTS);
        let weights = self.weights.get(start..).unwrap_or(self.weights);
        let eighths = indices(board).iter().fold(0i32, |sum, &index| {
            let weight = weights.get(usize::from(index)).copied().unwrap_or(0);
            sum.wrapping_add(i32::from(weight.cast_signed()))
        });
        // An eighth of a disc is 12.5 hundredths.
        Value::new(eighths.wrapping_mul(25) / 2)
    }
}

impl Evaluator<Board> for Patterns<'_> {
    #[inline]
    fn evaluate(&self, board: &Board) -> Value {
        super::evaluation::evaluate(board, self, |score| self.finished(score))
    }
}

#[cfg(test)]
mod tests {
    extern crate std;

    use std::vec::Vec;

    use super::{
        INSTANCES, KINDS, OFFSETS, PLACES, SQUARES, WEIGHTS, backwards, indices, squares, views,
    };
    use super::{Patterns, phase};
    use crate::Evaluator as _;
    use crate::othello::Board;

    #[test]
    fn there_are_46_places_and_62_289_fillings() {
        assert_eq!(PLACES.iter().map(|places| places.len()).sum::<usize>(), INSTANCES);
        assert_eq!(WEIGHTS, 62_289);
    }

    #[test]
    fn every_place_has_its_squares_and_no_two_the_same() {
        let mut seen = Vec::new();
        for (kind, places) in PLACES.iter().enumerate() {
            for &view in *places {
                let shows = (0..64).filter(|square| squares(kind, views(1 << square)[view]) != 0);
                let shows: Vec<u32> = shows.collect();
                assert_eq!(shows.len() as u32, SQUARES[kind], "kind {kind}, view {view}");
                assert!(!seen.contains(&shows), "kind {kind}, view {view}");
                seen.push(shows);
            }
        }
    }

    #[test]
    fn a_board_and_its_reflections_show_the_same_weights() {
        let canonical = |board: Board| {
            let mut all: Vec<u16> =
                indices(&board).iter().map(|&index| index.min(backwards(index))).collect();
            all.sort_unstable();
            all
        };
        let board = Board { mover: 0x0010_3412_8800_0401, opponent: 0x0102_0040_1076_1000 };
        let (own, other) = (views(board.mover), views(board.opponent));
        for view in 0..8 {
            let seen = Board { mover: own[view], opponent: other[view] };
            assert_eq!(canonical(seen), canonical(board), "view {view}");
        }
    }

    #[test]
    fn backwards_twice_is_forwards_and_stays_in_its_kind() {
        for index in 0..WEIGHTS as u16 {
            let other = backwards(index);
            assert_eq!(backwards(other), index);
            let kind = |index: u16| (0..KINDS).rfind(|&kind| OFFSETS[kind] <= usize::from(index));
            assert_eq!(kind(index), kind(other));
        }
    }

    #[test]
    fn the_value_is_the_sum_of_the_weights_shown_in_the_phase() {
        let mut weights = std::vec![0u8; 2 * WEIGHTS];
        let first = indices(&Board::START);
        for (number, &index) in (1..).zip(&first) {
            weights[usize::from(index)] = number % 3;
        }
        let sum: i32 = first.iter().map(|&index| i32::from(weights[usize::from(index)])).sum();
        weights[WEIGHTS] = 0xff;
        let patterns = Patterns::new(&weights).unwrap();
        assert_eq!((patterns.phases(), Patterns::new(&weights[1..])), (2, None));
        assert_eq!(patterns.evaluate(&Board::START).get(), sum * 25 / 2);
        assert_eq!((phase(4, 2), phase(34, 2), phase(35, 2), phase(64, 2)), (0, 0, 1, 1));
    }

    #[test]
    fn an_empty_board_shows_the_first_filling_of_each_kind() {
        let empty = Board { mover: 0, opponent: 0 };
        let shown = indices(&empty);
        assert!(shown.iter().all(|&index| OFFSETS.contains(&usize::from(index))));
    }
}
