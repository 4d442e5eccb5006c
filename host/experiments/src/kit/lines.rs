//! Experiments that count nodes on several lines. A line is a kind of tree or search; all depths use the same seeds.

use plyscope_measure::trees::PLIES;
use plyscope_report::{Cell, Estimate, Series, Table};
use plyscope_run::statistics::Mean;
use serde::{Deserialize, Serialize};

use super::collect::{Samples, pieces};

/// Some trees of a line.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Piece {
    /// The line's number.
    pub(crate) line: usize,
    /// The first seed.
    pub(crate) seed: u32,
    /// The number of seeds.
    pub(crate) count: u32,
}

impl Piece {
    pub(crate) fn seeds(self) -> impl Iterator<Item = u32> {
        (0..self.count).map(move |i| self.seed.wrapping_add(i))
    }
}

/// The pieces of all lines, interleaved so that cheap and expensive ones alternate. A line gives its number of seeds
/// and the seeds per piece.
pub(crate) fn tasks(first: u32, lines: impl IntoIterator<Item = (u32, u32)>) -> Vec<Piece> {
    let range = |(line, (count, size))| (Piece { line, seed: first, count }, size);
    interleaved(lines.into_iter().enumerate().map(range))
}

/// The pieces of these ranges of seeds, each with the seeds per piece, interleaved in the same way.
pub(crate) fn interleaved(ranges: impl IntoIterator<Item = (Piece, u32)>) -> Vec<Piece> {
    let mut all: Vec<(f64, Piece)> = Vec::new();
    for (Piece { line, seed: first, count: seeds }, size) in ranges {
        for (seed, count) in pieces(first, seeds, size) {
            let done = f64::from(seed.wrapping_sub(first)) / f64::from(seeds);
            all.push((done, Piece { line, seed, count }));
        }
    }
    // A stable sort, so that lines at equal progress keep their order.
    all.sort_by(|(a, _), (b, _)| a.total_cmp(b));
    all.into_iter().map(|(_, piece)| piece).collect()
}

/// Whether the lists by search, depth and tree have these lengths.
pub(crate) fn has_shape<T>(
    all: &[Vec<Vec<T>>],
    (searches, depths): (usize, usize),
    trees: usize,
) -> bool {
    let is_whole = |search: &Vec<Vec<T>>| {
        search.len() == depths && search.iter().all(|depth| depth.len() == trees)
    };
    all.len() == searches && all.iter().all(is_whole)
}

/// Nodes of a piece by depth (from the first searched) and tree.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) struct NodesRow {
    pub(crate) line: usize,
    pub(crate) seed: u32,
    /// The smallest depth.
    pub(crate) depth: u32,
    pub(crate) nodes: Vec<Vec<u64>>,
}

impl NodesRow {
    /// Builds it from depths 1, 2, ... of each tree.
    pub(crate) fn of(piece: Piece, trees: &[Vec<u64>]) -> Self {
        let depths = trees.iter().map(Vec::len).min().unwrap_or(0);
        let nodes = (0..depths).map(|depth| trees.iter().map(|tree| tree[depth]).collect());
        Self { line: piece.line, seed: piece.seed, depth: 1, nodes: nodes.collect() }
    }
}

/// Mean nodes by line and depth.
#[derive(Default)]
pub(crate) struct Means(Samples<(usize, u32)>);

impl Means {
    pub(crate) fn of<'r>(rows: impl IntoIterator<Item = &'r NodesRow>) -> Self {
        let mut samples = Samples::default();
        for row in rows {
            for (depth, trees) in (row.depth..).zip(&row.nodes) {
                trees.iter().for_each(|&nodes| samples.add((row.line, depth), nodes as f64));
            }
        }
        Self(samples)
    }

    pub(crate) fn get(&self, line: usize, depth: u32) -> Option<Mean> {
        self.0.mean(&(line, depth))
    }

    pub(crate) fn estimate(&self, line: usize, depth: u32) -> Option<Estimate> {
        self.get(line, depth).map(Estimate::from)
    }

    /// A line's deepest depth.
    pub(crate) fn last(&self, line: usize) -> Option<(u32, Mean)> {
        self.of_line(line).last()
    }

    /// A line's means at all depths.
    pub(crate) fn of_line(&self, line: usize) -> impl Iterator<Item = (u32, Mean)> + '_ {
        let of_line = move |((of, depth), mean): (&(usize, u32), Mean)| {
            (*of == line).then_some((*depth, mean))
        };
        self.0.means().filter_map(of_line)
    }

    /// The growth factor of nodes per ply between two depths.
    pub(crate) fn growth(&self, line: usize, from: u32, to: u32) -> Option<Estimate> {
        let (a, b) = (self.estimate(line, from)?, self.estimate(line, to)?);
        let ratio = b.over(a);
        let root = |x: f64| x.max(0.0).powf(1.0 / f64::from(to - from));
        Some(Estimate { value: root(ratio.value), low: root(ratio.low), high: root(ratio.high) })
    }

    /// A curve for each line.
    pub(crate) fn series(&self, labels: &[String]) -> Vec<Series> {
        let line =
            |(line, label): (usize, &String)| Series::line(label.clone(), self.of_line(line));
        labels.iter().enumerate().map(line).collect()
    }

    /// A row for each depth, a column for each line.
    pub(crate) fn table(&self, title: &str, labels: &[String]) -> Table {
        let headings = ["depth".to_owned()].into_iter().chain(labels.iter().cloned());
        let mut table = Table::new(title, headings);
        let mut depths: Vec<u32> = self.0.means().map(|((_, depth), _)| *depth).collect();
        depths.sort_unstable();
        depths.dedup();
        for depth in depths {
            let mut row = vec![Cell::number(depth, 0)];
            row.extend((0..labels.len()).map(|line| {
                Cell::or_empty(self.get(line, depth).map(|mean| Cell::measured(mean, 1)))
            }));
            table.rows.push(row);
        }
        table
    }
}

/// The mean of a line's first trees at a depth: of this many trees, or of all if there are fewer.
pub(crate) fn first_trees<'r>(
    rows: impl IntoIterator<Item = &'r NodesRow>,
    line: usize,
    depth: u32,
    (seed, trees): (u32, u32),
) -> Option<Mean> {
    let mut nodes = Vec::new();
    for row in rows.into_iter().filter(|row| row.line == line) {
        let wanted = trees.saturating_sub(row.seed.wrapping_sub(seed)) as usize;
        let place = depth.checked_sub(row.depth)? as usize;
        let trees = row.nodes.get(place).into_iter().flatten();
        nodes.extend(trees.take(wanted).map(|&nodes| nodes as f64));
    }
    (!nodes.is_empty()).then(|| Mean::of(nodes))
}

/// Nodes of two lines on the same trees, by depth.
pub(crate) fn pairs(rows: &[NodesRow], a: usize, b: usize) -> Vec<Vec<(f64, f64)>> {
    let mut all: Vec<Vec<(f64, f64)>> = Vec::new();
    for first in rows.iter().filter(|row| row.line == a) {
        let Some(second) = rows.iter().find(|row| row.line == b && row.seed == first.seed) else {
            continue;
        };
        all.resize(all.len().max(first.nodes.len()), Vec::new());
        for (all, (first, second)) in all.iter_mut().zip(first.nodes.iter().zip(&second.nodes)) {
            all.extend(first.iter().zip(second).map(|(&a, &b)| (a as f64, b as f64)));
        }
    }
    all
}

/// Refuses trees that cannot be searched.
pub(crate) fn check_trees(branching: &[u32], depths: &[u32]) -> Result<(), String> {
    if branching.iter().any(|b| !(1..=128).contains(b)) {
        return Err("give branching from 1 to 128".to_owned());
    }
    if depths.iter().any(|depth| !(1..=PLIES as u32).contains(depth)) {
        return Err(format!("give depths from 1 to {PLIES}"));
    }
    Ok(())
}

/// Checks lists that have one item per line.
pub(crate) fn check_lists(lists: &[(&str, usize)]) -> Result<(), String> {
    let lengths = lists.iter().map(|(name, length)| format!("{name} has {length}"));
    match lists.first() {
        Some((_, 0)) => Err("no lines: give at least one".to_owned()),
        Some((_, first)) if lists.iter().any(|(_, length)| length != first) => Err(format!(
            "these lists need one item per line, but {}",
            lengths.collect::<Vec<_>>().join(", ")
        )),
        _ => Ok(()),
    }
}
