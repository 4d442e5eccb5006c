//! Descriptions of values are true, printed values can be typed back, and options that would be ignored are refused.

use std::fs;
use std::process::{Command, Output};

use plyscope_core::Game as _;
use plyscope_core::othello::{Board, Move, Othello};
use serde_json::Value;

fn plyscope(arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_plyscope"));
    command.args(arguments).output().expect("the command starts")
}

fn stdout(arguments: &[&str]) -> String {
    let output = plyscope(arguments);
    assert!(output.status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).expect("UTF-8")
}

fn json(arguments: &[&str]) -> Value {
    serde_json::from_str(&stdout(&[arguments, &["--format", "json"]].concat())).expect("JSON")
}

/// The one-line error of a wrong command line.
fn refusal(arguments: &[&str]) -> String {
    let output = plyscope(arguments);
    let errors = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(2), "{arguments:?}: {errors}");
    assert!(output.stdout.is_empty(), "{arguments:?}");
    errors
}

/// The description of the value, and whether it is said to be proven.
fn said(row: &Value) -> (&str, bool) {
    (row["bound"].as_str().expect("a bound"), row["proven"].as_bool().expect("a flag"))
}

/// The first positions with ten empty squares, and their scores for the side to move.
fn endgames() -> Vec<(String, i64)> {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../tests/data/endgame-10.txt");
    let text = fs::read_to_string(path).expect("the file is in the repository");
    let read = |line: &str| {
        let (position, score) = line.split_once(';').expect("a score");
        (position.to_owned(), score.trim().parse().expect("a number"))
    };
    text.lines().take(60).map(read).collect()
}

fn solved(position: &str) -> Value {
    json(&["search", "othello", "--position", position, "--solve"])
}

#[test]
fn a_score_is_final_only_where_it_is_proven_and_a_horizon_is_called_one() {
    let mut horizons = 0;
    let mut bounds = 0;
    for (position, score) in endgames() {
        let row = json(&[
            "search",
            "othello",
            "--position",
            &position,
            "--algorithm",
            "alpha-beta",
            "--depth",
            "10",
        ]);
        let kind = row["bound"].as_str().expect("a bound");
        if let Some(shown) = row.get("final_score") {
            assert_eq!((shown.as_i64(), kind), (Some(score), "exact"), "{position}");
        }
        let (proven, discs) = (row["proven"].as_bool().expect("a flag"), row["discs"].as_f64());
        match (kind, proven) {
            ("exact", proven) => assert!(proven && discs == Some(score as f64), "{position}"),
            ("lower", true) => {
                bounds += 1;
                assert!(discs.is_some_and(|discs| discs <= score as f64), "{position}: {row}");
            }
            ("upper", true) => {
                bounds += 1;
                assert!(discs.is_some_and(|discs| discs >= score as f64), "{position}: {row}");
            }
            ("horizon", false) => horizons += 1,
            _ => panic!("{position}: {row}"),
        }
    }
    assert!(horizons > 0 && bounds > 20, "{horizons} horizons, {bounds} bounds");
}

#[test]
fn solving_finds_every_score_whatever_the_passes_draws_too() {
    let mut draws = 0;
    for (position, score) in endgames() {
        let row = solved(&position);
        assert_eq!(row["final_score"], score, "{position}");
        assert_eq!(said(&row), ("exact", true), "{position}");
        assert_eq!(row["discs"].as_f64(), Some(score as f64), "{position}");
        draws += usize::from(score == 0);
    }
    assert!(draws > 0, "no draw among them");
}

#[test]
fn forward_estimation_with_likely_bounds_is_an_estimate_however_deep() {
    let position = "OOOXXXO--OXXXOOOXOOXO-OOXXXOOOXOXOXXXOO-XOOX-XOOXXXOXXXOXXXXXX-O X";
    let row =
        json(&["search", "othello", "--position", position, "--algorithm", "fe", "--depth", "20"]);
    assert_eq!(said(&row), ("estimate", false), "{row}");
    assert!(row.get("final_score").is_none(), "{row}");
    assert_eq!(solved(position)["final_score"], 38);
}

#[test]
fn best_first_minimax_proves_nothing_though_its_line_ends_the_game() {
    for algorithm in ["rbfms", "bfm"] {
        let (position, _) = &endgames()[0];
        let row = json(&[
            "search",
            "othello",
            "--position",
            position,
            "--algorithm",
            algorithm,
            "--depth",
            "30",
        ]);
        assert_eq!(said(&row), ("estimate", false), "{row}");
        let refused = refusal(&[
            "search",
            "othello",
            "--position",
            position,
            "--algorithm",
            algorithm,
            "--solve",
        ]);
        assert!(refused.contains("proves nothing"), "{refused}");
    }
}

#[test]
fn forward_estimation_solves_by_sure_bounds_only() {
    for (start, bounds, proves) in [
        ("othello --position POSITION", "", false),
        ("othello --position POSITION", " --bounds learned", false),
        ("hexapawn", "", true),
        ("hexapawn", " --bounds -1:1", false),
        ("random-tree --branching uniform:2 --game-depth 6 --seed 7", "", true),
        ("random-tree --branching uniform:2 --game-depth 6 --seed 7", " --delta 0.5", false),
    ] {
        let line = format!("search {start} --solve --algorithm fe{bounds}");
        let position = &endgames()[0].0;
        let words: Vec<&str> = line
            .split(' ')
            .map(|word| if word == "POSITION" { position.as_str() } else { word })
            .collect();
        if proves {
            assert_eq!(said(&json(&words)), ("exact", true), "{line}");
        } else {
            let refused = refusal(&words);
            assert!(refused.contains("fe with these bounds") && refused.contains("proves nothing"));
        }
    }
}

#[test]
fn an_interrupted_search_is_never_proven() {
    let (position, _) = &endgames()[2];
    for nodes in ["5", "50", "500"] {
        let row = json(&["search", "othello", "--position", position, "--solve", "--nodes", nodes]);
        assert_eq!(row["stop"], "nodes", "{row}");
        assert!(row["bound"] != "exact" && row.get("final_score").is_none(), "{row}");
    }
}

#[test]
fn random_trees_and_hexapawn_are_proven_to_their_end_and_only_there() {
    let tree = |depth: &str| {
        let tree = "search random-tree --branching random:4 --game-depth 6 --seed 7";
        let words: Vec<&str> = tree.split(' ').chain(depth.split(' ')).collect();
        json(&words)
    };
    let solved = tree("--solve");
    assert_eq!((said(&solved), solved["depth"].as_u64()), (("exact", true), Some(6)));
    let same = tree("--algorithm fe --depth 6");
    assert_eq!(said(&same), ("exact", true), "exact bounds, to the end of the game");
    assert_eq!(same["value"], solved["value"]);
    assert_eq!(tree("--algorithm alpha-beta --depth 5")["bound"], "horizon");
    assert_eq!(tree("--algorithm fe --bounds learned --delta 0.5 --depth 6")["bound"], "estimate");
    let pawns = json(&["search", "hexapawn", "--solve"]);
    assert_eq!((said(&pawns), pawns["value"].as_i64()), (("exact", true), Some(10)), "{pawns}");
}

#[test]
fn values_of_othello_are_discs_for_people_and_raw_numbers_for_programs() {
    let search = |evaluation: &str| {
        json(&[
            "search",
            "othello",
            "--moves",
            "f5d6c3",
            "--algorithm",
            "alpha-beta",
            "--depth",
            "3",
            "--evaluation",
            evaluation,
        ])
    };
    for evaluation in ["simple", "patterns"] {
        let row = search(evaluation);
        let raw = row["raw_value"].as_f64().expect("a number");
        assert_eq!(row["discs"].as_f64(), Some(raw / 100.0), "{row}");
        assert!(row.get("value").is_none(), "{row}");
    }
    assert_eq!(search("discs")["discs"], search("discs")["raw_value"].as_f64().unwrap());
    assert!(search("bill").get("discs").is_none(), "bill's unit is its own");
    let text = |evaluation: &str| {
        stdout(&[
            "search",
            "othello",
            "--moves",
            "f5d6c3",
            "--algorithm",
            "alpha-beta",
            "--depth",
            "3",
            "--evaluation",
            evaluation,
        ])
    };
    let row = search("simple");
    let value = format!("{:+.2} for White", row["discs"].as_f64().unwrap());
    assert!(text("simple").contains(&value), "{value}: {}", text("simple"));
    assert!(text("bill").contains("in the evaluation's own unit"), "{}", text("bill"));
}

/// The moves of a game up to a pass.
fn game_with_a_pass() -> Vec<String> {
    for seed in 0u64.. {
        let (mut board, mut moves, mut random) = (Board::START, Vec::new(), seed);
        while !board.is_over() {
            let legal: Vec<Move> = Othello.moves(&board).collect();
            random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            let mv = legal[(random >> 33) as usize % legal.len()];
            moves.push(mv.to_string());
            board = Othello.play(&board, mv);
            if mv == Move::PASS {
                return moves;
            }
        }
    }
    unreachable!("games have passes")
}

#[test]
fn a_printed_line_with_passes_and_a_printed_position_can_be_typed() {
    let search = |place: &str| {
        json(&["search", "othello", place, "--algorithm", "alpha-beta", "--depth", "2"])
    };
    let moves = game_with_a_pass();
    assert_eq!(moves.last().map(String::as_str), Some("pass"), "as it is printed");
    let row = search(&format!("--moves={}", moves.join(" ")));
    assert_eq!(search(&format!("--position={}", row["position"].as_str().unwrap())), row);
    for pass in ["pass", "PASS", "pa", "ps", "--"] {
        let written = moves.concat().replace("pass", pass);
        assert_eq!(search(&format!("--moves={written}")), row, "{written}");
    }
    let line = stdout(&["search", "hexapawn", "--solve"]);
    let line = line.lines().find_map(|line| line.strip_prefix("line ")).unwrap().trim();
    let error = refusal(&["search", "hexapawn", "--moves", &format!("{line} a1a2"), "--solve"]);
    assert!(error.contains("the game is over"), "the line was read: {error}");
}

#[test]
fn options_of_no_use_are_refused_and_the_algorithms_that_have_them_named() {
    for (algorithm, option) in [
        ("rbfms", ["--order", "static"]),
        ("bfm", ["--order", "none"]),
        ("ab-saved", ["--order", "none"]),
        ("ab-iterative", ["--order", "static-all"]),
        ("minimax", ["--order", "none"]),
        ("alpha-beta", ["--expansion", "partial"]),
        ("rbfms", ["--when-full", "linear"]),
        ("fe", ["--formulation", "fig3"]),
        ("alpha-beta", ["--delta", "1"]),
        ("alpha-beta", ["--memory", "1MiB"]),
        ("bfm", ["--shallow", "2"]),
        ("rbfms", ["--window", "5"]),
    ] {
        let error = refusal(
            &[&["search", "othello", "--algorithm", algorithm, "--depth", "3"][..], &option]
                .concat(),
        );
        let key = option[0].trim_start_matches('-');
        assert!(error.contains(&format!("{key} is no option of {algorithm}, but of ")), "{error}");
        assert_eq!(error.lines().count(), 1, "{error}");
    }
    let engine = "name=a,algorithm=rbfms,depth=3,nodes=9,solve=4";
    let error =
        refusal(&["tournament", "othello", "--engine", engine, "--engine", "algorithm=fe,depth=1"]);
    assert!(error.contains("cannot be combined with nodes or st"), "{error}");
}

#[test]
fn seeds_that_trees_do_not_have_are_refused() {
    let trees = [
        "tournament",
        "random-tree",
        "--branching",
        "uniform:2",
        "--engine",
        "name=a,algorithm=alpha-beta,depth=1",
        "--engine",
        "name=b,algorithm=alpha-beta,depth=2",
    ];
    for (seed, pairs) in [("4294967297", "2"), ("4294967295", "2"), ("18446744073709551615", "2")] {
        let error = refusal(&[&trees[..], &["--seed", seed, "--pairs", pairs]].concat());
        assert!(error.contains("a tree's seed is at most 4294967295"), "{error}");
    }
    stdout(&[&trees[..], &["--seed", "4294967294", "--pairs", "2"]].concat());
    let error = refusal(&[
        "ladder",
        "random-tree",
        "--branching",
        "uniform:2",
        "--seed",
        "4294967297",
        "--pairs",
        "2",
        "--reference",
        "algorithm=alpha-beta",
        "--challenger",
        "algorithm=rbfms",
        "--reference-depths",
        "1..2",
    ]);
    assert!(error.contains("a tree's seed is at most 4294967295"), "{error}");
}

#[test]
fn full_memory_is_named_where_the_linear_search_has_too_many_children() {
    let output = plyscope(&[
        "search",
        "random-tree",
        "--branching",
        "uniform:20000",
        "--seed",
        "1",
        "--algorithm",
        "bfm",
        "--memory",
        "1",
        "--depth",
        "3",
    ]);
    let error = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(1), "{error}");
    assert!(error.contains("memory is used up") && error.contains("fewer children"), "{error}");
}

#[test]
fn openings_may_begin_with_a_byte_order_mark() {
    let path = std::env::temp_dir().join(format!("plyscope-openings-{}.txt", std::process::id()));
    fs::write(&path, "\u{feff}f5d6c3\nf5f6e6f4\n").expect("a temporary file");
    let rows = stdout(&[
        "tournament",
        "othello",
        "--openings",
        path.to_str().unwrap(),
        "--format",
        "json",
        "--engine",
        "name=a,algorithm=alpha-beta,depth=1",
        "--engine",
        "name=b,algorithm=rbfms,depth=1",
    ]);
    fs::remove_file(&path).expect("it is there");
    assert_eq!(rows.lines().filter(|row| row.contains("f5d6c3")).count(), 2, "{rows}");
}

#[test]
fn help_lists_all_bounds_and_each_games_own_evaluations() {
    let othello = stdout(&["search", "othello", "--help"]);
    for kind in ["learned-gains:", "gains:", "spreads:", "learned-separate", "patterns-small"] {
        assert!(othello.contains(kind), "{kind}");
    }
    assert!(!stdout(&["search", "hexapawn", "--help"]).contains("patterns-small"));
    let quiet = othello.find("--quiet").expect("-q");
    assert!(othello.find("--evaluation").expect("an option") < quiet, "-q comes last");
}
