//! The time that a run took, separate from the rows, which do not depend on the machine. For information only.

use std::path::Path;

use serde::{Deserialize, Serialize};

use crate::files;

pub(super) const TIME: &str = "time.json";

/// The content of `time.json`.
#[derive(Clone, Copy, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct TimeTaken {
    /// Wall-clock seconds, summed over sessions and shards. Killed sessions are not counted.
    pub seconds: f64,
}

/// The time that a run has taken so far; `None` if not recorded. A damaged file gives a warning on stderr and counts as none.
#[must_use]
pub fn read(path: &Path) -> TimeTaken {
    let file = path.join(TIME);
    if !file.exists() {
        return TimeTaken::default();
    }
    let read = files::read_ordinary(&file, files::MB)
        .ok()
        .and_then(|text| serde_json::from_slice(&text).ok());
    read.filter(|time: &TimeTaken| time.seconds >= 0.0).unwrap_or_else(|| {
        files::warn(&format!("{} is damaged: the run's time is unknown", file.display()));
        TimeTaken::default()
    })
}

/// Adds a session.
pub(super) fn add(path: &Path, seconds: f64) {
    write(path, TimeTaken { seconds: read(path).seconds + seconds });
}

pub(super) fn write(path: &Path, time: TimeTaken) {
    // A number: this cannot fail.
    let text = serde_json::to_string(&time).unwrap_or_default() + "\n";
    let file = path.join(TIME);
    if let Err(error) = files::write_own(&file, text.as_bytes()) {
        files::warn(&format!("cannot write {}: {error}", file.display()));
    }
}
