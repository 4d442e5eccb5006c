//! A record of a search, step by step.

use std::collections::HashSet;
use std::hash::Hash;

use plyscope_core::{Game, Generated, Observer, Value, Window};

/// One step of a search. Paths lead from the root; values and windows are those of [`Observer`].
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Event<M> {
    /// A child was generated: its path, its static value for the side that chooses it.
    Generated(Vec<M>, Option<Value>),
    /// The search went down to this node with this window.
    Descended(Vec<M>, Window),
    /// The search left this node with this value for the side to move there.
    Returned(Vec<M>, Value),
}

/// Keeps all events.
#[derive(Clone, Debug)]
pub struct Record<M> {
    path: Vec<M>,
    /// All events, in order.
    pub events: Vec<Event<M>>,
}

impl<M> Default for Record<M> {
    fn default() -> Self {
        Self { path: Vec::new(), events: Vec::new() }
    }
}

impl<M: Copy> Record<M> {
    fn child(&self, ply: usize, mv: M) -> Vec<M> {
        let mut path = self.path[..ply].to_vec();
        path.push(mv);
        path
    }

    /// The paths of all generated nodes, in order, as often as they were generated.
    pub fn generated(&self) -> impl Iterator<Item = &Vec<M>> {
        self.events.iter().filter_map(|event| match event {
            Event::Generated(path, _) => Some(path),
            _ => None,
        })
    }

    /// The paths of all generated nodes in the order in which they were generated first.
    #[must_use]
    pub fn first_generations(&self) -> Vec<Vec<M>>
    where
        M: Eq + Hash,
    {
        let mut seen = HashSet::new();
        self.generated().filter(|path| seen.insert((*path).clone())).cloned().collect()
    }
}

impl<G: Game> Observer<G> for Record<G::Move> {
    fn generated(&mut self, child: &Generated<'_, G>) {
        let path = self.child(child.ply, child.mv);
        self.events.push(Event::Generated(path, child.value));
    }

    fn descended(&mut self, ply: usize, mv: G::Move, window: Window) {
        self.path.truncate(ply);
        self.path.push(mv);
        self.events.push(Event::Descended(self.path.clone(), window));
    }

    fn returned(&mut self, ply: usize, value: Value) {
        self.events.push(Event::Returned(self.path[..ply].to_vec(), value));
    }
}
