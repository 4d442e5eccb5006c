//! Numbers of an independent measurement of Zhang's Fig. 2, on other trees of the same kind.

use plyscope_report::{Claim, Measured};
use plyscope_run::statistics::Mean;

use crate::kit::independent::{OTHER_TREES, Printed};
use crate::kit::printed::{Data, Row, groups, independent};

/// Nodes and the share of best moves (in per cent) at each depth.
const PRINTED: Data = independent!("fig_2.csv");
/// The number of trees that it searched.
const TREES: u32 = 2000;

/// Claims that our numbers agree: nodes and best moves (in per cent) by delta (`None`: alpha-beta) and depth.
pub(super) fn claims(
    nodes: impl Fn(Option<f64>, u32) -> Option<Mean>,
    best: impl Fn(Option<f64>, u32) -> Option<Measured>,
) -> Vec<Claim> {
    let mut claims = Vec::new();
    let all = PRINTED.rows();
    for rows in groups(&all, &["delta"]) {
        let delta: Option<f64> = rows[0].maybe("delta");
        let name = delta.map_or("alpha-beta".to_owned(), |delta| {
            format!("forward estimation, delta {delta:.1}")
        });
        let (keys, whole) = match delta {
            None => (["alpha-beta-nodes", "alpha-beta-best"], "alpha-beta"),
            Some(_) => (["nodes", "best"], "forward estimation, delta …"),
        };
        let number = |row: &Row, column: &str, ours: &dyn Fn(u32) -> Option<Measured>| {
            let depth = row.get("depth");
            Printed::new(row.number(column), TREES).on_others(format!("depth {depth}"), ours(depth))
        };
        let nodes = rows
            .iter()
            .map(|row| number(row, "nodes", &|depth| nodes(delta, depth).map(Into::into)));
        let best = rows.iter().map(|row| number(row, "best_moves", &|depth| best(delta, depth)));
        claims.push(
            Claim::of(OTHER_TREES, format!("{name}: mean nodes"), "nodes", 1)
                .independent()
                .point_of(keys[0], format!("{whole}: mean nodes"))
                .each(nodes),
        );
        claims.push(
            Claim::of(OTHER_TREES, format!("{name}: share of best moves"), "%", 1)
                .independent()
                .point_of(keys[1], format!("{whole}: share of best moves"))
                .each(best),
        );
    }
    claims
}
