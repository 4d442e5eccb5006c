//! Where results come from: written into every file that is made of them.

use plyscope_run::escape::{shell, terminal};
use plyscope_run::record::{Manifest, Program};

/// Where results come from: the commands as typed, settings, program and commit. It names no time, so that the same run gives the
/// same files.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Provenance {
    entries: Vec<(&'static str, String)>,
}

impl Provenance {
    /// The provenance of a run: the commands that started and resumed it, and the program.
    #[must_use]
    pub fn of_run(manifest: &Manifest) -> Self {
        let run_by = format!("{} {}", manifest.name, manifest.program);
        let now = Program::of_this_process();
        let written_by = format!("{} {}", now.name, now.build());
        let mut all = Self::default().with("command", &manifest.typed());
        for command in manifest.resumptions() {
            all = all.with("resumed by", &command);
        }
        all = all.with("run", &manifest.run()).with("program", &run_by);
        for later in &manifest.later_programs {
            all = all.with("rows also by", &format!("{} {later}", manifest.name));
        }
        if written_by != run_by {
            all = all.with("written by", &written_by);
        }
        all
    }

    /// The provenance of what this process' command makes without a run.
    #[must_use]
    pub fn of_this_command() -> Self {
        let words: Vec<String> = std::env::args_os().map(|word| shell(&word)).collect();
        let program = Program::of_this_process();
        let build = format!("{} {}", program.name, program.build());
        Self::default().with("command", &words.join(" ")).with("program", &build)
    }

    /// With one more entry. Its value becomes one line.
    #[must_use]
    pub fn with(mut self, key: &'static str, value: &str) -> Self {
        self.entries.push((key, terminal(value)));
        self
    }

    /// The value of an entry.
    #[must_use]
    pub fn get(&self, key: &str) -> Option<&str> {
        self.entries.iter().find(|(other, _)| *other == key).map(|(_, value)| value.as_str())
    }

    /// All entries.
    #[must_use]
    pub fn entries(&self) -> &[(&'static str, String)] {
        &self.entries
    }

    /// Whether nothing is known.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// The entries as lines: `key: value`.
    pub fn lines(&self) -> impl Iterator<Item = String> {
        self.entries.iter().map(|(key, value)| format!("{key}: {value}"))
    }

    /// The entries as comments, each line behind `sign`: `#` for CSV, `%` for LaTeX.
    #[must_use]
    pub fn comments(&self, sign: &str) -> String {
        self.lines().map(|line| format!("{sign} {line}\n")).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::Provenance;

    #[test]
    fn each_entry_is_one_commented_line_whatever_its_words() {
        let from = Provenance::default().with("command", "a b").with("program", "x\n\\input{y}");
        assert_eq!(from.comments("%"), "% command: a b\n% program: x\\n\\input{y}\n");
        assert_eq!(from.get("command"), Some("a b"));
        assert_eq!(Provenance::default().comments("#"), "");
    }
}
