//! Memory for tables of positions.

use std::collections::TryReserveError;

use plyscope_core::search::table::Slot;

/// Bytes in a cache line. A bucket of a table that lies in one line takes one access to memory instead of two: 10 to 25 % of
/// the time of a long solution with a table of 128 MB.
const LINE: usize = 64;

/// Empty slots that begin with a cache line.
#[derive(Debug)]
pub struct Slots {
    memory: Vec<Slot>,
    first: usize,
    count: usize,
}

impl Slots {
    /// So many slots.
    ///
    /// # Errors
    /// [`TryReserveError`] if there is not so much memory.
    pub fn new(count: usize) -> Result<Self, TryReserveError> {
        const SPARE: usize = LINE / Slot::BYTES - 1;
        let mut memory: Vec<Slot> = Vec::new();
        memory.try_reserve_exact(count.saturating_add(SPARE))?;
        memory.resize_with(count + SPARE, Slot::new);
        let first = memory.as_ptr().align_offset(LINE).min(SPARE);
        Ok(Self { memory, first, count })
    }

    /// The slots.
    pub fn all(&self) -> &[Slot] {
        &self.memory[self.first..][..self.count]
    }

    /// The slots, never to be given back.
    pub fn leak(self) -> &'static [Slot] {
        &self.memory.leak()[self.first..][..self.count]
    }
}

#[cfg(test)]
mod tests {
    use super::{LINE, Slots};

    #[test]
    fn slots_begin_with_a_cache_line_whatever_their_number() {
        for count in [0, 1, 2, 7, 64, 1000] {
            let slots = Slots::new(count).unwrap();
            assert_eq!(slots.all().len(), count);
            assert_eq!(slots.all().as_ptr().addr() % LINE, 0);
            assert_eq!(slots.leak().as_ptr().addr() % LINE, 0);
        }
        assert!(Slots::new(usize::MAX).is_err());
    }
}
