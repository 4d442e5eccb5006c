//! The shortest possible recursive searches: no unnecessary windows, no stacks, no limits.

use plyscope_core::{Evaluator, Game, Side, Value, static_value};

use super::playout::children;

/// The minimax value, for the side to move, `depth` plies above the horizon.
pub fn minimax<G: Game, E: Evaluator<G::Position>>(
    game: &G,
    evaluator: &E,
    position: &G::Position,
    depth: u32,
) -> Value {
    let below = if depth == 0 { Vec::new() } else { children(game, position) };
    below
        .iter()
        .map(|(_, child)| -minimax(game, evaluator, child, depth - 1))
        .max()
        .unwrap_or_else(|| static_value(game, evaluator, position))
}

/// The minimax value, and all moves that reach it, in the game's order.
pub fn best_moves<G: Game, E: Evaluator<G::Position>>(
    game: &G,
    evaluator: &E,
    position: &G::Position,
    depth: u32,
) -> (Value, Vec<G::Move>) {
    let below = if depth == 0 { Vec::new() } else { children(game, position) };
    let values: Vec<(G::Move, Value)> = below
        .iter()
        .map(|(mv, child)| (*mv, -minimax(game, evaluator, child, depth - 1)))
        .collect();
    let Some(best) = values.iter().map(|&(_, value)| value).max() else {
        return (static_value(game, evaluator, position), Vec::new());
    };
    let moves = values.iter().filter(|&&(_, value)| value == best).map(|&(mv, _)| mv).collect();
    (best, moves)
}

/// The smallest and the largest edge cost, from MAX's side, in the tree to this depth: the tightest bounds that are
/// still exact for a search of it.
pub fn edge_extremes<G: Game, E: Evaluator<G::Position>>(
    game: &G,
    evaluator: &E,
    position: &G::Position,
    depth: u32,
) -> (i32, i32) {
    let sign = if game.mover(position) == Side::Max { 1 } else { -1 };
    let mut extremes = (0, 0);
    extend_extremes(game, evaluator, position, depth, sign, &mut extremes);
    extremes
}

fn extend_extremes<G: Game, E: Evaluator<G::Position>>(
    game: &G,
    evaluator: &E,
    position: &G::Position,
    depth: u32,
    sign: i32,
    extremes: &mut (i32, i32),
) {
    if depth == 0 {
        return;
    }
    let here = static_value(game, evaluator, position).get();
    for (_, child) in children(game, position) {
        let cost = sign * (-static_value(game, evaluator, &child).get() - here);
        *extremes = (extremes.0.min(cost), extremes.1.max(cost));
        extend_extremes(game, evaluator, &child, depth - 1, -sign, extremes);
    }
}

/// Fail-soft alpha-beta with the game's own order, or with static ordering at remaining depth `sorted_from` and
/// more; counts the nodes that it generates.
#[derive(Debug)]
pub struct AlphaBeta<'a, G, E> {
    /// The rules.
    pub game: &'a G,
    /// Static values.
    pub evaluator: &'a E,
    /// Children are all generated and sorted at this remaining depth and more.
    pub sorted_from: u32,
    /// Nodes generated so far.
    pub generated: u64,
}

impl<G: Game, E: Evaluator<G::Position>> AlphaBeta<'_, G, E> {
    /// The value, as far as the window from `alpha` to `beta` resolves it.
    pub fn search(
        &mut self,
        position: &G::Position,
        depth: u32,
        mut alpha: Value,
        beta: Value,
    ) -> Value {
        let mut best = Value::NEG_INFINITY;
        if depth > 0 && depth >= self.sorted_from {
            let mut below = children(self.game, position);
            self.generated += below.len() as u64;
            below.sort_by_key(|(_, child)| static_value(self.game, self.evaluator, child));
            for (_, child) in below {
                if alpha < beta {
                    best = best.max(-self.search(&child, depth - 1, -beta, -alpha));
                    alpha = alpha.max(best);
                }
            }
        } else if depth > 0 {
            let mut moves = self.game.moves(position);
            while alpha < beta
                && let Some((_, child)) = self.game.next_child(position, &mut moves)
            {
                self.generated += 1;
                best = best.max(-self.search(&child, depth - 1, -beta, -alpha));
                alpha = alpha.max(best);
            }
        }
        if best > Value::NEG_INFINITY {
            best
        } else {
            static_value(self.game, self.evaluator, position)
        }
    }
}
