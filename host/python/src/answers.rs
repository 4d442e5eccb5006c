//! What the methods of games in Python return, checked.

use plyscope_core::Outcome;
use plyscope_run::seed::hash;
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyBytes, PyFloat, PyInt, PyIterator, PyString};

/// Static values are below this, in thousandths or whatever `scale` makes of them; won games are above.
const MOST: i64 = 100_000_000;
/// Scores of finished games are at most this.
const MOST_SCORE: i64 = 1000;

/// The player that moves.
pub(crate) fn player(state: &Bound<'_, PyAny>) -> PyResult<u8> {
    let answer = state.call_method0(intern!(state.py(), "to_move"))?;
    match answer.extract::<i64>() {
        Ok(0) => Ok(0),
        Ok(1) => Ok(1),
        _ => Err(PyValueError::new_err(format!(
            "to_move() returned {}: return 0 for the first player or 1 for the second",
            answer.repr()?
        ))),
    }
}

/// A whole number from Python: an int, or a float without a fraction.
fn whole(answer: &Bound<'_, PyAny>) -> Option<i64> {
    if answer.is_instance_of::<PyInt>() {
        return answer.extract().ok();
    }
    let number = answer.extract::<f64>().ok().filter(|number| number.fract() == 0.0)?;
    (number.abs() < 1e15).then_some(number as i64)
}

/// The outcome for player 0.
pub(crate) fn outcome(answer: &Bound<'_, PyAny>) -> PyResult<Option<Outcome>> {
    if answer.is_none() {
        return Ok(None);
    }
    let score = whole(answer).filter(|score| {
        score.unsigned_abs() <= MOST_SCORE.unsigned_abs() && !answer.is_instance_of::<PyBool>()
    });
    match score.and_then(|score| i32::try_from(score).ok()) {
        Some(score) => Ok(Some(Outcome::scored(score))),
        None => Err(PyValueError::new_err(format!(
            "outcome() returned {}: return None while the game goes on, else the score of player 0, a whole number from \
             -{MOST_SCORE} to {MOST_SCORE}",
            answer.repr()?
        ))),
    }
}

/// A key as 64 bits.
pub(crate) fn key(answer: &Bound<'_, PyAny>) -> PyResult<u64> {
    let of_bytes = |bytes: &[u8]| {
        bytes.iter().fold(bytes.len() as u64, |key, &byte| hash(key, u64::from(byte)))
    };
    if answer.is_instance_of::<PyInt>()
        && let Ok(number) = answer.extract::<i64>()
    {
        return Ok(hash(0, number as u64));
    }
    if let Ok(text) = answer.cast::<PyString>() {
        let Ok(utf8) = text.to_cow() else {
            // Halves of surrogate pairs, which UTF-8 has no room for.
            let bytes = text.call_method1("encode", ("utf-8", "surrogatepass"))?;
            return Ok(of_bytes(bytes.cast::<PyBytes>()?.as_bytes()));
        };
        return Ok(of_bytes(utf8.as_bytes()));
    }
    if let Ok(bytes) = answer.cast::<PyBytes>() {
        return Ok(of_bytes(bytes.as_bytes()));
    }
    // Whole numbers of other libraries, such as numpy's, too; but neither arrays nor numpy's bool.
    let is_whole = answer.is_instance_of::<PyInt>()
        || answer.hasattr(intern!(answer.py(), "__index__"))? && answer.hash().is_ok();
    if is_whole && let Ok(number) = answer.call_method0(intern!(answer.py(), "__index__")) {
        if let Ok(number) = number.extract::<i64>() {
            return Ok(hash(0, number as u64));
        }
        // Hexadecimal: Python limits the length of decimals.
        let text = number.call_method1("__format__", ("x",))?;
        return Ok(of_bytes(text.str()?.to_string().as_bytes()));
    }
    Err(PyTypeError::new_err(format!(
        "key() returned {}: return an int, a str or bytes, different for different positions",
        answer.repr()?
    )))
}

/// The moves that `moves` returned.
pub(crate) fn moves<'py>(answer: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyIterator>> {
    // Objects may be iterable in more than one way: ask first, explain afterwards.
    answer.try_iter().map_err(|error| match answer.hasattr(intern!(answer.py(), "__iter__")) {
        Ok(false) => PyTypeError::new_err(format!(
            "moves() returned an object of type {}: return a list of the legal moves",
            type_of(answer)
        )),
        _ => error,
    })
}

/// The error for an object that is no move, because it cannot be looked up.
pub(crate) fn no_move(mv: &Bound<'_, PyAny>, error: PyErr) -> PyErr {
    if !error.is_instance_of::<PyTypeError>(mv.py()) {
        return error;
    }
    let explained = PyTypeError::new_err(format!(
        "moves() gives a move of type {}, which is not hashable: return ints, strings or tuples",
        type_of(mv)
    ));
    explained.set_cause(mv.py(), Some(error));
    explained
}

fn type_of(object: &Bound<'_, PyAny>) -> String {
    object.get_type().name().map_or_else(|_| "?".to_owned(), |name| name.to_string())
}

/// A static value in our units.
pub(crate) fn value(answer: &Bound<'_, PyAny>, scale: f64) -> PyResult<f64> {
    let wrong = |remedy: &str| {
        let text = answer.repr().map_or_else(|_| "an object".to_owned(), |text| text.to_string());
        PyValueError::new_err(format!("evaluate() returned {text}: {remedy}"))
    };
    let is_number = answer.is_instance_of::<PyInt>() || answer.is_instance_of::<PyFloat>();
    // A number of another library, such as numpy's.
    let number = match answer.extract::<f64>() {
        Ok(number) if is_number || answer.hasattr(intern!(answer.py(), "__float__"))? => number,
        // A whole number that no float is near.
        Err(_) if answer.is_instance_of::<PyInt>() => f64::INFINITY,
        _ => return Err(wrong("return a number, from the view of player 0")),
    };
    let scaled = (number * scale).round();
    // Not a number, or an infinity, too.
    if scaled.is_nan() || scaled.abs() >= MOST as f64 {
        return Err(wrong("values lie between -100,000,000 and 100,000,000, times scale"));
    }
    if scale == 1.0 && number.fract() != 0.0 {
        return Err(wrong(
            "values are whole numbers. Set the attribute scale = 1000, for instance, to count thousandths",
        ));
    }
    Ok(scaled)
}

/// The plies that are left at most.
pub(crate) fn plies(answer: &Bound<'_, PyAny>, is_over: bool) -> PyResult<u32> {
    let plies = whole(answer).and_then(|plies| u32::try_from(plies).ok());
    // Values of searches that deep are proven: an error here would prove what is not so.
    plies.filter(|&plies| plies > 0 || is_over).ok_or_else(|| {
        let text = answer.repr().map_or_else(|_| "an object".to_owned(), |text| text.to_string());
        PyValueError::new_err(format!(
            "most_plies() returned {text}: return a whole number of plies, at least 1 where the game goes on"
        ))
    })
}
