//! Tables, figures and claims of the switches.

use plyscope_players::tournament::ladder::Equal;
use plyscope_report::{Axis, Cell, Claim, Estimate, Figure, Meaning, Series, Style, Table};

use super::{QUESTION, QUESTION_OF_TIME, Settings, TODAYS};
use crate::kit::contests::{self, Played};
use crate::kit::fields::Field;
use crate::kit::othello_ladders::equal;
use crate::kit::used::Used;

/// Its abstract has the table, backing up to the root, completion, and exact values of finished games.
const UNBOUNDED: &str =
    "Cohen-Solal 2025, On some improvements to unbounded minimax (arXiv 2505.04525), abstract";
const STUDY: &str =
    "Cohen-Solal 2025, Study and improvement of search algorithms (arXiv 2505.09639)";

/// Points of UBFM against itself without a change that is slightly better.
const SLIGHTLY: Meaning = Meaning::at_most("slightly", 55.0);

pub(super) type Results<'r> = contests::Results<'r, Settings>;

impl Results<'_> {
    fn of(&self, game: usize, pairing: (bool, &str)) -> Option<&Played> {
        let place = self.settings.pairings().iter().position(|other| *other == pairing)?;
        self.at(game, 0, place)
    }

    fn options(&self, of_today: bool) -> impl Iterator<Item = &str> {
        let list = if of_today { &self.settings.changed } else { &self.settings.added };
        list.iter().map(String::as_str)
    }

    fn score(&self, game: usize, pairing: (bool, &str)) -> Option<Estimate> {
        self.of(game, pairing).map(|played| played.score)
    }

    /// The mean over all games.
    fn mean(&self, pairing: (bool, &str)) -> Option<Estimate> {
        self.mean_where(pairing, |_| true)
    }

    fn mean_where(&self, pairing: (bool, &str), wanted: fn(Field) -> bool) -> Option<Estimate> {
        let games = self.settings.games.iter().enumerate();
        let wanted = games.filter(|(_, name)| Field::named(name).is_ok_and(wanted));
        let scores: Option<Vec<Estimate>> =
            wanted.map(|(game, _)| self.score(game, pairing)).collect();
        let scores = scores.filter(|scores| !scores.is_empty())?;
        let count = scores.len() as f64;
        let value = scores.iter().map(|score| score.value).sum::<f64>() / count;
        let below = scores.iter().map(|s| (s.value - s.low).powi(2)).sum::<f64>().sqrt() / count;
        let above = scores.iter().map(|s| (s.high - s.value).powi(2)).sum::<f64>().sqrt() / count;
        Some(Estimate { value, low: value - below, high: value + above })
    }

    fn is_timed(&self) -> bool {
        equal(&self.settings.budget) == Ok(Equal::Time)
    }

    fn how(&self) -> String {
        format!("evaluation {}, equal {}", self.settings.evaluation, self.settings.budget)
    }

    fn against(of_today: bool) -> &'static str {
        if of_today { "UBFM" } else { "1996 (full expansion)" }
    }

    pub(super) fn table(&self, of_today: bool) -> Table {
        let title = format!("Points against {} (%): {}", Self::against(of_today), self.how());
        let games = self.settings.games.iter().zip(&self.settings.nodes);
        let headings = games.map(|(game, nodes)| format!("{game}, {nodes} nodes"));
        let headings = ["what differs".to_owned()].into_iter().chain(headings);
        let last = ["mean of the games", Played::USED].map(str::to_owned);
        let used = |options: &str| {
            let games = 0..self.settings.games.len();
            Played::used(games.filter_map(|game| self.of(game, (of_today, options))))
        };
        let all: Vec<Used> = self.options(of_today).map(used).collect();
        let mut table = Table::new(self.title(&title, &all), headings.chain(last));
        for options in self.options(of_today) {
            let pairing = (of_today, options);
            let mut row = vec![Cell::text(options.replace('+', ", "))];
            let scores = (0..self.settings.games.len()).map(|game| self.score(game, pairing));
            let cell =
                |score: Option<Estimate>| Cell::or_empty(score.map(|s| Cell::measured(s, 1)));
            row.extend(scores.map(cell));
            row.push(cell(self.mean(pairing)));
            row.push(used(options).cell());
            table.rows.push(row);
        }
        table
    }

    /// Games and nodes used.
    pub(super) fn nodes(&self) -> Table {
        let headings = [
            "game",
            "what differs",
            "from",
            "won",
            "drawn",
            "lost",
            "nodes a move",
            "its opponent's",
        ];
        let mut table = Table::new("Games, and nodes that were used for a move", headings);
        for (game, name) in self.settings.games.iter().enumerate() {
            for pairing in self.settings.pairings() {
                let Some(played) = self.of(game, pairing) else { continue };
                let (of_today, options) = pairing;
                let from = Cell::text(Self::against(of_today));
                let mut row =
                    vec![Cell::text(name.clone()), Cell::text(options.replace('+', ", ")), from];
                let tally = played.tally;
                let counts = [tally.wins, tally.draws, tally.losses];
                row.extend(counts.map(|count| Cell::number(count as f64, 0)));
                row.extend([played.nodes[1], played.nodes[0]].map(|nodes| Cell::number(nodes, 0)));
                table.rows.push(row);
            }
        }
        table
    }

    pub(super) fn group(&self, of_today: bool) -> Figure {
        let series = self.settings.games.iter().enumerate().map(|(game, name)| {
            let points = (1u32..).zip(self.options(of_today)).filter_map(|(place, options)| {
                Some((f64::from(place), self.score(game, (of_today, options))?))
            });
            Series::line(name.clone(), points).styled(Style::Bars)
        });
        let names = self.options(of_today).map(|options| {
            let short = options.split('+').map(|option| {
                option.split_once('=').map_or(option, |(key, value)| match key {
                    "move" | "leaf" => option,
                    _ => value,
                })
            });
            short.collect::<Vec<_>>().join("+")
        });
        let title = format!("Points against {}: {}", Self::against(of_today), self.how());
        let axes = (Axis::categories("what differs", names), "points (%)");
        self.figure(if of_today { "-back" } else { "" }, title, axes, series)
    }

    pub(super) fn claims(&self) -> Vec<Claim> {
        let mut claims = Vec::new();
        let how = if self.is_timed() { ", at equal processor time" } else { "" };
        // Published: what UBFM has is better than what it has not. Its score is 100 less that of its opponent.
        for (key, source, what, without, beside_trees) in [
            ("table", UNBOUNDED, "a table of positions helps", "transpositions=tree", true),
            (
                "root",
                UNBOUNDED,
                "backing up to the root is slightly better, with a table",
                "backup=stable",
                true,
            ),
            (
                "completion",
                UNBOUNDED,
                "completion helps (arXiv 2603.24572: over 22 games +6.34 % with it, -6.34 % without, as wins less losses)",
                "completion=off",
                true,
            ),
            ("safe", STUDY, "the safe move is better than the best one", "move=best", false),
            (
                "exact",
                UNBOUNDED,
                "exact values of finished games are better, when they are cheap",
                "leaf=evaluation",
                true,
            ),
        ] {
            // A random tree has no transpositions; and its score is a size, where these two look for any win.
            let wanted = if beside_trees { Field::transposes } else { |_: Field| true };
            let mean = self.mean_where((true, without), wanted).map(flipped);
            let statement =
                format!("{what}: UBFM's points against {without}, mean of our games{how}");
            let claim = Claim::of(source, statement, "%", 1).named(key).at_least(50.0, mean);
            // At equal processor time it is the same statement again.
            claims.push(if self.is_timed() {
                claim.again_as_in("lineage-switches")
            } else {
                claim
            });
            if key == "root" {
                let statement =
                    format!("{what}, and only slightly{how}: UBFM's points against {without}");
                let claim =
                    Claim::of(source, statement, "%", 1).reading_of("lineage-switches", key);
                claims.push(claim.named("slightly").reads(SLIGHTLY, [("mean of our games", mean)]));
            }
            let cases = self.settings.games.iter().enumerate().filter_map(|(game, name)| {
                Field::named(name).ok().filter(|field| wanted(*field))?;
                let score = flipped(self.score(game, (true, without))?);
                Some((format!("{name} ({:.1} %)", score.value), score.is_at_least(50.0)))
            });
            let statement =
                format!("{what}: more than half of the points in each of our games{how}");
            // The findings are averages over games: that it holds of each is ours.
            claims.push(Claim::of(source, statement, "%", 1).inferred().in_all("each game", cases));
        }
        let source = if self.is_timed() { QUESTION_OF_TIME } else { QUESTION };
        let own = |statement: &str| Claim::of(source, statement, "%", 1).own();
        for (statement, options) in [
            (
                "UBFM beats the search of 1996 with full expansion: mean of the games",
                "algorithm=ubfm",
            ),
            (
                "so does the search of 1996 with partial expansion, its default: mean of the games",
                "algorithm=bfm+on-resolved=next",
            ),
        ] {
            claims.push(own(statement).at_least(50.0, self.mean((false, options))));
        }
        for switch in TODAYS {
            let mean = self.mean((false, switch));
            let statement = format!("{switch} alone gains against 1996: mean of the games");
            claims.push(own(&statement).at_least(50.0, mean));
        }
        claims
    }
}

/// The score of the other side.
fn flipped(score: Estimate) -> Estimate {
    Estimate { value: 100.0 - score.value, low: 100.0 - score.high, high: 100.0 - score.low }
}
