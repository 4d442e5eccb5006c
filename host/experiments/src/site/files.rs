//! A report's files: a directory for each chapter, with Markdown, the figures and the tables.

use std::fs;
use std::path::{Path, PathBuf};

use askama::Template;
use plyscope_report::{
    Cell, Figure, Origin, Outcome, Place, Provenance, Statement, Table, csv, figure_csv, markdown,
    png_styled, statements, svg,
};
use plyscope_run::interrupt;
use plyscope_run::record::Program;

use super::answer::Answer;
use super::open::Open;
use super::verdicts::{Verdicts, tally};
use super::{Chapter, Site, SiteError, io_error};

/// A chapter as Markdown.
#[derive(Template)]
#[template(path = "chapter.md", escape = "none")]
struct Text<'b> {
    chapter: &'b Chapter,
    /// The figures' names, for their files.
    figures: Vec<&'b str>,
    results: String,
}

/// The list of chapters as Markdown.
#[derive(Template)]
#[template(path = "contents.md", escape = "none")]
struct Contents<'b> {
    chapters: Vec<(&'b Chapter, Verdicts)>,
    tally: String,
    missing: String,
    unfinished: usize,
    /// The first screen, if the report is about open questions.
    open: Option<Open<'b>>,
    answer: Answer<'b>,
    /// Whether there is a sample of the statements.
    sampled: bool,
    /// The papers' distinct statements that are counted.
    statements: Vec<(&'b Chapter, Statement<'b>)>,
}

/// The files to write, and their contents.
type Files = Vec<(PathBuf, Vec<u8>)>;

impl Site {
    /// Writes everything into a directory: the files of [`Site::write_results`], but an `index.html` that is a single
    /// file, and each figure also as PNG. Existing files of the same names are replaced.
    ///
    /// # Errors
    /// [`SiteError`] if the page cannot be rendered or a file cannot be written, or on an [interrupt] before anything
    /// is written.
    pub fn write(&self, directory: &Path) -> Result<(), SiteError> {
        let mut files = self.files()?;
        files.push((PathBuf::from("index.html"), self.html()?.into_bytes()));
        for chapter in &self.chapters {
            for figure in &chapter.summary.figures {
                interrupt::check()?;
                let name = format!("{}.png", figure.name());
                let (style, from) = (chapter.figure_style(), chapter.provenance());
                files
                    .push((Path::new(&chapter.key).join(name), png_styled(figure, &style, &from)?));
            }
        }
        write_all(directory, files)
    }

    /// Writes the small files that are kept beside the program: `README.md`, `claims.csv`, `sample.md` if the papers' statements are
    /// more than it has, and a small `index.html` that shows the other files, and for each chapter a directory with a `README.md`,
    /// each table as CSV, and each figure as SVG and CSV.
    ///
    /// # Errors
    /// [`SiteError`] if a page cannot be rendered or a file cannot be written.
    pub fn write_results(&self, directory: &Path) -> Result<(), SiteError> {
        let mut files = self.files()?;
        files.push((PathBuf::from("index.html"), self.linked_html()?.into_bytes()));
        write_all(directory, files)
    }

    /// The distinct statements of one origin, each with its chapter.
    pub(super) fn statements(&self, origin: Origin) -> Vec<(&Chapter, Statement<'_>)> {
        let all = self.chapters.iter().flat_map(|chapter| {
            let statements = statements(&chapter.summary.claims).into_iter();
            statements.map(move |statement| (chapter, statement))
        });
        all.filter(|(_, statement)| statement.origin() == origin).collect()
    }

    /// The papers' statements that are counted, each once: no second runs of an experiment, which make the same statements again,
    /// and nothing that stands beside them.
    pub(super) fn counted(&self) -> Vec<(&Chapter, Statement<'_>)> {
        let mut papers = self.statements(Origin::Paper);
        papers.retain(|(chapter, one)| one.counts() && !chapter.is_second_run());
        papers
    }

    /// The files of any report.
    pub(super) fn files(&self) -> Result<Files, SiteError> {
        let claims = self.chapters.iter().flat_map(|chapter| &chapter.summary.claims);
        let contents = Contents {
            chapters: self.chapters.iter().map(|chapter| (chapter, chapter.verdicts())).collect(),
            tally: tally(claims),
            missing: self.missing_words(),
            unfinished: self.unfinished(),
            open: self.open(),
            answer: self.answer(),
            sampled: self.is_sampled(),
            statements: self.counted(),
        };
        let mut files = vec![
            (PathBuf::from("README.md"), contents.render()?.into_bytes()),
            (PathBuf::from("claims.csv"), (written_by() + &csv(&self.claims())).into_bytes()),
        ];
        if self.is_sampled() {
            files.push((PathBuf::from("sample.md"), self.sample()?.into_bytes()));
        }
        for chapter in &self.chapters {
            let directory = Path::new(&chapter.key);
            let Chapter { summary, .. } = chapter;
            let origin = chapter.provenance().comments("#");
            let text = Text {
                chapter,
                figures: summary.figures.iter().map(Figure::name).collect(),
                results: markdown(summary),
            };
            files.push((directory.join("README.md"), text.render()?.into_bytes()));
            for (number, table) in (1..).zip(&summary.tables) {
                let name = format!("{}-table-{number}.csv", chapter.key);
                files.push((directory.join(name), (origin.clone() + &csv(table)).into_bytes()));
            }
            for figure in &summary.figures {
                let name = |ending| directory.join(format!("{}.{ending}", figure.name()));
                let drawn =
                    svg::file_styled(figure, &chapter.figure_style(), &chapter.provenance());
                files.push((name("svg"), drawn.into_bytes()));
                let text = figure_csv(figure).map(|text| origin.clone() + &text);
                files.extend(text.map(|text| (name("csv"), text.into_bytes())));
            }
        }
        Ok(files)
    }

    /// All claims with their verdicts.
    fn claims(&self) -> Table {
        let headings = [
            "experiment",
            "scale",
            "units",
            "source",
            "origin",
            "claim",
            "stated",
            "ours",
            "verdict",
            "detail",
            "part of",
            "cause",
            "standing",
            "of",
        ];
        let mut table = Table::new("Claims", headings);
        for chapter in &self.chapters {
            for claim in &chapter.summary.claims {
                let (verdict, detail) = (Outcome::of(claim).word(), claim.verdict.detail());
                let cause = claim.cause.filter(|_| claim.differs()).map(|cause| cause.display());
                let place = claim.standing.place().map(Place::display);
                let units = chapter.extent.display();
                let (scale, units) = (chapter.scale.as_str(), units.as_str());
                let (source, statement) = (claim.source.as_str(), claim.statement.as_str());
                let (paper, ours) = (claim.paper.as_str(), claim.ours.as_str());
                let cells = [
                    chapter.key.as_str(),
                    scale,
                    units,
                    source,
                    claim.origin.name(),
                    statement,
                    paper,
                    ours,
                    verdict,
                    detail.as_str(),
                    claim.part_of.as_deref().unwrap_or_default(),
                    cause.as_deref().unwrap_or_default(),
                    claim.standing.name(),
                    place.as_deref().unwrap_or_default(),
                ];
                table.rows.push(cells.map(Cell::text).to_vec());
            }
        }
        table
    }
}

/// The comment above a file that is made of several runs.
fn written_by() -> String {
    let program = Program::of_this_process();
    let build = format!("{} {}", program.name, program.build());
    Provenance::default().with("written by", &build).comments("#")
}

fn write_all(directory: &Path, files: Files) -> Result<(), SiteError> {
    for (name, contents) in files {
        let path = directory.join(name);
        let parent = path.parent().unwrap_or(directory);
        fs::create_dir_all(parent).map_err(io_error("create", parent))?;
        plyscope_run::files::write(&path, contents.as_ref()).map_err(io_error("write", &path))?;
    }
    Ok(())
}
