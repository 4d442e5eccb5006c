//! Moves by their names.

use alloc::borrow::ToOwned as _;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use plyscope_core::Game;

/// The moves of a position with the positions they lead to, in the game's order.
pub fn children<G: Game>(
    game: &G,
    position: &G::Position,
) -> impl Iterator<Item = (G::Move, G::Position)> {
    let mut moves = game.moves(position);
    core::iter::from_fn(move || game.next_child(position, &mut moves))
}

/// A text that is not a legal move.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{text:?} is not legal there: {}", list(.legal))]
pub struct MoveError {
    /// The text.
    pub text: String,
    /// The legal moves; empty if the game is over.
    pub legal: Vec<String>,
}

/// Maximum number of moves to list.
fn list(legal: &[String]) -> String {
    const MOST: usize = 30;
    match legal {
        [] => "the game is over".to_owned(),
        legal if legal.len() <= MOST => legal.join(", "),
        legal => format!("{} and {} more", legal[..MOST].join(", "), legal.len() - MOST),
    }
}

impl MoveError {
    /// The error for a text that is not the name of a legal move.
    pub fn new<G: Game>(
        game: &G,
        position: &G::Position,
        name: impl Fn(G::Move) -> String,
        text: &str,
    ) -> Self {
        let legal = children(game, position).map(|(mv, _)| name(mv)).collect();
        Self { text: text.to_owned(), legal }
    }
}

/// The legal move of this name, and the position after it.
///
/// # Errors
/// [`MoveError`] lists the legal moves.
pub fn find_move<G: Game>(
    game: &G,
    position: &G::Position,
    name: impl Fn(G::Move) -> String,
    text: &str,
) -> Result<(G::Move, G::Position), MoveError> {
    let named = children(game, position).find(|&(mv, _)| name(mv) == text);
    named.ok_or_else(|| MoveError::new(game, position, name, text))
}

/// The position after moves with these names.
///
/// # Errors
/// The number of the move that is not legal, and the legal ones.
pub fn play_line<G: Game>(
    game: &G,
    start: G::Position,
    name: impl Fn(G::Move) -> String,
    moves: &[String],
) -> Result<G::Position, String> {
    (1..).zip(moves).try_fold(start, |position, (number, text)| {
        let found = find_move(game, &position, &name, text);
        found.map(|(_, child)| child).map_err(|error| format!("move {number}, {error}"))
    })
}

/// A line without spaces between its moves, in pieces of this many characters.
#[must_use]
pub fn pieces(line: &str, length: usize) -> Vec<String> {
    let characters: Vec<char> = line.chars().filter(|c| !c.is_whitespace()).collect();
    characters.chunks(length).map(|piece| piece.iter().collect()).collect()
}

#[cfg(test)]
mod tests {
    use super::MoveError;

    #[test]
    fn an_error_lists_the_legal_moves_but_not_hundreds() {
        let legal = |count: u32| (0..count).map(|number| number.to_string()).collect();
        let error = |count| MoveError { text: "x".to_owned(), legal: legal(count) }.to_string();
        assert_eq!(error(0), "\"x\" is not legal there: the game is over");
        assert_eq!(error(2), "\"x\" is not legal there: 0, 1");
        assert!(error(200).ends_with(", 28, 29 and 170 more"));
    }
}
