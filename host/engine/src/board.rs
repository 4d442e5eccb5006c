//! The boards that QEMU emulates, and how fast.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;
use core::str::FromStr;

/// A board for which `firmware-example/boards` has firmware and QEMU a machine.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum EmulatedBoard {
    /// An STM32F405 (Cortex-M4, 168 MHz).
    #[default]
    Stm32f405,
    /// The first BBC micro:bit, an nRF51822 (Cortex-M0, 16 MHz).
    Microbit,
    /// Arm's MPS2 with image AN386 (Cortex-M4, 25 MHz).
    Mps2An386,
    /// Arm's MPS2 with image AN505 (Cortex-M33, 20 MHz).
    Mps2An505,
    /// The Stellaris LM3S6965 evaluation kit (Cortex-M3, 50 MHz), with its display and keys.
    Lm3s6965evb,
}

impl EmulatedBoard {
    /// All of them.
    pub const ALL: [Self; 5] =
        [Self::Stm32f405, Self::Microbit, Self::Mps2An386, Self::Mps2An505, Self::Lm3s6965evb];

    /// The name of its folder in `firmware-example/boards`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Stm32f405 => "stm32f405",
            Self::Microbit => "microbit",
            Self::Mps2An386 => "mps2-an386",
            Self::Mps2An505 => "mps2-an505",
            Self::Lm3s6965evb => "lm3s6965evb",
        }
    }

    /// Rust's name of its processor.
    #[must_use]
    pub const fn target(self) -> &'static str {
        match self {
            Self::Stm32f405 | Self::Mps2An386 => "thumbv7em-none-eabihf",
            Self::Microbit => "thumbv6m-none-eabi",
            Self::Mps2An505 => "thumbv8m.main-none-eabihf",
            Self::Lm3s6965evb => "thumbv7m-none-eabi",
        }
    }

    /// The path of its firmware, in the project's folder.
    #[must_use]
    pub fn firmware(self) -> String {
        format!("firmware-example/target/{}/release/plyscope-{}", self.target(), self.name())
    }

    /// QEMU's name of it.
    #[must_use]
    pub const fn machine(self) -> &'static str {
        match self {
            Self::Stm32f405 => "netduinoplus2",
            _ => self.name(),
        }
    }

    /// Which of QEMU's serial ports is the link.
    #[must_use]
    pub const fn serial_port(self) -> usize {
        match self {
            Self::Stm32f405 => 1,
            _ => 0,
        }
    }

    /// Emulated time for an instruction, as a power of two in nanoseconds: the one nearest to the chip's average (see
    /// `firmware-example/docs/clock.md`).
    #[must_use]
    pub const fn shift(self) -> u32 {
        match self {
            Self::Stm32f405 => 3,
            Self::Lm3s6965evb => 5,
            _ => 6,
        }
    }

    /// The same in nanoseconds.
    #[must_use]
    pub const fn instruction_nanoseconds(self) -> u32 {
        1 << self.shift()
    }
}

impl fmt::Display for EmulatedBoard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for EmulatedBoard {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        Self::ALL.into_iter().find(|board| board.name() == text).ok_or_else(|| {
            let names: Vec<&str> = Self::ALL.iter().map(|board| board.name()).collect();
            format!("QEMU emulates no board {text:?}: write {}", names.join(", "))
        })
    }
}

/// How fast the emulator runs. Its clock always advances with instructions, so that a second on it is a second of the chip's work.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Pace {
    /// As fast as it can: a second on its clock takes less.
    #[default]
    Fast,
    /// As fast as the chip: a second on its clock takes a second.
    Chip,
}
