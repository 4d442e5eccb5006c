//! Games and positions as lines of text: transcripts as they are written, XOT openings and OBF positions.

use alloc::borrow::ToOwned as _;
use alloc::format;
use alloc::string::{String, ToString as _};
use alloc::vec::Vec;

use plyscope_core::othello::{Board, Colour, Move};

use super::ggf::GgfGame;
use crate::game::Problem;

/// Discs of an XOT opening beyond the first four.
pub(super) const XOT: usize = 8;

/// The property that keeps what follows the board in OBF.
const LISTED: &str = "OBF";

/// The moves without passes and spaces. `None` if the game does not begin at the start.
pub(super) fn transcript(game: &GgfGame) -> Option<String> {
    let whole = (game.start, game.first) == (Board::START, Colour::Black);
    let squares = game.moves.iter().filter(|played| played.mv != Move::PASS);
    whole.then(|| squares.map(|played| played.mv.to_string()).collect())
}

/// A position of OBF as a game without moves.
pub(super) fn read_obf(line: &str) -> Result<GgfGame, String> {
    let problem: Problem = line.parse().map_err(|error| format!("{error}"))?;
    let mut game = GgfGame::new(problem.board, problem.mover);
    let listed = line.split_once(';').map_or("", |(_, listed)| listed.trim());
    if !listed.is_empty() {
        game.others.push((LISTED.to_owned(), listed.to_owned()));
    }
    Ok(game)
}

/// The positions of a game with these numbers of empty squares as lines of OBF, without those where the side to move must pass. A
/// game without moves gives its start, whose scores are kept.
pub(super) fn obf(game: &GgfGame, empties: Option<u32>) -> Vec<String> {
    let record = game.record();
    let known = super::wthor_games::known_score(game);
    let listed = game.others.iter().find(|(name, _)| name == LISTED);
    let mut lines = Vec::new();
    let mut colour = game.first;
    for board in record.positions() {
        let count = board.empties().count_ones();
        if empties.is_none_or(|wanted| wanted == count) && !board.must_pass() {
            let mut line = board_text(&board, colour);
            let listed = listed.filter(|_| board == game.start);
            let listed = listed.map(|(_, listed)| format!("{line}; {listed}"));
            // Any program may have written that property of a game of GGF, where it may have several lines.
            let is_line =
                |whole: &String| !whole.contains('\n') && whole.parse::<Problem>().is_ok();
            if let Some(whole) = listed.filter(is_line) {
                line = whole;
            } else {
                line += ";";
                if let Some((_, score)) = known.filter(|&(depth, _)| depth == count) {
                    let score = if colour == Colour::Black { score } else { -score };
                    line += &format!(" {score:+}");
                }
            }
            lines.push(line);
        }
        colour = colour.other();
    }
    lines
}

/// A board as [`parse_board`](plyscope_core::othello::parse_board) reads it.
#[must_use]
pub fn board_text(board: &Board, mover: Colour) -> String {
    let letter = |square: u8| match (board.mover >> square & 1, board.opponent >> square & 1) {
        (1, _) => mover.letter(),
        (_, 1) => mover.other().letter(),
        _ => '-',
    };
    (0..64).map(letter).chain([' ', mover.letter()]).collect()
}
