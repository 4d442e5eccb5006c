//! The command as a user runs it: results, errors, exit codes.

use crate::plyscope::plyscope;

#[test]
fn a_search_of_many_trees_gives_a_line_for_each_with_the_promised_fields() {
    let rows = plyscope("search random-tree --branching random:9 --root-branching 5 --edge-costs zhang --seeds 1..1000 \
         --algorithm fe --depth 6").rows();
    assert_eq!(rows.len(), 1000);
    let mut sum = 0;
    for (row, seed) in rows.iter().zip(1u64..) {
        assert_eq!(row["seed"], seed, "rows come in order");
        assert_eq!(row["algorithm"], "fe");
        assert_eq!(row["depth"], 6);
        assert!(row["value"].is_i64() && row["move"].is_string());
        sum += row["generated"].as_u64().expect("a count");
    }
    assert_eq!(sum, 766_253, "Table 1, depth 6, exact bounds");
}

#[test]
fn results_do_not_depend_on_threads() {
    let one = |threads: u32| {
        plyscope(format!(
            "tournament random-tree --branching random:5 --pairs 6 --format json --threads {threads} \
             --engine name=a,algorithm=alpha-beta,depth=3 --engine name=b,algorithm=rbfms,depth=6 \
             --engine name=c,algorithm=fe,nodes=200"
        )).text()
    };
    let first = one(1);
    assert_eq!(first, one(3));
    assert_eq!(
        first.lines().count(),
        3 * (12 + 1),
        "three pairings of six pairs, and their results"
    );
}

#[test]
fn equal_engines_score_evenly_and_search_the_same() {
    let rows = plyscope(
        "tournament othello --pairs 5 --engine name=x,algorithm=alpha-beta,depth=2 \
         --engine name=y,algorithm=alpha-beta,depth=2",
    )
    .rows();
    let result = rows.last().expect("a result");
    assert_eq!(result["kind"], "result");
    assert_eq!(result["score"], 0.5);
    assert_eq!(result["work"][0], result["work"][1]);
    for row in &rows[..10] {
        let discs = row["outcome"].as_i64().expect("discs");
        assert!((-64..=64).contains(&discs));
    }
}

#[test]
fn a_deeper_search_wins_at_othello() {
    let rows = plyscope(
        "tournament othello --pairs 30 --engine name=deep,algorithm=alpha-beta,depth=4 \
         --engine name=shallow,algorithm=alpha-beta,depth=1",
    )
    .rows();
    let result = rows.last().expect("a result");
    assert!(result["score"].as_f64().expect("a score") > 0.7, "{result}");
}

#[test]
fn tables_end_with_the_engines_and_their_scores() {
    let table = plyscope("tournament hexapawn --engine name=one,algorithm=minimax,depth=2 --engine name=two,algorithm=fe,depth=8").text();
    assert!(table.starts_with("hexapawn: one against two, "), "{table}");
    assert!(table.lines().any(|line| line.starts_with("two ")), "{table}");
}

#[test]
fn connect_four_is_solved_from_a_line_and_played_from_kinds_of_openings() {
    let line = "23163416124767223154467471272416755633";
    let rows =
        plyscope(format!("search connect-four --moves {line} --algorithm pvs --solve")).rows();
    assert_eq!((&rows[0]["value"], &rows[0]["bound"]), (&0.into(), &"exact".into()), "{}", rows[0]);
    let table = plyscope(
        "tournament connect-four --opening-plies 1 --engine name=one,algorithm=bfm,nodes=300 \
         --engine name=two,algorithm=alpha-beta,depth=3",
    )
    .text();
    assert!(table.starts_with("connect-four: one against two, 8 games"), "{table}");
}

#[test]
fn perft_counts_a_pass_as_a_ply() {
    let rows = plyscope("perft --depth 9 --position start").rows();
    let leaves: Vec<u64> = rows.iter().filter_map(|row| row["leaves"].as_u64()).collect();
    assert_eq!(leaves, [4, 12, 56, 244, 1396, 8200, 55_092, 390_216, 3_005_288]);
}

#[test]
fn positions_are_read_as_boards_moves_or_bitboards() {
    let options = "--algorithm alpha-beta --depth 4";
    let board = "---------------------------OX------XO---------------------------X";
    let start = plyscope(format!("search othello start {options}")).rows();
    for position in
        [format!("--position {board}"), "--position 0x810000000/0x1008000000".to_owned()]
    {
        assert_eq!(plyscope(format!("search othello {position} {options}")).rows(), start);
    }
    let moves = plyscope(format!("search othello --moves f5d6c3 {options}")).rows();
    assert_eq!(moves[0]["position"].as_str().map(|text| text.ends_with(" O")), Some(true));
}

#[test]
fn the_bench_signature_changes_only_when_a_search_changes() {
    let rows = plyscope("bench").rows();
    let signature = rows.last().expect("a signature")["signature"].as_u64();
    // Not a law of nature: change it when a search, a game or the bench is changed on purpose.
    assert_eq!(signature, Some(6_520_214));
}

#[test]
fn wrong_input_gets_one_line_on_stderr_that_names_the_place_and_exit_code_2() {
    let tree = "search random-tree --seed 1 --algorithm alpha-beta --depth 3";
    let othello = "search othello --algorithm alpha-beta --depth 3";
    let board63 = "--------------------------OX------XO--------------------------- X";
    for (arguments, parts) in [
        (format!("{tree} --branching uniform:0"), ["--branching", "give 1 to 32768"]),
        (format!("{tree} --branching uniform"), ["--branching", "uniform:10"]),
        (format!("{tree} --branching random:4 --root-branching 5"), ["--root-branching", "1 to 4"]),
        (format!("{tree} --branching uniform:2 --seeds 1..5"), ["--seed", "cannot be used with"]),
        (
            "search random-tree --seeds 5..1 --algorithm fe --depth 3 --branching uniform:2".to_owned(),
            ["--seeds", "write 1..5"],
        ),
        (
            "search random-tree --seed 1 --algorithm fe --depth 129 --branching uniform:2".to_owned(),
            ["depth 129", "1 to 128 plies"],
        ),
        (format!("{othello} --position {}", board63.replace(' ', "")), ["--position", "side to move"]),
        (format!("{othello} --position 0x3/0x2"), ["--position", "both sides have a disc on b1"]),
        (format!("{othello} --position 3-2/1"), ["--position", "hexadecimal"]),
        (format!("{othello} --moves f5e3"), ["--moves", "move 2, e3, is illegal"]),
        (format!("{othello} --moves f5d"), ["--moves", "move 2"]),
        (format!("{othello} --evaluation logistello"), ["\"logistello\"", "simple, discs"]),
        ("search hexapawn --algorithm fe --depth 3 --moves a1a2".to_owned(), ["move 1", "a3a2"]),
        ("search othello --algorithm fe --depth 3 --bounds exact".to_owned(), ["exact bounds", "likely"]),
        ("search othello --algorithm rbfms --depth 3 --delta 0.5".to_owned(), ["delta", "rbfms"]),
        ("search othello --algorithm fe".to_owned(), ["no limit", "give a depth"]),
        (format!("{othello} --nodes -5"), ["'-5' for '--nodes", "write a whole number up to"]),
        ("tournament othello --pairs 1.5".to_owned(), ["--pairs", "write a whole number\n"]),
        (format!("tournament othello --pairs 1{}", u64::MAX), ["--pairs", "the number is too large"]),
        (
            "tournament othello --engine algorithm=fe,depth=3,colour=red --engine algorithm=rbfms,depth=3"
                .to_owned(),
            ["unknown key \"colour\"", "keys are name"],
        ),
        (
            "tournament othello --engine algorithm=fe,depth=3".to_owned(),
            ["at least two engines", "--engine"],
        ),
        (
            "tournament othello --pairs 245 --engine algorithm=fe,depth=3 --engine algorithm=rbfms,depth=3"
                .to_owned(),
            ["60 openings", "--openings"],
        ),
    ] {
        let errors = plyscope(&arguments).fails(2);
        assert!(errors.starts_with("error: "), "{arguments}: {errors}");
        for part in parts {
            assert!(errors.contains(part), "{arguments}: {errors}");
        }
    }
}

#[test]
fn a_board_of_63_squares_says_so() {
    let board = "--------------------------OX------XO--------------------------- X";
    let search = "search othello --algorithm fe --depth 2 --position";
    let errors = plyscope(search).arg(board).fails(2);
    assert!(errors.contains("this one has 63"), "{errors}");
}

#[test]
fn too_many_children_for_the_stack_fail_with_exit_code_1_and_the_remedy() {
    let errors = plyscope(
        "search random-tree --branching uniform:30000 --seed 1 --algorithm alpha-beta --depth 3",
    )
    .fails(1);
    assert!(errors.contains("16384 moves"), "{errors}");
}

#[test]
fn a_closed_pipe_is_no_error() {
    let search = "search random-tree --branching uniform:2 --seeds 1..20000 --algorithm alpha-beta \
                  --depth 2 --format json";
    let ended = plyscope(search).read_in_part(10);
    assert_eq!((ended.code, ended.errors.as_str()), (Some(0), ""));
}
