//! The results of the accuracy dial: table and claims.

use plyscope_players::engine::Search;
use plyscope_report::{Case, Cell, Claim, Estimate, Summary, Table};
use plyscope_run::statistics::Mean;

use super::othello::{self, Steps};
use super::{ALPHA_BETA, BFM, MCTS, PROBCUT, PVS, Row, SOURCE, Settings, UNIT};
use crate::kit::collect::Samples;
use crate::kit::together::Together;
use crate::kit::used::Used;

/// A line, a number of nodes and a noise, by their places in the settings.
pub(super) type Spot = (usize, usize, usize);

/// Searches of one kind, with its name.
pub(super) struct Group {
    pub(super) name: String,
    pub(super) engines: Vec<usize>,
}

/// The rows' results.
pub(super) struct DialResults<'s> {
    pub(super) settings: &'s Settings,
    pub(super) names: Vec<String>,
    /// Depth-first, best-first, and MCTS.
    pub(super) kinds: Vec<Group>,
    /// Losses by engine, in units of the greatest edge cost.
    losses: Samples<(Spot, usize)>,
    /// Nodes that the engines used for a move.
    used: Vec<(Spot, Vec<f64>)>,
    /// The places of MCTS's constants, by line, nodes and noise.
    constants: Vec<Vec<Vec<usize>>>,
    /// By how much wider bands are than those of one difference alone: Holm's correction, for all pairs of engines of different kinds
    /// at all spots.
    wider: Together,
    evaluations: Vec<(String, Steps)>,
}

/// The kinds of the searches.
fn kinds(settings: &Settings) -> Vec<Group> {
    let mut kinds = ["depth-first", "best-first", MCTS]
        .map(|name| Group { name: name.to_owned(), engines: Vec::new() });
    for (engine, one) in settings.engines().unwrap_or_default().iter().enumerate() {
        let kind = match &one.search {
            Search::Mcts(_) => 2,
            search => usize::from(search.algorithm().is_best_first()),
        };
        kinds[kind].engines.push(engine);
    }
    // ProbCut comes last.
    kinds[0].engines.push(settings.engines.len());
    kinds.into()
}

impl<'s> DialResults<'s> {
    pub(super) fn of(settings: &'s Settings, rows: &[Row]) -> Self {
        let mut losses = Samples::default();
        let mut sums: Samples<(Spot, usize)> = Samples::default();
        let mut evaluations = Vec::new();
        let names = settings.names();
        for row in rows {
            match row {
                Row::Values { .. } | Row::Tuned { .. } => {}
                Row::Evaluation { evaluation, steps } => {
                    evaluations.push((evaluation.clone(), *steps));
                }
                Row::Trees { line, losses: all, used, .. } => {
                    for (budget, noises) in all.iter().enumerate() {
                        for (noise, engines) in noises.iter().enumerate() {
                            let spot = (*line, budget, noise);
                            for (engine, trees) in engines.iter().enumerate() {
                                if trees.is_empty() {
                                    continue;
                                }
                                for &loss in trees {
                                    losses.add((spot, engine), f64::from(loss) / UNIT);
                                }
                                let nodes = used[budget][noise][engine] as f64;
                                sums.add((spot, engine), nodes / trees.len() as f64);
                            }
                        }
                    }
                }
            }
        }
        let constants = settings.constants(rows);
        let mut results = Self {
            settings,
            kinds: kinds(settings),
            names,
            losses,
            used: Vec::new(),
            constants,
            wider: Together::of([], 0.0),
            evaluations,
        };
        let (engines, sums) = (0..results.names.len(), &sums);
        let used = |spot| engines.clone().map(move |engine| Some(sums.mean(&(spot, engine))?.mean));
        let used = |spot| Some((spot, used(spot).collect::<Option<Vec<f64>>>()?));
        results.used = results.spots().filter_map(used).collect();
        let pairs = engines.clone().flat_map(|one| (0..one).map(move |other| (one, other)));
        let pairs: Vec<(usize, usize)> =
            pairs.filter(|&(one, other)| !results.are_of_a_kind(one, other)).collect();
        let apart = results.spots().flat_map(|spot| {
            let results = &results;
            pairs.iter().filter_map(move |&(one, other)| results.less(spot, one, other))
        });
        results.wider = Together::of(apart, 0.0);
        results
    }

    pub(super) fn engine(&self, name: &str) -> Option<usize> {
        self.names.iter().position(|of| of == name)
    }

    pub(super) fn loss(&self, spot: Spot, engine: usize) -> Option<Mean> {
        self.losses.mean(&(spot, engine))
    }

    /// The numbers of trees behind the losses of a line with a number of nodes.
    pub(super) fn trees(&self, line: usize, budget: usize) -> impl Iterator<Item = usize> {
        let noises = 0..self.settings.noise.len();
        noises.filter_map(move |noise| Some(self.losses.get(&((line, budget, noise), 0))?.len()))
    }

    /// Engines from the smallest mean loss on.
    fn ranking(&self, spot: Spot) -> Vec<usize> {
        let mean = |engine| Some((engine, self.loss(spot, engine)?.mean));
        let mut all: Vec<_> = (0..self.names.len()).filter_map(mean).collect();
        all.sort_by(|(_, a), (_, b)| a.total_cmp(b));
        all.into_iter().map(|(engine, _)| engine).collect()
    }

    fn are_of_a_kind(&self, one: usize, other: usize) -> bool {
        let both = |kind: &Group| kind.engines.contains(&one) && kind.engines.contains(&other);
        self.kinds.iter().any(both)
    }

    /// How much less one engine loses than another on the same trees.
    pub(super) fn less(&self, spot: Spot, engine: usize, than: usize) -> Option<Estimate> {
        self.losses.difference(&(spot, than), &(spot, engine)).map(Estimate::from)
    }

    /// The same, with a band that tells for all pairs at all spots together which of them loses less.
    pub(super) fn band(&self, spot: Spot, engine: usize, than: usize) -> Option<Estimate> {
        self.less(spot, engine, than).map(|less| self.wider.widen(less))
    }

    /// The place of the group whose best engine loses less than each engine of the other groups, by more than the bands.
    pub(super) fn winner(&self, spot: Spot, groups: &[Group]) -> Option<usize> {
        let of = |engine: &usize| groups.iter().position(|group| group.engines.contains(engine));
        let best = self.ranking(spot).into_iter().find(|engine| of(engine).is_some())?;
        let others = groups.iter().filter(|group| !group.engines.contains(&best));
        let beats =
            |&other: &usize| self.band(spot, best, other).is_some_and(|less| less.low > 0.0);
        others.flat_map(|group| &group.engines).all(beats).then(|| of(&best))?
    }

    pub(super) fn spots(&self) -> impl Iterator<Item = Spot> + use<> {
        let (budgets, noises) = (self.settings.nodes.len(), self.settings.noise.len());
        let lines = 0..self.settings.lines();
        lines.flat_map(move |line| {
            (0..budgets).flat_map(move |budget| (0..noises).map(move |noise| (line, budget, noise)))
        })
    }

    /// A noise in units of the greatest edge cost.
    pub(super) fn noise(&self, noise: usize) -> f64 {
        f64::from(self.settings.noise[noise]) / 16384.0
    }

    pub(super) fn children(&self, line: usize) -> u32 {
        self.settings.branching[self.settings.place(line)]
    }

    pub(super) fn summary(self) -> Summary {
        let budgets = 0..self.settings.nodes.len();
        let mut tables: Vec<Table> = budgets.clone().map(|budget| self.table(budget)).collect();
        tables.push(self.of_nodes());
        tables.push(othello::table(&self.evaluations));
        Summary { tables, figures: self.figures(), claims: self.claims() }
    }

    fn used(&self, budget: usize) -> impl Iterator<Item = (Spot, Used)> {
        let of = self.used.iter().filter(move |((_, of, _), _)| *of == budget);
        of.map(|(spot, nodes)| (*spot, Used::by_most(nodes)))
    }

    fn table(&self, budget: usize) -> Table {
        let before = ["children", "correlation", "noise"].map(str::to_owned);
        let after = [
            "constant of MCTS",
            "least",
            "next of another kind",
            "less than that by (corrected band)",
            "apart from all of other kinds",
            "nodes used (% of the most)",
        ];
        let heading = |name: &String| format!("{name}, loss");
        let headings = before.into_iter().chain(self.names.iter().map(heading));
        let headings = headings.chain(after.map(str::to_owned));
        let used: Vec<(Spot, Used)> = self.used(budget).collect();
        let title = format!(
            "Mean loss, {} nodes a move; noise and losses in units of the greatest edge cost",
            self.settings.nodes[budget]
        );
        let all: Vec<Used> = used.iter().map(|(_, used)| used.clone()).collect();
        let mut table = Table::new(Used::title(&title, &all), headings);
        for (spot @ (line, _, noise), used) in used {
            let mut row = vec![
                Cell::number(self.children(line), 0),
                Cell::number(self.settings.correlation(line), 2),
                Cell::number(self.noise(noise), 2),
            ];
            row.extend((0..self.names.len()).map(|engine| {
                Cell::or_empty(self.loss(spot, engine).map(|mean| Cell::measured(mean, 3)))
            }));
            let constant = self.settings.constant(self.constants[line][budget][noise]);
            row.push(Cell::number(constant, 2));
            let ranking = self.ranking(spot);
            let first = ranking.first().copied();
            let next = first.and_then(|first| {
                ranking.iter().copied().find(|&other| !self.are_of_a_kind(first, other))
            });
            let name = |engine: Option<usize>| {
                Cell::or_empty(engine.map(|engine| Cell::text(&self.names[engine])))
            };
            let less = first.zip(next).and_then(|(first, next)| self.band(spot, first, next));
            let apart = self.winner(spot, &self.kinds).is_some();
            row.extend([
                name(first),
                name(next),
                Cell::or_empty(less.map(|less| Cell::measured(less, 4))),
                Cell::text(if apart { "yes" } else { "no" }),
                used.cell(),
            ]);
            table.rows.push(row);
        }
        table
    }

    /// Nodes that each search used, means of all cells.
    fn of_nodes(&self) -> Table {
        let headings = ["nodes given".to_owned()].into_iter().chain(self.names.iter().cloned());
        let mut table = Table::new("Nodes used for a move, mean of all cells", headings);
        for (budget, &nodes) in self.settings.nodes.iter().enumerate() {
            let spots = || self.used.iter().filter(|((_, of, _), _)| *of == budget);
            let mean = |engine: usize| Mean::of(spots().map(|(_, used)| used[engine])).mean;
            let cells = (0..self.names.len()).map(|engine| Cell::number(mean(engine), 1));
            table.rows.push([Cell::number(nodes as f64, 0)].into_iter().chain(cells).collect());
        }
        table
    }

    fn claims(&self) -> Vec<Claim> {
        let of = |statement: &str| Claim::of(SOURCE, statement, "", 0).own();
        let noises = &self.settings.noise;
        let exact = noises.iter().position(|&noise| noise == 0);
        let most = noises.iter().enumerate().max_by_key(|(_, noise)| **noise);
        let most = most.map(|(noise, _)| noise).filter(|&noise| noises[noise] > 0);
        // A case for each line and number of nodes, with the difference as far as it was measured.
        let each = |less: &dyn Fn(usize, usize) -> Option<Estimate>| -> Vec<(String, Case)> {
            let budgets = 0..self.settings.nodes.len();
            let lines = 0..self.settings.lines();
            let places = lines.flat_map(|line| budgets.clone().map(move |budget| (line, budget)));
            let case = |(line, budget): (usize, usize)| {
                let (b, r) = (self.children(line), self.settings.correlation(line));
                let name = format!("b = {b}, r = {r}, {} nodes", self.settings.nodes[budget]);
                match less(line, budget) {
                    Some(less) => {
                        (format!("{name} ({})", less.display(3)), less.is_at_least(0.0).into())
                    }
                    None => (name, Case::NotMeasured),
                }
            };
            places.map(case).collect()
        };
        let less = |noise: Option<usize>, name, than| {
            each(&|line, budget| {
                self.less((line, budget, noise?), self.engine(name)?, self.engine(than)?)
            })
        };
        // The advantage without noise minus that with the most, of the same trees.
        let worse = each(&|line, budget| {
            let (bfm, plain) = (self.engine(BFM)?, self.engine(ALPHA_BETA)?);
            let of = |noise, engine| self.losses.get(&((line, budget, noise), engine));
            let (exact, most) = (exact?, most?);
            let [a, b, c, d] =
                [of(exact, plain)?, of(exact, bfm)?, of(most, plain)?, of(most, bfm)?];
            let trees = a.iter().zip(b).zip(c.iter().zip(d));
            Some(Mean::of(trees.map(|((a, b), (c, d))| (a - b) - (c - d))).into())
        });
        let every = "every branching, correlation and number of nodes";
        let fair = (0..self.settings.nodes.len()).map(|budget| {
            let all: Vec<Used> = self.used(budget).map(|(_, used)| used).collect();
            let most = all.iter().map(Used::apart).fold(0.0, f64::max);
            let name = format!("{} nodes (up to {most:.1} %)", self.settings.nodes[budget]);
            (name, all.iter().all(Used::is_equal))
        });
        vec![
            of("in each cell the nodes that the searches used differ by at most 2 %").named("fair").in_all("every number of nodes", fair),
            of("with exact static values best-first minimax loses less than alpha-beta").in_all(every, less(exact, BFM, ALPHA_BETA)),
            Claim::of(
                "Korf & Chickering 1996, section 10",
                "\"Pure best-first minimax performs best [...] in games with accurate evaluation functions\": its advantage over \
                 alpha-beta shrinks from no noise to the most",
                "",
                0,
            )
            .named("thesis")
            .in_all(every, worse),
            of("with the most noise best-first minimax still loses less than alpha-beta").in_all(every, less(most, BFM, ALPHA_BETA)),
            of("with the most noise MCTS, which averages, loses less than best-first minimax").in_all(every, less(most, MCTS, BFM)),
            of("with exact static values ProbCut loses less than PVS, to which it adds its cuts alone")
                .in_all(every, less(exact, PROBCUT, PVS)),
            of("with the most noise ProbCut loses less than PVS").in_all(every, less(most, PROBCUT, PVS)),
            of("of Fig. 16's evaluations, disc count, with which best-first wins least often there, is the noisiest")
                .in_all("more than the others", othello::noisier(&self.evaluations, "discs")),
        ]
    }
}
