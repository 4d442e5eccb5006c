//! Builds books by self-play and search.

use std::collections::BTreeSet;
use std::ops::ControlFlow;

use plyscope_core::Game as _;
use plyscope_core::othello::{Board, Move, Othello, hundredths};
use plyscope_run::interrupt::Interrupted;
use plyscope_run::seed::hash;
use plyscope_run::stream::in_order_of;

use super::growth::Growth;
use super::{Book, Entry};
use crate::domain::OthelloDomain;
use crate::engine::Engine;
use crate::player::{PlayerError, search_of, value_moves};
use crate::symmetry::least;

/// Games that walk through the book at a time. What they find is searched together, so that the book does not depend on the
/// number of threads.
const WALKS: u64 = 16;
/// Rounds without a new position after which all positions that games reach are looked through.
const FRUITLESS: u32 = 64;

/// How a book is built.
#[derive(Clone, PartialEq, Debug)]
pub struct Plan {
    /// Number of positions to reach.
    pub positions: usize,
    /// Discs placed up to which positions are added.
    pub plies: u32,
    /// Depth of the search in plies, a move included; one more where the number of discs asks for it.
    pub depth: u32,
    /// Moves that are worse than the best by at most so many hundredths of a disc are played.
    pub margin: i32,
    /// Seed of the choices.
    pub seed: u64,
    /// The evaluation's name; the strong player's if `None`.
    pub evaluation: Option<String>,
}

/// The moves of a position of the book that games play.
fn good_moves(entry: &Entry, plan: &Plan) -> Vec<Move> {
    let best = entry.moves.first().map_or(i32::MAX, |known| known.value);
    let good = entry.moves.iter().filter(|known| known.value >= best.saturating_sub(plan.margin));
    good.map(|known| known.mv).collect()
}

/// Whether a game is over there, or beyond the book's plies.
fn is_beyond(plan: &Plan, board: &Board) -> bool {
    board.is_over() || 60 - board.empties().count_ones() >= plan.plies
}

/// All positions that games reach and that are not in the book yet, each once, in the order of moves.
fn missing(book: &Book, plan: &Plan) -> Vec<Board> {
    let (mut missing, mut seen) = (Vec::new(), BTreeSet::new());
    let mut next = vec![Board::START];
    while let Some(board) = next.pop() {
        let board = if board.must_pass() { board.passed() } else { board };
        if is_beyond(plan, &board) || !seen.insert(least(&board).0) {
            continue;
        }
        match book.get(&board) {
            None => missing.push(board),
            Some(entry) => {
                let moves = good_moves(&entry, plan).into_iter().rev();
                next.extend(moves.map(|mv| Othello.play(&board, mv)));
            }
        }
    }
    missing
}

/// A position that is not in the book yet, where a game leaves it; `None` where the game goes on beyond the book's plies.
fn leave(book: &Book, plan: &Plan, game: u64) -> Option<Board> {
    let mut board = Board::START;
    for ply in 0.. {
        if is_beyond(plan, &board) {
            return None;
        }
        if board.must_pass() {
            board = board.passed();
            continue;
        }
        let Some(entry) = book.get(&board) else { return Some(board) };
        let good = good_moves(&entry, plan);
        let number = hash(hash(plan.seed, game), ply) % good.len().max(1) as u64;
        board = Othello.play(&board, *good.get(number as usize)?);
    }
    None
}

/// Depth of the search of a position: the plan's or one more, so that the search of every position ends with the same side to move.
/// Evaluations favour one side, and values are compared across positions.
const fn depth_at(plan: &Plan, board: &Board) -> u32 {
    let discs = 60 - board.empties().count_ones();
    plan.depth + (discs + plan.depth) % 2
}

/// The values of all moves of a position, in hundredths of a disc.
fn values(plan: &Plan, board: &Board) -> Result<Vec<(Move, i32)>, PlayerError> {
    let depth = depth_at(plan, board);
    let engine: Engine = format!("algorithm=strong,depth={depth},table=4MiB")
        .parse()
        .map_err(|error: crate::engine::EngineError| PlayerError::Unsupported(error.to_string()))?;
    let engine = Engine { evaluation: plan.evaluation.clone(), ..engine };
    let domain = OthelloDomain::all_openings(0);
    let mut search = search_of(&domain, &engine, Othello)?;
    let go_on = &mut |_: &[_]| ControlFlow::Continue(());
    let found = value_moves(&domain, &mut search, &engine, &Othello, board, go_on)?;
    Ok(found.into_iter().map(|known| (known.mv, hundredths(known.value))).collect())
}

/// Adds positions to a book until it has as many as planned, or all that games within the margin reach. `saved` receives the book
/// whenever values were backed up. A book that was interrupted, or reached its number, continues where it stopped if the rest of
/// the plan is the same, and becomes the book that one build would have made.
///
/// # Errors
/// [`PlayerError`] from a search or on an interrupt, or an error of `saved`; the book then has what was found before.
pub fn build<E: From<PlayerError> + From<Interrupted> + Send>(
    book: &mut Book,
    plan: &Plan,
    threads: usize,
    saved: impl FnMut(&Book) -> Result<(), E>,
) -> Result<(), E> {
    let searched = |board: &Board| values(plan, board).map_err(E::from);
    build_with(book, plan, threads, searched, saved)
}

/// [`build`] with another search.
fn build_with<E: From<Interrupted> + Send>(
    book: &mut Book,
    plan: &Plan,
    threads: usize,
    searched: impl Fn(&Board) -> Result<Vec<(Move, i32)>, E> + Sync,
    mut saved: impl FnMut(&Book) -> Result<(), E>,
) -> Result<(), E> {
    let mut growth = Growth::of(plan, book.growth.take());
    let mut fruitless = 0;
    let mut round = growth.round;
    let mut outcome = Ok(());
    while outcome.is_ok() && book.len() < plan.positions {
        if growth.next.is_empty() {
            let looks_through = fruitless == FRUITLESS;
            growth.next =
                if looks_through { missing(book, plan) } else { leaves(book, plan, round) };
            round += 1;
            if growth.next.is_empty() {
                if looks_through {
                    break;
                }
                fruitless += 1;
                continue;
            }
            // Rounds without a position are not recorded: a complete book stays as it is.
            growth.round = round;
            fruitless = 0;
        }
        let open = growth.next.len().min(plan.positions - book.len());
        let leaves: Vec<Board> = growth.next.drain(..open).collect();
        let mut done = 0;
        let work = |number: u64| searched(&leaves[number as usize]);
        outcome = in_order_of(0..open as u64, threads, work, |number, moves| {
            let board = &leaves[number as usize];
            book.insert(board, depth_at(plan, board), moves);
            done += 1;
            Ok::<_, E>(ControlFlow::Continue(()))
        });
        growth.next.splice(..0, leaves.iter().skip(done).copied());
        book.back_up();
        book.growth = Some(growth.clone());
        if outcome.is_ok() {
            outcome = saved(book);
        }
    }
    book.growth = Some(growth);
    outcome
}

/// The positions where the games of a round leave the book, each once.
fn leaves(book: &Book, plan: &Plan, round: u64) -> Vec<Board> {
    let mut keys = BTreeSet::new();
    (round * WALKS..(round + 1) * WALKS)
        .filter_map(|game| leave(book, plan, game))
        .filter(|board| keys.insert(least(board).0))
        .collect()
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicU32, Ordering};

    use super::{Book, Plan, build_with, depth_at};
    use crate::game::children;
    use crate::symmetry::least;
    use plyscope_core::Game as _;
    use plyscope_core::othello::{Board, Move, Othello};
    use plyscope_run::interrupt::Interrupted;
    use plyscope_run::seed::hash;

    fn plan(positions: usize) -> Plan {
        Plan { positions, plies: 6, depth: 1, margin: 1000, seed: 3, evaluation: None }
    }

    /// Values as of a search: of a position and its depth alone, the same for symmetric moves, and not all within the margin.
    fn values(plan: &Plan, board: &Board) -> Vec<(Move, i32)> {
        let depth = depth_at(plan, board);
        let value =
            |child: &Board| (least(child).0.into_iter().fold(depth.into(), hash) % 1500) as i32;
        children(&Othello, board).map(|(mv, child)| (mv, value(&child))).collect()
    }

    /// The end of a build that was stopped after so many searches.
    #[derive(Debug)]
    struct Stopped;

    impl From<Interrupted> for Stopped {
        fn from(_: Interrupted) -> Self {
            Self
        }
    }

    /// Builds until `most` positions are searched. Returns whether the build has then ended.
    fn built(book: &mut Book, plan: &Plan, threads: usize, most: u32) -> bool {
        let left = AtomicU32::new(most);
        let searched = |board: &Board| {
            let before =
                left.fetch_update(Ordering::SeqCst, Ordering::SeqCst, |left| left.checked_sub(1));
            before.map_err(|_| Stopped).map(|_| values(plan, board))
        };
        build_with(book, plan, threads, searched, |_| Ok(())).is_ok()
    }

    #[test]
    fn a_complete_book_has_all_that_games_within_the_margin_reach() {
        let plan = Plan { plies: 5, margin: 700, ..plan(usize::MAX) };
        let mut book = Book::default();
        assert!(built(&mut book, &plan, 2, u32::MAX));
        // By another walk: all lines of good moves.
        let (mut next, mut walked) = (vec![Board::START], 0);
        while let Some(board) = next.pop() {
            if 60 - board.empties().count_ones() >= plan.plies {
                continue;
            }
            walked += 1;
            let entry = book.get(&board).expect("a position that games reach");
            let best = entry.moves.iter().map(|known| known.value).max().unwrap();
            for known in entry.moves.iter().filter(|known| known.value >= best - plan.margin) {
                next.push(Othello.play(&board, known.mv));
            }
        }
        assert!(walked > 50 && book.len() > 20, "{walked} {}", book.len());
        let whole = book.to_text();
        assert!(built(&mut book, &plan, 1, u32::MAX));
        assert_eq!(book.to_text(), whole, "it stays as it is");
    }

    #[test]
    fn a_book_interrupted_anywhere_and_built_on_is_the_uninterrupted_one() {
        let go_on = |book: &mut Book, positions: usize, threads, most: u32| {
            let ended = built(book, &plan(positions), threads, most);
            // By way of the file.
            *book = Book::parse(&book.to_text()).unwrap();
            ended
        };
        let build = |book: &mut Book, plan: &Plan, threads| {
            assert!(built(book, plan, threads, u32::MAX));
        };
        let mut whole = Book::default();
        assert!(go_on(&mut whole, 70, 2, u32::MAX));
        let whole = whole.to_text();
        assert!(whole.contains("\nnext "), "70 is within a round");
        for most in 1..12 {
            let mut book = Book::default();
            while !go_on(&mut book, 70, 1 + most as usize % 3, most) {}
            assert_eq!(book.to_text(), whole, "{most} positions at a time");
        }
        for step in [1, 7, 16, 33] {
            let mut book = Book::default();
            for positions in (0..70).step_by(step).chain([70]) {
                assert!(go_on(&mut book, positions, 2, u32::MAX));
            }
            assert_eq!(book.to_text(), whole, "in steps of {step}");
        }
        // With another seed it grows elsewhere, and is as well resumed.
        let other = Plan { seed: 4, ..plan(90) };
        let mut book = Book::parse(&whole).unwrap();
        build(&mut book, &other, 1);
        let mut stepwise = Book::parse(&whole).unwrap();
        for positions in 71..=90 {
            let part = Plan { positions, ..other.clone() };
            build(&mut stepwise, &part, 1);
        }
        assert_eq!(stepwise.to_text(), book.to_text());
        // A complete book stays as it is.
        let small = Plan { plies: 2, ..plan(1000) };
        let mut book = Book::default();
        build(&mut book, &small, 1);
        let complete = book.to_text();
        build(&mut book, &small, 2);
        assert_eq!(book.to_text(), complete);
    }
}
