//! The search on a tree, naively: after each iteration everything is computed from the leaves again, and each begins at the root.

use std::cmp::Reverse;

use plyscope_core::{Evaluator, Game, Value};

use super::super::uct::ONE;
use super::super::{BackUp, EndLeaf, FinalMove, Selection, Switches, Uct};
use super::Found;

/// A node with its subtree.
struct Tree<G: Game> {
    position: G::Position,
    value: Value,
    outcome: Option<i8>,
    children: Vec<(G::Move, Tree<G>)>,
    /// Whether its value is that of its children, and whether they are all there.
    is_valued: bool,
    is_complete: bool,
    visits: Vec<u32>,
    /// All rewards of each move, if there are any.
    rewards: Vec<Vec<i64>>,
    last: usize,
}

/// No bounds.
pub(super) const ALL: (Value, Value) = (Value::NEG_INFINITY, Value::INFINITY);

/// What a move is worth: completion, value, and what of it is certain.
pub(super) type MoveWorth = (i8, Value, Value);

/// The number of the safe move, of moves with whether they are closed, their worth, visits and numbers.
pub(super) fn safest<V: Ord + Copy>(
    moves: &[(bool, MoveWorth, V, usize)],
    switches: Switches,
) -> Option<usize> {
    let by_visits = |&&(_, (c, v, _), visits, number): &&(bool, MoveWorth, V, usize)| {
        (c, visits, v, Reverse(number))
    };
    if switches.completes() {
        return moves.iter().max_by_key(by_visits).map(|one| one.3);
    }
    let open = moves.iter().filter(|one| !one.0).max_by_key(by_visits);
    let known = moves.iter().filter(|one| one.0).max_by_key(|one| (one.1, Reverse(one.3)));
    match (open, known) {
        (Some(open), Some(known)) if known.1.1 < open.1.1 => Some(open.3),
        (open, known) => known.or(open).map(|one| one.3),
    }
}

/// Resolution, completion and value of a node.
type Worth = (bool, i8, Value);

pub(super) struct NaiveTree<'a, G: Game, E> {
    pub(super) game: &'a G,
    pub(super) evaluator: &'a E,
    pub(super) switches: Switches,
    pub(super) uct: Option<Uct>,
    pub(super) nodes: u64,
    pub(super) depth: u32,
    generated: u64,
}

impl<'a, G: Game<Position: Clone>, E: Evaluator<G::Position>> NaiveTree<'a, G, E> {
    pub(super) fn new(
        game: &'a G,
        evaluator: &'a E,
        switches: Switches,
        (nodes, depth): (u64, u32),
    ) -> Self {
        Self { game, evaluator, switches, uct: None, nodes, depth, generated: 0 }
    }

    fn leaf(&self, position: &G::Position) -> Tree<G> {
        let outcome = self.game.outcome(position);
        let state = self.evaluator.state(position);
        let value = match outcome {
            Some(outcome) if self.switches.leaf == EndLeaf::Exact => {
                self.evaluator.finished(outcome)
            }
            _ => self.evaluator.evaluate(position, &state),
        };
        Tree {
            position: position.clone(),
            value,
            outcome: outcome.map(|outcome| outcome.score().signum() as i8),
            children: Vec::new(),
            is_valued: false,
            is_complete: false,
            visits: Vec::new(),
            rewards: Vec::new(),
            last: 0,
        }
    }

    fn worth(&self, tree: &Tree<G>) -> Worth {
        let completes = self.switches.completes();
        if !tree.is_valued {
            let completion = tree.outcome.filter(|_| completes);
            let resolved = tree.outcome.is_some() && self.switches.resolves();
            return (resolved, completion.unwrap_or(0), tree.value);
        }
        let worths: Vec<Worth> = tree.children.iter().map(|(_, child)| self.worth(child)).collect();
        let (c, v) = worths.iter().map(|&(_, c, v)| (-c, -v)).max().unwrap();
        let all = tree.is_complete && worths.iter().all(|&(r, _, _)| r);
        let (low, high) = self.bounds(tree);
        let resolved =
            if self.switches.bounds() { high <= low } else { completes && (c == 1 || all) };
        (resolved, if resolved { c } else { 0 }, v)
    }

    /// What is certain of a node's value: it is at least the first and at most the second.
    fn bounds(&self, tree: &Tree<G>) -> (Value, Value) {
        if !tree.is_valued {
            return if tree.outcome.is_some() { (tree.value, tree.value) } else { ALL };
        }
        let bounds: Vec<_> = tree.children.iter().map(|(_, child)| self.bounds(child)).collect();
        let low = bounds.iter().map(|&(_, high)| -high).max().unwrap();
        let high = bounds.iter().map(|&(low, _)| -low).max().unwrap();
        (low, if tree.is_complete { high } else { Value::INFINITY })
    }

    /// Whether a child is left alone.
    fn is_closed(&self, tree: &Tree<G>, child: &Tree<G>) -> bool {
        match self.switches.bounds() {
            true => -self.bounds(child).0 <= self.bounds(tree).0,
            false => self.worth(child).0,
        }
    }

    /// What a child is certainly worth, if the search asks.
    fn assured(&self, child: &Tree<G>) -> Value {
        if self.switches.bounds() { -self.bounds(child).1 } else { Value::ZERO }
    }

    /// One iteration; the value of what it has expanded, for the side to move at `tree`. `None` if the search has ended. `least` and `most` are
    /// the values between which it comes to `tree`.
    fn iterate(
        &mut self,
        tree: &mut Tree<G>,
        ply: u32,
        (least, most): (Value, Value),
    ) -> Option<i64> {
        if ply >= self.depth || tree.outcome.is_some() {
            return None;
        }
        if self.switches.is_partial() && !tree.is_complete {
            return self.generate_some(tree, most).then_some(0);
        }
        if tree.children.is_empty() {
            let mut moves = self.game.moves(&tree.position);
            let mut children = Vec::new();
            while let Some((mv, child)) = self.game.next_child(&tree.position, &mut moves) {
                children.push((mv, self.leaf(&child)));
            }
            if self.generated + children.len() as u64 > self.nodes {
                return None;
            }
            self.generated += children.len() as u64;
            tree.visits = vec![0; children.len()];
            tree.children = children;
            (tree.is_valued, tree.is_complete) = (true, true);
            if let Some(uct) = &self.uct {
                let of = |child: &Tree<G>| uct.reward(-child.value);
                tree.rewards = tree.children.iter().map(|(_, child)| vec![of(child)]).collect();
            }
            if self.switches.selection == Selection::Best || self.worth(tree).0 {
                let value = self.worth(tree).2;
                return Some(self.uct.map_or(0, |uct| uct.reward(value)));
            }
        }
        let ranked = tree.children.iter().enumerate().filter_map(|(number, (_, child))| {
            let (_, c, v) = self.worth(child);
            let tie = match self.switches.backup {
                BackUp::Stable => u32::from(number != tree.last),
                BackUp::Root => tree.visits[number],
            };
            (!self.is_closed(tree, child)).then_some((-c, -v, Reverse((tie, number))))
        });
        let number = match self.uct {
            None => ranked.max().map(|(_, _, Reverse((_, number)))| number),
            Some(uct) => self.choose_by_bounds(tree, uct),
        }?;
        tree.last = number;
        let others = tree.children.iter().enumerate().filter(|&(other, _)| other != number);
        let others = others.filter(|(_, (_, child))| !self.is_closed(tree, child));
        let second = others.map(|(_, (_, child))| -self.worth(child).2).max();
        let least = second.map_or(least, |second| least.max(second));
        let below = &mut tree.children[number].1;
        let reward = -self.iterate(below, ply + 1, (-most, -least))?;
        tree.visits[number] += 1;
        if self.uct.is_some() {
            tree.rewards[number].push(reward);
        }
        Some(reward)
    }

    /// Generates children one by one, until one is worth more than `most` or wins. Returns whether more are allowed.
    fn generate_some(&mut self, tree: &mut Tree<G>, most: Value) -> bool {
        let mut moves = self.game.moves(&tree.position);
        for _ in 0..tree.children.len() {
            self.game.next_child(&tree.position, &mut moves);
        }
        loop {
            if self.generated == self.nodes && self.game.has_more(&tree.position, &moves) {
                return false;
            }
            let Some((mv, child)) = self.game.next_child(&tree.position, &mut moves) else {
                (tree.is_valued, tree.is_complete) = (true, true);
                return true;
            };
            self.generated += 1;
            let child = self.leaf(&child);
            let (_, c, v) = self.worth(&child);
            tree.children.push((mv, child));
            tree.visits.push(0);
            if -v > most || c == -1 {
                tree.is_valued = true;
                tree.is_complete = !self.game.has_more(&tree.position, &moves);
                return true;
            }
        }
    }

    fn choose_by_bounds(&self, tree: &Tree<G>, uct: Uct) -> Option<usize> {
        let total: usize = tree.rewards.iter().map(Vec::len).sum();
        let bounds = tree.children.iter().enumerate().filter_map(|(number, (_, child))| {
            let value = self.worth(child).2;
            let rewards = &tree.rewards[number];
            let count = rewards.len() as f64;
            let mean = rewards.iter().sum::<i64>() as f64 / count;
            let mixed = (1.0 - uct.implicit) * mean + uct.implicit * uct.reward(-value) as f64;
            let bonus = uct.exploration * ((total as f64).ln() / count).sqrt();
            (!self.is_closed(tree, child)).then_some((number, mixed / ONE as f64 + bonus))
        });
        // The first of equals, whatever the last bit of a logarithm.
        bounds
            .reduce(|best, next| if next.1 > best.1 + 1e-12 { next } else { best })
            .map(|(number, _)| number)
    }

    fn best(&self, tree: &Tree<G>) -> Option<usize> {
        let ranked = tree.children.iter().enumerate().map(|(number, (_, child))| {
            let (_, c, v) = self.worth(child);
            let tie = match self.switches.backup {
                BackUp::Stable => u32::from(number == tree.last),
                BackUp::Root => tree.visits[number],
            };
            (-c, -v, self.assured(child), tie, Reverse(number))
        });
        ranked.max().map(|(.., Reverse(number))| number)
    }

    pub(super) fn search(&mut self, root: &G::Position) -> Found<G::Move> {
        let mut tree = self.leaf(root);
        while !self.worth(&tree).0 && self.iterate(&mut tree, 0, ALL).is_some() {}
        let safest = || {
            let ranked = tree.children.iter().enumerate().map(|(number, (_, child))| {
                let (_, c, v) = self.worth(child);
                let worth = (-c, -v, self.assured(child));
                (self.is_closed(&tree, child), worth, tree.visits[number], number)
            });
            safest(&ranked.collect::<Vec<_>>(), self.switches)
        };
        let mut next = match self.switches.final_move {
            FinalMove::Best => self.best(&tree),
            FinalMove::Safe => safest(),
        };
        let (resolved, completion, mut value) = self.worth(&tree);
        if let Some(number) = next.filter(|_| !(resolved && completion == -1)) {
            value = -self.worth(&tree.children[number].1).2;
        }
        let mut line = Vec::new();
        let mut node = &tree;
        while let Some(number) = next.filter(|_| (line.len() as u32) < self.depth) {
            line.push(node.children[number].0);
            node = &node.children[number].1;
            next = self.best(node).filter(|_| node.is_complete || self.worth(node).0);
        }
        Found {
            value,
            line,
            generated: self.generated,
            proof: (resolved && self.switches.completes()).then_some(completion),
            visits: tree.visits,
        }
    }
}
