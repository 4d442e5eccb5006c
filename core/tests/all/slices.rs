//! A search in slices of any sizes is the search at once: the whole report, with and without a limit of nodes, for
//! every search of the core.

use crate::support::cases::config;
use crate::support::naive;
use crate::support::outcome::{Outcome, run};
use crate::support::playout::playout;
use crate::support::random::Random;
use crate::support::roster::{self, Entry};
use plyscope_core::hexapawn::{Hexapawn, PawnCount};
use plyscope_core::othello::{Board, Othello, Simple};
use plyscope_core::random_tree::{Branching, EdgeCostSum, EdgeCosts, RandomTree};
use plyscope_core::{Evaluator, Game, Limits, Progress, Request, Search, Stop, Value};
use proptest::prelude::{Just, Strategy, any, prop_oneof};
use proptest::test_runner::TestCaseError;
use proptest::{collection, prop_assert, prop_assert_eq, proptest};

/// Sizes of slices, used in turn: mostly tiny, now and then long, sometimes nothing at all.
fn budgets() -> impl Strategy<Value = Vec<u64>> {
    let size = prop_oneof![4 => 1..4u64, 3 => 4..60u64, 1 => 60..5_000u64, 1 => Just(0)];
    collection::vec(size, 1..12).prop_filter("some progress", |sizes| sizes.iter().any(|&n| n > 0))
}

/// Searches in slices, and checks at each pause that the slice was what was asked for.
fn in_slices<G: Game>(
    search: &mut dyn Search<G>,
    root: &G::Position,
    limits: Limits,
    budgets: &[u64],
) -> Result<Outcome<G::Move>, TestCaseError> {
    search.start(&Request::new(root).limits(limits));
    for &budget in budgets.iter().cycle() {
        let before = search.counts().generated;
        let progress = search.step(budget).map_err(|e| TestCaseError::fail(e.to_string()))?;
        let new = search.counts().generated - before;
        match progress {
            Progress::Done => break,
            Progress::Paused => {
                prop_assert_eq!(new, budget, "a pause comes after exactly the budget");
                prop_assert_eq!(search.report().stop, Stop::Running);
            }
        }
        prop_assert!(new <= budget);
    }
    let found: Outcome<_> = search.report().into();
    prop_assert!(search.step(1_000).is_ok_and(|progress| progress == Progress::Done));
    prop_assert_eq!(&Outcome::from(search.report()), &found, "a search that has ended has ended");
    Ok(found)
}

/// Checks one search: sliced against whole, with exactly as many nodes as it needs, and with
/// a `share` of them.
fn check<G: Game>(
    entry: &mut Entry<G>,
    root: &G::Position,
    limits: Limits,
    share: f64,
    budgets: &[u64],
) -> Result<(), TestCaseError> {
    let name = &entry.name;
    let search = &mut *entry.search;
    let whole = run(search, root, limits);
    prop_assert_eq!(whole.stop, Stop::Completed, "{}", name);
    prop_assert_eq!(&in_slices(search, root, limits, budgets)?, &whole, "{}", name);

    let needed = whole.counts.generated;
    let exactly = run(search, root, limits.and_nodes(needed));
    prop_assert_eq!(&exactly, &whole, "{} with as many nodes as it needs", name);

    let fewer = (needed as f64 * share) as u64;
    if fewer < needed {
        let limits = limits.and_nodes(fewer);
        let stopped = run(search, root, limits);
        prop_assert_eq!((stopped.stop, stopped.counts.generated), (Stop::Nodes, fewer), "{}", name);
        let sliced = in_slices(search, root, limits, budgets)?;
        prop_assert_eq!(&sliced, &stopped, "{} with {} nodes", name, fewer);
    }
    Ok(())
}

/// Checks every search of the core.
fn check_all<G, E>(
    game: &G,
    evaluator: &E,
    root: &G::Position,
    depth: u32,
    share: f64,
    budgets: &[u64],
) -> Result<(), TestCaseError>
where
    G: Game + Clone + 'static,
    E: Evaluator<G::Position, State: 'static> + Clone + 'static,
{
    let bounds = naive::edge_extremes(game, evaluator, root, depth);
    let guesses = [Value::new(3), Value::MAX];
    let mut entries = roster::exact(game, evaluator, bounds, &guesses);
    entries.extend(roster::inexact(game, evaluator, bounds, &guesses));
    for mut entry in entries {
        // No search here needs nearly as many nodes; one that does not end fails instead of hanging.
        let limits = Limits::depth(depth).and_nodes(1_000_000);
        check(&mut entry, root, limits, share, budgets)?;
    }
    Ok(())
}

fn trees() -> impl Strategy<Value = (RandomTree, u64)> {
    let branching = prop_oneof![
        (1..5u32).prop_map(|b| Branching::uniform(b).unwrap()),
        (1..7u32).prop_map(|b| Branching::random(b).unwrap()),
        (1..6u32).prop_map(|b| Branching::random_with_leaves(b).unwrap()),
    ];
    let costs = prop_oneof![Just(EdgeCosts::Korf), Just(EdgeCosts::Zhang), Just(EdgeCosts::Wide)];
    (any::<u32>(), branching, costs, 0..3u64).prop_map(|(seed, branching, costs, plies)| {
        (RandomTree::new(seed, branching).with_edge_costs(costs), plies)
    })
}

proptest! {
    #![proptest_config(config(300))]

    #[test]
    fn every_search_of_a_random_tree_may_be_sliced(
        (tree, plies) in trees(),
        depth in 0..6u32,
        share in 0.0..1.0f64,
        budgets in budgets(),
    ) {
        let root = playout(&tree, &tree.root(), plies, &mut Random::new(plies));
        check_all(&tree, &EdgeCostSum, &root, depth, share, &budgets)?;
    }

    #[test]
    fn every_search_of_hexapawn_may_be_sliced(
        plies in 0..5u64,
        seed in any::<u64>(),
        depth in 0..6u32,
        share in 0.0..1.0f64,
        budgets in budgets(),
    ) {
        let game = Hexapawn::<3, 3>;
        let root = playout(&game, &Hexapawn::<3, 3>::start(), plies, &mut Random::new(seed));
        check_all(&game, &PawnCount::<3, 3>, &root, depth, share, &budgets)?;
    }
}

proptest! {
    #![proptest_config(config(150))]

    #[test]
    fn every_search_of_othello_may_be_sliced(
        plies in 0..61u64,
        seed in any::<u64>(),
        depth in 0..4u32,
        share in 0.0..1.0f64,
        budgets in budgets(),
    ) {
        let root = playout(&Othello, &Board::START, plies, &mut Random::new(seed));
        check_all(&Othello, &Simple, &root, depth, share, &budgets)?;
    }
}
