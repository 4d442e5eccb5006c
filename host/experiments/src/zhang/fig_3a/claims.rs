//! Zhang's statements on Fig. 3(a), by the readings of who keeps what, and independent measurements.

use plyscope_core::search::forward_estimation::Placement;
use plyscope_report::{Case, Claim, Estimate, Meaning};

use super::{BOTH, NAMES, PRINTED, SAVED, SETS, SOURCE, Settings, set_label};
use crate::kit::independent::{SAME_TREES, derived};
use crate::kit::ladder_report::{Side, cases, independent, printed_curve};
use crate::kit::ladders::{Climbed, Played, Step};
use crate::kit::placements::note;
use crate::kit::printed::{Number, Row, groups};

/// The source of statements by the reading of one program.
const ONE_PROGRAM: &str = "Zhang 1996, Fig. 3(a), as played by the program of Table 1 with kept trees: a reading found after the fact";

/// The source of statements on trees of another mean.
const MEAN_10: &str =
    "Zhang 1996, section 5.1, on trees of mean branching 10, of which the paper prints no result";

/// The source of statements on other placements.
const AFTER: &str =
    "Zhang 1996, Fig. 3(a), by a placement that was chosen after the fact among four";

/// The depth of a step's deepest challenger with less work, and its wins.
fn less(step: &Step) -> Option<(u32, Estimate)> {
    step.less.as_ref().map(|played| (played.rung.challenger_depth, played.wins))
}

fn deeper(step: &Step) -> bool {
    less(step).is_some_and(|(depth, _)| depth > step.depth)
}

fn name(step: &Step) -> String {
    format!("alpha-beta {}", step.depth)
}

/// Whether forward estimation searches exactly one ply deeper with more nodes, and no deeper than alpha-beta with
/// fewer.
fn one_deeper_with_more(step: &Step) -> bool {
    let depth = |played: &Option<Played>| played.as_ref().map(|p| p.rung.challenger_depth);
    depth(&step.more) == Some(step.depth + 1) && depth(&step.less).is_none_or(|d| d <= step.depth)
}

/// One ply deeper with less work, which is told: 0.995 and 1.005 are nearly the same.
fn one_deeper(curve: Option<&Climbed>, last: u32) -> Vec<(String, Case)> {
    cases(curve, 4..=last.max(4), |step| {
        let mut played = [&step.less, &step.more].into_iter().flatten();
        let one = played.rfind(|played| played.rung.challenger_depth == step.depth + 1);
        let work = one.map_or(String::new(), |one| format!(": work {:.3}", one.ratio));
        Some((format!("{}{work}", name(step)), deeper(step).into()))
    })
}

/// Keys of the statements where no player keeps its tree, and where both do.
const ALONE: [&str; 5] =
    ["no-deeper", "one-ply-deeper", "same-depth", "only-with-more", "superior"];
const KEPT: [&str; 5] = [
    "kept-no-deeper",
    "kept-one-ply-deeper",
    "kept-same-depth",
    "kept-only-with-more",
    "kept-superior",
];

/// Where they do on trees of mean branching 10.
const OF_MEAN_10: [&str; 5] = [
    "mean-10-no-deeper",
    "mean-10-one-ply-deeper",
    "mean-10-same-depth",
    "mean-10-only-with-more",
    "mean-10-superior",
];

/// The paper's statements by one reading, on its curves with delta 0.5 and 1.0.
fn statements(
    source: &str,
    reading: &str,
    keys: [&'static str; 5],
    [half, one]: [Option<&Climbed>; 2],
    last: u32,
) -> Vec<Claim> {
    let of = |place: usize, statement: &str, unit: &'static str, digits: u8| {
        let statement =
            Claim::of(source, format!("{reading}{statement}"), unit, digits).named(keys[place]);
        if keys == ALONE { statement } else { statement.reading_of("zhang-fig-3a", ALONE[place]) }
    };
    vec![
        of(
            0,
            "FE-0.5 searches no deeper than alpha-beta with fewer nodes up to alpha-beta's depth 3",
            "",
            0,
        )
        .in_all(
            "depths 1 to 3",
            cases(half, 1..=3, |step| Some((name(step), (!deeper(step)).into()))),
        ),
        of(1, "FE-0.5 searches one ply deeper with fewer nodes beyond alpha-beta's depth 3", "", 0)
            .in_all("depths from 4 on", one_deeper(half, last)),
        of(
            2,
            "at the same depth FE-0.5 loses, or does not win with a large margin: its wins",
            "%",
            1,
        )
        .reads(
            Meaning::at_most("no large margin", 60.0),
            half.iter().flat_map(|curve| &curve.steps).filter_map(|step| {
                // Where no game is decided, as between players that search alike, there are no wins to measure.
                let (_, wins) = less(step)
                    .filter(|(depth, wins)| *depth == step.depth && wins.half_width() < 50.0)?;
                Some((name(step), Some(wins)))
            }),
        ),
        of(3, "FE-1.0 can search only one ply deeper, with more nodes", "", 0).in_all(
            "all depths",
            cases(one, 1..=last, |step| {
                // On a tie the ladder continues without a search that generates more nodes.
                step.more.as_ref()?;
                Some((name(step), one_deeper_with_more(step).into()))
            }),
        ),
        of(4, "FE-0.5 is superior in deep search: it wins with fewer nodes", "", 0).in_all(
            "depths from 4 on",
            cases(half, 4..=last.max(4), |step| {
                let Some((depth, wins)) = less(step) else {
                    return Some((name(step), Case::NotMeasured));
                };
                let name = format!("{}: FE {depth} wins {:.1} %", name(step), wins.value);
                Some((name, wins.is_at_least(50.0).into()))
            }),
        ),
    ]
}

/// The claims on the curves of the figure.
pub(super) fn claims(settings: &Settings, climbed: &[Climbed]) -> Vec<Claim> {
    let find = |label: &str| climbed.iter().find(|curve| curve.label == label);
    let last = settings.depth;
    let alone = [find("FE-0.5"), find("FE-1.0")];
    let both = ["FE-0.5", "FE-1.0"].map(|label| find(&format!("{label}{BOTH}")));
    let mut claims = statements(SOURCE, "", ALONE, alone, last);
    claims.push(
        Claim::of(SOURCE, "the same against alpha-beta that keeps its tree", "", 0)
            .named("alpha-beta-keeps")
            .reading_of("zhang-fig-3a", "one-ply-deeper")
            .in_all("depths from 4 on", one_deeper(find(&format!("FE-0.5{SAVED}")), last)),
    );
    if settings.saved {
        claims.extend(statements(ONE_PROGRAM, "both trees saved: ", KEPT, both, last));
    }
    for placement in settings.placement.iter().filter(|one| *one != Placement::Table1) {
        let label = format!("FE-0.5{}", note(placement));
        let own = |statement: String| Claim::of(AFTER, statement, "", 0).own();
        claims.push(
            own(format!("{label}: one ply deeper with fewer nodes beyond alpha-beta's depth 3"))
                .named("one-ply-deeper")
                .in_all("depths from 4 on", one_deeper(find(&label), last)),
        );
    }
    let exact = settings.seed == 1 && settings.seeds == 100;
    let rows = PRINTED.rows();
    for rows in groups(&rows, &["curve", "side"]) {
        let [label, which] = ["curve", "side"].map(|column| rows[0].text(column));
        let (name, note) = label.split_at(label.find(',').unwrap_or(label.len()));
        let sides: [Side; 2] = [|step| step.less.as_ref(), |step| step.more.as_ref()];
        let side = sides[rows[0].place_in("side", &["less", "more"])];
        let curve = find(label).filter(|_| exact);
        let label = format!("{name} ({}){note}", which.to_uppercase());
        claims.extend(independent(NAMES, [&label, "FE-…"], curve, side, &printed_curve(rows)));
    }
    let half = alone[0].filter(|_| exact);
    let tied = cases(half, 1..=2, |step| {
        let (depth, played) = (step.depth, step.less.as_ref()?);
        let (other, tally) = (played.rung.challenger_depth, played.rung.tally);
        let name =
            format!("alpha-beta {depth}: FE {other}, {} of {} tied", tally.draws, tally.games());
        Some((name, (other == depth && tally.draws == tally.games()).into()))
    });
    claims.push(
        Claim::of(
            SAME_TREES,
            "FE-0.5 (LESS) searches as deep as alpha-beta at depths 1 and 2, and all pairs tie",
            "",
            0,
        )
        .independent()
        .in_all("depths 1 and 2: tie", tied),
    );
    // Challengers one ply deeper, which generate more nodes.
    let more = [(4, 23.0), (5, 3.0)].map(|(depth, printed)| {
        let played = half.and_then(|curve| curve.step(depth)).and_then(|step| step.more.as_ref());
        let played = played.filter(|played| played.rung.challenger_depth == depth + 1);
        let ours = played.map(|played| Estimate::exact(100.0 * (played.ratio - 1.0)));
        derived(
            format!("alpha-beta {depth}, FE {}", depth + 1),
            Number::new(printed, 0),
            ours,
            true,
        )
    });
    claims.push(
        Claim::of(SAME_TREES, "FE-0.5 one ply deeper than alpha-beta needs more nodes by", "%", 0)
            .independent()
            .each(more),
    );
    claims
}

/// The paper's statements on trees of mean branching 10, where it prints no result.
pub(super) fn claims_on_mean_10(curves: &[Climbed], last: u32) -> Vec<Claim> {
    let [half, one] = [curves.first(), curves.get(1)];
    if half.is_none() {
        return Vec::new();
    }
    let reading = "mean branching 10, both trees saved: ";
    statements(MEAN_10, reading, OF_MEAN_10, [half, one], last)
}

/// The claims on the sets of trees: their curves, as far as they were played.
pub(super) fn claims_on_sets(sets: &[Climbed]) -> Vec<Claim> {
    let rows = SETS.rows();
    let played = |row: &Row| {
        let depths = (row.get("reference"), row.get("challenger"));
        let curve = sets.iter().find(|curve| curve.label == set_label(row.get("set")))?;
        curve.played.iter().find(|played| played.depths() == depths)
    };
    let depths = |row: &Row| {
        let [reference, challenger] = ["reference", "challenger"].map(|side| row.text(side));
        format!("alpha-beta {reference}, FE {challenger}")
    };
    let work = |name: &dyn Fn(&Row) -> String, of: &[Row]| {
        let one = |row: &Row| {
            let ours = played(row).map(|played| Estimate::exact(played.ratio));
            derived(name(row), Number::new(row.get("work"), 3), ours, true)
        };
        of.iter().map(one).collect::<Vec<_>>()
    };
    let independent = |statement: &str| {
        Claim::of(SAME_TREES, format!("FE-0.5, both trees saved: {statement}"), "", 3).independent()
    };
    let mut claims = Vec::new();
    for of_set in groups(&rows, &["set"]) {
        let set: u32 = of_set[0].get("set");
        // What the settings leave out is no claim.
        if !sets.iter().any(|curve| curve.label == set_label(set)) {
            continue;
        }
        claims.push(if set == 0 {
            independent("work on trees 0 to 99").each(work(&depths, of_set))
        } else {
            let trees = set_label(set);
            let trees = trees.split(':').next().unwrap_or_default();
            independent(&format!("work on {trees}"))
                .point_of(
                    "work-on-sets",
                    "FE-0.5, both trees saved: work at alpha-beta's depth 4 on trees …",
                )
                .each(work(&depths, of_set))
        });
    }
    // The paper's statement where it is the closest.
    let closest = sets.iter().filter_map(|curve| {
        let played = curve.played.iter().find(|played| played.depths() == (4, 5))?;
        let trees = curve.label.split(':').next().unwrap_or_default();
        Some((format!("{trees}: work {:.3}", played.ratio), played.ratio < 1.0))
    });
    claims.push(
        Claim::of(
            ONE_PROGRAM,
            "both trees saved: at alpha-beta's depth 4, FE-0.5 searches one ply deeper with fewer nodes on each set of trees",
            "",
            0,
        )
        .own()
        .named("on-each-set")
        .in_all("all sets", closest.collect::<Vec<_>>()),
    );
    claims
}
