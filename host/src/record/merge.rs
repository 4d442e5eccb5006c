//! Shards put together: byte for byte the rows of the run that was never split.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use super::manifest::difference;
use super::{Manifest, ROWS, RecordError, Run, Shard, read, time, write_atomically};

/// Merges finished shards, in any order, into a new run directory; gives its manifest and rows.
///
/// # Errors
/// [`RecordError::Merge`] if shards overlap, are missing, unfinished, or of different configurations.
pub fn merge(out: &Path, shards: &[PathBuf]) -> Result<(Manifest, Vec<String>), RecordError> {
    let refuse = |reason: String| Err(RecordError::Merge(reason));
    let mut parts: BTreeMap<Shard, (&PathBuf, Vec<String>)> = BTreeMap::new();
    let mut first: Option<(Manifest, &PathBuf)> = None;
    for path in shards {
        let (manifest, lines) = read(path)?;
        let shard = manifest.shard;
        let Some(units) = manifest.units_of_shard() else {
            return refuse(format!(
                "{} has no shards: what it still has to do depends on its rows so far",
                path.display()
            ));
        };
        let finished = lines.len() as u64 / manifest.rows_per_unit;
        if finished < units {
            return refuse(format!(
                "{} (shard {shard}) is unfinished: {finished} of {units} units; resume it first",
                path.display()
            ));
        }
        match &first {
            None => first = Some((manifest, path)),
            Some((other, other_path)) => {
                let (a, b) = (path.display(), other_path.display());
                if let Some(difference) = difference(&manifest.configuration, &other.configuration)
                {
                    return refuse(format!(
                        "{a} and {b} have different configurations: {difference}"
                    ));
                }
                if (manifest.kind.as_str(), shard.of) != (other.kind.as_str(), other.shard.of) {
                    return refuse(format!(
                        "{a} is shard {shard} of a {}, {b} shard {} of a {}",
                        manifest.kind, other.shard, other.kind
                    ));
                }
            }
        }
        if let Some((other, _)) = parts.insert(shard, (path, lines)) {
            return refuse(format!(
                "{} and {} are both shard {shard}",
                other.display(),
                path.display()
            ));
        }
    }
    let Some((manifest, _)) = first else {
        return refuse("no shards were given".to_owned());
    };
    let of = manifest.shard.of;
    let missing: Vec<String> = (1..=of)
        .map(|number| Shard { number, of })
        .filter(|shard| !parts.contains_key(shard))
        .map(|shard| shard.to_string())
        .collect();
    if !missing.is_empty() {
        return refuse(format!("shards {} are missing", missing.join(", ")));
    }
    let rows = manifest.rows_per_unit as usize;
    let mut units: Vec<_> = parts.values().map(|(_, lines)| lines.chunks(rows)).collect();
    let mut merged = Vec::new();
    for unit in 0..manifest.total_units.unwrap_or(0) {
        let shard = (unit % of) as usize;
        if let Some(lines) = units.get_mut(shard).and_then(Iterator::next) {
            merged.extend_from_slice(lines);
        }
    }
    let whole = Manifest { shard: Shard::WHOLE, command: std::env::args().collect(), ..manifest };
    let mut seconds = 0.0;
    for (path, _) in parts.values() {
        seconds += time::read(path)?.seconds;
    }
    let run = Run::create(out, whole.clone())?;
    if seconds > 0.0 {
        run.add_time(seconds)?;
    }
    let mut text = merged.join("\n");
    text.push('\n');
    write_atomically(&run.path().join(ROWS), text.as_bytes())?;
    Ok((whole, merged))
}
