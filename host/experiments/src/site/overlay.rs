//! Runs of one experiment with other settings, in one figure.

use plyscope_report::{Figure, Provenance};

use super::{Chapter, SiteError};

impl Chapter {
    /// Adds the curves of other runs to this run's figures of the same names. Each curve is named by the settings in which its run
    /// differs from the others; statements of the source stay this run's. Tables stay this run's, too.
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

    /// Where the figures of this run and of the runs overlaid come from.
    #[must_use]
    pub fn provenance_with(&self, others: &[Self]) -> Provenance {
        others.iter().fold(self.provenance(), |all, other| {
            let (settings, run) = (other.setting_words(), other.manifest.run());
            all.with("overlaid", &other.command)
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
