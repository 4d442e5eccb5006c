//! The record of a game, for tournaments, players, self-play and game files.

use alloc::string::String;
use alloc::vec::Vec;
use core::time::Duration;

use plyscope_core::{Bound, Game, Outcome, Value};

use super::children;

/// A game from its start, finished or not.
///
/// The side that moves first is side 0, the other side 1.
///
/// ```
/// use plyscope_games::game::GameRecord;
/// use plyscope_core::othello::{Board, Othello};
///
/// let mut record = GameRecord::new(Othello, Board::START);
/// record.play("f5".parse::<plyscope_core::othello::Move>()?)?;
/// assert!(record.play("a1".parse::<plyscope_core::othello::Move>()?).is_err());
/// assert_eq!((record.moves().len(), record.to_move()), (1, 1));
/// record.undo();
/// assert_eq!(*record.position(), Board::START);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GameRecord<G: Game> {
    game: G,
    start: G::Position,
    position: G::Position,
    moves: Vec<MoveRecord<G::Move>>,
    forfeit: Option<Forfeited>,
}

/// A move of a game, with details of its search if known.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct MoveRecord<M> {
    /// The move.
    pub mv: M,
    /// The player's value of the position, for the side to move.
    pub value: Option<Valued>,
    /// Nodes searched for it.
    pub nodes: u64,
    /// Time spent on it.
    pub time: Option<Duration>,
    /// Time left on the player's clock, in games with clocks.
    pub clock: Option<Duration>,
}

/// A value and its relation to the true value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Valued {
    /// The value.
    pub value: Value,
    /// How it bounds the true value.
    pub bound: Bound,
}

/// A game lost other than by its moves.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Forfeited {
    /// The side that lost.
    pub by: usize,
    /// The reason.
    pub reason: String,
}

/// The state of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ending<'r> {
    /// It is not over.
    Unfinished,
    /// It ended by the rules, with this outcome for the side that would move.
    Over(Outcome),
    /// One side forfeited.
    Forfeited(&'r Forfeited),
}

/// A move that the rules do not allow, or a move after the end.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("the move is illegal there")]
pub struct IllegalMove;

impl<M> From<M> for MoveRecord<M> {
    /// A move without details.
    fn from(mv: M) -> Self {
        Self { mv, value: None, nodes: 0, time: None, clock: None }
    }
}

impl<G: Game> GameRecord<G> {
    /// A game without moves.
    #[must_use]
    pub fn new(game: G, start: G::Position) -> Self {
        Self { game, position: start.clone(), start, moves: Vec::new(), forfeit: None }
    }

    /// The rules.
    #[must_use]
    pub const fn game(&self) -> &G {
        &self.game
    }

    /// The position after the last move.
    #[must_use]
    pub const fn position(&self) -> &G::Position {
        &self.position
    }

    /// The moves from the start.
    #[must_use]
    pub fn moves(&self) -> &[MoveRecord<G::Move>] {
        &self.moves
    }

    /// The side to move.
    #[must_use]
    pub fn to_move(&self) -> usize {
        self.side_in(&self.position, self.moves.len())
    }

    /// The side to move after so many moves.
    #[must_use]
    pub fn side_at(&self, ply: usize) -> usize {
        match G::EXTRA_MOVES {
            true => self.positions().nth(ply).map_or(0, |position| self.side_in(&position, ply)),
            false => ply % 2,
        }
    }

    /// The side to move in a position of the game, which comes after so many moves.
    fn side_in(&self, position: &G::Position, ply: usize) -> usize {
        match G::EXTRA_MOVES {
            true => usize::from(!self.game.moves_again(&self.start, position)),
            false => ply % 2,
        }
    }

    /// Whether and how the game has ended.
    #[must_use]
    pub fn ending(&self) -> Ending<'_> {
        match &self.forfeit {
            Some(forfeit) => Ending::Forfeited(forfeit),
            None => self.game.outcome(&self.position).map_or(Ending::Unfinished, Ending::Over),
        }
    }

    /// The positions of the game: the start, and the one after each move.
    pub fn positions(&self) -> impl Iterator<Item = G::Position> {
        let mut position = self.start.clone();
        core::iter::once(position.clone()).chain(self.moves.iter().map(move |played| {
            position = self.game.play(&position, played.mv);
            position.clone()
        }))
    }

    /// Adds a move.
    ///
    /// # Errors
    /// [`IllegalMove`]; the record is then unchanged.
    pub fn play(&mut self, played: impl Into<MoveRecord<G::Move>>) -> Result<(), IllegalMove> {
        let played = played.into();
        let child = children(&self.game, &self.position).find(|(mv, _)| *mv == played.mv);
        let Some((_, position)) = child.filter(|_| self.forfeit.is_none()) else {
            return Err(IllegalMove);
        };
        self.position = position;
        self.moves.push(played);
        Ok(())
    }

    /// Undoes the last move, and a forfeit, and returns the move; `None` at the start.
    pub fn undo(&mut self) -> Option<MoveRecord<G::Move>> {
        self.forfeit = None;
        let last = self.moves.pop()?;
        let play = |position, played: &MoveRecord<G::Move>| self.game.play(&position, played.mv);
        self.position = self.moves.iter().fold(self.start.clone(), play);
        Some(last)
    }

    /// Ends the game by forfeit of side `by`, 0 or 1, for this reason.
    pub fn forfeit(&mut self, by: usize, reason: String) {
        self.forfeit = Some(Forfeited { by, reason });
    }
}

#[cfg(test)]
mod tests {
    use plyscope_core::Game as _;
    use plyscope_core::othello::{Board, Move, Othello};

    use super::{Ending, GameRecord, IllegalMove, MoveRecord};

    fn random_game(seed: usize) -> GameRecord<Othello> {
        let mut record = GameRecord::new(Othello, Board::START);
        for ply in 1.. {
            let moves: Vec<Move> = Othello.moves(record.position()).collect();
            let Some(&mv) = moves.get((seed * 31 + ply * 7) % moves.len().max(1)) else { break };
            record.play(MoveRecord { nodes: ply as u64, ..mv.into() }).unwrap();
        }
        record
    }

    #[test]
    fn positions_are_those_that_were_played_through_and_undo_goes_back_through_them() {
        for seed in 0..5 {
            let mut record = random_game(seed);
            assert!(matches!(record.ending(), Ending::Over(_)));
            let positions: Vec<Board> = record.positions().collect();
            assert_eq!(positions.len(), record.moves().len() + 1);
            for (ply, position) in positions.iter().enumerate().rev() {
                assert_eq!((record.position(), record.to_move()), (position, ply % 2));
                assert_eq!(
                    record.undo().map(|played| played.nodes as usize),
                    ply.checked_sub(1).map(|_| ply)
                );
            }
            assert_eq!(record, GameRecord::new(Othello, Board::START));
        }
    }

    #[test]
    fn no_move_follows_a_forfeit_until_it_is_taken_back() {
        let mut record = GameRecord::new(Othello, Board::START);
        let f5: Move = "f5".parse().unwrap();
        record.play(f5).unwrap();
        record.forfeit(1, "it left".to_owned());
        assert!(matches!(record.ending(), Ending::Forfeited(forfeit) if forfeit.by == 1));
        assert_eq!(record.play(Move::to(43).unwrap()), Err(IllegalMove));
        assert_eq!(record.undo(), Some(f5.into()));
        assert_eq!(record.ending(), Ending::Unfinished);
        assert_eq!(record.play(f5), Ok(()));
    }
}
