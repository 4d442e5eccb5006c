//! Files of games.

use alloc::string::{String, ToString as _};

use plyscope_core::othello::{Board, Colour, Move};
use plyscope_games::game_files::{Format, NameFiles, board_text, ggf::GgfGame, read};

use crate::message::{Games, Listed};

/// The most broken records that are told.
const MOST_BROKEN: usize = 5;

/// The games of a file, or of text without a name. Its content decides what it is.
pub(crate) fn opened(bytes: &[u8], name: &str) -> Result<Games, String> {
    // Names of WTHOR databases are in other files.
    let found = read(bytes, Format::of(name, bytes), &NameFiles::default());
    let found = found.map_err(|error| error.to_string())?;
    let games = found.games.into_iter().map(|(_, game)| listed(game)).collect();
    let broken = found.broken.iter().take(MOST_BROKEN).map(|broken| broken.to_string()).collect();
    Ok(Games { games, broken })
}

fn listed(game: GgfGame) -> Listed {
    let is_usual = (game.start, game.first) == (Board::START, Colour::Black);
    let name = |mv: Move| mv.to_string();
    Listed {
        from: if is_usual { String::new() } else { board_text(&game.start, game.first) },
        moves: game.moves.iter().map(|played| name(played.mv)).collect(),
        result: game.result.map(|result| result.discs as i32),
        black: game.black,
        white: game.white,
        place: game.place,
        date: game.date,
    }
}
