//! Shards put together: byte for byte the rows of the run that was never split.

use std::path::{Path, PathBuf};

use super::manifest::{difference, words_of_command};
use super::{Manifest, ROWS, RecordError, Run, Shard, read, time, write_atomically};

/// All shards of a run, of which the whole is made unit by unit.
#[derive(Debug)]
pub struct Merge {
    /// Of the whole.
    manifest: Manifest,
    /// In the order of their numbers.
    sources: Vec<Source>,
    /// The rows of the whole so far.
    lines: Vec<String>,
}

/// A shard, and how far it is used up.
#[derive(Debug)]
struct Source {
    path: PathBuf,
    manifest: Manifest,
    lines: Vec<String>,
    taken: usize,
}

impl Merge {
    /// Reads shards, in any order.
    ///
    /// # Errors
    /// [`RecordError::Merge`] if shards overlap, are missing or of different configurations, or one is unfinished as far
    /// as its number of units tells.
    pub fn read(shards: &[PathBuf]) -> Result<Self, RecordError> {
        let mut sources: Vec<Source> = Vec::new();
        for path in shards {
            let source = Source::read(path)?;
            if let Some(other) = sources.first() {
                source.must_be_of_the_run_of(other)?;
            }
            sources.push(source);
        }
        sources.sort_by_key(|source| source.manifest.shard);
        let twice = sources.windows(2).find_map(|pair| match pair {
            [a, b] if a.manifest.shard == b.manifest.shard => Some((a, b)),
            _ => None,
        });
        if let Some((a, b)) = twice {
            let (a, b, shard) = (a.path.display(), b.path.display(), a.manifest.shard);
            return refuse(format!("{a} and {b} are both shard {shard}"));
        }
        let Some(first) = sources.first() else {
            return refuse("no shards were given".to_owned());
        };
        let of = first.manifest.shard.of;
        let is_missing =
            |shard: &Shard| sources.iter().all(|source| source.manifest.shard != *shard);
        let missing: Vec<String> = (1..=of)
            .map(|number| Shard { number, of })
            .filter(is_missing)
            .map(|shard| shard.to_string())
            .collect();
        if !missing.is_empty() {
            return refuse(format!("shards {} are missing", missing.join(", ")));
        }
        let command = words_of_command();
        let manifest = Manifest { shard: Shard::WHOLE, command, ..first.manifest.clone() };
        Ok(Self { manifest, sources, lines: Vec::new() })
    }

    /// What the whole is.
    #[must_use]
    pub fn manifest(&self) -> &Manifest {
        &self.manifest
    }

    /// The rows of the whole so far.
    #[must_use]
    pub fn lines(&self) -> &[String] {
        &self.lines
    }

    /// The next unit of the whole: the next one of the shard that [does](Shard::does) this part of the run, or of all
    /// shards, which must then agree.
    ///
    /// # Errors
    /// [`RecordError::Merge`] if a shard is unfinished, or shards do not agree.
    pub fn take(&mut self, part: Option<u64>) -> Result<(), RecordError> {
        let unit = self.lines.len() as u64 / self.manifest.rows_per_unit;
        let mut taken: Option<(Vec<String>, String)> = None;
        for source in self.sources.iter_mut().filter(|source| source.manifest.shard.does(part)) {
            let place = source.place();
            let lines = source.next(unit)?;
            match &taken {
                None => taken = Some((lines, place)),
                Some((others, other)) if lines != *others => {
                    return refuse(format!(
                        "{other} and {place} should be the same and differ: run all shards with one version of this program"
                    ));
                }
                Some(_) => {}
            }
        }
        self.lines.extend(taken.into_iter().flat_map(|(lines, _)| lines));
        Ok(())
    }

    /// All units of a run whose number of units is known, each being a part of its own.
    ///
    /// # Errors
    /// As [`take`](Self::take).
    pub fn take_all(&mut self) -> Result<(), RecordError> {
        (0..self.manifest.total_units.unwrap_or(0)).try_for_each(|unit| self.take(Some(unit)))
    }

    /// Writes the whole into a new run directory; gives its manifest and rows.
    ///
    /// # Errors
    /// [`RecordError`] if shards have units that were not taken, or the directory holds a run or cannot be written.
    pub fn write(self, out: &Path) -> Result<(Manifest, Vec<String>), RecordError> {
        let mut seconds = 0.0;
        for source in &self.sources {
            if source.taken < source.lines.len() {
                return refuse(format!(
                    "{} is no part of the whole: run all shards with one version of this program",
                    source.place()
                ));
            }
            seconds += time::read(&source.path)?.seconds;
        }
        let run = Run::create(out, self.manifest.clone())?;
        if seconds > 0.0 {
            run.add_time(seconds)?;
        }
        let text: String = self.lines.iter().flat_map(|line| [line.as_str(), "\n"]).collect();
        write_atomically(&run.path().join(ROWS), text.as_bytes())?;
        Ok((self.manifest, self.lines))
    }
}

impl Source {
    fn read(path: &Path) -> Result<Self, RecordError> {
        let (manifest, lines) = read(path)?;
        let source = Self { path: path.to_owned(), manifest, lines, taken: 0 };
        match source.manifest.units_of_shard() {
            Some(units) if source.units() < units => source.unfinished(&format!("of {units} ")),
            _ => Ok(source),
        }
    }

    fn units(&self) -> u64 {
        self.lines.len() as u64 / self.manifest.rows_per_unit
    }

    fn unfinished<T>(&self, of: &str) -> Result<T, RecordError> {
        let (path, shard) = (self.path.display(), self.manifest.shard);
        refuse(format!(
            "{path} (shard {shard}) is unfinished: {} {of}units; resume it first",
            self.units()
        ))
    }

    fn must_be_of_the_run_of(&self, other: &Self) -> Result<(), RecordError> {
        let (a, b) = (self.path.display(), other.path.display());
        let (this, that) = (&self.manifest, &other.manifest);
        if let Some(difference) = difference(&this.configuration, &that.configuration) {
            return refuse(format!("{a} and {b} have different configurations: {difference}"));
        }
        let kind = |manifest: &Manifest| {
            (manifest.kind.clone(), manifest.shard.of, manifest.total_units, manifest.rows_per_unit)
        };
        if kind(this) != kind(that) {
            return refuse(format!(
                "{a} is shard {} of a {}, {b} shard {} of a {}",
                this.shard, this.kind, that.shard, that.kind
            ));
        }
        Ok(())
    }

    /// Where the next unit is.
    fn place(&self) -> String {
        let (path, shard) = (self.path.display(), self.manifest.shard);
        format!("{path} (shard {shard}), row {}", self.taken + 1)
    }

    /// The rows of the next unit, with its number in the whole.
    fn next(&mut self, unit: u64) -> Result<Vec<String>, RecordError> {
        let end = self.taken + self.manifest.rows_per_unit as usize;
        let Some(lines) = self.lines.get(self.taken..end) else {
            return self.unfinished("");
        };
        self.taken = end;
        Ok(lines.iter().map(|line| renumbered(line, unit)).collect())
    }
}

fn refuse<T>(reason: String) -> Result<T, RecordError> {
    Err(RecordError::Merge(reason))
}

/// A row with this number of its unit; nothing else in it changes.
fn renumbered(line: &str, unit: u64) -> String {
    const BEGIN: &str = "{\"unit\":";
    let rest = line.strip_prefix(BEGIN).map(|rest| rest.trim_start_matches(char::is_numeric));
    rest.map_or_else(|| line.to_owned(), |rest| format!("{BEGIN}{unit}{rest}"))
}
