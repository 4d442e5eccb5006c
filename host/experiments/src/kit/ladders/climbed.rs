//! The results of a ladder: its tournaments, and what they say of each depth.

use std::borrow::Borrow;

use plyscope_players::tournament::ladder::{DepthResult, Rung};
use plyscope_report::Estimate;

use crate::kit::collect::difference;
use crate::kit::growth::Growth;

/// A finished tournament.
#[derive(Clone, Debug)]
pub(crate) struct Played {
    pub(crate) rung: Rung,
    /// Pairs of games.
    pub(crate) pairs: u32,
    /// The challenger's work as a multiple of the reference's.
    pub(crate) ratio: f64,
    /// The challenger's wins among decided games or pairs, in per cent; 50 if none was decided.
    pub(crate) wins: Estimate,
    /// The challenger's wins and decided games or pairs by cluster: a tree, or a kind of opening. The clusters of a curve are the
    /// same in all its tournaments, as far as these go.
    pub(crate) clusters: Vec<(f64, f64)>,
    /// Nodes per game of reference and challenger.
    pub(crate) nodes: [f64; 2],
    /// Processor time per game of both in seconds, if measured.
    pub(crate) seconds: Option<[f64; 2]>,
}

impl Borrow<Rung> for Played {
    fn borrow(&self) -> &Rung {
        &self.rung
    }
}

impl Played {
    pub(crate) fn depths(&self) -> (u32, u32) {
        (self.rung.reference_depth, self.rung.challenger_depth)
    }

    /// By how many percentage points the challenger wins more often than in another tournament, on the trees or openings of both, with
    /// the interval of the differences by tree or kind.
    pub(crate) fn more_than(&self, other: &Self) -> Option<Estimate> {
        let both = self.clusters.len().min(other.clusters.len());
        let [one, other] = [self, other].map(|played| &played.clusters[..both]);
        difference(one, other).map(|difference| difference.times(100.0))
    }
}

/// A depth of the reference, with the challenger's matching depths.
pub(crate) type Step = DepthResult<Played>;

/// A curve, as far as it has been played.
pub(crate) struct Climbed {
    pub(crate) label: String,
    /// Depths of the reference whose equal has been found.
    pub(crate) steps: Vec<Step>,
    /// All tournaments of the ladder, in their order.
    pub(crate) played: Vec<Played>,
    /// Those that the claims asked for, with all their pairs.
    pub(crate) asked: Vec<Played>,
    /// Pairs of each tournament.
    pub(super) growth: Growth,
    /// Whether the ladder ended because the challenger can go no deeper.
    pub(crate) at_the_end: bool,
    /// Moves whose tree did not fit into memory.
    pub(crate) short_of_memory: u64,
}

impl Climbed {
    /// The step of this depth of the reference.
    pub(crate) fn step(&self, depth: u32) -> Option<&Step> {
        self.steps.iter().find(|step| step.depth == depth)
    }

    /// Plays the next pairs of tournaments that are asked for: from one number to another.
    pub(super) fn play_more(
        &self,
        asked: &[(u32, u32)],
        play: &mut impl FnMut((u32, u32), u64, u64),
    ) {
        let Growth { first, most } = self.growth;
        for &depths in asked.iter().filter(|_| first < most) {
            let played = self.at(depths).map_or(0, |played| played.pairs);
            let next = if played == 0 { Some(first) } else { self.growth.after(played) };
            if let Some(next) = next {
                play(depths, played.into(), next.into());
            }
        }
    }

    /// The tournament at these depths, with the most pairs.
    pub(super) fn at(&self, depths: (u32, u32)) -> Option<&Played> {
        let mut all = self.asked.iter().chain(&self.played);
        all.find(|played| played.depths() == depths)
    }

    /// The challenger's wins at these depths, if they were played, on the most pairs, with an interval for all looks at them.
    pub(crate) fn wins_at(&self, depths: (u32, u32)) -> Option<Estimate> {
        self.at(depths).map(|played| self.growth.at_any_look(played.wins))
    }

    /// The challenger's wins at a depth of the reference with the nearest work, likewise.
    pub(crate) fn wins(&self, step: &Step) -> Estimate {
        self.growth.at_any_look(self.largest(step).wins)
    }

    /// The tournament of a depth of the reference with the nearest work and the most pairs, whose intervals are those of one look.
    pub(crate) fn largest<'c>(&'c self, step: &'c Step) -> &'c Played {
        self.at(step.nearest.depths()).unwrap_or(&step.nearest)
    }

    /// By how many percentage points the challenger wins more often at one depth of the reference than at another, likewise.
    pub(crate) fn more(&self, one: &Step, other: &Step) -> Option<Estimate> {
        let [one, other] = [one, other].map(|step| self.largest(step));
        Some(self.growth.at_any_look(one.more_than(other)?))
    }
}
