//! Files with names beside WTHOR databases.

use std::path::{Path, PathBuf};

use super::{NameFiles, Names, PLAYER, TOURNAMENT};

/// The names in the files beside a database: those named as it is, or `WTHOR.JOU` and `WTHOR.TRN`, in capitals or not. Names of a
/// file that is not there are missing.
///
/// # Errors
/// The file that cannot be read, and why.
pub fn names_beside(database: &Path) -> Result<NameFiles, String> {
    let names = |ending: &str, length: usize| -> Result<Names, String> {
        let Some(path) = beside(database, ending) else { return Ok(Names::default()) };
        let error = |error: &dyn std::fmt::Display| format!("{}: {error}", path.display());
        let bytes = std::fs::read(&path).map_err(|cause| error(&cause))?;
        Names::read(&bytes, length).map_err(|cause| error(&cause))
    };
    Ok(NameFiles { players: names("jou", PLAYER)?, tournaments: names("trn", TOURNAMENT)? })
}

/// The file with names beside a database.
fn beside(database: &Path, ending: &str) -> Option<PathBuf> {
    // An own file has the database's name; the federation's files are named in capitals.
    let own = database.with_extension(ending);
    if own.is_file() {
        return Some(own);
    }
    let folder = database.parent()?;
    let folder = if folder == Path::new("") { Path::new(".") } else { folder };
    let wanted = format!("wthor.{ending}");
    let entries = std::fs::read_dir(folder).ok()?.filter_map(Result::ok);
    entries.map(|entry| entry.path()).find(|path| {
        let name = path.file_name().map(|name| name.to_string_lossy().to_lowercase());
        name.as_deref() == Some(&wanted)
    })
}
