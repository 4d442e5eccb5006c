//! How games look: boards, names of players, values in words.

mod othello;
mod own;
mod random_tree;
mod small;

use std::time::Duration;

use plyscope_core::{Game, Judgement, Outcome};
use serde::Serialize;
use serde::de::DeserializeOwned;

use super::session::Session;
use crate::domain::{Domain, Rules};
use crate::engine::ForeignEngine;
use crate::game_files::ggf::GgfGame;
use crate::judged::{Judged, Unit};
use crate::player::{self, PlayerError};
pub(crate) use own::OwnGame;

/// A position of a game.
pub(crate) type Position<D> = <<D as Rules>::Game as Game>::Position;
/// A move of a game.
pub(crate) type MoveOf<D> = <<D as Rules>::Game as Game>::Move;

/// Number of a player: the one named first moves first from the game's own start.
pub(crate) type Player = usize;

/// A board as it is drawn.
#[derive(Clone, Debug)]
pub(crate) struct View<M> {
    /// Names of the columns, from the left.
    pub(super) columns: Vec<String>,
    /// Names of the rows, from the top.
    pub(super) rows: Vec<String>,
    /// The squares, row by row from the top.
    pub(super) cells: Vec<Cell<M>>,
}

/// A square.
#[derive(Clone, Debug)]
pub(crate) struct Cell<M> {
    /// Whose piece stands there.
    pub(super) piece: Option<Player>,
    /// What else stands there.
    pub(super) text: String,
    /// The legal moves from or to it.
    pub(super) moves: Vec<M>,
    /// Whether the last move was to it.
    pub(super) is_last: bool,
}

/// A game that can be shown and played by people.
pub(crate) trait Look: Domain<Game: Game<Move: Eq + std::fmt::Debug>> {
    /// What a game begins from, as it is saved.
    type Setup: Clone + PartialEq + Send + Serialize + DeserializeOwned;

    /// The players' names. The first moves first from the game's own start.
    const PLAYERS: [&'static str; 2];
    /// The players' pieces.
    const PIECES: [char; 2];
    /// The unit of [`number`].
    const UNIT: &'static str;
    /// Values of the graph's ends, at most.
    const MOST: f64;

    /// The start, and who is to move there.
    ///
    /// # Errors
    /// What is wrong with the text.
    fn begin(&self, setup: &Self::Setup) -> Result<(Self::Game, Position<Self>, Player), String>;

    /// The setup that a person writes.
    ///
    /// # Errors
    /// What to write instead.
    fn read_setup(&self, text: &str) -> Result<Self::Setup, String>;

    /// The setup of a position.
    fn setup_of(&self, position: &Position<Self>, to_move: Player) -> Option<Self::Setup>;

    /// The setup with these pieces on the squares of the [view](Self::view).
    ///
    /// # Errors
    /// Why that is no position to play from.
    fn setup_from(
        &self,
        pieces: &[Option<Player>],
        to_move: Player,
    ) -> Result<Self::Setup, String> {
        let _ = (pieces, to_move);
        Err(format!("games of {} begin from their own start", Self::NAME))
    }

    /// The board.
    fn view(
        &self,
        game: &Self::Game,
        position: &Position<Self>,
        to_move: Player,
        last: Option<MoveOf<Self>>,
    ) -> View<MoveOf<Self>>;

    /// The position as lines of text, in place of the board; for games that plyscope does not know.
    fn drawing(&self, game: &Self::Game, position: &Position<Self>) -> Option<String> {
        let _ = (game, position);
        None
    }

    /// The state of the game in a few words: discs, for instance.
    fn standing(&self, game: &Self::Game, position: &Position<Self>, to_move: Player) -> String;

    /// The pass, if that is the only move.
    fn forced_pass(&self, game: &Self::Game, position: &Position<Self>) -> Option<MoveOf<Self>> {
        let _ = (game, position);
        None
    }

    /// The result in words.
    fn result(&self, outcome: Outcome, to_move: Player) -> String {
        let winner = if outcome.score() > 0 { to_move } else { 1 - to_move };
        match outcome.score().unsigned_abs() {
            0 => "a draw".to_owned(),
            _ => format!("{} wins", Self::PLAYERS[winner]),
        }
    }

    /// Why a text is not a move.
    fn why_not(&self, game: &Self::Game, position: &Position<Self>, text: &str) -> String {
        match self.parse_move(game, position, text) {
            Ok(_) => String::new(),
            Err(error) => error.to_string(),
        }
    }

    /// The player of an external engine in a game from this setup.
    ///
    /// # Errors
    /// Unless the game is Othello, or if the process does not start.
    fn foreigner(
        &self,
        setup: &Self::Setup,
        engine: &ForeignEngine,
        margin: Duration,
    ) -> Result<Box<dyn player::Player<Self::Game>>, PlayerError> {
        let _ = (setup, engine, margin);
        Err(PlayerError::Unsupported(format!("{}: external engines play othello only", Self::NAME)))
    }

    /// The game as files of games have it.
    ///
    /// # Errors
    /// Unless it is Othello.
    fn game_file(session: &Session<Self>) -> Result<GgfGame, String> {
        let _ = session;
        Err(format!("that is for games of Othello, not of {}", Self::NAME))
    }

    /// The game of a file of games, played by persons with its names.
    ///
    /// # Errors
    /// Unless it is Othello, or the move that is illegal.
    fn from_game_file(domain: &Self, game: &GgfGame) -> Result<Session<Self>, String> {
        let _ = (domain, game);
        Err(format!("such files have games of Othello, not of {}", Self::NAME))
    }
}

/// A value as a number of [`Look::UNIT`] for graphs; `None` if it has another unit.
pub(super) fn number<D: Look>(judged: &Judged) -> Option<f64> {
    let is_number = matches!(judged.judgement(), Judgement::Score(_));
    let is_other = judged.unit == Unit::LogOdds || !judged.value.is_finite();
    (!is_number || !is_other).then(|| judged.within(D::MOST))
}
