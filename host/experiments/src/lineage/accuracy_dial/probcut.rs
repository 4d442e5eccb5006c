//! ProbCut on random trees with noise: what it learns, and its search.

use plyscope_core::random_tree::{Child, Node, NoisyEdgeCostSum, RandomTree};
use plyscope_core::search::alpha_beta::{NullWindows, Policy};
use plyscope_core::search::forward_estimation::{Cut, ProbCut};
use plyscope_core::search::table::{Slot, TranspositionTable};
use plyscope_core::{
    DepthFirst, Evaluator, IterativeDeepening, Order, Outcome, Report, Request, Value,
};
use plyscope_learn::probcut::Pair;
use plyscope_learn::probcut::fit::fit;
use plyscope_learn::probcut::sample::DepthValues;
use plyscope_run::interrupt;
use plyscope_run::seed::hash;

use super::Settings;
use crate::ExperimentError;
use crate::kit::trees::{Storage, node_below, values_by_depth};

/// Slots of the table: 256 KiB, as the other searches have.
pub(super) const SLOTS: usize = (256 << 10) / Slot::BYTES;

/// The range that values of cuts may have: they are numbers of 16 bits.
const FINEST: u32 = 16384;

/// Values in a coarser unit. The offsets and deviations of a [`Cut`] have 16 bits, too few for values with much noise.
#[derive(Clone, Copy, Debug)]
struct Coarse {
    evaluation: NoisyEdgeCostSum,
    /// How many of the finer units one of the coarser ones is.
    unit: i32,
}

impl Coarse {
    /// Without noise the unit stays; with the greatest noise, it is still much finer than the noise.
    fn new(noise: u32) -> Self {
        let unit = noise.div_ceil(FINEST).max(1) as i32;
        Self { evaluation: NoisyEdgeCostSum::new(noise), unit }
    }
}

impl Evaluator<Node> for Coarse {
    type State = ();

    fn state(&self, _: &Node) {}

    fn evaluate(&self, node: &Node, (): &()) -> Value {
        Value::new(self.evaluation.evaluate(node, &()).get() / self.unit)
    }

    fn finished(&self, outcome: Outcome) -> Value {
        Value::new(self.evaluation.finished(outcome).get() / self.unit)
    }
}

/// The values of one node by depth, with one amplitude of noise.
pub(super) type Values = Vec<i32>;

/// The values of a node of this tree to learn from, to `depth` or the end of the game: chance decides which.
pub(super) fn sample(
    tree: &RandomTree,
    seed: u32,
    noise: u32,
    depth: u32,
) -> Result<Values, ExperimentError> {
    let game = u64::from(tree.game_depth());
    // At least one ply below the root, which is never estimated, and two above the end.
    let plies = 1 + (hash(seed.into(), 0) % game.saturating_sub(2).max(1)) as u32;
    let node = node_below(tree, seed, plies);
    let depth = depth.min(tree.game_depth() - plies);
    Ok(values_by_depth(tree, Coarse::new(noise), &node, depth)?)
}

/// The cuts for one kind of tree and one amplitude of noise.
#[derive(Clone, Debug, Default)]
pub(crate) struct Cuts(Vec<Cut>);

impl Cuts {
    /// Learns each pair for which shallow values tell something of deep ones; the others have no cut.
    pub(super) fn of(pairs: &[Pair], samples: Vec<Values>) -> Self {
        let samples: Vec<DepthValues> =
            samples.into_iter().map(DepthValues::without_phases).collect();
        let depth = pairs.iter().map(|pair| pair.deep).max().unwrap_or(0);
        let cut = |pair: &Pair| {
            let learned = fit(&samples, depth.into(), 1, &[*pair]).ok()?;
            learned.first().map(|learned| learned.cut())
        };
        Self(pairs.iter().filter_map(cut).collect())
    }
}

/// Searches by iterative deepening with null windows, a table and these cuts; `read` takes what is wanted of the report.
pub(super) fn searched<T>(
    tree: &RandomTree,
    noise: u32,
    cuts: &Cuts,
    settings: &Settings,
    slots: &[Slot],
    read: impl FnOnce(&Report<'_, Child>) -> T,
) -> Result<T, ExperimentError> {
    let mut table = TranspositionTable::new(slots);
    table.clear();
    let estimator = ProbCut::new(&cuts.0, settings.confidence, 0);
    let policy = Policy::with_estimator(Order::Static, estimator);
    let policy = policy.remembering(table).scouting(NullWindows);
    let inner = DepthFirst::with_policy(tree.clone(), Coarse::new(noise), policy, Storage::new());
    let mut search = IterativeDeepening::new(inner);
    let root = tree.root();
    let request = Request::new(&root).depth(tree.game_depth()).nodes(settings.nodes);
    Ok(read(&interrupt::search(&mut search, &request)?))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lineage::accuracy_dial::AccuracyDial;
    use crate::{Scale, Study as _};
    use plyscope_players::domain::RandomTreeDomain;
    use plyscope_players::player::{run, search_of};

    fn trees(settings: &Settings, line: usize) -> impl Iterator<Item = (u32, RandomTree)> {
        let parameters = settings.parameters(line, 0).unwrap();
        (1..=30).map(move |seed| (seed, parameters.tree(seed)))
    }

    #[test]
    fn without_cuts_it_is_pvs_and_with_learned_ones_it_prunes() {
        let settings = AccuracyDial.settings(Scale::Quick);
        let slots: Vec<Slot> = (0..SLOTS).map(|_| Slot::new()).collect();
        let pvs = settings.engines().unwrap();
        let pvs = pvs.iter().find(|engine| engine.name == "PVS").unwrap();
        let pairs = settings.pairs(2).unwrap();
        for noise in [0, 8192] {
            let samples = |(seed, tree): (u32, RandomTree)| sample(&tree, seed, noise, 6).unwrap();
            let cuts = Cuts::of(&pairs, trees(&settings, 2).map(samples).collect());
            assert!(cuts.0.len() >= 3, "{cuts:?}");
            let mut changed = 0;
            for (seed, tree) in trees(&settings, 2) {
                let parameters = settings.parameters(2, noise).unwrap();
                let mut search =
                    search_of(&RandomTreeDomain { parameters }, pvs, tree.clone()).unwrap();
                let report = run(&mut search, pvs, &tree.root()).unwrap();
                let all = |cuts: &Cuts| {
                    let read = |report: &Report<'_, Child>| {
                        (report.best_move, report.counts.generated, report.depth)
                    };
                    searched(&tree, noise, cuts, &settings, &slots, read).unwrap()
                };
                let plain = all(&Cuts::default());
                let same = (report.best_move, report.counts.generated, report.depth);
                assert_eq!(plain, same, "tree {seed}, noise {noise}");
                changed += u32::from(all(&cuts).2 > plain.2);
            }
            assert!(changed > 5, "only {changed} of 30 searches were deeper, noise {noise}");
        }
    }

    #[test]
    fn values_with_the_greatest_noise_fit_into_cuts() {
        let settings = AccuracyDial.settings(Scale::Quick);
        let noise = NoisyEdgeCostSum::MOST;
        let samples = |(seed, tree): (u32, RandomTree)| sample(&tree, seed, noise, 6).unwrap();
        let samples: Vec<Values> = trees(&settings, 1).map(samples).collect();
        let greatest = samples.iter().flatten().map(|value| value.unsigned_abs()).max().unwrap();
        assert!((4096..=2 * FINEST).contains(&greatest), "{greatest}");
    }
}
