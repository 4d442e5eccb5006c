//! Recursive best-first minimax search (Korf & Chickering 1996, section 3, Fig. 3): best-first minimax in space
//! linear in the depth.
//!
//! It always expands next the principal leaf, the node that determines the root's value. The stack holds the
//! principal variation and the brothers of its nodes; a subtree that is left is forgotten but for its value.

use heapless::Vec;

use super::children::{Children, best_to_front, first_to_back};
use super::{CapacityError, Counts, Limits, Observer, Progress, Report, Search, Stop};
use crate::{Bound, Evaluator, Game, Value, Window};

/// Which children of a node are generated when it is expanded.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "lowercase"))]
pub enum Expansion {
    /// One at a time, until one makes its parent leave the principal variation (Fig. 3).
    #[default]
    Partial,
    /// All of them (section 3.2: Fig. 3 without the fourth lines).
    Full,
}

/// Recursive best-first minimax search on `PLIES` frames that keeps at most `CHILDREN` children.
///
/// It ends when the principal leaf is at [`Limits::depth`] or the game is over there. It needs one frame a ply
/// and keeps at most the sum of the numbers of children along one path. On a 64-bit machine a ply of Othello takes 57
/// bytes and a child 8.
///
/// ```
/// use plyscope_core::{Expansion, Limits, Rbfms, Search};
/// use plyscope_core::othello::{Board, Othello, Simple};
/// let mut search = Rbfms::<_, _, 16, 256>::new(Othello, Simple, Expansion::Partial);
/// let report = search.search(&Board::START, Limits::depth(8)).map_err(|e| e.capacity)?;
/// assert_eq!(report.principal_variation.len(), 8);
/// # Ok::<(), plyscope_core::CapacityError>(())
/// ```
pub struct Rbfms<G: Game, E, const PLIES: usize, const CHILDREN: usize> {
    game: G,
    evaluator: E,
    expansion: Expansion,
    frames: Vec<Frame<G>, PLIES>,
    children: Children<G::Move, CHILDREN>,
    line: Vec<G::Move, PLIES>,
    limits: Limits,
    counts: Counts,
    stop: Stop,
    failure: Option<CapacityError>,
    window: Window,
    value: Value,
    bound: Bound,
    line_ends_game: bool,
}

/// A node on the principal variation.
struct Frame<G: Game> {
    position: G::Position,
    moves: G::Moves,
    /// The node stays on the principal variation while its value is within.
    window: Window,
    /// Where its children begin on the stack of children; the first of them is the best once all are there.
    first: usize,
    expanded: bool,
}

impl<G: Game, E, const PLIES: usize, const CHILDREN: usize> Rbfms<G, E, PLIES, CHILDREN> {
    /// A best-first minimax search of `game` guided by `evaluator`.
    #[must_use]
    pub const fn new(game: G, evaluator: E, expansion: Expansion) -> Self {
        Self {
            game,
            evaluator,
            expansion,
            frames: Vec::new(),
            children: Children::new(),
            line: Vec::new(),
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
}

/// What to do after a node's children are known.
enum Next<M> {
    /// Expand its best child, within this window.
    Expand(M, Window),
    /// The principal leaf is at the horizon.
    Finish,
    /// It is off the principal variation.
    Return(Value),
}

impl<G: Game, E: Evaluator<G::Position>, const PLIES: usize, const CHILDREN: usize>
    Rbfms<G, E, PLIES, CHILDREN>
{
    /// Begins a search that goes on only while the root's backed-up value is within `window`, ends included
    /// (Theorem 1). A report's [`Bound::Lower`] or [`Bound::Upper`] says that it was left above or below.
    pub fn start_in_window(&mut self, root: &G::Position, limits: Limits, window: Window) {
        self.limits = limits;
        self.window = window;
        self.counts = Counts::default();
        self.stop = Stop::Running;
        self.failure = None;
        self.frames.clear();
        self.children.truncate(0);
        self.line.clear();
        self.bound = Bound::Unknown;
        self.line_ends_game = false;
        Counts::add(&mut self.counts.evaluated);
        self.value = self.evaluator.evaluate(root);
        if limits.depth == 0 {
            self.stop = Stop::Completed;
            self.bound = Bound::Exact;
        } else if let Err(error) = self.push(root.clone(), window) {
            self.failure = Some(error);
        }
    }

    /// [`Search::step`], watched by `observer`.
    ///
    /// # Errors
    /// [`CapacityError`] if a fixed-size stack does not suffice.
    pub fn step_observed<O: Observer<G::Move>>(
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

    fn push(&mut self, position: G::Position, window: Window) -> Result<(), CapacityError> {
        let moves = self.game.moves(&position);
        let first = self.children.len();
        let frame = Frame { position, moves, window, first, expanded: false };
        self.frames.push(frame).map_err(|_| CapacityError::Plies { capacity: PLIES })?;
        Ok(())
    }

    fn run<O: Observer<G::Move>>(
        &mut self,
        pause_at: u64,
        observer: &mut O,
    ) -> Result<Progress, CapacityError> {
        loop {
            let ply = self.frames.len().wrapping_sub(1);
            let Some(frame) = self.frames.last_mut() else { return Ok(Progress::Done) };
            let mut left = None;
            if !frame.expanded {
                if self.children.len() == frame.first {
                    if !self.game.has_more(&frame.position, &frame.moves) {
                        // The principal leaf has no children.
                        return Ok(Progress::Done);
                    }
                    if self.counts.generated < pause_at {
                        Counts::add(&mut self.counts.expanded);
                        let frames = u32::try_from(ply.saturating_add(1)).unwrap_or(u32::MAX);
                        self.counts.most_frames = self.counts.most_frames.max(frames);
                    }
                }
                loop {
                    if self.counts.generated >= pause_at {
                        if self.game.has_more(&frame.position, &frame.moves) {
                            return Ok(Progress::Paused);
                        }
                        break;
                    }
                    let Some((mv, child)) = self.game.next_child(&frame.position, &mut frame.moves)
                    else {
                        break;
                    };
                    Counts::add(&mut self.counts.generated);
                    Counts::add(&mut self.counts.evaluated);
                    let value = -self.evaluator.evaluate(&child);
                    observer.generated(ply, mv, Some(value));
                    self.children.push(mv, value)?;
                    if self.expansion == Expansion::Partial && value > frame.window.beta {
                        left = Some(value);
                        break;
                    }
                }
                frame.expanded = true;
                let kept = u32::try_from(self.children.len()).unwrap_or(u32::MAX);
                self.counts.most_children = self.counts.most_children.max(kept);
                best_to_front(self.children.from(frame.first));
            }
            let next = match left {
                Some(value) => Next::Return(value),
                None => self.next(ply),
            };
            match next {
                Next::Finish => return Ok(Progress::Done),
                Next::Expand(mv, window) => {
                    let Some(frame) = self.frames.last() else { return Ok(Progress::Done) };
                    let position = self.game.play(&frame.position, mv);
                    observer.descended(ply, mv, window);
                    self.push(position, window)?;
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
                    observer.returned(ply, value);
                    self.back_up(value);
                }
            }
        }
    }

    /// Decides from the two best children of the node on top, at `ply`.
    fn next(&mut self, ply: usize) -> Next<G::Move> {
        let Some(frame) = self.frames.last() else { return Next::Finish };
        let Some((best, brothers)) = self.children.from(frame.first).split_first() else {
            return Next::Finish;
        };
        let Window { alpha, beta } = frame.window;
        if best.value < alpha || best.value > beta {
            return Next::Return(best.value);
        }
        let depth = u32::try_from(ply.saturating_add(1)).unwrap_or(u32::MAX);
        if depth >= self.limits.depth {
            return Next::Finish;
        }
        let second = brothers.iter().map(|child| child.value).max();
        let alpha = alpha.max(second.unwrap_or(Value::NEG_INFINITY));
        Next::Expand(best.mv, Window { alpha, beta }.negated())
    }

    /// Gives the value of the node on top to its parent's best child, and puts that behind its equals.
    fn back_up(&mut self, value: Value) {
        let Some(left) = self.frames.pop() else { return };
        self.children.truncate(left.first);
        let Some(parent) = self.frames.last() else { return };
        let brothers = self.children.from(parent.first);
        if let Some(child) = brothers.first_mut() {
            child.value = -value;
        }
        // Last in order of entry, so behind all equals; then the best comes to the front again.
        first_to_back(brothers);
        best_to_front(brothers);
    }

    /// Reads value and principal variation off the stack.
    fn conclude(&mut self) {
        self.line.clear();
        if self.bound != Bound::Unknown {
            // The root has left the window: there is no principal variation to read.
            return;
        }
        self.bound = Bound::Estimate;
        for (ply, frame) in self.frames.iter().enumerate() {
            // A node whose children are not all there yet is itself the principal leaf.
            let Some(best) = self.children.get(frame.first).filter(|_| frame.expanded) else {
                if self.stop == Stop::Completed {
                    self.line_ends_game = true;
                }
                break;
            };
            // One move a frame, so it fits.
            let _ = self.line.push(best.mv);
            self.value = if ply & 1 == 0 { best.value } else { -best.value };
        }
        if self.line_ends_game && self.line.is_empty() {
            // The game is over at the root.
            self.bound = Bound::Exact;
        }
    }
}

impl<G: Game, E: Evaluator<G::Position>, const PLIES: usize, const CHILDREN: usize> Search<G>
    for Rbfms<G, E, PLIES, CHILDREN>
{
    fn start(&mut self, root: &G::Position, limits: Limits) {
        self.start_in_window(root, limits, Window::FULL);
    }

    fn step(&mut self, nodes: u64) -> Result<Progress, CapacityError> {
        self.step_observed(nodes, &mut ())
    }

    fn stop(&mut self) {
        if self.stop == Stop::Running {
            self.stop = Stop::Polled;
            self.conclude();
        }
    }

    fn counts(&self) -> Counts {
        self.counts
    }

    fn report(&self) -> Report<'_, G::Move> {
        Report {
            best_move: self.line.first().copied(),
            value: self.value,
            bound: self.bound,
            principal_variation: &self.line,
            depth: u32::try_from(self.line.len()).unwrap_or(u32::MAX),
            // Lines were left where their static values put them; unless there are none.
            proven: self.line_ends_game && self.line.is_empty(),
            line_ends_game: self.line_ends_game,
            counts: self.counts,
            stop: self.stop,
        }
    }
}
