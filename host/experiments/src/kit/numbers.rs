//! Rows of whole numbers, for experiments that measure a few quantities on each tree or position.

use plyscope_report::Estimate;
use plyscope_run::statistics::Mean;
use serde::{Deserialize, Serialize};

use super::collect::ratio;
use super::lines::Piece;

/// The numbers of some trees of a line: by tree, then by quantity.
#[derive(Clone, Serialize, Deserialize)]
pub(crate) struct Row {
    pub(crate) line: usize,
    pub(crate) seed: u32,
    pub(crate) numbers: Vec<Vec<i64>>,
}

impl Row {
    /// The row of a piece: `of` gives a seed's numbers.
    pub(crate) fn of<E>(piece: Piece, of: impl Fn(u32) -> Result<Vec<i64>, E>) -> Result<Self, E> {
        let numbers = piece.seeds().map(of).collect::<Result<_, E>>()?;
        Ok(Self { line: piece.line, seed: piece.seed, numbers })
    }
}

/// All rows.
#[derive(Clone, Copy)]
pub(crate) struct Numbers<'r>(pub(crate) &'r [Row]);

impl<'r> Numbers<'r> {
    /// The numbers of each tree of a line.
    pub(crate) fn of_line(self, line: usize) -> impl Iterator<Item = &'r [i64]> {
        let rows = self.0.iter().filter(move |row| row.line == line);
        rows.flat_map(|row| row.numbers.iter().map(Vec::as_slice))
    }

    /// One quantity of each tree of a line.
    pub(crate) fn column(self, line: usize, column: usize) -> impl Iterator<Item = f64> {
        self.of_line(line).filter_map(move |numbers| numbers.get(column).map(|&n| n as f64))
    }

    /// The mean of a quantity, or `None` without numbers.
    pub(crate) fn mean(self, line: usize, column: usize) -> Option<Mean> {
        let mean = Mean::of(self.column(line, column));
        (mean.count > 0).then_some(mean)
    }

    /// The mean of one quantity over that of another, paired by tree. `None` without numbers, or if the other is always 0.
    pub(crate) fn ratio(self, line: usize, a: usize, b: usize) -> Option<Estimate> {
        let pairs: Vec<(f64, f64)> = self.column(line, a).zip(self.column(line, b)).collect();
        let measured = pairs.len() > 1 && pairs.iter().any(|pair| pair.1 != 0.0);
        measured.then(|| ratio(&pairs))
    }

    /// The sum of a quantity, or `None` without numbers.
    pub(crate) fn sum(self, line: usize, column: usize) -> Option<f64> {
        let all: Vec<f64> = self.column(line, column).collect();
        (!all.is_empty()).then(|| all.iter().sum())
    }
}

#[cfg(test)]
mod tests {
    use super::{Numbers, Row};

    #[test]
    fn ratios_are_paired_by_tree_and_missing_lines_have_none() {
        let row = |line, numbers| Row { line, seed: 1, numbers };
        let rows = [row(0, vec![vec![1, 2], vec![3, 6]]), row(1, vec![vec![5, 0]])];
        let numbers = Numbers(&rows);
        let half = numbers.ratio(0, 0, 1).unwrap();
        assert_eq!((half.value, half.half_width()), (0.5, 0.0));
        assert_eq!(numbers.mean(0, 1).unwrap().mean, 4.0);
        assert_eq!(numbers.sum(1, 0), Some(5.0));
        assert!(numbers.ratio(1, 0, 1).is_none() && numbers.mean(2, 0).is_none());
    }
}
