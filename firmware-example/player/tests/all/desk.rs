//! Tests of the game at the terminal: passes, results, positions typed in, two persons, clocks, levels; and of what is kept
//! through a reset.

use crate::bench::{Bench, FakeChip};
use plyscope_core::Limits;
use plyscope_core::othello::Board;
use plyscope_core::wire::{Command, Failure, FailureReason, Response, Task};
use plyscope_firmware_player::Memory;

/// The room that the player waits for before it takes input.
const ROOM: usize = 1024;

#[test]
fn forced_passes_are_played_with_a_word_for_either_side() {
    let mut memory = Memory::new();
    let mut bench = Bench::new(&mut memory);
    bench.type_line("depth 2");
    // White can move on the first row alone, Black nowhere before that; White moves again, and the game ends.
    let setup = format!("setup XO------{} X", "-".repeat(56));
    let said = bench.type_line(&setup);
    assert!(said.contains("A game from this position: you are Black (X)."), "{said}");
    let said = bench.type_line("c1");
    assert!(said.contains("The game is over: you win by 64."), "{said}");
    assert!(said.contains("XX(X)") || said.contains("X X(X)"), "the last move is marked: {said}");

    // Black plays c1 and flips; White has no move, Black has one more: White, the device, passes.
    let rows = "XO------".to_owned() + "--------" + &"-".repeat(40) + "XO------";
    let said = bench.type_line(&format!("setup {rows} X"));
    assert!(said.contains("Black (X) to move"), "{said}");
    let said = bench.type_line("c1");
    assert!(said.contains("I have no move, so I pass.\n") && !said.contains("Moves"));
    assert!(said.contains("Black (X) to move"), "{said}");

    // The same with the sides exchanged: after the device's move the person has none, and the device goes on.
    let rows = rows.replace('X', "x").replace('O', "X").replace('x', "O");
    bench.type_line("players 2");
    bench.type_line(&format!("setup {rows} O"));
    let said = bench.type_line("go");
    assert!(said.contains("You have no move, so you pass.\n"), "{said}");
    assert_eq!(said.matches("I play ").count(), 2, "{said}");
    assert!(said.contains("I win by 64."), "{said}");
    assert!(bench.type_line("history").contains("1. "));
}

#[test]
fn score_history_and_help_are_always_there() {
    let mut memory = Memory::new();
    let mut bench = Bench::new(&mut memory);
    assert!(bench.type_line("score").contains("Black (X) 2, White (O) 2: even."));
    bench.type_line("nodes 1000000000");
    bench.send(b"d3\r");
    bench.said();
    for (line, answer) in [
        ("?", "help settings"),
        ("help", "help settings"),
        ("help settings", "clock 10"),
        ("score", "Black (X) 4, White (O) 1: you are ahead by 3."),
        ("history", "1. d3\n"),
        ("moves", "Moves: c3 e3 c5."),
    ] {
        bench.send(line.as_bytes());
        bench.send(b"\r");
        let said = bench.said();
        assert!(said.contains(answer), "{line}: {said}");
    }
}

#[test]
fn no_answer_is_longer_than_the_room_that_is_waited_for() {
    let mut memory = Memory::new();
    let mut bench = Bench::new(&mut memory);
    bench.chip.failure = Some((failure(), true));
    bench.device.greet(&bench.chip, &mut bench.out);
    assert!(bench.said().len() < ROOM);
    bench.type_line("level 1");
    bench.type_line("clock 999");
    let mut longest = 0;
    for line in ["help", "?", "help settings", "info", "board", "moves", "score", "quit", "setup x"]
    {
        longest = longest.max(bench.type_line(line).len());
    }
    for _ in 0..70 {
        // The person's moves are the hints; the board comes with every reply.
        let said = bench.type_line("go");
        longest = longest.max(said.len());
        longest = longest.max(bench.type_line("history").len());
    }
    assert!(longest > 500 && longest < ROOM - 100, "{longest}");
}

#[test]
fn two_persons_play_and_nothing_is_searched() {
    let mut memory = Memory::new();
    let mut bench = Bench::new(&mut memory);
    assert!(bench.type_line("players 2").contains("two persons"));
    let said = bench.type_line("d3");
    assert!(!said.contains("I play") && said.contains("White (O) to move"), "{said}");
    assert!(bench.type_line("c5").contains("Black (X) to move"));
    assert!(bench.type_line("undo").contains("White (O) to move"), "one move");
    assert!(bench.type_line("score").contains("Black (X) is ahead by 3."));
    assert!(bench.type_line("new").contains("A new game: two persons."));
    bench.type_line("depth 2");
    assert!(bench.type_line("players 1").contains("you are Black (X)"));
    assert!(bench.type_line("d3").contains("I play "));
}

#[test]
fn clocks_run_for_the_side_to_move_and_end_the_game() {
    let mut memory = Memory::new();
    let mut bench = Bench::new(&mut memory);
    bench.type_line("depth 2");
    assert!(bench.type_line("clock 1").contains("Minutes for each side: 1. The clock runs."));
    bench.chip.wait(20_000);
    let said = bench.type_line("d3");
    assert!(said.contains("Black X ") && said.contains("  0:40\n"), "{said}");
    assert!(said.contains("  1:00\n"), "the device has thought for less than a second: {said}");
    bench.chip.wait(41_000);
    bench.device.turn(&bench.chip, &mut bench.out);
    let said = bench.said();
    assert!(said.contains("Time is up for Black (X): I win. Type new for another."), "{said}");
    bench.device.turn(&bench.chip, &mut bench.out);
    assert_eq!(bench.said(), "", "it is said once");
    assert!(bench.type_line("moves").contains("Moves"), "for the curious");
    assert!(bench.type_line("c3").contains("The game is over."));
    bench.type_line("clock off");
    assert!(bench.type_line("hint").contains("I would play"), "without clocks it goes on");
}

#[test]
fn with_little_time_left_it_thinks_for_a_share_of_it() {
    let mut memory = Memory::new();
    let mut bench = Bench::new(&mut memory);
    bench.type_line("nodes 100000000");
    bench.type_line("clock 1");
    let said = bench.type_line("d3");
    let milliseconds: u32 =
        said.split(" ms\n").next().unwrap().rsplit(' ').next().unwrap().parse().unwrap();
    // 60 s for the 59 empty squares' half and two.
    assert!((1900..2000).contains(&milliseconds), "{said}");
}

#[test]
fn thinking_is_shown_depth_by_depth_and_ends_its_line() {
    let mut memory = Memory::new();
    let mut bench = Bench::new(&mut memory);
    bench.type_line("algorithm alpha-beta");
    bench.type_line("time 1000");
    let said = bench.type_line("d3");
    let line = said.lines().find(|line| line.starts_with("I think: depth ")).expect("shown");
    assert!(line.contains(", ") || line.contains('.'), "{line}");
    assert!(said.contains("\nI play "), "on a line of its own: {said}");
    bench.type_line("thinking off");
    bench.type_line("time 400");
    bench.type_line("undo");
    assert!(!bench.type_line("d3").contains("I think"));
    // Typing while it thinks begins a new line.
    bench.type_line("thinking on");
    bench.type_line("undo");
    bench.send(b"d3\r");
    while !String::from_utf8_lossy(&bench.out.bytes).contains("I think") {
        bench.device.turn(&bench.chip, &mut bench.out);
    }
    bench.send(b"stop\r");
    assert!(bench.said().contains("\nstop\nI play "));
}

#[test]
fn a_program_that_is_gone_does_not_keep_the_terminal() {
    let mut memory = Memory::new();
    let mut bench = Bench::new(&mut memory);
    let task = Task {
        algorithm: plyscope_core::wire::Algorithm::AlphaBeta,
        limits: Limits::depth(60),
        deepen: true,
        milliseconds: 0,
        progress: 0,
        ponder: false,
    };
    for (round, (keys, ponder)) in
        [("stop\r", false), ("\x03", false), ("stop\r", true), ("\x03", true)]
            .into_iter()
            .enumerate()
    {
        let id = 5 + round as u16;
        let task = Task { ponder, ..task };
        bench.request(id, &Command::Search { board: Board::START, task });
        bench.send(b"d3\r");
        assert!(bench.said().contains("A program has me search. Wait, or type stop"));
        bench.send(keys.as_bytes());
        let messages = {
            let bytes = bench.out.bytes.clone();
            let messages = bench.messages();
            assert!(
                String::from_utf8_lossy(&bytes)
                    .contains("I have stopped the program's search.\r\n> ")
            );
            messages
        };
        assert!(
            matches!(&messages[..], [(found, Response::Result(_))] if *found == id),
            "{messages:?}"
        );
        assert!(bench.device.is_idle());
        assert!(bench.type_line("moves").contains("Moves: d3"));
    }
    // Control-C after other bytes may be part of a damaged frame.
    bench.request(20, &Command::Search { board: Board::START, task });
    bench.send(b"x\x03");
    assert!(!bench.said().contains("stopped"));
    assert!(!bench.device.is_idle());
}

#[test]
fn game_and_settings_come_back_after_a_reset_and_damaged_ones_do_not() {
    let mut memory = Memory::new();
    let mut bench = Bench::new(&mut memory);
    for line in ["level 2", "seed 77", "new white", "clock 5"] {
        bench.type_line(line);
    }
    let moves = bench.type_line("moves");
    let first = moves.split("Moves: ").nth(1).unwrap()[..2].to_owned();
    bench.type_line(&first);
    let history = bench.type_line("history");
    let board = bench.type_line("board");
    let kept = bench.chip.kept.take();

    let mut memory = Memory::new();
    let chip = FakeChip::new();
    chip.kept.replace(kept.clone());
    let mut bench = Bench::on(&mut memory, chip);
    bench.device.greet(&bench.chip, &mut bench.out);
    let said = bench.said();
    assert!(
        said.contains("Level 2 of 9: ") && said.contains("Your game goes on: you are White"),
        "{said}"
    );
    assert_eq!(bench.type_line("history"), history);
    assert_eq!(bench.type_line("board"), board);
    assert!(bench.type_line("info").contains("seed 78."));

    // Whatever is damaged: no panic, and an illegal game or another version is not taken back.
    for place in 0..kept[0].len() {
        for bit in [place % 8, 7] {
            let mut other = kept.clone();
            other[0][place] ^= 1 << bit;
            let mut memory = Memory::new();
            let chip = FakeChip::new();
            chip.kept.replace(other);
            let mut bench = Bench::on(&mut memory, chip);
            bench.device.greet(&bench.chip, &mut bench.out);
            assert!(bench.said().ends_with("> ") || !bench.device.is_idle());
            if place == 0 {
                assert!(bench.type_line("history").contains("No move"));
            }
        }
    }
}

#[test]
fn a_saved_game_is_restored_as_often_as_wanted() {
    let mut memory = Memory::new();
    let mut bench = Bench::new(&mut memory);
    bench.type_line("depth 1");
    bench.type_line("d3");
    let board = bench.type_line("board");
    assert!(bench.type_line("save").contains("Saved. Type restore to go on from here."));
    bench.type_line("new white");
    for _ in 0..2 {
        assert!(bench.type_line("restore").contains("The saved game: you are Black (X)."));
        assert_eq!(bench.type_line("board"), board);
        bench.type_line("undo");
    }
}

#[test]
fn a_failure_is_told_once_at_the_start_and_always_in_info() {
    let mut memory = Memory::new();
    let mut bench = Bench::new(&mut memory);
    assert!(bench.type_line("info").contains("No failure since power on."));
    bench.chip.failure = Some((failure(), true));
    bench.device.greet(&bench.chip, &mut bench.out);
    let told = "panic at player/src/desk.rs:42, 7 s after the start.";
    assert!(bench.said().contains(&format!("I failed and restarted: {told}")));
    assert!(
        bench.type_line("info").contains(&format!("Failures since power on: 3. The last: {told}"))
    );
    bench.request(4, &Command::Failure);
    assert_eq!(bench.messages(), [(4, Response::Failure(Some(failure())))]);
    bench.chip.failure =
        Some((Failure { reason: FailureReason::Hang, pc: 0x0800_1234, ..failure() }, false));
    bench.device.greet(&bench.chip, &mut bench.out);
    assert!(!bench.said().contains("failed"), "that was an earlier start");
    assert!(bench.type_line("info").contains("hang, PC 8001234, LR 0, 7 s after"));
}

fn failure() -> Failure {
    Failure {
        reason: FailureReason::Panic,
        pc: 0,
        lr: 0,
        cfsr: 0,
        address: 0,
        file: "player/src/desk.rs".try_into().unwrap(),
        line: 42,
        uptime: 7123,
        count: 3,
    }
}

/// The device's first moves as White in games with this seed.
fn openings(seed: u32) -> String {
    let mut memory = Memory::new();
    let mut bench = Bench::new(&mut memory);
    bench.type_line("depth 4");
    bench.type_line("variety on");
    bench.type_line(&format!("seed {seed}"));
    let mut said = String::new();
    for _ in 0..6 {
        bench.type_line("new white");
        said += &bench.type_line("history");
    }
    said
}

#[test]
fn varied_openings_follow_from_the_seed_alone() {
    assert_eq!(openings(7), openings(7));
    assert_ne!(openings(7), openings(8));
    let first: std::collections::BTreeSet<_> =
        openings(7).lines().filter(|line| line.starts_with("1.")).map(str::to_owned).collect();
    assert!(first.len() > 1, "{first:?}");
}

#[test]
fn every_level_plays_a_whole_game_by_the_rules() {
    for level in 1..=8 {
        let mut memory = Memory::new();
        let mut bench = Bench::new(&mut memory);
        assert!(
            bench.type_line(&format!("level {level}")).contains(&format!("Level {level} of 9: "))
        );
        let mut plies = 0;
        loop {
            let said = bench.type_line("moves");
            let Some((_, moves)) = said.split_once("Moves: ") else { break };
            let said = bench.type_line(&moves[..2]);
            plies += 1;
            if said.contains("The game is over") {
                break;
            }
            assert!(said.ends_with("> "), "{said}");
        }
        assert!(plies > 5, "{level}");
    }
}
