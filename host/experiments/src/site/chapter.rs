//! A run, with everything a report shows of it.

use std::fmt::Write as _;
use std::path::Path;
use std::time::{Duration, UNIX_EPOCH};

use plyscope_report::Summary;
use plyscope_run::escape::terminal;
use plyscope_run::record::{self, Manifest, read_time};

use super::command::{command, nearest, setting_text};
use super::verdicts::Verdicts;
use super::{Extent, SiteError};
use crate::framework::half;
use crate::keys::Role;
use crate::{About, Experiment, Scale, of_run_in};

/// A run of an experiment.
#[derive(Debug)]
pub struct Chapter {
    /// Its key in the report: the experiment's name, with a number from the second run on.
    pub key: String,
    /// The experiment.
    pub about: &'static About,
    /// The settings that determine the rows.
    pub settings: Vec<Setting>,
    /// The scale, or scales, with these settings (`default`), or the nearest one with the differences: `default with
    /// depth=8`.
    pub scale: String,
    /// The command that repeats the run.
    pub command: String,
    /// How much of the run is recorded.
    pub extent: Extent,
    /// Seconds over all sessions and shards; 0 if not recorded.
    pub seconds: f64,
    /// The program, machine and time of the run.
    pub manifest: Manifest,
    /// The results.
    pub summary: Summary,
}

/// A setting of a run.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Setting {
    /// Its name.
    pub name: String,
    /// Its value.
    pub value: String,
    /// Its meaning.
    pub meaning: &'static str,
}

impl Chapter {
    pub(super) fn verdicts(&self) -> Verdicts {
        Verdicts::of(&self.summary.claims)
    }

    /// Whether it is a second run of an experiment, with other settings.
    pub(super) fn is_second_run(&self) -> bool {
        self.key != self.about.id
    }

    /// The chapter's heading: the place in the source, and the run's number if there are several, with its half if that is the second.
    pub(super) fn label(&self) -> String {
        let About { id, source, .. } = self.about;
        let number = self.key.strip_prefix(id).and_then(|rest| rest.strip_prefix('-'));
        let half = self.half().filter(|&half| half != half::FIRST);
        let number = number.map(|number| format!("run {number}"));
        let half = half.map(|half| format!("{half} half"));
        match number.into_iter().chain(half).collect::<Vec<_>>() {
            which if which.is_empty() => (*source).to_owned(),
            which => format!("{source} ({})", which.join(", ")),
        }
    }

    /// The setting with this role.
    pub(super) fn with_role(&self, is: fn(Role) -> bool) -> Option<&Setting> {
        let key = self.about.settings.iter().find(|key| is(key.role))?;
        self.settings.iter().find(|setting| setting.name == key.name)
    }

    /// The value of a setting, if there is one of this name.
    pub(super) fn setting(&self, name: &str) -> Option<&str> {
        let setting = self.settings.iter().find(|setting| setting.name == name);
        setting.map(|setting| setting.value.as_str())
    }

    /// Its half of trees and openings, if its experiment has halves.
    pub(super) fn half(&self) -> Option<&str> {
        half::has_halves(self.about.settings)
            .then(|| self.setting(half::NAME).unwrap_or(half::FIRST))
    }

    /// Whether it is the same run on another half.
    pub(super) fn is_other_half_of(&self, other: &Self) -> bool {
        let same = |chapter: &Self| -> Vec<Setting> {
            let settings = chapter.settings.iter().filter(|setting| setting.name != half::NAME);
            settings.cloned().collect()
        };
        self.about.id == other.about.id && self.half() != other.half() && same(self) == same(other)
    }

    /// The seeds: `1 to 200` or, if their number differs between cases, `1 to 400, 100, 30`.
    pub(super) fn seeds(&self) -> Option<String> {
        let first = self.with_role(|role| role == Role::FirstSeed)?;
        let first: u64 = first.value.parse().ok()?;
        let Some(counts) = self.with_role(Role::is_seeds) else { return Some(first.to_string()) };
        let last = |count: &str| {
            let last = first.checked_add(count.parse().ok()?)?.checked_sub(1)?;
            Some(last.to_string())
        };
        let last: Option<Vec<String>> = counts.value.split(',').map(last).collect();
        let half =
            self.setting(half::NAME).map_or(String::new(), |half| format!(" of the {half} half"));
        Some(format!("{first} to {}{half}", last?.join(", ")))
    }

    /// The commands that started and resumed it, as typed, each in one line.
    pub(super) fn typed(&self) -> Vec<String> {
        let first = std::iter::once(self.manifest.typed());
        first.chain(self.manifest.resumptions()).map(|command| terminal(&command)).collect()
    }

    /// The programs that made the rows, in order.
    pub(super) fn program(&self) -> String {
        let Manifest { name, program, later_programs, .. } = &self.manifest;
        let later = later_programs.iter().map(|later| format!(", then {later}"));
        format!("{name} {program}") + &later.collect::<String>()
    }

    /// The time taken, for readers.
    pub(super) fn time(&self) -> String {
        time_text(self.seconds)
    }

    /// The start time, in UTC.
    pub(super) fn started(&self) -> String {
        start_text(self.manifest.started)
    }
}

/// A time of work, for readers: `7.5 s`, `2m 3s`. 0 is not recorded.
#[must_use]
pub fn time_text(seconds: f64) -> String {
    match seconds {
        0.0 => "time not recorded".to_owned(),
        seconds if seconds < 10.0 => format!("{seconds:.1} s"),
        seconds if seconds < 59.5 => format!("{seconds:.0} s"),
        // Rounding to an integer saturates, so that any number has a text.
        seconds => {
            humantime::format_duration(Duration::from_secs(seconds.round() as u64)).to_string()
        }
    }
}

/// The time this many seconds after the beginning of 1970. RFC 3339 ends with the year 9999; a wrong clock or a damaged manifest may
/// give a later one, for which humantime's `Display` fails and `to_string` would panic.
fn start_text(seconds: u64) -> String {
    let mut text = String::new();
    let time = UNIX_EPOCH.checked_add(Duration::from_secs(seconds));
    match time.map(|time| write!(text, "{}", humantime::format_rfc3339_seconds(time))) {
        Some(Ok(())) => text,
        _ => format!("after the year 9999 ({seconds} s after 1970 began)"),
    }
}

/// Reads a run directory.
pub(super) fn read(
    experiments: &[&'static dyn Experiment],
    path: &Path,
) -> Result<Chapter, SiteError> {
    let failed = |cause| SiteError::Run { path: path.to_owned(), cause: Box::new(cause) };
    let (manifest, lines) = record::read(path)?;
    let experiment = of_run_in(experiments, &manifest).map_err(failed)?;
    let about = experiment.about();
    let summary = experiment.summarise(&manifest, &lines).map_err(failed)?;
    let map = manifest.configuration["settings"].as_object().cloned().unwrap_or_default();
    let extent = Extent::of_run(experiment, &manifest, &lines).map_err(failed)?;
    let (scale, changes) = nearest(experiment, &map);
    let same = Scale::ALL.into_iter().filter(|&scale| experiment.settings(scale) == map);
    let scales: Vec<String> = same.map(|scale| scale.to_string()).collect();
    let scales = if scales.is_empty() { scale.to_string() } else { scales.join(" or ") };
    let words: Vec<String> =
        changes.iter().map(|(name, value)| format!("{name}={value}")).collect();
    let with = if words.is_empty() { String::new() } else { format!(" with {}", words.join(" ")) };
    let setting = |(name, value): (&String, &serde_json::Value)| Setting {
        name: name.clone(),
        value: setting_text(value),
        meaning: about.keys().find(|key| key.name == name).map_or("", |key| key.meaning),
    };
    Ok(Chapter {
        key: about.id.to_owned(),
        about,
        settings: map.iter().map(setting).collect(),
        scale: format!("{scales}{with}"),
        command: command(&manifest.name, about.id, scale, &changes),
        extent,
        seconds: read_time(path).seconds,
        manifest,
        summary,
    })
}

#[cfg(test)]
mod tests {
    use super::{start_text, time_text};

    #[test]
    fn every_start_time_has_a_text_beyond_the_year_9999_too() {
        assert_eq!(start_text(0), "1970-01-01T00:00:00Z");
        assert_eq!(start_text(253_402_300_799), "9999-12-31T23:59:59Z");
        for late in [253_402_300_800, i64::MAX as u64, i64::MAX as u64 + 1, u64::MAX] {
            let text = start_text(late);
            assert!(text.contains("after the year 9999") && text.contains(&late.to_string()));
        }
    }

    #[test]
    fn every_time_taken_has_a_text() {
        assert_eq!(time_text(0.0), "time not recorded");
        assert_eq!(time_text(9.96), "10.0 s");
        assert_eq!(time_text(3661.0), "1h 1m 1s");
        for odd in [-1.0, 1e300, f64::INFINITY, f64::NAN] {
            assert!(time_text(odd).ends_with('s'), "{odd}");
        }
    }
}
