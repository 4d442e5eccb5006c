//! The game on a full screen.

mod board;
mod draw;
mod editor;
mod input;
mod theme;

use std::io;
use std::time::Duration;

use ratatui::crossterm::event::{
    self, DisableMouseCapture, EnableMouseCapture, Event as Input, KeyEventKind,
};
use ratatui::crossterm::execute;
use ratatui::layout::Rect;

use super::look::{Look, Move1};
use super::playing::{Event, Playing};
use crate::interrupt;

use editor::Editor;
use theme::Theme;

/// Time between two frames, at most.
const FRAME: Duration = Duration::from_millis(50);

/// What is on the screen.
pub(super) struct Screen<D: Look> {
    playing: Playing<D>,
    theme: Theme,
    /// Number of the square under the cursor.
    cursor: usize,
    /// The square chosen first, of a move with two.
    chosen: Option<usize>,
    /// The command being typed.
    typed: Option<String>,
    /// The last words, newest last.
    words: Vec<String>,
    help: bool,
    editor: Option<Editor>,
    /// Where the squares are, and how large they are, for the mouse.
    squares: Option<(Rect, (u16, u16))>,
    quits: bool,
}

/// Plays until the player quits. Leaves the terminal as it was, also after a failure.
pub(super) fn run<D: Look + 'static>(playing: Playing<D>) -> anyhow::Result<()> {
    let mut terminal = ratatui::try_init()?;
    // Terminals without a mouse are played with keys.
    let mouse = execute!(io::stdout(), EnableMouseCapture).is_ok();
    let mut screen = Screen::new(playing, Theme::of_environment());
    let outcome = screen.run(&mut terminal);
    if mouse {
        let _ = execute!(io::stdout(), DisableMouseCapture);
    }
    ratatui::restore();
    outcome?;
    if !screen.playing.session.is_over() && screen.playing.kept.is_some() {
        println!("The game is kept: plyscope play {} --resume", D::NAME);
    }
    Ok(())
}

impl<D: Look + 'static> Screen<D> {
    fn new(playing: Playing<D>, theme: Theme) -> Self {
        let cells = playing.session.view().cells.len();
        Self {
            playing,
            theme,
            // Near the middle.
            cursor: if cells == 64 { 19 } else { cells / 2 },
            chosen: None,
            typed: None,
            words: vec![
                "Arrows and Enter, the mouse, or typing play a move; ? tells more.".to_owned(),
            ],
            help: false,
            editor: None,
            squares: None,
            quits: false,
        }
    }

    fn run(&mut self, terminal: &mut ratatui::DefaultTerminal) -> io::Result<()> {
        while !self.quits && !interrupt::requested() {
            terminal.draw(|frame| self.draw(frame))?;
            // Keys first: a frame never waits for a search.
            let mut wait = FRAME / 2;
            while event::poll(wait)? {
                wait = Duration::ZERO;
                match event::read()? {
                    Input::Key(key) if key.kind != KeyEventKind::Release => self.key(key),
                    Input::Mouse(mouse) => self.mouse(mouse),
                    Input::Paste(text) => self.paste(&text),
                    _ => {}
                }
            }
            for event in self.playing.wait(FRAME / 2) {
                self.hear(event);
            }
        }
        Ok(())
    }

    fn hear(&mut self, event: Event) {
        match event {
            Event::Thought => {}
            Event::Moved(words) => {
                self.chosen = None;
                self.say(words);
            }
            Event::Hint(words) => self.say(format!("Hint: {words}")),
            Event::Over(result) => {
                self.say(format!("The game is over: {result}. n plays another."))
            }
            Event::Analysed => self.say("All moves are valued as deep as possible."),
            Event::Failed(why) => self.say(why),
        }
    }

    fn say(&mut self, words: impl Into<String>) {
        self.words.push(words.into());
        let old = self.words.len().saturating_sub(50);
        self.words.drain(..old);
    }

    /// The legal moves that touch this square, and the one chosen before if there is one.
    fn moves_at(&self, square: usize) -> Vec<Move1<D>> {
        let cells = self.playing.session.view().cells;
        let at = |square: usize| cells.get(square).map_or(Vec::new(), |cell| cell.moves.clone());
        let moves = at(square);
        match self.chosen {
            Some(chosen) if chosen != square => {
                let first = at(chosen);
                moves.into_iter().filter(|mv| first.contains(mv)).collect()
            }
            _ => moves,
        }
    }
}
