//! Sessions of GTP and NBoard's protocol, in this process.

use std::io::Cursor;

use plyscope::engine::Engine;
use plyscope::protocol::{Offer, gtp as gtp_protocol, nboard as nboard_protocol};

/// Lines of a session, and those of them that search.
const LINES: usize = 100;
const SEARCHES: usize = 4;

/// Words of commands that search.
const SEARCHING: [&str; 6] =
    ["go", "hint", "analyze", "genmove", "reg_genmove", "plyscope-analyze"];

/// The lines that are sent: a session must end soon, and read no files.
fn session(data: &[u8]) -> Vec<Vec<u8>> {
    let mut searches = 0;
    let mut lines: Vec<Vec<u8>> = Vec::new();
    for line in data.split(|&byte| byte == b'\n').take(LINES) {
        let text: String = String::from_utf8_lossy(line)
            .chars()
            .filter(|&c| c == '\t' || !c.is_control())
            .collect();
        if text.split_whitespace().any(|word| SEARCHING.contains(&word)) {
            searches += 1;
            if searches > SEARCHES {
                continue;
            }
        }
        if !text.contains("loadsgf") {
            lines.push(line.to_vec());
        }
    }
    lines
}

/// An engine whose searches are short.
fn offer() -> Offer {
    let engine: Engine = "algorithm=alpha-beta,nodes=60,depth=3".parse().expect("an engine");
    Offer { name: "fuzzed".to_owned(), engine, is_limited: true }
}

pub(super) fn gtp(data: &[u8]) {
    let lines = session(data);
    let mut out = Vec::new();
    let (input, meaning) = (Cursor::new(lines.join(&b'\n')), gtp_protocol::ZeroStones::Increment);
    let served = gtp_protocol::serve(offer(), meaning, input, &mut out, &|| false);
    served.expect("it plays Othello").expect("memory takes all");
    let text = String::from_utf8(out).expect("answers are text");
    // An answer begins with its mark, has no empty line, and ends with one.
    let answers: Vec<&str> = text.split_terminator("\n\n").collect();
    assert!(answers.iter().all(|answer| answer.starts_with(['=', '?'])), "{text:?}");
    assert!(text.is_empty() || text.ends_with("\n\n"));
    // All lines but comments and empty ones are answered, up to the one that ends the session.
    let commands: Vec<String> = lines.iter().filter_map(|line| command(line)).collect();
    let end = commands.iter().position(|command| command == "quit");
    assert_eq!(answers.len(), end.map_or(commands.len(), |end| end + 1), "{text:?}");
}

/// The name of the command in a line, behind its number; `None` without any.
fn command(line: &[u8]) -> Option<String> {
    let text = String::from_utf8_lossy(line).replace('\t', " ");
    let text: String = text.chars().filter(|c| !c.is_control()).collect();
    let mut words = text.split('#').next()?.split_whitespace();
    let first = words.next()?;
    let is_number = first.bytes().all(|byte| byte.is_ascii_digit());
    Some(if is_number { words.next().unwrap_or_default() } else { first }.to_owned())
}

pub(super) fn nboard(data: &[u8]) {
    let lines = session(data);
    let mut out = Vec::new();
    let served =
        nboard_protocol::serve(offer(), Cursor::new(lines.join(&b'\n')), &mut out, &|| false);
    served.expect("it plays Othello").expect("memory takes all");
    let text = String::from_utf8(out).expect("answers are text");
    let known = ["set", "pong", "status", "search", "nodestats", "===", "analysis", "learned"];
    for line in text.lines() {
        let word = line.split(' ').next().unwrap_or_default();
        assert!(known.contains(&word), "{line:?}");
    }
}
