//! The games that always begin at the same start, and random trees, as one game that is chosen at run time.
//!
//! A small game implements [`SmallGame`] and is in the list of [`for_small_games!`](crate::for_small_games): the command, its
//! tournaments, games against people, traces and the explorer then have it.
//!
//! Where every search is compiled for several games, [`AnyGame`] takes a third of the room. What a node costs more hardly matters where
//! searches are looked at. Othello has searches of its own.

mod breakthrough;
mod clobber;
mod connect_four;
mod hex;
mod hexapawn;
mod tic_tac_toe;

use alloc::string::{String, ToString as _};
use alloc::vec::Vec;
use core::fmt::Debug;

pub use plyscope_core::connect_four::ConnectFour;
use plyscope_core::othello::Board;
use plyscope_core::random_tree::{NoisyEdgeCostSum, RandomTree};
use plyscope_core::steps::Step;
pub use plyscope_core::tic_tac_toe::TicTacToe;
use plyscope_core::{Evaluator, Game, Side};

use super::moves::{pieces, play_line};
use super::{GameKind, Knowledge, PLIES, TreeParameters};

/// Breakthrough on 6 x 6 squares.
pub type Breakthrough = plyscope_core::breakthrough::Breakthrough<6, 6>;
/// Clobber on 6 x 5 squares.
pub type Clobber = plyscope_core::clobber::Clobber<6, 5>;
/// Hex on 7 x 7 cells.
pub type Hex = plyscope_core::hex::Hex<7>;
/// Hexapawn on the lecture notes' board.
pub type Hexapawn = plyscope_core::hexapawn::Hexapawn<3, 3>;

/// A square: its column from the left and its row from below. Of a whole board, the numbers of columns and rows.
pub type Square = (u8, u8);

/// The openings of a game's tournaments: the positions some plies from its start.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct OpeningLines {
    /// The plies of an opening unless others are asked for.
    pub usual: u32,
    /// The most plies.
    pub most: u32,
    /// The plies in experiments.
    pub experiments: u32,
    /// Whether the seed shuffles them. Otherwise they are played in their order.
    pub shuffled: bool,
    /// What they are, for help.
    pub about: &'static str,
}

/// A game that always begins at the same start: all that is known of it besides its rules.
pub trait SmallGame:
    Game<
        Position: Copy + Eq + Debug + Send + Sync + 'static,
        Move: Copy + Eq + Debug + Send + 'static,
        Moves: 'static,
    > + Copy
    + Default
    + Eq
    + Debug
    + Send
    + Sync
    + 'static
{
    /// Its evaluation.
    type Evaluation: Evaluator<Self::Position, State: 'static> + Copy + Default + Debug + 'static;

    /// Which one it is.
    const KIND: SmallKind;
    /// The name on command lines, in messages and in files.
    const NAME: &'static str;
    /// The name in sentences.
    const TITLE: &'static str;
    /// The game in a line, for help.
    const ABOUT: &'static str;
    /// How a line of moves is written, for help.
    const LINES: &'static str;
    /// The length of each move in a line without blanks.
    const MOVE_LENGTH: usize;
    /// The openings of tournaments.
    const OPENINGS: OpeningLines;
    /// The name of its evaluation.
    const EVALUATION: &'static str;
    /// What is known about the evaluation's values.
    const KNOWLEDGE: Knowledge;
    /// The greatest value that a graph of a game shows.
    const GREATEST: f64;
    /// Greatest useful search depth, in plies.
    const DEEPEST: u32 = PLIES as u32;
    /// The sides in results of searches, the one that moves first before the other.
    const SIDES: [&'static str; 2] = ["the first player", "the second player"];
    /// The players' names where people play, the one that moves first before the other.
    const PLAYERS: [&'static str; 2] = ["White", "Black"];
    /// Their pieces.
    const PIECES: [char; 2] = ['O', 'X'];
    /// Whether values are for the second of [the sides](Self::SIDES), which is MAX, instead of the side to move.
    const VALUES_FOR_MAX: bool = false;
    /// The start.
    const START: Self::Position;
    /// The numbers of columns and rows.
    const BOARD: Square;

    /// The name of a move.
    fn move_name(mv: Self::Move) -> String;

    /// Upper bound on the remaining plies.
    fn most_plies(position: &Self::Position) -> u32;

    /// Whether the side that moves second in this game is to move.
    fn second_moves(position: &Self::Position) -> bool;

    /// Whether games of tournaments may begin here.
    fn is_opening(position: &Self::Position) -> bool {
        let _ = position;
        true
    }

    /// What symmetric positions have in common and others do not; `None` if the game does not know symmetric positions.
    fn image(position: &Self::Position) -> Option<[u64; 2]> {
        let _ = position;
        None
    }

    /// Who has a piece on this square: 0 for the side that moves first, 1 for the other.
    fn owner(position: &Self::Position, square: Square) -> Option<usize>;

    /// The square that a move leaves.
    fn origin(mv: Self::Move) -> Option<Square> {
        let _ = mv;
        None
    }

    /// The square that a legal move of this position goes to, or the move that led to the position if it `was_played`.
    fn target(position: &Self::Position, mv: Self::Move, was_played: bool) -> Square;

    /// The name of a column: `a` for the first.
    fn column_name(column: u8) -> String {
        char::from(b'a' + column).to_string()
    }

    /// The name of a row: 1 for the lowest.
    fn row_name(row: u8) -> String {
        (row + 1).to_string()
    }

    /// The state of the game in a few words.
    fn standing(position: &Self::Position) -> String;

    /// The moves of a line.
    #[must_use]
    fn line(text: &str) -> Vec<String> {
        pieces(text, Self::MOVE_LENGTH)
    }

    /// The position after these moves from the start.
    ///
    /// # Errors
    /// The illegal move, and the legal ones.
    fn after(line: &str) -> Result<Self::Position, String> {
        play_line(&Self::default(), Self::START, Self::move_name, &Self::line(line))
    }
}

/// The list of small games: types of [`small`](crate::small), which are also the names of variants. They are given to a macro, behind
/// what else it needs.
#[macro_export]
macro_rules! for_small_games {
    ($($macro:tt)::+, $($context:tt)*) => {
        $($macro)::+! { $($context)* Breakthrough Clobber ConnectFour Hex Hexapawn TicTacToe }
    };
}

/// Evaluates an expression with `$game` as an alias of the type of a small game.
///
/// ```
/// use plyscope_engine::small::{SmallGame as _, SmallKind};
/// use plyscope_engine::with_small;
///
/// let columns = |game: SmallKind| with_small!(game, Game => Game::BOARD.0);
/// assert_eq!(columns(SmallKind::ConnectFour), 7);
/// ```
#[macro_export]
macro_rules! with_small {
    ([$kind:expr, $game:ident => $value:expr] $($name:ident)*) => {
        match $kind {
            $($crate::small::SmallKind::$name => {
                type $game = $crate::small::$name;
                $value
            })*
        }
    };
    ($kind:expr, $game:ident => $value:expr) => {
        $crate::for_small_games!($crate::with_small, [$kind, $game => $value])
    };
}

/// Declares everything that has a variant for each small game.
macro_rules! declare {
    ($($name:ident)*) => {
        crate::any_game! {
            pub RandomTree: RandomTree, NoisyEdgeCostSum;
            $($name: $name, <$name as SmallGame>::Evaluation;)*
        }

        /// One of the small games.
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        pub enum SmallKind {
            $(#[doc = concat!("[`", stringify!($name), "`].")] $name,)*
        }

        impl SmallKind {
            /// All small games.
            pub const ALL: &[Self] = &[$(Self::$name),*];

            /// The game at its start.
            #[must_use]
            pub fn start(self) -> Posed {
                match self {
                    $(Self::$name => {
                        let evaluation = AnyEvaluation::$name(<$name as SmallGame>::Evaluation::default());
                        (AnyGame::$name($name::default()), AnyPosition::$name($name::START), evaluation)
                    })*
                }
            }
        }

        impl GameKind {
            /// All games.
            pub const ALL: &[Self] = &[$(Self::Small(SmallKind::$name),)* Self::Othello, Self::RandomTree];
            /// Their names.
            pub const NAMES: &[&str] = &[$($name::NAME,)* Self::Othello.name(), Self::RandomTree.name()];
        }

        impl AnyGame {
            /// Which game it is.
            #[must_use]
            pub const fn kind(&self) -> GameKind {
                match self {
                    Self::RandomTree(_) => GameKind::RandomTree,
                    $(Self::$name(_) => GameKind::Small(SmallKind::$name),)*
                }
            }

            /// The name of a move.
            #[must_use]
            pub fn move_name(mv: AnyMove) -> String {
                match mv {
                    // People count from 1.
                    AnyMove::RandomTree(child) => (u64::from(child.number()) + 1).to_string(),
                    $(AnyMove::$name(mv) => $name::move_name(mv),)*
                }
            }

            /// Upper bound on the remaining plies.
            #[must_use]
            pub fn most_plies(&self, position: &AnyPosition) -> u32 {
                match (self, position) {
                    (Self::RandomTree(tree), AnyPosition::RandomTree(node)) => {
                        tree.game_depth().saturating_sub(node.depth())
                    }
                    $((_, AnyPosition::$name(at)) => <$name as SmallGame>::most_plies(at),)*
                    _ => u32::MAX,
                }
            }

            /// Greatest useful search depth, in plies.
            #[must_use]
            pub const fn deepest_search(&self) -> u32 {
                match self {
                    Self::RandomTree(tree) => tree.game_depth(),
                    $(Self::$name(_) => $name::DEEPEST,)*
                }
            }

            /// Whether the side that moves second in this game is to move.
            #[must_use]
            pub fn second_moves(&self, position: &AnyPosition) -> bool {
                match position {
                    AnyPosition::RandomTree(_) => self.mover(position) == Side::Min,
                    $(AnyPosition::$name(at) => $name::second_moves(at),)*
                }
            }

            /// The number of the board's columns, and the squares from the upper left on: `X` for those of the side that moves first, `O`
            /// for the other's, `-` for empty ones. Random trees have none.
            #[must_use]
            pub fn squares(&self, position: &AnyPosition) -> (u8, String) {
                match position {
                    AnyPosition::RandomTree(_) => (0, String::new()),
                    $(AnyPosition::$name(at) => ($name::BOARD.0, squares::<$name>(at)),)*
                }
            }

            /// What the game knows about the values of its evaluation.
            #[must_use]
            pub fn knowledge(&self, evaluation: &AnyEvaluation) -> Knowledge {
                match (self, evaluation) {
                    (Self::RandomTree(tree), AnyEvaluation::RandomTree(noise)) => {
                        Knowledge::of_random_tree(tree.edge_costs(), *noise)
                    }
                    (Self::RandomTree(tree), _) => {
                        Knowledge::of_random_tree(tree.edge_costs(), NoisyEdgeCostSum::default())
                    }
                    $((Self::$name(_), _) => $name::KNOWLEDGE,)*
                }
            }
        }

        impl AnyEvaluation {
            /// Its name.
            #[must_use]
            pub const fn name(&self) -> &'static str {
                match self {
                    Self::RandomTree(_) => "edge-cost-sum",
                    $(Self::$name(_) => $name::EVALUATION,)*
                }
            }
        }
    };
}

crate::for_small_games!(declare,);

impl SmallKind {
    /// The name on command lines, in messages and in files.
    #[must_use]
    pub const fn name(self) -> &'static str {
        with_small!(self, Game => Game::NAME)
    }
}

impl AnyGame {
    /// Whether MAX moves at this position, if it is the root of a search.
    #[must_use]
    pub fn root_is_max(&self, root: &AnyPosition) -> bool {
        // Only random trees have a MAX of their own; elsewhere MAX is who moves first.
        self.kind() != GameKind::RandomTree || self.mover(root) == Side::Max
    }
}

/// Row by row from the top, as [`AnyGame::squares`] says.
fn squares<G: SmallGame>(position: &G::Position) -> String {
    let (columns, rows) = G::BOARD;
    let squares = (0..rows).rev().flat_map(|row| (0..columns).map(move |column| (column, row)));
    squares
        .map(|square| match G::owner(position, square) {
            None => '-',
            Some(0) => 'X',
            Some(_) => 'O',
        })
        .collect()
}

/// The name of a step on a board whose squares are numbered row by row from below: both squares.
fn step_name<G: SmallGame>(step: Step) -> String {
    let (columns, _) = G::BOARD;
    let name = |square| G::column_name(square % columns) + &G::row_name(square / columns);
    name(step.from) + &name(step.to)
}

/// Upper bound on the plies that remain in Othello: there is at most one pass between two discs.
#[must_use]
pub const fn othello_plies(board: &Board) -> u32 {
    2 * board.empties().count_ones()
}

/// A game with its evaluation and a position.
pub type Posed = (AnyGame, AnyPosition, AnyEvaluation);

/// The position after these moves, by their names.
///
/// # Errors
/// The move that is not legal, and the legal ones.
pub fn after((game, start, evaluation): Posed, line: &[String]) -> Result<Posed, String> {
    let position = play_line(&game, start, AnyGame::move_name, line)?;
    Ok((game, position, evaluation))
}

/// The root of a random tree.
#[must_use]
pub fn random_tree(parameters: &TreeParameters, seed: u32) -> Posed {
    let tree = parameters.tree(seed);
    let root = AnyPosition::RandomTree(tree.root());
    let evaluation = AnyEvaluation::RandomTree(NoisyEdgeCostSum::new(parameters.noise));
    (AnyGame::RandomTree(tree), root, evaluation)
}
