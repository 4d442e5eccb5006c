//! Floods: however much comes in, the program's memory has a bound.
#![cfg(target_os = "linux")]

use std::fs;
use std::io::{Read as _, Write as _};
use std::net::{TcpListener, TcpStream};
use std::process::Stdio;
use std::sync::mpsc::{Sender, channel};
use std::thread;
use std::time::{Duration, Instant};

use plyscope_core::wire::{
    self, Clock, ClockSource, Evaluation, Identity, MAX_FRAME, ProgressReport, Received, Receiver,
    Response,
};

use crate::common::directory;
use crate::plyscope::plyscope;

/// The most memory that a process has had, in KB.
pub(crate) fn peak(process: u32) -> u64 {
    let status = fs::read_to_string(format!("/proc/{process}/status")).expect("it runs");
    let line = status.lines().find(|line| line.starts_with("VmHWM:")).expect("a peak");
    line.split_whitespace().nth(1).unwrap().parse().unwrap()
}

/// What a flood may add to the memory of a quiet program, in KB.
const MOST: u64 = 32 << 10;

/// Floods the standard input of a command with this piece, again and again, up to 64 MB, or as much as it takes in a second. Its memory
/// must not grow by more than [`MOST`].
fn flood(arguments: &str, first: &str, piece: &[u8]) {
    let command = plyscope(arguments).typed().stdout(Stdio::null()).stderr(Stdio::null());
    let mut running = command.start();
    let mut input = running.input.take().unwrap();
    input.write_all(first.as_bytes()).unwrap();
    // A program that has nothing to do says nothing.
    thread::sleep(Duration::from_millis(300));
    let quiet = peak(running.child.id());
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
    let flooded = peak(running.child.id());
    assert!(running.runs(), "{arguments}: it has ended");
    running.kill();
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

/// A device that answers a greeting as it should, or not, and reports progress for ever; `asked` hears of it.
fn endless_device(greets: bool, asked: Sender<()>) -> (String, thread::JoinHandle<()>) {
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
                let Ok((id, command)) = wire::decode::<wire::Command>(payload) else { continue };
                if greets && command == wire::Command::Hello {
                    say(&stream, id, &Response::Hello(identity));
                    continue;
                }
                let _ = asked.send(());
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
    let (address, served) = endless_device(false, channel().0);
    let errors = plyscope(format!("device info --tcp {address}")).fails(1);
    assert!(errors.contains("another message than was asked for"), "{errors}");
    served.join().unwrap();
}

#[test]
fn the_first_interrupt_ends_a_search_on_a_device_that_reports_progress_for_ever() {
    let (asked, question) = channel();
    let (address, served) = endless_device(true, asked);
    let search = format!("device search --tcp {address} start --algorithm alpha-beta --depth 20");
    let running = plyscope(&search).start();
    question.recv_timeout(Duration::from_secs(30)).expect("a search");
    running.signal("INT");
    assert_eq!(running.ends().code, Some(130));
    served.join().unwrap();
}
