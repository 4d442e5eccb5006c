//! The page: the data for its templates (`host/templates`). They escape all text except the contents of figures, the
//! style sheet and the script, which are our own.

use askama::Template;

use super::verdicts::{Verdicts, tally};
use super::{Chapter, Site, SiteError};
use crate::record::Program;
use crate::report::{
    Cell, Claim, Column, Figure, Table, Verdict, csv, description, figure_csv, stated, svg,
};

/// The whole page.
#[derive(Template)]
#[template(path = "page.html")]
struct Page<'b> {
    style: &'static str,
    script: &'static str,
    program: Program,
    chapters: Vec<Part<'b>>,
    unfinished: usize,
    missing: String,
    tally: String,
}

/// A chapter's part of the page.
struct Part<'b> {
    chapter: &'b Chapter,
    verdicts: Verdicts,
    claims: Vec<Row<'b>>,
    figures: Vec<Picture<'b>>,
    tables: Vec<Sheet<'b>>,
}

/// A claim.
struct Row<'b> {
    claim: &'b Claim,
    /// `holds`, `differs`, `not testable`; `untested` for styles.
    verdict: &'static str,
    class: &'static str,
    /// The difference, or the reason.
    detail: &'b str,
    /// For sorting.
    rank: u8,
}

/// A figure.
struct Picture<'b> {
    name: &'b str,
    title: &'b str,
    /// For links within the page.
    id: String,
    width: u32,
    height: u32,
    inside: String,
    description: String,
    stated: String,
    is_tree: bool,
    svg: String,
    csv: Option<String>,
}

/// A table.
struct Sheet<'b> {
    table: &'b Table,
    name: String,
    /// The columns' headings, and whether they hold numbers.
    headings: Vec<(&'b str, bool)>,
    rows: Vec<Vec<Entry>>,
    csv: String,
}

/// A cell of a table.
struct Entry {
    text: String,
    /// The number for sorting; empty for text.
    number: Option<String>,
    numeric: bool,
}

impl Site {
    /// Renders the page: a single file that loads no other.
    ///
    /// # Errors
    /// [`SiteError::Page`].
    pub fn html(&self) -> Result<String, SiteError> {
        let claims = self.chapters.iter().flat_map(|chapter| &chapter.summary.claims);
        let page = Page {
            style: include_str!("../../templates/style.css"),
            script: include_str!("../../templates/script.js"),
            program: Program::of_this_process(),
            tally: tally(claims),
            unfinished: self.chapters.iter().filter(|c| !c.extent.is_whole()).count(),
            missing: self.missing().join(", "),
            chapters: self.chapters.iter().map(part).collect(),
        };
        Ok(page.render()?)
    }
}

fn part(chapter: &Chapter) -> Part<'_> {
    let Chapter { key, summary, .. } = chapter;
    Part {
        chapter,
        verdicts: chapter.verdicts(),
        claims: summary.claims.iter().map(row).collect(),
        figures: summary.figures.iter().map(|figure| picture(key, figure)).collect(),
        tables: (1..).zip(&summary.tables).map(|(n, table)| sheet(key, n, table)).collect(),
    }
}

fn row(claim: &Claim) -> Row<'_> {
    let (verdict, class, detail, rank) = match &claim.verdict {
        Verdict::Holds => ("holds", "holds", "", 0),
        Verdict::Differs { by } => ("differs", "differs", by.as_str(), 1),
        Verdict::NotTestable { why } => ("not testable", "untested", why.as_str(), 2),
    };
    Row { claim, verdict, class, detail, rank }
}

fn picture<'b>(key: &str, figure: &'b Figure) -> Picture<'b> {
    let (width, height, inside) = svg::inside(figure);
    Picture {
        name: figure.name(),
        title: figure.title(),
        id: format!("{key}-{}", figure.name()),
        width,
        height,
        inside,
        description: description(figure),
        stated: stated(figure).join("; "),
        is_tree: matches!(figure, Figure::Tree(_)),
        svg: svg::file(figure),
        csv: figure_csv(figure),
    }
}

fn sheet<'b>(key: &str, number: usize, table: &'b Table) -> Sheet<'b> {
    let numeric = |cell: &Cell| matches!(cell, Cell::Number { .. } | Cell::Measured { .. });
    let heading = |(place, column): (usize, &'b Column)| {
        let below = table.rows.iter().filter_map(|row| row.get(place)).any(numeric);
        (column.label.as_str(), below)
    };
    let entry = |cell: &Cell| Entry {
        text: cell.display(),
        number: cell.value().filter(|number| number.is_finite()).map(|number| number.to_string()),
        numeric: numeric(cell),
    };
    Sheet {
        table,
        name: format!("{key}-table-{number}"),
        headings: table.columns.iter().enumerate().map(heading).collect(),
        rows: table.rows.iter().map(|row| row.iter().map(entry).collect()).collect(),
        csv: csv(table),
    }
}

#[cfg(test)]
#[path = "page_tests.rs"]
mod tests;
