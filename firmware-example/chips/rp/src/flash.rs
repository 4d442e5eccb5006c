//! The last 4 KB sectors of the flash, of which `memory.x` says where they are, keep the game without power.
//!
//! The program runs from this flash, which cannot be read while it is changed. So what changes it is in RAM, uses the chip's ROM, and
//! lets nothing interrupt. Not tried on silicon, nor in an emulator: QEMU has none of these chips.

use core::ptr;

use plyscope_firmware_machine::records::{Flash, WORD};

use crate::hal::rom_data;

/// Where the flash is read.
const FLASH_START: usize = 0x1000_0000;

/// What sets up the reading of flash anew, 256 bytes of program: on an RP2040 the boot loader's second stage, at the flash's beginning; an
/// RP2350's boot loader leaves its own here.
const SET_UP: usize = if cfg!(feature = "rp2040") { FLASH_START } else { 0x400e_0000 };

const SECTOR: usize = 4096;
/// What is written at once.
const PAGE: usize = 256;

/// The command of the flash that erases 64 KB at once, which the ROM uses where it can: never for one sector.
const ERASE_BLOCK: u8 = 0xd8;
const BLOCK: u32 = 1 << 16;

/// What `change` needs, looked up before: the ROM's functions, and a copy of what sets up the reading of flash.
struct Rom {
    connect: unsafe extern "C" fn(),
    stop_reading: unsafe extern "C" fn(),
    erase: unsafe extern "C" fn(u32, usize, u32, u8),
    program: unsafe extern "C" fn(u32, *const u8, usize),
    flush: unsafe extern "C" fn(),
    set_up: [u32; 64],
}

impl Rom {
    #[inline(never)]
    fn new() -> Self {
        let mut set_up = [0; 64];
        for (number, word) in set_up.iter_mut().enumerate() {
            // SAFETY: 256 bytes are there, aligned.
            *word = unsafe { (SET_UP as *const u32).add(number).read_volatile() };
        }
        Self {
            connect: rom_data::connect_internal_flash::ptr(),
            stop_reading: rom_data::flash_exit_xip::ptr(),
            erase: rom_data::flash_range_erase::ptr(),
            program: rom_data::flash_range_program::ptr(),
            flush: rom_data::flash_flush_cache::ptr(),
            set_up,
        }
    }
}

/// Erases a sector, or programs a page if there are bytes. It is in RAM, and so is all that it calls or reads.
///
/// # Safety
/// `offset` from the flash's beginning is of a sector, or page, that holds nothing else; `bytes` is null or in RAM, [`PAGE`] long; and
/// nothing interrupts.
#[inline(never)]
#[unsafe(link_section = ".data.change_flash")]
unsafe fn change(rom: &Rom, offset: u32, bytes: *const u8) {
    // A program's address is odd.
    let set_up = rom.set_up.as_ptr().cast::<u8>().wrapping_add(1);
    // SAFETY: by the caller; in this order by the data sheet. What sets up the reading of flash may stand anywhere.
    unsafe {
        (rom.connect)();
        (rom.stop_reading)();
        if bytes.is_null() {
            (rom.erase)(offset, SECTOR, BLOCK, ERASE_BLOCK);
        } else {
            (rom.program)(offset, bytes, PAGE);
        }
        (rom.flush)();
        core::mem::transmute::<*const u8, unsafe extern "C" fn()>(set_up)();
    }
}

/// Programs the page at this address, or erases the sector if there are no bytes.
fn change_at(address: usize, bytes: Option<&[u8; PAGE]>) {
    let rom = Rom::new();
    let bytes = bytes.map_or(ptr::null(), |bytes| bytes.as_ptr());
    // SAFETY: the address is of a sector for records, and the bytes are on the stack.
    critical_section::with(|_| unsafe { change(&rom, (address - FLASH_START) as u32, bytes) });
}

/// The flash, by the ROM.
pub(crate) struct Controller;

impl Flash for Controller {
    const PAGE: usize = SECTOR;

    fn write(&mut self, address: usize, value: u32) {
        self.write_all(address, core::iter::once(value));
    }

    /// A page at a time, whose other words stay as they are: programming clears bits, and theirs are set here.
    fn write_all(&mut self, address: usize, values: impl Iterator<Item = u32>) {
        let mut page = [0xff; PAGE];
        let mut base = address - address % PAGE;
        for (number, value) in values.enumerate() {
            let address = address + number * WORD;
            if address - base >= PAGE {
                change_at(base, Some(&page));
                page = [0xff; PAGE];
                base += PAGE;
            }
            let place = address - base;
            if let Some(bytes) = page.get_mut(place..place + WORD) {
                bytes.copy_from_slice(&value.to_le_bytes());
            }
        }
        change_at(base, Some(&page));
    }

    fn erase(&mut self, address: usize) {
        change_at(address, None);
    }
}
