//! Turns what a search tells its observer into steps as data.

use alloc::string::String;
use alloc::vec;
use alloc::vec::Vec;

use plyscope_core::search::estimate::Range;
use plyscope_core::{Counts, Game, Generated, Observer, Reason, Value, Window};

use super::steps::{Cut, Ends, Step, Told};

/// Takes the steps of a search in order.
pub trait Steps {
    /// Takes one.
    fn take(&mut self, step: Step);
}

/// Keeps steps, up to a number of them.
#[derive(Debug)]
pub struct Kept {
    steps: Vec<Told>,
    /// How many more it keeps.
    room: usize,
}

impl Kept {
    /// At most so many.
    #[must_use]
    pub const fn at_most(room: usize) -> Self {
        Self { steps: Vec::new(), room }
    }

    /// The steps since the last call.
    #[must_use]
    pub fn since(&mut self) -> Vec<Told> {
        core::mem::take(&mut self.steps)
    }
}

impl Steps for Kept {
    fn take(&mut self, step: Step) {
        if self.room > 0 {
            self.room -= 1;
            self.steps.push(step.into());
        }
    }
}

/// What a search has done at a node since it expanded it.
#[derive(Debug)]
struct Frame<M> {
    /// Number of moves there.
    moves: u64,
    /// Number of children that were generated.
    generated: u64,
    /// Number of children that were searched to their end.
    searched: u64,
    /// The child that the search descended into last, and whether it has returned from there.
    into: Option<(M, bool)>,
}

impl<M: Copy + PartialEq> Frame<M> {
    const fn new(moves: u64) -> Self {
        Self { moves, generated: 0, searched: 0, into: None }
    }

    fn descend(&mut self, mv: M) {
        // The same child may be searched again: with another window, or deeper.
        if self.into == Some((mv, true)) {
            self.searched -= 1;
        }
        self.into = Some((mv, false));
    }

    fn return_to(&mut self) {
        if let Some((mv, false)) = self.into {
            self.searched += 1;
            self.into = Some((mv, true));
        }
    }

    /// Whether no child is left to be searched. At the horizon children are not descended into: they are done once they are
    /// generated.
    const fn is_done(&self) -> bool {
        let done = if self.into.is_none() { self.generated } else { self.searched };
        done >= self.moves
    }
}

/// Records the steps of searches of one position. It remembers the path to the current node, and what was done at its nodes.
///
/// A depth-first search counts a cut where a node's value leaves its window, even if that was the last child. Where nothing is left to
/// cut, that is no step; [`in_vain`](Self::in_vain) counts these.
#[derive(Debug)]
pub struct Recorder<G: Game, T, N = fn(<G as Game>::Move) -> String> {
    game: G,
    /// A move's name.
    pub name: N,
    root_is_max: bool,
    /// The positions from the root to the current node.
    path: Vec<G::Position>,
    /// By ply, where nodes of the path were expanded.
    frames: Vec<Option<Frame<G::Move>>>,
    /// Whether the search is a best-first one, which leaves nodes without cutting anything.
    is_best_first: bool,
    /// Cuts that the search counts and that cut nothing, by window or estimate.
    pub in_vain: Counts,
    /// What the steps count.
    pub counts: Counts,
    /// Where the steps go.
    pub steps: T,
}

impl<G: Game, T: Steps, N: Fn(G::Move) -> String> Recorder<G, T, N> {
    /// A recorder of searches of `root`, with this name for each move.
    pub fn new(game: G, root: G::Position, name: N, root_is_max: bool, steps: T) -> Self {
        Self {
            game,
            name,
            root_is_max,
            path: vec![root],
            frames: Vec::new(),
            is_best_first: false,
            in_vain: Counts::default(),
            counts: Counts::default(),
            steps,
        }
    }

    /// The counts of a report without the cuts that cut nothing.
    #[must_use]
    pub fn without_vain_cuts(&self, mut counts: Counts) -> Counts {
        let vain = &self.in_vain;
        counts.pruned_by_window = counts.pruned_by_window.saturating_sub(vain.pruned_by_window);
        counts.pruned_by_estimate =
            counts.pruned_by_estimate.saturating_sub(vain.pruned_by_estimate);
        counts
    }

    /// Whether nothing is left at the node at this ply, on top of the path, that such a cut could cut.
    fn is_vain(&self, ply: usize, reason: Reason) -> bool {
        if self.is_best_first {
            return false;
        }
        let Some(Some(frame)) = self.frames.get(ply) else { return false };
        match reason {
            Reason::Window { .. } => frame.is_done(),
            // Before the first child is searched, an estimate cuts all of them.
            Reason::Estimate { .. } | Reason::Selective { .. } => {
                frame.into.is_some() && frame.is_done()
            }
            Reason::Table { .. } => false,
        }
    }

    /// Whether MAX moves at this ply.
    pub const fn is_max(&self, ply: usize) -> bool {
        ply.is_multiple_of(2) == self.root_is_max
    }

    /// A value of the side to move at this ply, for MAX.
    fn for_max(&self, ply: usize, value: Value) -> i32 {
        if self.is_max(ply) { value.get() } else { (-value).get() }
    }

    fn range(&self, ply: usize, range: Range) -> Ends {
        Ends::of_range(range, self.is_max(ply))
    }

    fn window(&self, ply: usize, window: Window) -> Ends {
        Ends::of_window(window, self.is_max(ply))
    }

    fn cut(&self, ply: usize, reason: Reason) -> Cut {
        match reason {
            Reason::Window { value, window } => {
                Cut::Window { value: self.for_max(ply, value), window: self.window(ply, window) }
            }
            Reason::Estimate { static_value, depth, range, window, by_child } => Cut::Estimate {
                static_value: self.for_max(ply, static_value),
                depth,
                range: self.range(ply, range),
                window: self.window(ply, window),
                by_child,
            },
            Reason::Selective { value, depth, range, window } => Cut::Selective {
                value: self.for_max(ply, value),
                depth,
                range: self.range(ply, range),
                window: self.window(ply, window),
            },
            Reason::Table { value, bound, window } => Cut::Table {
                value: self.for_max(ply, value),
                bound: if self.is_max(ply) { bound } else { bound.negated() },
                window: self.window(ply, window),
            },
        }
    }
}

impl<G: Game, T: Steps, N: Fn(G::Move) -> String> Observer<G> for Recorder<G, T, N> {
    fn began(&mut self, depth: u32, window: Window, static_value: Option<Value>) {
        self.path.truncate(1);
        self.frames.clear();
        let value = static_value.map(|value| self.for_max(0, value));
        self.steps.take(Step::Began { depth, window: self.window(0, window), value });
    }

    fn expanded(&mut self, ply: usize) {
        self.counts.expanded += 1;
        let children = self.path.get(ply).map_or(0, |position| self.game.count_moves(position));
        self.frames.truncate(ply);
        self.frames.resize_with(ply, || None);
        self.frames.push(Some(Frame::new(children)));
        self.steps.take(Step::Expanded { ply, children });
    }

    fn generated(&mut self, child: &Generated<'_, G>) {
        self.counts.generated += 1;
        if let Some(Some(frame)) = self.frames.get_mut(child.ply) {
            frame.generated += 1;
        }
        let value = child.value.map(|value| self.for_max(child.ply, value));
        self.steps.take(Step::Generated { ply: child.ply, mv: (self.name)(child.mv), value });
    }

    fn principal_leaf(&mut self, ply: usize) {
        self.is_best_first = true;
        self.steps.take(Step::PrincipalLeaf { ply });
    }

    fn descended(&mut self, ply: usize, mv: G::Move, window: Window) {
        self.path.truncate(ply + 1);
        self.frames.truncate(ply + 1);
        if let Some(Some(frame)) = self.frames.get_mut(ply) {
            frame.descend(mv);
        }
        if let Some(position) = self.path.get(ply) {
            self.path.push(self.game.play(position, mv));
        }
        let window = self.window(ply + 1, window);
        self.steps.take(Step::Descended { ply, mv: (self.name)(mv), window });
    }

    fn reduced(&mut self, ply: usize, mv: G::Move, plies: u32) {
        self.steps.take(Step::Reduced { ply, mv: (self.name)(mv), plies });
    }

    fn probing(&mut self, ply: usize, depth: u32, window: Window) {
        self.steps.take(Step::Probing { ply, depth, window: self.window(ply, window) });
    }

    fn probed(&mut self, ply: usize, depth: u32, value: Value) {
        self.steps.take(Step::Probed { ply, depth, value: self.for_max(ply, value) });
    }

    fn estimated(&mut self, ply: usize, range: Range) {
        self.steps.take(Step::Estimated { ply, range: self.range(ply, range), mv: None });
    }

    fn estimated_child(&mut self, ply: usize, mv: G::Move, range: Range) {
        let range = self.range(ply, range);
        self.steps.take(Step::Estimated { ply, range, mv: Some((self.name)(mv)) });
    }

    fn narrowed(&mut self, ply: usize, window: Window) {
        self.steps.take(Step::Narrowed { ply, window: self.window(ply, window) });
    }

    fn learned(&mut self, lowest: i32, highest: i32) {
        self.steps.take(Step::Learned { bounds: (lowest, highest) });
    }

    fn weighed(&mut self, ply: usize, proof: Option<u32>, disproof: Option<u32>) {
        self.steps.take(Step::Weighed { ply, proof, disproof });
    }

    fn pruned(&mut self, ply: usize, reason: Reason) {
        if self.is_vain(ply, reason) {
            match reason {
                Reason::Window { .. } => self.in_vain.pruned_by_window += 1,
                _ => self.in_vain.pruned_by_estimate += 1,
            }
            return;
        }
        match reason {
            Reason::Window { .. } => self.counts.pruned_by_window += 1,
            Reason::Estimate { .. } | Reason::Selective { .. } => {
                self.counts.pruned_by_estimate += 1;
            }
            Reason::Table { .. } => {}
        }
        self.steps.take(Step::Pruned { ply, cut: self.cut(ply, reason) });
    }

    fn backed_up(&mut self, ply: usize, mv: G::Move, value: Value) {
        let value = self.for_max(ply, value);
        self.steps.take(Step::BackedUp { ply, mv: (self.name)(mv), value });
    }

    fn returned(&mut self, ply: usize, value: Value) {
        self.path.truncate(ply.max(1));
        self.frames.truncate(ply);
        if let Some(Some(frame)) = ply.checked_sub(1).and_then(|above| self.frames.get_mut(above)) {
            frame.return_to();
        }
        self.steps.take(Step::Returned { ply, value: Some(self.for_max(ply, value)) });
    }

    fn left(&mut self, ply: usize) {
        self.path.truncate(ply.max(1));
        self.frames.truncate(ply);
        self.steps.take(Step::Returned { ply, value: None });
    }
}
