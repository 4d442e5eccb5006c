//! Records of the game in the chip's flash, which keep without power: the last pages, of which `memory.x` says where they are.
//!
//! `sequential-storage` appends each record behind the last one and erases a page only when all are full, so that the pages wear
//! evenly, and power may fail at any moment: then the record before is the last one. A nRF51's page bears 20,000 erasures: with
//! eight pages of 1 KB, some ten thousand games.

use core::convert::Infallible;
use core::ops::Range;
use core::pin::pin;
use core::task::{Context, Poll, Waker};

use embedded_storage_async::nor_flash::{ErrorType, NorFlash, ReadNorFlash};
use plyscope_firmware_machine::{Place, RECORD};
use sequential_storage::cache::Cache;
use sequential_storage::map::{MapConfig, MapStorage};

use crate::register::Register;

const IS_READY: Register = Register(0x4001_e400);
const CONFIGURATION: Register = Register(0x4001_e504);
const ERASE_PAGE: Register = Register(0x4001_e508);
/// Values of the configuration.
const READS: u32 = 0;
const WRITES: u32 = 1;
const ERASES: u32 = 2;

const WORD: usize = 4;
const PAGE: usize = if cfg!(feature = "nrf51") { 1024 } else { 4096 };

unsafe extern "C" {
    /// The pages for records. Symbols of `memory.x`: their addresses count.
    static _records_start: u32;
    static _records_end: u32;
}

fn pages() -> Range<u32> {
    (&raw const _records_start) as u32..(&raw const _records_end) as u32
}

/// The flash, by its addresses. Nothing here waits for anything but the controller, for at most 90 ms, in which the processor
/// stands still: bytes that arrive then may be lost.
struct Flash;

impl Flash {
    fn wait() {
        while IS_READY.read() == 0 {}
    }
}

impl ErrorType for Flash {
    type Error = Infallible;
}

impl ReadNorFlash for Flash {
    const READ_SIZE: usize = 1;

    async fn read(&mut self, from: u32, bytes: &mut [u8]) -> Result<(), Infallible> {
        for (address, byte) in (from..).zip(bytes) {
            // SAFETY: within the pages that `memory.x` keeps for this, which are always readable; volatile, because they change
            // by ways that the compiler does not see.
            *byte = unsafe { (address as *const u8).read_volatile() };
        }
        Ok(())
    }

    fn capacity(&self) -> usize {
        pages().end as usize
    }
}

impl NorFlash for Flash {
    const WRITE_SIZE: usize = WORD;
    const ERASE_SIZE: usize = PAGE;

    async fn erase(&mut self, from: u32, to: u32) -> Result<(), Infallible> {
        CONFIGURATION.write(ERASES);
        for page in (from..to).step_by(PAGE) {
            ERASE_PAGE.write(page);
            Self::wait();
        }
        CONFIGURATION.write(READS);
        Ok(())
    }

    async fn write(&mut self, to: u32, bytes: &[u8]) -> Result<(), Infallible> {
        CONFIGURATION.write(WRITES);
        for (address, word) in (to..).step_by(WORD).zip(bytes.as_chunks::<WORD>().0) {
            // SAFETY: within the pages that `memory.x` keeps for this, aligned, and the controller is set to write.
            unsafe { (address as *mut u32).write_volatile(u32::from_le_bytes(*word)) };
            Self::wait();
        }
        CONFIGURATION.write(READS);
        Ok(())
    }
}

/// Runs what never waits for anything.
fn now<T>(future: impl Future<Output = T>) -> Option<T> {
    match pin!(future).poll(&mut Context::from_waker(Waker::noop())) {
        Poll::Ready(result) => Some(result),
        Poll::Pending => None,
    }
}

/// A record, its key and what is rounded up.
type Buffer = [u8; RECORD + 2 * WORD];

fn storage() -> Option<MapStorage<u8, Flash, impl sequential_storage::cache::CacheImpl<u8>>> {
    let config = MapConfig::try_new(pages()).ok()?;
    Some(MapStorage::new(Flash, config, Cache::new_uncached()))
}

/// Keeps a record. Returns whether it could.
pub(crate) fn keep(place: Place, record: &[u8]) -> bool {
    let Some(mut storage) = storage() else { return false };
    let key = place as u8;
    let mut buffer: Buffer = [0; _];
    // The same record again would wear the pages for nothing.
    let last = now(storage.fetch_item::<&[u8]>(&mut buffer, &key));
    if matches!(last, Some(Ok(Some(last))) if last == record) {
        return true;
    }
    let mut store = |storage: &mut MapStorage<u8, Flash, _>| {
        matches!(now(storage.store_item(&mut buffer, &key, &record)), Some(Ok(())))
    };
    if store(&mut storage) {
        return true;
    }
    // The pages hold something else: another program's, or what a chip has that was never erased.
    matches!(now(storage.erase_all()), Some(Ok(()))) && store(&mut storage)
}

/// Reads the last record that was kept whole; returns its length.
pub(crate) fn kept(place: Place, record: &mut [u8; RECORD]) -> Option<usize> {
    let mut buffer: Buffer = [0; _];
    let found = now(storage()?.fetch_item::<&[u8]>(&mut buffer, &(place as u8)));
    let Some(Ok(Some(found))) = found else { return None };
    record.get_mut(..found.len())?.copy_from_slice(found);
    Some(found.len())
}
