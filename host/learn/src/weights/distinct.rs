//! Each position once.

use plyscope_players::symmetry::least;

use crate::labels::LabelledBoard;

/// The samples without copies of earlier ones, symmetric ones included. Each has the rounded mean of its copies' labels.
pub(super) fn distinct(samples: &[LabelledBoard]) -> Vec<LabelledBoard> {
    let mut order: Vec<([u64; 2], usize)> = samples
        .iter()
        .enumerate()
        .map(|(number, sample)| (least(&sample.board).0, number))
        .collect();
    order.sort_unstable();
    let mut firsts: Vec<(usize, i16)> = order
        .chunk_by(|one, other| one.0 == other.0)
        .map(|copies| {
            let sum: i64 = copies.iter().map(|&(_, number)| i64::from(samples[number].value)).sum();
            let mean = sum as f64 / copies.len() as f64;
            (copies[0].1, mean.round() as i16)
        })
        .collect();
    firsts.sort_unstable();
    firsts.into_iter().map(|(number, value)| LabelledBoard { value, ..samples[number] }).collect()
}

/// The samples without those that, some way round, are also in `seen`.
pub(super) fn unseen(
    mut samples: Vec<LabelledBoard>,
    seen: &[LabelledBoard],
) -> Vec<LabelledBoard> {
    let mut keys: Vec<[u64; 2]> = seen.iter().map(|sample| least(&sample.board).0).collect();
    keys.sort_unstable();
    samples.retain(|sample| keys.binary_search(&least(&sample.board).0).is_err());
    samples
}

#[cfg(test)]
mod tests {
    use plyscope_core::othello::Board;

    use super::{distinct, unseen};
    use crate::labels::LabelledBoard;
    use plyscope_players::symmetry::images;

    const BOARD: Board = Board { mover: 0x0010_3412_8800_0401, opponent: 0x0102_0040_1076_1000 };

    fn image(number: usize, value: i16) -> LabelledBoard {
        let [mover, opponent] = images(&BOARD)[number];
        LabelledBoard { board: Board { mover, opponent }, value }
    }

    #[test]
    fn copies_count_once_with_the_mean_of_their_labels() {
        let other = LabelledBoard { board: BOARD.passed(), value: 7 };
        let samples = [image(3, 100), other, image(0, 110), image(3, 121)];
        let once = distinct(&samples);
        assert_eq!(once, [LabelledBoard { value: 110, ..samples[0] }, other]);
        assert_eq!(unseen(samples.to_vec(), &[image(7, 0)]), [other]);
        assert_eq!(unseen(samples.to_vec(), &[]), samples);
    }
}
