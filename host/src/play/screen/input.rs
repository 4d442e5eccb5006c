//! Keys and mouse.

use ratatui::crossterm::event::{
    KeyCode, KeyEvent, KeyModifiers, MouseButton, MouseEvent, MouseEventKind,
};
use ratatui::layout::Position;

use super::super::command::Command;
use super::super::execute::Reply;
use super::super::look::Look;
use super::Screen;
use super::editor::Editor;
use super::panel::Panel;
use crate::interrupt;

/// What the keys do, for the help.
pub(super) const KEYS: [(&str, &str); 19] = [
    ("arrows, Enter", "choose a square; play there"),
    ("mouse", "play on a square"),
    ("a-h, digits", "type a move, such as f5"),
    ("u, r", "take back; play again"),
    (", .", "one move back; one forward, whoever played it"),
    ("Home, End", "to the start; to the last move"),
    ("l", "what each move lost: a review of the game"),
    ("t", "hint"),
    ("v", "values of all moves, deeper and deeper"),
    ("s", "the engine moves at once"),
    ("o", "the engine takes your side, or goes on"),
    ("n", "a new game"),
    ("+, -", "a stronger, a weaker engine"),
    ("p", "the engine thinks on your time"),
    ("E", "set a position up"),
    ("w", "write the game to a file"),
    (":", "type a command; :help lists them"),
    ("?", "this help"),
    ("q, Ctrl-C", "leave; the game is kept"),
];

/// What is said to all else while a position is set up.
const IN_SETUP: &str = "A position is set up: F plays it, Esc gives it up. Then this can be done.";

impl<D: Look + 'static> Screen<D> {
    pub(super) fn key(&mut self, key: KeyEvent) {
        if key.modifiers.contains(KeyModifiers::CONTROL) {
            match key.code {
                // In raw mode, Ctrl-C is a key.
                KeyCode::Char('c') => interrupt::request(),
                KeyCode::Char('d') => self.quits = true,
                KeyCode::Char('u') if self.typed.is_some() => self.typed = Some(String::new()),
                _ => {}
            }
            return;
        }
        if self.typed.is_some() {
            return self.type_key(key.code);
        }
        if let Some(panel) = &mut self.panel {
            if !panel.key(key.code) {
                self.panel = None;
            }
            return;
        }
        if self.editor.is_some() && self.edit_key(key.code) {
            return;
        }
        let columns = self.playing.session.view().columns.len().max(1);
        let cells = self.playing.session.view().cells.len();
        match key.code {
            KeyCode::Left if !self.cursor.is_multiple_of(columns) => self.cursor -= 1,
            KeyCode::Right
                if !(self.cursor + 1).is_multiple_of(columns) && self.cursor + 1 < cells =>
            {
                self.cursor += 1;
            }
            KeyCode::Up if self.cursor >= columns => self.cursor -= columns,
            KeyCode::Down if self.cursor + columns < cells => self.cursor += columns,
            KeyCode::Enter | KeyCode::Char(' ') => self.press(self.cursor),
            KeyCode::Esc => self.chosen = None,
            KeyCode::Char(':') => self.typed = Some(String::new()),
            KeyCode::Char('?') | KeyCode::F(1) => self.panel = Some(Panel::keys()),
            KeyCode::Char('u') | KeyCode::Backspace => self.execute(Command::Undo),
            KeyCode::Char('r') => self.execute(Command::Redo),
            KeyCode::Char(',' | '<') => self.execute(Command::Back),
            KeyCode::Char('.' | '>') => self.execute(Command::Forward),
            KeyCode::Home => self.execute(Command::Goto("start".to_owned())),
            KeyCode::End => self.execute(Command::Goto("end".to_owned())),
            KeyCode::Char('l') => self.execute(Command::Review),
            KeyCode::Char('t') => self.execute(Command::Hint),
            KeyCode::Char('v') => self.execute(Command::Analyse(!self.playing.analyses)),
            KeyCode::Char('p') => self.execute(Command::Ponder(!self.playing.ponders)),
            KeyCode::Char('s') => self.execute(Command::Stop),
            KeyCode::Char('o') => self.execute(Command::Go),
            KeyCode::Char('n') => self.execute(Command::New(None)),
            KeyCode::Char('w') => self.typed = Some("save ".to_owned()),
            KeyCode::Char('q') => self.quits = true,
            KeyCode::Char('+' | '=') => self.level(true),
            KeyCode::Char('-') => self.level(false),
            KeyCode::Char('E') => self.begin_editor(),
            KeyCode::Char('a'..='h' | 'A'..='D' | '0'..='9') => {
                self.typed = Some(String::new());
                self.type_key(key.code);
            }
            _ => {}
        }
    }

    /// A stronger or weaker engine.
    fn level(&mut self, up: bool) {
        use super::super::level::NAMES;
        let name = self.playing.engine.name();
        let usual = NAMES.iter().position(|(level, _)| *level == super::super::level::USUAL);
        let known = NAMES.iter().position(|(level, _)| *level == name);
        let next = match (known, up) {
            (None, _) => usual,
            (Some(place), true) => Some((place + 1).min(NAMES.len() - 1)),
            (Some(place), false) => Some(place.saturating_sub(1)),
        };
        if let Some((level, _)) = next.and_then(|place| NAMES.get(place)) {
            self.execute(Command::Level((*level).to_owned()));
        }
    }

    /// A key of the line being typed.
    fn type_key(&mut self, code: KeyCode) {
        let Some(typed) = &mut self.typed else { return };
        match code {
            KeyCode::Esc => self.typed = None,
            KeyCode::Backspace if typed.is_empty() => self.typed = None,
            KeyCode::Backspace => {
                typed.pop();
            }
            KeyCode::Enter => self.enter(),
            KeyCode::Char(letter) => {
                if typed.len() < 200 {
                    typed.push(letter);
                }
                // A whole move needs no Enter, unless more could follow.
                let text = typed.clone();
                let session = &self.playing.session;
                let (game, position) = (session.record().game(), session.position());
                let is_square = text.starts_with(|letter: char| letter.is_ascii_alphabetic())
                    && text.chars().any(|letter| letter.is_ascii_digit());
                let legal = session.legal();
                let is_only = || {
                    let mut begun = legal.iter().filter(|name| name.starts_with(&text));
                    begun.next() == Some(&text) && begun.next().is_none()
                };
                let is_move = session.domain.parse_move(game, position, &text).is_ok();
                if is_move && (is_square || is_only()) {
                    return self.enter();
                }
                self.look_at_typed(&text);
            }
            _ => {}
        }
    }

    /// Says at once why a square is no move, and lets another be typed.
    fn look_at_typed(&mut self, text: &str) {
        let mut letters = text.chars();
        let is_square = matches!(
            (letters.next(), letters.next(), letters.next()),
            (Some(column), Some(row), None) if column.is_ascii_alphabetic() && row.is_ascii_digit()
        );
        let session = &self.playing.session;
        let begins = |name: &String| name.to_lowercase().starts_with(&text.to_lowercase());
        let waits = !session.who_to_move().is_person() && !self.playing.paused;
        if is_square && !waits && !session.legal().iter().any(begins) {
            self.typed = None;
            self.execute(Command::Move(text.to_owned()));
        }
    }

    fn enter(&mut self) {
        let Some(typed) = self.typed.take() else { return };
        let command = Command::read(&typed);
        if command == Command::Help {
            self.panel = Some(Panel::commands());
            return;
        }
        self.execute(command);
    }

    pub(super) fn paste(&mut self, text: &str) {
        if self.editor.is_some() {
            return self.say(IN_SETUP);
        }
        // A command, or a move, is in one line and short; what is longer is a game.
        if self.typed.is_none() && (text.trim().contains('\n') || text.trim().len() > 8) {
            let reply = self.playing.load_text(text);
            return self.answer(reply);
        }
        let text: String = text.chars().filter(|letter| !letter.is_control()).take(200).collect();
        self.typed.get_or_insert_default().push_str(&text);
    }

    fn execute(&mut self, command: Command) {
        let is_load = matches!(command, Command::Load(_));
        let mut reply = self.playing.execute(command);
        // The games of a file, and how to open one.
        if is_load && reply.lines.len() > 1 {
            let choice = reply.lines.split_off(reply.lines.len() - 1);
            let lines = std::mem::replace(&mut reply.lines, choice);
            self.panel = Some(Panel::new("Games", lines));
        }
        self.answer(reply);
    }

    /// Shows the answer to a command.
    fn answer(&mut self, reply: Reply) {
        self.chosen = None;
        if reply.shows && reply.lines.is_empty() {
            // What was said of another position.
            self.say("");
        }
        for line in reply.lines {
            self.say(line);
        }
        if self.playing.paused && reply.shows {
            self.say("The game stands still; o goes on.");
        }
        self.quits |= reply.quits;
        let cells = self.playing.session.view().cells.len();
        self.cursor = self.cursor.min(cells.saturating_sub(1));
    }

    /// Presses a square: plays the only move there, or chooses it as the first of two.
    fn press(&mut self, square: usize) {
        self.cursor = square;
        if self.editor.is_some() {
            return;
        }
        let session = &self.playing.session;
        if session.is_over() {
            return self.say("The game is over. n plays another.");
        }
        if !session.who_to_move().is_person() && !self.playing.paused {
            return self.say("It is not your move: wait, or press s.");
        }
        let moves = self.moves_at(square);
        match moves.as_slice() {
            [mv] => {
                let mv = *mv;
                self.chosen = None;
                let reply = self.playing.play(mv);
                self.answer(reply);
            }
            [] => {
                self.chosen = None;
                let name = self.square_name(square);
                self.execute(Command::Move(name));
            }
            _ => self.chosen = Some(square),
        }
    }

    /// The square's name, from the names of its column and row.
    fn square_name(&self, square: usize) -> String {
        let view = self.playing.session.view();
        let columns = view.columns.len().max(1);
        let name = |names: &[String], place: usize| names.get(place).cloned().unwrap_or_default();
        name(&view.columns, square % columns) + &name(&view.rows, square / columns)
    }

    pub(super) fn mouse(&mut self, mouse: MouseEvent) {
        if mouse.kind != MouseEventKind::Down(MouseButton::Left) {
            return;
        }
        // What covers the board goes first, and a line that was begun.
        self.typed = None;
        if self.panel.take().is_some() {
            return;
        }
        let Some((squares, (width, height))) = self.squares else { return };
        if !squares.contains(Position::new(mouse.column, mouse.row)) {
            return;
        }
        let column = (mouse.column - squares.x) / width.max(1);
        let row = (mouse.row - squares.y) / height.max(1);
        let columns = self.playing.session.view().columns.len();
        let square = usize::from(row) * columns + usize::from(column);
        if self.editor.is_some() {
            self.cursor = square;
            self.edit_key(KeyCode::Enter);
        } else {
            self.press(square);
        }
    }

    fn begin_editor(&mut self) {
        let session = &self.playing.session;
        if session.domain.setup_of(session.position(), session.to_move()).is_none() {
            return self.say("Positions of this game cannot be set up.");
        }
        let view = session.view();
        self.editor = Some(Editor {
            pieces: view.cells.iter().map(|cell| cell.piece).collect(),
            to_move: session.to_move(),
        });
        self.say(format!(
            "Set up: {} and {} put a piece, Space none, Enter the next one, Tab changes who moves, F accepts, Esc gives up.",
            D::PIECES[0], D::PIECES[1]
        ));
    }

    /// A key while a position is set up; false for keys that mean the same as always.
    fn edit_key(&mut self, code: KeyCode) -> bool {
        let Some(editor) = &mut self.editor else { return false };
        let piece =
            |letter: char| D::PIECES.iter().position(|piece| piece.eq_ignore_ascii_case(&letter));
        match code {
            KeyCode::Left | KeyCode::Right | KeyCode::Up | KeyCode::Down => return false,
            KeyCode::Esc => {
                self.editor = None;
                self.say("The position stays as it was.");
            }
            KeyCode::Tab => editor.to_move = 1 - editor.to_move,
            KeyCode::Enter => {
                let next = match editor.pieces.get(self.cursor).copied().flatten() {
                    None => Some(0),
                    Some(0) => Some(1),
                    Some(_) => None,
                };
                editor.put(self.cursor, next);
            }
            KeyCode::Char(' ') | KeyCode::Delete => editor.put(self.cursor, None),
            KeyCode::Char('f' | 'F') => {
                let read = self.playing.session.domain.setup_from(&editor.pieces, editor.to_move);
                match read {
                    Ok(setup) => {
                        self.editor = None;
                        let reply = self.playing.begin_at(setup);
                        for line in reply.lines {
                            self.say(line);
                        }
                    }
                    Err(why) => self.say(format!("This position cannot be played: {why}.")),
                }
            }
            KeyCode::Char(letter) => match piece(letter) {
                Some(player) => editor.put(self.cursor, Some(player)),
                None if matches!(letter, '?' | 'q') => return false,
                None => self.say(IN_SETUP),
            },
            KeyCode::F(1) => return false,
            _ => self.say(IN_SETUP),
        }
        true
    }
}
