//! `plyscope learn correlation`.

use std::io;
use std::path::PathBuf;

use crate::domain::OthelloEvaluation;
use crate::escape::terminal;
use crate::interrupt;
use crate::learn::correlation::{correlation, positions};
use crate::learn::fit::Accuracy;
use clap::Args;
use serde::Serialize;

use super::super::args::Format;
use super::super::output::{grouped, json_line, table_with_names, write_table};
use super::super::usage;
use super::read_wthor;

#[derive(Args)]
pub(in super::super) struct CorrelationArgs {
    /// Game database (.wtb) of the French Othello Federation
    #[arg(long, value_name = "FILE")]
    wthor: PathBuf,
    /// Evaluation: simple, discs, bill, patterns, patterns-small, patterns-large, bill:FILE or patterns:FILE; repeatable
    #[arg(long = "evaluation", required = true)]
    evaluations: Vec<String>,
    /// Least number of discs
    #[arg(long, default_value_t = 20)]
    from: u32,
    /// Greatest number of discs
    #[arg(long, default_value_t = 40)]
    to: u32,
    /// Form of the results
    #[arg(long, value_enum, default_value_t = Format::Table)]
    format: Format,
}

/// One evaluation's line.
#[derive(Serialize)]
struct Row<'a> {
    evaluation: &'a str,
    positions: usize,
    /// `None` if all values or all outcomes are the same.
    correlation: Option<f64>,
}

pub(super) fn run(args: &CorrelationArgs) -> anyhow::Result<()> {
    let file = args.wthor.display();
    let base = read_wthor(&args.wthor)?;
    let samples = positions(&base, &(args.from..=args.to));
    if samples.is_empty() {
        return Err(usage(format!(
            "--wthor {file}: no complete game has a position of {} to {} discs",
            args.from, args.to
        )));
    }
    let mut rows = Vec::new();
    for name in &args.evaluations {
        let evaluation = OthelloEvaluation::named(name).map_err(usage)?;
        let Accuracy { correlation, .. } = correlation(&samples, &evaluation);
        interrupt::check()?;
        let correlation = Some(correlation).filter(|correlation| correlation.is_finite());
        rows.push(Row { evaluation: name, positions: samples.len(), correlation });
    }
    let mut out = io::stdout().lock();
    if args.format == Format::Json {
        return rows.iter().try_for_each(|row| json_line(&mut out, row));
    }
    let mut table = table_with_names(&["evaluation", "positions", "correlation"], 1);
    for row in &rows {
        table.add_row([
            terminal(row.evaluation),
            grouped(row.positions as u64),
            row.correlation.map_or_else(
                || "none: all values or all outcomes are the same".to_owned(),
                |correlation| format!("{correlation:.4}"),
            ),
        ]);
    }
    write_table(&mut out, &table)?;
    Ok(())
}
