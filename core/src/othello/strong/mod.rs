//! The strong player: a selective search of the middle game, deepened step by step, then selective searches to the end of the game,
//! then proof of who wins, then the exact score.
//!
//! [`Strong`] puts together [principal variation search](crate::search::alpha_beta) with a
//! [transposition table](crate::search::table) and [Multi-ProbCut](crate::search::probe::ProbCut), and the
//! [endgame solver](super::endgame), in one table and under one node limit.

mod answer;
mod in_discs;
mod level;
mod part;
mod plan;
mod run;
mod to_the_end;
mod together;
mod weak;

use super::endgame::{Endgame, FrameStore, Frames, Guided, Team};
use super::{Board, Othello, ProbCuts};
use crate::search::alpha_beta::{NullWindows, Policy};
use crate::search::aspiration::Aspiration;
use crate::search::estimate::NoEstimate;
use crate::search::probe::{Cut, ProbCut, TO_THE_END, ToTheEnd};
use crate::search::table::TranspositionTable;
use crate::search::{Counts, FirstLine, Limits, Request, Search as _, Stop, Store};
use crate::{DepthFirst, Evaluator, Game as _, Value, Window};
use answer::Answer;
pub use in_discs::InDiscs;
pub use level::Level;
use part::Known;
pub use part::Part;
pub use plan::Stage;
use together::Skipping;
use weak::OneByOne;

/// The depth-first search of the middle game.
type Middle<'t, E, S> = DepthFirst<
    Othello,
    InDiscs<E>,
    Policy<NoEstimate, Skipping, Known<'t>, Option<NullWindows>, ToTheEnd<'static>>,
    S,
>;

/// Half the width of the first window around the last iteration's value, in hundredths of a disc.
const HALF_WIDTH: u32 = 150;

/// The same for searches to the end, whose values are whole scores where nothing was pruned.
const HALF_WIDTH_TO_THE_END: u32 = 300;

/// The strong player.
///
/// It goes through stages, each of which can only improve its answer: searches of the middle game to rising depths, in
/// steps of two plies, since values of odd and even depths are on different scales; selective searches to the end of the game
/// with rising confidence, if it has [cuts](ProbCuts::ends) for them; then a search for who wins; then one for the exact
/// score. It ends when it has the exact score, at the end of its [`Level`], or at the request's limits of
/// depth (of the [middle game](Level::within)) and nodes. Stopped at any time, it has the best answer so far.
///
/// Values of the middle game and of selective searches to the end are in hundredths of a disc, and estimates ([`Bound::Estimate`](crate::Bound::Estimate))
/// unless no node was pruned by an estimate. A value that is [proven](crate::Report::proven) is that of a finished game
/// ([`Value::decided`]): with [`Bound::Exact`](crate::Bound::Exact) the final score under best play by both sides, with
/// [`Bound::Lower`](crate::Bound::Lower) a won game and with [`Bound::Upper`](crate::Bound::Upper) a lost one.
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
    /// The parameters of ProbCut.
    cuts: &'static ProbCuts<'static>,
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
    /// Whether the solver is at work for a selective search to the end.
    solves: bool,
    stop: Stop,
    /// The counts of the searches before the current one.
    before: Counts,
    answer: Answer,
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

impl<'t, E: Evaluator<Board> + Copy, S> Strong<'t, E, S> {
    /// A player with this evaluation in hundredths of a disc, its parameters of ProbCut, a table and a
    /// storage for the middle game.
    #[must_use]
    pub fn new(
        evaluator: E,
        cuts: &'static ProbCuts<'static>,
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
        cuts: &'static ProbCuts<'static>,
        table: TranspositionTable<'t>,
        storage: S,
        frames: F,
    ) -> Self {
        let policy = Policy::new(Skipping::NO)
            .probing(ToTheEnd::never(ProbCut::none()))
            .remembering(Known { table, moves: true })
            .scouting(part::scout(None));
        let middle = DepthFirst::new(Othello, InDiscs(evaluator), policy, storage);
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
            solves: false,
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
        self.middle.inner_mut().policy_mut().order.skip(team);
        self
    }

    /// Leaves out a part of it, to measure what that part is worth. The values that it proves stay true.
    #[must_use]
    pub fn without(mut self, part: Option<Part>) -> Self {
        self.without = part;
        let middle = self.middle.inner_mut();
        middle.policy_mut().table.moves = part != Some(Part::KnownMoves);
        middle.policy_mut().scout = part::scout(part);
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
        self.middle.inner_mut().policy_mut().table.table.clear();
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
                let horizon = ProbCut::new(self.cuts_to(depth), confidence, certainty);
                self.middle.set_half_width(HALF_WIDTH);
                self.middle.inner_mut().policy_mut().probe = ToTheEnd::never(horizon);
                self.middle.start(&request.depth(depth));
            }
            Stage::Selective { confidence, certainty } => {
                self.solver.work_apart(true);
                let empties = root.empties().count_ones();
                self.middle.inner_mut().policy_mut().probe = ToTheEnd {
                    horizon: ProbCut::new(self.cuts_to(empties >> 1), plan::CONFIDENCE, 0),
                    end: ProbCut::new(self.cuts.ends(), confidence, certainty),
                    asked: plan::SOLVED,
                };
                self.middle.set_half_width(HALF_WIDTH_TO_THE_END);
                self.middle.start(&request.depth(TO_THE_END.saturating_add(empties)));
            }
            Stage::OneByOne { depth } => {
                if let Some(mv) = self.one_by_one.next() {
                    Counts::add(&mut self.before.generated);
                    self.middle.inner_mut().policy_mut().probe = ToTheEnd::never(ProbCut::none());
                    let child = Othello.play(&root, mv);
                    let left = left.saturating_sub(1);
                    self.middle.start(&Request::new(&child).depth(depth).nodes(left));
                }
            }
            Stage::Outcome => {
                self.solver.work_apart(false);
                let window = Window { alpha: Value::new(-1), beta: Value::new(1) };
                self.solver.start(&request.window(window));
            }
            Stage::Exact => {
                self.solver.work_apart(false);
                let expected = expected.map(|value| Value::new(value.get() / 100));
                let window = plan::window(self.answer.proven, self.answer.value);
                self.solver.start(&request.window(window).expected(expected));
            }
            Stage::Done => {}
        }
    }

    /// The cuts for searches of the root to this depth.
    fn cuts_to(&self, depth: u32) -> &'static [Cut] {
        match self.without {
            Some(Part::Selectivity) => &[],
            _ => self.cuts.cuts_for(&self.root, depth),
        }
    }

    /// The counts of the current stage's search.
    fn current(&self) -> Counts {
        match self.stage {
            Stage::Middle { .. } | Stage::Selective { .. } | Stage::OneByOne { .. } => {
                self.middle.counts().plus(self.solving())
            }
            Stage::Outcome | Stage::Exact => self.solver.counts(),
            Stage::Done => Counts::NONE,
        }
    }
}
