//! Two at once, and what lies in wait where a file is to be written: links, pipes, devices.

use std::fs;
use std::io::Write as _;
use std::os::unix::fs::{FileTypeExt as _, symlink};
use std::path::Path;
use std::sync::Arc;
use std::thread;
use std::time::Duration;

use rustix::fs::{FileType, Mode, makedev, mknodat};
use rustix::process::Signal;

use super::case::{Attack, Case, Group, Verdict};
use super::harness::{Running, allowed, command, is_small, run, succeed, tail, wait, words};
use super::tree;
use super::writers::{OLD, make_inputs};

/// Commands with a run directory, which is `run`.
const RUNS: [(&str, &str); 4] = [
    (
        "tournament",
        "-q tournament random-tree --branching uniform:3 --engine name=a,algorithm=alpha-beta,depth=2 --engine name=b,algorithm=bfm,depth=3 \
         --pairs 10",
    ),
    ("learn games", "-q learn games --games 16 --depth 1 --solve 4"),
    (
        "learn probcut",
        "-q learn probcut --evaluation simple --positions 60 --depth 4 --phases 1 --pairs 3:1,4:2",
    ),
    (
        "learn evaluation",
        "-q learn evaluation --candidates w:1 --games 120 --depth 1 --random-plies 16 --solve 4 --epochs 1 --nodes 20 --pairs 1",
    ),
];

/// Names that a run directory holds, and their temporary forms.
const NAMES: [&str; 10] = [
    "manifest.json",
    "manifest.json.tmp",
    "rows.jsonl",
    "rows.jsonl.tmp",
    "time.json",
    "time.json.tmp",
    "training.json.tmp",
    "generation-1-w-1.bin.tmp",
    "probcut.bin.tmp",
    "lock",
];

pub(crate) fn group(attack: &Attack) -> Group {
    let mut group = Group::default();
    let inputs = match make_inputs(attack) {
        Ok(inputs) => inputs,
        Err(reason) => {
            group.broken.push(reason);
            return group;
        }
    };
    let program = Arc::new(attack.program.clone());
    for (name, line) in RUNS {
        for file in NAMES {
            let program = Arc::clone(&program);
            group.sampled.push(Case::new(
                format!("{name}: {file} is a link to another file"),
                move |place, _| prepared_link(&program, place, line, file),
            ));
        }
    }
    let mut add = |name: &str, attempt: fn(&Path, &Path) -> Verdict| {
        let program = Arc::clone(&program);
        group.first.push(Case::new(name, move |place, _| attempt(&program, place)));
    };
    add("two games at once are both kept", two_games);
    add("two sessions extend one book", two_books);
    add("a file that appears while a book is built", a_book_in_the_way);
    add("three start one run at once", three_starters);
    add("--keep DIRECTORY", |program, place| keep(program, place, "directory"));
    add("--keep PIPE", |program, place| keep(program, place, "pipe"));
    let probe = attack.place.join("node");
    if node(&probe, 3).is_ok() && fs::write(&probe, "x").is_ok() {
        for name in KEPT_NODES {
            let program = Arc::clone(&program);
            group
                .first
                .push(Case::new(format!("--keep a device of our own: {name}"), move |place, _| {
                    keep(&program, place, name)
                }));
        }
        for (name, line) in OUTPUTS {
            for (node_name, number) in [("null", 3), ("full", 7)] {
                let (program, inputs) = (Arc::clone(&program), inputs.clone());
                group.sampled.push(Case::new(
                    format!("{name} to a device of our own: {node_name}"),
                    move |place, _| output_to_node(&program, &inputs, place, line, number),
                ));
            }
        }
    } else {
        let reason = "devices of our own need root, and a TMPDIR where devices may be";
        group.left_out.push((reason.to_owned(), KEPT_NODES.len() + 2 * OUTPUTS.len()));
    }
    let rows = inputs.join("run");
    let count = fs::read_to_string(rows.join("rows.jsonl")).unwrap_or_default().lines().count();
    for line in 1..count {
        let (program, rows) = (Arc::clone(&program), rows.clone());
        group.sampled.push(Case::new(
            format!("rows {line} and {} are swapped", line + 1),
            move |place, _| swapped(&program, &rows, place, line),
        ));
    }
    group
}

/// Devices that a game is kept in.
const KEPT_NODES: [&str; 3] = ["null", "zero", "full"];

/// Commands that write one file, `node`.
const OUTPUTS: [(&str, &str); 5] = [
    ("export", "export in/run --format csv --output node"),
    ("games convert", "games convert in/games.ggf --to wthor --output node"),
    ("trace", "trace --example zhang-condition-1 --format html --output node"),
    ("analyse", "-q analyse in/games.ggf --depth 1 --exact 7 --threads 1 --html node"),
    (
        "learn probcut",
        "-q learn probcut --evaluation simple --positions 60 --depth 4 --phases 1 --pairs 3:1,4:2 --run-dir run --output node",
    ),
];

/// Makes a character device of the memory devices: 3 null, 5 zero, 7 full.
fn node(path: &Path, number: u32) -> Result<(), String> {
    mknodat(rustix::fs::CWD, path, FileType::CharacterDevice, Mode::from(0o666), makedev(1, number))
        .map_err(|error| error.to_string())
}

fn prepared_link(program: &Path, place: &Path, line: &str, file: &str) -> Verdict {
    let victim = place.join("victim");
    let run_directory = tree::make(place, "run")?;
    fs::write(&victim, OLD)
        .and_then(|()| symlink(&victim, run_directory.join(file)))
        .map_err(|error| error.to_string())?;
    let ended = run(program, place, &format!("{line} --run-dir run"), Duration::from_secs(20))?;
    if fs::read(&victim).ok().as_deref() != Some(OLD) {
        return Err("another file was written through the link".to_owned());
    }
    ended.is_sane(&[0, 1, 2])
}

fn two_games(program: &Path, place: &Path) -> Verdict {
    let start = || Running::start(command(program, place, &words("play --plain --level 1", place)));
    let shown = |running: &Running, part: &str| {
        let limit = allowed(Duration::from_secs(10));
        if running.stdout.until(part, limit) {
            Ok(())
        } else {
            Err(format!("no {part:?}: {}", tail(&running.stdout.text())))
        }
    };
    let mut one = start()?;
    shown(&one, ">")?;
    one.write(b"d3\n");
    thread::sleep(Duration::from_millis(500));
    let mut other = start()?;
    shown(&other, ">")?;
    other.write(b"c4\n");
    thread::sleep(Duration::from_millis(500));
    // Whoever moves last must not write over the other's game.
    one.write(b"undo\n");
    thread::sleep(Duration::from_millis(200));
    one.write(b"f5\n");
    thread::sleep(Duration::from_millis(500));
    drop(one.stdin.take());
    drop(other.stdin.take());
    for running in [one, other] {
        running.end(allowed(Duration::from_secs(10))).ok_or("it did not end")?.is_sane(&[0, 1])?;
    }
    let kept: Vec<String> = tree::read(place)
        .into_values()
        .map(|bytes| String::from_utf8_lossy(&bytes).into_owned())
        .collect();
    let first = |wanted: &str| {
        kept.iter().any(|text| {
            text.split("\"move\": \"").nth(1).is_some_and(|rest| rest.starts_with(wanted))
        })
    };
    if !first("c4") {
        return Err(format!("the second game is in no file of {}", kept.len()));
    }
    // Whether "undo" is known or not, the first game begins with one of these.
    if !first("d3") && !first("f5") {
        return Err(format!("the first game is in no file of {}", kept.len()));
    }
    Ok(())
}

const BOOK: &str = "-q book build --plies 10 --evaluation simple --threads 1";

fn two_books(program: &Path, place: &Path) -> Verdict {
    succeed(program, place, &format!("{BOOK} --depth 4 --positions 20 one.book"))?;
    for copy in ["shared.book", "ab.book", "ba.book"] {
        fs::copy(place.join("one.book"), place.join(copy)).map_err(|error| error.to_string())?;
    }
    // The one that ends last has fewer positions, which are searched deeper.
    let extend = |book: &str, seed: u32| {
        let (depth, positions) = if seed == 1 { (8, 100) } else { (4, 200) };
        format!("{BOOK} --depth {depth} --positions {positions} --seed {seed} --resume {book}")
    };
    let both = [1, 2].map(|seed| Running::quiet(program, place, &extend("shared.book", seed)));
    let mut codes = Vec::new();
    for running in both {
        let ended = running?.end(allowed(Duration::from_secs(60))).ok_or("it did not end")?;
        ended.is_sane(&[0, 1, 2])?;
        codes.push(ended.code());
    }
    if codes != [0, 0] {
        return if codes.contains(&0) {
            Ok(())
        } else {
            Err(format!("both were refused: {codes:?}"))
        };
    }
    // Both say that they have done it: one after the other, then.
    for (book, seeds) in [("ab.book", [1, 2]), ("ba.book", [2, 1])] {
        for seed in seeds {
            succeed(program, place, &extend(book, seed))?;
        }
    }
    let read = |name: &str| fs::read(place.join(name)).unwrap_or_default();
    if [read("ab.book"), read("ba.book")].contains(&read("shared.book")) {
        return Ok(());
    }
    Err("both sessions ended with exit code 0, and the book is not that of both".to_owned())
}

fn a_book_in_the_way(program: &Path, place: &Path) -> Verdict {
    let running =
        Running::quiet(program, place, &format!("{BOOK} --positions 2000 --depth 5 new.book"))?;
    let path = place.join("new.book");
    // Before its first write, if that is soon.
    let appeared = fs::File::options()
        .write(true)
        .create_new(true)
        .open(&path)
        .and_then(|mut file| file.write_all(OLD));
    wait(Duration::from_millis(1500), || false);
    running.signal(Signal::INT);
    let ended = running.end(allowed(Duration::from_secs(20))).ok_or("it did not end")?;
    ended.is_sane(&[0, 1, 2, 130])?;
    if appeared.is_ok() && fs::read(&path).ok().as_deref() != Some(OLD) {
        return Err("the file that appeared is gone".to_owned());
    }
    Ok(())
}

fn three_starters(program: &Path, place: &Path) -> Verdict {
    let (_, line) = RUNS[0];
    succeed(program, place, &format!("{line} --run-dir whole"))?;
    let started: Vec<_> =
        (0..3).map(|_| Running::quiet(program, place, &format!("{line} --run-dir run"))).collect();
    let mut winners = 0;
    for running in started {
        let ended = running?.end(allowed(Duration::from_secs(20))).ok_or("it did not end")?;
        ended.is_sane(&[0, 1, 2])?;
        winners += usize::from(ended.code() == 0);
    }
    if winners != 1 {
        return Err(format!("{winners} of three starters of a new run succeeded"));
    }
    let rows = |name: &str| fs::read(place.join(name).join("rows.jsonl")).unwrap_or_default();
    if rows("run") == rows("whole") { Ok(()) } else { Err("the rows are others".to_owned()) }
}

/// A game is kept in what is no file: that stays what it is, and the program ends.
fn keep(program: &Path, place: &Path, what: &str) -> Verdict {
    let path = place.join("thing");
    let number = match what {
        "null" => Some(3),
        "zero" => Some(5),
        "full" => Some(7),
        _ => None,
    };
    match (what, number) {
        (_, Some(number)) => node(&path, number)?,
        ("pipe", _) => mknodat(rustix::fs::CWD, &path, FileType::Fifo, Mode::from(0o666), 0)
            .map_err(|error| error.to_string())?,
        _ => drop(tree::make(place, "thing")?),
    }
    let kind = || fs::symlink_metadata(&path).map(|data| data.file_type());
    let before = kind().map_err(|error| error.to_string())?;
    let mut running = Running::quiet(
        program,
        place,
        "play hexapawn --plain --first algorithm=minimax,depth=1 --second algorithm=minimax,depth=1 --keep thing",
    )?;
    let limit = allowed(Duration::from_secs(5));
    let has_ended = wait(limit, || !running.runs() || running.peak() > 300 << 10);
    let small = is_small(running.peak(), 40 << 10);
    let after = kind().map_err(|_| "it is gone".to_owned())?;
    let others = tree::read(place).len();
    if before != after {
        return Err("something else is in its place".to_owned());
    }
    small?;
    // A pipe without a reader may make a writer wait, until it is interrupted.
    if !has_ended && !before.is_fifo() {
        return Err(format!("it did not end within {limit:?}"));
    }
    running.signal(Signal::INT);
    let ended =
        running.end(allowed(Duration::from_secs(2))).ok_or("an interrupt does not end it")?;
    ended.is_sane(&[0, 1, 2, 130])?;
    if before.is_dir() && others != 0 {
        Err("it wrote beside or into the directory".to_owned())
    } else {
        Ok(())
    }
}

fn output_to_node(program: &Path, inputs: &Path, place: &Path, line: &str, number: u32) -> Verdict {
    let inside = tree::make(place, "in")?;
    tree::copy(&inputs.join("run"), &inside.join("run"))?;
    fs::copy(inputs.join("games.ggf"), inside.join("games.ggf"))
        .map_err(|error| error.to_string())?;
    let path = place.join("node");
    node(&path, number)?;
    let ended = run(program, place, line, Duration::from_secs(10))?;
    ended.is_sane(if number == 7 { &[1] } else { &[0] })?;
    if fs::symlink_metadata(&path).is_ok_and(|data| data.file_type().is_char_device()) {
        Ok(())
    } else {
        Err("an ordinary file is in its place".to_owned())
    }
}

fn swapped(program: &Path, rows: &Path, place: &Path, first: usize) -> Verdict {
    let run_directory = place.join("run");
    tree::copy(rows, &run_directory)?;
    let path = run_directory.join("rows.jsonl");
    let text = fs::read_to_string(&path).map_err(|error| error.to_string())?;
    let mut lines: Vec<&str> = text.lines().collect();
    lines.swap(first - 1, first);
    fs::write(&path, lines.join("\n") + "\n").map_err(|error| error.to_string())?;
    let ended =
        run(program, place, "export run --format json --output out.json", Duration::from_secs(10))?;
    ended.is_sane(&[0, 1, 2])?;
    if ended.code() == 0 && ended.stderr.is_empty() {
        return Err("nothing was said of it".to_owned());
    }
    Ok(())
}
