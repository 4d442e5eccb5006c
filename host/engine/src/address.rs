//! Addresses of devices.

use alloc::borrow::ToOwned as _;
use alloc::string::String;
use core::fmt;
use core::str::FromStr;

use crate::{EmulatedBoard, Pace};

/// A device's address, written in an engine as `emulate`, `emulate@BOARD`, `emulate:ELF`, `/dev/ttyUSB0`, `COM3`, `socket:PATH` or
/// `tcp:HOST:PORT`.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Address {
    /// Emulated: starts QEMU.
    Emulator {
        /// The board.
        board: EmulatedBoard,
        /// The firmware; if `None`, the one built in the project.
        firmware: Option<String>,
        /// How fast it runs.
        pace: Pace,
    },
    /// A serial port.
    Serial(String),
    /// A Unix socket, such as QEMU's.
    Socket(String),
    /// A TCP port.
    Tcp(String),
}

impl Address {
    /// The default emulator.
    #[must_use]
    pub const fn emulator() -> Self {
        Self::emulated(EmulatedBoard::Stm32f405, None)
    }

    /// An emulated board, as fast as it can run.
    #[must_use]
    pub const fn emulated(board: EmulatedBoard, firmware: Option<String>) -> Self {
        Self::Emulator { board, firmware, pace: Pace::Fast }
    }
}

impl FromStr for Address {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let (place, firmware) = match text.split_once(':') {
            Some((place, firmware)) => (place, Some(firmware)),
            None => (text, None),
        };
        let board = match place.split_once('@') {
            Some(("emulate", board)) => Some(board.parse()?),
            _ if place == "emulate" => Some(EmulatedBoard::default()),
            _ => None,
        };
        if let Some(board) = board
            && firmware != Some("")
        {
            return Ok(Self::emulated(board, firmware.map(str::to_owned)));
        }
        match text.split_once(':') {
            Some(("tcp", address)) if address.contains(':') => Ok(Self::Tcp(address.to_owned())),
            Some(("socket", path)) if !path.is_empty() => Ok(Self::Socket(path.to_owned())),
            Some(("serial", port)) if !port.is_empty() => Ok(Self::Serial(port.to_owned())),
            None if text.starts_with('/') || text.starts_with("COM") => {
                Ok(Self::Serial(text.to_owned()))
            }
            _ => Err("write emulate, a serial port such as /dev/ttyUSB0, socket:PATH, \
                      tcp:HOST:PORT, emulate:ELF or emulate@BOARD"
                .to_owned()),
        }
    }
}

impl fmt::Display for Address {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Emulator { board, firmware, .. } => {
                f.write_str("emulate")?;
                if *board != EmulatedBoard::default() {
                    write!(f, "@{board}")?;
                }
                firmware.as_ref().map_or(Ok(()), |path| write!(f, ":{path}"))
            }
            Self::Serial(port)
                if (port.starts_with('/') || port.starts_with("COM")) && !port.contains(':') =>
            {
                f.write_str(port)
            }
            Self::Serial(port) => write!(f, "serial:{port}"),
            Self::Socket(path) => write!(f, "socket:{path}"),
            Self::Tcp(address) => write!(f, "tcp:{address}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Address;

    #[test]
    fn addresses_are_read_as_they_are_written() {
        for text in [
            "emulate",
            "emulate:/tmp/firmware",
            "emulate@microbit",
            "emulate@mps2-an505:/tmp/firmware",
            "/dev/ttyUSB0",
            "COM3",
            "socket:/tmp/link",
            "tcp:localhost:5555",
            "serial:x",
        ] {
            assert_eq!(text.parse::<Address>().unwrap().to_string(), text);
        }
        for bad in ["", "tcp:5555", "socket:", "emulate:", "ttyUSB0", "usb:1"] {
            assert!(bad.parse::<Address>().unwrap_err().contains("/dev/ttyUSB0"), "{bad}");
        }
        assert!(
            "emulate@pdp11".parse::<Address>().unwrap_err().contains("write stm32f405, microbit")
        );
    }
}
