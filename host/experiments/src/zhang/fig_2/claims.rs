//! The statements of Fig. 2.

use super::*;

/// The cases that some tree is not decided optimally: those searched, and all others.
fn not_optimal(quality: Option<Estimate>) -> Vec<(String, Case)> {
    let searched =
        quality.map(|quality| (format!("{:.1} % best", quality.value), quality.value < 100.0));
    let found = Case::told("the trees searched", searched);
    let others = quality.map(|_| ("other trees".to_owned(), Case::NotMeasured));
    [found].into_iter().chain(others).collect()
}

pub(super) fn of(settings: &Settings, numbers: &LevelMeans) -> Vec<Claim> {
    let search = |delta: f64| settings.number(Placement::Table1, delta);
    let mut claims = Vec::new();
    let full = search(1.0);
    let fewer = (3..=DEPTH).map(|depth| {
        let of = |search| Some(numbers.nodes.mean(&(search, depth))?.mean);
        (depth, Case::measured(full.and_then(|full| Some(of(full)? < of(0)?))))
    });
    claims.push(
        Claim::of(
            SOURCE,
            "with delta 1 it expands fewer nodes than alpha-beta, from depth 3 on",
            "",
            0,
        )
        .in_all("all depths", fewer),
    );
    claims.push(
        Claim::of(
            SOURCE,
            "with delta 1 it makes optimal decisions when it searches to the end",
            "%",
            1,
        )
        .at_least(
            100.0,
            full.and_then(|search| numbers.quality(search, DEPTH))
                .map(|quality| Estimate::exact(quality.value)),
        ),
    );
    for &delta in settings.delta.iter().filter(|delta| **delta < 1.0) {
        let quality = search(delta).and_then(|search| numbers.quality(search, DEPTH));
        claims.push(
            Claim::of(
                SOURCE,
                format!("FE-{delta:?} may not make optimal decisions even to the end"),
                "",
                0,
            )
            .point_of("not-optimal", "FE-… may not make optimal decisions even to the end")
            .in_some("on some tree", not_optimal(quality)),
        );
    }
    let gain = |delta: f64| {
        let search = search(delta)?;
        let told = |better: Estimate| {
            (format!("{} points", better.display(1)), better.times(-1.0).is_below(0.0))
        };
        let cases = (5..=DEPTH).map(move |depth| {
            let better = numbers.advantage(search, depth..=depth, 0);
            Case::told(format!("depth {depth}"), better.map(told))
        });
        Some(cases.collect::<Vec<_>>())
    };
    let mean_gain = search(0.5).and_then(|search| numbers.advantage(search, 5..=DEPTH, 0));
    claims.push(
        Claim::of(
            SOURCE,
            "a medium delta, such as 0.5, is a good choice: at its nodes it decides better than alpha-beta would, search \
             depths 5 to 10",
            "",
            0,
        )
        .named("medium")
        .in_all("better", gain(0.5).unwrap_or_default()),
    );
    for placement in settings.placement.iter().filter(|one| *one != Placement::Table1) {
        let search = settings.number(placement, 0.5);
        let gain = search.and_then(|search| numbers.advantage(search, 5..=DEPTH, 0));
        let statement = format!(
            "a delta of 0.5{} decides better than alpha-beta would at its nodes: the mean of its advantages at search depths 5 \
             to 10",
            note(placement)
        );
        let unit = "percentage points";
        claims.push(Claim::of(AFTER, statement, unit, 1).own().at_least(0.0, gain));
    }
    // Alpha-beta's last step, to the full depth, costs the most and takes it to 100 %.
    let deep = |depths: RangeInclusive<u32>| {
        let (small, medium) = search(0.2).zip(search(0.5))?;
        numbers.advantage(small, depths, medium)
    };
    claims.push(
        Claim::of(
            SOURCE,
            "the same, the mean of its advantages at search depths 5 to 10 being above 0",
            "percentage points",
            1,
        )
        .reading_of("zhang-fig-2", "medium")
        .at_least(0.0, mean_gain),
    );
    claims.push(
        Claim::of(
            SOURCE,
            "a delta of 0.2 is too small: its saving in a deep search does not pay; quality to depth 10 minus that of \
            delta 0.5 at equal nodes",
            "percentage points",
            1,
        )
        .named("too-small")
        .below(0.0, deep(DEPTH..=DEPTH)),
    );
    claims.push(
        Claim::of(
            SOURCE,
            "the same for deep searches that end before the tree does, the mean of depths 7 to 9",
            "percentage points",
            1,
        )
        .reading_of("zhang-fig-2", "too-small")
        .below(0.0, deep(7..=9)),
    );
    let same = full.map(|full| {
        let depths = numbers.trees.iter().flat_map(|best| best[0].iter().zip(&best[full]));
        let (all, same) = depths.fold((0, 0), |(all, same), (exact, learned)| {
            (all + 1, same + u64::from(exact == learned))
        });
        Estimate::percent(same, all)
    });
    claims.push(
        Claim::of(
            "Zhang 1996, section 3",
            "learned bounds (delta 1) decide as well as exact bounds most of the time: share of searches whose moves \
            are both best or both not (with exact bounds the move is alpha-beta's)",
            "%",
            2,
        )
        .again("zhang-table-1", "the-same")
        .reads(Meaning::at_least("most of the time", 50.0), [("", same)]),
    );
    let place = |delta: Option<f64>| delta.map_or(Some(0), search);
    claims.extend(independent::claims(
        |delta, depth| numbers.nodes.mean(&(place(delta)?, depth)),
        |delta, depth| numbers.best.mean(&(place(delta)?, depth)).map(Measured::percent),
    ));
    claims
}
