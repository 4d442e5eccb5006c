//! Single-agent branch-and-bound on random trees.

use plyscope_core::Game;
use plyscope_core::random_tree::{Generation, Node, OnDemandTree, RandomTree};

/// Depth-first branch-and-bound: the cheapest path to this depth.
struct Search<'g, G> {
    game: &'g G,
    /// Added to edge costs, so that none is negative.
    shift: i64,
    ordered: bool,
    best: i64,
    generated: i64,
}

impl<G: Game<Position = Node>> Search<'_, G> {
    fn go(&mut self, node: &Node, cost: i64, depth: u32) {
        if depth == 0 {
            self.best = cost;
            return;
        }
        let mut moves = self.game.moves(node);
        let mut next = |search: &mut Self| {
            let (_, child) = search.game.next_child(node, &mut moves)?;
            search.generated += 1;
            let edge = i64::from(child.value().get()) - i64::from(node.value().get());
            Some((cost + edge + search.shift, child))
        };
        if self.ordered {
            let mut children: Vec<(i64, Node)> = std::iter::from_fn(|| next(self)).collect();
            children.sort_by_key(|(cost, _)| *cost);
            for (cost, child) in children {
                if cost < self.best {
                    self.go(&child, cost, depth - 1);
                }
            }
        } else {
            while let Some((cost, child)) = next(self) {
                if cost < self.best {
                    self.go(&child, cost, depth - 1);
                }
            }
        }
    }
}

fn nodes<G: Game<Position = Node>>(
    game: &G,
    root: &Node,
    lowest: i32,
    depth: u32,
    ordered: bool,
) -> i64 {
    let mut search =
        Search { game, shift: -i64::from(lowest), ordered, best: i64::MAX, generated: 0 };
    search.go(root, 0, depth);
    search.generated
}

/// Nodes until the cheapest path to `depth` is proven, on a tree with this method of generation, or `None` for one whose numbers
/// are drawn on demand. Children are taken in order of cost if `ordered`.
#[must_use]
pub fn branch_and_bound(
    tree: &RandomTree,
    generation: Option<Generation>,
    depth: u32,
    ordered: bool,
) -> i64 {
    let lowest = tree.edge_costs().lowest();
    match generation {
        Some(generation) => {
            let tree = tree.clone().with_generation(generation);
            nodes(&tree, &tree.root(), lowest, depth, ordered)
        }
        None => {
            let tree = OnDemandTree::new(tree);
            nodes(&tree, &tree.root(), lowest, depth, ordered)
        }
    }
}
