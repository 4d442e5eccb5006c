//! What a tournament's games add up to.

use serde::Serialize;

use super::{GameRow, Work};
use crate::statistics::Tally;
use crate::statistics::pentanomial::Pentanomial;

/// The result of all games between two engines.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Pairing {
    /// The engines' names.
    pub engines: [String; 2],
    /// Games, or pairs where these are won as a whole, from the first engine's side.
    pub tally: Tally,
    /// Pairs by the first engine's points; where pairs are won as a whole, 0, 1 or 2.
    pub pairs: Pentanomial,
    /// What each engine searched.
    pub work: [Work; 2],
}

/// Results between every two engines that have met.
#[derive(Clone, PartialEq, Debug)]
pub struct Standings {
    scores_pairs: bool,
    /// In the order in which they first met.
    pub pairings: Vec<Pairing>,
}

impl Standings {
    /// No games yet. `scores_pairs` as in [`Domain::scores_pairs`](crate::domain::Domain::scores_pairs).
    #[must_use]
    pub const fn new(scores_pairs: bool) -> Self {
        Self { scores_pairs, pairings: Vec::new() }
    }

    /// Adds a pair of games, in which the first engine of the first game is the second of the second.
    pub fn add(&mut self, games: &[GameRow; 2]) {
        let [first, second] = games;
        let known = self.pairings.iter().position(|pairing| pairing.engines == first.engines);
        let place = known.unwrap_or_else(|| {
            self.pairings.push(Pairing {
                engines: first.engines.clone(),
                tally: Tally::default(),
                pairs: Pentanomial::default(),
                work: Default::default(),
            });
            self.pairings.len() - 1
        });
        let Some(pairing) = self.pairings.get_mut(place) else { return };
        if self.scores_pairs {
            // Each engine's outcome when it moved first.
            let result = first.outcome.cmp(&second.outcome) as i32;
            pairing.tally.add(result);
            pairing.pairs.add(result, result);
        } else {
            pairing.tally.add(first.outcome);
            pairing.tally.add(-second.outcome);
            pairing.pairs.add(first.outcome, -second.outcome);
        }
        let [a, b] = &mut pairing.work;
        a.add(&first.work[0]);
        b.add(&first.work[1]);
        b.add(&second.work[0]);
        a.add(&second.work[1]);
    }
}
