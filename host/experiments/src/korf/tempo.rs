//! Korf & Chickering 1996, sections 2 and 7.3: what the expansion of a node does to its value.

use plyscope_core::random_tree::{Branching, RandomTree};
use plyscope_learn::edge_costs::openings;
use plyscope_measure::tempo::{in_othello, on_tree};
use plyscope_players::domain::OthelloEvaluation;
use plyscope_players::player::PlayerError;
use plyscope_report::{
    Axis, Case, Cell, Claim, Comparison, Estimate, Figure, Mark, Plot, Series, Style, Summary,
    Table,
};
use plyscope_run::statistics::Mean;

use crate::keys::{Evaluation, SeedWithoutHalves, Seeds};
use crate::kit::lines::{Piece, tasks};
use crate::kit::numbers::{Line, Row};
use crate::kit::othello_ladders::EVALUATION;
use crate::{About, ExperimentError, Scale, Study};

const TEMPO: &str = "Korf & Chickering 1996, section 2";
const VARIANCE: &str = "Korf & Chickering 1996, section 7.3";

/// Seeds of a task.
const PIECE: u32 = 100;

/// Numbers of children of uniform trees. With one child, the increment is an edge cost.
const CHILDREN: [u32; 8] = [1, 2, 3, 4, 5, 10, 20, 50];
/// The line of Othello.
const OTHELLO: usize = CHILDREN.len();

pub(super) struct Tempo;

crate::settings! {
    pub(super) struct Settings {
        seed: SeedWithoutHalves,
        /// number of trees, and of Othello positions
        seeds: Seeds,
        evaluation: Evaluation,
    }
}

impl Study for Tempo {
    type Settings = Settings;
    type Task = Piece;
    type Row = Row;

    fn about(&self) -> &About {
        &About {
            id: "korf-tempo",
            title: "The tempo effect: what an expansion does to a node's value",
            source: TEMPO,
            what: "A node's value after its expansion minus its static value, from the side of the player to move there: on \
                uniform random trees by number of children, at one node 1 to 6 plies below the root of each tree; and in \
                Othello, after an opening of four plies and 8 to 39 random moves. A value that rises for the player to \
                move falls for the parent.",
            settings: Settings::KEYS,
        }
    }

    fn settings(&self, scale: Scale) -> Settings {
        Settings {
            seed: 1,
            seeds: scale.pick(4000, 40_000, 40_000),
            evaluation: EVALUATION.to_owned(),
        }
    }

    fn tasks(&self, settings: &Settings, _: &[Row]) -> Result<Vec<Piece>, ExperimentError> {
        Ok(tasks(settings.seed, vec![(settings.seeds, PIECE); OTHELLO + 1]))
    }

    fn run(&self, settings: &Settings, piece: &Piece) -> Result<Vec<Row>, ExperimentError> {
        let row = if let Some(&children) = CHILDREN.get(piece.line) {
            let branching = Branching::uniform(children)?;
            Row::of(*piece, |seed| {
                Ok::<_, ExperimentError>(vec![on_tree(&RandomTree::new(seed, branching), seed)])
            })
        } else {
            let evaluation =
                OthelloEvaluation::named(&settings.evaluation).map_err(PlayerError::from)?;
            let starts = openings(244);
            Row::of(*piece, |seed| Ok(in_othello(&evaluation, &starts, seed).into_iter().collect()))
        };
        Ok(vec![row?])
    }

    fn summarise(&self, settings: &Settings, rows: &[Row]) -> Summary {
        let all = Increments(rows);
        let name = |line: usize| match CHILDREN.get(line) {
            Some(b) => format!("b = {b}"),
            None => format!("Othello ({})", settings.evaluation),
        };
        let mut table = Table::new(
            format!("Increments of values by expansion, {} nodes a line", settings.seeds),
            ["", "mean increment", "standard deviation", "better for the player to move (%)"],
        );
        for line in 0..=OTHELLO {
            let spread = all.variance(line).map(|variance| Cell::number(variance.value.sqrt(), 0));
            table.rows.push(vec![
                Cell::text(name(line)),
                Cell::or_empty(all.mean(line).map(|mean| Cell::measured(mean, 0))),
                Cell::or_empty(spread),
                Cell::or_empty(all.better(line).map(|share| Cell::measured(share, 1))),
            ]);
        }
        let points = |of: &dyn Fn(usize) -> Option<Estimate>| -> Vec<(u32, Estimate)> {
            let point = |(line, &b): (usize, &u32)| Some((b, of(line)?));
            CHILDREN.iter().enumerate().filter_map(point).collect()
        };
        let one_child = all.variance(0).map_or(f64::NAN, |variance| variance.value);
        let plot = |name: &str, title: &str, y: &str, points: Vec<(u32, Estimate)>, marks| {
            Figure::Plot(Plot {
                name: name.to_owned(),
                title: title.to_owned(),
                x: Axis::log("children of a node"),
                y: Axis::linear(y),
                series: vec![Series::line("uniform random trees", points).styled(Style::Line)],
                marks,
            })
        };
        let othello = all
            .better(OTHELLO)
            .map(|share| Mark::Horizontal { y: share.value, label: name(OTHELLO) });
        let figures = vec![
            plot(
                "korf-tempo",
                "The tempo effect on random trees",
                "expansions that improve the value for the player to move (%)",
                points(&|line| all.better(line)),
                othello.into_iter().collect(),
            ),
            plot(
                "korf-tempo-variance",
                "Variance of increments by number of children",
                "variance, of an edge cost's",
                points(&|line| Some(all.variance(line)?.times(1.0 / one_child))),
                Vec::new(),
            ),
        ];
        Summary { tables: vec![table], figures, claims: claims(all, &name) }
    }
}

/// Increments by line.
#[derive(Clone, Copy)]
struct Increments<'r>(&'r [Row]);

impl Increments<'_> {
    fn mean(self, line: usize) -> Option<Mean> {
        Line::of(self.0, line).mean(0)
    }

    /// The share of nodes whose value rises for the player to move, in per cent.
    fn better(self, line: usize) -> Option<Estimate> {
        Line::of(self.0, line).share(0)
    }

    fn variance(self, line: usize) -> Option<Estimate> {
        let mean = self.mean(line).filter(|mean| mean.count > 1)?.mean;
        Some(Mean::of(Line::of(self.0, line).each(0).map(|x| (x - mean).powi(2))).into())
    }
}

fn claims(all: Increments<'_>, name: &dyn Fn(usize) -> String) -> Vec<Claim> {
    let of = |source: &str, statement: &str| Claim::of(source, statement, "", 0);
    // A line after the first has more children than the one before.
    let neighbours =
        |from: usize, so: &dyn Fn(usize, usize) -> Option<Comparison>| -> Vec<(String, Case)> {
            let one = |line: usize| {
                let case = so(line, line + 1).map_or(Case::NotMeasured, Case::from);
                (format!("{} and {}", name(line), name(line + 1)), case)
            };
            (from..CHILDREN.len() - 1).map(one).collect()
        };
    vec![
        of(TEMPO, "the static value of a node tends to overestimate it from the side of the last player to move: most expansions \
            make a node look worse to its parent")
            .in_all(
                "more than half, b from 2 on and in Othello",
                (1..=OTHELLO).map(|line| {
                    let told = |share: Estimate| {
                        (format!("{} %", share.display(1)), share.is_at_least(50.0))
                    };
                    Case::told(name(line), all.better(line).map(told))
                }),
            ),
        of(TEMPO, "the effect increases with the branching factor: the mean increment of neighbouring b").in_all(
            "increases",
            neighbours(0, &|few, many| {
                let of = |line| all.mean(line).map(Estimate::from);
                Some(of(few)?.less(of(many)?).is_below(0.0))
            }),
        ),
        of(VARIANCE, "the variance of a node's increment falls with the branching factor: neighbouring b").in_all(
            "falls",
            neighbours(0, &|few, many| {
                Some(all.variance(many)?.less(all.variance(few)?).is_below(0.0))
            }),
        ),
    ]
}
