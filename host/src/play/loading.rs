//! Another game on the board, from a file or from text.

use std::path::Path;

use super::execute::Reply;
use super::look::Look;
use super::opened::{self, Opened};
use super::playing::Playing;
use super::session::Session;
use super::trust;

impl<D: Look + 'static> Playing<D> {
    /// A game from a file or from text, or the list of several.
    pub(super) fn load(&mut self, what: &str) -> Reply {
        let domain = &self.session.domain;
        let (name, number) = match opened::numbered(what) {
            Some((name, number)) if !Path::new(what).exists() => (name, Some(number)),
            _ => (what, None),
        };
        let path = Path::new(name);
        let opened = if path.exists() {
            opened::open(domain, path, number)
        } else {
            // Numbers may be moves' numbers.
            opened::open_text(domain, what, None)
                .map_err(|why| format!("there is no file {name}, and as a game it is none: {why}"))
        };
        match opened {
            Ok(Opened::Game(session)) => match self.trusted(path, *session) {
                Ok(session) => self.take_game(session, if path.exists() { name } else { "" }),
                Err(why) => Reply::say(why),
            },
            Ok(Opened::Several(games)) => {
                let choice = opened::choice(name, games.len());
                Reply { lines: games.into_iter().chain([choice]).collect(), ..Reply::default() }
            }
            Err(why) => Reply::say(why),
        }
    }

    /// Opens a game that was pasted.
    pub(super) fn load_text(&mut self, text: &str) -> Reply {
        match opened::open_text(&self.session.domain, text, None) {
            Ok(Opened::Game(session)) => self.take_game(*session, ""),
            Ok(Opened::Several(games)) => Reply::say(format!(
                "The pasted text has {} games: save it as a file, and load FILE N opens one.",
                games.len()
            )),
            Err(why) => Reply::say(format!("The pasted text is no game: {why}")),
        }
    }

    /// Puts a game on the board that came from this file, or from text.
    fn take_game(&mut self, session: Session<D>, name: &str) -> Reply {
        self.session = session;
        self.begin_another();
        let looks_back = self.session.is_taken_back() && self.session.is_engines_turn();
        self.paused = self.session.is_of_engines() || looks_back;
        let from = if name.is_empty() { "the text" } else { name };
        if !name.is_empty() {
            self.tell_of_copy(Path::new(name));
        }
        Reply::shown(format!("Loaded {from}: {}{}", self.players_named(), self.state()))
    }

    /// The persons' names, if a file told them.
    fn players_named(&self) -> String {
        if self.session.about.names.iter().all(String::is_empty) {
            return String::new();
        }
        format!("{} - {}. ", self.session.name(0), self.session.name(1))
    }

    /// A game from a file, whose engines only compute unless the user trusts it.
    fn trusted(&self, path: &Path, session: Session<D>) -> Result<Session<D>, String> {
        match trust::check(&session, &self.session.players()) {
            Err(why) if !self.trusts => {
                let file = path.display();
                Err(format!(
                    "{file}: {why}; if you trust the file, leave and use --load and --trust"
                ))
            }
            _ => Ok(session),
        }
    }
}
