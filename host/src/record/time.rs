//! How long a run took: beside the rows, which do not depend on the machine. It informs, and stops nothing.

use std::fs;
use std::path::Path;

use serde::{Deserialize, Serialize};

use crate::files;

pub(super) const TIME: &str = "time.json";

/// What `time.json` holds.
#[derive(Clone, Copy, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct TimeTaken {
    /// Seconds on the wall, summed over the sessions and shards. A session that was killed is not in it.
    pub seconds: f64,
}

/// The time that a run has taken so far; none if nothing is recorded. A damaged file is told on stderr, and counts as none.
#[must_use]
pub fn read(path: &Path) -> TimeTaken {
    let file = path.join(TIME);
    if !file.exists() {
        return TimeTaken::default();
    }
    let read = fs::read(&file).ok().and_then(|text| serde_json::from_slice(&text).ok());
    read.filter(|time: &TimeTaken| time.seconds >= 0.0).unwrap_or_else(|| {
        files::warn(&format!("{} is damaged: how long it took is not known", file.display()));
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
