//! Tests of players on threads of their own.

use std::ops::ControlFlow;
use std::thread;
use std::time::{Duration, Instant};

use plyscope_core::Game as _;
use plyscope_core::othello::{Board, Move, Othello};

use super::{Background, News, Orders, Task};
use crate::game::GameRecord;
use crate::player::{Choice, Failure, Player, SoFar, Thinking, Watch};

/// Searches for ever, and plays the first move when it is stopped; has no idea after a move.
struct Slow;

impl Player<Othello> for Slow {
    fn choose(&mut self, record: &GameRecord<Othello>) -> Result<Choice<Move>, Failure> {
        match Othello.first_move(record.position()) {
            Some(mv) if record.moves().is_empty() => Ok(mv.into()),
            _ => Err(Failure::forfeit("it has no more ideas")),
        }
    }

    fn choose_watched(
        &mut self,
        record: &GameRecord<Othello>,
        watch: &mut dyn Watch<Move>,
    ) -> Result<Choice<Move>, Failure> {
        let so_far = SoFar { generated: 1, depth: None, value: None };
        while record.moves().is_empty() && watch.hear(Thinking::SoFar(&so_far)).is_continue() {
            thread::sleep(Duration::from_millis(1));
        }
        self.choose(record)
    }

    fn ponder(
        &mut self,
        _: &GameRecord<Othello>,
        go_on: &mut dyn FnMut() -> ControlFlow<()>,
    ) -> Result<(), Failure> {
        while go_on().is_continue() {
            thread::sleep(Duration::from_millis(1));
        }
        Ok(())
    }
}

fn start() -> GameRecord<Othello> {
    GameRecord::new(Othello, Board::START)
}

/// A slow player, and how often it was made.
fn slow() -> (Background<Othello>, thread::JoinHandle<u32>) {
    let (player, orders) = Background::new();
    let serve = move |orders: Orders<Othello>| {
        let mut made = 0;
        orders.serve(|| {
            made += 1;
            Ok(Box::new(Slow))
        });
        made
    };
    (player, thread::spawn(move || serve(orders)))
}

#[test]
fn a_later_task_replaces_the_one_under_way_and_hurry_ends_it_with_a_move() {
    let (mut player, thread) = slow();
    player.begin(Task::Ponder, start());
    player.begin(Task::Choose(None), start());
    let begin = Instant::now();
    while !matches!(player.next(Duration::from_secs(60)), Some(News::Idea(_))) {
        assert!(begin.elapsed() < Duration::from_secs(60), "no idea");
    }
    player.hurry();
    assert!(matches!(player.outcome(), Some(News::Chosen(_))));
    player.begin(Task::Choose(None), start());
    player.stop();
    assert!(player.next(Duration::from_millis(20)).is_none(), "it was stopped");
    player.leave();
    player.join_until(Instant::now() + Duration::from_secs(60));
    assert_eq!(thread.join().unwrap(), 1);
}

#[test]
fn after_a_failure_another_player_does_the_next_task() {
    let (mut player, thread) = slow();
    let mut played = start();
    played.play("f5".parse::<Move>().unwrap()).unwrap();
    for _ in 0..2 {
        player.begin(Task::Choose(None), played.clone());
        let Some(News::Failed(why)) = player.outcome() else { panic!("it fails") };
        assert_eq!(why.to_string(), "it has no more ideas");
    }
    drop(player);
    assert_eq!(thread.join().unwrap(), 2);
}

#[test]
fn without_a_thread_a_task_fails() {
    let (mut player, orders) = Background::new();
    drop(orders);
    player.begin(Task::Choose(None), start());
    assert!(matches!(player.outcome(), Some(News::Failed(_))));
    assert!(player.outcome().is_none(), "nothing is under way");
}
