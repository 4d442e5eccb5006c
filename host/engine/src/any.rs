//! Several games as one, chosen at run time, so that searches are compiled once for all of them.

/// Declares `AnyGame`, `AnyPosition`, `AnyMove`, `AnyMoves` and `AnyEvaluation`: these games with an evaluation of each. A crate that
/// uses it depends on `plyscope-core`.
///
/// ```
/// use plyscope_core::Game as _;
/// use plyscope_core::connect_four::{ConnectFour, Discs, OpenLines};
/// use plyscope_core::hexapawn::{Hexapawn, PawnCount};
///
/// plyscope_engine::any_game! {
///     ConnectFour: ConnectFour, OpenLines;
///     Hexapawn: Hexapawn<3, 3>, PawnCount<3, 3>;
/// }
///
/// let start = AnyPosition::ConnectFour(Discs::START);
/// assert_eq!(AnyGame::ConnectFour(ConnectFour).count_moves(&start), 7);
/// ```
#[macro_export]
macro_rules! any_game {
    ($vis:vis $($name:ident: $game:ty, $evaluation:ty;)*) => {
        /// A position, move or enumeration of one game was given to another.
        fn mixed() -> ! {
            unreachable!("positions and moves are those of one game")
        }

        /// A game.
        #[derive(Clone, Debug)]
        $vis enum AnyGame {
            $(#[doc = concat!("`", stringify!($game), "`.")] $name($game),)*
        }

        /// A position of one of the games.
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        $vis enum AnyPosition {
            $(#[doc = concat!("Of `", stringify!($game), "`.")] $name(<$game as ::plyscope_core::Game>::Position),)*
        }

        /// A move of one of the games.
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        $vis enum AnyMove {
            $(#[doc = concat!("Of `", stringify!($game), "`.")] $name(<$game as ::plyscope_core::Game>::Move),)*
        }

        /// The moves that are left of a position of one of the games.
        #[derive(Clone, Debug)]
        $vis enum AnyMoves {
            $(#[doc = concat!("Of `", stringify!($game), "`.")] $name(<$game as ::plyscope_core::Game>::Moves),)*
        }

        /// An evaluation of one of the games.
        #[derive(Clone, Debug)]
        $vis enum AnyEvaluation {
            $(#[doc = concat!("Of `", stringify!($game), "`.")] $name($evaluation),)*
        }

        impl ::plyscope_core::Game for AnyGame {
            type Position = AnyPosition;
            type Move = AnyMove;
            type Moves = AnyMoves;

            const EXTRA_MOVES: bool = false $(|| <$game as ::plyscope_core::Game>::EXTRA_MOVES)*;

            fn moves(&self, position: &AnyPosition) -> AnyMoves {
                match (self, position) {
                    $((Self::$name(game), AnyPosition::$name(at)) => AnyMoves::$name(::plyscope_core::Game::moves(game, at)),)*
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
                        let (mv, child) = ::plyscope_core::Game::next_child(game, at, moves)?;
                        Some((AnyMove::$name(mv), AnyPosition::$name(child)))
                    })*
                    _ => mixed(),
                }
            }

            fn play(&self, position: &AnyPosition, mv: AnyMove) -> AnyPosition {
                match (self, position, mv) {
                    $((Self::$name(game), AnyPosition::$name(at), AnyMove::$name(mv)) => {
                        AnyPosition::$name(::plyscope_core::Game::play(game, at, mv))
                    })*
                    _ => mixed(),
                }
            }

            fn outcome(&self, position: &AnyPosition) -> Option<::plyscope_core::Outcome> {
                match (self, position) {
                    $((Self::$name(game), AnyPosition::$name(at)) => ::plyscope_core::Game::outcome(game, at),)*
                    _ => mixed(),
                }
            }

            fn most_plies(&self, position: &AnyPosition) -> Option<u32> {
                match (self, position) {
                    $((Self::$name(game), AnyPosition::$name(at)) => ::plyscope_core::Game::most_plies(game, at),)*
                    _ => mixed(),
                }
            }

            fn key(&self, position: &AnyPosition) -> Option<u64> {
                match (self, position) {
                    $((Self::$name(game), AnyPosition::$name(at)) => ::plyscope_core::Game::key(game, at),)*
                    _ => mixed(),
                }
            }

            fn moves_from(&self, position: &AnyPosition, count: u32) -> AnyMoves {
                match (self, position) {
                    $((Self::$name(game), AnyPosition::$name(at)) => {
                        AnyMoves::$name(::plyscope_core::Game::moves_from(game, at, count))
                    })*
                    _ => mixed(),
                }
            }

            fn lines_meet(&self) -> bool {
                match self {
                    $(Self::$name(game) => ::plyscope_core::Game::lines_meet(game),)*
                }
            }

            fn has_more(&self, position: &AnyPosition, moves: &AnyMoves) -> bool {
                match (self, position, moves) {
                    $((Self::$name(game), AnyPosition::$name(at), AnyMoves::$name(moves)) => {
                        ::plyscope_core::Game::has_more(game, at, moves)
                    })*
                    _ => mixed(),
                }
            }

            fn mover(&self, position: &AnyPosition) -> ::plyscope_core::Side {
                match (self, position) {
                    $((Self::$name(game), AnyPosition::$name(at)) => ::plyscope_core::Game::mover(game, at),)*
                    _ => mixed(),
                }
            }

            fn is_legal(&self, position: &AnyPosition, mv: AnyMove) -> bool {
                match (self, position, mv) {
                    $((Self::$name(game), AnyPosition::$name(at), AnyMove::$name(mv)) => {
                        ::plyscope_core::Game::is_legal(game, at, mv)
                    })*
                    _ => mixed(),
                }
            }

            fn count_moves(&self, position: &AnyPosition) -> u64 {
                match (self, position) {
                    $((Self::$name(game), AnyPosition::$name(at)) => ::plyscope_core::Game::count_moves(game, at),)*
                    _ => mixed(),
                }
            }

            fn pack(&self, mv: AnyMove, number: u32) -> u32 {
                match (self, mv) {
                    $((Self::$name(game), AnyMove::$name(mv)) => ::plyscope_core::Game::pack(game, mv, number),)*
                    _ => mixed(),
                }
            }

            fn packed(&self, position: &AnyPosition, mv: AnyMove) -> u32 {
                match (self, position, mv) {
                    $((Self::$name(game), AnyPosition::$name(at), AnyMove::$name(mv)) => {
                        ::plyscope_core::Game::packed(game, at, mv)
                    })*
                    _ => mixed(),
                }
            }

            fn unpack(&self, position: &AnyPosition, packed: u32) -> Option<AnyMove> {
                match (self, position) {
                    $((Self::$name(game), AnyPosition::$name(at)) => {
                        ::plyscope_core::Game::unpack(game, at, packed).map(AnyMove::$name)
                    })*
                    _ => mixed(),
                }
            }
        }

        /// It keeps no state from position to position: the values are the same.
        impl ::plyscope_core::Evaluator<AnyPosition> for AnyEvaluation {
            type State = ();

            fn state(&self, _: &AnyPosition) {}

            fn evaluate(&self, position: &AnyPosition, _: &()) -> ::plyscope_core::Value {
                match (self, position) {
                    $((Self::$name(evaluation), AnyPosition::$name(at)) => {
                        ::plyscope_core::Evaluator::evaluate(evaluation, at, &::plyscope_core::Evaluator::state(evaluation, at))
                    })*
                    _ => mixed(),
                }
            }

            fn finished(&self, outcome: ::plyscope_core::Outcome) -> ::plyscope_core::Value {
                match self {
                    $(Self::$name(evaluation) => {
                        ::plyscope_core::Evaluator::<<$game as ::plyscope_core::Game>::Position>::finished(evaluation, outcome)
                    })*
                }
            }

            fn leaf_value(
                &self,
                position: &AnyPosition,
                _: &(),
                ends: ::plyscope_core::Ends,
                outcome: impl FnOnce() -> Option<::plyscope_core::Outcome>,
            ) -> ::plyscope_core::Value {
                match (self, position) {
                    $((Self::$name(evaluation), AnyPosition::$name(at)) => {
                        ::plyscope_core::Evaluator::leaf_value(evaluation, at, &::plyscope_core::Evaluator::state(evaluation, at), ends, outcome)
                    })*
                    _ => mixed(),
                }
            }
        }
    };
}

/// Implements an evaluation that is chosen at run time, so that searches are compiled once for all of them. It keeps no state from
/// position to position: the values are the same.
///
/// ```
/// use plyscope_core::othello::{Board, DiscDifference, Simple};
/// use plyscope_core::static_value;
///
/// #[derive(Clone, Copy)]
/// enum Evaluation {
///     Simple,
///     Discs,
/// }
///
/// plyscope_engine::any_evaluation! {
///     Board, Evaluation { Self::Simple => Simple, Self::Discs => DiscDifference }
/// }
///
/// assert_eq!(static_value(&plyscope_core::othello::Othello, &Evaluation::Discs, &Board::START).get(), 0);
/// ```
#[macro_export]
macro_rules! any_evaluation {
    ($position:ty, $evaluation:ident { $($variant:pat => $one:expr),+ $(,)? }) => {
        impl ::plyscope_core::Evaluator<$position> for $evaluation {
            type State = ();

            #[inline]
            fn state(&self, _: &$position) {}

            #[inline]
            fn evaluate(&self, position: &$position, _: &()) -> ::plyscope_core::Value {
                match self {
                    $($variant => {
                        let state = ::plyscope_core::Evaluator::<$position>::state(&$one, position);
                        ::plyscope_core::Evaluator::<$position>::evaluate(&$one, position, &state)
                    })+
                }
            }

            #[inline]
            fn finished(&self, outcome: ::plyscope_core::Outcome) -> ::plyscope_core::Value {
                match self {
                    $($variant => ::plyscope_core::Evaluator::<$position>::finished(&$one, outcome),)+
                }
            }

            #[inline]
            fn leaf_value(
                &self,
                position: &$position,
                _: &(),
                ends: ::plyscope_core::Ends,
                outcome: impl FnOnce() -> Option<::plyscope_core::Outcome>,
            ) -> ::plyscope_core::Value {
                match self {
                    $($variant => {
                        let state = ::plyscope_core::Evaluator::<$position>::state(&$one, position);
                        ::plyscope_core::Evaluator::<$position>::leaf_value(&$one, position, &state, ends, outcome)
                    })+
                }
            }
        }
    };
}
