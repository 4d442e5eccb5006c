//! The games, by name.

use alloc::format;
use alloc::string::String;
use core::fmt;
use core::str::FromStr;

use super::say;
use super::small::{SmallGame as _, SmallKind};

/// One of plyscope's games.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum GameKind {
    /// A game that always begins at the same start.
    Small(SmallKind),
    /// Othello on 8 x 8 squares.
    Othello,
    /// Incremental random trees.
    RandomTree,
}

impl GameKind {
    /// The name on command lines, in messages and in files.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Small(game) => game.name(),
            Self::Othello => "othello",
            Self::RandomTree => "random-tree",
        }
    }

    /// The game in a line, for help.
    #[must_use]
    pub const fn meaning(self) -> &'static str {
        match self {
            Self::Small(game) => crate::with_small!(game, Game => Game::ABOUT),
            Self::Othello => "Othello on 8 x 8 squares",
            Self::RandomTree => "Incremental random trees",
        }
    }
}

impl fmt::Display for GameKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for GameKind {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let named = Self::ALL.iter().find(|game| game.name() == text);
        named.copied().ok_or_else(|| format!("{text:?} is not a game here: {}", say(Self::NAMES)))
    }
}

#[cfg(test)]
mod tests {
    use alloc::string::ToString as _;

    use super::GameKind;

    #[test]
    fn a_game_is_read_by_its_name_and_no_other_name_is_a_game() {
        for (game, name) in GameKind::ALL.iter().zip(GameKind::NAMES) {
            assert_eq!(game.to_string(), *name);
            assert_eq!(name.parse(), Ok(*game));
        }
        let error = "chess".parse::<GameKind>().unwrap_err();
        assert!(error.starts_with("\"chess\" is not a game here: write breakthrough, "), "{error}");
        assert!(error.ends_with(", othello or random-tree"), "{error}");
    }
}
