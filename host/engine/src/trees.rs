//! Random trees by their parameters, also as text.

use alloc::borrow::ToOwned as _;
use alloc::format;
use alloc::string::{String, ToString as _};
use alloc::vec::Vec;
use core::str::FromStr;

use plyscope_core::random_tree::{
    Branching, Correlation, EdgeCosts, Generation, NoisyEdgeCostSum, RandomTree,
};
use serde::Serialize;

use super::say;

/// Parameters of random trees, without the seed.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct TreeParameters {
    /// Number of children.
    pub branching: Branching,
    /// Range of edge costs.
    pub edge_costs: EdgeCosts,
    /// Generation method.
    pub generation: Generation,
    /// Length of a game in plies.
    pub game_depth: u32,
    /// Amplitude of the noise on static values, in the unit of edge costs.
    #[serde(skip_serializing_if = "is_zero")]
    pub noise: u32,
    /// Correlation between the costs of the edges to siblings, in thousandths, 0 to 1000.
    #[serde(skip_serializing_if = "is_zero")]
    pub correlation: u32,
}

// What is 0 is omitted, so that runs from before there were these dials can be resumed.
#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde's signature")]
fn is_zero(dial: &u32) -> bool {
    *dial == 0
}

/// Reads `uniform:5`, `random:5` (1 to 5) or `leafy:5` (0 to 5).
///
/// # Errors
/// The reason and the remedy.
pub fn parse_branching(text: &str) -> Result<Branching, String> {
    let usage = "write uniform:B, random:B or leafy:B, such as uniform:10";
    let (kind, number) = text.split_once(':').ok_or(usage)?;
    let number: u32 = number.parse().map_err(|_| usage)?;
    match kind {
        "uniform" => Branching::uniform(number),
        "random" => Branching::random(number),
        "leafy" => Branching::random_with_leaves(number),
        _ => return Err(usage.to_owned()),
    }
    .map_err(|error| error.to_string())
}

/// The inverse of [`parse_branching`].
#[must_use]
pub fn branching_text(branching: Branching) -> String {
    let number = branching.maximum();
    let kind = if Ok(branching) == Branching::uniform(number) {
        "uniform"
    } else if Ok(branching) == Branching::random(number) {
        "random"
    } else {
        "leafy"
    };
    format!("{kind}:{number}")
}

impl TreeParameters {
    /// Trees by Korf & Chickering's conventions, with these numbers of children: edge costs of 15 bits, breadth-first
    /// generation, games of 100 plies, exact sums as static values.
    #[must_use]
    pub const fn new(branching: Branching) -> Self {
        Self {
            branching,
            edge_costs: EdgeCosts::Korf,
            generation: Generation::BreadthFirst,
            game_depth: RandomTree::GAME_DEPTH,
            noise: 0,
            correlation: 0,
        }
    }

    /// The tree with this seed. A correlation above 1000 thousandths counts as 1000.
    #[must_use]
    pub fn tree(&self, seed: u32) -> RandomTree {
        let correlation =
            Correlation::per_mille(self.correlation.min(1000)).unwrap_or(Correlation::NONE);
        RandomTree::new(seed, self.branching)
            .with_edge_costs(self.edge_costs)
            .with_generation(self.generation)
            .with_game_depth(self.game_depth)
            .with_correlation(correlation)
    }

    /// Reads options such as `branching=uniform:5,seed=3`, and the seed among them. What is missing is as usual: three children, seed 1.
    ///
    /// # Errors
    /// The option that cannot be read, with the remedy.
    pub fn read(options: &str) -> Result<(Self, u32), String> {
        let branching = Branching::uniform(3).map_err(|error| error.to_string())?;
        let (mut trees, mut seed, mut root) = (Self::new(branching), 1, None);
        let mut keys = Vec::new();
        for option in options.split(',').map(str::trim).filter(|option| !option.is_empty()) {
            let (key, text) = option.split_once('=').ok_or_else(|| {
                format!("{option:?} is no option: write key=value, such as seed=3")
            })?;
            if keys.contains(&key) {
                return Err(format!("{key} is given twice: give it once"));
            }
            keys.push(key);
            let read = match key {
                "branching" => parse_branching(text).map(|read| trees.branching = read),
                "root-branching" => number(text, 0, u32::MAX).map(|read| root = Some(read)),
                "edge-costs" => named(text, COSTS).map(|read| trees.edge_costs = read),
                "generation" => named(text, METHODS).map(|read| trees.generation = read),
                "game-depth" => {
                    number(text, 1, RandomTree::DEEPEST).map(|read| trees.game_depth = read)
                }
                "noise" => number(text, 0, NoisyEdgeCostSum::MOST).map(|read| trees.noise = read),
                "correlation" => match Correlation::read(text) {
                    Some(read) => {
                        trees.correlation = read.get();
                        Ok(())
                    }
                    None => {
                        Err("write a number from 0 to 1 with at most three decimals".to_owned())
                    }
                },
                "seed" => number(text, 0, u32::MAX).map(|read| seed = read),
                _ => return Err(format!("{key} is no option of random-tree: omit it")),
            };
            read.map_err(|reason| format!("{option}: {reason}"))?;
        }
        if let Some(root) = root {
            let with_root = trees.branching.with_root(root);
            trees.branching =
                with_root.map_err(|error| format!("root-branching={root}: {error}"))?;
        }
        Ok((trees, seed))
    }
}

/// Edge costs by name.
const COSTS: &[(&str, EdgeCosts)] = &[
    ("korf", EdgeCosts::Korf),
    ("zhang", EdgeCosts::Zhang),
    ("zhang16", EdgeCosts::Zhang16),
    ("wide", EdgeCosts::Wide),
];

/// Generation methods by name.
const METHODS: &[(&str, Generation)] = &[
    ("breadth-first", Generation::BreadthFirst),
    ("reseed-parent", Generation::ReseedParent),
    ("reseed-node", Generation::ReseedNode),
    ("hash", Generation::Hash),
];

fn named<T: Copy>(text: &str, names: &[(&str, T)]) -> Result<T, String> {
    let named = names.iter().find(|(name, _)| *name == text);
    named.map(|&(_, value)| value).ok_or_else(|| {
        let names: Vec<&str> = names.iter().map(|&(name, _)| name).collect();
        say(&names)
    })
}

fn number(text: &str, least: u32, most: u32) -> Result<u32, String> {
    let read = u32::from_str(text).ok().filter(|read| (least..=most).contains(read));
    read.ok_or_else(|| format!("write a whole number from {least} to {most}"))
}

#[cfg(test)]
mod tests {
    use plyscope_core::random_tree::{Branching, EdgeCosts, Generation};

    use super::{TreeParameters, branching_text, parse_branching};

    #[test]
    fn trees_are_read_from_their_options_in_any_order() {
        let text = "seed=7, root-branching=5,edge-costs=zhang,branching=random:9,generation=hash,\
                    game-depth=12,noise=8192,correlation=0.25";
        let (trees, seed) = TreeParameters::read(text).unwrap();
        let branching = Branching::random(9).unwrap().with_root(5).unwrap();
        let same = TreeParameters {
            edge_costs: EdgeCosts::Zhang,
            generation: Generation::Hash,
            game_depth: 12,
            noise: 8192,
            correlation: 250,
            ..TreeParameters::new(branching)
        };
        assert_eq!((trees, seed), (same, 7));
        let usual = TreeParameters::new(Branching::uniform(3).unwrap());
        assert_eq!(TreeParameters::read(""), Ok((usual, 1)));
    }

    #[test]
    fn errors_name_the_option_and_the_remedy() {
        for (text, error) in [
            ("seed", "\"seed\" is no option: write key=value"),
            ("seed=1,seed=2", "seed is given twice"),
            ("seed=4294967296", "seed=4294967296: write a whole number"),
            ("game-depth=256", "write a whole number from 1 to 255"),
            ("edge-costs=thin", "edge-costs=thin: write korf, zhang, zhang16 or wide"),
            ("correlation=2", "correlation=2: write a number from 0 to 1"),
            ("branching=binary:2", "write uniform:B, random:B or leafy:B"),
            ("root-branching=0", "root-branching=0: "),
            ("depth=3", "depth is no option of random-tree"),
        ] {
            let found = TreeParameters::read(text).unwrap_err();
            assert!(found.contains(error), "{text}: {found}");
        }
    }

    #[test]
    fn a_branching_is_read_back_from_its_text() {
        for text in ["uniform:10", "random:3", "leafy:5"] {
            assert_eq!(parse_branching(text).map(branching_text), Ok(text.to_owned()));
        }
        for bad in ["uniform:0", "uniform", "random:-1", "binary:2", "random:99999"] {
            assert!(parse_branching(bad).is_err(), "{bad}");
        }
    }
}
