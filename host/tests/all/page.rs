//! The report's page in a browser: Debian's `chromium`, without a window, and the validator `tidy`.
//!
//! A script that the tests insert into a copy of the page ([`CHECK`]) inspects it from inside.
//! `PLYSCOPE_SCREENSHOTS=DIR` keeps screenshots for review.

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

use plyscope::report::{Edge, Figure, Tree, TreeNode};
use plyscope::site::{FoundRuns, Site};
use serde_json::Value;

use crate::common::directory;
use crate::plyscope::plyscope;

const CHECK: &str = include_str!("check.js");

fn run(program: &str, arguments: &[&str]) -> Output {
    Command::new(program).args(arguments).output().unwrap_or_else(|error| {
        panic!("{program} is needed here ({error}); on Debian: apt-get install {program}")
    })
}

/// A page of three runs, one of them unfinished, with plots and a tree wider than any screen.
fn page(directory: &Path) -> String {
    for (place, arguments) in [
        ("runs", "run zhang-table-1 --set seeds=40 --set depth=5"),
        ("runs", "run korf-fig-9 --set seeds=20 --set depth=8"),
        ("part", "run korf-fig-9 --set seeds=20 --set depth=7"),
    ] {
        let experiment = format!("-q experiment {arguments} --scale quick --run-dir");
        plyscope(experiment).arg(directory.join(place)).succeeds();
    }
    let rows = directory.join("part/korf-fig-9/rows.jsonl");
    let text = fs::read_to_string(&rows).unwrap();
    let first: Vec<&str> = text.lines().take(5).collect();
    fs::write(&rows, first.join("\n") + "\n").unwrap();
    let found = FoundRuns::below(&[directory.join("runs"), directory.join("part")]).unwrap();
    let mut site = Site::read(&found.runs).unwrap();
    let leaf = |i: u32| Edge {
        label: format!("move {i}"),
        to: TreeNode { label: i.to_string(), pruned: i.is_multiple_of(3), ..TreeNode::default() },
    };
    let root = TreeNode {
        label: "0".to_owned(),
        max: true,
        children: (0..40).map(leaf).collect(),
        ..TreeNode::default()
    };
    let (name, title) = ("wide-tree".to_owned(), "A wide tree".to_owned());
    let tree = Tree { name, title, root, notes: Vec::new() };
    site.chapters[0].summary.figures.push(Figure::Tree(tree));
    site.html().unwrap()
}

/// The page with the check inserted before its own contents.
fn checked(page: &str) -> String {
    page.replacen("<title>", &format!("<script>\n{CHECK}</script>\n<title>"), 1)
}

/// Options for every start, with a separate profile for the test.
pub(crate) fn chromium(directory: &Path, options: &[&str], file: &Path) -> Output {
    let profile = format!("--user-data-dir={}", directory.join("profile").display());
    let address = format!("file://{}", file.display());
    let mut words = vec![
        "--headless",
        "--disable-gpu",
        "--hide-scrollbars",
        "--disable-background-networking",
        "--no-first-run",
        "--enable-logging=stderr",
        // The page is ours, and a container may not allow what the sandbox needs.
        "--no-sandbox",
        &profile,
    ];
    words.extend(options);
    words.push(&address);
    run("chromium", &words)
}

/// The check's findings in a window of this width, and the browser's log of the page's console. The window is a frame,
/// because the browser's own is never as narrow as a phone's.
fn seen(directory: &Path, page: &str, width: u32, options: &[&str]) -> (Value, Vec<String>) {
    let file = directory.join("checked.html");
    let inside = checked(page).replace('&', "&amp;").replace('"', "&quot;");
    let frame = format!(
        "<!DOCTYPE html><meta name=\"color-scheme\" content=\"light dark\"><title>frame</title>\
         <iframe style=\"border: 0; width: {width}px; height: 1000px\" srcdoc=\"{inside}\"></iframe><script>\
         onload = () => document.body.append(frames[0].document.getElementById(\"seen\"));</script>"
    );
    fs::write(&file, frame).unwrap();
    let mut words = vec!["--dump-dom", "--window-size=1600,1200"];
    words.extend(options);
    let output = chromium(directory, &words, &file);
    let dom = String::from_utf8_lossy(&output.stdout);
    let errors = String::from_utf8_lossy(&output.stderr);
    let (_, rest) = dom.rsplit_once("<pre id=\"seen\">").unwrap_or_else(|| panic!("{errors}"));
    let (json, _) = rest.split_once("</pre>").unwrap();
    let console = errors.lines().filter(|line| line.contains("CONSOLE"));
    (serde_json::from_str(json).unwrap(), console.map(str::to_owned).collect())
}

/// Lightness of `rgb(r, g, b)`, from 0 to 255.
fn lightness(colour: &Value) -> u32 {
    let colour = colour.as_str().unwrap();
    let numbers = colour.trim_start_matches("rgb(").trim_end_matches(')').split(", ");
    numbers.map(|number| number.parse::<u32>().unwrap()).sum::<u32>() / 3
}

pub(crate) const DARK: &str = "--blink-settings=preferredColorScheme=0";

#[test]
#[ignore = "needs chromium"]
fn the_page_shows_its_figures_and_sorts_its_tables_on_desktops_and_phones_light_and_dark() {
    let directory = directory("page/shown");
    let page = page(&directory);
    for (name, width, dark) in [
        ("light", 1400, false),
        ("dark", 1400, true),
        ("phone", 390, false),
        ("phone-dark", 390, true),
    ] {
        let options: Vec<&str> = dark.then_some(DARK).into_iter().collect();
        let (seen, console) = seen(&directory, &page, width, &options);
        assert_eq!(seen["problems"], Value::Array(Vec::new()), "{name}");
        assert!(console.is_empty(), "{name}: {console:?}");
        assert_eq!(seen["requests"], Value::Array(Vec::new()), "{name}");
        assert_eq!(seen["width"], width, "{name}");
        assert_eq!(seen["wide"], 0, "{name}: the page itself scrolls sideways");
        let figures = seen["figures"].as_array().unwrap();
        assert_eq!(figures.len(), 4, "{name}");
        for figure in figures {
            let number = |key: &str| figure[key].as_f64().unwrap();
            assert_eq!(figure["visible"], true, "{name}: {figure}");
            // A tree of forty leaves is as wide as the page, and low, until it is enlarged.
            let least = if figure["label"] == "A wide tree" { 20.0 } else { 100.0 };
            assert!(number("width") > 300.0 && number("height") > least, "{name}: {figure}");
            assert!(number("drawn") > 100.0, "{name}: {figure}");
            assert!(number("box") <= f64::from(width), "{name}: {figure}");
        }
        // The answer, statements, all runs, and the three runs.
        assert_eq!(seen["contents"], 6, "{name}");
        assert!(seen["sorted"]["columns"].as_u64().unwrap() > 30, "{name}: {}", seen["sorted"]);
        assert!(seen["sorted"]["moved"].as_u64().unwrap() > 30, "{name}: {}", seen["sorted"]);
        let (ground, other) = (lightness(&seen["ground"]), lightness(&seen["otherGround"]));
        assert_eq!((ground < 60, ground > 200), (dark, !dark), "{name}: {}", seen["ground"]);
        assert_eq!((other < 60, other > 200), (!dark, dark), "{name}: the button changes it");
        if let Some(pictures) = std::env::var_os("PLYSCOPE_SCREENSHOTS") {
            let file = directory.join("index.html");
            fs::write(&file, &page).unwrap();
            let picture = Path::new(&pictures).join(format!("{name}.png"));
            let height = format!("--window-size={width},6000");
            let shot = format!("--screenshot={}", picture.display());
            let mut options = vec![height.as_str(), shot.as_str()];
            options.extend(dark.then_some(DARK));
            chromium(&directory, &options, &file);
            assert!(picture.exists());
        }
    }
}

#[test]
#[ignore = "needs chromium"]
fn the_page_asks_for_nothing_even_where_nothing_would_refuse_it() {
    let directory = directory("page/requests");
    let page = page(&directory);
    let (head, rest) = page.split_once("<meta http-equiv=\"Content-Security-Policy\"").unwrap();
    let open = format!("{head}{}", rest.split_once('>').unwrap().1);
    let (saw, console) = seen(&directory, &open, 1400, &[]);
    assert_eq!(saw["requests"], Value::Array(Vec::new()));
    assert_eq!((saw["problems"].as_array().map(Vec::len), console.len()), (Some(0), 0));

    // The check does notice what the policy refuses, what is requested without it, and what goes wrong.
    let picture = "<img src=\"http://127.0.0.1:9/x.png\" alt=\"\"></main>";
    let (saw, _) = seen(&directory, &page.replacen("</main>", picture, 1), 1400, &[]);
    assert!(saw["problems"].to_string().contains("refused: http://127.0.0.1:9/x.png"), "{saw}");
    let (saw, _) = seen(&directory, &open.replacen("</main>", picture, 1), 1400, &[]);
    assert!(saw["requests"].to_string().contains("http://127.0.0.1:9/x.png"), "{saw}");
    let broken = page.replacen("sort(table, heading, column);", "throw 1;", 1);
    assert_ne!(broken, page);
    let (saw, console) = seen(&directory, &broken, 1400, &[]);
    assert!(saw["problems"].to_string().contains("not ascending"), "{saw}");
    assert!(!console.is_empty());
}

#[test]
#[ignore = "needs tidy"]
fn a_validator_finds_nothing_wrong_with_the_page() {
    let directory = directory("page/valid");
    let page = page(&directory);
    let file = directory.join("index.html");
    let complaints = |text: &str| {
        fs::write(&file, text).unwrap();
        let output = run("tidy", &["-q", "-e", "--doctype", "html5", file.to_str().unwrap()]);
        String::from_utf8_lossy(&output.stderr).into_owned()
    };
    assert_eq!(complaints(&page), "");
    let broken = page.replacen("</figure>", "</figure></section>", 1);
    assert!(complaints(&broken).contains("</section>"), "it notices what is wrong");
}
