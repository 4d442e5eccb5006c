//! The commands of NBoard.

use std::cell::RefCell;
use std::io::{self, Write};
use std::ops::ControlFlow;
use std::time::Instant;

use plyscope_core::othello::Move;

use super::clock;
use crate::escape::terminal;
use crate::game_files::ggf::{GgfGame, GgfMove};
use crate::inbox::TooLong;
use crate::interrupt;
use crate::player::Failure;
use crate::protocol::session::{Finding, Session};
use crate::protocol::{MOST, Peer, discs_of, hundredths, say};

/// The engine's side of a session.
pub(super) struct NBoard<'s> {
    session: Session<'s>,
    peer: &'s Peer<'s>,
    out: RefCell<&'s mut dyn Write>,
}

/// The name of a move: two letters.
fn name(mv: Move) -> String {
    match mv {
        Move::PASS => "PA".to_owned(),
        mv => mv.to_string().to_uppercase(),
    }
}

/// What is known of a move: the line, its value, no games of a book, and the depth.
fn search_line(finding: &Finding) -> String {
    let line: String = finding.line.iter().map(|&mv| name(mv)).collect();
    let depth = match finding.judged {
        judged if judged.is_final() => "100%".to_owned(),
        judged if judged.proves_result() => "100%W".to_owned(),
        _ => finding.depth.to_string(),
    };
    format!("search {line} {} 0 {depth}", discs_of(&finding.judged))
}

/// Whether a line ends a search: the other side wants the engine to stop.
fn stops(line: &str) -> bool {
    matches!(line.split_whitespace().next(), Some("ping" | "quit"))
}

impl<'s> NBoard<'s> {
    pub(super) fn new(session: Session<'s>, peer: &'s Peer<'s>, out: &'s mut dyn Write) -> Self {
        Self { session, peer, out: RefCell::new(out) }
    }

    fn say(&self, text: &str) -> io::Result<()> {
        say(&mut **self.out.borrow_mut(), text)
    }

    /// Answers a line that cannot be taken.
    pub(super) fn refuse(&self, error: TooLong) -> io::Result<bool> {
        self.say(&format!("status {error}")).map(|()| true)
    }

    /// Carries a command out; false for the end.
    pub(super) fn obey(&mut self, line: &str) -> io::Result<bool> {
        let line = line.trim();
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let rest = rest.trim();
        match word {
            "quit" => return Ok(false),
            "nboard" => self.introduce()?,
            "set" => self.set(rest)?,
            "move" => self.play(rest)?,
            "ping" => {
                // The answer is the same number, whatever it is.
                let number: String = rest.chars().filter(|c| !c.is_control()).take(40).collect();
                self.say(format!("pong {number}").trim_end())?;
            }
            "go" => self.go()?,
            "hint" => self.hint(rest)?,
            "analyze" => self.analyze()?,
            "learn" => {
                // There is no book to add the game to.
                self.say("learned")?;
                self.say("status")?;
            }
            // Version 1 sends a move without a word before it.
            _ if rest.is_empty() && word.parse::<GgfMove>().is_ok() && !word.is_empty() => {
                self.play(word)?;
            }
            // Unknown lines are to be ignored: later versions may have more commands.
            _ => {}
        }
        Ok(true)
    }

    fn introduce(&self) -> io::Result<()> {
        self.say(&format!("set myname {}", self.session.name()))
    }

    fn set(&mut self, rest: &str) -> io::Result<()> {
        let (what, value) = rest.split_once(char::is_whitespace).unwrap_or((rest, ""));
        match what {
            "depth" => match value.trim().parse::<u32>() {
                Ok(depth) if depth > 0 => self.session.set_depth(depth),
                _ => self.say("status set depth: write a number of plies from 1 on")?,
            },
            "game" => match value.parse::<GgfGame>() {
                Ok(game) => self.set_game(&game),
                Err(error) => self.say(&terminal(&format!("status set game: {error}")))?,
            },
            // It is about draws in a book, and there is none.
            "contempt" if value.trim().parse::<f64>().is_err() => {
                self.say("status set contempt: write a number")?;
            }
            _ => {}
        }
        Ok(())
    }

    /// Goes to the end of this game. If it continues the game so far, the engine keeps what it knows.
    fn set_game(&mut self, game: &GgfGame) {
        let known = self.session.moves();
        let is_same = (game.start, game.first) == self.session.start()
            && game.moves.len() >= known.len()
            && game.moves.iter().zip(&known).all(|(played, &mv)| played.mv == mv);
        if !is_same {
            self.session.set_up(game.start, game.first);
        }
        let known = if is_same { known.len() } else { 0 };
        for played in game.moves.iter().skip(known) {
            // The moves of a game that was read are legal.
            let _ = self.session.play(self.session.to_move(), played.mv, None);
        }
        self.session.set_clocks(clock::after(game));
    }

    fn play(&mut self, text: &str) -> io::Result<()> {
        let played: GgfMove = match text.parse() {
            Ok(played) => played,
            Err(error) => return self.say(&terminal(&format!("status move {text}: {error}"))),
        };
        let side = self.session.to_move();
        // A pass may be left out.
        let passes = self.session.board().must_pass() && played.mv != Move::PASS;
        let mover = if passes { side.other() } else { side };
        if self.session.play(mover, played.mv, clock::taken(&played)).is_err() {
            return self.say(&terminal(&format!("status move {text}: it is illegal there")));
        }
        Ok(())
    }

    /// A line about a move.
    fn tell(&self, finding: &Finding) -> io::Result<()> {
        self.say(&search_line(finding))
    }

    fn node_stats(&self, nodes: u64, begin: Instant) -> io::Result<()> {
        self.say(&format!("nodestats {nodes} {:.2}", begin.elapsed().as_secs_f64()))
    }

    /// The engine's move, which the other side may play or not.
    fn go(&mut self) -> io::Result<()> {
        if self.session.board().is_over() {
            return self.say("status The game is over");
        }
        self.say(&format!("status {} is thinking", self.session.name()))?;
        let begin = Instant::now();
        let mut findings = Vec::new();
        let peer = self.peer;
        let stopped = || peer.inbox.has(stops);
        let go_on = || if stopped() { ControlFlow::Break(()) } else { peer.go_on() };
        let Self { session, out, .. } = self;
        let mut failure = Ok(());
        let choice = session.choose(
            &mut |finding| {
                // The same search twice says nothing new.
                if findings.last() != Some(&finding) && failure.is_ok() {
                    failure = say(&mut **out.borrow_mut(), &search_line(&finding));
                    findings.push(finding);
                }
            },
            &go_on,
        );
        failure?;
        if stopped() {
            // The position is about to change, so a move would be about another one.
            return self.say("status");
        }
        match choice {
            Ok(choice) => {
                self.node_stats(choice.counts.generated, begin)?;
                let value = self.session.value_of(&choice);
                let discs = value.map_or(String::new(), |judged| discs_of(&judged));
                let seconds = begin.elapsed().as_secs_f64();
                self.say(&format!("=== {}/{discs}/{seconds:.2}", name(choice.mv)))?;
                self.say("status")
            }
            Err(Failure::Interrupted(_)) => self.say("status interrupted"),
            Err(Failure::Forfeit(cause)) => self.say(&format!("status {cause}")),
        }
    }

    fn hint(&mut self, rest: &str) -> io::Result<()> {
        let wanted = match rest.parse::<usize>() {
            Ok(wanted) if wanted > 0 => wanted,
            _ if rest.is_empty() => 1,
            _ => return self.say("status hint: write a number of moves from 1 on"),
        };
        if self.session.board().is_over() {
            return self.say("status The game is over");
        }
        self.say(&format!("status {} is analyzing", self.session.name()))?;
        let begin = Instant::now();
        let inbox = &self.peer.inbox;
        let mut failure = Ok(());
        let mut tell = |found: &[Finding]| {
            for finding in found.iter().take(wanted) {
                if failure.is_ok() {
                    failure = self.tell(finding);
                }
            }
            if let (Ok(()), Some(best)) = (&failure, found.first()) {
                failure = self.node_stats(best.nodes, begin);
            }
        };
        let go_on = || match inbox.has(|_| true) || inbox.has_ended() {
            true => ControlFlow::Break(()),
            false => interrupt::go_on(),
        };
        let outcome = self.session.hints(&mut tell, &go_on);
        failure?;
        match outcome {
            Ok(()) => self.say("status"),
            Err(error) => self.say(&format!("status {error}")),
        }
    }

    /// Values all positions of the game, from its end backwards.
    fn analyze(&mut self) -> io::Result<()> {
        self.say(&format!("status {} is analyzing the game", self.session.name()))?;
        let (start, first) = self.session.start();
        let moves = self.session.moves();
        let peer = self.peer;
        let stopped = || peer.inbox.has(|_| true);
        let go_on = || if stopped() { ControlFlow::Break(()) } else { peer.go_on() };
        for made in (0..=moves.len()).rev() {
            let mut there = self.session.another(start, first);
            for &mv in moves.iter().take(made) {
                let _ = there.play(there.to_move(), mv, None);
            }
            let discs = if there.board().is_over() {
                Some(f64::from(there.board().score()))
            } else {
                match there.choose(&mut |_| (), &go_on) {
                    Ok(choice) => there.value_of(&choice).map(|judged| judged.within(MOST)),
                    Err(Failure::Interrupted(_)) => break,
                    Err(Failure::Forfeit(cause)) => return self.say(&format!("status {cause}")),
                }
            };
            if stopped() || interrupt::requested() {
                break;
            }
            if let Some(discs) = discs {
                self.say(&format!("analysis {made} {}", hundredths(discs)))?;
            }
        }
        self.say("status")
    }
}
