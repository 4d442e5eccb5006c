//! Alpha-beta on a saved tree (Korf & Chickering 1996, sections 6 and 8.1), and iterative deepening on it.
//!
//! Nodes at remaining depth 2 and more are fully expanded and ordered by the values stored in the tree: backed up by an
//! earlier search, else static. The best value found is stored even where it is outside the window. Only nodes
//! generated for the first time count.

use std::ops::ControlFlow;

use plyscope_core::{
    AlphaBeta, Bound, Counts, Evaluator, Game, Limits, Order, Progress, Report, Request, Search,
    Stop, Value, Window,
};

use super::arena::{Exhausted, NONE, Node};
use super::{MemoryUse, Tree, TreeGame, TreeSearch};
use crate::engine::Storage;

/// Nodes between two calls of the poll.
const NODES_PER_POLL: u64 = 1024;

/// What every search on a saved tree needs.
pub(super) struct Grower<G: Game, E> {
    pub(super) game: G,
    pub(super) evaluator: E,
    pub(super) counts: Counts,
    pub(super) memory: MemoryUse,
    /// Principal variation from each ply on.
    lines: Vec<Vec<G::Move>>,
    limits: Limits,
    next_poll: u64,
    /// For what cannot be stored; made when first needed.
    unsaved: Option<Box<AlphaBeta<G, E, Storage<G>>>>,
    pub(super) best_move: Option<G::Move>,
    met_horizon: bool,
}

type Poll<'a> = &'a mut dyn FnMut(&Counts) -> ControlFlow<()>;

impl<G: TreeGame + Clone, E: Evaluator<G::Position> + Clone> Grower<G, E>
where
    G::Position: PartialEq,
{
    pub(super) fn new(game: G, evaluator: E) -> Self {
        Self {
            game,
            evaluator,
            counts: Counts::default(),
            memory: MemoryUse::default(),
            lines: Vec::new(),
            limits: Limits::depth(0),
            next_poll: 0,
            unsaved: None,
            best_move: None,
            met_horizon: false,
        }
    }

    /// Forgets what the last search counted.
    pub(super) fn begin(&mut self, limits: Limits) {
        self.counts = Counts::default();
        self.memory = MemoryUse::default();
        self.limits = limits;
        self.next_poll = NODES_PER_POLL;
        self.lines.clear();
        self.best_move = None;
    }

    /// Searches the whole tree to `depth`.
    pub(super) fn search(
        &mut self,
        tree: &mut Tree<G>,
        root: &G::Position,
        depth: u32,
        poll: Poll<'_>,
    ) -> Result<Value, Stop> {
        let value = self.evaluator.evaluate(root);
        self.counts.evaluated += 1;
        tree.set_root(root, -value);
        self.met_horizon = false;
        while self.lines.len() <= depth as usize {
            self.lines.push(Vec::new());
        }
        if depth == 0 {
            return Ok(value);
        }
        let node = tree.root;
        self.visit(tree, node, root, 0, depth, Window::FULL, poll)
    }

    /// The node is generated if there is room; otherwise the search goes on without storing.
    fn store(&mut self, tree: &mut Tree<G>, mv: G::Move, value: Value) -> Result<u32, Exhausted> {
        tree.arena.allocate(Node::new(self.game.pack(mv), value))
    }

    fn check(&mut self, poll: &mut dyn FnMut(&Counts) -> ControlFlow<()>) -> Result<(), Stop> {
        if self.counts.generated >= self.limits.nodes {
            return Err(Stop::Nodes);
        }
        if self.counts.generated >= self.next_poll {
            self.next_poll = self.counts.generated + NODES_PER_POLL;
            if poll(&self.counts).is_break() {
                return Err(Stop::Polled);
            }
        }
        Ok(())
    }

    /// Generates the children that `node` lacks; all of them, or one more. Whether one was generated.
    fn generate(
        &mut self,
        tree: &mut Tree<G>,
        node: u32,
        position: &G::Position,
        poll: Poll<'_>,
        mut each: impl FnMut(G::Move, Value) -> ControlFlow<()>,
    ) -> Result<Result<(), Exhausted>, Stop> {
        if tree.arena.get(node).is_complete() {
            return Ok(Ok(()));
        }
        let mut moves = self.game.moves(position);
        let (mut last, mut count) = (NONE, 0);
        for child in tree.arena.list(tree.arena.get(node).child) {
            last = child;
            count += 1;
        }
        if count == 0 {
            self.counts.expanded += 1;
        } else {
            self.game.skip(position, &mut moves, count);
        }
        loop {
            if self.game.has_more(position, &moves) {
                self.check(poll)?;
            }
            let Some((mv, child)) = self.game.next_child(position, &mut moves) else {
                tree.arena.get_mut(node).set_complete(true);
                return Ok(Ok(()));
            };
            let value = -self.evaluator.evaluate(&child);
            let index = match self.store(tree, mv, value) {
                Ok(index) => index,
                Err(exhausted) => return Ok(Err(exhausted)),
            };
            self.counts.generated += 1;
            self.counts.evaluated += 1;
            if last == NONE {
                tree.arena.get_mut(node).child = index;
            } else {
                tree.arena.get_mut(last).next = index;
            }
            last = index;
            if each(mv, value).is_break() {
                return Ok(Ok(()));
            }
        }
    }

    /// Alpha-beta below a stored node; its value for the side to move.
    #[expect(clippy::too_many_arguments, reason = "what a recursive search hands down")]
    fn visit(
        &mut self,
        tree: &mut Tree<G>,
        node: u32,
        position: &G::Position,
        ply: usize,
        depth: u32,
        window: Window,
        poll: Poll<'_>,
    ) -> Result<Value, Stop> {
        self.counts.most_frames = self.counts.most_frames.max(ply as u32 + 1);
        self.lines[ply].clear();
        let Window { mut alpha, beta } = window;
        let mut best = Value::NEG_INFINITY;
        let (mut best_move, mut line_move) = (None, None);
        if depth == 1 {
            self.met_horizon = true;
            // Children from an earlier search first: they cost nothing.
            let known: Vec<u32> = tree.arena.list(tree.arena.get(node).child).collect();
            let mut consider = |mv: G::Move, value: Value| {
                if value > best {
                    best = value;
                    best_move = Some(mv);
                    if value > alpha {
                        alpha = value;
                        line_move = Some(mv);
                    }
                }
                if alpha >= beta { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
            };
            let mut cut = ControlFlow::Continue(());
            for child in known {
                let stored = *tree.arena.get(child);
                let mv = self.game.unpack(position, stored.packed_move());
                let value = if stored.is_backed_up() {
                    self.counts.evaluated += 1;
                    -self.evaluator.evaluate(&self.game.play(position, mv))
                } else {
                    stored.value
                };
                cut = consider(mv, value);
                if cut.is_break() {
                    break;
                }
            }
            if cut.is_continue()
                && self.generate(tree, node, position, poll, &mut consider)?.is_err()
            {
                return self.visit_unsaved(tree, node, position, depth, window, ply, poll);
            }
            if alpha >= beta {
                self.counts.pruned_by_window += 1;
            }
            self.lines[ply].extend(line_move);
        } else {
            let all = |_, _| ControlFlow::Continue(());
            if self.generate(tree, node, position, poll, all)?.is_err() {
                return self.visit_unsaved(tree, node, position, depth, window, ply, poll);
            }
            let Tree { arena, scratch, .. } = tree;
            arena.sort_children(node, scratch, true);
            // The values change from here on; whoever needs the order must sort again.
            arena.get_mut(node).set_ordered(false);
            let mut child = arena.get(node).child;
            while child != NONE {
                let mv = self.game.unpack(position, tree.arena.get(child).packed_move());
                let below = self.game.play(position, mv);
                let inner = Window { alpha, beta }.negated();
                let value = -self.visit(tree, child, &below, ply + 1, depth - 1, inner, poll)?;
                tree.arena.get_mut(child).back_up(value);
                if value > best {
                    best = value;
                    best_move = Some(mv);
                    if ply == 0 {
                        self.best_move = best_move;
                    }
                    if value > alpha {
                        alpha = value;
                        let (above, rest) = self.lines.split_at_mut(ply + 1);
                        let line = &mut above[ply];
                        line.clear();
                        line.push(mv);
                        line.extend_from_slice(&rest[0]);
                        if alpha >= beta {
                            self.counts.pruned_by_window += 1;
                            break;
                        }
                    }
                }
                child = tree.arena.get(child).next;
            }
        }
        if ply == 0 {
            self.best_move = best_move;
        }
        if best == Value::NEG_INFINITY {
            // No children: the game is over.
            self.counts.evaluated += 1;
            best = self.evaluator.evaluate(position);
        }
        Ok(best)
    }

    /// The same without storing: memory is full.
    #[expect(clippy::too_many_arguments, reason = "what a recursive search hands down")]
    fn visit_unsaved(
        &mut self,
        tree: &mut Tree<G>,
        node: u32,
        position: &G::Position,
        depth: u32,
        window: Window,
        ply: usize,
        poll: Poll<'_>,
    ) -> Result<Value, Stop> {
        self.memory.linear += 1;
        let children = std::mem::replace(&mut tree.arena.get_mut(node).child, NONE);
        tree.arena.get_mut(node).set_complete(false);
        tree.arena.free_list(children);
        let search = self.unsaved.get_or_insert_with(|| {
            Box::new(AlphaBeta::new(
                self.game.clone(),
                self.evaluator.clone(),
                Order::Static,
                Storage::new(),
            ))
        });
        let left = self.limits.nodes - self.counts.generated;
        search.start(&Request::new(position).limits(Limits { depth, nodes: left }).window(window));
        let before = self.counts;
        loop {
            let progress = search.step(NODES_PER_POLL).map_err(|_| Stop::Capacity)?;
            let counts = search.counts();
            self.counts.generated = before.generated + counts.generated;
            self.counts.evaluated = before.evaluated + counts.evaluated;
            self.counts.expanded = before.expanded + counts.expanded;
            if progress == Progress::Done {
                break;
            }
            if poll(&self.counts).is_break() {
                return Err(Stop::Polled);
            }
        }
        let report = search.report();
        if report.stop != Stop::Completed {
            return Err(report.stop);
        }
        self.met_horizon |= !report.proven;
        self.lines[ply].clear();
        if report.value > window.alpha {
            self.lines[ply].extend_from_slice(report.principal_variation);
        }
        if ply == 0 {
            self.best_move = report.best_move;
        }
        Ok(report.value)
    }
}

/// What a finished or stopped search of the whole tree has found.
struct Found<M> {
    best_move: Option<M>,
    value: Value,
    line: Vec<M>,
    depth: u32,
    proven: bool,
    stop: Stop,
}

impl<M: Copy> Found<M> {
    const fn nothing() -> Self {
        Self {
            best_move: None,
            value: Value::ZERO,
            line: Vec::new(),
            depth: 0,
            proven: false,
            stop: Stop::Completed,
        }
    }

    fn report(&self, counts: Counts) -> Report<'_, M> {
        Report {
            best_move: self.best_move,
            value: self.value,
            bound: if self.depth > 0 { Bound::Exact } else { Bound::Unknown },
            principal_variation: &self.line,
            depth: self.depth,
            proven: self.proven,
            line_ends_game: self.proven,
            counts,
            stop: self.stop,
        }
    }
}

/// Alpha-beta that saves its tree from one move to the next.
pub struct SavedAlphaBeta<G: Game, E> {
    grower: Grower<G, E>,
    tree: Tree<G>,
    found: Found<G::Move>,
}

impl<G: Game, E> std::fmt::Debug for SavedAlphaBeta<G, E> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("SavedAlphaBeta")
            .field("counts", &self.grower.counts)
            .field("depth", &self.found.depth)
            .finish_non_exhaustive()
    }
}

impl<G: TreeGame + Clone, E: Evaluator<G::Position> + Clone> SavedAlphaBeta<G, E>
where
    G::Position: PartialEq,
{
    /// A search of `game` on at most `limit` nodes of memory ([`super::nodes_within`] some bytes).
    #[must_use]
    pub fn new(game: G, evaluator: E, limit: u32) -> Self {
        Self {
            grower: Grower::new(game, evaluator),
            tree: Tree::new(limit),
            found: Found::nothing(),
        }
    }

    /// Searches depth after depth of `depths`; what an unfinished one has found does not count, unless it is the first.
    fn search_depths(
        &mut self,
        root: &G::Position,
        depths: std::ops::RangeInclusive<u32>,
        limits: Limits,
        poll: Poll<'_>,
    ) {
        self.grower.begin(limits);
        self.found = Found::nothing();
        for depth in depths {
            let outcome = self.grower.search(&mut self.tree, root, depth, poll);
            let line = || self.grower.lines.first().cloned().unwrap_or_default();
            match outcome {
                Ok(value) => {
                    self.found = Found {
                        best_move: self.grower.best_move,
                        value,
                        line: line(),
                        depth,
                        proven: !self.grower.met_horizon,
                        stop: Stop::Completed,
                    };
                }
                Err(stop) => {
                    if self.found.best_move.is_none() {
                        self.found.best_move = self.grower.best_move;
                        self.found.line = line();
                    }
                    self.found.stop = stop;
                }
            }
            if self.found.stop != Stop::Completed || self.found.proven {
                break;
            }
        }
    }
}

impl<G: TreeGame + Clone, E: Evaluator<G::Position> + Clone> TreeSearch<G> for SavedAlphaBeta<G, E>
where
    G::Position: PartialEq,
{
    fn search(
        &mut self,
        root: &G::Position,
        limits: Limits,
        poll: &mut dyn FnMut(&Counts) -> ControlFlow<()>,
    ) -> Report<'_, G::Move> {
        self.search_depths(root, limits.depth..=limits.depth, limits, poll);
        self.found.report(self.grower.counts)
    }

    fn advance(&mut self, mv: G::Move) {
        self.tree.advance(&self.grower.game, mv);
    }

    fn memory_use(&self) -> MemoryUse {
        MemoryUse {
            most_nodes: self.tree.arena.high_water() as u64,
            bytes: self.tree.arena.bytes() as u64,
            ..self.grower.memory
        }
    }
}

/// Iterative deepening of alpha-beta on a saved tree: depth 1, 2 and so on, nodes ordered by what the last iteration
/// has backed up (section 6, Fig. 9).
#[derive(Debug)]
pub struct Deepening<G: Game, E>(SavedAlphaBeta<G, E>);

impl<G: TreeGame + Clone, E: Evaluator<G::Position> + Clone> Deepening<G, E>
where
    G::Position: PartialEq,
{
    /// A search of `game` on at most `limit` nodes of memory.
    #[must_use]
    pub fn new(game: G, evaluator: E, limit: u32) -> Self {
        Self(SavedAlphaBeta::new(game, evaluator, limit))
    }
}

impl<G: TreeGame + Clone, E: Evaluator<G::Position> + Clone> TreeSearch<G> for Deepening<G, E>
where
    G::Position: PartialEq,
{
    fn search(
        &mut self,
        root: &G::Position,
        limits: Limits,
        poll: &mut dyn FnMut(&Counts) -> ControlFlow<()>,
    ) -> Report<'_, G::Move> {
        self.0.search_depths(root, 1..=limits.depth, limits, poll);
        self.0.found.report(self.0.grower.counts)
    }

    fn advance(&mut self, mv: G::Move) {
        self.0.advance(mv);
    }

    fn memory_use(&self) -> MemoryUse {
        self.0.memory_use()
    }
}
