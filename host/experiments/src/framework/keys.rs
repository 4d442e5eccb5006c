//! The settings of experiments: the name, kind and meaning of each, declared once by [`settings!`](crate::settings).

use plyscope_players::domain::{OpeningChoice, OthelloEvaluation};
use serde::de::DeserializeOwned;
use serde::{Serialize, Serializer};
use serde_json::Value as Json;

pub use super::half::{FIRST, Half};

/// The type of a setting's values.
pub trait Value: Serialize + DeserializeOwned {
    /// Reads a value, as JSON.
    ///
    /// # Errors
    /// What to write instead.
    fn read(text: &str) -> Result<Json, &'static str>;
}

/// A kind of setting: what its values are, and what holds for them in every experiment. A [`Value`] such as `u32` or `Vec<String>` is
/// the kind without anything of this.
pub trait Setting {
    /// The type of its values.
    type Value: Value;
    /// What it means, unless the experiment says something else.
    const MEANING: &'static str = "";
    /// What it selects.
    const ROLE: Role = Role::Other;
    /// Whether it is a first seed from which all trees and openings follow, so that the experiment can be of either half of them.
    const HALVES: bool = false;

    /// Checks a value.
    ///
    /// # Errors
    /// The reason, and the values that would be accepted.
    fn check(value: &Self::Value) -> Result<(), String> {
        let _ = value;
        Ok(())
    }

    /// The value as a run records it: a file counts by its content, not by its path.
    fn recorded(value: Self::Value) -> Self::Value {
        value
    }
}

/// What a setting selects, as far as the command and reports ask for it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Role {
    /// It is the first seed.
    FirstSeed,
    /// It is the number of seeds, or a list of numbers of seeds.
    Seeds {
        /// The smallest number.
        least: u32,
    },
    /// It is the openings of Othello.
    Openings,
    /// Something else.
    Other,
}

impl Role {
    /// Whether it is a number of seeds.
    #[must_use]
    pub fn is_seeds(self) -> bool {
        matches!(self, Self::Seeds { .. })
    }
}

/// A setting without its types.
#[derive(Clone, Copy, Debug)]
pub struct Key {
    /// Its name.
    pub name: &'static str,
    /// What it means.
    pub meaning: &'static str,
    /// What it selects.
    pub role: Role,
    pub(crate) halves: bool,
    pub(crate) read: fn(&str) -> Result<Json, &'static str>,
    pub(crate) check: fn(&Json) -> Result<(), String>,
    pub(crate) recorded: fn(Json) -> Json,
}

impl Key {
    /// The setting of a kind. An empty meaning is that of the kind.
    #[must_use]
    pub const fn of<S: Setting>(name: &'static str, meaning: &'static str) -> Self {
        let own = meaning.trim_ascii();
        let meaning = if own.is_empty() { S::MEANING } else { own };
        let (check, recorded) = (check::<S>, recorded::<S>);
        Self {
            name,
            meaning,
            role: S::ROLE,
            halves: S::HALVES,
            read: S::Value::read,
            check,
            recorded,
        }
    }
}

fn check<S: Setting>(value: &Json) -> Result<(), String> {
    let value = serde_json::from_value(value.clone()).map_err(|error| error.to_string())?;
    S::check(&value)
}

fn recorded<S: Setting>(value: Json) -> Json {
    let known = serde_json::from_value(value.clone());
    known.ok().and_then(|known| serde_json::to_value(S::recorded(known)).ok()).unwrap_or(value)
}

impl PartialEq for Key {
    fn eq(&self, other: &Self) -> bool {
        (self.name, self.meaning, self.role) == (other.name, other.meaning, other.role)
    }
}

impl Eq for Key {}

/// As name and meaning.
impl Serialize for Key {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        (self.name, self.meaning).serialize(serializer)
    }
}

/// Declares the settings of an experiment: a struct with serde's derives, and a constant `KEYS` for [`About`](crate::About). Each field
/// has a [kind](crate::keys); its documentation is its meaning.
///
/// ```
/// use plyscope_experiments::keys::{FirstSeed, Seeds};
///
/// plyscope_experiments::settings! {
///     struct Settings {
///         seed: FirstSeed,
///         seeds: Seeds,
///         /// greatest depth
///         depth: u32,
///     }
/// }
///
/// let settings = Settings { seed: 1, seeds: 100, depth: 8 };
/// assert_eq!(Settings::KEYS[2].meaning, "greatest depth");
/// # let _ = (settings.seed, settings.seeds, settings.depth);
/// ```
#[macro_export]
macro_rules! settings {
    (
        $(#[$attribute:meta])*
        $visible:vis struct $name:ident {
            $(
                $(#[doc = $meaning:literal])*
                $(#[serde($($serde:tt)*)])?
                $seen:vis $field:ident: $kind:ty,
            )*
        }
    ) => {
        $(#[$attribute])*
        #[derive(serde::Serialize, serde::Deserialize)]
        $visible struct $name {
            $(
                $(#[doc = $meaning])*
                $(#[serde($($serde)*)])?
                $seen $field: <$kind as $crate::keys::Setting>::Value,
            )*
        }

        impl $name {
            /// Names, kinds and meanings.
            $visible const KEYS: &'static [$crate::keys::Key] = &[
                $($crate::keys::Key::of::<$kind>(stringify!($field), concat!("", $($meaning),*)),)*
            ];
        }
    };
}

/// Types of values that are kinds of settings themselves.
macro_rules! plain {
    ($($read:ident: $($kind:ty),*;)*) => {$($(
        impl Value for $kind {
            fn read(text: &str) -> Result<Json, &'static str> {
                $read(text)
            }
        }

        impl Setting for $kind {
            type Value = Self;
        }
    )*)*};
}

plain! {
    switch: bool;
    whole: u8, u16, u32, u64;
    real: f64;
    word: String;
    wholes: Vec<u8>, Vec<u16>, Vec<u32>, Vec<u64>;
    reals: Vec<f64>;
    words: Vec<String>;
}

fn switch(text: &str) -> Result<Json, &'static str> {
    text.parse().map(Json::Bool).map_err(|_| "write true or false")
}

fn whole(text: &str) -> Result<Json, &'static str> {
    text.parse::<u64>().map(Json::from).map_err(|_| "write a whole number")
}

fn finite(text: &str) -> Option<Json> {
    text.parse::<f64>().ok().filter(|number| number.is_finite()).map(Json::from)
}

fn real(text: &str) -> Result<Json, &'static str> {
    finite(text).ok_or("write a number such as 0.5")
}

fn reals(text: &str) -> Result<Json, &'static str> {
    let all: Option<Vec<Json>> = text.split(',').map(finite).collect();
    all.map(Json::Array).ok_or("write numbers such as 1.0,0.5")
}

fn word(text: &str) -> Result<Json, &'static str> {
    Ok(Json::from(text))
}

pub(crate) fn words(text: &str) -> Result<Json, &'static str> {
    Ok(text.split(',').map(Json::from).collect())
}

fn wholes(text: &str) -> Result<Json, &'static str> {
    numbers(text).map(Json::Array).ok_or("write whole numbers such as 2,3,5 or 2..10")
}

/// Parses `2,3,5..8`. Ranges include both ends.
fn numbers(text: &str) -> Option<Vec<Json>> {
    let mut all = Vec::new();
    for part in text.split(',') {
        let (first, last) = part.split_once("..").unwrap_or((part, part));
        let (first, last): (u64, u64) = (first.parse().ok()?, last.parse().ok()?);
        if first > last || last - first > 10_000 {
            return None;
        }
        all.extend((first..=last).map(Json::from));
    }
    Some(all)
}

/// The first seed.
#[derive(Debug)]
pub enum FirstSeed {}

impl Setting for FirstSeed {
    type Value = u32;
    const MEANING: &'static str = "first tree's seed";
    const ROLE: Role = Role::FirstSeed;
    const HALVES: bool = true;
}

/// The first seed where something else than it selects openings, positions or some of the trees.
#[derive(Debug)]
pub enum SeedWithoutHalves {}

impl Setting for SeedWithoutHalves {
    type Value = u32;
    const MEANING: &'static str = FirstSeed::MEANING;
    const ROLE: Role = Role::FirstSeed;
}

/// The number of seeds (trees, positions or openings), at least 1.
#[derive(Debug)]
pub enum Seeds {}

impl Setting for Seeds {
    type Value = u32;
    const MEANING: &'static str = "number of trees";
    const ROLE: Role = Role::Seeds { least: 1 };
}

/// The number of seeds for each case, at least 1.
#[derive(Debug)]
pub enum SeedsOfEach {}

impl Setting for SeedsOfEach {
    type Value = Vec<u32>;
    const MEANING: &'static str = "number of trees for each number of children";
    const ROLE: Role = Role::Seeds { least: 1 };
}

/// The number of seeds of a part that may be left out.
#[derive(Debug)]
pub enum SeedsOrNone {}

impl Setting for SeedsOrNone {
    type Value = u32;
    const ROLE: Role = Role::Seeds { least: 0 };
}

/// An evaluation of Othello, by name or with a file of weights.
#[derive(Debug)]
pub enum Evaluation {}

impl Setting for Evaluation {
    type Value = String;
    const MEANING: &'static str = "the evaluation of both sides, as in plyscope tournament othello";

    fn check(value: &String) -> Result<(), String> {
        OthelloEvaluation::check(value).map_err(|error| error.to_string())
    }

    fn recorded(value: String) -> String {
        OthelloEvaluation::identity(&value)
    }
}

/// Openings of Othello, by name or from a file.
#[derive(Debug)]
pub enum Openings {}

impl Setting for Openings {
    type Value = String;
    const MEANING: &'static str = "the openings, as in plyscope tournament othello; the papers' are all 244 of four plies: all4";
    const ROLE: Role = Role::Openings;

    fn recorded(value: String) -> String {
        let choice = value.parse::<OpeningChoice>().and_then(OpeningChoice::without_file);
        choice.map_or(value, |choice| choice.to_string())
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::{Evaluation, FirstSeed, Key, Openings, Seeds, SeedsOrNone};

    settings! {
        struct Settings {
            seed: FirstSeed,
            /// number of games,
            /// each played twice
            seeds: Seeds,
            evaluation: Evaluation,
        }
    }

    #[test]
    fn a_settings_documentation_is_its_meaning_and_its_kinds_otherwise() {
        let shown: Vec<(&str, &str)> =
            Settings::KEYS.iter().map(|key| (key.name, key.meaning)).collect();
        assert_eq!(shown[0], ("seed", "first tree's seed"));
        assert_eq!(shown[1], ("seeds", "number of games, each played twice"));
        assert!(shown[2].1.starts_with("the evaluation"), "{shown:?}");
        assert_eq!(
            serde_json::to_value(Settings::KEYS[0]).unwrap(),
            json!(["seed", "first tree's seed"])
        );
        let settings = Settings { seed: 1, seeds: 2, evaluation: "bill".to_owned() };
        assert_eq!(
            serde_json::to_value(&settings).unwrap(),
            json!({"seed": settings.seed, "seeds": settings.seeds, "evaluation": "bill"})
        );
    }

    #[test]
    fn a_kind_checks_its_values_and_records_files_by_content() {
        let key = Key::of::<Evaluation>("evaluation", "");
        assert_eq!((key.check)(&json!("bill")), Ok(()));
        assert!((key.check)(&json!("bell")).unwrap_err().contains("bell"));
        assert_eq!((key.recorded)(json!("patterns")), json!("patterns"));
        let openings = Key::of::<Openings>("openings", "");
        assert_eq!((openings.recorded)(json!("all4")), json!("all4"));
        assert_eq!((openings.recorded)(json!("no openings")), json!("no openings"));
        assert_eq!((openings.read)("xot"), Ok(json!("xot")));
        assert_ne!(Key::of::<Seeds>("n", "trees"), Key::of::<SeedsOrNone>("n", "trees"));
    }
}
