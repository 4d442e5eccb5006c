//! Declarations of the algorithms and their options.
//!
//! Flags, `key=value` syntax, checks, help, completions, the tables of `host/docs/tournaments.md` and the identity of runs follow
//! from them. `host/docs/algorithms.md` describes how to add an algorithm.

use alloc::borrow::ToOwned as _;
use alloc::format;
use alloc::string::String;

use super::{DeviceAlgorithm, Driver, Value as _, Without, switches};

algorithms! {
    /// Full-width minimax, no cut-offs
    Minimax "minimax" { iterative: bool = ITERATIVE }
    /// Alpha-beta
    AlphaBeta "alpha-beta" {
        order: Order = ORDER,
        window: Option<u32> = WINDOW,
        iterative: bool = ITERATIVE,
    }
    /// Alpha-beta in a narrow window, with re-search
    Aspiration "aspiration" {
        order: Order = ORDER,
        window: Option<u32> = WINDOW,
        iterative: bool = ITERATIVE,
    }
    /// Forward estimation (Zhang 1996)
    Fe "fe" {
        order: Order = ORDER,
        bounds: Option<Bounds> = BOUNDS,
        delta: f64 = DELTA,
        two_sided: bool = TWO_SIDED,
        placement: Placement = PLACEMENT,
        window: Option<u32> = WINDOW,
        iterative: bool = ITERATIVE,
    }
    /// Principal variation search with a table of positions; deepens iteratively
    Pvs "pvs" {
        order: Order = ORDER,
        window: Option<u32> = WINDOW,
        table: Bytes = TABLE,
        killers: bool = KILLERS,
        reductions: bool = REDUCTIONS,
        driver: Driver = DRIVER,
    }
    /// Othello only: selective search of the middle game, then exact solution of the endgame
    Strong "strong" {
        level: Option<u32> = LEVEL,
        table: Bytes = TABLE,
        mistakes: u64 = MISTAKES,
        threads: u32 = THREADS,
        without: Without = WITHOUT,
        book: Option<String> = BOOK,
        book_margin: f64 = BOOK_MARGIN,
        book_seed: u64 = BOOK_SEED,
    }
    /// Recursive best-first minimax (Korf & Chickering 1996)
    Rbfms "rbfms" { expansion: Expansion = EXPANSION }
    /// Best-first minimax with the tree in memory
    Bfm "bfm" {
        expansion: Expansion = EXPANSION,
        formulation: Formulation = FORMULATION,
        memory: Bytes = MEMORY,
        when_full: WhenFull = WHEN_FULL,
        backup: BackUp = BACKUP,
        transpositions: Transpositions = TRANSPOSITIONS,
        completion: Completion = COMPLETION,
        on_resolved: OnResolved = ON_RESOLVED,
        final_move: FinalMove = FINAL_MOVE,
        leaf: EndLeaf = LEAF,
        selection: Selection = SELECTION,
    }
    /// Unbounded best-first minimax (Cohen-Solal 2020 and later): bfm with backup=root, transpositions=table, completion=on, move=safe
    Ubfm "ubfm" {
        expansion: Expansion = UBFM_EXPANSION,
        memory: Bytes = MEMORY,
        backup: BackUp = UBFM_BACKUP,
        transpositions: Transpositions = UBFM_TRANSPOSITIONS,
        completion: Completion = UBFM_COMPLETION,
        on_resolved: OnResolved = ON_RESOLVED,
        final_move: FinalMove = UBFM_FINAL_MOVE,
        leaf: EndLeaf = LEAF,
        selection: Selection = SELECTION,
    }
    /// Monte Carlo tree search without playouts: UCT with static values, implicit minimax, proofs
    Mcts "mcts" {
        exploration: f64 = EXPLORATION,
        implicit: f64 = IMPLICIT,
        scale: Option<u32> = SCALE,
        transpositions: Transpositions = TRANSPOSITIONS,
        completion: Completion = UBFM_COMPLETION,
        memory: Bytes = MEMORY,
    }
    /// Depth-first proof-number search (Nagai 2002): who wins; until that is proven, the move with the least left to prove
    Pns "pns" { table: Bytes = TABLE }
    /// B* (Berliner 1979): ends when the best move is at worst as good as all others at best
    BStar "b-star" {
        bounds: Option<Bounds> = BOUNDS,
        memory: Bytes = MEMORY,
    }
    /// Conspiracy numbers (McAllester 1988): ends when only many leaves together could change the value
    Conspiracy "conspiracy" {
        threshold: u32 = THRESHOLD,
        width: u32 = WIDTH,
        memory: Bytes = MEMORY,
    }
    /// Alpha-beta that saves its tree from move to move
    AbSaved "ab-saved" { memory: Bytes = MEMORY }
    /// Forward estimation that saves its tree from move to move
    FeSaved "fe-saved" {
        bounds: Option<Bounds> = BOUNDS,
        delta: f64 = DELTA,
        placement: Placement = PLACEMENT,
        keep_learned: bool = KEEP_LEARNED,
        memory: Bytes = MEMORY,
    }
    /// Iterative deepening on a saved tree
    AbIterative "ab-iterative" { memory: Bytes = MEMORY }
    /// Best-first extension: alpha-beta to a shallow depth, then best-first
    Extension "extension" {
        expansion: Expansion = EXPANSION,
        formulation: Formulation = FORMULATION,
        shallow: Option<u32> = SHALLOW,
        memory: Bytes = MEMORY,
        when_full: WhenFull = WHEN_FULL,
    }
}

impl Algorithm {
    /// Whether it searches games with [extra moves](plyscope_core::Game::EXTRA_MOVES).
    #[must_use]
    pub const fn knows_extra_moves(self) -> bool {
        matches!(self, Self::Minimax | Self::AlphaBeta | Self::Aspiration | Self::Pvs | Self::Rbfms)
    }

    /// Whether it expands principal leaves, at least in a later phase.
    #[must_use]
    pub const fn is_best_first(self) -> bool {
        match self {
            Self::Rbfms | Self::Bfm | Self::Ubfm | Self::Extension => true,
            Self::Minimax
            | Self::AlphaBeta
            | Self::Aspiration
            | Self::Fe
            | Self::Pvs
            | Self::Strong
            | Self::Mcts
            | Self::Pns
            | Self::BStar
            | Self::Conspiracy
            | Self::AbSaved
            | Self::FeSaved
            | Self::AbIterative => false,
        }
    }

    /// Whether it plays out a principal variation that reaches the end of the game without further search, in domains where this
    /// is the convention (Korf & Chickering, 8.2).
    #[must_use]
    pub const fn plays_out_lines(self) -> bool {
        match self {
            Self::Rbfms | Self::Bfm => true,
            // Best-first extension searches again: its alpha-beta then sees the end of the game. So may unbounded best-first minimax.
            Self::Extension
            | Self::Ubfm
            | Self::Minimax
            | Self::AlphaBeta
            | Self::Aspiration
            | Self::Fe
            | Self::Pvs
            | Self::Strong
            | Self::Mcts
            | Self::Pns
            | Self::BStar
            | Self::Conspiracy
            | Self::AbSaved
            | Self::FeSaved
            | Self::AbIterative => false,
        }
    }

    /// The algorithm on devices, if they have it.
    #[must_use]
    pub const fn on_device(self) -> Option<DeviceAlgorithm> {
        match self {
            Self::AlphaBeta => Some(DeviceAlgorithm::AlphaBeta { iterative: false }),
            Self::Fe => Some(DeviceAlgorithm::Fe { iterative: false }),
            Self::Rbfms => Some(DeviceAlgorithm::Rbfms),
            Self::Strong => Some(DeviceAlgorithm::Strong),
            Self::Minimax
            | Self::Aspiration
            | Self::Pvs
            | Self::Bfm
            | Self::Ubfm
            | Self::Mcts
            | Self::Pns
            | Self::BStar
            | Self::Conspiracy
            | Self::AbSaved
            | Self::FeSaved
            | Self::AbIterative
            | Self::Extension => None,
        }
    }
}

/// The part of the tree within its depth that a search omits.
#[derive(Clone, PartialEq, Debug)]
pub enum Unsearched {
    /// Nothing that could change its value.
    Nothing,
    /// Subtrees ruled out by the estimates of these options, sure or not.
    ByEstimates(options::Fe),
    /// Unpromising lines.
    Lines,
}

impl Search {
    /// Whether to deepen iteratively; [`None`] for searches without this option.
    pub(crate) fn iterative(&self) -> Option<bool> {
        match self {
            Self::Minimax(options::Minimax { iterative })
            | Self::AlphaBeta(options::AlphaBeta { iterative, .. })
            | Self::Aspiration(options::Aspiration { iterative, .. })
            | Self::Fe(options::Fe { iterative, .. }) => Some(*iterative),
            Self::Pvs(_)
            | Self::Strong(_)
            | Self::Rbfms(_)
            | Self::Bfm(_)
            | Self::Ubfm(_)
            | Self::Mcts(_)
            | Self::Pns(_)
            | Self::BStar(_)
            | Self::Conspiracy(_)
            | Self::AbSaved(_)
            | Self::FeSaved(_)
            | Self::AbIterative(_)
            | Self::Extension(_) => None,
            Self::Device(device) => device.iterative(),
        }
    }

    /// Whether its own options limit its work, so that it needs no depth, nodes or time.
    pub(crate) const fn limits_itself(&self) -> bool {
        matches!(self, Self::Strong(options::Strong { level: Some(_), .. }) | Self::Pns(_))
    }

    /// What the search omits.
    #[must_use]
    pub fn unsearched(&self) -> Unsearched {
        match self {
            Self::Minimax(_)
            | Self::AlphaBeta(_)
            | Self::Aspiration(_)
            | Self::Pns(_)
            | Self::AbSaved(_)
            | Self::AbIterative(_) => Unsearched::Nothing,
            Self::Pvs(options::Pvs { reductions, .. }) if !reductions => Unsearched::Nothing,
            // Without a level, it goes on until it has the exact score, if it has its solver.
            Self::Strong(options::Strong { level: None, without, .. })
                if *without != Without::Solver =>
            {
                Unsearched::Nothing
            }
            Self::Pvs(_) | Self::Strong(_) => Unsearched::Lines,
            Self::Fe(options) => Unsearched::ByEstimates(options.clone()),
            Self::FeSaved(options) => Unsearched::ByEstimates(options.estimates()),
            Self::Rbfms(_)
            | Self::Bfm(_)
            | Self::Ubfm(_)
            | Self::Mcts(_)
            | Self::BStar(_)
            | Self::Conspiracy(_)
            | Self::Extension(_) => Unsearched::Lines,
            Self::Device(device) => Self::usual(device.algorithm()).unsearched(),
        }
    }

    /// Checks that the options are compatible with each other and with the depth.
    pub(crate) fn check(&self, depth: Option<u32>) -> Result<(), String> {
        match self {
            Self::FeSaved(_) if depth.is_none() => Err("fe-saved needs a depth".to_owned()),
            Self::Fe(options::Fe { delta, bounds, .. })
            | Self::FeSaved(options::FeSaved { delta, bounds, .. }) => {
                if !(*delta > 0.0 && *delta <= 1.0) {
                    // Without the number: to print one takes as much code as a search.
                    return Err(
                        "delta is out of range: give a number above 0, at most 1".to_owned()
                    );
                }
                match bounds.as_ref().filter(|bounds| !bounds.are_of_edges()) {
                    Some(bounds) if *delta != 1.0 => Err(format!(
                        "delta scales bounds on edge costs, not {bounds}: omit delta and give scaled numbers"
                    )),
                    _ => Ok(()),
                }
            }
            Self::AbSaved(_) if depth.is_none() => {
                Err("ab-saved needs a depth: give depth, or use ab-iterative".to_owned())
            }
            Self::Pns(_) if depth.is_some() => {
                Err("pns searches to the end of the game by itself: omit depth, and --solve"
                    .to_owned())
            }
            Self::BStar(_) if depth.is_none() => {
                Err("b-star needs a depth: estimates are for the plies left to it".to_owned())
            }
            Self::Pvs(options::Pvs { driver, window: Some(_), .. })
                if *driver != Driver::Deepening =>
            {
                Err(format!("{} searches in null windows only: omit window", driver.text()))
            }
            // 0 is best-first from the start: in a ladder whose reference searches one ply.
            Self::Extension(options::Extension { shallow: None, .. }) => {
                Err("extension needs the depth of its alpha-beta search: give shallow".to_owned())
            }
            Self::Bfm(options) => options.check(depth),
            Self::Ubfm(options) => switches::check(options.switches(), depth),
            Self::Minimax(_)
            | Self::AlphaBeta(_)
            | Self::Aspiration(_)
            | Self::Pvs(_)
            | Self::Strong(_)
            | Self::Rbfms(_)
            | Self::Mcts(_)
            | Self::Pns(_)
            | Self::BStar(_)
            | Self::Conspiracy(_)
            | Self::AbSaved(_)
            | Self::AbIterative(_)
            | Self::Extension(_)
            | Self::Device(_) => Ok(()),
        }
    }
}

impl options::FeSaved {
    /// Its estimates, as options of forward estimation.
    #[must_use]
    pub fn estimates(&self) -> options::Fe {
        let Self { bounds, delta, placement, keep_learned: _, memory: _ } = self.clone();
        options::Fe { bounds, delta, placement, ..options::Fe::default() }
    }
}
