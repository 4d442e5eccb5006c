//! The eight symmetries of Othello's board, by the numbers of [`reflected`].

use plyscope_core::othello::patterns::reflected;
use plyscope_core::othello::{Board, Move};

/// Rows become columns.
const fn transposed(mut discs: u64) -> u64 {
    let mut rest =
        [(28, 0x0000_0000_f0f0_f0f0u64), (14, 0x0000_cccc_0000_cccc), (7, 0x00aa_00aa_00aa_00aa)]
            .as_slice();
    while let [(distance, mask), after @ ..] = rest {
        let differ = (discs ^ discs >> *distance) & *mask;
        discs ^= differ ^ differ << *distance;
        rest = after;
    }
    discs
}

/// The position's images under the symmetries 0 to 7: discs of the side to move and of the other side.
#[must_use]
pub fn images(board: &Board) -> [[u64; 2]; 8] {
    let upright = [board.mover, board.opponent];
    let turned = upright.map(transposed);
    std::array::from_fn(|symmetry| {
        let discs = if symmetry & 4 == 0 { upright } else { turned };
        let discs = if symmetry & 1 == 0 { discs } else { discs.map(u64::swap_bytes) };
        if symmetry & 2 == 0 { discs } else { discs.map(|half| half.swap_bytes().reverse_bits()) }
    })
}

/// The least of the position's images, the same for all of them, and the first symmetry that leads there.
#[must_use]
pub fn least(board: &Board) -> ([u64; 2], u8) {
    let images = images(board);
    let (mut least, mut by) = (images[0], 0);
    for (&image, symmetry) in images.iter().zip(0..) {
        if image < least {
            (least, by) = (image, symmetry);
        }
    }
    (least, by)
}

/// The symmetry that leads from one position to another.
pub(crate) fn between(from: &Board, to: &Board) -> Option<u8> {
    (0..).zip(images(from)).find(|&(_, image)| image == [to.mover, to.opponent]).map(|(by, _)| by)
}

/// A move mirrored.
pub(crate) fn mirrored(mv: Move, symmetry: u8) -> Move {
    mv.square().and_then(|square| Move::to(reflected(square, symmetry))).unwrap_or(mv)
}

#[cfg(test)]
mod tests {
    use plyscope_core::othello::Board;
    use plyscope_core::othello::patterns::reflected;

    use super::{images, least};

    const BOARD: Board = Board { mover: 0x0010_3412_8800_0401, opponent: 0x0102_0040_1076_1000 };

    #[test]
    fn images_have_each_disc_where_its_square_is_reflected() {
        for (image, symmetry) in images(&BOARD).into_iter().zip(0..) {
            for (discs, before) in image.into_iter().zip([BOARD.mover, BOARD.opponent]) {
                for square in 0..64u8 {
                    let there = reflected(square, symmetry);
                    assert_eq!(discs >> there & 1, before >> square & 1, "{square}, {symmetry}");
                }
            }
        }
    }

    #[test]
    fn all_images_of_a_board_have_the_same_least_image() {
        let (expected, by) = least(&BOARD);
        assert_eq!(images(&BOARD)[usize::from(by)], expected);
        for [mover, opponent] in images(&BOARD) {
            assert_eq!(least(&Board { mover, opponent }).0, expected);
        }
    }
}
