//! Nodes per second of every search, compared with a recursive alpha-beta and with the crate minimax.

mod common;

use std::cell::Cell;
use std::hint::black_box;
use std::time::Duration;

use criterion::measurement::WallTime;
use criterion::{BenchmarkGroup, Criterion, Throughput, criterion_group, criterion_main};
use minimax::Strategy as _;
use plyscope_core::othello::endgame::{Endgame, Guided};
use plyscope_core::othello::{Board, Move, Othello, Patterns, Simple, parse_board};
use plyscope_core::random_tree::{Branching, EdgeCostSum, RandomTree};
use plyscope_core::search::forward_estimation::{Edges, FixedBounds, Scaled};
use plyscope_core::search::table::{Slot, TranspositionTable};
use plyscope_core::{
    AlphaBeta, DepthFirst, Evaluator, Expansion, Game, IterativeDeepening, Limits, Minimax, Order,
    Policy, Rbfms, Request, Search, Value, static_value, storage,
};

/// Runs `search` once to count its nodes, then times it.
fn nodes_per_second<G: Game>(
    group: &mut BenchmarkGroup<'_, WallTime>,
    name: &str,
    search: &mut dyn Search<G>,
    root: &G::Position,
    depth: u32,
) {
    let limits = Limits::depth(depth);
    search.start(&Request::new(root).limits(limits));
    while search.step(u64::MAX).expect("the capacities suffice") == plyscope_core::Progress::Paused
    {
    }
    group.throughput(Throughput::Elements(search.counts().generated));
    group.bench_function(name, |b| {
        b.iter(|| {
            search.start(&Request::new(black_box(root)).limits(limits));
            let _ = search.step(u64::MAX);
            search.report().value
        });
    });
}

/// A textbook's recursive alpha-beta: the same order, the same nodes.
struct Recursive<'a, G, E> {
    game: &'a G,
    evaluator: &'a E,
    generated: u64,
}

impl<G: Game, E: Evaluator<G::Position>> Recursive<'_, G, E> {
    fn search(&mut self, node: &G::Position, depth: u32, mut alpha: Value, beta: Value) -> Value {
        let mut moves = self.game.moves(node);
        let mut best = Value::NEG_INFINITY;
        if depth == 1 {
            while let Some((_, child)) = self.game.next_child(node, &mut moves) {
                self.generated += 1;
                best = best.max(-static_value(self.game, self.evaluator, &child));
                alpha = alpha.max(best);
                if alpha >= beta {
                    break;
                }
            }
        } else {
            let mut children = heapless::Vec::<(Value, G::Move), 40>::new();
            while let Some((mv, child)) = self.game.next_child(node, &mut moves) {
                self.generated += 1;
                let _ = children.push((-static_value(self.game, self.evaluator, &child), mv));
            }
            children.sort_by_key(|&(value, _)| std::cmp::Reverse(value));
            for &(_, mv) in &children {
                let child = self.game.play(node, mv);
                best = best.max(-self.search(&child, depth - 1, -beta, -alpha));
                alpha = alpha.max(best);
                if alpha >= beta {
                    break;
                }
            }
        }
        if best == Value::NEG_INFINITY {
            static_value(self.game, self.evaluator, node)
        } else {
            best
        }
    }
}

fn recursive<G: Game, E: Evaluator<G::Position>>(
    group: &mut BenchmarkGroup<'_, WallTime>,
    game: &G,
    evaluator: &E,
    root: &G::Position,
    depth: u32,
) {
    let run = || {
        let mut search = Recursive { game, evaluator, generated: 0 };
        let value = search.search(black_box(root), depth, Value::NEG_INFINITY, Value::INFINITY);
        (value, search.generated)
    };
    group.throughput(Throughput::Elements(run().1));
    group.bench_function("alpha-beta, recursive form", |b| b.iter(run));
}

fn random_trees(c: &mut Criterion) {
    let tree = RandomTree::new(17, Branching::uniform(10).expect("10 is in range"));
    let (tree, root) = (&tree, &tree.root());
    let exact = FixedBounds::exact(tree.edge_costs().lowest(), tree.edge_costs().highest());
    let mut group = c.benchmark_group("random tree, uniform 10");
    nodes_per_second(
        &mut group,
        "minimax, depth 6",
        &mut Minimax::new(
            tree,
            EdgeCostSum,
            Policy::new(Order::None).full_width(),
            storage!(16, 256),
        ),
        root,
        6,
    );
    nodes_per_second(
        &mut group,
        "alpha-beta, depth 8",
        &mut AlphaBeta::new(tree, EdgeCostSum, Policy::new(Order::Static), storage!(16, 256)),
        root,
        8,
    );
    recursive(&mut group, tree, &EdgeCostSum, root, 8);
    nodes_per_second(
        &mut group,
        "alpha-beta, no order, depth 6",
        &mut AlphaBeta::new(tree, EdgeCostSum, Policy::new(Order::None), storage!(16, 256)),
        root,
        6,
    );
    nodes_per_second(
        &mut group,
        "forward estimation, exact, depth 9",
        &mut DepthFirst::new(
            tree,
            EdgeCostSum,
            Policy::new(Order::Static).estimating(Edges(exact)),
            storage!(16, 256),
        ),
        root,
        9,
    );
    nodes_per_second(
        &mut group,
        "forward estimation, delta 0.5, depth 9",
        &mut DepthFirst::new(
            tree,
            EdgeCostSum,
            Policy::new(Order::Static).estimating(Scaled::new(exact, 0.5)),
            storage!(16, 256),
        ),
        root,
        9,
    );
    nodes_per_second(
        &mut group,
        "rbfms, depth 14",
        &mut Rbfms::new(tree, EdgeCostSum, Expansion::Partial, storage!(16, 256)),
        root,
        14,
    );
}

fn othello(c: &mut Criterion) {
    let boards = common::midgame(1);
    let root = &boards[0];
    let mut group = c.benchmark_group("othello, simple evaluation");
    nodes_per_second(
        &mut group,
        "alpha-beta, depth 7",
        &mut AlphaBeta::new(Othello, Simple, Policy::new(Order::Static), storage!(16, 256)),
        root,
        7,
    );
    recursive(&mut group, &Othello, &Simple, root, 7);
    nodes_per_second(
        &mut group,
        "iterative deepening, depth 7",
        &mut IterativeDeepening::new(AlphaBeta::new(
            Othello,
            Simple,
            Policy::new(Order::Static),
            storage!(16, 256),
        )),
        root,
        7,
    );
    nodes_per_second(
        &mut group,
        "rbfms, depth 14",
        &mut Rbfms::new(Othello, Simple, Expansion::Partial, storage!(16, 256)),
        root,
        14,
    );
    nodes_per_second(
        &mut group,
        "alpha-beta, no order, depth 5",
        &mut AlphaBeta::new(Othello, Simple, Policy::new(Order::None), storage!(16, 256)),
        root,
        5,
    );
    peer(&mut group, root);
}

thread_local! {
    /// Moves applied by the other crate.
    static APPLIED: Cell<u64> = const { Cell::new(0) };
}

/// Our Othello behind the traits of the crate minimax.
struct Peer;

impl minimax::Game for Peer {
    type S = Board;
    type M = Move;

    fn generate_moves(board: &Board, moves: &mut Vec<Move>) -> Option<minimax::Winner> {
        // Only the moves: its search applies them itself.
        let mut squares = board.moves();
        if squares == 0 {
            if board.is_over() {
                return Self::get_winner(board);
            }
            moves.push(Move::PASS);
        }
        while squares != 0 {
            moves.extend(Move::to(squares.trailing_zeros() as u8));
            squares &= squares - 1;
        }
        None
    }

    fn apply(board: &mut Board, mv: Move) -> Option<Board> {
        APPLIED.set(APPLIED.get() + 1);
        Some(Othello.play(board, mv))
    }

    fn get_winner(board: &Board) -> Option<minimax::Winner> {
        board.is_over().then(|| match board.score() {
            0 => minimax::Winner::Draw,
            1.. => minimax::Winner::PlayerToMove,
            _ => minimax::Winner::PlayerJustMoved,
        })
    }
}

impl minimax::Evaluator for Peer {
    type G = Self;

    fn evaluate(&self, board: &Board) -> minimax::Evaluation {
        static_value(&Othello, &Simple, board).get() as minimax::Evaluation
    }
}

/// Its search shuffles the root's moves, so the number of nodes differs between runs. Time and nodes are summed over the
/// runs, and the time is scaled to a million nodes.
fn peer(group: &mut BenchmarkGroup<'_, WallTime>, root: &Board) {
    const MILLION: u64 = 1_000_000;
    group.throughput(Throughput::Elements(MILLION));
    group.bench_function("crate minimax's Negamax, depth 5, per million nodes", |b| {
        b.iter_custom(|iterations| {
            let mut search = minimax::Negamax::new(Peer, 5);
            APPLIED.set(0);
            let start = std::time::Instant::now();
            for _ in 0..iterations {
                black_box(search.choose_move(black_box(root)));
            }
            let applied = APPLIED.get().max(1);
            let per_million = start.elapsed().as_secs_f64() * MILLION as f64 / applied as f64;
            Duration::from_secs_f64(per_million * iterations as f64)
        });
    });
}

/// The solver of endgames, alone and guided.
fn endgames(c: &mut Criterion) {
    // A position of a tournament game with 16 empty squares: a1 to h8, Black to move.
    let text = "-OOOOOO--OOXXOO-XXOOOOOXXXXOOOOX-XXXOXOX-XOOOOXXX-OO-O-X--O----- X";
    let (board, _) = parse_board(text).expect("a board");
    let slots: Vec<_> = (0..1 << 16).map(|_| Slot::new()).collect();
    let table = TranspositionTable::new(&slots);
    let mut group = c.benchmark_group("endgame with 16 empty squares");
    group.sample_size(10).measurement_time(Duration::from_secs(3));
    let mut solve = |name: &str, search: &mut dyn FnMut() -> u64| {
        let mut table = table;
        table.clear();
        group.throughput(Throughput::Elements(search()));
        group.bench_function(name, |b| {
            b.iter(|| {
                table.clear();
                search()
            });
        });
    };
    let request = Request::new(&board);
    let mut alone = Endgame::new(table);
    solve("alone", &mut || alone.search(&request).expect("enough frames").counts.generated);
    let mut guided = Endgame::with_guide(table, Guided(Patterns::LEARNED));
    solve("patterns", &mut || guided.search(&request).expect("enough frames").counts.generated);
    group.finish();
}

criterion_group!(benches, random_trees, othello, endgames);
criterion_main!(benches);
