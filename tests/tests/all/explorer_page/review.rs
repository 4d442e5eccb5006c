//! Going through a game, what each move lost, and positions that are set up.

use super::visit::Visit;

/// How many moves are on the board: the number of the move that is marked.
const HERE: &str = "[...document.querySelectorAll('#moves li')].findIndex((li) => li.querySelector('[aria-current]')) + 1";

/// Waits until the position after so many moves is shown, in the list, on the board and in the analysis.
fn shows(visit: &mut Visit, count: u32) {
    let discs = ["black-discs", "white-discs"]
        .map(|id| format!("Number(document.getElementById('{id}').textContent)"));
    visit.browser.until(&format!("{HERE} === {count} && {} === {}", discs.join(" + "), 4 + count));
}

fn click(visit: &mut Visit, selector: &str) {
    visit.browser.value(&format!("document.querySelector({selector:?}).click()"));
}

fn focus(visit: &mut Visit, selector: &str) {
    visit.browser.value(&format!("document.querySelector({selector:?}).focus()"));
}

fn has_focus(visit: &mut Visit, selector: &str) -> bool {
    visit.browser.value(&format!("document.activeElement.matches({selector:?})")) == true
}

#[test]
#[ignore = "needs chromium and the explorer's page"]
fn a_game_is_gone_through_by_buttons_clicks_keys_and_the_lines_of_its_analysis() {
    let mut visit = Visit::new("review");
    // The engine's turn: it does not move in the middle of a game.
    visit.open("#play?moves=f5f4e3f6d3&at=2&you=white");
    shows(&mut visit, 2);
    assert!(visit.status("status").starts_with("Move 2 of 5, White f4. Black to move: e3"));
    focus(&mut visit, "#first");
    visit.browser.press("Enter");
    shows(&mut visit, 0);
    // Where a button can do no more, the other one has the focus.
    visit.browser.until("document.activeElement.id === 'next'");
    visit.browser.press("Enter");
    shows(&mut visit, 1);
    visit.browser.press("ArrowRight");
    shows(&mut visit, 2);
    click(&mut visit, "#moves li:nth-child(4) button");
    shows(&mut visit, 4);
    // One move is a stop of the tab key, and arrows go on from it.
    assert_eq!(
        visit.browser.value("document.querySelectorAll('#moves [tabindex=\"0\"]').length"),
        1
    );
    focus(&mut visit, "#moves [tabindex='0']");
    visit.browser.press("ArrowLeft");
    shows(&mut visit, 3);
    assert!(has_focus(&mut visit, "#moves li:nth-child(3) button"));
    visit.browser.press("Home");
    shows(&mut visit, 0);
    visit.browser.press("ArrowDown");
    shows(&mut visit, 1);
    assert!(visit.browser.text("location.hash").contains("at=1"), "the link has the position");

    click(&mut visit, "#analyse");
    visit.browser.until("!document.getElementById('analysis').hidden");
    let told = visit.browser.value(
        "[...document.querySelectorAll('#analysis tbody tr')].map((row) => row.cells[4].textContent)",
    );
    let beside = visit.browser.value(
        "[...document.querySelectorAll('#moves li')].map((li) => (li.querySelector('.lost')?.textContent ?? '').replace(' lost−', ''))",
    );
    assert_eq!(told, beside, "each move has its loss beside it");
    assert!(told.as_array().unwrap().iter().any(|loss| loss != ""), "f4 is the worst reply");
    focus(&mut visit, "#analysis tbody tr:nth-child(3) button");
    visit.browser.press("Enter");
    shows(&mut visit, 3);
    visit.browser.press("ArrowUp");
    shows(&mut visit, 2);
    visit.browser.until("document.activeElement.matches('#analysis tbody tr:nth-child(2) button')");
    visit.browser.press("End");
    shows(&mut visit, 5);
    click(&mut visit, "#board .square.legal");
    visit.browser.until("document.querySelectorAll('#moves li').length > 6");
    assert!(
        visit.browser.value("document.getElementById('analysis').hidden") == false,
        "a game that goes on keeps what is known of it"
    );

    // Another way on takes the place of the rest.
    visit.open("#play?moves=f5f4e3f6d3&at=2&you=both");
    shows(&mut visit, 2);
    click(&mut visit, "#board .square.legal:not([aria-label^='e3'])");
    shows(&mut visit, 3);
    assert_eq!(visit.browser.value("document.querySelectorAll('#moves li').length"), 3);
    visit.browser.picture("explorer-review-1280");
    visit.is_quiet();
}

#[test]
#[ignore = "needs chromium and the explorer's page"]
fn a_position_is_set_up_by_keyboard_and_by_clicks_and_played_from() {
    let mut visit = Visit::new("set-up");
    visit.open("#play?moves=f5&you=both");
    shows(&mut visit, 1);
    focus(&mut visit, "#begin-set-up");
    visit.browser.press("Enter");
    // The board has the focus.
    visit.browser.until("document.activeElement.closest('#board') !== null");
    for key in ["Home", "ArrowUp", "ArrowUp", "ArrowUp", "Enter", "ArrowRight", "Enter", " "] {
        visit.browser.press(key);
    }
    let label = |square: u32| {
        format!("document.querySelectorAll('#board .square')[{square}].getAttribute('aria-label')")
    };
    assert_eq!(visit.browser.text(&label(0)), "a1, black");
    assert_eq!(visit.browser.text(&label(1)), "b1, white");
    visit.browser.picture("explorer-set-up-1280");
    // As it was.
    click(&mut visit, "#set-up-cancel");
    shows(&mut visit, 1);
    click(&mut visit, "#begin-set-up");
    click(&mut visit, "#set-up-clear");
    click(&mut visit, "#set-up-done");
    visit
        .browser
        .until("/The game is over: a draw/.test(document.getElementById('status').textContent)");
    // a1 black, b1 white, White to move: it must pass, and Black captures.
    click(&mut visit, "#begin-set-up");
    for selector in ["[aria-label^='a1,']", "[aria-label^='b1,']", "[aria-label^='b1,']"] {
        click(&mut visit, &format!("#board {selector}"));
    }
    visit.browser.value("document.getElementById('set-up-side').value = 'O'");
    click(&mut visit, "#set-up-done");
    visit.browser.until("document.querySelector('#moves li')?.textContent === 'pass'");
    visit.browser.until("document.querySelectorAll('#board .legal').length === 1");
    click(&mut visit, "#board .legal");
    visit.browser.until("/Black wins by 64/.test(document.getElementById('status').textContent)");
    let hash = visit.browser.text("location.hash");
    assert!(hash.contains("from=XO") && hash.contains("moves=passc1"), "{hash}");
    click(&mut visit, "#analyse");
    visit.browser.until("!document.getElementById('analysis').hidden");
    visit.open(&hash);
    visit.browser.until("/Black wins by 64/.test(document.getElementById('status').textContent)");
    // The engine moves from such a position, and the command is the same search.
    visit.open(
        "#play?from=XO--------------------------------------------------------------+X&you=white",
    );
    visit.browser.until("document.querySelector('#moves li')?.textContent === 'c1'");
    let command = visit.status("play-command");
    assert!(command.contains("--position 'XO------"), "{command}");
    click(&mut visit, "#new-game");
    visit.browser.until("!location.hash.includes('from')");
    visit.browser.until("document.querySelectorAll('#moves li').length === 1");
    visit.is_quiet();
}
