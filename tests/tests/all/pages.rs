//! The documentation's pages name existing files.

use std::fs;
use std::path::{Path, PathBuf};

const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/..");

fn pages() -> Vec<PathBuf> {
    let mut pages: Vec<PathBuf> = [
        "README.md",
        "core/README.md",
        "core/weights/README.md",
        "host/README.md",
        "host/experiments/README.md",
        "firmware-example/README.md",
    ]
    .map(|page| Path::new(ROOT).join(page))
    .into();
    for folder in ["host/docs", "firmware-example/docs"] {
        let docs = fs::read_dir(Path::new(ROOT).join(folder)).unwrap();
        let docs = docs.map(|entry| entry.unwrap().path());
        // There are pictures, too.
        pages.extend(docs.filter(|path| path.extension().is_some_and(|ending| ending == "md")));
    }
    pages
}

#[test]
fn every_link_within_the_project_leads_somewhere() {
    let mut links = 0;
    for page in pages() {
        let text = fs::read_to_string(&page).unwrap();
        for link in text.split("](").skip(1).filter_map(|rest| rest.split(')').next()) {
            let file = link.split('#').next().unwrap();
            if file.is_empty() || file.contains("://") {
                continue;
            }
            links += 1;
            assert!(page.with_file_name(file).exists(), "{}: {link}", page.display());
        }
    }
    assert!(links > 20, "{links} links");
}

#[test]
fn the_walks_through_the_code_pass_files_that_exist() {
    let host = Path::new(ROOT).join("host");
    let text = fs::read_to_string(host.join("README.md")).unwrap();
    let walks = text.split("## Three walks through the code").nth(1).unwrap();
    let mut steps = 0;
    for step in walks.lines().filter(|line| line.starts_with(|c: char| c.is_ascii_digit())) {
        let files: Vec<&str> =
            step.split('`').skip(1).step_by(2).filter(|name| name.ends_with(".rs")).collect();
        for file in files {
            steps += 1;
            assert!(host.join(file).exists(), "{file}: {step}");
        }
    }
    assert!(steps >= 24, "{steps} files");
}
