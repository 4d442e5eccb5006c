//! Tic-tac-toe: published numbers, and its value by search.

use std::collections::BTreeMap;

use plyscope_core::tic_tac_toe::{FreeLines, Marks, TicTacToe};
use plyscope_core::{AlphaBeta, Bound, Game, Order, Policy, Request, Search, perft, storage};

#[test]
fn there_are_as_many_games_as_published_by_length_and_by_winner() {
    // From the third mark of the first player on, that many games end with each mark.
    let mut ends = BTreeMap::new();
    let mut left = vec![(Marks::START, 0)];
    while let Some((marks, plies)) = left.pop() {
        if let Some(outcome) = TicTacToe.outcome(&marks) {
            assert!(TicTacToe.is_over(&marks));
            *ends.entry((plies, outcome.score())).or_insert(0) += 1;
        }
        let mut squares = TicTacToe.moves(&marks);
        while let Some((square, child)) = TicTacToe.next_child(&marks, &mut squares) {
            assert_eq!(TicTacToe.play(&marks, square), child);
            assert_eq!(TicTacToe.unpack(&marks, TicTacToe.packed(&marks, square)), Some(square));
            left.push((child, plies + 1));
        }
    }
    let published = [
        ((5, -1), 1_440),
        ((6, -1), 5_328),
        ((7, -1), 47_952),
        ((8, -1), 72_576),
        ((9, -1), 81_792),
        ((9, 0), 46_080),
    ];
    assert_eq!(ends, published.into_iter().collect());
    assert_eq!(perft(&TicTacToe, &Marks::START, 9), 255_168);
}

#[test]
fn the_game_is_drawn_and_a_corner_is_lost_to_all_but_the_centre() {
    let mut search =
        AlphaBeta::new(TicTacToe, FreeLines, Policy::new(Order::Static), storage!(10, 64));
    let mut value = |marks: &Marks| {
        let report = search.search(&Request::new(marks).depth(10)).unwrap();
        assert!(report.proven && report.bound == Bound::Exact);
        report.value.get().signum()
    };
    assert_eq!(value(&Marks::START), 0);
    let corner = TicTacToe.play(&Marks::START, 0);
    for reply in 1..9 {
        let drawn = reply == 4;
        assert_eq!(value(&TicTacToe.play(&corner, reply)) == 0, drawn, "{reply}");
    }
}

#[test]
fn mirrors_have_the_same_games() {
    let marks = Marks { mover: 0o001, opponent: 0o020 };
    for image in [marks.mirrored(), marks.transposed(), marks.mirrored().transposed()] {
        assert_eq!(perft(&TicTacToe, &image, 7), perft(&TicTacToe, &marks, 7));
    }
    assert_eq!(marks.mirrored().mirrored(), marks);
    assert_eq!(marks.transposed(), marks.transposed().transposed().transposed());
}
