//! Checks that need more than a browser.

use std::fs;
use std::path::Path;
use std::process::Command;

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
                "same" => {
                    visit.browser.value("document.getElementById('check').click()");
                    visit
                        .browser
                        .until("/equal/.test(document.getElementById('check-status').textContent)");
                }
                _ => {}
            }
            visit.browser.value(&format!("{axe}; 0"));
            let found = visit.browser.value(
                "axe.run({ resultTypes: ['violations'] }).then((result) => result.violations.map((found) => \
                 `${found.impact} ${found.id}: ${found.help}: ${found.nodes.map((node) => node.html).slice(0, 3).join(' | ')}`))",
            );
            assert_eq!(found, serde_json::json!([]), "{view}, dark: {dark}");
        }
    }
}
