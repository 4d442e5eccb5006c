//! Incremental random game trees (Korf & Chickering 1996, section 4).
//!
//! Every edge has a random cost; a node's static value is the sum of the costs from the root to it. The tree is never
//! stored: a node's random number follows from the tree's seed and the node's place, so every search sees the same value
//! each time it generates the node.
//!
//! The root's value is 0 and MAX moves at even depths. Indices and distances wrap modulo 2^32, as in the paper.
//!
//! Two dials go beyond the paper: the costs of siblings can be correlated ([`RandomTree::with_correlation`]), and static values can be
//! noisy ([`NoisyEdgeCostSum`]).

mod branching;
mod correlation;
mod edge_costs;
mod evaluation;
mod generation;
pub mod lcg;
mod on_demand;

use crate::hash::{self, mix};
use crate::{Game, Outcome, Side, Value};
pub use branching::{Branching, BranchingError};
pub use correlation::Correlation;
use edge_costs::Draw;
pub use edge_costs::EdgeCosts;
pub use evaluation::{EdgeCostSum, NoisyEdgeCostSum};
pub use generation::Generation;
use generation::{halves, hash_child};
pub use on_demand::OnDemandTree;

/// A node of a random tree: 16 bytes.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Node {
    /// The generator's state, which is the node's random number ([`Generation::Hash`]: low half of the hash).
    state: u32,
    /// Breadth-first index ([`Generation::Hash`]: high half of the hash).
    index: u32,
    /// Static value from MAX's side.
    value: i32,
    /// Distance from the root in plies.
    depth: u32,
}

impl Node {
    /// The static value from MAX's side: the sum of the edge costs from the root.
    #[must_use]
    pub const fn value(&self) -> Value {
        Value::raw(self.value)
    }

    /// The sum of the edge costs from the side to move.
    #[inline]
    fn value_of_mover(&self) -> Value {
        let value = self.value();
        if self.depth & 1 == 0 { value } else { -value }
    }

    /// Distance from the root of the game in plies.
    #[must_use]
    pub const fn depth(&self) -> u32 {
        self.depth
    }

    /// The node's 15-bit random number, from the high half of the state: the low bits have tiny periods.
    #[inline]
    const fn v15(&self) -> u32 {
        (self.state >> 16) & 0x7fff
    }
}

/// A move: the child's number and, so that playing it needs no jump, the child's random number.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct Child {
    number: u32,
    state: u32,
}

impl Child {
    /// The child's number, counted from 0.
    #[must_use]
    pub const fn number(self) -> u32 {
        self.number
    }
}

/// The enumeration of a node's children.
#[derive(Clone, Copy, Debug)]
pub struct Children {
    /// The next child's random number, if it follows from its sibling's.
    state: u32,
    number: u32,
    count: u32,
}

/// The rules of an incremental random tree.
///
/// ```
/// use plyscope_core::{Game, random_tree::{Branching, RandomTree}};
/// let tree = RandomTree::new(17, Branching::uniform(10)?);
/// let root = tree.root();
/// let mut moves = tree.moves(&root);
/// let (first, node) = tree.next_child(&root, &mut moves).unwrap();
/// assert_eq!(first.number(), 0);
/// assert_eq!(tree.play(&root, first), node);
/// # Ok::<(), plyscope_core::random_tree::BranchingError>(())
/// ```
#[derive(Clone, Debug)]
pub struct RandomTree {
    seed: u32,
    branching: Branching,
    edge_costs: EdgeCosts,
    /// How a cost is drawn from the range.
    draw: Draw,
    generation: Generation,
    game_depth: u32,
    correlation: Correlation,
    /// Whether there is any correlation: the papers' trees pay for this one question.
    is_correlated: bool,
}

impl RandomTree {
    /// The papers' depth of a played game: fifty moves for each side.
    pub const GAME_DEPTH: u32 = 100;

    /// The greatest game depth: down to it no sum of edge costs overflows, whatever their range.
    pub const DEEPEST: u32 = 255;

    /// A tree by Korf & Chickering's conventions: edge costs of 15 bits, breadth-first generation, game depth 100.
    #[must_use]
    pub const fn new(seed: u32, branching: Branching) -> Self {
        Self {
            seed,
            branching,
            edge_costs: EdgeCosts::Korf,
            draw: EdgeCosts::Korf.draw(),
            generation: Generation::BreadthFirst,
            game_depth: Self::GAME_DEPTH,
            correlation: Correlation::NONE,
            is_correlated: false,
        }
    }

    /// The trees of Zhang's Table 1: 1 to 9 children, 5 at the root, edge costs from -16383 to 16384.
    #[must_use]
    pub const fn zhang(seed: u32) -> Self {
        Self::new(seed, Branching::ZHANG).with_edge_costs(EdgeCosts::Zhang)
    }

    /// Sets the range of the edge costs.
    #[must_use]
    pub const fn with_edge_costs(self, edge_costs: EdgeCosts) -> Self {
        Self { edge_costs, draw: edge_costs.draw(), ..self }
    }

    /// Sets the generation method.
    #[must_use]
    pub const fn with_generation(self, generation: Generation) -> Self {
        Self { generation, ..self }
    }

    /// Sets the depth at which the game ends, clamped to 1 to [`RandomTree::DEEPEST`].
    #[must_use]
    pub const fn with_game_depth(self, game_depth: u32) -> Self {
        let game_depth = match game_depth {
            0 => 1,
            depth if depth > Self::DEEPEST => Self::DEEPEST,
            depth => depth,
        };
        Self { game_depth, ..self }
    }

    /// Sets the correlation between the costs of the edges to siblings.
    #[must_use]
    pub const fn with_correlation(self, correlation: Correlation) -> Self {
        Self { correlation, is_correlated: !correlation.is_none(), ..self }
    }

    /// The generator's state at the root.
    #[must_use]
    pub const fn seed(&self) -> u32 {
        self.seed
    }

    /// Numbers of children.
    #[must_use]
    pub const fn branching(&self) -> Branching {
        self.branching
    }

    /// Range of the edge costs.
    #[must_use]
    pub const fn edge_costs(&self) -> EdgeCosts {
        self.edge_costs
    }

    /// How nodes get their random numbers.
    #[must_use]
    pub const fn generation(&self) -> Generation {
        self.generation
    }

    /// Depth at which the game ends, in plies.
    #[must_use]
    pub const fn game_depth(&self) -> u32 {
        self.game_depth
    }

    /// Correlation between the costs of the edges to siblings.
    #[must_use]
    pub const fn correlation(&self) -> Correlation {
        self.correlation
    }

    /// The root: value 0, MAX to move.
    #[must_use]
    pub fn root(&self) -> Node {
        let (state, index) = match self.generation {
            Generation::Hash => halves(mix(u64::from(self.seed))),
            _ => (self.seed, 0),
        };
        Node { state, index, value: 0, depth: 0 }
    }

    /// The number of children of `node`.
    #[must_use]
    #[inline]
    pub fn count_children(&self, node: &Node) -> u32 {
        if node.depth >= self.game_depth {
            0
        } else if node.depth == 0 {
            self.branching.at_root()
        } else {
            self.branching.of(node.v15())
        }
    }

    /// The move to child `number`, counted from 0, of `node`, for reaching a child without enumerating its siblings.
    #[must_use]
    #[inline]
    pub fn nth_child(&self, node: &Node, number: u32) -> Child {
        Child { number, state: self.child_state(node, number) }
    }

    /// The random number of child `number`, if the generator gives it.
    #[inline]
    fn child_state(&self, node: &Node, number: u32) -> u32 {
        let (state, steps) = match self.generation {
            // From index x to the child's, B x + 1 + number.
            Generation::BreadthFirst => {
                (node.state, self.child_index(node, number).wrapping_sub(node.index))
            }
            Generation::ReseedParent => (lcg::next(self.seed.wrapping_add(node.index)), number),
            Generation::ReseedNode => return self.reseeded(node, number),
            Generation::Hash => return 0,
        };
        lcg::jump(state, steps)
    }

    /// The breadth-first index of child `number`. Wraps like all indices.
    #[inline]
    const fn child_index(&self, node: &Node, number: u32) -> u32 {
        node.index.wrapping_mul(self.branching.maximum()).wrapping_add(number).wrapping_add(1)
    }

    /// The random number of a child that re-seeds the generator.
    #[inline]
    const fn reseeded(&self, node: &Node, number: u32) -> u32 {
        lcg::next(self.seed.wrapping_add(self.child_index(node, number)))
    }

    #[inline]
    fn child(&self, node: &Node, number: u32, state: u32) -> Node {
        let (state, index) = match self.generation {
            Generation::Hash => halves(hash_child(node, number)),
            _ => (state, self.child_index(node, number)),
        };
        let mut cost = self.draw.cost(state);
        if self.is_correlated {
            cost = self.correlated(node, cost);
        }
        let value = node.value.wrapping_add(cost);
        Node { state, index, value, depth: node.depth.wrapping_add(1) }
    }
}

impl Game for RandomTree {
    type Position = Node;
    type Move = Child;
    type Moves = Children;

    #[inline]
    fn moves(&self, node: &Node) -> Children {
        self.moves_from(node, 0)
    }

    #[inline]
    fn moves_from(&self, node: &Node, number: u32) -> Children {
        let count = self.count_children(node);
        let state = if number < count { self.child_state(node, number) } else { 0 };
        Children { state, number, count }
    }

    #[inline]
    fn next_child(&self, node: &Node, moves: &mut Children) -> Option<(Child, Node)> {
        if moves.number >= moves.count {
            return None;
        }
        let number = moves.number;
        let state = match self.generation {
            Generation::BreadthFirst | Generation::ReseedParent => {
                let state = moves.state;
                moves.state = lcg::next(state);
                state
            }
            Generation::ReseedNode => self.reseeded(node, number),
            Generation::Hash => 0,
        };
        moves.number = number.wrapping_add(1);
        Some((Child { number, state }, self.child(node, number, state)))
    }

    #[inline]
    fn play(&self, node: &Node, mv: Child) -> Node {
        self.child(node, mv.number, mv.state)
    }

    #[inline]
    fn mover(&self, node: &Node) -> Side {
        if node.depth & 1 == 0 { Side::Max } else { Side::Min }
    }

    /// The score is the leaf's value.
    #[inline]
    fn outcome(&self, node: &Node) -> Option<Outcome> {
        (self.count_children(node) == 0).then(|| Outcome::scored(node.value_of_mover().get()))
    }

    #[inline]
    fn most_plies(&self, node: &Node) -> Option<u32> {
        Some(self.game_depth.saturating_sub(node.depth))
    }

    /// A hash of the node's number and random number; no two paths lead to one node.
    #[inline]
    fn key(&self, node: &Node) -> Option<u64> {
        let (upper, lower) = (u64::from(node.index) << 32, u64::from(node.state));
        Some(hash::pair(upper | lower, u64::from(node.depth)))
    }

    #[inline]
    fn lines_meet(&self) -> bool {
        false
    }

    #[inline]
    fn has_more(&self, _: &Node, moves: &Children) -> bool {
        moves.number < moves.count
    }

    fn count_moves(&self, node: &Node) -> u64 {
        u64::from(self.count_children(node))
    }

    /// Its number.
    #[inline]
    fn pack(&self, mv: Child, _: u32) -> u32 {
        mv.number
    }

    #[inline]
    fn packed(&self, _: &Node, mv: Child) -> u32 {
        self.pack(mv, 0)
    }

    #[inline]
    fn unpack(&self, node: &Node, packed: u32) -> Option<Child> {
        Some(self.nth_child(node, packed))
    }
}
