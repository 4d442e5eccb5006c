//! Builds books by self-play and search.

use std::collections::BTreeSet;
use std::ops::ControlFlow;

use plyscope_core::Game as _;
use plyscope_core::othello::{Board, Move, Othello};

use super::{Book, canonical};
use crate::domain::OthelloDomain;
use crate::engine::Engine;
use crate::interrupt::Interrupted;
use crate::player::{PlayerError, search_of, value_moves};
use crate::seed::hash;
use crate::stream::in_order_of;

/// Games that walk through the book at a time. What they find is searched together, so that the book does not depend on the
/// number of threads.
const WALKS: u64 = 16;
/// Rounds without a new position after which a book is complete.
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

/// A position that is not in the book yet, where a game leaves it; `None` where the game goes on beyond the book's plies.
fn leave(book: &Book, plan: &Plan, game: u64) -> Option<Board> {
    let mut board = Board::START;
    for ply in 0.. {
        if board.is_over() || 60 - board.empties().count_ones() >= plan.plies {
            return None;
        }
        if board.must_pass() {
            board = board.passed();
            continue;
        }
        let Some(entry) = book.get(&board) else { return Some(board) };
        let best = entry.moves.first()?.value;
        let good: Vec<Move> = entry
            .moves
            .iter()
            .filter(|known| known.value >= best.saturating_sub(plan.margin))
            .map(|known| known.mv)
            .collect();
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
    let mut search = search_of(&OthelloDomain::all_openings(0), &engine, Othello)?;
    let go_on = &mut |_: &[_]| ControlFlow::Continue(());
    let found = value_moves(&mut search, &engine, &Othello, board, go_on)?;
    let value = |value: plyscope_core::Value| match value.outcome() {
        Some(outcome) => outcome.score() * 100,
        None => value.get(),
    };
    Ok(found.into_iter().map(|known| (known.mv, value(known.value))).collect())
}

/// Adds positions to a book until it has as many as planned, or all that games within the margin reach. `saved` receives the book
/// after each round.
///
/// # Errors
/// [`PlayerError`] from a search or on an interrupt, or an error of `saved`; the book then has what was found before.
pub fn build<E: From<PlayerError> + From<Interrupted> + Send>(
    book: &mut Book,
    plan: &Plan,
    threads: usize,
    mut saved: impl FnMut(&Book) -> Result<(), E>,
) -> Result<(), E> {
    let mut fruitless = 0;
    let mut round = 0;
    while book.len() < plan.positions && fruitless < FRUITLESS {
        let mut keys = BTreeSet::new();
        let games = round * WALKS..(round + 1) * WALKS;
        let leaves: Vec<Board> = games
            .filter_map(|game| leave(book, plan, game))
            .filter(|board| keys.insert(canonical(board).0))
            .take(plan.positions - book.len())
            .collect();
        round += 1;
        fruitless = if leaves.is_empty() { fruitless + 1 } else { 0 };
        let count = leaves.len() as u64;
        let work = |number: u64| values(plan, &leaves[number as usize]).map_err(E::from);
        in_order_of(0..count, threads, work, |number, moves| {
            let board = &leaves[number as usize];
            book.insert(board, depth_at(plan, board), moves);
            Ok::<_, E>(ControlFlow::Continue(()))
        })?;
        if count > 0 {
            book.back_up();
            saved(book)?;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::{Book, Plan, build};
    use crate::player::PlayerError;

    fn plan(positions: usize, seed: u64) -> Plan {
        Plan { positions, plies: 6, depth: 2, margin: 1000, seed, evaluation: None }
    }

    #[test]
    fn a_book_depends_on_its_plan_alone_and_can_be_extended() {
        let built = |plan: &Plan, threads, mut book: Book| {
            build(&mut book, plan, threads, |_| Ok::<_, PlayerError>(())).unwrap();
            book
        };
        let one = built(&plan(30, 1), 1, Book::default());
        assert_eq!(one.len(), 30);
        assert_eq!(one, built(&plan(30, 1), 3, Book::default()));
        assert_ne!(one, built(&plan(30, 2), 1, Book::default()));
        let more = built(&plan(45, 1), 2, one.clone());
        assert_eq!(more.len(), 45);
        assert!(one.positions().all(|(board, _)| more.get(&board).is_some()));
        // Two plies have few positions: the book is then complete.
        let small = built(&Plan { plies: 2, ..plan(1000, 1) }, 2, Book::default());
        assert!((2..=5).contains(&small.len()), "{}", small.len());
    }
}
