//! The games of contests, by name.

use std::sync::LazyLock;

use plyscope_players::domain::{
    Domain, Openings as _, OthelloDomain, RandomTreeDomain, Scoring, SmallDomain,
};
use plyscope_players::engine::small::{SmallGame, SmallKind};
use plyscope_players::engine::{GameKind, say, with_small};

use super::othello_ladders::from_openings;

/// A game by its name in a setting.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Field {
    /// Uniform random trees with this number of children.
    Trees(u32),
    Othello,
    Small(SmallKind),
}

impl Field {
    /// Parses a name.
    ///
    /// # Errors
    /// The names.
    pub(crate) fn named(name: &str) -> Result<Self, String> {
        let trees = name.strip_prefix("random-tree:").and_then(|b| b.parse().ok());
        match (name.parse(), trees) {
            (_, Some(b)) if (2..=64).contains(&b) => Ok(Self::Trees(b)),
            (Ok(GameKind::Othello), _) => Ok(Self::Othello),
            (Ok(GameKind::Small(game)), _) => Ok(Self::Small(game)),
            _ => {
                let mut names = vec!["random-tree:CHILDREN (2 to 64)", "othello"];
                names.extend(SmallKind::ALL.iter().map(|game| game.name()));
                Err(format!("game {name:?}: {}", say(&names)))
            }
        }
    }

    /// Whether different lines lead to the same position.
    pub(crate) const fn transposes(self) -> bool {
        !matches!(self, Self::Trees(_))
    }

    /// The pairs of games that there are: openings of six plies in Othello, of a few in small games; one of
    /// symmetric ones. Trees are without number.
    pub(super) fn most_pairs(self) -> usize {
        match self {
            Self::Trees(_) => 1 << 20,
            Self::Othello => starts(&*OTHELLO),
            Self::Small(game) => with_small!(game, Game => starts(&small::<Game>())),
        }
    }

    /// What is won.
    pub(super) const fn scoring(self) -> Scoring {
        match self {
            Self::Trees(_) => Scoring::Pairs,
            Self::Othello | Self::Small(_) => Scoring::Games,
        }
    }

    /// The kind of the start with this name.
    pub(super) fn kind_of(self, start: &str) -> u64 {
        match self {
            Self::Trees(_) => RandomTreeDomain::kind_of(start),
            Self::Othello => OthelloDomain::kind_of(start),
            Self::Small(game) => with_small!(game, Game => SmallDomain::<Game>::kind_of(start)),
        }
    }
}

/// One opening of each kind.
pub(super) static OTHELLO: LazyLock<OthelloDomain> =
    LazyLock::new(|| from_openings("6ply").unwrap_or_default());

/// A small game with the openings of experiments.
pub(super) const fn small<G: SmallGame>() -> SmallDomain<G> {
    SmallDomain::with_openings(G::OPENINGS.experiments)
}

/// The number of starts.
fn starts<D: Domain>(domain: &D) -> usize {
    domain.starts(None, 0).map_or(0, |starts| starts.len())
}
