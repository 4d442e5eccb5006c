//! Levels of strength.

/// How deep and how carefully [`Strong`](super::Strong) searches.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Level {
    /// Deepest search of the middle game, in plies.
    pub depth: u8,
    /// Confidence of that search's estimates, in hundredths of a standard deviation.
    pub confidence: u16,
    /// From so many empty squares on, it searches selectively to the end of the game before it proves anything, if there are [cuts for
    /// that](crate::othello::ProbCuts::ends).
    pub selective: u8,
    /// From so many empty squares on, it proves who wins.
    pub outcome: u8,
    /// From so many empty squares on, it finds the exact score.
    pub exact: u8,
    /// Largest error by which it misjudges a move of the middle game, in hundredths of a disc. It never prefers a move that is worse
    /// than the best one by more than twice as much.
    pub noise: u16,
}

impl Level {
    /// No limit but time or nodes.
    pub const UNLIMITED: Self = Self::new(60, 60, 60).with_selective(26);

    /// Number of the highest level.
    pub const HIGHEST: u8 = 30;

    /// A level without noise.
    #[must_use]
    pub const fn new(depth: u8, outcome: u8, exact: u8) -> Self {
        Self { depth, confidence: 120, selective: 0, outcome, exact, noise: 0 }
    }

    /// The same level with noise.
    #[must_use]
    pub const fn with_noise(self, noise: u16) -> Self {
        Self { noise, ..self }
    }

    /// The same level with selective searches to the end from so many empty squares on.
    #[must_use]
    pub const fn with_selective(self, selective: u8) -> Self {
        Self { selective, ..self }
    }

    /// The same level with this confidence.
    #[must_use]
    pub const fn with_confidence(self, confidence: u16) -> Self {
        Self { confidence, ..self }
    }

    /// The same level with searches of the middle game to at most this depth, in plies. It then proves who wins from at most six empty
    /// squares more than that on, and the exact score from four more on, which costs about as much; so does a selective search to the
    /// end from eight more on. A depth of 0 proves nothing.
    #[must_use]
    pub fn within(self, depth: u32) -> Self {
        let beyond = |plies: u32| match depth {
            0 => 0,
            _ => u8::try_from(depth.saturating_add(plies)).unwrap_or(u8::MAX),
        };
        let (outcome, exact) = (self.outcome.min(beyond(6)), self.exact.min(beyond(4)));
        let selective = self.selective.min(beyond(8));
        Self { depth: self.depth.min(beyond(0)), selective, outcome, exact, ..self }
    }

    /// The level with this number, 1 to [`HIGHEST`](Self::HIGHEST); `None` for others.
    ///
    /// Levels up to 8 are for people: they make mistakes, fewer and smaller ones from level to level. From level 9 on, each level
    /// costs about 1.8 times as much as the one below. `host/docs/tournaments.md` has the levels' measured strengths.
    #[must_use]
    pub fn numbered(number: u8) -> Option<Self> {
        NUMBERED.get(usize::from(number).checked_sub(1)?).copied()
    }
}

/// The levels from 1 on.
const NUMBERED: [Level; Level::HIGHEST as usize] = [
    Level::new(1, 2, 2).with_noise(2000),
    Level::new(1, 3, 3).with_noise(1200),
    Level::new(2, 4, 4).with_noise(1200),
    Level::new(2, 5, 5).with_noise(900),
    Level::new(3, 6, 6).with_noise(900),
    Level::new(3, 7, 7).with_noise(650),
    Level::new(4, 8, 8).with_noise(650),
    Level::new(4, 9, 9).with_noise(400),
    Level::new(4, 10, 10),
    Level::new(5, 12, 12),
    Level::new(6, 12, 12),
    Level::new(7, 14, 13),
    Level::new(8, 15, 14),
    Level::new(9, 16, 15),
    Level::new(10, 17, 16),
    Level::new(11, 18, 16),
    Level::new(12, 19, 17).with_selective(21),
    Level::new(13, 20, 18).with_selective(22),
    Level::new(14, 20, 18).with_selective(22),
    Level::new(15, 21, 19).with_selective(23),
    Level::new(16, 21, 19).with_selective(23),
    Level::new(17, 22, 20).with_selective(24),
    Level::new(18, 23, 21).with_selective(25),
    Level::new(19, 23, 21).with_selective(25),
    Level::new(20, 24, 22).with_selective(26),
    Level::new(21, 25, 23).with_selective(27),
    Level::new(22, 25, 23).with_selective(27),
    Level::new(23, 26, 24).with_selective(28),
    Level::new(24, 27, 24).with_selective(29),
    Level::new(25, 28, 25).with_selective(30),
];

impl Default for Level {
    fn default() -> Self {
        Self::UNLIMITED
    }
}
