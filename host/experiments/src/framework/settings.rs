//! Settings of experiments, with checked names and value types.

use std::fmt;
use std::str::FromStr;

use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};

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

/// Converts them back to settings.
pub(crate) fn from_map<T: DeserializeOwned>(map: &Map<String, Value>) -> Result<T, SettingsError> {
    check_seeds(map)?;
    serde_json::from_value(Value::Object(map.clone()))
        .map_err(|error| SettingsError::Refused(error.to_string()))
}

/// Checks that this many seeds from the first on fit in 32 bits, as random trees need. A larger seed would wrap around
/// to another seed's tree.
fn check_seeds(map: &Map<String, Value>) -> Result<(), SettingsError> {
    let count = |value: &Value| match value {
        Value::Array(counts) => counts.iter().filter_map(Value::as_u64).max(),
        count => count.as_u64(),
    };
    let counts = map.iter().filter(|(name, _)| name.ends_with("seeds"));
    let most = counts.filter_map(|(_, value)| count(value)).max().unwrap_or(1);
    let Some(first) = map.get("seed").and_then(Value::as_u64) else { return Ok(()) };
    match first.checked_add(most.saturating_sub(1)) {
        Some(last) if last <= u64::from(u32::MAX) => Ok(()),
        _ => Err(SettingsError::Refused(format!(
            "seed={first}: {most} seeds from there go beyond {}, the last seed of a random tree",
            u32::MAX
        ))),
    }
}

/// Changes one setting. The new value has the old one's type.
pub(crate) fn change(
    map: &mut Map<String, Value>,
    name: &str,
    text: &str,
) -> Result<(), SettingsError> {
    let names = map.keys().cloned().collect::<Vec<_>>().join(", ");
    let Some(value) = map.get_mut(name) else {
        return Err(SettingsError::Unknown { name: name.to_owned(), names });
    };
    let wrong = |reason: &str| SettingsError::Value {
        name: name.to_owned(),
        text: text.to_owned(),
        reason: reason.to_owned(),
    };
    *value = match value {
        Value::Bool(_) => Value::Bool(text.parse().map_err(|_| wrong("write true or false"))?),
        Value::Number(number) if number.is_f64() => {
            real(text).ok_or_else(|| wrong("write a number such as 0.5"))?
        }
        Value::Number(_) => {
            Value::from(text.parse::<u64>().map_err(|_| wrong("write a whole number"))?)
        }
        Value::Array(items) if items.iter().any(Value::is_f64) => text
            .split(',')
            .map(real)
            .collect::<Option<Vec<_>>>()
            .map(Value::Array)
            .ok_or_else(|| wrong("write numbers such as 1.0,0.5"))?,
        Value::Array(items) if items.iter().any(Value::is_string) => {
            Value::Array(text.split(',').map(Value::from).collect())
        }
        Value::Array(_) => Value::Array(
            numbers(text).ok_or_else(|| wrong("write whole numbers such as 2,3,5 or 2..10"))?,
        ),
        _ => Value::from(text),
    };
    Ok(())
}

fn real(text: &str) -> Option<Value> {
    text.parse::<f64>().ok().filter(|number| number.is_finite()).map(Value::from)
}

/// Parses `2,3,5..8`. Ranges include both ends.
fn numbers(text: &str) -> Option<Vec<Value>> {
    let mut all = Vec::new();
    for part in text.split(',') {
        let (first, last) = part.split_once("..").unwrap_or((part, part));
        let (first, last): (u64, u64) = (first.parse().ok()?, last.parse().ok()?);
        if first > last || last - first > 10_000 {
            return None;
        }
        all.extend((first..=last).map(Value::from));
    }
    Some(all)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::{SettingsError, Value, change, from_map, to_map};

    #[test]
    fn a_setting_keeps_its_kind_of_value_and_unknown_names_are_refused() {
        let mut map = to_map(&json!({
            "seeds": 1000, "depths": [2, 3], "delta": [1.0, 0.5], "edge": 1.0, "order": "static",
        }));
        change(&mut map, "seeds", "20").unwrap();
        change(&mut map, "depths", "2..4,9").unwrap();
        change(&mut map, "delta", "1,0.25").unwrap();
        change(&mut map, "order", "none").unwrap();
        assert_eq!(
            serde_json::Value::Object(map.clone()),
            json!({"seeds": 20, "depths": [2, 3, 4, 9], "delta": [1.0, 0.25], "edge": 1.0, "order": "none"}),
        );
        for (name, text) in [
            ("seeds", "-1"),
            ("seeds", "many"),
            ("depths", "4..2"),
            ("depths", ""),
            ("edge", "nan"),
        ] {
            let error = change(&mut map, name, text).unwrap_err();
            assert!(matches!(error, SettingsError::Value { .. }), "{name}={text}: {error}");
        }
        let seeds = |first: u64| {
            from_map::<Value>(json!({"seed": first, "seeds": [5, 2]}).as_object().unwrap())
        };
        assert!(seeds(u64::from(u32::MAX) - 4).is_ok());
        for beyond in [u64::from(u32::MAX) - 3, 1 << 32, u64::MAX] {
            let error = seeds(beyond).unwrap_err().to_string();
            assert!(error.contains("beyond 4294967295"), "{error}");
        }
        let error = change(&mut map, "seed", "1").unwrap_err().to_string();
        assert!(error.contains("\"seed\"") && error.contains("delta, depths, edge"), "{error}");
    }
}
