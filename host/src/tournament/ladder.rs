//! The ladder of horizons by which both papers give two algorithms the same amount of work (Korf & Chickering 1996,
//! section 8.2; Zhang 1996, section 5).
//!
//! Both engines start at depth 1. Whichever did less work in the last tournament searches one ply deeper in the next.
//! For each depth of the reference the challenger's depth with most nearly the same work is reported, and beside it
//! Zhang's LESS and MORE: the deepest with less work, the shallowest with more.

use std::ops::RangeInclusive;
use std::path::PathBuf;

use serde::Serialize;

use super::{Format, Tournament, TournamentError, Work};
use crate::domain::Domain;
use crate::engine::{Engine, PLIES, Search};
use crate::statistics::Tally;

/// What makes two engines' work equal.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Equal {
    /// Nodes generated.
    #[default]
    Nodes,
    /// Processor time spent searching, as in the papers' Othello. Results then depend on the machine.
    Time,
}

/// A ladder.
#[derive(Clone, Debug)]
pub struct Ladder<D> {
    /// The domain.
    pub domain: D,
    /// The engine whose depths are given.
    pub reference: Engine,
    /// The engine whose depths are looked for. In Othello, best-first minimax solves the game where the reference sees its
    /// end, unless it has a limit of nodes or time.
    pub challenger: Engine,
    /// The reference's depths.
    pub reference_depths: RangeInclusive<u32>,
    /// The challenger's depth in the first tournament.
    pub challenger_from: u32,
    /// Pairs of games in each tournament.
    pub pairs: Option<u64>,
    /// Chooses openings or trees.
    pub seed: u64,
    /// What is to be equal.
    pub equal: Equal,
    /// Worker threads; results do not depend on them.
    pub threads: usize,
    /// Where to keep each tournament, in a run directory of its own; what is there already is not played again.
    pub run_dir: Option<PathBuf>,
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
    /// What the reference searched.
    pub reference: Work,
    /// What the challenger searched.
    pub challenger: Work,
}

impl Rung {
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

/// What comes next on a ladder: its rule, without the playing.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Rule {
    /// The reference's depths.
    pub reference_depths: RangeInclusive<u32>,
    /// The challenger's depth in the first tournament.
    pub challenger_from: u32,
    /// The challenger's greatest depth.
    pub deepest: u32,
    /// What is to be equal.
    pub equal: Equal,
}

impl Rule {
    /// The depths of reference and challenger in the next tournament, after `rungs`; none at the top: when the reference's
    /// depths are used up, or the challenger's can grow no further.
    #[must_use]
    pub fn next(&self, rungs: &[Rung]) -> Option<(u32, u32)> {
        let Some(last) = rungs.last() else {
            let first = (*self.reference_depths.start(), self.challenger_from);
            return (!self.reference_depths.is_empty()).then_some(first);
        };
        // On a tie the reference goes on: its depth has found its equal.
        if last.ratio(self.equal) >= 1.0 {
            let deeper = last.reference_depth + 1;
            self.reference_depths.contains(&deeper).then_some((deeper, last.challenger_depth))
        } else {
            let deeper = last.challenger_depth + 1;
            (deeper <= self.deepest).then_some((last.reference_depth, deeper))
        }
    }

    /// What the rungs of a ladder say of each depth of the reference.
    #[must_use]
    pub fn matches(&self, rungs: &[Rung]) -> Vec<Match> {
        let of_one_depth = |a: &Rung, b: &Rung| a.reference_depth == b.reference_depth;
        let ratio = |rung: &Rung| rung.ratio(self.equal);
        let distance = |rung: &Rung| (ratio(rung) - 1.0).abs();
        let of = |rungs: &[Rung]| {
            let nearest = rungs.iter().min_by(|a, b| distance(a).total_cmp(&distance(b)))?;
            Some(Match {
                nearest: nearest.clone(),
                less: rungs.iter().rfind(|rung| ratio(rung) <= 1.0).cloned(),
                more: rungs.iter().find(|rung| ratio(rung) > 1.0).cloned(),
            })
        };
        rungs.chunk_by(of_one_depth).filter_map(of).collect()
    }
}

/// What a ladder says of one depth of the reference.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Match {
    /// Most nearly the same work.
    pub nearest: Rung,
    /// The deepest challenger with less work, or the same.
    pub less: Option<Rung>,
    /// The shallowest with more.
    pub more: Option<Rung>,
}

impl<D: Domain> Ladder<D> {
    /// What comes next on this ladder.
    #[must_use]
    pub fn rule(&self) -> Rule {
        Rule {
            reference_depths: self.reference_depths.clone(),
            challenger_from: self.challenger_from,
            deepest: self.domain.deepest_search().min(PLIES as u32),
            equal: self.equal,
        }
    }

    /// The tournament of one rung; the reference is its first engine.
    #[must_use]
    pub fn tournament(&self, reference_depth: u32, challenger_depth: u32) -> Tournament<D> {
        let reference = Engine { depth: Some(reference_depth), ..self.reference.clone() };
        let mut challenger = Engine { depth: Some(challenger_depth), ..self.challenger.clone() };
        if let Search::Extension(options) = &mut challenger.search {
            // Section 9: one ply less than the alpha-beta opponent.
            options.shallow.get_or_insert(reference_depth - 1);
        }
        let is_limited = challenger.nodes.is_some() || challenger.time.is_some();
        if challenger.algorithm().is_best_first()
            && self.domain.solves_with_the_reference()
            && !is_limited
        {
            // Section 8.3.1: where alpha-beta sees the end of the game, best-first minimax is alpha-beta, too.
            challenger.solve = reference_depth;
        }
        Tournament {
            domain: self.domain.clone(),
            engines: vec![reference, challenger],
            format: Format::RoundRobin,
            pairs: self.pairs,
            seed: self.seed,
        }
    }

    /// Plays one tournament.
    fn rung(&self, reference_depth: u32, challenger_depth: u32) -> Result<Rung, TournamentError> {
        let tournament = self.tournament(reference_depth, challenger_depth);
        let schedule = tournament.schedule()?;
        let standings = match &self.run_dir {
            None => schedule.play_all(self.threads)?,
            Some(path) => {
                let rung = format!("{reference_depth}-{challenger_depth}");
                schedule.play_recorded(&path.join(rung), self.threads)?
            }
        };
        let pairing = standings.pairings.into_iter().next().ok_or(TournamentError::NoPairs)?;
        pairing.check_whole()?;
        let [reference, challenger] = pairing.work;
        Ok(Rung {
            reference_depth,
            challenger_depth,
            tally: pairing.tally.reversed(),
            reference,
            challenger,
        })
    }

    /// Climbs until the reference's depths are used up, or the challenger's depth can grow no further. `climbed` is told
    /// of every tournament.
    ///
    /// # Errors
    /// As [`Schedule::play`](super::Schedule::play).
    pub fn climb(&self, climbed: &mut dyn FnMut(&Rung)) -> Result<Vec<Match>, TournamentError> {
        let rule = self.rule();
        let mut rungs = Vec::new();
        while let Some((reference, challenger)) = rule.next(&rungs) {
            let rung = self.rung(reference, challenger)?;
            climbed(&rung);
            rungs.push(rung);
        }
        Ok(rule.matches(&rungs))
    }
}

#[cfg(test)]
mod tests {
    use super::{Equal, Ladder};
    use crate::domain::OthelloDomain;
    use crate::engine::{Algorithm, Engine};

    #[test]
    fn best_first_minimax_solves_with_the_reference_unless_it_has_limits() {
        let solves = |challenger: &str| {
            let challenger: Engine = challenger.parse().unwrap();
            let ladder = Ladder {
                domain: OthelloDomain::all_openings(1),
                reference: Engine::new(Algorithm::AlphaBeta),
                challenger,
                reference_depths: 8..=8,
                challenger_from: 8,
                pairs: Some(1),
                seed: 0,
                equal: Equal::Nodes,
                threads: 1,
                run_dir: None,
            };
            let tournament = ladder.tournament(8, 8);
            assert!(tournament.schedule().is_ok());
            tournament.engines[1].solve
        };
        assert_eq!(solves("name=b,algorithm=bfm,depth=8"), 8);
        assert_eq!(solves("name=b,algorithm=bfm,depth=8,nodes=3"), 0);
        assert_eq!(solves("name=b,algorithm=bfm,depth=8,st=0.5"), 0);
    }
}
