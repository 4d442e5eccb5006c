//! Parts of the strong player that can be left out, to measure what each is worth.

use crate::search::alpha_beta::{Entry, NullWindows, Table};
use crate::search::table::TranspositionTable;

/// A part that [`Strong::without`](super::Strong::without) leaves out.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum Part {
    /// Null windows: the middle game is then searched by alpha-beta.
    NullWindows,
    /// The moves that the table knows, in the middle game: only its values are then used.
    KnownMoves,
    /// Selective search: no node is then pruned by an estimate.
    Selectivity,
    /// Selective searches to the end of the game.
    SelectiveEnd,
    /// Proof of the winner and of the score: the end of a game is then searched as its middle is.
    Proof,
}

impl Part {
    /// Whether there are no selective searches to the end without it.
    pub(super) const fn is_selective(self) -> bool {
        matches!(self, Self::Selectivity | Self::SelectiveEnd | Self::Proof)
    }
}

/// Null windows, or none.
pub(super) const fn scout(without: Option<Part>) -> Option<NullWindows> {
    match without {
        Some(Part::NullWindows) => None,
        _ => Some(NullWindows),
    }
}

/// The table of the middle game, with or without its moves.
#[derive(Clone, Copy, Debug)]
pub(super) struct Known<'t> {
    pub(super) table: TranspositionTable<'t>,
    pub(super) moves: bool,
}

impl Table for Known<'_> {
    #[inline]
    fn serves(&self, depth: u32) -> bool {
        self.table.serves(depth)
    }

    #[inline]
    fn probe(&mut self, key: u64) -> Option<Entry> {
        let entry = self.table.probe(key)?;
        Some(Entry { best_move: entry.best_move.filter(|_| self.moves), ..entry })
    }

    #[inline]
    fn store(&mut self, key: u64, entry: Entry) {
        self.table.store(key, entry);
    }
}
