//! Results as CSV, for programs: columns with names of letters, digits and `_`, and numbers without rounding's dust.

use plyscope_run::escape;

use super::{Cell, Estimate, Figure, Mark, Table};

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

/// A table as CSV; a measured number has two more columns for the ends of its interval, `NAME_low` and `NAME_high`.
#[must_use]
pub fn csv(table: &Table) -> String {
    let is_measured = |column: usize| {
        table.rows.iter().any(|row| matches!(row.get(column), Some(Cell::Measured { .. })))
    };
    let measured: Vec<bool> = (0..table.columns.len()).map(is_measured).collect();
    let names = names_of_columns(table);
    let mut heading = Vec::new();
    for (name, &measured) in names.iter().zip(&measured) {
        let ends = if measured { &["", "_low", "_high"][..] } else { &[""] };
        heading.extend(ends.iter().map(|end| format!("{name}{end}")));
    }
    let fields = |row: &Vec<Cell>| {
        let mut fields = Vec::new();
        for (cell, &measured) in row.iter().zip(&measured) {
            fields.push(match cell {
                Cell::Text { text } => escape::spreadsheet(text),
                Cell::Empty => String::new(),
                Cell::Number { value, .. } => plain(*value),
                Cell::Measured { estimate, decimals } => number(estimate.value, *decimals),
            });
            match cell {
                Cell::Measured { estimate: Estimate { low, high, .. }, decimals } => {
                    fields.extend([low, high].map(|end| number(*end, *decimals)));
                }
                _ if measured => fields.extend([String::new(), String::new()]),
                _ => {}
            }
        }
        fields
    };
    csv_rows([heading].into_iter().chain(table.rows.iter().map(fields)))
}

/// The points of a plot as CSV, and the source's points, without an interval; `None` for a tree.
#[must_use]
pub fn figure_csv(figure: &Figure) -> Option<String> {
    let Figure::Plot(plot) = figure else { return None };
    let heading = column_names(["series", &plot.x.label, &plot.y.label, "low", "high"]);
    let points = plot.series.iter().flat_map(|series| {
        series.points.iter().map(|point| {
            let Estimate { value, low, high } = point.y;
            let [value, low, high] = [value, low, high].map(|one| number(one, 0));
            vec![escape::spreadsheet(&series.label), plain(point.x), value, low, high]
        })
    });
    let stated = plot.marks.iter().filter_map(|mark| match mark {
        Mark::Point { x, y, label } => {
            let [label, none] = [escape::spreadsheet(label), String::new()];
            Some(vec![label, plain(*x), plain(*y), none.clone(), none])
        }
        Mark::Horizontal { .. } | Mark::Vertical { .. } => None,
    });
    Some(csv_rows([heading].into_iter().chain(points).chain(stated)))
}

/// The names of a table's columns, as in its CSV.
#[must_use]
pub fn names_of_columns(table: &Table) -> Vec<String> {
    column_names(table.columns.iter().map(|column| column.label.as_str()))
}

/// Names of columns for programs: `nodes, FE / the other's (%)` becomes `nodes_fe_over_the_other_percent`. No two are equal.
fn column_names<'l>(labels: impl IntoIterator<Item = &'l str>) -> Vec<String> {
    let mut names: Vec<String> = Vec::new();
    for label in labels {
        let name = column_name(label);
        let numbered = (2..).map(|number| format!("{name}_{number}"));
        let mut candidates = [name.clone()].into_iter().chain(numbered);
        names.extend(candidates.find(|candidate| !names.contains(candidate)));
    }
    names
}

fn column_name(label: &str) -> String {
    let words = label
        .replace("'s", "")
        .replace('%', " percent ")
        .replace(" / ", " over ")
        .replace('/', " per ")
        .replace(['±', '\u{3b4}', '\u{3c3}'], " ")
        .replace('=', " ");
    let mut name = String::new();
    for c in words.chars() {
        match c {
            c if c.is_ascii_alphanumeric() => name.push(c.to_ascii_lowercase()),
            '\'' | '\u{2019}' => {}
            _ if name.is_empty() || name.ends_with('_') => {}
            _ => name.push('_'),
        }
    }
    let name = name.trim_end_matches('_');
    match name.chars().next() {
        None => "column".to_owned(),
        // Many programs want a letter first.
        Some(c) if c.is_ascii_digit() => format!("n_{name}"),
        Some(_) => name.to_owned(),
    }
}

/// Formats a number with up to twelve significant digits: sums of tenths end in ...000000016 otherwise. Empty for NaN.
fn plain(number: f64) -> String {
    if !number.is_finite() {
        return String::new();
    }
    let rounded: f64 = format!("{number:.11e}").parse().unwrap_or(number);
    // No negative zero.
    (rounded + 0.0).to_string()
}

/// Formats a number with six significant digits, but at least its whole part and so many decimals; empty for NaN.
fn number(number: f64, decimals: u8) -> String {
    if !number.is_finite() {
        return String::new();
    }
    let whole = if number == 0.0 { 0 } else { number.abs().log10().floor() as i32 + 1 };
    format!("{number:.*}", (6 - whole).max(decimals.into()).clamp(0, 12) as usize)
}

#[cfg(test)]
mod tests {
    use super::{column_names, csv, figure_csv, number, plain};
    use crate::{Axis, Cell, Estimate, Figure, Mark, Plot, Series, Table};

    #[test]
    fn a_measured_column_has_the_ends_of_its_intervals_beside_it() {
        let mut table = Table::new("t", ["depth", "nodes, mean"]);
        let estimate = Estimate { value: 1234.5678, low: 1200.0, high: 1269.0 };
        table.rows.push(vec![Cell::number(2, 0), Cell::measured(estimate, 1)]);
        table.rows.push(vec![Cell::number(3, 0), Cell::Empty]);
        let expected = "depth,nodes_mean,nodes_mean_low,nodes_mean_high\n\
                        2,1234.57,1200.00,1269.00\n3,,,\n";
        assert_eq!(csv(&table), expected);
        table.rows = vec![vec![Cell::Text { text: "=A1, \"b\"\nc".to_owned() }, Cell::Empty]];
        assert_eq!(csv(&table), "depth,nodes_mean\n\"'=A1, \"\"b\"\"\nc\",\n");
        assert_eq!(number(0.012_345_678, 1), "0.0123457");
        assert_eq!(number(18_452.012, 3), "18452.012", "no less than a table shows");
    }

    #[test]
    fn columns_have_names_that_programs_can_use_and_no_two_the_same() {
        let labels =
            ["its work / the other's", "best moves (%)", "b = 2", "b: 2", "95 % interval", "±", ""];
        let names = [
            "its_work_over_the_other",
            "best_moves_percent",
            "b_2",
            "b_2_2",
            "n_95_percent_interval",
            "column",
            "column_2",
        ];
        assert_eq!(column_names(labels), names);
    }

    #[test]
    fn numbers_have_no_dust_of_rounding() {
        assert_eq!(plain(0.542_000_000_000_001_6), "0.542");
        assert_eq!(plain(-0.0), "0");
        assert_eq!(plain(123_456_789.0), "123456789");
        assert_eq!(plain(f64::NAN), "");
        let figure = Figure::Plot(Plot {
            name: "f".to_owned(),
            title: "t".to_owned(),
            x: Axis::linear("depth (plies)"),
            y: Axis::linear("nodes / alpha-beta's"),
            series: vec![Series::line("a", [(0.1 + 0.2, Estimate::exact(0.5))])],
            marks: vec![Mark::Point { x: 2.0, y: 0.4, label: "the paper".to_owned() }],
        });
        let expected = "series,depth_plies,nodes_over_alpha_beta,low,high\n\
                        a,0.3,0.500000,0.500000,0.500000\nthe paper,2,0.4,,\n";
        assert_eq!(figure_csv(&figure).unwrap(), expected);
    }
}
