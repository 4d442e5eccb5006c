//! Traces of searches.

use std::io;

use plyscope_engine::{Engine, pairs};
use plyscope_players::player::PlayerError;
use plyscope_run::record::Program;
use plyscope_trace::{
    Counting, EXAMPLES, Event, Example, OwnSubject, Page, Sink, Subject as Traced, Text, Titled,
    TraceError, Traceable, TypedTree, page, prepared,
};
use pyo3::prelude::*;

use crate::leaving::AtWork;
use crate::place::Position;
use crate::searches::player_error;
use crate::signals::Signals;
use crate::visit::Subject;
use crate::{failure, usage};

/// Names of the examples, each with a line about it.
#[pyfunction]
pub(crate) fn examples() -> Vec<(&'static str, &'static str)> {
    EXAMPLES.iter().map(|example| (example.name, example.about)).collect()
}

/// A trace: its title, the events as text, as JSON lines, and as a page.
type Told = (String, String, String, String);

/// Traces searches of `what`: a position, a typed tree or the name of an example.
#[pyfunction]
pub(crate) fn trace(
    py: Python<'_>,
    what: &Bound<'_, PyAny>,
    engines: Vec<Vec<(String, String)>>,
    title: Option<&str>,
    most: usize,
) -> PyResult<Told> {
    let at_work = AtWork::begin()?;
    let is_ours = what.is_instance_of::<Position>();
    if !is_ours && what.extract::<String>().is_err() {
        let Subject::Own(own) = Subject::of(what, 0)? else {
            return Err(failure("a position of plyscope's"));
        };
        let start = own.start().ok_or_else(|| failure("a game without a start"))?;
        let name = what.get_type().name()?.to_string();
        let subject = OwnSubject::new(own.clone(), own.clone(), start, name);
        let job = Job::new(&subject, engines, &[], title)?;
        let told = job.run(&subject, "", most);
        own.check()?;
        at_work.check()?;
        return told;
    }
    let (subject, note, usual) = subject(what)?;
    let job = Job::new(&subject, engines, usual, title)?;
    let told = py.detach(|| job.run(&subject, &note, most));
    at_work.check()?;
    told
}

/// Engines that are ready, and a title.
struct Job {
    engines: Vec<Engine>,
    title: String,
}

impl Job {
    fn new(
        subject: &dyn Traceable,
        given: Vec<Vec<(String, String)>>,
        usual: &[&str],
        title: Option<&str>,
    ) -> PyResult<Self> {
        let mut engines: Vec<Engine> = Vec::new();
        let mut add = |pairs: Vec<(&str, &str)>| {
            let engine = Engine::draft(pairs).map_err(usage)?;
            let mut engine = prepared(subject, engine).map_err(trace_error)?;
            engine.check().map_err(usage)?;
            if engines.iter().any(|other| other.name == engine.name) {
                engine.name = format!("{} {}", engine.name, engines.len() + 1);
            }
            engines.push(engine);
            PyResult::Ok(())
        };
        for pairs in &given {
            add(pairs.iter().map(|(key, value)| (&**key, &**value)).collect())?;
        }
        if given.is_empty() {
            for text in usual {
                add(pairs(text).map_err(usage)?)?;
            }
            if usual.is_empty() {
                add(vec![("algorithm", "alpha-beta")])?;
            }
        }
        Ok(Self { engines, title: title.unwrap_or(subject.title()).to_owned() })
    }

    fn run(&self, subject: &dyn Traceable, note: &str, most: usize) -> PyResult<Told> {
        let subject = &Titled { subject, title: &self.title };
        let mut counting = Counting::new(most);
        let mut text = Vec::new();
        let mut both = Both {
            counting: &mut counting,
            text: Text::new(&mut text),
            most,
            signals: Signals::new(),
        };
        let traced = plyscope_trace::trace(subject, note, &self.engines, &mut both);
        both.signals.check()?;
        traced.map_err(trace_error)?;
        let Some(events) = counting.lines() else {
            return Err(usage(format!(
                "this trace has {} bytes, more than most_bytes: limit the search by nodes or depth, or give most_bytes",
                counting.bytes()
            )));
        };
        let Program { name, version, .. } = Program::of_this_process();
        let html = page(&Page {
            title: &self.title,
            note,
            program: &format!("{name} {version}"),
            command: "plyscope.trace",
            events,
        })
        .map_err(failure)?;
        Ok((
            self.title.clone(),
            String::from_utf8_lossy(&text).into_owned(),
            events.to_owned(),
            html,
        ))
    }
}

/// JSON lines and text of one trace, which a signal ends.
struct Both<'a> {
    counting: &'a mut Counting,
    text: Text<&'a mut Vec<u8>>,
    most: usize,
    signals: Signals,
}

impl Sink for Both<'_> {
    fn take(&mut self, event: &Event<'_>) -> io::Result<()> {
        if self.signals.have_raised() {
            return Err(io::ErrorKind::Interrupted.into());
        }
        self.counting.take(event)?;
        // What is too large is refused: only its size is told.
        if self.counting.bytes() <= self.most as u64 { self.text.take(event) } else { Ok(()) }
    }
}

/// What is traced, a note about it, and its usual engines.
fn subject(what: &Bound<'_, PyAny>) -> PyResult<(Traced, String, &'static [&'static str])> {
    if let Ok(position) = what.cast::<Position>() {
        return Ok((position.get().traced()?, String::new(), &[]));
    }
    let text: String = what.extract()?;
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
