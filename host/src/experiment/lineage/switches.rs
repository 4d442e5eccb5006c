//! Best-first minimax of 1996 and unbounded best-first minimax (UBFM): what each switch between them is worth.

use serde::{Deserialize, Serialize};

use crate::domain::OthelloEvaluation;
use crate::engine::Engine;
use crate::experiment::kit::contests::{Contest, Contests, Played, check_games, engine};
use crate::experiment::kit::fields::Field;
use crate::experiment::kit::othello_ladders::{BUDGET, EVALUATION, NAME, equal};
use crate::experiment::{About, Scale};
use crate::report::{
    Axis, Cell, Claim, Estimate, Figure, Mark, Plot, Series, Style, Summary, Table,
};
use crate::tournament::ladder::Equal;

/// Engines of the two ends. Full expansion, because UBFM has no other.
const OF_1996: &str = "algorithm=bfm+expansion=full";
const OF_TODAY: &str = "algorithm=ubfm";
/// Its switches, written out so that single ones can be changed.
const TODAYS: [&str; 4] = ["backup=root", "transpositions=table", "completion=on", "move=safe"];

const QUESTION: &str = "open question: the switches of best-first minimax at equal nodes";
const STUDY: &str =
    "Cohen-Solal 2025, Study and improvement of search algorithms (arXiv 2505.09639)";
const UNBOUNDED: &str =
    "Cohen-Solal 2025, On some improvements to unbounded minimax (arXiv 2505.04525)";

pub(super) struct LineageSwitches;

#[derive(Serialize, Deserialize)]
pub(super) struct Settings {
    seed: u32,
    games: Vec<String>,
    seeds: Vec<u32>,
    nodes: Vec<u64>,
    added: Vec<String>,
    changed: Vec<String>,
    evaluation: String,
    budget: String,
}

/// The engine of 1996 with some options changed, or another engine if the options name an algorithm.
fn with_added(options: &str) -> Result<Engine, String> {
    match options {
        _ if options.starts_with("algorithm=") => engine(options),
        _ => engine(&format!("{OF_1996}+{options}")),
    }
}

/// UBFM with some switches changed.
fn with_changed(options: &str) -> Result<Engine, String> {
    if options.starts_with("algorithm=") {
        return engine(options);
    }
    let key = |option: &str| option.split_once('=').map_or("", |(key, _)| key).to_owned();
    let changed: Vec<String> = options.split('+').map(key).collect();
    let kept = TODAYS.iter().filter(|switch| !changed.contains(&key(switch)));
    let kept: Vec<&str> = kept.copied().collect();
    engine(&[&[OF_1996], kept.as_slice(), &[options]].concat().join("+"))
}

impl Settings {
    /// The contests of a game: references, and what is changed.
    fn pairings(&self) -> Vec<(bool, &str)> {
        let added = self.added.iter().map(|options| (false, options.as_str()));
        added.chain(self.changed.iter().map(|options| (true, options.as_str()))).collect()
    }
}

impl Contests for LineageSwitches {
    type Settings = Settings;

    fn about(&self) -> &About {
        &About {
            id: "lineage-switches",
            title: "Best-first minimax of 1996 against its later switches, one by one and together",
            source: QUESTION,
            what: "Best-first minimax of 1996 became unbounded best-first minimax (UBFM) by four switches: values that are \
                backed up to the root, a table of positions, completion (solved positions are left alone), and the safe \
                move (the most visited one). Pairs of games in four games at equal nodes a move, each side once first. In \
                the first group one thing is added to the search of 1996 with full expansion; in the second one switch of \
                UBFM is turned back or another one is turned on. Scores are points of the changed engine, draws count half; \
                intervals are those of kinds of openings, or trees. A random tree has one line to each position, so that \
                its table changes nothing. The published findings are from other games, with learned evaluations and \
                limits of time. With budget=time a node of each engine is timed first, and numbers of nodes are chosen that \
                take as long.",
            settings: &[
                ("seed", "first tree's seed; selects the openings"),
                ("games", "random-tree:CHILDREN, othello, connect-four, hexapawn"),
                ("seeds", "pairs of games for each of the games: openings or trees"),
                ("nodes", "nodes a move in each of the games"),
                (
                    "added",
                    "options of engines against that of 1996, with + between them; with an algorithm, another engine",
                ),
                ("changed", "switches of engines against ubfm, likewise"),
                NAME,
                BUDGET,
            ],
        }
    }

    fn settings(&self, scale: Scale) -> Settings {
        let list = |names: &[&str]| names.iter().map(|&name| name.to_owned()).collect();
        Settings {
            seed: 1,
            games: list(&["random-tree:5", "othello", "connect-four", "hexapawn"]),
            seeds: scale.pick(vec![4, 4, 16, 8], vec![200, 100, 400, 8], vec![1000, 400, 568, 8]),
            nodes: scale.pick(
                vec![200, 200, 200, 8],
                vec![500, 500, 1000, 8],
                vec![2000, 2000, 5000, 8],
            ),
            added: list(&[
                "backup=root",
                "transpositions=table",
                "completion=on",
                "move=safe",
                "leaf=evaluation",
                "completion=on+move=safe",
                "backup=root+transpositions=table+completion=on",
                "algorithm=ubfm",
                "algorithm=bfm",
                "algorithm=mcts",
            ]),
            changed: list(&[
                "backup=stable",
                "transpositions=tree",
                "completion=off",
                "move=best",
                "leaf=evaluation",
                "selection=descent",
            ]),
            evaluation: EVALUATION.to_owned(),
            budget: "nodes".to_owned(),
        }
    }

    fn check(&self, settings: &Settings) -> Result<(), String> {
        OthelloEvaluation::check(&settings.evaluation).map_err(|error| error.to_string())?;
        equal(&settings.budget)?;
        check_games(&settings.games, &settings.seeds, &settings.nodes)
    }

    fn equal(&self, settings: &Settings) -> Equal {
        // The settings were checked.
        equal(&settings.budget).unwrap_or_default()
    }

    fn contests(&self, settings: &Settings) -> Result<Vec<Contest>, String> {
        let ends = [engine(OF_1996)?, engine(OF_TODAY)?];
        let mut contests = Vec::new();
        let games = settings.games.iter().zip(&settings.seeds).zip(&settings.nodes);
        for ((game, &pairs), &nodes) in games {
            for (of_today, options) in settings.pairings() {
                let challenger = if of_today { with_changed(options) } else { with_added(options) };
                contests.push(Contest {
                    field: Field::named(game)?,
                    reference: ends[usize::from(of_today)].clone(),
                    challenger: challenger?,
                    evaluation: settings.evaluation.clone(),
                    nodes,
                    factor: 1.0,
                    pairs,
                    seed: settings.seed,
                });
            }
        }
        Ok(contests)
    }

    fn summarise(&self, settings: &Settings, played: &[Option<Played>]) -> Summary {
        let results = Results { settings, played };
        Summary {
            tables: vec![results.table(false), results.table(true), results.nodes()],
            figures: vec![results.figure(false), results.figure(true)],
            claims: results.claims(),
        }
    }
}

struct Results<'r> {
    settings: &'r Settings,
    played: &'r [Option<Played>],
}

impl Results<'_> {
    fn at(&self, game: usize, pairing: (bool, &str)) -> Option<&Played> {
        let pairings = self.settings.pairings();
        let place = pairings.iter().position(|other| *other == pairing)?;
        self.played.get(game * pairings.len() + place)?.as_ref()
    }

    fn options(&self, of_today: bool) -> impl Iterator<Item = &str> {
        let list = if of_today { &self.settings.changed } else { &self.settings.added };
        list.iter().map(String::as_str)
    }

    fn score(&self, game: usize, pairing: (bool, &str)) -> Option<Estimate> {
        self.at(game, pairing).map(|played| played.score)
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

    fn how(&self) -> String {
        format!("evaluation {}, equal {}", self.settings.evaluation, self.settings.budget)
    }

    fn against(of_today: bool) -> &'static str {
        if of_today { "UBFM" } else { "1996 (full expansion)" }
    }

    fn table(&self, of_today: bool) -> Table {
        let title = format!("Points against {} (%): {}", Self::against(of_today), self.how());
        let games = self.settings.games.iter().zip(&self.settings.nodes);
        let headings = games.map(|(game, nodes)| format!("{game}, {nodes} nodes"));
        let headings = ["what differs".to_owned()].into_iter().chain(headings);
        let mut table = Table::new(title, headings.chain(["mean of the games".to_owned()]));
        for options in self.options(of_today) {
            let pairing = (of_today, options);
            let mut row = vec![Cell::text(options.replace('+', ", "))];
            let scores = (0..self.settings.games.len()).map(|game| self.score(game, pairing));
            let cell =
                |score: Option<Estimate>| Cell::or_empty(score.map(|s| Cell::measured(s, 1)));
            row.extend(scores.map(cell));
            row.push(cell(self.mean(pairing)));
            table.rows.push(row);
        }
        table
    }

    /// Games and nodes used.
    fn nodes(&self) -> Table {
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
                let Some(played) = self.at(game, pairing) else { continue };
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

    fn figure(&self, of_today: bool) -> Figure {
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
        let name = if of_today { "lineage-switches-back" } else { "lineage-switches" };
        Figure::Plot(Plot {
            name: name.to_owned(),
            title: format!("Points against {}: {}", Self::against(of_today), self.how()),
            x: Axis::categories("what differs", names),
            y: Axis::linear("points (%)"),
            series: series.collect(),
            marks: vec![Mark::Horizontal { y: 50.0, label: "even score".to_owned() }],
        })
    }

    fn claims(&self) -> Vec<Claim> {
        let mut claims = Vec::new();
        // Published: what UBFM has is better than what it has not. Its score is 100 less that of its opponent.
        for (source, what, without, transposing) in [
            (STUDY, "a table of positions helps", "transpositions=tree", true),
            (
                STUDY,
                "backing up to the root is slightly better, with a table",
                "backup=stable",
                true,
            ),
            (
                STUDY,
                "completion helps (on average +6.3 % with it, -6.3 % without, as wins less losses)",
                "completion=off",
                false,
            ),
            (UNBOUNDED, "the safe move is better than the best one", "move=best", false),
            (UNBOUNDED, "exact values of finished games are better", "leaf=evaluation", false),
        ] {
            let wanted = if transposing { Field::transposes } else { |_: Field| true };
            let mean = self.mean_where((true, without), wanted).map(flipped);
            let statement = format!("{what}: UBFM's points against {without}, mean of our games");
            claims.push(Claim::of(source, statement, "%", 1).at_least(50.0, mean));
            let cases = self.settings.games.iter().enumerate().filter_map(|(game, name)| {
                Field::named(name).ok().filter(|field| wanted(*field))?;
                let score = flipped(self.score(game, (true, without))?);
                Some((format!("{name} ({:.1} %)", score.value), is_above(score)))
            });
            let statement = format!("{what}: more than half of the points in each of our games");
            claims.push(Claim::of(source, statement, "%", 1).in_all("each game", cases));
        }
        let own = |statement: &str| Claim::of(QUESTION, statement, "%", 1).own();
        for (statement, options) in [
            (
                "UBFM beats the search of 1996 with full expansion: mean of the games",
                "algorithm=ubfm",
            ),
            (
                "so does the search of 1996 with partial expansion, its default: mean of the games",
                "algorithm=bfm",
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

/// Whether a score is above one half; `None` if the interval contains it.
fn is_above(score: Estimate) -> Option<bool> {
    score.is_below(50.0).map(|below| !below)
}

#[cfg(test)]
mod tests {
    use super::{OF_TODAY, engine, with_added, with_changed};
    use crate::engine::Search;
    use crate::engine::options::{Bfm, Ubfm};

    #[test]
    fn a_switch_turned_to_where_it_is_gives_the_same_search() {
        // The same switches under the name of the search of 1996.
        let ubfm: Search = Bfm::from(&Ubfm::default()).into();
        for same in ["leaf=exact", "backup=root", "move=safe+completion=on"] {
            assert_eq!(with_changed(same).unwrap().search, ubfm, "{same}");
        }
        assert_ne!(with_changed("completion=off").unwrap().search, ubfm);
        assert_eq!(with_added(OF_TODAY).unwrap(), engine(OF_TODAY).unwrap());
        assert!(with_added("backup=nowhere").unwrap_err().contains("backup"));
    }
}
