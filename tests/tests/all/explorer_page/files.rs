//! Files and pasted text of all forms, opened in the page.

use std::fs;
use std::path::Path;

use super::ROOT;
use super::visit::Visit;

/// Gives the page a file as a person who chooses it does.
fn choose(visit: &mut Visit, name: &str) {
    let bytes = fs::read(Path::new(ROOT).join("tests/data").join(name)).unwrap();
    visit.browser.value(&format!(
        "{{ const files = new DataTransfer(); files.items.add(new File([new Uint8Array({bytes:?})], {name:?})); \
         const input = document.getElementById('file'); input.files = files.files; input.dispatchEvent(new Event('change')); }}"
    ));
}

fn chosen(visit: &mut Visit) -> String {
    visit.browser.text("document.getElementById('games').selectedOptions[0].textContent")
}

#[test]
#[ignore = "needs chromium and the explorer's page"]
fn files_and_pasted_text_of_all_forms_open_with_names_and_a_choice_of_games() {
    let mut visit = Visit::new("files");
    let games = "!document.getElementById('games').parentElement.hidden";
    for (file, count, moves) in [
        ("games/edax.pgn", 2, 61),
        ("games/quarry.sgf", 1, 61),
        ("games/ggf-two-at-once.ggf", 2, 61),
        ("games/logistello.gam", 1, 61),
        ("games/a-pair-a-line.txt", 1, 61),
        ("own-games.wtb", 200, 60),
    ] {
        visit.open("#play");
        choose(&mut visit, file);
        visit.browser.until(games);
        let choices = visit.browser.value("document.getElementById('games').options.length");
        assert!(
            choices.as_u64() >= Some(1) && (count > 2 || choices == count),
            "{file}: {choices}"
        );
        // From its beginning, and no engine takes part.
        visit
            .browser
            .until("document.getElementById('status').textContent.startsWith('The start.')");
        let shown = visit.browser.value("document.querySelectorAll('#moves li').length");
        assert!(count > 2 || shown == moves, "{file}: {shown} moves");
        assert_eq!(visit.status("trouble"), "", "{file}");
    }
    // Names are kept, and another game of the file is chosen by keys.
    visit.open("#play");
    choose(&mut visit, "games/edax.pgn");
    visit.browser.until(games);
    visit.browser.until("document.activeElement.id === 'games'");
    let first = chosen(&mut visit);
    let black = visit.status("black-name");
    assert!(!black.is_empty() && black != "You" && first.contains(&black), "{first}: {black}");
    visit.browser.press("ArrowDown");
    visit.browser.until("document.getElementById('games').value === '1'");
    assert!(chosen(&mut visit).starts_with("2. "));
    visit.browser.picture("explorer-file-1280");
    // Pasted text: numbered moves, with a score behind them.
    visit.browser.value(
        "document.getElementById('game-text').value = '1. F5 d6 2. C3 d3 3. c4 36-28', document.querySelector('#game-form [type=submit]').click()",
    );
    visit.browser.until("document.querySelectorAll('#moves li').length === 5");
    // What cannot be read is said, and the game stays.
    visit.browser.value(
        "document.getElementById('game-text').value = '<p>f5', document.querySelector('#game-form [type=submit]').click()",
    );
    visit.browser.until(
        "/looks like a page of the web/.test(document.getElementById('trouble').textContent)",
    );
    assert_eq!(visit.browser.value("document.querySelectorAll('#moves li').length"), 5);
    // A new game has nothing to do with the file.
    visit.browser.value("document.getElementById('new-game').click()");
    visit.browser.until("document.getElementById('games').parentElement.hidden");
    assert_eq!(visit.status("black-name"), "Black");
    visit.is_quiet();
}
