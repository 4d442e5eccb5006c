//! The explorer's server under attack, and what must be true of it afterwards.

use std::fs;
use std::io::{Read as _, Write as _};
use std::net::TcpStream;
use std::path::Path;
use std::thread;
use std::time::{Duration, Instant};

use rustix::process::Signal;

use super::case::Verdict;
use super::harness::{END, Running, allowed, command, is_small, tail, words};

/// The files of the page, as host/explorer/build writes them.
const NAMES: &str = include_str!("../../../host/src/explorer/names.rs");

/// What no answer may hold: a file beside the page.
pub(crate) const SECRET: &str = "a file beside the page";

/// The size of the page's biggest file.
const BIG: usize = 8 << 20;

/// Time in which an answer must come when the attack is over.
pub(crate) const ANSWER: Duration = Duration::from_secs(2);

/// A running server.
pub(crate) struct Server {
    /// Its process.
    pub(crate) running: Running,
    /// Its port on 127.0.0.1.
    pub(crate) port: u16,
}

impl Server {
    /// Starts it in a shell that sets limits.
    pub(crate) fn start(program: &Path, place: &Path, limits: &str) -> Result<Self, String> {
        let site = place.join("site");
        let names: Vec<&str> = NAMES.split('"').skip(1).step_by(2).collect();
        for name in names {
            let path = site.join(name);
            let contents = if name == "module.wasm.gz" {
                vec![b'x'; BIG]
            } else {
                format!("{name}\n").into_bytes()
            };
            let made = path
                .parent()
                .map_or(Ok(()), fs::create_dir_all)
                .and_then(|()| fs::write(&path, contents));
            made.map_err(|error| error.to_string())?;
        }
        fs::write(place.join("secret"), SECRET).map_err(|error| error.to_string())?;
        fs::write(site.join("secret"), SECRET).map_err(|error| error.to_string())?;
        let script = format!("{limits} exec \"$0\" \"$@\"");
        let mut all = vec!["-c".to_owned(), script, program.display().to_string()];
        all.extend(words("explore --port 0 --site {}/site", place));
        let running = Running::start(command(Path::new("sh"), place, &all))?;
        if !running.stdout.until("/\n", allowed(Duration::from_secs(5))) {
            return Err(format!("no server: {}", tail(&running.stderr.text())));
        }
        let text = running.stdout.text();
        let port = text
            .trim_end()
            .trim_end_matches('/')
            .rsplit(':')
            .next()
            .and_then(|port| port.parse().ok());
        Ok(Self { running, port: port.ok_or(text)? })
    }

    pub(crate) fn connect(&self) -> Result<TcpStream, String> {
        connect(self.port)
    }

    /// A request as it should be.
    pub(crate) fn request(&self, path: &str) -> String {
        format!("GET {path} HTTP/1.1\r\nHost: 127.0.0.1:{}\r\n\r\n", self.port)
    }

    /// The answer to some bytes.
    pub(crate) fn answer(&self, request: &[u8], limit: Duration) -> Result<Vec<u8>, String> {
        let mut stream = self.connect()?;
        let _ = stream.set_read_timeout(Some(limit));
        // It may answer, and close the connection, before all is written.
        let _ = stream.write_all(request);
        let mut answer = Vec::new();
        let mut buffer = vec![0; 1 << 16];
        let begun = Instant::now();
        while let Ok(read @ 1..) = stream.read(&mut buffer) {
            answer.extend_from_slice(&buffer[..read]);
            if begun.elapsed() > limit {
                break;
            }
        }
        Ok(answer)
    }

    /// That it serves a small and a big file in time, and then ends by an interrupt.
    pub(crate) fn lives(mut self, within: Duration) -> Verdict {
        let limit = allowed(within);
        let begun = Instant::now();
        let mut last;
        loop {
            if !self.running.runs() {
                return Err(format!("the server ended: {}", tail(&self.running.stderr.text())));
            }
            last = self.answer(self.request("/").as_bytes(), limit).unwrap_or_default();
            if last.starts_with(b"HTTP/1.1 200 ") || begun.elapsed() > limit {
                break;
            }
            thread::sleep(Duration::from_millis(20));
        }
        if !last.starts_with(b"HTTP/1.1 200 ") || !last.ends_with(b"\r\n\r\nindex.html\n") {
            return Err(format!(
                "no answer within {limit:?}: {:?}",
                String::from_utf8_lossy(&last)
            ));
        }
        let big = self.answer(self.request("/module.wasm.gz").as_bytes(), allowed(ANSWER))?;
        if big.len() < BIG {
            return Err(format!("{} bytes of a file of {BIG}", big.len()));
        }
        let quiet = 20 << 10;
        // Its page is in memory.
        is_small(self.running.peak(), quiet + (BIG >> 10) as u64)?;
        self.running.signal(Signal::INT);
        let limit = allowed(END);
        let ended = self
            .running
            .end(limit)
            .ok_or_else(|| format!("an interrupt does not end it within {limit:?}"))?;
        ended.is_sane(&[0, 130])
    }
}

fn connect(port: u16) -> Result<TcpStream, String> {
    let address = std::net::SocketAddr::from(([127, 0, 0, 1], port));
    TcpStream::connect_timeout(&address, Duration::from_secs(2))
        .map_err(|error| format!("connect: {error}"))
}

/// The status of an answer; 0 if there is none.
pub(crate) fn status(answer: &[u8]) -> u16 {
    let text = String::from_utf8_lossy(answer.get(..12).unwrap_or_default()).into_owned();
    text.strip_prefix("HTTP/1.1 ").and_then(|text| text.parse().ok()).unwrap_or(0)
}
