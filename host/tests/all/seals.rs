//! What a run directory takes for its own: rows in their order, runs of the layout before, and no links.
#![cfg(target_os = "linux")]

use std::fs;
use std::path::Path;

use crate::records::{LEARN, TOURNAMENT, directory, file, manifest, play};
use plyscope_core::hash::crc32;

use crate::common::rows;
use crate::plyscope::plyscope;

/// Gives a run the layout 2, whose checksums do not cover the place of a row in its unit.
fn to_layout_2(path: &Path) {
    let manifest = String::from_utf8(file(&path.join("manifest.json"))).expect("text");
    let before = manifest.replace("\"schema\": 3", "\"schema\": 2");
    assert_ne!(manifest, before);
    fs::write(path.join("manifest.json"), before).expect("written");
    let text = String::from_utf8(rows(path)).expect("text");
    let old = |line: &str| {
        let (row, _) = line.rsplit_once(",\"crc\"").expect("a checksum");
        format!("{row},\"crc\":\"{:08x}\"}}\n", crc32(&[row.as_bytes()]))
    };
    fs::write(path.join("rows.jsonl"), text.lines().map(old).collect::<String>()).expect("written");
}

#[test]
fn rows_that_were_swapped_are_refused_by_all_that_reads_them() {
    let path = directory("swapped");
    let run_dir = path.join("run");
    let expected = play(&run_dir, "--pairs 6");
    let text = String::from_utf8(expected.clone()).expect("text");
    let lines: Vec<&str> = text.split_inclusive('\n').collect();
    let here = run_dir.display();
    // Within the first unit, within the last, and two units.
    for (one, other) in [(0, 1), (10, 11), (2, 4)] {
        let mut swapped = lines.clone();
        swapped.swap(one, other);
        fs::write(run_dir.join("rows.jsonl"), swapped.concat()).expect("written");
        for arguments in [
            format!("{TOURNAMENT} --pairs 6 --resume {here}"),
            format!("export {here} --format csv"),
            format!("merge {} {here}", path.join("merged").display()),
        ] {
            let text = plyscope(&arguments).fails(1);
            let told = format!("rows.jsonl, line {}: ", one + 1);
            assert!(text.contains(&told) && text.contains("restore the file"), "{text}");
        }
        assert!(rows(&run_dir) == swapped.concat().as_bytes(), "nothing is cut off");
    }
    // A row twice, and the other not at all.
    let mut twice = lines.clone();
    twice[1] = twice[0];
    fs::write(run_dir.join("rows.jsonl"), twice.concat()).expect("written");
    let text = plyscope(format!("export {here} --format csv")).fails(1);
    assert!(text.contains("line 2: it is row 1 of its unit, not row 2"), "{text}");
}

#[test]
fn runs_of_the_layout_before_are_read_resumed_and_merged() {
    let path = directory("layout");
    let expected = play(&path.join("whole"), "--pairs 12");
    let run_dir = path.join("run");
    play(&run_dir, "--pairs 12");
    let csv = |path: &Path| {
        plyscope(format!("export {} --format csv --no-provenance", path.display())).text()
    };
    let exported = csv(&run_dir);
    to_layout_2(&run_dir);
    assert_eq!(csv(&run_dir), exported);
    let old = rows(&run_dir);
    assert!(old != expected);
    // It goes on with the seal that it began with.
    fs::write(run_dir.join("rows.jsonl"), &old[..old.len() / 2]).expect("written");
    plyscope(format!("{TOURNAMENT} --pairs 12 --resume {}", run_dir.display())).succeeds();
    assert!(rows(&run_dir) == old);
    // Shards of both layouts: the whole has the new one.
    let shards = [1, 2].map(|shard| {
        let shard_dir = path.join(format!("shard{shard}"));
        play(&shard_dir, &format!("--pairs 12 --shard {shard}/2"));
        shard_dir
    });
    to_layout_2(&shards[0]);
    let merged = path.join("merged");
    plyscope(format!("merge {} {} {}", merged.display(), shards[0].display(), shards[1].display()))
        .succeeds();
    assert!(rows(&merged) == expected);
    assert_eq!(manifest(&merged)["schema"], 3);
    // A layout that does not belong to the rows is told.
    let text = String::from_utf8(file(&merged.join("manifest.json"))).expect("text");
    fs::write(merged.join("manifest.json"), text.replace("\"schema\": 3", "\"schema\": 2"))
        .expect("written");
    let told = plyscope(format!("export {} --format csv", merged.display())).fails(1);
    assert!(told.contains("line 1: its checksum is wrong"), "{told}");
}

#[test]
fn nothing_is_written_through_links_in_a_prepared_directory() {
    let path = directory("prepared");
    let other = path.join("other");
    let link = |directory: &Path, name: &str| {
        fs::create_dir_all(directory).expect("a directory");
        fs::write(&other, "").expect("written");
        std::os::unix::fs::symlink(&other, directory.join(name)).expect("a link");
    };
    for name in ["manifest.json.tmp", "rows.jsonl", "lock"] {
        let run_dir = path.join(format!("run-{name}"));
        link(&run_dir, name);
        let text =
            plyscope(format!("{TOURNAMENT} --pairs 2 --run-dir {}", run_dir.display())).fails(1);
        assert!(text.contains(name), "{text}");
        assert_eq!(file(&other), b"", "{name}");
    }
    // A temporary file of a run that is there is made anew.
    let run_dir = path.join("begun");
    let expected = play(&run_dir, "--pairs 4");
    fs::write(run_dir.join("rows.jsonl"), &expected[..expected.len() / 2]).expect("written");
    link(&run_dir, "time.json.tmp");
    plyscope(format!("{TOURNAMENT} --pairs 4 --resume {}", run_dir.display())).succeeds();
    assert!(rows(&run_dir) == expected && file(&other).is_empty());
    for (name, is_refused) in [("merging", false), ("rows.jsonl.tmp", true)] {
        let building = path.join(format!("m-{is_refused}.merging"));
        link(&building, name);
        let out = path.join(format!("m-{is_refused}"));
        let ended = plyscope(format!("merge {} {}", out.display(), run_dir.display())).ends();
        assert_eq!(ended.code == Some(0), !is_refused, "{ended:?}");
        assert_eq!(file(&other), b"", "{name}");
    }
    let learned = path.join("learned");
    link(&learned, "generation-1-w-1.bin.tmp");
    let learn = format!("{LEARN} --directory {}", learned.display());
    let text = plyscope(&learn).fails(1);
    assert!(text.contains("is not empty (it has generation-1-w-1.bin.tmp)"), "{text}");
    fs::remove_file(learned.join("generation-1-w-1.bin.tmp")).expect("removed");
    plyscope(&learn).succeeds();
    // Learned again beside a link.
    fs::remove_file(learned.join("generation-1-w-1.bin")).expect("removed");
    link(&learned, "generation-1-w-1.bin.tmp");
    plyscope(&learn).succeeds();
    assert_eq!(file(&other), b"");
}
