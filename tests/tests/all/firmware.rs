//! The real firmware in QEMU: it searches like the desktop, for as long as requested, and restarts when it must.
//! `firmware_link` tests bad input.
//!
//! Ignored by default, because they need QEMU and the built firmware; `tests/run` provides both and runs them.

use std::time::Instant;

use plyscope::device::Device;
use plyscope::engine::Engine;
use plyscope_core::othello::{Board, Othello, parse_board};
use plyscope_core::wire::{Command, FailureReason, Response, SearchResult, Task};
use plyscope_core::{Counts, Game, Limits, Stop};
use plyscope_tests::firmware::{
    Build, SILENCE, Terminal, emulate, listen, search, search_here, statistics,
    still_searches_right, task, task_for,
};
use plyscope_tests::playout::{playout, random_game};
use plyscope_tests::random::Random;

/// The most stack of an interrupt: the processor's frame and a handler's.
const INTERRUPT: u32 = 108 + 24;

fn engine(text: &str) -> Engine {
    text.parse().unwrap()
}

fn endgames(text: &str) -> impl Iterator<Item = Board> {
    text.lines().filter(|line| !line.is_empty()).map(|line| parse_board(line).unwrap().0)
}

/// So many positions, an even number of at most 400: half of them with ten empty squares, half from random games, of any
/// length.
pub(super) fn positions(count: usize) -> Vec<Board> {
    let mut random = Random::new(7);
    let endgames = endgames(include_str!("../../data/endgame-10.txt"));
    let mut positions: Vec<Board> = endgames.step_by(400 / count).collect();
    while positions.len() < count {
        let plies = random.below(50);
        let board = playout(&Othello, &Board::START, plies, &mut random);
        if !board.is_over() {
            positions.push(board);
        }
    }
    positions
}

/// Checks move, value, line and every count of the papers' searches of these positions.
pub(super) fn check_searches(device: &mut Device, positions: &[Board]) {
    let engines = [
        "algorithm=alpha-beta,nodes=600",
        "algorithm=alpha-beta,depth=4",
        "algorithm=alpha-beta,depth=6,nodes=400",
        "algorithm=fe,nodes=600",
        "algorithm=fe,depth=5",
        "algorithm=rbfms,nodes=600",
        "algorithm=rbfms,depth=8,nodes=1500",
    ]
    .map(engine);
    for &board in positions {
        for engine in &engines {
            let there = search(device, board, engine);
            assert_eq!(there, search_here(board, engine, there.ticks), "{board:?} {engine:?}");
        }
    }
}

#[test]
#[ignore = "needs QEMU and the firmware: tests/run"]
fn move_value_line_and_every_count_are_the_desktops() {
    let positions = positions(40);
    assert_eq!(positions.len(), 40);
    check_searches(&mut emulate(), &positions);
}

/// A game between two engines, searched by `choose`.
fn game(engines: [&Engine; 2], mut choose: impl FnMut(Board, &Engine) -> SearchResult) -> Vec<u8> {
    let mut board = Board::START;
    let mut moves = Vec::new();
    let mut side = 0;
    while !board.is_over() {
        let mv = choose(board, engines[side]).best_move.unwrap();
        assert!(Othello.is_legal(&board, mv));
        moves.push(u8::from(mv));
        board = Othello.play(&board, mv);
        side = 1 - side;
    }
    moves
}

#[test]
#[ignore = "needs QEMU and the firmware: tests/run"]
fn a_game_of_the_device_against_the_desktop_is_that_of_two_desktops() {
    let engines = ["algorithm=rbfms,nodes=800", "algorithm=fe,nodes=1500"].map(engine);
    let [device_plays, desktop_plays] = &engines;
    let mut device = emulate();
    let mixed = game([device_plays, desktop_plays], |board, engine| {
        if engine == device_plays {
            search(&mut device, board, engine)
        } else {
            search_here(board, engine, 0)
        }
    });
    let desktops =
        game([device_plays, desktop_plays], |board, engine| search_here(board, engine, 0));
    assert_eq!(mixed, desktops);
    assert!(mixed.len() > 40);
}

/// So many games in one boot: every reply comes, and is the desktop's, and the stack is no deeper at the end than after
/// the first games.
fn check_games_in_one_boot(games: usize) {
    let engines = ["algorithm=alpha-beta,nodes=50", "algorithm=rbfms,nodes=50"].map(engine);
    let mut random = Random::new(3);
    let mut device = emulate();
    let first = games.min(40) / 2;
    let mut mark = 0;
    let (mut searches, mut nodes) = (0, 0);
    for round in 0..games {
        // Another opening each time.
        let mut board = playout(&Othello, &Board::START, 8, &mut random);
        let mut side = round % 2;
        while !board.is_over() {
            let there = search(&mut device, board, &engines[side]);
            if round < 20 || round % 50 == 0 {
                assert_eq!(there, search_here(board, &engines[side], there.ticks));
            }
            assert!(
                there.stop == Stop::Nodes && there.counts.generated == 50 || there.line_ends_game
            );
            let mv = there.best_move.unwrap();
            assert!(Othello.is_legal(&board, mv));
            board = Othello.play(&board, mv);
            side = 1 - side;
            searches += 1;
            nodes += there.counts.generated;
        }
        if round + 1 == first {
            mark = statistics(&mut device).stack_used;
        }
    }
    let end = statistics(&mut device);
    // An interrupt may come in a deeper moment than before, which is all that may be added.
    let grown = end.stack_used - mark;
    assert!(
        grown <= INTERRUPT,
        "{mark} bytes of stack after {first} games, {grown} more after {games}"
    );
    println!("{mark} bytes of stack used after {first} games, {grown} more after {games}");
    assert_eq!((end.searches, end.nodes), (searches, nodes), "in one boot, none twice");
    assert_eq!(end.errors, Default::default());
}

#[test]
#[ignore = "needs QEMU and the firmware: tests/run"]
fn ten_games_in_one_boot_lose_no_reply_and_no_memory() {
    check_games_in_one_boot(10);
}

#[test]
#[ignore = "needs QEMU and the firmware: tests/run"]
fn stop_ends_a_search_within_ten_milliseconds_of_its_time() {
    let mut device = emulate();
    let per_millisecond = u64::from(device.identity().clock.hertz) / 1000;
    for (round, algorithm) in ["alpha-beta", "fe", "rbfms", "strong"].into_iter().enumerate() {
        let endless = engine(&format!("algorithm={algorithm},nodes=1000000000"));
        let task = Task { progress: 1, ..task_for(&endless) };
        let id = 100 + 10 * round as u16;
        device.send(id, &Command::Search { board: Board::START, task }).unwrap();
        let mut answers = Vec::new();
        let mut asked = false;
        let result = loop {
            let next = device.receive(Instant::now() + SILENCE).unwrap().expect("it answers");
            if answers.len() == 100 && !asked {
                device.send(id + 1, &Command::Stop).unwrap();
                asked = true;
            }
            match next {
                (found, Response::Result(result)) if found == id => break result,
                (_, next) => answers.push(next),
            }
        };
        assert_eq!(result.stop, Stop::Polled);
        // It reports every millisecond, so the stop was taken up at the last report before it was answered, or later.
        let stopped = answers.iter().position(|answer| *answer == Response::Done).unwrap();
        let Response::Progress(before) = answers[stopped - 1] else { panic!("{answers:?}") };
        let end = result.ticks / per_millisecond;
        println!("{algorithm}: stop came after {} ms, result after {end} ms", before.milliseconds);
        assert!(end - u64::from(before.milliseconds) < 10, "{algorithm}");
    }
}

#[test]
#[ignore = "needs QEMU and the firmware: tests/run"]
fn a_time_limit_holds_and_progress_is_reported_meanwhile() {
    let mut device = emulate();
    let per_millisecond = u64::from(device.identity().clock.hertz) / 1000;
    let task = Task { milliseconds: 300, progress: 50, ..task(Limits::nodes(u64::MAX)) };
    let mut reports = Vec::new();
    let result = device.search(Board::START, task, |report| {
        reports.push(*report);
        std::ops::ControlFlow::Continue(())
    });
    let result = result.unwrap();
    let milliseconds = result.ticks / per_millisecond;
    assert!((300..305).contains(&milliseconds), "{milliseconds} ms");
    assert_eq!(result.stop, Stop::Polled);
    assert!((4..=6).contains(&reports.len()), "{reports:?}");
    assert!(reports.is_sorted_by_key(|report| (report.depth, report.nodes, report.milliseconds)));

    // Told to stop by its progress.
    let task = Task { milliseconds: 0, ..task };
    let stop = |_: &_| std::ops::ControlFlow::Break(());
    let result = device.search(Board::START, task, stop).unwrap();
    assert_eq!(result.stop, Stop::Polled);
}

#[test]
#[ignore = "needs QEMU and the firmware: tests/run"]
fn on_the_opponents_time_it_thinks_and_waits() {
    let mut device = emulate();
    let limits = Limits::nodes(3000);
    let pondering = Task { ponder: true, ..task(limits) };
    let request = Command::Search { board: Board::START, task: pondering };
    device.send(300, &request).unwrap();
    assert_eq!(listen(&mut device, SILENCE), [], "the result waits");
    device.send(301, &Command::PonderHit).unwrap();
    let answers = listen(&mut device, SILENCE);
    let [(301, Response::Done), (300, Response::Result(result))] = answers.as_slice() else {
        panic!("{answers:?}")
    };
    let engine = engine("algorithm=alpha-beta,nodes=3000");
    assert_eq!(*result, search_here(Board::START, &engine, result.ticks));
    // The same request once more, as if the result had been lost: it is sent again, not searched again.
    let searches = statistics(&mut device).searches;
    device.send(300, &request).unwrap();
    let again = listen(&mut device, SILENCE);
    assert!(matches!(again.as_slice(), [(300, Response::Result(_))]), "{again:?}");
    assert_eq!(statistics(&mut device).searches, searches);
}

#[test]
#[ignore = "needs QEMU and the firmware: tests/run"]
fn a_reset_starts_it_anew() {
    let mut device = emulate();
    search(&mut device, Board::START, &engine("algorithm=alpha-beta,depth=3"));
    assert_eq!(statistics(&mut device).searches, 1);
    assert_eq!(device.ask(&Command::Reset).unwrap(), Response::Done);
    let now = statistics(&mut device);
    assert_eq!((now.searches, now.frames), (0, 1));
    still_searches_right(&mut device);
}

/// Firmware built to fail on purpose: it restarts, and says what failed and where, to a program and at the terminal.
#[test]
#[ignore = "needs QEMU and the firmware: tests/run"]
fn an_overflowing_stack_a_panic_and_a_hang_start_it_anew_and_are_recorded() {
    let mut device = Build::Small.emulate();
    assert_eq!(device.failure().unwrap(), None);
    let flash = 0x0800_0000..0x0810_0000;
    for (count, (failure, reason)) in [
        ("overflow", FailureReason::Overflow),
        ("panic", FailureReason::Panic),
        ("hang", FailureReason::Hang),
        ("access", FailureReason::Fault),
        ("panic", FailureReason::Panic),
    ]
    .into_iter()
    .enumerate()
    {
        search(&mut device, Board::START, &engine("algorithm=alpha-beta,depth=3"));
        assert_eq!(statistics(&mut device).searches, 1);
        device.send_bytes(format!("{failure}\r").as_bytes()).unwrap();
        // A hang is noticed after a second and a half of the chip's time.
        listen(&mut device, if failure == "hang" { 10 * SILENCE } else { SILENCE });
        let now = statistics(&mut device);
        assert_eq!((now.searches, now.frames), (0, 1), "{failure}");
        let last = device.failure().unwrap().expect("it is recorded");
        println!("{failure}: {last:x?}");
        assert_eq!((last.reason, last.count), (reason, count as u32 + 1), "{failure}: {last:?}");
        match reason {
            FailureReason::Panic => {
                assert!(last.file.ends_with("src/provoke.rs") && last.line > 0, "{last:?}");
            }
            FailureReason::Hang => assert!(flash.contains(&last.pc), "{last:x?}"),
            // Beyond the stack nothing can be stacked, so there is no program counter. A data access was not allowed.
            FailureReason::Overflow => {
                assert!(last.address < 0x2000_0100 && last.cfsr & 0x82 == 0x82, "{last:x?}");
            }
            FailureReason::Fault => {
                assert!(flash.contains(&last.pc) && flash.contains(&(last.lr & !1)), "{last:x?}");
                // Precise bus error, with the address.
                assert_eq!((last.cfsr & 0x8200, last.address), (0x8200, 0x6000_0000), "{last:x?}");
            }
            FailureReason::Watchdog => unreachable!("QEMU has no watchdog"),
        }
        still_searches_right(&mut device);
        // A restart that was asked for is no failure, and keeps the record.
        device.ask(&Command::Reset).unwrap();
        assert_eq!(device.failure().unwrap(), Some(last));
    }
    let mut terminal = Terminal::of(device);
    let said = terminal.type_line("panic");
    assert!(
        said.contains("I failed and restarted: panic at ") && said.contains("provoke.rs:"),
        "{said}"
    );
    assert!(terminal.type_line("info").contains("Failures since power on: 6. The last: panic"));
}

/// Searches every position of so many random games, deeper than usual.
fn check_stacks(games: usize) {
    let mut device = emulate();
    let mut random = Random::new(23);
    let mut most = Counts::default();
    for _ in 0..games {
        for board in random_game(&Othello, &Board::START, 80, &mut random) {
            if board.is_over() {
                continue;
            }
            for engine in
                ["algorithm=rbfms,nodes=4000", "algorithm=alpha-beta,nodes=4000"].map(engine)
            {
                let counts = search(&mut device, board, &engine).counts;
                most.most_frames = most.most_frames.max(counts.most_frames);
                most.most_children = most.most_children.max(counts.most_children);
            }
        }
    }
    println!("{} frames, {} children", most.most_frames, most.most_children);
}

#[test]
#[ignore = "needs QEMU and the firmware: tests/run"]
fn no_position_of_a_long_game_is_beyond_its_stacks() {
    check_stacks(1);
}

/// The same, longer.
mod nightly {
    use super::{
        check_games_in_one_boot, check_searches, check_stacks, emulate, endgames, positions,
    };

    /// Those of `shared/data`, too, where that is beside the project.
    #[test]
    #[ignore = "needs QEMU and the firmware, and takes minutes"]
    fn move_value_line_and_every_count_of_200_positions_are_the_desktops() {
        let mut positions = positions(200);
        let shared = concat!(env!("CARGO_MANIFEST_DIR"), "/../../shared/data");
        for file in ["endgame-16.txt", "fforum-40-59.obf", "fforum-60-79.obf"] {
            if let Ok(text) = std::fs::read_to_string(format!("{shared}/{file}")) {
                positions.extend(endgames(&text));
            }
        }
        check_searches(&mut emulate(), &positions);
    }

    /// A thousand games, or as many as `PLYSCOPE_SOAK_GAMES` says: a hundred take some twelve seconds of a quiet machine.
    #[test]
    #[ignore = "needs QEMU and the firmware, and takes minutes"]
    fn a_thousand_games_in_one_boot_lose_no_reply_and_no_memory() {
        let games =
            std::env::var("PLYSCOPE_SOAK_GAMES").map_or(1000, |games| games.parse().unwrap());
        check_games_in_one_boot(games);
    }

    #[test]
    #[ignore = "needs QEMU and the firmware, and takes minutes"]
    fn no_position_of_four_long_games_is_beyond_its_stacks() {
        check_stacks(4);
    }
}
