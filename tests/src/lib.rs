//! Code shared by the suites in `tests/tests`: the firmware in the emulator, its figures from the ELF file, and core's own
//! test support with naive searches and random positions.

pub mod boards;
pub mod browser;
pub mod elf;
#[path = "../../core/tests/all/support/erased.rs"]
pub mod erased;
#[path = "../../core/tests/all/support/exactness.rs"]
pub mod exactness;
pub mod explorer;
pub mod firmware;
pub mod fuzz;
#[path = "../../core/tests/all/support/list_tree.rs"]
pub mod list_tree;
pub mod monitor;
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
#[path = "../../core/tests/all/support/roster.rs"]
pub mod roster;
