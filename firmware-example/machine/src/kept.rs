//! What a reset leaves alone: records of the game and of the last failure, in memory that is not initialised at the start. Their
//! checksums tell whether they are what was written: after power on the memory holds anything.

use core::cell::UnsafeCell;
use core::mem::MaybeUninit;

use plyscope_core::hash::crc32;

/// A record of `N` bytes at most, with its length and checksum.
#[repr(C)]
struct Record<const N: usize> {
    checksum: u32,
    length: u32,
    bytes: [u8; N],
}

/// A place for a record in a `static` of the section `.uninit`. Accesses are volatile, because the compiler must not reason
/// about what was there before the start.
pub(crate) struct Kept<const N: usize>(UnsafeCell<MaybeUninit<Record<N>>>);

// SAFETY: accesses are in critical sections.
unsafe impl<const N: usize> Sync for Kept<N> {}

impl<const N: usize> Kept<N> {
    pub(crate) const fn new() -> Self {
        Self(UnsafeCell::new(MaybeUninit::uninit()))
    }

    /// Writes a record. Returns whether it fits.
    pub(crate) fn write(&self, bytes: &[u8]) -> bool {
        if bytes.len() > N {
            return false;
        }
        let length = bytes.len() as u32;
        let checksum = crc32(&[&length.to_le_bytes(), bytes]);
        critical_section::with(|_| {
            let record = self.0.get().cast::<Record<N>>();
            // SAFETY: within the static, aligned, and no other access runs. Raw pointers alone, no references. The checksum is
            // written last, so a reset in between leaves a record that does not match.
            unsafe {
                (&raw mut (*record).checksum).write_volatile(!checksum);
                (&raw mut (*record).length).write_volatile(length);
                let to = (&raw mut (*record).bytes).cast::<u8>();
                for (place, &byte) in bytes.iter().enumerate() {
                    to.add(place).write_volatile(byte);
                }
                (&raw mut (*record).checksum).write_volatile(checksum);
            }
        });
        true
    }

    /// Leaves no record.
    #[cfg(feature = "provoke")]
    pub(crate) fn forget(&self) {
        critical_section::with(|_| {
            let record = self.0.get().cast::<Record<N>>();
            // SAFETY: as above. No record is so long.
            unsafe { (&raw mut (*record).length).write_volatile(u32::MAX) };
        });
    }

    /// Reads the record into `bytes`; returns its length if it is whole.
    pub(crate) fn read(&self, bytes: &mut [u8; N]) -> Option<usize> {
        let (checksum, length) = critical_section::with(|_| {
            let record = self.0.get().cast::<Record<N>>();
            // SAFETY: as above. Every bit pattern is a number, whatever the memory holds; it is not `undef`, because the
            // reads are volatile.
            unsafe {
                let length = (&raw const (*record).length).read_volatile();
                let from = (&raw const (*record).bytes).cast::<u8>();
                for (place, byte) in bytes.iter_mut().enumerate() {
                    *byte = from.add(place).read_volatile();
                }
                ((&raw const (*record).checksum).read_volatile(), length)
            }
        });
        let found = bytes.get(..length as usize)?;
        (crc32(&[&length.to_le_bytes(), found]) == checksum).then_some(found.len())
    }
}
