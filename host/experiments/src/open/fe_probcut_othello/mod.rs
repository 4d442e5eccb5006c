//! Forward estimation, futility and ProbCut as estimators of one search: nodes against error in Othello.

mod games;
mod search;
mod summary;

use plyscope_core::othello::{Othello, hundredths};
use plyscope_core::{Game as _, Value};
use plyscope_learn::probcut::Pair;
use plyscope_learn::probcut::sample::{self, DepthValues, Sampling};
use plyscope_players::domain::OthelloEvaluation;
use plyscope_players::judged::Unit;
use plyscope_players::player::PlayerError;
use plyscope_report::Summary;
use plyscope_run::seed::hash;
use serde::{Deserialize, Serialize};

use crate::keys::{Evaluation, FirstSeed, Seeds, SeedsOrNone};
use crate::kit::collect::pieces;
use crate::kit::fields::{self, OTHELLO};
use crate::kit::staged::TwoStage;
use crate::{About, ExperimentError, Scale};
use search::{Learned, ProbedSearch};

const SOURCE: &str = "open question: forward estimation beside futility and ProbCut";

/// Positions of a task to learn from, and to search.
const LEARN: u32 = 25;
const PIECE: u32 = 2;
/// Pairs of games of a task.
const PAIRS: u32 = 2;

/// Numbers of discs of the positions searched.
const DISCS: std::ops::RangeInclusive<u32> = 20..=44;

/// Sets the seeds of positions to learn from apart from those of positions to search.
const LEARNED_FROM: u64 = 1 << 40;

/// The methods, in the order of rows and curves.
const METHODS: [&str; 7] = [
    "full width, less deep",
    "fixed bounds (likely increments)",
    "spreads",
    "futility",
    "ProbCut",
    "Multi-ProbCut",
    "ProbCut and static values",
];
const LESS_DEEP: usize = 0;
const FIXED: usize = 1;
const SPREADS: usize = 2;
const FUTILITY: usize = 3;
const PROBCUT: usize = 4;
const MULTI: usize = 5;
const BOTH: usize = 6;
/// Their names in settings; full width, less deep, is always among them.
const KEYS: [&str; 6] =
    ["fixed", "spreads", "futility", "probcut", "multi-probcut", "probcut-and-static"];

/// All that prune.
fn every_method() -> Vec<String> {
    KEYS.map(str::to_owned).into()
}

pub(crate) struct Estimators;

crate::settings! {
    pub(crate) struct Settings {
        /// seed of the positions
        seed: FirstSeed,
        /// number of positions searched
        seeds: Seeds,
        /// number of positions to learn from
        learned_from: u32,
        /// depth of the searches, in plies
        depth: u32,
        /// the methods searched with: fixed (bounds), spreads, futility (which saves so little that it takes most of the time), probcut,
        /// multi-probcut, probcut-and-static
        #[serde(default = "every_method")]
        methods: Vec<String>,
        /// strictness of spreads, futility and ProbCut: half width of a range in hundredths of a standard deviation (spreads: the
        /// middle share of as many normal values)
        confidences: Vec<u16>,
        /// strictness of fixed bounds: per cent of the likely increments (Zhang's delta)
        scales: Vec<u16>,
        /// ProbCut's pairs of depths, DEEP:SHALLOW, one for a depth
        single: Vec<String>,
        /// Multi-ProbCut's pairs of depths
        pairs: Vec<String>,
        /// phases of the game by number of discs, for futility and ProbCut
        phases: u8,
        /// simple, patterns, patterns-small, patterns-large or patterns:FILE
        evaluation: Evaluation,
        /// pairs of games of spreads against ProbCut
        games: SeedsOrNone,
        /// nodes a move in them, of spreads and of ProbCut
        game_nodes: Vec<u64>,
        /// strictness in them, of spreads and of ProbCut, two of the confidences
        game_confidences: Vec<u16>,
        /// whether the processor time of their moves is measured, without the emptying of tables (rows then vary from run to run)
        #[serde(default)]
        game_times: bool,
    }
}

impl Settings {
    fn evaluation(&self) -> Result<OthelloEvaluation, ExperimentError> {
        Ok(OthelloEvaluation::named(&self.evaluation).map_err(PlayerError::from)?)
    }

    /// The strictnesses of a method, as settings.
    fn strictnesses(&self, method: usize) -> Vec<u16> {
        let prunes = method.checked_sub(1).and_then(|place| KEYS.get(place));
        if prunes.is_some_and(|&key| self.methods.iter().all(|known| known != key)) {
            return Vec::new();
        }
        match method {
            LESS_DEEP => less_deep(self.depth).map(|depth| depth as u16).collect(),
            FIXED => self.scales.clone(),
            // It saves so little that it takes most of the time.
            FUTILITY => self.confidences.iter().copied().step_by(3).collect(),
            _ => self.confidences.clone(),
        }
    }
}

/// The depths of the same parity below this one.
fn less_deep(depth: u32) -> impl Iterator<Item = u32> {
    (1..depth).filter(move |less| (depth - less).is_multiple_of(2) && depth - less <= 6)
}

/// Parses pairs for searches to this depth.
fn pairs(texts: &[String], depth: u32) -> Result<Vec<Pair>, String> {
    let mut pairs: Vec<Pair> = texts.iter().map(|text| text.parse()).collect::<Result<_, _>>()?;
    pairs.retain(|pair| u32::from(pair.deep) < depth);
    pairs.sort_unstable();
    pairs.dedup();
    Ok(pairs)
}

#[derive(Serialize, Deserialize)]
#[serde(tag = "row", rename_all = "lowercase")]
pub(crate) enum Row {
    Values { samples: Vec<DepthValues> },
    Searches { positions: Vec<PositionSearches> },
    Games { pairs: Vec<games::Pair> },
}

/// A piece of the second stage: positions or pairs of games, from the first on, and how many.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Piece {
    Positions(u32, u32),
    Games(u32, u32),
}

/// The searches of a position.
#[derive(Serialize, Deserialize)]
pub(crate) struct PositionSearches {
    /// The search of full width.
    full: ProbedSearch,
    /// By method and strictness.
    found: Vec<Vec<ProbedSearch>>,
}

impl TwoStage for Estimators {
    type Settings = Settings;
    type Lesson = (u32, u32);
    type Learned = Learned;
    type Piece = Piece;
    type Row = Row;

    fn about(&self) -> &About {
        &About {
            id: "fe-probcut-othello",
            title: "Forward estimation, futility and ProbCut: nodes against error in Othello",
            source: SOURCE,
            what: "All of these prune a node by an estimated range of its minimax value. They differ in what they look at: \
                forward estimation and futility at the static value, ProbCut at a shallow search. Here they are estimators \
                of one and the same search (null windows, a table, deepening in steps of two plies), with one evaluation, on \
                the same middle-game positions of self-play, to the same depth, each with several degrees of strictness. \
                Spreads, futility and ProbCut learn from the same other positions, all searched to every depth. Measured are \
                the nodes, and how often the move, and by how much the value, differs from that of the same search \
                without estimates. The last method is that of this program's own parameters: ProbCut that first compares the \
                static value. Spreads also play ProbCut, a node of which takes less time and \
                which is given more of them; game_times=true measures what both take. Differences are of the same positions, and verdicts are at 95 % for all of them together (Holm). \
                The search without estimates at smaller depths is the measure of all: what prunes must be better.",
            settings: Settings::KEYS,
        }
    }

    fn settings(&self, scale: Scale) -> Settings {
        let list = |names: &[&str]| names.iter().map(|&name| name.to_owned()).collect();
        Settings {
            seed: 1,
            seeds: scale.pick(40, 1000, 2000),
            learned_from: scale.pick(300, 600, 3000),
            depth: scale.pick(6, 10, 12),
            methods: every_method(),
            confidences: vec![25, 50, 75, 100, 125, 150, 200, 250],
            scales: vec![2, 5, 10, 15, 20, 30, 40, 50],
            single: list(&[
                "3:1", "4:2", "5:1", "6:2", "7:3", "8:4", "9:3", "10:4", "11:5", "12:4", "13:5",
            ]),
            pairs: list(&[
                "3:1", "4:2", "5:1", "5:3", "6:2", "6:4", "7:3", "8:4", "9:3", "9:5", "10:4",
                "10:6", "11:5", "11:7", "12:4", "12:6", "13:5", "13:7",
            ]),
            phases: 6,
            evaluation: scale.pick("patterns", "patterns-large", "patterns-large").to_owned(),
            // With fewer pairs a quick run's points tell nothing, not even the sign.
            games: scale.pick(400, 300, 800),
            game_nodes: scale.pick(vec![500, 530], vec![3000, 3180], vec![30_000, 31_800]),
            game_confidences: vec![150, 150],
            game_times: false,
        }
    }

    fn check(&self, settings: &Settings) -> Result<(), String> {
        let evaluation = OthelloEvaluation::named(&settings.evaluation);
        if evaluation.is_ok_and(|evaluation| evaluation.unit() != Unit::Hundredths) {
            return Err("evaluation: its unit is not a hundredth of a disc".to_owned());
        }
        if settings.seeds == 0
            || !(1..=1_000_000).contains(&settings.learned_from)
            || !(4..=14).contains(&settings.depth)
            || !(1..=12).contains(&settings.phases)
        {
            return Err(
                "give seeds from 1, learned_from from 1 to 1000000, depth from 4 to 14, phases from \
                 1 to 12"
                    .to_owned(),
            );
        }
        let lists = [&settings.confidences, &settings.scales];
        if lists.iter().any(|list| list.is_empty() || list.iter().any(|&each| each > 1000)) {
            return Err("give confidences and scales of at most 1000".to_owned());
        }
        if settings.methods.is_empty()
            || settings.methods.iter().any(|name| !KEYS.contains(&name.as_str()))
        {
            return Err(format!("give methods of {}", KEYS.join(", ")));
        }
        let known = |one: &u16| settings.confidences.contains(one);
        if settings.game_nodes.len() != 2
            || settings.game_confidences.len() != 2
            || !settings.game_confidences.iter().all(known)
            || settings.games as usize
                > fields::openings(&*OTHELLO, u32::MAX, settings.seed)
                    .map_or(0, |starts| starts.len())
        {
            return Err(
                "give two game_nodes, two of the confidences as game_confidences, and no more games than there are openings"
                    .to_owned(),
            );
        }
        let single = pairs(&settings.single, u32::MAX)?;
        if single.windows(2).any(|pairs| pairs[0].deep == pairs[1].deep) {
            return Err("single: give one pair for a depth".to_owned());
        }
        let all = [single, pairs(&settings.pairs, u32::MAX)?];
        if all.iter().flatten().any(|pair| pair.shallow == 0) {
            return Err("give pairs with a shallow depth of at least 1".to_owned());
        }
        if all.iter().any(|list| list.iter().all(|pair| u32::from(pair.deep) >= settings.depth)) {
            return Err(
                "give pairs with a deep depth below depth: the root is not estimated".to_owned()
            );
        }
        Ok(())
    }

    fn lessons(&self, settings: &Settings) -> Vec<(u32, u32)> {
        pieces(0, settings.learned_from, LEARN).collect()
    }

    fn learn(
        &self,
        settings: &Settings,
        &(first, count): &(u32, u32),
    ) -> Result<Row, ExperimentError> {
        let evaluation = settings.evaluation()?;
        let sampling = Sampling {
            positions: settings.learned_from.into(),
            depth: settings.depth,
            seed: hash(hash(0, settings.seed.into()), LEARNED_FROM),
            solved: None,
        };
        let one = |unit: u32| sample::sample(&evaluation, &sampling, unit.into());
        let samples: Result<_, _> = (first..first + count).map(one).collect();
        Ok(Row::Values { samples: samples? })
    }

    fn learned(&self, settings: &Settings, rows: &[Row]) -> Result<Learned, ExperimentError> {
        let samples = rows.iter().filter_map(|row| match row {
            Row::Values { samples } => Some(samples.iter().cloned()),
            Row::Searches { .. } | Row::Games { .. } => None,
        });
        Learned::of(settings, &samples.flatten().collect::<Vec<DepthValues>>())
    }

    fn pieces(&self, settings: &Settings) -> Vec<(u64, Piece)> {
        let positions = pieces(0, settings.seeds, PIECE);
        let positions = positions
            .map(|(first, count)| (u64::from(first / PIECE), Piece::Positions(first, count)));
        let games = pieces(0, settings.games, PAIRS);
        let games =
            games.map(|(first, count)| (u64::from(first / PAIRS), Piece::Games(first, count)));
        let mut all: Vec<_> = positions.chain(games).collect();
        all.sort_by_key(|(part, _)| *part);
        all
    }

    fn apply(
        &self,
        settings: &Settings,
        learned: &Learned,
        piece: &Piece,
    ) -> Result<Row, ExperimentError> {
        let evaluation = settings.evaluation()?;
        let (first, count) = match *piece {
            Piece::Positions(first, count) => (first, count),
            Piece::Games(first, count) => {
                let pairs = games::play(&evaluation, settings, learned, (first, count))?;
                return Ok(Row::Games { pairs });
            }
        };
        let mut positions = Vec::new();
        for number in first..first + count {
            let seed = hash(hash(0, settings.seed.into()), number.into());
            let span = u64::from(DISCS.end() - DISCS.start()) + 1;
            let discs = DISCS.start() + (hash(seed, 0) % span) as u32;
            // With one move there is nothing to get wrong.
            let board =
                sample::find(&evaluation, discs, seed, &|board| Othello.count_moves(board) > 1)?;
            positions.push(search::searched(&evaluation, settings, learned, &board)?);
        }
        Ok(Row::Searches { positions })
    }

    fn fits(&self, settings: &Settings, row: &Row) -> bool {
        match row {
            Row::Values { .. } | Row::Games { .. } => true,
            Row::Searches { positions } => {
                positions.iter().all(|one| {
                    one.found.len() == METHODS.len()
                        && one.found.iter().enumerate().all(|(method, found)| {
                            found.len() == settings.strictnesses(method).len()
                        })
                })
            }
        }
    }

    fn summarise(&self, settings: &Settings, rows: &[Row]) -> Summary {
        summary::summary(settings, rows)
    }
}

/// A value in discs: a score if the game is decided, hundredths otherwise, and no more than a game can bring.
fn discs(value: i32) -> f64 {
    (f64::from(hundredths(Value::new(value))) / 100.0).clamp(-64.0, 64.0)
}

#[cfg(test)]
mod tests {
    use super::{Estimators, FUTILITY, KEYS, METHODS, SPREADS, Settings};
    use crate::Scale;
    use crate::kit::staged::TwoStage as _;

    #[test]
    fn methods_that_are_left_out_are_not_searched_with() {
        let mut settings = Estimators.settings(Scale::Quick);
        let searched = |settings: &Settings| -> Vec<usize> {
            (0..METHODS.len()).map(|method| settings.strictnesses(method).len()).collect()
        };
        assert!(searched(&settings).iter().all(|&count| count > 0));
        settings.methods.retain(|name| name == KEYS[SPREADS - 1]);
        assert_eq!(searched(&settings)[FUTILITY], 0);
        assert!(searched(&settings)[SPREADS] > 0 && Estimators.check(&settings).is_ok());
        settings.methods = vec!["other".to_owned()];
        assert!(Estimators.check(&settings).is_err());
    }
}
