//! QEMU running the firmware.

use std::ffi::OsString;
use std::fs::File;
use std::io::Read as _;
use std::net::{TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};
use std::{env, io};

use super::{EmulatedBoard, Pace};
use crate::children::Guarded;

/// A running QEMU. It ends when this is dropped, and with this program, however that ends.
#[derive(Debug)]
pub struct Emulator(Guarded);

/// Time limit for QEMU to start.
const PATIENCE: Duration = Duration::from_secs(20);

impl Emulator {
    /// Starts QEMU with this firmware, or the one found by [`find_firmware`], and connects to it. Each instruction takes
    /// the same emulated time, whatever this machine's speed.
    ///
    /// # Errors
    /// What is missing, and the remedy.
    pub fn start(
        board: EmulatedBoard,
        firmware: Option<&Path>,
        pace: Pace,
    ) -> Result<(Self, TcpStream), String> {
        Self::start_with(board, firmware, pace, &[])
    }

    /// The same, with further options of QEMU, such as a monitor.
    ///
    /// # Errors
    /// What is missing, and the remedy.
    pub fn start_with(
        board: EmulatedBoard,
        firmware: Option<&Path>,
        pace: Pace,
        options: &[OsString],
    ) -> Result<(Self, TcpStream), String> {
        let firmware = match firmware {
            Some(path) => path.to_owned(),
            None => find_firmware(board)?,
        };
        if !firmware.is_file() {
            return Err(format!(
                "there is no firmware {}: build it by cargo build --release in firmware-example/boards/{board}",
                firmware.display()
            ));
        }
        // QEMU connects before it reads the file; with a bad file, the link just breaks.
        if !is_arm_elf(&firmware) {
            return Err(format!(
                "{} is no firmware: it is no ELF file for a 32-bit Arm processor; give one that \
                 cargo build --release in firmware-example/boards/{board} has made",
                firmware.display()
            ));
        }
        // QEMU connects to us, so no port has to be guessed and the firmware's first output is not lost.
        let no_port = |error: io::Error| format!("cannot listen for QEMU: {error}");
        let listener = TcpListener::bind(("127.0.0.1", 0)).map_err(no_port)?;
        let port = listener.local_addr().map_err(no_port)?.port();
        listener.set_nonblocking(true).map_err(no_port)?;
        let mut arguments: Vec<OsString> =
            ["-machine", board.machine(), "-nographic", "-monitor", "none"].map(Into::into).into();
        for _ in 0..board.serial_port() {
            arguments.extend(["-serial", "null"].map(Into::into));
        }
        arguments.push("-serial".into());
        arguments.push(format!("tcp:127.0.0.1:{port},nodelay=on").into());
        arguments.push("-icount".into());
        let align = if pace == Pace::Chip { "on" } else { "off" };
        arguments.push(format!("shift={},align={align}", board.shift()).into());
        arguments.push("-kernel".into());
        arguments.push(firmware.into());
        arguments.extend_from_slice(options);
        let mut command = Command::new("qemu-system-arm");
        command.args(&arguments);
        command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::piped());
        let qemu = Guarded::start(&mut command).map_err(|error| not_there(&error))?;
        let mut emulator = Self(qemu);
        let deadline = Instant::now() + PATIENCE;
        loop {
            match listener.accept() {
                Ok((stream, _)) => {
                    let usable =
                        stream.set_nonblocking(false).and_then(|()| stream.set_nodelay(true));
                    usable.map_err(no_port)?;
                    return Ok((emulator, stream));
                }
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => {}
                Err(error) => return Err(no_port(error)),
            }
            if emulator.0.has_ended() {
                return Err(format!("QEMU ended at once: {}", emulator.stderr().trim()));
            }
            if Instant::now() > deadline {
                return Err("QEMU does not connect to its link".to_owned());
            }
            sleep(Duration::from_millis(2));
        }
    }
}

/// The most bytes of QEMU's messages.
const WORDS: u64 = 1 << 16;

/// Time limit for QEMU to end after its link is broken.
const LAST_WORDS: Duration = Duration::from_secs(1);

impl Emulator {
    /// QEMU's last message, if it has ended.
    pub(super) fn last_words(&mut self) -> Option<String> {
        let deadline = Instant::now() + LAST_WORDS;
        while !self.0.has_ended() {
            if Instant::now() > deadline {
                return None;
            }
            sleep(Duration::from_millis(10));
        }
        let said = self.stderr();
        let line: Vec<&str> = said.lines().map(str::trim).filter(|line| !line.is_empty()).collect();
        Some(format!("QEMU has ended: {}", line.join("; ")))
    }

    /// What QEMU, which has ended, wrote to stderr.
    fn stderr(&mut self) -> String {
        let stderr = self.0.child().stderr.take();
        stderr.and_then(|pipe| io::read_to_string(pipe.take(WORDS)).ok()).unwrap_or_default()
    }
}

/// Whether the file starts like a 32-bit Arm ELF file.
fn is_arm_elf(path: &Path) -> bool {
    let mut header = [0; 20];
    let read = File::open(path).and_then(|mut file| file.read_exact(&mut header));
    // Class 1 is 32 bits, data 1 little endian; the machine is the half word at 18.
    read.is_ok() && header.starts_with(b"\x7fELF\x01\x01") && header[18..] == [40, 0]
}

fn not_there(reason: &io::Error) -> String {
    format!(
        "cannot start qemu-system-arm: {reason}; install it \
         (on Debian: apt-get install qemu-system-arm)"
    )
}

/// The board's firmware: the file named by the environment variable `PLYSCOPE_FIRMWARE`, or the one built in the project that
/// contains the working directory or this program.
///
/// # Errors
/// The remedy if there is none.
pub fn find_firmware(board: EmulatedBoard) -> Result<PathBuf, String> {
    if let Some(path) = env::var_os("PLYSCOPE_FIRMWARE") {
        return Ok(path.into());
    }
    let here = env::current_dir().ok();
    let program = env::current_exe().ok();
    let places = [here, program];
    let folders = places.iter().flatten().flat_map(|place| place.ancestors());
    let firmware = board.firmware();
    folders.map(|folder| folder.join(&firmware)).find(|path| path.is_file()).ok_or_else(|| {
        format!(
            "the firmware is not built: cd firmware-example/boards/{board} && cargo build --release, or name another \
             file in PLYSCOPE_FIRMWARE"
        )
    })
}
