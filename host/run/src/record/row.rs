//! Rows in the file: the run's row, then the run's identity and a checksum.
//!
//! `{"unit":3,…}` becomes `{"unit":3,…,"run":"0123456789abcdef","crc":"01234567"}`, still one JSON object per line. The
//! checksum is the CRC-32 of everything before it and of the row's place in its unit, from 0, as eight bytes (little endian). In
//! layout 2 it was that of everything before it alone.

use plyscope_core::hash::crc32;
use serde::de::DeserializeOwned;

use super::{Manifest, RecordError};

/// Why a line is not a row of its run.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum NoRow {
    /// Truncated or changed: an interruption may do that to the last unit.
    Damaged(String),
    /// A valid row that belongs elsewhere: no interruption does that.
    Foreign(String),
}

/// Length of an identity in characters.
const RUN: usize = 16;

/// The places tried for a row whose checksum is not that of its own.
const TRIED: u64 = 64;

/// What a run adds to its rows.
#[derive(Debug)]
pub(super) struct Seal {
    /// [`Manifest::run`].
    run: String,
    rows_per_unit: u64,
    /// Whether the checksum covers the place.
    has_places: bool,
}

impl Seal {
    /// The seal of a run, in the layout of its manifest.
    pub(super) fn of(manifest: &Manifest) -> Self {
        let rows_per_unit = manifest.rows_per_unit;
        Self { run: manifest.run(), rows_per_unit, has_places: manifest.schema > 2 }
    }

    /// The rows of one unit, or of several, as lines of the file.
    pub(super) fn lines(&self, rows: &[String]) -> String {
        let places = (0..self.rows_per_unit).cycle();
        rows.iter().zip(places).map(|(row, place)| self.close(row, place) + "\n").collect()
    }

    /// A row as a line of the file, without a line end.
    fn close(&self, row: &str, place: u64) -> String {
        let open = row.strip_suffix('}').unwrap_or(row);
        let text = format!("{open},\"run\":\"{}\"", self.run);
        let end = self.end(&text, place);
        text + &end
    }

    /// The checksum as written after this text.
    fn end(&self, text: &str, place: u64) -> String {
        let sum = match self.has_places {
            true => crc32(&[text.as_bytes(), &place.to_le_bytes()]),
            false => crc32(&[text.as_bytes()]),
        };
        format!(",\"crc\":\"{sum:08x}\"}}")
    }

    /// The row in a line at this place of its unit, and its unit.
    pub(super) fn open(&self, line: &[u8], place: u64) -> Result<(String, u64), NoRow> {
        let damaged = |reason: &str| NoRow::Damaged(reason.to_owned());
        let line = line.strip_suffix(b"\n").ok_or_else(|| damaged("the line has no end"))?;
        let line = std::str::from_utf8(line).map_err(|_| damaged("it is no text"))?;
        let (text, end) = line
            .rfind(",\"crc\":")
            .map(|place| line.split_at(place))
            .ok_or_else(|| damaged("it has no checksum"))?;
        let foreign = |reason: String| NoRow::Foreign(reason);
        if end != self.end(text, place) {
            let mut others = 0..self.rows_per_unit.min(TRIED);
            return Err(match others.find(|&other| end == self.end(text, other)) {
                None => damaged("its checksum is wrong"),
                Some(other) => {
                    foreign(format!("it is row {} of its unit, not row {}", other + 1, place + 1))
                }
            });
        }
        let place = text.len().checked_sub(RUN + ",\"run\":\"\"".len());
        let (open, tail) = place
            .and_then(|place| text.split_at_checked(place))
            .ok_or_else(|| foreign("it has no run identity".to_owned()))?;
        if tail != format!(",\"run\":\"{}\"", self.run) {
            return Err(foreign("it is a row of another run".to_owned()));
        }
        let row = format!("{open}}}");
        let unit =
            serde_json::from_str::<RowUnit>(&row).map_err(|error| foreign(reason(&error)))?;
        Ok((row, unit.unit))
    }
}

/// The prefix of every row.
#[derive(serde::Deserialize)]
struct RowUnit {
    unit: u64,
}

/// A unit's row with the unit's number as its first field. Written by hand: serde's flattened rows take long to compile.
#[must_use]
pub fn numbered(unit: u64, row: &str) -> String {
    format!("{{\"unit\":{unit},{}", row.strip_prefix('{').unwrap_or_default())
}

/// The content of each of a run's rows, or [`RecordError::Content`]. Their units' numbers are skipped: rows are in the order of their
/// units.
pub fn parse<R: DeserializeOwned>(rows: &[String]) -> impl Iterator<Item = Result<R, RecordError>> {
    parse_after(0, rows)
}

/// The same for a part of a run's rows, which comes after `before` others.
pub fn parse_after<R: DeserializeOwned>(
    before: usize,
    rows: &[String],
) -> impl Iterator<Item = Result<R, RecordError>> {
    (before + 1..).zip(rows).map(|(number, row)| {
        serde_json::from_str(row)
            .map_err(|error| RecordError::Content { number, reason: reason(&error) })
    })
}

/// The error in JSON without its column: the line matters more.
pub fn reason(error: &serde_json::Error) -> String {
    let text = error.to_string();
    text.split(" at line ").next().unwrap_or_default().to_owned()
}

#[cfg(test)]
mod tests {
    use super::{NoRow, Seal};

    fn seal(run: &str, has_places: bool) -> Seal {
        Seal { run: run.to_owned(), rows_per_unit: 2, has_places }
    }

    #[test]
    fn a_row_comes_back_as_it_was_and_no_other_line_is_taken_for_one() {
        let (seal, other) = (seal("0123456789abcdef", true), seal("fedcba9876543210", true));
        let row = r#"{"unit":19,"start":"f5","outcome":-3}"#;
        for place in 0..2 {
            let line = seal.close(row, place) + "\n";
            let value: serde_json::Value = serde_json::from_str(&line).unwrap();
            assert_eq!((&value["unit"], &value["run"]), (&19.into(), &seal.run.as_str().into()));
            assert_eq!(seal.open(line.as_bytes(), place), Ok((row.to_owned(), 19)));
            for at in 0..line.len() {
                let mut other = line.clone().into_bytes();
                other[at] ^= 1;
                let found = seal.open(&other, place);
                assert!(matches!(found, Err(NoRow::Damaged(_))), "{at}: {found:?}");
                let cut = seal.open(&line.as_bytes()[..at], place);
                assert!(matches!(cut, Err(NoRow::Damaged(_))), "{at}: {cut:?}");
            }
        }
        for line in [other.close(row, 0), seal.close("{\"u\":1}", 0)] {
            let found = seal.open((line + "\n").as_bytes(), 0);
            assert!(matches!(found, Err(NoRow::Foreign(_))), "{found:?}");
        }
        for line in ["{\"unit\":19}\n", "\n", "{}\n", ",\"crc\":\"00000000\"}\n"] {
            assert!(seal.open(line.as_bytes(), 0).is_err(), "{line}");
        }
    }

    #[test]
    fn a_row_at_another_place_of_its_unit_is_no_damage_but_refused() {
        let now = seal("0123456789abcdef", true);
        let rows = ["{\"unit\":0,\"game\":1}", "{\"unit\":0,\"game\":2}"].map(str::to_owned);
        let text = now.lines(&rows);
        let lines: Vec<&[u8]> = text.as_bytes().split_inclusive(|&byte| byte == b'\n').collect();
        for (place, line) in [(0, lines[1]), (1, lines[0])] {
            let found = now.open(line, place);
            assert!(matches!(&found, Err(NoRow::Foreign(why)) if why.contains("of its unit")));
        }
        // The layout before had nothing that tells them apart.
        let before = seal("0123456789abcdef", false);
        let text = before.lines(&rows);
        for (place, line) in (0..2).zip(text.split_inclusive('\n').rev()) {
            assert!(before.open(line.as_bytes(), place).is_ok());
        }
    }
}
