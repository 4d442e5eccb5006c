//! Trees that draw random numbers as nodes are generated.

use core::cell::Cell;

use super::{Child, Children, Generation, Node, RandomTree, lcg};
use crate::{Game, Outcome, Side};

/// A random tree whose nodes take the next number of one stream, in the order of generation (Korf & Chickering, section
/// 4.3).
///
/// It suits a single search that generates each node once: minimax, alpha-beta or forward estimation, without iterative
/// deepening. A node that is generated again, or by another search, gets another number. The stream advances with each
/// child, so a tree belongs to one thread; a [`RandomTree`] can be shared.
///
/// ```
/// use plyscope_core::random_tree::{Branching, EdgeCostSum, OnDemandTree, RandomTree};
/// use plyscope_core::{AlphaBeta, Order, Policy, Request, Search, storage};
///
/// let tree = OnDemandTree::new(&RandomTree::new(1, Branching::uniform(2)?));
/// let root = tree.root();
/// let mut search = AlphaBeta::new(tree, EdgeCostSum, Policy::new(Order::Static), storage!(14, 40));
/// assert_eq!(search.search(&Request::new(&root).depth(14)).unwrap().counts.generated, 2018);
/// # Ok::<(), plyscope_core::random_tree::BranchingError>(())
/// ```
#[derive(Clone, Debug)]
pub struct OnDemandTree {
    /// The tree's parameters: numbers of children, costs, depth.
    tree: RandomTree,
    /// The last number drawn.
    stream: Cell<u32>,
}

impl OnDemandTree {
    /// A tree with the parameters of `tree`, whose seed begins the stream. Its generation method is ignored.
    #[must_use]
    pub const fn new(tree: &RandomTree) -> Self {
        Self {
            tree: RandomTree { generation: Generation::BreadthFirst, ..*tree },
            stream: Cell::new(tree.seed),
        }
    }

    /// The root: value 0, MAX to move. The stream begins again.
    #[must_use]
    pub fn root(&self) -> Node {
        self.stream.set(self.tree.seed);
        self.tree.root()
    }
}

impl Game for OnDemandTree {
    type Position = Node;
    type Move = Child;
    type Moves = Children;

    #[inline]
    fn moves(&self, node: &Node) -> Children {
        Children { state: 0, number: 0, count: self.tree.count_children(node) }
    }

    #[inline]
    fn next_child(&self, node: &Node, moves: &mut Children) -> Option<(Child, Node)> {
        if moves.number >= moves.count {
            return None;
        }
        let mv = Child { number: moves.number, state: lcg::next(self.stream.get()) };
        self.stream.set(mv.state);
        moves.number = mv.number.wrapping_add(1);
        Some((mv, self.tree.play(node, mv)))
    }

    #[inline]
    fn play(&self, node: &Node, mv: Child) -> Node {
        self.tree.play(node, mv)
    }

    #[inline]
    fn outcome(&self, node: &Node) -> Option<Outcome> {
        self.tree.outcome(node)
    }

    #[inline]
    fn most_plies(&self, node: &Node) -> Option<u32> {
        self.tree.most_plies(node)
    }

    #[inline]
    fn mover(&self, node: &Node) -> Side {
        self.tree.mover(node)
    }

    #[inline]
    fn has_more(&self, node: &Node, moves: &Children) -> bool {
        self.tree.has_more(node, moves)
    }

    fn count_moves(&self, node: &Node) -> u64 {
        self.tree.count_moves(node)
    }
}
