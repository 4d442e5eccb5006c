//! Lines over the board: help, commands, the games of a file.

use ratatui::Frame;
use ratatui::crossterm::event::KeyCode;
use ratatui::layout::{Alignment, Rect};
use ratatui::text::Line;
use ratatui::widgets::{Block, Clear, Paragraph};

use super::super::command::HELP;
use super::input::KEYS;

/// What a line that goes on begins with.
const INDENT: &str = "    ";

/// A line broken at blanks into lines of this width, the later ones indented.
fn broken(line: &str, width: usize) -> Vec<String> {
    let mut lines = Vec::new();
    let mut rest = line.to_owned();
    while rest.chars().count() > width {
        let end = rest.char_indices().nth(width).map_or(rest.len(), |(place, _)| place);
        // A blank just behind the width is one to break at, too.
        let place = if rest[end..].starts_with(' ') { Some(end) } else { rest[..end].rfind(' ') };
        let place = place.filter(|&place| place > INDENT.len());
        let Some(place) = place else { break };
        let behind = rest[place..].trim_start();
        let behind = format!("{INDENT}{behind}");
        lines.push(rest[..place].trim_end().to_owned());
        rest = behind;
    }
    lines.push(rest);
    lines
}

/// The widest panel.
const WIDTH: u16 = 84;

/// Lines that are read, and left by any key that does not scroll.
pub(super) struct Panel {
    title: &'static str,
    lines: Vec<String>,
    /// The first line that is shown.
    top: usize,
    /// Lines that had room when it was drawn.
    room: usize,
}

impl Panel {
    pub(super) const fn new(title: &'static str, lines: Vec<String>) -> Self {
        Self { title, lines, top: 0, room: 1 }
    }

    /// What the keys do.
    pub(super) fn keys() -> Self {
        let line = |(keys, meaning): &(&str, &str)| format!("{keys:<15} {meaning}");
        Self::new("Keys", KEYS.iter().map(line).collect())
    }

    /// What commands there are.
    pub(super) fn commands() -> Self {
        Self::new("Commands, typed after :", HELP.lines().map(str::to_owned).collect())
    }

    /// Scrolls; false for other keys.
    pub(super) fn key(&mut self, code: KeyCode) -> bool {
        let last = self.lines.len().saturating_sub(self.room);
        self.top = match code {
            KeyCode::Up => self.top.saturating_sub(1),
            KeyCode::Down => (self.top + 1).min(last),
            KeyCode::PageUp => self.top.saturating_sub(self.room),
            KeyCode::PageDown | KeyCode::Char(' ') => (self.top + self.room).min(last),
            KeyCode::Home => 0,
            KeyCode::End => last,
            _ => return false,
        };
        true
    }

    pub(super) fn draw(&mut self, frame: &mut Frame<'_>, area: Rect) {
        let width = WIDTH.min(area.width);
        let inside = width.saturating_sub(2);
        let high = area.height.saturating_sub(2);
        let lines: Vec<Line<'_>> = self
            .lines
            .iter()
            .skip(self.top)
            .flat_map(|line| broken(line, usize::from(inside)))
            .map(Line::raw)
            .collect();
        let is_all = self.top == 0 && lines.len() <= usize::from(high);
        self.room = self.lines.len().min(usize::from(high).max(1));
        let height = if is_all { lines.len() as u16 + 2 } else { area.height };
        let place = Rect::new((area.width - width) / 2, (area.height - height) / 2, width, height);
        frame.render_widget(Clear, place);
        let hint =
            if is_all { " any key goes on " } else { " up and down scroll, other keys go on " };
        let block = Block::bordered()
            .title(self.title)
            .title_alignment(Alignment::Center)
            .title_bottom(Line::raw(hint).centered());
        frame.render_widget(Paragraph::new(lines).block(block), place);
    }
}

#[cfg(test)]
mod tests {
    use super::broken;

    #[test]
    fn long_lines_go_on_indented_and_no_word_is_lost() {
        let line = "l               what each move lost: a review of the game";
        assert_eq!(broken(line, 60), [line]);
        for width in 8..58 {
            let lines = broken(line, width);
            let words = |text: &str| -> Vec<String> {
                text.split_whitespace().map(str::to_owned).collect()
            };
            assert_eq!(words(&lines.join(" ")), words(line), "{width}: {lines:?}");
            assert!(lines.iter().skip(1).all(|line| line.starts_with("    ")), "{lines:?}");
            if width > 20 {
                assert!(lines.iter().all(|line| line.len() <= width), "{width}: {lines:?}");
            }
        }
        assert_eq!(broken("aaaaaaaaaaaa", 5), ["aaaaaaaaaaaa"]);
        assert_eq!(
            broken("\u{e9}\u{e9}\u{e9}\u{e9}\u{e9}\u{e9} b", 6),
            ["\u{e9}\u{e9}\u{e9}\u{e9}\u{e9}\u{e9}", "    b"]
        );
    }
}
