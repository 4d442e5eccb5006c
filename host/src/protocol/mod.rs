//! This program as an engine of Othello for others: NBoard's protocol and GTP.

pub mod gtp;
mod input;
pub mod nboard;
mod session;

use std::io::{self, BufRead, Write};

use crate::engine::Engine;
use input::Inbox;

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

/// Reads commands on a thread of its own until the input ends.
fn inbox(input: impl BufRead + Send + 'static) -> Inbox {
    Inbox::reading(input)
}

/// Writes a line, or lines, at once: the other side waits for them.
fn say(out: &mut dyn Write, text: &str) -> io::Result<()> {
    writeln!(out, "{text}")?;
    out.flush()
}

/// Discs with a sign and two decimals; never a negative zero.
fn hundredths(discs: f64) -> String {
    format!("{:+.2}", (discs * 100.0).round() / 100.0 + 0.0)
}
