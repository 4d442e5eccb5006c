//! The manifest of a run.

use std::ffi::OsString;
use std::fmt;
use std::fs;
use std::path::Path;
use std::str::FromStr;
use std::time::{SystemTime, UNIX_EPOCH};

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use sha2::{Digest as _, Sha256};

use super::difference::difference;
use super::program::Program;
use super::row::reason;
use super::{EARLIEST, MANIFEST, RecordError, SCHEMA, io_error, is_run};
use crate::escape::{command_line, shell};
use crate::files;

/// The largest manifest that is read.
const MOST: u64 = 100 * files::MB;

/// A description of the run. `configuration` determines every byte of the rows; the rest is for people.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Manifest {
    /// The layout: [`SCHEMA`], or an earlier one of a run that was read.
    pub schema: u32,
    /// Kind of run, such as `tournament`.
    pub kind: String,
    /// Everything that the rows depend on.
    pub configuration: serde_json::Value,
    /// Units of the whole run, all shards together; `None` if later units depend on earlier rows, as in a ladder.
    pub total_units: Option<u64>,
    /// Rows per unit.
    pub rows_per_unit: u64,
    /// The shard.
    pub shard: Shard,
    /// The command line that started it, as typed.
    pub command: Vec<String>,
    /// The command lines that resumed it and added rows, as typed; the same one in succession once.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub resumed: Vec<Vec<String>>,
    /// The program's name.
    #[serde(default = "plyscope")]
    pub name: String,
    /// Its version and source.
    pub program: String,
    /// Those of others that added rows: when they resumed it, or in shards that were merged; each once.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub later_programs: Vec<String>,
    /// The compiler that built it.
    pub compiler: String,
    /// The machine: system, processor, cores, memory.
    pub machine: String,
    /// Start of the run, in seconds since 1970.
    pub started: u64,
}

/// The program of manifests without a name.
fn plyscope() -> String {
    Program::LIBRARY.name.to_owned()
}

/// Maximum number of shards.
pub const MOST_SHARDS: u64 = 1 << 32;

/// A shard of a run: every `of`th part, beginning with part `number`. If the number of units is known, each unit is a part.
/// Otherwise parts are independent sequences, such as the curves of ladders; the shard then numbers its units as if they were
/// every `of`th, and merging renumbers them.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
pub struct Shard {
    /// From 1 to `of`.
    pub number: u64,
    /// Number of shards.
    pub of: u64,
}

impl Shard {
    /// The whole run.
    pub const WHOLE: Self = Self { number: 1, of: 1 };

    /// Whether this is a valid shard.
    const fn is_one(self) -> bool {
        0 < self.number && self.number <= self.of && self.of <= MOST_SHARDS
    }

    /// Whether it does this part of the run; all shards do `None`.
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

    /// Parses `2/8`.
    fn from_str(text: &str) -> Result<Self, String> {
        let usage = "write K/N, such as 2/8, with K from 1 to N";
        let (number, of) = text.split_once('/').ok_or(usage)?;
        let shard =
            Self { number: number.parse().map_err(|_| usage)?, of: of.parse().map_err(|_| usage)? };
        if shard.of > MOST_SHARDS {
            return Err(format!("a run has at most {MOST_SHARDS} shards"));
        }
        if shard.is_one() { Ok(shard) } else { Err(usage.to_owned()) }
    }
}

impl Manifest {
    /// The manifest of a run that starts now on this machine.
    #[must_use]
    pub fn new(
        kind: &str,
        configuration: serde_json::Value,
        total_units: Option<u64>,
        rows_per_unit: u64,
        shard: Shard,
    ) -> Self {
        let program = Program::of_this_process();
        Self {
            schema: SCHEMA,
            kind: kind.to_owned(),
            configuration,
            total_units,
            rows_per_unit,
            shard,
            command: command(),
            resumed: Vec::new(),
            name: program.name.to_owned(),
            program: program.build(),
            later_programs: Vec::new(),
            compiler: env!("PLYSCOPE_COMPILER").to_owned(),
            machine: machine(),
            started: SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |time| time.as_secs()),
        }
    }

    /// The run's identity: a hash of everything that determines its rows. Shards of a run share it.
    #[must_use]
    pub fn run(&self) -> String {
        let Self { kind, configuration, total_units, rows_per_unit, .. } = self;
        let decides = json!({
            "kind": kind,
            "configuration": configuration,
            "total_units": total_units,
            "rows_per_unit": rows_per_unit,
        });
        let mut text = String::new();
        canonical(&decides, &mut text);
        Sha256::digest(text).iter().take(8).map(|byte| format!("{byte:02x}")).collect()
    }

    /// The command that started the run, for a shell: the words as typed, with the program's name for its path.
    #[must_use]
    pub fn typed(&self) -> String {
        self.for_shell(&self.command)
    }

    /// The commands that resumed it, likewise.
    pub fn resumptions(&self) -> impl Iterator<Item = String> {
        self.resumed.iter().map(|words| self.for_shell(words))
    }

    /// Notes a program that added rows, by its version and source; whether it is another than those before.
    pub(super) fn note_program(&mut self, program: &str) -> bool {
        let is_new =
            self.program != program && self.later_programs.iter().all(|one| one != program);
        if is_new {
            self.later_programs.push(program.to_owned());
        }
        is_new
    }

    fn for_shell(&self, words: &[String]) -> String {
        command_line([&self.name].into_iter().chain(words.iter().skip(1)))
    }

    /// The number of this shard's unit with this index.
    #[must_use]
    pub fn unit(&self, before: u64) -> u64 {
        before.saturating_mul(self.shard.of).saturating_add(self.shard.number - 1)
    }

    /// The units of this shard, in order; endless if their number is unknown.
    pub fn units(&self) -> impl Iterator<Item = u64> + use<> {
        self.units_from(0)
    }

    /// The units from this index on.
    pub(super) fn units_from(&self, before: u64) -> impl Iterator<Item = u64> + use<> {
        let (end, of) = (self.total_units.unwrap_or(u64::MAX), self.shard.of);
        std::iter::successors(Some(self.unit(before)), move |unit| unit.checked_add(of))
            .take_while(move |&unit| unit < end)
    }

    /// The number of units of this shard, if known.
    #[must_use]
    pub fn units_of_shard(&self) -> Option<u64> {
        let Shard { number, of } = self.shard;
        let after_first = self.total_units?.checked_sub(number);
        Some(after_first.map_or(0, |after| after / of + 1))
    }

    pub(super) fn to_json(&self) -> String {
        #[derive(Serialize)]
        struct Stored<'m> {
            run: String,
            #[serde(flatten)]
            manifest: &'m Manifest,
        }
        let stored = Stored { run: self.run(), manifest: self };
        // All maps of a manifest have string keys, so this cannot fail.
        serde_json::to_string_pretty(&stored).unwrap_or_default() + "\n"
    }

    pub(super) fn read(path: &Path) -> Result<Self, RecordError> {
        let file = path.join(MANIFEST);
        if !is_run(path) {
            return Err(RecordError::NoRun(path.to_owned()));
        }
        let text = files::read_ordinary(&file, MOST).map_err(io_error("read", &file))?;
        let damaged = |reason: String| RecordError::Manifest { path: file.clone(), reason };
        let stored: Value =
            serde_json::from_slice(&text).map_err(|error| damaged(error.to_string()))?;
        let schema = stored["schema"].as_u64().unwrap_or_default();
        if (1..u64::from(EARLIEST)).contains(&schema) {
            return Err(RecordError::Earlier { path: path.to_owned(), schema });
        }
        if !(u64::from(EARLIEST)..=u64::from(SCHEMA)).contains(&schema) {
            let found = &stored["schema"];
            return Err(damaged(format!("its schema is {found}, not {EARLIEST} to {SCHEMA}")));
        }
        let run = stored["run"].clone();
        let manifest: Self =
            serde_json::from_value(stored).map_err(|error| damaged(reason(&error)))?;
        if !manifest.shard.is_one() || manifest.rows_per_unit == 0 {
            return Err(damaged(format!("shard {}", manifest.shard)));
        }
        if run != manifest.run() {
            return Err(damaged("it was changed: the run's identity does not match".to_owned()));
        }
        Ok(manifest)
    }

    /// Refuses a different run and lists the differences.
    pub(super) fn must_equal(&self, other: &Self, path: &Path) -> Result<(), RecordError> {
        let units = |manifest: &Self| (manifest.total_units, manifest.rows_per_unit);
        let difference = if self.kind != other.kind {
            format!("it is a {}, not a {}", self.kind, other.kind)
        } else if self.shard != other.shard {
            format!("it is shard {}, not {}", self.shard, other.shard)
        } else if let Some(difference) = difference(&self.configuration, &other.configuration) {
            difference
        } else if units(self) != units(other) {
            let words = |manifest: &Self| match manifest.total_units {
                Some(units) => format!("{units} units of {} rows", manifest.rows_per_unit),
                None => format!("units of {} rows", manifest.rows_per_unit),
            };
            format!(
                "it has {}, not {}: it was begun with another number of games, or by another version of this program",
                words(self),
                words(other)
            )
        } else {
            return Ok(());
        };
        Err(RecordError::Configuration { path: path.to_owned(), difference })
    }
}

/// The words of the command line; words that are not UTF-8 are quoted as in a shell.
pub(super) fn command() -> Vec<String> {
    let word = |word: OsString| word.into_string().unwrap_or_else(|word| shell(&word));
    std::env::args_os().map(word).collect()
}

/// Canonical JSON: sorted keys, no spaces.
fn canonical(value: &Value, text: &mut String) {
    match value {
        Value::Object(map) => {
            let mut entries: Vec<_> = map.iter().collect();
            entries.sort_by_key(|(key, _)| *key);
            text.push('{');
            for (key, value) in entries {
                text.push_str(&Value::from(key.as_str()).to_string());
                text.push(':');
                canonical(value, text);
                text.push(',');
            }
            text.push('}');
        }
        Value::Array(items) => {
            text.push('[');
            for item in items {
                canonical(item, text);
                text.push(',');
            }
            text.push(']');
        }
        _ => text.push_str(&value.to_string()),
    }
}

/// System, processor, cores and memory, as far as known.
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

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::{MOST_SHARDS, Manifest, Shard};

    fn manifest(shard: Shard, total_units: Option<u64>) -> Manifest {
        Manifest::new("tournament", json!({"seed": 1, "rate": 0.1}), total_units, 2, shard)
    }

    #[test]
    fn shards_do_all_units_once_however_many_there_are() {
        for of in [1, 2, 3, 7, 20, 21, MOST_SHARDS] {
            let mut all = Vec::new();
            for number in (1..=of).take(30) {
                let shard = manifest(Shard { number, of }, Some(20));
                assert_eq!(shard.units_of_shard(), Some(shard.units().count() as u64), "{of}");
                assert!(
                    shard
                        .units()
                        .eq((0..).map(|before| shard.unit(before)).take_while(|&u| u < 20))
                );
                all.extend(shard.units());
            }
            all.sort_unstable();
            assert!(all.iter().copied().eq(0..20), "{of}: {all:?}");
        }
        assert!("1/18446744073709551615".parse::<Shard>().unwrap_err().contains("4294967296"));
        assert!("0/2".parse::<Shard>().is_err() && "3/2".parse::<Shard>().is_err());
    }

    #[test]
    fn the_identity_is_that_of_what_decides_the_rows_and_of_nothing_else() {
        let whole = manifest(Shard::WHOLE, Some(20));
        let shard = manifest(Shard { number: 2, of: 3 }, Some(20));
        assert_eq!(whole.run(), shard.run());
        assert_eq!(whole.run().len(), 16);
        assert_ne!(whole.run(), manifest(Shard::WHOLE, Some(30)).run());
        assert_ne!(whole.run(), Manifest { rows_per_unit: 1, ..whole.clone() }.run());
        assert_ne!(whole.run(), Manifest { kind: "experiment".to_owned(), ..whole.clone() }.run());
        let configuration = json!({"rate": 0.1, "seed": 2});
        assert_ne!(whole.run(), Manifest { configuration, ..whole.clone() }.run());
        let configuration = serde_json::from_str(r#"{"seed":1,"rate":0.1}"#).unwrap();
        assert_eq!(whole.run(), Manifest { configuration, ..whole.clone() }.run());
    }

    #[test]
    fn the_commands_are_those_typed_quoted_for_a_shell() {
        let words = |text: &[&str]| text.iter().map(|word| (*word).to_owned()).collect::<Vec<_>>();
        let mut run = manifest(Shard::WHOLE, Some(20));
        run.command = words(&["/opt/my tools/plyscope", "-q", "run", "a b", "it's", ""]);
        run.resumed = vec![words(&["./plyscope", "--resume", "x"])];
        assert_eq!(run.typed(), "plyscope -q run 'a b' 'it'\\''s' ''");
        assert!(run.resumptions().eq(["plyscope --resume x"]));
    }
}
