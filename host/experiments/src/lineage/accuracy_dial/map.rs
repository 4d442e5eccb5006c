//! The figures of the accuracy dial: maps of who wins, and curves.

use plyscope_report::{Axis, Estimate, Figure, Mark, Plot, Series, Style};

use super::summary::{DialResults, Group};
use super::{ALPHA_BETA, BFM};

impl DialResults<'_> {
    pub(super) fn figures(&self) -> Vec<Figure> {
        let alone = |name: &str| {
            let engines = vec![self.engine(name)?];
            Some(Group { name: name.to_owned(), engines })
        };
        let rivals: Option<Vec<Group>> = [ALPHA_BETA, BFM].into_iter().map(alone).collect();
        let mut figures = Vec::new();
        let maps = [
            ("phases", "all searches", Some(&self.kinds)),
            ("rivals", "alpha-beta and best-first minimax", rivals.as_ref()),
        ];
        for (name, whose, groups) in maps {
            let budgets = 0..self.settings.nodes.len();
            figures.extend(groups.into_iter().flat_map(|groups| {
                budgets.clone().map(move |budget| self.map(name, whose, budget, groups))
            }));
        }
        figures.extend((0..self.settings.branching.len()).map(|place| self.losses(place)));
        figures.push(self.advantage());
        figures
    }

    /// Which group's best search loses least, by noise, branching and correlation; white where it is not apart from all others.
    fn map(&self, name: &str, whose: &str, budget: usize, groups: &[Group]) -> Figure {
        let place = |index: usize| index as f64 + 1.0;
        let series = groups.iter().enumerate().map(|(number, group)| {
            let spots = self.spots().filter(|&(_, of, _)| of == budget);
            let won = spots.filter(|&spot| self.winner(spot, groups) == Some(number));
            let cells = won.map(|(line, _, noise)| (place(noise), Estimate::exact(place(line))));
            Series::line(group.name.clone(), cells).styled(Style::Cells).in_group(number)
        });
        let noises =
            (0..self.settings.noise.len()).map(|noise| format!("{:.2}", self.noise(noise)));
        let lines = (0..self.settings.lines())
            .map(|line| format!("{}, {}", self.children(line), self.settings.correlation(line)));
        let nodes = self.settings.nodes[budget];
        Figure::Plot(Plot {
            name: format!("lineage-accuracy-dial-{name}-{nodes}"),
            title: format!(
                "The least loss of {whose}, {nodes} nodes a move; white: within the bands"
            ),
            x: Axis::categories("noise of static values / greatest edge cost", noises),
            y: Axis::categories("children of a node, correlation of siblings", lines),
            series: series.collect(),
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
            y: Axis::linear("mean loss / greatest edge cost")
                .with_samples_of(self.trees(line, budget), "trees"),
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
        let first =
            (0..self.settings.branching.len()).map(|place| place * self.settings.correlation.len());
        let trees = first.flat_map(|line| self.trees(line, budget));
        Figure::Plot(Plot {
            name: "lineage-accuracy-dial-advantage".to_owned(),
            title: format!(
                "How much less best-first minimax loses than alpha-beta, {nodes} nodes, corrected bands"
            ),
            x: Axis::linear("noise of static values / greatest edge cost"),
            y: Axis::linear("loss of alpha-beta - loss of BFM, / greatest edge cost")
                .with_samples_of(trees, "trees"),
            series: lines.collect(),
            marks: vec![Mark::Horizontal { y: 0.0, label: "equal".to_owned() }],
        })
    }
}
