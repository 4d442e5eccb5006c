//! Korf & Chickering 1996, section 4.4: does the method of generating random trees change the size of alpha-beta's
//! trees?

use plyscope_core::Order;
use plyscope_core::random_tree::{Branching, Generation, OnDemandTree, RandomTree};
use plyscope_measure::trees::{alpha_beta, nodes_on_demand};
use plyscope_report::{
    Axis, Cell, Claim, Comparison, Estimate, Figure, Mark, Meaning, Plot, Point, Series, Style,
    Summary, Table,
};

use crate::keys::{FirstSeed, Seeds};
use crate::kit::independent::{OTHER_TREES, Printed, SAME_TREES};
use crate::kit::lines::{Means, NodesRow, Piece, first_trees, tasks};
use crate::kit::printed::{Data, Row, independent};
use crate::{About, ExperimentError, Scale, Study};

/// The numbers of an independent measurement.
const PRINTED: Data = independent!("generation.csv");

const SOURCE: &str = "Korf & Chickering 1996, section 4.4";

/// The methods, `None` for on demand. The others are compared with the first.
const METHODS: [(Option<Generation>, &str); 5] = [
    (Some(Generation::BreadthFirst), "breadth-first"),
    (None, "on demand"),
    (Some(Generation::Hash), "hash of the path"),
    (Some(Generation::ReseedParent), "re-seeded: parent"),
    (Some(Generation::ReseedNode), "re-seeded: own"),
];

/// The cases: children, depth, order. Static ordering has every number of children from 2 to 10.
const CASES: [(u32, u32, Order); 12] = [
    (2, 14, Order::None),
    (2, 14, Order::Static),
    (5, 6, Order::None),
    (5, 8, Order::Static),
    (10, 6, Order::None),
    (3, 10, Order::Static),
    (4, 8, Order::Static),
    (6, 6, Order::Static),
    (7, 6, Order::Static),
    (8, 6, Order::Static),
    (9, 6, Order::Static),
    (10, 6, Order::Static),
];
/// The cases of the figure by method.
const SHOWN: usize = 5;
/// The methods that re-seed.
const RESEEDED: [usize; 2] = [3, 4];

/// Numbers of nodes are statistically the same, by our reading, within this many per cent: that a difference is not significant
/// would hold of any small enough sample.
const SAME: Meaning = Meaning::at_most("statistically the same", 5.0);

pub(super) struct GenerationMethods;

crate::settings! {
    pub(super) struct Settings {
        seed: FirstSeed,
        /// number of trees in each case
        seeds: Seeds,
    }
}

const fn line(case: usize, method: usize) -> usize {
    case * METHODS.len() + method
}

fn name((children, depth, order): (u32, u32, Order)) -> String {
    let order = if order == Order::None { "unordered" } else { "static ordering" };
    format!("b = {children}, depth {depth}, {order}")
}

impl Study for GenerationMethods {
    type Settings = Settings;
    type Task = Piece;
    type Row = NodesRow;

    fn about(&self) -> &About {
        &About {
            id: "korf-generation",
            title: "Methods of generating random trees: the size of alpha-beta's trees",
            source: SOURCE,
            what: "Alpha-beta on uniform trees whose nodes get their random numbers by breadth-first index, on demand \
                from one stream, or from a generator re-seeded with an index. Section 4.4 re-seeds with the parent's \
                index, section 4.3 with the node's own; both are measured, with static ordering for every number of children \
                from 2 to 10. A hash of the path is the control without a generator.",
            settings: Settings::KEYS,
        }
    }

    fn settings(&self, scale: Scale) -> Settings {
        Settings { seed: 1, seeds: scale.pick(1000, 10_000, 10_000) }
    }

    fn tasks(&self, settings: &Settings, _: &[NodesRow]) -> Result<Vec<Piece>, ExperimentError> {
        let lines = CASES.len() * METHODS.len();
        Ok(tasks(settings.seed, (0..lines).map(|_| (settings.seeds, 50))))
    }

    fn run(&self, _: &Settings, piece: &Piece) -> Result<Vec<NodesRow>, ExperimentError> {
        let (children, depth, order) = CASES[piece.line / METHODS.len()];
        let (generation, _) = METHODS[piece.line % METHODS.len()];
        let branching = Branching::uniform(children)?;
        let mut nodes = Vec::new();
        for seed in piece.seeds() {
            let tree = RandomTree::new(seed, branching);
            nodes.push(match generation {
                Some(generation) => {
                    alpha_beta(&tree.with_generation(generation), order, depth)?.nodes
                }
                None => nodes_on_demand(&OnDemandTree::new(&tree), order, depth)?,
            });
        }
        Ok(vec![NodesRow { line: piece.line, seed: piece.seed, depth, nodes: vec![nodes] }])
    }

    fn summarise(&self, settings: &Settings, rows: &[NodesRow]) -> Summary {
        let means = Means::of(rows);
        let mean = |case: usize, method: usize| means.get(line(case, method), CASES[case].1);
        let relative = |case, method| {
            Some(Estimate::from(mean(case, method)?).over(mean(case, 0)?.into()).times(100.0))
        };
        let title = format!("Mean nodes of alpha-beta on {} trees", settings.seeds);
        let headings = ["method".to_owned()].into_iter().chain(CASES.map(name));
        let mut table = Table::new(title, headings);
        for (method, (_, label)) in METHODS.iter().enumerate() {
            let mut row = vec![Cell::text(*label)];
            row.extend((0..CASES.len()).map(|case| {
                Cell::or_empty(mean(case, method).map(|mean| Cell::measured(mean, 0)))
            }));
            table.rows.push(row);
        }
        let series = CASES.iter().enumerate().take(SHOWN).map(|(case, &kind)| {
            let points = (1..METHODS.len())
                .filter_map(|method| Some(Point { x: method as f64, y: relative(case, method)? }));
            let (label, points) = (name(kind), points.collect());
            Series { label, style: Style::Bars, group: None, points }
        });
        let plot = Plot {
            name: "korf-generation".to_owned(),
            title: "Alpha-beta's nodes by method of generation (Korf & Chickering, 4.4)".to_owned(),
            x: Axis::categories(
                "method (re-seeded with the index of the parent, or of the node itself)",
                METHODS.iter().skip(1).map(|(_, name)| *name),
            ),
            y: Axis::linear("nodes, % of breadth-first generation's"),
            series: series.collect(),
            marks: vec![Mark::Horizontal {
                y: 100.0,
                label: "breadth-first generation".to_owned(),
            }],
        };
        let by_branching = |method: usize| {
            let point = |(case, &(children, _, order)): (usize, &(u32, u32, Order))| {
                Some((children, relative(case, method)?)).filter(|_| order == Order::Static)
            };
            let mut points: Vec<_> = CASES.iter().enumerate().filter_map(point).collect();
            points.sort_by_key(|(children, _)| *children);
            Series::line(METHODS[method].1, points)
        };
        let branching = Plot {
            name: "korf-generation-branching".to_owned(),
            title: "Alpha-beta's nodes on re-seeded trees, static ordering".to_owned(),
            x: Axis::linear("children a node"),
            series: RESEEDED.map(by_branching).into(),
            ..plot.clone()
        };
        let same = |method: usize| {
            let apart = move |case| Some(relative(case, method)?.distance_to(100.0));
            (0..CASES.len()).map(move |case| (name(CASES[case]), apart(case))).collect::<Vec<_>>()
        };
        let fewer = |method: usize| {
            let all = (0..CASES.len()).filter_map(move |case| {
                Some((name(CASES[case]), relative(case, method)?.is_below(100.0)))
            });
            all.collect::<Vec<(String, Comparison)>>()
        };
        let claim = |statement: &str| Claim::of(SOURCE, statement, "", 0);
        let apart = |statement: &str| Claim::of(SOURCE, statement, "%", 1);
        let what = "significantly fewer nodes than breadth-first";
        let mut claims =
            vec![
            apart("breadth-first and on-demand generation give statistically the same numbers of nodes: difference")
                .named("on-demand")
                .reads(SAME, same(1)),
            apart("breadth-first generation gives what ideal random trees give (our control): difference")
                .inferred()
                .reads(SAME, same(2)),
            claim("re-seeding with the index of the parent: significantly fewer nodes")
                .named("re-seeded-parent")
                .in_all(what, fewer(3)),
            Claim::of(
                "Korf & Chickering 1996, section 4.3",
                "re-seeding with the index of the node itself: significantly fewer nodes",
                "",
                0,
            )
            .named("re-seeded-own")
            .in_all(what, fewer(4)),
        ];
        claims.extend(independent(settings, rows));
        Summary {
            tables: vec![table],
            figures: vec![Figure::Plot(plot), Figure::Plot(branching)],
            claims,
        }
    }
}

/// Claims that the numbers agree with an independent measurement.
fn independent(settings: &Settings, rows: &[NodesRow]) -> Vec<Claim> {
    let all = PRINTED.rows();
    let claim = |(method, (generation, label)): (usize, &(Option<Generation>, &str))| {
        // Its hash function is different.
        let other = *generation == Some(Generation::Hash);
        let number = |row: &Row| {
            let case = row.place_in("case", &CASES.map(name));
            let trees = row.get("trees");
            let printed = Printed::new(row.number("nodes"), trees);
            let of = |trees: u32| first_trees(rows, line(case, method), CASES[case].1, (1, trees));
            if other {
                printed.on_others(name(CASES[case]), of(u32::MAX))
            } else {
                printed.on_the_same(name(CASES[case]), of(trees).filter(|_| settings.seed == 1))
            }
        };
        let of_method =
            |row: &&Row| row.place_in("method", &METHODS.map(|(_, label)| label)) == method;
        let numbers = all.iter().filter(of_method).map(number);
        let source = if other { OTHER_TREES } else { SAME_TREES };
        let statement = format!("generation {label}: mean nodes of alpha-beta");
        Claim::of(source, statement, "nodes", 0).independent().each(numbers)
    };
    METHODS.iter().enumerate().map(claim).collect()
}
