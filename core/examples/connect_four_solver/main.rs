//! Who wins a position of Connect Four: principal variation search with a table of 16 MB. The position is a line of columns,
//! 1 to 7: `cargo run --release -p plyscope-core --example connect_four_solver 44444326`.
mod threats;

use std::time::Instant;

use plyscope_core::connect_four::{ConnectFour, Discs};
use plyscope_core::search::alpha_beta::{History, Killers, NullWindows, Policy};
use plyscope_core::search::estimate::{At, Estimate, Range};
use plyscope_core::search::table::{Slot, TranspositionTable};
use plyscope_core::{DepthFirst, Order, Request, Search, Value, Window, storage};
use threats::Threats;

/// Searches no position that the evaluation has decided.
struct Decided;

impl Estimate for Decided {
    const ESTIMATES: bool = true;

    fn reset(&mut self) {}

    fn observe(&mut self, _: &At, _: Value) {}

    fn learned(&self) -> Option<(i32, i32)> {
        None
    }

    fn range(&self, node: &At) -> Range {
        node.value.outcome().map_or(Range::ALL, |_| Range::new(node.value, node.value))
    }

    fn is_sure(&self) -> bool {
        true
    }
}

/// Who wins: 1 if the side to move does, 0 for a draw, -1. Also the number of nodes.
pub(crate) fn solve(discs: &Discs, slots: &[Slot]) -> (i32, u64) {
    let order = History::<_, _, 7>::new(Killers::<_, _, 42>::new(Order::StaticAll), usize::from, 1);
    let policy = Policy::new(order)
        .estimating(Decided)
        .two_sided(true)
        .remembering(TranspositionTable::new(slots))
        .scouting(NullWindows);
    let mut search = DepthFirst::new(ConnectFour, Threats, policy, storage!(42, 300));
    let left = 42 - discs.all.count_ones();
    let who_wins = Window { alpha: Value::new(-1), beta: Value::new(1) };
    let report = search.search(&Request::new(discs).depth(left).window(who_wins)).unwrap();
    (report.value.get().signum(), report.counts.generated)
}

fn main() {
    let columns = std::env::args().nth(1).unwrap_or_else(|| "44444326".into());
    let discs = Discs::after(&columns).unwrap_or_else(|error| panic!("{columns}: {error}"));
    let slots: Vec<Slot> = (0..1 << 20).map(|_| Slot::new()).collect();
    let start = Instant::now();
    let (result, nodes) = solve(&discs, &slots);
    let result = ["lost", "drawn", "won"][(result + 1) as usize];
    let seconds = start.elapsed().as_secs_f64();
    println!("{columns}: {result} for the side to move, {nodes} nodes, {seconds:.2} s");
}
