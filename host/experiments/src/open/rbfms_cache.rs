//! Best-first minimax in bounded memory: between recursive best-first minimax and the tree in memory.

use std::collections::BTreeMap;

use plyscope_core::Expansion;
use plyscope_core::random_tree::{Branching, RandomTree};
use plyscope_measure::trees::{Chosen, best_first, bounded, rbfms};
use plyscope_report::{
    Axis, Cell, Claim, Estimate, Figure, Mark, Plot, Series, Style, Summary, Table,
};
use plyscope_tree::{Formulation, WhenFull};
use serde::{Deserialize, Serialize};

use crate::keys::{FirstSeed, SeedsOfEach};
use crate::kit::collect::{Samples, ratio};
use crate::kit::lines::{Piece, check_lists, check_trees, tasks};
use crate::{About, ExperimentError, Scale, Study};

const SOURCE: &str = "Korf & Chickering 1996, section 3.2 (open problem)";

/// Policies for full memory.
const WAYS: [(WhenFull, &str); 2] =
    [(WhenFull::Linear, "linear space"), (WhenFull::Prune, "subtrees pruned")];

pub(super) struct Cache;

crate::settings! {
    pub(super) struct Settings {
        seed: FirstSeed,
        seeds: SeedsOfEach,
        /// children of a node, one line for each
        branching: Vec<u32>,
        /// search depth for each number of children
        depths: Vec<u32>,
        /// nodes that can be stored beside the root
        entries: Vec<u32>,
    }
}

/// Some trees of a kind.
#[derive(Serialize, Deserialize)]
pub(super) struct Row {
    line: usize,
    seed: u32,
    /// Nodes of recursive best-first minimax by tree.
    recursive: Vec<u64>,
    /// Nodes with the tree in memory, by tree: each is generated once and stored.
    unlimited: Vec<u64>,
    /// Nodes by policy, number of entries and tree.
    bounded: [Vec<Vec<u64>>; 2],
    /// Number of searches in bounded memory whose move differs from recursive best-first minimax's.
    other_moves: u32,
    /// The same for the search with the tree in memory.
    other_moves_unlimited: u32,
}

impl Study for Cache {
    type Settings = Settings;
    type Task = Piece;
    type Row = Row;

    fn about(&self) -> &About {
        &About {
            id: "rbfms-cache",
            title: "Best-first minimax in bounded memory: nodes against the size of the cache",
            source: SOURCE,
            what: "Recursive best-first minimax (RBFMS) needs linear space and regenerates nodes; with the tree in \
                memory each node is generated once. Between them is best-first minimax with a limited number of stored \
                nodes beside the root. When memory is full, it either searches in linear space below nodes that cannot \
                be stored, or frees the subtree below the worst node off the principal variation. Uniform trees, one \
                depth for each number of children, partial expansion. All searches count all generations, including \
                regenerations; without a limit there are none. The linear-space search's stack, a few nodes per ply, \
                is not counted among the entries.",
            settings: Settings::KEYS,
        }
    }

    fn settings(&self, scale: Scale) -> Settings {
        let most = scale.pick(3, 4, 5);
        let entries = (1..=most).flat_map(|power| [1, 2, 5].map(|n| n * 10u32.pow(power)));
        Settings {
            seed: 1,
            seeds: vec![scale.pick(300, 1000, 1000); 3],
            branching: vec![2, 5, 10],
            depths: scale.pick(vec![22, 15, 11], vec![28, 19, 14], vec![32, 21, 15]),
            entries: [0].into_iter().chain(entries).collect(),
        }
    }

    fn check(&self, settings: &Settings) -> Result<(), String> {
        let Settings { seeds, branching, depths, entries, .. } = settings;
        let lengths = [("branching", branching.len()), ("depths", depths.len())];
        check_lists(&lengths)?;
        check_lists(&[lengths[0], ("seeds", seeds.len())])?;
        if !entries.is_sorted_by(|a, b| a < b) || entries.iter().any(|&n| n > 1 << 27) {
            return Err("give entries in ascending order, at most 134217728".to_owned());
        }
        check_trees(branching, depths)
    }

    fn tasks(&self, settings: &Settings, _: &[Row]) -> Result<Vec<Piece>, ExperimentError> {
        Ok(tasks(settings.seed, settings.seeds.iter().map(|&seeds| (seeds, seeds.div_ceil(50)))))
    }

    fn run(&self, settings: &Settings, piece: &Piece) -> Result<Vec<Row>, ExperimentError> {
        let branching = Branching::uniform(settings.branching[piece.line])?;
        let depth = settings.depths[piece.line];
        let none = || vec![Vec::new(); settings.entries.len()];
        let mut row = Row {
            line: piece.line,
            seed: piece.seed,
            recursive: Vec::new(),
            unlimited: Vec::new(),
            bounded: [none(), none()],
            other_moves: 0,
            other_moves_unlimited: 0,
        };
        let last = |found: Vec<Chosen>| found.last().copied();
        for seed in piece.seeds() {
            let tree = RandomTree::new(seed, branching);
            let Some(recursive) = last(rbfms(&tree, Expansion::Partial, depth)?) else { continue };
            let all = last(best_first(&tree, Expansion::Partial, Formulation::Figure3, depth));
            let Some(unlimited) = all else { continue };
            row.recursive.push(recursive.nodes);
            row.unlimited.push(unlimited.nodes);
            row.other_moves_unlimited += u32::from(unlimited.best != recursive.best);
            for (found, (when_full, _)) in row.bounded.iter_mut().zip(WAYS) {
                for (nodes, &entries) in found.iter_mut().zip(&settings.entries) {
                    let found = bounded(&tree, when_full, entries + 1, depth);
                    nodes.push(found.nodes);
                    row.other_moves += u32::from(found.best != recursive.best);
                }
            }
        }
        Ok(vec![row])
    }

    fn summarise(&self, settings: &Settings, rows: &[Row]) -> Summary {
        let numbers = CacheResults::of(settings, rows);
        Summary {
            tables: vec![table(settings, &numbers)],
            figures: vec![nodes_figure(settings, &numbers), excess_figure(settings, &numbers)],
            claims: claims(settings, &numbers),
        }
    }
}

/// A line, a policy for full memory and a number of entries.
type Key = (usize, usize, u32);

/// The rows' results. Lines are numbers of children.
#[derive(Default)]
struct CacheResults {
    recursive: Samples<usize>,
    unlimited: Samples<usize>,
    bounded: Samples<Key>,
    /// Nodes in bounded memory and with unlimited memory on the same tree.
    pairs: BTreeMap<Key, Vec<(f64, f64)>>,
    /// Nodes with subtrees pruned and in linear space, by line and number of entries.
    ways: BTreeMap<(usize, u32), Vec<(f64, f64)>>,
    /// By line: searches, those with a different move in bounded memory, trees, and those with a different move with
    /// the tree in memory.
    moves: BTreeMap<usize, [u64; 4]>,
    /// Trees with enough entries for all nodes, and those of them on which a different number was generated.
    enough: BTreeMap<usize, [u64; 2]>,
    /// The same for no entries, which must give recursive best-first minimax.
    none: BTreeMap<usize, [u64; 2]>,
    /// Cases where a larger cache costs more nodes than the next smaller one on the same tree, and all cases, by line
    /// and policy.
    anomalies: BTreeMap<(usize, usize), [u64; 2]>,
}

impl CacheResults {
    fn of(settings: &Settings, rows: &[Row]) -> Self {
        let mut numbers = Self::default();
        for row in rows {
            let line = row.line;
            row.recursive.iter().for_each(|&nodes| numbers.recursive.add(line, nodes as f64));
            row.unlimited.iter().for_each(|&nodes| numbers.unlimited.add(line, nodes as f64));
            let trees = row.recursive.len() as u64;
            let searches = trees * (WAYS.len() * settings.entries.len()) as u64;
            let found = [searches, row.other_moves.into(), trees, row.other_moves_unlimited.into()];
            let moves = numbers.moves.entry(line).or_default();
            moves.iter_mut().zip(found).for_each(|(sum, found)| *sum += found);
            let [linear, pruned] = &row.bounded;
            for (&entries, (linear, pruned)) in
                settings.entries.iter().zip(linear.iter().zip(pruned))
            {
                let pairs = pruned.iter().zip(linear).map(|(&a, &b)| (a as f64, b as f64));
                numbers.ways.entry((line, entries)).or_default().extend(pairs);
            }
            for (way, caches) in row.bounded.iter().enumerate() {
                for (&entries, nodes) in settings.entries.iter().zip(caches) {
                    numbers.cache(row, (line, way, entries), nodes);
                }
                let anomalies = numbers.anomalies.entry((line, way)).or_default();
                for pair in caches.windows(2) {
                    let [small, large] = pair else { continue };
                    anomalies[0] += small.iter().zip(large).filter(|(a, b)| b > a).count() as u64;
                    anomalies[1] += small.len() as u64;
                }
            }
        }
        numbers
    }

    fn cache(&mut self, row: &Row, key: Key, nodes: &[u64]) {
        let (line, _, entries) = key;
        for ((&nodes, &recursive), &unlimited) in
            nodes.iter().zip(&row.recursive).zip(&row.unlimited)
        {
            self.bounded.add(key, nodes as f64);
            self.pairs.entry(key).or_default().push((nodes as f64, unlimited as f64));
            let check = |checks: &mut BTreeMap<usize, [u64; 2]>, expected| {
                let [cases, wrong] = checks.entry(line).or_default();
                *cases += 1;
                *wrong += u64::from(nodes != expected);
            };
            if u64::from(entries) >= unlimited {
                check(&mut self.enough, unlimited);
            }
            if entries == 0 {
                check(&mut self.none, recursive);
            }
        }
    }

    fn excess(&self, key: Key) -> Option<Estimate> {
        Some(ratio(self.pairs.get(&key)?))
    }
}

fn label(settings: &Settings, line: usize) -> String {
    format!("b = {}, depth {}", settings.branching[line], settings.depths[line])
}

fn table(settings: &Settings, numbers: &CacheResults) -> Table {
    let mut headings = vec!["trees".to_owned(), "entries".to_owned()];
    for (_, way) in WAYS {
        headings.push(format!("{way}, nodes"));
        headings.push(format!("{way}, nodes / unlimited"));
    }
    let mut table = Table::new("Mean nodes generated, with regenerations, by cache size", headings);
    for line in 0..settings.branching.len() {
        let one = |name: &str, mean: Option<plyscope_run::statistics::Mean>| {
            let nodes = Cell::or_empty(mean.map(|mean| Cell::measured(mean, 1)));
            vec![Cell::text(label(settings, line)), Cell::text(name), nodes]
        };
        let end = |mut row: Vec<Cell>| {
            row.resize(2 + 2 * WAYS.len(), Cell::or_empty(None));
            row
        };
        table.rows.push(end(one("RBFMS", numbers.recursive.mean(&line))));
        for &entries in &settings.entries {
            let mut row = vec![Cell::text(label(settings, line)), Cell::number(entries, 0)];
            for way in 0..WAYS.len() {
                let key = (line, way, entries);
                let nodes = numbers.bounded.mean(&key).map(|mean| Cell::measured(mean, 1));
                row.push(Cell::or_empty(nodes));
                let excess = numbers.excess(key).map(|ratio| Cell::measured(ratio, 3));
                row.push(Cell::or_empty(excess));
            }
            table.rows.push(row);
        }
        table.rows.push(end(one("unlimited", numbers.unlimited.mean(&line))));
    }
    table
}

/// Curves over the entries. No entries are omitted: a logarithmic axis has no 0.
fn series(settings: &Settings, of: impl Fn(Key) -> Option<Estimate>) -> Vec<Series> {
    let mut all = Vec::new();
    for line in 0..settings.branching.len() {
        for (way, (_, name)) in WAYS.iter().enumerate() {
            let entries = settings.entries.iter().filter(|entries| **entries > 0);
            let points = entries.filter_map(|&entries| Some((entries, of((line, way, entries))?)));
            let style = if way == 0 { Style::Line } else { Style::Dashed };
            let label = format!("{}, {name}", label(settings, line));
            all.push(Series::line(label, points).styled(style).in_group(line));
        }
    }
    all
}

fn nodes_figure(settings: &Settings, numbers: &CacheResults) -> Figure {
    let mut series = series(settings, |key| numbers.bounded.mean(&key).map(Estimate::from));
    let ends = || {
        let mut entries = settings.entries.iter().copied().filter(|&entries| entries > 0);
        let first = entries.next();
        [first, entries.next_back()].into_iter().flatten()
    };
    for line in 0..settings.branching.len() {
        let limits = [("RBFMS", &numbers.recursive), ("unlimited memory", &numbers.unlimited)];
        for (name, nodes) in limits {
            let Some(mean) = nodes.mean(&line) else { continue };
            let points = ends().map(|entries| (entries, mean));
            let label = format!("{}, {name}", label(settings, line));
            series.push(Series::line(label, points).styled(Style::Thin).in_group(line));
        }
    }
    Figure::Plot(Plot {
        name: "rbfms-cache-nodes".to_owned(),
        title: "Best-first minimax in bounded memory, uniform trees".to_owned(),
        x: Axis::log("nodes that can be stored"),
        y: Axis::log("nodes generated, with regenerations (mean)"),
        series,
        marks: Vec::new(),
    })
}

fn excess_figure(settings: &Settings, numbers: &CacheResults) -> Figure {
    Figure::Plot(Plot {
        name: "rbfms-cache-excess".to_owned(),
        title: "The cost of bounded memory, uniform trees".to_owned(),
        x: Axis::log("nodes that can be stored"),
        y: Axis::log("nodes generated / those with unlimited memory"),
        series: series(settings, |key| numbers.excess(key)),
        marks: vec![Mark::Horizontal { y: 1.0, label: "unlimited memory".to_owned() }],
    })
}

/// What the claims on a cache for a third of the tree say together.
const TWICE: &str =
    "with a cache for a third of the tree, at most twice the nodes of unlimited memory";
const FREEING: &str = "with a cache for a third of the tree, freeing subtrees costs fewer nodes than searching in linear space";

fn claims(settings: &Settings, numbers: &CacheResults) -> Vec<Claim> {
    let of = |statement: String| Claim::of(SOURCE, statement, "", 3).own();
    let cases = |checks: &BTreeMap<usize, [u64; 2]>| -> Vec<(String, bool)> {
        let case = |(&line, &[all, wrong]): (&usize, &[u64; 2])| {
            (format!("{}: {wrong} of {all} differ", label(settings, line)), wrong == 0)
        };
        checks.iter().map(case).collect()
    };
    let moves = |all: usize| {
        let case = move |(&line, counts): (&usize, &[u64; 4])| {
            let name = format!("{}: {} of {}", label(settings, line), counts[all + 1], counts[all]);
            (name, counts[all + 1] == 0)
        };
        numbers.moves.iter().map(case).collect::<Vec<_>>()
    };
    let every = "every search";
    let mut claims = vec![
        of("with no entries it is RBFMS: it generates equally many nodes on every tree".to_owned())
            .in_all(every, cases(&numbers.none)),
        of("with entries for all nodes it generates each node once, as with unlimited memory"
            .to_owned())
        .in_all(every, cases(&numbers.enough)),
        of("its move is RBFMS's, whatever the size of the cache".to_owned())
            .in_all(every, moves(0)),
        of("best-first minimax's move with the tree in memory is RBFMS's".to_owned())
            .in_all(every, moves(2)),
    ];
    for (way, (_, name)) in WAYS.iter().enumerate() {
        let never = numbers.anomalies.iter().filter(|((_, of), _)| *of == way).map(
            |(&(line, _), &[more, all])| {
                (format!("{}: {more} of {all} do", label(settings, line)), more == 0)
            },
        );
        claims.push(
            of(format!("{name}: on no tree does a larger cache cost nodes"))
                .point_of("larger-cache", "on no tree does a larger cache cost nodes")
                .in_all(every, never),
        );
    }
    for line in 0..settings.branching.len() {
        let Some(unlimited) = numbers.unlimited.mean(&line) else { continue };
        // The largest cache that holds at most half of the mean tree.
        let half = settings.entries.iter().rfind(|n| 2.0 * f64::from(**n) <= unlimited.mean);
        let Some(&entries) = half.filter(|entries| **entries > 0) else { continue };
        let cache = format!(
            "{}, {entries} entries, {:.0} % of the nodes of a whole tree on average",
            label(settings, line),
            100.0 * f64::from(entries) / unlimited.mean,
        );
        for (way, (_, name)) in WAYS.iter().enumerate() {
            let statement =
                format!("{cache}, {name}: at most twice the nodes with unlimited memory");
            let claim = of(statement).point_of("at-most-twice", TWICE);
            claims.push(claim.below(2.0, numbers.excess((line, way, entries))));
        }
        let statement = format!(
            "{cache}: freeing subtrees costs fewer nodes than searching in linear space: ratio"
        );
        let pairs = numbers.ways.get(&(line, entries));
        let claim = of(statement).point_of("freeing", FREEING);
        claims.push(claim.below(1.0, pairs.map(|pairs| ratio(pairs))));
    }
    claims
}
