//! Positions and lines of moves as text.

use plyscope::engine::small::{ConnectFour, Hexapawn, SmallGame as _};
use plyscope::game::{Problem, problems};
use plyscope::game_files::{board_text, transcript_moves};
use plyscope_core::Game as _;
use plyscope_core::connect_four::Discs;
use plyscope_core::othello::{
    Board, Colour, Move, Othello, parse_bitboards, parse_board, parse_moves,
};

use crate::naive_othello::NaiveBoard;
use crate::playout::children;

pub(super) fn check(data: &[u8]) {
    let Ok(text) = str::from_utf8(data) else { return };
    if let Ok((board, mover)) = parse_board(text) {
        assert_eq!(parse_board(&board_text(&board, mover)), Ok((board, mover)));
        assert_eq!(parse_bitboards(&format!("{:x}/{:x}", board.mover, board.opponent)), Ok(board));
        follows_the_rules(&board);
    }
    if let Ok(board) = parse_bitboards(text) {
        assert_eq!(board.mover & board.opponent, 0);
        follows_the_rules(&board);
    }
    moves(text);
    if let Ok(mv) = text.parse::<Move>() {
        assert_eq!(mv.to_string().parse(), Ok(mv));
    }
    let columns: String = text.chars().filter(|c| !c.is_whitespace()).collect();
    assert_eq!(ConnectFour::after(text).ok(), Discs::after(&columns).ok(), "{text:?}");
    if let Ok(pawns) = Hexapawn::after(text) {
        assert!(children(&Hexapawn::default(), &pawns).len() <= 12);
    }
    if let Ok(problem) = text.parse::<Problem>() {
        assert!(problem.moves.iter().all(|(mv, _)| Othello.is_legal(&problem.board, *mv)));
        assert!(problem.score.is_none_or(|score| score.abs() <= 64));
    }
    if let Err((line, _)) = problems(text) {
        assert!((1..=text.lines().count()).contains(&line));
    }
}

/// Core and the readers of game files have parsers of their own; the latter read more.
fn moves(text: &str) {
    let Ok(moves) = transcript_moves(text) else {
        assert!(parse_moves(text).is_err(), "{text:?}");
        return;
    };
    let written: String = moves.iter().map(Move::to_string).collect();
    assert_eq!(transcript_moves(&written).as_ref(), Ok(&moves), "{text:?}");
    let (board, colour) = parse_moves(&written).unwrap();
    let end = moves.iter().fold(Board::START, |board, &mv| Othello.play(&board, mv));
    assert_eq!((end, moves.len() % 2 == 1), (board, colour == Colour::White));
    if let Ok(same) = parse_moves(text) {
        assert_eq!(same, (board, colour), "{text:?}");
    }
    follows_the_rules(&board);
}

/// The bitboards have the moves, children and scores of a board of squares.
fn follows_the_rules(board: &Board) {
    let mut naive = NaiveBoard { cells: [[None; 8]; 8], mover: Colour::Black };
    for square in 0..64 {
        let own = board.mover >> square & 1 == 1;
        if own || board.opponent >> square & 1 == 1 {
            let colour = if own { Colour::Black } else { Colour::White };
            naive.cells[square / 8][square % 8] = Some(colour);
        }
    }
    let mut moves = naive.moves();
    let below = children(&Othello, board);
    let mut squares: Vec<u8> = below.iter().filter_map(|(mv, _)| mv.square()).collect();
    squares.sort_unstable();
    moves.sort_unstable();
    assert_eq!(squares, moves);
    for (mv, child) in &below {
        let mut after = naive;
        match mv.square() {
            Some(square) => after.place(square),
            None => after.pass(),
        }
        assert_eq!(after.bitboards(), *child);
        assert_eq!(Othello.play(board, *mv), *child);
    }
    let mut passed = naive;
    passed.pass();
    let none = moves.is_empty();
    assert_eq!(board.is_over(), none && passed.moves().is_empty());
    assert_eq!(board.must_pass(), none && !passed.moves().is_empty());
    if board.is_over() {
        assert_eq!(Othello.outcome(board).map(|outcome| outcome.score()), Some(naive.score()));
    }
}
