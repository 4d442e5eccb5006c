//! Recursive best-first minimax search (Korf & Chickering 1996, section 3, Fig. 3): best-first minimax in space
//! linear in the depth.
//!
//! It always expands the principal leaf, the node that determines the root's value. The stack holds the principal variation
//! and the siblings of its nodes; of a subtree that it leaves it keeps only the value.

use super::children::{best_to_front, first_to_back, keep, rest};
use super::frame::{Frame, Node, Phase, for_child, for_parent};
use super::{
    CapacityError, Counts, Generated, Limits, Observer, Parts, Progress, Reason, Report, Request,
    Search, Stop, Store,
};
use crate::eval::cold_leaf_value;
use crate::{Bound, Evaluator, Game, Value, Window, child_value};

/// Which children an expansion generates.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "lowercase"))]
pub enum Expansion {
    /// One at a time, until one moves its parent off the principal variation (Fig. 3).
    #[default]
    Partial,
    /// All of them (section 3.2: Fig. 3 without the fourth lines).
    Full,
}

/// Recursive best-first minimax search of game `G` with evaluator `E` and storage `S`.
///
/// It ends when the principal leaf is at [`Limits::depth`] or the game is over there. It needs one frame a ply and keeps at
/// most all children along one path.
///
/// With a [window](Request::window) it continues only while the root's backed-up value is within the window, ends included
/// (Theorem 1). A report's [`Bound::Lower`] or [`Bound::Upper`] says that the value left it above or below.
///
/// ```
/// use plyscope_core::{Expansion, Rbfms, Request, Search, storage};
/// use plyscope_core::othello::{Board, Othello, Simple};
/// let storage = storage!(16, 256);
/// let mut search = Rbfms::new(Othello, Simple, Expansion::Partial, storage);
/// let report = search.search(&Request::new(&Board::START).depth(8))?;
/// assert_eq!(report.principal_variation.len(), 8);
/// # Ok::<(), plyscope_core::CapacityError>(())
/// ```
pub struct Rbfms<G, E, S> {
    game: G,
    evaluator: E,
    expansion: Expansion,
    storage: S,
    limits: Limits,
    counts: Counts,
    stop: Stop,
    failure: Option<CapacityError>,
    window: Window,
    value: Value,
    bound: Bound,
    line_ends_game: bool,
}

impl<G, E, S> core::fmt::Debug for Rbfms<G, E, S> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_struct("Rbfms")
            .field("expansion", &self.expansion)
            .field("limits", &self.limits)
            .field("window", &self.window)
            .field("counts", &self.counts)
            .field("stop", &self.stop)
            .finish_non_exhaustive()
    }
}

impl<G: Game, E, S> Rbfms<G, E, S> {
    /// A best-first minimax search of `game` guided by `evaluator`.
    #[must_use]
    pub const fn new(game: G, evaluator: E, expansion: Expansion, storage: S) -> Self {
        Self {
            game,
            evaluator,
            expansion,
            storage,
            limits: Limits { depth: 0, nodes: 0 },
            counts: Counts::NONE,
            stop: Stop::Completed,
            failure: None,
            window: Window::FULL,
            value: Value::ZERO,
            bound: Bound::Unknown,
            line_ends_game: false,
        }
    }

    /// Returns the storage, for another search.
    #[must_use]
    pub fn into_storage(self) -> S {
        self.storage
    }
}

/// The next action once a node's children are known.
enum Next<M> {
    /// Expand its best child, within this window of the node's mover.
    Expand(M, Window),
    /// The principal leaf is at the horizon.
    Finish,
    /// The node is off the principal variation.
    Return(Value),
}

impl<G: Game, E: Evaluator<G::Position>, S: Store<G, E::State>> Rbfms<G, E, S> {
    #[inline]
    fn push(
        &mut self,
        position: G::Position,
        state: E::State,
        window: Window,
    ) -> Result<(), CapacityError> {
        let mut parts = self.storage.parts();
        let first = parts.children.len();
        let node = Node::new(&self.game, position, state, window, None);
        parts.push(Frame::new(node, 0, false, first, Phase::Expand))
    }

    // Out of line: each way to call a search would have a copy of all of it.
    #[inline(never)]
    fn run<O: Observer<G>>(
        &mut self,
        pause_at: u64,
        observer: &mut O,
    ) -> Result<Progress, CapacityError> {
        loop {
            let Parts { frames, children, .. } = self.storage.parts();
            let ply = frames.len().wrapping_sub(1);
            let Some(frame) = frames.last_mut() else { return Ok(Progress::Done) };
            let mut left = None;
            // In any other phase all children are generated, or the node was left because of the last one.
            if frame.phase == Phase::Expand {
                let node = &mut frame.node;
                if children.len() == frame.first {
                    if !self.game.has_more(&node.position, &node.moves) {
                        // The principal leaf has no children.
                        return Ok(Progress::Done);
                    }
                    if self.counts.generated < pause_at {
                        Counts::add(&mut self.counts.expanded);
                        let frames = u32::try_from(ply.saturating_add(1)).unwrap_or(u32::MAX);
                        self.counts.most_frames = self.counts.most_frames.max(frames);
                        if ply == 0 {
                            observer.began(self.limits.depth, self.window, Some(self.value));
                        }
                        observer.principal_leaf(ply);
                        observer.expanded(ply);
                    }
                }
                loop {
                    if self.counts.generated >= pause_at {
                        if self.game.has_more(&node.position, &node.moves) {
                            return Ok(Progress::Paused);
                        }
                        break;
                    }
                    let Some((mv, child)) = self.game.next_child(&node.position, &mut node.moves)
                    else {
                        break;
                    };
                    Counts::add(&mut self.counts.generated);
                    Counts::add(&mut self.counts.evaluated);
                    let parent = (&node.position, &node.state);
                    let (game, evaluator) = (&self.game, &self.evaluator);
                    let value = child_value(game, evaluator, parent, &child);
                    let value = for_parent(game.moves_again(parent.0, &child), value);
                    observer.generated(&Generated::new(
                        ply,
                        mv,
                        &child,
                        Some(value),
                        node.static_value,
                    ));
                    keep(children, mv, value)?;
                    if self.expansion == Expansion::Partial && value > node.window.beta {
                        observer.backed_up(ply, mv, value);
                        left = Some(value);
                        break;
                    }
                }
                frame.phase = Phase::Descend;
                let kept = u32::try_from(children.len()).unwrap_or(u32::MAX);
                self.counts.most_children = self.counts.most_children.max(kept);
                best_to_front(rest(children, frame.first));
            }
            let next = match left {
                Some(value) => Next::Return(value),
                None => {
                    if let Some(best) = rest(children, frame.first).first() {
                        observer.backed_up(ply, best.mv, best.value);
                    }
                    self.next(ply)
                }
            };
            match next {
                Next::Finish => return Ok(Progress::Done),
                Next::Expand(mv, window) => {
                    let Some(frame) = self.storage.path().last() else {
                        return Ok(Progress::Done);
                    };
                    let Node { position: parent, state, .. } = &frame.node;
                    let position = self.game.play(parent, mv);
                    let state = self.evaluator.update(parent, state, &position);
                    let window = for_child(self.game.moves_again(parent, &position), window);
                    observer.descended(ply, mv, window);
                    self.push(position, state, window)?;
                }
                Next::Return(value) => {
                    if ply == 0 {
                        // The root's value has left the window.
                        self.value = value;
                        self.bound =
                            if value > self.window.beta { Bound::Lower } else { Bound::Upper };
                        return Ok(Progress::Done);
                    }
                    Counts::add(&mut self.counts.pruned_by_window);
                    if let Some(frame) = self.storage.path().last() {
                        observer.pruned(ply, Reason::Window { value, window: frame.node.window });
                    }
                    observer.returned(ply, value);
                    self.back_up(value);
                }
            }
        }
    }

    /// Decides by the two best children of the node on top, at `ply`.
    fn next(&mut self, ply: usize) -> Next<G::Move> {
        let Parts { frames, children, .. } = self.storage.parts();
        let Some(frame) = frames.last() else { return Next::Finish };
        let Some((best, siblings)) = rest(children, frame.first).split_first() else {
            return Next::Finish;
        };
        let Window { alpha, beta } = frame.node.window;
        if best.value < alpha || best.value > beta {
            return Next::Return(best.value);
        }
        let depth = u32::try_from(ply.saturating_add(1)).unwrap_or(u32::MAX);
        if depth >= self.limits.depth {
            return Next::Finish;
        }
        let second = siblings.iter().map(|child| child.value).max();
        let alpha = alpha.max(second.unwrap_or(Value::NEG_INFINITY));
        Next::Expand(best.mv, Window { alpha, beta })
    }

    /// Backs up the value of the node on top to its parent's best child, and puts that child behind its equals.
    fn back_up(&mut self, value: Value) {
        let Parts { frames, children, .. } = self.storage.parts();
        let Some(left) = frames.pop() else { return };
        children.truncate(left.first);
        let Some(parent) = frames.last() else { return };
        // Last in order of entry, so it goes behind all equals.
        let again = self.game.moves_again(&parent.node.position, &left.node.position);
        first_to_back(rest(children, parent.first), for_parent(again, value));
    }

    /// Reads the value and the principal variation from the stack.
    fn conclude(&mut self) {
        let Parts { frames, children, mut lines, .. } = self.storage.parts();
        lines.clear(0);
        if self.bound != Bound::Unknown {
            // The root has left the window: there is no principal variation to read.
            return;
        }
        self.bound = Bound::Estimate;
        let mut has_line = false;
        for (ply, frame) in frames.iter().enumerate() {
            // A node with children still to be generated is itself the principal leaf.
            let Some(best) = children.get(frame.first).filter(|_| frame.phase != Phase::Expand)
            else {
                if self.stop == Stop::Completed {
                    self.line_ends_game = true;
                }
                break;
            };
            lines.push_first(best.mv);
            has_line = true;
            let is_roots = match frames.first().filter(|_| G::EXTRA_MOVES) {
                None => ply & 1 == 0,
                Some(root) => {
                    let mover = self.game.mover(&frame.node.position);
                    mover == self.game.mover(&root.node.position)
                }
            };
            self.value = for_parent(is_roots, best.value);
        }
        if self.line_ends_game && !has_line {
            // The game is over at the root.
            self.bound = Bound::Exact;
        }
    }
}

impl<G: Game, E: Evaluator<G::Position>, S: Store<G, E::State>> Search<G> for Rbfms<G, E, S> {
    fn start(&mut self, request: &Request<'_, G>) {
        let Request { position: root, limits, window, .. } = *request;
        self.limits = limits;
        self.window = window;
        self.counts = Counts::NONE;
        self.stop = Stop::Running;
        self.failure = None;
        self.storage.parts().clear();
        self.bound = Bound::Unknown;
        self.line_ends_game = false;
        Counts::add(&mut self.counts.evaluated);
        let state = self.evaluator.state(root);
        self.value = match self.game.outcome(root) {
            Some(outcome) => self.evaluator.final_value(outcome),
            None => cold_leaf_value(&self.game, &self.evaluator, root, &state),
        };
        if limits.depth == 0 {
            self.stop = Stop::Completed;
            self.bound = Bound::Exact;
        } else if let Err(error) = self.push(root.clone(), state, window) {
            self.failure = Some(error);
        }
    }

    fn step_with<O: Observer<G>>(
        &mut self,
        nodes: u64,
        observer: &mut O,
    ) -> Result<Progress, CapacityError> {
        if self.stop == Stop::Running {
            let pause_at = self.counts.generated.saturating_add(nodes).min(self.limits.nodes);
            let outcome = self.failure.map_or_else(|| self.run(pause_at, observer), Err);
            self.failure = outcome.err();
            self.stop = Stop::after_step(outcome, self.counts.generated, self.limits);
            if self.stop != Stop::Running {
                self.conclude();
            }
        }
        self.stop.progress(self.failure)
    }

    fn stop(&mut self) {
        if self.stop == Stop::Running {
            self.stop = Stop::Polled;
            self.conclude();
        }
    }

    fn report(&self) -> Report<'_, G::Move> {
        let line = self.storage.line();
        Report {
            best_move: line.first().copied(),
            value: self.value,
            bound: self.bound,
            principal_variation: line,
            depth: u32::try_from(line.len()).unwrap_or(u32::MAX),
            // Unless there are none, lines were left at their static values.
            proven: self.line_ends_game && line.is_empty(),
            line_ends_game: self.line_ends_game,
            counts: self.counts,
            stop: self.stop,
        }
    }
}
