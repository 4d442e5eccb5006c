//! Correlation between the costs of the edges to siblings.

use super::{Child, Children, Node, RandomTree};
use crate::{Game, Outcome, Side};

/// The correlation between the costs of the edges from one node to any two of its children, in thousandths.
///
/// A cost is the weighted mean of a cost that all siblings have in common and one of the child's own, both drawn from the
/// tree's range. With weight s of the common one, the correlation r is s^2 / (s^2 + (1 - s)^2), so s is
/// sqrt(r) / (sqrt(r) + sqrt(1 - r)). Costs stay within the range, rounded to whole numbers; their variance is
/// s^2 + (1 - s)^2 of that of independent costs: half at r = 0.5, all of it at 0 and 1. Costs of children of different
/// parents are independent.
///
/// ```
/// use plyscope_core::random_tree::Correlation;
/// assert_eq!(Correlation::per_mille(250).map(Correlation::get), Some(250));
/// assert_eq!(Correlation::per_mille(1001), None);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Correlation {
    per_mille: u16,
    /// The weight of the common cost, in parts of [`ONE`].
    weight: u32,
}

/// A weight of 1.
const ONE: u32 = 1 << 16;

impl Correlation {
    /// Independent costs.
    pub const NONE: Self = Self { per_mille: 0, weight: 0 };

    /// A correlation of `thousandths` / 1000, 0 to 1000; `None` if it is out of range.
    #[must_use]
    pub const fn per_mille(thousandths: u32) -> Option<Self> {
        if thousandths > 1000 {
            return None;
        }
        // Square roots with 16 binary places.
        let common = ((thousandths as u64) << 32).isqrt();
        let own = ((1000u64.wrapping_sub(thousandths as u64)) << 32).isqrt();
        let weight = match (common << 16).checked_div(common.wrapping_add(own)) {
            Some(weight) => weight as u32,
            None => 0,
        };
        Some(Self { per_mille: thousandths as u16, weight })
    }

    /// The correlation in thousandths.
    #[must_use]
    pub const fn get(self) -> u32 {
        self.per_mille as u32
    }

    /// Whether costs are independent.
    #[must_use]
    pub const fn is_none(self) -> bool {
        self.per_mille == 0
    }

    /// The cost of an edge, from the common cost and the child's own.
    pub(super) const fn cost(self, common: i32, own: i32) -> i32 {
        let weight = self.weight as i64;
        let rest = (ONE as i64).wrapping_sub(weight);
        let sum =
            (common as i64).wrapping_mul(weight).wrapping_add((own as i64).wrapping_mul(rest));
        (sum.wrapping_add(ONE as i64 / 2) >> 16) as i32
    }
}

/// Tells the common cost of a node's children from other hashes of it.
const COMMON: u64 = 0x636f_6d6d_6f6e;

/// A random tree with correlated costs: the same nodes with other values.
///
/// ```
/// use plyscope_core::Game;
/// use plyscope_core::random_tree::{Branching, CorrelatedTree, Correlation, RandomTree};
/// let all = Correlation::per_mille(1000).unwrap();
/// let tree = CorrelatedTree::new(RandomTree::new(17, Branching::uniform(3)?), all);
/// let root = tree.tree().root();
/// let mut moves = tree.moves(&root);
/// let (_, first) = tree.next_child(&root, &mut moves).unwrap();
/// let (_, second) = tree.next_child(&root, &mut moves).unwrap();
/// assert_eq!(first.value(), second.value());
/// # Ok::<(), plyscope_core::random_tree::BranchingError>(())
/// ```
#[derive(Clone, Debug)]
pub struct CorrelatedTree {
    tree: RandomTree,
    correlation: Correlation,
}

impl CorrelatedTree {
    /// The tree with this correlation; with [`Correlation::NONE`] it is `tree`.
    #[must_use]
    pub const fn new(tree: RandomTree, correlation: Correlation) -> Self {
        Self { tree, correlation }
    }

    /// The tree without correlation. Its root is this tree's root, and so are its moves.
    #[must_use]
    pub const fn tree(&self) -> &RandomTree {
        &self.tree
    }

    /// Correlation between the costs of siblings' edges.
    #[must_use]
    pub const fn correlation(&self) -> Correlation {
        self.correlation
    }

    /// A child of `node` with its own cost alone, with the common one mixed in.
    #[inline]
    fn mixed(&self, node: &Node, child: Node) -> Node {
        let common = self.tree.draw.cost((node.hash(COMMON) >> 32) as u32);
        let own = child.value.wrapping_sub(node.value);
        let value = node.value.wrapping_add(self.correlation.cost(common, own));
        Node { value, ..child }
    }
}

impl Game for CorrelatedTree {
    type Position = Node;
    type Move = Child;
    type Moves = Children;

    #[inline]
    fn moves(&self, node: &Node) -> Children {
        self.tree.moves(node)
    }

    #[inline]
    fn next_child(&self, node: &Node, moves: &mut Children) -> Option<(Child, Node)> {
        let (mv, child) = self.tree.next_child(node, moves)?;
        Some((mv, self.mixed(node, child)))
    }

    #[inline]
    fn play(&self, node: &Node, mv: Child) -> Node {
        self.mixed(node, self.tree.play(node, mv))
    }

    #[inline]
    fn mover(&self, node: &Node) -> Side {
        self.tree.mover(node)
    }

    #[inline]
    fn outcome(&self, node: &Node) -> Option<Outcome> {
        self.tree.outcome(node)
    }

    #[inline]
    fn key(&self, node: &Node) -> Option<u64> {
        self.tree.key(node)
    }

    #[inline]
    fn has_more(&self, node: &Node, moves: &Children) -> bool {
        self.tree.has_more(node, moves)
    }

    fn count_moves(&self, node: &Node) -> u64 {
        self.tree.count_moves(node)
    }

    #[inline]
    fn pack(&self, mv: Child, number: u32) -> u32 {
        self.tree.pack(mv, number)
    }

    #[inline]
    fn packed(&self, node: &Node, mv: Child) -> u32 {
        self.tree.packed(node, mv)
    }

    #[inline]
    fn unpack(&self, node: &Node, packed: u32) -> Option<Child> {
        self.tree.unpack(node, packed)
    }
}

#[cfg(test)]
mod tests {
    use super::{Correlation, ONE};

    #[test]
    fn the_weights_give_the_correlation_within_a_thousandth() {
        for thousandths in 0..=1000 {
            let correlation = Correlation::per_mille(thousandths).unwrap();
            let share = f64::from(correlation.weight) / f64::from(ONE);
            let (common, own) = (share * share, (1.0 - share) * (1.0 - share));
            let given = common / (common + own);
            assert!(
                (given - f64::from(thousandths) / 1000.0).abs() < 1e-4,
                "{thousandths}: {given}"
            );
        }
        assert_eq!(Correlation::per_mille(0), Some(Correlation::NONE));
        assert_eq!(Correlation::per_mille(1000).unwrap().weight, ONE);
    }

    #[test]
    fn costs_stay_within_their_range() {
        for thousandths in [0, 1, 333, 500, 999, 1000] {
            let correlation = Correlation::per_mille(thousandths).unwrap();
            for extreme in [-(1 << 23), -16383, 0, 16384, (1 << 23) - 1] {
                assert_eq!(correlation.cost(extreme, extreme), extreme);
            }
            assert!((-5..=9).contains(&correlation.cost(-5, 9)));
        }
        assert_eq!(Correlation::NONE.cost(100, 7), 7);
        assert_eq!(Correlation::per_mille(1000).unwrap().cost(100, 7), 100);
        assert_eq!(Correlation::per_mille(500).unwrap().cost(100, 50), 75);
    }
}
