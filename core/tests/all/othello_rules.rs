//! The bitboards' rules of Othello against a board of squares, in random games.

use crate::support::naive_othello::NaiveBoard;
use crate::support::playout::children;
use crate::support::random::Random;
use plyscope_core::Game;
use plyscope_core::othello::{Board, Colour, Move, Othello};

const GAMES: u64 = 1_000;

/// Checks one position and plays one of its moves on both boards; `None` when the game is over.
fn ply(board: Board, naive: &mut NaiveBoard, random: &mut Random) -> Option<Board> {
    assert_eq!(board, naive.bitboards());
    let squares = naive.moves();
    let as_set = squares.iter().fold(0, |set, &square| set | 1u64 << square);
    assert_eq!(board.moves(), as_set, "{}", naive.text());
    let mut waiting = *naive;
    waiting.pass();
    let (can_move, other_can) = (!squares.is_empty(), !waiting.moves().is_empty());
    assert_eq!(board.must_pass(), !can_move && other_can);
    assert_eq!(board.is_over(), !can_move && !other_can);
    assert_eq!(Othello.is_over(&board), board.is_over());

    let moves: Vec<Move> = children(&Othello, &board).iter().map(|&(mv, _)| mv).collect();
    let expected = match (can_move, other_can) {
        (true, _) => squares.iter().map(|&square| Move::to(square).unwrap()).collect(),
        (false, true) => vec![Move::PASS],
        (false, false) => Vec::new(),
    };
    assert_eq!(moves, expected, "from a1 to h8, or a pass: {}", naive.text());
    for number in 0..=64 {
        let mv = Move::to(number).unwrap_or(Move::PASS);
        assert_eq!(Othello.is_legal(&board, mv), expected.contains(&mv), "{mv}: {}", naive.text());
    }
    if moves.is_empty() {
        return None;
    }
    let mv = random.pick(&moves);
    match mv.square() {
        Some(square) => naive.place(square),
        None => naive.pass(),
    }
    Some(Othello.play(&board, mv))
}

#[test]
fn moves_flips_passes_and_scores_agree_with_a_board_of_squares_in_random_games() {
    let mut random = Random::new(8);
    let (mut passes, mut early, mut wipe_outs) = (0, 0, 0);
    for _ in 0..GAMES {
        let (mut board, mut naive) = (Board::START, NaiveBoard::start());
        loop {
            passes += u32::from(board.must_pass());
            match ply(board, &mut naive, &mut random) {
                Some(next) => board = next,
                None => break,
            }
        }
        early += u32::from(board.empties() != 0);
        wipe_outs += u32::from(board.mover == 0 || board.opponent == 0);
        assert_eq!(board.score(), naive.score(), "{}", naive.text());
        assert_eq!(board.passed().score(), -naive.score(), "{}", naive.text());
        assert_eq!(
            board.empties().count_ones() as i32,
            64 - naive.count(Colour::Black) - naive.count(Colour::White)
        );
    }
    // The rare cases must have been among them.
    assert!(passes > 100 && early > 0 && wipe_outs > 0, "{passes}, {early}, {wipe_outs}");
}

/// Positions that no game leads to have longer rows of discs to flip, and all eight rays at once.
#[test]
fn moves_and_flips_agree_with_a_board_of_squares_in_arbitrary_positions() {
    let mut random = Random::new(9);
    for _ in 0..3_000 {
        let mut naive = NaiveBoard { cells: [[None; 8]; 8], mover: Colour::Black };
        // Few empty squares, few discs of the mover: long rows.
        let (empty, own) = (1 + random.below(40), 1 + random.below(40));
        for cell in naive.cells.iter_mut().flatten() {
            *cell = match random.below(100) {
                n if n < empty => None,
                n if n < empty + own => Some(Colour::Black),
                _ => Some(Colour::White),
            };
        }
        let board = naive.bitboards();
        let as_set = naive.moves().iter().fold(0, |set, &square| set | 1u64 << square);
        assert_eq!(board.moves(), as_set, "{}", naive.text());
        for square in naive.moves() {
            let mut after = naive;
            after.place(square);
            assert_eq!(
                board.place(u32::from(square)),
                after.bitboards(),
                "{square}: {}",
                naive.text()
            );
        }
    }
}

#[test]
fn one_disc_flips_along_all_eight_rays_at_once() {
    let text = "X--X--X--O-O-O----OOO---XOO-OOOX--OOO----O-O-O--X--O--X----X---- X";
    let (board, _) = plyscope_core::othello::parse_board(text).unwrap();
    let after = Othello.play(&board, "d4".parse().unwrap());
    // Nothing but the discs of the side that moved is left.
    assert_eq!(after.mover, 0);
    assert_eq!(
        after.opponent.count_ones(),
        board.mover.count_ones() + board.opponent.count_ones() + 1
    );
}

#[test]
fn the_start_is_white_on_d4_and_e5_black_on_e4_and_d5_black_to_move() {
    assert_eq!(Board::START, NaiveBoard::start().bitboards());
    let moves = children(&Othello, &Board::START);
    let names: Vec<String> = moves.iter().map(|(mv, _)| mv.to_string()).collect();
    assert_eq!(names, ["d3", "c4", "f5", "e6"]);
}

#[test]
fn empty_squares_count_for_the_winner() {
    let score = |mover, opponent| Board::new(mover, opponent).unwrap().score();
    assert_eq!(score(0b111, 0b1000), 62);
    assert_eq!(score(0b1000, 0b111), -62);
    assert_eq!(score(0b11, 0b1100), 0, "of a draw to no one");
    assert_eq!(score(u64::MAX >> 1, 1 << 63), 62);
    assert_eq!(score(1, 0), 64);
    assert_eq!(score(0, 0), 0);
}

#[test]
fn a_side_without_discs_has_lost_all_squares() {
    let board = Board::new(0, 0b1_0000).unwrap();
    assert!(board.is_over() && !board.must_pass());
    assert_eq!(board.score(), -64);
}

/// A search takes positions with one key for one position. h8 and h4 once made none.
#[test]
fn boards_that_differ_in_two_squares_have_different_keys() {
    let key = |board: Board| Othello.key(&board).unwrap();
    let mut random = Random::new(3);
    let mut board = Board::START;
    while board.empties().count_ones() > 20 {
        let moves = children(&Othello, &board);
        board = moves[random.below(moves.len() as u64) as usize].1;
        let empties =
            || (0..64).map(|square| 1 << square).filter(|&disc| board.empties() & disc != 0);
        for one in empties() {
            for other in empties() {
                let own = Board { mover: board.mover | one, ..board };
                let theirs = Board { opponent: board.opponent | other, ..board };
                assert_ne!(key(own), key(theirs), "{board:?}, {one:#x}, {other:#x}");
            }
        }
    }
}
