//! Decision quality: how often a shallow search chooses the move of a full search (Korf & Chickering 1996, section 7).

use std::collections::BTreeMap;

use plyscope_core::random_tree::{Branching, RandomTree};
use plyscope_core::{Expansion, Order};
use plyscope_measure::trees::{Chosen, alpha_beta, best_first};
use plyscope_report::{
    Axis, Case, Cell, Claim, Estimate, Figure, Mark, Measured, Plot, Series, Style, Table,
};
use plyscope_run::statistics::Mean;
use plyscope_tree::Formulation;
use serde::{Deserialize, Serialize};

use super::between::{Between, between};
use super::collect::Samples;
use super::lines::{Piece, check_lists, check_trees, has_shape, tasks};
use crate::ExperimentError;
use crate::keys::{FirstSeed, SeedsOfEach};

/// Depth of the trees; values there are exact.
pub(crate) const DEPTH: u32 = 10;

/// The searches compared. Alpha-beta's move at depth 10 counts as best.
pub(crate) const SEARCHES: [&str; 2] = ["AB", "BF"];
pub(crate) const ALPHA_BETA: usize = 0;
pub(crate) const BEST_FIRST: usize = 1;

crate::settings! {
    pub(crate) struct Settings {
        pub(crate) seed: FirstSeed,
        pub(crate) seeds: SeedsOfEach,
        /// children of a node, or their greatest number; one line for each search and number
        pub(crate) branching: Vec<u32>,
    }
}

/// Results of a piece by search, depth (from 1) and tree.
#[derive(Serialize, Deserialize)]
pub(crate) struct Row {
    line: usize,
    seed: u32,
    nodes: [Vec<Vec<u64>>; 2],
    /// The number of the chosen child.
    moves: [Vec<Vec<u32>>; 2],
}

/// The paper's number of trees; their seeds begin at 0.
pub(crate) const PAPERS_SEEDS: u32 = 10_000;

impl Settings {
    /// A share of a line's trees, without uncertainty if they are the paper's own.
    pub(crate) fn on_papers_trees(&self, line: usize, share: Estimate) -> Estimate {
        if self.seed == 0 && self.seeds[line] >= PAPERS_SEEDS {
            Estimate::exact(share.value)
        } else {
            share
        }
    }

    pub(crate) fn check(&self) -> Result<(), String> {
        check_lists(&[("branching", self.branching.len()), ("seeds", self.seeds.len())])?;
        check_trees(&self.branching, &[])?;
        if self.branching.iter().any(|&b| b > 12) {
            return Err("a full search of ten plies allows branching up to 12".to_owned());
        }
        Ok(())
    }

    pub(crate) fn tasks(&self) -> Vec<Piece> {
        tasks(self.seed, self.seeds.iter().map(|&seeds| (seeds, seeds.div_ceil(100))))
    }

    /// Runs a piece's searches on trees with this branching.
    pub(crate) fn run(piece: Piece, branching: Branching) -> Result<Vec<Row>, ExperimentError> {
        let empty: Vec<Vec<u64>> = vec![Vec::new(); DEPTH as usize];
        let mut nodes = [empty.clone(), empty];
        let empty: Vec<Vec<u32>> = vec![Vec::new(); DEPTH as usize];
        let mut moves = [empty.clone(), empty];
        for seed in piece.seeds() {
            let tree = RandomTree::new(seed, branching);
            let plain: Result<Vec<Chosen>, _> =
                (1..=DEPTH).map(|depth| alpha_beta(&tree, Order::Static, depth)).collect();
            let best_first = best_first(&tree, Expansion::Partial, Formulation::Figure3, DEPTH);
            for (search, all) in [plain?, best_first].iter().enumerate() {
                for (depth, found) in all.iter().enumerate() {
                    nodes[search][depth].push(found.nodes);
                    moves[search][depth].push(found.best.map_or(u32::MAX, |best| best.number()));
                }
            }
        }
        Ok(vec![Row { line: piece.line, seed: piece.seed, nodes, moves }])
    }

    pub(crate) fn line(&self, branching: u32) -> Option<usize> {
        self.branching.iter().position(|&b| b == branching)
    }
}

impl Row {
    /// The line's number.
    pub(crate) fn line(&self) -> usize {
        self.line
    }

    /// Whether its lists have the right lengths.
    pub(crate) fn is_whole(&self, settings: &Settings) -> bool {
        let trees = self.moves[ALPHA_BETA].first().map_or(0, Vec::len);
        let shape = (SEARCHES.len(), DEPTH as usize);
        // Fig. 12's lines are followed by as many for comparison.
        self.line < 2 * settings.branching.len()
            && has_shape(&self.nodes, shape, trees)
            && has_shape(&self.moves, shape, trees)
    }

    /// Only the rows of the first trees: this many, from this seed on.
    pub(crate) fn first(rows: &[&Self], seed: u32, trees: u32) -> Vec<Self> {
        let cut = |row: &&Self| {
            let wanted = trees.saturating_sub(row.seed.wrapping_sub(seed)) as usize;
            fn of<T: Copy>(all: &[Vec<Vec<T>>; 2], wanted: usize) -> [Vec<Vec<T>>; 2] {
                all.each_ref().map(|depths| {
                    depths.iter().map(|trees| trees[..wanted.min(trees.len())].to_vec()).collect()
                })
            }
            let (nodes, moves) = (of(&row.nodes, wanted), of(&row.moves, wanted));
            Self { line: row.line, seed: row.seed, nodes, moves }
        };
        rows.iter().map(cut).collect()
    }
}

/// Means of the rows: by line, search and depth.
#[derive(Default)]
pub(crate) struct Numbers {
    nodes: Samples<(usize, usize, u32)>,
    best: Samples<(usize, usize, u32)>,
    /// Whether a search one ply deeper chooses another move, by line, search and the smaller depth.
    changes: Samples<(usize, usize, u32)>,
    /// Whether the best move was found, by line, tree, search and depth (from 1).
    trees: BTreeMap<usize, Vec<[Vec<f64>; 2]>>,
}

impl Numbers {
    pub(crate) fn of(rows: &[Row]) -> Self {
        let mut numbers = Self::default();
        let share = |so: bool| f64::from(u8::from(so));
        for row in rows {
            let Some(optimal) = row.moves[ALPHA_BETA].last() else { continue };
            let trees = numbers.trees.entry(row.line).or_default();
            trees.extend(optimal.iter().enumerate().map(|(tree, optimal)| {
                let best = |moves: &Vec<u32>| share(moves[tree] == *optimal);
                row.moves.each_ref().map(|depths| depths.iter().map(best).collect())
            }));
            for search in [ALPHA_BETA, BEST_FIRST] {
                for (depth, trees) in (1..).zip(&row.nodes[search]) {
                    let key = (row.line, search, depth);
                    trees.iter().for_each(|&nodes| numbers.nodes.add(key, nodes as f64));
                }
                for (depth, trees) in (1..).zip(&row.moves[search]) {
                    let key = (row.line, search, depth);
                    for (mv, optimal) in trees.iter().zip(optimal) {
                        numbers.best.add(key, share(mv == optimal));
                    }
                }
                for (depth, pair) in (1..).zip(row.moves[search].windows(2)) {
                    let [before, after] = pair else { continue };
                    for (a, b) in before.iter().zip(after) {
                        numbers.changes.add((row.line, search, depth), share(a != b));
                    }
                }
            }
        }
        numbers
    }

    /// Share of best moves, in per cent.
    pub(crate) fn quality(&self, line: usize, search: usize, depth: u32) -> Option<Estimate> {
        share_of(&self.best, (line, search, depth))
    }

    /// The same, with the number of trees.
    pub(crate) fn share(&self, line: usize, search: usize, depth: u32) -> Option<Measured> {
        self.best.mean(&(line, search, depth)).map(Measured::percent)
    }

    /// Mean nodes.
    pub(crate) fn mean_nodes(&self, line: usize, search: usize, depth: u32) -> Option<Mean> {
        self.nodes.mean(&(line, search, depth))
    }

    /// Share of trees on which a search one ply deeper chooses another move, in per cent.
    pub(crate) fn change(&self, line: usize, search: usize, depth: u32) -> Option<Estimate> {
        share_of(&self.changes, (line, search, depth))
    }

    /// How much more often one step between depths changes the move than another, in percentage points of the trees,
    /// with the interval of the differences on each tree. Steps are named by their smaller depths.
    pub(crate) fn changes_more(
        &self,
        line: usize,
        search: usize,
        (step, other): (u32, u32),
    ) -> Option<Estimate> {
        let more = self.changes.difference(&(line, search, step), &(line, search, other))?;
        Some(Estimate::from(more).times(100.0))
    }

    /// Mean nodes and quality, by depth.
    pub(crate) fn curve(&self, line: usize, search: usize) -> Vec<(u32, f64, Estimate)> {
        let point = |depth| {
            let nodes = self.nodes.mean(&(line, search, depth))?.mean;
            Some((depth, nodes, self.quality(line, search, depth)?))
        };
        (1..=DEPTH).filter_map(point).collect()
    }

    pub(crate) fn table(&self, settings: &Settings, kind: &str) -> Table {
        let headings = settings.branching.iter().flat_map(|b| {
            SEARCHES.iter().flat_map(move |search| {
                [
                    format!("{search}, {kind} = {b}, nodes"),
                    format!("{search}, {kind} = {b}, best moves (%)"),
                ]
            })
        });
        let headings = ["search depth".to_owned()].into_iter().chain(headings);
        let mut table = Table::new("Mean nodes and share of best moves", headings);
        for depth in 1..=DEPTH {
            let mut row = vec![Cell::number(depth, 0)];
            for line in 0..settings.branching.len() {
                for search in [ALPHA_BETA, BEST_FIRST] {
                    let nodes = self.nodes.mean(&(line, search, depth));
                    row.push(Cell::or_empty(nodes.map(|mean| Cell::measured(mean, 1))));
                    let quality = self.quality(line, search, depth);
                    row.push(Cell::or_empty(quality.map(|quality| Cell::measured(quality, 1))));
                }
            }
            table.rows.push(row);
        }
        table
    }

    /// Plots quality against nodes. Alpha-beta's last point is its depth 9, as in the paper. `stated` has the quality
    /// that the paper gives for depth 1, by number of children.
    pub(crate) fn figure(
        &self,
        settings: &Settings,
        kind: &str,
        (name, title): (&str, &str),
        stated: &[(u32, f64)],
    ) -> Figure {
        let mut series = Vec::new();
        for (line, b) in settings.branching.iter().enumerate() {
            for (search, style) in [(BEST_FIRST, Style::Line), (ALPHA_BETA, Style::Dashed)] {
                let points = self
                    .curve(line, search)
                    .into_iter()
                    .filter(|(depth, ..)| search == BEST_FIRST || *depth < DEPTH)
                    .map(|(_, nodes, quality)| (nodes, quality));
                let label = format!("{}, {kind} = {b}", SEARCHES[search]);
                series.push(Series::line(label, points).styled(style).in_group(line));
            }
        }
        let marks = stated.iter().filter(|(b, _)| settings.branching.contains(b)).map(|&(b, y)| {
            Mark::Point { x: b.into(), y, label: "paper's text, depth 1".to_owned() }
        });
        Figure::Plot(Plot {
            name: name.to_owned(),
            title: title.to_owned(),
            x: Axis::log("nodes generated (mean; search depths 1 to 10)"),
            y: Axis::linear("best moves (%)"),
            series,
            marks: marks.collect(),
        })
    }

    /// The paper's statements on both figures.
    pub(crate) fn claims(
        &self,
        settings: &Settings,
        source: &'static str,
        kind: &str,
        stated: &[(u32, f64)],
    ) -> Vec<Claim> {
        let mut claims = Vec::new();
        for &(b, paper) in stated {
            let ours = settings.line(b).and_then(|line| self.quality(line, BEST_FIRST, 1));
            let what = format!("share of best moves at depth 1, {kind} = {b}");
            let whole = format!("share of best moves at depth 1, {kind} = …");
            let claim = Claim::of(source, what, "%", 1).point_of("best-at-1", whole);
            let line = settings.line(b);
            let ours = ours.zip(line).map(|(ours, line)| settings.on_papers_trees(line, ours));
            claims.push(claim.one_of(stated.len()).about("about", paper, 2.5, ours));
        }
        let lines = || settings.branching.iter().enumerate();
        let fewer = settings.branching.windows(2).enumerate().filter_map(|(line, pair)| {
            let of = |line| self.quality(line, BEST_FIRST, 1);
            let less = of(line + 1)?.less(of(line)?);
            let name = format!("{kind} = {} against {}", pair[1], pair[0]);
            (pair[0] < pair[1]).then_some((name, less.is_below(0.0)))
        });
        let what = "the share of best moves at depth 1 decreases with more children";
        // The text says it of uniform trees; of the others it is the same statement again.
        let beside = |claim: Claim| {
            if kind == "b" { claim } else { claim.again_as_in("korf-fig-10") }
        };
        let decreases =
            Claim::of(source, what, "", 0).named("decreases").in_all("decreases", fewer);
        claims.push(beside(decreases));
        let same = lines().map(|(line, b)| {
            let of = |search| Some(self.quality(line, search, 1)?.value);
            let same = of(ALPHA_BETA).zip(of(BEST_FIRST)).map(|(plain, first)| plain == first);
            (format!("{kind} = {b}"), Case::measured(same))
        });
        let what = "at depth 1 alpha-beta and best-first minimax behave identically";
        let identical = Claim::of(source, what, "", 0).named("identical").in_all("identical", same);
        claims.push(beside(identical));
        let widest = lines()
            .filter(|(line, _)| settings.seeds[*line] >= PAPERS_SEEDS)
            .flat_map(|(line, _)| {
                [ALPHA_BETA, BEST_FIRST].into_iter().flat_map(move |search| {
                    (1..=DEPTH).filter_map(move |depth| self.quality(line, search, depth))
                })
            })
            .map(Estimate::half_width)
            .max_by(f64::total_cmp);
        let what = "largest half width of a 95 % interval on the lines with 10,000 trees";
        claims.push(
            Claim::of(source, what, "percentage points", 2).below(1.0, widest.map(Estimate::exact)),
        );
        claims
    }

    /// The quality of best-first minimax minus that of alpha-beta at equal nodes, at each of best-first's depths from 2
    /// on that alpha-beta's curve (depths 1 to 9) covers. Both search the same trees, so the interval is that of the
    /// differences per tree.
    pub(crate) fn advantage(&self, line: usize) -> Vec<(u32, Estimate)> {
        let places = self.places(line);
        let better = |(depth, place): &(u32, Between)| {
            let points = self.differences(line, &[(*depth, *place)]);
            Some((*depth, Estimate::from(points?)))
        };
        places.iter().filter_map(better).collect()
    }

    /// The mean of the advantages at all depths, with the interval of each tree's mean.
    pub(crate) fn mean_advantage(&self, line: usize) -> Option<Estimate> {
        let places = self.places(line);
        (!places.is_empty()).then(|| self.differences(line, &places).map(Estimate::from))?
    }

    /// The places on alpha-beta's curve with as many nodes as best-first's depths.
    fn places(&self, line: usize) -> Vec<(u32, Between)> {
        let mut plain = self.curve(line, ALPHA_BETA);
        plain.retain(|(depth, ..)| *depth < DEPTH);
        let place = |(depth, nodes, _): (u32, f64, Estimate)| {
            between(&plain, nodes).map(|place| (depth, place)).filter(|_| depth > 1)
        };
        self.curve(line, BEST_FIRST).into_iter().filter_map(place).collect()
    }

    /// The mean over the trees of best-first's success at some depths minus alpha-beta's at equal nodes, in percentage
    /// points.
    fn differences(&self, line: usize, places: &[(u32, Between)]) -> Option<Mean> {
        let tree = |best: &[Vec<f64>; 2]| {
            let [plain, first] = best;
            let all =
                places.iter().map(|(depth, place)| first[*depth as usize - 1] - place.of(plain));
            100.0 * all.sum::<f64>() / places.len() as f64
        };
        Some(Mean::of(self.trees.get(&line)?.iter().map(tree)))
    }

    /// The gain in quality from one more ply, in percentage points, with the interval of the differences on each tree.
    pub(crate) fn gain(&self, line: usize, search: usize, depth: u32) -> Option<Estimate> {
        let gain = self.best.difference(&(line, search, depth + 1), &(line, search, depth))?;
        Some(Estimate::from(gain).times(100.0))
    }
}

fn share_of(samples: &Samples<(usize, usize, u32)>, key: (usize, usize, u32)) -> Option<Estimate> {
    samples.mean(&key).map(|mean| Measured::percent(mean).estimate)
}
