//! Several players that search the same position at the same time.

use super::{Answer, OneByOne, Stage, Strong};
use crate::othello::Board;
use crate::othello::endgame::{FrameStore, Team};
use crate::search::alpha_beta::Ordering;
use crate::search::{Counts, Limits, Stop, Store};
use crate::{Evaluator, Order};

/// Least remaining depth at which helpers search children in another order, in plies.
const SKIPPING: u32 = 3;

/// The order by static values, or that of every second helper, which [skips](Ordering::skips).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Skipping(bool);

impl Skipping {
    /// The usual order.
    pub(super) const NO: Self = Self(false);

    /// Chooses the order for a player's place in a team.
    pub(super) const fn skip(&mut self, team: Team<'_>) {
        self.0 = !team.number().is_multiple_of(2);
    }
}

impl<M> Ordering<M> for Skipping {
    const RANKS: bool = false;

    #[inline]
    fn sorts(&self, depth: u32) -> bool {
        Ordering::<M>::sorts(&Order::Static, depth)
    }

    #[inline]
    fn skips(&self, depth: u32) -> bool {
        self.0 && depth >= SKIPPING
    }
}

impl<E, S, F, const PLIES: usize> Strong<'_, E, S, PLIES, F>
where
    E: Evaluator<Board>,
    S: Store<crate::othello::Othello, E::State>,
    F: FrameStore<E::State, PLIES>,
{
    /// The stage that is being searched.
    #[must_use]
    pub const fn stage(&self) -> Stage {
        self.stage
    }

    /// Begins what `leader` is searching, to fill the table that they share. It ends when the leader's stage would. It has
    /// no limits, so that its caller stops it when the leader has ended that stage. Returns false, and has then ended, if
    /// there is nothing to help with.
    pub fn help(&mut self, leader: &Self) -> bool {
        self.root = leader.root;
        self.limits = Limits { depth: leader.limits.depth, nodes: u64::MAX };
        (self.level, self.within) = (leader.level, leader.within);
        self.one_by_one = OneByOne::NONE;
        self.before = Counts::NONE;
        self.helps = true;
        *self.solver.table() = leader.solver.handle();
        self.middle.inner_mut().policy_mut().table = leader.middle.inner().policy().table;
        let Answer { best_move, value, bound, proven, ref line, expected, .. } = leader.answer;
        let line = line.clone();
        self.answer = Answer { best_move, value, bound, proven, line, expected, ..Answer::NONE };
        let idle = matches!(leader.stage, Stage::Done | Stage::OneByOne { .. });
        if idle || leader.stop != Stop::Running {
            self.stage = Stage::Done;
            self.stop = Stop::Completed;
            return false;
        }
        self.stage = leader.stage;
        self.stop = Stop::Running;
        self.begin();
        true
    }
}
