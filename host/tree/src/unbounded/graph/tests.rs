//! Nodes and edges alone.

use plyscope_core::{Outcome, Value};

use super::super::OnResolved;
use super::{Edge, Graph, Node, Stage, Switches, Worth};

fn node(key: u64) -> Node {
    Node::new(key, Value::new(key as i32), None, Switches::UBFM)
}

#[test]
fn a_node_takes_24_bytes_and_an_edge_12() {
    assert_eq!((size_of::<Node>(), size_of::<Edge>()), (24, 12));
}

#[test]
fn a_finished_game_is_resolved_with_its_outcomes_sign() {
    let lost = |switches| Node::new(1, Value::ZERO, Some(Outcome::scored(-64)), switches);
    let of_1996 = Switches::default();
    assert!(lost(of_1996).is_finished() && !lost(of_1996).resolved);
    let next = lost(Switches { on_resolved: OnResolved::Next, ..of_1996 });
    assert!(next.resolved && next.completion == 0);
    let lost = lost(Switches::UBFM);
    assert!(lost.is_finished() && lost.resolved);
    assert_eq!(lost.completion, -1);
    assert!(!node(1).is_expanded() && !node(1).resolved);
}

#[test]
fn a_childs_worth_is_whether_it_loses_and_then_its_value_for_the_other_side() {
    let values = [Value::MIN, Value::new(-7), Value::ZERO, Value::new(7), Value::MAX];
    let mut nodes: Vec<Node> = Vec::new();
    for completion in [1, 0, -1] {
        nodes.extend(values.iter().rev().map(|&value| Node { completion, value, ..node(0) }));
    }
    let worths: Vec<_> = nodes.iter().map(Node::worth).collect();
    assert!(worths.is_sorted_by(|less, more| less < more));
    for (node, worth) in nodes.iter().zip(worths) {
        assert_eq!((worth.completion(), worth.value()), (-node.completion, -node.value));
        assert!(Worth::LEAST < worth);
    }
}

#[test]
fn what_the_new_root_reaches_is_kept_and_the_rest_is_freed() {
    let find = |graph: &Graph, key| {
        let place = graph.nodes.iter().position(|node| node.key == key);
        place.map(|index| index as u32)
    };
    let mut graph = Graph::new(100, false);
    graph.sums = Some(Vec::new());
    graph.reset(node(10), true);
    let expand = |graph: &mut Graph, parent: u32, keys: &[u64]| {
        assert!(graph.reserve(keys.len()));
        let first = graph.edges.len();
        for &key in keys {
            let child = graph.find_or_add(key, || node(key));
            graph.edges.push(Edge { child, packed: key as u32, visits: 7 });
            graph.sums.as_mut().unwrap().push(key as i64);
        }
        graph.expand(parent, first, Stage::Complete);
    };
    // 10 -> 11, 12; 12 -> 13, 14; 11 -> 13 (shared), 15.
    expand(&mut graph, 0, &[11, 12]);
    let (left, right) = (find(&graph, 11).unwrap(), find(&graph, 12).unwrap());
    expand(&mut graph, right, &[13, 14]);
    expand(&mut graph, left, &[13, 15]);
    assert_eq!((graph.nodes.len(), graph.edges.len()), (6, 6));
    let root = graph.keep_from(right);
    assert_eq!((graph.nodes.len(), graph.edges.len()), (3, 2));
    assert_eq!(graph.node(root).key, 12);
    let keys: Vec<u64> = graph.edges(root).iter().map(|edge| graph.node(edge.child).key).collect();
    assert_eq!(keys, [13, 14]);
    assert!(graph.edges(root).iter().all(|edge| edge.visits == 7));
    assert_eq!(graph.sums, Some(vec![13, 14]));
    assert_eq!([11, 13, 15].map(|key| find(&graph, key).is_some()), [false, true, false]);
    assert_eq!(graph.most(), 6);
}

#[test]
fn a_node_that_is_reopened_keeps_its_edges_and_more_can_follow() {
    let mut graph = Graph::new(100, false);
    graph.reset(node(1), false);
    let add = |graph: &mut Graph, parent: u32, keys: &[u64]| {
        assert!(graph.reserve(10));
        let first = graph.reopen(parent);
        for &key in keys {
            let child = graph.find_or_add(key, || node(key));
            graph.edges.push(Edge { child, packed: key as u32, visits: 0 });
        }
        graph.expand(parent, first, Stage::Partial);
    };
    let packed = |graph: &Graph, node: u32| -> Vec<u32> {
        graph.edges(node).iter().map(|edge| edge.packed).collect()
    };
    add(&mut graph, 0, &[2, 3]);
    add(&mut graph, 0, &[4]);
    assert_eq!((packed(&graph, 0), graph.edges.len()), (vec![2, 3, 4], 3));
    add(&mut graph, 1, &[5]);
    add(&mut graph, 0, &[6]);
    assert_eq!((packed(&graph, 0), packed(&graph, 1)), (vec![2, 3, 4, 6], vec![5]));
    // The old places are freed with what a move makes unreachable.
    let root = graph.keep_from(0);
    assert_eq!((packed(&graph, root), graph.edges.len()), (vec![2, 3, 4, 6], 5));
}

#[test]
fn the_limit_is_one_on_children() {
    let mut graph = Graph::new(10, false);
    graph.reset(node(1), false);
    assert!(graph.reserve(10));
    assert!(!graph.reserve(11));
    assert!(!Graph::new(u32::MAX - 1, false).reserve(1 << 16));
}
