//! Rows of whole numbers, for experiments that measure a few quantities on each tree or position.

use plyscope_report::Estimate;
use plyscope_run::statistics::Mean;
use serde::{Deserialize, Serialize};

use super::collect::ratio;
use super::lines::Piece;

/// The numbers of some trees of a case: by tree, then by quantity.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Row {
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

/// What was measured of one case: some numbers of each tree. A number that a tree does not have is left out.
#[derive(Clone, Copy, Debug)]
pub struct Line<'r> {
    rows: &'r [Row],
    line: usize,
}

impl<'r> Line<'r> {
    /// The line of this number.
    pub(crate) fn of(rows: &'r [Row], line: usize) -> Self {
        Self { rows, line }
    }

    /// The numbers of each tree.
    pub fn trees(self) -> impl Iterator<Item = &'r [i64]> {
        let rows = self.rows.iter().filter(move |row| row.line == self.line);
        rows.flat_map(|row| row.numbers.iter().map(Vec::as_slice))
    }

    /// One quantity of each tree, by its place among the tree's numbers.
    pub fn each(self, quantity: usize) -> impl Iterator<Item = f64> {
        self.trees().filter_map(move |numbers| numbers.get(quantity).map(|&n| n as f64))
    }

    /// The mean of a quantity, or `None` without numbers.
    #[must_use]
    pub fn mean(self, quantity: usize) -> Option<Mean> {
        let mean = Mean::of(self.each(quantity));
        (mean.count > 0).then_some(mean)
    }

    /// The mean of one quantity over that of another, paired by tree. `None` without numbers, or if the other is always 0.
    #[must_use]
    pub fn ratio(self, a: usize, b: usize) -> Option<Estimate> {
        let pairs: Vec<(f64, f64)> = self.each(a).zip(self.each(b)).collect();
        let measured = pairs.len() > 1 && pairs.iter().any(|pair| pair.1 != 0.0);
        measured.then(|| ratio(&pairs))
    }

    /// The same for trees that have nothing in common but the seed: the quantities are independent.
    #[must_use]
    pub fn ratio_of_independent(self, a: usize, b: usize) -> Option<Estimate> {
        Some(Estimate::from(self.mean(a)?).over(self.mean(b)?.into()))
    }

    /// The share of trees where a quantity is above 0, in per cent, or `None` without numbers.
    #[must_use]
    pub fn share(self, quantity: usize) -> Option<Estimate> {
        self.share_of(self.each(quantity))
    }

    /// The same among the trees where it is not 0: if a quantity is 1 for a win, 0 for a draw and -1 for a loss, the wins among
    /// decided games.
    #[must_use]
    pub fn wins(self, quantity: usize) -> Option<Estimate> {
        self.share_of(self.each(quantity).filter(|number| *number != 0.0))
    }

    fn share_of(self, numbers: impl Iterator<Item = f64>) -> Option<Estimate> {
        let (above, all) =
            numbers.fold((0, 0), |(above, all), n| (above + u64::from(n > 0.0), all + 1));
        (all > 0).then(|| Estimate::percent(above, all))
    }

    /// The sum of a quantity, or `None` without numbers.
    #[must_use]
    pub fn sum(self, quantity: usize) -> Option<f64> {
        let all: Vec<f64> = self.each(quantity).collect();
        (!all.is_empty()).then(|| all.iter().sum())
    }
}

#[cfg(test)]
mod tests {
    use super::{Line, Row};

    #[test]
    fn ratios_are_paired_by_tree_and_missing_lines_have_none() {
        let row = |line, numbers| Row { line, seed: 1, numbers };
        let rows = [row(0, vec![vec![1, 2], vec![3, 6]]), row(1, vec![vec![5, 0]])];
        let line = |line| Line::of(&rows, line);
        let half = line(0).ratio(0, 1).unwrap();
        assert_eq!((half.value, half.half_width()), (0.5, 0.0));
        assert_eq!(line(0).mean(1).unwrap().mean, 4.0);
        assert_eq!(line(1).sum(0), Some(5.0));
        assert!(line(1).ratio(0, 1).is_none() && line(2).mean(0).is_none());
    }

    #[test]
    fn wins_are_counted_among_decided_games() {
        let numbers = [1, 0, -1, 1, 0].map(|outcome| vec![outcome]).to_vec();
        let rows = [Row { line: 0, seed: 1, numbers }];
        let line = Line::of(&rows, 0);
        assert_eq!(line.wins(0), Some(plyscope_report::Estimate::percent(2, 3)));
        assert_eq!(line.share(0), Some(plyscope_report::Estimate::percent(2, 5)));
        assert_eq!(Line::of(&rows, 1).wins(0), None);
    }
}
