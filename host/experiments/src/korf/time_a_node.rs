//! Time a node of the searches: Korf & Chickering 1996, sections 4.5, 5.2 and 7; Zhang 1996, abstract.

use plyscope_core::othello::Board;
use plyscope_core::random_tree::{Branching, EdgeCosts, RandomTree};
use plyscope_core::search::forward_estimation::FixedBounds;
use plyscope_learn::edge_costs::openings;
use plyscope_measure::time;
use plyscope_players::domain::OthelloEvaluation;
use plyscope_players::player::PlayerError;
use plyscope_report::{
    Axis, Case, Cell, Claim, Estimate, Figure, Meaning, Plot, Series, Style, Summary, Table,
};
use plyscope_run::statistics::Mean;
use serde::{Deserialize, Serialize};

use crate::keys::{Evaluation, SeedWithoutHalves, Seeds};
use crate::kit::collect::ratio;
use crate::kit::othello_ladders::EVALUATION;
use crate::{About, ExperimentError, Scale, Study};

const KORF: &str = "Korf & Chickering 1996, sections 5.2 and 7";
const ZHANG: &str = "Zhang 1996, abstract";
const OURS: &str = "our question: why a node in memory takes longer";

/// The games: their names, the children of random trees or `None` for Othello, and how often a node is evaluated. The games with one
/// evaluation come first, the same with several after them.
const GAMES: [(&str, Option<u32>, u32); 2 * PAPERS] = [
    ("random trees, b = 2", Some(2), 1),
    ("random trees, b = 5", Some(5), 1),
    ("random trees, b = 10", Some(10), 1),
    ("Othello", None, 1),
    ("random trees, b = 2, evaluated 100 times", Some(2), 100),
    ("random trees, b = 5, evaluated 100 times", Some(5), 100),
    ("random trees, b = 10, evaluated 100 times", Some(10), 100),
    ("Othello, evaluated 3 times", None, 3),
];
/// The number of games that are evaluated once, as in the papers.
const PAPERS: usize = 4;

/// What is timed: the searches, after the generation and evaluation of nodes alone.
const TIMED: [&str; 5] = [
    "generation and evaluation alone",
    "alpha-beta",
    "forward estimation",
    "recursive best-first minimax",
    "best-first minimax in memory",
];
const ALONE: usize = 0;
const ALPHA_BETA: usize = 1;
const ESTIMATING: usize = 2;
const RECURSIVE: usize = 3;
const IN_MEMORY: usize = 4;

pub(super) struct TimeANode;

crate::settings! {
    pub(super) struct Settings {
        /// first tree's seed, and first opening
        seed: SeedWithoutHalves,
        /// number of trees, and of openings
        seeds: Seeds,
        /// nodes of each search
        nodes: u64,
        evaluation: Evaluation,
    }
}

/// Nodes, and processor time in nanoseconds, of what is timed, of a tree or position. The times vary from run to run.
#[derive(Serialize, Deserialize)]
pub(super) struct Row {
    game: usize,
    seed: u32,
    work: time::Work,
}

impl Study for TimeANode {
    type Settings = Settings;
    type Task = (usize, u32);
    type Row = Row;

    fn about(&self) -> &About {
        &About {
            id: "time-a-node",
            title: "Processor time a node: alpha-beta, forward estimation and best-first minimax",
            source: "Korf & Chickering 1996, sections 4.5, 5.2 and 7; Zhang 1996, abstract",
            what: "Each search generates as many nodes from the same roots, on random trees and in Othello; its processor time \
                is measured, and that of generating and evaluating nodes without a search. Times are not the same twice, and \
                are those of this machine and these implementations: all copy positions instead of undoing moves. Trees of \
                several branching factors are searched, and nodes are evaluated several times, too: that tells what a search takes \
                besides evaluation, by a straight line through both times, and so what a tree in memory adds to a node, \
                whatever the node costs.",
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
        let (_, children, times) = GAMES[game];
        let how = (settings.nodes, times);
        let work = if let Some(children) = children {
            let costs = EdgeCosts::Korf;
            let tree = RandomTree::new(seed, Branching::uniform(children)?).with_edge_costs(costs);
            let bounds = FixedBounds::exact(costs.lowest(), costs.highest());
            time::on_tree(&tree, bounds, how)?
        } else {
            let evaluation =
                OthelloEvaluation::named(&settings.evaluation).map_err(PlayerError::from)?;
            let starts = openings(244);
            let start = starts.get(seed as usize % starts.len().max(1)).copied();
            // Bounds that prune nothing: the overhead alone.
            let bounds = FixedBounds::new(i32::MIN / 64, i32::MAX / 64);
            time::in_othello(&evaluation, &start.unwrap_or(Board::START), bounds, how)?
        };
        Ok(vec![Row { game, seed, work }])
    }

    fn summarise(&self, settings: &Settings, rows: &[Row]) -> Summary {
        // Nanoseconds a node by root.
        let a_node = |game: usize, timed: usize| {
            let rows = rows.iter().filter(move |row| row.game == game);
            rows.map(move |row| row.work[timed].1 as f64 / row.work[timed].0.max(1) as f64)
        };
        let mean = |game: usize, timed: usize| {
            let times = Mean::of(a_node(game, timed));
            (times.count > 1).then(|| Estimate::from(times))
        };
        let of = |game: usize, timed: usize, other: usize| {
            let pairs: Vec<(f64, f64)> = a_node(game, timed).zip(a_node(game, other)).collect();
            (pairs.len() > 1).then(|| ratio(&pairs))
        };
        // What a node takes besides its evaluation, by root.
        let besides = |game: usize, timed: usize| {
            let more = f64::from(GAMES[game + PAPERS].2 - 1);
            let both = a_node(game, timed).zip(a_node(game + PAPERS, timed));
            both.map(move |(once, often)| once - (often - once) / more)
        };
        let added = |game: usize| {
            let more = besides(game, IN_MEMORY).zip(besides(game, ALPHA_BETA));
            let more = Mean::of(more.map(|(in_memory, alpha_beta)| in_memory - alpha_beta));
            (more.count > 1).then(|| Estimate::from(more))
        };
        let title = format!(
            "Processor time a node (ns), {} nodes from each of {} roots",
            settings.nodes, settings.seeds
        );
        let headings = ["game"].into_iter().chain(TIMED).chain(["the tree in memory adds"]);
        let mut table = Table::new(title, headings);
        for (game, (name, ..)) in GAMES.iter().enumerate() {
            let adds = (game < PAPERS).then(|| added(game)).flatten();
            let times = (0..TIMED.len()).map(|timed| mean(game, timed)).chain([adds]);
            let times = times.map(|time| Cell::or_empty(time.map(|time| Cell::measured(time, 1))));
            table.rows.push([Cell::text(*name)].into_iter().chain(times).collect());
        }
        let series = [ALPHA_BETA, RECURSIVE, IN_MEMORY].map(|timed| {
            let point = |game: usize| {
                let times = Mean::of(besides(game, timed));
                (times.count > 1).then(|| (game as u32 + 1, Estimate::from(times)))
            };
            Series::line(TIMED[timed], (0..PAPERS).filter_map(point)).styled(Style::Bars)
        });
        let plot = Plot {
            name: "time-a-node".to_owned(),
            title: "What a node takes besides its evaluation".to_owned(),
            x: Axis::categories("game", GAMES.iter().take(PAPERS).map(|(name, ..)| *name)),
            y: Axis::linear("processor time a node without its evaluation (ns)"),
            series: series.into(),
            marks: Vec::new(),
        };
        let ratios = |timed: usize| {
            (0..PAPERS).map(move |game| (GAMES[game].0, of(game, timed, ALPHA_BETA)))
        };
        let less = (0..PAPERS).map(|game| {
            let ratio = of(game, RECURSIVE, IN_MEMORY);
            Case::told(GAMES[game].0, ratio.map(|ratio| (ratio.display(2), ratio.is_below(1.0))))
        });
        let share = |timed: usize| {
            (0..PAPERS).map(move |game| {
                let share = of(game, ALONE, timed).map(|share| share.times(100.0));
                (format!("{}, {}", TIMED[timed], GAMES[game].0), share)
            })
        };
        let shares = [ALPHA_BETA, RECURSIVE, IN_MEMORY].into_iter().flat_map(share);
        // A microsecond is less than a node took in 1996.
        let small = (0..PAPERS).map(|game| {
            let added = added(game);
            Case::told(
                GAMES[game].0,
                added.map(|ns| (format!("{} ns", ns.display(1)), ns.is_below(100.0))),
            )
        });
        let claim = |source: &str, statement: &str, unit: &str, digits: u8| {
            let statement = format!("{statement} (measured times, not the same twice)");
            Claim::of(source, statement, unit, digits)
        };
        let claims = vec![
            claim(KORF, "best-first minimax takes roughly as long a node as alpha-beta: time over alpha-beta's", "", 2)
                .named("roughly")
                .reads(Meaning::at_most("roughly the same", 2.0), ratios(IN_MEMORY)),
            claim(KORF, "a node of recursive best-first minimax, in linear space, takes less time than one in memory", "", 2)
                .in_all("less", less),
            claim(ZHANG, "forward estimation has a small constant overhead a node: time over alpha-beta's", "", 2)
                .reads(Meaning::at_most("small", 1.25), ratios(ESTIMATING)),
            claim(
                "Korf & Chickering 1996, section 4.5",
                "\"node generation and evaluation is still the dominant cost of alpha-beta or best-first minimax search\" in random \
                 trees \"as it is in most real games\": its share of the time a node",
                "%",
                0,
            )
            .named("dominant")
            .reads(Meaning::at_least("dominant", 50.0), shares),
            claim(OURS, "the tree in memory adds less than a tenth to a node that takes a microsecond", "", 1)
                .own()
                .named("microsecond")
                .in_all("below 100 ns", small),
        ];
        Summary { tables: vec![table], figures: vec![Figure::Plot(plot)], claims }
    }
}
