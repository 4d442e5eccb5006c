//! The real firmware in QEMU: no input puts it out of step, and it reports what is wrong with the input.
//!
//! Ignored by default, because they need QEMU and the built firmware; `tests/run` provides both and runs them.

use std::time::Duration;

use plyscope::device::Device;
use plyscope_core::Limits;
use plyscope_core::othello::{Board, Colour};
use plyscope_core::wire::{
    Command, MAX_FRAME, MAX_PAYLOAD, Measurable, Refusal, Response, Task, VERSION, encode,
};
use plyscope_tests::firmware::{SILENCE, emulate, listen, statistics, still_searches_right, task};
use plyscope_tests::random::Random;

fn sample_requests() -> Vec<Command> {
    let task = Task {
        algorithm: plyscope_core::wire::Algorithm::AlphaBeta,
        limits: Limits::depth(2),
        deepen: false,
        milliseconds: 0,
        progress: 0,
        ponder: false,
    };
    vec![
        Command::Hello,
        Command::SetPosition { board: Board::START, mover: Colour::Black },
        Command::Search { board: Board::START, task },
        Command::PonderHit,
        Command::Stop,
        Command::Statistics,
        Command::Measure(Measurable::Perft(3)),
    ]
}

/// A piece of input: a frame whole, cut, mutated or glued to others, or noise.
fn piece(random: &mut Random, requests: &[Command]) -> Vec<u8> {
    let pick = |random: &mut Random| {
        let request = &requests[random.below(requests.len() as u64) as usize];
        let id = 40_000 + random.below(20_000) as u16;
        encode(id, request, &mut [0; MAX_FRAME]).unwrap().to_vec()
    };
    let mut bytes = pick(random);
    match random.below(6) {
        0 => bytes.truncate(random.below(bytes.len() as u64) as usize),
        1 => {
            for _ in 0..=random.below(3) {
                let place = random.below(bytes.len() as u64) as usize;
                bytes[place] ^= 1 << random.below(8);
            }
        }
        2 => drop(bytes.drain(..random.below(bytes.len() as u64) as usize)),
        3 => bytes.extend(pick(random)),
        4 => {
            bytes = (0..random.below(400)).map(|_| random.bits() as u8).collect();
        }
        _ => {
            let place = random.below(bytes.len() as u64) as usize;
            bytes.insert(place, random.bits() as u8);
        }
    }
    bytes
}

/// Sends this many pieces of bad input. The counts of the answers are in proportion.
fn check_bad_frames(rounds: u32) {
    let mut device = emulate();
    let mut random = Random::new(11);
    let requests = sample_requests();
    let mut answers = 0;
    for round in 0..rounds {
        device.send_bytes(&piece(&mut random, &requests)).unwrap();
        // Its answers are to be read, or the link stops.
        if round % 20 == 0 {
            answers += listen(&mut device, Duration::from_millis(1)).len();
        }
        if round % (rounds / 4) == rounds / 4 - 1 {
            answers += listen(&mut device, SILENCE).len();
            assert!(matches!(device.ask(&Command::Hello), Ok(Response::Hello(_))));
        }
    }
    answers += listen(&mut device, SILENCE).len();
    assert!(matches!(device.ask(&Command::Hello), Ok(Response::Hello(_))));
    still_searches_right(&mut device);
    let now = statistics(&mut device);
    let errors = now.errors;
    assert!(errors.framing > rounds / 20 && errors.checksum > rounds / 20, "{errors:?}");
    assert!(errors.too_long > rounds / 200, "{errors:?}");
    // In one boot: it has not restarted in between.
    assert!(now.frames > rounds / 5, "{now:?}");
    assert!(answers > rounds as usize / 5 * 4, "{answers} answers");
    println!("{answers} answers, {now:?}");
}

#[test]
#[ignore = "needs QEMU and the firmware: tests/run"]
fn three_hundred_bad_frames_leave_it_answering_and_searching_right() {
    check_bad_frames(300);
}

mod nightly {
    #[test]
    #[ignore = "needs QEMU and the firmware, and takes minutes"]
    fn ten_thousand_bad_frames_leave_it_answering_and_searching_right() {
        super::check_bad_frames(10_000);
    }
}

#[test]
#[ignore = "needs QEMU and the firmware: tests/run"]
fn a_flood_is_answered_or_dropped_and_counted() {
    let mut device = emulate();
    let mut random = Random::new(5);
    // As fast as the emulator accepts it, which is faster than a serial line.
    for _ in 0..60 {
        let noise: Vec<u8> = (0..2000).map(|_| random.bits() as u8).collect();
        device.send_bytes(&noise).unwrap();
        listen(&mut device, Duration::from_millis(1));
    }
    // And the same line of text over and over.
    for _ in 0..20 {
        device.send_bytes(&b"board\r".repeat(50)).unwrap();
        listen(&mut device, Duration::from_millis(1));
    }
    listen(&mut device, SILENCE);
    still_searches_right(&mut device);
    let errors = statistics(&mut device).errors;
    assert!(errors.framing + errors.checksum + errors.too_long > 100, "{errors:?}");
}

/// The device's answers to raw bytes.
fn answer(device: &mut Device, bytes: &[u8]) -> Vec<Response> {
    device.send_bytes(bytes).unwrap();
    listen(device, SILENCE).into_iter().map(|(_, response)| response).collect()
}

#[test]
#[ignore = "needs QEMU and the firmware: tests/run"]
fn wrong_frames_are_answered_by_what_is_wrong_with_them() {
    let mut device = emulate();
    let hello = encode(5, &Command::Hello, &mut [0; MAX_FRAME]).unwrap().to_vec();
    let garbled = [Response::Refused(Refusal::Garbled)];

    let mut flipped = hello.clone();
    // The number: no zero comes or goes, so that the frame stays one.
    flipped[3] ^= 1;
    assert_eq!(answer(&mut device, &flipped), garbled);
    assert_eq!(statistics(&mut device).errors.checksum, 1);

    let mut long = vec![0];
    long.extend([7; MAX_PAYLOAD + 40]);
    long.push(0);
    assert_eq!(answer(&mut device, &long), garbled);
    assert_eq!(statistics(&mut device).errors.too_long, 1);

    assert_eq!(answer(&mut device, &[0, 9, 1, 1, 0]), garbled);
    assert_eq!(statistics(&mut device).errors.framing, 1);

    // A host that vanishes in the middle of a frame, and comes back.
    assert_eq!(answer(&mut device, &hello[..4]), []);
    assert_eq!(statistics(&mut device).errors.abandoned, 1);
    assert!(matches!(device.ask(&Command::Hello), Ok(Response::Hello(_))));

    // A message of version 2, whatever it says; without zeros, so that COBS has but one byte for it.
    let crc = crc::Crc::<u32>::new(&crc::CRC_32_ISO_HDLC);
    let mut payload = vec![VERSION + 1, 1, 2, 3];
    payload.extend(crc.checksum(&payload).to_le_bytes());
    assert!(!payload.contains(&0));
    let mut frame = vec![0, payload.len() as u8 + 1];
    frame.extend(payload);
    frame.push(0);
    let version = Response::Refused(Refusal::Version { spoken: VERSION });
    assert_eq!(answer(&mut device, &frame), [version]);
    assert_eq!(statistics(&mut device).errors.version, 1);
}

fn refusal(device: &mut Device, request: &Command) -> Refusal {
    let mut bytes = [0; MAX_FRAME];
    let frame = encode(900, request, &mut bytes).unwrap();
    match answer(device, frame).as_slice() {
        [Response::Refused(refusal)] => *refusal,
        other => panic!("{other:?}"),
    }
}

#[test]
#[ignore = "needs QEMU and the firmware: tests/run"]
fn what_cannot_be_done_is_refused_and_says_why() {
    let mut device = emulate();
    let search = |board, limits| Command::Search { board, task: task(limits) };
    let overlap = Board { mover: 3, opponent: 1 };
    let full = Board { mover: u64::MAX, opponent: 0 };
    let cases = [
        (search(overlap, Limits::depth(3)), Refusal::IllegalPosition),
        (Command::SetPosition { board: overlap, mover: Colour::Black }, Refusal::IllegalPosition),
        (search(full, Limits::depth(3)), Refusal::GameOver),
        (search(Board::START, Limits::depth(0)), Refusal::Limits),
        (search(Board::START, Limits::nodes(0)), Refusal::Limits),
        (Command::PonderHit, Refusal::NotPondering),
        (Command::Measure(Measurable::Perft(9)), Refusal::Limits),
    ];
    for (request, expected) in cases {
        assert_eq!(refusal(&mut device, &request), expected, "{request:?}");
    }
    // Another search must wait for the first.
    device.send(800, &search(Board::START, Limits::depth(60))).unwrap();
    assert_eq!(refusal(&mut device, &search(Board::START, Limits::depth(3))), Refusal::Busy);
    assert_eq!(refusal(&mut device, &Command::Measure(Measurable::Flips)), Refusal::Busy);
}
