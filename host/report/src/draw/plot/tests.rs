//! Tests of plots as drawn: texts touch nothing, nothing is lost, and styles do what they say.

use super::super::drawing::{Anchor, Drawing, Measure, Place, Shape, TextStyle};
use super::super::labels::Area;
use super::super::{GREYS, INK, PALETTE, draw};
use crate::{Axis, Estimate, Figure, FigureStyle, FontFamily, Length, Mark, Plot, Series, Style};

fn wide(value: f64, by: f64) -> Estimate {
    Estimate { value, low: value - by, high: value + by }
}

/// A plot of `count` curves that fan out, with intervals.
fn plot(count: u32) -> Plot {
    let curve = |number: u32| {
        let points =
            (1u32..=8).map(move |x| (x, wide(f64::from(x * (2 * number + 1)) + 10.0, 0.6)));
        Series::line(format!("best-first, b = {number}"), points)
    };
    Plot {
        name: "p".to_owned(),
        title: "A title that is longer than a narrow figure is wide, by quite a bit".to_owned(),
        x: Axis::linear("search depth (plies)"),
        y: Axis::linear("wins of best-first minimax (% of decided)"),
        series: (0..count).map(curve).collect(),
        marks: vec![Mark::Horizontal { y: 50.0, label: "even score".to_owned() }],
    }
}

fn drawn(plot: &Plot, style: &FigureStyle) -> Drawing {
    draw(&Figure::Plot(plot.clone()), style)
}

fn narrow() -> FigureStyle {
    FigureStyle { title: true, ..FigureStyle::column() }
}

/// The texts with the areas that they cover.
fn texts(drawing: &Drawing) -> Vec<(String, Area)> {
    let measure = Measure::new(FontFamily::Sans);
    let area = |words: &str, (x, y): Place, style: &TextStyle| {
        let (width, half) = (measure.width(words, style.size), 0.36 * style.size);
        let from = match style.anchor {
            Anchor::Start => 0.0,
            Anchor::Middle => width / 2.0,
            Anchor::End => width,
        };
        if style.upwards {
            let bottom = y + from;
            Area { left: x - half, right: x + half, top: bottom - width, bottom }
        } else {
            Area { left: x - from, right: x - from + width, top: y - half, bottom: y + half }
        }
    };
    let text = |shape: &Shape| match shape {
        Shape::Text { words, place, style } => Some((words.clone(), area(words, *place, style))),
        _ => None,
    };
    drawing.shapes.iter().filter_map(text).collect()
}

fn assert_readable(drawing: &Drawing, what: &str) {
    let texts = texts(drawing);
    for (number, (words, area)) in texts.iter().enumerate() {
        let inside = area.left >= -0.5
            && area.top >= -0.5
            && area.right <= drawing.width + 0.5
            && area.bottom <= drawing.height + 0.5;
        assert!(inside, "{what}: \"{words}\" is clipped: {area:?}");
        for (other, there) in &texts[number + 1..] {
            assert!(!area.overlaps(*there), "{what}: \"{words}\" and \"{other}\" overlap");
        }
    }
}

#[test]
fn no_text_is_clipped_or_overlaps_another_in_any_size() {
    let mut log = plot(3);
    log.y = Axis::log("nodes generated (mean)").with_ratios_to("best-first, b = 0");
    let mut named = plot(2);
    named.x = Axis::categories("order of moves", ["static", "iterative deepening", "random order"]);
    let point = |x, y| Mark::Point { x, y, label: "printed by the paper".to_owned() };
    let mut marked = plot(4);
    marked.marks.extend([point(3.0, 20.0), point(5.0, 33.0)]);
    marked.marks.push(Mark::Vertical { x: 7.9, label: "Othello's median".to_owned() });
    let mut bars = plot(3);
    bars.series.iter_mut().for_each(|series| series.style = Style::Bars);
    let (one, ten) = (plot(1), plot(10));
    let plots = [
        ("log", &log),
        ("named", &named),
        ("marked", &marked),
        ("bars", &bars),
        ("one", &one),
        ("ten", &ten),
    ];
    for (name, plot) in plots {
        for width in [240.0, 317.0, 390.0, 640.0, 1000.0] {
            for text in [8.0, 10.7, 13.0] {
                let style = FigureStyle {
                    width: Length::pixels(width),
                    text: Length::pixels(text),
                    sample: Some("n = 20 trees".to_owned()),
                    ..FigureStyle::default()
                };
                assert_readable(&drawn(plot, &style), &format!("{name} {width} {text}"));
            }
        }
    }
}

#[test]
fn every_curve_is_named_once_beside_it_or_in_the_legend() {
    for count in [1, 3, 6, 12] {
        for style in [FigureStyle::default(), narrow()] {
            let texts = texts(&drawn(&plot(count), &style));
            for number in 0..count {
                let name = format!("best-first, b = {number}");
                assert_eq!(texts.iter().filter(|(words, _)| *words == name).count(), 1, "{name}");
            }
            assert!(texts.iter().any(|(words, _)| words == "even score"));
        }
    }
    // Few curves that fan out need no legend: no sample lies below the axis' label.
    let drawing = drawn(&plot(3), &FigureStyle::default());
    let label = texts(&drawing).into_iter().find(|(words, _)| words == "search depth (plies)");
    let below = label.unwrap().1.bottom;
    let names = texts(&drawing).into_iter().filter(|(words, _)| words.starts_with("best-first"));
    assert!(names.map(|(_, area)| area.top).all(|top| top < below));
}

#[test]
fn titles_and_feet_are_there_if_asked_for_and_intervals_are_said_if_there_are_any() {
    let words = |plot: &Plot, style: &FigureStyle| {
        texts(&drawn(plot, style)).into_iter().map(|(words, _)| words).collect::<Vec<_>>().join(" ")
    };
    let with = FigureStyle {
        sample: Some("n = 20 trees".to_owned()),
        foot: Some("plyscope 1.2".to_owned()),
        ..FigureStyle::default()
    };
    let text = words(&plot(2), &with);
    assert!(text.contains("A title") && text.contains("plyscope 1.2"), "{text}");
    assert!(text.contains("Bars: 95 % intervals, n = 20 trees."), "{text}");
    // A figure whose sample is another than the run's says that.
    for (sizes, said) in [(vec![5, 5], "n = 5 trees."), (vec![80, 5, 20], "n = 5 to 80 trees.")] {
        let mut own = plot(2);
        own.y = own.y.with_samples_of(sizes, "trees");
        let text = words(&own, &with);
        assert!(text.contains(said) && !text.contains("n = 20"), "{text}");
    }
    let without = FigureStyle { title: false, ..FigureStyle::default() };
    assert!(!words(&plot(2), &without).contains("A title"));
    let mut exact = plot(2);
    for point in exact.series.iter_mut().flat_map(|series| &mut series.points) {
        point.y = Estimate::exact(point.y.value);
    }
    assert!(!words(&exact, &with).contains("95 %"));
}

#[test]
fn grey_figures_have_no_colour_and_their_series_differ() {
    let grey = FigureStyle { grey: true, ..FigureStyle::default() };
    let mut bars = plot(3);
    bars.series.iter_mut().for_each(|series| series.style = Style::Bars);
    for plot in [plot(4), bars] {
        for shape in drawn(&plot, &grey).shapes {
            let colour = match shape {
                Shape::Line { colour, .. }
                | Shape::Area { colour, .. }
                | Shape::Circle { colour, .. } => colour,
                Shape::Text { style, .. } => style.colour,
            };
            assert!(!PALETTE[..7].contains(&colour), "{colour}");
        }
    }
    let drawing = drawn(&plot(4), &grey);
    let mut dashes: Vec<&[f64]> = Vec::new();
    for shape in &drawing.shapes {
        if let Shape::Line { places, colour, dash, .. } = shape
            && places.len() == 8
            && GREYS.contains(colour)
        {
            assert!(!dashes.contains(dash), "{dash:?} twice");
            dashes.push(dash);
        }
    }
    assert_eq!(dashes.len(), 4);
    assert!(drawing.shapes.iter().any(|shape| matches!(shape, Shape::Line { colour: INK, .. })));
}

#[test]
fn horizontal_lines_have_dashes_of_their_own_the_same_in_plot_and_legend() {
    let mut plot = plot(1);
    plot.marks.push(Mark::Horizontal { y: 78.0, label: "the paper's best".to_owned() });
    // Equal series leave no room for names beside them.
    plot.series.push(plot.series[0].clone());
    let drawing = drawn(&plot, &narrow());
    let rules = drawing.shapes.iter().filter_map(|shape| match shape {
        Shape::Line { colour: INK, dash, .. } if !dash.is_empty() => Some(*dash),
        _ => None,
    });
    let rules: Vec<&[f64]> = rules.collect();
    assert!(rules.len() == 4 && rules[..2] == rules[2..] && rules[0] != rules[1], "{rules:?}");
}

#[test]
fn intervals_that_would_hide_each_other_stand_apart() {
    let points = || (1u32..=5).map(|x| (x, wide(f64::from(x), 2.0)));
    let mut twins = plot(0);
    twins.series = vec![Series::line("one", points()), Series::line("two", points())];
    twins.marks.clear();
    let drawing = drawn(&twins, &FigureStyle::default());
    let mut places = Vec::new();
    for shape in &drawing.shapes {
        if let Shape::Line { places: ends, colour, .. } = shape
            && PALETTE.contains(colour)
            && ends.len() == 2
            && ends[0].0 == ends[1].0
        {
            places.push(ends[0].0);
        }
    }
    places.sort_by(f64::total_cmp);
    assert_eq!(places.len(), 10);
    assert!(places.windows(2).all(|pair| pair[1] - pair[0] > 2.0), "{places:?}");
}

#[test]
fn a_second_panel_shows_ratios() {
    let mut log = plot(3);
    log.y = Axis::log("nodes").with_ratios_to("best-first, b = 0");
    let one = drawn(&plot(3), &FigureStyle::default());
    let two = drawn(&log, &FigureStyle::default());
    assert!(two.height > one.height + 40.0);
    assert!(texts(&two).iter().any(|(words, _)| words == "of best-first, b = 0"));
    log.y.ratios_to = Some("no such series".to_owned());
    assert!(
        !texts(&drawn(&log, &FigureStyle::default()))
            .iter()
            .any(|(words, _)| words.starts_with("of "))
    );
}
