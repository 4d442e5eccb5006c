//! Players that think on the opponent's time: on a thread of their own, because the opponent thinks on this one.

use std::thread::{Builder, Scope};
use std::time::Duration;

use plyscope_core::Game;
use plyscope_run::parallel::STACK;

use crate::domain::Domain;
use crate::engine::Entrant;
use crate::game::{Ending, GameRecord};
use crate::player::{Background, Choice, Clock, Failure, News, Player, Task, player_from};

/// The player in this thread's place.
pub(super) struct Pondering<G: Game> {
    background: Background<G>,
    record: GameRecord<G>,
    side: usize,
    clock: Option<Clock>,
    /// Why pondering failed.
    failed: Option<Failure>,
}

impl<G: Game<Position: Send, Move: Send> + Clone + Send + 'static> Pondering<G> {
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
        let (background, orders) = Background::new();
        let serve =
            move || orders.serve(|| player_from(domain, entrant, start).map_err(Failure::from));
        let thread = Builder::new().name("pondering".to_owned()).stack_size(STACK);
        thread.spawn_scoped(scope, serve).map_err(Failure::forfeit)?;
        let (game, position) = domain.set_up(start);
        let record = GameRecord::new(game, position);
        let mut player = Self { background, record, side, clock: None, failed: None };
        player.background.begin(Task::Prepare, player.record.clone());
        if let Some(News::Failed(failure)) = player.background.outcome() {
            return Err(failure);
        }
        player.think_ahead();
        Ok(player)
    }

    /// Thinks while it is the opponent's turn.
    fn think_ahead(&mut self) {
        if self.record.to_move() != self.side && self.record.ending() == Ending::Unfinished {
            self.background.begin(Task::Ponder, self.record.clone());
        }
    }
}

impl<G: Game<Position: Send, Move: Send> + Clone + Send + 'static> Player<G> for Pondering<G> {
    fn choose(&mut self, record: &GameRecord<G>) -> Result<Choice<G::Move>, Failure> {
        if let Some(failure) = self.failed.take() {
            return Err(failure);
        }
        self.background.begin(Task::Choose(self.clock), record.clone());
        match self.background.outcome() {
            Some(News::Chosen(choice)) => Ok(choice),
            Some(News::Failed(failure)) => Err(failure),
            _ => Err(Failure::forfeit("it chose no move")),
        }
    }

    fn set_clock(&mut self, clock: Option<Clock>) {
        self.clock = clock;
    }

    fn played(&mut self, mv: G::Move) {
        if let Some(News::Failed(failure)) = self.background.next(Duration::ZERO) {
            self.failed = Some(failure);
        }
        self.background.stop();
        // The moves of a game are legal.
        let _ = self.record.play(mv);
        self.think_ahead();
    }
}
