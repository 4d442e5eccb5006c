//! The evaluations in QEMU: the same values as here, and the same searches with the learned one. Of both builds: the
//! usual one, and `cargo build --release --features patterns,bill --target-dir target/patterns`.
//!
//! Ignored by default, because they need QEMU and the built firmware; `tests/run` provides both and runs them.

use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::fs;
use std::path::Path;
use std::time::{Duration, Instant};

use plyscope::device::{Address, Device, DeviceError, EmulatedBoard};
use plyscope::engine::Engine;
use plyscope_core::othello::{Bill, Board, Othello, Patterns, Simple, parse_board, patterns};
use plyscope_core::wire::{self, Command, Refusal, Response};
use plyscope_core::{Value, static_value};
use plyscope_tests::firmware::{Build, search, search_here, task_for};
use plyscope_tests::playout::random_game;
use plyscope_tests::random::Random;

fn endgames() -> impl Iterator<Item = Board> {
    let lines = include_str!("../../data/endgame-10.txt").lines();
    lines.filter(|line| !line.is_empty()).map(|line| parse_board(line).unwrap().0)
}

/// So many positions, all different: the endgames of `tests/data`, and whole random games.
fn positions(count: usize) -> Vec<Board> {
    let mut random = Random::new(41);
    let mut seen = HashSet::new();
    let mut positions: Vec<Board> = endgames().filter(|&board| seen.insert(board)).collect();
    while positions.len() < count {
        let game = random_game(&Othello, &Board::START, 130, &mut random);
        positions.extend(game.into_iter().filter(|&board| seen.insert(board)));
    }
    positions.truncate(count);
    positions
}

fn value_here(board: &Board, evaluation: wire::Evaluation) -> Value {
    match evaluation {
        wire::Evaluation::Simple => static_value(&Othello, &Simple, board),
        wire::Evaluation::Bill => static_value(&Othello, &Bill::LEARNED, board),
        wire::Evaluation::Patterns => static_value(&Othello, &Patterns::SMALL, board),
    }
}

/// Requests under way at once: what the device has room for.
const UNDER_WAY: usize = 12;

/// How long an answer may take before the question is repeated.
const PATIENCE: Duration = Duration::from_secs(2);

/// The device's values of these positions.
fn values_there(device: &mut Device, boards: &[Board], evaluation: wire::Evaluation) -> Vec<Value> {
    let mut values = BTreeMap::new();
    let mut asked = BTreeMap::new();
    let mut rest = (0..).zip(boards);
    let mut repeated = 0;
    while values.len() < boards.len() {
        while asked.len() < UNDER_WAY
            && let Some((place, &board)) = rest.next()
        {
            let id = device.next_id();
            device.send(id, &Command::Evaluate { board, evaluation }).unwrap();
            asked.insert(id, (place, board));
        }
        match device.receive(Instant::now() + PATIENCE).unwrap() {
            Some((id, Response::Value(value))) => {
                if let Some((place, _)) = asked.remove(&id) {
                    values.insert(place, value);
                }
            }
            Some((0, Response::Refused(Refusal::Garbled))) => {}
            Some(other) => panic!("{other:?}"),
            // On a busy machine the emulator may stand still within a frame, which the device then gives up.
            None => {
                repeated += 1;
                assert!(repeated < 50, "it answers");
                for (&id, &(_, board)) in &asked {
                    device.send(id, &Command::Evaluate { board, evaluation }).unwrap();
                }
            }
        }
    }
    values.into_values().collect()
}

/// Checks that these positions are worth the same there and here.
fn check_values(build: Build, evaluation: wire::Evaluation, boards: &[Board]) {
    let mut device = build.emulate();
    let begun = Instant::now();
    let there = values_there(&mut device, boards, evaluation);
    println!("{} values of {evaluation:?} in {:.1?}", there.len(), begun.elapsed());
    for (board, value) in boards.iter().zip(&there) {
        assert_eq!(*value, value_here(board, evaluation), "{board:?} {evaluation:?}");
    }
    let different: BTreeSet<Value> = there.into_iter().collect();
    // Values are in eighths of a disc, so there are not many more.
    assert!(different.len() > boards.len().min(1000) / 10, "{} values", different.len());
}

/// Checks the values of so many positions by all evaluations.
fn check_positions(count: usize) {
    let boards = positions(count);
    let discs: BTreeSet<u32> = boards.iter().map(|b| 64 - b.empties().count_ones()).collect();
    assert!((4..=64).all(|count| discs.contains(&count)), "all lengths");
    assert!(boards.iter().any(|board| board.must_pass()));
    assert!(boards.iter().any(|board| board.is_over()));
    let of = [wire::Evaluation::Simple, wire::Evaluation::Bill, wire::Evaluation::Patterns];
    for evaluation in of {
        check_values(Build::Patterns, evaluation, &boards);
    }
    check_values(Build::Simple, wire::Evaluation::Simple, &boards[..count / 10]);
}

#[test]
#[ignore = "needs QEMU and the firmware: tests/run"]
fn a_thousand_positions_are_worth_the_same_on_the_chip() {
    check_positions(1000);
}

mod nightly {
    #[test]
    #[ignore = "needs QEMU and the firmware, and takes minutes"]
    fn ten_thousand_positions_are_worth_the_same_on_the_chip() {
        super::check_positions(10_000);
    }
}

#[test]
#[ignore = "needs QEMU and the firmware: tests/run"]
fn an_evaluation_that_the_build_has_not_and_a_position_that_is_none_are_refused() {
    let board = Board::START;
    for (build, missing) in [
        (Build::Small, &[wire::Evaluation::Bill, wire::Evaluation::Patterns][..]),
        (Build::Simple, &[wire::Evaluation::Bill]),
        (Build::Patterns, &[]),
    ] {
        let mut device = build.emulate();
        let mut refusal = |request: Command| match device.ask(&request) {
            Err(DeviceError::Refused { refusal, .. }) => refusal,
            other => panic!("{other:?}"),
        };
        for &evaluation in missing {
            let found = refusal(Command::Evaluate { board, evaluation });
            assert_eq!(found, Refusal::NoSuchEvaluation);
        }
        let board = Board { mover: 3, opponent: 6 };
        let evaluation = wire::Evaluation::Simple;
        let found = refusal(Command::Evaluate { board, evaluation });
        assert_eq!(found, Refusal::IllegalPosition);
    }
}

#[test]
#[ignore = "needs QEMU and the firmware: tests/run"]
fn a_device_says_what_it_searches_with() {
    let simple = *Build::Simple.emulate().identity();
    assert_eq!((simple.evaluation, simple.weights), (wire::Evaluation::Simple, None));
    let patterns = *Build::Patterns.emulate().identity();
    let weights = Some(Patterns::SMALL.fingerprint());
    assert_eq!((patterns.evaluation, patterns.weights), (wire::Evaluation::Patterns, weights));
}

#[test]
#[ignore = "needs QEMU and the firmware: tests/run"]
fn with_patterns_move_value_line_and_every_count_are_the_desktops() {
    let engines = [
        "algorithm=alpha-beta,nodes=600",
        "algorithm=alpha-beta,depth=4",
        "algorithm=alpha-beta,depth=6,nodes=400",
        "algorithm=fe,nodes=600",
        "algorithm=fe,depth=5",
        "algorithm=rbfms,nodes=600",
        "algorithm=rbfms,depth=8,nodes=1500",
    ]
    .map(|text| format!("{text},evaluation=patterns-small").parse::<Engine>().unwrap());
    let mut device = Build::Patterns.emulate();
    let games = positions(2_000).into_iter().skip(200).step_by(61);
    let boards: Vec<Board> =
        endgames().step_by(20).chain(games).filter(|board| !board.is_over()).collect();
    assert!(boards.len() >= 30);
    for &board in &boards {
        // Near a game's end a search by nodes ends where there is nothing left, or at the depth that its machine has.
        let late = board.empties().count_ones() < 10;
        for engine in engines.iter().filter(|engine| !late || engine.depth.is_some()) {
            let there = search(&mut device, board, engine);
            assert_eq!(there, search_here(board, engine, there.ticks), "{board:?} {engine:?}");
        }
    }
}

#[test]
#[ignore = "needs QEMU and the firmware: tests/run"]
fn a_device_whose_weights_are_damaged_says_so_and_does_not_play() {
    let file = include_bytes!("../../../core/weights/patterns-small.bin");
    let weights = &file[patterns::HEADER..file.len() - patterns::CHECKSUM];
    let firmware = fs::read(Build::Patterns.firmware()).unwrap();
    let start = firmware.windows(weights.len()).position(|bytes| bytes == weights);
    let start = start.expect("the firmware has the weights in the order of the file");
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join("damaged-firmware");
    // One bit in the first, the middle and the last of the weights. The checksum is no part of the table: the compiler
    // has it in the code.
    for place in [0, weights.len() / 2, weights.len() - 1] {
        let mut damaged = firmware.clone();
        damaged[start + place] ^= 0x20;
        fs::write(&path, damaged).unwrap();
        let address = Address::emulated(EmulatedBoard::Stm32f405, Some(path.display().to_string()));
        let mut device = Device::open(&address).unwrap();
        let task = task_for(&"algorithm=alpha-beta,depth=2".parse().unwrap());
        let evaluation = wire::Evaluation::Patterns;
        for request in [
            Command::Search { board: Board::START, task },
            Command::Evaluate { board: Board::START, evaluation },
        ] {
            match device.ask(&request) {
                Err(error @ DeviceError::Refused { refusal: Refusal::DamagedWeights, .. }) => {
                    assert!(error.to_string().contains("write its firmware again"), "{error}");
                }
                other => panic!("byte {place}: {other:?}"),
            }
        }
    }
}
