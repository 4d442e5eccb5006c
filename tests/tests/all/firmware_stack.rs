//! A bound on the stack of every board's firmware, from the call graph of its machine code, against the stack that the board has.
//!
//! Ignored by default, because they need the built firmware; `tests/run` builds that of one board, and `tests/boards` all.

use plyscope_tests::boards;

/// Checks that the stack of these boards suffices for whatever their code does, as built in `build`.
fn check(boards: &[String], build: &str) {
    let mut short = Vec::new();
    for board in boards {
        let firmware = boards::read(board, build);
        // Calls through a register are assumed to reach every function whose address the linker has put anywhere: no rule
        // narrows them. Those that leave the program reach no function.
        assert!(firmware.has_relocations, "{board}: built without --emit-relocs");
        let reach = firmware.bound.indirect.iter().map(|call| (call.narrowed, call.targets.len()));
        assert!(reach.clone().all(|(rule, targets)| rule == (targets == 0)), "{board}");
        assert!(reach.clone().count() > 0, "{board}: its log calls through registers");
        let (bound, room) = (firmware.bound.total(), firmware.room());
        println!("{board}: {bound} bytes of stack at most, of {room}");
        if bound > room {
            short.push(format!("{board}: {bound} bytes, and it has {room}"));
        }
    }
    assert!(short.is_empty(), "the stack does not suffice: {short:#?}");
}

#[test]
#[ignore = "needs the firmware: tests/run"]
fn a_board_has_the_stack_that_its_code_may_use() {
    check(&["stm32f405".to_owned()], "");
}

mod nightly {
    use plyscope_tests::boards;

    #[test]
    #[ignore = "needs the firmware of all boards: tests/boards"]
    fn each_board_has_the_stack_that_its_code_may_use() {
        let boards = boards::boards();
        assert!(boards.len() >= 15, "{boards:?}");
        super::check(&boards, "");
        let with_display: Vec<String> =
            boards.into_iter().filter(|board| boards::has_front(board)).collect();
        assert!(with_display.len() >= 5, "{with_display:?}");
        super::check(&with_display, "front");
    }
}
