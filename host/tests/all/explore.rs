//! The explorer's server under connections that say nothing, little, too much, or what could be read in two ways.

use std::fs;
use std::io::{Read as _, Write as _};
use std::net::{Shutdown, TcpStream};
use std::path::PathBuf;
use std::time::{Duration, Instant};

use crate::common::directory;
use crate::plyscope::{Running, in_shell_after};

include!("../../src/explorer/names.rs");

/// A page whose files have their names as contents.
fn page(name: &str) -> PathBuf {
    let place = directory(&format!("explore-{name}"));
    for file in FILES {
        let path = place.join(file);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, file).unwrap();
    }
    place
}

/// The command with the limits of a shell's `ulimit`, and the address of its page.
struct Served(Running, String);

impl Served {
    fn start(name: &str, limits: &str) -> Self {
        let site = page(name);
        let explore = in_shell_after(limits, "explore --port 0 --site").arg(site);
        let running = explore.start();
        let line = running.says("");
        let address = line.trim().trim_start_matches("http://").trim_end_matches('/').to_owned();
        assert!(!address.is_empty(), "{name}: the server does not start");
        Self(running, address)
    }

    fn connect(&self) -> TcpStream {
        let stream = TcpStream::connect(&self.1).unwrap();
        stream.set_read_timeout(Some(Duration::from_secs(30))).unwrap();
        stream
    }

    /// What it answers to these bytes.
    fn send(&self, request: &str) -> String {
        let mut stream = self.connect();
        stream.write_all(request.as_bytes()).unwrap();
        let mut answer = Vec::new();
        stream.read_to_end(&mut answer).unwrap();
        String::from_utf8(answer).unwrap()
    }

    /// What it answers if nothing more will be said.
    fn send_all(&self, request: &str) -> String {
        let mut stream = self.connect();
        stream.write_all(request.as_bytes()).unwrap();
        stream.shutdown(Shutdown::Write).unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).unwrap();
        answer
    }

    fn get(&self, headers: &str) -> String {
        self.send(&format!("GET /main.js HTTP/1.1\r\n{headers}\r\n"))
    }

    /// The most memory so far, in KB.
    #[cfg(target_os = "linux")]
    fn peak(&self) -> u64 {
        crate::floods::peak(self.0.child.id())
    }
}

#[test]
fn a_request_that_could_be_read_in_two_ways_is_refused() {
    let served = Served::start("requests", "true");
    let host = format!("Host: {}\r\n", served.1);
    let large = format!("X: {}\r\n", "x".repeat(17 << 10));
    for (headers, status) in [
        (host.clone(), "200 OK"),
        (format!("{host}Content-Length: 0\r\n"), "200 OK"),
        (format!("{host}Host: example.org\r\n"), "400 Bad Request"),
        (format!("{host}{host}"), "400 Bad Request"),
        (String::new(), "400 Bad Request"),
        ("Host: example.org\r\n".to_owned(), "421 Misdirected Request"),
        (format!("{host}Transfer-Encoding: chunked\r\n"), "400 Bad Request"),
        (format!("{host}Content-Length: 5\r\n"), "400 Bad Request"),
        (format!("{host}{}", "X: 1\r\n".repeat(80)), "431 Request Header Fields Too Large"),
        (format!("{host}{large}"), "431 Request Header Fields Too Large"),
    ] {
        let answer = served.get(&headers);
        let headers: String = headers.chars().take(60).collect();
        assert!(answer.starts_with(&format!("HTTP/1.1 {status}\r\n")), "{headers:?}: {answer}");
        assert_eq!(
            answer.ends_with("\r\n\r\nmain.js"),
            status == "200 OK",
            "{headers:?}: {answer}"
        );
    }
}

#[test]
fn who_has_said_all_and_still_listens_gets_the_answer() {
    let served = Served::start("said", "true");
    let request = format!("GET /main.js HTTP/1.1\r\nHost: {}\r\n", served.1);
    let answer = served.send_all(&format!("{request}\r\n"));
    assert!(answer.ends_with("\r\n\r\nmain.js"), "{answer:?}");
    assert_eq!(served.send_all(&request), "", "half a request has no answer");
}

#[test]
fn more_connections_than_there_are_files_keep_nobody_out_and_end_nothing() {
    for (name, limits) in [("many", "true"), ("few-files", "ulimit -n 20")] {
        let mut served = Served::start(name, limits);
        let idle: Vec<TcpStream> = (0..300).map(|_| served.connect()).collect();
        let begin = Instant::now();
        for _ in 0..5 {
            let answer = served.get(&format!("Host: {}\r\n", served.1));
            assert!(answer.ends_with("\r\n\r\nmain.js"), "{name}: {answer:?}");
        }
        assert!(begin.elapsed() < Duration::from_secs(5), "{name}: {:?}", begin.elapsed());
        // The first of those that say nothing had to make room, and were told so.
        let mut told = String::new();
        (&idle[0]).read_to_string(&mut told).unwrap();
        assert!(told.starts_with("HTTP/1.1 503 Service Unavailable\r\n"), "{name}: {told:?}");
        assert!(served.0.runs(), "{name}: it has ended");
        #[cfg(target_os = "linux")]
        assert!(served.peak() < 64 << 10, "{name}: {} KB", served.peak());
    }
}

mod nightly {
    use std::io::{Read as _, Write as _};
    use std::thread;

    use super::{Duration, Instant, Served, TcpStream};

    #[test]
    #[ignore = "takes 10 s"]
    fn a_request_byte_by_byte_and_an_answer_that_nobody_takes_have_an_end() {
        let served = Served::start("slow", "true");
        let begin = Instant::now();
        let slow: Vec<TcpStream> = (0..40).map(|_| served.connect()).collect();
        while begin.elapsed() < Duration::from_secs(9) {
            slow.iter().for_each(|mut stream| stream.write_all(b"G").unwrap());
            thread::sleep(Duration::from_millis(500));
        }
        for mut stream in &slow {
            let mut told = String::new();
            stream.read_to_string(&mut told).unwrap();
            assert!(told.starts_with("HTTP/1.1 408 Request Timeout\r\n"), "{told:?}");
        }
        assert!(begin.elapsed() < Duration::from_secs(14), "{:?}", begin.elapsed());
    }
}
