//! Partial against full expansion in unbounded best-first minimax, with every set of its switches.

use plyscope_players::engine::Engine;

use super::expansion_summary::summary;
use crate::About;
use crate::keys::{Evaluation, FirstSeed, SeedsOfEach};
use crate::kit::contests::{Contests, Games, engine, texts};
use crate::kit::lines::check_lists;
use crate::kit::othello_ladders::{Budget, EVALUATION};

pub(super) const QUESTION: &str =
    "open question: children one at a time (Korf & Chickering 1996, Fig. 3), with later switches";

/// The switches: name, option turned off, option turned on.
pub(super) const SWITCHES: [(&str, &str, &str); 4] = [
    ("table", "transpositions=tree", "transpositions=table"),
    ("completion", "completion=off+on-resolved=next", "completion=on"),
    ("safe", "move=best", "move=safe"),
    ("root", "backup=stable", "backup=root"),
];
/// Sets of switches are numbers with a bit for each.
pub(super) const SETS: u32 = 1 << SWITCHES.len();
pub(super) const NONE: u32 = 0;
pub(super) const ALL: u32 = SETS - 1;

crate::settings! {
    pub(super) struct Settings {
        /// first tree's seed; selects the openings
        pub(super) seed: FirstSeed,
        /// random-tree:CHILDREN, othello, or a small game's name
        pub(super) games: Vec<String>,
        /// pairs of games for each of the games with the fewest nodes: openings or trees
        pub(super) seeds: SeedsOfEach,
        /// nodes a move, one point of a curve for each
        pub(super) nodes: Vec<u64>,
        /// by how much fewer pairs there are with each number of nodes
        fewer: Vec<u32>,
        /// by how much fewer again of each set of switches but none and all of them; 0 plays none
        fewer_of_others: Vec<u32>,
        pub(super) evaluation: Evaluation,
        pub(super) budget: Budget,
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
            moved first; intervals are those of kinds of openings, or trees. Means over sets, and \
            what a switch changes, are of the openings that all sets have. Claims are corrected for their number (Holm). With budget=time, or in \
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
    summarise: summary,
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
        let seeds = vec![160, 160, 284, 320, 320, 160];
        Settings {
            seeds: scale.pick(vec![80; 6], seeds.clone(), seeds),
            nodes: scale.pick(vec![100, 500], vec![500, 4000], vec![500, 4000, 32_000]),
            fewer: scale.pick(vec![1, 1], vec![1, 8], vec![1, 1, 4]),
            fewer_of_others: scale.pick(vec![0; 2], vec![0; 2], vec![0; 3]),
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
    pub(super) fn pairs(&self, level: usize, set: u32) -> String {
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
