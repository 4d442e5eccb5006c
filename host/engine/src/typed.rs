//! Trees typed in by hand, such as `((3 5) (2 9))`.
//!
//! A leaf is its value; a node with children is their list in parentheses, after its static value if it is known: `4(8 1)`. A name may
//! come first, with a colon: `B:12`, `C:(3 5)`, `"a name":2(1 7)`. Commas count as spaces. Values are for MAX, who moves at the root unless
//! the text begins with `min`.

mod parser;

use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;

use plyscope_core::{Order, Side};
use serde::Serialize;

use super::listed::{ListNode, ListTree, Listed};
use super::{Algorithm, Engine, Knowledge, Search, options};

/// Most nodes of a typed tree.
pub const MOST_NODES: usize = 100_000;
/// Greatest size of a value: larger ones would mean won games.
pub const GREATEST: i32 = 1_000_000;

/// A node of a typed tree with its subtree.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct TypedNode {
    /// The name, if it has one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// The static value for MAX; of a leaf, its value. An inner node may have none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub value: Option<i32>,
    /// Subtrees from left to right.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub children: Vec<TypedNode>,
    /// The number of the character where it begins, from 1.
    #[serde(skip)]
    pub place: usize,
}

/// A tree typed in by hand. Its root has children.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TypedTree {
    /// The side to move at the root.
    pub mover: Side,
    /// The root.
    pub root: TypedNode,
}

/// A typed tree without a static value that a search needs.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error(
    "{algorithm} needs the static values of inner nodes, and the node at character {place} has none: write it before the \
     parenthesis, such as 4(8 1)"
)]
pub struct NoStaticValue {
    /// The algorithm.
    pub algorithm: &'static str,
    /// The number of the character where the node begins, from 1.
    pub place: usize,
}

/// Why a text is no tree.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("character {place}: {what}")]
pub struct TreeError {
    /// The number of the character, from 1.
    pub place: usize,
    /// What is wrong there, and the remedy.
    pub what: String,
}

impl TypedTree {
    /// The greatest distance from the root to a leaf.
    #[must_use]
    pub fn height(&self) -> u32 {
        fn height(node: &TypedNode) -> u32 {
            node.children.iter().map(|child| 1 + height(child)).max().unwrap_or(0)
        }
        height(&self.root)
    }

    /// The number of nodes.
    #[must_use]
    pub fn size(&self) -> u64 {
        fn size(node: &TypedNode) -> u64 {
            1 + node.children.iter().map(size).sum::<u64>()
        }
        size(&self.root)
    }

    /// The first inner node without a static value, if there is one. The root counts only if `with_root`.
    #[must_use]
    pub fn without_value(&self, with_root: bool) -> Option<&TypedNode> {
        fn first(node: &TypedNode) -> Option<&TypedNode> {
            match node.value {
                None => Some(node),
                Some(_) => node.children.iter().find_map(first),
            }
        }
        match with_root {
            true => first(&self.root),
            false => self.root.children.iter().find_map(first),
        }
    }

    /// The smallest and the largest change of the static value from a node to its child, where both are known; at most and at least 0.
    #[must_use]
    pub fn edge_costs(&self) -> (i32, i32) {
        fn widen(node: &TypedNode, range: &mut (i32, i32)) {
            for child in &node.children {
                if let (Some(parent), Some(value)) = (node.value, child.value) {
                    *range = (range.0.min(value - parent), range.1.max(value - parent));
                }
                widen(child, range);
            }
        }
        let mut range = (0, 0);
        widen(&self.root, &mut range);
        range
    }

    /// The tree as a game, which is its evaluation, too, with its root. Static values that are not known are 0.
    #[must_use]
    pub fn game(&self) -> (ListTree, ListNode) {
        fn listed(node: &TypedNode) -> Listed {
            Listed::node(node.value.unwrap_or(0), node.children.iter().map(listed).collect())
        }
        let game = ListTree::new(&listed(&self.root));
        let root = game.root_for(self.mover);
        (game, root)
    }

    /// What is known about its values; `game` is its name in errors.
    #[must_use]
    pub fn knowledge(&self, game: &'static str) -> Knowledge {
        let (lowest, highest) = self.edge_costs();
        Knowledge {
            game,
            exact: Ok((lowest, highest)),
            likely: Err("use exact, learned, learned-separate or LOWEST:HIGHEST"),
            window: highest.max(-lowest).unsigned_abs().max(1),
        }
    }

    /// Prepares an engine for the tree: it searches to the leaves unless there is another limit, and from left to right where there
    /// are no static values.
    ///
    /// # Errors
    /// [`NoStaticValue`] if the search needs static values that the tree lacks.
    pub fn prepare(&self, engine: &mut Engine) -> Result<(), NoStaticValue> {
        let algorithm = engine.algorithm();
        let limited = engine.depth.is_some() || engine.nodes.is_some() || engine.time.is_some();
        if !limited && algorithm != Algorithm::Pns {
            engine.depth = Some(self.height());
        }
        // Depth by depth, or to a depth above the leaves, a search values inner nodes.
        let has_horizon = algorithm == Algorithm::Pvs
            || engine.deepens()
            || engine.depth.is_some_and(|depth| depth < self.height());
        // A window is first around the root's static value.
        let is_around_root = match &engine.search {
            Search::Aspiration(_) => true,
            Search::AlphaBeta(options::AlphaBeta { window, .. })
            | Search::Pvs(options::Pvs { window, .. }) => window.is_some(),
            _ => false,
        };
        let order = match &mut engine.search {
            Search::AlphaBeta(options::AlphaBeta { order, .. })
            | Search::Aspiration(options::Aspiration { order, .. })
            | Search::Pvs(options::Pvs { order, .. }) => Some(order),
            _ => None,
        };
        let unknown = match (algorithm, order) {
            (Algorithm::Pns, _) => None,
            _ if is_around_root && self.root.value.is_none() => Some(&self.root),
            (Algorithm::Minimax, _) if !has_horizon => None,
            // Without static values there is nothing to order by.
            (_, Some(order)) if !has_horizon => {
                if self.without_value(false).is_some() {
                    *order = Order::None;
                }
                None
            }
            // The root's own static value plays no part in best-first minimax, nor at a horizon.
            (Algorithm::Minimax, _) | (_, Some(_)) => self.without_value(false),
            (algorithm, None) => self.without_value(!algorithm.is_best_first()),
        };
        match unknown {
            None => Ok(()),
            Some(node) => Err(NoStaticValue { algorithm: algorithm.name(), place: node.place }),
        }
    }
}

/// Writes the tree as [`TypedTree::parse`] reads it.
impl fmt::Display for TypedTree {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.mover == Side::Min {
            f.write_str("min ")?;
        }
        write!(f, "{}", self.root)
    }
}

impl fmt::Display for TypedNode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(name) = &self.name {
            match name.chars().all(is_of_name) && !name.is_empty() {
                true => write!(f, "{name}:")?,
                false => {
                    write!(f, "\"{}\":", name.replace('\\', "\\\\").replace('"', "\\\""))?;
                }
            }
        }
        if let Some(value) = self.value {
            write!(f, "{value}")?;
        }
        for (number, child) in self.children.iter().enumerate() {
            write!(f, "{}{child}", if number == 0 { '(' } else { ' ' })?;
        }
        if self.children.is_empty() { Ok(()) } else { f.write_str(")") }
    }
}

/// Whether a name may have this character without quotes.
fn is_of_name(c: char) -> bool {
    c.is_alphanumeric() || "_-'*.".contains(c)
}

#[cfg(test)]
mod tests {
    use crate::Engine;
    use alloc::format;
    use alloc::string::ToString as _;

    use plyscope_core::Side;

    use super::{MOST_NODES, TypedTree};

    fn read(text: &str) -> TypedTree {
        TypedTree::parse(text).unwrap_or_else(|error| panic!("{text}: {error}"))
    }

    #[test]
    fn a_tree_is_written_as_it_is_read() {
        for text in [
            "((3 5) (2 9))",
            "4(8 1)",
            "min (F:(11 12 7 9) G:(15 100 0))",
            "0(L:4(8 1) R:6(5 2(3 7)))",
            "(\"<b>\\\"a\\\\b\\\"</b>\":4 -17)",
        ] {
            assert_eq!(read(text).to_string(), text);
        }
        assert_eq!(read(" ( (3,5),\n(2, 9) ) ").to_string(), "((3 5) (2 9))");
        assert_eq!(read("max(1 2)").mover, Side::Max);
        assert_eq!(read("max:(1 2)").root.name.as_deref(), Some("max"));
        assert_eq!(read("((3 5) 2)").height(), 2);
    }

    #[test]
    fn static_values_and_edge_costs_are_known_where_they_are_written() {
        let tree = read("(4(8 1) 6(5 (3 7)))");
        assert_eq!(tree.without_value(true).map(|node| node.place), Some(1));
        assert_eq!(tree.without_value(false).map(|node| node.place), Some(13));
        assert_eq!(read("0(4(8 1) 6(5 2(3 7)))").without_value(true), None);
        assert_eq!(tree.edge_costs(), (-3, 4));
        // What stops above the leaves needs them, whatever it is.
        let bare = read("((3 5) (2 9))");
        for (spec, is_ready) in [
            ("algorithm=alpha-beta", true),
            ("algorithm=minimax", true),
            ("algorithm=alpha-beta,depth=2", true),
            ("algorithm=pns", true),
            ("algorithm=pvs", false),
            ("algorithm=aspiration", false),
            ("algorithm=alpha-beta,window=3", false),
            ("algorithm=alpha-beta,nodes=100", false),
            ("algorithm=alpha-beta,depth=2,iterative=true", false),
            ("algorithm=minimax,depth=1", false),
        ] {
            let pairs = spec.split(',').filter_map(|pair| pair.split_once('='));
            let mut engine = Engine::draft(pairs).unwrap();
            assert_eq!(bare.prepare(&mut engine).is_ok(), is_ready, "{spec}");
        }
    }

    #[test]
    fn what_is_no_tree_is_refused_with_its_place_and_a_remedy() {
        for (text, place, remedy) in [
            ("", 1, "write a number"),
            ("5", 1, "write (3 5)"),
            ("((3 5) (2 9)", 1, "add one"),
            ("((3 5) (2 9)))", 14, "omit it"),
            (")", 1, "begin with one"),
            ("(3 5) (2 9)", 7, "one pair of parentheses"),
            ("((3 5) ())", 9, "a number for a leaf"),
            ("(3 othello)", 11, "a colon is missing"),
            ("(3 :4)", 4, "omit the colon"),
            ("(3 \"a:4)", 4, "add a quote"),
            ("(3 5.5)", 5, "whole numbers"),
            ("(3 9999999)", 4, "from -1000000 to 1000000"),
            ("(3 --5)", 4, "is no value"),
            ("(3 <5)", 4, "begins no node"),
        ] {
            let error = TypedTree::parse(text).unwrap_err();
            assert_eq!(error.place, place, "{text}: {error}");
            assert!(error.what.contains(remedy), "{text}: {error}");
        }
    }

    #[test]
    fn no_tree_is_too_deep_or_too_large_for_the_parser() {
        let deep = "(".repeat(100_000);
        assert!(TypedTree::parse(&deep).unwrap_err().what.contains("deeper than"));
        let wide = format!("({})", "(1 2) ".repeat(MOST_NODES));
        assert!(TypedTree::parse(&wide).unwrap_err().what.contains("more than"));
    }
}
