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

/// Records the steps of searches of one position. It remembers the path to the current node and nothing else.
#[derive(Debug)]
pub struct Recorder<G: Game, T> {
    game: G,
    /// A move's name.
    pub name: fn(G::Move) -> String,
    root_is_max: bool,
    /// The positions from the root to the current node.
    path: Vec<G::Position>,
    /// What the steps count.
    pub counts: Counts,
    /// Where the steps go.
    pub steps: T,
}

impl<G: Game, T: Steps> Recorder<G, T> {
    /// A recorder of searches of `root`, with this name for each move.
    pub fn new(
        game: G,
        root: G::Position,
        name: fn(G::Move) -> String,
        root_is_max: bool,
        steps: T,
    ) -> Self {
        Self { game, name, root_is_max, path: vec![root], counts: Counts::default(), steps }
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

impl<G: Game, T: Steps> Observer<G> for Recorder<G, T> {
    fn began(&mut self, depth: u32, window: Window, static_value: Option<Value>) {
        self.path.truncate(1);
        let value = static_value.map(|value| self.for_max(0, value));
        self.steps.take(Step::Began { depth, window: self.window(0, window), value });
    }

    fn expanded(&mut self, ply: usize) {
        self.counts.expanded += 1;
        let children = self.path.get(ply).map_or(0, |position| self.game.count_moves(position));
        self.steps.take(Step::Expanded { ply, children });
    }

    fn generated(&mut self, child: &Generated<'_, G>) {
        self.counts.generated += 1;
        let value = child.value.map(|value| self.for_max(child.ply, value));
        self.steps.take(Step::Generated { ply: child.ply, mv: (self.name)(child.mv), value });
    }

    fn principal_leaf(&mut self, ply: usize) {
        self.steps.take(Step::PrincipalLeaf { ply });
    }

    fn descended(&mut self, ply: usize, mv: G::Move, window: Window) {
        self.path.truncate(ply + 1);
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
        self.steps.take(Step::Returned { ply, value: Some(self.for_max(ply, value)) });
    }

    fn left(&mut self, ply: usize) {
        self.path.truncate(ply.max(1));
        self.steps.take(Step::Returned { ply, value: None });
    }
}
