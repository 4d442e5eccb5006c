//! `plyscope learn`.

mod correlation;
mod edge_costs;
mod evaluation;
mod midgame;
mod spreads;

use std::fs;
use std::path::Path;

use crate::wthor::{self, WthorBase};
use clap::Subcommand;

use super::interrupt::GoesOn;
use super::usage;

#[derive(Subcommand)]
pub(super) enum Learn {
    /// Othello evaluations, from games of self-play
    Evaluation(evaluation::EvaluationArgs),
    /// How values go with the outcomes of tournament games, which must not be those that were learned from
    Correlation(correlation::CorrelationArgs),
    /// How much an evaluation changes from a position to the next: bounds and likely increments for forward estimation
    EdgeCosts(edge_costs::EdgeCostsArgs),
    /// How far the values of searches are from static ones, for each depth: spreads for forward estimation
    Spreads(spreads::SpreadsArgs),
    /// Choose positions from the middle of tournament games and score every move by a deep search
    Positions(midgame::PositionsArgs),
    /// How good an evaluation's moves are, in positions whose moves are scored
    Moves(midgame::MovesArgs),
}

impl Learn {
    pub(super) fn goes_on(&self) -> GoesOn {
        if matches!(self, Self::Evaluation(_)) { GoesOn::Same } else { GoesOn::Not }
    }
}

pub(super) fn run(command: Learn, quiet: bool) -> anyhow::Result<()> {
    match command {
        Learn::Evaluation(args) => evaluation::run(args, quiet),
        Learn::Correlation(args) => correlation::run(&args),
        Learn::EdgeCosts(args) => edge_costs::run(&args, quiet),
        Learn::Spreads(args) => spreads::run(&args, quiet),
        Learn::Positions(args) => midgame::positions(&args, quiet),
        Learn::Moves(args) => midgame::moves(&args, quiet),
    }
}

/// Reads a base of games.
fn read_wthor(path: &Path) -> anyhow::Result<WthorBase> {
    let file = path.display();
    let bytes = fs::read(path).map_err(|error| usage(format!("--wthor {file}: {error}")))?;
    wthor::read(&bytes).map_err(|error| usage(format!("--wthor {file}: {error}")))
}
