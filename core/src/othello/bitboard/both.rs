//! Both sides at once: each operation is on a pair of boards, for which most machines have registers.

use super::INNER;

/// A board for each side.
#[derive(Clone, Copy)]
struct Both([u64; 2]);

impl Both {
    // Written out: through a closure the compiler loses the pairs, and takes twice as many instructions.
    #[inline(always)]
    fn and(self, other: Self) -> Self {
        Self([self.0[0] & other.0[0], self.0[1] & other.0[1]])
    }

    #[inline(always)]
    fn or(self, other: Self) -> Self {
        Self([self.0[0] | other.0[0], self.0[1] | other.0[1]])
    }

    #[inline(always)]
    fn plus(self, other: Self) -> Self {
        Self([self.0[0].wrapping_add(other.0[0]), self.0[1].wrapping_add(other.0[1])])
    }

    #[inline(always)]
    fn minus(self, other: Self) -> Self {
        Self([self.0[0].wrapping_sub(other.0[0]), self.0[1].wrapping_sub(other.0[1])])
    }

    #[inline(always)]
    fn not(self) -> Self {
        Self([!self.0[0], !self.0[1]])
    }

    #[inline(always)]
    fn only(self, mask: u64) -> Self {
        self.and(Self([mask; 2]))
    }

    #[inline(always)]
    fn shifted(self, by: i32) -> Self {
        Self([super::shift(self.0[0], by), super::shift(self.0[1], by)])
    }

    /// [`super::flood`].
    #[inline(always)]
    fn flood(self, opponent: Self, pairs: Self, by: i32) -> Self {
        let one = opponent.and(self.shifted(by));
        let two = opponent.and(one.or(self).shifted(by));
        let four = pairs.and(two.shifted(by.wrapping_mul(2)));
        let six = pairs.and(four.shifted(by.wrapping_mul(2)));
        two.or(four).or(six).shifted(by)
    }

    /// [`super::line`].
    #[inline(always)]
    fn line(self, opponent: Self, by: i32) -> Self {
        let (pairs, back) = (opponent.and(opponent.shifted(by)), by.wrapping_neg());
        self.flood(opponent, pairs, by).or(self.flood(opponent, pairs.shifted(back), back))
    }

    /// The squares of each board, counted.
    #[inline(always)]
    fn count(self) -> Self {
        const PAIRS: u64 = 0x5555_5555_5555_5555;
        const FOURS: u64 = 0x3333_3333_3333_3333;
        let pairs = self.minus(self.shifted(-1).only(PAIRS));
        let fours = pairs.only(FOURS).plus(pairs.shifted(-2).only(FOURS));
        let bytes = fours.plus(fours.shifted(-4)).only(0x0f0f_0f0f_0f0f_0f0f);
        let sums = [-8, -16, -32].into_iter().fold(bytes, |sums, by| sums.plus(sums.shifted(by)));
        sums.only(0x7f)
    }
}

/// The numbers of legal moves of two sides. Not inlined, and from memory: so the compiler finds the pairs.
#[inline(never)]
pub(super) fn mobilities(sides: &[u64; 2], others: &[u64; 2]) -> [u64; 2] {
    let (sides, others) = (Both(*sides), Both(*others));
    let inner = others.only(INNER);
    let east = inner.plus(inner.and(sides.shifted(1))); // a carry runs through such a run
    let west = sides.flood(inner, inner.and(inner.shifted(-1)), -1);
    let lines = sides.line(inner, 7).or(sides.line(others, 8)).or(sides.line(inner, 9));
    let beyond = east.or(west).or(lines);
    let moves = beyond.and(sides.or(others).not());
    moves.count().0
}
