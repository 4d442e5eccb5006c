//! The explorer's page in a browser, served as `plyscope explore` serves it.
//!
//! Ignored by default, because they need Debian's `chromium` and the page that `host/explorer/build` writes to
//! `target/explorer` (or where `PLYSCOPE_EXPLORER` says); `tests/run` provides both and runs them. `PLYSCOPE_SCREENSHOTS=DIR`
//! keeps pictures.
#![cfg(unix)]

mod files;
mod nightly;
mod review;
mod server;
mod settings;
mod typed;
mod visit;

use plyscope_core::othello::parse_moves;
use plyscope_tests::browser::Browser;
use serde_json::Value;
use visit::Visit;

const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/..");

#[test]
#[ignore = "needs chromium and the explorer's page"]
fn the_module_generates_the_desktops_nodes_in_the_browser() {
    let mut visit = Visit::new("same");
    visit.open("#same");
    visit.browser.value("document.getElementById('check').click()");
    visit.browser.until("/equal|fail/.test(document.getElementById('check-status').textContent)");
    let status = visit.status("check-status");
    println!("{status}");
    assert!(status.starts_with("200 of 200 searches are equal."), "{status}");
    assert_eq!(
        visit.browser.value("document.querySelectorAll('#check-table tbody tr').length"),
        200
    );
    // The check notices a difference.
    visit.browser.value(
        "{ const real = fetch; window.fetch = async (name) => { \
           const packed = (await real(name)).body.pipeThrough(new DecompressionStream('gzip')); \
           const tasks = await new Response(packed).json(); tasks[7].generated += 1; \
           return new Response(JSON.stringify(tasks)); }; \
           document.getElementById('check').click(); }",
    );
    visit.browser.until("/199 of 200/.test(document.getElementById('check-status').textContent)");
    visit.is_quiet();
}

/// The place of the focused square; -1 if the board has not got the focus.
const FOCUSED: &str =
    "[...document.querySelectorAll('#board .square')].indexOf(document.activeElement)";

/// Moves the focus on the board by arrow keys.
fn walk(browser: &mut Browser, to: i64) {
    loop {
        let at = browser.value(FOCUSED).as_i64().unwrap();
        let key = match (to / 8 - at / 8, to % 8 - at % 8) {
            (0, 0) => return,
            (0, across) if across > 0 => "ArrowRight",
            (0, _) => "ArrowLeft",
            (down, _) if down > 0 => "ArrowDown",
            _ => "ArrowUp",
        };
        browser.press(key);
        assert_ne!(browser.value(FOCUSED).as_i64().unwrap(), at, "the arrow does nothing");
    }
}

#[test]
#[ignore = "needs chromium and the explorer's page"]
fn a_whole_game_is_played_by_keyboard_alone() {
    let mut visit = Visit::new("game");
    visit.open("#play?strength=2");
    let mut tabs = 0;
    while visit.browser.value(FOCUSED) == -1 {
        visit.browser.press("Tab");
        tabs += 1;
        assert!(tabs < 20, "no way to the board");
    }
    let mut own = 0;
    loop {
        let waits =
            "(/^The game is over|Your move/.test(document.getElementById('status').textContent))";
        visit.browser.until(waits);
        if visit.status("status").starts_with("The game is over") {
            break;
        }
        // The last of the legal moves, which the page marks.
        let legal = "[...document.querySelectorAll('#board .square')].findLastIndex((square) => square.matches('.legal'))";
        let to = visit.browser.value(legal).as_i64().unwrap();
        let before = visit.browser.value("document.querySelectorAll('#moves li').length");
        walk(&mut visit.browser, to);
        visit.browser.press(if own % 2 == 0 { "Enter" } else { " " });
        visit.browser.until(&format!("document.querySelectorAll('#moves li').length > {before}"));
        own += 1;
        assert!(own <= 60, "more moves than squares");
    }
    assert!(own > 15, "{own} moves");
    let line = visit.browser.text("document.getElementById('game-text').value");
    let (board, mover) = parse_moves(&line).unwrap();
    assert!(board.is_over(), "{line}");
    let black = if mover.letter() == 'X' { board.score() } else { -board.score() };
    let status = visit.status("status");
    let words = match black {
        0 => "a draw".to_owned(),
        1.. => format!("You win by {black} disc"),
        _ => format!("The engine wins by {} disc", -black),
    };
    assert!(status.contains(&words), "{status}: {black} for Black");
    // Every move is analysed.
    visit.browser.value("document.getElementById('analyse').click()");
    visit.browser.until("!document.getElementById('analysis').hidden");
    let plies = visit.browser.value("document.querySelectorAll('#analysis tbody tr').length");
    let moves = visit.browser.value("document.querySelectorAll('#moves li').length");
    assert_eq!(plies, moves);
    visit.browser.picture("explorer-game-over");
    visit.is_quiet();
}

#[test]
#[ignore = "needs chromium and the explorer's page"]
fn every_engine_of_the_chip_moves_hints_and_values_are_shown_and_moves_taken_back() {
    let mut visit = Visit::new("engines");
    let your_turn = "document.getElementById('status').textContent === 'Your move.'";
    for engine in ["level", "chip-strong", "chip-alpha-beta", "chip-fe", "chip-rbfms"] {
        visit.open(&format!("#play?engine={engine}&you=white"));
        visit.browser.until(your_turn);
        let moves = visit.browser.value("document.querySelectorAll('#moves li').length");
        assert_eq!(moves, 1, "{engine} has moved");
        let command = visit.status("play-command");
        assert!(command.starts_with("plyscope search othello start --algorithm"), "{command}");
    }
    visit.open("#play?moves=f5d6c3&you=both");
    visit.browser.value("document.getElementById('hint').click()");
    visit.browser.until("document.querySelector('.square.hint')");
    assert!(visit.status("status").starts_with("Hint: "));
    visit.browser.value("document.getElementById('values').click()");
    visit.browser.until(
        "document.querySelectorAll('.square.valued').length === document.querySelectorAll('.square.legal').length",
    );
    visit.browser.until("document.querySelector('.square.best')");
    visit.browser.value("document.getElementById('back').click()");
    visit.browser.until("document.getElementById('game-text').value === 'f5d6'");
    assert!(
        visit.browser.text("location.hash").contains("moves=f5d6"),
        "the link follows the game"
    );
    visit.is_quiet();
}

#[test]
#[ignore = "needs chromium and the explorer's page"]
fn engines_are_compared_stepped_and_swept_and_the_counts_are_the_papers() {
    let mut visit = Visit::new("search");
    // Zhang's Table 1, depth 5: 1000 trees would be the paper's number; these twenty are the desktop's.
    visit.open(
        "#search?game=random-tree+branching%3Drandom%3A9%2Croot-branching%3D5%2Cedge-costs%3Dzhang%2Cseed%3D1\
         &engine=algorithm%3Dalpha-beta%2Cdepth%3D5&engine=algorithm%3Dfe%2Cdepth%3D5&to=5&trees=20",
    );
    visit.browser.value("document.getElementById('run').click()");
    visit.browser.until("/^Done/.test(document.getElementById('search-status').textContent)");
    let cell = |row: u32, column: u32| {
        format!(
            "document.querySelector('#results').tBodies[0].rows[{row}].cells[{column}].textContent.replaceAll(',', '').split(' ')[0]"
        )
    };
    for (row, engine) in ["algorithm=alpha-beta,depth=5", "algorithm=fe,depth=5"].iter().enumerate()
    {
        let tree = "random-tree branching=random:9,root-branching=5,edge-costs=zhang,seed=1";
        let found = plyscope_tests::explorer::desktop(tree, "", "", engine);
        assert_eq!(
            visit.browser.text(&cell(row as u32, 2)),
            found.generated.to_string(),
            "{engine}"
        );
    }
    visit.browser.value("document.getElementById('sweep').click()");
    visit.browser.until("/^Swept/.test(document.getElementById('search-status').textContent)");
    assert_eq!(visit.browser.value("document.querySelectorAll('#chart svg polyline').length"), 2);
    let mean: u64 = (1..=20)
        .map(|seed| {
            let tree = format!(
                "random-tree branching=random:9,root-branching=5,edge-costs=zhang,seed={seed}"
            );
            plyscope_tests::explorer::desktop(&tree, "", "", "algorithm=fe,depth=5").generated
        })
        .sum();
    let mean = (mean as f64 / 20.0).round().to_string();
    assert_eq!(visit.browser.text(&cell(1, 2)), mean, "the mean of twenty trees");
    // Steps add up to the same search.
    visit.open("#search?game=connect-four&moves=44&engine=algorithm%3Dalpha-beta%2Cdepth%3D6");
    visit.browser.value("document.getElementById('step-by').value = '100'");
    visit.browser.value("document.getElementById('step').click()");
    visit
        .browser
        .until("/still searching/.test(document.getElementById('search-status').textContent)");
    assert_eq!(visit.browser.text(&cell(0, 2)), "100");
    visit.browser.value("document.getElementById('run').click()");
    visit.browser.until("/^Done/.test(document.getElementById('search-status').textContent)");
    let found =
        plyscope_tests::explorer::desktop("connect-four", "", "44", "algorithm=alpha-beta,depth=6");
    assert_eq!(visit.browser.text(&cell(0, 2)), found.generated.to_string());
    visit.is_quiet();
}

#[test]
#[ignore = "needs chromium and the explorer's page"]
fn searches_are_stepped_on_their_trees_by_keyboard_and_their_counters_are_the_reports() {
    let mut visit = Visit::new("watch");
    let tree = "random-tree branching=uniform:3,seed=7";
    let engines = [
        "algorithm=alpha-beta,depth=4",
        "algorithm=fe,depth=4",
        "algorithm=rbfms,depth=4",
        "algorithm=pns,nodes=300,table=64KiB",
    ];
    visit.open(&format!(
        "#search?game={}{}",
        tree.replace(' ', "+"),
        engines.map(|engine| format!("&engine={engine}")).concat()
    ));
    visit.browser.value("document.getElementById('watch-tree').focus()");
    visit.browser.press("Enter");
    visit.browser.until("document.querySelectorAll('#watch-panes .pane').length === 4");
    // The focus is on the button that goes forward.
    let mut sentences = std::collections::BTreeSet::new();
    for _ in 0..30 {
        visit.browser.press("Enter");
        sentences
            .insert(visit.browser.text("document.querySelector('.pane .sentence').textContent"));
    }
    assert!(sentences.len() > 20, "{sentences:?}");
    let position = visit.status("watch-position");
    assert!(position.starts_with("30 of "), "{position}");
    visit.browser.picture("explorer-watch-1280");
    visit.browser.value("document.getElementById('watch-last').click()");
    for (number, engine) in engines.iter().enumerate() {
        let found = plyscope_tests::explorer::desktop(tree, "", "", engine);
        let counters = format!(
            "document.querySelectorAll('.pane')[{number}].querySelector('.counters').textContent"
        );
        let counters = visit.browser.text(&counters);
        let expected = format!("generated{}expanded{}", found.generated, found.expanded);
        assert!(counters.starts_with(&expected), "{engine}: {counters} against {expected}");
    }
    let numbers = visit.browser.text("document.querySelectorAll('.pane')[3].textContent");
    assert!(numbers.contains("to prove and to disprove: "), "{numbers}");
    // A node is read by keyboard, too.
    visit.browser.value("document.querySelector('.pane [data-node]').focus()");
    visit.browser.press("Enter");
    assert!(
        visit
            .browser
            .value("document.querySelectorAll('.tree-canvas .node').length")
            .as_u64()
            .unwrap()
            > 50
    );
    visit.browser.show_as(390, 844, true);
    let wide = "document.documentElement.scrollWidth - document.documentElement.clientWidth";
    assert_eq!(visit.browser.value(wide), 0, "trees scroll in their boxes");
    visit.browser.picture("explorer-watch-390-dark");
    // The strong player, whose solver finds the final score.
    let end = "OOOXXXO--OXXXOOOXOOXO-OOXXXOOOXOXOXXXOO-XOOX-XOOXXXOXXXOXXXXXX-O+X";
    visit.open(&format!(
        "#search?game=othello&from={end}&engine=algorithm%3Dstrong%2Cdepth%3D6%2Cevaluation%3Dpatterns-small%2Ctable%3D64KiB"
    ));
    visit.browser.value("document.getElementById('watch-tree').click()");
    visit.browser.until("document.querySelectorAll('#watch-panes .pane').length === 1");
    visit.browser.value("document.getElementById('watch-last').click()");
    let tree = visit.browser.text("document.querySelector('.tree-canvas').textContent");
    assert!(tree.contains("value 38"), "{tree}");
    visit.is_quiet();
}

#[test]
#[ignore = "needs chromium and the explorer's page"]
fn hostile_links_give_a_message_and_never_script() {
    let mut visit = Visit::new("hostile");
    let script =
        "%3Cimg+src%3Dx+onerror%3Dwindow.hit%3D1%3E%3Cscript%3Ewindow.hit%3D1%3C%2Fscript%3E";
    let long = "9".repeat(4000);
    for (hash, words) in [
        (format!("#{script}"), "a view that there is not"),
        ("#play?moves=f5f5".to_owned(), "move 2, f5, is illegal there"),
        (format!("#play?moves={script}"), "move 1 is not a move"),
        (format!("#play?moves={long}"), "longer than 3000 characters"),
        (format!("#search?game={script}"), "a game that there is not"),
        (format!("#search?game=othello&moves={script}"), "move 1 is not a move"),
        (format!("#search?game=tree&from={script}"), "tree: character 1: '<' begins no node"),
        (
            "#search?game=random-tree+branching%3Duniform%3A99999%2Cseed%3D1".to_owned(),
            "out of range",
        ),
        (
            format!("#search?game=random-tree+seed%3D1%2C{script}%3D1"),
            "is no option of random-tree",
        ),
    ] {
        visit.open(&hash);
        visit.browser.until("!document.getElementById('trouble').hidden");
        let trouble = visit.status("trouble");
        assert!(trouble.contains(words), "{hash}: {trouble}");
    }
    // An engine is refused when it is to search.
    visit.open(&format!("#search?engine=algorithm%3D{script}"));
    visit.browser.value("document.getElementById('run').click()");
    visit.browser.until("document.querySelector('.engine .wrong')");
    let wrong = visit.browser.text("document.querySelector('.engine .wrong').textContent");
    assert!(wrong.contains("write minimax, alpha-beta"), "{wrong}");
    assert_eq!(visit.browser.value("window.hit"), Value::Null, "script ran");
    assert_eq!(visit.browser.value("document.querySelectorAll('main img, main script').length"), 0);
    // The policy is in force: script in the page is refused.
    visit.browser.value(
        "document.body.insertAdjacentHTML('beforeend', '<img src=x onerror=\"window.hit=1\">')",
    );
    visit.browser.until("document.images[0].complete");
    assert_eq!(visit.browser.value("window.hit"), Value::Null);
    assert!(
        visit.browser.console.iter().any(|text| text.contains("Content Security Policy")),
        "{:?}",
        visit.browser.console
    );
}

#[test]
#[ignore = "needs chromium and the explorer's page"]
fn every_view_fits_desktops_tablets_and_phones_light_and_dark() {
    let mut visit = Visit::new("widths");
    for (width, dark) in [(1280, false), (768, true), (390, false), (390, true)] {
        visit.browser.show_as(width, 900, dark);
        let shade = if dark { "-dark" } else { "" };
        for view in ["play?moves=f5d6c3d3c4", "search", "same"] {
            visit.open(&format!("#{view}"));
            if view == "search" {
                visit.browser.value("document.getElementById('sweep').click()");
                visit
                    .browser
                    .until("/^Swept/.test(document.getElementById('search-status').textContent)");
            }
            let name = view.split('?').next().unwrap();
            let wide =
                "document.documentElement.scrollWidth - document.documentElement.clientWidth";
            assert_eq!(visit.browser.value(wide), 0, "{name} scrolls sideways at {width}");
            let small = "[...document.querySelectorAll('main button, main select, main input')].filter((e) => e.offsetParent && \
                         e.type !== 'checkbox' && e.type !== 'range' && e.getBoundingClientRect().height < 24).length";
            assert_eq!(visit.browser.value(small), 0, "{name}: too small to touch at {width}");
            let ground = visit.browser.text("getComputedStyle(document.body).backgroundColor");
            assert_eq!(ground == "rgb(20, 23, 27)", dark, "{ground}");
            visit.browser.picture(&format!("explorer-{name}-{width}{shade}"));
        }
    }
    visit.browser.value("document.getElementById('theme').click()");
    let ground = visit.browser.text("getComputedStyle(document.body).backgroundColor");
    assert_eq!(ground, "rgb(255, 255, 255)", "the button changes the colours");
    visit.is_quiet();
}

/// On a machine with two cores and nothing else to do, it is a third of a second.
#[test]
#[ignore = "needs chromium and the explorer's page"]
fn the_page_is_ready_in_time_and_small() {
    let mut visit = Visit::new("time");
    visit.open("#play");
    let paint = "performance.getEntriesByName('first-contentful-paint')[0].startTime";
    let paint = visit.browser.value(paint).as_f64().unwrap();
    let ready =
        visit.browser.value("performance.getEntriesByName('ready')[0].startTime").as_f64().unwrap();
    visit
        .browser
        .value("performance.mark('click'); document.querySelector('.square.legal').click()");
    visit.browser.until("performance.getEntriesByName('first-move').length");
    let moved = "performance.getEntriesByName('first-move')[0].startTime - performance.getEntriesByName('click')[0].startTime";
    let moved = visit.browser.value(moved).as_f64().unwrap();
    let sizes = "performance.getEntriesByType('resource').map((entry) => [entry.name.split('/').pop(), entry.decodedBodySize])";
    let sizes = visit.browser.value(sizes);
    let module =
        sizes.as_array().unwrap().iter().find(|entry| entry[0] == "module.wasm.gz").unwrap();
    let module = module[1].as_u64().unwrap();
    println!(
        "first paint {paint:.0} ms, ready {ready:.0} ms, first move {moved:.0} ms after the person's, module {module} bytes"
    );
    println!("{sizes}");
    let sent: u64 = sizes.as_array().unwrap().iter().map(|entry| entry[1].as_u64().unwrap()).sum();
    assert!(sent < 373_600, "{sent} bytes in all");
    // Generous: the machine of a test may be busy.
    assert!(ready < 5000.0 && moved < 5000.0, "{ready} ms, {moved} ms");
}
