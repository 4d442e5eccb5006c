//! Explicit trees: the papers' examples, and reordered trees.

use alloc::sync::Arc;
use alloc::vec::Vec;

use plyscope_core::{Evaluator, Game, Outcome, Side, Value, static_value};

/// A node with its subtree. Values are from MAX's side, as in the papers.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Listed {
    /// Static value for MAX.
    pub value: i32,
    /// Subtrees from left to right.
    pub children: Vec<Listed>,
}

impl Listed {
    /// A node without children.
    pub const fn leaf(value: i32) -> Self {
        Self { value, children: Vec::new() }
    }

    /// A node with children.
    pub const fn node(value: i32, children: Vec<Self>) -> Self {
        Self { value, children }
    }

    /// The tree below a position to this depth. Its root must be a MAX node in `game`.
    pub fn copy<G: Game, E: Evaluator<G::Position>>(
        game: &G,
        evaluator: &E,
        position: &G::Position,
        depth: u32,
    ) -> Self {
        let sign = if game.mover(position) == Side::Max { 1 } else { -1 };
        let mut moves = game.moves(position);
        let mut children = Vec::new();
        while depth > 0
            && let Some((_, child)) = game.next_child(position, &mut moves)
        {
            children.push(Self::copy(game, evaluator, &child, depth - 1));
        }
        Self { value: sign * static_value(game, evaluator, position).get(), children }
    }

    /// Sorts all children, best first, and returns the minimax value.
    pub fn order_perfectly(&mut self, mover: Side) -> i32 {
        let mut order: Vec<(i32, Self)> = core::mem::take(&mut self.children)
            .into_iter()
            .map(|mut child| (child.order_perfectly(mover.other()), child))
            .collect();
        order.sort_by_key(|(value, _)| if mover == Side::Max { -value } else { *value });
        let best = order.first().map_or(self.value, |(value, _)| *value);
        self.children = order.into_iter().map(|(_, child)| child).collect();
        best
    }
}

/// A place in a [`ListTree`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct ListNode {
    index: usize,
    mover: Side,
}

/// Value and children of a node.
type Entry = (i32, Vec<usize>);

/// An explicit tree as a game. Moves are the children's numbers, from 0.
#[derive(Clone, Debug)]
pub struct ListTree {
    nodes: Arc<[Entry]>,
}

impl ListTree {
    /// The tree as a game.
    #[must_use]
    pub fn new(tree: &Listed) -> Self {
        let mut nodes = Vec::new();
        Self::add(&mut nodes, tree);
        Self { nodes: nodes.into() }
    }

    fn add(nodes: &mut Vec<Entry>, tree: &Listed) -> usize {
        let index = nodes.len();
        nodes.push((tree.value, Vec::new()));
        let children = tree.children.iter().map(|child| Self::add(nodes, child)).collect();
        nodes[index].1 = children;
        index
    }

    /// The value of a place for the side to move.
    fn value(&self, place: &ListNode) -> Value {
        let value = Value::new(self.nodes[place.index].0);
        if place.mover == Side::Max { value } else { -value }
    }

    /// The root, at which MAX moves.
    pub const fn root(&self) -> ListNode {
        self.root_for(Side::Max)
    }

    /// The root, at which this side moves.
    pub const fn root_for(&self, mover: Side) -> ListNode {
        ListNode { index: 0, mover }
    }
}

impl Game for ListTree {
    type Position = ListNode;
    type Move = usize;
    type Moves = usize;

    fn moves(&self, _: &ListNode) -> usize {
        0
    }

    fn next_child(&self, place: &ListNode, next: &mut usize) -> Option<(usize, ListNode)> {
        let number = *next;
        let &index = self.nodes[place.index].1.get(number)?;
        *next += 1;
        Some((number, ListNode { index, mover: place.mover.other() }))
    }

    fn play(&self, place: &ListNode, number: usize) -> ListNode {
        ListNode { index: self.nodes[place.index].1[number], mover: place.mover.other() }
    }

    fn outcome(&self, place: &ListNode) -> Option<Outcome> {
        let is_leaf = self.nodes[place.index].1.is_empty();
        is_leaf.then(|| Outcome::scored(self.value(place).get()))
    }

    fn mover(&self, place: &ListNode) -> Side {
        place.mover
    }
}

impl Evaluator<ListNode> for ListTree {
    type State = ();

    fn state(&self, _: &ListNode) {}

    fn evaluate(&self, place: &ListNode, _: &()) -> Value {
        self.value(place)
    }

    fn finished(&self, outcome: Outcome) -> Value {
        Value::new(outcome.score())
    }
}
