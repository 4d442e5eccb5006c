//! Tables and JSON lines on stdout.

use std::io::{self, Write};

use comfy_table::{CellAlignment, Table, presets};
use plyscope_core::othello::{Board, Colour};
use serde::Serialize;

pub(super) use crate::text::grouped;

/// Writes one JSON object and a line end.
pub(super) fn json_line(out: &mut dyn Write, row: &impl Serialize) -> anyhow::Result<()> {
    serde_json::to_writer(&mut *out, row)?;
    writeln!(out)?;
    Ok(())
}

/// A table without frames: names in the first column, right-aligned numbers in the others.
pub(super) fn table(header: &[&str]) -> Table {
    table_with_names(header, 1)
}

/// The same, with names in the first `names` columns.
pub(super) fn table_with_names(header: &[&str], names: usize) -> Table {
    let mut table = Table::new();
    table.load_style(presets::NOTHING).set_header(header.iter().copied());
    for column in table.column_iter_mut() {
        column.set_padding((0, 2));
        if column.index >= names {
            column.set_cell_alignment(CellAlignment::Right);
        }
    }
    table
}

/// Writes a table without trailing blanks.
pub(super) fn write_table(out: &mut dyn Write, table: &Table) -> io::Result<()> {
    for line in table.to_string().lines() {
        writeln!(out, "{}", line.trim_end())?;
    }
    Ok(())
}

/// The board as lines of text, as a device draws it: `*` where the side to move may place a disc.
pub(super) fn board_picture(board: Board, mover: Colour) -> String {
    let (black, white) = match mover {
        Colour::Black => (board.mover, board.opponent),
        Colour::White => (board.opponent, board.mover),
    };
    let moves = board.moves();
    let mut text = "    a b c d e f g h\n".to_owned();
    for row in 0..8 {
        text += &format!(" {}", row + 1);
        for column in 0..8 {
            let bit = 1u64 << (8 * row + column);
            text += match (black & bit, white & bit, moves & bit) {
                (0, 0, 0) => " .",
                (0, 0, _) => " *",
                (0, ..) => " O",
                _ => " X",
            };
        }
        // The letters stand above the squares.
        match row {
            0 => text += &format!("   Black X {}", black.count_ones()),
            1 => text += &format!("   White O {}", white.count_ones()),
            3 if board.is_over() => text += "   the game is over",
            3 if mover == Colour::Black => text += "   Black to move",
            3 => text += "   White to move",
            _ => {}
        }
        text.push('\n');
    }
    text.replace("\n ", "\n  ")
}
