//! External engines that hang, end, or answer with nonsense: each loses its game with the reason, and the tournament goes on.
//!
//! They are shell scripts that misbehave when they are asked for a move in one game, and are this program in the others.

use std::fs;
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value;

use crate::common::directory;
use crate::plyscope::{PROGRAM, plyscope};

/// The engine. `$1` is the directory with the number of its process, `$2` the protocol. The first process is that of the check before
/// the tournament; the second one misbehaves.
const SCRIPT: &str = r#"#!/bin/sh
count=$(($(cat "$1/count" 2>/dev/null || echo 0) + 1))
echo $count >"$1/count"
[ $count = 2 ] || exec PROGRAM $2 --nodes 200 --table 1MiB
echo "I am about to misbehave" >&2
while read -r line; do
    case $line in
    ping*) echo "pong ${line#ping }" ;;
    genmove* | go*)
        ACT
        ;;
    nboard* | set* | move*) ;;
    *) printf '= \n\n' ;;
    esac
done
"#;

/// Writes the engine into this directory.
fn script(place: &Path, act: &str) -> PathBuf {
    let file = place.join("engine.sh");
    let text = SCRIPT.replace("PROGRAM", PROGRAM).replace("ACT", act);
    fs::write(&file, text).unwrap();
    fs::set_permissions(&file, fs::Permissions::from_mode(0o755)).unwrap();
    file
}

/// The games of a tournament of two pairs, in each of which the engine plays both sides; the engine's options are `options`.
fn play(name: &str, protocol: &str, act: &str, options: &str) -> (PathBuf, Vec<Value>) {
    let place = directory(&format!("misbehaving-{protocol}-{name}"));
    let engine = script(&place, act);
    let engine = format!(
        "name=bad,cmd=\"'{}' '{}' {protocol}\",protocol={protocol},{options}",
        engine.display(),
        place.display()
    );
    let run = place.join("run");
    // Forfeited games are told.
    let ended = plyscope("-q tournament othello --pairs 1 --threads 1 --format json")
        .args(["--engine", &engine, "--engine", "name=good,algorithm=strong,nodes=200,table=1MiB"])
        .arg("--run-dir")
        .arg(&run)
        .ends_with(1);
    (run, ended.games())
}

/// The first game is lost for this reason, and the second one is played to its end.
fn loses(name: &str, protocol: &str, act: &str, options: &str, reason: &str) {
    let (run, games) = play(name, protocol, act, options);
    let [first, second] = games.as_slice() else { panic!("{name}: {games:?}") };
    assert_eq!(first["forfeit"]["engine"], "bad", "{name}: {first}");
    let told = first["forfeit"]["reason"].as_str().unwrap();
    assert!(told.contains(reason), "{name}: {told}");
    assert!(second["forfeit"].is_null(), "{name}: {second}");
    assert!(second["moves"].as_array().unwrap().len() > 30, "{name}: {second}");
    let errors = fs::read_to_string(run.join("stderr/1-bad.txt")).unwrap();
    assert!(errors.starts_with("I am about to misbehave\n"), "{name}: {errors:?}");
}

#[test]
fn an_engine_that_misbehaves_in_gtp_loses_the_game_with_the_reason() {
    for (name, act, options, reason) in [
        ("hangs", "sleep 600", "patience=0.5", "it did not answer \"genmove b\" within 0.5 s"),
        (
            "ends",
            "echo out of memory >&2; exit 3",
            "patience=30",
            "it ended (exit status: 3) instead of answering \"genmove b\"; its last words were \"out of memory\"",
        ),
        ("dies", "kill -9 $$", "patience=30", "it ended (signal: 9 (SIGKILL))"),
        (
            "rubbish",
            "echo lorem ipsum",
            "patience=30",
            "with \"lorem ipsum\", which is no answer of GTP",
        ),
        ("no-move", "printf '= hello\\n\\n'", "patience=30", "with \"hello\", which is no move"),
        (
            "illegal",
            "printf '= A1\\n\\n'",
            "patience=30",
            "it played a1, which is no legal move there",
        ),
        (
            "passes",
            "printf '= PASS\\n\\n'",
            "patience=30",
            "it played pass, which is no legal move there",
        ),
        (
            "refuses",
            "printf '? no idea\\n\\n'",
            "patience=30",
            "it refused \"genmove b\": \"no idea\"",
        ),
        ("resigns", "printf '= resign\\n\\n'", "patience=30", "it resigned"),
        ("unfinished", "echo '= D3'", "patience=0.5", "its last line was \"= D3\""),
        (
            "slow",
            "sleep 2; printf '= D3\\n\\n'",
            "st=0.5",
            "it did not answer \"genmove b\" within 0.6 s",
        ),
        ("clock", "sleep 2; printf '= D3\\n\\n'", "clock=60,st=0.4,timemargin=0.2", "within 0.6 s"),
        (
            "flood",
            "echo '= D3'; exec yes 'and so on'",
            "patience=60",
            "it answered \"genmove b\" with more than 1048576 bytes, or a line of so many",
        ),
        (
            "line",
            "exec tr '\\0' x </dev/zero",
            "patience=60",
            "it answered \"genmove b\" with more than 1048576 bytes, or a line of so many",
        ),
        // Slowly, so that patience ends before the bound of an answer's length.
        (
            "endless",
            "while echo '= D3'; do sleep 0.02; done",
            "patience=0.5",
            "it did not answer \"genmove b\" within 0.5 s; its last line was \"= D3\"",
        ),
    ] {
        loses(name, "gtp", act, options, reason);
    }
}

#[test]
fn an_engine_that_misbehaves_in_nboard_loses_the_game_with_the_reason() {
    for (name, act, options, reason) in [
        ("hangs", "sleep 600", "patience=0.5", "it did not answer \"go\" within 0.5 s"),
        ("ends", "exit 0", "patience=30", "it ended (exit status: 0) instead of answering \"go\""),
        ("rubbish", "exec yes lorem ipsum", "patience=0.5", "its last line was \"lorem ipsum\""),
        ("no-move", "echo '=== Z9/1/2'", "patience=30", "with \"=== Z9/1/2\", which is no move"),
        (
            "line",
            "exec tr '\\0' x </dev/zero",
            "patience=60",
            "it answered \"go\" with more than 1048576 bytes, or a line of so many",
        ),
        ("illegal", "echo '=== A1'", "patience=30", "it played a1, which is no legal move there"),
        ("slow", "sleep 2; echo '=== D3'", "st=0.5", "it did not answer \"go\" within 0.6 s"),
    ] {
        loses(name, "nboard", act, options, reason);
    }
}

#[test]
fn an_engine_that_hangs_is_ended_with_what_it_started() {
    let act = "sleep 600 & echo $! $$ >>\"$1/pids\"; wait";
    let (run, _) = play("children", "gtp", act, "patience=0.5");
    let pids = fs::read_to_string(run.parent().unwrap().join("pids")).unwrap();
    assert_eq!(pids.split_whitespace().count(), 2, "{pids}");
    for pid in pids.split_whitespace() {
        let state = fs::read_to_string(format!("/proc/{pid}/stat")).unwrap_or_default();
        // Whoever adopted it may not have waited for it yet.
        let is_over = state.is_empty() || state.contains(") Z ");
        let runs = Command::new("kill").args(["-0", pid]).output().unwrap().status.success();
        assert!(is_over || !runs, "{pid}: {state}");
    }
}

#[test]
fn what_cannot_start_is_an_error_before_the_tournament() {
    for (engine, message) in [
        ("cmd=/nowhere/engine,protocol=gtp", "cannot start /nowhere/engine: "),
        (
            "cmd=true,protocol=gtp",
            "it ended (exit status: 0) instead of answering \"list_commands\"",
        ),
        (
            "cmd='sleep 60',protocol=gtp,startup=0.3",
            "it did not answer \"list_commands\" within 0.3 s",
        ),
        ("cmd=cat,protocol=nboard,startup=0.3", "it did not answer \"ping 1\" within 0.3 s"),
        ("cmd=cat,protocol=gtp", "with \"list_commands\", which is no answer of GTP"),
    ] {
        let engine = engine.replace("'sleep 60'", "\"sleep 60\"");
        let tournament = "-q tournament othello --pairs 1 --engine name=a,algorithm=strong,nodes=9";
        let errors = plyscope(tournament).args(["--engine", &engine]).fails(1);
        assert!(errors.contains(message), "{engine}: {errors}");
    }
    let tournament = "-q tournament hexapawn --engine name=a,algorithm=minimax,depth=1";
    let errors =
        plyscope(tournament).args(["--engine", "name=b,cmd=cat,protocol=gtp"]).ends().errors;
    assert!(errors.contains("external engines play othello only"), "{errors}");
}
