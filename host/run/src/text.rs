//! Numbers and tables as text.

/// A whole number with separators: `1,234,567`.
#[must_use]
pub fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut grouped = String::new();
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            grouped.push(',');
        }
        grouped.push(digit);
    }
    grouped
}

/// A number with its sign, rounded; what is rounded to zero has a plus: `+0.0`, never `-0.0`.
#[must_use]
pub fn signed(number: f64, decimals: usize) -> String {
    let text = format!("{number:+.decimals$}");
    let is_zero = text.bytes().all(|byte| b"-0.".contains(&byte));
    if is_zero { text.replacen('-', "+", 1) } else { text }
}

/// A table without frames: a line for each row and one for the header, with names on the left of the first column, and what is in the
/// others on the right. No line ends with a blank.
///
/// ```
/// use plyscope_run::text::table;
/// let rows = [["ab", "7"], ["pvs", "12"]].map(|row| row.map(str::to_owned).to_vec());
/// assert_eq!(table(&["engine", "win"], &rows), "engine  win\nab        7\npvs      12\n");
/// ```
#[must_use]
pub fn table(header: &[&str], rows: &[Vec<String>]) -> String {
    let header: Vec<String> = header.iter().map(|&name| name.to_owned()).collect();
    let all = || std::iter::once(&header).chain(rows);
    let width =
        |column: usize| all().filter_map(|row| row.get(column)).map(|cell| wide(cell)).max();
    let widths: Vec<usize> = (0..header.len()).map(|column| width(column).unwrap_or(0)).collect();
    let mut text = String::new();
    for row in all() {
        let cells = row.iter().zip(&widths).enumerate().map(|(column, (cell, width))| {
            let blanks = " ".repeat(width.saturating_sub(wide(cell)));
            if column == 0 { format!("{cell}{blanks}") } else { format!("{blanks}{cell}") }
        });
        text += cells.collect::<Vec<_>>().join("  ").trim_end();
        text.push('\n');
    }
    text
}

/// The width of a text in columns, where each character takes one.
fn wide(text: &str) -> usize {
    text.chars().count()
}

#[cfg(test)]
mod tests {
    use super::{grouped, signed};

    #[test]
    fn zero_is_never_negative() {
        for (number, decimals, text) in [
            (-0.0, 1, "+0.0"),
            (-0.04, 1, "+0.0"),
            (-0.05, 2, "-0.05"),
            (-0.4, 0, "+0"),
            (0.0, 2, "+0.00"),
            (-1.0, 0, "-1"),
            (12.25, 1, "+12.2"),
        ] {
            assert_eq!(signed(number, decimals), text, "{number}");
        }
    }

    #[test]
    fn digits_are_grouped_by_three() {
        assert_eq!(grouped(0), "0");
        assert_eq!(grouped(999), "999");
        assert_eq!(grouped(1_234_567), "1,234,567");
    }
}
