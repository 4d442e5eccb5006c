//! The steps of a search as data, as `host/docs/trace.md` describes them. All values are for MAX.

use alloc::string::{String, ToString as _};
use alloc::vec::Vec;

use plyscope_core::search::estimate::Range;
use plyscope_core::{Bound, Value, Window};
use serde::{Serialize, Serializer};

/// Both ends of a window or range; infinite ones are `None`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct Ends(pub Option<i32>, pub Option<i32>);

impl Ends {
    /// A range of the side to move, for MAX.
    #[must_use]
    pub fn of_range(range: Range, mover_is_max: bool) -> Self {
        let Range { low, high } = if mover_is_max { range } else { range.negated() };
        Self(low.bounded(), high.bounded())
    }

    /// A window of the side to move, for MAX.
    #[must_use]
    pub fn of_window(window: Window, mover_is_max: bool) -> Self {
        Self::of_range(Range::new(window.alpha, window.beta), mover_is_max)
    }
}

/// Why the rest of a node was skipped.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(tag = "reason", rename_all = "kebab-case")]
#[expect(missing_docs, reason = "host/docs/trace.md describes the fields")]
pub enum Cut {
    /// The value is outside the window.
    Window { value: i32, window: Ends },
    /// The estimated range is outside the window.
    Estimate {
        #[serde(rename = "static")]
        static_value: i32,
        depth: u32,
        range: Ends,
        window: Ends,
        by_child: bool,
    },
    /// A shallow search says that a deep one would leave the window.
    Selective { value: i32, depth: u32, range: Ends, window: Ends },
    /// A table knows enough.
    Table { value: i32, bound: Bound, window: Ends },
}

/// A step of a search.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(tag = "event", rename_all = "kebab-case")]
#[expect(missing_docs, reason = "host/docs/trace.md describes the steps and their fields")]
pub enum Step {
    Began {
        depth: u32,
        window: Ends,
        #[serde(skip_serializing_if = "Option::is_none")]
        value: Option<i32>,
    },
    PrincipalLeaf {
        ply: usize,
    },
    Expanded {
        ply: usize,
        children: u64,
    },
    Generated {
        ply: usize,
        #[serde(rename = "move")]
        mv: String,
        #[serde(skip_serializing_if = "Option::is_none")]
        value: Option<i32>,
    },
    Descended {
        ply: usize,
        #[serde(rename = "move")]
        mv: String,
        window: Ends,
    },
    Reduced {
        ply: usize,
        #[serde(rename = "move")]
        mv: String,
        plies: u32,
    },
    Probing {
        ply: usize,
        depth: u32,
        window: Ends,
    },
    Probed {
        ply: usize,
        depth: u32,
        value: i32,
    },
    Estimated {
        ply: usize,
        range: Ends,
        #[serde(rename = "move", skip_serializing_if = "Option::is_none")]
        mv: Option<String>,
    },
    Narrowed {
        ply: usize,
        window: Ends,
    },
    Learned {
        bounds: (i32, i32),
    },
    /// How much is left to prove the goal of the side to move, and to disprove it; `None` for what cannot be done.
    Weighed {
        ply: usize,
        proof: Option<u32>,
        disproof: Option<u32>,
    },
    Pruned {
        ply: usize,
        #[serde(flatten)]
        cut: Cut,
    },
    BackedUp {
        ply: usize,
        #[serde(rename = "move")]
        mv: String,
        value: i32,
    },
    Returned {
        ply: usize,
        #[serde(skip_serializing_if = "Option::is_none")]
        value: Option<i32>,
    },
}

/// A step with what its values of finished games mean.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Told {
    /// The step.
    #[serde(flatten)]
    pub step: Step,
    /// The values of finished games in it, in words.
    #[serde(skip_serializing_if = "Words::is_empty")]
    pub words: Words,
}

/// What values of finished games mean for MAX.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Words(Vec<(i32, String)>);

impl Words {
    /// Of the values of finished games among these.
    #[must_use]
    pub fn of(values: &[Option<i32>]) -> Self {
        let mut words = Vec::new();
        for &value in values.iter().flatten() {
            let judgement = Value::new(value).judgement();
            if judgement.result().is_some() && words.iter().all(|&(other, _)| other != value) {
                words.push((value, judgement.to_string()));
            }
        }
        Self(words)
    }

    /// Whether no game is finished.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

impl Serialize for Words {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().map(|(value, words)| (value, words)))
    }
}

impl From<Step> for Told {
    fn from(step: Step) -> Self {
        let words = Words::of(&step.values());
        Self { step, words }
    }
}

impl Step {
    /// All values in it.
    fn values(&self) -> [Option<i32>; 5] {
        let of =
            |value, Ends(alpha, beta): Ends, Ends(low, high): Ends| [value, alpha, beta, low, high];
        let none = Ends(None, None);
        match *self {
            Self::Began { value, window, .. } => of(value, window, none),
            Self::Generated { value, .. } | Self::Returned { value, .. } => of(value, none, none),
            Self::Descended { window, .. }
            | Self::Probing { window, .. }
            | Self::Narrowed { window, .. } => of(None, window, none),
            Self::Estimated { range, .. } => of(None, none, range),
            Self::Probed { value, .. } | Self::BackedUp { value, .. } => {
                of(Some(value), none, none)
            }
            Self::Pruned { cut, .. } => match cut {
                Cut::Window { value, window } | Cut::Table { value, window, .. } => {
                    of(Some(value), window, none)
                }
                Cut::Estimate { static_value: value, range, window, .. }
                | Cut::Selective { value, range, window, .. } => of(Some(value), window, range),
            },
            Self::PrincipalLeaf { .. }
            | Self::Expanded { .. }
            | Self::Reduced { .. }
            | Self::Learned { .. }
            | Self::Weighed { .. } => [None; 5],
        }
    }
}

#[cfg(test)]
mod tests {
    use plyscope_core::{Outcome, Value};
    use serde_json::json;

    use super::{Cut, Ends, Step, Told};

    #[test]
    fn a_step_says_what_its_values_of_finished_games_mean() {
        let json = |step: Step| serde_json::to_value(Told::from(step)).unwrap();
        let won = Value::decided(Outcome::scored(12)).get();
        assert_eq!(
            json(Step::BackedUp { ply: 2, mv: "f5".to_owned(), value: won }),
            json!({"event": "backed-up", "ply": 2, "move": "f5", "value": won,
                   "words": {won.to_string(): "won by 12"}})
        );
        let window = Ends(Some(-won), None);
        assert_eq!(
            json(Step::Pruned { ply: 1, cut: Cut::Window { value: 7, window } }),
            json!({"event": "pruned", "ply": 1, "reason": "window", "value": 7, "window": [-won, null],
                   "words": {(-won).to_string(): "lost by 12"}})
        );
        assert_eq!(
            json(Step::Returned { ply: 3, value: None }),
            json!({"event": "returned", "ply": 3})
        );
    }
}
