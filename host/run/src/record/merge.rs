//! Merges shards: the rows are those of the unsharded run, byte for byte.

use std::ffi::OsString;
use std::fs;
use std::io::{self, BufWriter, Write as _};
use std::path::{Path, PathBuf};

use super::manifest::command;
use super::row::Seal;
use super::time::{self, TimeTaken};
use super::{
    MANIFEST, MERGING, Manifest, ROWS, RecordError, SCHEMA, Shard, difference, io_error, is_run,
    lock, may_begin, must_be_outside, read,
};
use crate::files::{self, LOCK};

/// Suffix of the directory in which a merge builds.
const ENDING: &str = ".merging";

/// All shards of a run, merged unit by unit.
#[derive(Debug)]
pub struct Merge {
    /// Of the whole.
    manifest: Manifest,
    /// In the order of their numbers.
    sources: Vec<Source>,
    /// The rows of the whole so far.
    lines: Vec<String>,
}

/// A shard and the number of units taken from it.
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
    /// [`RecordError::Merge`] if shards overlap, are missing or have different configurations, or one has fewer units than
    /// it should.
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
        if let Some(missing) = missing(&sources, of) {
            return refuse(missing);
        }
        let mut manifest = Manifest {
            schema: SCHEMA,
            shard: Shard::WHOLE,
            command: command(),
            resumed: Vec::new(),
            ..first.manifest.clone()
        };
        for Manifest { program, later_programs, .. } in sources.iter().map(|one| &one.manifest) {
            for program in [program].into_iter().chain(later_programs) {
                manifest.note_program(program);
            }
        }
        Ok(Self { manifest, sources, lines: Vec::new() })
    }

    /// The manifest of the whole.
    #[must_use]
    pub fn manifest(&self) -> &Manifest {
        &self.manifest
    }

    /// The rows of the whole so far.
    #[must_use]
    pub fn lines(&self) -> &[String] {
        &self.lines
    }

    /// Takes the next unit of the whole: that of the shard that [does](Shard::does) this part of the run, or of all shards,
    /// which must then agree.
    ///
    /// # Errors
    /// [`RecordError::Merge`] if a shard is unfinished, or shards disagree.
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

    /// Takes all units of a run whose number of units is known.
    ///
    /// # Errors
    /// As [`take`](Self::take).
    pub fn take_all(&mut self) -> Result<(), RecordError> {
        (0..self.manifest.total_units.unwrap_or(0)).try_for_each(|unit| self.take(Some(unit)))
    }

    /// Whether a directory already holds this whole, for example after an interrupted merge of several runs.
    #[must_use]
    pub fn is_written(&self, out: &Path) -> bool {
        read(out).is_ok_and(|(manifest, lines)| {
            let same = manifest.shard == Shard::WHOLE && manifest.run() == self.manifest.run();
            same && lines == self.lines
        })
    }

    /// Writes the whole into a new run directory and returns its manifest and rows. The run is built in a sibling directory with
    /// the suffix `.merging` and a mark file, then renamed. An interrupted merge leaves no run at the target, and the same merge
    /// repeated cleans up. Directories without the mark are not touched.
    ///
    /// # Errors
    /// [`RecordError`] if shards have units left, or the directory is not empty or cannot be written.
    pub fn write(self, out: &Path) -> Result<(Manifest, Vec<String>), RecordError> {
        let mut seconds = 0.0;
        for source in &self.sources {
            if source.taken < source.lines.len() {
                return refuse(format!(
                    "{} is no part of the whole: run all shards with one version of this program",
                    source.place()
                ));
            }
            seconds += time::read(&source.path).seconds;
        }
        // Replace a link's target, not the link.
        let out = if out.exists() {
            may_begin(out)?;
            fs::canonicalize(out).map_err(io_error("open", out))?
        } else {
            out.to_owned()
        };
        must_be_outside(&out)?;
        match self.write_beside(&out, seconds) {
            // Another merge was faster and renamed the directory.
            Err(RecordError::Io { .. }) if is_run(&out) => Err(RecordError::Exists(out)),
            written => written.map(|()| (self.manifest, self.lines)),
        }
    }

    /// Builds the whole beside its target and renames it.
    fn write_beside(&self, out: &Path, seconds: f64) -> Result<(), RecordError> {
        let mut name = out.file_name().map(OsString::from).unwrap_or_default();
        name.push(ENDING);
        let building = out.with_file_name(name);
        fs::create_dir_all(&building).map_err(io_error("create", &building))?;
        self.must_be_ours(&building)?;
        let _lock = lock(&building)?;
        // Another process may have started and finished before this one took the lock.
        if self.must_be_ours(&building)? == BuildState::Built {
            return move_to(&building, out);
        }
        let built = mark(&building)
            .and_then(|()| clear(&building))
            .and_then(|()| self.build(&building, seconds))
            .and_then(|()| move_to(&building, out));
        if built.is_err() && clear(&building).is_ok() {
            for name in [MERGING, LOCK] {
                let _ = fs::remove_file(building.join(name));
            }
            let _ = fs::remove_dir(&building);
        }
        built
    }

    /// Refuses a building directory with anything that a merge did not leave there.
    fn must_be_ours(&self, building: &Path) -> Result<BuildState, RecordError> {
        if building.join(MERGING).exists() {
            return Ok(BuildState::Begun);
        }
        // The mark is removed last: this merge may have been interrupted before its directory was renamed.
        let built = |(manifest, lines)| manifest == self.manifest && lines == self.lines;
        if is_run(building) && read(building).is_ok_and(built) {
            return Ok(BuildState::Built);
        }
        match may_begin(building) {
            // Another merge may have started since.
            Err(_) if building.join(MERGING).exists() => Ok(BuildState::Begun),
            may => may.map(|()| BuildState::Begun),
        }
    }

    /// Writes everything, the manifest last.
    fn build(&self, path: &Path, seconds: f64) -> Result<(), RecordError> {
        let rows = path.join(ROWS);
        let seal = Seal::of(&self.manifest);
        let write = || -> io::Result<()> {
            let mut file = BufWriter::new(files::create_anew(&rows)?);
            for unit in self.lines.chunks(self.manifest.rows_per_unit as usize) {
                file.write_all(seal.lines(unit).as_bytes())?;
            }
            file.into_inner()?.sync_all()
        };
        write().map_err(io_error("write", &rows))?;
        if seconds > 0.0 {
            time::write(path, TimeTaken { seconds });
        }
        let file = path.join(MANIFEST);
        files::write_own(&file, self.manifest.to_json().as_bytes())
            .map_err(io_error("write", &file))
    }
}

/// The state of a building directory.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum BuildState {
    /// Empty or partial.
    Begun,
    /// Complete; only the rename is missing.
    Built,
}

/// Marks a directory as a merge's. The mark is synced to disk before anything else.
fn mark(building: &Path) -> Result<(), RecordError> {
    let file = building.join(MERGING);
    // Without a moment in which there is none.
    if fs::symlink_metadata(&file).is_ok_and(|data| data.is_file()) {
        return Ok(());
    }
    let made = files::create_anew(&file).and_then(|_| files::sync_parent(&file));
    made.map_err(io_error("write", &file))
}

/// Removes the files of an interrupted merge from a directory with its mark; removes nothing if there is anything else.
fn clear(building: &Path) -> Result<(), RecordError> {
    let ours: Vec<PathBuf> = [MANIFEST, ROWS, time::TIME]
        .iter()
        .map(|name| building.join(name))
        .flat_map(|file| [files::temporary(&file), file])
        .collect();
    let kept = [MERGING, LOCK].map(|name| building.join(name));
    for entry in fs::read_dir(building).map_err(io_error("read", building))? {
        let entry = entry.map_err(io_error("read", building))?;
        let file = entry.path();
        if !ours.contains(&file) && !kept.contains(&file) {
            let name = entry.file_name().to_string_lossy().into_owned();
            return Err(RecordError::NotEmpty { path: building.to_owned(), name });
        }
    }
    for file in ours {
        match fs::remove_file(&file) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => {
                return Err(io_error("remove", &file)(error));
            }
            _ => {}
        }
    }
    Ok(())
}

/// Renames a complete directory to its target.
fn move_to(building: &Path, out: &Path) -> Result<(), RecordError> {
    // Another process may have put something there; an empty directory is replaced.
    if out.exists() {
        may_begin(out)?;
        for file in [out.join(LOCK), out.join(ROWS), files::temporary(&out.join(MANIFEST))] {
            let _ = fs::remove_file(file);
        }
    }
    let marked = building.join(MERGING);
    match fs::remove_file(&marked) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => {
            return Err(io_error("remove", &marked)(error));
        }
        _ => files::sync_parent(&marked).map_err(io_error("write", building))?,
    }
    if let Err(error) = fs::rename(building, out) {
        let _ = mark(building);
        return Err(io_error("write", out)(error));
    }
    files::sync_parent(out).map_err(io_error("write", out))
}

/// The missing shards, in words; `sources` are distinct.
fn missing(sources: &[Source], of: u64) -> Option<String> {
    const NAMED: usize = 10;
    let count = of - sources.len() as u64;
    let is_missing = |shard: &Shard| sources.iter().all(|source| source.manifest.shard != *shard);
    let names: Vec<String> = (1..=of)
        .map(|number| Shard { number, of })
        .filter(is_missing)
        .map(|shard| shard.to_string())
        .take(NAMED.min(count as usize))
        .collect();
    match (names.is_empty(), count.saturating_sub(NAMED as u64)) {
        (true, _) => None,
        (_, 0) if names.len() == 1 => Some(format!("shard {} is missing", names.join(""))),
        (_, 0) => Some(format!("shards {} are missing", names.join(", "))),
        (_, more) => Some(format!("shards {} and {more} more are missing", names.join(", "))),
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
                "{a} is shard {} of a run of kind {}, {b} shard {} of one of kind {}",
                this.shard, this.kind, that.shard, that.kind
            ));
        }
        Ok(())
    }

    /// The place of the next unit, for messages.
    fn place(&self) -> String {
        let (path, shard) = (self.path.display(), self.manifest.shard);
        format!("{path} (shard {shard}), row {}", self.taken + 1)
    }

    /// The rows of the next unit, renumbered for the whole.
    fn next(&mut self, unit: u64) -> Result<Vec<String>, RecordError> {
        let end = self.taken.saturating_add(self.manifest.rows_per_unit as usize);
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

/// The row with this unit number; otherwise unchanged.
fn renumbered(line: &str, unit: u64) -> String {
    const BEGIN: &str = "{\"unit\":";
    let rest = line.strip_prefix(BEGIN).map(|rest| rest.trim_start_matches(char::is_numeric));
    rest.map_or_else(|| line.to_owned(), |rest| format!("{BEGIN}{unit}{rest}"))
}
