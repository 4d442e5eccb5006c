//! Threads, locks and channels of the standard library, by a path of this crate.
//!
//! A test compiles the source of [`parallel`](crate::parallel) in another crate, whose `sync` tries every order of the threads.

pub(crate) use std::sync::{Mutex, MutexGuard, PoisonError, atomic, mpsc};
pub(crate) use std::thread;
