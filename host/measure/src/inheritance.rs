//! Recursive best-first minimax whose children may inherit their parent's stored value.

use plyscope_core::random_tree::{Node, RandomTree};

use crate::trees::child_of;

/// Recursive best-first minimax with full expansion (Fig. 3 without its fourth lines), which may let children inherit stored
/// values.
struct Recursive<'t> {
    tree: &'t RandomTree,
    depth: u32,
    inherits: bool,
    generated: i64,
    again: i64,
    inherited: i64,
}

/// A node's static value for the side that moves at `mover`.
fn value(node: &Node, mover: &Node) -> i64 {
    let value = i64::from(node.value().get());
    if mover.depth().is_multiple_of(2) { value } else { -value }
}

impl Recursive<'_> {
    /// The node's new value for its mover, once it leaves the window; `None` if the search ended below it. `stored` is its
    /// value so far.
    fn search(&mut self, node: &Node, stored: i64, alpha: i64, beta: i64) -> Option<i64> {
        if node.depth() >= self.depth {
            return None;
        }
        let expanded = stored != value(node, node);
        self.again += i64::from(expanded);
        let mut children: Vec<(i64, Node)> = Vec::new();
        for number in 0..self.tree.count_children(node) {
            let child = child_of(self.tree, node, number);
            self.generated += 1;
            let mut backed_up = value(&child, node);
            // Of an expanded node, no child is better than its stored value.
            if self.inherits && expanded && backed_up > stored {
                backed_up = stored;
                self.inherited += 1;
            }
            children.push((backed_up, child));
        }
        loop {
            // Stable, so that equal children keep their order.
            children.sort_by_key(|(value, _)| std::cmp::Reverse(*value));
            let second = children.get(1).map_or(i64::MIN / 2, |(value, _)| *value);
            let (best, child) = children.first_mut()?;
            if *best < alpha || *best > beta {
                return Some(*best);
            }
            *best = -self.search(child, -*best, -beta, -alpha.max(second))?;
        }
    }
}

/// Nodes generated, expansions of nodes whose stored value is not the static one, and children that inherit.
#[must_use]
pub fn search(tree: &RandomTree, depth: u32, inherits: bool) -> [i64; 3] {
    let mut search = Recursive { tree, depth, inherits, generated: 0, again: 0, inherited: 0 };
    let limit = i64::MAX / 4;
    let _ = search.search(&tree.root(), 0, -limit, limit);
    [search.generated, search.again, search.inherited]
}
