//! The smallest firmware that searches: `cargo run --release` plays a move in QEMU.
#![no_std]
#![no_main]

use cortex_m_rt::entry;
use cortex_m_semihosting::{debug, hprintln};
use panic_semihosting as _;
use plyscope_core::othello::{Board, Othello, Simple};
use plyscope_core::{AlphaBeta, Order, Policy, Progress, Request, Search, Storage, lines};
use static_cell::ConstStaticCell;

/// For 16 plies, and 256 moves along a path. All zeros at first, so it takes no flash.
static STORAGE: ConstStaticCell<Storage<Othello, 16, 256, { lines(16) }>> =
    ConstStaticCell::new(Storage::new());

#[entry]
fn main() -> ! {
    let mut search = AlphaBeta::new(Othello, Simple, Policy::new(Order::Static), STORAGE.take());
    search.start(&Request::new(&Board::START).depth(6));
    // A hundred nodes at a time: in between, a device reads its serial port, feeds its watchdog, looks at the clock.
    while search.step(100) == Ok(Progress::Paused) {}
    let report = search.report();
    if let Some(mv) = report.best_move {
        hprintln!("{mv}, value {}, {} nodes", report.value, report.counts.generated);
    }
    debug::exit(debug::EXIT_SUCCESS);
    loop {
        cortex_m::asm::wfi();
    }
}
