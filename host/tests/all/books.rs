//! `plyscope book`, and engines that play from one.
#![cfg(unix)]

use std::collections::BTreeSet;
use std::fs;

use serde_json::Value;

use super::common::{directory, fail, succeed};

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
