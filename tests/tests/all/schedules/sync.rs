//! The names of the standard library that `plyscope::parallel` uses, for the [explorer](super::explorer): before each access to what
//! threads share, another thread may come first. Outside of an exploration they do the same as the standard library's.

pub(crate) use std::sync::PoisonError;

use std::ops::{Deref, DerefMut};
use std::sync::{LockResult, TryLockError};

use super::explorer::{changed, point, wait_for};

/// A lock.
#[derive(Debug)]
pub(crate) struct Mutex<T>(std::sync::Mutex<T>);

/// A lock that is held.
#[derive(Debug)]
pub(crate) struct MutexGuard<'a, T>(Option<std::sync::MutexGuard<'a, T>>);

impl<T> Mutex<T> {
    pub(crate) const fn new(value: T) -> Self {
        Self(std::sync::Mutex::new(value))
    }

    pub(crate) fn lock(&self) -> LockResult<MutexGuard<'_, T>> {
        point();
        wait_for(|| match self.0.try_lock() {
            Ok(guard) => Some(Ok(MutexGuard(Some(guard)))),
            Err(TryLockError::Poisoned(error)) => {
                Some(Err(PoisonError::new(MutexGuard(Some(error.into_inner())))))
            }
            Err(TryLockError::WouldBlock) => None,
        })
    }
}

impl<T> Drop for MutexGuard<'_, T> {
    fn drop(&mut self) {
        self.0 = None;
        changed();
    }
}

impl<T> Deref for MutexGuard<'_, T> {
    type Target = T;

    fn deref(&self) -> &T {
        self.0.as_deref().expect("it is held until it is dropped")
    }
}

impl<T> DerefMut for MutexGuard<'_, T> {
    fn deref_mut(&mut self) -> &mut T {
        self.0.as_deref_mut().expect("it is held until it is dropped")
    }
}

pub(crate) mod atomic {
    //! Each access is whole; orders weaker than sequential consistency are not modelled.

    pub(crate) use std::sync::atomic::Ordering;

    use super::point;

    #[derive(Debug)]
    pub(crate) struct AtomicUsize(std::sync::atomic::AtomicUsize);

    impl AtomicUsize {
        pub(crate) const fn new(value: usize) -> Self {
            Self(std::sync::atomic::AtomicUsize::new(value))
        }

        pub(crate) fn load(&self, order: Ordering) -> usize {
            point();
            self.0.load(order)
        }

        pub(crate) fn store(&self, value: usize, order: Ordering) {
            point();
            self.0.store(value, order);
        }

        pub(crate) fn fetch_add(&self, value: usize, order: Ordering) -> usize {
            point();
            self.0.fetch_add(value, order)
        }
    }

    #[derive(Debug)]
    pub(crate) struct AtomicBool(std::sync::atomic::AtomicBool);

    impl AtomicBool {
        pub(crate) const fn new(value: bool) -> Self {
            Self(std::sync::atomic::AtomicBool::new(value))
        }

        pub(crate) fn load(&self, order: Ordering) -> bool {
            point();
            self.0.load(order)
        }

        pub(crate) fn store(&self, value: bool, order: Ordering) {
            point();
            self.0.store(value, order);
        }
    }
}

pub(crate) mod mpsc {
    //! Channels without a bound.

    use std::sync::mpsc::{SendError, TryRecvError};

    use super::{changed, point, wait_for};

    #[derive(Debug)]
    pub(crate) struct Sender<T>(Option<std::sync::mpsc::Sender<T>>);

    #[derive(Debug)]
    pub(crate) struct Receiver<T>(std::sync::mpsc::Receiver<T>);

    pub(crate) fn channel<T>() -> (Sender<T>, Receiver<T>) {
        let (sender, receiver) = std::sync::mpsc::channel();
        (Sender(Some(sender)), Receiver(receiver))
    }

    impl<T> Sender<T> {
        pub(crate) fn send(&self, value: T) -> Result<(), SendError<T>> {
            point();
            let sent = self.0.as_ref().expect("it is there until it is dropped").send(value);
            changed();
            sent
        }
    }

    impl<T> Clone for Sender<T> {
        fn clone(&self) -> Self {
            Self(self.0.clone())
        }
    }

    impl<T> Drop for Sender<T> {
        fn drop(&mut self) {
            point();
            self.0 = None;
            changed();
        }
    }

    impl<T> IntoIterator for Receiver<T> {
        type Item = T;
        type IntoIter = Received<T>;

        fn into_iter(self) -> Received<T> {
            Received(self)
        }
    }

    #[derive(Debug)]
    pub(crate) struct Received<T>(Receiver<T>);

    impl<T> Iterator for Received<T> {
        type Item = T;

        fn next(&mut self) -> Option<T> {
            point();
            wait_for(|| match self.0.0.try_recv() {
                Ok(value) => Some(Some(value)),
                Err(TryRecvError::Disconnected) => Some(None),
                Err(TryRecvError::Empty) => None,
            })
        }
    }
}

pub(crate) mod thread {
    //! Threads of a scope.

    use std::cell::RefCell;
    use std::io;
    pub(crate) use std::thread::available_parallelism;

    use super::super::explorer::place;
    use super::{point, wait_for};

    #[derive(Debug)]
    pub(crate) struct Scope<'scope, 'env> {
        threads: &'scope std::thread::Scope<'scope, 'env>,
        numbers: RefCell<Vec<usize>>,
    }

    /// Runs `body`, whose threads have ended when this does.
    pub(crate) fn scope<'env, T>(body: impl for<'scope> FnOnce(&Scope<'scope, 'env>) -> T) -> T {
        std::thread::scope(|threads| {
            let scope = Scope { threads, numbers: RefCell::default() };
            let result = body(&scope);
            if let Some((world, _)) = place() {
                let numbers = scope.numbers.borrow();
                wait_for(|| world.have_ended(&numbers).then_some(()));
            }
            result
        })
    }

    #[derive(Debug)]
    pub(crate) struct Builder(std::thread::Builder);

    impl Builder {
        pub(crate) fn new() -> Self {
            Self(std::thread::Builder::new())
        }

        pub(crate) fn stack_size(self, size: usize) -> Self {
            Self(self.0.stack_size(size))
        }

        pub(crate) fn spawn_scoped<'scope, T: Send + 'scope>(
            self,
            scope: &Scope<'scope, '_>,
            work: impl FnOnce() -> T + Send + 'scope,
        ) -> io::Result<()> {
            let run = place().map(|(world, _)| (world.add(), world));
            if let Some((number, _)) = &run {
                scope.numbers.borrow_mut().push(*number);
            }
            let work = move || match run {
                Some((number, world)) => world.run(number, work),
                None => work(),
            };
            self.0.spawn_scoped(scope.threads, work)?;
            point();
            Ok(())
        }
    }
}
