//! Results as text: Markdown and CSV.

use askama::Template;

use super::{Cell, Estimate, Figure, Summary, Table, Verdict};
use crate::escape;

/// Tables and claims as Markdown.
#[derive(Template)]
#[template(path = "results.md", escape = "none")]
struct Results<'s> {
    summary: &'s Summary,
}

/// Tables and claims as Markdown.
#[must_use]
pub fn markdown(summary: &Summary) -> String {
    // Writing to memory cannot fail.
    Results { summary }.render().unwrap_or_default()
}

impl Verdict {
    /// The verdict in words: `differs: +3.1 nodes (+1.2 %)`.
    #[must_use]
    pub fn display(&self) -> String {
        match self {
            Self::Holds => "holds".to_owned(),
            Self::Differs { by } => format!("differs: {by}"),
            Self::NotTestable { why } => format!("not testable: {why}"),
        }
    }
}

/// Rows of fields as CSV.
#[must_use]
pub fn csv_rows<F: AsRef<[u8]>>(rows: impl IntoIterator<Item = Vec<F>>) -> String {
    let mut writer = csv::WriterBuilder::new().flexible(true).from_writer(Vec::new());
    // Writing to memory cannot fail, and UTF-8 fields give UTF-8.
    for row in rows {
        let _ = writer.write_record(row);
    }
    writer.into_inner().ok().and_then(|bytes| String::from_utf8(bytes).ok()).unwrap_or_default()
}

/// A table as CSV; a measured number has two more columns for the ends of its interval.
#[must_use]
pub fn csv(table: &Table) -> String {
    let is_measured = |column: usize| {
        table.rows.iter().any(|row| matches!(row.get(column), Some(Cell::Measured { .. })))
    };
    let measured: Vec<bool> = (0..table.columns.len()).map(is_measured).collect();
    let mut heading = Vec::new();
    for (column, &measured) in table.columns.iter().zip(&measured) {
        let ends = if measured { &["", " low", " high"][..] } else { &[""] };
        let label = |end: &&str| escape::spreadsheet(&format!("{}{end}", column.label));
        heading.extend(ends.iter().map(label));
    }
    let fields = |row: &Vec<Cell>| {
        let mut fields = Vec::new();
        for (cell, &measured) in row.iter().zip(&measured) {
            fields.push(match cell {
                Cell::Text { text } => escape::spreadsheet(text),
                Cell::Empty => String::new(),
                Cell::Number { value, .. } => value.to_string(),
                Cell::Measured { estimate, .. } => number(estimate.value),
            });
            match cell {
                Cell::Measured { estimate: Estimate { low, high, .. }, .. } => {
                    fields.extend([number(*low), number(*high)]);
                }
                _ if measured => fields.extend([String::new(), String::new()]),
                _ => {}
            }
        }
        fields
    };
    csv_rows([heading].into_iter().chain(table.rows.iter().map(fields)))
}

/// The points of a plot as CSV; `None` for a tree.
#[must_use]
pub fn figure_csv(figure: &Figure) -> Option<String> {
    let Figure::Plot(plot) = figure else { return None };
    let labels = ["series", &plot.x.label, &plot.y.label, "low", "high"];
    let heading = labels.map(escape::spreadsheet).to_vec();
    let points = plot.series.iter().flat_map(|series| {
        series.points.iter().map(|point| {
            let Estimate { value, low, high } = point.y;
            let [value, low, high] = [value, low, high].map(number);
            vec![escape::spreadsheet(&series.label), point.x.to_string(), value, low, high]
        })
    });
    Some(csv_rows([heading].into_iter().chain(points)))
}

/// Formats a number with six significant digits, but at least its whole part; empty for NaN.
fn number(number: f64) -> String {
    if !number.is_finite() {
        return String::new();
    }
    let whole = if number == 0.0 { 0 } else { number.abs().log10().floor() as i32 + 1 };
    format!("{number:.*}", (6 - whole).clamp(0, 12) as usize)
}

#[cfg(test)]
mod tests {
    use super::{csv, markdown, number};
    use crate::report::{Cell, Claim, Estimate, Summary, Table};

    #[test]
    fn tables_and_claims_are_markdown_whatever_their_words() {
        let mut table = Table::new("A | B", ["depth", "<nodes>"]);
        table.rows.push(vec![Cell::number(2, 0), Cell::text("a|b")]);
        table.rows.push(vec![Cell::number(1234, 0), Cell::Empty]);
        let claims =
            vec![Claim::of("", "`it`", "nodes", 0).equals(2.0, 0.0, Some(Estimate::exact(2.0)))];
        let tables = vec![table, Table::new("none", ["x"])];
        let mut summary = Summary { tables, figures: Vec::new(), claims };
        let tables = "### A \\| B\n\n| depth | &lt;nodes> |\n|---:|---:|\n| 2 | a\\|b |\n| 1,234 |  |\n\n\
                      ### none\n\n| x |\n|---:|\n\n";
        let claims = "| claim | origin | stated | ours | verdict |\n|---|---|---:|---:|---|\n\
                      | \\`it\\` | paper | 2 nodes | 2 nodes | holds |\n";
        assert_eq!(markdown(&summary), format!("{tables}{claims}"));
        summary.claims.clear();
        assert_eq!(markdown(&summary), tables);
    }

    #[test]
    fn a_measured_column_has_the_ends_of_its_intervals_beside_it() {
        let mut table = Table::new("t", ["depth", "nodes, mean"]);
        let estimate = Estimate { value: 1234.5678, low: 1200.0, high: 1269.0 };
        table.rows.push(vec![Cell::number(2, 0), Cell::measured(estimate, 1)]);
        table.rows.push(vec![Cell::number(3, 0), Cell::Empty]);
        let expected = "depth,\"nodes, mean\",\"nodes, mean low\",\"nodes, mean high\"\n\
                        2,1234.57,1200.00,1269.00\n3,,,\n";
        assert_eq!(csv(&table), expected);
        table.rows = vec![vec![Cell::Text { text: "=A1, \"b\"\nc".to_owned() }, Cell::Empty]];
        assert_eq!(csv(&table), "depth,\"nodes, mean\"\n\"'=A1, \"\"b\"\"\nc\",\n");
        assert_eq!(number(0.012_345_678), "0.0123457");
    }
}
