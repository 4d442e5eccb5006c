//! Typed trees, and exercises on the searches of a page.

use plyscope::engine::{Engine, pairs};
use plyscope::trace::{Counting, Subject, TypedTree, prepared, trace};

use super::visit::Visit;

/// Russell & Norvig's tree, as text for a link.
const LINK: &str = "((3+12+8)+(2+4+6)+(14+5+2))";

/// The nodes that `plyscope trace` generates.
fn generated(tree: &'static str, engine: &'static str) -> u64 {
    let traced = move || {
        let subject = Subject::typed(TypedTree::parse(tree).unwrap());
        let engine = prepared(&subject, Engine::draft(pairs(engine).unwrap()).unwrap()).unwrap();
        trace(&subject, "", &[engine], &mut Counting::new(0)).unwrap()[0]
    };
    // Storages pass over the stack on their way to the heap.
    std::thread::Builder::new().stack_size(64 << 20).spawn(traced).unwrap().join().unwrap()
}

#[test]
#[ignore = "needs chromium and the explorer's page"]
fn a_tree_is_typed_searched_watched_and_asked_about_by_keyboard() {
    let mut visit = Visit::new("typed");
    visit.open("#search?game=tree&engine=algorithm%3Dminimax&engine=algorithm%3Dalpha-beta");
    // An error as the command has it, and its remedy.
    let field = "document.getElementById('typed')";
    let write = |visit: &mut Visit, text: &str| {
        let insert = format!("document.execCommand('insertText', false, '{text}')");
        visit.browser.value(&format!("{field}.focus(), {field}.select(), {insert}"));
    };
    write(&mut visit, "((3 5) (2 9)");
    visit.browser.press("Tab");
    visit
        .browser
        .until("/this \\( has no \\)/.test(document.getElementById('trouble').textContent)");
    write(&mut visit, "((3 12 8) (2 4 6) (14 5 2))");
    visit.browser.press("Tab");
    visit.browser.until("document.getElementById('trouble').hidden");
    assert!(visit.browser.text("location.hash").contains("from=%28%283+12+8%29"), "in the link");
    let commands = visit.status("commands");
    let command = "plyscope trace '((3 12 8) (2 4 6) (14 5 2))' --engine algorithm=alpha-beta";
    assert!(commands.ends_with(command), "{commands}");
    visit.browser.value("document.getElementById('watch-tree').focus()");
    visit.browser.press("Enter");
    visit.browser.until("document.querySelectorAll('#watch-panes .pane').length === 2");
    visit.browser.value("document.getElementById('watch-last').click()");
    for (number, engine) in ["algorithm=minimax", "algorithm=alpha-beta"].iter().enumerate() {
        let generated = generated("((3 12 8) (2 4 6) (14 5 2))", engine);
        let counters = format!(
            "document.querySelectorAll('.pane')[{number}].querySelector('.counters').textContent"
        );
        let counters = visit.browser.text(&counters);
        assert!(counters.starts_with(&format!("generated{generated}expanded4")), "{counters}");
    }
    // Both searches are asked about in turn: minimax always goes on, alpha-beta cuts once.
    visit.browser.value("document.querySelector('[data-exercise=cut]').focus()");
    visit.browser.press("Enter");
    let (mut asked, mut cuts) = (Vec::new(), 0);
    loop {
        let question = visit.status("question");
        if question.starts_with("That was the last question") {
            break;
        }
        asked.push(question.split(": ").next().unwrap().to_owned());
        visit.browser.press("g");
        let told = visit.status("question");
        cuts += usize::from(told.starts_with("No. It does"));
        assert!(told.starts_with("Right. It goes on") || told.starts_with("No. It does"), "{told}");
        // The next question has the focus.
        visit.browser.press("Enter");
        assert!(asked.len() < 40, "{asked:?}");
    }
    assert_eq!(cuts, 1, "{asked:?}");
    let of = |name: &str| asked.iter().filter(|search| *search == name).count();
    assert!(of("minimax") > 3 && of("alpha-beta") > 3, "{asked:?}");
    assert!(asked[0] != asked[1], "in turn: {asked:?}");
    // What is handed in.
    visit.browser.value("document.getElementById('pupil').value = 'Ada'");
    visit.browser.value(
        "HTMLAnchorElement.prototype.click = function () { window.saved = [this.download, decodeURIComponent(this.href)]; }",
    );
    visit.browser.value("document.getElementById('hand-in').click()");
    assert_eq!(visit.browser.text("window.saved[0]"), "Ada.txt");
    let text = visit.browser.text("window.saved[1].split(',').slice(1).join(',')");
    let lines: Vec<&str> = text.lines().collect();
    let right = asked.len() - 1;
    let score = format!(
        "Ada; ((3 12 8) (2 4 6) (14 5 2)); minimax, alpha-beta; Cut here or not?; {right} of {} right",
        asked.len()
    );
    assert_eq!(lines[0], score);
    assert_eq!(lines.len(), 2 + asked.len());
    assert_eq!(text.matches(": wrong, cut").count(), 1, "{text}");
    // A leaf is chosen on the tree, and a value typed.
    visit.browser.value("document.querySelector('[data-exercise=mixed]').click()");
    visit.browser.until("/Choose a node/.test(document.getElementById('question').textContent)");
    visit.browser.value("document.querySelector('.exercising [aria-label^=\"1.1,\"]').focus()");
    visit.browser.press("Enter");
    assert_eq!(visit.status("question"), "Right. It is 1.1.");
    visit.browser.picture("explorer-typed-1280");
    visit.browser.show_as(390, 844, false);
    let wide = "document.documentElement.scrollWidth - document.documentElement.clientWidth";
    assert_eq!(visit.browser.value(wide), 0, "trees scroll in their boxes");
    visit.browser.picture("explorer-typed-390");
    visit.browser.show_as(1280, 900, false);
    // A search that needs static values says which node has none.
    visit.open(&format!("#search?game=tree&from={LINK}&engine=algorithm%3Dfe"));
    visit.browser.value("document.getElementById('run').click()");
    visit.browser.until("document.querySelector('.engine .wrong')");
    let wrong = visit.browser.text("document.querySelector('.engine .wrong').textContent");
    assert!(wrong.contains("the node at character 1 has none"), "{wrong}");
    // MIN moves first.
    visit.open("#search?game=tree&from=min+((3+12)+(2+4))&engine=algorithm%3Dalpha-beta");
    visit.browser.value("document.getElementById('watch-tree').click()");
    visit.browser.until("document.querySelector('#watch-panes .pane')");
    let root = visit
        .browser
        .text("document.querySelector(\"[data-node='0'] .hit\").getAttribute('aria-label')");
    assert!(root.starts_with("the root, MIN moves"), "{root}");
    visit.is_quiet();
}
