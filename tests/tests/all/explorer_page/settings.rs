//! What the page does with settings: of links, of forms, and of what was there before.

use super::visit::Visit;

#[test]
#[ignore = "needs chromium and the explorer's page"]
fn a_search_shows_what_belongs_to_its_settings() {
    let mut visit = Visit::new("settings");
    // Moves after a position: the command has the position that they lead to.
    let start = "-".repeat(27) + "OX------XO" + &"-".repeat(27);
    let engine = "algorithm%3Drbfms,depth%3D3,evaluation%3Dbill";
    visit.open(&format!("#search?game=othello&from={start}+X&moves=f5d6&engine={engine}"));
    let [four, two] = [24, 16].map(|squares| "-".repeat(squares));
    let reached = format!("{four}---OX------OXX-----O----{two} X");
    let wanted = format!(
        "plyscope search othello --position '{reached}' --algorithm rbfms --depth 3 --evaluation bill"
    );
    assert_eq!(visit.status("commands"), wanted);
    visit.open(&format!("#search?game=othello&from={}+X&engine={engine}", "X".repeat(64)));
    assert!(visit.status("search-status").starts_with("The game is over here"));
    // An evaluation is Othello's: other games have none.
    visit.browser.value(
        "{ const game = document.getElementById('game'); game.value = 'connect-four'; \
           game.dispatchEvent(new Event('change', { bubbles: true })); }",
    );
    visit.browser.until("document.getElementById('commands').textContent.includes('connect-four')");
    let command = visit.status("commands");
    assert_eq!(command, "plyscope search connect-four --algorithm rbfms --depth 3");
    // A long name makes no page wider than a phone.
    visit.browser.show_as(360, 740, true);
    visit.open(&format!("#search?engine=algorithm%3D{}", "x".repeat(300)));
    let wide = "document.documentElement.scrollWidth > document.documentElement.clientWidth";
    assert!(!visit.browser.value(wide).as_bool().unwrap());
    // Whose value it is at the root of a tree that MIN moves in.
    visit.open("#search?game=tree&from=min+(3+5)&engine=algorithm%3Dminimax");
    visit.browser.value("document.getElementById('run').click()");
    visit.browser.until("/^Done/.test(document.getElementById('search-status').textContent)");
    let row = visit.browser.text("document.querySelector('#results tbody tr').textContent");
    assert!(row.contains("-3 for MIN"), "{row}");
    visit.is_quiet();
}

#[test]
#[ignore = "needs chromium and the explorer's page"]
fn what_a_link_does_not_name_is_as_usual_and_what_was_interrupted_says_so() {
    let mut visit = Visit::new("usual");
    visit.open("#play?you=both&engine=chip-fe&moves=f5");
    let settings = "[...document.querySelectorAll('#you, #play-engine, #level')]\
                    .map((field) => field.value).join(' ')";
    let of_link = visit.browser.text(settings);
    assert!(of_link.contains("both") && of_link.contains("chip-fe"), "{of_link}");
    visit.browser.value("location.hash = '#play?moves=f5d6'");
    visit.browser.until("document.getElementById('game-text').value === 'f5d6'");
    let of_next = visit.browser.text(settings);
    assert!(of_next.contains("black") && of_next.contains("level 5"), "{of_next}");
    visit.browser.value("location.hash = '#same'");
    visit.browser.until("!document.getElementById('view-same').hidden");
    visit.browser.value("document.getElementById('check').click()");
    visit.browser.until("/of 200…/.test(document.getElementById('check-status').textContent)");
    visit.browser.value("location.hash = '#search'");
    visit.browser.until("!document.getElementById('view-search').hidden");
    assert_eq!(visit.status("check-status"), "The check was interrupted.");
    visit.is_quiet();
}
