//! Every board that QEMU emulates, with other processors than the STM32F405's, searches like the desktop; and is within its memory.
//!
//! They run nightly, because they need QEMU and the firmware of all boards, which `tests/boards` builds; `tests/run` has the
//! STM32F405's alone.

use plyscope::device::{Device, EmulatedBoard, measure};
use plyscope_core::wire::Task;
use plyscope_core::{Limits, Stop};
use plyscope_tests::boards;
use plyscope_tests::firmware::{emulate_board, statistics, task};

use crate::firmware::{check_searches, positions};
use crate::firmware_strong::check;

/// Checks so many positions by every search that each board has.
fn check_boards(boards: &[EmulatedBoard], count: usize) {
    for &board in boards {
        let mut device = emulate_board(board);
        let positions = positions(count);
        assert_eq!(positions.len(), count);
        check_searches(&mut device, &positions);
        if has_strong(&mut device) {
            check(&mut device, &positions, &["nodes=1000", "depth=4,nodes=2000"]);
        }
        let now = statistics(&mut device);
        let firmware = boards::read(board.name(), "");
        let (used, bound) = (now.stack_used, firmware.bound.total());
        println!("{board}: {used} of {} bytes of stack used, bound {bound}", now.stack);
        assert!(used <= bound, "{board}: {used} bytes of stack used, bound {bound}");
        assert_eq!(now.stack, firmware.room(), "{board}");
        assert_eq!(now.errors, Default::default(), "{board}");
    }
}

fn has_strong(device: &mut Device) -> bool {
    device.strong().unwrap().is_some()
}

/// Checks that these boards search as long as they are told, and measure.
fn check_time(boards: &[EmulatedBoard]) {
    for &board in boards {
        let mut device = emulate_board(board);
        let hertz = device.identity().clock.hertz;
        let task = Task { milliseconds: 300, ..task(Limits::nodes(u64::MAX)) };
        let start = plyscope_core::othello::Board::START;
        let result = device.search(start, task, |_| std::ops::ControlFlow::Continue(())).unwrap();
        let milliseconds = result.ticks / u64::from(hertz / 1000);
        assert!((300..320).contains(&milliseconds), "{board}: {milliseconds} ms");
        assert_eq!(result.stop, Stop::Polled, "{board}");
        // The same processor takes the same instructions; another one more, but not ten times as many.
        for measurement in measure(&mut device).unwrap() {
            let each = measurement.instructions_each(board, hertz);
            println!("{board}: {}: {each:.1}", measurement.name);
            assert!((50.0..20_000.0).contains(&each), "{board}: {}: {each}", measurement.name);
        }
    }
}

mod nightly {
    use plyscope::device::EmulatedBoard;
    use plyscope_tests::firmware::{Terminal, emulate_provoked};

    #[test]
    #[ignore = "needs QEMU and the firmware of all boards: tests/boards"]
    fn each_board_finds_the_desktops_move_value_line_and_counts_in_200_positions() {
        super::check_boards(&EmulatedBoard::ALL, 200);
    }

    #[test]
    #[ignore = "needs QEMU and the firmware of all boards: tests/boards"]
    fn each_board_keeps_time_and_measures() {
        super::check_time(&EmulatedBoard::ALL);
    }

    /// QEMU's micro:bit has flash that is not erased at first, like a chip that held something else, and keeps it through a restart.
    #[test]
    #[ignore = "needs QEMU and the firmware of all boards: tests/boards"]
    fn a_board_with_flash_to_spare_keeps_game_settings_and_saved_game_without_power() {
        let mut terminal = Terminal::of(emulate_provoked(EmulatedBoard::Microbit));
        terminal.type_line("depth 2");
        let said = terminal.type_line("d3");
        assert!(said.contains("I play"), "{said}");
        assert!(terminal.type_line("save").contains("Saved."));
        // Each is kept, so that pages are full and erased.
        for _ in 0..10 {
            terminal.type_line(&"depth 1\rdepth 2\rdepth 3\r".repeat(5));
        }
        let now = terminal.type_line("history");
        let said = terminal.type_line("power");
        assert!(said.contains("Your game goes on"), "{said}");
        assert!(said.contains("3 plies deep"), "{said}");
        assert_eq!(terminal.type_line("history"), now);
        terminal.type_line("new");
        let said = terminal.type_line("power");
        assert!(!said.contains("Your game goes on"), "{said}");
        assert!(terminal.type_line("restore").contains("The saved game"));
        assert_eq!(terminal.type_line("history"), now);
    }

    /// QEMU's other boards have no watchdog.
    #[test]
    #[ignore = "needs QEMU and the firmware of all boards: tests/boards"]
    fn the_watchdog_restarts_a_board_that_is_deaf_and_its_game_goes_on() {
        let mut terminal = Terminal::of(emulate_provoked(EmulatedBoard::Lm3s6965evb));
        terminal.type_line("depth 2");
        assert!(terminal.type_line("d3").contains("I play "));
        let history = terminal.type_line("history");
        // With interrupts off nothing else ends it.
        terminal.send(b"deaf\r");
        let said = terminal.read_until(|said| said.contains("Your game goes on"));
        assert!(said.contains("plyscope"), "{said}");
        terminal.read();
        assert_eq!(terminal.type_line("history"), history);
    }
}
