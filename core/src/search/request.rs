//! Requests to searches.

use core::fmt;

use super::Limits;
use crate::{Game, Value, Window};

/// A request to a search: the position, the limits, the window, and prior knowledge.
///
/// ```
/// use plyscope_core::{Request, Value, Window};
/// use plyscope_core::othello::{Board, Othello};
/// let request = Request::<Othello>::new(&Board::START).depth(8).nodes(100_000);
/// let narrow = request.window(Window::around(Value::ZERO, 50));
/// ```
#[non_exhaustive]
pub struct Request<'a, G: Game> {
    /// The position to search.
    pub position: &'a G::Position,
    /// Limits of depth and nodes.
    pub limits: Limits,
    /// The range of values to resolve.
    pub window: Window,
    /// The line to search first.
    pub first_line: FirstLine<'a, G::Move>,
    /// The expected value. Aspiration search centres its first window on it; other searches ignore it.
    pub expected: Option<Value>,
    /// Whether an estimator keeps what it learned on line in the last search. By default it starts from nothing in each
    /// search.
    pub keeps_learned: bool,
}

/// The line that a search follows first, as far as its moves are legal. Iterative deepening uses the last iteration's
/// principal variation.
#[non_exhaustive]
pub enum FirstLine<'a, M> {
    /// No line: every node's children in the search's own order.
    None,
    /// The last principal variation of the same search in the same storage.
    Last,
    /// The first line of the last request.
    Same,
    /// This line.
    Given(&'a [M]),
}

impl<'a, G: Game> Request<'a, G> {
    /// A request to search `position` without limits, with the full window.
    #[must_use]
    pub const fn new(position: &'a G::Position) -> Self {
        Self {
            position,
            limits: Limits { depth: u32::MAX, nodes: u64::MAX },
            window: Window::FULL,
            first_line: FirstLine::None,
            expected: None,
            keeps_learned: false,
        }
    }

    /// Sets the depth in plies. 0 asks for the static value.
    #[must_use]
    pub const fn depth(self, depth: u32) -> Self {
        Self { limits: Limits { depth, ..self.limits }, ..self }
    }

    /// Sets the maximum number of generated nodes.
    #[must_use]
    pub const fn nodes(self, nodes: u64) -> Self {
        Self { limits: Limits { nodes, ..self.limits }, ..self }
    }

    /// Sets both limits.
    #[must_use]
    pub const fn limits(self, limits: Limits) -> Self {
        Self { limits, ..self }
    }

    /// Sets the window. Best-first minimax continues only while the root's backed-up value is within it, ends included
    /// (Korf & Chickering, Theorem 1).
    #[must_use]
    pub const fn window(self, window: Window) -> Self {
        Self { window, ..self }
    }

    /// Sets the line to search first.
    #[must_use]
    pub const fn first_line(self, first_line: FirstLine<'a, G::Move>) -> Self {
        Self { first_line, ..self }
    }

    /// Sets the expected value.
    #[must_use]
    pub const fn expected(self, expected: Option<Value>) -> Self {
        Self { expected, ..self }
    }

    /// Sets whether an estimator keeps what it learned in the last search.
    #[must_use]
    pub const fn keeping_learned(self, keeps_learned: bool) -> Self {
        Self { keeps_learned, ..self }
    }
}

// Derived implementations would also require them of `G` itself.
impl<G: Game> Clone for Request<'_, G> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<G: Game> Copy for Request<'_, G> {}

impl<M> Clone for FirstLine<'_, M> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<M> Copy for FirstLine<'_, M> {}

impl<G: Game<Position: fmt::Debug>> fmt::Debug for Request<'_, G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Request")
            .field("position", self.position)
            .field("limits", &self.limits)
            .field("window", &self.window)
            .field("first_line", &self.first_line)
            .field("expected", &self.expected)
            .field("keeps_learned", &self.keeps_learned)
            .finish()
    }
}

impl<M: fmt::Debug> fmt::Debug for FirstLine<'_, M> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::None => f.write_str("None"),
            Self::Last => f.write_str("Last"),
            Self::Same => f.write_str("Same"),
            Self::Given(line) => f.debug_tuple("Given").field(line).finish(),
        }
    }
}
