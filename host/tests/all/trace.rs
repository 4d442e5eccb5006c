//! `plyscope trace` as its user runs it, and its page in a browser: Debian's `chromium`, without a window.
//!
//! A script that the tests insert into a copy of the page ([`CHECK`]) drives it from inside, by its keys.
//! `PLYSCOPE_SCREENSHOTS=DIR` keeps screenshots for review.

mod worksheets;

use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use plyscope::trace::EXAMPLES;
use serde_json::Value;

use crate::page::{DARK, chromium};

use crate::common::directory;
use crate::plyscope::plyscope;

const CHECK: &str = include_str!("trace-check.js");

/// Names and values that must stay text.
const HOSTILE: &str =
    r#"("</script><script>alert(1)</script>":3 "<img src=x onerror=alert(2)>":(2 "&lt;b>":5))"#;

/// What the command prints when it succeeds. Trees have spaces in their words.
fn printed(arguments: &[&str]) -> String {
    plyscope("").args(arguments).text()
}

#[test]
fn a_typed_tree_is_traced_as_text_and_json_on_stdout_and_in_files() {
    let text = printed(&["trace", "((3 5) (2 9))", "--algorithm", "alpha-beta"]);
    assert!(
        text.contains("cut 2: its value is at most 2, and MAX has alpha 3 elsewhere\n"),
        "{text}"
    );
    assert!(
        text.contains(
            "end: value 3 (exact), line 1 1, depth 2; 5 generated, 3 expanded, 1 cut by window"
        ),
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
fn a_search_is_drawn_at_a_step_as_svg_png_and_pdf_and_at_all_of_them_in_numbered_files() {
    const TREE: &str = "((3 12 8) (2 4 6) (14 5 2))";
    let drawn = |arguments: &[&str]| {
        let words = ["-q", "trace", TREE, "--algorithm", "alpha-beta"];
        plyscope("").args(words).args(arguments)
    };
    let last = drawn(&["--format", "svg", "--title", "Week <3>"]).text();
    for text in [
        "<title>Week &lt;3&gt;</title>",
        ">≤2</text>",
        ">cut, window</text>",
        ">α 3 β 2</text>",
        "step 30 of 30: end: value 3 (exact)",
    ] {
        assert!(last.contains(text), "{text}: {last}");
    }
    // What paints is said once, not at each shape.
    assert!(last.len() < 6_000, "{} bytes", last.len());
    assert!(last.matches("font-family").count() <= 6, "{last}");
    let first = drawn(&["--format", "svg", "--step", "0"]).text();
    assert!(first.contains("before the first of 30 steps") && !first.contains("≤2"), "{first}");
    let directory = directory("trace/drawings").join("slides");
    // It makes a directory for so many files.
    let path = |name: &str| directory.join(name).display().to_string();
    drawn(&["--format", "svg", "--step", "all", "--output", &path("step.svg")]).succeeds();
    let files: Vec<String> = (0..=30).map(|step| path(&format!("step-{step:02}.svg"))).collect();
    let texts: Vec<String> =
        files.iter().map(|file| fs::read_to_string(file).expect("a file for each step")).collect();
    assert!(texts[7].contains("step 7 of 30: ") && !texts[7].contains("step 8 of"));
    assert_eq!(fs::read_dir(&directory).unwrap().count(), 31);
    drawn(&["--format", "pdf", "--step", "all", "--output", &path("all.pdf")]).succeeds();
    let pdf = fs::read(path("all.pdf")).unwrap();
    let pages = pdf.windows(11).filter(|part| part == b"/Type /Page").count();
    // The tree of pages, too.
    assert_eq!((&pdf[..5], pages), (&b"%PDF-"[..], 31 + 1));
    drawn(&["--format", "png", "--step", "12", "--grey", "--output", &path("12.png")]).succeeds();
    assert!(fs::read(path("12.png")).unwrap().starts_with(b"\x89PNG\r\n"));
    for (arguments, remedy) in [
        (&["--format", "svg", "--step", "31"][..], "the search has 30 steps"),
        (&["--format", "svg", "--step", "x"], "or all"),
        (&["--format", "svg", "--step", "all"], "give their name with --output"),
        (&["--format", "text", "--step", "3"], "--step is for drawings"),
        (&["--format", "svg", "--algorithm", "minimax"], "alpha-beta, minimax: name one"),
    ] {
        let error = drawn(arguments).fails(2);
        assert!(error.contains(remedy), "{arguments:?}: {error}");
    }
    let long = ["trace", "othello", "--algorithm", "minimax", "--depth", "7", "--format", "svg"];
    assert!(plyscope("").args(long).fails(2).contains("limit the search by --depth or --nodes"));
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
        (
            vec!["trace", "hexapawn", "--algorithm", "strong"],
            "strong cannot be traced: it plays othello only",
        ),
        (
            vec!["trace", "othello", "--engine", "algorithm=strong,level=1,threads=2"],
            "omit threads and book",
        ),
        (vec!["trace", "hexapawn", "--depth", "4", "--moves", "a1a9"], "--moves: move 1"),
    ] {
        let error = plyscope("").args(&arguments).fails(2);
        assert!(error.contains(remedy), "{arguments:?}: {error}");
    }
}

#[test]
fn a_large_trace_streams_and_says_its_size_before_it_is_a_page() {
    let large =
        "trace random-tree --branching uniform:8 --seed 1 --depth 10 --algorithm alpha-beta";
    let error = plyscope(format!("{large} --format html")).fails(2);
    assert!(error.contains(" events, ") && error.contains("give --large"), "{error}");
    // A reader that has enough.
    let ended = plyscope(format!("{large} --format json")).read_in_part(100);
    assert_eq!(ended.code, Some(0), "a closed pipe is no error");
}

#[test]
fn an_interrupted_trace_leaves_the_file_before() {
    let directory = directory("trace-interrupted");
    let path = directory.join("trace.json");
    fs::write(&path, "before").expect("written");
    let search = "trace random-tree --branching uniform:8 --seed 1 --depth 10 --algorithm alpha-beta --format json --output";
    let mut running = plyscope(search).arg(&path).start();
    let begun = directory.join(format!("trace.json.{}.tmp", running.child.id()));
    running.until("a file", || fs::metadata(&begun).is_ok_and(|data| data.len() > 0));
    assert_eq!(fs::read(&path).expect("it"), b"before");
    running.signal("INT");
    assert_eq!(running.ends().code, Some(130));
    assert_eq!(fs::read(&path).expect("it"), b"before");
    assert_eq!(fs::read_dir(&directory).expect("it").count(), 1);

    // A page counts its events first: whatever there are so far, they are no reason for an error.
    let search = "trace random-tree --branching uniform:8 --seed 1 --depth 30 --algorithm minimax --format html --output";
    let mut running = plyscope(search).arg(&path).start();
    running.until_it_works();
    running.signal("INT");
    let ended = running.ends();
    assert_eq!(ended.code, Some(130), "{ended:?}");
    assert!(!ended.errors.contains("error"), "{ended:?}");
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
            assert!(seen["exercises"]["mixed"].as_u64() >= Some(2), "{name} {title}");
            for kind in ["leaf", "values"] {
                assert!(seen["exercises"][kind].as_u64() > Some(0), "{name} {title}: {kind}");
            }
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
fn games_and_hostile_names_are_shown_too() {
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
    ];
    let (found, console) = seen(&directory, &pages, 1280, &[]);
    assert!(console.is_empty(), "{console:?}");
    for seen in &found {
        assert_eq!(seen["problems"], Value::Array(Vec::new()), "{}", seen["title"]);
        assert_eq!(seen["panes"][0]["counters"]["report"], "the same numbers", "{seen}");
        assert_eq!(seen["markup"], 0, "{seen}");
    }
}

mod nightly {
    use super::*;

    #[test]
    #[ignore = "takes half a minute in a browser, and needs one"]
    fn of_a_large_tree_a_window_is_shown() {
        let directory = directory("trace/large");
        let page = page(
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
        .replacen("<body ", "<body data-large=\"true\" ", 1);
        let (found, console) = seen(&directory, &[page], 1280, &[]);
        assert!(console.is_empty(), "{console:?}");
        assert_eq!(found[0]["problems"], Value::Array(Vec::new()));
        assert_eq!(found[0]["panes"][0]["counters"]["report"], "the same numbers");
        // Not all of it.
        let nodes = found[0]["panes"][0]["nodes"].as_u64().unwrap();
        assert!((10..300).contains(&nodes), "{nodes}");
    }
}
