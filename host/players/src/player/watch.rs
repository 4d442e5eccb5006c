//! Watching a search or a player at work.

use std::ops::ControlFlow;

use plyscope_core::othello::strong::Stage;
use plyscope_core::{Report, Value};

/// Progress of a search.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct SoFar {
    /// Nodes generated so far.
    pub generated: u64,
    /// The last finished depth, or the horizon; `None` for searches that do not report it.
    pub depth: Option<u32>,
    /// The value of the best move so far, for the side to move; `None` for searches that do not report it.
    pub value: Option<Value>,
}

/// What a search thinks after an iteration or a stage, or when its tree has doubled.
#[derive(Clone, Copy, Debug)]
pub struct Thought<'a, M> {
    /// Its report so far.
    pub report: Report<'a, M>,
    /// The stage, in searches that have any.
    pub stage: Option<Stage>,
}

/// What a search or a player tells while it is at work.
#[derive(Clone, Copy, Debug)]
pub enum Thinking<'a, M> {
    /// Its progress, from time to time.
    SoFar(&'a SoFar),
    /// The result of an iteration or a stage; of a search that keeps a tree, whenever that has doubled. A search on a device tells none.
    Thought(&'a Thought<'a, M>),
}

/// Watches a search or a player: a closure, [`OnlyProgress`], or `()`, which nobody hears.
pub trait Watch<M> {
    /// Takes what is told. A break ends the work, with the best move so far.
    fn hear(&mut self, thinking: Thinking<'_, M>) -> ControlFlow<()>;

    /// Whether it wants thoughts. A search then pauses more often at first, to miss no end of an iteration.
    fn wants_thoughts(&self) -> bool {
        true
    }
}

impl<M, F: FnMut(Thinking<'_, M>) -> ControlFlow<()>> Watch<M> for F {
    fn hear(&mut self, thinking: Thinking<'_, M>) -> ControlFlow<()> {
        self(thinking)
    }
}

impl<M> Watch<M> for () {
    fn hear(&mut self, _: Thinking<'_, M>) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }

    fn wants_thoughts(&self) -> bool {
        false
    }
}

/// Watches the progress of a search alone.
#[derive(Clone, Copy, Debug)]
pub struct OnlyProgress<F>(pub F);

impl<M, F: FnMut(&SoFar)> Watch<M> for OnlyProgress<F> {
    fn hear(&mut self, thinking: Thinking<'_, M>) -> ControlFlow<()> {
        if let Thinking::SoFar(so_far) = thinking {
            (self.0)(so_far);
        }
        ControlFlow::Continue(())
    }

    fn wants_thoughts(&self) -> bool {
        false
    }
}
