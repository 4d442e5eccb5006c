//! The server: GET of the page's files, on the loopback address. One thread answers one request on one connection: a browser
//! asks for some twenty files once, and a connection that is kept open cannot keep others waiting.

use std::io::{self, ErrorKind, Read as _, Write as _};
use std::net::{Ipv4Addr, TcpListener, TcpStream};
use std::sync::Arc;
use std::thread;
use std::time::Duration;

use super::{ExplorerError, Page};

/// How often it looks for connections, and whether to stop.
const LOOK: Duration = Duration::from_millis(5);

/// How long a connection may say nothing.
const PATIENCE: Duration = Duration::from_secs(10);

/// The longest request in bytes, headers included.
const LONGEST: usize = 16 << 10;

/// The most headers of a request.
const HEADERS: usize = 64;

/// As in the page itself, and besides what only a header can say: no other page may show this one in a frame.
const POLICY: &str = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; connect-src 'self'; \
                      style-src 'self'; img-src 'self' data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/// A server of the page, bound to 127.0.0.1.
#[derive(Debug)]
pub struct Server {
    page: Arc<Page>,
    listener: TcpListener,
    port: u16,
}

/// An answer: its status, the type of its contents, and these.
struct Answer<'p> {
    status: &'static str,
    kind: &'static str,
    bytes: &'p [u8],
}

fn kind(name: &str) -> &'static str {
    match name.rsplit('.').next() {
        Some("html") => "text/html; charset=utf-8",
        Some("css") => "text/css; charset=utf-8",
        Some("js") => "text/javascript; charset=utf-8",
        Some("json") => "application/json",
        Some("gz") => "application/gzip",
        _ => "application/octet-stream",
    }
}

fn refused(status: &'static str, why: &'static [u8]) -> Answer<'static> {
    Answer { status, kind: "text/plain; charset=utf-8", bytes: why }
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
        Ok(Self { page: Arc::new(page), listener, port: bound })
    }

    /// The port.
    #[must_use]
    pub const fn port(&self) -> u16 {
        self.port
    }

    /// Answers requests until `stopped`.
    ///
    /// # Errors
    /// If the port fails. A browser that goes away is no error.
    pub fn serve(&self, stopped: impl Fn() -> bool) -> io::Result<()> {
        while !stopped() {
            match self.listener.accept() {
                Ok((stream, _)) => {
                    let (page, port) = (Arc::clone(&self.page), self.port);
                    thread::spawn(move || {
                        // The browser may be gone.
                        let _ = converse(stream, &page, port);
                    });
                }
                Err(error) if error.kind() == ErrorKind::WouldBlock => thread::sleep(LOOK),
                // It went away before it was accepted.
                Err(error) if error.kind() == ErrorKind::ConnectionAborted => {}
                Err(error) => return Err(error),
            }
        }
        Ok(())
    }
}

/// Reads a request, answers it, and closes the connection.
fn converse(mut stream: TcpStream, page: &Page, port: u16) -> io::Result<()> {
    // Some systems hand the listener's mode on.
    stream.set_nonblocking(false)?;
    stream.set_read_timeout(Some(PATIENCE))?;
    stream.set_write_timeout(Some(PATIENCE))?;
    let mut request = Vec::new();
    let mut buffer = [0; 2048];
    let (answer, has_body) = loop {
        let read = stream.read(&mut buffer)?;
        if read == 0 {
            return Ok(());
        }
        request.extend_from_slice(&buffer[..read]);
        let mut headers = [httparse::EMPTY_HEADER; HEADERS];
        let mut parsed = httparse::Request::new(&mut headers);
        match parsed.parse(&request) {
            Ok(httparse::Status::Complete(_)) => {
                break (answer(&parsed, page, port), parsed.method != Some("HEAD"));
            }
            Ok(httparse::Status::Partial) if request.len() <= LONGEST => {}
            _ => break (refused("400 Bad Request", b"not a request of HTTP\n"), true),
        }
    };
    let Answer { status, kind, bytes } = answer;
    let length = bytes.len();
    // Another build at the same address is seen at once: no-cache.
    let head = format!(
        "HTTP/1.1 {status}\r\nContent-Type: {kind}\r\nContent-Length: {length}\r\nConnection: close\r\n\
         Content-Security-Policy: {POLICY}\r\nX-Content-Type-Options: nosniff\r\nReferrer-Policy: no-referrer\r\n\
         Cache-Control: no-cache\r\n\r\n"
    );
    stream.write_all(head.as_bytes())?;
    if has_body {
        stream.write_all(bytes)?;
    }
    stream.flush()
}

fn answer<'p>(request: &httparse::Request<'_, '_>, page: &'p Page, port: u16) -> Answer<'p> {
    let host = request.headers.iter().find(|header| header.name.eq_ignore_ascii_case("host"));
    let host = host.map(|header| header.value).unwrap_or_default();
    let own = [format!("127.0.0.1:{port}"), format!("localhost:{port}")];
    // Another name that leads to 127.0.0.1 is somebody else's page.
    if !own.iter().any(|own| own.as_bytes() == host) {
        return refused(
            "421 Misdirected Request",
            b"this server answers to 127.0.0.1 and localhost only\n",
        );
    }
    if !matches!(request.method, Some("GET" | "HEAD")) {
        return refused("405 Method Not Allowed", b"this server has files to read, and no more\n");
    }
    let path = request.path.unwrap_or_default().split(['?', '#']).next().unwrap_or_default();
    match page.file(path) {
        Some((name, bytes)) => Answer { status: "200 OK", kind: kind(name), bytes },
        None => refused("404 Not Found", b"no such file\n"),
    }
}
