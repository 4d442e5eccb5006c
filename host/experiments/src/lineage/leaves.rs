//! Leaves of fixed-depth searches in Othello: alpha-beta, principal variation search, MTD(f), AB-SSS* and AB-DUAL*, each with
//! iterative deepening and a table.

use std::collections::BTreeMap;

use plyscope_core::Game as _;
use plyscope_core::othello::{Board, Othello};
use plyscope_core::search::table::Slot;
use plyscope_learn::probcut::sample;
use plyscope_measure::leaves::{Method, leaves};
use plyscope_players::domain::OthelloEvaluation;
use plyscope_players::player::PlayerError;
use plyscope_report::{
    Axis, Cell, Claim, Estimate, Figure, Mark, Meaning, Plot, Series, Summary, Table,
};
use plyscope_run::seed::hash;
use serde::{Deserialize, Serialize};

use crate::keys::{Evaluation, FirstSeed, Seeds};
use crate::kit::collect::{pieces, ratio};
use crate::kit::othello_ladders::EVALUATION;
use crate::{About, ExperimentError, Scale, Study};

const SOURCE: &str =
    "Plaat, Schaeffer, Pijls & de Bruin 1996, Best-first fixed-depth minimax algorithms";

/// Positions of a task.
const PIECE: u32 = 2;
/// Numbers of discs of the positions.
const DISCS: std::ops::RangeInclusive<u32> = 16..=44;

/// The searches, in the order of rows and curves.
const METHODS: [&str; 6] =
    ["alpha-beta", "PVS (NegaScout)", "aspiration PVS", "MTD(f)", "AB-SSS*", "AB-DUAL*"];
const ALPHA_BETA: usize = 0;
const ASPIRATION: usize = 2;
const MTD: usize = 3;

pub(super) struct Leaves;

crate::settings! {
    pub(super) struct Settings {
        /// seed of the positions
        seed: FirstSeed,
        /// number of positions searched
        seeds: Seeds,
        /// greatest depth, in plies
        depth: u32,
        /// slots of the table, 16 bytes each
        slots: u32,
        /// half width of the aspiration window, in the evaluation's unit
        window: u32,
        evaluation: Evaluation,
    }
}

/// The searches of a position.
#[derive(Serialize, Deserialize)]
pub(super) struct PositionLeaves {
    /// By method and depth: leaves of all iterations so far.
    leaves: Vec<Vec<u64>>,
    /// The same for nodes generated.
    nodes: Vec<Vec<u64>>,
    /// By method: the value at the greatest depth.
    values: Vec<i32>,
}

#[derive(Serialize, Deserialize)]
pub(super) struct Row {
    positions: Vec<PositionLeaves>,
}

impl Study for Leaves {
    type Settings = Settings;
    type Task = (u32, u32);
    type Row = Row;

    fn about(&self) -> &About {
        &About {
            id: "lineage-leaves",
            title: "Leaves of fixed-depth searches in Othello: alpha-beta, PVS, MTD(f), AB-SSS*, AB-DUAL*",
            source: SOURCE,
            what: "All of these search the same tree to the same depth and find the same value. They differ in the windows: \
                alpha-beta has a full one; principal variation search (PVS, NegaScout) looks at later moves in null windows, \
                aspiration PVS in a narrow window at the root, too; MTD(f) has only null windows, from the value expected; \
                AB-SSS* and AB-DUAL* are the same from above and below all values. Middle-game positions of self-play; \
                iterative deepening in steps of one ply, one table, static ordering; a value is expected that was found two \
                plies earlier. Leaves are positions at the horizon, nodes all positions generated, each with those of all \
                iterations. The paper's Othello had other evaluations and ordering.",
            settings: Settings::KEYS,
        }
    }

    fn settings(&self, scale: Scale) -> Settings {
        Settings {
            seed: 1,
            seeds: scale.pick(12, 200, 400),
            depth: scale.pick(5, 8, 10),
            slots: scale.pick(1 << 16, 1 << 18, 1 << 20),
            window: 300,
            evaluation: EVALUATION.to_owned(),
        }
    }

    fn check(&self, settings: &Settings) -> Result<(), String> {
        if !(2..=12).contains(&settings.depth) || settings.slots > 1 << 26 || settings.window == 0 {
            return Err("give depth from 2 to 12, slots up to 67108864, window from 1".to_owned());
        }
        Ok(())
    }

    fn tasks(&self, settings: &Settings, _: &[Row]) -> Result<Vec<(u32, u32)>, ExperimentError> {
        Ok(pieces(0, settings.seeds, PIECE).collect())
    }

    fn fits(&self, settings: &Settings, row: &Row) -> bool {
        let depths = |counts: &[Vec<u64>]| {
            counts.len() == METHODS.len()
                && counts.iter().all(|each| each.len() == settings.depth as usize)
        };
        row.positions.iter().all(|one| {
            depths(&one.leaves) && depths(&one.nodes) && one.values.len() == METHODS.len()
        })
    }

    fn run(
        &self,
        settings: &Settings,
        &(first, count): &(u32, u32),
    ) -> Result<Vec<Row>, ExperimentError> {
        let evaluation =
            OthelloEvaluation::named(&settings.evaluation).map_err(PlayerError::from)?;
        let slots: Vec<Slot> = (0..settings.slots).map(|_| Slot::new()).collect();
        let mut positions = Vec::new();
        for number in first..first + count {
            let seed = hash(hash(1, settings.seed.into()), number.into());
            let span = u64::from(DISCS.end() - DISCS.start()) + 1;
            let discs = DISCS.start() + (hash(seed, 0) % span) as u32;
            let board =
                sample::find(&evaluation, discs, seed, &|board| Othello.count_moves(board) > 1)?;
            positions.push(searched(&evaluation, settings, &board, &slots)?);
        }
        Ok(vec![Row { positions }])
    }

    fn summarise(&self, settings: &Settings, rows: &[Row]) -> Summary {
        let all = All { settings, positions: rows.iter().flat_map(|row| &row.positions).collect() };
        Summary {
            tables: vec![all.table()],
            figures: vec![all.figure(false), all.figure(true)],
            claims: all.claims(),
        }
    }
}

/// Searches a position with every method.
fn searched(
    evaluation: &OthelloEvaluation,
    settings: &Settings,
    board: &Board,
    slots: &[Slot],
) -> Result<PositionLeaves, ExperimentError> {
    let methods = [
        Method::AlphaBeta,
        Method::Scout,
        Method::Aspiration(settings.window),
        Method::Mtd,
        Method::Sss,
        Method::Dual,
    ];
    let mut found = PositionLeaves { leaves: Vec::new(), nodes: Vec::new(), values: Vec::new() };
    for method in methods {
        let counted = leaves(evaluation, board, settings.depth, method, slots)?;
        found.leaves.push(counted.leaves);
        found.nodes.push(counted.nodes);
        found.values.push(counted.value);
    }
    Ok(found)
}

struct All<'a> {
    settings: &'a Settings,
    positions: Vec<&'a PositionLeaves>,
}

impl All<'_> {
    fn count(
        &self,
        one: &PositionLeaves,
        of_leaves: bool,
        method: usize,
        depth: u32,
    ) -> Option<f64> {
        let counts = if of_leaves { &one.leaves } else { &one.nodes };
        Some(*counts.get(method)?.get(depth as usize - 1)? as f64)
    }

    /// Leaves or nodes as a share of another method's, in per cent.
    fn share(&self, of_leaves: bool, methods: (usize, usize), depth: u32) -> Option<Estimate> {
        let pair = |one: &&PositionLeaves| {
            let of = |method| self.count(one, of_leaves, method, depth);
            Some((of(methods.0)?, of(methods.1)?))
        };
        let pairs: Vec<(f64, f64)> = self.positions.iter().filter_map(pair).collect();
        (pairs.len() > 1).then(|| ratio(&pairs).times(100.0))
    }

    fn how(&self) -> String {
        format!("{} positions, evaluation {}", self.positions.len(), self.settings.evaluation)
    }

    fn table(&self) -> Table {
        let headings = METHODS.iter().map(|method| format!("{method}, leaves (%)"));
        let headings = ["depth".to_owned(), "alpha-beta, leaves".to_owned()]
            .into_iter()
            .chain(headings.skip(1));
        let nodes = METHODS.iter().skip(1).map(|method| format!("{method}, nodes (%)"));
        let title = format!("Leaves and nodes as shares of alpha-beta's: {}", self.how());
        let mut table = Table::new(title, headings.chain(nodes));
        for depth in 1..=self.settings.depth {
            let leaves =
                self.positions.iter().filter_map(|one| self.count(one, true, ALPHA_BETA, depth));
            let mean = leaves.sum::<f64>() / self.positions.len().max(1) as f64;
            let mut row = vec![Cell::number(depth, 0), Cell::number(mean, 0)];
            for of_leaves in [true, false] {
                row.extend((1..METHODS.len()).map(|method| {
                    let share = self.share(of_leaves, (method, ALPHA_BETA), depth);
                    Cell::or_empty(share.map(|share| Cell::measured(share, 1)))
                }));
            }
            table.rows.push(row);
        }
        table
    }

    fn figure(&self, of_leaves: bool) -> Figure {
        let what = if of_leaves { "leaves" } else { "nodes" };
        let series = (1..METHODS.len()).map(|method| {
            let depths = 2..=self.settings.depth;
            let points = depths.filter_map(|depth| {
                Some((depth, self.share(of_leaves, (method, ALPHA_BETA), depth)?))
            });
            Series::line(METHODS[method], points)
        });
        Figure::Plot(Plot {
            name: format!("lineage-leaves-{what}"),
            title: format!("Fixed-depth searches, {what} of all iterations: {}", self.how()),
            x: Axis::linear("depth"),
            y: Axis::linear(format!("{what} (% of alpha-beta's)")),
            series: series.collect(),
            marks: vec![Mark::Horizontal { y: 100.0, label: "alpha-beta".to_owned() }],
        })
    }

    fn claims(&self) -> Vec<Claim> {
        let depth = self.settings.depth;
        let of = |statement: String| Claim::of(SOURCE, statement, "%", 1);
        let mut claims = Vec::new();
        let apart = METHODS.iter().enumerate().skip(1).map(|(method, name)| {
            let share = self.share(true, (method, ALPHA_BETA), depth);
            (*name, share.map(|share| share.distance_to(100.0)))
        });
        claims.push(
            of(format!(
                "with a table and iterative deepening, leaves vary by less than 20 %: difference from alpha-beta's, depth {depth}"
            ))
            .named("leaves-vary")
            .reads(Meaning::at_most("less than 20 %", 20.0), apart),
        );
        claims.push(
            of(format!(
                "MTD(f)'s leaves are \"consistently better than for Aspiration NegaScout, averaging a 5-10% improvement, depending \
                 on the game\": their share of them, depth {depth}"
            ))
            .named("mtd-saves-leaves")
            .within(90.0, 95.0, self.share(true, (MTD, ASPIRATION), depth)),
        );
        claims.push(
            of(format!(
                "\"MTD(f) outperforms Aspiration NegaScout on the total node measure as well\": its nodes' share of them, depth \
                 {depth}"
            ))
            .named("mtd-saves-nodes")
            .below(100.0, self.share(false, (MTD, ASPIRATION), depth)),
        );
        let shares: BTreeMap<usize, Option<Estimate>> = (0..METHODS.len())
            .filter(|method| *method != MTD)
            .map(|method| (method, self.share(true, (MTD, method), depth)))
            .collect();
        let cases = shares.iter().filter_map(|(method, share)| {
            let share = (*share)?;
            Some((format!("{} ({:.1} %)", METHODS[*method], share.value), share.is_below(100.0)))
        });
        let statement = format!("MTD(f) has the fewest leaves of all, depth {depth}");
        claims.push(of(statement).named("mtd-fewest").in_all("all others", cases));
        let same = self
            .positions
            .iter()
            .filter(|one| one.values.iter().all(|value| Some(value) == one.values.first()));
        let same = Estimate::percent(same.count() as u64, self.positions.len() as u64);
        let measured = (!self.positions.is_empty()).then_some(Estimate::exact(same.value));
        claims.push(
            of("all of them find the same value: positions".to_owned())
                .own()
                .equals(100.0, 0.0, measured),
        );
        claims
    }
}
