//! Small game trees: squares are MAX nodes, circles MIN nodes, as in the papers.

use super::super::{Tree, TreeNode};
use super::canvas::{Anchor, Canvas};
use super::{GRID, INK, PALETTE, TEXT, TITLE, marker, text_style};

/// Height of a level, and half the size of a node.
const LEVEL: i32 = 96;
const HALF: i32 = 17;
/// Room above the root, and of a line of notes.
const TOP: i32 = 62;
const LINE: i32 = 20;

/// The number of leaves below a node. Each takes a column.
fn columns(node: &TreeNode) -> usize {
    node.children.iter().map(|edge| columns(&edge.to)).sum::<usize>().max(1)
}

fn levels(node: &TreeNode) -> i32 {
    1 + node.children.iter().map(|edge| levels(&edge.to)).max().unwrap_or(0)
}

/// The number of lines of the longest note.
fn note_lines(node: &TreeNode) -> i32 {
    let below = node.children.iter().map(|edge| note_lines(&edge.to)).max().unwrap_or(0);
    below.max(node.note.lines().count() as i32)
}

/// The width of a column, enough for its longest text.
fn column(node: &TreeNode) -> i32 {
    let longest =
        |text: &str| text.lines().map(|line| line.chars().count()).max().unwrap_or(0) as i32;
    let note = 7 * longest(&node.note);
    // A note beside a node has room on one side only.
    let own = 2 * half(node)
        + 12
        + if node.children.is_empty() { note - 2 * half(node) } else { 2 * note };
    let labels = node.children.iter().map(|edge| 6 * longest(&edge.label) + 16).max().unwrap_or(0);
    let below = node.children.iter().map(|edge| column(&edge.to)).max().unwrap_or(0);
    let own = own.max(2 * half(node) + 12) / columns(node) as i32;
    below.max(own).max(labels).clamp(48, 260)
}

pub(super) fn size(tree: &Tree) -> (u32, u32) {
    let texts = tree.notes.iter().chain([&tree.title]).map(|text| 30 + 8 * text.chars().count());
    let width = (columns(&tree.root) as i32 * column(&tree.root)) as usize + 40;
    let below = 22 + 14 * note_lines(&tree.root).max(2);
    let height =
        TOP + (levels(&tree.root) - 1) * LEVEL + HALF + below + LINE * tree.notes.len() as i32;
    (width.max(texts.max().unwrap_or(0)) as u32, height as u32)
}

pub(super) fn draw(tree: &Tree, canvas: &mut Canvas<'_>) {
    let (width, height) = canvas.size();
    canvas.text(&tree.title, (14, 18), text_style(TITLE, Anchor::Start));
    let column = column(&tree.root);
    let left = (width as i32 - columns(&tree.root) as i32 * column) / 2;
    node(&tree.root, canvas, left, TOP, column);
    for (i, note) in tree.notes.iter().enumerate() {
        let y = height as i32 - LINE * (tree.notes.len() - i) as i32;
        canvas.text(note, (14, y), text_style(TEXT, Anchor::Start));
    }
}

/// Draws a subtree whose columns begin at `left`. Returns its root's place.
fn node(this: &TreeNode, canvas: &mut Canvas<'_>, left: i32, y: i32, column: i32) -> i32 {
    let x = left + columns(this) as i32 * column / 2;
    let mut begin = left;
    for edge in &this.children {
        let width = columns(&edge.to) as i32 * column;
        let end = (begin + width / 2, y + LEVEL - HALF);
        let on_line = this.highlighted && edge.to.highlighted;
        let (colour, thick) = if on_line { (PALETTE[0], 3) } else { (INK, 1) };
        marker::line(canvas, &[(x, y + HALF), end], edge.to.pruned, colour, thick);
        if !edge.label.is_empty() {
            // Outside the fork, to keep siblings' labels apart.
            let (side, shift) = if end.0 < x { (Anchor::End, -7) } else { (Anchor::Start, 7) };
            let middle = ((x + end.0) / 2 + shift, (y + HALF + end.1) / 2);
            canvas.text(&edge.label, middle, text_style(TEXT - 1, side));
        }
        begin += width;
    }
    begin = left;
    for edge in &this.children {
        node(&edge.to, canvas, begin, y + LEVEL, column);
        begin += columns(&edge.to) as i32 * column;
    }
    shape(this, canvas, x, y);
    canvas.text(&this.label, (x, y), text_style(TEXT, Anchor::Middle));
    // Below a leaf, but beside a node with children.
    let leaf = this.children.is_empty();
    for (i, line) in this.note.lines().enumerate() {
        let down = 14 * i as i32;
        let (at, side) = if leaf {
            ((x, y + HALF + 13 + down), Anchor::Middle)
        } else {
            ((x + half(this) + 7, y - 4 + down), Anchor::Start)
        };
        canvas.text(line, at, text_style(TEXT - 2, side));
    }
    x
}

/// Half the width of a node.
fn half(this: &TreeNode) -> i32 {
    HALF.max(6 + 4 * this.label.chars().count() as i32)
}

fn shape(this: &TreeNode, canvas: &mut Canvas<'_>, x: i32, y: i32) {
    let half = half(this);
    let (line, thick) = if this.highlighted {
        (PALETTE[0], 3)
    } else if this.pruned {
        (GRID, 2)
    } else {
        (INK, 1)
    };
    if this.max {
        // A path, because the outline of a `Rectangle` is always thin.
        let [left, right, top, bottom] = [x - half, x + half, y - HALF, y + HALF];
        let corners = [(left, top), (right, top), (right, bottom), (left, bottom), (left, top)];
        canvas.path(&[&corners[..], &[(right, top)]].concat(), line, thick);
    } else {
        canvas.circle((x, y), half.max(HALF), line, Some(thick));
    }
    if this.pruned {
        let cross = PALETTE[3];
        canvas.path(&[(x - 8, y - HALF - 12), (x + 8, y - HALF - 2)], cross, 2);
        canvas.path(&[(x - 8, y - HALF - 2), (x + 8, y - HALF - 12)], cross, 2);
    }
}

#[cfg(test)]
mod tests {
    use crate::report::{Edge, Figure, Tree, TreeNode, png, svg};

    fn node(label: &str, max: bool, children: Vec<TreeNode>) -> TreeNode {
        let edge =
            |(i, to): (usize, TreeNode)| Edge { label: ["left", "right"][i % 2].to_owned(), to };
        let children = children.into_iter().enumerate().map(edge).collect();
        TreeNode { label: label.to_owned(), max, children, ..TreeNode::default() }
    }

    #[test]
    fn a_tree_shows_every_node_move_and_note() {
        let mut pruned = node("-3", true, Vec::new());
        pruned.pruned = true;
        let mut line = node("2", true, Vec::new());
        line.highlighted = true;
        let mut min = node("2", false, vec![line, node("8", true, Vec::new())]);
        (min.highlighted, min.note) = (true, "[-\u{221e}, \u{221e}]".to_owned());
        let other = node("1", false, vec![node("1", true, Vec::new()), pruned]);
        let mut root = node("2", true, vec![min, other]);
        root.highlighted = true;
        let tree = Tree {
            name: "tree".to_owned(),
            title: "A tree of two plies".to_owned(),
            root,
            notes: vec!["squares: MAX; circles: MIN".to_owned()],
        };
        let figure = Figure::Tree(tree);
        let drawn = svg::file(&figure);
        assert_eq!(drawn.matches("<circle").count(), 2);
        for text in ["-3", "left", "right", "A tree of two plies", "squares: MAX"] {
            assert!(drawn.contains(text), "{text}");
        }
        let picture = png(&figure).unwrap();
        if let Some(path) = std::env::var_os("PLYSCOPE_TREE_PNG") {
            std::fs::write(path, &picture).unwrap();
        }
        assert!(picture.len() > 5_000);
    }
}
