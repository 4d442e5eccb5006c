//! The page: the data for its templates (`host/templates`). They escape all text except the contents of figures, the
//! style sheet and the script, which are our own.

use askama::Template;
use plyscope_report::{
    Cause, Cell, Claim, Column, Figure, Outcome, Standing, Statement, Table, csv, description,
    figure_csv, stated, statements, svg,
};
use plyscope_run::record::Program;

use super::answer::Answer;
use super::open::Open;
use super::verdicts::{Verdicts, tally};
use super::{Chapter, Site, SiteError};

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
    /// The first screen, if the report is about open questions.
    open: Option<Open<'b>>,
    answer: Answer<'b>,
    /// The number of the papers' statements that are counted.
    papers: usize,
    /// Whether there is a sample of the papers' statements.
    sampled: bool,
    statements: Vec<StatementRow<'b>>,
    /// Whether figures and tables are files beside the page, not parts of it.
    linked: bool,
}

/// A distinct statement: a row of the table of all.
struct StatementRow<'b> {
    chapter: &'b Chapter,
    statement: Statement<'b>,
    outcome: Outcome,
    verdict: String,
    /// The difference or the reason, if there is one point.
    detail: String,
    /// What it is beside the papers' statements; empty for those.
    standing: String,
    /// The cause of its differences, or that none is known.
    causes: Vec<String>,
    /// Its points, if there are several.
    points: Vec<Row<'b>>,
    rank: u8,
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
    detail: String,
    /// What it is beside the papers' statements; empty for those.
    standing: String,
    /// For sorting.
    rank: u8,
}

/// A figure.
struct Picture<'b> {
    name: &'b str,
    /// The file's path beside the page, without its ending.
    file: String,
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
    /// Renders the page: a single file that loads no other. It links to the PNG files that [`Site::write`] writes beside
    /// it.
    ///
    /// # Errors
    /// [`SiteError::Page`].
    pub fn html(&self) -> Result<String, SiteError> {
        self.page(false)
    }

    /// Renders a small page, whose figures and tables are the files that [`Site::write_results`] writes beside it.
    ///
    /// # Errors
    /// [`SiteError::Page`].
    pub fn linked_html(&self) -> Result<String, SiteError> {
        self.page(true)
    }

    fn page(&self, linked: bool) -> Result<String, SiteError> {
        let claims = self.chapters.iter().flat_map(|chapter| &chapter.summary.claims);
        let page = Page {
            style: include_str!("../../templates/style.css"),
            script: include_str!("../../templates/script.js"),
            program: Program::of_this_process(),
            tally: tally(claims),
            unfinished: self.unfinished(),
            missing: self.missing_words(),
            chapters: self.chapters.iter().map(part).collect(),
            open: self.open(),
            answer: self.answer(),
            papers: self.counted().len(),
            sampled: self.is_sampled(),
            statements: self.chapters.iter().flat_map(lines).collect(),
            linked,
        };
        Ok(page.render()?)
    }
}

/// The distinct statements of a chapter.
fn lines(chapter: &Chapter) -> impl Iterator<Item = StatementRow<'_>> {
    statements(&chapter.summary.claims).into_iter().map(move |statement| {
        let first = row(statement.first);
        let points = match statement.is_one() {
            true => Vec::new(),
            false => statement.claims.iter().map(|claim| row(claim)).collect(),
        };
        let outcome = statement.outcome();
        StatementRow {
            chapter,
            outcome,
            verdict: statement.verdict(),
            detail: if statement.is_one() { first.detail } else { String::new() },
            standing: first.standing,
            causes: statement.causes().iter().map(Cause::display).collect(),
            points,
            rank: outcome as u8,
            statement,
        }
    })
}

fn part(chapter: &Chapter) -> Part<'_> {
    let Chapter { summary, .. } = chapter;
    Part {
        chapter,
        verdicts: chapter.verdicts(),
        claims: summary.claims.iter().map(row).collect(),
        figures: summary.figures.iter().map(|figure| picture(chapter, figure)).collect(),
        tables: (1..).zip(&summary.tables).map(|(n, table)| sheet(chapter, n, table)).collect(),
    }
}

fn row(claim: &Claim) -> Row<'_> {
    let outcome = Outcome::of(claim);
    Row {
        claim,
        verdict: outcome.word(),
        class: outcome.class(),
        detail: claim.verdict.detail(),
        standing: standing(claim),
        rank: outcome as u8,
    }
}

/// What a claim is beside the papers' statements: `again: korf-fig-16/most-games`.
fn standing(claim: &Claim) -> String {
    match (claim.standing, claim.standing.place()) {
        (Standing::Stated, _) => String::new(),
        (standing, Some(place)) => {
            format!("not counted: {} of {}", standing.name(), place.display())
        }
        (standing, None) => format!("not counted: {}", standing.name()),
    }
}

/// A figure, as small as the first screen needs it.
fn small(figure: &Figure) -> String {
    let (width, height, inside) = svg::inside(figure);
    format!(
        "<svg viewBox=\"0 0 {width} {height}\" aria-hidden=\"true\" xmlns=\"http://www.w3.org/2000/svg\">{inside}</svg>"
    )
}

fn picture<'b>(chapter: &Chapter, figure: &'b Figure) -> Picture<'b> {
    let (key, style, from) = (&chapter.key, chapter.figure_style(), chapter.provenance());
    let (width, height, inside) = svg::inside_styled(figure, &style);
    Picture {
        name: figure.name(),
        file: format!("{key}/{}", figure.name()),
        title: figure.title(),
        id: format!("{key}-{}", figure.name()),
        width,
        height,
        inside,
        description: description(figure),
        stated: stated(figure).join("; "),
        is_tree: matches!(figure, Figure::Tree(_)),
        svg: svg::file_styled(figure, &style, &from),
        csv: figure_csv(figure).map(|text| from.comments("#") + &text),
    }
}

fn sheet<'b>(chapter: &Chapter, number: usize, table: &'b Table) -> Sheet<'b> {
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
        name: format!("{}-table-{number}", chapter.key),
        headings: table.columns.iter().enumerate().map(heading).collect(),
        rows: table.rows.iter().map(|row| row.iter().map(entry).collect()).collect(),
        csv: chapter.provenance().comments("#") + &csv(table),
    }
}

#[cfg(test)]
pub(super) mod tests;
