//! Experiments: invariants of all of them, and snapshots of the rows of quick runs.

use std::collections::BTreeSet;

use plyscope::experiment::{Ended, Experiment, Place, RunOptions, Scale, all, remarks_on};
use plyscope::record::Shard;
use plyscope::report::{Summary, Verdict, png, statements, svg};
use serde_json::Value;
use sha2::{Digest as _, Sha256};

fn run(
    experiment: &dyn Experiment,
    changes: &[(&str, &str)],
    threads: usize,
) -> (Summary, Vec<String>) {
    let changes: Vec<(String, String)> =
        changes.iter().map(|(name, text)| ((*name).to_owned(), (*text).to_owned())).collect();
    let settings = experiment.changed_settings(Scale::Quick, &changes).unwrap();
    let mut options = RunOptions {
        threads,
        place: Place::Nowhere,
        shard: Shard::WHOLE,
        progress: &mut |_| {},
        interrupted: &|| false,
    };
    match experiment.run(&settings, &mut options).unwrap() {
        Ended::Finished { summary, lines } => (summary, lines),
        ended => panic!("{ended:?}"),
    }
}

/// The first 16 hexadecimal digits of the rows' SHA-256.
fn digest(lines: &[String]) -> String {
    let mut hash = Sha256::new();
    for line in lines {
        hash.update(line.as_bytes());
        hash.update(b"\n");
    }
    hash.finalize().iter().take(8).map(|byte| format!("{byte:02x}")).collect()
}

/// Name and digest of the rows of a quick run. A change here is a change of a search, of a tree or of a quick scale.
const SNAPSHOTS: &[(&str, &str)] = &[
    ("alpha-beta-best-case", "d8ebbff0fea6a85c"),
    ("aspiration-windows", "66e2336837e59cee"),
    ("eiselt-hexapawn", "a06c4219cf2a1762"),
    ("fe-against-bfm", "0c3abc5eb2b7302c"),
    ("fe-against-bfm-othello", "109974262546badf"),
    ("fe-online-othello", "47caac5b40eb6ee2"),
    ("fe-probcut-othello", "e1d8e5ab1a429e15"),
    ("fe-schemes-othello", "adbf4f918e536485"),
    ("fe-two-sided", "4abf0464a216910d"),
    ("korf-branch-and-bound", "2b2a049d3c19fd93"),
    ("korf-deeper-trees", "484b5aed90dbf731"),
    ("korf-expansion", "81e360ec961d6d2c"),
    ("korf-extension-work", "acc66e405ff20d85"),
    ("korf-fig-10", "72884dac483867da"),
    ("korf-fig-11", "5e5db6359715f0cb"),
    ("korf-fig-12", "52210dc8df24152b"),
    ("korf-fig-13", "d9a718ad82f54616"),
    ("korf-fig-14", "4f4b6378067aca4f"),
    ("korf-fig-16", "0af000ecb2c65f7e"),
    ("korf-fig-16-patterns", "4f4dbdd79a08b927"),
    ("korf-fig-16-shape", "7b729e28e31625ad"),
    ("korf-fig-17", "26801a788c53cfd4"),
    ("korf-fig-6-7", "4495e6558a798771"),
    ("korf-fig-8", "a54b64982d1887b0"),
    ("korf-fig-9", "8a4f0ce5781e3dad"),
    ("korf-fig-9-branching", "bf7c76902fad7459"),
    ("korf-figs-1-2", "ffb8e199335e893d"),
    ("korf-fixed-nodes", "7bfe2a2a27af52ef"),
    ("korf-generation", "b1a0fdfa75a43450"),
    ("korf-inheritance", "c8444670f37244a2"),
    ("korf-kept-trees", "4585b911ee925b8b"),
    ("korf-stop-ordering", "f4e53257c008a15d"),
    ("korf-tempo", "67270fd4ac19f43f"),
    ("korf-text", "dbd2f36bd2e67491"),
    ("korf-theorem-1", "e3756e0e3e6dac86"),
    ("lineage-accuracy-dial", "61b65f458eec59a0"),
    ("lineage-baseline", "a66169354d9b15bb"),
    ("lineage-estimators", "eb5534b133a31904"),
    ("lineage-definitions", "c02afdbb45afb0a8"),
    ("lineage-expansion", "9da4e6cec28bf64d"),
    ("lineage-leaves", "0db4a63cc0e5f1ed"),
    ("lineage-memory", "f1e892bf4930fe1b"),
    ("lineage-price", "d29a39398162f555"),
    ("lineage-switches", "0e305e08f4e72fdb"),
    ("notes-small-trees", "a6d03b6d02182a2c"),
    ("rbfms-cache", "5f74de1ac4ff6006"),
    ("zhang-conventions", "6b142d3fe23581b2"),
    ("zhang-deep-binary", "ec11079f03070159"),
    ("zhang-delta-othello", "7d1f039544cb41c1"),
    ("zhang-fig-1a", "db05fda597c310f0"),
    ("zhang-fig-1b", "5b79f0688d131aef"),
    ("zhang-fig-2", "471177224313fb31"),
    ("zhang-fig-3a", "64775550d03d0b12"),
    ("zhang-fig-3b", "08b47fbdc5ce50cc"),
    ("zhang-fig-3b-patterns", "c0a29c88aded961d"),
    ("zhang-off-line", "11a08f57e53b0a79"),
    ("zhang-table-1", "6dcd4179d9f5114a"),
    ("zhang-text", "fe2dc4061a3f0cc4"),
];

/// Checks of the aspiration windows.
fn find_the_value_and_help_only_at_depth(summary: &Summary) {
    let verdicts: Vec<&Verdict> = summary.claims.iter().map(|claim| &claim.verdict).collect();
    assert_eq!(*verdicts[0], Verdict::Holds);
    // Depth 3, then 5 and 7.
    assert!(matches!(verdicts[1], Verdict::Differs { .. }), "{verdicts:?}");
    assert_eq!([verdicts[2], verdicts[3]], [&Verdict::Holds; 2]);
}

/// Whether the quick run of this experiment takes more than a second or two.
fn is_long(id: &str) -> bool {
    const LONG: [&str; 20] = [
        "korf-expansion",
        "korf-fig-10",
        "korf-fig-11",
        "korf-fig-12",
        "korf-fig-13",
        "korf-fig-14",
        "korf-fig-17",
        "korf-fig-6-7",
        "korf-fig-8",
        "korf-fig-9",
        "korf-generation",
        "korf-theorem-1",
        "time-a-node",
        "zhang-conventions",
        "zhang-delta-othello",
        "zhang-fig-1a",
        "zhang-fig-1b",
        "zhang-fig-2",
        "zhang-table-1",
        "zhang-text",
    ];
    let families = ["fe-", "korf-fig-16", "lineage-", "zhang-fig-3"];
    id == "rbfms-cache"
        || LONG.contains(&id)
        || families.iter().any(|family| id.starts_with(family))
}

/// Experiments that measure processor time, so that their rows are not the same twice.
const TIMED: [&str; 5] = [
    "korf-fig-16-time",
    "lineage-expansion-time",
    "lineage-switches-time",
    "time-a-node",
    "zhang-fig-3b-time",
];

fn assert_rows_are_what_they_were(long: bool) {
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    let expected = |id: &str| SNAPSHOTS.iter().find(|(of, _)| *of == id).map(|(_, digest)| *digest);
    let mut wrong = Vec::new();
    let (mut remarked, mut keys) = (BTreeSet::new(), BTreeSet::new());
    for experiment in all() {
        let id = experiment.about().id;
        if is_long(id) != long {
            continue;
        }
        let (summary, lines) = run(*experiment, &[], threads);
        let found = digest(&lines);
        if TIMED.contains(&id) {
            assert!(!lines.is_empty(), "{id}");
        } else if expected(id) != Some(found.as_str()) {
            wrong.push(format!("(\"{id}\", \"{found}\"),"));
        }
        assert!(!summary.claims.is_empty() && !summary.figures.is_empty(), "{id}");
        for figure in &summary.figures {
            let drawn = svg::inline(figure);
            assert!(drawn.contains("currentColor") && !drawn.contains("NaN"), "{}", figure.name());
            assert!(png(figure).unwrap().len() > 5_000, "{}", figure.name());
        }
        remarked.extend(remarks_on(id).iter().flat_map(|remark| remark.keys()));
        keys.extend(summary.claims.iter().filter_map(|claim| claim.key));
        for statement in statements(&summary.claims).iter().filter(|one| !one.is_one()) {
            let whole = statement.first.part_of.as_ref();
            assert!(whole.is_some(), "{id}: {} says nothing as a whole", statement.text);
        }
        if id == "aspiration-windows" {
            find_the_value_and_help_only_at_depth(&summary);
        }
    }
    let lost: Vec<_> = remarked.difference(&keys).collect();
    assert!(lost.is_empty(), "remarks are on keys that no claim has: {lost:?}");
    assert!(wrong.is_empty(), "these rows differ:\n{}", wrong.join("\n"));
}

#[test]
fn rows_of_quick_runs_are_what_they_were() {
    assert_rows_are_what_they_were(false);
}

mod nightly {
    #[test]
    #[ignore = "takes minutes"]
    fn rows_of_longer_quick_runs_are_what_they_were() {
        super::assert_rows_are_what_they_were(true);
    }
}

#[test]
fn every_setting_is_explained_and_names_are_unique() {
    let mut ids = BTreeSet::new();
    for experiment in all() {
        let about = experiment.about();
        assert!(ids.insert(about.id), "{} twice", about.id);
        let explained: BTreeSet<&str> = about.settings.iter().map(|key| key.name).collect();
        for scale in Scale::ALL {
            let settings = experiment.changed_settings(scale, &[]).unwrap();
            let names: BTreeSet<&str> = settings.keys().map(String::as_str).collect();
            assert_eq!(names, explained, "{}", about.id);
        }
    }
}

#[test]
fn the_second_half_has_trees_and_openings_of_its_own_and_says_so() {
    for (id, changes) in [
        ("korf-stop-ordering", vec![("seeds", "3")]),
        (
            "lineage-switches",
            vec![("games", "random-tree:5,connect-four"), ("seeds", "2,12"), ("nodes", "20,20")],
        ),
    ] {
        let experiment = plyscope::experiment::find(id).unwrap();
        let with = |half| [changes.clone(), vec![("half", half)]].concat();
        let (usual, first) = (run(experiment, &changes, 2), run(experiment, &with("first"), 2));
        assert_eq!(usual, first, "{id}");
        let (summary, second) = run(experiment, &with("second"), 2);
        assert!(summary.tables[0].title.contains("second half"), "{id}");
        assert!(!usual.0.tables[0].title.contains("half"), "{id}");
        // Seeds, or openings by their moves.
        let starts = |lines: &[String]| -> BTreeSet<String> {
            let rows = lines.iter().map(|line| serde_json::from_str::<Value>(line).unwrap());
            let of = |row: Value| match &row["starts"] {
                Value::Array(starts) => starts.iter().map(Value::to_string).collect(),
                _ => vec![row["seed"].to_string()],
            };
            rows.flat_map(of).collect()
        };
        let (first, second) = (starts(&first.1), starts(&second));
        assert!(!first.is_empty() && first.len() == second.len(), "{id}: {first:?}");
        assert!(first.is_disjoint(&second), "{id}: {first:?} {second:?}");
        let refused = |name: &str, text: &str| {
            let change = [(name.to_owned(), text.to_owned())];
            experiment.changed_settings(Scale::Quick, &change).unwrap_err().to_string()
        };
        assert!(refused("seed", "268435455").contains("half=second"), "{id}");
        assert!(refused("half", "third").contains("write first or second"), "{id}");
    }
    let all = plyscope::experiment::find("korf-fig-16").unwrap();
    let change = [("half".to_owned(), "second".to_owned())];
    assert!(all.changed_settings(Scale::Quick, &change).is_err(), "all openings are one half");
}

/// Table 1's printed digits, against `reproduction.md`'s columns of 1000 trees of the same generator.
#[test]
fn zhangs_table_1_has_the_means_of_the_documented_trees() {
    let experiment = plyscope::experiment::find("zhang-table-1").unwrap();
    let (summary, _) = run(experiment, &[("depth", "4")], 2);
    let means = |column: usize| -> Vec<String> {
        let cells = summary.tables[0].rows.iter().skip(1).filter_map(|row| row[column].value());
        cells.map(|mean| format!("{mean:.3}")).collect()
    };
    assert_eq!(means(2), ["16.615", "49.463", "132.234"]);
    assert_eq!(means(6), ["16.615", "65.135", "160.551"]);
}
