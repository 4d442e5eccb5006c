//! How a search with a clock spends its time on a move.

use std::time::{Duration, Instant};

/// The time of a move: an iteration that would hardly end in time is not begun, and one that has changed the best move may go on for
/// longer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Pace {
    /// The time that a move usually has.
    pub usual: Duration,
    /// The time that it has at most.
    pub most: Duration,
}

/// After so many iterations with the same best move, half the time is enough.
const STABLE: u32 = 4;

/// An iteration takes at least so many tenths of the time of the one before.
const LEAST_GROWTH: u32 = 13;

/// And it is not expected to take more.
const MOST_GROWTH: u32 = 40;

impl Pace {
    /// As short as possible: for the only move.
    pub const FORCED: Self = Self { usual: Duration::ZERO, most: Duration::ZERO };

    /// The same pace with at most this time.
    #[must_use]
    pub fn within(self, limit: Option<Duration>) -> Self {
        let Some(limit) = limit else { return self };
        Self { usual: self.usual.min(limit), most: self.most.min(limit) }
    }
}

/// A search that keeps a pace.
#[derive(Debug)]
pub(super) struct Paced<M> {
    pace: Pace,
    start: Instant,
    /// When the last iteration ended, since the start, and how long it took.
    last: Duration,
    took: Duration,
    best: Option<M>,
    /// How many iterations had the same best move before the last one.
    stable: u32,
}

impl<M: Copy + PartialEq> Paced<M> {
    pub(super) fn new(pace: Pace) -> Self {
        let (last, took) = (Duration::ZERO, Duration::ZERO);
        Self { pace, start: Instant::now(), last, took, best: None, stable: 0 }
    }

    /// An iteration has ended, with this best move. Returns whether no further one is begun.
    pub(super) fn ends_with(&mut self, best: Option<M>) -> bool {
        self.ends_at(self.start.elapsed(), best)
    }

    fn ends_at(&mut self, now: Duration, best: Option<M>) -> bool {
        let took = now.saturating_sub(self.last);
        let growth = match self.took.as_micros() {
            0 => 20,
            before => {
                let tenths = took.as_micros().saturating_mul(10) / before;
                u32::try_from(tenths).unwrap_or(MOST_GROWTH).clamp(LEAST_GROWTH, MOST_GROWTH)
            }
        };
        (self.last, self.took) = (now, took);
        self.stable = if self.best == best { self.stable + 1 } else { 0 };
        self.best = best;
        let next = now.saturating_add(took.saturating_mul(growth) / 10);
        let is_settled = self.stable >= STABLE && now >= self.pace.usual / 2;
        // The last fifth of the next iteration may be over time.
        is_settled || next > self.pace.usual.saturating_mul(5) / 4 || now >= self.pace.usual
    }

    /// Whether the time is over, while this is the best move so far.
    pub(super) fn is_over(&self, best: Option<M>) -> bool {
        self.is_over_at(self.start.elapsed(), best)
    }

    fn is_over_at(&self, now: Duration, best: Option<M>) -> bool {
        let Pace { usual, most } = self.pace;
        // An iteration was begun because it should end soon after the usual time. A change of mind is worth more time.
        let doubts = self.stable == 0 || best != self.best;
        now >= if doubts { most } else { most.min(usual.saturating_mul(3) / 2) }
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::{Pace, Paced};

    const fn ms(milliseconds: u64) -> Duration {
        Duration::from_millis(milliseconds)
    }

    const PACE: Pace = Pace { usual: ms(100), most: ms(220) };

    /// A search whose iterations ended at these times with these moves; whether another one is begun after the last.
    fn goes_on(ends: &[(u64, u8)]) -> bool {
        let mut paced = Paced::new(PACE);
        let mut ended = false;
        for &(at, best) in ends {
            assert!(!ended, "{ends:?}");
            ended = paced.ends_at(ms(at), Some(best));
        }
        !ended
    }

    #[test]
    fn an_iteration_that_cannot_end_in_time_is_not_begun() {
        assert!(goes_on(&[(5, 1), (12, 1)]));
        assert!(goes_on(&[(10, 1), (25, 2), (50, 3)]), "the next one should end at 92");
        assert!(!goes_on(&[(10, 1), (30, 2), (70, 3)]), "and here at 150");
        assert!(!goes_on(&[(10, 1), (30, 2), (90, 3)]));
        assert!(!goes_on(&[(60, 1)]), "twice as long is expected of the second one");
        assert!(!goes_on(&[(20, 1), (100, 2)]));
    }

    #[test]
    fn a_stable_best_move_takes_half_the_time() {
        let growing = [(1, 1), (2, 1), (4, 1), (8, 1), (16, 1)];
        assert!(goes_on(&growing));
        assert!(!goes_on(&[(1, 1), (20, 1), (30, 1), (40, 1), (50, 1)]));
        assert!(goes_on(&[(1, 1), (20, 1), (30, 1), (40, 2), (50, 2)]));
    }

    #[test]
    fn a_change_of_mind_has_more_time() {
        let mut paced = Paced::new(PACE);
        let _ = paced.ends_at(ms(10), Some(1));
        let _ = paced.ends_at(ms(20), Some(1));
        assert!(!paced.is_over_at(ms(140), Some(1)) && paced.is_over_at(ms(150), Some(1)));
        assert!(!paced.is_over_at(ms(219), Some(2)) && paced.is_over_at(ms(220), Some(2)));
        let forced = Paced::<u8>::new(Pace::FORCED);
        assert!(forced.is_over_at(ms(0), None));
    }
}
