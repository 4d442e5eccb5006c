//! Games of tournaments as games of GGF.

use plyscope_core::othello::{Colour, Move, parse_moves};

use super::ggf::{GgfGame, GgfMove, GgfResult};
use super::transcript_moves;
use crate::tournament::GameRow;

/// A game of a tournament of Othello: the opening, the moves with their values and times as far as the row has them,
/// the engines as players, and the place. `None` if the row is of
/// another game.
#[must_use]
pub fn game_of_row(row: &GameRow, place: &str) -> Option<GgfGame> {
    let mut game = GgfGame::default();
    place.clone_into(&mut game.place);
    let opening = transcript_moves(&row.start).ok()?;
    game.moves.extend(opening.into_iter().map(GgfMove::from));
    let mut record = game.record();
    // The engine that moves first has White after an opening of odd length.
    let (_, first) = parse_moves(&row.start).ok()?;
    for (ply, name) in row.moves.iter().enumerate() {
        let mv: Move = name.parse().ok()?;
        record.play(mv).ok()?;
        let centidiscs = row.centidiscs.get(ply).copied().flatten();
        game.moves.push(GgfMove {
            mv,
            discs: centidiscs.map(|value| f64::from(value) / 100.0),
            seconds: row.milliseconds.get(ply).map(|&time| time as f64 / 1000.0),
        });
    }
    let [a, b] = &row.engines;
    let (black, white, sign) = match first {
        Colour::Black => (a, b, 1.0),
        Colour::White => (b, a, -1.0),
    };
    (game.black, game.white) = (black.clone(), white.clone());
    let ending = row.forfeit.as_ref().map(|_| 'l');
    game.result = Some(GgfResult { discs: sign * f64::from(row.outcome), ending });
    Some(game)
}
