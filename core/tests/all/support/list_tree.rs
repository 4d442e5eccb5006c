//! Trees written out by hand or copied from another game, as a [`Game`] with its own evaluation.

use plyscope_core::{Evaluator, Game, Outcome, Side, Value, static_value};

use super::playout::children;

/// A node and all below it; values are from MAX's side, as the papers draw them.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Tree {
    /// Static value for MAX.
    pub value: i32,
    /// Subtrees from left to right.
    pub children: Vec<Tree>,
}

/// A node without children.
#[must_use]
pub const fn leaf(value: i32) -> Tree {
    Tree { value, children: Vec::new() }
}

/// A node with children.
#[must_use]
pub const fn node(value: i32, children: Vec<Tree>) -> Tree {
    Tree { value, children }
}

impl Tree {
    /// The tree below a position to this depth. Its root must be a MAX node to `game`.
    pub fn copy<G: Game, E: Evaluator<G::Position>>(
        game: &G,
        evaluator: &E,
        position: &G::Position,
        depth: u32,
    ) -> Self {
        Self::copy_side(game, evaluator, position, depth, 1)
    }

    fn copy_side<G: Game, E: Evaluator<G::Position>>(
        game: &G,
        evaluator: &E,
        position: &G::Position,
        depth: u32,
        sign: i32,
    ) -> Self {
        let below = if depth == 0 { Vec::new() } else { children(game, position) };
        Self {
            value: sign * static_value(game, evaluator, position).get(),
            children: below
                .iter()
                .map(|(_, child)| Self::copy_side(game, evaluator, child, depth - 1, -sign))
                .collect(),
        }
    }

    /// Sorts all children so that the best come first, and gives the minimax value.
    pub fn order_perfectly(&mut self, mover: Side) -> i32 {
        if self.children.is_empty() {
            return self.value;
        }
        let values: Vec<i32> =
            self.children.iter_mut().map(|child| child.order_perfectly(mover.other())).collect();
        let mut order: Vec<(i32, Tree)> = values.into_iter().zip(self.children.drain(..)).collect();
        match mover {
            Side::Max => order.sort_by_key(|(value, _)| -value),
            Side::Min => order.sort_by_key(|(value, _)| *value),
        }
        let best = order[0].0;
        self.children = order.into_iter().map(|(_, child)| child).collect();
        best
    }
}

/// A place in a [`ListTree`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Place {
    index: usize,
    mover: Side,
}

/// A tree in memory. Moves are the children's numbers, from 0.
#[derive(Clone, Debug)]
pub struct ListTree {
    /// Value and children of each node.
    nodes: Vec<(i32, Vec<usize>)>,
    root: Place,
}

impl ListTree {
    /// A game on `tree`, MAX to move at the root.
    #[must_use]
    pub fn new(tree: &Tree) -> Self {
        let root = Place { index: 0, mover: Side::Max };
        let mut game = Self { nodes: Vec::new(), root };
        game.add(tree);
        game
    }

    fn add(&mut self, tree: &Tree) -> usize {
        let index = self.nodes.len();
        self.nodes.push((tree.value, Vec::new()));
        let children = tree.children.iter().map(|child| self.add(child)).collect();
        self.nodes[index].1 = children;
        index
    }

    /// The value of a place for the side to move.
    fn value(&self, place: &Place) -> Value {
        let value = Value::new(self.nodes[place.index].0);
        if place.mover == Side::Max { value } else { -value }
    }

    /// The root.
    #[must_use]
    pub const fn root(&self) -> Place {
        self.root
    }
}

impl Game for ListTree {
    type Position = Place;
    type Move = usize;
    type Moves = usize;

    fn moves(&self, _: &Place) -> usize {
        0
    }

    fn next_child(&self, place: &Place, next: &mut usize) -> Option<(usize, Place)> {
        let number = *next;
        self.nodes[place.index].1.get(number)?;
        *next += 1;
        Some((number, self.play(place, number)))
    }

    fn play(&self, place: &Place, number: usize) -> Place {
        Place { index: self.nodes[place.index].1[number], mover: place.mover.other() }
    }

    fn outcome(&self, place: &Place) -> Option<Outcome> {
        let is_leaf = self.nodes[place.index].1.is_empty();
        is_leaf.then(|| Outcome::scored(self.value(place).get()))
    }

    fn mover(&self, place: &Place) -> Side {
        place.mover
    }
}

impl Evaluator<Place> for ListTree {
    type State = ();

    fn state(&self, _: &Place) {}

    fn evaluate(&self, place: &Place, _: &()) -> Value {
        self.value(place)
    }

    fn finished(&self, outcome: Outcome) -> Value {
        Value::new(outcome.score())
    }
}
