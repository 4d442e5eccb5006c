//! The last 4 KB sectors of the flash, of which `memory.x` says where they are, keep the game without power.
//!
//! The program runs from this flash, which cannot be read while it is changed. So what changes it is in RAM, uses the chip's ROM, and
//! lets nothing interrupt. Not tried on silicon, nor in an emulator: QEMU has none of these chips.

use core::ptr;

use plyscope_firmware_machine::flash_log::{Log, Pages};
use plyscope_firmware_machine::{Place, RECORD};

use crate::hal::rom_data;

/// Where the flash is read.
const FLASH: usize = 0x1000_0000;

/// What sets up the reading of flash anew, 256 bytes of program: on an RP2040 the boot loader's second stage, at the flash's beginning; an
/// RP2350's boot loader leaves its own here.
const SET_UP: usize = if cfg!(feature = "rp2040") { FLASH } else { 0x400e_0000 };

const SECTOR: usize = 4096;
/// What is written at once.
const PAGE: usize = 256;
const WORD: usize = 4;

/// The command of the flash that erases 64 KB at once, which the ROM uses where it can: never for one sector.
const ERASE_BLOCK: u8 = 0xd8;
const BLOCK: u32 = 1 << 16;

unsafe extern "C" {
    /// The sectors for records. Symbols of `memory.x`: their addresses count.
    static _records_start: u32;
    static _records_end: u32;
}

fn start() -> usize {
    (&raw const _records_start) as usize
}

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

/// The sectors.
struct Sectors;

impl Sectors {
    /// The address of a word; [`None`] outside of the sectors.
    fn address(&self, sector: usize, word: usize) -> Option<usize> {
        (sector < self.count() && word < self.words())
            .then(|| start() + sector * SECTOR + word * WORD)
    }

    /// Programs what has been collected for the page at this address.
    fn program(&self, address: usize, bytes: &[u8; PAGE]) {
        let rom = Rom::new();
        // SAFETY: within the sectors that `memory.x` keeps for this, by `address`; the bytes are on the stack.
        critical_section::with(|_| unsafe {
            change(&rom, (address - FLASH) as u32, bytes.as_ptr());
        });
    }
}

impl Pages for Sectors {
    fn count(&self) -> usize {
        ((&raw const _records_end) as usize - start()) / SECTOR
    }

    fn words(&self) -> usize {
        SECTOR / WORD
    }

    fn read(&self, sector: usize, word: usize) -> u32 {
        let Some(address) = self.address(sector, word) else { return u32::MAX };
        // SAFETY: within the sectors that `memory.x` keeps for this, aligned; volatile, because they change by ways that the compiler
        // does not see.
        unsafe { (address as *const u32).read_volatile() }
    }

    fn write(&mut self, sector: usize, word: usize, value: u32) {
        self.write_all(sector, word, core::iter::once(value));
    }

    /// A page at a time, whose other words stay as they are: programming clears bits, and theirs are set here.
    fn write_all(&mut self, sector: usize, word: usize, values: impl Iterator<Item = u32>) {
        let mut page = [0xff; PAGE];
        let mut open = None;
        for (number, value) in values.enumerate() {
            let Some(address) = self.address(sector, word + number) else { break };
            let base = address - address % PAGE;
            if let Some(before) = open.filter(|before| *before != base) {
                self.program(before, &page);
                page = [0xff; PAGE];
            }
            open = Some(base);
            let place = address % PAGE;
            if let Some(bytes) = page.get_mut(place..place + WORD) {
                bytes.copy_from_slice(&value.to_le_bytes());
            }
        }
        if let Some(base) = open {
            self.program(base, &page);
        }
    }

    fn erase(&mut self, sector: usize) {
        if let Some(address) = self.address(sector, 0) {
            let rom = Rom::new();
            // SAFETY: as above.
            critical_section::with(|_| unsafe {
                change(&rom, (address - FLASH) as u32, ptr::null());
            });
        }
    }
}

/// Keeps a record. Returns whether it could.
pub(crate) fn keep(place: Place, record: &[u8]) -> bool {
    Log(Sectors).keep(place, record)
}

/// Reads the last record that was kept whole; returns its length.
pub(crate) fn kept(place: Place, record: &mut [u8; RECORD]) -> Option<usize> {
    Log(Sectors).kept(place, record)
}
