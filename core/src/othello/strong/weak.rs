//! Plausible mistakes, for weak levels.

use super::Level;
use crate::hash::mix;
use crate::othello::{Board, Move, Moves, Othello};
use crate::{Game as _, Value};

/// A search of the root's moves one by one, each value with some noise, that chooses the best of the noisy values.
pub(super) struct OneByOne {
    /// The moves not searched yet.
    moves: Moves,
    /// The move being searched.
    pub(super) current: Option<Move>,
    /// The best noisy value.
    best: Option<Value>,
}

impl OneByOne {
    pub(super) const NONE: Self = Self { moves: Moves::NONE, current: None, best: None };

    pub(super) const fn new(moves: Moves) -> Self {
        Self { moves, current: None, best: None }
    }

    /// The next move to search.
    pub(super) fn next(&mut self) -> Option<Move> {
        self.current = self.moves.next();
        self.current
    }

    /// Whether there are moves not searched yet.
    pub(super) fn has_more(&self) -> bool {
        Othello.has_more(&Board::START, &self.moves)
    }

    /// Whether the current move, to this child and with this value for the side to move at the root, is the best so far.
    pub(super) fn is_best(&mut self, level: Level, seed: u64, child: &Board, value: Value) -> bool {
        let noisy = value.plus(noise(level.noise, seed, child.key()));
        let better = self.best.is_none_or(|best| noisy > best);
        if better {
            self.best = Some(noisy);
        }
        better
    }
}

/// Noise of at most `most` in both directions, the same for the same position and seed. It is the difference of two numbers
/// of which all are equally likely, so small errors are the most likely.
fn noise(most: u16, seed: u64, key: u64) -> i32 {
    let random = mix(key ^ mix(seed.wrapping_add(0x9e37_79b9_7f4a_7c15)));
    let up_to_most =
        |random: u64| (random.wrapping_mul(u64::from(most).wrapping_add(1)) >> 32) as i32;
    up_to_most(random & 0xffff_ffff).wrapping_sub(up_to_most(random >> 32))
}

#[cfg(test)]
mod tests {
    use super::noise;

    #[test]
    fn noise_stays_in_its_bounds_and_depends_on_seed_and_position() {
        let mut sum = 0;
        for key in 0..10_000 {
            let found = noise(300, 1, key);
            assert!((-300..=300).contains(&found), "{found}");
            assert_eq!(found, noise(300, 1, key));
            sum += found;
            assert_eq!(noise(0, 1, key), 0);
        }
        assert!((-50_000..50_000).contains(&sum), "{sum}");
        assert!((0..100).any(|key| noise(300, 1, key) != noise(300, 2, key)));
    }
}
