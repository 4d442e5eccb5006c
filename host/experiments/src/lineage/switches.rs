//! Best-first minimax of 1996 and unbounded best-first minimax (UBFM): what each switch between them is worth.

mod summary;

use plyscope_players::engine::Engine;
use plyscope_report::Summary;

use crate::keys::{Evaluation, FirstSeed, SeedsOfEach};
use crate::kit::contests::{Contests, Games, Meeting, engine, texts};
use crate::kit::othello_ladders::{Budget, EVALUATION};
use crate::{About, Scale};

/// Engines of the two ends. Full expansion, because UBFM has no other by default; with resolved lines left alone, because UBFM does so.
const OF_1996: &str = "algorithm=bfm+expansion=full+on-resolved=next";
const OF_TODAY: &str = "algorithm=ubfm";
/// Its switches, written out so that single ones can be changed.
const TODAYS: [&str; 4] = ["backup=root", "transpositions=table", "completion=on", "move=safe"];

const QUESTION: &str = "open question: the switches of best-first minimax at equal nodes";
const QUESTION_OF_TIME: &str =
    "open question: the switches of best-first minimax at equal processor time";

/// At equal nodes.
pub(super) const SWITCHES: Contests<Settings> = Contests {
    about: About {
        id: "lineage-switches",
        title: "Best-first minimax of 1996 against its later switches, one by one and together",
        source: QUESTION,
        what: "Best-first minimax of 1996 became unbounded best-first minimax (UBFM) by four switches: values that are \
            backed up to the root, a table of positions, completion (solved positions are left alone), and the safe \
            move (the most visited one). Pairs of games in four games at equal nodes a move, each side once first; without completion, the search leaves \
            resolved lines alone and goes on (on-resolved=next), so that it uses them. In \
            the first group one thing is added to the search of 1996 with full expansion; in the second one switch of \
            UBFM is turned back or another one is turned on. Scores are points of the changed engine, draws count half, and \
            a pair of games on a random tree is one result, for the side with more when it moved first; \
            intervals are those of kinds of openings, or trees. Completion and exact values of finished games look for any win, \
            and are judged without random trees, where the size of a win counts. A random tree has one line to each position, so that \
            its table changes nothing. The published findings are from other games, with learned evaluations and \
            limits of time. lineage-switches-time makes processor time equal instead.",
        settings: Settings::KEYS,
    },
    settings: |scale| settings(scale, "nodes", [200, 100, 284, 8]),
    check: |_| Ok(()),
    games: |settings| Games {
        seed: settings.seed,
        names: &settings.games,
        pairs: &settings.seeds,
        nodes: Games::one_each(&settings.nodes),
        evaluation: &settings.evaluation,
        budget: &settings.budget,
    },
    meetings,
    fewer: |_, _, _| 1,
    counts: false,
    summarise: |results| Summary {
        tables: vec![results.table(false), results.table(true), results.nodes()],
        figures: vec![results.group(false), results.group(true)],
        claims: results.claims(),
    },
};

/// At equal processor time, the measure of the published findings.
pub(super) const SWITCHES_TIMED: Contests<Settings> = Contests {
    about: About {
        id: "lineage-switches-time",
        title: "The switches of best-first minimax at equal processor time",
        source: QUESTION_OF_TIME,
        what: "lineage-switches with equal processor time a move instead of equal nodes: a node of each engine is timed \
            first, and numbers of nodes are chosen that take as long as the given ones of the engine that is changed. \
            Its rows are not the same twice. Both groups have one implementation: with on-resolved=next the search of \
            1996 is that of its later switches.",
        settings: Settings::KEYS,
    },
    settings: |scale| settings(scale, "time", [100, 60, 200, 8]),
    ..SWITCHES
};

crate::settings! {
    pub(super) struct Settings {
        /// first tree's seed; selects the openings
        seed: FirstSeed,
        /// random-tree:CHILDREN, othello, or a small game's name
        games: Vec<String>,
        /// pairs of games for each of the games: openings or trees
        seeds: SeedsOfEach,
        /// nodes a move in each of the games
        nodes: Vec<u64>,
        /// options of engines against that of 1996, with + between them; with an algorithm, another engine
        added: Vec<String>,
        /// switches of engines against ubfm, likewise
        changed: Vec<String>,
        evaluation: Evaluation,
        budget: Budget,
    }
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

/// The settings with these pairs of games at default scale.
fn settings(scale: Scale, budget: &str, pairs: [u32; 4]) -> Settings {
    Settings {
        seed: 1,
        games: texts(&["random-tree:5", "othello", "connect-four", "hexapawn"]),
        seeds: scale.pick(vec![4, 4, 16, 8], pairs.to_vec(), vec![1000, 400, 284, 8]),
        nodes: scale.pick(
            vec![200, 200, 200, 8],
            vec![500, 500, 1000, 8],
            vec![2000, 2000, 5000, 8],
        ),
        added: texts(&[
            "backup=root",
            "transpositions=table",
            "completion=on",
            "move=safe",
            "leaf=evaluation",
            "completion=on+move=safe",
            "backup=root+transpositions=table+completion=on",
            "algorithm=ubfm",
            "algorithm=bfm+on-resolved=next",
            "algorithm=mcts",
        ]),
        changed: texts(&[
            "backup=stable",
            "transpositions=tree",
            "completion=off",
            "move=best",
            "leaf=evaluation",
            "selection=descent",
        ]),
        evaluation: EVALUATION.to_owned(),
        budget: budget.to_owned(),
    }
}

fn meetings(settings: &Settings) -> Result<Vec<Meeting>, String> {
    let meet = |(of_today, options)| match of_today {
        false => Ok([engine(OF_1996)?, with_added(options)?].into()),
        true => Ok([engine(OF_TODAY)?, with_changed(options)?].into()),
    };
    settings.pairings().into_iter().map(meet).collect()
}

#[cfg(test)]
mod tests {
    use super::{OF_TODAY, engine, with_added, with_changed};
    use plyscope_players::engine::Search;
    use plyscope_players::engine::options::Ubfm;
    use plyscope_tree::{OnResolved, Switches};

    #[test]
    fn a_switch_turned_to_where_it_is_gives_the_same_search() {
        // The same switches under the name of the search of 1996.
        let switches = |options: &str| match with_changed(options).unwrap().search {
            Search::Bfm(options) => options.switches(),
            other => panic!("{other:?}"),
        };
        let ubfm = Ubfm::default().switches();
        for same in ["leaf=exact", "backup=root", "move=safe+completion=on"] {
            // With completion it goes on anyhow.
            let ubfm = Switches { on_resolved: OnResolved::Next, ..ubfm };
            assert_eq!(switches(same), ubfm, "{same}");
        }
        assert_ne!(switches("completion=off"), ubfm);
        assert_eq!(with_added(OF_TODAY).unwrap(), engine(OF_TODAY).unwrap());
        assert!(with_added("backup=nowhere").unwrap_err().contains("backup"));
    }
}
