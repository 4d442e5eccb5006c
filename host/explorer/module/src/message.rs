//! The messages between a page and the module. The page's side is `site/messages.js`. Asks are in `postcard`'s encoding, where the
//! order of variants and fields counts; answers are JSON, in the words of the command.

use alloc::string::String;
use alloc::vec::Vec;

use plyscope_core::{Counts, Stop};
use plyscope_engine::judged::BoundKind;
use plyscope_engine::steps::Told;
use plyscope_engine::typed::TypedNode;
use serde::{Deserialize, Serialize};

/// A position, in words.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Place<'a> {
    /// `othello`, a small game such as `connect-four`, or `random-tree` with its options, such as
    /// `random-tree branching=uniform:5,seed=3`; `tree` is a typed one.
    pub game: &'a str,
    /// The position from which `moves` start: of Othello 64 squares and the side to move, as `plyscope search othello
    /// --position` takes it; of a typed tree its text, as `plyscope trace` takes it. Empty for the game's start.
    pub from: &'a str,
    /// The moves since, in the game's notation, such as `f5d6c3`; on trees the numbers of children, from 1: `1 4 2`.
    pub moves: &'a str,
}

/// What a page asks.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Ask<'a> {
    /// What this module is.
    Identity,
    /// A position's squares and moves.
    Look(#[serde(borrow)] Place<'a>),
    /// Begins a search of a position and ends the last one. Answered by a report.
    Start(#[serde(borrow)] Place<'a>, /** as in `tournament --engine` */ &'a str),
    /// Goes on until this many more nodes are generated or the search ends. Answered by a report.
    Step(u64),
    /// Ends the search. Answered by a report.
    Stop,
    /// Counts the leaves of the game tree so many plies below a position.
    Perft(#[serde(borrow)] Place<'a>, /** plies */ u32),
    /// As [`Start`](Self::Start), with a record of what the search does.
    Trace(#[serde(borrow)] Place<'a>, /** as in `tournament --engine` */ &'a str),
    /// What was recorded since the last time.
    Events,
    /// The games of a file of Othello, or of text that was pasted.
    Games(/** what it has */ &'a [u8], /** the file's name, or nothing */ &'a str),
}

/// An answer.
#[derive(Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Answer {
    Identity(Identity),
    Seen(Seen),
    Report(Report),
    Leaves(u64),
    /// What was asked for cannot be done: what is wrong, and what to do.
    Refused(String),
    /// As in `host/docs/trace.md`.
    Events(Vec<Told>),
    Games(Games),
}

/// What is in a file.
#[derive(Debug, Serialize)]
pub(crate) struct Games {
    pub(crate) games: Vec<Listed>,
    /// What cannot be read: the first records, and why.
    pub(crate) broken: Vec<String>,
}

/// A game of a file.
#[derive(Debug, Serialize)]
pub(crate) struct Listed {
    pub(crate) black: String,
    pub(crate) white: String,
    pub(crate) place: String,
    pub(crate) date: String,
    /// Black's discs minus White's, if the file says so.
    pub(crate) result: Option<i32>,
    /// Where it begins, as in [`Place`].
    pub(crate) from: String,
    pub(crate) moves: String,
}

/// What a module is.
#[derive(Debug, Serialize)]
pub(crate) struct Identity {
    pub(crate) version: &'static str,
    /// The fingerprint of the weights of `patterns-small`.
    pub(crate) weights: u32,
    /// The greatest depth of a search.
    pub(crate) plies: usize,
}

/// A position.
#[derive(Debug, Serialize)]
pub(crate) struct Seen {
    pub(crate) game: &'static str,
    /// The side to move: 0 for the one that moves first in this game, else 1.
    pub(crate) side: u8,
    /// The number of the board's columns; 0 if the game has no board.
    pub(crate) columns: u8,
    /// As [`squares`](plyscope_engine::small::AnyGame::squares) writes them.
    pub(crate) squares: String,
    pub(crate) moves: Vec<String>,
    /// The score of a finished game, for the side that would move.
    pub(crate) outcome: Option<i32>,
    /// The moves that led here; passes that were left out are added.
    pub(crate) line: Vec<String>,
    /// A typed tree.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) tree: Option<TypedNode>,
}

/// A search's result so far: core's `Report`, with moves as text, and what its value means.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Report {
    /// Whether the search has ended.
    pub(crate) done: bool,
    pub(crate) best_move: Option<String>,
    /// As in core, for comparison with another search of the same kind.
    pub(crate) value: i32,
    /// The value in words, such as `+1.23` or `won by 12`.
    pub(crate) words: String,
    /// How the game ends, if the value says so: `won`, `drawn` or `lost`.
    pub(crate) result: Option<&'static str>,
    /// The value in hundredths of a disc, if it counts discs.
    pub(crate) centidiscs: Option<i32>,
    pub(crate) bound: BoundKind,
    /// What the bound means, in a sentence.
    pub(crate) meaning: &'static str,
    pub(crate) depth: u32,
    pub(crate) counts: Counts,
    pub(crate) stop: Stop,
    /// The principal variation.
    pub(crate) line: Vec<String>,
    /// What capacity was exhausted, and what to do.
    pub(crate) error: Option<String>,
}
