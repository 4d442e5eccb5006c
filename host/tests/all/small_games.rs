//! Small games in all commands, and GTP with moves as text.

use crate::common::directory;
use crate::plyscope::plyscope;

#[test]
fn tic_tac_toe_is_searched_traced_played_and_has_tournaments() {
    let found = plyscope("search tic-tac-toe --solve").json();
    assert_eq!(
        (&found["value"], &found["proven"], &found["side"]),
        (&0.into(), &true.into(), &"X".into())
    );
    // A corner is answered by the centre.
    let found = plyscope("search tic-tac-toe --moves a1 --algorithm pvs --depth 9").json();
    assert_eq!((&found["move"], &found["side"]), (&"b2".into(), &"O".into()));
    let traced = plyscope("trace tic-tac-toe --moves b2a1 --depth 3").text();
    assert!(
        traced.contains("begin: depth 3") && traced.contains("generate b1, static value 2"),
        "{traced}"
    );
    let table = plyscope("-q tournament tic-tac-toe")
        .args(["--engine", "name=one,algorithm=alpha-beta,depth=1"])
        .args(["--engine", "name=all,algorithm=alpha-beta,depth=9"])
        .text();
    assert!(table.starts_with("tic-tac-toe: one against all, 6 games, seed 1\n"), "{table}");
    let lost = table.lines().find(|line| line.starts_with("all ")).expect("a row");
    assert_eq!(lost.split_whitespace().nth(3), Some("0"), "who sees all loses nothing: {table}");
    let keep = directory("trace/tic-tac-toe").join("kept.json");
    let game = plyscope("play tic-tac-toe --level 9 --keep")
        .args([&keep])
        .stdin("a1\nhistory\nquit\n")
        .text();
    assert!(game.contains("X (X) is a person.") && game.contains("O (level 9) plays b2"), "{game}");
}

#[test]
fn breakthrough_clobber_and_hex_are_searched_traced_played_and_have_tournaments() {
    for (game, line, side, illegal) in [
        ("breakthrough", "b2c3", "Black", "b2b4"),
        ("clobber", "a1a2", "Black", "a1c1"),
        ("hex", "d4", "Blue", "d4d4"),
    ] {
        let found =
            plyscope(format!("search {game} --moves {line} --algorithm ubfm --nodes 500")).json();
        assert_eq!(found["side"], side, "{game}");
        let partial = format!(
            "search {game} --moves {line} --algorithm ubfm --expansion partial --nodes 500"
        );
        let partial = plyscope(&partial).json();
        assert_eq!((&partial["side"], &partial["generated"]), (&side.into(), &500.into()));
        // A legal answer: the line can be played on.
        let on = format!("{line}{}", partial["move"].as_str().unwrap());
        plyscope(format!("search {game} --moves {on} --algorithm pvs --depth 2")).succeeds();
        let refused =
            plyscope(format!("search {game} --moves {illegal} --depth 2 --algorithm pvs")).fails(2);
        assert!(refused.contains("is not legal there: "), "{refused}");
        let traced = plyscope(format!("trace {game} --algorithm rbfms --depth 2 --nodes 9")).text();
        assert!(traced.contains("expand the root"), "{traced}");
        let table = plyscope(format!("-q tournament {game} --pairs 3"))
            .args(["--engine", "name=one,algorithm=alpha-beta,depth=1"])
            .args(["--engine", "name=three,algorithm=alpha-beta,depth=3"])
            .text();
        assert!(table.contains(": one against three, 6 games, seed 1\n"), "{table}");
        let played = plyscope(format!("play {game} --level 2"))
            .stdin(format!("{line}\nhistory\nquit\n"))
            .text();
        assert!(played.contains(&format!("{side} (level 2) plays ")), "{played}");
    }
}

#[test]
fn gtp_of_small_games_has_moves_as_text() {
    let commands =
        "play b 4\nplay w 4\ngenmove b\nshowboard\nplay w 9\nlist_commands\ngenmove b\nquit\n";
    let answers = plyscope("gtp connect-four --depth 4").stdin(commands).text();
    let answers: Vec<&str> = answers.split("\n\n").collect();
    assert_eq!(answers[..2], ["="; 2]);
    assert!(answers[2].starts_with("= "), "{answers:?}");
    assert!(answers[3].starts_with("= Black to move: 1 2 3"), "{answers:?}");
    assert!(answers[3].lines().count() == 8, "{answers:?}");
    assert!(answers[4].starts_with("? illegal move: \"9\" is not legal there: 1, 2, "));
    assert!(answers[5].ends_with("showboard\nlist_games"), "{answers:?}");
    assert_eq!(answers[6], "? it is the other side's turn");
    // A colour written out is the same side as its letter, and clocks are of the same sides.
    let sides = "play black 4\nplay white 4\ntime_left black 5 0\ngenmove black\nquit\n";
    let answers = plyscope("gtp breakthrough --depth 2").stdin("genmove black\nquit\n").text();
    assert!(answers.starts_with("= "), "{answers}");
    let answers = plyscope("gtp connect-four --depth 2").stdin(sides).text();
    assert!(!answers.contains('?'), "{answers}");
    let names = "play red d4\nplay blue d5\ntime_left red 3 0\ngenmove red\nquit\n";
    let answers = plyscope("gtp hex --depth 1").stdin(names).text();
    assert!(!answers.contains('?'), "{answers}");
    assert!(plyscope("gtp random-tree").fails(2).contains("[possible values: breakthrough, "));
}
