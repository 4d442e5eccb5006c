//! The contract of `Game`, checked for every game of the core in the same way, in random games.

use std::fmt::Debug;

use crate::support::list_tree::{ListTree, Tree};
use crate::support::playout::{children, random_game};
use crate::support::random::Random;
use plyscope_core::hexapawn::{Hexapawn, PawnMove};
use plyscope_core::othello::{Board, DiscDifference, Move, Othello, Simple};
use plyscope_core::random_tree::{Branching, Generation, RandomTree};
use plyscope_core::{Game, Outcome, PACKED_MOVES, Side, static_value};

/// How the mover is defined: a fixed MAX and MIN in turn, or the side that searches.
#[derive(Clone, Copy)]
enum Movers {
    Alternate,
    AlwaysMax,
}

/// Checks one position.
fn check_position<G: Game>(game: &G, position: &G::Position)
where
    G::Position: PartialEq + Debug,
{
    let mut moves = game.moves(position);
    let mut seen: Vec<G::Move> = Vec::new();
    loop {
        let more = game.has_more(position, &moves);
        assert_eq!(game.has_more(position, &moves), more, "asking advances nothing: {position:?}");
        let Some((mv, child)) = game.next_child(position, &mut moves) else {
            assert!(!more, "more moves were promised: {position:?}");
            break;
        };
        assert!(more, "a move that was not promised: {position:?}");
        assert_eq!(game.play(position, mv), child, "playing {mv:?} in {position:?}");
        assert!(!seen.contains(&mv), "{mv:?} twice in {position:?}");
        let packed = game.pack(mv, seen.len() as u32);
        assert!(packed < PACKED_MOVES, "{mv:?} is packed as {packed} in {position:?}");
        assert_eq!(game.packed(position, mv), packed, "{mv:?} in {position:?}");
        assert_eq!(game.unpack(position, packed), Some(mv), "{packed} in {position:?}");
        seen.push(mv);
    }
    assert!(
        game.next_child(position, &mut moves).is_none(),
        "nothing after the last: {position:?}"
    );
    assert_eq!(game.count_moves(position), seen.len() as u64, "{position:?}");
    assert_eq!(game.is_over(position), seen.is_empty(), "{position:?}");
    // The same through a reference, and the same again.
    let again: Vec<G::Move> = children(&game, position).iter().map(|&(mv, _)| mv).collect();
    assert_eq!(again, seen, "{position:?}");
    assert_eq!((&game).count_moves(position), seen.len() as u64, "{position:?}");
    assert_eq!((&game).is_over(position), seen.is_empty(), "{position:?}");
    assert_eq!((&game).mover(position), game.mover(position), "{position:?}");
}

fn check<G: Game>(game: &G, start: &G::Position, movers: Movers, games: u64)
where
    G::Position: PartialEq + Debug,
{
    let mut random = Random::new(42);
    for _ in 0..games {
        let mut expected = game.mover(start);
        for position in random_game(game, start, 200, &mut random) {
            check_position(game, &position);
            assert_eq!(game.mover(&position), expected, "{position:?}");
            expected = match movers {
                Movers::Alternate => expected.other(),
                Movers::AlwaysMax => Side::Max,
            };
        }
    }
}

#[test]
fn othello_keeps_the_contract() {
    check(&Othello, &Board::START, Movers::AlwaysMax, 100);
}

#[test]
fn hexapawn_keeps_the_contract() {
    check(&Hexapawn::<3, 3>, &Hexapawn::<3, 3>::start(), Movers::Alternate, 100);
    check(&Hexapawn::<4, 4>, &Hexapawn::<4, 4>::start(), Movers::Alternate, 100);
    check(&Hexapawn::<1, 3>, &Hexapawn::<1, 3>::start(), Movers::Alternate, 1);
    check(&Hexapawn::<2, 32>, &Hexapawn::<2, 32>::start(), Movers::Alternate, 20);
    check(&Hexapawn::<21, 3>, &Hexapawn::<21, 3>::start(), Movers::Alternate, 20);
    check(&Hexapawn::<8, 8>, &Hexapawn::<8, 8>::start(), Movers::Alternate, 20);
}

#[test]
fn random_trees_keep_the_contract() {
    for generation in [
        Generation::BreadthFirst,
        Generation::ReseedParent,
        Generation::ReseedNode,
        Generation::Hash,
    ] {
        for branching in [
            Branching::uniform(1),
            Branching::uniform(7),
            Branching::random(6),
            Branching::random_with_leaves(6),
            Branching::random(9).and_then(|branching| branching.with_root(5)),
        ] {
            for seed in 0..4 {
                let tree = RandomTree::new(seed, branching.unwrap()).with_generation(generation);
                check(&tree, &tree.root(), Movers::Alternate, 5);
            }
        }
    }
}

#[test]
fn the_example_trees_of_these_tests_keep_the_contract() {
    let tree = RandomTree::new(1, Branching::random_with_leaves(4).unwrap());
    let copy = Tree::copy(&tree, &plyscope_core::random_tree::EdgeCostSum, &tree.root(), 6);
    let game = ListTree::new(&copy);
    check(&game, &game.root(), Movers::Alternate, 50);
}

#[test]
fn random_trees_have_the_numbers_of_children_that_were_asked_for() {
    let mut random = Random::new(1);
    let mut seen = |branching: Branching| {
        let tree = RandomTree::new(17, branching);
        let mut counts = std::collections::BTreeSet::new();
        for _ in 0..200 {
            for node in &random_game(&tree, &tree.root(), 30, &mut random)[1..] {
                counts.insert(tree.count_moves(node));
            }
        }
        assert_eq!(tree.count_moves(&tree.root()), u64::from(branching.at_root()));
        counts.into_iter().collect::<Vec<_>>()
    };
    assert_eq!(seen(Branching::uniform(4).unwrap()), [4]);
    assert_eq!(seen(Branching::random(4).unwrap()), [1, 2, 3, 4]);
    assert_eq!(seen(Branching::random_with_leaves(3).unwrap()), [0, 1, 2, 3]);
    assert_eq!(seen(Branching::ZHANG), [1, 2, 3, 4, 5, 6, 7, 8, 9]);
}

#[test]
fn branchings_out_of_range_are_refused() {
    for branching in [
        Branching::uniform(0),
        Branching::uniform(Branching::LIMIT + 1),
        Branching::random(0),
        Branching::random(Branching::LIMIT + 1),
        Branching::random_with_leaves(0),
        Branching::random_with_leaves(Branching::LIMIT),
        Branching::ZHANG.with_root(0),
        Branching::ZHANG.with_root(10),
    ] {
        assert!(branching.is_err());
    }
    assert_eq!(Branching::random(9).unwrap().with_root(5), Ok(Branching::ZHANG));
}

/// "An illegal move gives an unspecified position, never a panic."
#[test]
fn illegal_moves_do_not_panic() {
    let mut random = Random::new(5);
    for board in random_game(&Othello, &Board::START, 60, &mut random) {
        for square in 0..64 {
            Othello.play(&board, Move::to(square).unwrap());
        }
        Othello.play(&board, Move::PASS);
    }
    let game = Hexapawn::<3, 3>;
    for (from, to) in (0..=255).flat_map(|from| (0..=255).map(move |to| (from, to))) {
        let pawns = game.play(&Hexapawn::<3, 3>::start(), PawnMove { from, to });
        game.is_over(&pawns);
        children(&game, &pawns);
    }
    let tree = RandomTree::new(1, Branching::uniform(3).unwrap());
    let other = RandomTree::new(9, Branching::uniform(8).unwrap());
    for (mv, _) in children(&other, &other.root()) {
        let node = tree.play(&tree.root(), mv);
        children(&tree, &node);
    }
}

#[test]
fn othellos_evaluations_change_sign_with_the_side_and_are_exact_at_the_end() {
    let mut random = Random::new(6);
    let mut decided = 0;
    for _ in 0..100 {
        let game = random_game(&Othello, &Board::START, 200, &mut random);
        for board in &game {
            let simple = |board: &Board| static_value(&Othello, &Simple, board);
            let discs = |board: &Board| static_value(&Othello, &DiscDifference, board);
            assert_eq!(simple(&board.passed()), -simple(board));
            assert_eq!(discs(&board.passed()), -discs(board));
            if !board.is_over() {
                assert_eq!(simple(board).outcome(), None, "{board:?}");
            }
        }
        let end = game[game.len() - 1];
        assert!(end.is_over());
        assert_eq!(static_value(&Othello, &DiscDifference, &end).get(), end.score());
        let score = static_value(&Othello, &Simple, &end).outcome();
        assert_eq!(score.map_or(0, Outcome::score), end.score());
        decided += u32::from(score.is_some());
    }
    assert!(decided > 80, "{decided}");
}
