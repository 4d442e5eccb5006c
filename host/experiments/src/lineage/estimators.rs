//! Forward estimation, futility, spreads and ProbCut on random trees: nodes against error.

use std::collections::BTreeMap;

use plyscope_core::Game as _;
use plyscope_core::random_tree::{Branching, RandomTree};
use plyscope_core::search::forward_estimation::FixedBounds;
use plyscope_core::search::probe::Cut;
use plyscope_learn::probcut::Pair;
use plyscope_learn::probcut::fit::fit;
use plyscope_learn::probcut::sample::DepthValues;
use plyscope_measure::selective::{OnTree, Selective, on_tree};
use plyscope_measure::trees::{node_below, value_of, values_by_depth};
use plyscope_report::Summary;
use plyscope_run::seed::hash;
use serde::{Deserialize, Serialize};

use super::estimators_summary::summary;
use crate::keys::{FirstSeed, Seeds};
use crate::kit::collect::pieces;
use crate::kit::estimates::spreads;
use crate::kit::staged::TwoStage;
use crate::{About, ExperimentError, Scale};

pub(super) const SOURCE: &str = "open question: forward estimation beside futility and ProbCut";

/// Trees of a task to learn from, and to search.
const LEARN: u32 = 50;
const PIECE: u32 = 10;
/// Sets seeds of trees to learn from apart from those of trees to search.
const LEARNED_FROM: u32 = 1 << 30;

/// The methods, in the order of rows and curves.
pub(super) const METHODS: [&str; 6] = [
    "full width, less deep",
    "forward estimation (exact bounds times delta)",
    "spreads",
    "futility",
    "ProbCut",
    "Multi-ProbCut",
];
pub(super) const LESS_DEEP: usize = 0;
pub(super) const FE: usize = 1;
pub(super) const SPREADS: usize = 2;
pub(super) const FUTILITY: usize = 3;
pub(super) const PROBCUT: usize = 4;
pub(super) const MULTI: usize = 5;

pub(crate) struct Estimators;

crate::settings! {
    pub(crate) struct Settings {
        pub(super) seed: FirstSeed,
        /// number of trees searched
        pub(super) seeds: Seeds,
        /// number of trees to learn from
        pub(super) learned_from: u32,
        /// children of a node
        pub(super) branching: u32,
        /// depth of the searches, in plies
        pub(super) depth: u32,
        /// strictness of forward estimation: per cent of the exact bounds on edge costs (Zhang's delta)
        pub(super) deltas: Vec<u16>,
        /// strictness of spreads, futility and ProbCut: half width of a range in hundredths of a standard deviation (spreads: the
        /// middle share of as many normal values)
        pub(super) confidences: Vec<u16>,
        /// ProbCut's pairs of depths, DEEP:SHALLOW, one for a depth
        pub(super) single: Vec<String>,
        /// Multi-ProbCut's pairs of depths
        pub(super) pairs: Vec<String>,
    }
}

impl Settings {
    fn tree(&self, seed: u32) -> Result<RandomTree, ExperimentError> {
        Ok(RandomTree::new(seed, Branching::uniform(self.branching)?))
    }

    /// The strictnesses of a method, as settings.
    pub(super) fn strictnesses(&self, method: usize) -> Vec<u16> {
        match method {
            LESS_DEEP => (1..self.depth)
                .filter(|less| (self.depth - less).is_multiple_of(2))
                .map(|d| d as u16)
                .collect(),
            FE => self.deltas.clone(),
            _ => self.confidences.clone(),
        }
    }

    fn pairs(&self, texts: &[String]) -> Result<Vec<Pair>, String> {
        let mut pairs: Vec<Pair> =
            texts.iter().map(|text| text.parse()).collect::<Result<_, _>>()?;
        // The root is not estimated.
        pairs.retain(|pair| u32::from(pair.deep) < self.depth);
        pairs.sort_unstable();
        pairs.dedup();
        Ok(pairs)
    }
}

#[derive(Serialize, Deserialize)]
#[serde(tag = "row", rename_all = "lowercase")]
pub(crate) enum Row {
    Values { samples: Vec<Vec<i32>> },
    Searches { trees: Vec<TreeSearches> },
}

/// The searches of a tree.
#[derive(Serialize, Deserialize)]
pub(crate) struct TreeSearches {
    pub(super) full: EstimatedSearch,
    /// By method and strictness.
    pub(super) found: Vec<Vec<EstimatedSearch>>,
}

/// The result of a search.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub(crate) struct EstimatedSearch {
    pub(super) nodes: u64,
    pub(super) value: i32,
    /// By how much its move is worse than the best one, as full width to the same depth values both.
    pub(super) loss: i32,
}

/// What the estimators know.
#[derive(Clone, Debug, Default)]
pub(crate) struct Learned {
    /// By confidence and depth.
    spreads: Vec<Vec<(i32, i32)>>,
    futility: Option<Cut>,
    single: Vec<Cut>,
    multi: Vec<Cut>,
}

impl Learned {
    fn of(settings: &Settings, samples: &[Vec<i32>]) -> Result<Self, ExperimentError> {
        let values: Vec<&[i32]> = samples.iter().map(Vec::as_slice).collect();
        let spreads = spreads(&values, &settings.confidences, settings.depth);
        let samples: Vec<DepthValues> =
            samples.iter().map(|values| DepthValues::without_phases(values.clone())).collect();
        let cuts = |pairs: &[Pair]| -> Result<Vec<Cut>, ExperimentError> {
            let learned = fit(&samples, settings.depth, 1, pairs).map_err(|error| {
                let count = settings.learned_from;
                ExperimentError::Other(format!("learned_from={count}: {error}"))
            })?;
            Ok(learned.iter().map(|learned| learned.cut()).collect())
        };
        let other = ExperimentError::Other;
        Ok(Self {
            spreads,
            futility: cuts(&[Pair { deep: 1, shallow: 0 }])?.first().copied(),
            single: cuts(&settings.pairs(&settings.single).map_err(other)?)?,
            multi: cuts(&settings.pairs(&settings.pairs).map_err(other)?)?,
        })
    }
}

impl TwoStage for Estimators {
    type Settings = Settings;
    type Lesson = (u32, u32);
    type Learned = Learned;
    type Piece = (u32, u32);
    type Row = Row;

    fn about(&self) -> &About {
        &About {
            id: "lineage-estimators",
            title: "Forward estimation, futility and ProbCut: nodes against error on random trees",
            source: SOURCE,
            what: "All of these prune a node by an estimated range of its minimax value: forward estimation and futility by its \
                static value and bounds on edge costs, spreads by its static value and differences learned for each depth, \
                ProbCut by a shallow search. Here they are estimators of one and the same search (null windows, static \
                ordering) on the same uniform random trees, to the same depth, with several degrees of strictness. All that is \
                learned comes from other trees. Measured are the nodes, how often the move is worse than that of full width \
                to the same depth, and by how much. Random trees have what forward estimation supposes: independent edge \
                costs with known bounds. fe-probcut-othello does the same in Othello.",
            settings: Settings::KEYS,
        }
    }

    fn settings(&self, scale: Scale) -> Settings {
        let list = |names: &[&str]| names.iter().map(|&name| name.to_owned()).collect();
        Settings {
            seed: 1,
            seeds: scale.pick(60, 1000, 2000),
            learned_from: scale.pick(300, 2000, 5000),
            branching: 5,
            depth: scale.pick(6, 9, 11),
            deltas: vec![5, 10, 20, 30, 40, 50, 60, 80, 100],
            confidences: vec![25, 50, 75, 100, 125, 150, 200, 250],
            single: list(&["3:1", "4:2", "5:1", "6:2", "7:3", "8:4", "9:3", "10:4"]),
            pairs: list(&[
                "3:1", "4:2", "5:1", "5:3", "6:2", "6:4", "7:3", "8:4", "9:3", "9:5", "10:4",
                "10:6",
            ]),
        }
    }

    fn check(&self, settings: &Settings) -> Result<(), String> {
        if !(4..=12).contains(&settings.depth) || !(2..=20).contains(&settings.branching) {
            return Err("give depth from 4 to 12, branching from 2 to 20".to_owned());
        }
        if !(1..=100_000).contains(&settings.learned_from)
            || settings.seed >= LEARNED_FROM - 1_000_000
        {
            return Err("give learned_from from 1 to 100000, and seed below 1072741824".to_owned());
        }
        if settings.deltas.is_empty()
            || settings.deltas.iter().any(|delta| !(1..=100).contains(delta))
        {
            return Err("give deltas from 1 to 100".to_owned());
        }
        if settings.confidences.is_empty() || settings.confidences.iter().any(|&each| each > 1000) {
            return Err("give confidences of at most 1000".to_owned());
        }
        let single = settings.pairs(&settings.single)?;
        if single.windows(2).any(|pairs| pairs[0].deep == pairs[1].deep) {
            return Err("single: give one pair for a depth".to_owned());
        }
        let all = [single, settings.pairs(&settings.pairs)?];
        if all.iter().any(|list| list.is_empty() || list.iter().any(|pair| pair.shallow == 0)) {
            return Err(
                "give pairs with a deep depth below depth, and a shallow one of at least 1"
                    .to_owned(),
            );
        }
        Ok(())
    }

    fn lessons(&self, settings: &Settings) -> Vec<(u32, u32)> {
        pieces(LEARNED_FROM + settings.seed, settings.learned_from, LEARN).collect()
    }

    fn learn(
        &self,
        settings: &Settings,
        &(first, count): &(u32, u32),
    ) -> Result<Row, ExperimentError> {
        // Some plies down, so that static values differ.
        let one = |seed: u32| -> Result<_, ExperimentError> {
            let plies = 2 + (hash(seed.into(), 0) % 7) as u32;
            let tree = settings.tree(seed)?;
            let node = node_below(&tree, seed, plies);
            Ok(values_by_depth(&tree, &node, settings.depth)?)
        };
        let samples = (first..first + count).map(one).collect::<Result<_, _>>()?;
        Ok(Row::Values { samples })
    }

    fn learned(&self, settings: &Settings, rows: &[Row]) -> Result<Learned, ExperimentError> {
        let samples = rows.iter().filter_map(|row| match row {
            Row::Values { samples } => Some(samples.iter().cloned()),
            Row::Searches { .. } => None,
        });
        Learned::of(settings, &samples.flatten().collect::<Vec<_>>())
    }

    fn pieces(&self, settings: &Settings) -> Vec<(u64, (u32, u32))> {
        let pieces = pieces(settings.seed, settings.seeds, PIECE);
        pieces.map(|piece| (u64::from(piece.0 / PIECE), piece)).collect()
    }

    fn apply(
        &self,
        settings: &Settings,
        learned: &Learned,
        &(first, count): &(u32, u32),
    ) -> Result<Row, ExperimentError> {
        let one = |seed| searched(&settings.tree(seed)?, settings, learned);
        let trees = (first..first + count).map(one).collect::<Result<_, _>>()?;
        Ok(Row::Searches { trees })
    }

    fn fits(&self, settings: &Settings, row: &Row) -> bool {
        match row {
            Row::Values { .. } => true,
            Row::Searches { trees } => trees.iter().all(|one| {
                let lengths = one.found.iter().enumerate();
                one.found.len() == METHODS.len()
                    && lengths
                        .into_iter()
                        .all(|(method, found)| found.len() == settings.strictnesses(method).len())
            }),
        }
    }

    fn summarise(&self, settings: &Settings, rows: &[Row]) -> Summary {
        summary(settings, rows)
    }
}

/// Searches a tree with every method and strictness.
fn searched(
    tree: &RandomTree,
    settings: &Settings,
    learned: &Learned,
) -> Result<TreeSearches, ExperimentError> {
    let depth = settings.depth;
    let found = on_tree(tree, depth, Selective::FullWidth)?;
    let best = found.value;
    let full = EstimatedSearch { nodes: found.nodes, value: best, loss: 0 };
    let costs = tree.edge_costs();
    let bounds = FixedBounds::new(costs.lowest(), costs.highest());
    // The values of moves, each searched once.
    let mut known: BTreeMap<u32, i32> = BTreeMap::new();
    let mut all = Vec::new();
    for method in 0..METHODS.len() {
        let mut answers = Vec::new();
        for (place, strictness) in settings.strictnesses(method).into_iter().enumerate() {
            let selective = match method {
                LESS_DEEP => Selective::FullWidth,
                FE => Selective::Bounds(bounds, f64::from(strictness) / 100.0),
                SPREADS => {
                    Selective::Spreads(learned.spreads.get(place).map_or(&[][..], Vec::as_slice))
                }
                FUTILITY => Selective::Futility(learned.futility.unwrap_or(Cut::EMPTY), strictness),
                MULTI => Selective::ProbCut(&learned.multi, strictness),
                _ => Selective::ProbCut(&learned.single, strictness),
            };
            let to = if method == LESS_DEEP { strictness.into() } else { depth };
            let OnTree { nodes, value, best: mv } = on_tree(tree, to, selective)?;
            // Where no move is better than an estimate, a search has none: as the first one.
            let root = tree.root();
            let Some(mv) = mv.or_else(|| tree.first_move(&root)) else { continue };
            let own = match known.get(&mv.number()) {
                Some(&own) => own,
                None => {
                    let own = -value_of(tree, &tree.play(&root, mv), depth - 1)?;
                    known.insert(mv.number(), own);
                    own
                }
            };
            // An interrupted search may have an infinite value; the row is dropped then.
            answers.push(EstimatedSearch { nodes, value, loss: best.saturating_sub(own) });
        }
        all.push(answers);
    }
    Ok(TreeSearches { full, found: all })
}
