//! Depth-first proof-number search as an engine.

use plyscope_core::search::proof_number::{Goal, ProofNumber};
use plyscope_core::{
    Bound, CapacityError, Counts, Evaluator, Game, Limits, Observer, Outcome, Progress, Report,
    Request, Search, Stop, Value, Window,
};

use super::{Host, Lease as _, PLIES, Remembering, options};

/// Creates the search.
pub(super) fn pns<G, E, H>(
    game: G,
    evaluator: E,
    options: &options::Pns,
    mut host: H,
) -> Result<H::Search, H::Error>
where
    G: Game<Position: 'static, Move: 'static> + Clone + 'static,
    E: Evaluator<G::Position> + 'static,
    H: Host<G>,
{
    let lease = host.table(options.table)?;
    let prover = ProofNumber::new(game.clone(), lease.table());
    let search = Proving::new(game, evaluator, prover);
    Ok(host.plain(Remembering::new(search, lease, |_| ())))
}

/// Who wins: first whether the side to move can win and, if it cannot, whether it can draw.
///
/// - **Value.** Of a win, a draw or a loss by one point in the evaluation's unit: a win is a lower bound, a loss an upper one, a
///   draw exact. If only a win is disproven, the value is a draw's, as an upper bound.
/// - **Move.** The one that is proven to reach the goal; before it is proven, the move with the smallest number left to prove; in
///   a lost position the first one.
/// - **Limits.** It ignores the depth, and may exceed the limit of nodes by fewer than a position's moves.
struct Proving<G: Game, E> {
    game: G,
    evaluator: E,
    prover: ProofNumber<'static, G, PLIES>,
    root: Option<G::Position>,
    goal: Goal,
    /// Whether the search for this goal is still to begin.
    begins: bool,
    /// The counts of the goal before this one.
    before: Counts,
    limits: Limits,
    best: Option<G::Move>,
    value: Value,
    bound: Bound,
    stop: Stop,
}

impl<G: Game, E: Evaluator<G::Position>> Proving<G, E> {
    fn new(game: G, evaluator: E, prover: ProofNumber<'static, G, PLIES>) -> Self {
        Self {
            game,
            evaluator,
            prover,
            root: None,
            goal: Goal::Win,
            begins: false,
            before: Counts::default(),
            limits: Limits::depth(0),
            best: None,
            value: Value::ZERO,
            bound: Bound::Unknown,
            stop: Stop::Completed,
        }
    }

    fn generated(&self) -> u64 {
        self.before.generated + self.prover.generated()
    }

    fn so_far(&self) -> Counts {
        let mut counts = self.before;
        counts.generated += self.prover.generated();
        counts.expanded += self.prover.expanded();
        counts
    }

    fn know(&mut self, outcome: Outcome, bound: Bound) {
        self.value = self.evaluator.finished(outcome);
        self.bound = bound;
    }

    /// Takes what was found out about the goal. Returns whether all is known.
    fn conclude(&mut self, reached: bool) -> bool {
        match (self.goal, reached) {
            (Goal::Win, true) => self.know(Outcome::WIN, Bound::Lower),
            (Goal::Draw, true) => self.know(Outcome::DRAW, Bound::Exact),
            (Goal::Draw, false) => self.know(Outcome::scored(-1), Bound::Upper),
            (Goal::Win, false) => {
                self.know(Outcome::DRAW, Bound::Upper);
                self.before = self.so_far();
                self.goal = Goal::Draw;
                self.begins = true;
                if let Some(root) = &self.root {
                    self.prover.start(root, Goal::Draw);
                }
                return false;
            }
        }
        true
    }
}

impl<G: Game, E: Evaluator<G::Position>> Search<G> for Proving<G, E> {
    /// Ignores the request's depth, window and first line.
    fn start(&mut self, request: &Request<'_, G>) {
        let root = request.position;
        self.goal = Goal::Win;
        self.begins = true;
        self.before = Counts::default();
        self.limits = request.limits;
        self.best = None;
        self.value = Value::ZERO;
        self.bound = Bound::Unknown;
        self.stop = Stop::Running;
        self.root = Some(root.clone());
        self.prover.start(root, Goal::Win);
        if let Some(outcome) = self.game.outcome(root) {
            self.know(outcome, Bound::Exact);
            self.stop = Stop::Completed;
        }
    }

    /// A goal begins a search of its own.
    fn step_with<O: Observer<G>>(
        &mut self,
        nodes: u64,
        observer: &mut O,
    ) -> Result<Progress, CapacityError> {
        let pause_at = self.generated().saturating_add(nodes);
        while self.stop == Stop::Running {
            let now = self.generated();
            if now >= self.limits.nodes {
                self.stop = Stop::Nodes;
                break;
            }
            if now >= pause_at {
                return Ok(Progress::Paused);
            }
            if self.begins {
                self.begins = false;
                observer.began(PLIES as u32, Window::FULL, None);
            }
            let slice = pause_at.min(self.limits.nodes) - now;
            let progress = self
                .prover
                .step_with(slice, observer)
                .inspect_err(|_| self.stop = Stop::Capacity)?;
            self.best = self.prover.best_move().or(self.best);
            if progress == Progress::Done
                && let Some(reached) = self.prover.proof()
                && self.conclude(reached)
            {
                self.stop = Stop::Completed;
            }
        }
        Ok(Progress::Done)
    }

    fn stop(&mut self) {
        if self.stop == Stop::Running {
            self.stop = Stop::Polled;
        }
    }

    fn report(&self) -> Report<'_, G::Move> {
        Report {
            best_move: self.best,
            value: self.value,
            bound: self.bound,
            principal_variation: self.best.as_slice(),
            depth: u32::from(self.best.is_some()),
            // What is known of a goal is proven, also if the other one is not decided.
            proven: self.bound != Bound::Unknown,
            line_ends_game: self.stop == Stop::Completed && self.best.is_none(),
            counts: self.so_far(),
            stop: self.stop,
        }
    }
}

#[cfg(test)]
mod tests {
    use plyscope_core::connect_four::{ConnectFour, Discs, OpenLines};
    use plyscope_core::hexapawn::{Hexapawn, PawnCount};
    use plyscope_core::othello::{Board, DiscDifference, Othello};
    use plyscope_core::random_tree::{Branching, EdgeCostSum, RandomTree};
    use plyscope_core::{Bound, Evaluator, Game, Progress, Request, Stop};

    use plyscope_core::Search;
    use plyscope_tree::TreeSearch;

    use super::pns;
    use crate::{Bytes, Engine, Host, Leaked, OnDevice, Tables, UnknownBounds, options};

    /// A program for plain searches.
    struct Plain;

    impl<G: Game> Host<G> for Plain {
        type Search = Box<dyn Search<G>>;
        type Error = UnknownBounds;
        type Lease = Leaked;

        fn table(&mut self, size: Bytes) -> Result<Leaked, UnknownBounds> {
            Ok(Tables::default().empty(size.0 as usize))
        }

        fn plain(self, search: impl Search<G> + 'static) -> Box<dyn Search<G>> {
            Box::new(search)
        }

        fn tree<S: TreeSearch<G> + 'static>(
            self,
            search: impl FnOnce() -> S,
        ) -> Result<Box<dyn Search<G>>, UnknownBounds> {
            Ok(Box::new(search()))
        }

        fn strong(
            self,
            _: &Engine,
            _: &options::Strong,
        ) -> Result<Box<dyn Search<G>>, UnknownBounds> {
            unreachable!("it is not asked for")
        }

        fn on_device(self, _: &Engine, _: &OnDevice) -> Result<Box<dyn Search<G>>, UnknownBounds> {
            unreachable!("it is not asked for")
        }
    }

    /// The sign of the game's score for the side to move, by exhaustion.
    fn sign<G: Game>(game: &G, position: &G::Position) -> i32 {
        if let Some(outcome) = game.outcome(position) {
            return outcome.score().signum();
        }
        let mut moves = game.moves(position);
        let mut best = -1;
        while let Some((_, child)) = game.next_child(position, &mut moves) {
            best = best.max(-sign(game, &child));
            if best == 1 {
                break;
            }
        }
        best
    }

    /// A position after random moves that do not end the game, if there are so many.
    fn playout<G: Game>(
        game: &G,
        start: &G::Position,
        plies: u64,
        seed: u64,
    ) -> Option<G::Position> {
        let mut position = start.clone();
        let mut random = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1;
        for _ in 0..plies {
            random =
                random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963);
            let mut moves = game.moves(&position);
            let children = std::iter::from_fn(|| game.next_child(&position, &mut moves));
            let children = children.map(|(_, child)| child);
            let open: Vec<_> = children.filter(|child| game.outcome(child).is_none()).collect();
            let number = (random >> 33) as usize % open.len().max(1);
            position = open.into_iter().nth(number)?;
        }
        Some(position)
    }

    /// Compares with exhaustion, with any budget, at once and in slices. Returns the sign of the truth.
    fn check<G, E>(game: &G, evaluator: E, position: &G::Position) -> i32
    where
        G: Game<Position: 'static, Move: 'static> + Clone + 'static,
        E: Evaluator<G::Position> + Clone + 'static,
    {
        let truth = sign(game, position);
        for (budget, slice) in [(u64::MAX, u64::MAX), (u64::MAX, 3), (30, u64::MAX), (30, 1)] {
            let options = options::Pns { table: Bytes(1 << 20) };
            let mut search = pns(game.clone(), evaluator.clone(), &options, Plain).unwrap();
            search.start(&Request::new(position).nodes(budget));
            while search.step(slice).unwrap() == Progress::Paused {
                assert!(search.counts().generated < 20_000_000, "it does not end");
            }
            let report = search.report();
            let mv = report.best_move.expect("always a move");
            let after = -sign(game, &game.play(position, mv));
            let said = report.value.get().signum();
            match report.bound {
                Bound::Lower => assert!(said == 1 && truth == 1 && after == 1),
                Bound::Exact => assert!(said == 0 && truth == 0 && after == 0),
                Bound::Upper if report.stop == Stop::Nodes => assert!(said == 0 && truth < 1),
                Bound::Upper => assert!(said == -1 && truth == -1),
                _ => {
                    assert_eq!(report.stop, Stop::Nodes, "unknown only without nodes enough");
                }
            }
            assert_eq!(report.proven, report.bound != Bound::Unknown);
            if budget == u64::MAX {
                assert_eq!(report.stop, Stop::Completed);
            }
        }
        truth
    }

    #[test]
    fn it_says_who_wins_and_plays_the_proven_move() {
        let mut signs = [0; 3];
        for seed in 0..150 {
            let plies = 32 + seed % 9;
            if let Some(discs) = playout(&ConnectFour, &Discs::START, plies, seed) {
                signs[(check(&ConnectFour, OpenLines, &discs) + 1) as usize] += 1;
            }
            if seed < 30 {
                if let Some(board) = playout(&Othello, &Board::START, 55 + seed % 5, seed) {
                    check(&Othello, DiscDifference, &board);
                }
                let start = Hexapawn::<3, 3>::start();
                if let Some(pawns) = playout(&Hexapawn::<3, 3>, &start, seed % 4, seed) {
                    check(&Hexapawn::<3, 3>, PawnCount::<3, 3>, &pawns);
                }
                let tree = RandomTree::new(seed as u32, Branching::random_with_leaves(3).unwrap());
                let tree = tree.with_game_depth(6);
                let root = tree.root();
                check(&tree, EdgeCostSum, &root);
            }
        }
        assert!(signs.iter().all(|&count| count > 3), "losses, draws and wins: {signs:?}");
    }

    #[test]
    fn a_finished_game_has_its_outcome_and_no_move() {
        let tree = RandomTree::new(1, Branching::uniform(1).unwrap()).with_game_depth(1);
        let leaf = tree.play(&tree.root(), tree.nth_child(&tree.root(), 0));
        let options = options::Pns { table: Bytes(1 << 12) };
        let mut search = pns(tree, EdgeCostSum, &options, Plain).unwrap();
        let report =
            search.search_polled(&Request::new(&leaf), 1, &mut |_| panic!("nothing to do"));
        let report = report.unwrap();
        assert_eq!((report.best_move, report.bound), (None, Bound::Exact));
        assert_eq!(report.value, -leaf.value());
    }
}
