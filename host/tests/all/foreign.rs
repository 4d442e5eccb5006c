//! External engines in tournaments, which here are this program and Debian's gtp-rhino.

use std::process::Command;

use serde_json::Value;

use crate::common::{directory, skipped};
use crate::plyscope::{PROGRAM, plyscope};

/// Debian's gtp-rhino.
const RHINO: &str = "/usr/games/gtp-rhino";

/// A tournament of these engines, with arguments as in a shell but quotes.
fn tournament(arguments: &str, engines: &[String]) -> Vec<Value> {
    let command = plyscope(format!("-q tournament othello --format json {arguments}"));
    command.args(engines.iter().flat_map(|engine| ["--engine", engine])).succeeds().games()
}

/// Moves and names of the games.
fn moves(games: &[Value]) -> Vec<[Value; 3]> {
    games.iter().map(|game| ["engines", "moves", "outcome"].map(|key| game[key].clone())).collect()
}

/// Plays so many pairs in this program and through the protocol: the games must be equal, move for move.
fn plays_as_in_process(protocol: &str, pairs: u32, engines: [&str; 2]) {
    let arguments = format!("--pairs {pairs} --seed 3");
    let own: Vec<String> =
        engines.iter().zip(["a", "b"]).map(|(one, name)| format!("name={name},{one}")).collect();
    let through: Vec<String> = engines
        .iter()
        .zip(["a", "b"])
        .map(|(one, name)| {
            let flags: String =
                one.split(',').map(|pair| format!(" --{}", pair.replacen('=', " ", 1))).collect();
            format!("name={name},cmd=\"'{PROGRAM}' {protocol}{flags}\",protocol={protocol}")
        })
        .collect();
    let [own, through] = [own, through].map(|engines| tournament(&arguments, &engines));
    assert_eq!(moves(&own), moves(&through), "{protocol}: {engines:?}");
    assert_eq!(moves(&own).len(), 2 * pairs as usize);
}

/// Engines with limits of nodes, so that games can be repeated.
const STRONG: [&str; 2] = ["algorithm=strong,nodes=2000", "algorithm=strong,nodes=500,table=1MiB"];
/// One keeps its tree from move to move, one plays out its line.
const OTHERS: [&str; 2] =
    ["algorithm=ab-iterative,nodes=300,memory=1MiB", "algorithm=bfm,nodes=200,memory=1MiB"];

#[test]
fn two_of_our_processes_play_through_gtp_as_in_one() {
    plays_as_in_process("gtp", 1, STRONG);
    plays_as_in_process("gtp", 1, OTHERS);
}

#[test]
fn two_of_our_processes_play_through_nboard_as_in_one() {
    plays_as_in_process("nboard", 1, STRONG);
    plays_as_in_process("nboard", 1, OTHERS);
}

#[test]
fn a_game_against_rhino_is_played_to_its_end() {
    if !is_there(RHINO, "Debian's grhino") {
        return;
    }
    let run = directory("foreign-rhino").join("run");
    let engines = [
        format!("name=rhino,cmd=\"{RHINO} -l 1\",protocol=gtp"),
        "name=strong,algorithm=strong,nodes=1000".to_owned(),
    ];
    let games = tournament(&format!("--pairs 1 --run-dir {}", run.display()), &engines);
    assert_eq!(games.len(), 2);
    for game in games {
        assert!(
            game["forfeit"].is_null() && game["moves"].as_array().unwrap().len() > 30,
            "{game}"
        );
    }
}

/// Whether a program that a test needs is there; says so if not.
fn is_there(program: &str, package: &str) -> bool {
    let there = Command::new(program).arg("--version").output().is_ok();
    if !there {
        skipped(&format!("there is no {program}: install {package}"));
    }
    there
}

mod nightly {
    use std::fs;
    use std::path::Path;
    use std::process::Command;

    use super::{OTHERS, PROGRAM, RHINO, STRONG, is_there, plays_as_in_process, tournament};
    use crate::common::directory;

    #[test]
    #[ignore = "takes a minute"]
    fn twenty_games_through_gtp_are_those_in_one_process() {
        plays_as_in_process("gtp", 10, STRONG);
        plays_as_in_process("gtp", 10, OTHERS);
    }

    #[test]
    #[ignore = "takes a minute"]
    fn twenty_games_through_nboard_are_those_in_one_process() {
        plays_as_in_process("nboard", 10, STRONG);
        plays_as_in_process("nboard", 10, OTHERS);
    }

    /// Through both protocols at once, with clocks that are told and kept.
    #[test]
    #[ignore = "takes minutes"]
    fn games_with_clocks_are_played_to_their_ends() {
        for (clock, protocol) in
            [("clock=3", "gtp"), ("clock=2+0.1", "nboard"), ("byo-yomi=0.2", "gtp")]
        {
            let engines = [
                format!(
                    "name=process,cmd=\"'{PROGRAM}' {protocol}\",protocol={protocol},{clock},timemargin=0.5"
                ),
                format!("name=own,algorithm=strong,{clock},timemargin=0.5"),
            ];
            assert_eq!(tournament("--pairs 2 --threads 1", &engines).len(), 4, "{clock}");
        }
    }

    #[test]
    #[ignore = "takes an hour or two"]
    fn a_tournament_against_rhino_at_all_its_levels_runs_to_its_end() {
        if !is_there(RHINO, "Debian's grhino") {
            return;
        }
        // At level 5 it may think for minutes about a move, and nothing limits it.
        for (levels, pairs) in [(1..=4, 60), (5..=5, 2)] {
            let rhinos = levels.map(|level| {
                let cmd = format!("\"{RHINO} -l {level}\"");
                format!("name=rhino-{level},cmd={cmd},protocol=gtp,patience=1800")
            });
            let strong = "name=strong,algorithm=strong,st=0.05".to_owned();
            let engines: Vec<String> = std::iter::once(strong).chain(rhinos).collect();
            let games = tournament(&format!("--meetings gauntlet --pairs {pairs}"), &engines);
            assert_eq!(games.len(), (engines.len() - 1) * 2 * pairs);
        }
    }

    /// Ten games driven by the controller of the program Sabaki.
    #[test]
    #[ignore = "takes a minute, and packages of npm"]
    fn ten_games_between_two_of_our_engines_are_driven_by_sabaki() {
        if !is_there("npm", "Node.js with npm") {
            return;
        }
        let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/sabaki");
        let place = directory("foreign-sabaki");
        for file in ["package.json", "package-lock.json", "games.js"] {
            fs::copy(source.join(file), place.join(file)).unwrap();
        }
        let npm = Command::new("npm").arg("ci").current_dir(&place).output().unwrap();
        assert!(npm.status.success(), "{npm:?}");
        let node = Command::new("node")
            .args(["games.js", "10", PROGRAM, "gtp", "--nodes", "2000", "--table", "1MiB"])
            .current_dir(&place)
            .output()
            .unwrap();
        assert!(node.status.success(), "{}", String::from_utf8_lossy(&node.stderr));
        assert_eq!(String::from_utf8_lossy(&node.stdout).lines().count(), 10);
    }
}
