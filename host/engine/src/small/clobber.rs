//! Clobber as a small game, on 6 x 5 squares.

use alloc::format;
use alloc::string::String;

use plyscope_core::clobber::{Checkered, MovableStones};
use plyscope_core::steps::Step;

use super::{Clobber, OpeningLines, SmallGame, SmallKind, Square};
use crate::Knowledge;

/// The squares, which begin full.
const SQUARES: u32 = 30;

impl SmallGame for Clobber {
    type Evaluation = MovableStones<6, 5>;

    const KIND: SmallKind = SmallKind::Clobber;
    const NAME: &'static str = "clobber";
    const TITLE: &'static str = "Clobber";
    const ABOUT: &'static str = "Clobber on 6 x 5 squares";
    const LINES: &'static str =
        "Moves from the start, each a from and a to square, such as a1a2b3b2 (White has a1)";
    const MOVE_LENGTH: usize = 4;
    const OPENINGS: OpeningLines = OpeningLines {
        usual: 2,
        // 19,700 kinds of positions.
        most: 3,
        experiments: 2,
        shuffled: true,
        about: "every position after some plies, of symmetric ones one",
    };
    const EVALUATION: &'static str = "movable-stones";
    const KNOWLEDGE: Knowledge = Knowledge::without_bounds(Self::NAME, 4);
    const GREATEST: f64 = 12.0;
    const DEEPEST: u32 = SQUARES - 1;
    const SIDES: [&'static str; 2] = ["White", "Black"];
    const START: Checkered = Self::START;
    const BOARD: Square = (6, 5);

    fn move_name(step: Step) -> String {
        super::step_name::<Self>(step)
    }

    /// Each move removes a stone, and the last one stays.
    fn most_plies(stones: &Checkered) -> u32 {
        stones.all().count_ones().saturating_sub(1)
    }

    fn second_moves(stones: &Checkered) -> bool {
        (SQUARES - stones.all().count_ones()) % 2 == 1
    }

    /// The least of the four images.
    fn image(stones: &Checkered) -> Option<[u64; 2]> {
        let turned = Self::turned(*stones);
        let images = [*stones, turned, Self::mirrored(*stones), Self::mirrored(turned)];
        images.iter().map(|image| [image.mover, image.opponent]).min()
    }

    fn owner(stones: &Checkered, (column, row): Square) -> Option<usize> {
        let square = 6 * row + column;
        let to_move = usize::from(Self::second_moves(stones));
        let sides = [stones.mover, stones.opponent];
        sides.iter().position(|side| side >> square & 1 == 1).map(|side| side ^ to_move)
    }

    fn origin(step: Step) -> Option<Square> {
        Some((step.from % 6, step.from / 6))
    }

    fn target(_: &Checkered, step: Step, _: bool) -> Square {
        (step.to % 6, step.to / 6)
    }

    fn standing(stones: &Checkered) -> String {
        format!("{} of {SQUARES} stones", stones.all().count_ones())
    }
}
