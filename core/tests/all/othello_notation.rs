//! Boards and lists of moves as text: round trips, and the errors of invalid ones.

use crate::support::naive_othello::NaiveBoard;
use crate::support::playout::children;
use crate::support::random::Random;
use plyscope_core::Game;
use plyscope_core::othello::{
    Board, Colour, Move, Othello, ParseError, parse_bitboards, parse_board, parse_moves,
};

const START: &str = "---------------------------OX------XO--------------------------- X";

/// A random game: every position on the board of squares, and the moves between them.
fn game(random: &mut Random) -> (Vec<NaiveBoard>, Vec<Move>) {
    let (mut board, mut naive) = (Board::START, NaiveBoard::start());
    let (mut positions, mut moves) = (vec![naive], Vec::new());
    loop {
        let below = children(&Othello, &board);
        if below.is_empty() {
            return (positions, moves);
        }
        let (mv, child) = random.pick(&below);
        match mv.square() {
            Some(square) => naive.place(square),
            None => naive.pass(),
        }
        board = child;
        moves.push(mv);
        positions.push(naive);
    }
}

#[test]
fn a_board_is_read_back_as_it_was_written() {
    let mut random = Random::new(1);
    for _ in 0..50 {
        for naive in game(&mut random).0 {
            assert_eq!(parse_board(&naive.text()), Ok((naive.bitboards(), naive.mover)));
        }
    }
}

#[test]
fn boards_may_use_other_characters_spaces_and_the_end_of_an_obf_line() {
    let expected = Ok((Board::START, Colour::Black));
    assert_eq!(parse_board(START), expected);
    assert_eq!(parse_board(&START.to_lowercase()), expected);
    assert_eq!(parse_board(&START.replace('X', "*").replace('-', ".")), expected);
    let rows: Vec<String> = START.as_bytes()[..64]
        .chunks(8)
        .map(|row| String::from_utf8(row.to_vec()).unwrap())
        .collect();
    assert_eq!(parse_board(&format!("\n{}\n X \n", rows.join("\n"))), expected);
    assert_eq!(parse_board(&format!("{START}; F5:+0; anything")), expected);
    let squares = &START[..64];
    for side in [" O", "O", " w", " White"] {
        let white = Ok((Board::START.passed(), Colour::White));
        assert_eq!(parse_board(&format!("{squares}{side}")), white, "{side}");
    }
    for (black, white) in [('B', 'W'), ('b', 'w')] {
        let letters = squares.replace('X', &black.to_string()).replace('O', &white.to_string());
        assert_eq!(parse_board(&format!("{letters} black")), expected);
        assert_eq!(parse_board(&format!("{letters} {black}")), expected);
    }
}

#[test]
fn a_board_that_is_none_is_refused_with_the_place() {
    for length in [0, 1, 63] {
        assert_eq!(parse_board(&START[..length]), Err(ParseError::Squares { found: length }));
    }
    for (place, found) in [(1, 'Z'), (28, '0'), (64, 'é')] {
        let text: String = START
            .chars()
            .enumerate()
            .map(|(i, c)| if i + 1 == place { found } else { c })
            .collect();
        assert_eq!(parse_board(&text), Err(ParseError::Content { found, place }));
    }
    let squares = &START[..64];
    // One square too few or too many, the side to move in its place.
    assert_eq!(parse_board(&START[1..]), Err(ParseError::Squares { found: 63 }));
    assert_eq!(parse_board(&format!("-{START}")), Err(ParseError::Squares { found: 65 }));
    for side in ["", " ", " -", " Q", " XX", "XO", " blac", ";"] {
        let text = format!("{squares}{side}");
        assert_eq!(parse_board(&text), Err(ParseError::SideToMove), "{text:?}");
    }
}

#[test]
fn bitboards_are_read_back_as_they_were_written() {
    let mut random = Random::new(3);
    for naive in game(&mut random).0 {
        let board = naive.bitboards();
        let (mover, opponent) = (board.mover, board.opponent);
        assert_eq!(parse_bitboards(&format!("{mover:x}/{opponent:x}")), Ok(board));
        assert_eq!(parse_bitboards(&format!("0x{mover:016X} / 0x{opponent:016X}")), Ok(board));
    }
}

#[test]
fn bitboards_that_are_none_or_share_a_square_are_refused() {
    for text in ["", "/", "12", "12/", "g/0", "0/-1", "0/1/2", "10000000000000000/0"] {
        assert_eq!(parse_bitboards(text), Err(ParseError::Bitboards), "{text}");
    }
    let overlap = |text| match parse_bitboards(text) {
        Err(ParseError::Overlap { square }) => square.to_string(),
        other => panic!("{other:?}"),
    };
    assert_eq!(overlap("3/2"), "b1");
    assert_eq!(overlap("8000000000000000/8000000000000000"), "h8");
}

#[test]
fn a_list_of_moves_is_played_as_it_was_written() {
    let mut random = Random::new(2);
    let mut passes = 0;
    for _ in 0..100 {
        let (positions, moves) = game(&mut random);
        let last = positions[positions.len() - 1];
        let expected = Ok((last.bitboards(), last.mover));
        let names = |pass: &str, separator: &str| {
            let name = |mv: &Move| mv.square().map_or(pass.to_owned(), |_| mv.to_string());
            let names: Vec<String> =
                moves.iter().map(name).filter(|name| !name.is_empty()).collect();
            names.join(separator)
        };
        passes += moves.iter().filter(|&&mv| mv == Move::PASS).count();
        assert_eq!(parse_moves(&names("pa", "")), expected);
        assert_eq!(parse_moves(&names("--", " ")), expected);
        assert_eq!(parse_moves(&names("PA", "\n").to_uppercase()), expected);
        // A game never ends with a pass, so leaving them out loses nothing.
        assert_eq!(parse_moves(&names("", "")), expected);
    }
    assert!(passes > 10, "{passes}");
}

#[test]
fn a_list_with_a_wrong_move_is_refused_with_its_number() {
    let square = |name: &str| name.parse::<Move>().unwrap();
    let illegal = |mv, place| Err(ParseError::Illegal { mv, place });
    assert_eq!(parse_moves("a1"), illegal(square("a1"), 1));
    assert_eq!(parse_moves("f5d6f5"), illegal(square("f5"), 3), "occupied");
    assert_eq!(parse_moves("f5d6pa"), illegal(Move::PASS, 3), "a pass with moves to make");
    assert_eq!(parse_moves("f5d6c"), Err(ParseError::Square { place: 3 }));
    assert_eq!(parse_moves("f5i9"), Err(ParseError::Square { place: 2 }));
    assert_eq!(parse_moves("f5é1"), Err(ParseError::Square { place: 2 }));
    assert_eq!(parse_moves("  "), Ok((Board::START, Colour::Black)));
}

#[test]
fn every_move_is_read_back_as_it_was_written() {
    for number in 0..64 {
        let mv = Move::to(number).unwrap();
        assert_eq!(mv.to_string().parse(), Ok(mv));
        assert_eq!(mv.to_string().to_uppercase().parse(), Ok(mv));
        assert_eq!(mv.square(), Some(number));
    }
    assert_eq!(Move::to(0).unwrap().to_string(), "a1");
    assert_eq!(Move::to(7).unwrap().to_string(), "h1");
    assert_eq!(Move::to(63).unwrap().to_string(), "h8");
    assert_eq!(Move::to(64), None);
    assert_eq!(Move::PASS.to_string().parse(), Ok(Move::PASS));
    for text in ["", "a", "a0", "a9", "i1", "a1 ", "11", "é", "passe"] {
        assert_eq!(text.parse::<Move>(), Err(ParseError::Square { place: 0 }), "{text:?}");
    }
}

#[test]
fn discs_of_both_sides_on_one_square_are_no_board() {
    assert_eq!(Board::new(0b11, 0b10), None);
    assert_eq!(Board::new(1 << 63, 1 << 63), None);
    assert_eq!(Board::new(0b01, 0b10), Some(Board { mover: 0b01, opponent: 0b10 }));
}

#[test]
fn errors_say_what_was_wrong_where_and_what_to_do() {
    let message = |text: &str| parse_board(text).unwrap_err().to_string();
    assert!(message(&START[..63]).contains("63") && message(&START[..63]).contains("64 squares"));
    assert!(message(&START.replacen('O', "Q", 1)).contains("square 28 is 'Q'"));
    assert!(message(&START[..64]).contains("write X or O behind"));
    let message = |text: &str| parse_moves(text).unwrap_err().to_string();
    assert!(message("f5d6f5").contains("move 3, f5, is illegal"));
    assert!(message("f5zz").contains("move 2 is not a move"));
}

#[test]
fn playing_the_parsed_moves_one_by_one_leads_to_the_same_board() {
    let (board, mover) = parse_moves("f5d6c3d3c4f4f6").unwrap();
    let play = |board: Board, name: &str| Othello.play(&board, name.parse().unwrap());
    let expected = ["f5", "d6", "c3", "d3", "c4", "f4", "f6"].into_iter().fold(Board::START, play);
    assert_eq!((board, mover), (expected, Colour::White));
}
