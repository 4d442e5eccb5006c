//! Players that think on the opponent's time.
//!
//! The player has a thread of its own for the game, because the opponent thinks on this one. Moves pass between the threads as their
//! places among the legal ones: positions and moves of a game need not be fit to be sent.

use std::ops::ControlFlow;
use std::sync::mpsc::{Receiver, Sender, TryRecvError, channel};
use std::thread::{Builder, Scope};

use plyscope_core::{Counts, Game};
use plyscope_run::parallel::STACK;
use plyscope_tree::MemoryUse;

use crate::domain::Domain;
use crate::engine::Entrant;
use crate::game::{Ending, GameRecord, Valued, children};
use crate::player::{Choice, Clock, Failure, Player, PlayerError, player_from};

/// The player in this thread's place.
pub(super) struct Pondering<G: Game> {
    record: GameRecord<G>,
    orders: Sender<Order>,
    answers: Receiver<Result<Answer, Failure>>,
}

/// What the player is to do.
enum Order {
    Clock(Option<Clock>),
    Choose,
    /// A move was played: its place among the legal ones.
    Played(usize),
}

/// A choice, with the move's place among the legal ones.
struct Answer {
    place: usize,
    value: Option<Valued>,
    counts: Counts,
    memory: Option<MemoryUse>,
}

impl<G: Game<Position: Clone + PartialEq>> Pondering<G> {
    /// The entrant's player of `side` in a game from this start, on a thread of `scope`, which ends when this player is dropped.
    ///
    /// # Errors
    /// As [`player_from`], or if there can be no thread.
    pub(super) fn start<'scope, 'env, D: Domain<Game = G>>(
        scope: &'scope Scope<'scope, 'env>,
        domain: &'env D,
        entrant: &'env Entrant,
        start: &'env D::Start,
        side: usize,
    ) -> Result<Self, Failure> {
        let (orders, received) = channel();
        let (answer, answers) = channel();
        let (started, is_started) = channel();
        let work = move || match player_from(domain, entrant, start) {
            Ok(player) => {
                let _ = started.send(None);
                let (game, position) = domain.set_up(start);
                let record = GameRecord::new(game, position);
                Thread { player, record, side, orders: received, answers: answer }.serve();
            }
            Err(error) => {
                let _ = started.send(Some(error));
            }
        };
        let thread = Builder::new().name("pondering".to_owned()).stack_size(STACK);
        thread.spawn_scoped(scope, work).map_err(Failure::forfeit)?;
        match is_started.recv() {
            Ok(None) => {
                let (game, position) = domain.set_up(start);
                Ok(Self { record: GameRecord::new(game, position), orders, answers })
            }
            Ok(Some(error)) => Err(PlayerError::into(error)),
            Err(_) => Err(ended()),
        }
    }

    /// Passes an order on. If the thread has ended, the next answer is missing, which is an error then.
    fn order(&self, order: Order) {
        let _ = self.orders.send(order);
    }
}

fn ended() -> Failure {
    Failure::forfeit("its thread ended")
}

impl<G: Game<Position: Clone + PartialEq>> Player<G> for Pondering<G> {
    fn choose(&mut self, record: &GameRecord<G>) -> Result<Choice<G::Move>, Failure> {
        self.order(Order::Choose);
        let Answer { place, value, counts, memory } =
            self.answers.recv().map_err(|_| ended())??;
        let chosen = children(record.game(), record.position()).nth(place);
        let (mv, _) = chosen.ok_or_else(|| Failure::forfeit("it chose no legal move"))?;
        Ok(Choice { mv, value, counts, memory })
    }

    fn set_clock(&mut self, clock: Option<Clock>) {
        self.order(Order::Clock(clock));
    }

    fn played(&mut self, mv: G::Move) {
        if let Some(place) = place_of(&self.record, mv) {
            // It is legal: it has a place.
            let _ = self.record.play(mv);
            self.order(Order::Played(place));
        }
    }
}

/// The place of a move among the legal ones.
fn place_of<G: Game<Position: Clone + PartialEq>>(
    record: &GameRecord<G>,
    mv: G::Move,
) -> Option<usize> {
    children(record.game(), record.position()).position(|(other, _)| other == mv)
}

/// The player in its own thread.
struct Thread<'d, G: Game> {
    player: Box<dyn Player<G> + 'd>,
    record: GameRecord<G>,
    side: usize,
    orders: Receiver<Order>,
    answers: Sender<Result<Answer, Failure>>,
}

impl<G: Game<Position: Clone + PartialEq>> Thread<'_, G> {
    /// Does as ordered until there is no one left to give orders.
    fn serve(mut self) {
        let mut failed = None;
        loop {
            let (pondered, order) = self.ponder();
            failed = failed.or(pondered.err());
            let Some(order) = order.or_else(|| self.orders.recv().ok()) else { return };
            match order {
                Order::Clock(clock) => self.player.set_clock(clock),
                Order::Choose => {
                    let answer = failed.take().map_or_else(|| self.choose(), Err);
                    if self.answers.send(answer).is_err() {
                        return;
                    }
                }
                Order::Played(place) => {
                    let child = children(self.record.game(), self.record.position()).nth(place);
                    if let Some((mv, _)) = child {
                        // It is one of the legal moves.
                        let _ = self.record.play(mv);
                        self.player.played(mv);
                    }
                }
            }
        }
    }

    /// Thinks while it is the opponent's turn, until there is an order, which it returns.
    fn ponder(&mut self) -> (Result<(), Failure>, Option<Order>) {
        let is_over = self.record.ending() != Ending::Unfinished;
        if self.record.to_move() == self.side || is_over {
            return (Ok(()), None);
        }
        let mut order = None;
        let orders = &self.orders;
        let mut go_on = || match orders.try_recv() {
            Err(TryRecvError::Empty) => ControlFlow::Continue(()),
            Err(TryRecvError::Disconnected) => ControlFlow::Break(()),
            Ok(next) => {
                order = Some(next);
                ControlFlow::Break(())
            }
        };
        let pondered = self.player.ponder(&self.record, &mut go_on);
        (pondered, order)
    }

    fn choose(&mut self) -> Result<Answer, Failure> {
        let Choice { mv, value, counts, memory } = self.player.choose(&self.record)?;
        let place = place_of(&self.record, mv)
            .ok_or_else(|| Failure::forfeit("it chose a move that is not legal"))?;
        Ok(Answer { place, value, counts, memory })
    }
}
