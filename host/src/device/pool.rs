//! Connections to devices, shared among the players of a program.
//!
//! Of emulators there are as many as are in use at once; of anything else there is one, for which players wait.

use std::collections::{HashMap, HashSet};
use std::ops::{Deref, DerefMut};
use std::sync::{Condvar, LazyLock, Mutex, MutexGuard, PoisonError};

use super::{ATTEMPTS, Address, Device, DeviceError};

#[derive(Default)]
struct Pool {
    idle: HashMap<Address, Vec<Device>>,
    /// Those of which there can be one only, and somebody has it.
    busy: HashSet<Address>,
    /// Those that could not be connected to the last time. They are tried again each time, but not for long: a tournament
    /// must not wait for a device that is gone before each of its games.
    gone: HashSet<Address>,
}

static POOL: LazyLock<Mutex<Pool>> = LazyLock::new(Mutex::default);
static RETURNED: Condvar = Condvar::new();

fn pool() -> MutexGuard<'static, Pool> {
    // Nothing in here is left half done by a panic.
    POOL.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A device that is borrowed until this is dropped.
#[derive(Debug)]
pub struct Lease {
    address: Address,
    device: Option<Device>,
}

/// Borrows a connected device, waiting for it where there can be one only.
///
/// # Errors
/// [`DeviceError`] if it cannot be connected to.
pub fn borrow(address: &Address) -> Result<Lease, DeviceError> {
    let mut pool = pool();
    let single = !matches!(address, Address::Emulator { .. });
    while single && pool.busy.contains(address) {
        pool = RETURNED.wait(pool).unwrap_or_else(PoisonError::into_inner);
    }
    if single {
        pool.busy.insert(address.clone());
    }
    let idle = pool.idle.get_mut(address).and_then(Vec::pop);
    let attempts = if pool.gone.contains(address) { 1 } else { ATTEMPTS };
    // Connecting takes long.
    drop(pool);
    // Gives the place back if connecting fails.
    let mut lease = Lease { address: address.clone(), device: idle };
    if lease.device.is_none() {
        let opened = Device::open_patiently(address, attempts);
        match &opened {
            Ok(_) => self::pool().gone.remove(address),
            Err(_) => self::pool().gone.insert(address.clone()),
        };
        lease.device = Some(opened?);
    }
    Ok(lease)
}

/// Ends all connections that nobody has borrowed, and their emulators.
pub fn close() {
    let idle = std::mem::take(&mut pool().idle);
    drop(idle);
}

impl Lease {
    /// The device is not to be used again: it is in an unknown state.
    pub fn discard(mut self) {
        self.device = None;
    }
}

impl Drop for Lease {
    fn drop(&mut self) {
        let mut pool = pool();
        pool.busy.remove(&self.address);
        if let Some(device) = self.device.take() {
            pool.idle.entry(self.address.clone()).or_default().push(device);
        }
        RETURNED.notify_all();
    }
}

impl Deref for Lease {
    type Target = Device;

    fn deref(&self) -> &Device {
        match &self.device {
            Some(device) => device,
            None => unreachable!("a lease has its device until it is dropped"),
        }
    }
}

impl DerefMut for Lease {
    fn deref_mut(&mut self) -> &mut Device {
        match &mut self.device {
            Some(device) => device,
            None => unreachable!("a lease has its device until it is dropped"),
        }
    }
}
