//! Searches of one position.

use std::ops::ControlFlow;

use plyscope_core::Game;
use plyscope_engine::Engine;
use plyscope_players::player::{NoProof, PlayerError, Posed, Searched, Thinking};
use pyo3::prelude::*;

use crate::engines::engine;
use crate::leaving::AtWork;
use crate::signals::Signals;
use crate::visit::{Known, Objects, Subject, Visit};
use crate::{failure, usage};

/// A result in JSON, its best move, its principal variation, and the scale of its value.
pub(crate) type Found = (String, Option<Py<PyAny>>, Vec<Py<PyAny>>, f64);

/// Searches a position. `pairs` are the engine's keys and values.
#[pyfunction]
pub(crate) fn search(
    py: Python<'_>,
    position: &Bound<'_, PyAny>,
    pairs: Vec<(String, String)>,
    solve: bool,
) -> PyResult<Found> {
    let engine = engine(&pairs, solve)?;
    let at_work = AtWork::begin()?;
    let subject = Subject::of(position, 0)?;
    let found = subject.visit(OneSearch { py, engine, solve })??;
    at_work.check()?;
    Ok(found)
}

/// Whose fault it was that there is no search.
pub(crate) fn player_error(error: PlayerError) -> PyErr {
    if error.is_usage() { usage(error) } else { failure(error) }
}

/// The engine at this position: to the end of the game if it `solves`.
pub(crate) fn limited<D: Objects>(
    at: &Posed<'_, D>,
    engine: Engine,
    solve: bool,
) -> PyResult<Engine> {
    if !solve {
        return Ok(engine);
    }
    let limited = at.to_the_end(&engine);
    // The game's own exception comes first.
    at.domain.check()?;
    limited.map_err(|error| match error {
        NoProof::Player(error) => player_error(error),
        error => usage(format!("solve: {error}")),
    })
}

struct OneSearch<'py> {
    py: Python<'py>,
    engine: Engine,
    solve: bool,
}

impl Visit for OneSearch<'_> {
    type Out = PyResult<Found>;

    fn visit<D: Objects + 'static>(self, at: Posed<'_, D>, known: Known) -> PyResult<Found> {
        let Self { py, engine, solve } = self;
        let engine = limited(&at, engine, solve)?;
        let domain = at.domain;
        let work = move || {
            let mut signals = Signals::new();
            let mut moves = (None, Vec::new());
            let mut watch = Quiet(|| match signals.have_raised() || domain.has_failed() {
                true => ControlFlow::Break(()),
                false => ControlFlow::Continue(()),
            });
            let searched = at.search_with(&engine, &mut watch, |report| {
                moves = (report.best_move, report.principal_variation.to_vec());
            });
            (searched, moves, signals)
        };
        // A game in Python needs the interpreter all the time.
        let (searched, moves, signals) = if D::CALLS_PYTHON { work() } else { py.detach(work) };
        domain.check()?;
        signals.check()?;
        let searched = searched.map_err(player_error)?;
        let searched = Searched { seed: known.seed, position: known.text, ..searched };
        Ok(found(py, domain, &searched, moves))
    }
}

/// A result for Python.
pub(crate) fn found<D: Objects>(
    py: Python<'_>,
    domain: &D,
    result: &impl serde::Serialize,
    (best, line): (Option<Move<D>>, Vec<Move<D>>),
) -> Found {
    // Numbers and text: this cannot fail.
    let json = serde_json::to_string(result).unwrap_or_default();
    let object = |mv| domain.object(py, mv);
    (json, best.map(object), line.into_iter().map(object).collect(), domain.scale())
}

type Move<D> = <<D as plyscope_players::domain::Rules>::Game as Game>::Move;

/// Watches for signals alone.
struct Quiet<F>(F);

impl<M, F: FnMut() -> ControlFlow<()>> plyscope_players::player::Watch<M> for Quiet<F> {
    fn hear(&mut self, _: Thinking<'_, M>) -> ControlFlow<()> {
        (self.0)()
    }

    fn wants_thoughts(&self) -> bool {
        false
    }
}
