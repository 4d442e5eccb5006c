//! The real firmware in QEMU, as a person at its terminal has it: a program that is gone does not keep it, and a game is kept
//! through a reset.
//!
//! Ignored by default, because they need QEMU and the built firmware; `tests/run` provides both and runs them.

use plyscope::device::DeviceError;
use plyscope_core::Limits;
use plyscope_core::othello::Board;
use plyscope_core::wire::{Command, MAX_FRAME, encode};
use plyscope_tests::firmware::{Terminal, emulate, task};

fn frame(id: u16, command: &Command) -> Vec<u8> {
    encode(id, command, &mut [0; MAX_FRAME]).unwrap().to_vec()
}

#[test]
#[ignore = "needs QEMU and the firmware: tests/run"]
fn a_killed_programs_search_ends_by_stop_and_by_control_c() {
    let mut terminal = Terminal::of(emulate());
    let search = Command::Search { board: Board::START, task: task(Limits::depth(60)) };
    for (id, keys) in [(7, "stop\r"), (8, "\x03")] {
        // The program is gone: nobody waits for the result.
        terminal.send(&frame(id, &search));
        let said = terminal.type_line("d3");
        assert!(
            said.contains("A program has me search. Wait, or type stop to end that."),
            "{said}"
        );
        terminal.send(keys.as_bytes());
        let said = terminal.read();
        assert!(said.contains("I have stopped the program's search.\n> "), "{said}");
        let said = terminal.type_line("moves");
        assert!(said.contains("Moves: d3 c4 f5 e6."), "{said}");
    }
    let said = terminal.type_line("depth 3");
    assert!(said.contains("3 plies deep"), "{said}");
    assert!(terminal.type_line("d3").contains("I play "));
}

#[test]
#[ignore = "needs QEMU and the firmware: tests/run"]
fn a_program_is_told_when_a_person_ends_its_search() {
    let mut device = emulate();
    // Typed in advance: the firmware reads it while it searches.
    let endless = plyscope_core::wire::Task { progress: 20, ..task(Limits::depth(60)) };
    let id = device.next_id();
    device
        .send(id.wrapping_add(1), &Command::Search { board: Board::START, task: endless })
        .unwrap();
    device.send_bytes(b"stop\r").unwrap();
    let outcome = device.search(Board::START, endless, |_| std::ops::ControlFlow::Continue(()));
    assert!(matches!(outcome, Err(DeviceError::EndedThere { .. })), "{outcome:?}");
}

#[test]
#[ignore = "needs QEMU and the firmware: tests/run"]
fn game_settings_and_saved_game_come_back_after_a_reset() {
    let mut terminal = Terminal::of(emulate());
    for line in ["level 2", "seed 5", "new white"] {
        terminal.type_line(line);
    }
    terminal.type_line("save");
    let moves = terminal.type_line("moves");
    let first = moves.split_once("Moves: ").unwrap().1[..2].to_owned();
    let reply = terminal.type_line(&first);
    assert!(reply.contains("I play "), "{reply}");
    let (history, board) = (terminal.type_line("history"), terminal.type_line("board"));
    terminal.send(&frame(3, &Command::Reset));
    let said = terminal.read();
    assert!(
        said.contains("Level 2 of 9: ") && said.contains("Your game goes on: you are White (O)."),
        "{said}"
    );
    assert!(!said.contains("failed"), "{said}");
    assert_eq!(terminal.type_line("history"), history);
    assert_eq!(terminal.type_line("board"), board);
    let said = terminal.type_line("restore");
    assert!(said.contains("The saved game: you are White (O)."), "{said}");
    assert_eq!(terminal.type_line("moves"), moves);
    // Power on is another matter: memory has lost it.
    drop(terminal);
    let mut terminal = Terminal::of(emulate());
    assert!(terminal.type_line("history").contains("No move has been played."));
    assert!(terminal.type_line("restore").contains("There is no saved game."));
}
