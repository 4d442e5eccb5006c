//! Progress on stderr: a bar on a terminal, a line now and then elsewhere, nothing when quiet.

use std::io::{self, IsTerminal as _, Write as _};
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressStyle};

/// Time between two lines where there is no terminal.
const BETWEEN_LINES: Duration = Duration::from_secs(10);

/// Counts finished pieces of work; may be shared between threads.
pub(super) struct Progress {
    kind: Kind,
}

enum Kind {
    Quiet,
    Bar(ProgressBar),
    Lines {
        done: AtomicU64,
        total: AtomicU64,
        unit: &'static str,
        start: Instant,
        last: Mutex<Instant>,
    },
}

impl Progress {
    pub(super) fn new(total: u64, unit: &'static str, quiet: bool) -> Self {
        if total < 2 { Self { kind: Kind::Quiet } } else { Self::growing(total, unit, quiet) }
    }

    /// The same for work of which more may turn up later.
    pub(super) fn growing(total: u64, unit: &'static str, quiet: bool) -> Self {
        let kind = if quiet {
            Kind::Quiet
        } else if io::stderr().is_terminal() {
            let bar = ProgressBar::new(total);
            let template = format!(
                "{{wide_bar}} {{human_pos}}/{{human_len}} {unit}  {{per_sec}}  ETA {{eta}}"
            );
            if let Ok(style) = ProgressStyle::with_template(&template) {
                bar.set_style(style);
            }
            Kind::Bar(bar)
        } else {
            let now = Instant::now();
            let last = Mutex::new(now);
            let (done, total) = (AtomicU64::new(0), AtomicU64::new(total));
            Kind::Lines { done, total, unit, start: now, last }
        };
        Self { kind }
    }

    /// There are some more pieces to be done.
    pub(super) fn grow(&self, pieces: u64) {
        match &self.kind {
            Kind::Quiet => {}
            Kind::Bar(bar) => bar.inc_length(pieces),
            Kind::Lines { total, .. } => {
                total.fetch_add(pieces, Ordering::Relaxed);
            }
        }
    }

    /// One more piece is done.
    pub(super) fn advance(&self) {
        self.advance_by(1);
    }

    /// Some more pieces are done.
    pub(super) fn advance_by(&self, pieces: u64) {
        match &self.kind {
            Kind::Quiet => {}
            Kind::Bar(bar) => bar.inc(pieces),
            Kind::Lines { done, total, unit, start, last } => {
                let done = done.fetch_add(pieces, Ordering::Relaxed) + pieces;
                // Whoever does not get the lock leaves the line to the one who has it.
                let Ok(mut last) = last.try_lock() else { return };
                if last.elapsed() >= BETWEEN_LINES {
                    *last = Instant::now();
                    let total = total.load(Ordering::Relaxed);
                    let elapsed = start.elapsed().as_secs_f64();
                    let left = elapsed / done as f64 * total.saturating_sub(done) as f64;
                    let _ = writeln!(
                        io::stderr(),
                        "{done}/{total} {unit}, {:.1}/s, about {left:.0} s to go",
                        done as f64 / elapsed
                    );
                }
            }
        }
    }

    /// Clears the bar, so that results stand alone.
    pub(super) fn finish(&self) {
        if let Kind::Bar(bar) = &self.kind {
            bar.finish_and_clear();
        }
    }
}
