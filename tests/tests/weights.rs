//! The weights that come with core: that they are the ones described beside them, and that they are worth their place.

use plyscope::domain::OthelloDomain;
use plyscope::tournament::{Format, Tournament};
use plyscope_core::othello::Patterns;
use plyscope_core::othello::patterns::{WEIGHTS, backwards};
use sha2::{Digest, Sha256};

const FILE: &[u8] = include_bytes!("../../core/weights/patterns.bin");
const README: &str = include_str!("../../core/weights/README.md");

#[test]
fn the_file_is_the_one_whose_making_is_described() {
    assert_eq!(FILE.len(), WEIGHTS);
    assert_eq!(Patterns::LEARNED, Patterns::new(FILE).unwrap());
    let hash: String = Sha256::digest(FILE).iter().map(|byte| format!("{byte:02x}")).collect();
    assert!(README.contains(&hash), "SHA-256 {hash} is not in core/weights/README.md");
}

#[test]
fn a_pattern_read_backwards_weighs_the_same() {
    for index in 0..WEIGHTS as u16 {
        assert_eq!(FILE[usize::from(index)], FILE[usize::from(backwards(index))], "{index}");
    }
}

#[test]
fn patterns_beat_the_simple_evaluation_by_more_than_three_to_one() {
    let engines = ["patterns", "simple"].map(|evaluation| {
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
    let tally = standings.pairings[0].tally;
    assert!(tally.score() > Some(0.75), "{tally:?}");
}
