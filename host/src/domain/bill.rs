//! Files of weights for Othello's evaluation `bill`.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::sync::{Mutex, PoisonError};

use plyscope_core::othello::Bill;

use super::WeightsError;

/// Reads a file of weights for [`Bill`].
///
/// # Errors
/// [`WeightsError`] if it cannot be read, or holds something else.
pub fn read_bill(path: &Path) -> Result<Vec<u8>, WeightsError> {
    let name = || path.display().to_string();
    let bytes = fs::read(path).map_err(|cause| WeightsError::File { path: name(), cause })?;
    match Bill::new(&bytes) {
        Some(_) => Ok(bytes),
        None => Err(WeightsError::NoBill { path: name(), length: bytes.len() }),
    }
}

/// The evaluation by the weights in a file, which stay in memory as long as the program runs: players share them.
pub(super) fn bill_in(path: &str) -> Result<Bill<'static>, WeightsError> {
    static READ: Mutex<BTreeMap<String, Bill<'static>>> = Mutex::new(BTreeMap::new());
    let mut read = READ.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(&bill) = read.get(path) {
        return Ok(bill);
    }
    let bytes: &'static [u8] = read_bill(Path::new(path))?.leak();
    let none = || WeightsError::NoBill { path: path.to_owned(), length: bytes.len() };
    let bill = Bill::new(bytes).ok_or_else(none)?;
    read.insert(path.to_owned(), bill);
    Ok(bill)
}
