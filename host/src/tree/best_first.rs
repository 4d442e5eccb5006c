//! Best-first minimax with the tree in memory (Korf & Chickering 1996, sections 2 and 5.2): the control of recursive
//! best-first minimax, Fig. 3, with subtrees kept.

use std::ops::ControlFlow;

use plyscope_core::{
    Bound, Counts, Evaluator, Expansion, Game, Limits, Observer, Progress, Rbfms, Report, Request,
    Search, Stop, Value, Window,
};

use super::alpha_beta::Grower;
use super::arena::{NONE, Node};
use super::{MemoryUse, Tree, TreeGame, TreeSearch};
use crate::engine::Storage;

/// Nodes between two calls of the poll.
const NODES_PER_POLL: u64 = 1024;

/// When a node that is not yet fully expanded leaves the principal variation.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Formulation {
    /// By Fig. 3: when a child exceeds beta. The authors' implementation.
    #[default]
    Figure3,
    /// By the text's definition: when the best child so far is outside the window, on either side.
    Text,
}

/// What to do when the memory is full (section 5.2).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum WhenFull {
    /// Search in linear space below the nodes that cannot be stored.
    #[default]
    Linear,
    /// Give up the least promising subtrees; in linear space when there are none left.
    Prune,
}

/// Best-first minimax on a saved tree.
pub struct BestFirst<G: Game, E> {
    game: G,
    evaluator: E,
    expansion: Expansion,
    formulation: Formulation,
    when_full: WhenFull,
    tree: Tree<G>,
    frames: Vec<Frame<G>>,
    /// For what cannot be stored; made when first needed.
    linear: Option<Box<Rbfms<G, E, Storage<G>>>>,
    line: Vec<G::Move>,
    counts: Counts,
    memory: MemoryUse,
    value: Value,
    bound: Bound,
    line_ends_game: bool,
    stop: Stop,
    depth: u32,
}

impl<G: Game, E> std::fmt::Debug for BestFirst<G, E> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("BestFirst")
            .field("expansion", &self.expansion)
            .field("formulation", &self.formulation)
            .field("counts", &self.counts)
            .field("stop", &self.stop)
            .finish_non_exhaustive()
    }
}

/// A node on the principal variation.
struct Frame<G: Game> {
    position: G::Position,
    node: u32,
    /// The node stays on the principal variation while its value is within.
    window: Window,
}

/// How far a node's expansion has got.
enum Expanded {
    /// All children are there, best first.
    Complete,
    /// The node is off the principal variation with this value.
    Left(Value),
    /// More children would be needed, but no more nodes are allowed.
    Limit,
    /// More children would be needed, but there is no memory.
    Full,
}

impl<G: TreeGame + Clone, E: Evaluator<G::Position> + Clone> BestFirst<G, E>
where
    G::Position: PartialEq,
{
    /// A search of `game` on at most `limit` nodes of memory ([`super::nodes_within`] some bytes).
    #[must_use]
    pub fn new(game: G, evaluator: E, expansion: Expansion, limit: u32) -> Self {
        Self {
            game,
            evaluator,
            expansion,
            formulation: Formulation::default(),
            when_full: WhenFull::default(),
            tree: Tree::new(limit),
            frames: Vec::new(),
            linear: None,
            line: Vec::new(),
            counts: Counts::default(),
            memory: MemoryUse::default(),
            value: Value::ZERO,
            bound: Bound::Unknown,
            line_ends_game: false,
            stop: Stop::Completed,
            depth: 0,
        }
    }

    /// The same with another formulation.
    #[must_use]
    pub fn with_formulation(self, formulation: Formulation) -> Self {
        Self { formulation, ..self }
    }

    /// The same with another way out of full memory.
    #[must_use]
    pub fn when_full(self, when_full: WhenFull) -> Self {
        Self { when_full, ..self }
    }

    /// The tree, for a search that grows it in another way before.
    pub(super) fn tree(&mut self) -> &mut Tree<G> {
        &mut self.tree
    }

    /// An alpha-beta search of the same game by the same evaluation.
    pub(super) fn grower(&self) -> Grower<G, E> {
        Grower::new(self.game.clone(), self.evaluator.clone())
    }

    /// [`TreeSearch::search`], watched by `observer`, which is told of first generations only.
    pub fn search_observed<O: Observer<G::Move>>(
        &mut self,
        root: &G::Position,
        limits: Limits,
        observer: &mut O,
        poll: &mut dyn FnMut(&Counts) -> ControlFlow<()>,
    ) -> Report<'_, G::Move> {
        self.counts = Counts::default();
        self.memory = MemoryUse::default();
        self.line_ends_game = false;
        self.line.clear();
        self.frames.clear();
        let value = self.evaluator.evaluate(root);
        self.counts.evaluated += 1;
        self.value = value;
        self.depth = limits.depth;
        self.tree.set_root(root, -value);
        self.frames.push(Frame {
            position: root.clone(),
            node: self.tree.root,
            window: Window::FULL,
        });
        self.stop =
            if limits.depth == 0 { Stop::Completed } else { self.run(limits, observer, poll) };
        self.conclude();
        self.report()
    }

    fn run<O: Observer<G::Move>>(
        &mut self,
        limits: Limits,
        observer: &mut O,
        poll: &mut dyn FnMut(&Counts) -> ControlFlow<()>,
    ) -> Stop {
        let mut next_poll = NODES_PER_POLL;
        loop {
            if self.counts.generated >= next_poll {
                next_poll = self.counts.generated + NODES_PER_POLL;
                if poll(&self.counts).is_break() {
                    return Stop::Polled;
                }
            }
            let ply = self.frames.len() - 1;
            self.counts.most_frames = self.counts.most_frames.max(ply as u32 + 1);
            let left = match self.expand(ply, limits.nodes, observer) {
                Expanded::Complete => match self.next(ply, limits.depth) {
                    Ok((mv, child)) => {
                        observer.descended(ply, mv, child.window);
                        self.frames.push(child);
                        continue;
                    }
                    Err(None) => return Stop::Completed,
                    Err(Some(value)) => value,
                },
                Expanded::Left(value) => value,
                Expanded::Limit => return Stop::Nodes,
                Expanded::Full => match self.make_room(ply, limits, poll) {
                    ControlFlow::Continue(None) => continue,
                    ControlFlow::Continue(Some(value)) => value,
                    ControlFlow::Break(stop) => return stop,
                },
            };
            if ply == 0 {
                // Only the text's formulation can leave the root, and not with a full window.
                return Stop::Completed;
            }
            self.counts.pruned_by_window += 1;
            observer.returned(ply, left);
            self.frames.pop();
            let parent = self.frames[ply - 1].node;
            let child = self.tree.arena.get(parent).child;
            self.tree.arena.get_mut(child).back_up(-left);
            self.tree.arena.reinsert_first(parent);
        }
    }

    /// Generates what is missing of the children of the node on top.
    fn expand<O: Observer<G::Move>>(
        &mut self,
        ply: usize,
        node_limit: u64,
        observer: &mut O,
    ) -> Expanded {
        let Tree { arena, scratch, .. } = &mut self.tree;
        let Frame { position, node, window } = &self.frames[ply];
        if arena.get(*node).is_complete() {
            if !arena.get(*node).is_ordered() {
                arena.sort_children(*node, scratch, true);
                arena.get_mut(*node).set_ordered(true);
            }
            return Expanded::Complete;
        }
        let mut moves = self.game.moves(position);
        let (mut last, mut count, mut best) = (NONE, 0, Value::NEG_INFINITY);
        for child in arena.list(arena.get(*node).child) {
            last = child;
            count += 1;
            best = best.max(arena.get(child).value);
        }
        if count == 0 {
            self.counts.expanded += 1;
        } else {
            self.game.skip(position, &mut moves, count);
        }
        let mut generated = 0;
        let outcome = loop {
            if self.counts.generated + generated >= node_limit {
                break if self.game.has_more(position, &moves) {
                    Expanded::Limit
                } else {
                    Expanded::Complete
                };
            }
            let Some((mv, child)) = self.game.next_child(position, &mut moves) else {
                break Expanded::Complete;
            };
            let value = -self.evaluator.evaluate(&child);
            let Ok(index) = arena.allocate(Node::new(self.game.pack(mv), value)) else {
                break Expanded::Full;
            };
            generated += 1;
            observer.generated(ply, mv, Some(value));
            if last == NONE {
                arena.get_mut(*node).child = index;
            } else {
                arena.get_mut(last).next = index;
            }
            last = index;
            best = best.max(value);
            if self.expansion == Expansion::Partial {
                let left = match self.formulation {
                    Formulation::Figure3 => (value > window.beta).then_some(value),
                    Formulation::Text => {
                        (best > window.beta || best < window.alpha).then_some(best)
                    }
                };
                if let Some(value) = left {
                    break Expanded::Left(value);
                }
            }
        };
        self.counts.generated += generated;
        self.counts.evaluated += generated;
        if matches!(outcome, Expanded::Complete) {
            arena.sort_children(*node, scratch, false);
            arena.get_mut(*node).set_complete(true);
            arena.get_mut(*node).set_ordered(true);
        }
        outcome
    }

    /// What comes after the node on top, whose children are complete: the frame of its best child, or its value if
    /// it is off the principal variation, or nothing if the principal leaf is at the horizon or has no children.
    #[inline(always)]
    fn next(&self, ply: usize, depth: u32) -> Result<(G::Move, Frame<G>), Option<Value>> {
        let arena = &self.tree.arena;
        let Frame { position, node, window } = &self.frames[ply];
        let first = arena.get(*node).child;
        if first == NONE {
            return Err(None);
        }
        let best = arena.get(first);
        if best.value < window.alpha || best.value > window.beta {
            return Err(Some(best.value));
        }
        if ply as u32 + 1 >= depth {
            return Err(None);
        }
        let second =
            if best.next == NONE { Value::NEG_INFINITY } else { arena.get(best.next).value };
        let mv = self.game.unpack(position, best.packed_move());
        let window = Window { alpha: window.alpha.max(second), beta: window.beta };
        let position = self.game.play(position, mv);
        Ok((mv, Frame { position, node: first, window: window.negated() }))
    }

    /// Memory is full: makes room, or searches the node on top in linear space. Gives the node's value if it is off
    /// the principal variation then, and breaks if the search has ended.
    fn make_room(
        &mut self,
        ply: usize,
        limits: Limits,
        poll: &mut dyn FnMut(&Counts) -> ControlFlow<()>,
    ) -> ControlFlow<Stop, Option<Value>> {
        if self.when_full == WhenFull::Prune && self.prune() {
            self.memory.pruned += 1;
            return ControlFlow::Continue(None);
        }
        self.memory.linear += 1;
        let Frame { position, node, window } = &self.frames[ply];
        // What is there of its children is generated anew, with the rest.
        let children = std::mem::replace(&mut self.tree.arena.get_mut(*node).child, NONE);
        self.tree.arena.free_list(children);
        let linear = self.linear.get_or_insert_with(|| {
            let evaluator = self.evaluator.clone();
            Box::new(Rbfms::new(self.game.clone(), evaluator, self.expansion, Storage::new()))
        });
        let below = Limits {
            depth: limits.depth - ply as u32,
            nodes: limits.nodes - self.counts.generated,
        };
        linear.start(&Request::new(position).limits(below).window(*window));
        let before = self.counts;
        let progress = loop {
            let progress = linear.step(NODES_PER_POLL);
            let counts = linear.counts();
            self.counts.generated = before.generated + counts.generated;
            self.counts.evaluated = before.evaluated + counts.evaluated;
            self.counts.expanded = before.expanded + counts.expanded;
            match progress {
                Ok(Progress::Paused) if poll(&self.counts).is_break() => {
                    linear.stop();
                    break Ok(Progress::Done);
                }
                Ok(Progress::Paused) => {}
                ended => break ended,
            }
        };
        let report = linear.report();
        match (progress, report.bound) {
            (Err(_), _) => ControlFlow::Break(Stop::Capacity),
            (Ok(_), Bound::Lower | Bound::Upper) => ControlFlow::Continue(Some(report.value)),
            (Ok(_), _) => ControlFlow::Break(report.stop),
        }
    }

    /// Gives up the subtree below the worst child of the node nearest to the root that has one off the principal
    /// variation; its value stays. Whether there was one.
    fn prune(&mut self) -> bool {
        let arena = &mut self.tree.arena;
        for frame in &self.frames {
            let first = arena.get(frame.node).child;
            let worst = arena
                .list(first)
                .filter(|&child| child != first && arena.get(child).child != NONE)
                .last();
            if let Some(worst) = worst {
                let node = arena.get_mut(worst);
                let children = std::mem::replace(&mut node.child, NONE);
                node.set_complete(false);
                arena.free_list(children);
                return true;
            }
        }
        false
    }

    /// Backs the principal leaf's value up along the principal variation, and reads both.
    fn conclude(&mut self) {
        let arena = &mut self.tree.arena;
        // To depth 0 there is nothing but the static value.
        self.bound = if self.depth == 0 { Bound::Exact } else { Bound::Estimate };
        let mut value = None;
        for (ply, frame) in self.frames.iter().enumerate() {
            let node = arena.get(frame.node);
            if !node.is_complete() || node.child == NONE {
                // The principal leaf: at the end of the game, or where the search was stopped.
                self.line_ends_game = self.stop == Stop::Completed && node.is_complete();
                break;
            }
            let best = arena.get(node.child);
            self.line.push(self.game.unpack(&frame.position, best.packed_move()));
            value = Some((ply, best.value));
        }
        if let Some(linear) = self.linear.as_ref().filter(|_| self.memory.linear > 0) {
            // The rest of the line is in the linear search, if it was the last to run.
            let report = linear.report();
            let top = self.frames.len() - 1;
            if self.line.len() == top && !report.principal_variation.is_empty() {
                self.line.extend_from_slice(report.principal_variation);
                value = Some((top, report.value));
                self.line_ends_game = report.line_ends_game;
            }
        }
        let Some((ply, mut value)) = value else {
            if self.line_ends_game {
                // The game is over at the root.
                self.bound = Bound::Exact;
            }
            return;
        };
        for ply in (0..=ply).rev() {
            let child = arena.get(self.frames[ply].node).child;
            if child != NONE && self.stop == Stop::Completed {
                arena.get_mut(child).back_up(value);
            }
            if ply > 0 {
                value = -value;
            }
        }
        self.value = value;
    }

    fn report(&self) -> Report<'_, G::Move> {
        Report {
            best_move: self.line.first().copied(),
            value: self.value,
            bound: self.bound,
            principal_variation: &self.line,
            depth: self.line.len() as u32,
            // Lines were left where their static values put them; unless there are none.
            proven: self.line_ends_game && self.line.is_empty(),
            line_ends_game: self.line_ends_game,
            counts: self.counts,
            stop: self.stop,
        }
    }
}

impl<G: TreeGame + Clone, E: Evaluator<G::Position> + Clone> TreeSearch<G> for BestFirst<G, E>
where
    G::Position: PartialEq,
{
    fn search(
        &mut self,
        root: &G::Position,
        limits: Limits,
        poll: &mut dyn FnMut(&Counts) -> ControlFlow<()>,
    ) -> Report<'_, G::Move> {
        self.search_observed(root, limits, &mut (), poll)
    }

    fn advance(&mut self, mv: G::Move) {
        self.tree.advance(&self.game, mv);
    }

    fn memory_use(&self) -> MemoryUse {
        MemoryUse {
            most_nodes: self.tree.arena.high_water() as u64,
            bytes: self.tree.arena.bytes() as u64,
            ..self.memory
        }
    }
}
