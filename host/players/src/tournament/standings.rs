//! Results of tournaments.

use plyscope_run::statistics::Tally;
use plyscope_run::statistics::clustered::Clusters;
use plyscope_run::statistics::pentanomial::Pentanomial;
use serde::Serialize;

use super::{Forfeit, GameRow, TournamentError, Work};
use crate::domain::{Domain, Scoring};

/// The result of all games between two engines.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Pairing {
    /// The engines' names.
    pub engines: [String; 2],
    /// Games, or pairs if pairs are won as a whole, from the first engine's side.
    pub tally: Tally,
    /// Pairs by the first engine's points; if pairs are won as a whole, 0, 1 or 2.
    pub pairs: Pentanomial,
    /// The same by kinds of starts, for statistics.
    #[serde(skip)]
    pub clusters: Clusters,
    /// Work of each engine.
    pub work: [Work; 2],
    /// Forfeited games of each engine.
    #[serde(skip_serializing_if = "Forfeits::is_empty")]
    pub forfeits: Forfeits,
}

impl Pairing {
    fn add_pair(&mut self, kind: u64, first: i32, second: i32) {
        self.pairs.add(first, second);
        // From -2 to 2 half points above even.
        let half_points = first.signum() + second.signum() + 2;
        self.clusters.add(kind, u64::from(half_points.unsigned_abs()));
    }

    /// An error if a game was forfeited: the cost of an unfinished game cannot be compared.
    pub fn check_whole(&self) -> Result<(), TournamentError> {
        self.forfeits.first.as_ref().map_or(Ok(()), |forfeit| Err(forfeit.clone().into()))
    }
}

/// Forfeited games between two engines.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize)]
pub struct Forfeits {
    /// Number for each engine.
    pub games: [u64; 2],
    /// The first forfeit.
    pub first: Option<Forfeit>,
}

impl Forfeits {
    /// Whether no game was forfeited.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.first.is_none()
    }

    fn add(&mut self, engines: &[String; 2], forfeit: &Forfeit) {
        let side = usize::from(engines[0] != forfeit.engine);
        self.games[side] += 1;
        self.first.get_or_insert_with(|| forfeit.clone());
    }
}

/// The kind of a start with this name: [`Openings::kind_of`](crate::domain::Openings::kind_of).
pub type KindOf = fn(&str) -> u64;

/// Results of every pairing played so far.
#[derive(Clone, Debug)]
pub struct Standings {
    scoring: Scoring,
    kind_of: KindOf,
    /// In the order of their first games.
    pub pairings: Vec<Pairing>,
}

/// The results of a pair of games, -1, 0 or 1, for the engine that moves first in the first game. `outcomes` are for the side that
/// moves first. If pairs are won as a whole, there is one result, by the larger outcome; otherwise one for each game.
#[must_use]
pub fn results(scoring: Scoring, outcomes: [i32; 2]) -> Vec<i32> {
    let [first, second] = outcomes;
    match scoring {
        Scoring::Pairs => vec![first.cmp(&second) as i32],
        Scoring::Games => vec![first.signum(), -second.signum()],
    }
}

impl Standings {
    /// No games yet.
    #[must_use]
    pub const fn new(scoring: Scoring, kind_of: KindOf) -> Self {
        Self { scoring, kind_of, pairings: Vec::new() }
    }

    /// No games yet in this domain.
    #[must_use]
    pub fn of<D: Domain>() -> Self {
        Self::new(D::SCORING, D::kind_of)
    }

    /// The unit that is won: games, or pairs of games.
    #[must_use]
    pub const fn scoring(&self) -> Scoring {
        self.scoring
    }

    /// Adds a pair of games; the first engine of the first game is the second engine of the second game.
    pub fn add(&mut self, games: &[GameRow; 2]) {
        let [first, second] = games;
        let known = self.pairings.iter().position(|pairing| pairing.engines == first.engines);
        let place = known.unwrap_or_else(|| {
            self.pairings.push(Pairing {
                engines: first.engines.clone(),
                tally: Tally::default(),
                pairs: Pentanomial::default(),
                clusters: Clusters::default(),
                work: Default::default(),
                forfeits: Forfeits::default(),
            });
            self.pairings.len() - 1
        });
        let kind = (self.kind_of)(&first.start);
        let Some(pairing) = self.pairings.get_mut(place) else { return };
        let outcomes = [first.outcome, second.outcome];
        let results = results(self.scoring, outcomes);
        results.iter().for_each(|&result| pairing.tally.add(result));
        match results.as_slice() {
            &[first, second] => pairing.add_pair(kind, first, second),
            both => both.iter().for_each(|&result| pairing.add_pair(kind, result, result)),
        }
        for forfeit in games.iter().filter_map(|game| game.forfeit.as_ref()) {
            pairing.forfeits.add(&pairing.engines, forfeit);
        }
        let [a, b] = &mut pairing.work;
        a.add(&first.work[0]);
        b.add(&first.work[1]);
        b.add(&second.work[0]);
        a.add(&second.work[1]);
    }
}

#[cfg(test)]
mod tests {
    use super::results;
    use crate::domain::Scoring;

    #[test]
    fn results_are_signs_whatever_outcomes_a_row_has() {
        assert_eq!(results(Scoring::Games, [i32::MIN, i32::MIN]), [-1, 1]);
        assert_eq!(results(Scoring::Games, [0, i32::MAX]), [0, -1]);
        assert_eq!(results(Scoring::Pairs, [i32::MIN, i32::MAX]), [-1]);
    }
}
