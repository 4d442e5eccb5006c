//! Random trees, Connect Four and hexapawn as one game, chosen at run time.
//!
//! Where every search is compiled for several games, this takes a third of the room. What a node costs more hardly matters where
//! searches are looked at. Othello has searches of its own.

use alloc::string::{String, ToString as _};

use plyscope_core::connect_four::{ConnectFour, Discs, OpenLines};
use plyscope_core::hexapawn::{Hexapawn, PawnCount, Pawns};
use plyscope_core::othello::Board;
use plyscope_core::random_tree::{NoisyEdgeCostSum, RandomTree};
use plyscope_core::{Game as _, Side};

use super::moves::{pieces, play_line};
use super::{GameKind, Knowledge, PLIES, TreeParameters, column_name, pawn_move_name};

crate::any_game! {
    pub RandomTree: RandomTree, NoisyEdgeCostSum;
    ConnectFour: ConnectFour, OpenLines;
    Hexapawn: Hexapawn<3, 3>, PawnCount<3, 3>;
}

impl AnyGame {
    /// Which game it is.
    #[must_use]
    pub const fn kind(&self) -> GameKind {
        match self {
            Self::RandomTree(_) => GameKind::RandomTree,
            Self::ConnectFour(_) => GameKind::ConnectFour,
            Self::Hexapawn(_) => GameKind::Hexapawn,
        }
    }

    /// The name of a move.
    #[must_use]
    pub fn move_name(mv: AnyMove) -> String {
        match mv {
            AnyMove::RandomTree(child) => child.number().to_string(),
            AnyMove::ConnectFour(column) => column_name(column),
            AnyMove::Hexapawn(mv) => pawn_move_name(mv),
        }
    }

    /// Whether MAX moves at this position, if it is the root of a search.
    #[must_use]
    pub fn root_is_max(&self, root: &AnyPosition) -> bool {
        // Only random trees have a MAX of their own; elsewhere MAX is who moves first.
        self.kind() != GameKind::RandomTree || self.mover(root) == Side::Max
    }

    /// Upper bound on the remaining plies.
    #[must_use]
    pub fn most_plies(&self, position: &AnyPosition) -> u32 {
        match (self, position) {
            (Self::RandomTree(tree), AnyPosition::RandomTree(node)) => {
                tree.game_depth().saturating_sub(node.depth())
            }
            (_, AnyPosition::ConnectFour(discs)) => connect_four_plies(discs),
            (_, AnyPosition::Hexapawn(pawns)) => hexapawn_plies(pawns),
            _ => u32::MAX,
        }
    }

    /// Greatest useful search depth, in plies.
    #[must_use]
    pub const fn deepest_search(&self) -> u32 {
        match self {
            Self::RandomTree(tree) => tree.game_depth(),
            Self::ConnectFour(_) => 42,
            Self::Hexapawn(_) => PLIES as u32,
        }
    }

    /// Whether the side that moves second in this game is to move.
    #[must_use]
    pub fn second_moves(&self, position: &AnyPosition) -> bool {
        match position {
            AnyPosition::RandomTree(_) => self.mover(position) == Side::Min,
            AnyPosition::ConnectFour(discs) => discs.all.count_ones() % 2 == 1,
            AnyPosition::Hexapawn(pawns) => pawns.mover == Side::Max,
        }
    }

    /// The squares from the upper left on: `X` for those of the side that moves first, `O` for the other's, `-` for empty ones. Random
    /// trees have none.
    #[must_use]
    pub fn squares(&self, position: &AnyPosition) -> String {
        let bits = |rows: u32, columns: u32, bit: fn(u32, u32) -> u32| {
            (0..rows).rev().flat_map(move |row| (0..columns).map(move |column| bit(row, column)))
        };
        match position {
            AnyPosition::RandomTree(_) => String::new(),
            AnyPosition::ConnectFour(discs) => {
                let bits = bits(6, 7, |row, column| 7 * column + row);
                squares(bits, discs.mover, discs.opponent(), self.second_moves(position))
            }
            AnyPosition::Hexapawn(pawns) => {
                let bits = bits(3, 3, |row, column| 3 * row + column);
                squares(bits, pawns.white, pawns.black, false)
            }
        }
    }

    /// What the game knows about the values of its evaluation.
    #[must_use]
    pub fn knowledge(&self, evaluation: &AnyEvaluation) -> Knowledge {
        match self {
            Self::RandomTree(tree) => {
                let noise = match evaluation {
                    AnyEvaluation::RandomTree(noise) => *noise,
                    _ => NoisyEdgeCostSum::default(),
                };
                Knowledge::of_random_tree(tree.edge_costs(), noise)
            }
            Self::Hexapawn(_) => Knowledge::HEXAPAWN,
            Self::ConnectFour(_) => Knowledge::CONNECT_FOUR,
        }
    }
}

impl AnyEvaluation {
    /// Its name.
    #[must_use]
    pub const fn name(&self) -> &'static str {
        match self {
            Self::RandomTree(_) => "edge-cost-sum",
            Self::ConnectFour(_) => "open-lines",
            Self::Hexapawn(_) => "pawn-count",
        }
    }
}

/// Squares, given by their bits, as text: `X` for those of the side that moves first, `O` for the other's, `-` for empty ones.
pub fn squares(
    bits: impl Iterator<Item = u32>,
    mover: u64,
    opponent: u64,
    second_moves: bool,
) -> String {
    let (first, second) = if second_moves { (opponent, mover) } else { (mover, opponent) };
    let owner = |bit| match (first >> bit & 1, second >> bit & 1) {
        (1, _) => 'X',
        (_, 1) => 'O',
        _ => '-',
    };
    bits.map(owner).collect()
}

/// Upper bound on the plies that remain in Connect Four.
#[must_use]
pub const fn connect_four_plies(discs: &Discs) -> u32 {
    42 - discs.all.count_ones()
}

/// Upper bound on the plies that remain in hexapawn: a pawn has at most as many moves as rows ahead of it.
#[must_use]
pub fn hexapawn_plies(pawns: &Pawns) -> u32 {
    let rows = |pawns: u64, ahead: fn(u32) -> u32| {
        (0..9)
            .filter(|square| pawns >> square & 1 == 1)
            .map(|square| ahead(square / 3))
            .sum::<u32>()
    };
    rows(pawns.black, |row| 2 - row) + rows(pawns.white, |row| row)
}

/// Upper bound on the plies that remain in Othello: there is at most one pass between two discs.
#[must_use]
pub const fn othello_plies(board: &Board) -> u32 {
    2 * board.empties().count_ones()
}

/// The position of Connect Four after these columns from the start, such as `44 4326`.
///
/// # Errors
/// The illegal move, and the legal ones.
pub fn discs_after(line: &str) -> Result<Discs, String> {
    play_line(&ConnectFour, Discs::START, column_name, &pieces(line, 1))
}

/// The position of hexapawn after these moves (`a3a2b1a2`) from the start.
///
/// # Errors
/// The illegal move, and the legal ones.
pub fn pawns_after(line: &str) -> Result<Pawns, String> {
    play_line(&Hexapawn::<3, 3>, Hexapawn::<3, 3>::start(), pawn_move_name, &pieces(line, 4))
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

/// A position of Connect Four.
#[must_use]
pub const fn connect_four(discs: Discs) -> Posed {
    let (game, evaluation) =
        (AnyGame::ConnectFour(ConnectFour), AnyEvaluation::ConnectFour(OpenLines));
    (game, AnyPosition::ConnectFour(discs), evaluation)
}

/// A position of hexapawn.
#[must_use]
pub const fn hexapawn(pawns: Pawns) -> Posed {
    let (game, evaluation) = (AnyGame::Hexapawn(Hexapawn), AnyEvaluation::Hexapawn(PawnCount));
    (game, AnyPosition::Hexapawn(pawns), evaluation)
}

/// The root of a random tree.
#[must_use]
pub fn random_tree(parameters: &TreeParameters, seed: u32) -> Posed {
    let tree = parameters.tree(seed);
    let root = AnyPosition::RandomTree(tree.root());
    let evaluation = AnyEvaluation::RandomTree(NoisyEdgeCostSum::new(parameters.noise));
    (AnyGame::RandomTree(tree), root, evaluation)
}
