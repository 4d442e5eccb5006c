//! Patterns' indices kept up to date move by move, against those from scratch; and searches with them against searches
//! without.

use plyscope::domain::{Domain, OthelloDomain};
use plyscope::engine::Engine;
use plyscope::player::{run, search_of};
use plyscope_core::othello::patterns::{IndexedBoard, IndexedOthello, PatternSet};
use plyscope_core::othello::{Board, Decisive, Move, Othello, Patterns};
use plyscope_core::{
    AlphaBeta, Evaluator, Expansion, Game, Limits, Order, Rbfms, Report, Request, Search, Value,
    storage,
};
use plyscope_tests::playout::children;
use plyscope_tests::random::Random;
use proptest::prelude::*;

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    /// Along any game, passes included, whichever set.
    #[test]
    fn indices_kept_up_to_date_are_those_from_scratch(
        choices in prop::collection::vec(any::<prop::sample::Index>(), 70),
        number in 0..PatternSet::ALL.len(),
    ) {
        let set = PatternSet::ALL[number];
        let game = IndexedOthello::new(set);
        let mut position = game.position(&Board::START);
        for choice in choices {
            let scratch = IndexedBoard::new(set, position.board());
            prop_assert_eq!(position.indices(), scratch.indices());
            let next = children(&game, &position);
            let plain = children(&Othello, position.board());
            prop_assert!(
                next.iter().map(|(mv, child)| (*mv, *child.board())).eq(plain.iter().copied())
            );
            if next.is_empty() {
                break;
            }
            let (mv, child) = next[choice.index(next.len())];
            prop_assert_eq!(game.play(&position, mv).indices(), child.indices());
            position = child;
        }
    }
}

/// Positions of random games, one a game.
fn positions(count: usize) -> Vec<Board> {
    let mut random = Random::new(5);
    let mut boards = Vec::new();
    while boards.len() < count {
        let mut board = Board::START;
        for _ in 0..8 + boards.len() % 48 {
            let next = children(&Othello, &board);
            if next.is_empty() {
                break;
            }
            board = random.pick(&next).1;
        }
        if !board.is_over() {
            boards.push(board);
        }
    }
    boards
}

fn summary(report: &Report<'_, Move>) -> (Option<Move>, Value, u64, Vec<Move>) {
    let line = report.principal_variation.to_vec();
    (report.best_move, report.value, report.counts.generated, line)
}

/// Searches both ways in core itself.
fn in_core<P>(game: &impl Game<Position = P, Move = Move>, position: &P) -> [Summary; 2]
where
    Patterns<'static>: Evaluator<P>,
    Decisive<Patterns<'static>>: Evaluator<P>,
    P: Clone,
{
    let patterns = Patterns::SMALL;
    let mut alpha_beta = AlphaBeta::new(game, patterns, Order::Static, storage!(16, 512));
    let mut best_first =
        Rbfms::new(game, Decisive(patterns), Expansion::Partial, storage!(64, 1024));
    [
        summary(&alpha_beta.search(&Request::new(position).depth(5)).unwrap()),
        summary(
            &best_first
                .search(&Request::new(position).limits(Limits::depth(60).and_nodes(3000)))
                .unwrap(),
        ),
    ]
}

type Summary = (Option<Move>, Value, u64, Vec<Move>);

#[test]
fn a_search_finds_the_same_with_indices_and_without() {
    let game = IndexedOthello::new(Patterns::SMALL.set());
    for board in positions(60) {
        let scratch = in_core(&Othello, &board);
        assert_eq!(in_core(&game, &game.position(&board)), scratch, "{board:?}");
    }
}

#[test]
fn engines_with_patterns_find_what_cores_searches_find() {
    let domain = OthelloDomain::default();
    let evaluation = "evaluation=patterns-small";
    for (engine, number) in [
        (format!("algorithm=alpha-beta,depth=5,{evaluation}"), 0),
        (format!("algorithm=rbfms,depth=60,nodes=3000,{evaluation}"), 1),
    ] {
        let engine: Engine = engine.parse().unwrap();
        let mut search = search_of(&domain, &engine, Othello).unwrap();
        for board in positions(20) {
            let report = run(&mut search, &engine, &board).unwrap();
            assert_eq!(summary(&report), in_core(&Othello, &board)[number], "{board:?}");
        }
    }
}

#[test]
fn only_patterns_are_searched_with_indices() {
    let domain = OthelloDomain::default();
    let informed = |name| domain.informed(&domain.evaluation(Some(name)).unwrap()).is_some();
    assert!(informed("patterns") && informed("patterns-small"));
    assert!(!informed("simple") && !informed("discs"));
}
