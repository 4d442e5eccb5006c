//! How many more nodes full expansion needs to play as well as partial expansion, and how expensive an evaluation must be for batches
//! to make up for them.

use plyscope_report::{
    Axis, AxisScale, Cell, Claim, Estimate, Figure, Mark, Series, Style, Summary, Table,
};

use super::batches::Shape;
use super::expansion::{ALL, GAMES, NONE, SEEDS, name, with};
use super::expansion_summary::{WITHOUT_TREES, is_trees, mean};
use crate::About;
use crate::keys::{Evaluation, FirstSeed, SeedsOfEach};
use crate::kit::contests::{self, Contests, Games, Meeting, Played, texts};
use crate::kit::crossing::crossing;
use crate::kit::lines::check_lists;
use crate::kit::othello_ladders::EVALUATION;
use crate::kit::together::{self, Finding, Measured, linear};

const QUESTION: &str = "open question: children one at a time, or all of them in a batch";

/// The sets of switches: without any, and all of UBFM.
const SETS: [u32; 2] = [NONE, ALL];

/// The price that the claims ask for, in the time of a generated node.
const PRICE: f64 = 3.0;

crate::settings! {
    pub(super) struct Settings {
        /// first tree's seed; selects the openings
        seed: FirstSeed,
        /// random-tree:CHILDREN, othello, or a small game's name
        games: Vec<String>,
        /// pairs of games for each of the games with the fewest nodes: openings or trees
        seeds: SeedsOfEach,
        /// nodes a move of partial expansion
        nodes: Vec<u64>,
        /// by how much fewer pairs there are with each number of nodes
        fewer: Vec<u32>,
        /// nodes of full expansion as multiples of them, ascending
        ratios: Vec<f64>,
        evaluation: Evaluation,
    }
}

pub(super) const PRICE_OF_AN_EVALUATION: Contests<Settings> = Contests {
    about: About {
        id: "lineage-price",
        title: "The price of an evaluation at which full expansion, in batches, beats partial expansion",
        source: QUESTION,
        what: "Full expansion plays with r times the nodes of partial expansion, both without the later switches of best-first minimax \
            and with all of them. At r* it has half of the points: straight lines between the measured r, over their logarithm. \
            A model says what r* means where evaluations are expensive. Generating a node takes a time of 1 and evaluating it n; \
            partial expansion evaluates one child at a time, and full expansion all children of a position in a batch that \
            takes as long as one evaluation. With b children in a batch, and e evaluations for each node of partial expansion (fewer \
            than one where a table knows positions), a node of it takes 1 + en, and one of full expansion 1 + n/b. Full \
            expansion gets r = (1 + en) / (1 + n/b) nodes in the time of one, and r* of them at n* = (r* - 1) / (e - r*/b): it wins where \
            an evaluation takes longer. b and e are those of these games. The model has no other times: none \
            for selection, backing up and transfers, and none for what a partial search could do while it waits. Intervals of r* \
            and n* follow from those of the points, b and e have none; in claims they are corrected for their number (Holm). A mean of \
            the games has each game with equal weight; r* is one of the nodes that were used. A pair of games on a random tree is one \
            result, for the side with more when it moved first.",
        settings: Settings::KEYS,
    },
    settings: |scale| Settings {
        seed: 1,
        games: texts(&GAMES),
        seeds: scale.pick(vec![8, 8, 24, 24, 24, 24], SEEDS.to_vec(), SEEDS.to_vec()),
        nodes: scale.pick(vec![200], vec![500, 4000], vec![500, 4000, 32_000]),
        fewer: scale.pick(vec![1], vec![1, 8], vec![1, 2, 8]),
        ratios: scale.pick(
            vec![1.0, 2.0, 4.0],
            vec![1.0, 1.5, 2.0, 3.0, 4.0],
            vec![1.0, 1.25, 1.5, 2.0, 3.0, 4.0, 6.0, 8.0],
        ),
        evaluation: EVALUATION.to_owned(),
    },
    check: |settings| {
        let Settings { nodes, fewer, ratios, .. } = settings;
        check_lists(&[("nodes", nodes.len()), ("fewer", fewer.len())])?;
        let ascending = ratios.is_sorted_by(|a, b| a < b);
        match !fewer.contains(&0) && ascending && ratios.first().is_some_and(|&first| first >= 1.0)
        {
            true => Ok(()),
            false => Err("give ratios in ascending order, from 1, and fewer from 1".to_owned()),
        }
    },
    games: |settings| Games {
        seed: settings.seed,
        names: &settings.games,
        pairs: &settings.seeds,
        nodes: vec![&settings.nodes; settings.games.len()],
        evaluation: &settings.evaluation,
        budget: "ratios",
    },
    meetings: |settings| {
        let meet = |set| {
            move |&factor: &f64| {
                Ok(Meeting { engines: [with("partial", set)?, with("full", set)?], factor })
            }
        };
        SETS.iter().flat_map(|&set| settings.ratios.iter().map(meet(set))).collect()
    },
    fewer: |settings, level, _| settings.fewer[level],
    counts: true,
    summarise: |results| {
        let levels = || 0..results.settings.nodes.len();
        let spots = || levels().flat_map(|level| (0..SETS.len()).map(move |set| (level, set)));
        Summary {
            tables: vec![results.table()],
            figures: spots()
                .map(|(level, set)| results.of_points(level, set))
                .chain(levels().map(|level| results.of_prices(level)))
                .collect(),
            claims: results.claims(),
        }
    },
};

type Results<'r> = contests::Results<'r, Settings>;

/// What is measured: a game by its place, or the mean of all, or of all but random trees.
#[derive(Clone, Copy)]
enum Of {
    Game(usize),
    All,
    NoTrees,
}

/// Games with a number of nodes and a set of switches, by their places.
#[derive(Clone, Copy)]
struct Spot {
    of: Of,
    level: usize,
    set: usize,
}

impl Results<'_> {
    fn games(&self) -> std::ops::Range<usize> {
        0..self.settings.games.len()
    }

    fn games_of(&self, of: Of) -> Vec<usize> {
        let is_in = |&game: &usize| match of {
            Of::Game(one) => game == one,
            Of::All => true,
            Of::NoTrees => !is_trees(&self.settings.games[game]),
        };
        self.games().filter(is_in).collect()
    }

    fn name_of(&self, of: Of) -> &str {
        match of {
            Of::Game(game) => &self.settings.games[game],
            Of::All => "mean of the games",
            Of::NoTrees => WITHOUT_TREES,
        }
    }

    fn played(&self, game: usize, spot: Spot, ratio: usize) -> Option<&Played> {
        self.at(game, spot.level, spot.set * self.settings.ratios.len() + ratio)
    }

    /// Points of full expansion by its nodes as a multiple, those that were used.
    fn curve(&self, spot: Spot) -> Option<Vec<(f64, Estimate)>> {
        let one = |ratio: usize| -> Option<(f64, Estimate)> {
            let all = self.games_of(spot.of).into_iter();
            let all = all.map(|game| self.played(game, spot, ratio)).collect::<Option<Vec<_>>>()?;
            let ratio = all.iter().map(|played| played.ratio()).sum::<f64>() / all.len() as f64;
            Some((ratio, mean(all.iter().map(|played| Some(played.score)))?))
        };
        (0..self.settings.ratios.len()).map(one).collect()
    }

    /// The multiple with which full expansion plays as well.
    fn even(&self, spot: Spot) -> Option<Estimate> {
        Some(self.even_by(spot)?(1.0))
    }

    /// The same by how many times as wide the intervals of points are.
    fn even_by(&self, spot: Spot) -> Option<Measured> {
        let curve = self.curve(spot)?;
        curve.first()?;
        Some(Box::new(move |times| {
            let wider: Vec<(f64, Estimate)> =
                curve.iter().map(|&(ratio, points)| (ratio, points.wider(times))).collect();
            crossing(&wider, 50.0).unwrap_or(Estimate::exact(f64::NAN))
        }))
    }

    fn shape(&self, spot: Spot) -> Option<Shape> {
        let games = self.games_of(spot.of).into_iter();
        let ratios = 0..self.settings.ratios.len();
        let all = games.flat_map(|game| ratios.clone().map(move |ratio| (game, ratio)));
        let all: Vec<&Played> =
            all.map(|(game, ratio)| self.played(game, spot, ratio)).collect::<Option<_>>()?;
        let mean = |of: fn(&Played) -> f64| {
            all.iter().map(|played| of(played)).sum::<f64>() / all.len().max(1) as f64
        };
        // A batch for each position that full expansion expands: of a mean of games, the mean of batches for a node.
        let children = 1.0 / mean(|played| 1.0 / played.children[1]);
        Some(Shape { children, evaluated: mean(|played| played.evaluated[0]) })
    }

    /// The price at which it does.
    fn price(&self, spot: Spot) -> Option<Estimate> {
        Some(self.price_by(spot)?(1.0))
    }

    /// The same by how many times as wide the intervals of points are.
    fn price_by(&self, spot: Spot) -> Option<Measured> {
        let (even, shape) = (self.even_by(spot)?, self.shape(spot)?);
        Some(Box::new(move |times| {
            let even = even(times);
            let [value, low, high] =
                [even.value, even.low, even.high].map(|ratio| shape.price(ratio));
            Estimate { value, low, high }
        }))
    }

    fn table(&self) -> Table {
        let Settings { nodes, ratios, evaluation, .. } = self.settings;
        let title = format!(
            "Points of full expansion given r times the nodes (%), r* of used nodes with half of the points, and the price n* of an \
             evaluation: evaluation {evaluation}"
        );
        let headings = ["nodes a move", "switches", "game"].map(str::to_owned).into_iter();
        let headings = headings.chain(ratios.iter().map(|ratio| format!("r = {ratio}")));
        let last = ["r*", "children of a batch (b)", "evaluations a node (e)", "n*"];
        let mut table = Table::new(title, headings.chain(last.map(str::to_owned)));
        for (level, nodes) in nodes.iter().enumerate() {
            for (set, switches) in SETS.iter().enumerate() {
                for of in self.games().map(Of::Game).chain([Of::All, Of::NoTrees]) {
                    let spot = Spot { of, level, set };
                    let Some((curve, shape)) = self.curve(spot).zip(self.shape(spot)) else {
                        continue;
                    };
                    let mut row = vec![
                        Cell::number(*nodes as f64, 0),
                        Cell::text(name(*switches)),
                        Cell::text(self.name_of(of)),
                    ];
                    row.extend(curve.iter().map(|(_, score)| Cell::measured(*score, 1)));
                    let first = curve.first().map_or(1.0, |first| first.0);
                    row.push(within(self.even(spot), first));
                    row.extend([Cell::number(shape.children, 2), Cell::number(shape.evaluated, 2)]);
                    row.push(within(self.price(spot), shape.price(first)));
                    table.rows.push(row);
                }
            }
        }
        table
    }

    fn of_points(&self, level: usize, set: usize) -> Figure {
        let games = self.games().map(Of::Game).chain([Of::All]).enumerate();
        let series = games.filter_map(|(group, of)| {
            let curve = self.curve(Spot { of, level, set })?;
            Some(Series::line(self.name_of(of), curve).in_group(group))
        });
        let nodes = self.settings.nodes[level];
        let switches = name(SETS[set]);
        let title = format!(
            "Full expansion with more nodes, {nodes} of partial expansion, switches: {switches}"
        );
        let suffix = format!("-{nodes}-{}", if SETS[set] == NONE { "1996" } else { "ubfm" });
        let axes = (
            Axis::log("nodes of full for one of partial expansion"),
            "points of full expansion (%)",
        );
        self.figure(&suffix, title, axes, series)
    }

    /// What full expansion gets in the same time by the price of an evaluation, with the points where it plays as well.
    fn of_prices(&self, level: usize) -> Figure {
        let set = SETS.len() - 1;
        let games = self.games().filter_map(|game| {
            let spot = Spot { of: Of::Game(game), level, set };
            Some((game, self.shape(spot)?, self.even(spot)?, self.price(spot)?))
        });
        let series = games.flat_map(|(game, shape, even, price)| {
            let prices = (-10..=12).map(|half| 2_f64.powf(f64::from(half) / 2.0));
            let curve = prices.map(|price| (price, Estimate::exact(shape.ratio(price))));
            let name = &self.settings.games[game];
            let line = Series::line(name.clone(), curve).styled(Style::Thin).in_group(game);
            let is_there = price.value > 0.03 && price.value.is_finite();
            let even = is_there.then_some((price.value, Estimate::exact(even.value)));
            [
                line,
                Series::line(format!("{name}: as strong"), even)
                    .styled(Style::Points)
                    .in_group(game),
            ]
        });
        let nodes = self.settings.nodes[level];
        let title = format!(
            "Nodes of full for one of partial expansion in the same time, UBFM, {nodes} nodes"
        );
        let x = Axis::log("price of an evaluation (generated nodes)");
        let figure = self.figure(
            &format!("-{nodes}"),
            title,
            (x, "nodes of full for one of partial expansion"),
            series,
        );
        match figure {
            Figure::Plot(plot) => Figure::Plot(plyscope_report::Plot {
                y: Axis { scale: AxisScale::Log, ..plot.y },
                marks: vec![Mark::Horizontal { y: 1.0, label: "equal nodes".to_owned() }],
                ..plot
            }),
            tree => tree,
        }
    }

    fn claims(&self) -> Vec<Claim> {
        let mut findings = Vec::new();
        for (level, nodes) in self.settings.nodes.iter().enumerate() {
            for (set, switches) in SETS.iter().enumerate() {
                let spot = Spot { of: Of::All, level, set };
                let points = |wanted: f64| {
                    let ratio = self.settings.ratios.iter().position(|&ratio| ratio == wanted)?;
                    Some(self.curve(spot)?[ratio].1)
                };
                let mut find = |key, what: &str, unit, measured, (below, limit)| {
                    let at = |nodes: &dyn std::fmt::Display, switches: &str| {
                        format!("{what}, mean of the games, {nodes} nodes, switches: {switches}")
                    };
                    let (whole, statement) = (at(&"…", "…"), at(nodes, &name(*switches)));
                    findings.push(Finding { key, whole, statement, unit, measured, limit, below });
                };
                find(
                    "equal",
                    "points of full expansion given as many nodes: it loses",
                    "%",
                    points(1.0).map(linear),
                    (true, 50.0),
                );
                find(
                    "twice",
                    "points of full expansion given twice the nodes: it wins",
                    "%",
                    points(2.0).map(linear),
                    (false, 50.0),
                );
                find(
                    "even",
                    "times the nodes with which full expansion plays as well: fewer than two",
                    "",
                    self.even_by(spot),
                    (true, 2.0),
                );
                find(
                    "price",
                    "price of an evaluation from which on batches win: less than that of generating three nodes",
                    "nodes",
                    self.price_by(spot),
                    (true, PRICE),
                );
            }
        }
        together::claims(QUESTION, findings)
    }
}

/// A number at or above a least one, which stands for all below it, with an interval that may have no end.
fn within(number: Option<Estimate>, least: f64) -> Cell {
    let Some(Estimate { value, low, high }) = number else { return Cell::Empty };
    let text = |number: f64| match number {
        number if number.is_infinite() => "∞".to_owned(),
        number if number <= least => format!("≤ {least:.2}"),
        number => format!("{number:.2}"),
    };
    Cell::text(format!("{} ({} to {})", text(value), text(low), text(high)))
}
