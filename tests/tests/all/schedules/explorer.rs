//! Runs threads one at a time, in every order.

use std::cell::RefCell;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};

/// A thread of a run.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Thread {
    Ready,
    /// Until something changes.
    Waits,
    Ended,
}

/// A place where one of several threads could go on.
#[derive(Clone, Copy, Debug)]
struct Choice {
    taken: usize,
    options: usize,
}

#[derive(Debug, Default)]
struct State {
    threads: Vec<Thread>,
    turn: usize,
    /// The choices of this run: first those that it repeats, then the first of each.
    choices: Vec<Choice>,
    made: usize,
    /// Switches away from threads that could have gone on.
    switches: usize,
    failed: bool,
}

/// One run.
#[derive(Debug, Default)]
pub(super) struct World {
    state: Mutex<State>,
    turns: Condvar,
    most_switches: usize,
}

thread_local! {
    /// The run that this thread is part of, and its number there.
    static PLACE: RefCell<Option<(Arc<World>, usize)>> = const { RefCell::new(None) };
}

/// The run that this thread is part of.
pub(super) fn place() -> Option<(Arc<World>, usize)> {
    PLACE.with_borrow(Clone::clone)
}

impl World {
    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Chooses who goes on, and waits until that is this thread.
    fn pass_on(&self, number: usize, mut state: MutexGuard<'_, State>) {
        self.choose(number, &mut state);
        self.turns.notify_all();
        while state.turn != number && !state.failed {
            state = self.turns.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
        let failed = state.failed;
        drop(state);
        // A thread that is ending already must not panic again.
        assert!(!failed || std::thread::panicking(), "another thread of the run failed");
    }

    fn choose(&self, number: usize, state: &mut State) {
        if state.failed {
            return;
        }
        let goes_on = state.threads[number] == Thread::Ready;
        let others = (0..state.threads.len())
            .filter(|&other| other != number && state.threads[other] == Thread::Ready);
        let mut options: Vec<usize> = goes_on.then_some(number).into_iter().chain(others).collect();
        if goes_on && state.switches >= self.most_switches {
            options.truncate(1);
        }
        if options.is_empty() {
            // All have ended, or each waits for another.
            if state.threads.contains(&Thread::Waits) {
                state.failed = true;
            }
            return;
        }
        let made = state.made;
        if made == state.choices.len() {
            state.choices.push(Choice { taken: 0, options: options.len() });
        }
        let Choice { taken, options: before } = state.choices[made];
        assert_eq!(before, options.len(), "a run that is repeated goes the same way");
        state.made += 1;
        state.switches += usize::from(goes_on && taken > 0);
        state.turn = options[taken];
    }

    /// Another thread, which is ready. Returns its number.
    pub(super) fn add(&self) -> usize {
        let mut state = self.lock();
        state.threads.push(Thread::Ready);
        state.threads.len() - 1
    }

    /// Runs the work of the thread with this number.
    pub(super) fn run<T>(self: &Arc<Self>, number: usize, work: impl FnOnce() -> T) -> T {
        struct End<'a>(&'a Arc<World>, usize);
        impl Drop for End<'_> {
            fn drop(&mut self) {
                let mut state = self.0.lock();
                state.threads[self.1] = Thread::Ended;
                state.failed |= std::thread::panicking();
                wake(&mut state);
                self.0.choose(self.1, &mut state);
                self.0.turns.notify_all();
                PLACE.set(None);
            }
        }
        PLACE.set(Some((Arc::clone(self), number)));
        let _end = End(self, number);
        let mut state = self.lock();
        while state.turn != number && !state.failed {
            state = self.turns.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
        drop(state);
        work()
    }

    /// Whether threads with these numbers have ended.
    pub(super) fn have_ended(&self, numbers: &[usize]) -> bool {
        let state = self.lock();
        numbers.iter().all(|&number| state.threads[number] == Thread::Ended)
    }
}

fn wake(state: &mut State) {
    for thread in &mut state.threads {
        if *thread == Thread::Waits {
            *thread = Thread::Ready;
        }
    }
}

/// Another thread may come first here.
pub(super) fn point() {
    if let Some((world, number)) = place() {
        world.pass_on(number, world.lock());
    }
}

/// Something has changed for which others may wait.
pub(super) fn changed() {
    if let Some((world, _)) = place() {
        wake(&mut world.lock());
    }
}

/// Waits until this is something.
pub(super) fn wait_for<T>(mut ready: impl FnMut() -> Option<T>) -> T {
    loop {
        if let Some(found) = ready() {
            return found;
        }
        match place() {
            Some((world, number)) => {
                let mut state = world.lock();
                state.threads[number] = Thread::Waits;
                world.pass_on(number, state);
            }
            None => std::thread::yield_now(),
        }
    }
}

/// Runs `body` in every order of its threads with at most so many switches between threads that could go on. Returns the number of
/// orders.
///
/// # Panics
/// If `body` does in one of them, or all of its threads wait.
pub(super) fn explore(most_switches: usize, body: impl Fn()) -> usize {
    let mut choices: Vec<Choice> = Vec::new();
    for orders in 1.. {
        let state = State { choices, ..State::default() };
        let world = Arc::new(World { state: Mutex::new(state), most_switches, ..World::default() });
        let first = world.add();
        world.run(first, &body);
        let state = std::mem::take(&mut *world.lock());
        assert!(!state.failed, "all threads wait, or one failed");
        choices = state.choices;
        // The last place where another one could go on.
        while choices.pop_if(|choice| choice.taken + 1 == choice.options).is_some() {}
        match choices.last_mut() {
            Some(choice) => choice.taken += 1,
            None => return orders,
        }
    }
    unreachable!("there are fewer orders")
}
