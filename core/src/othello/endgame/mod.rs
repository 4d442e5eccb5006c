//! Exact solution of endgames: the score of a position under best play by both sides, or whether it reaches a threshold.
//!
//! [`Endgame`] is a principal variation search made for the last phase of Othello:
//!
//! - the last four empty squares are solved without lists of moves, in an order by parity;
//! - above them, moves that leave the opponent few replies are searched first ("fastest first"), with corners and parity to
//!   break ties, and with an evaluation ([`Guided`]) if there is one, far from the end after the opponent's replies;
//! - discs that can no longer be flipped bound the score (stability);
//! - with an open window, a first pass over the most promising moves guesses the score; the search then begins in a small
//!   window around it, which is widened until the score is inside; far from the end, and by several threads, it is found by
//!   null windows instead (MTD(f): Plaat and others 1996);
//! - a [transposition table](crate::search::table) keeps two bounds and two moves of each position, and the entries of a
//!   position's children may close it (enhanced transposition cut-offs).
//!
//! Sources: Buro's and Andersson's descriptions of Logistello's and Zebra's endgame search; Plaat, Schaeffer, Pijls and
//! de Bruin 1996 for the transposition cut-offs.

mod driver;
mod frame;
mod guide;
mod last;
mod leaf;
mod memory;
mod order;
mod run;
mod squares;
mod stability;
mod team;
mod together;

use heapless::Vec;

use super::{Board, Move, Othello};
use crate::search::table::TranspositionTable;
use crate::search::{
    CapacityError, Counts, FirstLine, Limits, Observer, Progress, Report, Request, Search, Stop,
};
use crate::{Bound, Value, Window};
pub use frame::{FrameStore, Frames};
pub use guide::{Guide, Guided, Unguided};
use leaf::{LEAF, Leaf};
pub use team::{Member, Team};

/// Empty squares that need no frame: positions with so many are solved by recursion.
pub const RECURSION: usize = LEAF as usize;

/// The most slots of the recursion's table: 256 KiB, which stay in a desktop's second cache. They are a quarter of the table
/// at most.
const NEAR: usize = 1 << 14;

/// Longest line of play that is reported, in moves.
const LONGEST: usize = 128;

/// What a pass over the tree is for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Pass {
    /// A score to begin with, and moves for the table: only the most promising moves are searched, so it proves nothing.
    Guess,
    /// The answer.
    Solve,
}

/// The solver of endgames.
///
/// Values are differences of discs for the side to move at the root, with empty squares counted for the winner
/// ([`Board::score`]): -64 to 64. The search ignores [`Limits::depth`]: it always goes to the end of the game.
///
/// `PLIES` is the number of frames: one for each empty square beyond [`RECURSION`], so 60 suffice for any position.
///
/// A request's window makes cheaper questions: `(-1, 1)` asks who wins, `(n - 1, n)` whether the mover can score at least n.
///
/// ```
/// use plyscope_core::othello::endgame::Endgame;
/// use plyscope_core::othello::parse_board;
/// use plyscope_core::search::table::{Slot, TranspositionTable};
/// use plyscope_core::{Bound, Request, Search, Value, Window};
///
/// let text = "----O---XOOOOOO--XOOOXOXOOXOOOOXOOXOOOOXOOOOXXOXOOXXXXXX-OXXXXXX X";
/// let (board, _) = parse_board(text).unwrap();
/// let slots = [const { Slot::new() }; 1024];
/// let mut solver = Endgame::new(TranspositionTable::new(&slots));
/// let report = solver.search(&Request::new(&board))?;
/// assert_eq!((report.value.get(), report.bound, report.proven), (46, Bound::Exact, true));
///
/// let at_least_48 = Window { alpha: Value::new(47), beta: Value::new(48) };
/// let report = solver.search(&Request::new(&board).window(at_least_48))?;
/// assert_eq!(report.bound, Bound::Upper); // no
/// # Ok::<(), plyscope_core::CapacityError>(())
/// ```
///
/// A request's [expected](Request::expected) score, in discs, is where the search begins, and the first move of a
/// [given line](FirstLine::Given) is searched first.
///
/// The table may also be used by other searches, one after the other or at the same time. Several solvers, each with a
/// thread of its own, may solve one position together: see [`Team`].
///
/// # Nodes
/// [`Counts::generated`] counts every move that is made, passes included, down to the last square: at positions whose
/// moves are ranked, each move once, when it is ranked; elsewhere, each move that is tried. A move of the table that is
/// searched before the others are ranked counts then. A move that is searched again in a wider window does not count again,
/// but a position that is reached again generates its moves again.
/// [`Counts::expanded`] counts positions that got a frame.
///
/// # Slices
/// A step pauses only above the last [`RECURSION`] empty squares, so that it may pass its number of nodes by those of one
/// such small subtree (some hundreds, at worst a few thousand) or of the moves of one position. Slices of any size give
/// exactly the result of one run, from equal tables.
///
/// # Progress
/// An [`Observer`] sees all plies above the recursion; a ply is a disc placed, so a pass is none of its own. The root is
/// searched and left several times: for the guess, and in each window.
/// [`Endgame::searching`] has the root's move that is being searched, and the report the best so far.
#[derive(Debug)]
pub struct Endgame<
    't,
    E: Guide = Unguided,
    const PLIES: usize = 60,
    F = Frames<<E as Guide>::State, PLIES>,
> {
    /// The whole table, and its two parts: one for the upper plies, and a small one for the recursion.
    table: TranspositionTable<'t>,
    far: TranspositionTable<'t>,
    near: TranspositionTable<'t>,
    guide: E,
    team: Team<'t>,
    frames: F,
    root: Board,
    /// The root's move that is searched first.
    first: Option<Move>,
    pass: Pass,
    /// The number of passes before this one.
    passes: usize,
    /// The window of the request, as scores.
    ends: (i32, i32),
    /// What the root's score is proven to be at least and at most, in a team.
    least: i32,
    most: i32,
    /// How far the window of a pass reaches from the expected score.
    reach: i32,
    window: Window,
    limits: Limits,
    counts: Counts,
    stop: Stop,
    failure: Option<CapacityError>,
    value: Value,
    best_move: Option<Move>,
    line: Vec<Move, LONGEST>,
    /// Whether the line ends the game.
    whole_line: bool,
}

impl<'t> Endgame<'t> {
    /// A solver with this table, which may be empty.
    #[must_use]
    pub const fn new(table: TranspositionTable<'t>) -> Self {
        Self::with_guide(table, Unguided)
    }
}

impl<'t, E: Guide> Endgame<'t, E> {
    /// A solver whose order of moves far from the end is guided by an evaluation.
    #[must_use]
    pub const fn with_guide(table: TranspositionTable<'t>, guide: E) -> Self {
        Self::with_frames(table, guide, Frames::new())
    }
}

impl<'t, E: Guide, F, const PLIES: usize> Endgame<'t, E, PLIES, F> {
    /// As [`with_guide`](Self::with_guide), with frames of the caller's, of any number: [`Frames`] or `&mut Frames`.
    #[must_use]
    pub const fn with_frames(table: TranspositionTable<'t>, guide: E, frames: F) -> Self {
        Self {
            table,
            far: table,
            near: table,
            guide,
            team: Team::ALONE,
            frames,
            root: Board::START,
            first: None,
            pass: Pass::Solve,
            passes: 0,
            ends: (0, 0),
            least: -64,
            most: 64,
            reach: 0,
            window: Window::FULL,
            limits: Limits { depth: 0, nodes: 0 },
            counts: Counts::NONE,
            stop: Stop::Completed,
            failure: None,
            value: Value::ZERO,
            best_move: None,
            line: Vec::new(),
            whole_line: false,
        }
    }

    /// Lets it solve positions together with others.
    #[must_use]
    pub fn in_team(mut self, team: Team<'t>) -> Self {
        self.team = team;
        self
    }

    /// The table of positions. A change counts from the next search on.
    #[must_use]
    pub const fn table(&mut self) -> &mut TranspositionTable<'t> {
        &mut self.table
    }

    /// Lets it solve positions apart from its team, or again together with it.
    pub(crate) const fn work_apart(&mut self, apart: bool) {
        self.team = self.team.apart(apart);
    }

    /// A handle of the table.
    pub(crate) const fn handle(&self) -> TranspositionTable<'t> {
        self.table
    }

    /// Returns the frames.
    #[must_use]
    pub fn into_frames(self) -> F {
        self.frames
    }
}

impl<'t, E: Guide, F: FrameStore<E::State, PLIES>, const PLIES: usize> Endgame<'t, E, PLIES, F> {
    /// The move at the root that is being searched, while the search is paused.
    #[must_use]
    pub fn searching(&self) -> Option<Move> {
        let root = self.frames.stack().first()?;
        if root.passed { Some(Move::PASS) } else { Move::to(root.square) }
    }

    /// The table's parts for the recursion and for the upper plies. Each solver of a team has the first for itself: threads
    /// that write to the same cache lines wait for each other.
    fn parts(&self) -> (TranspositionTable<'t>, TranspositionTable<'t>) {
        let all = self.table.len();
        let members = self.team.size();
        let count = NEAR.min((all >> 2).checked_div(members).unwrap_or(0));
        let (shared, far) = self.table.split(count.saturating_mul(members));
        let (_, from_here) = shared.split(count.saturating_mul(self.team.number()));
        (from_here.split(count).0, far)
    }

    /// A handle for the recursion.
    const fn leaf(&self) -> Leaf<'t> {
        Leaf { table: self.near, generated: self.counts.generated }
    }
}

impl<E: Guide, F: FrameStore<E::State, PLIES>, const PLIES: usize> Search<Othello>
    for Endgame<'_, E, PLIES, F>
{
    fn start(&mut self, request: &Request<'_, Othello>) {
        let Request { position: &root, limits, window, .. } = *request;
        self.root = root;
        self.first = match request.first_line {
            FirstLine::Given(line) => line.first().copied(),
            _ => None,
        };
        self.limits = limits;
        self.window = window;
        self.counts = Counts::NONE;
        self.stop = Stop::Running;
        self.failure = None;
        self.value = Value::ZERO;
        self.best_move = None;
        self.line.clear();
        self.whole_line = false;
        self.frames.stack_mut().clear();
        self.passes = 0;
        if root.is_over() {
            self.value = Value::new(root.score());
            self.whole_line = true;
            self.stop = Stop::Completed;
            return;
        }
        self.best_move = root.must_pass().then_some(Move::PASS);
        (self.near, self.far) = self.parts();
        self.begin_search(request.expected);
    }

    fn step_with<W: Observer<Othello>>(
        &mut self,
        nodes: u64,
        observer: &mut W,
    ) -> Result<Progress, CapacityError> {
        if self.stop == Stop::Running {
            if self.team.divides() {
                self.take_over();
            }
            if observer.observes() && self.counts.generated == 0 {
                observer.began(self.root.empties().count_ones(), self.window, None);
            }
            let pause_at = self.counts.generated.saturating_add(nodes).min(self.limits.nodes);
            let outcome = self.failure.map_or_else(|| self.run(pause_at, observer), Err);
            self.failure = outcome.err();
            self.stop = Stop::after_step(outcome, self.counts.generated, self.limits);
        }
        self.stop.progress(self.failure)
    }

    fn stop(&mut self) {
        if self.stop == Stop::Running {
            self.stop = Stop::Polled;
        }
    }

    fn counts(&self) -> Counts {
        self.counts
    }

    fn report(&self) -> Report<'_, Move> {
        let completed = self.stop == Stop::Completed;
        let (value, bound) = match self.frames.stack().first() {
            _ if completed => (self.value, self.window.classify(self.value)),
            // The opponent's moves so far; it may have better ones.
            // A guess is no bound.
            _ if self.pass == Pass::Guess => (Value::ZERO, Bound::Unknown),
            Some(root) if root.passed && root.best > root.start => {
                (Value::new(root.best.wrapping_neg()), Bound::Upper)
            }
            Some(root) if !root.passed && root.best > root.start => {
                (Value::new(root.best), Bound::Lower)
            }
            // From an earlier window.
            Some(root) if !root.passed && self.least > -64 => {
                (Value::new(self.least), Bound::Lower)
            }
            _ => (Value::ZERO, Bound::Unknown),
        };
        let line = self.line.as_slice();
        let empties = self.root.empties().count_ones();
        Report {
            best_move: self.best_move,
            value,
            bound,
            proven: completed,
            principal_variation: if line.is_empty() { self.best_move.as_slice() } else { line },
            depth: empties,
            line_ends_game: completed && bound == Bound::Exact && self.whole_line,
            counts: self.counts,
            stop: self.stop,
        }
    }
}
