//! Work on all cores with results in order: what comes out does not depend on the number of threads.

use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc;
use std::thread;

use crate::interrupt::{self, Interrupted};

/// Worker threads if no number is given: one for each core.
#[must_use]
pub fn threads(asked: Option<u16>) -> usize {
    match asked {
        Some(threads) => usize::from(threads).max(1),
        None => thread::available_parallelism().map_or(1, usize::from),
    }
}

/// Runs `work` on every unit and gives the results to `take` in the order of the units, on the calling thread, as
/// soon as all before them are there. Ends early when `take` breaks, either fails, or there is an
/// [interrupt](crate::interrupt); units begun are then dropped.
///
/// # Errors
/// The first error in the order of the units, or [`Interrupted`].
pub fn in_order<U: Copy + Sync, T: Send, E: Send + From<Interrupted>>(
    units: &[U],
    threads: usize,
    work: impl Fn(U) -> Result<T, E> + Sync,
    mut take: impl FnMut(U, T) -> Result<ControlFlow<()>, E>,
) -> Result<(), E> {
    let next = AtomicUsize::new(0);
    let stop = AtomicBool::new(false);
    thread::scope(|scope| {
        let (sender, receiver) = mpsc::channel();
        let (next, stop, work) = (&next, &stop, &work);
        let worker = move |sender: mpsc::Sender<(usize, Result<T, E>)>| {
            while !stop.load(Ordering::Relaxed) {
                let place = next.fetch_add(1, Ordering::Relaxed);
                let Some(&unit) = units.get(place) else { break };
                let result = work(unit);
                // A part of a search may be in it.
                let result = interrupt::check().map_err(E::from).and(result);
                // Nobody listens any more once the caller has stopped.
                if sender.send((place, result)).is_err() {
                    break;
                }
            }
        };
        for number in 0..threads.min(units.len()) {
            let to_here = sender.clone();
            let spawned = thread::Builder::new().spawn_scoped(scope, move || worker(to_here));
            // A system that has no thread more: those that there are do the work, or else this one.
            if spawned.is_err() {
                if number == 0 {
                    worker(sender.clone());
                }
                break;
            }
        }
        drop(sender);
        let mut waiting = BTreeMap::new();
        let mut due = 0;
        let outcome = (|| {
            for (place, result) in receiver {
                waiting.insert(place, result);
                while let Some(result) = waiting.remove(&due) {
                    let Some(&unit) = units.get(due) else { break };
                    due += 1;
                    if take(unit, result?)?.is_break() {
                        return Ok(());
                    }
                }
            }
            Ok(())
        })();
        stop.store(true, Ordering::Relaxed);
        outcome
    })
}

#[cfg(test)]
mod tests {
    use std::ops::ControlFlow;

    use super::in_order;
    use crate::interrupt::Interrupted;

    /// A unit's failure.
    #[derive(PartialEq, Debug)]
    struct Failed(u32);

    impl From<Interrupted> for Failed {
        fn from(_: Interrupted) -> Self {
            unreachable!("nothing interrupts these tests")
        }
    }

    #[test]
    fn results_come_in_order_whatever_finishes_first() {
        let units: Vec<u64> = (0..200).collect();
        let mut taken = Vec::new();
        let work = |unit: u64| {
            std::thread::sleep(std::time::Duration::from_micros(unit * 7919 % 300));
            Ok::<_, Failed>(unit * unit)
        };
        let take = |unit, square| {
            taken.push((unit, square));
            Ok(ControlFlow::Continue(()))
        };
        in_order(&units, 4, work, take).unwrap();
        assert!(taken.iter().copied().eq((0..200).map(|unit| (unit, unit * unit))));
    }

    #[test]
    fn the_first_error_in_order_is_the_one_reported_and_what_was_before_it_is_taken() {
        let units: Vec<u32> = (0..100).collect();
        let mut taken = 0;
        let work = |unit| if unit % 10 == 7 { Err(Failed(unit)) } else { Ok(()) };
        let take = |_, ()| {
            taken += 1;
            Ok(ControlFlow::Continue(()))
        };
        assert_eq!(in_order(&units, 3, work, take), Err(Failed(7)));
        assert_eq!(taken, 7);
    }

    #[test]
    fn a_break_ends_it_without_an_error() {
        let units: Vec<u32> = (0..1000).collect();
        let mut taken = 0;
        let take = |unit, ()| {
            taken += 1;
            Ok(if unit == 10 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) })
        };
        in_order(&units, 2, |_| Ok::<_, Failed>(()), take).unwrap();
        assert_eq!(taken, 11);
    }
}
