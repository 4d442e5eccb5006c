//! The steps of a search as the papers tell them.

use plyscope_core::{Game, Generated, Observer, Value, Window};
use serde::{Deserialize, Serialize};

/// One step of a search from a MAX node, in the papers' terms. Paths are lists of child numbers from the root; values
/// and bounds are MAX's.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(tag = "step", rename_all = "lowercase")]
pub(crate) enum Step {
    /// A child was generated and evaluated.
    Generated { path: Vec<usize>, value: i32 },
    /// The search descended to this node, and stays while the value is within the bounds. `None` is infinite.
    Entered { path: Vec<usize>, alpha: Option<i32>, beta: Option<i32> },
    /// The search left this node with this value.
    Left { path: Vec<usize>, value: i32 },
}

/// Records the steps of a search from a MAX node.
#[derive(Default)]
pub(crate) struct Steps {
    path: Vec<usize>,
    pub(crate) steps: Vec<Step>,
}

/// Converts a value of the player to move at this ply to MAX's side.
fn for_max(ply: usize, value: Value) -> i32 {
    if ply.is_multiple_of(2) { value.get() } else { -value.get() }
}

impl<G: Game<Move = usize>> Observer<G> for Steps {
    fn generated(&mut self, child: &Generated<'_, G>) {
        let Some(value) = child.value else { return };
        let mut path = self.path[..child.ply].to_vec();
        path.push(child.mv);
        self.steps.push(Step::Generated { path, value: for_max(child.ply, value) });
    }

    fn descended(&mut self, ply: usize, number: usize, window: Window) {
        self.path.truncate(ply);
        self.path.push(number);
        let finite = |value: Value| {
            let infinite = value == Value::INFINITY || value == Value::NEG_INFINITY;
            (!infinite).then(|| for_max(ply + 1, value))
        };
        let (alpha, beta) = (finite(window.alpha), finite(window.beta));
        let (alpha, beta) = if ply.is_multiple_of(2) { (beta, alpha) } else { (alpha, beta) };
        self.steps.push(Step::Entered { path: self.path.clone(), alpha, beta });
    }

    fn returned(&mut self, ply: usize, value: Value) {
        let path = self.path[..ply].to_vec();
        self.steps.push(Step::Left { path, value: for_max(ply, value) });
    }
}
