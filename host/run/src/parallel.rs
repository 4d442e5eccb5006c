//! Parallel work with ordered results, which do not depend on the number of threads.

use std::collections::VecDeque;
use std::ops::ControlFlow;

use crate::interrupt::{self, Interrupted};
use crate::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use crate::sync::{Mutex, MutexGuard, PoisonError, mpsc, thread};

/// Stack size of a worker in bytes: it must hold a search's storage, which builds without optimisation copy several times.
pub const STACK: usize = 16 << 20;

/// Default number of worker threads: one per core.
#[must_use]
pub fn threads(asked: Option<u16>) -> usize {
    match asked {
        Some(threads) => usize::from(threads).max(1),
        None => thread::available_parallelism().map_or(1, usize::from),
    }
}

/// Runs `work` on every unit and passes the results to `take` in the order of the units, on the calling thread, as soon as
/// all earlier ones are done. Ends early when `take` breaks, either fails, or there is an [interrupt]; units in progress
/// are then dropped.
///
/// # Errors
/// The first error in the order of the units, or [`Interrupted`].
pub fn in_order<U: Copy + Sync, T: Send, E: Send + From<Interrupted>>(
    units: &[U],
    threads: usize,
    work: impl Fn(U) -> Result<T, E> + Sync,
    mut take: impl FnMut(U, T) -> Result<ControlFlow<()>, E>,
) -> Result<(), E> {
    let results = Mutex::new(Waiting { due: 0, from_due: VecDeque::new() });
    let work_on = |place: usize| {
        let Some(&unit) = units.get(place) else { return };
        let result = work(unit);
        // After an interrupt it may hold an unfinished search.
        let result = interrupt::check().map_err(E::from).and(result);
        locked(&results).put(place, result);
    };
    let mut outcome = Ok(());
    let mut take_due = || {
        loop {
            // Release the lock before the result is taken.
            let next = locked(&results).next();
            let Some((place, result)) = next else { return ControlFlow::Continue(()) };
            let Some(&unit) = units.get(place) else { return ControlFlow::Continue(()) };
            match result.and_then(|result| take(unit, result)) {
                Ok(ControlFlow::Continue(())) => {}
                Ok(ControlFlow::Break(())) => return ControlFlow::Break(()),
                Err(error) => {
                    outcome = Err(error);
                    return ControlFlow::Break(());
                }
            }
        }
    };
    on_threads(units.len(), threads, &work_on, &mut take_due);
    outcome
}

/// Results not yet taken.
struct Waiting<R> {
    /// The next to be taken.
    due: usize,
    from_due: VecDeque<Option<R>>,
}

impl<R> Waiting<R> {
    fn put(&mut self, place: usize, result: R) {
        let index = place - self.due;
        while self.from_due.len() <= index {
            self.from_due.push_back(None);
        }
        if let Some(slot) = self.from_due.get_mut(index) {
            *slot = Some(result);
        }
    }

    /// The next result with its place, if it is done.
    fn next(&mut self) -> Option<(usize, R)> {
        let result = self.from_due.front_mut()?.take()?;
        self.from_due.pop_front();
        self.due += 1;
        Some((self.due - 1, result))
    }
}

/// Ignores poisoning: a thread that panics ends the program once all are joined.
fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Runs threads on the places from 0 to `count` and calls `take` after each, until it breaks. Separate from [`in_order`], so
/// that it is compiled once, not for every type of result.
fn on_threads(
    count: usize,
    threads: usize,
    work: &(dyn Fn(usize) + Sync),
    take: &mut dyn FnMut() -> ControlFlow<()>,
) {
    let next = AtomicUsize::new(0);
    let stop = AtomicBool::new(false);
    let flag = interrupt::of_this_thread();
    thread::scope(|scope| {
        let (sender, receiver) = mpsc::channel();
        let (next, stop) = (&next, &stop);
        let worker = move |sender: mpsc::Sender<()>| {
            while !stop.load(Ordering::Relaxed) {
                let place = next.fetch_add(1, Ordering::Relaxed);
                if place >= count {
                    break;
                }
                work(place);
                // The receiver is gone once the caller has stopped.
                if sender.send(()).is_err() {
                    break;
                }
            }
        };
        for number in 0..threads.min(count) {
            let to_here = sender.clone();
            let builder = thread::Builder::new().stack_size(STACK);
            let flag = flag.clone();
            let work = move || interrupt::within(flag, || worker(to_here));
            let spawned = builder.spawn_scoped(scope, work);
            // The system has no more threads: the existing ones do the work, or else this one.
            if spawned.is_err() {
                if number == 0 {
                    worker(sender.clone());
                }
                break;
            }
        }
        drop(sender);
        let _ = receiver.into_iter().try_for_each(|()| take());
        stop.store(true, Ordering::Relaxed);
    });
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
