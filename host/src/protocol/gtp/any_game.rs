//! The commands of GTP for a game whose moves are text.

use std::time::Instant;

use plyscope_core::Game;
use plyscope_core::othello::Colour;

use super::text::side as of_text;
use super::time::Clocks;
use super::{Answer, ILLEGAL, ZeroStones, common, syntax, why};
use crate::domain::{Domain, Rules};
use crate::escape::terminal;
use crate::game::children;
use crate::protocol::Peer;
use crate::protocol::session::{Illegal, Session};

/// The commands that are known, in the order of their list.
const COMMANDS: &[&str] = &[
    "protocol_version",
    "name",
    "version",
    "known_command",
    "list_commands",
    "quit",
    "clear_board",
    "play",
    "genmove",
    "reg_genmove",
    "undo",
    "time_settings",
    "time_left",
    "showboard",
    "list_games",
];

/// The engine's side of a GTP session of a domain's game.
pub(super) struct AnyGameGtp<'d, D: Domain> {
    session: Session<'d, D>,
    start: <<D as Rules>::Game as Game>::Position,
    peer: &'d Peer<'d>,
    clocks: Clocks,
}

impl<'d, D: Domain> AnyGameGtp<'d, D> {
    pub(super) const fn new(
        session: Session<'d, D>,
        start: <<D as Rules>::Game as Game>::Position,
        zero_stones: ZeroStones,
        peer: &'d Peer<'d>,
    ) -> Self {
        Self { session, start, peer, clocks: Clocks::new(zero_stones) }
    }

    /// The answer to a command.
    pub(super) fn answer(&mut self, command: &str, arguments: &[&str]) -> Answer {
        match (command, arguments) {
            ("clear_board", _) => {
                self.session.set_up(self.start.clone(), Colour::Black);
                self.clocks.reset(&mut self.session);
                Ok(String::new())
            }
            ("play", [side, mv @ ..]) if !mv.is_empty() => match of_text::<D>(side) {
                Some(side) => self.play(side, &mv.join(" ")),
                None => syntax(),
            },
            ("genmove" | "reg_genmove", [side, ..]) => match of_text::<D>(side) {
                Some(side) => self.genmove(side, command == "genmove"),
                None => syntax(),
            },
            ("showboard", _) => Ok(self.picture()),
            ("list_games", _) => Ok(D::NAME.to_owned()),
            _ => common(&mut self.session, &mut self.clocks, COMMANDS, command, arguments),
        }
    }

    fn check_turn(&self, side: Colour) -> Result<(), String> {
        if self.session.is_over() {
            return Err("the game is over".to_owned());
        }
        match side == self.session.to_move() {
            true => Ok(()),
            false => Err("it is the other side's turn".to_owned()),
        }
    }

    fn play(&mut self, side: Colour, text: &str) -> Answer {
        self.check_turn(side)?;
        let record = self.session.record();
        let mv = self.session.domain().parse_move(record.game(), record.position(), text);
        let mv = mv.map_err(|error| format!("{ILLEGAL}: {error}"))?;
        self.session.play_all(&[mv], None).map_err(|Illegal| ILLEGAL.to_owned())?;
        Ok(String::new())
    }

    /// The engine's move for this side, which is played if wanted.
    fn genmove(&mut self, side: Colour, plays: bool) -> Answer {
        self.check_turn(side)?;
        let begin = Instant::now();
        let choice = self.session.choose(&mut |_| (), &|| self.peer.go_on()).map_err(why)?;
        if plays {
            // The other side will say more exactly what is left.
            let taken = Some(begin.elapsed());
            self.session.play_all(&[choice.mv], taken).map_err(|Illegal| ILLEGAL.to_owned())?;
        }
        Ok(self.session.domain().move_name(choice.mv))
    }

    /// Who is to move, the board, and the legal moves: no line is empty, which would end the answer.
    fn picture(&self) -> String {
        let (record, domain) = (self.session.record(), self.session.domain());
        let side = D::SIDES[usize::from(self.session.to_move() == Colour::White)];
        let moves = children(record.game(), record.position());
        let moves: Vec<String> = moves.map(|(mv, _)| domain.move_name(mv)).collect();
        let state = match self.session.is_over() {
            true => "The game is over".to_owned(),
            false => format!("{side} to move: {}", moves.join(" ")),
        };
        let picture = domain.picture(record.position());
        let lines = picture.lines().filter(|line| !line.trim().is_empty()).map(terminal);
        let lines: Vec<String> = [state].into_iter().chain(lines).collect();
        lines.join("\n")
    }
}
