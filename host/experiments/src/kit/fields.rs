//! The games of contests, by name.

use std::sync::LazyLock;

use plyscope_players::domain::{
    ConnectFourDomain, Domain, DomainError, HexapawnDomain, Openings as _, OthelloDomain,
    RandomTreeDomain, Scoring,
};

use super::othello_ladders::from_openings;

/// A game by its name in a setting.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Field {
    /// Uniform random trees with this number of children.
    Trees(u32),
    Othello,
    ConnectFour,
    Hexapawn,
}

impl Field {
    /// Parses a name.
    ///
    /// # Errors
    /// The names.
    pub(crate) fn named(name: &str) -> Result<Self, String> {
        let trees = name.strip_prefix("random-tree:").and_then(|b| b.parse().ok());
        match (name, trees) {
            (_, Some(b)) if (2..=64).contains(&b) => Ok(Self::Trees(b)),
            ("othello", _) => Ok(Self::Othello),
            ("connect-four", _) => Ok(Self::ConnectFour),
            ("hexapawn", _) => Ok(Self::Hexapawn),
            _ => Err(format!(
                "game {name:?}: write random-tree:CHILDREN (2 to 64), othello, connect-four or hexapawn"
            )),
        }
    }

    /// Whether different lines lead to the same position.
    pub(crate) const fn transposes(self) -> bool {
        !matches!(self, Self::Trees(_))
    }

    /// The pairs of games that there are: openings of six plies in Othello, four in Connect Four, two in hexapawn; one of
    /// symmetric ones. Trees are without number.
    pub(super) fn most_pairs(self) -> usize {
        let count = |starts: Result<usize, _>| starts.unwrap_or(0);
        match self {
            Self::Trees(_) => 1 << 20,
            Self::Othello => count(starts(&*OTHELLO)),
            Self::ConnectFour => count(starts(&CONNECT_FOUR)),
            Self::Hexapawn => count(starts(&HEXAPAWN)),
        }
    }

    /// What is won.
    pub(super) const fn scoring(self) -> Scoring {
        match self {
            Self::Trees(_) => Scoring::Pairs,
            Self::Othello | Self::ConnectFour | Self::Hexapawn => Scoring::Games,
        }
    }

    /// The kind of the start with this name.
    pub(super) fn kind_of(self, start: &str) -> u64 {
        match self {
            Self::Trees(_) => RandomTreeDomain::kind_of(start),
            Self::Othello => OthelloDomain::kind_of(start),
            Self::ConnectFour => ConnectFourDomain::kind_of(start),
            Self::Hexapawn => HexapawnDomain::kind_of(start),
        }
    }
}

/// One opening of each kind.
pub(super) static OTHELLO: LazyLock<OthelloDomain> =
    LazyLock::new(|| from_openings("6ply").unwrap_or_default());
/// One opening of each kind.
pub(super) const CONNECT_FOUR: ConnectFourDomain = ConnectFourDomain { opening_plies: 4 };
/// The same.
pub(super) const HEXAPAWN: HexapawnDomain = HexapawnDomain { opening_plies: 2 };

fn starts<D: Domain>(domain: &D) -> Result<usize, DomainError> {
    Ok(domain.starts(None, 0)?.len())
}
