//! Korf & Chickering 1996, section 6, on Fig. 9: iterative deepening against static ordering with more children.

use plyscope_core::Order;
use plyscope_core::random_tree::{Branching, RandomTree};
use plyscope_measure::trees::{PLIES, alpha_beta, deepening};
use plyscope_report::{Axis, Cell, Claim, Estimate, Figure, Mark, Plot, Series, Summary, Table};

use crate::keys::{FirstSeed, Seeds};
use crate::kit::collect::ratio;
use crate::kit::independent::{SAME_TREES, derived};
use crate::kit::lines::{NodesRow, Piece, check_lists, pairs, tasks};
use crate::kit::printed::Number;
use crate::{About, ExperimentError, Scale, Study};

const SOURCE: &str = "Korf & Chickering 1996, section 6, on Fig. 9";

/// The searches of each line.
const SEARCHES: [&str; 2] = ["iterative deepening", "static ordering"];

/// The paper's number of trees; seeds start at 1.
const PAPERS_TREES: u32 = 100;

pub(super) struct Deepenings;

crate::settings! {
    pub(super) struct Settings {
        seed: FirstSeed,
        /// number of trees on each line
        seeds: Seeds,
        /// children of a node, one line for each search and number
        branching: Vec<u32>,
        /// deepest search for each number of children
        depths: Vec<u32>,
    }
}

impl Study for Deepenings {
    type Settings = Settings;
    type Task = Piece;
    type Row = NodesRow;

    fn about(&self) -> &About {
        &About {
            id: "korf-fig-9-branching",
            title: "Iterative deepening against static ordering, with more children than Fig. 9's two",
            source: SOURCE,
            what: "Fig. 9 shows binary trees. The text says that with more children iterative deepening gains less \
                over static ordering, and loses to it from smaller depths on. On uniform trees with 2 to 10 children a \
                node, 100 of each (seeds 1 to 100), this compares the nodes of alpha-beta with iterative deepening on \
                a saved tree (only first generations count) with those of static ordering on the same trees.",
            settings: Settings::KEYS,
        }
    }

    fn settings(&self, scale: Scale) -> Settings {
        Settings {
            seed: 1,
            seeds: 100,
            branching: vec![2, 3, 4, 5, 10],
            depths: scale.pick(
                vec![18, 12, 9, 8, 6],
                vec![20, 14, 11, 10, 7],
                vec![24, 15, 12, 11, 8],
            ),
        }
    }

    fn check(&self, settings: &Settings) -> Result<(), String> {
        let Settings { branching, depths, .. } = settings;
        check_lists(&[("branching", branching.len()), ("depths", depths.len())])?;
        for (&b, &depth) in branching.iter().zip(depths) {
            let leaves = f64::from(b).powi(depth as i32);
            if !(1..=128).contains(&b) || !(1..=PLIES as u32).contains(&depth) || leaves > 1e9 {
                return Err(format!(
                    "give branching from 1 to 128, depths from 1 to {PLIES}, and trees of at most 10^9 leaves"
                ));
            }
        }
        Ok(())
    }

    fn tasks(&self, settings: &Settings, _: &[NodesRow]) -> Result<Vec<Piece>, ExperimentError> {
        let lines = settings.branching.len() * SEARCHES.len();
        Ok(tasks(settings.seed, (0..lines).map(|_| (settings.seeds, 5))))
    }

    fn run(&self, settings: &Settings, piece: &Piece) -> Result<Vec<NodesRow>, ExperimentError> {
        let (place, search) = (piece.line / SEARCHES.len(), piece.line % SEARCHES.len());
        let branching = Branching::uniform(settings.branching[place])?;
        let mut trees = Vec::new();
        for seed in piece.seeds() {
            let tree = RandomTree::new(seed, branching);
            let nodes = |depth| -> Result<u64, ExperimentError> {
                Ok(match search {
                    0 => deepening(&tree, depth).nodes,
                    _ => alpha_beta(&tree, Order::Static, depth)?.nodes,
                })
            };
            trees.push((1..=settings.depths[place]).map(nodes).collect::<Result<Vec<_>, _>>()?);
        }
        Ok(vec![NodesRow::of(*piece, &trees)])
    }

    fn summarise(&self, settings: &Settings, rows: &[NodesRow]) -> Summary {
        let ratios = Ratios::of(settings, rows);
        Summary {
            tables: vec![ratios.table(settings)],
            figures: vec![ratios.figure(settings)],
            claims: ratios.claims(settings),
        }
    }
}

/// Nodes of iterative deepening over those of static ordering, by place among the branching factors and depth (from 1).
struct Ratios(Vec<Vec<Estimate>>);

impl Ratios {
    fn of(settings: &Settings, rows: &[NodesRow]) -> Self {
        let line = |place: usize| {
            let first = place * SEARCHES.len();
            pairs(rows, first, first + 1).iter().map(|pairs| ratio(pairs)).collect()
        };
        Self((0..settings.branching.len()).map(line).collect())
    }

    /// By depth, from 1.
    fn with(&self, settings: &Settings, b: u32) -> &[Estimate] {
        let place = settings.branching.iter().position(|&other| other == b);
        place.map_or(&[], |place| &self.0[place])
    }

    fn table(&self, settings: &Settings) -> Table {
        let headings = settings.branching.iter().map(|b| format!("{b} children"));
        let title = format!(
            "Nodes of iterative deepening over those of static ordering, {} trees",
            settings.seeds
        );
        let mut table = Table::new(title, ["depth".to_owned()].into_iter().chain(headings));
        let deepest = self.0.iter().map(Vec::len).max().unwrap_or(0);
        for depth in 1..=deepest {
            let mut row = vec![Cell::number(depth as f64, 0)];
            row.extend(self.0.iter().map(|ratios| {
                Cell::or_empty(ratios.get(depth - 1).map(|ratio| Cell::measured(*ratio, 3)))
            }));
            table.rows.push(row);
        }
        table
    }

    fn figure(&self, settings: &Settings) -> Figure {
        let series = settings.branching.iter().zip(&self.0).map(|(b, ratios)| {
            Series::line(format!("b = {b}"), (1u32..).zip(ratios.iter().copied()))
        });
        Figure::Plot(Plot {
            name: "korf-fig-9-branching".to_owned(),
            title: "Iterative deepening over static ordering (Korf & Chickering, section 6)"
                .to_owned(),
            x: Axis::linear("search depth (plies)"),
            y: Axis::linear("nodes, iterative deepening / static ordering"),
            series: series.collect(),
            marks: vec![Mark::Horizontal { y: 1.0, label: "equal nodes".to_owned() }],
        })
    }

    fn claims(&self, settings: &Settings) -> Vec<Claim> {
        let of = |statement: &str, unit: &str| Claim::of(SOURCE, statement, unit, 1);
        // The trees are the paper's own, so their means have no uncertainty.
        let better = |ratio: &Estimate| ratio.value < 1.0 - 1e-12;
        let five = self.with(settings, 5);
        let gain = |ratios: &[Estimate]| {
            let best = ratios.iter().map(|ratio| ratio.value).min_by(f64::total_cmp)?;
            Some(100.0 * (1.0 - best))
        };
        let lines = || settings.branching.iter().zip(&self.0);
        // The depth from which static ordering is better at every depth searched.
        let turns: Vec<(u32, usize)> = lines()
            .filter_map(|(b, ratios)| {
                let last = ratios.iter().rposition(better)? + 1;
                (last < ratios.len()).then_some((*b, last + 1))
            })
            .collect();
        let binary = gain(self.with(settings, 2));
        let smaller = lines().filter(|(b, _)| **b > 2).filter_map(|(b, ratios)| {
            let (ours, binary) = (gain(ratios)?, binary?);
            Some((format!("b = {b}: {ours:.1} %, b = 2: {binary:.1} %"), ours < binary))
        });
        let only = (1u32..).zip(five).map(|(depth, ratio)| {
            (format!("depth {depth}: {:.4}", ratio.value), better(ratio) == (depth == 3))
        });
        let at_3 = five.get(2).map(|ratio| ratio.times(-100.0));
        let at_3 = at_3.map(|ratio| Estimate {
            value: 100.0 + ratio.value,
            low: 100.0 + ratio.low,
            high: 100.0 + ratio.high,
        });
        let papers = settings.seed == 1 && settings.seeds == PAPERS_TREES;
        let exact = |ours: Estimate| if papers { Estimate::exact(ours.value) } else { ours };
        vec![
            of("with more than two children its greatest advantage is smaller", "")
                .in_all("smaller", smaller),
            of("the depth from which static ordering generates fewer nodes does not increase with more \
                children", "").in_all(
                "decreases",
                turns.windows(2).map(|pair| {
                    let [(few, before), (many, after)] = [pair[0], pair[1]];
                    (format!("b = {few} from {before}, b = {many} from {after} on"), after <= before)
                }),
            ),
            of("b = 5: iterative deepening generates fewer nodes at depth 3 only", "")
                .in_all("depth 3 only", only),
            of("b = 5: its advantage at depth 3 is only 1 %", "%").equals(1.0, 0.5, at_3.map(exact)),
            Claim::of(SAME_TREES, "b = 5: its advantage at depth 3", "%", 1).independent()
                .each([derived("depth 3", Number::new(1.4, 1), at_3, papers)]),
        ]
    }
}
