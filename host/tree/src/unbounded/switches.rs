//! The switches of best-first minimax since 1996. `host/docs/best-first.md` says where each comes from.

use plyscope_core::Expansion;

/// How far a new value goes up.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum BackUp {
    /// To the first ancestor whose value stays; the next iteration begins there (Korf & Chickering 1996).
    #[default]
    Stable,
    /// To the root, where every iteration begins (Cohen-Solal 2020).
    Root,
}

/// What is one node.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Transpositions {
    /// A line of moves.
    #[default]
    Tree,
    /// A position: lines that meet share a node. Games without [keys](plyscope_core::Game::key), and those whose lines
    /// [never meet](plyscope_core::Game::lines_meet), keep a tree. Positions must not repeat within a line.
    Table,
}

/// Whether the search knows which positions are solved.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Completion {
    /// No: a line that ends the game ends the search.
    #[default]
    Off,
    /// Yes: it leaves solved positions alone, and ends when the root is solved (Cohen-Solal 2020).
    On,
}

/// What follows when the principal variation ends the game. [`Completion::On`] goes on by itself.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum OnResolved {
    /// The end of the search (1996).
    #[default]
    Stop,
    /// The best line that is not resolved: positions are left alone once their value is known, or is certainly no better than that
    /// of a sibling. Unlike completion, it knows no wins, only values, so that it looks for the greatest one; it ends when the
    /// root's value is known.
    Next,
}

/// The move to play.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum FinalMove {
    /// The one with the best value.
    #[default]
    Best,
    /// The one that most iterations went through; of equals, the one with the best value. With [`OnResolved::Next`] moves that are
    /// left alone, which no iteration goes through any more, count by their values instead.
    Safe,
}

/// The value of a finished game.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum EndLeaf {
    /// Its outcome's.
    #[default]
    Exact,
    /// The static evaluation's, as if the game went on.
    Evaluation,
}

/// Where an iteration ends.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Selection {
    /// After one expansion.
    #[default]
    Best,
    /// At a solved position: it expands node after node on its way down (Descent Minimax, Cohen-Solal 2020). Needs
    /// [`Completion::On`].
    Descent,
}

/// All switches. The defaults are those of 1996, with all children at a time.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Switches {
    /// How far a new value goes up.
    pub backup: BackUp,
    /// What is one node.
    pub transpositions: Transpositions,
    /// Whether the search knows which positions are solved.
    pub completion: Completion,
    /// What follows when the principal variation ends the game.
    pub on_resolved: OnResolved,
    /// The move to play.
    pub final_move: FinalMove,
    /// The value of a finished game.
    pub leaf: EndLeaf,
    /// Where an iteration ends.
    pub selection: Selection,
    /// Whether children are generated all at a time, or one at a time until one takes its parent off the principal variation (Fig. 3 of
    /// 1996). [`Selection::Descent`] generates all.
    pub expansion: Expansion,
}

impl Default for Switches {
    fn default() -> Self {
        Self {
            backup: BackUp::default(),
            transpositions: Transpositions::default(),
            completion: Completion::default(),
            on_resolved: OnResolved::default(),
            final_move: FinalMove::default(),
            leaf: EndLeaf::default(),
            selection: Selection::default(),
            expansion: Expansion::Full,
        }
    }
}

impl Switches {
    /// Unbounded best-first minimax with completion and the safe move, as published since 2020.
    pub const UBFM: Self = Self {
        backup: BackUp::Root,
        transpositions: Transpositions::Table,
        completion: Completion::On,
        on_resolved: OnResolved::Stop,
        final_move: FinalMove::Safe,
        leaf: EndLeaf::Exact,
        selection: Selection::Best,
        expansion: Expansion::Full,
    };

    /// Whether the search leaves resolved positions alone.
    pub(super) fn resolves(self) -> bool {
        self.completes() || self.on_resolved == OnResolved::Next
    }

    /// Whether it knows what is certain of each position's value.
    pub(super) fn bounds(self) -> bool {
        self.on_resolved == OnResolved::Next && !self.completes()
    }

    /// Whether the search knows which positions are won and lost.
    pub(super) fn completes(self) -> bool {
        self.completion == Completion::On
    }

    /// Whether an iteration expands node after node on its way down.
    pub(super) fn descends(self) -> bool {
        self.selection == Selection::Descent && self.completes()
    }

    /// Whether children are generated one at a time.
    pub(super) fn is_partial(self) -> bool {
        self.expansion == Expansion::Partial && !self.descends()
    }
}
