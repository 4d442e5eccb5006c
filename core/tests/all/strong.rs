//! The strong player: what it proves is true, and it may be stopped and sliced anywhere.

use plyscope_core::othello::endgame::Endgame;
use plyscope_core::othello::strong::{InDiscs, Level, Part, Stage};
use plyscope_core::othello::{Board, Othello, Patterns, ProbCuts, Strong};
use plyscope_core::search::probe::Cut;
use plyscope_core::search::table::{Slot, TranspositionTable};
use plyscope_core::{Bound, Game as _, Progress, Request, Search as _, Stop, Value, storage};

use crate::support::naive;
use crate::support::playout::playout;
use crate::support::random::Random;

fn slots(count: usize) -> Vec<Slot> {
    (0..count).map(|_| Slot::new()).collect()
}

/// Parameters near those learned.
const CUTS: &ProbCuts<'static> = {
    const fn cut(deep: u8, shallow: u8, deviation: u16) -> Cut {
        Cut { deep, shallow, slope: 262, offset: 30, deviation }
    }
    const ALL: [Cut; 6] = [
        cut(3, 1, 450),
        cut(4, 2, 315),
        cut(5, 3, 320),
        cut(6, 4, 300),
        cut(7, 3, 400),
        cut(8, 4, 380),
    ];
    &ProbCuts::uniform(&ALL).with_ends(ProbCuts::uniform(&ends(650)))
};

/// Cuts of searches to the end, from shallow searches to four plies.
const fn ends(deviation: u16) -> [Cut; 16] {
    let mut cuts = [Cut { deep: 0, shallow: 4, slope: 280, offset: 20, deviation }; 16];
    let mut number = 0;
    while number < 16 {
        cuts[number].deep = number as u8 + 11;
        number += 1;
    }
    cuts
}

macro_rules! strong {
    ($slots:expr, $level:expr) => {
        strong!($slots, $level, CUTS)
    };
    ($slots:expr, $level:expr, $cuts:expr) => {
        Strong::<_, _>::new(
            Patterns::SMALL,
            $cuts,
            TranspositionTable::new($slots),
            storage!(60, 512),
        )
        .level($level)
    };
}

/// The final score under best play, by the tests' own search.
fn score(board: &Board) -> i32 {
    let value = naive::minimax(&Othello, &plyscope_core::othello::Simple, board, 60);
    value.outcome().map_or(0, |outcome| outcome.score())
}

#[test]
fn what_it_proves_is_true_with_tables_of_any_size() {
    let mut random = Random::new(9);
    for plies in 50..60 {
        for _ in 0..12 {
            let board = playout(&Othello, &Board::START, plies, &mut random);
            let score = score(&board);
            for count in [0, 1, 64, 1 << 12] {
                let slots = slots(count);
                let mut strong = strong!(&slots, Level::UNLIMITED);
                let report = strong.search(&Request::new(&board)).unwrap();
                assert_eq!(report.value.outcome().map_or(0, |outcome| outcome.score()), score);
                assert_eq!((report.bound, report.proven), (Bound::Exact, true));
                // The line leads to the end of the game, and to this score.
                let line = report.principal_variation;
                let mut end = board;
                for &mv in line {
                    assert!(Othello.is_legal(&end, mv));
                    end = Othello.play(&end, mv);
                }
                let final_score = if line.len() % 2 == 0 { end.score() } else { -end.score() };
                assert!(end.is_over() && final_score == score, "{line:?}");

                let who_wins = Level { exact: 0, ..Level::UNLIMITED };
                let mut strong = strong!(&slots, who_wins);
                let report = strong.search(&Request::new(&board)).unwrap();
                let proven = match report.bound {
                    _ if board.is_over() => score.signum(),
                    Bound::Lower => 1,
                    Bound::Upper => -1,
                    Bound::Exact => 0,
                    bound => panic!("{bound:?}"),
                };
                assert!(report.proven && proven == score.signum());
                if let Some(mv) = report.best_move {
                    let after = Othello.play(&board, mv);
                    assert_eq!(-self::score(&after).signum(), score.signum(), "{mv}");
                }
            }
        }
    }
}

#[test]
fn slices_of_any_size_give_the_result_of_one_run() {
    let mut random = Random::new(4);
    for plies in [6, 20, 34, 42, 46, 50] {
        let board = playout(&Othello, &Board::START, plies, &mut random);
        for limit in [0, 1, 500, 20_000] {
            let run = |slice: u64| {
                let slots = slots(512);
                let mut strong = strong!(&slots, Level::UNLIMITED);
                strong.start(&Request::new(&board).nodes(limit));
                while strong.step(slice).unwrap() == Progress::Paused {
                    let report = strong.report();
                    let mv = report.best_move.expect("it has a move at any time");
                    assert!(Othello.is_legal(&board, mv));
                }
                let report = strong.report();
                let line = report.principal_variation.to_vec();
                let found = (report.best_move, report.value, report.bound, report.proven);
                (found, report.depth, line, report.counts, report.stop)
            };
            let whole = run(u64::MAX);
            assert_eq!(run(1), whole, "{plies} plies, {limit} nodes");
            assert_eq!(run(77), whole, "{plies} plies, {limit} nodes");
            if let ((mv, ..), _, line, _, Stop::Nodes) = &whole {
                assert!(line.first() == mv.as_ref());
            }
        }
    }
}

#[test]
fn a_level_ends_at_its_depth_and_a_stopped_search_keeps_its_answer() {
    let mut random = Random::new(6);
    let board = playout(&Othello, &Board::START, 20, &mut random);
    let slots = slots(1 << 12);
    for depth in 0..8 {
        let level = Level { depth, outcome: 0, exact: 0, ..Level::UNLIMITED };
        let mut strong = strong!(&slots, level);
        strong.clear();
        let report = strong.search(&Request::new(&board)).unwrap();
        assert_eq!((report.depth, report.stop), (u32::from(depth), Stop::Completed));
        assert!(report.best_move.is_some() && !report.proven);
        assert!(matches!(report.bound, Bound::Exact | Bound::Estimate | Bound::Unknown));
        let limited = Request::new(&board).depth(depth.into());
        strong.clear();
        let mut other = strong!(&slots, Level { outcome: 0, exact: 0, ..Level::UNLIMITED });
        assert_eq!(other.search(&limited).unwrap().depth, u32::from(depth));
    }
    let mut strong = strong!(&slots, Level::UNLIMITED);
    strong.start(&Request::new(&board));
    assert_eq!(strong.step(30_000), Ok(Progress::Paused));
    let before = strong.report().depth;
    strong.stop();
    assert_eq!(strong.step(1_000), Ok(Progress::Done));
    let report = strong.report();
    assert!(report.depth >= before && report.stop == Stop::Polled);
    assert!(report.value < Value::MAX && report.best_move.is_some());
}

#[test]
fn few_nodes_near_the_end_give_a_value() {
    let mut random = Random::new(12);
    let mut unsolved = 0;
    for number in 0..200 {
        let board = playout(&Othello, &Board::START, 50 + number % 4, &mut random);
        let slots = slots(512);
        let mut strong = strong!(&slots, Level::UNLIMITED);
        let report = strong.search(&Request::new(&board).nodes(1000)).unwrap();
        assert!(report.bound != Bound::Unknown, "{board:?}");
        unsolved += u32::from(report.stop == Stop::Nodes);
    }
    assert!(unsolved > 20, "only {unsolved} of them need more nodes");
}

#[test]
fn weak_levels_err_within_their_noise_repeatably_and_in_slices() {
    let mut random = Random::new(21);
    let mut worse = [0; 9];
    for plies in 4..44 {
        let board = playout(&Othello, &Board::START, plies, &mut random);
        if board.moves() == 0 {
            continue;
        }
        for number in 1..=8 {
            let level = Level::numbered(number).unwrap();
            let run = |seed: u64, slice: u64| {
                let slots = slots(256);
                let mut strong = strong!(&slots, level).seed(seed);
                strong.start(&Request::new(&board));
                while strong.step(slice).unwrap() == Progress::Paused {}
                let report = strong.report();
                let line = report.principal_variation.to_vec();
                (report.best_move, report.value, report.bound, line, report.counts, report.stop)
            };
            let found = run(1, u64::MAX);
            assert_eq!(found, run(1, 3), "level {number}");
            assert_eq!(found.5, Stop::Completed);
            let depth = u32::from(level.depth).min(board.empties().count_ones());
            let best = naive::AlphaBeta {
                game: &Othello,
                evaluator: &InDiscs(Patterns::SMALL),
                sorted_from: 2,
                generated: 0,
            }
            .search(&board, depth, Value::NEG_INFINITY, Value::INFINITY);
            let lost = best.get() - found.1.get();
            assert!((0..=2 * i32::from(level.noise)).contains(&lost), "level {number}: {lost}");
            worse[usize::from(number)] += i32::from(lost > 0);
        }
    }
    assert!(worse[1] > 10 && worse[8] < worse[1], "{worse:?}");
}

#[test]
fn levels_rise() {
    assert!(Level::numbered(0).is_none() && Level::numbered(31).is_none());
    for number in 2..=Level::HIGHEST {
        let (below, level) =
            (Level::numbered(number - 1).unwrap(), Level::numbered(number).unwrap());
        assert!(level != below && level.depth >= below.depth && level.noise <= below.noise);
        assert!(level.exact >= below.exact && level.outcome >= below.outcome);
        assert!(level.outcome >= level.exact && level.selective >= below.selective);
        assert!(level.selective == 0 || level.selective > level.outcome);
    }
}

#[test]
fn without_a_part_it_searches_more_and_what_it_proves_stays_true() {
    let mut random = Random::new(14);
    let mut slots = slots(1 << 12);
    let mut total = [0u64; 4];
    for _ in 0..6 {
        let board = playout(&Othello, &Board::START, 24, &mut random);
        let level = Level::new(8, 0, 0);
        let mut nodes = |part: Option<Part>| {
            slots.fill_with(Slot::new);
            let mut search = strong!(&slots, level).without(part);
            search.search(&Request::new(&board)).unwrap().counts.generated
        };
        let parts = [Part::NullWindows, Part::KnownMoves, Part::Selectivity];
        total[0] += nodes(None);
        for (sum, part) in total.iter_mut().skip(1).zip(parts) {
            *sum += nodes(Some(part));
        }
    }
    let [all, without @ ..] = total;
    assert!(without.iter().all(|&nodes| nodes > all), "{total:?}");
    assert!(without[2] > 2 * all, "{total:?}");

    let board = playout(&Othello, &Board::START, 54, &mut random);
    let mut search = strong!(&slots, Level::UNLIMITED).without(Some(Part::Proof));
    let report = search.search(&Request::new(&board)).unwrap();
    assert!(!report.proven || report.value.outcome().map(|it| it.score()) == Some(score(&board)));
    assert!(matches!(search.finished(), Some(Stage::Middle { .. })), "{:?}", search.finished());
}

/// The score by the endgame solver.
fn solved(board: &Board) -> i32 {
    let slots = slots(1 << 14);
    let mut solver = Endgame::new(TranspositionTable::new(&slots));
    solver.search(&Request::new(board)).unwrap().value.get()
}

/// The value of each selective search to the end, with the report's bound, depth and claim of proof.
fn selective(
    board: &Board,
    cuts: &'static ProbCuts<'static>,
    part: Option<Part>,
) -> Vec<(i32, Bound, u32, bool)> {
    let slots = slots(1 << 14);
    let mut strong = strong!(&slots, Level::UNLIMITED, cuts).without(part);
    strong.start(&Request::new(board));
    let (mut before, mut found) = (None, Vec::new());
    while strong.step(1).unwrap() == Progress::Paused {
        let stage = strong.finished();
        if stage != before && matches!(stage, Some(Stage::Selective { .. })) {
            let report = strong.report();
            found.push((report.value.get(), report.bound, report.depth, report.proven));
        }
        before = stage;
    }
    let report = strong.report();
    let score = report.value.outcome().map_or(0, |outcome| outcome.score());
    assert_eq!((score, report.bound, report.proven), (solved(board), Bound::Exact, true));
    found
}

#[test]
fn selective_searches_to_the_end_are_estimates_until_the_score_is_proven() {
    const UNSURE: [Cut; 16] = ends(u16::MAX);
    static PRUNES_NOTHING: ProbCuts<'static> =
        ProbCuts::uniform(&[]).with_ends(ProbCuts::uniform(&UNSURE));
    let mut random = Random::new(33);
    let mut differ = 0;
    for _ in 0..6 {
        let board = playout(&Othello, &Board::START, 44, &mut random);
        let empties = board.empties().count_ones();
        if board.is_over() {
            continue;
        }
        let score = solved(&board);
        let found = selective(&board, CUTS, None);
        assert_eq!(found.len(), 3, "{found:?}");
        for (value, bound, depth, proven) in found {
            assert!(bound == Bound::Estimate && depth == empties && !proven, "{bound:?} {depth}");
            assert!((-6400..=6400).contains(&value));
            differ += i32::from(value != 100 * score);
        }
        // Without a cut, the value is the score; it is still not called proven.
        for (value, _, _, proven) in selective(&board, &PRUNES_NOTHING, None) {
            assert!(value == 100 * score && !proven, "{value} {score}");
        }
        for part in [Part::SelectiveEnd, Part::Selectivity] {
            assert!(selective(&board, CUTS, Some(part)).is_empty());
        }
    }
    assert!(differ > 0, "the cuts prune what changes a value now and then");
}

#[test]
fn a_level_without_proof_ends_with_selective_searches_to_the_end() {
    let mut random = Random::new(35);
    let board = playout(&Othello, &Board::START, 44, &mut random);
    let empties = board.empties().count_ones();
    for (beyond, confidence) in [(0, 80), (1, 80), (2, 130), (4, 190), (40, 330)] {
        let slots = slots(1 << 12);
        let level = Level::new(8, 0, 0).with_selective(empties as u8 + beyond);
        let mut strong = strong!(&slots, level);
        let report = strong.search(&Request::new(&board)).unwrap();
        assert!(!report.proven && report.stop == Stop::Completed && report.depth == empties);
        match strong.finished() {
            Some(Stage::Selective { confidence: found, .. }) => assert_eq!(found, confidence),
            stage => panic!("{stage:?}"),
        }
    }
}
