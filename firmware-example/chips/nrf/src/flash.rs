//! The chip's last pages of flash, of which `memory.x` says where they are: they keep the game without power.
//!
//! An nRF51's page bears 20,000 erasures: with eight pages of 1 KB, more than ten thousand games.

use plyscope_firmware_machine::records::Flash;

use crate::register::Register;

const IS_READY: Register = Register(0x4001_e400);
const CONFIGURATION: Register = Register(0x4001_e504);
const ERASE_PAGE: Register = Register(0x4001_e508);
/// Values of the configuration.
const READS: u32 = 0;
const WRITES: u32 = 1;
const ERASES: u32 = 2;

/// Changes flash. The processor stands still meanwhile, for 90 ms at most: bytes that arrive then may be lost.
fn change(how: u32, change: impl FnOnce()) {
    CONFIGURATION.write(how);
    change();
    while IS_READY.read() == 0 {}
    CONFIGURATION.write(READS);
}

/// The controller.
pub(crate) struct Controller;

impl Flash for Controller {
    const PAGE: usize = if cfg!(feature = "nrf51") { 1024 } else { 4096 };

    fn write(&mut self, address: usize, value: u32) {
        // SAFETY: the address is of a page for records, aligned, and the controller is set to write.
        change(WRITES, || unsafe { (address as *mut u32).write_volatile(value) });
    }

    fn erase(&mut self, address: usize) {
        change(ERASES, || ERASE_PAGE.write(address as u32));
    }
}
