//! Subcommands of the small games.

use clap::error::ErrorKind;
use clap::{ArgMatches, Args, Command, Error, FromArgMatches, Subcommand};

use crate::engine::small::SmallKind;

/// Arguments of a subcommand that every small game has.
pub(super) trait SmallArgs: Args {
    /// The subcommand's line in the help, and what the game changes of its arguments.
    fn of(game: SmallKind, command: Command) -> Command;
}

/// A subcommand for each small game, with the same arguments.
pub(super) struct OfSmall<A> {
    pub(super) game: SmallKind,
    pub(super) args: A,
}

impl<A: SmallArgs> FromArgMatches for OfSmall<A> {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, Error> {
        let named = |(name, matches)| Some((small(name)?, matches));
        let (game, matches) = matches
            .subcommand()
            .and_then(named)
            .ok_or_else(|| Error::new(ErrorKind::MissingSubcommand))?;
        Ok(Self { game, args: A::from_arg_matches(matches)? })
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), Error> {
        *self = Self::from_arg_matches(matches)?;
        Ok(())
    }
}

impl<A: SmallArgs> Subcommand for OfSmall<A> {
    fn augment_subcommands(command: Command) -> Command {
        command.subcommands(
            SmallKind::ALL
                .iter()
                .map(|&game| A::of(game, A::augment_args(clap::Command::new(game.name())))),
        )
    }

    fn augment_subcommands_for_update(command: Command) -> Command {
        Self::augment_subcommands(command)
    }

    fn has_subcommand(name: &str) -> bool {
        small(name).is_some()
    }
}

/// The small game of this name.
fn small(name: &str) -> Option<SmallKind> {
    SmallKind::ALL.iter().copied().find(|game| game.name() == name)
}
