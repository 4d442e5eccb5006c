//! `plyscope games`: files of games of Othello.

mod args;
mod check;
mod convert;
mod stats;

use clap::Subcommand;

pub(super) use args::{FilterArgs, Inputs, read_all};

#[derive(Subcommand)]
pub(super) enum Games {
    /// Summarise games: results, scores, lengths, players, openings
    Stats(stats::Stats),
    /// Check every record and list those that are broken or doubtful
    Check(check::Check),
    /// Write games in another format
    Convert(convert::Convert),
    /// Write some of the games in the same format
    Filter(convert::Choose),
}

pub(super) fn run(games: &Games) -> anyhow::Result<()> {
    match games {
        Games::Stats(args) => stats::run(args),
        Games::Check(args) => check::run(args),
        Games::Convert(args) => convert::run(args),
        Games::Filter(args) => convert::choose(args),
    }
}
