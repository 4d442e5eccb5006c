//! The record of a game and its settings, which the machine keeps through a reset.

use heapless::Vec;
use plyscope_core::Game as _;
use plyscope_core::othello::{Board, Colour, Move, Othello};
use serde::{Deserialize, Serialize};

use crate::clocks::Clocks;
use crate::game::{Game, LONGEST, Persons};
use crate::settings::Settings;

/// The most bytes of a record.
pub const RECORD: usize = 180;

impl Place {
    /// Number of places.
    pub(crate) const COUNT: u32 = 2;
}

/// The form of a record. Others are not read.
const VERSION: u8 = 1;

/// Where a machine keeps a record.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Place {
    /// The game as it is.
    Running,
    /// The game that the person has saved.
    Saved,
}

#[derive(Serialize, Deserialize)]
struct Record {
    version: u8,
    settings: Settings,
    clocks: Clocks,
    /// The mover's and the opponent's discs.
    start: (u64, u64),
    is_white_first: bool,
    persons: Persons,
    moves: Vec<u8, LONGEST>,
}

/// Writes the record; returns its length.
pub(crate) fn write(
    game: &Game,
    settings: &Settings,
    clocks: &Clocks,
    bytes: &mut [u8; RECORD],
) -> Option<usize> {
    let start = game.start();
    let record = Record {
        version: VERSION,
        settings: *settings,
        clocks: *clocks,
        start: (start.board.mover, start.board.opponent),
        is_white_first: start.mover == Colour::White,
        persons: game.persons,
        moves: game.moves().iter().map(|&mv| mv.into()).collect(),
    };
    postcard::to_slice(&record, bytes).ok().map(|written| written.len())
}

/// Reads a record; [`None`] if it is no record of this version, or its game breaks the rules. Then nothing is changed.
///
/// Out of line, and into what is there: a small chip has not much stack.
#[inline(never)]
pub(crate) fn read(
    bytes: &[u8],
    (game_now, settings, clocks): (&mut Game, &mut Settings, &mut Clocks),
) -> Option<()> {
    let record: Record = postcard::from_bytes(bytes).ok()?;
    if record.version != VERSION {
        return None;
    }
    let board = Board::new(record.start.0, record.start.1)?;
    let mover = if record.is_white_first { Colour::White } else { Colour::Black };
    let mut game = Game::new(board, mover, record.persons);
    for number in record.moves {
        let mv = Move::try_from(number).ok()?;
        if !Othello.is_legal(&game.now().board, mv) {
            return None;
        }
        game.play(mv);
    }
    *game_now = game;
    *settings = record.settings;
    *clocks = record.clocks;
    Some(())
}
