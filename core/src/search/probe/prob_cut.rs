//! ProbCut: estimates by shallow searches (Buro 1995; Multi-ProbCut: Buro 1997).

use super::{Probe, Probed, Shallow};
use crate::search::estimate::Range;
use crate::{Value, Window};

/// What the value of a shallow search tells of the value of a deep one: `slope * shallow + offset`, with a standard
/// deviation. Learned by regression over positions searched to both depths.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Cut {
    /// Depth of the search that is estimated, in plies.
    pub deep: u8,
    /// Depth of the search that is made, in plies: less than `deep`. 0 stands for the static value, which takes no search.
    pub shallow: u8,
    /// Slope in units of 1/256; above 0.
    pub slope: u16,
    /// Offset in the evaluation's unit, for the side to move.
    pub offset: i16,
    /// Standard deviation in the evaluation's unit.
    pub deviation: u16,
}

impl Cut {
    /// Placeholder for a cut that is not yet known: for no depth, so it never prunes.
    pub const EMPTY: Self = Self { deep: 0, shallow: 0, slope: 256, offset: 0, deviation: 0 };

    /// The range of the deep value, given a shallow one, with this confidence in hundredths of a standard deviation.
    #[must_use]
    pub fn range(self, shallow: Value, confidence: u16) -> Range {
        self.within(shallow, self.reach(confidence.into()))
    }

    /// The half width of a range.
    fn reach(self, confidence: u32) -> i64 {
        i64::from(self.deviation).wrapping_mul(i64::from(confidence)) / 100
    }

    /// The range of the deep value within `reach` of the estimate from a shallow one.
    fn within(self, shallow: Value, reach: i64) -> Range {
        match shallow.outcome() {
            // The side that wins within the shallow horizon also wins within the deep one, by as much at least.
            Some(outcome) if outcome.score() > 0 => return Range::new(shallow, Value::INFINITY),
            Some(_) => return Range::new(Value::NEG_INFINITY, shallow),
            None if !shallow.is_finite() => return Range::ALL,
            None => {}
        }
        let scaled = i64::from(shallow.get()).wrapping_mul(i64::from(self.slope)) >> 8;
        let estimate = scaled.wrapping_add(i64::from(self.offset));
        let (low, high) = (estimate.wrapping_sub(reach), estimate.wrapping_add(reach));
        Range::new(Value::from_i64(low), Value::from_i64(high))
    }

    /// The least shallow value whose estimate is at least `deep`.
    fn needed(self, deep: i64) -> Value {
        let slope = i64::from(self.slope.max(1));
        let scaled = deep.wrapping_sub(i64::from(self.offset)).wrapping_mul(256);
        // Rounded up.
        let least = scaled.div_euclid(slope).wrapping_add(i64::from(scaled.rem_euclid(slope) > 0));
        Value::from_i64(least)
    }
}

/// ProbCut: searches a node to a small depth first, and prunes it if the value found makes it likely enough that the deep
/// search would leave the window. With several [cuts](Cut) for a depth, in the order of their shallow depths, it is
/// Multi-ProbCut.
///
/// It looks only at nodes with a null window, as principal variation search has them everywhere but on the principal
/// variation, and only at the side of the window on which the static value is.
///
/// A cut with shallow depth 0 compares the static value instead of making a search: futility pruning. Its range is 1.6 times
/// as wide as those of the others. In Othello, such a cut at depth 2 saves an eighth of the nodes at equal errors; at greater
/// depths, they save little more, and err by much more now and then.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ProbCut<'c> {
    cuts: &'c [Cut],
    /// In hundredths of a standard deviation.
    confidence: u16,
    certainty: u8,
}

impl<'c> ProbCut<'c> {
    /// Prunes where the value is outside the window with this confidence, in hundredths of a standard deviation: 150 is
    /// 1.5 deviations, or about 93 % of all values.
    ///
    /// `certainty` is 0 to 6; a search with larger confidence must have a larger certainty, if they share a table.
    #[must_use]
    pub const fn new(cuts: &'c [Cut], confidence: u16, certainty: u8) -> Self {
        Self { cuts, confidence, certainty }
    }

    /// Without cuts: a search with it is as certain as one without estimates.
    #[must_use]
    pub const fn none() -> Self {
        Self { cuts: &[], confidence: 0, certainty: 6 }
    }

    /// The half width of this cut's range.
    ///
    /// Static values err more often by much than searched ones. With this factor, the fewest nodes were needed for equal
    /// errors in Othello (1.3 to 2 were about as good, 1 was worse).
    fn reach(&self, cut: Cut) -> i64 {
        let confidence = u32::from(self.confidence);
        cut.reach(if cut.shallow == 0 { confidence.wrapping_mul(8) / 5 } else { confidence })
    }

    /// The cut for this depth that has this number, from 0.
    fn cut(&self, deep: u32, number: u32) -> Option<Cut> {
        let mut left = number;
        for cut in self.cuts {
            if u32::from(cut.deep) == deep {
                if left == 0 {
                    return Some(*cut);
                }
                left = left.wrapping_sub(1);
            }
        }
        None
    }
}

impl Probe for ProbCut<'_> {
    const PROBES: bool = true;
    const NEEDS_VALUES: bool = true;
    const ASKS: bool = false;

    fn probe(&self, node: &Probed) -> Option<Shallow> {
        let static_value = node.static_value?;
        let Window { alpha, beta } = node.window;
        // A finished game has its value already.
        let is_over = static_value.outcome().is_some();
        if is_over || !alpha.is_finite() || alpha.plus(1) != beta {
            return None;
        }
        let cut = self.cut(node.depth, node.made)?;
        let reach = self.reach(cut);
        let sought = if static_value >= beta {
            i64::from(beta.get()).wrapping_add(reach)
        } else {
            // Below this value of the estimate, the deep value is likely to be at most alpha.
            i64::from(beta.get()).wrapping_sub(reach)
        };
        let beta = cut.needed(sought);
        Some(Shallow { depth: cut.shallow.into(), window: Window { alpha: beta.plus(-1), beta } })
    }

    fn range_after(&self, shallow: Shallow, value: Value, depth: u32) -> Range {
        for cut in self.cuts {
            if u32::from(cut.deep) == depth && u32::from(cut.shallow) == shallow.depth {
                let Range { low, high } = cut.within(value, self.reach(*cut));
                // Outside its window, the shallow search has found a bound only. A static value is exact, but only one side of
                // the window was asked about.
                return if value >= shallow.window.beta {
                    Range::new(low, Value::INFINITY)
                } else {
                    Range::new(Value::NEG_INFINITY, high)
                };
            }
        }
        Range::ALL
    }

    #[inline]
    fn certainty(&self, _: u32) -> u8 {
        self.certainty
    }

    #[inline]
    fn asks(&self, _: u32) -> bool {
        false
    }
}
