//! Best-first minimax against the depth-first searches of today.

use plyscope_report::{Axis, Cell, Claim, Estimate, Figure, Series, Summary, Table};

use crate::keys::{Evaluation, FirstSeed, SeedsOfEach};
use crate::kit::contests::{self, Contests, Games, Meeting, Played, engine, texts};
use crate::kit::othello_ladders::{Budget, EVALUATION};
use crate::kit::together::Together;
use crate::kit::used::Used;
use crate::{About, Scale};

const QUESTION: &str =
    "open question: best-first minimax against the depth-first searches of today";

crate::settings! {
    pub(super) struct Settings {
        /// first tree's seed; selects the openings
        seed: FirstSeed,
        /// random-tree:CHILDREN, othello, othello:EVALUATION, or a small game's name
        games: Vec<String>,
        /// pairs of games, openings or trees: for each of the games, or for each number of nodes in each of the games
        seeds: SeedsOfEach,
        /// nodes a move, a tournament for each
        nodes: Vec<u64>,
        /// options of the best-first engines, with + between them
        best_first: Vec<String>,
        /// options of their opponents; strong plays Othello only
        depth_first: Vec<String>,
        /// the evaluation of both sides in the game othello
        evaluation: Evaluation,
        budget: Budget,
    }
}

pub(super) const BASELINE: Contests<Settings> = Contests {
    about: About {
        id: "lineage-baseline",
        title: "Best-first minimax against today's depth-first searches, by budget",
        source: QUESTION,
        what: "In 1996, best-first minimax was compared with alpha-beta to a fixed depth, without a table. Here it plays \
            against the depth-first searches of today: principal variation search (PVS) with a table, killer moves and late-move \
            reductions, and in Othello the strong player, which adds ProbCut where it is learned (evaluations patterns, \
            patterns-small and patterns-large) and a solver of the endgame. Both deepen iteratively, and a last iteration that \
            was stopped counts as far as it got. Both sides have the same number of nodes for each move. Best-first searches go on \
            when their line is resolved, and keep their trees from move to move, as depth-first ones their tables; ubfm ends \
            when it has solved the game, and strong when it has the exact score. Scores are points of the best-first search, \
            and a pair of games on a random tree is one result, for the side with more when it moved first; \
            intervals are those of kinds of openings, or trees, and verdicts are at 95 % for all of them together (Holm). The more nodes, the fewer pairs. With budget=time a node of each \
            engine is timed first, and numbers of nodes are chosen that take as long.",
        settings: Settings::KEYS,
    },
    settings,
    check: |settings| match settings.nodes.is_sorted_by(|a, b| a < b)
        && !settings.nodes.is_empty()
        && !settings.best_first.is_empty()
    {
        true => Ok(()),
        false => Err("give nodes in ascending order, and best_first engines".to_owned()),
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
    let games = texts(&["random-tree:5", "othello:simple", "othello:bill", "othello:patterns"]);
    // Fewer pairs with more nodes.
    let pairs: &[u32] = scale.pick(&[8, 3], &[400, 150, 50, 12], &[500, 400, 200, 100, 25]);
    Settings {
        seed: 1,
        seeds: pairs.repeat(games.len()),
        games,
        nodes: scale.pick(
            vec![200, 1600],
            vec![500, 4000, 32_000, 256_000],
            vec![500, 2000, 8000, 32_000, 256_000],
        ),
        best_first: texts(&["algorithm=bfm+on-resolved=next", "algorithm=ubfm+expansion=partial"]),
        depth_first: texts(&[
            "algorithm=pvs+killers=true+reductions=true+table=16MiB",
            "algorithm=strong+table=16MiB",
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

/// A game, and a depth-first search as opponent, by their places in the settings.
type Against = (usize, usize);

impl Results<'_> {
    fn of(&self, (game, reference): Against, level: usize, challenger: usize) -> Option<&Played> {
        self.at(game, level, reference * self.settings.best_first.len() + challenger)
    }

    fn opponents(&self) -> impl Iterator<Item = Against> + use<> {
        let (games, references) = (self.settings.games.len(), self.settings.depth_first.len());
        (0..games).flat_map(move |game| (0..references).map(move |reference| (game, reference)))
    }

    fn table(&self) -> Table {
        let Settings { nodes, best_first, depth_first, games, budget, .. } = self.settings;
        let headings = ["game", "nodes a move", "opponent"].map(str::to_owned).into_iter();
        let headings = headings.chain(best_first.iter().map(|one| short(one)));
        let mut used: Vec<Used> = Vec::new();
        let mut table = Table::new("", headings.chain(["pairs", Played::USED].map(str::to_owned)));
        for (game, reference) in self.opponents() {
            for (level, &nodes) in nodes.iter().enumerate() {
                let all: Vec<Option<&Played>> = (0..best_first.len())
                    .map(|challenger| self.of((game, reference), level, challenger))
                    .collect();
                let Some(one) = all.iter().flatten().next() else { continue };
                let mut row = vec![
                    Cell::text(games[game].clone()),
                    Cell::number(nodes as f64, 0),
                    Cell::text(short(&depth_first[reference])),
                ];
                row.extend(all.iter().map(|played| {
                    Cell::or_empty(played.map(|played| Cell::measured(played.score, 1)))
                }));
                row.push(Cell::number(f64::from(one.pairs), 0));
                used.push(Played::used(all.iter().copied().flatten()));
                row.extend(used.last().map(Used::cell));
                table.rows.push(row);
            }
        }
        let with = (0..games.len()).map(|game| self.with_evaluation(game)).collect::<String>();
        let title = format!("Points of best-first searches (%) at equal {budget}{with}");
        Table { title: self.title(&title, &used), ..table }
    }

    fn of_game(&self, game: usize) -> Figure {
        let Settings { nodes, best_first, depth_first, games, budget, .. } = self.settings;
        let mut series = Vec::new();
        for (challenger, name) in best_first.iter().enumerate() {
            for (reference, opponent) in depth_first.iter().enumerate() {
                let points = nodes.iter().enumerate().filter_map(|(level, &nodes)| {
                    let played = self.of((game, reference), level, challenger)?;
                    Some((nodes as f64, played.score))
                });
                let label = format!("{} against {}", short(name), short(opponent));
                let line = Series::line(label, points);
                series.extend((!line.points.is_empty()).then_some(line));
            }
        }
        let (name, with) = (&games[game], self.with_evaluation(game));
        let title =
            format!("Best-first against depth-first searches at equal {budget}: {name}{with}");
        let axes = (Axis::log("nodes a move"), "points of the best-first search (%)");
        self.figure(&format!("-{name}"), title, axes, series)
    }

    fn claims(&self) -> Vec<Claim> {
        let Settings { nodes, best_first, depth_first, games, budget, .. } = self.settings;
        let scores = |challenger: usize, level: usize| {
            let score = move |against| Some((against, self.of(against, level, challenger)?.score));
            self.opponents().filter_map(score).collect::<Vec<_>>()
        };
        let falls = |challenger: usize, level: usize| {
            let fall = |(against, score): (Against, Estimate)| {
                let few = self.of(against, 0, challenger)?.score;
                Some((against, few.less(score)))
            };
            scores(challenger, level).into_iter().filter_map(fall).collect::<Vec<_>>()
        };
        let spots = || {
            let levels = 0..nodes.len();
            (0..best_first.len()).flat_map(move |one| levels.clone().map(move |level| (one, level)))
        };
        let of_scores = spots().flat_map(|(one, level)| scores(one, level));
        let of_falls = spots().filter(|(_, level)| *level > 0);
        let of_falls = of_falls.flat_map(|(one, level)| falls(one, level));
        let limited = |limit: f64| move |(_, number): (Against, Estimate)| (number, limit);
        let together =
            Together::each(of_scores.map(limited(50.0)).chain(of_falls.map(limited(0.0))));
        let named = |(game, reference): Against, value: f64| {
            format!("{} against {}: {value:.1}", games[game], short(&depth_first[reference]))
        };
        let own = |statement: String| Claim::of(QUESTION, statement, "%", 1).own();
        let mut claims = Vec::new();
        for (challenger, level) in spots() {
            let (name, most) = (short(&best_first[challenger]), nodes[level]);
            let cases = scores(challenger, level).into_iter().map(|(against, score)| {
                let decided = together.widen(score).is_at_least(50.0);
                (named(against, score.value), decided)
            });
            let statement = format!(
                "{name} has at least half of the points against today's depth-first searches with {most} nodes a move \
                 (equal {budget} given)"
            );
            claims.push(own(statement).in_all("each game and opponent", cases));
            if level == 0 {
                continue;
            }
            let cases = falls(challenger, level).into_iter().map(|(against, fall)| {
                (named(against, -fall.value), together.widen(fall).is_at_least(0.0))
            });
            let statement =
                format!("{name} has fewer points with {most} nodes a move than with {}", nodes[0]);
            claims.push(own(statement).in_all("each game and opponent", cases));
        }
        claims
    }
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

#[cfg(test)]
mod tests {
    use super::{BASELINE, settings, texts};
    use crate::Scale;
    use crate::kit::staged::TwoStage as _;

    #[test]
    fn each_number_of_nodes_has_its_pairs_and_strong_meets_nobody_outside_othello() {
        let mut quick = settings(Scale::Quick);
        assert_eq!((quick.games.len(), &quick.seeds[..2]), (4, &[8, 3][..]));
        // Two meetings on trees and four in each Othello, of eight pairs (two pieces) and of three.
        assert_eq!((BASELINE.check(&quick), BASELINE.pieces(&quick).len()), (Ok(()), 14 * 3));
        quick.seeds = vec![8, 8, 8, 1];
        assert_eq!((BASELINE.check(&quick), BASELINE.pieces(&quick).len()), (Ok(()), 40 + 8));
        quick.seeds.push(8);
        assert!(BASELINE.check(&quick).unwrap_err().contains("(8)"));
        quick.seeds.truncate(4);
        for (game, reason) in [("othello:bell", "bell"), ("othello:patterns:x", "patterns:x")] {
            quick.games[1..2].clone_from_slice(&texts(&[game]));
            assert!(BASELINE.check(&quick).unwrap_err().contains(reason), "{game}");
        }
    }
}
