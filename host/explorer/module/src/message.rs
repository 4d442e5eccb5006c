//! The messages between a page and the module. The page's side is `site/messages.js`; the order of variants and fields is
//! the encoding.

use alloc::string::String;
use alloc::vec::Vec;

use serde::{Deserialize, Serialize};

/// A position, in words.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Place<'a> {
    /// `othello`, `connect-four`, `hexapawn`, or `random-tree` with its options, such as
    /// `random-tree branching=uniform:5,seed=3`.
    pub game: &'a str,
    /// The position from which `moves` start: of Othello 64 squares and the side to move, as `plyscope search othello
    /// --position` takes it. Empty for the game's start.
    pub from: &'a str,
    /// The moves since, in the game's notation, such as `f5d6c3`; on random trees the numbers of children, `0 3 1`.
    pub moves: &'a str,
}

/// What a page asks.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Ask<'a> {
    /// What this module is. Answered by [`Answer::Identity`].
    Identity,
    /// A position's squares and moves. Answered by [`Answer::Seen`].
    Look(#[serde(borrow)] Place<'a>),
    /// Begins a search of a position and ends the last one. Answered by [`Answer::Report`].
    Start(#[serde(borrow)] Place<'a>, /** as in `tournament --engine` */ &'a str),
    /// Goes on until this many more nodes are generated or the search ends. Answered by [`Answer::Report`].
    Step(u64),
    /// Ends the search. Answered by [`Answer::Report`].
    Stop,
    /// Counts the leaves of the game tree so many plies below a position. Answered by [`Answer::Leaves`].
    Perft(#[serde(borrow)] Place<'a>, /** plies */ u32),
    /// As [`Start`](Self::Start), with a record of what the search does. Answered by [`Answer::Report`].
    Trace(#[serde(borrow)] Place<'a>, /** as in `tournament --engine` */ &'a str),
    /// What was recorded since the last time. Answered by [`Answer::Events`].
    Events,
}

/// An answer.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Answer {
    /// To [`Ask::Identity`].
    Identity(Identity),
    /// To [`Ask::Look`].
    Seen(Seen),
    /// To what starts or continues a search.
    Report(Report),
    /// To [`Ask::Perft`].
    Leaves(u64),
    /// What was asked for cannot be done: what is wrong, and what to do.
    Refused(String),
    /// To [`Ask::Events`].
    Events(Vec<Event>),
}

/// What a module is.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Identity {
    /// The version of plyscope.
    pub version: String,
    /// The fingerprint of the weights of `patterns-small`.
    pub weights: u32,
    /// The greatest depth of a search, in plies.
    pub plies: u32,
    /// The highest level of `strong`.
    pub levels: u32,
}

/// A position.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Seen {
    /// The side to move: 0 for the one that moves first in this game, else 1.
    pub side: u8,
    /// The squares.
    pub squares: Squares,
    /// The legal moves.
    pub moves: Vec<String>,
    /// The score of a finished game, for the side that would move.
    pub outcome: Option<i32>,
    /// The moves that led here; passes that were left out are added.
    pub line: Vec<String>,
    /// The static value for the side to move, by the game's usual evaluation.
    pub value: i32,
}

/// The squares of a position, as sets of bits.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Squares {
    /// Black's and White's discs; bit 0 is a1, bit 63 is h8.
    Othello(u64, u64),
    /// The first and the second player's discs; bit 7c + r is column c, row r from below.
    ConnectFour(u64, u64),
    /// White's pawns, which move first, and Black's; bit c + 3r is column c, row r from Black's side.
    Hexapawn(u64, u64),
    /// A node's depth in plies.
    Tree(u32),
}

/// The unit of a search's values.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Unit {
    /// The evaluation's own.
    Own,
    /// Hundredths of a disc.
    Hundredths,
    /// Discs.
    Discs,
}

/// A search's result so far: core's `Report`, with moves as text.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Report {
    /// Whether the search has ended.
    pub done: bool,
    /// As in core.
    pub best_move: Option<String>,
    /// As in core.
    pub value: i32,
    /// The score of a finished game that has this value, if only finished games have such values.
    pub score: Option<i32>,
    /// What `value` is counted in.
    pub unit: Unit,
    /// Core's `Bound`: 0 exact at this depth, 1 lower, 2 upper, 3 estimate, 4 unknown.
    pub bound: u8,
    /// As in core.
    pub proven: bool,
    /// As in core.
    pub depth: u32,
    /// As in core.
    pub line_ends_game: bool,
    /// As in core.
    pub counts: Counts,
    /// Core's `Stop`: 0 running, 1 completed, 2 nodes, 3 stopped, 4 capacity.
    pub stop: u8,
    /// The principal variation.
    pub line: Vec<String>,
    /// What capacity was exhausted, and what to do.
    pub error: Option<String>,
}

/// Core's `Counts`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Counts {
    /// As in core.
    pub generated: u64,
    /// As in core.
    pub expanded: u64,
    /// As in core.
    pub evaluated: u64,
    /// As in core.
    pub pruned_by_window: u64,
    /// As in core.
    pub pruned_by_estimate: u64,
    /// As in core.
    pub most_frames: u32,
    /// As in core.
    pub most_children: u32,
}

/// Both ends of a window or range, for MAX; infinite ones are `None`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Ends(pub Option<i32>, pub Option<i32>);

/// Why the rest of a node was skipped, as in `host/docs/trace.md`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[expect(missing_docs, reason = "host/docs/trace.md describes the fields")]
pub enum Cut {
    /// The value is outside the window.
    Window { value: i32, window: Ends },
    /// The estimated range is outside the window.
    Estimate { static_value: i32, depth: u32, range: Ends, window: Ends, by_child: bool },
    /// A shallow search says that a deep one would leave the window.
    Selective { value: i32, depth: u32, range: Ends, window: Ends },
    /// A table knows enough. The bound's number is as in [`Report`].
    Table { value: i32, bound: u8, window: Ends },
}

/// An event of a search, as in `host/docs/trace.md`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[expect(missing_docs, reason = "host/docs/trace.md describes the events and their fields")]
pub enum Event {
    Began { depth: u32, window: Ends, value: Option<i32> },
    PrincipalLeaf { ply: u32 },
    Expanded { ply: u32, children: u32 },
    Generated { ply: u32, mv: String, value: Option<i32> },
    Descended { ply: u32, mv: String, window: Ends },
    Reduced { ply: u32, mv: String, plies: u32 },
    Probing { ply: u32, depth: u32, window: Ends },
    Probed { ply: u32, depth: u32, value: i32 },
    Estimated { ply: u32, range: Ends, mv: Option<String> },
    Narrowed { ply: u32, window: Ends },
    Learned { lowest: i32, highest: i32 },
    Pruned { ply: u32, cut: Cut },
    BackedUp { ply: u32, mv: String, value: i32 },
    Returned { ply: u32, value: i32 },
}
