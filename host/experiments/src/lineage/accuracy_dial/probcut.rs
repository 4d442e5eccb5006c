//! ProbCut on random trees with noise: what it learns, and its search.

use plyscope_core::random_tree::RandomTree;
use plyscope_core::search::probe::Cut;
use plyscope_core::search::table::Slot;
use plyscope_learn::probcut::Pair;
use plyscope_learn::probcut::fit::fit;
use plyscope_learn::probcut::sample::DepthValues;
use plyscope_measure::noise::{self, Deepened};
use plyscope_measure::trees::node_below;
use plyscope_run::seed::hash;

use crate::ExperimentError;

/// Slots of the table: 1 MiB, as PVS has.
pub(super) const SLOTS: usize = (1 << 20) / Slot::BYTES;

/// The values of one node by depth, with one amplitude of noise.
pub(super) type Values = Vec<i32>;

/// The values of a node of this tree to learn from, to `depth` or the end of the game: chance decides which.
pub(super) fn sample(
    tree: &RandomTree,
    seed: u32,
    amplitude: u32,
    depth: u32,
) -> Result<Values, ExperimentError> {
    let game = u64::from(tree.game_depth());
    // At least one ply below the root, which is never estimated, and two above the end.
    let plies = 1 + (hash(seed.into(), 0) % game.saturating_sub(2).max(1)) as u32;
    let node = node_below(tree, seed, plies);
    let depth = depth.min(tree.game_depth() - plies);
    Ok(noise::values_by_depth(tree, amplitude, &node, depth)?)
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

/// Searches by iterative deepening with null windows, a table and these cuts.
pub(super) fn searched(
    tree: &RandomTree,
    noise: u32,
    (cuts, confidence): (&Cuts, u16),
    nodes: u64,
    slots: &[Slot],
) -> Result<Deepened, ExperimentError> {
    Ok(noise::probcut(tree, noise, (&cuts.0, confidence), nodes, slots)?)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Scale;
    use crate::kit::staged::TwoStage as _;
    use crate::lineage::accuracy_dial::AccuracyDial;
    use crate::lineage::accuracy_dial::settings::Settings;
    use plyscope_core::random_tree::NoisyEdgeCostSum;
    use plyscope_measure::noise::FINEST;
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
        let (place, nodes) = (0, settings.nodes[0]);
        let pvs = settings.limited(place, 0).unwrap();
        let pvs = pvs.iter().find(|engine| engine.name == "PVS").unwrap();
        // Five children.
        let line = 2 * settings.correlation.len();
        let pairs = settings.pairs(line).unwrap();
        for noise in [0, 8192] {
            let samples = |(seed, tree): (u32, RandomTree)| sample(&tree, seed, noise, 6).unwrap();
            let cuts = Cuts::of(&pairs, trees(&settings, line).map(samples).collect());
            assert!(cuts.0.len() >= 3, "{cuts:?}");
            let mut changed = 0;
            for (seed, tree) in trees(&settings, line) {
                let parameters = settings.parameters(line, noise).unwrap();
                let mut search =
                    search_of(&RandomTreeDomain { parameters }, pvs, tree.clone()).unwrap();
                let report = run(&mut search, pvs, &tree.root()).unwrap();
                let all = |cuts: &Cuts| {
                    searched(&tree, noise, (cuts, settings.confidence), nodes, &slots).unwrap()
                };
                let plain = all(&Cuts::default());
                let same = Deepened {
                    best: report.best_move,
                    nodes: report.counts.generated,
                    depth: report.depth,
                };
                assert_eq!(plain, same, "tree {seed}, noise {noise}");
                changed += u32::from(all(&cuts).depth > plain.depth);
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
