//! `plyscope learn` as a user runs it: a training small enough for a test, which goes through all of it.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use serde_json::Value;

fn plyscope(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_plyscope")).args(arguments).output().expect("it starts")
}

/// A directory of this test's own, empty.
fn fresh(name: &str) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&path);
    path
}

/// Two small generations in `directory`.
fn train(directory: &Path, threads: &str, seed: &str) -> Output {
    let directory = directory.to_str().expect("UTF-8");
    plyscope(&[
        "-q",
        "learn",
        "patterns",
        "--directory",
        directory,
        "--games",
        "60,60",
        "--depth",
        "1",
        "--solve",
        "6",
        "--epochs",
        "3",
        "--seed",
        seed,
        "--threads",
        threads,
        "--format",
        "json",
    ])
}

#[test]
fn a_training_is_the_same_with_any_threads_and_goes_on_where_it_stopped() {
    let (one, three) = (fresh("learn-one"), fresh("learn-three"));
    for (directory, threads) in [(&one, "1"), (&three, "3")] {
        let output = train(directory, threads, "1");
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        let text = String::from_utf8(output.stdout).expect("UTF-8");
        let rows: Vec<Value> =
            text.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
        assert_eq!(rows.len(), 2);
        assert!(rows.iter().all(|row| row["samples"].as_u64() > Some(2000)), "{text}");
        assert!(rows[1]["held_out"]["correlation"].as_f64() > Some(0.1), "{text}");
    }
    let weights = |directory: &Path, generation: u32| {
        fs::read(directory.join(format!("generation-{generation}.bin"))).expect("weights")
    };
    for generation in [1, 2] {
        assert_eq!(weights(&one, generation).len(), 62_289);
        assert_eq!(weights(&one, generation), weights(&three, generation));
    }
    assert_ne!(weights(&one, 1), weights(&one, 2));

    // As if it had been interrupted in the second generation.
    fs::remove_file(one.join("generation-2.bin")).expect("it is there");
    let output = train(&one, "2", "1");
    let text = String::from_utf8(output.stdout).expect("UTF-8");
    assert!(text.lines().next().is_some_and(|line| line.contains("\"samples\":0")), "{text}");
    assert_eq!(weights(&one, 2), weights(&three, 2));

    // Another plan is not mixed in.
    let output = train(&one, "2", "5");
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&output.stderr).contains("learned otherwise"));

    // What was learned plays.
    let file = one.join("generation-2.bin");
    let engine =
        format!("name=learned,algorithm=alpha-beta,depth=1,evaluation=patterns:{}", file.display());
    let output = plyscope(&[
        "-q",
        "tournament",
        "othello",
        "--pairs",
        "2",
        "--engine",
        &engine,
        "--engine",
        "name=simple,algorithm=alpha-beta,depth=1",
    ]);
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success() && text.contains("learned against simple"), "{text}");
}

/// Two small generations of `bill` in `directory`.
fn train_bill(directory: &Path, threads: &str, seed: &str) -> Output {
    let directory = directory.to_str().expect("UTF-8");
    let plan = ["--games", "80,80", "--depth", "1", "--solve", "6", "--seed", seed];
    let how = ["-q", "learn", "bill", "--directory", directory, "--threads", threads];
    plyscope(&[&how[..], &plan, &["--format", "json"]].concat())
}

#[test]
fn a_training_of_bill_is_the_same_with_any_threads_and_goes_on_where_it_stopped() {
    let (one, three) = (fresh("learn-bill-one"), fresh("learn-bill-three"));
    for (directory, threads) in [(&one, "1"), (&three, "3")] {
        let output = train_bill(directory, threads, "1");
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        let text = String::from_utf8(output.stdout).expect("UTF-8");
        let rows: Vec<Value> =
            text.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
        assert_eq!(rows.len(), 2);
        assert!(rows.iter().all(|row| row["samples"].as_u64() > Some(2000)), "{text}");
        assert!(rows.iter().all(|row| row["held_out"]["winners"].as_f64() > Some(0.55)), "{text}");
    }
    let weights = |directory: &Path, generation: u32| {
        fs::read(directory.join(format!("generation-{generation}.bin"))).expect("weights")
    };
    for generation in [1, 2] {
        assert!(weights(&one, generation).len() > 118_000);
        assert_eq!(weights(&one, generation), weights(&three, generation));
    }
    assert_ne!(weights(&one, 1), weights(&one, 2));

    // As if it had been interrupted in the second generation.
    fs::remove_file(one.join("generation-2.bin")).expect("it is there");
    let output = train_bill(&one, "2", "1");
    let text = String::from_utf8(output.stdout).expect("UTF-8");
    assert!(text.lines().next().is_some_and(|line| line.contains("\"samples\":0")), "{text}");
    assert_eq!(weights(&one, 2), weights(&three, 2));

    // Another plan is not mixed in.
    let output = train_bill(&one, "2", "5");
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&output.stderr).contains("learned otherwise"));

    // What was learned searches, with the bounds that forward estimation usually takes.
    let evaluation = format!("bill:{}", one.join("generation-2.bin").display());
    let output = plyscope(&[
        "search",
        "othello",
        "start",
        "--algorithm",
        "fe",
        "--depth",
        "3",
        "--evaluation",
        &evaluation,
    ]);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
}

#[test]
fn what_is_no_file_of_weights_or_games_is_refused() {
    let directory = fresh("learn-wrong");
    fs::create_dir_all(&directory).expect("it can be made");
    let file = directory.join("short.bin");
    fs::write(&file, [1, 2, 3]).expect("it can be written");
    let file = file.to_str().expect("UTF-8");
    let search =
        ["search", "othello", "start", "--algorithm", "rbfms", "--depth", "2", "--evaluation"];
    let with = |evaluation| [&search[..], &[evaluation]].concat();
    let (short, short_bill) = (format!("patterns:{file}"), format!("bill:{file}"));
    let few = directory.join("few").display().to_string();
    for (arguments, message) in [
        (with("patterns:/no/such"), "/no/such: No such file"),
        (with(&short), "3 bytes are no weights of patterns"),
        (with("bill:/no/such"), "/no/such: No such file"),
        (with(&short_bill), "3 bytes are no weights of bill"),
        (with("bil"), "patterns:FILE, bill, bill:FILE"),
        (vec!["learn", "bill", "--directory", &few, "--games", "1"], "play more games"),
        (
            vec!["learn", "correlation", "--wthor", file, "--evaluation", "simple"],
            "no WTHOR base: 3 bytes",
        ),
        (
            vec!["learn", "patterns", "--directory", file, "--games", "0"],
            "write the games of each generation",
        ),
    ] {
        let output = plyscope(&arguments);
        let errors = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}: {errors}");
        assert!(errors.contains(message), "{arguments:?}: {errors}");
    }
}
