//! Best-first minimax when its memory is full (Korf & Chickering 1996, section 5.2).

use alloc::boxed::Box;
use core::ops::ControlFlow;

use plyscope_core::{
    Bound, Counts, Evaluator, Game, Progress, Rbfms, Request, Search as _, Stop, Value,
};

use super::{BestFirst, Frame, WhenFull};
use crate::arena::NONE;
use crate::capacity::Storage;

impl<G: Game + Clone, E: Evaluator<G::Position> + Clone> BestFirst<G, E>
where
    G::Position: PartialEq,
{
    /// Memory is full: makes room, or starts to search the node on top in linear space.
    pub(super) fn make_room(&mut self, ply: usize) {
        if self.when_full == WhenFull::Prune && self.prune() {
            self.memory.pruned += 1;
            return;
        }
        self.memory.linear += 1;
        let Frame { position, node, window, .. } = &self.frames[ply];
        // Its existing children are generated again, with the rest.
        let children = self.tree.arena.get_mut(*node).take_children();
        self.tree.arena.free_list(children);
        let linear = self.linear.get_or_insert_with(|| {
            let evaluator = self.evaluator.clone();
            let game = self.game.clone();
            Box::new(Rbfms::new(game, evaluator, self.expansion, Storage::new()))
        });
        let request =
            Request::new(position).window(*window).depth(self.status.limits.depth - ply as u32);
        linear.start(&request.nodes(self.status.limits.nodes - self.status.counts.generated));
        self.before = Some(self.status.counts);
    }

    /// Continues the search of the node on top in linear space. Returns the node's value once it is off the principal
    /// variation, breaks if the whole search has ended, and returns `None` if paused.
    pub(super) fn go_on_in_linear_space(
        &mut self,
        before: Counts,
        pause_at: u64,
    ) -> Option<ControlFlow<Stop, Value>> {
        let linear = self.linear.as_mut()?;
        let progress = linear.step(pause_at.saturating_sub(self.status.counts.generated));
        let counts = linear.counts();
        self.status.counts.generated = before.generated + counts.generated;
        self.status.counts.evaluated = before.evaluated + counts.evaluated;
        self.status.counts.expanded = before.expanded + counts.expanded;
        match progress {
            Ok(Progress::Paused) => return None,
            Ok(Progress::Done) => self.before = None,
            Err(error) => {
                self.failure = Some(error);
                return Some(ControlFlow::Break(Stop::Capacity));
            }
        }
        let report = linear.report();
        Some(match report.bound {
            Bound::Lower | Bound::Upper => ControlFlow::Continue(report.value),
            _ => ControlFlow::Break(report.stop),
        })
    }

    /// Frees the subtree below the worst child off the principal variation, of the node nearest to the root that has
    /// one. The child keeps its value. Returns whether there was one.
    fn prune(&mut self) -> bool {
        let arena = &mut self.tree.arena;
        for frame in &self.frames {
            let others = arena.children(frame.node).skip(1);
            let worst = others.filter(|&child| arena.get(child).child != NONE).last();
            if let Some(worst) = worst {
                let children = arena.get_mut(worst).take_children();
                arena.free_list(children);
                return true;
            }
        }
        false
    }
}
