//! Tic-tac-toe as a small game.

use alloc::format;
use alloc::string::String;

use plyscope_core::Game as _;
use plyscope_core::tic_tac_toe::{FreeLines, Marks};

use super::{OpeningLines, SmallGame, SmallKind, Square, TicTacToe};
use crate::Knowledge;

impl SmallGame for TicTacToe {
    type Evaluation = FreeLines;

    const KIND: SmallKind = SmallKind::TicTacToe;
    const NAME: &'static str = "tic-tac-toe";
    const TITLE: &'static str = "tic-tac-toe";
    const ABOUT: &'static str = "Tic-tac-toe on 3 x 3 squares";
    const LINES: &'static str = "Squares from the start, such as b2a1c3 (a1 is the lower left)";
    const MOVE_LENGTH: usize = 2;
    const OPENINGS: OpeningLines = OpeningLines {
        usual: 1,
        most: 4,
        experiments: 2,
        shuffled: false,
        about: "every position after some plies, of symmetric ones one",
    };
    const EVALUATION: &'static str = "free-lines";
    const KNOWLEDGE: Knowledge = Knowledge::without_bounds(Self::NAME, 2);
    const GREATEST: f64 = 8.0;
    const DEEPEST: u32 = 9;
    const SIDES: [&'static str; 2] = ["X", "O"];
    const PLAYERS: [&'static str; 2] = Self::SIDES;
    const PIECES: [char; 2] = ['X', 'O'];
    const START: Marks = Marks::START;
    const BOARD: Square = (3, 3);

    fn move_name(square: u8) -> String {
        Self::column_name(square % 3) + &Self::row_name(square / 3)
    }

    fn most_plies(marks: &Marks) -> u32 {
        Self::DEEPEST - marks.all().count_ones()
    }

    fn second_moves(marks: &Marks) -> bool {
        marks.all().count_ones() % 2 == 1
    }

    /// Positions where the side to move wins at once are left out.
    fn is_opening(marks: &Marks) -> bool {
        (0..9).filter(|&square| Self.is_legal(marks, square)).all(|square| {
            let child = Self.play(marks, square);
            Self.outcome(&child).is_none_or(|outcome| outcome.score() == 0)
        })
    }

    /// The least of the eight images.
    fn image(marks: &Marks) -> Option<[u64; 2]> {
        let mut image = *marks;
        let images = (0..8).map(|turn| {
            image = if turn % 2 == 0 { image.mirrored() } else { image.transposed() };
            [u64::from(image.mover), u64::from(image.opponent)]
        });
        images.min()
    }

    fn owner(marks: &Marks, (column, row): Square) -> Option<usize> {
        let square = 3 * row + column;
        let to_move = usize::from(Self::second_moves(marks));
        let sides = [marks.mover, marks.opponent];
        sides.iter().position(|side| side >> square & 1 == 1).map(|side| side ^ to_move)
    }

    fn target(_: &Marks, square: u8, _: bool) -> Square {
        (square % 3, square / 3)
    }

    fn standing(marks: &Marks) -> String {
        format!("{} of 9 marks", marks.all().count_ones())
    }
}

#[cfg(test)]
mod tests {
    use alloc::collections::BTreeSet;

    use super::{Marks, SmallGame as _, TicTacToe};
    use plyscope_core::Game as _;

    #[test]
    fn the_published_numbers_of_positions_and_of_positions_without_symmetry_are_found() {
        let (mut all, mut kinds) = (BTreeSet::new(), BTreeSet::new());
        let mut left = alloc::vec![Marks::START];
        while let Some(marks) = left.pop() {
            if all.insert((marks.mover, marks.opponent)) {
                kinds.insert(TicTacToe::image(&marks));
                left.extend(
                    (0..9)
                        .filter(|&square| TicTacToe.is_legal(&marks, square))
                        .map(|square| TicTacToe.play(&marks, square)),
                );
            }
        }
        assert_eq!((all.len(), kinds.len()), (5_478, 765));
    }

    #[test]
    fn a_line_is_read_and_drawn_with_its_owners() {
        let marks = TicTacToe::after("b2a1c3").unwrap();
        let owner = |square| TicTacToe::owner(&marks, square);
        assert_eq!([owner((1, 1)), owner((0, 0)), owner((2, 2))], [Some(0), Some(1), Some(0)]);
        assert_eq!((owner((1, 0)), TicTacToe::standing(&marks).as_str()), (None, "3 of 9 marks"));
        assert!(TicTacToe::after("b2b2").unwrap_err().contains("is not legal there: a1, b1"));
    }
}
