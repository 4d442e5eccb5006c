//! A search, replayed on the tree: what is known of each node at a step. `host/explorer/tree/replay.js` does the same for pages.

use plyscope_players::engine::steps::{Cut, Ends, Step};

use super::Recorded;
use super::shape::Shape;

/// What happened at a step.
#[derive(Clone, Debug)]
pub(super) enum Happened {
    Step(Step),
    /// The search has ended with this value of the root.
    Ended(i32),
}

/// What is known of a node.
#[derive(Clone, Debug, Default)]
pub(super) struct State {
    /// Twice the number of the search in which it was met last, counted from 1; 0 if it was not. One less if it was forgotten.
    pub(super) epoch: u32,
    pub(super) value: Option<i32>,
    /// Whether the value was backed up from below.
    pub(super) is_backed_up: bool,
    pub(super) weight: Option<[Option<u32>; 2]>,
    pub(super) window: Option<Ends>,
    pub(super) range: Option<Ends>,
    pub(super) cut: Option<Cut>,
    /// Whether it was cut with its siblings.
    pub(super) is_skipped: bool,
    has_returned: bool,
    /// The move of its value.
    best: Option<String>,
    /// Its number of children, once it was expanded.
    pub(super) count: Option<u64>,
    /// How often it was generated.
    pub(super) times: u32,
}

/// A search at one of its steps.
#[derive(Debug)]
pub(super) struct Replay<'r> {
    pub(super) shape: &'r Shape,
    pub(super) search: &'r Recorded,
    pub(super) states: Vec<State>,
    /// The nodes from the root to where the search is.
    pub(super) path: Vec<usize>,
    pub(super) epoch: u32,
    horizon: Option<usize>,
    /// The node of the last step.
    pub(super) node: usize,
    pub(super) leaf: Option<usize>,
    pub(super) has_ended: bool,
    /// How many steps have happened.
    pub(super) step: usize,
}

impl<'r> Replay<'r> {
    pub(super) fn new(shape: &'r Shape, search: &'r Recorded) -> Self {
        Self {
            shape,
            search,
            states: vec![State::default(); shape.nodes.len()],
            path: vec![0],
            epoch: 0,
            horizon: None,
            node: 0,
            leaf: None,
            has_ended: false,
            step: 0,
        }
    }

    /// Goes forward until so many steps have happened.
    pub(super) fn go_to(&mut self, step: usize) {
        let search = self.search;
        for happened in search.happened.iter().take(step).skip(self.step) {
            match happened {
                Happened::Step(step) => self.apply(step),
                Happened::Ended(value) => {
                    self.has_ended = true;
                    // Recursive best-first minimax does not back up the value of its last principal leaf.
                    self.states[0].value = Some(*value);
                    self.states[0].is_backed_up = true;
                    self.node = 0;
                }
            }
        }
        self.step = step.min(search.happened.len()).max(self.step);
    }

    fn at(&self, ply: usize) -> usize {
        self.path[ply.min(self.path.len() - 1)]
    }

    fn touch(&mut self, node: usize) -> &mut State {
        self.node = node;
        let state = &mut self.states[node];
        state.epoch = self.epoch;
        state
    }

    /// The node is met again: what cut it before no longer holds.
    fn renew(&mut self, node: usize) -> &mut State {
        let state = self.touch(node);
        (state.cut, state.is_skipped, state.has_returned) = (None, false, false);
        state
    }

    /// A child that a step tells of: the shape has all.
    fn child(&self, ply: usize, mv: &str) -> usize {
        let parent = self.at(ply);
        self.shape.child(parent, mv).unwrap_or(parent)
    }

    fn apply(&mut self, step: &Step) {
        match step {
            Step::Began { depth, window, value } => {
                self.epoch += 2;
                self.path.truncate(1);
                self.horizon = usize::try_from(*depth).ok();
                let state = self.renew(0);
                state.window = Some(*window);
                state.value = state.value.or(*value);
            }
            Step::PrincipalLeaf { ply } => {
                self.node = self.at(*ply);
                self.leaf = Some(self.node);
            }
            Step::Expanded { ply, children } => self.touch(self.at(*ply)).count = Some(*children),
            Step::Generated { ply, mv, value } => {
                let state = self.renew(self.child(*ply, mv));
                state.times += 1;
                (state.best, state.window, state.range) = (None, None, None);
                (state.value, state.is_backed_up) = (*value, false);
            }
            Step::Descended { ply, mv, window } => {
                let child = self.child(*ply, mv);
                self.path.truncate(ply + 1);
                self.path.push(child);
                self.renew(child).window = Some(*window);
            }
            Step::Probing { ply, depth, .. } => {
                self.horizon = usize::try_from(*depth).ok().map(|depth| ply + depth);
                self.node = self.at(*ply);
            }
            Step::Estimated { ply, range, mv } => {
                let node = mv.as_ref().map_or(self.at(*ply), |mv| self.child(*ply, mv));
                self.touch(node).range = Some(*range);
            }
            Step::Narrowed { ply, window } => self.touch(self.at(*ply)).window = Some(*window),
            Step::Weighed { ply, proof, disproof } => {
                self.touch(self.at(*ply)).weight = Some([*proof, *disproof]);
            }
            Step::BackedUp { ply, mv, value } => self.back_up(self.at(*ply), mv, *value),
            Step::Pruned { ply, cut } => self.prune(self.at(*ply), *cut),
            Step::Returned { ply, value } => {
                let node = self.at(*ply);
                let state = self.touch(node);
                state.has_returned = true;
                if value.is_some() {
                    (state.value, state.is_backed_up) = (*value, true);
                }
                // In linear space, all below is forgotten.
                if self.search.algorithm == "rbfms" {
                    self.forget(node);
                }
                self.path.truncate((*ply).max(1));
            }
            Step::Reduced { .. } | Step::Probed { .. } | Step::Learned { .. } => {}
        }
    }

    fn back_up(&mut self, node: usize, mv: &str, value: i32) {
        let (is_max, best_first) = (self.shape.is_max(node), self.search.best_first);
        let state = self.touch(node);
        state.best = Some(mv.to_owned());
        (state.value, state.is_backed_up) = (Some(value), true);
        // Depth-first searches narrow the window from the mover's side.
        if let (false, Some(Ends(alpha, beta))) = (best_first, state.window) {
            state.window = Some(match is_max {
                true => Ends(Some(alpha.map_or(value, |alpha| alpha.max(value))), beta),
                false => Ends(alpha, Some(beta.map_or(value, |beta| beta.min(value)))),
            });
        }
    }

    fn prune(&mut self, node: usize, cut: Cut) {
        self.touch(node).cut = Some(cut);
        if !self.search.best_first {
            for &child in &self.shape.nodes[node].children {
                if !self.is_done(node, child) {
                    self.states[child].is_skipped = true;
                }
            }
        }
    }

    /// Whether a child needs no more search: it was searched, or generated at the horizon.
    fn is_done(&self, node: usize, child: usize) -> bool {
        let state = &self.states[child];
        let at_horizon = self.horizon.is_some_and(|plies| self.shape.nodes[node].ply + 1 >= plies);
        let is_known = state.epoch == self.epoch && state.epoch > 0 && !state.is_skipped;
        is_known && (state.has_returned || state.times > 0 && at_horizon)
    }

    /// How many children of a node are still to be searched, if that is known.
    pub(super) fn left(&self, node: usize) -> Option<u64> {
        let children = self.shape.nodes[node].children.iter();
        let done = children.filter(|&&child| self.is_done(node, child)).count() as u64;
        self.states[node].count.map(|count| count.saturating_sub(done))
    }

    fn forget(&mut self, node: usize) {
        for &child in &self.shape.nodes[node].children {
            if self.states[child].epoch == self.epoch {
                self.states[child].epoch -= 1;
                self.forget(child);
            }
        }
    }

    /// The best line from the root, as far as it is known, with the root.
    pub(super) fn line(&self) -> Vec<usize> {
        let next = |&node: &usize| {
            let best = self.states[node].best.as_ref()?;
            self.shape.child(node, best)
        };
        std::iter::successors(Some(0), next).collect()
    }
}
