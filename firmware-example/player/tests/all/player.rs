//! Tests of the player without a chip: its dialogue, and its behaviour with lost bytes or a full output, which an emulator
//! does not produce.

use crate::bench::Bench;
use plyscope_core::othello::Board;
use plyscope_core::wire::{Algorithm, Command, MAX_FRAME, Response, Task, encode};
use plyscope_core::{Limits, Stop};
use plyscope_firmware_player::Memory;

fn task() -> Task {
    Task {
        algorithm: Algorithm::AlphaBeta,
        limits: Limits::nodes(500),
        deepen: true,
        milliseconds: 0,
        progress: 0,
        ponder: false,
    }
}

#[test]
fn a_person_plays_and_is_told_value_depth_nodes_and_time() {
    let mut memory = Memory::new();
    let mut bench = Bench::new(&mut memory);
    assert!(bench.type_line("depth 3").contains("3 plies deep a move."));
    let said = bench.type_line("d3");
    assert!(said.starts_with("d3\nI play "), "{said}");
    for word in [": value ", ", depth 3, ", " nodes, ", " ms\n", "Black (X) to move", "> "] {
        assert!(said.contains(word), "{word:?} in {said}");
    }
    assert!(bench.type_line("hint").contains("I would play "));
    assert!(bench.type_line("undo").contains("Black X 2"), "move and reply are taken back");
    assert!(bench.type_line("undo").contains("no move to take back"));
    assert!(bench.type_line("moves").contains("Moves: d3 c4 f5 e6."));
    assert!(bench.type_line("new white").contains("I play "));
    let board = bench.type_line("board");
    assert!(bench.type_line("undo").contains("no move to take back"), "the device's opening stays");
    assert_eq!(bench.type_line("board"), board);
    assert!(bench.type_line("go").contains("I play "), "for the person");
}

#[test]
fn strong_is_the_default_and_the_papers_searches_are_a_command_away() {
    let mut memory = Memory::new();
    let mut bench = Bench::new(&mut memory);
    assert!(bench.type_line("info").starts_with("info\nI search by strong, 1000 ms a move."));
    bench.type_line("depth 4");
    let mut positions = Vec::new();
    for (name, told) in [
        ("fe", "fe (forward estimation)"),
        ("strong", "strong"),
        ("rbfms", "rbfms (best-first minimax)"),
        ("alpha-beta", "alpha-beta"),
        ("STRONG", "strong"),
    ] {
        let said = bench.type_line(&format!("algorithm {name}"));
        assert!(said.contains(&format!("I search by {told}, 4 plies deep a move.")), "{said}");
        assert!(bench.type_line("hint").contains("I would play "), "{name}");
        positions.push(bench.type_line("board"));
    }
    positions.dedup();
    assert_eq!(positions.len(), 1, "a hint changes nothing");
}

#[test]
fn a_program_is_told_what_strong_works_with() {
    let mut memory = Memory::new();
    let mut bench = Bench::new(&mut memory);
    bench.request(1, &Command::Strong);
    let messages = bench.messages();
    let [(1, Response::Strong(strong))] = messages[..] else { panic!("{messages:?}") };
    assert_eq!((strong.slots, strong.depth, strong.empties), (512, 24, 30));
    let task = Task { algorithm: Algorithm::Strong, ..task() };
    bench.request(2, &Command::Search { board: Board::START, task });
    bench.settle();
    let messages = bench.messages();
    let [(2, Response::Result(result))] = &messages[..] else { panic!("{messages:?}") };
    assert_eq!((result.stop, result.counts.generated), (Stop::Nodes, 500));
}

#[test]
fn wrong_input_gets_a_friendly_line_and_changes_nothing() {
    let mut memory = Memory::new();
    let mut bench = Bench::new(&mut memory);
    let board = bench.type_line("board");
    for (line, answer) in [
        ("a1", "a1 flips nothing, so it is not a move. Moves: d3 c4 f5 e6."),
        ("d4", "d4 has a disc already, so it is not a move. Moves: d3 c4 f5 e6."),
        ("pass", "You may not pass while you have a move."),
        ("z9", "There is no square z9: columns are a to h, rows 1 to 8."),
        ("d10", "There is no square d10"),
        ("xyzzy", "Unknown command \"xyzzy\". Type a move such as d3, or help."),
        ("d3 e3", "Unknown command \"d3 e3\"."),
        ("hint 3", "Unknown command \"hint 3\"."),
        ("level", "Give a level from 1 (beginner) to 9."),
        ("level 0", "Give a level"),
        ("level 10", "Give a level"),
        ("depth 0", "Give a number"),
        ("depth 65", "Give a number"),
        ("seed 0", "Give a number from 1"),
        ("clock 1000", "Give the minutes"),
        ("clock soon", "Give the minutes"),
        ("players 3", "Type players 1"),
        ("variety", "Give on or off."),
        ("restore", "There is no saved game."),
        ("history", "No move has been played."),
        ("setup", "I read 0 squares, not 64. Type setup, 64 squares"),
        ("setup -X?", "Square 3 is none of X, O and -."),
        ("nodes 0", "Give a number"),
        ("nodes 99999999999999999999999", "Give a number"),
        ("time 4294967296", "Give a number"),
        ("algorithm minimax", "Give a name: strong, alpha-beta, fe or rbfms."),
        ("ponder maybe", "Give on or off."),
        ("new red", "Type new, new black or new white."),
        ("one two three", "Unknown command \"one two three\"."),
        ("stop", "I am not thinking."),
        ("quit", "To leave, close your terminal: Ctrl-D (plyscope)"),
        (
            "a line that is longer than any command could ever be, even one that sets up a whole position",
            "That line is too long",
        ),
    ] {
        let said = bench.type_line(line);
        assert!(said.contains(answer) && said.ends_with("> "), "{line}: {said}");
    }
    assert_eq!(bench.type_line("board"), board);
    assert_eq!(bench.type_line(""), "\n> ");
}

#[test]
fn a_typing_error_can_be_deleted() {
    let mut memory = Memory::new();
    let mut bench = Bench::new(&mut memory);
    let board = bench.type_line("board").replace("board\n", "");
    assert!(bench.type_line("foo\x7f\x7f\x08boarx\x08d").ends_with(&board));
    assert!(bench.type_line("rubbish\x15board").ends_with(&board));
    assert!(bench.type_line("bo\x1b[A\x1b[1~\x1bOPa\trd").ends_with(&board), "arrows and such");
    bench.send(b"boa\x03");
    assert!(bench.said().ends_with("^C\n> "), "Control-C forgets the line");
    assert_eq!(bench.type_line("board").replace("board\n", ""), board);
}

#[test]
fn a_line_that_lost_a_byte_is_not_a_move() {
    let mut memory = Memory::new();
    let mut bench = Bench::new(&mut memory);
    let board = bench.type_line("board");
    // Of "c4" and "d3", the bytes "4", line end and "d" are lost: "c3" would be a legal move in many positions.
    bench.send(b"d");
    bench.device.lose(&bench.chip);
    bench.send(b"3\r");
    assert!(bench.said().contains("Part of that line was lost"));
    // The rest of a frame, with a byte that would be Control-C.
    bench.type_line("nodes 1000000000");
    bench.send(b"d3\r");
    bench.said();
    bench.device.lose(&bench.chip);
    bench.send(&[7, 3, 1, 3]);
    assert!(!bench.said().contains("I play"), "it goes on thinking");
    bench.send(b"\rstop\r");
    assert!(bench.said().contains("I play"));
    bench.type_line("undo");
    // A byte that no key sends.
    assert!(bench.type_line("d\u{1}3").contains("Part of that line was lost"));
    assert_eq!(bench.type_line("board"), board);
    assert!(bench.type_line("info").contains("Bytes lost 2 times"));
}

#[test]
fn a_frame_that_lost_bytes_is_no_request_and_the_next_one_is() {
    let mut memory = Memory::new();
    let mut bench = Bench::new(&mut memory);
    let mut buffer = [0; MAX_FRAME];
    let frame = encode(1, &Command::Statistics, &mut buffer).unwrap().to_vec();
    bench.send(&frame[..5]);
    bench.device.lose(&bench.chip);
    bench.send(&frame[7..]);
    bench.request(2, &Command::Hello);
    let messages = bench.messages();
    assert!(matches!(messages.as_slice(), [(2, Response::Hello(_))]), "{messages:?}");
}

#[test]
fn half_a_frame_is_abandoned_after_a_while_and_text_is_text_again() {
    let mut memory = Memory::new();
    let mut bench = Bench::new(&mut memory);
    let mut buffer = [0; MAX_FRAME];
    let frame = encode(1, &Command::Hello, &mut buffer).unwrap().to_vec();
    bench.send(&frame[..5]);
    bench.chip.wait(250);
    bench.device.turn(&bench.chip, &mut bench.out);
    assert!(bench.type_line("board").contains("Black X 2"));
    assert!(bench.type_line("info").contains("1 unfinished"));
}

#[test]
fn a_program_that_begins_finds_nothing_of_another_one() {
    let mut memory = Memory::new();
    let mut bench = Bench::new(&mut memory);
    // A program's search has ended; another program, which has not said hello, reuses its number.
    bench.request(2, &Command::Search { board: Board::START, task: task() });
    bench.settle();
    let first = bench.messages();
    assert!(matches!(first.as_slice(), [(2, Response::Result(_))]), "{first:?}");
    let other = Board::START.place(19);
    bench.request(2, &Command::Search { board: other, task: task() });
    bench.settle();
    let second = bench.messages();
    assert!(matches!(second.as_slice(), [(2, Response::Result(_))]), "{second:?}");
    assert_ne!(first, second);
    // A program has vanished and left its search running; another one begins.
    let endless = Task { limits: Limits::depth(60), ..task() };
    bench.request(3, &Command::Search { board: Board::START, task: endless });
    bench.request(1, &Command::Hello);
    assert!(matches!(bench.messages().as_slice(), [(1, Response::Hello(_))]));
    bench.request(3, &Command::Search { board: other, task: task() });
    bench.settle();
    let third = bench.messages();
    let ([(3, Response::Result(third))], [(2, Response::Result(second))]) =
        (third.as_slice(), second.as_slice())
    else {
        panic!("{third:?}")
    };
    assert_eq!((third.best_move, third.counts), (second.best_move, second.counts));
}

#[test]
fn a_search_that_was_taken_away_is_no_result() {
    let mut memory = Memory::new();
    let mut bench = Bench::new(&mut memory);
    let request = Command::Search { board: Board::START, task: task() };
    let mover = plyscope_core::othello::Colour::Black;
    bench.request(5, &request);
    bench.request(6, &Command::SetPosition { board: Board::START, mover });
    bench.request(5, &request);
    bench.settle();
    let messages = bench.messages();
    let [(6, Response::Done), (5, Response::Result(result))] = messages.as_slice() else {
        panic!("{messages:?}")
    };
    assert_eq!((result.stop, result.counts.generated), (Stop::Nodes, 500));
    // The repeated answer reports the same duration.
    bench.request(5, &request);
    assert_eq!(bench.messages(), messages[1..]);
}

#[test]
fn nothing_is_written_without_room_and_nothing_is_lost() {
    let mut memory = Memory::new();
    let mut bench = Bench::new(&mut memory);
    bench.request(1, &Command::Search { board: Board::START, task: task() });
    // The line is slow: earlier output is still queued.
    bench.out.room = 1000;
    assert!(!bench.device.is_ready(&bench.out));
    for _ in 0..1000 {
        bench.device.turn(&bench.chip, &mut bench.out);
    }
    assert_eq!(bench.messages(), []);
    bench.out.room = 2000;
    bench.device.turn(&bench.chip, &mut bench.out);
    let messages = bench.messages();
    let [(1, Response::Result(result))] = messages.as_slice() else { panic!("{messages:?}") };
    assert_eq!((result.stop, result.counts.generated), (Stop::Nodes, 500));
}

#[test]
fn it_thinks_on_the_persons_time_and_replies_at_once_to_the_move_it_expected() {
    let mut memory = Memory::new();
    let mut bench = Bench::new(&mut memory);
    bench.type_line("ponder on");
    bench.type_line("nodes 3000");
    bench.send(b"d3\r");
    // Waits until it has replied and has pondered on the move that it expects.
    bench.settle();
    let reply = bench.said();
    assert!(reply.contains("I play "), "{reply}");
    bench.settle();
    // A player without ponder finds that move by a hint.
    let (replies, expected) = {
        let mut other = Memory::new();
        let mut other = Bench::new(&mut other);
        other.type_line("nodes 3000");
        other.type_line("d3");
        let replies: Vec<String> = other
            .type_line("moves")
            .split_whitespace()
            .filter(|word| {
                word.trim_end_matches('.').len() == 2 && word.as_bytes()[1].is_ascii_digit()
            })
            .map(|word| word.trim_end_matches('.').to_owned())
            .collect();
        let mut answers = Vec::new();
        for mv in &replies {
            answers.push(other.type_line(mv));
            other.type_line("undo");
        }
        (replies, answers)
    };
    // Whatever the person plays, the answer equals that of a player without ponder, except for the time.
    let untimed = |text: &str| text.split(" nodes, ").next().unwrap_or_default().to_owned();
    for (mv, expected) in replies.iter().zip(expected) {
        let said = bench.type_line(mv);
        assert_eq!(untimed(&said), untimed(&expected), "{mv}");
        bench.type_line("undo");
        bench.settle();
    }
}

#[test]
fn while_it_thinks_it_answers_and_can_be_stopped() {
    let mut memory = Memory::new();
    let mut bench = Bench::new(&mut memory);
    bench.type_line("nodes 1000000000");
    bench.send(b"d3\r");
    bench.said();
    bench.send(b"e3\r");
    assert!(bench.said().contains("I am thinking. Wait, or type stop."));
    bench.send(b"board\r");
    assert!(bench.said().contains("White (O) to move"));
    bench.request(7, &Command::Hello);
    assert!(matches!(bench.messages().as_slice(), [(7, Response::Hello(_))]));
    bench.request(8, &Command::Search { board: Board::START, task: task() });
    let busy = Response::Refused(plyscope_core::wire::Refusal::Busy);
    assert_eq!(bench.messages(), [(8, busy)]);
    bench.request(9, &Command::Stop);
    assert_eq!(bench.messages(), [(9, Response::Done)], "it is a person's search");
    bench.send(b"stop\r");
    assert!(bench.said().contains("I play "));
}

#[test]
fn a_position_that_cannot_be_is_refused_and_the_game_stays() {
    let mut memory = Memory::new();
    let mut bench = Bench::new(&mut memory);
    let board = Board { mover: 3, opponent: 1 };
    let mover = plyscope_core::othello::Colour::Black;
    let refused = Response::Refused(plyscope_core::wire::Refusal::IllegalPosition);
    bench.request(1, &Command::Search { board, task: task() });
    assert_eq!(bench.messages(), [(1, refused.clone())]);
    bench.request(2, &Command::SetPosition { board, mover });
    assert_eq!(bench.messages(), [(2, refused)]);
    assert!(bench.type_line("board").contains("Black X 2"));
}

#[test]
fn a_pass_is_said_and_the_end_too() {
    let mut memory = Memory::new();
    let mut bench = Bench::new(&mut memory);
    bench.type_line("nodes 50");
    // Black, to move, can flip nothing; White can.
    let board = Board { mover: 0x02, opponent: 0x01 | 0x1_0000 };
    let mover = plyscope_core::othello::Colour::Black;
    bench.request(1, &Command::SetPosition { board, mover });
    assert_eq!(bench.messages(), [(1, Response::Done)]);
    assert!(bench.type_line("moves").contains("There is no move: type pass."));
    assert!(bench.type_line("d3").contains("You have no move: type pass."));
    let said = bench.type_line("pass");
    assert!(said.contains("I play c1") && said.contains("I win by 64"), "{said}");
    assert!(bench.type_line("d3").contains("The game is over. Type new for another."));
    assert!(bench.type_line("hint").contains("The game is over: I win by 64."));
}
