//! A host's commands and a device's responses.

use serde::{Deserialize, Serialize};

use super::encoding;
use super::failure::Failure;
use crate::othello::{Board, Colour, Move};
use crate::{Bound, Counts, Limits, Report, Stop, Value};

/// The longest principal variation in a response, in plies: no game of Othello is longer.
pub const LINE: usize = 64;

/// A device's searches.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub enum Algorithm {
    /// Alpha-beta.
    #[default]
    AlphaBeta,
    /// Forward estimation with the evaluation's most likely increments as bounds.
    ForwardEstimation,
    /// Recursive best-first minimax, partial expansion.
    Rbfms,
    /// [`Strong`](crate::othello::strong::Strong) with learned patterns, in an empty table; see [`Command::Strong`]. Always
    /// deepens.
    Strong,
}

/// The evaluations that a device may have.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub enum Evaluation {
    /// [`Simple`](crate::othello::Simple).
    #[default]
    Simple,
    /// [`Bill`](crate::othello::Bill) with this crate's weights.
    Bill,
    /// [`Patterns`](crate::othello::Patterns); [`Identity::weights`] identifies the weights.
    Patterns,
}

/// The parameters of a search.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct Task {
    /// The search to run.
    pub algorithm: Algorithm,
    /// Depth in plies and number of nodes. The depth is reduced to the device's capacity.
    #[serde(with = "encoding::Limits")]
    pub limits: Limits,
    /// Whether to deepen iteratively. Best-first minimax ignores it.
    pub deepen: bool,
    /// Time limit in milliseconds; 0 for none.
    pub milliseconds: u32,
    /// Interval of [`Response::Progress`] in milliseconds, as far as the device's link allows; 0 for none.
    pub progress: u32,
    /// Whether to think on the opponent's time: time counts, and the result is sent, only after [`Command::PonderHit`].
    pub ponder: bool,
}

/// An operation that a device can repeat for measurement.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub enum Measurable {
    /// Finding the legal moves, for every position of a fixed game.
    LegalMoves,
    /// Finding the flipped discs, for every legal move of those positions.
    Flips,
    /// The static evaluation of those positions with the evaluation's state at hand, as in searches.
    Evaluation,
    /// Counting the leaves of the game tree to this depth, at most [`Measurable::DEEPEST_PERFT`].
    Perft(u8),
    /// The static evaluation of those positions from scratch.
    EvaluationFromScratch,
}

impl Measurable {
    /// The greatest depth for perft. Deeper trees would keep a device from its link for too long.
    pub const DEEPEST_PERFT: u8 = 6;
}

/// A host's command.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub enum Command {
    /// Requests the device's identity. A host sends it first: it also ends a search that another program has left running.
    /// Answered by [`Response::Hello`].
    Hello,
    /// Replaces the game of the person at the device. Ends a search. Answered by [`Response::Done`].
    SetPosition {
        /// The position.
        #[serde(with = "encoding::Board")]
        board: Board,
        /// The side to move.
        #[serde(with = "encoding::Colour")]
        mover: Colour,
    },
    /// Searches a position. Answered by [`Response::Result`], after any number of [`Response::Progress`]. The command
    /// carries the position, so that a device that was reset in between cannot search another one.
    Search {
        /// The position.
        #[serde(with = "encoding::Board")]
        board: Board,
        /// The parameters of the search.
        task: Task,
    },
    /// The opponent played the expected move: turns the pondering search into a normal one. Answered by [`Response::Done`].
    PonderHit,
    /// Ends a program's search now; its result follows under its own number. Answered by [`Response::Done`].
    Stop,
    /// Requests run-time statistics. Answered by [`Response::Statistics`].
    Statistics,
    /// Measures an operation. Answered by [`Response::Measured`].
    Measure(Measurable),
    /// Restarts the device. Answered by [`Response::Done`] before the restart.
    Reset,
    /// Requests the static value of a position. Answered by [`Response::Value`].
    Evaluate {
        /// The position; it may be a finished game.
        #[serde(with = "encoding::Board")]
        board: Board,
        /// The evaluation, one of the device's.
        evaluation: Evaluation,
    },
    /// Requests what [`Algorithm::Strong`] works with on this device. Answered by [`Response::Strong`].
    Strong,
    /// Requests the record of the last failure. Answered by [`Response::Failure`].
    Failure,
}

/// The source of a device's clock.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub enum ClockSource {
    /// A crystal, multiplied by a PLL.
    Crystal,
    /// The chip's internal oscillator, because the crystal did not start.
    Internal,
    /// An emulator's time.
    Emulator,
}

/// A device's clock.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct Clock {
    /// The clock's source.
    pub source: ClockSource,
    /// Ticks a second.
    pub hertz: u32,
}

/// A device's identity.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct Identity {
    /// The firmware's version: major, minor, patch.
    pub firmware: (u16, u16, u16),
    /// The clock in use.
    pub clock: Clock,
    /// The searches' depth limit in plies: the number of frames.
    pub plies: u32,
    /// The searches' capacity for children, over all plies of one path.
    pub children: u32,
    /// The evaluation that the searches use, but for [`Algorithm::Strong`].
    pub evaluation: Evaluation,
    /// The weights' [`Patterns::fingerprint`](crate::othello::Patterns::fingerprint), if that evaluation uses patterns.
    pub weights: Option<u32>,
}

/// What [`Algorithm::Strong`] works with on a device.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct StrongIdentity {
    /// The [`Patterns::fingerprint`](crate::othello::Patterns::fingerprint) of its weights.
    pub weights: u32,
    /// Slots of the table.
    pub slots: u32,
    /// Deepest search of the middle game, in plies.
    pub depth: u32,
    /// The most empty squares of a position that it solves.
    pub empties: u32,
}

/// The cause of a device's last start.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub enum StartCause {
    /// Power on, or unknown.
    #[default]
    Power,
    /// The reset pin.
    Pin,
    /// A request, or a fault that was handled by a restart.
    Software,
    /// The watchdog, because the device hung.
    Watchdog,
}

/// Counters of errors on the link since the start.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct LinkErrors {
    /// Frames that are not valid COBS, such as truncated ones.
    pub framing: u32,
    /// Frames longer than any message.
    pub too_long: u32,
    /// Frames with a wrong checksum.
    pub checksum: u32,
    /// Frames of another protocol version.
    pub version: u32,
    /// Intact frames with an unknown message.
    pub message: u32,
    /// Frames abandoned before their end.
    pub abandoned: u32,
    /// The number of times that bytes were lost: they came too fast, or were garbled on the line.
    pub lost: u32,
    /// Lines of text that were too long.
    pub long_lines: u32,
}

/// A device's status.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct Statistics {
    /// Milliseconds since the start.
    pub uptime: u64,
    /// The clock in use.
    pub clock: Clock,
    /// The cause of the last start.
    pub start: StartCause,
    /// Size of the stack in bytes.
    pub stack: u32,
    /// The most bytes of stack used so far.
    pub stack_used: u32,
    /// Bytes of memory in use, without the stack.
    pub ram: u32,
    /// Bytes of flash in use.
    pub flash: u32,
    /// Frames received and understood.
    pub frames: u32,
    /// Errors on the link.
    pub errors: LinkErrors,
    /// Finished searches.
    pub searches: u32,
    /// Nodes generated by finished searches.
    pub nodes: u64,
}

/// The result of a search: the contents of [`Report`], and the duration.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct SearchResult {
    /// As in [`Report`].
    #[serde(with = "encoding::optional_move")]
    pub best_move: Option<Move>,
    /// As in [`Report`].
    #[serde(with = "encoding::value")]
    pub value: Value,
    /// As in [`Report`].
    #[serde(with = "encoding::Bound")]
    pub bound: Bound,
    /// As in [`Report`].
    pub depth: u32,
    /// As in [`Report`].
    pub proven: bool,
    /// As in [`Report`].
    pub line_ends_game: bool,
    /// As in [`Report`].
    #[serde(with = "encoding::Counts")]
    pub counts: Counts,
    /// As in [`Report`]; `Polled` also stands for the time limit.
    #[serde(with = "encoding::Stop")]
    pub stop: Stop,
    /// Duration in clock ticks, including everything else that the device did meanwhile.
    pub ticks: u64,
    /// As in [`Report`], but at most [`LINE`] plies.
    #[serde(with = "encoding::line")]
    pub principal_variation: heapless::Vec<Move, LINE>,
}

impl SearchResult {
    /// The result of a search with this report that took `ticks`. The principal variation is cut to [`LINE`] plies.
    #[must_use]
    pub fn new(report: &Report<'_, Move>, ticks: u64) -> Self {
        let line = report.principal_variation;
        let mut principal_variation = heapless::Vec::new();
        // The slice has at most as many moves as the vector can hold.
        let _ = principal_variation.extend_from_slice(line.get(..LINE).unwrap_or(line));
        Self {
            best_move: report.best_move,
            value: report.value,
            bound: report.bound,
            depth: report.depth,
            proven: report.proven,
            line_ends_game: report.line_ends_game,
            counts: report.counts,
            stop: report.stop,
            ticks,
            principal_variation,
        }
    }
}

/// The progress of a running search.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct ProgressReport {
    /// The move preferred so far.
    #[serde(with = "encoding::optional_move")]
    pub best_move: Option<Move>,
    /// Its value.
    #[serde(with = "encoding::value")]
    pub value: Value,
    /// The depth so far.
    pub depth: u32,
    /// Nodes generated so far.
    pub nodes: u64,
    /// Milliseconds so far.
    pub milliseconds: u32,
}

/// The reason for refusing a request.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub enum Refusal {
    /// The frame was garbled. The response's number is meaningless.
    Garbled,
    /// The frame has another protocol version. The response's number is meaningless.
    Version {
        /// The version that the device speaks.
        spoken: u8,
    },
    /// The message is unknown to the device.
    Unknown,
    /// Both sides have a disc on the same square.
    IllegalPosition,
    /// The game is over, so there is nothing to search.
    GameOver,
    /// A limit is missing or out of range.
    Limits,
    /// The device is not pondering.
    NotPondering,
    /// A search is running and must be ended first.
    Busy,
    /// The device was built without that evaluation.
    NoSuchEvaluation,
    /// The device's weights are damaged, so its results would be meaningless.
    DamagedWeights,
    /// The device was built without that algorithm.
    NoSuchAlgorithm,
}

/// A device's response.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Response {
    /// To [`Command::Hello`].
    Hello(Identity),
    /// The command was carried out.
    Done,
    /// The command was refused.
    Refused(Refusal),
    /// A search is running.
    Progress(ProgressReport),
    /// A search has ended.
    Result(SearchResult),
    /// To [`Command::Statistics`].
    Statistics(Statistics),
    /// To [`Command::Measure`].
    Measured {
        /// The number of repetitions, or of leaves for perft.
        times: u64,
        /// The duration of all repetitions in clock ticks.
        ticks: u64,
    },
    /// To [`Command::Evaluate`].
    Value(#[serde(with = "encoding::value")] Value),
    /// To [`Command::Strong`].
    Strong(StrongIdentity),
    /// To [`Command::Failure`]; [`None`] if there was none since power on.
    Failure(Option<Failure>),
}
