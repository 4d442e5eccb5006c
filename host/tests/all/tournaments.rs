//! Tournaments and ladders of Othello: what they write, and external engines in ladders.

use std::fs;

use plyscope::game_files::ggf::GgfGame;

use crate::common::directory;
use crate::plyscope::{PROGRAM, plyscope};

/// Plays a pair of games between these two and returns the rows and the games in GGF.
fn pair(name: &str, arguments: &str, engines: [&str; 2]) -> (String, Vec<GgfGame>) {
    let directory = directory(name);
    let [run, games] = ["run", "games.ggf"].map(|name| directory.join(name));
    let command = plyscope(format!(
        "-q tournament othello --openings 4ply,order=sequential --pairs 1 {arguments} --run-dir {} --games-out {}",
        run.display(),
        games.display()
    ));
    command.args(["--engine", engines[0], "--engine", engines[1]]).succeeds();
    let [rows, games] =
        [run.join("rows.jsonl"), games].map(|path| fs::read_to_string(path).unwrap());
    let games: Vec<GgfGame> = games.lines().map(|line| line.parse().expect("GGF")).collect();
    assert_eq!(games.len(), 2);
    (rows, games)
}

#[test]
fn games_tell_the_values_of_their_moves_in_discs_and_no_time_without_a_limit_of_time() {
    let engines = ["name=s,algorithm=strong,depth=3", "name=a,algorithm=alpha-beta,depth=2"];
    let (rows, games) = pair("tournaments-values", "--threads 1", engines);
    let (again, _) = pair("tournaments-values-again", "--threads 2", engines);
    assert_eq!(rows, again, "rows depend on nothing but the configuration");
    for game in &games {
        let played = &game.moves[4..];
        assert!(game.moves[..4].iter().all(|opening| opening.discs.is_none()));
        assert!(played.iter().all(|played| played.seconds.is_none()));
        let valued = played.iter().filter(|played| played.discs.is_some()).count();
        assert!(valued * 2 > played.len(), "{valued} of {}", played.len());
        // The last values are those of solved games: the result, from both sides.
        let result = game.result.expect("a result").discs;
        let last = |odd: usize| {
            let side = played.iter().enumerate().filter(|(ply, _)| ply % 2 == odd);
            side.filter_map(|(_, played)| played.discs).next_back().expect("a value")
        };
        assert_eq!([last(0), last(1)].map(f64::abs), [result.abs(); 2], "{game}");
    }
}

#[test]
fn games_with_a_limit_of_time_tell_the_times_of_their_moves() {
    let engines = ["name=s,algorithm=strong,st=0.002", "name=a,algorithm=alpha-beta,depth=1"];
    let (_, games) = pair("tournaments-times", "--threads 1", engines);
    for game in &games {
        assert!(game.moves[4..].iter().all(|played| played.seconds.is_some_and(|time| time < 5.0)));
    }
}

#[test]
fn an_engine_ponders_where_time_counts_and_nowhere_else() {
    let engines = [
        "name=p,algorithm=strong,clock=0.4,timemargin=9,ponder=true",
        "name=s,algorithm=strong,st=0.005,ponder=true",
    ];
    let (rows, games) = pair("tournaments-ponder", "--threads 1", engines);
    assert!(!rows.contains("forfeit"), "{rows}");
    assert!(games.iter().all(|game| game.record().position().is_over()));
    let message = plyscope("tournament othello --engine algorithm=strong,depth=1,ponder=true --engine algorithm=pvs,depth=1").fails(2);
    assert!(message.contains("needs a clock or st"), "{message}");
    // A clock of the command is limit enough.
    let clocked = "-q tournament othello --openings 0ply --clock 0.2 --engine name=a,algorithm=strong \
                   --engine name=b,algorithm=alpha-beta,timemargin=9";
    plyscope(clocked).succeeds();
    let message = plyscope(clocked.replace("--clock 0.2 ", "")).fails(2);
    assert!(message.contains("no limit: give a depth"), "{message}");
}

#[test]
fn experiments_play_the_openings_that_are_given_and_notice_a_changed_file() {
    let directory = directory("tournaments-openings");
    let [file, run] = ["two.txt", "run"].map(|name| directory.join(name));
    let experiment = |how: &str| {
        format!(
            "-q experiment run korf-fig-16 --scale quick --set depth=2 --openings {} {how} {}",
            file.display(),
            run.display()
        )
    };
    fs::write(&file, "f5d6c3\nf5f6e6f4\n").expect("written");
    // The time of all sessions grows with each.
    let timeless = |text: String| -> String {
        let without_time = |line: &str| match line.rsplit_once("; ") {
            Some((before, time)) if time.ends_with(" s") => format!("{before}\n"),
            _ => format!("{line}\n"),
        };
        text.lines().map(without_time).collect()
    };
    let text = timeless(plyscope(experiment("--run-dir")).text());
    assert!(text.contains("2 openings (f5d6c3/f5f6e6f4)"), "{text}");
    assert_eq!(timeless(plyscope(experiment("--resume")).text()), text);
    fs::write(&file, "f5d6c3\nf5f6e6d6\n").expect("written");
    let message = plyscope(experiment("--resume")).fails(2);
    assert!(message.contains("openings"), "{message}");
    let message = plyscope("experiment run zhang-fig-1b --openings xot").fails(2);
    assert!(message.contains("zhang-fig-1b") && message.contains("omit --openings"), "{message}");
}

#[test]
fn learning_has_the_flags_of_tournaments() {
    let directory = directory("tournaments-learn").join("games");
    let learn = |how: &str| {
        format!("-q learn games --games 16 --depth 1 --solve 4 {how} {}", directory.display())
    };
    let message = plyscope(learn("--resume")).fails(2);
    assert!(message.contains("holds no run"), "{message}");
    plyscope(learn("--run-dir")).succeeds();
    let rows = fs::read(directory.join("rows.jsonl")).expect("rows");
    let message = plyscope(learn("--run-dir")).fails(1);
    assert!(message.contains("use --resume"), "{message}");
    // The option of earlier versions does both.
    for how in ["--resume", "--directory"] {
        plyscope(learn(how)).succeeds();
        assert_eq!(fs::read(directory.join("rows.jsonl")).expect("rows"), rows);
    }
}

#[test]
fn a_ladder_climbs_with_an_engine_of_others_and_refuses_one_without_nodes() {
    let ladder = |protocol: &str, equal: &str| {
        let command = plyscope(format!(
            "ladder othello --challenger algorithm=alpha-beta --reference-depths 1..2 --pairs 1 {equal}"
        ));
        let engine = format!(
            "name=other,cmd=\"'{PROGRAM}' {protocol} --level 1 --depth {{depth}}\",protocol={protocol}"
        );
        command.args(["--reference", &engine])
    };
    let table = ladder("nboard", "").text();
    assert!(table.contains("nodes/game") && table.lines().count() == 4, "{table}");
    let table = ladder("gtp", "--equal time").text();
    assert!(table.contains("s/game"), "{table}");
    let message = ladder("gtp", "").fails(2);
    assert!(message.contains("--equal time"), "{message}");
}

#[test]
fn a_ladders_evaluation_is_that_of_each_engine_without_its_own() {
    let ladder = |reference: &str, challenger: &str, evaluation: &str| {
        plyscope(format!(
            "-q ladder othello --pairs 2 --reference-depths 1..2 --reference algorithm=alpha-beta{reference} \
             --challenger algorithm=rbfms{challenger} {evaluation}"
        ))
    };
    let (own, discs) = (",evaluation=discs", "--evaluation discs");
    let expected = ladder(own, own, "").rows();
    assert_eq!(ladder("", "", discs).rows(), expected);
    assert_ne!(ladder("", "", "").rows(), expected, "the usual evaluation is another one");
    let mixed = ladder(",evaluation=simple", own, "").rows();
    assert_eq!(ladder(",evaluation=simple", "", discs).rows(), mixed);
    let message = ladder(own, own, discs).fails(2);
    assert!(message.contains("--evaluation discs: no engine takes it"), "{message}");
    let message = ladder("", "", "--evaluation nothing").fails(2);
    assert!(message.contains("nothing"), "{message}");
}
