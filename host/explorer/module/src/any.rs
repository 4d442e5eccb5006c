//! All games of the module but Othello as one, so that each search is compiled once for them.

use alloc::string::{String, ToString as _};

use plyscope_engine::listed::ListTree;
use plyscope_engine::small;

plyscope_engine::any_game! {
    pub(crate) Small: small::AnyGame, small::AnyEvaluation;
    Typed: ListTree, ListTree;
}

/// The name of a move. Children of typed trees have numbers, from 1.
pub(crate) fn name(mv: AnyMove) -> String {
    match mv {
        AnyMove::Small(mv) => small::AnyGame::move_name(mv),
        AnyMove::Typed(number) => (number + 1).to_string(),
    }
}
