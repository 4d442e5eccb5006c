//! Engines of others in tournaments, which here are this program and Debian's gtp-rhino.
#![cfg(unix)]

use std::io::{self, Write as _};
use std::path::Path;
use std::process::Output;

use serde_json::Value;

use crate::common::{command, directory};

/// This program.
const PROGRAM: &str = env!("CARGO_BIN_EXE_plyscope");

/// A tournament of these engines, with arguments as in a shell but quotes.
fn tournament(arguments: &str, engines: &[String]) -> Output {
    let mut command = command(&format!("-q tournament othello --format json {arguments}"));
    for engine in engines {
        command.args(["--engine", engine]);
    }
    command.output().expect("the command starts")
}

/// The games of a tournament.
fn games(output: &Output) -> Vec<Value> {
    let text = String::from_utf8(output.stdout.clone()).unwrap();
    let rows = text.lines().map(|line| serde_json::from_str::<Value>(line).unwrap());
    rows.filter(|row| row["kind"] == "game").collect()
}

/// Moves and names of the games.
fn moves(output: &Output) -> Vec<[Value; 3]> {
    games(output)
        .iter()
        .map(|game| ["engines", "moves", "outcome"].map(|key| game[key].clone()))
        .collect()
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
    assert!(own.status.success() && through.status.success(), "{through:?}");
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
    let rhino = Path::new("/usr/games/gtp-rhino");
    if !rhino.exists() {
        let _ = writeln!(
            io::stdout(),
            "skipped: there is no {}: install Debian's grhino",
            rhino.display()
        );
        return;
    }
    let run = directory("foreign-rhino").join("run");
    let engines = [
        format!("name=rhino,cmd=\"{} -l 1\",protocol=gtp", rhino.display()),
        "name=strong,algorithm=strong,nodes=1000".to_owned(),
    ];
    let output = tournament(&format!("--pairs 1 --run-dir {}", run.display()), &engines);
    assert!(output.status.success(), "{output:?}");
    let games = games(&output);
    assert_eq!(games.len(), 2);
    for game in games {
        assert!(
            game["forfeit"].is_null() && game["moves"].as_array().unwrap().len() > 30,
            "{game}"
        );
    }
}

mod nightly {
    use super::{OTHERS, STRONG, plays_as_in_process};

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
}
