//! The board with a display and keys, in QEMU: a game is played by its keys, and the display shows it.
//!
//! The pictures in `tests/data/display` were looked at. To take them again after a change:
//!
//! ```sh
//! PLYSCOPE_WRITE_PICTURES=1 cargo test -p plyscope-tests --test all -- --ignored firmware_display
//! ```
//!
//! It runs nightly, because it needs QEMU and that board's firmware, which `tests/boards` builds.

use std::path::Path;
use std::thread::sleep;
use std::time::{Duration, Instant};
use std::{env, fs};

use plyscope::device::EmulatedBoard;
use plyscope_core::othello::{Board, Move, parse_moves};
use plyscope_tests::firmware::{SILENCE, Terminal};
use plyscope_tests::monitor::{Monitor, emulate_with_monitor};

/// The board's keys, by those of the keyboard.
const BACK: &str = "left";
const NEXT: &str = "right";
const PLAY: &str = "ctrl";
const UNDO: &str = "down";

/// The picture that the display crate's own test draws of the start.
const START: &str = "../firmware-example/display/tests/pictures/start.pbm";

/// Checks that the display shows the committed picture before long.
fn check(monitor: &mut Monitor, name: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(name);
    if env::var_os("PLYSCOPE_WRITE_PICTURES").is_some() && name != START {
        sleep(SILENCE);
        fs::write(&path, monitor.picture()).unwrap();
        return;
    }
    let committed = fs::read(&path).unwrap();
    let end = Instant::now() + Duration::from_secs(10);
    while monitor.picture() != committed {
        if Instant::now() > end {
            let shown = env::temp_dir().join("plyscope-display.pbm");
            fs::write(&shown, monitor.picture()).unwrap();
            panic!("{}: the display shows {}", path.display(), shown.display());
        }
        sleep(Duration::from_millis(20));
    }
}

/// The moves of `history`, passes included.
fn history(terminal: &mut Terminal) -> Vec<Move> {
    let said = terminal.type_line("history");
    let words = said.split_whitespace().filter(|word| word.parse::<Move>().is_ok());
    words.map(|word| word.parse().unwrap()).collect()
}

/// The position after these moves from the start, all of which must be legal.
fn replay(moves: &[Move]) -> Board {
    let text: String = moves.iter().map(Move::to_string).collect();
    parse_moves(&text).unwrap().0
}

mod nightly {
    use super::*;

    #[test]
    #[ignore = "needs QEMU and the firmware of all boards: tests/boards"]
    fn a_game_is_played_by_keys_alone_and_shown() {
        let (mut terminal, mut monitor) = emulate_with_monitor(EmulatedBoard::Lm3s6965evb);
        check(&mut monitor, START);
        // The rest is the same each time.
        terminal.type_line("depth 2");
        // d3, c4, f5, and back.
        for key in [NEXT, NEXT, BACK] {
            monitor.press(key);
        }
        check(&mut monitor, "data/display/cursor.pbm");
        monitor.press(PLAY);
        let said = terminal.read_to_prompt();
        assert!(said.starts_with("c4\n"), "{said}");
        check(&mut monitor, "data/display/reply.pbm");
        monitor.press(UNDO);
        assert!(terminal.read_to_prompt().starts_with("undo\n"));
        check(&mut monitor, "data/display/cursor.pbm");

        // It thinks until it is told to move.
        terminal.type_line("depth 60");
        monitor.press(PLAY);
        check(&mut monitor, "data/display/thinking.pbm");
        monitor.press(PLAY);
        let said = terminal.read_to_prompt();
        assert!(said.contains("I play "), "{said}");
        monitor.press(UNDO);
        terminal.read_to_prompt();
        terminal.type_line("depth 2");

        // A whole game, by one key.
        let mut played = Vec::new();
        loop {
            monitor.press(PLAY);
            let said = terminal.read_to_prompt();
            played.push(said.lines().next().unwrap().parse::<Move>().unwrap());
            if said.contains("The game is over") {
                break;
            }
        }
        check(&mut monitor, "data/display/over.pbm");
        let moves = history(&mut terminal);
        assert!(replay(&moves).is_over());
        let persons: Vec<Move> = moves.iter().copied().filter(|mv| played.contains(mv)).collect();
        assert_eq!(persons, played);
        assert!(played.len() > 20, "{played:?}");

        // And another one.
        monitor.press(PLAY);
        assert!(terminal.read_to_prompt().starts_with("new\n"));
        assert!(history(&mut terminal).is_empty());
    }
}
