//! Errors in engine descriptions.

use alloc::string::{String, ToString as _};

/// An error in an engine's description.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum EngineError {
    /// A part without `=`.
    #[error(
        "engine {spec:?}: {part:?} is not KEY=VALUE, as in name=ab,algorithm=alpha-beta,depth=4"
    )]
    NoValue {
        /// The whole description.
        spec: String,
        /// The part.
        part: String,
    },
    /// A value without its closing quote.
    #[error("engine {spec:?}: a closing quote is missing")]
    Unquoted {
        /// The whole description.
        spec: String,
    },
    /// An unknown key.
    #[error("engine {spec:?}: unknown key {key:?}; keys are {}", super::text::keys().join(", "))]
    UnknownKey {
        /// The whole description.
        spec: String,
        /// The key.
        key: String,
    },
    /// A key given twice.
    #[error("engine {spec:?}: {key:?} is given twice")]
    Twice {
        /// The whole description.
        spec: String,
        /// The key.
        key: String,
    },
    /// A value that the key does not accept.
    #[error("engine {spec:?}: {key}={value}: {reason}")]
    BadValue {
        /// The whole description.
        spec: String,
        /// The key.
        key: String,
        /// The value.
        value: String,
        /// The accepted values.
        reason: String,
    },
    /// No algorithm.
    #[error("engine {spec:?}: algorithm= is missing, as in algorithm=alpha-beta")]
    NoAlgorithm {
        /// The whole description.
        spec: String,
    },
    /// Conflicting options, or a limit that is missing or out of range.
    #[error("engine {name:?}: {reason}")]
    Contradiction {
        /// The engine's name.
        name: String,
        /// The conflict.
        reason: String,
    },
}

impl From<EngineError> for String {
    fn from(error: EngineError) -> Self {
        error.to_string()
    }
}
