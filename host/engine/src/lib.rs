//! Engines: an algorithm with its options and limits, as a user writes them.
//!
//! The command, the explorer's module and the host tools of the firmware read, check and build engines with this package. It needs an
//! allocator, but not the standard library.
#![cfg_attr(not(test), no_std)]

extern crate alloc;

#[macro_use]
mod define;
mod address;
mod algorithms;
mod any;
mod board;
mod bounds;
mod data;
mod error;
mod estimator;
mod games;
mod help;
pub mod judged;
pub mod keys;
mod knowledge;
pub mod listed;
mod moves;
mod on_device;
mod pns;
mod pvs;
pub mod recorder;
mod remembering;
mod search;
pub mod small;
pub mod steps;
mod switches;
mod text;
mod trees;
pub mod typed;
mod value;

use alloc::borrow::ToOwned as _;
use alloc::format;
use alloc::string::String;
use core::time::Duration;

use plyscope_core::{CapacityError, Limits};

pub use address::Address;
pub use algorithms::{Algorithm, Search, Unsearched, options};
pub use board::{EmulatedBoard, Pace};
pub use bounds::Bounds;
pub use data::Data;
pub use error::EngineError;
pub use estimator::AnyEstimator;
pub use games::GameKind;
pub use help::{Row, markdown, rows};
pub use knowledge::{Knowledge, UnknownBounds};
pub use moves::{MoveError, children, find_move, pieces, play_line};
pub use on_device::{DeviceAlgorithm, OnDevice};
pub use plyscope_tree::capacity::{CHILDREN, PLIES, Storage};
pub use remembering::{Leaked, Lease, Remembering, Tables};
pub use search::{Host, StrongPlayer, Thinker, build, strong};
pub use text::{Pair, pairs, quoted_pairs};
pub use trees::{TreeParameters, branching_text, parse_branching};
pub use value::{Bytes, Driver, Value, Without, say};

/// Number of depths in [`Bounds::Spreads`].
pub const SPREADS: usize = 16;
/// A search that needs more than this program's capacities.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum TooLarge {
    /// More than [`PLIES`].
    #[error(
        "the search goes deeper than this program's {PLIES} plies: give it less depth, or a position nearer to the end"
    )]
    Plies,
    /// More than [`CHILDREN`].
    #[error(
        "the search must keep more than this program's {CHILDREN} moves on one path: \
         give it less depth, fewer children, or the order none"
    )]
    Children,
    /// Raised by the search in linear space that takes over when the tree's memory is full.
    #[error(
        "the tree's memory is used up, and the search in linear space that goes on then needs more than this \
         program's {PLIES} plies or {CHILDREN} moves on one path: give it more memory, less depth or fewer children"
    )]
    Linear,
    /// The search does not know games with extra moves.
    #[error(
        "this algorithm knows only games whose sides move in turn: use minimax, alpha-beta, aspiration, pvs or rbfms"
    )]
    ExtraMoves,
}

impl From<CapacityError> for TooLarge {
    fn from(error: CapacityError) -> Self {
        match error {
            CapacityError::Children { .. } => Self::Children,
            CapacityError::ExtraMoves => Self::ExtraMoves,
            _ => Self::Plies,
        }
    }
}

/// An engine: everything that determines its moves.
#[derive(Clone, PartialEq, Debug)]
pub struct Engine {
    /// Name in tables.
    pub name: String,
    /// The search.
    pub search: Search,
    /// Horizon in plies.
    pub depth: Option<u32>,
    /// Maximum nodes generated per move.
    pub nodes: Option<u64>,
    /// Maximum time per move. Results then depend on the machine.
    pub time: Option<Duration>,
    /// Search by alpha-beta to the end of the game when at most this many plies are left (Korf & Chickering, 8.3.1). Cannot be
    /// combined with limits of nodes or time.
    pub solve: u32,
    /// The evaluation's name; the domain's default if `None`.
    pub evaluation: Option<String>,
}

options!(Engine {
    depth = DEPTH,
    nodes = NODES,
    time = ST,
    solve = SOLVE,
    evaluation = EVALUATION,
});

impl Engine {
    /// An engine with default options and no limits.
    #[must_use]
    pub fn new(algorithm: Algorithm) -> Self {
        Self::of(Search::usual(algorithm))
    }

    /// An engine with these options and no limits, such as `Engine::of(options::Bfm::default())`.
    #[must_use]
    pub fn of(search: impl Into<Search>) -> Self {
        let search = search.into();
        Self {
            name: search.algorithm().name().to_owned(),
            search,
            depth: None,
            nodes: None,
            time: None,
            solve: 0,
            evaluation: None,
        }
    }

    /// The algorithm.
    #[must_use]
    pub const fn algorithm(&self) -> Algorithm {
        self.search.algorithm()
    }

    /// Whether the search deepens iteratively: by request, or because it has limits but no depth.
    #[must_use]
    pub fn deepens(&self) -> bool {
        let needs = self.depth.is_none() || self.time.is_some();
        self.search.iterative().is_some_and(|iterative| iterative || needs)
    }

    /// The limits of one search.
    #[must_use]
    pub fn limits(&self) -> Limits {
        Limits::depth(self.depth.unwrap_or(PLIES as u32)).and_nodes(self.nodes.unwrap_or(u64::MAX))
    }

    /// Checks that there is a limit, that limits are in range, and that the options are compatible.
    ///
    /// # Errors
    /// [`EngineError::Contradiction`] with the reason.
    pub fn check(&self) -> Result<(), EngineError> {
        self.find_contradiction().map_err(|reason| self.contradiction(reason))
    }

    fn find_contradiction(&self) -> Result<(), String> {
        let limited = self.depth.is_some() || self.nodes.is_some() || self.time.is_some();
        if !limited && !self.search.limits_itself() {
            let level = if self.algorithm() == Algorithm::Strong { ", or a level" } else { "" };
            return Err(format!("no limit: give a depth, a number of nodes, or a time{level}"));
        }
        if let Some(depth) = self.depth
            && !(1..=PLIES as u32).contains(&depth)
        {
            return Err(format!("depth {depth} is out of range: give 1 to {PLIES} plies"));
        }
        if self.nodes == Some(0) {
            return Err("nodes must be at least 1".to_owned());
        }
        if self.solve > 0 && !self.search.is_of_this_program() {
            return Err(self.no_option(keys::SOLVE.key));
        }
        if self.solve > 0 && (self.nodes.is_some() || self.time.is_some()) {
            return Err(
                "solve ignores limits, so it cannot be combined with nodes or st: give a depth, or omit solve"
                    .to_owned(),
            );
        }
        self.search.check(self.depth)
    }

    fn contradiction(&self, reason: String) -> EngineError {
        EngineError::Contradiction { name: self.name.clone(), reason }
    }
}
