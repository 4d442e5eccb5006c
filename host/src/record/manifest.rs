//! The manifest of a run.

use std::ffi::OsString;
use std::fmt;
use std::fs;
use std::path::Path;
use std::str::FromStr;
use std::time::{SystemTime, UNIX_EPOCH};

use serde::{Deserialize, Serialize};

use super::{MANIFEST, RecordError, SCHEMA, io_error};
use crate::escape::shell;

/// What exactly ran. `configuration` decides every byte of the rows; the rest is for people.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Manifest {
    /// [`SCHEMA`].
    pub schema: u32,
    /// What kind of run, such as `tournament`.
    pub kind: String,
    /// Everything that the rows depend on.
    pub configuration: serde_json::Value,
    /// Units of the whole run, all shards together; none where what is still to be done depends on the rows so far, as
    /// in a ladder.
    pub total_units: Option<u64>,
    /// Rows of a unit.
    pub rows_per_unit: u64,
    /// Which part of it this is.
    pub shard: Shard,
    /// The command line.
    pub command: Vec<String>,
    /// This program's version and source.
    pub program: String,
    /// The compiler that built it.
    pub compiler: String,
    /// The machine: system, processor, cores, memory.
    pub machine: String,
    /// When the run began, in seconds since 1970.
    pub started: u64,
}

/// A share of a run: of its parts every `of`th, beginning with the `number`th. Where the number of units is known, each
/// unit is a part. Otherwise the parts are what does not depend on one another, such as the curves of ladders; the shard
/// then numbers its units as if they were every `of`th, and they are numbered anew when shards are merged.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
pub struct Shard {
    /// From 1 to `of`.
    pub number: u64,
    /// How many shards make the whole.
    pub of: u64,
}

impl Shard {
    /// The whole run.
    pub const WHOLE: Self = Self { number: 1, of: 1 };

    /// Whether it does this part of the run; none is what all shards do.
    #[must_use]
    pub fn does(self, part: Option<u64>) -> bool {
        part.is_none_or(|part| part % self.of == self.number - 1)
    }
}

impl fmt::Display for Shard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.number, self.of)
    }
}

impl FromStr for Shard {
    type Err = String;

    /// Reads `2/8`.
    fn from_str(text: &str) -> Result<Self, String> {
        let usage = "write K/N, such as 2/8, with K from 1 to N";
        let (number, of) = text.split_once('/').ok_or(usage)?;
        let shard =
            Self { number: number.parse().map_err(|_| usage)?, of: of.parse().map_err(|_| usage)? };
        if shard.number == 0 || shard.number > shard.of { Err(usage.to_owned()) } else { Ok(shard) }
    }
}

impl Manifest {
    /// The manifest of a run that begins now, on this machine.
    #[must_use]
    pub fn new(
        kind: &str,
        configuration: serde_json::Value,
        total_units: Option<u64>,
        rows_per_unit: u64,
        shard: Shard,
    ) -> Self {
        Self {
            schema: SCHEMA,
            kind: kind.to_owned(),
            configuration,
            total_units,
            rows_per_unit,
            shard,
            command: words_of_command(),
            program: concat!(env!("CARGO_PKG_VERSION"), " ", env!("PLYSCOPE_SOURCE")).to_owned(),
            compiler: env!("PLYSCOPE_COMPILER").to_owned(),
            machine: machine(),
            started: SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |time| time.as_secs()),
        }
    }

    /// The number of this shard's unit that has so many before it.
    #[must_use]
    pub fn unit(&self, before: u64) -> u64 {
        self.shard.number - 1 + before * self.shard.of
    }

    /// The units of this shard, in order; without end if their number is not known.
    pub fn units(&self) -> impl Iterator<Item = u64> + use<> {
        let end = self.total_units.unwrap_or(u64::MAX);
        (self.shard.number - 1..end).step_by(self.shard.of as usize)
    }

    /// How many units this shard has, if that is known.
    #[must_use]
    pub fn units_of_shard(&self) -> Option<u64> {
        let Shard { number, of } = self.shard;
        Some((self.total_units? + of).saturating_sub(number) / of)
    }

    pub(super) fn to_json(&self) -> String {
        // A manifest has no maps with other keys than strings, so this cannot fail.
        serde_json::to_string_pretty(self).unwrap_or_default() + "\n"
    }

    pub(super) fn read(path: &Path) -> Result<Self, RecordError> {
        let file = path.join(MANIFEST);
        if !file.exists() {
            return Err(RecordError::NoRun(path.to_owned()));
        }
        let text = fs::read(&file).map_err(io_error("read", &file))?;
        let damaged = |reason: String| RecordError::Manifest { path: file.clone(), reason };
        let manifest: Self =
            serde_json::from_slice(&text).map_err(|error| damaged(error.to_string()))?;
        let Shard { number, of } = manifest.shard;
        if manifest.schema != SCHEMA {
            return Err(damaged(format!("schema {}, not {SCHEMA}", manifest.schema)));
        }
        if number == 0 || number > of || manifest.rows_per_unit == 0 {
            return Err(damaged(format!("shard {number}/{of}")));
        }
        Ok(manifest)
    }

    /// Refuses another run, and says what differs.
    pub(super) fn must_equal(&self, other: &Self, path: &Path) -> Result<(), RecordError> {
        let difference = if self.kind != other.kind {
            format!("it is a {}, not a {}", self.kind, other.kind)
        } else if self.shard != other.shard {
            format!("it is shard {}, not {}", self.shard, other.shard)
        } else if let Some(difference) = difference(&self.configuration, &other.configuration) {
            difference
        } else {
            return Ok(());
        };
        Err(RecordError::Configuration { path: path.to_owned(), difference })
    }
}

/// The first difference of two configurations.
pub(super) fn difference(a: &serde_json::Value, b: &serde_json::Value) -> Option<String> {
    if a == b {
        return None;
    }
    if let (Some(a), Some(b)) = (a.as_object(), b.as_object()) {
        let keys = a.keys().chain(b.keys());
        let null = serde_json::Value::Null;
        let differing =
            keys.map(|key| (key, a.get(key).unwrap_or(&null), b.get(key).unwrap_or(&null)));
        for (key, a, b) in differing {
            if let Some(inner) = difference(a, b) {
                return Some(if a.is_object() && b.is_object() {
                    inner
                } else {
                    format!("{key}: {inner}")
                });
            }
        }
    }
    if let (Some(a), Some(b)) = (a.as_array(), b.as_array())
        && a.len() == b.len()
    {
        // The first element that differs says enough.
        return a.iter().zip(b).find_map(|(a, b)| difference(a, b));
    }
    Some(format!("{a} there, {b} here"))
}

/// The words of the command line; those that are no text, as a shell reads them.
pub(super) fn words_of_command() -> Vec<String> {
    let word = |word: OsString| word.into_string().unwrap_or_else(|word| shell(&word));
    std::env::args_os().map(word).collect()
}

/// System, processor, cores and memory, as far as the system tells.
fn machine() -> String {
    let file = |path: &str, key: &str| {
        let text = fs::read_to_string(path).ok()?;
        let line = text.lines().find(|line| line.starts_with(key))?;
        Some(line.split_once(':')?.1.trim().to_owned())
    };
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let processor =
        file("/proc/cpuinfo", "model name").unwrap_or_else(|| "unknown processor".to_owned());
    let memory = file("/proc/meminfo", "MemTotal").unwrap_or_else(|| "unknown memory".to_owned());
    let (system, architecture) = (std::env::consts::OS, std::env::consts::ARCH);
    format!("{system} {architecture}, {processor}, {cores} cores, {memory}")
}
