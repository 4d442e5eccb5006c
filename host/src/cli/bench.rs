//! `plyscope bench`.

use std::io::{self, Write as _};
use std::time::Instant;

use crate::bench::run_all;
use clap::Args;

use super::args::Format;
use super::output::{grouped, json_line, table_with_names, write_table};

#[derive(Args)]
pub(super) struct Bench {
    /// Form of the results
    #[arg(long, value_enum, default_value_t = Format::Table)]
    format: Format,
}

pub(super) fn run(args: &Bench) -> anyhow::Result<()> {
    let start = Instant::now();
    let lines = run_all()?;
    let seconds = start.elapsed().as_secs_f64();
    let signature: u64 = lines.iter().map(|line| line.generated).sum();
    let mut out = io::stdout().lock();
    match args.format {
        Format::Json => {
            for line in &lines {
                json_line(&mut out, line)?;
            }
            json_line(&mut out, &serde_json::json!({ "signature": signature }))?;
        }
        Format::Table => {
            let mut rows = table_with_names(&["domain", "engine", "generated"], 2);
            for line in &lines {
                rows.add_row([
                    line.domain.to_owned(),
                    line.engine.to_owned(),
                    grouped(line.generated),
                ]);
            }
            write_table(&mut out, &rows)?;
            writeln!(out, "\nsignature  {signature}")?;
            writeln!(
                out,
                "{:.1} M nodes/s over all, one thread",
                signature as f64 / seconds / 1e6
            )?;
        }
    }
    Ok(())
}
