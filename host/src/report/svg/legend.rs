//! The legend beside a plot.

use plotters::prelude::{Color as _, IntoFont as _, RGBColor, Rectangle, Text};
use plotters::style::text_anchor::{HPos, Pos, VPos};

use super::marker::{self, Area};
use super::{Drawn, FONT, INK, TEXT};

/// Height of a line.
const LINE: i32 = 22;
/// Room for the sample of a line.
const SAMPLE: i32 = 34;

/// What is shown before a name.
#[derive(Clone, Copy, Debug)]
pub(super) enum Sample {
    /// A line with a marker.
    Line { colour: RGBColor, shape: usize, dashed: bool },
    /// A marker.
    Points { colour: RGBColor, shape: usize },
    /// A bar.
    Bar { colour: RGBColor },
    /// A thin line.
    Thin { colour: RGBColor },
    /// A height that the source states.
    Rule,
    /// What the source states.
    Hollow { shape: usize },
}

/// The width that these names need.
pub(super) fn width<'l>(labels: impl Iterator<Item = &'l str>) -> u32 {
    let longest = labels.map(|label| label.chars().count()).max();
    longest.map_or(0, |longest| SAMPLE as u32 + 7 * longest as u32 + 24)
}

pub(super) fn draw(area: &Area<'_>, top: i32, entries: &[(Sample, &str)]) -> Drawn {
    let style = (FONT, TEXT).into_font().color(&INK).pos(Pos::new(HPos::Left, VPos::Center));
    for (i, (sample, label)) in entries.iter().enumerate() {
        let y = top + LINE / 2 + LINE * i as i32;
        let middle = (4 + SAMPLE / 2, y);
        match *sample {
            Sample::Line { colour, shape, dashed } => {
                marker::line(area, &[(4, y), (4 + SAMPLE, y)], dashed, colour, 2)?;
                marker::draw(area, shape, middle, colour.filled())?;
            }
            Sample::Points { colour, shape } => {
                marker::draw(area, shape, middle, colour.filled())?;
            }
            Sample::Bar { colour } => {
                area.draw(&Rectangle::new([(10, y - 6), (SAMPLE - 2, y + 6)], colour.filled()))?;
            }
            Sample::Thin { colour } => {
                marker::line(area, &[(4, y), (4 + SAMPLE, y)], false, colour, 1)?;
            }
            Sample::Rule => {
                marker::line(area, &[(4, y), (4 + SAMPLE, y)], true, INK, 1)?;
            }
            Sample::Hollow { shape } => marker::draw_hollow(area, shape, middle)?,
        }
        area.draw(&Text::new((*label).to_owned(), (SAMPLE + 14, y), style.clone()))?;
    }
    Ok(())
}
