//! Tables, figures and claims shared by the ladder experiments.

use plyscope_report::{
    Axis, Bracket, Case, Cell, Claim, Estimate, Figure, Mark, Plot, Series, Style, Table,
};

use super::ladders::{Climbed, Played, Step};
use super::printed::Row;

/// The two engines' names: `alpha-beta`, `best-first`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Names {
    /// The engine whose depths are given.
    pub(crate) reference: &'static str,
    /// The engine whose depths are searched for.
    pub(crate) challenger: &'static str,
}

/// Numbers of an independent measurement on the same trees: depths of reference and challenger, and the challenger's
/// wins in per cent of decided pairs.
pub(crate) type Independent = (u32, u32, f64);

/// Reads a curve's numbers from a data file.
pub(crate) fn printed_curve(rows: &[Row]) -> Vec<Independent> {
    let number = |row: &Row| (row.get("reference"), row.get("challenger"), row.get("wins"));
    rows.iter().map(number).collect()
}

/// Selects one of a step's challengers.
pub(crate) type Side = fn(&Step) -> Option<&Played>;

/// The challenger's depth with the nearest amount of work.
pub(crate) fn between(step: &Step) -> f64 {
    f64::from(step.nearest.rung.challenger_depth)
}

/// The challenger's depths between which the work is equal. With the same work at a whole depth, both ends are that depth.
pub(crate) fn bracket(step: &Step) -> Bracket {
    let depth = |played: &Option<Played>| {
        played.as_ref().map_or(between(step), |played| played.rung.challenger_depth.into())
    };
    Bracket { less: depth(&step.less), more: depth(&step.more) }
}

/// The table of all curves' numbers.
pub(crate) fn table(title: String, names: Names, curves: &[Climbed]) -> Table {
    let Names { reference, challenger } = names;
    let timed = curves.iter().flat_map(|curve| &curve.played).any(|p| p.seconds.is_some());
    let mut headings = vec![
        "curve".to_owned(),
        format!("{reference}, depth"),
        format!("{challenger}, depth"),
        format!("wins of {challenger} (%)"),
        "ties".to_owned(),
        "work / opponent's work".to_owned(),
        format!("{reference}, nodes a game"),
        format!("{challenger}, nodes a game"),
    ];
    if timed {
        headings.push(format!("{reference}, CPU time a game (s)"));
        headings.push(format!("{challenger}, CPU time a game (s)"));
    }
    for side in ["LESS", "MORE"] {
        headings.push(format!("{side}: depth"));
        headings.push(format!("{side}: work"));
        headings.push(format!("{side}: wins (%)"));
    }
    let mut table = Table::new(title, headings);
    for curve in curves {
        for step in &curve.steps {
            let Step { nearest, less, more, .. } = step;
            let mut row = vec![
                Cell::text(curve.label.clone()),
                Cell::number(step.depth, 0),
                Cell::number(nearest.rung.challenger_depth, 0),
                Cell::measured(nearest.wins, 1),
                Cell::number(nearest.rung.tally.draws as f64, 0),
                Cell::number(nearest.ratio, 3),
            ];
            row.extend(nearest.nodes.map(|nodes| Cell::number(nodes, 0)));
            if timed {
                let seconds = nearest.seconds.map(|seconds| seconds.map(Some));
                let seconds = seconds.unwrap_or_default();
                row.extend(seconds.map(|s| Cell::or_empty(s.map(|s| Cell::number(s, 3)))));
            }
            for side in [less, more] {
                let cell = |cell: fn(&Played) -> Cell| Cell::or_empty(side.as_ref().map(cell));
                row.push(cell(|played| Cell::number(played.rung.challenger_depth, 0)));
                row.push(cell(|played| Cell::number(played.ratio, 3)));
                row.push(cell(|played| Cell::measured(played.wins, 1)));
            }
            table.rows.push(row);
        }
    }
    table
}

/// The table of every tournament of every ladder, and of those that were asked for.
pub(crate) fn tournaments(names: Names, curves: &[Climbed]) -> Table {
    let Names { reference, challenger } = names;
    let short: u64 = curves.iter().map(|curve| curve.short_of_memory).sum();
    let memory = match short {
        0 => String::new(),
        moves => format!("; {moves} moves ran out of memory for a tree"),
    };
    let headings = [
        "curve".to_owned(),
        format!("{reference}, depth"),
        format!("{challenger}, depth"),
        "won".to_owned(),
        "tied".to_owned(),
        "lost".to_owned(),
        "work / opponent's work".to_owned(),
    ];
    let mut table =
        Table::new(format!("All tournaments, results of {challenger}{memory}"), headings.to_vec());
    for curve in curves {
        for played in curve.played.iter().chain(&curve.asked) {
            let (reference, challenger) = played.depths();
            let tally = played.rung.tally;
            let mut row = vec![Cell::text(curve.label.clone())];
            row.extend([reference, challenger].map(|depth| Cell::number(depth, 0)));
            row.extend([tally.wins, tally.draws, tally.losses].map(|n| Cell::number(n as f64, 0)));
            row.push(Cell::number(played.ratio, 3));
            table.rows.push(row);
        }
    }
    table
}

/// The axis of the reference's depths. With few depths its ends are fixed, so that no half plies are marked.
fn horizon(names: Names, series: &[Series]) -> Axis {
    let axis = Axis::linear(format!("search depth of {} (plies)", names.reference));
    let deepest =
        series.iter().flat_map(|one| &one.points).map(|point| point.x).fold(0.0, f64::max);
    if deepest < 6.0 { axis.from_to(0.0, deepest + 1.0) } else { axis }
}

/// Plots the challenger's wins against the reference's depth, at equal work.
pub(crate) fn wins(
    name: &str,
    title: String,
    names: Names,
    curves: &[Climbed],
    marks: Vec<Mark>,
) -> Figure {
    let points = |curve: &Climbed| {
        let point = |step: &Step| (step.depth, step.nearest.wins);
        curve.steps.iter().map(point).collect::<Vec<_>>()
    };
    let series = curves.iter().map(|curve| Series::line(curve.label.clone(), points(curve)));
    Figure::Plot(plot_of_wins(name, title, names, series.collect(), marks))
}

/// The same for the deepest challenger with less work and the shallowest with more, as in Zhang's Fig. 3. A point is
/// omitted where so many pairs are tied that its interval covers most of the axis.
pub(crate) fn less_and_more(
    name: &str,
    title: String,
    names: Names,
    curves: &[&Climbed],
    marks: Vec<Mark>,
) -> Figure {
    let mut series = Vec::new();
    for (group, curve) in curves.iter().enumerate() {
        let sides: [(&str, Style, Side); 2] = [
            ("LESS", Style::Line, |step| step.less.as_ref()),
            ("MORE", Style::Dashed, |step| step.more.as_ref()),
        ];
        for (side, style, of) in sides {
            let point = |step: &Step| Some((step.depth, of(step)?.wins));
            let points = curve.steps.iter().filter_map(point);
            let points = points.filter(|(_, wins)| wins.half_width() < 20.0);
            let line = Series::line(format!("{} ({side})", curve.label), points);
            series.push(line.styled(style).in_group(group));
        }
    }
    Figure::Plot(plot_of_wins(name, title, names, series, marks))
}

/// Plots wins, given as series, against the reference's depth.
pub(crate) fn plot_of_wins(
    name: &str,
    title: String,
    names: Names,
    series: Vec<Series>,
    mut marks: Vec<Mark>,
) -> Plot {
    marks.push(Mark::Horizontal { y: 50.0, label: "even score".to_owned() });
    Plot {
        name: name.to_owned(),
        title,
        x: horizon(names, &series),
        y: Axis::linear(format!("wins of {} (% of decided)", names.challenger)).from_to(0.0, 100.0),
        series,
        marks,
    }
}

/// Plots the challenger's depth at equal work against the reference's.
pub(crate) fn depths(
    name: &str,
    title: String,
    names: Names,
    curves: &[Climbed],
    marks: Vec<Mark>,
) -> Figure {
    let mut series: Vec<Series> = curves
        .iter()
        .map(|curve| {
            let point = |step: &Step| (step.depth, Estimate::exact(between(step)));
            Series::line(curve.label.clone(), curve.steps.iter().map(point))
        })
        .collect();
    let deepest = curves.iter().flat_map(|curve| &curve.steps).map(|step| step.depth).max();
    let same = (1..=deepest.unwrap_or(1)).map(|depth| (depth, Estimate::exact(depth.into())));
    series.push(Series::line("the same depth", same).styled(Style::Dashed));
    Figure::Plot(Plot {
        name: name.to_owned(),
        title,
        x: horizon(names, &series),
        y: Axis::linear(format!("depth of {} at equal work (plies)", names.challenger)),
        series,
        marks,
    })
}

/// The challenger whose work is nearest to the reference's.
pub(crate) fn nearest(step: &Step) -> Option<&Played> {
    Some(&step.nearest)
}

/// Claims that a curve agrees with an independent measurement: its nearest challengers, or those of another `side`.
/// `None` if our trees differ. The curve has a label, and all curves of the measurement have another together: `b = …`.
pub(crate) fn independent(
    names: Names,
    [label, all]: [&str; 2],
    curve: Option<&Climbed>,
    side: Side,
    theirs: &[Independent],
) -> [Claim; 2] {
    const SOURCE: &str = "independent measurement on the same trees";
    let Names { reference, challenger } = names;
    let first = theirs.first().map_or(0, |(depth, ..)| *depth);
    let list = |text: fn(&(u32, u32, f64)) -> String| {
        theirs.iter().map(text).collect::<Vec<_>>().join(", ")
    };
    let cases = |so: fn(&Played, u32, f64) -> bool| -> Vec<(String, Case)> {
        let case = |&(depth, other, wins): &(u32, u32, f64)| {
            let played = curve.and_then(|curve| side(curve.step(depth)?));
            let Some(Played { rung, wins: ours, .. }) = played else {
                return (format!("{reference} {depth}"), Case::NotMeasured);
            };
            let name = format!(
                "{reference} {depth}: {challenger} {}, {:.1} %",
                rung.challenger_depth, ours.value
            );
            (name, Case::measured(played.map(|played| so(played, other, wins))))
        };
        theirs.iter().map(case).collect()
    };
    let depths = |label: &str| {
        format!("{label}: {challenger}'s depths at equal work, from {reference} {first} on")
    };
    let wins =
        |label: &str| format!("{label}: {challenger}'s wins there in %, within our interval");
    let claim = |key, statement: &dyn Fn(&str) -> String| {
        Claim::of(SOURCE, statement(label), "", 0).independent().point_of(key, statement(all))
    };
    [
        claim("equal-work-depths", &depths).in_all(
            list(|(_, depth, _)| depth.to_string()),
            cases(|played, depth, _| played.rung.challenger_depth == depth),
        ),
        claim("equal-work-wins", &wins).in_all(
            list(|(.., wins)| format!("{wins:.0}")),
            // The source prints no decimals.
            cases(|played, _, wins| {
                played.wins.low - 0.5 <= wins && wins <= played.wins.high + 0.5
            }),
        ),
    ]
}

/// The name of the number that [`widest`] gives.
pub(crate) const WIDEST: &str = "half width of the widest 95 % confidence interval of the wins, as if all decided games (on trees, pairs) were independent";

/// Half the width, in percentage points, of the widest interval of any curve's wins, as if all games (or pairs, on
/// trees) were independent, as the papers assume. `None` without curves.
pub(crate) fn widest(curves: &[Climbed]) -> Option<Estimate> {
    let widths = curves.iter().flat_map(|curve| &curve.steps).filter(|step| step.depth > 1);
    let width = |step: &Step| Estimate::of_tally(step.nearest.rung.tally).half_width();
    widths.map(width).filter(|width| width.is_finite()).max_by(f64::total_cmp).map(Estimate::exact)
}

/// The mean of independent estimates, or `None` without any. Results at several depths pass for independent, although their openings
/// are the same: in Fig. 16 those at depths 6 and 7 have a correlation of -0.1 by opening, and in Fig. 3(b) intervals by opening are as wide.
pub(crate) fn together(estimates: impl IntoIterator<Item = Estimate>) -> Option<Estimate> {
    let all: Vec<Estimate> = estimates.into_iter().collect();
    let count = all.len() as f64;
    let value = all.iter().map(|one| one.value).sum::<f64>() / count;
    let half = all.iter().map(|one| one.half_width().powi(2)).sum::<f64>().sqrt() / count;
    (!all.is_empty()).then_some(Estimate { value, low: value - half, high: value + half })
}

/// A case for each of these depths of the reference, which the settings ask for: `of` gives its name and whether a statement is
/// true of it, or `None` if it says nothing about this depth. Depths that were not reached are named as not measured, unless the
/// challenger can go no deeper.
pub(crate) fn cases(
    curve: Option<&Climbed>,
    depths: impl IntoIterator<Item = u32>,
    of: impl Fn(&Step) -> Option<(String, Case)>,
) -> Vec<(String, Case)> {
    let case = |depth: u32| match curve.map(|curve| (curve.step(depth), curve.at_the_end)) {
        Some((Some(step), _)) => of(step),
        Some((None, true)) => None,
        _ => Some((format!("depth {depth}"), Case::NotMeasured)),
    };
    depths.into_iter().filter_map(case).collect()
}

/// By how many percentage points the challenger wins more often at a curve's deepest depth than at another, paired by tree or kind
/// of opening, with a name for it. `None` if the curve does not go beyond the other depth.
pub(crate) fn deepest_against(curve: &Climbed, depth: u32) -> Option<(String, Estimate)> {
    let last = curve.steps.last().filter(|step| step.depth > depth)?;
    let more = curve.more(last, curve.step(depth)?)?;
    let name =
        format!("{}, {} against {depth}: {} points", curve.label, last.depth, more.display(1));
    Some((name, more))
}

/// The tournaments whose difference decides whether the deepest result is below that of another depth, unless it is decided.
pub(crate) fn asks_of_drop(curve: &Climbed, depth: u32) -> Vec<(u32, u32)> {
    let both = curve.steps.last().zip(curve.step(depth));
    match deepest_against(curve, depth) {
        Some((_, more)) if more.is_below(0.0).decided().is_none() => both
            .into_iter()
            .flat_map(|(a, b)| [&a.nearest, &b.nearest])
            .map(Played::depths)
            .collect(),
        _ => Vec::new(),
    }
}

/// The case that the deepest result is below that of another depth.
pub(crate) fn drops(curve: &Climbed, depth: u32) -> (String, Case) {
    match deepest_against(curve, depth) {
        Some((name, more)) => (name, more.is_below(0.0).into()),
        None => (format!("{}, beyond {depth}", curve.label), Case::NotMeasured),
    }
}
