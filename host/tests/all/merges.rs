//! Merging touches only what a merge has written, and can be repeated after a kill at any moment.
#![cfg(target_os = "linux")]

use std::ffi::OsStr;
use std::fs;
use std::os::unix::ffi::OsStrExt as _;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};

use crate::common::{self, rows};
use crate::plyscope::plyscope;

const TOURNAMENT: &str = "-q tournament random-tree --branching uniform:2 --pairs 20 \
     --engine name=a,algorithm=alpha-beta,depth=1 --engine name=b,algorithm=alpha-beta,depth=2";

/// A directory with both shards of a tournament, the command that merges them into `out`, and the rows of the whole
/// run.
struct Shards {
    path: PathBuf,
    merge: String,
    whole: Vec<u8>,
}

impl Shards {
    fn new(name: &str) -> Self {
        let path = common::directory(&format!("merges/{name}"));
        let whole = path.join("whole");
        play(&whole, "");
        let shards = [1, 2].map(|shard| {
            let run = path.join(format!("shard{shard}"));
            play(&run, &format!("--shard {shard}/2"));
            run.display().to_string()
        });
        let merge = format!("merge {} {}", path.join("out").display(), shards.join(" "));
        Self { whole: rows(&whole), path, merge }
    }

    /// The directory of the merged run.
    fn building(&self) -> PathBuf {
        self.path.join("out.merging")
    }

    /// Checks that merging gives the whole run, and leaves nothing else.
    fn merges(&self) {
        plyscope(&self.merge).succeeds();
        assert!(rows(&self.path.join("out")) == self.whole && !self.building().exists());
        assert!(!self.path.join("out/merging").exists());
    }
}

fn play(run: &Path, options: &str) {
    plyscope(format!("{TOURNAMENT} {options} --run-dir {}", run.display())).succeeds();
}

/// Writes a file that is not part of a run.
fn note(path: &Path) {
    fs::write(path, "mine").expect("written");
}

#[test]
fn a_merge_that_was_cut_short_leaves_no_run_and_is_cleared_up_by_the_next() {
    let shards = Shards::new("cut");
    let Shards { path, merge, whole } = &shards;
    let (out, building) = (path.join("out"), shards.building());
    // As left by a kill at several moments.
    for names in [&[][..], &["lock"], &["lock", "merging"], &["lock", "merging", "rows.jsonl"]] {
        fs::create_dir(&building).expect("a directory");
        names.iter().for_each(|name| fs::write(building.join(name), "").expect("written"));
        shards.merges();
        fs::remove_dir_all(&out).expect("removed");
    }
    fs::create_dir(&building).expect("a directory");
    for name in ["lock", "manifest.json", "rows.jsonl"] {
        fs::copy(path.join("whole").join(name), building.join(name)).expect("copied");
    }
    fs::write(building.join("merging"), "").expect("written");
    let text = plyscope(format!("export {} --format csv", building.display())).fails(1);
    assert!(text.contains("holds no run"), "{text}");
    note(&building.join("mine.txt"));
    let text = plyscope(merge).fails(1);
    assert!(text.contains("mine.txt"), "{text}");
    assert!(!out.exists() && rows(&building) == *whole, "nothing was removed");
    fs::remove_file(building.join("mine.txt")).expect("removed");
    shards.merges();
    // As left by a kill between the last two steps: without its mark, and not yet renamed.
    fs::rename(&out, &building).expect("moved");
    shards.merges();
    let text = plyscope(merge).fails(1);
    assert!(text.contains("holds a run already"), "{text}");
    assert!(rows(&out) == *whole && !building.exists());
    // An empty directory, also behind a symbolic link, may be the target.
    fs::create_dir(path.join("empty")).expect("a directory");
    symlink("empty", path.join("link")).expect("a link");
    plyscope(merge.replace("/out ", "/link ")).succeeds();
    assert!(rows(&path.join("empty")) == *whole && path.join("link").is_symlink());
}

#[test]
fn a_merge_removes_nothing_that_no_merge_has_made() {
    let shards = Shards::new("foreign");
    let building = shards.building();
    // A run of that name is like any other: with different games, and with the same.
    for options in ["--seed 9", ""] {
        play(&building, options);
        let before = rows(&building);
        let text = plyscope(&shards.merge).fails(1);
        assert!(text.contains("out.merging holds a run already"), "{text}");
        assert!(rows(&building) == before && !shards.path.join("out").exists());
        plyscope(format!("{TOURNAMENT} {options} --resume {}", building.display())).succeeds();
        plyscope(format!("export {} --format csv", building.display())).succeeds();
        fs::remove_dir_all(&building).expect("removed");
    }
    fs::create_dir(&building).expect("a directory");
    for name in ["rows.jsonl", "notes.txt", "time.json"] {
        note(&building.join(name));
    }
    let text = plyscope(&shards.merge).fails(1);
    assert!(text.contains("out.merging holds no run and is not empty"), "{text}");
    assert_eq!(fs::read_dir(&building).expect("it").count(), 3);
    fs::remove_dir_all(&building).expect("removed");
    shards.merges();
}

#[test]
fn no_run_is_put_into_another_one() {
    let shards = Shards::new("inside");
    let shard = shards.path.join("shard1");
    let here = shard.display();
    let ladder = "-q ladder random-tree --branching uniform:2 --pairs 2 --reference-depths 1..2 \
                  --reference algorithm=ab-saved --challenger algorithm=bfm";
    let count = || fs::read_dir(&shard).expect("it").count();
    let before = count();
    for arguments in [
        format!("{ladder} --run-dir {here}"),
        format!("{TOURNAMENT} --run-dir {here}/in"),
        format!("-q experiment run korf-fig-9 --scale quick --set seeds=1 --run-dir {here}"),
        shards.merge.replace("/out ", "/shard1/in "),
    ] {
        let text = plyscope(&arguments).fails(1);
        assert!(text.contains("would be inside the run in "), "{text}");
        assert_eq!(count(), before, "{arguments}");
    }
    plyscope(format!("{TOURNAMENT} --run-dir in")).in_directory(&shard).fails(1);
    assert_eq!(count(), before);
}

#[test]
fn runs_whose_names_are_no_text_are_merged_under_these_names() {
    let shards = Shards::new("names");
    let parts = ["part1", "part2"].map(|part| shards.path.join(part));
    // The same name, if invalid UTF-8 were left out.
    let names = [&b"x\xff\x1b"[..], b"x\xfe\x1b"].map(OsStr::from_bytes);
    for (part, shard) in parts.iter().zip(["shard1", "shard2"]) {
        for name in names {
            fs::create_dir_all(part.join(name)).expect("a directory");
            for file in ["manifest.json", "rows.jsonl"] {
                let from = shards.path.join(shard).join(file);
                fs::copy(from, part.join(name).join(file)).expect("copied");
            }
        }
    }
    let out = shards.path.join("runs");
    let [one, two] = parts.each_ref().map(|part| part.display());
    let merge = format!("merge {} {one} {two}", out.display());
    plyscope(&merge).succeeds();
    for name in names {
        assert!(rows(&out.join(name)) == shards.whole);
    }
    let text = plyscope(&merge).text();
    assert!(text.contains("\\x1b: merged already") && !text.contains('\x1b'), "{text}");
}
