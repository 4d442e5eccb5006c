//! Alpha-beta, fail-soft, in negamax form, on an explicit stack of frames; minimax and forward estimation are
//! the same search with another [`Estimator`].

use heapless::Vec;

use super::children::{Children, best_to_front, to_front};
use super::forward_estimation::{Estimator, NoEstimate};
use super::{CapacityError, Counts, Limits, Observer, Progress, Report, Search, Stop};
use crate::{Bound, Evaluator, Game, Player, Value, Window};

/// Plain alpha-beta.
pub type AlphaBeta<G, E, const PLIES: usize, const CHILDREN: usize> =
    DepthFirst<G, E, NoEstimate, PLIES, CHILDREN>;

/// The order in which the children of a node are searched.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
pub enum Order {
    /// The game's own; children are generated one at a time.
    None,
    /// Best static value first at remaining depth 2 and more, where all children are generated before the first is
    /// searched; the game's own at remaining depth 1, one at a time (Korf & Chickering, section 6).
    #[default]
    Static,
    /// All children are generated and ordered at every depth, the last included.
    StaticAll,
}

/// A depth-first search on `PLIES` frames that keeps at most `CHILDREN` children over all plies.
///
/// The caller owns the storage: the search may be boxed, local or in a `static`. A search to depth d needs d frames
/// and, when ordered, the sum of the numbers of children on one path. On a 64-bit machine a ply of Othello takes a
/// frame of 88 bytes and a principal variation of 8 + `PLIES` bytes, a child 8 bytes: with 64 plies and 512
/// children 14.2 KiB in all.
pub struct DepthFirst<G: Game, E, X, const PLIES: usize, const CHILDREN: usize> {
    game: G,
    evaluator: E,
    estimator: X,
    order: Order,
    frames: Vec<Frame<G>, PLIES>,
    children: Children<G::Move, CHILDREN>,
    /// `lines[p]` is the principal variation from ply p on; longer ones of earlier searches linger beyond the frames.
    lines: [Vec<G::Move, PLIES>; PLIES],
    /// The line to search first: the principal variation of an earlier search.
    hint: Vec<G::Move, PLIES>,
    root_mover: Player,
    window: Window,
    limits: Limits,
    counts: Counts,
    stop: Stop,
    failure: Option<CapacityError>,
    best_move: Option<G::Move>,
    value: Value,
    /// Whether some line ended at the horizon, or was abandoned by an estimate that depends on it.
    met_horizon: bool,
}

/// A node that is being searched.
struct Node<G: Game> {
    position: G::Position,
    moves: G::Moves,
    window: Window,
    /// The best value so far for the side to move.
    best: Value,
    /// The static value for the side to move, if it was needed.
    static_value: Option<Value>,
}

/// A node on the path.
struct Frame<G: Game> {
    node: Node<G>,
    phase: Phase,
    /// Remaining depth, at least 1.
    depth: u32,
    /// The child that is being searched.
    current: Option<G::Move>,
    /// The child that was searched first because the hint said so; without ordering it is skipped later.
    hinted: Option<G::Move>,
    /// Whether the path to here is the hint's.
    on_hint: bool,
    /// Where this node's children begin on the stack of children, and which is next.
    first: usize,
    next: usize,
}

/// What a scan of children at the horizon has found.
struct Scan<M> {
    /// Whether there are more children.
    paused: bool,
    /// The child with the best value, if it beat what was known before.
    best_move: Option<M>,
    /// The child that raised alpha last.
    line_move: Option<M>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Phase {
    /// Nothing is done yet but the tests before expansion.
    Enter,
    /// All children are being generated, to be ordered.
    Expand,
    /// Children are searched, one after another.
    Descend,
    /// Children are at the horizon: generated and evaluated one at a time.
    Frontier,
    /// Done: `best` is the value.
    Leave,
}

impl<G: Game, E, const PLIES: usize, const CHILDREN: usize> AlphaBeta<G, E, PLIES, CHILDREN> {
    /// An alpha-beta search of `game` with `evaluator`'s static values at the horizon and for ordering.
    #[must_use]
    pub const fn new(game: G, evaluator: E, order: Order) -> Self {
        Self::with_estimator(game, evaluator, order, NoEstimate)
    }
}

impl<G: Game, E, X, const PLIES: usize, const CHILDREN: usize>
    DepthFirst<G, E, X, PLIES, CHILDREN>
{
    /// A search that also prunes by `estimator`.
    #[must_use]
    pub const fn with_estimator(game: G, evaluator: E, order: Order, estimator: X) -> Self {
        Self {
            game,
            evaluator,
            estimator,
            order,
            frames: Vec::new(),
            children: Children::new(),
            lines: [const { Vec::new() }; PLIES],
            hint: Vec::new(),
            root_mover: Player::Max,
            window: Window::FULL,
            limits: Limits { depth: 0, nodes: 0 },
            counts: Counts::NONE,
            stop: Stop::Completed,
            failure: None,
            best_move: None,
            value: Value::ZERO,
            met_horizon: false,
        }
    }
}

impl<G: Game, E: Evaluator<G::Position>, X: Estimator, const PLIES: usize, const CHILDREN: usize>
    DepthFirst<G, E, X, PLIES, CHILDREN>
{
    /// Begins a search that need only tell apart the values within `window`.
    pub fn start_in_window(&mut self, root: &G::Position, limits: Limits, window: Window) {
        self.reset();
        self.launch(root, limits, window);
    }

    /// Begins a search after others of the same root: counts go on, and `hint` stays the line to search first.
    pub(super) fn launch(&mut self, root: &G::Position, limits: Limits, window: Window) {
        self.limits = limits;
        self.window = window;
        self.stop = Stop::Running;
        self.failure = None;
        self.best_move = None;
        self.value = Value::NEG_INFINITY;
        self.met_horizon = false;
        self.root_mover = self.game.mover(root);
        self.estimator.reset();
        self.frames.clear();
        self.children.truncate(0);
        if let Some(line) = self.lines.first_mut() {
            line.clear();
        }
        let needs_value = X::ESTIMATES || limits.depth == 0;
        let static_value = needs_value.then(|| {
            Counts::add(&mut self.counts.evaluated);
            self.evaluator.evaluate(root)
        });
        if limits.depth == 0 {
            self.value = static_value.unwrap_or_default();
            self.met_horizon = true;
            self.stop = Stop::Completed;
            return;
        }
        let node = Node::new(&self.game, root.clone(), window, static_value);
        if let Err(error) = self.push(Frame::new(node, limits.depth, true, 0, Phase::Enter)) {
            self.failure = Some(error);
        }
    }

    /// Makes the last principal variation the line that the next launch searches first.
    pub(super) fn keep_hint(&mut self) {
        if let Some(line) = self.lines.first() {
            self.hint.clone_from(line);
        }
    }

    /// Forgets counts and hint.
    pub(super) fn reset(&mut self) {
        self.counts = Counts::default();
        self.hint.clear();
    }

    /// How many nodes may be generated.
    pub(super) fn node_limit(&self) -> u64 {
        self.limits.nodes
    }

    /// The static value of a root, counted.
    pub(super) fn static_value(&mut self, root: &G::Position) -> Value {
        Counts::add(&mut self.counts.evaluated);
        self.evaluator.evaluate(root)
    }

    /// The game's first move at `root`; not counted, for it is not searched.
    pub(super) fn first_move(&self, root: &G::Position) -> Option<G::Move> {
        self.game.next_child(root, &mut self.game.moves(root)).map(|(mv, _)| mv)
    }

    /// [`Search::step`], watched by `observer`.
    ///
    /// # Errors
    /// [`CapacityError`] if a fixed-size stack does not suffice.
    pub fn step_observed<O: Observer<G::Move>>(
        &mut self,
        nodes: u64,
        observer: &mut O,
    ) -> Result<Progress, CapacityError> {
        if self.stop == Stop::Running {
            let pause_at = self.counts.generated.saturating_add(nodes).min(self.limits.nodes);
            let outcome = match self.failure {
                None => self.run(pause_at, observer),
                Some(error) => Err(error),
            };
            match outcome {
                Ok(Progress::Done) => self.stop = Stop::Completed,
                Ok(Progress::Paused) if self.counts.generated >= self.limits.nodes => {
                    self.stop = Stop::Nodes;
                }
                Ok(Progress::Paused) => return Ok(Progress::Paused),
                Err(error) => {
                    self.stop = Stop::Capacity;
                    self.failure = Some(error);
                }
            }
        }
        self.failure.map_or(Ok(Progress::Done), Err)
    }

    fn push(&mut self, frame: Frame<G>) -> Result<(), CapacityError> {
        let ply = self.frames.len();
        self.frames.push(frame).map_err(|_| CapacityError::Plies { capacity: PLIES })?;
        if let Some(line) = self.lines.get_mut(ply) {
            line.clear();
        }
        self.count_frames(self.frames.len());
        Ok(())
    }

    #[inline]
    fn count_frames(&mut self, frames: usize) {
        let frames = u32::try_from(frames).unwrap_or(u32::MAX);
        self.counts.most_frames = self.counts.most_frames.max(frames);
    }

    /// Searches until the root is left or, with more children to generate, `pause_at` nodes are.
    fn run<O: Observer<G::Move>>(
        &mut self,
        pause_at: u64,
        observer: &mut O,
    ) -> Result<Progress, CapacityError> {
        loop {
            let ply = self.frames.len().wrapping_sub(1);
            let Some(frame) = self.frames.last_mut() else {
                return Ok(Progress::Done);
            };
            match frame.phase {
                Phase::Enter => self.enter(ply),
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

    /// The estimated range of values for the side to move at `ply` of a node with this static value (also
    /// for that side) and `depth` plies to go.
    #[inline]
    fn range(&self, ply: usize, static_value: Value, depth: u32) -> Window {
        if max_moves(self.root_mover, ply) {
            let (alpha, beta) = self.estimator.range(static_value, depth);
            Window { alpha, beta }
        } else {
            let (alpha, beta) = self.estimator.range(-static_value, depth);
            Window { alpha, beta }.negated()
        }
    }

    /// Tests a node before its children are generated, and decides how they will be.
    fn enter(&mut self, ply: usize) {
        let Some(frame) = self.frames.last() else { return };
        let (depth, mut window) = (frame.depth, frame.node.window);
        let mut abandoned = None;
        if X::ESTIMATES
            && let Some(static_value) = frame.node.static_value
        {
            let range = self.range(ply, static_value, depth);
            let two_sided = self.estimator.is_two_sided();
            if range.alpha >= window.beta && (depth >= 2 || two_sided) {
                abandoned = Some(range.alpha);
            } else if two_sided && range.beta <= window.alpha {
                abandoned = Some(range.beta);
            } else if two_sided {
                // One less than what is sure: a value of exactly that is then still found with its move.
                window.alpha = window.alpha.max(range.alpha.plus(-1));
                window.beta = window.beta.min(range.beta);
            }
        }
        let ordered = match self.order {
            Order::None => false,
            Order::Static => depth >= 2,
            Order::StaticAll => true,
        };
        let Some(frame) = self.frames.last_mut() else { return };
        frame.node.window = window;
        frame.phase = match abandoned {
            Some(value) => {
                frame.node.best = value;
                self.met_horizon = true;
                Counts::add(&mut self.counts.pruned_by_estimate);
                Phase::Leave
            }
            None => {
                Counts::add(&mut self.counts.expanded);
                if frame.on_hint {
                    frame.hinted = self.hint.get(ply).copied();
                }
                match depth {
                    _ if ordered => Phase::Expand,
                    1 => Phase::Frontier,
                    _ => Phase::Descend,
                }
            }
        };
    }

    /// Generates and evaluates all children of a node, then tests the best of them against the estimate.
    fn expand<O: Observer<G::Move>>(
        &mut self,
        ply: usize,
        pause_at: u64,
        observer: &mut O,
    ) -> Result<Progress, CapacityError> {
        let max = max_moves(self.root_mover, ply);
        let Some(frame) = self.frames.last_mut() else { return Ok(Progress::Done) };
        let before = self.counts.generated;
        let mut generated = before;
        let mut outcome = Ok(Progress::Done);
        loop {
            if generated >= pause_at && frame.has_more(&self.game) {
                outcome = Ok(Progress::Paused);
                break;
            }
            let Some((mv, child)) =
                self.game.next_child(&frame.node.position, &mut frame.node.moves)
            else {
                break;
            };
            generated = generated.wrapping_add(1);
            let value = -self.evaluator.evaluate(&child);
            if X::ESTIMATES {
                self.estimator.observe(edge_cost(frame.node.static_value, value, max));
            }
            observer.generated(ply, mv, Some(value));
            if let Err(error) = self.children.push(mv, value) {
                outcome = Err(error);
                break;
            }
        }
        self.counts.add_evaluated(generated.wrapping_sub(before));
        if outcome != Ok(Progress::Done) {
            return outcome;
        }
        let kept = u32::try_from(self.children.len()).unwrap_or(u32::MAX);
        self.counts.most_children = self.counts.most_children.max(kept);
        let depth = frame.depth;
        let brothers = self.children.from(frame.first);
        best_to_front(brothers);
        let Some(best) = brothers.first().copied() else {
            self.game_over();
            return Ok(Progress::Done);
        };
        if depth == 1 {
            // Every child is known: the best of them is the value.
            self.met_horizon = true;
            self.improve(ply, best.mv, best.value, true);
            if let Some(frame) = self.frames.last_mut() {
                frame.phase = Phase::Leave;
            }
            return Ok(Progress::Done);
        }
        frame.phase = Phase::Descend;
        if X::ESTIMATES && depth >= 2 {
            let sure = self.range(ply, best.value, depth.wrapping_sub(1)).alpha;
            if let Some(frame) = self.frames.last_mut()
                && sure >= frame.node.window.beta
            {
                frame.node.best = sure;
                frame.phase = Phase::Leave;
                self.met_horizon = true;
                Counts::add(&mut self.counts.pruned_by_estimate);
                // The best child is the move that makes its mover sure.
                self.set_line(ply, Some(best.mv));
                if ply == 0 {
                    self.best_move = Some(best.mv);
                }
            }
        }
        Ok(Progress::Done)
    }

    /// Chooses the next child and descends into it; stays here as long as the children need no frame.
    fn descend<O: Observer<G::Move>>(
        &mut self,
        ply: usize,
        pause_at: u64,
        observer: &mut O,
    ) -> Result<Progress, CapacityError> {
        let max = max_moves(self.root_mover, ply);
        loop {
            let Some(frame) = self.frames.last_mut() else { return Ok(Progress::Done) };
            let chosen = if self.order == Order::None {
                if self.counts.generated >= pause_at && frame.has_more(&self.game) {
                    return Ok(Progress::Paused);
                }
                frame.next_unordered(&self.game).map(|(mv, position)| {
                    Counts::add(&mut self.counts.generated);
                    let value = X::ESTIMATES.then(|| {
                        Counts::add(&mut self.counts.evaluated);
                        let value = -self.evaluator.evaluate(&position);
                        self.estimator.observe(edge_cost(frame.node.static_value, value, max));
                        value
                    });
                    observer.generated(ply, mv, value);
                    (mv, position, value)
                })
            } else {
                let rest = self.children.from(frame.next);
                match frame.hinted.filter(|_| frame.next == frame.first) {
                    Some(hint) => {
                        if let Some(place) = rest.iter().position(|child| child.mv == hint) {
                            to_front(rest, place);
                        }
                    }
                    // The first child came to the front when the node was expanded.
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
            frame.next = frame.next.wrapping_add(1);
            frame.current = Some(mv);
            let window = if X::CUTS { frame.node.window.negated() } else { Window::FULL };
            let on_hint = frame.on_hint && frame.hinted == Some(mv);
            let depth = frame.depth.wrapping_sub(1);
            observer.descended(ply, mv, window);
            let mut node = Node::new(&self.game, position, window, value.map(|value| -value));
            let child_ply = ply.wrapping_add(1);
            // Nothing but its children remains to be done at a node just above the horizon. It needs no frame then,
            // which is where a search on an explicit stack would lose time to a recursive one.
            let bare = depth == 1
                && self.order != Order::StaticAll
                && !(X::ESTIMATES && self.estimator.is_two_sided())
                && child_ply < PLIES;
            if bare {
                self.count_frames(child_ply.wrapping_add(1));
                Counts::add(&mut self.counts.expanded);
                let scan = self.scan(child_ply, &mut node, pause_at, observer);
                if scan.paused {
                    let frame =
                        Frame::new(node, depth, on_hint, self.children.len(), Phase::Frontier);
                    self.push(frame)?;
                    self.set_line(child_ply, scan.line_move);
                    return Ok(Progress::Paused);
                }
                observer.returned(child_ply, node.best);
                let value = -node.best;
                let Some(frame) = self.frames.last() else { return Ok(Progress::Done) };
                if value > frame.node.best {
                    if value > frame.node.window.alpha {
                        self.set_line(child_ply, scan.line_move);
                    }
                    self.improve(ply, mv, value, false);
                    if self.frames.last().is_some_and(|frame| frame.phase == Phase::Leave) {
                        return Ok(Progress::Done);
                    }
                }
            } else {
                let first = self.children.len();
                self.push(Frame::new(node, depth, on_hint, first, Phase::Enter))?;
                return Ok(Progress::Done);
            }
        }
    }

    /// Goes on with a node just above the horizon that has a frame.
    fn frontier<O: Observer<G::Move>>(
        &mut self,
        ply: usize,
        pause_at: u64,
        observer: &mut O,
    ) -> Progress {
        // Taken off for the time being: scanning needs the rest of the search.
        let Some(mut frame) = self.frames.pop() else { return Progress::Done };
        let scan = self.scan(ply, &mut frame.node, pause_at, observer);
        if scan.line_move.is_some() {
            self.set_line(ply, scan.line_move);
        }
        if ply == 0 && scan.best_move.is_some() {
            self.best_move = scan.best_move;
        }
        if !scan.paused {
            frame.phase = Phase::Leave;
        }
        // It was there before, so it fits.
        let _ = self.frames.push(frame);
        if scan.paused { Progress::Paused } else { Progress::Done }
    }

    /// Makes the line from `ply` on this one move, or none.
    #[inline]
    fn set_line(&mut self, ply: usize, mv: Option<G::Move>) {
        if let Some(line) = self.lines.get_mut(ply) {
            line.clear();
            // One move always fits.
            let _ = line.extend_from_slice(mv.as_slice());
        }
    }

    /// Generates and evaluates children at the horizon one at a time: where most of a search's time goes.
    #[inline]
    fn scan<O: Observer<G::Move>>(
        &mut self,
        ply: usize,
        node: &mut Node<G>,
        pause_at: u64,
        observer: &mut O,
    ) -> Scan<G::Move> {
        let max = max_moves(self.root_mover, ply);
        let Window { mut alpha, beta } = node.window;
        let mut best = node.best;
        let mut scan = Scan { paused: false, best_move: None, line_move: None };
        let before = self.counts.generated;
        let mut generated = before;
        loop {
            if generated >= pause_at && self.game.has_more(&node.position, &node.moves) {
                scan.paused = true;
                break;
            }
            let Some((mv, child)) = self.game.next_child(&node.position, &mut node.moves) else {
                break;
            };
            generated = generated.wrapping_add(1);
            let value = -self.evaluator.evaluate(&child);
            if X::ESTIMATES {
                self.estimator.observe(edge_cost(node.static_value, value, max));
            }
            observer.generated(ply, mv, Some(value));
            if value > best {
                best = value;
                scan.best_move = Some(mv);
                if value > alpha {
                    alpha = value;
                    scan.line_move = Some(mv);
                    if X::CUTS && value >= beta {
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
    fn outcome(&mut self, node: &Node<G>) -> Value {
        node.static_value.unwrap_or_else(|| {
            Counts::add(&mut self.counts.evaluated);
            self.evaluator.evaluate(&node.position)
        })
    }

    /// The node on top has no children.
    fn game_over(&mut self) {
        let Some(mut frame) = self.frames.pop() else { return };
        frame.node.best = self.outcome(&frame.node);
        frame.phase = Phase::Leave;
        // It was there before, so it fits.
        let _ = self.frames.push(frame);
    }

    /// The node on top, at `ply`, has a child of this value. `at_horizon`: the line ends with that child.
    #[inline]
    fn improve(&mut self, ply: usize, mv: G::Move, value: Value, at_horizon: bool) {
        let Some(frame) = self.frames.last_mut() else { return };
        if value <= frame.node.best {
            return;
        }
        frame.node.best = value;
        if ply == 0 {
            self.best_move = Some(mv);
        }
        if value > frame.node.window.alpha {
            frame.node.window.alpha = value;
            if let Some((line, below)) = self.lines.get_mut(ply..).and_then(<[_]>::split_first_mut)
            {
                line.clear();
                let _ = line.push(mv);
                if !at_horizon && let Some(rest) = below.first() {
                    // A line below ply p has at most PLIES - p - 1 moves, so it fits.
                    let _ = line.extend_from_slice(rest);
                }
            }
            if X::CUTS && value >= frame.node.window.beta {
                frame.phase = Phase::Leave;
                Counts::add(&mut self.counts.pruned_by_window);
            }
        }
    }

    /// Takes the node on top off the path and gives its value to its parent.
    fn leave<O: Observer<G::Move>>(&mut self, ply: usize, observer: &mut O) {
        let Some(frame) = self.frames.pop() else { return };
        self.children.truncate(frame.first);
        observer.returned(ply, frame.node.best);
        match self.frames.last().and_then(|parent| parent.current) {
            Some(mv) => self.improve(ply.wrapping_sub(1), mv, -frame.node.best, false),
            None => self.value = frame.node.best,
        }
    }
}

impl<G: Game> Node<G> {
    #[inline]
    fn new(game: &G, position: G::Position, window: Window, static_value: Option<Value>) -> Self {
        let moves = game.moves(&position);
        Self { position, moves, window, best: Value::NEG_INFINITY, static_value }
    }
}

impl<G: Game> Frame<G> {
    #[inline]
    fn new(node: Node<G>, depth: u32, on_hint: bool, first: usize, phase: Phase) -> Self {
        Self { node, phase, depth, current: None, hinted: None, on_hint, first, next: first }
    }

    /// Whether there is another child to generate. Asked only where a search would pause.
    #[cold]
    fn has_more(&self, game: &G) -> bool {
        let Node { position, moves, .. } = &self.node;
        let Some(hint) = self.hinted.filter(|_| self.phase == Phase::Descend) else {
            return game.has_more(position, moves);
        };
        if self.next == self.first {
            return true;
        }
        let mut moves = moves.clone();
        while let Some((mv, _)) = game.next_child(position, &mut moves) {
            if mv != hint {
                return true;
            }
        }
        false
    }

    /// The next child in the game's order, the hinted one first.
    #[inline]
    fn next_unordered(&mut self, game: &G) -> Option<(G::Move, G::Position)> {
        let Node { position, moves, .. } = &mut self.node;
        if self.next == self.first
            && let Some(hint) = self.hinted
        {
            return Some((hint, game.play(position, hint)));
        }
        loop {
            let child = game.next_child(position, moves)?;
            if self.hinted != Some(child.0) {
                return Some(child);
            }
        }
    }
}

/// The cost, from MAX's side, of the edge to a child whose value for the side to move at its parent is `value`;
/// `max` if that is MAX.
#[inline]
fn edge_cost(static_value: Option<Value>, value: Value, max: bool) -> i32 {
    let from = static_value.unwrap_or_default().get();
    if max { value.get().saturating_sub(from) } else { from.saturating_sub(value.get()) }
}

/// Whether MAX moves at `ply` below a root where `root_mover` does.
#[inline]
fn max_moves(root_mover: Player, ply: usize) -> bool {
    (root_mover == Player::Max) == (ply & 1 == 0)
}

impl<G: Game, E: Evaluator<G::Position>, X: Estimator, const PLIES: usize, const CHILDREN: usize>
    Search<G> for DepthFirst<G, E, X, PLIES, CHILDREN>
{
    fn start(&mut self, root: &G::Position, limits: Limits) {
        self.start_in_window(root, limits, Window::FULL);
    }

    fn step(&mut self, nodes: u64) -> Result<Progress, CapacityError> {
        self.step_observed(nodes, &mut ())
    }

    fn stop(&mut self) {
        if self.stop == Stop::Running {
            self.stop = Stop::Polled;
        }
    }

    fn counts(&self) -> Counts {
        self.counts
    }

    fn report(&self) -> Report<'_, G::Move> {
        let completed = self.stop == Stop::Completed;
        // A search that was stopped knows what the root's best child so far is worth, if it beat alpha.
        let (value, bound) = match self.frames.first() {
            _ if completed => (self.value, self.window.classify(self.value)),
            Some(root) if root.node.best > self.window.alpha => (root.node.best, Bound::Lower),
            Some(root) => (root.node.best, Bound::Unknown),
            None => (self.value, Bound::Unknown),
        };
        let line = self.lines.first().map_or(&[][..], |line| line.as_slice());
        Report {
            best_move: self.best_move,
            value,
            bound,
            principal_variation: if line.is_empty() { self.best_move.as_slice() } else { line },
            depth: self.limits.depth,
            exhausted: completed && !self.met_horizon,
            counts: self.counts,
            stop: self.stop,
        }
    }
}
