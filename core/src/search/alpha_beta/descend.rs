//! The children of a node, searched one after another: which comes next, whether its estimate makes the search needless, how it is
//! looked at first, and whether it needs a frame.

use heapless::VecView;

use super::expand::{assured, learn};
use super::run::Rest;
use super::{DepthFirst, Ordering, Scout as _, Tactics};
use crate::search::children::{
    Kept, best_to_front, best_to_front_by, next_to_front, rest, to_front,
};
use crate::search::estimate::Range;
use crate::search::forward_estimation::ChildTest;
use crate::search::frame::{Frame, Marks, Node, Phase, for_child, for_parent, mover_at};
use crate::search::{CapacityError, Counts, Generated, Observer, Parts, Progress, Store};
use crate::{Evaluator, Game, Side, Value, Window, child_value};

/// What a node does next.
enum Next<G: Game> {
    /// It searches this child.
    Child(Chosen<G>),
    /// There is no other child.
    Nothing,
    /// It would generate a child, but the search pauses.
    Pause,
}

/// The child that is searched next.
struct Chosen<G: Game> {
    mv: G::Move,
    position: G::Position,
    /// Its static value for the node's mover, if it is known.
    value: Option<Value>,
    /// Whether it is the move that the table knows, searched before the other children are generated.
    is_known: bool,
    /// Whether it was generated alone: children generated in one batch have already been tested.
    is_alone: bool,
}

/// The child that is searched next, ready to be searched.
struct Child<G: Game, T> {
    mv: G::Move,
    node: Node<G, T>,
    depth: u32,
    on_hint: bool,
}

/// What the choice of a child needs beside the node.
struct Scene<'s, G, E, P> {
    game: &'s G,
    evaluator: &'s E,
    policy: &'s mut P,
    counts: &'s mut Counts,
    ply: usize,
    mover: Side,
}

impl<G, E, P, S> DepthFirst<G, E, P, S>
where
    G: Game,
    E: Evaluator<G::Position>,
    P: Tactics<G::Move>,
    S: Store<G, E::State>,
{
    /// Chooses the next child and descends into it; loops here while the children need no frame.
    pub(super) fn descend<W: Observer<G>>(
        &mut self,
        ply: usize,
        pause_at: u64,
        observer: &mut W,
    ) -> Result<Progress, CapacityError> {
        let mover = mover_at(self.root_mover, ply);
        loop {
            let Parts { frames, children, .. } = self.storage.parts();
            let Some(frame) = frames.last_mut() else { return Ok(Progress::Done) };
            let Self { game, evaluator, policy, counts, .. } = self;
            let mut scene = Scene { game, evaluator, policy, counts, ply, mover };
            let chosen = match scene.choose(frame, children, pause_at, observer) {
                Next::Child(chosen) => chosen,
                Next::Nothing if frame.next == frame.first => {
                    self.game_over();
                    return Ok(Progress::Done);
                }
                Next::Nothing => {
                    frame.phase = Phase::Leave;
                    return Ok(Progress::Done);
                }
                Next::Pause => return Ok(Progress::Paused),
            };
            if P::ESTIMATES
                && let Some(child) = scene.rely(frame, &chosen, observer)
            {
                self.rely_on_child(ply, child, observer);
                return Ok(Progress::Done);
            }
            let is_known = chosen.is_known;
            let child = scene.look(frame, chosen, observer);
            let is_reduced = P::LOOKS && frame.marks.has(Marks::REDUCED);
            if is_reduced || self.needs_frame(ply, child.depth) {
                let first = self.storage.parts().children.len();
                let Child { node, depth, on_hint, .. } = child;
                self.push(Frame::new(node, depth, on_hint, first, Phase::Enter))?;
                return Ok(Progress::Done);
            }
            let progress = self.scan_child(ply, child, pause_at, observer)?;
            if progress.is_some() || is_known {
                return Ok(progress.unwrap_or(Progress::Done));
            }
        }
    }

    /// Whether a child of the node at `ply` needs a frame, at this remaining depth.
    ///
    /// A node just above the horizon only scans its children, so it gets no frame; pushing one is what would make an explicit stack
    /// slower than recursion. A policy with work to do there uses a frame. So does a reduced look, whose value decides whether the
    /// child is searched again.
    #[inline]
    fn needs_frame(&self, ply: usize, depth: u32) -> bool {
        depth != 1 || self.works_above_horizon || ply.wrapping_add(1) >= self.storage.plies()
    }

    /// Searches a child just above the horizon, which needs a frame only if the search pauses there. Returns the progress if the
    /// node on top has no more to do now.
    #[inline(always)]
    fn scan_child<W: Observer<G>>(
        &mut self,
        ply: usize,
        child: Child<G, E::State>,
        pause_at: u64,
        observer: &mut W,
    ) -> Result<Option<Progress>, CapacityError> {
        let Child { mv, mut node, depth, on_hint } = child;
        let child_ply = ply.wrapping_add(1);
        self.count_frames(child_ply.wrapping_add(1));
        Counts::add(&mut self.counts.expanded);
        observer.expanded(child_ply);
        let scan = self.scan(child_ply, &mut node, pause_at, observer);
        if scan.paused {
            let first = self.storage.parts().children.len();
            let mut frame = Frame::new(node, depth, on_hint, first, Phase::Frontier);
            frame.marks.set(Marks::HORIZON, scan.met_horizon);
            self.push(frame)?;
            self.set_line(child_ply, scan.line_move);
            return Ok(Some(Progress::Paused));
        }
        observer.returned(child_ply, node.best);
        if P::REMEMBERS && scan.met_horizon {
            self.mark(Marks::HORIZON);
        }
        let again =
            G::EXTRA_MOVES
                && self.storage.path().last().is_some_and(|parent| {
                    self.game.moves_again(&parent.node.position, &node.position)
                });
        let value = for_parent(again, node.best);
        let is_left = self.improve(ply, mv, value, Rest::Is(scan.line_move), observer);
        Ok(is_left.then_some(Progress::Done))
    }
}

impl<G, E, P> Scene<'_, G, E, P>
where
    G: Game,
    E: Evaluator<G::Position>,
    P: Tactics<G::Move>,
{
    /// The next child: the move that the table knows, the game's next one, or the best of those generated.
    #[inline(always)]
    fn choose<W: Observer<G>>(
        &mut self,
        frame: &mut Frame<G, E::State>,
        children: &mut VecView<Kept<G::Move>>,
        pause_at: u64,
        observer: &mut W,
    ) -> Next<G> {
        let policy = self.policy.parts_mut();
        let is_tried = P::REMEMBERS && frame.marks.has(Marks::TRIED);
        let is_known = is_tried && frame.current.is_none();
        let generated = if is_known {
            if self.counts.generated >= pause_at {
                return Next::Pause;
            }
            frame.phase = Phase::Expand;
            frame.hinted.map(|mv| (mv, self.game.play(&frame.node.position, mv)))
        } else if !policy.order.sorts(frame.depth) {
            if self.counts.generated < pause_at {
                frame.next_unordered(self.game)
            } else if frame.has_more(self.game) {
                return Next::Pause;
            } else {
                // Trusts the game's answer: asking for another child would exceed the limit.
                None
            }
        } else {
            let rest = rest(children, frame.next);
            let hint = frame.hinted.filter(|_| !is_tried && frame.next == frame.first);
            let searched = frame.next.wrapping_sub(frame.first);
            next_to_the_front(&policy.order, rest, hint, (self.ply, frame.depth, searched));
            return rest.first().map_or(Next::Nothing, |&Kept { mv, value }| {
                let position = self.game.play(&frame.node.position, mv);
                let value = Some(value);
                Next::Child(Chosen { mv, position, value, is_known: false, is_alone: false })
            });
        };
        let Some((mv, position)) = generated else { return Next::Nothing };
        Counts::add(&mut self.counts.generated);
        let value = P::NEEDS_VALUES.then(|| {
            Counts::add(&mut self.counts.evaluated);
            let parent = (&frame.node.position, &frame.node.state);
            let value = child_value(self.game, self.evaluator, parent, &position);
            let value = for_parent(self.game.moves_again(parent.0, &position), value);
            if P::ESTIMATES {
                let at = frame.node.at(frame.depth, self.mover);
                learn(&mut policy.estimator, &at, value, observer);
            }
            value
        });
        let parent_value = frame.node.static_value;
        observer.generated(&Generated::new(self.ply, mv, &position, value, parent_value));
        Next::Child(Chosen { mv, position, value, is_known, is_alone: true })
    }

    /// The child with its static value and range, if it makes certain that the node's mover reaches beta. Children that were not
    /// generated alone have already been tested.
    #[inline]
    fn rely<W: Observer<G>>(
        &self,
        frame: &Frame<G, E::State>,
        chosen: &Chosen<G>,
        observer: &mut W,
    ) -> Option<(G::Move, Value, Range)> {
        let policy = self.policy.parts();
        let tests = frame.depth >= 2 && policy.placement.child_test() == ChildTest::Each;
        let value = chosen.value.filter(|_| tests && chosen.is_alone)?;
        let (at, beta) = (frame.node.at(frame.depth, self.mover), frame.node.window.beta);
        assured(&policy.estimator, (&at, beta), (self.ply, chosen.mv, value), observer)
    }

    /// Decides the window and the depth in which the child is looked at first, and descends.
    #[inline(always)]
    fn look<W: Observer<G>>(
        &self,
        frame: &mut Frame<G, E::State>,
        chosen: Chosen<G>,
        observer: &mut W,
    ) -> Child<G, E::State> {
        let Chosen { mv, position, value, is_known, .. } = chosen;
        let mut depth = frame.depth.wrapping_sub(1);
        let mut window = if P::CUTS { frame.node.window } else { Window::FULL };
        let is_tried = P::REMEMBERS && frame.marks.has(Marks::TRIED) && !is_known;
        let number = frame.next.wrapping_sub(frame.first).wrapping_add(usize::from(is_tried));
        // A first look just above the horizon would save nothing.
        if P::LOOKS && number > 0 && depth > 1 {
            let look = self.policy.parts().scout.look(frame.depth, number);
            (window, depth) = frame.narrow(look, window, depth);
            if frame.marks.has(Marks::REDUCED) {
                let plies = frame.depth.wrapping_sub(depth).wrapping_sub(1);
                observer.reduced(self.ply, mv, plies);
            }
        }
        let again = self.game.moves_again(&frame.node.position, &position);
        let window = for_child(again, window);
        frame.next = frame.next.wrapping_add(usize::from(!is_known));
        frame.current = Some(mv);
        let on_hint = frame.on_hint && frame.hinted == Some(mv);
        observer.descended(self.ply, mv, window);
        let Node { position: parent, state, .. } = &frame.node;
        let state = self.evaluator.update(parent, state, &position);
        let node = Node::new(
            self.game,
            position,
            state,
            window,
            value.map(|value| for_parent(again, value)),
        );
        Child { mv, node, depth, on_hint }
    }
}

/// Moves the child that is searched next to the front of those that are left of a node at a ply, with this remaining depth and this
/// number of children searched.
#[inline]
fn next_to_the_front<M: Copy + Eq, O: Ordering<M>>(
    order: &O,
    rest: &mut [Kept<M>],
    hint: Option<M>,
    (ply, depth, searched): (usize, u32, usize),
) {
    match hint {
        Some(hint) => {
            if let Some(place) = rest.iter().position(|child| child.mv == hint) {
                to_front(rest, place);
            }
        }
        None if O::RANKS => best_to_front_by(rest, |child| order.rank(ply, child.mv, child.value)),
        // The first child was moved to the front when the node was expanded.
        None if searched == 0 => {}
        // As many better ones were skipped as were searched before.
        None if order.skips(depth) => next_to_front(rest, searched),
        None => best_to_front(rest),
    }
}
