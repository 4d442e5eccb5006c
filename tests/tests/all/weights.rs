//! The weights in core: they are the ones described beside them, and they are worth their size.

use plyscope::domain::OthelloDomain;
use plyscope::learn::bill::edges::edge_table;
use plyscope::tournament::{Format, Tournament};
use plyscope_core::othello::bill::{CHECKSUM, EDGES};
use plyscope_core::othello::patterns::MIXED;
use plyscope_core::othello::{Bill, Patterns, ProbCuts};
use plyscope_core::search::probe::Cut;
use serde_json::Value;
use sha2::{Digest, Sha256};

const PATTERNS: &[u8] = include_bytes!("../../../core/weights/patterns.bin");
const SMALL: &[u8] = include_bytes!("../../../core/weights/patterns-small.bin");
const LARGE: &[u8] = include_bytes!("../../../core/weights/patterns-large.bin");
const BILL: &[u8] = include_bytes!("../../../core/weights/bill.bin");

fn sha256(file: &[u8]) -> String {
    Sha256::digest(file).iter().map(|byte| format!("{byte:02x}")).collect()
}

/// Bill's file as written by the training, when the format had no checksum.
fn first_format(file: &[u8]) -> Vec<u8> {
    let mut file = file[..file.len() - CHECKSUM].to_vec();
    file[4] = 1;
    file
}

/// A training manifest's entry for the evaluation in `file`, found by its hash.
fn learned(manifest: &str, file: &[u8]) -> Value {
    let manifest: Value = serde_json::from_str(manifest).unwrap();
    let hash = sha256(file);
    let generations = manifest["generations"].as_array().unwrap();
    let last = generations.last().unwrap()["learned"].as_array().unwrap();
    let found = last.iter().find(|learned| learned["sha256"] == hash.as_str());
    found.unwrap_or_else(|| panic!("SHA-256 {hash} is not in the manifest")).clone()
}

#[test]
fn bill_is_the_file_whose_making_is_described() {
    let manifest = include_str!("../../../core/weights/bill.json");
    let learned = learned(manifest, BILL);
    assert_eq!((&learned["bytes"], &learned["candidate"]), (&BILL.len().into(), &"bill".into()));
    assert_eq!(learned["sha256_of_first_format"], sha256(&first_format(BILL)).as_str());
    assert_eq!(Bill::new(BILL), Some(Bill::LEARNED));
    let readme = include_str!("../../../core/weights/README.md").replace(" \\\n    ", " ");
    let manifest: Value = serde_json::from_str(manifest).unwrap();
    let command = manifest["command"].as_str().unwrap();
    assert!(readme.contains(command), "core/weights/README.md does not have: {command}");
}

#[test]
fn the_patterns_are_the_files_whose_making_is_described() {
    let readme = include_str!("../../../core/weights/README.md").replace(" \\\n    ", " ");
    for (file, patterns, manifest, limit) in [
        (PATTERNS, Patterns::LEARNED, include_str!("../../../core/weights/patterns.json"), 262_144),
        (
            LARGE,
            Patterns::LARGE,
            include_str!("../../../core/weights/patterns-large.json"),
            1_000_000,
        ),
        (SMALL, Patterns::SMALL, include_str!("../../../core/weights/patterns-small.json"), 65_536),
    ] {
        let manifest: Value = serde_json::from_str(manifest).unwrap();
        assert_eq!(manifest["bytes"], file.len());
        assert_eq!(manifest["sha256"], sha256(file).as_str());
        assert_eq!(manifest["fingerprint"], patterns.fingerprint());
        let phases = match patterns.phases() {
            MIXED => "mixed".to_owned(),
            phases => phases.to_string(),
        };
        let candidate = format!("{}:{phases}", patterns.set().name());
        assert_eq!(manifest["plan"]["candidate"], candidate.as_str());
        assert_eq!(Patterns::new(file), Some(patterns));
        assert!(file.len() <= limit);
        let command = manifest["command"].as_str().unwrap();
        assert!(readme.contains(command), "core/weights/README.md does not have: {command}");
        // The number of games and the directory that they were read from are those of the command that played them.
        let games = manifest["sources"][0]["games"].as_u64().unwrap();
        let directory = manifest["plan"]["games"][0].as_str().unwrap();
        let played = format!("plyscope learn games --run-dir {directory} --games {games} ");
        assert!(readme.contains(&played), "core/weights/README.md does not have: {played}");
        // The error is that of the labels, which one phase does not fit better than an earlier one, though it plays better.
        for phase in manifest["phases"].as_array().unwrap() {
            let error = |key: &str| phase[key].as_f64().unwrap();
            let is_large = patterns == Patterns::LARGE;
            assert!(!is_large || error("error") < error("error_of_patterns"), "{phase}");
        }
    }
}

#[test]
fn the_cuts_to_the_end_are_those_whose_making_is_described() {
    let readme = include_str!("../../../core/weights/README.md").replace(" \\\n    ", " ");
    let file = include_bytes!("../../../core/weights/probcut-large-ends.bin").as_slice();
    let manifest = include_str!("../../../core/weights/probcut-large-ends.json");
    let manifest: Value = serde_json::from_str(manifest).unwrap();
    assert_eq!(
        (&manifest["bytes"], &manifest["sha256"]),
        (&file.len().into(), &sha256(file).into())
    );
    assert_eq!(manifest["fingerprint"], ProbCuts::LARGE.evaluation());
    let command = manifest["command"].as_str().unwrap();
    assert!(readme.contains(command), "core/weights/README.md does not have: {command}");
    let mut room = vec![Cut::EMPTY; file.len() / 8];
    assert_eq!(ProbCuts::parse(file, &mut room).unwrap().cuts(40), ProbCuts::LARGE.ends());
    for cuts in [ProbCuts::LEARNED, ProbCuts::SMALL] {
        assert!(
            cuts.ends().is_empty(),
            "devices have none, and play as the desktop does with theirs"
        );
    }
    let learned = manifest["learned"].as_array().unwrap();
    assert_eq!(learned.len(), ProbCuts::LARGE.ends().len());
    for (one, cut) in learned.iter().zip(ProbCuts::LARGE.ends()) {
        assert_eq!(one["pair"], format!("{}:{}", cut.deep, cut.shallow));
        assert!(
            (f64::from(cut.deviation) - one["deviation"].as_f64().unwrap().ceil()).abs() < 0.5,
            "{one}"
        );
    }
}

#[test]
fn the_cuts_for_probcut_are_those_whose_making_is_described() {
    let readme = include_str!("../../../core/weights/README.md").replace(" \\\n    ", " ");
    for (file, cuts, manifest, limit) in [
        (
            include_bytes!("../../../core/weights/probcut.bin").as_slice(),
            ProbCuts::LEARNED,
            include_str!("../../../core/weights/probcut.json"),
            4096,
        ),
        (
            include_bytes!("../../../core/weights/probcut-large.bin").as_slice(),
            ProbCuts::LARGE,
            include_str!("../../../core/weights/probcut-large.json"),
            4096,
        ),
        (
            include_bytes!("../../../core/weights/probcut-small.bin").as_slice(),
            ProbCuts::SMALL,
            include_str!("../../../core/weights/probcut-small.json"),
            1536,
        ),
    ] {
        let manifest: Value = serde_json::from_str(manifest).unwrap();
        assert_eq!(manifest["bytes"], file.len());
        assert_eq!(manifest["sha256"], sha256(file).as_str());
        assert_eq!(manifest["fingerprint"], cuts.evaluation());
        assert!(file.len() <= limit);
        let command = manifest["command"].as_str().unwrap();
        assert!(readme.contains(command), "core/weights/README.md does not have: {command}");
        let mut room = vec![Cut::EMPTY; file.len() / 8];
        // Without those to the end of the game, which have a file of their own.
        assert_eq!(ProbCuts::parse(file, &mut room), Some(cuts.with_ends(ProbCuts::NONE)));
        // Each cut is the one that the manifest describes.
        let learned = manifest["learned"].as_array().unwrap();
        for one in learned {
            let discs = one["discs"][0].as_u64().unwrap() as u32;
            let pair = one["pair"].as_str().unwrap();
            let is_it = |cut: &&Cut| format!("{}:{}", cut.deep, cut.shallow) == pair;
            let cut = cuts.cuts(discs).iter().find(is_it).unwrap();
            let number = |key: &str| one[key].as_f64().unwrap();
            assert!((f64::from(cut.slope) / 256.0 - number("slope")).abs() < 0.003, "{one}");
            assert!((f64::from(cut.offset) - number("offset")).abs() <= 0.51, "{one}");
            assert!((f64::from(cut.deviation) - number("deviation") - 0.5).abs() <= 0.51, "{one}");
        }
    }
}

#[test]
fn thirty_of_thirty_flipped_bytes_are_refused_and_the_built_in_weights_are_whole() {
    assert!(Patterns::LEARNED.is_intact() && Patterns::SMALL.is_intact());
    assert!(Patterns::LARGE.is_intact());
    assert!(Bill::LEARNED.is_intact());
    for file in [PATTERNS, SMALL, LARGE, BILL] {
        for number in 0..30 {
            let mut damaged = file.to_vec();
            damaged[number * (file.len() - 1) / 29] ^= 1 << (number % 8);
            let taken = Patterns::new(&damaged).is_some() || Bill::new(&damaged).is_some();
            assert!(!taken, "{number}");
        }
    }
}

#[test]
fn the_edge_table_is_the_one_that_its_procedure_makes() {
    let table = edge_table();
    assert!((0..EDGES).all(|index| Bill::LEARNED.edge(index) == i32::from(table[index])));
}

/// The score of one evaluation against another in 100 games at depth 3.
fn score(one: &str, other: &str) -> f64 {
    let engines = [one, other].map(|evaluation| {
        let text =
            format!("name={evaluation},algorithm=alpha-beta,depth=3,evaluation={evaluation}");
        text.parse().unwrap()
    });
    let tournament = Tournament {
        domain: OthelloDomain::default(),
        engines: engines.to_vec(),
        format: Format::RoundRobin,
        pairs: Some(50),
        seed: 1,
    };
    let standings = tournament.schedule().unwrap().play_all(2).unwrap();
    // The first engine's games.
    standings.pairings[0].tally.score().unwrap()
}

#[test]
fn patterns_beat_the_simple_evaluation_by_more_than_three_to_one() {
    let score = score("patterns", "simple");
    assert!(score > 0.75, "{score}");
}

#[test]
fn bill_beats_the_simple_evaluation_by_more_than_three_to_two() {
    let score = score("bill", "simple");
    assert!(score > 0.6, "{score}");
}
