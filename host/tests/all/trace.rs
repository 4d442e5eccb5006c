//! `plyscope trace` as its user runs it, and its page in a browser: Debian's `chromium`, without a window.
//!
//! A script that the tests insert into a copy of the page ([`CHECK`]) drives it from inside, by its keys.
//! `PLYSCOPE_SCREENSHOTS=DIR` keeps screenshots for review.
#![cfg(unix)]

use std::fmt::Write as _;
use std::fs;
use std::io::Read as _;
use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::time::Duration;

use plyscope::trace::EXAMPLES;
use serde_json::Value;

use crate::common::{command, directory, heeding, wait_until};
use crate::page::{DARK, chromium};

const CHECK: &str = include_str!("trace-check.js");

/// Names and values that must stay text.
const HOSTILE: &str =
    r#"("</script><script>alert(1)</script>":3 "<img src=x onerror=alert(2)>":(2 "&lt;b>":5))"#;

fn plyscope(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_plyscope")).args(arguments).output().unwrap()
}

/// What the command prints when it succeeds.
fn printed(arguments: &[&str]) -> String {
    let output = plyscope(arguments);
    assert!(output.status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

/// The error that the command ends with.
fn refused(arguments: &[&str]) -> String {
    let output = plyscope(arguments);
    assert_eq!(output.status.code(), Some(2), "{arguments:?}");
    String::from_utf8(output.stderr).unwrap()
}

#[test]
fn a_typed_tree_is_traced_as_text_and_json_on_stdout_and_in_files() {
    let text = printed(&["trace", "((3 5) (2 9))", "--algorithm", "alpha-beta"]);
    assert!(
        text.contains("cut 2: its value is at most 2, and MAX has alpha 3 elsewhere\n"),
        "{text}"
    );
    assert!(
        text.contains("end: value 3, line 1 1, depth 2; 5 generated, 3 expanded, 1 cut by window"),
        "{text}"
    );
    let json =
        printed(&["trace", "((3 5) (2 9))", "--algorithm", "alpha-beta", "--format", "json"]);
    let lines: Vec<Value> = json.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(lines[0]["event"], "trace");
    assert_eq!(lines.last().unwrap()["counts"]["generated"], 5);
    let directory = directory("trace/files");
    let file = directory.join("trace.jsonl");
    let path = file.to_str().unwrap();
    printed(&["trace", "((3 5) (2 9))", "--format", "json", "--output", path]);
    assert_eq!(fs::read_to_string(&file).unwrap(), json);
    assert!(printed(&["trace", "--example", "list"]).lines().count() > EXAMPLES.len());
}

#[test]
fn what_cannot_be_traced_is_refused_with_a_remedy() {
    for (arguments, remedy) in [
        (vec!["trace", "othelo"], "neither a game nor a tree"),
        (vec!["trace", "((3 5) (2 9)"], "tree: character 1: this ( has no )"),
        (
            vec!["trace", "((3 5) (2 9))", "--algorithm", "fe"],
            "character 1 has none: write it before",
        ),
        (vec!["trace", "(4(8 1) (5 2))", "--algorithm", "rbfms"], "character 9 has none"),
        (vec!["trace", "--example", "none"], "use one of first, "),
        (
            vec!["trace", "(3 5)", "--expansion", "full"],
            "--expansion is no option of these algorithms",
        ),
        (vec!["trace", "hexapawn", "--algorithm", "alpha-beta"], "give a depth"),
        (vec!["trace", "hexapawn", "--algorithm", "strong"], "invalid value 'strong'"),
        (vec!["trace", "(3 5)", "--engine", "algorithm=pns"], "pns cannot be traced"),
        (vec!["trace", "hexapawn", "--depth", "4", "--moves", "a1a9"], "--moves: move 1"),
    ] {
        let error = refused(&arguments);
        assert!(error.contains(remedy), "{arguments:?}: {error}");
    }
}

#[test]
fn a_large_trace_streams_and_says_its_size_before_it_is_a_page() {
    let large =
        "trace random-tree --branching uniform:8 --seed 1 --depth 10 --algorithm alpha-beta";
    let with = |format| -> Vec<&str> { large.split(' ').chain(["--format", format]).collect() };
    let error = refused(&with("html"));
    assert!(error.contains(" events, ") && error.contains("give --large"), "{error}");
    // A reader that has enough.
    let mut command = Command::new(env!("CARGO_BIN_EXE_plyscope"));
    let mut trace = command.args(with("json")).stdout(Stdio::piped()).spawn().unwrap();
    let mut first = [0; 100];
    trace.stdout.take().unwrap().read_exact(&mut first).unwrap();
    assert!(trace.wait().unwrap().success(), "a closed pipe is no error");
}

#[test]
fn an_interrupted_trace_leaves_the_file_before() {
    let directory = directory("trace-interrupted");
    let path = directory.join("trace.json");
    fs::write(&path, "before").expect("written");
    let search = "trace random-tree --branching uniform:8 --seed 1 --depth 10 --algorithm alpha-beta --format json --output";
    let mut command = command(search);
    let child = command.arg(&path).stderr(Stdio::null()).spawn().expect("the command starts");
    let begun = directory.join(format!("trace.json.{}.tmp", child.id()));
    let mut child = child;
    while !fs::metadata(&begun).is_ok_and(|data| data.len() > 0) {
        assert!(child.try_wait().expect("it is there").is_none(), "it traces");
        std::thread::sleep(Duration::from_millis(1));
    }
    assert_eq!(fs::read(&path).expect("it"), b"before");
    Command::new("kill").args(["-INT", &child.id().to_string()]).status().expect("kill");
    assert_eq!(child.wait().expect("it ends").code(), Some(130));
    assert_eq!(fs::read(&path).expect("it"), b"before");
    assert_eq!(fs::read_dir(&directory).expect("it").count(), 1);

    // A page counts its events first: whatever there are so far, they are no reason for an error.
    let search = "trace random-tree --branching uniform:8 --seed 1 --depth 30 --algorithm minimax --format html --output";
    let mut child =
        heeding(search).arg(&path).stderr(Stdio::piped()).spawn().expect("the command starts");
    let status = format!("/proc/{}/status", child.id());
    wait_until(&mut child, "a handler of signals", || {
        let status = fs::read_to_string(&status).unwrap_or_default();
        let caught = status.lines().find_map(|line| line.strip_prefix("SigCgt:"));
        // The second bit is SIGINT's. Where the system does not tell, the signal comes when it comes.
        caught
            .is_none_or(|mask| u64::from_str_radix(mask.trim(), 16).is_ok_and(|mask| mask & 2 != 0))
    });
    std::thread::sleep(Duration::from_millis(100));
    Command::new("kill").args(["-INT", &child.id().to_string()]).status().expect("kill");
    let ended = child.wait_with_output().expect("it ends");
    assert_eq!(ended.status.code(), Some(130), "{ended:?}");
    assert!(!String::from_utf8_lossy(&ended.stderr).contains("error"), "{ended:?}");
    assert_eq!(fs::read(&path).expect("it"), b"before");
    assert_eq!(fs::read_dir(&directory).expect("it").count(), 1);
}

/// The page of a trace.
fn page(directory: &Path, arguments: &[&str]) -> String {
    let file = directory.join("trace.html");
    let mut words = vec!["-q", "trace"];
    words.extend(arguments);
    words.extend(["--format", "html", "--output", file.to_str().unwrap()]);
    printed(&words);
    fs::read_to_string(&file).unwrap()
}

/// The page with the check inserted; scripts need the page's nonce.
fn checked(page: &str) -> String {
    let (_, rest) = page.split_once("script-src 'nonce-").unwrap();
    let (nonce, _) = rest.split_once('\'').unwrap();
    page.replacen("<title>", &format!("<script nonce=\"{nonce}\">\n{CHECK}</script>\n<title>"), 1)
}

/// What the check sees on each of these pages, in frames of this width, and the browser's log of their consoles.
fn seen(
    directory: &Path,
    pages: &[String],
    width: u32,
    options: &[&str],
) -> (Vec<Value>, Vec<String>) {
    let file = directory.join("checked.html");
    let mut frames = String::from(
        "<!DOCTYPE html><meta charset=\"utf-8\"><meta name=\"color-scheme\" content=\"light dark\"><title>frames</title>",
    );
    for page in pages {
        let inside = checked(page).replace('&', "&amp;").replace('"', "&quot;");
        let _ = write!(
            frames,
            "<iframe style=\"border: 0; width: {width}px; height: 1000px\" srcdoc=\"{inside}\"></iframe>"
        );
    }
    frames += "<script>onload = () => { for (const frame of Array.from(frames)) \
               document.body.append(frame.document.getElementById(\"seen\")); };</script>";
    fs::write(&file, frames).unwrap();
    let mut words = vec!["--dump-dom", "--window-size=1600,1200"];
    words.extend(options);
    let output = chromium(directory, &words, &file);
    let dom = String::from_utf8_lossy(&output.stdout);
    let errors = String::from_utf8_lossy(&output.stderr);
    let found: Vec<Value> = dom
        .split("<pre id=\"seen\">")
        .skip(1)
        .map(|rest| serde_json::from_str(rest.split_once("</pre>").unwrap().0).unwrap())
        .collect();
    assert_eq!(found.len(), pages.len(), "{errors}");
    let console = errors.lines().filter(|line| line.contains("CONSOLE"));
    (found, console.map(str::to_owned).collect())
}

#[test]
#[ignore = "needs chromium"]
fn every_example_is_stepped_to_its_end_and_back_and_its_exercises_are_right() {
    let directory = directory("trace/examples");
    let pages: Vec<String> =
        EXAMPLES.iter().map(|example| page(&directory, &["--example", example.name])).collect();
    for (name, width, dark) in
        [("desktop", 1280, false), ("tablet-dark", 768, true), ("phone", 390, false)]
    {
        let options: Vec<&str> = dark.then_some(DARK).into_iter().collect();
        // All at one width; one example at the others.
        let pages = if width == 1280 { &pages[..] } else { &pages[7..8] };
        let (found, console) = seen(&directory, pages, width, &options);
        assert!(console.is_empty(), "{name}: {console:?}");
        for seen in &found {
            let title = &seen["title"];
            assert_eq!(seen["problems"], Value::Array(Vec::new()), "{name} {title}");
            assert_eq!(seen["requests"], Value::Array(Vec::new()), "{name} {title}");
            assert_eq!(seen["width"], width, "{name}");
            assert_eq!(seen["wide"], 0, "{name} {title}: the page itself scrolls sideways");
            for pane in seen["panes"].as_array().unwrap() {
                assert_eq!(
                    pane["counters"]["report"], "the same numbers",
                    "{name} {title}: {pane}"
                );
            }
            assert!(seen["exercises"]["leaf"].as_u64() > Some(0), "{name} {title}");
            assert_ne!(
                seen["ground"], seen["otherGround"],
                "{name}: the button changes the colours"
            );
        }
        if width == 1280 {
            let first = &found[0];
            assert_eq!(first["panes"][0]["counters"]["generated"], "5");
            assert_eq!(first["panes"][0]["crosses"], 1, "the leaf 9");
            assert_eq!(first["panes"][1]["counters"]["generated"], "6");
            assert!(
                found.iter().filter(|seen| seen["exercises"]["cuts"].as_u64() > Some(0)).count()
                    >= 6
            );
        }
    }
    if let Some(pictures) = std::env::var_os("PLYSCOPE_SCREENSHOTS") {
        for (example, page) in EXAMPLES.iter().zip(&pages) {
            screenshots(&directory, Path::new(&pictures), example.name, page);
        }
    }
}

/// Screenshots of a page in the middle of its trace.
fn screenshots(directory: &Path, pictures: &Path, name: &str, page: &str) {
    for (width, dark) in [(1280, false), (1280, true), (768, false), (390, false), (390, true)] {
        let file = directory.join("shown.html");
        let middle = page.matches("{\"event\":").count() / 2;
        let begin = format!(
            "this.go(step ? Number(step[1]) : Math.min({middle}, Math.round(0.7 * this.last)));"
        );
        fs::write(&file, page.replacen("this.go(step ? Number(step[1]) : 0);", &begin, 1)).unwrap();
        let ending = if dark { "-dark" } else { "" };
        let picture = pictures.join(format!("{name}-{width}{ending}.png"));
        let (size, shot) =
            (format!("--window-size={width},1400"), format!("--screenshot={}", picture.display()));
        let mut options = vec![size.as_str(), shot.as_str()];
        options.extend(dark.then_some(DARK));
        chromium(directory, &options, &file);
        assert!(picture.exists());
    }
}

#[test]
#[ignore = "needs chromium"]
fn games_large_trees_and_hostile_names_are_shown_too() {
    let directory = directory("trace/games");
    let pages = [
        page(
            &directory,
            &["othello", "--moves", "f5d6c3", "--algorithm", "alpha-beta", "--depth", "2"],
        ),
        page(
            &directory,
            &["hexapawn", "--algorithm", "ubfm", "--algorithm", "mcts", "--nodes", "40"],
        ),
        page(
            &directory,
            &["connect-four", "--moves", "4443", "--algorithm", "pvs", "--depth", "2"],
        ),
        page(&directory, &[HOSTILE, "--algorithm", "alpha-beta"]),
        page(
            &directory,
            &[
                "random-tree",
                "--branching",
                "uniform:4",
                "--seed",
                "1",
                "--depth",
                "6",
                "--algorithm",
                "alpha-beta",
            ],
        )
        .replacen("<body ", "<body data-large=\"true\" ", 1),
    ];
    let (found, console) = seen(&directory, &pages, 1280, &[]);
    assert!(console.is_empty(), "{console:?}");
    for seen in &found {
        assert_eq!(seen["problems"], Value::Array(Vec::new()), "{}", seen["title"]);
        assert_eq!(seen["panes"][0]["counters"]["report"], "the same numbers", "{seen}");
        assert_eq!(seen["markup"], 0, "{seen}");
    }
    // A window of the tree.
    let nodes = found[4]["panes"][0]["nodes"].as_u64().unwrap();
    assert!((10..300).contains(&nodes), "{nodes}");
}
