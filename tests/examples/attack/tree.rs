//! The files below a directory, as far as they must be the same each time.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use super::case::Verdict;

/// Contents by path. What is no file has its kind for contents.
pub(crate) type Tree = BTreeMap<String, Vec<u8>>;

/// Reads all files below a directory.
pub(crate) fn read(directory: &Path) -> Tree {
    let mut found = Tree::new();
    add(directory, directory, &mut found);
    found
}

fn add(base: &Path, directory: &Path, found: &mut Tree) {
    for entry in fs::read_dir(directory).into_iter().flatten().flatten() {
        let path = entry.path();
        let Ok(kind) = entry.file_type() else { continue };
        if kind.is_dir() {
            add(base, &path, found);
            continue;
        }
        let name = path.strip_prefix(base).unwrap_or(&path).display().to_string();
        let contents = if kind.is_file() {
            without_times(&name, fs::read(&path).unwrap_or_default())
        } else {
            b"no file".to_vec()
        };
        found.insert(name, contents);
    }
}

/// Copies all files below a directory.
pub(crate) fn copy(from: &Path, to: &Path) -> Result<(), String> {
    for (name, contents) in read(from) {
        let path = to.join(name);
        let made = path
            .parent()
            .map_or(Ok(()), fs::create_dir_all)
            .and_then(|()| fs::write(&path, contents));
        made.map_err(|error| format!("{}: {error}", path.display()))?;
    }
    Ok(())
}

/// The names that hold other contents in these runs of one command: times and dates.
pub(crate) fn varying(one: &Tree, other: &Tree) -> BTreeSet<String> {
    one.iter()
        .filter(|(name, contents)| other.get(*name) != Some(contents))
        .map(|(name, _)| name.clone())
        .collect()
}

/// Whether a name is that of a temporary file.
pub(crate) fn is_temporary(name: &str) -> bool {
    name.ends_with(".tmp") || name.contains(".tmp/") || name.contains(".merging/")
}

/// That the files are those of the undisturbed run, all that must be the same being so. Remains of a killed process may lie about.
pub(crate) fn is_same(
    found: &Tree,
    expected: &Tree,
    varying: &BTreeSet<String>,
    killed: bool,
) -> Verdict {
    for (name, contents) in expected {
        match found.get(name) {
            None => return Err(format!("{name} is missing")),
            Some(there) if there != contents && !varying.contains(name) => {
                return Err(format!(
                    "{name} differs: {} bytes, {} expected",
                    there.len(),
                    contents.len()
                ));
            }
            Some(_) => {}
        }
    }
    let more = found.keys().find(|name| {
        let remains = is_temporary(name) && killed;
        !expected.contains_key(*name) && !remains
    });
    more.map_or(Ok(()), |name| Err(format!("{name} should not be there")))
}

/// An absolute path, with its directory.
pub(crate) fn make(directory: &Path, name: &str) -> Result<PathBuf, String> {
    let path = directory.join(name);
    fs::create_dir_all(&path).map_err(|error| format!("{}: {error}", path.display()))?;
    Ok(path)
}

/// A game that `play` keeps, without the times of its moves.
fn without_times(name: &str, contents: Vec<u8>) -> Vec<u8> {
    if !name.ends_with("game.json") {
        return contents;
    }
    let lines = contents.split_inclusive(|&byte| byte == b'\n');
    lines
        .filter(|line| !line.windows(9).any(|part| part == b"\"seconds\""))
        .flatten()
        .copied()
        .collect()
}
