//! A game with those who play it: commands of people, moves of engines, analysis. The screen and the lines of `--plain` are two views of
//! this.

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use plyscope_core::{Bound, Value};

use super::command::{Command, HELP};
use super::level::{self, unit_of};
use super::look::{Look, MoveOf};
use super::session::{Seat, Session};
use super::store;
use super::thinker::{Idea, Purpose, Thinker, Told};
use crate::domain::{RandomTreeDomain, Rules as _};
use crate::engine::{AnyEngine, Engine, Entrant};
use crate::player::MoveValue;

use super::super::output::grouped;

/// Memory of the searches that advise.
const ADVISER: usize = 2;
/// Seconds of thought for a hint.
const HINT_SECONDS: u32 = 2;

/// What happened.
#[derive(Debug)]
pub(super) enum Event {
    /// An engine moved, or a pass was played for a player; the words say so.
    Moved(String),
    /// A hint.
    Hint(String),
    /// An idea, or values, have changed.
    Thought,
    /// The analysis can go no deeper.
    Analysed,
    /// The game is over, with the result.
    Over(String),
    /// Something failed.
    Failed(String),
}

/// The answer to a command.
#[derive(Debug, Default)]
pub(super) struct Reply {
    pub(super) lines: Vec<String>,
    /// Whether the position is to be shown.
    pub(super) shows: bool,
    pub(super) quits: bool,
}

impl Reply {
    fn say(line: impl Into<String>) -> Self {
        Self { lines: vec![line.into()], ..Self::default() }
    }

    fn shown(line: impl Into<String>) -> Self {
        Self { shows: true, ..Self::say(line) }
    }
}

/// A game with those who play it.
pub(super) struct Playing<D: Look> {
    pub(super) session: Session<D>,
    thinker: Thinker<D>,
    /// The engine that commands change.
    pub(super) engine: Entrant,
    pub(super) adviser: Engine,
    pub(super) ponders: bool,
    pub(super) analyses: bool,
    /// What the player to move thinks.
    pub(super) idea: Option<Idea<MoveOf<D>>>,
    /// The values of the moves, best first.
    pub(super) values: Vec<MoveValue<MoveOf<D>>>,
    /// Values of the positions of the game by ply, for the player named first.
    pub(super) graph: Vec<Option<f64>>,
    /// Where the game is kept after each move.
    pub(super) kept: Option<PathBuf>,
    /// Least time between the moves of two engines without clocks, for those who watch.
    pub(super) pace: Duration,
    /// A hint is on its way.
    hints: bool,
    /// The end has been told.
    told_over: bool,
    /// There is nothing more to think about this position.
    rests: bool,
    /// Nothing happens by itself: someone stepped back through a game of engines, or put a position on the board.
    pub(super) paused: bool,
}

impl<D: Look + 'static> Playing<D> {
    pub(super) fn new(
        session: Session<D>,
        engine: Entrant,
        kept: Option<PathBuf>,
    ) -> std::io::Result<Self> {
        let thinker = Thinker::new(session.domain.clone())?;
        Ok(Self {
            session,
            thinker,
            engine,
            adviser: level::adviser::<D>(None),
            ponders: false,
            analyses: false,
            idea: None,
            values: Vec::new(),
            graph: Vec::new(),
            kept,
            pace: Duration::ZERO,
            hints: false,
            told_over: false,
            rests: false,
            paused: false,
        })
    }

    /// Whether an engine is choosing a move.
    pub(super) fn is_thinking(&self) -> bool {
        matches!(self.thinker.purpose, Some(Purpose::Move(_) | Purpose::Hint))
    }

    /// The engine whose values are shown.
    pub(super) fn thinking_engine(&self) -> Engine {
        match (self.thinker.purpose, self.session.seat_to_move()) {
            (Some(Purpose::Hint | Purpose::Values), _) | (_, Seat::Person) => self.adviser.clone(),
            (_, Seat::Engine(engine)) => unit_of(engine),
        }
    }

    /// A value in words, for the side to move.
    pub(super) fn words(
        &self,
        engine: &Engine,
        value: Value,
        bound: Bound,
        proven: bool,
    ) -> String {
        self.session.domain.words(engine, value, bound, proven)
    }

    /// Lets things happen for at most so long.
    pub(super) fn wait(&mut self, wait: Duration) -> Vec<Event> {
        let mut events = Vec::new();
        self.session.look_at_clock();
        self.proceed(&mut events);
        if !events.is_empty() {
            return events;
        }
        let deadline = Instant::now() + wait;
        while events.is_empty() {
            let left = deadline.saturating_duration_since(Instant::now());
            let Some(told) = self.thinker.next(left) else { break };
            self.hear(told, &mut events);
        }
        self.proceed(&mut events);
        events
    }

    /// Begins what is to be done next.
    fn proceed(&mut self, events: &mut Vec<Event>) {
        loop {
            if self.session.take_changed() {
                self.thinker.drop_job();
                self.idea = None;
                self.values.clear();
                self.rests = false;
                self.graph.truncate(self.session.record.moves().len() + 1);
                self.keep(events);
            }
            if let Some(result) = self.session.result() {
                if !self.told_over {
                    self.told_over = true;
                    events.push(Event::Over(result));
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
            events.push(Event::Moved(format!("{player} has no move and passes.")));
        }
        if self.thinker.purpose.is_some() || self.rests {
            return;
        }
        let to_move = self.session.to_move();
        let engines = self.session.seats.iter().all(|seat| !seat.is_person());
        let watched = engines && self.session.control.is_none();
        if watched && self.session.waited() < self.pace {
            return;
        }
        match &self.session.seats[to_move] {
            Seat::Engine(engine) if !self.paused => {
                let clock = self.session.control.map(|_| self.session.clocks[to_move]);
                self.thinker.begin(Purpose::Move(clock), engine, &self.session, to_move);
            }
            _ if self.analyses => {
                let adviser = self.adviser.clone().into();
                self.thinker.begin(Purpose::Values, &adviser, &self.session, ADVISER);
            }
            Seat::Person if self.ponders => {
                if let Seat::Engine(engine) = &self.session.seats[1 - to_move] {
                    self.thinker.begin(Purpose::Ponder, engine, &self.session, 1 - to_move);
                }
            }
            _ => {}
        }
    }

    /// Keeps the game for the next time.
    fn keep(&mut self, events: &mut Vec<Event>) {
        let Some(path) = self.kept.clone() else { return };
        if let Err(why) = store::keep(&self.session, &path) {
            // Once is enough.
            self.kept = None;
            events.push(Event::Failed(format!("the game is not kept for another time: {why}")));
        }
    }

    fn hear(&mut self, told: Told<MoveOf<D>>, events: &mut Vec<Event>) {
        match told {
            Told::Thought(idea) => {
                self.take(idea);
                events.push(Event::Thought);
            }
            Told::Values(values) => {
                if let Some(best) = values.first().filter(|best| best.depth > 1) {
                    self.note(&self.adviser.clone(), best.value);
                }
                self.values = values;
                events.push(Event::Thought);
            }
            Told::Done => {
                self.rests = true;
                if self.analyses {
                    events.push(Event::Analysed);
                }
            }
            Told::Failed(why) => match self.session.seat_to_move() {
                Seat::Engine(_) if !self.paused => {
                    self.session.forfeit(format!("failed: {why}"));
                }
                _ => {
                    self.rests = true;
                    events.push(Event::Failed(why));
                }
            },
            Told::Chosen(choice) if self.hints => {
                self.hints = false;
                let words = self.described(&self.adviser, &choice);
                events.push(Event::Hint(words));
            }
            Told::Chosen(choice) => {
                let to_move = self.session.to_move();
                let Seat::Engine(engine) = self.session.seats[to_move].clone() else { return };
                if let Some(valued) = choice.value {
                    self.note(&unit_of(&engine), valued.value);
                }
                let words = self.described(&unit_of(&engine), &choice);
                match self.session.play_chosen(&choice) {
                    Ok(()) => {
                        let player = D::PLAYERS[to_move];
                        events.push(Event::Moved(format!(
                            "{player} ({}) plays {words}",
                            engine.name()
                        )));
                    }
                    Err(why) => events.push(Event::Failed(why)),
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

    /// Notes the value of the position, for the side to move, in the graph.
    fn note(&mut self, engine: &Engine, value: Value) {
        let number = self.session.domain.number(engine, value);
        let number =
            number.map(|number| if self.session.to_move() == 0 { number } else { -number });
        let ply = self.session.record.moves().len();
        if self.graph.len() <= ply {
            self.graph.resize(ply + 1, None);
        }
        self.graph[ply] = number.or(self.graph[ply]);
    }

    /// A choice in words: move, value, depth, nodes, time.
    fn described(&self, engine: &Engine, choice: &crate::player::Choice<MoveOf<D>>) -> String {
        let mut words = self.session.domain.move_name(choice.mv);
        let idea = self.idea.as_ref();
        let (depth, known) = idea.map_or((None, None), |idea| (idea.depth, idea.value));
        if let Some(valued) = choice.value {
            let proven = known.is_some_and(|(value, _, proven)| proven && value == valued.value);
            let value = self.words(engine, valued.value, valued.bound, proven);
            words += &format!(": value {value}");
        }
        if let Some(depth) = depth {
            words += &format!(", depth {depth}");
        }
        if choice.counts.generated > 0 {
            words += &format!(", {} nodes", grouped(choice.counts.generated));
        }
        if let Some(idea) = idea {
            words += &format!(", {:.2} s", idea.time.as_secs_f64());
        }
        words
    }

    /// Carries a command out.
    pub(super) fn execute(&mut self, command: Command) -> Reply {
        match command {
            Command::Nothing => Reply::default(),
            Command::Wrong(why) => Reply::say(why),
            Command::Help => {
                Reply { lines: HELP.lines().map(str::to_owned).collect(), ..Reply::default() }
            }
            Command::Board => Reply { shows: true, ..Reply::default() },
            Command::Moves => Reply::say(format!("Moves: {}.", self.session.legal().join(" "))),
            Command::Score => Reply::say(self.state()),
            Command::History => Reply::say(self.history()),
            Command::Info => self.info(),
            Command::Stop if self.is_thinking() => {
                self.thinker.hurry();
                Reply::default()
            }
            Command::Stop => Reply::say("Nobody is thinking."),
            Command::Move(text) => self.persons_move(&text),
            Command::Hint => self.begin_hint(),
            Command::Undo => self.step(Session::undo, "There is no move of yours to take back."),
            Command::Redo => self.step(Session::redo, "There is no move to play again."),
            Command::Go => self.go(),
            Command::New(side) => self.new_game(side.as_deref()),
            Command::Setup(text) => self.set_up(&text),
            Command::Level(level) => match level::engine::<D>(&level) {
                Ok(engine) => self.change(engine.into()),
                Err(why) => Reply::say(why),
            },
            Command::Depth(number) => self.limit("depth", &number),
            Command::Nodes(number) => self.limit("nodes", &number),
            Command::Time(number) => match number.parse::<u32>() {
                Ok(time) if time > 0 => self.limit("st", &format!("{}", f64::from(time) / 1000.0)),
                _ => Reply::say("time: write milliseconds, such as time 1000"),
            },
            Command::Algorithm(name) => self.algorithm(&name),
            Command::Ponder(on) => {
                self.ponders = on;
                self.restart_thinking();
                Reply::say(if on {
                    "The engine thinks on your time, too."
                } else {
                    "The engine thinks on its own time only."
                })
            }
            Command::Analyse(on) => {
                self.analyses = on;
                if !on {
                    self.values.clear();
                }
                self.restart_thinking();
                Reply::say(if on { "Analysis is on." } else { "Analysis is off." })
            }
            Command::Save(name) => match store::save(&self.session, Path::new(&name)) {
                Ok(()) => Reply::say(format!("Saved as {name}.")),
                Err(why) => Reply::say(why),
            },
            Command::Load(name) => match store::load(&self.session.domain, Path::new(&name)) {
                Ok(session) => {
                    self.session = session;
                    self.graph.clear();
                    self.paused = self.session.seats.iter().all(|seat| !seat.is_person());
                    Reply::shown(format!("Loaded {name}: {}", self.state()))
                }
                Err(why) => Reply::say(why),
            },
            Command::Resign if self.session.is_over() => Reply::say("The game is over."),
            Command::Resign => {
                self.session.forfeit("resigned".to_owned());
                Reply::default()
            }
            Command::Quit => Reply { quits: true, ..Reply::default() },
        }
    }

    /// Lets what is thought about begin anew.
    fn restart_thinking(&mut self) {
        if !self.is_thinking() {
            self.thinker.drop_job();
        }
        self.rests = false;
    }

    fn persons_move(&mut self, text: &str) -> Reply {
        if !self.session.is_over() && !self.session.seat_to_move().is_person() && !self.paused {
            return Reply::say("It is not your move: wait, or type stop.");
        }
        let (game, position) = (self.session.record.game(), self.session.position());
        match self.session.domain.parse_move(game, position, text) {
            Ok(mv) => self.play(mv),
            Err(_) => Reply::say(sentence(&self.session.domain.why_not(game, position, text))),
        }
    }

    /// Plays a person's move.
    pub(super) fn play(&mut self, mv: MoveOf<D>) -> Reply {
        self.hints = false;
        match self.session.play(mv) {
            Ok(()) => Reply { shows: true, ..Reply::default() },
            Err(why) => Reply::say(sentence(&why)),
        }
    }

    fn begin_hint(&mut self) -> Reply {
        if self.session.is_over() {
            return Reply::say("The game is over.");
        }
        if !self.session.seat_to_move().is_person() && !self.paused {
            return Reply::say("It is not your move.");
        }
        self.hints = true;
        let adviser = level::adviser::<D>(Some(HINT_SECONDS));
        self.idea = None;
        self.thinker.begin(Purpose::Hint, &adviser.into(), &self.session, ADVISER);
        Reply::default()
    }

    fn step(&mut self, step: impl Fn(&mut Session<D>) -> usize, nothing: &str) -> Reply {
        self.hints = false;
        match step(&mut self.session) {
            0 => Reply::say(nothing),
            _ => {
                // In a game of engines, whoever steps wants to look.
                self.paused |= self.session.seats.iter().all(|seat| !seat.is_person());
                Reply { shows: true, ..Reply::default() }
            }
        }
    }

    fn go(&mut self) -> Reply {
        if self.session.is_over() {
            return Reply::say("The game is over.");
        }
        if self.paused {
            self.paused = false;
            return Reply::default();
        }
        self.session.hand_over(&self.engine);
        Reply::default()
    }

    fn new_game(&mut self, side: Option<&str>) -> Reply {
        let person = match side {
            None => None,
            Some(side) => {
                let named = D::PLAYERS.iter().position(|name| name.eq_ignore_ascii_case(side));
                match named {
                    Some(player) => Some(player),
                    None => {
                        let [first, second] = D::PLAYERS.map(str::to_lowercase);
                        return Reply::say(format!("Type new, new {first} or new {second}."));
                    }
                }
            }
        };
        let setup = match self.session.domain.read_setup("") {
            // Another tree would be another game.
            Ok(_) if D::NAME == RandomTreeDomain::NAME => self.session.setup.clone(),
            Ok(setup) => setup,
            Err(why) => return Reply::say(why),
        };
        if let Some(player) = person {
            self.session.seats[player] = Seat::Person;
            self.session.seats[1 - player] = Seat::Engine(Box::new(self.engine.clone()));
        }
        self.paused = false;
        self.begin(setup, "A new game.")
    }

    fn set_up(&mut self, text: &str) -> Reply {
        match self.session.domain.read_setup(text) {
            Ok(setup) => self.begin_at(setup),
            Err(why) => Reply::say(format!("setup: {why}")),
        }
    }

    /// Plays from this setup.
    pub(super) fn begin_at(&mut self, setup: D::Setup) -> Reply {
        self.begin(setup, "The position is set up.")
    }

    fn begin(&mut self, setup: D::Setup, words: &str) -> Reply {
        self.hints = false;
        self.graph.clear();
        match self.session.restart(setup) {
            Ok(()) => Reply::shown(words),
            Err(why) => Reply::say(why),
        }
    }

    /// The engine with one limit instead of its limits or level.
    fn limit(&mut self, key: &str, value: &str) -> Reply {
        let own = unit_of(&self.engine);
        self.change_to(&format!("algorithm={},{key}={value}{}", own.algorithm(), evaluation(&own)))
    }

    fn algorithm(&mut self, name: &str) -> Reply {
        let own = unit_of(&self.engine);
        let limit = match (own.depth, own.nodes, own.time) {
            (Some(depth), ..) => format!("depth={depth}"),
            (_, Some(nodes), _) => format!("nodes={nodes}"),
            (.., Some(time)) => format!("st={}", time.as_secs_f64()),
            _ => "st=1".to_owned(),
        };
        self.change_to(&format!(
            "algorithm={},{limit}{}",
            name.to_ascii_lowercase(),
            evaluation(&own)
        ))
    }

    fn change_to(&mut self, spec: &str) -> Reply {
        match spec.parse::<Engine>() {
            // Whether the game has this search is known when it is made.
            Ok(engine) => match crate::player::search_of(
                &self.session.domain,
                &engine,
                self.session.record.game().clone(),
            ) {
                Ok(_) => self.change(engine.into()),
                Err(error) => Reply::say(error.to_string()),
            },
            Err(error) => Reply::say(error.to_string()),
        }
    }

    fn change(&mut self, engine: Entrant) -> Reply {
        self.session.set_engines(&engine);
        self.engine = engine;
        Reply::say(format!("The engine is now {}.", told(&self.engine)))
    }

    /// Who is to move, or the result, and the state of the game.
    pub(super) fn state(&self) -> String {
        let standing = self.session.standing();
        match self.session.result() {
            Some(result) => format!("{standing}. The game is over: {result}."),
            None => format!("{standing}. {} to move.", D::PLAYERS[self.session.to_move()]),
        }
    }

    fn history(&self) -> String {
        let moves: Vec<String> = self.session.moves().collect();
        match moves.len() {
            0 => "No move has been played.".to_owned(),
            _ => moves.join(" "),
        }
    }

    fn info(&self) -> Reply {
        let mut lines = Vec::new();
        for player in [0, 1] {
            let who = match &self.session.seats[player] {
                Seat::Person => "a person".to_owned(),
                Seat::Engine(engine) => told(engine),
            };
            let left = self
                .session
                .left(player)
                .map_or_else(String::new, |left| format!(", {} left", clock_text(left)));
            lines.push(format!("{}: {who}{left}", D::PLAYERS[player]));
        }
        if let Some(path) = &self.kept {
            lines.push(format!("The game is kept in {}.", path.display()));
        }
        Reply { lines, ..Reply::default() }
    }
}

/// The key of the engine's evaluation, if it has one.
fn evaluation(engine: &Engine) -> String {
    let name = engine.evaluation.as_ref();
    name.map_or_else(String::new, |name| format!(",evaluation={name}"))
}

/// An engine in words.
pub(super) fn told(entrant: &Entrant) -> String {
    let mut words = entrant.name().to_owned();
    let engine = match &entrant.player {
        AnyEngine::Own(engine) => engine,
        AnyEngine::Foreign(engine) => {
            return format!(
                "{words} ({}, by {})",
                engine.command.join(" "),
                engine.protocol.name()
            );
        }
    };
    let algorithm = engine.algorithm().to_string();
    if !words.contains(&algorithm) {
        words += &format!(" ({algorithm})");
    }
    if let Some(depth) = engine.depth {
        words += &format!(", depth {depth}");
    }
    if let Some(nodes) = engine.nodes {
        words += &format!(", {} nodes a move", grouped(nodes));
    }
    if let Some(time) = engine.time {
        words += &format!(", {} s a move", time.as_secs_f64());
    }
    words
}

/// A time as on a clock.
pub(super) fn clock_text(left: Duration) -> String {
    let seconds = left.as_secs();
    match seconds {
        0..20 => format!("{}:{:04.1}", seconds / 60, left.as_secs_f64() % 60.0),
        _ => format!("{}:{:02}", seconds / 60, seconds % 60),
    }
}

/// The text as a sentence.
fn sentence(text: &str) -> String {
    let mut letters = text.chars();
    let first = letters.next().map(|first| first.to_uppercase().collect::<String>());
    let mut sentence = first.unwrap_or_default() + letters.as_str();
    if !sentence.ends_with(['.', '!']) {
        sentence.push('.');
    }
    sentence
}
