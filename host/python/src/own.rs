//! Games written in Python.
//!
//! A position is an object with five methods: `to_move`, `moves`, `play`, `outcome` and `evaluate`; `key` is optional. Searches ask
//! through the traits of the core, which know no errors: the first exception is kept, the game ends everywhere from then on, so that
//! the search ends soon, and the exception is raised in its place.

mod domain;

use std::collections::HashSet;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use plyscope_core::Outcome;
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyType};

use crate::answers::{self, key, outcome, player};
use crate::leaving::is_leaving;

/// Moves of one position are at most this many.
const MOST_MOVES: usize = 1_000_000;
/// Plies of one game, far beyond what a search sees: games that repeat need not end, and a tournament of them would not.
const MOST_PLIES: u32 = 2_000;
/// Moves between looks for Ctrl-C: a generator may have no end.
const MOVES_PER_LOOK: usize = 1 << 14;

/// What all positions of a game share.
struct Shared {
    /// Numbers of moves by the moves themselves.
    numbers: Py<PyDict>,
    /// Moves by their numbers, with their names.
    moves: Mutex<Vec<(Py<PyAny>, String)>>,
    /// The first exception.
    fault: Mutex<Option<PyErr>>,
    failed: AtomicBool,
    /// How many of our units are one of the evaluation's.
    scale: f64,
    has_key: bool,
    has_length: bool,
    /// Plies of the openings of tournaments.
    opening_plies: u32,
    start: OnceLock<At>,
}

/// A game written in Python, as rules, as evaluation and as domain.
#[derive(Clone)]
pub(crate) struct Own(Arc<Shared>);

impl std::fmt::Debug for Own {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Own").finish_non_exhaustive()
    }
}

/// A position object with what was asked of it.
struct Node {
    state: Py<PyAny>,
    outcome: OnceLock<Option<Outcome>>,
    moves: OnceLock<Box<[u32]>>,
    key: OnceLock<Option<u64>>,
}

/// A position: the object and who moves, which is not the player that it names where the other one has to pass first.
#[derive(Clone)]
pub(crate) struct At {
    node: Arc<Node>,
    /// The player that moves, 0 or 1.
    player: u8,
    /// Whether that player has to pass, because the other one moves again.
    passes: bool,
    /// Plies from the start.
    plies: u32,
}

impl PartialEq for At {
    fn eq(&self, other: &Self) -> bool {
        let same = match (self.node.key.get(), other.node.key.get()) {
            (Some(Some(own)), Some(Some(others))) => own == others,
            _ => Arc::ptr_eq(&self.node, &other.node),
        };
        same && (self.player, self.passes) == (other.player, other.passes)
    }
}

impl At {
    /// The player that moves, 0 or 1.
    pub(crate) fn player(&self) -> u8 {
        self.player
    }
}

impl std::fmt::Debug for At {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("At").field("player", &self.player).finish_non_exhaustive()
    }
}

/// A move: the number of the Python object, the same everywhere in the game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Move(u32);

/// What a player does while the other one moves again.
const PASS: Move = Move(u32::MAX);

/// The moves that are left of a position.
#[derive(Clone, Debug)]
pub(crate) struct Moves {
    next: usize,
}

impl Own {
    /// The game of which `start` is a position.
    pub(crate) fn new(start: &Bound<'_, PyAny>, opening_plies: u32) -> PyResult<Self> {
        let py = start.py();
        if start.is_instance_of::<PyType>() {
            let name = start.cast::<PyType>()?.name()?;
            return Err(PyTypeError::new_err(format!(
                "{name} is a class: give a position, such as {name}()"
            )));
        }
        let mut missing = Vec::new();
        for name in ["to_move", "moves", "play", "outcome", "evaluate"] {
            if !start.getattr_opt(name)?.is_some_and(|method| method.is_callable()) {
                missing.push(name);
            }
        }
        if !missing.is_empty() {
            return Err(PyTypeError::new_err(format!(
                "{} is no position of a game: it has no method {}. A position has to_move, moves, play, outcome and evaluate",
                start.get_type().name()?,
                missing.join(", ")
            )));
        }
        let scale = match start.getattr_opt(intern!(py, "scale"))? {
            None => 1.0,
            Some(scale) => scale.extract::<f64>().ok().filter(|scale| (1.0..=1e6).contains(scale) && scale.fract() == 0.0).ok_or_else(
                || PyValueError::new_err("scale must be a whole number from 1 to 1,000,000: how many parts of one unit of evaluate() count"),
            )?,
        };
        let has_key = start.getattr_opt(intern!(py, "key"))?.is_some_and(|key| key.is_callable());
        let has_length = start
            .getattr_opt(intern!(py, "most_plies"))?
            .is_some_and(|length| length.is_callable());
        let own = Self(Arc::new(Shared {
            numbers: PyDict::new(py).unbind(),
            moves: Mutex::default(),
            fault: Mutex::default(),
            failed: AtomicBool::new(false),
            scale,
            has_key,
            has_length,
            opening_plies,
            start: OnceLock::new(),
        }));
        let at = own.root(start)?;
        let _ = own.0.start.set(at);
        Ok(own)
    }

    /// The scale of values.
    pub(crate) fn scale(&self) -> f64 {
        self.0.scale
    }

    /// The position that the game was made from.
    pub(crate) fn start(&self) -> Option<At> {
        self.0.start.get().cloned()
    }

    /// A position as the root of a search.
    fn root(&self, state: &Bound<'_, PyAny>) -> PyResult<At> {
        let node = self.node(state)?;
        let is_over = node.outcome.get().is_some_and(Option::is_some);
        // At the end nobody moves.
        let player = if is_over { 0 } else { player(state)? };
        // The outcome was taken for player 0.
        Ok(At { node: Arc::new(node), player, passes: false, plies: 0 })
    }

    /// The object with what every position is asked.
    fn node(&self, state: &Bound<'_, PyAny>) -> PyResult<Node> {
        let py = state.py();
        let outcome = outcome(&state.call_method0(intern!(py, "outcome"))?)?;
        let key = match self.0.has_key {
            false => None,
            true => Some(key(&state.call_method0(intern!(py, "key"))?)?),
        };
        Ok(Node {
            state: state.clone().unbind(),
            outcome: OnceLock::from(outcome),
            moves: OnceLock::new(),
            key: OnceLock::from(key),
        })
    }

    /// Raises the first exception, if there was one.
    pub(crate) fn check(&self) -> PyResult<()> {
        let fault = self.0.fault.lock().unwrap_or_else(PoisonError::into_inner).take();
        fault.map_or(Ok(()), Err)
    }

    /// Whether a method has raised an exception, or the search has to end.
    pub(crate) fn has_failed(&self) -> bool {
        self.0.failed.load(Ordering::Relaxed) || is_leaving()
    }

    /// Ends the search soon: no method is called any more.
    pub(crate) fn stop(&self) {
        self.0.failed.store(true, Ordering::Relaxed);
    }

    /// Asks Python, unless it has failed before; `otherwise` then.
    fn ask<T>(&self, otherwise: T, question: impl FnOnce(Python<'_>) -> PyResult<T>) -> T {
        if self.has_failed() {
            return otherwise;
        }
        match Python::attach(question) {
            Ok(answer) => answer,
            Err(error) => {
                let mut fault = self.0.fault.lock().unwrap_or_else(PoisonError::into_inner);
                fault.get_or_insert(error);
                self.0.failed.store(true, Ordering::Relaxed);
                otherwise
            }
        }
    }

    /// The numbers of a position's moves.
    fn numbers<'n>(&self, node: &'n Node) -> &'n [u32] {
        if let Some(known) = node.moves.get() {
            return known;
        }
        let numbers = self.ask(Box::default(), |py| self.ask_moves(py, node));
        node.moves.get_or_init(|| numbers)
    }

    fn ask_moves(&self, py: Python<'_>, node: &Node) -> PyResult<Box<[u32]>> {
        if node.outcome.get().is_some_and(Option::is_some) {
            return Ok(Box::default());
        }
        let state = node.state.bind(py);
        let moves = state.call_method0(intern!(py, "moves"))?;
        let known = self.0.numbers.bind(py);
        let mut numbers = Vec::new();
        let mut seen = HashSet::new();
        for mv in answers::moves(&moves)? {
            let mv = mv?;
            if mv.is_none() {
                return Err(PyTypeError::new_err(
                    "moves() gives None, which stands for a pass: return ints, strings or tuples",
                ));
            }
            let number = match known.get_item(&mv).map_err(|error| answers::no_move(&mv, error))? {
                Some(number) => number.extract::<u32>()?,
                None => self.numbered(&mv)?,
            };
            if !seen.insert(number) {
                return Err(PyValueError::new_err(format!("moves() names the move {mv} twice")));
            }
            numbers.push(number);
            if numbers.len().is_multiple_of(MOVES_PER_LOOK) {
                py.check_signals()?;
            }
            if numbers.len() > MOST_MOVES {
                return Err(PyValueError::new_err(format!(
                    "moves() gives more than {MOST_MOVES} moves at one position: if it is a generator, let it end"
                )));
            }
        }
        if numbers.is_empty() {
            return Err(PyValueError::new_err(
                "moves() is empty where outcome() is None: return the outcome, or a move that passes",
            ));
        }
        Ok(numbers.into())
    }

    /// The number of a move that is new.
    fn numbered(&self, mv: &Bound<'_, PyAny>) -> PyResult<u32> {
        let py = mv.py();
        let name = mv.str()?.to_string();
        let number = {
            let mut all = self.0.moves.lock().unwrap_or_else(PoisonError::into_inner);
            let number = u32::try_from(all.len()).unwrap_or(u32::MAX);
            if number >= plyscope_core::PACKED_MOVES {
                return Err(PyValueError::new_err(
                    "the game has more than 16,777,216 different moves",
                ));
            }
            all.push((mv.clone().unbind(), name));
            number
        };
        self.0.numbers.bind(py).set_item(mv, number)?;
        Ok(number)
    }

    /// The object of a move; `None` for a pass that the game does not know.
    pub(crate) fn object(&self, py: Python<'_>, mv: Move) -> Option<Py<PyAny>> {
        let moves = self.0.moves.lock().unwrap_or_else(PoisonError::into_inner);
        moves.get(mv.0 as usize).map(|(object, _)| object.clone_ref(py))
    }

    /// The position after a move that is legal.
    fn after(&self, py: Python<'_>, at: &At, mv: Move) -> PyResult<At> {
        let plies = at.plies + 1;
        if plies > MOST_PLIES {
            return Err(PyValueError::new_err(format!(
                "a game has not ended after {MOST_PLIES} moves: let outcome() return a score where it repeats or takes too long"
            )));
        }
        let object = self.object(py, mv).ok_or_else(|| PyValueError::new_err("an unknown move"))?;
        let state = at.node.state.bind(py).call_method1(intern!(py, "play"), (object,))?;
        if state.is_none() {
            return Err(PyTypeError::new_err(
                "play() returned None: return the new position, and leave the old one as it is",
            ));
        }
        if state.is(&at.node.state) {
            return Err(PyValueError::new_err(
                "play() returned the position that it was called on: return another one, and leave that one as it is",
            ));
        }
        let node = self.node(&state).map_err(|error| match state.hasattr(intern!(py, "outcome")) {
            Ok(false) => PyTypeError::new_err(format!(
                "play() returned an object of type {}, which is no position: it has no method outcome",
                state.get_type()
            )),
            _ => error,
        })?;
        let is_over = node.outcome.get().is_some_and(Option::is_some);
        let passes = !is_over && player(&state)? == at.player;
        Ok(At { node: Arc::new(node), player: 1 - at.player, passes, plies })
    }

    /// A position at which a game is over: what follows an exception.
    fn dead(at: &At) -> At {
        At { player: 1 - at.player, passes: false, ..at.clone() }
    }
}
