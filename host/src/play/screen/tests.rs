//! The screen is drawn and played by keys and mouse.

use std::time::{Duration, Instant};

use plyscope_core::connect_four::ConnectFour;
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
use crate::domain::{HexapawnDomain, OthelloDomain, SmallDomain};
use crate::engine::Entrant;

const THEMES: [Theme; 3] = [
    Theme { colour: true, unicode: true },
    Theme { colour: false, unicode: true },
    Theme { colour: false, unicode: false },
];

fn screen<D: Look + 'static>(domain: D, setup: &str, players: [Who; 2], theme: Theme) -> Screen<D> {
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
    let mut screen = screen(OthelloDomain::default(), "", [Who::Person, Who::Person], THEMES[0]);
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
    let mut screen = screen(OthelloDomain::default(), "", [Who::Person, Who::Person], THEMES[2]);
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
    let mut screen = screen(OthelloDomain::default(), text, [Who::Person, Who::Person], THEMES[2]);
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
    let mut screen = screen(HexapawnDomain::default(), "", [Who::Person, Who::Person], THEMES[0]);
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

#[test]
fn nothing_is_played_beneath_a_panel_or_behind_a_position_that_is_set_up() {
    let mut screen = screen(OthelloDomain::default(), "", [Who::Person, Who::Person], THEMES[0]);
    drawn(&mut screen, (80, 24));
    let (squares, (width, height)) = screen.squares.unwrap();
    let click = |screen: &mut Screen<_>| {
        screen.mouse(MouseEvent {
            kind: MouseEventKind::Down(MouseButton::Left),
            column: squares.x + 5 * width,
            row: squares.y + 4 * height,
            modifiers: KeyModifiers::NONE,
        });
    };
    press(&mut screen, "?");
    click(&mut screen);
    assert!(screen.panel.is_none() && screen.playing.session.is_empty());
    press(&mut screen, ":lev");
    click(&mut screen);
    assert_eq!((screen.typed.take(), screen.playing.session.line().count()), (None, 1));
    press(&mut screen, "E");
    for text in ["d6", "f5d6c3d3c4", "f5d6c3d3c4\n"] {
        screen.paste(text);
        assert!(screen.words.last().unwrap().starts_with("A position is set up"));
    }
    press(&mut screen, ":");
    assert!(screen.typed.is_none() && screen.editor.is_some());
    assert_eq!(screen.playing.session.line().count(), 1);
    let text = drawn(&mut screen, (80, 24));
    assert!(text.contains("X O Space Enter  Tab who moves  F plays it"), "{text}");
}

#[test]
fn a_move_that_no_other_goes_on_from_needs_no_enter() {
    let domain = SmallDomain::<ConnectFour>::default();
    let mut screen = screen(domain, "", [Who::Person, Who::Person], THEMES[0]);
    press(&mut screen, "4");
    assert_eq!(
        (screen.playing.session.moves().collect(), screen.typed),
        (vec!["4".to_owned()], None)
    );
}

#[test]
fn the_beginning_of_long_words_is_seen_and_other_terminals_get_ascii_alone() {
    let path = format!("/{}/caf\u{e9}.json", "directory-of-games/".repeat(9));
    for theme in THEMES {
        let mut screen = screen(OthelloDomain::default(), "", [Who::Person, Who::Person], theme);
        screen.playing.session.about.names[0] = "Zo\u{eb}".to_owned();
        press(&mut screen, &format!(":load {path}\n"));
        let text = drawn(&mut screen, (60, 24));
        for part in ["there is no file", "/caf", "correct the line or delete it"] {
            assert!(text.contains(part), "{part}: {text}");
        }
        assert!(text.contains(if theme.unicode { "Zo\u{eb}" } else { "Zo?" }), "{text}");
        press(&mut screen, "?");
        let text = drawn(&mut screen, (60, 24));
        assert_eq!(text.is_ascii(), !theme.unicode, "{text}");
    }
}
