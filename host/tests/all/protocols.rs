//! Sessions of `plyscope gtp` and `plyscope nboard` from files: what is sent, and what is to be answered.
//!
//! In a file, `$` gives the arguments, `<` a line of input and `>` a line that is expected, in which `*` stands for any text; `...`
//! stands for any lines. Lines are sent one after the other; what is expected is waited for before the next is sent. After the last
//! line the engine must end by itself, or when its input ends.

use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::thread;

use crate::plyscope::plyscope;

/// Whether a line is like the pattern.
fn is_like(line: &str, pattern: &str) -> bool {
    let mut parts = pattern.split('*');
    let first = parts.next().unwrap_or_default();
    let Some(mut rest) = line.strip_prefix(first) else { return false };
    let parts: Vec<&str> = parts.collect();
    let Some((last, middle)) = parts.split_last() else { return rest.is_empty() };
    for part in middle {
        let Some(place) = rest.find(part) else { return false };
        rest = &rest[place + part.len()..];
    }
    rest.ends_with(last)
}

/// Holds the session of a file.
fn hold(file: &Path) {
    let text = fs::read_to_string(file).unwrap();
    let arguments = text.lines().find_map(|line| line.strip_prefix("$ ")).expect("arguments");
    let mut running = plyscope(arguments).typed().stderr(Stdio::inherit()).start();
    let mut skips = false;
    for (number, line) in (1..).zip(text.lines()) {
        let place = format!("{}, line {number}", file.file_name().unwrap().display());
        if let Some(line) = line.strip_prefix('<') {
            let line = line.strip_prefix(' ').unwrap_or(line);
            // It may have ended.
            let _ = writeln!(running.input.as_mut().unwrap(), "{line}");
        } else if line == "..." {
            skips = true;
        } else if let Some(pattern) = line.strip_prefix('>') {
            let pattern = pattern.strip_prefix(' ').unwrap_or(pattern);
            loop {
                let line = running.next_line().unwrap_or_else(|| panic!("{place}: it ended"));
                if is_like(&line, pattern) {
                    break;
                }
                assert!(skips, "{place}: {line:?} is not like {pattern:?}");
            }
            skips = false;
        } else {
            assert!(line.is_empty() || line.starts_with(['#', '$']), "{place}: {line}");
        }
    }
    running.stops_typing();
    while let Some(line) = running.next_line() {
        assert!(skips, "{}: {line:?} at the end", file.display());
    }
    assert_eq!(running.ends().code, Some(0), "{}", file.display());
}

/// Holds all sessions of one protocol, each in a thread.
fn hold_all(protocol: &str) {
    let directory = Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/data/protocols");
    let files: Vec<PathBuf> = fs::read_dir(directory)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.file_name().unwrap().to_string_lossy().starts_with(protocol))
        .collect();
    assert!(files.len() > 3, "{files:?}");
    thread::scope(|scope| {
        for file in &files {
            scope.spawn(move || hold(file));
        }
    });
}

#[test]
fn patterns_match_whole_lines() {
    for (line, pattern, like) in [
        ("= d3", "= *", true),
        ("= d3", "=", false),
        ("abcabc", "a*c", true),
        ("abcabd", "a*c", false),
        ("a/b/c", "a/*/c", true),
        ("", "", true),
        ("x", "*", true),
    ] {
        assert_eq!(is_like(line, pattern), like, "{line:?} {pattern:?}");
    }
}

#[test]
fn nboard_answers_as_the_files_say() {
    hold_all("nboard");
}

#[test]
fn gtp_answers_as_the_files_say() {
    hold_all("gtp");
}

/// Words that mean something, and some that do not.
const WORDS: &[&str] = &[
    "play",
    "genmove",
    "reg_genmove",
    "b",
    "w",
    "f5",
    "d6",
    "pass",
    "undo",
    "time_left",
    "time_settings",
    "0",
    "-1",
    "1e9",
    "99999999999999999999",
    "plyscope-position",
    "plyscope-analyze",
    "O",
    "loadsgf",
    "/dev/null",
    "set",
    "game",
    "depth",
    "1",
    "2",
    "(;GM[Othello]BO[8 ---------------------------O*------*O--------------------------- *]",
    "B[F5]",
    ";)",
    "W[PA]",
    "move",
    "F5//1e300",
    "hint",
    "go",
    "ping",
    "learn",
    "analyze",
    "contempt",
    "TI[99:99/1/1]",
    "\u{1b}[2J",
    "#",
    "final_score",
    "showboard",
    "clear_board",
    "boardsize",
    "8",
    "=",
    "===",
    "\t",
    "ü",
];

#[test]
fn games_of_any_form_are_loaded_and_the_board_may_be_trimmed() {
    for name in ["quarry.sgf", "edax.pgn", "logistello.gam"] {
        let file = format!("{}/../tests/data/games/{name}", env!("CARGO_MANIFEST_DIR"));
        let text = plyscope("gtp --level 1")
            .stdin(format!("loadsgf {file} 4\nplyscope-position\nshowboard\nquit\n"))
            .text();
        let answers: Vec<&str> = text.split("\n\n").collect();
        assert_eq!(answers[0], "=", "{name}: {text}");
        // After f5, d6 and c5.
        assert_eq!(
            answers[1], "= ---------------------------OX-----XXXX-----O-------------------- O",
            "{name}"
        );
        let board: Vec<&str> = answers[2].trim_start_matches('=').trim().lines().collect();
        assert_eq!((board.len(), board[1]), (11, "  A B C D E F G H"), "{name}: {text}");
        assert!(board[0].starts_with("White (O) to move; "), "{name}: {text}");
    }
}

/// Whatever comes in, an engine goes on to the end of the input, and says nothing on stderr.
#[test]
fn no_depth_exceeds_the_command_lines() {
    let nodes = |arguments: &str, depth: u32| {
        let lines = format!("nboard 2\nset depth {depth}\ngo\n");
        let told =
            plyscope(format!("nboard --algorithm alpha-beta {arguments}")).stdin(lines).text();
        let told = told.lines().find_map(|line| line.strip_prefix("nodestats ")).map(str::to_owned);
        told.and_then(|stats| stats.split(' ').next()?.parse::<u64>().ok()).expect("nodes")
    };
    assert_eq!(nodes("--depth 3", 6), nodes("--depth 3", 3));
    assert_eq!(nodes("--depth 3", 2), nodes("--depth 2", 2));
    assert!(nodes("--depth 6", 6) > nodes("--depth 3", 6));
}

#[test]
fn no_lines_end_an_engine() {
    let mut state = 1u64;
    let mut random = |below: usize| {
        state =
            state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) as usize % below
    };
    for session in 0..16 {
        let mut lines = Vec::new();
        for _ in 0..60 {
            for _ in 0..random(6) {
                lines.extend(WORDS[random(WORDS.len())].bytes());
                lines.push(b' ');
            }
            if random(10) == 0 {
                lines.extend((0..random(40)).map(|_| random(256) as u8));
            }
            lines.push(b'\n');
        }
        let protocol = ["gtp", "nboard"][session % 2];
        let arguments = format!("{protocol} --algorithm strong --depth 2 --table 1MiB");
        let ended = plyscope(&arguments).stdin(lines).succeeds();
        assert!(ended.errors.is_empty(), "{session}: {ended:?}");
    }
}
