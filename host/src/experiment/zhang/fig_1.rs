//! Zhang 1996, Fig. 1: forward estimation against alpha-beta on random trees.

use plyscope_core::Order;
use plyscope_core::random_tree::{Branching, EdgeCosts, RandomTree};
use plyscope_core::search::forward_estimation::FixedBounds;
use serde::{Deserialize, Serialize};

use crate::experiment::kit::independent::{Printed, SAME_TREES, derived};
use crate::experiment::kit::lines::{Means, NodesRow, Piece, check_lists, first_trees, tasks};
use crate::experiment::kit::printed::{Data, Number, Row, printed};
use crate::experiment::kit::trees::{PLIES, alpha_beta, forward_estimation, minimal_tree};
use crate::experiment::{About, ExperimentError, Scale, Study};
use crate::report::{
    Axis, Cell, Claim, Estimate, Figure, Mark, Plot, Series, Style, Summary, Table,
};

/// The numbers of an independent measurement: nodes with ten children, growth per ply, and nodes to depth 8 on the
/// first trees with random numbers of children.
const TEN: Data = printed!("fig_1a.csv");
const GROWTHS: Data = printed!("fig_1a_growths.csv");
const DEPTH_8: Data = printed!("fig_1b.csv");
const TREES: u32 = 300;

/// A row's search: its name and number.
fn search(row: &Row) -> (&str, usize) {
    (row.text("search"), row.place_in("search", &SEARCHES))
}

/// The searches of each line.
const SEARCHES: [&str; 2] = ["alpha-beta", "forward estimation"];

/// Seeds of a task.
const PIECE: u32 = 5;

/// Fig. 1(a): uniform trees.
pub(super) struct Figure1a;
/// Fig. 1(b): trees with random numbers of children.
pub(super) struct Figure1b;

#[derive(Serialize, Deserialize)]
pub(super) struct Settings {
    seed: u32,
    seeds: Vec<u32>,
    branching: Vec<u32>,
    depths: Vec<u32>,
}

const MEANINGS: &[(&str, &str)] = &[
    ("seed", "first tree's seed"),
    ("seeds", "number of trees for each number of children"),
    ("branching", "children of a node, or their mean; one line for each search and number"),
    ("depths", "deepest search for each number of children"),
];

impl Settings {
    fn check(&self, most: u32) -> Result<(), String> {
        let lengths = [("branching", self.branching.len()), ("depths", self.depths.len())];
        check_lists(&lengths)?;
        check_lists(&[lengths[0], ("seeds", self.seeds.len())])?;
        if self.branching.iter().any(|b| !(1..=most).contains(b)) {
            return Err(format!("give branching from 1 to {most}"));
        }
        if self.depths.iter().any(|depth| !(1..=PLIES as u32).contains(depth)) {
            return Err(format!("give depths from 1 to {PLIES}"));
        }
        let leaves = |(&b, &depth): (&u32, &u32)| f64::from(b).powi(depth as i32) > 1e13;
        if self.branching.iter().zip(&self.depths).any(leaves) {
            return Err("the trees have more than 10^13 leaves: give a smaller depth".to_owned());
        }
        Ok(())
    }

    fn tasks(&self) -> Vec<Piece> {
        let lines = self.seeds.iter().flat_map(|&seeds| [(seeds, PIECE); SEARCHES.len()]);
        tasks(self.seed, lines)
    }

    fn run(
        &self,
        piece: Piece,
        branching: impl Fn(u32) -> Result<Branching, ExperimentError>,
    ) -> Result<Vec<NodesRow>, ExperimentError> {
        let (place, search) = (piece.line / SEARCHES.len(), piece.line % SEARCHES.len());
        let branching = branching(self.branching[place])?;
        let costs = EdgeCosts::Zhang;
        let exact = FixedBounds::exact(costs.lowest(), costs.highest());
        let mut trees = Vec::new();
        for seed in piece.seeds() {
            let tree = RandomTree::new(seed, branching).with_edge_costs(costs);
            let mut nodes = Vec::new();
            for depth in 1..=self.depths[place] {
                let found = match search {
                    0 => alpha_beta(&tree, Order::Static, depth)?,
                    _ => forward_estimation(&tree, Order::Static, depth, exact)?,
                };
                nodes.push(found.nodes);
            }
            trees.push(nodes);
        }
        Ok(vec![NodesRow::of(piece, &trees)])
    }

    fn place(&self, branching: u32) -> Option<usize> {
        self.branching.iter().position(|&b| b == branching)
    }

    fn line(&self, branching: u32, search: usize) -> Option<usize> {
        Some(self.place(branching)? * SEARCHES.len() + search)
    }

    fn labels(&self, kind: &str) -> Vec<String> {
        let labels = |b: &u32| SEARCHES.map(|search| format!("{search}, {kind} = {b}"));
        self.branching.iter().flat_map(labels).collect()
    }

    fn series(&self, means: &Means, kind: &str) -> Vec<Series> {
        let styled = |(line, series): (usize, Series)| {
            let style = if line % 2 == 0 { Style::Line } else { Style::Dashed };
            series.styled(style).in_group(line / SEARCHES.len())
        };
        means.series(&self.labels(kind)).into_iter().enumerate().map(styled).collect()
    }

    /// Growth per ply over the last two plies of each number of children, for both searches.
    fn growths(&self, means: &Means) -> Vec<(u32, u32, [Estimate; 2])> {
        let growths = |&b: &u32| {
            let (end, _) = means.last(self.line(b, 0)?)?;
            let from = end.checked_sub(2).filter(|&from| from > 0)?;
            let growth = |search| means.growth(self.line(b, search)?, from, end);
            Some((b, end, [growth(0)?, growth(1)?]))
        };
        self.branching.iter().filter_map(growths).collect()
    }
}

impl Study for Figure1a {
    type Settings = Settings;
    type Task = Piece;
    type Row = NodesRow;

    fn about(&self) -> &About {
        &About {
            id: "zhang-fig-1a",
            title: "Forward estimation against alpha-beta on uniform trees",
            source: "Zhang 1996, Fig. 1(a)",
            what: "Uniform trees with 2, 5 and 10 children a node, edge costs from -16383 to 16384, 1000 trees at each \
                depth. Alpha-beta with static ordering is compared with forward estimation with exact bounds, which \
                finds the same values: the depths reached with a million nodes, and the effective branching factors.",
            settings: MEANINGS,
        }
    }

    fn settings(&self, scale: Scale) -> Settings {
        Settings {
            seed: 1,
            seeds: scale.pick(vec![400, 100, 30], vec![1000, 1000, 300], vec![1000, 1000, 1000]),
            branching: vec![2, 5, 10],
            depths: scale.pick(vec![18, 11, 11], vec![20, 12, 11], vec![24, 13, 12]),
        }
    }

    fn check(&self, settings: &Settings) -> Result<(), String> {
        settings.check(128)
    }

    fn tasks(&self, settings: &Settings, _: &[NodesRow]) -> Result<Vec<Piece>, ExperimentError> {
        Ok(settings.tasks())
    }

    fn run(&self, settings: &Settings, piece: &Piece) -> Result<Vec<NodesRow>, ExperimentError> {
        settings.run(*piece, |b| Ok(Branching::uniform(b)?))
    }

    fn summarise(&self, settings: &Settings, rows: &[NodesRow]) -> Summary {
        let means = Means::of(rows);
        let mut table = Table::new(
            "Growth of nodes per ply over a line's last two plies",
            [
                "children",
                "to depth",
                "alpha-beta",
                "forward estimation",
                "perfectly ordered alpha-beta",
            ],
        );
        for (b, end, [plain, estimating]) in settings.growths(&means) {
            table.rows.push(vec![
                Cell::number(b, 0),
                Cell::number(end, 0),
                Cell::measured(plain, 3),
                Cell::measured(estimating, 3),
                Cell::number(minimal_growth(b, end), 3),
            ]);
        }
        let mut series = settings.series(&means, "b");
        for (place, &b) in settings.branching.iter().enumerate() {
            let minimal = (1..=settings.depths[place])
                .map(|depth| (depth, Estimate::exact(minimal_tree(b.into(), depth) as f64)));
            let label = format!("perfect ordering, b = {b}");
            series.push(Series::line(label, minimal).styled(Style::Thin).in_group(place));
        }
        let plot = Plot {
            name: "zhang-fig-1a".to_owned(),
            title: "Nodes on uniform trees (Zhang, Fig. 1a)".to_owned(),
            x: Axis::linear("search depth (plies)"),
            y: Axis::log("nodes generated (mean)"),
            series,
            marks: vec![Mark::Horizontal { y: 1e6, label: "a million nodes".to_owned() }],
        };
        Summary {
            tables: vec![
                means.table("Mean nodes generated by depth", &settings.labels("b")),
                table,
            ],
            figures: vec![Figure::Plot(plot)],
            claims: claims_of_1a(settings, &means)
                .into_iter()
                .chain(independent_a(settings, rows, &means))
                .collect(),
        }
    }
}

/// Growth of the minimal tree per ply over the two plies up to `end`.
fn minimal_growth(b: u32, end: u32) -> f64 {
    let nodes = |depth| minimal_tree(b.into(), depth) as f64;
    (nodes(end) / nodes(end - 2)).sqrt()
}

fn claims_of_1a(settings: &Settings, means: &Means) -> Vec<Claim> {
    const SOURCE: &str = "Zhang 1996, section 2, Fig. 1(a)";
    let nodes = |search, depth| means.estimate(settings.line(10, search)?, depth);
    let mut claims = vec![
        Claim::of(
            SOURCE,
            "alpha-beta does not reach depth 10 with a million nodes, 10 children a node",
            "nodes",
            0,
        )
        .at_least(1e6, nodes(0, 10)),
        Claim::of(
            SOURCE,
            "forward estimation reaches depth 11 with a million nodes, 10 children a node",
            "nodes",
            0,
        )
        .below(1e6, nodes(1, 11)),
    ];
    for (b, end, [plain, estimating]) in settings.growths(means) {
        let what = format!(
            "forward estimation's effective branching factor is below that of perfectly ordered alpha-beta, {b} children a \
             node, depths {} to {end}",
            end - 2
        );
        claims.push(Claim::of(SOURCE, what, "", 3).below(minimal_growth(b, end), Some(estimating)));
        let what =
            format!("it is below alpha-beta's, {b} children a node, depths {} to {end}", end - 2);
        claims.push(Claim::of(SOURCE, what, "", 3).below(plain.value, Some(estimating)));
    }
    claims
}

/// Claims that the numbers agree with an independent measurement.
fn independent_a(settings: &Settings, rows: &[NodesRow], means: &Means) -> Vec<Claim> {
    let same = settings.seed == 1;
    let (rows_of_ten, rows_of_growths) = (TEN.rows(), GROWTHS.rows());
    let nodes = rows_of_ten.iter().map(|row| {
        let (name, search) = search(row);
        let [depth, trees] = ["depth", "trees"].map(|column| row.get(column));
        let line = settings.line(10, search).filter(|_| same);
        let ours = line.and_then(|line| first_trees(rows, line, depth, (1, trees)));
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
        Claim::of(SAME_TREES, statement, "", 2).independent().each([number])
    });
    let twelve = settings.line(10, 1).filter(|_| same);
    let twelve = twelve.and_then(|line| first_trees(rows, line, 12, (1, 100)));
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

impl Study for Figure1b {
    type Settings = Settings;
    type Task = Piece;
    type Row = NodesRow;

    fn about(&self) -> &About {
        &About {
            id: "zhang-fig-1b",
            title: "Forward estimation against alpha-beta on trees with random numbers of children",
            source: "Zhang 1996, Fig. 1(b)",
            what: "Like Fig. 1(a), on trees whose numbers of children are uniform on 1 to 2m - 1, with mean m; the \
                root has m.",
            settings: MEANINGS,
        }
    }

    fn settings(&self, scale: Scale) -> Settings {
        Settings {
            seed: 1,
            seeds: scale.pick(vec![300, 100], vec![1000, 300], vec![1000, 1000]),
            branching: vec![5, 10],
            depths: scale.pick(vec![10, 8], vec![11, 9], vec![12, 9]),
        }
    }

    fn check(&self, settings: &Settings) -> Result<(), String> {
        settings.check(64)
    }

    fn tasks(&self, settings: &Settings, _: &[NodesRow]) -> Result<Vec<Piece>, ExperimentError> {
        Ok(settings.tasks())
    }

    fn run(&self, settings: &Settings, piece: &Piece) -> Result<Vec<NodesRow>, ExperimentError> {
        settings.run(*piece, |mean| Ok(Branching::random(2 * mean - 1)?.with_root(mean)?))
    }

    fn summarise(&self, settings: &Settings, rows: &[NodesRow]) -> Summary {
        const SOURCE: &str = "Zhang 1996, section 2, Fig. 1(b)";
        let means = Means::of(rows);
        let plot = Plot {
            name: "zhang-fig-1b".to_owned(),
            title: "Nodes on trees with random numbers of children (Zhang, Fig. 1b)".to_owned(),
            x: Axis::linear("search depth (plies)"),
            y: Axis::log("nodes generated (mean)"),
            series: settings.series(&means, "mean"),
            marks: Vec::new(),
        };
        let mut claims = Vec::new();
        for &b in &settings.branching {
            let of = |search, depth| means.estimate(settings.line(b, search)?, depth);
            let depths = 1..=settings.depths[settings.place(b).unwrap_or(0)];
            let fewer = depths.filter_map(|depth| {
                Some((depth, of(1, depth)?.value < of(0, depth)?.value)).filter(|_| depth >= 3)
            });
            let what = format!(
                "forward estimation generates fewer nodes at the same depth, from 3 on, mean {b}"
            );
            claims.push(Claim::of(SOURCE, what, "", 0).in_all("all depths", fewer));
        }
        for (b, end, [plain, estimating]) in settings.growths(&means) {
            let what = format!(
                "it reduces alpha-beta's effective branching factor, mean {b}, depths {} to {end}",
                end - 2
            );
            claims.push(Claim::of(SOURCE, what, "", 3).below(plain.value, Some(estimating)));
        }
        let printed = DEPTH_8.rows();
        let nodes = printed.iter().map(|row| {
            let (name, search) = search(row);
            let mean = row.get("mean");
            let line = settings.line(mean, search).filter(|_| settings.seed == 1);
            let ours = line.and_then(|line| first_trees(rows, line, 8, (1, TREES)));
            let name = format!("{name}, mean {mean}");
            Printed::new(row.number("nodes"), TREES).on_the_same(name, ours)
        });
        claims.push(
            Claim::of(SAME_TREES, "mean nodes to depth 8", "nodes", 0).independent().each(nodes),
        );
        Summary {
            tables: vec![means.table("Mean nodes generated by depth", &settings.labels("mean"))],
            figures: vec![Figure::Plot(plot)],
            claims,
        }
    }
}
