//! The player on this machine, at its speed and without a chip: a device on a TCP port of the loopback address.
//!
//! Its searches, tables and weights are the chip's, so that it makes the chip's moves for the same nodes; its clock is this
//! machine's. For tournaments that an emulator is too slow for:
//!
//! ```sh
//! cargo run --release --example serve --features strong -p plyscope-firmware-player -- 7777 &
//! plyscope tournament othello --openings xot --pairs 50 --engine name=chip,algorithm=strong,nodes=154000,device=tcp:127.0.0.1:7777 \
//!   --engine name=level-15,algorithm=strong,level=15
//! ```

use std::env;
use std::io::{self, Read as _, Write as _};
use std::net::{TcpListener, TcpStream};
use std::process::ExitCode;
use std::thread;
use std::time::Instant;

use plyscope_core::wire::{Clock, ClockSource, StartCause};
use plyscope_firmware_player::{Chip, Device, Event, Memory, Output};

/// Microseconds since the player started.
struct Machine(Instant);

impl Chip for Machine {
    fn ticks(&self) -> u64 {
        u64::try_from(self.0.elapsed().as_micros()).unwrap_or(u64::MAX)
    }

    fn clock(&self) -> Clock {
        Clock { source: ClockSource::Internal, hertz: 1_000_000 }
    }

    fn start_cause(&self) -> StartCause {
        StartCause::Pin
    }

    /// Unknown here.
    fn stack(&self) -> (u32, u32) {
        (0, 0)
    }

    fn ram(&self) -> u32 {
        size_of::<Memory>().try_into().unwrap_or(u32::MAX)
    }

    fn flash(&self) -> u32 {
        0
    }

    fn log(&self, _: &Event) {}
}

/// Bytes that are yet to be sent.
struct Sending(Vec<u8>);

impl Output for Sending {
    fn room(&self) -> usize {
        4096_usize.saturating_sub(self.0.len())
    }

    fn put(&mut self, bytes: &[u8]) {
        self.0.extend(bytes);
    }
}

/// Plays on one link until it is closed.
fn serve(mut link: TcpStream) -> io::Result<()> {
    link.set_nodelay(true)?;
    let mut memory = Box::new(Memory::new());
    let chip = Machine(Instant::now());
    let mut device = Device::new(&mut memory);
    let mut out = Sending(Vec::new());
    let mut bytes = [0; 512];
    loop {
        // While it thinks, it looks for bytes; otherwise it waits for them.
        link.set_nonblocking(!device.is_idle())?;
        match link.read(&mut bytes) {
            Ok(0) => return Ok(()),
            Ok(count) => {
                for &byte in &bytes[..count] {
                    while !device.is_ready(&out) {
                        device.turn(&chip, &mut out);
                        send(&mut link, &mut out)?;
                    }
                    device.receive(byte, &chip, &mut out);
                }
            }
            Err(error) if error.kind() == io::ErrorKind::WouldBlock => {}
            Err(error) => return Err(error),
        }
        device.turn(&chip, &mut out);
        send(&mut link, &mut out)?;
        if device.wants_restart() {
            return Ok(());
        }
    }
}

fn send(link: &mut TcpStream, out: &mut Sending) -> io::Result<()> {
    if out.0.is_empty() {
        return Ok(());
    }
    link.set_nonblocking(false)?;
    link.write_all(&out.0)?;
    out.0.clear();
    Ok(())
}

fn listen(port: u16) -> io::Result<()> {
    let listener = TcpListener::bind(("127.0.0.1", port))?;
    println!("tcp:{}", listener.local_addr()?);
    for link in listener.incoming() {
        let link = link?;
        thread::Builder::new().stack_size(16 << 20).spawn(move || {
            if let Err(error) = serve(link) {
                eprintln!("serve: a link ended: {error}");
            }
        })?;
    }
    Ok(())
}

fn main() -> ExitCode {
    let port = match env::args().nth(1).map(|text| text.parse::<u16>()) {
        None => 0,
        Some(Ok(port)) => port,
        Some(Err(_)) => {
            eprintln!(
                "serve: the argument is no port: write a number from 0 (any free one) to 65535"
            );
            return ExitCode::from(2);
        }
    };
    match listen(port) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("serve: port {port} of the loopback address: {error}; choose another port");
            ExitCode::FAILURE
        }
    }
}
