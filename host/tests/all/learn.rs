//! `plyscope learn` as a user runs it: a complete training that is small enough for a test.

use std::fs;
use std::path::Path;

use plyscope_core::othello::patterns::MIXED;
use plyscope_core::othello::{Patterns, ProbCuts};
use plyscope_core::search::probe::Cut;
use serde_json::Value;
use sha2::{Digest as _, Sha256};

use crate::common::{absent, directory};
use crate::plyscope::{Plyscope, plyscope};

/// Two small generations in `directory`, with every kind of candidate, and matches.
fn train(directory: &Path, threads: u32, seed: u32) -> Plyscope {
    plyscope(format!(
        "-q learn evaluation --games 60,60 --depth 1 --solve 6 --epochs 3 \
         --candidates w:1,logistello-folded:2,bill --learn-from 2 --nodes 50 --pairs 3 \
         --directory {} --threads {threads} --seed {seed}",
        directory.display()
    ))
}

const FILES: [&str; 6] = [
    "rows.jsonl",
    "generation-1-w-1.bin",
    "generation-2-w-1.bin",
    "generation-2-logistello-folded-2.bin",
    "generation-2-bill.bin",
    "training.json",
];

#[test]
fn a_training_is_the_same_with_any_threads_and_goes_on_where_it_stopped() {
    let (one, three) = (absent("learn-one"), absent("learn-three"));
    let read = |directory: &Path, file: &str| fs::read(directory.join(file)).expect(file);
    for (directory, threads) in [(&one, 1), (&three, 3)] {
        let told = train(directory, threads, 1).json();
        let manifest: Value =
            serde_json::from_slice(&read(directory, "training.json")).expect("JSON");
        assert_eq!(told, manifest);
        assert_eq!(
            manifest["command"],
            "plyscope learn evaluation --directory weights --candidates w:1,logistello-folded:2,bill \
             --games 60,60 --learn-from 2 --random-plies 8 --depth 1 --solve 6 --epochs 3 --rate 0.3 \
             --nodes 50 --pairs 3 --seed 1"
        );
        let generations = manifest["generations"].as_array().expect("generations");
        let positions = |number: usize| generations[number]["positions"].as_u64();
        // The second generation learns from the games of both.
        assert!(positions(0) > Some(2000) && positions(1) > Some(4000), "{manifest}");
        assert_eq!(generations[0]["learned"].as_array().map(Vec::len), Some(1));
        for learned in generations[1]["learned"].as_array().expect("three") {
            assert!(learned["held_out"]["correlation"].as_f64() > Some(0.1), "{learned}");
            let file = learned["file"].as_str().expect("a name");
            let hash: String =
                Sha256::digest(read(directory, file)).iter().map(|b| format!("{b:02x}")).collect();
            assert_eq!(learned["sha256"].as_str(), Some(hash.as_str()));
        }
        // Each has played the two others.
        let standings = manifest["standings"].as_array().expect("standings");
        let games = |standing: &Value| {
            ["wins", "draws", "losses"]
                .iter()
                .filter_map(|key| standing["tally"][key].as_u64())
                .sum()
        };
        assert_eq!(standings.iter().map(games).collect::<Vec<u64>>(), [12, 12, 12]);
    }
    for file in FILES {
        assert_eq!(read(&one, file), read(&three, file), "{file}");
    }

    // As if interrupted in the middle of each stage: four units of games a generation, one fit and three, nine pairs of games.
    let rows = read(&one, "rows.jsonl");
    let ends: Vec<usize> =
        (1..).zip(&rows).filter(|(_, byte)| **byte == b'\n').map(|(n, _)| n).collect();
    assert_eq!(ends.len(), 4 + 1 + 4 + 3 + 9);
    for (units, learned) in [(2, 0), (6, 1), (10, 2), (15, 4)] {
        fs::write(one.join("rows.jsonl"), &rows[..ends[units] - 20]).expect("it can be cut");
        for file in &FILES[1 + learned..] {
            fs::remove_file(one.join(file)).expect(file);
        }
        train(&one, 2, 1).succeeds();
        for file in FILES {
            assert_eq!(read(&one, file), read(&three, file), "{units} units: {file}");
        }
    }
    // The candidates' games are exported as those of a tournament.
    let export = format!("export {} --format", one.display());
    assert!(plyscope(format!("{export} csv --no-provenance")).text().lines().count() == 1 + 18);
    let text = plyscope(format!("{export} markdown")).text();
    assert!(text.contains("### othello: w:1 against logistello-folded:2"), "{text}");

    // Another plan is not mixed in.
    assert!(
        train(&one, 2, 5).fails(2).contains("was run with another configuration: seed: 1 there, 5")
    );

    // The learned evaluations play, also with forward estimation's usual bounds.
    let path = |file: &str| three.join(file).display().to_string();
    let text = plyscope(format!(
        "-q tournament othello --pairs 2 \
         --engine name=w,algorithm=alpha-beta,depth=1,evaluation=patterns:{} \
         --engine name=bill,algorithm=fe,depth=2,evaluation=bill:{}",
        path(FILES[2]),
        path(FILES[4])
    ))
    .text();
    assert!(text.contains("w against bill"), "{text}");
}

#[test]
fn edge_costs_are_told_and_drawn() {
    let directory = directory("learn-edge-costs");
    let plot = directory.join("costs.svg").display().to_string();
    let command = "-q learn edge-costs --evaluation bill --games 2 --depth 2 --plot";
    let costs = plyscope(command).arg(&plot).json();
    assert!(costs["lowest"].as_i64() < Some(-50_000) && costs["highest"].as_i64() > Some(50_000));
    let edges: u64 =
        costs["bins"].as_object().expect("bins").values().filter_map(Value::as_u64).sum();
    assert_eq!(costs["edges"].as_u64(), Some(edges));
    let drawn = fs::read_to_string(&plot).expect("the plot");
    assert!(drawn.contains("mean decrement") && drawn.contains("Edge costs of bill"));
    plyscope(command).arg("costs.gif").fails(2);
}

/// A WTHOR base of one game, with only its first moves: enough for positions with many empty squares.
fn wthor(directory: &Path) -> String {
    // f5d6c3d3c4f4f6f3e6e7d7c6 and so on, each move its row and column.
    let moves = "f5d6c3d3c4f4f6f3e6e7d7c6";
    let mut bytes = vec![0; 16 + 68];
    (bytes[4], bytes[12]) = (1, 8);
    for (place, square) in bytes[24..].iter_mut().zip(moves.as_bytes().chunks(2)) {
        *place = 10 * (square[1] - b'0') + (square[0] - b'a' + 1);
    }
    let path = directory.join("one.wtb");
    fs::write(&path, bytes).expect("it can be written");
    path.display().to_string()
}

#[test]
fn positions_are_scored_and_the_moves_of_evaluations_judged_by_them() {
    let directory = directory("learn-positions");
    let base = wthor(&directory);
    let command = format!("-q learn positions --wthor {base} --count 1 --depth 4");
    let text = plyscope(format!("{command} --from 48 --to 52")).text();
    assert_eq!(text.lines().filter(|line| !line.starts_with('#')).count(), 1, "{text}");
    assert!(plyscope(command).fails(2).contains("only 0 games have a position"));

    let file = directory.join("positions.txt");
    fs::write(&file, text).expect("it can be written");
    let moves = format!("-q learn moves --positions {} --depth 4", file.display());
    let rows = plyscope(moves).args(["--evaluation", "patterns"]).rows();
    let last = rows.last().expect("rows");
    // The search that scored them.
    assert_eq!((last["depth"].as_u64(), last["best"]["wins"].as_u64()), (Some(4), Some(1)));
}

#[test]
fn what_is_no_file_of_weights_or_games_is_refused() {
    let directory = directory("learn-wrong");
    let file = directory.join("short.bin");
    fs::write(&file, [1, 2, 3]).expect("it can be written");
    let file = file.display();
    let with = |evaluation: &str| {
        format!("search othello start --algorithm rbfms --depth 2 --evaluation {evaluation}")
    };
    let (short, short_bill) = (format!("patterns:{file}"), format!("bill:{file}"));
    for (arguments, message) in [
        (with("patterns:/no/such"), "/no/such: No such file"),
        (with("patterns:"), "patterns:FILE"),
        (with(&short), "3 bytes are not weights of patterns"),
        (with("bill:/no/such"), "/no/such: No such file"),
        (with(&short_bill), "3 bytes are not weights of bill"),
        (with("bil"), "bill, bill:FILE, patterns"),
        (
            format!("learn evaluation --directory {file} --candidates x:1"),
            "write bill, or SET:PHASES such as",
        ),
        (format!("learn evaluation --directory {file} --candidates w:1,w:1"), "w:1 is there twice"),
        (format!("learn evaluation --directory {file} --candidates w:mixed"), "`learn weights`"),
        (format!("learn evaluation --directory {file} --candidates w-folded:mixed"), "SET:PHASES"),
        (
            format!("learn moves --evaluation simple --positions {file}"),
            "no semicolon after the board",
        ),
        (
            format!("learn correlation --wthor {file} --evaluation simple"),
            "not a WTHOR file: 3 bytes",
        ),
        (
            format!("learn evaluation --directory {file} --games 0"),
            "write the games of each generation",
        ),
    ] {
        let errors = plyscope(&arguments).fails(2);
        assert!(errors.contains(message), "{arguments}: {errors}");
    }
}

/// A small learning of cuts in `directory`.
fn learn_cuts(directory: &Path, more: &str) -> Plyscope {
    plyscope(format!(
        "-q learn probcut --evaluation patterns-small --positions 90 --depth 4 --phases 2 \
         --pairs 4:2,3:1,6:4 --directory {} {more}",
        directory.display()
    ))
}

#[test]
fn cuts_for_probcut_are_the_same_with_any_threads_and_learning_goes_on_where_it_stopped() {
    let (one, three) = (absent("probcut-one"), absent("probcut-three"));
    let read = |directory: &Path, file: &str| fs::read(directory.join(file)).expect(file);
    for (directory, threads) in [(&one, "--threads 1"), (&three, "--threads 3")] {
        let told = learn_cuts(directory, threads).json();
        let manifest: Value =
            serde_json::from_slice(&read(directory, "probcut.json")).expect("JSON");
        assert_eq!(told, manifest);
        assert_eq!(
            manifest["command"],
            "plyscope learn probcut --directory probcut --evaluation patterns-small --positions 90 --depth 4 \
             --phases 2 --pairs 3:1,4:2,6:4 --seed 1"
        );
        let file = read(directory, "probcut.bin");
        let hash: String = Sha256::digest(&file).iter().map(|b| format!("{b:02x}")).collect();
        assert_eq!(manifest["sha256"].as_str(), Some(hash.as_str()));
        let mut room = [Cut::EMPTY; 6];
        let cuts = ProbCuts::parse(&file, &mut room).expect("a file of cuts");
        assert_eq!(cuts.evaluation(), Patterns::SMALL.fingerprint());
        let deep = |discs| cuts.cuts(discs).iter().map(|cut| cut.deep).collect::<Vec<_>>();
        assert_eq!((deep(20), deep(50)), (vec![3, 4, 6], vec![3, 4, 6]));
        let learned = manifest["learned"].as_array().expect("a list");
        assert_eq!(learned.len(), 6);
        for learned in learned {
            // Values of searches two plies apart go together, within some discs.
            assert!(learned["correlation"].as_f64() > Some(0.9), "{learned}");
            let deviation = learned["deviation"].as_f64().expect("a number");
            assert!((50.0..2000.0).contains(&deviation), "{learned}");
            // Nothing was searched to depth 6.
            let is_measured = learned["pair"] != "6:4";
            assert_eq!(learned["measured"].as_str(), (!is_measured).then_some("4:2"));
        }
    }
    let files = ["rows.jsonl", "probcut.bin", "probcut.json"];
    for file in files {
        assert_eq!(read(&one, file), read(&three, file), "{file}");
    }

    // As if interrupted in the middle of a position.
    let rows = read(&one, "rows.jsonl");
    fs::write(one.join("rows.jsonl"), &rows[..rows.len() / 2]).expect("it can be cut");
    fs::remove_file(one.join("probcut.bin")).expect("it was there");
    learn_cuts(&one, "--threads 2").succeeds();
    for file in files {
        assert_eq!(read(&one, file), read(&three, file), "{file}");
    }

    // Positions of another plan are not mixed in; wrong pairs are refused before anything is searched.
    let message = learn_cuts(&one, "--seed 5").fails(2);
    assert!(message.contains("another configuration"), "{message}");
    for (pairs, message) in [("3:3", "DEEP:SHALLOW"), ("3:1,3:1", "3:1 is there twice")] {
        let nowhere = absent("probcut-nowhere");
        let learn = "-q learn probcut --evaluation simple --directory";
        let errors = plyscope(learn).arg(&nowhere).args(["--pairs", pairs]).fails(2);
        assert!(errors.contains(message), "{errors}");
        assert!(!nowhere.exists());
    }
}

/// Plays labelled games into `directory`.
fn label(directory: &Path, more: &str) -> Plyscope {
    let games = format!("-q learn games --games 60 --depth 2 --solve 6 {more} --directory");
    plyscope(games).arg(directory)
}

/// Learns weights from the games in `games`.
fn weigh(games: &Path, directory: &Path, threads: u32) -> Plyscope {
    weigh_set("w:2", games, directory, threads)
}

fn weigh_set(set: &str, games: &Path, directory: &Path, threads: u32) -> Plyscope {
    let learn = format!("-q learn weights --set {set} --iterations 5 --threads {threads} --games");
    plyscope(learn).arg(games).arg("--directory").arg(directory)
}

#[test]
fn labelled_games_are_the_same_in_shards_and_after_damage_and_weights_are_learned_from_them() {
    let directory = directory("learn-labels");
    let path = |name: &str| directory.join(name);
    let read = |name: &str| fs::read(path(name).join("rows.jsonl")).expect(name);
    for (name, more) in [
        ("whole", "--threads 2"),
        ("part1", "--shard 1/3"),
        ("part2", "--shard 2/3"),
        ("part3", "--shard 3/3 --threads 1"),
    ] {
        label(&path(name), more).succeeds();
    }
    let whole = read("whole");
    // 60 games are four units of 16.
    assert_eq!(whole.iter().filter(|&&byte| byte == b'\n').count(), 64);
    plyscope("merge").args(["out", "part3", "part1", "part2"].map(path)).succeeds();
    assert!(read("out") == whole, "merged shards are one run");

    // Cut in the middle of a game, and with a flipped byte in the last one.
    fs::write(path("whole").join("rows.jsonl"), &whole[..whole.len() * 5 / 8]).expect("it is cut");
    label(&path("whole"), "--threads 1").succeeds();
    assert!(read("whole") == whole);
    let mut flipped = whole.clone();
    let place = flipped.len() - 100;
    flipped[place] ^= 1;
    fs::write(path("whole").join("rows.jsonl"), &flipped).expect("it is damaged");
    label(&path("whole"), "").succeeds();
    assert!(read("whole") == whole);
    assert!(label(&path("whole"), "--seed 2").fails(2).contains("another configuration"));

    let told = weigh(&path("whole"), &path("weights"), 1).json();
    let manifest = fs::read(path("weights/weights.json")).expect("a manifest");
    assert_eq!(told, serde_json::from_slice::<Value>(&manifest).expect("JSON"));
    let file = fs::read(path("weights/weights.bin")).expect("weights");
    let patterns = Patterns::new(&file).expect("a file of weights");
    assert_eq!(told["fingerprint"].as_u64(), Some(patterns.fingerprint().into()));
    assert_eq!((told["sources"][0]["games"].as_u64(), patterns.phases()), (Some(64), 2));
    for phase in told["phases"].as_array().expect("two") {
        let error = phase["error"].as_f64().expect("a number");
        assert!((1.0..30.0).contains(&error), "{phase}");
    }
    weigh(&path("out"), &path("again"), 2).succeeds();
    assert!(fs::read(path("again/weights.bin")).expect("weights") == file, "any threads");
    let ended = weigh(&path("nothing"), &path("weights"), 1).ends();
    assert!(ended.errors.contains("holds no run"));

    // Weights that change with every disc: any threads, again, and an engine plays with them.
    for (name, threads) in [("mixed", 1), ("mixed2", 2)] {
        weigh_set("w:mixed", &path("whole"), &path(name), threads).succeeds();
    }
    let mixed = path("mixed/weights.bin");
    let file = fs::read(&mixed).expect("weights");
    assert!(fs::read(path("mixed2/weights.bin")).expect("weights") == file);
    assert_eq!(Patterns::new(&file).expect("a file of weights").phases(), MIXED);
    let search = "search othello --algorithm strong --depth 4 --moves f5d6 --evaluation";
    let told = plyscope(search).arg(format!("patterns:{}", mixed.display())).json();
    assert_eq!((&told["unit"], told["value"].is_number()), (&"discs".into(), true), "{told}");
    // Beside them, cuts that were learned for others are left alone, and that is said.
    let others = concat!(env!("CARGO_MANIFEST_DIR"), "/../core/weights/probcut.bin");
    fs::copy(others, mixed.with_file_name("probcut.bin")).expect("a copy");
    let ended = plyscope(search).arg(format!("patterns:{}", mixed.display())).ends();
    assert!(ended.errors.contains("probcut.bin is not used"), "{}", ended.errors);
    assert!(ended.out.contains(&told["value"].to_string()), "{}", ended.out);
}
