extern crate std;

use std::vec::Vec;

use super::{
    CHECKSUM, HEADER, Indices, MIXED, PatternSet, Patterns, header, length, mixed, phase, reflected,
};
use crate::hash::crc32;
use crate::othello::Board;
use crate::othello::Othello;
use crate::{Ends, Evaluator as _, Game as _, Value};

/// A file of weights that differ enough for a wrong one to be noticed.
fn file(set: &PatternSet, phases: u8) -> Vec<u8> {
    let weights =
        (0..length(set, phases)).map(|place| (place.wrapping_mul(2_654_435_761) >> 13) as u8);
    sealed(header(set, phases).into_iter().chain(weights).collect())
}

/// With a matching checksum.
fn sealed(mut file: Vec<u8>) -> Vec<u8> {
    file.extend(crc32(&[&file]).to_le_bytes());
    file
}

const BOARD: Board = Board { mover: 0x0010_3412_8800_0401, opponent: 0x0102_0040_1076_1000 };

/// The fillings by definition (shapes, symmetries, digits): where each one's weight is, and with which sign it counts.
fn fillings(set: &PatternSet, board: &Board) -> Vec<(usize, i32)> {
    let mut shown = Vec::new();
    let mut start = 0;
    for shape in set.shapes() {
        let fillings = 3i32.pow(shape.len() as u32);
        let mut seen: Vec<u64> = Vec::new();
        for symmetry in 0..8 {
            let squares: Vec<u8> = shape.iter().map(|&s| reflected(s, symmetry)).collect();
            let outline = squares.iter().fold(0u64, |all, &square| all | 1 << square);
            if seen.contains(&outline) {
                continue;
            }
            seen.push(outline);
            let index = squares.iter().rev().fold(0i32, |index, &square| {
                let own = (board.mover >> square & 1) as i32;
                3 * index + own - (board.opponent >> square & 1) as i32
            });
            let (place, sign) = match (set.is_folded(), index) {
                (true, _) => (index.abs(), index.signum()),
                (false, _) => (index + fillings / 2, 1),
            };
            shown.push(((start + place) as usize, sign));
        }
        start += if set.is_folded() { fillings / 2 + 1 } else { fillings };
    }
    shown
}

/// The value by definition.
fn by_definition(set: &PatternSet, weights: &[u8], board: &Board) -> i32 {
    let weight = |(place, sign): (usize, i32)| sign * i32::from(weights[place].cast_signed());
    fillings(set, board).into_iter().map(weight).sum::<i32>() * 25 / 2
}

/// The value of mixed weights by definition.
fn mixed_by_definition(set: &PatternSet, weights: &[u8], board: &Board) -> i32 {
    let moves = |board: &Board| board.moves().count_ones() as usize;
    let mut places: Vec<usize> = fillings(set, board).into_iter().map(|(place, _)| place).collect();
    places.push(set.weights() + 32 * moves(board) + moves(&board.passed()));
    let start = 4 * (set.weights() + 32 * 32) + 20 * (64 - board.empties().count_ones()) as usize;
    let factor =
        |number: usize| i32::from_le_bytes(weights[start + 4 * number..][..4].try_into().unwrap());
    let sum = |number: usize| -> i32 {
        places.iter().map(|place| i32::from(weights[4 * place + number]) - 128).sum()
    };
    ((0..4).map(|number| factor(number) * sum(number)).sum::<i32>() + factor(4)) / 4096
}

/// A file of mixed weights whose factors are of a size that occurs.
fn mixed_file(set: &PatternSet) -> Vec<u8> {
    let mut file = file(set, MIXED);
    file.truncate(file.len() - CHECKSUM);
    let start = file.len() - 65 * 20;
    for factor in file[start..].as_chunks_mut::<4>().0 {
        *factor = (i32::from_le_bytes(*factor) >> 14).to_le_bytes();
    }
    sealed(file)
}

#[test]
fn mixed_weights_are_worth_their_sums_times_the_factors_of_the_discs_with_a_table_or_not() {
    for set in PatternSet::ALL {
        let file = mixed_file(set);
        let Some(patterns) = Patterns::new(&file) else {
            assert!(set.is_folded());
            continue;
        };
        assert_eq!((patterns.phases(), set.is_folded()), (MIXED, false));
        let weights = &file[HEADER..file.len() - CHECKSUM];
        let zeros = std::vec![0; 1 << 18].into_boxed_slice();
        let mut table: std::boxed::Box<mixed::Table> = zeros.try_into().unwrap();
        mixed::fill(&mut table, &file);
        let in_words = patterns.in_words(&table);
        assert!(in_words.words.is_some() && in_words.fingerprint() == patterns.fingerprint());
        // Values of either sign, and boards whose mover has no move though the game goes on.
        let mut seen = [false; 3];
        let mut board = Board::START;
        while !board.is_over() {
            for board in [board, board.passed()] {
                let expected = mixed_by_definition(set, weights, &board);
                seen[usize::from(expected < 0)] = true;
                seen[2] |= board.must_pass();
                for patterns in [patterns, in_words] {
                    let state = patterns.state(&board);
                    assert_eq!(patterns.evaluate(&board, &state).get(), expected, "{board:?}");
                    let told = patterns
                        .leaf_value(&board, &state, Ends::Scored, || Othello.outcome(&board));
                    assert_eq!(told.get(), expected);
                    // Indices of another set.
                    let other = Indices::new(PatternSet::W_FOLDED, &board);
                    assert_eq!(patterns.evaluate(&board, &other).get(), expected);
                }
            }
            let mv = Othello.moves(&board).last().unwrap();
            board = Othello.play(&board, mv);
        }
        assert_eq!(seen, [true; 3]);
        let outcome = Othello.outcome(&board);
        let state = patterns.state(&board);
        let told = patterns.leaf_value(&board, &state, Ends::Scored, || outcome);
        assert_eq!(told, Value::decided(outcome.unwrap()));
    }
}

#[test]
fn no_factors_make_a_position_look_like_a_finished_game() {
    let mut file = file(PatternSet::W, MIXED);
    file.truncate(file.len() - CHECKSUM);
    let start = file.len() - 65 * 20;
    file[start..].fill(0x7f);
    let file = sealed(file);
    let patterns = Patterns::new(&file).unwrap();
    let value = patterns.evaluate(&BOARD, &patterns.state(&BOARD));
    assert!(value.outcome().is_none() && value.get().abs() <= 100_000, "{value}");
}

#[test]
fn the_value_is_the_sum_of_the_weights_shown_in_the_phase() {
    for set in PatternSet::ALL {
        let file = file(set, 2);
        let patterns = Patterns::new(&file).unwrap();
        let weights = &file[HEADER..file.len() - CHECKSUM];
        let phases = [&weights[..set.weights()], &weights[set.weights()..]];
        for board in [Board::START, BOARD, BOARD.passed()] {
            let discs = 64 - board.empties().count_ones();
            let expected = by_definition(set, phases[phase(discs, 2)], &board);
            let indices = patterns.state(&board);
            assert_eq!(patterns.evaluate(&board, &indices).get(), expected, "{}", set.name());
            let other = patterns.state(&board.passed());
            let passed = patterns.update(&board.passed(), &other, &board);
            assert_eq!(patterns.evaluate(&board, &passed).get(), expected);
            for other in PatternSet::ALL {
                let indices = Indices::new(other, &board);
                assert_eq!(patterns.evaluate(&board, &indices).get(), expected);
                let updated = patterns.update(&board, &indices, &board.passed());
                assert_eq!(updated.places(), patterns.state(&board.passed()).places());
            }
        }
    }
    assert_eq!((phase(4, 2), phase(34, 2), phase(35, 2), phase(64, 2)), (0, 0, 1, 1));
}

#[test]
fn a_table_of_full_range_gives_the_same_values() {
    let in_table = Patterns::SMALL;
    let plain = Patterns { table: None, ..in_table };
    assert!(in_table.table.is_some() && in_table.fingerprint() == plain.fingerprint());
    for board in [Board::START, BOARD, BOARD.passed()] {
        for indices in [
            plain.state(&board),
            plain.update(&board.passed(), &plain.state(&board.passed()), &board),
        ] {
            assert_eq!(in_table.evaluate(&board, &indices), plain.evaluate(&board, &indices));
        }
    }
}

#[test]
fn folded_weights_are_worth_the_opposite_to_the_other_side() {
    let file = file(PatternSet::W_FOLDED, 1);
    let patterns = Patterns::new(&file).unwrap();
    let value = |board: Board| patterns.evaluate(&board, &patterns.state(&board));
    assert_eq!(value(BOARD), -value(BOARD.passed()));
    assert_ne!(value(BOARD), Value::ZERO);
}

#[test]
fn a_file_of_another_kind_or_length_is_none() {
    let good = file(PatternSet::W, 1);
    assert!(Patterns::new(&good).is_some_and(|p| p.phases() == 1 && p.set() == PatternSet::W));
    assert_eq!(Patterns::new(&good[..good.len() - 1]), None);
    assert_eq!(Patterns::new(&good[..5]), None);
    for (place, byte) in [(0, b'q'), (5, b't'), (6, 99), (6, 1), (7, 0), (7, 2), (7, 13)] {
        let mut bad = good[..good.len() - CHECKSUM].to_vec();
        bad[place] = byte;
        assert_eq!(Patterns::new(&sealed(bad)), None, "{place}");
    }
}

#[test]
fn every_flipped_byte_of_a_file_is_refused() {
    let good = file(PatternSet::W, 1);
    for place in (0..good.len()).step_by(good.len() / 30) {
        let mut bad = good.clone();
        bad[place] ^= 0x10;
        assert_eq!(Patterns::new(&bad), None, "{place}");
        // Compiled-in weights are verified at run time.
        assert!(Patterns::unverified(&bad).is_none_or(|patterns| !patterns.is_intact()));
    }
    assert!(Patterns::LEARNED.is_intact() && Patterns::SMALL.is_intact());
    assert!(Patterns::LARGE.is_intact());
}

#[test]
fn a_fingerprint_is_the_fnv_1a_of_set_phases_and_weights() {
    let file = file(PatternSet::W_FOLDED, 2);
    let fingerprint = |file: &[u8]| Patterns::new(file).unwrap().fingerprint();
    let hashed = file[HEADER - 2..file.len() - CHECKSUM]
        .iter()
        .fold(2_166_136_261u32, |hash, &byte| (hash ^ u32::from(byte)).wrapping_mul(16_777_619));
    assert_eq!(fingerprint(&file), hashed);
    for place in [HEADER, file.len() - CHECKSUM - 1] {
        let mut other = file[..file.len() - CHECKSUM].to_vec();
        other[place] ^= 1;
        assert_ne!(fingerprint(&sealed(other)), hashed);
    }
}
