//! Breakthrough as a small game, on 6 x 6 squares.

use alloc::format;
use alloc::string::String;

use plyscope_core::breakthrough::{Advance, Pieces};
use plyscope_core::steps::Step;

use super::{Breakthrough, OpeningLines, SmallGame, SmallKind, Square};
use crate::Knowledge;

impl SmallGame for Breakthrough {
    type Evaluation = Advance<6, 6>;

    const KIND: SmallKind = SmallKind::Breakthrough;
    const NAME: &'static str = "breakthrough";
    const TITLE: &'static str = "Breakthrough";
    const ABOUT: &'static str = "Breakthrough on 6 x 6 squares";
    const LINES: &'static str =
        "Moves from the start, each a from and a to square, such as b2c3d5d4";
    const MOVE_LENGTH: usize = 4;
    const OPENINGS: OpeningLines = OpeningLines {
        usual: 2,
        // 9,300 kinds of positions.
        most: 4,
        experiments: 3,
        shuffled: true,
        about: "every position after some plies, of mirror images one",
    };
    const EVALUATION: &'static str = "advance";
    const KNOWLEDGE: Knowledge = Knowledge::without_bounds(Self::NAME, 16);
    const GREATEST: f64 = 80.0;
    const SIDES: [&'static str; 2] = ["White", "Black"];
    const START: Pieces = Self::START;
    const BOARD: Square = (6, 6);

    fn move_name(step: Step) -> String {
        super::step_name::<Self>(step)
    }

    /// A piece has as many moves as rows ahead of it.
    fn most_plies(pieces: &Pieces) -> u32 {
        let count = |set: u64, row: u32| (set >> (6 * row) & 0x3f).count_ones();
        let left = |row| count(pieces.white, row) * (5 - row) + count(pieces.black, row) * row;
        (0..6).map(left).sum()
    }

    fn second_moves(pieces: &Pieces) -> bool {
        pieces.black_moves
    }

    fn image(pieces: &Pieces) -> Option<[u64; 2]> {
        let mirrored = Self::mirrored(pieces);
        let one = [pieces.white, pieces.black];
        Some(one.min([mirrored.white, mirrored.black]))
    }

    fn owner(pieces: &Pieces, (column, row): Square) -> Option<usize> {
        let square = 6 * row + column;
        [pieces.white, pieces.black].iter().position(|side| side >> square & 1 == 1)
    }

    fn origin(step: Step) -> Option<Square> {
        Some((step.from % 6, step.from / 6))
    }

    fn target(_: &Pieces, step: Step, _: bool) -> Square {
        (step.to % 6, step.to / 6)
    }

    fn standing(pieces: &Pieces) -> String {
        format!("White {}, Black {}", pieces.white.count_ones(), pieces.black.count_ones())
    }
}
