//! Chooses games.

use std::ops::RangeInclusive;

use plyscope_core::othello::{Board, Move};

use super::ggf::{GgfGame, GgfResult};
use super::{result_of, wthor_numbers, year_of};
use crate::game::Ending;
use crate::symmetry::images;

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

/// What a game must have; by default, nothing.
///
/// Names are whole names, in capitals or not, with `*` for any letters; `#55` is number 55 of a WTHOR database, whether that has names or
/// not.
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
        let [event, black, white] =
            wthor_numbers(game).map_or([None; 3], |numbers| numbers.map(Some));
        let named = |wanted: &Option<String>, name: &str, number: Option<u16>| {
            wanted.as_ref().is_none_or(|wanted| is_named(wanted, name, number))
        };
        let result = game.result.or_else(|| result_of(game));
        (named(&self.player, &game.black, black) || named(&self.player, &game.white, white))
            && named(&self.black, &game.black, black)
            && named(&self.white, &game.white, white)
            && named(&self.event, &game.place, event)
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

/// Whether a name, or its number in a WTHOR database, is the wanted one.
fn is_named(wanted: &str, name: &str, number: Option<u16>) -> bool {
    if let (Some(wanted), Some(number)) = (wanted.strip_prefix('#'), number)
        && wanted.parse() == Ok(number)
    {
        return true;
    }
    matches(&wanted.to_lowercase(), &name.to_lowercase())
}

/// Whether a text is the wanted one, in which `*` stands for any letters.
fn matches(wanted: &str, text: &str) -> bool {
    let Some((first, rest)) = wanted.split_once('*') else { return wanted == text };
    let Some(mut text) = text.strip_prefix(first) else { return false };
    let (middle, last) = rest.rsplit_once('*').unwrap_or(("", rest));
    for part in middle.split('*') {
        let Some(place) = text.find(part) else { return false };
        text = &text[place + part.len()..];
    }
    text.ends_with(last)
}

/// Whether a game has this position or one that is symmetric to it.
fn has(game: &GgfGame, board: &Board) -> bool {
    let wanted = images(board);
    let like = |other: &Board| other.empties().count_ones() == board.empties().count_ones();
    game.record()
        .positions()
        .any(|other| like(&other) && wanted.contains(&[other.mover, other.opponent]))
}
