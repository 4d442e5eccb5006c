//! The solver of endgames: naive minimax's scores, whatever the window, the table, the guide and the slices.

use crate::support::naive;
use crate::support::outcome::{Outcome, before};
use crate::support::playout::playout;
use crate::support::random::Random;
use plyscope_core::othello::endgame::{Endgame, Frames, Guide, Guided, RECURSION, Unguided};
use plyscope_core::othello::{Board, DiscDifference, Move, Othello, Patterns, parse_board};
use plyscope_core::search::table::{Slot, TranspositionTable};
use plyscope_core::{
    Bound, CapacityError, FirstLine, Game, Generated, Limits, Observer, Progress, Request, Search,
    Stop, Value, Window, static_value,
};

fn slots(count: usize) -> Vec<Slot> {
    (0..count).map(|_| Slot::new()).collect()
}

/// A position of a random game with at most `empties` empty squares, mostly exactly so many.
fn position(empties: u32, random: &mut Random) -> Board {
    loop {
        // A pass is a ply, too.
        let mut board = playout(&Othello, &Board::START, u64::from(60 - empties), random);
        while board.empties().count_ones() > empties && !board.is_over() {
            board = playout(&Othello, &board, 1, random);
        }
        if board.empties().count_ones() <= empties {
            return board;
        }
    }
}

/// The exact score, found without anything that is under test.
fn exact(board: &Board) -> i32 {
    naive::minimax(&Othello, &DiscDifference, board, 100).get()
}

fn window(alpha: i32, beta: i32) -> Window {
    Window { alpha: Value::new(alpha), beta: Value::new(beta) }
}

/// Checks what a search in this window says about a position whose score is `score`.
fn check<E: Guide>(solver: &mut Endgame<'_, E>, board: &Board, window: Window, score: i32) {
    let report = solver.search(&Request::new(board).window(window)).unwrap();
    assert_eq!(report.stop, Stop::Completed);
    assert!(report.proven);
    let (value, bound) = (report.value.get(), report.bound);
    let right = match bound {
        Bound::Exact => value == score,
        Bound::Lower => value <= score && report.value >= window.beta,
        Bound::Upper => value >= score && report.value <= window.alpha,
        _ => false,
    };
    assert!(right, "{board:?} in {window:?}: {value} {bound:?}, but the score is {score}");
    // An answer as good as the window allows.
    let truth = Value::new(score);
    assert_eq!(bound == Bound::Exact, window.alpha < truth && truth < window.beta, "{window:?}");
    let line = report.principal_variation;
    assert_eq!(line.first().copied(), report.best_move);
    if bound == Bound::Exact {
        assert!(report.line_ends_game);
        let end = line.iter().fold(*board, |board, &mv| {
            assert!(Othello.is_legal(&board, mv), "{board:?} {line:?}");
            Othello.play(&board, mv)
        });
        assert!(end.is_over(), "{board:?} {line:?}");
        assert_eq!(before(line.len(), static_value(&Othello, &DiscDifference, &end)), truth);
    } else if bound == Bound::Lower && !board.is_over() {
        let child = Othello.play(board, report.best_move.unwrap());
        // By another solver, which naive minimax checks elsewhere.
        let mut other = Endgame::new(TranspositionTable::new(&[]));
        let reply = other.search(&Request::new(&child)).unwrap();
        assert!(-reply.value >= window.beta, "the move reaches it: {board:?} {window:?}");
    }
}

#[test]
fn scores_are_naive_minimaxs_in_every_window() {
    let memory = slots(64);
    let mut solver = Endgame::new(TranspositionTable::new(&memory));
    let mut guided = Endgame::with_guide(TranspositionTable::new(&memory), Guided(Patterns::SMALL));
    let mut random = Random::new(2024);
    let mut finished = 0;
    for (empties, count) in
        [(0, 50), (1, 400), (2, 500), (3, 500), (4, 400), (5, 300), (6, 120), (7, 30), (8, 6)]
    {
        for _ in 0..count {
            let board = position(empties, &mut random);
            finished += u32::from(board.is_over());
            let score = exact(&board);
            let near = score + random.below(9) as i32 - 4;
            for window in [
                Window::FULL,
                window(-64, 64),
                window(-1, 1),
                window(near, near + 1),
                window(near - 1, near),
                window(near, near),
                window(near - 3, near + 2),
                window(score - 1, score + 1),
                window(100, 200),
                window(-200, -100),
                window(64, 64),
                window(-64, -63),
            ] {
                check(&mut solver, &board, window, score);
                check(&mut guided, &board, window, score);
            }
        }
    }
    assert!(finished > 50, "finished games are among them: {finished}");
}

#[test]
fn tables_of_any_size_change_no_score() {
    let memories: Vec<_> = [0, 1, 2, 7, 64, 1 << 16].map(slots).into();
    let mut random = Random::new(7);
    for round in 0..24 {
        let board = position(11 + round % 3, &mut random);
        let mut scores = Vec::new();
        for memory in &memories {
            // With the entries of all positions before.
            let mut solver = Endgame::new(TranspositionTable::new(memory));
            let report = solver.search(&Request::new(&board)).unwrap();
            assert_eq!(report.bound, Bound::Exact);
            scores.push(report.value);
        }
        let mut guided = Endgame::with_guide(TranspositionTable::new(&[]), Guided(Patterns::SMALL));
        scores.push(guided.search(&Request::new(&board)).unwrap().value);
        assert!(scores.iter().all(|&score| score == scores[0]), "{board:?}: {scores:?}");
        let mut solver = Endgame::new(TranspositionTable::new(&memories[4]));
        let score = scores[0].get();
        for window in [window(-1, 1), window(score, score + 1), window(score - 1, score)] {
            check(&mut solver, &board, window, score);
        }
    }
}

fn in_slices<E: Guide>(
    solver: &mut Endgame<'_, E>,
    request: &Request<'_, Othello>,
    mut size: impl FnMut() -> u64,
) -> Outcome<Move> {
    solver.start(request);
    while solver.step(size()).unwrap() == Progress::Paused {
        assert_eq!(solver.report().stop, Stop::Running);
        assert!(solver.searching().is_none_or(|mv| Othello.is_legal(request.position, mv)));
    }
    solver.report().into()
}

#[test]
fn slices_of_any_size_give_the_result_of_one_run() {
    let mut random = Random::new(3);
    for round in 0..12 {
        let board = position(10 + round % 4, &mut random);
        for window in [Window::FULL, window(-1, 1), window(3, 9)] {
            let request = Request::new(&board).window(window);
            let memory = slots(500);
            let mut table = TranspositionTable::new(&memory);
            let mut solver = Endgame::with_guide(table, Guided(Patterns::SMALL));
            let whole: Outcome<_> = solver.search(&request).unwrap().into();
            for longest in [1, 2, 50, 5000] {
                table.clear();
                let found = in_slices(&mut solver, &request, || random.below(longest + 1));
                assert_eq!(found, whole, "{board:?}, slices of at most {longest}");
            }
        }
    }
}

#[test]
fn a_limit_of_nodes_stops_it_with_a_bound_that_holds() {
    let mut random = Random::new(5);
    let mut bounds = 0;
    for _ in 0..10 {
        let board = position(12, &mut random);
        let mut solver = Endgame::new(TranspositionTable::new(&[]));
        let whole: Outcome<_> = solver.search(&Request::new(&board)).unwrap().into();
        for share in [0, 1, 10, 50, 90] {
            let nodes = whole.counts.generated * share / 100;
            let limits = Limits::nodes(nodes);
            let report = solver.search(&Request::new(&board).limits(limits)).unwrap();
            if report.stop == Stop::Completed {
                continue;
            }
            assert_eq!(report.stop, Stop::Nodes);
            assert!(!report.proven && !report.line_ends_game);
            assert!(report.counts.generated >= nodes);
            match report.bound {
                Bound::Lower => assert!(report.value <= whole.value),
                Bound::Upper => assert!(report.value >= whole.value),
                bound => assert_eq!(bound, Bound::Unknown),
            }
            bounds += u32::from(report.bound != Bound::Unknown);
        }
    }
    assert!(bounds > 3, "{bounds}");
}

/// A solver with so many frames.
fn with_plies<const PLIES: usize>() -> Endgame<'static, Unguided, PLIES> {
    Endgame::with_frames(TranspositionTable::new(&[]), Unguided, Frames::new())
}

#[test]
fn too_few_frames_are_an_error_and_enough_are_none() {
    let board = position(12, &mut Random::new(1));
    assert_eq!(board.empties().count_ones(), 12);
    let mut enough = with_plies::<{ 12 - RECURSION }>();
    assert!(enough.search(&Request::new(&board)).is_ok());
    // The same with frames that are borrowed.
    let mut frames = Frames::new();
    let table = TranspositionTable::new(&[]);
    let mut borrowing =
        Endgame::<_, { 12 - RECURSION }, _>::with_frames(table, Unguided, &mut frames);
    let request = Request::new(&board);
    assert_eq!(borrowing.search(&request).unwrap(), enough.search(&request).unwrap());
    let mut few = with_plies::<3>();
    let error = few.search(&Request::new(&board)).unwrap_err();
    assert_eq!(error, CapacityError::Plies { capacity: 3 });
    assert_eq!(few.report().stop, Stop::Capacity);
    let mut none = with_plies::<0>();
    assert!(none.search(&Request::new(&board)).is_err());
}

/// Follows the moves at the root.
#[derive(Default)]
struct Watch {
    generated: u64,
    moves: Vec<Move>,
    ends: Vec<Value>,
}

impl Observer<Othello> for Watch {
    fn generated(&mut self, child: &Generated<'_, Othello>) {
        self.generated += u64::from(child.ply == 0);
    }

    fn descended(&mut self, ply: usize, mv: Move, _: Window) {
        if ply == 0 {
            self.moves.push(mv);
        }
    }

    fn returned(&mut self, ply: usize, value: Value) {
        if ply == 0 {
            self.ends.push(value);
        }
    }
}

#[test]
fn an_observer_sees_every_move_at_the_root() {
    let board = position(12, &mut Random::new(11));
    let mut solver = Endgame::new(TranspositionTable::new(&[]));
    let mut watch = Watch::default();
    solver.start(&Request::new(&board));
    assert_eq!(solver.step_with(u64::MAX, &mut watch), Ok(Progress::Done));
    let mut moves = watch.moves;
    moves.sort();
    moves.dedup();
    assert_eq!(moves, Othello.moves(&board).collect::<Vec<_>>());
    // Once in each pass.
    assert!(watch.ends.len() > 1);
    assert_eq!(watch.generated, (moves.len() * watch.ends.len()) as u64);
    assert_eq!(watch.ends.last(), Some(&solver.report().value));
}

#[test]
fn any_two_sets_of_squares_are_searched_without_a_panic() {
    let memory = slots(100);
    let mut solver = Endgame::new(TranspositionTable::new(&memory));
    let mut random = Random::new(99);
    for round in 0..3000 {
        // Mostly full boards, with discs of both sides on the same squares.
        let [a, b, c, d] = [(); 4].map(|()| random.bits());
        let (mover, opponent) = match round % 4 {
            0 => (a | b | c, b | c | d),
            1 => (a | b, !(a & c) | d),
            2 => (a, !a & !(b & c & d)),
            _ => (!0, random.bits()),
        };
        let board = Board { mover, opponent };
        let limits = Limits::nodes(20_000);
        let report = solver.search(&Request::new(&board).limits(limits)).unwrap();
        assert!((-64..=64).contains(&report.value.get()) || mover & opponent != 0);
    }
}

/// Positions and exact scores for the side to move; `tests/data/README.md` says where they come from.
const POSITIONS: &str = include_str!("../../../tests/data/endgame-10.txt");

#[test]
fn all_200_positions_with_10_empty_squares_have_their_known_scores() {
    let memory = slots(1 << 12);
    let mut nodes = 0;
    for line in POSITIONS.lines() {
        let (board, _) = parse_board(line).unwrap();
        let (_, score) = line.split_once("; ").unwrap();
        let mut solver = Endgame::new(TranspositionTable::new(&memory));
        check(&mut solver, &board, Window::FULL, score.parse().unwrap());
        nodes += solver.counts().generated;
    }
    // From a table that the positions before have filled. Raise it only for a reason.
    assert!(nodes < 200 * 3_300, "{nodes}");
}

/// The score of the best move listed in a line of an OBF file: `board side; move:score; ...`, best first.
fn listed(line: &str) -> Option<i32> {
    line.split(';').nth(1)?.split_once(':')?.1.trim().parse().ok()
}

#[test]
fn the_suites_beside_the_project_have_their_known_scores() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../shared/data");
    let memory = slots(1 << 16);
    for (file, count) in [("fforum-1-19.obf", 8), ("endgame-12.txt", 200), ("endgame-14.txt", 20)] {
        let Ok(text) = std::fs::read_to_string(format!("{folder}/{file}")) else {
            eprintln!("skipped: {folder}/{file} is not there");
            continue;
        };
        for line in text.lines().take(count) {
            let (board, _) = parse_board(line).unwrap();
            let score = listed(line).or_else(|| line.split_once("; ")?.1.parse().ok()).unwrap();
            let mut solver = Endgame::new(TranspositionTable::new(&memory));
            check(&mut solver, &board, Window::FULL, score);
        }
    }
}

#[test]
fn the_given_move_is_searched_first_whatever_the_table_knows() {
    let mut random = Random::new(12);
    let slots = slots(1 << 10);
    for _ in 0..20 {
        let board = playout(&Othello, &Board::START, 46, &mut random);
        let mut solver = Endgame::new(TranspositionTable::new(&slots));
        let value = solver.search(&Request::new(&board)).unwrap().value;
        let mut moves = board.moves();
        while moves != 0 {
            let mv = Move::to(moves.trailing_zeros() as u8);
            moves &= moves - 1;
            let line = [mv.unwrap()];
            let request = Request::new(&board).expected(Some(Value::ZERO));
            let request = request.first_line(FirstLine::Given(&line));
            solver.table().clear();
            solver.start(&request);
            // The table may close the move at once; this one is empty.
            let _ = solver.step(1).unwrap();
            assert_eq!(solver.searching(), mv, "{board:?}");
            assert_eq!(solver.search(&request).unwrap().value, value);
        }
    }
}
