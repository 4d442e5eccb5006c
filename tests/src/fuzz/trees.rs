//! Small trees: as text, and searched by engines of all algorithms.

use plyscope::engine::{Engine, Unsearched};
use plyscope::trace::{Counting, Subject, TypedNode, TypedTree, prepared, trace};
use plyscope_core::Side;
use serde_json::Value;

use super::bytes::Bytes;
use crate::list_tree::Tree;

/// Nodes and plies of a tree.
const NODES: usize = 80;
const PLIES: u32 = 6;

/// A tree that these bytes describe: values of any size, up to three children.
pub(super) fn tree(bytes: &mut Bytes<'_>) -> Tree {
    fn below(bytes: &mut Bytes<'_>, scale: i32, depth: u32, left: &mut usize) -> Tree {
        *left = left.saturating_sub(1);
        let value = i32::from(bytes.byte().cast_signed()) * scale;
        let mut children = Vec::new();
        // The root has a child at least.
        let wanted = if depth == 0 { 1 + bytes.below(3) } else { bytes.below(4) };
        for _ in 0..wanted {
            if depth < PLIES && *left > 0 {
                children.push(below(bytes, scale, depth + 1, left));
            }
        }
        Tree { value, children }
    }
    let scale = bytes.pick(&[1, 1, 100, 7_000]);
    let mut left = NODES;
    below(bytes, scale, 0, &mut left)
}

/// The minimax value for MAX, cut off at this depth.
pub(super) fn minimax(tree: &Tree, mover: Side, depth: u32) -> i32 {
    let below = if depth == 0 { &[][..] } else { &tree.children };
    let values = below.iter().map(|child| minimax(child, mover.other(), depth - 1));
    let best = if mover == Side::Max { values.max() } else { values.min() };
    best.unwrap_or(tree.value)
}

/// The tree as it is typed.
fn text(tree: &Tree) -> String {
    let children: Vec<String> = tree.children.iter().map(text).collect();
    match children.is_empty() {
        true => tree.value.to_string(),
        false => format!("{}({})", tree.value, children.join(" ")),
    }
}

/// Options of which one is chosen or none.
type Choice = &'static [&'static str];

const ITERATIVE: Choice = &["", "iterative=true"];
const ORDER: Choice = &["", "order=none", "order=static-all"];
const WINDOW: Choice = &["", "window=0", "window=1", "window=100"];
const BOUNDS: Choice = &[
    "",
    "bounds=learned",
    "bounds=learned-separate",
    "bounds=-9:9",
    "bounds=gains:-5:20",
    "bounds=learned-gains:80",
    "bounds=spreads:-9:9/-30:12",
];
const DELTA: Choice = &["", "delta=0.5", "delta=0.01"];
const PLACEMENT: Choice = &["", "placement=literal", "placement=entry1", "placement=per-child"];
const EXPANSION: Choice = &["", "expansion=full"];
const MEMORY: Choice = &["memory=1MiB", "memory=64KiB", "memory=2KiB", "memory=400"];
const TRANSPOSITIONS: Choice = &["", "transpositions=table"];
const SELECTION: Choice = &["", "selection=descent"];

/// The algorithms that are observed everywhere, with their options.
const ENGINES: &[(&str, &[Choice])] = &[
    ("minimax", &[ITERATIVE]),
    ("alpha-beta", &[ORDER, WINDOW, ITERATIVE]),
    ("aspiration", &[ORDER, WINDOW, ITERATIVE]),
    ("fe", &[ORDER, BOUNDS, DELTA, &["", "two-sided=true"], PLACEMENT, WINDOW, ITERATIVE]),
    (
        "pvs",
        &[
            ORDER,
            WINDOW,
            &["table=1KiB", "table=64KiB"],
            &["", "killers=true"],
            &["", "reductions=true"],
            &["", "driver=mtd", "driver=sss", "driver=dual"],
        ],
    ),
    ("rbfms", &[EXPANSION]),
    (
        "bfm",
        &[
            EXPANSION,
            &["", "formulation=text"],
            MEMORY,
            &["", "when-full=prune"],
            &["", "backup=root"],
            TRANSPOSITIONS,
            &["", "completion=on"],
            &["", "move=safe"],
            &["", "leaf=evaluation"],
            SELECTION,
        ],
    ),
    ("ubfm", &[SELECTION, MEMORY]),
    (
        "mcts",
        &[
            &["", "exploration=0", "exploration=2"],
            &["", "implicit=0.5", "implicit=1"],
            &["", "scale=1", "scale=1000"],
            TRANSPOSITIONS,
            MEMORY,
        ],
    ),
    ("b-star", &[BOUNDS, MEMORY]),
    ("conspiracy", &[&["", "threshold=1", "threshold=8"], &["", "width=10"], MEMORY]),
    ("ab-saved", &[MEMORY]),
    ("fe-saved", &[BOUNDS, DELTA, PLACEMENT, &["", "keep-learned=true"], MEMORY]),
    ("ab-iterative", &[MEMORY]),
    (
        "extension",
        &[
            &["shallow=1", "shallow=0", "shallow=3"],
            EXPANSION,
            &["", "formulation=text"],
            MEMORY,
            &["", "when-full=prune"],
        ],
    ),
];

/// An engine that these bytes choose, as text.
fn engine(bytes: &mut Bytes<'_>) -> String {
    let (algorithm, options) = bytes.pick(ENGINES);
    let mut text = format!("algorithm={algorithm}");
    let limits: Choice = &["depth=6", "depth=3", "depth=1", "nodes=40", "depth=5,nodes=25", ""];
    for choice in options.iter().chain([&limits]) {
        let option = bytes.pick(choice);
        if !option.is_empty() {
            text += ",";
            text += option;
        }
    }
    text
}

/// Trees as text: what is printed is read as the same tree.
pub(super) fn typed(data: &[u8]) {
    let Ok(text) = str::from_utf8(data) else { return };
    let tree = match TypedTree::parse(text) {
        Ok(tree) => tree,
        Err(error) => {
            assert!((1..=text.chars().count() + 1).contains(&error.place), "{error}");
            return;
        }
    };
    let printed = tree.to_string();
    let again = TypedTree::parse(&printed).unwrap_or_else(|error| panic!("{printed}: {error}"));
    assert_eq!((again.mover, again.to_string()), (tree.mover, printed));
    assert_eq!(without_places(&again.root), without_places(&tree.root));
    assert!((1..=128).contains(&tree.height()));
    let (lowest, highest) = tree.edge_costs();
    assert!(lowest <= 0 && highest >= 0);
}

/// A node without the places where it and those below it begin.
fn without_places(node: &TypedNode) -> Value {
    serde_json::to_value(node).expect("text and numbers")
}

/// An engine on a tree: what it claims is true by the definition of minimax.
pub(super) fn searched(data: &[u8]) {
    let mut bytes = Bytes::new(data);
    let engine = engine(&mut bytes);
    let mover = bytes.pick(&[Side::Max, Side::Min]);
    let tree = tree(&mut bytes);
    let prefix = if mover == Side::Min { "min " } else { "" };
    let text = format!("{prefix}{}", text(&tree));
    // Some options contradict each other.
    let Ok(engine) =
        engine.parse::<Engine>().or_else(|_| Engine::draft(plyscope::engine::pairs(&engine)?))
    else {
        return;
    };
    let subject = Subject::typed(TypedTree::parse(&text).expect("a tree"));
    let Ok(engine) = prepared(&subject, engine) else { return };
    if engine.check().is_err() {
        return;
    }
    let mut kept = Counting::new(usize::MAX);
    if trace(&subject, "", std::slice::from_ref(&engine), &mut kept).is_err() {
        // Its bounds are not known here, or its memory does not suffice.
        return;
    }
    let last = kept.lines().and_then(|lines| lines.lines().last()).expect("events");
    let report: Value = serde_json::from_str(last).expect("JSON");
    claims_hold(&report, &tree, mover, &engine, &format!("{engine} on {text}: {report}"));
}

fn claims_hold(report: &Value, tree: &Tree, mover: Side, engine: &Engine, what: &str) {
    assert_eq!(report["event"], "ended", "{what}");
    let value = report["value"].as_i64().expect("a number");
    let depth = report["depth"].as_u64().expect("a number");
    let truth = |depth: u32| i64::from(minimax(tree, mover, depth));
    let holds = |bound: &Value, truth: i64| match bound.as_str() {
        Some("exact") => value == truth,
        Some("lower") => value <= truth,
        Some("upper") => value >= truth,
        _ => false,
    };
    if report["proven"] == true {
        assert!(holds(&report["bound"], truth(u32::MAX)), "proven: {what}");
    }
    let is_complete = engine.search.unsearched() == Unsearched::Nothing;
    if is_complete && report["stop"] == "completed" {
        // Exact in the whole tree if that is proven, else at this depth.
        let exact = if report["proven"] == true { "exact" } else { "horizon" };
        assert_eq!(report["bound"], exact, "{what}");
        assert_eq!(value, truth(u32::try_from(depth).expect("few plies")), "{what}");
    }
    if let Some(mv) = report["move"].as_str() {
        let number: usize = mv.parse().expect("a child's number");
        assert!((1..=tree.children.len()).contains(&number), "{what}");
    }
}
