//! Best-first extension (Korf & Chickering 1996, section 9): alpha-beta to a shallow horizon, then best-first minimax
//! from the resulting tree.
//!
//! From the second move of a game on, the tree holds values that deeper searches backed up. The paper does not say what becomes of
//! them; here alpha-beta treats them as in any saved tree (`alpha_beta.rs`). Above its horizon it orders children by them and
//! then stores what it finds itself, to its own shallow horizon: the value of each child that it searches, which may be only a
//! bound. Children that it cuts off keep what they had. At its horizon it takes static values, so a value to that depth is the
//! same whatever the tree holds, and overwrites none: there and below, deeper values stay. Best-first minimax then begins from
//! this mixture. On its way down it meets the deeper values at the shallow horizon, and backs them up from there without
//! generating nodes again.

use plyscope_core::{
    CapacityError, Counts, Evaluator, Game, Limits, Observer, Progress, Report, Request, Search,
    Stop,
};

use super::grower::{Grower, Grown};
use super::{BestFirst, MemoryUse, TreeSearch};

#[cfg(test)]
mod tests;

/// Best-first extension on a saved tree.
pub struct BestFirstExtension<G: Game, E: Evaluator<G::Position>> {
    grower: Grower<G, E>,
    best_first: BestFirst<G, E>,
    /// Depth of alpha-beta.
    shallow: u32,
    root: Option<G::Position>,
    limits: Limits,
    /// Whether alpha-beta is running.
    is_shallow: bool,
    /// Why alpha-beta was stopped, if it was. Best-first minimax then only reads its tree.
    stopped: Option<Stop>,
    failure: Option<CapacityError>,
}

impl<G: Game, E: Evaluator<G::Position>> core::fmt::Debug for BestFirstExtension<G, E> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_struct("BestFirstExtension")
            .field("best_first", &self.best_first)
            .field("shallow", &self.shallow)
            .finish_non_exhaustive()
    }
}

impl<G: Game + Clone, E: Evaluator<G::Position> + Clone> BestFirstExtension<G, E>
where
    G::Position: PartialEq,
{
    /// A search that runs alpha-beta to depth `shallow` on the tree of `best_first` before the latter continues.
    #[must_use]
    pub fn new(best_first: BestFirst<G, E>, shallow: u32) -> Self {
        Self {
            grower: best_first.grower(),
            best_first,
            shallow,
            root: None,
            limits: Limits::depth(0),
            is_shallow: false,
            stopped: None,
            failure: None,
        }
    }

    /// Alpha-beta has ended or was stopped: starts best-first minimax.
    fn go_deep(&mut self, stopped: Option<Stop>) {
        self.is_shallow = false;
        self.stopped = stopped;
        let Some(root) = &self.root else { return };
        // If alpha-beta was stopped, there is nothing left to generate, and the tree's values decide.
        let left = self.limits.nodes.saturating_sub(self.grower.counts.generated);
        let left = if stopped.is_none() { left } else { 0 };
        self.best_first.start(&Request::new(root).limits(self.limits).nodes(left));
    }
}

impl<G: Game + Clone, E: Evaluator<G::Position> + Clone> Search<G> for BestFirstExtension<G, E>
where
    G::Position: PartialEq,
{
    /// Reuses what the tree knows of the position. Ignores the request's window and first line.
    fn start(&mut self, request: &Request<'_, G>) {
        self.root = Some(request.position.clone());
        self.limits = request.limits;
        self.failure = None;
        self.is_shallow = true;
        self.stopped = None;
        self.grower.begin(request.limits.nodes);
        let within = request.limits.within_game(&self.grower.game, request.position);
        let shallow = self.shallow.min(within.depth);
        let tree = self.best_first.tree();
        let full = plyscope_core::Window::FULL;
        if let Grown::Done(_) = self.grower.start(tree, request.position, shallow, full) {
            self.go_deep(None);
        }
    }

    /// The observer is told nothing of nodes that are searched without storing because memory is full.
    fn step_with<O: Observer<G>>(
        &mut self,
        nodes: u64,
        observer: &mut O,
    ) -> Result<Progress, CapacityError> {
        if G::EXTRA_MOVES {
            return Err(CapacityError::ExtraMoves);
        }
        let pause_at = self.counts().generated.saturating_add(nodes);
        if self.is_shallow {
            match self.grower.run(self.best_first.tree(), pause_at, observer) {
                Grown::Paused => return Ok(Progress::Paused),
                Grown::Done(_) => self.go_deep(None),
                Grown::Limit => self.go_deep(Some(Stop::Nodes)),
                Grown::Failed(error) => {
                    self.failure = Some(error);
                    self.go_deep(Some(Stop::Capacity));
                }
            }
        }
        let left = pause_at.saturating_sub(self.counts().generated);
        let progress = self.best_first.step_with(left, observer)?;
        match self.failure {
            Some(error) if progress == Progress::Done => Err(error),
            _ => Ok(progress),
        }
    }

    fn stop(&mut self) {
        if self.is_shallow {
            self.go_deep(Some(Stop::Polled));
            // It generates nothing, but may still descend existing nodes.
            let _ = self.best_first.step(u64::MAX);
        }
        self.best_first.stop();
    }

    fn counts(&self) -> Counts {
        if self.is_shallow {
            return self.grower.counts;
        }
        self.grower.counts.plus(self.best_first.counts())
    }

    fn report(&self) -> Report<'_, G::Move> {
        let report = Report { counts: self.counts(), ..self.best_first.report() };
        match self.stopped {
            _ if self.is_shallow => Report { stop: Stop::Running, ..report },
            Some(stop) if report.stop != Stop::Running && self.grower.best_move.is_some() => {
                let best_move = self.grower.best_move;
                let line = [self.grower.line(), report.principal_variation]
                    .into_iter()
                    .find(|line| line.first().copied() == best_move);
                let principal_variation = line.unwrap_or(self.grower.best_move.as_slice());
                Report { stop, best_move, principal_variation, line_ends_game: false, ..report }
            }
            Some(stop) if report.stop != Stop::Running => Report { stop, ..report },
            _ => report,
        }
    }
}

impl<G: Game + Clone, E: Evaluator<G::Position> + Clone> TreeSearch<G> for BestFirstExtension<G, E>
where
    G::Position: PartialEq,
{
    fn advance(&mut self, mv: G::Move) {
        self.best_first.advance(mv);
    }

    fn look(&mut self) {
        if !self.is_shallow {
            self.best_first.look();
        }
    }

    fn memory_use(&self) -> MemoryUse {
        let memory = self.best_first.memory_use();
        MemoryUse { linear: memory.linear + self.grower.memory.linear, ..memory }
    }
}
