//! The increments that Fig. 3(b)'s bounds are made of.

use plyscope_report::{Case, Cell, Claim, Estimate, Table};

use super::{EXTREMES, LIKELY, SOURCE, Settings, fiftieth};
use crate::kit::increments::Increments;

pub(super) fn increments_table(settings: &Settings, increments: &Increments) -> Table {
    let title = format!(
        "Increments of the evaluation {} over a ply, from {} edges of ten games",
        settings.evaluation, increments.edges
    );
    let headings = ["", "decrement", "increment", "paper (BILL), decrement", "increment"];
    let mut table = Table::new(title, headings);
    let rows = [
        ("extreme: l and u", increments.extreme, Some(EXTREMES)),
        ("most likely: l' and u' as means", increments.mean, Some(LIKELY)),
        ("most likely: l' and u' as the fullest of fifty bins", increments.mode, Some(LIKELY)),
        (
            "most likely: l' and u' as one fiftieth of the extremes",
            fiftieth(increments),
            Some(LIKELY),
        ),
    ];
    for (name, ours, papers) in rows {
        let mut row = vec![Cell::text(name)];
        row.extend(ours.map(|number| Cell::number(number, 0)));
        let papers = papers.map_or([None, None], |numbers| numbers.map(Some));
        row.extend(papers.map(|number| Cell::or_empty(number.map(|n| Cell::number(n, 0)))));
        table.rows.push(row);
    }
    table
}

pub(super) fn claims_on_increments(settings: &Settings, increments: &Increments) -> Vec<Claim> {
    let of = |statement: &str, unit: &str, decimals| Claim::of(SOURCE, statement, unit, decimals);
    let measured = (increments.edges > 0).then_some(increments);
    let mut claims = Vec::new();
    // Only `bill` measures in the unit of the paper's BILL.
    let same_unit = settings.evaluation == "bill";
    for (key, what, paper, ours) in [
        ("extremes", "l, the extreme decrement", EXTREMES[0], increments.extreme[0]),
        ("extremes", "u, the extreme increment", EXTREMES[1], increments.extreme[1]),
        ("likely", "l', the most likely decrement, as the mean", LIKELY[0], increments.mean[0]),
        ("likely", "u', the most likely increment, as the mean", LIKELY[1], increments.mean[1]),
    ] {
        let whole = match key {
            "extremes" => "the extreme increments l and u of BILL",
            _ => "the most likely increments l' and u' of BILL",
        };
        let claim = of(what, "", 0).point_of(key, whole);
        claims.push(if same_unit {
            let ours = measured.map(|_| Estimate::exact(f64::from(ours)));
            claim.equals(f64::from(paper), 0.5, ours)
        } else {
            let why = format!("{} has a different unit than the paper's BILL", settings.evaluation);
            claim.not_testable(paper.to_string(), why)
        });
    }
    // Its ratios are 50.00 whatever the evaluation is, if it took the first of fifty bins; they say nothing else.
    claims.push(
        of("l / l' and u / u', extreme by most likely increment, are 50 to every printed digit, as if read from fifty bins: the \
            fullest of fifty bins is the first", "", 2)
            .point_of("fiftieth", "the extreme increments are fifty times the most likely ones")
            .inferred()
            .in_all(
                "50.00 and 50.00",
                [(0, "l / l'"), (1, "u / u'")].map(|(side, what)| {
                    let ratio = measured.map(|increments| {
                        f64::from(increments.extreme[side]) / f64::from(increments.mode[side])
                    });
                    let name = ratio.map_or(what.to_owned(), |ratio| format!("{what}: {ratio:.2}"));
                    (name, Case::measured(ratio.map(|ratio| (ratio - 50.0).abs() < 0.01)))
                }),
            ),
    );
    claims
}
