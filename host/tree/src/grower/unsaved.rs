//! Nodes for which there is no memory: they are searched without storing.

use alloc::boxed::Box;

use plyscope_core::search::estimate::Estimate;
use plyscope_core::{
    DepthFirst, Evaluator, Game, Order, Policy, Progress, Report, Request, Search as _, Stop,
};

use super::{Grower, Grown, Phase};
use crate::Tree;
use crate::capacity::Storage;

impl<G, E, X> Grower<G, E, X>
where
    G: Game<Position: PartialEq> + Clone,
    E: Evaluator<G::Position> + Clone,
    X: Estimate + Clone,
{
    /// Memory is full: the node on top is searched without storing; its children are generated again.
    pub(super) fn start_unsaved(&mut self, tree: &mut Tree<G>, ply: usize) {
        self.memory.linear += 1;
        let visit = &mut self.path[ply];
        let children = tree.arena.get_mut(visit.node).take_children();
        tree.arena.free_list(children);
        let search = self.unsaved.get_or_insert_with(|| {
            let (game, evaluator) = (self.game.clone(), self.evaluator.clone());
            let (estimator, storage) = (self.estimator.clone(), Storage::new());
            let order = Order::Static;
            Box::new(DepthFirst::new(
                game,
                evaluator,
                Policy::new(order).estimating(estimator),
                storage,
            ))
        });
        let left = self.node_limit - self.counts.generated;
        let request = Request::new(&visit.position).depth(visit.depth).nodes(left);
        search.start(&request.window(visit.window));
        self.before = self.counts;
        visit.phase = Phase::Unsaved;
    }

    /// Continues a node that is searched without storing.
    pub(super) fn go_on_unsaved(&mut self, ply: usize, pause_at: u64) -> Grown {
        let Some(search) = &mut self.unsaved else { return Grown::Limit };
        let progress = search.step(pause_at.saturating_sub(self.counts.generated));
        let counts = search.counts();
        self.counts.generated = self.before.generated + counts.generated;
        self.counts.evaluated = self.before.evaluated + counts.evaluated;
        self.counts.expanded = self.before.expanded + counts.expanded;
        match progress {
            Ok(Progress::Paused) => return Grown::Paused,
            Ok(Progress::Done) => {}
            Err(error) => return Grown::Failed(error),
        }
        let Report { stop, proven, value, best_move, principal_variation, .. } = search.report();
        self.estimated |= X::ESTIMATES && !self.estimator.is_sure();
        if stop != Stop::Completed {
            return Grown::Limit;
        }
        self.met_horizon |= !proven;
        self.lines[ply].clear();
        if value > self.path[ply].window.alpha {
            self.lines[ply].extend_from_slice(principal_variation);
        }
        if ply == 0 {
            self.best_move = best_move;
        }
        Grown::Done(value)
    }
}
