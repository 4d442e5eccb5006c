//! The tree of all nodes that the searches of a trace meet.

use std::collections::HashMap;

use crate::event::Event;
use plyscope_players::engine::steps::{Step, Told};
use plyscope_players::engine::typed::TypedNode;

/// A node of a [`Shape`].
#[derive(Debug)]
pub(super) struct Node {
    pub(super) parent: Option<usize>,
    /// The move that leads there; empty at the root.
    pub(super) mv: String,
    /// The name that was typed.
    pub(super) name: Option<String>,
    pub(super) ply: usize,
    pub(super) children: Vec<usize>,
    /// The value that was typed.
    pub(super) typed: Option<i32>,
    by_move: HashMap<String, usize>,
}

/// A tree that only grows. A typed one is there from the beginning.
#[derive(Debug)]
pub(super) struct Shape {
    pub(super) nodes: Vec<Node>,
    pub(super) root_is_max: bool,
    pub(super) is_typed: bool,
    /// The path of the search that is told of.
    path: Vec<usize>,
}

impl Default for Shape {
    fn default() -> Self {
        let mut shape =
            Self { nodes: Vec::new(), root_is_max: true, is_typed: false, path: vec![0] };
        shape.add(None, String::new());
        shape
    }
}

impl Shape {
    fn add(&mut self, parent: Option<usize>, mv: String) -> usize {
        let number = self.nodes.len();
        let ply = parent.map_or(0, |parent| self.nodes[parent].ply + 1);
        if let Some(parent) = parent {
            self.nodes[parent].children.push(number);
            self.nodes[parent].by_move.insert(mv.clone(), number);
        }
        self.nodes.push(Node {
            parent,
            mv,
            name: None,
            ply,
            children: Vec::new(),
            typed: None,
            by_move: HashMap::new(),
        });
        number
    }

    fn add_typed(&mut self, node: usize, typed: &TypedNode) {
        self.nodes[node].name.clone_from(&typed.name);
        self.nodes[node].typed = typed.value;
        for (number, child) in (1u32..).zip(&typed.children) {
            let added = self.add(Some(node), number.to_string());
            self.add_typed(added, child);
        }
    }

    /// The child by this move, if it is known.
    pub(super) fn child(&self, node: usize, mv: &str) -> Option<usize> {
        self.nodes[node].by_move.get(mv).copied()
    }

    /// Whether MAX moves at a node.
    pub(super) fn is_max(&self, node: usize) -> bool {
        self.nodes[node].ply.is_multiple_of(2) == self.root_is_max
    }

    fn meet(&mut self, ply: usize, mv: &str) -> usize {
        let parent = self.path[ply.min(self.path.len() - 1)];
        self.child(parent, mv).unwrap_or_else(|| self.add(Some(parent), mv.to_owned()))
    }

    /// Adds the nodes that an event tells of.
    pub(super) fn take(&mut self, event: &Event<'_>) {
        match event {
            Event::Trace { mover, tree, .. } => {
                self.root_is_max = *mover == "max";
                if let Some(tree) = tree {
                    self.is_typed = true;
                    self.add_typed(0, tree);
                }
            }
            Event::Search { .. } => self.path = vec![0],
            Event::Step(Told { step, .. }) => match step {
                Step::Began { .. } => self.path = vec![0],
                Step::Generated { ply, mv, .. } => {
                    self.meet(*ply, mv);
                }
                Step::Descended { ply, mv, .. } => {
                    self.path.truncate(ply + 1);
                    let child = self.meet(*ply, mv);
                    self.path.push(child);
                }
                Step::Returned { ply, .. } => self.path.truncate((*ply).max(1)),
                _ => {}
            },
            Event::Ended { .. } => {}
        }
    }
}
