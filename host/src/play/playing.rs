//! A game with those who play it: moves of people and engines, analysis. The screen and the lines of `--plain` are two views of this.

use std::ffi::OsStr;
use std::path::Path;
use std::time::{Duration, Instant};

use plyscope_core::{Bound, Value};

use super::engines::{EngineThreads, Purpose};
use super::keeper::Keeper;
use super::level::{self, Equipment};
use super::look::{Look, MoveOf};
use super::review::Review;
use super::session::Session;
use super::store;
use super::trust;
use super::who::Who;
use super::words;
use crate::engine::{Engine, Entrant};
use crate::escape::command_line;
use crate::files;
use crate::foreign::ForeignError;
use crate::judged::{Judged, Unit};
use crate::player::{Failure, Idea, MoveValue, News};
use crate::record::Program;

/// Memory of the searches that advise.
pub(super) const ADVISER: usize = 2;

/// What happened.
#[derive(Debug)]
pub(super) enum PlayEvent {
    /// An engine moved, or a pass was played for a player; the words say so.
    Moved(String),
    /// A hint.
    Hint(String),
    /// An idea, or values, have changed.
    Thought,
    /// The analysis can go no deeper.
    Analysed,
    /// What the moves of the game lost.
    Reviewed(Vec<String>),
    /// The game is over, with the result.
    Over(String),
    /// A game is in another file than expected; the words say which.
    Kept(String),
    /// Something failed.
    Failed(String),
}

/// A game with those who play it.
pub(crate) struct Playing<D: Look> {
    pub(super) session: Session<D>,
    pub(super) engines: EngineThreads<D>,
    /// The engine that commands change.
    pub(super) engine: Entrant,
    pub(super) adviser: Engine,
    pub(crate) ponders: bool,
    pub(crate) analyses: bool,
    /// Files may name programs and devices.
    pub(crate) trusts: bool,
    /// What the player to move thinks.
    pub(super) idea: Option<Idea<MoveOf<D>>>,
    /// The values of the moves, best first.
    pub(super) values: Vec<MoveValue<MoveOf<D>>>,
    /// Values that the analysis gave to the positions of the game, by ply, for the player named first.
    pub(super) analysed: Vec<Option<f64>>,
    /// What the moves lost.
    pub(super) review: Option<Review>,
    /// Threads and book of the engines that are chosen by a level.
    pub(crate) equipment: Equipment,
    /// Keeps the game after each move.
    keeper: Option<Keeper>,
    /// Whether keeping the game failed the last time.
    keeping_failed: bool,
    /// What is to be told first.
    pub(super) news: Vec<PlayEvent>,
    /// Least time between the moves of two engines without clocks, for those who watch.
    pub(super) pace: Duration,
    /// The end has been told.
    told_over: bool,
    /// There is nothing more to think about this position.
    pub(super) rests: bool,
    /// Nothing happens by itself: someone stepped back through a game of engines, or put a position on the board.
    pub(super) paused: bool,
}

impl<D: Look + 'static> Playing<D> {
    pub(crate) fn new(session: Session<D>, engine: Entrant, keeper: Option<Keeper>) -> Self {
        let engines = EngineThreads::new(session.domain.clone());
        let paused = session.is_taken_back() && session.is_engines_turn();
        Self {
            session,
            engines,
            engine,
            adviser: level::adviser::<D>(None),
            ponders: false,
            analyses: false,
            trusts: false,
            idea: None,
            values: Vec::new(),
            analysed: Vec::new(),
            review: None,
            equipment: Equipment::default(),
            keeper,
            keeping_failed: false,
            news: Vec::new(),
            pace: Duration::ZERO,
            told_over: false,
            rests: false,
            paused,
        }
    }

    /// Whether an engine is choosing a move.
    pub(super) fn is_thinking(&self) -> bool {
        matches!(self.engines.purpose(), Some(Purpose::Move | Purpose::Hint))
    }

    /// The unit of the values that are shown.
    pub(super) fn thinking_unit(&self) -> Unit {
        match (self.engines.purpose(), self.session.who_to_move()) {
            (Some(Purpose::Hint | Purpose::Values), _) | (_, Who::Person) => self.advice_unit(),
            (_, Who::Engine(engine)) => self.session.domain.unit_of(&engine.player),
        }
    }

    /// The unit of hints and of the values of moves.
    pub(super) fn advice_unit(&self) -> Unit {
        self.session.domain.unit(&self.adviser)
    }

    /// A value of the side to move.
    pub(super) fn judged(
        &self,
        unit: Unit,
        (value, bound, proven): (Value, Bound, bool),
    ) -> Judged {
        Judged::new(value, bound, proven, unit, D::PLAYERS[self.session.to_move()])
    }

    /// The value of a move of the side to move.
    pub(super) fn judged_move(&self, known: &MoveValue<MoveOf<D>>) -> Judged {
        self.judged(self.advice_unit(), (known.value, known.bound, known.proven))
    }

    /// Lets things happen for at most so long.
    pub(super) fn wait(&mut self, wait: Duration) -> Vec<PlayEvent> {
        let mut events = std::mem::take(&mut self.news);
        self.hear_review(&mut events);
        if self.paused {
            self.session.hold_clock();
        } else {
            self.session.look_at_clock();
        }
        self.proceed(&mut events);
        if !events.is_empty() {
            return events;
        }
        let deadline = Instant::now() + wait;
        while events.is_empty() {
            let left = deadline.saturating_duration_since(Instant::now());
            let Some((purpose, news)) = self.engines.next(left) else { break };
            self.hear(purpose, news, &mut events);
        }
        self.proceed(&mut events);
        events
    }

    /// Begins what is to be done next.
    fn proceed(&mut self, events: &mut Vec<PlayEvent>) {
        loop {
            if self.session.take_changed() {
                self.engines.stop();
                self.idea = None;
                self.values.clear();
                self.rests = false;
                self.analysed.truncate(self.session.record().moves().len() + 1);
                self.keep(events);
            }
            if let Some(result) = self.session.result() {
                if !self.told_over {
                    self.told_over = true;
                    events.push(PlayEvent::Over(result));
                }
                return;
            }
            self.told_over = false;
            if self.paused {
                break;
            }
            let Some(pass) = self.session.forced_pass() else { break };
            let player = D::PLAYERS[self.session.to_move()];
            if self.session.play(pass).is_err() {
                break;
            }
            events.push(PlayEvent::Moved(format!("{player} has no move and passes.")));
        }
        if self.engines.purpose().is_some() || self.rests {
            return;
        }
        let to_move = self.session.to_move();
        let watched = self.session.is_of_engines() && self.session.control.is_none();
        if watched && self.session.waited() < self.pace {
            return;
        }
        match self.session.who(to_move) {
            Who::Engine(engine) if !self.paused => {
                self.engines.begin(Purpose::Move, engine, &self.session, to_move);
            }
            _ if self.analyses => {
                let adviser = self.adviser.clone().into();
                self.engines.begin(Purpose::Values, &adviser, &self.session, ADVISER);
            }
            Who::Person if self.ponders => {
                if let Who::Engine(engine) = self.session.who(1 - to_move) {
                    self.engines.begin(Purpose::Ponder, engine, &self.session, 1 - to_move);
                }
            }
            _ => {}
        }
    }

    /// Whether the moves have the deepest values that they will get.
    pub(super) fn is_valued(&self) -> bool {
        self.analyses && self.rests && !self.values.is_empty()
    }

    /// Keeps the game for the next time.
    fn keep(&mut self, events: &mut Vec<PlayEvent>) {
        let Some(keeper) = &mut self.keeper else { return };
        match keeper.keep(&self.session) {
            Ok(moved) => {
                self.keeping_failed = false;
                events.extend(moved.map(|moved| PlayEvent::Kept(words::moved(&moved))));
            }
            Err(why) => {
                // Once is enough. The next move tries again: a disk may have room by then.
                if !self.keeping_failed {
                    let told = format!("the game is not kept for another time: {why}");
                    events.push(PlayEvent::Failed(told));
                }
                self.keeping_failed = true;
            }
        }
    }

    /// How to go on with the game another time, if it is kept.
    pub(super) fn farewell(&self) -> Option<String> {
        let keeper = self.keeper.as_ref()?;
        let session = &self.session;
        if session.is_over() || session.is_empty() || self.keeping_failed {
            return None;
        }
        let path = keeper.path();
        // A device or a pipe keeps nothing.
        if files::is_special(path) {
            return None;
        }
        let usual = store::kept(D::NAME).is_some_and(|usual| usual == path);
        let program = Program::of_this_process().name;
        let mut words: Vec<&OsStr> = [program, "play", D::NAME, "--resume"].map(OsStr::new).into();
        if !usual {
            words.extend([OsStr::new("--keep"), path.as_os_str()]);
            words.extend(trust::is_needed(session).then_some(OsStr::new("--trust")));
        }
        Some(format!("The game is kept: {}", command_line(words)))
    }

    /// Where the game is kept.
    pub(super) fn kept(&self) -> Option<&Path> {
        self.keeper.as_ref().map(Keeper::path)
    }

    /// Writes the game to a file.
    ///
    /// # Errors
    /// What failed, in words.
    pub(super) fn save(&mut self, path: &Path) -> Result<(), String> {
        store::save(&self.session, path, self.keeper.as_mut())
    }

    /// Tells that the game was loaded from a file in which another session keeps it, if so.
    pub(crate) fn tell_of_copy(&mut self, path: &Path) {
        let is_own = self.keeper.as_mut().is_some_and(|keeper| keeper.is_kept_in(path));
        if !is_own && store::is_busy(path) {
            self.news.push(PlayEvent::Kept(words::copied(path)));
        }
    }

    /// Another game is on the board, in place of the last one.
    pub(super) fn begin_another(&mut self) {
        self.analysed.clear();
        self.review = None;
        if let Some(keeper) = &mut self.keeper {
            keeper.begin_another();
        }
    }

    fn hear(&mut self, purpose: Purpose, news: News<MoveOf<D>>, events: &mut Vec<PlayEvent>) {
        match news {
            News::Idea(idea) => {
                self.take(idea);
                events.push(PlayEvent::Thought);
            }
            News::Values(values) => {
                if let Some(best) = values.first().filter(|best| best.depth > 1) {
                    let judged = self.judged_move(best);
                    self.note(&judged);
                }
                self.values = values;
                events.push(PlayEvent::Thought);
            }
            News::Done => {
                self.rests = true;
                if purpose == Purpose::Values {
                    events.push(PlayEvent::Analysed);
                }
            }
            News::Failed(why) if purpose == Purpose::Move && has_resigned(&why) => {
                self.session.forfeit("resigned".to_owned());
            }
            News::Failed(why) if purpose == Purpose::Move => {
                if !self.session.is_of_engines() {
                    // The person decides; the game is not lost to a cable.
                    self.paused = true;
                    let name = self.session.who_to_move().name();
                    events.push(PlayEvent::Failed(format!(
                        "{name} failed: {why}. The game stands still: go lets it try again, or level gives you another engine, and then go."
                    )));
                } else {
                    self.session.forfeit(format!("failed: {why}"));
                }
            }
            News::Failed(why) => {
                self.rests = true;
                events.push(PlayEvent::Failed(why.to_string()));
            }
            News::Chosen(choice) if purpose == Purpose::Hint => {
                let words = self.described(self.advice_unit(), &choice);
                events.push(PlayEvent::Hint(words));
            }
            News::Chosen(choice) => {
                let player = D::PLAYERS[self.session.to_move()];
                let Some(engine) = self.session.who_to_move().engine() else { return };
                let name = engine.name().to_owned();
                let words = self.described(self.session.domain.unit_of(&engine.player), &choice);
                match self.session.play(choice) {
                    Ok(()) => {
                        events.push(PlayEvent::Moved(format!("{player} ({name}) plays {words}")));
                    }
                    Err(why) => {
                        // An engine loses by an illegal move.
                        if !self.session.is_over() {
                            let name = self.session.domain.move_name(choice.mv);
                            self.session.forfeit(format!("played an illegal move, {name}"));
                        }
                        events.push(PlayEvent::Failed(why));
                    }
                }
            }
        }
    }

    /// Takes an idea; one without a value only tells how far the search is.
    fn take(&mut self, idea: Idea<MoveOf<D>>) {
        match (&mut self.idea, idea.value) {
            (Some(known), None) => {
                (known.nodes, known.time) = (idea.nodes, idea.time);
            }
            (known, _) => *known = Some(idea),
        }
    }
}

/// Whether an external engine has resigned: the game ends as if a person had.
fn has_resigned(why: &Failure) -> bool {
    let Failure::Forfeit(cause) = why else { return false };
    matches!(cause.downcast_ref(), Some(ForeignError::Resigned))
}
