//! What a game must tell so that its tree can be kept in memory with sixteen bytes a node.

use plyscope_core::Game;
use plyscope_core::hexapawn::{Hexapawn, PawnMove, Pawns};
use plyscope_core::othello::{Board, Move, Othello};
use plyscope_core::random_tree::{Child, Node, RandomTree};

/// A game whose moves can be packed into 29 bits.
pub trait TreeGame: Game {
    /// The move as a number below 2^29.
    fn pack(&self, mv: Self::Move) -> u32;

    /// The move of `position` that was packed into `packed`.
    fn unpack(&self, position: &Self::Position, packed: u32) -> Self::Move;

    /// Skips the first `count` moves of an enumeration that has just begun.
    fn skip(&self, position: &Self::Position, moves: &mut Self::Moves, count: usize) {
        for _ in 0..count {
            self.next_child(position, moves);
        }
    }
}

impl TreeGame for RandomTree {
    #[inline]
    fn pack(&self, mv: Child) -> u32 {
        mv.number()
    }

    #[inline]
    fn unpack(&self, node: &Node, packed: u32) -> Child {
        self.nth_child(node, packed)
    }
}

impl TreeGame for Othello {
    #[inline]
    fn pack(&self, mv: Move) -> u32 {
        mv.square().map_or(64, u32::from)
    }

    #[inline]
    fn unpack(&self, _: &Board, packed: u32) -> Move {
        u8::try_from(packed).ok().and_then(Move::to).unwrap_or(Move::PASS)
    }
}

impl<const COLUMNS: usize, const ROWS: usize> TreeGame for Hexapawn<COLUMNS, ROWS> {
    fn pack(&self, mv: PawnMove) -> u32 {
        u32::from(mv.from) << 8 | u32::from(mv.to)
    }

    fn unpack(&self, _: &Pawns, packed: u32) -> PawnMove {
        PawnMove { from: (packed >> 8) as u8, to: packed as u8 }
    }
}
