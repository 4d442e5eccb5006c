//! Strength against bytes: searches with more and more memory, at equal nodes.

use std::collections::BTreeSet;

use plyscope_report::{Axis, Cell, Claim, Estimate, Figure, Series, Style, Summary, Table};

use crate::keys::{Evaluation, FirstSeed, SeedsOfEach};
use crate::kit::contests::{self, Contests, Games, Meeting, Played, engine, texts};
use crate::kit::othello_ladders::EVALUATION;
use crate::kit::together::Together;
use crate::kit::used::Used;
use crate::{About, Scale};

const SOURCE: &str = "open question: strength against bytes, from a microcontroller to a desktop";

/// Stands for a number of bytes in an engine's options.
const BYTES: &str = "BYTES";

/// The opponent of all: alpha-beta in linear space, which deepens iteratively.
const REFERENCE: &str = "algorithm=alpha-beta";

const LINEAR: &str = "algorithm=bfm+memory=BYTES";
const PRUNED: &str = "algorithm=bfm+when-full=prune+memory=BYTES";
const RBFMS: &str = "algorithm=rbfms";
const PVS: &str = "algorithm=pvs+killers=true+table=BYTES";
const UBFM: &str = "algorithm=ubfm+memory=BYTES";

/// A search with a number of kibibytes, if it needs more than a stack.
type Entry<'s> = (&'s str, Option<u64>);

crate::settings! {
    pub(super) struct Settings {
        /// first tree's seed; selects the openings
        seed: FirstSeed,
        /// random-tree:CHILDREN, othello, othello:EVALUATION, or a small game's name
        games: Vec<String>,
        /// pairs of games for each of the games: openings or trees
        seeds: SeedsOfEach,
        /// nodes a move in each of the games
        nodes: Vec<u64>,
        /// memory of the tree or table, one point of a curve for each
        kibibytes: Vec<u64>,
        /// options of engines, with + between them and BYTES for the memory; without BYTES, a line
        searches: Vec<String>,
        /// the evaluation of both sides in the game othello
        evaluation: Evaluation,
    }
}

impl Settings {
    /// The searches with each number of kibibytes, or with none if they need only a stack.
    fn entries(&self) -> Vec<Entry<'_>> {
        let sizes = |search: &str| -> Vec<Option<u64>> {
            if search.contains(BYTES) {
                self.kibibytes.iter().copied().map(Some).collect()
            } else {
                vec![None]
            }
        };
        let one = |search| sizes(search).into_iter().map(move |size| (search, size));
        self.searches.iter().map(String::as_str).flat_map(one).collect()
    }
}

pub(super) const MEMORY: Contests<Settings> = Contests {
    about: About {
        id: "lineage-memory",
        title: "Strength against bytes: best-first and depth-first searches from 16 KB on, at equal nodes",
        source: SOURCE,
        what: "Each search plays against the same opponent, alpha-beta with iterative deepening and no memory but its stack, \
            with the same number of nodes for each move; what changes is its memory. Best-first minimax with a full memory \
            goes on in linear space (as recursive best-first minimax with a cache) or prunes the least promising subtrees; \
            both end when their line is resolved, and may use fewer nodes; unbounded best-first minimax (ubfm) ends with its best \
            move so far; principal variation search (PVS) has a \
            table. Recursive best-first minimax (RBFMS) has a stack only, and counts nodes that it generates again. Memory \
            is that of the tree or the table; all searches also have a stack of some kilobytes. Scores are points, and a pair of games on a random tree is one result, for the side with more \
            when it moved first; intervals \
            are those of kinds of openings, or trees; verdicts are at 95 % for all statements together (Holm). A random tree has one line to each position, and with it a table knows \
            only positions of earlier iterations and moves.",
        settings: Settings::KEYS,
    },
    settings,
    check,
    games: |settings| Games {
        seed: settings.seed,
        names: &settings.games,
        pairs: &settings.seeds,
        nodes: Games::one_each(&settings.nodes),
        evaluation: &settings.evaluation,
        budget: "nodes",
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
    Settings {
        seed: 1,
        seeds: scale.pick(
            vec![20, 10, 10, 10],
            vec![1000, 500, 500, 500],
            vec![1000, 500, 500, 500],
        ),
        nodes: scale.pick(vec![500], vec![2000], vec![16_000]).repeat(games.len()),
        games,
        kibibytes: scale.pick(
            vec![16, 16_384],
            vec![16, 64, 256, 16_384],
            vec![16, 64, 256, 1024, 16_384, 1_048_576],
        ),
        searches: texts(&[RBFMS, LINEAR, PRUNED, UBFM, PVS]),
        evaluation: EVALUATION.to_owned(),
    }
}

fn check(settings: &Settings) -> Result<(), String> {
    let sizes = &settings.kibibytes;
    if sizes.is_empty() || !sizes.is_sorted_by(|a, b| a < b) || !(1..=1 << 24).contains(&sizes[0]) {
        return Err("give kibibytes in ascending order, from 1".to_owned());
    }
    if settings.searches.iter().collect::<BTreeSet<_>>().len() != settings.searches.len() {
        return Err("give each of the searches once".to_owned());
    }
    Ok(())
}

fn meetings(settings: &Settings) -> Result<Vec<Meeting>, String> {
    let meet = |(search, size): Entry<'_>| {
        let options = search.replace(BYTES, &format!("{}KiB", size.unwrap_or(0)));
        Ok([engine(REFERENCE)?, engine(&options)?].into())
    };
    settings.entries().into_iter().map(meet).collect()
}

type Results<'r> = contests::Results<'r, Settings>;

impl Results<'_> {
    fn of(&self, game: usize, entry: Entry<'_>) -> Option<&Played> {
        let place = self.settings.entries().iter().position(|other| *other == entry)?;
        self.at(game, 0, place)
    }

    fn score(&self, game: usize, entry: Entry<'_>) -> Option<Estimate> {
        self.of(game, entry).map(|played| played.score)
    }

    fn table(&self) -> Table {
        let all = 0..self.settings.games.len();
        let with = all.map(|game| self.with_evaluation(game)).collect::<String>();
        let title = format!("Points against alpha-beta without memory{with}");
        let headings = [
            "game",
            "nodes a move",
            "search",
            "memory (KiB)",
            "points (%)",
            "most bytes of its tree",
            "nodes a move used",
            Played::USED,
        ];
        let mut used: Vec<Used> = Vec::new();
        let mut table = Table::new("", headings);
        for (game, name) in self.settings.games.iter().enumerate() {
            for entry in self.settings.entries() {
                let Some(played) = self.of(game, entry) else { continue };
                used.push(Played::used([played]));
                let bytes = (played.bytes > 0).then(|| Cell::number(played.bytes as f64, 0));
                table.rows.push(vec![
                    Cell::text(name.clone()),
                    Cell::number(self.settings.nodes[game] as f64, 0),
                    Cell::text(label(entry.0)),
                    Cell::or_empty(entry.1.map(|size| Cell::number(size as f64, 0))),
                    Cell::measured(played.score, 1),
                    Cell::or_empty(bytes),
                    Cell::number(played.nodes[1], 0),
                    Played::used([played]).cell(),
                ]);
            }
        }
        Table { title: self.title(&title, &used), ..table }
    }

    fn of_game(&self, game: usize) -> Figure {
        let Settings { games, nodes, searches, kibibytes, .. } = self.settings;
        let ends = [kibibytes.first(), kibibytes.last()];
        let series = searches.iter().enumerate().map(|(group, search)| {
            if search.contains(BYTES) {
                let points = kibibytes.iter().filter_map(|&size| {
                    Some((size as f64, self.score(game, (search.as_str(), Some(size)))?))
                });
                Series::line(label(search), points).in_group(group)
            } else {
                // A stack only: the same for every number of bytes.
                let points = ends.iter().flatten().filter_map(|&&size| {
                    Some((
                        size as f64,
                        Estimate::exact(self.score(game, (search.as_str(), None))?.value),
                    ))
                });
                Series::line(label(search), points).styled(Style::Thin).in_group(group)
            }
        });
        let (name, nodes, with) = (&games[game], nodes[game], self.with_evaluation(game));
        let title = format!("Strength against memory: {name}, {nodes} nodes a move{with}");
        let memory = Axis::log("memory of the tree or table (KiB)");
        let axes = (memory, "points against alpha-beta without memory (%)");
        self.figure(&format!("-{name}"), title, axes, series)
    }

    fn claims(&self) -> Vec<Claim> {
        let sizes = &self.settings.kibibytes;
        let (Some(&first), Some(&last)) = (sizes.first(), sizes.last()) else { return Vec::new() };
        let (first_of, last_of) = (|search| (search, Some(first)), |search| (search, Some(last)));
        let more = [LINEAR, PRUNED, UBFM, PVS].map(|search| {
            let statement = format!("{}: {last} KiB are better than {first} KiB", label(search));
            (statement, vec![(last_of(search), first_of(search))])
        });
        let best_first = [LINEAR, PRUNED, UBFM].map(first_of);
        let others = [
            (
                format!(
                    "best-first minimax with {first} KiB, pruned when full, is better than PVS with {last} KiB"
                ),
                vec![(first_of(PRUNED), last_of(PVS))],
            ),
            (
                format!(
                    "with {first} KiB, a full memory is better pruned than left for linear space"
                ),
                vec![(first_of(PRUNED), first_of(LINEAR))],
            ),
            (
                format!("best-first minimax with {first} KiB is better than RBFMS"),
                vec![(first_of(LINEAR), (RBFMS, None))],
            ),
            (
                format!("with {first} KiB, PVS is better than any best-first search"),
                best_first.map(|other| (first_of(PVS), other)).to_vec(),
            ),
        ];
        let compared = |(a, b): (Entry<'_>, Entry<'_>)| {
            let case = move |(game, name): (usize, &String)| {
                let (a, b) = (self.of(game, a)?, self.of(game, b)?);
                let points = format!("{:.1} against {:.1} %", a.score.value, b.score.value);
                Some((format!("{name} ({points})"), a.less(b)))
            };
            self.settings.games.iter().enumerate().filter_map(case).collect::<Vec<_>>()
        };
        let all = more.into_iter().chain(others);
        let all = all.map(|(statement, pairs)| (statement, pairs.into_iter().flat_map(compared)));
        let all: Vec<(String, Vec<(String, Estimate)>)> =
            all.map(|(statement, cases)| (statement, cases.collect())).collect();
        let family = all.iter().flat_map(|(_, cases)| cases).map(|(_, difference)| *difference);
        let family = Together::of(family, 0.0);
        let claim = |(statement, cases): (String, Vec<(String, Estimate)>)| {
            let decided = |(name, more)| (name, family.widen(more).is_at_least(0.0));
            let claim = Claim::of(SOURCE, statement, "%", 1).own();
            claim.in_all("each game", cases.into_iter().map(decided))
        };
        all.into_iter().map(claim).collect()
    }
}

/// A search's name.
fn label(search: &str) -> String {
    let name = match search {
        RBFMS => "RBFMS",
        LINEAR => "best-first, linear space when full",
        PRUNED => "best-first, pruned when full",
        UBFM => "ubfm",
        PVS => "PVS with a table",
        other => return other.replace('+', ", "),
    };
    name.to_owned()
}
