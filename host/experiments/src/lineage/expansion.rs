//! Partial against full expansion in unbounded best-first minimax, with every set of its switches.

use plyscope_players::engine::Engine;
use plyscope_report::{Axis, Cell, Claim, Estimate, Figure, Series, Style, Summary, Table};

use crate::About;
use crate::keys::{Evaluation, FirstSeed, SeedsOfEach};
use crate::kit::contests::{self, Contests, Games, Played, engine, texts};
use crate::kit::othello_ladders::{Budget, EVALUATION};
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
const NONE: u32 = 0;
const ALL: u32 = SETS - 1;

crate::settings! {
    pub(super) struct Settings {
        /// first tree's seed; selects the openings
        seed: FirstSeed,
        /// random-tree:CHILDREN, othello, or a small game's name
        games: Vec<String>,
        /// pairs of games for each of the games: openings or trees
        seeds: SeedsOfEach,
        /// nodes a move, one point of a curve for each
        nodes: Vec<u64>,
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
            a kind. A node is a generated child; with a table, known ones are not evaluated again, but count. Scores are points of \
            partial expansion, draws count half; intervals are those of kinds of openings, or trees. Means over sets have intervals \
            as if these agreed, for they share openings.",
        settings: Settings::KEYS,
    },
    settings: |scale| Settings {
        seed: 1,
        games: texts(&[
            "random-tree:5",
            "othello",
            "connect-four",
            "breakthrough",
            "clobber",
            "hex",
        ]),
        seeds: scale.pick(
            vec![4; 6],
            vec![16, 16, 24, 24, 24, 24],
            vec![500, 500, 284, 500, 500, 500],
        ),
        nodes: scale.pick(vec![100, 400], vec![500, 4000], vec![500, 4000, 32_000, 256_000]),
        evaluation: EVALUATION.to_owned(),
        budget: "nodes".to_owned(),
    },
    check: |settings| match settings.nodes.is_sorted_by(|a, b| a < b) && !settings.nodes.is_empty()
    {
        true => Ok(()),
        false => Err("give nodes in ascending order".to_owned()),
    },
    games: |settings| Games {
        seed: settings.seed,
        names: &settings.games,
        pairs: &settings.seeds,
        nodes: vec![&settings.nodes; settings.games.len()],
        evaluation: &settings.evaluation,
        budget: &settings.budget,
    },
    meetings: |_| (0..SETS).map(|set| Ok([with("full", set)?, with("partial", set)?])).collect(),
    summarise: |results| Summary {
        tables: (0..results.settings.nodes.len()).map(|level| results.table(level)).collect(),
        figures: vec![results.of_games(), results.of_sets()],
        claims: results.claims(),
    },
};

/// The search with this expansion and set of switches.
fn with(expansion: &str, set: u32) -> Result<Engine, String> {
    let switches =
        (0..).zip(SWITCHES).map(|(bit, (_, off, on))| if set >> bit & 1 == 1 { on } else { off });
    let options =
        switches.fold(format!("algorithm=ubfm+expansion={expansion}"), |all, one| all + "+" + one);
    engine(&options)
}

fn name(set: u32) -> String {
    let on = (0..).zip(SWITCHES).filter(|(bit, _)| set >> bit & 1 == 1).map(|(_, (name, ..))| name);
    match set {
        NONE => "none (1996)".to_owned(),
        ALL => "all (UBFM)".to_owned(),
        _ => on.collect::<Vec<_>>().join("+"),
    }
}

/// A choice of sets.
type Wanted = fn(u32) -> bool;

type Results<'r> = contests::Results<'r, Settings>;

/// The mean of estimates of different games, or of one game with different sets, which share openings.
fn mean(scores: impl Iterator<Item = Option<Estimate>>, independent: bool) -> Option<Estimate> {
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
        let all: Vec<Used> = (0..SETS).map(used).collect();
        let last = ["mean of the games", Played::USED].map(str::to_owned);
        let mut table = Table::new(self.title(&title, &all), headings.chain(last));
        let cell =
            |score: Option<Estimate>| Cell::or_empty(score.map(|score| Cell::measured(score, 1)));
        let games = || 0..self.settings.games.len();
        for set in 0..SETS {
            let scores = || games().map(|game| self.score(game, level, set));
            let cells = scores().chain([mean(scores(), true)]).map(cell).chain([used(set).cell()]);
            table.rows.push([Cell::text(name(set))].into_iter().chain(cells).collect());
        }
        let means =
            games().map(|game| mean((0..SETS).map(|set| self.score(game, level, set)), false));
        let cells = means.chain([self.of(level, |_| true)]).map(cell).chain([Cell::Empty]);
        table.rows.push([Cell::text("mean of the sets")].into_iter().chain(cells).collect());
        table
    }

    /// Curves of the games, with all switches.
    fn of_games(&self) -> Figure {
        let Settings { games, nodes, .. } = self.settings;
        let series = games.iter().enumerate().map(|(game, name)| {
            let points = nodes.iter().enumerate();
            let points = points
                .filter_map(|(level, &nodes)| Some((nodes as f64, self.score(game, level, ALL)?)));
            Series::line(name.clone(), points).in_group(game)
        });
        let title = "Partial against full expansion in UBFM, with all its switches".to_owned();
        self.figure(
            "",
            title,
            (Axis::log("nodes a move"), "points of partial expansion (%)"),
            series,
        )
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
        let title = "Partial against full expansion, mean of the games".to_owned();
        let axis = Axis::categories("switches that both have", (0..SETS).map(name));
        self.figure("-sets", title, (axis, "points of partial expansion (%)"), series)
    }

    fn claims(&self) -> Vec<Claim> {
        let own = |statement: &str| Claim::of(QUESTION, statement, "%", 1).own();
        let all: [(&str, &str, Wanted); 7] = [
            ("none", "partial expansion gains without any switch", |set| set == NONE),
            ("all", "partial expansion gains with all switches, in UBFM", |set| set == ALL),
            ("any", "partial expansion gains, mean of all sets of switches", |_| true),
            ("table", "partial expansion gains with a table, mean of the sets", |set| set & 1 != 0),
            ("completion", "partial expansion gains with completion, mean of the sets", |set| {
                set & 2 != 0
            }),
            ("safe", "partial expansion gains with the safe move, mean of the sets", |set| {
                set & 4 != 0
            }),
            (
                "root",
                "partial expansion gains with values backed up to the root, mean of the sets",
                |set| set & 8 != 0,
            ),
        ];
        let claims = all.into_iter().map(|(key, what, wanted)| {
            let cases = self.settings.nodes.iter().enumerate().filter_map(|(level, nodes)| {
                let mean = self.of(level, wanted)?;
                Some((format!("{nodes} nodes ({:.1} %)", mean.value), mean.is_at_least(50.0)))
            });
            own(&format!("{what}: mean of the games, at each number of nodes"))
                .named(key)
                .in_all("each number of nodes", cases)
        });
        let games = self.settings.games.iter().enumerate();
        let last = self.settings.nodes.len().saturating_sub(1);
        let cases = games.filter_map(|(game, name)| {
            let score = self.score(game, last, ALL)?;
            Some((format!("{name} ({:.1} %)", score.value), score.is_at_least(50.0)))
        });
        let statement = "partial expansion gains in UBFM in each game, with the most nodes";
        claims.chain([own(statement).named("games").in_all("each game", cases)]).collect()
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
