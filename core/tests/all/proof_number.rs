//! df-pn decides as naive minimax does, in every game, with tables of any useful size, at once and in slices.

use plyscope_core::connect_four::{ConnectFour, Discs, OpenLines};
use plyscope_core::hexapawn::{Hexapawn, PawnCount};
use plyscope_core::othello::{Board, DiscDifference, Othello};
use plyscope_core::random_tree::{Branching, EdgeCostSum, Generation, RandomTree};
use plyscope_core::search::proof_number::{Goal, ProofNumber};
use plyscope_core::search::table::{Slot, TranspositionTable};
use plyscope_core::{CapacityError, Evaluator, Game, Progress};

use crate::support::list_tree::{ListTree, Tree, node};
use crate::support::naive;
use crate::support::playout::playout;
use crate::support::random::Random;

fn slots(count: usize) -> Vec<Slot> {
    (0..count).map(|_| Slot::new()).collect()
}

/// Whether the goal can be reached, the move, and the nodes.
fn decide<G: Game + Clone>(
    game: &G,
    position: &G::Position,
    goal: Goal,
    slots: &[Slot],
    slice: u64,
) -> (bool, Option<G::Move>, u64) {
    let mut search = ProofNumber::<_, 64>::new(game.clone(), TranspositionTable::new(slots));
    search.start(position, goal);
    while search.step(slice).unwrap() == Progress::Paused {
        assert_eq!(search.proof(), None);
        assert!(search.generated() < 20_000_000, "it does not end");
    }
    (search.proof().unwrap(), search.best_move(), search.generated())
}

/// Compares with naive minimax to the end of the game. Returns the score's sign.
fn check<G, E>(game: &G, evaluator: &E, position: &G::Position) -> i32
where
    G: Game + Clone,
    E: Evaluator<G::Position>,
{
    let truth = naive::minimax(game, evaluator, position, 64).get().signum();
    for (goal, reached) in [(Goal::Win, truth > 0), (Goal::Draw, truth >= 0)] {
        for count in [1 << 10, 1 << 16] {
            let found = decide(game, position, goal, &slots(count), u64::MAX);
            assert_eq!(found.0, reached, "{goal:?}, {count} slots");
            assert_eq!(decide(game, position, goal, &slots(count), 1), found, "in slices");
            if let Some(mv) = found.1.filter(|_| reached) {
                let child = game.play(position, mv);
                let kept = -naive::minimax(game, evaluator, &child, 64).get().signum();
                assert!(kept > 0 || goal == Goal::Draw && kept == 0, "the move keeps the goal");
            }
        }
    }
    truth
}

#[test]
fn it_decides_endgames_of_every_game_as_minimax_does() {
    let mut random = Random::new(16);
    let mut signs = [0; 3];
    for round in 0..1000 {
        let discs = playout(&ConnectFour, &Discs::START, 31 + round % 11, &mut random);
        if ConnectFour.is_over(&discs) {
            continue;
        }
        signs[(check(&ConnectFour, &OpenLines, &discs) + 1) as usize] += 1;
    }
    for round in 0..60 {
        let board = playout(&Othello, &Board::START, 54 + round % 7, &mut random);
        check(&Othello, &DiscDifference, &board);
        let start = Hexapawn::<3, 3>::start();
        let pawns = playout(&Hexapawn::<3, 3>, &start, round % 5, &mut random);
        check(&Hexapawn::<3, 3>, &PawnCount::<3, 3>, &pawns);
        // Without keys.
        let tree = RandomTree::new(round as u32, Branching::random_with_leaves(3).unwrap())
            .with_generation(Generation::Hash)
            .with_game_depth(6);
        check(&tree, &EdgeCostSum, &tree.root());
    }
    assert!(signs.iter().all(|&count| count > 0), "{signs:?}");
}

/// A random tree whose leaves are wins, draws and losses.
fn random_tree(random: &mut Random, plies: u32) -> Tree {
    let children = if plies == 0 { 0 } else { random.below(4) };
    let value = random.below(3) as i32 - 1;
    node(value, (0..children).map(|_| random_tree(random, plies - 1)).collect())
}

/// A line's record is of its root alone, so a game without keys begins each search with an empty table.
#[test]
fn without_keys_one_table_serves_any_number_of_roots() {
    let mut random = Random::new(7);
    let slots = slots(1 << 10);
    let mut reached = [0; 2];
    for _ in 0..3000 {
        let game = ListTree::new(&random_tree(&mut random, 5));
        let truth = naive::minimax(&game, &game, &game.root(), 64).get().signum();
        for (goal, is_reached) in [(Goal::Win, truth > 0), (Goal::Draw, truth >= 0)] {
            let (found, ..) = decide(&game, &game.root(), goal, &slots, u64::MAX);
            assert_eq!(found, is_reached, "{goal:?} of {game:?}");
            reached[usize::from(found)] += 1;
        }
    }
    assert!(reached.iter().all(|&count| count > 500), "{reached:?}");
}

#[test]
fn hexapawn_is_decided_from_the_start() {
    // Whoever begins loses 3 x 3.
    let (_, _, nodes) =
        decide(&Hexapawn::<4, 4>, &Hexapawn::<4, 4>::start(), Goal::Win, &slots(1 << 16), 999);
    assert!(nodes < 1_000_000, "{nodes}");
    let three =
        decide(&Hexapawn::<3, 3>, &Hexapawn::<3, 3>::start(), Goal::Win, &slots(1 << 10), 9);
    assert!(!three.0);
}

#[test]
fn too_few_plies_are_an_error_and_decide_nothing() {
    let slots = slots(1 << 10);
    let mut search = ProofNumber::<_, 3>::new(ConnectFour, TranspositionTable::new(&slots));
    search.start(&Discs::START, Goal::Win);
    let error = loop {
        match search.step(10) {
            Ok(Progress::Paused) => {}
            other => break other,
        }
    };
    assert_eq!(error, Err(CapacityError::Plies { capacity: 3 }));
    assert_eq!(search.proof(), None);
    let mut none = ProofNumber::<_, 0>::new(ConnectFour, TranspositionTable::new(&slots));
    none.start(&Discs::START, Goal::Win);
    assert_eq!(none.step(10), Err(CapacityError::Plies { capacity: 0 }));
}
