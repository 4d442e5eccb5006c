//! A connection to a browser: one request, its answer, and the end. Nothing here waits: each step does what can be done at once.

use std::io::{self, ErrorKind, Read, Write as _};
use std::net::{Shutdown, TcpStream};
use std::time::{Duration, Instant};

use super::Page;

/// How long a request may take to come whole, and an answer to be taken.
const PATIENCE: Duration = Duration::from_secs(10);

/// How long the rest of what the other side sends is read, after the answer: closing before that could lose the answer.
const FAREWELL: Duration = Duration::from_secs(1);

/// The longest request in bytes, headers included.
const LONGEST: usize = 16 << 10;

/// The most headers of a request.
const HEADERS: usize = 64;

/// Pieces that are read in a step: nobody who sends much keeps others waiting.
const PIECES: usize = 8;

/// As in the page itself, and besides what only a header can say: no other page may show this one in a frame.
const POLICY: &str = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; connect-src 'self'; \
                      style-src 'self'; img-src 'self' data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/// What is served, and by which names.
#[derive(Debug)]
pub(super) struct Site<'p> {
    page: &'p Page,
    hosts: [String; 2],
}

impl<'p> Site<'p> {
    pub(super) fn new(page: &'p Page, port: u16) -> Self {
        Self { page, hosts: [format!("127.0.0.1:{port}"), format!("localhost:{port}")] }
    }
}

/// An answer: its status, the type of its contents, and these.
struct Response<'p> {
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

fn refused(status: &'static str, why: &'static [u8]) -> Response<'static> {
    Response { status, kind: "text/plain; charset=utf-8", bytes: why }
}

impl Response<'_> {
    fn head(&self) -> Vec<u8> {
        let Self { status, kind, bytes } = self;
        let length = bytes.len();
        // Another build at the same address is seen at once: no-cache.
        format!(
            "HTTP/1.1 {status}\r\nContent-Type: {kind}\r\nContent-Length: {length}\r\nConnection: close\r\n\
             Content-Security-Policy: {POLICY}\r\nX-Content-Type-Options: nosniff\r\nReferrer-Policy: no-referrer\r\n\
             Cache-Control: no-cache\r\n\r\n"
        )
        .into_bytes()
    }
}

/// What a connection is about.
#[derive(Debug)]
enum Stage<'p> {
    /// So much of the request has come.
    Asking(Vec<u8>),
    /// The answer, and how much of it was taken.
    Answering { head: Vec<u8>, body: &'p [u8], taken: usize },
    /// The answer was taken, and nothing more is said.
    Leaving,
}

/// A connection.
#[derive(Debug)]
pub(super) struct Connection<'p> {
    stream: TcpStream,
    since: Instant,
    stage: Stage<'p>,
    /// The end of its stage.
    deadline: Instant,
}

/// Tells that there is no room, if that can be told at once.
pub(super) fn refuse(mut stream: &TcpStream) {
    let answer = refused("503 Service Unavailable", b"too many connections: try again\n");
    let mut text = answer.head();
    text.extend(answer.bytes);
    // What is left of the answer, if anything, is lost with the connection.
    let _ = stream.write(&text).and_then(|_| stream.shutdown(Shutdown::Write));
}

impl<'p> Connection<'p> {
    /// A new one. Its stream must be non-blocking.
    pub(super) fn new(stream: TcpStream) -> Self {
        let since = Instant::now();
        Self { stream, since, stage: Stage::Asking(Vec::new()), deadline: since + PATIENCE }
    }

    pub(super) const fn stream(&self) -> &TcpStream {
        &self.stream
    }

    /// Its beginning.
    pub(super) const fn since(&self) -> Instant {
        self.since
    }

    /// Whether it has no answer yet, or no longer: its end is no loss of an answer.
    pub(super) const fn waits(&self) -> bool {
        !self.writes()
    }

    /// Whether it is being answered.
    pub(super) const fn writes(&self) -> bool {
        matches!(self.stage, Stage::Answering { .. })
    }

    /// Does what can be done at once; false at its end.
    pub(super) fn advance(&mut self, site: &Site<'p>, now: Instant) -> bool {
        let outcome = match self.stage {
            Stage::Asking(_) => self.ask(site, now),
            Stage::Answering { .. } | Stage::Leaving if now >= self.deadline => Ok(false),
            Stage::Answering { .. } => self.answer(now),
            Stage::Leaving => self.leave(),
        };
        // A browser may go away at any time.
        outcome.unwrap_or(false)
    }

    /// Reads the request, and answers when it is whole.
    fn ask(&mut self, site: &Site<'p>, now: Instant) -> io::Result<bool> {
        let Stage::Asking(request) = &mut self.stage else { return Ok(true) };
        // The other side may have said all and still listen.
        let mut has_ended = false;
        for _ in 0..PIECES {
            let mut piece = [0; 2048];
            match read(&self.stream, &mut piece)? {
                Some(0) => {
                    has_ended = true;
                    break;
                }
                Some(count) => request.extend_from_slice(&piece[..count]),
                None => break,
            }
            if request.len() > LONGEST {
                break;
            }
        }
        let mut headers = [httparse::EMPTY_HEADER; HEADERS];
        let mut parsed = httparse::Request::new(&mut headers);
        let (answer, has_body) = match parsed.parse(request) {
            Ok(httparse::Status::Complete(length)) if length <= LONGEST => {
                (answer(&parsed, site), parsed.method != Some("HEAD"))
            }
            Ok(httparse::Status::Partial) if request.len() <= LONGEST => {
                if has_ended || request.is_empty() && now >= self.deadline {
                    return Ok(false);
                }
                if now < self.deadline {
                    return Ok(true);
                }
                let why = b"the request did not come whole within 10 seconds\n";
                (refused("408 Request Timeout", why), true)
            }
            Ok(_) | Err(httparse::Error::TooManyHeaders) => {
                let why = b"a request has at most 16,384 bytes and 64 headers\n";
                (refused("431 Request Header Fields Too Large", why), true)
            }
            Err(_) => (refused("400 Bad Request", b"not a request of HTTP\n"), true),
        };
        let body = if has_body { answer.bytes } else { &[] };
        self.stage = Stage::Answering { head: answer.head(), body, taken: 0 };
        self.deadline = now + PATIENCE;
        self.answer(now)
    }

    /// Writes what the other side takes.
    fn answer(&mut self, now: Instant) -> io::Result<bool> {
        let Stage::Answering { head, body, taken } = &mut self.stage else { return Ok(true) };
        while *taken < head.len() + body.len() {
            let rest = match head.get(*taken..) {
                Some(rest) if !rest.is_empty() => rest,
                _ => &body[*taken - head.len()..],
            };
            match self.stream.write(rest) {
                Ok(0) => return Ok(false),
                Ok(count) => *taken += count,
                Err(error) if error.kind() == ErrorKind::WouldBlock => return Ok(true),
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(error) => return Err(error),
            }
        }
        self.stream.shutdown(Shutdown::Write)?;
        self.stage = Stage::Leaving;
        self.deadline = now + FAREWELL;
        self.leave()
    }

    /// Reads what the other side still says, until it leaves.
    fn leave(&mut self) -> io::Result<bool> {
        for _ in 0..PIECES {
            match read(&self.stream, &mut [0; 2048])? {
                Some(0) => return Ok(false),
                Some(_) => {}
                None => break,
            }
        }
        Ok(true)
    }
}

/// Reads what there is; none if there is nothing yet.
fn read(mut stream: &TcpStream, piece: &mut [u8]) -> io::Result<Option<usize>> {
    loop {
        match stream.read(piece) {
            Ok(count) => return Ok(Some(count)),
            Err(error) if error.kind() == ErrorKind::WouldBlock => return Ok(None),
            Err(error) if error.kind() == ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
}

fn answer<'p>(request: &httparse::Request<'_, '_>, site: &Site<'p>) -> Response<'p> {
    let named = |name: &'static str| {
        let headers = request.headers.iter();
        headers.filter(move |header| header.name.eq_ignore_ascii_case(name))
    };
    let mut hosts = named("host");
    let (Some(host), None) = (hosts.next(), hosts.next()) else {
        return refused("400 Bad Request", b"a request names its host once\n");
    };
    // Another name that leads to 127.0.0.1 is somebody else's page.
    if !site.hosts.iter().any(|own| own.as_bytes() == host.value) {
        return refused(
            "421 Misdirected Request",
            b"this server answers to 127.0.0.1 and localhost only\n",
        );
    }
    if !matches!(request.method, Some("GET" | "HEAD")) {
        return refused("405 Method Not Allowed", b"this server has files to read, and no more\n");
    }
    if named("transfer-encoding").next().is_some()
        || named("content-length").any(|header| header.value != b"0")
    {
        return refused("400 Bad Request", b"a request for a file has no body\n");
    }
    let path = request.path.unwrap_or_default().split(['?', '#']).next().unwrap_or_default();
    match site.page.file(path) {
        Some((name, bytes)) => Response { status: "200 OK", kind: kind(name), bytes },
        None => refused("404 Not Found", b"no such file\n"),
    }
}
