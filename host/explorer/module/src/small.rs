//! Random trees, Connect Four and hexapawn as one game, chosen at run time.
//!
//! Every search is compiled once for all three, which halves the module. What a node costs more hardly matters: these games
//! are here to be looked at. Othello has searches of its own.

use alloc::string::{String, ToString as _};

use plyscope_core::connect_four::{ConnectFour, Discs, OpenLines};
use plyscope_core::hexapawn::{Hexapawn, PawnCount, PawnMove, PawnMoves, Pawns};
use plyscope_core::random_tree::{Child, Children, Node, NoisyEdgeCostSum, RandomTree};
use plyscope_core::{Ends, Evaluator, Game, Outcome, Side, Value};

/// The notes' hexapawn.
pub(crate) type Notes = Hexapawn<3, 3>;

/// One of the games.
#[derive(Clone, Debug)]
pub(crate) enum Small {
    Tree(RandomTree),
    ConnectFour,
    Hexapawn,
}

/// A position of that game.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Position {
    Tree(Node),
    ConnectFour(Discs),
    Hexapawn(Pawns),
}

/// A move of that game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Move {
    Tree(Child),
    ConnectFour(u8),
    Hexapawn(PawnMove),
}

/// An enumeration of moves.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Moves {
    Tree(Children),
    ConnectFour(u64),
    Hexapawn(PawnMoves),
    /// Of a position of another game. There is none.
    None,
}

/// The name of a move, as on the desktop.
pub(crate) fn name(mv: Move) -> String {
    match mv {
        Move::Tree(child) => child.number().to_string(),
        Move::ConnectFour(column) => (column + 1).to_string(),
        Move::Hexapawn(PawnMove { from, to }) => [from, to]
            .iter()
            .flat_map(|place| [char::from(b'a' + place % 3), char::from(b'1' + place / 3)])
            .collect(),
    }
}

/// Passes a call on to the game of a position.
macro_rules! passed_on {
    ($game:expr, $position:expr, $g:ident, $p:ident => $call:expr, $none:expr) => {
        match ($game, $position) {
            (Small::Tree($g), Position::Tree($p)) => $call,
            (Small::ConnectFour, Position::ConnectFour($p)) => {
                let $g = &ConnectFour;
                $call
            }
            (Small::Hexapawn, Position::Hexapawn($p)) => {
                let $g = &Notes {};
                $call
            }
            _ => $none,
        }
    };
}

impl Game for Small {
    type Position = Position;
    type Move = Move;
    type Moves = Moves;

    #[inline]
    fn moves(&self, position: &Position) -> Moves {
        match (self, position) {
            (Self::Tree(tree), Position::Tree(node)) => Moves::Tree(tree.moves(node)),
            (Self::ConnectFour, Position::ConnectFour(discs)) => {
                Moves::ConnectFour(ConnectFour.moves(discs))
            }
            (Self::Hexapawn, Position::Hexapawn(pawns)) => Moves::Hexapawn(Notes {}.moves(pawns)),
            _ => Moves::None,
        }
    }

    #[inline]
    fn next_child(&self, position: &Position, moves: &mut Moves) -> Option<(Move, Position)> {
        match (self, position, moves) {
            (Self::Tree(tree), Position::Tree(node), Moves::Tree(moves)) => tree
                .next_child(node, moves)
                .map(|(mv, child)| (Move::Tree(mv), Position::Tree(child))),
            (Self::ConnectFour, Position::ConnectFour(discs), Moves::ConnectFour(moves)) => {
                ConnectFour
                    .next_child(discs, moves)
                    .map(|(mv, child)| (Move::ConnectFour(mv), Position::ConnectFour(child)))
            }
            (Self::Hexapawn, Position::Hexapawn(pawns), Moves::Hexapawn(moves)) => Notes {}
                .next_child(pawns, moves)
                .map(|(mv, child)| (Move::Hexapawn(mv), Position::Hexapawn(child))),
            _ => None,
        }
    }

    #[inline]
    fn play(&self, position: &Position, mv: Move) -> Position {
        match (self, position, mv) {
            (Self::Tree(tree), Position::Tree(node), Move::Tree(mv)) => {
                Position::Tree(tree.play(node, mv))
            }
            (Self::ConnectFour, Position::ConnectFour(discs), Move::ConnectFour(mv)) => {
                Position::ConnectFour(ConnectFour.play(discs, mv))
            }
            (Self::Hexapawn, Position::Hexapawn(pawns), Move::Hexapawn(mv)) => {
                Position::Hexapawn(Notes {}.play(pawns, mv))
            }
            _ => *position,
        }
    }

    #[inline]
    fn outcome(&self, position: &Position) -> Option<Outcome> {
        passed_on!(self, position, game, position => game.outcome(position), None)
    }

    #[inline]
    fn key(&self, position: &Position) -> Option<u64> {
        passed_on!(self, position, game, position => game.key(position), None)
    }

    #[inline]
    fn has_more(&self, position: &Position, moves: &Moves) -> bool {
        match (self, position, moves) {
            (Self::Tree(tree), Position::Tree(node), Moves::Tree(moves)) => {
                tree.has_more(node, moves)
            }
            (Self::ConnectFour, Position::ConnectFour(discs), Moves::ConnectFour(moves)) => {
                ConnectFour.has_more(discs, moves)
            }
            (Self::Hexapawn, Position::Hexapawn(pawns), Moves::Hexapawn(moves)) => {
                Notes {}.has_more(pawns, moves)
            }
            _ => false,
        }
    }

    #[inline]
    fn mover(&self, position: &Position) -> Side {
        passed_on!(self, position, game, position => game.mover(position), Side::Max)
    }

    #[inline]
    fn is_legal(&self, position: &Position, mv: Move) -> bool {
        match (self, position, mv) {
            (Self::Tree(tree), Position::Tree(node), Move::Tree(mv)) => tree.is_legal(node, mv),
            (Self::ConnectFour, Position::ConnectFour(discs), Move::ConnectFour(mv)) => {
                ConnectFour.is_legal(discs, mv)
            }
            (Self::Hexapawn, Position::Hexapawn(pawns), Move::Hexapawn(mv)) => {
                Notes {}.is_legal(pawns, mv)
            }
            _ => false,
        }
    }

    #[inline]
    fn count_moves(&self, position: &Position) -> u64 {
        passed_on!(self, position, game, position => game.count_moves(position), 0)
    }
}

/// The evaluation of each game: the sum of edge costs, with noise or none; open lines; pawns.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Usual {
    pub(crate) noise: NoisyEdgeCostSum,
}

impl Evaluator<Position> for Usual {
    type State = ();

    #[inline]
    fn state(&self, _: &Position) {}

    #[inline]
    fn evaluate(&self, position: &Position, _: &()) -> Value {
        match position {
            Position::Tree(node) => self.noise.evaluate(node, &()),
            Position::ConnectFour(discs) => OpenLines.evaluate(discs, &()),
            Position::Hexapawn(pawns) => PawnCount::<3, 3>.evaluate(pawns, &()),
        }
    }

    #[inline]
    fn leaf_value(
        &self,
        position: &Position,
        _: &(),
        ends: Ends,
        outcome: impl FnOnce() -> Option<Outcome>,
    ) -> Value {
        match position {
            Position::Tree(node) => self.noise.leaf_value(node, &(), ends, outcome),
            Position::ConnectFour(discs) => OpenLines.leaf_value(discs, &(), ends, outcome),
            Position::Hexapawn(pawns) => PawnCount::<3, 3>.leaf_value(pawns, &(), ends, outcome),
        }
    }
}
