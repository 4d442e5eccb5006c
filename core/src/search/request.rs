//! What is asked of a search.

use core::fmt;

use super::Limits;
use crate::{Game, Value, Window};

/// What is asked of a search, in one value: where it begins, how far it goes, which values it is to tell apart, and what
/// is known beforehand.
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
    /// How far to go.
    pub limits: Limits,
    /// The values to tell apart.
    pub window: Window,
    /// The line to search first.
    pub first_line: FirstLine<'a, G::Move>,
    /// The value to be expected. Aspiration search puts its first window around it; others have no use for it.
    pub expected: Option<Value>,
    /// Whether what an estimator has learned on line in the last search still holds. It does not if nothing is said: each
    /// search learns anew.
    pub keeps_learned: bool,
}

/// The line that a search goes down first, as far as its moves are legal. Iterative deepening takes the last iteration's
/// principal variation.
#[non_exhaustive]
pub enum FirstLine<'a, M> {
    /// None: every node's children in the search's own order.
    None,
    /// The principal variation that the same search, in the same storage, has found last.
    Last,
    /// The first line of the last request.
    Same,
    /// This one.
    Given(&'a [M]),
}

impl<'a, G: Game> Request<'a, G> {
    /// A search of `position` without limits, with the full window.
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

    /// To `depth` plies. 0 asks for the static value.
    #[must_use]
    pub const fn depth(self, depth: u32) -> Self {
        Self { limits: Limits { depth, ..self.limits }, ..self }
    }

    /// At most `nodes` generated nodes.
    #[must_use]
    pub const fn nodes(self, nodes: u64) -> Self {
        Self { limits: Limits { nodes, ..self.limits }, ..self }
    }

    /// Within these limits.
    #[must_use]
    pub const fn limits(self, limits: Limits) -> Self {
        Self { limits, ..self }
    }

    /// Telling apart only the values within `window`. Best-first minimax goes on only while the root's backed-up value is
    /// within, ends included (Korf & Chickering, Theorem 1).
    #[must_use]
    pub const fn window(self, window: Window) -> Self {
        Self { window, ..self }
    }

    /// With this line first.
    #[must_use]
    pub const fn first_line(self, first_line: FirstLine<'a, G::Move>) -> Self {
        Self { first_line, ..self }
    }

    /// With a value that is expected.
    #[must_use]
    pub const fn expected(self, expected: Option<Value>) -> Self {
        Self { expected, ..self }
    }

    /// With what an estimator has learned in the last search, or without.
    #[must_use]
    pub const fn keeping_learned(self, keeps_learned: bool) -> Self {
        Self { keeps_learned, ..self }
    }
}

// Derived, these would ask for a game that is one.
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
