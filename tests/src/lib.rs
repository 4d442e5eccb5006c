//! What the suites in `tests/tests` share: the firmware in the emulator, and its figures, read off its ELF file; naive
//! searches and random positions, which are core's own test support.

pub mod elf;
pub mod firmware;
#[path = "../../core/tests/all/support/naive.rs"]
pub mod naive;
#[path = "../../core/tests/all/support/naive_othello.rs"]
pub mod naive_othello;
#[path = "../../core/tests/all/support/outcome.rs"]
pub mod outcome;
#[path = "../../core/tests/all/support/playout.rs"]
pub mod playout;
#[path = "../../core/tests/all/support/random.rs"]
pub mod random;
#[path = "../../core/tests/all/support/record.rs"]
pub mod record;
