//! `plyscope perft`.

use std::io::{self, Write as _};
use std::time::Instant;

use clap::Args;
use plyscope_core::othello::Board;
use plyscope_players::perft::Perft as Counter;
use serde::Serialize;

use super::args::{Format, parse_position};
use super::output::{grouped, json_line, table, write_table};
use super::usage;
use crate::engine::{Bytes, Value as _};
use crate::interrupt;

#[derive(Args)]
pub(super) struct Perft {
    /// Greatest depth in plies; a pass is a ply, and a finished game counts as one leaf
    #[arg(long, value_parser = clap::value_parser!(u32).range(1..=20))]
    depth: u32,
    /// 64 squares, a1 to h8 row by row (X Black, O White, - empty), then the side to move; or two
    /// bitboards in hexadecimal, mover/opponent (bit 0 is a1) [default: start]
    #[arg(long, allow_hyphen_values = true)]
    position: Option<String>,
    /// Memory for counts of positions, such as 64MiB, so that none is counted twice while there is room; 0 counts every line
    #[arg(long, value_name = "BYTES", default_value = "64MiB", value_parser = table_size)]
    table: u64,
    /// Form of the results
    #[arg(long, value_enum, default_value_t = Format::Table)]
    format: Format,
}

#[derive(Serialize)]
struct Row {
    depth: u32,
    leaves: u64,
}

/// A number of bytes, which may be 0.
fn table_size(text: &str) -> Result<u64, String> {
    if text == "0" { Ok(0) } else { Bytes::read(text).map(|Bytes(bytes)| bytes) }
}

pub(super) fn run(args: &Perft) -> anyhow::Result<()> {
    let board = match &args.position {
        None => Board::START,
        Some(text) if text == "start" => Board::START,
        Some(text) => parse_position(text)?.0,
    };
    let mut out = io::stdout().lock();
    let mut lines = table(&["depth", "leaves", "seconds", "M leaves/s"]);
    let mut counter = Counter::with_table(args.table).map_err(|_| {
        let table = Bytes(args.table).text();
        usage(format!("--table {table}: there is not so much memory: write less"))
    })?;
    for depth in 1..=args.depth {
        let start = Instant::now();
        let leaves = counter.leaves(&board, depth);
        // After an interrupt, the count is incomplete.
        if interrupt::requested() {
            break;
        }
        let seconds = start.elapsed().as_secs_f64();
        match args.format {
            Format::Json => json_line(&mut out, &Row { depth, leaves })?,
            Format::Table => {
                let rate = leaves as f64 / seconds / 1e6;
                lines.add_row([
                    depth.to_string(),
                    grouped(leaves),
                    format!("{seconds:.3}"),
                    if seconds > 0.01 { format!("{rate:.0}") } else { String::new() },
                ]);
            }
        }
    }
    if args.format == Format::Table {
        write_table(&mut out, &lines)?;
    }
    out.flush()?;
    Ok(interrupt::check()?)
}
