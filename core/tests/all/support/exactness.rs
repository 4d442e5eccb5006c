//! What every exact search must find: the minimax value, one of the moves that reach it, and a line that shows it.

use plyscope_core::{Bound, Evaluator, Game, Limits, Stop, Value};

use super::naive;
use super::outcome::{Outcome, before, run};
use super::roster;

/// Runs all exact searches of `position` to `depth` and compares them with the recursive definition of minimax.
/// Aspiration searches begin around `guess`, among others. Capacities are 8 plies and 256 children.
///
/// # Panics
/// If a search finds anything else; the message names it and `what` was searched.
pub fn check_all<G, E>(
    game: &G,
    evaluator: &E,
    position: &G::Position,
    depth: u32,
    guess: Value,
    what: &str,
) where
    G: Game + Clone + 'static,
    E: Evaluator<G::Position, State: 'static> + Clone + 'static,
{
    let (value, best) = naive::best_moves(game, evaluator, position, depth);
    let bounds = naive::edge_extremes(game, evaluator, position, depth);
    let guesses = [value, guess, Value::MIN, Value::MAX];
    for mut entry in roster::exact(game, evaluator, bounds, &guesses) {
        let found = run(&mut *entry.search, position, Limits::depth(depth));
        let what = format!("{} to depth {depth} of {what}", entry.name);
        assert_eq!(found.value, value, "value of {what}");
        assert_eq!((found.bound, found.stop), (Bound::Exact, Stop::Completed), "{what}");
        match found.best_move {
            None => assert!(best.is_empty(), "no move of {what}"),
            Some(mv) if entry.in_games_order => assert_eq!(mv, best[0], "first best of {what}"),
            Some(mv) => assert!(best.contains(&mv), "best move of {what}"),
        }
        check_line(game, evaluator, position, depth, entry.line_may_end_early, &found, &what);
    }
}

/// The principal variation must lead from the best move to a position worth the value, at the horizon or at the end of
/// the game; or, where bounds alone may prove a value, to one that minimax says is worth it.
fn check_line<G: Game, E: Evaluator<G::Position>>(
    game: &G,
    evaluator: &E,
    position: &G::Position,
    depth: u32,
    may_end_early: bool,
    found: &Outcome<G::Move>,
    what: &str,
) {
    assert_eq!(found.line.first().copied(), found.best_move, "line of {what}");
    let end = found.line.iter().fold(position.clone(), |position, &mv| game.play(&position, mv));
    let left = depth - found.line.len() as u32;
    assert!(left == 0 || may_end_early || game.is_over(&end), "length of the line of {what}");
    let value = naive::minimax(game, evaluator, &end, left);
    assert_eq!(before(found.line.len(), value), found.value, "end of the line of {what}");
}
