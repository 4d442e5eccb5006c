//! Best-first minimax since 1996, known as unbounded best-first minimax: one search with switches.
//!
//! Each iteration goes down from the root to the principal leaf, expands it, and backs up the new values. With the switches of
//! 1996 this is [`BestFirst`](super::BestFirst), up to the order of equal children. It differs in memory:
//! lines may meet, so nodes have edges instead of siblings, and what cannot be stored ends the search.
//!
//! | file | subject |
//! |---|---|
//! | `switches.rs` | the switches |
//! | `graph.rs`, `keys.rs` | nodes, edges, positions by key |
//! | `grow.rs` | expansion |
//! | `select.rs` | the way down |
//! | `uct.rs` | the way down by upper confidence bounds |
//! | `back_up.rs` | the way up |
//! | `conclude.rs` | move, line, value, proof |

mod back_up;
mod conclude;
mod graph;
mod grow;
mod keys;
mod select;
mod switches;
mod uct;

use alloc::vec::Vec;

use plyscope_core::{
    CapacityError, Evaluator, Game, Observer, Progress, Report, Request, Search, Stop, Window,
};

use self::graph::{Graph, NONE, Node};
use self::grow::{Expanded, leaf_value};
use super::status::Status;
use super::{MemoryUse, TreeSearch};

pub use graph::{bounded_children_within, children_within, rewarded_children_within};
pub use switches::{
    BackUp, Completion, EndLeaf, FinalMove, OnResolved, Selection, Switches, Transpositions,
};
pub use uct::Uct;

/// Best-first minimax with [`Switches`], on a tree or graph in memory.
///
/// - **Limits.** The search ends before an expansion that would exceed the limit of nodes or the memory, with partial expansion at the
///   limit of nodes; the report then says [`Stop::Nodes`] or [`Stop::Capacity`] and has the best move so far. By [`OnResolved::Stop`]
///   without completion it also ends when its principal variation ends the game; otherwise when the root is resolved; and in any case
///   when it reaches the depth.
/// - **Counts.** Every child generated counts, also one whose position is known from another line; that one is not evaluated again.
/// - **Value.** That of the move chosen; if the root is solved, what is proven of the game. A win is a lower bound: what the move
///   chosen wins at least. A loss is an upper bound: what the best move loses at least, although the [safe](FinalMove::Safe)
///   move may lose more. A draw is exact.
/// - It ignores a request's window and first line. It is paused between expansions only.
pub struct Unbounded<G: Game, E: Evaluator<G::Position>> {
    game: G,
    evaluator: E,
    switches: Switches,
    uct: Option<Uct>,
    graph: Graph,
    /// The root's index, or [`NONE`] before there is one, and its position.
    root: u32,
    position: Option<G::Position>,
    /// The current line; the root first.
    frames: Vec<Frame<G, E::State>>,
    /// The number of unsettled frames.
    unsettled: u32,
    status: Status<G::Move>,
}

/// A node on the current line.
struct Frame<G: Game, T> {
    position: G::Position,
    /// The evaluation's state for it.
    state: T,
    node: u32,
    /// The edge to it.
    edge: u32,
    /// Iterations that ended at or below it and are not yet counted for the edge.
    iterations: u32,
    /// As long as its value is between these bounds and it is not resolved, every iteration comes here: at each node above it, the child
    /// on the line is better than any other that may be followed.
    window: Window,
    /// Whether a node above it has the value of a resolved child that is as good as another choice above: then the window says
    /// nothing, because what happens here does not change that value.
    tied: bool,
    /// Whether its value is still static, although a descent has expanded it.
    unsettled: bool,
}

/// The move to a child, and the child's frame.
type Descent<G, T> = (<G as Game>::Move, Frame<G, T>);

impl<G: Game, E: Evaluator<G::Position>> core::fmt::Debug for Unbounded<G, E> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_struct("Unbounded")
            .field("switches", &self.switches)
            .field("counts", &self.status.counts)
            .field("stop", &self.status.stop)
            .finish_non_exhaustive()
    }
}

impl<G: Game, E: Evaluator<G::Position>> Unbounded<G, E> {
    /// A search of `game` with memory for at most `limit` children ([`children_within`] or [`bounded_children_within`] converts from bytes).
    /// [`Selection::Descent`] without [`Completion::On`] is [`Selection::Best`].
    #[must_use]
    pub fn new(game: G, evaluator: E, switches: Switches, limit: u32) -> Self {
        Self {
            game,
            evaluator,
            switches,
            uct: None,
            graph: Graph::new(limit, switches.bounds()),
            root: NONE,
            position: None,
            frames: Vec::new(),
            unsettled: 0,
            status: Status::new(),
        }
    }

    /// UCT with static values: another way down, with all values backed up to the root, resolved positions left alone, with or
    /// without completion, and the safe move. `limit` is as in [`Unbounded::new`]; [`rewarded_children_within`] converts from bytes.
    #[must_use]
    pub fn uct(
        game: G,
        evaluator: E,
        (transpositions, completion): (Transpositions, Completion),
        uct: Uct,
        limit: u32,
    ) -> Self {
        let on_resolved = OnResolved::Next;
        let switches = Switches { transpositions, completion, on_resolved, ..Switches::UBFM };
        let mut search = Self::new(game, evaluator, switches, limit);
        search.uct = Some(uct);
        search.graph.sums = Some(Vec::new());
        search
    }

    /// The iterations that went through each of the root's moves in this and earlier searches, in the game's order.
    #[must_use]
    pub fn visits(&self) -> Vec<u32> {
        match self.root {
            NONE => Vec::new(),
            root => self.graph.edges(root).iter().map(|edge| edge.visits).collect(),
        }
    }

    /// Continues until the search ends, and returns the reason, or until `pause_at` nodes are generated.
    // Out of line: each way to call a search would have a copy of all of it.
    #[inline(never)]
    fn run<O: Observer<G>>(&mut self, pause_at: u64, observer: &mut O) -> Option<Stop> {
        let descends = self.switches.descends();
        let is_partial = self.switches.is_partial();
        self.status.tell_beginning(Window::FULL, observer);
        loop {
            let ply = self.frames.len() - 1;
            let node = *self.graph.node(self.frames[ply].node);
            let solved = ply == 0 && node.resolved;
            if solved || node.is_finished() || ply as u64 >= u64::from(self.status.limits.depth) {
                return Some(Stop::Completed);
            }
            self.status.counts.most_frames = self.status.counts.most_frames.max(ply as u32 + 1);
            if !node.is_expanded() {
                if self.status.counts.generated >= pause_at {
                    return None;
                }
                match self.expand(observer) {
                    Expanded::Limit => return Some(Stop::Nodes),
                    Expanded::Full => return Some(Stop::Capacity),
                    Expanded::Done => {}
                }
                // A descent goes on until a position is solved.
                if !descends || !self.is_open(self.frames[ply].node) {
                    self.back_up(observer);
                    continue;
                }
                self.frames[ply].unsettled = true;
                self.unsettled += 1;
            }
            let Some(choice) = self.choose(self.frames[ply].node) else {
                // Other lines have solved all its children.
                self.back_up(observer);
                continue;
            };
            // `None` means that the game's `unpack` does not invert its `pack`.
            let Some((mv, frame)) = self.descend(choice) else { return Some(Stop::Completed) };
            // Only partial expansion depends on windows.
            observer.descended(ply, mv, if is_partial { frame.window } else { Window::FULL });
            self.frames.push(frame);
        }
    }

    /// Makes `position` the root: keeps what is known if it is already.
    fn set_root(&mut self, position: &G::Position, state: &E::State)
    where
        G::Position: PartialEq,
    {
        if self.root != NONE && self.position.as_ref() == Some(position) {
            return;
        }
        let outcome = self.game.outcome(position);
        let value = leaf_value(&self.evaluator, self.switches.leaf, (position, state), outcome);
        self.status.counts.evaluated += 1;
        let key = match self.switches.transpositions {
            Transpositions::Tree => None,
            Transpositions::Table => self.game.key(position).filter(|_| self.game.lines_meet()),
        };
        let root = Node::new(key.unwrap_or_default(), value, outcome, self.switches);
        self.graph.reset(root, key.is_some());
        self.root = 0;
        self.position = Some(position.clone());
    }
}

impl<G: Game, E: Evaluator<G::Position>> Search<G> for Unbounded<G, E>
where
    G::Position: PartialEq,
{
    /// Reuses what is known of the position. Ignores the request's window and first line.
    fn start(&mut self, request: &Request<'_, G>) {
        self.status.start(request.limits);
        let root = request.position;
        let state = self.evaluator.state(root);
        self.set_root(root, &state);
        self.status.value = self.graph.node(self.root).value;
        self.frames.clear();
        self.unsettled = 0;
        let position = root.clone();
        self.frames.push(Frame {
            position,
            state,
            node: self.root,
            edge: NONE,
            iterations: 0,
            window: Window::FULL,
            tied: false,
            unsettled: false,
        });
        if self.status.limits.depth == 0 {
            self.status.stop = Stop::Completed;
            self.conclude();
        }
    }

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
        Ok(Progress::Done)
    }

    fn stop(&mut self) {
        if self.status.stop == Stop::Running {
            self.status.stop = Stop::Polled;
            self.conclude();
        }
    }

    fn report(&self) -> Report<'_, G::Move> {
        let report = self.status.report();
        let solved = report.stop != Stop::Running
            && (report.proven || self.proof().is_some() || self.is_exact());
        Report { proven: solved, ..report }
    }
}

impl<G: Game, E: Evaluator<G::Position>> TreeSearch<G> for Unbounded<G, E>
where
    G::Position: PartialEq,
{
    /// Keeps what can be reached from the new position.
    fn advance(&mut self, mv: G::Move) {
        let Some(position) = &mut self.position else { return };
        let packed = self.game.packed(position, mv);
        *position = self.game.play(position, mv);
        self.frames.clear();
        let edges = if self.root == NONE { &[] } else { self.graph.edges(self.root) };
        match edges.iter().find(|edge| edge.packed == packed) {
            Some(edge) => self.root = self.graph.keep_from(edge.child),
            // Nothing is known of it.
            None => self.root = NONE,
        }
    }

    fn look(&mut self) {
        if self.status.stop == Stop::Running {
            self.read();
        }
    }

    fn memory_use(&self) -> MemoryUse {
        MemoryUse {
            most_nodes: self.graph.most() as u64,
            bytes: self.graph.bytes() as u64,
            ..MemoryUse::default()
        }
    }
}

#[cfg(test)]
mod tests;
