//! Pattern indices updated move by move, compared with indices from scratch, and searches with and without them.

use plyscope::domain::OthelloDomain;
use plyscope::engine::Engine;
use plyscope::player::{run, search_of};
use plyscope_core::hash::crc32;
use plyscope_core::othello::patterns::{Indices, PatternSet, header};
use plyscope_core::othello::{Board, Move, Othello, Patterns};
use plyscope_core::{
    AlphaBeta, Decided, Evaluator, Expansion, Limits, Order, Outcome, Policy, Rbfms, Report,
    Request, Search, Value, storage,
};
use plyscope_tests::playout::children;
use plyscope_tests::random::Random;
use proptest::prelude::*;

use crate::cases::config;

proptest! {
    #![proptest_config(config(200))]

    /// Along any game, including passes, for any set.
    #[test]
    fn indices_kept_up_to_date_are_those_from_scratch(
        choices in prop::collection::vec(any::<prop::sample::Index>(), 70),
        number in 0..PatternSet::ALL.len(),
    ) {
        let set = PatternSet::ALL[number];
        // Weights play no part: the indices depend on the set.
        let weights = vec![0; set.weights()];
        let mut file: Vec<u8> = header(set, 1).into_iter().chain(weights).collect();
        file.extend(crc32(&[&file]).to_le_bytes());
        let patterns = Patterns::new(&file).unwrap();
        let mut board = Board::START;
        let mut indices = patterns.state(&board);
        for choice in choices {
            prop_assert_eq!(indices.places(), Indices::new(set, &board).places());
            let next = children(&Othello, &board);
            if next.is_empty() {
                break;
            }
            let (_, child) = next[choice.index(next.len())];
            indices = patterns.update(&board, &indices, &child);
            board = child;
        }
    }
}

/// Positions of random games, one per game.
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

/// Searches a position by alpha-beta and by best-first minimax in core itself.
fn in_core(evaluation: impl Evaluator<Board> + Copy, board: &Board) -> [Summary; 2] {
    let mut alpha_beta =
        AlphaBeta::new(Othello, evaluation, Policy::new(Order::Static), storage!(16, 512));
    let mut best_first =
        Rbfms::new(Othello, Decided(evaluation), Expansion::Partial, storage!(64, 1024));
    let limits = Limits::depth(60).and_nodes(3000);
    [
        summary(&alpha_beta.search(&Request::new(board).depth(5)).unwrap()),
        summary(&best_first.search(&Request::new(board).limits(limits)).unwrap()),
    ]
}

/// The same evaluation without state per position.
#[derive(Clone, Copy)]
struct FromScratch<E>(E);

impl<P, E: Evaluator<P>> Evaluator<P> for FromScratch<E> {
    type State = ();

    fn state(&self, _: &P) {}

    fn evaluate(&self, position: &P, _: &()) -> Value {
        self.0.evaluate(position, &self.0.state(position))
    }

    fn finished(&self, outcome: Outcome) -> Value {
        self.0.finished(outcome)
    }
}

type Summary = (Option<Move>, Value, u64, Vec<Move>);

#[test]
fn a_search_finds_the_same_with_indices_kept_and_from_scratch() {
    for board in positions(20) {
        let scratch = in_core(FromScratch(Patterns::SMALL), &board);
        assert_eq!(in_core(Patterns::SMALL, &board), scratch, "{board:?}");
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
            assert_eq!(summary(&report), in_core(Patterns::SMALL, &board)[number], "{board:?}");
        }
    }
}
