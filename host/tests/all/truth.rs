//! Descriptions of values are true, printed values can be typed back, and options that would be ignored are refused.

use std::fs;

use plyscope_core::Game as _;
use plyscope_core::othello::{Board, Move, Othello};
use serde_json::Value;

use crate::common::directory;
use crate::plyscope::plyscope;
use crate::strong::endgames;

/// The description of the value, and whether it is said to be proven.
fn said(row: &Value) -> (&str, bool) {
    (row["bound"].as_str().expect("a bound"), row["proven"].as_bool().expect("a flag"))
}

fn solved(position: &str) -> Value {
    plyscope(format!("search othello --position {position} --solve")).json()
}

#[test]
fn a_score_is_final_only_where_it_is_proven_and_a_horizon_is_called_one() {
    let mut horizons = 0;
    let mut bounds = 0;
    for (position, score) in endgames(60) {
        let row = plyscope(format!(
            "search othello --position {position} --algorithm alpha-beta --depth 10"
        ))
        .json();
        let kind = row["bound"].as_str().expect("a bound");
        if row["result"] == "drawn" {
            assert_eq!((score, kind), (0, "exact"), "{position}");
        }
        let (proven, discs) = (row["proven"].as_bool().expect("a flag"), row["value"].as_f64());
        match (kind, proven) {
            ("exact", proven) => assert!(proven && row["value"] == score, "{position}: {row}"),
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
    for (position, score) in endgames(60) {
        let row = solved(&position);
        assert_eq!((&row["value"], &row["unit"]), (&score.into(), &"discs".into()), "{position}");
        let result = match score {
            0 => "drawn",
            1.. => "won",
            _ => "lost",
        };
        assert_eq!(row["result"], result, "{position}");
        assert_eq!(said(&row), ("exact", true), "{position}");
        draws += usize::from(score == 0);
    }
    assert!(draws > 0, "no draw among them");
}

#[test]
fn forward_estimation_with_likely_bounds_is_an_estimate_however_deep() {
    let position = "OOOXXXO--OXXXOOOXOOXO-OOXXXOOOXOXOXXXOO-XOOX-XOOXXXOXXXOXXXXXX-OX";
    let row =
        plyscope(format!("search othello --position {position} --algorithm fe --depth 20")).json();
    assert_eq!(said(&row), ("estimate", false), "{row}");
    assert_eq!(solved(position)["value"], 38);
}

#[test]
fn best_first_minimax_proves_nothing_though_its_line_ends_the_game() {
    for algorithm in ["rbfms", "bfm"] {
        let (position, _) = &endgames(60)[0];
        let row = plyscope(format!(
            "search othello --position {position} --algorithm {algorithm} --depth 30"
        ))
        .json();
        assert_eq!(said(&row), ("estimate", false), "{row}");
        let refused = plyscope(format!(
            "search othello --position {position} --algorithm {algorithm} --solve"
        ))
        .fails(2);
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
        let start = start.replace("POSITION", &endgames(1)[0].0);
        let line = format!("search {start} --solve --algorithm fe{bounds}");
        if proves {
            assert_eq!(said(&plyscope(&line).json()), ("exact", true), "{line}");
        } else {
            let refused = plyscope(&line).fails(2);
            assert!(refused.contains("fe with these bounds") && refused.contains("proves nothing"));
        }
    }
}

#[test]
fn an_interrupted_search_is_never_proven() {
    let (position, _) = &endgames(60)[2];
    for nodes in ["5", "50", "500"] {
        let row = plyscope(format!("search othello --position {position} --solve --nodes {nodes}"))
            .json();
        assert_eq!(row["stop"], "nodes", "{row}");
        assert_ne!(row["bound"], "exact", "{row}");
    }
}

#[test]
fn random_trees_and_hexapawn_are_proven_to_their_end_and_only_there() {
    let tree = |depth: &str| {
        let tree = "search random-tree --branching random:4 --game-depth 6 --seed 7";
        plyscope(format!("{tree} {depth}")).json()
    };
    let solved = tree("--solve");
    assert_eq!((said(&solved), solved["depth"].as_u64()), (("exact", true), Some(6)));
    let same = tree("--algorithm fe --depth 6");
    assert_eq!(said(&same), ("exact", true), "exact bounds, to the end of the game");
    assert_eq!(same["value"], solved["value"]);
    assert_eq!(tree("--algorithm alpha-beta --depth 5")["bound"], "horizon");
    assert_eq!(tree("--algorithm fe --bounds learned --delta 0.5 --depth 6")["bound"], "estimate");
    let pawns = plyscope("search hexapawn --solve").json();
    assert_eq!((said(&pawns), pawns["value"].as_i64()), (("exact", true), Some(10)), "{pawns}");
}

#[test]
fn values_have_the_unit_of_the_evaluation_for_people_and_programs() {
    let search = |evaluation: &str| {
        plyscope(format!("search othello --moves f5d6c3 --algorithm alpha-beta --depth 3 --evaluation {evaluation}")).json()
    };
    for evaluation in ["simple", "patterns"] {
        let row = search(evaluation);
        let discs = row["value"].as_f64().expect("a number");
        assert!(discs.abs() < 10.0 && row["unit"] == "discs" && row["side"] == "White", "{row}");
        assert_eq!(discs, (100.0 * discs).round() / 100.0, "hundredths: {row}");
    }
    let row = search("discs");
    assert!(row["value"].is_i64() && row["unit"] == "discs", "{row}");
    let row = search("bill");
    assert!(row["value"].as_f64().is_some_and(|odds| odds.abs() < 15.0), "{row}");
    assert_eq!(row["unit"], "log-odds", "{row}");
    let text = |evaluation: &str| {
        plyscope(format!("search othello --moves f5d6c3 --algorithm alpha-beta --depth 3 --evaluation {evaluation}")).text()
    };
    let row = search("simple");
    let value = format!("{:+.2} discs for White", row["value"].as_f64().unwrap());
    assert!(text("simple").contains(&value), "{value}: {}", text("simple"));
    assert!(text("bill").contains(" log-odds for White"), "{}", text("bill"));
}

/// What a row says of a value.
fn judged(row: &Value) -> Value {
    let keys = ["side", "value", "unit", "result", "bound", "proven"];
    let said = |key: &&str| Some(((*key).to_owned(), row.get(*key)?.clone()));
    keys.iter().filter_map(said).collect::<serde_json::Map<_, _>>().into()
}

#[test]
fn every_game_says_what_a_value_means_in_the_same_words() {
    let position = "OOOXXXO--OXXXOOOXOOXO-OOXXXOOOXOXOXXXOO-XOOX-XOOXXXOXXXOXXXXXX-OX";
    let won = serde_json::json!({
        "side": "Black", "value": 38, "unit": "discs", "result": "won", "bound": "exact", "proven": true
    });
    for (search, said) in [
        (format!("othello --position {position} --solve"), won.clone()),
        (
            "hexapawn --solve".to_owned(),
            serde_json::json!({
                "side": "Black", "value": 10, "unit": "own", "bound": "exact", "proven": true
            }),
        ),
        (
            "connect-four --moves 44444326 --algorithm pvs --depth 6".to_owned(),
            serde_json::json!({
                "side": "the first player", "value": -2, "unit": "own", "bound": "horizon", "proven": false
            }),
        ),
        (
            "random-tree --branching uniform:2 --seed 1 --algorithm alpha-beta --depth 10"
                .to_owned(),
            serde_json::json!({
                "side": "MAX", "value": -953, "unit": "own", "bound": "horizon", "proven": false
            }),
        ),
    ] {
        assert_eq!(judged(&plyscope(format!("search {search}")).json()), said, "{search}");
    }
    let row = plyscope(format!("search othello --position {position} --depth 14 --lines 1")).json();
    assert_eq!(judged(&row["moves"][0]), won, "{row}");
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
    let search =
        |place: &str| plyscope("search othello --algorithm alpha-beta --depth 2").arg(place).json();
    let moves = game_with_a_pass();
    assert_eq!(moves.last().map(String::as_str), Some("pass"), "as it is printed");
    let row = search(&format!("--moves={}", moves.join(" ")));
    assert_eq!(search(&format!("--position={}", row["position"].as_str().unwrap())), row);
    for pass in ["pass", "PASS", "pa", "ps", "--"] {
        let written = moves.concat().replace("pass", pass);
        assert_eq!(search(&format!("--moves={written}")), row, "{written}");
    }
    let line = plyscope("search hexapawn --solve").text();
    let line = line.lines().find_map(|line| line.strip_prefix("line ")).unwrap().trim();
    let moves = format!("{line} a1a2");
    let error = plyscope("search hexapawn --solve --moves").arg(moves).fails(2);
    assert!(error.contains("the game is over"), "the line was read: {error}");
}

#[test]
fn options_of_no_use_are_refused_and_the_algorithms_that_have_them_named() {
    for (algorithm, option) in [
        ("rbfms", "--order static"),
        ("bfm", "--order none"),
        ("ab-saved", "--order none"),
        ("ab-iterative", "--order static-all"),
        ("minimax", "--order none"),
        ("alpha-beta", "--expansion partial"),
        ("rbfms", "--when-full linear"),
        ("fe", "--formulation fig3"),
        ("alpha-beta", "--delta 1"),
        ("alpha-beta", "--memory 1MiB"),
        ("bfm", "--shallow 2"),
        ("rbfms", "--window 5"),
    ] {
        let search = format!("search othello --algorithm {algorithm} --depth 3 {option}");
        let error = plyscope(search).fails(2);
        let key = option.split(' ').next().unwrap().trim_start_matches('-');
        assert!(error.contains(&format!("{key} is no option of {algorithm}, but of ")), "{error}");
        assert_eq!(error.lines().count(), 1, "{error}");
    }
    let engine = "name=a,algorithm=rbfms,depth=3,nodes=9,solve=4";
    let error =
        plyscope(format!("tournament othello --engine {engine} --engine algorithm=fe,depth=1"))
            .fails(2);
    assert!(error.contains("cannot be combined with nodes or st"), "{error}");
}

#[test]
fn seeds_that_trees_do_not_have_are_refused() {
    let trees = "tournament random-tree --branching uniform:2 \
         --engine name=a,algorithm=alpha-beta,depth=1 --engine name=b,algorithm=alpha-beta,depth=2";
    for (seed, pairs) in [("4294967297", "2"), ("4294967295", "2"), ("18446744073709551615", "2")] {
        let error = plyscope(format!("{trees} --seed {seed} --pairs {pairs}")).fails(2);
        assert!(error.contains("a tree's seed is at most 4294967295"), "{error}");
    }
    plyscope(format!("{trees} --seed 4294967294 --pairs 2")).succeeds();
    let error = plyscope(
        "ladder random-tree --branching uniform:2 --seed 4294967297 --pairs 2 --reference-depths 1..2 \
         --reference algorithm=alpha-beta --challenger algorithm=rbfms",
    )
    .fails(2);
    assert!(error.contains("a tree's seed is at most 4294967295"), "{error}");
}

#[test]
fn full_memory_is_named_where_the_linear_search_has_too_many_children() {
    let trees = "search random-tree --branching uniform:20000 --seed 1";
    let error = plyscope(format!("{trees} --algorithm bfm --memory 1 --depth 3")).fails(1);
    assert!(error.contains("memory is used up") && error.contains("fewer children"), "{error}");
}

#[test]
fn openings_may_begin_with_a_byte_order_mark() {
    let path = directory("truth-openings").join("openings.txt");
    fs::write(&path, "\u{feff}f5d6c3\nf5f6e6f4\n").expect("written");
    let rows = plyscope(format!(
        "tournament othello --openings {} --format json --engine name=a,algorithm=alpha-beta,depth=1 \
         --engine name=b,algorithm=rbfms,depth=1",
        path.display()
    ))
    .text();
    assert_eq!(rows.lines().filter(|row| row.contains("f5d6c3")).count(), 2, "{rows}");
}

#[test]
fn help_lists_all_bounds_and_each_games_own_evaluations() {
    let othello = plyscope("search othello --help").text();
    for kind in ["learned-gains:", "gains:", "spreads:", "learned-separate", "patterns-small"] {
        assert!(othello.contains(kind), "{kind}");
    }
    assert!(!plyscope("search hexapawn --help").text().contains("patterns-small"));
    let quiet = othello.find("--quiet").expect("-q");
    assert!(othello.find("--evaluation").expect("an option") < quiet, "-q comes last");
}
