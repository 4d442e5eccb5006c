//! All engines of a tournament by rating, each against each other.

use plyscope_run::statistics::Tally;
use plyscope_run::statistics::ratings::ratings;

use super::{Pairing, Standings};

/// An engine's row of a crosstable.
#[derive(Clone, PartialEq, Debug)]
pub struct CrosstableRow {
    /// The engine's name.
    pub name: String,
    /// Its rating; the mean of all is 0.
    pub elo: f64,
    /// Its results against all others.
    pub tally: Tally,
    /// Against each engine, in the order of the table; `None` if they have not met.
    pub against: Vec<Option<Tally>>,
}

impl Standings {
    /// All engines, best first.
    #[must_use]
    pub fn crosstable(&self) -> Vec<CrosstableRow> {
        let mut names: Vec<&String> = Vec::new();
        for name in self.pairings.iter().flat_map(|pairing| &pairing.engines) {
            if !names.contains(&name) {
                names.push(name);
            }
        }
        let number = |name: &String| names.iter().position(|other| *other == name).unwrap_or(0);
        let result = |Pairing { engines: [a, b], tally, .. }: &Pairing| {
            let points = tally.wins as f64 + 0.5 * tally.draws as f64;
            ([number(a), number(b)], points, tally.games() as f64)
        };
        let results: Vec<_> = self.pairings.iter().map(result).collect();
        let elos = ratings(names.len(), &results);
        let mut order: Vec<usize> = (0..names.len()).collect();
        order.sort_by(|&a, &b| elos[b].total_cmp(&elos[a]));
        let line = |&place: &usize| {
            let name = names[place];
            let against: Vec<_> =
                order.iter().map(|&other| self.between(name, names[other])).collect();
            let tally = against.iter().flatten().fold(Tally::default(), |all, &one| all.plus(one));
            CrosstableRow { name: name.clone(), elo: elos[place], tally, against }
        };
        order.iter().map(line).collect()
    }

    /// The results of `a` against `b`.
    fn between(&self, a: &String, b: &String) -> Option<Tally> {
        self.pairings.iter().find_map(|pairing| match &pairing.engines {
            [first, second] if (first, second) == (a, b) => Some(pairing.tally),
            [first, second] if (first, second) == (b, a) => Some(pairing.tally.reversed()),
            _ => None,
        })
    }
}
