//! Searches on a tree in memory can run in slices: slices of any size give exactly the result of one run.

use plyscope::tree::{
    BestFirst, BestFirstExtension, Formulation, SavedAlphaBeta, TreeSearch, WhenFull,
};
use plyscope_core::random_tree::{Branching, Child, EdgeCostSum, RandomTree};
use plyscope_core::{Bound, Expansion, Progress, Request, Search as _, Stop, Value, Window};
use plyscope_tests::outcome::Outcome;

type Named = (String, Box<dyn TreeSearch<RandomTree>>);

/// Searches with memory for `limit` nodes.
fn searches(tree: &RandomTree, limit: u32) -> Vec<Named> {
    let mut all: Vec<Named> = Vec::new();
    for expansion in [Expansion::Partial, Expansion::Full] {
        for when_full in [WhenFull::Linear, WhenFull::Prune] {
            for formulation in [Formulation::Figure3, Formulation::Text] {
                let best_first = || {
                    BestFirst::new(tree.clone(), EdgeCostSum, expansion, limit)
                        .with_formulation(formulation)
                        .when_full(when_full)
                };
                let name = format!("{expansion:?}, {when_full:?}, {formulation:?}, {limit} nodes");
                all.push((format!("best-first, {name}"), Box::new(best_first())));
                let extension = BestFirstExtension::new(best_first(), 3);
                all.push((format!("extension, {name}"), Box::new(extension)));
            }
        }
    }
    let saved = SavedAlphaBeta::new(tree.clone(), EdgeCostSum, limit);
    all.push((format!("alpha-beta, {limit} nodes"), Box::new(saved)));
    let deepening = SavedAlphaBeta::deepening(tree.clone(), EdgeCostSum, limit);
    all.push((format!("deepening, {limit} nodes"), Box::new(deepening)));
    all
}

fn in_slices(
    search: &mut dyn TreeSearch<RandomTree>,
    request: &Request<'_, RandomTree>,
    sizes: &[u64],
) -> Outcome<Child> {
    search.start(request);
    let mut sizes = sizes.iter().cycle();
    let mut steps = 0;
    while search.step(*sizes.next().unwrap()).unwrap() == Progress::Paused {
        steps += 1;
        assert_eq!(search.report().stop, Stop::Running);
        assert!(steps < 1_000_000, "it comes to an end");
    }
    search.report().into()
}

#[test]
fn slices_of_any_sizes_give_the_result_of_one_run() {
    for seed in 0..6 {
        let tree = RandomTree::new(seed, Branching::random(5).unwrap()).with_game_depth(9);
        let root = tree.root();
        for limit in [40, 100_000] {
            for nodes in [7, 60, 500, u64::MAX] {
                let request = Request::new(&root).depth(6).nodes(nodes);
                for (name, mut whole) in searches(&tree, limit) {
                    let found = Outcome::from(whole.search(&request).unwrap());
                    for sizes in [&[1][..], &[3, 1, 17], &[250]] {
                        let (_, mut sliced) = searches(&tree, limit)
                            .into_iter()
                            .find(|(other, _)| *other == name)
                            .unwrap();
                        let what =
                            format!("{name}, seed {seed}, at most {nodes}, slices {sizes:?}");
                        assert_eq!(in_slices(&mut *sliced, &request, sizes), found, "{what}");
                        assert_eq!(sliced.memory_use(), whole.memory_use(), "{what}");
                    }
                }
            }
        }
    }
}

#[test]
fn a_search_in_a_window_says_on_which_side_the_value_is() {
    for seed in 0..40 {
        let tree = RandomTree::new(seed, Branching::random(5).unwrap());
        let root = tree.root();
        let request = Request::new(&root).depth(5);
        let value =
            SavedAlphaBeta::new(tree.clone(), EdgeCostSum, 100_000).search(&request).unwrap().value;
        for (alpha, beta, bound) in
            [(-1, 1, Bound::Exact), (0, 100, Bound::Upper), (-100, 0, Bound::Lower)]
        {
            let window = Window { alpha: value.plus(alpha), beta: value.plus(beta) };
            let mut search = SavedAlphaBeta::new(tree.clone(), EdgeCostSum, 100_000);
            let report = search.search(&request.window(window)).unwrap();
            assert_eq!(report.bound, bound, "seed {seed}");
            assert_eq!(window.classify(report.value), bound, "seed {seed}");
        }
        // Best-first minimax continues while the root's value is inside the window.
        let high = Window { alpha: Value::NEG_INFINITY, beta: Value::new(-100_000) };
        let mut search = BestFirst::new(tree.clone(), EdgeCostSum, Expansion::Full, 100_000);
        let report = search.search(&request.window(high)).unwrap();
        assert_eq!((report.bound, report.best_move), (Bound::Lower, None), "seed {seed}");
        assert!(report.value > high.beta, "seed {seed}");
    }
}

#[test]
fn a_stopped_search_has_a_partial_result_and_stays_stopped() {
    let tree = RandomTree::new(5, Branching::random(5).unwrap());
    let root = tree.root();
    for (name, mut search) in searches(&tree, 40).into_iter().chain(searches(&tree, 100_000)) {
        search.start(&Request::new(&root).depth(40));
        assert_eq!(search.step(150), Ok(Progress::Paused), "{name}");
        search.stop();
        let stopped = Outcome::from(search.report());
        assert_eq!(stopped.stop, Stop::Polled, "{name}");
        assert!(stopped.counts.generated >= 150, "{name}");
        assert_eq!(search.step(100), Ok(Progress::Done), "{name}");
        assert_eq!(Outcome::from(search.report()), stopped, "{name}");
    }
}
