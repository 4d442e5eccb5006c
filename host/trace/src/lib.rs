//! Traces of searches: every event of a search, in terms of the tree, as text, as JSON, and as a page that replays it.
//!
//! The event format is described in `host/docs/trace.md`. [`trace`] runs searches of a [`Subject`] one after another and hands their
//! events to a [`Sink`] as they happen, so that a trace of any length takes no memory.

mod any;
mod drawing;
mod event;
mod examples;
mod json;
mod own;
mod page;
mod subject;
mod text;
mod tracer;

use std::io;
use std::time::Instant;

use plyscope_core::{Game, Progress, Report, Request};

pub use any::{AnyEvaluation, AnyGame, AnyMove, AnyMoves, AnyPosition};
pub use drawing::{MOST_STEPS, Recorded, Recording};
pub use event::Event;
pub use examples::{EXAMPLES, Example};
pub use json::{Counting, Json};
pub use own::OwnSubject;
pub use page::{Page, page, worksheet};
pub use plyscope_players::engine::steps::{Cut, Ends, Step, Told, Words};
pub use plyscope_players::engine::typed::{
    GREATEST, MOST_NODES, NoStaticValue, TreeError, TypedNode, TypedTree,
};
pub use subject::{Subject, Titled, Traceable};
pub use text::Text;
pub use tracer::Sink;

use plyscope_players::engine::{self, Algorithm, Engine, TooLarge};
use plyscope_players::judged::{Judged, Unit};
use plyscope_players::player::PlayerError;
use plyscope_run::interrupt;
use plyscope_run::record::Program;
use tracer::{Traced, Tracer};

/// Version of the event format.
pub const VERSION: u32 = 1;

/// Nodes between looks at the clock and at interrupts.
const NODES_PER_LOOK: u64 = 1024;

/// Errors of traces.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum TraceError {
    /// The search cannot be created or run.
    #[error(transparent)]
    Player(#[from] PlayerError),
    /// An event could not be written.
    #[error(transparent)]
    Sink(#[from] io::Error),
    /// An algorithm that is not observed.
    #[error("{algorithm} cannot be traced: {reason}")]
    NotObserved {
        /// The algorithm.
        algorithm: &'static str,
        /// Why, and the remedy.
        reason: &'static str,
    },
    /// A typed tree without a static value that a search needs.
    #[error(transparent)]
    NoStaticValue(#[from] NoStaticValue),
}

/// Prepares an engine for a subject: a typed tree is searched to its leaves unless there is another limit, and from left to right
/// where it has no static values.
///
/// # Errors
/// [`TraceError`] if the algorithm does not play the game, is not observed with these options, or needs static values that the tree lacks.
pub fn prepared(subject: &dyn Traceable, mut engine: Engine) -> Result<Engine, TraceError> {
    let algorithm = engine.algorithm();
    if let engine::Search::Strong(strong) = &engine.search {
        let reason = match subject.is_othello() {
            false => Some("it plays othello only: use pvs"),
            true if strong.threads > 1 || strong.book.is_some() => {
                Some("its threads and its book are not observed: omit threads and book")
            }
            true => None,
        };
        if let Some(reason) = reason {
            return Err(TraceError::NotObserved { algorithm: algorithm.name(), reason });
        }
    }
    let Some(tree) = subject.tree() else { return Ok(engine) };
    tree.prepare(&mut engine)?;
    Ok(engine)
}

/// Traces searches of a subject by engines that are [`prepared`], and returns their numbers of generated nodes.
/// After an interrupt the trace ends, with the report of the search so far.
///
/// # Errors
/// [`TraceError`] if a search cannot be created or run, or the sink fails.
pub fn trace(
    subject: &dyn Traceable,
    note: &str,
    engines: &[Engine],
    sink: &mut dyn Sink,
) -> Result<Vec<u64>, TraceError> {
    let Program { name, version, .. } = Program::of_this_process();
    let mover = if subject.root_is_max() { "max" } else { "min" };
    sink.take(&Event::Trace {
        version: VERSION,
        program: &format!("{name} {version}"),
        game: subject.game_name(),
        title: subject.title(),
        note,
        mover,
        tree: subject.tree().map(|tree| &tree.root),
        searches: engines.len(),
    })?;
    let mut generated = Vec::new();
    for (number, engine) in engines.iter().enumerate() {
        sink.take(&Event::Search {
            search: number,
            name: &engine.name,
            algorithm: engine.algorithm().name(),
            best_first: is_best_first(engine.algorithm()),
            options: serde_json::to_value(engine).unwrap_or_default(),
        })?;
        generated.push(subject.trace(engine, sink)?);
        if interrupt::requested() {
            break;
        }
    }
    Ok(generated)
}

/// Whether the search goes down to a leaf, expands it, and backs up.
const fn is_best_first(algorithm: Algorithm) -> bool {
    algorithm.is_best_first()
        || matches!(algorithm, Algorithm::Mcts | Algorithm::BStar | Algorithm::Conspiracy)
}

/// Runs a search that the tracer observes.
fn run_in<G: Game>(
    search: &mut dyn Traced<G>,
    mut tracer: Tracer<'_, G>,
    root: &G::Position,
    most_plies: u32,
    engine: &Engine,
) -> Result<u64, TraceError> {
    let begin = Instant::now();
    search.start(&Request::new(root).limits(engine.limits()));
    loop {
        match search.step_traced(NODES_PER_LOOK, &mut tracer) {
            Ok(Progress::Done) => break,
            Ok(Progress::Paused) => {}
            Err(error) => return Err(PlayerError::from(TooLarge::from(error)).into()),
        }
        if let Some(error) = tracer.steps.failed.take() {
            return Err(error.into());
        }
        let late = engine.time.is_some_and(|time| begin.elapsed() >= time);
        if late || interrupt::requested() {
            search.stop();
            break;
        }
    }
    let report = search.report();
    tell_report(&mut tracer, most_plies, &report);
    match tracer.steps.failed.take() {
        Some(error) => Err(error.into()),
        None => Ok(report.counts.generated),
    }
}

/// Tells the end of a search.
fn tell_report<G: Game>(tracer: &mut Tracer<'_, G>, most_plies: u32, report: &Report<'_, G::Move>) {
    let line: Vec<String> =
        report.principal_variation.iter().map(|&mv| (tracer.name)(mv)).collect();
    let mv = report.best_move.map(|mv| (tracer.name)(mv));
    let (told, counts) = (tracer.counts, tracer.without_vain_cuts(report.counts));
    let judged = Judged::of_report(report, most_plies, Unit::Own, "the side to move");
    let judged = if tracer.is_max(0) { judged } else { judged.negated("MAX") };
    let value = judged.value.get();
    tracer.steps.tell(&Event::Ended {
        value,
        bound: judged.bound,
        proven: judged.proven,
        mv: mv.as_deref(),
        line: &line,
        depth: report.depth,
        stop: report.stop,
        counts,
        incomplete: told.generated != counts.generated,
        words: Words::of(&[Some(value)]),
    });
}
