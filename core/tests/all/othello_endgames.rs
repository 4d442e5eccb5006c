//! Endgames solved: 200 positions with 10 empty squares, plain alpha-beta to the end of the game.

use crate::support::outcome::before;
use plyscope_core::othello::{Board, DiscDifference, Othello, parse_board};
use plyscope_core::{
    AlphaBeta, Bound, Game, Order, Policy, Request, Search, Stop, static_value, storage,
};

/// Positions and exact scores for the side to move; `tests/data/README.md` says where they come from.
const POSITIONS: &str = include_str!("../../../tests/data/endgame-10.txt");

fn positions() -> impl Iterator<Item = (Board, i32)> {
    POSITIONS.lines().map(|line| {
        let (board, _) = parse_board(line).unwrap();
        let (_, score) = line.split_once("; ").unwrap();
        (board, score.parse().unwrap())
    })
}

#[test]
fn alpha_beta_to_the_end_finds_the_exact_score_of_all_200_positions() {
    let mut solved = 0;
    let mut search =
        AlphaBeta::new(Othello, DiscDifference, Policy::new(Order::Static), storage!(24, 512));
    for (board, score) in positions() {
        assert_eq!(board.empties().count_ones(), 10);
        // 10 discs, and a pass before each at most.
        let report = search.search(&Request::new(&board).depth(20)).unwrap();
        assert_eq!(report.value.get(), score, "{board:?}");
        assert_eq!((report.bound, report.stop), (Bound::Exact, Stop::Completed));
        assert!(report.proven, "every line ends before the horizon");

        let line = report.principal_variation;
        let end = line.iter().fold(board, |board, &mv| Othello.play(&board, mv));
        assert!(end.is_over(), "the principal variation is a whole game");
        assert_eq!(before(line.len(), static_value(&Othello, &DiscDifference, &end)), report.value);
        solved += 1;
    }
    assert_eq!(solved, 200);
}
