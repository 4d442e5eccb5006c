//! Conspiracy numbers (McAllester 1988): how many leaves would have to have another value than their static one for the root to
//! have another value. The search ends when it would take more than a few.

use alloc::vec;

use plyscope_core::search::estimate::At;
use plyscope_core::{Bound, Value};

use super::{Policy, first_greatest};

/// The most conspirators that a search counts.
pub const MOST_CONSPIRATORS: usize = 8;

/// What conspiracies can make of a node's value, for its mover.
///
/// This is McAllester's table of conspiracy numbers the other way round: not how many conspirators each value takes, but the values
/// that each number of them can reach. It has a fixed size, whatever values there are.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Stability {
    /// The minimax value of the tree as it is.
    pub value: Value,
    /// The greatest value that 1, 2, … leaves can give it together.
    pub up: [Value; MOST_CONSPIRATORS],
    /// The least value that 1, 2, … leaves can give it together.
    pub down: [Value; MOST_CONSPIRATORS],
}

impl Stability {
    /// The greatest value with so many conspirators.
    fn up(&self, conspirators: usize) -> Value {
        conspirators.checked_sub(1).map_or(self.value, |last| self.up[last])
    }

    /// The least value with so many conspirators.
    fn down(&self, conspirators: usize) -> Value {
        conspirators.checked_sub(1).map_or(self.value, |last| self.down[last])
    }

    /// The conspirators that it takes to reach at least this value.
    fn to_raise(self, target: Value) -> Option<usize> {
        (0..=MOST_CONSPIRATORS).find(|&number| self.up(number) >= target)
    }

    /// The conspirators that it takes to reach at most this value.
    fn to_lower(self, target: Value) -> Option<usize> {
        (0..=MOST_CONSPIRATORS).find(|&number| self.down(number) <= target)
    }
}

/// Where an iteration goes: to a leaf that helps to give the node this value or a better one, for its mover.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Conspirators {
    /// At least this value.
    Raise(Value),
    /// At most this value.
    Lower(Value),
}

/// The search with conspiracy numbers.
///
/// - With up to `threshold` conspirators the root's value can be anything between two values. The search ends when these are at
///   most `width` apart.
/// - Else it tries to rule out the one that is farther from the root's value, by expanding a leaf of a smallest conspiracy for it.
///   If both are equally far, it is the greater one. On the way it goes to the child that takes the fewest conspirators, or, where all
///   children have to conspire, to the one that is best for the side to move; of equals, to the first.
/// - Leaves at the horizon and finished games do not conspire.
/// - It plays the move with the best minimax value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Conspiracy {
    threshold: usize,
    width: u32,
}

impl Conspiracy {
    /// A search with this threshold, 1 to [`MOST_CONSPIRATORS`], clamped, and this width.
    #[must_use]
    pub const fn new(threshold: usize, width: u32) -> Self {
        let threshold = match threshold {
            0 => 1,
            more if more > MOST_CONSPIRATORS => MOST_CONSPIRATORS,
            threshold => threshold,
        };
        Self { threshold, width }
    }
}

impl Policy for Conspiracy {
    type Known = Stability;
    type Aim = Conspirators;

    fn leaf(&self, At { value, depth: left, .. }: At) -> Stability {
        let (up, down) = match left {
            0 => (value, value),
            _ => (Value::INFINITY, Value::NEG_INFINITY),
        };
        Stability { value, up: [up; MOST_CONSPIRATORS], down: [down; MOST_CONSPIRATORS] }
    }

    /// One child suffices to raise a node. To lower it, all children above the target must conspire, so the highest one is always
    /// next.
    fn back_up(&self, children: &[&Stability]) -> Stability {
        let best = |of: &dyn Fn(&Stability) -> Value| {
            children.iter().map(|child| of(child)).max().unwrap_or(Value::NEG_INFINITY)
        };
        let value = best(&|child| -child.value);
        let up = core::array::from_fn(|last| best(&|child| -child.down[last]));
        let mut down = [value; MOST_CONSPIRATORS];
        let mut spent = vec![0; children.len()];
        let mut total = 0;
        loop {
            let values = || children.iter().zip(&spent).map(|(child, &number)| -child.up(number));
            let highest = first_greatest(values());
            let Some(reached) = values().nth(highest) else { break };
            if total > 0 {
                down[total - 1..].fill(reached);
            }
            let (child, number) = (children[highest], spent[highest]);
            let above = child.up(number);
            let next = (number + 1..=MOST_CONSPIRATORS).find(|&more| child.up(more) > above);
            let Some(next) = next else { break };
            total += next - number;
            if total > MOST_CONSPIRATORS {
                break;
            }
            spent[highest] = next;
        }
        Stability { value, up, down }
    }

    fn value(&self, known: &Stability) -> Value {
        known.value
    }

    /// Conspiracies are unlikely, not impossible.
    fn bound(&self, _: &Stability) -> Bound {
        Bound::Estimate
    }

    fn begin(&self, root: &Stability, children: &[&Stability]) -> Option<(usize, Conspirators)> {
        let (most, least) = (root.up(self.threshold), root.down(self.threshold));
        let far = |from: Value, to: Value| i64::from(to.get()) - i64::from(from.get());
        if far(least, most) <= i64::from(self.width) {
            return None;
        }
        let aim = match far(root.value, most) >= far(least, root.value) {
            true => Conspirators::Raise(most),
            false => Conspirators::Lower(least),
        };
        Some(self.choose(aim, children))
    }

    fn choose(&self, aim: Conspirators, children: &[&Stability]) -> (usize, Conspirators) {
        match aim {
            Conspirators::Raise(target) => {
                let key = |child: &&Stability| {
                    let conspirators = child.to_lower(-target);
                    (-(conspirators.map_or(i64::MAX, |number| number as i64)), -child.value)
                };
                (first_greatest(children.iter().map(key)), Conspirators::Lower(-target))
            }
            Conspirators::Lower(target) => {
                let key = |child: &&Stability| {
                    let takes_part = child.value < -target && child.to_raise(-target).is_some();
                    (takes_part, -child.value)
                };
                (first_greatest(children.iter().map(key)), Conspirators::Raise(-target))
            }
        }
    }

    fn best(&self, children: &[&Stability]) -> usize {
        first_greatest(children.iter().map(|child| -child.value))
    }
}
