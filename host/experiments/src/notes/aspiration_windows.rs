//! Aspiration windows: nodes and re-searches against the window's width (Eppstein's notes of April 22).

use plyscope_core::random_tree::{Branching, RandomTree};
use plyscope_measure::trees::PLIES;
use plyscope_measure::windows::{Windows, windows};
use plyscope_report::{
    Axis, Cell, Claim, Estimate, Figure, Mark, Meaning, Plot, Series, Style, Summary, Table,
};
use serde::{Deserialize, Serialize};

use crate::keys::{FirstSeed, Seeds};
use crate::kit::collect::{Samples, pieces, ratio};
use crate::{About, ExperimentError, Scale, Study};

const SOURCE: &str = "Eppstein 1997, notes of April 22, aspiration search";
const KORF: &str = "Korf & Chickering 1996, section 6";

/// Seeds of a task.
const PIECE: u32 = 5;

/// The source of the guess: the search one ply shallower, or two.
const GUESSES: [&str; 2] = ["the value one ply before", "the value two plies before"];

pub(super) struct AspirationWindows;

crate::settings! {
    pub(super) struct Settings {
        seed: FirstSeed,
        seeds: Seeds,
        /// children of a node
        branching: u32,
        /// search depths, one curve for each
        depths: Vec<u32>,
        /// half widths of the first window, in edge costs (from -16384 to 16383)
        widths: Vec<u32>,
    }
}

/// The costs of windows.
#[derive(Serialize, Deserialize)]
pub(super) struct Row {
    seed: u32,
    /// By depth and tree.
    trees: Vec<Vec<Windows>>,
}

impl Study for AspirationWindows {
    type Settings = Settings;
    type Task = (u32, u32);
    type Row = Row;

    fn about(&self) -> &About {
        &About {
            id: "aspiration-windows",
            title: "Aspiration windows: nodes and re-searches against width",
            source: SOURCE,
            what: "Alpha-beta with static ordering searches uniform random trees in a window around a guess, and \
                re-searches in a wider window if the value is outside. The guess is the value of a search one ply \
                shallower, as in the notes, or two plies, because values on these trees alternate with the side that \
                moved last. Searches for the guess are not counted: iterative deepening has already made them. Korf & \
                Chickering also tried windows, and gave them up.",
            settings: Settings::KEYS,
        }
    }

    fn settings(&self, scale: Scale) -> Settings {
        Settings {
            seed: 1,
            seeds: scale.pick(500, 1000, 1000),
            branching: 5,
            depths: scale.pick(vec![3, 5, 7], vec![3, 5, 7, 9], vec![3, 5, 7, 9, 11]),
            widths: vec![64, 256, 1024, 2048, 4096, 8192, 16384, 32768, 65536],
        }
    }

    fn check(&self, settings: &Settings) -> Result<(), String> {
        Branching::uniform(settings.branching).map_err(|error| error.to_string())?;
        let fits = |&depth: &u32| {
            let leaves = f64::from(settings.branching).powi(depth as i32);
            (2..=PLIES as u32).contains(&depth) && leaves < 1e9
        };
        if settings.branching > 128 || !settings.depths.iter().all(fits) {
            return Err("give depths of at least 2, and trees of less than 10^9 leaves".to_owned());
        }
        if settings.widths.is_empty() || settings.widths.contains(&0) {
            return Err("give widths from 1".to_owned());
        }
        Ok(())
    }

    fn tasks(&self, settings: &Settings, _: &[Row]) -> Result<Vec<(u32, u32)>, ExperimentError> {
        Ok(pieces(settings.seed, settings.seeds, PIECE).collect())
    }

    fn run(
        &self,
        settings: &Settings,
        &(seed, count): &(u32, u32),
    ) -> Result<Vec<Row>, ExperimentError> {
        let branching = Branching::uniform(settings.branching)?;
        let mut row = Row { seed, trees: Vec::new() };
        for &depth in &settings.depths {
            let mut trees = Vec::new();
            for i in 0..count {
                let tree = RandomTree::new(seed.wrapping_add(i), branching);
                trees.push(windows(&tree, depth, &settings.widths)?);
            }
            row.trees.push(trees);
        }
        Ok(vec![row])
    }

    fn summarise(&self, settings: &Settings, rows: &[Row]) -> Summary {
        let numbers = WindowSums::of(settings, rows);
        Summary {
            tables: vec![table(settings, &numbers)],
            figures: vec![nodes_figure(settings, &numbers), researches_figure(settings, &numbers)],
            claims: claims(settings, &numbers),
        }
    }
}

/// Sums of the rows, by depth, guess and width.
struct WindowSums {
    /// Nodes with windows and with the full window, by tree.
    nodes: std::collections::BTreeMap<(u32, usize, u32), Vec<(f64, f64)>>,
    researches: Samples<(u32, usize, u32)>,
    /// Trees with the same value in all windows, and all trees, by depth.
    same: std::collections::BTreeMap<u32, (u64, u64)>,
}

impl WindowSums {
    fn of(settings: &Settings, rows: &[Row]) -> Self {
        let mut numbers = Self {
            nodes: Default::default(),
            researches: Samples::default(),
            same: Default::default(),
        };
        for row in rows {
            for (&depth, trees) in settings.depths.iter().zip(&row.trees) {
                for tree in trees {
                    numbers.add(settings, depth, tree);
                }
            }
        }
        numbers
    }

    fn add(&mut self, settings: &Settings, depth: u32, tree: &Windows) {
        let same = self.same.entry(depth).or_default();
        same.0 += u64::from(tree.same);
        same.1 += 1;
        for (guess, windows) in tree.windows.iter().enumerate() {
            for (&width, &(nodes, researches)) in settings.widths.iter().zip(windows) {
                let key = (depth, guess, width);
                self.nodes.entry(key).or_default().push((nodes as f64, tree.full as f64));
                self.researches.add(key, researches.into());
            }
        }
    }

    /// Nodes as a share of the full window's, in per cent.
    fn share(&self, depth: u32, guess: usize, width: u32) -> Option<Estimate> {
        Some(ratio(self.nodes.get(&(depth, guess, width))?).times(100.0))
    }

    /// The width and the guess that generate the fewest nodes.
    fn best(&self, settings: &Settings, depth: u32) -> Option<(usize, u32, Estimate)> {
        let all = (0..GUESSES.len()).flat_map(|guess| {
            settings
                .widths
                .iter()
                .filter_map(move |&width| Some((guess, width, self.share(depth, guess, width)?)))
        });
        all.min_by(|a, b| a.2.value.total_cmp(&b.2.value))
    }
}

fn table(settings: &Settings, numbers: &WindowSums) -> Table {
    let title = format!(
        "Aspiration windows on {} trees with {} children a node",
        settings.seeds, settings.branching
    );
    let headings =
        ["depth", "guess", "half width", "nodes / full window's (%)", "re-searches a search"];
    let mut table = Table::new(title, headings);
    for &depth in &settings.depths {
        for (guess, name) in GUESSES.iter().enumerate() {
            for &width in &settings.widths {
                let researches = numbers.researches.mean(&(depth, guess, width));
                let share = numbers.share(depth, guess, width);
                table.rows.push(vec![
                    Cell::number(depth, 0),
                    Cell::text(*name),
                    Cell::number(width, 0),
                    Cell::or_empty(share.map(|share| Cell::measured(share, 1))),
                    Cell::or_empty(researches.map(|mean| Cell::measured(mean, 2))),
                ]);
            }
        }
    }
    table
}

fn curves(settings: &Settings, of: impl Fn(u32, usize, u32) -> Option<Estimate>) -> Vec<Series> {
    let mut series = Vec::new();
    for (group, &depth) in settings.depths.iter().enumerate() {
        for (guess, plies) in ["one ply", "two plies"].into_iter().enumerate() {
            let points = settings.widths.iter().filter_map(|&w| Some((w, of(depth, guess, w)?)));
            let style = if guess == 0 { Style::Line } else { Style::Dashed };
            let label = format!("depth {depth}, guess {plies} before");
            series.push(Series::line(label, points).styled(style).in_group(group));
        }
    }
    series
}

fn nodes_figure(settings: &Settings, numbers: &WindowSums) -> Figure {
    Figure::Plot(Plot {
        name: "aspiration-windows-nodes".to_owned(),
        title: format!("Aspiration windows, {} children a node: nodes", settings.branching),
        x: Axis::log("half width of the first window (edge cost)"),
        y: Axis::linear("nodes (% of the full window's)"),
        series: curves(settings, |depth, guess, width| numbers.share(depth, guess, width)),
        marks: vec![Mark::Horizontal { y: 100.0, label: "full window".to_owned() }],
    })
}

fn researches_figure(settings: &Settings, numbers: &WindowSums) -> Figure {
    let researches =
        |depth, guess, width| numbers.researches.mean(&(depth, guess, width)).map(Estimate::from);
    Figure::Plot(Plot {
        name: "aspiration-windows-researches".to_owned(),
        title: format!("Aspiration windows, {} children a node: re-searches", settings.branching),
        x: Axis::log("half width of the first window (edge cost)"),
        y: Axis::linear("re-searches a search (mean)"),
        series: curves(settings, researches),
        marks: Vec::new(),
    })
}

fn claims(settings: &Settings, numbers: &WindowSums) -> Vec<Claim> {
    let of = |source: &str, statement: String, unit: &str| Claim::of(source, statement, unit, 1);
    let mut claims = vec![
        of(SOURCE, "windows with re-searches find the value of the full window".to_owned(), "")
            .in_all(
                "always",
                numbers.same.iter().map(|(depth, (same, all))| {
                    (format!("depth {depth}: {same} of {all} trees"), same == all)
                }),
            ),
    ];
    for &depth in &settings.depths {
        let best = numbers.best(settings, depth);
        let with = best.map_or(String::new(), |(guess, width, _)| {
            format!(" ({}, half width {width})", GUESSES[guess])
        });
        let share = best.map(|(.., share)| share);
        claims.push(
            of(
                SOURCE,
                format!("depth {depth}: the best window saves nodes{with}"),
                "% of the full window's nodes",
            )
            .point_of("best-window", "the best window saves nodes, by depth")
            .one_of(settings.depths.len())
            .below(100.0, share),
        );
    }
    let saved = |depth| {
        let (.., share) = numbers.best(settings, depth)?;
        Some(Estimate {
            value: 100.0 - share.value,
            low: 100.0 - share.high,
            high: 100.0 - share.low,
        })
    };
    let shallow = settings.depths.iter().copied().min().filter(|&depth| depth <= 3);
    let deep = settings.depths.iter().copied().max().filter(|&depth| depth >= 7);
    claims.push(
        of(
            KORF,
            "at shallow depths windows are no improvement: nodes saved by the best".to_owned(),
            "%",
        )
        .about("no more than", 0.0, 0.5, shallow.and_then(saved)),
    );
    claims.push(
        of(
            KORF,
            "at greater depths the improvement is only slight: nodes saved by the best".to_owned(),
            "%",
        )
        .reads(Meaning::at_most("slight", 10.0), [("", deep.and_then(saved))]),
    );
    claims
}
