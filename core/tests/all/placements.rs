//! Where forward estimation tests its estimates: each placement against a plain recursive search, and against the means of an
//! independent program.

use crate::support::outcome::run;
use crate::support::statistics::Sample;
use plyscope_core::random_tree::{EdgeCostSum, Node, RandomTree};
use plyscope_core::search::forward_estimation::{
    ChildTest, Edges, FixedBounds, Learned, Placement,
};
use plyscope_core::{DepthFirst, Evaluator as _, Game, Limits, Order, Policy, storage};

const PLACEMENTS: [Placement; 4] =
    [Placement::Table1, Placement::Literal, Placement::Entry1, Placement::PerChild];

fn exact_bounds() -> FixedBounds {
    let costs = RandomTree::zhang(0).edge_costs();
    FixedBounds::exact(costs.lowest(), costs.highest())
}

/// Forward estimation as a recursion in MAX's values, after the papers' pseudo-code and the placement's description.
struct Naive<'t> {
    tree: &'t RandomTree,
    lowest: i64,
    highest: i64,
    placement: Placement,
    sorts: bool,
    generated: u64,
}

/// The best child so far, and the window that it leaves.
struct Best {
    value: Option<i64>,
    alpha: i64,
    beta: i64,
}

impl Best {
    /// Takes a value if it is better for the mover; returns whether it is.
    fn take_better(&mut self, value: i64, is_max: bool) -> bool {
        let better = |best: i64| if is_max { value > best } else { value < best };
        if !self.value.is_none_or(better) {
            return false;
        }
        self.value = Some(value);
        if is_max {
            self.alpha = self.alpha.max(value);
        } else {
            self.beta = self.beta.min(value);
        }
        true
    }

    fn is_enough(&self) -> bool {
        self.alpha >= self.beta
    }

    fn window(&self) -> (i64, i64) {
        (self.alpha, self.beta)
    }
}

impl Naive<'_> {
    fn static_value(node: &Node) -> i64 {
        EdgeCostSum.evaluate(node, &()).get().into()
    }

    /// The minimax value of a node for MAX. `static_value` is for MAX.
    fn value(
        &mut self,
        node: &Node,
        static_value: i64,
        depth: i64,
        (alpha, beta): (i64, i64),
        is_max: bool,
    ) -> i64 {
        if depth == 0 {
            return static_value;
        }
        // What the mover is certain of, `plies` above the horizon.
        let (lowest, highest) = (self.lowest, self.highest);
        let certain = |value: i64, plies: i64| {
            if is_max { value + lowest * plies } else { value + highest * plies }
        };
        let enough =
            |value: i64, alpha: i64, beta: i64| if is_max { value >= beta } else { value <= alpha };
        let tests_entry = depth >= 2 || self.placement.tests_above_horizon();
        if tests_entry && enough(certain(static_value, depth), alpha, beta) {
            return certain(static_value, depth);
        }
        let mut moves = self.tree.moves(node);
        let mut children = Vec::new();
        let mut best = Best { value: None, alpha, beta };
        let sorts = self.sorts && depth >= 2;
        let mut waiting = loop {
            let Some((_, child)) = self.tree.next_child(node, &mut moves) else { break children };
            self.generated += 1;
            let of_child = {
                // The evaluator's values are for the side to move.
                let value = Self::static_value(&child);
                if is_max { -value } else { value }
            };
            if depth >= 2 && self.placement.child_test() == ChildTest::Each {
                let sure = certain(of_child, depth - 1);
                if enough(sure, best.alpha, best.beta) {
                    return sure;
                }
            }
            if sorts {
                children.push((child, of_child));
                continue;
            }
            let value = self.value(&child, of_child, depth - 1, best.window(), !is_max);
            if best.take_better(value, is_max) && best.is_enough() {
                return value;
            }
        };
        // Best first, in a stable order.
        waiting.sort_by_key(|(_, value)| if is_max { -value } else { *value });
        if let Some((_, value)) = waiting.first()
            && self.placement.child_test() == ChildTest::Best
            && enough(certain(*value, depth - 1), alpha, beta)
        {
            return certain(*value, depth - 1);
        }
        for (child, of_child) in waiting {
            let value = self.value(&child, of_child, depth - 1, best.window(), !is_max);
            if best.take_better(value, is_max) && best.is_enough() {
                return value;
            }
        }
        best.value.unwrap_or(static_value)
    }
}

#[test]
fn each_placement_generates_the_nodes_of_a_plain_recursion() {
    for placement in PLACEMENTS {
        for (order, sorts) in [(Order::Static, true), (Order::None, false)] {
            for delta in [1.0, 0.3] {
                for seed in 1..=100 {
                    let tree = RandomTree::zhang(seed);
                    let (low, high) = (tree.edge_costs().lowest(), tree.edge_costs().highest());
                    let scaled = |bound: i32| (f64::from(bound) * delta) as i32;
                    let (low, high) = (scaled(low), scaled(high));
                    for depth in 1..=6 {
                        let mut search = DepthFirst::new(
                            &tree,
                            EdgeCostSum,
                            Policy::new(order)
                                .estimating(Edges(FixedBounds::new(low, high)))
                                .placed(placement),
                            storage!(26, 512),
                        );
                        let found = run(&mut search, &tree.root(), Limits::depth(depth));
                        let mut naive = Naive {
                            tree: &tree,
                            lowest: low.into(),
                            highest: high.into(),
                            placement,
                            sorts,
                            generated: 0,
                        };
                        let root = tree.root();
                        let window = (i64::MIN / 4, i64::MAX / 4);
                        let value = naive.value(&root, 0, depth.into(), window, true);
                        assert_eq!(
                            (i64::from(found.value.get()), found.counts.generated),
                            (value, naive.generated),
                            "{placement:?}, {order:?}, delta {delta}, seed {seed}, depth {depth}"
                        );
                    }
                }
            }
        }
    }
}

#[test]
fn with_exact_bounds_every_placement_finds_alpha_betas_value() {
    for placement in PLACEMENTS {
        for order in [Order::None, Order::Static, Order::StaticAll] {
            for seed in 1..=200 {
                let tree = RandomTree::zhang(seed);
                let policy = Policy::new(order);
                let estimating = policy.estimating(Edges(exact_bounds())).placed(placement);
                let value = |policy| {
                    let mut search = DepthFirst::new(&tree, EdgeCostSum, policy, storage!(26, 512));
                    run(&mut search, &tree.root(), Limits::depth(5)).value
                };
                let mut plain = DepthFirst::new(&tree, EdgeCostSum, policy, storage!(26, 512));
                let plain = run(&mut plain, &tree.root(), Limits::depth(5)).value;
                assert_eq!(value(estimating), plain, "{placement:?}");
                let both = value(estimating.two_sided(true));
                assert_eq!(both, plain, "two-sided, {placement:?}, {order:?}, seed {seed}");
            }
        }
    }
}

/// `reproduction.md`, "Conventions excluded": means of an independent program over 5000 other trees, at depths 3 to 6.
#[test]
fn each_placement_generates_as_many_nodes_as_an_independent_program() {
    const MEANS: [(Placement, [f64; 4]); 4] = [
        (Placement::Table1, [49.6, 133.1, 316.4, 767.3]),
        (Placement::Literal, [60.8, 144.0, 383.9, 875.7]),
        (Placement::Entry1, [48.6, 123.7, 303.2, 714.4]),
        (Placement::PerChild, [40.8, 118.6, 257.6, 650.9]),
    ];
    for (placement, means) in MEANS {
        for (depth, mean) in (3..).zip(means) {
            let nodes = |seed| {
                let tree = RandomTree::zhang(seed);
                let policy =
                    Policy::new(Order::Static).estimating(Edges(exact_bounds())).placed(placement);
                let mut search = DepthFirst::new(&tree, EdgeCostSum, policy, storage!(26, 512));
                run(&mut search, &tree.root(), Limits::depth(depth)).counts.generated
            };
            let sample: Sample = (1..=1000).map(nodes).collect();
            let (ours, half_width) = (sample.mean(), sample.half_width());
            // The other mean has an error of its own, smaller by the square root of five.
            assert!((ours - mean).abs() < 1.6 * half_width, "{placement:?}, depth {depth}: {ours}");
        }
    }
}

#[test]
fn a_slice_at_a_time_changes_nothing() {
    for placement in PLACEMENTS {
        for seed in 1..=50 {
            let tree = RandomTree::zhang(seed);
            let search = |slice| {
                use plyscope_core::{Progress, Request, Search as _};
                let policy = Policy::new(Order::Static)
                    .estimating(Edges(Learned::default()))
                    .placed(placement);
                let mut search = DepthFirst::new(&tree, EdgeCostSum, policy, storage!(26, 512));
                search.start(&Request::new(&tree.root()).depth(6));
                while search.step(slice) == Ok(Progress::Paused) {}
                let report = search.report();
                (report.value, report.best_move, report.counts)
            };
            assert_eq!(search(1), search(u64::MAX), "{placement:?}, seed {seed}");
        }
    }
}
