//! What a host asks, and what a device answers.

use serde::{Deserialize, Serialize};

use super::encoding;
use crate::othello::{Board, Colour, Move};
use crate::{Bound, Counts, Limits, Report, Stop, Value};

/// The longest principal variation that a response carries, in plies: no game of Othello has more.
pub const LINE: usize = 64;

/// The searches of a device.
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
}

/// The evaluations that devices may have.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub enum Evaluation {
    /// [`Simple`](crate::othello::Simple).
    #[default]
    Simple,
    /// [`Bill`](crate::othello::Bill) with the weights that come with this crate.
    Bill,
    /// [`Patterns`](crate::othello::Patterns); which, [`Identity::weights`] says.
    Patterns,
}

/// How to search.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct Task {
    /// Which search.
    pub algorithm: Algorithm,
    /// Depth in plies and number of nodes. A depth beyond the device's capacity is cut to it.
    #[serde(with = "encoding::Limits")]
    pub limits: Limits,
    /// Deepen iteratively. Best-first minimax has no use for it.
    pub deepen: bool,
    /// Stop after so many milliseconds; 0 for no such limit.
    pub milliseconds: u32,
    /// Send a [`Response::Progress`] every so many milliseconds, though not more often than the device's link allows; 0 for
    /// none.
    pub progress: u32,
    /// Think on the opponent's time: time counts, and the result is sent, only after [`Command::PonderHit`].
    pub ponder: bool,
}

/// Something that a device can do many times to be measured.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub enum Measurable {
    /// The set of legal moves, for every position of a fixed game.
    LegalMoves,
    /// The discs that a move flips, for every legal move of those positions.
    Flips,
    /// The static evaluation of those positions as searches do it: with what they keep for it at hand.
    Evaluation,
    /// The tree of all games to this depth, at most [`Measurable::DEEPEST_PERFT`].
    Perft(u8),
    /// The same evaluation of the bare positions, with nothing at hand.
    EvaluationFromScratch,
}

impl Measurable {
    /// Deeper trees would keep a device from its link for too long.
    pub const DEEPEST_PERFT: u8 = 6;
}

/// What a host asks.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub enum Command {
    /// Who is there? Always the first: it also ends a search that another program has left running.
    Hello,
    /// The game that a person at the device sees is this one now. Ends a search. The answer is [`Response::Done`].
    SetPosition {
        /// The position.
        #[serde(with = "encoding::Board")]
        board: Board,
        /// Who is to move in it.
        #[serde(with = "encoding::Colour")]
        mover: Colour,
    },
    /// Search this position. The answer is [`Response::Result`], after any number of [`Response::Progress`]. It has the
    /// position with it, so that a device that was reset in between cannot search another one.
    Search {
        /// The position.
        #[serde(with = "encoding::Board")]
        board: Board,
        /// How.
        task: Task,
    },
    /// The opponent did what was pondered on: the search is now a usual one. Answered by [`Response::Done`].
    PonderHit,
    /// End a program's search now; its result follows under its own number. Answered by [`Response::Done`].
    Stop,
    /// How are you? Answered by [`Response::Statistics`].
    Statistics,
    /// Measure this. Answered by [`Response::Measured`].
    Measure(Measurable),
    /// Start anew. Answered by [`Response::Done`] before it happens.
    Reset,
    /// What is this position worth by itself? Answered by [`Response::Value`].
    Evaluate {
        /// The position; it may be a finished game.
        #[serde(with = "encoding::Board")]
        board: Board,
        /// By which evaluation, of those that the device has.
        evaluation: Evaluation,
    },
}

/// Where a device's clock comes from.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub enum ClockSource {
    /// A crystal, multiplied.
    Crystal,
    /// The chip's own oscillator, because the crystal did not start.
    Internal,
    /// An emulator's time.
    Emulator,
}

/// A device's clock.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct Clock {
    /// Where it comes from.
    pub source: ClockSource,
    /// Ticks a second.
    pub hertz: u32,
}

/// Who a device is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct Identity {
    /// The firmware's version: major, minor, patch.
    pub firmware: (u16, u16, u16),
    /// The clock in use.
    pub clock: Clock,
    /// Depth in plies that its searches have frames for.
    pub plies: u32,
    /// Children that its searches can keep over all plies of one path.
    pub children: u32,
    /// The evaluation that it searches with.
    pub evaluation: Evaluation,
    /// If that has patterns, [`Patterns::fingerprint`](crate::othello::Patterns::fingerprint) of theirs.
    pub weights: Option<u32>,
}

/// Why a device has started last.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub enum StartCause {
    /// It was switched on, or does not know.
    #[default]
    Power,
    /// The reset pin.
    Pin,
    /// A request, or a fault that was handled by starting anew.
    Software,
    /// The watchdog found it hanging.
    Watchdog,
}

/// What came over the link and was not understood, counted since the start.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct LinkErrors {
    /// Frames that are no COBS, such as truncated ones.
    pub framing: u32,
    /// Frames longer than any message.
    pub too_long: u32,
    /// Frames with a wrong checksum.
    pub checksum: u32,
    /// Frames of another protocol version.
    pub version: u32,
    /// Whole frames with a message that does not exist.
    pub message: u32,
    /// Frames that nobody went on with.
    pub abandoned: u32,
    /// Times that bytes were lost: came too fast, or garbled on the line.
    pub lost: u32,
    /// Lines of text that were too long.
    pub long_lines: u32,
}

/// How a device is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct Statistics {
    /// Milliseconds since the start.
    pub uptime: u64,
    /// The clock in use.
    pub clock: Clock,
    /// Why it started.
    pub start: StartCause,
    /// Bytes of stack there are.
    pub stack: u32,
    /// Bytes of stack ever used.
    pub stack_used: u32,
    /// Bytes of memory in use for all else.
    pub ram: u32,
    /// Bytes of flash in use.
    pub flash: u32,
    /// Frames received and understood.
    pub frames: u32,
    /// And those that were not.
    pub errors: LinkErrors,
    /// Searches ended.
    pub searches: u32,
    /// Nodes generated by them.
    pub nodes: u64,
}

/// The result of a search: what [`Report`] says, and how long it took.
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
    /// Clock ticks that it took, with everything that the device did in between.
    pub ticks: u64,
    /// As in [`Report`], but no more than [`LINE`] plies.
    #[serde(with = "encoding::line")]
    pub principal_variation: heapless::Vec<Move, LINE>,
}

impl SearchResult {
    /// What `report` says, of a search that took `ticks`. A principal variation longer than [`LINE`] is cut.
    #[must_use]
    pub fn new(report: &Report<'_, Move>, ticks: u64) -> Self {
        let line = report.principal_variation;
        let mut principal_variation = heapless::Vec::new();
        // Of at most as many as it can hold.
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

/// A search that goes on.
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

/// Why a request was not done.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub enum Refusal {
    /// The frame was garbled; it says nothing about which request that was.
    Garbled,
    /// Another protocol version; the response's number says nothing then.
    Version {
        /// The version that the device speaks.
        spoken: u8,
    },
    /// A message that the device does not know.
    Unknown,
    /// Both sides have a disc on the same square.
    IllegalPosition,
    /// There is nothing to search: the game is over.
    GameOver,
    /// A limit is missing or out of range.
    Limits,
    /// Nothing is pondered on.
    NotPondering,
    /// A search must be ended first.
    Busy,
    /// The device was built without that evaluation.
    NoSuchEvaluation,
    /// The weights in the device's memory are damaged: what it would say could be anything.
    DamagedWeights,
}

/// What a device answers.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Response {
    /// To [`Command::Hello`].
    Hello(Identity),
    /// It is done.
    Done,
    /// It is not done.
    Refused(Refusal),
    /// A search goes on.
    Progress(ProgressReport),
    /// A search has ended.
    Result(SearchResult),
    /// To [`Command::Statistics`].
    Statistics(Statistics),
    /// To [`Command::Measure`].
    Measured {
        /// How many times the thing was done; leaves of the tree for perft.
        times: u64,
        /// Clock ticks for all of them.
        ticks: u64,
    },
    /// To [`Command::Evaluate`].
    Value(#[serde(with = "encoding::value")] Value),
}
