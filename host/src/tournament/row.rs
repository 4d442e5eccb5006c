//! Games of a tournament as rows.

use plyscope_core::Counts;
use serde::{Deserialize, Serialize};

use super::TournamentError;
use crate::tree::MemoryUse;

/// What a player searched.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Work {
    /// Moves made.
    pub moves: u64,
    /// Nodes generated for them.
    pub generated: u64,
    /// Static evaluations for them.
    pub evaluated: u64,
    /// Moves for which a tree did not fit into memory.
    pub short_of_memory: u64,
    /// Processor time spent, in nanoseconds. Not part of rows, which do not depend on the machine.
    #[serde(skip)]
    pub nanos: u64,
}

impl Work {
    /// Adds another game's work.
    pub fn add(&mut self, other: &Self) {
        // A device counts for itself, and rows may have been edited.
        self.moves = self.moves.saturating_add(other.moves);
        self.generated = self.generated.saturating_add(other.generated);
        self.evaluated = self.evaluated.saturating_add(other.evaluated);
        self.short_of_memory = self.short_of_memory.saturating_add(other.short_of_memory);
        self.nanos = self.nanos.saturating_add(other.nanos);
    }

    pub(super) fn add_move(&mut self, counts: &Counts, memory: MemoryUse) {
        self.short_of_memory += u64::from(memory.linear + memory.pruned > 0);
        self.moves += 1;
        self.generated = self.generated.saturating_add(counts.generated);
        self.evaluated = self.evaluated.saturating_add(counts.evaluated);
    }
}

/// A finished game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct GameRow {
    /// Which unit of the tournament: a pair of games between two engines.
    pub unit: u64,
    /// Which start, from 0; it is played twice with sides swapped.
    pub pair: u64,
    /// The opening or the tree's seed.
    pub start: String,
    /// Who moved first from there, and who second.
    pub engines: [String; 2],
    /// The outcome for the one who moved first: discs in Othello, the leaf's value on random trees.
    pub outcome: i32,
    /// The moves from the start.
    pub moves: Vec<String>,
    /// What the two searched, in the order of `engines`.
    pub work: [Work; 2],
    /// The moves for which a tree did not fit into memory, and what was done about it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub short_of_memory: Vec<ShortOfMemory>,
    /// Why the game ended before its end, if it did. The one who forfeits it has lost it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub forfeit: Option<Forfeit>,
}

/// A game that was lost by what a player did, not by its moves: a search that needs more than this program's capacities, a
/// device that does not answer, a move that is none.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Forfeit {
    /// Who has lost the game.
    pub engine: String,
    /// Which move was due, from 0 at the start.
    pub ply: u64,
    /// What it did.
    pub reason: String,
}

/// A move for which a tree did not fit into memory.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct ShortOfMemory {
    /// Which move of the game, from 0 at its start.
    pub ply: u64,
    /// Nodes searched in linear space.
    pub linear: u64,
    /// Subtrees pruned to make room.
    pub pruned: u64,
}

impl GameRow {
    /// An error if a player has forfeited the game: for what compares work, of which half a game says nothing.
    pub(super) fn check_whole(&self) -> Result<(), TournamentError> {
        self.forfeit.as_ref().map_or(Ok(()), |forfeit| Err(forfeit.clone().into()))
    }
}

impl From<Forfeit> for TournamentError {
    fn from(Forfeit { engine, reason, .. }: Forfeit) -> Self {
        Self::Forfeited { engine, reason }
    }
}
