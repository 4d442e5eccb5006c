//! One type of game for all that is traced, so that searches are compiled with an observer only once.

use plyscope_core::connect_four::{ConnectFour, OpenLines};
use plyscope_core::hexapawn::{Hexapawn, PawnCount};
use plyscope_core::othello::Othello;
use plyscope_core::random_tree::{NoisyEdgeCostSum, RandomTree};

use crate::domain::OthelloEvaluation;
use crate::game::listed::ListTree;

plyscope_engine::any_game! {
    pub RandomTree: RandomTree, NoisyEdgeCostSum;
    Hexapawn: Hexapawn<3, 3>, PawnCount<3, 3>;
    ConnectFour: ConnectFour, OpenLines;
    Othello: Othello, OthelloEvaluation;
    Typed: ListTree, ListTree;
}
