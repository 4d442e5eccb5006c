//! Positions whatever their game: what visits them, and what a caller means by one.

use plyscope_core::Game;
use plyscope_players::domain::{Domain, OthelloDomain, RandomTreeDomain, Rules, SmallDomain};
use plyscope_players::player::Posed;
use pyo3::prelude::*;
use pyo3::types::PyString;

use crate::own::{self, Own};
use crate::place::Position;
use crate::usage;

/// A domain whose moves are Python objects.
pub(crate) trait Objects: Domain {
    /// Whether searches of it call Python.
    const CALLS_PYTHON: bool = false;

    /// The object of a move; its name unless it has another.
    fn object(&self, py: Python<'_>, mv: <Self::Game as Game>::Move) -> Py<PyAny> {
        PyString::new(py, &self.move_name(mv)).into_any().unbind()
    }

    /// Whether a search may go on.
    fn has_failed(&self) -> bool {
        false
    }

    /// Ends searches soon, where they call Python.
    fn stop(&self) {}

    /// Raises what a method in Python raised.
    ///
    /// # Errors
    /// That exception.
    fn check(&self) -> PyResult<()> {
        Ok(())
    }

    /// How many of the search's units are one of the evaluation's.
    fn scale(&self) -> f64 {
        1.0
    }
}

impl Objects for OthelloDomain {}
impl Objects for RandomTreeDomain {}
impl<G: plyscope_players::domain::SearchedGame> Objects for SmallDomain<G> {}

impl Objects for Own {
    const CALLS_PYTHON: bool = true;

    fn object(&self, py: Python<'_>, mv: own::Move) -> Py<PyAny> {
        Own::object(self, py, mv).unwrap_or_else(|| py.None())
    }

    fn has_failed(&self) -> bool {
        Own::has_failed(self)
    }

    fn stop(&self) {
        Own::stop(self);
    }

    fn check(&self) -> PyResult<()> {
        Own::check(self)
    }

    fn scale(&self) -> f64 {
        Own::scale(self)
    }
}

/// What is known of a position besides.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Known {
    /// The position as text.
    pub(crate) text: Option<String>,
    /// The seed, on random trees.
    pub(crate) seed: Option<u32>,
}

/// Something to do at a position, whatever its game.
pub(crate) trait Visit {
    /// What comes of it.
    type Out;

    /// Does it.
    fn visit<D: Objects + 'static>(self, at: Posed<'_, D>, known: Known) -> Self::Out;
}

/// What a Python caller means by a position: one of ours, or an object with the methods of one.
#[derive(Debug)]
pub(crate) enum Subject {
    Ours(Position),
    Own(Own),
}

impl Subject {
    /// The position of this object.
    pub(crate) fn of(object: &Bound<'_, PyAny>, opening_plies: u32) -> PyResult<Self> {
        match object.cast::<Position>() {
            Ok(position) => Ok(Self::Ours(position.get().clone())),
            Err(_) => Own::new(object, opening_plies).map(Self::Own),
        }
    }

    /// Visits the position.
    pub(crate) fn visit<V: Visit>(self, visit: V) -> PyResult<V::Out> {
        match self {
            Self::Ours(position) => position.visit(visit),
            Self::Own(own) => {
                let at = own.start().ok_or_else(|| usage("a game without a start"))?;
                let side = Own::SIDES[usize::from(at.player())];
                let posed = Posed { domain: &own, game: own.clone(), position: at, side };
                Ok(visit.visit(posed, Known::default()))
            }
        }
    }
}
