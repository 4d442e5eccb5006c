//! What figures are drawn on: the text of an SVG, or the pixels of a PNG.

use std::io::Error;

use plotters::prelude::{DrawingBackend, SVGBackend};
use plotters_backend::{
    BackendColor, BackendCoord, BackendStyle, BackendTextStyle, DrawingErrorKind,
};

use super::super::png::Picture;

/// One type for both, so that what draws is compiled once, and draws the same on both.
pub(in super::super) enum Canvas<'a> {
    Svg(SVGBackend<'a>),
    Pixels(Box<Picture<'a>>),
}

type Drawn = Result<(), DrawingErrorKind<Error>>;

impl DrawingBackend for Canvas<'_> {
    type ErrorType = Error;

    fn get_size(&self) -> (u32, u32) {
        match self {
            Self::Svg(svg) => svg.get_size(),
            Self::Pixels(picture) => picture.size(),
        }
    }

    fn ensure_prepared(&mut self) -> Drawn {
        Ok(())
    }

    fn present(&mut self) -> Drawn {
        match self {
            Self::Svg(svg) => svg.present(),
            Self::Pixels(_) => Ok(()),
        }
    }

    fn draw_pixel(&mut self, point: BackendCoord, color: BackendColor) -> Drawn {
        match self {
            Self::Svg(svg) => svg.draw_pixel(point, color)?,
            Self::Pixels(picture) => {
                picture.rectangle(point, (point.0 + 1, point.1 + 1), &color, true);
            }
        }
        Ok(())
    }

    fn draw_line<S: BackendStyle>(
        &mut self,
        from: BackendCoord,
        to: BackendCoord,
        style: &S,
    ) -> Drawn {
        match self {
            Self::Svg(svg) => svg.draw_line(from, to, style)?,
            Self::Pixels(picture) => picture.line([from, to], style),
        }
        Ok(())
    }

    fn draw_rect<S: BackendStyle>(
        &mut self,
        upper_left: BackendCoord,
        bottom_right: BackendCoord,
        style: &S,
        fill: bool,
    ) -> Drawn {
        match self {
            Self::Svg(svg) => svg.draw_rect(upper_left, bottom_right, style, fill)?,
            Self::Pixels(picture) => picture.rectangle(upper_left, bottom_right, style, fill),
        }
        Ok(())
    }

    fn draw_path<S: BackendStyle, I: IntoIterator<Item = BackendCoord>>(
        &mut self,
        path: I,
        style: &S,
    ) -> Drawn {
        match self {
            Self::Svg(svg) => svg.draw_path(path, style)?,
            Self::Pixels(picture) => picture.line(path, style),
        }
        Ok(())
    }

    fn draw_circle<S: BackendStyle>(
        &mut self,
        center: BackendCoord,
        radius: u32,
        style: &S,
        fill: bool,
    ) -> Drawn {
        match self {
            Self::Svg(svg) => svg.draw_circle(center, radius, style, fill)?,
            Self::Pixels(picture) => picture.circle(center, radius, style, fill),
        }
        Ok(())
    }

    fn fill_polygon<S: BackendStyle, I: IntoIterator<Item = BackendCoord>>(
        &mut self,
        corners: I,
        style: &S,
    ) -> Drawn {
        match self {
            Self::Svg(svg) => svg.fill_polygon(corners, style)?,
            Self::Pixels(picture) => picture.polygon(corners, style),
        }
        Ok(())
    }

    fn draw_text<S: BackendTextStyle>(&mut self, text: &str, style: &S, at: BackendCoord) -> Drawn {
        match self {
            Self::Svg(svg) => svg.draw_text(text, style, at)?,
            Self::Pixels(picture) => picture.text(text, style, at),
        }
        Ok(())
    }
}
