//! Starts of tournaments.

use plyscope_core::Game;
use plyscope_run::seed::hash;

use super::{DomainError, Rules};

/// The starts of a tournament's games.
pub trait Openings: Rules {
    /// A start: an opening, or a tree's seed.
    type Start: Clone + Send + Sync;

    /// Everything about this domain that affects games.
    fn configuration(&self) -> serde_json::Value {
        serde_json::json!({})
    }

    /// The starts of `pairs` pairs of games.
    ///
    /// # Errors
    /// [`DomainError`] if there are too few.
    fn starts(&self, pairs: Option<u64>, seed: u64) -> Result<Vec<Self::Start>, DomainError>;

    /// The game, and the position where it begins without an opening. By default the first of the starts of seed 1; a domain whose
    /// starts are openings names its game's own start here.
    ///
    /// # Errors
    /// [`DomainError`] if there is no start.
    fn game_start(&self) -> Result<(Self::Game, <Self::Game as Game>::Position), DomainError> {
        match self.starts(Some(1), 1)?.first() {
            Some(start) => Ok(self.set_up(start)),
            None => Err(DomainError::NoStart { domain: Self::NAME }),
        }
    }

    /// A number for each start, equal for symmetric starts: their games tend to be the same, so they must not count as
    /// independent.
    fn kinds(&self, starts: &[Self::Start]) -> Vec<usize> {
        (0..starts.len()).collect()
    }

    /// The game and initial position of a start.
    fn set_up(&self, start: &Self::Start) -> (Self::Game, <Self::Game as Game>::Position);

    /// A number for the start with this [name](Self::start_name), equal for symmetric starts. Statistics of recorded games cluster
    /// by it.
    #[must_use]
    fn kind_of(name: &str) -> u64 {
        name.bytes().fold(0, |number, byte| hash(number, u64::from(byte)))
    }

    /// The start as a user would write it.
    fn start_name(&self, start: &Self::Start) -> String;
}

/// Maximum pairs of games in a tournament: years of work, and 64 MiB of starts.
pub const MOST_PAIRS: u64 = 1 << 24;

/// Every position `plies` plies from `start` with the moves that lead to it, in the game's order. Games that end earlier
/// are omitted.
pub fn openings<G: Game>(
    game: &G,
    start: &G::Position,
    plies: u32,
) -> Vec<(G::Position, Vec<G::Move>)> {
    let mut all = vec![(start.clone(), Vec::new())];
    for _ in 0..plies {
        let mut next = Vec::new();
        for (position, line) in &all {
            let mut moves = game.moves(position);
            while let Some((mv, child)) = game.next_child(position, &mut moves) {
                let mut line = line.clone();
                line.push(mv);
                next.push((child, line));
            }
        }
        all = next;
    }
    all.retain(|(position, _)| !game.is_over(position));
    all
}

/// `pairs` of `all`, shuffled by `seed`; all if `None`. They are openings of `plies` plies.
///
/// # Errors
/// [`DomainError::TooFewStarts`] with this remedy, if there are too few.
pub fn shuffled<T: Clone>(
    all: &[T],
    pairs: Option<u64>,
    seed: u64,
    plies: u32,
    remedy: &'static str,
) -> Result<Vec<T>, DomainError> {
    let drawn = draw(all.len(), pairs, seed, plies, remedy)?;
    Ok(drawn.into_iter().filter_map(|i| all.get(i).cloned()).collect())
}

/// `pairs` of `all`, chosen by `seed`, in their order; all if `None`.
pub(super) fn choose<T: Clone>(
    all: &[T],
    pairs: Option<u64>,
    seed: u64,
    plies: u32,
    remedy: &'static str,
) -> Result<Vec<T>, DomainError> {
    let mut chosen = draw(all.len(), pairs, seed, plies, remedy)?;
    chosen.sort_unstable();
    Ok(chosen.into_iter().filter_map(|i| all.get(i).cloned()).collect())
}

/// `pairs` numbers below `starts`, in an order given by `seed`; all if `None`.
fn draw(
    starts: usize,
    pairs: Option<u64>,
    seed: u64,
    plies: u32,
    remedy: &'static str,
) -> Result<Vec<usize>, DomainError> {
    let wanted = pairs.map_or(starts, |pairs| usize::try_from(pairs).unwrap_or(usize::MAX));
    if wanted > starts {
        return Err(DomainError::TooFewStarts { pairs: wanted as u64, starts, plies, remedy });
    }
    // Each opening gets a random number; those with the smallest are drawn.
    let mut numbered: Vec<(u64, usize)> = (0..starts).map(|i| (hash(seed, i as u64), i)).collect();
    numbered.sort_unstable();
    Ok(numbered.into_iter().take(wanted).map(|(_, i)| i).collect())
}
