//! Settings for games against a person.

use plyscope_core::Limits;
use plyscope_core::othello::Board;
use plyscope_core::wire::{Algorithm, Task};
use plyscope_firmware_searches::STRONG;
use serde::{Deserialize, Serialize};

use crate::level::{self, Style};
use crate::text::{Output, write};

/// The limit of a search for a person.
#[derive(Clone, Copy, Serialize, Deserialize)]
pub(crate) enum Effort {
    Depth(u32),
    Nodes(u64),
    Milliseconds(u32),
}

/// Settings for games against a person. They are kept through a reset.
#[derive(Clone, Copy, Serialize, Deserialize)]
pub(crate) struct Settings {
    pub(crate) algorithm: Algorithm,
    pub(crate) effort: Effort,
    /// The level from 1, or 0: algorithm and effort were set one by one.
    pub(crate) level: u8,
    /// Whether the device also thinks on the person's time.
    pub(crate) ponder: bool,
    /// Whether it shows its thinking.
    pub(crate) thinking: bool,
    /// Whether it chooses at random among good opening moves.
    pub(crate) variety: bool,
    /// What its random choices follow from; 0 until the person's first key, whose time gives one.
    pub(crate) seed: u32,
}

/// The best algorithm of the build.
const BEST: Algorithm = if STRONG.is_some() { Algorithm::Strong } else { Algorithm::AlphaBeta };

impl Default for Settings {
    fn default() -> Self {
        Self {
            algorithm: BEST,
            effort: Effort::Milliseconds(1000),
            level: 0,
            ponder: false,
            thinking: true,
            variety: false,
            seed: 0,
        }
    }
}

impl Settings {
    /// Sets one of the levels, 1 to [`level::LEVELS`].
    pub(crate) fn set_level(&mut self, level: u8) {
        self.level = level;
        self.algorithm = BEST;
        self.variety = level < level::LEVELS;
        self.effort = level::effort(level);
    }

    /// How it chooses its moves if not by one search: with a beginner's mistakes, or at random in the opening.
    pub(crate) fn style(&self, board: &Board) -> Option<&'static Style> {
        let discs = (board.mover | board.opponent).count_ones();
        level::style(self.level)
            .or_else(|| (self.variety && discs < level::OPENING).then_some(&level::VARIED))
    }

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
        if self.level > 0 {
            write!(out, "Level {} of {}: ", self.level, level::LEVELS);
            if let Some(style) = level::style(self.level) {
                out.put(style.words.as_bytes());
                return out.put(b"\r\n");
            }
        }
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

    /// Prints the settings that [`describe`](Self::describe) leaves out.
    pub(crate) fn describe_variety(&self, out: &mut impl Output) {
        if self.variety {
            write!(out, "I vary my openings: seed {}.\r\n", self.seed);
        }
    }
}
