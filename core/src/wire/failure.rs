//! A device's record of its last failure.

use heapless::String;
use serde::{Deserialize, Serialize};

/// The longest file name in a [`Failure`]; of longer ones it has the end.
pub const FILE_NAME: usize = 40;

/// Why a device restarted itself.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub enum FailureReason {
    /// A panic.
    Panic,
    /// A fault of the processor.
    Fault,
    /// The stack overflowed.
    Overflow,
    /// The main loop took too long.
    Hang,
    /// The watchdog restarted it, and nothing else is known: it hung with interrupts off.
    Watchdog,
}

/// What a device recorded when it last failed.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Failure {
    /// What happened.
    pub reason: FailureReason,
    /// The program counter; 0 if unknown.
    pub pc: u32,
    /// The link register; 0 if unknown.
    pub lr: u32,
    /// The configurable fault status register (CFSR); 0 on processors without one.
    pub cfsr: u32,
    /// The address whose access failed, or the stack pointer.
    pub address: u32,
    /// A panic's source file.
    pub file: String<FILE_NAME>,
    /// A panic's line.
    pub line: u32,
    /// Milliseconds from the start to the failure.
    pub uptime: u64,
    /// Failures since power on.
    pub count: u32,
}
