//! Small game trees: squares are MAX nodes, circles MIN nodes, as in the papers.

use super::super::{FigureStyle, FontFamily, Tree, TreeNode};
use super::drawing::{Anchor, Drawing, TextStyle};
use super::{Colour, GRID, INK, PALETTE, Pen, marker};

/// Height of a level, half the size of a node, and the height of lines of text, in ems.
const LEVEL: f64 = 7.4;
const HALF: f64 = 1.35;
const LINE: f64 = 1.4;
const NOTE_LINE: f64 = 1.1;
/// Sizes of texts, in ems.
const TITLE: f64 = 1.12;
const EDGE: f64 = 0.92;
const NOTE: f64 = 0.86;
/// How far a tree is shrunk at most, unless a width is asked for.
const LEAST: f64 = 0.6;
/// From a node to its ring, in ems.
const RING: f64 = 0.4;
/// What is faint.
const FAINT: Colour = Colour(0x99, 0x9e, 0xa3);
/// Empty room at the edges, in ems.
const MARGIN: f64 = 0.8;

/// The number of leaves below a node. Each takes a column.
fn columns(node: &TreeNode) -> usize {
    node.children.iter().map(|edge| columns(&edge.to)).sum::<usize>().max(1)
}

fn levels(node: &TreeNode) -> usize {
    1 + node.children.iter().map(|edge| levels(&edge.to)).max().unwrap_or(0)
}

/// The greatest number of lines of a note.
fn note_lines(node: &TreeNode) -> usize {
    let below = node.children.iter().map(|edge| note_lines(&edge.to)).max().unwrap_or(0);
    below.max(node.note.lines().count())
}

/// The style of a note: a position's lines stand below each other letter by letter.
fn note_style(note: &str, pen: &Pen<'_>, anchor: Anchor) -> TextStyle {
    let style = pen.text(NOTE, anchor);
    if note.lines().count() > 1 { TextStyle { font: FontFamily::Mono, ..style } } else { style }
}

fn note_width(note: &str, pen: &Pen<'_>) -> f64 {
    let letters = note.lines().map(|line| line.chars().count()).max().unwrap_or(0) as f64;
    // A letter of the equally wide font is 0.602 ems.
    let mono = 0.61 * NOTE * pen.em * letters;
    if note.lines().count() > 1 { mono } else { pen.width(note, NOTE) }
}

/// The width of a column, enough for its longest text.
fn column(node: &TreeNode, pen: &Pen<'_>) -> f64 {
    let (note, em) = (note_width(&node.note, pen), pen.em);
    let around = 2.0 * half(node, pen) + em;
    // A note beside a node has room on one side only.
    let own = if node.children.is_empty() {
        around.max(note + em)
    } else {
        (around + 2.0 * note) / columns(node) as f64
    };
    let labels = node.children.iter().map(|edge| pen.width(&edge.label, EDGE) + 1.3 * em);
    let below = node.children.iter().map(|edge| column(&edge.to, pen));
    labels.chain(below).fold(own, f64::max).clamp(3.6 * em, 20.0 * em)
}

pub(super) fn draw(tree: &Tree, pen: &Pen<'_>) -> Drawing {
    let em = pen.em;
    let wanted = pen.style.width.in_pixels();
    let column = column(&tree.root, pen);
    let wide = columns(&tree.root) as f64 * column + 2.0 * MARGIN * em;
    // The tree is shrunk to the figure's width; its title and notes are broken instead. Where nobody asked for a width, a
    // tree that would become too small to read is wider: a page can be scrolled.
    let is_asked = pen.style.width != FigureStyle::default().width;
    let least = if is_asked { 0.0 } else { LEAST };
    let scale = (wanted / wide).clamp(least, 1.0);
    let wanted = wanted.max(wide * scale);
    let text = wanted - 2.0 * MARGIN * em;
    let title = if pen.style.title { pen.wrap(&tree.title, TITLE, text) } else { Vec::new() };
    let notes: Vec<String> =
        tree.notes.iter().flat_map(|note| pen.wrap(note, NOTE, text)).collect();
    let foot: Vec<String> =
        pen.style.foot.iter().flat_map(|foot| pen.wrap(foot, 0.82, text)).collect();
    let below = 1.2 + NOTE_LINE * note_lines(&tree.root).max(1) as f64;
    let levels = levels(&tree.root) as f64 - 1.0;
    let tree_height = em * (0.4 + 2.0 * HALF + levels * LEVEL + below);
    let mut drawn = Drawing::new(wide, tree_height);
    node(&tree.root, &mut drawn, pen, (MARGIN * em, em * (1.0 + HALF)), column);
    let drawn = drawn.scaled(scale);

    let width =
        if wide * scale < wanted && title.is_empty() && notes.is_empty() { wide } else { wanted };
    let head = MARGIN * em + TITLE * LINE * em * title.len() as f64;
    let lines = (notes.len() + foot.len()) as f64;
    let height = head + drawn.height + LINE * em * lines + MARGIN * em;
    let mut drawing = Drawing::new(width, height);
    for (number, line) in (0u32..).zip(&title) {
        let y = MARGIN * em + (f64::from(number) + 0.5) * TITLE * LINE * em;
        drawing.text(line, (MARGIN * em, y), pen.text(TITLE, Anchor::Start));
    }
    drawing.add(&drawn, ((width - drawn.width) / 2.0, head));
    let sizes = notes.iter().map(|line| (line, NOTE)).chain(foot.iter().map(|line| (line, 0.82)));
    for (number, (line, size)) in (0u32..).zip(sizes) {
        let y = head + drawn.height + (f64::from(number) + 0.5) * LINE * em;
        drawing.text(line, (MARGIN * em, y), pen.text(size, Anchor::Start));
    }
    drawing
}

/// Draws a subtree whose columns begin at `left`. Returns its root's place.
fn node(
    this: &TreeNode,
    drawing: &mut Drawing,
    pen: &Pen<'_>,
    (left, y): (f64, f64),
    column: f64,
) -> f64 {
    let (em, unit) = (pen.em, pen.unit());
    let (level, deep) = (LEVEL * em, HALF * em);
    let x = left + columns(this) as f64 * column / 2.0;
    let mut begin = left;
    for edge in &this.children {
        let width = columns(&edge.to) as f64 * column;
        let end = (begin + width / 2.0, y + level - deep);
        let on_line = this.highlighted && edge.to.highlighted;
        let (colour, thick) = if on_line { (strong(pen), 2.4 * unit) } else { (INK, unit) };
        let (colour, dash): (_, &[f64]) = match &edge.to {
            to if to.pruned => (colour, &[5.0, 4.0]),
            to if to.faint => (FAINT, &[2.0, 3.0]),
            _ => (colour, &[]),
        };
        drawing.dashed(&[(x, y + deep), end], colour, thick, dash);
        if !edge.label.is_empty() {
            // Outside the fork, to keep siblings' labels apart.
            let (side, shift) =
                if end.0 < x { (Anchor::End, -0.5 * em) } else { (Anchor::Start, 0.5 * em) };
            // A flat edge would run through its label.
            let is_flat = (end.0 - x).abs() > 0.8 * level;
            let up = if is_flat { 0.6 * em } else { 0.0 };
            let middle = ((x + end.0) / 2.0 + shift, (y + deep + end.1) / 2.0 - up);
            drawing.text(&edge.label, middle, pen.text(EDGE, side));
        }
        begin += width;
    }
    begin = left;
    for edge in &this.children {
        node(&edge.to, drawing, pen, (begin, y + level), column);
        begin += columns(&edge.to) as f64 * column;
    }
    shape(this, drawing, pen, (x, y));
    let label = pen.text(1.0, Anchor::Middle);
    let label = if this.faint { TextStyle { colour: FAINT, ..label } } else { label };
    drawing.text(&this.label, (x, y), label);
    // Below a leaf, but beside a node with children.
    let leaf = this.children.is_empty();
    for (number, line) in (0u32..).zip(this.note.lines()) {
        let down = NOTE_LINE * em * f64::from(number);
        let (at, side) = if leaf {
            ((x, y + deep + 0.9 * em + down), Anchor::Middle)
        } else {
            let ring = if this.current { RING * em } else { 0.0 };
            ((x + half(this, pen) + ring + 0.5 * em, y - 0.3 * em + down), Anchor::Start)
        };
        drawing.text(line, at, note_style(&this.note, pen, side));
    }
    x
}

/// The colour of the principal variation.
fn strong(pen: &Pen<'_>) -> Colour {
    if pen.style.grey { INK } else { PALETTE[0] }
}

/// Half the width of a node.
fn half(this: &TreeNode, pen: &Pen<'_>) -> f64 {
    (HALF * pen.em).max(0.5 * pen.em + pen.width(&this.label, 1.0) / 2.0)
}

/// A rectangle of these halves of sides for MAX, a circle for MIN.
fn outline(
    drawing: &mut Drawing,
    max: bool,
    (x, y): (f64, f64),
    (half, deep): (f64, f64),
    colour: Colour,
    thick: f64,
) {
    if max {
        let [left, right, top, bottom] = [x - half, x + half, y - deep, y + deep];
        let corners = [(left, top), (right, top), (right, bottom), (left, bottom), (left, top)];
        drawing.line(&[&corners[..], &[(right, top)]].concat(), colour, thick);
    } else {
        drawing.circle((x, y), half.max(deep), colour, Some(thick));
    }
}

fn shape(this: &TreeNode, drawing: &mut Drawing, pen: &Pen<'_>, (x, y): (f64, f64)) {
    let (half, deep, unit) = (half(this, pen), HALF * pen.em, pen.unit());
    let (line, thick) = if this.highlighted {
        (strong(pen), 2.4 * unit)
    } else if this.pruned || this.faint {
        (GRID, 1.6 * unit)
    } else {
        (INK, unit)
    };
    outline(drawing, this.max, (x, y), (half, deep), line, thick);
    if this.current {
        let ring = if pen.style.grey { INK } else { PALETTE[1] };
        let out = RING * pen.em;
        outline(drawing, this.max, (x, y), (half + out, deep + out), ring, 3.0 * unit);
    }
    if this.pruned {
        let cross = if pen.style.grey { INK } else { PALETTE[3] };
        marker::cross(drawing, (x, y - deep - 0.55 * pen.em), cross, unit);
    }
}

#[cfg(test)]
mod tests {
    use crate::{Edge, Figure, FigureStyle, Length, Provenance, Tree, TreeNode, png, svg};

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
        assert!(png(&figure).unwrap().len() > 3_000);
    }

    #[test]
    fn a_tree_shrinks_to_the_width_and_its_positions_have_equally_wide_letters() {
        let mut leaves = Vec::new();
        for _ in 0..12 {
            let mut leaf = node("17", false, Vec::new());
            leaf.note = "WW.\n..B\nBB.".to_owned();
            leaves.push(leaf);
        }
        let tree = Tree {
            name: "tree".to_owned(),
            title: "A wide tree whose title is longer than a narrow figure is wide".to_owned(),
            root: node("17", true, leaves),
            notes: Vec::new(),
        };
        let style = FigureStyle { width: Length::pixels(300.0), ..FigureStyle::default() };
        let drawn = svg::file_styled(&Figure::Tree(tree), &style, &Provenance::default());
        assert!(drawn.starts_with("<svg width=\"300\""), "{}", &drawn[..80]);
        assert_eq!(drawn.matches("monospace").count(), 36);
        assert!(
            !drawn
                .contains(">A wide tree whose title is longer than a narrow figure is wide</text>")
        );
    }
}
