//! Hexapawn as a small game, on the lecture notes' 3 x 3 board.

use alloc::format;
use alloc::string::String;

use plyscope_core::Side;
use plyscope_core::hexapawn::{PawnCount, PawnMove, Pawns, WIN};

use super::{Hexapawn, OpeningLines, SmallGame, SmallKind, Square};
use crate::Knowledge;

impl SmallGame for Hexapawn {
    type Evaluation = PawnCount<3, 3>;

    const KIND: SmallKind = SmallKind::Hexapawn;
    const NAME: &'static str = "hexapawn";
    const TITLE: &'static str = "hexapawn";
    const ABOUT: &'static str = "Hexapawn on 3 x 3 squares";
    const LINES: &'static str =
        "Moves from the start, each a from and a to square, such as a3a2b1a2 (White moves first)";
    const MOVE_LENGTH: usize = 4;
    const OPENINGS: OpeningLines = OpeningLines {
        usual: 1,
        most: 4,
        experiments: 2,
        shuffled: false,
        about: "every line of some plies",
    };
    const EVALUATION: &'static str = "pawn-count";
    const KNOWLEDGE: Knowledge = Knowledge {
        game: Self::NAME,
        // Values lie between those of a lost and a won game.
        exact: Ok((-2 * WIN.get(), 2 * WIN.get())),
        likely: Err("use exact, learned, learned-separate or LOWEST:HIGHEST"),
        window: 2,
    };
    const GREATEST: f64 = 4.0;
    const SIDES: [&'static str; 2] = ["White", "Black"];
    const VALUES_FOR_MAX: bool = true;
    const START: Pawns = Self::start();
    const BOARD: Square = (3, 3);

    fn move_name(mv: PawnMove) -> String {
        [mv.from, mv.to]
            .iter()
            .map(|square| Self::column_name(square % 3) + &Self::row_name(square / 3))
            .collect()
    }

    /// A pawn has at most as many moves as rows ahead of it.
    fn most_plies(pawns: &Pawns) -> u32 {
        let rows = |pawns: u64, ahead: fn(u32) -> u32| {
            (0..9)
                .filter(|square| pawns >> square & 1 == 1)
                .map(|square| ahead(square / 3))
                .sum::<u32>()
        };
        rows(pawns.black, |row| 2 - row) + rows(pawns.white, |row| row)
    }

    fn second_moves(pawns: &Pawns) -> bool {
        pawns.mover == Side::Max
    }

    fn owner(pawns: &Pawns, (column, row): Square) -> Option<usize> {
        let square = 3 * row + column;
        [pawns.white, pawns.black].iter().position(|pawns| pawns >> square & 1 == 1)
    }

    fn origin(mv: PawnMove) -> Option<Square> {
        Some((mv.from % 3, mv.from / 3))
    }

    fn target(_: &Pawns, mv: PawnMove, _: bool) -> Square {
        (mv.to % 3, mv.to / 3)
    }

    fn standing(pawns: &Pawns) -> String {
        format!("White {}, Black {}", pawns.white.count_ones(), pawns.black.count_ones())
    }
}
