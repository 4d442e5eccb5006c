//! The settings of the accuracy dial, and what follows from them.

use plyscope_core::random_tree::{Branching, NoisyEdgeCostSum};
use plyscope_learn::probcut::Pair;
use plyscope_measure::trees::PLIES;
use plyscope_players::domain::TreeParameters;
use plyscope_players::engine::{Engine, Search};

use super::{LEARNED_FROM, PIECE, PROBCUT};
use crate::Scale;
use crate::keys::{FirstSeed, SeedsOfEach};
use crate::kit::lines::{Piece, check_lists};

/// With more nodes than this, only one of so many pieces is searched.
const MANY: u64 = 10_000;
const FEWER: u32 = 5;

crate::settings! {
    pub(crate) struct Settings {
        pub(super) seed: FirstSeed,
        /// number of trees of each branching, with each correlation; with more than 10,000 nodes a fifth of them
        pub(super) seeds: SeedsOfEach,
        /// children of a node
        pub(super) branching: Vec<u32>,
        /// length of the game for each branching, in plies
        pub(super) depths: Vec<u32>,
        /// amplitudes of the noise, in the unit of edge costs
        pub(super) noise: Vec<u32>,
        /// correlations between the costs of the edges to siblings, in thousandths
        pub(super) correlation: Vec<u32>,
        /// numbers of nodes a move
        pub(super) nodes: Vec<u64>,
        /// the searches: keys of engines with blanks between them, without a limit
        pub(super) engines: Vec<String>,
        /// constants of MCTS that are tried, in thousandths
        pub(super) exploration: Vec<u32>,
        /// number of other trees of each branching on which they are tried
        pub(super) tuned_on: u32,
        /// ProbCut's pairs of depths, DEEP:SHALLOW
        pub(super) pairs: Vec<String>,
        /// half width of ProbCut's ranges, in hundredths of a standard deviation
        pub(super) confidence: u16,
        /// number of trees of each branching that ProbCut learns from
        pub(super) learned_from: u32,
        /// games of random moves for each of Othello's evaluations
        pub(super) games: u32,
    }
}

impl Settings {
    pub(super) fn of(scale: Scale) -> Self {
        let of_each = |list: [u32; 4]| list.to_vec();
        Self {
            seed: 1,
            seeds: scale.pick(of_each([250; 4]), of_each([1000; 4]), of_each([10_000; 4])),
            branching: vec![2, 3, 5, 10],
            depths: scale.pick(
                of_each([24, 15, 10, 7]),
                of_each([34, 20, 13, 9]),
                of_each([34, 20, 13, 9]),
            ),
            noise: scale.pick(
                vec![0, 16_384, 131_072],
                vec![0, 4096, 8192, 16_384, 32_768, 65_536, 131_072],
                vec![0, 4096, 8192, 16_384, 32_768, 65_536, 131_072],
            ),
            correlation: scale.pick(vec![0, 500], vec![0, 500, 900], vec![0, 250, 500, 750, 900]),
            nodes: scale.pick(
                vec![500, 4000],
                vec![500, 4000, 64_000],
                vec![500, 2000, 8000, 64_000],
            ),
            engines: [
                "name=alpha-beta algorithm=alpha-beta",
                "name=PVS algorithm=pvs table=1MiB",
                "name=FE algorithm=fe bounds=-16384:16383 delta=0.5",
                "name=BFM algorithm=bfm on-resolved=next memory=8MiB",
                "name=UBFM algorithm=bfm backup=root move=safe on-resolved=next memory=8MiB",
                "name=MCTS algorithm=mcts completion=off memory=8MiB",
            ]
            .map(str::to_owned)
            .to_vec(),
            exploration: vec![0, 50, 100, 200, 400, 800, 1600],
            tuned_on: scale.pick(20, 40, 300),
            pairs: ["3:1", "4:2", "5:1", "6:2", "7:3", "8:4"].map(str::to_owned).to_vec(),
            confidence: 100,
            learned_from: scale.pick(200, 1000, 2000),
            games: scale.pick(20, 400, 2000),
        }
    }

    pub(super) fn check(&self) -> Result<(), String> {
        let Self { seeds, branching, depths, noise, .. } = self;
        check_lists(&[("branching", branching.len()), ("seeds", seeds.len())])?;
        check_lists(&[("branching", branching.len()), ("depths", depths.len())])?;
        for (&depth, &children) in depths.iter().zip(branching) {
            Branching::uniform(children).map_err(|error| error.to_string())?;
            let leaves = f64::from(children).powi(depth as i32);
            if !(2..=PLIES as u32).contains(&depth) || leaves > 1e11 || children > 100 {
                return Err(format!(
                    "give depths from 2 to {PLIES}, at most 100 children, and trees of at most 10^11 leaves"
                ));
            }
        }
        if noise.is_empty() || noise.iter().any(|&noise| noise > NoisyEdgeCostSum::MOST) {
            return Err(format!("noise: give amplitudes from 0 to {}", NoisyEdgeCostSum::MOST));
        }
        let thousandths =
            |list: &[u32], most| !list.is_empty() && list.iter().all(|&one| one <= most);
        if !thousandths(&self.correlation, 1000) || !thousandths(&self.exploration, 100_000) {
            return Err(
                "give a correlation from 0 to 1000, and an exploration from 0 to 100000".to_owned()
            );
        }
        if self.engines.is_empty() || self.games == 0 || self.tuned_on == 0 {
            return Err("give at least one engine, one game, and one tree to tune on".to_owned());
        }
        if self.nodes.is_empty() || self.nodes.iter().any(|nodes| !(1..=1 << 20).contains(nodes)) {
            return Err("give nodes from 1 to 1048576".to_owned());
        }
        if !(1..=100_000).contains(&self.learned_from)
            || self.tuned_on > 100_000
            || self.seed >= LEARNED_FROM - 1_000_000
        {
            return Err("give learned_from from 1 to 100000, tuned_on up to 100000, and seed below 1072741824".to_owned());
        }
        if !(1..=1000).contains(&self.confidence) {
            return Err("give a confidence from 1 to 1000".to_owned());
        }
        let pairs =
            (0..self.lines()).map(|line| self.pairs(line)).collect::<Result<Vec<_>, _>>()?;
        if pairs.iter().flatten().any(|pair| pair.shallow == 0 || pair.deep > 12) {
            return Err("give pairs of depths from 1 to 12".to_owned());
        }
        self.engines().map(drop)
    }

    /// The searches, without limits of nodes.
    pub(super) fn engines(&self) -> Result<Vec<Engine>, String> {
        let engine = |text: &String| {
            // Lists of settings are separated by commas, so keys are not.
            let text = format!("{},nodes=1", text.replace(' ', ","));
            text.parse::<Engine>().map_err(|error| error.to_string())
        };
        self.engines.iter().map(engine).collect()
    }

    /// The searches with a number of nodes and MCTS's constant, both by their places in the settings.
    pub(super) fn limited(&self, budget: usize, constant: usize) -> Result<Vec<Engine>, String> {
        let mut engines = self.engines()?;
        for engine in &mut engines {
            engine.nodes = Some(self.nodes[budget]);
            if let Search::Mcts(options) = &mut engine.search {
                options.exploration = self.constant(constant);
            }
        }
        Ok(engines)
    }

    /// Whether a piece's trees are searched with a number of nodes: one piece of [`FEWER`] with many.
    pub(super) fn has(&self, budget: usize, piece: Piece) -> bool {
        let number = piece.seed.wrapping_sub(self.seed) / PIECE;
        self.nodes[budget] <= MANY || number.is_multiple_of(FEWER)
    }

    /// A constant of MCTS.
    pub(super) fn constant(&self, place: usize) -> f64 {
        f64::from(self.exploration[place]) / 1000.0
    }

    /// The number of lines: a line is a branching with a correlation.
    pub(super) fn lines(&self) -> usize {
        self.branching.len() * self.correlation.len()
    }

    /// The place of a line's branching.
    pub(super) fn place(&self, line: usize) -> usize {
        line / self.correlation.len()
    }

    /// A line's correlation, of one.
    pub(super) fn correlation(&self, line: usize) -> f64 {
        f64::from(self.correlation[line % self.correlation.len()]) / 1000.0
    }

    pub(super) fn parameters(&self, line: usize, noise: u32) -> Result<TreeParameters, String> {
        let place = self.place(line);
        let branching =
            Branching::uniform(self.branching[place]).map_err(|error| error.to_string())?;
        let game_depth = self.depths[place];
        let correlation = self.correlation[line % self.correlation.len()];
        Ok(TreeParameters { game_depth, noise, correlation, ..TreeParameters::new(branching) })
    }

    pub(super) fn names(&self) -> Vec<String> {
        let engines = self.engines().map_or_else(
            |_| self.engines.clone(),
            |engines| engines.into_iter().map(|engine| engine.name).collect(),
        );
        engines.into_iter().chain([PROBCUT.to_owned()]).collect()
    }

    /// ProbCut's pairs for the trees of a line. The root is not estimated.
    pub(super) fn pairs(&self, line: usize) -> Result<Vec<Pair>, String> {
        let mut pairs: Vec<Pair> =
            self.pairs.iter().map(|text| text.parse()).collect::<Result<_, _>>()?;
        pairs.retain(|pair| u32::from(pair.deep) < self.depths[self.place(line)]);
        pairs.sort_unstable();
        pairs.dedup();
        Ok(pairs)
    }

    /// The deepest search that ProbCut learns from.
    pub(super) fn deepest(&self, line: usize) -> Result<u32, String> {
        Ok(self.pairs(line)?.iter().map(|pair| pair.deep.into()).max().unwrap_or(0))
    }
}
