//! The data of figures.

use std::collections::BTreeSet;

use serde::Serialize;

use super::{AxisScale, Estimate};

/// A figure.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[serde(tag = "kind", rename_all = "lowercase")]
pub enum Figure {
    /// Curves, points or bars over two axes.
    Plot(Plot),
    /// A small game tree.
    Tree(Tree),
}

impl Figure {
    /// The figure's name, also used for its file: `korf-fig-9`.
    #[must_use]
    pub fn name(&self) -> &str {
        match self {
            Self::Plot(plot) => &plot.name,
            Self::Tree(tree) => &tree.name,
        }
    }

    /// The title.
    #[must_use]
    pub fn title(&self) -> &str {
        match self {
            Self::Plot(plot) => &plot.title,
            Self::Tree(tree) => &tree.title,
        }
    }
}

/// Curves, points or bars over two axes.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Plot {
    /// The name, also used for the file.
    pub name: String,
    /// The title.
    pub title: String,
    /// The horizontal axis.
    pub x: Axis,
    /// The vertical axis.
    pub y: Axis,
    /// The curves, points or bars.
    pub series: Vec<Series>,
    /// The source's statements.
    pub marks: Vec<Mark>,
}

/// An axis.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Axis {
    /// The label, with the unit: `nodes generated`, `decision quality (%)`.
    pub label: String,
    /// The scale.
    pub scale: AxisScale,
    /// Fixed ends, if they do not follow from the data.
    pub range: Option<(f64, f64)>,
    /// Names shown at 1, 2, ... instead of numbers.
    pub names: Vec<String>,
    /// Of a vertical axis: the series over which a second panel shows all others, where a logarithmic axis hides the differences.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ratios_to: Option<String>,
    /// Of a vertical axis: the sample of the figure's intervals, where it is not that of the whole run: `n = 200 trees`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sample: Option<String>,
}

impl Axis {
    /// A linear axis.
    #[must_use]
    pub fn linear(label: impl Into<String>) -> Self {
        let (scale, range, names) = (AxisScale::Linear, None, Vec::new());
        Self { label: label.into(), scale, range, names, ratios_to: None, sample: None }
    }

    /// A logarithmic axis.
    #[must_use]
    pub fn log(label: impl Into<String>) -> Self {
        Self { scale: AxisScale::Log, ..Self::linear(label) }
    }

    /// An axis of named things, at 1, 2, and so on.
    #[must_use]
    pub fn categories<N: Into<String>>(
        label: impl Into<String>,
        names: impl IntoIterator<Item = N>,
    ) -> Self {
        let names: Vec<String> = names.into_iter().map(Into::into).collect();
        let range = Some((0.4, names.len() as f64 + 0.6));
        Self { names, range, ..Self::linear(label) }
    }

    /// The axis with a second panel below: all series over the one of this name.
    #[must_use]
    pub fn with_ratios_to(self, series: impl Into<String>) -> Self {
        Self { ratios_to: Some(series.into()), ..self }
    }

    /// The axis with intervals of samples of these sizes: `n = 200 trees`, or `n = 625 to 10000 trees`.
    #[must_use]
    pub fn with_samples_of(self, sizes: impl IntoIterator<Item = usize>, of: &str) -> Self {
        let sizes: BTreeSet<usize> = sizes.into_iter().collect();
        let sample = sizes.first().zip(sizes.last()).map(|(least, most)| match least == most {
            true => format!("n = {most} {of}"),
            false => format!("n = {least} to {most} {of}"),
        });
        Self { sample, ..self }
    }

    /// The axis with these ends.
    #[must_use]
    pub fn from_to(self, low: f64, high: f64) -> Self {
        Self { range: Some((low, high)), ..self }
    }
}

/// The style of a series.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Style {
    /// Points joined by lines.
    #[default]
    Line,
    /// Points joined by dashed lines, for the second series of a pair.
    Dashed,
    /// A thin line without points, for computed values.
    Thin,
    /// Points only.
    Points,
    /// Bars, side by side with those of other series.
    Bars,
    /// Cells of a map whose axes are categories.
    Cells,
}

/// A curve, or a set of points or bars.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Series {
    /// Its name in the legend.
    pub label: String,
    /// How it is drawn.
    pub style: Style,
    /// Its colour group. Series of one group share a colour; without a group, the order of the series decides.
    pub group: Option<usize>,
    /// Its points, in the order in which they are joined.
    pub points: Vec<Point>,
}

/// A point of a series.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Point {
    /// The place on the horizontal axis.
    pub x: f64,
    /// The value, with its 95 % interval.
    pub y: Estimate,
}

impl Series {
    /// A series of points joined by lines.
    #[must_use]
    pub fn line<X: Into<f64>, Y: Into<Estimate>>(
        label: impl Into<String>,
        points: impl IntoIterator<Item = (X, Y)>,
    ) -> Self {
        let points = points.into_iter().map(|(x, y)| Point { x: x.into(), y: y.into() });
        let style = Style::Line;
        Self { label: label.into(), style, group: None, points: points.collect() }
    }

    /// The series in another style.
    #[must_use]
    pub fn styled(self, style: Style) -> Self {
        Self { style, ..self }
    }

    /// The series in the colour of a group.
    #[must_use]
    pub fn in_group(self, group: usize) -> Self {
        Self { group: Some(group), ..self }
    }
}

/// A statement of the source, marked in the plot.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[serde(tag = "mark", rename_all = "lowercase")]
pub enum Mark {
    /// A point.
    Point {
        /// The place on the horizontal axis.
        x: f64,
        /// The value.
        y: f64,
        /// The label.
        label: String,
    },
    /// A horizontal line.
    Horizontal {
        /// The value.
        y: f64,
        /// The label.
        label: String,
    },
    /// A vertical line.
    Vertical {
        /// The place on the horizontal axis.
        x: f64,
        /// The label.
        label: String,
    },
}

/// A small game tree, drawn from the root down, with squares for MAX and circles for MIN.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Tree {
    /// The name, also used for the file.
    pub name: String,
    /// The title.
    pub title: String,
    /// Its root.
    pub root: TreeNode,
    /// Lines of explanation below the tree.
    pub notes: Vec<String>,
}

/// A node of a drawn tree.
#[derive(Clone, PartialEq, Debug, Default, Serialize)]
pub struct TreeNode {
    /// The text in it: a value.
    pub label: String,
    /// The text below it: bounds, a position.
    pub note: String,
    /// Whether MAX moves here.
    pub max: bool,
    /// Whether it is highlighted: on the principal variation.
    pub highlighted: bool,
    /// Whether the search pruned it.
    pub pruned: bool,
    /// Whether it is drawn faintly: the search does not know it yet, or no longer.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub faint: bool,
    /// Whether it has a ring: what is told happens there.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub current: bool,
    /// The edges to its children.
    pub children: Vec<Edge>,
}

/// An edge of a drawn tree.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Edge {
    /// The text beside it.
    pub label: String,
    /// The child.
    pub to: TreeNode,
}
