//! Checks that need more than a browser.

use std::fs;
use std::path::Path;
use std::process::Command;

use plyscope::engine::{Engine, pairs};
use plyscope::trace::{
    Counting, EXAMPLES, Example, Page, Subject, Traceable as _, TypedTree, page, prepared, trace,
    worksheet,
};
use plyscope_tests::browser::Browser;

use super::ROOT;
use super::visit::Visit;

/// axe-core from the npm registry, as `host/explorer/package-lock.json` has it.
fn axe() -> String {
    let directory = Path::new(env!("CARGO_TARGET_TMPDIR")).join("explorer/npm");
    fs::create_dir_all(&directory).unwrap();
    for name in ["package.json", "package-lock.json"] {
        fs::copy(Path::new(ROOT).join("host/explorer").join(name), directory.join(name)).unwrap();
    }
    let output = Command::new("npm")
        .args(["ci", "--ignore-scripts", "--no-audit", "--no-fund"])
        .current_dir(&directory)
        .output()
        .unwrap_or_else(|error| {
            panic!("npm is needed here ({error}); on Debian: apt-get install npm")
        });
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    fs::read_to_string(directory.join("node_modules/axe-core/axe.min.js")).unwrap()
}

#[test]
#[ignore = "needs chromium, the explorer's page and npm"]
fn axe_finds_nothing_wrong_with_any_view() {
    let axe = axe();
    let mut visit = Visit::new("axe");
    for dark in [false, true] {
        visit.browser.show_as(1280, 900, dark);
        for view in [
            "play?moves=f5d6c3d3c4&you=both",
            "play?moves=f5f4e3f6d3&you=both&at=2",
            "search?game=tree&engine=algorithm%3Dminimax&engine=algorithm%3Dalpha-beta",
            "search",
            "search?game=othello&engine=algorithm%3Dalpha-beta%2Cdepth%3D2",
            "same",
        ] {
            visit.open(&format!("#{view}"));
            match view {
                "search" => {
                    visit.browser.value("document.getElementById('sweep').click()");
                    visit.browser.until(
                        "/^Swept/.test(document.getElementById('search-status').textContent)",
                    );
                }
                watched if watched.starts_with("search?game=othello") => {
                    visit.browser.value("document.getElementById('watch-tree').click()");
                    visit.browser.until("document.querySelector('#watch-panes .pane')");
                }
                review if review.ends_with("at=2") => {
                    visit.browser.value("document.getElementById('analyse').click()");
                    visit.browser.until("!document.getElementById('analysis').hidden");
                    violates_nothing(&mut visit.browser, &axe, &format!("analysis, dark: {dark}"));
                    visit.browser.value("document.getElementById('begin-set-up').click()");
                }
                typed if typed.starts_with("search?game=tree") => {
                    visit.browser.value("document.getElementById('watch-tree').click()");
                    visit.browser.until("document.querySelector('#watch-panes .pane')");
                    visit.browser.value("document.querySelector('[data-exercise=value]').click()");
                    visit.browser.until("document.querySelector('#answers input')");
                    violates_nothing(
                        &mut visit.browser,
                        &axe,
                        &format!("a question, dark: {dark}"),
                    );
                    visit.browser.value("document.querySelector('#answers input').value = '3'");
                    visit.browser.value("document.querySelector('#answers button').click()");
                }
                "same" => {
                    visit.browser.value("document.getElementById('check').click()");
                    visit
                        .browser
                        .until("/equal/.test(document.getElementById('check-status').textContent)");
                }
                _ => {}
            }
            violates_nothing(&mut visit.browser, &axe, &format!("{view}, dark: {dark}"));
        }
    }
}

/// Nothing is wrong with what a browser shows, as axe-core sees it.
fn violates_nothing(browser: &mut Browser, axe: &str, what: &str) {
    browser.value(&format!("{axe}; 0"));
    let found = browser.value(
        "axe.run({ resultTypes: ['violations'] }).then((result) => result.violations.map((found) => \
         `${found.impact} ${found.id}: ${found.help}: ${found.nodes.map((node) => node.html).slice(0, 3).join(' | ')}`))",
    );
    assert_eq!(found, serde_json::json!([]), "{what}");
}

/// An example's page, and its worksheet.
fn pages(example: &Example) -> [String; 2] {
    let subject = Subject::typed(TypedTree::parse(example.tree).unwrap());
    let drafts = example.engines.iter().map(|text| Engine::draft(pairs(text).unwrap()).unwrap());
    let engines: Vec<Engine> = drafts.map(|draft| prepared(&subject, draft).unwrap()).collect();
    let mut counting = Counting::new(usize::MAX);
    trace(&subject, &example.note(), &engines, &mut counting).unwrap();
    let parts = Page {
        title: subject.title(),
        note: &example.note(),
        program: "plyscope",
        command: "plyscope trace",
        events: counting.lines().unwrap(),
    };
    [page(&parts).unwrap(), worksheet(&parts).unwrap()]
}

#[test]
#[ignore = "needs chromium and npm"]
fn axe_finds_nothing_wrong_with_pages_of_traces_and_worksheets() {
    let axe = axe();
    let directory = Path::new(env!("CARGO_TARGET_TMPDIR")).join("explorer/axe-trace");
    let mut browser = Browser::start(&directory);
    for example in EXAMPLES {
        // Storages pass over the stack on their way to the heap.
        let thread = std::thread::Builder::new().stack_size(64 << 20);
        let pages = thread.spawn(move || pages(example)).unwrap().join().unwrap();
        for (name, html) in ["trace", "worksheet"].into_iter().zip(pages) {
            let file = directory.join(format!("{name}.html"));
            fs::write(&file, html).unwrap();
            for (width, dark) in [(1280, false), (390, true)] {
                browser.show_as(width, 900, dark);
                browser.open(&format!("file://{}", file.display()));
                browser.until("document.querySelector('.tree-canvas .node')");
                if name == "trace" {
                    browser.value("document.querySelector('[data-exercise=mixed]').click()");
                    browser.until("document.getElementById('question').textContent !== ''");
                }
                violates_nothing(&mut browser, &axe, &format!("{} {name} {width}", example.name));
                browser.picture(&format!("{name}-{}-{width}", example.name));
            }
        }
    }
    assert_eq!(browser.console, Vec::<String>::new());
}
