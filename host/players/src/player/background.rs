//! A player on a thread of its own.
//!
//! A player cannot be sent to another thread, so its thread makes it: `Background::new` gives a handle, and the orders that the thread
//! [serves](Orders::serve).

use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::time::{Duration, Instant};

use plyscope_core::{Bound, Game, Value};

use super::{Choice, Clock, Failure, MoveValue, Player, SoFar, Thinking, Watch};
use crate::game::GameRecord;

/// Time between two reports of progress.
const BETWEEN: Duration = Duration::from_millis(60);

/// What a player is to do at the end of a game's record.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Task {
    /// Be there.
    Prepare,
    /// Choose a move, with this clock.
    Choose(Option<Clock>),
    /// Think on the opponent's time, until it is stopped.
    Ponder,
    /// Value all moves, deeper and deeper, until it is stopped.
    ValueMoves,
}

/// What a player tells of its task. The last three end it.
#[derive(Debug)]
pub enum News<M> {
    /// What its search thinks.
    Idea(Idea<M>),
    /// The values of all moves so far, best first.
    Values(Vec<MoveValue<M>>),
    /// The chosen move.
    Chosen(Choice<M>),
    /// There is nothing left to do.
    Done,
    /// It failed. A new player does its next task.
    Failed(Failure),
}

/// What a search thinks so far.
#[derive(Clone, Debug)]
pub struct Idea<M> {
    /// Depth in plies, if known.
    pub depth: Option<u32>,
    /// The value for the side to move, with how it bounds the true one and whether that is proven.
    pub value: Option<(Value, Bound, bool)>,
    /// Nodes generated.
    pub nodes: u64,
    /// Time since the task was given.
    pub time: Duration,
    /// The principal variation.
    pub line: Vec<M>,
}

/// A task with its number: later tasks replace earlier ones.
struct Order<G: Game> {
    number: u64,
    task: Task,
    record: GameRecord<G>,
}

/// Numbers of tasks that both threads know.
#[derive(Debug, Default)]
struct TaskNumbers {
    /// The last task that was given: others are to end.
    last: AtomicU64,
    /// The task that is to come to its end at once.
    hurried: AtomicU64,
}

/// The handle of a player on another thread. The thread ends after it is dropped.
pub struct Background<G: Game> {
    /// `None` once the player is to leave.
    orders: Option<Sender<Order<G>>>,
    news: Receiver<(u64, News<G::Move>)>,
    numbers: Arc<TaskNumbers>,
    is_busy: bool,
}

/// The orders to a player, for its thread.
pub struct Orders<G: Game> {
    orders: Receiver<Order<G>>,
    news: Sender<(u64, News<G::Move>)>,
    numbers: Arc<TaskNumbers>,
}

impl<G: Game> std::fmt::Debug for Background<G> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Background").field("is_busy", &self.is_busy).finish_non_exhaustive()
    }
}

impl<G: Game> std::fmt::Debug for Orders<G> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Orders").finish_non_exhaustive()
    }
}

impl<G: Game> Background<G> {
    /// The handle, and the orders for the player's thread. If that never starts, the first task fails.
    #[must_use]
    pub fn new() -> (Self, Orders<G>) {
        let (orders, received) = mpsc::channel();
        let (tell, news) = mpsc::channel();
        let numbers = Arc::new(TaskNumbers::default());
        let served = Orders { orders: received, news: tell, numbers: numbers.clone() };
        (Self { orders: Some(orders), news, numbers, is_busy: false }, served)
    }

    /// Gives a task. One that is under way ends without a result.
    pub fn begin(&mut self, task: Task, record: GameRecord<G>) {
        let number = self.stop() + 1;
        self.numbers.last.store(number, Ordering::Release);
        self.is_busy = true;
        if let Some(orders) = &self.orders {
            // If the thread has ended, the next news say so.
            let _ = orders.send(Order { number, task, record });
        }
    }

    /// Ends the task that is under way without a result. Returns the number of tasks so far.
    pub fn stop(&mut self) -> u64 {
        self.is_busy = false;
        self.numbers.last.fetch_add(1, Ordering::AcqRel) + 1
    }

    /// The task that is under way is to come to its end at once, with the best so far.
    pub fn hurry(&self) {
        self.numbers.hurried.store(self.numbers.last.load(Ordering::Acquire), Ordering::Release);
    }

    /// Waits at most so long for news of the task that is under way.
    pub fn next(&mut self, wait: Duration) -> Option<News<G::Move>> {
        let deadline = Instant::now() + wait;
        while self.is_busy {
            let left = deadline.saturating_duration_since(Instant::now());
            let (number, news) = match self.news.recv_timeout(left) {
                Ok(told) => told,
                Err(RecvTimeoutError::Timeout) => return None,
                Err(RecvTimeoutError::Disconnected) => {
                    self.is_busy = false;
                    return Some(News::Failed(Failure::forfeit("its thread ended")));
                }
            };
            if number == self.numbers.last.load(Ordering::Acquire) {
                self.is_busy = matches!(news, News::Idea(_) | News::Values(_));
                return Some(news);
            }
        }
        None
    }

    /// Waits for the end of the task that is under way; `None` if there is none.
    pub fn outcome(&mut self) -> Option<News<G::Move>> {
        while self.is_busy {
            match self.next(Duration::from_secs(3600)) {
                None | Some(News::Idea(_) | News::Values(_)) => {}
                outcome => return outcome,
            }
        }
        None
    }

    /// Tells the player to leave.
    pub fn leave(&mut self) {
        self.stop();
        self.orders = None;
    }

    /// Waits for a player that leaves, until this time at most.
    pub fn join_until(&self, deadline: Instant) {
        // The thread's end closes the channel.
        let left = || deadline.saturating_duration_since(Instant::now());
        while !left().is_zero()
            && !matches!(self.news.recv_timeout(left()), Err(RecvTimeoutError::Disconnected))
        {
        }
    }
}

impl<G: Game> Drop for Background<G> {
    fn drop(&mut self) {
        self.leave();
    }
}

impl<G: Game> Orders<G> {
    /// Lets a player do the tasks until the handle is dropped. `make` makes it at the first task, and after a failure.
    pub fn serve<'p>(self, mut make: impl FnMut() -> Result<Box<dyn Player<G> + 'p>, Failure>) {
        let mut present: Option<ActivePlayer<'p, G>> = None;
        for Order { number, task, record } in &self.orders {
            let mut reporter = Reporter::new(number, &self);
            if reporter.go_on().is_break() {
                continue;
            }
            let mut work = || {
                let present = match &mut present {
                    Some(present) => present,
                    None => present.insert(ActivePlayer { player: make()?, moves: Vec::new() }),
                };
                present.catch_up(&record);
                reporter.carry_out(task, &mut *present.player, &record)
            };
            let outcome = work();
            if outcome.is_err() {
                present = None;
            }
            let _ = self.news.send((number, outcome.unwrap_or_else(News::Failed)));
        }
    }
}

/// A player, and the moves that it knows.
struct ActivePlayer<'p, G: Game> {
    player: Box<dyn Player<G> + 'p>,
    moves: Vec<G::Move>,
}

impl<G: Game> ActivePlayer<'_, G> {
    /// Tells the player what was played and taken back since its last task.
    fn catch_up(&mut self, record: &GameRecord<G>) {
        let moves: Vec<_> = record.moves().iter().map(|played| played.mv).collect();
        let common = self.moves.iter().zip(&moves).take_while(|(a, b)| a == b).count();
        for _ in common..self.moves.len() {
            self.player.taken_back();
        }
        for &mv in &moves[common..] {
            self.player.played(mv);
        }
        self.moves = moves;
    }
}

/// Tells how a task goes, and whether it is to go on.
struct Reporter<'o, G: Game> {
    number: u64,
    orders: &'o Orders<G>,
    start: Instant,
    before: Option<Instant>,
}

impl<'o, G: Game> Reporter<'o, G> {
    fn new(number: u64, orders: &'o Orders<G>) -> Self {
        Self { number, orders, start: Instant::now(), before: None }
    }

    fn carry_out(
        &mut self,
        task: Task,
        player: &mut dyn Player<G>,
        record: &GameRecord<G>,
    ) -> Result<News<G::Move>, Failure> {
        match task {
            Task::Prepare => {}
            Task::Choose(clock) => {
                player.set_clock(clock);
                let choice = player.choose_watched(record, self)?;
                return Ok(News::Chosen(choice));
            }
            Task::Ponder => player.ponder(record, &mut || self.go_on())?,
            Task::ValueMoves => {
                let mut deepest = 0;
                let values = player.value_moves(record, &mut |values| {
                    let depth = values.iter().map(|known| known.depth).min().unwrap_or(0);
                    if self.is_due() || depth > deepest {
                        deepest = depth;
                        self.tell(News::Values(values.to_vec()));
                    }
                    self.go_on()
                })?;
                self.tell(News::Values(values));
            }
        }
        Ok(News::Done)
    }

    fn tell(&self, news: News<G::Move>) {
        let _ = self.orders.news.send((self.number, news));
    }

    fn go_on(&self) -> ControlFlow<()> {
        let is = |number: &AtomicU64| number.load(Ordering::Acquire) == self.number;
        let TaskNumbers { last, hurried } = &*self.orders.numbers;
        if !is(last) || is(hurried) { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }

    /// Whether it is time for a report.
    fn is_due(&mut self) -> bool {
        let due = self.before.is_none_or(|before| before.elapsed() >= BETWEEN);
        if due {
            self.before = Some(Instant::now());
        }
        due
    }
}

impl<G: Game> Watch<G::Move> for Reporter<'_, G> {
    fn hear(&mut self, thinking: Thinking<'_, G::Move>) -> ControlFlow<()> {
        let time = self.start.elapsed();
        let idea = match thinking {
            Thinking::Thought(thought) => {
                let report = &thought.report;
                Some(Idea {
                    depth: Some(report.depth),
                    value: Some((report.value, report.bound, report.proven)),
                    nodes: report.counts.generated,
                    time,
                    line: report.principal_variation.to_vec(),
                })
            }
            Thinking::SoFar(&SoFar { generated, .. }) if self.is_due() => {
                Some(Idea { depth: None, value: None, nodes: generated, time, line: Vec::new() })
            }
            Thinking::SoFar(_) => None,
        };
        if let Some(idea) = idea {
            self.tell(News::Idea(idea));
        }
        self.go_on()
    }
}

#[cfg(test)]
mod tests;
