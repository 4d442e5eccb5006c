//! Korf & Chickering 1996, Theorem 1: does recursive best-first minimax generate nodes in best-first order?

use plyscope_core::Expansion;
use plyscope_core::random_tree::{Branching, RandomTree};
use plyscope_measure::order::{KINDS, ORDERS, PARTIAL_BY_TEXT, compare};
use plyscope_measure::trees::{PLIES, best_first};
use plyscope_report::{
    Axis, Cell, Claim, Estimate, Figure, Mark, Plot, Point, Series, Style, Summary, Table,
};
use plyscope_tree::Formulation;
use serde::{Deserialize, Serialize};

use crate::keys::{FirstSeed, Seeds, SeedsOrNone};
use crate::kit::independent::{Printed, SAME_TREES};
use crate::kit::lines::{Means, NodesRow, Piece, first_trees, tasks};
use crate::kit::printed::{Data, independent};
use crate::{About, ExperimentError, Scale, Study};

const SOURCE: &str = "Korf & Chickering 1996, section 3.1, Theorem 1";

/// Seeds of a task.
const PIECE: u32 = 5;

/// The searches whose nodes are counted on trees with many children.
const WIDE: [(Expansion, Formulation, &str); 3] = [
    (Expansion::Partial, Formulation::Figure3, "partial expansion by Fig. 3"),
    (Expansion::Full, Formulation::Figure3, "full expansion"),
    (Expansion::Partial, Formulation::Text, "partial expansion by the text's definition"),
];

/// Their nodes in an independent measurement.
const PRINTED: Data = independent!("theorem_1.csv");

pub(super) struct Theorem1;

crate::settings! {
    pub(super) struct Settings {
        seed: FirstSeed,
        /// number of trees of each of the seven kinds whose searches are compared
        seeds: Seeds,
        /// number of trees with many children whose nodes are counted
        wide_seeds: SeedsOrNone,
        /// children of a node on those trees
        wide_branching: u32,
        /// deepest search on those trees
        wide_depth: u32,
    }
}

/// Some trees: of one kind, whose searches are compared; or with many children, whose nodes are counted.
#[derive(Serialize, Deserialize)]
pub(super) struct Row {
    /// The number of searches of each order that differ, by depth (from 1).
    differing: [Vec<u32>; 4],
    /// The number of searches of each order at each depth.
    compared: u32,
    #[serde(flatten)]
    nodes: NodesRow,
}

impl Study for Theorem1 {
    type Settings = Settings;
    type Task = Piece;
    type Row = Row;

    fn about(&self) -> &About {
        &About {
            id: "korf-theorem-1",
            title: "Theorem 1: is recursive best-first minimax a best-first search?",
            source: SOURCE,
            what: "The theorem says that recursive best-first minimax generates nodes for the first time in best-first \
                order. On trees with distinct values (24-bit edge costs from a hash), for every search to every depth, \
                the order of its first generations is compared with that of best-first minimax with the tree in \
                memory: by Fig. 3's control, and by the text's definition, in which the value of a partly expanded \
                node is that of its best generated child. The cost of the definition is measured in nodes on trees \
                with many children.",
            settings: Settings::KEYS,
        }
    }

    fn settings(&self, scale: Scale) -> Settings {
        Settings {
            seed: 1,
            seeds: scale.pick(30, 1000, 1000),
            wide_seeds: scale.pick(50, 200, 200),
            wide_branching: 100,
            wide_depth: 17,
        }
    }

    fn check(&self, settings: &Settings) -> Result<(), String> {
        if !(1..=128).contains(&settings.wide_branching) {
            return Err("give wide_branching from 1 to 128".to_owned());
        }
        if !(1..=PLIES as u32).contains(&settings.wide_depth) {
            return Err(format!("give wide_depth from 1 to {PLIES}"));
        }
        Ok(())
    }

    fn tasks(&self, settings: &Settings, _: &[Row]) -> Result<Vec<Piece>, ExperimentError> {
        let kinds = KINDS.iter().map(|_| (settings.seeds, PIECE));
        let wide = WIDE.iter().map(|_| (settings.wide_seeds, PIECE));
        Ok(tasks(settings.seed, kinds.chain(wide)))
    }

    fn run(&self, settings: &Settings, piece: &Piece) -> Result<Vec<Row>, ExperimentError> {
        let (differing, trees) = if let Some((_, deepest)) = KINDS.get(piece.line) {
            (compare(piece.line, piece.seeds(), *deepest)?, Vec::new())
        } else {
            let (expansion, formulation, _) = WIDE[piece.line - KINDS.len()];
            let branching = Branching::uniform(settings.wide_branching)?;
            let nodes = |seed| {
                let tree = RandomTree::new(seed, branching);
                let found = best_first(&tree, expansion, formulation, settings.wide_depth);
                found.iter().map(|found| found.nodes).collect()
            };
            (Default::default(), piece.seeds().map(nodes).collect())
        };
        Ok(vec![Row { differing, compared: piece.count, nodes: NodesRow::of(*piece, &trees) }])
    }

    fn summarise(&self, settings: &Settings, rows: &[Row]) -> Summary {
        let shares = Shares::of(rows);
        let rows: Vec<NodesRow> = rows.iter().map(|row| row.nodes.clone()).collect();
        let mut claims = shares.claims();
        claims.extend(claims_on_wide(settings, &rows));
        let means = Means::of(&rows);
        Summary {
            tables: vec![shares.table(), wide_table(settings, &means)],
            figures: vec![shares.figure(), wide_figure(settings, &means)],
            claims,
        }
    }
}

/// The number of searches that differ, and of all, by kind, order and depth (from 1).
struct Shares([[Vec<(u64, u64)>; 4]; 7]);

impl Shares {
    fn of(rows: &[Row]) -> Self {
        let mut all: [[Vec<(u64, u64)>; 4]; 7] = Default::default();
        for row in rows {
            let Some(kind) = all.get_mut(row.nodes.line) else { continue };
            for (shares, differing) in kind.iter_mut().zip(&row.differing) {
                shares.resize(shares.len().max(differing.len()), (0, 0));
                for (share, &differing) in shares.iter_mut().zip(differing) {
                    share.0 += u64::from(differing);
                    share.1 += u64::from(row.compared);
                }
            }
        }
        Self(all)
    }

    /// Sums over all depths.
    fn sum(&self, kind: usize, order: usize) -> (u64, u64) {
        let add = |(a, b): (u64, u64), (c, d): &(u64, u64)| (a + c, b + d);
        self.0[kind][order].iter().fold((0, 0), add)
    }

    fn table(&self) -> Table {
        let headings = ORDERS.map(|(.., name)| format!("{name}: differ"));
        let headings = ["trees".to_owned(), "searches".to_owned()].into_iter().chain(headings);
        let title = "Searches whose first generations are in a different order than in memory";
        let mut table = Table::new(title, headings);
        for (place, (name, _)) in KINDS.iter().enumerate() {
            let mut row = vec![Cell::text(*name), Cell::number(self.sum(place, 0).1 as f64, 0)];
            row.extend(
                (0..ORDERS.len()).map(|order| Cell::number(self.sum(place, order).0 as f64, 0)),
            );
            table.rows.push(row);
        }
        table
    }

    fn figure(&self) -> Figure {
        let series = KINDS.iter().zip(&self.0).map(|((name, _), orders)| {
            let share = |&(differing, all): &(u64, u64)| Estimate::percent(differing, all);
            let points = (1u32..).zip(orders[PARTIAL_BY_TEXT].iter().map(share));
            let points = points.filter(|(_, share)| share.value.is_finite());
            Series::line(*name, points)
        });
        Figure::Plot(Plot {
            name: "korf-theorem-1".to_owned(),
            title: "Theorem 1 and partial expansion by the text's definition".to_owned(),
            x: Axis::linear("search depth (plies)"),
            y: Axis::linear("searches in a different order (%)").from_to(0.0, 100.0),
            series: series.collect(),
            marks: Vec::new(),
        })
    }

    fn claims(&self) -> Vec<Claim> {
        let cases = |order: usize| {
            let case = |kind: usize| {
                let (differing, all) = self.sum(kind, order);
                let name = format!("{}: {differing} of {all} searches differ", KINDS[kind].0);
                (all > 0).then_some((name, differing == 0))
            };
            (0..KINDS.len()).filter_map(case).collect::<Vec<_>>()
        };
        let of = |source: &str, statement: String| Claim::of(source, statement, "", 0);
        let theorem =
            "recursive best-first minimax generates nodes for the first time in best-first order";
        let whole = |what: &str| {
            of(SOURCE, format!("{theorem}: {what}"))
                .point_of("theorem", format!("Theorem 1: {theorem}"))
        };
        let (differing, all) = (0..KINDS.len())
            .map(|kind| self.sum(kind, PARTIAL_BY_TEXT))
            .fold((0, 0), |(a, b), (c, d)| (a + c, b + d));
        vec![
            whole("full expansion, the text's definition")
                .at("text")
                .in_all("always", cases(1)),
            whole("full expansion, Fig. 3's control with the tree in memory")
                .in_all("always", cases(0)),
            whole("partial expansion, the text's definition")
                .at("text")
                .in_all("always", cases(PARTIAL_BY_TEXT)),
            whole("partial expansion, Fig. 3's control with the tree in memory")
                .in_all("always", cases(2)),
            of(
                "independent measurement on trees of its own",
                format!(
                    "the theorem fails for partial expansion under the text's definition: here {differing} of {all} \
                     searches differ"
                ),
            )
            .independent()
            .in_all(
                "1558 of 3680 searches differ",
                (all > 0).then_some(("some searches differ", differing > 0)),
            ),
        ]
    }
}

fn wide_table(settings: &Settings, means: &Means) -> Table {
    let title = format!(
        "Mean nodes of best-first minimax in memory, {} trees with {} children a node",
        settings.wide_seeds, settings.wide_branching
    );
    let headings = ["depth"].into_iter().chain(WIDE.map(|(_, _, name)| name));
    let mut table = Table::new(title, headings);
    for depth in 1..=settings.wide_depth {
        let mut row = vec![Cell::number(depth, 0)];
        row.extend((0..WIDE.len()).map(|search| {
            let mean = means.get(KINDS.len() + search, depth);
            Cell::or_empty(mean.map(|mean| Cell::measured(mean, 1)))
        }));
        table.rows.push(row);
    }
    table
}

fn wide_figure(settings: &Settings, means: &Means) -> Figure {
    let series = WIDE.iter().enumerate().map(|(search, (_, _, name))| {
        let points = means.of_line(KINDS.len() + search);
        let points = points.map(|(depth, mean)| Point { x: depth.into(), y: mean.into() });
        Series {
            label: (*name).to_owned(),
            style: Style::Line,
            group: None,
            points: points.collect(),
        }
    });
    let marks = if settings.wide_branching == 100 {
        let label = "paper: below 34,000".to_owned();
        vec![Mark::Point { x: 17.0, y: 34_000.0, label }]
    } else {
        Vec::new()
    };
    Figure::Plot(Plot {
        name: "korf-theorem-1-nodes".to_owned(),
        title: format!(
            "Best-first minimax in memory, {} children a node, by definition",
            settings.wide_branching
        ),
        x: Axis::linear("search depth (plies)"),
        y: Axis::log("nodes generated (mean)")
            .with_samples_of([settings.wide_seeds as usize], "trees"),
        series: series.collect(),
        marks,
    })
}

fn claims_on_wide(settings: &Settings, rows: &[NodesRow]) -> Vec<Claim> {
    const FIGURE_6: &str =
        "Korf & Chickering 1996, section 5, Fig. 6, which does not name the expansion";
    const WIDE_NODES: &str = "mean nodes to depth 17 with 100 children a node (its searches may break ties between \
        costs differently)";
    let same = settings.seed == 1 && settings.wide_branching == 100;
    let nodes = |search: usize, trees: u32| {
        first_trees(rows, KINDS.len() + search, 17, (1, trees)).filter(|_| same)
    };
    let rows = PRINTED.rows();
    let numbers = rows.iter().map(|row| {
        let search = row.place_in("search", &WIDE.map(|(.., name)| name));
        let trees = row.get("trees");
        let printed = Printed::new(row.number("nodes"), trees);
        printed.on_the_same(row.text("search"), nodes(search, trees))
    });
    let claim = |source: &str, statement: String| Claim::of(source, statement, "nodes", 0);
    let mut claims: Vec<Claim> = WIDE
        .iter()
        .enumerate()
        .map(|(search, (_, _, name))| {
            let statement =
                format!("less than 34,000 nodes to depth 17 with 100 children a node, if the search used {name}");
            claim(FIGURE_6, statement)
                .own()
                .below(34_000.0, nodes(search, u32::MAX).map(Estimate::from))
        })
        .collect();
    claims.push(claim(SAME_TREES, WIDE_NODES.to_owned()).independent().each(numbers));
    claims
}
