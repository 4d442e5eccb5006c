//! ProbCut in searches to the end of a game, beside that of searches to a horizon.

use super::{ProbCut, Probe, Probed, Shallow};
use crate::Value;
use crate::search::estimate::Range;

/// A remaining depth of so many plies and more stands for a search to the end of the game, which is as many plies away as there are
/// more. No line of such a search meets a horizon.
pub const TO_THE_END: u32 = 64;

/// ProbCut for a search to the end of a game, whose shallow searches have a horizon: their own shallow searches estimate deep ones
/// to that horizon, with a confidence of their own. So what the table knows of them serves searches to the end of any confidence.
///
/// The last plies are left to the search's caller, who has a faster search for them: while a node is
/// [asked](crate::DepthFirst::asked) for, the search stays paused until it is answered.
///
/// A search to a depth of less than [`TO_THE_END`] is that of `horizon` alone.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ToTheEnd<'c> {
    /// The cuts where a search ends at a horizon.
    pub horizon: ProbCut<'c>,
    /// The cuts where a search goes to the end of the game. The deep depth of such a cut is the number of plies to the end.
    pub end: ProbCut<'c>,
    /// The number of plies to the end of the game at which the caller values a node; 0 if it values none.
    pub asked: u32,
}

impl<'c> ToTheEnd<'c> {
    /// Searches to a horizon only.
    #[must_use]
    pub const fn never(horizon: ProbCut<'c>) -> Self {
        Self { horizon, end: ProbCut::none(), asked: 0 }
    }

    /// The cuts at a remaining depth, and the number of plies to their horizon or to the end.
    #[inline]
    const fn at(&self, depth: u32) -> (&ProbCut<'c>, u32) {
        match depth.checked_sub(TO_THE_END) {
            None => (&self.horizon, depth),
            Some(left) => (&self.end, left),
        }
    }
}

impl Probe for ToTheEnd<'_> {
    const PROBES: bool = true;
    const NEEDS_VALUES: bool = true;
    const ASKS: bool = true;

    #[inline]
    fn probe(&self, node: &Probed) -> Option<Shallow> {
        let (cuts, depth) = self.at(node.depth);
        cuts.probe(&Probed { depth, ..*node })
    }

    #[inline]
    fn range_after(&self, shallow: Shallow, value: Value, depth: u32) -> Range {
        let (cuts, depth) = self.at(depth);
        cuts.range_after(shallow, value, depth)
    }

    #[inline]
    fn certainty(&self, depth: u32) -> u8 {
        self.at(depth).0.certainty(depth)
    }

    #[inline]
    fn asks(&self, depth: u32) -> bool {
        depth.checked_sub(TO_THE_END).is_some_and(|left| left <= self.asked && self.asked > 0)
    }
}
