//! Floods: however much comes in, the program's memory has a bound.
#![cfg(target_os = "linux")]

use std::fs;
use std::io::{Read as _, Write as _};
use std::net::{TcpListener, TcpStream};
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use plyscope_core::wire::{
    self, Clock, ClockSource, Evaluation, Identity, MAX_FRAME, ProgressReport, Received, Receiver,
    Response,
};

use crate::common::{command, directory};

/// The most memory that a process has had, in KB.
pub(crate) fn peak(child: &Child) -> u64 {
    let status = fs::read_to_string(format!("/proc/{}/status", child.id())).expect("it runs");
    let line = status.lines().find(|line| line.starts_with("VmHWM:")).expect("a peak");
    line.split_whitespace().nth(1).unwrap().parse().unwrap()
}

/// What a flood may add to the memory of a quiet program, in KB.
const MOST: u64 = 32 << 10;

/// Floods the standard input of a command with this piece, again and again, up to 64 MB, or as much as it takes in a second. Its memory
/// must not grow by more than [`MOST`].
fn flood(arguments: &str, first: &str, piece: &[u8]) {
    let mut child = command(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let mut input = child.stdin.take().unwrap();
    input.write_all(first.as_bytes()).unwrap();
    thread::sleep(Duration::from_millis(300));
    let quiet = peak(&child);
    let block = piece.repeat((1 << 16) / piece.len() + 1);
    let writer = thread::spawn(move || {
        for _ in 0..1000 {
            // It ends when the command is ended.
            if input.write_all(&block).is_err() {
                break;
            }
        }
    });
    let begin = Instant::now();
    while begin.elapsed() < Duration::from_secs(1) && !writer.is_finished() {
        thread::sleep(Duration::from_millis(20));
    }
    let flooded = peak(&child);
    assert!(child.try_wait().unwrap().is_none(), "{arguments}: it has ended");
    child.kill().unwrap();
    child.wait().unwrap();
    writer.join().unwrap();
    let grown = flooded.saturating_sub(quiet);
    assert!(grown < MOST, "{arguments}: from {quiet} to {flooded} KB");
}

#[test]
fn endless_input_waits_where_it_comes_from() {
    let kept = directory("floods-play").join("game.json");
    let play = format!("play hexapawn --plain --keep {}", kept.display());
    flood(&play, "\n", b"y\n");
    flood(&play, "\n", b"no end of this line ");
    // Bytes that are no text take three times as much.
    let mut line = vec![0xff; 60_000];
    line.push(b'\n');
    flood("gtp --st 60 --table 1MiB", "genmove b\n", &line);
    flood("nboard --st 60 --table 1MiB", "go\n", &line);
}

fn say(mut stream: &TcpStream, id: u16, response: &Response) -> bool {
    let mut buffer = [0; MAX_FRAME];
    let frame = wire::encode(id, response, &mut buffer).unwrap();
    stream.write_all(frame).is_ok()
}

/// A device that answers a greeting as it should, or not, and reports progress for ever.
fn endless_device(greets: bool) -> (String, thread::JoinHandle<()>) {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap().to_string();
    let served = thread::spawn(move || {
        let (mut stream, _) = listener.accept().unwrap();
        let mut receiver = Receiver::new();
        let mut buffer = [0; 512];
        let identity = Identity {
            firmware: (0, 1, 0),
            clock: Clock { source: ClockSource::Internal, hertz: 1_000_000 },
            plies: 60,
            children: 1000,
            evaluation: Evaluation::Simple,
            weights: None,
        };
        loop {
            let count = match stream.read(&mut buffer) {
                Ok(0) | Err(_) => return,
                Ok(count) => count,
            };
            for &byte in &buffer[..count] {
                let Some(Received::Payload(payload)) = receiver.push(byte) else { continue };
                let Ok((id, asked)) = wire::decode::<wire::Command>(payload) else { continue };
                if greets && asked == wire::Command::Hello {
                    say(&stream, id, &Response::Hello(identity));
                    continue;
                }
                let mut report = ProgressReport {
                    best_move: None,
                    value: plyscope_core::Value::new(0),
                    depth: 1,
                    nodes: 0,
                    milliseconds: 0,
                };
                loop {
                    report.nodes += 1;
                    if !say(&stream, id, &Response::Progress(report)) {
                        return;
                    }
                    thread::sleep(Duration::from_micros(100));
                }
            }
        }
    });
    (address, served)
}

#[test]
fn a_device_that_reports_progress_for_ever_is_given_up() {
    let (address, served) = endless_device(false);
    let output = command(&format!("device info --tcp {address}")).output().unwrap();
    let errors = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(1), "{errors}");
    assert!(errors.contains("another message than was asked for"), "{errors}");
    served.join().unwrap();
}

#[test]
fn the_first_interrupt_ends_a_search_on_a_device_that_reports_progress_for_ever() {
    let (address, served) = endless_device(true);
    let search = format!("device search --tcp {address} start --algorithm alpha-beta --depth 20");
    let mut child = command(&search).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
    thread::sleep(Duration::from_millis(500));
    let pid = child.id().to_string();
    assert!(Command::new("kill").args(["-INT", &pid]).status().unwrap().success());
    let begin = Instant::now();
    let status = loop {
        if let Some(status) = child.try_wait().unwrap() {
            break status;
        }
        if begin.elapsed() > Duration::from_secs(15) {
            child.kill().unwrap();
            child.wait().unwrap();
            panic!("it goes on");
        }
        thread::sleep(Duration::from_millis(20));
    };
    assert_eq!(status.code(), Some(130));
    served.join().unwrap();
}
