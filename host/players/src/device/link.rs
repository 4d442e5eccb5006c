//! Links: serial ports, sockets, TCP.

use std::io::{self, Read, Write};
use std::net::{TcpStream, ToSocketAddrs as _};
use std::path::Path;
use std::time::Duration;

use super::{Address, DeviceError, Emulator};

/// The firmware's baud rate.
#[cfg(feature = "device")]
const BITS_PER_SECOND: u32 = 115_200;

/// Bytes to and from a device.
pub trait Link: Read + Write + Send {
    /// Sets the timeout of reads.
    ///
    /// # Errors
    /// The operating system's.
    fn set_timeout(&mut self, timeout: Duration) -> io::Result<()>;

    /// A second handle of the link, for another thread.
    ///
    /// # Errors
    /// The operating system's.
    fn another(&self) -> io::Result<Box<dyn Link>>;
}

impl Link for TcpStream {
    fn set_timeout(&mut self, timeout: Duration) -> io::Result<()> {
        self.set_read_timeout(Some(timeout))
    }

    fn another(&self) -> io::Result<Box<dyn Link>> {
        Ok(Box::new(self.try_clone()?))
    }
}

#[cfg(unix)]
impl Link for std::os::unix::net::UnixStream {
    fn set_timeout(&mut self, timeout: Duration) -> io::Result<()> {
        self.set_read_timeout(Some(timeout))
    }

    fn another(&self) -> io::Result<Box<dyn Link>> {
        Ok(Box::new(self.try_clone()?))
    }
}

#[cfg(feature = "device")]
impl Link for Box<dyn serialport::SerialPort> {
    fn set_timeout(&mut self, timeout: Duration) -> io::Result<()> {
        serialport::SerialPort::set_timeout(self.as_mut(), timeout).map_err(io::Error::from)
    }

    fn another(&self) -> io::Result<Box<dyn Link>> {
        Ok(Box::new(self.try_clone().map_err(io::Error::from)?))
    }
}

/// Time limit for a connection, and for the other side to take what is sent.
const PATIENCE: Duration = Duration::from_secs(4);

/// Connects to the first address that answers.
fn connect(address: &str, patience: Duration) -> io::Result<TcpStream> {
    let mut outcome = Err(io::Error::new(io::ErrorKind::NotFound, "there is no such host"));
    for address in address.to_socket_addrs()? {
        outcome = TcpStream::connect_timeout(&address, patience);
        if outcome.is_ok() {
            break;
        }
    }
    let stream = outcome?;
    stream.set_nodelay(true)?;
    // A device that reads nothing must not hold this program up.
    stream.set_write_timeout(Some(PATIENCE))?;
    Ok(stream)
}

/// A broken link must not look like a closed pipe of our output, which is not an error; and a system's words for time that ran out
/// say little.
pub(super) fn not_broken_pipe(error: io::Error) -> io::Error {
    match error.kind() {
        io::ErrorKind::BrokenPipe => {
            io::Error::new(io::ErrorKind::ConnectionAborted, error.to_string())
        }
        io::ErrorKind::WouldBlock | io::ErrorKind::TimedOut => {
            let seconds = PATIENCE.as_secs();
            let reason = format!("the device took nothing of what was sent for {seconds} s");
            io::Error::new(io::ErrorKind::TimedOut, reason)
        }
        _ => error,
    }
}

/// Opens the link to a device, starting the emulator if needed.
///
/// # Errors
/// [`DeviceError::Open`] names what is missing.
pub fn open_link(address: &Address) -> Result<(Box<dyn Link>, Option<Emulator>), DeviceError> {
    open_within(address, PATIENCE)
}

/// The same, with a time limit for network connections.
pub(super) fn open_within(
    address: &Address,
    patience: Duration,
) -> Result<(Box<dyn Link>, Option<Emulator>), DeviceError> {
    let fail = |reason: String| DeviceError::Open { address: address.to_string(), reason };
    let link: Box<dyn Link> = match address {
        Address::Emulator { board, firmware, pace } => {
            let (emulator, link) =
                Emulator::start(*board, firmware.as_deref().map(Path::new), *pace).map_err(fail)?;
            return Ok((Box::new(link), Some(emulator)));
        }
        #[cfg(not(feature = "device"))]
        Address::Serial(_) => {
            return Err(fail(
                "built without serial ports: the feature `device` has them".to_owned(),
            ));
        }
        #[cfg(feature = "device")]
        Address::Serial(port) => {
            let port = serialport::new(port, BITS_PER_SECOND).timeout(Duration::from_millis(100));
            Box::new(port.open().map_err(|error| {
                fail(format!(
                    "cannot open the serial port: {error} (is it plugged in, may you use it, \
                     and is no other program on it?)"
                ))
            })?)
        }
        Address::Tcp(address) => {
            let stream = connect(address, patience);
            Box::new(stream.map_err(|error| fail(format!("cannot connect: {error}")))?)
        }
        #[cfg(unix)]
        Address::Socket(path) => {
            let stream = std::os::unix::net::UnixStream::connect(path)
                .and_then(|stream| stream.set_write_timeout(Some(PATIENCE)).map(|()| stream));
            Box::new(stream.map_err(|error| fail(format!("cannot connect: {error}")))?)
        }
        #[cfg(not(unix))]
        Address::Socket(_) => {
            return Err(fail("this system has no Unix sockets: use tcp:HOST:PORT".to_owned()));
        }
    };
    Ok((link, None))
}
