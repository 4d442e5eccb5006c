//! Best-first minimax and best-first extension against the depth-first searches of today.

use plyscope_report::{Axis, Cell, Claim, Estimate, Figure, Series, Style, Summary, Table};

use crate::keys::{Evaluation, FirstSeed, SeedsOfEach};
use crate::kit::contests::{self, Contests, Games, Meeting, Played, engine, texts};
use crate::kit::othello_ladders::{Budget, EVALUATION};
use crate::kit::used::Used;
use crate::{About, Scale};

const KORF: &str = "Korf & Chickering 1996, section 9";
const QUESTION: &str =
    "open question: best-first minimax against the depth-first searches of today";

/// The searches of the claims, as in the settings.
const BEST_FIRST: &str = "algorithm=bfm+on-resolved=next";
const EXTENSION: &str = "algorithm=extension+shallow=3";
const ALPHA_BETA: &str = "algorithm=alpha-beta";
const PVS: &str = "algorithm=pvs+killers=true+table=1MiB";

crate::settings! {
    pub(super) struct Settings {
        /// first tree's seed; selects the openings
        seed: FirstSeed,
        /// random-tree:CHILDREN, othello, or a small game's name
        games: Vec<String>,
        /// pairs of games for each of the games: openings or trees
        seeds: SeedsOfEach,
        /// nodes a move, a tournament for each
        nodes: Vec<u64>,
        /// options of the best-first engines, with + between them
        best_first: Vec<String>,
        /// options of their opponents
        depth_first: Vec<String>,
        evaluation: Evaluation,
        budget: Budget,
    }
}

pub(super) const BASELINE: Contests<Settings> = Contests {
    about: About {
        id: "lineage-baseline",
        title: "Best-first minimax against today's depth-first searches, at equal nodes",
        source: QUESTION,
        what: "In 1996, best-first minimax and best-first extension were compared with alpha-beta to a fixed depth, \
            without a table. Here they play against depth-first searches that deepen iteratively: alpha-beta without a \
            table, principal variation search (PVS, NegaScout) with a table and killer moves, MTD(f), AB-SSS* and \
            AB-DUAL*. Both sides have the same number of nodes for each move. Best-first minimax goes on when its line is resolved, so \
            that it uses them; best-first extension ends there. Best-first searches keep their trees, and \
            depth-first ones their tables, from move to move. Scores are points of the best-first search; intervals are \
            those of kinds of openings, or trees. With budget=time a node of each engine is timed first, and numbers of \
            nodes are chosen that take as long.",
        settings: Settings::KEYS,
    },
    settings,
    check: |settings| match settings.nodes.is_empty() || settings.best_first.is_empty() {
        true => Err("give some nodes and best_first engines".to_owned()),
        false => Ok(()),
    },
    games: |settings| Games {
        seed: settings.seed,
        names: &settings.games,
        pairs: &settings.seeds,
        nodes: vec![&settings.nodes; settings.games.len()],
        evaluation: &settings.evaluation,
        budget: &settings.budget,
    },
    meetings,
    fewer: |_, _, _| 1,
    counts: false,
    summarise: |results| Summary {
        tables: vec![results.table()],
        figures: (0..results.settings.games.len()).map(|game| results.of_game(game)).collect(),
        claims: results.claims(),
    },
};

fn settings(scale: Scale) -> Settings {
    Settings {
        seed: 1,
        games: texts(&["random-tree:5", "othello", "connect-four"]),
        seeds: scale.pick(vec![4, 2, 4], vec![50, 30, 60], vec![200, 200, 284]),
        nodes: scale.pick(vec![200], vec![500, 4000], vec![500, 4000, 32_000]),
        best_first: texts(&[BEST_FIRST, EXTENSION, "algorithm=ubfm"]),
        depth_first: texts(&[
            ALPHA_BETA,
            PVS,
            "algorithm=pvs+driver=mtd+table=1MiB",
            "algorithm=pvs+driver=sss+table=1MiB",
            "algorithm=pvs+driver=dual+table=1MiB",
        ]),
        evaluation: EVALUATION.to_owned(),
        budget: "nodes".to_owned(),
    }
}

fn meetings(settings: &Settings) -> Result<Vec<Meeting>, String> {
    let against = |reference: &String| {
        let reference = engine(reference);
        let meet = move |challenger: &String| Ok([reference.clone()?, engine(challenger)?].into());
        settings.best_first.iter().map(meet)
    };
    settings.depth_first.iter().flat_map(against).collect()
}

type Results<'r> = contests::Results<'r, Settings>;

impl Results<'_> {
    fn of(
        &self,
        game: usize,
        level: usize,
        reference: usize,
        challenger: usize,
    ) -> Option<&Played> {
        self.at(game, level, reference * self.settings.best_first.len() + challenger)
    }

    /// The scores of a best-first search against a depth-first one: game, nodes, score.
    fn cases(&self, challenger: &str, reference: &str) -> Vec<(&str, u64, Estimate)> {
        let Settings { nodes, best_first, depth_first, games, .. } = self.settings;
        let place = |list: &[String], name: &str| list.iter().position(|one| one == name);
        let (Some(challenger), Some(reference)) =
            (place(best_first, challenger), place(depth_first, reference))
        else {
            return Vec::new();
        };
        let mut cases = Vec::new();
        for (game, name) in games.iter().enumerate() {
            for (level, &nodes) in nodes.iter().enumerate() {
                if let Some(played) = self.of(game, level, reference, challenger) {
                    cases.push((name.as_str(), nodes, played.score));
                }
            }
        }
        cases
    }

    fn table(&self) -> Table {
        let Settings { nodes, best_first, depth_first, games, evaluation, budget, .. } =
            self.settings;
        let title =
            format!("Points of best-first searches (%): evaluation {evaluation}, equal {budget}");
        let headings = ["game", "nodes a move", "opponent"].map(str::to_owned).into_iter();
        let headings = headings.chain(best_first.iter().map(|one| short(one)));
        let mut used: Vec<Used> = Vec::new();
        let mut table = Table::new("", headings.chain([Played::USED.to_owned()]));
        for (game, name) in games.iter().enumerate() {
            for (level, &nodes) in nodes.iter().enumerate() {
                for (reference, opponent) in depth_first.iter().enumerate() {
                    let mut row = vec![
                        Cell::text(name.clone()),
                        Cell::number(nodes as f64, 0),
                        Cell::text(short(opponent)),
                    ];
                    row.extend((0..best_first.len()).map(|challenger| {
                        let played = self.of(game, level, reference, challenger);
                        Cell::or_empty(played.map(|played| Cell::measured(played.score, 1)))
                    }));
                    let all = 0..best_first.len();
                    let all = all.filter_map(|one| self.of(game, level, reference, one));
                    used.push(Played::used(all));
                    row.extend(used.last().map(Used::cell));
                    table.rows.push(row);
                }
            }
        }
        Table { title: self.title(&title, &used), ..table }
    }

    fn of_game(&self, game: usize) -> Figure {
        let Settings { nodes, best_first, depth_first, games, .. } = self.settings;
        let mut series = Vec::new();
        for (challenger, name) in best_first.iter().enumerate() {
            for (level, &nodes) in nodes.iter().enumerate() {
                let points = (1u32..).zip(0..depth_first.len()).filter_map(|(place, reference)| {
                    let played = self.of(game, level, reference, challenger)?;
                    Some((f64::from(place), played.score))
                });
                let label = format!("{}, {nodes} nodes", short(name));
                series.push(Series::line(label, points).styled(Style::Bars));
            }
        }
        let (name, with) = (&games[game], self.with_evaluation(game));
        let title = format!("Best-first searches against depth-first ones: {name}{with}");
        let opponents = Axis::categories("opponent", depth_first.iter().map(|one| short(one)));
        let axes = (opponents, "points of the best-first search (%)");
        self.figure(&format!("-{name}"), title, axes, series)
    }

    fn claims(&self) -> Vec<Claim> {
        let own = |statement: String| Claim::of(QUESTION, statement, "%", 1).own();
        let mut claims = Vec::new();
        let othello: Vec<Estimate> = self
            .cases(EXTENSION, ALPHA_BETA)
            .into_iter()
            .filter_map(|(game, _, score)| (game == "othello").then_some(score))
            .collect();
        let statement = "best-first extension wins about two of three games of Othello against alpha-beta (Fig. 16; here at equal \
            nodes with iterative deepening, mean of all numbers of nodes)";
        let claim = Claim::of(KORF, statement, "%", 1).again("korf-fig-16", "two-of-three");
        claims.push(claim.about("about", 200.0 / 3.0, 5.0, mean(&othello)));
        for (challenger, name) in
            [(BEST_FIRST, "best-first minimax"), (EXTENSION, "best-first extension")]
        {
            for (reference, opponent) in
                [(ALPHA_BETA, "alpha-beta without a table"), (PVS, "PVS with a table")]
            {
                let cases =
                    self.cases(challenger, reference).into_iter().map(|(game, nodes, score)| {
                        let name = format!("{game}, {nodes} nodes ({:.1} %)", score.value);
                        (name, score.is_at_least(50.0))
                    });
                let statement = format!("{name} beats {opponent} at equal nodes");
                claims.push(own(statement).in_all("each game and number of nodes", cases));
            }
        }
        // Two of three cases, counted rather than pooled: games differ too much.
        for challenger in &self.settings.best_first {
            let cases: Vec<Estimate> = self
                .settings
                .depth_first
                .iter()
                .filter(|reference| *reference != ALPHA_BETA)
                .flat_map(|reference| self.cases(challenger, reference))
                .map(|(.., score)| score)
                .collect();
            // What a larger sample would decide may go either way.
            let share = |is_won: fn(&Estimate) -> bool| {
                100.0 * cases.iter().filter(|score| is_won(score)).count() as f64
                    / cases.len() as f64
            };
            let [value, high] =
                [share(|score| score.low >= 50.0), share(|score| score.high >= 50.0)];
            let share = (!cases.is_empty()).then_some(Estimate { value, low: value, high });
            let statement = format!(
                "{}: it beats searches with tables significantly in two of three cases (game, nodes, opponent)",
                short(challenger)
            );
            claims.push(own(statement).at_least(200.0 / 3.0, share));
        }
        claims
    }
}

fn mean(scores: &[Estimate]) -> Option<Estimate> {
    let count = scores.len() as f64;
    let value = scores.iter().map(|score| score.value).sum::<f64>() / count;
    let half = scores.iter().map(|score| score.half_width().powi(2)).sum::<f64>().sqrt() / count;
    let all = Estimate { value, low: value - half, high: value + half };
    (!scores.is_empty()).then_some(all)
}

/// The engine's options, without the ones every entrant shares.
fn short(options: &str) -> String {
    let parts = options.split('+').filter_map(|option| match option.split_once('=') {
        Some(("algorithm" | "driver", value)) => Some(value.to_owned()),
        Some(("table" | "memory", _)) => None,
        Some((key, "true")) => Some(key.to_owned()),
        _ => Some(option.to_owned()),
    });
    parts.collect::<Vec<_>>().join(", ")
}
