//! Tests of games with clocks.

use std::time::Duration;

use plyscope_core::othello::{Board, Move, Othello};

use super::{Match, Refused, Seat};
use crate::game::{GameRecord, IllegalMove};
use crate::player::Clock;

const fn seconds(seconds: u64) -> Duration {
    Duration::from_secs(seconds)
}

/// A game in which each side has a minute, and five seconds more for each move.
fn game(seat: impl Fn(Option<Clock>) -> Seat) -> Match<Othello> {
    let clock = Clock { increment: seconds(5), ..Clock::new(seconds(60)) };
    Match::new(GameRecord::new(Othello, Board::START), [seat(Some(clock)); 2])
}

fn mv(name: &str) -> Move {
    name.parse().unwrap()
}

fn remaining(game: &Match<Othello>) -> [u64; 2] {
    game.seats().map(|seat| seat.clock.unwrap().remaining.as_secs())
}

#[test]
fn a_move_takes_its_time_from_the_clock_of_its_side_and_taking_back_returns_it() {
    let mut game = game(|clock| Seat::new((), clock, Duration::ZERO));
    for (name, taken) in [("f5", 10), ("d6", 20), ("c3", 30)] {
        game.play(mv(name), Some(seconds(taken))).unwrap();
    }
    assert_eq!(remaining(&game), [30, 45]);
    let shown: Vec<_> = game.record().moves().iter().map(|played| played.clock).collect();
    assert_eq!(shown, [Some(seconds(55)), Some(seconds(45)), Some(seconds(30))]);
    let undone = game.undo().unwrap();
    assert_eq!(remaining(&game), [30, 45], "clocks stay until they are set back");
    game.set_clocks_back();
    assert_eq!(remaining(&game), [55, 45]);
    game.replay(undone).unwrap();
    game.set_clocks_back();
    assert_eq!(remaining(&game), [30, 45]);
    while game.undo().is_some() {}
    game.set_clocks_back();
    assert_eq!(remaining(&game), [60, 60]);
}

#[test]
fn a_late_move_is_refused_unless_another_program_keeps_the_clock() {
    let mut strict = game(|clock| Seat::new((), clock, Duration::ZERO));
    let Err(Refused::Late(late)) = strict.play(mv("f5"), Some(seconds(61))) else {
        panic!("it is late")
    };
    assert_eq!((late.taken, late.left), (seconds(61), seconds(60)));
    assert_eq!((strict.record().moves().len(), remaining(&strict)), (0, [60, 60]));
    let mut lenient = game(|clock| Seat::kept_elsewhere((), clock));
    lenient.play(mv("f5"), Some(seconds(61))).unwrap();
    assert_eq!(remaining(&lenient), [5, 60], "no time is left but the increment");
}

#[test]
fn an_illegal_move_takes_no_time_and_neither_does_one_of_unknown_time() {
    let mut game = game(|clock| Seat::new((), clock, Duration::ZERO));
    assert_eq!(game.play(mv("a1"), Some(seconds(9))), Err(Refused::Illegal(IllegalMove)));
    game.play(mv("f5"), None).unwrap();
    assert_eq!(remaining(&game), [60, 60]);
    game.forfeit("resigned".to_owned());
    assert_eq!(game.play(mv("d6"), None), Err(Refused::Illegal(IllegalMove)));
}
