//! Alpha-beta by the level at which static ordering ends.

use plyscope_core::random_tree::{Node, RandomTree};

use crate::trees::child_of;

struct Search<'t> {
    tree: &'t RandomTree,
    /// The number of levels above the horizon whose children are not ordered.
    unordered: u32,
    generated: i64,
}

impl Search<'_> {
    /// The child, and its static value for the node's mover.
    fn generate(&mut self, node: &Node, number: u32) -> (i64, Node) {
        self.generated += 1;
        let child = child_of(self.tree, node, number);
        let value = i64::from(child.value().get());
        (if node.depth().is_multiple_of(2) { value } else { -value }, child)
    }

    /// Fail-soft alpha-beta, `depth` plies above the horizon.
    fn go(&mut self, node: &Node, depth: u32, mut alpha: i64, beta: i64) -> i64 {
        let count = self.tree.count_children(node);
        let mut best = i64::MIN / 2;
        let mut ordered = Vec::new();
        if depth > self.unordered {
            ordered.extend((0..count).map(|number| self.generate(node, number)));
            ordered.sort_by_key(|(value, _)| std::cmp::Reverse(*value));
        }
        for number in 0..count {
            let known = ordered.get(number as usize).copied();
            let (value, child) = known.unwrap_or_else(|| self.generate(node, number));
            let value = if depth == 1 { value } else { -self.go(&child, depth - 1, -beta, -alpha) };
            best = best.max(value);
            alpha = alpha.max(value);
            if alpha >= beta {
                break;
            }
        }
        best
    }
}

/// Alpha-beta's nodes to `depth` if the children of nodes on the last `unordered` levels above the horizon are not ordered.
#[must_use]
pub fn nodes(tree: &RandomTree, depth: u32, unordered: u32) -> i64 {
    let mut search = Search { tree, unordered, generated: 0 };
    search.go(&tree.root(), depth, i64::MIN / 2, i64::MAX / 2);
    search.generated
}
