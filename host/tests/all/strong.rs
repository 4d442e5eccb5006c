//! The strong player and principal variation search from the command line: defaults, levels, errors, `--info`, and that results
//! are right and can be repeated.

use std::fs;

use serde_json::Value;

use crate::plyscope::plyscope;

/// Positions with ten empty squares, as arguments, and their scores for the side to move.
pub(crate) fn endgames(count: usize) -> Vec<(String, i64)> {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../tests/data/endgame-10.txt");
    let text = fs::read_to_string(path).expect("the file is in the repository");
    let read = |line: &str| {
        let (position, score) = line.split_once(';').expect("a score");
        // Spaces separate arguments here; the side to move may follow the squares at once.
        (position.replace(' ', ""), score.trim().parse().expect("a number"))
    };
    text.lines().take(count).map(read).collect()
}

#[test]
fn othello_is_searched_by_the_strong_player_unless_another_is_named() {
    let row = plyscope("search othello start --depth 6").json();
    assert_eq!((&row["algorithm"], &row["depth"]), (&"strong".into(), &6.into()));
    assert!(row["value"].as_f64().is_some_and(|discs| discs.abs() < 10.0), "{row}");
    let named =
        plyscope("search othello start --algorithm strong --evaluation patterns-large --depth 6")
            .json();
    assert_eq!(row, named);
    for evaluation in ["simple", "discs", "bill", "patterns", "patterns-small"] {
        let row =
            plyscope(format!("search othello start --depth 4 --evaluation {evaluation}")).json();
        assert!(row["value"].as_f64().is_some_and(|discs| discs.abs() <= 64.0), "{row}");
    }
    assert_eq!(
        plyscope("search othello start --algorithm alpha-beta --depth 2").json()["algorithm"],
        "alpha-beta"
    );
}

#[test]
fn levels_need_no_other_limit_and_repeat_themselves() {
    for level in [1, 3, 8, 9, 12] {
        let search = format!("search othello --moves f5d6c3d3c4f4 --level {level}");
        let row = plyscope(&search).json();
        assert_eq!(row["stop"], "completed");
        assert_eq!(row, plyscope(&search).json());
    }
    let moves = |level| -> Vec<Value> {
        let search = |n| {
            plyscope(format!("search othello --moves f5d6c3d3c4f4 --level {level} --mistakes {n}"))
                .json()
        };
        (0..8).map(|n| search(n)["move"].clone()).collect()
    };
    let weak = moves(1);
    assert!(weak.iter().any(|mv| *mv != weak[0]), "{weak:?}");
    let strong = moves(10);
    assert!(strong.iter().all(|mv| *mv == strong[0]), "{strong:?}");
}

#[test]
fn solved_endgames_have_their_scores_with_tables_of_any_size() {
    for (position, score) in endgames(12) {
        for table in ["16", "1KiB", "1MiB"] {
            let row =
                plyscope(format!("search othello --position {position} --solve --table {table}"))
                    .json();
            assert_eq!(row["value"], score, "{position}");
            assert_eq!((&row["bound"], &row["proven"]), (&"exact".into(), &true.into()));
        }
        let row = plyscope(format!("search othello --position {position} --nodes 40")).json();
        assert!(row["proven"] == false || row["nodes"].as_u64() < Some(40), "{row}");
        if row["proven"] == false {
            assert_ne!(row["bound"], "exact", "{row}");
        }
    }
}

/// Positions with 34 to 38 discs, from lists of solved positions.
#[test]
fn pvs_solves_positions_of_connect_four_whose_value_is_known() {
    for (line, value) in [
        ("2252576253462244111563365343671351441", -1),
        ("7422341735647741166133573473242566", 1),
        ("23163416124767223154467471272416755633", 0),
    ] {
        let search =
            format!("search connect-four --moves {line} --algorithm pvs --depth 42 --killers");
        let row = plyscope(search).json();
        assert_eq!((&row["value"], &row["proven"]), (&value.into(), &true.into()), "{line}");
    }
}

#[test]
fn pvs_finds_alpha_betas_value_in_every_game() {
    let searches = [
        "search othello --moves f5d6c3d3c4f4 --depth 7 --evaluation patterns".to_owned(),
        "search othello --moves f5d6c3 --depth 6".to_owned(),
        "search hexapawn --depth 20".to_owned(),
    ];
    let trees = (1..6).map(|seed| {
        format!("search random-tree --branching leafy:5 --seed {seed} --depth 8 --game-depth 8")
    });
    for search in searches.into_iter().chain(trees) {
        let value = |options: &str| {
            let row = plyscope(format!("{search} {options}")).json();
            (row["value"].clone(), row["result"].clone(), row["bound"].clone())
        };
        let right = value("--algorithm alpha-beta");
        for options in [
            "",
            "--table 16",
            "--table 1KiB",
            "--killers",
            "--order none --killers",
            "--window 300",
            "--driver mtd",
            "--driver mtd --table 32 --order static-all",
        ] {
            assert_eq!(value(&format!("--algorithm pvs {options}")), right, "{search} {options}");
        }
    }
    let row =
        plyscope("search othello --moves f5d6c3d3 --algorithm pvs --reductions --depth 7").json();
    assert_eq!(row["bound"], "estimate");
}

#[test]
fn info_says_what_the_search_thinks_after_each_depth() {
    let row = plyscope("search othello start --depth 8 --info").json();
    let info = row["info"].as_array().expect("lines");
    let depths: Vec<u64> = info.iter().filter_map(|line| line["depth"].as_u64()).collect();
    assert_eq!(depths, [2, 4, 6, 8]);
    let last = info.last().expect("a line");
    assert_eq!((&last["pv"], &last["nodes"]), (&row["pv"], &row["generated"]));
    let (position, score) = endgames(1).remove(0);
    let text = plyscope(format!("search othello --position {position} --solve --info")).text();
    let result = match score {
        0 => "drawn".to_owned(),
        1.. => format!("won by {score}"),
        _ => format!("lost by {}", -score),
    };
    assert!(text.contains(&format!("exact {result:>19}")), "{text}");
    let text = plyscope("search hexapawn --algorithm pvs --depth 4 --info").text();
    let depths: Vec<&str> =
        text.lines().filter_map(|line| line.split_whitespace().next()).take(5).collect();
    assert_eq!(depths, ["depth", "1", "2", "3", "4"]);
    // Without it, there is nothing more than before.
    assert!(plyscope("search othello start --depth 4").json().get("info").is_none());
}

#[test]
fn games_between_strong_players_can_be_repeated() {
    let tournament = "tournament othello --pairs 2 --engine name=a,algorithm=strong,nodes=1500,table=64KiB \
                      --engine name=b,algorithm=strong,level=2,mistakes=7 \
                      --engine name=c,algorithm=pvs,driver=mtd,killers=true,nodes=800,table=64KiB,evaluation=patterns \
                      --format json";
    let first = plyscope(format!("-q {tournament} --threads 1")).text();
    assert_eq!(first, plyscope(format!("-q {tournament} --threads 2")).text());
    assert!(!first.contains("forfeit\":\""), "{first}");
}

#[test]
fn errors_say_what_to_write() {
    for (arguments, messages) in [
        ("search othello start", ["no limit", "level"]),
        ("search othello start --level 0", ["--level", "1 to 30"]),
        ("search othello start --level 31", ["--level", "1 to 30"]),
        ("search othello start --depth 3 --table 0", ["--table", "512MiB"]),
        ("search othello start --depth 3 --table 1000000GiB", ["table 1000000GiB", "memory"]),
        ("search othello start --level 3 --solve", ["--solve", "proves nothing"]),
        ("search othello start --algorithm pvs --level 3 --depth 3", ["level", "strong"]),
        (
            "search othello start --algorithm pvs --reductions --solve",
            ["--solve", "proves nothing"],
        ),
        (
            "search othello start --algorithm pvs --driver mtd --window 9 --depth 3",
            ["mtd", "window"],
        ),
        ("search hexapawn --algorithm strong --depth 3", ["hexapawn", "othello only"]),
        (
            "search random-tree --branching uniform:2 --seed 1 --algorithm strong --depth 3",
            ["pvs", "othello"],
        ),
        (
            "search random-tree --branching uniform:2 --seeds 1..3 --algorithm pvs --depth 3 --info",
            ["--info", "--seed N"],
        ),
        ("search hexapawn --depth 3", ["--algorithm", "required"]),
        ("device search --port /dev/null start --level 3", ["no option level", "strong"]),
    ] {
        let errors = plyscope(arguments).fails(2);
        for message in messages {
            assert!(errors.contains(message), "{arguments}: {errors}");
        }
    }
}
