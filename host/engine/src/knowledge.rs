//! What a game knows about the values of an evaluation.

use alloc::string::{String, ToString as _};

use plyscope_core::othello::{Bill, Patterns, Simple};
use plyscope_core::random_tree::{EdgeCosts, NoisyEdgeCostSum};

use super::{Bounds, GameKind};

/// What a game knows about the values of an evaluation: the source of the defaults of estimates, windows and rewards.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Knowledge {
    /// The game's name in errors.
    pub game: &'static str,
    /// The lowest and highest possible edge cost, or what to use instead.
    pub exact: Result<(i32, i32), &'static str>,
    /// The evaluation's most likely decrement and increment, or what to use instead.
    pub likely: Result<(i32, i32), &'static str>,
    /// Default half width of the aspiration window: about the change of a value per ply.
    pub window: u32,
}

/// Bounds that a game does not know.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{game} does not know {bounds} bounds for this evaluation: {remedy}")]
pub struct UnknownBounds {
    /// The game.
    pub game: &'static str,
    /// The request.
    pub bounds: String,
    /// The remedy.
    pub remedy: &'static str,
}

impl From<UnknownBounds> for String {
    fn from(error: UnknownBounds) -> Self {
        error.to_string()
    }
}

impl Knowledge {
    /// Of random trees with these edge costs, whose static values have this noise.
    #[must_use]
    pub fn of_random_tree(costs: EdgeCosts, noise: NoisyEdgeCostSum) -> Self {
        // Of the node that is looked at, and of the one below it.
        let noise = 2 * noise.amplitude() as i32;
        Self {
            game: GameKind::RandomTree.name(),
            exact: Ok((costs.lowest() - noise, costs.highest() + noise)),
            likely: Err("all edge costs are equally likely; scale the exact bounds with delta"),
            window: costs.highest().unsigned_abs(),
        }
    }

    /// Of Othello's [`Simple`].
    pub const SIMPLE: Self = Self::of_othello(Ok(Simple::MOST_LIKELY), 500);

    /// Of Othello's difference of discs.
    pub const DISCS: Self = Self::of_othello(
        Err(
            "measure them with `plyscope learn edge-costs` and write LOWEST:HIGHEST, or use learned",
        ),
        500,
    );

    /// Of Othello's [`Patterns`].
    pub const PATTERNS: Self = Self::of_othello(Ok(Patterns::MOST_LIKELY), 1000);

    /// Of Othello's [`Bill`].
    pub const BILL: Self = Self::of_othello(Ok(Bill::MOST_LIKELY), 100_000);

    /// Of an evaluation of Othello with this likely change in a ply, if it was measured, and this window: about a likely increment.
    const fn of_othello(likely: Result<(i32, i32), &'static str>, window: u32) -> Self {
        let exact = Err("use likely, learned, learned-separate or LOWEST:HIGHEST");
        Self { game: GameKind::Othello.name(), exact, likely, window }
    }

    /// Of a game that knows no bounds.
    #[must_use]
    pub const fn without_bounds(game: &'static str, window: u32) -> Self {
        const REMEDY: &str = "use learned, learned-separate or LOWEST:HIGHEST";
        Self { game, exact: Err(REMEDY), likely: Err(REMEDY), window }
    }

    /// The default bounds of forward estimation.
    #[must_use]
    pub const fn usual_bounds(&self) -> Bounds {
        match (self.exact, self.likely) {
            (Ok(_), _) => Bounds::Exact,
            (Err(_), Ok(_)) => Bounds::Likely,
            (Err(_), Err(_)) => Bounds::Learned,
        }
    }

    pub(crate) fn unknown(&self, bounds: &Bounds, remedy: &'static str) -> UnknownBounds {
        UnknownBounds { game: self.game, bounds: bounds.to_string(), remedy }
    }
}
