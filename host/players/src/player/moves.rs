//! The values of all moves of a position.

use std::cmp::Reverse;
use std::ops::ControlFlow;

use plyscope_core::{Bound, Game, Value};

use super::run::uninterrupted;
use super::{AnySearch, PlayerError, Thinking, run_watched};
use crate::engine::Engine;
use crate::game::children;

/// A move with its value.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MoveValue<M> {
    /// The move.
    pub mv: M,
    /// Its value for the side that makes it.
    pub value: Value,
    /// How the value bounds the true one.
    pub bound: Bound,
    /// Whether that is proven for the game, not only at the horizon.
    pub proven: bool,
    /// Depth of the search, in plies, the move included.
    pub depth: u32,
    /// Nodes generated for it, over all depths.
    pub nodes: u64,
    /// The moves from this one on that the search expects.
    pub line: Vec<M>,
}

/// Receives the values of moves so far, best first. A break ends the search.
pub type MovesTold<'a, M> = dyn FnMut(&[MoveValue<M>]) -> ControlFlow<()> + 'a;

/// Values every move of a position by a search of its own, deeper and deeper, until `told` breaks, all values are proven exact, or
/// the engine's depth is reached; each depth's searches keep to the engine's other limits. Best moves come first; of
/// equal ones, the one that was better at the depth before.
///
/// `told` receives the moves valued so far after each search, and now and then in between. The first depth is not
/// told in part.
///
/// # Errors
/// As [`run`](super::run()).
pub fn value_moves<G: Game<Position: Clone + PartialEq>>(
    search: &mut AnySearch<G>,
    engine: &Engine,
    game: &G,
    position: &G::Position,
    told: &mut MovesTold<'_, G::Move>,
) -> Result<Vec<MoveValue<G::Move>>, PlayerError> {
    let mut moves: Vec<(MoveValue<G::Move>, G::Position)> = Vec::new();
    for (mv, child) in children(game, position) {
        let known = MoveValue {
            mv,
            value: Value::ZERO,
            bound: Bound::Unknown,
            proven: false,
            depth: 0,
            nodes: 0,
            line: vec![mv],
        };
        moves.push((known, child));
    }
    let deepest = engine.limits().depth;
    for depth in 2..=deepest.max(2) {
        for number in 0..moves.len() {
            let Some((known, child)) = moves.get(number) else { break };
            if known.proven && known.bound == Bound::Exact {
                continue;
            }
            let limited = Engine { depth: Some(depth - 1), ..engine.clone() };
            let values = in_order(moves.clone());
            let whole = depth > 2;
            let mut stopped = false;
            let mut watch = |_: Thinking<'_, G::Move>| {
                let go_on = if whole { told(&values) } else { ControlFlow::Continue(()) };
                stopped |= go_on.is_break();
                go_on
            };
            let report = uninterrupted(run_watched(search, &limited, child, &mut watch)?)?;
            let line = std::iter::once(known.mv).chain(report.principal_variation.iter().copied());
            let found = MoveValue {
                mv: known.mv,
                value: -report.value,
                bound: report.bound.negated(),
                proven: report.proven,
                depth,
                nodes: known.nodes + report.counts.generated,
                line: line.collect(),
            };
            if stopped {
                return Ok(in_order(moves));
            }
            if let Some((known, _)) = moves.get_mut(number) {
                *known = found;
            }
            if whole && told(&in_order(moves.clone())).is_break() {
                return Ok(in_order(moves));
            }
        }
        moves.sort_by_key(|(known, _)| Reverse(known.value));
        let all: Vec<_> = moves.iter().map(|(known, _)| known.clone()).collect();
        let settled = all.iter().all(|known| known.proven && known.bound == Bound::Exact);
        if told(&all).is_break() || settled {
            break;
        }
    }
    Ok(in_order(moves))
}

/// The values, best first.
fn in_order<M: Clone, P>(moves: Vec<(MoveValue<M>, P)>) -> Vec<MoveValue<M>> {
    let mut values: Vec<MoveValue<M>> = moves.into_iter().map(|(known, _)| known).collect();
    values.sort_by_key(|known| Reverse(known.value));
    values
}

#[cfg(test)]
mod tests {
    use std::ops::ControlFlow;

    use plyscope_core::Bound;
    use plyscope_core::hexapawn::Hexapawn;
    use plyscope_core::othello::{Othello, parse_board};

    use super::value_moves;
    use crate::domain::{HexapawnDomain, OthelloDomain};
    use crate::player::search_of;

    #[test]
    fn every_move_of_an_ending_gets_its_exact_value_best_first() {
        // Eight empty squares.
        let text = "XXXXXXXXOOOOOOOOXOXOXOXOXXOOXXOOXXXOOOXXXOXOXOXOX-O-O-X-O-X-O--- X";
        let (board, _) = parse_board(text).unwrap();
        let domain = OthelloDomain::default();
        let engine = "algorithm=strong,depth=20,table=1MiB".parse().unwrap();
        let mut search = search_of(&domain, &engine, Othello).unwrap();
        let mut calls = 0;
        let values = value_moves(&mut search, &engine, &Othello, &board, &mut |values| {
            calls += 1;
            assert!(values.is_sorted_by(|a, b| a.value >= b.value));
            ControlFlow::Continue(())
        })
        .unwrap();
        assert!(calls > 1);
        assert_eq!(values.len() as u32, board.moves().count_ones());
        let exact = "algorithm=alpha-beta,evaluation=discs,depth=24".parse().unwrap();
        for known in values {
            assert!(known.proven && known.bound == Bound::Exact, "{known:?}");
            let child = plyscope_core::Game::play(&Othello, &board, known.mv);
            let mut search = search_of(&domain, &exact, Othello).unwrap();
            let report = crate::player::run(&mut search, &exact, &child).unwrap();
            let score = known.value.outcome().map(plyscope_core::Outcome::score);
            assert_eq!(score, Some(-report.value.get()), "{}", known.mv);
        }
    }

    #[test]
    fn a_break_ends_it_with_what_is_known() {
        let domain = HexapawnDomain::default();
        let engine = "algorithm=alpha-beta,depth=30".parse().unwrap();
        let mut search = search_of(&domain, &engine, Hexapawn).unwrap();
        let start = Hexapawn::<3, 3>::start();
        let stop = &mut |_: &[_]| ControlFlow::Break(());
        let values = value_moves(&mut search, &engine, &Hexapawn, &start, stop).unwrap();
        assert_eq!(values.iter().map(|known| known.depth).max(), Some(2));
        let go_on = &mut |_: &[_]| ControlFlow::Continue(());
        let values = value_moves(&mut search, &engine, &Hexapawn, &start, go_on).unwrap();
        assert!(values.iter().all(|known| known.proven && known.bound == Bound::Exact));
    }
}
