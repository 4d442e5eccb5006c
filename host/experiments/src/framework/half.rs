//! Two halves of the trees and openings that there are. What is found in the first is repeated in the second, which no run of the first
//! can have looked at.

use serde_json::{Map, Value};

use super::keys::{Key, Role, Setting};

/// The seeds of a half are below this, before they are [moved](SECOND).
const SEEDS: u32 = 1 << 28;

/// By how much the second half's seeds are moved. It is odd: a tree's random numbers come from a generator modulo a power of two, so that
/// those of seeds that differ by a multiple of a large power of two are all but the same. What else an experiment adds to seeds, for
/// trees to learn from, is 2^30 or 2^31.
const SECOND: u32 = 0x1f12_3bb5;

/// A half, as a setting of every experiment whose first seed [has halves](Setting::HALVES).
#[derive(Debug)]
pub enum Half {}

impl Setting for Half {
    type Value = String;
    const MEANING: &'static str = "first, or second: trees and kinds of openings that no run of the first can use, to repeat a finding \
        with (positions of random games come from other random numbers)";

    fn check(value: &String) -> Result<(), String> {
        match value.as_str() {
            FIRST | SECOND_NAME => Ok(()),
            other => Err(format!("half {other:?}: write first or second")),
        }
    }
}

/// Its name.
pub(crate) const NAME: &str = "half";
/// The usual half, which settings leave out.
pub const FIRST: &str = "first";
const SECOND_NAME: &str = "second";

/// What is added to titles of tables of the second half.
pub(crate) const IN_TITLES: &str = " (second half: trees and openings kept apart)";

static KEY: Key = Key::of::<Half>(NAME, "");

/// Whether there are two halves: an experiment with openings of its own takes all of them.
pub(crate) fn has_halves(keys: &[Key]) -> bool {
    keys.iter().any(|key| key.halves) && keys.iter().all(|key| key.role != Role::Openings)
}

/// These settings with the half, if there are two.
pub(crate) fn all(keys: &'static [Key]) -> impl Iterator<Item = &'static Key> {
    keys.iter().chain(has_halves(keys).then_some(&KEY))
}

/// Whether recorded settings are of the second half.
pub(crate) fn is_second(map: &Map<String, Value>) -> bool {
    map.get(NAME).is_some_and(|half| half == SECOND_NAME)
}

/// Leaves the first half out of settings: it is the usual one, and runs that were recorded before there were halves are of it.
pub(crate) fn leave_out_first(map: &mut Map<String, Value>) {
    if map.get(NAME).is_some_and(|half| half == FIRST) {
        map.remove(NAME);
    }
}

/// The settings that are the same in both halves.
pub(crate) fn without(map: &Map<String, Value>) -> Map<String, Value> {
    let mut map = map.clone();
    map.remove(NAME);
    map
}

/// The last seed before it is moved, and what it is.
pub(crate) fn last(keys: &[Key]) -> (u32, &'static str) {
    if has_halves(keys) {
        (SEEDS - 1, "the last seed of a half: give smaller seeds, or half=second for others")
    } else {
        (u32::MAX, "the last seed of a random tree")
    }
}

/// Settings as an experiment has them: without the half, and with the first seed in it.
///
/// # Errors
/// It is no half.
pub(crate) fn settled(
    map: &Map<String, Value>,
    keys: &[Key],
) -> Result<Map<String, Value>, String> {
    let Some(half) = map.get(NAME) else { return Ok(map.clone()) };
    (KEY.check)(half)?;
    let mut all = without(map);
    let key = keys.iter().find(|key| key.halves).filter(|_| has_halves(keys));
    let seed = key.and_then(|key| all.get_mut(key.name)).ok_or("this experiment has no halves")?;
    if let (Some(first), true) = (seed.as_u64(), is_second(map)) {
        *seed = (first + u64::from(SECOND)).into();
    }
    Ok(all)
}

/// A first seed of the second half, as an experiment has it.
#[cfg(test)]
pub(crate) const fn moved(seed: u32) -> u32 {
    seed + SECOND
}

/// Whether a first seed, as an experiment has it, is of the second half, and the seed before it was moved.
pub(crate) fn of(seed: u32) -> (bool, u32) {
    if seed >= SECOND { (true, seed - SECOND) } else { (false, seed) }
}

#[cfg(test)]
mod tests {
    use plyscope_core::Game as _;
    use plyscope_core::random_tree::{Branching, RandomTree};

    use super::{SECOND, SEEDS, of};

    /// What experiments add to seeds, and the most trees from a seed on that they learn from.
    const ADDED: [u64; 3] = [0, 1 << 30, 1 << 31];
    const LEARNED: u64 = 1_000_000;

    #[test]
    fn no_seed_of_a_half_is_one_of_the_other() {
        let mut ranges: Vec<(u64, u64)> = ADDED
            .iter()
            .flat_map(|added| [0, u64::from(SECOND)].map(|half| added + half))
            .map(|first| (first, first + u64::from(SEEDS) + LEARNED))
            .collect();
        ranges.sort_unstable();
        assert!(ranges.is_sorted_by(|a, b| a.1 <= b.0), "{ranges:?}");
        assert!(ranges[5].1 <= 1 << 32);
        assert_eq!(
            [of(SEEDS - 1), of(SECOND), of(SECOND + 7)],
            [(false, SEEDS - 1), (true, 0), (true, 7)]
        );
    }

    /// The correlation of the costs of a root's edges with those of the tree whose seed is so much greater.
    fn correlation(moved: u32) -> f64 {
        let costs = |seed| -> Vec<f64> {
            let tree = RandomTree::new(seed, Branching::uniform(100).unwrap());
            let (root, mut all) = (tree.root(), Vec::new());
            let mut moves = tree.moves(&root);
            while let Some((_, child)) = tree.next_child(&root, &mut moves) {
                all.push(f64::from(child.value().get()));
            }
            all
        };
        let (mut both, mut one, mut other) = (0.0, 0.0, 0.0);
        for seed in 1..=20 {
            for (a, b) in costs(seed).into_iter().zip(costs(seed + moved)) {
                both += a * b;
                one += a * a;
                other += b * b;
            }
        }
        both / (one * other).sqrt()
    }

    #[test]
    fn trees_of_the_halves_are_unlike() {
        assert!(correlation(SECOND).abs() < 0.1, "{}", correlation(SECOND));
        assert!(correlation(1 << 31).abs() > 0.3, "{}", correlation(1 << 31));
    }
}
