//! Engines as pairs of keys and values.

use plyscope_engine::{Algorithm, Engine, keys, rows};
use pyo3::prelude::*;

use crate::usage;

/// The engine of these pairs, checked. With `solve` it has no limit of its own: the position gives it.
pub(crate) fn engine(pairs: &[(String, String)], solve: bool) -> PyResult<Engine> {
    let given = pairs.iter().map(|(key, value)| (key.as_str(), value.as_str()));
    let mut engine = Engine::draft(given).map_err(usage)?;
    if solve {
        if engine.depth.is_some() {
            return Err(usage("depth and solve are two limits: give one of them"));
        }
        engine.depth = Some(plyscope_engine::PLIES as u32);
    }
    engine.check().map_err(usage)?;
    if !engine.search.is_of_this_program() {
        return Err(usage(
            "a device is searched by the command, not from Python: omit the key device",
        ));
    }
    Ok(engine)
}

/// Names of the algorithms, each with a line about it.
#[pyfunction]
pub(crate) fn algorithms() -> Vec<(&'static str, &'static str)> {
    Algorithm::ALL.iter().map(|algorithm| (algorithm.name(), algorithm.meaning())).collect()
}

/// An option: its key, meaning, values, default, and algorithms.
type Told = (&'static str, &'static str, Vec<&'static str>, Option<String>, Vec<&'static str>);

/// The options of engines: key, meaning, values that it takes, default, and the algorithms that have it; all if none are named.
#[pyfunction]
pub(crate) fn options() -> Vec<Told> {
    let is_here = |key: &str| key != "device" && key != keys::SOLVE.key;
    let rows = rows().into_iter().filter(|row| is_here(row.about.key));
    rows.map(|row| {
        let of = row.of.iter().map(|algorithm| algorithm.name()).collect();
        (row.about.key, row.about.meaning, row.about.forms.to_vec(), row.about.usual.clone(), of)
    })
    .collect()
}
