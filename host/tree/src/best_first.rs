//! Best-first minimax with the tree in memory (Korf & Chickering 1996, sections 2 and 5.2): Fig. 3's control, with subtrees kept.

mod expand;
mod full;
mod path;

use alloc::{boxed::Box, vec::Vec};
use core::ops::ControlFlow;

use plyscope_core::search::estimate::NoEstimate;
use plyscope_core::{
    Bound, CapacityError, Counts, Ends, Evaluator, Expansion, Game, Observer, Progress, Rbfms,
    Report, Request, Search, Stop, Value, Window,
};

use super::arena::{Fallen, NONE};
use super::grower::Grower;
use super::status::Status;
use super::{MemoryUse, Tree, TreeSearch};
use crate::capacity::Storage;
use expand::Expanded;
use path::Descent;

/// When a partly expanded node leaves the principal variation.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Formulation {
    /// By Fig. 3: when a child exceeds beta. The authors' implementation.
    #[default]
    Figure3,
    /// By the text's definition: when the best child so far is outside the window on either side.
    Text,
}

/// What to do when the memory is full (section 5.2).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum WhenFull {
    /// Search in linear space below the nodes that cannot be stored.
    #[default]
    Linear,
    /// Free the least promising subtrees; search in linear space when there are none left.
    Prune,
}

/// Best-first minimax in linear space.
type Linear<G, E> = Rbfms<G, E, Storage<G, <E as Evaluator<<G as Game>::Position>>::State>>;

/// Best-first minimax on a saved tree.
pub struct BestFirst<G: Game, E: Evaluator<G::Position>> {
    game: G,
    evaluator: E,
    expansion: Expansion,
    formulation: Formulation,
    when_full: WhenFull,
    tree: Tree<G>,
    frames: Vec<Frame<G, E::State>>,
    /// The search for nodes that cannot be stored; created when first needed.
    linear: Option<Box<Linear<G, E>>>,
    status: Status<G::Move>,
    memory: MemoryUse,
    failure: Option<CapacityError>,
    window: Window,
    /// The root's value, once it is outside the window.
    left: Option<Value>,
    /// The counts before the current search in linear space.
    before: Option<Counts>,
}

impl<G: Game, E: Evaluator<G::Position>> core::fmt::Debug for BestFirst<G, E> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_struct("BestFirst")
            .field("expansion", &self.expansion)
            .field("formulation", &self.formulation)
            .field("status", &self.status)
            .finish_non_exhaustive()
    }
}

/// A node on the principal variation.
struct Frame<G: Game, T> {
    position: G::Position,
    /// The evaluation's state for it.
    state: T,
    node: u32,
    /// The bounds within which the node stays on the principal variation.
    window: Window,
}

impl<G: Game + Clone, E: Evaluator<G::Position> + Clone> BestFirst<G, E>
where
    G::Position: PartialEq,
{
    /// A search of `game` with memory for at most `limit` nodes ([`super::nodes_within`] converts from bytes).
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
            status: Status::new(),
            memory: MemoryUse::default(),
            failure: None,
            window: Window::FULL,
            left: None,
            before: None,
        }
    }

    /// The same search with another formulation.
    #[must_use]
    pub fn with_formulation(self, formulation: Formulation) -> Self {
        Self { formulation, ..self }
    }

    /// The same search with another policy for full memory.
    #[must_use]
    pub fn when_full(self, when_full: WhenFull) -> Self {
        Self { when_full, ..self }
    }

    /// The tree, for a search that grows it by other means first.
    pub(super) fn tree(&mut self) -> &mut Tree<G> {
        &mut self.tree
    }

    /// An alpha-beta search of the same game with the same evaluation.
    pub(super) fn grower(&self) -> Grower<G, E> {
        Grower::new(self.game.clone(), self.evaluator.clone(), NoEstimate)
    }

    /// Continues until the search ends, and returns the reason, or until `pause_at` nodes are generated and more are needed.
    // Out of line: each way to call a search would have a copy of all of it.
    #[inline(never)]
    fn run<O: Observer<G>>(&mut self, pause_at: u64, observer: &mut O) -> Option<Stop> {
        let limits = self.status.limits;
        self.status.tell_beginning(self.window, observer);
        // The child that is not the best any more. What is done next needs its value alone, not its place among its siblings.
        let mut fallen = Fallen::NONE;
        loop {
            let left = if let Some(before) = self.before {
                match self.go_on_in_linear_space(before, pause_at)? {
                    ControlFlow::Continue(value) => value,
                    ControlFlow::Break(stop) => return Some(stop),
                }
            } else {
                let last = core::mem::replace(&mut fallen, Fallen::NONE);
                match self.descend(limits.depth, last.value, observer) {
                    Descent::Finished => {
                        self.tree.arena.place(last);
                        return Some(Stop::Completed);
                    }
                    Descent::Outside(value) => {
                        self.tree.arena.place(last);
                        value
                    }
                    Descent::Open(node) => {
                        if self.status.counts.generated >= pause_at {
                            self.tree.arena.place(last);
                            return None;
                        }
                        match self.expand(node, limits.nodes, last, observer) {
                            Expanded::Complete => continue,
                            Expanded::Left(value) => value,
                            Expanded::Limit => return Some(Stop::Nodes),
                            Expanded::Full => {
                                self.make_room(self.frames.len() - 1);
                                continue;
                            }
                        }
                    }
                }
            };
            let Some(child) = self.leave(left, observer) else { return Some(Stop::Completed) };
            fallen = child;
        }
    }

    /// Backs up the principal leaf's value along the principal variation, and reads both.
    fn conclude(&mut self) {
        self.status.line.clear();
        if let Some(value) = self.left {
            // The root has left the window: there is no principal variation to read.
            self.status.value = value;
            self.status.bound = if value > self.window.beta { Bound::Lower } else { Bound::Upper };
            return;
        }
        let arena = &mut self.tree.arena;
        // At depth 0 there is only the static value.
        self.status.bound =
            if self.status.limits.depth == 0 { Bound::Exact } else { Bound::Estimate };
        let mut value = None;
        for (ply, frame) in self.frames.iter().enumerate() {
            let node = arena.get(frame.node);
            if !node.is_complete() || node.child == NONE {
                // The principal leaf is at the end of the game, or where the search was stopped.
                self.status.line_ends_game =
                    self.status.stop == Stop::Completed && node.is_complete();
                break;
            }
            let best = arena.get(node.child);
            let Some(mv) = self.game.unpack(&frame.position, best.packed_move()) else { break };
            self.status.line.push(mv);
            value = Some((ply, best.value));
        }
        if let Some(linear) = self.linear.as_ref().filter(|_| self.memory.linear > 0) {
            // The rest of the line is in the linear search, if it was the last to run.
            let report = linear.report();
            let top = self.frames.len() - 1;
            if self.status.line.len() == top && !report.principal_variation.is_empty() {
                self.status.line.extend_from_slice(report.principal_variation);
                value = Some((top, report.value));
                self.status.line_ends_game = report.line_ends_game;
            }
        }
        let Some((ply, mut value)) = value else {
            if self.status.line_ends_game {
                // The game is over at the root.
                self.status.bound = Bound::Exact;
            }
            return;
        };
        for ply in (0..=ply).rev() {
            let child = arena.get(self.frames[ply].node).child;
            if child != NONE && self.status.stop == Stop::Completed {
                arena.get_mut(child).back_up(value);
            }
            if ply > 0 {
                value = -value;
            }
        }
        self.status.value = value;
    }
}

impl<G: Game + Clone, E: Evaluator<G::Position> + Clone> Search<G> for BestFirst<G, E>
where
    G::Position: PartialEq,
{
    /// Reuses what the tree knows of the position. Ignores the request's first line.
    fn start(&mut self, request: &Request<'_, G>) {
        let Request { position: root, limits, window, .. } = *request;
        self.status.start(limits);
        self.memory = MemoryUse::default();
        self.frames.clear();
        self.failure = None;
        self.left = None;
        self.before = None;
        self.window = window;
        let state = self.evaluator.state(root);
        let value = match self.game.outcome(root) {
            Some(outcome) => self.evaluator.final_value(outcome),
            None => self.evaluator.leaf_value(root, &state, Ends::Scored, || None),
        };
        self.status.counts.evaluated += 1;
        self.status.value = value;
        self.tree.set_root(root, -value);
        self.frames.push(Frame { position: root.clone(), state, node: self.tree.root, window });
        if limits.depth == 0 {
            self.status.stop = Stop::Completed;
            self.conclude();
        }
    }

    /// The observer is told first generations only, and nothing of nodes that are searched in linear space because memory is full.
    fn step_with<O: Observer<G>>(
        &mut self,
        nodes: u64,
        observer: &mut O,
    ) -> Result<Progress, CapacityError> {
        if G::EXTRA_MOVES {
            return Err(CapacityError::ExtraMoves);
        }
        if self.status.stop == Stop::Running {
            let pause_at = self.status.counts.generated.saturating_add(nodes);
            let Some(stop) = self.run(pause_at, observer) else { return Ok(Progress::Paused) };
            self.status.stop = stop;
            self.conclude();
        }
        self.failure.map_or(Ok(Progress::Done), Err)
    }

    fn stop(&mut self) {
        if self.status.stop == Stop::Running {
            if let Some(linear) = self.linear.as_mut().filter(|_| self.before.is_some()) {
                linear.stop();
            }
            self.status.stop = Stop::Polled;
            self.conclude();
        }
    }

    fn report(&self) -> Report<'_, G::Move> {
        self.status.report()
    }
}

impl<G: Game + Clone, E: Evaluator<G::Position> + Clone> TreeSearch<G> for BestFirst<G, E>
where
    G::Position: PartialEq,
{
    fn advance(&mut self, mv: G::Move) {
        self.tree.advance(&self.game, mv);
    }

    fn look(&mut self) {
        // It backs up nothing before the search is complete.
        if self.status.stop == Stop::Running {
            self.conclude();
        }
    }

    fn memory_use(&self) -> MemoryUse {
        MemoryUse {
            most_nodes: self.tree.arena.high_water() as u64,
            bytes: self.tree.arena.bytes() as u64,
            ..self.memory
        }
    }
}
