//! `plyscope learn`.

mod correlation;
mod edge_costs;
mod evaluation;
mod games;
mod midgame;
mod openings;
mod probcut;
mod spreads;
mod weights;

use std::fs;
use std::path::Path;

use crate::game_files::wthor::{self, WthorBase};
use crate::learn::LearnError;
use clap::Subcommand;

use super::interrupt::{GoesOn, open_error};
use super::usage;

#[derive(Subcommand)]
pub(super) enum Learn {
    /// Learn evaluations from self-play
    Evaluation(evaluation::EvaluationArgs),
    /// Play games of `strong` whose positions all have values, to learn evaluations from
    Games(games::GamesArgs),
    /// Learn weights of patterns from the games of `learn games`
    Weights(weights::WeightsArgs),
    /// Correlate values with outcomes of tournament games (use games not learned from)
    Correlation(correlation::CorrelationArgs),
    /// Measure an evaluation's changes per move: bounds and likely increments for forward estimation
    EdgeCosts(edge_costs::EdgeCostsArgs),
    /// Measure differences between search and static values by depth: spreads for forward estimation
    Spreads(spreads::SpreadsArgs),
    /// Learn what shallow searches tell of deep ones: cuts for ProbCut
    Probcut(probcut::ProbCutArgs),
    /// Choose midgame positions from tournament games and score every move by a deep search
    Positions(midgame::PositionsArgs),
    /// List nearly even openings of Othello, one of each kind
    Openings(openings::OpeningsArgs),
    /// Measure the quality of an evaluation's moves in scored positions
    Moves(midgame::MovesArgs),
}

impl Learn {
    pub(super) fn goes_on(&self) -> GoesOn {
        match self {
            Self::Evaluation(args) => args.place.goes_on(),
            Self::Games(args) => args.place.goes_on(),
            Self::Probcut(args) => args.place.goes_on(),
            _ => GoesOn::Not,
        }
    }
}

pub(super) fn run(command: Learn, quiet: bool) -> anyhow::Result<()> {
    match command {
        Learn::Evaluation(args) => evaluation::run(args, quiet),
        Learn::Games(args) => games::run(&args, quiet),
        Learn::Weights(args) => weights::run(args, quiet),
        Learn::Correlation(args) => correlation::run(&args),
        Learn::Openings(args) => openings::run(&args, quiet),
        Learn::EdgeCosts(args) => edge_costs::run(&args, quiet),
        Learn::Spreads(args) => spreads::run(&args, quiet),
        Learn::Probcut(args) => probcut::run(args, quiet),
        Learn::Positions(args) => midgame::positions(&args, quiet),
        Learn::Moves(args) => midgame::moves(&args, quiet),
    }
}

/// Errors in the request are usage errors.
fn learn_error(error: LearnError) -> anyhow::Error {
    match error {
        LearnError::Record(error) => open_error(error),
        LearnError::TooMany { .. } | LearnError::NoText { .. } => usage(error),
        error => error.into(),
    }
}

/// Reads a game database.
fn read_wthor(path: &Path) -> anyhow::Result<WthorBase> {
    let file = path.display();
    let bytes = fs::read(path).map_err(|error| usage(format!("--wthor {file}: {error}")))?;
    wthor::read(&bytes).map_err(|error| usage(format!("--wthor {file}: {error}")))
}
