//! Hexapawn: pawns.

use plyscope_core::hexapawn::{Hexapawn, PawnMove, Pawns};

use super::{Cell, Look, Player, View};
use crate::domain::HexapawnDomain;
use crate::game::children;

impl Look for HexapawnDomain {
    type Setup = ();

    const PLAYERS: [&'static str; 2] = ["White", "Black"];
    const PIECES: [char; 2] = ['O', 'X'];
    const UNIT: &'static str = "value";
    const MOST: f64 = 4.0;

    fn begin(&self, (): &()) -> Result<(Self::Game, Pawns, Player), String> {
        Ok((Hexapawn, Hexapawn::<3, 3>::start(), 0))
    }

    fn read_setup(&self, text: &str) -> Result<(), String> {
        match text.trim() {
            "" | "start" => Ok(()),
            _ => Err("games of hexapawn begin from the start".to_owned()),
        }
    }

    fn setup_of(&self, _: &Pawns, _: Player) -> Option<()> {
        None
    }

    fn view(
        &self,
        game: &Self::Game,
        pawns: &Pawns,
        _: Player,
        last: Option<PawnMove>,
    ) -> View<PawnMove> {
        let legal: Vec<PawnMove> = children(game, pawns).map(|(mv, _)| mv).collect();
        let cell = |square: u8| Cell {
            piece: match (pawns.white >> square & 1, pawns.black >> square & 1) {
                (1, _) => Some(0),
                (_, 1) => Some(1),
                _ => None,
            },
            text: String::new(),
            moves: legal
                .iter()
                .copied()
                .filter(|mv| mv.from == square || mv.to == square)
                .collect(),
            is_last: last.is_some_and(|mv| mv.to == square),
        };
        // Rows are numbered from Black's side, below.
        let squares =
            [2u8, 1, 0].into_iter().flat_map(|row| (0..3).map(move |column| 3 * row + column));
        View {
            columns: ["a", "b", "c"].map(str::to_owned).to_vec(),
            rows: ["3", "2", "1"].map(str::to_owned).to_vec(),
            cells: squares.map(cell).collect(),
        }
    }

    fn standing(&self, _: &Self::Game, pawns: &Pawns, _: Player) -> String {
        format!("White {}, Black {}", pawns.white.count_ones(), pawns.black.count_ones())
    }
}
