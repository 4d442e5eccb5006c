//! Files of weights: evaluations by any weights are the same however they are computed, and never look like a finished game.

use plyscope_core::hash::crc32;
use plyscope_core::othello::patterns::{MIXED, PatternSet, header, length};
use plyscope_core::othello::{Bill, Board, Othello, Patterns, ProbCuts, bill};
use plyscope_core::search::estimate::Range;
use plyscope_core::search::probe::Cut;
use plyscope_core::{Evaluator, Value};

use super::bytes::Bytes;
use crate::playout::children;

pub(super) fn check(data: &[u8]) {
    let mut bytes = Bytes::new(data);
    let kind = bytes.below(3);
    match kind {
        0 => patterns(&mut bytes),
        1 => bill_file(&mut bytes),
        _ => cuts(&mut bytes),
    }
    // Files as they are.
    assert!(Patterns::new(data).is_none_or(|patterns| patterns.is_intact()));
    assert!(Bill::new(data).is_none_or(|bill| bill.is_intact()));
    let mut room = [Cut { deep: 0, shallow: 0, slope: 0, offset: 0, deviation: 0 }; 64];
    let _ = ProbCuts::parse(data, &mut room);
}

/// A file with its checksum.
fn sealed(mut file: Vec<u8>) -> Vec<u8> {
    file.extend(crc32(&[&file]).to_le_bytes());
    file
}

/// `length` bytes: the same ones again and again.
fn filled(length: usize, bytes: &[u8]) -> impl Iterator<Item = u8> {
    let bytes = if bytes.is_empty() { &[0x7f] } else { bytes };
    bytes.iter().copied().cycle().take(length)
}

/// Positions of a game that these bytes choose.
fn game(choices: &[u8]) -> Vec<Board> {
    let mut boards = vec![Board::START];
    for &choice in choices {
        let below = children(&Othello, boards.last().unwrap_or(&Board::START));
        if below.is_empty() {
            break;
        }
        boards.push(below[usize::from(choice) % below.len()].1);
    }
    boards
}

fn is_of_no_finished_game(value: Value) {
    assert!(value.is_finite() && value.outcome().is_none(), "{value}");
}

fn patterns(bytes: &mut Bytes<'_>) {
    // The larger sets take long to fill.
    let set = bytes.pick(&[PatternSet::W, PatternSet::W_FOLDED, PatternSet::WX_FOLDED]);
    let phases = match bytes.byte() % 3 {
        MIXED if set.is_folded() => 1,
        phases => phases,
    };
    let choices = bytes.take(60);
    let mut file = header(set, phases).to_vec();
    file.extend(filled(length(set, phases), bytes.clone().rest()));
    let mut file = sealed(file);
    let patterns = Patterns::new(&file).expect("a whole file");
    let mut state = patterns.state(&Board::START);
    let mut before = Board::START;
    for board in game(choices).into_iter().skip(1) {
        state = patterns.update(&before, &state, &board);
        let value = patterns.evaluate(&board, &state);
        assert_eq!(value, patterns.evaluate(&board, &patterns.state(&board)));
        is_of_no_finished_game(value);
        before = board;
    }
    let place = bytes.number() as usize % file.len();
    file[place] ^= 1;
    assert!(Patterns::new(&file).is_none(), "a bit of it has changed");
}

fn bill_file(bytes: &mut Bytes<'_>) {
    let first = bytes.byte() % 65;
    let last = first + bytes.byte() % (65 - first);
    let choices = bytes.take(60);
    let learned = include_bytes!("../../../core/weights/bill.bin");
    let mut file = learned[..bill::HEADER - 2].to_vec();
    file.extend([first, last]);
    let stages = usize::from(last - first) + 1;
    file.extend(filled(stages * bill::STAGE, bytes.clone().rest()));
    let edges = learned.len() - bill::CHECKSUM - 2 * 59_049;
    let edges = &learned[edges..learned.len() - bill::CHECKSUM];
    match bytes.below(2) {
        0 => file.extend(edges),
        _ => file.extend(filled(edges.len(), bytes.clone().rest())),
    }
    let file = sealed(file);
    let bill = Bill::new(&file).expect("a whole file");
    for board in game(choices) {
        let value = bill.evaluate(&board, &());
        is_of_no_finished_game(value);
        assert!(value.get().abs() <= bill::LIMIT);
    }
}

fn cuts(bytes: &mut Bytes<'_>) {
    let (phases, each) = (bytes.byte() % 14, bytes.byte() % 8);
    let mut file = ProbCuts::header(phases, each, 1).to_vec();
    let (confidence, shallow) = (u16::from(bytes.byte()) * 3, bytes.number() as i32);
    file.extend_from_slice(bytes.clone().rest());
    let file = sealed(file);
    let mut room = [Cut { deep: 0, shallow: 0, slope: 0, offset: 0, deviation: 0 }; 128];
    let Some(cuts) = ProbCuts::parse(&file, &mut room) else { return };
    assert_eq!(file.len(), ProbCuts::file_length(phases, each));
    for discs in 0..=64 {
        for cut in cuts.cuts(discs) {
            assert!(cut.shallow < cut.deep);
            let Range { low, high } = cut.range(Value::new(shallow), confidence);
            assert!(low <= high);
        }
    }
}
