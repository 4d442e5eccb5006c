//! `plyscope solve`: answers, agreement with known scores, errors.

use serde_json::Value;

use crate::common::skipped;
use crate::plyscope::{Plyscope, plyscope};

const POSITIONS: &str = include_str!("../../../tests/data/endgame-10.txt");
const FILE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../tests/data/endgame-10.txt");

fn solve(arguments: &str, input: &str) -> Plyscope {
    plyscope(format!("solve {arguments}")).stdin(input)
}

fn rows(arguments: &str, input: &str) -> Vec<Value> {
    solve(arguments, input).rows()
}

fn known(line: &str) -> i64 {
    line.split_once("; ").expect("a score").1.parse().expect("a number")
}

#[test]
fn a_file_of_known_scores_is_solved_and_agrees() {
    let rows = rows(FILE, "");
    assert_eq!(rows.len(), 200);
    for (row, line) in rows.iter().zip(POSITIONS.lines()) {
        assert_eq!(row["score"], known(line), "{row}");
        assert_eq!(row["agrees"], true);
        assert_eq!(row["empties"], 10);
        assert_eq!(row["position"].as_str(), line.split_once(';').map(|(board, _)| board));
        assert!(row["move"].is_string() && row["nodes"].is_u64() && row["seconds"].is_f64());
        assert_eq!(row["pv"][0], row["move"]);
    }
}

#[test]
fn the_table_ends_with_a_summary() {
    let text = solve(&format!("{FILE} --from 3 --to 5 --table 1kB"), "").text();
    let lines: Vec<_> = text.lines().collect();
    assert_eq!(lines.len(), 1 + 3 + 1, "{text}");
    assert!(
        lines[4].starts_with("3 positions, ") && lines[4].ends_with("; 3 of 3 known scores agree")
    );
}

#[test]
fn cheaper_questions_have_answers_without_a_score() {
    for (row, line) in rows(&format!("{FILE} --to 40 --wdl"), "").iter().zip(POSITIONS.lines()) {
        let result = ["lost", "drawn", "won"][(known(line).signum() + 1) as usize];
        assert_eq!(row["result"], result);
        assert!(row["score"].is_null());
    }
    let (mut yes, mut no) = (0, 0);
    for (row, line) in
        rows(&format!("{FILE} --to 40 --at-least -6"), "").iter().zip(POSITIONS.lines())
    {
        let reached = known(line) >= -6;
        assert_eq!(row["reached"], reached);
        assert_eq!(row["move"].is_string(), reached, "a move that reaches it, or none");
        assert!(row["score"].is_null());
        *(if reached { &mut yes } else { &mut no }) += 1;
    }
    assert!(yes > 5 && no > 5, "{yes}, {no}");
}

#[test]
fn all_moves_have_their_scores_best_first() {
    let rows = rows(&format!("{FILE} --to 10 --all --evaluation patterns-small"), "");
    for (row, line) in rows.iter().zip(POSITIONS.lines()) {
        let moves = row["moves"].as_array().expect("moves");
        let scores: Vec<_> = moves.iter().filter_map(|mv| mv["score"].as_i64()).collect();
        assert!(scores.is_sorted_by(|a, b| a >= b), "{row}");
        assert_eq!((scores[0], &row["score"]), (known(line), &Value::from(known(line))));
        assert_eq!(moves[0]["move"], row["move"]);
    }
}

#[test]
fn listed_moves_are_compared_and_disagreement_is_an_error() {
    // The scores by `plyscope search --solve` of each move.
    let board = POSITIONS.lines().next().and_then(|line| line.split(';').next()).expect("a board");
    let first = &rows("- --all", board)[0];
    let moves = first["moves"].as_array().expect("moves");
    let listed = |change: i64| -> String {
        let last = moves.len() - 1;
        let items = moves.iter().enumerate().map(|(i, mv)| {
            let score = mv["score"].as_i64().expect("a score") + if i == last { change } else { 0 };
            format!(" {}:{score:+};", mv["move"].as_str().expect("a move").to_uppercase())
        });
        format!("{board};{}\n", items.collect::<String>())
    };
    assert!(moves.len() > 1);
    assert_eq!(rows("- --all", &listed(0))[0]["agrees"], true);
    solve("- --all", &listed(-2)).ends_with(1);
    // The best move's score alone still agrees.
    solve("-", &listed(-2)).succeeds();

    let wrong = POSITIONS.replacen("; +46", "; +48", 1);
    let error = solve("- --to 5", &wrong).fails(1);
    assert!(error.contains("1 of 5 known scores disagrees: line 1"), "{error}");
}

#[test]
fn one_board_may_be_an_argument() {
    let board = POSITIONS.lines().next().and_then(|line| line.split(';').next()).expect("a board");
    let row = plyscope("solve --position").arg(board).json();
    assert_eq!(row["score"], 46);
    assert!(row["agrees"].is_null());
    // The winner gets the empty square of a finished game.
    let over = format!("--position 0x{:x}/0x0", u64::MAX >> 1);
    assert_eq!(
        (&rows(&over, "")[0]["score"], &rows(&over, "")[0]["move"]),
        (&64.into(), &Value::Null)
    );
}

#[test]
fn bad_lines_are_named_with_what_to_do() {
    let good = POSITIONS.lines().next().expect("a line");
    for (input, expected) in [
        (
            format!("# a comment\n\n{good}\nXO X\n"),
            "standard input, line 4: a board has 64 squares",
        ),
        (format!("{good}\n{good}x\n"), "line 2: \"+46x\" is neither a score nor a move"),
        (good.replace("+46", "a2:+2"), "line 1: the listed move a2 is illegal"),
        (String::new(), "standard input: there are no positions"),
    ] {
        let error = solve("-", &input).fails(2);
        assert!(error.contains(expected), "{error}");
    }
    for arguments in
        ["no-such-file", "- --table 0", "- --at-least 65", "- --wdl --all", "- --evaluation simple"]
    {
        let ended = solve(arguments, good).ends();
        assert_eq!((ended.code, ended.errors.is_empty()), (Some(2), false), "{arguments}");
    }
}

#[test]
fn threads_change_no_score() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../shared/data/endgame-14.txt");
    if !std::path::Path::new(path).exists() {
        return skipped("there is no shared/data/endgame-14.txt beside the repository");
    }
    for threads in [2, 3] {
        let rows = rows(&format!("{path} --threads {threads} --to 20 --table 4MiB"), "");
        assert_eq!(rows.len(), 20);
        assert!(rows.iter().all(|row| row["agrees"] == true && row["pv"][0] == row["move"]));
    }
    assert_ne!(solve(&format!("{path} --threads 0"), "").ends().code, Some(0));
}
