//! Random command lines and files of arbitrary bytes: whatever is given, the command ends by itself, with an exit code of its
//! own and one line that says why.
#![cfg(target_os = "linux")]

mod words;

use std::fs;
use std::path::Path;
use std::process::Stdio;
use std::time::Duration;

use proptest::prelude::*;
use proptest::sample::Index;
use proptest::test_runner::{Config, TestRunner};

use crate::cases::config;
use crate::common::directory;
use crate::plyscope::{Ended, in_shell_after, plyscope};
use words::{command_line, value};

/// Number of command lines, and of cases for each file.
const COMMAND_LINES: u32 = 200;

const FILES: u32 = 8;

/// Time after which a running command is interrupted.
const PATIENCE: Duration = Duration::from_millis(150);

/// What it then says.
const STOPPING: &str = "Stopping. Press Ctrl-C again to end at once.";

/// Time that it may then take to end. Machines are busy.
const END: Duration = Duration::from_secs(10);

/// Four gigabytes, of which a thousand threads' stacks take three. A command that needs more must refuse.
const KILOBYTES: u32 = 4_000_000;

fn runner(cases: u32) -> TestRunner {
    TestRunner::new(Config { max_shrink_iters: 200, ..config(cases) })
}

/// Runs a command in this directory, and returns what it did wrong.
fn outcome(place: &Path, words: &[String]) -> Result<(), String> {
    let mut running = in_shell_after(&format!("ulimit -v {KILOBYTES}"), "")
        .args(words)
        .in_directory(place)
        .stdout(Stdio::null())
        .start();
    let interrupted = running.runs_for(PATIENCE);
    if interrupted {
        running.signal("INT");
    }
    let Some(Ended { code, errors, .. }) = running.ends_if_within(END) else {
        return Err("it does not end after an interrupt".to_owned());
    };
    // On a busy machine an interrupt finds a program that has said its error and not ended yet: it says so, or dies of it.
    let mut said = errors.trim_end().lines().filter(|line| !(interrupted && *line == STOPPING));
    let is_one_error = said.clone().filter(|line| line.starts_with("error: ")).count() == 1
        && said.next_back().is_some_and(|last| last.starts_with("error: "));
    match code {
        _ if errors.contains("panicked") => Err(errors),
        // Ctrl-C before the program listens, or in the middle of the help that a missing word prints.
        None if interrupted && (is_one_error || !errors.contains("error: ")) => Ok(()),
        None => Err(format!("a signal: {errors}")),
        Some(0 | 130) => Ok(()),
        // A missing subcommand prints the help.
        Some(2) if errors.contains("Usage: plyscope") => Ok(()),
        Some(1 | 2) if is_one_error => Ok(()),
        Some(code) => Err(format!("exit code {code}: {errors:?}")),
    }
}

#[test]
fn no_command_line_makes_it_panic() {
    let place = directory("fuzz-lines");
    let outcome = runner(COMMAND_LINES).run(&command_line(), |words| {
        // The leftovers of one case must not disturb the next.
        for left in ["w", "run", "out"] {
            let _ = fs::remove_dir_all(place.join(left));
        }
        outcome(&place, &words).map_err(TestCaseError::fail)
    });
    outcome.unwrap_or_else(|error| panic!("{error}"));
}

/// Damages a valid file: bytes cut off, inserted or changed, or a different file.
#[derive(Clone, Debug)]
enum Damage {
    Cut(Index),
    Change(Vec<(Index, u8)>),
    Insert(Index, Vec<u8>),
    Number(Index, String),
    Replace(Vec<u8>),
}

fn damage() -> impl Strategy<Value = Damage> {
    let bytes = || prop::collection::vec(any::<u8>(), 0..64);
    prop_oneof![
        any::<Index>().prop_map(Damage::Cut),
        prop::collection::vec((any::<Index>(), any::<u8>()), 1..4).prop_map(Damage::Change),
        (any::<Index>(), bytes()).prop_map(|(at, bytes)| Damage::Insert(at, bytes)),
        (any::<Index>(), value()).prop_map(|(at, value)| Damage::Number(at, value)),
        bytes().prop_map(Damage::Replace),
    ]
}

impl Damage {
    fn done_to(&self, file: &[u8]) -> Vec<u8> {
        let mut bytes = file.to_vec();
        match self {
            Self::Cut(at) => bytes.truncate(at.index(file.len() + 1)),
            Self::Change(changes) => {
                for (at, byte) in changes {
                    if !bytes.is_empty() {
                        bytes[at.index(file.len())] = *byte;
                    }
                }
            }
            Self::Insert(at, new) => {
                let at = at.index(file.len() + 1);
                bytes.splice(at..at, new.iter().copied());
            }
            // One of the numbers in it becomes this value.
            Self::Number(at, value) => {
                let digit = |place: &usize| file[*place].is_ascii_digit();
                let begins: Vec<usize> = (0..file.len())
                    .filter(digit)
                    .filter(|&place| place == 0 || !file[place - 1].is_ascii_digit())
                    .collect();
                if !begins.is_empty() {
                    let begin = begins[at.index(begins.len())];
                    let end = (begin..file.len()).find(|place| !digit(place)).unwrap_or(file.len());
                    bytes.splice(begin..end, value.bytes());
                }
            }
            Self::Replace(new) => bytes.clone_from(new),
        }
        bytes
    }
}

/// Copies a directory with its contents, two levels deep.
fn copy(from: &Path, to: &Path) {
    let _ = fs::remove_dir_all(to);
    fs::create_dir_all(to).expect("a directory");
    for entry in fs::read_dir(from).expect("a directory").flatten() {
        let new = to.join(entry.file_name());
        if entry.path().is_dir() {
            copy(&entry.path(), &new);
        } else {
            fs::copy(entry.path(), new).expect("copied");
        }
    }
}

fn words(line: &str) -> Vec<String> {
    line.split_whitespace().map(str::to_owned).collect()
}

/// Input files, each with the command that makes a valid one and the commands that read it.
#[test]
fn no_file_makes_it_panic() {
    let right = directory("fuzz-right");
    let tournament = "-q tournament random-tree --branching uniform:2 --pairs 3 \
                      --engine name=a,algorithm=alpha-beta,depth=1 --engine name=b,algorithm=fe,depth=2";
    let experiment = "-q experiment run zhang-table-1 --scale quick --set seeds=2 --set depth=3";
    let conventions = "-q experiment run zhang-conventions --scale quick --set seeds=1";
    let quality = "-q experiment run korf-fig-9 --scale quick --set seeds=1 --set depth=3";
    let learn = "-q learn evaluation --directory w --games 20 --depth 1 --solve 4 --epochs 1 --candidates w:1";
    for line in [
        learn.to_owned(),
        format!("{tournament} --run-dir t"),
        format!("{tournament} --shard 1/2 --run-dir s1"),
        format!("{tournament} --shard 2/2 --run-dir s2"),
        format!("{experiment} --run-dir e"),
        format!("{conventions} --run-dir c"),
        format!("{quality} --run-dir q"),
    ] {
        plyscope(line).in_directory(&right).succeeds();
    }
    fs::write(right.join("openings.txt"), "f5d6c3\nf5f6e6f4 # two\n\nd3c5d6e3\n").expect("written");
    fs::write(
        right.join("positions.txt"),
        "# one\n---------------------------OX------XO--------------------------- X; d3 +10 c4 +0 f5 -3 e6 -7\n",
    )
    .expect("written");
    // A header of 16 bytes and a record of 68 with the moves f5d6c3.
    let mut base = vec![20, 26, 11, 22, 1, 0, 0, 0, 0, 0, 230, 7, 8, 0, 10, 0];
    base.extend([0, 0, 0, 0, 0, 0, 33, 33, 56, 64, 33]);
    base.resize(16 + 68, 0);
    fs::write(right.join("games.wtb"), base).expect("written");

    let reading =
        "-q tournament othello --pairs 1 --threads 1 --engine name=a,algorithm=fe,depth=1";
    let patterns = fs::read_dir(right.join("w"))
        .expect("weights")
        .flatten()
        .map(|entry| entry.file_name().to_string_lossy().into_owned())
        .find(|name| name.ends_with(".bin") && name.contains('w'))
        .expect("weights of patterns");
    let reads: Vec<(String, Vec<String>)> = vec![
        (
            "openings.txt".to_owned(),
            vec![format!(
                "{reading} --engine name=b,algorithm=rbfms,depth=1 --openings openings.txt"
            )],
        ),
        (
            "positions.txt".to_owned(),
            vec![
                "-q learn moves --positions positions.txt --evaluation simple --depth 1".to_owned(),
            ],
        ),
        (
            "games.wtb".to_owned(),
            vec![
                "learn correlation --wthor games.wtb --evaluation simple --from 4 --to 8"
                    .to_owned(),
                "-q learn positions --wthor games.wtb --count 1 --depth 2 --from 50 --to 60"
                    .to_owned(),
            ],
        ),
        (
            format!("w/{patterns}"),
            vec![format!(
                "search othello start --algorithm fe --depth 2 --evaluation patterns:w/{patterns}"
            )],
        ),
        (
            "t/manifest.json".to_owned(),
            vec![format!("{tournament} --resume t"), "export t --format csv".to_owned()],
        ),
        (
            "t/rows.jsonl".to_owned(),
            vec!["export t --format markdown".to_owned(), format!("{tournament} --resume t")],
        ),
        ("t/time.json".to_owned(), vec![format!("{tournament} --resume t")]),
        ("s1/rows.jsonl".to_owned(), vec!["merge m s1 s2".to_owned()]),
        ("s2/manifest.json".to_owned(), vec!["merge m s1 s2".to_owned()]),
        (
            "e/zhang-table-1/rows.jsonl".to_owned(),
            vec![
                "export e/zhang-table-1 --format markdown".to_owned(),
                format!("{experiment} --resume e"),
            ],
        ),
        (
            "e/zhang-table-1/manifest.json".to_owned(),
            vec![
                "export e/zhang-table-1 --format json".to_owned(),
                "-q report --summary r e".to_owned(),
            ],
        ),
        (
            "c/zhang-conventions/rows.jsonl".to_owned(),
            vec!["export c/zhang-conventions --format csv".to_owned()],
        ),
        ("q/korf-fig-9/rows.jsonl".to_owned(), vec!["export q/korf-fig-9 --format csv".to_owned()]),
        (
            "q/korf-fig-9/manifest.json".to_owned(),
            vec!["export q/korf-fig-9 --format csv".to_owned()],
        ),
        ("w/manifest.json".to_owned(), vec![learn.to_owned()]),
        ("w/rows.jsonl".to_owned(), vec![learn.to_owned(), "export w --format csv".to_owned()]),
        ("w/generation-1-w-1.bin".to_owned(), vec![learn.to_owned()]),
        ("firmware".to_owned(), vec!["device info --emulate --firmware firmware".to_owned()]),
    ];
    fs::write(right.join("firmware"), b"\x7fELF\x01\x01\x01\0").expect("written");
    let place = directory("fuzz-damaged");
    for (file, commands) in reads {
        let whole = fs::read(right.join(&file)).expect(&file);
        let outcome = runner(FILES).run(&damage(), |damage| {
            copy(&right, &place);
            fs::write(place.join(&file), damage.done_to(&whole)).expect("written");
            for command in &commands {
                outcome(&place, &words(command))
                    .map_err(|error| TestCaseError::fail(format!("{command}: {error}")))?;
            }
            Ok(())
        });
        outcome.unwrap_or_else(|error| panic!("{file}: {error}"));
    }
}
