//! Partial against full expansion in unbounded best-first minimax, with every set of its switches.

use plyscope_players::engine::Engine;
use plyscope_report::{Axis, Cell, Claim, Estimate, Figure, Series, Style, Summary, Table};

use crate::About;
use crate::keys::{Evaluation, FirstSeed, SeedsOfEach};
use crate::kit::contests::{self, Contests, Games, Played, engine, texts};
use crate::kit::fields::Field;
use crate::kit::lines::check_lists;
use crate::kit::othello_ladders::{Budget, EVALUATION};
use crate::kit::together::{self, Finding, linear, share};
use crate::kit::used::Used;

const QUESTION: &str =
    "open question: children one at a time (Korf & Chickering 1996, Fig. 3), with later switches";

/// The switches: name, option turned off, option turned on.
const SWITCHES: [(&str, &str, &str); 4] = [
    ("table", "transpositions=tree", "transpositions=table"),
    ("completion", "completion=off+on-resolved=next", "completion=on"),
    ("safe", "move=best", "move=safe"),
    ("root", "backup=stable", "backup=root"),
];
/// Sets of switches are numbers with a bit for each.
const SETS: u32 = 1 << SWITCHES.len();
pub(super) const NONE: u32 = 0;
pub(super) const ALL: u32 = SETS - 1;

crate::settings! {
    pub(super) struct Settings {
        /// first tree's seed; selects the openings
        seed: FirstSeed,
        /// random-tree:CHILDREN, othello, or a small game's name
        games: Vec<String>,
        /// pairs of games for each of the games with the fewest nodes: openings or trees
        seeds: SeedsOfEach,
        /// nodes a move, one point of a curve for each
        nodes: Vec<u64>,
        /// by how much fewer pairs there are with each number of nodes
        fewer: Vec<u32>,
        /// by how much fewer again of each set of switches but none and all of them; 0 plays none
        fewer_of_others: Vec<u32>,
        evaluation: Evaluation,
        budget: Budget,
    }
}

pub(super) const EXPANSION: Contests<Settings> = Contests {
    about: About {
        id: "lineage-expansion",
        title: "Partial against full expansion with every set of switches of unbounded best-first minimax",
        source: QUESTION,
        what: "Best-first minimax of 1996 generates children one at a time, until one takes its parent off the principal \
            variation; its successors since 2020 generate all. Here the search with partial expansion plays against itself with \
            full expansion, at equal nodes a move (without completion it goes on when its line is resolved, so that it uses them), with each of the 16 sets of the later switches: a table of positions, \
            completion, the safe move, values backed up to the root. Pairs of games, each side once first, from one opening of \
            a kind; fewer pairs with more nodes, and of the sets between none and all. A node is a generated child; with a table, known ones are not evaluated again, but count. Scores are points of \
            partial expansion, draws count half, and a pair of games on a random tree is one result, for the side with more when it \
            moved first; intervals are those of kinds of openings, or trees. Means over sets have intervals \
            as if these agreed, for they share openings. Claims are corrected for their number (Holm). With budget=time, or in \
            lineage-expansion-time, a node of each engine is timed first, and numbers of nodes are chosen that take as long as \
            those of full expansion.",
        settings: Settings::KEYS,
    },
    settings: |scale| {
        let nodes = || vec![500, 4000, 32_000, 256_000];
        let ones = || vec![1, 1];
        Settings {
            seed: 1,
            games: texts(&GAMES),
            seeds: scale.pick(vec![4; 6], SEEDS.to_vec(), SEEDS.to_vec()),
            nodes: scale.pick(vec![100, 400], nodes(), nodes()),
            fewer: scale.pick(ones(), vec![1, 2, 8, 32], vec![1, 1, 4, 16]),
            fewer_of_others: scale.pick(ones(), vec![2, 4, 4, 0], vec![1, 2, 4, 4]),
            evaluation: EVALUATION.to_owned(),
            budget: "nodes".to_owned(),
        }
    },
    check: |settings| {
        let Settings { nodes, fewer, fewer_of_others, .. } = settings;
        check_lists(&[("nodes", nodes.len()), ("fewer", fewer.len())])?;
        check_lists(&[("nodes", nodes.len()), ("fewer_of_others", fewer_of_others.len())])?;
        match nodes.is_sorted_by(|a, b| a < b) && !fewer.contains(&0) {
            true => Ok(()),
            false => Err("give nodes in ascending order, and fewer from 1".to_owned()),
        }
    },
    games: |settings| Games {
        seed: settings.seed,
        names: &settings.games,
        pairs: &settings.seeds,
        nodes: vec![&settings.nodes; settings.games.len()],
        evaluation: &settings.evaluation,
        budget: &settings.budget,
    },
    meetings: |_| {
        (0..SETS).map(|set| Ok([with("full", set)?, with("partial", set)?].into())).collect()
    },
    fewer: |settings, level, set| settings.fewer(level, set as u32),
    counts: false,
    summarise: |results| Summary {
        tables: (0..results.settings.nodes.len()).map(|level| results.table(level)).collect(),
        figures: vec![
            results.of_games("", ALL),
            results.of_games("-1996", NONE),
            results.of_sets(),
        ],
        claims: results.claims(),
    },
};

pub(super) const EXPANSION_TIMED: Contests<Settings> = Contests {
    about: About {
        id: "lineage-expansion-time",
        title: "Partial against full expansion at equal processor time",
        what: "lineage-expansion without switches and with all of them, at equal processor time a move: a node of each engine is \
            timed first, and numbers of nodes are chosen for partial expansion that take as long as the given ones of full \
            expansion. Static values cost next to nothing here; lineage-price asks for their price. Its rows are not the same twice.",
        ..EXPANSION.about
    },
    settings: |scale| {
        let nodes = || vec![500, 4000, 32_000];
        Settings {
            seeds: scale.pick(vec![8; 6], SEEDS.to_vec(), SEEDS.to_vec()),
            nodes: scale.pick(vec![100, 400], nodes(), nodes()),
            fewer: scale.pick(vec![1, 1], vec![1, 2, 16], vec![1, 1, 4]),
            fewer_of_others: scale.pick(vec![0; 2], vec![0; 3], vec![0; 3]),
            budget: "time".to_owned(),
            ..(EXPANSION.settings)(scale)
        }
    },
    ..EXPANSION
};

impl Settings {
    /// By how much fewer pairs there are of a set of switches with one of the numbers of nodes.
    fn fewer(&self, level: usize, set: u32) -> u32 {
        self.fewer[level] * if set == NONE || set == ALL { 1 } else { self.fewer_of_others[level] }
    }

    /// The pairs of each game.
    fn pairs(&self, level: usize, set: u32) -> String {
        let pairs = self.seeds.iter().map(|seeds| seeds.div_ceil(self.fewer(level, set)));
        pairs.map(|pairs| pairs.to_string()).collect::<Vec<_>>().join(", ")
    }
}

/// The games: random trees, three that are known, and three that are cheap and different.
pub(super) const GAMES: [&str; 6] =
    ["random-tree:5", "othello", "connect-four", "breakthrough", "clobber", "hex"];

/// Pairs of each with the fewest nodes: 500, where a half has as many openings.
pub(super) const SEEDS: [u32; 6] = [500, 500, 284, 500, 500, 500];

/// The search with this expansion and set of switches.
pub(super) fn with(expansion: &str, set: u32) -> Result<Engine, String> {
    let switches =
        (0..).zip(SWITCHES).map(|(bit, (_, off, on))| if set >> bit & 1 == 1 { on } else { off });
    let options =
        switches.fold(format!("algorithm=ubfm+expansion={expansion}"), |all, one| all + "+" + one);
    engine(&options)
}

pub(super) fn name(set: u32) -> String {
    let on = (0..).zip(SWITCHES).filter(|(bit, _)| set >> bit & 1 == 1).map(|(_, (name, ..))| name);
    match set {
        NONE => "none (1996)".to_owned(),
        ALL => "all (UBFM)".to_owned(),
        _ => on.collect::<Vec<_>>().join("+"),
    }
}

/// The heading of means of all games but random trees, on which a pair of games is one result.
pub(super) const WITHOUT_TREES: &str = "mean without random trees";

/// Whether the game of this name is random trees.
pub(super) fn is_trees(name: &str) -> bool {
    matches!(Field::named(name), Ok(Field::Trees(_)))
}

/// A choice of sets.
type Wanted = fn(u32) -> bool;

type Results<'r> = contests::Results<'r, Settings>;

/// The mean of estimates of different games, or of one game with different sets, which share openings.
pub(super) fn mean(
    scores: impl Iterator<Item = Option<Estimate>>,
    independent: bool,
) -> Option<Estimate> {
    let scores: Vec<Estimate> = scores.collect::<Option<_>>()?;
    let count = scores.len() as f64;
    let of = |width: fn(&Estimate) -> f64| {
        let sum = |power: i32| scores.iter().map(|score| width(score).powi(power)).sum::<f64>();
        if independent { sum(2).sqrt() / count } else { sum(1) / count }
    };
    let value = scores.iter().map(|score| score.value).sum::<f64>() / count;
    let (low, high) = (value - of(|s| s.value - s.low), value + of(|s| s.high - s.value));
    (count > 0.0).then_some(Estimate { value, low, high })
}

impl Results<'_> {
    fn score(&self, game: usize, level: usize, set: u32) -> Option<Estimate> {
        self.at(game, level, set as usize).map(|played| played.score)
    }

    /// The mean of the games, with the mean of these sets in each.
    fn of(&self, level: usize, wanted: Wanted) -> Option<Estimate> {
        let sets = || (0..SETS).filter(|&set| wanted(set));
        let game = |game| mean(sets().map(|set| self.score(game, level, set)), false);
        mean((0..self.settings.games.len()).map(game), true)
    }

    /// The mean of all games but random trees.
    fn without_trees(&self, of: impl Fn(usize) -> Option<Estimate>) -> Option<Estimate> {
        let games = &self.settings.games;
        mean((0..games.len()).filter(|&game| !is_trees(&games[game])).map(of), true)
    }

    fn table(&self, level: usize) -> Table {
        let title = format!(
            "Points of partial against full expansion (%), {} nodes a move: evaluation {}, equal {}",
            self.settings.nodes[level], self.settings.evaluation, self.settings.budget
        );
        let names = self.settings.games.iter().cloned();
        let headings = ["switches that both have".to_owned()].into_iter().chain(names);
        let used = |set: u32| {
            let games = 0..self.settings.games.len();
            Played::used(games.filter_map(|game| self.at(game, level, set as usize)))
        };
        let played: Vec<u32> =
            (0..SETS).filter(|&set| self.score(0, level, set).is_some()).collect();
        let all: Vec<Used> = played.iter().map(|&set| used(set)).collect();
        let last = ["mean of the games", WITHOUT_TREES, "pairs of each game", Played::USED];
        let last = last.map(str::to_owned);
        let mut table = Table::new(self.title(&title, &all), headings.chain(last));
        let cell =
            |score: Option<Estimate>| Cell::or_empty(score.map(|score| Cell::measured(score, 1)));
        let games = || 0..self.settings.games.len();
        for &set in &played {
            let scores = || games().map(|game| self.score(game, level, set));
            let pairs = Cell::text(self.settings.pairs(level, set));
            let others = self.without_trees(|game| self.score(game, level, set));
            let cells = scores().chain([mean(scores(), true), others]).map(cell);
            let cells = cells.chain([pairs, used(set).cell()]);
            table.rows.push([Cell::text(name(set))].into_iter().chain(cells).collect());
        }
        if played.len() < SETS as usize {
            return table;
        }
        let of_game = |game| mean((0..SETS).map(|set| self.score(game, level, set)), false);
        let last = [self.of(level, |_| true), self.without_trees(of_game)];
        let cells = games().map(of_game).chain(last).map(cell);
        let cells = cells.chain([Cell::Empty, Cell::Empty]);
        table.rows.push([Cell::text("mean of the sets")].into_iter().chain(cells).collect());
        table
    }

    /// Curves of the games, and of their mean, with a set of switches.
    fn of_games(&self, suffix: &str, set: u32) -> Figure {
        let Settings { games, nodes, .. } = self.settings;
        let line = |label: String, of: &dyn Fn(usize) -> Option<Estimate>| {
            let points = nodes.iter().enumerate();
            Series::line(
                label,
                points.filter_map(|(level, &nodes)| Some((nodes as f64, of(level)?))),
            )
        };
        let curve = |(game, name): (usize, &String)| {
            line(name.clone(), &|level| self.score(game, level, set)).in_group(game)
        };
        let wanted: Wanted = if set == ALL { |set| set == ALL } else { |set| set == NONE };
        let mean = line("mean of the games".to_owned(), &|level| self.of(level, wanted));
        let series = games.iter().enumerate().map(curve).chain([mean.in_group(games.len())]);
        let title = format!("Partial against full expansion, switches: {}", name(set));
        let axes = (Axis::log("nodes a move"), "points of partial expansion (%)");
        self.figure(suffix, title, axes, series)
    }

    /// Bars of the sets, means of the games.
    fn of_sets(&self) -> Figure {
        let series = self.settings.nodes.iter().enumerate().map(|(level, nodes)| {
            let games = || 0..self.settings.games.len();
            let points = (0..SETS).filter_map(|set| {
                Some((
                    f64::from(set + 1),
                    mean(games().map(|game| self.score(game, level, set)), true)?,
                ))
            });
            Series::line(format!("{nodes} nodes a move"), points).styled(Style::Bars)
        });
        let series = series.filter(|series| series.points.len() == SETS as usize);
        let title = "Partial against full expansion, mean of the games".to_owned();
        let axis = Axis::categories("switches that both have", (0..SETS).map(name));
        self.figure("-sets", title, (axis, "points of partial expansion (%)"), series)
    }

    fn claims(&self) -> Vec<Claim> {
        let all: [(&str, &str, Wanted); 7] = [
            ("none", "without any switch", |set| set == NONE),
            ("all", "with all switches, in UBFM", |set| set == ALL),
            ("any", "mean of all sets of switches", |_| true),
            ("table", "mean of the sets with a table", |set| set & 1 != 0),
            ("completion", "mean of the sets with completion", |set| set & 2 != 0),
            ("safe", "mean of the sets with the safe move", |set| set & 4 != 0),
            ("root", "mean of the sets with values backed up to the root", |set| set & 8 != 0),
        ];
        let levels = || self.settings.nodes.iter().enumerate();
        let points = all.into_iter().flat_map(|(key, sets, wanted)| {
            let said = move |nodes: &dyn std::fmt::Display| {
                format!(
                    "partial expansion's points, {sets}, {nodes} nodes, mean of the games: it gains"
                )
            };
            levels().map(move |(level, nodes)| Finding {
                key,
                whole: said(&"…"),
                statement: said(nodes),
                unit: "%",
                measured: self.of(level, wanted).map(share),
                limit: 50.0,
                below: false,
            })
        });
        let points =
            points.filter(|one| one.measured.is_some() || one.key == "none" || one.key == "all");
        let last = self.settings.nodes.len().saturating_sub(1);
        let shrinks = all.into_iter().take(2).map(|(_, sets, wanted)| {
            let said = |sets: &str| {
                format!(
                    "what partial expansion gains from the fewest to the most nodes, {sets}: less"
                )
            };
            let [first, last] = [0, last].map(|level| self.of(level, wanted));
            Finding {
                key: "shrinks",
                whole: said("…"),
                statement: said(sets),
                unit: "points",
                measured: last.zip(first).map(|(last, first)| linear(last.less(first))),
                limit: 0.0,
                below: true,
            }
        });
        let games = self.settings.games.iter().enumerate();
        let said = |name: &str| {
            format!("partial expansion's points in UBFM, {name}, fewest nodes: it gains")
        };
        let games = games.map(|(game, name)| Finding {
            key: "games",
            whole: said("…"),
            statement: said(name),
            unit: "%",
            measured: self.score(game, 0, ALL).map(share),
            limit: 50.0,
            below: false,
        });
        together::claims(QUESTION, points.chain(shrinks).chain(games).collect())
    }
}

#[cfg(test)]
mod tests {
    use super::{ALL, NONE, name, with};
    use plyscope_players::engine::options::Ubfm;

    #[test]
    fn all_switches_are_ubfm_and_none_are_those_of_1996() {
        assert_eq!(with("full", ALL).unwrap().search, Ubfm::default().into());
        let none = with("partial", NONE).unwrap().to_string();
        assert!(none.contains("completion=off") && none.contains("expansion=partial"), "{none}");
        assert_eq!([name(5), name(8)], ["table+safe", "root"]);
    }
}
