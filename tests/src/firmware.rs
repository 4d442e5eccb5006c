//! The firmware in the emulator, and the same searches on the host for comparison.

use std::io::ErrorKind;
use std::net::TcpStream;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use plyscope::device::{Address, Device, EmulatedBoard, Emulator, Link, find_firmware};
use plyscope::domain::OthelloDomain;
use plyscope::engine::Engine;
use plyscope::player::{run, search_of, task_of};
use plyscope_core::Limits;
use plyscope_core::othello::{Board, Othello, parse_board};
use plyscope_core::wire::{Algorithm, Command, Response, SearchResult, Statistics, Task};

/// A build of the firmware.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Build {
    /// The default build: `cargo build --release`. All searches but the strong player have the evaluation `simple`.
    Simple,
    /// `cargo build --release --features patterns,bill --target-dir target/patterns`.
    Patterns,
    /// Without the strong player: `cargo build --release --no-default-features --features provoke --target-dir target/provoke`.
    Small,
}

impl Build {
    /// The path of the binary.
    ///
    /// # Panics
    /// If the default build is missing; the message says what to do.
    #[must_use]
    pub fn firmware(self) -> PathBuf {
        match self {
            Self::Simple => find_firmware(EmulatedBoard::Stm32f405).unwrap_or_else(|error| panic!("{error}")),
            Self::Patterns => concat!(
                env!("CARGO_MANIFEST_DIR"),
                "/../firmware-example/target/patterns/thumbv7em-none-eabihf/release/plyscope-stm32f405"
            )
            .into(),
            Self::Small => concat!(
                env!("CARGO_MANIFEST_DIR"),
                "/../firmware-example/target/provoke/thumbv7em-none-eabihf/release/plyscope-stm32f405"
            )
            .into(),
        }
    }

    /// Starts it in QEMU: connected, with no request but hello sent so far.
    ///
    /// # Panics
    /// With what to do, if QEMU or the firmware is missing.
    #[must_use]
    pub fn emulate(self) -> Device {
        let address = Address::emulated(
            EmulatedBoard::Stm32f405,
            Some(self.firmware().display().to_string()),
        );
        Device::open(&address).unwrap_or_else(|error| panic!("{self:?}: {error}"))
    }
}

/// The usual firmware in QEMU.
///
/// # Panics
/// With what to do, if QEMU or the firmware is missing.
#[must_use]
pub fn emulate() -> Device {
    Build::Simple.emulate()
}

/// A board's usual firmware in QEMU.
///
/// # Panics
/// With what to do, if QEMU or the firmware is missing.
#[must_use]
pub fn emulate_board(board: EmulatedBoard) -> Device {
    Device::open(&Address::emulated(board, Some(firmware_of(board).display().to_string())))
        .unwrap_or_else(|error| panic!("{board}: {error}"))
}

/// The path of a board's usual firmware.
#[must_use]
pub fn firmware_of(board: EmulatedBoard) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(board.firmware())
}

/// A board's firmware that fails on request, in QEMU: built in its folder by
/// `cargo build --release --features provoke --target-dir ../../target/provoke`.
///
/// # Panics
/// With what to do, if QEMU or the firmware is missing.
#[must_use]
pub fn emulate_provoked(board: EmulatedBoard) -> Device {
    let firmware = board.firmware().replace("/target/", "/target/provoke/");
    let firmware = Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(firmware);
    Device::open(&Address::emulated(board, Some(firmware.display().to_string())))
        .unwrap_or_else(|error| panic!("{board}: {error}"))
}

/// The device's statistics.
///
/// # Panics
/// If it does not answer.
pub fn statistics(device: &mut Device) -> Statistics {
    match device.ask(&Command::Statistics) {
        Ok(Response::Statistics(statistics)) => statistics,
        other => panic!("{other:?}"),
    }
}

/// The task that makes a device search as `engine` says.
///
/// # Panics
/// If devices do not support the engine.
#[must_use]
pub fn task_for(engine: &Engine) -> Task {
    let there = engine.on_device(Address::emulator()).unwrap_or_else(|error| panic!("{error}"));
    task_of(&there).unwrap_or_else(|error| panic!("{error}"))
}

/// Makes the device search as `engine` says.
///
/// # Panics
/// If it does not.
pub fn search(device: &mut Device, board: Board, engine: &Engine) -> SearchResult {
    device
        .search(board, task_for(engine), |_| std::ops::ControlFlow::Continue(()))
        .unwrap_or_else(|error| panic!("{board:?}: {error}"))
}

/// The same search on the host, in the form of a device's result; `ticks` is copied from the device's.
///
/// # Panics
/// If the engine does not exist.
#[must_use]
pub fn search_here(board: Board, engine: &Engine, ticks: u64) -> SearchResult {
    let domain = OthelloDomain::default();
    let mut search = search_of(&domain, engine, Othello).unwrap();
    SearchResult::new(&run(&mut search, engine, &board).unwrap(), ticks)
}

/// Everything that the device sends until it has been silent for `silence`: messages only.
///
/// # Panics
/// If the link fails.
pub fn listen(device: &mut Device, silence: Duration) -> Vec<(u16, Response)> {
    let mut all = Vec::new();
    while let Some(message) = device.receive(Instant::now() + silence).unwrap() {
        all.push(message);
    }
    all
}

/// A person's terminal at a device.
pub struct Terminal {
    link: Box<dyn Link>,
    _emulator: Option<Emulator>,
}

impl std::fmt::Debug for Terminal {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Terminal")
    }
}

impl Terminal {
    /// The device's link, without anything that was read of it before.
    #[must_use]
    pub fn of(device: Device) -> Self {
        let (link, emulator) = device.into_link();
        Self { link, _emulator: emulator }
    }

    /// The link to an emulator.
    #[must_use]
    pub fn at(emulator: Emulator, link: TcpStream) -> Self {
        Self { link: Box::new(link), _emulator: Some(emulator) }
    }

    /// Sends bytes.
    ///
    /// # Panics
    /// If the link fails.
    pub fn send(&mut self, bytes: &[u8]) {
        self.link.write_all(bytes).unwrap();
    }

    /// Everything that comes until the device has been silent for a while, without carriage returns.
    ///
    /// # Panics
    /// If the link fails.
    pub fn read(&mut self) -> String {
        let mut all = Vec::new();
        while self.read_within(3 * SILENCE, &mut all) {}
        text(&all)
    }

    /// Everything that comes until the device waits for a line, without carriage returns.
    ///
    /// # Panics
    /// If the link fails, or the device does not wait for a line within 20 seconds.
    pub fn read_to_prompt(&mut self) -> String {
        self.read_until(|said| said.ends_with("\n> "))
    }

    /// Everything that comes until it is as wanted, without carriage returns.
    ///
    /// # Panics
    /// If the link fails, or that takes more than 20 seconds.
    pub fn read_until(&mut self, is_wanted: impl Fn(&str) -> bool) -> String {
        let mut all = Vec::new();
        let end = Instant::now() + Duration::from_secs(20);
        loop {
            let said = text(&all);
            if is_wanted(&said) {
                return said;
            }
            assert!(Instant::now() < end, "nothing else has come than {said:?}");
            self.read_within(SILENCE, &mut all);
        }
    }

    /// Reads what comes within this time; returns whether anything has come.
    fn read_within(&mut self, time: Duration, all: &mut Vec<u8>) -> bool {
        self.link.set_timeout(time).unwrap();
        let mut buffer = [0; 512];
        match self.link.read(&mut buffer) {
            Ok(0) => panic!("the link is closed"),
            Ok(count) => all.extend_from_slice(&buffer[..count]),
            Err(error) if matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::TimedOut) => {
                return false;
            }
            Err(error) => panic!("{error}"),
        }
        true
    }

    /// Types a line and reads the answer.
    ///
    /// # Panics
    /// If the link fails.
    pub fn type_line(&mut self, line: &str) -> String {
        self.send(line.as_bytes());
        self.send(b"\r");
        self.read()
    }
}

/// Without carriage returns.
fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).replace('\r', "")
}

/// Long enough for the firmware to answer, and for it to give up on half a frame.
pub const SILENCE: Duration = Duration::from_millis(400);

/// An iteratively deepening alpha-beta search within these limits, without other options.
#[must_use]
pub fn task(limits: Limits) -> Task {
    Task {
        algorithm: Algorithm::AlphaBeta,
        limits,
        deepen: true,
        milliseconds: 0,
        progress: 0,
        ponder: false,
    }
}

/// Checks that the device still searches like the host.
///
/// # Panics
/// If it does not.
pub fn still_searches_right(device: &mut Device) {
    let board = parse_board(include_str!("../data/endgame-10.txt").lines().next().unwrap());
    let board = board.unwrap().0;
    for engine in ["algorithm=alpha-beta,nodes=2000", "algorithm=rbfms,nodes=500"]
        .map(|text| text.parse::<Engine>().unwrap())
    {
        let there = search(device, board, &engine);
        assert_eq!(there, search_here(board, &engine, there.ticks));
    }
}
