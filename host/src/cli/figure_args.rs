//! Options of figures.

use crate::report::{FigureStyle, FontFamily, Length, Provenance};
use clap::{Args, ValueEnum};

/// How figures are drawn.
#[derive(Args)]
#[command(next_help_heading = "Figures (svg, png, pdf)")]
pub(super) struct FigureArgs {
    #[command(flatten)]
    looks: DrawingArgs,
    /// Width, such as 84mm, 390px or 3.3in [default: 640px]
    #[arg(long, value_parser = side)]
    width: Option<Length>,
    /// Height of plots [default: follows from the width]
    #[arg(long, value_parser = side)]
    height: Option<Length>,
}

/// The shortest side of a figure, in pixels: less has no room for its axes.
const SHORTEST: f64 = 50.0;

fn side(text: &str) -> Result<Length, String> {
    let side: Length = text.parse()?;
    if side.in_pixels() < SHORTEST {
        return Err(format!("a figure needs at least {SHORTEST}px, which is 13.3mm or 37.5pt"));
    }
    Ok(side)
}

/// How drawings of any size are drawn.
#[derive(Args)]
#[command(next_help_heading = "Figures (svg, png, pdf)")]
pub(super) struct DrawingArgs {
    /// Sizes for a place: screen, or column (84 mm wide) and page (174 mm) of a paper, with text of 8 points, no title, and PNG
    /// of 300 dots an inch. Other options change them
    #[arg(long, value_enum, default_value_t = Preset::Screen)]
    preset: Preset,
    /// Size of the text, such as 8pt or 13px [default: 13px]
    #[arg(long)]
    font_size: Option<Length>,
    /// Font of the text
    #[arg(long, value_enum, default_value_t = Font::Sans)]
    font: Font,
    /// Leave out the title, for figures with a caption
    #[arg(long)]
    no_title: bool,
    /// Tell series apart without colours: by greys, dashes, hatching and markers
    #[arg(long)]
    grey: bool,
    /// Print command, program and commit in small print below the figure; they are in the file's metadata anyway
    #[arg(long)]
    foot: bool,
    /// Dots an inch of PNG; 96 is a dot a pixel [default: 192]
    #[arg(long, value_parser = clap::value_parser!(u16).range(24..=2400))]
    dpi: Option<u16>,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Preset {
    Screen,
    Column,
    Page,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Font {
    Sans,
    Serif,
    Mono,
}

impl FigureArgs {
    /// The style asked for, of figures from there.
    pub(super) fn style(&self, sample: Option<String>, from: &Provenance) -> FigureStyle {
        let style = self.looks.style(sample, from);
        FigureStyle { width: self.width.unwrap_or(style.width), height: self.height, ..style }
    }
}

impl DrawingArgs {
    /// The style asked for, of drawings from there.
    pub(super) fn style(&self, sample: Option<String>, from: &Provenance) -> FigureStyle {
        let preset = match self.preset {
            Preset::Screen => FigureStyle::default(),
            Preset::Column => FigureStyle::column(),
            Preset::Page => FigureStyle::page(),
        };
        let font = match self.font {
            Font::Sans => FontFamily::Sans,
            Font::Serif => FontFamily::Serif,
            Font::Mono => FontFamily::Mono,
        };
        let words = || {
            let known = ["command", "program"].iter().filter_map(|key| from.get(key));
            known.collect::<Vec<_>>().join("; ")
        };
        FigureStyle {
            title: preset.title && !self.no_title,
            text: self.font_size.unwrap_or(preset.text),
            font,
            grey: self.grey,
            sample,
            foot: self.foot.then(words).filter(|words| !words.is_empty()),
            dpi: self.dpi.unwrap_or(preset.dpi),
            ..preset
        }
    }
}
