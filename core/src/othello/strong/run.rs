//! The strong player as a search: its stages one after another.

use super::answer::{Answer, LONGEST};
use super::weak::OneByOne;
use super::{Part, Stage, Strong};
use crate::othello::endgame::FrameStore;
use crate::othello::{Board, Move, Othello};
use crate::search::{
    CapacityError, Counts, FirstLine, Observer, Progress, Report, Request, Search, Stop, Store,
};
use crate::{Bound, Evaluator, Game as _, Outcome, Value};

/// The largest estimate, in hundredths of a disc.
const MOST: Value = Value::new(6400);

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
        self.middle.inner_mut().policy_mut().table.table.new_generation();
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
        if self.without.is_some_and(Part::is_selective) || self.cuts.ends().is_empty() {
            self.within.selective = 0;
        }
        self.solves = false;
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
                Stage::Selective { .. } => self.step_to_the_end(left, observer),
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
                Stage::Outcome | Stage::Exact => self.solver.report().stop,
                Stage::Selective { .. } if self.solves => self.solver.report().stop,
                _ => self.middle.report().stop,
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

    fn report(&self) -> Report<'_, Move> {
        let Answer { best_move, value, bound, proven, ends, depth, ref line, .. } = self.answer;
        let leads = line.first().copied() == best_move;
        Report {
            best_move,
            // No game ends with more discs, whatever an evaluation says.
            value: if proven { value } else { value.clamp(-MOST, MOST) },
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
