//! Every order in which threads may come to run, for [`in_order`](parallel::in_order).
//!
//! The module `parallel` is the source of `plyscope::parallel`, compiled here with threads, locks and channels of [`sync`] instead of
//! the standard library's. Those run one thread at a time and let [`explore`] say which one goes on wherever another might come
//! first. So a lost result, a wrong order, a unit done twice, or threads that wait for each other for ever would be found.

mod explorer;
pub(crate) mod sync;

#[path = "../../../../host/run/src/parallel.rs"]
#[allow(dead_code, unreachable_pub, reason = "the rest of host uses it")]
mod parallel;

use std::cell::RefCell;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicU32, Ordering};

use explorer::explore;
use plyscope::interrupt::Interrupted;

#[derive(PartialEq, Debug)]
enum Failed {
    Unit(u32),
    Interrupted,
}

impl From<Interrupted> for Failed {
    fn from(_: Interrupted) -> Self {
        Self::Interrupted
    }
}

/// What happens in one order: the units that were done, how often each; and those that were taken.
fn run(
    units: &[u32],
    threads: usize,
    fails: Option<u32>,
    breaks: Option<u32>,
) -> (Vec<u32>, Vec<u32>, Result<(), Failed>) {
    let done: Vec<AtomicU32> = units.iter().map(|_| AtomicU32::new(0)).collect();
    let taken = RefCell::new(Vec::new());
    let outcome = parallel::in_order(
        units,
        threads,
        |unit| {
            done[unit as usize].fetch_add(1, Ordering::Relaxed);
            if fails == Some(unit) { Err(Failed::Unit(unit)) } else { Ok(unit * 10) }
        },
        |unit, result| {
            assert_eq!(result, unit * 10);
            taken.borrow_mut().push(unit);
            let ends = breaks == Some(unit);
            Ok(if ends { ControlFlow::Break(()) } else { ControlFlow::Continue(()) })
        },
    );
    (done.into_iter().map(AtomicU32::into_inner).collect(), taken.into_inner(), outcome)
}

/// In every order with so many switches between threads that could go on, all units are done once and taken in their order.
fn all_orders(units: u32, threads: usize, switches: usize) -> usize {
    let units: Vec<u32> = (0..units).collect();
    explore(switches, || {
        let (done, taken, outcome) = run(&units, threads, None, None);
        assert_eq!(done, vec![1; units.len()]);
        assert_eq!((taken, outcome), (units.clone(), Ok(())));
    })
}

/// The same where the second unit fails, or the caller has enough after it: no other error, nothing behind it is taken.
fn all_ends(units: u32, threads: usize, switches: usize) -> usize {
    let units: Vec<u32> = (0..units).collect();
    let fails = explore(switches, || {
        let (done, taken, outcome) = run(&units, threads, Some(1), None);
        assert!(done.iter().all(|&count| count <= 1));
        assert_eq!((taken, outcome), (vec![0], Err(Failed::Unit(1))));
    });
    let breaks = explore(switches, || {
        let (done, taken, outcome) = run(&units, threads, None, Some(1));
        assert!(done.iter().all(|&count| count <= 1));
        assert_eq!((taken, outcome), (vec![0, 1], Ok(())));
    });
    fails + breaks
}

#[test]
fn units_are_done_once_and_taken_in_order_whichever_thread_comes_first() {
    let orders = all_orders(2, 2, 1) + all_ends(3, 2, 1);
    println!("{orders} orders");
    assert!(orders > 100, "{orders}");
}

#[test]
fn a_deadlock_and_a_lost_result_would_be_found() {
    use sync::atomic::{AtomicUsize, Ordering};
    use sync::{Mutex, thread};
    let found = |body: &dyn Fn()| {
        std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| explore(1, body))).is_err()
    };
    let spawned = |work: &(dyn Fn() + Sync), other: &dyn Fn()| {
        thread::scope(|scope| {
            thread::Builder::new().spawn_scoped(scope, work).expect("a thread");
            other();
        });
    };
    // Two locks in two orders.
    assert!(found(&|| {
        let (one, two) = (Mutex::new(()), Mutex::new(()));
        let both = |first: &Mutex<()>, second: &Mutex<()>| {
            let _first = first.lock();
            let _second = second.lock();
        };
        spawned(&|| both(&one, &two), &|| both(&two, &one));
    }));
    // A number that is read and written apart.
    assert!(found(&|| {
        let number = AtomicUsize::new(0);
        let add = || number.store(number.load(Ordering::Relaxed) + 1, Ordering::Relaxed);
        spawned(&add, &add);
        assert_eq!(number.load(Ordering::Relaxed), 2);
    }));
}

mod nightly {
    use super::{all_ends, all_orders};

    #[test]
    #[ignore = "takes minutes"]
    fn with_more_units_threads_and_switches() {
        let orders =
            [all_orders(3, 2, 2), all_orders(3, 3, 1), all_ends(3, 2, 2), all_ends(4, 3, 1)];
        println!("{orders:?} orders");
        assert!(orders.iter().sum::<usize>() > 1000);
    }
}
