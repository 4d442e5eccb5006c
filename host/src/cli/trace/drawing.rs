//! `plyscope trace --format svg|png|pdf`: searches at their steps as drawings.

use std::fs;
use std::io::{self, IsTerminal as _, Write as _};
use std::path::{Path, PathBuf};
use std::str::FromStr;

use super::{Common, Form, cannot_write, trace_error};
use crate::cli::output::grouped;
use crate::cli::usage;
use crate::engine::Engine;
use crate::files;
use crate::interrupt;
use crate::report::{Figure, FigureStyle, Provenance, pdf_pages, png_styled, svg};
use crate::trace::{MOST_STEPS, Recorded, Recording, Traceable, trace};

/// Most drawings of `--step all`.
const MOST_DRAWINGS: usize = 5_000;

/// The steps that are drawn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Steps {
    /// After so many events.
    One(usize),
    All,
}

impl FromStr for Steps {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match text {
            "all" => Ok(Self::All),
            number => number.parse().map(Self::One).map_err(|_| {
                "write the number of a step, such as 12 (0 is before the first), or all".to_owned()
            }),
        }
    }
}

/// The one search that is recorded.
fn only(recording: &Recording) -> anyhow::Result<&Recorded> {
    let Some(searches) = recording.searches() else {
        return Err(usage(format!(
            "drawings are of searches of at most {} steps: limit the search by --depth or --nodes",
            grouped(MOST_STEPS as u64)
        )));
    };
    match searches {
        [search] => Ok(search),
        several => {
            let names: Vec<&str> = several.iter().map(|search| search.name.as_str()).collect();
            Err(usage(format!(
                "a drawing shows one search, and here are {}: name one with --algorithm or --engine",
                names.join(", ")
            )))
        }
    }
}

/// The file of a step: the number stands before the name's ending.
fn numbered(path: &Path, form: Form, step: usize, steps: usize) -> PathBuf {
    let digits = steps.to_string().len();
    let ending = path.extension().filter(|ending| ending.eq_ignore_ascii_case(form.ending()));
    let stem = if ending.is_some() { path.with_extension("") } else { path.to_owned() };
    let mut name = stem.into_os_string();
    name.push(format!("-{step:0digits$}.{}", form.ending()));
    name.into()
}

/// Draws the search that these engines make.
pub(super) fn run(
    common: &Common,
    subject: &dyn Traceable,
    note: &str,
    engines: &[Engine],
    quiet: bool,
) -> anyhow::Result<()> {
    let mut recording = Recording::default();
    trace(subject, note, engines, &mut recording).map_err(trace_error)?;
    interrupt::check()?;
    let search = only(&recording)?;
    let last = search.steps();
    let steps = common.step.unwrap_or(Steps::One(last));
    let from = Provenance::of_this_command();
    let style = common.looks.style(None, &from);
    let form = common.format;
    match steps {
        Steps::One(step) if step > last => Err(usage(format!(
            "--step {step}: the search has {} steps: write a number up to that",
            grouped(last as u64)
        ))),
        Steps::One(step) => {
            let trees = recording.trees(search, [step]);
            let figures: Vec<Figure> = trees.map(Figure::Tree).collect();
            let bytes = file(&figures, form, &style, &from)?;
            match &common.output {
                Some(path) => {
                    files::write(path, &bytes).map_err(|error| cannot_write(path, &error))
                }
                None if form != Form::Svg && io::stdout().is_terminal() => {
                    Err(usage("this is not text: give a file with --output"))
                }
                None => Ok(io::stdout().lock().write_all(&bytes)?),
            }
        }
        Steps::All if last >= MOST_DRAWINGS => Err(usage(format!(
            "--step all: the search has {} steps, and at most {} are drawn: limit it by --depth or --nodes, or give one step",
            grouped(last as u64),
            grouped(MOST_DRAWINGS as u64)
        ))),
        Steps::All => {
            let Some(path) = &common.output else {
                return Err(usage("--step all writes files: give their name with --output"));
            };
            let figures = recording.trees(search, 0..=last).map(Figure::Tree);
            if form == Form::Pdf {
                let bytes = file(&figures.collect::<Vec<_>>(), form, &style, &from)?;
                return files::write(path, &bytes).map_err(|error| cannot_write(path, &error));
            }
            // Many files have a place of their own.
            if let Some(directory) = path.parent() {
                fs::create_dir_all(directory).map_err(|error| cannot_write(directory, &error))?;
            }
            for (step, figure) in figures.enumerate() {
                interrupt::check()?;
                let place = numbered(path, form, step, last);
                let bytes = file(std::slice::from_ref(&figure), form, &style, &from)?;
                files::write(&place, &bytes).map_err(|error| cannot_write(&place, &error))?;
            }
            if !quiet {
                let [first, end] = [0, last].map(|step| numbered(path, form, step, last));
                writeln!(io::stderr(), "{} to {}", first.display(), end.display())?;
            }
            Ok(())
        }
    }
}

/// A file with these figures, of which only PDF has several.
fn file(
    figures: &[Figure],
    form: Form,
    style: &FigureStyle,
    from: &Provenance,
) -> anyhow::Result<Vec<u8>> {
    Ok(match (form, figures) {
        (Form::Pdf, figures) => pdf_pages(figures, style, from)?,
        (Form::Png, [figure, ..]) => png_styled(figure, style, from)?,
        (_, [figure, ..]) => svg::file_in_classes(figure, style, from).into_bytes(),
        (_, []) => Vec::new(),
    })
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::{Form, Steps, numbered};

    #[test]
    fn a_step_is_a_number_or_all_and_its_file_has_it_before_the_ending() {
        assert_eq!("12".parse(), Ok(Steps::One(12)));
        assert_eq!("all".parse(), Ok(Steps::All));
        assert!("-1".parse::<Steps>().unwrap_err().contains("0 is before the first"));
        let name = |path: &str, step, steps| {
            numbered(Path::new(path), Form::Svg, step, steps).display().to_string()
        };
        assert_eq!(name("d/tree.svg", 7, 120), "d/tree-007.svg");
        assert_eq!(name("week.3", 7, 9), "week.3-7.svg");
        assert_eq!(name("tree.png", 10, 10), "tree.png-10.svg");
    }
}
