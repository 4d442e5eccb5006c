//! Tables of results.

use serde::Serialize;

use super::{Estimate, names_of_columns};

/// A table.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Table {
    /// What it shows.
    pub title: String,
    /// Its columns.
    pub columns: Vec<Column>,
    /// Its rows, each with a cell for every column.
    pub rows: Vec<Vec<Cell>>,
}

/// A column of a table.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Column {
    /// Its heading, with the unit.
    pub label: String,
}

/// A cell of a table.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[serde(tag = "kind", rename_all = "lowercase")]
pub enum Cell {
    /// Text.
    Text {
        /// The text.
        text: String,
    },
    /// A number without uncertainty, such as a depth or a printed number.
    Number {
        /// The number.
        value: f64,
        /// Decimals to print.
        decimals: u8,
    },
    /// A measured number.
    Measured {
        /// The number and its 95 % interval.
        #[serde(flatten)]
        estimate: Estimate,
        /// Decimals to print.
        decimals: u8,
    },
    /// Nothing.
    Empty,
}

impl Table {
    /// An empty table with these headings.
    #[must_use]
    pub fn new<L: Into<String>>(
        title: impl Into<String>,
        columns: impl IntoIterator<Item = L>,
    ) -> Self {
        let columns = columns.into_iter().map(|label| Column { label: label.into() }).collect();
        Self { title: title.into(), columns, rows: Vec::new() }
    }

    /// The table with these columns alone, in this order. Columns are named as in its CSV. `None` if it lacks one.
    #[must_use]
    pub fn of_columns(&self, names: &[String]) -> Option<Self> {
        let own = names_of_columns(self);
        let places: Option<Vec<usize>> =
            names.iter().map(|name| own.iter().position(|one| one == name)).collect();
        let places = places?;
        let columns = places.iter().filter_map(|&place| self.columns.get(place).cloned());
        let cells = |row: &Vec<Cell>| -> Vec<Cell> {
            places.iter().map(|&place| row.get(place).cloned().unwrap_or(Cell::Empty)).collect()
        };
        let rows = self.rows.iter().map(cells).collect();
        Some(Self { title: self.title.clone(), columns: columns.collect(), rows })
    }
}

impl Cell {
    /// Text.
    #[must_use]
    pub fn text(text: impl Into<String>) -> Self {
        Self::Text { text: text.into() }
    }

    /// A number without uncertainty.
    #[must_use]
    pub fn number(value: impl Into<f64>, decimals: u8) -> Self {
        Self::Number { value: value.into(), decimals }
    }

    /// A measured number.
    #[must_use]
    pub fn measured(estimate: impl Into<Estimate>, decimals: u8) -> Self {
        Self::Measured { estimate: estimate.into(), decimals }
    }

    /// A cell that is empty for `None`.
    #[must_use]
    pub fn or_empty(cell: Option<Self>) -> Self {
        cell.unwrap_or(Self::Empty)
    }

    /// The cell for readers. An interval is `18.4 ± 0.5` or, if it is not symmetric, `18.4 (17.2 to 21.0)`.
    #[must_use]
    pub fn display(&self) -> String {
        match self {
            Self::Text { text } => text.clone(),
            Self::Number { value, decimals } => grouped(*value, *decimals),
            Self::Measured { estimate, decimals } => estimate.display(*decimals),
            Self::Empty => String::new(),
        }
    }

    /// The cell's number, for sorting and for CSV.
    #[must_use]
    pub fn value(&self) -> Option<f64> {
        match self {
            Self::Number { value, .. } => Some(*value),
            Self::Measured { estimate, .. } => Some(estimate.value),
            Self::Text { .. } | Self::Empty => None,
        }
    }
}

/// Formats a number with its digits in groups of three: `1,234,567.8`.
#[must_use]
pub(super) fn grouped(number: f64, decimals: u8) -> String {
    let text = format!("{:.*}", usize::from(decimals), number.abs());
    let (whole, fraction) = text.split_once('.').unwrap_or((&text, ""));
    let negative = number < 0.0 && text.bytes().any(|digit| (b'1'..=b'9').contains(&digit));
    let mut result = String::from(if negative { "-" } else { "" });
    for (i, digit) in whole.chars().enumerate() {
        if i > 0 && (whole.len() - i).is_multiple_of(3) {
            result.push(',');
        }
        result.push(digit);
    }
    if !fraction.is_empty() {
        result.push('.');
        result.push_str(fraction);
    }
    result
}

#[cfg(test)]
mod tests {
    use super::{Cell, Table, grouped};

    #[test]
    fn columns_are_chosen_by_their_names_in_the_order_asked_for() {
        let mut table = Table::new("t", ["b = 2", "wins (%)", "wins (%)"]);
        table.rows.push([1, 2, 3].map(|number| Cell::number(number, 0)).to_vec());
        let names = |text: &[&str]| text.iter().map(|name| (*name).to_owned()).collect::<Vec<_>>();
        let chosen = table.of_columns(&names(&["wins_percent_2", "b_2"])).unwrap();
        assert_eq!(chosen.rows, [[Cell::number(3, 0), Cell::number(1, 0)]]);
        let labels: Vec<&str> = chosen.columns.iter().map(|one| one.label.as_str()).collect();
        assert_eq!(labels, ["wins (%)", "b = 2"]);
        assert!(table.of_columns(&names(&["b_2", "wins"])).is_none());
    }

    #[test]
    fn digits_are_grouped_by_three_and_a_negative_zero_has_no_sign() {
        assert_eq!(grouped(1_234_567.849, 1), "1,234,567.8");
        assert_eq!(grouped(-1234.0, 0), "-1,234");
        assert_eq!(grouped(-0.04, 1), "0.0");
        assert_eq!(grouped(999.0, 0), "999");
    }
}
