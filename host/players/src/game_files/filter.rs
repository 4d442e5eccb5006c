//! Chooses games.

use std::ops::RangeInclusive;

use plyscope_core::othello::{Board, Move};

use super::ggf::{GgfGame, GgfResult};
use super::{result_of, year_of};
use crate::domain::symmetric_copies;
use crate::game::Ending;

/// Who won.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Winner {
    /// Black.
    Black,
    /// White.
    White,
    /// Nobody.
    Draw,
}

impl Winner {
    /// Who won with this result.
    #[must_use]
    pub fn of(result: GgfResult) -> Self {
        if result.discs > 0.0 {
            Self::Black
        } else if result.discs < 0.0 {
            Self::White
        } else {
            Self::Draw
        }
    }
}

/// What a game must have; by default, nothing. Names are parts of names, in capitals or not.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Filter {
    /// Black's or White's name.
    pub player: Option<String>,
    /// Black's name.
    pub black: Option<String>,
    /// White's name.
    pub white: Option<String>,
    /// The tournament's or place's name.
    pub event: Option<String>,
    /// The year.
    pub years: Option<RangeInclusive<u16>>,
    /// Who won.
    pub winner: Option<Winner>,
    /// Black's discs minus White's.
    pub score: Option<RangeInclusive<i32>>,
    /// Number of discs placed.
    pub length: Option<RangeInclusive<u32>>,
    /// A position of the game, mirrored or not, whichever moves lead there.
    pub opening: Option<Board>,
    /// Played to its end.
    pub finished: bool,
}

/// The number of discs placed in a game.
#[must_use]
pub fn discs_placed(game: &GgfGame) -> u32 {
    game.moves.iter().filter(|played| played.mv != Move::PASS).count() as u32
}

impl Filter {
    /// Whether a game has all that.
    #[must_use]
    pub fn accepts(&self, game: &GgfGame) -> bool {
        let named = |wanted: &Option<String>, name: &str| {
            wanted.as_ref().is_none_or(|part| name.to_lowercase().contains(&part.to_lowercase()))
        };
        let result = game.result.or_else(|| result_of(game));
        (named(&self.player, &game.black) || named(&self.player, &game.white))
            && named(&self.black, &game.black)
            && named(&self.white, &game.white)
            && named(&self.event, &game.place)
            && self
                .years
                .as_ref()
                .is_none_or(|years| year_of(&game.date).is_some_and(|year| years.contains(&year)))
            && self.winner.is_none_or(|winner| result.map(Winner::of) == Some(winner))
            && self.score.as_ref().is_none_or(|range| {
                result.is_some_and(|result| {
                    f64::from(*range.start()) <= result.discs
                        && result.discs <= f64::from(*range.end())
                })
            })
            && self.length.as_ref().is_none_or(|range| range.contains(&discs_placed(game)))
            && self.opening.as_ref().is_none_or(|board| has(game, board))
            && (!self.finished || matches!(game.record().ending(), Ending::Over(_)))
    }
}

/// Whether a game has this position or one that is symmetric to it.
fn has(game: &GgfGame, board: &Board) -> bool {
    let wanted = symmetric_copies(board);
    let like = |other: &Board| other.empties().count_ones() == board.empties().count_ones();
    game.record()
        .positions()
        .any(|other| like(&other) && wanted.contains(&[other.mover, other.opponent]))
}
