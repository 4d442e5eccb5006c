//! The ladder of horizons, by which both papers compare two algorithms at equal work (Korf & Chickering 1996, section 8.2;
//! Zhang 1996, section 5).
//!
//! Both engines start at depth 1. The one that did less work in a tournament searches one ply deeper in the next. For each depth
//! of the reference, the ladder reports the challenger's depth with the nearest work, and Zhang's LESS and MORE: the
//! deepest with less work, the shallowest with more.

use std::borrow::Borrow;
use std::ops::{ControlFlow, RangeInclusive};
use std::path::Path;

use plyscope_run::record::Shard;
use plyscope_run::session::Place;
use plyscope_run::statistics::Tally;
use plyscope_run::statistics::clustered::Estimates;
use serde::Serialize;

use super::{Format, Standings, Tournament, TournamentError, Work};
use crate::domain::Domain;
use crate::engine::{AnyEngine, Engine, Entrant, PLIES, Protocol, Search};

/// The measure of work.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Equal {
    /// Nodes generated.
    #[default]
    Nodes,
    /// Processor time spent searching, as in the papers' Othello; of external engines, the time until they answer. Results then
    /// depend on the machine.
    Time,
}

/// A ladder.
#[derive(Clone, Debug)]
pub struct Ladder<D> {
    /// The domain.
    pub domain: D,
    /// The engine whose depths are given. an external engine that takes no depth stands for one depth.
    pub reference: Entrant,
    /// The engine whose depths are sought. In Othello, best-first minimax solves the game where the reference sees its end,
    /// unless it has a limit of nodes or time.
    pub challenger: Entrant,
    /// The reference's depths.
    pub reference_depths: RangeInclusive<u32>,
    /// The challenger's depth in the first tournament.
    pub challenger_from: u32,
    /// Pairs of games in each tournament.
    pub pairs: Option<u64>,
    /// Seed of the trees, or of the choice of openings.
    pub seed: u64,
    /// The measure of work.
    pub equal: Equal,
}

/// One tournament of a ladder.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Rung {
    /// Depth of the reference.
    pub reference_depth: u32,
    /// Depth of the challenger.
    pub challenger_depth: u32,
    /// From the challenger's side.
    pub tally: Tally,
    /// The reference's work.
    pub reference: Work,
    /// The challenger's work.
    pub challenger: Work,
    /// What the games say of both, from the reference's side; without games by kinds of starts, nothing.
    #[serde(skip)]
    pub estimates: Option<Estimates>,
}

impl Rung {
    /// The rung of these games, which are all or part of one tournament at these depths.
    ///
    /// # Errors
    /// [`TournamentError`] if there are no games, or one was forfeited: the cost of an unfinished game cannot be compared.
    pub fn of(depths: (u32, u32), standings: Standings) -> Result<Self, TournamentError> {
        let pairing = standings.pairings.into_iter().next().ok_or(TournamentError::NoPairs)?;
        pairing.check_whole()?;
        let (reference_depth, challenger_depth) = depths;
        let [reference, challenger] = pairing.work;
        let tally = pairing.tally.reversed();
        let estimates = pairing.clusters.estimates();
        Ok(Self { reference_depth, challenger_depth, tally, reference, challenger, estimates })
    }

    /// The 95 % interval of the challenger's share of decided games, by kinds of starts; `None` without any.
    #[must_use]
    pub fn interval(&self) -> Option<(f64, f64)> {
        let decided = self.tally.without_draws();
        let share = decided.score()?;
        match &self.estimates {
            Some(estimates) => Some(estimates.interval_of(share, decided.games())),
            None => decided.wilson(),
        }
    }

    /// The challenger's work as a multiple of the reference's.
    #[must_use]
    pub fn ratio(&self, equal: Equal) -> f64 {
        let work = |work: &Work| match equal {
            Equal::Nodes => work.generated as f64,
            Equal::Time => work.nanos as f64,
        };
        work(&self.challenger) / work(&self.reference)
    }
}

/// The rule of a ladder: which tournament comes next.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Rule {
    /// The reference's depths.
    pub reference_depths: RangeInclusive<u32>,
    /// The challenger's depth in the first tournament.
    pub challenger_from: u32,
    /// The challenger's greatest depth.
    pub deepest: u32,
    /// The measure of work.
    pub equal: Equal,
}

impl Rule {
    /// The depths of reference and challenger in the tournament after `rungs`; `None` at the top: after the reference's last
    /// depth, or when the challenger cannot go deeper.
    #[must_use]
    pub fn next<R: Borrow<Rung>>(&self, rungs: &[R]) -> Option<(u32, u32)> {
        let Some(last) = rungs.last().map(R::borrow) else {
            let first = (*self.reference_depths.start(), self.challenger_from);
            return (!self.reference_depths.is_empty()).then_some(first);
        };
        // On a tie the reference goes deeper: its depth has found its equal.
        if last.ratio(self.equal) >= 1.0 {
            let deeper = last.reference_depth + 1;
            self.reference_depths.contains(&deeper).then_some((deeper, last.challenger_depth))
        } else {
            let deeper = last.challenger_depth + 1;
            (deeper <= self.deepest).then_some((last.reference_depth, deeper))
        }
    }

    /// The result for each depth of the reference.
    #[must_use]
    pub fn matches<R: Borrow<Rung> + Clone>(&self, rungs: &[R]) -> Vec<DepthResult<R>> {
        let depth = |rung: &R| rung.borrow().reference_depth;
        let ratio = |rung: &R| rung.borrow().ratio(self.equal);
        let distance = |rung: &R| (ratio(rung) - 1.0).abs();
        let of = |rungs: &[R]| {
            let nearest = rungs.iter().min_by(|a, b| distance(a).total_cmp(&distance(b)))?;
            Some(DepthResult {
                depth: depth(nearest),
                nearest: nearest.clone(),
                less: rungs.iter().rfind(|rung| ratio(rung) <= 1.0).cloned(),
                more: rungs.iter().find(|rung| ratio(rung) > 1.0).cloned(),
            })
        };
        rungs.chunk_by(|a, b| depth(a) == depth(b)).filter_map(of).collect()
    }
}

/// The result for one depth of the reference. `R` is a [`Rung`] or contains one.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct DepthResult<R = Rung> {
    /// The reference's depth.
    pub depth: u32,
    /// The challenger with the nearest work.
    pub nearest: R,
    /// The deepest challenger with less or equal work.
    pub less: Option<R>,
    /// The shallowest challenger with more work.
    pub more: Option<R>,
}

impl<D: Domain> Ladder<D> {
    /// The rule of this ladder.
    #[must_use]
    pub fn rule(&self) -> Rule {
        Rule {
            reference_depths: self.reference_depths.clone(),
            challenger_from: self.challenger_from,
            deepest: self.domain.deepest_search().min(PLIES as u32),
            equal: self.equal,
        }
    }

    /// The tournament at these depths; the reference is its first engine.
    #[must_use]
    pub fn tournament(&self, depths: (u32, u32)) -> Tournament<D> {
        let (reference_depth, challenger_depth) = depths;
        let reference = at_depth(&self.reference, reference_depth);
        let mut challenger = at_depth(&self.challenger, challenger_depth);
        if let AnyEngine::Own(challenger) = &mut challenger.player {
            if let Search::Extension(options) = &mut challenger.search {
                // Section 9: one ply less than the alpha-beta opponent.
                options.shallow.get_or_insert(reference_depth - 1);
            }
            let is_limited = challenger.nodes.is_some() || challenger.time.is_some();
            if challenger.algorithm().is_best_first()
                && D::CONVENTIONS.solves_with_the_reference
                && !is_limited
            {
                // Section 8.3.1: where alpha-beta sees the end of the game, best-first minimax uses alpha-beta, too.
                challenger.solve = reference_depth;
            }
        }
        Tournament {
            domain: self.domain.clone(),
            engines: vec![reference, challenger],
            format: Format::RoundRobin,
            pairs: self.pairs,
            seed: self.seed,
        }
    }

    /// Checks that the ladder can set the engines' depths and compare their work.
    ///
    /// # Errors
    /// [`TournamentError::Ladder`] names the engine, the reason and the remedy.
    pub fn check(&self) -> Result<(), TournamentError> {
        let one_depth = self.reference_depths.start() == self.reference_depths.end();
        for (entrant, may_be_fixed) in [(&self.reference, one_depth), (&self.challenger, false)] {
            self.find_hindrance(entrant, may_be_fixed).map_err(|reason| {
                TournamentError::Ladder { engine: entrant.name().to_owned(), reason }
            })?;
        }
        Ok(())
    }

    fn find_hindrance(&self, entrant: &Entrant, may_be_fixed: bool) -> Result<(), String> {
        if entrant.control.is_some() {
            return Err(
                "a ladder compares depths, which a clock would cut short: omit clock and byo-yomi"
                    .to_owned(),
            );
        }
        if entrant.ponder {
            return Err(
                "a ladder compares work, and pondering is not counted: omit ponder".to_owned()
            );
        }
        let AnyEngine::Foreign(engine) = &entrant.player else { return Ok(()) };
        if engine.protocol == Protocol::Gtp && self.equal == Equal::Nodes {
            return Err("GTP tells no number of nodes: compare times, by --equal time".to_owned());
        }
        if !engine.takes_depth() && !may_be_fixed {
            return Err("GTP has no command for a depth: write {depth} in its cmd or init, where the ladder then puts each depth, \
                        or make it the reference with one depth (--reference-depths 1)"
                .to_owned());
        }
        Ok(())
    }

    /// An error if work is counted in nodes and one side did not tell any.
    fn check_nodes(&self, rung: &Rung) -> Result<(), TournamentError> {
        let sides = [(&self.reference, &rung.reference), (&self.challenger, &rung.challenger)];
        let silent = sides.into_iter().find(|(_, work)| work.generated == 0 && work.moves > 0);
        match silent {
            Some((entrant, _)) if self.equal == Equal::Nodes => Err(TournamentError::Ladder {
                engine: entrant.name().to_owned(),
                reason: "it told no number of nodes: compare times, by --equal time".to_owned(),
            }),
            _ => Ok(()),
        }
    }

    /// Climbs until the reference's last depth, or until the challenger cannot go deeper. `climbed` receives every tournament.
    /// With `run_dir`, each tournament is recorded in a run directory below it; recorded games are not played again.
    ///
    /// # Errors
    /// As [`Schedule::play`](super::Schedule::play), or if the directory cannot be used.
    pub fn climb(
        &self,
        threads: usize,
        run_dir: Option<&Path>,
        climbed: &mut dyn FnMut(&Rung),
    ) -> Result<Vec<DepthResult>, TournamentError> {
        self.check()?;
        let rule = self.rule();
        let mut rungs = Vec::new();
        while let Some(depths) = rule.next(&rungs) {
            let tournament = self.tournament(depths);
            let schedule = tournament.schedule()?;
            let (reference, challenger) = depths;
            let place = run_dir.map_or(Place::Nowhere, |path| {
                Place::Either(path.join(format!("{reference}-{challenger}")))
            });
            let mut play = schedule.open(&place, schedule.manifest(Shard::WHOLE))?;
            play.play(threads, |_, _| Ok(ControlFlow::Continue(())))?;
            let rung = Rung::of(depths, play.standings)?;
            self.check_nodes(&rung)?;
            climbed(&rung);
            rungs.push(rung);
        }
        Ok(rule.matches(&rungs))
    }
}

/// The entrant with this depth, if it takes one.
fn at_depth(entrant: &Entrant, depth: u32) -> Entrant {
    let player = match &entrant.player {
        AnyEngine::Own(engine) => AnyEngine::Own(Engine { depth: Some(depth), ..engine.clone() }),
        AnyEngine::Foreign(engine) => AnyEngine::Foreign(engine.at_depth(depth)),
    };
    Entrant { player, ..entrant.clone() }
}

#[cfg(test)]
mod tests {
    use super::{Equal, Ladder};
    use crate::domain::OthelloDomain;
    use crate::engine::{AnyEngine, Entrant};

    fn ladder(reference: &str, challenger: &str, equal: Equal) -> Ladder<OthelloDomain> {
        Ladder {
            domain: OthelloDomain::all_openings(1),
            reference: Entrant::draft(reference).unwrap(),
            challenger: Entrant::draft(challenger).unwrap(),
            reference_depths: 1..=3,
            challenger_from: 1,
            pairs: Some(1),
            seed: 0,
            equal,
        }
    }

    #[test]
    fn engines_of_others_get_their_depth_where_there_is_a_place_for_it() {
        let ladder = ladder(
            "name=n,cmd=x,protocol=nboard",
            r#"name=g,cmd="x -l {depth}",protocol=gtp,init=level {depth}"#,
            Equal::Time,
        );
        assert!(ladder.check().is_ok());
        let engines = ladder.tournament((2, 5)).engines;
        let [AnyEngine::Foreign(nboard), AnyEngine::Foreign(gtp)] =
            [&engines[0].player, &engines[1].player]
        else {
            panic!("foreign")
        };
        assert_eq!(nboard.depth, Some(2));
        assert_eq!(
            (gtp.command.join(" "), &gtp.init[..]),
            ("x -l 5".to_owned(), &["level 5".to_owned()][..])
        );
    }

    #[test]
    fn what_a_ladder_cannot_compare_is_refused_with_the_remedy() {
        let own = "algorithm=alpha-beta";
        let gtp = "name=g,cmd=x,protocol=gtp";
        for (reference, challenger, equal, remedy) in [
            (own, gtp, Equal::Nodes, "--equal time"),
            (own, gtp, Equal::Time, "write {depth} in its cmd"),
            (gtp, own, Equal::Time, "--reference-depths 1"),
            (own, "name=b,algorithm=strong,clock=5", Equal::Time, "omit clock"),
        ] {
            let error = ladder(reference, challenger, equal).check().unwrap_err().to_string();
            assert!(error.contains(remedy), "{error}");
        }
        let mut fixed = ladder(gtp, own, Equal::Time);
        fixed.reference_depths = 1..=1;
        assert!(fixed.check().is_ok());
    }
}
