//! The columns of a grid: what is shown of a case's numbers.

use plyscope_report::Estimate;

use super::Line;

/// A measured column: its heading, how it is printed, and how it follows from a case's numbers. A quantity is a place among the
/// numbers of a seed.
#[derive(Clone, Copy, Debug)]
pub struct Column {
    pub(super) heading: &'static str,
    pub(super) unit: &'static str,
    pub(super) digits: u8,
    of: Of,
}

#[derive(Clone, Copy, Debug)]
enum Of {
    Mean(usize),
    Ratio(usize, usize),
    Share(usize),
    Wins(usize),
    Own(fn(Line<'_>) -> Option<Estimate>),
}

impl Column {
    const fn new(heading: &'static str, digits: u8, of: Of) -> Self {
        Self { heading, unit: "", digits, of }
    }

    /// The mean of a quantity.
    #[must_use]
    pub const fn mean(heading: &'static str, digits: u8, quantity: usize) -> Self {
        Self::new(heading, digits, Of::Mean(quantity))
    }

    /// The mean of a quantity over that of another, paired by seed.
    #[must_use]
    pub const fn ratio(heading: &'static str, digits: u8, a: usize, b: usize) -> Self {
        Self::new(heading, digits, Of::Ratio(a, b))
    }

    /// The share of seeds where a quantity is above 0, in per cent.
    #[must_use]
    pub const fn share(heading: &'static str, digits: u8, quantity: usize) -> Self {
        Self::new(heading, digits, Of::Share(quantity))
    }

    /// The same among the seeds where it is not 0: the wins among decided games.
    #[must_use]
    pub const fn wins(heading: &'static str, digits: u8, quantity: usize) -> Self {
        Self::new(heading, digits, Of::Wins(quantity))
    }

    /// What this function gives for a case.
    #[must_use]
    pub const fn of(
        heading: &'static str,
        digits: u8,
        of: fn(Line<'_>) -> Option<Estimate>,
    ) -> Self {
        Self::new(heading, digits, Of::Own(of))
    }

    /// The column with a unit, which claims print after its numbers.
    #[must_use]
    pub const fn in_unit(self, unit: &'static str) -> Self {
        Self { unit, ..self }
    }

    /// The column with another heading, as the name of a series.
    #[must_use]
    pub const fn named(self, heading: &'static str) -> Self {
        Self { heading, ..self }
    }

    /// A case's number, or `None` if it was not measured.
    #[must_use]
    pub fn number(&self, line: Line<'_>) -> Option<Estimate> {
        match self.of {
            Of::Mean(quantity) => line.mean(quantity).map(Estimate::from),
            Of::Ratio(a, b) => line.ratio(a, b),
            Of::Share(quantity) => line.share(quantity),
            Of::Wins(quantity) => line.wins(quantity),
            Of::Own(of) => of(line),
        }
    }

    /// A number as claims print it: `2.5 ± 0.3 points`.
    pub(super) fn display(&self, number: Estimate) -> String {
        let number = number.display(self.digits);
        if self.unit.is_empty() { number } else { format!("{number} {}", self.unit) }
    }
}
