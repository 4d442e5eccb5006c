//! Failures: panics, faults and hangs are recorded and logged, then the chip restarts. The record is kept through that, and told
//! at the terminal and to a host.

use core::arch::naked_asm;
use core::cell::Cell;
use core::panic::PanicInfo;
use core::sync::atomic::{AtomicU32, Ordering};

use cortex_m::peripheral::SCB;
use critical_section::Mutex;
use heapless::String;
use plyscope_core::wire::{FILE_NAME, Failure, FailureReason, StartCause};

use crate::kept::Kept;
use crate::{HANG_MILLISECONDS, time};

/// The most bytes of a failure's record.
const RECORD: usize = 96;

// SAFETY: memory, in a section that nothing initialises. `Kept` reads nothing that it has not written, by its checksum.
#[unsafe(link_section = ".uninit.FAILURE")]
static LAST: Kept<RECORD> = Kept::new();

/// The record, and whether it is newer than the last start but one.
fn read() -> Option<(Failure, bool)> {
    let mut bytes = [0; RECORD];
    let length = LAST.read(&mut bytes)?;
    postcard::from_bytes(bytes.get(..length)?).ok()
}

fn write(failure: &Failure, is_new: bool) {
    let mut bytes = [0; RECORD];
    if let Ok(record) = postcard::to_slice(&(failure, is_new), &mut bytes) {
        LAST.write(record);
    }
}

/// Records a failure.
fn record(failure: Failure) {
    let count = read().map_or(0, |(last, _)| last.count).saturating_add(1);
    write(&Failure { count, uptime: time::milliseconds(), ..failure }, true);
}

/// A failure of which nothing but the reason is known.
const fn unknown(reason: FailureReason) -> Failure {
    Failure {
        reason,
        pc: 0,
        lr: 0,
        cfsr: 0,
        address: 0,
        file: String::new(),
        line: 0,
        uptime: 0,
        count: 0,
    }
}

/// The last failure, and whether it is why the chip has started this time.
static FOUND: Mutex<Cell<bool>> = Mutex::new(Cell::new(false));

/// Looks up whether a failure made the chip start, once at the start.
pub(crate) fn look_up(cause: StartCause) {
    let mut is_new = match read() {
        Some((failure, is_new)) => {
            write(&failure, false);
            is_new
        }
        None => false,
    };
    if cause == StartCause::Watchdog && !is_new {
        record(unknown(FailureReason::Watchdog));
        if let Some((failure, _)) = read() {
            write(&failure, false);
        }
        is_new = true;
    }
    critical_section::with(|token| FOUND.borrow(token).set(is_new));
}

/// The last failure since power on, and whether it made the chip start this time.
pub(crate) fn last() -> Option<(Failure, bool)> {
    let (failure, _) = read()?;
    Some((failure, critical_section::with(|token| FOUND.borrow(token).get())))
}

/// Sends the log and restarts.
pub fn fail() -> ! {
    defmt::flush();
    SCB::sys_reset();
}

/// Why the hard fault handler runs. Panics and hangs end there, too, because it has a stack of its own, so that recording them
/// adds nothing to the bound of the stack.
#[derive(Clone, Copy)]
enum Why {
    /// A fault.
    Fault,
    /// A panic in this file (its name's address and length) and line.
    Panic { file: (*const u8, usize), line: u32 },
    /// A hang, with the stack pointer after it was interrupted.
    Hang { frame: u32 },
}

/// A pointer, for a `static`.
struct Cause(Mutex<Cell<Why>>);

// SAFETY: its pointer is to text in flash.
unsafe impl Sync for Cause {}

static CAUSE: Cause = Cause(Mutex::new(Cell::new(Why::Fault)));

fn end(why: Why) -> ! {
    cortex_m::interrupt::disable();
    critical_section::with(|token| CAUSE.0.borrow(token).set(why));
    cortex_m::asm::udf();
}

#[panic_handler]
fn panic(info: &PanicInfo<'_>) -> ! {
    // The message itself would need core::fmt, ten times the size of the rest.
    let (file, line) = info.location().map_or(("?", 0), |place| (place.file(), place.line()));
    end(Why::Panic { file: (file.as_ptr(), file.len()), line });
}

/// Registers that the processor stacks when an exception begins.
#[repr(C)]
struct Stacked {
    others: [u32; 5],
    lr: u32,
    pc: u32,
    xpsr: u32,
}

/// The program counter and the link register before an exception with this stack pointer; 0 if the stack has overflowed.
fn stacked(frame: u32) -> (u32, u32) {
    let end = frame.saturating_add(size_of::<Stacked>() as u32);
    if !crate::memory::is_on_stack(frame)
        || !crate::memory::is_on_stack(end)
        || !frame.is_multiple_of(4)
    {
        return (0, 0);
    }
    let frame = frame as *const Stacked;
    // SAFETY: within the stack, which is memory, and aligned.
    unsafe { ((&raw const (*frame).pc).read_volatile(), (&raw const (*frame).lr).read_volatile()) }
}

/// The hard fault handler, to which every other fault escalates. It resets the stack pointer first, because the stack may
/// have overflowed.
#[unsafe(naked)]
// SAFETY: the vector table wants this name; cortex-m-rt leaves it to us.
#[unsafe(no_mangle)]
unsafe extern "C" fn HardFault() -> ! {
    naked_asm!(
        "mrs r0, msp",
        "ldr r1, =_stack_start",
        "msr msp, r1",
        // It does not return; `b` would not reach far enough on a Cortex-M0.
        "bl {}",
        sym fault,
    )
}

/// The configurable fault status register, and the address of a failed access if there is a valid one.
#[cfg(not(armv6m))]
fn fault_status() -> (u32, Option<u32>) {
    /// The address registers hold an address.
    const MEMORY_VALID: u32 = 1 << 7;
    const BUS_VALID: u32 = 1 << 15;
    // SAFETY: these registers are only read.
    let scb = unsafe { &*SCB::PTR };
    let status = scb.cfsr.read();
    let address = if status & MEMORY_VALID != 0 {
        Some(scb.mmfar.read())
    } else if status & BUS_VALID != 0 {
        Some(scb.bfar.read())
    } else {
        None
    };
    (status, address)
}

/// These processors have no such registers.
#[cfg(armv6m)]
fn fault_status() -> (u32, Option<u32>) {
    (0, None)
}

/// `frame` is where the processor stacked, or tried to stack, its registers.
extern "C" fn fault(frame: u32) -> ! {
    match critical_section::with(|token| CAUSE.0.borrow(token).get()) {
        Why::Panic { file: (name, length), line } => {
            // SAFETY: a panic's location is a static string.
            let name = unsafe { core::slice::from_raw_parts(name, length) };
            let name = core::str::from_utf8(name).unwrap_or("?");
            let mut file = String::new();
            for character in name.chars().skip(name.len().saturating_sub(FILE_NAME)) {
                // The last ones fit.
                let _ = file.push(character);
            }
            record(Failure { file, line, ..unknown(FailureReason::Panic) });
            defmt::error!("panic at {=str}:{=u32}", name, line);
        }
        Why::Hang { frame } => {
            let (pc, lr) = stacked(frame);
            record(Failure { pc, lr, address: frame, ..unknown(FailureReason::Hang) });
            defmt::error!("hang at {=u32:#x}", pc);
        }
        Why::Fault => {
            let (pc, lr) = stacked(frame);
            let is_overflow = !crate::memory::is_on_stack(frame);
            let (cfsr, address) = fault_status();
            let reason = if is_overflow { FailureReason::Overflow } else { FailureReason::Fault };
            let address = address.unwrap_or(frame);
            record(Failure { pc, lr, cfsr, address, ..unknown(reason) });
            if is_overflow {
                defmt::error!("the stack has overflowed, down to {=u32:#x}", frame);
            } else {
                defmt::error!("fault at {=u32:#x}, status {=u32:#x}", pc, cfsr);
            }
        }
    }
    fail();
}

/// Milliseconds since the main loop was last seen. Of a store and an increment at once either may win.
static SILENT: AtomicU32 = AtomicU32::new(0);

/// The main loop is alive.
pub(crate) fn live() {
    SILENT.store(0, Ordering::Relaxed);
}

/// Counts a millisecond of the main loop's silence. After too many, an exception that interrupts only the main loop records
/// where it hangs, before the watchdog restarts the chip without a trace. Not if a debugger is what halts it: then no
/// milliseconds are counted.
pub(crate) fn count_silence() {
    let silent = SILENT.load(Ordering::Relaxed).saturating_add(1);
    SILENT.store(silent, Ordering::Relaxed);
    if silent == HANG_MILLISECONDS {
        SCB::set_pendsv();
    }
}

/// Runs when no interrupt does, so the stacked registers are the main loop's.
#[unsafe(naked)]
// SAFETY: the vector table wants this name; cortex-m-rt leaves it to us.
#[unsafe(no_mangle)]
unsafe extern "C" fn PendSV() {
    naked_asm!("mrs r0, msp", "bl {}", sym hang)
}

extern "C" fn hang(frame: u32) -> ! {
    end(Why::Hang { frame });
}
