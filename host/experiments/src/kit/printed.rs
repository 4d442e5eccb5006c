//! Other people's numbers, in data files beside the experiments that compare their own results with them: a paper's in the folder
//! `printed`, those of an independent program in `independent`.
//!
//! A file is CSV. Lines that begin with `#` name the source of the numbers; the columns' names and the rows follow. The
//! files are compiled into the program. A malformed file is a bug, so reading it panics and names the place; a test
//! reads all of them.

use std::collections::BTreeMap;
use std::fmt::Display;
use std::str::FromStr;

/// Includes a data file of a folder beside the module.
macro_rules! data {
    ($folder:literal, $file:literal) => {
        $crate::kit::printed::Data {
            place: concat!(module_path!(), ": ", $folder, "/", $file),
            text: include_str!(concat!($folder, "/", $file)),
        }
    };
}
pub(crate) use data;

/// Includes a file of a paper's printed numbers.
macro_rules! printed {
    ($file:literal) => {
        $crate::kit::printed::data!("printed", $file)
    };
}
pub(crate) use printed;

/// Includes a file of an independent program's numbers.
macro_rules! independent {
    ($file:literal) => {
        $crate::kit::printed::data!("independent", $file)
    };
}
pub(crate) use independent;

/// A data file.
pub(crate) struct Data {
    /// Its module and name.
    pub(crate) place: &'static str,
    pub(crate) text: &'static str,
}

/// A row of a data file: its cells by column name.
pub(crate) struct Row {
    place: String,
    cells: BTreeMap<String, String>,
}

/// A number as it is printed.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Number {
    pub(crate) value: f64,
    pub(crate) decimals: u8,
}

impl Data {
    /// All rows.
    pub(crate) fn rows(&self) -> Vec<Row> {
        self.read().unwrap_or_else(|reason| panic!("{reason}"))
    }

    fn read(&self) -> Result<Vec<Row>, String> {
        let mut reader =
            csv::ReaderBuilder::new().comment(Some(b'#')).from_reader(self.text.as_bytes());
        let wrong = |error: csv::Error| format!("{}: {error}", self.place);
        let columns = reader.headers().map_err(wrong)?.clone();
        let row = |record: Result<csv::StringRecord, csv::Error>| {
            let record = record.map_err(wrong)?;
            let line = record.position().map_or(0, csv::Position::line);
            let cells = columns.iter().zip(&record).map(|(name, cell)| (name.into(), cell.into()));
            Ok(Row { place: format!("{}, line {line}", self.place), cells: cells.collect() })
        };
        reader.records().map(row).collect()
    }
}

impl Row {
    /// The text of a column.
    pub(crate) fn text(&self, column: &str) -> &str {
        let text = self.cells.get(column);
        text.unwrap_or_else(|| panic!("{}: there is no column {column}", self.place))
    }

    /// A parsed cell.
    pub(crate) fn get<T: FromStr<Err: Display>>(&self, column: &str) -> T {
        let text = self.text(column);
        text.parse().unwrap_or_else(|why| panic!("{}: {column} is {text:?}: {why}", self.place))
    }

    /// A parsed cell, or `None` if it is empty.
    pub(crate) fn maybe<T: FromStr<Err: Display>>(&self, column: &str) -> Option<T> {
        (!self.text(column).is_empty()).then(|| self.get(column))
    }

    /// The index of a cell's text in these names. Panics on any other text.
    pub(crate) fn place_in<N: AsRef<str>>(&self, column: &str, names: &[N]) -> usize {
        let text = self.text(column);
        let place = names.iter().position(|name| name.as_ref() == text);
        place.unwrap_or_else(|| panic!("{}: there is no {column} {text:?}", self.place))
    }

    /// A cell's number.
    pub(crate) fn number(&self, column: &str) -> Number {
        self.get(column)
    }
}

/// Consecutive rows that agree in these columns.
pub(crate) fn groups<'r>(rows: &'r [Row], columns: &[&str]) -> impl Iterator<Item = &'r [Row]> {
    rows.chunk_by(|a, b| columns.iter().all(|column| a.text(column) == b.text(column)))
}

impl Number {
    pub(crate) const fn new(value: f64, decimals: u8) -> Self {
        Self { value, decimals }
    }
}

impl FromStr for Number {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let value: f64 = text.parse().map_err(|_| "write a number such as 118.9")?;
        let decimals = text.split_once('.').map_or(0, |(_, decimals)| decimals.len() as u8);
        Ok(Self { value, decimals })
    }
}

#[cfg(test)]
mod tests {
    use std::panic::catch_unwind;

    use super::{Data, Number};

    fn data(text: &'static str) -> Data {
        Data { place: "fig.csv", text }
    }

    #[test]
    fn a_number_has_the_decimals_that_are_printed() {
        let rows = data("# of whom\ndepth,nodes,\"share, in %\"\n3,118.90,\n4,407,2.5\n").rows();
        assert_eq!(rows[0].number("nodes"), Number::new(118.9, 2));
        assert_eq!(rows[1].number("nodes"), Number::new(407.0, 0));
        let shares: Vec<Option<Number>> = rows.iter().map(|row| row.maybe("share, in %")).collect();
        assert_eq!(shares, [None, Some(Number::new(2.5, 1))]);
    }

    #[test]
    fn a_file_that_cannot_be_read_is_named_with_the_line() {
        let reason = |read: fn() -> Number| {
            let panic = catch_unwind(read).unwrap_err();
            panic.downcast_ref::<String>().unwrap().clone()
        };
        let short = reason(|| data("# of whom\ndepth,nodes\n3,1.5\n4\n").rows()[0].number("nodes"));
        assert!(short.contains("fig.csv") && short.contains("line: 4"), "{short}");
        let word = reason(|| data("# of whom\ndepth,nodes\n3,1.5x\n").rows()[0].number("nodes"));
        assert!(word.contains("fig.csv, line 3: nodes is \"1.5x\""), "{word}");
        let name = reason(|| {
            let row = &data("search,nodes\nalpha-bta,1.5\n").rows()[0];
            Number::new(row.place_in("search", &["alpha-beta"]) as f64, 0)
        });
        assert!(name.contains("fig.csv, line 2: there is no search \"alpha-bta\""), "{name}");
        let column = reason(|| data("depth,nodes\n3,1.5\n").rows()[0].number("leaves"));
        assert!(column.contains("fig.csv, line 2: there is no column leaves"), "{column}");
    }
}
