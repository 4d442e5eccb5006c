//! Forward estimation (Zhang 1995, 1996): alpha-beta that also prunes with estimated bounds on minimax values.
//!
//! If every edge cost lies between `l` and `u`, the minimax value of a node with static value `c` and remaining depth `d`
//! lies between `c + l d` and `c + u d`. A node whose estimated range is entirely outside the window need not be searched.
//! Forward estimation *is* [`AlphaBeta`](crate::AlphaBeta) with an [estimator](super::estimate::Estimate);
//! with [`NoEstimate`](super::estimate::NoEstimate) it compiles to plain alpha-beta.
//!
//! A node is pruned (i) on entry, before its children are generated, if its mover is certain to reach beta; and (ii) after
//! its children are generated, if one of them makes that certain. Where exactly these tests stand, the papers' text, Table 1
//! and figures do not agree: see [`Placement`]. The usual one reproduces Table 1. A
//! [two-sided](super::alpha_beta::Policy::two_sided) policy also narrows the window, at every depth.
//!
//! The papers' estimators are built from edge-cost bounds — [`FixedBounds`] (exact ones, most likely increments, or
//! extremes learned off line), [`Learned`], [`LearnedSeparately`] — taken as they are by [`Edges`] or scaled by [`Scaled`]. Three
//! more are not in the papers: [`Gains`] and [`LearnedGains`] distinguish the two sides' plies, for games in which a move
//! usually benefits its mover, and [`Spreads`] estimates minimax values themselves instead of edges:
//!
//! ```
//! use plyscope_core::{DepthFirst, Order, Policy, Request, Search, storage};
//! use plyscope_core::search::forward_estimation::{Edges, FixedBounds, Scaled};
//! use plyscope_core::random_tree::{EdgeCostSum, RandomTree};
//!
//! let tree = RandomTree::zhang(1);
//! let bounds = FixedBounds::exact(tree.edge_costs().lowest(), tree.edge_costs().highest());
//! let (root, mut storage) = (tree.root(), storage!(8, 128));
//! let request = Request::new(&root).depth(6);
//! let exact = Policy::new(Order::Static).estimating(Edges(bounds));
//! let half = Policy::new(Order::Static).estimating(Scaled::new(bounds, 0.5));
//! let mut exact = DepthFirst::new(&tree, EdgeCostSum, exact, &mut storage);
//! let exact = exact.search(&request)?.counts;
//! let mut half = DepthFirst::new(&tree, EdgeCostSum, half, &mut storage);
//! assert!(half.search(&request)?.counts.generated < exact.generated);
//! # Ok::<(), plyscope_core::CapacityError>(())
//! ```

mod bounds;
mod gains;
mod placement;
mod spreads;

pub use bounds::{EdgeBounds, Edges, FixedBounds, Learned, LearnedSeparately, Scaled};
pub use gains::{Gains, LearnedGains};
pub use placement::{ChildTest, Placement};
pub use spreads::Spreads;
