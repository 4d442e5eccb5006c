//! The strong player in QEMU: it searches like the desktop's with a table of the same size. And what it reaches in a second of
//! chip time, which `firmware-example/README.md` tells.
//!
//! Ignored by default, because they need QEMU and the built firmware; `tests/run` provides both and runs them.

use std::ops::ControlFlow;

use plyscope::device::{Device, DeviceError};
use plyscope::engine::Engine;
use plyscope_core::othello::{Board, Othello, Patterns, parse_board};
use plyscope_core::search::table::Slot;
use plyscope_core::wire::{Algorithm, Command, Refusal, Task};
use plyscope_core::{Bound, Game as _, Limits, Stop};
use plyscope_tests::firmware::{Build, search, search_here, statistics, task};
use plyscope_tests::playout::random_game;
use plyscope_tests::random::Random;

/// The engine on the device, and the same on this machine, with a table of the device's size.
fn engines(device: &mut Device, limits: &str) -> (Engine, Engine) {
    let strong = device.strong().unwrap().expect("this build has it");
    assert_eq!(strong.weights, Patterns::SMALL.fingerprint());
    let table = u64::from(strong.slots) * Slot::BYTES as u64;
    let there = format!("algorithm=strong,{limits}");
    let here = format!("{there},evaluation=patterns-small,table={table}");
    (there.parse().unwrap(), here.parse().unwrap())
}

/// Checks move, value, line and every count.
pub(super) fn check(device: &mut Device, positions: &[Board], limits: &[&str]) {
    for limits in limits {
        let (on_device, on_desktop) = engines(device, limits);
        for &board in positions {
            let there = search(device, board, &on_device);
            let here = search_here(board, &on_desktop, there.ticks);
            assert_eq!(there, here, "{board:?} {limits}");
        }
    }
}

fn read(text: &str) -> impl Iterator<Item = Board> {
    text.lines().filter(|line| !line.trim().is_empty()).map(|line| parse_board(line).unwrap().0)
}

/// Positions of random games with so many empty squares, one a game.
fn random_positions(empties: impl Iterator<Item = u32>) -> Vec<Board> {
    let mut random = Random::new(19);
    empties
        .map(|empties| {
            loop {
                let game = random_game(&Othello, &Board::START, 130, &mut random);
                let fits =
                    |board: &&Board| board.empties().count_ones() == empties && !board.is_over();
                if let Some(&board) = game.iter().find(fits) {
                    return board;
                }
            }
        })
        .collect()
}

#[test]
#[ignore = "needs QEMU and the firmware: tests/run"]
fn strong_move_value_line_and_every_count_are_the_desktops() {
    let mut device = Build::Simple.emulate();
    let mut middle = vec![Board::START];
    middle.extend(random_positions([59, 56, 50, 44, 38, 33, 31, 30, 29, 25, 21, 18].into_iter()));
    check(
        &mut device,
        &middle,
        &["nodes=1", "nodes=300", "nodes=20000", "depth=4", "depth=7,nodes=3000"],
    );
    let endgames = random_positions((12..=16).chain(12..=16));
    check(&mut device, &endgames, &["nodes=2000", "nodes=60000", "depth=3"]);
    let text = include_str!("../../data/endgame-10.txt");
    let last: Vec<Board> = read(text).step_by(50).chain(random_positions(1..=9)).collect();
    check(&mut device, &last, &["nodes=1000", "nodes=1000000"]);
}

#[test]
#[ignore = "needs QEMU and the firmware: tests/run"]
fn strong_solves_and_its_result_does_not_depend_on_earlier_searches() {
    let mut device = Build::Patterns.emulate();
    let (engine, _) = engines(&mut device, "nodes=1000000");
    let text = include_str!("../../data/endgame-10.txt");
    let boards: Vec<Board> = read(text).step_by(40).collect();
    let mut first = None;
    for &board in boards.iter().chain(&boards[..1]) {
        let result = search(&mut device, board, &engine);
        let ends = (result.proven, result.bound, result.stop, result.line_ends_game);
        assert_eq!(ends, (true, Bound::Exact, Stop::Completed, true), "{board:?}");
        match &first {
            None => first = Some(result),
            Some(first) if board == boards[0] => assert_eq!(result.counts, first.counts),
            Some(_) => {}
        }
    }
    let other = search(
        &mut device,
        Board::START,
        &"algorithm=rbfms,nodes=500,evaluation=patterns-small".parse().unwrap(),
    );
    assert_eq!(other.counts.generated, 500, "the others have their memory back");
}

/// A game with its clock: each search ends at its time, and nothing is beyond the memory.
#[test]
#[ignore = "needs QEMU and the firmware: tests/run"]
fn strong_searches_every_position_of_a_game_within_its_time() {
    let mut device = Build::Simple.emulate();
    let per_millisecond = u64::from(device.identity().clock.hertz) / 1000;
    let mut random = Random::new(29);
    for board in random_game(&Othello, &Board::START, 80, &mut random) {
        if board.is_over() {
            continue;
        }
        let task = Task {
            algorithm: Algorithm::Strong,
            milliseconds: 100,
            ..task(Limits::nodes(u64::MAX))
        };
        let result = device.search(board, task, |_| ControlFlow::Continue(())).unwrap();
        let mv = result.best_move.expect("a move");
        assert!(Othello.is_legal(&board, mv), "{board:?}");
        assert!(result.ticks < 120 * per_millisecond, "{board:?}: {result:?}");
        assert!(result.stop == Stop::Polled || result.proven, "{board:?}: {result:?}");
    }
    let now = statistics(&mut device);
    println!("{} of {} bytes of stack", now.stack_used, now.stack);
}

#[test]
#[ignore = "needs QEMU and the firmware: tests/run"]
fn a_build_without_strong_says_so() {
    let mut device = Build::Small.emulate();
    assert_eq!(device.strong().unwrap(), None);
    let task = Task { algorithm: Algorithm::Strong, ..task(Limits::nodes(100)) };
    match device.ask(&Command::Search { board: Board::START, task }) {
        Err(DeviceError::Refused { refusal: Refusal::NoSuchAlgorithm, .. }) => {}
        other => panic!("{other:?}"),
    }
    let engine = "algorithm=alpha-beta,nodes=600".parse().unwrap();
    let there = search(&mut device, Board::START, &engine);
    assert_eq!(there, search_here(Board::START, &engine, there.ticks));
}

/// Figures of chip time, at 168 million instructions a second; printed for `firmware-example/README.md`. The positions are
/// those of `shared/data`, where that is beside the project.
mod nightly {
    use super::*;

    const SHARED: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../shared/data");

    /// What QEMU counts for a second of the chip at 168 MHz, if an instruction took a cycle.
    const A_SECOND: f64 = 168e6;

    fn instructions(ticks: u64) -> f64 {
        // QEMU's clock advances by 8 ns for an instruction.
        ticks as f64 / A_SECOND * 1e9 / 8.0
    }

    /// So many positions of a file, evenly spread; none, with a note, if there is no such file.
    fn sample(file: &str, count: usize) -> Vec<Board> {
        let Ok(text) = std::fs::read_to_string(format!("{SHARED}/{file}")) else {
            println!("skipped: no {file}");
            return Vec::new();
        };
        let all: Vec<Board> = read(&text).collect();
        all.iter().step_by((all.len() / count).max(1)).take(count).copied().collect()
    }

    fn spread(what: &str, mut values: Vec<f64>) {
        if values.is_empty() {
            return;
        }
        values.sort_by(f64::total_cmp);
        let mean = values.iter().sum::<f64>() / values.len() as f64;
        let at = |part: f64| values[((values.len() - 1) as f64 * part) as usize];
        println!(
            "{what}: mean {mean:.3}, median {:.3}, 90 % {:.3}, most {:.3} ({} positions)",
            at(0.5),
            at(0.9),
            at(1.0),
            values.len()
        );
    }

    /// Exact scores: seconds and nodes.
    #[test]
    #[ignore = "needs QEMU and the firmware, and takes minutes"]
    fn seconds_of_chip_time_for_exact_scores() {
        let mut device = Build::Simple.emulate();
        for (empties, count) in [(10, 50), (12, 50), (14, 50), (16, 10)] {
            let (mut seconds, mut nodes, mut each) = (Vec::new(), Vec::new(), Vec::new());
            for board in sample(&format!("endgame-{empties}.txt"), count) {
                let task = Task { algorithm: Algorithm::Strong, ..task(Limits::nodes(u64::MAX)) };
                let result = device.search(board, task, |_| ControlFlow::Continue(())).unwrap();
                assert!(result.proven && result.bound == Bound::Exact, "{board:?}");
                let instructions = instructions(result.ticks);
                seconds.push(instructions / A_SECOND);
                nodes.push(result.counts.generated as f64);
                each.push(instructions / result.counts.generated as f64);
            }
            spread(&format!("{empties} empties, seconds"), seconds);
            spread(&format!("{empties} empties, nodes"), nodes);
            spread(&format!("{empties} empties, instructions a node"), each);
        }
    }

    /// The middle game: depth and nodes by time.
    #[test]
    #[ignore = "needs QEMU and the firmware, and takes minutes"]
    fn depths_of_the_middle_game_by_chip_time() {
        let mut device = Build::Simple.emulate();
        let positions = random_positions((0..24).map(|number| 24 + number * 32 / 24));
        // QEMU's seconds are longer: 125 million instructions.
        for (name, seconds, count) in [("0.1 s", 0.1, 24), ("1 s", 1.0, 24), ("10 s", 10.0, 6)] {
            let milliseconds = (seconds * A_SECOND * 8.0 / 1e6) as u32;
            let (mut depths, mut nodes, mut each) = (Vec::new(), Vec::new(), Vec::new());
            for &board in positions.iter().step_by(24 / count) {
                let task = Task {
                    algorithm: Algorithm::Strong,
                    milliseconds,
                    ..task(Limits::nodes(u64::MAX))
                };
                let result = device.search(board, task, |_| ControlFlow::Continue(())).unwrap();
                depths.push(f64::from(result.depth));
                nodes.push(result.counts.generated as f64);
                each.push(instructions(result.ticks) / result.counts.generated as f64);
            }
            spread(&format!("{name}, depth"), depths);
            spread(&format!("{name}, nodes"), nodes);
            spread(&format!("{name}, instructions a node"), each);
        }
    }
}
