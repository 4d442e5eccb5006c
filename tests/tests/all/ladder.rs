//! The papers' ladders of horizons: depths that match, and scores there.

use plyscope::domain::{RandomTreeDomain, TreeParameters};
use plyscope::tournament::ladder::{Equal, Ladder, Match};
use plyscope_core::random_tree::{Branching, EdgeCosts, Generation};

fn climb(
    branching: Branching,
    challenger: &str,
    depths: std::ops::RangeInclusive<u32>,
    from: u32,
) -> Vec<Match> {
    let parameters = TreeParameters {
        branching,
        edge_costs: EdgeCosts::Korf,
        generation: Generation::BreadthFirst,
        game_depth: 100,
    };
    let ladder = Ladder {
        domain: RandomTreeDomain { parameters },
        reference: "algorithm=ab-saved,depth=1".parse().unwrap(),
        challenger: challenger.parse().unwrap(),
        reference_depths: depths,
        challenger_from: from,
        pairs: Some(200),
        seed: 0,
        equal: Equal::Nodes,
        threads: 2,
        run_dir: None,
    };
    ladder.climb(&mut |_| {}).unwrap()
}

/// Depth of the challenger with most nearly the reference's nodes, and its wins in %.
fn nearest(found: &Match) -> (u32, f64) {
    (found.nearest.challenger_depth, 100.0 * found.nearest.tally.decided().unwrap_or(0.5))
}

/// Fig. 13, b = 2: the paper's 52 against alpha-beta's 10; scores of an independent measurement, each with an
/// interval of 3 to 7 points.
#[test]
fn on_binary_trees_best_first_minimax_searches_52_plies_for_alpha_betas_10() {
    let found = climb(Branching::uniform(2).unwrap(), "algorithm=bfm,depth=1", 1..=10, 1);
    let expected = [
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
    assert_eq!(found.len(), expected.len());
    for (found, (depth, wins)) in found.iter().zip(expected) {
        let (ours, score) = nearest(found);
        let what = format!("alpha-beta {}: {ours}, {score} %", found.nearest.reference_depth);
        assert!(ours.abs_diff(depth) <= 1, "{what}");
        assert!((score - wins).abs() < 3.5, "{what}");
    }
    assert_eq!(nearest(&found[9]).0, 52);
}

/// Fig. 14, B = 5 and 10, and Fig. 17, B = 5.
#[test]
fn with_random_branching_the_matching_depths_and_scores_are_the_measured_ones() {
    let random = |b| Branching::random(b).unwrap();
    for (branching, challenger, reference, from, depth, wins) in [
        (random(5), "algorithm=bfm,depth=1", 7, 29, 31, 68.0),
        (random(10), "algorithm=bfm,depth=1", 6, 28, 30, 51.0),
    ] {
        let found = climb(branching, challenger, reference..=reference, from);
        let (ours, score) = nearest(&found[0]);
        assert_eq!(ours, depth, "alpha-beta {reference}");
        assert!((score - wins).abs() < 4.0, "{score}");
    }
    for (reference, from, depth, wins) in [(5, 12, 13, 92.0), (6, 15, 17, 89.0)] {
        let extension = format!("algorithm=extension,depth=1,shallow={}", reference - 1);
        let (ours, score) = nearest(&climb(random(5), &extension, reference..=reference, from)[0]);
        assert_eq!(ours, depth, "alpha-beta {reference}");
        assert!((score - wins).abs() < 4.0, "{score}");
    }
}
