//! Incremental random trees as a domain.

use plyscope_core::random_tree::{
    Branching, Correlation, EdgeCostSum, EdgeCosts, Generation, Node, NoisyEdgeCostSum, RandomTree,
};
use serde::Serialize;

use super::{
    Conventions, Domain, DomainError, Evaluations, MOST_PAIRS, Openings, Rules, Scoring,
    only_evaluation,
};
use crate::engine::{Engine, GameKind, Knowledge};
use crate::player::{AnySearch, PlayerError, make_search};

/// Parameters of random trees, without the seed.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct TreeParameters {
    /// Number of children.
    pub branching: Branching,
    /// Range of edge costs.
    pub edge_costs: EdgeCosts,
    /// Generation method.
    pub generation: Generation,
    /// Length of a game in plies.
    pub game_depth: u32,
    /// Amplitude of the noise on static values, in the unit of edge costs.
    #[serde(skip_serializing_if = "is_zero")]
    pub noise: u32,
    /// Correlation between the costs of the edges to siblings, in thousandths, 0 to 1000.
    #[serde(skip_serializing_if = "is_zero")]
    pub correlation: u32,
}

// What is 0 is omitted, so that runs from before there were these dials can be resumed.
#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde's signature")]
fn is_zero(dial: &u32) -> bool {
    *dial == 0
}

/// A branching as on the command line: `uniform:10`, for instance.
#[must_use]
pub fn branching_text(branching: Branching) -> String {
    let number = branching.maximum();
    let kind = if Ok(branching) == Branching::uniform(number) {
        "uniform"
    } else if Ok(branching) == Branching::random(number) {
        "random"
    } else {
        "leafy"
    };
    format!("{kind}:{number}")
}

impl TreeParameters {
    /// Trees by Korf & Chickering's conventions, with these numbers of children: edge costs of 15 bits, breadth-first
    /// generation, games of 100 plies, exact sums as static values.
    #[must_use]
    pub const fn new(branching: Branching) -> Self {
        Self {
            branching,
            edge_costs: EdgeCosts::Korf,
            generation: Generation::BreadthFirst,
            game_depth: RandomTree::GAME_DEPTH,
            noise: 0,
            correlation: 0,
        }
    }

    /// The tree with this seed. A correlation above 1000 thousandths counts as 1000.
    #[must_use]
    pub fn tree(&self, seed: u32) -> RandomTree {
        let correlation =
            Correlation::per_mille(self.correlation.min(1000)).unwrap_or(Correlation::NONE);
        RandomTree::new(seed, self.branching)
            .with_edge_costs(self.edge_costs)
            .with_generation(self.generation)
            .with_game_depth(self.game_depth)
            .with_correlation(correlation)
    }
}

/// Random trees; a game's start is a seed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RandomTreeDomain {
    /// The trees.
    pub parameters: TreeParameters,
}

impl RandomTreeDomain {
    /// Default number of pairs in a tournament: Zhang's.
    pub const PAIRS: u64 = 100;
}

impl Rules for RandomTreeDomain {
    type Game = RandomTree;

    const NAME: &'static str = GameKind::RandomTree.name();

    const SCORING: Scoring = Scoring::Pairs;

    fn move_name(&self, mv: plyscope_core::random_tree::Child) -> String {
        mv.number().to_string()
    }

    fn most_plies(&self, _: &RandomTree, position: &Node) -> u32 {
        self.parameters.game_depth.saturating_sub(position.depth())
    }

    fn plies_left(&self, position: &Node) -> Option<u32> {
        Some(self.parameters.game_depth.saturating_sub(position.depth()))
    }

    fn deepest_search(&self) -> u32 {
        self.parameters.game_depth
    }

    fn outcome_of_forfeit(&self) -> i32 {
        -i32::MAX
    }
}

impl Openings for RandomTreeDomain {
    type Start = u32;

    fn configuration(&self) -> serde_json::Value {
        // Only names, numbers and pairs: this cannot fail.
        serde_json::to_value(self.parameters).unwrap_or_default()
    }

    /// Pair i plays the tree with seed `seed` + i, as in the papers (seeds 0 to 199).
    fn starts(&self, pairs: Option<u64>, seed: u64) -> Result<Vec<u32>, DomainError> {
        let pairs = pairs.unwrap_or(Self::PAIRS);
        if pairs > MOST_PAIRS {
            return Err(DomainError::TooManyPairs { pairs });
        }
        // A tree's seed is a 32-bit state: a larger seed would repeat another tree.
        let seeds = |last| Some((u32::try_from(seed).ok()?, u32::try_from(last).ok()?));
        match seed.checked_add(pairs.saturating_sub(1)).and_then(seeds) {
            Some((first, last)) if pairs > 0 => Ok((first..=last).collect()),
            Some(_) => Ok(Vec::new()),
            None => Err(DomainError::Seeds { seed, pairs }),
        }
    }

    fn set_up(&self, start: &u32) -> (RandomTree, Node) {
        let tree = self.parameters.tree(*start);
        let root = tree.root();
        (tree, root)
    }

    fn start_name(&self, start: &u32) -> String {
        start.to_string()
    }
}

impl Evaluations for RandomTreeDomain {
    type Evaluation = NoisyEdgeCostSum;

    fn evaluation(&self, name: Option<&str>) -> Result<NoisyEdgeCostSum, DomainError> {
        let noise = self.parameters.noise;
        only_evaluation(Self::NAME, name, "edge-cost-sum").map(|()| NoisyEdgeCostSum::new(noise))
    }

    fn knowledge(&self, _: &NoisyEdgeCostSum) -> Knowledge {
        let noise = NoisyEdgeCostSum::new(self.parameters.noise);
        Knowledge::of_random_tree(self.parameters.edge_costs, noise)
    }
}

impl Domain for RandomTreeDomain {
    const CONVENTIONS: Conventions =
        Conventions { plays_out_lines: true, values_for_max: true, ..Conventions::NONE };

    #[inline(never)]
    fn search(
        &self,
        engine: &Engine,
        game: RandomTree,
    ) -> Result<AnySearch<RandomTree>, PlayerError> {
        let evaluation = self.evaluation(engine.evaluation.as_deref())?;
        if self.parameters.noise > 0 {
            return make_search(self, engine, game, &evaluation, evaluation, evaluation);
        }
        // The same values, without a question in the innermost loop.
        make_search(self, engine, game, &evaluation, EdgeCostSum, EdgeCostSum)
    }
}
