//! Rows: the games of a tournament.

use plyscope_core::Counts;
use plyscope_tree::MemoryUse;
use serde::{Deserialize, Serialize};

use super::TournamentError;

/// A player's work.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Work {
    /// Moves made.
    pub moves: u64,
    /// Nodes generated.
    pub generated: u64,
    /// Static evaluations.
    pub evaluated: u64,
    /// Moves whose tree did not fit into memory.
    pub short_of_memory: u64,
    /// Nodes for which a search began to generate children. Not part of rows.
    #[serde(skip)]
    pub expanded: u64,
    /// Processor time in nanoseconds. Not part of rows, which do not depend on the machine.
    #[serde(skip)]
    pub nanos: u64,
    /// Most bytes that the tree of a move has taken; 0 without one. Not part of rows either.
    #[serde(skip)]
    pub bytes: u64,
}

impl Work {
    /// Adds another game's work.
    pub fn add(&mut self, other: &Self) {
        // Counts may come from a device, or from edited rows.
        self.moves = self.moves.saturating_add(other.moves);
        self.generated = self.generated.saturating_add(other.generated);
        self.evaluated = self.evaluated.saturating_add(other.evaluated);
        self.short_of_memory = self.short_of_memory.saturating_add(other.short_of_memory);
        self.expanded = self.expanded.saturating_add(other.expanded);
        self.nanos = self.nanos.saturating_add(other.nanos);
        self.bytes = self.bytes.max(other.bytes);
    }

    pub(super) fn add_move(&mut self, counts: &Counts, memory: MemoryUse) {
        self.short_of_memory += u64::from(memory.linear + memory.pruned > 0);
        self.moves += 1;
        self.bytes = self.bytes.max(memory.bytes);
        self.generated = self.generated.saturating_add(counts.generated);
        self.evaluated = self.evaluated.saturating_add(counts.evaluated);
        self.expanded = self.expanded.saturating_add(counts.expanded);
    }
}

/// A finished game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct GameRow {
    /// The unit of the tournament, a pair of games between two engines.
    pub unit: u64,
    /// The start, from 0; each is played twice with sides swapped.
    pub pair: u64,
    /// The opening or the tree's seed.
    pub start: String,
    /// The engines that moved first and second.
    pub engines: [String; 2],
    /// The outcome for the engine that moved first: discs in Othello, the leaf's value on random trees.
    pub outcome: i32,
    /// The moves from the start.
    pub moves: Vec<String>,
    /// For each move, the value of the search that chose it, in hundredths of a disc for the side that moves; null where it is not
    /// known, or only a bound. Without any, empty.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub centidiscs: Vec<Option<i32>>,
    /// For each move, the time that it took, in milliseconds; empty unless an engine has a limit of time, because rows of other games
    /// do not depend on the machine.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub milliseconds: Vec<u64>,
    /// The work of both, in the order of `engines`.
    pub work: [Work; 2],
    /// The moves whose tree did not fit into memory.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub short_of_memory: Vec<ShortOfMemory>,
    /// The forfeit that ended the game, if one did.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub forfeit: Option<Forfeit>,
}

/// A game lost by forfeit: the search exceeds this program's capacity, the device does not answer, or the move is
/// illegal.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Forfeit {
    /// The engine that lost.
    pub engine: String,
    /// The ply of the move due, from 0.
    pub ply: u64,
    /// The reason.
    pub reason: String,
}

/// A move whose tree did not fit into memory.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct ShortOfMemory {
    /// The ply, from 0.
    pub ply: u64,
    /// Nodes searched in linear space.
    pub linear: u64,
    /// Subtrees pruned to make room.
    pub pruned: u64,
}

impl GameRow {
    /// An error if a player forfeited the game, for comparing work. It says which game, so that it can be played again.
    pub(super) fn check_whole(&self) -> Result<(), TournamentError> {
        let Some(Forfeit { engine, ply, reason }) = &self.forfeit else { return Ok(()) };
        let ([first, second], start) = (&self.engines, &self.start);
        let reason = format!("{reason} (ply {ply} of {first:?} against {second:?} from {start})");
        Err(TournamentError::Forfeited { engine: engine.clone(), reason })
    }
}

impl From<Forfeit> for TournamentError {
    fn from(Forfeit { engine, reason, .. }: Forfeit) -> Self {
        Self::Forfeited { engine, reason }
    }
}
