//! Figures as PNG, drawn like their SVG by `tiny-skia`, with a built-in font, so that no fonts need be installed.

use tiny_skia::{Color, FillRule, Paint, Path, PathBuilder, Pixmap, Rect, Stroke, Transform};
use ttf_parser::{Face, FaceParsingError, GlyphId, OutlineBuilder};

use super::svg::{Anchor, Canvas, Colour, Height, Pixel, TextStyle};
use super::{Figure, svg};

/// Pixels per unit of the SVG.
const ZOOM: u32 = 2;

/// Errors from drawing a PNG.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum PngError {
    /// The built-in font is broken.
    #[error("the built-in font cannot be read")]
    Font(#[from] FaceParsingError),
    /// The figure is too large to be rendered.
    #[error("a figure of {width} x {height} pixels is too large to be rendered")]
    Size {
        /// Its width.
        width: u32,
        /// Its height.
        height: u32,
    },
    /// The picture cannot be encoded as PNG.
    #[error("the figure cannot be written as PNG: {0}")]
    Encoding(String),
}

/// The figure as a PNG file, dark on white, at twice its size.
///
/// # Errors
/// [`PngError`], if the figure is too large.
pub fn png(figure: &Figure) -> Result<Vec<u8>, PngError> {
    let size = svg::size(figure);
    let (width, height) = (size.0.saturating_mul(ZOOM), size.1.saturating_mul(ZOOM));
    let mut pixels = Pixmap::new(width, height).ok_or(PngError::Size { width, height })?;
    pixels.fill(Color::WHITE);
    let face = Face::parse(dejavu::sans::regular(), 0)?;
    let picture = Box::new(Picture { pixels: &mut pixels, face, size });
    svg::draw_on(figure, &mut Canvas::Pixels(picture));
    pixels.encode_png().map_err(|error| PngError::Encoding(error.to_string()))
}

/// Pixels to draw on, in the units of the SVG.
pub(super) struct Picture<'a> {
    pixels: &'a mut Pixmap,
    face: Face<'static>,
    size: (u32, u32),
}

impl Picture<'_> {
    pub(super) const fn size(&self) -> (u32, u32) {
        self.size
    }

    pub(super) fn line(&mut self, places: &[Pixel], colour: Colour, width: u32) {
        self.draw(path(places, false), colour, Some(width));
    }

    pub(super) fn polygon(&mut self, corners: &[Pixel], colour: Colour) {
        self.draw(path(corners, true), colour, None);
    }

    pub(super) fn rectangle(&mut self, (left, top): Pixel, (right, bottom): Pixel, colour: Colour) {
        let [left, top, right, bottom] = [left, top, right, bottom].map(|place| place as f32);
        let rectangle = Rect::from_ltrb(left, top, right, bottom).map(PathBuilder::from_rect);
        self.draw(rectangle, colour, None);
    }

    pub(super) fn circle(
        &mut self,
        (x, y): Pixel,
        radius: i32,
        colour: Colour,
        outline: Option<u32>,
    ) {
        let circle = PathBuilder::from_circle(x as f32, y as f32, radius as f32);
        self.draw(circle, colour, outline);
    }

    /// Draws a line of text at a place, as browsers draw the SVG's.
    pub(super) fn text(&mut self, text: &str, style: TextStyle, (x, y): Pixel) {
        let size = style.size as f32;
        let scale = size / f32::from(self.face.units_per_em());
        let mut outline = Outline { path: PathBuilder::new(), scale, across: 0.0 };
        let mut last = None;
        for letter in text.chars().filter(|letter| !letter.is_control()) {
            let glyph = self.face.glyph_index(letter).unwrap_or_default();
            outline.across += scale * f32::from(self.kerning(last, glyph));
            self.face.outline_glyph(glyph, &mut outline);
            outline.across +=
                scale * f32::from(self.face.glyph_hor_advance(glyph).unwrap_or_default());
            last = Some(glyph);
        }
        let left = match style.anchor {
            Anchor::Start => 0.0,
            Anchor::Middle => -outline.across / 2.0,
            Anchor::End => -outline.across,
        };
        let baseline = match style.height {
            Height::Top => 0.76 * size,
            Height::Centre => 0.25 * size,
            Height::Bottom => -0.25 * size,
        };
        let turn = if style.upwards { 270.0 } else { 0.0 };
        let place = Transform::from_translate(left, baseline)
            .post_concat(Transform::from_rotate(turn))
            .post_translate(x as f32, y as f32);
        let path = outline.path.finish().and_then(|path| path.transform(place));
        self.draw(path, style.colour, None);
    }

    /// The font's kerning between two neighbours, in its units.
    fn kerning(&self, left: Option<GlyphId>, right: GlyphId) -> i16 {
        let (Some(left), Some(kern)) = (left, self.face.tables().kern) else { return 0 };
        let pairs = kern.subtables.into_iter().filter(|table| table.horizontal && !table.variable);
        pairs.filter_map(|table| table.glyphs_kerning(left, right)).sum()
    }

    /// Draws a path: filled, or as an outline if `outline` has a width.
    fn draw(&mut self, path: Option<Path>, Colour(r, g, b): Colour, outline: Option<u32>) {
        let Some(path) = path else { return };
        let mut paint = Paint::default();
        paint.set_color_rgba8(r, g, b, 255);
        paint.anti_alias = true;
        let zoom = Transform::from_scale(ZOOM as f32, ZOOM as f32);
        if let Some(width) = outline {
            let stroke = Stroke { width: width as f32, ..Stroke::default() };
            self.pixels.stroke_path(&path, &paint, &stroke, zoom, None);
        } else {
            self.pixels.fill_path(&path, &paint, FillRule::Winding, zoom, None);
        }
    }
}

/// A path through these points; `None` if there are too few.
fn path(points: &[Pixel], closed: bool) -> Option<Path> {
    let mut path = PathBuilder::new();
    for &(x, y) in points {
        let (x, y) = (x as f32, y as f32);
        if path.is_empty() { path.move_to(x, y) } else { path.line_to(x, y) }
    }
    if closed {
        path.close();
    }
    path.finish()
}

/// Builds glyph outlines from the font's units, where up is positive.
struct Outline {
    path: PathBuilder,
    scale: f32,
    across: f32,
}

impl Outline {
    fn at(&self, x: f32, y: f32) -> (f32, f32) {
        (self.across + self.scale * x, -self.scale * y)
    }
}

impl OutlineBuilder for Outline {
    fn move_to(&mut self, x: f32, y: f32) {
        let (x, y) = self.at(x, y);
        self.path.move_to(x, y);
    }

    fn line_to(&mut self, x: f32, y: f32) {
        let (x, y) = self.at(x, y);
        self.path.line_to(x, y);
    }

    fn quad_to(&mut self, x1: f32, y1: f32, x: f32, y: f32) {
        let ((x1, y1), (x, y)) = (self.at(x1, y1), self.at(x, y));
        self.path.quad_to(x1, y1, x, y);
    }

    fn curve_to(&mut self, x1: f32, y1: f32, x2: f32, y2: f32, x: f32, y: f32) {
        let ((x1, y1), (x2, y2), (x, y)) = (self.at(x1, y1), self.at(x2, y2), self.at(x, y));
        self.path.cubic_to(x1, y1, x2, y2, x, y);
    }

    fn close(&mut self) {
        self.path.close();
    }
}

#[cfg(test)]
mod tests {
    use tiny_skia::{Color, Pixmap};
    use ttf_parser::Face;

    use super::{Anchor, Colour, Height, Picture, TextStyle, ZOOM};

    const SIDE: u32 = 200;

    /// The extent of the non-white pixels around a `text` in the centre: left, top, right and bottom, relative to the
    /// centre, in the SVG's units.
    fn ink(text: &str, style: TextStyle) -> [f64; 4] {
        let mut pixels = Pixmap::new(ZOOM * SIDE, ZOOM * SIDE).unwrap();
        pixels.fill(Color::WHITE);
        let face = Face::parse(dejavu::sans::regular(), 0).unwrap();
        let middle = SIDE as i32 / 2;
        Picture { pixels: &mut pixels, face, size: (SIDE, SIDE) }.text(
            text,
            style,
            (middle, middle),
        );
        let row = (ZOOM * SIDE) as usize;
        let dark = pixels.pixels().iter().enumerate().filter(|(_, pixel)| pixel.red() < 128);
        let places: Vec<_> = dark.map(|(i, _)| (i % row, i / row)).collect();
        let from_middle = |place: usize| place as f64 / f64::from(ZOOM) - f64::from(middle);
        let (left, right) =
            (places.iter().map(|at| at.0).min(), places.iter().map(|at| at.0).max());
        let (top, bottom) =
            (places.iter().map(|at| at.1).min(), places.iter().map(|at| at.1).max());
        [left, top, right, bottom].map(|place| from_middle(place.unwrap()))
    }

    fn style(anchor: Anchor, height: Height, upwards: bool) -> TextStyle {
        TextStyle { size: 20.0, colour: Colour(0, 0, 0), anchor, height, upwards }
    }

    #[test]
    fn text_stands_where_its_anchor_says() {
        let [left, _, right, _] = ink("mmmm", style(Anchor::Start, Height::Centre, false));
        assert!((0.0..4.0).contains(&left) && right > 60.0, "{left} {right}");
        let [left, _, right, _] = ink("mmmm", style(Anchor::End, Height::Centre, false));
        assert!((-4.0..0.0).contains(&right) && left < -60.0, "{left} {right}");
        let [left, top, right, bottom] = ink("xxx", style(Anchor::Middle, Height::Centre, false));
        assert!((left + right).abs() < 2.0 && (top + bottom).abs() < 4.0, "{top} {bottom}");
        let [_, top, _, bottom] = ink("xxx", style(Anchor::Middle, Height::Top, false));
        assert!(top > 2.0 && bottom < 17.0, "{top} {bottom}");
        // Rotated, as beside an axis.
        let up = style(Anchor::Start, Height::Centre, true);
        let [left, top, right, bottom] = ink("mmmm", up);
        assert!(top < -60.0 && (-4.0..0.0).contains(&bottom), "{top} {bottom}");
        assert!((left + right).abs() < 6.0, "{left} {right}");
    }

    #[test]
    fn neighbours_are_kerned_and_letters_have_their_own_widths() {
        let width = |text: &str| {
            let [left, _, right, _] = ink(text, style(Anchor::Start, Height::Centre, false));
            right - left
        };
        assert!(width("mm") > 2.0 * width("ii"));
        assert!(width("AVAVA") < width("AA") + width("VVV"));
        // A glyph missing from the font is drawn as a box.
        assert!(width("\u{4e00}") > 5.0);
    }
}
