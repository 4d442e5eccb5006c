//! What an engine is: an algorithm, its options and its limits, as a user writes them.

mod canonical;
mod options;
mod parse;

use std::fmt;
use std::time::Duration;

use plyscope_core::{CapacityError, Expansion, Limits, Order};
use serde::Serialize;

use crate::device::Address;
use crate::tree::{Formulation, WhenFull};
pub use options::NoOption;
pub use parse::{
    parse_bytes, parse_expansion, parse_formulation, parse_order, parse_seconds, parse_when_full,
};

/// Depth in plies that this program's searches have frames for.
pub const PLIES: usize = 128;
/// Depths that [`Bounds::Spreads`] can hold.
pub const SPREADS: usize = 16;
/// Children that this program's searches can keep over all plies of one path.
pub const CHILDREN: usize = 1 << 14;

/// The storage of this program's searches.
pub type Storage<G> = plyscope_core::Storage<G, PLIES, CHILDREN, { plyscope_core::lines(PLIES) }>;

/// A search that needs more than this program's capacities.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum TooLarge {
    /// More than [`PLIES`].
    #[error("the search goes deeper than this program's {PLIES} plies: give it less depth")]
    Plies,
    /// More than [`CHILDREN`].
    #[error(
        "the search must keep more than this program's {CHILDREN} moves on one path: \
         give it less depth, fewer children, or the order none"
    )]
    Children,
    /// Of the search in linear space that goes on where a tree does not fit into memory.
    #[error(
        "the tree's memory is used up, and the search in linear space that goes on then needs more than this \
         program's {PLIES} plies or {CHILDREN} moves on one path: give it more memory, less depth or fewer children"
    )]
    Linear,
}

impl From<CapacityError> for TooLarge {
    fn from(error: CapacityError) -> Self {
        match error {
            CapacityError::Children { .. } => Self::Children,
            _ => Self::Plies,
        }
    }
}

/// A search algorithm.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, clap::ValueEnum)]
#[serde(rename_all = "kebab-case")]
pub enum Algorithm {
    /// Full-width minimax, no cut-offs
    Minimax,
    /// Alpha-beta
    AlphaBeta,
    /// Alpha-beta in a narrow window, with re-search
    Aspiration,
    /// Forward estimation (Zhang 1996)
    Fe,
    /// Recursive best-first minimax (Korf & Chickering 1996)
    Rbfms,
    /// Best-first minimax with the tree in memory
    Bfm,
    /// Alpha-beta that saves its tree from move to move
    AbSaved,
    /// Iterative deepening on a saved tree
    AbIterative,
    /// Best-first extension: alpha-beta to a shallow depth, then best-first
    Extension,
}

impl Algorithm {
    /// Whether it keeps a tree in memory.
    #[must_use]
    pub const fn keeps_tree(self) -> bool {
        matches!(self, Self::Bfm | Self::AbSaved | Self::AbIterative | Self::Extension)
    }

    /// Whether it expands the principal leaf, at least after a while.
    #[must_use]
    pub const fn is_best_first(self) -> bool {
        matches!(self, Self::Rbfms | Self::Bfm | Self::Extension)
    }

    /// The name on the command line.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Minimax => "minimax",
            Self::AlphaBeta => "alpha-beta",
            Self::Aspiration => "aspiration",
            Self::Fe => "fe",
            Self::Rbfms => "rbfms",
            Self::Bfm => "bfm",
            Self::AbSaved => "ab-saved",
            Self::AbIterative => "ab-iterative",
            Self::Extension => "extension",
        }
    }
}

/// Where forward estimation takes its estimates from: bounds on edge costs, or what else there is.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Bounds {
    /// The domain's exact bounds.
    Exact,
    /// Learned on line, one magnitude.
    Learned,
    /// Learned on line, minimum and maximum apart.
    LearnedSeparate,
    /// The evaluation's most likely decrement and increment.
    Likely,
    /// These: lowest and highest edge cost.
    Fixed(i32, i32),
    /// What a ply gains its mover, from and to.
    Gains(i32, i32),
    /// The same learned on line: this many per cent of all gains, the middle ones.
    LearnedGains(u8),
    /// How far minimax values are from static ones, from and to, for depths from 1 on.
    Spreads(Vec<(i32, i32)>),
}

impl Bounds {
    /// Whether these are bounds on edge costs, which can be scaled.
    #[must_use]
    pub const fn are_of_edges(&self) -> bool {
        !matches!(self, Self::Gains(..) | Self::LearnedGains(_) | Self::Spreads(_))
    }
}

impl fmt::Display for Bounds {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Exact => f.write_str("exact"),
            Self::Learned => f.write_str("learned"),
            Self::LearnedSeparate => f.write_str("learned-separate"),
            Self::Likely => f.write_str("likely"),
            Self::Fixed(low, high) => write!(f, "{low}:{high}"),
            Self::Gains(low, high) => write!(f, "gains:{low}:{high}"),
            Self::LearnedGains(share) => write!(f, "learned-gains:{share}"),
            Self::Spreads(spreads) => {
                f.write_str("spreads:")?;
                for (place, (low, high)) in spreads.iter().enumerate() {
                    let between = if place == 0 { "" } else { "/" };
                    write!(f, "{between}{low}:{high}")?;
                }
                Ok(())
            }
        }
    }
}

/// An engine: everything that decides how it moves.
#[derive(Clone, PartialEq, Debug)]
pub struct Engine {
    /// What the tables call it.
    pub name: String,
    /// The search.
    pub algorithm: Algorithm,
    /// Horizon in plies.
    pub depth: Option<u32>,
    /// Most nodes generated for a move.
    pub nodes: Option<u64>,
    /// Most time for a move. Makes results depend on the machine.
    pub time: Option<Duration>,
    /// Move ordering of the depth-first searches.
    pub order: Order,
    /// Bounds of forward estimation; the domain's usual ones if `None`.
    pub bounds: Option<Bounds>,
    /// Factor on the bounds, above 0 and at most 1.
    pub delta: f64,
    /// Whether estimated ranges narrow the window, too.
    pub two_sided: bool,
    /// Expansion of best-first minimax.
    pub expansion: Expansion,
    /// What moves the principal variation, in best-first minimax with the tree in memory.
    pub formulation: Formulation,
    /// Depth of the alpha-beta search that best-first extension begins with.
    pub shallow: Option<u32>,
    /// Memory for a tree, in bytes; [`MEMORY`] if `None`.
    pub memory: Option<u64>,
    /// What best-first minimax does when it is used up.
    pub when_full: WhenFull,
    /// Search by alpha-beta to the end of the game when no more plies than this are left (Korf & Chickering, 8.3.1), whatever
    /// it costs: it does not go with limits of nodes or time.
    pub solve: u32,
    /// Half width of the aspiration window, in the evaluation's unit.
    pub window: Option<u32>,
    /// Whether to deepen iteratively, also where a depth alone would do without.
    pub iterative: bool,
    /// The evaluation's name; the domain's usual one if `None`.
    pub evaluation: Option<String>,
    /// The device that searches; this program if `None`.
    pub device: Option<Address>,
}

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
    #[error("engine {spec:?}: unknown key {key:?}; keys are {}", parse::KEYS.join(", "))]
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

/// Memory for a tree if none is given: 1 GiB, 64 million nodes.
pub const MEMORY: u64 = 1 << 30;

impl Engine {
    /// An engine with the usual options and no limits yet.
    #[must_use]
    pub fn new(algorithm: Algorithm) -> Self {
        Self {
            name: algorithm.name().to_owned(),
            algorithm,
            depth: None,
            nodes: None,
            time: None,
            order: Order::Static,
            bounds: None,
            delta: 1.0,
            two_sided: false,
            expansion: Expansion::Partial,
            formulation: Formulation::Figure3,
            shallow: None,
            memory: None,
            when_full: WhenFull::Linear,
            solve: 0,
            window: None,
            iterative: false,
            evaluation: None,
            device: None,
        }
    }

    /// Whether the search deepens iteratively: asked for, or the only way to obey limits without a depth.
    #[must_use]
    pub fn deepens(&self) -> bool {
        let needs = self.depth.is_none() || self.time.is_some();
        !self.algorithm.is_best_first() && !self.algorithm.keeps_tree() && (self.iterative || needs)
    }

    /// The limits of one search.
    #[must_use]
    pub fn limits(&self) -> Limits {
        Limits { depth: self.depth.unwrap_or(PLIES as u32), nodes: self.nodes.unwrap_or(u64::MAX) }
    }

    /// Checks that limits are there and in range, and that the options go together.
    ///
    /// # Errors
    /// [`EngineError::Contradiction`] says what does not.
    pub fn check(&self) -> Result<(), EngineError> {
        let fail =
            |reason: String| Err(EngineError::Contradiction { name: self.name.clone(), reason });
        if self.depth.is_none() && self.nodes.is_none() && self.time.is_none() {
            return fail("no limit: give a depth, a number of nodes, or a time".to_owned());
        }
        if let Some(depth) = self.depth
            && !(1..=PLIES as u32).contains(&depth)
        {
            return fail(format!(
                "depth {depth} is beyond this program's capacity: give 1 to {PLIES} plies"
            ));
        }
        if self.nodes == Some(0) {
            return fail("a limit of 0 nodes lets nothing be searched: give at least 1".to_owned());
        }
        if !(self.delta > 0.0 && self.delta <= 1.0) {
            return fail(format!("delta {} is out of range: above 0, at most 1", self.delta));
        }
        if self.delta != 1.0
            && let Some(bounds) = self.bounds.as_ref().filter(|bounds| !bounds.are_of_edges())
        {
            return fail(format!(
                "delta scales bounds on edge costs, not {bounds}: leave it away and write other numbers"
            ));
        }
        for (key, _) in self.unusual() {
            self.algorithm.check_option(key).or_else(|error| fail(error.to_string()))?;
        }
        if self.solve > 0 && (self.nodes.is_some() || self.time.is_some()) {
            return fail(
                "solve searches to the end of the game whatever it costs, so it does not go with nodes and st: \
                 give a depth, or leave solve out"
                    .to_owned(),
            );
        }
        let name = self.algorithm.name();
        if self.iterative && (self.algorithm.is_best_first() || self.algorithm.keeps_tree()) {
            return fail(format!("{name} cannot be told to deepen iteratively: ab-iterative does"));
        }
        if self.algorithm == Algorithm::AbSaved && self.depth.is_none() {
            return fail("ab-saved needs a depth: ab-iterative does without".to_owned());
        }
        // 0 is best-first from the start: a ladder's, where the reference searches one ply.
        if self.algorithm == Algorithm::Extension && self.shallow.is_none() {
            return fail("extension needs the depth of its alpha-beta search: shallow".to_owned());
        }
        Ok(())
    }
}
