//! The main loop of a depth-first search.

use super::table::closes;
use super::{DepthFirst, Ordering, Policy, Scout, Table};
use crate::eval::cold_leaf_value;
use crate::search::children::{best_to_front, best_to_front_by, keep, rest, to_front};
use crate::search::forward_estimation::Estimator;
use crate::search::frame::{Frame, Marks, Node, Phase, Scan, gain, mover_at};
use crate::search::{CapacityError, Counts, Generated, Observer, Progress, Reason, Store};
use crate::{Evaluator, Game, Value, Window, child_value};

/// How a line continues below a child.
#[derive(Clone, Copy)]
enum Rest<M> {
    /// With this move at most: the child is at the horizon or just above it.
    Is(Option<M>),
    /// With the line stored for the next ply.
    Stored,
}

impl<G, E, X, O, T, L, S> DepthFirst<G, E, Policy<X, O, T, L>, S>
where
    G: Game,
    E: Evaluator<G::Position>,
    X: Estimator,
    O: Ordering<G::Move>,
    T: Table<G::Move>,
    L: Scout,
    S: Store<G, E::State>,
{
    /// Searches until the root is left, or until `pause_at` nodes are generated and there are more to generate.
    pub(super) fn run<W: Observer<G>>(
        &mut self,
        pause_at: u64,
        observer: &mut W,
    ) -> Result<Progress, CapacityError> {
        loop {
            let frames = self.storage.parts().frames;
            let ply = frames.len().wrapping_sub(1);
            let Some(frame) = frames.last_mut() else {
                return Ok(Progress::Done);
            };
            match frame.phase {
                Phase::Enter => self.enter(ply, observer),
                Phase::Expand => {
                    if self.expand(ply, pause_at, observer)? == Progress::Paused {
                        return Ok(Progress::Paused);
                    }
                }
                Phase::Descend => {
                    if self.descend(ply, pause_at, observer)? == Progress::Paused {
                        return Ok(Progress::Paused);
                    }
                }
                Phase::Frontier => {
                    if self.frontier(ply, pause_at, observer) == Progress::Paused {
                        return Ok(Progress::Paused);
                    }
                }
                Phase::Leave => self.leave(ply, observer),
            }
        }
    }

    /// Records that a node was pruned by its estimate.
    fn prune_by_estimate<W: Observer<G>>(&mut self, ply: usize, observer: &mut W) {
        observer.pruned(ply, Reason::Estimate);
        Counts::add(&mut self.counts.pruned_by_estimate);
        self.rely_on_estimate();
    }

    /// Records that the value depends on an estimate: certain or not, it holds to the horizon only.
    fn rely_on_estimate(&mut self) {
        self.met_horizon = true;
        if !self.estimated {
            self.estimated = !self.policy.estimator.is_sure();
        }
    }

    /// Tests a node before its children are generated, and decides how to generate them.
    fn enter<W: Observer<G>>(&mut self, ply: usize, observer: &mut W) {
        let Some(frame) = self.storage.path().last() else { return };
        let (depth, mut window) = (frame.depth, frame.node.window);
        let mut remembered = None;
        if T::REMEMBERS
            && let Some(entry) = self.recall()
        {
            // The root needs a move, not only a value.
            if ply > 0 && closes(&entry, depth, window) {
                self.met_horizon |= !entry.proven;
                self.estimated |= entry.estimated;
                observer.pruned(ply, Reason::Table);
                if let Some(frame) = self.storage.parts().top() {
                    frame.node.best = entry.value;
                    frame.marks.set(Marks::RECALLED, true);
                    frame.phase = Phase::Leave;
                }
                return;
            }
            remembered = entry.best_move;
        }
        let Some(frame) = self.storage.path().last() else { return };
        let mut abandoned = None;
        if X::ESTIMATES
            && let Some(static_value) = frame.node.static_value
        {
            let mover = mover_at(self.root_mover, ply);
            let (lowest, highest) = self.policy.estimator.range(static_value, depth, mover);
            observer.estimated(ply, (lowest, highest));
            let two_sided = self.policy.estimator.is_two_sided();
            if lowest >= window.beta && (depth >= 2 || two_sided) {
                abandoned = Some(lowest);
            } else if two_sided && highest <= window.alpha {
                abandoned = Some(highest);
            } else if two_sided {
                // One less than the certain bound, so that a value equal to the bound is still found with its move.
                window.alpha = window.alpha.max(lowest.plus(-1));
                window.beta = window.beta.min(highest);
            }
        }
        let ordered = self.policy.order.sorts(depth);
        let parts = self.storage.parts();
        let Some(frame) = parts.frames.last_mut() else { return };
        if let Some(value) = abandoned {
            frame.node.best = value;
            frame.phase = Phase::Leave;
            self.prune_by_estimate(ply, observer);
            return;
        }
        // A finished game's outcome depends on no window.
        let narrowed = X::ESTIMATES
            && self.policy.estimator.is_two_sided()
            && frame.node.window != window
            && self.game.has_more(&frame.node.position, &frame.node.moves);
        frame.node.window = window;
        Counts::add(&mut self.counts.expanded);
        if frame.on_hint {
            // The line may belong to another position.
            let hint = parts.first_line.get(ply).copied();
            frame.hinted = hint.filter(|&mv| frame.has_move(&self.game, mv));
        }
        if T::REMEMBERS && frame.hinted.is_none() {
            frame.on_hint = false;
            // Two positions may have one key.
            frame.hinted = remembered.filter(|&mv| frame.has_move(&self.game, mv));
        }
        frame.phase = match depth {
            _ if ordered => Phase::Expand,
            1 => Phase::Frontier,
            _ => Phase::Descend,
        };
        if narrowed {
            self.rely_on_estimate();
        }
    }

    /// Generates and evaluates all children of a node, then tests the best of them against the estimate.
    fn expand<W: Observer<G>>(
        &mut self,
        ply: usize,
        pause_at: u64,
        observer: &mut W,
    ) -> Result<Progress, CapacityError> {
        let mover = mover_at(self.root_mover, ply);
        let parts = self.storage.parts();
        let Some(frame) = parts.frames.last_mut() else { return Ok(Progress::Done) };
        let before = self.counts.generated;
        let mut generated = before;
        let mut outcome = Ok(Progress::Done);
        loop {
            if generated >= pause_at {
                if frame.has_more(&self.game) {
                    outcome = Ok(Progress::Paused);
                }
                break;
            }
            let Some((mv, child)) =
                self.game.next_child(&frame.node.position, &mut frame.node.moves)
            else {
                break;
            };
            generated = generated.wrapping_add(1);
            let parent = (&frame.node.position, &frame.node.state);
            let value = -child_value(&self.game, &self.evaluator, parent, &child);
            if X::ESTIMATES {
                self.policy.estimator.observe(gain(frame.node.static_value, value), mover);
            }
            observer.generated(&Generated::new(
                ply,
                mv,
                &child,
                Some(value),
                frame.node.static_value,
            ));
            if let Err(error) = keep(parts.children, mv, value) {
                outcome = Err(error);
                break;
            }
        }
        self.counts.add_evaluated(generated.wrapping_sub(before));
        if outcome != Ok(Progress::Done) {
            return outcome;
        }
        let kept = u32::try_from(parts.children.len()).unwrap_or(u32::MAX);
        self.counts.most_children = self.counts.most_children.max(kept);
        let depth = frame.depth;
        let siblings = rest(parts.children, frame.first);
        best_to_front(siblings);
        let Some(best) = siblings.first().copied() else {
            self.game_over();
            return Ok(Progress::Done);
        };
        if depth == 1 {
            // Every child is known: the best of them is the value.
            self.met_horizon = true;
            self.improve(ply, best.mv, best.value, Rest::Is(None), observer);
            if let Some(frame) = self.storage.parts().top() {
                frame.phase = Phase::Leave;
            }
            return Ok(Progress::Done);
        }
        frame.phase = Phase::Descend;
        if X::ESTIMATES && depth >= 2 {
            // Upper bound for the child's mover.
            let (lowest, highest) =
                self.policy.estimator.range(-best.value, depth.wrapping_sub(1), mover.other());
            observer.estimated(ply, (lowest, highest));
            let sure = -highest;
            if let Some(frame) = self.storage.parts().top()
                && sure >= frame.node.window.beta
            {
                frame.node.best = sure;
                frame.phase = Phase::Leave;
                self.prune_by_estimate(ply, observer);
                // The best child is the move that guarantees the value.
                self.set_line(ply, Some(best.mv));
                if ply == 0 {
                    self.best_move = Some(best.mv);
                }
            }
        }
        Ok(Progress::Done)
    }

    /// Chooses the next child and descends into it; loops here while the children need no frame.
    fn descend<W: Observer<G>>(
        &mut self,
        ply: usize,
        pause_at: u64,
        observer: &mut W,
    ) -> Result<Progress, CapacityError> {
        let mover = mover_at(self.root_mover, ply);
        loop {
            let parts = self.storage.parts();
            let Some(frame) = parts.frames.last_mut() else { return Ok(Progress::Done) };
            let chosen = if !self.policy.order.sorts(frame.depth) {
                let next = if self.counts.generated < pause_at {
                    frame.next_unordered(&self.game)
                } else if frame.has_more(&self.game) {
                    return Ok(Progress::Paused);
                } else {
                    // Trusts the game's answer: asking for another child would exceed the limit.
                    None
                };
                next.map(|(mv, position)| {
                    Counts::add(&mut self.counts.generated);
                    let value = X::ESTIMATES.then(|| {
                        Counts::add(&mut self.counts.evaluated);
                        let parent = (&frame.node.position, &frame.node.state);
                        let (game, evaluator) = (&self.game, &self.evaluator);
                        let value = -child_value(game, evaluator, parent, &position);
                        self.policy.estimator.observe(gain(frame.node.static_value, value), mover);
                        value
                    });
                    observer.generated(&Generated::new(
                        ply,
                        mv,
                        &position,
                        value,
                        frame.node.static_value,
                    ));
                    (mv, position, value)
                })
            } else {
                let rest = rest(parts.children, frame.next);
                match frame.hinted.filter(|_| frame.next == frame.first) {
                    Some(hint) => {
                        if let Some(place) = rest.iter().position(|child| child.mv == hint) {
                            to_front(rest, place);
                        }
                    }
                    None if O::RANKS => {
                        let order = &self.policy.order;
                        best_to_front_by(rest, |child| order.rank(ply, child.mv, child.value));
                    }
                    // The first child was moved to the front when the node was expanded.
                    None if frame.next == frame.first => {}
                    None => best_to_front(rest),
                }
                rest.first().map(|child| {
                    (child.mv, self.game.play(&frame.node.position, child.mv), Some(child.value))
                })
            };
            let Some((mv, position, value)) = chosen else {
                if frame.next == frame.first {
                    self.game_over();
                } else {
                    frame.phase = Phase::Leave;
                }
                return Ok(Progress::Done);
            };
            let mut depth = frame.depth.wrapping_sub(1);
            let mut window = if X::CUTS { frame.node.window } else { Window::FULL };
            if L::LOOKS && X::CUTS && frame.next > frame.first {
                let number = frame.next.wrapping_sub(frame.first);
                let look = self.policy.scout.look(frame.depth, number);
                (window, depth) = frame.narrow(look, window, depth);
            }
            let window = window.negated();
            frame.next = frame.next.wrapping_add(1);
            frame.current = Some(mv);
            let on_hint = frame.on_hint && frame.hinted == Some(mv);
            observer.descended(ply, mv, window);
            let Node { position: parent, state, .. } = &frame.node;
            let state = self.evaluator.update(parent, state, &position);
            let value = value.map(|value| -value);
            let mut node = Node::new(&self.game, position, state, window, value);
            let child_ply = ply.wrapping_add(1);
            // A node just above the horizon only scans its children, so it gets no frame; pushing one is what would make an
            // explicit stack slower than recursion. A policy with work to do there uses a frame.
            let is_two_sided = X::ESTIMATES && self.policy.estimator.is_two_sided();
            let on_frame = T::REMEMBERS || L::LOOKS || is_two_sided || self.policy.order.sorts(1);
            let bare = depth == 1 && !on_frame && child_ply < S::PLIES;
            if bare {
                self.count_frames(child_ply.wrapping_add(1));
                Counts::add(&mut self.counts.expanded);
                let scan = self.scan(child_ply, &mut node, pause_at, observer);
                if scan.paused {
                    let first = self.storage.parts().children.len();
                    self.push(Frame::new(node, depth, on_hint, first, Phase::Frontier))?;
                    self.set_line(child_ply, scan.line_move);
                    return Ok(Progress::Paused);
                }
                observer.returned(child_ply, node.best);
                let value = -node.best;
                let Some(frame) = self.storage.path().last() else { return Ok(Progress::Done) };
                if value > frame.node.best {
                    self.improve(ply, mv, value, Rest::Is(scan.line_move), observer);
                    if self.storage.path().last().is_some_and(|frame| frame.phase == Phase::Leave) {
                        return Ok(Progress::Done);
                    }
                }
            } else {
                let first = self.storage.parts().children.len();
                self.push(Frame::new(node, depth, on_hint, first, Phase::Enter))?;
                return Ok(Progress::Done);
            }
        }
    }

    /// Continues at a node just above the horizon that has a frame.
    fn frontier<W: Observer<G>>(
        &mut self,
        ply: usize,
        pause_at: u64,
        observer: &mut W,
    ) -> Progress {
        // Popped for now: scanning borrows the rest of the search.
        let Some(mut frame) = self.storage.parts().frames.pop() else { return Progress::Done };
        let scan = self.scan(ply, &mut frame.node, pause_at, observer);
        self.set_line(ply, scan.line_move);
        if T::REMEMBERS && scan.line_move.is_some() {
            frame.marks.set(Marks::RAISED, true);
        }
        if ply == 0 && scan.best_move.is_some() {
            self.best_move = scan.best_move;
        }
        if !scan.paused {
            frame.phase = Phase::Leave;
        }
        // It was there before, so it fits.
        let _ = self.storage.parts().frames.push(frame);
        if scan.paused { Progress::Paused } else { Progress::Done }
    }

    /// Sets the line from `ply` on to this one move, if there is one.
    #[inline]
    fn set_line(&mut self, ply: usize, mv: Option<G::Move>) {
        if let Some(mv) = mv {
            self.storage.parts().lines.set(ply, mv, None);
        }
    }

    /// Generates and evaluates children at the horizon one at a time. Most of a search's time is spent here.
    #[inline]
    fn scan<W: Observer<G>>(
        &mut self,
        ply: usize,
        node: &mut Node<G, E::State>,
        pause_at: u64,
        observer: &mut W,
    ) -> Scan<G::Move> {
        let mover = mover_at(self.root_mover, ply);
        let Window { mut alpha, beta } = node.window;
        let mut best = node.best;
        let mut scan = Scan { paused: false, best_move: None, line_move: None };
        let before = self.counts.generated;
        let mut generated = before;
        loop {
            if generated >= pause_at {
                scan.paused = self.game.has_more(&node.position, &node.moves);
                break;
            }
            let Some((mv, child)) = self.game.next_child(&node.position, &mut node.moves) else {
                break;
            };
            generated = generated.wrapping_add(1);
            let parent = (&node.position, &node.state);
            let value = -child_value(&self.game, &self.evaluator, parent, &child);
            if X::ESTIMATES {
                self.policy.estimator.observe(gain(node.static_value, value), mover);
            }
            observer.generated(&Generated::new(ply, mv, &child, Some(value), node.static_value));
            if value > best {
                best = value;
                scan.best_move = Some(mv);
                if value > alpha {
                    alpha = value;
                    scan.line_move = Some(mv);
                    if X::CUTS && value >= beta {
                        observer.pruned(ply, Reason::Window);
                        if O::RANKS {
                            self.policy.order.cut_off(ply, 1, mv);
                        }
                        Counts::add(&mut self.counts.pruned_by_window);
                        break;
                    }
                }
            }
        }
        node.window.alpha = alpha;
        node.best = best;
        self.counts.add_evaluated(generated.wrapping_sub(before));
        self.met_horizon |= generated > before;
        if best == Value::NEG_INFINITY && !scan.paused {
            node.best = self.outcome(node);
        }
        scan
    }

    /// The value of a node without children: the game's outcome.
    fn outcome(&mut self, node: &Node<G, E::State>) -> Value {
        node.static_value.unwrap_or_else(|| {
            Counts::add(&mut self.counts.evaluated);
            let Node { position, state, .. } = node;
            cold_leaf_value(&self.game, &self.evaluator, position, state)
        })
    }

    /// The node on top has no children.
    fn game_over(&mut self) {
        let Some(mut frame) = self.storage.parts().frames.pop() else { return };
        frame.node.best = self.outcome(&frame.node);
        frame.phase = Phase::Leave;
        // It was there before, so it fits.
        let _ = self.storage.parts().frames.push(frame);
    }

    /// Records a child of the node on top, at `ply`, with its value and its line `rest`.
    #[inline]
    fn improve<W: Observer<G>>(
        &mut self,
        ply: usize,
        mv: G::Move,
        value: Value,
        rest: Rest<G::Move>,
        observer: &mut W,
    ) {
        let mut parts = self.storage.parts();
        let Some(frame) = parts.frames.last_mut() else { return };
        if value <= frame.node.best {
            return;
        }
        frame.node.best = value;
        if ply == 0 {
            self.best_move = Some(mv);
        }
        if value > frame.node.window.alpha {
            frame.node.window.alpha = value;
            if T::REMEMBERS {
                frame.marks.set(Marks::RAISED, true);
            }
            match rest {
                Rest::Is(next) => parts.lines.set(ply, mv, next),
                Rest::Stored => parts.lines.extend(ply, mv),
            }
            if X::CUTS && value >= frame.node.window.beta {
                frame.phase = Phase::Leave;
                observer.pruned(ply, Reason::Window);
                if O::RANKS {
                    self.policy.order.cut_off(ply, frame.depth, mv);
                }
                Counts::add(&mut self.counts.pruned_by_window);
            }
        }
    }

    /// Pops the node on top and backs up its value to its parent.
    fn leave<W: Observer<G>>(&mut self, ply: usize, observer: &mut W) {
        let parts = self.storage.parts();
        let Some(frame) = parts.frames.pop() else { return };
        parts.children.truncate(frame.first);
        let current = parts.frames.last().and_then(|parent| parent.current);
        if T::REMEMBERS {
            self.remember(ply, &frame);
        }
        observer.returned(ply, frame.node.best);
        match current {
            Some(mv) => {
                let value = -frame.node.best;
                if L::LOOKS && self.looks_again(ply, mv, value, observer) {
                    let _ = self.search_again(frame);
                    return;
                }
                self.improve(ply.wrapping_sub(1), mv, value, Rest::Stored, observer);
            }
            None => self.value = frame.node.best,
        }
    }
}
