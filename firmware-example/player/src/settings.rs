//! Settings for games against a person.

use plyscope_core::Limits;
use plyscope_core::wire::{Algorithm, Task};
use plyscope_firmware_searches::STRONG;

use crate::text::{Output, write};

/// The limit of a search for a person.
#[derive(Clone, Copy)]
pub(crate) enum Effort {
    Depth(u32),
    Nodes(u64),
    Milliseconds(u32),
}

/// Settings for games against a person.
pub(crate) struct Settings {
    pub(crate) algorithm: Algorithm,
    pub(crate) effort: Effort,
    /// Whether the device also thinks on the person's time.
    pub(crate) ponder: bool,
}

impl Default for Settings {
    fn default() -> Self {
        let algorithm = if STRONG.is_some() { Algorithm::Strong } else { Algorithm::AlphaBeta };
        Self { algorithm, effort: Effort::Milliseconds(1000), ponder: false }
    }
}

impl Settings {
    /// The task of a search for a person.
    pub(crate) fn task(&self) -> Task {
        let (limits, milliseconds) = match self.effort {
            Effort::Depth(depth) => (Limits::depth(depth), 0),
            Effort::Nodes(nodes) => (Limits::nodes(nodes), 0),
            Effort::Milliseconds(limit) => (Limits::nodes(u64::MAX), limit),
        };
        Task {
            algorithm: self.algorithm,
            limits,
            deepen: true,
            milliseconds,
            progress: 0,
            ponder: false,
        }
    }

    /// Prints the settings.
    pub(crate) fn describe(&self, out: &mut impl Output) {
        let name = match self.algorithm {
            Algorithm::AlphaBeta => "alpha-beta",
            Algorithm::ForwardEstimation => "fe (forward estimation)",
            Algorithm::Rbfms => "rbfms (best-first minimax)",
            Algorithm::Strong => "strong",
        };
        write!(out, "I search by {}, ", name);
        match self.effort {
            Effort::Depth(depth) => write!(out, "{} plies deep", depth),
            Effort::Nodes(nodes) => write!(out, "{} nodes", nodes),
            Effort::Milliseconds(limit) => write!(out, "{} ms", limit),
        }
        out.put(if self.ponder { b", and on your time.\r\n" } else { b" a move.\r\n" });
    }
}
