//! The engines of a game, each on a thread of its own.

use std::thread;
use std::time::{Duration, Instant};

use super::look::{Look, MoveOf, Position};
use super::session::Session;
use crate::engine::{AnyEngine, Entrant};
use crate::player::{Background, News, Task, player_of};

/// Time for players to end. A process of an external engine has half a second to end by itself.
const FAREWELL: Duration = Duration::from_secs(2);

/// Stack of a player's thread: the frames of a solver are large in builds without optimisation.
pub(super) const STACK: usize = 32 << 20;

/// What an engine thinks for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Purpose {
    /// A move of the player to move, with its clock.
    Move,
    /// A hint, which is not played.
    Hint,
    /// The values of all moves, until it is replaced.
    Values,
    /// Thinking on the opponent's time, until it is replaced.
    Ponder,
}

/// The players, and the one that thinks.
pub(super) struct EngineThreads<D: Look> {
    domain: D,
    /// Kept from move to move with their memory.
    held: Vec<HeldPlayer<D>>,
    /// They have been told to leave.
    leaving: Vec<Background<D::Game>>,
    /// Who thinks, if anyone, and what for.
    thinks: Option<(usize, Purpose)>,
}

/// An engine's player.
struct HeldPlayer<D: Look> {
    who: usize,
    engine: Entrant,
    start: Position<D>,
    player: Background<D::Game>,
}

impl<D: Look + 'static> EngineThreads<D> {
    pub(super) const fn new(domain: D) -> Self {
        Self { domain, held: Vec::new(), leaving: Vec::new(), thinks: None }
    }

    /// What is thought for at present.
    pub(super) fn purpose(&self) -> Option<Purpose> {
        self.thinks.map(|(_, purpose)| purpose)
    }

    /// Begins to think; what is under way ends without a result.
    /// `who` has a memory of its own: a player's number, or another one.
    pub(super) fn begin(
        &mut self,
        purpose: Purpose,
        engine: &Entrant,
        session: &Session<D>,
        who: usize,
    ) {
        self.stop();
        self.thinks = Some((who, purpose));
        let task = match purpose {
            Purpose::Move => Task::Choose(session.clock()),
            Purpose::Hint => Task::Choose(None),
            Purpose::Values => Task::ValueMoves,
            Purpose::Ponder => Task::Ponder,
        };
        self.player(who, engine, session).begin(task, session.record().clone());
    }

    /// Ends what is under way without a result.
    pub(super) fn stop(&mut self) {
        if let Some(player) = self.thinking() {
            player.stop();
        }
        self.thinks = None;
    }

    /// What is under way is to come to its end at once, with the best so far.
    pub(super) fn hurry(&mut self) {
        if let Some(player) = self.thinking() {
            player.hurry();
        }
    }

    /// Waits at most so long for news of what is under way; says what it is for, too.
    pub(super) fn next(&mut self, wait: Duration) -> Option<(Purpose, News<MoveOf<D>>)> {
        let Some((_, purpose)) = self.thinks else {
            thread::sleep(wait);
            return None;
        };
        let news = self.thinking()?.next(wait)?;
        if !matches!(news, News::Idea(_) | News::Values(_)) {
            self.thinks = None;
        }
        Some((purpose, news))
    }

    /// The player that thinks.
    fn thinking(&mut self) -> Option<&mut Background<D::Game>> {
        let (who, _) = self.thinks?;
        self.held.iter_mut().find(|held| held.who == who).map(|held| &mut held.player)
    }

    /// The engine's player in this game.
    fn player(
        &mut self,
        who: usize,
        engine: &Entrant,
        session: &Session<D>,
    ) -> &mut Background<D::Game> {
        let start = session.record().positions().next();
        let start = start.unwrap_or_else(|| session.position().clone());
        let known =
            |held: &HeldPlayer<D>| held.who == who && held.engine == *engine && held.start == start;
        let place = match self.held.iter().position(known) {
            Some(place) => place,
            None => {
                // Their memory is large: those of other engines and games go.
                let goes = |held: &mut HeldPlayer<D>| held.start != start || held.who == who;
                for mut held in self.held.extract_if(.., goes) {
                    held.player.leave();
                    self.leaving.push(held.player);
                }
                let player = started(&self.domain, engine, session);
                self.held.push(HeldPlayer { who, engine: engine.clone(), start, player });
                self.held.len() - 1
            }
        };
        &mut self.held[place].player
    }
}

/// Starts an engine's player on a thread of its own.
fn started<D: Look + 'static>(
    domain: &D,
    engine: &Entrant,
    session: &Session<D>,
) -> Background<D::Game> {
    let (player, orders) = Background::new();
    let (domain, engine) = (domain.clone(), engine.clone());
    let (setup, game) = (session.setup.clone(), session.record().game().clone());
    let serve = move || {
        // The player borrows the domain.
        let domain = domain;
        orders.serve(|| {
            Ok(match &engine.player {
                AnyEngine::Own(own) => player_of(&domain, own, game.clone())?,
                AnyEngine::Foreign(foreign) => domain.foreigner(&setup, foreign, engine.margin)?,
            })
        });
    };
    // Without a thread, its first task fails.
    let _ = thread::Builder::new().stack_size(STACK).spawn(serve);
    player
}

impl<D: Look> Drop for EngineThreads<D> {
    /// Ends the players, and with them their processes.
    fn drop(&mut self) {
        self.leaving.extend(self.held.drain(..).map(|held| held.player));
        self.leaving.iter_mut().for_each(Background::leave);
        let deadline = Instant::now() + FAREWELL;
        self.leaving.iter().for_each(|player| player.join_until(deadline));
    }
}
