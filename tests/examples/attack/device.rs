//! A device at the other end of a TCP connection, which behaves well or misbehaves in one way.

use std::io::{Read as _, Write as _};
use std::net::{TcpListener, TcpStream};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

use plyscope_core::othello::Move;
use plyscope_core::wire::{
    Clock, ClockSource, Command, Evaluation, Identity, LinkErrors, MAX_FRAME, ProgressReport,
    Received, Receiver, Refusal, Response, SearchResult, StartCause, Statistics, StrongIdentity,
    decode, encode,
};
use plyscope_core::{Bound, Counts, Stop, Value};

use super::random::Random;

/// What a device does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Act {
    /// Writes this at once, and then nothing.
    Says(&'static [u8]),
    /// Writes this without end.
    Repeats(&'static [u8]),
    /// Writes random bytes without end.
    Noise,
    /// Writes a byte each fifth of a second.
    Drips,
    /// Closes the connection at once.
    Closes,
    /// Closes it when the first byte comes, which then is lost.
    Resets,
    /// Answers every command in this way.
    Answers(Answer),
    /// Answers the first command well, and every other one in this way.
    Then(Answer),
}

/// How a device answers a command.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Answer {
    Well,
    Nothing,
    /// Closes the connection.
    End,
    WrongNumber,
    WrongChecksum,
    AnotherVersion,
    Cut,
    Twice,
    Slowly,
    InBytes,
    AfterText(&'static [u8]),
    AfterGarbage,
    /// A frame that holds arbitrary bytes, with the right checksum.
    Nonsense,
    /// The answer with some bytes changed.
    Damaged,
    ProgressForEver,
    Refuses(Refusal),
    Always(Kind),
    Identity(Odd),
    Move(Option<u8>),
    Values,
}

/// A response, whatever the command was.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    Hello,
    Done,
    Progress,
    Result,
    Statistics,
    Measured,
    Value,
    Strong,
    NoFailure,
}

/// An identity that no device has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Odd {
    NoClock,
    FastClock,
    NoFrames,
    ManyFrames,
    OtherEvaluation,
    OtherWeights,
    OldFirmware,
}

/// A device that listens until it is dropped.
pub(crate) struct Device {
    /// Its port on 127.0.0.1.
    pub(crate) port: u16,
    over: Arc<AtomicBool>,
}

impl Device {
    /// A device that does this.
    pub(crate) fn start(act: Act, random: Random) -> Result<Self, String> {
        let listener = TcpListener::bind("127.0.0.1:0").map_err(|error| error.to_string())?;
        let port = listener.local_addr().map_err(|error| error.to_string())?.port();
        listener.set_nonblocking(true).map_err(|error| error.to_string())?;
        let over = Arc::new(AtomicBool::new(false));
        let ends = Arc::clone(&over);
        thread::spawn(move || {
            while !ends.load(Ordering::Relaxed) {
                match listener.accept() {
                    Ok((stream, _)) => {
                        let (ends, random) = (Arc::clone(&ends), random.clone());
                        thread::spawn(move || converse(stream, act, random, &ends));
                    }
                    Err(_) => thread::sleep(Duration::from_millis(5)),
                }
            }
        });
        Ok(Self { port, over })
    }

    /// A device that behaves well, and one that writes this without end.
    pub(crate) fn well() -> Result<Self, String> {
        Self::start(Act::Answers(Answer::Well), Random::new(0, ""))
    }

    /// A device that writes this without end.
    pub(crate) fn endless(text: &'static [u8]) -> Result<Self, String> {
        Self::start(Act::Repeats(text), Random::new(0, ""))
    }
}

impl Drop for Device {
    fn drop(&mut self) {
        self.over.store(true, Ordering::Relaxed);
    }
}

/// A connection; an error ends it.
fn converse(mut stream: TcpStream, act: Act, mut random: Random, ends: &AtomicBool) -> Option<()> {
    stream.set_nonblocking(false).ok()?;
    stream.set_read_timeout(Some(Duration::from_millis(50))).ok()?;
    stream.set_write_timeout(Some(Duration::from_secs(1))).ok()?;
    match act {
        Act::Closes => return None,
        Act::Says(text) => stream.write_all(text).ok()?,
        Act::Resets => {
            // Bytes that were not read make it a reset.
            thread::sleep(Duration::from_millis(300));
            return None;
        }
        _ => {}
    }
    let mut frames = Receiver::new();
    let mut buffer = [0; 256];
    let mut count = 0;
    let mut for_ever = None;
    while !ends.load(Ordering::Relaxed) {
        match act {
            Act::Repeats(text) => {
                let _ = stream.write_all(&text.repeat(4096 / text.len()));
                continue;
            }
            Act::Noise => {
                let noise: Vec<u8> = (0..4096).map(|_| random.byte()).collect();
                let _ = stream.write_all(&noise);
                continue;
            }
            Act::Drips => {
                stream.write_all(b"x").ok()?;
                thread::sleep(Duration::from_millis(200));
                continue;
            }
            _ => {}
        }
        if let Some(id) = for_ever {
            stream.write_all(&frame(id, &response(Kind::Progress))?).ok()?;
        }
        let read = match stream.read(&mut buffer) {
            Ok(0) => return None,
            Ok(read) => read,
            Err(_) => continue,
        };
        for &byte in buffer.get(..read)? {
            match frames.push(byte) {
                Some(Received::Payload(payload)) => {
                    let Ok((id, asked)) = decode::<Command>(payload) else {
                        continue;
                    };
                    count += 1;
                    let answer = match act {
                        Act::Answers(answer) => answer,
                        Act::Then(answer) if count > 1 => answer,
                        Act::Then(_) => Answer::Well,
                        _ => continue,
                    };
                    if answer == Answer::ProgressForEver {
                        for_ever = Some(id);
                    }
                    reply(&mut stream, answer, id, &asked, &mut random)?;
                }
                // A person's line is answered by a prompt.
                Some(Received::Text(b'\r')) => stream.write_all(b"\r\n> ").ok()?,
                _ => {}
            }
        }
    }
    None
}

fn frame(id: u16, response: &Response) -> Option<Vec<u8>> {
    encode(id, response, &mut [0; MAX_FRAME]).ok().map(<[u8]>::to_vec)
}

fn well(asked: &Command) -> Response {
    match asked {
        Command::Hello => response(Kind::Hello),
        Command::Search { .. } => response(Kind::Result),
        Command::Statistics => response(Kind::Statistics),
        Command::Measure(_) => response(Kind::Measured),
        Command::Evaluate { .. } => response(Kind::Value),
        Command::Strong => response(Kind::Strong),
        Command::Failure => response(Kind::NoFailure),
        Command::SetPosition { .. } | Command::PonderHit | Command::Stop | Command::Reset => {
            Response::Done
        }
    }
}

fn reply(
    stream: &mut TcpStream,
    answer: Answer,
    id: u16,
    asked: &Command,
    random: &mut Random,
) -> Option<()> {
    let good = frame(id, &well(asked))?;
    let bytes = match answer {
        Answer::Well => good,
        Answer::Nothing => return Some(()),
        Answer::End => return None,
        Answer::WrongNumber => frame(id.wrapping_add(1), &well(asked))?,
        Answer::WrongChecksum | Answer::Damaged => {
            let mut bytes = good;
            let changes = if answer == Answer::Damaged { 1 + random.below(6) } else { 1 };
            for _ in 0..changes {
                let place = 1 + random.below(bytes.len() as u64 - 2) as usize;
                *bytes.get_mut(place)? ^= 1 << random.below(8);
            }
            bytes
        }
        // The version is the first byte, and encodes as itself.
        Answer::AnotherVersion => {
            let mut bytes = good;
            *bytes.get_mut(2)? = 99;
            bytes
        }
        Answer::Cut => good.get(..good.len() / 2)?.to_vec(),
        Answer::Twice => good.repeat(2),
        Answer::Slowly => {
            thread::sleep(Duration::from_millis(1500));
            good
        }
        Answer::InBytes => {
            for byte in good {
                stream.write_all(&[byte]).ok()?;
                thread::sleep(Duration::from_millis(10));
            }
            return Some(());
        }
        Answer::AfterText(text) => [text, &good].concat(),
        Answer::AfterGarbage => {
            let noise = (0..500).map(|_| random.byte());
            noise.chain([0]).chain(good).collect()
        }
        Answer::Nonsense => {
            let mut noise = [0_u8; 40];
            noise.iter_mut().for_each(|byte| *byte = random.byte());
            // An array is encoded as its bytes: the first one stands for the kind of response.
            noise[0] %= 10;
            let split: ([u8; 20], [u8; 20]) =
                (noise.first_chunk().copied()?, noise.last_chunk().copied()?);
            encode(id, &split, &mut [0; MAX_FRAME]).ok()?.to_vec()
        }
        Answer::ProgressForEver => return Some(()),
        Answer::Refuses(refusal) => frame(id, &Response::Refused(refusal))?,
        Answer::Always(kind) => frame(id, &response(kind))?,
        Answer::Identity(odd) if matches!(asked, Command::Hello) => {
            frame(id, &Response::Hello(identity(Some(odd))))?
        }
        Answer::Move(square) if matches!(asked, Command::Search { .. }) => {
            let best_move = square.and_then(|square| Move::try_from(square).ok());
            frame(id, &Response::Result(SearchResult { best_move, ..result() }))?
        }
        Answer::Values if matches!(asked, Command::Search { .. }) => {
            frame(id, &Response::Result(extreme()?))?
        }
        Answer::Identity(_) | Answer::Move(_) | Answer::Values => good,
    };
    stream.write_all(&bytes).ok()
}

fn identity(odd: Option<Odd>) -> Identity {
    let mut identity = Identity {
        firmware: (0, 1, 0),
        clock: Clock { source: ClockSource::Crystal, hertz: 168_000_000 },
        plies: 64,
        children: 1024,
        evaluation: Evaluation::Simple,
        weights: None,
    };
    match odd {
        Some(Odd::NoClock) => identity.clock.hertz = 0,
        Some(Odd::FastClock) => identity.clock.hertz = u32::MAX,
        Some(Odd::NoFrames) => (identity.plies, identity.children) = (0, 0),
        Some(Odd::ManyFrames) => (identity.plies, identity.children) = (u32::MAX, u32::MAX),
        Some(Odd::OtherEvaluation) => identity.evaluation = Evaluation::Bill,
        Some(Odd::OtherWeights) => identity.weights = Some(u32::MAX),
        Some(Odd::OldFirmware) => identity.firmware = (u16::MAX, u16::MAX, u16::MAX),
        None => {}
    }
    identity
}

fn result() -> SearchResult {
    SearchResult {
        best_move: Move::try_from(19_u8).ok(),
        value: Value::new(3),
        bound: Bound::Exact,
        depth: 3,
        proven: false,
        line_ends_game: false,
        counts: Counts::default(),
        stop: Stop::Completed,
        ticks: 1000,
        principal_variation: Move::try_from(19_u8).into_iter().collect(),
    }
}

/// A result of the largest numbers.
fn extreme() -> Option<SearchResult> {
    let mut counts = Counts::default();
    counts.generated = u64::MAX;
    counts.expanded = u64::MAX;
    counts.evaluated = u64::MAX;
    Some(SearchResult {
        value: Value::new(i32::MAX),
        depth: u32::MAX,
        proven: true,
        line_ends_game: true,
        counts,
        ticks: u64::MAX,
        principal_variation: (0_u8..60).map_while(|square| Move::try_from(square).ok()).collect(),
        ..result()
    })
}

fn response(kind: Kind) -> Response {
    let clock = Clock { source: ClockSource::Crystal, hertz: 168_000_000 };
    match kind {
        Kind::Hello => Response::Hello(identity(None)),
        Kind::Done => Response::Done,
        Kind::Progress => Response::Progress(ProgressReport {
            best_move: None,
            value: Value::new(0),
            depth: 1,
            nodes: 1,
            milliseconds: 1,
        }),
        Kind::Result => Response::Result(result()),
        Kind::Statistics => Response::Statistics(Statistics {
            uptime: u64::MAX,
            clock,
            start: StartCause::Watchdog,
            stack: 0,
            stack_used: u32::MAX,
            ram: u32::MAX,
            flash: 0,
            frames: u32::MAX,
            errors: LinkErrors::default(),
            searches: u32::MAX,
            nodes: u64::MAX,
        }),
        Kind::Measured => Response::Measured { times: 0, ticks: u64::MAX },
        Kind::Value => Response::Value(Value::new(i32::MIN + 1)),
        Kind::Strong => {
            Response::Strong(StrongIdentity { weights: 1, slots: 0, depth: 0, empties: u32::MAX })
        }
        Kind::NoFailure => Response::Failure(None),
    }
}
