//! Games of GGF and SGF are read and written.

use plyscope_core::Game as _;
use plyscope_core::othello::{Board, Colour, Move, Othello};

use super::{GgfError, GgfGame, GgfMove};

const START: &str =
    "BO[8 -------- -------- -------- ---O*--- ---*O--- -------- -------- -------- *]";

fn read(rest: &str) -> Result<GgfGame, GgfError> {
    format!("(;GM[Othello]{START}{rest};)").parse()
}

#[test]
fn a_game_of_a_server_is_read_with_its_properties() {
    let text = "1 (;GM[Othello]PC[GGS/os]DT[2003.12.15_13:24:03.MST]PB[Saio1200]PW[Saio3000]RB[2197.01]RW[2199.72]\n\
                TI[05:00//02:00]TY[8]RE[+0.000:r]BO[8 -------- -------- -------- ---O*--- ---*O--- -------- -------- \n\
                -------- *]B[d3//0.01]W[c5//0.02]B[e6/1.50/3];)\n";
    let game: GgfGame = text.parse().unwrap();
    assert_eq!((game.place.as_str(), game.black.as_str()), ("GGS/os", "Saio1200"));
    assert_eq!((game.black_rating, game.white_rating), (Some(2197.01), Some(2199.72)));
    assert_eq!(game.result.map(|result| result.ending), Some(Some('r')));
    assert_eq!((game.start, game.first), (Board::START, Colour::Black));
    assert_eq!(game.moves[2].discs, Some(1.5));
    assert_eq!(game.to_string().parse::<GgfGame>(), Ok(game));
}

#[test]
fn a_whole_game_comes_back_with_its_passes_and_without_them() {
    let mut passes = 0;
    for seed in 0..40usize {
        let mut game = GgfGame::new(Board::START, Colour::Black);
        let mut record = game.record();
        for ply in 0.. {
            let moves: Vec<Move> = Othello.moves(record.position()).collect();
            let Some(&mv) = moves.get((seed * 31 + ply * 7) % moves.len().max(1)) else {
                break;
            };
            record.play(mv).unwrap();
            passes += usize::from(mv == Move::PASS);
            game.moves.push(GgfMove { seconds: Some(0.25), ..mv.into() });
        }
        assert_eq!(game.record().position(), record.position());
        let text = game.to_string();
        let mut named = game.clone();
        named.black = "?".to_owned();
        named.white = "?".to_owned();
        assert_eq!(text.parse::<GgfGame>(), Ok(named), "{text}");
        let without = text.replace("B[PA//0.25]", "").replace("W[PA//0.25]", "");
        let without: GgfGame = without.parse().unwrap();
        assert_eq!(without.record().position(), record.position());
    }
    assert!(passes > 10, "{passes}");
}

#[test]
fn errors_say_what_is_wrong_and_where() {
    let error = |text: &str| text.parse::<GgfGame>().unwrap_err().to_string();
    assert!(error("").contains("(;"));
    assert!(error("(;GM[Othello]PB[a").contains("\"]\""));
    assert!(error("(;GM[Chess];)").contains("only games of Othello"));
    assert!(error("(;GM[Othello]C[a]; x)").contains("without"));
    assert!(error("(;GM[Othello]BO[10 --];)").contains("8 by 8"));
    assert!(error("(;GM[Othello]BO[8 -- *];)").contains("64 squares"));
    assert!(error("(;[x];)").contains("no name"));
    let error = |rest: &str| read(rest).unwrap_err().to_string();
    assert!(error("B[a1]").contains("move 1, \"a1\": illegal"));
    assert!(error("B[f5]B[f6]").contains("move 2, \"f6\": it is the other side's turn"));
    assert!(error("B[f5]W[z9/1/2]").contains("not a move"));
    assert!(error("RB[x]").contains("RB[x]: write a number"));
    assert!(error("RE[won]").contains("discs"));
}

#[test]
fn sgf_of_both_kinds_escaped_brackets_and_missing_boards_are_read() {
    let game =
        |text: &str| text.parse::<GgfGame>().unwrap_or_else(|error| panic!("{text}: {error}"));
    let moves = |game: &GgfGame| -> String {
        game.moves.iter().map(|played| played.mv.to_string()).collect()
    };
    for text in [
        "(;GM[Othello]B[f5]W[d6]B[c3];)",
        "(;GM[Othello]C[a \\] b]B[f5]W[d6]B[c3])",
        "(;GM[2]FF[4]SZ[8]PB[ada]\n;B[f5];W[d6]\n;B[c3])",
        "(;FF[4]GM[2]CA[UTF-8];B[fe];W[df];B[cc])",
        "(;GM[2]AB[e4][d5]AW[d4][e5]PL[B];B[f5](;W[d6];B[c3])(;W[f6]))",
    ] {
        assert_eq!(moves(&game(text)), "f5d6c3", "{text}");
        assert_eq!(game(text).start, Board::START, "{text}");
    }
    assert_eq!(game("(;PB[a\\]PW[b];)").black, "a\\");
    assert_eq!(game("(;GM[2]RE[W+12];B[ef])").result.map(|result| result.discs), Some(-12.0));
    let resigned = game("(;GM[2]RE[B+R];B[ef])").result.unwrap();
    assert_eq!((resigned.discs, resigned.ending), (64.0, Some('r')));
    assert_eq!(game("(;GM[2]RE[B+?];B[ef])").result, None);
    // White first, on the usual board.
    let white = game("(;GM[2]PL[W];W[fd];B[dc])");
    assert_eq!((white.start, white.moves.len()), (Board::START.passed(), 2));
    let valued = game("(;GM[2]PB[a\\] \\\\];B[fe]V[1.5];W[df]V[2])");
    assert_eq!(valued.black, "a] \\");
    assert_eq!(valued.moves.iter().map(|mv| mv.discs).collect::<Vec<_>>(), [Some(1.5), Some(-2.0)]);
    let passed = "(;GM[2]AB[a1]AW[b1]PL[W];W[];B[ca])";
    assert_eq!((game(passed).moves.len(), game(passed).moves[0].mv), (2, Move::PASS));
}

#[test]
fn texts_that_the_format_cannot_hold_do_not_break_it() {
    let game = GgfGame { black: "a]b\n".to_owned(), ..GgfGame::default() };
    assert_eq!(game.to_string().parse::<GgfGame>().unwrap().black, "a b");
}

#[test]
fn a_move_s_value_may_be_missing_or_no_number() {
    let read = |text: &str| text.parse::<GgfMove>().unwrap();
    assert_eq!(read("PA"), Move::PASS.into());
    assert_eq!(read("PASS//3").seconds, Some(3.0));
    assert_eq!(read("F5/x/y"), "f5".parse::<Move>().unwrap().into());
    assert_eq!(read("F5//-1").seconds, None);
    assert_eq!(read("F5/inf").discs, None);
    // In games of SGF alone these are moves.
    for text in ["", "ef", "tt"] {
        assert!(text.parse::<GgfMove>().is_err(), "{text:?}");
    }
}
