//! Nodes and processor time of the searches.

use std::hint::black_box;
use std::time::Duration;

use cpu_time::ThreadTime;
use plyscope_core::othello::{Board, Othello};
use plyscope_core::random_tree::{EdgeCostSum, RandomTree};
use plyscope_core::search::forward_estimation::{Edges, FixedBounds};
use plyscope_core::{
    AlphaBeta, DepthFirst, Evaluator, Expansion, Game, Order, Outcome, Policy, Rbfms, Request,
    Search, Value, child_value,
};
use plyscope_players::domain::OthelloEvaluation;
use plyscope_run::interrupt;
use plyscope_tree::BestFirst;

use crate::MeasureError;
use crate::trees::{PLENTY, Storage};

/// Searches with so many nodes, deepening if the search ends before, until they are generated.
fn measure<G: Game, S: Search<G>>(
    search: &mut S,
    root: &G::Position,
    nodes: u64,
    depths: std::ops::RangeInclusive<u32>,
) -> Result<(u64, u64), MeasureError> {
    let (mut generated, mut time) = (0, Duration::ZERO);
    for depth in depths {
        let start = ThreadTime::now();
        // A search that meets a limit of capacity was measured up to there.
        let _ =
            interrupt::search(search, &Request::new(root).depth(depth).nodes(nodes - generated));
        time += start.elapsed();
        generated += search.counts().generated;
        interrupt::check()?;
        if generated >= nodes {
            break;
        }
    }
    Ok((generated, time.as_nanos() as u64))
}

/// An evaluation that is worked out so many times, so that a node takes longer.
#[derive(Clone)]
struct Repeated<E>(E, u32);

impl<P, E: Evaluator<P, State = ()>> Evaluator<P> for Repeated<E> {
    type State = ();

    fn state(&self, _: &P) {}

    fn update(&self, _: &P, (): &(), _: &P) {}

    fn evaluate(&self, position: &P, (): &()) -> Value {
        for _ in 1..self.1 {
            black_box(self.0.evaluate(black_box(position), &()));
        }
        self.0.evaluate(position, &())
    }

    fn finished(&self, outcome: Outcome) -> Value {
        self.0.finished(outcome)
    }
}

/// Generates and evaluates nodes without a search, depth first, until none is left of the number or of the tree.
fn generate<G: Game, E: Evaluator<G::Position, State = ()>>(
    (game, evaluator): (&G, &E),
    position: &G::Position,
    depth: u32,
    left: &mut u64,
) {
    let mut moves = game.moves(position);
    while *left > 0 {
        let Some((_, child)) = game.next_child(position, &mut moves) else { break };
        *left -= 1;
        black_box(child_value(game, evaluator, (position, &()), &child));
        if depth > 1 {
            generate((game, evaluator), &child, depth - 1, left);
        }
    }
}

fn all<G, E>(
    game: &G,
    evaluator: &E,
    root: &G::Position,
    bounds: FixedBounds,
    nodes: u64,
) -> Result<Work, MeasureError>
where
    G: Game<Position: PartialEq> + Clone,
    E: Evaluator<G::Position, State = ()> + Clone,
{
    let (mut left, mut depth, start) = (nodes, 6, ThreadTime::now());
    while left > 0 && depth <= 30 {
        generate((black_box(game), evaluator), root, depth, &mut left);
        depth += 1;
    }
    let alone = (nodes - left, start.elapsed().as_nanos() as u64);
    let (game, evaluator) = (|| game.clone(), || evaluator.clone());
    let order = Order::Static;
    let mut alpha_beta = AlphaBeta::new(game(), evaluator(), Policy::new(order), Storage::new());
    let policy = Policy::new(order).estimating(Edges(bounds));
    let mut estimating = DepthFirst::new(game(), evaluator(), policy, Storage::new());
    let mut recursive = Rbfms::new(game(), evaluator(), Expansion::Partial, Storage::new());
    // It ends with its tree's principal variation; another one begins then, with an empty tree.
    let mut in_memory = (0, 0);
    while in_memory.0 < nodes {
        let mut search = BestFirst::new(game(), evaluator(), Expansion::Partial, PLENTY);
        let (generated, time) = measure(&mut search, root, nodes - in_memory.0, 30..=30)?;
        if generated == 0 {
            break;
        }
        in_memory = (in_memory.0 + generated, in_memory.1 + time);
    }
    Ok([
        alone,
        measure(&mut alpha_beta, root, nodes, 6..=30)?,
        measure(&mut estimating, root, nodes, 6..=30)?,
        measure(&mut recursive, root, nodes, 8..=30)?,
        in_memory,
    ])
}

/// Nodes and processor time in nanoseconds: of generation and evaluation without a search, alpha-beta, forward estimation, recursive
/// best-first minimax, and best-first minimax in memory.
pub type Work = [(u64, u64); 5];

/// The work of so many nodes of a tree, each of which is evaluated so many times. The times vary from run to run.
///
/// # Errors
/// [`MeasureError::Interrupted`].
pub fn on_tree(
    tree: &RandomTree,
    bounds: FixedBounds,
    (nodes, times): (u64, u32),
) -> Result<Work, MeasureError> {
    all(tree, &Repeated(EdgeCostSum, times), &tree.root(), bounds, nodes)
}

/// The same from a position of Othello.
///
/// # Errors
/// [`MeasureError::Interrupted`].
pub fn in_othello(
    evaluation: &OthelloEvaluation,
    board: &Board,
    bounds: FixedBounds,
    (nodes, times): (u64, u32),
) -> Result<Work, MeasureError> {
    all(&Othello, &Repeated(*evaluation, times), board, bounds, nodes)
}
