//! Numbers of an independent measurement of Zhang's Fig. 2, on other trees of its kind.

use crate::experiment::kit::independent::{OTHER_TREES, Printed};
use crate::report::Claim;
use crate::statistics::Mean;

/// Search depths, from 1 on.
const DEPTHS: usize = 10;
/// Trees that it searched.
const TREES: u32 = 2000;

/// At each depth nodes with their decimals, and the share of best moves in per cent.
type Curve = [(f64, u8, f64); DEPTHS];

/// Of alpha-beta, and of forward estimation by delta.
const CURVES: [(Option<f64>, &str, Curve); 7] = [
    (None, "alpha-beta", ALPHA_BETA),
    (Some(1.0), "forward estimation, delta 1.0", FULL),
    (Some(0.8), "forward estimation, delta 0.8", EIGHT),
    (Some(0.6), "forward estimation, delta 0.6", SIX),
    (Some(0.5), "forward estimation, delta 0.5", FIVE),
    (Some(0.4), "forward estimation, delta 0.4", FOUR),
    (Some(0.2), "forward estimation, delta 0.2", TWO),
];

const ALPHA_BETA: Curve = [
    (5.0, 1, 39.8),
    (16.8, 1, 53.8),
    (65.4, 1, 62.9),
    (161.5, 1, 69.5),
    (481.8, 1, 74.2),
    (1097.0, 0, 78.7),
    (2991.0, 0, 83.5),
    (6606.0, 0, 84.1),
    (17_246.0, 0, 87.2),
    (37_220.0, 0, 100.0),
];
const FULL: Curve = [
    (5.0, 1, 39.8),
    (16.8, 1, 53.8),
    (49.4, 1, 62.9),
    (132.6, 1, 69.5),
    (314.8, 1, 74.3),
    (760.7, 1, 78.7),
    (1672.0, 0, 83.5),
    (3862.0, 0, 84.1),
    (8154.0, 0, 87.2),
    (18_237.0, 0, 100.0),
];
const EIGHT: Curve = [
    (5.0, 1, 39.8),
    (16.8, 1, 53.8),
    (45.5, 1, 62.9),
    (122.1, 1, 69.4),
    (275.6, 1, 74.1),
    (664.1, 1, 78.4),
    (1415.0, 0, 83.0),
    (3248.0, 0, 84.1),
    (6671.0, 0, 87.0),
    (14_836.0, 0, 99.7),
];
const SIX: Curve = [
    (5.0, 1, 39.8),
    (16.8, 1, 53.8),
    (40.6, 1, 61.2),
    (106.8, 1, 68.8),
    (226.5, 1, 72.6),
    (538.8, 1, 78.3),
    (1099.0, 0, 81.4),
    (2473.0, 0, 83.7),
    (4923.0, 0, 85.5),
    (10_806.0, 0, 97.3),
];
const FIVE: Curve = [
    (5.0, 1, 39.8),
    (16.8, 1, 53.8),
    (37.9, 1, 60.5),
    (97.9, 1, 68.6),
    (199.2, 1, 72.1),
    (467.7, 1, 77.0),
    (923.8, 1, 80.1),
    (2045.0, 0, 83.2),
    (4008.0, 0, 84.5),
    (8686.0, 0, 95.7),
];
const FOUR: Curve = [
    (5.0, 1, 39.8),
    (16.8, 1, 53.8),
    (35.3, 1, 58.2),
    (88.4, 1, 68.0),
    (170.8, 1, 70.5),
    (388.4, 1, 76.0),
    (748.1, 1, 78.0),
    (1605.0, 0, 82.3),
    (3083.0, 0, 84.2),
    (6556.0, 0, 92.5),
];
const TWO: Curve = [
    (5.0, 1, 39.8),
    (16.8, 1, 53.8),
    (30.6, 1, 54.0),
    (65.9, 1, 63.6),
    (111.4, 1, 64.4),
    (220.9, 1, 71.4),
    (382.4, 1, 70.4),
    (733.7, 1, 77.5),
    (1303.0, 0, 78.0),
    (2493.0, 0, 85.2),
];

/// Claims that our numbers are these: nodes and best moves (in per cent) by delta (none: alpha-beta) and depth.
pub(super) fn claims(
    nodes: impl Fn(Option<f64>, u32) -> Option<Mean>,
    best: impl Fn(Option<f64>, u32) -> Option<Mean>,
) -> Vec<Claim> {
    let mut claims = Vec::new();
    for (delta, name, curve) in CURVES {
        let depths = || (1..).zip(curve);
        let at = |depth: u32| format!("depth {depth}");
        let nodes = depths().map(|(depth, (value, decimals, _))| {
            Printed::new(value, decimals, TREES).on_others(at(depth), nodes(delta, depth))
        });
        let best = depths().map(|(depth, (.., share))| {
            Printed::new(share, 1, TREES).on_others(at(depth), best(delta, depth))
        });
        claims.push(
            Claim::of(OTHER_TREES, format!("{name}: mean nodes"), "nodes", 1)
                .independent()
                .each(nodes),
        );
        claims.push(
            Claim::of(OTHER_TREES, format!("{name}: share of best moves"), "%", 1)
                .independent()
                .each(best),
        );
    }
    claims
}
