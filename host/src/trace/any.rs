//! One type of game for all that is traced: random trees, hexapawn, Connect Four, Othello, and trees typed in by hand. So the
//! searches are compiled with an observer only once.

use plyscope_core::connect_four::{ConnectFour, OpenLines};
use plyscope_core::hexapawn::{Hexapawn, PawnCount};
use plyscope_core::othello::Othello;
use plyscope_core::random_tree::{NoisyEdgeCostSum, RandomTree};
use plyscope_core::{Ends, Evaluator, Game, Outcome, Side, Value};

use crate::domain::OthelloEvaluation;
use crate::game::listed::ListTree;

/// A position, move or enumeration of one game was given to another.
fn mixed() -> ! {
    unreachable!("positions and moves are those of one game")
}

/// Declares the games, with the evaluation of each.
macro_rules! games {
    ($($name:ident: $game:ty, $evaluation:ty;)*) => {
        /// A game.
        #[derive(Clone, Debug)]
        pub enum AnyGame {
            $(#[doc = concat!("`", stringify!($game), "`.")] $name($game),)*
        }

        /// A position of one of the games.
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        pub enum AnyPosition {
            $(#[doc = concat!("Of `", stringify!($game), "`.")] $name(<$game as Game>::Position),)*
        }

        /// A move of one of the games.
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        pub enum AnyMove {
            $(#[doc = concat!("Of `", stringify!($game), "`.")] $name(<$game as Game>::Move),)*
        }

        /// The moves that are left of a position of one of the games.
        #[derive(Clone, Debug)]
        pub enum AnyMoves {
            $(#[doc = concat!("Of `", stringify!($game), "`.")] $name(<$game as Game>::Moves),)*
        }

        /// An evaluation of one of the games.
        #[derive(Clone, Debug)]
        pub enum AnyEvaluation {
            $(#[doc = concat!("Of `", stringify!($game), "`.")] $name($evaluation),)*
        }

        impl Game for AnyGame {
            type Position = AnyPosition;
            type Move = AnyMove;
            type Moves = AnyMoves;

            fn moves(&self, position: &AnyPosition) -> AnyMoves {
                match (self, position) {
                    $((Self::$name(game), AnyPosition::$name(at)) => AnyMoves::$name(game.moves(at)),)*
                    _ => mixed(),
                }
            }

            fn next_child(
                &self,
                position: &AnyPosition,
                moves: &mut AnyMoves,
            ) -> Option<(AnyMove, AnyPosition)> {
                match (self, position, moves) {
                    $((Self::$name(game), AnyPosition::$name(at), AnyMoves::$name(moves)) => {
                        let (mv, child) = game.next_child(at, moves)?;
                        Some((AnyMove::$name(mv), AnyPosition::$name(child)))
                    })*
                    _ => mixed(),
                }
            }

            fn play(&self, position: &AnyPosition, mv: AnyMove) -> AnyPosition {
                match (self, position, mv) {
                    $((Self::$name(game), AnyPosition::$name(at), AnyMove::$name(mv)) => {
                        AnyPosition::$name(game.play(at, mv))
                    })*
                    _ => mixed(),
                }
            }

            fn outcome(&self, position: &AnyPosition) -> Option<Outcome> {
                match (self, position) {
                    $((Self::$name(game), AnyPosition::$name(at)) => game.outcome(at),)*
                    _ => mixed(),
                }
            }

            fn key(&self, position: &AnyPosition) -> Option<u64> {
                match (self, position) {
                    $((Self::$name(game), AnyPosition::$name(at)) => game.key(at),)*
                    _ => mixed(),
                }
            }

            fn has_more(&self, position: &AnyPosition, moves: &AnyMoves) -> bool {
                match (self, position, moves) {
                    $((Self::$name(game), AnyPosition::$name(at), AnyMoves::$name(moves)) => {
                        game.has_more(at, moves)
                    })*
                    _ => mixed(),
                }
            }

            fn mover(&self, position: &AnyPosition) -> Side {
                match (self, position) {
                    $((Self::$name(game), AnyPosition::$name(at)) => game.mover(at),)*
                    _ => mixed(),
                }
            }

            fn is_legal(&self, position: &AnyPosition, mv: AnyMove) -> bool {
                match (self, position, mv) {
                    $((Self::$name(game), AnyPosition::$name(at), AnyMove::$name(mv)) => {
                        game.is_legal(at, mv)
                    })*
                    _ => mixed(),
                }
            }

            fn count_moves(&self, position: &AnyPosition) -> u64 {
                match (self, position) {
                    $((Self::$name(game), AnyPosition::$name(at)) => game.count_moves(at),)*
                    _ => mixed(),
                }
            }

            fn pack(&self, mv: AnyMove, number: u32) -> u32 {
                match (self, mv) {
                    $((Self::$name(game), AnyMove::$name(mv)) => game.pack(mv, number),)*
                    _ => mixed(),
                }
            }

            fn packed(&self, position: &AnyPosition, mv: AnyMove) -> u32 {
                match (self, position, mv) {
                    $((Self::$name(game), AnyPosition::$name(at), AnyMove::$name(mv)) => {
                        game.packed(at, mv)
                    })*
                    _ => mixed(),
                }
            }

            fn unpack(&self, position: &AnyPosition, packed: u32) -> Option<AnyMove> {
                match (self, position) {
                    $((Self::$name(game), AnyPosition::$name(at)) => {
                        game.unpack(at, packed).map(AnyMove::$name)
                    })*
                    _ => mixed(),
                }
            }
        }

        /// It keeps no state from position to position: the values are the same.
        impl Evaluator<AnyPosition> for AnyEvaluation {
            type State = ();

            fn state(&self, _: &AnyPosition) {}

            fn evaluate(&self, position: &AnyPosition, _: &()) -> Value {
                match (self, position) {
                    $((Self::$name(evaluation), AnyPosition::$name(at)) => {
                        evaluation.evaluate(at, &evaluation.state(at))
                    })*
                    _ => mixed(),
                }
            }

            fn finished(&self, outcome: Outcome) -> Value {
                match self {
                    $(Self::$name(evaluation) => {
                        Evaluator::<<$game as Game>::Position>::finished(evaluation, outcome)
                    })*
                }
            }

            fn leaf_value(
                &self,
                position: &AnyPosition,
                _: &(),
                ends: Ends,
                outcome: impl FnOnce() -> Option<Outcome>,
            ) -> Value {
                match (self, position) {
                    $((Self::$name(evaluation), AnyPosition::$name(at)) => {
                        evaluation.leaf_value(at, &evaluation.state(at), ends, outcome)
                    })*
                    _ => mixed(),
                }
            }
        }
    };
}

games! {
    RandomTree: RandomTree, NoisyEdgeCostSum;
    Hexapawn: Hexapawn<3, 3>, PawnCount<3, 3>;
    ConnectFour: ConnectFour, OpenLines;
    Othello: Othello, OthelloEvaluation;
    Typed: ListTree, ListTree;
}
