//! Time a node of the searches: Korf & Chickering 1996, sections 5.2 and 7; Zhang 1996, abstract.

use plyscope_core::othello::Board;
use plyscope_core::random_tree::{Branching, EdgeCosts, RandomTree};
use plyscope_core::search::forward_estimation::FixedBounds;
use plyscope_learn::edge_costs::openings;
use plyscope_measure::time;
use plyscope_players::domain::OthelloEvaluation;
use plyscope_players::player::PlayerError;
use plyscope_report::{
    Axis, Case, Cell, Claim, Comparison, Estimate, Figure, Mark, Meaning, Plot, Series, Style,
    Summary, Table,
};
use serde::{Deserialize, Serialize};

use crate::keys::{Evaluation, FirstSeed, Seeds};
use crate::kit::collect::ratio;
use crate::kit::othello_ladders::EVALUATION;
use crate::{About, ExperimentError, Scale, Study};

const KORF: &str = "Korf & Chickering 1996, sections 5.2 and 7";
const ZHANG: &str = "Zhang 1996, abstract";

/// The games.
const GAMES: [&str; 2] = ["random trees, b = 5", "Othello"];

/// The searches.
const SEARCHES: [&str; 4] = [
    "alpha-beta",
    "forward estimation",
    "recursive best-first minimax",
    "best-first minimax in memory",
];

pub(super) struct TimeANode;

crate::settings! {
    pub(super) struct Settings {
        /// first tree's seed, and first opening
        seed: FirstSeed,
        /// number of trees, and of openings
        seeds: Seeds,
        /// nodes of each search
        nodes: u64,
        evaluation: Evaluation,
    }
}

/// Nodes, and processor time in nanoseconds, by search, of a tree or position. The times vary from run to run.
#[derive(Serialize, Deserialize)]
pub(super) struct Row {
    game: usize,
    seed: u32,
    work: [(u64, u64); 4],
}

impl Study for TimeANode {
    type Settings = Settings;
    type Task = (usize, u32);
    type Row = Row;

    fn about(&self) -> &About {
        &About {
            id: "time-a-node",
            title: "Processor time a node: alpha-beta, forward estimation and best-first minimax",
            source: "Korf & Chickering 1996, sections 5.2 and 7; Zhang 1996, abstract",
            what: "Each search generates as many nodes from the same roots, on random trees and in Othello; its processor time \
                is measured. Times are not the same twice, and are those of this machine and these implementations: all \
                copy positions instead of undoing moves.",
            settings: Settings::KEYS,
        }
    }

    fn settings(&self, scale: Scale) -> Settings {
        Settings {
            seed: 1,
            seeds: scale.pick(20, 100, 100),
            nodes: scale.pick(20_000, 100_000, 100_000),
            evaluation: EVALUATION.to_owned(),
        }
    }

    fn tasks(&self, settings: &Settings, _: &[Row]) -> Result<Vec<(usize, u32)>, ExperimentError> {
        let games = |place: u32| {
            (0..GAMES.len()).map(move |game| (game, settings.seed.wrapping_add(place)))
        };
        Ok((0..settings.seeds).flat_map(games).collect())
    }

    fn run(
        &self,
        settings: &Settings,
        &(game, seed): &(usize, u32),
    ) -> Result<Vec<Row>, ExperimentError> {
        let work = if game == 0 {
            let costs = EdgeCosts::Korf;
            let tree = RandomTree::new(seed, Branching::uniform(5)?).with_edge_costs(costs);
            let bounds = FixedBounds::exact(costs.lowest(), costs.highest());
            time::on_tree(&tree, bounds, settings.nodes)?
        } else {
            let evaluation =
                OthelloEvaluation::named(&settings.evaluation).map_err(PlayerError::from)?;
            let starts = openings(244);
            let start = starts.get(seed as usize % starts.len().max(1)).copied();
            // Bounds that prune nothing: the overhead alone.
            let bounds = FixedBounds::new(i32::MIN / 64, i32::MAX / 64);
            time::in_othello(&evaluation, &start.unwrap_or(Board::START), bounds, settings.nodes)?
        };
        Ok(vec![Row { game, seed, work }])
    }

    fn summarise(&self, settings: &Settings, rows: &[Row]) -> Summary {
        // Nanoseconds a node, and its multiple of another search's, paired by root.
        let work = |game: usize, search: usize| {
            let rows = rows.iter().filter(move |row| row.game == game);
            rows.map(move |row| (row.work[search].1 as f64, row.work[search].0 as f64))
                .collect::<Vec<_>>()
        };
        let a_node = |game: usize, search: usize| {
            let work = work(game, search);
            (work.len() > 1 && work.iter().any(|one| one.1 > 0.0)).then(|| ratio(&work))
        };
        let of = |game: usize, search: usize, other: usize| {
            let pairs = work(game, search).into_iter().zip(work(game, other));
            let pairs: Vec<(f64, f64)> = pairs
                .filter(|(ours, theirs)| ours.1 > 0.0 && theirs.1 > 0.0 && theirs.0 > 0.0)
                .map(|(ours, theirs)| (ours.0 / ours.1, theirs.0 / theirs.1))
                .collect();
            (pairs.len() > 1).then(|| ratio(&pairs))
        };
        let title = format!(
            "Processor time a node (ns), {} nodes from each of {} roots",
            settings.nodes, settings.seeds
        );
        let mut table = Table::new(title, ["game"].into_iter().chain(SEARCHES));
        for (game, name) in GAMES.iter().enumerate() {
            let mut row = vec![Cell::text(*name)];
            row.extend((0..SEARCHES.len()).map(|search| {
                Cell::or_empty(a_node(game, search).map(|time| Cell::measured(time, 1)))
            }));
            table.rows.push(row);
        }
        let series = GAMES.iter().enumerate().map(|(game, name)| {
            let point = |search: usize| Some((search as u32 + 1, of(game, search, 0)?));
            Series::line(*name, (1..SEARCHES.len()).filter_map(point)).styled(Style::Points)
        });
        let plot = Plot {
            name: "time-a-node".to_owned(),
            title: "Time a node over alpha-beta's".to_owned(),
            x: Axis::linear(
                "2: forward estimation, 3: recursive best-first, 4: best-first in memory",
            )
            .from_to(1.0, 5.0),
            y: Axis::linear("processor time a node, of alpha-beta's"),
            series: series.collect(),
            marks: vec![Mark::Horizontal { y: 1.0, label: "alpha-beta".to_owned() }],
        };
        let cases = |search: usize, other: usize, so: fn(Estimate) -> Comparison| {
            let case = |(game, name)| {
                let ratio = of(game, search, other);
                Case::told(name, ratio.map(|ratio| (ratio.display(2), so(ratio))))
            };
            GAMES.iter().enumerate().map(case).collect::<Vec<_>>()
        };
        let ratios = |search: usize| {
            GAMES.iter().enumerate().map(move |(game, name)| (*name, of(game, search, 0)))
        };
        let claim = |source: &str, statement: &str| {
            let statement = format!("{statement} (measured times, not the same twice)");
            Claim::of(source, statement, "", 2)
        };
        let claims = vec![
            claim(KORF, "best-first minimax takes roughly as long a node as alpha-beta: time over alpha-beta's")
                .reads(Meaning::at_most("roughly the same", 2.0), ratios(3)),
            claim(KORF, "a node of recursive best-first minimax, in linear space, takes less time than one in memory")
                .in_all("less", cases(2, 3, |ratio| ratio.is_below(1.0))),
            claim(ZHANG, "forward estimation has a small constant overhead a node: time over alpha-beta's")
                .reads(Meaning::at_most("small", 1.25), ratios(1)),
        ];
        Summary { tables: vec![table], figures: vec![Figure::Plot(plot)], claims }
    }
}
