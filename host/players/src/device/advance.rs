//! Whether a device's search gets on.

use std::time::{Duration, Instant};

use plyscope_core::wire::{ProgressReport, Task};

/// How long a device may report the same number of nodes.
const STALLED: Duration = Duration::from_secs(60);

/// Nodes by which a device's search may pass its limit, and time: it does not pause in the last plies.
const BEYOND: (u64, Duration) = (1 << 20, Duration::from_secs(60));

/// Whether what a device reports of its search can be true: it gets on, and ends at its limits.
#[derive(Debug)]
pub(super) struct Advance {
    most: u64,
    latest: Option<Instant>,
    nodes: u64,
    since: Instant,
}

impl Advance {
    pub(super) fn new(task: &Task) -> Self {
        let now = Instant::now();
        let time = Duration::from_millis(task.milliseconds.into());
        let has_time = task.milliseconds > 0 && !task.ponder;
        Self {
            most: task.limits.nodes.saturating_add(BEYOND.0),
            latest: has_time.then(|| now + time + BEYOND.1),
            nodes: 0,
            since: now,
        }
    }

    pub(super) fn is_credible(&mut self, report: &ProgressReport) -> bool {
        let now = Instant::now();
        if report.nodes > self.nodes {
            (self.nodes, self.since) = (report.nodes, now);
        }
        self.nodes <= self.most
            && now < self.since + STALLED
            && self.latest.is_none_or(|latest| now < latest)
    }
}
