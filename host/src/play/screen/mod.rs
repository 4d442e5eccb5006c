//! The game on a full screen.

mod board;
mod draw;
mod editor;
mod input;
mod panel;
mod theme;

use std::io::{self, Write as _};
use std::mem::ManuallyDrop;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::thread;
use std::time::{Duration, Instant};

use ratatui::crossterm::cursor::Show;
use ratatui::crossterm::event::{
    self, DisableBracketedPaste, DisableMouseCapture, EnableBracketedPaste, EnableMouseCapture,
    Event as Input, KeyEventKind,
};
use ratatui::crossterm::execute;
use ratatui::layout::Rect;

use super::look::{Look, MoveOf};
use super::playing::{PlayEvent, Playing};
use crate::hangup::is_hung_up;
use crate::interrupt;

use editor::Editor;
use panel::Panel;
use theme::Theme;

/// Time between two looks at keys and engines.
const FRAME: Duration = Duration::from_millis(50);
/// Time between two drawings of a running clock.
const CLOCK: Duration = Duration::from_millis(100);

/// How long the signal of a closed terminal may take.
const SIGNAL: Duration = Duration::from_millis(500);

/// Time for which a move of one of two engines can be seen.
const PACE: Duration = Duration::from_millis(400);

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
    panel: Option<Panel>,
    editor: Option<Editor>,
    /// Where the squares are, and how large they are, for the mouse.
    squares: Option<(Rect, (u16, u16))>,
    quits: bool,
}

/// Whether the terminal shows the full screen.
static ON_FULL_SCREEN: AtomicBool = AtomicBool::new(false);

/// Whether the game is on a full screen: then nothing else may write there.
pub(crate) fn is_on_full_screen() -> bool {
    ON_FULL_SCREEN.load(Ordering::Relaxed)
}

/// Leaves the full screen, if it is shown: the terminal is as it was before. Any thread may call this.
pub(crate) fn restore_terminal() {
    if ON_FULL_SCREEN.swap(false, Ordering::Relaxed) {
        // The terminal may be gone.
        let _ = execute!(io::stdout(), DisableBracketedPaste, DisableMouseCapture, Show);
        let _ = ratatui::try_restore();
    }
}

/// Keys and the like that wait to be taken. The thread that reads them then waits.
const WAITING: usize = 1024;

/// Keys and the like, read on a thread of its own: crossterm's reading does not end when the terminal is gone.
fn inputs() -> io::Result<Receiver<io::Result<Input>>> {
    let (sender, inputs) = mpsc::sync_channel(WAITING);
    thread::Builder::new().name("keys".to_owned()).spawn(move || {
        loop {
            let input = event::read();
            let ends = input.is_err();
            if sender.send(input).is_err() || ends {
                break;
            }
        }
    })?;
    Ok(inputs)
}

/// Plays until the player quits, or the terminal is closed. Leaves the terminal as it was, also after a failure or a signal.
pub(crate) fn run<D: Look + 'static>(playing: Playing<D>) -> anyhow::Result<()> {
    ON_FULL_SCREEN.store(true, Ordering::Relaxed);
    let mut screen = Screen::new(playing, Theme::of_environment());
    let outcome = ratatui::try_init().and_then(|terminal| {
        // Dropping it shows the cursor, as `restore_terminal` does, but panics if the terminal is gone.
        let mut terminal = ManuallyDrop::new(terminal);
        // Terminals without a mouse are played with keys.
        let _ = execute!(io::stdout(), EnableMouseCapture, EnableBracketedPaste);
        screen.run(&mut terminal, &inputs()?)
    });
    restore_terminal();
    if is_hung_up(io::stdin()) {
        // The end of one's own terminal is told by a signal, too, which may come a moment later.
        let begun = Instant::now();
        while !interrupt::requested() && begun.elapsed() < SIGNAL {
            thread::sleep(FRAME / 2);
        }
    } else {
        outcome?;
        if let Some(words) = screen.playing.farewell() {
            writeln!(io::stdout(), "{}", crate::escape::terminal(&words))?;
        }
    }
    Ok(interrupt::check()?)
}

impl<D: Look + 'static> Screen<D> {
    fn new(mut playing: Playing<D>, theme: Theme) -> Self {
        playing.pace = PACE;
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
            panel: None,
            editor: None,
            squares: None,
            quits: false,
        }
    }

    fn run(
        &mut self,
        terminal: &mut ratatui::DefaultTerminal,
        inputs: &Receiver<io::Result<Input>>,
    ) -> io::Result<()> {
        let mut drawn: Option<Instant> = None;
        while !self.quits && !interrupt::requested() && !is_hung_up(io::stdin()) {
            // What runs by itself: clocks.
            let runs = self.playing.session.control.is_some() && !self.playing.session.is_over();
            if drawn.is_none_or(|drawn| runs && drawn.elapsed() >= CLOCK) {
                terminal.draw(|frame| self.draw(frame))?;
                drawn = Some(Instant::now());
            }
            // Keys first: a frame never waits for a search.
            let mut wait = FRAME / 2;
            loop {
                match inputs.recv_timeout(wait) {
                    Ok(input) => self.take(input?),
                    Err(RecvTimeoutError::Timeout) => break,
                    Err(RecvTimeoutError::Disconnected) => return Ok(()),
                }
                wait = Duration::ZERO;
                drawn = None;
            }
            for event in self.playing.wait(FRAME / 2) {
                drawn = None;
                self.hear(event);
            }
        }
        Ok(())
    }

    fn take(&mut self, input: Input) {
        match input {
            Input::Key(key) if key.kind != KeyEventKind::Release => self.key(key),
            Input::Mouse(mouse) => self.mouse(mouse),
            Input::Paste(text) => self.paste(&text),
            _ => {}
        }
    }

    fn hear(&mut self, event: PlayEvent) {
        match event {
            // Drawn anew.
            PlayEvent::Thought | PlayEvent::Analysed => {}
            PlayEvent::Moved(words) => {
                self.chosen = None;
                self.say(words);
            }
            PlayEvent::Hint(words) => self.say(format!("Hint: {words}")),
            PlayEvent::Over(result) => {
                self.say(format!("The game is over: {result}. n plays another."));
            }
            PlayEvent::Reviewed(lines) => {
                self.say(lines.last().cloned().unwrap_or_default());
                self.panel = Some(Panel::new("What the moves lost", lines));
            }
            PlayEvent::Kept(words) | PlayEvent::Failed(words) => self.say(words),
        }
    }

    fn say(&mut self, words: impl Into<String>) {
        self.words.push(words.into());
        let old = self.words.len().saturating_sub(50);
        self.words.drain(..old);
    }

    /// The legal moves that touch this square, and the one chosen before if there is one.
    fn moves_at(&self, square: usize) -> Vec<MoveOf<D>> {
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

#[cfg(test)]
mod tests;
