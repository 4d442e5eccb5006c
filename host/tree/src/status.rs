//! What the searches that grow a tree along its best line tell of themselves.

use alloc::vec::Vec;
use core::mem;

use plyscope_core::{Bound, Counts, Game, Limits, Observer, Report, Stop, Value, Window};

/// The limits, the cost and the result of a search.
#[derive(Debug)]
pub(super) struct Status<M> {
    pub(super) limits: Limits,
    pub(super) counts: Counts,
    pub(super) value: Value,
    pub(super) bound: Bound,
    /// The best line, and whether it ends the game.
    pub(super) line: Vec<M>,
    pub(super) line_ends_game: bool,
    pub(super) stop: Stop,
    /// Whether the observer knows that the search has begun.
    begun: bool,
}

impl<M: Copy> Status<M> {
    /// That of a search before its first start.
    pub(super) fn new() -> Self {
        Self {
            limits: Limits::depth(0),
            counts: Counts::default(),
            value: Value::ZERO,
            bound: Bound::Unknown,
            line: Vec::new(),
            line_ends_game: false,
            stop: Stop::Completed,
            begun: false,
        }
    }

    /// Begins a search within these limits.
    pub(super) fn start(&mut self, limits: Limits) {
        let mut line = mem::take(&mut self.line);
        line.clear();
        *self = Self { limits, line, stop: Stop::Running, ..Self::new() };
    }

    /// Tells the observer once that the search has begun.
    pub(super) fn tell_beginning<G: Game>(
        &mut self,
        window: Window,
        observer: &mut impl Observer<G>,
    ) {
        if !mem::replace(&mut self.begun, true) {
            observer.began(self.limits.depth, window, Some(self.value));
        }
    }

    /// The report. Other lines were left where their static values put them, unless there are none: only a finished game is
    /// proven.
    pub(super) fn report(&self) -> Report<'_, M> {
        Report {
            best_move: self.line.first().copied(),
            value: self.value,
            bound: self.bound,
            principal_variation: &self.line,
            depth: self.line.len() as u32,
            proven: self.line_ends_game && self.line.is_empty(),
            line_ends_game: self.line_ends_game,
            counts: self.counts,
            stop: self.stop,
        }
    }
}
