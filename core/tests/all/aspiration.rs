//! Aspiration search (Eppstein's notes): what a good guess saves, what a bad one costs, and that it ends.
//! That it finds the value is checked with all exact searches.

use crate::support::outcome::{Outcome, run};
use plyscope_core::random_tree::{Child, EdgeCostSum, RandomTree};
use plyscope_core::search::estimate::Estimate;
use plyscope_core::search::forward_estimation::{
    Edges, FixedBounds, Learned, LearnedSeparately, Scaled,
};
use plyscope_core::{
    AlphaBeta, Aspiration, DepthFirst, IterativeDeepening, Limits, Order, Policy, Request, Search,
    Stop, Value, storage,
};

const DEPTH: Limits = Limits::depth(6);

fn inner(tree: &RandomTree) -> impl Search<&RandomTree> {
    AlphaBeta::new(tree, EdgeCostSum, Policy::new(Order::Static), storage!(26, 512))
}

fn run_expecting<'t>(
    search: &mut impl Search<&'t RandomTree>,
    tree: &'t RandomTree,
    value: Value,
) -> Outcome<Child> {
    let root = tree.root();
    let request = Request::new(&root).limits(DEPTH).expected(Some(value));
    search.search(&request).expect("it fits").into()
}

#[test]
fn a_right_guess_needs_no_second_search_and_no_more_nodes_than_the_full_window() {
    let (mut narrow, mut full) = (0, 0);
    for seed in 1..=300 {
        let tree = RandomTree::zhang(seed);
        let plain = run(&mut inner(&tree), &tree.root(), DEPTH);
        let mut search = Aspiration::new(inner(&tree), 1);
        let found = run_expecting(&mut search, &tree, plain.value);
        assert_eq!(search.researches(), 0, "seed {seed}");
        assert!(found.counts.generated <= plain.counts.generated, "seed {seed}");
        narrow += found.counts.generated;
        full += plain.counts.generated;
    }
    assert!(narrow < full, "{narrow} against {full}");
}

#[test]
fn a_guess_just_beyond_the_window_on_either_side_costs_one_more_search() {
    for seed in 1..=300 {
        let tree = RandomTree::zhang(seed);
        let value = run(&mut inner(&tree), &tree.root(), DEPTH).value;
        for miss in [-100, 100] {
            let mut search = Aspiration::new(inner(&tree), 50);
            run_expecting(&mut search, &tree, value.plus(miss));
            // The second window begins at the bound found, which may be the value itself, and is wide enough.
            assert_eq!(search.researches(), 1, "seed {seed}, off by {miss}");
        }
    }
}

#[test]
fn a_guess_far_off_costs_no_more_than_a_few_searches() {
    for seed in 1..=300 {
        let tree = RandomTree::zhang(seed);
        for guess in [Value::MIN, Value::new(-200_000), Value::new(200_000), Value::MAX] {
            let mut search = Aspiration::new(inner(&tree), 50);
            run_expecting(&mut search, &tree, guess);
            // The window grows fourfold each time: 50 times 4^13 covers all values.
            assert!((1..=13).contains(&search.researches()), "seed {seed}, guess {guess}");
        }
    }
}

#[test]
fn an_unlimited_half_width_is_one_search_with_the_full_window() {
    for seed in 1..=100 {
        let tree = RandomTree::zhang(seed);
        let plain = run(&mut inner(&tree), &tree.root(), DEPTH);
        let mut search = Aspiration::new(inner(&tree), u32::MAX);
        assert_eq!(run_expecting(&mut search, &tree, Value::new(12_345)), plain);
        assert_eq!(search.researches(), 0);
    }
}

/// A selective search may answer "less than 5" to one window and "more than 6" to the next. Trusting both could loop
/// forever.
#[test]
fn aspiration_ends_even_if_the_estimates_contradict_each_other() {
    fn check<X: Estimate + Copy>(name: &str, policy: Policy<X>) {
        for seed in 1..=60 {
            let tree = RandomTree::zhang(seed);
            let inner = || DepthFirst::new(&tree, EdgeCostSum, policy, storage!(26, 512));
            // Far more than ten searches with the full window need.
            let limits = Limits::depth(5).and_nodes(100_000);
            for half_width in [0, 100, 16_384] {
                let what = format!("{name}, half-width {half_width}, seed {seed}");
                let mut search = Aspiration::new(inner(), half_width);
                let found = search.search(&Request::new(&tree.root()).limits(limits)).unwrap();
                assert_eq!(found.stop, Stop::Completed, "{what}");
                let mut search = IterativeDeepening::with_aspiration(inner(), half_width);
                let found = search.search(&Request::new(&tree.root()).limits(limits)).unwrap();
                assert_eq!(found.stop, Stop::Completed, "deepening, {what}");
            }
        }
    }
    let costs = RandomTree::zhang(0).edge_costs();
    let exact = FixedBounds::exact(costs.lowest(), costs.highest());
    let policy = Policy::new(Order::Static);
    check("exact", policy.estimating(Edges(exact)));
    let learned = policy.estimating(Edges(Learned::default()));
    check("learned", learned);
    check("learned separately", policy.estimating(Edges(LearnedSeparately::default())));
    let scaled = policy.estimating(Scaled::new(exact, 0.5));
    check("scaled", scaled);
    check("two-sided, learned", learned.two_sided(true));
    check("two-sided, scaled", scaled.two_sided(true));
}
