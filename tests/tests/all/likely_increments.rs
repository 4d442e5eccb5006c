//! Off-line learning of forward estimation's most likely increments (Zhang 1996, section 5.2): ten games are sampled,
//! and the edge costs of all nodes generated in them are collected. The evaluations' built-in increments are the means.

use plyscope::domain::OthelloEvaluation;
use plyscope::learn::edge_costs::{EdgeCosts, measure, openings};
use plyscope_core::othello::{Bill, Patterns, Simple};

fn learn(evaluation: &OthelloEvaluation) -> EdgeCosts {
    measure(evaluation, &openings(10), 4, 2, &mut || ()).unwrap().unwrap()
}

/// Checks that the increments are the means of ten games, up to a rounding of at most one part in forty.
fn are_the_means(evaluation: &OthelloEvaluation, (low, high): (i32, i32)) {
    let EdgeCosts { edges, means, lowest, highest, .. } = learn(evaluation);
    println!("{edges} edges, means {means:?}, extremes {lowest} and {highest}");
    assert!(edges > 100_000);
    for (mean, given) in [(means.0, low), (means.1, high)] {
        assert!((mean / f64::from(given) - 1.0).abs() < 0.025, "{means:?}, not {low} and {high}");
    }
}

#[test]
fn those_of_the_simple_evaluation_are_the_means_of_ten_games() {
    are_the_means(&OthelloEvaluation::Simple, Simple::MOST_LIKELY);
}

#[test]
fn those_of_bill_are_the_means_of_ten_games() {
    are_the_means(&OthelloEvaluation::Bill(Bill::LEARNED), Bill::MOST_LIKELY);
}

#[test]
fn those_of_patterns_are_the_means_of_ten_games() {
    are_the_means(&OthelloEvaluation::Patterns(Patterns::LEARNED), Patterns::MOST_LIKELY);
}

#[test]
fn sampled_edge_costs_are_the_same_with_any_threads() {
    let evaluation = OthelloEvaluation::named("simple").unwrap();
    let costs = |threads| measure(&evaluation, &openings(4), 3, threads, &mut || ());
    assert_eq!(costs(1), costs(3));
}
