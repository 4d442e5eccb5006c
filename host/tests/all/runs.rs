//! Run directories in use: killed, resumed, sharded, merged, on a full disk.

use std::fs;
use std::path::Path;
use std::time::{Duration, Instant};

use crate::common::{directory, interrupt_and_go_on, kill_in_run, rows, seconds};
use crate::plyscope::{in_shell_after, plyscope};

const TOURNAMENT: &str = "tournament random-tree --branching random:5 --pairs 40 --seed 7 \
     --engine name=ab,algorithm=ab-saved,depth=5 --engine name=bf,algorithm=bfm,depth=14 \
     --engine name=fe,algorithm=fe,depth=5,delta=0.5";

/// The rows of an undisturbed run.
fn undisturbed(path: &Path) -> Vec<u8> {
    plyscope(format!("{TOURNAMENT} -q --run-dir {}", path.display())).succeeds();
    rows(path)
}

#[test]
fn twenty_kills_and_resumptions_give_the_rows_of_an_undisturbed_run() {
    let path = directory("runs/kills");
    let begun = Instant::now();
    let expected = undisturbed(&path.join("whole"));
    // At any moment of a run, however fast the machine is.
    let longest = begun.elapsed().as_millis().max(1) as u64;
    let killed = path.join("killed");
    let mut option = "--run-dir";
    let mut seed = 12_345u64;
    let mut kills = 0;
    let mut progress = Vec::new();
    while kills < 20 {
        let running = plyscope(format!("{TOURNAMENT} -q {option} {}", killed.display())).start();
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        let moment = Duration::from_millis((seed >> 33) % longest);
        // Each second time as soon as there is a row more.
        kill_in_run(running, &killed.join("rows.jsonl"), (kills % 2 == 0).then_some(moment));
        kills += 1;
        if killed.join("manifest.json").exists() {
            option = "--resume";
            progress.push(rows(&killed).len());
            if rows(&killed) == expected {
                // It finished before it was killed often enough: start again.
                fs::remove_dir_all(&killed).expect("removed");
                option = "--run-dir";
            }
        }
    }
    assert!(progress.iter().any(|&length| 0 < length && length < expected.len()), "{progress:?}");
    plyscope(format!("{TOURNAMENT} -q {option} {}", killed.display())).succeeds();
    assert!(rows(&killed) == expected, "the rows differ");
}

#[test]
fn a_row_cut_in_the_middle_is_played_again() {
    let path = directory("runs/cut");
    let expected = undisturbed(&path.join("run"));
    // Where nothing is cut, nothing changes.
    let time = fs::read(path.join("run/time.json")).expect("a time");
    plyscope(format!("{TOURNAMENT} -q --resume {}", path.join("run").display())).succeeds();
    assert_eq!(fs::read(path.join("run/time.json")).expect("a time"), time);
    for length in [0, 1, 700, expected.len() / 2, expected.len() - 1] {
        fs::write(path.join("run/rows.jsonl"), &expected[..length]).expect("written");
        plyscope(format!("{TOURNAMENT} -q --resume {}", path.join("run").display())).succeeds();
        assert!(rows(&path.join("run")) == expected, "cut at {length}");
    }
}

#[test]
fn a_damaged_row_that_no_interruption_explains_is_refused_and_kept() {
    let path = directory("runs/damaged").join("run");
    let expected = undisturbed(&path);
    let mut damaged = expected.clone();
    damaged[300] = 0xff;
    fs::write(path.join("rows.jsonl"), &damaged).expect("written");
    let errors = plyscope(format!("{TOURNAMENT} -q --resume {}", path.display())).fails(1);
    assert!(errors.contains("rows.jsonl, line 1"), "{errors}");
    assert!(rows(&path) == damaged, "nothing was changed");
}

#[test]
fn shards_merged_in_any_order_are_the_unsharded_run_and_gaps_and_overlaps_are_refused() {
    let path = directory("runs/shards");
    let expected = undisturbed(&path.join("whole"));
    let shard = |k: u32| path.join(format!("shard{k}")).display().to_string();
    for k in 1..=3 {
        plyscope(format!("{TOURNAMENT} -q --shard {k}/3 --run-dir {}", shard(k))).succeeds();
    }
    let merged = path.join("merged");
    let out = merged.display();
    let (one, two, three) = (shard(1), shard(2), shard(3));
    let errors = plyscope(format!("merge {out} {one} {three}")).fails(1);
    assert!(errors.contains("shard 2/3 is missing"), "{errors}");
    let errors = plyscope(format!("merge {out} {one} {two} {three} {two}")).fails(1);
    assert!(errors.contains("are both shard 2/3"), "{errors}");
    plyscope(format!(
        "{} -q --shard 2/3 --run-dir {}",
        TOURNAMENT.replace("--seed 7", "--seed 8"),
        path.join("other").display()
    ))
    .succeeds();
    let errors =
        plyscope(format!("merge {out} {one} {} {three}", path.join("other").display())).fails(1);
    assert!(errors.contains("different configurations: seed: 8 there, 7 here"), "{errors}");
    assert!(!merged.exists(), "a refused merge leaves nothing behind");
    let table = plyscope(format!("merge {out} {three} {one} {two}")).text();
    assert!(rows(&merged) == expected);
    assert!(table.contains("ab against bf, 40 pairs of games"), "{table}");
    // Its time is that of its shards together.
    let sum: f64 = [&one, &two, &three].map(|shard| seconds(Path::new(shard))).iter().sum();
    assert!(sum > 0.0 && (seconds(&merged) - sum).abs() < 1e-6, "{sum}");
    // A merged run is like any other.
    plyscope(format!("{TOURNAMENT} -q --resume {out}")).succeeds();
    assert!(rows(&merged) == expected);
    let unfinished = fs::read(Path::new(&two).join("rows.jsonl")).expect("rows");
    fs::write(Path::new(&two).join("rows.jsonl"), &unfinished[..unfinished.len() / 2])
        .expect("written");
    let errors =
        plyscope(format!("merge {} {one} {two} {three}", path.join("again").display())).fails(1);
    assert!(errors.contains("unfinished"), "{errors}");
}

#[test]
fn resuming_refuses_another_configuration_and_a_directory_without_a_run() {
    let path = directory("runs/configuration");
    let run = path.join("run");
    let expected = undisturbed(&run);
    let errors = plyscope(format!(
        "{} --resume {}",
        TOURNAMENT.replace("depth=14", "depth=15"),
        run.display()
    ))
    .fails(2);
    assert!(errors.contains("another configuration: engines"), "{errors}");
    let errors = plyscope(format!("{TOURNAMENT} --resume {} --shard 1/2", run.display())).fails(2);
    assert!(errors.contains("it is shard 1/1, not 1/2"), "{errors}");
    let errors = plyscope(format!("{TOURNAMENT} --resume {}", path.display())).fails(2);
    assert!(errors.contains("holds no run"), "{errors}");
    let errors = plyscope(format!("{TOURNAMENT} --run-dir {}", run.display())).fails(1);
    assert!(errors.contains("holds a run already"), "{errors}");
    assert!(rows(&run) == expected);
}

#[cfg(target_os = "linux")]
#[test]
fn a_file_that_may_not_grow_is_reported_and_what_was_recorded_stays() {
    let path = directory("runs/full");
    let expected = undisturbed(&path.join("whole"));
    let run = path.join("run");
    // Files of at most 32 blocks of 512 bytes, and an error where one would grow further.
    let tournament = format!("{TOURNAMENT} -q --run-dir");
    let limited = in_shell_after("ulimit -f 32; trap '' XFSZ", tournament).arg(&run);
    let errors = limited.fails(1);
    assert!(errors.contains("rows.jsonl") && errors.contains("File too large"), "{errors}");
    let recorded = rows(&run);
    assert!(!recorded.is_empty() && expected.starts_with(&recorded), "{errors}");
    // With room again, it goes on.
    plyscope(format!("{TOURNAMENT} -q --resume {}", run.display())).succeeds();
    assert!(rows(&run) == expected);
}

#[cfg(target_os = "linux")]
#[test]
fn a_directory_that_cannot_be_written_is_reported() {
    let errors = plyscope(format!("{TOURNAMENT} -q --run-dir /proc/plyscope")).fails(1);
    assert!(errors.contains("cannot create /proc/plyscope"), "{errors}");
    let file = directory("runs/unwritable").join("file");
    fs::write(&file, "").expect("a file");
    let errors = plyscope(format!("{TOURNAMENT} -q --run-dir {}", file.display())).fails(1);
    assert!(errors.contains(&file.display().to_string()), "{errors}");
}

#[test]
fn an_interrupt_exits_with_130_and_prints_the_command_that_goes_on() {
    let path = directory("runs/interrupt");
    let expected = undisturbed(&path.join("whole"));
    let run = path.join("run");
    interrupt_and_go_on(&format!("{TOURNAMENT} -q --threads 1"), &run, &run);
    assert!(rows(&run) == expected);
}

#[test]
fn openings_come_from_a_file_and_its_errors_name_the_line() {
    let path = directory("runs/openings");
    let file = path.join("list.txt");
    fs::write(&file, "# two openings\nf5d6c3d3\n\nF5F6e6f4 # another\n").expect("written");
    let tournament = format!(
        "tournament othello --openings {} --format json --engine name=a,algorithm=alpha-beta,depth=2 \
         --engine name=b,algorithm=extension,depth=4,shallow=1",
        file.display()
    );
    let games = plyscope(&tournament).text();
    assert_eq!(games.lines().filter(|line| line.contains("\"kind\":\"game\"")).count(), 4);
    assert!(games.contains("\"start\":\"f5f6e6f4\""), "{games}");
    fs::write(&file, "f5d6c3d3\nf5a1\n").expect("written");
    let errors = plyscope(&tournament).fails(2);
    assert!(errors.contains("line 2: move 2, a1, is illegal"), "{errors}");
}

#[test]
fn a_sequential_test_stops_early_and_says_why() {
    let output = plyscope("tournament othello -q --sprt elo0=0,elo1=50 --engine name=deep,algorithm=alpha-beta,depth=4 \
         --engine name=shallow,algorithm=alpha-beta,depth=1").text();
    assert!(output.contains("elo1 accepted"), "{output}");
    assert!(!output.contains("488 games"), "{output}");
}

#[test]
fn a_gauntlet_lets_the_first_engine_meet_all_others() {
    let output = plyscope(format!("{TOURNAMENT} -q --meetings gauntlet")).text();
    assert_eq!(output.lines().filter(|line| line.contains(" against ")).count(), 2, "{output}");
    assert!(!output.contains("bf against fe"), "{output}");
}

#[test]
fn exports_hold_a_line_a_game_and_the_results() {
    let path = directory("runs/export").join("run");
    undisturbed(&path);
    let csv = plyscope(format!("export {} --format csv", path.display())).text();
    let comments = csv.lines().filter(|line| line.starts_with("# ")).count();
    assert!(csv.starts_with("# command: ") && comments > 2, "{}", &csv[..400]);
    assert_eq!(csv.lines().count() - comments, 1 + 3 * 2 * 40);
    let bare = plyscope(format!("export {} --format csv --no-provenance", path.display())).text();
    assert!(csv.ends_with(&bare) && bare.starts_with("unit,pair,"));
    let markdown = plyscope(format!("export {} --format markdown", path.display())).text();
    assert!(markdown.contains("| ab | "), "{markdown}");
    let json = plyscope(format!("export {} --format json", path.display())).text();
    assert_eq!(json.lines().count(), 3);
}

#[test]
fn a_ladder_in_a_directory_is_not_played_twice() {
    let path = directory("runs/ladder");
    let ladder = format!(
        "-q ladder random-tree --branching uniform:2 --pairs 30 --reference algorithm=ab-saved \
         --challenger algorithm=bfm --reference-depths 1..4 --run-dir {}",
        path.display()
    );
    let table = plyscope(&ladder).text();
    let rung = path.join("4-10");
    let expected = rows(&rung);
    fs::write(rung.join("rows.jsonl"), &expected[..expected.len() / 3]).expect("written");
    assert_eq!(plyscope(&ladder).text(), table);
    assert!(rows(&rung) == expected);
    let errors = plyscope(ladder.replace("--pairs 30", "--pairs 31")).fails(2);
    assert!(errors.contains("another configuration: pairs: 30 there, 31 here"), "{errors}");
}
