//! `plyscope gtp` and `plyscope nboard`.

use std::io::{self, BufReader};

use clap::builder::PossibleValuesParser;
use clap::{Args, ValueEnum};

use super::engine::PlayerArgs;
use super::{App, usage};
use crate::domain::{Domain, SmallDomain};
use crate::engine::{GameKind, with_small};
use crate::hangup::is_hung_up;
use crate::interrupt;
use crate::player::PlayerError;
use crate::protocol::{Offer, gtp, nboard};
use crate::record::Program;

#[derive(Args)]
pub(super) struct Engine {
    #[command(flatten)]
    engine: PlayerArgs,
    /// Evaluation: simple, discs, bill, patterns, patterns-small, patterns-large, bill:FILE or patterns:FILE
    /// [default: patterns-large for strong, simple for the others]; other games have their own
    #[arg(long)]
    evaluation: Option<String>,
    /// Name by which the engine introduces itself [default: the program's]
    #[arg(long)]
    name: Option<String>,
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
    /// The game: Othello with all its commands, or another with moves as text
    #[arg(value_parser = games(std::iter::empty()), default_value = GameKind::Othello.name())]
    game: String,
    #[command(flatten)]
    engine: Engine,
    /// What `time_settings M N 0` means, a time of N seconds for no stones: programs that run matches of Othello mean byo-yomi or an
    /// increment
    #[arg(long, value_enum, default_value_t, value_name = "MEANING")]
    zero_stones: Meaning,
}

impl Engine {
    /// The engine that is offered; in other games than Othello another one if none is named.
    fn offer(self, is_othello: bool) -> anyhow::Result<Offer> {
        let name = self.name.unwrap_or_else(|| Program::of_this_process().name.to_owned());
        let name: String = name.chars().filter(|c| !c.is_control()).collect();
        let (engine, is_limited) = match is_othello {
            true => self.engine.engine(self.evaluation)?,
            false => self.engine.engine_of_any_game(self.evaluation)?,
        };
        Ok(Offer { name, engine, is_limited })
    }
}

/// The games of GTP: those with a start of their own, and these with what they are.
pub(super) fn games<'a>(own: impl Iterator<Item = (&'a str, &'a str)>) -> PossibleValuesParser {
    let games = GameKind::ALL.iter().filter(|game| **game != GameKind::RandomTree);
    let games = games.map(|game| (game.name(), game.meaning()));
    super::play::names(games.chain(own))
}

fn player_error(error: PlayerError) -> anyhow::Error {
    if error.is_usage() { usage(error) } else { error.into() }
}

/// Whether nobody reads stdout any more.
fn is_deaf() -> bool {
    is_hung_up(io::stdout())
}

impl From<Meaning> for gtp::ZeroStones {
    fn from(meaning: Meaning) -> Self {
        match meaning {
            Meaning::Standard => Self::Standard,
            Meaning::ByoYomi => Self::ByoYomi,
            Meaning::Increment => Self::Increment,
        }
    }
}

pub(super) fn serve_gtp(app: &App, args: GtpEngine) -> anyhow::Result<()> {
    if let Some(own) = app.own_game(&args.game) {
        return own.gtp(args);
    }
    if let GameKind::Small(game) = args.game.parse::<GameKind>().map_err(usage)? {
        return with_small!(game, Game => serve_game(&SmallDomain::<Game>::default(), args));
    }
    let input = BufReader::new(io::stdin());
    let (offer, meaning) = (args.engine.offer(true)?, args.zero_stones.into());
    gtp::serve(offer, meaning, input, &mut io::stdout(), &is_deaf).map_err(player_error)??;
    Ok(interrupt::check()?)
}

/// GTP for a game whose moves are text.
pub(super) fn serve_game<D: Domain>(domain: &D, args: GtpEngine) -> anyhow::Result<()> {
    let input = BufReader::new(io::stdin());
    let (offer, meaning) = (args.engine.offer(false)?, args.zero_stones.into());
    let served = gtp::serve_game(domain, offer, meaning, input, &mut io::stdout(), &is_deaf);
    served.map_err(player_error)??;
    Ok(interrupt::check()?)
}

pub(super) fn serve_nboard(engine: Engine) -> anyhow::Result<()> {
    let input = BufReader::new(io::stdin());
    let mut out = io::stdout();
    nboard::serve(engine.offer(true)?, input, &mut out, &is_deaf).map_err(player_error)??;
    Ok(interrupt::check()?)
}
