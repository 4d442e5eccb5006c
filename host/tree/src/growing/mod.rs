//! Searches that grow a tree leaf by leaf and know more of a node than a value: B* (Berliner 1979) knows a range, conspiracy
//! numbers (McAllester 1988) how many leaves would have to be wrong.
//!
//! [`Growing`] is what they share: each iteration goes down from the root to a leaf, expands it, and backs up what is known. A
//! [`Policy`] says what that is, where to go, and when the search is over.
//!
//! | file | subject |
//! |---|---|
//! | `nodes.rs` | the tree |
//! | `b_star.rs` | B* |
//! | `conspiracy.rs` | conspiracy numbers |

mod b_star;
mod conspiracy;
mod nodes;

use alloc::vec;
use alloc::vec::Vec;

use plyscope_core::search::estimate::{self, At};
use plyscope_core::{
    Bound, CapacityError, Ends, Evaluator, Game, Generated, Observer, Progress, Report, Request,
    Search, Stop, Value, Window,
};

use self::nodes::{Node, Nodes, nodes_in};
use super::status::Status;
use super::{MemoryUse, TreeSearch};

pub use b_star::{BStar, Range};
pub use conspiracy::{Conspiracy, Conspirators, MOST_CONSPIRATORS, Stability};

/// What a search knows of nodes, and where it goes. All values are for the side to move at their node.
pub trait Policy {
    /// What is known of a node.
    type Known: Clone + core::fmt::Debug;
    /// Where an iteration goes.
    type Aim: Copy + core::fmt::Debug;

    /// Begins a search.
    fn reset(&mut self) {}

    /// A child was generated at `node`, with this static value for the side to move at `node`.
    fn observe(&mut self, node: &At, child: Value) {
        let _ = (node, child);
    }

    /// What is known of a leaf. Its depth is 0 also if the game is over: its value is then exact.
    fn leaf(&self, leaf: At) -> Self::Known;

    /// What its children say of a node; there is at least one.
    fn back_up(&self, children: &[&Self::Known]) -> Self::Known;

    /// The minimax value of the tree as it is, static at its leaves.
    fn value(&self, known: &Self::Known) -> Value;

    /// The range of a node's value, if more than the value is known; for observers.
    fn range(&self, known: &Self::Known) -> Option<estimate::Range> {
        let _ = known;
        None
    }

    /// What is certain of a node's value.
    fn bound(&self, known: &Self::Known) -> Bound;

    /// The child of the root to begin with, and what for; `None` if the search is over.
    fn begin(&self, root: &Self::Known, children: &[&Self::Known]) -> Option<(usize, Self::Aim)>;

    /// The child of another node to go on with, and what for.
    fn choose(&self, aim: Self::Aim, children: &[&Self::Known]) -> (usize, Self::Aim);

    /// The number of the root's best child.
    fn best(&self, children: &[&Self::Known]) -> usize;
}

/// A search with a [`Policy`], all children at a time, on a tree in memory. It keeps no tree from move to move.
///
/// The search ends when the policy says so, before an expansion that would exceed the limit of nodes ([`Stop::Nodes`]) or the
/// memory ([`Stop::Capacity`]). Nodes at the depth of the request have their static values for good. It ignores a request's window and
/// first line, and is paused between expansions only.
pub struct Growing<G: Game, E, P: Policy> {
    game: G,
    evaluator: E,
    policy: P,
    nodes: Nodes<P::Known>,
    root: Option<G::Position>,
    status: Status<G::Move>,
}

impl<G: Game, E, P: Policy> core::fmt::Debug for Growing<G, E, P> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_struct("Growing")
            .field("counts", &self.status.counts)
            .field("stop", &self.status.stop)
            .finish_non_exhaustive()
    }
}

/// The index of the greatest key, the first of equals.
fn first_greatest<K: PartialOrd>(keys: impl Iterator<Item = K>) -> usize {
    let mut best: Option<(usize, K)> = None;
    for (number, key) in keys.enumerate() {
        if best.as_ref().is_none_or(|(_, most)| key > *most) {
            best = Some((number, key));
        }
    }
    best.map_or(0, |(number, _)| number)
}

impl<G: Game, E: Evaluator<G::Position>, P: Policy> Growing<G, E, P> {
    /// A search of `game` with a tree of at most this many bytes.
    #[must_use]
    pub fn new(game: G, evaluator: E, policy: P, memory: u64) -> Self {
        Self {
            game,
            evaluator,
            policy,
            nodes: Nodes::new(nodes_in::<P::Known>(memory)),
            root: None,
            status: Status::new(),
        }
    }

    fn known(&self, node: usize) -> Vec<&P::Known> {
        self.nodes.children(node).iter().map(|child| &child.known).collect()
    }

    /// Goes down to a leaf, expands it and backs up. Returns why the search ends instead.
    fn iterate<O: Observer<G>>(&mut self, observer: &mut O) -> Result<(), Stop> {
        let Some(root) = &self.root else { return Err(Stop::Completed) };
        self.status.tell_beginning(Window::FULL, observer);
        let mut position = root.clone();
        let mut state = self.evaluator.state(&position);
        let mut path = vec![0];
        let mut line = Vec::new();
        if observer.observes() {
            line.push(position.clone());
        }
        let mut aim = None;
        let mut node = 0;
        while self.nodes.is_expanded(node) {
            let children = self.known(node);
            let (number, next) = match aim {
                Some(aim) => self.policy.choose(aim, &children),
                None => {
                    let root = &self.nodes.get(node).known;
                    self.policy.begin(root, &children).ok_or(Stop::Completed)?
                }
            };
            aim = Some(next);
            node = self.nodes.first(node) + number;
            // `None` means that the game's `unpack` does not invert its `pack`.
            let packed = self.nodes.get(node).packed;
            let mv = self.game.unpack(&position, packed).ok_or(Stop::Completed)?;
            let child = self.game.play(&position, mv);
            state = self.evaluator.update(&position, &state, &child);
            observer.descended(path.len() - 1, mv, Window::FULL);
            position = child;
            path.push(node);
            // Only an observer is told moves again on the way up.
            if observer.observes() {
                line.push(position.clone());
            }
        }
        self.expand(node, &position, &state, path.len() as u32 - 1, observer)?;
        self.status.counts.most_frames = self.status.counts.most_frames.max(path.len() as u32);
        while let Some(node) = path.pop() {
            let children = self.known(node);
            let known = self.policy.back_up(&children);
            // A game that cannot go on, as one with an error of its own, has no moves where it is not over.
            if let Some(position) = line.pop().filter(|_| !children.is_empty()) {
                let ply = path.len();
                let number = first_greatest(children.iter().map(|child| -self.policy.value(child)));
                let best = self.nodes.first(node) + number;
                if let Some(mv) = self.game.unpack(&position, self.nodes.get(best).packed) {
                    observer.backed_up(ply, mv, self.policy.value(&known));
                }
                if let Some(range) = self.policy.range(&known) {
                    observer.estimated(ply, range);
                }
                if ply > 0 {
                    observer.returned(ply, self.policy.value(&known));
                }
            }
            self.nodes.set(node, known);
        }
        Ok(())
    }

    /// Generates all children of a leaf this many plies below the root.
    fn expand<O: Observer<G>>(
        &mut self,
        node: usize,
        position: &G::Position,
        state: &E::State,
        ply: u32,
        observer: &mut O,
    ) -> Result<(), Stop> {
        let count = self.game.count_moves(position);
        if self.status.counts.generated.saturating_add(count) > self.status.limits.nodes {
            return Err(Stop::Nodes);
        }
        if count == 0 || ply >= self.status.limits.depth {
            // A policy goes to leaves only whose value can change.
            return Err(Stop::Completed);
        }
        if !self.nodes.has_room(count as usize) {
            return Err(Stop::Capacity);
        }
        observer.principal_leaf(ply as usize);
        observer.expanded(ply as usize);
        let before = self.policy.value(&self.nodes.get(node).known);
        let depth = self.status.limits.depth - ply;
        let at = At { value: before, depth, mover: self.game.mover(position) };
        let mut moves = self.game.moves(position);
        let mut children = Vec::with_capacity(count as usize);
        while let Some((mv, child)) = self.game.next_child(position, &mut moves) {
            let packed = self.game.packed(position, mv);
            let state = self.evaluator.update(position, state, &child);
            let outcome = self.game.outcome(&child);
            let value = self.evaluator.leaf_value(&child, &state, Ends::Scored, || outcome);
            self.policy.observe(&at, -value);
            let (parent, own) = (Some(before), Some(-value));
            observer.generated(&Generated::new(ply as usize, mv, &child, own, parent));
            let depth = if outcome.is_some() { 0 } else { depth - 1 };
            children.push((packed, At { value, depth, mover: self.game.mover(&child) }));
        }
        let number = children.len() as u64;
        self.status.counts.generated += number;
        self.status.counts.evaluated += number;
        self.status.counts.expanded += 1;
        let policy = &self.policy;
        let known = children.into_iter().map(|(packed, leaf)| (packed, policy.leaf(leaf)));
        self.nodes.expand(node, known);
        Ok(())
    }

    /// Fills in the move, its line, the value and what is certain of it.
    fn conclude(&mut self) {
        self.status.line.clear();
        let root = &self.nodes.get(0).known;
        self.status.value = self.policy.value(root);
        self.status.bound = self.policy.bound(root);
        let Some(mut position) = self.root.clone() else { return };
        let mut node = 0;
        while self.nodes.is_expanded(node) {
            let children = self.known(node);
            let number = match node {
                0 => self.policy.best(&children),
                _ => first_greatest(children.iter().map(|child| -self.policy.value(child))),
            };
            node = self.nodes.first(node) + number;
            let Node { packed, .. } = *self.nodes.get(node);
            let Some(mv) = self.game.unpack(&position, packed) else { return };
            position = self.game.play(&position, mv);
            self.status.line.push(mv);
        }
    }
}

impl<G: Game, E: Evaluator<G::Position>, P: Policy> Search<G> for Growing<G, E, P> {
    fn start(&mut self, request: &Request<'_, G>) {
        self.status.start(request.limits.within_game(&self.game, request.position));
        self.policy.reset();
        let root = request.position;
        let state = self.evaluator.state(root);
        let outcome = self.game.outcome(root);
        self.status.value = self.evaluator.leaf_value(root, &state, Ends::Scored, || outcome);
        self.status.counts.evaluated = 1;
        self.status.line_ends_game = outcome.is_some();
        let depth = if outcome.is_some() { 0 } else { self.status.limits.depth };
        let leaf = At { value: self.status.value, depth, mover: self.game.mover(root) };
        self.nodes.reset(self.policy.leaf(leaf));
        self.root = Some(root.clone());
        if depth == 0 {
            self.status.bound = Bound::Exact;
            self.status.stop = Stop::Completed;
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
        let pause_at = self.status.counts.generated.saturating_add(nodes);
        while self.status.stop == Stop::Running {
            if self.status.counts.generated >= pause_at {
                return Ok(Progress::Paused);
            }
            if let Err(stop) = self.iterate(observer) {
                self.status.stop = stop;
                self.conclude();
            }
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
        self.status.report()
    }
}

impl<G: Game, E: Evaluator<G::Position>, P: Policy> TreeSearch<G> for Growing<G, E, P> {
    /// Each search begins with a new tree.
    fn advance(&mut self, _: G::Move) {}

    fn look(&mut self) {
        if self.status.stop == Stop::Running {
            self.conclude();
        }
    }

    fn memory_use(&self) -> MemoryUse {
        MemoryUse {
            most_nodes: self.nodes.most() as u64,
            bytes: self.nodes.bytes() as u64,
            ..MemoryUse::default()
        }
    }
}

#[cfg(test)]
mod tests;
