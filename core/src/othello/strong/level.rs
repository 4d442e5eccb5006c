//! Levels of strength.

/// How deep [`Strong`](super::Strong) searches.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Level {
    /// Deepest search of the middle game, in plies.
    pub depth: u8,
    /// Confidence of that search's estimates, in hundredths of a standard deviation.
    pub confidence: u16,
    /// From so many empty squares on, it proves who wins.
    pub outcome: u8,
    /// From so many empty squares on, it finds the exact score.
    pub exact: u8,
}

impl Level {
    /// No limit but time or nodes.
    pub const UNLIMITED: Self = Self { depth: 60, confidence: 120, outcome: 60, exact: 60 };
}

impl Default for Level {
    fn default() -> Self {
        Self::UNLIMITED
    }
}
