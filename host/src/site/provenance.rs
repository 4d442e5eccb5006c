//! Where a chapter's results come from.

use super::Chapter;
use crate::report::Provenance;

impl Chapter {
    /// Where its results come from, for the files that show them.
    #[must_use]
    pub fn provenance(&self) -> Provenance {
        let settings: Vec<String> = self
            .settings
            .iter()
            .map(|setting| format!("{}={}", setting.name, setting.value))
            .collect();
        let mut from = Provenance::of_run(&self.manifest, &self.command)
            .with("experiment", self.about.id)
            .with("source", self.about.source)
            .with("settings", &settings.join(" "));
        if let Some(seeds) = self.seeds() {
            from = from.with("seeds", &seeds);
        }
        from.with("done", &self.extent.display())
    }
}
