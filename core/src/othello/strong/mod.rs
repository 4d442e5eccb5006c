//! The strong player: a selective search of the middle game, deepened step by step, then proof of who wins, then the exact
//! score.
//!
//! [`Strong`] puts together [principal variation search](crate::search::alpha_beta) with a
//! [transposition table](crate::search::table) and [Multi-ProbCut](crate::search::forward_estimation::ProbCut), and the
//! [endgame solver](super::endgame), in one table and under one node limit.

mod in_discs;
mod level;
mod part;
mod plan;
mod together;
mod weak;

use heapless::Vec;

use super::endgame::{Endgame, FrameStore, Frames, Guided, Team};
use super::{Board, Move, Othello};
use crate::search::alpha_beta::{NullWindows, Policy};
use crate::search::aspiration::Aspiration;
use crate::search::forward_estimation::{Cut, ProbCut};
use crate::search::table::TranspositionTable;
use crate::search::{
    CapacityError, Counts, FirstLine, Limits, Observer, Progress, Report, Request, Search, Stop,
    Store,
};
use crate::{Bound, DepthFirst, Evaluator, Game as _, Outcome, Value, Window};
pub use in_discs::InDiscs;
pub use level::Level;
use part::Known;
pub use part::Part;
pub use plan::Stage;
use together::Turned;
use weak::OneByOne;

/// The depth-first search of the middle game.
type Middle<'t, E, S> = DepthFirst<
    Othello,
    InDiscs<E>,
    Policy<ProbCut<'static>, Turned, Known<'t>, Option<NullWindows>>,
    S,
>;

/// Half the width of the first window around the last iteration's value, in hundredths of a disc.
const HALF_WIDTH: u32 = 150;

/// Longest line of play that is reported, in moves.
const LONGEST: usize = 128;

/// The strong player.
///
/// It goes through stages, each of which can only improve its answer: searches of the middle game to rising depths, in
/// steps of two plies, since values of odd and even depths are on different scales; then a search for who wins; then one
/// for the exact score. It ends when it has the exact score, at the end of its [`Level`], or at the request's limits of
/// depth (of the [middle game](Level::within)) and nodes. Stopped at any time, it has the best answer so far.
///
/// Values of the middle game are in hundredths of a disc, and estimates ([`Bound::Estimate`]) unless no node was pruned by
/// an estimate. A value that is [proven](Report::proven) is that of a finished game ([`Value::decided`]): with
/// [`Bound::Exact`] the final score under best play by both sides, with [`Bound::Lower`] a won game and with
/// [`Bound::Upper`] a lost one.
///
/// `PLIES` is the number of frames of the endgame solver.
pub struct Strong<
    't,
    E: Evaluator<Board>,
    S,
    const PLIES: usize = 60,
    F = Frames<<E as Evaluator<Board>>::State, PLIES>,
> {
    middle: Aspiration<Othello, Middle<'t, E, S>>,
    solver: Endgame<'t, Guided<E>, PLIES, F>,
    /// The parameters of ProbCut for a number of discs.
    cuts: fn(u32) -> &'static [Cut],
    level: Level,
    /// What is left out.
    without: Option<Part>,
    /// The level within the request's depth.
    within: Level,
    seed: u64,
    one_by_one: OneByOne,
    /// Whether it helps another one.
    helps: bool,
    root: Board,
    limits: Limits,
    stage: Stage,
    stop: Stop,
    /// The counts of the searches before the current one.
    before: Counts,
    answer: Answer,
}

/// The best answer so far.
struct Answer {
    best_move: Option<Move>,
    value: Value,
    bound: Bound,
    proven: bool,
    /// Whether the line ends the game.
    ends: bool,
    depth: u32,
    line: Vec<Move, LONGEST>,
    /// Whether the value is that of a finished search of the middle game.
    expected: Option<Value>,
    /// The last stage that was finished.
    stage: Option<Stage>,
}

impl Answer {
    const NONE: Self = Self {
        best_move: None,
        value: Value::ZERO,
        bound: Bound::Unknown,
        proven: false,
        ends: false,
        depth: 0,
        line: Vec::new(),
        expected: None,
        stage: None,
    };
}

impl<E: Evaluator<Board>, S, F, const PLIES: usize> core::fmt::Debug
    for Strong<'_, E, S, PLIES, F>
{
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_struct("Strong")
            .field("level", &self.level)
            .field("stage", &self.stage)
            .field("stop", &self.stop)
            .finish_non_exhaustive()
    }
}

impl<'t, E: Evaluator<Board> + Copy, S, const PLIES: usize> Strong<'t, E, S, PLIES> {
    /// A player with this evaluation in hundredths of a disc, its parameters of ProbCut by number of discs, a table and a
    /// storage for the middle game.
    #[must_use]
    pub fn new(
        evaluator: E,
        cuts: fn(u32) -> &'static [Cut],
        table: TranspositionTable<'t>,
        storage: S,
    ) -> Self {
        Self::with_frames(evaluator, cuts, table, storage, Frames::new())
    }
}

impl<'t, E: Evaluator<Board> + Copy, S, F, const PLIES: usize> Strong<'t, E, S, PLIES, F> {
    /// As [`new`](Self::new), with frames of the caller's for the endgame solver: [`Frames`] or `&mut Frames`.
    #[must_use]
    pub fn with_frames(
        evaluator: E,
        cuts: fn(u32) -> &'static [Cut],
        table: TranspositionTable<'t>,
        storage: S,
        frames: F,
    ) -> Self {
        let policy = Policy::with_estimator(Turned::NO, ProbCut::none())
            .remembering(Known { table, moves: true })
            .scouting(part::scout(None));
        let middle = DepthFirst::with_policy(Othello, InDiscs(evaluator), policy, storage);
        Self {
            middle: Aspiration::without_guess(middle, HALF_WIDTH),
            solver: Endgame::with_frames(table, Guided(evaluator), frames),
            cuts,
            level: Level::UNLIMITED,
            without: None,
            within: Level::UNLIMITED,
            seed: 0,
            one_by_one: OneByOne::NONE,
            helps: false,
            root: Board::START,
            limits: Limits { depth: 0, nodes: 0 },
            stage: Stage::Done,
            stop: Stop::Completed,
            before: Counts::NONE,
            answer: Answer::NONE,
        }
    }

    /// Sets the level.
    #[must_use]
    pub fn level(mut self, level: Level) -> Self {
        self.level = level;
        self
    }

    /// Makes it one of several players that search the same position at the same time, each with a thread of its own and all
    /// with the same table: the first leads, the others [help](Self::help).
    #[must_use]
    pub fn in_team(mut self, team: Team<'t>) -> Self {
        self.solver = self.solver.in_team(team);
        self.middle.inner_mut().order_mut().turn(team);
        self
    }

    /// Leaves out a part of it, to measure what that part is worth. The values that it proves stay true.
    #[must_use]
    pub fn without(mut self, part: Option<Part>) -> Self {
        self.without = part;
        let middle = self.middle.inner_mut();
        middle.table_mut().moves = part != Some(Part::KnownMoves);
        *middle.scout_mut() = part::scout(part);
        self
    }

    /// Sets the seed of the level's [noise](Level::noise). The same seed gives the same mistakes in the same positions.
    #[must_use]
    pub fn seed(mut self, seed: u64) -> Self {
        self.seed = seed;
        self
    }
}

impl<E, S, F, const PLIES: usize> Strong<'_, E, S, PLIES, F>
where
    E: Evaluator<Board>,
    S: Store<Othello, E::State>,
    F: FrameStore<E::State, PLIES>,
{
    /// The last stage that was finished, from which the answer comes; `None` before there is one.
    #[must_use]
    pub const fn finished(&self) -> Option<Stage> {
        self.answer.stage
    }

    /// Returns the storage and the solver's frames.
    #[must_use]
    pub fn into_parts(self) -> (S, F) {
        (self.middle.into_inner().into_storage(), self.solver.into_frames())
    }

    /// Forgets everything that was searched before.
    pub fn clear(&mut self) {
        self.solver.table().clear();
        self.middle.inner_mut().table_mut().table.clear();
    }

    /// Begins the current stage.
    fn begin(&mut self) {
        let left = self.limits.nodes.saturating_sub(self.before.generated);
        let root = self.root;
        let request = Request::new(&root).nodes(left);
        let Answer { line, expected, .. } = &self.answer;
        let request = request.first_line(FirstLine::Given(line)).expected(*expected);
        match self.stage {
            Stage::Middle { depth, confidence, certainty } => {
                let discs = 64u32.saturating_sub(root.empties().count_ones());
                let cuts = match self.without {
                    Some(Part::Selectivity) => &[],
                    _ => (self.cuts)(discs.saturating_add(depth >> 1)),
                };
                *self.middle.inner_mut().estimator_mut() =
                    ProbCut::new(cuts, confidence, certainty);
                self.middle.start(&request.depth(depth));
            }
            Stage::OneByOne { depth } => {
                if let Some(mv) = self.one_by_one.next() {
                    Counts::add(&mut self.before.generated);
                    *self.middle.inner_mut().estimator_mut() = ProbCut::none();
                    let child = Othello.play(&root, mv);
                    let left = left.saturating_sub(1);
                    self.middle.start(&Request::new(&child).depth(depth).nodes(left));
                }
            }
            Stage::Outcome => {
                let window = Window { alpha: Value::new(-1), beta: Value::new(1) };
                self.solver.start(&request.window(window));
            }
            Stage::Exact => {
                let expected = expected.map(|value| Value::new(value.get() / 100));
                let window = plan::window(self.answer.proven, self.answer.value);
                self.solver.start(&request.window(window).expected(expected));
            }
            Stage::Done => {}
        }
    }

    /// The counts of the current stage's search.
    fn current(&self) -> Counts {
        match self.stage {
            Stage::Middle { .. } | Stage::OneByOne { .. } => self.middle.counts(),
            Stage::Outcome | Stage::Exact => self.solver.counts(),
            Stage::Done => Counts::NONE,
        }
    }

    /// Takes over what the current stage has found. What it has not finished counts if it is at least as good as the answer
    /// so far: each search begins with the best known move.
    fn take_over(&mut self) {
        if let Stage::OneByOne { depth } = self.stage {
            self.take_over_one(depth);
            return;
        }
        let is_middle = matches!(self.stage, Stage::Middle { .. });
        let report = if is_middle { self.middle.report() } else { self.solver.report() };
        let finished = report.stop == Stop::Completed;
        let answer = &mut self.answer;
        if finished {
            answer.stage = Some(self.stage);
        }
        if is_middle {
            if !finished && report.bound == Bound::Unknown {
                return;
            }
            answer.best_move = report.best_move.or(answer.best_move);
            answer.value = report.value;
            answer.bound = report.bound;
            if finished {
                answer.depth = report.depth;
                answer.expected = Some(report.value);
            }
        } else {
            if !finished {
                // A move that is better than all before it; its value is a bound only.
                if report.bound == Bound::Lower && report.best_move != answer.best_move {
                    answer.best_move = report.best_move;
                    answer.line.clear();
                    let _ = answer.line.extend_from_slice(report.best_move.as_slice());
                }
                return;
            }
            answer.value = Value::decided(Outcome::scored(report.value.get()));
            answer.bound = report.bound;
            answer.proven = true;
            answer.depth = report.depth;
            if report.bound == Bound::Upper {
                // Every move loses; the middle game's choice is as good as any.
                return;
            }
            answer.ends = report.line_ends_game;
            answer.best_move = report.best_move.or(answer.best_move);
        }
        if !report.principal_variation.is_empty() {
            answer.line.clear();
            let _ = answer.line.extend_from_slice(report.principal_variation);
        }
    }
}

impl<E, S, F, const PLIES: usize> Strong<'_, E, S, PLIES, F>
where
    E: Evaluator<Board>,
    S: Store<Othello, E::State>,
    F: FrameStore<E::State, PLIES>,
{
    /// Takes over the value of one of the root's moves if, misjudged as the level does, it is the best so far.
    fn take_over_one(&mut self, depth: u32) {
        let report = self.middle.report();
        let Some(mv) = self.one_by_one.current.filter(|_| report.stop == Stop::Completed) else {
            return;
        };
        let (child, value) = (Othello.play(&self.root, mv), -report.value);
        if self.one_by_one.is_best(self.level, self.seed, &child, value) {
            let answer = &mut self.answer;
            answer.best_move = Some(mv);
            answer.value = value;
            answer.bound = Bound::Estimate;
            answer.depth = depth.saturating_add(1);
            answer.line.clear();
            let _ = answer.line.push(mv);
            let rest = report.principal_variation;
            let rest = rest.get(..rest.len().min(LONGEST.saturating_sub(1))).unwrap_or_default();
            let _ = answer.line.extend_from_slice(rest);
        }
    }
}

impl<E, S, F, const PLIES: usize> Search<Othello> for Strong<'_, E, S, PLIES, F>
where
    E: Evaluator<Board>,
    S: Store<Othello, E::State>,
    F: FrameStore<E::State, PLIES>,
{
    /// Ignores the request's window.
    fn start(&mut self, request: &Request<'_, Othello>) {
        self.root = *request.position;
        self.limits = request.limits;
        self.helps = false;
        self.before = Counts::NONE;
        self.stop = Stop::Running;
        self.answer = Answer::NONE;
        self.solver.table().new_generation();
        self.middle.inner_mut().table_mut().table.new_generation();
        if let FirstLine::Given(line) = request.first_line {
            let upto = line.len().min(LONGEST);
            let _ = self.answer.line.extend_from_slice(line.get(..upto).unwrap_or_default());
        }
        if self.root.is_over() {
            self.answer.value = Value::decided(Outcome::scored(self.root.score()));
            self.answer.bound = Bound::Exact;
            self.answer.proven = true;
            self.answer.ends = true;
            self.stage = Stage::Done;
            self.stop = Stop::Completed;
            return;
        }
        self.answer.best_move = Othello.first_move(&self.root);
        let empties = self.root.empties().count_ones();
        self.within = self.level.within(self.limits.depth);
        if self.without == Some(Part::Proof) {
            (self.within.outcome, self.within.exact) = (0, 0);
        }
        self.stage = Stage::first(self.within, empties);
        self.one_by_one = OneByOne::new(Othello.moves(&self.root));
        self.begin();
    }

    fn step_with<W: Observer<Othello>>(
        &mut self,
        nodes: u64,
        observer: &mut W,
    ) -> Result<Progress, CapacityError> {
        let pause_at = self.counts().generated.saturating_add(nodes);
        while self.stop == Stop::Running {
            let left = pause_at.saturating_sub(self.counts().generated);
            let outcome = match self.stage {
                Stage::Middle { .. } | Stage::OneByOne { .. } => {
                    self.middle.step_with(left, observer)
                }
                Stage::Outcome | Stage::Exact => self.solver.step_with(left, observer),
                Stage::Done => Ok(Progress::Done),
            };
            match outcome {
                Ok(Progress::Paused) => return Ok(Progress::Paused),
                Ok(Progress::Done) => {}
                Err(error) => {
                    self.take_over();
                    self.stop = Stop::Capacity;
                    return Err(error);
                }
            }
            self.take_over();
            let stop = match self.stage {
                Stage::Middle { .. } | Stage::OneByOne { .. } => self.middle.report().stop,
                _ => self.solver.report().stop,
            };
            if stop != Stop::Completed {
                self.stop = stop;
                break;
            }
            self.before = self.before.plus(self.current());
            let empties = self.root.empties().count_ones();
            if let Stage::OneByOne { .. } = self.stage {
                if self.one_by_one.has_more() {
                    self.begin();
                    continue;
                }
                self.answer.stage = Some(self.stage);
            }
            let next = self.stage.next(self.within, empties);
            let solved = self.answer.proven && self.answer.bound == Bound::Exact;
            self.stage = if solved || self.helps { Stage::Done } else { next };
            if self.stage == Stage::Done {
                self.stop = Stop::Completed;
            } else {
                self.begin();
            }
        }
        Ok(Progress::Done)
    }

    fn step(&mut self, nodes: u64) -> Result<Progress, CapacityError> {
        self.step_with(nodes, &mut ())
    }

    fn stop(&mut self) {
        if self.stop == Stop::Running {
            self.middle.stop();
            self.solver.stop();
            self.take_over();
            self.stop = Stop::Polled;
        }
    }

    fn counts(&self) -> Counts {
        match self.stop {
            Stop::Completed => self.before,
            _ => self.before.plus(self.current()),
        }
    }

    fn plies(&self) -> usize {
        self.middle.plies()
    }

    fn first_move(&self, root: &Board) -> Option<Move> {
        Othello.first_move(root)
    }

    fn report(&self) -> Report<'_, Move> {
        let Answer { best_move, value, bound, proven, ends, depth, ref line, .. } = self.answer;
        let leads = line.first().copied() == best_move;
        Report {
            best_move,
            value,
            bound,
            proven,
            principal_variation: if leads { line } else { self.answer.best_move.as_slice() },
            depth,
            line_ends_game: ends && proven && bound == Bound::Exact,
            counts: self.counts(),
            stop: self.stop,
        }
    }
}
