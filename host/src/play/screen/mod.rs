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
    if !is_hung_up(io::stdin()) {
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
            PlayEvent::Thought => {}
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
            PlayEvent::Analysed => self.say("All moves are valued as deep as possible."),
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
mod tests {
    use std::time::{Duration, Instant};

    use ratatui::Terminal;
    use ratatui::backend::TestBackend;
    use ratatui::crossterm::event::{
        KeyCode, KeyEvent, KeyModifiers, MouseButton, MouseEvent, MouseEventKind,
    };
    use ratatui::layout::Rect;

    use super::super::look::Look;
    use super::super::playing::Playing;
    use super::super::session::Session;
    use super::super::who::Who;
    use super::{Screen, Theme};
    use crate::domain::{HexapawnDomain, OthelloDomain};
    use crate::engine::Entrant;

    const THEMES: [Theme; 3] = [
        Theme { colour: true, unicode: true },
        Theme { colour: false, unicode: true },
        Theme { colour: false, unicode: false },
    ];

    fn screen<D: Look + 'static>(
        domain: D,
        setup: &str,
        players: [Who; 2],
        theme: Theme,
    ) -> Screen<D> {
        let setup = domain.read_setup(setup).unwrap();
        let session = Session::new(domain, setup, players, None).unwrap();
        let engine = "algorithm=alpha-beta,depth=2".parse::<Entrant>().unwrap();
        let mut screen = Screen::new(Playing::new(session, engine, None), theme);
        screen.playing.pace = Duration::ZERO;
        screen
    }

    fn engine() -> Who {
        Who::Engine(Box::new("algorithm=alpha-beta,depth=2".parse().unwrap()))
    }

    /// The screen as text.
    fn drawn<D: Look + 'static>(screen: &mut Screen<D>, (width, height): (u16, u16)) -> String {
        let mut terminal = Terminal::new(TestBackend::new(width, height)).unwrap();
        terminal.draw(|frame| screen.draw(frame)).unwrap();
        let area = Rect::new(0, 0, width, height);
        let buffer = terminal.backend().buffer();
        let row = |y| (0..area.width).map(|x| buffer[(x, y)].symbol()).collect::<String>() + "\n";
        (0..area.height).map(row).collect()
    }

    fn press<D: Look + 'static>(screen: &mut Screen<D>, keys: &str) {
        for letter in keys.chars() {
            let code = match letter {
                '\n' => KeyCode::Enter,
                letter => KeyCode::Char(letter),
            };
            screen.key(KeyEvent::new(code, KeyModifiers::NONE));
        }
    }

    /// Lets the engines move until this is true.
    fn until<D: Look + 'static>(screen: &mut Screen<D>, done: impl Fn(&Screen<D>) -> bool) {
        let start = Instant::now();
        while !done(screen) {
            assert!(start.elapsed() < Duration::from_secs(60), "{:?}", screen.words);
            for event in screen.playing.wait(Duration::from_millis(20)) {
                screen.hear(event);
            }
        }
    }

    #[test]
    fn it_is_drawn_in_every_size_and_theme() {
        for theme in THEMES {
            let mut screen = screen(OthelloDomain::default(), "", [Who::Person, engine()], theme);
            press(&mut screen, "f5");
            until(&mut screen, |screen| screen.playing.session.record().moves().len() == 2);
            for size in (1..=130)
                .step_by(7)
                .flat_map(|width| (1..=45).step_by(4).map(move |height| (width, height)))
            {
                drawn(&mut screen, size);
            }
            for size in [(40, 20), (80, 24), (120, 40)] {
                let text = drawn(&mut screen, size);
                for part in ["a ", " h", "1 ", "8 ", "Black: you", "2 moves: f5 ", "? help"] {
                    assert!(text.contains(part), "{size:?}: {part:?} in\n{text}");
                }
            }
        }
    }

    #[test]
    fn a_person_plays_with_keys_and_mouse_takes_back_and_gets_values() {
        let mut screen =
            screen(OthelloDomain::default(), "", [Who::Person, Who::Person], THEMES[0]);
        drawn(&mut screen, (80, 24));
        let (squares, (width, height)) = screen.squares.unwrap();
        let click = |screen: &mut Screen<_>, column: u16, row: u16| {
            screen.mouse(MouseEvent {
                kind: MouseEventKind::Down(MouseButton::Left),
                column: squares.x + column * width,
                row: squares.y + row * height,
                modifiers: KeyModifiers::NONE,
            });
        };
        // f5 by the mouse, d6 by letters, and a square that flips nothing.
        click(&mut screen, 5, 4);
        press(&mut screen, "d6");
        click(&mut screen, 0, 0);
        let moves: Vec<String> = screen.playing.session.moves().collect();
        assert_eq!(moves, ["f5", "d6"]);
        assert!(screen.words.last().unwrap().starts_with("A1 flips nothing"), "{:?}", screen.words);
        press(&mut screen, "u");
        assert_eq!(screen.playing.session.moves().collect::<Vec<_>>(), ["f5"]);
        press(&mut screen, "r");
        assert_eq!(screen.playing.session.moves().collect::<Vec<_>>(), ["f5", "d6"]);
        screen.playing.adviser = "algorithm=alpha-beta,depth=4".parse().unwrap();
        press(&mut screen, "v");
        until(&mut screen, |screen| {
            screen.playing.values.iter().all(|known| known.depth == 4)
                && !screen.playing.values.is_empty()
        });
        assert_eq!(screen.playing.values.len(), screen.playing.session.legal().len());
        assert!(drawn(&mut screen, (80, 24)).contains("depth  4"));
        press(&mut screen, ":level nonsense\n");
        assert!(screen.words.last().unwrap().contains("beginner"));
        press(&mut screen, "q");
        assert!(screen.quits);
    }

    #[test]
    fn a_pasted_game_is_reviewed_move_by_move_and_panels_scroll() {
        let mut screen =
            screen(OthelloDomain::default(), "", [Who::Person, Who::Person], THEMES[2]);
        let count = |screen: &Screen<OthelloDomain>| screen.playing.session.record().moves().len();
        // A square that flips nothing is told at once, and forgotten after a move.
        press(&mut screen, "a1");
        assert!(screen.typed.is_none() && screen.words.last().unwrap().contains("flips nothing"));
        press(&mut screen, "f5");
        assert_eq!(screen.words.last().unwrap(), "");
        press(&mut screen, "u");
        assert_eq!(screen.words.last().unwrap(), "Taken back: 1 move.");
        screen.paste("(;GM[2]PB[ada]PW[bob]\n;B[fe];W[df]\n;B[cc];W[dc])");
        assert_eq!(count(&screen), 4);
        assert!(drawn(&mut screen, (80, 24)).contains("Black: ada"));
        press(&mut screen, ",,");
        assert_eq!(count(&screen), 2);
        let text = drawn(&mut screen, (80, 24));
        assert!(text.contains("2 of 4 moves: f5 d6") && text.contains("> c3 d3"), "{text}");
        press(&mut screen, "l");
        until(&mut screen, |screen| !screen.playing.is_reviewing());
        assert!(screen.panel.is_some());
        press(&mut screen, "q");
        assert!(!screen.quits, "the key left the panel");
        assert_eq!(screen.playing.judged_moves().len(), 4);
        for (keys, ply) in [(".", 3), (":goto 1\n", 1), (":goto end\n", 4), (":goto start\n", 0)] {
            press(&mut screen, keys);
            assert_eq!(count(&screen), ply, "{keys}");
        }
        // Another move begins another line.
        press(&mut screen, "d3");
        assert!(screen.playing.judged_moves().is_empty());
        screen.paste("two lines\nof no game");
        assert!(screen.words.last().unwrap().contains("is no game"), "{:?}", screen.words);
        press(&mut screen, ":help\n");
        assert!(drawn(&mut screen, (80, 24)).contains("goto 12, goto end"));
        screen.key(KeyEvent::new(KeyCode::End, KeyModifiers::NONE));
        assert!(drawn(&mut screen, (80, 24)).contains("resign, quit"));
        press(&mut screen, "?");
        assert!(screen.panel.is_none());
    }

    #[test]
    fn passes_are_played_and_the_end_is_told() {
        // White, to move, has no move; Black then fills the last square.
        let text = "-OXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXX O";
        let mut screen =
            screen(OthelloDomain::default(), text, [Who::Person, Who::Person], THEMES[2]);
        until(&mut screen, |screen| {
            screen.words.iter().any(|words| words.contains("White has no move"))
        });
        press(&mut screen, "a1");
        until(&mut screen, |screen| {
            screen.words.iter().any(|words| words.contains("Black wins by 64"))
        });
        assert!(drawn(&mut screen, (80, 24)).contains("The game is over"));
    }

    #[test]
    fn a_position_is_set_up_and_engines_play_it_to_the_end() {
        let mut screen = screen(OthelloDomain::default(), "", [engine(), engine()], THEMES[1]);
        press(&mut screen, "E");
        // A disc more for Black on a1; White to move.
        screen.cursor = 0;
        press(&mut screen, "x");
        screen.key(KeyEvent::new(KeyCode::Tab, KeyModifiers::NONE));
        press(&mut screen, "F");
        assert!(screen.editor.is_none(), "{:?}", screen.words);
        until(&mut screen, |screen| screen.playing.session.is_over());
        assert_eq!(screen.playing.session.first, 1);
        let standing = screen.playing.session.standing();
        assert!(screen.playing.graph().len() > 40, "{standing}");
    }

    #[test]
    fn a_move_with_two_squares_is_chosen_square_by_square() {
        let mut screen =
            screen(HexapawnDomain::default(), "", [Who::Person, Who::Person], THEMES[0]);
        drawn(&mut screen, (80, 24));
        // From b3 to b2, the middle of the upper row and of the board.
        screen.cursor = 1;
        press(&mut screen, "\n");
        screen.cursor = 4;
        press(&mut screen, "\n");
        assert_eq!(screen.playing.session.moves().collect::<Vec<_>>(), ["b3b2"]);
        press(&mut screen, "a1b2");
        assert_eq!(screen.playing.session.moves().count(), 2);
    }
}
