//! The papers' ladders of horizons: matching depths, and the scores at them.

use plyscope::domain::{OthelloDomain, RandomTreeDomain, TreeParameters};
use plyscope::engine::{Algorithm, Engine, Entrant};
use plyscope::tournament::ladder::{DepthResult, Equal, Ladder};
use plyscope_core::random_tree::Branching;

fn climb(
    branching: Branching,
    challenger: &str,
    depths: std::ops::RangeInclusive<u32>,
    from: u32,
) -> Vec<DepthResult> {
    let parameters = TreeParameters::new(branching);
    let ladder = Ladder {
        domain: RandomTreeDomain { parameters },
        reference: "algorithm=ab-saved,depth=1".parse().unwrap(),
        challenger: challenger.parse().unwrap(),
        reference_depths: depths,
        challenger_from: from,
        pairs: Some(200),
        seed: 0,
        equal: Equal::Nodes,
    };
    ladder.climb(2, None, &mut |_| {}).unwrap()
}

/// The challenger's depth with the number of nodes nearest to the reference's, and its wins in %.
fn nearest(found: &DepthResult) -> (u32, f64) {
    (found.nearest.challenger_depth, 100.0 * found.nearest.tally.decided().unwrap_or(0.5))
}

/// Fig. 13, b = 2: for alpha-beta's depths from 1 on, the depth of best-first minimax with as many nodes, and its wins in
/// % as an independent measurement has them, each with an interval of 3 to 7 points.
const BINARY: [(u32, f64); 10] = [
    (1, 50.0),
    (3, 65.0),
    (6, 88.0),
    (10, 94.0),
    (14, 93.0),
    (19, 96.0),
    (26, 93.0),
    (32, 89.0),
    (42, 89.0),
    (52, 82.5),
];

/// Plays the ladder from alpha-beta's depth `first` to `last`, and checks the matches.
fn assert_binary(first: u32, last: u32) -> Vec<DepthResult> {
    let uniform = Branching::uniform(2).unwrap();
    let expected = &BINARY[first as usize - 1..last as usize];
    let from = expected[0].0.saturating_sub(2).max(1);
    let found = climb(uniform, "algorithm=bfm,depth=1", first..=last, from);
    assert_eq!(found.len(), expected.len());
    for (found, &(depth, wins)) in found.iter().zip(expected) {
        let (ours, score) = nearest(found);
        let what = format!("alpha-beta {}: {ours}, {score} %", found.nearest.reference_depth);
        assert!(ours.abs_diff(depth) <= 1, "{what}");
        assert!((score - wins).abs() < 3.5, "{what}");
    }
    found
}

/// Checks one match: the depth that the challenger reaches, and its wins.
fn assert_match(branching: u32, challenger: &str, [reference, from, depth]: [u32; 3], wins: f64) {
    let branching = Branching::random(branching).unwrap();
    let found = climb(branching, challenger, reference..=reference, from);
    let (ours, score) = nearest(&found[0]);
    assert_eq!(ours, depth, "alpha-beta {reference}");
    assert!((score - wins).abs() < 4.0, "{score}");
}

#[test]
fn on_binary_trees_best_first_minimax_searches_26_plies_for_alpha_betas_7() {
    assert_binary(1, 7);
}

/// Fig. 17, B = 5.
#[test]
fn with_random_branching_best_first_extension_searches_13_plies_for_alpha_betas_5() {
    assert_match(5, "algorithm=extension,depth=1,shallow=4", [5, 12, 13], 92.0);
}

#[test]
fn best_first_minimax_solves_with_the_reference_unless_it_has_limits() {
    let solves = |challenger: &str| {
        let challenger: Entrant = challenger.parse().unwrap();
        let ladder = Ladder {
            domain: OthelloDomain::all_openings(1),
            reference: Engine::new(Algorithm::AlphaBeta).into(),
            challenger,
            reference_depths: 8..=8,
            challenger_from: 8,
            pairs: Some(1),
            seed: 0,
            equal: Equal::Nodes,
        };
        let tournament = ladder.tournament((8, 8));
        assert!(tournament.schedule().is_ok());
        tournament.engines[1].own().unwrap().solve
    };
    assert_eq!(solves("name=b,algorithm=bfm,depth=8"), 8);
    assert_eq!(solves("name=b,algorithm=bfm,depth=8,nodes=3"), 0);
    assert_eq!(solves("name=b,algorithm=bfm,depth=8,st=0.5"), 0);
}

mod nightly {
    use super::{assert_binary, assert_match, nearest};

    /// The paper's number.
    #[test]
    #[ignore = "takes a minute"]
    fn on_binary_trees_best_first_minimax_searches_52_plies_for_alpha_betas_10() {
        let found = assert_binary(8, 10);
        assert_eq!(nearest(&found[2]).0, 52);
    }

    /// Fig. 14, B = 5 and 10, and Fig. 17, B = 5.
    #[test]
    #[ignore = "takes a minute"]
    fn with_random_branching_the_matching_depths_and_scores_are_the_measured_ones() {
        assert_match(5, "algorithm=bfm,depth=1", [7, 29, 31], 68.0);
        assert_match(10, "algorithm=bfm,depth=1", [6, 28, 30], 51.0);
        assert_match(5, "algorithm=extension,depth=1,shallow=5", [6, 15, 17], 89.0);
    }
}
