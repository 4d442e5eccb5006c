//! What commands do.

use std::path::Path;

use super::command::{Command, HELP};
use super::engines::Purpose;
use super::level;
use super::look::{Look, MoveOf};
use super::playing::{ADVISER, PlayEvent, Playing};
use super::session::Session;
use super::store;
use super::who::Who;
use super::words::{clock_text, sentence, told};
use crate::engine::{AnyEngine, Engine, Entrant, GameKind};

/// Seconds of thought for a hint.
const HINT_SECONDS: u32 = 2;

/// From this depth on, the best of the values that are shown is the hint.
const DEEP_ENOUGH: u32 = 8;

/// The answer to a command.
#[derive(Debug, Default)]
pub(super) struct Reply {
    pub(super) lines: Vec<String>,
    /// Whether the position is to be shown.
    pub(super) shows: bool,
    pub(super) quits: bool,
}

impl Reply {
    pub(super) fn say(line: impl Into<String>) -> Self {
        Self { lines: vec![line.into()], ..Self::default() }
    }

    pub(super) fn shown(line: impl Into<String>) -> Self {
        Self { shows: true, ..Self::say(line) }
    }
}

impl<D: Look + 'static> Playing<D> {
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
            Command::Stop if self.is_thinking() => self.hurry(),
            Command::Stop => Reply::say("Nobody is thinking."),
            Command::Move(text) => self.persons_move(&text),
            Command::Hint => self.begin_hint(),
            Command::Undo => {
                self.step(Session::undo, "Taken back", "There is no move of yours to take back.")
            }
            Command::Redo => {
                self.step(Session::redo, "Played again", "There is no move to play again.")
            }
            Command::Go => self.go(),
            Command::New(side) => self.new_game(side.as_deref()),
            Command::Setup(text) => self.set_up(&text),
            Command::Level(level) => match level::engine::<D>(&level) {
                Ok(mut engine) => {
                    self.equipment.equip(&mut engine);
                    self.change(engine.into())
                }
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
            Command::Save(name) => match self.save(Path::new(&name)) {
                Ok(()) => {
                    let (at, of) =
                        (self.session.record().moves().len(), self.session.line().count());
                    Reply::say(if at < of && store::is_own(Path::new(&name)) {
                        format!("Saved as {name}: all {of} moves, after move {at}.")
                    } else if at < of {
                        format!("Saved as {name}: {at} moves of {of}; goto end before saves all.")
                    } else {
                        format!("Saved as {name}.")
                    })
                }
                Err(why) => Reply::say(why),
            },
            Command::Load(name) => self.load(&name),
            Command::Back => self.go_by(-1),
            Command::Forward => self.go_by(1),
            Command::Goto(place) => match place.to_ascii_lowercase().as_str() {
                "start" => Reply::shown(self.go_to(0)),
                "end" => Reply::shown(self.go_to(usize::MAX)),
                number => match number.parse() {
                    Ok(ply) => Reply::shown(self.go_to(ply)),
                    Err(_) => Reply::say("goto: write the number of a move, start or end"),
                },
            },
            Command::Review => match self.begin_review() {
                Ok(words) => Reply::say(words),
                Err(why) => Reply::say(sentence(&format!("no review: {why}"))),
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
            self.engines.stop();
        }
        self.rests = false;
    }

    /// Lets the player that thinks come to its end.
    fn hurry(&mut self) -> Reply {
        let moves = self.engines.purpose() == Some(Purpose::Move);
        match self.session.who_to_move() {
            Who::Engine(engine) if moves && matches!(engine.player, AnyEngine::Foreign(_)) => {
                Reply::say(format!(
                    "{} cannot be told to move at once: wait, or leave; the game is kept.",
                    engine.name()
                ))
            }
            _ => {
                self.engines.hurry();
                Reply::default()
            }
        }
    }

    fn persons_move(&mut self, text: &str) -> Reply {
        if !self.session.is_over() && !self.session.who_to_move().is_person() && !self.paused {
            return Reply::say("It is not your move: wait, or type stop.");
        }
        if self.session.is_over() {
            return Reply::say("The game is over.");
        }
        let (game, position) = (self.session.record().game(), self.session.position());
        match self.session.domain.parse_move(game, position, text) {
            Ok(mv) => self.play(mv),
            Err(_) => Reply::say(sentence(&self.session.domain.why_not(game, position, text))),
        }
    }

    /// Plays a person's move.
    pub(super) fn play(&mut self, mv: MoveOf<D>) -> Reply {
        match self.session.play(mv) {
            Ok(()) => Reply { shows: true, ..Reply::default() },
            Err(why) => Reply::say(sentence(&why)),
        }
    }

    fn begin_hint(&mut self) -> Reply {
        if self.session.is_over() {
            return Reply::say("The game is over.");
        }
        if !self.session.who_to_move().is_person() && !self.paused {
            return Reply::say("It is not your move.");
        }
        // A hint and the values that are shown agree.
        if let Some(best) = self.values.first().filter(|best| best.depth >= DEEP_ENOUGH) {
            let name = self.session.domain.move_name(best.mv);
            let (judged, depth) = (self.judged_move(best), best.depth);
            self.news.push(PlayEvent::Hint(format!("{name}: value {judged}, depth {depth}")));
            return Reply::default();
        }
        let adviser = level::adviser::<D>(Some(HINT_SECONDS));
        self.idea = None;
        self.engines.begin(Purpose::Hint, &adviser.into(), &self.session, ADVISER);
        Reply::default()
    }

    fn step(
        &mut self,
        step: impl Fn(&mut Session<D>) -> usize,
        done: &str,
        nothing: &str,
    ) -> Reply {
        match step(&mut self.session) {
            0 => Reply::say(nothing),
            count => {
                // In a game of engines, whoever steps wants to look.
                self.paused |= self.session.is_of_engines();
                let s = if count == 1 { "" } else { "s" };
                Reply::shown(format!("{done}: {count} move{s}."))
            }
        }
    }

    /// Goes a move on or back.
    fn go_by(&mut self, step: isize) -> Reply {
        let at = self.session.record().moves().len();
        let of = self.session.line().count();
        match at.checked_add_signed(step).filter(|&ply| ply <= of) {
            Some(ply) => Reply::shown(self.go_to(ply)),
            None if step < 0 => Reply::say("This is the start of the game."),
            None => Reply::say("This is the last move."),
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
            Ok(_) if D::GAME == Some(GameKind::RandomTree) => self.session.setup.clone(),
            Ok(setup) => setup,
            Err(why) => return Reply::say(why),
        };
        if let Some(player) = person {
            self.session.set_who(player, Who::Person);
            self.session.set_who(1 - player, self.engine.clone().into());
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
        match self.session.restart(setup) {
            Ok(()) => {
                self.begin_another();
                Reply::shown(words)
            }
            Err(why) => Reply::say(why),
        }
    }

    /// The engine with one limit instead of its limits or level.
    fn limit(&mut self, key: &str, value: &str) -> Reply {
        let own = level::own(&self.engine);
        self.change_to(&format!("algorithm={},{key}={value}{}", own.algorithm(), evaluation(&own)))
    }

    fn algorithm(&mut self, name: &str) -> Reply {
        let own = level::own(&self.engine);
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
        let engine = spec.parse::<Engine>().map(|mut engine| {
            self.equipment.equip(&mut engine);
            engine
        });
        match engine {
            // Whether the game has this search is known when it is made.
            Ok(engine) => match crate::player::search_of(
                &self.session.domain,
                &engine,
                self.session.record().game().clone(),
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
        let mut words = self.session.standing();
        if !words.is_empty() {
            words += ". ";
        }
        match self.session.result() {
            Some(result) => format!("{words}The game is over: {result}."),
            None => format!("{words}{} to move.", D::PLAYERS[self.session.to_move()]),
        }
    }

    fn history(&self) -> String {
        let [moves, _] = self.marked_moves();
        match moves.len() {
            0 => "No move has been played.".to_owned(),
            _ => moves.join(" "),
        }
    }

    fn info(&self) -> Reply {
        let mut lines = Vec::new();
        for player in [0, 1] {
            let who = match self.session.who(player) {
                Who::Person if self.session.about.names[player].is_empty() => "a person".to_owned(),
                Who::Person => self.session.name(player).to_owned(),
                Who::Engine(engine) => told(engine),
            };
            let left = self
                .session
                .left(player)
                .map_or_else(String::new, |left| format!(", {} left", clock_text(left)));
            lines.push(format!("{}: {who}{left}", D::PLAYERS[player]));
        }
        if let Some(path) = self.kept() {
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
