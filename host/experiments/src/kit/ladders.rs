//! Experiments on ladders of horizons: what to play next, and the results.
//!
//! The rule is that of [`tournament::ladder`](plyscope_players::tournament::ladder). Here its tournaments are cut into pieces of a
//! few pairs of games, so that a run uses all cores and can be interrupted and resumed.

mod climbed;

use std::collections::BTreeSet;
use std::ops::ControlFlow;

use plyscope_players::domain::{Domain, Scoring};
use plyscope_players::tournament::ladder::{Equal, Ladder, Rung};
use plyscope_players::tournament::{Standings, Work, results};
use plyscope_report::{Estimate, Summary};
use plyscope_run::statistics::Tally;
use serde::{Deserialize, Serialize};

use super::collect::{by_kind, ratio};
use super::growth::Growth;
use super::increments::Increments;
use super::ladder_work;
use crate::{About, ExperimentError, Scale, Study};
pub(crate) use climbed::{Climbed, Played, Step};

/// One curve of an experiment.
pub(crate) struct Curve<D> {
    /// Its name in tables and legends.
    pub(crate) label: String,
    /// The ladder.
    pub(crate) ladder: Ladder<D>,
    /// Pairs of games in each of its tournaments.
    pub(crate) pairs: u64,
    /// Pairs per task.
    pub(crate) piece: u64,
}

/// An experiment of ladders.
pub(crate) trait Ladders: Sync {
    /// The domain of the games.
    type Domain: Domain;
    /// As in [`Study`].
    type Settings: Serialize + serde::de::DeserializeOwned + Sync;

    /// As in [`Study`].
    fn about(&self) -> &About;
    /// Whether the evaluation's increments are measured first.
    const MEASURES: bool = false;

    /// As in [`Study`].
    fn settings(&self, scale: Scale) -> Self::Settings;

    /// As in [`Study`].
    fn check(&self, settings: &Self::Settings) -> Result<(), String>;

    /// Measures increments, if [`Ladders::MEASURES`].
    fn measure(&self, settings: &Self::Settings) -> Result<Increments, ExperimentError> {
        let _ = settings;
        Ok(Increments::default())
    }

    /// The curves; `increments` are those of [`Ladders::measure`].
    fn curves(
        &self,
        settings: &Self::Settings,
        increments: &Increments,
    ) -> Result<Vec<Curve<Self::Domain>>, ExperimentError>;

    /// The most pairs of a tournament that [`Ladders::asks`] for; with fewer than those of the ladder, it is not asked.
    fn most(&self, settings: &Self::Settings) -> u32 {
        let _ = settings;
        0
    }

    /// What the claims lack of a curve whose ladder has ended: depths of reference and challenger in tournaments that decide nothing
    /// yet, or that the ladder does not reach. Each is played on as many pairs as those of the ladder, then on four times as many.
    fn asks(&self, settings: &Self::Settings, curve: usize, climbed: &Climbed) -> Vec<(u32, u32)> {
        let _ = (settings, curve, climbed);
        Vec::new()
    }

    /// Summarises the ladders.
    fn summarise(
        &self,
        settings: &Self::Settings,
        increments: &Increments,
        curves: &[Climbed],
    ) -> Summary;
}

/// Makes an experiment of ladders a [`Study`].
pub(crate) struct OfLadders<L>(pub(crate) L);

impl<L: Ladders> OfLadders<L> {
    fn growth(&self, settings: &L::Settings, curve: &Curve<L::Domain>) -> Growth {
        let first = u32::try_from(curve.pairs).unwrap_or(u32::MAX);
        Growth { first, most: self.0.most(settings) }
    }
}

/// A piece of work.
#[derive(Clone, Debug)]
pub(crate) enum Task {
    /// To measure increments.
    Measure,
    /// To play some pairs of a tournament.
    Play {
        curve: usize,
        /// Depths of reference and challenger.
        depths: (u32, u32),
        first: u64,
        pairs: u64,
        increments: Increments,
    },
}

/// The row of a task.
#[derive(Serialize, Deserialize)]
#[serde(tag = "row", rename_all = "lowercase")]
pub(crate) enum Row {
    /// Increments of the evaluation.
    Measured(Increments),
    /// Some pairs of games.
    Games(Games),
}

/// Some pairs of a tournament.
#[derive(Serialize, Deserialize)]
pub(crate) struct Games {
    curve: usize,
    /// Depths of reference and challenger.
    depths: (u32, u32),
    first: u64,
    /// For each pair: the outcomes for the player who moved first, which is the reference in the first game.
    outcomes: Vec<[i32; 2]>,
    /// Nodes that reference and challenger generated.
    nodes: [u64; 2],
    /// Their processor time in nanoseconds, if the budget is time. It varies from run to run.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    nanos: Option<[u64; 2]>,
    /// Moves whose tree did not fit into memory.
    short_of_memory: u64,
}

/// All games of a rung, in the order of the pairs, or `None` if some are missing.
fn rung<D: Domain>(curve: &Curve<D>, pieces: &[&Games]) -> Option<Played> {
    let first = pieces.first()?;
    let (reference_depth, challenger_depth) = first.depths;
    let mut tally = Tally::default();
    let mut work = [Work::default(); 2];
    // The challenger's wins and decided games by pair. Games of a pair are not independent, nor are those of symmetric
    // openings.
    let mut decided = Vec::new();
    let outcomes: Vec<[i32; 2]> =
        pieces.iter().flat_map(|piece| piece.outcomes.iter().copied()).collect();
    if (outcomes.len() as u64) < curve.pairs {
        return None;
    }
    for &outcomes in &outcomes {
        let mut pair = Tally::default();
        results(D::SCORING, outcomes).iter().for_each(|&result| pair.add(-result));
        tally.wins += pair.wins;
        tally.draws += pair.draws;
        tally.losses += pair.losses;
        decided.push((pair.wins as f64, (pair.wins + pair.losses) as f64));
    }
    for piece in pieces {
        for (side, work) in work.iter_mut().enumerate() {
            work.generated += piece.nodes[side];
            work.nanos += piece.nanos.map_or(0, |nanos| nanos[side]);
        }
    }
    let clusters = match D::SCORING {
        Scoring::Pairs => decided,
        Scoring::Games => {
            let Ladder { domain, seed, .. } = &curve.ladder;
            let pairs = Some(outcomes.len() as u64);
            let starts = domain.starts(pairs, *seed).unwrap_or_default();
            by_kind(decided, domain.kinds(&starts))
        }
    };
    let wins = match (tally.decided(), D::SCORING) {
        // Nothing is known: identical players, for example, decide nothing.
        (None, _) => Estimate { value: 50.0, low: 0.0, high: 100.0 },
        (_, Scoring::Pairs) => Estimate::of_tally(tally),
        (_, Scoring::Games) => ratio(&clusters).times(100.0),
    };
    let games = 2.0 * outcomes.len() as f64;
    let [reference, challenger] = work;
    let rung =
        Rung { reference_depth, challenger_depth, tally, reference, challenger, estimates: None };
    let equal = curve.ladder.equal;
    Some(Played {
        ratio: rung.ratio(equal),
        rung,
        pairs: outcomes.len() as u32,
        wins,
        clusters,
        nodes: work.map(|work| work.generated as f64 / games),
        seconds: (equal == Equal::Time).then(|| work.map(|work| work.nanos as f64 / 1e9 / games)),
    })
}

/// The games of a curve.
fn of_curve(number: usize, rows: &[Row]) -> impl Iterator<Item = &Games> {
    rows.iter().filter_map(move |row| match row {
        Row::Games(games) if games.curve == number => Some(games),
        _ => None,
    })
}

/// A curve's complete tournaments: those of the ladder, and those that were asked for, with all their pairs. The last number is of
/// moves whose tree did not fit into memory.
fn played<D: Domain>(
    growth: Growth,
    number: usize,
    curve: &Curve<D>,
    rows: &[Row],
) -> (Vec<Played>, Vec<Played>, u64) {
    let games: Vec<&Games> = of_curve(number, rows).collect();
    let short = games.iter().map(|games| games.short_of_memory).sum();
    let rule = curve.ladder.rule();
    let mut ladder: Vec<Played> = Vec::new();
    let mut asked = BTreeSet::new();
    // Pairs that are played later continue those of the ladder.
    let is_one = |a: &&Games, b: &&Games| a.depths == b.depths && b.first < curve.pairs;
    for pieces in games.chunk_by(is_one) {
        let depths = pieces[0].depths;
        if rule.next(&ladder) == Some(depths) {
            let Some(played) = rung(curve, pieces) else { break };
            ladder.push(played);
        } else {
            asked.insert(depths);
        }
    }
    let all_of = |depths: (u32, u32)| {
        let all = || games.iter().copied().filter(move |games| games.depths == depths);
        let pairs: usize = all().map(|games| games.outcomes.len()).sum();
        // An unfinished run may be between two looks.
        let whole = growth.sizes().filter(|size| *size as usize <= pairs).last()?;
        let of_look = |games: &&Games| games.first < u64::from(whole);
        rung(curve, &all().filter(of_look).collect::<Vec<_>>())
    };
    (ladder, asked.into_iter().filter_map(all_of).collect(), short)
}

/// The work on a curve at each depth of the reference so far: in nodes, or in processor time if measured.
fn work(number: usize, rows: &[Row]) -> Vec<f64> {
    let games: Vec<&Games> = of_curve(number, rows).collect();
    let work = |games: &&Games| games.nanos.unwrap_or(games.nodes).into_iter().sum::<u64>() as f64;
    let depths = games.chunk_by(|a, b| a.depths.0 == b.depths.0);
    depths.map(|games| games.iter().map(work).sum()).collect()
}

fn climbed<D: Domain>(growth: Growth, number: usize, curve: &Curve<D>, rows: &[Row]) -> Climbed {
    let (played, asked, short_of_memory) = played(growth, number, curve, rows);
    let rule = curve.ladder.rule();
    // Always less work: the challenger has not been deep enough yet, or cannot be.
    let reached = |step: &Step| step.more.is_some() || step.nearest.ratio >= 1.0;
    Climbed {
        label: curve.label.clone(),
        steps: rule.matches(&played).into_iter().filter(reached).collect(),
        at_the_end: played
            .last()
            .is_some_and(|last| last.rung.challenger_depth == rule.deepest && last.ratio < 1.0),
        played,
        asked,
        growth,
        short_of_memory,
    }
}

fn measured(rows: &[Row]) -> Option<&Increments> {
    rows.iter().find_map(|row| match row {
        Row::Measured(increments) => Some(increments),
        Row::Games(_) => None,
    })
}

impl<L: Ladders> Study for OfLadders<L> {
    type Settings = L::Settings;
    type Task = Task;
    type Row = Row;
    const STAGED: bool = true;

    fn about(&self) -> &About {
        self.0.about()
    }

    fn settings(&self, scale: Scale) -> L::Settings {
        self.0.settings(scale)
    }

    fn check(&self, settings: &L::Settings) -> Result<(), String> {
        self.0.check(settings)?;
        // Any other error of the curves, such as an unknown evaluation.
        self.0.curves(settings, &Increments::default()).map(|_| ()).map_err(|e| e.to_string())
    }

    fn tasks(&self, settings: &L::Settings, rows: &[Row]) -> Result<Vec<Task>, ExperimentError> {
        if L::MEASURES && rows.is_empty() {
            return Ok(vec![Task::Measure]);
        }
        let increments = measured(rows).cloned().unwrap_or_default();
        let mut tasks = Vec::new();
        for (number, curve) in self.0.curves(settings, &increments)?.iter().enumerate() {
            let climbed = climbed(self.growth(settings, curve), number, curve, rows);
            let mut play = |depths: (u32, u32), mut first: u64, end: u64| {
                while first < end {
                    let pairs = curve.piece.min(end - first);
                    let increments = increments.clone();
                    tasks.push(Task::Play { curve: number, depths, first, pairs, increments });
                    first += pairs;
                }
            };
            match curve.ladder.rule().next(&climbed.played) {
                Some(depths) => play(depths, 0, curve.pairs),
                None => climbed.play_more(&self.0.asks(settings, number, &climbed), &mut play),
            }
        }
        Ok(tasks)
    }

    fn part(&self, task: &Task) -> Option<u64> {
        match task {
            Task::Measure => None,
            Task::Play { curve, .. } => Some(*curve as u64),
        }
    }

    fn done(&self, settings: &L::Settings, rows: &[Row]) -> Option<f64> {
        let increments = measured(rows).cloned().unwrap_or_default();
        let (mut done, mut left) = (0.0, 0.0);
        for (number, curve) in self.0.curves(settings, &increments).ok()?.iter().enumerate() {
            let work = work(number, rows);
            if work.is_empty() {
                continue;
            }
            done += work.iter().sum::<f64>();
            let (played, ..) = played(self.growth(settings, curve), number, curve, rows);
            if let Some((depth, _)) = curve.ladder.rule().next(&played) {
                let depths = &curve.ladder.reference_depths;
                let complete = depth - depths.start();
                left += ladder_work::left(&work, complete, depths.end() - depths.start() + 1)?;
            }
        }
        (done > 0.0).then(|| done / (done + left))
    }

    fn run(&self, settings: &L::Settings, task: &Task) -> Result<Vec<Row>, ExperimentError> {
        let Task::Play { curve: number, depths, first, pairs, increments } = task else {
            return Ok(vec![Row::Measured(self.0.measure(settings)?)]);
        };
        let curves = self.0.curves(settings, increments)?;
        let Some(curve) = curves.get(*number) else { return Ok(Vec::new()) };
        let mut tournament = curve.ladder.tournament(*depths);
        if first + pairs > curve.pairs {
            tournament.pairs = Some(first + pairs);
        }
        let mut standings = Standings::of::<L::Domain>();
        let mut outcomes = Vec::new();
        tournament.schedule()?.play_whole(*first..first + pairs, 1, |games| {
            standings.add(games);
            outcomes.push(games.each_ref().map(|game| game.outcome));
            Ok(ControlFlow::Continue(()))
        })?;
        let Rung { reference, challenger, .. } = Rung::of(*depths, standings)?;
        let work = [reference, challenger];
        let games = Games {
            curve: *number,
            depths: *depths,
            first: *first,
            outcomes,
            nodes: work.map(|work| work.generated),
            nanos: (curve.ladder.equal == Equal::Time).then(|| work.map(|work| work.nanos)),
            short_of_memory: work.iter().map(|work| work.short_of_memory).sum(),
        };
        Ok(vec![Row::Games(games)])
    }

    fn summarise(&self, settings: &L::Settings, rows: &[Row]) -> Summary {
        let increments = measured(rows).cloned().unwrap_or_default();
        // The settings were checked, curves included.
        let curves = self.0.curves(settings, &increments).unwrap_or_default();
        let climbed = |(number, curve): (usize, &Curve<L::Domain>)| {
            climbed(self.growth(settings, curve), number, curve, rows)
        };
        let climbed: Vec<Climbed> = curves.iter().enumerate().map(climbed).collect();
        self.0.summarise(settings, &increments, &climbed)
    }
}
