//! Random trees, Connect Four and hexapawn as one game, chosen at run time.
//!
//! Every search is compiled once for all three, which halves the module. What a node costs more hardly matters: these games
//! are here to be looked at. Othello has searches of its own.

use alloc::string::{String, ToString as _};

use plyscope_core::connect_four::{ConnectFour, OpenLines};
use plyscope_core::hexapawn::{Hexapawn, PawnCount};
use plyscope_core::random_tree::{NoisyEdgeCostSum, RandomTree};
use plyscope_engine::{Knowledge, column_name, pawn_move_name};

plyscope_engine::any_game! {
    pub(crate) RandomTree: RandomTree, NoisyEdgeCostSum;
    ConnectFour: ConnectFour, OpenLines;
    Hexapawn: Hexapawn<3, 3>, PawnCount<3, 3>;
}

/// The name of a move.
pub(crate) fn name(mv: AnyMove) -> String {
    match mv {
        AnyMove::RandomTree(child) => child.number().to_string(),
        AnyMove::ConnectFour(column) => column_name(column),
        AnyMove::Hexapawn(mv) => pawn_move_name(mv),
    }
}

/// What a game knows about the values of its evaluation.
pub(crate) fn knowledge(game: &AnyGame, evaluation: &AnyEvaluation) -> Knowledge {
    match (game, evaluation) {
        (AnyGame::RandomTree(tree), AnyEvaluation::RandomTree(noise)) => {
            Knowledge::of_random_tree(tree.edge_costs(), *noise)
        }
        (AnyGame::Hexapawn(_), _) => Knowledge::HEXAPAWN,
        _ => Knowledge::CONNECT_FOUR,
    }
}
