//! Settings of experiments, with checked names and value types.

use std::fmt;
use std::str::FromStr;

use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};

use super::half;
use super::keys::{Key, Role};

/// The size of an experiment.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Scale {
    /// Seconds. Shows that it works, and roughly what the results are.
    Quick,
    /// Minutes. The paper's sizes where that is possible.
    #[default]
    Default,
    /// The paper's sizes, or as near to them as memory and time allow.
    Paper,
}

impl Scale {
    /// All scales, smallest first.
    pub const ALL: [Self; 3] = [Self::Quick, Self::Default, Self::Paper];

    /// Selects the value for this scale.
    #[must_use]
    pub fn pick<T>(self, quick: T, default: T, paper: T) -> T {
        match self {
            Self::Quick => quick,
            Self::Default => default,
            Self::Paper => paper,
        }
    }
}

impl fmt::Display for Scale {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.pick("quick", "default", "paper"))
    }
}

impl FromStr for Scale {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        Self::ALL
            .into_iter()
            .find(|scale| scale.to_string() == text)
            .ok_or_else(|| "write quick, default or paper".to_owned())
    }
}

/// Errors in settings.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum SettingsError {
    /// No setting has this name.
    #[error("there is no setting {name:?}: it has {names}")]
    Unknown {
        /// The text given.
        name: String,
        /// The settings' names.
        names: String,
    },
    /// The text is not a value of the setting.
    #[error("{name}={text}: {reason}")]
    Value {
        /// The setting.
        name: String,
        /// The text given.
        text: String,
        /// The reason.
        reason: String,
    },
    /// A value that the experiment cannot run with.
    #[error("{0}")]
    Refused(String),
}

/// Settings with their names, sorted by name.
pub(crate) fn to_map(settings: &impl Serialize) -> Map<String, Value> {
    match serde_json::to_value(settings) {
        Ok(Value::Object(map)) => map,
        // Settings are structs of numbers, lists and strings.
        _ => Map::new(),
    }
}

/// Converts them back to settings, and checks what holds for those of all experiments.
pub(crate) fn from_map<T: DeserializeOwned>(
    map: &Map<String, Value>,
    keys: &[Key],
) -> Result<T, SettingsError> {
    let refused = SettingsError::Refused;
    check_counts(map, keys).map_err(refused)?;
    check_seeds(map, keys).map_err(refused)?;
    let settled = half::settled(map, keys).map_err(refused)?;
    let values = keys.iter().filter_map(|key| Some((key, map.get(key.name)?)));
    for (key, value) in values {
        let named = |reason: String| match reason.contains(key.name) {
            true => reason,
            false => format!("{}: {reason}", key.name),
        };
        (key.check)(value).map_err(|reason| refused(named(reason)))?;
    }
    let settings = serde_json::from_value(Value::Object(settled));
    settings.map_err(|error| refused(error.to_string()))
}

/// The settings as a run records them: weights and openings are identified by content, not by path.
pub(crate) fn recorded(map: &Map<String, Value>, keys: &[Key]) -> Map<String, Value> {
    let mut map = map.clone();
    for key in keys {
        if let Some(value) = map.get_mut(key.name) {
            *value = (key.recorded)(value.take());
        }
    }
    map
}

/// The largest total of numbers of seeds: all trees or openings are listed before a run begins.
const MOST_SEEDS: u64 = 1_000_000;

/// The largest number of values in a list setting.
const MOST_VALUES: usize = 1000;

/// The settings that are numbers of seeds: name, smallest number, and the numbers.
fn seeds<'m>(
    map: &'m Map<String, Value>,
    keys: &'m [Key],
) -> impl Iterator<Item = (&'static str, u32, Vec<u64>)> + 'm {
    keys.iter().filter_map(|key| {
        let Role::Seeds { least } = key.role else { return None };
        let numbers = match map.get(key.name)? {
            Value::Array(counts) => counts.iter().filter_map(Value::as_u64).collect(),
            count => count.as_u64().into_iter().collect(),
        };
        Some((key.name, least, numbers))
    })
}

/// Refuses a 0 among the numbers of seeds, for zero trees measure nothing and an unwanted case is omitted from its list; and too many
/// values.
fn check_counts(map: &Map<String, Value>, keys: &[Key]) -> Result<(), String> {
    if seeds(map, keys).any(|(_, least, counts)| counts.iter().any(|&n| n < u64::from(least))) {
        return Err("seeds are numbers of trees or openings: at least 1".to_owned());
    }
    for (name, values) in map.iter().filter_map(|(name, value)| Some((name, value.as_array()?))) {
        if values.len() > MOST_VALUES {
            let count = values.len();
            return Err(format!("{name} has {count} values: give at most {MOST_VALUES}"));
        }
    }
    for (name, _, counts) in seeds(map, keys) {
        let all = counts.into_iter().fold(0, u64::saturating_add);
        if all > MOST_SEEDS {
            return Err(format!("{name} add up to {all}: give at most {MOST_SEEDS} in total"));
        }
    }
    Ok(())
}

/// Checks that this many seeds from the first on are of one half, or fit in 32 bits, as random trees need: a larger seed would wrap
/// around to another seed's tree.
fn check_seeds(map: &Map<String, Value>, keys: &[Key]) -> Result<(), String> {
    let most =
        seeds(map, keys).filter_map(|(.., counts)| counts.into_iter().max()).max().unwrap_or(1);
    let key = keys.iter().find(|key| key.role == Role::FirstSeed);
    let first = key.and_then(|key| Some((key.name, map.get(key.name)?.as_u64()?)));
    let Some((name, first)) = first else { return Ok(()) };
    let (greatest, what) = half::last(keys);
    match first.checked_add(most.saturating_sub(1)) {
        Some(last) if last <= u64::from(greatest) => Ok(()),
        _ => Err(format!("{name}={first}: {most} seeds from there go beyond {greatest}, {what}")),
    }
}

/// Changes one setting.
pub(crate) fn change(
    map: &mut Map<String, Value>,
    keys: &'static [Key],
    name: &str,
    text: &str,
) -> Result<(), SettingsError> {
    let Some(key) = half::all(keys).find(|key| key.name == name) else {
        let names = map.keys().cloned().collect::<Vec<_>>().join(", ");
        return Err(SettingsError::Unknown { name: name.to_owned(), names });
    };
    let value = (key.read)(text).map_err(|reason| SettingsError::Value {
        name: name.to_owned(),
        text: text.to_owned(),
        reason: reason.to_owned(),
    })?;
    map.insert(name.to_owned(), value);
    half::leave_out_first(map);
    Ok(())
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::{SettingsError, Value, change, from_map, to_map};
    use crate::keys::{FirstSeed, SeedsOfEach};

    crate::settings! {
        struct Settings {
            seed: FirstSeed,
            seeds: SeedsOfEach,
            depths: Vec<u32>,
            delta: Vec<f64>,
            edge: f64,
            order: String,
        }
    }

    #[test]
    fn a_setting_is_of_its_kind_and_unknown_names_are_refused() {
        let settings = Settings {
            seed: 1,
            seeds: vec![1000],
            depths: vec![2, 3],
            delta: Vec::new(),
            edge: 1.0,
            order: "static".to_owned(),
        };
        let mut map = to_map(&settings);
        let mut change = |name: &str, text: &str| change(&mut map, Settings::KEYS, name, text);
        for (name, text) in
            [("seeds", "20,3"), ("depths", "2..4,9"), ("delta", "1,0.25"), ("order", "none")]
        {
            change(name, text).unwrap();
        }
        for (name, text) in [
            ("seeds", "-1"),
            ("seeds", "many"),
            ("depths", "4..2"),
            ("depths", ""),
            ("delta", "wide"),
            ("edge", "nan"),
        ] {
            let error = change(name, text).unwrap_err();
            assert!(matches!(error, SettingsError::Value { .. }), "{name}={text}: {error}");
        }
        let error = change("sead", "1").unwrap_err().to_string();
        assert!(error.contains("\"sead\"") && error.contains("delta, depths, edge"), "{error}");
        assert_eq!(
            Value::Object(map.clone()),
            json!({
                "seed": 1, "seeds": [20, 3], "depths": [2, 3, 4, 9], "delta": [1.0, 0.25], "edge": 1.0,
                "order": "none",
            }),
        );
        let mut with = |name: &str, value: Value| {
            map.insert(name.to_owned(), value);
            from_map::<Settings>(&map, Settings::KEYS)
        };
        assert!(with("seed", json!((1 << 28) - 20)).is_ok());
        for beyond in [(1 << 28) - 19, 1 << 32, u64::MAX] {
            let error = with("seed", json!(beyond)).err().unwrap().to_string();
            assert!(
                error.contains("20 seeds from there go beyond 268435455, the last seed of a half"),
                "{error}"
            );
        }
        let error = with("seeds", json!([2, 0])).err().unwrap().to_string();
        assert!(error.contains("at least 1"), "{error}");
    }
}
