use super::*;

fn walked(square: i32, mover: u64, opponent: u64) -> u64 {
    let mut all = 0;
    for (east, north) in [(1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1)] {
        let (mut file, mut rank, mut run) = (square % 8 + east, square / 8 + north, 0);
        while (file | rank) & !7 == 0 && opponent >> (rank * 8 + file) & 1 == 1 {
            run |= 1 << (rank * 8 + file);
            (file, rank) = (file + east, rank + north);
        }
        if (file | rank) & !7 == 0 && mover >> (rank * 8 + file) & 1 == 1 {
            all |= run;
        }
    }
    all
}

#[test]
fn wide_and_narrow_kernels_agree_with_walks_along_the_rays() {
    let mut state = 1_u64;
    let mut random = || {
        state = state.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(1);
        (state ^ state >> 32).wrapping_mul(0x2545_f491_4f6c_dd1d)
    };
    for round in 0..5000 {
        // From sparse boards to full ones; a quarter to three quarters of the discs are the mover's.
        let [a, b, c] = [random(), random(), random()];
        let occupied = [a & b, a, a | b, a | b | c][round % 4];
        let mover = occupied & [random(), random() & random(), random() | random()][round % 3];
        let (opponent, mut legal) = (occupied & !mover, 0);
        for square in (0..64).filter(|square| occupied >> square & 1 == 0) {
            let expected = walked(square as i32, mover, opponent);
            assert_eq!(flips_by::<false>(square, mover, opponent), expected);
            assert_eq!(flips_by::<true>(square, mover, opponent), expected);
            legal |= u64::from(expected != 0) << square;
        }
        // The last square: all others are occupied.
        let square = (round % 64) as u32;
        let own = mover & !(1 << square);
        let expected = walked(square as i32, own, !own & !(1 << square)).count_ones();
        assert_eq!(last_flips_by::<false>(square, own), expected);
        assert_eq!(last_flips_by::<true>(square, own), expected);
        assert_eq!(beyond_wide(mover, opponent) & !occupied, legal);
        assert_eq!(beyond_narrow(mover, opponent) & !occupied, legal);
        let theirs = beyond_wide(opponent, mover) & !occupied;
        assert_eq!(mobilities(mover, opponent), [legal, theirs].map(u64::count_ones));
        assert_eq!(has_move_by::<false>(mover, opponent), legal != 0);
        assert_eq!(has_move_by::<true>(mover, opponent), legal != 0);
    }
}
