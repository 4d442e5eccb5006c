//! The static evaluations of random trees: exact sums, and sums with noise.

use super::Node;
use crate::hash::{self, mix};
use crate::{Ends, Evaluator, Outcome, Value};

/// The static evaluation of random trees: the sum of the edge costs, seen from the mover's side.
#[derive(Clone, Copy, Debug, Default)]
pub struct EdgeCostSum;

impl Evaluator<Node> for EdgeCostSum {
    type State = ();

    #[inline]
    fn state(&self, _: &Node) {}

    #[inline]
    fn evaluate(&self, node: &Node, _: &()) -> Value {
        node.value_of_mover()
    }

    #[inline]
    fn finished(&self, outcome: Outcome) -> Value {
        Value::new(outcome.score())
    }

    /// A leaf's value is the sum of its edge costs, too.
    #[inline]
    fn leaf_value(
        &self,
        node: &Node,
        _: &(),
        ends: Ends,
        outcome: impl FnOnce() -> Option<Outcome>,
    ) -> Value {
        match ends {
            Ends::Scored => node.value_of_mover(),
            Ends::Decided => match outcome() {
                Some(outcome) => ends.value(self, outcome),
                None => node.value_of_mover(),
            },
        }
    }
}

/// The sum of the edge costs plus noise, seen from the mover's side: how accurate a static evaluation is becomes a dial.
///
/// Each node has its own noise, a whole number from -amplitude to amplitude, each equally likely: its variance is
/// amplitude (amplitude + 1) / 3. It depends on the node alone, so every search sees the same value each time. The noises
/// of different nodes are independent, also those of a node and its children; the errors of real evaluations are often
/// alike along a line.
///
/// A finished game keeps its exact value. What noise does to decisions is therefore measured on trees with a short
/// [game depth](super::RandomTree::with_game_depth), where the truth is the minimax value of the whole game.
///
/// ```
/// use plyscope_core::random_tree::{Branching, EdgeCostSum, NoisyEdgeCostSum, RandomTree};
/// use plyscope_core::{Game, static_value};
/// let tree = RandomTree::new(17, Branching::uniform(2)?).with_game_depth(2);
/// let node = tree.play(&tree.root(), tree.nth_child(&tree.root(), 1));
/// let noisy = NoisyEdgeCostSum::new(1000);
/// let error = static_value(&tree, &noisy, &node).get() - static_value(&tree, &EdgeCostSum, &node).get();
/// assert!(error != 0 && error.abs() <= 1000);
/// let leaf = tree.play(&node, tree.nth_child(&node, 0));
/// assert_eq!(static_value(&tree, &noisy, &leaf), static_value(&tree, &EdgeCostSum, &leaf));
/// # Ok::<(), plyscope_core::random_tree::BranchingError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct NoisyEdgeCostSum {
    amplitude: u32,
}

impl NoisyEdgeCostSum {
    /// The greatest amplitude: twice the range of the widest edge costs.
    pub const MOST: u32 = 1 << 24;

    /// Noise up to `amplitude`, in the unit of edge costs, at most [`NoisyEdgeCostSum::MOST`]. 0 is [`EdgeCostSum`].
    #[must_use]
    pub const fn new(amplitude: u32) -> Self {
        Self { amplitude: if amplitude > Self::MOST { Self::MOST } else { amplitude } }
    }

    /// The amplitude.
    #[must_use]
    pub const fn amplitude(self) -> u32 {
        self.amplitude
    }

    /// The noise of a node, for MAX.
    #[must_use]
    #[inline]
    pub const fn noise(self, node: &Node) -> i32 {
        // The upper half of a product with the number of possible values: at most 2^25 + 1 of them.
        let values = (self.amplitude as u64).wrapping_mul(2).wrapping_add(1);
        let drawn = (node.hash(SALT) >> 32).wrapping_mul(values) >> 32;
        (drawn as i32).wrapping_sub(self.amplitude as i32)
    }
}

/// Tells the noise from other hashes of a node.
const SALT: u64 = 0x006e_6f69_7365;

impl Node {
    /// A hash of the node, another one for another salt.
    #[inline]
    pub(super) const fn hash(&self, salt: u64) -> u64 {
        let numbers = ((self.index as u64) << 32) | self.state as u64;
        mix(hash::pair(numbers, self.depth as u64) ^ salt)
    }
}

impl Evaluator<Node> for NoisyEdgeCostSum {
    type State = ();

    #[inline]
    fn state(&self, _: &Node) {}

    #[inline]
    fn evaluate(&self, node: &Node, _: &()) -> Value {
        let value = Value::from_i64(i64::from(node.value).wrapping_add(self.noise(node).into()));
        if node.depth & 1 == 0 { value } else { -value }
    }

    #[inline]
    fn finished(&self, outcome: Outcome) -> Value {
        Value::new(outcome.score())
    }
}
