//! Experiments on ladders and small trees: rows do not depend on threads or interruptions, ladders agree with `plyscope
//! ladder`, and small trees agree with the papers.

use std::cell::Cell;

use plyscope::domain::{OthelloDomain, RandomTreeDomain, TreeParameters};
use plyscope::experiment::{Ended, Place, RunOptions, Scale, find};
use plyscope::record::Shard;
use plyscope::report::{Cell as TableCell, Summary, Verdict};
use plyscope::tournament::ladder::{DepthResult, Equal, Ladder};
use plyscope_core::random_tree::Branching;
use sha2::{Digest as _, Sha256};

fn run_in(
    id: &str,
    changes: &[(&str, &str)],
    threads: usize,
    place: Place,
    interrupted: &dyn Fn() -> bool,
) -> Ended {
    let changes: Vec<(String, String)> =
        changes.iter().map(|(name, text)| ((*name).to_owned(), (*text).to_owned())).collect();
    let experiment = find(id).unwrap();
    let settings = experiment.changed_settings(Scale::Quick, &changes).unwrap();
    let mut options =
        RunOptions { threads, place, shard: Shard::WHOLE, progress: &mut |_| {}, interrupted };
    experiment.run(&settings, &mut options).unwrap()
}

fn run(id: &str, changes: &[(&str, &str)], threads: usize) -> (Summary, Vec<String>) {
    match run_in(id, changes, threads, Place::Nowhere, &|| false) {
        Ended::Finished { summary, lines } => (summary, lines),
        ended => panic!("{ended:?}"),
    }
}

/// An experiment, changes to its quick settings, and the digest of its rows: of the searches, the domains and the ladder.
type Snapshot = (&'static str, &'static [(&'static str, &'static str)], &'static str);

/// All ladder experiments, with little work.
const LADDERS: [Snapshot; 10] = [
    (
        "korf-fig-13",
        &[("seeds", "12"), ("branching", "2,3"), ("depths", "4,3")],
        "af3c9c35c3fe998e",
    ),
    (
        "korf-fig-14",
        &[("seeds", "12"), ("branching", "2,5"), ("depths", "4,3")],
        "6a920ec28e4025c6",
    ),
    (
        "korf-fig-17",
        &[("seeds", "12"), ("branching", "2,5"), ("depths", "4,3")],
        "b5d4de4986ea92c4",
    ),
    // With tournaments that grow.
    (
        "korf-fig-17",
        &[("seeds", "12"), ("branching", "2,5"), ("depths", "4,3"), ("most", "48")],
        "fa86ea0c181d32d0",
    ),
    // Table 1's placement of the tests alone, then with another.
    (
        "zhang-fig-3a",
        &[("seeds", "12"), ("depth", "3"), ("placement", "table1")],
        "0409078866c194fb",
    ),
    ("zhang-fig-3a", &[("seeds", "12"), ("depth", "3")], "5ef320e9e31d5cc1"),
    (
        "korf-fig-16",
        &[("seeds", "5"), ("depth", "2"), ("evaluation", "simple")],
        "be6e07cbef670583",
    ),
    ("korf-fig-16-patterns", &[("seeds", "5"), ("depth", "2")], "4d672076f381b7f6"),
    (
        "zhang-fig-3b",
        &[("seeds", "5"), ("depth", "2"), ("evaluation", "simple")],
        "5de0c03c712d880e",
    ),
    ("zhang-fig-3b-patterns", &[("seeds", "5"), ("depth", "2")], "ab1272731dc7b32f"),
];

/// Small trees at quick scale.
const TREES: [Snapshot; 3] = [
    ("korf-figs-1-2", &[], "d8d4ba44b2fde356"),
    ("eiselt-hexapawn", &[], "3dc5f7bf57f19961"),
    ("alpha-beta-best-case", &[], "5b3e8568f541412b"),
];

/// The first 16 hexadecimal digits of the rows' SHA-256.
fn digest(lines: &[String]) -> String {
    let hash = Sha256::digest(lines.join("\n").as_bytes());
    hash.iter().take(8).map(|byte| format!("{byte:02x}")).collect()
}

#[test]
fn rows_are_what_they_were_with_any_number_of_threads() {
    let mut wrong = Vec::new();
    for (number, (id, changes, expected)) in LADDERS.into_iter().chain(TREES).enumerate() {
        let threads = 1 + number % 3;
        let (summary, lines) = run(id, changes, threads);
        assert!(!summary.figures.is_empty() && !summary.claims.is_empty(), "{id}");
        let found = digest(&lines);
        if found != expected {
            wrong.push(format!("{id} with {threads} threads: {found}"));
        }
    }
    assert!(wrong.is_empty(), "these rows differ:\n{}", wrong.join("\n"));
}

/// A tournament that decides nothing is played on more trees: the same games as in a tournament of that size.
#[test]
fn tournaments_that_grow_are_those_of_the_larger_sample() {
    let settings =
        |seeds, most| [("seeds", seeds), ("branching", "2"), ("depths", "3"), ("most", most)];
    let tournaments = |summary: &Summary| -> Vec<Vec<String>> {
        let table = summary.tables.iter().find(|table| table.title.starts_with("All tournaments"));
        table.unwrap().rows.iter().map(|row| row.iter().map(TableCell::display).collect()).collect()
    };
    let (small, rows_of_small) = run("korf-fig-17", &settings("12", "1"), 2);
    let (grown, rows) = run("korf-fig-17", &settings("12", "48"), 2);
    assert_eq!(rows[..rows_of_small.len()], rows_of_small);
    let (small, grown) = (tournaments(&small), tournaments(&grown));
    assert_eq!(grown[..small.len()], small);
    let larger = tournaments(&run("korf-fig-17", &settings("48", "1"), 2).0);
    assert!(grown.len() > small.len(), "nothing grew: {grown:?}");
    assert!(grown[small.len()..].iter().all(|row| larger.contains(row)), "{grown:?} {larger:?}");
}

#[test]
fn a_ladder_that_was_interrupted_goes_on_to_the_same_rows() {
    let (id, changes, _) = LADDERS[0];
    let path = std::env::temp_dir().join(format!("plyscope-ladder-{}", std::process::id()));
    let asked = Cell::new(0);
    let interrupted = || {
        asked.set(asked.get() + 1);
        asked.get() > 11
    };
    let begun = run_in(id, changes, 2, Place::New(path.clone()), &interrupted);
    assert_eq!(begun, Ended::Interrupted);
    let ended = run_in(id, changes, 2, Place::Existing(path.clone()), &|| false);
    std::fs::remove_dir_all(&path).unwrap();
    let Ended::Finished { summary, lines } = ended else { panic!("{ended:?}") };
    assert_eq!((summary, lines), run(id, changes, 2));
}

/// Depths of both at equal work.
fn rungs(matches: &[DepthResult]) -> Vec<[u64; 2]> {
    let depths = |found: &DepthResult| {
        [found.nearest.reference_depth.into(), found.nearest.challenger_depth.into()]
    };
    matches.iter().map(depths).collect()
}

fn numbers(summary: &Summary, label: &str) -> Vec<[u64; 2]> {
    let table = summary.tables.iter().find(|table| table.columns[0].label == "curve").unwrap();
    let is_curve = |row: &&Vec<TableCell>| row[0].display() == label;
    let rows = table.rows.iter().filter(is_curve);
    rows.map(|row| [1, 2].map(|column| row[column].value().unwrap() as u64)).collect()
}

#[test]
fn an_experiments_ladder_is_the_commands() {
    let parameters = TreeParameters::new(Branching::uniform(3).unwrap());
    let ladder = Ladder {
        domain: RandomTreeDomain { parameters },
        reference: "algorithm=ab-saved,depth=1".parse().unwrap(),
        challenger: "algorithm=bfm,depth=1".parse().unwrap(),
        reference_depths: 1..=4,
        challenger_from: 1,
        pairs: Some(30),
        seed: 0,
        equal: Equal::Nodes,
    };
    let expected = ladder.climb(2, None, &mut |_| {}).unwrap();
    let settings = [("seeds", "30"), ("branching", "3"), ("depths", "4")];
    let (summary, _) = run("korf-fig-13", &settings, 2);
    assert_eq!(numbers(&summary, "b = 3"), rungs(&expected));

    let ladder = Ladder {
        domain: OthelloDomain::default(),
        reference: "algorithm=ab-saved,depth=1,evaluation=discs".parse().unwrap(),
        challenger: "algorithm=bfm,depth=1,evaluation=discs".parse().unwrap(),
        reference_depths: 1..=2,
        challenger_from: 1,
        pairs: Some(9),
        seed: 5,
        equal: Equal::Nodes,
    };
    let expected = ladder.climb(2, None, &mut |_| {}).unwrap();
    let settings = [("seeds", "9"), ("seed", "5"), ("depth", "2"), ("evaluation", "discs")];
    let (summary, _) = run("korf-fig-16", &settings, 2);
    assert_eq!(numbers(&summary, "best-first minimax"), rungs(&expected));
}

#[test]
fn equal_times_are_measured_and_shown() {
    let settings = [("seeds", "4"), ("depth", "2"), ("budget", "time")];
    let (summary, lines) = run("korf-fig-16", &settings, 2);
    assert!(lines.iter().all(|line| line.contains("\"nanos\"")));
    let times = |label: &str| label.contains("CPU time a game");
    let columns: Vec<usize> = (0..)
        .zip(&summary.tables[0].columns)
        .filter(|(_, column)| times(&column.label))
        .map(|(place, _)| place)
        .collect();
    assert_eq!(columns.len(), 2);
    let row = summary.tables[0].rows.first().unwrap();
    assert!(columns.iter().all(|&column| row[column].value().unwrap() > 0.0));
}

#[test]
fn settings_that_cannot_be_done_are_refused() {
    let refused = [
        ("korf-fig-13", "branching", "2,3"),
        ("korf-fig-17", "depths", "1,1,1,1"),
        ("korf-fig-16", "evaluation", "none"),
        ("korf-fig-16", "budget", "coffee"),
        ("zhang-fig-3a", "delta", "0.0,1.0"),
        ("zhang-fig-3a", "placement", "table1,middle"),
        ("zhang-fig-2", "placement", "literal,literal"),
        ("zhang-fig-3b", "bounds", "mean,guessed"),
        ("zhang-fig-3b", "seeds", "245"),
        ("korf-figs-1-2", "expansion", "half"),
        ("eiselt-hexapawn", "order", "random"),
        ("alpha-beta-best-case", "depths", "40,6,4"),
        ("aspiration-windows", "widths", "0,5"),
    ];
    for (id, name, text) in refused {
        let changes = [(name.to_owned(), text.to_owned())];
        let settings = find(id).unwrap().changed_settings(Scale::Quick, &changes);
        assert!(settings.is_err(), "{id} {name}={text}");
    }
}

/// The statements that do not hold, by themselves or by our reading.
fn failing(summary: &Summary) -> Vec<String> {
    let open = |verdict: &Verdict| matches!(verdict, Verdict::NotTestable { .. });
    let claims = summary.claims.iter().filter(|claim| claim.differs() || open(&claim.verdict));
    claims.map(|claim| format!("{} | {} | {}", claim.statement, claim.paper, claim.ours)).collect()
}

#[test]
fn the_example_of_best_first_minimax_goes_as_the_paper_tells() {
    for expansion in ["partial", "full"] {
        let (summary, _) = run("korf-figs-1-2", &[("expansion", expansion)], 1);
        assert_eq!(failing(&summary), [""; 0], "{expansion}");
        let names: Vec<&str> = summary.figures.iter().map(|figure| figure.name()).collect();
        assert_eq!(names.len(), 4 + 8, "{names:?}");
    }
}

#[test]
fn of_the_notes_hexapawn_only_the_won_games_superfluous_replies_differ() {
    let (summary, _) = run("eiselt-hexapawn", &[], 1);
    let expected = [
        "tree 2: replies that need not be looked at | 1, 2, 3, 4, 5, 6 | 0 of 1 case",
        "tree 2: their number | 6 | 3",
    ];
    assert_eq!(failing(&summary), expected);
    let (summary, _) = run("eiselt-hexapawn", &[("order", "own")], 1);
    assert!(!failing(&summary).iter().any(|claim| claim.starts_with("tree 1: their number")));
}

#[test]
fn in_perfect_order_alpha_beta_generates_the_minimal_tree() {
    let (summary, _) = run("alpha-beta-best-case", &[("seeds", "4")], 2);
    assert_eq!(failing(&summary), [""; 0]);
}
