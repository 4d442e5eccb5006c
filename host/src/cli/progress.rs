//! Progress on stderr: a bar on a terminal, periodic lines elsewhere, nothing when quiet.

use std::cell::Cell;
use std::io::{self, IsTerminal as _, Write as _};
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use crate::player::SoFar;
use indicatif::{HumanDuration, ProgressBar, ProgressStyle};
use plyscope_core::Value;

use super::output::grouped;

/// Share of the work that must be done before the remaining time is shown: cheap tasks come first and say little about expensive
/// ones.
const ENOUGH: f64 = 0.05;

/// Time between lines without a terminal.
const BETWEEN_LINES: Duration = Duration::from_secs(10);

/// Counts finished units of work; may be shared between threads.
pub(super) struct ProgressMeter {
    kind: Kind,
    start: Instant,
    /// Set if more units may turn up.
    estimate: Mutex<Option<Estimate>>,
    /// Shown behind the count.
    note: Mutex<String>,
}

/// Share of the work done, from 0 to 1.
#[derive(Clone, Copy)]
struct Estimate {
    /// Start of the first unit.
    before: f64,
    /// `None` if unknown.
    now: Option<f64>,
}

enum Kind {
    Quiet,
    Bar(ProgressBar),
    Lines { done: AtomicU64, total: AtomicU64, unit: &'static str, last: Mutex<Instant> },
}

impl ProgressMeter {
    pub(super) fn new(total: u64, unit: &'static str, quiet: bool) -> Self {
        Self::growing(total, unit, quiet || total < 2)
    }

    /// The same for work that may grow.
    pub(super) fn growing(total: u64, unit: &'static str, quiet: bool) -> Self {
        let start = Instant::now();
        let kind = if quiet {
            Kind::Quiet
        } else if io::stderr().is_terminal() {
            let bar = ProgressBar::new(total);
            set_template(&bar, &format!("{unit}  {{per_sec}}  ETA {{eta}}"));
            Kind::Bar(bar)
        } else {
            let last = Mutex::new(start);
            let (done, total) = (AtomicU64::new(0), AtomicU64::new(total));
            Kind::Lines { done, total, unit, last }
        };
        Self { kind, start, estimate: Mutex::new(None), note: Mutex::default() }
    }

    /// Adds units to do.
    pub(super) fn grow(&self, pieces: u64) {
        match &self.kind {
            Kind::Quiet => {}
            Kind::Bar(bar) => bar.inc_length(pieces),
            Kind::Lines { total, .. } => {
                total.fetch_add(pieces, Ordering::Relaxed);
            }
        }
    }

    /// Sets a text behind the count, such as the standings.
    pub(super) fn note(&self, text: impl FnOnce() -> String) {
        if matches!(self.kind, Kind::Quiet) {
            return;
        }
        let Ok(mut note) = self.note.lock() else { return };
        *note = text();
        if let Kind::Bar(bar) = &self.kind {
            if bar.prefix().is_empty() {
                set_template(bar, "games  {per_sec}  ETA {eta}\n{prefix}");
            }
            bar.set_prefix(note.clone());
        }
    }

    /// Counts one finished unit.
    pub(super) fn advance(&self) {
        self.advance_by(1);
    }

    /// Counts finished units.
    pub(super) fn advance_by(&self, pieces: u64) {
        match &self.kind {
            Kind::Quiet => {}
            Kind::Bar(bar) => bar.inc(pieces),
            Kind::Lines { done, total, unit, last } => {
                let done = done.fetch_add(pieces, Ordering::Relaxed) + pieces;
                // The thread that holds the lock writes the line.
                let Ok(mut last) = last.try_lock() else { return };
                if last.elapsed() >= BETWEEN_LINES {
                    *last = Instant::now();
                    let total = total.load(Ordering::Relaxed);
                    let share = done as f64 / total.max(done) as f64;
                    let estimate =
                        self.estimate().unwrap_or(Estimate { before: 0.0, now: Some(share) });
                    let _ = writeln!(
                        io::stderr(),
                        "{done}/{total} {unit}, {:.1}/s, {}{}",
                        done as f64 / self.start.elapsed().as_secs_f64(),
                        estimate.to_go(self.start.elapsed()),
                        self.note.lock().map_or(String::new(), |note| match note.as_str() {
                            "" => String::new(),
                            note => format!("; {note}"),
                        })
                    );
                }
            }
        }
    }

    /// Sets the estimated share of the work done, from 0 to 1, or `None` if unknown. The remaining time then follows from it
    /// instead of from the count of units.
    pub(super) fn share(&self, now: Option<f64>) {
        let done = match &self.kind {
            Kind::Quiet => return,
            Kind::Bar(bar) => bar.position(),
            Kind::Lines { done, .. } => done.load(Ordering::Relaxed),
        };
        let Ok(mut estimate) = self.estimate.lock() else { return };
        let before = match *estimate {
            Some(Estimate { before, .. }) if done > 0 => before,
            _ => now.unwrap_or(0.0),
        };
        let new = Estimate { before, now };
        if let Kind::Bar(bar) = &self.kind {
            if estimate.is_none() {
                set_template(bar, "known so far  {per_sec}  {msg}");
            }
            bar.set_message(new.to_go(self.start.elapsed()));
        }
        *estimate = Some(new);
    }

    fn estimate(&self) -> Option<Estimate> {
        self.estimate.lock().ok().and_then(|estimate| *estimate)
    }

    /// Clears the bar before results are printed.
    pub(super) fn finish(&self) {
        if let Kind::Bar(bar) = &self.kind {
            bar.finish_and_clear();
        }
    }
}

impl Estimate {
    /// The remaining time after `elapsed`, in words.
    fn to_go(self, elapsed: Duration) -> String {
        match self.now {
            Some(now) if now - self.before >= ENOUGH * (1.0 - self.before) && now > self.before => {
                let left = elapsed.as_secs_f64() * (1.0 - now).max(0.0) / (now - self.before);
                let left = Duration::try_from_secs_f64(left).unwrap_or(Duration::MAX);
                format!("about {} to go", HumanDuration(left))
            }
            _ => "time to go not known yet".to_owned(),
        }
    }
}

/// The text after the bar and its numbers.
fn set_template(bar: &ProgressBar, rest: &str) {
    let template = format!("{{wide_bar}} {{human_pos}}/{{human_len}} {rest}");
    if let Ok(style) = ProgressStyle::with_template(&template) {
        bar.set_style(style);
    }
}

/// Time before the first line about a search, and between lines.
const OF_A_SEARCH: Duration = Duration::from_secs(1);

/// Progress of a single long search: a line on stderr that updates in place, on terminals only.
pub(super) struct SearchProgress {
    /// `None` without a terminal.
    line: Option<ProgressBar>,
    start: Instant,
    last: Cell<Instant>,
}

impl SearchProgress {
    pub(super) fn new(quiet: bool) -> Self {
        let start = Instant::now();
        let line = (!quiet && io::stderr().is_terminal()).then(|| {
            let line = ProgressBar::new_spinner();
            if let Ok(style) = ProgressStyle::with_template("{msg}") {
                line.set_style(style);
            }
            line
        });
        Self { line, start, last: Cell::new(start) }
    }

    /// Shows this progress; `text` formats the value.
    pub(super) fn tell(&self, so_far: &SoFar, text: &dyn Fn(Value) -> String) {
        let Some(line) = &self.line else { return };
        if self.last.get().elapsed() >= OF_A_SEARCH {
            self.last.set(Instant::now());
            line.set_message(so_far_text(so_far, text, self.start.elapsed()));
            line.tick();
        }
    }
}

impl Drop for SearchProgress {
    fn drop(&mut self) {
        if let Some(line) = &self.line {
            line.finish_and_clear();
        }
    }
}

/// Depth, value, nodes and nodes per second, as far as known.
fn so_far_text(so_far: &SoFar, text: &dyn Fn(Value) -> String, elapsed: Duration) -> String {
    let depth = so_far.depth.map_or_else(String::new, |depth| format!("depth {depth}, "));
    let value = so_far.value.map_or_else(String::new, |value| format!("value {}, ", text(value)));
    let rate = so_far.generated as f64 / elapsed.as_secs_f64().max(1e-3) / 1e6;
    format!("{depth}{value}{} nodes, {rate:.1} M nodes/s", grouped(so_far.generated))
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use crate::player::SoFar;
    use plyscope_core::Value;

    use super::{Estimate, so_far_text};

    #[test]
    fn a_search_tells_depth_value_and_nodes_as_far_as_it_knows_them() {
        let so_far = SoFar { generated: 3_000_000, depth: Some(9), value: Some(Value::new(-7)) };
        let (two_seconds, text) = (Duration::from_secs(2), |value: Value| format!("{value} x"));
        assert_eq!(
            so_far_text(&so_far, &text, two_seconds),
            "depth 9, value -7 x, 3,000,000 nodes, 1.5 M nodes/s"
        );
        let so_far = SoFar { depth: None, value: None, ..so_far };
        assert_eq!(so_far_text(&so_far, &text, two_seconds), "3,000,000 nodes, 1.5 M nodes/s");
    }

    #[test]
    fn the_time_to_go_follows_from_the_share_that_was_done_since_the_beginning() {
        let to_go = |before, now| Estimate { before, now }.to_go(Duration::from_secs(60));
        assert_eq!(to_go(0.0, Some(0.25)), "about 3 minutes to go");
        assert_eq!(to_go(0.5, Some(0.75)), "about 60 seconds to go");
        assert_eq!(to_go(0.5, Some(1.0)), "about 0 seconds to go");
        for (before, now) in
            [(0.0, None), (0.0, Some(0.0)), (0.5, Some(0.4)), (0.0, Some(0.04)), (0.5, Some(0.52))]
        {
            assert_eq!(to_go(before, now), "time to go not known yet");
        }
    }
}
