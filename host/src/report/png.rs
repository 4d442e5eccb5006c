//! Figures as PNG: their SVG, rendered with a font of our own, so that no fonts need be installed.

use std::sync::Arc;

use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::{self, fontdb};

use super::{Figure, svg};

/// Pixels for each unit of the SVG.
const ZOOM: f32 = 2.0;

/// Why there is no PNG.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum PngError {
    /// The SVG cannot be read.
    #[error("the figure cannot be rendered")]
    Svg(#[from] usvg::Error),
    /// It is too large to be rendered.
    #[error("a figure of {width} x {height} pixels is too large to be rendered")]
    Size {
        /// Its width.
        width: u32,
        /// Its height.
        height: u32,
    },
    /// The picture cannot be written as PNG.
    #[error("the figure cannot be written as PNG: {0}")]
    Encoding(String),
}

/// The figure as a PNG file, dark on white, at twice its size.
///
/// # Errors
/// [`PngError`], if the figure is too large.
pub fn png(figure: &Figure) -> Result<Vec<u8>, PngError> {
    let mut fonts = fontdb::Database::new();
    fonts.load_font_data(dejavu::sans::regular().to_vec());
    fonts.set_sans_serif_family("DejaVu Sans");
    let options = usvg::Options {
        fontdb: Arc::new(fonts),
        font_family: "DejaVu Sans".to_owned(),
        ..usvg::Options::default()
    };
    let tree = usvg::Tree::from_str(&svg::file(figure), &options)?;
    let size = tree.size().to_int_size();
    let (width, height) = (size.width() * ZOOM as u32, size.height() * ZOOM as u32);
    let mut picture = Pixmap::new(width, height).ok_or(PngError::Size { width, height })?;
    resvg::render(&tree, Transform::from_scale(ZOOM, ZOOM), &mut picture.as_mut());
    picture.encode_png().map_err(|error| PngError::Encoding(error.to_string()))
}
