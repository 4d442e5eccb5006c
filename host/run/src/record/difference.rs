//! The differences of two configurations, in words.

use std::collections::BTreeSet;

use serde_json::Value;

/// Maximum number of differences listed; the rest are counted.
const TOLD: usize = 3;

/// The differences between a recorded configuration and this one; `None` if there are none.
pub fn difference(there: &Value, here: &Value) -> Option<String> {
    let mut all = Vec::new();
    compare(there, here, "", &mut all);
    let more = all.len().saturating_sub(TOLD);
    all.truncate(TOLD);
    let told = all.join("; ");
    match (told.is_empty(), more) {
        (true, _) => None,
        (_, 0) => Some(told),
        _ => Some(format!("{told}; and {more} more")),
    }
}

fn compare(there: &Value, here: &Value, place: &str, all: &mut Vec<String>) {
    match (there, here) {
        _ if there == here => {}
        (Value::Object(a), Value::Object(b)) => {
            let keys: BTreeSet<&String> = a.keys().chain(b.keys()).collect();
            for key in keys {
                let [a, b] = [a, b].map(|object| object.get(key).unwrap_or(&Value::Null));
                // A group of settings: their own names are enough.
                let group = place.is_empty() && a.is_object() && b.is_object();
                let inner = if group { String::new() } else { format!("{place}{key}: ") };
                compare(a, b, &inner, all);
            }
        }
        (Value::Array(a), Value::Array(b)) if a.len() == b.len() => {
            for (number, (a, b)) in (1..).zip(a.iter().zip(b)) {
                let name = a.get("name").filter(|&name| Some(name) == b.get("name"));
                let name = name.and_then(Value::as_str).map(str::to_owned);
                let name = name.unwrap_or_else(|| format!("number {number}"));
                compare(a, b, &format!("{place}{name}: "), all);
            }
        }
        (Value::Array(a), Value::Array(b)) => {
            all.push(format!("{place}{} of them there, {} here", a.len(), b.len()));
        }
        _ => all.push(format!("{place}{} there, {} here", word(there), word(here))),
    }
}

/// A value in at most sixty characters.
fn word(value: &Value) -> String {
    let text = match value {
        Value::Null => "not given".to_owned(),
        Value::String(text) => text.clone(),
        other => other.to_string(),
    };
    match text.char_indices().nth(60) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text,
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::difference;

    #[test]
    fn each_field_that_differs_is_named_and_nothing_else() {
        let there = json!({
            "seed": 1, "pairs": null, "parameters": {"game_depth": 100},
            "engines": [{"name": "a", "depth": 3}, {"name": "b", "depth": 5, "order": "none"}],
        });
        let mut here = there.clone();
        assert_eq!(difference(&there, &here), None);
        here["engines"][1] = json!({"name": "b", "depth": 6});
        assert_eq!(
            difference(&there, &here).as_deref(),
            Some(
                "engines: b: depth: 5 there, 6 here; engines: b: order: none there, not given here"
            ),
        );
        here["engines"] = json!([{"name": "a", "depth": 3}]);
        here["parameters"]["game_depth"] = 50.into();
        here["pairs"] = 40.into();
        here["seed"] = 2.into();
        assert_eq!(
            difference(&there, &here).as_deref(),
            Some(
                "engines: 2 of them there, 1 here; pairs: not given there, 40 here; \
                 game_depth: 100 there, 50 here; and 1 more"
            ),
        );
    }
}
