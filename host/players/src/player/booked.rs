//! A search that plays from an opening book while it can.

use std::sync::Arc;

use plyscope_core::othello::strong::Stage;
use plyscope_core::othello::{Move, Othello};
use plyscope_core::{
    Bound, CapacityError, Counts, Observer, Progress, Report, Request, Search, Stop, Value,
};

use super::Thinker;
use crate::book::Book;

/// A search with a book: a position of the book costs nothing.
pub(super) struct Booked {
    search: Box<dyn Thinker<Othello>>,
    book: Arc<Book>,
    /// Hundredths of a disc by which a move may be worse than the best.
    margin: i32,
    seed: u64,
    /// The move of the book for the last position, its value and the depth of its search.
    found: Option<([Move; 1], Value, u32)>,
}

impl Booked {
    pub(super) fn new(
        search: Box<dyn Thinker<Othello>>,
        book: Arc<Book>,
        margin: i32,
        seed: u64,
    ) -> Self {
        Self { search, book, margin, seed, found: None }
    }
}

impl Thinker<Othello> for Booked {
    fn finished(&self) -> Option<Stage> {
        self.found.is_none().then(|| self.search.finished()).flatten()
    }

    fn pause(&mut self) {
        self.search.pause();
    }
}

impl Search<Othello> for Booked {
    fn start(&mut self, request: &Request<'_, Othello>) {
        let known = self.book.choose(request.position, self.margin, self.seed);
        let depth = || self.book.get(request.position).map_or(0, |entry| entry.depth);
        self.found = known.map(|known| ([known.mv], Value::new(known.value), depth()));
        if self.found.is_none() {
            self.search.start(request);
        }
    }

    /// The search inside is of unknown type, so nothing observes it.
    fn step_with<O: Observer<Othello>>(
        &mut self,
        nodes: u64,
        _: &mut O,
    ) -> Result<Progress, CapacityError> {
        if self.found.is_some() { Ok(Progress::Done) } else { self.search.step(nodes) }
    }

    fn stop(&mut self) {
        if self.found.is_none() {
            self.search.stop();
        }
    }

    fn report(&self) -> Report<'_, Move> {
        match &self.found {
            None => self.search.report(),
            Some((line, value, depth)) => Report {
                best_move: line.first().copied(),
                value: *value,
                bound: Bound::Estimate,
                proven: false,
                principal_variation: line,
                depth: *depth,
                line_ends_game: false,
                counts: Counts::default(),
                stop: Stop::Completed,
            },
        }
    }
}
