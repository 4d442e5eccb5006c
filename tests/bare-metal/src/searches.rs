//! All searches, run in every way.

use core::hint::black_box;
use core::ops::ControlFlow;

use plyscope_core::hexapawn::{Hexapawn, PawnCount};
use plyscope_core::othello::endgame::{Endgame, Frames, Guided, Unguided};
use plyscope_core::othello::patterns::Indices;
use plyscope_core::othello::strong::{Level, Strong};
use plyscope_core::othello::{Board, DiscDifference, Othello, Patterns, ProbCuts, Simple};
use plyscope_core::random_tree::EdgeCostSum;
use plyscope_core::search::FixedDepth as _;
use plyscope_core::search::alpha_beta::Tactics;
use plyscope_core::search::estimate::{NoEstimate, Range};
use plyscope_core::search::forward_estimation::{
    Edges, FixedBounds, Learned, LearnedSeparately, Scaled,
};
use plyscope_core::search::table::{Slot, TranspositionTable};
use plyscope_core::{
    AlphaBeta, Aspiration, CapacityError, DepthFirst, Evaluator, Expansion, FirstLine, Game,
    Generated, IterativeDeepening, Limits, Minimax, Observer, Order, Policy, Progress, Rbfms,
    Reason, Request, Search, Storage, Value, Window, lines,
};

use crate::done;
use crate::games::any_tree;

/// A microcontroller's `static`.
type Memory = Storage<Othello, 30, 512, { lines(30) }>;

/// What core's documentation says of pointers of 32 bits.
#[cfg(target_pointer_width = "32")]
const _: () = {
    use plyscope_core::random_tree::RandomTree;

    assert!(size_of::<Storage<Othello, 64, 512, { lines(64) }>>() == 11_512);
    assert!(size_of::<Storage<RandomTree, 64, 512, { lines(64) }>>() == 29_072);
};

pub(crate) fn all() {
    let mut memory = Memory::new();
    let memory = black_box(&mut memory);
    let board = black_box(Board::START);
    run(
        &mut Minimax::new(Othello, Simple, Policy::new(Order::None).full_width(), &mut *memory),
        &board,
    );
    let mut search = AlphaBeta::new(Othello, Simple, Policy::new(Order::Static), &mut *memory);
    run(&mut search, &board);
    run(&mut IterativeDeepening::new(search), &board);
    let bounds = FixedBounds::new(Simple::MOST_LIKELY.0, Simple::MOST_LIKELY.1);
    let mut search = DepthFirst::new(
        Othello,
        Simple,
        Policy::new(Order::Static).estimating(Scaled::new(bounds, 0.5)),
        &mut *memory,
    );
    run(&mut search, &board);
    done(&search.policy().estimator);
    let mut search = Rbfms::new(Othello, Simple, Expansion::Partial, memory);
    run(&mut search, &board);
    crate::wire::result(&search.report());

    endgames(&board);

    estimators::<_, _, 20, 300, { lines(20) }>(&Othello, &Simple, &board);
    let tree = any_tree(black_box(1));
    estimators::<_, _, 7, 100, { lines(7) }>(&tree, &EdgeCostSum, &tree.root());

    // Capacities of zero, of one, and of a number that is not a power of two.
    kinds::<_, _, _, 0, 0, 0>(&Othello, &DiscDifference, &board, by(Edges(Learned::default())));
    let two_sided = by(Edges(Learned::default())).two_sided(true);
    kinds::<_, _, _, 1, 1, 1>(&Othello, &Simple, &board, two_sided);
    let pawns = Hexapawn::<3, 3>::start();
    kinds::<_, _, _, 13, 27, { lines(13) }>(
        &Hexapawn::<3, 3>,
        &PawnCount::<3, 3>,
        &pawns,
        by(NoEstimate),
    );
}

/// The solver of endgames, alone and guided, with room for any game and for few plies.
fn endgames(board: &Board) {
    static SLOTS: [Slot; 100] = [const { Slot::new() }; 100];
    let mut table = TranspositionTable::new(black_box(&SLOTS));
    table.new_generation();
    let mut solver = Endgame::new(table);
    run(&mut solver, board);
    solver.start(&Request::new(board).window(black_box(Window::around(Value::ZERO, 1))));
    watch(|watch| solver.step_with(30, watch));
    done((solver.searching(), table.filled(), table.split(black_box(7)).1.len()));
    let patterns = Patterns::SMALL;
    let frames = Frames::<_, 10>::new();
    let mut guided = Endgame::with_frames(table, Guided(black_box(patterns)), frames);
    run(&mut guided, board);
    run(&mut Endgame::with_frames(table, Unguided, Frames::<_, 0>::new()), board);
    let mut frames = Frames::<_, 10>::new();
    let mut borrowing = Endgame::with_frames(table, Guided(patterns), black_box(&mut frames));
    run(&mut borrowing, board);
    strong(table, borrowing.into_frames(), board);
}

/// The strong player, as a microcontroller has it.
fn strong(table: TranspositionTable<'static>, frames: &mut Frames<Indices, 10>, board: &Board) {
    let mut storage = Storage::<Othello, 12, 200, { lines(12) }, _>::new();
    let patterns = black_box(Patterns::SMALL);
    let player =
        Strong::<_, _, 10, _>::with_frames(patterns, &ProbCuts::SMALL, table, &mut storage, frames);
    let level = black_box(Level::numbered(7)).unwrap_or_default();
    let mut player = player.level(level.within(black_box(9))).seed(black_box(3));
    run(&mut player, board);
    player.clear();
    done(player.finished());
    player.start(&Request::new(board).limits(black_box(Limits::depth(3))));
    watch(|watch| player.step_with(30, watch));
    done(player.into_parts().1);
}

/// Every search with every estimator.
fn estimators<
    G: Game,
    E: Evaluator<G::Position>,
    const PLIES: usize,
    const CHILDREN: usize,
    const LINES: usize,
>(
    game: &G,
    evaluator: &E,
    root: &G::Position,
) {
    let fixed = FixedBounds::exact(black_box(-550), black_box(550));
    let delta = black_box(0.5);
    kinds::<_, _, _, PLIES, CHILDREN, LINES>(game, evaluator, root, by(NoEstimate));
    kinds::<_, _, _, PLIES, CHILDREN, LINES>(game, evaluator, root, by(NoEstimate).full_width());
    kinds::<_, _, _, PLIES, CHILDREN, LINES>(game, evaluator, root, by(Edges(fixed)));
    kinds::<_, _, _, PLIES, CHILDREN, LINES>(game, evaluator, root, by(Edges(Learned::default())));
    let separately = Edges(LearnedSeparately::default());
    kinds::<_, _, _, PLIES, CHILDREN, LINES>(game, evaluator, root, by(separately));
    kinds::<_, _, _, PLIES, CHILDREN, LINES>(game, evaluator, root, by(Scaled::new(fixed, delta)));
    let learned = Scaled::new(LearnedSeparately::default(), delta);
    kinds::<_, _, _, PLIES, CHILDREN, LINES>(game, evaluator, root, by(learned).two_sided(true));
}

/// A policy with this estimator and an order that the compiler does not know.
fn by<X>(estimator: X) -> Policy<X> {
    Policy::new(black_box(Order::Static)).estimating(estimator)
}

/// Every search.
fn kinds<
    G: Game,
    E: Evaluator<G::Position>,
    P: Tactics<G::Move> + Copy,
    const PLIES: usize,
    const CHILDREN: usize,
    const LINES: usize,
>(
    game: &G,
    evaluator: &E,
    root: &G::Position,
    policy: P,
) {
    let limits = black_box(Limits::depth(3).and_nodes(400));
    let window = black_box(Window::around(Value::ZERO, 1000));
    let expansion = black_box(Expansion::Full);
    let request = Request::new(root).limits(limits);
    let mut storage = Storage::<_, PLIES, CHILDREN, LINES, _>::new();
    let storage = black_box(&mut storage);
    let depth_first = |storage| DepthFirst::new(game, evaluator, policy, storage);

    let mut search = depth_first(storage);
    run(&mut search, root);
    search.start(&request.window(window).first_line(black_box(FirstLine::Last)));
    watch(|watch| search.step_with(30, watch));
    let storage = search.into_storage();

    let mut search = Aspiration::new(depth_first(storage), black_box(100));
    run(&mut search, root);
    search.start(&request.expected(black_box(Some(Value::ZERO))).keeping_learned(true));
    watch(|watch| search.step_with(30, watch));
    done((search.researches(), search.first_line().len()));
    let storage = search.into_inner().into_storage();

    let mut search = IterativeDeepening::new(depth_first(storage));
    run(&mut search, root);
    let storage = search.into_inner().into_storage();
    let mut search = IterativeDeepening::with_aspiration(depth_first(storage), black_box(100));
    run(&mut search, root);
    search.start(&request);
    watch(|watch| search.step_with(30, watch));
    let storage = search.into_inner().into_storage();

    let mut search = Rbfms::new(game, evaluator, expansion, storage);
    run(&mut search, root);
    search.start(&request.window(window));
    watch(|watch| search.step_with(30, watch));
}

/// Runs the search at once, polled and in slices. It takes a pointer, so that the compiler knows nothing of the search's
/// state.
fn run<G: Game>(search: &mut dyn Search<G>, root: &G::Position) {
    let search = black_box(search);
    let limits = black_box(Limits::depth(3).and_nodes(400));
    let request = Request::new(root).limits(limits);
    done(search.search(&request).is_ok());
    let mut go_on = |counts: &plyscope_core::Counts| match counts.generated {
        0..200 => ControlFlow::Continue(()),
        _ => ControlFlow::Break(()),
    };
    if let Err(error) = search.search_polled(&request, black_box(0), &mut go_on) {
        done((error, search.report().principal_variation.len()));
    }
    search.start(&request);
    while black_box(&mut *search).step(black_box(50)) == Ok(Progress::Paused) {
        if black_box(&mut *search).counts().generated > 300 {
            search.stop();
        }
    }
    let report = black_box(search).report();
    done((report.best_move, report.value, report.principal_variation, report.counts));
    done(report == black_box(report));
}

fn watch(mut step: impl FnMut(&mut Watch) -> Result<Progress, CapacityError>) {
    let mut watch = Watch::default();
    while step(&mut watch) == Ok(Progress::Paused) {}
    done((watch.generated, watch.descended, watch.returned));
}

#[derive(Default)]
struct Watch {
    generated: u64,
    descended: usize,
    returned: i32,
}

impl<G: Game> Observer<G> for Watch {
    fn generated(&mut self, child: &Generated<'_, G>) {
        let known = u64::from(child.value.is_some()) ^ u64::from(child.parent_value.is_some());
        self.generated = self.generated.wrapping_add(child.ply as u64 ^ known);
    }

    fn estimated(&mut self, ply: usize, Range { low, high }: Range) {
        self.returned ^= ply as i32 ^ low.get() ^ high.get();
    }

    fn pruned(&mut self, ply: usize, reason: Reason) {
        self.descended ^= ply ^ usize::from(matches!(reason, Reason::Window { .. }));
    }

    fn backed_up(&mut self, ply: usize, _: G::Move, value: Value) {
        self.returned ^= ply as i32 ^ value.get();
    }

    fn learned(&mut self, lowest: i32, highest: i32) {
        self.returned ^= lowest ^ highest;
    }

    fn descended(&mut self, ply: usize, _: G::Move, window: Window) {
        self.descended ^= ply ^ window.alpha.get() as usize;
    }

    fn returned(&mut self, ply: usize, value: Value) {
        self.returned ^= ply as i32 ^ value.get();
    }
}
