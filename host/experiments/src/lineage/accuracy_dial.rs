//! The accuracy dial: which search loses least at equal nodes, by the noise of static values, branching, correlation and nodes.

mod map;
mod othello;
mod probcut;
mod settings;
mod summary;
mod widening;

use plyscope_core::Game;
use plyscope_core::random_tree::{Child, EdgeCosts, RandomTree};
use plyscope_core::search::table::Slot;
use plyscope_measure::trees::value_of;
use plyscope_players::domain::RandomTreeDomain;
use plyscope_players::engine::{Engine, Search};
use plyscope_players::player::{run, search_of};
use plyscope_report::Summary;
use serde::{Deserialize, Serialize};

use self::othello::Steps;
use self::probcut::{Cuts, SLOTS, Values, sample, searched};
use self::settings::Settings;
use self::summary::DialResults;
use self::widening::{WIDER, widening, wider};
use crate::kit::lines::{Piece, tasks};
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
/// The same for trees on which MCTS's constant is tuned.
const TUNED_ON: u32 = 1 << 31;

/// The names of the searches that the claims are about.
const ALPHA_BETA: &str = "alpha-beta";
const BFM: &str = "BFM";
const MCTS: &str = "MCTS";
const PVS: &str = "PVS";
/// The search that learns; the others are engines.
const PROBCUT: &str = "ProbCut";

pub(super) struct AccuracyDial;

/// What comes before the trees.
#[derive(Clone, Debug)]
pub(super) enum Lesson {
    /// Othello's evaluation of this number.
    Evaluation(usize),
    /// Trees to learn from.
    Trees(Piece),
    /// Trees to tune MCTS on.
    Tune(Piece),
}

/// What comes of the lessons.
#[derive(Clone, Debug)]
pub(super) struct Learned {
    /// ProbCut's cuts, by line and noise.
    cuts: Vec<Vec<Cuts>>,
    /// The place of MCTS's constant, by line, nodes and noise.
    constants: Vec<Vec<Vec<usize>>>,
}

#[derive(Serialize, Deserialize)]
#[serde(tag = "of", rename_all = "lowercase")]
pub(super) enum Row {
    /// Some trees of one line.
    Trees {
        line: usize,
        seed: u32,
        /// What the move costs against the best one, in the unit of edge costs: by nodes, noise, engine and tree.
        losses: Vec<Vec<Vec<Vec<u32>>>>,
        /// Nodes used: by nodes given, noise and engine, of all trees together.
        used: Vec<Vec<Vec<u64>>>,
    },
    /// Steps of one of Othello's evaluations.
    Evaluation { evaluation: String, steps: Steps },
    /// What ProbCut learns from, by noise and node: values by depth.
    Values { line: usize, samples: Vec<Vec<Values>> },
    /// Losses of MCTS on some trees together: by nodes, noise and constant.
    Tuned { line: usize, losses: Vec<Vec<Vec<u64>>> },
}

impl Settings {
    /// What ProbCut learns from the rows, and MCTS's constants with the smallest losses.
    fn learned(&self, rows: &[Row]) -> Result<Learned, String> {
        let cuts = |line: usize, noise: usize| -> Result<Cuts, String> {
            let of = |row: &Row| match row {
                Row::Values { line: of, samples } if *of == line => samples[noise].clone(),
                _ => Vec::new(),
            };
            Ok(Cuts::of(&self.pairs(line)?, rows.iter().flat_map(of).collect()))
        };
        let cuts = (0..self.lines())
            .map(|line| (0..self.noise.len()).map(|noise| cuts(line, noise)).collect());
        Ok(Learned { cuts: cuts.collect::<Result<_, _>>()?, constants: self.constants(rows) })
    }

    /// MCTS's constants with the smallest losses, by line, nodes and noise.
    fn constants(&self, rows: &[Row]) -> Vec<Vec<Vec<usize>>> {
        let best = |line: usize, budget: usize, noise: usize| {
            let lost = |&constant: &usize| -> u64 {
                let of = |row: &Row| match row {
                    Row::Tuned { line: of, losses } if *of == line => {
                        losses[budget][noise][constant]
                    }
                    _ => 0,
                };
                rows.iter().map(of).sum()
            };
            (0..self.exploration.len()).min_by_key(lost).unwrap_or(0)
        };
        let of_budget =
            |line, budget| (0..self.noise.len()).map(|noise| best(line, budget, noise)).collect();
        let of_line = |line| (0..self.nodes.len()).map(|budget| of_budget(line, budget)).collect();
        (0..self.lines()).map(of_line).collect()
    }
}

impl TwoStage for AccuracyDial {
    type Settings = Settings;
    type Lesson = Lesson;
    type Learned = Learned;
    type Piece = Piece;
    type Row = Row;

    fn about(&self) -> &About {
        &About {
            id: "lineage-accuracy-dial",
            title: "Who wins at which accuracy of static values",
            source: SOURCE,
            what: "Uniform random trees, too large for the searches without cuts, whose true values are known by alpha-beta. Each static \
                value but those of finished games has an error, uniform between minus and plus the noise. All searches choose \
                a move at the root with the same number of nodes, and use them: best-first searches leave lines alone \
                whose values are known or certainly no better than another's, and go on with the next best (on-resolved=next; completion=off for MCTS), for the \
                greatest value and not for any win. Measured is what the move loses against the best one, in units of \
                the greatest edge cost, 16383. Differences are of the same trees; Holm's correction makes their 95 % bands hold \
                for all pairs of searches of different kinds in all cells together. A kind (depth-first, best-first, MCTS) wins a \
                cell if its best search is apart from every search of the other kinds; otherwise nobody wins, and the map is white. \
                UBFM is best-first minimax with root back-up and the safe move. MCTS has, in each cell, the \
                constant of exploration that loses least on other trees; ProbCut is PVS that also prunes by shallow \
                searches, learned from other trees with the same noise; FE has the true bounds on edge costs, halved. Where their cuts let these \
                two end before the nodes are used, they search again with wider cuts, and play the move of the widest search \
                that ended. \
                The first version of this experiment gave 500 nodes and let searches end when their line was resolved: \
                best-first minimax used 140 to 180 of them, UBFM 180 to 427, and the others all, on trees that ended within the \
                searches' reach; MCTS had one constant for all, and the map named a winner however small the difference. \
                What it said about few children, that MCTS loses least at every noise, was said of these \
                unequal nodes. New besides: correlation of siblings, and up to 64,000 nodes. For comparison, the noise of Othello's \
                evaluations is estimated from games of random moves: an error that is new in each position adds to the \
                variance of the value's change over two plies as much as to that over four, edge costs add twice as much \
                to the latter. Best-first minimax's wins in Korf & Chickering's Fig. 16 depend on the evaluation; this shows \
                whether noise could be why, and no more.",
            settings: Settings::KEYS,
        }
    }

    fn settings(&self, scale: Scale) -> Settings {
        Settings::of(scale)
    }

    fn check(&self, settings: &Settings) -> Result<(), String> {
        settings.check()
    }

    fn lessons(&self, settings: &Settings) -> Vec<Lesson> {
        let lines = |count, size| (0..settings.lines()).map(move |_| (count, size));
        let learn = tasks(LEARNED_FROM + settings.seed, lines(settings.learned_from, LEARN));
        let tune = tasks(TUNED_ON + settings.seed, lines(settings.tuned_on, PIECE));
        let evaluations = (0..othello::EVALUATIONS.len()).map(Lesson::Evaluation);
        let learn = learn.into_iter().map(Lesson::Trees);
        evaluations.chain(learn).chain(tune.into_iter().map(Lesson::Tune)).collect()
    }

    fn learn(&self, settings: &Settings, lesson: &Lesson) -> Result<Row, ExperimentError> {
        match lesson {
            Lesson::Trees(piece) => values_to_learn_from(settings, *piece),
            Lesson::Tune(piece) => tuned(settings, *piece),
            Lesson::Evaluation(number) => {
                let evaluation = othello::EVALUATIONS[*number].to_owned();
                let steps = othello::steps(&evaluation, settings.seed, settings.games)?;
                Ok(Row::Evaluation { evaluation, steps })
            }
        }
    }

    fn learned(&self, settings: &Settings, rows: &[Row]) -> Result<Learned, ExperimentError> {
        settings.learned(rows).map_err(ExperimentError::Other)
    }

    fn pieces(&self, settings: &Settings) -> Vec<(u64, Piece)> {
        let lines = (0..settings.lines()).map(|line| (settings.seeds[settings.place(line)], PIECE));
        let pieces = tasks(settings.seed, lines);
        pieces.into_iter().map(|piece| (u64::from(piece.seed / PIECE), piece)).collect()
    }

    fn apply(
        &self,
        settings: &Settings,
        learned: &Learned,
        piece: &Piece,
    ) -> Result<Row, ExperimentError> {
        trees(settings, *piece, learned)
    }

    fn fits(&self, settings: &Settings, row: &Row) -> bool {
        let (budgets, noises) = (settings.nodes.len(), settings.noise.len());
        let searches = settings.engines.len() + 1;
        let in_lines = |line: usize| line < settings.lines();
        match row {
            Row::Evaluation { .. } => true,
            Row::Values { line, samples } => in_lines(*line) && samples.len() == noises,
            Row::Tuned { line, losses } => {
                in_lines(*line) && is_whole(losses, [budgets, noises, settings.exploration.len()])
            }
            Row::Trees { line, losses, used, .. } => {
                let are_alike = |lists: &Vec<Vec<Vec<u32>>>| {
                    let mut trees = lists.iter().flatten().map(Vec::len);
                    trees.next().is_none_or(|first| trees.all(|other| other == first))
                };
                in_lines(*line)
                    && is_whole(used, [budgets, noises, searches])
                    && is_whole(losses, [budgets, noises, searches])
                    && losses.iter().all(are_alike)
            }
        }
    }

    fn summarise(&self, settings: &Settings, rows: &[Row]) -> Summary {
        DialResults::of(settings, rows).summary()
    }
}

/// Whether lists by nodes, noise and a third number have these lengths.
fn is_whole<T>(all: &[Vec<Vec<T>>], lengths: [usize; 3]) -> bool {
    all.len() == lengths[0]
        && all.iter().all(|of| of.len() == lengths[1])
        && all.iter().flatten().all(|of| of.len() == lengths[2])
}

/// Some trees of a line, with what each move at the root loses.
struct Trees {
    trees: Vec<RandomTree>,
    losses: Vec<Vec<u32>>,
}

impl Trees {
    fn of(settings: &Settings, piece: Piece) -> Result<Self, ExperimentError> {
        let parameters = settings.parameters(piece.line, 0).map_err(ExperimentError::Other)?;
        let trees: Vec<RandomTree> = piece.seeds().map(|seed| parameters.tree(seed)).collect();
        let losses = trees.iter().map(|tree| {
            let values = values(tree)?;
            let best = values.iter().max().copied().unwrap_or_default();
            Ok(values.iter().map(|value| best.abs_diff(*value)).collect())
        });
        let losses = losses.collect::<Result<_, ExperimentError>>()?;
        Ok(Self { trees, losses })
    }

    /// The trees, with what a move loses in each.
    fn each(&self) -> impl Iterator<Item = (&RandomTree, impl Fn(Option<Child>) -> u32)> {
        self.trees.iter().zip(&self.losses).map(|(tree, losses)| {
            (tree, move |mv: Option<Child>| losses[mv.map_or(0, |mv| mv.number() as usize)])
        })
    }
}

/// Runs all searches on some trees.
fn trees(settings: &Settings, piece: Piece, learned: &Learned) -> Result<Row, ExperimentError> {
    let other = ExperimentError::Other;
    let slots: Vec<Slot> = (0..SLOTS).map(|_| Slot::new()).collect();
    let trees = Trees::of(settings, piece)?;
    let (mut losses, mut used) = (Vec::new(), Vec::new());
    for budget in 0..settings.nodes.len() {
        let (mut losses_of, mut used_of) = (Vec::new(), Vec::new());
        for (place, &noise) in settings.noise.iter().enumerate() {
            let constant = learned.constants[piece.line][budget][place];
            let engines = settings.limited(budget, constant).map_err(other)?;
            let parameters = settings.parameters(piece.line, noise).map_err(other)?;
            let domain = RandomTreeDomain { parameters };
            let mut lost = vec![Vec::new(); engines.len() + 1];
            let mut nodes = vec![0; engines.len() + 1];
            for (tree, loss) in trees.each().filter(|_| settings.has(budget, piece)) {
                let mut add = |engine: usize, mv, generated: u64| {
                    lost[engine].push(loss(mv));
                    nodes[engine] += generated;
                };
                for (number, engine) in engines.iter().enumerate() {
                    let (mv, nodes) = widening(settings.nodes[budget], |stage, nodes| {
                        let Some(wider) = wider(engine, stage) else { return Ok(None) };
                        let engine = Engine { nodes: Some(nodes), ..wider };
                        let mut search = search_of(&domain, &engine, tree.clone())?;
                        let report = run(&mut search, &engine, &tree.root())?;
                        Ok(Some((report.best_move, report.counts.generated)))
                    })?;
                    add(number, mv, nodes);
                }
                let cuts = &learned.cuts[piece.line][place];
                let (mv, nodes) = widening(settings.nodes[budget], |stage, nodes| {
                    let cuts = match stage {
                        0..WIDER => cuts.clone(),
                        WIDER => Cuts::default(),
                        _ => return Ok(None),
                    };
                    let confidence = settings.confidence << stage.min(WIDER);
                    let found = searched(tree, noise, (&cuts, confidence), nodes, &slots)?;
                    Ok(Some((found.best, found.nodes)))
                })?;
                add(engines.len(), mv, nodes);
            }
            losses_of.push(lost);
            used_of.push(nodes);
        }
        losses.push(losses_of);
        used.push(used_of);
    }
    Ok(Row::Trees { line: piece.line, seed: piece.seed, losses, used })
}

/// Runs MCTS on some trees with each constant.
fn tuned(settings: &Settings, piece: Piece) -> Result<Row, ExperimentError> {
    let trees = Trees::of(settings, piece)?;
    let lost = |budget: usize, noise: u32, constant: usize| -> Result<u64, ExperimentError> {
        let engines = settings.limited(budget, constant).map_err(ExperimentError::Other)?;
        let parameters = settings.parameters(piece.line, noise).map_err(ExperimentError::Other)?;
        let domain = RandomTreeDomain { parameters };
        let mut sum = 0;
        for engine in engines.iter().filter(|one| matches!(one.search, Search::Mcts(_))) {
            for (tree, loss) in trees.each() {
                let mut search = search_of(&domain, engine, tree.clone())?;
                let report = run(&mut search, engine, &tree.root())?;
                sum += u64::from(loss(report.best_move));
            }
        }
        Ok(sum)
    };
    let by_noise = |budget, noise| {
        (0..settings.exploration.len()).map(|constant| lost(budget, noise, constant)).collect()
    };
    let by_budget = |budget| settings.noise.iter().map(|&noise| by_noise(budget, noise)).collect();
    let losses: Result<_, ExperimentError> = (0..settings.nodes.len()).map(by_budget).collect();
    Ok(Row::Tuned { line: piece.line, losses: losses? })
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
