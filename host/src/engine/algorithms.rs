//! The algorithms with their options: the place to declare a new one.
//!
//! Flags, `key=value` texts, checks, help, the table of `host/docs/tournaments.md`, what runs are told apart by, and completions
//! come from these declarations. `README.md` beside this file says what else a new algorithm needs.

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
        window: Option<u32> = WINDOW,
        iterative: bool = ITERATIVE,
    }
    /// Recursive best-first minimax (Korf & Chickering 1996)
    Rbfms "rbfms" { expansion: Expansion = EXPANSION }
    /// Best-first minimax with the tree in memory
    Bfm "bfm" {
        expansion: Expansion = EXPANSION,
        formulation: Formulation = FORMULATION,
        memory: Bytes = MEMORY,
        when_full: WhenFull = WHEN_FULL,
    }
    /// Alpha-beta that saves its tree from move to move
    AbSaved "ab-saved" { memory: Bytes = MEMORY }
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
    /// Whether it keeps a tree in memory.
    #[must_use]
    pub const fn keeps_tree(self) -> bool {
        match self {
            Self::Bfm | Self::AbSaved | Self::AbIterative | Self::Extension => true,
            Self::Minimax | Self::AlphaBeta | Self::Aspiration | Self::Fe | Self::Rbfms => false,
        }
    }

    /// Whether it expands the principal leaf, at least after a while.
    #[must_use]
    pub const fn is_best_first(self) -> bool {
        match self {
            Self::Rbfms | Self::Bfm | Self::Extension => true,
            Self::Minimax
            | Self::AlphaBeta
            | Self::Aspiration
            | Self::Fe
            | Self::AbSaved
            | Self::AbIterative => false,
        }
    }
}

impl Search {
    /// Whether to deepen iteratively, for a search that can; [`None`] for one that cannot be told.
    pub(super) fn iterative(&self) -> Option<bool> {
        match self {
            Self::Minimax(options::Minimax { iterative })
            | Self::AlphaBeta(options::AlphaBeta { iterative, .. })
            | Self::Aspiration(options::Aspiration { iterative, .. })
            | Self::Fe(options::Fe { iterative, .. }) => Some(*iterative),
            Self::Rbfms(_)
            | Self::Bfm(_)
            | Self::AbSaved(_)
            | Self::AbIterative(_)
            | Self::Extension(_) => None,
            Self::Device(device) => device.iterative(),
        }
    }

    /// Checks that the options go together, with each other and with the depth.
    pub(super) fn check(&self, depth: Option<u32>) -> Result<(), String> {
        match self {
            Self::Fe(options::Fe { delta, bounds, .. }) => {
                if !(*delta > 0.0 && *delta <= 1.0) {
                    return Err(format!("delta {delta} is out of range: above 0, at most 1"));
                }
                match bounds.as_ref().filter(|bounds| !bounds.are_of_edges()) {
                    Some(bounds) if *delta != 1.0 => Err(format!(
                        "delta scales bounds on edge costs, not {bounds}: leave it away and write other numbers"
                    )),
                    _ => Ok(()),
                }
            }
            Self::AbSaved(_) if depth.is_none() => {
                Err("ab-saved needs a depth: ab-iterative does without".to_owned())
            }
            // 0 is best-first from the start: a ladder's, where the reference searches one ply.
            Self::Extension(options::Extension { shallow: None, .. }) => {
                Err("extension needs the depth of its alpha-beta search: shallow".to_owned())
            }
            Self::Minimax(_)
            | Self::AlphaBeta(_)
            | Self::Aspiration(_)
            | Self::Rbfms(_)
            | Self::Bfm(_)
            | Self::AbSaved(_)
            | Self::AbIterative(_)
            | Self::Extension(_)
            | Self::Device(_) => Ok(()),
        }
    }
}
