//! Random play, the source of the tests' positions.

use plyscope_core::Game;

use super::random::Random;

/// The children of a position with the moves that lead there, in the game's order.
pub fn children<G: Game>(game: &G, position: &G::Position) -> Vec<(G::Move, G::Position)> {
    let mut moves = game.moves(position);
    std::iter::from_fn(|| game.next_child(position, &mut moves)).collect()
}

/// The position after at most `plies` random moves; earlier if the game is over.
pub fn playout<G: Game>(
    game: &G,
    start: &G::Position,
    plies: u64,
    random: &mut Random,
) -> G::Position {
    let mut position = start.clone();
    for _ in 0..plies {
        let children = children(game, &position);
        if children.is_empty() {
            break;
        }
        position = children[random.below(children.len() as u64) as usize].1.clone();
    }
    position
}

/// All positions of a random game, the start and the end included, as far as `plies` plies.
pub fn random_game<G: Game>(
    game: &G,
    start: &G::Position,
    plies: usize,
    random: &mut Random,
) -> Vec<G::Position> {
    let mut positions = vec![start.clone()];
    while positions.len() <= plies {
        let last = positions.last().unwrap_or(start);
        let children = children(game, last);
        if children.is_empty() {
            break;
        }
        positions.push(children[random.below(children.len() as u64) as usize].1.clone());
    }
    positions
}
