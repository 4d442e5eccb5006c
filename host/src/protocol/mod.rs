//! This program as an engine of Othello for others: NBoard's protocol and GTP.

pub mod gtp;
pub mod nboard;
mod session;

use std::io::{self, BufRead, Write};
use std::ops::ControlFlow;
use std::time::Duration;

use crate::engine::Engine;
use crate::inbox::{Bounds, Inbox, Incoming, TooLong};
use crate::interrupt;
use crate::judged::Judged;

/// An engine for a protocol: what the user chose, and its limits if the user gave none.
#[derive(Clone, Debug)]
pub struct Offer {
    /// The name by which the engine introduces itself.
    pub name: String,
    /// The engine.
    pub engine: Engine,
    /// Whether its limits were given. Otherwise a clock, or a depth from the other side, replaces them.
    pub is_limited: bool,
}

/// Time between two looks for an interrupt.
const LOOK: Duration = Duration::from_millis(50);

/// The other side of a session.
#[derive(Clone)]
struct Peer<'p> {
    /// Its commands.
    inbox: Inbox,
    is_deaf: &'p dyn Fn() -> bool,
}

impl<'p> Peer<'p> {
    /// Reads commands on a thread of its own until the input ends. `is_deaf` tells whether nobody reads the answers any more.
    ///
    /// # Errors
    /// The system's if there is no thread.
    fn new(
        input: impl BufRead + Send + 'static,
        is_deaf: &'p dyn Fn() -> bool,
    ) -> io::Result<Self> {
        Ok(Self { inbox: Inbox::reading(input, Bounds::PROGRAM)?, is_deaf })
    }

    /// The next command; waits for it. `None` at the end of the input, or at an interrupt.
    fn next(&self) -> Option<Result<String, TooLong>> {
        while !interrupt::requested() {
            match self.inbox.next_within(LOOK) {
                Incoming::Line(line) => return Some(Ok(line)),
                Incoming::TooLong(error) => return Some(Err(error)),
                Incoming::Nothing => {}
                Incoming::Ended(_) => return None,
            }
        }
        None
    }

    /// Whether nobody waits for an answer: the input has ended, and nobody reads the output. A script that pipes commands in and has
    /// sent all of them still reads.
    fn is_gone(&self) -> bool {
        self.inbox.has_ended() && (self.is_deaf)()
    }

    /// The poll of a search: breaks if its result is for nobody.
    fn go_on(&self) -> ControlFlow<()> {
        if self.is_gone() { ControlFlow::Break(()) } else { interrupt::go_on() }
    }
}

/// Writes a line, or lines, at once: the other side waits for them.
fn say(out: &mut dyn Write, text: &str) -> io::Result<()> {
    writeln!(out, "{text}")?;
    out.flush()
}

/// The most discs that a game can be won by.
const MOST: f64 = 64.0;

/// A value in discs, as both protocols write it.
fn discs_of(judged: &Judged) -> String {
    hundredths(judged.within(MOST))
}

/// Discs with a sign and two decimals; never a negative zero.
fn hundredths(discs: f64) -> String {
    format!("{:+.2}", (discs * 100.0).round() / 100.0 + 0.0)
}
