//! Korf & Chickering 1996, section 5.1: full against partial expansion, in linear space and with the tree in memory.

use plyscope_core::Expansion;
use plyscope_core::random_tree::{Branching, RandomTree};
use plyscope_measure::trees::{best_first, rbfms};
use plyscope_report::{
    Axis, Cell, Claim, Estimate, Figure, Mark, Plot, Series, Style, Summary, Table,
};
use plyscope_tree::Formulation;

use crate::keys::{FirstSeed, Seeds};
use crate::kit::collect::ratio;
use crate::kit::independent::{Printed, SAME_TREES};
use crate::kit::lines::{
    Means, NodesRow, Piece, check_lists, check_trees, first_trees, pairs, tasks,
};
use crate::kit::printed::{Data, Row, independent};
use crate::{About, ExperimentError, Scale, Study};

const SOURCE: &str = "Korf & Chickering 1996, section 5.1";

/// The searches of each line.
const SEARCHES: [&str; 5] = [
    "linear space, partial",
    "linear space, full",
    "in memory, partial",
    "in memory, full",
    "in memory, partial by the text's definition",
];

/// The numbers of an independent measurement, of full expansion in linear space on the first trees.
const PRINTED: Data = independent!("expansion.csv");
const TREES: u32 = 1000;

/// The search measured.
const LINEAR_FULL: usize = 1;

pub(super) struct Expansions;

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

/// The line of a branching factor and a search.
const fn line(branching: usize, search: usize) -> usize {
    branching * SEARCHES.len() + search
}

impl Study for Expansions {
    type Settings = Settings;
    type Task = Piece;
    type Row = NodesRow;

    fn about(&self) -> &About {
        &About {
            id: "korf-expansion",
            title: "Best-first minimax: full expansion against partial expansion",
            source: SOURCE,
            what: "Compares generating all children of a node at once (full expansion) with generating one at a time \
                (partial), both in linear space, where all generations count, and with the tree in memory, where first \
                generations count. Partial expansion in memory follows Fig. 3's control, and also the text's \
                definition, by which a first child below alpha moves the principal variation, too.",
            settings: Settings::KEYS,
        }
    }

    fn settings(&self, scale: Scale) -> Settings {
        Settings {
            seed: 1,
            seeds: scale.pick(500, 10_000, 10_000),
            branching: vec![2, 3, 5, 10],
            depths: scale.pick(vec![20, 20, 18, 12], vec![20, 20, 20, 20], vec![20, 20, 20, 20]),
        }
    }

    fn check(&self, settings: &Settings) -> Result<(), String> {
        let Settings { branching, depths, .. } = settings;
        check_lists(&[("branching", branching.len()), ("depths", depths.len())])?;
        check_trees(branching, depths)
    }

    fn tasks(&self, settings: &Settings, _: &[NodesRow]) -> Result<Vec<Piece>, ExperimentError> {
        let lines = settings.branching.len() * SEARCHES.len();
        let size = settings.seeds.div_ceil(50);
        Ok(tasks(settings.seed, (0..lines).map(|_| (settings.seeds, size))))
    }

    fn run(&self, settings: &Settings, piece: &Piece) -> Result<Vec<NodesRow>, ExperimentError> {
        let (place, search) = (piece.line / SEARCHES.len(), piece.line % SEARCHES.len());
        let branching = Branching::uniform(settings.branching[place])?;
        let depth = settings.depths[place];
        let mut trees = Vec::new();
        for seed in piece.seeds() {
            let tree = RandomTree::new(seed, branching);
            let expansion = if search % 2 == 0 { Expansion::Partial } else { Expansion::Full };
            let found = match search {
                0 | 1 => rbfms(&tree, expansion, depth)?,
                2 | 3 => best_first(&tree, expansion, Formulation::Figure3, depth),
                _ => best_first(&tree, expansion, Formulation::Text, depth),
            };
            trees.push(found.iter().map(|found| found.nodes).collect());
        }
        Ok(vec![NodesRow::of(*piece, &trees)])
    }

    fn summarise(&self, settings: &Settings, rows: &[NodesRow]) -> Summary {
        let means = Means::of(rows);
        let mut summary = Summary::default();
        for (place, b) in settings.branching.iter().enumerate() {
            let depths = 1..=settings.depths[place];
            let mut table = Table::new(
                format!("Mean nodes generated, {b} children a node"),
                ["depth"].into_iter().chain(SEARCHES),
            );
            for depth in depths {
                let mut row = vec![Cell::number(depth, 0)];
                row.extend((0..SEARCHES.len()).map(|search| {
                    let mean = means.get(line(place, search), depth);
                    Cell::or_empty(mean.map(|mean| Cell::measured(mean, 1)))
                }));
                table.rows.push(row);
            }
            summary.tables.push(table);
        }
        let ratios = Ratios::of(settings, rows);
        summary.figures.push(ratios.figure(settings));
        summary.claims = ratios.claims(settings);
        summary.claims.extend(independent(settings, rows));
        summary
    }
}

/// Nodes of full over partial expansion on the same trees, by branching factor and depth (from 1).
struct Ratios {
    linear: Vec<Vec<Estimate>>,
    in_memory: Vec<Vec<Estimate>>,
}

impl Ratios {
    fn of(settings: &Settings, rows: &[NodesRow]) -> Self {
        let of = |full: usize, partial: usize| {
            let places = 0..settings.branching.len();
            places
                .map(|place| {
                    let pairs = pairs(rows, line(place, full), line(place, partial));
                    pairs.iter().map(|pairs| ratio(pairs)).collect()
                })
                .collect()
        };
        Self { linear: of(1, 0), in_memory: of(3, 2) }
    }

    fn figure(&self, settings: &Settings) -> Figure {
        let mut series = Vec::new();
        for (place, b) in settings.branching.iter().enumerate() {
            for (what, ratios, style) in [
                ("linear space", &self.linear[place], Style::Line),
                ("in memory", &self.in_memory[place], Style::Dashed),
            ] {
                let points = (1u32..).zip(ratios.iter().copied());
                series.push(
                    Series::line(format!("b = {b}, {what}"), points).styled(style).in_group(place),
                );
            }
        }
        Figure::Plot(Plot {
            name: "korf-expansion".to_owned(),
            title: "Full over partial expansion (Korf & Chickering, section 5.1)".to_owned(),
            x: Axis::linear("search depth (plies)"),
            y: Axis::log("nodes, full / partial expansion"),
            series,
            marks: vec![Mark::Horizontal { y: 1.0, label: "equal nodes".to_owned() }],
        })
    }

    fn claims(&self, settings: &Settings) -> Vec<Claim> {
        let named = |place: usize| format!("b = {}", settings.branching[place]);
        let linear = || self.linear.iter().enumerate().filter(|(_, ratios)| ratios.len() >= 6);
        let shallow = linear().flat_map(|(place, ratios)| {
            (2u32..).zip(&ratios[1..4]).map(move |(depth, ratio)| {
                (format!("{}, depth {depth}", named(place)), ratio.value > 1.0)
            })
        });
        let shallow: Vec<_> = shallow.collect();
        // If full expansion is not costlier yet, the line may be too short.
        let deep: Vec<_> = linear()
            .map(|(place, ratios)| {
                let last = ratios.last().is_some_and(|ratio| ratio.value < 1.0);
                (format!("{}, depth {}", named(place), ratios.len()), last)
            })
            .collect();
        let memory: Vec<_> = self
            .in_memory
            .iter()
            .enumerate()
            .flat_map(|(place, ratios)| {
                (2u32..).zip(ratios.iter().skip(1)).map(move |(depth, ratio)| {
                    (format!("{}, depth {depth}", named(place)), ratio.value > 1.0)
                })
            })
            .collect();
        let claim = |statement: &str| Claim::of(SOURCE, statement, "", 0);
        vec![
            claim("in linear space full expansion costs more for shallow searches (depths 2 to 4)")
                .in_all("costlier", shallow),
            claim("in linear space full expansion costs less for deep searches (the deepest of each line)")
                .in_all("cheaper", deep),
            claim("with the tree in memory partial expansion always costs less (depths from 2)")
                .in_all("always", memory),
        ]
    }
}

/// Claims that the numbers agree with an independent measurement.
fn independent(settings: &Settings, rows: &[NodesRow]) -> Vec<Claim> {
    let claim = |row: Row| {
        let b: u32 = row.get("branching");
        let place = settings.branching.iter().position(|&other| other == b);
        let place = place.filter(|_| settings.seed == 1);
        let nodes = |depth: u32| first_trees(rows, line(place?, LINEAR_FULL), depth, (1, TREES));
        let numbers = [10, 20].map(|depth| {
            let printed = Printed::new(row.number(&format!("depth_{depth}")), TREES);
            printed.on_all(format!("depth {depth}"), nodes(depth))
        });
        let statement = format!("b = {b}: mean nodes of full expansion in linear space");
        let whole = "b = …: mean nodes of full expansion in linear space";
        let claim = Claim::of(SAME_TREES, statement, "nodes", 1).independent();
        claim.point_of("nodes", whole).each(numbers)
    };
    PRINTED.rows().into_iter().map(claim).collect()
}
