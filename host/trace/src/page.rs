//! A trace as a page: one file that loads no other. The events are data, which the page's script reads; it writes all text as text,
//! never as markup.

use askama::Template;
use sha2::{Digest as _, Sha256};

/// The parts of the page's script, in the order in which they use each other. `host/explorer` uses all but the last, too.
const MODULES: [&str; 9] = [
    include_str!("../../explorer/tree/words.js"),
    include_str!("../../explorer/tree/replay.js"),
    include_str!("../../explorer/tree/layout.js"),
    include_str!("../../explorer/tree/canvas.js"),
    include_str!("../../explorer/tree/make.js"),
    include_str!("../../explorer/tree/exercise.js"),
    include_str!("../../explorer/tree/quiz.js"),
    include_str!("../../explorer/tree/pane.js"),
    include_str!("../../explorer/tree/page.js"),
];

/// The parts of the worksheet's script.
const SHEET: [&str; 6] = [
    include_str!("../../explorer/tree/words.js"),
    include_str!("../../explorer/tree/replay.js"),
    include_str!("../../explorer/tree/layout.js"),
    include_str!("../../explorer/tree/canvas.js"),
    include_str!("../../explorer/tree/make.js"),
    include_str!("../../explorer/tree/sheet.js"),
];

#[derive(Template)]
#[template(path = "trace.html")]
struct Source<'a> {
    nonce: &'a str,
    style: &'static str,
    script: &'a str,
    title: &'a str,
    note: &'a str,
    program: &'a str,
    command: &'a str,
    events: &'a str,
}

#[derive(Template)]
#[template(path = "worksheet.html")]
struct SheetSource<'a> {
    nonce: &'a str,
    style: &'static str,
    script: &'a str,
    title: &'a str,
    note: &'a str,
    program: &'a str,
    command: &'a str,
    events: &'a str,
}

/// What a page is made of.
#[derive(Clone, Copy, Debug)]
pub struct Page<'a> {
    /// What is traced, in a line.
    pub title: &'a str,
    /// More about it.
    pub note: &'a str,
    /// The program that wrote it.
    pub program: &'a str,
    /// The command line that wrote it.
    pub command: &'a str,
    /// The trace as JSON lines.
    pub events: &'a str,
}

/// Renders the page that replays the trace.
///
/// # Errors
/// If the template fails, which it does only without memory.
pub fn page(page: &Page<'_>) -> Result<String, askama::Error> {
    let Page { title, note, program, command, events } = *page;
    let (events, nonce) = embedded(events);
    let script = joined(MODULES);
    let style = concat!(
        include_str!("../../explorer/tree/tree.css"),
        include_str!("../../explorer/tree/page.css")
    );
    Source { nonce: &nonce, style, script: &script, title, note, program, command, events: &events }
        .render()
}

/// Renders the worksheet: for each search, sheets with blanks, and then with the answers.
///
/// # Errors
/// If the template fails, which it does only without memory.
pub fn worksheet(page: &Page<'_>) -> Result<String, askama::Error> {
    let Page { title, note, program, command, events } = *page;
    let (events, nonce) = embedded(events);
    let script = joined(SHEET);
    let style = concat!(
        include_str!("../../explorer/tree/tree.css"),
        include_str!("../../explorer/tree/sheet.css")
    );
    let (nonce, script, events) = (&*nonce, &*script, &*events);
    SheetSource { nonce, style, script, title, note, program, command, events }.render()
}

/// The trace as the content of an element, and a nonce that nobody who writes a name into the trace can know.
fn embedded(events: &str) -> (String, String) {
    // In JSON, this character stands in texts only. As an escape it cannot end the element.
    let events = events.replace('<', "\\u003c");
    let nonce = Sha256::digest(&events).iter().map(|byte| format!("{byte:02x}")).collect();
    (events, nonce)
}

/// The modules as one: without imports, and with exports as plain declarations.
fn joined<const N: usize>(modules: [&str; N]) -> String {
    let mut script = String::new();
    for line in modules.iter().flat_map(|module| module.lines()) {
        if line.starts_with("import ") {
            continue;
        }
        script.push_str(line.strip_prefix("export ").unwrap_or(line));
        script.push('\n');
    }
    script
}

#[cfg(test)]
mod tests {
    use super::{MODULES, Page, SHEET, joined, page, worksheet};

    #[test]
    fn a_page_has_all_modules_and_no_import() {
        for script in [joined(MODULES), joined(SHEET)] {
            assert!(!script.contains("\nimport ") && !script.contains("\nexport "));
            // It would end the element.
            assert!(!script.contains("</script"));
        }
        for module in MODULES.iter().chain(&SHEET) {
            assert!(module.starts_with("// "), "each says what it is");
            // Longer imports would be left in half.
            for line in module.lines().filter(|line| line.starts_with("import ")) {
                assert!(line.ends_with(';'), "{line}");
            }
        }
    }

    #[test]
    fn names_and_titles_are_text() {
        let hostile = "</script><script>alert(1)</script><img src=x onerror=alert(2)>";
        let events = format!("{{\"event\":\"trace\",\"title\":\"{hostile}\"}}\n");
        let text =
            Page { title: hostile, note: hostile, program: "p", command: hostile, events: &events };
        for html in [page(&text).unwrap(), worksheet(&text).unwrap()] {
            assert!(!html.contains("<script>alert") && !html.contains("<img"));
            assert_eq!(html.matches("</script>").count(), 2, "the data and the script");
        }
    }
}
