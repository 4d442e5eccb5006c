//! The games of contests, by name.

use std::collections::BTreeSet;
use std::sync::LazyLock;

use plyscope_players::domain::{
    Domain, DomainError, Openings as _, OthelloDomain, OthelloEvaluation, RandomTreeDomain,
    Scoring, SmallDomain,
};
use plyscope_players::engine::small::{SmallGame, SmallKind};
use plyscope_players::engine::{GameKind, say, with_small};

use super::othello_ladders::from_openings;
use crate::framework::half;

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
        if let Some(evaluation) = name.strip_prefix(OTHELLO_WITH) {
            // A file would have to be recorded by its content.
            return match OthelloEvaluation::check(evaluation) {
                Ok(()) if !evaluation.contains(':') => Ok(Self::Othello),
                Ok(()) => Err(format!("game {name:?}: give a file as the setting evaluation")),
                Err(error) => Err(format!("game {name:?}: {error}")),
            };
        }
        match (name.parse(), trees) {
            (_, Some(b)) if (2..=64).contains(&b) => Ok(Self::Trees(b)),
            (Ok(GameKind::Othello), _) => Ok(Self::Othello),
            (Ok(GameKind::Small(game)), _) => Ok(Self::Small(game)),
            _ => {
                let mut names =
                    vec!["random-tree:CHILDREN (2 to 64)", "othello", "othello:EVALUATION"];
                names.extend(SmallKind::ALL.iter().map(|game| game.name()));
                Err(format!("game {name:?}: {}", say(&names)))
            }
        }
    }

    /// Whether different lines lead to the same position.
    pub(crate) const fn transposes(self) -> bool {
        !matches!(self, Self::Trees(_))
    }

    /// The pairs of games that there are with this first seed: openings of six plies in Othello, of a few in small games; one of
    /// symmetric ones, of one half. Trees are without number.
    pub(super) fn most_pairs(self, seed: u32) -> usize {
        match self {
            Self::Trees(_) => 1 << 20,
            Self::Othello => count(&*OTHELLO, seed),
            Self::Small(game) => with_small!(game, Game => count(&small::<Game>(), seed)),
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

const OTHELLO_WITH: &str = "othello:";

/// The evaluation of the game with this name: its own, or the usual one.
pub(super) fn evaluation<'n>(name: &'n str, usual: &'n str) -> &'n str {
    name.strip_prefix(OTHELLO_WITH).unwrap_or(usual)
}

/// One opening of each kind.
pub(crate) static OTHELLO: LazyLock<OthelloDomain> =
    LazyLock::new(|| from_openings("6ply").unwrap_or_default());

/// A small game with the openings of experiments.
pub(super) const fn small<G: SmallGame>() -> SmallDomain<G> {
    SmallDomain::with_openings(G::OPENINGS.experiments)
}

/// Fewer openings are all of the first half.
const FEWEST: usize = 100;

/// The number of openings of a half.
fn count<D: Domain>(domain: &D, seed: u32) -> usize {
    openings(domain, u32::MAX, seed).map_or(0, |starts| starts.len())
}

/// So many openings of the half that a first seed is of, or all of them, in the order that it gives them. The first half are those that
/// come first with seed 1.
///
/// # Errors
/// As [`starts`](plyscope_players::domain::Openings::starts).
pub(crate) fn openings<D: Domain>(
    domain: &D,
    pairs: u32,
    seed: u32,
) -> Result<Vec<D::Start>, DomainError> {
    let (second, seed) = half::of(seed);
    let mut all = domain.starts(None, seed.into())?;
    if all.len() < FEWEST {
        return match (second, (pairs as usize).min(all.len())) {
            (true, _) => Ok(Vec::new()),
            (false, pairs) => domain.starts(Some(pairs as u64), seed.into()),
        };
    }
    let first = domain.starts(Some(all.len().div_ceil(2) as u64), 1)?;
    let first: BTreeSet<String> = first.iter().map(|start| domain.start_name(start)).collect();
    all.retain(|start| first.contains(&domain.start_name(start)) != second);
    all.truncate(pairs as usize);
    Ok(all)
}

#[cfg(test)]
mod tests {
    use super::{Field, OTHELLO, openings, small};
    use crate::framework::half::moved;
    use plyscope_players::domain::Openings as _;
    use plyscope_players::engine::with_small;
    use std::collections::BTreeSet;

    /// The kinds of openings of a game with a first seed.
    fn kinds(field: Field, pairs: u32, seed: u32) -> BTreeSet<u64> {
        let names: Vec<String> = match field {
            Field::Othello => {
                let all = openings(&*OTHELLO, pairs, seed).unwrap();
                all.iter().map(|start| OTHELLO.start_name(start)).collect()
            }
            Field::Small(game) => with_small!(game, Game => {
                let all = openings(&small::<Game>(), pairs, seed).unwrap();
                all.iter().map(|start| small::<Game>().start_name(start)).collect()
            }),
            Field::Trees(_) => unreachable!("these have seeds"),
        };
        names.iter().map(|name| field.kind_of(name)).collect()
    }

    #[test]
    fn no_kind_of_openings_of_a_half_is_one_of_the_other_whatever_the_seed() {
        for name in ["othello", "connect-four", "breakthrough", "clobber", "hex"] {
            let field = Field::named(name).unwrap();
            let [first, second] = [1, moved(1)].map(|seed| field.most_pairs(seed));
            let halves = [[1, 2, 77], [1, 2, 77].map(moved)].map(|seeds| {
                let all = seeds.map(|seed| kinds(field, u32::MAX, seed));
                assert!(all.iter().all(|kinds| *kinds == all[0]), "{name}");
                assert_ne!(kinds(field, 20, seeds[0]), kinds(field, 20, seeds[1]), "{name}");
                assert!(kinds(field, 20, seeds[2]).is_subset(&all[0]), "{name}");
                all[0].clone()
            });
            assert!(halves[0].is_disjoint(&halves[1]), "{name}");
            assert_eq!(halves.map(|kinds| kinds.len()), [first, second], "{name}");
            assert!(first - second <= 1 && second > 40, "{name}: {first} and {second}");
        }
        let hexapawn = Field::named("hexapawn").unwrap();
        assert!(hexapawn.most_pairs(1) > 0 && hexapawn.most_pairs(moved(1)) == 0);
    }
}
