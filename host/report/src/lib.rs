//! The results of experiments: tables, figures and claims, and their output.
//!
//! Experiments fill in a [`Summary`]. Everything that reads or draws it is here and knows no experiment. Figures are
//! drawn as SVG ([`svg`]), with `tiny-skia` as PNG ([`png()`]), and as PDF ([`pdf()`]).

mod claim;
mod compared;
mod csv;
mod describe;
mod draw;
mod estimate;
mod figure;
mod latex;
mod pdf;
mod png;
mod provenance;
mod remark;
mod scale;
mod standing;
mod statements;
mod style;
pub mod svg;
mod table;
mod text;
mod verdict;

use serde::Serialize;

pub use claim::{Claim, Meaning, Scope};
pub use compared::{Compared, Comparison};
pub use csv::{csv, csv_rows, figure_csv, names_of_columns};
pub use describe::{description, stated};
pub use estimate::{Bracket, Estimate, Measured};
pub use figure::{Axis, Edge, Figure, Mark, Plot, Point, Series, Style, Tree, TreeNode};
pub use latex::latex;
pub use pdf::{PdfError, pdf, pdf_pages};
pub use png::{PngError, png, png_styled};
pub use provenance::Provenance;
pub use remark::{Cause, Remark};
pub use scale::AxisScale;
pub use standing::{Place, Standing, Uncounted};
pub use statements::{Outcome, Statement, statements};
pub use style::{FigureStyle, FontFamily, Length};
pub use table::{Cell, Column, Table};
pub use text::markdown;
pub use verdict::{Case, Origin, Read, Verdict};

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
