//! The link's frames and messages: whatever arrives, no invalid frame is accepted, and the next intact frame is read.

use crate::support::cases::config;
use crate::support::random::Random;
use plyscope_core::othello::{Board, Colour, Move};
use plyscope_core::wire::{
    Algorithm, Clock, ClockSource, Command, Evaluation, FILE_NAME, Failure, FailureReason,
    Identity, LINE, LinkErrors, MAX_FRAME, MAX_PAYLOAD, Measurable, ProgressReport, Received,
    Receiver, Refusal, Response, SearchResult, StartCause, Statistics, StrongIdentity, Task,
    VERSION, WireError, decode, encode,
};
use plyscope_core::{Bound, Counts, Limits, Stop, Value};
use proptest::prelude::*;

fn frame<M: serde::Serialize>(id: u16, message: &M) -> Vec<u8> {
    encode(id, message, &mut [0; MAX_FRAME]).unwrap().to_vec()
}

/// What a receiver makes of these bytes: text, and requests decoded as a device would.
#[derive(Default)]
struct Heard {
    text: Vec<u8>,
    requests: Vec<(u16, Command)>,
    bad: usize,
}

fn hear(receiver: &mut Receiver, bytes: &[u8]) -> Heard {
    let mut heard = Heard::default();
    for &byte in bytes {
        let decoded = match receiver.push(byte) {
            None => continue,
            Some(Received::Text(byte)) => {
                heard.text.push(byte);
                continue;
            }
            Some(Received::Payload(payload)) => {
                assert!(payload.len() <= MAX_PAYLOAD);
                decode::<Command>(payload).ok()
            }
            Some(Received::Garbled | Received::TooLong) => None,
        };
        match decoded {
            Some(request) => heard.requests.push(request),
            None => {
                heard.bad += 1;
                receiver.reject();
            }
        }
    }
    heard
}

fn task() -> Task {
    Task {
        algorithm: Algorithm::Rbfms,
        limits: Limits::depth(64),
        deepen: true,
        milliseconds: u32::MAX,
        progress: 100,
        ponder: true,
    }
}

fn requests() -> Vec<Command> {
    let board = Board { mover: 0x00ff_0000_ff00_0001, opponent: 1 << 63 };
    vec![
        Command::Hello,
        Command::SetPosition { board, mover: Colour::White },
        Command::Search { board, task: task() },
        Command::PonderHit,
        Command::Stop,
        Command::Statistics,
        Command::Measure(Measurable::LegalMoves),
        Command::Measure(Measurable::Perft(6)),
        Command::Measure(Measurable::EvaluationFromScratch),
        Command::Reset,
        Command::Evaluate { board, evaluation: Evaluation::Patterns },
        Command::Strong,
        Command::Failure,
    ]
}

/// The longest of each response.
fn responses() -> Vec<Response> {
    let clock = Clock { source: ClockSource::Emulator, hertz: u32::MAX };
    let most = u32::MAX;
    let mut counts = Counts::default();
    counts.generated = u64::MAX;
    counts.expanded = u64::MAX;
    counts.evaluated = u64::MAX;
    counts.pruned_by_window = u64::MAX;
    counts.pruned_by_estimate = u64::MAX;
    counts.most_frames = most;
    counts.most_children = most;
    let errors = LinkErrors {
        framing: most,
        too_long: most,
        checksum: most,
        version: most,
        message: most,
        abandoned: most,
        lost: most,
        long_lines: most,
    };
    vec![
        Response::Hello(Identity {
            firmware: (u16::MAX, u16::MAX, u16::MAX),
            clock,
            plies: most,
            children: most,
            evaluation: Evaluation::Patterns,
            weights: Some(most),
        }),
        Response::Done,
        Response::Refused(Refusal::Version { spoken: 255 }),
        Response::Progress(ProgressReport {
            best_move: Some(Move::PASS),
            value: Value::MIN,
            depth: most,
            nodes: u64::MAX,
            milliseconds: most,
        }),
        Response::Result(SearchResult {
            best_move: Some(Move::PASS),
            value: Value::MIN,
            bound: Bound::Unknown,
            depth: most,
            proven: true,
            line_ends_game: true,
            counts,
            stop: Stop::Capacity,
            ticks: u64::MAX,
            principal_variation: (0..LINE).map(|_| Move::PASS).collect(),
        }),
        Response::Statistics(Statistics {
            uptime: u64::MAX,
            clock,
            start: StartCause::Watchdog,
            stack: most,
            stack_used: most,
            ram: most,
            flash: most,
            frames: most,
            errors,
            searches: most,
            nodes: u64::MAX,
        }),
        Response::Measured { times: u64::MAX, ticks: u64::MAX },
        Response::Value(Value::MIN),
        Response::Strong(StrongIdentity { weights: most, slots: most, depth: most, empties: most }),
        Response::Failure(None),
        Response::Failure(Some(Failure {
            reason: FailureReason::Watchdog,
            pc: most,
            lr: most,
            cfsr: most,
            address: most,
            file: "x".repeat(FILE_NAME).as_str().try_into().unwrap(),
            line: most,
            uptime: u64::MAX,
            count: most,
        })),
    ]
}

#[test]
fn every_message_comes_back_as_it_was_and_the_longest_fit() {
    for (id, request) in (u16::MAX - 20..).zip(requests()) {
        let heard = hear(&mut Receiver::new(), &frame(id, &request));
        assert_eq!(heard.requests, [(id, request)]);
        assert_eq!((heard.text.len(), heard.bad), (0, 0));
    }
    for response in responses() {
        let bytes = frame(u16::MAX, &response);
        assert!(bytes.len() <= MAX_FRAME && bytes[1..bytes.len() - 1].iter().all(|&b| b != 0));
        let mut receiver = Receiver::new();
        let mut answers = 0;
        for &byte in &bytes {
            if let Some(received) = receiver.push(byte) {
                let Received::Payload(payload) = received else { panic!("{received:?}") };
                assert_eq!(decode::<Response>(payload), Ok((u16::MAX, response.clone())));
                answers += 1;
            }
        }
        assert_eq!(answers, 1);
    }
}

#[test]
fn no_message_with_one_bit_flipped_is_taken_for_right() {
    for request in requests() {
        let bytes = frame(77, &request);
        for place in 0..bytes.len() {
            for bit in 0..8 {
                let mut garbled = bytes.clone();
                garbled[place] ^= 1 << bit;
                let heard = hear(&mut Receiver::new(), &garbled);
                assert!(heard.requests.is_empty(), "{request:?}, byte {place}, bit {bit}");
            }
        }
    }
}

#[test]
fn another_version_is_told_apart_from_noise() {
    /// A message of another version, as this one's would look.
    #[derive(serde::Serialize)]
    struct Later {
        version: u8,
        rest: [u8; 9],
    }
    let mut payload = [0; 64];
    let later = Later { version: VERSION + 1, rest: [7; 9] };
    let crc = crc::Crc::<u32>::new(&crc::CRC_32_ISO_HDLC);
    let length = postcard::to_slice(&later, &mut payload).unwrap().len();
    let checksum = crc.checksum(&payload[..length]).to_le_bytes();
    payload[length..length + 4].copy_from_slice(&checksum);
    let found = decode::<Command>(&payload[..length + 4]);
    assert_eq!(found, Err(WireError::Version { found: VERSION + 1 }));
    payload[3] ^= 1;
    assert_eq!(decode::<Command>(&payload[..length + 4]), Err(WireError::Checksum));
}

#[test]
fn a_message_that_does_not_exist_or_is_followed_by_more_is_no_message() {
    #[derive(serde::Serialize)]
    struct Envelope<M> {
        version: u8,
        id: u16,
        message: M,
    }
    let payload = |message: &[u8]| {
        let envelope = Envelope { version: VERSION, id: 1, message };
        let mut bytes = postcard::to_slice(&envelope, &mut [0; 64]).unwrap().to_vec();
        // The length that postcard puts before a slice.
        bytes.remove(2);
        let crc = crc::Crc::<u32>::new(&crc::CRC_32_ISO_HDLC);
        bytes.extend(crc.checksum(&bytes).to_le_bytes());
        bytes
    };
    assert_eq!(decode::<Command>(&payload(&[0])), Ok((1, Command::Hello)));
    for wrong in [&[200][..], &[], &[0, 0], &[6, 99], &[2, 1, 2], &[8, 0, 0, 3]] {
        assert_eq!(decode::<Command>(&payload(wrong)), Err(WireError::Message), "{wrong:?}");
    }
    assert_eq!(decode::<Command>(&[]), Err(WireError::Checksum));
}

#[test]
fn a_move_that_is_none_is_refused() {
    let bytes: &[u8] = &[65];
    assert!(postcard::from_bytes::<Move>(bytes).is_err());
    assert_eq!(postcard::from_bytes::<Move>(&[64]), Ok(Move::PASS));
}

#[test]
fn text_between_frames_is_text() {
    let mut bytes = b"d3\r".to_vec();
    bytes.extend(frame(1, &Command::Hello));
    bytes.extend(b"help\r");
    let heard = hear(&mut Receiver::new(), &bytes);
    assert_eq!(heard.text, b"d3\rhelp\r");
    assert_eq!(heard.requests, [(1, Command::Hello)]);
}

#[test]
fn a_frame_that_nobody_goes_on_with_can_be_abandoned() {
    let mut receiver = Receiver::new();
    let bytes = frame(1, &Command::Statistics);
    hear(&mut receiver, &bytes[..4]);
    assert!(receiver.is_within_frame());
    assert!(receiver.abandon(), "some of it had come");
    assert_eq!(hear(&mut receiver, b"d3").text, b"d3");
    // Between two frames there is nothing to abandon.
    hear(&mut receiver, &[0]);
    assert!(!receiver.abandon());
}

#[test]
fn frames_that_are_too_long_are_told_once_and_skipped() {
    let mut bytes = vec![0];
    bytes.extend([5; 3 * MAX_PAYLOAD]);
    bytes.push(0);
    bytes.extend(frame(9, &Command::Stop));
    let heard = hear(&mut Receiver::new(), &bytes);
    assert_eq!((heard.bad, heard.requests), (1, vec![(9, Command::Stop)]));
}

/// A hundred thousand pieces of noise, and of frames cut, mutated and joined. No request is read that was not sent intact,
/// and of two frames after them the second is always read. (The first is missed if only the closing zero of a frame was
/// lost, because its own opening zero then closes that frame.)
#[test]
fn after_any_noise_the_second_frame_is_read() {
    let mut random = Random::new(1);
    let all = requests();
    let mut receiver = Receiver::new();
    let mut wrong = 0;
    for round in 0..100_000u32 {
        let mut bytes = Vec::new();
        for _ in 0..random.below(4) {
            let mut piece = frame(0, &all[random.below(all.len() as u64) as usize]);
            match random.below(4) {
                0 => piece.truncate(random.below(piece.len() as u64) as usize),
                1 => {
                    let place = random.below(piece.len() as u64) as usize;
                    piece[place] ^= 1 << random.below(8);
                }
                2 => drop(piece.drain(..random.below(piece.len() as u64) as usize)),
                _ => piece = (0..random.below(300)).map(|_| random.bits() as u8).collect(),
            }
            bytes.extend(piece);
        }
        let id = 1 + (round % 60_000) as u16;
        bytes.extend(frame(id, &Command::Hello).repeat(2));
        let heard = hear(&mut receiver, &bytes);
        assert_eq!(heard.requests.last(), Some(&(id, Command::Hello)), "round {round}");
        // A bit flipped into a frame's end may leave an intact frame, which was sent with number 0.
        wrong += heard.requests.iter().filter(|(found, _)| *found != id && *found != 0).count();
    }
    assert_eq!(wrong, 0);
}

proptest! {
    #![proptest_config(config(256))]

    #[test]
    fn any_bytes_are_heard_without_a_panic(bytes: Vec<u8>, cuts: Vec<u8>) {
        let mut receiver = Receiver::new();
        let mut rest = &bytes[..];
        for cut in cuts {
            let (now, later) = rest.split_at(usize::from(cut).min(rest.len()));
            hear(&mut receiver, now);
            receiver.abandon();
            rest = later;
        }
        hear(&mut receiver, rest);
        let _ = decode::<Response>(&bytes);
        let _ = decode::<Command>(&bytes);
    }
}
