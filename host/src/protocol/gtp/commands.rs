//! The commands of GTP.

use std::io::Read as _;
use std::ops::ControlFlow;
use std::time::Instant;

use plyscope_core::othello::{Board, Colour, Move, parse_board};

use super::text::{colour, picture};
use super::time::Clocks;
use super::{Answer, ILLEGAL, ZeroStones, common, syntax, why};
use crate::game_files::{Format, NameFiles, board_text, read};
use crate::protocol::session::{Finding, Illegal, Session};
use crate::protocol::{Peer, discs_of};

/// The commands that are known, in the order of their list.
const COMMANDS: &[&str] = &[
    "protocol_version",
    "name",
    "version",
    "known_command",
    "list_commands",
    "quit",
    "boardsize",
    "clear_board",
    "komi",
    "play",
    "genmove",
    "reg_genmove",
    "undo",
    "time_settings",
    "time_left",
    "final_score",
    "showboard",
    "loadsgf",
    "set_game",
    "list_games",
    "plyscope-position",
    "plyscope-analyze",
];

/// The longest file with a game, in bytes.
const LONGEST: u64 = 1 << 20;

/// The engine's side of a GTP session.
pub(super) struct Gtp<'d> {
    session: Session<'d>,
    peer: &'d Peer<'d>,
    clocks: Clocks,
}

/// The name of a move in GTP.
fn name(mv: Move) -> String {
    mv.to_string().to_uppercase()
}

impl<'d> Gtp<'d> {
    pub(super) const fn new(
        session: Session<'d>,
        zero_stones: ZeroStones,
        peer: &'d Peer<'d>,
    ) -> Self {
        Self { session, peer, clocks: Clocks::new(zero_stones) }
    }

    /// The answer to a command.
    pub(super) fn answer(&mut self, command: &str, arguments: &[&str]) -> Answer {
        match (command, arguments) {
            ("boardsize", ["8"]) => self.clear(),
            ("boardsize", [size, ..]) if size.parse::<u32>().is_ok() => {
                Err("unacceptable size".to_owned())
            }
            ("clear_board", _) => self.clear(),
            ("komi", [komi, ..]) if komi.parse::<f64>().is_ok_and(f64::is_finite) => {
                Ok(String::new())
            }
            ("play", [side, mv, ..]) => match (colour(side), mv.parse()) {
                (Some(side), Ok(mv)) => self.play(side, mv),
                _ => syntax(),
            },
            ("genmove", [side, ..]) => {
                colour(side).map_or_else(syntax, |side| self.genmove(side, true))
            }
            ("reg_genmove", [side, ..]) => {
                colour(side).map_or_else(syntax, |side| self.genmove(side, false))
            }
            ("final_score", _) => self.final_score(),
            ("showboard", _) => Ok(picture(self.session.board(), self.session.to_move())),
            ("loadsgf", [file, rest @ ..]) => self.load(file, rest.first().copied()),
            ("set_game", [game]) if game.eq_ignore_ascii_case("othello") => Ok(String::new()),
            ("set_game", [_, ..]) => Err("unsupported game: only Othello".to_owned()),
            ("list_games", _) => Ok("Othello".to_owned()),
            ("plyscope-position", []) => Ok(self.position()),
            ("plyscope-position", squares) => self.set_position(&squares.join(" ")),
            ("plyscope-analyze", arguments) => self.analyze(arguments),
            _ => common(&mut self.session, &mut self.clocks, COMMANDS, command, arguments),
        }
    }

    fn clear(&mut self) -> Answer {
        self.session.set_up(Board::START, Colour::Black);
        self.clocks.reset(&mut self.session);
        Ok(String::new())
    }

    fn play(&mut self, side: Colour, mv: Move) -> Answer {
        // A controller made for Go ends a game by passes of both sides.
        if mv == Move::PASS && self.session.board().is_over() {
            return Ok(String::new());
        }
        self.session.play(side, mv, None).map_err(|Illegal| ILLEGAL.to_owned())?;
        Ok(String::new())
    }

    /// The engine's move for this side, which is played if wanted.
    fn genmove(&mut self, side: Colour, plays: bool) -> Answer {
        if self.session.board().is_over() {
            return Ok(name(Move::PASS));
        }
        let passes = side != self.session.to_move();
        if passes {
            // The other side can only pass, and the controller leaves that out.
            let pass = self.session.play(side.other(), Move::PASS, None);
            pass.map_err(|Illegal| "it is the other side's turn".to_owned())?;
        }
        let begin = Instant::now();
        let choice = self.session.choose(&mut |_| (), &|| self.peer.go_on());
        if passes && !plays {
            self.session.undo();
        }
        let choice = choice.map_err(why)?;
        if plays {
            // The other side will say more exactly what is left.
            let taken = Some(begin.elapsed());
            self.session.play(side, choice.mv, taken).map_err(|Illegal| ILLEGAL.to_owned())?;
        }
        Ok(name(choice.mv))
    }

    fn final_score(&self) -> Answer {
        let board = self.session.board();
        if !board.is_over() {
            return Err("cannot score: the game is not over".to_owned());
        }
        let score = match self.session.to_move() {
            Colour::Black => board.score(),
            Colour::White => -board.score(),
        };
        Ok(match score {
            0 => "0".to_owned(),
            1.. => format!("B+{score}"),
            _ => format!("W+{}", -score),
        })
    }

    /// Loads the first game of a file of any form, up to the move with this number if there is one.
    fn load(&mut self, file: &str, before: Option<&str>) -> Answer {
        let mut text = Vec::new();
        std::fs::File::open(file)
            .and_then(|file| file.take(LONGEST + 1).read_to_end(&mut text))
            .map_err(|error| format!("cannot load file: {error}"))?;
        if text.len() as u64 > LONGEST {
            return Err(format!("cannot load file: a game has at most {LONGEST} bytes"));
        }
        let reading = read(&text, Format::of(file, &text), &NameFiles::default())
            .map_err(|error| format!("cannot load file: {error}"))?;
        let broken = || reading.broken.first().map(ToString::to_string);
        let (_, game) = reading.games.first().ok_or_else(|| {
            let why = broken().unwrap_or_else(|| "there is no game in it".to_owned());
            format!("cannot load file: {why}")
        })?;
        let moves = match before.map(str::parse::<usize>) {
            None => game.moves.len(),
            Some(Ok(number)) => number.saturating_sub(1).min(game.moves.len()),
            Some(Err(_)) => return syntax(),
        };
        self.session.set_up(game.start, game.first);
        self.clocks.reset(&mut self.session);
        for played in game.moves.iter().take(moves) {
            let side = self.session.to_move();
            self.session.play(side, played.mv, None).map_err(|Illegal| ILLEGAL.to_owned())?;
        }
        Ok(String::new())
    }

    fn position(&self) -> String {
        board_text(self.session.board(), self.session.to_move())
    }

    fn set_position(&mut self, text: &str) -> Answer {
        let (board, to_move) = parse_board(text).map_err(|error| error.to_string())?;
        self.session.set_up(board, to_move);
        self.clocks.reset(&mut self.session);
        Ok(String::new())
    }

    /// The best moves of the position with their values.
    fn analyze(&self, arguments: &[&str]) -> Answer {
        let wanted = match arguments {
            [] => usize::MAX,
            [moves, ..] => match moves.parse() {
                Ok(moves) if moves > 0 => moves,
                _ => return syntax(),
            },
        };
        let mut last = Vec::new();
        let begin = Instant::now();
        // A clock alone is no limit of an analysis, so it has the time of a move then.
        let time = self
            .session
            .clock()
            .map(|clock| clock.time_for_move(Some(self.session.board().empties().count_ones())));
        let go_on = || match time {
            Some(time) if begin.elapsed() >= time => ControlFlow::Break(()),
            _ => self.peer.go_on(),
        };
        self.session
            .hints(&mut |found| last = found.to_vec(), &go_on)
            .map_err(|error| error.to_string())?;
        Ok(last.iter().take(wanted).map(describe).collect::<Vec<_>>().join("\n"))
    }
}

/// A line of `plyscope-analyze`.
fn describe(finding: &Finding) -> String {
    let line: Vec<String> = finding.line.iter().map(|&mv| name(mv)).collect();
    let proof = match finding.judged {
        judged if judged.is_final() => " proven exact",
        judged if judged.proves_result() => " proven outcome",
        _ => "",
    };
    format!(
        "move {} score {} depth {} nodes {}{proof} pv {}",
        line.first().map_or("", String::as_str),
        discs_of(&finding.judged),
        finding.depth,
        finding.nodes,
        line.join(" ")
    )
}
