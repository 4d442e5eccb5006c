//! ProbCut on random trees whose static values have noise.

use plyscope_core::random_tree::{Child, Node, NoisyEdgeCostSum, RandomTree};
use plyscope_core::search::alpha_beta::NullWindows;
use plyscope_core::search::probe::{Cut, ProbCut};
use plyscope_core::search::table::{Slot, TranspositionTable};
use plyscope_core::{
    CapacityError, DepthFirst, Evaluator, IterativeDeepening, Order, Outcome, Policy, Request,
    Value,
};
use plyscope_run::interrupt;

use crate::trees::{Storage, values_by};

/// The range that values of cuts may have: they are numbers of 16 bits.
pub const FINEST: u32 = 16384;

/// Values in a coarser unit. The offsets and deviations of a [`Cut`] have 16 bits, too few for values with much noise.
#[derive(Clone, Copy, Debug)]
struct Coarse {
    evaluation: NoisyEdgeCostSum,
    /// How many of the finer units one of the coarser ones is.
    unit: i32,
}

impl Coarse {
    /// Without noise the unit stays; with the greatest noise, it is still much finer than the noise.
    fn new(noise: u32) -> Self {
        let unit = noise.div_ceil(FINEST).max(1) as i32;
        Self { evaluation: NoisyEdgeCostSum::new(noise), unit }
    }
}

impl Evaluator<Node> for Coarse {
    type State = ();

    fn state(&self, _: &Node) {}

    fn evaluate(&self, node: &Node, (): &()) -> Value {
        Value::new(self.evaluation.evaluate(node, &()).get() / self.unit)
    }

    fn finished(&self, outcome: Outcome) -> Value {
        Value::new(self.evaluation.finished(outcome).get() / self.unit)
    }
}

/// The values of a node to depths 0 to `depth` with noise of this amplitude, in a unit that suits cuts.
///
/// # Errors
/// [`CapacityError`] if the storage is too small.
pub fn values_by_depth(
    tree: &RandomTree,
    noise: u32,
    node: &Node,
    depth: u32,
) -> Result<Vec<i32>, CapacityError> {
    values_by(tree, Coarse::new(noise), node, depth)
}

/// The result of a search with a limit of nodes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Deepened {
    /// The move.
    pub best: Option<Child>,
    /// Nodes generated.
    pub nodes: u64,
    /// The last iteration's depth.
    pub depth: u32,
}

/// Searches a tree to its end or `nodes` by iterative deepening with null windows, a table, and cuts of this confidence.
///
/// # Errors
/// [`CapacityError`] if the storage is too small.
pub fn probcut(
    tree: &RandomTree,
    noise: u32,
    (cuts, confidence): (&[Cut], u16),
    nodes: u64,
    slots: &[Slot],
) -> Result<Deepened, CapacityError> {
    let mut table = TranspositionTable::new(slots);
    table.clear();
    let policy = Policy::new(Order::Static).probing(ProbCut::new(cuts, confidence, 0));
    let policy = policy.remembering(table).scouting(NullWindows);
    let inner = DepthFirst::new(tree.clone(), Coarse::new(noise), policy, Storage::new());
    let mut search = IterativeDeepening::new(inner);
    let root = tree.root();
    let request = Request::new(&root).depth(tree.game_depth()).nodes(nodes);
    let report = interrupt::search(&mut search, &request)?;
    Ok(Deepened { best: report.best_move, nodes: report.counts.generated, depth: report.depth })
}
