//! The board on the screen.

use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::style::Style;
use ratatui::text::{Line, Span};
use ratatui::widgets::Paragraph;

use super::super::look::{Cell, Look, MoveOf, View, number};
use super::Screen;
use crate::text::signed;

/// Columns and rows around the squares: names of rows on the left, of columns above, a gap on the right.
const AROUND: (u16, u16) = (4, 1);

/// Sizes of a square, in columns and rows, from the largest.
const SIZES: [(u16, u16); 4] = [(6, 3), (4, 2), (4, 1), (2, 1)];

/// The largest size of squares for such a board within this room; the smallest if none fits.
pub(super) fn size<M>(view: &View<M>, room: (u16, u16)) -> (u16, u16) {
    let (columns, rows) = (view.columns.len() as u16, view.rows.len() as u16);
    let wide = view.cells.iter().map(|cell| cell.text.len() as u16 + 1).max().unwrap_or(0);
    let fits = |&(width, height): &(u16, u16)| {
        width >= wide && columns * width + AROUND.0 <= room.0 && rows * height + AROUND.1 <= room.1
    };
    SIZES.into_iter().find(fits).unwrap_or((wide.max(2), 1))
}

/// The room that a board with squares of this size takes.
pub(super) fn room<M>(view: &View<M>, (width, height): (u16, u16)) -> (u16, u16) {
    let (columns, rows) = (view.columns.len() as u16, view.rows.len() as u16);
    (columns * width + AROUND.0, rows * height + AROUND.1)
}

/// The rows of a disc that fills a square of this size.
const fn disc(size: (u16, u16)) -> &'static [&'static str] {
    match size {
        (6.., 3..) => &[
            "\u{2597}\u{2584}\u{2584}\u{2596}",
            "\u{2590}\u{2588}\u{2588}\u{258c}",
            "\u{259d}\u{2580}\u{2580}\u{2598}",
        ],
        (4.., 2..) => &["\u{2584}\u{2584}", "\u{2580}\u{2580}"],
        _ => &["\u{25cf}"],
    }
}

impl<D: Look + 'static> Screen<D> {
    /// Draws the board with squares of this size; returns where the squares are.
    pub(super) fn draw_board(
        &self,
        frame: &mut Frame<'_>,
        area: Rect,
        view: &View<MoveOf<D>>,
        (width, height): (u16, u16),
    ) -> Rect {
        let columns = view.columns.len().max(1);
        let name = |name: &String| {
            Span::styled(format!("{name:^wide$}", wide = width as usize), self.theme.quiet())
        };
        let mut lines = vec![Line::from_iter(
            std::iter::once(Span::raw("  ")).chain(view.columns.iter().map(name)),
        )];
        for (row, cells) in view.cells.chunks(columns).enumerate() {
            for part in 0..height {
                let middle = part == height / 2;
                let named = view.rows.get(row).filter(|_| middle).map_or("", String::as_str);
                let mut spans = vec![Span::styled(format!("{named:<2}"), self.theme.quiet())];
                for (column, cell) in cells.iter().enumerate() {
                    let square = row * columns + column;
                    let style = self.style(square, (row + column) % 2 == 0, cell);
                    let (sign, of_sign) = self.sign(cell, (width, height), part);
                    let text = format!("{sign:^wide$}", wide = width as usize);
                    spans.push(Span::styled(text, of_sign.patch(style)));
                }
                lines.push(Line::from(spans));
            }
        }
        frame.render_widget(Paragraph::new(lines), area);
        let (columns, rows) = (columns as u16, view.rows.len() as u16);
        Rect::new(area.x + 2, area.y + 1, columns * width, rows * height).intersection(area)
    }

    fn style(&self, square: usize, bright: bool, cell: &Cell<MoveOf<D>>) -> Style {
        if square == self.cursor || self.chosen == Some(square) {
            // A piece keeps its colour under the cursor.
            let own =
                cell.piece.map_or(Style::new(), |player| self.theme.piece(self.is_dark(player)));
            return self.theme.cursor().patch(own);
        }
        if cell.is_last { self.theme.last() } else { self.theme.square(bright) }
    }

    /// Whether the player's pieces are dark.
    fn is_dark(&self, player: usize) -> bool {
        D::PLAYERS[player] == "Black" || D::PLAYERS[player] == "MAX"
    }

    /// What stands in this row of a square of this size, with its style.
    fn sign(
        &self,
        cell: &Cell<MoveOf<D>>,
        (width, height): (u16, u16),
        row: u16,
    ) -> (String, Style) {
        let middle = row == height / 2;
        match cell.piece {
            Some(player) if self.theme.unicode && self.theme.colour => {
                let rows = disc((width, height));
                let sign = rows.get(usize::from(row)).copied().unwrap_or_default();
                (sign.to_owned(), self.theme.piece(self.is_dark(player)))
            }
            _ if !middle => (String::new(), Style::new()),
            Some(player) => (D::PIECES[player].to_string(), self.theme.piece(self.is_dark(player))),
            None if !cell.text.is_empty() => (cell.text.clone(), self.theme.legal()),
            None => (self.of_move(cell, width), self.theme.legal()),
        }
    }

    /// The sign of a legal move: its value if it is known and there is room, a dot otherwise.
    fn of_move(&self, cell: &Cell<MoveOf<D>>, width: u16) -> String {
        let Some(mv) = cell.moves.first() else {
            // Without colours, nothing else shows where a square is.
            return if self.theme.colour { String::new() } else { "-".to_owned() };
        };
        if self.editor.is_some() {
            return String::new();
        }
        let known = self.playing.values.iter().find(|known| known.mv == *mv && known.depth > 1);
        let number = known.and_then(|known| number::<D>(&self.playing.judged_move(known)));
        match number {
            Some(number) if width >= 4 && number.abs() < 9.95 => signed(number, 1),
            Some(number) if width >= 4 && number.abs() < 1000.0 => signed(number, 0),
            _ if self.theme.unicode => "\u{00b7}".to_owned(),
            _ => ".".to_owned(),
        }
    }
}
