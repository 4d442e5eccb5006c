//! Othello's two kernels on bitboards: the legal squares, and the discs that a move flips.
//!
//! Bit 0 is a1, bit 7 is h1, bit 63 is h8. Mover and opponent never share a square. "Narrow" is the variant for ARM, where
//! a 64-bit number takes two words, shifting a word is free, and one instruction reverses its bits.
//!
//! ```
//! use plyscope_core::othello::bitboard::{flips, legal_moves};
//!
//! let (black, white) = (1 << 28 | 1 << 35, 1 << 27 | 1 << 36); // e4, d5; d4, e5
//! assert_eq!(legal_moves(black, white), 1 << 19 | 1 << 26 | 1 << 37 | 1 << 44); // d3, c4, f5, e6
//! assert_eq!(flips(19, black, white), 1 << 27); // d3 turns d4
//! ```

mod both;

/// The squares that a flood along a rank or a diagonal may enter. A disc on the a- or h-file ends every such line; omitting
/// these files also keeps a shift from running into the next rank.
const INNER: u64 = 0x7e7e_7e7e_7e7e_7e7e;
const FILE_A: u64 = 0x0101_0101_0101_0101;
pub(super) const NARROW: bool = cfg!(target_arch = "arm");

/// The squares where the mover may place a disc: the empty squares from which it flips at least one disc. None if the mover
/// must pass or the game is over.
#[must_use]
#[inline]
pub const fn legal_moves(mover: u64, opponent: u64) -> u64 {
    let beyond = if NARROW { beyond_narrow(mover, opponent) } else { beyond_wide(mover, opponent) };
    beyond & !(mover | opponent)
}

/// Whether the mover may place a disc anywhere: whether there are [`legal_moves`].
#[must_use]
#[inline]
pub const fn has_move(mover: u64, opponent: u64) -> bool {
    has_move_by::<NARROW>(mover, opponent)
}

#[inline(always)]
const fn has_move_by<const NARROW: bool>(mover: u64, opponent: u64) -> bool {
    if !NARROW {
        return beyond_wide(mover, opponent) & !(mover | opponent) != 0;
    }
    // One direction after the other: the first ones often suffice.
    let empty = !(mover | opponent);
    east_meets(mover, opponent, empty) || rest_meets(mover, opponent, empty)
}

/// The numbers of legal moves of both sides, the mover's first.
#[must_use]
#[inline]
pub fn mobilities(mover: u64, opponent: u64) -> [u32; 2] {
    both::mobilities(&[mover, opponent], &[opponent, mover]).map(|count| count as u32)
}

/// The opponent's discs that are flipped when the mover places a disc on the empty `square`, 0 (a1) to 63 (h8); higher bits
/// of the number are ignored. 0 exactly if the placement is illegal.
#[must_use]
#[inline]
pub const fn flips(square: u32, mover: u64, opponent: u64) -> u64 {
    flips_by::<NARROW>(square, mover, opponent)
}

#[inline(always)]
const fn flips_by<const NARROW: bool>(square: u32, mover: u64, opponent: u64) -> u64 {
    if NARROW { flips_narrow(square, mover, opponent) } else { flips_wide(square, mover, opponent) }
}

/// The number of discs that are flipped when the mover places a disc on `square`, 0 to 63, and all other squares are
/// occupied: `mover` has the mover's discs, and all the rest are the opponent's. 0 exactly if the placement is illegal.
#[must_use]
#[inline]
pub const fn last_flips(square: u32, mover: u64) -> u32 {
    last_flips_by::<NARROW>(square, mover)
}

/// The squares just beyond the runs of opposing discs that start next to one of the mover's discs, in all directions: the
/// legal squares and some occupied ones.
#[inline(always)]
const fn beyond_wide(mover: u64, opponent: u64) -> u64 {
    let inner = opponent & INNER;
    let east = inner.wrapping_add(inner & (mover << 1)); // a carry runs through such a run
    let west = flood(mover, inner, inner & (inner >> 1), -1);
    east | west | line(mover, inner, 7) | line(mover, opponent, 8) | line(mover, inner, 9)
}

/// [`beyond_wide`] both ways along the lines whose neighbouring squares are `by` bits apart.
#[inline(always)]
const fn line(mover: u64, opponent: u64, by: i32) -> u64 {
    let (pairs, back) = (opponent & shift(opponent, by), by.wrapping_neg());
    flood(mover, opponent, pairs, by) | flood(mover, opponent, shift(pairs, back), back)
}

/// [`beyond_wide`] in one direction. Steps find runs of one and two discs; jumps of two squares, possible only over `pairs`
/// of opposing discs, find runs of up to four and six.
#[inline(always)]
const fn flood(mover: u64, opponent: u64, pairs: u64, by: i32) -> u64 {
    let one = opponent & shift(mover, by);
    let two = opponent & shift(one | mover, by);
    let four = pairs & shift(two, by.wrapping_mul(2));
    let six = pairs & shift(four, by.wrapping_mul(2));
    shift(two | four | six, by)
}

const fn shift(board: u64, by: i32) -> u64 {
    if by < 0 { board >> by.unsigned_abs() } else { board << by.unsigned_abs() }
}

/// [`beyond_wide`], narrow: upwards, and upwards again with the board turned by half.
const fn beyond_narrow(mover: u64, opponent: u64) -> u64 {
    let turned = upwards(mover.reverse_bits(), opponent.reverse_bits());
    upwards(mover, opponent) | turned.reverse_bits()
}

/// [`beyond_narrow`] in the four directions that lead to higher squares.
const fn upwards(mover: u64, opponent: u64) -> u64 {
    let ((low, high), (near, far)) = (halves(mover), halves(opponent));
    let (inner_near, inner_far) = halves(opponent & INNER);
    let east_low = inner_near.wrapping_add(inner_near & (low << 1));
    let east_high = inner_far.wrapping_add(inner_far & (high << 1));
    let (low_7, high_7) = climb(low, high, inner_near, inner_far, 7, 25);
    let (low_8, high_8) = climb(low, high, near, far, 8, 24);
    let (low_9, high_9) = climb(low, high, inner_near, inner_far, 9, 23);
    join(east_low | low_7 | low_8 | low_9, east_high | high_7 | high_8 | high_9)
}

/// Whether [`upwards`], to the east alone, meets one of these squares.
#[inline(always)]
const fn east_meets(mover: u64, opponent: u64, squares: u64) -> bool {
    let ((low, high), (near, far)) = (halves(mover), halves(opponent & INNER));
    let east_low = near.wrapping_add(near & (low << 1));
    let east_high = far.wrapping_add(far & (high << 1));
    meets(east_low, east_high, squares)
}

/// Whether one of the other seven directions does. Out of line, as they are needed less often.
#[inline(never)]
const fn rest_meets(mover: u64, opponent: u64, squares: u64) -> bool {
    if climbs_meet(mover, opponent, squares) {
        return true;
    }
    let (mover, opponent) = (mover.reverse_bits(), opponent.reverse_bits());
    let squares = squares.reverse_bits();
    east_meets(mover, opponent, squares) || climbs_meet(mover, opponent, squares)
}

/// Whether [`upwards`] meets one of these squares in the three directions that lead to higher ranks, one after the other.
#[inline(always)]
const fn climbs_meet(mover: u64, opponent: u64, squares: u64) -> bool {
    let ((low, high), (near, far)) = (halves(mover), halves(opponent));
    let (low_8, high_8) = climb(low, high, near, far, 8, 24);
    if meets(low_8, high_8, squares) {
        return true;
    }
    let (near, far) = halves(opponent & INNER);
    let (low_7, high_7) = climb(low, high, near, far, 7, 25);
    if meets(low_7, high_7, squares) {
        return true;
    }
    let (low_9, high_9) = climb(low, high, near, far, 9, 23);
    meets(low_9, high_9, squares)
}

/// Whether a board, in halves, has one of these squares.
#[inline(always)]
const fn meets(low: u32, high: u32, squares: u64) -> bool {
    let (squares_low, squares_high) = halves(squares);
    low & squares_low | high & squares_high != 0
}

/// [`upwards`] in one direction: through the opponent's discs in the low half, `near`, and on through those in the high
/// one, `far`. `rest` is 32 - `by`. (Passing pairs as arguments hides them from the optimiser, and costs ten instructions.)
#[inline(always)]
const fn climb(low: u32, high: u32, near: u32, far: u32, by: u32, rest: u32) -> (u32, u32) {
    let run = near & (low << by);
    let run = near & ((run | low) << by);
    let run = near & ((run | low) << by);
    let next = high << by | (run | low) >> rest;
    let on = far & next;
    let on = far & (next | on << by);
    let on = far & (next | on << by);
    (run << by, on << by | run >> rest)
}

const fn halves(board: u64) -> (u32, u32) {
    ((board & 0xffff_ffff) as u32, (board >> 32) as u32)
}

const fn join(low: u32, high: u32) -> u64 {
    (high as u64) << 32 | low as u64
}

/// [`flips`] along the four lines through the square. Each line is gathered into a byte, where two look-ups handle both
/// directions: fewer instructions than carries or floods along eight rays.
#[inline]
const fn flips_wide(square: u32, mover: u64, opponent: u64) -> u64 {
    let (file, rank, (rising, falling)) = (square & 7, square >> 3 & 7, diagonals(square));
    let (own_rank, own_file) = rank_and_file::<false>(mover, rank, file);
    let (other_rank, other_file) = rank_and_file::<false>(opponent, rank, file);
    let on_rank = turned(file, other_rank, own_rank);
    let on_file = turned(rank, other_file, own_file);
    // A copy on every rank, of which the diagonal keeps one bit.
    let on_rising = turned(file, sum::<false>(opponent & rising), sum::<false>(mover & rising));
    let up = on_rising.wrapping_mul(FILE_A) & rising;
    let on_falling = turned(file, sum::<false>(opponent & falling), sum::<false>(mover & falling));
    let down = on_falling.wrapping_mul(FILE_A) & falling;
    let on_file = on_file.wrapping_mul(0x0002_0408_1020_4081) & FILE_A;
    on_rank << (rank << 3) | on_file << file | up | down
}

/// [`flips_wide`], narrow: most lines flip nothing, so the second look-up and what follows is worth a test.
const fn flips_narrow(square: u32, mover: u64, opponent: u64) -> u64 {
    let (file, rank) = (square & 7, square >> 3 & 7);
    let (mut low, mut high) = (0, 0);
    let (own_rank, own_file) = rank_and_file::<true>(mover, rank, file);
    let (other_rank, other_file) = rank_and_file::<true>(opponent, rank, file);
    let by_file = line_of(file);
    let reached = ends(by_file, other_rank) & own_rank;
    if reached != 0 {
        let on_rank = run(by_file, reached) << (rank << 3 & 24);
        (low, high) = if rank < 4 { (on_rank, 0) } else { (0, on_rank) };
    }
    let by_rank = line_of(rank);
    let reached = ends(by_rank, other_file) & own_file;
    if reached != 0 {
        let on_file = run(by_rank, reached);
        low |= ((on_file & 0xf).wrapping_mul(0x0020_4081) & 0x0101_0101) << file;
        high |= ((on_file >> 4).wrapping_mul(0x0020_4081) & 0x0101_0101) << file;
    }
    let (rising, falling) = diagonals(square);
    let reached = ends(by_file, sum::<true>(opponent & rising)) & sum::<true>(mover & rising);
    if reached != 0 {
        // A copy on every rank, of which the diagonal keeps one bit.
        let copies = run(by_file, reached).wrapping_mul(0x0101_0101);
        let (near, far) = halves(rising);
        low |= copies & near;
        high |= copies & far;
    }
    let reached = ends(by_file, sum::<true>(opponent & falling)) & sum::<true>(mover & falling);
    if reached != 0 {
        let copies = run(by_file, reached).wrapping_mul(0x0101_0101);
        let (near, far) = halves(falling);
        low |= copies & near;
        high |= copies & far;
    }
    join(low, high)
}

/// [`last_flips`] along the four lines through the square.
const fn last_flips_by<const NARROW: bool>(square: u32, mover: u64) -> u32 {
    let (file, rank, (rising, falling)) = (square & 7, square >> 3 & 7, diagonals(square));
    let (on_rank, on_file) = rank_and_file::<NARROW>(mover, rank, file);
    let by_file = COUNTS.of(file);
    // Squares of a byte that the diagonal does not have hold no disc of the mover's, so no run ends there.
    at(by_file, on_rank)
        .wrapping_add(at(COUNTS.of(rank), on_file))
        .wrapping_add(at(by_file, sum::<NARROW>(mover & rising)))
        .wrapping_add(at(by_file, sum::<NARROW>(mover & falling)))
}

/// The sizes of the runs between a place on a line and the mover's nearest discs, by place and the mover's discs, 2 KB.
struct Counts([[u8; 256]; 8]);

impl Counts {
    #[inline]
    #[expect(clippy::indexing_slicing, reason = "masked to 7")]
    const fn of(&self, place: u32) -> &[u8; 256] {
        &self.0[(place & 7) as usize]
    }
}

#[inline]
#[expect(clippy::indexing_slicing, reason = "a byte")]
const fn at(counts: &[u8; 256], line: u8) -> u32 {
    counts[line as usize] as u32
}

#[expect(
    clippy::indexing_slicing,
    reason = "const-evaluated: an out-of-range index fails the build"
)]
static COUNTS: Counts = {
    let mut counts = [[0; 256]; 8];
    let mut index = 0;
    while index < 8 * 256 {
        let (place, byte) = (index / 256, (index % 256) as u8);
        // Discs of the mover's above and below the place.
        let above = byte & (0xfe << place) as u8;
        let below = byte & ((1u32 << place) - 1) as u8;
        let mut count = 0;
        if above != 0 {
            count += above.trailing_zeros() as u8 - place as u8 - 1;
        }
        if below != 0 {
            count += place as u8 - (7 - below.leading_zeros() as u8) - 1;
        }
        counts[place][byte as usize] = count;
        index += 1;
    }
    Counts(counts)
};

/// A rank, and a file, whose bits a multiplication gathers.
const fn rank_and_file<const NARROW: bool>(board: u64, rank: u32, file: u32) -> (u8, u8) {
    if NARROW {
        let (low, high) = halves(board);
        let on_rank = (if rank < 4 { low } else { high }) >> (rank << 3 & 24);
        let nibbles = low >> file & 0x0101_0101 | (high >> file & 0x0101_0101) << 4;
        return ((on_rank & 0xff) as u8, (nibbles.wrapping_mul(0x0102_0408) >> 24) as u8);
    }
    let on_file = (board >> file & FILE_A).wrapping_mul(0x0102_0408_1020_4080) >> 56;
    ((board >> (rank << 3) & 0xff) as u8, on_file as u8)
}

/// The sum of the ranks, which gathers a diagonal: it has at most one square on each file.
const fn sum<const NARROW: bool>(diagonal: u64) -> u8 {
    if NARROW {
        let (low, high) = halves(diagonal);
        return ((low | high).wrapping_mul(0x0101_0101) >> 24) as u8;
    }
    (diagonal.wrapping_mul(FILE_A) >> 56) as u8
}

/// The squares that are flipped on a line of eight when a disc is placed on its square `place`.
#[inline]
#[expect(clippy::indexing_slicing, reason = "masked to 7, at most 0x17f, and a byte")]
const fn turned(place: u32, opponent: u8, mover: u8) -> u64 {
    let line = &LINES[(place & 7) as usize];
    let ends = line[0x100 | (opponent >> 1) as usize] & mover;
    line[ends as usize] as u64
}

/// The tables for a place on a line.
#[inline]
#[expect(clippy::indexing_slicing, reason = "masked to 7")]
const fn line_of(place: u32) -> &'static [u8; PLACE] {
    &LINES[(place & 7) as usize]
}

/// The squares where a disc would end a run of the opponent's next to the place.
#[inline]
#[expect(clippy::indexing_slicing, reason = "at most 0x17f")]
const fn ends(line: &[u8; PLACE], opponent: u8) -> u8 {
    line[0x100 | (opponent >> 1) as usize]
}

/// The squares of the runs between the place and these ends.
#[inline]
#[expect(clippy::indexing_slicing, reason = "a byte")]
const fn run(line: &[u8; PLACE], ends: u8) -> u32 {
    line[ends as usize] as u32
}

/// Bytes of a place in the tables: 384, or so many that a shift finds the place.
const PLACE: usize = if NARROW { 512 } else { 384 };

/// Tables for [`turned`], by place, 3 or 4 KB. The first gives the flipped runs, indexed by the squares where one of the mover's
/// discs ends a run next to the place. The second gives the squares where a disc would end a run, indexed by the opponent's
/// discs (shifted right by one).
#[expect(
    clippy::indexing_slicing,
    reason = "const-evaluated: an out-of-range index fails the build"
)]
static LINES: [[u8; PLACE]; 8] = {
    let mut lines = [[0; PLACE]; 8];
    let mut index = 0;
    while index < 8 * 256 {
        let (place, byte) = (index / 256, index % 256);
        let (run_above, end_above) = above(place, byte as u8);
        let (run_below, end_below) = above(7 - place, (byte as u8).reverse_bits());
        lines[place][byte] = run_above | run_below.reverse_bits();
        lines[place][0x100 | byte >> 1] = end_above | end_below.reverse_bits();
        index += 1;
    }
    lines
};

/// Above a place: the squares below the lowest bit of `byte`, and the square beyond the run of its inner bits.
const fn above(place: usize, byte: u8) -> (u8, u8) {
    let (above, inner) = ((0xfe << place) as u8, byte & 0x7e);
    let start = inner & (2 << place) as u8;
    (above & (byte & above).saturating_sub(1) & !byte, inner.wrapping_add(start) & !inner)
}

/// The diagonals through a square, parallel to a1-h8 and to h1-a8, from a table of 1 KB.
#[inline]
#[expect(clippy::indexing_slicing, reason = "the mask keeps the index below 64")]
const fn diagonals(square: u32) -> (u64, u64) {
    static DIAGONALS: [(u64, u64); 64] = {
        let mut diagonals = [(0, 0); 64];
        let mut square = 0;
        while square < 64 {
            let (file, rank) = (square % 8, square / 8);
            let rising = shift(0x8040_2010_0804_0201, 8 * (rank - file));
            let falling = shift(0x0102_0408_1020_4080, 8 * (rank + file - 7));
            diagonals[square as usize] = (rising, falling);
            square += 1;
        }
        diagonals
    };
    DIAGONALS[(square & 63) as usize]
}

#[cfg(test)]
mod tests;
