//! Connect Four: discs.

use plyscope_core::connect_four::{COLUMNS, ConnectFour, Discs, ROWS};

use super::{Cell, Look, Player, View};
use crate::domain::{ConnectFourDomain, discs_after};
use crate::game::children;

impl Look for ConnectFourDomain {
    /// A line from the start.
    type Setup = String;

    const PLAYERS: [&'static str; 2] = ["White", "Black"];
    const PIECES: [char; 2] = ['O', 'X'];
    const UNIT: &'static str = "value";
    const MOST: f64 = 100.0;

    fn begin(&self, line: &String) -> Result<(ConnectFour, Discs, Player), String> {
        let discs = discs_after(line)?;
        Ok((ConnectFour, discs, (discs.all.count_ones() % 2) as Player))
    }

    fn read_setup(&self, text: &str) -> Result<String, String> {
        let line = match text.trim() {
            "start" => "",
            line => line,
        };
        discs_after(line).map(|_| line.to_owned())
    }

    fn setup_of(&self, _: &Discs, _: Player) -> Option<String> {
        None
    }

    fn view(
        &self,
        game: &ConnectFour,
        discs: &Discs,
        to_move: Player,
        last: Option<u8>,
    ) -> View<u8> {
        let height = |column: u8| (discs.all >> (7 * column) & 0x3f).count_ones() as u8;
        let moves: Vec<u8> = children(game, discs).map(|(mv, _)| mv).collect();
        let cell = |row: u8, column: u8| {
            let square = 7 * column + row;
            let taken = discs.all >> square & 1 == 1;
            let own = discs.mover >> square & 1 == 1;
            let is_next = moves.contains(&column) && height(column) == row;
            Cell {
                piece: taken.then_some(if own { to_move } else { 1 - to_move }),
                text: String::new(),
                moves: if is_next { vec![column] } else { Vec::new() },
                is_last: last == Some(column) && height(column) == row + 1,
            }
        };
        View {
            columns: (1..=COLUMNS).map(|column| column.to_string()).collect(),
            rows: vec![String::new(); ROWS.into()],
            cells: (0..ROWS)
                .rev()
                .flat_map(|row| (0..COLUMNS).map(move |column| (row, column)))
                .map(|(row, column)| cell(row, column))
                .collect(),
        }
    }

    fn standing(&self, _: &ConnectFour, discs: &Discs, _: Player) -> String {
        format!("{} of 42 discs", discs.all.count_ones())
    }
}
