//! Experiments and their results.

use std::path::PathBuf;

use plyscope_experiments::{
    Ended, Experiment as Study, ExperimentError, Place, RunOptions, RunProgress, Scale, all, find,
    of_run,
};
use plyscope_report::{Figure, Outcome, Summary, csv, figure_csv, png, statements, svg};
use plyscope_run::interrupt::requested;
use plyscope_run::parallel::threads;
use plyscope_run::record::{self, Manifest, Shard};
use pyo3::prelude::*;
use pyo3::types::PyBytes;
use serde_json::json;

use crate::signals::watched;
use crate::{failure, usage};

/// An experiment.
#[pyclass(frozen, module = "plyscope")]
pub(crate) struct Experiment(&'static dyn Study);

/// All experiments.
#[pyfunction]
pub(crate) fn experiments() -> Vec<Experiment> {
    all().iter().map(|&study| Experiment(study)).collect()
}

/// Errors in what was asked are usage errors; later ones are not.
fn error_of(error: ExperimentError) -> PyErr {
    match error {
        ExperimentError::Unknown { .. }
        | ExperimentError::Settings { .. }
        | ExperimentError::Record(_) => usage(error),
        error => failure(error),
    }
}

fn scale(text: &str) -> PyResult<Scale> {
    text.parse().map_err(|error| usage(format!("scale: {error}")))
}

#[pymethods]
impl Experiment {
    #[new]
    fn new(id: &str) -> PyResult<Self> {
        find(id).map(Self).map_err(error_of)
    }

    /// Its name, title, source, what it is about, and its settings as JSON.
    fn about(&self) -> String {
        serde_json::to_string(self.0.about()).unwrap_or_default()
    }

    /// The settings of a scale with these changes, as JSON.
    fn settings(&self, at: &str, changes: Vec<(String, String)>) -> PyResult<String> {
        let settings = self.0.changed_settings(scale(at)?, &changes).map_err(error_of)?;
        Ok(serde_json::Value::Object(settings).to_string())
    }

    /// Runs it, or goes on with it, and returns its results.
    #[pyo3(signature = (at, changes, run_dir, resume, thread_count, progress))]
    #[expect(clippy::too_many_arguments, reason = "Python names them")]
    fn run(
        &self,
        py: Python<'_>,
        at: &str,
        changes: Vec<(String, String)>,
        run_dir: Option<PathBuf>,
        resume: bool,
        thread_count: Option<u16>,
        progress: Option<Py<PyAny>>,
    ) -> PyResult<Results> {
        let settings = self.0.changed_settings(scale(at)?, &changes).map_err(error_of)?;
        if thread_count == Some(0) {
            return Err(usage("threads must be at least 1"));
        }
        let place = match (run_dir, resume) {
            (None, false) => Place::Nowhere,
            (None, true) => return Err(usage("resume needs run_dir, the directory of the run")),
            (Some(path), false) => Place::New(path),
            (Some(path), true) => Place::Either(path),
        };
        let hear = |py: Python<'_>, tasks: (u64, u64)| match &progress {
            Some(call) => call.call1(py, tasks).map(|_| ()),
            None => Ok(()),
        };
        let ended = watched(
            py,
            || (),
            hear,
            |news| {
                let (mut planned, mut done) = (0u64, 0u64);
                let mut tell = |told: RunProgress| {
                    match told {
                        RunProgress::Planned(tasks) => planned = done + tasks,
                        RunProgress::Done => done += 1,
                        RunProgress::Share(_) => return,
                    }
                    let _ = news.send((done, planned));
                };
                let mut options = RunOptions {
                    threads: threads(thread_count),
                    place,
                    shard: Shard::WHOLE,
                    progress: &mut tell,
                    interrupted: &requested,
                };
                self.0.run(&settings, &mut options)
            },
        )?;
        match ended.map_err(error_of)? {
            Ended::Finished { summary, lines } => {
                Ok(Results { id: self.0.about().id, summary, lines })
            }
            Ended::Shard => Err(failure("a shard has no results of its own")),
            Ended::Interrupted => Err(failure("the run was interrupted; its rows are kept")),
        }
    }
}

/// The results of an experiment.
#[pyclass(frozen, module = "plyscope")]
pub(crate) struct Results {
    id: &'static str,
    summary: Summary,
    lines: Vec<String>,
}

/// The results in a run directory.
#[pyfunction]
pub(crate) fn results(run_dir: PathBuf) -> PyResult<Results> {
    let (manifest, lines): (Manifest, Vec<String>) = record::read(&run_dir).map_err(usage)?;
    let study = of_run(&manifest).map_err(usage)?;
    let summary = study.summarise(&manifest, &lines).map_err(failure)?;
    Ok(Results { id: study.about().id, summary, lines })
}

impl Results {
    fn figure(&self, number: usize) -> PyResult<&Figure> {
        self.summary.figures.get(number).ok_or_else(|| usage("there is no such figure"))
    }
}

#[pymethods]
impl Results {
    /// The experiment's name.
    #[getter]
    fn id(&self) -> &'static str {
        self.id
    }

    /// The rows, as JSON.
    #[getter]
    fn rows(&self) -> Vec<&str> {
        self.lines.iter().map(String::as_str).collect()
    }

    /// Tables: title, names of columns as in CSV, headings, cells as JSON.
    fn tables(&self) -> String {
        let tables = self.summary.tables.iter().map(|table| {
            let rows: Vec<Vec<serde_json::Value>> = table.rows.iter().map(|row| {
                row.iter().map(|cell| cell.value().map_or_else(|| json!(cell.display()), |value| json!(value))).collect()
            }).collect();
            let texts: Vec<Vec<String>> =
                table.rows.iter().map(|row| row.iter().map(plyscope_report::Cell::display).collect()).collect();
            let headings: Vec<&str> = table.columns.iter().map(|column| column.label.as_str()).collect();
            json!({ "title": table.title, "columns": headings, "names": plyscope_report::names_of_columns(table),
                "rows": rows, "texts": texts, "csv": csv(table) })
        });
        serde_json::Value::Array(tables.collect()).to_string()
    }

    /// Names and titles of figures.
    fn figures(&self) -> Vec<(&str, &str)> {
        self.summary.figures.iter().map(|figure| (figure.name(), figure.title())).collect()
    }

    /// A figure as SVG.
    fn svg(&self, number: usize) -> PyResult<String> {
        Ok(svg::file(self.figure(number)?))
    }

    /// A figure as PNG.
    fn png<'py>(&self, py: Python<'py>, number: usize) -> PyResult<Bound<'py, PyBytes>> {
        let bytes = png(self.figure(number)?).map_err(failure)?;
        Ok(PyBytes::new(py, &bytes))
    }

    /// The numbers of a figure as CSV.
    fn figure_csv(&self, number: usize) -> PyResult<Option<String>> {
        Ok(figure_csv(self.figure(number)?))
    }

    /// The statements as JSON: text, origin, verdict, whether it counts, the numbers of each claim.
    fn claims(&self) -> String {
        let all = statements(&self.summary.claims);
        let claims = all.iter().flat_map(|statement| {
            statement.claims.iter().map(|claim| {
                json!({
                    "statement": claim.statement,
                    "source": claim.source,
                    "origin": claim.origin.name(),
                    "paper": claim.paper,
                    "ours": claim.ours,
                    "verdict": Outcome::of(claim).word(),
                    "detail": claim.verdict.detail(),
                    "counts": claim.counts(),
                    "cause": claim.cause.filter(|_| claim.differs()).map(|cause| cause.display()),
                })
            })
        });
        serde_json::Value::Array(claims.collect()).to_string()
    }
}
