//! Records whose numbers were edited, and counts beyond all measure, are refused in one line, before they take memory or time.
#![cfg(target_os = "linux")]

use std::fs;
use std::path::Path;
use std::time::Instant;

use plyscope::experiment::{KIND, Scale, all};
use plyscope::record::{Manifest, Shard};
use plyscope_core::hash::crc32;
use serde_json::{Value, json};

use crate::common::rows;
use crate::plyscope::{Ended, plyscope};
use crate::records::{LEARN, TOURNAMENT, directory, manifest, play};

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

#[test]
fn an_edited_manifest_is_refused_in_one_line_whatever_it_says() {
    let path = directory("edited");
    let run_dir = path.join("t");
    play(&run_dir, "--pairs 20");
    plyscope(format!(
        "-q experiment run korf-fig-9 --scale quick --set seeds=10 --set depth=6 --run-dir {}",
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
