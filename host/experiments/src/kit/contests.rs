//! Contests of two engines in any of the games, at equal nodes or equal processor time: what several experiments play.
//!
//! A game of an experiment is a name: `random-tree:5` (uniform trees with five children), `othello`, `connect-four` or
//! `hexapawn`. Scores count draws as half, and their intervals are those of kinds of openings (or trees).

use std::collections::BTreeSet;
use std::ops::ControlFlow;

use plyscope_core::random_tree::{Branching, EdgeCosts, Generation};
use plyscope_players::domain::{Domain, RandomTreeDomain, TreeParameters};
use plyscope_players::engine::Engine;
use plyscope_players::tournament::ladder::Equal;
use plyscope_players::tournament::{Format, Tournament, results};
use plyscope_report::{Estimate, Summary};
use plyscope_run::statistics::Tally;
use plyscope_run::statistics::clustered::Clusters;
use serde::{Deserialize, Serialize};

use super::fields::{CONNECT_FOUR, Field, HEXAPAWN, OTHELLO};
use super::staged::TwoStage;
use crate::{About, ExperimentError, Scale};

/// Pairs of games per task, and pairs that time an engine's nodes.
const PIECE: u32 = 4;
const TIMED: u32 = 2;

/// Length of a game on random trees: the papers'.
const TREE_PLIES: u32 = 100;

/// Two engines that play pairs of games.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Contest {
    pub(crate) field: Field,
    /// The engines, without limits and without an evaluation.
    pub(crate) reference: Engine,
    pub(crate) challenger: Engine,
    /// The evaluation in Othello; the other games have one each.
    pub(crate) evaluation: String,
    /// The reference's nodes for a move.
    pub(crate) nodes: u64,
    /// The challenger's nodes as a multiple of the reference's.
    pub(crate) factor: f64,
    /// Pairs of games, and the seed that selects them.
    pub(crate) pairs: u32,
    pub(crate) seed: u32,
}

impl Contest {
    fn engines(&self) -> [Engine; 2] {
        let one = |engine: &Engine, name: &str, factor: f64| {
            let othello = self.field == Field::Othello;
            Engine {
                name: name.to_owned(),
                nodes: Some(((self.nodes as f64 * factor) as u64).max(1)),
                evaluation: othello.then(|| self.evaluation.clone()),
                ..engine.clone()
            }
        };
        [one(&self.reference, "reference", 1.0), one(&self.challenger, "challenger", self.factor)]
    }
}

/// Reads an engine from its options, which `+` separates: lists of settings have commas between their items.
///
/// # Errors
/// What is wrong with them.
pub(crate) fn engine(options: &str) -> Result<Engine, String> {
    // Engines without limits are refused; these have them later.
    let text = format!("{},nodes=1", options.replace('+', ","));
    let engine = text.parse::<Engine>().map_err(|error| error.to_string())?;
    Ok(Engine { nodes: None, ..engine })
}

/// Checks the lists of games, numbers of openings and nodes.
///
/// # Errors
/// What does not fit.
pub(crate) fn check_games(games: &[String], seeds: &[u32], nodes: &[u64]) -> Result<(), String> {
    if games.is_empty() || games.len() != seeds.len() || games.len() != nodes.len() {
        return Err(format!("`seeds` and `nodes` need one value per game ({})", games.len()));
    }
    if games.iter().collect::<BTreeSet<_>>().len() != games.len() {
        return Err("give each game once".to_owned());
    }
    if nodes.iter().any(|nodes| *nodes < 1) {
        return Err("give nodes of at least 1".to_owned());
    }
    for (name, &seeds) in games.iter().zip(seeds) {
        let most = Field::named(name)?.most_pairs();
        if seeds as usize > most {
            return Err(format!("{name}: give at most {most} seeds, the number of openings"));
        }
    }
    Ok(())
}

/// Plays some pairs of a contest.
fn play(contest: &Contest, first: u32, pairs: u32) -> Result<Pairs, ExperimentError> {
    match contest.field {
        Field::Trees(b) => {
            let parameters = TreeParameters {
                branching: Branching::uniform(b)?,
                edge_costs: EdgeCosts::Korf,
                generation: Generation::BreadthFirst,
                game_depth: TREE_PLIES,
                noise: 0,
                correlation: 0,
            };
            play_in(RandomTreeDomain { parameters }, contest, first, pairs)
        }
        Field::Othello => play_in(OTHELLO.clone(), contest, first, pairs),
        Field::ConnectFour => play_in(CONNECT_FOUR, contest, first, pairs),
        Field::Hexapawn => play_in(HEXAPAWN, contest, first, pairs),
    }
}

fn play_in<D: Domain>(
    domain: D,
    contest: &Contest,
    first: u32,
    pairs: u32,
) -> Result<Pairs, ExperimentError> {
    let tournament = Tournament {
        domain,
        engines: contest.engines().map(Into::into).into(),
        format: Format::RoundRobin,
        pairs: Some(contest.pairs.into()),
        seed: contest.seed.into(),
    };
    let mut played = Pairs::default();
    let (first, end) = (u64::from(first), u64::from(first + pairs));
    tournament.schedule()?.play_whole(first..end, 1, |[one, other]| {
        played.starts.push(one.start.clone());
        played.outcomes.push([one.outcome, other.outcome]);
        // The challenger moves first in the second game.
        let sides = [[one.work[0], other.work[1]], [one.work[1], other.work[0]]];
        for (side, works) in sides.into_iter().enumerate() {
            for work in works {
                played.moves[side] += work.moves;
                played.nodes[side] += work.generated;
                played.nanos[side] += work.nanos;
                played.bytes[side] = played.bytes[side].max(work.bytes);
            }
        }
        Ok(ControlFlow::Continue(()))
    })?;
    Ok(played)
}

/// Some pairs of games.
#[derive(Clone, Default, Serialize, Deserialize)]
pub(crate) struct Pairs {
    /// The openings, or the trees' seeds.
    starts: Vec<String>,
    /// For each pair: the outcomes for the player who moved first, which is the reference in the first game.
    outcomes: Vec<[i32; 2]>,
    /// Moves and nodes of reference and challenger.
    moves: [u64; 2],
    nodes: [u64; 2],
    /// Most bytes of their trees.
    bytes: [u64; 2],
    /// Their processor time, which is no part of a row: it varies from run to run.
    #[serde(skip)]
    nanos: [u64; 2],
}

/// A finished contest.
pub(crate) struct Played {
    /// The challenger's points in per cent.
    pub(crate) score: Estimate,
    /// From the challenger's side.
    pub(crate) tally: Tally,
    /// Nodes a move of reference and challenger.
    pub(crate) nodes: [f64; 2],
    /// Most bytes that the challenger's tree has taken; 0 without one.
    pub(crate) bytes: u64,
}

impl Played {
    /// The result of all pairs of a contest, or `None` if some are missing.
    fn of(contest: &Contest, pieces: &[&Pairs]) -> Option<Self> {
        let played: usize = pieces.iter().map(|piece| piece.outcomes.len()).sum();
        if played != contest.pairs as usize {
            return None;
        }
        let (mut tally, mut clusters) = (Tally::default(), Clusters::default());
        let (mut nodes, mut moves) = ([0; 2], [0; 2]);
        for piece in pieces {
            for (start, &outcomes) in piece.starts.iter().zip(&piece.outcomes) {
                // From the reference's side.
                let results = results(contest.field.scoring(), outcomes);
                results.iter().for_each(|&result| tally.add(-result));
                let games = results.len() as i32;
                let points = (games - results.iter().sum::<i32>()) * 2 / games;
                clusters.add(contest.field.kind_of(start), u64::from(points.unsigned_abs()));
            }
            for side in 0..2 {
                nodes[side] += piece.nodes[side];
                moves[side] += piece.moves[side];
            }
        }
        let estimates = clusters.estimates()?;
        let (low, high) = estimates.interval;
        let nodes = [0, 1].map(|side| nodes[side] as f64 / moves[side].max(1) as f64);
        let score = Estimate { value: estimates.score, low, high }.times(100.0);
        let bytes = pieces.iter().map(|piece| piece.bytes[1]).max().unwrap_or(0);
        Some(Self { score, tally, nodes, bytes })
    }
}

/// An experiment of contests.
pub(crate) trait Contests: Sync {
    /// As in [`TwoStage`].
    type Settings: Serialize + serde::de::DeserializeOwned + Sync;

    /// As in [`TwoStage`].
    fn about(&self) -> &About;

    /// As in [`TwoStage`].
    fn settings(&self, scale: Scale) -> Self::Settings;

    /// As in [`TwoStage`]; the contests are checked besides.
    fn check(&self, settings: &Self::Settings) -> Result<(), String>;

    /// What is equal for both.
    fn equal(&self, settings: &Self::Settings) -> Equal;

    /// The contests.
    ///
    /// # Errors
    /// An engine that does not exist.
    fn contests(&self, settings: &Self::Settings) -> Result<Vec<Contest>, String>;

    /// Summarises the results, one for each contest.
    fn summarise(&self, settings: &Self::Settings, played: &[Option<Played>]) -> Summary;
}

/// Makes an experiment of contests one in [two stages](TwoStage): nodes are timed if processor time is equal, then all pairs
/// are played.
pub(crate) struct OfContests<C>(pub(crate) C);

/// Some pairs of a contest.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Piece {
    contest: usize,
    first: u32,
    pairs: u32,
}

#[derive(Serialize, Deserialize)]
#[serde(tag = "row", rename_all = "lowercase")]
pub(crate) enum Row {
    /// The challenger's nodes in the time of one of the reference.
    Timed { contest: usize, factor: f64 },
    /// Some pairs of games.
    Pairs {
        contest: usize,
        #[serde(flatten)]
        pairs: Pairs,
    },
}

impl<C: Contests> OfContests<C> {
    /// The contests of settings that were checked.
    fn contests(&self, settings: &C::Settings) -> Vec<Contest> {
        self.0.contests(settings).unwrap_or_default()
    }

    /// Plays some pairs with a factor for the challenger's nodes.
    fn play(
        &self,
        settings: &C::Settings,
        piece: Piece,
        factor: f64,
    ) -> Result<Pairs, ExperimentError> {
        let contests = self.0.contests(settings).map_err(ExperimentError::Other)?;
        let Some(contest) = contests.get(piece.contest).cloned() else {
            return Ok(Pairs::default());
        };
        play(&Contest { factor, ..contest }, piece.first, piece.pairs)
    }
}

impl<C: Contests> TwoStage for OfContests<C> {
    type Settings = C::Settings;
    type Lesson = Piece;
    /// For each contest, the challenger's nodes as a multiple of the reference's.
    type Learned = Vec<f64>;
    type Piece = Piece;
    type Row = Row;

    fn about(&self) -> &About {
        self.0.about()
    }

    fn settings(&self, scale: Scale) -> C::Settings {
        self.0.settings(scale)
    }

    fn check(&self, settings: &C::Settings) -> Result<(), String> {
        self.0.check(settings)?;
        for contest in self.0.contests(settings)? {
            let engines = contest.engines();
            engines.iter().try_for_each(|one| one.check().map_err(|error| error.to_string()))?;
        }
        Ok(())
    }

    fn lessons(&self, settings: &C::Settings) -> Vec<Piece> {
        if self.0.equal(settings) != Equal::Time {
            return Vec::new();
        }
        let time = |(contest, one): (usize, &Contest)| Piece {
            contest,
            first: 0,
            pairs: TIMED.min(one.pairs),
        };
        self.contests(settings).iter().enumerate().map(time).collect()
    }

    fn learn(&self, settings: &C::Settings, piece: &Piece) -> Result<Row, ExperimentError> {
        let pairs = self.play(settings, *piece, 1.0)?;
        let [reference, challenger] =
            [0, 1].map(|side| pairs.nanos[side].max(1) as f64 / pairs.nodes[side].max(1) as f64);
        Ok(Row::Timed { contest: piece.contest, factor: reference / challenger })
    }

    fn learned(&self, settings: &C::Settings, rows: &[Row]) -> Result<Vec<f64>, ExperimentError> {
        let mut factors = vec![1.0; self.contests(settings).len()];
        for row in rows {
            if let Row::Timed { contest, factor } = row
                && let Some(place) = factors.get_mut(*contest)
            {
                *place = *factor;
            }
        }
        Ok(factors)
    }

    fn pieces(&self, settings: &C::Settings) -> Vec<(u64, Piece)> {
        let contests = self.contests(settings);
        let most = contests.iter().map(|contest| contest.pairs).max().unwrap_or(0);
        let mut pieces = Vec::new();
        // Interleaved piece by piece, so that cheap and expensive ones alternate.
        for first in (0..most).step_by(PIECE as usize) {
            for (contest, one) in contests.iter().enumerate() {
                let pairs = PIECE.min(one.pairs.saturating_sub(first));
                if pairs > 0 {
                    pieces.push((u64::from(first / PIECE), Piece { contest, first, pairs }));
                }
            }
        }
        pieces
    }

    fn apply(
        &self,
        settings: &C::Settings,
        factors: &Vec<f64>,
        piece: &Piece,
    ) -> Result<Row, ExperimentError> {
        let factor = factors.get(piece.contest).copied().unwrap_or(1.0);
        let pairs = self.play(settings, *piece, factor)?;
        Ok(Row::Pairs { contest: piece.contest, pairs })
    }

    fn fits(&self, settings: &C::Settings, row: &Row) -> bool {
        let count = self.0.contests(settings).map_or(0, |contests| contests.len());
        match row {
            Row::Timed { contest, .. } => *contest < count,
            Row::Pairs { contest, pairs } => {
                *contest < count && pairs.starts.len() == pairs.outcomes.len()
            }
        }
    }

    fn summarise(&self, settings: &C::Settings, rows: &[Row]) -> Summary {
        let contests = self.contests(settings);
        let mut pieces: Vec<Vec<&Pairs>> = vec![Vec::new(); contests.len()];
        for row in rows {
            if let Row::Pairs { contest, pairs } = row
                && let Some(own) = pieces.get_mut(*contest)
            {
                own.push(pairs);
            }
        }
        let played = contests.iter().zip(&pieces).map(|(contest, own)| Played::of(contest, own));
        self.0.summarise(settings, &played.collect::<Vec<_>>())
    }
}

#[cfg(test)]
mod tests {
    use super::{Contest, Field, Played, engine, play};

    #[test]
    fn an_engine_has_half_of_the_points_against_itself_once_all_pairs_are_there() {
        for (name, nodes) in [("hexapawn", 4), ("connect-four", 20), ("random-tree:2", 20)] {
            let contest = Contest {
                field: Field::named(name).unwrap(),
                reference: engine("algorithm=ubfm+memory=1MiB").unwrap(),
                challenger: engine("algorithm=ubfm+memory=1MiB").unwrap(),
                evaluation: String::new(),
                nodes,
                factor: 1.0,
                pairs: 3,
                seed: 1,
            };
            let pieces =
                [(0, 2), (2, 1)].map(|(first, pairs)| play(&contest, first, pairs).unwrap());
            assert!(Played::of(&contest, &[&pieces[0]]).is_none(), "{name}: a pair is missing");
            let played = Played::of(&contest, &[&pieces[0], &pieces[1]]).unwrap();
            assert_eq!(played.score.value, 50.0, "{name}");
            assert_eq!(played.nodes[0], played.nodes[1], "{name}");
        }
        assert!(Field::named("random-tree:1").is_err() && Field::named("chess").is_err());
    }
}
