//! Drawings of the steps of searches.

use plyscope::engine::Engine;
use plyscope::report::{Tree, TreeNode};
use plyscope::trace::{Recording, Subject, TypedTree, prepared, trace};

use crate::traces::with_room;

/// The nodes of one drawing at most, as `host/docs/trace.md` has it.
const MOST_DRAWN: usize = 260;

/// The searches of a typed tree by these engines.
fn recorded(tree: &str, engines: &[&str]) -> Recording {
    let subject = Subject::typed(TypedTree::parse(tree).unwrap());
    of(&subject, engines)
}

fn of(subject: &Subject, engines: &[&str]) -> Recording {
    let engine = |text: &&str| prepared(subject, text.parse::<Engine>().unwrap()).unwrap();
    let engines: Vec<Engine> = engines.iter().map(engine).collect();
    with_room(|| {
        let mut recording = Recording::default();
        trace(subject, "", &engines, &mut recording).unwrap();
        recording
    })
}

fn drawn(recording: &Recording, step: usize) -> Tree {
    let search = &recording.searches().unwrap()[0];
    recording.trees(search, [step]).next().unwrap()
}

fn nodes(root: &TreeNode) -> Vec<&TreeNode> {
    let below = root.children.iter().flat_map(|edge| nodes(&edge.to));
    std::iter::once(root).chain(below).collect()
}

/// Knuth and Moore's kind of a tree: alpha-beta cuts the last leaf.
const CUT: &str = "((3 5) (2 9))";

#[test]
fn the_last_step_shows_the_value_the_best_line_and_the_cut() {
    let recording = recorded(CUT, &["algorithm=alpha-beta,depth=2"]);
    let steps = recording.searches().unwrap()[0].steps();
    let tree = drawn(&recording, steps);
    let [root, left, three, five, right, two, nine] = nodes(&tree.root)[..] else {
        panic!("{tree:?}")
    };
    assert_eq!([&root.label, &left.label, &three.label], ["3"; 3]);
    assert!([root, left, three].iter().all(|node| node.highlighted && !node.faint));
    assert_eq!((right.label.as_str(), two.label.as_str(), five.label.as_str()), ("≤2", "2", "5"));
    assert!(right.note.ends_with("cut, window"), "{}", right.note);
    // A typed tree has its leaves from the beginning.
    assert_eq!((nine.label.as_str(), nine.pruned), ("9", true));
    assert!(nodes(&tree.root).iter().filter(|node| node.pruned).count() == 1 && root.current);
    assert_eq!((root.max, left.max, three.max), (true, false, true));
    assert!(
        tree.notes[0].starts_with(&format!("alpha-beta, step {steps} of {steps}: end: value 3"))
    );
}

#[test]
fn before_the_first_step_nothing_is_known_and_each_step_has_one_ring() {
    let recording = recorded(CUT, &["algorithm=alpha-beta,depth=2"]);
    let before = drawn(&recording, 0);
    let all = nodes(&before.root);
    assert!(all.iter().all(|node| !node.current && !node.highlighted && !node.pruned));
    assert!(all[1..].iter().all(|node| node.faint), "all but the root");
    let search = &recording.searches().unwrap()[0];
    for (step, tree) in recording.trees(search, 0..=search.steps()).enumerate() {
        assert_eq!(tree, drawn(&recording, step), "one after another or alone");
        let all = nodes(&tree.root);
        assert_eq!(all.len(), 7, "every drawing has all nodes");
        assert_eq!(all.iter().filter(|node| node.current).count(), usize::from(step > 0));
    }
}

#[test]
fn windows_are_those_of_the_search_and_rbfms_forgets_what_it_left() {
    let recording = recorded("(A:0(8 1) B:6(5 2))", &["algorithm=alpha-beta,order=none,depth=2"]);
    let search = &recording.searches().unwrap()[0];
    let windows: Vec<String> = recording
        .trees(search, 1..=search.steps())
        .map(|tree| tree.root.children[1].to.note.lines().next().unwrap_or_default().to_owned())
        .collect();
    assert!(windows.contains(&"α 1 β ∞".to_owned()), "{windows:?}");
    assert!(windows.contains(&"α 1 β 5".to_owned()), "{windows:?}");

    let recording = recorded("0(4(8 1) 6(5 2))", &["algorithm=rbfms,depth=2"]);
    let search = &recording.searches().unwrap()[0];
    let forgotten = recording.trees(search, 0..=search.steps()).any(|tree| {
        let all = nodes(&tree.root);
        all.iter().any(|node| node.faint && !node.label.is_empty() && node.children.is_empty())
            && all[0].note.contains("leaf") | all.iter().any(|node| node.note.contains("leaf"))
    });
    assert!(forgotten);
}

#[test]
fn a_large_tree_is_drawn_around_the_node_of_the_step() {
    let subject = Subject::othello(plyscope_core::othello::Board::START, "");
    let recording = of(&subject, &["algorithm=minimax,depth=4"]);
    let search = &recording.searches().unwrap()[0];
    for step in [1, search.steps() / 2, search.steps()] {
        let tree = recording.trees(search, [step]).next().unwrap();
        let all = nodes(&tree.root);
        assert!(all.len() <= MOST_DRAWN, "{} nodes at step {step}", all.len());
        assert_eq!(all.iter().filter(|node| node.current).count(), 1, "step {step}");
        assert!(all.iter().any(|node| node.note.contains('+')), "step {step}");
    }
}

#[test]
fn searches_have_their_own_drawings_on_the_tree_of_all() {
    let recording = recorded(CUT, &["algorithm=alpha-beta,depth=2", "algorithm=minimax,depth=2"]);
    let searches = recording.searches().unwrap();
    assert_eq!([searches[0].name.as_str(), &searches[1].name], ["alpha-beta", "minimax"]);
    let tree = recording.trees(&searches[1], [searches[1].steps()]).next().unwrap();
    assert!(nodes(&tree.root).iter().all(|node| !node.pruned && !node.faint));
}
