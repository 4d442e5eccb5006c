//! Korf & Chickering 1996, section 6: at which level should static ordering end?

use plyscope_core::random_tree::{Branching, RandomTree};
use plyscope_measure::stop_ordering;
use plyscope_report::{Axis, Claim, Estimate, Mark, Meaning, Plot, Series};

use crate::About;
use crate::kit::grid::{Column, Grid, Line, SETTINGS, Trees};

const SOURCE: &str = "Korf & Chickering 1996, section 6";

/// The quantities: nodes by the number of levels above the horizon without ordering. 1 is the paper's choice.
const NODES: [Column; 5] = [
    Column::mean("0 levels unordered", 1, 0),
    Column::mean("1 levels unordered", 1, 1),
    Column::mean("2 levels unordered", 1, 2),
    Column::mean("3 levels unordered", 1, 3),
    Column::mean("4 levels unordered", 1, 4),
];
const PAPERS: usize = 1;

/// Nodes at a level over those at the paper's.
const fn over_papers(level: usize) -> Column {
    Column::ratio("", 3, level, PAPERS)
}

/// The least of all levels.
const BEST: Column = Column::of("best choice / the paper's", 3, best);

fn best(line: Line<'_>) -> Option<Estimate> {
    let all: Option<Vec<Estimate>> =
        (0..NODES.len()).map(|level| over_papers(level).number(line)).collect();
    all?.into_iter().min_by(|a, b| a.value.total_cmp(&b.value))
}

/// The cases: children and depth.
pub(super) const STOP_ORDERING: Grid<(u32, u32)> = Grid {
    about: About {
        id: "korf-stop-ordering",
        title: "Nodes of alpha-beta by the level at which static ordering ends",
        source: SOURCE,
        what: "Alpha-beta on uniform trees orders children by static value, except on the last levels above the \
            horizon, where it generates them one at a time: on none, the last (the paper's choice), the last two, and \
            so on. All numbers of a case are of the same trees.",
        settings: SETTINGS,
    },
    cases: &[(2, 10), (2, 16), (3, 9), (5, 6), (5, 8), (10, 6)],
    name: |(b, depth)| format!("b = {b}, depth {depth}"),
    trees: Trees { first: 1, scales: [100, 1000, 1000], piece: 10 },
    measure: |&(b, depth), seeds| {
        let branching = Branching::uniform(b)?;
        seeds.each(|seed| {
            let tree = RandomTree::new(seed, branching);
            Ok([0, 1, 2, 3, 4].map(|unordered| stop_ordering::nodes(&tree, depth, unordered)))
        })
    },
    table: |all| {
        let title = format!("Mean nodes of alpha-beta, {} trees", all.settings.seeds);
        let [none, one, two, three, four] = NODES;
        all.table(title, "trees", &[none, one, two, three, four, BEST])
    },
    plots: |all| {
        let series = all.lines().map(|(case, line)| {
            let point = |level: usize| Some((level as u32, over_papers(level).number(line)?));
            Series::line(all.name(case), (0..NODES.len()).filter_map(point))
        });
        vec![Plot {
            name: "korf-stop-ordering".to_owned(),
            title: "Where ordering ends: nodes over those of the paper's choice".to_owned(),
            x: Axis::linear("levels above the horizon without ordering"),
            y: Axis::linear("nodes, of those with the last level unordered"),
            series: series.collect(),
            marks: vec![Mark::Horizontal { y: 1.0, label: "the paper's choice".to_owned() }],
        }]
    },
    claims: |all| {
        let sooner = all.cases(&over_papers(PAPERS + 1), |ratio| ratio.is_below(1.0));
        let costs = all.cases(&over_papers(0), |ratio| ratio.times(-1.0).is_below(-1.0));
        let of = |statement: &str, unit: &str| Claim::of(SOURCE, statement, unit, 3);
        vec![
            of("ordering the children at the search frontier, too, costs nodes", "")
                .in_all("no benefit", costs),
            of("ordering at all levels but the last is close to the best: nodes of the best choice over these", "")
                .named("close")
                .reads(Meaning::at_least("close", 0.9), all.numbers(&BEST)),
            of("in some cases ending it sooner reduces the nodes: fewer when two levels are unordered", "")
                .in_some("some cases", sooner),
            of("this reduction is typically small: nodes with two levels unordered over these", "")
                .named("small")
                .reads(Meaning::at_least("small", 0.9), all.numbers(&over_papers(PAPERS + 1))),
        ]
    },
};
