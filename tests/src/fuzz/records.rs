//! Run directories: what is appended is read back, and after damage the beginning of it or an error.

use std::fs;
use std::path::PathBuf;

use plyscope::record::{Manifest, Run, read};

use super::bytes::Bytes;

/// Between the parts of the input.
const RULE: &[u8] = b"\n---\n";
/// Units of a run.
const UNITS: usize = 8;

/// A directory that goes with it.
struct Directory(PathBuf);

impl Directory {
    fn new() -> Self {
        let thread = format!("{:?}", std::thread::current().id());
        let name = format!("plyscope-fuzz-{}-{thread}", std::process::id());
        let path = std::env::temp_dir().join(name.replace(['(', ')'], ""));
        let _ = fs::remove_dir_all(&path);
        Self(path)
    }
}

impl Drop for Directory {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

fn split(data: &[u8]) -> (&[u8], &[u8]) {
    let place = data.windows(RULE.len()).position(|window| window == RULE);
    place.map_or((data, &[]), |place| (&data[..place], &data[place + RULE.len()..]))
}

/// A manifest, rows of its units, and damage: each part is one of the input's.
pub(super) fn check(data: &[u8]) {
    let (manifest, rest) = split(data);
    let (rows, damage) = split(rest);
    raw(manifest, rows);
    let Ok(manifest) = serde_json::from_slice::<Manifest>(manifest) else { return };
    let Ok(text) = str::from_utf8(rows) else { return };
    let directory = Directory::new();
    let path = &directory.0;
    let Ok(mut run) = Run::create(path, manifest.clone()) else { return };
    let per_unit = usize::try_from(manifest.rows_per_unit).unwrap_or(usize::MAX);
    let lines: Vec<String> = text.lines().map(str::to_owned).collect();
    let mut written = Vec::new();
    for unit in lines.chunks_exact(per_unit.max(1)).take(UNITS) {
        run.append(unit).expect("there is room");
        written.extend_from_slice(unit);
    }
    drop(run);
    let whole = read(path);
    if let Ok((read, rows)) = &whole {
        assert_eq!((read, rows), (&manifest, &written));
        let (run, resumed) = Run::resume(path, &manifest).expect("it can be read");
        assert_eq!(&resumed, rows);
        // Not all units of a run of millions.
        assert_eq!(run.missing().take(99).count() as u64, run.left().min(99));
    }
    let mut damage = Bytes::new(damage);
    for (file, is_rows) in [("rows.jsonl", true), ("manifest.json", false)] {
        let before = fs::read(path.join(file)).expect("it was written");
        let after = damaged(before.clone(), &mut damage);
        fs::write(path.join(file), &after).expect("there is room");
        let found = read(path);
        let (Ok((_, undamaged)), Ok((_, rows))) = (&whole, &found) else { continue };
        assert!(undamaged.starts_with(rows), "damage makes no rows");
        if is_rows && before != after {
            let resumed = Run::resume(path, &manifest).map(|(_, rows)| rows);
            assert_eq!(resumed.as_ref().ok(), Some(rows));
        }
    }
}

/// Bytes changed, inserted or removed.
fn damaged(mut file: Vec<u8>, damage: &mut Bytes<'_>) -> Vec<u8> {
    for _ in 0..damage.below(4) {
        if file.is_empty() {
            break;
        }
        let place = damage.number() as usize % file.len();
        match damage.below(4) {
            0 => file.truncate(place),
            1 => file[place] = damage.byte(),
            2 => file.insert(place, damage.byte()),
            _ => {
                file.remove(place);
            }
        }
    }
    file
}

/// A directory with these very files.
fn raw(manifest: &[u8], rows: &[u8]) {
    let directory = Directory::new();
    let written = fs::create_dir(&directory.0)
        .and_then(|()| fs::write(directory.0.join("manifest.json"), manifest))
        .and_then(|()| fs::write(directory.0.join("rows.jsonl"), rows));
    written.expect("there is room");
    if let Ok((manifest, rows)) = read(&directory.0) {
        assert_eq!(rows.len() as u64 % manifest.rows_per_unit, 0);
    }
}
