//! The accuracy dial: which search loses least at equal nodes, by the noise of static values and by branching.

mod othello;

use plyscope_core::random_tree::{Branching, EdgeCostSum, EdgeCosts, NoisyEdgeCostSum, RandomTree};
use plyscope_core::{AlphaBeta, Game, Order, Request};
use serde::{Deserialize, Serialize};

use self::othello::Steps;
use crate::domain::{RandomTreeDomain, TreeParameters};
use crate::engine::Engine;
use crate::experiment::kit::collect::Samples;
use crate::experiment::kit::lines::{Piece, check_lists, tasks};
use crate::experiment::kit::trees::{PLIES, Storage};
use crate::experiment::{About, ExperimentError, Scale, Study};
use crate::interrupt;
use crate::player::{run, search_of};
use crate::report::{
    Axis, Cell, Claim, Estimate, Figure, Mark, Plot, Series, Style, Summary, Table,
};
use crate::statistics::Mean;

const SOURCE: &str = "open question: accuracy of the evaluation";

/// The greatest edge cost, by which noise and losses are divided.
const UNIT: f64 = EdgeCosts::Korf.highest() as f64;

/// Trees of a task.
const PIECE: u32 = 5;

/// The names of the searches that the claims are about.
const ALPHA_BETA: &str = "alpha-beta";
const BFM: &str = "BFM";
const MCTS: &str = "MCTS";

pub(super) struct AccuracyDial;

#[derive(Serialize, Deserialize)]
pub(super) struct Settings {
    seed: u32,
    seeds: Vec<u32>,
    branching: Vec<u32>,
    depths: Vec<u32>,
    noise: Vec<u32>,
    nodes: u64,
    engines: Vec<String>,
    games: u32,
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
        Ok(TreeParameters { game_depth, noise, ..TreeParameters::new(branching) })
    }

    fn names(&self) -> Vec<String> {
        self.engines().map_or_else(
            |_| self.engines.clone(),
            |engines| engines.into_iter().map(|engine| engine.name).collect(),
        )
    }
}

#[derive(Clone, Copy, Debug)]
pub(super) enum Task {
    Trees(Piece),
    Evaluation(usize),
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
}

impl Study for AccuracyDial {
    type Settings = Settings;
    type Task = Task;
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
                has the true bounds on edge costs, halved. For comparison, the noise of Othello's evaluations is \
                estimated from games of random moves: an error that is new in each position adds to the variance of \
                the value's change over two plies as much as to that over four, edge costs add twice as much to the \
                latter. Best-first minimax's wins in Korf & Chickering's Fig. 16 depend on the evaluation; this shows \
                whether noise could be why, and no more.",
            settings: &[
                ("seed", "first tree's seed"),
                ("seeds", "number of trees of each branching"),
                ("branching", "children of a node"),
                ("depths", "length of the game for each branching, in plies"),
                ("noise", "amplitudes of the noise, in the unit of edge costs"),
                ("nodes", "nodes a move"),
                (
                    "engines",
                    "the searches: keys of engines with blanks between them, without a limit",
                ),
                ("games", "games of random moves for each of Othello's evaluations"),
            ],
        }
    }

    fn settings(&self, scale: Scale) -> Settings {
        Settings {
            seed: 1,
            seeds: scale.pick(vec![20, 20, 10, 10], vec![600; 4], vec![3000; 4]),
            branching: vec![2, 3, 5, 10],
            depths: scale.pick(vec![16, 10, 7, 5], vec![20, 13, 9, 6], vec![20, 13, 9, 6]),
            noise: vec![0, 4096, 8192, 16384, 32768, 65536, 131_072],
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
        if settings.engines.is_empty() || settings.games == 0 {
            return Err("give at least one engine and one game".to_owned());
        }
        settings.engines().map(drop)
    }

    fn tasks(&self, settings: &Settings, _: &[Row]) -> Result<Vec<Task>, ExperimentError> {
        let trees = tasks(settings.seed, settings.seeds.iter().map(|&seeds| (seeds, PIECE)));
        let evaluations = (0..othello::EVALUATIONS.len()).map(Task::Evaluation);
        Ok(evaluations.chain(trees.into_iter().map(Task::Trees)).collect())
    }

    fn run(&self, settings: &Settings, task: &Task) -> Result<Vec<Row>, ExperimentError> {
        let row = match *task {
            Task::Trees(piece) => trees(settings, piece)?,
            Task::Evaluation(number) => {
                let evaluation = othello::EVALUATIONS[number].to_owned();
                let steps = othello::steps(&evaluation, settings.games)?;
                Row::Evaluation { evaluation, steps }
            }
        };
        Ok(vec![row])
    }

    fn fits(&self, settings: &Settings, row: &Row) -> bool {
        match row {
            Row::Evaluation { .. } => true,
            Row::Trees { line, losses, .. } => {
                let trees = losses.first().and_then(|of| of.first()).map_or(0, Vec::len);
                *line < settings.branching.len()
                    && losses.len() == settings.noise.len()
                    && losses.iter().all(|of| {
                        of.len() == settings.engines.len() && of.iter().all(|of| of.len() == trees)
                    })
            }
        }
    }

    fn summarise(&self, settings: &Settings, rows: &[Row]) -> Summary {
        let numbers = Numbers::of(settings, rows);
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

/// Runs all searches on some trees.
fn trees(settings: &Settings, piece: Piece) -> Result<Row, ExperimentError> {
    let engines = settings.engines().map_err(ExperimentError::Other)?;
    let mut losses = vec![vec![Vec::new(); engines.len()]; settings.noise.len()];
    for seed in piece.seeds() {
        let parameters =
            |noise| settings.parameters(piece.line, noise).map_err(ExperimentError::Other);
        let tree = parameters(0)?.tree(seed);
        let values = values(&tree)?;
        let best = values.iter().max().copied().unwrap_or_default();
        for (&noise, losses) in settings.noise.iter().zip(&mut losses) {
            let domain = RandomTreeDomain { parameters: parameters(noise)? };
            for (engine, losses) in engines.iter().zip(losses) {
                let mut search = search_of(&domain, engine, tree.clone())?;
                let report = run(&mut search, engine, &tree.root())?;
                let number = report.best_move.map_or(0, |mv| mv.number() as usize);
                losses.push(best.abs_diff(values[number]));
            }
        }
    }
    Ok(Row::Trees { line: piece.line, seed: piece.seed, losses })
}

/// The true value of each move at the root.
fn values(tree: &RandomTree) -> Result<Vec<i32>, ExperimentError> {
    let root = tree.root();
    let mut moves = tree.moves(&root);
    let mut values = Vec::new();
    let mut search = AlphaBeta::new(tree.clone(), EdgeCostSum, Order::Static, Storage::new());
    while let Some((_, child)) = tree.next_child(&root, &mut moves) {
        let request = Request::new(&child).depth(tree.game_depth() - 1);
        values.push(-interrupt::search(&mut search, &request)?.value.get());
    }
    Ok(values)
}

/// The rows' results.
struct Numbers<'s> {
    settings: &'s Settings,
    names: Vec<String>,
    /// Losses by branching, noise and engine, in units of the greatest edge cost.
    losses: Samples<(usize, usize, usize)>,
    /// The share of best moves.
    best: Samples<(usize, usize, usize)>,
    /// The loss of alpha-beta minus that of best-first minimax, by branching and noise.
    advantages: Samples<(usize, usize)>,
    evaluations: Vec<(String, Steps)>,
}

impl<'s> Numbers<'s> {
    fn of(settings: &'s Settings, rows: &[Row]) -> Self {
        let (mut losses, mut best) = (Samples::default(), Samples::default());
        let mut advantages = Samples::default();
        let mut evaluations = Vec::new();
        let names = settings.names();
        let named = |name| names.iter().position(|of| of == name);
        let rivals = named(ALPHA_BETA).zip(named(BFM));
        for row in rows {
            match row {
                Row::Evaluation { evaluation, steps } => {
                    evaluations.push((evaluation.clone(), *steps));
                }
                Row::Trees { line, losses: all, .. } => {
                    for (noise, engines) in all.iter().enumerate() {
                        let rivals = rivals.and_then(|(a, b)| engines.get(a).zip(engines.get(b)));
                        for (&plain, &first) in
                            rivals.into_iter().flat_map(|(a, b)| a.iter().zip(b))
                        {
                            let less = (f64::from(plain) - f64::from(first)) / UNIT;
                            advantages.add((*line, noise), less);
                        }
                        for (engine, trees) in engines.iter().enumerate() {
                            for &loss in trees {
                                let key = (*line, noise, engine);
                                losses.add(key, f64::from(loss) / UNIT);
                                best.add(key, f64::from(u8::from(loss == 0)));
                            }
                        }
                    }
                }
            }
        }
        Self { settings, names, losses, best, advantages, evaluations }
    }

    fn engine(&self, name: &str) -> Option<usize> {
        self.names.iter().position(|of| of == name)
    }

    /// Engines from the smallest mean loss on.
    fn ranking(&self, line: usize, noise: usize) -> Vec<(usize, Mean)> {
        let mean = |engine| Some((engine, self.losses.mean(&(line, noise, engine))?));
        let mut all: Vec<_> = (0..self.names.len()).filter_map(mean).collect();
        all.sort_by(|(_, a), (_, b)| a.mean.total_cmp(&b.mean));
        all
    }

    /// How much less one engine loses than another on the same trees.
    fn less(&self, line: usize, noise: usize, engine: usize, than: usize) -> Option<Estimate> {
        let difference = self.losses.difference(&(line, noise, than), &(line, noise, engine))?;
        Some(Estimate::from(difference))
    }

    fn cells(&self) -> impl Iterator<Item = (usize, usize)> {
        let noises = self.settings.noise.len();
        (0..self.settings.branching.len())
            .flat_map(move |line| (0..noises).map(move |noise| (line, noise)))
    }

    /// A noise in units of the greatest edge cost.
    fn noise(&self, noise: usize) -> f64 {
        f64::from(self.settings.noise[noise]) / 16384.0
    }

    fn table(&self) -> Table {
        let heading = |name: &String| [format!("{name}, loss"), format!("{name}, best moves (%)")];
        let before = ["children", "noise"].map(str::to_owned);
        let after = ["least", "next", "less than the next by"].map(str::to_owned);
        let headings = before.into_iter().chain(self.names.iter().flat_map(heading)).chain(after);
        let title = "Mean loss and share of best moves; noise and losses in units of the greatest edge cost";
        let mut table = Table::new(title, headings);
        for (line, noise) in self.cells() {
            let children = self.settings.branching[line];
            let mut row = vec![Cell::number(children, 0), Cell::number(self.noise(noise), 2)];
            for engine in 0..self.names.len() {
                let key = (line, noise, engine);
                let loss = self.losses.mean(&key).map(|mean| Cell::measured(mean, 3));
                let best = self.best.mean(&key).map(|mean| Estimate::from(mean).times(100.0));
                row.push(Cell::or_empty(loss));
                row.push(Cell::or_empty(best.map(|best| Cell::measured(best, 1))));
            }
            let ranking = self.ranking(line, noise);
            if let [(first, _), (second, _), ..] = ranking[..] {
                row.push(Cell::text(&self.names[first]));
                row.push(Cell::text(&self.names[second]));
                let less = self.less(line, noise, first, second);
                row.push(Cell::or_empty(less.map(|less| Cell::measured(less, 4))));
            }
            table.rows.push(row);
        }
        table
    }

    /// Who loses least, by noise and branching.
    fn phases(&self) -> Figure {
        let winner = |line, noise| self.ranking(line, noise).first().map(|(engine, _)| *engine);
        let place = |index: usize| index as f64 + 1.0;
        let series = self.names.iter().enumerate().map(|(engine, name)| {
            let won = self.cells().filter(|&(line, noise)| winner(line, noise) == Some(engine));
            let points = won.map(|(line, noise)| (place(noise), Estimate::exact(place(line))));
            Series::line(name.clone(), points).styled(Style::Points).in_group(engine)
        });
        let noises =
            (0..self.settings.noise.len()).map(|noise| format!("{:.2}", self.noise(noise)));
        let children = self.settings.branching.iter().map(u32::to_string);
        Figure::Plot(Plot {
            name: "lineage-accuracy-dial-phases".to_owned(),
            title: format!(
                "The search with the smallest mean loss, {} nodes a move",
                self.settings.nodes
            ),
            x: Axis::categories("noise of static values / greatest edge cost", noises),
            y: Axis::categories("children of a node", children),
            series: series.filter(|series| !series.points.is_empty()).collect(),
            marks: Vec::new(),
        })
    }

    fn losses(&self, line: usize) -> Figure {
        let children = self.settings.branching[line];
        let series = self.names.iter().enumerate().map(|(engine, name)| {
            let point =
                |noise| Some((self.noise(noise), self.losses.mean(&(line, noise, engine))?));
            let points = (0..self.settings.noise.len()).filter_map(point);
            Series::line(name.clone(), points).in_group(engine)
        });
        Figure::Plot(Plot {
            name: format!("lineage-accuracy-dial-{children}"),
            title: format!(
                "Loss by noise, {children} children, {} nodes a move",
                self.settings.nodes
            ),
            x: Axis::linear("noise of static values / greatest edge cost"),
            y: Axis::linear("mean loss / greatest edge cost"),
            series: series.collect(),
            marks: Vec::new(),
        })
    }

    /// How much less best-first minimax loses than alpha-beta.
    fn advantage(&self) -> Figure {
        let lines = self.settings.branching.iter().enumerate().map(|(line, children)| {
            let point = |noise| Some((self.noise(noise), self.bfms_advantage(line, noise)?));
            let points = (0..self.settings.noise.len()).filter_map(point);
            Series::line(format!("{children} children"), points)
        });
        Figure::Plot(Plot {
            name: "lineage-accuracy-dial-advantage".to_owned(),
            title: "How much less best-first minimax loses than alpha-beta".to_owned(),
            x: Axis::linear("noise of static values / greatest edge cost"),
            y: Axis::linear("loss of alpha-beta - loss of BFM, / greatest edge cost"),
            series: lines.collect(),
            marks: vec![Mark::Horizontal { y: 0.0, label: "equal".to_owned() }],
        })
    }

    fn bfms_advantage(&self, line: usize, noise: usize) -> Option<Estimate> {
        self.advantages.mean(&(line, noise)).map(Estimate::from)
    }

    fn claims(&self) -> Vec<Claim> {
        let of = |statement: &str| Claim::of(SOURCE, statement, "", 0).own();
        let lines = || self.settings.branching.iter().enumerate();
        let above = |less: Estimate| less.is_below(0.0).map(|below| !below);
        let noises = &self.settings.noise;
        let exact = noises.iter().position(|&noise| noise == 0);
        let most = noises.iter().enumerate().max_by_key(|(_, noise)| **noise);
        let most = most.map(|(noise, _)| noise).filter(|&noise| noises[noise] > 0);
        let at = |noise: Option<usize>| {
            lines().filter_map(move |(line, children)| {
                let less = self.bfms_advantage(line, noise?)?;
                Some((format!("{children} children ({})", less.display(3)), above(less)))
            })
        };
        let worse = lines().filter_map(|(line, children)| {
            let falls = self.advantages.difference(&(line, exact?), &(line, most?))?;
            let falls = Estimate::from(falls);
            Some((format!("{children} children ({})", falls.display(3)), above(falls)))
        });
        let averages = lines().filter_map(|(line, children)| {
            let less = self.less(line, most?, self.engine(MCTS)?, self.engine(BFM)?)?;
            Some((format!("{children} children ({})", less.display(3)), above(less)))
        });
        let every = "every branching";
        vec![
            of("with exact static values best-first minimax loses less than alpha-beta").in_all(every, at(exact)),
            of("best-first minimax's advantage over alpha-beta shrinks from no noise to the most").in_all(every, worse),
            of("with the most noise best-first minimax still loses less than alpha-beta").in_all(every, at(most)),
            of("with the most noise MCTS, which averages, loses less than best-first minimax").in_all(every, averages),
            of("of Fig. 16's evaluations, disc count, with which best-first wins least often there, is the noisiest")
                .in_all("more than the others", othello::noisier(&self.evaluations, "discs")),
        ]
    }
}
