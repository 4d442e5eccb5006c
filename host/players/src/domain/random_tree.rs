//! Incremental random trees as a domain.

use plyscope_core::random_tree::{EdgeCostSum, Node, NoisyEdgeCostSum, RandomTree};

use super::{
    Conventions, Domain, DomainError, Evaluations, MOST_PAIRS, Openings, Rules, Scoring,
    only_evaluation,
};
use crate::engine::{Engine, GameKind, Knowledge};
pub use crate::engine::{TreeParameters, branching_text};
use crate::player::{AnySearch, PlayerError, make_search};

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

    const GAME: Option<GameKind> = Some(GameKind::RandomTree);

    const NAME: &'static str = GameKind::RandomTree.name();

    const SCORING: Scoring = Scoring::Pairs;

    fn move_name(&self, mv: plyscope_core::random_tree::Child) -> String {
        // People count from 1.
        (u64::from(mv.number()) + 1).to_string()
    }

    fn recorded_move(&self, mv: plyscope_core::random_tree::Child) -> String {
        mv.number().to_string()
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
