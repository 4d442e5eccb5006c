//! Small games: pieces on a board.

use serde::{Deserialize, Serialize};

use super::{Cell, Look, Player, View};
use crate::domain::{SearchedGame, SmallDomain};
use crate::game::children;

/// A line from the start, as it is saved.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(from = "Option<String>")]
pub(crate) struct Line(pub(super) String);

/// Games of hexapawn were once saved without a line.
impl From<Option<String>> for Line {
    fn from(line: Option<String>) -> Self {
        Self(line.unwrap_or_default())
    }
}

impl<G: SearchedGame> Look for SmallDomain<G> {
    type Setup = Line;

    const PLAYERS: [&'static str; 2] = G::PLAYERS;
    const PIECES: [char; 2] = G::PIECES;
    const UNIT: &'static str = "value";
    const MOST: f64 = G::GREATEST;

    fn begin(&self, line: &Line) -> Result<(G, G::Position, Player), String> {
        let position = G::after(&line.0)?;
        Ok((G::default(), position, usize::from(G::second_moves(&position))))
    }

    fn read_setup(&self, text: &str) -> Result<Line, String> {
        let line = match text.trim() {
            "start" => "",
            line => line,
        };
        G::after(line).map(|_| Line(line.to_owned()))
    }

    fn setup_of(&self, _: &G::Position, _: Player) -> Option<Line> {
        None
    }

    fn view(
        &self,
        game: &G,
        position: &G::Position,
        _: Player,
        last: Option<G::Move>,
    ) -> View<G::Move> {
        let legal: Vec<G::Move> = children(game, position).map(|(mv, _)| mv).collect();
        let cell = |square| {
            let touches = |mv: &G::Move| {
                G::target(position, *mv, false) == square || G::origin(*mv) == Some(square)
            };
            Cell {
                piece: G::owner(position, square),
                text: String::new(),
                moves: legal.iter().copied().filter(touches).collect(),
                is_last: last.is_some_and(|mv| G::target(position, mv, true) == square),
            }
        };
        let (columns, rows) = G::BOARD;
        let squares = (0..rows).rev().flat_map(|row| (0..columns).map(move |column| (column, row)));
        View {
            columns: (0..columns).map(G::column_name).collect(),
            rows: (0..rows).rev().map(G::row_name).collect(),
            cells: squares.map(cell).collect(),
        }
    }

    fn standing(&self, _: &G, position: &G::Position, _: Player) -> String {
        G::standing(position)
    }
}
