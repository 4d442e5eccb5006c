//! `bill`, the reconstruction of BILL's evaluation: what holds for any weights, and what the format promises.

use plyscope_core::hash::crc32;
use plyscope_core::othello::bill::{CHECKSUM, Discriminant, EDGES, HEADER, LIMIT, STAGE};
use plyscope_core::othello::{Bill, Board, Othello, Simple};
use plyscope_core::{Outcome, static_value};

const FILE: &[u8] = include_bytes!("../../weights/bill.bin");

/// SplitMix64.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let z = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// Discs anywhere: few or many, of one side or both, in positions that no game reaches.
    fn board(&mut self) -> Board {
        let [a, b, c] = [self.next(), self.next(), self.next()];
        let taken = [a & b & c, a & b, a, a | b, a | b | c, u64::MAX][(self.next() % 6) as usize];
        let [d, e] = [self.next(), self.next()];
        let own = [0, d & e, d, d | e, u64::MAX][(self.next() % 5) as usize];
        Board { mover: taken & own, opponent: taken & !own }
    }
}

/// The features, with the moves found.
fn features(bill: Bill<'_>, board: Board) -> [i32; 4] {
    bill.features(&board, board.moves(), board.passed().moves())
}

#[test]
fn a_position_and_its_eight_reflections_have_the_same_value() {
    let bill = Bill::LEARNED;
    let mut random = Random(1);
    for _ in 0..3000 {
        let board = random.board();
        for symmetry in 0..8 {
            let turn = |discs: u64| {
                (0..64).filter(|square| discs >> square & 1 != 0).fold(0, |all, square| {
                    let (mut rank, mut file) = (square / 8, square % 8);
                    if symmetry & 4 != 0 {
                        (rank, file) = (file, rank);
                    }
                    if symmetry & 1 != 0 {
                        rank = 7 - rank;
                    }
                    if symmetry & 2 != 0 {
                        file = 7 - file;
                    }
                    all | 1u64 << (rank * 8 + file)
                })
            };
            let seen = Board { mover: turn(board.mover), opponent: turn(board.opponent) };
            assert_eq!(features(bill, seen), features(bill, board), "{board:?}, {symmetry}");
            assert_eq!(
                static_value(&Othello, &bill, &seen),
                static_value(&Othello, &bill, &board),
                "{board:?}, {symmetry}"
            );
        }
    }
}

#[test]
fn features_change_their_sign_with_the_side_to_move() {
    let mut random = Random(2);
    let mut different = 0;
    for _ in 0..10_000 {
        let board = random.board();
        let own = features(Bill::LEARNED, board);
        assert_eq!(
            features(Bill::LEARNED, board.passed()),
            own.map(|feature| -feature),
            "{board:?}"
        );
        different += u32::from(own.iter().all(|&feature| feature != 0));
    }
    assert!(different > 3000, "{different}");
}

#[test]
fn values_stay_within_the_limit_and_apart_from_finished_games() {
    let mut random = Random(3);
    let (mut lowest, mut highest, mut finished) = (0, 0, 0);
    for _ in 0..100_000 {
        let board = random.board();
        let value = static_value(&Othello, &Bill::LEARNED, &board);
        if board.is_over() {
            assert_eq!(value, static_value(&Othello, &Simple, &board));
            assert_eq!(value.outcome().map_or(0, Outcome::score), board.score());
            finished += 1;
            continue;
        }
        assert!(value.get().abs() <= LIMIT, "{board:?}");
        assert_eq!(value.outcome(), None);
        (lowest, highest) = (lowest.min(value.get()), highest.max(value.get()));
        let limits = [4000, 2000, 3000, 3000];
        let within = |(feature, limit): (i32, i32)| feature.abs() <= limit;
        assert!(features(Bill::LEARNED, board).into_iter().zip(limits).all(within), "{board:?}");
    }
    assert!(lowest < -1_000_000 && highest > 1_000_000 && finished > 1000);
}

#[test]
fn a_discriminant_is_its_polynomial_and_is_read_as_it_was_written() {
    let discriminant = Discriminant {
        constant: 1000,
        linear: [1 << 16, 2 << 16, -3 << 16, 1 << 15],
        quadratic: [
            1 << 24,
            2 << 24,
            3 << 24,
            4 << 24,
            5 << 24,
            6 << 24,
            7 << 24,
            8 << 24,
            9 << 24,
            -1 << 24,
        ],
    };
    // x = 1, y = 10, z = -2, w = 4.
    let linear = 1 + 20 + 6 + 2;
    let quadratic = 1 + 2 * 10 + 3 * -2 + 4 * 4 + 5 * 100 + 6 * -20 + 7 * 40 + 8 * 4 + 9 * -8 - 16;
    assert_eq!(discriminant.value(&[1, 10, -2, 4]), 1000 + linear + quadratic);
    assert_eq!(discriminant.value(&[3000, 2000, 3000, 3000]), LIMIT);
    assert_eq!(Discriminant::from_bytes(&discriminant.to_bytes()), discriminant);
}

#[test]
fn the_nearest_discriminant_serves_where_there_is_none() {
    let (first, last) = Bill::LEARNED.stages();
    assert!(first <= 14 && last >= 60, "{first} to {last}");
    let nearest = |board: Board, stage: u32| {
        let start = HEADER + STAGE * (stage - first) as usize;
        let discriminant = Discriminant::from_bytes(FILE[start..].first_chunk().unwrap());
        discriminant.value(&features(Bill::LEARNED, board))
    };
    assert_eq!(
        static_value(&Othello, &Bill::LEARNED, &Board::START).get(),
        nearest(Board::START, first)
    );
    // Only h7 is empty, and takes b7 to g7 back.
    let late = Board { mover: !0xfe_0000_0000_0000, opponent: 0x7e_0000_0000_0000 };
    assert!(late.mover & late.opponent == 0 && !late.is_over());
    assert_eq!(static_value(&Othello, &Bill::LEARNED, &late).get(), nearest(late, last.min(63)));
}

#[test]
fn only_whole_files_of_this_format_are_taken() {
    assert_eq!(Bill::new(FILE), Some(Bill::LEARNED));
    assert!((0..FILE.len()).step_by(97).all(|length| Bill::new(&FILE[..length]).is_none()));
    for (place, byte) in [(0, b'P'), (4, 3), (6, 64), (7, 65), (7, FILE[7] - 1)] {
        let mut bytes = FILE[..FILE.len() - CHECKSUM].to_vec();
        bytes[place] = byte;
        bytes.extend(crc32(&[&bytes]).to_le_bytes());
        assert_eq!(Bill::new(&bytes), None, "{place}");
    }
    let mut longer = FILE.to_vec();
    longer.push(0);
    assert_eq!(Bill::new(&longer), None);
    assert_eq!((Bill::LEARNED.edge(EDGES), Bill::LEARNED.edge(0)), (0, 0));
}
