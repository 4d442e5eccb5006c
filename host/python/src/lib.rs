//! plyscope in Python: the module `plyscope._native`, which the package's Python files use.
//!
//! Thin: everything here asks the library, and turns its errors into exceptions. Results cross as JSON text, as the command writes it.

mod answers;
mod engines;
mod experiments;
mod leaving;
mod own;
mod place;
mod searches;
mod signals;
mod thinking;
mod tournaments;
mod traces;
mod visit;

use pyo3::prelude::*;

pyo3::create_exception!(
    plyscope,
    PlyscopeError,
    pyo3::exceptions::PyException,
    "What plyscope cannot do, and what to do about it."
);
pyo3::create_exception!(
    plyscope,
    UsageError,
    pyo3::exceptions::PyValueError,
    "A wrong name, setting, move or combination, and the remedy."
);

/// A mistake in what was asked.
fn usage(error: impl ToString) -> PyErr {
    UsageError::new_err(error.to_string())
}

/// What failed without a mistake in what was asked.
fn failure(error: impl ToString) -> PyErr {
    PlyscopeError::new_err(error.to_string())
}

/// The native half of the package `plyscope`.
#[pymodule]
mod _native {
    use super::*;
    use plyscope_run::record::Program;

    #[pymodule_export]
    use super::engines::{algorithms, options};
    #[pymodule_export]
    use super::experiments::{Experiment, Results, experiments, results};
    #[pymodule_export]
    use super::leaving::leave;
    #[pymodule_export]
    use super::place::{Position, games};
    #[pymodule_export]
    use super::searches::search;
    #[pymodule_export]
    use super::thinking::{Thinking, think};
    #[pymodule_export]
    use super::tournaments::tournament;
    #[pymodule_export]
    use super::traces::{examples, trace};
    #[pymodule_export]
    use super::{PlyscopeError, UsageError};

    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        // What the command is, too: a run made here and one made there are the same.
        let version = env!("CARGO_PKG_VERSION");
        let program =
            Program { name: Program::LIBRARY.name, version, source: env!("PLYSCOPE_SOURCE") };
        program.announce(program);
        super::leaving::count_here();
        module.add("__version__", version)
    }
}
