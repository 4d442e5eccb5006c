//! Tables, figures and claims of the accuracy dial.

use plyscope_report::{
    Axis, Case, Cell, Claim, Estimate, Figure, Mark, Plot, Series, Style, Table,
};
use plyscope_run::statistics::Mean;

use super::othello::{self, Steps};
use super::{ALPHA_BETA, BFM, MCTS, PROBCUT, PVS, Row, SOURCE, Settings, UNIT};
use crate::kit::collect::Samples;

/// The rows' results.
pub(super) struct DialResults<'s> {
    settings: &'s Settings,
    names: Vec<String>,
    /// Losses by branching, noise and engine, in units of the greatest edge cost.
    losses: Samples<(usize, usize, usize)>,
    /// The share of best moves.
    best: Samples<(usize, usize, usize)>,
    /// The loss of alpha-beta minus that of best-first minimax, by branching and noise.
    advantages: Samples<(usize, usize)>,
    pub(super) evaluations: Vec<(String, Steps)>,
}

impl<'s> DialResults<'s> {
    pub(super) fn of(settings: &'s Settings, rows: &[Row]) -> Self {
        let (mut losses, mut best) = (Samples::default(), Samples::default());
        let mut advantages = Samples::default();
        let mut evaluations = Vec::new();
        let names = settings.names();
        let named = |name| names.iter().position(|of| of == name);
        let rivals = named(ALPHA_BETA).zip(named(BFM));
        for row in rows {
            match row {
                Row::Values { .. } => {}
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

    pub(super) fn table(&self) -> Table {
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
    pub(super) fn phases(&self) -> Figure {
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

    pub(super) fn losses(&self, line: usize) -> Figure {
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
    pub(super) fn advantage(&self) -> Figure {
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

    pub(super) fn claims(&self) -> Vec<Claim> {
        let of = |statement: &str| Claim::of(SOURCE, statement, "", 0).own();
        let lines = || self.settings.branching.iter().enumerate();
        let above = |less: Estimate| less.is_at_least(0.0);
        let noises = &self.settings.noise;
        let exact = noises.iter().position(|&noise| noise == 0);
        let most = noises.iter().enumerate().max_by_key(|(_, noise)| **noise);
        let most = most.map(|(noise, _)| noise).filter(|&noise| noises[noise] > 0);
        // A case for each branching, with the difference as far as it was measured.
        let each = |less: &dyn Fn(usize) -> Option<Estimate>| -> Vec<(String, Case)> {
            let case = |(line, children): (usize, &u32)| match less(line) {
                Some(less) => {
                    (format!("{children} children ({})", less.display(3)), above(less).into())
                }
                None => (format!("{children} children"), Case::NotMeasured),
            };
            lines().map(case).collect()
        };
        let at = |noise: Option<usize>| each(&|line| self.bfms_advantage(line, noise?));
        let worse = each(&|line| {
            self.advantages.difference(&(line, exact?), &(line, most?)).map(Estimate::from)
        });
        let less = |noise: Option<usize>, name, than| {
            each(&|line| self.less(line, noise?, self.engine(name)?, self.engine(than)?))
        };
        let every = "every branching";
        vec![
            of("with exact static values best-first minimax loses less than alpha-beta").in_all(every, at(exact)),
            Claim::of(
                "Korf & Chickering 1996, section 10",
                "\"Pure best-first minimax performs best [...] in games with accurate evaluation functions\": its advantage over \
                 alpha-beta shrinks from no noise to the most",
                "",
                0,
            )
            .named("thesis")
            .in_all(every, worse),
            of("with the most noise best-first minimax still loses less than alpha-beta").in_all(every, at(most)),
            of("with the most noise MCTS, which averages, loses less than best-first minimax").in_all(every, less(most, MCTS, BFM)),
            of("with exact static values ProbCut loses less than PVS, to which it adds its cuts alone")
                .in_all(every, less(exact, PROBCUT, PVS)),
            of("with the most noise ProbCut loses less than PVS").in_all(every, less(most, PROBCUT, PVS)),
            of("of Fig. 16's evaluations, disc count, with which best-first wins least often there, is the noisiest")
                .in_all("more than the others", othello::noisier(&self.evaluations, "discs")),
        ]
    }
}
