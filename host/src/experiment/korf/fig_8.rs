//! Korf & Chickering 1996, Fig. 8: nodes of recursive best-first minimax in linear space.

use plyscope_core::Expansion;
use plyscope_core::random_tree::{Branching, RandomTree};
use serde::{Deserialize, Serialize};

use crate::experiment::kit::independent::{Printed, SAME_TREES, derived};
use crate::experiment::kit::lines::{
    Means, NodesRow, Piece, check_lists, check_trees, first_trees, tasks,
};
use crate::experiment::kit::trees::rbfms;
use crate::experiment::{About, ExperimentError, Scale, Study};
use crate::report::{Axis, Cell, Claim, Estimate, Figure, Plot, Summary, Table};

const SOURCE: &str = "Korf & Chickering 1996, section 5, Fig. 8";

/// Numbers of an independent measurement: children of a node, nodes to a smaller and to a greater depth, each with its
/// decimals, and how they grow.
type Line = (u32, (f64, u8), (f64, u8), f64);

/// By children of a node: nodes to depths 10 and 20, with their decimals, and the growth with each ply between depths
/// 15 and 20.
const INDEPENDENT: [Line; 4] = [
    (2, (105.8, 1), (1924.0, 0), 1.32),
    (3, (264.6, 1), (8879.0, 0), 1.42),
    (5, (817.6, 1), (50_718.0, 0), 1.51),
    (10, (3558.6, 1), (492_855.0, 0), 1.65),
];

pub(super) struct Figure8;

#[derive(Serialize, Deserialize)]
pub(super) struct Settings {
    seed: u32,
    seeds: Vec<u32>,
    branching: Vec<u32>,
    depths: Vec<u32>,
}

impl Study for Figure8 {
    type Settings = Settings;
    type Task = Piece;
    type Row = NodesRow;

    fn about(&self) -> &About {
        &About {
            id: "korf-fig-8",
            title: "Recursive best-first minimax in linear space: nodes against depth",
            source: SOURCE,
            what: "Uniform trees with 2 to 100 children a node, depths 1 to 20, 10,000 seeds each (1 to 10,000). Every \
                   generation counts, regenerations too; children are generated one at a time. The figure's lines for many \
                   children end early; where is not said.",
            settings: &[
                ("seed", "first tree's seed"),
                ("seeds", "number of trees of each line"),
                ("branching", "children of a node, a line for each"),
                ("depths", "deepest search of each line"),
            ],
        }
    }

    fn settings(&self, scale: Scale) -> Settings {
        Settings {
            seed: 1,
            seeds: scale.pick(
                vec![10_000, 4000, 2000, 1000, 400, 200, 200, 100],
                vec![10_000, 10_000, 10_000, 10_000, 10_000, 2000, 1000, 1000],
                vec![10_000; 8],
            ),
            branching: vec![2, 3, 4, 5, 10, 20, 50, 100],
            depths: scale.pick(
                vec![20, 20, 18, 17, 14, 12, 9, 8],
                vec![20, 20, 20, 20, 20, 14, 11, 9],
                vec![20, 20, 20, 20, 20, 14, 12, 10],
            ),
        }
    }

    fn check(&self, settings: &Settings) -> Result<(), String> {
        let Settings { seeds, branching, depths, .. } = settings;
        let lengths = [("branching", branching.len()), ("depths", depths.len())];
        check_lists(&lengths)?;
        check_lists(&[lengths[0], ("seeds", seeds.len())])?;
        check_trees(branching, depths)
    }

    fn tasks(&self, settings: &Settings, _: &[NodesRow]) -> Result<Vec<Piece>, ExperimentError> {
        // Pieces of a line are as dear as those of another when they are a hundredth of it.
        Ok(tasks(settings.seed, settings.seeds.iter().map(|&seeds| (seeds, seeds.div_ceil(100)))))
    }

    fn run(&self, settings: &Settings, piece: &Piece) -> Result<Vec<NodesRow>, ExperimentError> {
        let branching = Branching::uniform(settings.branching[piece.line])?;
        let mut trees = Vec::new();
        for seed in piece.seeds() {
            let tree = RandomTree::new(seed, branching);
            let found = rbfms(&tree, Expansion::Partial, settings.depths[piece.line])?;
            trees.push(found.iter().map(|found| found.nodes).collect());
        }
        Ok(vec![NodesRow::of(*piece, &trees)])
    }

    fn summarise(&self, settings: &Settings, rows: &[NodesRow]) -> Summary {
        let means = Means::of(rows);
        let labels: Vec<String> = settings.branching.iter().map(|b| format!("b = {b}")).collect();
        let growth = growth(settings, &means);
        let mut growths = Table::new(
            "Growth of nodes with each ply",
            ["children of a node", "first half of the line", "last quarter"],
        );
        for (b, first, last) in &growth {
            growths.rows.push(vec![
                Cell::number(*b, 0),
                Cell::measured(*first, 3),
                Cell::measured(*last, 3),
            ]);
        }
        let plot = Plot {
            name: "korf-fig-8".to_owned(),
            title: "Recursive best-first minimax on uniform trees (Korf & Chickering, Fig. 8)"
                .to_owned(),
            x: Axis::linear("search depth (plies)"),
            y: Axis::log("nodes generated, again and again (mean)"),
            series: means.series(&labels),
            marks: Vec::new(),
        };
        Summary {
            tables: vec![means.table("Mean nodes generated by depth", &labels), growths],
            figures: vec![Figure::Plot(plot)],
            claims: claims(settings, &means, &growth)
                .into_iter()
                .chain(independent(settings, rows, &means))
                .collect(),
        }
    }
}

/// Factors of growth with each ply: in the first half of each line and in its last quarter.
fn growth(settings: &Settings, means: &Means) -> Vec<(u32, Estimate, Estimate)> {
    let growth = |(line, &b): (usize, &u32)| {
        let (end, _) = means.last(line)?;
        if end < 8 {
            return None;
        }
        let first = means.growth(line, 2, end / 2)?;
        Some((b, first, means.growth(line, end - end / 4, end)?))
    };
    settings.branching.iter().enumerate().filter_map(growth).collect()
}

fn claims(settings: &Settings, means: &Means, growth: &[(u32, Estimate, Estimate)]) -> Vec<Claim> {
    let enough = settings.seed == 1 && settings.seeds.iter().all(|&seeds| seeds == 10_000);
    // With more children the lines are taken to end sooner, for they are drawn so.
    let end = |line: usize| {
        let last = means.last(line)?.0;
        let last = if settings.branching[line] < 10 { last } else { last.min(16) };
        Some((line, means.get(line, last)?))
    };
    let widest = (0..settings.branching.len())
        .filter_map(end)
        .map(|(_, mean)| 100.0 * mean.half_width / mean.mean)
        .filter(|_| enough)
        .max_by(f64::total_cmp);
    let five = settings.branching.iter().position(|&b| b == 5);
    let of_five = five
        .filter(|&line| settings.seed == 1 && settings.seeds[line] == 10_000)
        .and_then(|line| means.get(line, 20))
        .map(|mean| 100.0 * mean.half_width / mean.mean);
    // A power of the depth d^k grows ever less with each ply: by (1 + 1/d)^k. An exponential does not.
    let exponential = growth.iter().map(|(b, first, last)| {
        let slows_by = last.value.ln() / first.value.ln();
        (format!("b = {b}"), slows_by > 0.6)
    });
    vec![
        Claim::of(
            SOURCE,
            "nodes grow exponentially with depth: the logarithm of the growth with each ply is at the end of a line more \
             than 0.6 times what it was in its first half (a cube's would be a third of it or less)",
            "",
            0,
        )
        .in_all("all lines", exponential),
        Claim::of(SOURCE, "the largest 95 % interval at the end of a line, if those of 10 and more children end by depth 16 (where they end is not said)", "%", 2)
            .equals(6.42, 0.005, widest.map(Estimate::exact)),
        Claim::of(SOURCE, "the same, if it is that of 5 children a node at depth 20", "%", 2).equals(
            6.42,
            0.005,
            of_five.map(Estimate::exact),
        ),
    ]
}

/// Claims that the numbers are those of an independent measurement.
fn independent(settings: &Settings, rows: &[NodesRow], means: &Means) -> Vec<Claim> {
    const TREES: u32 = 10_000;
    let line = |b: u32| {
        let same = settings.seed == 1;
        settings.branching.iter().position(|&other| other == b).filter(|_| same)
    };
    let nodes = |b: u32, depth: u32| first_trees(rows, line(b)?, depth, (1, TREES));
    let mut claims = Vec::new();
    for (b, shallow, deep, growth) in INDEPENDENT {
        let of =
            |statement: String, unit: &str| Claim::of(SAME_TREES, statement, unit, 2).independent();
        let numbers = [(10, shallow), (20, deep)].map(|(depth, (value, decimals))| {
            let printed = Printed::new(value, decimals, TREES);
            printed.on_all(format!("depth {depth}"), nodes(b, depth))
        });
        claims.push(
            of(format!("b = {b}: mean nodes of partial expansion in linear space"), "nodes")
                .each(numbers),
        );
        let all = nodes(b, 20).is_some_and(|mean| mean.count == u64::from(TREES));
        let ours = line(b).and_then(|line| means.growth(line, 15, 20));
        claims.push(of(format!("b = {b}: growth with each ply"), "").each([derived(
            "depths 15 to 20",
            (growth, 2),
            ours,
            all,
        )]));
    }
    claims
}
