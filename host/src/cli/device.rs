//! `plyscope device`.

use std::io::{self, Write as _};

use crate::device::{Address, Device, EmulatedBoard, Pace, evaluation_name, measure};
use crate::domain::{OpeningChoice, opening_choice};
use crate::engine::{Engine, Search};
use crate::escape::terminal;
use clap::{Args, Subcommand};
use plyscope_core::othello::Patterns;
use plyscope_core::search::table::Slot;
use plyscope_core::wire::{
    ClockSource, Command, Failure, FailureReason, Response, StartCause, StrongIdentity,
};

use super::args::Format;
use super::device_play::play;
use super::output::{grouped, json_line, table_with_names, write_table};
use super::search::{Othello, search_othello};
use super::tournament::play_on_device;
use super::usage;

/// A match between a device and this program.
#[derive(Args)]
pub(super) struct MatchArgs {
    #[command(flatten)]
    place: DeviceArgs,
    /// Engine on the device, such as name=chip,algorithm=rbfms,nodes=500 (keys as in a tournament)
    #[arg(long)]
    engine: Engine,
    /// Engine of this program, such as name=desktop,algorithm=alpha-beta,depth=4
    #[arg(long)]
    against: Engine,
    #[arg(long, value_name = "WHAT[,KEY=VALUE]", help = opening_choice::HELP, default_value = "all4")]
    openings: OpeningChoice,
    /// Pairs of games; each plays one of the openings with both sides
    #[arg(long, default_value_t = 10)]
    pairs: u64,
    /// Seed of the choice of openings
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Form of the results
    #[arg(long, value_enum, default_value_t = Format::Table)]
    format: Format,
}

/// The device and its firmware.
#[derive(Subcommand)]
pub(super) enum DeviceCommand {
    /// Show identity and status: clock, memory, link errors
    Info {
        #[command(flatten)]
        place: DeviceArgs,
        /// Form of the results
        #[arg(long, value_enum, default_value_t = Format::Table)]
        format: Format,
    },
    /// Search an Othello position on the device
    Search {
        #[command(flatten)]
        place: DeviceArgs,
        #[command(flatten)]
        search: Box<Othello>,
    },
    /// Open a terminal to play against the device; Ctrl-D leaves
    Play {
        #[command(flatten)]
        place: DeviceArgs,
        /// Emulate as fast as this machine can, not at the chip's pace: it plays the same in less time
        #[arg(long, conflicts_with_all = ["port", "socket", "tcp"])]
        fast: bool,
    },
    /// Play a match between the device and this program
    Match(Box<MatchArgs>),
    /// Measure the cost of searches and their parts, in clock cycles and, in the emulator, in instructions
    Measure {
        #[command(flatten)]
        place: DeviceArgs,
        /// Form of the results
        #[arg(long, value_enum, default_value_t = Format::Table)]
        format: Format,
    },
    /// Restart the device
    Reset {
        #[command(flatten)]
        place: DeviceArgs,
    },
}

/// The device and its firmware.
#[derive(Args)]
pub(super) struct DeviceArgs {
    #[command(flatten)]
    reach: Reach,
    /// Board to emulate: stm32f405, microbit, mps2-an386, mps2-an505 or lm3s6965evb
    #[arg(long, value_name = "NAME", default_value_t, conflicts_with_all = ["port", "socket", "tcp"])]
    board: EmulatedBoard,
    /// Firmware for the emulator [default: the board's, built in firmware-example]
    #[arg(long, value_name = "ELF", conflicts_with_all = ["port", "socket", "tcp"])]
    firmware: Option<String>,
}

/// How to connect to the device.
#[derive(Args)]
#[group(required = true, multiple = false)]
struct Reach {
    /// Serial port, such as /dev/ttyUSB0 or COM3
    #[arg(long)]
    port: Option<String>,
    /// Unix socket, such as one of QEMU
    #[arg(long, value_name = "PATH")]
    socket: Option<String>,
    /// TCP address
    #[arg(long, value_name = "HOST:PORT")]
    tcp: Option<String>,
    /// Start QEMU and emulate the device
    #[arg(long)]
    emulate: bool,
}

impl DeviceArgs {
    fn address(self, pace: Pace) -> Address {
        match self.reach {
            Reach { port: Some(port), .. } => Address::Serial(port),
            Reach { socket: Some(path), .. } => Address::Socket(path),
            Reach { tcp: Some(address), .. } => Address::Tcp(address),
            _ => Address::Emulator { board: self.board, firmware: self.firmware, pace },
        }
    }

    fn open(self, pace: Pace) -> anyhow::Result<Device> {
        Ok(Device::open(&self.address(pace))?)
    }
}

pub(super) fn run(command: DeviceCommand, quiet: bool) -> anyhow::Result<()> {
    match command {
        DeviceCommand::Info { place, format } => info(&mut place.open(Pace::Fast)?, format),
        DeviceCommand::Search { place, search } => {
            search_othello(*search, Some(place.address(Pace::Fast)), quiet)
        }
        DeviceCommand::Play { place, fast } => {
            play(place.open(if fast { Pace::Fast } else { Pace::Chip })?)
        }
        DeviceCommand::Match(args) => {
            let MatchArgs { place, engine, against, openings, pairs, seed, format } = *args;
            if [&against, &engine].iter().any(|engine| matches!(engine.search, Search::Device(_))) {
                return Err(usage(
                    "--port, --socket, --tcp or --emulate selects the device: omit device=, or use plyscope tournament \
                     for matches between devices",
                ));
            }
            let engine = engine.on_device(place.address(Pace::Fast)).map_err(usage)?;
            play_on_device(vec![engine, against], &openings, pairs, seed, format, quiet)
        }
        DeviceCommand::Measure { place, format } => {
            let emulated = place.reach.emulate.then_some(place.board);
            print_measurements(&mut place.open(Pace::Fast)?, emulated, format)
        }
        DeviceCommand::Reset { place } => {
            place.open(Pace::Fast)?.ask(&Command::Reset)?;
            Ok(())
        }
    }
}

fn info(device: &mut Device, format: Format) -> anyhow::Result<()> {
    let identity = *device.identity();
    let strong = device.strong()?;
    let failure = device.failure()?;
    let Response::Statistics(now) = device.ask(&Command::Statistics)? else {
        anyhow::bail!("the device sent an unexpected message");
    };
    let mut out = io::stdout().lock();
    if matches!(format, Format::Json) {
        return json_line(
            &mut out,
            &serde_json::json!({
                "identity": identity, "strong": strong, "statistics": now, "failure": failure
            }),
        );
    }
    let (major, minor, patch) = identity.firmware;
    let source = match identity.clock.source {
        ClockSource::Crystal => "crystal",
        ClockSource::Internal => "internal oscillator (the crystal did not start)",
        ClockSource::Emulator => "emulator",
    };
    let start = match now.start {
        StartCause::Power => "power",
        StartCause::Pin => "reset pin",
        StartCause::Software => "a request or a fault",
        StartCause::Watchdog => "the watchdog: it had hung",
    };
    let errors = now.errors;
    let lines = [
        ("firmware", format!("{major}.{minor}.{patch}")),
        ("clock", format!("{} MHz, {source}", f64::from(identity.clock.hertz) / 1e6)),
        ("up", format!("{:.1} s, started by {start}", now.uptime as f64 / 1e3)),
        ("evaluation", evaluation_name(&identity)),
        ("capacity", format!("{} plies, {} children", identity.plies, identity.children)),
        ("strong", strong.map_or_else(|| "not in this build".to_owned(), strong_text)),
        ("stack", format!("{} of {} bytes used at most", now.stack_used, now.stack)),
        ("memory", format!("{} bytes besides", grouped(u64::from(now.ram)))),
        ("flash", format!("{} bytes", grouped(u64::from(now.flash)))),
        (
            "failure",
            failure.map_or_else(|| "none since power on".to_owned(), |last| failure_text(&last)),
        ),
        ("searches", format!("{}, {} nodes", grouped(u64::from(now.searches)), grouped(now.nodes))),
        ("frames", format!("{} understood", grouped(u64::from(now.frames)))),
        (
            "errors",
            format!(
                "{} not framed, {} too long, {} wrong checksums, {} of another version, \
                 {} unknown, {} abandoned; bytes lost {} times; {} long lines",
                errors.framing,
                errors.too_long,
                errors.checksum,
                errors.version,
                errors.message,
                errors.abandoned,
                errors.lost,
                errors.long_lines
            ),
        ),
    ];
    for (name, value) in lines {
        writeln!(out, "{name:<10} {value}")?;
    }
    Ok(())
}

/// What failed last, and where.
fn failure_text(failure: &Failure) -> String {
    let Failure { pc, lr, cfsr, address, line, .. } = *failure;
    let place = match failure.reason {
        FailureReason::Panic => format!("panic at {}:{line}", terminal(&failure.file)),
        FailureReason::Fault => {
            format!("fault at {pc:#010x} (LR {lr:#010x}, CFSR {cfsr:#x}, address {address:#010x})")
        }
        FailureReason::Overflow => {
            format!("the stack overflowed, down to {address:#010x} (CFSR {cfsr:#x})")
        }
        FailureReason::Hang => format!("the main loop hung at {pc:#010x} (LR {lr:#010x})"),
        FailureReason::Watchdog => "it hung with interrupts off; the watchdog noticed".to_owned(),
    };
    let seconds = failure.uptime as f64 / 1e3;
    format!("{place}, {seconds:.1} s after the start; {} since power on", failure.count)
}

/// What the strong player works with.
fn strong_text(strong: StrongIdentity) -> String {
    let StrongIdentity { weights, slots, depth, empties } = strong;
    let evaluation = if weights == Patterns::SMALL.fingerprint() {
        "patterns-small".to_owned()
    } else {
        format!("patterns with weights of its own ({weights:08x})")
    };
    let bytes = grouped(u64::from(slots).saturating_mul(Slot::BYTES as u64));
    format!(
        "{evaluation}, table of {bytes} bytes, at most {depth} plies, solves from {empties} empty squares"
    )
}

/// `emulated`: the board, if it is emulated. Then instructions are counted, and cycles follow from the clock's model.
fn print_measurements(
    device: &mut Device,
    emulated: Option<EmulatedBoard>,
    format: Format,
) -> anyhow::Result<()> {
    let hertz = device.identity().clock.hertz;
    let measurements = measure(device)?;
    crate::interrupt::check()?;
    let mut out = io::stdout().lock();
    if matches!(format, Format::Json) {
        for measurement in &measurements {
            let mut row = serde_json::to_value(measurement)?;
            row["ticks_each"] = measurement.ticks_each().into();
            if let Some(board) = emulated {
                row["instructions_each"] = measurement.instructions_each(board, hertz).into();
            }
            json_line(&mut out, &row)?;
        }
        return Ok(());
    }
    let mut names = vec!["measured", "unit", "number"];
    match emulated {
        Some(_) => names.extend(["instructions each", "cycles each, by the model"]),
        None => names.push("cycles each"),
    }
    let mut rows = table_with_names(&names, 2);
    for measurement in &measurements {
        let mut row = vec![
            measurement.name.to_owned(),
            measurement.unit.to_owned(),
            grouped(measurement.times),
        ];
        let instructions = emulated.map(|board| measurement.instructions_each(board, hertz));
        row.extend(instructions.map(|instructions| format!("{instructions:.1}")));
        row.push(format!("{:.1}", measurement.ticks_each()));
        rows.add_row(row);
    }
    write_table(&mut out, &rows)?;
    Ok(())
}
