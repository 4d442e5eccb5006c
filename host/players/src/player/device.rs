//! A search on a device, for players.

use plyscope_core::wire::{self, Identity, SearchResult, Task};
use plyscope_core::{Counts, Game, Limits, Report, Stop, Value};
use plyscope_run::interrupt;

use super::{PlayerError, SoFar, Thinking, Watch};
use crate::device::{
    Address, DeviceError, OnDeviceEvaluation, Translation, check_evaluation, evaluation_name, pool,
};
use crate::domain::OthelloEvaluation;
use crate::engine::{self, Algorithm, DeviceAlgorithm, Engine, Search};

/// A search on a device. Each search borrows a connection, so that players can share one.
pub struct DeviceSearch<G: Game> {
    address: Address,
    translation: Translation<G>,
    line: Vec<G::Move>,
}

impl<G: Game> std::fmt::Debug for DeviceSearch<G> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("DeviceSearch").field("address", &self.address).finish_non_exhaustive()
    }
}

impl<G: Game> DeviceSearch<G> {
    /// A search on the device at this address. Connects once, to check that the device answers.
    pub(super) fn new(
        device: &engine::OnDevice,
        translation: Translation<G>,
        engine: &Engine,
    ) -> Result<Self, PlayerError> {
        let address = &device.address;
        let (name, wanted) = evaluation_of(engine)?;
        let mut lease = pool::borrow(address)?;
        let identity = *lease.identity();
        if device.algorithm == DeviceAlgorithm::Strong {
            let strong = lease.strong()?;
            check_strong(strong.map(|strong| strong.weights), identity, (name, wanted))?;
        } else {
            check_evaluation(&identity, name, wanted).map_err(PlayerError::Unsupported)?;
        }
        drop(lease);
        let plies = identity.plies;
        if engine.depth.is_some_and(|depth| depth > plies) {
            return Err(PlayerError::Unsupported(format!(
                "depth {} is beyond the device's capacity: give 1 to {plies} plies",
                engine.depth.unwrap_or_default()
            )));
        }
        Ok(Self { address: address.clone(), translation, line: Vec::new() })
    }

    /// Runs the engine's search on the device. A break of `watch`, which is called with each report of progress, stops it with
    /// the best move so far.
    pub(super) fn search(
        &mut self,
        root: &G::Position,
        engine: &Engine,
        watch: &mut dyn Watch<G::Move>,
    ) -> Result<Report<'_, G::Move>, PlayerError> {
        let board = (self.translation.board)(root);
        self.line.clear();
        // A device refuses finished games; other searches report that there is no move.
        if board.is_over() {
            return Ok(Report {
                best_move: None,
                value: Value::new(board.score()),
                // Nothing to search: this is the score itself.
                bound: plyscope_core::Bound::Exact,
                principal_variation: &[],
                depth: 0,
                proven: true,
                line_ends_game: true,
                counts: Counts::default(),
                stop: Stop::Completed,
            });
        }
        let mut lease = pool::borrow(&self.address)?;
        let outcome = lease.search(board, task_of(engine)?, |report| {
            let value = report.best_move.map(|_| report.value);
            let so_far = SoFar { generated: report.nodes, depth: Some(report.depth), value };
            let heard = watch.hear(Thinking::SoFar(&so_far));
            if heard.is_break() { heard } else { interrupt::go_on() }
        });
        let is_lost = |error: &DeviceError| {
            use DeviceError::{Endless, Interrupted, Link, Silent};
            matches!(error, Endless { .. } | Link { .. } | Silent { .. } | Interrupted(_))
        };
        if outcome.as_ref().is_err_and(is_lost) {
            lease.discard();
        }
        let result = outcome?;
        must_make_sense(&result, engine)?;
        let from_device = self.translation.mv;
        self.line.extend(result.principal_variation.iter().map(|&mv| from_device(mv)));
        Ok(Report {
            best_move: result.best_move.map(from_device),
            value: result.value,
            bound: result.bound,
            principal_variation: &self.line,
            depth: result.depth,
            proven: result.proven,
            line_ends_game: result.line_ends_game,
            counts: result.counts,
            stop: result.stop,
        })
    }
}

/// Checks that a device has the strong player, with these weights, and that they are those of the evaluation that is wanted.
fn check_strong(
    weights: Option<u32>,
    identity: Identity,
    (name, wanted): (&str, OnDeviceEvaluation),
) -> Result<(), PlayerError> {
    let unsupported = |reason: String| Err(PlayerError::Unsupported(reason));
    if weights.is_none() {
        return unsupported(
            "the device was built without strong: give another algorithm, or firmware with the feature strong"
                .to_owned(),
        );
    }
    let evaluation = wire::Evaluation::Patterns;
    if (evaluation, weights) == wanted {
        return Ok(());
    }
    let has = evaluation_name(&Identity { evaluation, weights, ..identity });
    let remedy = if has == "patterns-small" {
        "omit evaluation"
    } else {
        "give evaluation patterns:FILE with its weights"
    };
    unsupported(format!(
        "the device's strong player has the evaluation {has}, not {name}: {remedy}"
    ))
}

/// Above any count that a device can reach.
const TOO_MANY: u64 = 1 << 48;

/// More nodes than those by which the solver of endgames may pass a limit: it does not pause in the last plies.
const SMALL_SUBTREE: u64 = 100_000;

/// Refuses results impossible within the engine's limits. The legality of the move is checked when it is played.
fn must_make_sense(result: &SearchResult, engine: &Engine) -> Result<(), PlayerError> {
    let nonsense = |what: String| Err(PlayerError::Nonsense(what));
    let Counts { generated, expanded, evaluated, pruned_by_window, pruned_by_estimate, .. } =
        result.counts;
    let counts = [generated, expanded, evaluated, pruned_by_window, pruned_by_estimate];
    if let Some(count) = counts.into_iter().find(|&count| count >= TOO_MANY) {
        return nonsense(format!("a search that counted {count}"));
    }
    let more = if engine.algorithm() == Algorithm::Strong { SMALL_SUBTREE } else { 0 };
    if let Some(limit) = engine.nodes.filter(|&limit| generated > limit.saturating_add(more)) {
        return nonsense(format!("{generated} nodes, where {limit} were allowed"));
    }
    match (result.best_move, result.stop) {
        (None, Stop::Completed) => nonsense("no move, where there is one".to_owned()),
        (_, Stop::Running) => nonsense("a result of a search that goes on".to_owned()),
        _ => Ok(()),
    }
}

/// The engine's evaluation, as named on a desktop and as a device identifies it.
fn evaluation_of(engine: &Engine) -> Result<(&str, OnDeviceEvaluation), PlayerError> {
    let is_strong = engine.algorithm() == Algorithm::Strong;
    let usual = if is_strong { "patterns-small" } else { "simple" };
    let name = engine.evaluation.as_deref().unwrap_or(usual);
    let wanted = OthelloEvaluation::named(name)?.on_device().ok_or_else(|| {
        PlayerError::Unsupported(format!(
            "a device searches with the evaluation simple or patterns-small, as it was built, not {name}"
        ))
    })?;
    Ok((name, wanted))
}

/// The request to a device for this engine.
///
/// # Errors
/// [`PlayerError::Unsupported`] if the engine is not on a device, or has an evaluation that devices lack.
pub fn task_of(engine: &Engine) -> Result<Task, PlayerError> {
    let Search::Device(device) = &engine.search else {
        return Err(PlayerError::Unsupported("this engine searches on no device".to_owned()));
    };
    let algorithm = match device.algorithm {
        DeviceAlgorithm::AlphaBeta { .. } => wire::Algorithm::AlphaBeta,
        DeviceAlgorithm::Fe { .. } => wire::Algorithm::ForwardEstimation,
        DeviceAlgorithm::Rbfms => wire::Algorithm::Rbfms,
        DeviceAlgorithm::Strong => wire::Algorithm::Strong,
    };
    evaluation_of(engine)?;
    let milliseconds = |time: std::time::Duration| {
        // 0 would mean no limit.
        u32::try_from(time.as_millis()).unwrap_or(u32::MAX).max(1)
    };
    Ok(Task {
        algorithm,
        limits: Limits::depth(engine.depth.unwrap_or(u32::MAX))
            .and_nodes(engine.nodes.unwrap_or(u64::MAX)),
        deepen: engine.deepens(),
        milliseconds: engine.time.map_or(0, milliseconds),
        progress: 0,
        ponder: false,
    })
}
