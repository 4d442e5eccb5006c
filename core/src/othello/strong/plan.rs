//! The stages of a strong search.

use super::Level;
use crate::{Value, Window};

/// A stage of a strong search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Stage {
    /// The middle game.
    Middle {
        /// Depth in plies.
        depth: u32,
        /// Confidence of ProbCut, in hundredths of a standard deviation.
        confidence: u16,
        /// The [certainty](crate::search::probe::Probe::certainty) of its estimates.
        certainty: u8,
    },
    /// A selective search to the end of the game: positions with few empty squares are solved, others pruned where a shallow search
    /// leaves little doubt. Its value is an estimate.
    Selective {
        /// Confidence of ProbCut, in hundredths of a standard deviation.
        confidence: u16,
        /// The [certainty](crate::search::probe::Probe::certainty) of its estimates.
        certainty: u8,
    },
    /// The middle game, the root's moves one by one, to be misjudged.
    OneByOne {
        /// Depth of each search below the root's moves, in plies.
        depth: u32,
    },
    /// Who wins.
    Outcome,
    /// The exact score.
    Exact,
    /// Nothing.
    Done,
}

/// Confidence of all searches of the middle game but the last of a level, in hundredths of a standard deviation.
pub(super) const CONFIDENCE: u16 = 120;

/// Confidences of the selective searches to the end, in hundredths of a standard deviation.
const CONFIDENCES: [u16; 5] = [80, 130, 190, 250, 330];

/// So many of them come before a proof of a position with at most [`NEAR`] empty squares; all of them before others.
const FEW: u8 = 3;

/// Up to so many empty squares, the proof is hardly more expensive than a selective search of high confidence.
const NEAR: u32 = 21;

/// Fewest empty squares of a position that is searched selectively to the end: others are solved as fast.
const SELECTIVE: u32 = 15;

/// A selective search to the end solves positions with so many empty squares.
pub(super) const SOLVED: u32 = 10;

/// By so many plies the last search of the middle game is shallower than the selective search to the end that follows.
const SHALLOWER: u32 = 6;

/// Fewest empty squares of a position whose solution is prepared by a search of the middle game: with few nodes, this may be all there is.
const PREPARED: u32 = 7;

/// Least number of plies by which a search of the middle game ends before the game: beyond, proof is hardly more expensive.
const AHEAD: u32 = 5;

/// From so many empty squares on, the exact score comes at once; before, the search for who wins comes first.
const AT_ONCE: u32 = 18;

impl Stage {
    /// The first stage of a search of a position with so many empty squares.
    pub(super) fn first(level: Level, empties: u32) -> Self {
        let deepest = match deepest(level, empties) {
            None => return Self::proof(level, empties),
            Some(_) if level.noise > 0 && proves(level, empties) => {
                return Self::proof(level, empties);
            }
            Some(deepest) => deepest,
        };
        if level.noise > 0 && deepest > 0 {
            return Self::OneByOne { depth: deepest.saturating_sub(1) };
        }
        // Iterations have the parity of the last one.
        Self::middle(level, if deepest.is_multiple_of(2) { deepest.min(2) } else { 1 }, deepest)
    }

    fn middle(level: Level, depth: u32, deepest: u32) -> Self {
        if depth == deepest && level.confidence > CONFIDENCE {
            return Self::Middle { depth, confidence: level.confidence, certainty: 1 };
        }
        Self::Middle { depth, confidence: level.confidence.min(CONFIDENCE), certainty: 0 }
    }

    /// The selective search to the end with this number, from 0.
    fn selective(number: usize) -> Self {
        let confidence = CONFIDENCES.get(number).copied().unwrap_or(u16::MAX);
        // Above that of the middle game, whose estimates have 0 or 1.
        Self::Selective { confidence, certainty: (number as u8).wrapping_add(1) }
    }

    /// The first stage of a proof.
    fn proof(level: Level, empties: u32) -> Self {
        let exact = empties <= u32::from(level.exact);
        match empties <= u32::from(level.outcome) {
            _ if exact && empties <= AT_ONCE => Self::Exact,
            true => Self::Outcome,
            false if exact => Self::Exact,
            false => Self::Done,
        }
    }

    /// The stage after this one.
    pub(super) fn next(self, level: Level, empties: u32) -> Self {
        match self {
            Self::Middle { depth: done, .. } => {
                let deepest = deepest(level, empties).unwrap_or(0);
                if done < deepest {
                    Self::middle(level, done.saturating_add(2), deepest)
                } else if selects(level, empties) {
                    Self::selective(0)
                } else {
                    Self::proof(level, empties)
                }
            }
            Self::Selective { certainty, .. } if certainty < last_certainty(level, empties) => {
                Self::selective(certainty.into())
            }
            Self::Selective { .. } => Self::proof(level, empties),
            Self::Outcome if empties <= u32::from(level.exact) => Self::Exact,
            _ => Self::Done,
        }
    }
}

/// Whether the level searches positions with so many empty squares selectively to the end.
fn selects(level: Level, empties: u32) -> bool {
    empties >= SELECTIVE && empties <= u32::from(level.selective)
}

/// The certainty of the last selective search to the end. Without a proof after it, there is one such search at the most empty
/// squares of the level, and one more for every two fewer.
fn last_certainty(level: Level, empties: u32) -> u8 {
    let fewer = u32::from(level.selective).saturating_sub(empties) >> 1;
    let all = CONFIDENCES.len() as u8;
    match proves(level, empties) {
        true if empties <= NEAR => FEW,
        true => all,
        false => all.min(fewer.wrapping_add(1) as u8),
    }
}

/// Whether the level proves anything about positions with so many empty squares.
fn proves(level: Level, empties: u32) -> bool {
    empties <= u32::from(level.exact.max(level.outcome))
}

/// The depth of the last search of the middle game; `None` if there is no such search.
fn deepest(level: Level, empties: u32) -> Option<u32> {
    let limit = u32::from(level.depth);
    if selects(level, empties) {
        return Some(limit.min(empties.saturating_sub(SHALLOWER) & !1));
    }
    if !proves(level, empties) {
        return Some(limit.min(empties));
    }
    (empties >= PREPARED).then(|| limit.min(empties.saturating_sub(AHEAD) & !1))
}

/// The window for the exact score, given what is proven so far.
pub(super) fn window(proven: bool, value: Value) -> Window {
    let all = Window { alpha: Value::new(-65), beta: Value::new(65) };
    match value.get().signum() {
        _ if !proven => all,
        1 => Window { alpha: Value::ZERO, ..all },
        -1 => Window { beta: Value::ZERO, ..all },
        _ => all,
    }
}
