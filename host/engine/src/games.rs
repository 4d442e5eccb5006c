//! The games, by name, and their moves as text.

use alloc::format;
use alloc::string::{String, ToString as _};
use core::fmt;
use core::str::FromStr;

use plyscope_core::hexapawn::PawnMove;

use super::say;

/// Declares the games with their names.
macro_rules! games {
    ($(#[doc = $line:literal] $game:ident $name:literal)*) => {
        /// One of plyscope's games.
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        pub enum GameKind {
            $(#[doc = $line] $game,)*
        }

        impl GameKind {
            /// All games.
            pub const ALL: &[Self] = &[$(Self::$game),*];
            /// Their names.
            pub const NAMES: &[&str] = &[$($name),*];

            /// The name on command lines, in messages and in files.
            #[must_use]
            pub const fn name(self) -> &'static str {
                match self { $(Self::$game => $name),* }
            }

            /// The game in a line, for help.
            #[must_use]
            pub fn meaning(self) -> &'static str {
                match self { $(Self::$game => $line.trim()),* }
            }
        }
    };
}

games! {
    /// Connect Four on 7 x 6 squares
    ConnectFour "connect-four"
    /// Hexapawn on 3 x 3 squares
    Hexapawn "hexapawn"
    /// Othello on 8 x 8 squares
    Othello "othello"
    /// Incremental random trees
    RandomTree "random-tree"
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

/// A column of Connect Four as text: 1 to 7 from the left.
#[must_use]
pub fn column_name(column: u8) -> String {
    (u32::from(column) + 1).to_string()
}

/// A move of the 3 x 3 hexapawn as text: from and to, columns a to c from the left, rows 1 to 3 from Black's side.
#[must_use]
pub fn pawn_move_name(mv: PawnMove) -> String {
    [mv.from, mv.to]
        .iter()
        .flat_map(|square| [char::from(b'a' + square % 3), char::from(b'1' + square / 3)])
        .collect()
}

#[cfg(test)]
mod tests {
    use super::GameKind;

    #[test]
    fn a_game_is_read_by_its_name_and_no_other_name_is_a_game() {
        for game in GameKind::ALL {
            assert_eq!(game.to_string().parse(), Ok(*game));
        }
        let error = "chess".parse::<GameKind>().unwrap_err();
        let names = "write connect-four, hexapawn, othello or random-tree";
        assert_eq!(error, format!("\"chess\" is not a game here: {names}"));
    }
}
