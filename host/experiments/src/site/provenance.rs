//! Where a chapter's results come from.

use std::collections::BTreeSet;

use plyscope_report::{FigureStyle, Provenance};

use super::Chapter;
use crate::keys::Role;

impl Chapter {
    /// Where its results come from, for the files that show them.
    #[must_use]
    pub fn provenance(&self) -> Provenance {
        let settings: Vec<String> = self
            .settings
            .iter()
            .map(|setting| format!("{}={}", setting.name, setting.value))
            .collect();
        let mut from = Provenance::of_run(&self.manifest)
            .with("repeated by", &self.command)
            .with("experiment", self.about.id)
            .with("source", self.about.source)
            .with("settings", &settings.join(" "));
        if let Some(seeds) = self.seeds() {
            from = from.with("seeds", &seeds);
        }
        from.with("done", &self.extent.display())
    }

    /// How its figures are drawn in reports.
    pub(super) fn figure_style(&self) -> FigureStyle {
        FigureStyle { sample: self.sample(), ..FigureStyle::default() }
    }

    /// What the intervals' sample is, for figures: `n = 200 trees`, from the number of seeds and its meaning; of several numbers, the
    /// greatest: `n = at most 500 seeds`.
    #[must_use]
    pub fn sample(&self) -> Option<String> {
        let seeds = self.with_role(Role::is_seeds)?;
        let noun = seeds.meaning.strip_prefix("number of ").unwrap_or("");
        let end = noun.find(|c: char| !c.is_alphabetic()).unwrap_or(noun.len());
        let noun = if end == 0 { "seeds" } else { &noun[..end] };
        let counts = seeds.value.split(',').map(|count| count.parse().ok());
        let counts = counts.collect::<Option<BTreeSet<u64>>>()?;
        let of = if counts.len() > 1 { "at most " } else { "" };
        Some(format!("n = {of}{} {noun}", counts.last()?))
    }
}
