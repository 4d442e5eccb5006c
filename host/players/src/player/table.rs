//! Memory of tables of positions for searches of this program.

use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};

use plyscope_core::search::table::{Slot, TranspositionTable};

use super::PlayerError;
use crate::engine::{self, Bytes};
use crate::slots::Slots;

/// Tables that no search uses, by number of slots. A search holds its table for as long as it lives, which Rust can express
/// without unsafe code only for memory that is never given back. So tables go from search to search instead: there are never
/// more than were in use at once.
static FREE: Mutex<BTreeMap<usize, Vec<&'static [Slot]>>> = Mutex::new(BTreeMap::new());

/// A table that is in use by one search.
#[derive(Debug)]
pub struct Lease {
    slots: &'static [Slot],
}

impl Lease {
    /// An empty table of this size.
    ///
    /// # Errors
    /// [`PlayerError::Unsupported`] if there is not so much memory.
    pub fn new(size: Bytes) -> Result<Self, PlayerError> {
        let too_large = || {
            let table = crate::engine::Value::text(&size);
            PlayerError::Unsupported(format!("table {table}: there is not so much memory"))
        };
        let count = usize::try_from(size.0 / Slot::BYTES as u64).map_err(|_| too_large())?;
        let mut free = FREE.lock().unwrap_or_else(PoisonError::into_inner);
        let slots = match free.get_mut(&count).and_then(Vec::pop) {
            Some(slots) => slots,
            None => Slots::new(count).map_err(|_| too_large())?.leak(),
        };
        drop(free);
        let lease = Self { slots };
        engine::Lease::table(&lease).clear();
        Ok(lease)
    }
}

impl engine::Lease for Lease {
    fn table(&self) -> TranspositionTable<'static> {
        TranspositionTable::new(self.slots)
    }
}

impl Drop for Lease {
    fn drop(&mut self) {
        let mut free = FREE.lock().unwrap_or_else(PoisonError::into_inner);
        free.entry(self.slots.len()).or_default().push(self.slots);
    }
}
