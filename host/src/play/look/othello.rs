//! Othello: discs, values in discs, GGF, external engines.

use std::time::Duration;

use plyscope_core::Outcome;
use plyscope_core::othello::{Board, Colour, Move, Othello, parse_board};

use super::super::session::{About, OUT_OF_TIME, Session};
use super::super::who::Who;
use super::{Cell, Look, Player, View};
use crate::domain::OthelloDomain;
use crate::engine::ForeignEngine;
use crate::foreign::ForeignPlayer;
use crate::game::{Ending, MoveRecord, children};
use crate::game_files::board_text;
use crate::game_files::ggf::{GgfGame, GgfMove, GgfResult};
use crate::player::{self, PlayerError};

impl Look for OthelloDomain {
    /// The position as in `--position`.
    type Setup = String;

    const PLAYERS: [&'static str; 2] = ["Black", "White"];
    const PIECES: [char; 2] = ['X', 'O'];
    const UNIT: &'static str = "discs";
    const MOST: f64 = 64.0;

    fn begin(&self, setup: &String) -> Result<(Othello, Board, Player), String> {
        let (board, colour) = parse_board(setup).map_err(|error| error.to_string())?;
        Ok((Othello, board, usize::from(colour == Colour::White)))
    }

    fn read_setup(&self, text: &str) -> Result<String, String> {
        let text = match text.trim() {
            "" | "start" => return Ok(board_text(&Board::START, Colour::Black)),
            text => text,
        };
        let (board, colour) = parse_board(text).map_err(|error| error.to_string())?;
        if board.is_over() {
            return Err("the game is over there: neither side has a move".to_owned());
        }
        Ok(board_text(&board, colour))
    }

    fn setup_of(&self, board: &Board, to_move: Player) -> Option<String> {
        Some(board_text(board, colour(to_move)))
    }

    fn setup_from(&self, pieces: &[Option<Player>], to_move: Player) -> Result<String, String> {
        let sign = |piece: &Option<Player>| piece.map_or('-', |player| Self::PIECES[player]);
        let squares: String = pieces.iter().map(sign).collect();
        self.read_setup(&format!("{squares} {}", Self::PIECES[to_move]))
    }

    fn view(&self, _: &Othello, board: &Board, to_move: Player, last: Option<Move>) -> View<Move> {
        let legal = board.moves();
        let cell = |square: u32| {
            let is = |discs: u64| discs >> square & 1 == 1;
            let mv = Move::to(square as u8).filter(|_| is(legal));
            Cell {
                piece: match (is(board.mover), is(board.opponent)) {
                    (true, _) => Some(to_move),
                    (_, true) => Some(1 - to_move),
                    _ => None,
                },
                text: String::new(),
                moves: mv.into_iter().collect(),
                is_last: last.and_then(Move::square).is_some_and(|last| u32::from(last) == square),
            }
        };
        View {
            columns: ('a'..='h').map(String::from).collect(),
            rows: ('1'..='8').map(String::from).collect(),
            cells: (0..64).map(cell).collect(),
        }
    }

    fn standing(&self, _: &Othello, board: &Board, to_move: Player) -> String {
        let discs = [board.mover.count_ones(), board.opponent.count_ones()];
        format!(
            "Black {}, White {}, empty {}",
            discs[to_move],
            discs[1 - to_move],
            board.empties().count_ones()
        )
    }

    fn forced_pass(&self, _: &Othello, board: &Board) -> Option<Move> {
        board.must_pass().then_some(Move::PASS)
    }

    fn result(&self, outcome: Outcome, to_move: Player) -> String {
        let winner = if outcome.score() > 0 { to_move } else { 1 - to_move };
        match outcome.score().unsigned_abs() {
            0 => "a draw".to_owned(),
            score => format!("{} wins by {score}", Self::PLAYERS[winner]),
        }
    }

    fn why_not(&self, game: &Othello, board: &Board, text: &str) -> String {
        let list = || {
            let legal: Vec<String> = children(game, board).map(|(mv, _)| mv.to_string()).collect();
            legal.join(" ")
        };
        match text.trim().parse::<Move>() {
            _ if board.is_over() => "the game is over".to_owned(),
            Err(_) => format!("{text:?} is neither a move nor a command; moves: {}", list()),
            Ok(Move::PASS) => format!("you may not pass while you have a move: {}", list()),
            Ok(_) if board.must_pass() => "you have no move: pass".to_owned(),
            Ok(mv) => {
                let square = mv.square().unwrap_or_default();
                let occupied = board.empties() >> square & 1 == 0;
                let why = if occupied { "is occupied" } else { "flips nothing" };
                format!("{mv} {why}; moves: {}", list())
            }
        }
    }

    fn foreigner(
        &self,
        setup: &String,
        engine: &ForeignEngine,
        margin: Duration,
    ) -> Result<Box<dyn player::Player<Othello>>, PlayerError> {
        let (_, start, first) = self.begin(setup).map_err(PlayerError::Unsupported)?;
        let game = GgfGame::new(start, colour(first));
        Ok(Box::new(ForeignPlayer::start(engine, game, margin)?))
    }

    fn game_file(session: &Session<Self>) -> Result<GgfGame, String> {
        let (_, start, first) = session.domain.begin(&session.setup)?;
        let mut game = GgfGame::new(start, colour(first));
        session.about.place.clone_into(&mut game.place);
        session.about.date.clone_into(&mut game.date);
        if game.place.is_empty() {
            game.place = format!("plyscope {}", env!("CARGO_PKG_VERSION"));
        }
        session.name(0).clone_into(&mut game.black);
        session.name(1).clone_into(&mut game.white);
        for (played, &discs) in session.record().moves().iter().zip(&session.values) {
            let seconds = played.time.map(|time| time.as_secs_f64());
            game.moves.push(GgfMove { mv: played.mv, discs, seconds });
        }
        let score =
            |to_move: usize, score: i32| f64::from(if to_move == 0 { score } else { -score });
        game.result = match session.record().ending() {
            Ending::Unfinished => None,
            Ending::Over(outcome) => {
                Some(GgfResult { discs: score(session.to_move(), outcome.score()), ending: None })
            }
            Ending::Forfeited(forfeit) => {
                let loser = (first + forfeit.by) % 2;
                let ending = if forfeit.reason == OUT_OF_TIME { 't' } else { 'r' };
                Some(GgfResult { discs: score(loser, -64), ending: Some(ending) })
            }
        };
        Ok(game)
    }

    fn from_game_file(domain: &Self, game: &GgfGame) -> Result<Session<Self>, String> {
        let setup = board_text(&game.start, game.first);
        let mut session = Session::new(domain.clone(), setup, [Who::Person, Who::Person], None)?;
        for (number, played) in (1..).zip(&game.moves) {
            let time = played.seconds.and_then(|time| Duration::try_from_secs_f64(time).ok());
            let record = MoveRecord { time, ..MoveRecord::from(played.mv) };
            let wrong = |_| format!("move {number}, {}, is illegal", played.mv);
            session.put_back(record, played.discs).map_err(wrong)?;
        }
        session.about = About {
            names: [game.black.clone(), game.white.clone()],
            place: game.place.clone(),
            date: game.date.clone(),
        };
        Ok(session)
    }
}

const fn colour(player: Player) -> Colour {
    if player == 0 { Colour::Black } else { Colour::White }
}
