//! What the paper and an independent measurement say of Fig. 1(a), beside our numbers.

use plyscope_core::search::forward_estimation::Placement;
use plyscope_report::{Claim, Estimate};

use super::{GROWTHS, Row, Settings, TEN, minimal_growth, nodes_of, search};
use crate::kit::independent::{Printed, SAME_TREES, derived};
use crate::kit::lines::{Means, first_trees};
use crate::kit::placements::note;
use crate::kit::printed::Number;

/// The paper's claims.
pub(super) fn of_paper(settings: &Settings, rows: &[Row], means: &Means) -> Vec<Claim> {
    const SOURCE: &str = "Zhang 1996, section 2, Fig. 1(a)";
    let reached = settings.reached(rows);
    let depth = |search: Option<usize>| {
        let mean = reached.mean(&(settings.place(10)?, search?))?;
        Some(Estimate::from(mean))
    };
    let of = |statement: String| Claim::of(SOURCE, statement, "plies", 2);
    const DEPTH_11: &str =
        "forward estimation reaches depth 11 with a million nodes, 10 children a node: mean depth";
    const EFFECTIVE: &str = "forward estimation's effective branching factor is below alpha-beta's, and below that of \
                             alpha-beta in perfect order";
    let plain =
        "alpha-beta does not reach depth 10 with a million nodes, 10 children a node: mean depth";
    let mut claims = vec![of(plain.to_owned()).named("depth-10").below(10.0, depth(Some(0)))];
    for (search, placement) in (1..).zip(settings.placement.iter()) {
        let claim = of(format!(
            "forward estimation{} reaches depth 11 with a million nodes, 10 children a node: mean depth",
            note(placement)
        ));
        let claim = claim.point_of("depth-11", DEPTH_11);
        let claim = if placement == Placement::Table1 { claim } else { claim.own() };
        claims.push(claim.at_least(11.0, depth(Some(search))));
    }
    for (b, end, [plain, estimating]) in settings.growths(means) {
        let what = format!(
            "forward estimation's effective branching factor is below that of perfectly ordered alpha-beta, {b} children a \
             node, depths {} to {end}",
            end - 2
        );
        let claim = |what: String| {
            let claim = Claim::of(SOURCE, what, "", 3).point_of("effective", EFFECTIVE);
            claim.one_of(2 * settings.branching.len())
        };
        let perfect = claim(what);
        let perfect = if b == 2 { perfect.at("binary") } else { perfect };
        claims.push(perfect.below(minimal_growth(b, end), Some(estimating)));
        let what =
            format!("it is below alpha-beta's, {b} children a node, depths {} to {end}", end - 2);
        claims.push(claim(what).below(plain.value, Some(estimating)));
    }
    claims
}

/// Claims that the numbers agree with an independent measurement.
pub(super) fn independent(settings: &Settings, rows: &[Row], means: &Means) -> Vec<Claim> {
    let same = settings.seed == 1;
    let (rows_of_ten, rows_of_growths) = (TEN.rows(), GROWTHS.rows());
    let nodes = rows_of_ten.iter().map(|row| {
        let (name, search) = search(row);
        let [depth, trees] = ["depth", "trees"].map(|column| row.get(column));
        let line = settings.line(10, search).filter(|_| same);
        let ours = line.and_then(|line| first_trees(nodes_of(rows), line, depth, (1, trees)));
        Printed::new(row.number("nodes"), trees).on_the_same(format!("{name}, depth {depth}"), ours)
    });
    // On smaller trees it searched at least as many as we did, so their growth has an interval.
    let growths = rows_of_growths.iter().map(|row| {
        let (name, search) = search(row);
        let [b, from, to] = ["branching", "from", "to"].map(|column| row.get(column));
        let line = settings.line(b, search).filter(|_| same);
        let ours = line.and_then(|line| means.growth(line, from, to));
        let name = format!("{name}, b = {b}, depths {from} to {to}");
        let statement = format!("growth of nodes with each ply: {name}");
        let number = derived("factor", row.number("growth"), ours, false);
        let claim = Claim::of(SAME_TREES, statement, "", 2).independent();
        claim.point_of("growth", "growth of nodes with each ply").each([number])
    });
    let twelve = settings.line(10, 1).filter(|_| same);
    let twelve = twelve.and_then(|line| first_trees(nodes_of(rows), line, 12, (1, 100)));
    let twelve = twelve.map(|mean| Estimate::from(mean).times(1e-6));
    let of = |statement: &str, unit: &str| Claim::of(SAME_TREES, statement, unit, 2).independent();
    let mut claims = vec![of("mean nodes on trees with ten children a node", "nodes").each(nodes)];
    claims.push(
        of("forward estimation's mean nodes on trees with ten children a node", "million")
            .each([derived("depth 12", Number::new(1.43, 2), twelve, false)]),
    );
    claims.extend(growths);
    claims
}
