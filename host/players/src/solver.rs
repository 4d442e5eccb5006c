//! Solves endgames of Othello, with one thread or several.

use std::cmp::Reverse;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::thread;

use plyscope_core::othello::endgame::{Endgame, Guide, Guided, Member, Team, Unguided};
use plyscope_core::othello::strong::{Level, Strong};
use plyscope_core::othello::{Board, Move, Othello, Patterns, ProbCuts};
use plyscope_core::search::FirstLine;
use plyscope_core::search::table::TranspositionTable;
use plyscope_core::{Bound, Progress, Request, Search as _, Value, Window};
use plyscope_run::interrupt::{self, NODES_PER_LOOK};

use crate::engine::{Storage, TooLarge};
use crate::game::children;
use crate::player::PlayerError;
use crate::slots::Slots;

/// Empty squares from which a search as in the middle game comes first: its value is where the solver begins, and its best
/// line the one that is searched first.
const PREPARED: u32 = 18;

/// By so many plies that search is shallower than the rest of the game. It takes less than a hundredth of the solution's time.
const SHALLOWER: u32 = 10;

/// Empty squares from which several threads solve a position together: 100,000 nodes or so.
const SHARED: u32 = 13;

/// Stack size of a thread in bytes: it must hold a solver's frames, which builds without optimisation copy several times.
const STACK: usize = 4 << 20;

/// What a search as in the middle game found.
struct Prepared {
    /// In discs.
    score: Value,
    line: Vec<Move>,
    nodes: u64,
}

/// What one search found.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Solution {
    /// In discs, for the side to move.
    pub value: i32,
    /// What the value is.
    pub bound: Bound,
    /// The best move; none where the game is over or no move is known.
    pub best_move: Option<Move>,
    /// The line of best moves.
    pub line: Vec<Move>,
    /// Nodes generated, by all threads.
    pub nodes: u64,
}

/// Solves positions, one after the other, in one memory, each with all threads.
#[expect(missing_debug_implementations, reason = "it holds a function")]
pub struct Solver<'a> {
    /// The memory of their table.
    pub slots: Slots,
    /// The evaluation that orders moves; without, they are ordered by the solver's own rules.
    pub patterns: Option<Patterns<'static>>,
    /// Their parameters of ProbCut.
    pub cuts: &'static ProbCuts<'static>,
    /// The threads that search each position.
    pub threads: usize,
    /// Is told nodes and the value so far, now and then.
    pub watch: &'a dyn Fn(u64, Option<i32>),
}

impl Solver<'_> {
    /// The table for a position: small positions cannot fill a large one, and clearing it would take longer than solving
    /// them.
    #[must_use]
    pub fn table(&self, board: &Board) -> TranspositionTable<'_> {
        let slots = self.slots.all();
        let enough = 1usize << board.empties().count_ones().min(40);
        let mut table = TranspositionTable::new(&slots[..slots.len().min(enough)]);
        table.clear();
        table
    }

    /// Answers the question that a window asks about a position.
    ///
    /// # Errors
    /// [`PlayerError`] after an interrupt, or if the storage does not suffice.
    pub fn search(
        &self,
        mut table: TranspositionTable<'_>,
        board: &Board,
        window: Window,
    ) -> Result<Solution, PlayerError> {
        let request = Request::new(board).window(window);
        let Some(patterns) = self.patterns else {
            return self.search_with(Unguided, table, &request);
        };
        if board.empties().count_ones() < PREPARED || board.is_over() {
            return self.search_with(Guided(patterns), table, &request);
        }
        let Prepared { score, line, nodes } = self.prepare(patterns, table, board)?;
        // Two generations, since that search began one of its own.
        table.new_generation();
        table.new_generation();
        let request = request.expected(Some(score)).first_line(FirstLine::Given(&line));
        let found = self.search_with(Guided(patterns), table, &request)?;
        Ok(Solution { nodes: found.nodes + nodes, ..found })
    }

    /// Searches a position as in the middle game.
    fn prepare(
        &self,
        patterns: Patterns<'static>,
        table: TranspositionTable<'_>,
        board: &Board,
    ) -> Result<Prepared, PlayerError> {
        let depth = board.empties().count_ones().saturating_sub(SHALLOWER);
        let level = Level::new(u8::try_from(depth).unwrap_or(u8::MAX), 0, 0);
        let cuts = self.cuts;
        let mut search: Box<Strong<'_, _, _>> =
            Box::new(Strong::new(patterns, cuts, table, Storage::new()).level(level));
        search.start(&Request::new(board));
        while search.step(NODES_PER_LOOK).map_err(TooLarge::from)? == Progress::Paused {
            interrupt::check()?;
        }
        let report = search.report();
        let discs = (f64::from(report.value.get()) / 200.0).round() as i32 * 2;
        Ok(Prepared {
            score: Value::new(discs),
            line: report.principal_variation.to_vec(),
            nodes: report.counts.generated,
        })
    }

    fn search_with<E: Guide<State: Send> + Copy + Send>(
        &self,
        guide: E,
        table: TranspositionTable<'_>,
        request: &Request<'_, Othello>,
    ) -> Result<Solution, PlayerError> {
        let solver = || Endgame::with_guide(table, guide);
        if self.threads <= 1 || request.position.empties().count_ones() < SHARED {
            return self.lead(&mut solver(), request);
        }
        let members: Vec<_> = (0..self.threads).map(|_| Member::new()).collect();
        let (stop, helped) = (AtomicBool::new(false), AtomicU64::new(0));
        thread::scope(|scope| {
            for number in 1..self.threads {
                let mut solver = solver().in_team(Team::new(&members, number));
                let (stop, helped) = (&stop, &helped);
                let work = move || {
                    solver.start(request);
                    // A failure is the leader's to report.
                    while !stop.load(Relaxed)
                        && matches!(solver.step(NODES_PER_LOOK), Ok(Progress::Paused))
                    {
                    }
                    helped.fetch_add(solver.counts().generated, Relaxed);
                };
                // Without a thread, the others do the work.
                let _ = thread::Builder::new().stack_size(STACK).spawn_scoped(scope, work);
            }
            let found = self.lead(&mut solver().in_team(Team::new(&members, 0)), request);
            stop.store(true, Relaxed);
            found
        })
        .map(|found| Solution { nodes: found.nodes + helped.load(Relaxed), ..found })
    }

    /// Searches on this thread, which tells of its progress.
    fn lead<E: Guide>(
        &self,
        solver: &mut Endgame<'_, E>,
        request: &Request<'_, Othello>,
    ) -> Result<Solution, PlayerError> {
        solver.start(request);
        while solver.step(NODES_PER_LOOK).map_err(TooLarge::from)? == Progress::Paused {
            interrupt::check()?;
            let report = solver.report();
            let value = (report.bound != Bound::Unknown).then(|| report.value.get());
            (self.watch)(report.counts.generated, value);
        }
        let report = solver.report();
        Ok(Solution {
            value: report.value.get(),
            bound: report.bound,
            best_move: report.best_move,
            line: report.principal_variation.to_vec(),
            nodes: report.counts.generated,
        })
    }

    /// The score of every move, best first.
    ///
    /// # Errors
    /// [`PlayerError`] after an interrupt, or if the storage does not suffice.
    pub fn solve_all(
        &self,
        table: TranspositionTable<'_>,
        board: &Board,
    ) -> Result<(Solution, Vec<(Move, i32)>), PlayerError> {
        let mut moves = Vec::new();
        let mut best: Option<Solution> = None;
        let mut nodes = 0;
        for (mv, child) in children(&Othello, board) {
            let mut found = self.search(table, &child, Window::FULL)?;
            // The move itself is a node, too.
            nodes += found.nodes + 1;
            found.value = -found.value;
            found.best_move = Some(mv);
            found.line.insert(0, mv);
            moves.push((mv, found.value));
            if best.as_ref().is_none_or(|best| best.value < found.value) {
                best = Some(found);
            }
        }
        moves.sort_by_key(|&(mv, score)| (Reverse(score), mv));
        match best {
            Some(best) => Ok((Solution { nodes, ..best }, moves)),
            None => self.search(table, board, Window::FULL).map(|found| (found, moves)),
        }
    }
}
