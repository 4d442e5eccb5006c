//! Connect Four as a small game.

use alloc::format;
use alloc::string::{String, ToString as _};

use plyscope_core::connect_four::{COLUMNS, ConnectFour, Discs, OpenLines, ROWS};

use super::{OpeningLines, SmallGame, SmallKind, Square};
use crate::Knowledge;

impl SmallGame for ConnectFour {
    type Evaluation = OpenLines;

    const KIND: SmallKind = SmallKind::ConnectFour;
    const NAME: &'static str = "connect-four";
    const TITLE: &'static str = "Connect Four";
    const ABOUT: &'static str = "Connect Four on 7 x 6 squares";
    const LINES: &'static str = "Columns from the start, 1 to 7, such as 44444326";
    const MOVE_LENGTH: usize = 1;
    const OPENINGS: OpeningLines = OpeningLines {
        usual: 2,
        // 92,000 kinds of positions.
        most: 8,
        experiments: 4,
        shuffled: true,
        about: "every position after some plies, of mirror images one",
    };
    const EVALUATION: &'static str = "open-lines";
    const KNOWLEDGE: Knowledge = Knowledge::without_bounds(Self::NAME, 10);
    const GREATEST: f64 = 100.0;
    const DEEPEST: u32 = 42;
    const START: Discs = Discs::START;
    const BOARD: Square = (COLUMNS, ROWS);

    fn move_name(column: u8) -> String {
        Self::column_name(column)
    }

    fn most_plies(discs: &Discs) -> u32 {
        Self::DEEPEST - discs.all.count_ones()
    }

    fn second_moves(discs: &Discs) -> bool {
        discs.all.count_ones() % 2 == 1
    }

    /// Positions where the side to move wins at once are left out.
    fn is_opening(discs: &Discs) -> bool {
        !discs.wins_at_once()
    }

    /// The position or its mirror image.
    fn image(discs: &Discs) -> Option<[u64; 2]> {
        let mirrored = discs.mirrored();
        let is_less = (mirrored.all, mirrored.mover) < (discs.all, discs.mover);
        let one = if is_less { mirrored } else { *discs };
        Some([one.mover, one.all])
    }

    fn owner(discs: &Discs, (column, row): Square) -> Option<usize> {
        let square = 7 * column + row;
        let own = usize::from(discs.mover >> square & 1 == 0);
        let to_move = usize::from(Self::second_moves(discs));
        (discs.all >> square & 1 == 1).then_some(own ^ to_move)
    }

    fn target(discs: &Discs, column: u8, was_played: bool) -> Square {
        let height = (discs.all >> (7 * column) & 0x3f).count_ones() as u8;
        (column, height.saturating_sub(u8::from(was_played)))
    }

    /// 1 to 7.
    fn column_name(column: u8) -> String {
        (u32::from(column) + 1).to_string()
    }

    fn row_name(_: u8) -> String {
        String::new()
    }

    fn standing(discs: &Discs) -> String {
        format!("{} of 42 discs", discs.all.count_ones())
    }
}
