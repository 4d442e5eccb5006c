//! Browsers that misbehave, and the explorer's server: whatever they do, it lives and answers others in time.

use std::fs;
use std::io::{Read as _, Write as _};
use std::net::{Shutdown, TcpStream};
use std::path::Path;
use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};

use rustix::process::{Resource, getrlimit};

use super::case::{Attack, Case, Group, Verdict};
use super::harness::{allowed, tail};
use super::random::Random;
use super::server::{ANSWER, SECRET, Server, status};

const PATHS: [&str; 32] = [
    "/secret",
    "/../secret",
    "/./secret",
    "//secret",
    "/..",
    "/../",
    "/%2e%2e/secret",
    "/..%2fsecret",
    "/%2e%2e%2fsecret",
    "/..%5csecret",
    "/..\\secret",
    "/site/../../secret",
    "/tree/../secret",
    "/tree/../../secret",
    "/index.html/../secret",
    "/etc/passwd",
    "//etc/passwd",
    "/../../../../../../etc/passwd",
    "/%00",
    "/index.html%00",
    "/index.html/",
    "/INDEX.HTML",
    "/index.html.",
    "/tree",
    "/tree/",
    "/.",
    "/index.html;secret",
    "/%69ndex.html",
    "/\u{fe0e}secret",
    "/file:///etc/passwd",
    "http://127.0.0.1/secret",
    "/secret?index.html",
];

const HOSTS: [&str; 20] = [
    "",
    "evil.example",
    "127.0.0.1",
    "127.0.0.1:1",
    "localhost",
    "localhost.evil.example:PORT",
    "127.0.0.1.evil.example:PORT",
    "[::1]:PORT",
    "0.0.0.0:PORT",
    "127.1:PORT",
    "2130706433:PORT",
    "127.0.0.2:PORT",
    "127.0.0.1:PORT.evil",
    "127.0.0.1:PORT@evil",
    "evil@127.0.0.1:PORT",
    "127.0.0.1:0PORT",
    "127.0.0.1:PORT,evil",
    "127.0.0.1:PORT evil",
    "\u{212a}ocalhost:PORT",
    "127.0.0.1:+PORT",
];

const METHODS: [&str; 14] = [
    "POST", "PUT", "DELETE", "OPTIONS", "TRACE", "CONNECT", "PATCH", "PROPFIND", "get", "GETT",
    "G", "", "GET\t", "\u{1b}",
];

/// Requests that are none, or two in one, `HOST` being the right one; each with the statuses that are right.
const SMUGGLED: [(&str, &str, &[u16]); 18] = [
    (
        "two hosts, ours first",
        "GET / HTTP/1.1\r\nHost: HOST\r\nHost: evil.example\r\n\r\n",
        &[400, 421],
    ),
    (
        "two hosts, ours last",
        "GET / HTTP/1.1\r\nHost: evil.example\r\nHost: HOST\r\n\r\n",
        &[400, 421],
    ),
    ("ours twice", "GET / HTTP/1.1\r\nHost: HOST\r\nHost: HOST\r\n\r\n", &[400, 421]),
    ("no host", "GET / HTTP/1.1\r\n\r\n", &[400, 421]),
    ("a folded host", "GET / HTTP/1.1\r\nHost:\r\n HOST\r\n\r\n", &[400, 421]),
    ("a space before the colon", "GET / HTTP/1.1\r\nHost : HOST\r\n\r\n", &[400, 421]),
    (
        "a length and chunks",
        "POST / HTTP/1.1\r\nHost: HOST\r\nContent-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\nGET /secret HTTP/1.1\r\n\r\n",
        &[400, 405],
    ),
    (
        "two lengths",
        "POST / HTTP/1.1\r\nHost: HOST\r\nContent-Length: 0\r\nContent-Length: 9\r\n\r\nGET / HTT",
        &[400, 405],
    ),
    (
        "a negative length",
        "GET / HTTP/1.1\r\nHost: HOST\r\nContent-Length: -1\r\n\r\n",
        &[200, 400],
    ),
    ("another version", "GET / HTTP/9.9\r\nHost: HOST\r\n\r\n", &[400, 505]),
    ("version 0.9", "GET /\r\n\r\n", &[400, 421]),
    ("version 2", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", &[400, 405, 421, 505]),
    ("a zero in a header", "GET / HTTP/1.1\r\nHost: HOST\r\nX: \0\r\n\r\n", &[400]),
    ("a bare carriage return", "GET / HTTP/1.1\r\nHost: HOST\r\nX: a\rb\r\n\r\n", &[400]),
    ("a header without a name", "GET / HTTP/1.1\r\nHost: HOST\r\n: x\r\n\r\n", &[400]),
    ("no header at all", "\r\n\r\n\r\n\r\n\r\nx\r\n\r\n", &[0, 400]),
    ("TLS", "\x16\x03\x01\x02\0\x01\0\x01\u{fc}\x03\x03", &[0, 400]),
    (
        "a proxy's request",
        "GET http://evil.example/ HTTP/1.1\r\nHost: HOST\r\n\r\n",
        &[400, 404, 421],
    ),
];

pub(crate) fn group(attack: &Attack) -> Group {
    let mut group = Group::default();
    let program = Arc::new(attack.program.clone());
    let open = getrlimit(Resource::Nofile).current.unwrap_or(u64::MAX);
    let mut first = |name: &str, attempt: fn(&Path, &Path) -> Verdict| {
        let program = Arc::clone(&program);
        group.first.push(Case::new(name, move |place, _| attempt(&program, place)));
    };
    first("twelve connections that send a byte each second are closed", slow_for_long);
    if open >= 4000 {
        first("400 connections that send a byte each second", many_slow);
        first("1,100 idle connections with 1,024 files", idle);
        first("1,100 idle connections that send half a request", half);
    } else {
        group
            .left_out
            .push((format!("many connections need ulimit -n 4000; here it is {open}"), 3));
    }
    let mut first = |name: &str, attempt: fn(&Path, &Path) -> Verdict| {
        let program = Arc::clone(&program);
        group.first.push(Case::new(name, move |place, _| attempt(&program, place)));
    };
    first("no memory for threads", no_threads);
    first("60 connections that read nothing", slow_readers);
    first("500 resets", resets);
    first("200 connections that are closed for writing", half_closed);
    for path in PATHS {
        let program = Arc::clone(&program);
        group.sampled.push(Case::new(format!("path {path}"), move |place, _| {
            let server = Server::start(&program, place, "")?;
            let answer = server.answer(server.request(path).as_bytes(), Duration::from_secs(2))?;
            let text = String::from_utf8_lossy(&answer).into_owned();
            if text.contains(SECRET) || text.contains("root:") {
                return Err("a file that is not the page's was served".to_owned());
            }
            if status(&answer) == 0 {
                return Err("no answer".to_owned());
            }
            server.lives(ANSWER)
        }));
    }
    for host in HOSTS {
        let program = Arc::clone(&program);
        group.sampled.push(Case::new(format!("host {host}"), move |place, _| {
            let server = Server::start(&program, place, "")?;
            let host = host.replace("PORT", &server.port.to_string());
            let request = format!("GET / HTTP/1.1\r\nHost: {host}\r\n\r\n");
            let answer = server.answer(request.as_bytes(), Duration::from_secs(2))?;
            match status(&answer) {
                400 | 421 => server.lives(ANSWER),
                status => Err(format!("{status} for the host {host:?}")),
            }
        }));
    }
    for method in METHODS {
        let program = Arc::clone(&program);
        group.sampled.push(Case::new(format!("method {method:?}"), move |place, _| {
            let server = Server::start(&program, place, "")?;
            let request = server.request("/").replacen("GET", method, 1);
            let answer = server.answer(request.as_bytes(), Duration::from_secs(2))?;
            match status(&answer) {
                400 | 405 => server.lives(ANSWER),
                status => Err(format!("{status} for the method {method:?}")),
            }
        }));
    }
    for (name, request, right) in SMUGGLED {
        let program = Arc::clone(&program);
        group.sampled.push(Case::new(format!("request with {name}"), move |place, _| {
            let server = Server::start(&program, place, "")?;
            let request = request.replace("HOST", &format!("127.0.0.1:{}", server.port));
            let mut stream = server.connect()?;
            let _ = stream.set_read_timeout(Some(Duration::from_secs(2)));
            let _ = stream
                .write_all(request.as_bytes())
                .and_then(|()| stream.shutdown(Shutdown::Write));
            let mut answer = Vec::new();
            let _ = stream.read_to_end(&mut answer);
            let answers = String::from_utf8_lossy(&answer).matches("HTTP/1.1 ").count();
            if answers > 1 {
                return Err(format!("{answers} answers to one request"));
            }
            match status(&answer) {
                found if right.contains(&found) => server.lives(ANSWER),
                found => Err(format!("{found}; right is one of {right:?}")),
            }
        }));
    }
    for round in 0..20 {
        let program = Arc::clone(&program);
        group
            .sampled
            .push(Case::new(format!("100 damaged requests ({round})"), move |place, random| {
                damaged(&program, place, random)
            }));
    }
    group
}

fn damaged(program: &Path, place: &Path, mut random: Random) -> Verdict {
    let server = Server::start(program, place, "")?;
    for _ in 0..100 {
        let mut request = server
            .request(["/", "/main.js", "/tasks.json.gz"][random.below(3) as usize])
            .into_bytes();
        for _ in 0..=random.below(8) {
            if request.is_empty() {
                break;
            }
            let at = random.below(request.len() as u64) as usize;
            match random.below(5) {
                0 => request[at] = random.byte(),
                1 => drop(request.remove(at)),
                2 => request.insert(at, random.byte()),
                3 => request.truncate(at.max(1)),
                _ => {
                    let more = vec![random.byte(); random.below(20_000) as usize];
                    drop(request.splice(at..at, more));
                }
            }
        }
        let mut stream = server.connect()?;
        let _ = stream.set_read_timeout(Some(Duration::from_secs(2)));
        let _ = stream.write_all(&request).and_then(|()| stream.shutdown(Shutdown::Write));
        let mut answer = Vec::new();
        let _ = stream.take(1 << 20).read_to_end(&mut answer);
        if ![0, 200, 400, 404, 405, 414, 421, 431, 505].contains(&status(&answer)) {
            return Err(format!(
                "{:?} was answered by {:?}",
                request.escape_ascii().to_string(),
                tail(&String::from_utf8_lossy(&answer))
            ));
        }
    }
    server.lives(ANSWER)
}

/// Sends a byte of a request each second on all connections, for some seconds. Returns how many are still open.
fn drip(server: &Server, count: usize, time: Duration) -> Result<(usize, Vec<TcpStream>), String> {
    let mut streams: Vec<TcpStream> = (0..count).map_while(|_| server.connect().ok()).collect();
    let request = format!("{}X: {}", server.request("/").trim_end(), "x".repeat(10_000));
    let begun = Instant::now();
    let mut sent = 0;
    while begun.elapsed() < time {
        let byte = request.as_bytes().get(sent..=sent).unwrap_or(b"x");
        // A closed connection refuses the second byte.
        streams.retain_mut(|stream| stream.write_all(byte).is_ok());
        sent += 1;
        thread::sleep(Duration::from_secs(1));
    }
    Ok((streams.len(), streams))
}

fn slow_for_long(program: &Path, place: &Path) -> Verdict {
    let server = Server::start(program, place, "")?;
    let time = Duration::from_secs(35);
    let (open, streams) = drip(&server, 12, time)?;
    if open > 0 {
        return Err(format!("{open} of 12 connections are still open after {time:?}"));
    }
    drop(streams);
    server.lives(ANSWER)
}

fn many_slow(program: &Path, place: &Path) -> Verdict {
    let server = Server::start(program, place, "ulimit -n 1024;")?;
    let (_, streams) = drip(&server, 400, Duration::from_secs(6))?;
    drop(streams);
    server.lives(Duration::from_secs(3))
}

fn idle(program: &Path, place: &Path) -> Verdict {
    let server = Server::start(program, place, "ulimit -n 1024;")?;
    let streams: Vec<TcpStream> = (0..1100).map_while(|_| server.connect().ok()).collect();
    thread::sleep(Duration::from_secs(2));
    drop(streams);
    server.lives(Duration::from_secs(3))
}

fn half(program: &Path, place: &Path) -> Verdict {
    let server = Server::start(program, place, "ulimit -n 1024;")?;
    let mut streams: Vec<TcpStream> = (0..1100).map_while(|_| server.connect().ok()).collect();
    for stream in &mut streams {
        let _ = stream.write_all(b"GET / HTTP/1.1\r\nHost: ");
    }
    thread::sleep(Duration::from_secs(2));
    drop(streams);
    server.lives(Duration::from_secs(3))
}

/// With an address space for a few threads only.
fn no_threads(program: &Path, place: &Path) -> Verdict {
    let server = Server::start(program, place, "")?;
    let text =
        fs::read_to_string(format!("/proc/{}/status", server.running.pid())).unwrap_or_default();
    let size = text
        .lines()
        .find_map(|line| line.strip_prefix("VmSize:"))
        .and_then(|line| line.split_whitespace().next());
    let size: u64 = size.and_then(|size| size.parse().ok()).ok_or("no size of a process")?;
    drop(server);
    // Room for the program's own growth and for one or two stacks.
    let server = Server::start(program, place, &format!("ulimit -v {};", size + (12 << 10)))?;
    let streams: Vec<TcpStream> = (0..100).map_while(|_| server.connect().ok()).collect();
    thread::sleep(Duration::from_secs(1));
    drop(streams);
    server.lives(Duration::from_secs(3))
}

fn slow_readers(program: &Path, place: &Path) -> Verdict {
    let server = Server::start(program, place, "")?;
    let mut streams: Vec<TcpStream> = (0..60).map_while(|_| server.connect().ok()).collect();
    for stream in &mut streams {
        let _ = stream.write_all(server.request("/module.wasm.gz").as_bytes());
    }
    thread::sleep(Duration::from_secs(1));
    // They are still there: others are answered.
    let answer = server.answer(server.request("/").as_bytes(), allowed(ANSWER))?;
    if status(&answer) != 200 {
        return Err("no answer while others read nothing".to_owned());
    }
    drop(streams);
    server.lives(ANSWER)
}

fn resets(program: &Path, place: &Path) -> Verdict {
    let server = Server::start(program, place, "")?;
    for number in 0..500 {
        let mut stream = server.connect()?;
        let _ = stream.write_all(server.request("/module.wasm.gz").as_bytes());
        if number % 2 == 0 {
            // What is not read makes the end a reset.
            thread::sleep(Duration::from_millis(1));
        }
    }
    server.lives(ANSWER)
}

fn half_closed(program: &Path, place: &Path) -> Verdict {
    let server = Server::start(program, place, "")?;
    let mut streams = Vec::new();
    for number in 0..200 {
        let stream = server.connect()?;
        let _ = if number % 2 == 0 {
            stream.shutdown(Shutdown::Write)
        } else {
            stream.shutdown(Shutdown::Read)
        };
        streams.push(stream);
    }
    thread::sleep(Duration::from_millis(300));
    drop(streams);
    server.lives(ANSWER)
}
