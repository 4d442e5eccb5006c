//! The data of figures.

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
    /// The figure's name, fit for a file: `korf-fig-9`.
    #[must_use]
    pub fn name(&self) -> &str {
        match self {
            Self::Plot(plot) => &plot.name,
            Self::Tree(tree) => &tree.name,
        }
    }

    /// What it shows.
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
    /// Fit for a file's name.
    pub name: String,
    /// What it shows.
    pub title: String,
    /// The horizontal axis.
    pub x: Axis,
    /// The vertical axis.
    pub y: Axis,
    /// What is drawn.
    pub series: Vec<Series>,
    /// What the source says.
    pub marks: Vec<Mark>,
}

/// An axis.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Axis {
    /// What it measures, with the unit: `nodes generated`, `decision quality (%)`.
    pub label: String,
    /// How it is divided.
    pub scale: AxisScale,
    /// Its ends, if the data are not to decide them.
    pub range: Option<(f64, f64)>,
    /// Names that stand at 1, 2, ... instead of numbers.
    pub names: Vec<String>,
}

impl Axis {
    /// An axis in equal steps.
    #[must_use]
    pub fn linear(label: impl Into<String>) -> Self {
        Self { label: label.into(), scale: AxisScale::Linear, range: None, names: Vec::new() }
    }

    /// An axis in equal factors.
    #[must_use]
    pub fn log(label: impl Into<String>) -> Self {
        Self { scale: AxisScale::Log, ..Self::linear(label) }
    }

    /// An axis of things, at 1, 2, and so on.
    #[must_use]
    pub fn categories<N: Into<String>>(
        label: impl Into<String>,
        names: impl IntoIterator<Item = N>,
    ) -> Self {
        let names: Vec<String> = names.into_iter().map(Into::into).collect();
        let range = Some((0.4, names.len() as f64 + 0.6));
        Self { names, range, ..Self::linear(label) }
    }

    /// The same with these ends.
    #[must_use]
    pub fn from_to(self, low: f64, high: f64) -> Self {
        Self { range: Some((low, high)), ..self }
    }
}

/// How a series is drawn.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Style {
    /// Points joined by lines.
    #[default]
    Line,
    /// The same with broken lines: the second of a pair.
    Dashed,
    /// A thin line without points: what is computed, not measured.
    Thin,
    /// Points alone.
    Points,
    /// Bars from the bottom, beside those of other series.
    Bars,
}

/// A curve, or a set of points or bars.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Series {
    /// Its name in the legend.
    pub label: String,
    /// How it is drawn.
    pub style: Style,
    /// Its colour: series of one group have the same. The order of the series decides if none is given.
    pub group: Option<usize>,
    /// Its points, in the order in which they are joined.
    pub points: Vec<Point>,
}

/// A point of a series.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Point {
    /// Where.
    pub x: f64,
    /// How much, with its 95 % interval.
    pub y: Estimate,
}

impl Series {
    /// A line through these points.
    #[must_use]
    pub fn line<X: Into<f64>, Y: Into<Estimate>>(
        label: impl Into<String>,
        points: impl IntoIterator<Item = (X, Y)>,
    ) -> Self {
        let points = points.into_iter().map(|(x, y)| Point { x: x.into(), y: y.into() });
        let style = Style::Line;
        Self { label: label.into(), style, group: None, points: points.collect() }
    }

    /// The same drawn in another style.
    #[must_use]
    pub fn styled(self, style: Style) -> Self {
        Self { style, ..self }
    }

    /// The same in the colour of a group.
    #[must_use]
    pub fn in_group(self, group: usize) -> Self {
        Self { group: Some(group), ..self }
    }
}

/// Something that the source states, marked in the plot.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[serde(tag = "mark", rename_all = "lowercase")]
pub enum Mark {
    /// A point.
    Point {
        /// Where.
        x: f64,
        /// How much.
        y: f64,
        /// In a few words.
        label: String,
    },
    /// A height.
    Horizontal {
        /// How much.
        y: f64,
        /// In a few words.
        label: String,
    },
    /// A place.
    Vertical {
        /// Where.
        x: f64,
        /// In a few words.
        label: String,
    },
}

/// A small game tree, drawn from the root downwards: squares for MAX, circles for MIN.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Tree {
    /// Fit for a file's name.
    pub name: String,
    /// What it shows.
    pub title: String,
    /// Its root.
    pub root: TreeNode,
    /// Lines of explanation below the tree.
    pub notes: Vec<String>,
}

/// A node of a tree that is drawn.
#[derive(Clone, PartialEq, Debug, Default, Serialize)]
pub struct TreeNode {
    /// What stands in it: a value.
    pub label: String,
    /// What stands below it: bounds, a position.
    pub note: String,
    /// Whether MAX moves here.
    pub max: bool,
    /// Whether it stands out: on the principal variation.
    pub highlighted: bool,
    /// Whether the search never looked at it.
    pub pruned: bool,
    /// What leads to its children.
    pub children: Vec<Edge>,
}

/// A move in a tree that is drawn.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Edge {
    /// What stands beside it.
    pub label: String,
    /// Where it leads.
    pub to: TreeNode,
}
