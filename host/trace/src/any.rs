//! One type of game for all that is traced, so that searches are compiled with an observer only once.

use plyscope_core::othello::Othello;

use plyscope_players::domain::OthelloEvaluation;
use plyscope_players::engine::small;
use plyscope_players::game::listed::ListTree;

plyscope_engine::any_game! {
    pub Small: small::AnyGame, small::AnyEvaluation;
    Othello: Othello, OthelloEvaluation;
    Typed: ListTree, ListTree;
}

/// The name of a move. Children of typed trees have numbers, from 1.
pub(super) fn name(mv: AnyMove) -> String {
    match mv {
        AnyMove::Small(mv) => small::AnyGame::move_name(mv),
        AnyMove::Othello(mv) => mv.to_string(),
        AnyMove::Typed(number) => (number + 1).to_string(),
    }
}
