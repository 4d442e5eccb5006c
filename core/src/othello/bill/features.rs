//! Three of the four features, each for one side; [`super`] compares the sides.

use super::edges::file;

const NOT_A: u64 = 0xfefe_fefe_fefe_fefe;
const NOT_H: u64 = 0x7f7f_7f7f_7f7f_7f7f;
const DIAGONAL: u64 = 0x8040_2010_0804_0201;

/// For each direction: the distance between neighbours on a line, the squares with a neighbour at that distance above and
/// below, and the lines with a weight of at least 1, 2 and 3. Longer and more central lines weigh more.
const DIRECTIONS: [(u32, u64, u64, [u64; 3]); 4] = [
    (1, NOT_A, NOT_H, [u64::MAX, 0x00ff_ffff_ffff_ff00, 0x0000_ffff_ffff_0000]),
    (8, u64::MAX, u64::MAX, [u64::MAX, 0x7e7e_7e7e_7e7e_7e7e, 0x3c3c_3c3c_3c3c_3c3c]),
    (9, NOT_A, NOT_H, [diagonals(5), diagonals(3), diagonals(1)]),
    (
        7,
        NOT_H,
        NOT_A,
        [diagonals(5).swap_bytes(), diagonals(3).swap_bytes(), diagonals(1).swap_bytes()],
    ),
];

/// The diagonals parallel to a1-h8 up to this distance from it.
const fn diagonals(furthest: u32) -> u64 {
    let (mut all, mut by) = (DIAGONAL, 1u32);
    while by <= furthest {
        all |= DIAGONAL << (by.wrapping_mul(8) & 63) | DIAGONAL >> (by.wrapping_mul(8) & 63);
        by = by.wrapping_add(1);
    }
    all
}

/// The number of squares of the set on each rank, one byte each.
const fn by_rank(set: u64) -> u64 {
    let pairs = set.wrapping_sub(set >> 1 & 0x5555_5555_5555_5555);
    let fours = (pairs & 0x3333_3333_3333_3333).wrapping_add(pairs >> 2 & 0x3333_3333_3333_3333);
    fours.wrapping_add(fours >> 4) & 0x0f0f_0f0f_0f0f_0f0f
}

/// Potential mobility against `opponent`, in halves: on each line twice the empty squares next to the opponent's discs, and
/// the opponent's discs next to empty squares, times the line's weight.
#[inline]
pub(super) fn potential_mobility(opponent: u64, empties: u64) -> i32 {
    let mut sums = 0u64;
    for (by, up, down, lines) in DIRECTIONS {
        let beside = |set: u64| (set << by) & up | (set >> by) & down;
        let (squares, discs) = (empties & beside(opponent), opponent & beside(empties));
        for weighing in lines {
            let squares = by_rank(squares & weighing);
            // No square is in both: at most 8 x 2 x 3 x 4 directions = 192 in a byte.
            sums =
                sums.wrapping_add(squares.wrapping_mul(2)).wrapping_add(by_rank(discs & weighing));
        }
    }
    let pairs = (sums & 0x00ff_00ff_00ff_00ff).wrapping_add(sums >> 8 & 0x00ff_00ff_00ff_00ff);
    (pairs.wrapping_mul(0x0001_0001_0001_0001) >> 48) as i32
}

/// The value of a disc in a run, by its square's distances from the nearer edge in both dimensions. Edge squares are left
/// to the edge table.
const SQUARES: [[i32; 4]; 4] = [[0, 0, 0, 0], [0, -6, -6, -7], [0, -6, 0, -1], [0, -7, -1, 2]];

/// The weight of a run's mean value by the run's length, in sixteenths: it grows with the length, but less with each disc.
const RUNS: [i32; 9] = [0, 16, 24, 30, 34, 36, 38, 40, 42];

const fn distance(line: usize) -> usize {
    let line = line & 7;
    if line < 4 { line } else { 7usize.wrapping_sub(line) }
}

/// The value of the mover's runs on a line, in sixteenths: for ranks 2 to 4 and the diagonals of 8 to 3 squares, by the
/// occupied squares.
#[expect(
    clippy::indexing_slicing,
    reason = "const-evaluated: an out-of-range index fails the build"
)]
static LINES: [[i16; 256]; 9] = {
    let mut lines = [[0i16; 256]; 9];
    let mut number = 0usize;
    while number < 256 * 9 {
        let (line, filling) = (number / 256, number % 256);
        let (mut place, mut length, mut worth, mut all) = (0usize, 0usize, 0i32, 0i32);
        while place <= 8 {
            if place < 8 && filling >> place & 1 != 0 {
                let rank = if line < 3 {
                    line.wrapping_add(1)
                } else {
                    place.wrapping_add(line).wrapping_sub(3)
                };
                // There is nothing beyond the end of a shorter diagonal.
                if rank < 8 {
                    worth = worth.wrapping_add(SQUARES[distance(rank)][distance(place)]);
                    length = length.wrapping_add(1);
                }
            } else if length > 0 {
                all = all.wrapping_add(RUNS[length].wrapping_mul(worth) / (length as i32));
                length = 0;
                worth = 0;
            }
            place = place.wrapping_add(1);
        }
        lines[line][filling] = all as i16;
        number = number.wrapping_add(1);
    }
    lines
};

/// The value of the runs of `discs`: on every line the mean value of a run's squares times the weight of its length.
#[inline]
pub(super) fn runs(discs: u64) -> i32 {
    let worth = |line: usize, filling: u64| {
        let line = LINES.get(line).and_then(|line| line.get((filling & 0xff) as usize));
        i32::from(line.copied().unwrap_or(0))
    };
    let mut all = 0i32;
    for line in 1..=3u32 {
        let (class, across) = (line.wrapping_sub(1) as usize, 7u32.wrapping_sub(line));
        for filling in [
            discs >> (line.wrapping_mul(8) & 63),
            discs >> (across.wrapping_mul(8) & 63),
            file(discs, line),
            file(discs, across),
        ] {
            all = all.wrapping_add(worth(class, filling));
        }
    }
    for view in [discs, discs.swap_bytes()] {
        // A diagonal has at most one square on each file, so the sum of the ranks gathers it.
        let gathered = |diagonal: u64| (view & diagonal).wrapping_mul(0x0101_0101_0101_0101) >> 56;
        all = all.wrapping_add(worth(3, gathered(DIAGONAL)));
        for by in 1..=5u32 {
            let (class, shift) = (by.wrapping_add(3) as usize, by.wrapping_mul(8) & 63);
            all = all
                .wrapping_add(worth(class, gathered(DIAGONAL << shift)))
                .wrapping_add(worth(class, gathered(DIAGONAL >> shift) >> (by & 7)));
        }
    }
    all / 16
}

#[cfg(test)]
mod tests {
    use super::{SQUARES, potential_mobility, runs};

    #[test]
    fn a_lone_disc_has_eight_empty_neighbours_and_counts_on_each_line_by_its_weight() {
        // d4: rank and file of weight 3, diagonals of 8 and 7 squares of weight 3; 2 x 2 + 1 halves each.
        assert_eq!(potential_mobility(1 << 27, !(1 << 27)), 4 * 5 * 3);
        // b3: file of weight 2, rank 3 of weight 3, diagonals of 7 and 4 squares.
        assert_eq!(potential_mobility(1 << 17, !(1 << 17)), 5 * (2 + 3 + 3 + 1));
        // a1: three neighbours, on edges and the long diagonal; a full board has none.
        assert_eq!(potential_mobility(1, !1), 3 * (1 + 1 + 3));
        assert_eq!(potential_mobility(1, 0), 0);
    }

    #[test]
    fn a_run_counts_more_than_a_disc_but_less_than_its_discs_alone() {
        // b4: alone on its rank, on its file, and on diagonals of 4 and 5 squares.
        assert_eq!(runs(1 << 25), 4 * SQUARES[3][1]);
        // b4 and b5: on their file 24 sixteenths of the mean, on three lines each alone.
        assert_eq!(runs(1 << 25 | 1 << 33), (6 * 16 + 24) * SQUARES[3][1] / 16);
        // On an edge only the edge table counts.
        assert_eq!(runs(0xff81_8181_8181_81ff), 0);
    }
}
