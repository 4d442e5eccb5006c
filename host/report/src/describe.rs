//! Descriptions of figures, for readers who cannot see them.

use std::fmt::Write as _;

use super::table::grouped;
use super::{Axis, AxisScale, Figure, Mark, Plot, Tree, TreeNode};

/// Describes a figure in a few sentences.
#[must_use]
pub fn description(figure: &Figure) -> String {
    match figure {
        Figure::Plot(plot) => of_plot(plot),
        Figure::Tree(tree) => of_tree(tree),
    }
}

fn of_plot(plot: &Plot) -> String {
    let mut text = format!("Across: {}. Upwards: {}.", axis(&plot.x), axis(&plot.y));
    for series in &plot.series {
        let finite = || series.points.iter().filter(|point| point.y.value.is_finite());
        let (Some(first), Some(last)) = (finite().next(), finite().next_back()) else { continue };
        let (from, to) = (number(first.y.value), number(last.y.value));
        let (begin, end) = (number(first.x), number(last.x));
        let _ = if finite().count() == 1 {
            write!(text, " {}: {from} at {begin}.", series.label)
        } else {
            write!(text, " {}: from {from} at {begin} to {to} at {end}.", series.label)
        };
    }
    text
}

fn axis(axis: &Axis) -> String {
    let scale = match axis.scale {
        AxisScale::Linear => "",
        AxisScale::Log => ", logarithmic",
        AxisScale::Cube => ", by its cube",
    };
    format!("{}{scale}", axis.label)
}

fn of_tree(tree: &Tree) -> String {
    let (nodes, pruned) = count(&tree.root);
    let mut text = format!("A game tree of {nodes} nodes, {pruned} of them pruned.");
    for note in &tree.notes {
        let _ = write!(text, " {note}");
    }
    text
}

/// Counts the nodes of a tree, and those that were pruned.
fn count(node: &TreeNode) -> (u64, u64) {
    let below = node.children.iter().map(|edge| count(&edge.to));
    below.fold((1, u64::from(node.pruned)), |(all, pruned), (a, p)| (all + a, pruned + p))
}

/// The source's statements marked in a plot, each once: `the paper (52 at 10)`, `printed (9 points)`.
#[must_use]
pub fn stated(figure: &Figure) -> Vec<String> {
    let Figure::Plot(plot) = figure else { return Vec::new() };
    let mut statements: Vec<(&str, Vec<String>)> = Vec::new();
    for mark in &plot.marks {
        let (label, place) = match mark {
            Mark::Point { x, y, label } => (label, format!("{} at {}", number(*y), number(*x))),
            Mark::Horizontal { y, label } => (label, number(*y)),
            Mark::Vertical { x, label } => (label, format!("at {}", number(*x))),
        };
        match statements.iter_mut().find(|(other, _)| other == label) {
            Some((_, places)) => places.push(place),
            None => statements.push((label, vec![place])),
        }
    }
    let words = |(label, places): (&str, Vec<String>)| match places.as_slice() {
        [place] => format!("{label} ({place})"),
        places => format!("{label} ({} points)", places.len()),
    };
    statements.into_iter().map(words).collect()
}

/// Formats a number with at most three decimals.
fn number(number: f64) -> String {
    let decimals = (0..3).find(|&n| {
        let scaled = number * 10f64.powi(n);
        (scaled - scaled.round()).abs() < 1e-9 * scaled.abs().max(1.0)
    });
    grouped(number, decimals.unwrap_or(3) as u8)
}

#[cfg(test)]
mod tests {
    use super::{description, stated};
    use crate::{Axis, Estimate, Figure, Mark, Plot, Series};

    #[test]
    fn a_plot_in_words_names_its_axes_its_curves_and_what_the_source_states() {
        let point = |x, y| Mark::Point { x, y, label: "printed".to_owned() };
        let points = [(2.0, Estimate::exact(10.5)), (5.0, Estimate::exact(20_000.0))];
        let figure = Figure::Plot(Plot {
            name: "f".to_owned(),
            title: "t".to_owned(),
            x: Axis::linear("depth (plies)"),
            y: Axis::log("nodes"),
            series: vec![Series::line("alpha-beta", points)],
            marks: vec![
                point(2.0, 10.0),
                point(3.0, 11.0),
                Mark::Horizontal { y: 0.25, label: "limit".to_owned() },
            ],
        });
        assert_eq!(
            description(&figure),
            "Across: depth (plies). Upwards: nodes, logarithmic. \
             alpha-beta: from 10.5 at 2 to 20,000 at 5."
        );
        assert_eq!(stated(&figure), ["printed (2 points)", "limit (0.25)"]);
    }
}
