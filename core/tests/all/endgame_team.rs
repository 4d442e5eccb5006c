//! Several solvers of one position, each with a thread of its own: the scores of one solver, whatever the window and the table.

use std::sync::Mutex;
use std::thread;

use crate::support::playout::playout;
use crate::support::random::Random;
use plyscope_core::othello::endgame::{Endgame, Guided, Member, Team};
use plyscope_core::othello::{Board, Move, Othello, Patterns};
use plyscope_core::search::table::{Slot, TranspositionTable};
use plyscope_core::{Bound, Game, Progress, Request, Search, Stop, Value, Window};

/// A position of a random game with so many empty squares.
fn position(empties: u32, random: &mut Random) -> Board {
    loop {
        let board = playout(&Othello, &Board::START, u64::from(60 - empties), random);
        if board.empties().count_ones() == empties && !board.is_over() {
            return board;
        }
    }
}

/// What a solver says.
#[derive(Debug)]
struct Answer {
    value: i32,
    bound: Bound,
    best_move: Option<Move>,
    line: Vec<Move>,
    whole: bool,
}

/// The answers of a team in which every solver runs to its end.
fn together(size: usize, memory: &[Slot], board: &Board, window: Window) -> Vec<Answer> {
    let members: Vec<_> = (0..size).map(|_| Member::new()).collect();
    let table = TranspositionTable::new(memory);
    let answers = Mutex::new(Vec::new());
    thread::scope(|scope| {
        for number in 0..size {
            let (members, answers) = (&members, &answers);
            scope.spawn(move || {
                let team = Team::new(members, number);
                let mut solver = Endgame::with_guide(table, Guided(Patterns::SMALL)).in_team(team);
                solver.start(&Request::new(board).window(window));
                while solver.step(500).expect("it has frames") == Progress::Paused {}
                let report = solver.report();
                assert_eq!(report.stop, Stop::Completed);
                answers.lock().expect("no thread panics").push(Answer {
                    value: report.value.get(),
                    bound: report.bound,
                    best_move: report.best_move,
                    line: report.principal_variation.to_vec(),
                    whole: report.line_ends_game,
                });
            });
        }
    });
    answers.into_inner().expect("no thread panics")
}

fn alone(memory: &[Slot], board: &Board, window: Window) -> i32 {
    let mut table = TranspositionTable::new(memory);
    table.clear();
    let mut solver = Endgame::new(table);
    solver.search(&Request::new(board).window(window)).expect("it has frames").value.get()
}

#[test]
fn teams_find_the_score_of_one_solver_with_tables_of_any_size() {
    let own: Vec<Slot> = (0..1 << 16).map(|_| Slot::new()).collect();
    let mut random = Random::new(41);
    let (mut whole, mut all) = (0, 0);
    for (round, size) in [2, 3, 2, 5, 2, 3, 2, 2].into_iter().enumerate() {
        for (empties, count) in [(14, 1 << 16), (13, 1 << 10), (13, 64), (12, 0), (8, 7)] {
            let memory: Vec<Slot> = (0..count).map(|_| Slot::new()).collect();
            let board = position(empties - round as u32 % 2, &mut random);
            let score = alone(&own, &board, Window::FULL);
            for answer in together(size, &memory, &board, Window::FULL) {
                assert_eq!((answer.value, answer.bound), (score, Bound::Exact), "{board:?}");
                let mv = answer.best_move.expect("a move");
                assert_eq!(answer.line.first(), Some(&mv));
                let child = Othello.play(&board, mv);
                assert_eq!(-alone(&own, &child, Window::FULL), score, "{board:?} {mv}");
                let end = answer.line.iter().fold(board, |board, &mv| {
                    assert!(Othello.is_legal(&board, mv));
                    Othello.play(&board, mv)
                });
                assert_eq!(answer.whole, end.is_over());
                if answer.whole {
                    let sign = if answer.line.len() % 2 == 0 { 1 } else { -1 };
                    assert_eq!(end.score() * sign, score);
                }
                // A line that another solver has found is in the table, unless it is too small.
                if count >= 1 << 16 {
                    all += 1;
                    whole += u32::from(answer.whole);
                }
            }
        }
    }
    assert!(whole * 2 > all, "most lines are whole: {whole} of {all}");
}

#[test]
fn teams_answer_in_every_window() {
    let memory: Vec<Slot> = (0..1 << 14).map(|_| Slot::new()).collect();
    let mut random = Random::new(5);
    for round in 0..12 {
        let board = position(13 + round % 2, &mut random);
        let score = alone(&memory, &board, Window::FULL);
        let near = score + random.below(9) as i32 - 4;
        for (alpha, beta) in
            [(-64, 64), (-1, 1), (near, near + 1), (near - 1, near), (near - 3, near + 2), (70, 90)]
        {
            TranspositionTable::new(&memory).clear();
            let window = Window { alpha: Value::new(alpha), beta: Value::new(beta) };
            for Answer { value, bound, .. } in together(2, &memory, &board, window) {
                let right = match bound {
                    Bound::Exact => value == score,
                    Bound::Lower => value <= score && value >= beta,
                    Bound::Upper => value >= score && value <= alpha,
                    _ => false,
                };
                assert!(right, "{board:?} in {window:?}: {value} {bound:?}, not {score}");
                assert_eq!(bound == Bound::Exact, alpha < score && score < beta);
            }
        }
    }
}
