//! The figures of the accuracy dial: maps of who wins, and curves.

use plyscope_report::{Axis, Estimate, Figure, Mark, Plot, Series, Style};

use super::summary::DialResults;
use super::{ALPHA_BETA, BFM};

impl DialResults<'_> {
    pub(super) fn figures(&self) -> Vec<Figure> {
        let all: Vec<usize> = (0..self.names.len()).collect();
        let rivals: Option<Vec<usize>> =
            [BFM, ALPHA_BETA].into_iter().map(|name| self.engine(name)).collect();
        let mut figures = Vec::new();
        for budget in 0..self.settings.nodes.len() {
            figures.push(self.map("phases", "of all searches", budget, &all));
        }
        for budget in 0..self.settings.nodes.len() {
            if let Some(rivals) = &rivals {
                figures.push(self.map(
                    "rivals",
                    "of best-first minimax and alpha-beta",
                    budget,
                    rivals,
                ));
            }
        }
        figures.extend((0..self.settings.branching.len()).map(|place| self.losses(place)));
        figures.push(self.advantage());
        figures
    }

    /// Who loses least of these searches, by noise, branching and correlation; white where nobody is apart from all others.
    fn map(&self, name: &str, whose: &str, budget: usize, among: &[usize]) -> Figure {
        let place = |index: usize| index as f64 + 1.0;
        let wins = |engine| {
            let spots = self.spots().filter(move |&(_, of, _)| of == budget);
            let won = spots.filter(move |&spot| self.winner(spot, among) == Some(engine));
            won.map(move |(line, _, noise)| (place(noise), Estimate::exact(place(line))))
        };
        let series = among.iter().map(|&engine| {
            let cells = Series::line(self.names[engine].clone(), wins(engine));
            cells.styled(Style::Cells).in_group(engine)
        });
        let noises =
            (0..self.settings.noise.len()).map(|noise| format!("{:.2}", self.noise(noise)));
        let lines = (0..self.settings.lines()).map(|line| {
            format!("{}, r = {}", self.children(line), self.settings.correlation(line))
        });
        let nodes = self.settings.nodes[budget];
        Figure::Plot(Plot {
            name: format!("lineage-accuracy-dial-{name}-{nodes}"),
            title: format!("The least loss {whose}, {nodes} nodes a move; white: within the bands"),
            x: Axis::categories("noise of static values / greatest edge cost", noises),
            y: Axis::categories("children of a node, correlation of siblings", lines),
            series: series.filter(|series| !series.points.is_empty()).collect(),
            marks: Vec::new(),
        })
    }

    /// Losses by noise, without correlation and with the most nodes.
    fn losses(&self, place: usize) -> Figure {
        let line = place * self.settings.correlation.len();
        let budget = self.settings.nodes.len() - 1;
        let series = self.names.iter().enumerate().map(|(engine, name)| {
            let point =
                |noise| Some((self.noise(noise), self.loss((line, budget, noise), engine)?));
            let points = (0..self.settings.noise.len()).filter_map(point);
            Series::line(name.clone(), points).in_group(engine)
        });
        let (children, nodes) = (self.children(line), self.settings.nodes[budget]);
        let r = self.settings.correlation(line);
        Figure::Plot(Plot {
            name: format!("lineage-accuracy-dial-{children}"),
            title: format!(
                "Loss by noise, {children} children, correlation {r}, {nodes} nodes a move"
            ),
            x: Axis::linear("noise of static values / greatest edge cost"),
            y: Axis::linear("mean loss / greatest edge cost"),
            series: series.collect(),
            marks: Vec::new(),
        })
    }

    /// How much less best-first minimax loses than alpha-beta, without correlation and with the most nodes.
    fn advantage(&self) -> Figure {
        let budget = self.settings.nodes.len() - 1;
        let lines = self.settings.branching.iter().enumerate().map(|(place, children)| {
            let line = place * self.settings.correlation.len();
            let point = |noise| {
                let (bfm, plain) = (self.engine(BFM)?, self.engine(ALPHA_BETA)?);
                Some((self.noise(noise), self.band((line, budget, noise), bfm, plain)?))
            };
            let points = (0..self.settings.noise.len()).filter_map(point);
            Series::line(format!("{children} children"), points)
        });
        let nodes = self.settings.nodes[budget];
        Figure::Plot(Plot {
            name: "lineage-accuracy-dial-advantage".to_owned(),
            title: format!(
                "How much less best-first minimax loses than alpha-beta, {nodes} nodes, corrected bands"
            ),
            x: Axis::linear("noise of static values / greatest edge cost"),
            y: Axis::linear("loss of alpha-beta - loss of BFM, / greatest edge cost"),
            series: lines.collect(),
            marks: vec![Mark::Horizontal { y: 0.0, label: "equal".to_owned() }],
        })
    }
}
