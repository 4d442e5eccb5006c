//! `plyscope book`, and engines that play from one.
#![cfg(unix)]

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::process::{Child, Command, Output, Stdio};
use std::time::Duration;

use serde_json::Value;
use sha2::{Digest as _, Sha256};

use super::common::{command, directory, fail, succeed};

#[test]
fn a_book_is_built_extended_merged_shown_and_played() {
    let directory = directory("books-built");
    let place = |name: &str| directory.join(name).display().to_string();
    let (one, two, both) = (place("one.txt"), place("two.txt"), place("both.txt"));
    let plan = "--plies 8 --depth 2 --margin 3";
    assert!(
        succeed(&format!("-q book build {one} --positions 40 {plan}"))
            .contains("40 positions, 40 of them new")
    );
    // The same book, extended in two steps, by other numbers of threads.
    succeed(&format!("-q book build {two} --positions 40 {plan} --threads 1"));
    assert_eq!(fs::read(&one).expect("a book"), fs::read(&two).expect("a book"));
    let message = fail(&format!("-q book build {two} --positions 60 --seed 2 {plan}"), 1);
    assert!(message.contains(&format!("use --resume {two}")), "{message}");
    succeed(&format!("-q book build --resume {two} --positions 60 --seed 2 {plan}"));
    assert!(
        succeed(&format!("book merge {both} {one} {two}")).contains("60 positions from 2 books")
    );
    let shown = succeed(&format!("book show {both}"));
    assert!(shown.contains("60 positions") && shown.contains("Black to move"), "{shown}");
    let row: Value =
        serde_json::from_str(&succeed(&format!("book show {both} --format json"))).expect("JSON");
    assert_eq!(row["moves"].as_array().map(Vec::len), Some(4));

    // A player takes its moves from the book without a search, another one for another seed.
    let search = |flags: &str| -> Value {
        let text =
            succeed(&format!("search othello --depth 3 --book {both} --format json {flags}"));
        serde_json::from_str(&text).expect("JSON")
    };
    let row = search("start");
    assert_eq!((row["generated"].as_u64(), row["bound"].as_str()), (Some(0), Some("estimate")));
    let firsts: BTreeSet<String> = (0..12)
        .map(|seed| search(&format!("start --book-seed {seed}"))["move"].to_string())
        .collect();
    assert!(firsts.len() > 1, "the four first moves are equal: {firsts:?}");
    let outside = search("--moves f5d6c3d3c4f4c5b3c2e3d2f6");
    assert!(outside["generated"].as_u64() > Some(0));

    // A run belongs to the content of its book.
    let run = place("run");
    let match_of = |book: &str, how: &str| {
        format!(
            "-q tournament othello --openings 0ply --engine name=a,algorithm=strong,depth=1,book={book} \
             --engine name=b,algorithm=strong,depth=1 {how} {run}"
        )
    };
    let rows = succeed(&(match_of(&one, "--run-dir") + " --format json"));
    assert!(rows.contains("\"kind\":\"game\""));
    let copy = place("copy.txt");
    fs::copy(&one, &copy).expect("copied");
    succeed(&match_of(&copy, "--resume"));
    let message = fail(&match_of(&both, "--resume"), 2);
    assert!(message.contains("another configuration"), "{message}");
}

#[test]
fn a_file_that_is_no_book_or_was_changed_is_refused_with_a_remedy() {
    let directory = directory("books-wrong");
    let path = directory.join("book.txt");
    let file = path.display().to_string();
    succeed(&format!("-q book build {file} --positions 3 --plies 3 --depth 2"));
    let text = fs::read_to_string(&path).expect("a book");
    for (wrong, reason) in [
        (String::new(), "no book"),
        (text.replace("depth 2", "depth 3"), "checksum"),
        (text[..text.len() / 2].to_owned(), "checksum"),
    ] {
        fs::write(&path, wrong).expect("written");
        for command in [
            format!("book show {file}"),
            format!("book merge x {file}"),
            format!("search othello start --depth 1 --book {file}"),
            format!("-q book build --resume {file} --positions 5 --depth 2"),
        ] {
            let message = fail(&command, 2);
            assert!(message.contains(reason) && message.contains("build it again"), "{message}");
        }
    }
    fail("search othello start --depth 1 --book /no/such/book", 2);
    fail("search othello start --depth 1 --algorithm pvs --book x", 2);
}

/// Starts to build a book.
fn start(arguments: &str) -> Child {
    let mut command = command(arguments);
    command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("the command starts")
}

/// Waits until a build has its file to itself.
fn wait_for(child: &mut Child, path: &Path) {
    while !path.exists() {
        assert!(child.try_wait().expect("it is there").is_none(), "it builds");
        std::thread::sleep(Duration::from_millis(1));
    }
}

fn interrupt(child: Child) -> Output {
    Command::new("kill").args(["-INT", &child.id().to_string()]).status().expect("kill");
    child.wait_with_output().expect("it ends")
}

const LONG: &str = "--positions 100000 --plies 30 --depth 4";

#[test]
fn an_interrupted_book_becomes_the_uninterrupted_one() {
    let directory = directory("books-interrupted");
    let plan = "--positions 150 --plies 12 --depth 2 --margin 2";
    let whole = directory.join("whole.book");
    succeed(&format!("-q book build {} {plan}", whole.display()));
    let expected = fs::read(&whole).expect("a book");
    let mut interrupted = 0;
    for attempt in 0..8 {
        let path = directory.join(format!("{attempt}.book"));
        let lock = directory.join(format!("{attempt}.book.lock"));
        let mut command = format!("-q book build {} {plan}", path.display());
        for moment in 0..30 {
            let mut child = start(&command);
            wait_for(&mut child, &lock);
            std::thread::sleep(Duration::from_millis(10 + 12 * attempt + moment));
            let output = interrupt(child);
            let text = String::from_utf8_lossy(&output.stderr).into_owned();
            match output.status.code() {
                Some(0) => break,
                Some(130) => interrupted += 1,
                _ => panic!("{text}"),
            }
            command = format!("-q book build --resume {} {plan}", path.display());
        }
        succeed(&format!("-q book build --resume {} {plan}", path.display()));
        assert!(fs::read(&path).expect("a book") == expected, "attempt {attempt}");
    }
    assert!(interrupted > 0, "no attempt was interrupted");
    // In two steps, each of which ends within a round.
    let path = directory.join("steps.book");
    succeed(&format!("-q book build {} {}", path.display(), plan.replace("150", "50")));
    succeed(&format!("-q book build --resume {} {plan}", path.display()));
    assert!(fs::read(&path).expect("a book") == expected, "50, then 150");
}

#[test]
fn a_book_has_one_writer() {
    let directory = directory("books-two");
    let path = directory.join("one.book");
    let (file, lock) = (path.display(), directory.join("one.book.lock"));
    let mut first = start(&format!("-q book build {file} {LONG}"));
    wait_for(&mut first, &lock);
    let other = directory.join("other.book").display().to_string();
    succeed(&format!("-q book build {other} --positions 3 --depth 2"));
    for second in [
        format!("-q book build {file} {LONG}"),
        format!("-q book build {file} {LONG} --seed 2"),
        format!("book merge {file} {other}"),
    ] {
        let message = fail(&second, 1);
        assert!(message.contains("is being written by another process"), "{message}");
    }
    assert_eq!(interrupt(first).status.code(), Some(130));
    let mut first = start(&format!("-q book build --resume {file} {LONG}"));
    wait_for(&mut first, &lock);
    let message = fail(&format!("-q book build --resume {file} {LONG}"), 1);
    assert!(message.contains("is being written by another process"), "{message}");
    first.kill().expect("it is there");
    first.wait().expect("it ends");
    // The lock of a killed process is none.
    succeed(&format!("-q book build --resume {file} --positions 1 --plies 30 --depth 4"));
}

#[test]
fn a_file_that_appears_while_a_book_is_built_stays_and_so_does_the_book() {
    let directory = directory("books-appear");
    let path = directory.join("one.book");
    let (file, lock) = (path.display(), directory.join("one.book.lock"));
    for how in
        [format!("-q book build {file} {LONG}"), format!("-q book build --resume {file} {LONG}")]
    {
        let mut child = start(&how);
        wait_for(&mut child, &lock);
        std::thread::sleep(Duration::from_millis(100));
        fs::write(&path, "mine").expect("written");
        let output = interrupt(child);
        let text = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(1), "{text}");
        let book = directory.join("one-1.book");
        assert!(text.contains(&format!("the book is in {}", book.display())), "{text}");
        assert_eq!(fs::read(&path).expect("it"), b"mine");
        succeed(&format!("book show {}", book.display()));
        fs::rename(&book, &path).expect("renamed");
    }
    assert_eq!(fs::read_dir(&directory).expect("it").count(), 1);
}

#[test]
fn a_book_of_the_version_before_is_read_and_extended() {
    let directory = directory("books-before");
    let path = directory.join("one.book");
    let file = path.display().to_string();
    succeed(&format!("-q book build {file} --positions 20 --plies 8 --depth 2"));
    let text = fs::read_to_string(&path).expect("a book");
    let old =
        |line: &&str| !["growth ", "next ", "sha256 "].iter().any(|word| line.starts_with(word));
    let mut before: String =
        text.lines().filter(old).map(|line| line.replace("-book 2", "-book 1") + "\n").collect();
    let sum = Sha256::digest(&before);
    let sum: String = sum.iter().map(|byte| format!("{byte:02x}")).collect();
    before += &format!("sha256 {sum}\n");
    fs::write(&path, &before).expect("written");
    assert!(succeed(&format!("book show {file}")).contains("20 positions"));
    let told =
        succeed(&format!("-q book build --resume {file} --positions 30 --plies 8 --depth 2"));
    assert!(told.contains("30 positions, 10 of them new"), "{told}");
    // A pipe is no book, and is not waited for.
    let pipe = directory.join("pipe");
    assert!(Command::new("mkfifo").arg(&pipe).status().expect("mkfifo").success());
    let message = fail(&format!("book show {}", pipe.display()), 2);
    assert!(message.contains("not an ordinary file"), "{message}");
}
