//! Input, answers and files without end: memory stays bounded, and the program goes on answering or ends.

use std::fs;
use std::io::{BufWriter, Write as _};
use std::path::{Path, PathBuf};
use std::process::ChildStdin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use rustix::process::Signal;

use super::case::{Attack, Case, Group, Verdict};
use super::device::Device;
use super::harness::{END, Running, allowed, command, is_small, tail, wait, words};
use super::random::Random;
use super::stand_in;
use super::writers::make_inputs;

/// How long input without end is written.
const FLOOD: Duration = Duration::from_secs(4);

/// Input without end: a name, what comes first, and what is repeated.
const INPUTS: [(&str, &str); 9] = [
    ("empty lines", "\n"),
    ("short lines", "y\n"),
    ("commands", "help\n"),
    ("lines of 1,000 bytes", "1000"),
    ("lines of a megabyte", "1000000"),
    ("lines of a megabyte that are no UTF-8", "-1000000"),
    ("a line without end", "x"),
    ("a line of zeros without end", "\0"),
    ("a line without end that is no UTF-8", "-"),
];

/// Commands, what they are told first, and whether the flood is read while they think.
const READERS: [(&str, &str, &str); 6] = [
    ("play that thinks", "play --plain --level 30 --side white --keep game.json", ""),
    ("play that waits", "play --plain --level 1 --keep game.json", ""),
    ("gtp that thinks", "gtp --st 3600", "genmove b\n"),
    ("gtp that waits", "gtp --st 1", ""),
    ("nboard that thinks", "nboard --st 3600", "nboard 2\nset depth 60\ngo\n"),
    ("nboard that waits", "nboard --st 1", "nboard 2\n"),
];

pub(crate) fn group(attack: &Attack) -> Group {
    let mut group = Group::default();
    let program = Arc::new(attack.program.clone());
    for (reader, line, first) in READERS {
        for (name, input) in INPUTS {
            let program = Arc::clone(&program);
            group.sampled.push(Case::new(format!("{reader}: {name}"), move |place, _| {
                input_without_end(&program, place, line, first, &block(input))
            }));
        }
    }
    for (name, input) in INPUTS {
        let program = Arc::clone(&program);
        group.sampled.push(Case::new(format!("device play: {name}"), move |place, _| {
            let device = Device::well()?;
            let line = format!("device play --tcp 127.0.0.1:{}", device.port);
            input_without_end(&program, place, &line, "", &block(input))
        }));
    }
    for text in [&b"lorem ipsum\r\n"[..], b"x", b"\0\x01"] {
        for line in ["device play", "device info", "device search start --algorithm fe --depth 2"] {
            let program = Arc::clone(&program);
            let name = format!(
                "{line}: a device writes {:?} without end",
                text.escape_ascii().to_string()
            );
            group.sampled.push(Case::new(name, move |place, _| {
                let device = Device::endless(text)?;
                output_without_end(
                    &program,
                    place,
                    &format!("{line} --tcp 127.0.0.1:{}", device.port),
                )
            }));
        }
    }
    engines(&mut group, &program);
    match make_inputs(attack) {
        Ok(inputs) => files(&mut group, &program, &inputs),
        Err(reason) => group.broken.push(reason),
    }
    group
}

/// What is written again and again.
fn block(input: &str) -> Vec<u8> {
    let letter = if input.starts_with('-') { b'\xff' } else { b'x' };
    match input.trim_start_matches('-') {
        "" => vec![letter; 1 << 16],
        number if number.parse::<usize>().is_ok() => {
            let length = number.parse().unwrap_or(1);
            let mut line = vec![letter; length];
            line.push(b'\n');
            line
        }
        text => text.repeat((1 << 16) / text.len()).into_bytes(),
    }
}

/// Writes without end, on a thread, until told to stop. A closed pipe ends it, too.
fn flood(pipe: ChildStdin, block: Vec<u8>, over: &Arc<AtomicBool>) -> thread::JoinHandle<()> {
    let over = Arc::clone(over);
    thread::spawn(move || {
        let mut pipe = BufWriter::new(pipe);
        while !over.load(Ordering::Relaxed) && pipe.write_all(&block).is_ok() {}
    })
}

/// The memory of a quiet program after a second.
fn quiet(program: &Path, place: &Path, line: &str, first: &str) -> Result<u64, String> {
    let mut running = Running::start(command(program, place, &words(line, place)))?;
    running.write(first.as_bytes());
    wait(Duration::from_millis(1000), || !running.runs());
    Ok(running.peak())
}

fn input_without_end(
    program: &Path,
    place: &Path,
    line: &str,
    first: &str,
    block: &[u8],
) -> Verdict {
    let quiet = quiet(program, place, line, first)?;
    let _ = fs::remove_file(place.join("game.json"));
    let mut running = Running::start(command(program, place, &words(line, place)))?;
    running.write(first.as_bytes());
    let over = Arc::new(AtomicBool::new(false));
    let pipe = running.stdin.take().ok_or("no pipe")?;
    let writer = flood(pipe, block.to_vec(), &over);
    let begun = Instant::now();
    let mut verdict = Ok(());
    while begun.elapsed() < FLOOD && running.runs() && verdict.is_ok() {
        verdict = is_small(running.peak(), quiet);
        thread::sleep(Duration::from_millis(20));
    }
    over.store(true, Ordering::Relaxed);
    running.signal(Signal::INT);
    let passes_on = line.starts_with("device play");
    if passes_on {
        wait(Duration::from_millis(300), || !running.runs());
        running.signal(Signal::INT);
    }
    let limit = allowed(END);
    let ended = running.end(limit);
    // The other end of its pipe is gone now.
    let _ = writer.join();
    verdict?;
    let ended = ended.ok_or_else(|| format!("an interrupt does not end it within {limit:?}"))?;
    ended.is_sane(&[0, 1, 130])?;
    ended.is_small(quiet)
}

/// A device or an engine that writes without end.
fn output_without_end(program: &Path, place: &Path, line: &str) -> Verdict {
    let mut running = Running::quiet(program, place, line)?;
    wait(Duration::from_secs(5), || !running.runs());
    let peak = running.peak();
    running.signal(Signal::INT);
    wait(Duration::from_millis(300), || !running.runs());
    running.signal(Signal::INT);
    let limit = allowed(END);
    let ended = running
        .end(limit)
        .ok_or_else(|| format!("two interrupts do not end it within {limit:?}"))?;
    is_small(peak.max(ended.peak), 20 << 10)?;
    ended.is_sane(&[0, 1, 130])
}

/// Engines that answer without end, with much patience.
fn engines(group: &mut Group, program: &Arc<PathBuf>) {
    let acts = [
        ("lines in an answer", "echo '= a'; exec yes"),
        (
            "lines of a kilobyte in an answer",
            "echo '= a'; exec yes $(head -c 1000 /dev/zero | tr '\\0' x)",
        ),
        ("a line", "printf '= '; yes | tr -d '\\n'; exit"),
        ("zeros", "exec cat /dev/zero"),
        ("names", "exec yes 'set myname x'"),
        ("nodestats", "exec yes 'nodestats 1 1'"),
        ("hints", "exec yes 'search D3 1 0 5'"),
        ("errors", "exec yes >&2"),
        ("errors in a line", "yes | tr -d '\\n' >&2; exit"),
    ];
    for protocol in ["gtp", "nboard"] {
        for (name, act) in acts {
            for (when, early, late) in [("at its start", act, ""), ("as a move", "", act)] {
                let program = Arc::clone(program);
                group.sampled.push(Case::new(format!("{protocol} engine, {name} without end {when}"), move |place, _| {
                    stand_in::write(place, early, late)?;
                    let line = "-q tournament othello --pairs 1 --threads 1 --run-dir run --engine name=good,algorithm=alpha-beta,depth=1 \
                                --engine";
                    let mut words = words(line, place);
                    words.push(format!(
                        "name=bad,cmd=\"sh {}/engine.sh\",protocol={protocol},startup=3,patience=3",
                        place.display()
                    ));
                    let mut running = Running::start(command(&program, place, &words))?;
                    drop(running.stdin.take());
                    let ended = running.end(allowed(Duration::from_secs(25)));
                    let left = stand_in::none_is_left(place);
                    let ended = ended.ok_or("it did not end")?;
                    ended.is_sane(&[0, 1])?;
                    ended.is_small(30 << 10)?;
                    let size = fs::read_dir(place.join("run/stderr")).into_iter().flatten().flatten();
                    let size: u64 = size.filter_map(|entry| Some(entry.metadata().ok()?.len())).sum();
                    if size > 200 << 20 {
                        return Err(format!("it kept {} MB of what the engine wrote to stderr", size >> 20));
                    }
                    left
                }));
            }
        }
    }
}

/// Writes a file of blocks.
fn fill(path: &Path, head: &[u8], block: &[u8], size: usize) -> Result<(), String> {
    let write = || {
        let mut file = BufWriter::new(fs::File::create(path)?);
        file.write_all(head)?;
        for _ in 0..size / block.len() {
            file.write_all(block)?;
        }
        file.flush()
    };
    write().map_err(|error| format!("{}: {error}", path.display()))
}

/// Twenty megabytes.
const BIG: usize = 20 << 20;

/// Big files that are damaged in some way, and what reads them.
fn files(group: &mut Group, program: &Arc<PathBuf>, inputs: &Path) {
    const GGF: &[u8] = b"(;GM[Othello]PC[x]PB[a]PW[b]TY[8]BO[8 -------- -------- -------- ---O*--- ---*O--- -------- -------- -------- *]B[F5]W[D6];)\n";
    let blocks: [(&str, &'static [u8], &'static [u8]); 12] = [
        ("ggf", b"", b"(;GM[Othello]PC["),
        ("ggf", b"", GGF),
        ("ggf", b"(;GM[Othello]PC[", b"x"),
        ("ggf", b"", b"\0"),
        ("ggf", b"", b"(;"),
        ("txt", b"", b"f5d6c3"),
        ("txt", b"", b"f5d6c3d3c4f4\n"),
        ("txt", b"", b"\xff\xfe\n"),
        ("obf", b"", b"---------------------------OX------XO--------------------------- X;\n"),
        ("obf", b"", b"-"),
        ("xot", b"", b"\n"),
        ("wtb", b"", b"\xff"),
    ];
    for (number, (ending, head, block)) in blocks.into_iter().enumerate() {
        for line in ["games check", "games convert --to ggf --output out.ggf"] {
            let program = Arc::clone(program);
            group.sampled.push(Case::new(
                format!(
                    "{line}: 20 MB of {:?} in .{ending}, {number}",
                    block.escape_ascii().to_string()
                ),
                move |place, _| {
                    fill(&place.join(format!("big.{ending}")), head, block, BIG)?;
                    // As bytes, as text, and the places of its records, of which one has two bytes or more; or its games, of 13 bytes a line.
                    let times =
                        if block.starts_with(b"f5") && block.ends_with(b"\n") { 64 } else { 16 };
                    ends_in_time(&program, place, &format!("{line} big.{ending}"), times * BIG)
                },
            ));
        }
    }
    let wthor = Arc::clone(program);
    group.sampled.push(Case::new(
        "games check: 10 MB of WTHOR with broken records",
        move |place, mut random| {
            let records = 150_000_u32;
            let mut bytes = vec![20, 26, 1, 1];
            bytes.extend_from_slice(&records.to_le_bytes());
            bytes.extend_from_slice(&[0, 0, 0xea, 7, 8, 0, 22, 0]);
            for _ in 0..records {
                bytes.extend(
                    (0..68).map(
                        |place| if place < 8 { random.byte() & 3 } else { random.byte() | 0x80 },
                    ),
                );
            }
            fs::write(place.join("big.wtb"), &bytes).map_err(|error| error.to_string())?;
            ends_in_time(&wthor, place, "games check big.wtb", 6 * BIG)
        },
    ));
    let names = Arc::clone(program);
    group.sampled.push(Case::new(
        "games convert: 5 MB of GGF with distinct names to WTHOR",
        move |place, _| {
            let text = String::from_utf8_lossy(GGF);
            let games: String = (0..40_000)
                .map(|number| {
                    text.replace("PB[a]", &format!("PB[p{number}]"))
                        .replace("PW[b]", &format!("PW[q{number}]"))
                })
                .collect();
            fs::write(place.join("big.ggf"), games).map_err(|error| error.to_string())?;
            ends_in_time(
                &names,
                place,
                "games convert big.ggf --to wthor --output out.wtb",
                6 * BIG,
            )
        },
    ));
    let games: [(&str, &'static [u8], &'static [u8]); 5] = [
        ("nested lists", b"", b"["),
        ("nested objects", b"", b"{\"a\":"),
        ("zeros", b"", b"\0"),
        ("moves", b"{\"plyscope_game\":1,\"game\":\"othello\",\"moves\":[", b"{\"move\":\"f5\"},"),
        ("a string", b"{\"plyscope_game\":1,\"game\":\"", b"x"),
    ];
    for (name, head, block) in games {
        for option in ["load", "keep"] {
            let program = Arc::clone(program);
            group.sampled.push(Case::new(
                format!("play --{option}: 20 MB of {name}"),
                move |place, _| {
                    fill(&place.join("big.json"), head, block, BIG)?;
                    ends_in_time(
                        &program,
                        place,
                        &format!("play --plain --first 1 --second 1 --{option} big.json"),
                        6 * BIG,
                    )
                },
            ));
        }
    }
    // Files of runs and books, made bigger or damaged at one place.
    for (target, copied, line) in [
        ("run/rows.jsonl", "run", "export run --format json --output out.json"),
        ("run/manifest.json", "run", "export run --format csv --output out.csv"),
        ("one.book", "one.book", "book show one.book"),
        ("games.ggf", "games.ggf", "-q analyse games.ggf --depth 1 --exact 7 --threads 1"),
    ] {
        for way in [
            "grows by a line of 20 MB",
            "grows by lines",
            "grows by zeros",
            "has other bytes",
            "is cut",
        ] {
            let program = Arc::clone(program);
            let from = inputs.join(copied);
            group.sampled.push(Case::new(
                format!("{line}: {target} {way}"),
                move |place, mut random| {
                    if from.is_dir() {
                        super::tree::copy(&from, &place.join(copied))?;
                    } else {
                        fs::copy(&from, place.join(copied)).map_err(|error| error.to_string())?;
                    }
                    damage(&place.join(target), way, &mut random)?;
                    ends_in_time(&program, place, line, 6 * BIG)
                },
            ));
        }
    }
}

fn damage(path: &Path, way: &str, random: &mut Random) -> Result<(), String> {
    let mut bytes = fs::read(path).map_err(|error| error.to_string())?;
    match way {
        "is cut" => bytes.truncate(random.below(bytes.len() as u64) as usize),
        "has other bytes" => {
            for _ in 0..20 {
                let place = random.below(bytes.len() as u64) as usize;
                bytes[place] = random.byte();
            }
        }
        "grows by lines" => bytes.extend(b"{}\n".repeat(BIG / 3)),
        "grows by zeros" => bytes.extend(vec![0; BIG]),
        _ => bytes.extend(vec![b'x'; BIG]),
    }
    fs::write(path, bytes).map_err(|error| error.to_string())
}

/// That a command ends within twenty seconds and needs at most this many bytes more than usual.
fn ends_in_time(program: &Path, place: &Path, line: &str, more: usize) -> Verdict {
    let limit = allowed(Duration::from_secs(20));
    let mut running = Running::start(command(program, place, &words(line, place)))?;
    drop(running.stdin.take());
    let err = running.stderr.clone();
    let ended = running
        .end(limit)
        .ok_or_else(|| format!("it did not end within {limit:?}: {}", tail(&err.text())))?;
    ended.is_sane(&[0, 1, 2])?;
    is_small(ended.peak, (40 << 10) + (more >> 10) as u64)
}
