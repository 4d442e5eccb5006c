//! `plyscope search othello --lines`: the best moves of a position with their values.

use std::io::{self, Write as _};
use std::ops::ControlFlow;
use std::time::Instant;

use crate::domain::{Domain as _, OthelloDomain, OthelloEvaluation};
use crate::engine::Engine;
use crate::game_files::board_text;
use crate::interrupt;
use crate::judged::Judged;
use crate::player::{MoveValue, PlayerError, SoFar, value_moves};
use plyscope_core::othello::{Board, Colour, Move, Othello};
use serde::Serialize;

use super::args::Format;
use super::output::{board_picture, grouped, json_line, table_with_names, write_table};
use super::progress::SearchProgress;
use super::search::player_error;

/// A position with its best moves, as printed.
#[derive(Serialize)]
struct Row {
    domain: &'static str,
    position: String,
    algorithm: &'static str,
    moves: Vec<ValuedMove>,
    generated: u64,
    interrupted: bool,
}

/// A move as printed. Values are for the side to move.
#[derive(Serialize)]
struct ValuedMove {
    #[serde(rename = "move")]
    mv: String,
    /// `side`, `value`, `unit`, `result`, `bound` and `proven`.
    #[serde(flatten)]
    judged: Judged,
    depth: u32,
    nodes: u64,
    pv: Vec<String>,
}

/// Values the moves of a position and prints the best `count`.
pub(super) fn run(
    engine: &Engine,
    (board, colour): (Board, Colour),
    count: usize,
    format: Format,
    quiet: bool,
) -> anyhow::Result<()> {
    let unit = OthelloEvaluation::unit_of(engine);
    let domain = OthelloDomain::all_openings(0);
    let mut search = domain.search(engine, Othello).map_err(player_error)?;
    // The limit of time is that of all moves together.
    let (limit, begin) = (engine.time, Instant::now());
    let engine = Engine { time: None, ..engine.clone() };
    let progress = SearchProgress::new(quiet);
    let mut latest: Vec<MoveValue<Move>> = Vec::new();
    let mut told = |moves: &[MoveValue<Move>]| {
        let generated = moves.iter().map(|known| known.nodes).sum();
        let depth = moves.iter().map(|known| known.depth).min();
        let value = moves.first().map(|known| known.value);
        progress.tell(&SoFar { generated, depth, value }, &|value| unit.words(value));
        moves.clone_into(&mut latest);
        let late = limit.is_some_and(|limit| begin.elapsed() >= limit);
        if late || interrupt::requested() {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    };
    let found = value_moves(&domain, &mut search, &engine, &Othello, &board, &mut told);
    drop(progress);
    let found = match found {
        Ok(found) => found,
        // What is known is shown.
        Err(PlayerError::Interrupted(_)) if !latest.is_empty() => latest,
        Err(error) => return Err(player_error(error)),
    };
    let seconds = begin.elapsed().as_secs_f64();
    let generated = found.iter().map(|known| known.nodes).sum();
    let line = |known: &MoveValue<Move>| {
        let MoveValue { mv, value, bound, proven, depth, nodes, line } = known;
        ValuedMove {
            mv: mv.to_string(),
            judged: Judged::new(*value, *bound, *proven, unit, colour.name()),
            depth: *depth,
            nodes: *nodes,
            pv: line.iter().map(Move::to_string).collect(),
        }
    };
    let row = Row {
        domain: "othello",
        position: board_text(&board, colour),
        algorithm: engine.algorithm().name(),
        moves: found.iter().take(count).map(line).collect(),
        generated,
        interrupted: interrupt::requested(),
    };
    let mut out = io::stdout().lock();
    match format {
        Format::Json => json_line(&mut out, &row)?,
        Format::Table => {
            write!(out, "{}", board_picture(board, colour))?;
            let mut lines = table_with_names(&["move", "value", "depth", "nodes", "line"], 1);
            if let Some(column) = lines.column_mut(4) {
                column.set_cell_alignment(comfy_table::CellAlignment::Left);
            }
            for ValuedMove { mv, judged, depth, nodes, pv } in &row.moves {
                lines.add_row([
                    mv.clone(),
                    judged.to_string(),
                    depth.to_string(),
                    grouped(*nodes),
                    pv.join(" "),
                ]);
            }
            write_table(&mut out, &lines)?;
            let hidden = found.len().saturating_sub(count);
            if hidden > 0 {
                let s = if hidden == 1 { "" } else { "s" };
                writeln!(out, "and {hidden} more move{s}")?;
            }
            writeln!(
                out,
                "{} nodes, {seconds:.2} s, {:.2} M nodes/s{}",
                grouped(row.generated),
                row.generated as f64 / seconds.max(1e-9) / 1e6,
                if row.interrupted { "; interrupted" } else { "" }
            )?;
        }
    }
    out.flush()?;
    interrupt::check()?;
    Ok(())
}
