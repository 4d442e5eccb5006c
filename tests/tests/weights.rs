//! The weights that come with core: that they are the ones described beside them, and that they are worth their place.

use plyscope::domain::OthelloDomain;
use plyscope::learn::bill::edges::edge_table;
use plyscope::tournament::{Format, Tournament};
use plyscope_core::othello::bill::EDGES;
use plyscope_core::othello::{Bill, Patterns};
use sha2::{Digest, Sha256};

const FILE: &[u8] = include_bytes!("../../core/weights/patterns.bin");
const BILL: &[u8] = include_bytes!("../../core/weights/bill.bin");
const README: &str = include_str!("../../core/weights/README.md");

#[test]
fn the_files_are_those_whose_making_is_described() {
    assert_eq!(FILE.len(), WEIGHTS);
    assert_eq!(Patterns::LEARNED, Patterns::new(FILE).unwrap());
    // A header, 52 discriminants, and the edge table.
    assert_eq!((BILL.len(), Bill::LEARNED.stages()), (8 + 52 * 60 + 59_049 * 2, (12, 63)));
    assert_eq!(Bill::LEARNED, Bill::new(BILL).unwrap());
    for file in [FILE, BILL] {
        let hash: String = Sha256::digest(file).iter().map(|byte| format!("{byte:02x}")).collect();
        assert!(README.contains(&hash), "SHA-256 {hash} is not in core/weights/README.md");
    }
}

#[test]
fn the_edge_table_is_the_one_that_its_procedure_makes() {
    let table = edge_table();
    assert!((0..EDGES).all(|index| Bill::LEARNED.edge(index) == i32::from(table[index])));
}

/// The score of one evaluation against another in 200 games at depth 4.
fn score(one: &str, other: &str) -> f64 {
    let engines = [one, other].map(|evaluation| {
        let text =
            format!("name={evaluation},algorithm=alpha-beta,depth=4,evaluation={evaluation}");
        text.parse().unwrap()
    });
    let tournament = Tournament {
        domain: OthelloDomain::default(),
        engines: engines.to_vec(),
        format: Format::RoundRobin,
        pairs: Some(100),
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
