//! `plyscope gtp` and `plyscope nboard`.

use std::io::{self, BufReader};

use clap::{Args, ValueEnum};

use super::engine::PlayerArgs;
use super::usage;
use crate::hangup::is_hung_up;
use crate::interrupt;
use crate::player::PlayerError;
use crate::protocol::{Offer, gtp, nboard};

#[derive(Args)]
pub(super) struct Engine {
    #[command(flatten)]
    engine: PlayerArgs,
    /// Evaluation: simple, discs, bill, patterns, patterns-small, patterns-large, bill:FILE or patterns:FILE
    /// [default: patterns-large for strong, simple for the others]
    #[arg(long)]
    evaluation: Option<String>,
    /// Name by which the engine introduces itself
    #[arg(long, default_value = "plyscope")]
    name: String,
}

/// What `time_settings M N 0` means.
#[derive(Clone, Copy, Debug, Default, ValueEnum)]
enum Meaning {
    /// No limit of time, as GTP says
    #[default]
    Standard,
    /// N seconds a move, once the M seconds of main time are used up
    ByoYomi,
    /// N seconds are added after each move; without main time (0 N 0), N seconds a move
    Increment,
}

#[derive(Args)]
pub(super) struct GtpEngine {
    #[command(flatten)]
    engine: Engine,
    /// What `time_settings M N 0` means, a time of N seconds for no stones: programs that run matches of Othello mean byo-yomi or an
    /// increment
    #[arg(long, value_enum, default_value_t, value_name = "MEANING")]
    zero_stones: Meaning,
}

impl Engine {
    fn offer(self) -> anyhow::Result<Offer> {
        let name: String = self.name.chars().filter(|c| !c.is_control()).collect();
        let (engine, is_limited) = self.engine.engine(self.evaluation)?;
        Ok(Offer { name, engine, is_limited })
    }
}

fn player_error(error: PlayerError) -> anyhow::Error {
    if error.is_usage() { usage(error) } else { error.into() }
}

/// Whether nobody reads stdout any more.
fn is_deaf() -> bool {
    is_hung_up(io::stdout())
}

pub(super) fn serve_gtp(GtpEngine { engine, zero_stones }: GtpEngine) -> anyhow::Result<()> {
    let meaning = match zero_stones {
        Meaning::Standard => gtp::ZeroStones::Standard,
        Meaning::ByoYomi => gtp::ZeroStones::ByoYomi,
        Meaning::Increment => gtp::ZeroStones::Increment,
    };
    let input = BufReader::new(io::stdin());
    let mut out = io::stdout();
    gtp::serve(engine.offer()?, meaning, input, &mut out, &is_deaf).map_err(player_error)??;
    Ok(interrupt::check()?)
}

pub(super) fn serve_nboard(engine: Engine) -> anyhow::Result<()> {
    let input = BufReader::new(io::stdin());
    let mut out = io::stdout();
    nboard::serve(engine.offer()?, input, &mut out, &is_deaf).map_err(player_error)??;
    Ok(interrupt::check()?)
}
