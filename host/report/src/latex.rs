//! Tables as LaTeX, in the style of the package `booktabs`.

use std::fmt::Write as _;

use super::{Cell, Provenance, Table};

/// A table as a LaTeX `table`, for a document with `\usepackage{booktabs}`. The provenance is a comment above it; `label`, as
/// in `\ref{tab:LABEL}`, is written as it is.
#[must_use]
pub fn latex(table: &Table, label: &str, provenance: &Provenance) -> String {
    let numeric = |column: usize| {
        let cells = || table.rows.iter().filter_map(|row| row.get(column));
        let is_number =
            |cell: &Cell| matches!(cell, Cell::Number { .. } | Cell::Measured { .. } | Cell::Empty);
        cells().all(is_number) && cells().any(|cell| cell.value().is_some())
    };
    let alignment: String =
        (0..table.columns.len()).map(|column| if numeric(column) { 'r' } else { 'l' }).collect();
    let line = |cells: &[String]| format!("    {} \\\\\n", cells.join(" & "));
    let headings: Vec<String> = table.columns.iter().map(|column| escaped(&column.label)).collect();
    let mut text = provenance.comments("%");
    let _ = write!(
        text,
        "\\begin{{table}}\n  \\centering\n  \\caption{{{}}}\n  \\label{{tab:{label}}}\n  \\begin{{tabular}}{{{alignment}}}\n    \
         \\toprule\n{}    \\midrule\n",
        escaped(&table.title),
        line(&headings)
    );
    for row in &table.rows {
        let cells: Vec<String> = row.iter().map(cell).collect();
        text.push_str(&line(&cells));
    }
    text.push_str("    \\bottomrule\n  \\end{tabular}\n\\end{table}\n");
    text
}

fn cell(cell: &Cell) -> String {
    let text = escaped(&cell.display());
    // A hyphen is no minus.
    match text.strip_prefix('-') {
        Some(rest) if cell.value().is_some() => format!("$-${rest}"),
        _ => text,
    }
}

/// Escapes text for LaTeX, with the characters that plyscope's words use beyond ASCII; others are for the document's encoding.
fn escaped(words: &str) -> String {
    let mut text = String::with_capacity(words.len());
    for c in words.chars() {
        match c {
            '&' | '%' | '$' | '#' | '_' | '{' | '}' => text.extend(['\\', c]),
            '\\' => text.push_str("\\textbackslash{}"),
            '~' => text.push_str("\\textasciitilde{}"),
            '^' => text.push_str("\\textasciicircum{}"),
            '<' => text.push_str("$<$"),
            '>' => text.push_str("$>$"),
            '|' => text.push_str("\\textbar{}"),
            '"' => text.push_str("\\textquotedbl{}"),
            // These open a ligature or an optional argument at the start of a row.
            '[' => text.push_str("{[}"),
            ']' => text.push_str("{]}"),
            '±' => text.push_str("$\\pm$"),
            '×' => text.push_str("$\\times$"),
            '≤' => text.push_str("$\\le$"),
            '≥' => text.push_str("$\\ge$"),
            '∞' => text.push_str("$\\infty$"),
            'δ' => text.push_str("$\\delta$"),
            '−' => text.push_str("$-$"),
            '–' => text.push_str("--"),
            '→' => text.push_str("$\\to$"),
            c if c.is_control() => text.push(' '),
            c => text.push(c),
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::{escaped, latex};
    use crate::{Cell, Estimate, Provenance, Table};

    #[test]
    fn a_table_is_booktabs_with_numbers_to_the_right_and_its_provenance_above() {
        let mut table = Table::new("Wins (%) & more", ["order", "wins_1"]);
        let estimate = Estimate { value: -18.4, low: -18.9, high: -17.9 };
        table.rows.push(vec![Cell::text("a_b"), Cell::measured(estimate, 1)]);
        table.rows.push(vec![Cell::text("c"), Cell::Empty]);
        let from = Provenance::default().with("command", "plyscope \n \\x");
        let expected = "% command: plyscope \\n \\x\n\\begin{table}\n  \\centering\n  \\caption{Wins (\\%) \\& more}\n  \
                        \\label{tab:x-1}\n  \\begin{tabular}{lr}\n    \\toprule\n    order & wins\\_1 \\\\\n    \\midrule\n    \
                        a\\_b & $-$18.4 $\\pm$ 0.5 \\\\\n    c &  \\\\\n    \\bottomrule\n  \\end{tabular}\n\\end{table}\n";
        assert_eq!(latex(&table, "x-1", &from), expected);
    }

    #[test]
    fn no_character_keeps_a_meaning_for_latex() {
        let hostile = escaped("\\input{x}%$#_^~&<[a]\n");
        assert_eq!(
            hostile,
            "\\textbackslash{}input\\{x\\}\\%\\$\\#\\_\\textasciicircum{}\\textasciitilde{}\\&$<${[}a{]} "
        );
    }
}
