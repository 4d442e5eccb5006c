//! The page of promises names tests that exist.

use std::fs;
use std::path::Path;

const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/..");

/// The tests that a page names, as `FILE::NAME`, with the script or the file of each.
fn named(page: &str) -> impl Iterator<Item = (&str, &str)> {
    page.split('`').skip(1).step_by(2).filter_map(|code| {
        let (file, name) = code.split_once(".rs::")?;
        Some((&code[..file.len() + 3], name))
    })
}

/// Whether the text has a test of this name: a function with `#[test]` among the attributes right above it.
fn has_test(text: &str, name: &str) -> bool {
    let lines: Vec<&str> = text.lines().map(str::trim).collect();
    let head = format!("fn {name}(");
    (0..lines.len()).filter(|&number| lines[number].starts_with(&head)).any(|number| {
        let above = lines[..number].iter().rev();
        above
            .take_while(|line| line.starts_with("#[") || line.starts_with("//"))
            .any(|line| *line == "#[test]")
    })
}

#[test]
fn every_test_that_a_promise_names_exists() {
    let page = fs::read_to_string(Path::new(ROOT).join("host/docs/promises.md")).unwrap();
    let mut tests = 0;
    for (file, name) in named(&page) {
        tests += 1;
        let text = fs::read_to_string(Path::new(ROOT).join(file))
            .unwrap_or_else(|error| panic!("{file}: {error}"));
        assert!(has_test(&text, name), "{file} has no test {name}");
    }
    assert!(tests >= 30, "{tests} tests");
}

#[test]
fn every_promise_names_what_holds_it() {
    let page = fs::read_to_string(Path::new(ROOT).join("host/docs/promises.md")).unwrap();
    let (promised, _) = page.split_once("## Not promised").expect("what is not promised");
    let mut promises = 0;
    for promise in promised.split("\n## ").skip(1) {
        promises += 1;
        let title = promise.lines().next().unwrap_or_default();
        assert!(named(promise).next().is_some(), "{title}: no test");
    }
    assert!(promises >= 6, "{promises} promises");
}

#[test]
fn a_function_that_is_no_test_does_not_count() {
    assert!(has_test("#[test]\n#[ignore = \"minutes\"]\nfn one() {", "one"));
    assert!(!has_test("#[test]\nfn one() {}\nfn two() {", "two"));
    assert!(!has_test("#[test]\nfn one() {", "on"));
}
