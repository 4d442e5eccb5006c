//! Domineering on 4 x 4 squares: one side places dominoes upright, the other flat; whoever cannot has lost.

use plyscope_core::{Evaluator, Game, Outcome, Value};
use plyscope_players::domain::{DomainError, Evaluations, Openings, Rules};

/// Columns, and rows. Square s is in column s % 4 of row s / 4.
const SIZE: u32 = 4;
/// The squares but those of the last column, and but those of the last row: where the first half of a domino can be.
const FLAT: u16 = 0x7777;
const UPRIGHT: u16 = 0x0fff;

/// A position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Board {
    /// The squares that are covered.
    covered: u16,
    /// Whether the side to move places its dominoes upright.
    upright: bool,
}

impl Board {
    /// The empty board; the side that places upright begins.
    pub(crate) const START: Self = Self { covered: 0, upright: true };

    /// Where the first half of a side's domino can be.
    fn places(self, upright: bool) -> u16 {
        let free = !self.covered;
        if upright { free & free >> SIZE & UPRIGHT } else { free & free >> 1 & FLAT }
    }
}

/// The rules.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Domineering;

impl Game for Domineering {
    type Position = Board;
    /// The upper or left square.
    type Move = u8;
    /// The places that are left.
    type Moves = u16;

    fn moves(&self, board: &Board) -> u16 {
        board.places(board.upright)
    }

    fn next_child(&self, board: &Board, places: &mut u16) -> Option<(u8, Board)> {
        let square = u8::try_from(places.trailing_zeros()).ok().filter(|_| *places != 0)?;
        *places &= *places - 1;
        Some((square, self.play(board, square)))
    }

    fn play(&self, board: &Board, square: u8) -> Board {
        let domino = if board.upright { 1 | 1 << SIZE } else { 0b11 };
        Board { covered: board.covered | domino << square, upright: !board.upright }
    }

    fn outcome(&self, board: &Board) -> Option<Outcome> {
        (self.moves(board) == 0).then_some(Outcome::LOSS)
    }
}

/// The places of the side to move, less those of the other; a game that is over counts 50.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Places;

impl Places {
    /// No value is beyond.
    pub(crate) const MOST: i32 = 50;
}

impl Evaluator<Board> for Places {
    type State = ();

    fn state(&self, _: &Board) {}

    fn evaluate(&self, board: &Board, _: &()) -> Value {
        let count = |upright| board.places(upright).count_ones().cast_signed();
        Value::new(count(board.upright) - count(!board.upright))
    }

    fn finished(&self, outcome: Outcome) -> Value {
        Value::new(outcome.score().signum() * Self::MOST)
    }
}

/// What tournaments need to know: each first move is an opening.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Domain;

impl Rules for Domain {
    type Game = Domineering;

    const NAME: &'static str = "domineering";
    const SIDES: [&'static str; 2] = ["Upright", "Flat"];

    fn picture(&self, board: &Board) -> String {
        let mut text = "  a b c d\n".to_owned();
        for row in 0..SIZE {
            let square =
                |column| if board.covered >> (SIZE * row + column) & 1 == 1 { " #" } else { " ." };
            text += &format!("{}{}\n", row + 1, (0..SIZE).map(square).collect::<String>());
        }
        text
    }

    fn move_name(&self, square: u8) -> String {
        let (column, row) = (square % SIZE as u8, square / SIZE as u8);
        format!("{}{}", char::from(b'a' + column), row + 1)
    }
}

impl Openings for Domain {
    type Start = u8;

    fn configuration(&self) -> serde_json::Value {
        serde_json::json!({ "size": SIZE })
    }

    fn starts(&self, pairs: Option<u64>, _: u64) -> Result<Vec<u8>, DomainError> {
        let all = (0..16).filter(|square| Board::START.places(true) >> square & 1 == 1);
        Ok(all.take(pairs.map_or(usize::MAX, |pairs| pairs as usize)).collect())
    }

    fn game_start(&self) -> Result<(Domineering, Board), DomainError> {
        Ok((Domineering, Board::START))
    }

    fn set_up(&self, square: &u8) -> (Domineering, Board) {
        (Domineering, Domineering.play(&Board::START, *square))
    }

    fn start_name(&self, square: &u8) -> String {
        self.move_name(*square)
    }
}

impl Evaluations for Domain {
    type Evaluation = Places;

    fn evaluation(&self, name: Option<&str>) -> Result<Places, DomainError> {
        match name {
            None | Some("places") => Ok(Places),
            Some(name) => {
                let (domain, name) = (Self::NAME, name.to_owned());
                Err(DomainError::UnknownEvaluation { domain, name, names: "places" })
            }
        }
    }
}

impl plyscope_players::domain::Domain for Domain {}
