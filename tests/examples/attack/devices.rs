//! Devices that misbehave, at the other end of a TCP connection.

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use plyscope_core::wire::Refusal;
use rustix::process::Signal;

use super::case::{Attack, Case, Group, Verdict};
use super::device::{Act, Answer, Device, Kind, Odd};
use super::harness::{END, Running, allowed, command, tail, wait, words};
use super::random::Random;

const ESCAPES: &[u8] = b"\x1b]0;owned\x07\x1b[2J\x1b[6n\x1b]52;c;eA==\x07\x9b31m";

fn acts() -> Vec<(String, Act)> {
    let plain = [
        Act::Says(b""),
        Act::Says(b"lorem ipsum\r\n> "),
        Act::Says(ESCAPES),
        Act::Says(b"\0"),
        Act::Says(b"\0\0\0\0\0\0\0\0"),
        Act::Says(b"\0\xff\xff\xff\xff\0"),
        Act::Says(b"\xff\xfe\xc3\x28\r\n> "),
        Act::Repeats(b"a"),
        Act::Repeats(b"lorem ipsum\r\n> "),
        Act::Repeats(b"\0"),
        Act::Repeats(b"\0\x01"),
        Act::Repeats(ESCAPES),
        Act::Repeats(b"\xff"),
        Act::Noise,
        Act::Drips,
        Act::Closes,
        Act::Resets,
    ];
    let refusals = [
        Refusal::Garbled,
        Refusal::Version { spoken: 9 },
        Refusal::Unknown,
        Refusal::IllegalPosition,
        Refusal::GameOver,
        Refusal::Limits,
        Refusal::NotPondering,
        Refusal::Busy,
        Refusal::NoSuchEvaluation,
        Refusal::DamagedWeights,
        Refusal::NoSuchAlgorithm,
    ];
    let odd = [
        Odd::NoClock,
        Odd::FastClock,
        Odd::NoFrames,
        Odd::ManyFrames,
        Odd::OtherEvaluation,
        Odd::OtherWeights,
        Odd::OldFirmware,
    ];
    let kinds = [
        Kind::Hello,
        Kind::Done,
        Kind::Progress,
        Kind::Result,
        Kind::Statistics,
        Kind::Measured,
        Kind::Value,
        Kind::Strong,
        Kind::NoFailure,
    ];
    let moves = [None, Some(0), Some(19), Some(27), Some(63), Some(64)];
    let answers: Vec<Answer> = [
        Answer::Well,
        Answer::Nothing,
        Answer::End,
        Answer::WrongNumber,
        Answer::WrongChecksum,
        Answer::AnotherVersion,
        Answer::Cut,
        Answer::Twice,
        Answer::Slowly,
        Answer::InBytes,
        Answer::AfterText(b"lorem ipsum\r\n> "),
        Answer::AfterText(ESCAPES),
        Answer::AfterGarbage,
        Answer::Nonsense,
        Answer::Damaged,
        Answer::ProgressForEver,
        Answer::Values,
    ]
    .into_iter()
    .chain(refusals.map(Answer::Refuses))
    .chain(kinds.map(Answer::Always))
    .chain(odd.map(Answer::Identity))
    .chain(moves.map(Answer::Move))
    .collect();
    let answering = answers.iter().flat_map(|&answer| [Act::Answers(answer), Act::Then(answer)]);
    let all = plain.into_iter().chain(answering).enumerate();
    all.map(|(number, act)| (format!("{number}: {act:?}"), act)).collect()
}

/// Commands, what is typed, and whether the first interrupt is passed on to the device.
const COMMANDS: [(&str, &str, &str, bool); 4] = [
    ("info", "device info --tcp", "", false),
    ("search", "device search start --algorithm alpha-beta --depth 3 --tcp", "", false),
    (
        "match",
        "device match --pairs 1 --engine name=chip,algorithm=alpha-beta,depth=2 --against name=desk,algorithm=alpha-beta,depth=1 --tcp",
        "",
        false,
    ),
    ("play", "device play --tcp", "d3\nmoves\nlevel 2\n", true),
];

pub(crate) fn group(attack: &Attack) -> Group {
    let mut group = Group::default();
    let program = Arc::new(attack.program.clone());
    for (way, line, typed, passes_on) in COMMANDS {
        for (name, act) in acts() {
            let program = Arc::clone(&program);
            group.sampled.push(Case::new(format!("{way}, device {name}"), move |place, random| {
                attempt(&program, line, typed, passes_on, act, place, random)
            }));
        }
    }
    group
}

fn attempt(
    program: &Path,
    line: &str,
    typed: &str,
    passes_on: bool,
    act: Act,
    place: &Path,
    random: Random,
) -> Verdict {
    let device = Device::start(act, random)?;
    let line = format!("{line} 127.0.0.1:{}", device.port);
    let mut running = Running::start(command(program, place, &words(&line, place)))?;
    running.write(typed.as_bytes());
    drop(running.stdin.take());
    // What does not end by itself, because the device keeps it waiting, ends when it is told to.
    if !wait(Duration::from_secs(4), || !running.runs()) {
        running.signal(Signal::INT);
        if passes_on {
            wait(Duration::from_millis(300), || !running.runs());
            running.signal(Signal::INT);
        }
    }
    let limit = allowed(END);
    let (out, err) = (running.stdout.clone(), running.stderr.clone());
    let Some(ended) = running.end(limit) else {
        return Err(format!(
            "an interrupt does not end it within {limit:?}: {} {}",
            tail(&out.text()),
            tail(&err.text())
        ));
    };
    ended.is_sane(&[0, 1, 2, 130])?;
    ended.is_plain()?;
    // Quiet, it needs some 20 MB.
    ended.is_small(20 << 10)
}
