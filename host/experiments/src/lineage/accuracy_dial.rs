//! The accuracy dial: which search loses least at equal nodes, by the noise of static values and by branching.

mod othello;
mod probcut;
mod summary;

use plyscope_core::Game;
use plyscope_core::random_tree::{Branching, EdgeCosts, NoisyEdgeCostSum, RandomTree};
use plyscope_core::search::table::Slot;
use plyscope_learn::probcut::Pair;
use plyscope_measure::trees::{PLIES, value_of};
use plyscope_players::domain::{RandomTreeDomain, TreeParameters};
use plyscope_players::engine::Engine;
use plyscope_players::player::{run, search_of};
use plyscope_report::Summary;
use serde::{Deserialize, Serialize};

use self::othello::Steps;
use self::probcut::{Cuts, SLOTS, Values, sample, searched};
use self::summary::DialResults;
use crate::keys::{FirstSeed, SeedsOfEach};
use crate::kit::lines::{Piece, check_lists, tasks};
use crate::kit::staged::TwoStage;
use crate::{About, ExperimentError, Scale};

const SOURCE: &str = "open question: accuracy of the evaluation";

/// The greatest edge cost, by which noise and losses are divided.
const UNIT: f64 = EdgeCosts::Korf.highest() as f64;

/// Trees of a task to choose moves in, and to learn from.
const PIECE: u32 = 5;
const LEARN: u32 = 50;
/// Sets seeds of trees to learn from apart from those of trees to search.
const LEARNED_FROM: u32 = 1 << 30;

/// The names of the searches that the claims are about.
const ALPHA_BETA: &str = "alpha-beta";
const BFM: &str = "BFM";
const MCTS: &str = "MCTS";
const PVS: &str = "PVS";
/// The search that learns; the others are engines.
const PROBCUT: &str = "ProbCut";

pub(super) struct AccuracyDial;

crate::settings! {
    pub(super) struct Settings {
        seed: FirstSeed,
        /// number of trees of each branching
        seeds: SeedsOfEach,
        /// children of a node
        branching: Vec<u32>,
        /// length of the game for each branching, in plies
        depths: Vec<u32>,
        /// amplitudes of the noise, in the unit of edge costs
        noise: Vec<u32>,
        /// correlation between the costs of the edges to siblings, in thousandths
        correlation: u32,
        /// nodes a move
        nodes: u64,
        /// the searches: keys of engines with blanks between them, without a limit
        engines: Vec<String>,
        /// ProbCut's pairs of depths, DEEP:SHALLOW
        pairs: Vec<String>,
        /// half width of ProbCut's ranges, in hundredths of a standard deviation
        confidence: u16,
        /// number of trees of each branching that ProbCut learns from
        learned_from: u32,
        /// games of random moves for each of Othello's evaluations
        games: u32,
    }
}

impl Settings {
    fn engines(&self) -> Result<Vec<Engine>, String> {
        let engine = |text: &String| {
            // Lists of settings are separated by commas, so keys are not.
            let text = format!("{},nodes={}", text.replace(' ', ","), self.nodes);
            text.parse::<Engine>().map_err(|error| error.to_string())
        };
        self.engines.iter().map(engine).collect()
    }

    fn parameters(&self, line: usize, noise: u32) -> Result<TreeParameters, String> {
        let branching =
            Branching::uniform(self.branching[line]).map_err(|error| error.to_string())?;
        let game_depth = self.depths[line];
        let correlation = self.correlation;
        Ok(TreeParameters { game_depth, noise, correlation, ..TreeParameters::new(branching) })
    }

    fn names(&self) -> Vec<String> {
        let engines = self.engines().map_or_else(
            |_| self.engines.clone(),
            |engines| engines.into_iter().map(|engine| engine.name).collect(),
        );
        engines.into_iter().chain([PROBCUT.to_owned()]).collect()
    }

    /// ProbCut's pairs for the trees of a line. The root is not estimated.
    fn pairs(&self, line: usize) -> Result<Vec<Pair>, String> {
        let mut pairs: Vec<Pair> =
            self.pairs.iter().map(|text| text.parse()).collect::<Result<_, _>>()?;
        pairs.retain(|pair| u32::from(pair.deep) < self.depths[line]);
        pairs.sort_unstable();
        pairs.dedup();
        Ok(pairs)
    }

    /// The deepest search that ProbCut learns from.
    fn deepest(&self, line: usize) -> Result<u32, String> {
        Ok(self.pairs(line)?.iter().map(|pair| pair.deep.into()).max().unwrap_or(0))
    }

    /// What ProbCut learns from the rows, by line and noise.
    fn learned(&self, rows: &[Row]) -> Result<Vec<Vec<Cuts>>, String> {
        let one = |line: usize, noise: usize| -> Result<Cuts, String> {
            let of = |row: &Row| match row {
                Row::Values { line: of, samples } if *of == line => samples[noise].clone(),
                _ => Vec::new(),
            };
            Ok(Cuts::of(&self.pairs(line)?, rows.iter().flat_map(of).collect()))
        };
        let noises = 0..self.noise.len();
        let of_line = |line| noises.clone().map(|noise| one(line, noise)).collect();
        (0..self.branching.len()).map(of_line).collect()
    }
}

/// What comes before the trees.
#[derive(Clone, Debug)]
pub(super) enum Lesson {
    /// Othello's evaluation of this number.
    Evaluation(usize),
    /// Trees to learn from.
    Trees(Piece),
}

#[derive(Serialize, Deserialize)]
#[serde(tag = "of", rename_all = "lowercase")]
pub(super) enum Row {
    /// Some trees of one branching.
    Trees {
        line: usize,
        seed: u32,
        /// What the move costs against the best one, in the unit of edge costs: by noise, engine and tree.
        losses: Vec<Vec<Vec<u32>>>,
    },
    /// Steps of one of Othello's evaluations.
    Evaluation { evaluation: String, steps: Steps },
    /// What ProbCut learns from, by noise and node: values by depth.
    Values { line: usize, samples: Vec<Vec<Values>> },
}

impl TwoStage for AccuracyDial {
    type Settings = Settings;
    type Lesson = Lesson;
    /// What ProbCut has learned, by line and noise.
    type Learned = Vec<Vec<Cuts>>;
    type Piece = Piece;
    type Row = Row;

    fn about(&self) -> &About {
        &About {
            id: "lineage-accuracy-dial",
            title: "Who wins at which accuracy of static values",
            source: SOURCE,
            what: "Uniform random trees of a few plies, whose true values are known by exhaustive search. Each static value \
                but those of finished games has an error, uniform between minus and plus the noise. All searches choose \
                a move at the root with the same number of nodes. Measured is what the move loses against the best one, \
                in units of the greatest edge cost, 16383; the search with the smallest mean loss wins. UBFM is \
                best-first minimax with root back-up and the safe move; it has no completion, which looks for any win \
                and not for the greatest value. MCTS has it, but few lines of these trees are searched to their end. FE \
                has the true bounds on edge costs, halved. ProbCut is PVS that also prunes by shallow searches; it learns from \
                other trees with the same noise. For comparison, the noise of Othello's evaluations is \
                estimated from games of random moves: an error that is new in each position adds to the variance of \
                the value's change over two plies as much as to that over four, edge costs add twice as much to the \
                latter. Best-first minimax's wins in Korf & Chickering's Fig. 16 depend on the evaluation; this shows \
                whether noise could be why, and no more.",
            settings: Settings::KEYS,
        }
    }

    fn settings(&self, scale: Scale) -> Settings {
        Settings {
            seed: 1,
            seeds: scale.pick(vec![20, 20, 10, 10], vec![2400; 4], vec![10_000; 4]),
            branching: vec![2, 3, 5, 10],
            depths: scale.pick(vec![16, 10, 7, 5], vec![20, 13, 9, 6], vec![20, 13, 9, 6]),
            noise: vec![0, 4096, 8192, 16384, 32768, 65536, 131_072],
            correlation: 0,
            nodes: scale.pick(200, 500, 500),
            engines: [
                "name=alpha-beta algorithm=alpha-beta",
                "name=PVS algorithm=pvs table=256KiB",
                "name=FE algorithm=fe bounds=-16384:16383 delta=0.5",
                "name=BFM algorithm=bfm memory=4MiB",
                "name=UBFM algorithm=bfm backup=root move=safe memory=4MiB",
                "name=MCTS algorithm=mcts memory=4MiB",
            ]
            .map(str::to_owned)
            .to_vec(),
            pairs: ["3:1", "4:2", "5:1", "6:2", "7:3", "8:4"].map(str::to_owned).to_vec(),
            confidence: 100,
            learned_from: scale.pick(200, 1000, 2000),
            games: scale.pick(20, 400, 2000),
        }
    }

    fn check(&self, settings: &Settings) -> Result<(), String> {
        let Settings { seeds, branching, depths, noise, .. } = settings;
        check_lists(&[("branching", branching.len()), ("seeds", seeds.len())])?;
        check_lists(&[("branching", branching.len()), ("depths", depths.len())])?;
        for (line, (&depth, &children)) in depths.iter().zip(branching).enumerate() {
            settings.parameters(line, 0)?;
            let leaves = f64::from(children).powi(depth as i32);
            if !(2..=PLIES as u32).contains(&depth) || leaves > 1e9 || children > 100 {
                return Err(format!(
                    "give depths from 2 to {PLIES}, at most 100 children, and trees of at most 10^9 leaves"
                ));
            }
        }
        if noise.is_empty() || noise.iter().any(|&noise| noise > NoisyEdgeCostSum::MOST) {
            return Err(format!("noise: give amplitudes from 0 to {}", NoisyEdgeCostSum::MOST));
        }
        if settings.correlation > 1000 {
            return Err("correlation: give thousandths from 0 to 1000".to_owned());
        }
        if settings.engines.is_empty() || settings.games == 0 {
            return Err("give at least one engine and one game".to_owned());
        }
        if !(1..=100_000).contains(&settings.learned_from)
            || settings.seed >= LEARNED_FROM - 1_000_000
        {
            return Err("give learned_from from 1 to 100000, and seed below 1072741824".to_owned());
        }
        if !(1..=1000).contains(&settings.confidence) {
            return Err("give a confidence from 1 to 1000".to_owned());
        }
        let pairs =
            (0..depths.len()).map(|line| settings.pairs(line)).collect::<Result<Vec<_>, _>>()?;
        if pairs.iter().flatten().any(|pair| pair.shallow == 0 || pair.deep > 12) {
            return Err("give pairs of depths from 1 to 12".to_owned());
        }
        settings.engines().map(drop)
    }

    fn lessons(&self, settings: &Settings) -> Vec<Lesson> {
        let lines = settings.branching.iter().map(|_| (settings.learned_from, LEARN));
        let learn = tasks(LEARNED_FROM + settings.seed, lines).into_iter().map(Lesson::Trees);
        (0..othello::EVALUATIONS.len()).map(Lesson::Evaluation).chain(learn).collect()
    }

    fn learn(&self, settings: &Settings, lesson: &Lesson) -> Result<Row, ExperimentError> {
        match lesson {
            Lesson::Trees(piece) => values_to_learn_from(settings, *piece),
            Lesson::Evaluation(number) => {
                let evaluation = othello::EVALUATIONS[*number].to_owned();
                let steps = othello::steps(&evaluation, settings.games)?;
                Ok(Row::Evaluation { evaluation, steps })
            }
        }
    }

    fn learned(
        &self,
        settings: &Settings,
        rows: &[Row],
    ) -> Result<Vec<Vec<Cuts>>, ExperimentError> {
        settings.learned(rows).map_err(ExperimentError::Other)
    }

    fn pieces(&self, settings: &Settings) -> Vec<(u64, Piece)> {
        let pieces = tasks(settings.seed, settings.seeds.iter().map(|&seeds| (seeds, PIECE)));
        pieces.into_iter().map(|piece| (u64::from(piece.seed / PIECE), piece)).collect()
    }

    fn apply(
        &self,
        settings: &Settings,
        learned: &Vec<Vec<Cuts>>,
        piece: &Piece,
    ) -> Result<Row, ExperimentError> {
        trees(settings, *piece, &learned[piece.line])
    }

    fn fits(&self, settings: &Settings, row: &Row) -> bool {
        match row {
            Row::Evaluation { .. } => true,
            Row::Values { line, samples } => {
                *line < settings.branching.len() && samples.len() == settings.noise.len()
            }
            Row::Trees { line, losses, .. } => {
                let trees = losses.first().and_then(|of| of.first()).map_or(0, Vec::len);
                let searches = settings.engines.len() + 1;
                *line < settings.branching.len()
                    && losses.len() == settings.noise.len()
                    && losses
                        .iter()
                        .all(|of| of.len() == searches && of.iter().all(|of| of.len() == trees))
            }
        }
    }

    fn summarise(&self, settings: &Settings, rows: &[Row]) -> Summary {
        let numbers = DialResults::of(settings, rows);
        let mut figures = vec![numbers.phases()];
        figures.extend((0..settings.branching.len()).map(|line| numbers.losses(line)));
        figures.push(numbers.advantage());
        Summary {
            tables: vec![numbers.table(), othello::table(&numbers.evaluations)],
            figures,
            claims: numbers.claims(),
        }
    }
}

/// Runs all searches on some trees. `learned` is what ProbCut has, by noise.
fn trees(settings: &Settings, piece: Piece, learned: &[Cuts]) -> Result<Row, ExperimentError> {
    let engines = settings.engines().map_err(ExperimentError::Other)?;
    let slots: Vec<Slot> = (0..SLOTS).map(|_| Slot::new()).collect();
    let mut losses = vec![vec![Vec::new(); engines.len() + 1]; settings.noise.len()];
    for seed in piece.seeds() {
        let parameters =
            |noise| settings.parameters(piece.line, noise).map_err(ExperimentError::Other);
        let tree = parameters(0)?.tree(seed);
        let values = values(&tree)?;
        let best = values.iter().max().copied().unwrap_or_default();
        let by_noise = settings.noise.iter().zip(learned).zip(&mut losses);
        for ((&noise, cuts), losses) in by_noise {
            let domain = RandomTreeDomain { parameters: parameters(noise)? };
            let mut moves = Vec::new();
            for engine in &engines {
                let mut search = search_of(&domain, engine, tree.clone())?;
                moves.push(run(&mut search, engine, &tree.root())?.best_move);
            }
            moves.push(searched(&tree, noise, cuts, settings, &slots)?.best);
            for (mv, losses) in moves.into_iter().zip(losses) {
                let number = mv.map_or(0, |mv| mv.number() as usize);
                losses.push(best.abs_diff(values[number]));
            }
        }
    }
    Ok(Row::Trees { line: piece.line, seed: piece.seed, losses })
}

/// What ProbCut learns from some trees.
fn values_to_learn_from(settings: &Settings, piece: Piece) -> Result<Row, ExperimentError> {
    let other = ExperimentError::Other;
    let depth = settings.deepest(piece.line).map_err(other)?;
    let mut samples = vec![Vec::new(); settings.noise.len()];
    for seed in piece.seeds() {
        let tree = settings.parameters(piece.line, 0).map_err(other)?.tree(seed);
        for (&noise, samples) in settings.noise.iter().zip(&mut samples) {
            samples.push(sample(&tree, seed, noise, depth)?);
        }
    }
    Ok(Row::Values { line: piece.line, samples })
}

/// The true value of each move at the root.
fn values(tree: &RandomTree) -> Result<Vec<i32>, ExperimentError> {
    let root = tree.root();
    let mut moves = tree.moves(&root);
    let mut values = Vec::new();
    while let Some((_, child)) = tree.next_child(&root, &mut moves) {
        values.push(-value_of(tree, &child, tree.game_depth() - 1)?);
    }
    Ok(values)
}
