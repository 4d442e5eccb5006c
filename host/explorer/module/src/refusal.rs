//! What cannot be done.

use alloc::string::{String, ToString as _};

use plyscope_engine::{EngineError, UnknownBounds};

/// Why something cannot be done, and what to do.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Refusal(pub(crate) String);

impl From<&str> for Refusal {
    fn from(reason: &str) -> Self {
        Self(reason.to_string())
    }
}

impl From<String> for Refusal {
    fn from(reason: String) -> Self {
        Self(reason)
    }
}

impl From<EngineError> for Refusal {
    fn from(error: EngineError) -> Self {
        Self(error.to_string())
    }
}

impl From<UnknownBounds> for Refusal {
    fn from(error: UnknownBounds) -> Self {
        Self(error.to_string())
    }
}
