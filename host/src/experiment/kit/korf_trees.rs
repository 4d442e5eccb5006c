//! Ladders on Korf & Chickering's random trees: what their Figs. 13, 14 and 17 share.

use plyscope_core::random_tree::{Branching, EdgeCosts, Generation};
use serde::{Deserialize, Serialize};

use super::ladders::{Climbed, Curve};
use crate::domain::{RandomTreeDomain, TreeParameters};
use crate::engine::{Algorithm, Engine};
use crate::experiment::ExperimentError;
use crate::tournament::ladder::{Equal, Ladder};

/// The paper's pairs of games, from seed 0.
pub(crate) const PAIRS: u32 = 200;

/// Pairs of a task.
const PIECE: u64 = 10;

/// What the settings mean.
pub(crate) const MEANINGS: &[(&str, &str)] = &[
    ("seed", "first tree's seed"),
    ("seeds", "number of trees, each of which is played twice"),
    ("branching", "branching factors, or their maximum where they are random"),
    ("depths", "greatest depth of alpha-beta for each of the branching factors"),
];

#[derive(Serialize, Deserialize)]
pub(crate) struct Settings {
    pub(crate) seed: u32,
    pub(crate) seeds: u32,
    pub(crate) branching: Vec<u32>,
    pub(crate) depths: Vec<u32>,
}

impl Settings {
    /// Of these branching factors and depths of alpha-beta.
    pub(crate) fn new(seeds: u32, curves: &[(u32, u32)]) -> Self {
        let (branching, depths) = curves.iter().copied().unzip();
        Self { seed: 0, seeds, branching, depths }
    }

    pub(crate) fn check(&self) -> Result<(), String> {
        if self.branching.len() != self.depths.len() {
            return Err("give as many depths as branching factors".to_owned());
        }
        if self.seeds == 0 || self.depths.iter().any(|&depth| !(1..=100).contains(&depth)) {
            return Err("give depths from 1 to 100 and at least one of seeds".to_owned());
        }
        Ok(())
    }

    /// Whether the trees are the paper's.
    pub(crate) fn are_the_papers(&self) -> bool {
        self.seed == 0 && self.seeds == PAIRS
    }

    /// The curve of this branching factor.
    pub(crate) fn curve<'c>(&self, curves: &'c [Climbed], branching: u32) -> Option<&'c Climbed> {
        curves.get(self.branching.iter().position(|&b| b == branching)?)
    }
}

/// Ladders of `challenger` against alpha-beta with a saved tree, one for each branching factor.
pub(crate) fn curves(
    settings: &Settings,
    symbol: &str,
    branching: fn(u32) -> Result<Branching, plyscope_core::random_tree::BranchingError>,
    challenger: Algorithm,
    from: u32,
) -> Result<Vec<Curve<RandomTreeDomain>>, ExperimentError> {
    let curve = |(&b, &depth): (&u32, &u32)| {
        let parameters = TreeParameters {
            branching: branching(b)?,
            edge_costs: EdgeCosts::Korf,
            generation: Generation::BreadthFirst,
            game_depth: 100,
        };
        Ok(Curve {
            label: format!("{symbol} = {b}"),
            ladder: Ladder {
                domain: RandomTreeDomain { parameters },
                reference: Engine::new(Algorithm::AbSaved),
                challenger: Engine::new(challenger),
                reference_depths: from..=depth,
                challenger_from: from,
                pairs: Some(settings.seeds.into()),
                seed: settings.seed.into(),
                equal: Equal::Nodes,
                threads: 1,
                run_dir: None,
            },
            pairs: settings.seeds.into(),
            piece: PIECE,
        })
    };
    settings.branching.iter().zip(&settings.depths).map(curve).collect()
}
