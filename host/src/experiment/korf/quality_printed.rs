//! Decision qualities of an independent measurement on the trees of Figs. 10 and 12 (Korf & Chickering 1996).

use crate::experiment::kit::independent::{Printed, SAME_TREES};
use crate::experiment::kit::quality::{ALPHA_BETA, BEST_FIRST, DEPTH, Numbers, Row, Settings};
use crate::report::{Claim, Compared};
use crate::statistics::Mean;

/// Alpha-beta's depths, and best-first minimax's.
const DEPTHS: [&[u32]; 2] = [&[2, 4, 6, 8, 9], &[1, 2, 3, 4, 5, 6, DEPTH]];

/// A line: children; trees (seeds from 0 on) of alpha-beta and of best-first minimax; shares of best moves of either by
/// depth, in per cent; mean nodes of best-first minimax's last.
pub(super) type Line = (u32, [u32; 2], &'static [f64], &'static [f64], f64);

/// Uniform trees.
pub(super) const UNIFORM: [Line; 4] = [
    (
        2,
        [10_000; 2],
        &[74.6, 81.0, 84.1, 87.8, 89.6],
        &[69.5, 74.8, 76.7, 78.9, 79.7, 81.7, 85.6],
        44.0,
    ),
    (
        3,
        [10_000; 2],
        &[70.5, 78.7, 82.6, 86.3, 88.1],
        &[63.4, 70.4, 72.3, 76.4, 77.2, 79.1, 82.9],
        84.0,
    ),
    (
        5,
        [10_000; 2],
        &[68.1, 76.9, 81.7, 84.8, 87.6],
        &[58.4, 68.2, 68.9, 74.4, 74.6, 77.7, 81.2],
        182.0,
    ),
    (
        10,
        [1000, 10_000],
        &[63.9, 72.8, 80.9, 84.7, 86.5],
        &[54.4, 64.5, 64.5, 71.5, 71.8, 75.0, 78.9],
        487.0,
    ),
];
/// Trees with random numbers of children; of the last line alpha-beta searched to depth 6.
pub(super) const RANDOM: [Line; 5] = [
    (
        2,
        [10_000; 2],
        &[68.5, 75.9, 81.6, 86.5, 90.3],
        &[62.8, 67.4, 70.2, 72.5, 74.5, 76.4, 83.2],
        27.0,
    ),
    (
        3,
        [10_000; 2],
        &[59.5, 69.3, 76.8, 83.6, 87.0],
        &[50.3, 57.3, 60.7, 64.2, 66.2, 68.7, 75.5],
        45.0,
    ),
    (
        4,
        [10_000; 2],
        &[54.0, 66.3, 74.4, 81.8, 85.9],
        &[42.9, 50.7, 53.6, 58.1, 60.0, 63.2, 69.5],
        66.0,
    ),
    (
        5,
        [10_000; 2],
        &[50.7, 64.4, 73.0, 80.7, 85.1],
        &[37.9, 47.4, 50.8, 55.8, 57.5, 60.4, 66.6],
        87.0,
    ),
    (10, [2000; 2], &[45.9, 62.0, 71.5], &[23.6, 40.5, 42.3, 48.7, 49.8, 53.0, 58.2], 208.0),
];

/// Claims that our numbers are these.
pub(super) fn claims(
    settings: &Settings,
    rows: &[Row],
    kind: &str,
    printed: &[Line],
) -> Vec<Claim> {
    let mut claims = Vec::new();
    for &(b, trees, plain, first, nodes) in printed {
        let line = settings.line(b).filter(|_| settings.seed == 0);
        let of = |trees: u32| {
            let of_line: Vec<&Row> = rows.iter().filter(|row| Some(row.line()) == line).collect();
            Numbers::of(&Row::first(&of_line, 0, trees))
        };
        for (search, shares) in [(ALPHA_BETA, plain), (BEST_FIRST, first)] {
            let numbers = of(trees[search]);
            let share = |(&depth, &share): (&u32, &f64)| {
                let ours = line.and_then(|line| numbers.share(line, search, depth));
                Printed::new(share, 1, trees[search]).on_the_same(format!("depth {depth}"), ours)
            };
            let all: Vec<Compared> = DEPTHS[search].iter().zip(shares).map(share).collect();
            let name = ["alpha-beta", "best-first minimax"][search];
            let statement = format!("{kind} = {b}: share of best moves of {name}");
            claims.push(Claim::of(SAME_TREES, statement, "%", 1).independent().each(all));
        }
        let ours: Option<Mean> =
            line.and_then(|line| of(trees[1]).mean_nodes(line, BEST_FIRST, DEPTH));
        let statement = format!("{kind} = {b}: mean nodes of best-first minimax to depth {DEPTH}");
        let number = Printed::new(nodes, 0, trees[1]).on_the_same(format!("depth {DEPTH}"), ours);
        claims.push(Claim::of(SAME_TREES, statement, "nodes", 0).independent().each([number]));
    }
    claims
}
