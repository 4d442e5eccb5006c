//! The search on positions, naively: a map of positions, and a recursive function that stays at a node while its value stays.

use std::cmp::Reverse;
use std::collections::HashMap;

use plyscope_core::{Evaluator, Game, Value};

use super::super::{BackUp, EndLeaf, FinalMove, Selection, Switches};
use super::Found;
use super::naive_tree::{ALL, safest};

/// What is known of a position.
#[derive(Clone)]
struct State<M> {
    /// Whether all children are there.
    expanded: bool,
    /// Whether its value is that of its children.
    valued: bool,
    finished: bool,
    resolved: bool,
    completion: i8,
    value: Value,
    /// It is certainly at least the first and at most the second.
    bounds: (Value, Value),
    /// Moves with the keys of their positions, and visits.
    edges: Vec<(M, u64, u32)>,
    last: usize,
}

pub(super) struct NaiveTable<'a, G: Game, E> {
    game: &'a G,
    evaluator: &'a E,
    switches: Switches,
    nodes: u64,
    depth: u32,
    generated: u64,
    states: HashMap<u64, State<G::Move>>,
}

/// The search has ended.
struct End;

impl<'a, G: Game<Position: Clone>, E: Evaluator<G::Position>> NaiveTable<'a, G, E> {
    pub(super) fn new(
        game: &'a G,
        evaluator: &'a E,
        switches: Switches,
        (nodes, depth): (u64, u32),
    ) -> Self {
        Self { game, evaluator, switches, nodes, depth, generated: 0, states: HashMap::new() }
    }

    fn key(&self, position: &G::Position) -> u64 {
        self.game.key(position).expect("the game has keys")
    }

    /// Makes a position known.
    fn meet(&mut self, position: &G::Position) -> u64 {
        let key = self.key(position);
        let (game, evaluator, switches) = (self.game, self.evaluator, self.switches);
        self.states.entry(key).or_insert_with(|| {
            let outcome = game.outcome(position);
            let value = match outcome {
                Some(outcome) if switches.leaf == EndLeaf::Exact => evaluator.finished(outcome),
                _ => evaluator.evaluate(position, &evaluator.state(position)),
            };
            let known = outcome.filter(|_| switches.completes());
            State {
                expanded: false,
                valued: false,
                finished: outcome.is_some(),
                resolved: outcome.is_some() && switches.resolves(),
                completion: known.map_or(0, |outcome| outcome.score().signum() as i8),
                value,
                bounds: if outcome.is_some() { (value, value) } else { ALL },
                edges: Vec::new(),
                last: 0,
            }
        });
        key
    }

    fn worth(&self, child: u64) -> (i8, Value) {
        (-self.states[&child].completion, -self.states[&child].value)
    }

    /// Backs up one position. Returns whether it has changed.
    fn refresh(&mut self, key: u64) -> bool {
        let state = &self.states[&key];
        if !state.valued {
            return false;
        }
        let (c, v) = state.edges.iter().map(|&(_, child, _)| self.worth(child)).max().unwrap();
        let all = state.edges.iter().all(|(_, child, _)| self.states[child].resolved);
        let of = |child: &u64| self.states[child].bounds;
        let low = state.edges.iter().map(|(_, child, _)| -of(child).1).max().unwrap();
        let high = state.edges.iter().map(|(_, child, _)| -of(child).0).max().unwrap();
        let bounds = (low, if state.expanded { high } else { Value::INFINITY });
        let resolved = match self.switches.bounds() {
            true => bounds.1 <= bounds.0,
            false => self.switches.completes() && (c == 1 || state.expanded && all),
        };
        let narrower = self.switches.bounds() && state.bounds != bounds;
        let changed = narrower || (state.value, state.resolved) != (v, resolved);
        let state = self.states.get_mut(&key).unwrap();
        (state.value, state.resolved, state.bounds) = (v, resolved, bounds);
        state.completion = if resolved { c } else { 0 };
        changed
    }

    /// Iterations below a position, until its value changes, or one by [`BackUp::Root`], or if a descent has expanded a position
    /// above, whose value is still `open`. Counts them.
    fn visit(
        &mut self,
        position: &G::Position,
        (ply, open): (u32, bool),
        (least, most): (Value, Value),
        iterations: &mut u32,
    ) -> Result<(), End> {
        let key = self.key(position);
        loop {
            let known = self.states[&key].clone();
            let solved = ply == 0 && known.resolved;
            if solved || known.finished || ply >= self.depth {
                return Err(End);
            }
            let mut goes_down = known.expanded;
            let mut open_here = false;
            if !known.expanded && self.switches.is_partial() {
                if !self.generate_some(position, most) {
                    self.refresh(key);
                    return Err(End);
                }
            } else if !known.expanded {
                let count = self.game.count_moves(position);
                if self.generated + count > self.nodes {
                    return Err(End);
                }
                self.generated += count;
                let mut moves = self.game.moves(position);
                let mut edges = Vec::new();
                while let Some((mv, child)) = self.game.next_child(position, &mut moves) {
                    edges.push((mv, self.meet(&child), 0));
                }
                let undecided = edges.iter().all(|&(_, child, _)| self.worth(child).0 < 1)
                    && edges.iter().any(|(_, child, _)| !self.states[child].resolved);
                let state = self.states.get_mut(&key).unwrap();
                state.edges = edges;
                (state.expanded, state.valued) = (true, true);
                goes_down = undecided && self.switches.selection == Selection::Descent;
                open_here = goes_down;
            }
            let next = if goes_down { self.choose(key) } else { None };
            let Some(number) = next else {
                *iterations += 1;
                let changed = self.refresh(key);
                if ply == 0 || self.switches.backup == BackUp::Stable && !changed && !open {
                    continue;
                }
                return Ok(());
            };
            let (mv, _, _) = self.states[&key].edges[number];
            self.states.get_mut(&key).unwrap().last = number;
            let mut below = 0;
            let place = (ply + 1, open || open_here);
            let others = known.edges.iter().enumerate().filter(|&(other, _)| other != number);
            let others = others.filter(|(_, (_, child, _))| !self.is_closed(key, *child));
            let second = others.map(|(_, &(_, child, _))| self.worth(child).1).max();
            let least = second.map_or(least, |second| least.max(second));
            let bounds = (-most, -least);
            let ended = self.visit(&self.game.play(position, mv), place, bounds, &mut below);
            self.states.get_mut(&key).unwrap().edges[number].2 += below;
            *iterations += below;
            let changed = self.refresh(key);
            ended?;
            if ply > 0 && (self.switches.backup == BackUp::Root || changed || open) {
                return Ok(());
            }
        }
    }

    /// Generates children one by one, until one is worth more than `most` or wins. Returns whether more are allowed.
    fn generate_some(&mut self, position: &G::Position, most: Value) -> bool {
        let key = self.key(position);
        let mut moves = self.game.moves(position);
        for _ in 0..self.states[&key].edges.len() {
            self.game.next_child(position, &mut moves);
        }
        loop {
            let has_more = self.game.has_more(position, &moves);
            if self.generated == self.nodes && has_more {
                return false;
            }
            let next = self.game.next_child(position, &mut moves);
            let left = next.is_some_and(|(mv, child)| {
                self.generated += 1;
                let child = self.meet(&child);
                self.states.get_mut(&key).unwrap().edges.push((mv, child, 0));
                let (c, v) = self.worth(child);
                v > most || c == 1
            });
            if left || !has_more {
                let has_more = self.game.has_more(position, &moves);
                let state = self.states.get_mut(&key).unwrap();
                (state.valued, state.expanded) = (true, !has_more);
                return true;
            }
        }
    }

    /// Whether a child is left alone.
    fn is_closed(&self, key: u64, child: u64) -> bool {
        let is_worse = -self.states[&child].bounds.0 <= self.states[&key].bounds.0;
        self.states[&child].resolved || self.switches.bounds() && is_worse
    }

    /// What a child is certainly worth, if the search asks.
    fn assured(&self, child: u64) -> Value {
        if self.switches.bounds() { -self.states[&child].bounds.1 } else { Value::ZERO }
    }

    fn choose(&self, key: u64) -> Option<usize> {
        let state = &self.states[&key];
        let ranked = state.edges.iter().enumerate().filter_map(|(number, &(_, child, visits))| {
            let tie = match self.switches.backup {
                BackUp::Stable => u32::from(number != state.last),
                BackUp::Root => visits,
            };
            (!self.is_closed(key, child)).then_some((self.worth(child), Reverse((tie, number))))
        });
        ranked.max().map(|(_, Reverse((_, number)))| number)
    }

    fn best(&self, key: u64) -> Option<usize> {
        let state = &self.states[&key];
        let ranked = state.edges.iter().enumerate().map(|(number, &(_, child, visits))| {
            let tie = match self.switches.backup {
                BackUp::Stable => u32::from(number == state.last),
                BackUp::Root => visits,
            };
            (self.worth(child), self.assured(child), tie, Reverse(number))
        });
        ranked.max().map(|(.., Reverse(number))| number)
    }

    pub(super) fn search(&mut self, root: &G::Position) -> Found<G::Move> {
        let root_key = self.meet(root);
        let mut iterations = 0;
        while self.visit(root, (0, false), ALL, &mut iterations).is_ok() {}
        let state = &self.states[&root_key];
        let mut next = match self.switches.final_move {
            FinalMove::Best => self.best(root_key),
            FinalMove::Safe => {
                let ranked = state.edges.iter().enumerate();
                let ranked = ranked.map(|(number, &(_, child, visits))| {
                    let (c, v) = self.worth(child);
                    (self.is_closed(root_key, child), (c, v, self.assured(child)), visits, number)
                });
                safest(&ranked.collect::<Vec<_>>(), self.switches)
            }
        };
        let is_lost = state.resolved && state.completion == -1;
        let value = match next {
            Some(number) if !is_lost => self.worth(state.edges[number].1).1,
            _ => state.value,
        };
        let mut line = Vec::new();
        let mut key = root_key;
        while let Some(number) = next.filter(|_| (line.len() as u32) < self.depth) {
            let (mv, child, _) = self.states[&key].edges[number];
            line.push(mv);
            key = child;
            let is_known = self.states[&key].expanded || self.states[&key].resolved;
            next = self.best(key).filter(|_| is_known);
        }
        Found {
            value,
            line,
            generated: self.generated,
            proof: (state.resolved && self.switches.completes()).then_some(state.completion),
            visits: state.edges.iter().map(|edge| edge.2).collect(),
        }
    }
}
