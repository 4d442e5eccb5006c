//! A contest of two engines: its games and its result.

use std::ops::ControlFlow;

use plyscope_core::random_tree::{Branching, EdgeCosts, Generation};
use plyscope_players::domain::{Domain, RandomTreeDomain, TreeParameters};
use plyscope_players::engine::{Engine, with_small};
use plyscope_players::tournament::{Format, Tournament, results};
use plyscope_report::Estimate;
use plyscope_run::statistics::Tally;
use plyscope_run::statistics::clustered::Clusters;
use serde::{Deserialize, Serialize};

use crate::ExperimentError;
use crate::kit::fields::{Field, OTHELLO, openings, small};
use crate::kit::used::Used;

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
    pub(super) fn engines(&self) -> [Engine; 2] {
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

/// Plays some pairs of a contest.
pub(super) fn play(contest: &Contest, first: u32, pairs: u32) -> Result<Pairs, ExperimentError> {
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
        Field::Small(game) => {
            with_small!(game, Game => play_in(small::<Game>(), contest, first, pairs))
        }
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
    let starts = || match contest.field {
        Field::Trees(_) => tournament.domain.starts(tournament.pairs, tournament.seed),
        _ => openings(&tournament.domain, contest.pairs, contest.seed),
    };
    tournament.schedule_from(starts)?.play_whole(first..end, 1, |[one, other]| {
        played.starts.push(one.start.clone());
        played.outcomes.push([one.outcome, other.outcome]);
        // The challenger moves first in the second game.
        let sides = [[one.work[0], other.work[1]], [one.work[1], other.work[0]]];
        for (side, works) in sides.into_iter().enumerate() {
            for work in works {
                played.moves[side] += work.moves;
                played.nodes[side] += work.generated;
                played.nanos[side] += work.nanos;
                let counted = &mut played.counted.get_or_insert_default()[side];
                counted.expanded += work.expanded;
                counted.evaluated += work.evaluated;
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
    pub(super) starts: Vec<String>,
    /// For each pair: the outcomes for the player who moved first, which is the reference in the first game.
    pub(super) outcomes: Vec<[i32; 2]>,
    /// Moves and nodes of reference and challenger.
    moves: [u64; 2],
    pub(super) nodes: [u64; 2],
    /// Most bytes of their trees.
    bytes: [u64; 2],
    /// What else is counted of them, if it is asked for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) counted: Option<[Counted; 2]>,
    /// Their processor time, which is no part of a row: it varies from run to run.
    #[serde(skip)]
    pub(super) nanos: [u64; 2],
}

/// Positions that a side's searches expanded, and evaluated.
#[derive(Clone, Copy, Default, Serialize, Deserialize)]
pub(crate) struct Counted {
    expanded: u64,
    evaluated: u64,
}

/// A finished contest.
pub(crate) struct Played {
    /// The challenger's points in per cent.
    pub(crate) score: Estimate,
    /// Pairs of games.
    pub(crate) pairs: u32,
    /// From the challenger's side.
    pub(crate) tally: Tally,
    /// Nodes a move of reference and challenger.
    pub(crate) nodes: [f64; 2],
    /// Most bytes that the challenger's tree has taken; 0 without one.
    pub(crate) bytes: u64,
    /// Each pair's kind of start and points, 0 to 4.
    pairs_by_kind: Vec<(u64, u64)>,
    /// Where it was counted: their nodes for each position expanded, and evaluations for each node.
    pub(crate) children: [f64; 2],
    pub(crate) evaluated: [f64; 2],
}

impl Played {
    /// The heading of [`Used::cell`] in tables of contests.
    pub(crate) const USED: &str = "nodes used (% of the opponent's)";

    /// The nodes of the challengers of some contests, by those of their references.
    pub(crate) fn used<'p>(contests: impl IntoIterator<Item = &'p Self>) -> Used {
        Used::by_opponents(contests.into_iter().map(|one| [one.nodes[1], one.nodes[0]]))
    }

    /// How many times the reference's nodes the challenger used.
    pub(crate) fn ratio(&self) -> f64 {
        self.nodes[1] / self.nodes[0].max(1.0)
    }

    /// How many more points the challenger has than another one has from the same starts, paired by them.
    pub(crate) fn less(&self, other: &Self) -> Estimate {
        let both = || self.pairs_by_kind.iter().zip(&other.pairs_by_kind);
        if self.pairs != other.pairs || both().any(|(own, theirs)| own.0 != theirs.0) {
            return self.score.less(other.score);
        }
        Self::more(&[(self, other)]).unwrap_or(Estimate::exact(f64::NAN))
    }

    /// How many more points challengers have than others, mean of some contests with the same starts, paired by them: of the first pairs,
    /// as many as all have.
    pub(crate) fn more(contests: &[(&Self, &Self)]) -> Option<Estimate> {
        let least = contests.iter().map(|(one, other)| one.pairs.min(other.pairs)).min()?;
        // A difference of -4 to 4 becomes the points of two pairs, 0 to 8.
        let mut clusters = Clusters::of_starts(2 * contests.len() as u32);
        for (one, other) in contests {
            let both = one.pairs_by_kind.iter().zip(&other.pairs_by_kind);
            for (&(kind, own), &(_, theirs)) in both.take(least as usize) {
                let sum = own + 4 - theirs;
                clusters.add(kind, sum / 2);
                clusters.add(kind, sum - sum / 2);
            }
        }
        let more = |share: f64| 200.0 * (share - 0.5);
        let found = clusters.estimates()?;
        let (low, high) = found.interval;
        Some(Estimate { value: more(found.score), low: more(low), high: more(high) })
    }

    /// The challengers' points, mean of some contests with the same starts: of the first pairs, as many as all have.
    pub(crate) fn mean(contests: &[&Self]) -> Option<Estimate> {
        let least = contests.iter().map(|one| one.pairs).min()?;
        let mut clusters = Clusters::of_starts(contests.len() as u32);
        for &(kind, points) in
            contests.iter().flat_map(|one| one.pairs_by_kind.iter().take(least as usize))
        {
            clusters.add(kind, points);
        }
        let found = clusters.estimates()?;
        let (low, high) = found.interval;
        Some(Estimate { value: found.score, low, high }.times(100.0))
    }

    /// The result of all pairs of a contest, or `None` if some are missing.
    pub(super) fn of(contest: &Contest, pieces: &[&Pairs]) -> Option<Self> {
        let played: usize = pieces.iter().map(|piece| piece.outcomes.len()).sum();
        if played == 0 || played != contest.pairs as usize {
            return None;
        }
        let (mut tally, mut clusters) = (Tally::default(), Clusters::default());
        let mut pairs_by_kind = Vec::new();
        let (mut nodes, mut moves, mut counts) = ([0; 2], [0; 2], [Counted::default(); 2]);
        for piece in pieces {
            for (start, &outcomes) in piece.starts.iter().zip(&piece.outcomes) {
                // From the reference's side.
                let results = results(contest.field.scoring(), outcomes);
                results.iter().for_each(|&result| tally.add(-result));
                let games = results.len() as i32;
                let points = (games - results.iter().sum::<i32>()) * 2 / games;
                let (kind, points) =
                    (contest.field.kind_of(start), u64::from(points.unsigned_abs()));
                clusters.add(kind, points);
                pairs_by_kind.push((kind, points));
            }
            for side in 0..2 {
                nodes[side] += piece.nodes[side];
                moves[side] += piece.moves[side];
                let counted = piece.counted.unwrap_or_default()[side];
                counts[side].expanded += counted.expanded;
                counts[side].evaluated += counted.evaluated;
            }
        }
        let estimates = clusters.estimates()?;
        let (low, high) = estimates.interval;
        let nodes: [u64; 2] = nodes;
        let children = [0, 1].map(|side| nodes[side] as f64 / counts[side].expanded as f64);
        let evaluated = [0, 1].map(|side| counts[side].evaluated as f64 / nodes[side] as f64);
        let nodes = [0, 1].map(|side| nodes[side] as f64 / moves[side].max(1) as f64);
        let score = Estimate { value: estimates.score, low, high }.times(100.0);
        let bytes = pieces.iter().map(|piece| piece.bytes[1]).max().unwrap_or(0);
        let pairs = contest.pairs;
        Some(Self { score, pairs, tally, nodes, bytes, pairs_by_kind, children, evaluated })
    }
}

#[cfg(test)]
mod tests {
    use super::super::engine;
    use super::{Contest, Field, Played, play};

    #[test]
    fn from_the_same_starts_nothing_is_between_a_result_and_itself_and_less_doubt() {
        let contest = Contest {
            field: Field::named("random-tree:2").unwrap(),
            reference: engine("algorithm=bfm").unwrap(),
            challenger: engine("algorithm=bfm").unwrap(),
            evaluation: String::new(),
            nodes: 10,
            factor: 2.0,
            pairs: 30,
            seed: 1,
        };
        let played = Played::of(&contest, &[&play(&contest, 0, 30).unwrap()]).unwrap();
        let (paired, apart) = (played.less(&played), played.score.less(played.score));
        assert_eq!((paired.value, apart.value), (0.0, 0.0));
        assert!(
            paired.low < 0.0 && paired.half_width() < apart.half_width(),
            "{paired:?} {apart:?}"
        );
        // The same contest again and again says no more than once.
        assert_eq!(Played::mean(&[&played; 4]).unwrap().display(9), played.score.display(9));
    }

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
            assert_eq!(Played::mean(&[&played]), Some(played.score), "{name}");
        }
        assert!(Field::named("random-tree:1").is_err() && Field::named("chess").is_err());
    }
}
