//! Results as text: Markdown and CSV.

use std::fmt::Write as _;

use super::{Cell, Estimate, Figure, Summary, Table, Verdict};
use crate::escape;

/// Tables and claims as Markdown.
#[must_use]
pub fn markdown(summary: &Summary) -> String {
    let mut text = String::new();
    for table in &summary.tables {
        let _ = writeln!(text, "### {}\n", escape::markdown(&table.title));
        let labels: Vec<String> =
            table.columns.iter().map(|c| escape::markdown(&c.label)).collect();
        let _ = writeln!(text, "| {} |\n|{}", labels.join(" | "), "---:|".repeat(labels.len()));
        for row in &table.rows {
            let cells: Vec<String> =
                row.iter().map(|cell| escape::markdown(&cell.display())).collect();
            let _ = writeln!(text, "| {} |", cells.join(" | "));
        }
        text.push('\n');
    }
    if !summary.claims.is_empty() {
        text.push_str("| claim | origin | stated | ours | verdict |\n|---|---|---:|---:|---|\n");
    }
    for claim in &summary.claims {
        let (origin, verdict) = (claim.origin.name(), claim.verdict.display());
        let cells = [&claim.statement, origin, &claim.paper, &claim.ours, &verdict];
        let _ = writeln!(text, "| {} |", cells.map(escape::markdown).join(" | "));
    }
    text
}

impl Verdict {
    /// In words: `differs: +3.1 nodes (+1.2 %)`.
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
    // Nothing goes wrong in memory, and fields of text make a text.
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

/// The points of a plot as CSV; nothing for a tree.
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

/// Six significant digits and no fewer than the whole part; nothing for what is no number.
fn number(number: f64) -> String {
    if !number.is_finite() {
        return String::new();
    }
    let whole = if number == 0.0 { 0 } else { number.abs().log10().floor() as i32 + 1 };
    format!("{number:.*}", (6 - whole).clamp(0, 12) as usize)
}

#[cfg(test)]
mod tests {
    use super::{csv, number};
    use crate::report::{Cell, Estimate, Table};

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
