//! Hex as a small game, on 7 x 7 cells.

use alloc::format;
use alloc::string::{String, ToString as _};

use plyscope_core::hex::{ShortestConnection, Stones};

use super::{Hex, OpeningLines, SmallGame, SmallKind, Square};
use crate::Knowledge;

/// The number of cells in a row.
const SIZE: u8 = 7;

impl SmallGame for Hex {
    type Evaluation = ShortestConnection<7>;

    const KIND: SmallKind = SmallKind::Hex;
    const NAME: &'static str = "hex";
    const TITLE: &'static str = "Hex";
    const ABOUT: &'static str =
        "Hex on 7 x 7 cells; a cell also touches those above right and below left";
    const LINES: &'static str =
        "Cells from the start, such as d4c5 (a1 is the upper left; Red connects top and bottom)";
    const MOVE_LENGTH: usize = 2;
    const OPENINGS: OpeningLines = OpeningLines {
        usual: 2,
        // 28,000 kinds of positions.
        most: 3,
        experiments: 2,
        shuffled: true,
        about: "every position after some plies, of turned ones one",
    };
    const EVALUATION: &'static str = "shortest-connection";
    const KNOWLEDGE: Knowledge = Knowledge::without_bounds(Self::NAME, 16);
    const GREATEST: f64 = 100.0;
    const DEEPEST: u32 = 49;
    const SIDES: [&'static str; 2] = ["Red", "Blue"];
    const PLAYERS: [&'static str; 2] = Self::SIDES;
    const PIECES: [char; 2] = ['R', 'B'];
    const START: Stones = Stones::START;
    const BOARD: Square = (SIZE, SIZE);

    fn move_name(cell: u8) -> String {
        let (column, row) = place(cell);
        Self::column_name(column) + &Self::row_name(row)
    }

    fn most_plies(stones: &Stones) -> u32 {
        Self::DEEPEST - stones.all().count_ones()
    }

    fn second_moves(stones: &Stones) -> bool {
        stones.second_moves()
    }

    fn image(stones: &Stones) -> Option<[u64; 2]> {
        let turned = Self::turned(*stones);
        Some([stones.first, stones.second].min([turned.first, turned.second]))
    }

    fn owner(stones: &Stones, (column, row): Square) -> Option<usize> {
        let cell = 8 * (SIZE - 1 - row) + column;
        [stones.first, stones.second].iter().position(|side| side >> cell & 1 == 1)
    }

    fn target(_: &Stones, cell: u8, _: bool) -> Square {
        place(cell)
    }

    /// Rows are counted from the top, as players of Hex do.
    fn row_name(row: u8) -> String {
        (SIZE - row).to_string()
    }

    fn standing(stones: &Stones) -> String {
        format!("{} of 49 cells", stones.all().count_ones())
    }
}

/// The square of a cell.
const fn place(cell: u8) -> Square {
    (cell % 8, SIZE - 1 - cell / 8)
}
