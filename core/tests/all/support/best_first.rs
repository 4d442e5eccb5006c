//! Best-first minimax with the whole tree in memory, in the two forms that recursive best-first search must equal:
//! naive re-computation of all values (full expansion), and Fig. 3's recursion with subtrees kept (either).

use plyscope_core::{Evaluator, Expansion, Game, Value, Window, static_value};

use super::outcome::before;
use super::playout::children;

/// What a best-first search found.
#[derive(Clone, PartialEq, Debug)]
pub struct Found<M> {
    /// The root's value for its side to move.
    pub value: Value,
    /// The principal variation.
    pub line: Vec<M>,
    /// Paths of the nodes in the order of their generation.
    pub generated: Vec<Vec<M>>,
}

struct Node<G: Game> {
    position: G::Position,
    path: Vec<G::Move>,
    /// For the side to move here: static, or backed up by the recursion.
    value: Value,
    children: Vec<usize>,
    /// How far the children are generated; `None` before the first and once all are there.
    rest: Option<G::Moves>,
    expanded: bool,
}

/// A tree in memory.
struct Arena<'a, G: Game, E> {
    game: &'a G,
    evaluator: &'a E,
    nodes: Vec<Node<G>>,
}

impl<'a, G: Game, E: Evaluator<G::Position>> Arena<'a, G, E> {
    fn new(game: &'a G, evaluator: &'a E, root: &G::Position) -> Self {
        let mut arena = Self { game, evaluator, nodes: Vec::new() };
        arena.add(root.clone(), Vec::new());
        arena
    }

    fn add(&mut self, position: G::Position, path: Vec<G::Move>) -> usize {
        let value = static_value(self.game, self.evaluator, &position);
        self.nodes.push(Node {
            position,
            path,
            value,
            children: Vec::new(),
            rest: None,
            expanded: false,
        });
        self.nodes.len() - 1
    }

    fn add_child(&mut self, parent: usize, mv: G::Move, position: G::Position) -> usize {
        let mut path = self.nodes[parent].path.clone();
        path.push(mv);
        let child = self.add(position, path);
        self.nodes[parent].children.push(child);
        child
    }

    fn found(self, value: Value, line: Vec<G::Move>) -> Found<G::Move> {
        let generated = self.nodes.into_iter().skip(1).map(|node| node.path).collect();
        Found { value, line, generated }
    }

    /// The value from the definition: nothing stored is trusted.
    fn recompute(&self, index: usize) -> Value {
        let node = &self.nodes[index];
        let best = node.children.iter().map(|&child| -self.recompute(child)).max();
        best.unwrap_or_else(|| static_value(self.game, self.evaluator, &node.position))
    }

    /// The principal leaf: from the root down, always the child that has its parent's value.
    fn principal_leaf(&self) -> usize {
        let mut index = 0;
        loop {
            let node = &self.nodes[index];
            let value = self.recompute(index);
            match node.children.iter().find(|&&child| -self.recompute(child) == value) {
                Some(&child) => index = child,
                None => return index,
            }
        }
    }
}

/// Full expansion by the definition (section 2): expand the principal leaf, recompute every value, repeat while the root's
/// value is within `window`, ends included. A search that left the window has no principal variation.
pub fn by_definition<G: Game, E: Evaluator<G::Position>>(
    game: &G,
    evaluator: &E,
    root: &G::Position,
    depth: usize,
    window: Window,
) -> Found<G::Move> {
    let mut arena = Arena::new(game, evaluator, root);
    loop {
        let value = arena.recompute(0);
        if arena.nodes.len() > 1 && (value < window.alpha || value > window.beta) {
            return arena.found(value, Vec::new());
        }
        let leaf = arena.principal_leaf();
        let below = children(game, &arena.nodes[leaf].position);
        if arena.nodes[leaf].path.len() >= depth || below.is_empty() {
            let line = arena.nodes[leaf].path.clone();
            return arena.found(value, line);
        }
        for (mv, position) in below {
            arena.add_child(leaf, mv, position);
        }
    }
}

/// Fig. 3's recursion, in negamax form, but no subtree is forgotten: nothing is generated twice. A search that left
/// `window` has no principal variation.
pub fn with_saved_tree<G: Game, E: Evaluator<G::Position>>(
    game: &G,
    evaluator: &E,
    root: &G::Position,
    depth: usize,
    window: Window,
    expansion: Expansion,
) -> Found<G::Move> {
    let mut search = Recursion { arena: Arena::new(game, evaluator, root), depth, expansion };
    let leaf = match search.expand(0, window.alpha, window.beta) {
        Step::Left(value) => return search.arena.found(value, Vec::new()),
        Step::Finished(leaf) => leaf,
    };
    let node = &search.arena.nodes[leaf];
    let line = node.path.clone();
    let value = before(line.len(), node.value);
    search.arena.found(value, line)
}

struct Recursion<'a, G: Game, E> {
    arena: Arena<'a, G, E>,
    depth: usize,
    expansion: Expansion,
}

enum Step {
    /// The node left its window with this value for its side to move.
    Left(Value),
    /// This principal leaf ends the search.
    Finished(usize),
}

impl<G: Game, E: Evaluator<G::Position>> Recursion<'_, G, E> {
    /// BFMAX and BFMIN in one.
    fn expand(&mut self, index: usize, alpha: Value, beta: Value) -> Step {
        if !self.arena.nodes[index].expanded {
            if let Some(left) = self.generate(index, beta) {
                return Step::Left(left);
            }
            if self.arena.nodes[index].children.is_empty() {
                return Step::Finished(index);
            }
        }
        loop {
            // The values are distinct, so the order of equals does not matter.
            let mut order = self.arena.nodes[index].children.clone();
            order.sort_by_key(|&child| self.arena.nodes[child].value);
            let best = order[0];
            let value = -self.arena.nodes[best].value;
            if value < alpha || value > beta {
                return Step::Left(value);
            }
            if self.arena.nodes[best].path.len() >= self.depth {
                return Step::Finished(best);
            }
            let second =
                order.get(1).map_or(Value::NEG_INFINITY, |&child| -self.arena.nodes[child].value);
            match self.expand(best, -beta, -alpha.max(second)) {
                Step::Left(value) => self.arena.nodes[best].value = value,
                finished @ Step::Finished(_) => return finished,
            }
        }
    }

    /// Generates the children that are not there yet; gives the value of one that exceeds beta.
    fn generate(&mut self, index: usize, beta: Value) -> Option<Value> {
        let node = &self.arena.nodes[index];
        let position = node.position.clone();
        let mut rest = node.rest.clone().unwrap_or_else(|| self.arena.game.moves(&position));
        while let Some((mv, child)) = self.arena.game.next_child(&position, &mut rest) {
            let child = self.arena.add_child(index, mv, child);
            let value = -self.arena.nodes[child].value;
            if self.expansion == Expansion::Partial && value > beta {
                self.arena.nodes[index].rest = Some(rest);
                return Some(value);
            }
        }
        self.arena.nodes[index].rest = None;
        self.arena.nodes[index].expanded = true;
        None
    }
}
