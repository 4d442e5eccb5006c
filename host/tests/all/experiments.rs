//! Experiments as users run them: with any number of threads, killed, resumed, sharded, merged, refused.

use std::fs;
use std::path::Path;
use std::time::Duration;

use plyscope::experiment::{Scale, recorded_seconds};
use plyscope::site::time_text;

use crate::common::{self, directory, interrupt_and_go_on, kill_in_run};
use crate::plyscope::plyscope;

const SMALL: &str = "experiment run korf-fig-9 --scale quick --set depth=15 --set seeds=60";

fn rows(base: &Path) -> Vec<u8> {
    common::rows(&base.join("korf-fig-9"))
}

/// The rows of an undisturbed run.
fn undisturbed(path: &Path) -> Vec<u8> {
    plyscope(format!("{SMALL} -q --run-dir {}", path.display())).succeeds();
    rows(path)
}

#[test]
fn rows_do_not_depend_on_the_number_of_threads() {
    let path = directory("experiments/threads");
    let expected = undisturbed(&path.join("all"));
    for threads in [1, 3, 8] {
        let run = path.join(threads.to_string());
        plyscope(format!("{SMALL} -q --threads {threads} --run-dir {}", run.display())).succeeds();
        assert!(rows(&run) == expected, "{threads} threads");
    }
}

#[test]
fn kills_and_resumptions_give_the_rows_of_an_undisturbed_run() {
    let path = directory("experiments/kills");
    let expected = undisturbed(&path.join("whole"));
    let killed = path.join("killed");
    let mut lengths = Vec::new();
    for kill in 0..20u64 {
        let resume = format!("{SMALL} -q --threads 1 --resume {}", killed.display());
        let file = killed.join("korf-fig-9/rows.jsonl");
        // Another moment each time, and each second time one with a row more.
        let moment = (kill % 2 == 0).then(|| Duration::from_millis(5 + kill * 7919 % 60));
        kill_in_run(plyscope(resume).start(), &file, moment);
        if file.exists() {
            let left = rows(&killed);
            lengths.push(left.len());
            assert!(expected.starts_with(&left), "{:?}", String::from_utf8_lossy(&left));
            if left.len() == expected.len() {
                fs::remove_dir_all(&killed).expect("removed");
            }
        }
    }
    assert!(lengths.iter().any(|&length| 0 < length && length < expected.len()), "{lengths:?}");
    plyscope(format!("{SMALL} -q --resume {}", killed.display())).succeeds();
    assert!(rows(&killed) == expected);
}

#[test]
fn shards_merged_are_the_unsharded_run() {
    let path = directory("experiments/shards");
    let expected = undisturbed(&path.join("whole"));
    let shard = |k: u32| path.join(format!("shard{k}"));
    for k in 1..=3 {
        let out =
            plyscope(format!("{SMALL} -q --shard {k}/3 --run-dir {}", shard(k).display())).text();
        assert_eq!(out, "", "a part has no summary");
    }
    let run = |k: u32| shard(k).join("korf-fig-9").display().to_string();
    let (one, two, three) = (run(1), run(2), run(3));
    let merged = path.join("merged/korf-fig-9");
    let errors = plyscope(format!("merge {} {one} {three}", merged.display())).fails(1);
    assert!(errors.contains("shard 2/3 is missing"), "{errors}");
    let table = plyscope(format!("merge {} {three} {one} {two}", merged.display())).text();
    assert!(rows(&path.join("merged")) == expected);
    assert!(table.contains("60 units from 3 shards") && table.contains("holds"), "{table}");
    // A merged run is like any other, with the time of all its shards.
    assert!(common::seconds(&merged) > 0.0);
    plyscope(format!("{SMALL} -q --resume {}", path.join("merged").display())).succeeds();
    assert!(rows(&path.join("merged")) == expected);
}

#[test]
fn a_ladder_in_shards_one_of_them_interrupted_is_the_unsharded_run_after_merging() {
    const LADDER: &str = "experiment run korf-fig-13 -q --scale quick --set seeds=8 \
                          --set depths=6,5,4,3";
    let path = directory("experiments/ladder");
    let run = |name: &str| path.join(name).join("korf-fig-13");
    plyscope(format!("{LADDER} --run-dir {}", path.join("whole").display())).succeeds();
    let expected = common::rows(&run("whole"));
    // Four curves: the fifth shard has nothing to do.
    for of in [3, 5] {
        let names: Vec<String> = (1..=of).map(|number| format!("{number}-of-{of}")).collect();
        for (number, name) in (1..).zip(&names) {
            let shard = format!("{LADDER} --shard {number}/{of}");
            let base = path.join(name);
            if (number, of) == (1, 3) {
                interrupt_and_go_on(&format!("{shard} --threads 1"), &base, &run(name));
            } else {
                assert_eq!(plyscope(format!("{shard} --run-dir {}", base.display())).text(), "");
            }
        }
        let words: Vec<String> =
            names.iter().rev().map(|name| run(name).display().to_string()).collect();
        let merged = path.join(format!("merged-{of}"));
        let table = plyscope(format!("merge {} {}", merged.display(), words.join(" "))).text();
        assert!(common::rows(&merged) == expected, "{of} shards");
        assert!(table.contains(&format!("units from {of} shards")), "{table}");
    }
    // An unfinished shard, and a missing one.
    let two = run("2-of-3");
    let rows = common::rows(&two);
    let lines: Vec<&[u8]> = rows.split_inclusive(|&byte| byte == b'\n').collect();
    fs::write(two.join("rows.jsonl"), lines[..lines.len() - 1].concat()).expect("written");
    let (one, two, three) = (run("1-of-3"), two.display(), run("3-of-3"));
    let (one, three, out) = (one.display(), three.display(), path.join("no"));
    let errors = plyscope(format!("merge {} {one} {two} {three}", out.display())).fails(1);
    assert!(errors.contains(&format!("{two} (shard 2/3) is unfinished")), "{errors}");
    let errors = plyscope(format!("merge {} {one} {three}", out.display())).fails(1);
    assert!(errors.contains("shard 2/3 is missing"), "{errors}");
    assert!(!out.exists());
}

#[test]
fn parts_with_several_runs_are_merged_run_by_run_and_what_is_missing_is_named() {
    const TWO: &str = "experiment run korf-fig-9 zhang-table-1 -q --scale quick \
                       --set depth=4 --set seeds=6";
    let path = directory("experiments/parts");
    let part = |name: &str| path.join(name).display().to_string();
    plyscope(format!("{TWO} --run-dir {}", part("whole"))).succeeds();
    for k in 1..=2 {
        plyscope(format!("{TWO} --shard {k}/2 --run-dir {}", part(&format!("part{k}")))).succeeds();
    }
    let (one, two, out) = (part("part1"), part("part2"), part("merged"));
    let text = plyscope(format!("merge {out} {two} {one}")).text();
    assert_eq!(text.lines().count(), 2, "{text}");
    assert!(text.contains(&format!("{out}/korf-fig-9: ")), "{text}");
    for name in ["korf-fig-9", "zhang-table-1"] {
        let rows = |base: &str| common::rows(&path.join(base).join(name));
        assert!(rows("merged") == rows("whole"), "{name}");
    }
    // An interrupted merge can be repeated: identical runs are not written again, and anything else is refused.
    let text = plyscope(format!("merge {out} {one} {two}")).text();
    assert_eq!(text.matches("merged already").count(), 2, "{text}");
    fs::remove_dir_all(path.join("merged/korf-fig-9")).expect("removed");
    plyscope(format!(
        "experiment run korf-fig-9 -q --scale quick --set depth=3 --set seeds=6 --run-dir {out}"
    ))
    .succeeds();
    let errors = plyscope(format!("merge {out} {one} {two}")).fails(1);
    assert!(errors.contains("holds a run already"), "{errors}");
    // If nothing can be complete, nothing is written.
    let again = part("again");
    let errors = plyscope(format!("merge {again} {one} {two}/korf-fig-9")).fails(1);
    assert!(errors.contains(&format!("{one} holds no run")), "{errors}");
    let errors = plyscope(format!("merge {again} {one}")).fails(1);
    assert!(errors.contains("shard 2/2 is missing"), "{errors}");
    fs::remove_dir_all(path.join("part2/zhang-table-1")).expect("removed");
    let errors = plyscope(format!("merge {again} {one} {two} {}", part("none"))).fails(1);
    let missing = format!(
        "cannot merge: {two} has no run zhang-table-1; {} has no run korf-fig-9, zhang-table-1",
        part("none")
    );
    assert!(errors.contains(&missing), "{errors}");
    assert!(!Path::new(&again).exists());
}

#[test]
fn going_on_without_a_run_says_that_one_begins_unless_quiet() {
    const TINY: &str = "experiment run korf-fig-9 --scale quick --set depth=3 --set seeds=2";
    let base = directory("experiments/begins");
    let errors = |arguments: String| plyscope(arguments).succeeds().errors;
    let begins = "no run to resume, starting one";
    let first = errors(format!("{TINY} --resume {}", base.join("a").display()));
    assert!(first.contains(&format!("a/korf-fig-9: {begins}\n")), "{first}");
    let second = errors(format!("{TINY} --resume {}", base.join("a").display()));
    assert!(!second.contains(begins), "{second}");
    assert_eq!(errors(format!("{TINY} -q --resume {}", base.join("b").display())), "");
}

#[test]
fn an_interrupt_exits_with_130_and_prints_the_command_that_goes_on() {
    let path = directory("experiments/interrupt");
    let expected = undisturbed(&path.join("whole"));
    let base = path.join("run");
    interrupt_and_go_on(&format!("{SMALL} -q --threads 1"), &base, &base.join("korf-fig-9"));
    assert!(rows(&base) == expected);
}

#[test]
fn settings_are_checked_and_other_settings_are_not_resumed() {
    let base = directory("experiments/settings").join("run");
    let errors = plyscope("experiment run korf-fig-9 --set deep=3").fails(2);
    assert!(
        errors.contains("no setting \"deep\": it has branching, depth, seed, seeds"),
        "{errors}"
    );
    let errors = plyscope("experiment run korf-fig-9 --set depth=three").fails(2);
    assert!(errors.contains("depth=three: write a whole number"), "{errors}");
    let errors = plyscope("experiment run korf-fig-9 --set depth=60").fails(2);
    assert!(errors.contains("depth from 1 to 36"), "{errors}");
    let errors = plyscope("experiment run korf-fig-9 --set depth=4294967296").fails(2);
    assert!(errors.contains("depth: invalid value"), "{errors}");
    let errors = plyscope("experiment run no-such-figure").fails(2);
    assert!(errors.contains("choose from") && errors.contains("korf-fig-9"), "{errors}");
    let errors = plyscope(format!("{SMALL} --shard 1/2")).fails(2);
    assert!(errors.contains("--run-dir"), "{errors}");
    undisturbed(&base);
    let errors = plyscope(format!("{SMALL} --seed 2 -q --resume {}", base.display())).fails(2);
    assert!(errors.contains("another configuration: seed: 1 there, 2 here"), "{errors}");
    // Of several, before the first of them is run.
    let several = "experiment run korf-tempo korf-fig-9 --scale quick -q";
    let errors = plyscope(format!("{several} --resume {}", base.display())).fails(2);
    assert!(errors.contains("korf-fig-9 was run with another configuration"), "{errors}");
    assert!(!base.join("korf-tempo").exists());
    let errors = plyscope(format!("{SMALL} -q --run-dir {}", base.display())).fails(1);
    assert!(errors.contains("holds a run already"), "{errors}");
}

#[test]
fn a_run_is_exported_as_tables_and_figures() {
    let path = directory("experiments/export");
    undisturbed(&path.join("run"));
    let run = path.join("run/korf-fig-9");
    let csv = plyscope(format!("export {} --format csv", run.display())).text();
    let (about, rows): (Vec<&str>, Vec<&str>) = csv.lines().partition(|line| line.starts_with('#'));
    assert!(about.len() > 1 && rows.len() == 1 + 15, "{csv}");
    let markdown = plyscope(format!("export {} --format markdown", run.display())).text();
    assert!(
        markdown.contains("| iterative deepening and static ordering are identical"),
        "{markdown}"
    );
    let json: serde_json::Value =
        serde_json::from_str(&plyscope(format!("export {} --format json", run.display())).text())
            .expect("JSON");
    assert_eq!(json["figures"][0]["name"], "korf-fig-9");
    assert!(json["claims"][0]["verdict"].is_string(), "{json}");
    let figures = path.join("figures");
    for format in ["svg", "png", "csv"] {
        let out = figures.display();
        plyscope(format!("export {} --format {format} --output {out}", run.display())).succeeds();
    }
    let svg = fs::read_to_string(figures.join("korf-fig-9.svg")).expect("an SVG");
    for text in ["search depth (plies)", "nodes generated (mean)", "iterative deepening"] {
        assert!(svg.contains(text), "{text}");
    }
    let png = fs::read(figures.join("korf-fig-9.png")).expect("a PNG");
    assert!(png.starts_with(b"\x89PNG") && png.len() > 10_000);
    assert!(figures.join("korf-fig-9-table-1.csv").exists());
    let errors = plyscope(format!("export {} --format png", run.display())).fails(2);
    assert!(errors.contains("--output"), "{errors}");
}

#[test]
fn every_experiment_is_listed_and_says_what_can_be_changed() {
    let list = plyscope("experiment list --format json").text();
    let table = plyscope("experiment list").text();
    assert!(table.starts_with("Times as recorded, with 2 threads\nexperiment "), "{table}");
    for line in list.lines() {
        let about: serde_json::Value = serde_json::from_str(line).expect("JSON");
        let id = about["id"].as_str().expect("a name");
        let shown = plyscope(format!("experiment show {id}")).text();
        assert!(shown.contains(about["source"].as_str().expect("a source")), "{shown}");
        assert!(shown.contains("setting") && shown.contains("meaning"), "{shown}");
    }
    assert!(list.lines().count() >= 12);
}

#[test]
fn a_run_says_before_it_starts_how_long_it_will_take() {
    let base = directory("experiments/estimate");
    let resumed = format!("--threads 2 --resume {}", base.display());
    let first = |words: &str| {
        let errors = plyscope(format!("experiment run {words}")).succeeds().errors;
        errors.lines().next().expect("a line").to_owned()
    };
    let seconds = recorded_seconds("korf-tempo", Scale::Quick);
    let time = time_text(seconds.expect("a time"));
    let said = first(&format!("korf-tempo --scale quick {resumed}"));
    let to_do = "experiments to do at scale quick: 1 of 1; ";
    assert_eq!(said, format!("{to_do}about {time}, as recorded with 2 threads"));
    let said = first("korf-tempo --scale quick --set seeds=2");
    assert_eq!(said, format!("{to_do}no time is recorded with these settings"));
    let said = first(&format!("korf-tempo --scale quick {resumed}"));
    assert_eq!(said, "experiments to do: none, all are recorded");
}

#[test]
fn what_cannot_be_is_said_before_any_experiment_begins() {
    let runs = directory("experiments/before");
    let run = |names: &str, more: &str| {
        let (names, runs) = (names.to_owned(), runs.display());
        plyscope(format!("-q experiment run {names} --scale quick --run-dir {runs} {more}"))
    };
    run("notes-small-trees", "").succeeds();
    let errors = run("korf-figs-1-2 notes-small-trees", "").fails(1);
    assert!(errors.contains("holds a run already"), "{errors}");
    assert!(!runs.join("korf-figs-1-2").exists());
    let errors = run("zhang-table-1", "--seed 3 --set seed=4").fails(2);
    assert!(errors.contains("give one of them"), "{errors}");
}
