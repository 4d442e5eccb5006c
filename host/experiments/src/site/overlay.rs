//! Runs of one experiment with other settings, and another program's points, in one figure.

use std::path::Path;

use plyscope_report::{Estimate, Figure, Provenance, Series, Style};
use plyscope_run::files;

use super::{Chapter, SiteError};

impl Chapter {
    /// Adds the curves of other runs to this run's figures of the same names. Each curve is named by the settings in which its run
    /// differs from the others. The source's statements are marked once each, also those that only another run reaches. Tables stay
    /// this run's.
    ///
    /// # Errors
    /// [`SiteError::Overlay`] if a run is of another experiment, or no setting differs.
    pub fn overlay(&mut self, others: &[Self]) -> Result<(), SiteError> {
        let refused = |why: String| SiteError::Overlay { why };
        for other in others {
            if other.about.id != self.about.id {
                return Err(refused(format!(
                    "this run is of {}, the other of {}: only runs of one experiment can be overlaid",
                    self.about.id, other.about.id
                )));
            }
        }
        let names = names(self, others);
        let all: Vec<&String> = names.iter().collect();
        if let Some(twice) =
            all.iter().find(|name| all.iter().filter(|other| other == name).count() > 1)
        {
            let which = if twice.is_empty() { String::new() } else { format!(" ({twice})") };
            return Err(refused(format!(
                "two runs have the same settings{which}: overlay runs that differ in a setting"
            )));
        }
        let mut names = names.into_iter();
        let own = names.next().unwrap_or_default();
        for figure in &mut self.summary.figures {
            let Figure::Plot(plot) = figure else { continue };
            for (number, series) in plot.series.iter_mut().enumerate() {
                series.label = format!("{}, {own}", series.label);
                series.group = series.group.or(Some(number));
            }
            let title = plot.title.clone();
            for (other, name) in others.iter().zip(names.clone()) {
                let same = other.summary.figures.iter().find_map(|figure| match figure {
                    Figure::Plot(theirs) if theirs.name == plot.name => Some(theirs),
                    _ => None,
                });
                for mark in same.iter().flat_map(|theirs| &theirs.marks) {
                    if !plot.marks.contains(mark) {
                        plot.marks.push(mark.clone());
                    }
                }
                for series in same.iter().flat_map(|theirs| &theirs.series) {
                    let mut series = series.clone();
                    series.label = format!("{}, {name}", series.label);
                    // A colour of its own, in turn.
                    series.group = Some(plot.series.len());
                    plot.series.push(series);
                }
            }
            plot.title = format!("{title}: {} runs", 1 + others.len());
        }
        Ok(())
    }

    /// Adds points of another program to the figure whose name the file has. Its columns are those of the figure's own CSV: series,
    /// the place on the horizontal axis, the value, and the ends of its interval, which may be empty. The first line has headings.
    ///
    /// # Errors
    /// [`SiteError::Overlay`] if there is no such figure or a line cannot be read.
    pub fn overlay_points(&mut self, file: &Path) -> Result<(), SiteError> {
        let refused =
            |why: String| SiteError::Overlay { why: format!("{}: {why}", file.display()) };
        let names: Vec<String> =
            self.summary.figures.iter().map(|figure| figure.name().to_owned()).collect();
        let stem = file.file_stem().and_then(|stem| stem.to_str()).unwrap_or_default();
        let plot = self.summary.figures.iter_mut().find_map(|figure| match figure {
            Figure::Plot(plot) if plot.name == stem => Some(plot),
            _ => None,
        });
        let plot = plot.ok_or_else(|| {
            let names = names.join(", ");
            refused(format!("name it like a figure, with .csv; the figures are {names}"))
        })?;
        let text =
            files::read_ordinary(file, files::MB).map_err(|error| refused(error.to_string()))?;
        let mut reader =
            csv::ReaderBuilder::new().comment(Some(b'#')).flexible(true).from_reader(&text[..]);
        let shown = plot.series.len();
        for row in reader.records() {
            let row = row.map_err(|error| refused(error.to_string()))?;
            let line = row.position().map_or(0, csv::Position::line);
            let number = |place: usize| {
                let number = row.get(place)?.trim().parse::<f64>().ok();
                number.filter(|number| number.is_finite())
            };
            let (Some(label), Some(x), Some(y)) = (row.get(0), number(1), number(2)) else {
                return Err(refused(format!(
                    "line {line}: write series,x,y or series,x,y,low,high"
                )));
            };
            let y = match (row.get(3).unwrap_or(""), row.get(4).unwrap_or("")) {
                ("", "") => Estimate::exact(y),
                _ => match (number(3), number(4)) {
                    (Some(low), Some(high)) if (low..=high).contains(&y) => {
                        Estimate { value: y, low, high }
                    }
                    _ => {
                        return Err(refused(format!(
                            "line {line}: the interval's ends, low and high, are numbers around y, or both are empty"
                        )));
                    }
                },
            };
            let point = Series::line(label, [(x, y)]).styled(Style::Points);
            match plot.series[shown..].iter_mut().find(|series| series.label == label) {
                Some(series) => series.points.extend(point.points),
                None => plot.series.push(point.in_group(plot.series.len())),
            }
        }
        Ok(())
    }

    /// Where the figures of this run and of the runs overlaid come from.
    #[must_use]
    pub fn provenance_with(&self, others: &[Self]) -> Provenance {
        others.iter().fold(self.provenance(), |all, other| {
            let (settings, run) = (other.setting_words(), other.manifest.run());
            all.with("overlaid", &other.manifest.typed())
                .with("overlaid settings", &settings)
                .with("overlaid run", &run)
        })
    }

    fn setting_words(&self) -> String {
        let words: Vec<String> = self
            .settings
            .iter()
            .map(|setting| format!("{}={}", setting.name, setting.value))
            .collect();
        words.join(" ")
    }
}

/// What each run is named by: the settings that are not the same in all runs.
fn names(first: &Chapter, others: &[Chapter]) -> Vec<String> {
    let all = || std::iter::once(first).chain(others);
    let differs = |name: &str| all().any(|run| run.setting(name) != first.setting(name));
    all()
        .map(|run| {
            let own = run.settings.iter().filter(|setting| differs(&setting.name));
            let words: Vec<String> =
                own.map(|setting| format!("{}={}", setting.name, setting.value)).collect();
            words.join(" ")
        })
        .collect()
}
