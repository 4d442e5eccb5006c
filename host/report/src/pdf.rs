//! Figures as PDF: one page of the figure's size, with lines and text, the fonts' used letters embedded.

use std::collections::BTreeMap;

use pdf_writer::types::{CidFontType, FontFlags, SystemInfo, UnicodeCmap};
use pdf_writer::{Content, Finish as _, Name, Pdf, Rect, Ref, Str, TextStr};
use subsetter::GlyphRemapper;
use ttf_parser::{Face, FaceParsingError};

use super::draw::{Anchor, Colour, Drawing, Place, Shape, TextStyle, draw};
use super::{Figure, FigureStyle, FontFamily, Provenance};

/// Points in a pixel of CSS.
const POINT: f64 = 0.75;
/// A quarter of a circle as a Bezier curve has its handles at this part of the radius.
const HANDLE: f64 = 0.552_284_75;
const SYSTEM: SystemInfo<'static> =
    SystemInfo { registry: Str(b"Adobe"), ordering: Str(b"Identity"), supplement: 0 };

/// Errors from drawing a PDF.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum PdfError {
    /// A built-in font is broken.
    #[error("a built-in font cannot be read")]
    Font(#[from] FaceParsingError),
    /// A built-in font cannot be reduced to the letters used.
    #[error("a built-in font cannot be embedded: {0:?}")]
    Subset(subsetter::Error),
}

/// The figure as a PDF file, drawn in this style. Its text can be selected; its title, and where it comes from, are in the
/// document's information. The same figure always gives the same bytes.
///
/// # Errors
/// [`PdfError`], if a built-in font is broken.
pub fn pdf(
    figure: &Figure,
    style: &FigureStyle,
    provenance: &Provenance,
) -> Result<Vec<u8>, PdfError> {
    pdf_pages(std::slice::from_ref(figure), style, provenance)
}

/// The figures as a PDF file, each on a page of its own size. The document has the first one's title.
///
/// # Errors
/// [`PdfError`], if a built-in font is broken.
pub fn pdf_pages(
    figures: &[Figure],
    style: &FigureStyle,
    provenance: &Provenance,
) -> Result<Vec<u8>, PdfError> {
    let mut fonts = Vec::new();
    for family in FontFamily::ALL {
        fonts.push(Font::new(family)?);
    }
    let mut next = 0;
    let mut id = || {
        next += 1;
        Ref::new(next)
    };
    let (catalog, pages) = (id(), id());
    let drawn: Vec<(Drawing, Ref, Ref)> =
        figures.iter().map(|figure| (draw(figure, style), id(), id())).collect();
    let info = id();
    let contents: Vec<Vec<u8>> =
        drawn.iter().map(|(drawing, ..)| content(drawing, &mut fonts)).collect();
    let mut pdf = Pdf::new();
    pdf.catalog(catalog).pages(pages);
    let count = i32::try_from(drawn.len()).unwrap_or(i32::MAX);
    pdf.pages(pages).kids(drawn.iter().map(|&(_, page, _)| page)).count(count);
    let used: Vec<(&Font, Ref)> =
        fonts.iter().filter(|font| !font.letters.is_empty()).map(|font| (font, id())).collect();
    for ((drawing, page, content_id), content) in drawn.iter().zip(&contents) {
        let mut page = pdf.page(*page);
        let side = |pixels: f64| (pixels * POINT) as f32;
        page.media_box(Rect::new(0.0, 0.0, side(drawing.width), side(drawing.height)));
        page.parent(pages).contents(*content_id);
        let mut resources = page.resources();
        let mut names = resources.fonts();
        for (font, id) in &used {
            names.pair(Name(font.name().as_bytes()), *id);
        }
        names.finish();
        resources.finish();
        page.finish();
        pdf.stream(*content_id, content);
    }
    for (font, place) in used {
        font.embed(&mut pdf, place, [id(), id(), id(), id()])?;
    }
    let lines: Vec<String> = provenance.lines().collect();
    let mut document = pdf.document_info(info);
    document.title(TextStr(figures.first().map_or("", Figure::title)));
    if !lines.is_empty() {
        document.subject(TextStr(&lines.join("; ")));
    }
    if let Some(program) = provenance.get("program") {
        document.creator(TextStr(program));
    }
    document.finish();
    Ok(pdf.finish())
}

/// A built-in font and the letters that are used of it.
struct Font {
    family: FontFamily,
    face: Face<'static>,
    remapper: GlyphRemapper,
    /// The subset's number of each letter's glyph.
    letters: BTreeMap<char, u16>,
}

impl Font {
    fn new(family: FontFamily) -> Result<Self, PdfError> {
        let face = Face::parse(family.data(), 0)?;
        Ok(Self { family, face, remapper: GlyphRemapper::new(), letters: BTreeMap::new() })
    }

    /// Its name in the page's resources.
    const fn name(&self) -> &'static str {
        match self.family {
            FontFamily::Sans => "Sans",
            FontFamily::Serif => "Serif",
            FontFamily::Mono => "Mono",
        }
    }

    /// Encodes a line, and measures it in ems.
    fn encode(&mut self, words: &str) -> (Vec<u8>, f64) {
        let mut bytes = Vec::new();
        let mut ems = 0.0;
        for letter in words.chars().filter(|letter| !letter.is_control()) {
            let glyph = self.face.glyph_index(letter).unwrap_or_default();
            let number = self.remapper.remap(glyph.0);
            self.letters.insert(letter, number);
            bytes.extend(number.to_be_bytes());
            let advance = self.face.glyph_hor_advance(glyph).unwrap_or_default();
            ems += f64::from(advance) / f64::from(self.face.units_per_em());
        }
        (bytes, ems)
    }

    /// Writes the font with the letters used, as object `place`.
    fn embed(&self, pdf: &mut Pdf, place: Ref, parts: [Ref; 4]) -> Result<(), PdfError> {
        let [cid, descriptor, unicode, file] = parts;
        let data =
            subsetter::subset(self.family.data(), 0, &self.remapper).map_err(PdfError::Subset)?;
        // Six letters and a sign before a font's name say that it is a part.
        let name = format!("PLYSCP+DejaVu{}", self.name());
        let name = Name(name.as_bytes());
        pdf.type0_font(place)
            .base_font(name)
            .encoding_predefined(Name(b"Identity-H"))
            .descendant_font(cid)
            .to_unicode(unicode);
        let scale = 1000.0 / f32::from(self.face.units_per_em());
        let mut font = pdf.cid_font(cid);
        font.subtype(CidFontType::Type2).base_font(name).system_info(SYSTEM);
        font.font_descriptor(descriptor).default_width(0.0);
        font.cid_to_gid_map_predefined(Name(b"Identity"));
        let widths = self.remapper.remapped_gids().map(|glyph| {
            let glyph = ttf_parser::GlyphId(glyph);
            f32::from(self.face.glyph_hor_advance(glyph).unwrap_or_default()) * scale
        });
        font.widths().consecutive(0, widths);
        font.finish();
        let bounds = self.face.global_bounding_box();
        let side = |units: i16| f32::from(units) * scale;
        let flags = match self.family {
            FontFamily::Sans => FontFlags::NON_SYMBOLIC,
            FontFamily::Serif => FontFlags::NON_SYMBOLIC | FontFlags::SERIF,
            FontFamily::Mono => FontFlags::NON_SYMBOLIC | FontFlags::FIXED_PITCH,
        };
        pdf.font_descriptor(descriptor)
            .name(name)
            .flags(flags)
            .bbox(Rect::new(
                side(bounds.x_min),
                side(bounds.y_min),
                side(bounds.x_max),
                side(bounds.y_max),
            ))
            .italic_angle(0.0)
            .ascent(side(self.face.ascender()))
            .descent(side(self.face.descender()))
            .cap_height(side(self.face.capital_height().unwrap_or(self.face.ascender())))
            .stem_v(80.0)
            .font_file2(file);
        let mut map = UnicodeCmap::<u16>::new(Name(b"Custom"), SYSTEM);
        for (&letter, &number) in &self.letters {
            map.pair(number, letter);
        }
        pdf.cmap(unicode, &map.finish());
        let length = i32::try_from(data.len()).unwrap_or(i32::MAX);
        pdf.stream(file, &data).pair(Name(b"Length1"), length);
        Ok(())
    }
}

/// The page's content. PDF counts upwards from the lower left corner, and text upwards with it, so that places are turned here.
fn content(drawing: &Drawing, fonts: &mut [Font]) -> Vec<u8> {
    let mut content = Content::new();
    let place = |(x, y): Place| ((x * POINT) as f32, ((drawing.height - y) * POINT) as f32);
    for shape in &drawing.shapes {
        match shape {
            Shape::Line { places, colour, width, dash } => {
                stroke(&mut content, *colour, *width, dash);
                trace(&mut content, places.iter().map(|&at| place(at)));
                content.stroke();
            }
            Shape::Area { corners, colour } => {
                fill(&mut content, *colour);
                trace(&mut content, corners.iter().map(|&at| place(at)));
                content.close_path().fill_nonzero();
            }
            Shape::Circle { centre, radius, colour, outline } => {
                // A colour is set before the path that it paints.
                match outline {
                    Some(width) => {
                        stroke(&mut content, *colour, *width, &[]);
                        circle(&mut content, place(*centre), (radius * POINT) as f32);
                        content.stroke();
                    }
                    None => {
                        fill(&mut content, *colour);
                        circle(&mut content, place(*centre), (radius * POINT) as f32);
                        content.fill_nonzero();
                    }
                }
            }
            Shape::Text { words, place: at, style } => {
                if let Some(font) = fonts.iter_mut().find(|font| font.family == style.font) {
                    text(&mut content, font, words, *style, (*at, drawing.height));
                }
            }
        }
    }
    content.finish().into_vec()
}

fn stroke(content: &mut Content, Colour(red, green, blue): Colour, width: f64, dash: &[f64]) {
    let [red, green, blue] = [red, green, blue].map(|part| f32::from(part) / 255.0);
    content.set_stroke_rgb(red, green, blue).set_line_width((width * POINT) as f32);
    content.set_dash_pattern(dash.iter().map(|length| (length * POINT) as f32), 0.0);
}

fn fill(content: &mut Content, Colour(red, green, blue): Colour) {
    let [red, green, blue] = [red, green, blue].map(|part| f32::from(part) / 255.0);
    content.set_fill_rgb(red, green, blue);
}

fn trace(content: &mut Content, places: impl Iterator<Item = (f32, f32)>) {
    for (number, (x, y)) in places.enumerate() {
        if number == 0 {
            content.move_to(x, y);
        } else {
            content.line_to(x, y);
        }
    }
}

fn circle(content: &mut Content, (x, y): (f32, f32), r: f32) {
    let h = r * HANDLE as f32;
    content
        .move_to(x + r, y)
        .cubic_to(x + r, y + h, x + h, y + r, x, y + r)
        .cubic_to(x - h, y + r, x - r, y + h, x - r, y)
        .cubic_to(x - r, y - h, x - h, y - r, x, y - r)
        .cubic_to(x + h, y - r, x + r, y - h, x + r, y)
        .close_path();
}

fn text(content: &mut Content, font: &mut Font, words: &str, style: TextStyle, at: (Place, f64)) {
    let ((x, y), height) = at;
    let (bytes, ems) = font.encode(words);
    let left = match style.anchor {
        Anchor::Start => 0.0,
        Anchor::Middle => -ems * style.size / 2.0,
        Anchor::End => -ems * style.size,
    };
    let down = style.baseline();
    // Upwards, the line runs up, and what is below it is to its right.
    let ((x, y), [a, b, c, d]) = if style.upwards {
        ((x + down, y - left), [0.0, 1.0, -1.0, 0.0])
    } else {
        ((x + left, y + down), [1.0, 0.0, 0.0, 1.0])
    };
    fill(content, style.colour);
    content.begin_text();
    content.set_font(Name(font.name().as_bytes()), (style.size * POINT) as f32);
    content.set_text_matrix([a, b, c, d, (x * POINT) as f32, ((height - y) * POINT) as f32]);
    content.show(Str(&bytes));
    content.end_text();
}
