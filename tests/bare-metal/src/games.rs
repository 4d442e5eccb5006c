//! The games and their evaluations.

use core::hint::black_box;

use plyscope_core::breakthrough::{Advance, Breakthrough, Pieces};
use plyscope_core::clobber::{Checkered, Clobber, MovableStones};
use plyscope_core::connect_four::{ConnectFour, Discs, OpenLines};
use plyscope_core::hash::crc32;
use plyscope_core::hex::{Hex, ShortestConnection, Stones};
use plyscope_core::hexapawn::{Hexapawn, PawnCount, PawnMove, Pawns};
use plyscope_core::othello::patterns::{Indices, PatternSet, mixed};
use plyscope_core::othello::{
    Bill, Board, Colour, DiscDifference, Move, Othello, Patterns, Simple, bill, bitboard,
    parse_bitboards, parse_board, parse_moves, patterns,
};
use plyscope_core::random_tree::{
    Branching, Correlation, EdgeCostSum, EdgeCosts, Generation, NoisyEdgeCostSum, OnDemandTree,
    RandomTree,
};
use plyscope_core::search::proof_number::{Goal, ProofNumber};
use plyscope_core::search::table::{Slot, TranspositionTable};
use plyscope_core::steps::Step;
use plyscope_core::tic_tac_toe::{FreeLines, Marks, TicTacToe};
use plyscope_core::{
    Decided, Evaluator, Game, Outcome, Side, Value, child_value, perft, static_value,
};

use crate::done;
use crate::values::hash;

pub(crate) fn all() {
    othello();
    connect_four();
    tic_tac_toe();
    breakthrough::<6, 6>();
    breakthrough::<8, 8>();
    breakthrough::<16, 4>();
    clobber::<6, 5>();
    clobber::<1, 63>();
    clobber::<63, 1>();
    hex::<1>();
    hex::<7>();
    hexapawn::<3, 3>();
    hexapawn::<4, 5>();
    hexapawn::<8, 8>();
    hexapawn::<1, 64>();
    for generation in [
        Generation::BreadthFirst,
        Generation::ReseedParent,
        Generation::ReseedNode,
        Generation::Hash,
    ] {
        random_tree(black_box(generation));
    }
}

/// A tree with arbitrary parameters.
pub(crate) fn any_tree(seed: u32) -> RandomTree {
    let number = black_box(9);
    let branching = match black_box(3) {
        0 => Branching::uniform(number),
        1 => Branching::random_with_leaves(number),
        2 => Branching::random(number),
        _ => Ok(Branching::ZHANG),
    };
    let branching = branching.unwrap_or(Branching::ZHANG);
    let branching = branching.with_root(black_box(4)).unwrap_or(branching);
    done((branching.maximum(), branching.at_root(), hash(&branching)));
    RandomTree::new(seed, branching)
        .with_edge_costs(black_box(EdgeCosts::Wide))
        .with_generation(black_box(Generation::Hash))
        .with_game_depth(black_box(100))
}

/// All methods of the trait [`Game`], with an arbitrary position and move.
fn play<G: Game, E: Evaluator<G::Position>>(
    game: &G,
    evaluator: &E,
    position: &G::Position,
    mv: G::Move,
) {
    let position = black_box(position);
    let mut moves = game.moves(position);
    while let Some((mv, child)) = game.next_child(position, black_box(&mut moves)) {
        let state = evaluator.state(position);
        done((mv, child_value(game, evaluator, (position, &state), &child)));
        done((game.play(position, mv), game.outcome(&child), game.key(&child)));
        done((game.has_more(&child, &game.moves(&child)), game.is_over(&child)));
    }
    done((game.mover(position), game.count_moves(position), game.play(position, black_box(mv))));
    done((static_value(game, evaluator, position), perft(game, position, black_box(3))));
}

fn othello() {
    let board = black_box(Board { mover: 0x0010_0008_1000_0000, opponent: 0x0010_0010_0800_0000 });
    let square: u32 = black_box(70);
    done((board.moves(), board.empties(), board.passed(), board.place(square), board.score()));
    done((board.must_pass(), board.is_over(), Board::new(board.mover, board.opponent)));
    done(bitboard::legal_moves(board.mover, board.opponent));
    done(bitboard::flips(square, board.mover, board.opponent));
    done(bitboard::mobilities(board.mover, board.opponent));
    done((black_box(Value::new(100_000_012)).outcome(), hash(&board)));
    done(Value::decided(-black_box(Outcome::scored(i32::MIN))));

    let mv = black_box(Move::PASS);
    done((mv.square(), Move::to(black_box(200)), u8::from(mv), Move::try_from(black_box(65))));
    done((Othello.is_legal(&board, mv), mv.cmp(&black_box(Move::PASS))));
    play(&Othello, &Simple, &board, mv);
    play(&Othello, &Decided(Simple), &board, mv);
    done(Decided(Simple).finished(black_box(Outcome::DRAW)));
    play(&&Othello, &&DiscDifference, &board, mv);
    done(crc32(black_box(&[&[1, 2, 3], &[]])));
    done(Patterns::unverified(black_box(&[b'p'; 20])).is_some());
    done(patterns::phase(black_box(30), black_box(3)));
    done((patterns::reflected(black_box(200), black_box(9)), PatternSet::named(black_box("w"))));
    if let Some(patterns) =
        Patterns::new(black_box(include_bytes!("../../../core/weights/patterns-small.bin")))
    {
        done((patterns.phases(), patterns.fingerprint(), patterns.is_intact()));
        done(patterns::header(patterns.set(), black_box(3)));
        done(patterns::length(patterns.set(), black_box(patterns::MIXED)));
        done(mixed::mobility(&board));
        // It takes 2 MB, which no chip has.
        #[cfg(not(target_os = "none"))]
        {
            let mut table = black_box(mixed::table(&[]));
            mixed::fill(&mut table, black_box(&[1; 20]));
            play(&Othello, &patterns.in_words(&table), &board, mv);
        }
        play(&Othello, &patterns, &board, mv);
    }
    if let Some(set) = PatternSet::numbered(black_box(3)) {
        done((set.name(), set.number(), set.shapes(), set.weights(), set.is_folded()));
        done(set.empty_places());
        let indices = black_box(Indices::new(set, &board));
        done((indices.places(), indices.are_of(set), indices == black_box(indices)));
        done(Patterns::LEARNED.update(&board, &indices, &board.place(square)));
        done(Patterns::LEARNED.evaluate(&board, &indices));
    }

    done((bill::edge_index(black_box(5000), black_box(3)), black_box(Bill::MOST_LIKELY)));
    let weights: &[u8] = include_bytes!("../../../core/weights/bill.bin");
    if let Some(bill) = Bill::new(black_box(weights)) {
        done((bill.stages(), bill.edge(black_box(99_999)), bill == Bill::LEARNED));
        done((bill.is_intact(), Bill::unverified(black_box(weights)).is_some()));
        done(bill.features(&board, black_box(7), black_box(!7)));
        play(&Othello, &bill, &board, mv);
    }
    let discriminant = bill::Discriminant::from_bytes(black_box(&[255; bill::STAGE]));
    done((discriminant.to_bytes(), discriminant.value(black_box(&[i32::MAX; bill::FEATURES]))));

    done(black_box("pass").parse::<Move>());
    done(parse_board(black_box(
        "---------------------------OX------XO--------------------------- X",
    )));
    done(parse_bitboards(black_box("810000000/1008000000")));
    done(parse_moves(black_box("f5d6c3")));
    done((black_box(Colour::Black).other(), black_box(Colour::White).letter()));
}

fn connect_four() {
    let discs = black_box(Discs { mover: 0x1234_5678, all: 0x1_2345_6789 });
    done((discs.mirrored(), discs.opponent(), discs.wins_at_once()));
    done(Discs::after(black_box("44444326")).is_ok());
    play(&ConnectFour, &OpenLines, &discs, black_box(200));
    let slots = [const { Slot::new() }; 8];
    let table = TranspositionTable::new(black_box(&slots));
    let mut search = ProofNumber::<_, 42>::new(ConnectFour, table);
    search.start(&discs, black_box(Goal::Draw));
    done((
        search.step(black_box(9)).is_ok(),
        search.proof(),
        search.best_move(),
        search.generated(),
    ));
    done((ConnectFour.pack(black_box(3), 0), ConnectFour.unpack(&discs, black_box(u32::MAX))));
}

fn tic_tac_toe() {
    let marks = black_box(Marks { mover: 0xffff, opponent: 0x1234 });
    done((marks.all(), hash(&marks.mirrored()), hash(&marks.transposed())));
    play(&TicTacToe, &FreeLines, &Marks::START, black_box(200));
    play(&TicTacToe, &FreeLines, &marks, black_box(4));
    done((TicTacToe.pack(black_box(3), 0), TicTacToe.unpack(&marks, black_box(u32::MAX))));
}

/// A step between any squares, also none on the board.
fn any_step() -> Step {
    Step { from: black_box(200), to: black_box(100) }
}

fn breakthrough<const COLUMNS: usize, const ROWS: usize>() {
    let game = Breakthrough::<COLUMNS, ROWS>;
    let anything =
        Pieces { white: 0x1234_5678_9abc_def0, black: u64::MAX, black_moves: black_box(true) };
    let start = Breakthrough::<COLUMNS, ROWS>::START;
    for pieces in [start, black_box(anything)] {
        done(hash(&Breakthrough::<COLUMNS, ROWS>::mirrored(&pieces)));
        play(&game, &Advance::<COLUMNS, ROWS>, &pieces, any_step());
        done((game.is_legal(&pieces, any_step()), game.unpack(&pieces, black_box(u32::MAX))));
        done((game.pack(any_step(), 0), game.packed(&pieces, any_step())));
    }
}

fn clobber<const COLUMNS: usize, const ROWS: usize>() {
    let game = Clobber::<COLUMNS, ROWS>;
    let anything = Checkered { mover: 0x1234_5678_9abc_def0, opponent: u64::MAX };
    for stones in [Clobber::<COLUMNS, ROWS>::START, black_box(anything)] {
        done((stones.all(), hash(&Clobber::<COLUMNS, ROWS>::turned(stones))));
        done(hash(&Clobber::<COLUMNS, ROWS>::mirrored(stones)));
        play(&game, &MovableStones::<COLUMNS, ROWS>, &stones, any_step());
        done((game.is_legal(&stones, any_step()), game.unpack(&stones, black_box(u32::MAX))));
        done((game.pack(any_step(), 0), game.packed(&stones, any_step())));
    }
}

fn hex<const SIZE: usize>() {
    let game = Hex::<SIZE>;
    let anything = Stones { first: 0x1234_5678_9abc_def0, second: u64::MAX };
    for stones in [Stones::START, black_box(anything)] {
        done((stones.all(), stones.second_moves(), hash(&Hex::<SIZE>::turned(stones))));
        play(&game, &ShortestConnection::<SIZE>, &stones, black_box(200));
        done((game.is_legal(&stones, black_box(200)), game.unpack(&stones, black_box(u32::MAX))));
        done((game.pack(black_box(200), 0), game.packed(&stones, black_box(200))));
    }
}

fn hexapawn<const COLUMNS: usize, const ROWS: usize>() {
    let game = Hexapawn::<COLUMNS, ROWS>;
    let mv = PawnMove { from: 200, to: 100 };
    let anything = Pawns { black: 0x1234_5678, white: 0x1_2345_6789, mover: Side::Max };
    play(&game, &PawnCount::<COLUMNS, ROWS>, &Hexapawn::<COLUMNS, ROWS>::start(), mv);
    play(&game, &PawnCount::<COLUMNS, ROWS>, &anything, mv);
}

fn random_tree(generation: Generation) {
    let tree = any_tree(black_box(17)).with_generation(generation);
    let root = tree.root();
    let child = tree.nth_child(black_box(&root), black_box(2));
    done((child.number(), tree.count_children(&root), root.value(), root.depth(), hash(&root)));
    play(&tree, &EdgeCostSum, &root, child);
    play(&&tree, &EdgeCostSum, &tree.play(&root, child), child);
    let correlation = Correlation::per_mille(black_box(300)).unwrap_or(Correlation::NONE);
    let noisy = NoisyEdgeCostSum::new(black_box(u32::MAX));
    let correlated = tree.clone().with_correlation(correlation);
    play(&correlated, &noisy, &root, child);
    done((correlation.get(), correlation.is_none(), noisy.amplitude(), noisy.noise(&root)));
    done(correlated.correlation());
    let on_demand = OnDemandTree::new(&tree);
    play(&on_demand, &EdgeCostSum, &on_demand.root(), child);
    done((tree.seed(), tree.branching(), tree.edge_costs(), tree.generation(), tree.game_depth()));
    let costs = black_box(EdgeCosts::Zhang16);
    done((costs.lowest(), costs.highest(), RandomTree::zhang(black_box(1)).root()));
}
