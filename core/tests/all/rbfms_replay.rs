//! Korf & Chickering 1996, Figs. 1 and 2: the example of recursive best-first minimax, step by step.

use crate::support::list_tree::{ListTree, Tree, leaf, node};
use crate::support::record::{Event, Record};
use plyscope_core::{
    Bound, Expansion, Limits, Progress, Rbfms, Request, Search, Stop, Value, Window, storage,
};

/// Values from MAX's side, as drawn. The root's own static value is not; it plays no part.
fn figure_1() -> Tree {
    node(
        0,
        vec![
            node(4, vec![leaf(8), leaf(1)]),
            node(6, vec![leaf(5), node(2, vec![leaf(3), leaf(7)])]),
        ],
    )
}

const LEFT: usize = 0;
const RIGHT: usize = 1;

/// Runs the example, observed.
fn replay(expansion: Expansion) -> Record<usize> {
    let tree = ListTree::new(&figure_1());
    let mut record = Record::default();
    let mut search = Rbfms::new(&tree, &tree, expansion, storage!(4, 8));
    search.start(&Request::new(&tree.root()).depth(4));
    assert_eq!(search.step_with(u64::MAX, &mut record), Ok(Progress::Done));
    record
}

/// A child generated, with its static value as drawn: MAX chooses at even plies, MIN at odd ones.
fn generated<const N: usize>(path: [usize; N], drawn: i32) -> Event<usize> {
    let value = if N.is_multiple_of(2) { -drawn } else { drawn };
    Event::Generated(path.to_vec(), Some(Value::new(value)))
}

/// A node put on the principal variation, with its bounds as the text gives them, from MAX's side.
fn expanded<const N: usize>(
    path: [usize; N],
    alpha: Option<i32>,
    beta: Option<i32>,
) -> Event<usize> {
    let window = Window {
        alpha: alpha.map_or(Value::NEG_INFINITY, Value::new),
        beta: beta.map_or(Value::INFINITY, Value::new),
    };
    let window = if N.is_multiple_of(2) { window } else { window.negated() };
    Event::Descended(path.to_vec(), window)
}

/// A node left with its new minimax value, from MAX's side.
fn returned<const N: usize>(path: [usize; N], drawn: i32) -> Event<usize> {
    let value = if N.is_multiple_of(2) { drawn } else { -drawn };
    Event::Returned(path.to_vec(), Value::new(value))
}

#[test]
fn figure_2_replays_step_by_step() {
    let record = replay(Expansion::Partial);
    let story = [
        // A: the root is expanded; the right child stays while its value is at least its sibling's 4.
        generated([LEFT], 4),
        generated([RIGHT], 6),
        expanded([RIGHT], Some(4), None),
        // B: 2 is less than 4, so the right branch is no longer the principal variation.
        generated([RIGHT, LEFT], 5),
        generated([RIGHT, RIGHT], 2),
        // C: back at the root, the subtree is forgotten.
        returned([RIGHT], 2),
        // D: the left child stays while its value is at least 2; its new value is 1.
        expanded([LEFT], Some(2), None),
        generated([LEFT, LEFT], 8),
        generated([LEFT, RIGHT], 1),
        // E.
        returned([LEFT], 1),
        // F: the right child is expanded again, its children are generated again.
        expanded([RIGHT], Some(1), None),
        generated([RIGHT, LEFT], 5),
        generated([RIGHT, RIGHT], 2),
        // The rightmost grandchild stays while its value is between 1 and 5.
        expanded([RIGHT, RIGHT], Some(1), Some(5)),
        // G: 7 is greater than 5.
        generated([RIGHT, RIGHT, LEFT], 3),
        generated([RIGHT, RIGHT, RIGHT], 7),
        // H: its sibling, 5, is the new principal leaf, and stays while its value is between 1 and 7.
        returned([RIGHT, RIGHT], 7),
        expanded([RIGHT, LEFT], Some(1), Some(7)),
    ];
    for (step, (ours, theirs)) in record.events.iter().zip(&story).enumerate() {
        assert_eq!(ours, theirs, "step {step}");
    }
    assert_eq!(record.events.len(), story.len());
}

/// In Fig. 1 every node stays in memory: what is new is generated in the same order.
#[test]
fn figure_1_is_figure_2_without_the_regenerations() {
    for expansion in [Expansion::Partial, Expansion::Full] {
        let record = replay(expansion);
        let figure_1: [&[usize]; 8] = [
            &[LEFT],
            &[RIGHT],
            &[RIGHT, LEFT],
            &[RIGHT, RIGHT],
            &[LEFT, LEFT],
            &[LEFT, RIGHT],
            &[RIGHT, RIGHT, LEFT],
            &[RIGHT, RIGHT, RIGHT],
        ];
        assert_eq!(record.first_generations(), figure_1);
        assert_eq!(record.generated().count(), 10, "two of them twice");
    }
}

/// The tree as drawn ends there: the principal leaf has no children.
#[test]
fn the_example_ends_at_the_node_labelled_5() {
    let tree = ListTree::new(&figure_1());
    let mut search = Rbfms::new(&tree, &tree, Expansion::Partial, storage!(4, 8));
    let report = search.search(&Request::new(&tree.root()).depth(4)).unwrap();
    assert_eq!(report.principal_variation, [RIGHT, LEFT]);
    assert_eq!((report.value, report.bound), (Value::new(5), Bound::Estimate));
    assert_eq!((report.depth, report.stop), (2, Stop::Completed));
    assert_eq!(report.counts.generated, 10);
    assert_eq!(report.counts.expanded, 5, "the right child twice");
}

/// After each number of nodes, the value of the root as the text tells it: 6, 4 (after B), 2 (C and D), 5 (H).
#[test]
fn the_root_changes_its_value_as_the_text_tells() {
    let tree = ListTree::new(&figure_1());
    let value_after = |nodes| {
        let mut search = Rbfms::new(&tree, &tree, Expansion::Partial, storage!(4, 8));
        let limits = Limits::depth(4).and_nodes(nodes);
        let report = search.search(&Request::new(&tree.root()).limits(limits)).unwrap();
        assert_eq!(report.stop, Stop::Nodes);
        report.value.get()
    };
    assert_eq!([2, 4, 6, 8].map(value_after), [6, 4, 2, 2]);
}

/// `searches.md`: a child whose value comes back is put behind those of equal value.
#[test]
fn a_child_comes_back_behind_its_equals() {
    let drops_to = |value| vec![leaf(value)];
    let tree = ListTree::new(&node(
        0,
        vec![node(5, drops_to(3)), node(4, drops_to(2)), node(3, drops_to(1))],
    ));
    let mut record = Record::default();
    let mut search = Rbfms::new(&tree, &tree, Expansion::Partial, storage!(3, 8));
    search.start(&Request::new(&tree.root()).depth(3));
    assert_eq!(search.step_with(u64::MAX, &mut record), Ok(Progress::Done));
    let expanded: Vec<&[usize]> = record
        .events
        .iter()
        .filter_map(|event| match event {
            Event::Descended(path, _) => Some(&path[..]),
            _ => None,
        })
        .collect();
    // The first falls to the third's 3 and goes behind it; so after the second it is the third's turn.
    assert_eq!(expanded, [&[0][..], &[1], &[2], &[0], &[0, 0]]);
}
