//! The small worked trees of the lecture notes, and what deep cuts are worth.

use plyscope_core::random_tree::{Branching, Node, RandomTree};
use plyscope_measure::trees::child_of;
use plyscope_report::{
    Axis, Case, Cell, Claim, Comparison, Estimate, Figure, Mark, Plot, Series, Style, Summary,
    Table,
};
use plyscope_run::interrupt;

use crate::keys::{FirstSeed, Seeds};
use crate::kit::lines::{Piece, tasks};
use crate::kit::numbers::{Line, Row};
use crate::{About, ExperimentError, Scale, Study};

const EISELT: &str = "Eiselt 1998, Lecture 13";
const EPPSTEIN: &str = "Eppstein 1997, April 22";

/// Seeds of a task.
const PIECE: u32 = 20;

/// Trees of the second part: children and depth.
const CASES: [(u32, u32); 6] = [(2, 6), (2, 12), (3, 8), (5, 4), (5, 6), (10, 4)];
/// The line of the worked trees.
const WORKED: usize = CASES.len();

/// A worked tree.
enum Tree {
    Leaf(i64),
    /// With the side that moves there.
    Max(Vec<Tree>),
    Min(Vec<Tree>),
}

/// Which ancestors' bounds a search uses.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Cuts {
    /// Its parent's only.
    Shallow,
    /// All: alpha-beta.
    Deep,
}

/// Alpha-beta from MAX's side, in the order of the tree. Collects the leaves' values as they are looked at.
fn search(tree: &Tree, (alpha, beta): (i64, i64), cuts: Cuts, seen: &mut Vec<i64>) -> i64 {
    let (children, max) = match tree {
        Tree::Leaf(value) => {
            seen.push(*value);
            return *value;
        }
        Tree::Max(children) => (children, true),
        Tree::Min(children) => (children, false),
    };
    let (mut alpha, mut beta) = (alpha, beta);
    let mut best = if max { i64::MIN } else { i64::MAX };
    for child in children {
        let window = match cuts {
            Cuts::Deep => (alpha, beta),
            // Only what the child's parent knows: its own best value so far.
            Cuts::Shallow if max => (best, i64::MAX),
            Cuts::Shallow => (i64::MIN, best),
        };
        let value = search(child, window, cuts, seen);
        if max {
            best = best.max(value);
            alpha = alpha.max(best);
        } else {
            best = best.min(value);
            beta = beta.min(best);
        }
        if alpha >= beta {
            break;
        }
    }
    best
}

/// Eiselt's abstract tree: two of my moves, each with two of the opponent's.
fn eiselt(last: i64, reversed: bool) -> Tree {
    let leaves = |values: [i64; 2]| Tree::Min(values.map(Tree::Leaf).into());
    let (first, second) = (leaves([2, 7]), leaves([1, last]));
    Tree::Max(if reversed { vec![second, first] } else { vec![first, second] })
}

/// Eppstein's tree of shallow pruning: the second player chooses between F (11, 12, 7, 9) and G (15, then more).
fn shallow() -> Tree {
    let leaves =
        |values: &[i64]| Tree::Max(values.iter().map(|&value| Tree::Leaf(value)).collect());
    Tree::Min(vec![leaves(&[11, 12, 7, 9]), leaves(&[15, 100, 0])])
}

/// His tree of deep pruning: B is worth 12; below its sibling C, two levels down, N's first child is 10. Neither parent of N knows
/// another value.
fn deep() -> Tree {
    let n = Tree::Min([10, 3, 99].map(Tree::Leaf).into());
    let j = Tree::Max(vec![n, Tree::Min(vec![Tree::Leaf(20), Tree::Leaf(21)])]);
    Tree::Max(vec![Tree::Leaf(12), Tree::Min(vec![j, Tree::Max(vec![Tree::Leaf(30)])])])
}

const FULL: (i64, i64) = (i64::MIN, i64::MAX);

fn leaves(tree: &Tree, cuts: Cuts) -> Vec<i64> {
    let mut seen = Vec::new();
    search(tree, FULL, cuts, &mut seen);
    seen
}

/// Alpha-beta's nodes on a random tree, children ordered by static value but on the last level, from the mover's side.
fn random(
    tree: &RandomTree,
    node: &Node,
    depth: u32,
    (alpha, beta): (i64, i64),
    cuts: Cuts,
    nodes: &mut i64,
) -> i64 {
    let sign = if node.depth().is_multiple_of(2) { 1 } else { -1 };
    let mut generate = |number: u32| {
        *nodes += 1;
        let child = child_of(tree, node, number);
        (sign * i64::from(child.value().get()), child)
    };
    let count = tree.count_children(node);
    let mut ordered = Vec::new();
    if depth > 1 {
        ordered.extend((0..count).map(&mut generate));
        ordered.sort_by_key(|(value, _)| std::cmp::Reverse(*value));
    }
    let (mut alpha, mut best) = (alpha, -i64::MAX);
    for number in 0..count {
        let (value, child) = ordered.get(number as usize).copied().unwrap_or_else(|| {
            *nodes += 1;
            let child = child_of(tree, node, number);
            (sign * i64::from(child.value().get()), child)
        });
        let window = if cuts == Cuts::Deep { (-beta, -alpha) } else { (-i64::MAX, -best) };
        let value =
            if depth == 1 { value } else { -random(tree, &child, depth - 1, window, cuts, nodes) };
        best = best.max(value);
        alpha = alpha.max(value);
        if alpha >= beta {
            break;
        }
    }
    best
}

pub(super) struct SmallTrees;

crate::settings! {
    pub(super) struct Settings {
        seed: FirstSeed,
        /// number of trees, random ones
        seeds: Seeds,
    }
}

impl Study for SmallTrees {
    type Settings = Settings;
    type Task = Piece;
    type Row = Row;

    fn about(&self) -> &About {
        &About {
            id: "notes-small-trees",
            title: "Worked trees of the lecture notes: shallow and deep cuts",
            source: "Eiselt 1998, Lecture 13; Eppstein 1997, April 22",
            what: "Alpha-beta searches the notes' small trees in their order, and Eiselt's in the reverse order, too. The \
                pictures of Eppstein's trees are lost; nodes that his text does not name have values of ours. Then \
                alpha-beta searches uniform random trees with all cuts, and with those that need only the parent's bound.",
            settings: Settings::KEYS,
        }
    }

    fn settings(&self, scale: Scale) -> Settings {
        Settings { seed: 1, seeds: scale.pick(200, 1000, 1000) }
    }

    fn tasks(&self, settings: &Settings, _: &[Row]) -> Result<Vec<Piece>, ExperimentError> {
        let worked = std::iter::once((1, PIECE));
        Ok(tasks(settings.seed, CASES.map(|_| (settings.seeds, PIECE)).into_iter().chain(worked)))
    }

    fn run(&self, _: &Settings, piece: &Piece) -> Result<Vec<Row>, ExperimentError> {
        let Some(&(b, depth)) = CASES.get(piece.line) else {
            // A list of leaves for each tree.
            let trees = [
                leaves(&eiselt(-10, false), Cuts::Deep),
                leaves(&eiselt(10, false), Cuts::Deep),
                leaves(&eiselt(-10, true), Cuts::Deep),
                leaves(&eiselt(10, true), Cuts::Deep),
                leaves(&shallow(), Cuts::Shallow),
                leaves(&shallow(), Cuts::Deep),
                leaves(&deep(), Cuts::Shallow),
                leaves(&deep(), Cuts::Deep),
            ];
            return Ok(vec![Row { line: WORKED, seed: piece.seed, numbers: trees.to_vec() }]);
        };
        let branching = Branching::uniform(b)?;
        let row = Row::of(*piece, |seed| {
            interrupt::check()?;
            let tree = RandomTree::new(seed, branching);
            let of = |cuts| {
                let mut nodes = 0;
                let full = (-i64::MAX, i64::MAX);
                random(&tree, &tree.root(), depth, full, cuts, &mut nodes);
                nodes
            };
            Ok::<_, ExperimentError>(vec![of(Cuts::Shallow), of(Cuts::Deep)])
        });
        Ok(vec![row?])
    }

    fn summarise(&self, settings: &Settings, rows: &[Row]) -> Summary {
        let name = |line: usize| format!("b = {}, depth {}", CASES[line].0, CASES[line].1);
        let title = format!("Mean nodes of alpha-beta, {} trees", settings.seeds);
        let mut table = Table::new(title, ["trees", "shallow cuts only", "all cuts", "ratio"]);
        for line in 0..CASES.len() {
            let trees = Line::of(rows, line);
            let mean =
                |column| Cell::or_empty(trees.mean(column).map(|mean| Cell::measured(mean, 1)));
            let ratio = trees.ratio(1, 0).map(|ratio| Cell::measured(ratio, 4));
            table.rows.push(vec![Cell::text(name(line)), mean(0), mean(1), Cell::or_empty(ratio)]);
        }
        let point = |line: usize| Some((line as u32 + 1, Line::of(rows, line).ratio(1, 0)?));
        let points = (0..CASES.len()).filter_map(point);
        let plot = Plot {
            name: "notes-small-trees".to_owned(),
            title: "Nodes with deep cuts over those without".to_owned(),
            x: Axis::linear("case (in the table's order)").from_to(0.0, CASES.len() as f64 + 1.0),
            y: Axis::linear("nodes, of those with shallow cuts only"),
            series: vec![Series::line("random trees", points).styled(Style::Points)],
            marks: vec![Mark::Horizontal { y: 1.0, label: "deep cuts save nothing".to_owned() }],
        };
        Summary {
            tables: vec![table],
            figures: vec![Figure::Plot(plot)],
            claims: claims(rows, &name),
        }
    }
}

fn claims(rows: &[Row], name: &dyn Fn(usize) -> String) -> Vec<Claim> {
    let of = |source: &str, statement: &str| Claim::of(source, statement, "", 0);
    let trees: Vec<&[i64]> = Line::of(rows, WORKED).trees().collect();
    let looked_at = |tree: usize, expected: &[i64]| -> (String, Case) {
        let Some(leaves) = trees.get(tree) else { return ("leaves".to_owned(), Case::NotMeasured) };
        let list: Vec<String> = leaves.iter().map(i64::to_string).collect();
        (format!("leaves {}", list.join(", ")), (*leaves == expected).into())
    };
    let saved = |so: fn(Estimate) -> Comparison| {
        (0..CASES.len()).map(move |line| {
            let ratio = Line::of(rows, line).ratio(1, 0);
            Case::told(name(line), ratio.map(|ratio| (ratio.display(4), so(ratio))))
        })
    };
    vec![
        of(EISELT, "of the tree with 2, 7 and 1, the fourth reply need not be looked at, whatever its value is")
            .in_all("leaves 2, 7, 1", [looked_at(0, &[2, 7, 1]), looked_at(1, &[2, 7, 1])]),
        of(EISELT, "in the reverse order alpha-beta provides no help with it")
            .in_all("all four leaves", [looked_at(2, &[1, -10, 2, 7]), looked_at(3, &[1, 10, 2, 7])]),
        of(EPPSTEIN, "shallow pruning: F is worth 12, so G's remaining children are pruned once its first returns 15")
            .in_all("leaves 11, 12, 7, 9, 15", [looked_at(4, &[11, 12, 7, 9, 15]), looked_at(5, &[11, 12, 7, 9, 15])]),
        of(EPPSTEIN, "deep pruning: B is worth 12, so N's remaining children are pruned once its first returns 10")
            .in_all("10 is N's last leaf", [looked_at(7, &[12, 10, 20, 21, 30])]),
        of(EPPSTEIN, "the line of reasoning of shallow pruning, by the parent's bound alone, does not prune them")
            .inferred()
            .in_all("all of N's leaves", [looked_at(6, &[12, 10, 3, 99, 20, 21, 30])]),
        of(EPPSTEIN, "on random trees deep cuts save nodes: fewer than with shallow cuts alone, paired by tree")
            .own()
            .in_all("depths from 4 on", saved(|ratio| ratio.is_below(1.0))),
        of(EPPSTEIN, "they save little: less than a tenth")
            .own()
            .in_all("all trees", saved(|ratio| ratio.is_at_least(0.9))),
    ]
}
