//! The screen: board, players, thoughts, graph, moves.

use ratatui::Frame;
use ratatui::buffer::Cell;
use ratatui::layout::{Constraint, Layout, Rect};
use ratatui::style::Style;
use ratatui::symbols::Marker;
use ratatui::text::{Line, Span};
use ratatui::widgets::{Axis, Chart, Clear, Dataset, GraphType, Paragraph};

use super::super::look::{Look, Player, number};
use super::super::who::Who;
use super::super::words::{clock_text, told};
use super::{Screen, board};

use crate::text::{grouped, signed};

/// The least room beside the board for a column of its own.
const BESIDE: u16 = 34;

impl<D: Look + 'static> Screen<D> {
    pub(super) fn draw(&mut self, frame: &mut Frame<'_>) {
        let area = frame.area();
        let mut view = self.playing.session.view();
        if let Some(editor) = &self.editor {
            for (cell, piece) in view.cells.iter_mut().zip(&editor.pieces) {
                cell.piece = *piece;
                cell.is_last = false;
            }
        }
        // Narrow screens break more lines.
        let words = if area.width < 72 { 4 } else { 3 };
        let rows = Layout::vertical([Constraint::Min(0), Constraint::Length(words)]).split(area);
        let beside = area.width >= BESIDE + board::room(&view, (2, 1)).0;
        let size = if beside {
            board::size(&view, (area.width - BESIDE, rows[0].height))
        } else {
            // Some lines stay for the players and thoughts.
            board::size(&view, (area.width, rows[0].height.saturating_sub(6)))
        };
        let (wide, high) = board::room(&view, size);
        let parts = if beside {
            Layout::horizontal([Constraint::Length(wide), Constraint::Min(0)]).split(rows[0])
        } else {
            Layout::vertical([Constraint::Length(high), Constraint::Min(0)]).split(rows[0])
        };
        let squares = self.draw_board(frame, parts[0], &view, size);
        self.squares = Some((squares, size));
        self.draw_side(frame, parts[1]);
        self.draw_words(frame, rows[1]);
        if let Some(panel) = &mut self.panel {
            panel.draw(frame, area);
        }
        if !self.theme.unicode {
            frame.buffer_mut().content.iter_mut().for_each(in_ascii);
        }
    }

    /// Everything beside the board, as far as there is room.
    fn draw_side(&self, frame: &mut Frame<'_>, area: Rect) {
        let mut lines = vec![self.player(0), self.player(1)];
        let standing = match &self.editor {
            Some(editor) => format!("Setting up: {} to move", D::PLAYERS[editor.to_move]),
            None => self.playing.state(),
        };
        lines.push(Line::raw(standing));
        if let Some(number) = self.number() {
            lines.push(self.bar(number, area.width));
        }
        lines.extend(self.thoughts());
        lines.extend(self.values(area.height.saturating_sub(lines.len() as u16 + 6).min(8)));
        if self.playing.is_valued() {
            lines.push(Line::styled("valued as deep as possible", self.theme.quiet()));
        }
        let lines: Vec<Line<'_>> =
            lines.into_iter().flat_map(|line| wrapped(line, area.width)).collect();
        let needed = lines.len() as u16;
        let graph = area.height.saturating_sub(needed + 3).min(9);
        let graph = if graph >= 5 && self.theme.unicode { graph } else { 0 };
        let parts = Layout::vertical([
            Constraint::Length(needed.min(area.height)),
            Constraint::Length(graph),
            Constraint::Min(0),
        ])
        .split(area);
        frame.render_widget(Paragraph::new(lines), parts[0]);
        if graph > 0 {
            self.draw_graph(frame, parts[1]);
        }
        self.draw_moves(frame, parts[2]);
    }

    fn player(&self, player: Player) -> Line<'static> {
        let session = &self.playing.session;
        let moves = session.to_move() == player && !session.is_over();
        let mark = if moves { ">" } else { " " };
        let who = match session.who(player) {
            Who::Person => session.name(player).to_owned(),
            Who::Engine(engine) => told(engine),
        };
        let left =
            session.left(player).map_or_else(String::new, |left| format!("  {}", clock_text(left)));
        let text = format!("{mark} {} {}: {who}{left}", D::PIECES[player], D::PLAYERS[player]);
        Line::styled(text, if moves { self.theme.strong() } else { Style::new() })
    }

    /// The value of the position for the player named first: what is thought now, or thought last.
    fn number(&self) -> Option<f64> {
        let unit = self.playing.thinking_unit();
        let live = self.playing.idea.as_ref().and_then(|idea| idea.value);
        let live = live.and_then(|found| number::<D>(&self.playing.judged(unit, found)));
        let live =
            live.map(|number| if self.playing.session.to_move() == 0 { number } else { -number });
        live.or_else(|| self.playing.graph().into_iter().rev().flatten().next())
    }

    /// A bar that is longer the better it is for the player named first.
    fn bar(&self, number: f64, width: u16) -> Line<'static> {
        // Half of the way at about ten discs.
        let scale = (D::MOST / 6.0).min(1e5);
        let share = 0.5 + 0.5 * (number / scale).tanh();
        let text = if number.abs() >= D::MOST {
            let winner = D::PLAYERS[usize::from(number < 0.0)];
            format!("{winner} wins")
        } else {
            let decimals = usize::from(number.abs() < 1000.0);
            format!("{} {} {}", D::PLAYERS[0], signed(number, decimals), D::UNIT)
        };
        let width = usize::from(width.clamp(10, 40));
        let filled = (share * width as f64).round() as usize;
        if self.theme.colour {
            let mut padded: Vec<char> = format!("{text:^width$}").chars().take(width).collect();
            padded.resize(width, ' ');
            let (left, right) = padded.split_at(filled.min(width));
            let other = Style::new()
                .fg(ratatui::style::Color::Indexed(231))
                .bg(ratatui::style::Color::Indexed(238));
            return Line::from(vec![
                Span::styled(left.iter().collect::<String>(), self.theme.bar()),
                Span::styled(right.iter().collect::<String>(), other),
            ]);
        }
        let width = width.saturating_sub(text.len() + 3).max(4);
        let filled = (share * width as f64).round() as usize;
        let bar = "#".repeat(filled.min(width)) + &"-".repeat(width.saturating_sub(filled));
        Line::raw(format!("[{bar}] {text}"))
    }

    /// What the player to move thinks.
    fn thoughts(&self) -> Vec<Line<'static>> {
        let Some(idea) = &self.playing.idea else { return Vec::new() };
        let mut words = Vec::new();
        if let Some(depth) = idea.depth {
            words.push(format!("depth {depth}"));
        }
        if let Some(found) = idea.value {
            let judged = self.playing.judged(self.playing.thinking_unit(), found);
            words.push(format!("value {judged}"));
        }
        let seconds = idea.time.as_secs_f64();
        words.push(format!("{} nodes", grouped(idea.nodes)));
        if seconds > 0.05 {
            words.push(format!("{:.1} M/s", idea.nodes as f64 / seconds / 1e6));
        }
        words.push(format!("{seconds:.1} s"));
        let mut lines = vec![Line::styled(words.join("  "), self.theme.quiet())];
        if !idea.line.is_empty() {
            let line: Vec<String> = idea
                .line
                .iter()
                .take(16)
                .map(|&mv| self.playing.session.domain.move_name(mv))
                .collect();
            lines.push(Line::styled(line.join(" "), self.theme.quiet()));
        }
        lines
    }

    /// The values of the moves, in at most so many lines.
    fn values(&self, most: u16) -> Vec<Line<'static>> {
        let known = self.playing.values.iter().filter(|known| known.depth > 1);
        let line = |known: &crate::player::MoveValue<_>| {
            let words = self.playing.judged_move(known);
            let domain = &self.playing.session.domain;
            let then: Vec<String> =
                known.line.iter().skip(1).take(4).map(|&mv| domain.move_name(mv)).collect();
            Line::raw(format!(
                "{:>4} {words:>8}  depth {:>2}  {}",
                domain.move_name(known.mv),
                known.depth,
                then.join(" ")
            ))
        };
        known.take(usize::from(most)).map(line).collect()
    }

    fn draw_graph(&self, frame: &mut Frame<'_>, area: Rect) {
        let points: Vec<(f64, f64)> = (0u32..)
            .zip(self.playing.graph())
            .filter_map(|(ply, number)| Some((f64::from(ply), number?)))
            .collect();
        let most = points.iter().map(|(_, number)| number.abs()).fold(0.0, f64::max);
        let high = if most <= 10.0 { 10.0 } else { (most / 10.0).ceil() * 10.0 };
        let plies = (self.playing.session.record().moves().len() as f64).max(20.0);
        let zero = [(0.0, 0.0), (plies, 0.0)];
        let line = |points| {
            Dataset::default().marker(Marker::Braille).graph_type(GraphType::Line).data(points)
        };
        let sets =
            vec![line(&zero).style(self.theme.quiet()), line(&points).style(self.theme.strong())];
        let [first, second] = D::PLAYERS;
        let chart = Chart::new(sets).x_axis(Axis::default().bounds([0.0, plies])).y_axis(
            Axis::default()
                .bounds([-high, high])
                .labels([
                    format!("{second} {high:.0}"),
                    "0".to_owned(),
                    format!("{first} {high:.0}"),
                ])
                .style(self.theme.quiet()),
        );
        frame.render_widget(chart, area);
    }

    /// The moves of the game, the last ones in view.
    fn draw_moves(&self, frame: &mut Frame<'_>, area: Rect) {
        if area.height == 0 {
            return;
        }
        let [moves, later] = self.playing.marked_moves();
        let text = if moves.is_empty() { "no move yet".to_owned() } else { moves.join(" ") };
        let of = if later.is_empty() {
            String::new()
        } else {
            format!(" of {}", moves.len() + later.len())
        };
        let noun = if moves.len() == 1 && later.is_empty() { "move" } else { "moves" };
        let lines = wrapped(Line::raw(format!("{}{of} {noun}: {text}", moves.len())), area.width);
        // What was taken back comes after the moves so far, and never hides them.
        let shown = lines.len().min(usize::from(area.height)) as u16;
        let parts = Layout::vertical([Constraint::Length(shown), Constraint::Min(0)]).split(area);
        draw_end(frame, parts[0], lines);
        let reviewing = self.playing.reviewed_so_far();
        let rest = reviewing.or((!later.is_empty()).then(|| format!("> {}", later.join(" "))));
        if let Some(rest) = rest {
            let line = Line::styled(rest, self.theme.quiet());
            frame.render_widget(Paragraph::new(wrapped(line, area.width)), parts[1]);
        }
    }

    /// The last words, and the line being typed.
    fn draw_words(&self, frame: &mut Frame<'_>, area: Rect) {
        let words = self.words.last().map_or("", String::as_str);
        let words = wrapped(Line::raw(words.to_owned()), area.width);
        // What takes more lines than there are is above them for a while: its beginning says why.
        let more = (words.len() as u16 + 1).saturating_sub(area.height).min(area.y);
        let area = Rect { y: area.y - more, height: area.height + more, ..area };
        let rows = Layout::vertical([Constraint::Min(0), Constraint::Length(1)]).split(area);
        frame.render_widget(Clear, rows[0]);
        draw_end(frame, rows[0], words);
        let line = match &self.typed {
            Some(typed) => Line::raw(format!(":{typed}_")),
            None if self.editor.is_some() => {
                let [first, second] = D::PIECES;
                let keys = format!(
                    "{first} {second} Space Enter  Tab who moves  F plays it  Esc gives it up"
                );
                Line::styled(keys, self.theme.quiet())
            }
            None => {
                let all = "u undo  , . review  t hint  v values  n new  : command  ? help  q quit";
                let keys =
                    if area.width < 72 { "u undo  t hint  n new  ? help  q quit" } else { all };
                Line::styled(keys, self.theme.quiet())
            }
        };
        frame.render_widget(line, rows[1]);
    }
}

/// A line broken at blanks into lines of this width. Its style stays; a line of several styles is not broken.
fn wrapped(line: Line<'_>, width: u16) -> Vec<Line<'static>> {
    let own = |span: Span<'_>| Span::styled(span.content.into_owned(), span.style);
    let style = line.style;
    if line.spans.len() != 1 || line.width() <= usize::from(width) {
        return vec![Line::from_iter(line.spans.into_iter().map(own)).style(style)];
    }
    let (text, of_span) =
        line.spans.first().map_or(("", Style::new()), |span| (&*span.content, span.style));
    let room = |text: &str| Line::raw(text).width() <= usize::from(width);
    let mut lines: Vec<String> = Vec::new();
    for word in text.split(' ').filter(|word| !word.is_empty()) {
        if let Some(last) = lines.last_mut() {
            let longer = format!("{last} {word}");
            if room(&longer) {
                *last = longer;
                continue;
            }
        }
        // A word that no line has room for goes on in the next one.
        let mut part = String::new();
        for letter in word.chars() {
            part.push(letter);
            if !room(&part) && part.chars().nth(1).is_some() {
                part.pop();
                lines.push(std::mem::replace(&mut part, letter.to_string()));
            }
        }
        lines.push(part);
    }
    lines.into_iter().map(|text| Line::styled(text, style.patch(of_span))).collect()
}

/// Replaces a sign that is not in ASCII.
fn in_ascii(cell: &mut Cell) {
    let sign = match cell.symbol() {
        sign if sign.is_ascii() => return,
        "\u{2500}" => "-",
        "\u{2502}" => "|",
        "\u{250c}" | "\u{2510}" | "\u{2514}" | "\u{2518}" => "+",
        _ => "?",
    };
    cell.set_symbol(sign);
}

/// Draws the last of these lines that there is room for.
fn draw_end(frame: &mut Frame<'_>, area: Rect, lines: Vec<Line<'_>>) {
    let hidden = (lines.len() as u16).saturating_sub(area.height);
    frame.render_widget(Paragraph::new(lines).scroll((hidden, 0)), area);
}
