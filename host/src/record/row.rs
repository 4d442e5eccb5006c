//! Rows in the file: the run's row, then the run's identity and a checksum.
//!
//! `{"unit":3,…}` becomes `{"unit":3,…,"run":"0123456789abcdef","crc":"01234567"}`, still one JSON object per line. The
//! checksum is the CRC-32 of everything before it.

use plyscope_core::crc32;

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

/// A row of this run as a line of the file, without a line end.
pub(super) fn seal(row: &str, run: &str) -> String {
    let open = row.strip_suffix('}').unwrap_or(row);
    let text = format!("{open},\"run\":\"{run}\"");
    let sum = crc32(&[text.as_bytes()]);
    format!("{text},\"crc\":\"{sum:08x}\"}}")
}

/// The row in a line, and its unit.
pub(super) fn unseal(line: &[u8], run: &str) -> Result<(String, u64), NoRow> {
    let damaged = |reason: &str| NoRow::Damaged(reason.to_owned());
    let line = line.strip_suffix(b"\n").ok_or_else(|| damaged("the line has no end"))?;
    let line = std::str::from_utf8(line).map_err(|_| damaged("it is no text"))?;
    let sum = |line: &str, text: &str| {
        line.strip_prefix(",\"crc\":\"")?.strip_suffix("\"}")?;
        let sum = crc32(&[text.as_bytes()]);
        Some(line == format!(",\"crc\":\"{sum:08x}\"}}"))
    };
    let (text, end) = line
        .rfind(",\"crc\":")
        .map(|place| line.split_at(place))
        .ok_or_else(|| damaged("it has no checksum"))?;
    if sum(end, text) != Some(true) {
        return Err(damaged("its checksum is wrong"));
    }
    let foreign = |reason: String| NoRow::Foreign(reason);
    let place = text.len().checked_sub(RUN + ",\"run\":\"\"".len());
    let (open, tail) = place
        .and_then(|place| text.split_at_checked(place))
        .ok_or_else(|| foreign("it has no run identity".to_owned()))?;
    if tail != format!(",\"run\":\"{run}\"") {
        return Err(foreign("it is a row of another run".to_owned()));
    }
    let row = format!("{open}}}");
    let unit = serde_json::from_str::<RowUnit>(&row).map_err(|error| foreign(reason(&error)))?;
    Ok((row, unit.unit))
}

/// The prefix of every row.
#[derive(serde::Deserialize)]
struct RowUnit {
    unit: u64,
}

/// The error in JSON without its column: the line matters more.
pub(crate) fn reason(error: &serde_json::Error) -> String {
    let text = error.to_string();
    text.split(" at line ").next().unwrap_or_default().to_owned()
}

#[cfg(test)]
mod tests {
    use super::{NoRow, seal, unseal};

    const RUN: &str = "0123456789abcdef";

    #[test]
    fn a_row_comes_back_as_it_was_and_no_other_line_is_taken_for_one() {
        let row = r#"{"unit":19,"start":"f5","outcome":-3}"#;
        let line = seal(row, RUN) + "\n";
        let value: serde_json::Value = serde_json::from_str(&line).unwrap();
        assert_eq!((&value["unit"], &value["run"]), (&19.into(), &RUN.into()));
        assert_eq!(unseal(line.as_bytes(), RUN), Ok((row.to_owned(), 19)));
        for place in 0..line.len() {
            let mut other = line.clone().into_bytes();
            other[place] ^= 1;
            let found = unseal(&other, RUN);
            assert!(matches!(found, Err(NoRow::Damaged(_))), "{place}: {found:?}");
            let cut = unseal(&line.as_bytes()[..place], RUN);
            assert!(matches!(cut, Err(NoRow::Damaged(_))), "{place}: {cut:?}");
        }
        for (line, run) in [(seal(row, "fedcba9876543210"), RUN), (seal("{\"u\":1}", RUN), RUN)] {
            let found = unseal((line + "\n").as_bytes(), run);
            assert!(matches!(found, Err(NoRow::Foreign(_))), "{found:?}");
        }
        for line in ["{\"unit\":19}\n", "\n", "{}\n", ",\"crc\":\"00000000\"}\n"] {
            assert!(unseal(line.as_bytes(), RUN).is_err(), "{line}");
        }
    }
}
