//! Players of this program's searches: the values of all moves, and choices in the background.

use std::ops::ControlFlow;
use std::thread;

use plyscope::domain::{HexapawnDomain, OthelloDomain};
use plyscope::game::GameRecord;
use plyscope::player::{Background, MoveValue, News, Task, player_of, run, search_of, value_moves};
use plyscope_core::hexapawn::Hexapawn;
use plyscope_core::othello::{Board, Othello, parse_board};
use plyscope_core::{Bound, Game as _, Outcome};

#[test]
fn every_move_of_an_ending_gets_its_exact_value_best_first() {
    // Eight empty squares.
    let text = "XXXXXXXXOOOOOOOOXOXOXOXOXXOOXXOOXXXOOOXXXOXOXOXOX-O-O-X-O-X-O--- X";
    let (board, _) = parse_board(text).unwrap();
    let domain = OthelloDomain::default();
    let engine = "algorithm=strong,depth=20,table=1MiB".parse().unwrap();
    let mut search = search_of(&domain, &engine, Othello).unwrap();
    let mut calls = 0;
    let values = value_moves(&domain, &mut search, &engine, &Othello, &board, &mut |values| {
        calls += 1;
        assert!(values.is_sorted_by(|a, b| a.value >= b.value));
        ControlFlow::Continue(())
    })
    .unwrap();
    assert!(calls > 1);
    assert_eq!(values.len() as u32, board.moves().count_ones());
    let exact = "algorithm=alpha-beta,evaluation=discs,depth=24".parse().unwrap();
    for known in values {
        assert!(known.proven && known.bound == Bound::Exact, "{known:?}");
        let child = Othello.play(&board, known.mv);
        let mut search = search_of(&domain, &exact, Othello).unwrap();
        let report = run(&mut search, &exact, &child).unwrap();
        let score = known.value.outcome().map(Outcome::score);
        assert_eq!(score, Some(-report.value.get()), "{}", known.mv);
    }
}

#[test]
fn a_break_ends_it_with_what_is_known() {
    let domain = HexapawnDomain::default();
    let engine = "algorithm=alpha-beta,depth=30".parse().unwrap();
    let mut search = search_of(&domain, &engine, Hexapawn).unwrap();
    let start = Hexapawn::<3, 3>::start();
    let stop = &mut |_: &[_]| ControlFlow::Break(());
    let values = value_moves(&domain, &mut search, &engine, &Hexapawn, &start, stop).unwrap();
    assert_eq!(values.iter().map(|known| known.depth).max(), Some(2));
    let go_on = &mut |_: &[_]| ControlFlow::Continue(());
    let values = value_moves(&domain, &mut search, &engine, &Hexapawn, &start, go_on).unwrap();
    assert!(values.iter().all(|known| known.proven && known.bound == Bound::Exact));
}

#[test]
fn values_are_of_one_even_depth_and_symmetric_moves_have_the_same() {
    let domain = OthelloDomain::default();
    let engine = "algorithm=strong,table=1MiB,depth=20".parse().unwrap();
    let mut search = search_of(&domain, &engine, Othello).unwrap();
    for calls in [0, 1, 5, 9, 40] {
        let mut left: i32 = calls;
        let mut told = |values: &[MoveValue<_>]| {
            assert!(values.iter().all(|known| known.depth == values[0].depth), "{values:?}");
            assert!(values[0].depth % 2 == 0);
            left -= 1;
            if left > 0 { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        };
        let board = Board::START;
        let values =
            value_moves(&domain, &mut search, &engine, &Othello, &board, &mut told).unwrap();
        assert_eq!(values.len(), 4);
        for known in &values {
            assert_eq!((known.value, known.depth), (values[0].value, values[0].depth));
            let end = known.line.iter().try_fold(board, |board, &mv| {
                Othello.is_legal(&board, mv).then(|| Othello.play(&board, mv))
            });
            assert!(end.is_some() && known.line[0] == known.mv, "{known:?}");
        }
    }
    // A search that its nodes end is not compared with deeper ones.
    let engine = "algorithm=strong,table=1MiB,nodes=3000".parse().unwrap();
    let mut search = search_of(&domain, &engine, Othello).unwrap();
    let board = Othello.play(&Board::START, "f5".parse().unwrap());
    let go_on = &mut |_: &[_]| ControlFlow::Continue(());
    let board = Othello.play(&board, "f6".parse().unwrap());
    let values = value_moves(&domain, &mut search, &engine, &Othello, &board, go_on).unwrap();
    assert!(values.iter().all(|known| known.depth == values[0].depth && known.depth >= 4));
}

#[test]
fn a_player_chooses_in_the_background_what_it_chooses_in_the_foreground() {
    let make = |domain| {
        let engine = "algorithm=alpha-beta,depth=4".parse().unwrap();
        player_of(domain, &engine, Othello)
    };
    let domain = OthelloDomain::default();
    let mut foreground = make(&domain).unwrap();
    let (mut background, orders) = Background::new();
    thread::scope(|scope| {
        scope.spawn(|| orders.serve(|| Ok(make(&domain)?)));
        let mut record = GameRecord::new(Othello, Board::START);
        for ply in 0..8 {
            let choice = foreground.choose(&record).unwrap();
            background.begin(Task::Choose(None), record.clone());
            let Some(News::Chosen(same)) = background.outcome() else { panic!("a move") };
            assert_eq!(same, choice, "ply {ply}");
            record.play(choice.mv).unwrap();
            foreground.played(choice.mv);
        }
        drop(background);
    });
}
