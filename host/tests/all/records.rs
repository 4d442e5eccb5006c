//! Records are never lost, and never mistaken for something else, when they are started twice, copied, edited, damaged,
//! moved or interrupted.
#![cfg(target_os = "linux")]

use std::fs;
use std::path::{Path, PathBuf};

use plyscope_core::hash::crc32;
use serde_json::Value;

use crate::common::{self, rows};
use crate::plyscope::{Ended, Running, plyscope};

pub(crate) const TOURNAMENT: &str = "-q tournament random-tree --branching uniform:2 \
     --engine name=a,algorithm=alpha-beta,depth=1 --engine name=b,algorithm=alpha-beta,depth=2";

pub(crate) const LEARN: &str = "-q learn evaluation --candidates w:1 --games 60 --depth 1 --random-plies 20 --solve 6 --epochs 1";

pub(crate) fn directory(name: &str) -> PathBuf {
    common::directory(&format!("records/{name}"))
}

pub(crate) fn file(path: &Path) -> Vec<u8> {
    fs::read(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// Plays a tournament in a new directory. Returns its rows.
pub(crate) fn play(path: &Path, options: &str) -> Vec<u8> {
    plyscope(format!("{TOURNAMENT} {options} --run-dir {}", path.display())).succeeds();
    rows(path)
}

/// Starts the same command twice at once. Returns both outputs.
pub(crate) fn twice(arguments: &str) -> [Ended; 2] {
    [(), ()].map(|()| plyscope(arguments).start()).map(Running::ends)
}

/// Checks that one of two starters did the work, and the other was told that the directory is taken.
pub(crate) fn one_does_it(ends: &[Ended; 2]) {
    let (done, refused): (Vec<_>, Vec<_>) = ends.iter().partition(|end| end.code == Some(0));
    assert!(!done.is_empty(), "{ends:?}");
    for Ended { code, errors: text, .. } in refused {
        assert_eq!((*code, text.lines().count()), (Some(1), 1), "{text}");
        let taken = ["is being written by another process", "holds a run already"];
        assert!(taken.iter().any(|words| text.contains(words)), "{text}");
    }
}

#[test]
fn a_new_run_takes_no_directory_that_holds_anything_and_changes_nothing_there() {
    let path = directory("foreign");
    let run_dir = path.join("t");
    let before = play(&run_dir, "--pairs 20");
    fs::remove_file(run_dir.join("manifest.json")).expect("removed");
    let other = format!("{TOURNAMENT} --pairs 20 --seed 5 --run-dir {}", run_dir.display());
    let text = plyscope(&other).fails(1);
    assert!(text.contains("is not empty") && text.contains("move that away"), "{text}");
    assert!(rows(&run_dir) == before, "rows of another run were changed");
    for name in ["rows.jsonl", "notes.txt"] {
        let mine = path.join(format!("mine-{name}"));
        fs::create_dir(&mine).expect("a directory");
        fs::write(mine.join(name), "mine").expect("written");
        for arguments in [
            format!("{TOURNAMENT} --pairs 2 --run-dir {}", mine.display()),
            format!("{LEARN} --directory {}", mine.display()),
        ] {
            let text = plyscope(&arguments).fails(1);
            assert!(text.contains("is not empty") && text.contains(name), "{text}");
        }
        assert_eq!(fs::read_dir(&mine).expect("it").count(), 1, "something was left there");
        assert_eq!(file(&mine.join(name)), b"mine");
    }
    // The remains of a killed attempt do not stop another.
    let killed = path.join("killed");
    fs::create_dir(&killed).expect("a directory");
    for name in ["lock", "rows.jsonl"] {
        fs::write(killed.join(name), "").expect("written");
    }
    fs::write(killed.join("manifest.json.tmp"), "{").expect("written");
    assert!(play(&killed, "--pairs 20") == before);
}

#[test]
fn of_two_starters_in_one_directory_one_does_the_work_and_nothing_is_lost() {
    let path = directory("two");
    let expected = play(&path.join("tournament"), "--pairs 30");
    for shard in 1..=2 {
        play(&path.join(format!("shard{shard}")), &format!("--pairs 30 --shard {shard}/2"));
    }
    let experiment = "-q experiment run korf-fig-9 --scale quick --set seeds=4 --set depth=18";
    plyscope(format!("{experiment} --run-dir {}", path.join("experiment").display())).succeeds();
    let of_experiment = rows(&path.join("experiment/korf-fig-9"));
    for round in 0..2 {
        let place = |name: &str| path.join(format!("{name}-{round}"));
        let shown = |name: &str| place(name).display().to_string();
        one_does_it(&twice(&format!("{TOURNAMENT} --pairs 30 --run-dir {}", shown("t"))));
        assert!(rows(&place("t")) == expected);
        one_does_it(&twice(&format!("{experiment} --run-dir {}", shown("e"))));
        assert!(rows(&place("e").join("korf-fig-9")) == of_experiment);
        let shards = [1, 2].map(|shard| path.join(format!("shard{shard}")).display().to_string());
        one_does_it(&twice(&format!("merge {} {}", shown("m"), shards.join(" "))));
        assert!(rows(&place("m")) == expected);
        assert!(!place("m.merging").exists());
    }
}

#[test]
fn rows_of_another_run_of_the_same_shape_are_refused_by_all_that_reads_them() {
    let path = directory("other");
    let [here, there, renamed] = ["here", "there", "renamed"].map(|name| path.join(name));
    let expected = play(&here, "--pairs 20");
    let other = play(&there, "--pairs 20 --seed 5");
    let resume = format!("{TOURNAMENT} --pairs 20 --resume {}", here.display());
    fs::write(here.join("rows.jsonl"), &other).expect("copied");
    for arguments in [
        resume.clone(),
        format!("export {} --format csv", here.display()),
        format!("merge {} {}", path.join("merged").display(), here.display()),
    ] {
        let text = plyscope(&arguments).fails(1);
        assert!(text.contains("rows.jsonl, line 1: it is a row of another run"), "{text}");
    }
    assert!(rows(&here) == other, "nothing was changed");
    assert!(!path.join("merged").exists());
    // One whole row of the other run, as the last one.
    let end = expected[..expected.len() - 1].iter().rposition(|&byte| byte == b'\n');
    let mut mixed = expected[..=end.expect("rows")].to_vec();
    let start = other[..other.len() - 1].iter().rposition(|&byte| byte == b'\n');
    mixed.extend(&other[start.expect("rows") + 1..]);
    fs::write(here.join("rows.jsonl"), &mixed).expect("written");
    let text = plyscope(&resume).fails(1);
    assert!(text.contains("line 40: it is a row of another run"), "{text}");
    fs::write(here.join("rows.jsonl"), &expected).expect("written");
    plyscope(&resume).succeeds();
    // The same games under other names are another run, in rows and in messages.
    let tournament = TOURNAMENT.replace("name=a", "name=c");
    plyscope(format!("{tournament} --pairs 20 --run-dir {}", renamed.display())).succeeds();
    fs::copy(here.join("rows.jsonl"), renamed.join("rows.jsonl")).expect("copied");
    let text = plyscope(format!("{tournament} --pairs 20 --resume {}", renamed.display())).fails(1);
    assert!(text.contains("it is a row of another run"), "{text}");
    let text = plyscope(format!("{tournament} --pairs 20 --resume {}", here.display())).fails(2);
    assert!(text.contains("engines: number 1: name: a there, c here"), "{text}");
    assert!(!text.contains("Engine {"), "{text}");
}

#[test]
fn every_flipped_byte_of_the_rows_is_found() {
    let path = directory("flipped").join("run");
    let expected = play(&path, "--pairs 8");
    let last =
        expected[..expected.len() - 1].iter().rposition(|&byte| byte == b'\n').expect("rows");
    let unit = expected[..last].iter().rposition(|&byte| byte == b'\n').expect("rows");
    let resume = format!("{TOURNAMENT} --pairs 8 --resume {}", path.display());
    for place in (0..expected.len()).step_by(expected.len() / 60) {
        let mut damaged = expected.clone();
        damaged[place] ^= 1;
        fs::write(path.join("rows.jsonl"), &damaged).expect("written");
        if place <= unit {
            let text = plyscope(&resume).fails(1);
            assert!(text.contains("rows.jsonl, line ") && text.contains("restore"), "{text}");
            assert!(rows(&path) == damaged, "{place}: nothing is cut off");
            plyscope(format!("export {} --format csv", path.display())).fails(1);
        } else {
            plyscope(&resume).succeeds();
            assert!(rows(&path) == expected, "{place}: the unit was not played again");
        }
    }
}

#[test]
fn a_damaged_last_row_is_named_with_file_and_line_and_played_again() {
    let path = directory("last").join("run");
    let expected = play(&path, "--pairs 20");
    let text = String::from_utf8(expected.clone()).expect("text");
    let lines: Vec<&str> = text.split_inclusive('\n').collect();
    let resume = format!("{TOURNAMENT} --pairs 20 --resume {}", path.display());
    let damaged = |place: usize| {
        let mut lines = lines.clone();
        lines[place] = "{\"unit\":19}\n";
        lines.concat()
    };
    fs::write(path.join("rows.jsonl"), damaged(39)).expect("written");
    let told = plyscope(&resume).succeeds().errors;
    assert!(told.contains("rows.jsonl, line 40: it has no checksum"), "{told}");
    assert!(rows(&path) == expected);
    // In the middle of the file, no interruption explains it.
    fs::write(path.join("rows.jsonl"), damaged(20)).expect("written");
    let told = plyscope(&resume).fails(1);
    assert!(told.contains("rows.jsonl, line 21: it has no checksum"), "{told}");
    // A row after all units belongs to none of them.
    fs::write(path.join("rows.jsonl"), [&expected[..], b"junk\n"].concat()).expect("written");
    let told = plyscope(&resume).succeeds().errors;
    assert!(told.contains("line 41: it has no checksum"), "{told}");
    assert!(told.contains("it is after the last unit, and does not count"), "{told}");
    assert!(rows(&path) == expected);
    // Zeros, as left by a power cut.
    for kept in [0, 100, expected.len() - 300] {
        let mut zeros = expected[..kept].to_vec();
        zeros.resize(kept + 4096, 0);
        fs::write(path.join("rows.jsonl"), &zeros).expect("written");
        plyscope(&resume).succeeds();
        assert!(rows(&path) == expected, "zeros from {kept} on");
    }
}

#[test]
fn a_damaged_time_stops_neither_resuming_nor_merging_nor_reports() {
    let path = directory("time");
    let expected = play(&path.join("whole"), "--pairs 20");
    let shards = [1, 2].map(|shard| {
        let shard_dir = path.join(format!("shard{shard}"));
        play(&shard_dir, &format!("--pairs 20 --shard {shard}/2"));
        shard_dir.display().to_string()
    });
    for damage in ["", "{\"seconds\":", "{\"seconds\":-1}", "[]"] {
        fs::write(path.join("shard1/time.json"), damage).expect("written");
        let out = path.join(format!("merged{}", damage.len()));
        let merge = format!("merge {} {}", out.display(), shards.join(" "));
        let told = plyscope(merge).succeeds().errors;
        assert!(told.contains("warning: ") && told.contains("time.json"), "{told}");
        assert!(rows(&out) == expected);
        fs::write(path.join("whole/time.json"), damage).expect("written");
        plyscope(format!("{TOURNAMENT} --pairs 20 --resume {}", path.join("whole").display()))
            .succeeds();
    }
}

#[test]
fn a_run_may_be_moved_and_written_another_way() {
    let path = directory("moved");
    let first = path.join("first");
    let expected = play(&first, "--pairs 20");
    let moved = path.join("moved");
    fs::rename(&first, &moved).expect("moved");
    fs::write(moved.join("rows.jsonl"), &expected[..expected.len() / 2]).expect("written");
    std::os::unix::fs::symlink(&moved, path.join("link")).expect("a link");
    for (way, from) in
        [("moved", "."), ("../moved/./", "moved"), ("link", "."), ("./link/../moved", ".")]
    {
        fs::write(moved.join("rows.jsonl"), &expected[..expected.len() / 2]).expect("written");
        let resume = format!("{TOURNAMENT} --pairs 20 --resume {way}");
        plyscope(resume).in_directory(path.join(from)).succeeds();
        assert!(rows(&moved) == expected, "{way}");
    }
    // Trainings play matches with weights named by their path.
    let learn = LEARN.replace("w:1", "w:1,w-folded:1") + " --nodes 20 --pairs 2";
    let one = path.join("one");
    plyscope(format!("{learn} --directory {}", one.display())).succeeds();
    let record = file(&one.join("training.json"));
    fs::rename(&one, path.join("other")).expect("moved");
    fs::remove_file(path.join("other/training.json")).expect("removed");
    plyscope(format!("{learn} --directory ./other/")).in_directory(&path).succeeds();
    assert!(file(&path.join("other/training.json")) == record);
}

#[test]
fn weights_count_by_what_is_in_their_file() {
    let path = directory("weights");
    let [one, other] = ["one.bin", "other.bin"].map(|name| path.join(name));
    let learned = include_bytes!("../../../core/weights/patterns-small.bin");
    fs::write(&one, learned).expect("written");
    fs::write(&other, learned).expect("written");
    let tournament = |weights: &Path| {
        format!(
            "-q tournament othello --pairs 1 --engine name=a,algorithm=alpha-beta,depth=1 \
             --engine name=b,algorithm=alpha-beta,depth=1,evaluation=patterns:{}",
            weights.display()
        )
    };
    let run_dir = path.join("run");
    plyscope(format!("{} --run-dir {}", tournament(&one), run_dir.display())).succeeds();
    plyscope(format!("{} --resume {}", tournament(&other), run_dir.display())).succeeds();
    let changed = &mut learned.to_vec()[..learned.len() - 4];
    changed[1000] ^= 1;
    fs::write(&other, [&changed[..], &crc32(&[changed]).to_le_bytes()].concat()).expect("written");
    let text = plyscope(format!("{} --resume {}", tournament(&other), run_dir.display())).fails(2);
    assert!(text.contains("engines: b: evaluation: patterns:sha256:"), "{text}");
    // All of thirty flipped bytes are found.
    for number in 0..30 {
        let mut damaged = learned.to_vec();
        damaged[number * (learned.len() - 1) / 29] ^= 1 << (number % 8);
        fs::write(&other, damaged).expect("written");
        let text = plyscope(tournament(&other)).fails(2);
        assert!(text.contains("are not weights of patterns"), "{number}: {text}");
    }
}

#[test]
fn what_an_earlier_version_recorded_is_refused_with_what_to_do() {
    let path = directory("earlier");
    let run_dir = path.join("run");
    play(&run_dir, "--pairs 2");
    let manifest = String::from_utf8(file(&run_dir.join("manifest.json"))).expect("text");
    let earlier = manifest.replace("\"schema\": 3", "\"schema\": 1");
    assert_ne!(manifest, earlier);
    fs::write(run_dir.join("manifest.json"), earlier).expect("written");
    for arguments in [
        format!("{TOURNAMENT} --pairs 2 --resume {}", run_dir.display()),
        format!("export {} --format csv", run_dir.display()),
    ] {
        let text = plyscope(&arguments).fails(1);
        assert!(text.contains("earlier version") && text.contains("another directory"), "{text}");
    }
    let learned = path.join("learned");
    fs::create_dir(&learned).expect("a directory");
    fs::write(learned.join("plan.json"), "{\"plan\":{\"seed\":1}}\n").expect("written");
    fs::write(learned.join("generation-1.games"), [0; 18]).expect("written");
    for option in ["--directory", "--run-dir", "--resume"] {
        let text = plyscope(format!("{LEARN} {option} {}", learned.display())).fails(1);
        assert!(text.contains("earlier version") && text.contains("another directory"), "{text}");
    }
    // A finished one has a record of that name, which is no manifest of a run.
    fs::write(learned.join("manifest.json"), "{\"plan\":{\"seed\":1}}\n").expect("written");
    let text = plyscope(format!("export {} --format csv", learned.display())).fails(1);
    assert!(text.contains("of another version") && text.contains("another directory"), "{text}");
}

#[test]
fn games_that_never_reached_the_disk_are_played_again_and_other_damage_is_refused() {
    let path = directory("games").join("l");
    let learn = format!("{LEARN} --directory {}", path.display());
    plyscope(&learn).succeeds();
    let [games, weights, record] =
        ["rows.jsonl", "generation-1-w-1.bin", "training.json"].map(|name| path.join(name));
    let expected = [&games, &weights, &record].map(|path| file(path));
    let again = |damaged: &[u8]| {
        fs::write(&games, damaged).expect("written");
        fs::remove_file(&weights).expect("removed");
        fs::remove_file(&record).expect("removed");
        plyscope(&learn).succeeds();
        assert!([&games, &weights, &record].map(|path| file(path)) == expected);
    };
    let half = &expected[0][..expected[0].len() / 2];
    for zeros in [0, 1, 18, 5000, 300_000] {
        again(&[half, &vec![0; zeros]].concat());
    }
    again(&[]);
    // Damage that no interruption explains is refused.
    let mut damaged = expected[0].clone();
    damaged[100] ^= 8;
    fs::write(&games, damaged).expect("written");
    let text = plyscope(&learn).fails(1);
    assert!(text.contains("rows.jsonl, line 1: its checksum is wrong"), "{text}");
    fs::write(&games, &expected[0]).expect("written");
    // A training's weights are also checked.
    let mut damaged = expected[1].clone();
    damaged[5000] ^= 8;
    fs::write(&weights, damaged).expect("written");
    let text = plyscope(&learn).fails(1);
    assert!(
        text.contains("generation-1-w-1.bin is damaged") && text.contains("delete it"),
        "{text}"
    );
    fs::remove_file(&weights).expect("removed");
    plyscope(&learn).succeeds();
    assert!(file(&weights) == expected[1], "it is learned again");
}

/// The manifest of a run as JSON.
pub(crate) fn manifest(path: &Path) -> Value {
    serde_json::from_slice(&file(&path.join("manifest.json"))).expect("JSON")
}

#[test]
fn files_that_are_written_whole_stay_as_they_were_when_the_disk_is_full() {
    let path = directory("output");
    play(&path.join("run"), "--pairs 4");
    let export = format!("export {} --format csv --output", path.join("run").display());
    let text = plyscope(format!("{export} /dev/full")).fails(1);
    assert!(text.contains("/dev/full") && text.contains("No space left"), "{text}");
    plyscope(format!("{export} /dev/null")).succeeds();
    assert!(!fs::metadata("/dev/null").expect("it").is_file(), "a device stays one");
    let out = path.join("out.csv");
    fs::write(path.join("real.csv"), "before").expect("written");
    std::os::unix::fs::symlink("real.csv", &out).expect("a link");
    plyscope(format!("{export} {}", out.display())).succeeds();
    assert!(out.is_symlink() && file(&path.join("real.csv")).len() > 100);
    let left: Vec<_> = fs::read_dir(&path).expect("it").flatten().map(|e| e.file_name()).collect();
    assert_eq!(left.len(), 3, "{left:?}");
}
