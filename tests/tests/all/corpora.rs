//! The fuzzers' corpora as tests: every file through its target. The list of targets, the programs in `tests/fuzz` and the folders of
//! the corpora are the same.

use std::collections::BTreeSet;
use std::fs;
use std::panic::catch_unwind;
use std::path::{Path, PathBuf};
use std::thread;

use plyscope_tests::fuzz::{TARGETS, Target};

/// Files in a corpus, and bytes of all corpora, at most: they are part of the repository.
const FILES: usize = 200;
const BYTES: usize = 2 << 20;

fn fuzzers() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("fuzz")
}

/// The names in a folder.
fn names(folder: &Path) -> BTreeSet<String> {
    let entries = fs::read_dir(folder).unwrap_or_else(|error| panic!("{folder:?}: {error}"));
    entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect()
}

#[test]
fn every_target_has_a_program_and_a_corpus_and_there_are_no_others() {
    let targets: BTreeSet<String> = TARGETS.iter().map(|target| target.name.to_owned()).collect();
    assert_eq!(targets.len(), TARGETS.len(), "two targets have one name");
    assert_eq!(names(&fuzzers().join("corpus")), targets);
    let manifest = fs::read_to_string(fuzzers().join("Cargo.toml")).unwrap();
    let programs: BTreeSet<String> = manifest
        .split("[[bin]]")
        .skip(1)
        .filter_map(|program| program.split('"').nth(1).map(str::to_owned))
        .collect();
    assert_eq!(programs, targets);
    for name in &targets {
        let program = fs::read_to_string(fuzzers().join(format!("src/{name}.rs"))).unwrap();
        assert!(program.contains(&format!("plyscope_tests::fuzz::{name}(data)")), "{name}");
    }
    for dictionary in names(&fuzzers().join("dictionaries")) {
        let name = dictionary.strip_suffix(".dict").unwrap_or_default();
        assert!(targets.contains(name), "{dictionary} is of no target");
    }
}

/// The files of a target's corpus that fail, and the bytes of all.
fn failures(Target { name, run }: &Target) -> (Vec<String>, usize) {
    let folder = fuzzers().join("corpus").join(name);
    let files = names(&folder);
    assert!((1..=FILES).contains(&files.len()), "{name} has {} files", files.len());
    let mut bytes = 0;
    let fails = |file: &String| {
        let data = fs::read(folder.join(file)).unwrap();
        bytes += data.len();
        catch_unwind(|| run(&data)).is_err()
    };
    let failing: Vec<String> = files.into_iter().filter(fails).collect();
    (failing.iter().map(|file| format!("{name}/{file}")).collect(), bytes)
}

#[test]
fn every_file_of_every_corpus_passes_its_target() {
    let results: Vec<(Vec<String>, usize)> = thread::scope(|scope| {
        let running: Vec<_> = TARGETS
            .iter()
            .map(|target| {
                // As the main thread of a fuzzer, or of the command, has it.
                let builder = thread::Builder::new().stack_size(8 << 20);
                builder.spawn_scoped(scope, move || failures(target)).expect("a thread")
            })
            .collect();
        running.into_iter().map(|running| running.join().unwrap()).collect()
    });
    let failing: Vec<&String> = results.iter().flat_map(|(failing, _)| failing).collect();
    assert!(failing.is_empty(), "these files fail; what failed is told above: {failing:?}");
    let bytes: usize = results.iter().map(|(_, bytes)| bytes).sum();
    assert!(bytes <= BYTES, "the corpora have {bytes} bytes");
}
