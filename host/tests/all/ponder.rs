//! Thinking on the opponent's time, threads and clocks of players.

use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use plyscope::domain::OthelloDomain;
use plyscope::engine::Engine;
use plyscope::game::GameRecord;
use plyscope::player::{Choice, Clock, Player, player_of};
use plyscope_core::Game as _;
use plyscope_core::othello::{Board, Move, Othello};

fn player<'d>(domain: &'d OthelloDomain, engine: &str) -> Box<dyn Player<Othello> + 'd> {
    let engine: Engine = engine.parse().expect("an engine");
    player_of(domain, &engine, Othello).expect("a player")
}

fn play(player: &mut dyn Player<Othello>, record: &mut GameRecord<Othello>, mv: Move) {
    record.play(mv).expect("a legal move");
    player.played(mv);
}

/// Both players' choice of a second move, of whom the second has pondered for so many looks before the reply. The reply is
/// the one that is expected, or another one.
fn second_choices(engine: &str, looks: u32, expected: bool) -> [Choice<Move>; 2] {
    let domain = OthelloDomain::default();
    [0, looks].map(|looks| {
        let mut player = player(&domain, engine);
        let mut record = GameRecord::new(Othello, Board::START);
        let first = player.choose(&record).expect("a move").mv;
        play(&mut *player, &mut record, first);
        if looks > 0 {
            let mut left = looks;
            let mut go_on = || {
                left -= 1;
                if left == 0 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
            };
            player.ponder(&record, &mut go_on).expect("it ponders");
        }
        let legal = |mv: &Move| Othello.is_legal(record.position(), *mv);
        let mut replies: Vec<_> = (0..64).filter_map(Move::to).filter(legal).collect();
        let reply = expected_reply(&domain, engine, &record);
        replies.retain(|&mv| (mv == reply) == expected);
        play(&mut *player, &mut record, replies[0]);
        player.choose(&record).expect("a move")
    })
}

/// The reply that a search of the same depth would play.
fn expected_reply(domain: &OthelloDomain, engine: &str, record: &GameRecord<Othello>) -> Move {
    player(domain, engine).choose(record).expect("a move").mv
}

#[test]
fn a_search_that_was_paused_while_pondering_goes_on_as_if_it_had_begun_then() {
    let engine = "algorithm=strong,nodes=60000,table=1MiB";
    for looks in [1, 3, 20] {
        let [without, with] = second_choices(engine, looks, true);
        assert_eq!(without.mv, with.mv, "{looks}");
        assert_eq!(without.value, with.value);
        assert_eq!(without.counts, with.counts);
    }
}

#[test]
fn a_reply_that_was_not_expected_begins_another_search() {
    let engine = "algorithm=strong,nodes=60000,table=1MiB";
    let [without, with] = second_choices(engine, 20, false);
    // The table holds more than before, so that it may know better; it never searches more.
    assert!(with.counts.generated <= 60_000 && without.counts.generated <= 60_000);
    assert!(with.value.is_some());
}

#[test]
fn players_keep_to_their_clock_with_any_number_of_threads() {
    let domain = OthelloDomain::default();
    for threads in [1, 3] {
        let mut player = player(&domain, &format!("algorithm=strong,level=30,threads={threads}"));
        let mut record = GameRecord::new(Othello, Board::START);
        player.set_clock(Some(Clock::new(Duration::from_millis(2530))));
        let start = Instant::now();
        let mv = player.choose(&record).expect("a move").mv;
        // 100 ms; more only on a machine that does much else.
        assert!(start.elapsed() < Duration::from_secs(5), "{:?}", start.elapsed());
        play(&mut *player, &mut record, mv);
        player.ponder(&record, &mut || ControlFlow::Break(())).expect("it ponders");
    }
}

#[test]
fn threads_prove_the_same_score() {
    let domain = OthelloDomain::default();
    let text = "----O---XOOOOOO--XOOOXOXOOXOOOOXOOXOOOOXOOOOXXOXOOXXXXXX-OXXXXXX X";
    let (board, _) = plyscope_core::othello::parse_board(text).expect("a board");
    let record = GameRecord::new(Othello, board);
    let value = |threads: u32| {
        let engine = format!("algorithm=strong,depth=60,threads={threads},table=1MiB");
        player(&domain, &engine).choose(&record).expect("a move").value
    };
    assert!(value(1).is_some());
    assert_eq!(value(1), value(2));
    assert_eq!(value(1), value(4));
}
