//! `plyscope analyse`, and `search othello --lines`.

use std::fs;

use serde_json::Value;

use crate::common::directory;
use crate::plyscope::{PROGRAM, plyscope};

const OWN: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../tests/data/own-games.wtb");
const QUICK: &str = "--depth 1 --exact 7 --table 1MiB";

#[test]
fn games_are_analysed_and_recorded_and_a_run_goes_on_where_it_ended() {
    let directory = directory("analyse-run");
    let (whole, part) = (directory.join("whole"), directory.join("part"));
    let games = format!("-q analyse {OWN} {QUICK} --length 0..59 --format json");
    let all = plyscope(format!("{games} --run-dir {}", whole.display())).text();
    let rows: Vec<Value> =
        all.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    assert!(rows.len() >= 4, "{}", rows.len());
    for row in &rows {
        let moves = row["moves"].as_array().expect("moves");
        let lost = |colour: &str| -> f64 {
            let of = moves.iter().filter(|judged| judged["colour"] == colour);
            of.filter_map(|judged| judged["loss"].as_f64()).sum()
        };
        for (side, colour) in ["black", "white"].into_iter().enumerate() {
            let total = row["losses"][side]["discs"].as_f64().expect("discs");
            assert!((total - lost(colour)).abs() < 1e-6, "{row}");
        }
        assert!(
            moves
                .iter()
                .all(|judged| judged["exact"] == false || judged["empties"].as_u64() <= Some(7))
        );
    }
    // Threads change nothing.
    assert_eq!(all, plyscope(format!("{games} --threads 1")).text());
    // A run that ended after one game.
    plyscope(format!("{games} --run-dir {}", part.display())).succeeds();
    let file = part.join("rows.jsonl");
    let recorded = fs::read_to_string(&file).expect("rows");
    let first: String = recorded.lines().take(1).map(|line| format!("{line}\n")).collect();
    fs::write(&file, first).expect("written");
    assert_eq!(all, plyscope(format!("{games} --resume {}", part.display())).text());
    assert_eq!(fs::read(&file).expect("rows"), recorded.into_bytes());
    let message =
        plyscope(format!("-q analyse {OWN} --depth 2 --resume {}", part.display())).fails(2);
    assert!(message.contains("another configuration"), "{message}");
    plyscope(format!("analyse {OWN} --depth 12 --exact 10")).fails(2);
}

#[test]
fn a_page_shows_names_as_text_and_has_no_link_to_elsewhere() {
    let directory = directory("analyse-page");
    let hostile = "<script>alert(1)</script>\" onload='x' &amp;";
    let ggf = format!(
        "(;GM[Othello]PC[{hostile}]DT[2026]PB[{hostile}]PW[</title><img src=x>]TY[8]\
         BO[8 -------- -------- -------- ---O*--- ---*O--- -------- -------- -------- *]\
         B[e6]W[f4]B[e3]W[f6]B[g5]W[d6]B[e7]W[f5]B[c5];)"
    );
    let (file, page) = (directory.join("game.ggf"), directory.join("game.html"));
    fs::write(&file, ggf).expect("written");
    let text =
        plyscope(format!("-q analyse {} {QUICK} --html {}", file.display(), page.display())).text();
    assert!(text.contains("values in discs for the side that moves"), "{text}");
    assert!(text.contains("+64 for Black") && !text.contains('\x1b'), "{text}");
    let html = fs::read_to_string(&page).expect("a page");
    assert!(
        !html.contains("<script>alert") && !html.contains("<img") && !html.contains("onload='x'")
    );
    assert!(html.contains("&#60;script&#62;alert(1)"), "{html}");
    assert_eq!(html.matches("<script>").count(), 1);
    for outside in ["http://", "https://", "src=", "@import", "url("] {
        let found = html.replace("&#60;img src=x&#62;", "");
        assert!(!found.contains(outside), "{outside}");
    }
    assert_eq!(html.matches("data-board=").count(), 9);
    assert!(html.contains("the plot is for Black") && !html.contains("-0.0<"), "{html}");
}

#[test]
fn a_game_without_names_counts_once_for_each_side() {
    let directory = directory("analyse-unnamed");
    let (file, page) = (directory.join("games.txt"), directory.join("games.html"));
    fs::write(&file, "f5d6c3d3c4\nf5f6e6f4\n").expect("written");
    let text =
        plyscope(format!("-q analyse {} {QUICK} --html {}", file.display(), page.display())).text();
    let games = |name: &str| -> Vec<&str> {
        let rows = text.lines().filter(|line| line.trim_start().starts_with(name));
        rows.filter_map(|row| row.trim_start()[name.len()..].split_whitespace().next()).collect()
    };
    assert_eq!((games("unnamed Black"), games("unnamed White")), (vec!["2"], vec!["2"]), "{text}");
    assert!(!text.contains("-0.0"), "{text}");
    let html = fs::read_to_string(&page).expect("a page");
    let players = html.split("<h2>").nth(1).expect("the table of players");
    assert_eq!(players.matches("<td><bdi>unnamed").count(), 2, "{players}");
    assert!(!html.contains("-0.0<"), "{html}");
}

#[test]
fn the_best_moves_are_listed_with_values_and_lines() {
    let text = plyscope("-q search othello --moves f5d6c3 --depth 4 --lines 3").text();
    assert!(text.contains("a b c d e f g h") && text.contains("White to move"), "{text}");
    assert!(text.contains("nodes/s") && text.contains("more move"), "{text}");
    let row = plyscope("-q search othello --moves f5d6c3 --depth 4 --lines 3").json();
    let moves = row["moves"].as_array().expect("moves");
    assert_eq!(moves.len(), 3);
    let discs: Vec<f64> = moves.iter().filter_map(|known| known["value"].as_f64()).collect();
    assert!(discs.is_sorted_by(|a, b| a >= b), "{discs:?}");
    assert!(moves.iter().all(|known| known["pv"][0] == known["move"] && known["depth"] == 4));
    // Passes, a wipe-out and a full board.
    let at = |position: &str, flags: &str| {
        plyscope(format!("-q search othello --position {position} --depth 4 {flags}")).text()
    };
    let must_pass = "XO..............................................................O";
    assert!(at(must_pass, "--lines 2").contains("pass"));
    assert!(at(must_pass, "").contains("move       pass"));
    let full = "XXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOX";
    let wiped = "XXX.............................................................O";
    for over in [full, wiped] {
        assert!(at(over, "").contains("the game is over"));
        assert!(at(over, "--lines 2").contains("the game is over"));
    }
}

#[test]
fn any_engine_analyses_and_one_that_tells_no_discs_is_refused() {
    let analyse = |engine: &str, more: &str| {
        let mut command =
            plyscope(format!("-q analyse {OWN} --length 0..59 --exact 7 --format json {more}"));
        if !engine.is_empty() {
            command = command.args(["--engine", engine]);
        }
        command
    };
    let process =
        format!("cmd=\"'{PROGRAM}' nboard --algorithm alpha-beta --depth 1\",protocol=nboard");
    for (engine, more) in [
        ("", "--nodes 300"),
        ("", "--time 0.001"),
        ("algorithm=alpha-beta,depth=1", ""),
        ("algorithm=pvs,evaluation=patterns-small", "--depth 2"),
        (process.as_str(), ""),
    ] {
        for row in analyse(engine, more).succeeds().rows() {
            let moves = row["moves"].as_array().expect("moves");
            let valued = moves.iter().filter(|judged| judged["best_value"].is_f64()).count();
            assert!(valued * 2 > moves.len(), "{engine}: {row}");
            assert!(moves.iter().all(|judged| judged["loss"].as_f64() < Some(130.0)), "{row}");
        }
    }
    // The same engine here and in a process says the same.
    let values = |engine: &str| -> Vec<Value> {
        let rows = analyse(engine, "").succeeds().rows();
        let moves = rows[0]["moves"].as_array().expect("moves");
        moves.iter().map(|judged| judged["best_value"].clone()).collect()
    };
    assert_eq!(values("algorithm=alpha-beta,depth=1"), values(&process));
    for (engine, more, reason) in [
        ("algorithm=alpha-beta", "", "no limit"),
        ("algorithm=alpha-beta,depth=2", "--depth 3", "give it once"),
        ("algorithm=alpha-beta,depth=2,evaluation=bill", "", "use another evaluation"),
        ("algorithm=pns,nodes=300", "", "has no values"),
        ("cmd=x,protocol=gtp", "", "NBoard"),
        ("cmd=x,protocol=nboard", "--nodes 5", "no limit of nodes"),
    ] {
        let message = analyse(engine, more).fails(2);
        assert!(message.contains(reason), "{engine}: {message}");
    }
}

#[test]
fn a_limit_that_ends_no_depth_gives_the_values_of_depth_1_and_none_out_of_nothing() {
    let values = |engine: &str| -> Vec<Value> {
        let rows = plyscope(format!(
            "-q analyse {OWN} --exact 6 --table 1MiB --length 0..59 --engine {engine}"
        ))
        .rows();
        let moves = rows.iter().flat_map(|row| row["moves"].as_array().expect("moves").clone());
        moves.collect()
    };
    let first = values("algorithm=pvs,depth=1");
    assert!(first.len() > 100);
    assert_eq!(values("algorithm=pvs,nodes=1"), first);
    // The strong player has a value of a first depth, or of a later one, but never 0 for none.
    let strong = values("algorithm=strong,nodes=5");
    let is_zero = |judged: &&Value| judged["best_value"] == 0.0 && judged["exact"] == false;
    assert!(strong.iter().filter(is_zero).count() <= strong.len() / 50, "{strong:?}");
}

#[test]
fn where_an_engine_proves_who_wins_but_not_by_how_much_the_score_of_strong_is_shown() {
    let late = |settings: &str| -> Vec<Value> {
        let command = "-q analyse --table 1MiB --player #1*";
        let rows = plyscope(format!("{command} {settings} {OWN}")).rows();
        let moves = rows.iter().flat_map(|row| row["moves"].as_array().expect("moves").clone());
        let late = |judged: &Value| matches!(judged["empties"].as_u64(), Some(7 | 8));
        moves.filter(|judged| late(judged) && judged["value"].is_f64()).collect()
    };
    let (shown, exact) =
        (late("--exact 6 --engine algorithm=ubfm,nodes=5000"), late("--exact 8 --depth 2"));
    assert!(shown.len() > 15);
    assert_eq!(shown, exact);
}
