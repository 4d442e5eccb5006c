//! Colours and signs: with colour or without, in Unicode or plain letters.

use ratatui::style::{Color, Modifier, Style};

/// How the screen is drawn.
#[derive(Clone, Copy, Debug)]
pub(super) struct Theme {
    /// Whether there are colours: not if `NO_COLOR` is set (<https://no-color.org>).
    pub(super) colour: bool,
    /// Whether there are other signs than ASCII.
    pub(super) unicode: bool,
}

impl Theme {
    pub(super) fn of_environment() -> Self {
        let set = |name: &str| std::env::var(name).ok().filter(|value| !value.is_empty());
        let locale = set("LC_ALL").or_else(|| set("LC_CTYPE")).or_else(|| set("LANG"));
        let utf8 = |locale: String| {
            let locale = locale.to_ascii_lowercase();
            locale.contains("utf-8") || locale.contains("utf8")
        };
        let plain = set("TERM").is_some_and(|term| term == "linux");
        Self {
            colour: set("NO_COLOR").is_none(),
            unicode: !plain && (cfg!(windows) || locale.is_some_and(utf8)),
        }
    }

    /// The squares of the board; `bright` for every second one.
    pub(super) fn square(self, bright: bool) -> Style {
        match self.colour {
            true => Style::new().bg(Color::Indexed(if bright { 28 } else { 22 })),
            false => Style::new(),
        }
    }

    /// The square of the last move.
    pub(super) fn last(self) -> Style {
        match self.colour {
            true => Style::new().bg(Color::Indexed(24)),
            false => Style::new().add_modifier(Modifier::BOLD),
        }
    }

    /// The square under the cursor, and the one chosen before.
    pub(super) fn cursor(self) -> Style {
        match self.colour {
            true => Style::new().bg(Color::Indexed(178)).fg(Color::Indexed(16)),
            false => Style::new().add_modifier(Modifier::REVERSED),
        }
    }

    /// The pieces of a player: the dark side's and the light side's.
    pub(super) fn piece(self, dark: bool) -> Style {
        match self.colour {
            true => Style::new().fg(Color::Indexed(if dark { 16 } else { 231 })),
            false => Style::new(),
        }
    }

    /// Legal moves.
    pub(super) fn legal(self) -> Style {
        if self.colour { Style::new().fg(Color::Indexed(157)) } else { Style::new() }
    }

    /// Names and borders.
    pub(super) fn quiet(self) -> Style {
        if self.colour { Style::new().fg(Color::Indexed(245)) } else { Style::new() }
    }

    /// What is to be seen first.
    pub(super) fn strong(self) -> Style {
        Style::new().add_modifier(Modifier::BOLD)
    }

    /// The player named first in the bar.
    pub(super) fn bar(self) -> Style {
        match self.colour {
            true => Style::new().fg(Color::Indexed(16)).bg(Color::Indexed(252)),
            false => Style::new(),
        }
    }
}
