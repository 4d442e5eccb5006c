//! Alpha-beta that grows a tree in memory. It keeps its own path as a stack, so that it can be paused.

mod estimates;
mod generate;
mod unsaved;
mod visit;

use alloc::boxed::Box;
use alloc::vec::Vec;

use plyscope_core::search::estimate::{Estimate, NoEstimate};
use plyscope_core::search::forward_estimation::Placement;
use plyscope_core::{
    CapacityError, Counts, Ends, Evaluator, ForwardEstimation, Game, Observer, Side, Value, Window,
    child_value,
};

use super::arena::NONE;
use super::{MemoryUse, Tree};
use crate::capacity::Storage;
use generate::Made;
use visit::{Phase, Visit};

/// The state shared by all searches on a saved tree. With an estimator, it is forward estimation (`grower/estimates.rs`).
pub(super) struct Grower<G: Game, E: Evaluator<G::Position>, X = NoEstimate> {
    pub(super) game: G,
    evaluator: E,
    estimator: X,
    /// Where estimates are tested.
    pub(super) placement: Placement,
    /// Whether the estimator keeps what it learned in the last search of the same tree.
    pub(super) keeps_learned: bool,
    root_mover: Side,
    pub(super) counts: Counts,
    pub(super) memory: MemoryUse,
    /// Principal variation from each ply on.
    lines: Vec<Vec<G::Move>>,
    /// The nodes being searched, root first.
    path: Vec<Visit<G, E::State>>,
    /// The limit on generated nodes.
    node_limit: u64,
    /// The search for nodes that cannot be stored; created when first needed.
    unsaved: Option<Box<Unsaved<G, E, X>>>,
    /// The counts before the current search without storing.
    before: Counts,
    pub(super) best_move: Option<G::Move>,
    pub(super) met_horizon: bool,
    /// Whether the value may rest on estimates that err.
    pub(super) estimated: bool,
}

/// The search of nodes that cannot be stored.
type Unsaved<G, E, X> =
    ForwardEstimation<G, E, X, Storage<G, <E as Evaluator<<G as Game>::Position>>::State>>;

/// The progress of a search.
#[derive(Clone, Copy)]
pub(super) enum Grown {
    /// The search was paused.
    Paused,
    /// The root has this value.
    Done(Value),
    /// The search was stopped by its node limit.
    Limit,
    /// The storage of a search without storing nodes is too small.
    Failed(CapacityError),
}

impl<G, E, X> Grower<G, E, X>
where
    G: Game<Position: PartialEq> + Clone,
    E: Evaluator<G::Position> + Clone,
    X: Estimate + Clone,
{
    pub(super) fn new(game: G, evaluator: E, estimator: X) -> Self {
        Self {
            game,
            evaluator,
            estimator,
            placement: Placement::Table1,
            keeps_learned: false,
            root_mover: Side::Max,
            counts: Counts::default(),
            memory: MemoryUse::default(),
            lines: Vec::new(),
            path: Vec::new(),
            node_limit: 0,
            unsaved: None,
            before: Counts::default(),
            best_move: None,
            met_horizon: false,
            estimated: false,
        }
    }

    /// Resets the counts of the last search.
    pub(super) fn begin(&mut self, node_limit: u64) {
        self.counts = Counts::default();
        self.memory = MemoryUse::default();
        self.node_limit = node_limit;
        self.lines.clear();
        self.best_move = None;
    }

    /// Starts a search of the whole tree to `depth`, which is not beyond the end of the game. At depth 0 it ends at once with the
    /// root's static value.
    pub(super) fn start(
        &mut self,
        tree: &mut Tree<G>,
        root: &G::Position,
        depth: u32,
        window: Window,
    ) -> Grown {
        let state = self.evaluator.state(root);
        let value = self.leaf_value(root, &state);
        self.counts.evaluated += 1;
        let is_new = tree.set_root(root, -value);
        // What was learned on line goes with the tree that it was learned from, if not with the search.
        if is_new || !self.keeps_learned {
            self.estimator.reset();
        }
        self.root_mover = self.game.mover(root);
        self.met_horizon = false;
        self.estimated = false;
        self.path.clear();
        if depth == 0 {
            return Grown::Done(value);
        }
        self.enter(tree.root, root.clone(), state, depth, window);
        Grown::Paused
    }

    /// The root's principal variation.
    pub(super) fn line(&self) -> &[G::Move] {
        self.lines.first().map_or(&[], Vec::as_slice)
    }

    /// The value of a position, including the end of a game.
    fn leaf_value(&self, position: &G::Position, state: &E::State) -> Value {
        self.evaluator.leaf_value(position, state, Ends::Scored, || self.game.outcome(position))
    }

    fn enter(
        &mut self,
        node: u32,
        position: G::Position,
        state: E::State,
        depth: u32,
        window: Window,
    ) {
        let static_value =
            if X::ESTIMATES { self.leaf_value(&position, &state) } else { Value::ZERO };
        if self.lines.len() <= self.path.len() {
            self.lines.push(Vec::new());
        }
        self.path.push(Visit {
            node,
            position,
            state,
            static_value,
            depth,
            window,
            alpha: window.alpha,
            best: Value::NEG_INFINITY,
            best_move: None,
            line_move: None,
            begun: false,
            phase: Phase::Enter,
        });
    }

    /// Continues until the root has a value, or until `pause_at` nodes are generated and more are needed.
    // Out of line: each way to call a search would have a copy of all of it.
    #[inline(never)]
    pub(super) fn run<O: Observer<G>>(
        &mut self,
        tree: &mut Tree<G>,
        pause_at: u64,
        observer: &mut O,
    ) -> Grown {
        loop {
            let ply = self.path.len() - 1;
            match self.path[ply].phase {
                Phase::Enter => self.consider_known(tree, ply, observer),
                Phase::Generate => match self.generate(tree, ply, pause_at, observer) {
                    Made::Enough => self.generated(tree, ply, observer),
                    Made::Certain => {}
                    Made::Full => self.start_unsaved(tree, ply),
                    Made::Paused => return Grown::Paused,
                    Made::Limit => return Grown::Limit,
                },
                Phase::Next(NONE) => self.path[ply].phase = Phase::Leave,
                Phase::Next(child) => {
                    let visit = &mut self.path[ply];
                    let packed = tree.arena.get(child).packed_move();
                    let Some(mv) = self.game.unpack(&visit.position, packed) else {
                        // A game that does not know its moves again.
                        visit.phase = Phase::Leave;
                        continue;
                    };
                    let below = self.game.play(&visit.position, mv);
                    let state = self.evaluator.update(&visit.position, &visit.state, &below);
                    visit.phase = Phase::Below(child, mv);
                    let window = Window { alpha: visit.alpha, ..visit.window }.negated();
                    let depth = visit.depth - 1;
                    observer.descended(ply, mv, window);
                    self.enter(child, below, state, depth, window);
                }
                // Only if its child was lost.
                Phase::Below(child, _) => self.path[ply].phase = Phase::Next(child),
                Phase::Unsaved => match self.go_on_unsaved(ply, pause_at) {
                    Grown::Done(value) => {
                        if let Some(value) = self.back_up(tree, value, observer) {
                            return Grown::Done(value);
                        }
                    }
                    other => return other,
                },
                Phase::Leave => {
                    let visit = &self.path[ply];
                    let mut value = visit.best;
                    if ply == 0 {
                        self.best_move = visit.best_move;
                    }
                    if value == Value::NEG_INFINITY {
                        // No children: the game is over.
                        self.counts.evaluated += 1;
                        value = self.leaf_value(&visit.position, &visit.state);
                    }
                    if let Some(value) = self.back_up(tree, value, observer) {
                        return Grown::Done(value);
                    }
                }
            }
        }
    }

    /// At depth 1 children from an earlier search come first, because they cost nothing.
    fn consider_known<O: Observer<G>>(&mut self, tree: &Tree<G>, ply: usize, observer: &mut O) {
        self.counts.most_frames = self.counts.most_frames.max(ply as u32 + 1);
        self.lines[ply].clear();
        let visit = &mut self.path[ply];
        if ply == 0 {
            let static_value = X::ESTIMATES.then_some(visit.static_value);
            observer.began(visit.depth, visit.window, static_value);
        }
        visit.phase = Phase::Generate;
        let depth = visit.depth;
        if X::ESTIMATES && self.prune_on_entry(tree, ply, observer) || depth > 1 {
            return;
        }
        let visit = &mut self.path[ply];
        if !self.met_horizon {
            let left = self.game.most_plies(&visit.position);
            self.met_horizon = left.is_none_or(|plies| plies > 1);
        }
        for child in tree.arena.children(visit.node) {
            let stored = tree.arena.get(child);
            let Some(mv) = self.game.unpack(&visit.position, stored.packed_move()) else { break };
            let value = if stored.is_backed_up() {
                self.counts.evaluated += 1;
                let child = self.game.play(&visit.position, mv);
                let parent = (&visit.position, &visit.state);
                -child_value(&self.game, &self.evaluator, parent, &child)
            } else {
                stored.value
            };
            if visit.consider(ply, mv, value, observer) {
                self.leave_frontier(ply, observer);
                return;
            }
        }
    }

    /// Passes the value of the node on top to its parent. Returns the value if it was the root.
    fn back_up<O: Observer<G>>(
        &mut self,
        tree: &mut Tree<G>,
        value: Value,
        observer: &mut O,
    ) -> Option<Value> {
        self.path.pop();
        observer.returned(self.path.len(), value);
        let ply = match self.path.len() {
            0 => return Some(value),
            plies => plies - 1,
        };
        let visit = &mut self.path[ply];
        let Phase::Below(child, mv) = visit.phase else { return Some(value) };
        let value = -value;
        tree.arena.get_mut(child).back_up(value);
        visit.phase = Phase::Next(tree.arena.get(child).next);
        let alpha = visit.alpha;
        let cuts = visit.consider(ply, mv, value, observer);
        if ply == 0 {
            self.best_move = visit.best_move;
        }
        if value > alpha {
            let (above, rest) = self.lines.split_at_mut(ply + 1);
            let line = &mut above[ply];
            line.clear();
            line.push(mv);
            line.extend_from_slice(&rest[0]);
            if cuts {
                self.counts.pruned_by_window += 1;
                observer.pruned(ply, visit.closed());
                visit.phase = Phase::Leave;
            }
        }
        None
    }
}
