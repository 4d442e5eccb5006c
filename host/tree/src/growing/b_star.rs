//! B* (Berliner 1979): each node has an optimistic and a pessimistic value, and the search ends when the root's best move is worth
//! at least as much at worst as every other at best.

use plyscope_core::search::estimate::{self, At, Estimate};
use plyscope_core::{Bound, Value};

use super::{Policy, first_greatest};

/// What B* knows of a node, for its mover.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Range {
    /// The pessimistic value.
    pub low: Value,
    /// The minimax value of the tree as it is.
    pub value: Value,
    /// The optimistic value.
    pub high: Value,
    /// Plies down to the leaf that `low` comes from.
    low_from: u32,
    /// Plies down to the leaf that `high` comes from.
    high_from: u32,
}

impl Range {
    /// Whether its value is certain.
    fn is_closed(&self) -> bool {
        self.low == self.high
    }

    /// The most that the side choosing this child can hope for.
    fn hope(&self) -> Value {
        -self.low
    }

    /// The least that the side choosing this child gets.
    fn floor(&self) -> Value {
        -self.high
    }
}

/// B* with ranges from an estimator: what the static value can become in the plies left to the horizon.
///
/// - At the root it either proves the best move, the one with the greatest optimistic value, by going on below it, or disproves
///   the rest by going on below the next. It disproves if that seems to take less work, by Berliner's criterion of depths: if the
///   squares of the depths that the optimistic values of the rivals come from add up to less than the square of the best move's.
///   Rivals are the moves whose optimistic value is above the best move's pessimistic one.
/// - Elsewhere it goes to the child with the greatest optimistic value for the side to move.
/// - A node's range is that of its children, whatever was estimated before they were there. If all estimates are right, the
///   move is right when the search completes.
/// - If it stops before that, it plays the move with the best minimax value of the tree as it is, static at its leaves.
#[derive(Clone, Debug)]
pub struct BStar<X> {
    estimator: X,
}

impl<X: Estimate> BStar<X> {
    /// A search with this estimator.
    #[must_use]
    pub const fn new(estimator: X) -> Self {
        Self { estimator }
    }
}

/// The child with the greatest optimistic value; of equals, with the greatest pessimistic value, then the first.
fn most_hopeful(children: &[&Range]) -> usize {
    first_greatest(children.iter().map(|child| (child.hope(), child.floor())))
}

/// The child that is at worst at least as good as all others are at best.
fn separated(children: &[&Range]) -> Option<usize> {
    let best = first_greatest(children.iter().map(|child| (child.floor(), child.hope())));
    let floor = children.get(best)?.floor();
    let others = children.iter().enumerate().filter(|(number, _)| *number != best);
    others.map(|(_, child)| child.hope()).all(|hope| hope <= floor).then_some(best)
}

impl<X: Estimate> Policy for BStar<X> {
    type Known = Range;
    type Aim = ();

    fn reset(&mut self) {
        self.estimator.reset();
    }

    fn observe(&mut self, node: &At, child: Value) {
        self.estimator.observe(node, child);
    }

    fn leaf(&self, leaf: At) -> Range {
        let value = leaf.value;
        let estimate::Range { low, high } = match leaf.depth {
            0 => estimate::Range::new(value, value),
            _ => self.estimator.range(&leaf),
        };
        // A static value outside its own range would be one of a wrong estimate.
        Range { low: low.min(value), value, high: high.max(value), low_from: 0, high_from: 0 }
    }

    fn back_up(&self, children: &[&Range]) -> Range {
        let value = children.iter().map(|child| -child.value).max();
        // Of children with equal bounds, the nearest leaf.
        let high = children.iter().map(|child| (child.hope(), -i64::from(child.low_from))).max();
        let low = children.iter().map(|child| (child.floor(), -i64::from(child.high_from))).max();
        let (low, low_from) = low.unwrap_or((Value::NEG_INFINITY, 0));
        let (high, high_from) = high.unwrap_or((Value::NEG_INFINITY, 0));
        let plies = |from: i64| 1 + (-from) as u32;
        Range {
            low,
            value: value.unwrap_or(Value::NEG_INFINITY),
            high,
            low_from: plies(low_from),
            high_from: plies(high_from),
        }
    }

    fn value(&self, known: &Range) -> Value {
        known.value
    }

    fn range(&self, known: &Range) -> Option<estimate::Range> {
        Some(estimate::Range::new(known.low, known.high))
    }

    fn bound(&self, known: &Range) -> Bound {
        match known.is_closed() && self.estimator.is_sure() {
            true => Bound::Exact,
            false => Bound::Estimate,
        }
    }

    fn begin(&self, _: &Range, children: &[&Range]) -> Option<(usize, ())> {
        if separated(children).is_some() {
            return None;
        }
        let best = most_hopeful(children);
        let champion = children.get(best)?;
        let square = |child: &Range| u64::from(child.low_from + 1).pow(2);
        let rivals = || {
            let others = children.iter().enumerate().filter(|(number, _)| *number != best);
            others.filter(|(_, child)| child.hope() > champion.floor())
        };
        let work: u64 = rivals().map(|(_, child)| square(child)).sum();
        let next = rivals().map(|(number, child)| (child.hope(), -(number as i64))).max();
        let next = next.map(|(_, number)| (-number) as usize);
        // A rival with a certain value cannot become worse.
        let open =
            next.filter(|&number| children.get(number).is_some_and(|rival| !rival.is_closed()));
        match open {
            Some(rival) if work < square(champion) || champion.is_closed() => Some((rival, ())),
            _ => Some((best, ())),
        }
    }

    fn choose(&self, (): (), children: &[&Range]) -> (usize, ()) {
        (most_hopeful(children), ())
    }

    fn best(&self, children: &[&Range]) -> usize {
        separated(children)
            .unwrap_or_else(|| first_greatest(children.iter().map(|child| -child.value)))
    }
}
