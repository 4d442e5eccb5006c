//! A pool of connections to devices, shared by a program's players.
//!
//! There are as many emulators as are in use at once. Any other device has one connection, for which players wait.

use std::collections::{HashMap, HashSet};
use std::ops::{Deref, DerefMut};
use std::sync::{Condvar, LazyLock, Mutex, MutexGuard, PoisonError};

use super::{ATTEMPTS, Address, Device, DeviceError};

#[derive(Default)]
struct Pool {
    idle: HashMap<Address, Vec<Device>>,
    /// Exclusive devices in use.
    busy: HashSet<Address>,
    /// Devices whose last connection failed. They are retried briefly, so that a tournament does not wait for a missing
    /// device before each game.
    gone: HashSet<Address>,
}

static POOL: LazyLock<Mutex<Pool>> = LazyLock::new(Mutex::default);
static RETURNED: Condvar = Condvar::new();

fn pool() -> MutexGuard<'static, Pool> {
    // A panic leaves nothing half done in here.
    POOL.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A borrowed device; dropping it returns the device.
#[derive(Debug)]
pub struct Lease {
    address: Address,
    device: Option<Device>,
}

/// Borrows a connected device, waiting for exclusive ones.
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
    // Dropped, and so released, if connecting fails.
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

/// Closes all idle connections and their emulators.
pub fn close() {
    let idle = std::mem::take(&mut pool().idle);
    drop(idle);
}

impl Lease {
    /// Discards the device: its state is unknown.
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
