//! Weights that change with every disc.
//!
//! Each filling has four numbers, and a position has the sums of those of its fillings. Each number of discs mixes the four sums into a
//! value by factors of its own: a factorisation of rank four of the table of weights by fillings and numbers of discs. So weights change
//! smoothly through the game, all positions teach all of them, and they take the memory of four phases.
//!
//! One more place has the mobility of both sides: the numbers of their moves.
//!
//! In a file, there are four bytes for each filling of the set, then four for each pair of mobilities, by the mover's first; a byte `b` stands
//! for `b - 128`. Then, for each number of discs from 0 to 64, five numbers of four bytes, little endian: the factors of the four sums and a
//! constant, in 4096ths of a hundredth of a disc.

use super::super::Board;
use super::super::bitboard::mobilities;
use super::{Indices, PLACES, PatternSet};
use crate::Value;

/// The numbers of each filling.
pub const NUMBERS: usize = 4;

/// Mobilities that are told apart, 0 to 31.
pub const MOBILITIES: u32 = 32;

/// The amount of a byte that stands for zero.
pub const ZERO: u8 = 128;

/// A value's unit in the factors: so many of them are a hundredth of a disc.
pub const UNIT: i32 = 1 << 12;

/// The largest value, in hundredths of a disc: no factors make a position look like a finished game.
const MOST: i32 = 100_000;

/// Bytes of the factors of one number of discs.
const FACTORS: usize = 4 * (NUMBERS + 1);

/// The four bytes of each filling in a word, 16 bits each, so that all four sums are one. There are so many words that a filling of 18
/// bits needs no test.
pub type Table = [u64; super::WINDOW];

/// The table of the weights in a file. It is large: [`fill`] makes it where it is to be.
#[must_use]
pub const fn table(file: &[u8]) -> Table {
    let mut table = [0; super::WINDOW];
    fill(&mut table, file);
    table
}

/// Makes a table of zeros that of the weights in a file.
#[expect(
    clippy::indexing_slicing,
    reason = "below both lengths; other ways take the compiler too many steps"
)]
pub const fn fill(table: &mut Table, file: &[u8]) {
    let Some((_, weights)) = file.split_at_checked(super::HEADER) else { return };
    let (numbers, _) = weights.as_chunks::<NUMBERS>();
    let count = if numbers.len() < table.len() { numbers.len() } else { table.len() };
    let mut place = 0;
    while place < count {
        table[place] = spread(numbers[place]);
        place = place.wrapping_add(1);
    }
}

/// Each of four bytes in 16 bits.
#[inline]
const fn spread([a, b, c, d]: [u8; NUMBERS]) -> u64 {
    a as u64 | (b as u64) << 16 | (c as u64) << 32 | (d as u64) << 48
}

/// The number of bytes of the weights of a set.
pub(super) const fn length(set: &PatternSet) -> usize {
    factors_start(set).wrapping_add(65 * FACTORS)
}

/// Where the factors begin.
const fn factors_start(set: &PatternSet) -> usize {
    (MOBILITIES.wrapping_mul(MOBILITIES) as usize).wrapping_add(set.weights()).wrapping_mul(NUMBERS)
}

/// The mobility of both sides, by number of a pair.
#[must_use]
#[inline]
pub fn mobility(board: &Board) -> u32 {
    pair(mobilities(board.mover, board.opponent))
}

#[inline]
fn pair(mobilities: [u32; 2]) -> u32 {
    let [mover, opponent] = mobilities.map(|moves| moves.min(MOBILITIES.wrapping_sub(1)));
    mover.wrapping_mul(MOBILITIES).wrapping_add(opponent)
}

/// The value of an unfinished position whose sides have so many moves.
#[inline]
pub(super) fn value(
    patterns: &super::Patterns<'_>,
    board: &Board,
    mobilities: [u32; 2],
    indices: &Indices,
) -> Value {
    let (weights, set) = (patterns.weights, patterns.set);
    let mobility = (set.weights() as u32).wrapping_add(pair(mobilities));
    let places = indices.fillings(set);
    let sum = match patterns.words {
        Some(table) => sum(&places, mobility, |place| {
            table.get(place as usize % super::WINDOW).copied().unwrap_or_default()
        }),
        None => {
            let numbers = weights.as_chunks::<NUMBERS>().0;
            sum(&places, mobility, |place| {
                spread(numbers.get(place as usize).copied().unwrap_or_default())
            })
        }
    };
    const ZEROS: i32 = ZERO as i32 * (PLACES as i32 + 1);
    let discs = (board.mover | board.opponent).count_ones() as usize;
    let factors = weights.get(factors_start(set)..).unwrap_or_default().as_chunks::<FACTORS>().0;
    let factors = factors.get(discs).copied().unwrap_or_default();
    let mut factors = factors.as_chunks::<4>().0.iter().map(|&bytes| i32::from_le_bytes(bytes));
    let sums = [sum, sum >> 16, sum >> 32, sum >> 48];
    let mixed = sums.into_iter().fold(0i32, |mixed, sum| {
        let sum = i32::from(sum as u16).wrapping_sub(ZEROS);
        mixed.wrapping_add(factors.next().unwrap_or_default().wrapping_mul(sum))
    });
    let hundredths = mixed.wrapping_add(factors.next().unwrap_or_default()) / UNIT;
    Value::new(hundredths.clamp(MOST.wrapping_neg(), MOST))
}

/// The four sums over all fillings and the mobility: 47 bytes each, less than 2^16.
#[inline]
fn sum(places: &[u32; PLACES], mobility: u32, word: impl Fn(u32) -> u64) -> u64 {
    places.iter().fold(word(mobility), |sum, &place| sum.wrapping_add(word(place)))
}
