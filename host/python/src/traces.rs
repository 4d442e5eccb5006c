//! Traces of searches.

use plyscope_players::player::PlayerError;
use plyscope_run::record::Program;
use plyscope_trace::{
    Counting, EXAMPLES, Example, Page, Sink, Subject as Traced, Text, TraceError, TypedTree, page,
    prepared,
};
use pyo3::prelude::*;

use crate::place::Position;
use crate::searches::player_error;
use crate::signals::watched;
use crate::{failure, usage};

/// Names of the examples, each with a line about it.
#[pyfunction]
pub(crate) fn examples() -> Vec<(&'static str, &'static str)> {
    EXAMPLES.iter().map(|example| (example.name, example.about)).collect()
}

/// A trace: its title, the events as text, as JSON lines, and as a page. `what` is a position, a typed tree or the name of an example.
#[pyfunction]
pub(crate) fn trace(
    py: Python<'_>,
    what: &Bound<'_, PyAny>,
    engines: Vec<Vec<(String, String)>>,
    title: Option<&str>,
    most: usize,
) -> PyResult<(String, String, String, String)> {
    let (subject, note, usual) = subject(what)?;
    let subject = match title {
        None => subject,
        Some(title) => subject.titled(title),
    };
    let given: Vec<Vec<(&str, &str)>> = match engines.as_slice() {
        [] if usual.is_empty() => vec![vec![("algorithm", "alpha-beta")]],
        [] => usual
            .iter()
            .map(|text| plyscope_engine::pairs(text))
            .collect::<Result<_, _>>()
            .map_err(usage)?,
        engines => engines
            .iter()
            .map(|pairs| pairs.iter().map(|(key, value)| (&**key, &**value)).collect())
            .collect(),
    };
    let mut ready: Vec<plyscope_engine::Engine> = Vec::new();
    for pairs in given {
        let engine = plyscope_engine::Engine::draft(pairs).map_err(usage)?;
        let mut engine = prepared(&subject, engine).map_err(trace_error)?;
        engine.check().map_err(usage)?;
        if ready.iter().any(|other| other.name == engine.name) {
            engine.name = format!("{} {}", engine.name, ready.len() + 1);
        }
        ready.push(engine);
    }
    watched(
        py,
        || (),
        |_, ()| Ok(()),
        |_| {
            let mut counting = Counting::new(most);
            plyscope_trace::trace(&subject, &note, &ready, &mut counting).map_err(trace_error)?;
            let Some(events) = counting.lines() else {
                return Err(usage(format!(
                    "this trace has {} bytes, more than most_bytes: limit the search by nodes or depth, or give most_bytes",
                    counting.bytes()
                )));
            };
            let mut text = Vec::new();
            let sink: &mut dyn Sink = &mut Text::new(&mut text);
            plyscope_trace::trace(&subject, &note, &ready, sink).map_err(trace_error)?;
            let Program { name, version, .. } = Program::of_this_process();
            let html = page(&Page {
                title: subject.title(),
                note: &note,
                program: &format!("{name} {version}"),
                command: "plyscope.trace",
                events,
            })
            .map_err(failure)?;
            Ok((
                subject.title().to_owned(),
                String::from_utf8_lossy(&text).into_owned(),
                events.to_owned(),
                html,
            ))
        },
    )?
}

/// What is traced, a note about it, and its usual engines.
fn subject(what: &Bound<'_, PyAny>) -> PyResult<(Traced, String, &'static [&'static str])> {
    if let Ok(position) = what.cast::<Position>() {
        return Ok((position.get().traced()?, String::new(), &[]));
    }
    let Ok(text) = what.extract::<String>() else {
        return Err(usage(
            "give a position of one of plyscope's games, a tree such as '((3 5) (2 9))', or the name of an example. A game in \
             Python is not traced",
        ));
    };
    if let Some(example) = Example::named(&text) {
        let tree = TypedTree::parse(example.tree).map_err(usage)?;
        return Ok((Traced::typed(tree), example.note(), example.engines));
    }
    let is_word = text.trim().chars().all(|c| c.is_alphanumeric() || c == '-');
    let tree = TypedTree::parse(&text).map_err(|error| match is_word {
        true => {
            let names: Vec<&str> = EXAMPLES.iter().map(|example| example.name).collect();
            usage(format!("{text:?} is neither a tree nor an example: {}", names.join(", ")))
        }
        false => usage(format!("tree: {error}")),
    })?;
    Ok((Traced::typed(tree), String::new(), &[]))
}

fn trace_error(error: TraceError) -> PyErr {
    match error {
        TraceError::Player(PlayerError::Interrupted(error)) => failure(error),
        TraceError::Player(error) => player_error(error),
        TraceError::Sink(error) => failure(error),
        error => usage(error),
    }
}
