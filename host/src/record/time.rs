//! How long a run took: beside the rows, which do not depend on the machine.

use std::fs;
use std::path::Path;

use serde::{Deserialize, Serialize};

use super::{RecordError, io_error, write_atomically};

const TIME: &str = "time.json";

/// What `time.json` holds.
#[derive(Clone, Copy, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct TimeTaken {
    /// Seconds on the wall, summed over the sessions and shards. A session that was killed is not in it.
    pub seconds: f64,
}

/// The time that a run has taken so far; none if nothing is recorded.
///
/// # Errors
/// [`RecordError`] if the file is there but cannot be read.
pub fn read(path: &Path) -> Result<TimeTaken, RecordError> {
    let file = path.join(TIME);
    if !file.exists() {
        return Ok(TimeTaken::default());
    }
    let text = fs::read(&file).map_err(io_error("read", &file))?;
    serde_json::from_slice(&text)
        .map_err(|error| RecordError::Manifest { path: file, reason: error.to_string() })
}

/// Adds a session.
pub(super) fn add(path: &Path, seconds: f64) -> Result<(), RecordError> {
    let before = read(path)?;
    let after = TimeTaken { seconds: before.seconds + seconds };
    // A number: this cannot fail.
    let text = serde_json::to_string(&after).unwrap_or_default() + "\n";
    write_atomically(&path.join(TIME), text.as_bytes())
}
