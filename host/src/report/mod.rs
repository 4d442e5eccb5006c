//! The results of experiments: tables, figures and claims, and their output.
//!
//! Experiments fill in a [`Summary`]. Everything that reads or draws it is here and knows no experiment. Figures are
//! drawn as SVG ([`svg`]), with `tiny-skia` as PNG ([`png()`]), and as PDF ([`pdf()`]).

mod claim;
#[cfg(feature = "report")]
mod csv;
mod describe;
#[cfg(feature = "report")]
mod draw;
mod estimate;
mod figure;
#[cfg(feature = "report")]
mod latex;
#[cfg(feature = "report")]
mod pdf;
#[cfg(feature = "report")]
mod png;
#[cfg(feature = "report")]
mod provenance;
mod remark;
mod scale;
mod statements;
#[cfg(feature = "report")]
mod style;
#[cfg(feature = "report")]
pub mod svg;
mod table;
#[cfg(feature = "report")]
mod text;

use serde::Serialize;

pub use claim::{Case, Claim, Compared, Origin, Verdict};
#[cfg(feature = "report")]
pub use csv::{csv, csv_rows, figure_csv};
pub use describe::{description, stated};
pub use estimate::Estimate;
pub use figure::{Axis, Edge, Figure, Mark, Plot, Point, Series, Style, Tree, TreeNode};
#[cfg(feature = "report")]
pub use latex::latex;
#[cfg(feature = "report")]
pub use pdf::{PdfError, pdf};
#[cfg(feature = "report")]
pub use png::{PngError, png, png_styled};
#[cfg(feature = "report")]
pub use provenance::Provenance;
pub use remark::{Cause, Remark, cause_of};
pub use scale::AxisScale;
pub use statements::{Outcome, Statement, sole_case, statements};
#[cfg(feature = "report")]
pub use style::{FigureStyle, FontFamily, Length};
pub use table::{Cell, Column, Table};
#[cfg(feature = "report")]
pub use text::markdown;

/// The results of an experiment.
#[derive(Clone, PartialEq, Debug, Default, Serialize)]
pub struct Summary {
    /// Numbers.
    pub tables: Vec<Table>,
    /// Plots and trees.
    pub figures: Vec<Figure>,
    /// Claims of the source and others, with verdicts.
    pub claims: Vec<Claim>,
}
