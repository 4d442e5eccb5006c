//! The strong player: its memory, its evaluation and its limits.

use plyscope_core::othello::endgame::Frames;
use plyscope_core::othello::strong::{Level, Strong};
use plyscope_core::othello::{Board, Othello, Patterns, ProbCuts};
use plyscope_core::search::table::{Slot, TranspositionTable};
use plyscope_core::wire::StrongIdentity;
use plyscope_core::{Evaluator, Storage, lines};

use crate::evaluation::LEARNED;

/// Slots of the table: 8 KB, or 64 KB with the feature `large-table`. To finish ten plies of the middle game takes 18 % more nodes
/// with 8 KB than with any number of slots (16 KB: 11 %, 64 KB: 1 %), and to solve 14 empty squares 21 % (11 %, 3 %).
const SLOTS: usize = if cfg!(feature = "large-table") { 4096 } else { 512 };

/// Frames of the solver: it solves positions of at most this many empty squares and six.
const FRAMES: usize = 24;

/// The deepest search of the middle game, in plies. It would take hours.
const DEPTH: usize = 24;

/// Capacity for children in the middle game, over all plies of one path.
const CHILDREN: usize = 384;

/// The most empty squares of a position that it solves.
const SOLVES: u8 = (FRAMES + plyscope_core::othello::endgame::RECURSION) as u8;

/// How deep it searches and when it solves: as far as the memory goes.
const LEVEL: Level = Level::new(DEPTH as u8, SOLVES, SOLVES);

type State = <Patterns<'static> as Evaluator<Board>>::State;
type Middle = Storage<Othello, DEPTH, CHILDREN, { lines(DEPTH) }, State>;
type Solver = Frames<State, FRAMES>;

/// The search.
pub(crate) type Search<'m> = Strong<'m, Patterns<'static>, &'m mut Middle, FRAMES, &'m mut Solver>;

/// Its memory, for a `static`: 24 KB. Its initial state is all zeros.
pub(crate) struct Memory {
    table: [Slot; SLOTS],
    middle: Middle,
    solver: Solver,
}

impl Memory {
    pub(crate) const fn new() -> Self {
        Self { table: [const { Slot::new() }; SLOTS], middle: Middle::new(), solver: Solver::new() }
    }

    /// What a search needs.
    pub(crate) const fn parts(&mut self) -> Parts<'_> {
        let Self { table, middle, solver } = self;
        Parts { table, middle: Some(middle), solver: Some(solver) }
    }
}

/// The memory, as far as no search has it.
pub(crate) struct Parts<'m> {
    table: &'m [Slot],
    middle: Option<&'m mut Middle>,
    solver: Option<&'m mut Solver>,
}

impl<'m> Parts<'m> {
    /// A search, if none has the memory. It begins with an empty table, so that its result depends on nothing else.
    pub(crate) fn search(&mut self) -> Option<Search<'m>> {
        let (middle, solver) = (self.middle.take()?, self.solver.take()?);
        let mut table = TranspositionTable::new(self.table);
        table.clear();
        Some(Strong::with_frames(LEARNED, CUTS, table, middle, solver).level(LEVEL))
    }

    /// Takes a search's memory back.
    pub(crate) fn take_back(&mut self, search: Search<'m>) {
        let (middle, solver) = search.into_parts();
        (self.middle, self.solver) = (Some(middle), Some(solver));
    }
}

/// The parameters of ProbCut for its evaluation. Those of the built-in weights are the only ones that are known.
const CUTS: &ProbCuts<'static> = {
    const KNOWN: bool = LEARNED.fingerprint() == Patterns::SMALL.fingerprint();
    if KNOWN { &ProbCuts::SMALL } else { &ProbCuts::NONE }
};

/// What a host is told of it.
pub const STRONG: Option<StrongIdentity> = Some(StrongIdentity {
    weights: LEARNED.fingerprint(),
    slots: SLOTS as u32,
    depth: DEPTH as u32,
    empties: SOLVES as u32,
});
