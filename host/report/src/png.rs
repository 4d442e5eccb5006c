//! Figures as PNG, drawn like their SVG by `tiny-skia`, with a built-in font, so that no fonts need be installed.

use png::{BitDepth, ColorType, Encoder, PixelDimensions, Unit};
use tiny_skia::{
    Color, FillRule, LineJoin, Paint, Path, PathBuilder, Pixmap, Stroke, StrokeDash, Transform,
};
use ttf_parser::{Face, FaceParsingError, GlyphId, OutlineBuilder};

use super::draw::{Anchor, Colour, Drawing, Place, Shape, TextStyle, draw};
use super::{Figure, FigureStyle, FontFamily, Provenance};

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
    Encoding(#[from] png::EncodingError),
}

/// The figure as a PNG file, dark on white, at twice its size.
///
/// # Errors
/// [`PngError`], if the figure is too large.
pub fn png(figure: &Figure) -> Result<Vec<u8>, PngError> {
    png_styled(figure, &FigureStyle::default(), &Provenance::default())
}

/// The figure as a PNG file, drawn in this style. Its title, and where it comes from, are in text chunks.
///
/// # Errors
/// [`PngError`], if the figure is too large.
pub fn png_styled(
    figure: &Figure,
    style: &FigureStyle,
    provenance: &Provenance,
) -> Result<Vec<u8>, PngError> {
    let drawing = draw(figure, style);
    let zoom = f64::from(style.dpi.max(1)) / 96.0;
    let [width, height] = [drawing.width, drawing.height].map(|side| (side * zoom).ceil() as u32);
    // The side is bounded so that the memory is, too.
    let fits = width.max(height) <= 20_000;
    let pixels = fits.then(|| Pixmap::new(width, height)).flatten();
    let mut pixels = pixels.ok_or(PngError::Size { width, height })?;
    pixels.fill(Color::WHITE);
    Picture { pixels: &mut pixels, zoom: zoom as f32 }.draw(&drawing)?;
    let mut bytes = Vec::new();
    let mut encoder = Encoder::new(&mut bytes, width, height);
    encoder.set_color(ColorType::Rgb);
    encoder.set_depth(BitDepth::Eight);
    let per_metre = (f64::from(style.dpi.max(1)) / 0.0254).round() as u32;
    encoder.set_pixel_dims(Some(PixelDimensions {
        xppu: per_metre,
        yppu: per_metre,
        unit: Unit::Meter,
    }));
    for (key, text) in texts(figure, provenance) {
        // The plain chunk is Latin-1.
        if text.chars().all(|letter| u32::from(letter) < 0x100) {
            encoder.add_text_chunk(key, text)?;
        } else {
            encoder.add_itxt_chunk(key, text)?;
        }
    }
    let mut writer = encoder.write_header()?;
    writer.write_image_data(&colours(pixels.data()))?;
    writer.finish()?;
    Ok(bytes)
}

/// Red, green and blue of each pixel: white lies behind everything, so that none is transparent. This loop is the only one here over
/// pixels; written so, it is fast also where this package is compiled without optimisation.
fn colours(pixels: &[u8]) -> Vec<u8> {
    let count = pixels.len() / 4;
    let mut colours = vec![0; 3 * count];
    let mut pixel = 0;
    while pixel < count {
        let (from, to) = (4 * pixel, 3 * pixel);
        colours[to] = pixels[from];
        colours[to + 1] = pixels[from + 1];
        colours[to + 2] = pixels[from + 2];
        pixel += 1;
    }
    colours
}

/// The text chunks: keys that PNG registers, where it has one.
fn texts(figure: &Figure, provenance: &Provenance) -> Vec<(String, String)> {
    let mut texts = vec![("Title".to_owned(), figure.title().to_owned())];
    for (key, value) in provenance.entries() {
        let key = match *key {
            "program" => "Software",
            "source" => "Source",
            key => key,
        };
        texts.push((key.to_owned(), value.clone()));
    }
    texts
}

/// Pixels to draw on, in the units of the drawing.
struct Picture<'a> {
    pixels: &'a mut Pixmap,
    zoom: f32,
}

impl Picture<'_> {
    fn draw(&mut self, drawing: &Drawing) -> Result<(), FaceParsingError> {
        let mut faces = Vec::new();
        for family in FontFamily::ALL {
            faces.push((family, Face::parse(family.data(), 0)?));
        }
        for shape in &drawing.shapes {
            match shape {
                Shape::Line { places, colour, width, dash } => {
                    self.paint(path(places, false), *colour, Some((*width as f32, dash)));
                }
                Shape::Area { corners, colour } => self.paint(path(corners, true), *colour, None),
                Shape::Circle { centre, radius, colour, outline } => {
                    let (x, y) = (centre.0 as f32, centre.1 as f32);
                    let circle = PathBuilder::from_circle(x, y, *radius as f32);
                    self.paint(circle, *colour, outline.map(|width| (width as f32, &[][..])));
                }
                Shape::Text { words, place, style } => {
                    if let Some((_, face)) = faces.iter().find(|(family, _)| *family == style.font)
                    {
                        self.text(face, words, *style, *place);
                    }
                }
            }
        }
        Ok(())
    }

    /// Draws a line of text at a place, as browsers draw the SVG's.
    fn text(&mut self, face: &Face<'_>, text: &str, style: TextStyle, (x, y): Place) {
        let size = style.size as f32;
        let scale = size / f32::from(face.units_per_em());
        let mut outline = Outline { path: PathBuilder::new(), scale, across: 0.0 };
        let mut last = None;
        for letter in text.chars().filter(|letter| !letter.is_control()) {
            let glyph = face.glyph_index(letter).unwrap_or_default();
            outline.across += scale * f32::from(kerning(face, last, glyph));
            face.outline_glyph(glyph, &mut outline);
            outline.across += scale * f32::from(face.glyph_hor_advance(glyph).unwrap_or_default());
            last = Some(glyph);
        }
        let left = match style.anchor {
            Anchor::Start => 0.0,
            Anchor::Middle => -outline.across / 2.0,
            Anchor::End => -outline.across,
        };
        let turn = if style.upwards { 270.0 } else { 0.0 };
        let place = Transform::from_translate(left, style.baseline() as f32)
            .post_concat(Transform::from_rotate(turn))
            .post_translate(x as f32, y as f32);
        let path = outline.path.finish().and_then(|path| path.transform(place));
        self.paint(path, style.colour, None);
    }

    /// Paints a path: filled, or as a line if `line` has a width and dashes.
    fn paint(&mut self, path: Option<Path>, Colour(r, g, b): Colour, line: Option<(f32, &[f64])>) {
        let Some(path) = path else { return };
        let mut paint = Paint::default();
        paint.set_color_rgba8(r, g, b, 255);
        paint.anti_alias = true;
        let zoom = Transform::from_scale(self.zoom, self.zoom);
        if let Some((width, dash)) = line {
            let dash = dash.iter().map(|&length| length as f32).collect();
            let dash = StrokeDash::new(dash, 0.0);
            let stroke = Stroke { width, dash, line_join: LineJoin::Miter, ..Stroke::default() };
            self.pixels.stroke_path(&path, &paint, &stroke, zoom, None);
        } else {
            self.pixels.fill_path(&path, &paint, FillRule::Winding, zoom, None);
        }
    }
}

/// The font's kerning between two neighbours, in its units.
fn kerning(face: &Face<'_>, left: Option<GlyphId>, right: GlyphId) -> i16 {
    let (Some(left), Some(kern)) = (left, face.tables().kern) else { return 0 };
    let pairs = kern.subtables.into_iter().filter(|table| table.horizontal && !table.variable);
    pairs.filter_map(|table| table.glyphs_kerning(left, right)).sum()
}

/// A path through these points; `None` if there are too few.
fn path(points: &[Place], closed: bool) -> Option<Path> {
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

    use super::{Anchor, Colour, Drawing, Picture, Shape, TextStyle};
    use crate::FontFamily;

    const SIDE: u32 = 200;

    /// The extent of the non-white pixels around a `text` in the centre: left, top, right and bottom, relative to the
    /// centre, in the drawing's units.
    fn ink(text: &str, style: TextStyle) -> [f64; 4] {
        let mut pixels = Pixmap::new(2 * SIDE, 2 * SIDE).unwrap();
        pixels.fill(Color::WHITE);
        let middle = f64::from(SIDE) / 2.0;
        let words = text.to_owned();
        let shapes = vec![Shape::Text { words, place: (middle, middle), style }];
        let drawing = Drawing { width: f64::from(SIDE), height: f64::from(SIDE), shapes };
        Picture { pixels: &mut pixels, zoom: 2.0 }.draw(&drawing).unwrap();
        let row = (2 * SIDE) as usize;
        let dark = pixels.pixels().iter().enumerate().filter(|(_, pixel)| pixel.red() < 128);
        let places: Vec<_> = dark.map(|(i, _)| (i % row, i / row)).collect();
        let from_middle = |place: usize| place as f64 / 2.0 - middle;
        let (left, right) =
            (places.iter().map(|at| at.0).min(), places.iter().map(|at| at.0).max());
        let (top, bottom) =
            (places.iter().map(|at| at.1).min(), places.iter().map(|at| at.1).max());
        [left, top, right, bottom].map(|place| from_middle(place.unwrap()))
    }

    fn style(anchor: Anchor, upwards: bool) -> TextStyle {
        let (colour, font) = (Colour(0, 0, 0), FontFamily::Sans);
        TextStyle { size: 20.0, colour, anchor, upwards, font }
    }

    #[test]
    fn text_stands_where_its_anchor_says() {
        let [left, _, right, _] = ink("mmmm", style(Anchor::Start, false));
        assert!((0.0..4.0).contains(&left) && right > 60.0, "{left} {right}");
        let [left, _, right, _] = ink("mmmm", style(Anchor::End, false));
        assert!((-4.0..0.0).contains(&right) && left < -60.0, "{left} {right}");
        let [left, top, right, bottom] = ink("xXx", style(Anchor::Middle, false));
        assert!((left + right).abs() < 2.0 && (top + bottom).abs() < 3.0, "{top} {bottom}");
        // Rotated, as beside an axis.
        let [left, top, right, bottom] = ink("mmmm", style(Anchor::Start, true));
        assert!(top < -60.0 && (-4.0..0.0).contains(&bottom), "{top} {bottom}");
        assert!((left + right).abs() < 6.0, "{left} {right}");
    }

    #[test]
    fn neighbours_are_kerned_and_letters_have_their_own_widths() {
        let width = |text: &str| {
            let [left, _, right, _] = ink(text, style(Anchor::Start, false));
            right - left
        };
        assert!(width("mm") > 2.0 * width("ii"));
        assert!(width("AVAVA") < width("AA") + width("VVV"));
        // A glyph missing from the font is drawn as a box.
        assert!(width("\u{4e00}") > 5.0);
    }
}
