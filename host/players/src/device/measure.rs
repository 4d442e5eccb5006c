//! Measures the cost of searches and their parts on a device.

use plyscope_core::othello::{Board, Othello};
use plyscope_core::wire::{Algorithm, Command, Evaluation, Measurable, Response, Task};
use plyscope_core::{Game, Limits};
use plyscope_run::interrupt;
use serde::Serialize;

use super::{Device, DeviceError, EmulatedBoard};

/// A measurement of a repeated operation.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Measurement {
    /// The operation.
    pub name: &'static str,
    /// The unit that is counted.
    pub unit: &'static str,
    /// Number of units.
    pub times: u64,
    /// Clock ticks in total.
    pub ticks: u64,
}

impl Measurement {
    /// Clock ticks per unit.
    #[must_use]
    pub fn ticks_each(&self) -> f64 {
        self.ticks as f64 / self.times as f64
    }

    /// Instructions per unit, if the device is this board in the emulator; `hertz` is its clock rate.
    #[must_use]
    pub fn instructions_each(&self, board: EmulatedBoard, hertz: u32) -> f64 {
        let nanoseconds = self.ticks_each() * 1e9 / f64::from(hertz);
        nanoseconds / f64::from(board.instruction_nanoseconds())
    }
}

/// The searches and their limits. The strong player's cost a node depends on the stage: it is the middle game's, with the
/// solver's in the last two positions.
const SEARCHES: [(&str, Algorithm, Limits); 4] = [
    ("alpha-beta", Algorithm::AlphaBeta, Limits::depth(5)),
    ("fe", Algorithm::ForwardEstimation, Limits::depth(5)),
    ("rbfms", Algorithm::Rbfms, Limits::nodes(3000)),
    ("strong", Algorithm::Strong, Limits::nodes(10_000)),
];

/// Measures the parts of a search, and each search on ten positions of a game.
///
/// # Errors
/// [`DeviceError`].
pub fn measure(device: &mut Device) -> Result<Vec<Measurement>, DeviceError> {
    let mut parts = vec![
        ("legal moves", "positions", Measurable::LegalMoves),
        ("flips", "moves", Measurable::Flips),
        ("evaluation", "positions", Measurable::Evaluation),
        ("perft 6", "leaves", Measurable::Perft(6)),
    ];
    // Without state for the evaluation, both are the same.
    if device.identity().evaluation == Evaluation::Patterns {
        parts.push(("evaluation from scratch", "positions", Measurable::EvaluationFromScratch));
    }
    let mut measurements = Vec::new();
    for (name, unit, what) in parts {
        match device.ask(&Command::Measure(what))? {
            Response::Measured { times, ticks } => {
                measurements.push(Measurement { name, unit, times, ticks });
            }
            _ => return Err(device.confused()),
        }
    }
    let has_strong = device.strong()?.is_some();
    for (name, algorithm, limits) in SEARCHES {
        if algorithm == Algorithm::Strong && !has_strong {
            continue;
        }
        let task =
            Task { algorithm, limits, deepen: false, milliseconds: 0, progress: 0, ponder: false };
        let (mut times, mut ticks) = (0, 0);
        for board in positions() {
            let result = device.search(board, task, |_| interrupt::go_on())?;
            times += result.counts.generated;
            ticks += result.ticks;
        }
        measurements.push(Measurement { name, unit: "nodes", times, ticks });
    }
    Ok(measurements)
}

/// Ten positions, every fifth one of a game in which each side plays the middle one of its moves.
fn positions() -> Vec<Board> {
    let mut board = Board::START;
    let mut positions = Vec::new();
    for ply in 0..50 {
        if ply % 5 == 0 {
            positions.push(board);
        }
        let middle = Othello.count_moves(&board) as usize / 2;
        let mut moves = Othello.moves(&board);
        let children = std::iter::from_fn(|| Othello.next_child(&board, &mut moves));
        let Some((_, child)) = children.take(middle + 1).last() else { break };
        board = child;
    }
    positions
}
