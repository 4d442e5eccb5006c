//! The summary of partial against full expansion.

use plyscope_report::{Axis, Cell, Claim, Estimate, Figure, Series, Style, Summary, Table};

use super::expansion::{ALL, NONE, QUESTION, SETS, SWITCHES, Settings, name};
use crate::kit::contests::{self, Played};
use crate::kit::fields::Field;
use crate::kit::together::{self, Finding, linear, share};
use crate::kit::used::Used;

/// The heading of means of all games but random trees, on which a pair of games is one result.
pub(super) const WITHOUT_TREES: &str = "mean without random trees";

/// Whether the game of this name is random trees.
pub(super) fn is_trees(name: &str) -> bool {
    matches!(Field::named(name), Ok(Field::Trees(_)))
}

/// A choice of sets.
type Wanted = fn(u32) -> bool;

type Results<'r> = contests::Results<'r, Settings>;

/// The mean of estimates of different games.
pub(super) fn mean(scores: impl Iterator<Item = Option<Estimate>>) -> Option<Estimate> {
    let scores: Vec<Estimate> = scores.collect::<Option<_>>()?;
    let count = scores.len() as f64;
    let of = |width: fn(&Estimate) -> f64| {
        scores.iter().map(|score| width(score).powi(2)).sum::<f64>().sqrt() / count
    };
    let value = scores.iter().map(|score| score.value).sum::<f64>() / count;
    let (low, high) = (value - of(|s| s.value - s.low), value + of(|s| s.high - s.value));
    (count > 0.0).then_some(Estimate { value, low, high })
}

/// Tables, figures and claims.
pub(super) fn summary(results: &Results<'_>) -> Summary {
    let levels = || 0..results.settings.nodes.len();
    let tables = levels().map(|level| results.table(level));
    let changes = levels().filter_map(|level| results.changes(level));
    Summary {
        tables: tables.chain(changes).collect(),
        figures: vec![
            results.of_games("", ALL),
            results.of_games("-1996", NONE),
            results.of_sets(),
        ],
        claims: results.claims(),
    }
}

impl Results<'_> {
    fn score(&self, game: usize, level: usize, set: u32) -> Option<Estimate> {
        self.at(game, level, set as usize).map(|played| played.score)
    }

    /// The mean of these sets in a game.
    fn of_game(&self, game: usize, level: usize, wanted: Wanted) -> Option<Estimate> {
        let sets = (0..SETS).filter(|&set| wanted(set));
        let all: Option<Vec<&Played>> =
            sets.map(|set| self.at(game, level, set as usize)).collect();
        Played::mean(&all?)
    }

    /// The mean of the games, with the mean of these sets in each.
    fn of(&self, level: usize, wanted: Wanted) -> Option<Estimate> {
        mean((0..self.settings.games.len()).map(|game| self.of_game(game, level, wanted)))
    }

    /// How many points the switch of this number adds to those of partial expansion in a game, mean of the sets of the others.
    fn change(&self, game: usize, level: usize, switch: usize) -> Option<Estimate> {
        let bit = 1 << switch;
        let without = (0..SETS).filter(|set| set & bit == 0);
        let both = |set: u32| {
            let at = |set: u32| self.at(game, level, set as usize);
            Some((at(set | bit)?, at(set)?))
        };
        Played::more(&without.map(both).collect::<Option<Vec<_>>>()?)
    }

    /// The mean of all games but random trees.
    fn without_trees(&self, of: impl Fn(usize) -> Option<Estimate>) -> Option<Estimate> {
        let games = &self.settings.games;
        mean((0..games.len()).filter(|&game| !is_trees(&games[game])).map(of))
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
            let cells = scores().chain([mean(scores()), others]).map(cell);
            let cells = cells.chain([pairs, used(set).cell()]);
            table.rows.push([Cell::text(name(set))].into_iter().chain(cells).collect());
        }
        if played.len() < SETS as usize {
            return table;
        }
        let of_game = |game| self.of_game(game, level, |_| true);
        let last = [self.of(level, |_| true), self.without_trees(of_game)];
        let cells = games().map(of_game).chain(last).map(cell);
        let cells = cells.chain([Cell::Empty, Cell::Empty]);
        table.rows.push([Cell::text("mean of the sets")].into_iter().chain(cells).collect());
        table
    }

    /// What each switch changes, where all sets were played.
    fn changes(&self, level: usize) -> Option<Table> {
        let title = format!(
            "What a switch changes in the points of partial expansion (points), {} nodes a move: mean of the eight sets of the others",
            self.settings.nodes[level]
        );
        let games = || 0..self.settings.games.len();
        let names = self.settings.games.iter().cloned();
        let last = ["mean of the games", WITHOUT_TREES].map(str::to_owned);
        let mut table =
            Table::new(title, ["switch".to_owned()].into_iter().chain(names).chain(last));
        for (switch, (name, ..)) in SWITCHES.into_iter().enumerate() {
            let of = |game| self.change(game, level, switch);
            let all = mean(games().map(of))?;
            let cells = games().map(of).chain([Some(all), self.without_trees(of)]);
            let cells = cells.map(|one| Cell::or_empty(one.map(|one| Cell::measured(one, 1))));
            table.rows.push([Cell::text(name)].into_iter().chain(cells).collect());
        }
        Some(table)
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
                Some((f64::from(set + 1), mean(games().map(|game| self.score(game, level, set)))?))
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
        // With one number of nodes nothing can shrink.
        let shrinks = all.into_iter().take(if last > 0 { 2 } else { 0 }).map(|(_, sets, wanted)| {
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
        let changes = levels().flat_map(|(level, nodes)| {
            SWITCHES.into_iter().enumerate().filter_map(move |(switch, (name, ..))| {
                let games = 0..self.settings.games.len();
                let change = mean(games.map(|game| self.change(game, level, switch)))?;
                Some(Finding {
                    key: "changes",
                    whole: "what a switch changes in partial expansion's points: they fall".to_owned(),
                    statement: format!(
                        "what the switch {name} changes in partial expansion's points, {nodes} nodes, mean of the games: they fall"
                    ),
                    unit: "points",
                    measured: Some(linear(change)),
                    limit: 0.0,
                    below: true,
                })
            })
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
        together::claims(QUESTION, points.chain(shrinks).chain(changes).chain(games).collect())
    }
}
