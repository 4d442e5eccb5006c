//! Estimates of minimax values themselves.
//!
//! Bounds on edge costs widen an estimate by the same amount with every ply, but minimax values do not spread like that.
//! The distance of a search's value from the static value can be learned for each depth, as in Buro's ProbCut (1995).

use crate::Value;
use crate::search::estimate::{At, Estimate, Range};

/// Bounds on the minimax value minus the static value, both from the side to move, for each of `DEPTHS` depths. At greater
/// depths the range of the last depth is widened by the difference of the last two depths for each further ply.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Spreads<const DEPTHS: usize> {
    /// The number of known depths, from 1 on.
    known: usize,
    spreads: [(i32, i32); DEPTHS],
}

impl<const DEPTHS: usize> Spreads<DEPTHS> {
    /// Takes the smallest and the largest difference for depths 1, 2, and so on, in the evaluation's unit and with any
    /// sign. Depths beyond `DEPTHS` are ignored. Without any depth there are no estimates. Ends that are the wrong way
    /// round are swapped.
    #[must_use]
    pub fn new(spreads: &[(i32, i32)]) -> Self {
        let mut known = Self { known: 0, spreads: [(0, 0); DEPTHS] };
        for (slot, &(a, b)) in known.spreads.iter_mut().zip(spreads) {
            *slot = (a.min(b), a.max(b));
            known.known = known.known.saturating_add(1);
        }
        known
    }

    /// The differences at a depth.
    fn at(&self, depth: u32) -> Option<(i64, i64)> {
        let known = self.spreads.get(..self.known)?;
        let wide = |&(low, high): &(i32, i32)| (i64::from(low), i64::from(high));
        let (low, high) = known.last().map(wide)?;
        let Some(place) = depth.checked_sub(1) else { return Some((0, 0)) };
        let place = usize::try_from(place).unwrap_or(usize::MAX);
        if let Some(spread) = known.get(place) {
            return Some(wide(spread));
        }
        let (low_before, high_before) =
            known.len().checked_sub(2).and_then(|place| known.get(place)).map_or((0, 0), wide);
        let more =
            i64::try_from(place.saturating_sub(known.len()).saturating_add(1)).unwrap_or(i64::MAX);
        // The range never narrows.
        let fall = low_before.saturating_sub(low).max(0).saturating_mul(more);
        let rise = high.saturating_sub(high_before).max(0).saturating_mul(more);
        Some((low.saturating_sub(fall), high.saturating_add(rise)))
    }
}

impl<const DEPTHS: usize> Estimate for Spreads<DEPTHS> {
    const ESTIMATES: bool = true;

    fn reset(&mut self) {}

    #[inline]
    fn observe(&mut self, _: &At, _: Value) {}

    fn learned(&self) -> Option<(i32, i32)> {
        None
    }

    #[inline]
    fn range(&self, node: &At) -> Range {
        let Some((low, high)) = self.at(node.depth) else { return Range::ALL };
        let from = i64::from(node.value.get());
        let at = |change: i64| Value::from_i64(from.saturating_add(change));
        Range::new(at(low), at(high))
    }

    fn is_sure(&self) -> bool {
        false
    }
}

#[cfg(test)]
mod tests {
    use super::Spreads;
    use crate::search::estimate::{At, Estimate as _, Range};
    use crate::{Side, Value};

    #[test]
    fn each_depth_has_its_own_spread_and_deeper_ones_widen() {
        let spreads = Spreads::<4>::new(&[(1, 3), (6, -5)]);
        let range = |depth, mover| {
            let Range { low, high } = spreads.range(&At { value: Value::new(10), depth, mover });
            (low.get(), high.get())
        };
        assert_eq!(range(0, Side::Max), (10, 10));
        assert_eq!(range(1, Side::Max), (11, 13));
        assert_eq!(range(1, Side::Min), (11, 13), "whoever moves");
        assert_eq!(range(2, Side::Max), (5, 16), "ends the wrong way round");
        assert_eq!(range(3, Side::Max), (-1, 19));
        assert_eq!(range(5, Side::Max), (-13, 25));
        let node = At { value: Value::ZERO, depth: 3, mover: Side::Min };
        assert_eq!(Spreads::<2>::new(&[]).range(&node), Range::ALL);
        assert_eq!(Spreads::<1>::new(&[(-1, 1), (-9, 9)]), Spreads::new(&[(-1, 1)]));
    }
}
