//! Korf & Chickering 1996, Fig. 12: decision quality on trees with random numbers of children.

use plyscope_core::random_tree::Branching;
use plyscope_report::{Case, Claim, Summary};

use super::fig_10::advantage_table;
use super::quality_independent;
use crate::kit::independent::{Printed, SAME_TREES};
use crate::kit::lines::{Piece, tasks};
use crate::kit::printed::{Data, Number, independent};
use crate::kit::quality::{BEST_FIRST, Numbers, PAPERS_SEEDS, Row, Settings};
use crate::{About, ExperimentError, Scale, Study};

const PRINTED: Data = independent!("fig_12.csv");

const SOURCE: &str = "Korf & Chickering 1996, section 7.4, Fig. 12";

/// Quality at depth 1 by the greatest number of children, as given in the text.
const STATED: [(u32, f64); 2] = [(2, 63.0), (10, 25.0)];

/// Uniform trees of more than 5 children, for comparison.
const EXPENSIVE: u32 = 1000;

pub(super) struct Figure12;

impl Study for Figure12 {
    type Settings = Settings;
    type Task = Piece;
    type Row = Row;

    fn about(&self) -> &About {
        &About {
            id: "korf-fig-12",
            title: "Decision quality on trees with random numbers of children",
            source: SOURCE,
            what: "Like Fig. 10, but on trees whose inner nodes have 1 to B children, each number equally likely, and \
                whose root has B: B = 2, 3, 4, 5 and 10, 10,000 trees of each (seeds 0 to 9999; ten times \
                as many of B = 2 for the comparison with uniform trees). The evaluation is \
                less accurate there. Uniform trees are searched for comparison.",
            settings: Settings::KEYS,
        }
    }

    fn settings(&self, scale: Scale) -> Settings {
        // With two children random and uniform trees differ least.
        let enough =
            vec![10 * PAPERS_SEEDS, PAPERS_SEEDS, PAPERS_SEEDS, PAPERS_SEEDS, PAPERS_SEEDS];
        Settings {
            seed: 0,
            seeds: scale.pick(vec![4000, 2000, 1000, 500, 200], enough.clone(), enough),
            branching: vec![2, 3, 4, 5, 10],
        }
    }

    fn check(&self, settings: &Settings) -> Result<(), String> {
        settings.check()
    }

    fn tasks(&self, settings: &Settings, _: &[Row]) -> Result<Vec<Piece>, ExperimentError> {
        // The figure's lines, followed by uniform trees for comparison: fewer where they are expensive to search.
        let lines = || settings.branching.iter().zip(&settings.seeds);
        let enough = |seeds| if seeds < PAPERS_SEEDS { 0 } else { EXPENSIVE };
        let controls = lines().map(|(&b, &seeds)| if b <= 5 { seeds } else { enough(seeds) });
        let seeds = settings.seeds.iter().copied().chain(controls);
        Ok(tasks(settings.seed, seeds.map(|seeds| (seeds, seeds.div_ceil(100)))))
    }

    fn run(&self, settings: &Settings, piece: &Piece) -> Result<Vec<Row>, ExperimentError> {
        let lines = settings.branching.len();
        let children = settings.branching[piece.line % lines];
        let control = piece.line >= lines;
        let branching =
            if control { Branching::uniform(children)? } else { Branching::random(children)? };
        Settings::run(*piece, branching)
    }

    fn fits(&self, settings: &Settings, row: &Row) -> bool {
        row.is_whole(settings)
    }

    fn summarise(&self, settings: &Settings, rows: &[Row]) -> Summary {
        let all = Numbers::of(rows);
        // Apart from the comparison with uniform trees, the paper's.
        let papers: Vec<&Row> = rows.iter().collect();
        let numbers = Numbers::of(&Row::first(&papers, settings.seed, PAPERS_SEEDS));
        let mut claims = numbers.claims(settings, SOURCE, "B", &STATED);
        let smaller = settings.branching.iter().enumerate().map(|(line, b)| {
            let uniform = all.mean_advantage(settings.branching.len() + line);
            let random = all.mean_advantage(line);
            let less = random.zip(uniform).map(|(random, uniform)| random.less(uniform));
            (format!("B = {b}"), Case::measured(less.map(|less| less.is_below(0.0))))
        });
        claims.push(
            Claim::of(
                SOURCE,
                "best-first minimax's advantage at equal nodes is smaller than on uniform trees (mean over its depths)",
                "",
                0,
            )
            .in_all("smaller", smaller),
        );
        claims.extend(quality_independent::claims(settings, rows, "B", &PRINTED));
        let ten = settings.line(10).filter(|_| settings.seed == 0);
        let ours = ten.and_then(|line| numbers.share(line, BEST_FIRST, 1));
        claims.push(
            Claim::of(SAME_TREES, "B = 10: share of best moves on 10,000 trees", "%", 1)
                .independent()
                .each([Printed::new(Number::new(24.8, 1), 10_000).on_the_same("depth 1", ours)]),
        );
        let names = (
            "korf-fig-12",
            "Decision quality with random numbers of children (Korf & Chickering, Fig. 12)",
        );
        Summary {
            tables: vec![numbers.table(settings, "B"), advantage_table(settings, &numbers)],
            figures: vec![numbers.figure(settings, "B", names, &STATED)],
            claims,
        }
    }
}
