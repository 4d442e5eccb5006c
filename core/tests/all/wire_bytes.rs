//! The bytes of messages. They define the protocol: a change here must also raise [`VERSION`].

use plyscope_core::othello::{Board, Colour, Move};
use plyscope_core::wire::{
    Algorithm, Clock, ClockSource, Command, Evaluation, Failure, FailureReason, Identity,
    LinkErrors, MAX_FRAME, Measurable, ProgressReport, Received, Receiver, Refusal, Response,
    SearchResult, StartCause, Statistics, StrongIdentity, Task, VERSION, decode, encode,
};
use plyscope_core::{Bound, Counts, Limits, Stop, Value};

const BOARD: Board = Board { mover: 1 | 1 << 35, opponent: 1 << 63 };
const CLOCK: Clock = Clock { source: ClockSource::Crystal, hertz: 168_000_000 };

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// The frame of a message without its COBS and its zeros.
fn payload(frame: &[u8]) -> Vec<u8> {
    let mut receiver = Receiver::new();
    let payloads: Vec<Vec<u8>> = frame
        .iter()
        .filter_map(|&byte| match receiver.push(byte) {
            Some(Received::Payload(payload)) => Some(payload.to_vec()),
            _ => None,
        })
        .collect();
    let [payload] = &payloads[..] else { panic!("{} payloads", payloads.len()) };
    payload.clone()
}

/// Checks that a message has these bytes between the number of its request and its checksum, and is read from them.
fn check<M>(message: &M, bytes: &str)
where
    M: serde::Serialize + serde::de::DeserializeOwned + PartialEq + std::fmt::Debug,
{
    let mut buffer = [0; MAX_FRAME];
    let payload = payload(encode(1, message, &mut buffer).unwrap());
    assert_eq!(payload[..2], [VERSION, 1]);
    let found = hex(&payload[2..payload.len() - 4]);
    assert_eq!(found, bytes, "{message:?}");
    assert_eq!(decode::<M>(&payload), Ok((1, decode::<M>(&payload).unwrap().1)));
    assert_eq!(decode::<M>(&payload).unwrap().1, *message);
}

fn task(algorithm: Algorithm) -> Task {
    Task {
        algorithm,
        limits: Limits::depth(8).and_nodes(100_000),
        deepen: true,
        milliseconds: 500,
        progress: 100,
        ponder: false,
    }
}

fn result(bound: Bound, stop: Stop) -> SearchResult {
    let mut counts = Counts::default();
    counts.generated = 1000;
    counts.expanded = 200;
    counts.evaluated = 900;
    counts.pruned_by_window = 50;
    counts.pruned_by_estimate = 7;
    counts.most_frames = 8;
    counts.most_children = 61;
    SearchResult {
        best_move: Move::to(19),
        value: Value::new(-300),
        bound,
        depth: 8,
        proven: false,
        line_ends_game: true,
        counts,
        stop,
        ticks: 1 << 33,
        principal_variation: [Move::to(19), Move::to(63), Some(Move::PASS)]
            .into_iter()
            .flatten()
            .collect(),
    }
}

#[test]
fn a_frame_has_a_version_a_number_a_message_and_a_checksum_without_zeros() {
    let mut buffer = [0; MAX_FRAME];
    let frame = encode(
        300,
        &Command::SetPosition { board: Board::START, mover: Colour::Black },
        &mut buffer,
    );
    assert_eq!(hex(frame.unwrap()), "001104ac0201808080808101808080c080020593784d0d00");
}

#[test]
fn what_a_host_asks_has_these_bytes() {
    check(&Command::Hello, "00");
    check(
        &Command::SetPosition { board: BOARD, mover: Colour::Black },
        "018180808080018080808080808080800100",
    );
    check(
        &Command::SetPosition { board: BOARD, mover: Colour::White },
        "018180808080018080808080808080800101",
    );
    check(
        &Command::Search { board: BOARD, task: task(Algorithm::AlphaBeta) },
        "02818080808001808080808080808080010008a08d0601f4036400",
    );
    check(
        &Command::Search { board: BOARD, task: task(Algorithm::ForwardEstimation) },
        "02818080808001808080808080808080010108a08d0601f4036400",
    );
    check(
        &Command::Search { board: BOARD, task: task(Algorithm::Rbfms) },
        "02818080808001808080808080808080010208a08d0601f4036400",
    );
    check(
        &Command::Search { board: BOARD, task: task(Algorithm::Strong) },
        "02818080808001808080808080808080010308a08d0601f4036400",
    );
    check(&Command::PonderHit, "03");
    check(&Command::Stop, "04");
    check(&Command::Statistics, "05");
    check(&Command::Measure(Measurable::LegalMoves), "0600");
    check(&Command::Measure(Measurable::Flips), "0601");
    check(&Command::Measure(Measurable::Evaluation), "0602");
    check(&Command::Measure(Measurable::Perft(6)), "060306");
    check(&Command::Measure(Measurable::EvaluationFromScratch), "0604");
    check(&Command::Reset, "07");
    check(
        &Command::Evaluate { board: BOARD, evaluation: Evaluation::Simple },
        "088180808080018080808080808080800100",
    );
    check(
        &Command::Evaluate { board: BOARD, evaluation: Evaluation::Bill },
        "088180808080018080808080808080800101",
    );
    check(
        &Command::Evaluate { board: BOARD, evaluation: Evaluation::Patterns },
        "088180808080018080808080808080800102",
    );
    check(&Command::Strong, "09");
    check(&Command::Failure, "0a");
    // Discs of both sides on one square: for the device to refuse, with its reason.
    let board = Board { mover: 1, opponent: 1 };
    check(&Command::Evaluate { board, evaluation: Evaluation::Simple }, "08010100");
}

#[test]
fn what_a_device_is_and_how_it_is_has_these_bytes() {
    let identity = Identity {
        firmware: (1, 22, 333),
        clock: CLOCK,
        plies: 64,
        children: 512,
        evaluation: Evaluation::Simple,
        weights: None,
    };
    check(&Response::Hello(identity), "000116cd020080f48d504080040000");
    let clock = Clock { source: ClockSource::Internal, hertz: 1 };
    let identity = Identity {
        clock,
        evaluation: Evaluation::Patterns,
        weights: Some(0x1234_5678),
        ..identity
    };
    check(&Response::Hello(identity), "000116cd0201014080040201f8acd19101");
    let errors = LinkErrors {
        framing: 1,
        too_long: 2,
        checksum: 3,
        version: 4,
        message: 5,
        abandoned: 6,
        lost: 7,
        long_lines: 8,
    };
    let statistics = Statistics {
        uptime: 100,
        clock: Clock { source: ClockSource::Emulator, hertz: 2 },
        start: StartCause::Power,
        stack: 11,
        stack_used: 12,
        ram: 13,
        flash: 14,
        frames: 15,
        errors,
        searches: 16,
        nodes: 17,
    };
    check(&Response::Statistics(statistics), "05640202000b0c0d0e0f01020304050607081011");
    check(
        &Response::Statistics(Statistics { start: StartCause::Pin, ..statistics }),
        "05640202010b0c0d0e0f01020304050607081011",
    );
    check(
        &Response::Statistics(Statistics { start: StartCause::Software, ..statistics }),
        "05640202020b0c0d0e0f01020304050607081011",
    );
    check(
        &Response::Statistics(Statistics { start: StartCause::Watchdog, ..statistics }),
        "05640202030b0c0d0e0f01020304050607081011",
    );
    check(&Response::Measured { times: 300, ticks: 70_000 }, "06ac02f0a204");
    let strong = StrongIdentity { weights: 0x1234_5678, slots: 512, depth: 24, empties: 30 };
    check(&Response::Strong(strong), "08f8acd191018004181e");
}

#[test]
fn failures_have_these_bytes() {
    let failure = Failure {
        reason: FailureReason::Panic,
        pc: 0,
        lr: 0,
        cfsr: 0,
        address: 0,
        file: "a.rs".try_into().unwrap(),
        line: 42,
        uptime: 300,
        count: 3,
    };
    check(&Response::Failure(Some(failure.clone())), "0901000000000004612e72732aac0203");
    let numbers = Failure {
        pc: 300,
        lr: 70_000,
        cfsr: 1,
        address: 2,
        file: Default::default(),
        line: 0,
        uptime: 0,
        count: 1,
        ..failure
    };
    for (reason, number) in [
        (FailureReason::Panic, "00"),
        (FailureReason::Fault, "01"),
        (FailureReason::Overflow, "02"),
        (FailureReason::Hang, "03"),
        (FailureReason::Watchdog, "04"),
    ] {
        let failure = Failure { reason, ..numbers.clone() };
        check(&Response::Failure(Some(failure)), &format!("0901{number}ac02f0a204010200000001"));
    }
    check(&Response::Failure(None), "0900");
}

#[test]
fn what_a_device_answers_has_these_bytes() {
    check(&Response::Done, "01");
    check(&Response::Value(Value::new(-5)), "0709");
    check(&Response::Value(Value::INFINITY), "07feffffff0f");
    check(&Response::Value(Value::NEG_INFINITY), "07fdffffff0f");
    let progress = ProgressReport {
        best_move: Some(Move::PASS),
        value: Value::new(7),
        depth: 3,
        nodes: 4000,
        milliseconds: 50,
    };
    check(&Response::Progress(progress), "0301400e03a01f32");
    check(&Response::Progress(ProgressReport { best_move: None, ..progress }), "03000e03a01f32");
    check(
        &Response::Result(result(Bound::Exact, Stop::Running)),
        "040113d70400080001e807c80184073207083d00808080802003133f40",
    );
    check(
        &Response::Result(result(Bound::Lower, Stop::Completed)),
        "040113d70401080001e807c80184073207083d01808080802003133f40",
    );
    check(
        &Response::Result(result(Bound::Upper, Stop::Nodes)),
        "040113d70402080001e807c80184073207083d02808080802003133f40",
    );
    check(
        &Response::Result(result(Bound::Estimate, Stop::Polled)),
        "040113d70403080001e807c80184073207083d03808080802003133f40",
    );
    check(
        &Response::Result(result(Bound::Unknown, Stop::Capacity)),
        "040113d70404080001e807c80184073207083d04808080802003133f40",
    );
}

#[test]
fn refusals_have_these_bytes() {
    check(&Response::Refused(Refusal::Garbled), "0200");
    check(&Response::Refused(Refusal::Version { spoken: 200 }), "0201c8");
    check(&Response::Refused(Refusal::Unknown), "0202");
    check(&Response::Refused(Refusal::IllegalPosition), "0203");
    check(&Response::Refused(Refusal::GameOver), "0204");
    check(&Response::Refused(Refusal::Limits), "0205");
    check(&Response::Refused(Refusal::NotPondering), "0206");
    check(&Response::Refused(Refusal::Busy), "0207");
    check(&Response::Refused(Refusal::NoSuchEvaluation), "0208");
    check(&Response::Refused(Refusal::DamagedWeights), "0209");
    check(&Response::Refused(Refusal::NoSuchAlgorithm), "020a");
}
