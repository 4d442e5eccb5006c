//! The server: GET of the page's files, on the loopback address. One thread has a bounded number of connections, each of which asks
//! for one file, and none of which it waits for: a browser asks for some twenty files once, and whoever says nothing, or takes
//! nothing, keeps nobody else waiting.

use std::io::{self, ErrorKind};
use std::net::{Ipv4Addr, TcpListener};
use std::thread;
use std::time::{Duration, Instant};

use super::connection::{Connection, Site, refuse};
use super::{ExplorerError, Page};

/// The most connections at once. One more takes the place of the one that has waited longest for the rest of its request.
const MOST: usize = 64;

/// Connections that are taken in before the others are looked after again.
const AT_ONCE: usize = 16;

/// How long it waits for anything to happen, before it looks whether to stop.
const LOOK: Duration = Duration::from_millis(50);

/// A server of the page, bound to 127.0.0.1.
#[derive(Debug)]
pub struct Server {
    page: Page,
    listener: TcpListener,
    port: u16,
}

impl Server {
    /// Binds a port; 0 is any free one.
    ///
    /// # Errors
    /// [`ExplorerError::Port`] if it is in use.
    pub fn bind(page: Page, port: u16) -> Result<Self, ExplorerError> {
        let failed = |cause| ExplorerError::Port { port, cause };
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, port)).map_err(failed)?;
        listener.set_nonblocking(true).map_err(failed)?;
        let bound = listener.local_addr().map_err(failed)?.port();
        Ok(Self { page, listener, port: bound })
    }

    /// The port.
    #[must_use]
    pub const fn port(&self) -> u16 {
        self.port
    }

    /// Answers requests until `stopped`.
    ///
    /// # Errors
    /// If the port fails. A browser that goes away is no error, and neither is a system without files or memory to spare: it
    /// tries again later.
    pub fn serve(&self, stopped: impl Fn() -> bool) -> io::Result<()> {
        let site = Site::new(&self.page, self.port);
        let mut connections: Vec<Connection<'_>> = Vec::with_capacity(MOST);
        let mut accepts = true;
        while !stopped() {
            wait(accepts.then_some(&self.listener), &connections);
            accepts = self.accept(&site, &mut connections)?;
            let now = Instant::now();
            connections.retain_mut(|connection| connection.advance(&site, now));
        }
        Ok(())
    }

    /// Takes in new connections; false if the system has no room for them at present.
    fn accept<'p>(
        &'p self,
        site: &Site<'p>,
        connections: &mut Vec<Connection<'p>>,
    ) -> io::Result<bool> {
        for _ in 0..AT_ONCE {
            match self.listener.accept() {
                Ok((stream, _)) => {
                    // Without that mode, it could keep everybody waiting.
                    if stream.set_nonblocking(true).is_err() {
                        continue;
                    }
                    if connections.len() >= MOST && !make_room(connections) {
                        refuse(&stream);
                        continue;
                    }
                    let mut connection = Connection::new(stream);
                    if connection.advance(site, Instant::now()) {
                        connections.push(connection);
                    }
                }
                Err(error) if error.kind() == ErrorKind::WouldBlock => break,
                // It went away before it was accepted.
                Err(error) if error.kind() == ErrorKind::ConnectionAborted => {}
                Err(error) if is_for_now(&error) => {
                    if !make_room(connections) {
                        return Ok(false);
                    }
                }
                Err(error) => return Err(error),
            }
        }
        Ok(true)
    }
}

/// Refuses the connection that has waited longest for the rest of its request; false if there is none.
fn make_room(connections: &mut Vec<Connection<'_>>) -> bool {
    let waiting = connections.iter().enumerate().filter(|(_, connection)| connection.waits());
    let Some((place, _)) = waiting.min_by_key(|(_, connection)| connection.since()) else {
        return false;
    };
    refuse(connections.swap_remove(place).stream());
    true
}

/// Whether an error of accepting is about the system's present state: no files or memory to spare, or an interrupted call.
fn is_for_now(error: &io::Error) -> bool {
    #[cfg(unix)]
    {
        use rustix::io::Errno;
        let known =
            [Errno::MFILE, Errno::NFILE, Errno::NOBUFS, Errno::NOMEM, Errno::PROTO, Errno::PERM];
        if Errno::from_io_error(error).is_some_and(|error| known.contains(&error)) {
            return true;
        }
    }
    matches!(error.kind(), ErrorKind::Interrupted | ErrorKind::OutOfMemory)
}

/// Waits until something happens, or [`LOOK`] is over. `listener` is none while there is no room for what it has.
#[cfg(unix)]
fn wait(listener: Option<&TcpListener>, connections: &[Connection<'_>]) {
    use rustix::event::{PollFd, PollFlags, Timespec, poll};
    let news = listener.map(|listener| PollFd::new(listener, PollFlags::IN));
    let others = connections.iter().map(|connection| {
        let flags = if connection.writes() { PollFlags::OUT } else { PollFlags::IN };
        PollFd::new(connection.stream(), flags)
    });
    let mut all: Vec<PollFd<'_>> = news.into_iter().chain(others).collect();
    let longest = Timespec { tv_sec: 0, tv_nsec: LOOK.subsec_nanos().into() };
    if poll(&mut all, Some(&longest)).is_err() {
        thread::sleep(LOOK);
    }
}

/// Waits a little.
#[cfg(not(unix))]
fn wait(_: Option<&TcpListener>, _: &[Connection<'_>]) {
    thread::sleep(LOOK / 10);
}
