//! Searches of random trees.

use plyscope_core::random_tree::{Child, EdgeCostSum, Node, OnDemandTree, RandomTree};
use plyscope_core::search::alpha_beta::Tactics;
use plyscope_core::search::forward_estimation::{
    Edges, FixedBounds, Learned, LearnedSeparately, Placement, Scaled,
};
use plyscope_core::{
    AlphaBeta, CapacityError, DepthFirst, Evaluator, Expansion, Game as _, Order, Policy, Rbfms,
    Request, Search, Value, lines, static_value,
};
use plyscope_players::game::children;
use plyscope_run::interrupt;
use plyscope_run::seed::hash;
use plyscope_tree::{BestFirst, Formulation, SavedAlphaBeta, TreeSearch, WhenFull};

use crate::milestones::Milestones;

/// Plies that these searches have room for.
pub const PLIES: usize = 36;
/// Children on a path that they have room for: 128 on each of 36 plies.
const CHILDREN: usize = 4608;
/// The storage of their searches.
pub(crate) type Storage<G> = plyscope_core::Storage<G, PLIES, CHILDREN, { lines(PLIES) }>;
/// Nodes of a tree in memory: 4 GiB, which no experiment reaches.
pub(crate) const PLENTY: u32 = 1 << 28;

/// What is kept of a search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Chosen {
    /// The move chosen.
    pub best: Option<Child>,
    /// Nodes generated.
    pub nodes: u64,
}

/// A node's child of this number, from 0.
#[must_use]
pub fn child_of(tree: &RandomTree, node: &Node, number: u32) -> Node {
    tree.play(node, tree.nth_child(node, number))
}

/// The node that chance finds `plies` below the root.
#[must_use]
pub fn node_below(tree: &RandomTree, seed: u32, plies: u32) -> Node {
    let mut node = tree.root();
    for ply in 1..=plies {
        let count = children(tree, &node).count().max(1) as u64;
        let place = hash(seed.into(), ply.into()) % count;
        let Some((_, child)) = children(tree, &node).nth(place as usize) else { break };
        node = child;
    }
    node
}

/// The minimax value of a node to this depth, for the side to move.
///
/// # Errors
/// [`CapacityError`] if the storage is too small.
pub fn value_of(tree: &RandomTree, node: &Node, depth: u32) -> Result<i32, CapacityError> {
    value_by(tree, EdgeCostSum, node, depth)
}

/// The values of a node to depths 0 to `depth`, for the side to move.
///
/// # Errors
/// [`CapacityError`] if the storage is too small.
pub fn values_by_depth(
    tree: &RandomTree,
    node: &Node,
    depth: u32,
) -> Result<Vec<i32>, CapacityError> {
    values_by(tree, EdgeCostSum, node, depth)
}

fn value_by<E: Evaluator<Node, State = ()>>(
    tree: &RandomTree,
    evaluation: E,
    node: &Node,
    depth: u32,
) -> Result<i32, CapacityError> {
    let mut search =
        AlphaBeta::new(tree.clone(), evaluation, Policy::new(Order::Static), Storage::new());
    Ok(interrupt::search(&mut search, &Request::new(node).depth(depth))?.value.get())
}

/// [`values_by_depth`] by another evaluation.
pub(crate) fn values_by<E: Evaluator<Node, State = ()> + Copy>(
    tree: &RandomTree,
    evaluation: E,
    node: &Node,
    depth: u32,
) -> Result<Vec<i32>, CapacityError> {
    let mut values = vec![static_value(tree, &evaluation, node).get()];
    for depth in 1..=depth {
        values.push(value_by(tree, evaluation, node, depth)?);
    }
    Ok(values)
}

fn tree_search<S: TreeSearch<RandomTree>>(mut search: S, tree: &RandomTree, depth: u32) -> Chosen {
    // When memory ran out, it reports what it found by then.
    let _ = interrupt::search(&mut search, &Request::new(&tree.root()).depth(depth));
    let report = search.report();
    Chosen { best: report.best_move, nodes: report.counts.generated }
}

/// The estimates of a forward-estimation search, from its static values and the depth that is left (Zhang 1995/96).
#[derive(Clone, Copy, Debug)]
pub enum Bounds {
    /// None: alpha-beta.
    None,
    /// These bounds of edge costs.
    Fixed(FixedBounds),
    /// These bounds, tested at this place.
    Placed(FixedBounds, Placement),
    /// These bounds, with cuts on both sides of the window.
    TwoSided(FixedBounds),
    /// Bounds learned on line.
    Learned,
    /// Bounds learned on line, for each side's moves of its own.
    LearnedSeparately,
    /// Bounds learned on line, tested at this place.
    LearnedPlaced(Placement),
    /// The same, times delta.
    LearnedScaled(f64, Placement),
}

/// Searches a tree by alpha-beta.
///
/// # Errors
/// [`CapacityError`] if the storage is too small.
pub fn alpha_beta(tree: &RandomTree, order: Order, depth: u32) -> Result<Chosen, CapacityError> {
    forward_estimation(tree, order, depth, Bounds::None)
}

/// Alpha-beta's nodes on a tree whose numbers are drawn on demand.
///
/// # Errors
/// [`CapacityError`] if the storage is too small.
pub fn nodes_on_demand(
    tree: &OnDemandTree,
    order: Order,
    depth: u32,
) -> Result<u64, CapacityError> {
    let mut search = AlphaBeta::new(tree, EdgeCostSum, Policy::new(order), Storage::new());
    let report = interrupt::search(&mut search, &Request::new(&tree.root()).depth(depth))?;
    Ok(report.counts.generated)
}

/// Searches a tree by forward estimation.
///
/// # Errors
/// [`CapacityError`] if the storage is too small.
pub fn forward_estimation(
    tree: &RandomTree,
    order: Order,
    depth: u32,
    bounds: Bounds,
) -> Result<Chosen, CapacityError> {
    forward_estimation_within(tree, order, depth, u64::MAX, bounds).map(|(found, _)| found)
}

/// The same with at most `limit` nodes, and with the value found.
///
/// # Errors
/// [`CapacityError`] if the storage is too small.
pub fn forward_estimation_within(
    tree: &RandomTree,
    order: Order,
    depth: u32,
    limit: u64,
    bounds: Bounds,
) -> Result<(Chosen, Value), CapacityError> {
    let root = tree.root();
    let request = &Request::new(&root).depth(depth).nodes(limit);
    let plain = Policy::new(order);
    match bounds {
        Bounds::None => searched(tree, request, plain),
        Bounds::Fixed(bounds) => searched(tree, request, plain.estimating(Edges(bounds))),
        Bounds::Placed(bounds, at) => {
            searched(tree, request, plain.estimating(Edges(bounds)).placed(at))
        }
        Bounds::TwoSided(bounds) => {
            searched(tree, request, plain.estimating(Edges(bounds)).two_sided(true))
        }
        Bounds::Learned => searched(tree, request, plain.estimating(Edges(Learned::default()))),
        Bounds::LearnedSeparately => {
            searched(tree, request, plain.estimating(Edges(LearnedSeparately::default())))
        }
        Bounds::LearnedPlaced(at) => {
            searched(tree, request, plain.estimating(Edges(Learned::default())).placed(at))
        }
        Bounds::LearnedScaled(delta, at) => {
            let scaled = Scaled::new(Learned::default(), delta);
            searched(tree, request, plain.estimating(scaled).placed(at))
        }
    }
}

fn searched<P: Tactics<Child>>(
    tree: &RandomTree,
    request: &Request<'_, RandomTree>,
    policy: P,
) -> Result<(Chosen, Value), CapacityError> {
    let mut search = DepthFirst::new(tree.clone(), EdgeCostSum, policy, Storage::new());
    let report = interrupt::search(&mut search, request)?;
    Ok((Chosen { best: report.best_move, nodes: report.counts.generated }, report.value))
}

/// Recursive best-first minimax in linear space, to depths 1 to `depth`; every generation counts.
///
/// # Errors
/// [`CapacityError`] if the storage is too small.
pub fn rbfms(
    tree: &RandomTree,
    expansion: Expansion,
    depth: u32,
) -> Result<Vec<Chosen>, CapacityError> {
    let mut search = Rbfms::new(tree.clone(), EdgeCostSum, expansion, Storage::new());
    let mut milestones = Milestones::default();
    let root = tree.root();
    let request = Request::new(&root).depth(depth);
    let report = interrupt::search_observed(&mut search, &request, &mut milestones)?;
    let last = Chosen { best: report.best_move, nodes: report.counts.generated };
    Ok(milestones.ending(last, depth))
}

/// Best-first minimax with the tree in memory, to depths 1 to `depth`; first generations count.
#[must_use]
pub fn best_first(
    tree: &RandomTree,
    expansion: Expansion,
    formulation: Formulation,
    depth: u32,
) -> Vec<Chosen> {
    let mut search =
        BestFirst::new(tree.clone(), EdgeCostSum, expansion, PLENTY).with_formulation(formulation);
    let mut milestones = Milestones::default();
    let root = tree.root();
    let request = Request::new(&root).depth(depth);
    let _ = interrupt::search_observed(&mut search, &request, &mut milestones);
    let report = search.report();
    let last = Chosen { best: report.best_move, nodes: report.counts.generated };
    milestones.ending(last, depth)
}

/// Best-first minimax in a memory of `limit` nodes, the root's included; every generation counts.
#[must_use]
pub fn bounded(tree: &RandomTree, when_full: WhenFull, limit: u32, depth: u32) -> Chosen {
    let search = BestFirst::new(tree.clone(), EdgeCostSum, Expansion::Partial, limit);
    tree_search(search.when_full(when_full), tree, depth)
}

/// Iterative deepening on a saved tree. Only first generations count.
#[must_use]
pub fn deepening(tree: &RandomTree, depth: u32) -> Chosen {
    tree_search(SavedAlphaBeta::deepening(tree.clone(), EdgeCostSum, PLENTY), tree, depth)
}

/// Alpha-beta's minimal tree (Knuth & Moore): the nodes generated if the best child always comes first.
#[must_use]
pub fn minimal_tree(children: u64, depth: u32) -> u64 {
    (1..=depth).map(|i| children.pow(i.div_ceil(2)) + children.pow(i / 2) - 1).sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use plyscope_core::random_tree::Branching;

    fn search<S: Search<RandomTree>>(
        mut search: S,
        tree: &RandomTree,
        depth: u32,
    ) -> Result<Chosen, CapacityError> {
        let report = search.search(&Request::new(&tree.root()).depth(depth))?;
        Ok(Chosen { best: report.best_move, nodes: report.counts.generated })
    }

    #[test]
    fn one_best_first_search_tells_what_searches_to_all_smaller_depths_find() {
        for (children, depth) in [(2, 16), (5, 10), (10, 8)] {
            for seed in 1..=40 {
                let tree = RandomTree::new(seed, Branching::uniform(children).unwrap());
                for expansion in [Expansion::Partial, Expansion::Full] {
                    for formulation in [Formulation::Figure3, Formulation::Text] {
                        let all = best_first(&tree, expansion, formulation, depth);
                        let direct = (1..=depth).map(|depth| {
                            let search =
                                BestFirst::new(tree.clone(), EdgeCostSum, expansion, PLENTY);
                            tree_search(search.with_formulation(formulation), &tree, depth)
                        });
                        assert!(direct.eq(all), "{seed} {expansion:?} {formulation:?}");
                    }
                    let all = rbfms(&tree, expansion, depth).unwrap();
                    let direct = (1..=depth).map(|depth| {
                        let inner =
                            Rbfms::new(tree.clone(), EdgeCostSum, expansion, Storage::new());
                        search(inner, &tree, depth).unwrap()
                    });
                    assert!(direct.eq(all), "{seed} {expansion:?}");
                }
            }
        }
    }
}
