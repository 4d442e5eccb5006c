//! Records are never lost, and never mistaken for something else, when they are started twice, copied, edited, damaged,
//! moved or interrupted.
#![cfg(target_os = "linux")]

use std::ffi::OsStr;
use std::fs;
use std::os::unix::ffi::OsStrExt as _;
use std::path::{Path, PathBuf};
use std::time::Instant;

use plyscope::experiment::{KIND, Scale, all};
use plyscope::record::{Manifest, Shard};
use plyscope_core::hash::crc32;
use serde_json::{Value, json};

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
fn twice(arguments: &str) -> [Ended; 2] {
    [(), ()].map(|()| plyscope(arguments).start()).map(Running::ends)
}

/// Checks that one of two starters did the work, and the other was told that the directory is taken.
fn one_does_it(ends: &[Ended; 2]) {
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
    let expected = play(&path.join("tournament"), "--pairs 60");
    for shard in 1..=2 {
        play(&path.join(format!("shard{shard}")), &format!("--pairs 60 --shard {shard}/2"));
    }
    let experiment = "-q experiment run korf-fig-9 --scale quick --set seeds=4";
    plyscope(format!("{experiment} --run-dir {}", path.join("experiment").display())).succeeds();
    let of_experiment = rows(&path.join("experiment/korf-fig-9"));
    for round in 0..3 {
        let place = |name: &str| path.join(format!("{name}-{round}"));
        let shown = |name: &str| place(name).display().to_string();
        one_does_it(&twice(&format!("{TOURNAMENT} --pairs 60 --run-dir {}", shown("t"))));
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
fn of_two_trainings_in_one_directory_the_second_is_refused_at_once() {
    let path = directory("two-trainings");
    let learn =
        |name: &str| format!("{LEARN} --threads 1 --directory {}", path.join(name).display());
    plyscope(learn("one")).succeeds();
    one_does_it(&twice(&learn("two")));
    for name in ["rows.jsonl", "generation-1-w-1.bin", "training.json"] {
        assert!(file(&path.join("one").join(name)) == file(&path.join("two").join(name)), "{name}");
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

#[test]
fn a_training_without_positions_ends_with_a_message_and_no_weights() {
    let path = directory("none");
    for games in ["1", "1,40"] {
        let learned = path.join(games.replace(',', "-"));
        let learn = LEARN.replace("--games 60", &format!("--games {games}"));
        let text = plyscope(format!("{learn} --directory {}", learned.display())).fails(1);
        assert!(text.contains("too few positions") && text.contains("more games"), "{text}");
        assert!(!learned.join("training.json").exists());
        assert!(!learned.join("generation-1-w-1.bin").exists());
    }
}

#[test]
fn a_training_whose_weights_do_not_move_blames_the_rate_and_leaves_no_weights() {
    let path = directory("rate").join("l");
    let text = plyscope(format!("{LEARN} --rate 1e-45 --directory {}", path.display())).fails(1);
    assert!(text.contains("a rate of 1e-45 is too small"), "{text}");
    assert!(!path.join("generation-1-w-1.bin").exists() && !path.join("training.json").exists());
}

#[test]
fn a_training_is_a_run_of_its_own_kind() {
    let path = directory("training");
    let learned = path.join("l");
    let here = learned.display();
    plyscope(format!("{LEARN} --run-dir {here}")).succeeds();
    for (arguments, refused) in [
        (format!("{LEARN} --run-dir {here}"), "holds a run already"),
        (format!("{TOURNAMENT} --pairs 2 --run-dir {here}"), "holds a run already"),
        (format!("{TOURNAMENT} --pairs 2 --resume {here}"), "it is a training, not a tournament"),
        (format!("merge {} {here}", path.join("m").display()), "has no shards"),
        (
            format!("report --summary {} {here}", path.join("summary").display()),
            "the run is a training, not an experiment",
        ),
    ] {
        let text = plyscope(&arguments).ends().errors;
        assert_eq!(text.lines().count(), 1, "{arguments}: {text}");
        assert!(text.contains(refused), "{text}");
    }
    // A single candidate has played nobody.
    assert_eq!(plyscope(format!("export {here} --format json")).text(), "");
    plyscope(format!("{LEARN} --resume {here}")).succeeds();
    let text = plyscope(format!("{LEARN} --resume {}", path.join("none").display())).fails(2);
    assert!(text.contains("holds no run"), "{text}");
    // A directory of that name is also not a manifest.
    let odd = path.join("odd");
    fs::create_dir_all(odd.join("manifest.json")).expect("a directory");
    let text = plyscope(format!("{TOURNAMENT} --pairs 2 --run-dir {}", odd.display())).fails(1);
    assert!(text.contains("is not empty (it has manifest.json)"), "{text}");
}

#[test]
fn a_directory_that_is_no_text_is_refused_before_candidates_learn_there() {
    let path = directory("no-text").join(OsStr::from_bytes(b"x\xff"));
    let start = |candidates: &str| {
        let learn = LEARN.replace("w:1", candidates) + " --nodes 20 --pairs 2 --directory";
        plyscope(learn).arg(&path)
    };
    let text = start("w:1,w-folded:1").fails(2);
    assert!(
        text.contains("is not valid UTF-8") && text.contains("use another directory"),
        "{text}"
    );
    assert!(!path.exists(), "nothing was begun");
    // A single candidate has no opponent.
    start("w:1").succeeds();
}

#[test]
fn a_plan_that_differs_is_told_field_by_field() {
    let path = directory("plan").join("l");
    let learn = format!("{LEARN} --directory {}", path.display());
    plyscope(&learn).succeeds();
    let text =
        plyscope(learn.replace("--games 60", "--games 61").replace("--epochs 1", "--epochs 2"))
            .fails(2);
    assert!(text.contains("epochs: 1 there, 2 here"), "{text}");
    assert!(text.contains("games: number 1: 60 there, 61 here"), "{text}");
    for damage in ["", "{", "[]"] {
        fs::write(path.join("manifest.json"), damage).expect("written");
        let text = plyscope(&learn).fails(1);
        assert!(text.contains("manifest.json is damaged"), "{text}");
    }
}

#[test]
fn counts_beyond_all_measure_are_refused_in_one_line_before_memory_is_taken() {
    let path = directory("counts");
    let ladder = "-q ladder random-tree --branching uniform:2 --reference algorithm=ab-saved \
                  --challenger algorithm=bfm --reference-depths 1..2";
    let most = u64::MAX;
    for arguments in [
        format!("{TOURNAMENT} --pairs {most}"),
        format!("{TOURNAMENT} --pairs 1000000000000"),
        format!("{TOURNAMENT} --pairs 16777217"),
        format!("{ladder} --pairs 99999999999999"),
        format!(
            "{} --directory {}",
            LEARN.replace("60", &most.to_string()),
            path.join("l").display()
        ),
        format!("{TOURNAMENT} --shard 1/{most} --run-dir {}", path.join("s").display()),
        "-q experiment run korf-fig-9 --set seeds=4294967295".to_owned(),
        "-q experiment run korf-fig-13 --set seeds=4294967295".to_owned(),
        "-q experiment run zhang-table-1 --set seeds=4294967295".to_owned(),
        "-q experiment run korf-fig-10 --set seeds=4294967295,4294967295".to_owned(),
    ] {
        let begin = Instant::now();
        let text = plyscope(&arguments).fails(2);
        assert!(text.contains("at most") || text.contains("too many"), "{arguments}: {text}");
        assert!(begin.elapsed().as_secs() < 20, "{arguments}");
    }
    assert_eq!(fs::read_dir(&path).expect("it").count(), 0, "nothing was begun");
    // With that many shards, each does one unit.
    let one = path.join("one");
    assert_eq!(play(&one, "--pairs 20 --shard 1/4294967296").split(|&b| b == b'\n').count(), 3);
    // Four billion trees are searched one after the other.
    let running = plyscope(
        "-q search random-tree --branching uniform:2 --algorithm alpha-beta --depth 1 \
         --seeds 0..4294967295 --format json",
    )
    .start();
    for _ in 0..1000 {
        running.says("");
    }
    let peak = crate::floods::peak(running.child.id());
    assert!(peak < 500_000, "{peak} KB");
}

/// A row with the checksum and the identity of this run, and any contents.
fn sealed(row: &str, run: &str) -> String {
    let text = format!("{},\"run\":\"{run}\"", row.strip_suffix('}').expect("an object"));
    let sum = crc32(&[text.as_bytes(), &0u64.to_le_bytes()]);
    format!("{text},\"crc\":\"{sum:08x}\"}}\n")
}

/// The manifest of a run as JSON.
pub(crate) fn manifest(path: &Path) -> Value {
    serde_json::from_slice(&file(&path.join("manifest.json"))).expect("JSON")
}

#[test]
fn an_edited_manifest_is_refused_in_one_line_whatever_it_says() {
    let path = directory("edited");
    let run_dir = path.join("t");
    play(&run_dir, "--pairs 20");
    plyscope(format!(
        "-q experiment run korf-fig-9 --set seeds=10 --scale quick --run-dir {}",
        path.join("e").display()
    ))
    .succeeds();
    let experiment = path.join("e/korf-fig-9");
    let edit = |path: &Path, change: &dyn Fn(&mut Value)| {
        let mut json = manifest(path);
        change(&mut json);
        fs::write(path.join("manifest.json"), json.to_string()).expect("written");
    };
    let original = manifest(&run_dir);
    let resume = format!("{TOURNAMENT} --pairs 20 --resume {}", run_dir.display());
    let changes: [&dyn Fn(&mut Value); 6] = [
        &|json| json["total_units"] = 30.into(),
        &|json| json["total_units"] = u64::MAX.into(),
        &|json| json["rows_per_unit"] = u64::MAX.into(),
        &|json| json["rows_per_unit"] = 0.into(),
        &|json| json["shard"]["of"] = u64::MAX.into(),
        &|json| json["configuration"]["seed"] = 7.into(),
    ];
    for change in changes {
        edit(&run_dir, change);
        for arguments in [resume.clone(), format!("export {} --format csv", run_dir.display())] {
            let Ended { code, errors: text, .. } = plyscope(&arguments).ends();
            assert!(matches!(code, Some(1 | 2)), "{text}");
            assert_eq!(text.lines().count(), 1, "{text}");
            assert!(text.contains("manifest.json"), "{text}");
        }
        fs::write(run_dir.join("manifest.json"), original.to_string()).expect("written");
    }
    plyscope(&resume).succeeds();
    edit(&experiment, &|json| json["configuration"]["settings"]["seeds"] = u32::MAX.into());
    let told = plyscope(format!("export {} --format json", experiment.display())).fails(1);
    assert!(told.contains("manifest.json"), "{told}");
}

/// The settings of an experiment with one number, or the numbers of one list, at the largest value.
fn huge(settings: &serde_json::Map<String, Value>) -> Vec<serde_json::Map<String, Value>> {
    let mut all = Vec::new();
    for (name, value) in settings {
        for most in [u64::from(u32::MAX), u64::MAX] {
            let changed = match value {
                Value::Number(number) if number.is_u64() => most.into(),
                Value::Array(items) if items.iter().any(Value::is_u64) => {
                    vec![most; items.len()].into()
                }
                Value::Array(items) => vec![items.first().cloned(); 20_000].into(),
                _ => continue,
            };
            let mut settings = settings.clone();
            settings.insert(name.clone(), changed);
            all.push(settings);
        }
    }
    all
}

#[test]
fn huge_settings_with_the_identity_that_belongs_to_them_take_no_memory_and_no_time() {
    for experiment in all() {
        let id = experiment.about().id;
        for settings in huge(&experiment.settings(Scale::Quick)) {
            let begin = Instant::now();
            let configuration = json!({ "experiment": id, "settings": settings });
            let manifest = Manifest::new(KIND, configuration, None, 1, Shard::WHOLE);
            // Whatever the result, the commands end soon.
            let _ = experiment.planned(&manifest, &[]);
            let _ = experiment.summarise(&manifest, &[]);
            assert!(begin.elapsed().as_secs() < 5, "{id}: {settings:?}");
        }
        for scale in Scale::ALL {
            assert!(experiment.changed_settings(scale, &[]).is_ok(), "{id}: {scale}");
        }
    }
}

#[test]
fn rows_whose_lists_have_other_lengths_are_refused_in_one_line() {
    let path = directory("lengths");
    for (id, settings, list) in [
        ("zhang-fig-2", "--set seeds=10", "best"),
        ("zhang-fig-2", "--set seeds=10", "nodes"),
        ("zhang-conventions", "--set seeds=10", "nodes"),
        ("korf-fig-10", "--set seeds=2 --set branching=2", "moves"),
        ("korf-fig-12", "--set seeds=2 --set branching=2", "moves"),
    ] {
        let base = path.join(format!("{id}-{list}"));
        plyscope(format!(
            "-q experiment run {id} --scale quick {settings} --run-dir {}",
            base.display()
        ))
        .succeeds();
        let run_dir = base.join(id);
        let identity = manifest(&run_dir)["run"].as_str().expect("an identity").to_owned();
        let text = String::from_utf8(rows(&run_dir)).expect("text");
        let export = format!("export {} --format json", run_dir.display());
        plyscope(&export).succeeds();
        // A list shorter by one on each of three levels, in the first row.
        for level in 0..3 {
            let mut lines: Vec<String> = text.split_inclusive('\n').map(str::to_owned).collect();
            let mut row: Value = serde_json::from_str(&lines[0]).expect("JSON");
            let fields = row.as_object_mut().expect("an object");
            fields.remove("run");
            fields.remove("crc");
            let mut place = &mut row[list];
            for _ in 0..level {
                place = place.as_array_mut().and_then(|items| items.last_mut()).expect("a list");
            }
            place.as_array_mut().expect("a list").pop();
            lines[0] = sealed(&row.to_string(), &identity);
            fs::write(run_dir.join("rows.jsonl"), lines.concat()).expect("written");
            let told = plyscope(&export).fails(1);
            assert!(told.contains("row 1 cannot be read"), "{id}, {list}, level {level}: {told}");
        }
    }
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
