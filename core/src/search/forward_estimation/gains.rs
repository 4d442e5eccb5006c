//! Estimates from a move's gain to its mover.
//!
//! In a positional game the evaluation usually rises for the side that moves, by mobility or tempo. Bounds on edge costs
//! must then cover both sides' plies, rises and falls, although these alternate and mostly cancel out. Here a ply changes
//! the static value, from its mover's side, by an amount between two numbers.

use crate::Value;
use crate::search::estimate::{At, Estimate, Range};

/// Bounds on a ply's gain to its mover, from `lowest` to `highest`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Gains {
    lowest: i32,
    highest: i32,
}

impl Gains {
    /// Both are in the evaluation's unit and may have any sign. They are swapped if they are the wrong way round.
    #[must_use]
    pub const fn new(lowest: i32, highest: i32) -> Self {
        if lowest <= highest {
            Self { lowest, highest }
        } else {
            Self { lowest: highest, highest: lowest }
        }
    }

    /// The smallest gain.
    #[must_use]
    pub const fn lowest(self) -> i32 {
        self.lowest
    }

    /// The largest gain.
    #[must_use]
    pub const fn highest(self) -> i32 {
        self.highest
    }
}

impl Estimate for Gains {
    const ESTIMATES: bool = true;

    fn reset(&mut self) {}

    #[inline]
    fn observe(&mut self, _: &At, _: Value) {}

    fn learned(&self) -> Option<(i32, i32)> {
        None
    }

    #[inline]
    fn range(&self, node: &At) -> Range {
        let (lowest, highest) = (i64::from(self.lowest), i64::from(self.highest));
        // Plies of the side to move, and of the other side; both from the first side's view.
        let (own, others) = (i64::from(node.depth.div_ceil(2)), i64::from(node.depth >> 1));
        let after = |own_gain: i64, others_gain: i64| {
            own.saturating_mul(own_gain).saturating_sub(others.saturating_mul(others_gain))
        };
        let (low, high) = (after(lowest, highest), after(highest, lowest));
        let from = i64::from(node.value.get());
        let at = |change: i64| Value::from_i64(from.saturating_add(change));
        Range::new(at(low), at(high))
    }

    fn is_sure(&self) -> bool {
        false
    }
}

/// Buckets of gains of one sign: four for each power of two.
const BUCKETS: usize = 124;

/// Gains learned on line: the middle part of the gains met so far in this search, such as the middle 80 %. Unlike the
/// extremes of [`Learned`](super::Learned), quantiles do not grow with the number of nodes, and a few outliers, such as
/// edges into finished games, do not move them. There is no bound before [`LearnedGains::FEWEST`] gains.
///
/// Gains are counted in buckets, four for each power of two, so the ends are accurate to a fifth. They are recomputed
/// whenever the count has grown by an eighth. Takes 1 KB.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct LearnedGains {
    /// The share of gains that the range must hold, in per cent.
    share: u8,
    losses: [u32; BUCKETS],
    gains: [u32; BUCKETS],
    count: u32,
    /// Count at which the ends are recomputed.
    next: u32,
    learned: Option<Gains>,
}

impl LearnedGains {
    /// The number of gains required for an estimate.
    pub const FEWEST: u32 = 32;

    /// Learns the range of the middle `share` per cent of all gains. `share` is clamped to 1 to 99.
    #[must_use]
    pub const fn new(share: u8) -> Self {
        let share = if share < 1 {
            1
        } else if share > 99 {
            99
        } else {
            share
        };
        Self {
            share,
            losses: [0; BUCKETS],
            gains: [0; BUCKETS],
            count: 0,
            next: Self::FEWEST,
            learned: None,
        }
    }

    /// The bounds learned so far.
    #[must_use]
    pub const fn learned(&self) -> Option<Gains> {
        self.learned
    }

    /// Computes the ends from the buckets, rounded outward so that the range holds at least the share.
    fn read(&self) -> Gains {
        let count = u64::from(self.count);
        let tail = count.saturating_mul(u64::from(100u8.saturating_sub(self.share))) / 200;
        // From the greatest loss upward.
        let mut seen = 0u64;
        let mut lowest = None;
        let mut highest = 0;
        let losses = (0..BUCKETS).rev().map(|bucket| (&self.losses, bucket, true));
        let gains = (0..BUCKETS).map(|bucket| (&self.gains, bucket, false));
        for (counts, bucket, is_loss) in losses.chain(gains) {
            let here = counts.get(bucket).copied().unwrap_or(0);
            if here == 0 {
                continue;
            }
            seen = seen.saturating_add(u64::from(here));
            let (near, far) = ends(bucket);
            let (low, high) =
                if is_loss { (far.saturating_neg(), near.saturating_neg()) } else { (near, far) };
            if lowest.is_none() && seen > tail {
                lowest = Some(low);
            }
            highest = high;
            if seen >= count.saturating_sub(tail) {
                break;
            }
        }
        Gains::new(lowest.unwrap_or(0), highest)
    }
}

/// The bucket of a size.
#[inline]
fn bucket(size: u32) -> usize {
    // Sizes 0 to 3 have buckets of their own.
    if size < 4 {
        return size as usize;
    }
    let power = size.ilog2();
    let quarter = (size >> power.saturating_sub(2)) & 3;
    (power.saturating_sub(1).saturating_mul(4).saturating_add(quarter)) as usize
}

/// The smallest and the largest size in a bucket.
fn ends(bucket: usize) -> (i32, i32) {
    let number = u32::try_from(bucket).unwrap_or(u32::MAX);
    if number < 4 {
        let size = i32::try_from(number).unwrap_or(0);
        return (size, size);
    }
    let (power, quarter) = ((number >> 2).saturating_add(1), number & 3);
    let width = 1u64.checked_shl(power.saturating_sub(2)).unwrap_or(u64::MAX);
    let near = u64::from(quarter.saturating_add(4)).saturating_mul(width);
    let far = near.saturating_add(width).saturating_sub(1);
    let clamp = |size: u64| i32::try_from(size).unwrap_or(i32::MAX);
    (clamp(near), clamp(far))
}

impl Estimate for LearnedGains {
    const ESTIMATES: bool = true;

    fn reset(&mut self) {
        *self = Self::new(self.share);
    }

    #[inline]
    fn observe(&mut self, node: &At, child: Value) {
        let gain = node.gain(child);
        let side = if gain < 0 { &mut self.losses } else { &mut self.gains };
        if let Some(count) = side.get_mut(bucket(gain.unsigned_abs())) {
            *count = count.saturating_add(1);
        }
        self.count = self.count.saturating_add(1);
        if self.count >= self.next {
            self.learned = Some(self.read());
            self.next = self.count.saturating_add((self.count >> 3).max(1));
        }
    }

    #[inline]
    fn learned(&self) -> Option<(i32, i32)> {
        self.learned.map(|gains| (gains.lowest, gains.highest))
    }

    #[inline]
    fn range(&self, node: &At) -> Range {
        self.learned.map_or(Range::ALL, |gains| gains.range(node))
    }

    fn is_sure(&self) -> bool {
        false
    }
}

#[cfg(test)]
mod tests {
    use super::{BUCKETS, Gains, LearnedGains, bucket, ends};
    use crate::search::estimate::{At, Estimate as _, Range};
    use crate::{Side, Value};

    #[test]
    fn plies_of_the_two_sides_cancel_out() {
        let gains = Gains::new(2, 5);
        let range = |depth, mover| {
            let Range { low, high } = gains.range(&At { value: Value::new(100), depth, mover });
            (low.get(), high.get())
        };
        assert_eq!(range(0, Side::Max), (100, 100));
        assert_eq!(range(1, Side::Max), (102, 105));
        assert_eq!(range(2, Side::Max), (97, 103));
        assert_eq!(range(3, Side::Max), (99, 108));
        assert_eq!(range(1, Side::Min), (102, 105), "whoever moves");
        assert_eq!(Gains::new(5, 2), gains);
    }

    #[test]
    fn every_size_is_between_the_ends_of_its_bucket_and_buckets_follow_each_other() {
        for size in (0..5000).chain([i32::MAX - 1, i32::MAX, 1 << 30, (1 << 30) - 1]) {
            let (near, far) = ends(bucket(size.unsigned_abs()));
            assert!((near..=far).contains(&size), "{size}: {near} to {far}");
        }
        assert!(bucket(i32::MIN.unsigned_abs()) < BUCKETS);
        for number in 1..BUCKETS - 4 {
            // Only `i32::MIN` falls into the last four.
            assert_eq!(ends(number - 1).1 + 1, ends(number).0, "bucket {number}");
        }
    }

    #[test]
    fn quantiles_do_not_move_for_a_few_wild_edges_and_are_forgotten() {
        let mut learned = LearnedGains::new(80);
        let observe = |learned: &mut LearnedGains, wild: i32| {
            for step in 0..1000 {
                // Gains of 0 to 99, and one edge in a hundred into a finished game.
                let gain = if step % 100 == 7 { wild } else { step % 100 };
                let mover = if step % 2 == 0 { Side::Max } else { Side::Min };
                learned.observe(&At { value: Value::ZERO, depth: 1, mover }, Value::new(gain));
            }
        };
        observe(&mut learned, 7);
        let calm = learned.learned().unwrap();
        assert!(
            (8..=10).contains(&calm.lowest()) && (89..=95).contains(&calm.highest()),
            "{calm:?}"
        );
        learned.reset();
        assert_eq!(learned, LearnedGains::new(80));
        let node = At { value: Value::ZERO, depth: 3, mover: Side::Max };
        assert_eq!(learned.range(&node), Range::ALL);
        observe(&mut learned, 1_000_000);
        let wild = learned.learned().unwrap();
        assert!(
            (8..=12).contains(&wild.lowest()) && (89..=95).contains(&wild.highest()),
            "{wild:?}"
        );
    }
}
