//! `plyscope book`, and engines that play from one.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::process::Command;
use std::time::Duration;

use serde_json::Value;
use sha2::{Digest as _, Sha256};

use crate::common::directory;
use crate::plyscope::{Ended, Running, plyscope};

#[test]
fn a_book_is_built_extended_merged_shown_and_played() {
    let directory = directory("books-built");
    let place = |name: &str| directory.join(name).display().to_string();
    let (one, two, both) = (place("one.txt"), place("two.txt"), place("both.txt"));
    let plan = "--plies 8 --depth 2 --margin 3";
    assert!(
        plyscope(format!("-q book build {one} --positions 40 {plan}"))
            .text()
            .contains("40 positions, 40 of them new")
    );
    // The same book, extended in two steps, by other numbers of threads.
    plyscope(format!("-q book build {two} --positions 40 {plan} --threads 1")).succeeds();
    assert_eq!(fs::read(&one).expect("a book"), fs::read(&two).expect("a book"));
    let message = plyscope(format!("-q book build {two} --positions 60 --seed 2 {plan}")).fails(1);
    assert!(message.contains(&format!("use --resume {two}")), "{message}");
    plyscope(format!("-q book build --resume {two} --positions 60 --seed 2 {plan}")).succeeds();
    assert!(
        plyscope(format!("book merge {both} {one} {two}"))
            .text()
            .contains("60 positions from 2 books")
    );
    let shown = plyscope(format!("book show {both}")).text();
    assert!(shown.contains("60 positions") && shown.contains("Black to move"), "{shown}");
    let row: Value = plyscope(format!("book show {both}")).json();
    assert_eq!(row["moves"].as_array().map(Vec::len), Some(4));

    // A player takes its moves from the book without a search, another one for another seed.
    let search = |flags: &str| -> Value {
        plyscope(format!("search othello --depth 3 --book {both} {flags}")).json()
    };
    let row = search("start");
    assert_eq!((row["generated"].as_u64(), row["bound"].as_str()), (Some(0), Some("estimate")));
    let firsts: BTreeSet<String> = (0..12)
        .map(|seed| search(&format!("start --book-seed {seed}"))["move"].to_string())
        .collect();
    assert!(firsts.len() > 1, "the four first moves are equal: {firsts:?}");
    let outside = search("--moves f5d6c3d3c4f4c5b3c2e3d2f6");
    assert!(outside["generated"].as_u64() > Some(0));

    // A hint tells the depth of the book's search, once.
    let hints = "plyscope-analyze 1\nquit\n";
    let told = plyscope(format!("gtp --book {both} --st 9")).stdin(hints).text();
    assert!(told.contains(" depth 3 nodes 0 ") || told.contains(" depth 4 nodes 0 "), "{told}");
    let hints = "nboard 2\nset depth 8\nhint 1\n";
    let told = plyscope(format!("nboard --book {both}")).stdin(hints).text();
    assert_eq!(told.matches("search ").count(), 1, "{told}");

    // A run belongs to the content of its book.
    let run = place("run");
    let match_of = |book: &str, how: &str| {
        format!(
            "-q tournament othello --openings 0ply --engine name=a,algorithm=strong,depth=1,book={book} \
             --engine name=b,algorithm=strong,depth=1 {how} {run}"
        )
    };
    let rows = plyscope(match_of(&one, "--run-dir") + " --format json").text();
    assert!(rows.contains("\"kind\":\"game\""));
    let copy = place("copy.txt");
    fs::copy(&one, &copy).expect("copied");
    plyscope(match_of(&copy, "--resume")).succeeds();
    let message = plyscope(match_of(&both, "--resume")).fails(2);
    assert!(message.contains("another configuration"), "{message}");
}

#[test]
fn a_file_that_is_no_book_or_was_changed_is_refused_with_a_remedy() {
    let directory = directory("books-wrong");
    let path = directory.join("book.txt");
    let file = path.display().to_string();
    plyscope(format!("-q book build {file} --positions 3 --plies 3 --depth 2")).succeeds();
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
            let message = plyscope(&command).fails(2);
            assert!(message.contains(reason) && message.contains("build it again"), "{message}");
        }
    }
    plyscope("search othello start --depth 1 --book /no/such/book").fails(2);
    plyscope("search othello start --depth 1 --algorithm pvs --book x").fails(2);
}

/// Starts to build a book, and waits until the build has its file to itself.
fn start(arguments: &str, lock: &Path) -> Running {
    let mut running = plyscope(arguments).start();
    running.until("a lock", || lock.exists());
    running
}

fn interrupt(running: Running) -> Ended {
    running.signal("INT");
    running.ends()
}

const LONG: &str = "--positions 100000 --plies 30 --depth 4";

#[test]
fn an_interrupted_book_becomes_the_uninterrupted_one() {
    let directory = directory("books-interrupted");
    let plan = "--positions 150 --plies 12 --depth 2 --margin 2";
    let whole = directory.join("whole.book");
    plyscope(format!("-q book build {} {plan}", whole.display())).succeeds();
    let expected = fs::read(&whole).expect("a book");
    let mut interrupted = 0;
    for attempt in 0..8 {
        let path = directory.join(format!("{attempt}.book"));
        let lock = directory.join(format!("{attempt}.book.lock"));
        let mut command = format!("-q book build {} {plan}", path.display());
        for moment in 0..30 {
            let running = start(&command, &lock);
            // Another moment each time.
            std::thread::sleep(Duration::from_millis(10 + 12 * attempt + moment));
            let ended = interrupt(running);
            match ended.code {
                Some(0) => break,
                Some(130) => interrupted += 1,
                _ => panic!("{ended:?}"),
            }
            command = format!("-q book build --resume {} {plan}", path.display());
        }
        plyscope(format!("-q book build --resume {} {plan}", path.display())).succeeds();
        assert!(fs::read(&path).expect("a book") == expected, "attempt {attempt}");
    }
    assert!(interrupted > 0, "no attempt was interrupted");
    // In two steps, each of which ends within a round.
    let path = directory.join("steps.book");
    plyscope(format!("-q book build {} {}", path.display(), plan.replace("150", "50"))).succeeds();
    plyscope(format!("-q book build --resume {} {plan}", path.display())).succeeds();
    assert!(fs::read(&path).expect("a book") == expected, "50, then 150");
}

#[test]
fn a_book_has_one_writer() {
    let directory = directory("books-two");
    let path = directory.join("one.book");
    let (file, lock) = (path.display(), directory.join("one.book.lock"));
    let first = start(&format!("-q book build {file} {LONG}"), &lock);
    let other = directory.join("other.book").display().to_string();
    plyscope(format!("-q book build {other} --positions 3 --depth 2")).succeeds();
    for second in [
        format!("-q book build {file} {LONG}"),
        format!("-q book build {file} {LONG} --seed 2"),
        format!("book merge {file} {other}"),
    ] {
        let message = plyscope(&second).fails(1);
        assert!(message.contains("is being written by another process"), "{message}");
    }
    assert_eq!(interrupt(first).code, Some(130));
    let first = start(&format!("-q book build --resume {file} {LONG}"), &lock);
    let message = plyscope(format!("-q book build --resume {file} {LONG}")).fails(1);
    assert!(message.contains("is being written by another process"), "{message}");
    first.kill();
    // The lock of a killed process is none.
    plyscope(format!("-q book build --resume {file} --positions 1 --plies 30 --depth 4"))
        .succeeds();
}

#[test]
fn a_file_that_appears_while_a_book_is_built_stays_and_so_does_the_book() {
    let directory = directory("books-appear");
    let path = directory.join("one.book");
    let (file, lock) = (path.display(), directory.join("one.book.lock"));
    for how in
        [format!("-q book build {file} {LONG}"), format!("-q book build --resume {file} {LONG}")]
    {
        let mut running = start(&how, &lock);
        running.until_it_works();
        fs::write(&path, "mine").expect("written");
        let ended = interrupt(running);
        assert_eq!(ended.code, Some(1), "{ended:?}");
        let (text, book) = (ended.errors, directory.join("one-1.book"));
        assert!(text.contains(&format!("the book is in {}", book.display())), "{text}");
        assert_eq!(fs::read(&path).expect("it"), b"mine");
        plyscope(format!("book show {}", book.display())).succeeds();
        fs::rename(&book, &path).expect("renamed");
    }
    assert_eq!(fs::read_dir(&directory).expect("it").count(), 1);
}

#[test]
fn a_book_of_the_version_before_is_read_and_extended() {
    let directory = directory("books-before");
    let path = directory.join("one.book");
    let file = path.display().to_string();
    plyscope(format!("-q book build {file} --positions 20 --plies 8 --depth 2")).succeeds();
    let text = fs::read_to_string(&path).expect("a book");
    let old =
        |line: &&str| !["growth ", "next ", "sha256 "].iter().any(|word| line.starts_with(word));
    let mut before: String =
        text.lines().filter(old).map(|line| line.replace("-book 2", "-book 1") + "\n").collect();
    let sum = Sha256::digest(&before);
    let sum: String = sum.iter().map(|byte| format!("{byte:02x}")).collect();
    before += &format!("sha256 {sum}\n");
    fs::write(&path, &before).expect("written");
    assert!(plyscope(format!("book show {file}")).text().contains("20 positions"));
    let told =
        plyscope(format!("-q book build --resume {file} --positions 30 --plies 8 --depth 2"))
            .text();
    assert!(told.contains("30 positions, 10 of them new"), "{told}");
    // A pipe is no book, and is not waited for.
    let pipe = directory.join("pipe");
    assert!(Command::new("mkfifo").arg(&pipe).status().expect("mkfifo").success());
    let message = plyscope(format!("book show {}", pipe.display())).fails(2);
    assert!(message.contains("not an ordinary file"), "{message}");
}
