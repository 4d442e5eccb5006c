//! The statements of Fig. 3(b).

use super::*;

/// What the claims on the most likely increments, measured in several ways, say together.
const AS_DEEP: &str = "with the most likely increments forward estimation is as deep as alpha-beta with less work up to depth 2";
const THREE_PLIES: &str =
    "with the most likely increments it reaches three plies more than alpha-beta's 8";
const OUTPERFORMS: &str =
    "with the most likely increments it outperforms alpha-beta with less work beyond depth 2";

/// A number of the deepest challenger with less or equal work: its depth and wins.
type OfLess<'f> = &'f dyn Fn((u32, Estimate)) -> Estimate;

pub(super) fn of(settings: &Settings, increments: &Increments, climbed: &[Climbed]) -> Vec<Claim> {
    let of = |statement: &str, unit: &str, decimals| Claim::of(SOURCE, statement, unit, decimals);
    let find = |label: &str| climbed.iter().find(|curve| curve.label == label);
    let last = settings.depth;
    let steps = |curve: Option<&Climbed>, from: u32| -> Vec<Step> {
        let steps = curve.map(|curve| curve.steps.clone()).unwrap_or_default();
        steps.into_iter().filter(|step| step.depth >= from).collect()
    };
    let less =
        |step: &Step| step.less.as_ref().map(|played| (played.rung.challenger_depth, played.wins));
    let name = |step: &Step| match less(step) {
        Some((depth, wins)) => {
            format!("alpha-beta {}: FE {depth} wins {:.1} %", step.depth, wins.value)
        }
        None => format!("alpha-beta {}: none", step.depth),
    };
    let mut claims = Vec::new();
    // Increments are no matter of time: zhang-fig-3b speaks of them.
    if settings.budget == "nodes" {
        claims.extend(claims_on_increments(settings, increments));
    }
    let alone = MOST_LIKELY.iter().map(|name| (SOURCE, (*name).to_owned()));
    let both = kept(settings).map(|one| (BOTH_KEEP, format!("{FIFTIETH}{}{BOTH}", note(one))));
    for (source, label) in alone.chain(both) {
        let curve = find(&label);
        let of = |key: &'static str, whole: &str, statement: &str, unit, decimals| {
            let one = Claim::of(source, statement, unit, decimals).point_of(key, whole);
            if source == SOURCE { one } else { one.reading_of("zhang-fig-3b", key) }
        };
        let with = |statement: &str| format!("most likely increments ({label}): {statement}");
        claims.extend([
            of(
                "as-deep",
                AS_DEEP,
                &with("forward estimation is as deep as alpha-beta with less work up to depth 2"),
                "",
                0,
            )
            .one_of(MOST_LIKELY.len())
            .in_all(
                "depths 1 and 2",
                cases(curve, 1..=2, |step| {
                    let work = step.less.as_ref().map_or(1.0, |played| played.ratio);
                    let deep = less(step).is_some_and(|(depth, _)| depth == step.depth);
                    // At depth 1 all searches generate the root's children: no placement of the tests can need less.
                    let so = deep && (work < 1.0 || (step.depth == 1 && work <= 1.0));
                    let work = step.less.as_ref().map(|played| format!(", work {:.3}", played.ratio));
                    Some((name(step) + &work.unwrap_or_default(), so.into()))
                }),
            ),
            of(
                "three-plies",
                THREE_PLIES,
                &with("it reaches three plies more than alpha-beta's 8"),
                "plies",
                0,
            )
            .in_bracket(
                3.0,
                curve.and_then(|curve| curve.step(8)).map(|step| bracket(step).minus(8.0)),
            ),
            of(
                "outperforms",
                OUTPERFORMS,
                &with("it outperforms alpha-beta with less work beyond depth 2: mean of its wins at the depths where one has less work"),
                "%",
                1,
            )
            .one_of(MOST_LIKELY.len())
            .at_least(
                50.0,
                together(steps(curve, 3).iter().filter_map(|step| Some(less(step)?.1))),
            ),
        ]);
    }
    // A number for each depth that the settings ask for.
    let wins_of = |label: &str, from: u32, of: OfLess<'_>| {
        let curve = find(label);
        let one = |depth: u32| {
            let step = curve.and_then(|curve| curve.step(depth));
            let number = step.and_then(less).map(of);
            let lacks = step.is_some() && number.is_none();
            let why = if lacks { " (no depth has less or equal work)" } else { "" };
            (format!("alpha-beta {depth}{why}"), number)
        };
        (from..=last.max(from)).map(one).collect::<Vec<_>>()
    };
    claims.extend([
        of("with the extremes it plays almost like alpha-beta: at the greatest depth with less or equal work its wins differ from half by", "%", 1)
            .named("almost-alike")
            .reads(
                Meaning::at_most("almost the same", 10.0),
                wins_of(EXTREME, 1, &|(_, wins)| wins.distance_to(50.0)),
            ),
        of("on-line learning does not perform adequately: with less work it wins", "%", 1)
            .named("on-line")
            .reads(Meaning::at_most("not adequately", 55.0), wins_of(LEARNED, 3, &|(_, wins)| wins)),
    ]);
    claims
}
