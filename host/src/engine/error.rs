//! What is wrong with an engine.

/// What is wrong with an engine's description.
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
    /// A key that no engine has.
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
    /// A value that the key cannot have.
    #[error("engine {spec:?}: {key}={value}: {reason}")]
    BadValue {
        /// The whole description.
        spec: String,
        /// The key.
        key: String,
        /// The value.
        value: String,
        /// What would do.
        reason: String,
    },
    /// No algorithm.
    #[error("engine {spec:?}: algorithm= is missing, as in algorithm=alpha-beta")]
    NoAlgorithm {
        /// The whole description.
        spec: String,
    },
    /// Options that contradict each other, or a limit that is missing or out of range.
    #[error("engine {name:?}: {reason}")]
    Contradiction {
        /// The engine's name.
        name: String,
        /// What does not go together.
        reason: String,
    },
}
