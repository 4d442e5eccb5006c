//! Setting a position up with the cursor.

use super::super::look::Player;

/// A position being set up.
pub(super) struct Editor {
    /// Whose piece stands on each square.
    pub(super) pieces: Vec<Option<Player>>,
    /// Who is to move.
    pub(super) to_move: Player,
}

impl Editor {
    pub(super) fn put(&mut self, square: usize, piece: Option<Player>) {
        if let Some(there) = self.pieces.get_mut(square) {
            *there = piece;
        }
    }
}
